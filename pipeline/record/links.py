"""What a run asked of the archive beside searches (names, links, texts by id, bodies), written down and given again.

A replay gives what was recorded for the very same question, in its order, and nothing for one that was not asked. It
refuses to look anything up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from pydantic import JsonValue

from pipeline.record.capsule import Capsule, CapsuleLog, held_chunks
from vault.courses import Courses
from vault.ledger import Telling
from vault.ports import ANY, Archive, Linked
from vault.types import Chunk, ChunkId, Filters, Link, NamedChunk

__all__ = [
    "RecordingArchive",
    "ReplayArchive",
    "lists_of",
    "recorded_bodies",
    "recorded_courses",
    "recorded_tellings",
    "recorded_texts",
    "replayed_bodies",
    "replayed_courses",
    "replayed_tellings",
    "replayed_texts",
]

Texts = Callable[[Sequence[ChunkId]], tuple[Chunk, ...]]
Bodies = Callable[[Filters], tuple[str, ...]]
CoursesOf = Callable[[Sequence[ChunkId], Sequence[str]], Courses]
Tellings = Callable[[Sequence[str], Filters, int], tuple[Telling, ...]]


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


def recorded_texts(texts: Texts, log: CapsuleLog) -> Texts:
    """Chunks by id, written down."""

    def ask(ids: Sequence[ChunkId]) -> tuple[Chunk, ...]:
        found = texts(ids)
        log.add("texts", {"key": _key(ids), "found": [log.keep(chunk) for chunk in found]})
        return found

    return ask


def replayed_texts(capsule: Capsule) -> Texts:
    """The recorded chunks by id."""
    chunks, held = held_chunks(capsule), lists_of(capsule, "texts")
    return lambda ids: tuple(chunks[str(name)] for name in held.get(_key(ids), []))


def _asked_records(stems: Sequence[str], scope: Filters, limit: int) -> str:
    return _key([*stems, scope.model_dump_json(), str(limit)])


def recorded_tellings(told: Tellings, log: CapsuleLog) -> Tellings:
    """The records that hold some words, written down."""

    def ask(stems: Sequence[str], scope: Filters, limit: int) -> tuple[Telling, ...]:
        found = told(stems, scope, limit)
        log.add("tellings", {"key": _asked_records(stems, scope, limit), "found": [list(one) for one in found]})
        return found

    return ask


def replayed_tellings(capsule: Capsule) -> Tellings:
    """The recorded records; of a capsule of before none."""
    held = lists_of(capsule, "tellings")

    def ask(stems: Sequence[str], scope: Filters, limit: int) -> tuple[Telling, ...]:
        rows = (row for row in held.get(_asked_records(stems, scope, limit), []) if isinstance(row, list))
        return tuple(_telling(row) for row in rows)

    return ask


def _telling(row: Sequence[JsonValue]) -> Telling:
    chunk_id, doc_id, page, date, share = row
    return Telling(str(chunk_id), str(doc_id), int(str(page)), str(date), float(str(share)))


def recorded_courses(courses: CoursesOf, log: CapsuleLog) -> CoursesOf:
    """What became of matters, written down."""

    def ask(ids: Sequence[ChunkId], stems: Sequence[str]) -> Courses:
        found = courses(ids, stems)
        log.add("courses", {"key": _key([*ids, "", *stems]), "found": [found.model_dump(mode="json")]})
        return found

    return ask


def replayed_courses(capsule: Capsule) -> CoursesOf:
    """The recorded courses; of a capsule of before none."""
    held = lists_of(capsule, "courses")

    def ask(ids: Sequence[ChunkId], stems: Sequence[str]) -> Courses:
        found = held.get(_key([*ids, "", *stems]), [])
        return Courses.model_validate(found[0]) if found else Courses()

    return ask


def recorded_bodies(bodies: Bodies, log: CapsuleLog) -> Bodies:
    """The bodies of filters, written down."""

    def ask(filters: Filters) -> tuple[str, ...]:
        found = bodies(filters)
        log.add("bodies", {"key": filters.model_dump_json(), "found": list(found)})
        return found

    return ask


def replayed_bodies(capsule: Capsule) -> Bodies:
    """The recorded bodies of filters."""
    held = lists_of(capsule, "bodies")
    return lambda filters: tuple(map(str, held.get(filters.model_dump_json(), [])))
