"""The vault behind the search seam, and the facts of the archive that ranking needs.

One adapter, no rules. Searches that are asked for at the same moment leave as one batch, so that a run asks its engine
as seldom as it can; the vault is asked on worker threads, so that nothing blocks the loop.

Where records differ of the matters that some passages record: a draft and the approved minutes, proposed and voted.

A case, a parcel, a fund is named by its key, however it is spelled, so that it is followed from meeting to meeting
without a search. It refuses matters that only share a number from year to year, such as articles of a warrant.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

import anyio
import anyio.lowlevel
import anyio.to_thread

from pipeline.find.select import AROUND, CorpusFacts, Statistics, scopes_of
from vault.errors import VaultError
from vault.facts.types import MatterKind
from vault.law.reference import BELOW_CHAPTER
from vault.law.references import parse_ref
from vault.ledger import Disagreement, LedgerQuery, LedgerRow, disagreements
from vault.ports import Ledger, Library
from vault.states.known import place_and_state
from vault.statewide import ARTICLE, FEE, TableCell, charge_cells, line_cells, table_cells
from vault.text.words import content_words, stem
from vault.types import Chunk, Filters, Lane, Query, SearchAnswer, SearchRequest
from vault.value import AskedOnce

__all__ = ["VaultEngine", "corpus_facts"]

_MEAN_WORDS = 250.0
"""Words of a chunk of 1,600 characters, the size chunks are cut to; ranking needs no better figure."""
_BATCHES = 8
"""Batches of one process that may run at once."""
_SCOPES = 64
"""Pairs of scopes whose statistics are remembered: the towns that people ask about in turn."""


class _Waiting:
    """A search that waits for its batch."""

    def __init__(self, ask: SearchRequest) -> None:
        self.ask = ask
        self.done = anyio.Event()
        self.answer: SearchAnswer | VaultError = VaultError("The search was not made.", next_step="Ask again.")


class VaultEngine:
    """Searches one vault. Raises `VaultError` when a search fails."""

    def __init__(self, library: Library, deadline_s: float = 10.0) -> None:
        self._library = library
        self._deadline_s = deadline_s
        self._limiter = anyio.CapacityLimiter(_BATCHES)
        self._waiting: list[_Waiting] = []

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """At most `limit` hits of that lane, best first. A query that is one statute reference asks for that text."""
        cite = _cite(query)
        ask = SearchRequest(
            query=Query(phrases=(cite,)) if cite else query,
            filters=filters.changed(lane=lane),
            limit=limit,
            deadline_s=self._deadline_s,
            by_cite=bool(cite),
            explained=explained,
        )
        answer = await self._batched(_Waiting(ask))
        if isinstance(answer, VaultError):
            raise answer
        return answer

    async def _batched(self, mine: _Waiting) -> SearchAnswer | VaultError:
        """The answer to one search; the first to wait sends for all that came with it."""
        self._waiting.append(mine)
        if len(self._waiting) > 1:
            await mine.done.wait()
            return mine.answer
        try:
            await anyio.lowlevel.checkpoint()  # the others of this moment queue up
        finally:
            batch, self._waiting = self._waiting, []
        try:
            asks = [one.ask for one in batch]
            answers = await anyio.to_thread.run_sync(self._library.search, asks, limiter=self._limiter)
            for one, answer in zip(batch, answers, strict=True):
                one.answer = answer
        finally:
            for one in batch:
                one.done.set()
        return mine.answer


def _cite(query: Query) -> str:
    """The cite of a query that is one statute reference and nothing else; empty for any other."""
    if query.terms or query.must or len(query.phrases) != 1:
        return ""
    reference = parse_ref(query.phrases[0])
    return reference.cite if reference is not None else ""


def corpus_facts(library: Library) -> CorpusFacts:
    """Document frequencies and totals of a vault as it is now; frequencies are looked up once per stem."""
    whole = _statistics(library, Filters(), Filters())
    return CorpusFacts(
        df=whole.df,
        total=whole.total,
        mean_length=_MEAN_WORDS,
        newest_year=whole.newest_year,
        around=lambda ids: library.around(ids, AROUND, AROUND),
        holds=AskedOnce(_holding(library)).of,
        learn=whole.learn,
        told=whole.told,
        cells=AskedOnce(lambda places: {place: _cells(library, place) for place in places}).of,
        disputes=lambda chunks, stems: disputes_among(library.ledger, chunks, stems),
        search=library.search,
        archive=library.links,
        narrowed=lru_cache(_SCOPES)(lambda local, state: _statistics(library, local, state)),
    )


def _holding(library: Library) -> Callable[[Sequence[str]], Mapping[str, int]]:
    """For each canonical cite of a section or chapter 1 where it is held, told from the cites of all that is held of
    its code ("RSA "): one list for all questions."""
    codes = AskedOnce(lambda names: {name: library.sections(name) for name in names})

    def ask(cites: Sequence[str]) -> Mapping[str, int]:
        code_of = {cite: cite[: cite.find(" ") + 1] or cite for cite in cites}
        held = codes.of(list(code_of.values()))
        return {cite: int(_is_among(cite, held[code])) for cite, code in code_of.items()}

    return ask


def _is_among(cite: str, held: Sequence[str]) -> bool:
    """Whether the section, or any section of the chapter, is among these cites in order."""
    at = bisect_left(held, cite)
    if at < len(held) and held[at] == cite:
        return True
    meant = parse_ref(cite)
    if meant is not None and meant.section:
        return False
    below = (cite + mark for mark in BELOW_CHAPTER)
    return any(one.startswith(head) for head in below for one in held[bisect_left(held, head) :][:1])


def _cells(library: Library, place: str) -> tuple[TableCell, ...]:
    """Of a town with its state the figures of its rows in statewide tables; of "police | Pinfold, NH" those of its own
    line, of "Article 12 | Pinfold, NH" and "Fee of sign permit | Pinfold, NH" what its warrants and schedules print."""
    line, _, town = place.rpartition(" | ")
    asked = place_and_state(town)
    if line.startswith((ARTICLE, FEE)):
        return charge_cells(library.ledger, line, *asked)
    return line_cells(library.ledger, line, *asked) if line else table_cells(library.ledger, *asked)


def _statistics(library: Library, local: Filters, state: Filters) -> Statistics:
    """The statistics of the scopes a question searches: its towns and its states' law."""
    scopes = scopes_of(local, state)
    figures = library.figures(scopes)
    year = figures.date_to[:4]
    known = AskedOnce(lambda stems: library.frequencies(stems, scopes))
    return Statistics(known.one, figures.chunks, int(year) if year.isdigit() else 0, known.learn, known.take)


_FOLLOWED: frozenset[MatterKind] = frozenset(
    ("case", "parcel", "fund", "budget", "contract", "resolution", "ordinance", "subject")
)
_MOST_MATTERS, _MOST_ROWS = 4, 60
"""Matters followed, and records read of each: a case has a dozen, a budget a few each year."""
_MOST_DISPUTES = 3
_SHOWN = 90


def disputes_among(ledger: Ledger, chunks: Sequence[Chunk], stems: Collection[str]) -> tuple[str, ...]:
    """In one sentence each where records differ of the matters that these local passages record and whose name says one
    of the stems; at most three."""
    pages = [(chunk.doc_id, page) for chunk in chunks if chunk.lane == "local" for page in chunk.pages]
    rows = ledger.on_pages(pages)
    asked = _asked(rows, stems)
    told = list(rows)
    for key, row in asked.items():
        query = LedgerQuery(key=key, town=row.town, state=row.state)
        told += ledger.rows(query, limit=_MOST_ROWS, order="time").rows
    once = {row.id: row for row in told if any(matter.key in asked for matter in row.record.matters)}
    return tuple(map(_dispute, disagreements(tuple(once.values()))[:_MOST_DISPUTES]))


def _asked(rows: Sequence[LedgerRow], stems: Collection[str]) -> dict[str, LedgerRow]:
    """Key of a matter of the records that the stems ask for -> the first record of it; those named most first."""
    wanted = frozenset(stems)
    met: dict[str, int] = {}
    first: dict[str, LedgerRow] = {}
    for row in rows:
        for matter in row.record.matters:
            shared = len(wanted & set(map(stem, content_words(matter.name))))
            if matter.kind in _FOLLOWED and shared:
                met[matter.key] = shared
                first.setdefault(matter.key, row)
    best = sorted(first, key=lambda key: -met[key])[:_MOST_MATTERS]
    return {key: first[key] for key in best}


def _dispute(pair: Disagreement) -> str:
    one, other = (f"{row.title}: “{' '.join(row.record.text.split())[:_SHOWN]}”" for row in (pair.one, pair.other))
    return f"{pair.about}: {one}; {other}"
