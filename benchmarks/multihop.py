"""Recall and time of the product's retrieval on public multi-hop sets, with its first search alone and BM25 beside it.

    python benchmarks/multihop.py                                   every set in ../shared/bench
    python benchmarks/multihop.py --set DIR --questions FILE --json one set

A set is a folder with `corpus.jsonl` or `corpus.jsonl.gz` (id, title, text; optionally doc, loc, docname) and a
questions file (id, question, gold ids). Its passages are stored as plain documents, without a town and law, and every
question takes the way of any question to the product: a run, planned and searched. Methods: one search of the
question's words; the retrieval without following names and citations; the retrieval. A gold passage counts when its
document, or its section of a document, is among the first k passages kept.

What it gives stands in `docs/hops.md`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from benchmarks.ablation import Switch, nothing, without  # noqa: E402
from benchmarks.retrieval_sets import Asked, BuiltSet, build, read_questions  # noqa: E402
from mcp_server.app import Workshop  # noqa: E402
from mcp_server.cli.ask import with_shop  # noqa: E402
from mcp_server.config import Config  # noqa: E402
from mcp_server.tools.arguments import Ask  # noqa: E402
from mcp_server.tools.retrieval import context_of  # noqa: E402
from pipeline.run import begin, gathering_for, plan  # noqa: E402
from vault.text.words import content_words  # noqa: E402
from vault.types import Chunk, Filters, Query  # noqa: E402

__all__ = ["CUTS", "Row", "measure", "show"]

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
CUTS = (2, 5, 10)

Method = Callable[[Workshop, str], Awaitable["Ranked"]]


class Ranked(NamedTuple):
    """Passages best first, each as document and section, and how many searches they took."""

    places: tuple[tuple[str, str], ...]
    queries: int


class Row(NamedTuple):
    """One method on one set: mean recall in percent, share with all gold in ten, searches, milliseconds."""

    set: str
    method: str
    questions: int
    recall_2: float
    recall_5: float
    recall_10: float
    all_10: float
    queries: float
    median_ms: float
    p95_ms: float


def _places(chunks: Sequence[Chunk]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((chunk.doc_id, chunk.section) for chunk in chunks))


async def bm25(shop: Workshop, question: str) -> Ranked:
    """One search of the content words."""
    query = Query(terms=content_words(question))
    found = await anyio.to_thread.run_sync(shop.index.search_plainly, query, Filters(), CUTS[-1])
    return Ranked(_places(found), 1)


def retrieval(switch: Switch = lambda _gathering: None) -> Method:
    """The product's retrieval, a rule taken out of it by the switch."""

    async def run(shop: Workshop, question: str) -> Ranked:
        asked, context = context_of(shop, Ask(question=question))
        begun, work = begin(asked, context, shop.services(model=False))
        gathering = gathering_for(await plan(begun, work), work)
        switch(gathering)
        await gathering.first_pass()
        held = gathering.result()
        queries = sum(len(batch.queries) for batch in held.batches)
        return Ranked(_places([item.chunk for item in held.merged]), queries)

    return run


METHODS: dict[str, Method] = {
    "bm25": bm25,
    "no chains": retrieval(without("_chained", nothing)),
    "opencouncil": retrieval(),
}


def measure(name: str, built: BuiltSet, questions: Sequence[Asked]) -> list[Row]:
    """All methods on all questions of a set; they take turns question by question."""

    async def work(shop: Workshop) -> dict[str, list[tuple[Ranked, float]]]:
        found: dict[str, list[tuple[Ranked, float]]] = {method: [] for method in METHODS}
        for asked in questions:
            for method, search in METHODS.items():
                start = time.perf_counter()
                ranked = await search(shop, asked.text)
                found[method].append((ranked, 1000 * (time.perf_counter() - start)))
        return found

    runs = with_shop(Config(vault=built.path), work)
    gold = [frozenset(built.place_of.get(i, (i, "not held")) for i in asked.gold) for asked in questions]
    return [summarize((name, method), runs[method], gold) for method in METHODS]


def summarize(
    label: tuple[str, str], runs: Sequence[tuple[Ranked, float]], gold: Sequence[frozenset[tuple[str, str]]]
) -> Row:
    """The row of one method."""
    pairs = [(ranked.places, wanted) for (ranked, _), wanted in zip(runs, gold, strict=True) if wanted]
    recall = {k: [len(wanted.intersection(found[:k])) / len(wanted) for found, wanted in pairs] for k in CUTS}
    spent = sorted(ms for _, ms in runs)
    two, five, ten = (round(100 * statistics.mean(recall[k]), 1) for k in CUTS)
    return Row(
        *label,
        len(runs),
        two,
        five,
        ten,
        round(100 * statistics.mean(wanted.issubset(found[:10]) for found, wanted in pairs), 1),
        round(statistics.mean(ranked.queries for ranked, _ in runs), 1),
        round(statistics.median(spent), 1),
        round(spent[min(len(spent) - 1, int(0.95 * len(spent)))], 1),
    )


def chosen_sets(given: argparse.Namespace) -> list[tuple[str, Path, Path]]:
    """(name, folder, questions file) of the sets to run."""
    folders = [given.set] if given.set else sorted(p.parent for p in BENCH.glob("*/corpus.jsonl*"))
    chosen = []
    for folder in folders:
        file = given.questions or next(iter(sorted(folder.glob("dev.jsonl*"))), folder / "dev.jsonl.gz")
        if not file.is_file():
            sys.exit(f"No questions file at {file}. Name one with --questions FILE.")
        chosen.append((folder.resolve().name, folder, file))
    if not chosen:
        sys.exit(f"No retrieval sets in {BENCH}. Name one with --set DIR --questions FILE.")
    return chosen


def show(rows: Sequence[Row]) -> str:
    """The rows as an aligned table."""
    lines = [
        f"{'set':16s} {'method':12s} {'n':>5s} {'R@2':>5s} {'R@5':>5s} {'R@10':>5s} {'all10':>5s}"
        f" {'queries':>7s} {'ms':>7s} {'p95':>7s}"
    ]
    lines += [
        f"{r.set:16s} {r.method:12s} {r.questions:5d} {r.recall_2:5.1f} {r.recall_5:5.1f} {r.recall_10:5.1f}"
        f" {r.all_10:5.1f} {r.queries:7.1f} {r.median_ms:7.1f} {r.p95_ms:7.1f}"
        for r in rows
    ]
    return "\n".join(lines)


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", type=Path, help="folder of one retrieval set")
    parser.add_argument("--questions", type=Path, help="questions file; dev.jsonl(.gz) of the set when left out")
    parser.add_argument("--limit", type=int, default=0, help="only the first N questions of each set")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    rows: list[Row] = []
    for name, folder, file in chosen_sets(given):
        questions = read_questions(file)
        with tempfile.TemporaryDirectory() as scratch:
            built = build(folder, Path(scratch) / "set.vault")
            rows += measure(name, built, questions[: given.limit] if given.limit else questions)
        print(f"{name} done", file=sys.stderr, flush=True)
    print(json.dumps([r._asdict() for r in rows], indent=1) if given.json else show(rows))


if __name__ == "__main__":
    main()
