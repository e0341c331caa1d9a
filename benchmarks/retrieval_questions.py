"""Gold recall of the retrieval on question files, per type and style, with and without phrasings, beside BM25.

    python benchmarks/retrieval_questions.py --vault VAULT --questions FILE [FILE ...] [--limit N] [--only-phrased]

The engine gets its first pass (no hops); BM25 gets the question's words in each lane. A gold passage counts when its
section or page is among the 10 local + 5 state passages kept, and among 20 + 10. Recall is the mean over questions of
the share of gold found, "all" the share of questions with all gold found.

Measured with phrasings on New Hampshire questions (first pass, recall / all gold): 532 of train .93/.90 (plain .98, lay
.93, multi-hop .90/.83) at 10 + 5 and .96/.95 at 20 + 10, 105 of tune .92/.87 (.93, 1.00, .87/.77) and .95/.92; without
phrasings' part in the score, over the same pools, .66/.62 (all states). Every gold passage is in the pool.

Tried: reciprocal rank against scores (a phrasing's hits by our own match figures instead of BM25: no gain), weights 0.3
to 2 and k 3 to 20 (flat between 0.5 and 1.2; above, multi-hop falls), the best phrasing alone instead of the sum (.02
less), share of the best BM25 score (.02 less).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import anyio

from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.evaluation import Gold, QuestionRow, found
from pipeline.find.retrieve import Gathering
from pipeline.run import begin, gathering_for, plan
from pipeline.types import LanePlan
from vault.text.words import content_words
from vault.types import Chunk, Filters, Query

__all__ = [
    "CAPS",
    "AskedRow",
    "Outcome",
    "Quote",
    "bm25_outcome",
    "main",
    "marks_of",
    "outcomes",
    "picked",
    "read_rows",
    "table",
]

CAPS = ((10, 5), (20, 10))
"""Local and state passages kept: S0's, and twice as many."""
COLUMNS = (*(f"{local}+{state}" for local, state in CAPS), "as kept")
"""What is counted: each lane at its caps, then what a turn keeps: fifteen of both lanes, of which the local may lend
some, and what names, citations and the ledger bring beside them."""


class Quote(Gold):
    """A gold passage with the words that answer and the part of the question they answer."""

    quote: str = ""
    part: int = 0


class AskedRow(QuestionRow):
    """A question with its style and, where it has no answer, the kind of gap."""

    style: str = ""
    gap: str = ""
    answer: str = ""
    """The key: what a right answer says, in a few words."""
    gold: tuple[Quote, ...] = ()

    @property
    def group(self) -> str:
        """The row of the table: multi-hop and lists by type, the others by style."""
        return self.type if self.type in ("multi-hop", "list", "total") else self.style or self.type


class Outcome(NamedTuple):
    """What one way of searching found for one question at each of the caps: gold found, one mark for each."""

    group: str
    hits: tuple[tuple[bool, ...], ...]
    took_ms: float = 0.0


def read_rows(paths: Sequence[Path]) -> tuple[AskedRow, ...]:
    """The questions of JSON Lines files, in order. Raises `ValidationError` for a line that is none."""
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines() if line.strip()]
    return tuple(AskedRow.model_validate(json.loads(line)) for line in lines)


def marks_of(row: AskedRow, kept: Sequence[Sequence[Chunk]]) -> tuple[tuple[bool, ...], ...]:
    """For each of the caps, which gold is among the chunks kept."""
    return tuple(tuple(found(gold, chunks) for gold in row.gold) for chunks in kept)


def picked(gathering: Gathering) -> list[list[Chunk]]:
    """The chunks that each lane keeps at the caps, then those that a turn keeps."""
    kept: list[list[Chunk]] = []
    turn = [item.chunk for item in gathering.kept().chosen]
    retrieval = gathering.plan.retrieval
    for local, state in CAPS:
        caps: dict[str, LanePlan] = {
            "local": retrieval.local.model_copy(update={"cap": local}),
            "state": retrieval.state.model_copy(update={"cap": state}),
        }
        gathering.view.plan = gathering.plan.model_copy(update={"retrieval": retrieval.model_copy(update=caps)})
        picks = gathering.view.lanes()
        kept.append([item.chunk for item in (*picks.local.chosen, *picks.state.chosen)])
    return [*kept, turn]


async def _engine(shop: Workshop, row: AskedRow) -> Outcome:
    question, context = context_of(shop, Ask(question=row.question, town=row.town or "", queries=row.queries))
    began = time.perf_counter()
    run, work = begin(question, context, shop.services(model=False))
    gathering = gathering_for(await plan(run, work), work)
    await gathering.first_pass()
    gathering.result()
    took = (time.perf_counter() - began) * 1000
    return Outcome(row.group, marks_of(row, picked(gathering)), took)


def bm25_outcome(shop: Workshop, row: AskedRow) -> Outcome:
    """What plain BM25 of the question's words finds in each lane."""
    query = Query(terms=content_words(row.question))
    most = CAPS[-1]
    local = shop.index.search_plainly(query, Filters(lane="local"), most[0])
    state = shop.index.search_plainly(query, Filters(lane="state"), most[1])
    lanes = [[*local[:a], *state[:b]] for a, b in CAPS]
    return Outcome(row.group, marks_of(row, [*lanes, lanes[0]]))


def outcomes(vault: Path, rows: Sequence[AskedRow]) -> dict[str, list[Outcome]]:
    """Name of a way to search -> its outcome for every answerable question, in order."""

    async def work(shop: Workshop) -> dict[str, list[Outcome]]:
        lines: dict[str, list[Outcome]] = {"bm25": [], "own words": [], "phrasings": []}
        for row in rows:
            if row.answerable == "no":
                continue
            lines["bm25"].append(await anyio.to_thread.run_sync(bm25_outcome, shop, row))
            lines["own words"].append(await _engine(shop, row.model_copy(update={"queries": ()})))
            if any(held.queries for held in rows):
                lines["phrasings"].append(await _engine(shop, row) if row.queries else lines["own words"][-1])
        return {name: line for name, line in lines.items() if line}

    return with_shop(Config(vault=vault), work)


def _cell(line: Sequence[Outcome], at: int) -> str:
    marks = [one.hits[at] for one in line if one.hits[at]]
    recall = sum(sum(own) / len(own) for own in marks) / (len(marks) or 1)
    return f"{recall:.2f}/{sum(map(all, marks)) / (len(marks) or 1):.2f}"


def table(lines: dict[str, list[Outcome]]) -> str:
    """Recall / all gold per group at 10 + 5 and 20 + 10, and the milliseconds of a question."""
    first = next(iter(lines.values()))
    groups = ["all", *sorted({one.group for one in first})]
    head = f"{'':12}{'n':>5}" + "".join(f"{f'{name} {column}':>22}" for name in lines for column in COLUMNS)
    text = [head]
    for group in groups:
        held = {name: [one for one in line if group in ("all", one.group)] for name, line in lines.items()}
        cells = "".join(f"{_cell(line, at):>22}" for line in held.values() for at in range(len(COLUMNS)))
        text.append(f"{group:12}{len(held['bm25']):5d}{cells}")
    for name, line in lines.items():
        times = sorted(one.took_ms for one in line)
        text.append(f"{name}: p50 {times[len(times) // 2]:.0f} ms, p95 {times[int(0.95 * len(times))]:.0f} ms")
    return "\n".join(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; 0 when done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", required=True, nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="only the first so many questions")
    parser.add_argument("--only-phrased", action="store_true", help="only questions that have phrasings")
    given = parser.parse_args(arguments)
    rows = read_rows(given.questions)
    rows = tuple(row for row in rows if row.queries or not given.only_phrased)
    print(table(outcomes(given.vault, rows[: given.limit] if given.limit else rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
