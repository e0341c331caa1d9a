"""Recall and time of multi-hop search against plain BM25, on any retrieval set.

    python benchmarks/multihop.py                                   every set in ../shared/bench
    python benchmarks/multihop.py --set DIR --questions FILE --json one set

A set is a folder with `corpus.jsonl` or `corpus.jsonl.gz` (id, title, text; optionally doc, loc, docname, file) and a
questions file (id, question, gold ids), optionally `docmap.json` in the folder or above it. Methods: one FTS5 BM25
query with the title counted twice; the same with pseudo-relevance feedback; the engine at each depth. Methods take
turns question by question in one process, so that their ratios hold on a busy machine. Nothing is tuned here.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]

from retrieval_sets import Asked, build, open_reader, read_questions  # noqa: E402

from hop_controller.types import Depth  # noqa: E402
from pipeline.multihop.engine import MultiHopEngine  # noqa: E402
from pipeline.multihop.question import match_any  # noqa: E402
from pipeline.multihop.store import PassageStore  # noqa: E402
from vault.text.words import content_words, words  # noqa: E402

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
CUTS = (2, 5, 10)
FEEDBACK_PASSAGES = 5
FEEDBACK_TERMS = 10
DEPTHS: tuple[Depth, ...] = get_args(Depth)


class Ranked(NamedTuple):
    """Chunk ids best first and how many FTS queries they took."""

    ids: tuple[int, ...]
    queries: int


Method = Callable[[str], Ranked]


class Row(NamedTuple):
    """One method on one set: mean recall in percent, queries, milliseconds, and the ratio to the baseline's median."""

    set: str
    method: str
    questions: int
    recall_2: float
    recall_5: float
    recall_10: float
    all_10: float
    recall_5_first_half: float
    recall_5_second_half: float
    queries: float
    median_ms: float
    p95_ms: float
    ratio: float


def bm25(store: PassageStore, question: str) -> Ranked:
    """One OR query of the content words."""
    asked = content_words(question) or words(question)
    hits = store.ranked(match_any(asked), CUTS[-1]) if asked else []
    return Ranked(tuple(i for i, _ in hits), 1)


def bm25_with_feedback(store: PassageStore, question: str) -> Ranked:
    """A second query widened by the weightiest words of the first hits."""
    first = bm25(store, question)
    asked = list(content_words(question))
    counted: Counter[str] = Counter()
    for passage in store.passages(first.ids[:FEEDBACK_PASSAGES]).values():
        for term in passage.terms:
            counted[term] += 1
    weighed = sorted(counted, key=lambda t: (-counted[t] * store.idf(t), t))
    wider = [t for t in weighed if counted[t] > 1][:FEEDBACK_TERMS]
    hits = store.ranked(match_any(dict.fromkeys([*asked, *wider])), CUTS[-1]) if asked else []
    return Ranked(tuple(i for i, _ in hits), 2)


def methods(path: Path) -> dict[str, Method]:
    """Every method on the vault, the baseline first."""
    connection = open_reader(path)
    store, engine = PassageStore(connection), MultiHopEngine(connection)

    def at(depth: Depth) -> Method:
        def run(question: str) -> Ranked:
            found = engine.search(question, k=CUTS[-1], depth=depth)
            return Ranked(tuple(c.chunk_id for c in found.ranked), len(found.trace.queries))

        return run

    return {
        "bm25": lambda question: bm25(store, question),
        "bm25+feedback": lambda question: bm25_with_feedback(store, question),
        **{f"hops {depth}": at(depth) for depth in DEPTHS},
    }


def measure(name: str, folder: Path, questions: Sequence[Asked]) -> list[Row]:
    """Run all methods on all questions of a set."""
    with tempfile.TemporaryDirectory() as scratch:
        built = build(folder, Path(scratch) / "vault.db")
        run = methods(built.path)
        found: dict[str, list[tuple[Ranked, float]]] = {method: [] for method in run}
        for asked in questions:
            for method, search in run.items():
                start = time.perf_counter()
                ranked = search(asked.text)
                found[method].append((ranked, 1000 * (time.perf_counter() - start)))
    gold = [frozenset(built.chunk_of.get(g, -1) for g in asked.gold) for asked in questions]
    base = statistics.median(ms for _, ms in found["bm25"])
    return [summarize((name, method), runs, gold, base) for method, runs in found.items()]


def summarize(
    label: tuple[str, str], runs: Sequence[tuple[Ranked, float]], gold: Sequence[frozenset[int]], base_ms: float
) -> Row:
    """The row of one method."""
    recall = {k: [len(g.intersection(r.ids[:k])) / len(g) for (r, _), g in zip(runs, gold, strict=True)] for k in CUTS}
    whole = [g.issubset(r.ids[:10]) for (r, _), g in zip(runs, gold, strict=True)]
    spent = sorted(ms for _, ms in runs)
    half = max(1, len(runs) // 2)
    mid = statistics.median(spent)
    return Row(
        *label,
        len(runs),
        *(round(100 * statistics.mean(recall[k]), 1) for k in CUTS),
        round(100 * statistics.mean(whole), 1),
        round(100 * statistics.mean(recall[5][:half]), 1),
        round(100 * statistics.mean(recall[5][half:] or recall[5]), 1),
        round(statistics.mean(r.queries for r, _ in runs), 1),
        round(mid, 2),
        round(spent[min(len(spent) - 1, int(0.95 * len(spent)))], 2),
        round(mid / base_ms, 2),
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


def show(rows: Sequence[Row]) -> None:
    """The rows as an aligned table."""
    print(
        f"{'set':16s} {'method':16s} {'n':>5s} {'R@2':>5s} {'R@5':>5s} {'R@10':>5s} {'all10':>5s}"
        f" {'halves R@5':>12s} {'queries':>7s} {'ms':>7s} {'p95':>7s} {'ratio':>6s}"
    )
    for r in rows:
        print(
            f"{r.set:16s} {r.method:16s} {r.questions:5d} {r.recall_2:5.1f} {r.recall_5:5.1f} {r.recall_10:5.1f}"
            f" {r.all_10:5.1f} {r.recall_5_first_half:6.1f}/{r.recall_5_second_half:5.1f} {r.queries:7.1f}"
            f" {r.median_ms:7.2f} {r.p95_ms:7.2f} {r.ratio:6.2f}"
        )


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
        rows += measure(name, folder, questions[: given.limit] if given.limit else questions)
        print(f"{name} done", file=sys.stderr, flush=True)
    if given.json:
        print(json.dumps([r._asdict() for r in rows], indent=1))
    else:
        show(rows)


if __name__ == "__main__":
    main()
