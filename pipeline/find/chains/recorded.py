"""Pages whose acts and figures are of the matter of a question, as the ledger lists them: the same reserve in the
warrant, before the committee and in next year's request.

A record says in few words what a page says among a thousand. It refuses to search for a question of one part, whose
words find its page, and to bring a page that is held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pipeline.ask.cues import ACT_STEMS
from pipeline.find.chains.part_words import learn_short_forms, short_forms, subject_of, time_of
from pipeline.find.select import CorpusFacts
from pipeline.types import IssueMap
from vault.facts.dates import YEAR
from vault.ledger import Telling
from vault.text.words import stem
from vault.types import Chunk, ChunkId, Filters

__all__ = ["MOST_RECORDED", "MatterSought", "pages_of", "sought"]

MOST_RECORDED = 3
"""Passages that records bring to a question. On 110 questions of several parts (train, with phrasings) three passages
brought 11 of 40 missing gold ones and five no more (decision 67)."""
_LEAST_SHARE = 0.4
"""Share of the weight of a part's words that a record must hold."""
_LISTED = 24
"""Records looked at for each part."""


class MatterSought(NamedTuple):
    """What the records are asked for one part: stems of its matter, and the years it may be told in, "" without."""

    stems: tuple[str, ...]
    since: str
    until: str


def sought(parts: Sequence[str], issue: IssueMap, facts: CorpusFacts) -> tuple[MatterSought, ...]:
    """What to ask for each part; () for a question of one part that names no two years."""
    whole = " ".join(parts)
    if len(parts) < 2 and len(set(YEAR.findall(whole))) < 2:
        return ()
    learn_short_forms(parts, facts)
    asked = (_of_part(part, whole, issue, facts) for part in parts)
    return tuple(one for one in asked if one.stems)


def _of_part(part: str, whole: str, issue: IssueMap, facts: CorpusFacts) -> MatterSought:
    words = (*subject_of(part, whole, issue), *short_forms(part, facts))
    stems = tuple(dict.fromkeys(root for root in map(stem, words) if root not in ACT_STEMS))
    since, until = time_of(part, whole, facts.newest_year)
    told_in = (str(int(since[:4]) - 1), str(int(until[:4]) + 1)) if since and until else ("", "")
    return MatterSought(stems, *told_in)


def pages_of(
    asked: Sequence[MatterSought],
    told: Callable[[Sequence[str], Filters, int], Sequence[Telling]],
    scope: Filters,
    held: Sequence[Chunk],
) -> tuple[ChunkId, ...]:
    """The passages on whose pages the records stand that hold most of what is asked, the parts in turn, none of a page
    held and none twice, at most `MOST_RECORDED`."""
    taken = {
        (chunk.doc_id, page)
        for chunk in held
        for page in range(chunk.page_start or 0, (chunk.page_end or chunk.page_start or 0) + 1)
    }
    columns: list[list[ChunkId]] = []
    for one in asked:
        found: list[ChunkId] = []
        for telling in told(one.stems, scope, _LISTED):
            place = (telling.doc_id, telling.page)
            if telling.share >= _LEAST_SHARE and place not in taken and _in_time(telling.date, one):
                taken.add(place)
                found.append(telling.chunk_id)
        columns.append(found)
    turns = [chunk_id for row in zip_longest(*columns) for chunk_id in row if chunk_id is not None]
    return tuple(dict.fromkeys(turns))[:MOST_RECORDED]


def _in_time(day: str, one: MatterSought) -> bool:
    return not (one.since and day) or one.since <= day[:4] <= one.until
