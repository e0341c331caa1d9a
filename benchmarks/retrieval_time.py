"""How long both lanes take: p50 and p95 in process, beside one bare BM25 query of the state lane of the same vault.

One event loop, as in a server; the first questions warm the process and are not counted. Each question is timed once,
planning apart. It measures and judges nothing.

    python benchmarks/retrieval_time.py QUESTIONS.jsonl... --vault VAULT [--warm 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import anyio

from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.evaluation import load_questions
from pipeline.find.retrieve import Gathering
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.settings import Settings
from pipeline.types import Question
from vault.store.index import VaultIndex
from vault.text.words import content_words
from vault.types import Filters, Query

__all__ = ["Times", "main", "percentile"]

_HITS = 12
"""Hits of the bare query: what S0 fetches for one local query."""


class Times(NamedTuple):
    """One question: milliseconds of planning, of retrieval, of one bare query, and how many queries retrieval ran."""

    plan_ms: float
    retrieve_ms: float
    bare_ms: float
    queries: int


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000.0


def _bare(index: VaultIndex, text: str) -> float:
    started = time.perf_counter()
    index.search_plainly(Query(terms=content_words(text)), Filters(lane="state"), _HITS)
    return _since(started)


async def _measure(texts: Sequence[str], index: VaultIndex, warm: int) -> list[Times]:
    engine, facts, settings = VaultEngine(index), corpus_facts(index), Settings()
    measured = []
    for text in (*texts[:warm], *texts):
        question = Question(text=text)
        started = time.perf_counter()
        made = plan(question)
        planned = _since(started)
        started = time.perf_counter()
        reading = read(question.text)
        gathering = Gathering(question, reading, made, engine, facts, settings)
        await gathering.first_pass()
        found = gathering.result()
        took = _since(started)
        queries = sum(len(batch.queries) for batch in found.batches)
        measured.append(Times(planned, took, _bare(index, text), queries))
    return measured[warm:]


def _figures(times: Sequence[Times]) -> dict[str, float]:
    spent, bare = [t.retrieve_ms for t in times], [t.bare_ms for t in times]
    return {
        "questions": len(times),
        "retrieve_p50_ms": percentile(spent, 0.5),
        "retrieve_p95_ms": percentile(spent, 0.95),
        "plan_p50_ms": percentile([t.plan_ms for t in times], 0.5),
        "bare_p50_ms": percentile(bare, 0.5),
        "bare_p95_ms": percentile(bare, 0.95),
        "ratio_p50": percentile(spent, 0.5) / max(percentile(bare, 0.5), 1e-9),
        "queries_mean": sum(t.queries for t in times) / max(len(times), 1),
        "ms_per_query": sum(spent) / max(sum(t.queries for t in times), 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures, or JSON; 0."""
    parser = argparse.ArgumentParser(description="Time of two-lane retrieval.")
    parser.add_argument("questions", nargs="+", type=Path)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--warm", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    texts = [row.question for path in given.questions for row in load_questions(path)]
    with VaultIndex.open(given.vault, read_only=True) as index:
        figures = _figures(anyio.run(_measure, texts, index, given.warm))
    if given.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name:16} {value:10.2f}" for name, value in figures.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
