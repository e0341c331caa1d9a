"""What a run asked of the archive and the memory beside searches, written down and given again.

A replay gives what was recorded for the very same question, in its order, and nothing for one that was not asked. It
refuses to look anything up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

from pydantic import JsonValue

from hop_controller.memory import Memory
from pipeline.record.capsule import Capsule, CapsuleLog, held_chunks
from vault.errors import HandleError, VaultError
from vault.ports import ANY, Archive, Bearers, Linked, LinksAsk, NamesAsk
from vault.statewide import TableCell
from vault.types import Chunk, ChunkId, Filters, Link, NamedChunk, Query, SearchAnswer, SearchRequest
from vault.value import AskedOnce

__all__ = [
    "AROUND", "CELLS", "DISPUTES", "FOUND", "LAST_MEETING", "PRINTED", "SOUGHT", "MemoryOfARun",
    "RecordingArchive", "ReplayArchive", "counts", "recorded_memory", "replayed_memory",
]  # fmt: skip

P = ParamSpec("P")
T = TypeVar("T")


def _key(asked: Iterable[str]) -> str:
    return json.dumps(list(asked), ensure_ascii=False)


@dataclass(frozen=True)
class Lookup(Generic[P, T]):
    """One kind of question: by what an asking is known again, how its answer is written and read."""

    kind: str
    key: Callable[P, str]
    write: Callable[[T, CapsuleLog], list[JsonValue]]
    read: Callable[[Sequence[JsonValue], Mapping[ChunkId, Chunk]], T]
    """The answer of what was written; of () for a question that was not asked."""

    def recorded(self, ask: Callable[P, T], log: CapsuleLog) -> Callable[P, T]:
        """The lookup with every answer written down."""

        def again(*args: P.args, **named: P.kwargs) -> T:
            found = ask(*args, **named)
            log.add(self.kind, {"key": self.key(*args, **named), "found": self.write(found, log)})
            return found

        return again

    def replayed(self, capsule: Capsule) -> Callable[P, T]:
        """The recorded answers of each question in order, the last again."""
        chunks = held_chunks(capsule)
        held: dict[str, list[list[JsonValue]]] = {}
        for data in capsule.of(self.kind):
            if isinstance(data, dict) and isinstance(data["found"], list):
                held.setdefault(str(data["key"]), []).append(data["found"])

        def again(*args: P.args, **named: P.kwargs) -> T:
            answers = held.get(self.key(*args, **named), [[]])
            return self.read(answers.pop(0) if len(answers) > 1 else answers[0], chunks)

        return again


@dataclass(frozen=True)
class EachLookup(Generic[T]):
    """A question that is asked of many names at once: the answer of each name is asked and written down once."""

    kind: str
    write: Callable[[T, CapsuleLog], JsonValue]
    read: Callable[[JsonValue, Mapping[ChunkId, Chunk]], T]
    """The answer of what was written; of None for a name that was not asked."""

    def recorded(
        self, ask: Callable[[Sequence[str]], Mapping[str, T]], log: CapsuleLog
    ) -> Callable[[Sequence[str]], Mapping[str, T]]:
        """The lookup with every answer written down."""

        def again(names: Sequence[str]) -> Mapping[str, T]:
            found = ask(names)
            for name, one in found.items():
                log.note(self.kind, name, self.write(one, log))
            return found

        return AskedOnce(again).of

    def replayed(self, capsule: Capsule) -> Callable[[Sequence[str]], Mapping[str, T]]:
        """The recorded answers."""
        held, chunks = capsule.noted(self.kind), held_chunks(capsule)
        return lambda names: {name: self.read(held.get(name), chunks) for name in names}


def _kept(found: Sequence[Chunk], log: CapsuleLog) -> list[JsonValue]:
    return [log.keep(chunk) for chunk in found]


def _chunks(found: Sequence[JsonValue], chunks: Mapping[ChunkId, Chunk]) -> tuple[Chunk, ...]:
    return tuple(chunks[str(name)] for name in found)


def _rows(found: Iterable[tuple[str | int | float, ...]], _: CapsuleLog) -> list[JsonValue]:
    return [list(row) for row in found]


SOUGHT: Lookup[[Query, Filters, int], Sequence[Chunk]] = Lookup(
    "sought",
    lambda query, filters, limit: f"{query.model_dump_json()} {filters.model_dump_json()} {limit}",
    _kept,
    _chunks,
)
"""Chunks by a plain search."""
DISPUTES: Lookup[[Sequence[Chunk], Sequence[str]], tuple[str, ...]] = Lookup(
    "disputes",
    lambda chunks, stems: _key([*(chunk.id for chunk in chunks), "", *stems]),
    lambda found, _: list(found),
    lambda found, _: tuple(map(str, found)),
)
"""Where records of matters differ."""
PRINTED: Lookup[[Sequence[tuple[str, int]], str], Sequence[TableCell]] = Lookup(
    "printed",
    lambda pages, text: _key([*(f"{doc} {page}" for doc, page in pages), "", text]),
    _rows,
    lambda found, _: tuple(TableCell(*map(str, row)) for row in found if isinstance(row, list)),
)
"""Rows of the tables of some pages."""
LAST_MEETING: Lookup[[str, Sequence[str]], str] = Lookup(
    "last_meeting",
    lambda town, bodies: _key([town, *bodies]),
    lambda found, _: [found],
    lambda found, _: str(found[0]) if found else "",
)
"""The day of the newest minutes of a town's bodies."""


def _hits_of(found: Sequence[SearchAnswer | VaultError], log: CapsuleLog) -> list[JsonValue]:
    """What each search of a batch found, as passages with their scores; of one that failed, why."""
    return [
        one.message
        if isinstance(one, VaultError)
        else {"mode": one.mode, "hits": [[log.keep(hit.chunk), hit.score] for hit in one.hits]}
        for one in found
    ]


def _found_again(told: Sequence[JsonValue], chunks: Mapping[ChunkId, Chunk]) -> tuple[SearchAnswer | VaultError, ...]:
    if not told:
        raise HandleError("the capsule holds no such searches for names")
    return tuple(_answer_again(one, chunks) for one in told)


def _answer_again(told: JsonValue, chunks: Mapping[ChunkId, Chunk]) -> SearchAnswer | VaultError:
    if not isinstance(told, dict):
        return VaultError(str(told))
    held = [row for row in _list(told["hits"]) if isinstance(row, list)]
    hits = [{"chunk": chunks[str(name)], "score": score, "rank": at} for at, (name, score) in enumerate(held, 1)]
    return SearchAnswer.model_validate({"mode": told["mode"], "hits": hits})


FOUND: Lookup[[Sequence[SearchRequest]], Sequence[SearchAnswer | VaultError]] = Lookup(
    "found", lambda asks: _key(ask.model_dump_json(exclude={"counted"}) for ask in asks), _hits_of, _found_again
)
"""Ranked searches asked in one call, which follow names out of passages."""


def _bearers(found: Bearers, log: CapsuleLog) -> list[JsonValue]:
    for chunk in found.chunks:
        log.keep(chunk)
    return _rows(found.names, log)


def _bearers_again(found: Sequence[JsonValue], chunks: Mapping[ChunkId, Chunk]) -> Bearers:
    """The names with all the texts of theirs that the capsule holds."""
    names = tuple(NamedChunk(*map(str, row)) for row in found if isinstance(row, list))
    ids = dict.fromkeys(one.chunk_id for one in names)
    return Bearers(names, tuple(chunks[name] for name in ids if name in chunks))


_NAMED: Lookup[[NamesAsk], Bearers] = Lookup("named", lambda ask: _key(ask.names), _bearers, _bearers_again)
AROUND: EachLookup[tuple[Chunk, ...]] = EachLookup(
    "around", _kept, lambda found, chunks: _chunks(found, chunks) if isinstance(found, list) else ()
)
"""The chunks near each chunk."""


CELLS: EachLookup[tuple[TableCell, ...]] = EachLookup(
    "cells",
    _rows,
    lambda found, _: (
        tuple(TableCell(*map(str, row)) for row in found if isinstance(row, list)) if isinstance(found, list) else ()
    ),
)
"""What statewide tables tell of each town."""


def counts(kind: str) -> EachLookup[int]:
    """Names -> for each a number, 0 for one that was not asked."""
    return EachLookup(kind, lambda number, _: number, lambda found, _: found if isinstance(found, int) else 0)


class RecordingArchive:
    """An archive whose answers are written down."""

    def __init__(self, archive: Archive, log: CapsuleLog) -> None:
        self._archive, self._log = archive, log

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = (ANY,)) -> Bearers:
        """The archive's answer, recorded."""
        return _NAMED.recorded(lambda asked: self._archive.named(asked, scopes), self._log)(ask)

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """The archive's answer, recorded for each chunk."""
        found = self._archive.linked(ask, scopes)
        for name, links in found.out.items():
            told: JsonValue = [[link.target, link.kind, link.position, link.length, link.fanout] for link in links]
            self._log.note("out_of", name, told)
        for name, citing in found.back.items():
            self._log.note("back_to", name, list(citing))
        for chunk in found.chunks:
            self._log.keep(chunk)
        for name, near in found.near.items():
            self._log.note(AROUND.kind, name, AROUND.write(near, self._log))
        return found


class ReplayArchive:
    """An archive that answers from a capsule; of a capsule that holds no names and links it knows none."""

    def __init__(self, capsule: Capsule) -> None:
        self._named = _NAMED.replayed(capsule)
        self._out_of = capsule.noted("out_of")
        self._back_to = capsule.noted("back_to")
        self._around = capsule.noted(AROUND.kind)
        self._chunks = held_chunks(capsule)

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = (ANY,)) -> Bearers:
        """The recorded answer: a run has one scope."""
        return self._named(ask)

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """The recorded answer."""
        found = Linked(
            out={name: _links(name, self._out_of[name])[: ask.most] for name in ask.ids if name in self._out_of},
            back={name: tuple(map(str, _list(self._back_to[name]))) for name in ask.ids if name in self._back_to},
            near={name: AROUND.read(self._around[name], self._chunks) for name in ask.near if name in self._around},
        )
        ends = dict.fromkeys(end for name in ask.ids for end in found.ends(name))
        return found._replace(chunks=tuple(self._chunks[end] for end in ends if end in self._chunks))


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _links(source: ChunkId, told: JsonValue) -> tuple[Link, ...]:
    """Recorded links: what each leads to, how, and where."""
    names = ("target", "kind", "position", "length", "fanout")
    return tuple(
        Link.model_validate({"source": source, **dict(zip(names, _list(row), strict=True))}) for row in _list(told)
    )


def _answer(found: Sequence[JsonValue]) -> JsonValue:
    if not found:
        raise HandleError("the capsule holds no such answer of the memory")
    return found[0]


def _number(found: Sequence[JsonValue], _: Mapping[ChunkId, Chunk]) -> int | None:
    return value if isinstance(value := _answer(found), int) else None


def _yes_or_no(found: Sequence[JsonValue], _: Mapping[ChunkId, Chunk]) -> bool | None:
    return value if isinstance(value := _answer(found), bool) else None


_NOTE_HITS: Lookup[[str, int], int | None] = Lookup(
    "note_hits", lambda phrase, limit: f"{limit} {phrase}", lambda found, _: [found], _number
)
_RELATED_NOTES: Lookup[[str, int], int | None] = Lookup(
    "related_notes", lambda phrase, limit: f"{limit} {phrase}", lambda found, _: [found], _number
)
_RETRIEVABLE: Lookup[[str], bool | None] = Lookup("retrievable", str, lambda found, _: [found], _yes_or_no)


@dataclass(frozen=True)
class MemoryOfARun:
    """A memory as a run has it: recorded, or answering from a capsule and from nothing else."""

    prepare: Callable[[Sequence[str]], None]
    note_hits: Callable[[str, int], int | None]
    related_notes: Callable[[str, int], int | None]
    retrievable: Callable[[str], bool | None]


def recorded_memory(memory: Memory, log: CapsuleLog) -> MemoryOfARun:
    """The memory with every answer written down."""
    return MemoryOfARun(
        prepare=memory.prepare,
        note_hits=_NOTE_HITS.recorded(memory.note_hits, log),
        related_notes=_RELATED_NOTES.recorded(memory.related_notes, log),
        retrievable=_RETRIEVABLE.recorded(memory.retrievable, log),
    )


def replayed_memory(capsule: Capsule) -> MemoryOfARun:
    """The memory of a capsule. A question that was not recorded raises `HandleError`: the rules have changed."""
    return MemoryOfARun(
        prepare=lambda _: None,
        note_hits=_NOTE_HITS.replayed(capsule),
        related_notes=_RELATED_NOTES.replayed(capsule),
        retrievable=_RETRIEVABLE.replayed(capsule),
    )
