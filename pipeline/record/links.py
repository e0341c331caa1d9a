"""What a run asked of the archive beside searches (names, links, texts by id, bodies), written down and given again.

A replay gives what was recorded for the very same question, in its order, and nothing for one that was not asked. It
refuses to look anything up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

from pydantic import JsonValue

from pipeline.record.capsule import Capsule, CapsuleLog, held_chunks
from vault.courses import Courses
from vault.ledger import Telling
from vault.ports import ANY, Archive, Linked
from vault.types import Chunk, ChunkId, Filters, Link, NamedChunk, Query

P = ParamSpec("P")
T = TypeVar("T")


def _key(asked: Iterable[str]) -> str:
    return json.dumps(list(asked), ensure_ascii=False)


def lists_of(capsule: Capsule, kind: str) -> dict[str, list[JsonValue]]:
    """Key -> what was found, of every record of a kind; one entry a key in capsules of before."""
    held: dict[str, list[JsonValue]] = {}
    for data in capsule.of(kind):
        noted = data.get("noted") if isinstance(data, dict) else None
        if isinstance(noted, dict):
            held |= {name: found for name, found in noted.items() if isinstance(found, list)}
        elif isinstance(data, dict) and isinstance(data["found"], list):
            held[str(data.get("key", data.get("chunk")))] = data["found"]
    return held


class RecordingArchive:
    """An archive whose answers are written down."""

    def __init__(self, archive: Archive, log: CapsuleLog) -> None:
        self._archive, self._log = archive, log

    def named(self, names: Iterable[str], scopes: Sequence[Filters] = (ANY,)) -> Sequence[NamedChunk]:
        """The archive's answer, recorded."""
        asked = list(names)
        found = self._archive.named(asked, scopes)
        self._log.add("named", {"key": _key(asked), "found": [list(one) for one in found]})
        return found

    def linked(self, ids: Sequence[ChunkId], most: int, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """The archive's answer, recorded for each chunk."""
        found = self._archive.linked(ids, most, scopes)
        for name, links in found.out.items():
            told: JsonValue = [[link.target, link.kind, link.position, link.length, link.fanout] for link in links]
            self._log.note("out_of", name, told)
        for name, citing in found.back.items():
            self._log.note("back_to", name, list(citing))
        for chunk in found.chunks:
            self._log.keep(chunk)
        return found


class ReplayArchive:
    """An archive that answers from a capsule; of a capsule that holds no names and links it knows none."""

    def __init__(self, capsule: Capsule) -> None:
        self._named = lists_of(capsule, "named")
        self._out_of = lists_of(capsule, "out_of")
        self._back_to = lists_of(capsule, "back_to")
        self._chunks = held_chunks(capsule)

    def named(self, names: Iterable[str], scopes: Sequence[Filters] = (ANY,)) -> Sequence[NamedChunk]:
        """The recorded answer: a run has one scope."""
        rows = (row for row in self._named.get(_key(names), []) if isinstance(row, list))
        return tuple(NamedChunk(*map(str, row)) for row in rows)

    def linked(self, ids: Sequence[ChunkId], most: int, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """The recorded answer; capsules of before hold all links of a chunk, those to itself included."""
        out = {name: tuple(_link(name, link) for link in self._out_of[name]) for name in ids if name in self._out_of}
        found = Linked(
            out={name: tuple([one for one in links if one.target != name][:most]) for name, links in out.items()},
            back={name: tuple(map(str, self._back_to[name])) for name in ids if name in self._back_to},
        )
        ends = dict.fromkeys(end for name in ids for end in found.ends(name))
        return found._replace(chunks=tuple(self._chunks[end] for end in ends if end in self._chunks))


def _link(source: ChunkId, told: JsonValue) -> Link:
    """A recorded link: what it leads to, how, and where; by name in capsules of before."""
    if isinstance(told, list):
        told = {"source": source, **dict(zip(("target", "kind", "position", "length", "fanout"), told, strict=True))}
    return Link.model_validate(told)


@dataclass(frozen=True)
class Lookup(Generic[P, T]):
    """One kind of question to the archive: by what an asking is known again, how its answer is written and read."""

    kind: str
    key: Callable[P, str]
    write: Callable[[T, CapsuleLog], list[JsonValue]]
    read: Callable[[Sequence[JsonValue], Mapping[ChunkId, Chunk]], T]

    def recorded(self, ask: Callable[P, T], log: CapsuleLog) -> Callable[P, T]:
        """The lookup with every answer written down."""

        def again(*args: P.args, **named: P.kwargs) -> T:
            found = ask(*args, **named)
            log.add(self.kind, {"key": self.key(*args, **named), "found": self.write(found, log)})
            return found

        return again

    def replayed(self, capsule: Capsule) -> Callable[P, T]:
        """The recorded answers; what was not asked finds nothing."""
        held, chunks = lists_of(capsule, self.kind), held_chunks(capsule)

        def again(*args: P.args, **named: P.kwargs) -> T:
            return self.read(held.get(self.key(*args, **named), ()), chunks)

        return again


def _kept(found: Sequence[Chunk], log: CapsuleLog) -> list[JsonValue]:
    return [log.keep(chunk) for chunk in found]


def _chunks(found: Sequence[JsonValue], chunks: Mapping[ChunkId, Chunk]) -> tuple[Chunk, ...]:
    return tuple(chunks[str(name)] for name in found)


def _by_ids(ids: Sequence[ChunkId]) -> str:
    return _key(ids)


def _by_query(query: Query, filters: Filters, limit: int) -> str:
    return f"{query.model_dump_json()} {filters.model_dump_json()} {limit}"


def _by_filters(filters: Filters) -> str:
    return filters.model_dump_json()


def _by_stems(stems: Sequence[str], scope: Filters, limit: int) -> str:
    return _key([*stems, scope.model_dump_json(), str(limit)])


def _telling(row: Sequence[JsonValue]) -> Telling:
    chunk_id, doc_id, page, date, share = row
    return Telling(str(chunk_id), str(doc_id), int(str(page)), str(date), float(str(share)))


TEXTS: Lookup[[Sequence[ChunkId]], tuple[Chunk, ...]] = Lookup("texts", _by_ids, _kept, _chunks)
"""Chunks by id."""
SOUGHT: Lookup[[Query, Filters, int], Sequence[Chunk]] = Lookup("sought", _by_query, _kept, _chunks)
"""Chunks by a plain search."""
COURSES: Lookup[[Sequence[ChunkId], Sequence[str]], Courses] = Lookup(
    "courses",
    lambda ids, stems: _key([*ids, "", *stems]),
    lambda found, _: [found.model_dump(mode="json")],
    lambda found, _: Courses.model_validate(found[0]) if found else Courses(),
)
"""What became of matters."""
BODIES: Lookup[[Filters], tuple[str, ...]] = Lookup(
    "bodies", _by_filters, lambda found, _: list(found), lambda found, _: tuple(map(str, found))
)
"""The bodies of filters."""
TELLINGS: Lookup[[Sequence[str], Filters, int], tuple[Telling, ...]] = Lookup(
    "tellings",
    _by_stems,
    lambda found, _: [list(one) for one in found],
    lambda found, _: tuple(_telling(row) for row in found if isinstance(row, list)),
)
"""The records that hold some words."""
