"""What a reader's word is worth to the hops: rounds after a caller said what is open, beside searching freely.

    python benchmarks/readings.py --vault VAULT --questions FILE --readings benchmarks/questions/readings.jsonl

Every question is planned and searched once in its own words. Where gold is missing, a reader says which parts are
answered (those whose gold is held, with the label), what is open and how it would search for it: the words of the
readings file, written from the question and what was held, never from the missing passage. A round is one decision
and one hop, two calls; beside it stand two calls of `search_vault` with the reader's two searches, ten hits each, and
a round on our own estimate. Printed: for each way the share of rounds that found a missing gold passage, and the share
of questions with all gold after them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import anyio.to_thread

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from benchmarks.hops import planned  # noqa: E402
from benchmarks.retrieval_questions import AskedRow, read_rows  # noqa: E402
from hop_controller.parts import deep_enough  # noqa: E402
from hop_controller.types import CallerSaid  # noqa: E402
from mcp_server.app import Workshop  # noqa: E402
from mcp_server.cli.ask import with_shop  # noqa: E402
from mcp_server.config import Config  # noqa: E402
from pipeline.evaluation import found  # noqa: E402
from pipeline.find.rounds import decided, made_hop, next_round, with_first_hop  # noqa: E402
from pipeline.run import depth_of, gathering_for  # noqa: E402
from pipeline.types import Retrieval  # noqa: E402
from vault.text.words import content_words  # noqa: E402
from vault.types import Chunk, Filters, Query  # noqa: E402
from vault.value import Value  # noqa: E402

__all__ = ["Outcome", "Reading", "main", "outcomes", "table"]

_HITS = 10
"""What one call of `search_vault` shows."""
_WAYS = ("reader", "reader, no searches", "own estimate", "free search")


class Reading(Value):
    """What a reader says of a question: what is open, and how it would search for it."""

    id: str
    open: tuple[str, ...]
    queries: tuple[str, ...]


class Outcome(NamedTuple):
    """One question: gold missing before, and how much of it each way found."""

    id: str
    missing: int
    gained: dict[str, int]


def _missing(row: AskedRow, chunks: Sequence[Chunk]) -> frozenset[int]:
    return frozenset(place for place, gold in enumerate(row.gold) if not found(gold, chunks))


def _said(row: AskedRow, reading: Reading, held: Retrieval, *, queries: bool) -> CallerSaid:
    """The reader's word: parts whose gold is held are answered by the passages that hold it."""
    answered: dict[str, str] = {}
    for gold in row.gold:
        label = next((item.label for item in held.merged if found(gold, [item.chunk])), "")
        if label:
            answered.setdefault(gold.quote[:60], label)
    return CallerSaid(
        answered=tuple(answered.items()), still_open=reading.open, queries=reading.queries if queries else ()
    )


async def _round(shop: Workshop, row: AskedRow, reading: Reading, way: str) -> Outcome | None:
    run, work = await planned(shop, row.changed(queries=()))
    gathering, depth = gathering_for(run, work), depth_of(run)
    await gathering.first_pass()
    held = with_first_hop(gathering.result())
    before = _missing(row, [item.chunk for item in held.merged])
    if not before:
        return None
    if way == "free search":
        local = run.plan.retrieval.local_filters if run.plan else Filters(lane="local")
        state = run.plan.retrieval.state_filters if run.plan else Filters(lane="state")
        chunks = await anyio.to_thread.run_sync(_searched, shop, reading, (local, state))
    else:
        said = None if way == "own estimate" else _said(row, reading, held, queries=way == "reader")
        depth = deep_enough(depth, len(held.hops))
        held = decided(gathering, held, depth=depth, memory=work.services.memory, said=said)
        following = next_round(gathering, held, depth=depth, said=said)
        if following.round is not None:
            held = await made_hop(gathering, held, following.round)
        chunks = [item.chunk for item in held.merged]
    return Outcome(row.id, len(before), {way: len(before) - len(before & _missing(row, chunks))})


def _searched(shop: Workshop, reading: Reading, filters: tuple[Filters, Filters]) -> list[Chunk]:
    """The hits of the reader's searches, half of them of each lane."""
    return [
        chunk
        for words in reading.queries
        for one in filters
        for chunk in shop.index.search_plainly(Query(terms=content_words(words)), one, _HITS // 2)
    ]


def outcomes(vault: Path, rows: Sequence[AskedRow], readings: Sequence[Reading]) -> list[Outcome]:
    """What every way found for each question that lacked gold, in order."""
    by_id = {reading.id: reading for reading in readings}

    async def work(shop: Workshop) -> list[Outcome]:
        made: list[Outcome] = []
        for row in rows:
            if row.id in by_id:
                tried = [await _round(shop, row, by_id[row.id], way) for way in _WAYS]
                told = [one for one in tried if one is not None]
                if told:
                    gained = {way: times for one in told for way, times in one.gained.items()}
                    made.append(Outcome(row.id, told[0].missing, gained))
        return made

    return with_shop(Config(vault=vault), work)


def table(made: Sequence[Outcome]) -> str:
    """The shares as text."""
    count = len(made) or 1
    lines = [f"{len(made)} questions lacked gold", f"{'way':22}{'found some':>12}{'all gold':>10}"]
    for way in _WAYS:
        some = sum(one.gained[way] > 0 for one in made) / count
        whole = sum(one.gained[way] == one.missing for one in made) / count
        lines.append(f"{way:22}{some:12.2f}{whole:10.2f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; 0 when done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", required=True, nargs="+", type=Path)
    parser.add_argument("--readings", required=True, type=Path)
    given = parser.parse_args(arguments)
    lines = given.readings.read_text("utf-8").splitlines()
    readings = [Reading.model_validate(json.loads(line)) for line in lines if line.strip()]
    made = outcomes(given.vault, read_rows(given.questions), readings)
    print(table(made))
    for one in made:
        print(one.id, one.missing, one.gained)
    return 0


if __name__ == "__main__":
    sys.exit(main())
