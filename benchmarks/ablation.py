"""What each rule of retrieval is worth: gold recall and all-gold-found with the rule off, against all rules on.

Runs the questions offline at 10 + 5 chunks, once with every rule, once without each, and once as plain BM25 in two
lanes. A negative delta is what is lost without the rule. It changes nothing and tunes nothing.

    python benchmarks/ablation.py QUESTIONS.jsonl... --vault VAULT [--only NAME...] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import anyio

from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.evaluation import QuestionRow, QuestionScore, load_questions, score_question, summarise
from pipeline.find.retrieve import Gathering
from pipeline.find.score import RankWeights
from pipeline.find.select import CorpusFacts, Rules
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.settings import Settings
from pipeline.types import LanePlan, Plan, Question
from vault.ports import answer_to
from vault.store.index import VaultIndex
from vault.text.words import content_words
from vault.types import Chunk, Filters, Lane, Query, SearchRequest

__all__ = ["VARIANTS", "Line", "Variant", "main"]

LOCAL, STATE = 10, 5
"""Chunks of each lane that are scored (S0)."""
_LANES: tuple[tuple[Lane, int], ...] = (("local", LOCAL), ("state", STATE))


class Variant(NamedTuple):
    """A way to retrieve: the rules that are on, and how many planned queries of a lane are run (None: all)."""

    rules: Rules
    queries: int | None = None


class Line(NamedTuple):
    """One row of the table; deltas are against all rules on."""

    name: str
    recall: float
    all_gold: float
    recall_delta: float
    all_gold_delta: float


def _without(**weights: float) -> Variant:
    return Variant(Rules(weights=RankWeights.model_validate(weights)))


VARIANTS: dict[str, Variant] = {
    "coverage": _without(coverage=0.0),
    "focus": _without(focus=0.0),
    "lead": _without(lead=0.0),
    "identifier": _without(identifier=0.0),
    "date": _without(date=0.0, year=0.0),
    "board": _without(board=0.0),
    "doc type": _without(doc_type=0.0),
    "legal topic": _without(topic=0.0),
    "bill": _without(bill=0.0),
    "finding aid": Variant(Rules(finding_aid=False)),
    "references": Variant(Rules(references=False)),
    "numbers": Variant(Rules(numbers=False)),
    "town rows": Variant(Rules(town_rows=False)),
    "next pages": Variant(Rules(next_pages=False)),
    "facets and years": Variant(Rules(facets=False)),
    "reserved places": Variant(Rules(reserves=False)),
    "further queries": Variant(Rules(), queries=1),
}
"""Rule -> retrieval without it."""


def _cut(made: Plan, queries: int | None) -> Plan:
    def lane(held: LanePlan) -> LanePlan:
        return held.model_copy(update={"queries": held.queries[:queries]})

    lanes = {"local": lane(made.retrieval.local), "state": lane(made.retrieval.state)}
    return made.model_copy(update={"retrieval": made.retrieval.model_copy(update=lanes)})


async def _ours(row: QuestionRow, index: VaultIndex, facts: CorpusFacts, variant: Variant) -> QuestionScore:
    question, settings = Question(text=row.question), Settings()
    gathering = Gathering(
        question=question,
        reading=read(question.text),
        plan=_cut(plan(question), variant.queries),
        engine=VaultEngine(index),
        facts=facts,
        settings=settings,
        rules=variant.rules,
    )
    await gathering.first_pass()
    found = gathering.result()
    return score_question(row, [item.chunk for item in (*found.local[:LOCAL], *found.state[:STATE])])


def _bm25(row: QuestionRow, index: VaultIndex) -> QuestionScore:
    """Plain BM25 of the question's words: ten local and five state chunks, no plan, no scope but the lane."""
    query = Query(terms=content_words(row.question))
    kept: list[Chunk] = []
    for lane, limit in _LANES:
        kept += [
            hit.chunk
            for hit in answer_to(index, SearchRequest(query=query, filters=Filters(lane=lane), limit=limit)).hits
        ]
    return score_question(row, kept)


def _totals(scores: Sequence[QuestionScore]) -> tuple[float, float]:
    line = summarise(scores)[-1]
    return line.recall, line.all_gold


async def _table(rows: Sequence[QuestionRow], index: VaultIndex, names: Sequence[str]) -> list[Line]:
    facts = corpus_facts(index)
    base = _totals([await _ours(row, index, facts, Variant(Rules())) for row in rows])
    lines = [Line("all rules", *base, 0.0, 0.0)]
    for name in names:
        recall, complete = _totals([await _ours(row, index, facts, VARIANTS[name]) for row in rows])
        lines.append(Line(f"without {name}", recall, complete, recall - base[0], complete - base[1]))
    recall, complete = _totals([_bm25(row, index) for row in rows])
    return [*lines, Line("BM25 in two lanes", recall, complete, recall - base[0], complete - base[1])]


def _printed(lines: Sequence[Line], questions: int) -> str:
    head = f"{questions} questions, {LOCAL} + {STATE} chunks\n"
    head += f"{'':30} {'recall':>7} {'delta':>7} {'all gold':>9} {'delta':>7}"
    rows = [
        f"{line.name:30} {line.recall:7.3f} {line.recall_delta:+7.3f} {line.all_gold:9.3f} {line.all_gold_delta:+7.3f}"
        for line in lines
    ]
    return "\n".join([head, *rows])


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table, or JSON; 0 when done, 2 for an unknown rule."""
    parser = argparse.ArgumentParser(description="The worth of each rule of retrieval.")
    parser.add_argument("questions", nargs="+", type=Path)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="rules to switch off, one at a time; default all")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.only if name not in VARIANTS]
    if unknown:
        print(f"no rule {', '.join(unknown)}; there are: {', '.join(VARIANTS)}", file=sys.stderr)
        return 2
    rows = [row for path in given.questions for row in load_questions(path)]
    with VaultIndex.open(given.vault, read_only=True) as index:
        lines = anyio.run(_table, rows, index, given.only or list(VARIANTS))
    print(json.dumps([line._asdict() for line in lines]) if given.json else _printed(lines, len(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
