"""Services that write everything down, and services that live from what was written.

Wraps every outside a turn can see (search, archive facts, memory, model, clock, ids) so that a run can be replayed with
no network, no vault and no clock. It refuses to replay a lookup that was not recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import JsonValue

from hop_controller.memory import Memory
from pipeline.find.select import CorpusFacts, Statistics
from pipeline.hosted.budget import MeteredModel
from pipeline.record.capsule import (
    Capsule,
    CapsuleLog,
    RecordingEngine,
    RecordingModel,
    ReplayEngine,
    ReplayModel,
    held_chunks,
    recorded_counts,
    recorded_lookup,
    replayed_counts,
    replayed_lookup,
)
from pipeline.record.links import BODIES, COURSES, SOUGHT, TELLINGS, TEXTS, RecordingArchive, ReplayArchive, lists_of
from pipeline.services import Services
from pipeline.settings import Settings
from vault.errors import HandleError, InputError
from vault.types import Chunk, ChunkId, Filters

Nearby = Callable[[Sequence[ChunkId]], Mapping[ChunkId, tuple[Chunk, ...]]]
"""For each chunk the chunks near it in its document."""


class RecordingMemory:
    """A memory whose answers are written down."""

    def __init__(self, memory: Memory, log: CapsuleLog) -> None:
        self.memory, self.log = memory, log

    def prepare(self, phrases: Sequence[str]) -> None:
        """Has the memory look up at once what will be asked."""
        self.memory.prepare(phrases)

    def note_hits(self, phrase: str, limit: int) -> int | None:
        """The memory's answer, recorded."""
        return self._kept("note_hits", phrase, limit, self.memory.note_hits(phrase, limit))

    def related_notes(self, phrase: str, limit: int) -> int | None:
        """The memory's answer, recorded."""
        return self._kept("related_notes", phrase, limit, self.memory.related_notes(phrase, limit))

    def retrievable(self, phrase: str) -> bool | None:
        """The memory's answer, recorded."""
        found = self.memory.retrievable(phrase)
        self.log.add("memory", {"ask": "retrievable", "phrase": phrase, "limit": 0, "value": found})
        return found

    def _kept(self, ask: str, phrase: str, limit: int, value: int | None) -> int | None:
        self.log.add("memory", {"ask": ask, "phrase": phrase, "limit": limit, "value": value})
        return value


class ReplayMemory:
    """A memory that answers from a capsule, in the recorded order of each question."""

    def __init__(self, capsule: Capsule) -> None:
        self.held: dict[tuple[str, str, int], list[JsonValue]] = {}
        for data in capsule.of("memory"):
            if isinstance(data, dict):
                key = (str(data["ask"]), str(data["phrase"]), _whole(data["limit"]))
                self.held.setdefault(key, []).append(data["value"])

    def prepare(self, phrases: Sequence[str]) -> None:
        """Nothing: every answer is in the capsule."""

    def note_hits(self, phrase: str, limit: int) -> int | None:
        """The recorded answer."""
        value = self._next("note_hits", phrase, limit)
        return value if isinstance(value, int) else None

    def related_notes(self, phrase: str, limit: int) -> int | None:
        """The recorded answer."""
        value = self._next("related_notes", phrase, limit)
        return value if isinstance(value, int) else None

    def retrievable(self, phrase: str) -> bool | None:
        """The recorded answer."""
        value = self._next("retrievable", phrase, 0)
        return value if isinstance(value, bool) else None

    def _next(self, ask: str, phrase: str, limit: int) -> JsonValue:
        values = self.held.get((ask, phrase, limit))
        if not values:
            raise HandleError(f"the capsule holds no answer of the memory to {ask} {phrase!r}")
        return values.pop(0) if len(values) > 1 else values[0]


def _whole(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0


def _recorded_nearby(lookup: Nearby, log: CapsuleLog) -> Nearby:
    def ask(ids: Sequence[ChunkId]) -> Mapping[ChunkId, tuple[Chunk, ...]]:
        found = lookup(ids)
        for name, chunks in found.items():
            log.note("around", name, [log.keep(chunk) for chunk in chunks])
        return found

    return ask


def _replayed_nearby(capsule: Capsule) -> Nearby:
    chunks = held_chunks(capsule)
    held = {name: tuple(chunks[str(one)] for one in found) for name, found in lists_of(capsule, "around").items()}

    def ask(ids: Sequence[ChunkId]) -> Mapping[ChunkId, tuple[Chunk, ...]]:
        return {name: held.get(name, ()) for name in ids}

    return ask


def _recorded_statistics(found: CorpusFacts, log: CapsuleLog) -> Callable[[Filters, Filters], Statistics | None]:
    def ask(local: Filters, state: Filters) -> Statistics | None:
        held = found.narrowed(local, state)
        if held is None:
            return None
        log.add("statistics", {"total": held.total, "newest_year": held.newest_year})
        return held._replace(df=recorded_lookup(log, "scoped_df", held.df))

    return ask


def _replayed_statistics(capsule: Capsule) -> Callable[[Filters, Filters], Statistics | None]:
    """Every retrieval of one run searches the same scopes, so the first record serves all."""
    held = next((data for data in capsule.of("statistics") if isinstance(data, dict)), None)

    def ask(_local: Filters, _state: Filters) -> Statistics | None:
        if held is None:
            return None
        kind = "scoped_df" if capsule.of("scoped_df") else "df"  # one kind held both before
        return Statistics(replayed_lookup(capsule, kind), _whole(held["total"]), _whole(held["newest_year"]))

    return ask


def recording(services: Services, log: CapsuleLog) -> tuple[Services, MeteredModel | None]:
    """The services of one turn with every answer written to the log, and the meter of its model calls."""
    found = services.facts()
    log.add("facts", {"total": found.total, "mean_length": found.mean_length, "newest_year": found.newest_year})
    facts = replace(
        found,
        df=recorded_lookup(log, "df", found.df),
        holds=recorded_counts(log, "holds", found.holds),
        around=_recorded_nearby(found.around, log),
        bodies=BODIES.recorded(found.bodies, log),
        texts=TEXTS.recorded(found.texts, log),
        told=TELLINGS.recorded(found.told, log),
        courses=COURSES.recorded(found.courses, log),
        archive=RecordingArchive(found.archive, log),
        narrowed=_recorded_statistics(found, log),
    )
    meter = MeteredModel(services.model) if services.model is not None else None
    kept = replace(
        services,
        engine=RecordingEngine(services.engine, log),
        facts=lambda: facts,
        memory=lambda retrieval, scopes: RecordingMemory(services.memory(retrieval, scopes), log),
        model=RecordingModel(meter, log) if meter is not None else None,
        plain_search=SOUGHT.recorded(services.plain_search, log),
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
    if not isinstance(start, dict) or not isinstance(known, dict):
        raise InputError("the capsule does not begin with a run", next_step="Give a capsule of a finished run.")
    facts = CorpusFacts(
        df=replayed_lookup(capsule, "df"),
        around=_replayed_nearby(capsule),
        total=_whole(known["total"]),
        mean_length=float(str(known["mean_length"])),
        newest_year=_whole(known["newest_year"]),
        holds=replayed_counts(capsule, "holds"),
        bodies=BODIES.replayed(capsule),
        texts=TEXTS.replayed(capsule),
        told=TELLINGS.replayed(capsule),
        courses=COURSES.replayed(capsule),
        archive=ReplayArchive(capsule),
        narrowed=_replayed_statistics(capsule),
    )
    memory = ReplayMemory(capsule)
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
    )
