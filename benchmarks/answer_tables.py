"""The figures of the answer finder for the questions of pools, with what is gold: what `fit_answers.py` fits on.

    python benchmarks/answer_tables.py --vault VAULT --pools POOLS [POOLS ...] --out TABLES

The evidence of a question is what its pool keeps, read whole. A gold passage that was not kept is put last, so that the
choice of the span is learned from every question; such a part is marked. Every second answerable question is seen a
second time as if the vault did not hold its answer (the gap "taken"): without the passages that hold the gold, of half
the questions without the whole documents, and without passages that tell a figure of the answer; the next best of the
pool take their places. So the finder learns that a pool of neighbours is not an answer. The file is not committed.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.key_facts import tells_key
from benchmarks.measure_finding import says as text_says
from benchmarks.pools import Books, Held, read_pools, split_of
from benchmarks.retrieval_questions import Quote
from pipeline.ask.reading import read
from pipeline.evaluation import found as is_found
from pipeline.find.select import CorpusFacts
from pipeline.find.spans.figures import EvidenceSeen, Figures, candidates
from pipeline.find.spans.parts import held_figures
from pipeline.find.spans.sought import setting_of, sought_of
from pipeline.find.spans.text import ReadSpan, read_page
from pipeline.types import Evidence
from vault.ports import answer_to
from vault.store.whole import whole_place
from vault.text.words import content_words
from vault.types import Chunk, ChunkId, Filters, Query, SearchRequest

__all__ = ["PartTable", "main", "read_tables", "tables_of"]

Vector = npt.NDArray[np.float32]

AROUND = 5
RARE = 2
"""Chunks in which a word stands that is held nowhere once the answer is taken out."""


TAKEN = "taken"
"""The gap of a question whose answer was taken out of the pool."""
_FIGURE = re.compile(r"\d[\d,.]*\d")
_LEAST_FIGURE = 3
"""Characters of a figure that is not met by chance."""


class PartTable(NamedTuple):
    """One part of a question: its candidates' figures, which of them say each gold quote, and what is held at all."""

    question: str
    document: str
    """The first gold document, or the question's id: what folds are made by."""
    split: str
    style: str
    answerable: bool
    gap: str
    phrased: bool
    part: str
    names: tuple[str, ...]
    figures: Vector
    gold: tuple[frozenset[int], ...]
    quotes: int
    """Gold quotes that the part has."""
    tells: frozenset[int]
    """Candidates that tell the same fact in other words or another place."""
    kept: bool
    """Whether the evidence kept holds the place of a gold quote."""
    held: Figures
    state: tuple[bool, ...]
    """For each candidate, whether it is of the state lane."""

    @property
    def says(self) -> frozenset[int]:
        """Candidates that say any gold quote of the part."""
        return frozenset().union(*self.gold)


class Shelves:
    """Whole places of the vault, read once."""

    def __init__(self, vault: Path) -> None:
        self.books = Books(vault)
        self.whole = lru_cache(maxsize=None)(self._whole)

    def _whole(self, chunk_id: ChunkId) -> Chunk:
        (chunk,) = self.books.of([chunk_id])
        return whole_place(chunk, self.books.index.around((chunk_id,), AROUND, AROUND)[chunk_id])

    def of_gold(self, gold: Quote) -> Chunk | None:
        """The chunk that a gold quote stands in, read whole; None when it is not in the vault."""
        index = self.books.index
        if gold.section:
            held = next(iter(index.law((gold.section,))[gold.section]), None)
        else:
            query = Query(terms=content_words(gold.quote))
            hits = answer_to(index, SearchRequest(query=query, filters=Filters(doc_ids=(gold.doc_id,)), limit=6)).hits
            held = next((hit.chunk for hit in hits if is_found(gold, [hit.chunk])), None)
        return self.whole(held.id) if held else None


def evidence_of(held: Held, shelves: Shelves) -> tuple[tuple[Evidence, ...], bool]:
    """What is kept for a question, with gold that is not kept put last; and whether any gold is kept."""
    scores = {one.chunk_id: one.score for lane in held.found.values() for one in lane}
    chunks = [shelves.whole(chunk_id) for chunk_id in held.kept]
    quotes = [gold for gold in held.row.gold if gold.quote]
    missed = [shelves.of_gold(gold) for gold in quotes if not is_found(gold, chunks)]
    made = [_evidence(chunk, chunks, scores[chunk.id]) for chunk in chunks]
    for chunk in dict.fromkeys(one for one in missed if one is not None):
        low = min((one.score for one in made if one.chunk.lane == chunk.lane), default=1.0)
        made.append(Evidence(label=f"{chunk.lane[0].upper()}{90 + len(made)}", chunk=chunk, score=low))
    order = sorted(made, key=lambda one: one.chunk.lane == "state")
    return tuple(order), any(is_found(gold, chunks) for gold in quotes)


def _evidence(chunk: Chunk, chunks: Sequence[Chunk], score: float) -> Evidence:
    place = [one.id for one in chunks if one.lane == chunk.lane].index(chunk.id) + 1
    return Evidence(label=f"{'L' if chunk.lane == 'local' else 'S'}{place}", chunk=chunk, score=score)


def says(read: ReadSpan, chunk: Chunk, quote: Quote) -> bool:
    """Whether a span says a gold quote."""
    if chunk.section != quote.section if quote.section else chunk.doc_id != quote.doc_id:
        return False
    return text_says(read.cut.text, quote.quote)


def _gone(held: Held, shelves: Shelves) -> frozenset[ChunkId]:
    """The found chunks that would not be there if the vault did not hold the answer."""
    quotes = [gold for gold in held.row.gold if gold.quote]
    by_document = hashlib.sha256(held.row.id.encode()).digest()[-1] % 2
    documents = {gold.doc_id for gold in quotes} if by_document else set()
    figures = {one for one in _FIGURE.findall(held.row.answer) if len(one) >= _LEAST_FIGURE}
    figures -= set(_FIGURE.findall(held.row.question))
    chunks = shelves.books.of([one.chunk_id for lane in held.found.values() for one in lane])
    return frozenset(
        chunk.id
        for chunk in chunks
        if is_found_any(quotes, chunk) or chunk.doc_id in documents or any(one in chunk.text for one in figures)
    )


def _is_taken(question: str) -> bool:
    """Whether a question is one of the half that is also seen without its answer."""
    return hashlib.sha256(question.encode()).digest()[-2] % 2 == 0


def is_found_any(quotes: Sequence[Quote], chunk: Chunk) -> bool:
    """Whether the chunk holds the place of one of the quotes."""
    return any(is_found(gold, [chunk]) for gold in quotes)


def taken_of(held: Held, shelves: Shelves) -> tuple[tuple[Evidence, ...], frozenset[str]]:
    """What would be kept if the vault did not hold the answer, and the stems of what was taken out."""
    gone, made = _gone(held, shelves), []
    for lane in held.found.values():
        ids = [one.chunk_id for one in lane]
        room = sum(one in held.kept for one in ids)
        order = [one for one in held.kept if one in ids and one not in gone]
        order += [one for one in ids if one not in gone and one not in held.kept]
        chunks = [shelves.whole(one) for one in order[:room]]
        scores = {one.chunk_id: one.score for one in lane}
        made += [_evidence(chunk, chunks, scores[chunk.id]) for chunk in chunks]
    lost = [Evidence(label="G1", chunk=shelves.whole(one), score=0.0) for one in gone]
    return tuple(made), frozenset().union(*(read_page(one).stems for one in lost))


class _View(NamedTuple):
    """A question with the evidence it is seen with."""

    held: Held
    evidence: tuple[Evidence, ...]
    kept: bool
    holds: Callable[[str], bool]
    gap: str


def tables_of(held: Held, shelves: Shelves) -> list[PartTable]:
    """The parts of a question with candidates, and of an answerable one again without its answer; where our parts are
    as many as the author's, each has its own gold."""
    lanes = held.plan.retrieval
    facts = shelves.books.within(lanes.local_filters, lanes.state_filters)
    evidence, kept = evidence_of(held, shelves)
    views = [_View(held, evidence, kept, lambda root: facts.df(root) > 0, held.row.gap)]
    if held.row.answerable == "yes" and _is_taken(held.row.id):
        without, lost = taken_of(held, shelves)
        seen = frozenset().union(*(read_page(one).stems for one in without))
        rare = frozenset(root for root in lost - seen if facts.df(root) <= RARE)
        views.append(_View(held, without, False, lambda root: facts.df(root) > 0 and root not in rare, TAKEN))
    return [part for view in views for part in _parts(view, facts)]


def _parts(view: _View, facts: CorpusFacts) -> list[PartTable]:
    held, row = view.held, view.held.row
    reading = read(held.question.text, held.question.queries)
    setting = setting_of(reading, held.plan.issue, held.plan.route.scope, facts.rarity, view.holds)
    sought = sought_of(reading, setting)
    seen = EvidenceSeen(tuple(map(read_page, view.evidence)), sought, setting)
    quotes = [quote for quote in row.gold if quote.quote and view.gap != TAKEN]
    apart = len(sought) > 1 and len(sought) == len({quote.part for quote in quotes})
    made = []
    for number, part in enumerate(sought):
        found = candidates(part, seen, setting)
        mine = [quote for quote in quotes if quote.part == number or not apart]
        gold = (
            frozenset(at for at, one in enumerate(found) if says(one.read, one.page.evidence.chunk, quote))
            for quote in mine
        )
        names = tuple(found[0].figures) if found else ()
        made.append(
            PartTable(
                question=row.id,
                document=row.gold[0].doc_id if row.gold else row.id,
                split=split_of(row),
                style=row.style,
                answerable=row.answerable == "yes" and view.gap != TAKEN,
                gap=view.gap,
                phrased=held.phrased,
                part=part.text,
                names=names,
                figures=np.array([[one.figures[name] for name in names] for one in found], dtype=np.float32),
                gold=tuple(dict.fromkeys(own for own in gold if own)),
                quotes=len(mine),
                tells=frozenset(
                    at for at, one in enumerate(found) if view.gap != TAKEN and tells_key(row, one.read.cut.text)
                ),
                kept=view.kept,
                held=held_figures(part, setting, seen.pages),
                state=tuple(one.page.evidence.chunk.lane == "state" for one in found),
            )
        )
    return [part for part in made if len(part.figures)]


def read_tables(paths: Sequence[Path]) -> list[PartTable]:
    """The tables of the files, in order."""
    return [PartTable(*one) for path in paths for one in pickle.loads(path.read_bytes())]


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the tables; 0 when done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--pools", required=True, nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--limit", type=int, default=0)
    given = parser.parse_args(arguments)
    shelves = Shelves(given.vault)
    pools = read_pools(given.pools)
    made = [tuple(part) for held in pools[: given.limit or None] for part in tables_of(held, shelves)]
    given.out.write_bytes(pickle.dumps(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
