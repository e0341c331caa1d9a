"""Fits the order of candidates on the pools of `pools.py`, and measures it beside the hand-set weights and BM25.

    python benchmarks/fit_ranking.py --vault VAULT --pools POOLS [POOLS ...] [--table FILE] [--out ranking.json]

Needs numpy and lightgbm, which the project itself does not. Learned on train, chosen on tune.
"""

from __future__ import annotations

import argparse
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.pools import Books, Held, read_pools, split_of
from benchmarks.rank_figures import Reader, Searches, Sight, looked_at, rank_figures, years_in
from pipeline.ask.concepts import Match
from pipeline.evaluation import found
from pipeline.find.pool import query_of
from pipeline.find.score import Scored, field_of
from pipeline.find.select import CorpusFacts
from vault.types import Lane

PHRASED_HITS = 80
NAMES: list[str] = []

Vector = npt.NDArray[np.float32]
_LANES: tuple[Lane, Lane] = ("local", "state")


class LaneTable(NamedTuple):
    """The candidates of one lane of one question, in the hand-set order."""

    question: str
    phrased: bool
    split: str
    group: str
    lane: Lane
    ids: tuple[int, ...]
    figures: Vector
    gold: tuple[frozenset[int], ...]
    """For each gold passage of the question the places of the candidates that hold it."""


def scored_of(held: Held, lane: Lane, books: Books) -> list[Scored]:
    order = held.found[lane]
    chunks = books.of([one.chunk_id for one in order])
    return [Scored(chunk, one.score, Match(*one.match), one.parts) for chunk, one in zip(chunks, order, strict=True)]


def sight_of(held: Held, lane: Lane, order: Sequence[Scored], facts: CorpusFacts) -> Sight:
    """What the figures of a lane are taken from, as the product takes it."""
    texts = held.question.queries
    asked = {query_of(words) for words in held.phrasings[lane]}
    plain = [one for one in held.searched if one.lane == lane and one.query.terms and not one.filters.doc_ids]
    searches = Searches(
        own=tuple(one.found for one in plain if one.query not in asked or one.limit != PHRASED_HITS),
        phrasings=tuple(one.found for one in plain if one.query in asked and one.limit == PHRASED_HITS),
    )
    reader = Reader(held.question, facts)
    return Sight(
        lane=lane,
        issue=held.plan.issue,
        searches=searches,
        matches={
            item.chunk.id: reader.read(item.chunk.id, field_of(item.chunk)) for item in looked_at(order, searches)
        },
        years=years_in(held.question.text),
        newest_year=facts.newest_year,
        scope=held.plan.route.scope,
    )


def tables_of(held: Held, books: Books) -> list[LaneTable]:
    """The candidates of both lanes with their figures and the gold each holds."""
    plan = held.plan.retrieval
    facts = books.within(plan.local_filters, plan.state_filters)
    made = []
    for lane in _LANES:
        every = scored_of(held, lane, books)
        seen = sight_of(held, lane, every, facts)
        figures = rank_figures(every, seen)
        order = [item for item in every if item.chunk.id in seen.matches]
        NAMES[:] = list(figures[0]) if figures else NAMES
        marks = tuple(
            frozenset(at for at, item in enumerate(order) if found(gold, [item.chunk])) for gold in held.row.gold
        )
        made.append(
            LaneTable(
                held.row.id,
                held.phrased,
                split_of(held.row),
                held.row.group,
                lane,
                tuple(item.chunk.id for item in order),
                np.array([list(one.values()) for one in figures], dtype=np.float32),
                marks,
            )
        )
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--pools", nargs="+", type=Path, required=True)
    parser.add_argument("--table", type=Path, required=True)
    given = parser.parse_args(arguments)
    books = Books(given.vault)
    tables = [one for held in read_pools(given.pools) for one in tables_of(held, books)]
    given.table.write_bytes(pickle.dumps((NAMES, [tuple(one) for one in tables])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
