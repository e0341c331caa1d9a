"""Services that write everything down, services that live from what was written, and an engine that asks nothing twice.

Wraps every outside a turn can see (search, archive facts, memory, model, clock, ids) so that a run can be replayed with
no network, no vault and no clock. It refuses to replay a lookup that was not recorded, and to serve a failed search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import JsonValue

from pipeline.find.select import CorpusFacts, Statistics
from pipeline.hosted.models import MeteredModel
from pipeline.ports import SearchEngine
from pipeline.record.capsule import (
    CAPSULE_VERSION,
    Capsule,
    CapsuleLog,
    RecordingEngine,
    RecordingModel,
    ReplayEngine,
    ReplayModel,
    held_chunks,
)
from pipeline.record.lookups import (
    AROUND,
    CELLS,
    DISPUTES,
    FOUND,
    LAST_MEETING,
    PRINTED,
    SOUGHT,
    RecordingArchive,
    ReplayArchive,
    counts,
    recorded_memory,
    replayed_memory,
)
from pipeline.services import Services
from pipeline.settings import Settings
from vault.errors import InputError
from vault.types import Chunk, ChunkId, Filters, Hit, Lane, Query, SearchAnswer
from vault.value import Value

__all__ = ["Searched", "ServingEngine", "gone_settings", "recording", "replaying"]


def _whole(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0


def _recorded_count(kind: str, count: Callable[[str], int], log: CapsuleLog) -> Callable[[str], int]:
    ask = counts(kind).recorded(lambda words: {word: count(word) for word in words}, log)
    return lambda word: ask((word,))[word]


def _replayed_count(kind: str, capsule: Capsule) -> Callable[[str], int]:
    ask = counts(kind).replayed(capsule)
    return lambda word: ask((word,))[word]


def _recorded_statistics(found: CorpusFacts, log: CapsuleLog) -> Callable[[Filters, Filters], Statistics | None]:
    def ask(local: Filters, state: Filters) -> Statistics | None:
        held = found.narrowed(local, state)
        if held is None:
            return None
        log.add("statistics", {"total": held.total, "newest_year": held.newest_year})
        return held._replace(df=_recorded_count("scoped_df", held.df, log))

    return ask


def _replayed_statistics(capsule: Capsule) -> Callable[[Filters, Filters], Statistics | None]:
    """Every retrieval of one run searches the same scopes, so the first record serves all."""
    held = next((data for data in capsule.of("statistics") if isinstance(data, dict)), None)

    def ask(_local: Filters, _state: Filters) -> Statistics | None:
        if held is None:
            return None
        return Statistics(_replayed_count("scoped_df", capsule), _whole(held["total"]), _whole(held["newest_year"]))

    return ask


def _kept_texts(texts: Texts, log: CapsuleLog) -> Texts:
    """The passages by id, which the record then holds: one that a reader adds need not be found by any search."""

    def ask(ids: Sequence[ChunkId]) -> Sequence[Chunk]:
        found = texts(ids)
        for chunk in found:
            log.keep(chunk)
        return found

    return ask


def recording(services: Services, log: CapsuleLog) -> tuple[Services, MeteredModel | None]:
    """The services of one turn with every answer written to the log, and the meter of its model calls."""
    found = services.facts()
    log.add("facts", {"total": found.total, "mean_length": found.mean_length, "newest_year": found.newest_year})
    facts = replace(
        found,
        df=_recorded_count("df", found.df, log),
        holds=counts("holds").recorded(found.holds, log),
        around=AROUND.recorded(found.around, log),
        cells=CELLS.recorded(found.cells, log),
        disputes=DISPUTES.recorded(found.disputes, log),
        search=FOUND.recorded(found.search, log),
        archive=RecordingArchive(found.archive, log),
        narrowed=_recorded_statistics(found, log),
    )
    meter = MeteredModel(services.model) if services.model is not None else None
    kept = replace(
        services,
        engine=RecordingEngine(services.engine, log),
        facts=lambda: facts,
        memory=lambda retrieval, scopes: recorded_memory(services.memory(retrieval, scopes), log),
        model=RecordingModel(meter, log) if meter is not None else None,
        texts=_kept_texts(services.texts, log),
        plain_search=SOUGHT.recorded(services.plain_search, log),
        cells=PRINTED.recorded(services.cells, log),
        last_meeting=LAST_MEETING.recorded(services.last_meeting, log),
    )
    return kept, meter


def _moments(capsule: Capsule) -> Callable[[], datetime]:
    start = capsule.one("start")
    created = str(start["created"]) if isinstance(start, dict) else ""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError as wrong:
        raise InputError(
            f"the capsule's time {created!r} cannot be read", next_step="Give a capsule of a run."
        ) from wrong
    return lambda: moment


def _settings(recorded: JsonValue) -> Settings:
    """The settings of a capsule, without those that today's code has no more: nothing reads them."""
    held = recorded if isinstance(recorded, dict) else {}
    return Settings.model_validate({name: value for name, value in held.items() if name in Settings.model_fields})


def gone_settings(capsule: Capsule) -> tuple[str, ...]:
    """Settings that the capsule names and today's code has no more, in order of name."""
    start = capsule.one("start")
    held = start.get("settings") if isinstance(start, dict) else None
    return tuple(sorted(held.keys() - Settings.model_fields.keys())) if isinstance(held, dict) else ()


def replaying(capsule: Capsule) -> Services:
    """Services that answer from the capsule alone.

    Raises:
        InputError: the capsule has no start, settings or facts.
    """
    start, known = capsule.one("start"), capsule.last("facts")
    if not isinstance(start, dict) or not isinstance(known, dict) or start["version"] != CAPSULE_VERSION:
        raise InputError(
            "the capsule does not begin with a run of this version", next_step="Replay with the version that wrote it."
        )
    facts = CorpusFacts(
        df=_replayed_count("df", capsule),
        around=AROUND.replayed(capsule),
        total=_whole(known["total"]),
        mean_length=float(str(known["mean_length"])),
        newest_year=_whole(known["newest_year"]),
        holds=counts("holds").replayed(capsule),
        cells=CELLS.replayed(capsule),
        disputes=DISPUTES.replayed(capsule),
        search=FOUND.replayed(capsule),
        archive=ReplayArchive(capsule),
        narrowed=_replayed_statistics(capsule),
    )
    memory = replayed_memory(capsule)
    texts = held_chunks(capsule)
    asked = bool(capsule.of("ask")) or bool(start["model"])
    return Services(
        settings=_settings(start["settings"]),
        engine=ReplayEngine(capsule),
        facts=lambda: facts,
        memory=lambda _retrieval, _scopes: memory,
        clock=_moments(capsule),
        new_id=lambda: str(start["run_id"]),
        timer=lambda: 0.0,
        model=ReplayModel(capsule) if asked else None,
        texts=lambda ids: [texts[number] for number in ids if number in texts],
        plain_search=SOUGHT.replayed(capsule),
        cells=PRINTED.replayed(capsule),
        last_meeting=LAST_MEETING.replayed(capsule),
    )


Texts = Callable[[Sequence[ChunkId]], Sequence[Chunk]]
"""Chunk ids -> the chunks that are held, in any order."""


class Searched(Value):
    """One search that was made and what it found: chunk ids with their scores, best first."""

    lane: Lane
    query: Query
    filters: Filters
    limit: int
    found: tuple[tuple[ChunkId, float], ...] = ()
    answer: SearchAnswer
    """The answer without its hits."""


_Key = tuple[Query, Lane, Filters, int]


class ServingEngine:
    """A search engine that remembers: a search that was made before in the run is answered from what it found."""

    def __init__(self, engine: SearchEngine, texts: Texts, made: Sequence[Searched] = ()) -> None:
        self._engine = engine
        self._texts = texts
        self._made: dict[_Key, Searched] = {(one.query, one.lane, one.filters, one.limit): one for one in made}
        self._chunks: dict[ChunkId, Chunk] = {}
        self._fetched = not made

    @property
    def made(self) -> tuple[Searched, ...]:
        """Every search of the run so far, in the order made."""
        return tuple(self._made.values())

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """The answer, from memory when this search was made before. Raises what the engine raises."""
        key = (query, lane, filters, limit)
        held = self._served(self._made[key]) if key in self._made else None
        if held is not None:
            return held
        answer = await self._engine.search(query, lane, filters, limit, explained=explained)
        self._chunks.update((hit.chunk.id, hit.chunk) for hit in answer.hits)
        self._made[key] = Searched(
            lane=lane,
            query=query,
            filters=filters,
            limit=limit,
            found=tuple((hit.chunk.id, hit.score) for hit in answer.hits),
            answer=answer.changed(hits=()),
        )
        return answer

    def _served(self, made: Searched) -> SearchAnswer | None:
        """The answer of a search made before; None when a passage of it is gone."""
        if not self._fetched:
            self._fetched = True
            wanted = dict.fromkeys(number for one in self._made.values() for number, _ in one.found)
            self._chunks.update((chunk.id, chunk) for chunk in self._texts(list(wanted)))
        if any(number not in self._chunks for number, _ in made.found):
            return None
        hits = tuple(
            Hit(chunk=self._chunks[number], score=score, rank=rank)
            for rank, (number, score) in enumerate(made.found, start=1)
        )
        return made.answer.changed(hits=hits)
