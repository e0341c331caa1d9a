"""What the first pass finds for every question, kept in one file, so that fits of ranking and answers are cheap.

    python benchmarks/pools.py --vault VAULT --questions FILE [FILE ...] --out POOLS [--without-queries] [--shard 0/2]

Every question is planned and searched once, offline. A pool holds every candidate of both lanes as ids with the parts
of its score, what each search found in which order, and what picking must know; texts stay in the vault. The test
part is refused. The file is read by `fit_ranking.py` and `fit_answers.py` and is not committed.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.retrieval_questions import AskedRow, read_rows
from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.ask.concepts import Concept
from pipeline.find.retrieve import Gathering
from pipeline.find.select import CorpusFacts
from pipeline.find.vault_engine import corpus_facts
from pipeline.record.recording import Searched
from pipeline.run import begin, gathering_for, plan
from pipeline.types import Plan, Question
from vault.store.index import VaultIndex
from vault.types import Chunk, ChunkId, Filters, Lane

__all__ = ["Books", "Found", "Held", "collected", "held_of", "main", "read_pools", "split_of"]

TRAIN, TUNE = 154, 180
"""First bytes of the hash below which a row is of the train and of the tune part."""
_LANES: tuple[Lane, Lane] = ("local", "state")


class Found(NamedTuple):
    """A candidate: its chunk's id, its hand-weighted score with its parts, and how it meets the concepts (score,
    coverage, lead coverage, focus, names of the concepts met)."""

    chunk_id: ChunkId
    score: float
    parts: Mapping[str, float]
    match: tuple[float, float, float, float, tuple[str, ...]]


class Held(NamedTuple):
    """A question as planned, with everything that was found for it, best first in each lane."""

    row: AskedRow
    phrased: bool
    question: Question
    plan: Plan
    concepts: tuple[Concept, ...]
    found: Mapping[Lane, tuple[Found, ...]]
    searched: tuple[Searched, ...]
    phrasings: Mapping[Lane, Mapping[str, tuple[ChunkId, ...]]]
    references: Mapping[str, float]
    numbers: Mapping[str, float]
    next_of: Mapping[ChunkId, ChunkId]
    kept: tuple[ChunkId, ...]
    """Ids of the chunks that the hand-set ranking keeps at 10 + 5."""


class Books:
    """The vault as fits need it: its chunks by id, and the statistics of scopes."""

    def __init__(self, vault: Path) -> None:
        self.index = VaultIndex.open(vault, read_only=True)
        self.facts = corpus_facts(self.index)
        self.chunks: dict[ChunkId, Chunk] = {}
        self._scopes: dict[tuple[Filters, Filters], CorpusFacts] = {}

    def within(self, local: Filters, state: Filters) -> CorpusFacts:
        """The facts of a scope, read once."""
        key = (local, state)
        if key not in self._scopes:
            self._scopes[key] = self.facts.within(local, state)
        return self._scopes[key]

    def of(self, ids: Sequence[ChunkId]) -> list[Chunk]:
        missing = [one for one in ids if one not in self.chunks]
        if missing:
            self.chunks.update((chunk.id, chunk) for chunk in self.index.get(missing))
        return [self.chunks[one] for one in ids]


def split_of(row: AskedRow) -> str:
    """The part a row belongs to: by the first gold document, by the question's id where nothing is gold."""
    key = row.gold[0].doc_id if row.gold else row.id
    first = hashlib.sha256(key.encode()).digest()[0]
    return "train" if first < TRAIN else "tune" if first < TUNE else "test"


def held_of(row: AskedRow, gathering: Gathering, searched: Sequence[Searched], phrased: bool) -> Held:
    """What a gathering holds after its first pass."""
    view = gathering.view
    ranked = {lane: view.ranked(lane, pointed=True) for lane in _LANES}
    return Held(
        row=row,
        phrased=phrased,
        question=gathering.question,
        plan=gathering.plan,
        concepts=view.concepts,
        found={
            lane: tuple(Found(one.chunk.id, one.score, dict(one.parts), one.match) for one in order)
            for lane, order in ranked.items()
        },
        searched=tuple(searched),
        phrasings={lane: dict(found) for lane, found in gathering.pool.phrased.items()},
        references=dict(view.references()),
        numbers=dict(view.numbers),
        next_of=dict(view.next_of),
        kept=tuple(item.chunk.id for item in gathering.kept().chosen),
    )


async def _pool(shop: Workshop, row: AskedRow, phrased: bool) -> Held:
    asked = Ask(question=row.question, town=row.town or "", queries=row.queries if phrased else ())
    question, context = context_of(shop, asked)
    run, work = begin(question, context, shop.services(model=False, capsules=None, run_id="pools"))
    gathering = gathering_for(await plan(run, work), work)
    await gathering.first_pass()
    return held_of(row, gathering, work.serving.made, phrased)


def collected(vault: Path, rows: Sequence[AskedRow], *, phrased: bool) -> list[Held]:
    """The pool of every question, in order."""

    async def work(shop: Workshop) -> list[Held]:
        return [await _pool(shop, row, phrased) for row in rows]

    return with_shop(Config(vault=vault), work)


def read_pools(paths: Sequence[Path]) -> list[Held]:
    """The pools of the files, in order."""
    return [one for path in paths for one in _Pools(io.BytesIO(path.read_bytes())).load()]


class _Pools(pickle.Unpickler):
    """Reads values that a script wrote, whose own module was `__main__`."""

    def find_class(self, module_name: str, global_name: str, /) -> object:
        return super().find_class(__name__ if module_name == "__main__" else module_name, global_name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the pools; 0 when done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", required=True, nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--without-queries", action="store_true")
    parser.add_argument("--shard", default="0/1", help="this part of so many: 0/2 and 1/2 may run side by side")
    given = parser.parse_args(arguments)
    number, count = map(int, given.shard.split("/"))
    if any(path.name == "test.jsonl" for path in given.questions):
        parser.error("test.jsonl is looked at once and fits nothing: leave it out of --questions")
    rows = read_rows(given.questions)[number::count]
    given.out.write_bytes(pickle.dumps(collected(given.vault, rows, phrased=not given.without_queries)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
