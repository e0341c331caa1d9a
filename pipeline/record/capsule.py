"""The run capsule: everything a run saw and decided, as append-only JSON Lines, each chained to the one before.

Records searches, archive facts, model replies and results as they happen; gives them back for a replay with no network
and no vault; tells whether a file was changed. It refuses to replay what was not recorded.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, JsonValue, ValidationError

from pipeline.errors import ModelBadOutput, ModelRefused, ModelTimeout, ModelUnavailable
from pipeline.ports import Model, ModelReply, ModelRequest, SearchEngine
from pipeline.record.passages import FILE_NAME, KeptPassage, PassageStore, kept_passage
from pipeline.record.seal import is_sealed_by, key_beside, seal_of
from vault.errors import HandleError, InputError, ModelError, OpenCouncilError, VaultError
from vault.types import Chunk, ChunkId, Filters, Lane, Query, SearchAnswer
from vault.value import Value

__all__ = [
    "CAPSULE_VERSION", "Capsule", "CapsuleLog", "Genuine", "RecordingEngine", "RecordingModel", "ReplayEngine",
    "ReplayModel", "export_capsule", "held_chunks", "read_capsule", "verify",
]  # fmt: skip

CAPSULE_VERSION = 2
"""Format of the entries; a replay refuses another one."""
_AFTER_NOTES = frozenset({"step", "retrieval", "answer", "result"})
"""Entries before which everything noted so far is written down."""
_CARRIED = '{"digest":'
"""How a line begins that holds a passage and no entry."""
_FIRST = "0" * 64
"""What the first entry is chained to."""
_MODEL_ERRORS: dict[str, type[ModelError]] = {
    kind.code: kind for kind in (ModelUnavailable, ModelRefused, ModelTimeout, ModelBadOutput)
}


class LogEntry(Value):
    """One line: its number from 0, what it holds, the data, sha256 hashes of the line before and of itself, and the
    seal of the vault that wrote it ("" when it had no key)."""

    n: int
    kind: str
    data: JsonValue
    previous: str
    hash: str
    seal: str = ""


Genuine = Literal["genuine", "edited", "unsealed", "no key"]
"""What the seals tell: this vault wrote every line; a line is not as it wrote it; no line bears a seal; not checked."""


class CapsuleCheck(Value):
    """Whether a chain is whole; `broken_at` is the number of the first entry that does not fit, and why."""

    whole: bool
    genuine: Genuine = "no key"
    entries: int
    broken_at: int | None = None
    reason: str = ""


def _digest(n: int, kind: str, data: JsonValue, previous: str) -> str:
    line = json.dumps([n, kind, data, previous], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: BaseModel | JsonValue) -> JsonValue:
    if isinstance(value, BaseModel):
        dumped: JsonValue = value.model_dump(mode="json", by_alias=True)
        return dumped
    return value


class CapsuleLog:
    """A capsule being written: entries in memory and, with a path, one flushed line each.

    A capsule that is there already is gone on with, so that one run keeps one chain over several processes.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._key = key_beside(path.parent, make=True) if path is not None and path.parent.parent.is_dir() else None
        before = _lines_of(path)[0] if path is not None and path.is_file() else ()
        self._entries: list[LogEntry] = list(before)
        self._waiting: list[tuple[str, BaseModel | JsonValue]] = []
        named = (name for entry in before for name in _passages_named(entry))
        self._places: dict[ChunkId, int] = {name: place for place, name in enumerate(dict.fromkeys(named))}
        self._fresh: dict[ChunkId, KeptPassage] = {}
        self._noted: dict[str, dict[str, JsonValue]] = {}
        if path is not None:
            self._open(path)

    @property
    def entries(self) -> Sequence[LogEntry]:
        """Every entry so far, what was only noted included."""
        self.flush()
        waiting, self._waiting = self._waiting, []
        for kind, value in waiting:
            self._chain(kind, _plain(value))
        return self._entries

    def of(self, kind: str) -> tuple[JsonValue, ...]:
        """The data of all entries of a kind so far, in order."""
        waiting = (_plain(value) for name, value in self._waiting if name == kind)
        return (*(entry.data for entry in self._entries if entry.kind == kind), *waiting)

    def _open(self, path: Path) -> None:
        """Makes the file, for its owner's eyes only; where nothing can be written the record stays in memory."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError:
            self.path = None

    def add(self, kind: str, value: BaseModel | JsonValue) -> None:
        """Appends one entry; before a step what was noted and the passages found since the last."""
        if kind in _AFTER_NOTES:
            self.flush()
        self._append(kind, value)

    def note(self, kind: str, word: str, value: JsonValue) -> None:
        """Notes what a lookup gave for a word; the notes of a kind become one entry when a step ends."""
        self._noted.setdefault(kind, {})[word] = value

    def flush(self) -> None:
        """Writes down what was noted and keeps the passages that were found, texts once for all runs."""
        noted, self._noted = self._noted, {}
        fresh, self._fresh = self._fresh, {}
        if fresh:
            self._append("passages", [[name, kept.digest] for name, kept in fresh.items()])
        for kind, words in noted.items():
            self._append(kind, {"noted": words})
        if fresh and self.path is not None:
            try:
                PassageStore(self.path.parent).put(fresh.values())
            except (sqlite3.Error, OSError):  # a full disk: an answer without its record is better than none
                self.path = None

    def _append(self, kind: str, value: BaseModel | JsonValue) -> None:
        """A log without a file is chained when somebody looks at it, most are not."""
        if self.path is None:
            self._waiting.append((kind, value))
        else:
            self._chain(kind, _plain(value))

    def _chain(self, kind: str, data: JsonValue) -> None:
        previous = self._entries[-1].hash if self._entries else _FIRST
        n = len(self._entries)
        digest = _digest(n, kind, data, previous)
        seal = seal_of(digest, self._key)
        entry = LogEntry.model_construct(n=n, kind=kind, data=data, previous=previous, hash=digest, seal=seal)
        self._entries.append(entry)
        if self.path is not None:
            self._write(self.path, entry)

    def _write(self, path: Path, entry: LogEntry) -> None:
        try:
            with path.open("a", encoding="utf-8") as out:
                out.write(entry.model_dump_json() + "\n")
        except OSError:  # a full disk: an answer without its record is better than none
            self.path = None

    def keep(self, chunk: Chunk) -> ChunkId:
        """The id of a chunk whose text is kept once, however often it is found: beside the capsules, or in the log
        itself where it has no file."""
        if chunk.id not in self._places:
            self._places[chunk.id] = len(self._places)
            if self.path is None:
                self._append("chunk", chunk)
            else:
                self._fresh[chunk.id] = kept_passage(chunk)
        return chunk.id

    def place_of(self, chunk: Chunk) -> int:
        """The place of a chunk among the passages of the log, from 0; kept like by `keep`."""
        return self._places[self.keep(chunk)]


def _passages_named(entry: LogEntry) -> tuple[ChunkId, ...]:
    """The ids of the passages that an entry holds or names."""
    if entry.kind == "chunk":
        return (str(entry.data.get("id", "")),) if isinstance(entry.data, dict) else ()
    return tuple(name for name, _ in _pairs(entry))


def _pairs(entry: LogEntry) -> tuple[tuple[ChunkId, str], ...]:
    """(Id, digest) of the passages that lie beside the capsule, in order; () for an entry of another kind."""
    if entry.kind != "passages" or not isinstance(entry.data, list):
        return ()
    return tuple((str(pair[0]), str(pair[1])) for pair in entry.data if isinstance(pair, list) and len(pair) == 2)


class Capsule(Value):
    """A capsule that was read: its entries in order, and the passages that lie beside it, by digest."""

    entries: tuple[LogEntry, ...]
    beside: dict[str, Chunk] = Field(default_factory=dict)

    def of(self, kind: str) -> tuple[JsonValue, ...]:
        """The data of all entries of that kind, in order."""
        return tuple(entry.data for entry in self.entries if entry.kind == kind)

    def noted(self, kind: str) -> dict[str, JsonValue]:
        """Word -> what was noted of it, of all entries of that kind."""
        notes = (data.get("noted") for data in self.of(kind) if isinstance(data, dict))
        return {word: value for words in notes if isinstance(words, dict) for word, value in words.items()}

    def last(self, kind: str) -> JsonValue:
        """The data of the last entry of that kind. Raises `InputError` when there is none."""
        found = self.of(kind)
        return found[-1] if found else self.one(kind)

    def one(self, kind: str) -> JsonValue:
        """The data of the only entry of that kind.

        Raises:
            InputError: there is none or more than one.
        """
        found = self.of(kind)
        if len(found) != 1:
            raise InputError(
                f"the capsule holds {len(found)} entries of kind {kind!r} instead of 1",
                next_step="Give a capsule of a finished run.",
            )
        return found[0]


def read_capsule(path: Path) -> Capsule:
    """The capsule in a file, with its passages as far as they lie beside it.

    Raises:
        InputError: no such file, or a line is not an entry (the line number is named).
    """
    entries, carried = _lines_of(path)
    named = {digest for entry in entries for _, digest in _pairs(entry)} - carried.keys()
    beside = PassageStore(path.parent).get(sorted(named)) if named else {}
    return Capsule(entries=entries, beside={**beside, **carried})


def export_capsule(capsule: Capsule, path: Path) -> None:
    """Writes a capsule with its passages into one file that needs nothing beside it; its entries and seals stay as
    they are. Raises `InputError` when a passage is missing or the file cannot be written."""
    held_chunks(capsule)
    lines = [entry.model_dump_json() for entry in capsule.entries]
    lines += [_Carried(digest=digest, passage=chunk).model_dump_json() for digest, chunk in capsule.beside.items()]
    try:
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except OSError as wrong:
        raise InputError(f"cannot write {path}: {wrong.strerror}", next_step="Name another file.") from wrong


class _Carried(Value):
    """A passage that an exported capsule carries, with its digest."""

    digest: str
    passage: Chunk


def _lines_of(path: Path) -> tuple[tuple[LogEntry, ...], dict[str, Chunk]]:
    """The entries of a capsule file, and the passages it carries by digest; one that was changed is left out. Raises
    as `read_capsule`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as wrong:
        raise InputError(f"cannot read the capsule {path}: {wrong}", next_step="Check the path.") from wrong
    entries: list[LogEntry] = []
    carried: dict[str, Chunk] = {}
    for number, line in enumerate(lines, start=1):
        try:
            if line.startswith(_CARRIED):
                one = _Carried.model_validate_json(line)
                carried |= {one.digest: one.passage} if kept_passage(one.passage).digest == one.digest else {}
            else:
                entries.append(LogEntry.model_validate_json(line))
        except ValidationError as wrong:
            raise InputError(
                f"line {number} of {path.name} is not a capsule entry", next_step="Give a file written by a run."
            ) from wrong
    return tuple(entries), carried


def verify(capsule: Capsule, key: bytes | None = None) -> CapsuleCheck:
    """Whether every entry is numbered, chained and hashed as it was written, and what the seals tell with the key of
    the vault; an empty capsule is not whole."""
    previous, count = _FIRST, len(capsule.entries)
    for at, entry in enumerate(capsule.entries):
        fault = _fault(entry, at, previous)
        if fault:
            return CapsuleCheck(whole=False, entries=count, broken_at=at, reason=fault)
        previous = entry.hash
    reason = "" if count else "the capsule is empty"
    return CapsuleCheck(whole=bool(count), entries=count, reason=reason, genuine=_genuine(capsule, key))


def _fault(entry: LogEntry, at: int, previous: str) -> str:
    """Why the entry does not stand at this place after that hash; empty when it does."""
    if entry.n != at:
        return f"entry {entry.n} stands at place {at}"
    if entry.previous != previous:
        return "not chained to the entry before"
    return "" if entry.hash == _digest(entry.n, entry.kind, entry.data, previous) else "its content was changed"


def _genuine(capsule: Capsule, key: bytes | None) -> Genuine:
    if key is None:
        return "no key"
    if not any(entry.seal for entry in capsule.entries):
        return "unsealed"
    return "genuine" if all(is_sealed_by(one.hash, one.seal, key) for one in capsule.entries) else "edited"


def _search_key(query: Query, lane: Lane, filters: Filters, limit: int) -> dict[str, JsonValue]:
    return {"query": _plain(query), "lane": lane, "filters": _plain(filters), "limit": limit}


def _text(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _without_texts(answer: SearchAnswer, log: CapsuleLog) -> JsonValue:
    hits: list[JsonValue] = [[log.place_of(hit.chunk), hit.score] for hit in answer.hits]
    bare: JsonValue = answer.changed(hits=(), took_ms=0.0).model_dump(mode="json")
    return {**bare, "hits": hits} if isinstance(bare, dict) else bare


def held_chunks(capsule: Capsule) -> dict[ChunkId, Chunk]:
    """Every chunk of the capsule by its id, in the order in which they were found.

    Raises:
        InputError: a passage that it names does not lie beside it as it was.
    """
    wanted = {digest for entry in capsule.entries for _, digest in _pairs(entry)}
    missing = len(wanted - capsule.beside.keys())
    if missing:
        raise InputError(
            f"{missing} of the {len(wanted)} passages of the capsule do not lie beside it as they were",
            next_step=f"Keep {FILE_NAME} of the vault's runs folder beside the capsule; `replay RUN --export FILE`"
            " writes a capsule that needs nothing beside it.",
        )
    found = (chunk for entry in capsule.entries for chunk in _chunks_of(entry, capsule.beside))
    return {chunk.id: chunk for chunk in found}


def _chunks_of(entry: LogEntry, beside: Mapping[str, Chunk]) -> tuple[Chunk, ...]:
    if entry.kind == "chunk":
        return (Chunk.model_validate(entry.data),)
    return tuple(beside[digest] for _, digest in _pairs(entry))


def _with_texts(answer: JsonValue, chunks: Sequence[Chunk]) -> SearchAnswer:
    if not isinstance(answer, dict) or not isinstance(answer["hits"], list):
        raise InputError("a search of the capsule has no answer", next_step="Give an unchanged capsule.")
    hits = [_hit(hit, rank, chunks) for rank, hit in enumerate(answer["hits"], start=1)]
    return SearchAnswer.model_validate({**answer, "hits": hits})


def _hit(hit: JsonValue, rank: int, chunks: Sequence[Chunk]) -> dict[str, object]:
    """A recorded hit: the place of its passage in the capsule and its score."""
    place, score = hit if isinstance(hit, list) and len(hit) == 2 else (-1, 0.0)
    if not isinstance(place, int) or not 0 <= place < len(chunks):
        raise InputError("a search of the capsule names no passage of it", next_step="Give an unchanged capsule.")
    return {"chunk": chunks[place], "score": score, "rank": rank}


class RecordingEngine:
    """A search engine that writes down every search and its answer, or its failure."""

    def __init__(self, engine: SearchEngine, log: CapsuleLog) -> None:
        self.engine, self.log = engine, log

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """The engine's answer, recorded."""
        key = _search_key(query, lane, filters, limit)
        try:
            answer = await self.engine.search(query, lane, filters, limit, explained=explained)
        except OpenCouncilError as error:
            self.log.add("search", {"key": key, "error": {"code": error.code, "message": error.message}})
            raise
        self.log.add("search", {"key": key, "answer": _without_texts(answer, self.log)})
        return answer


class RecordingModel:
    """A model that writes down every prompt and reply, or its failure."""

    def __init__(self, model: Model, log: CapsuleLog) -> None:
        self.model, self.log = model, log

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The model's reply, recorded."""
        try:
            reply = await self.model.ask(request)
        except ModelError as error:
            self.log.add("ask", {"request": _plain(request), "error": {"code": error.code, "message": error.message}})
            raise
        self.log.add("ask", {"request": _plain(request), "reply": _plain(reply)})
        return reply


class ReplayEngine:
    """A search engine that answers from a capsule and from nothing else."""

    def __init__(self, capsule: Capsule) -> None:
        self.chunks = tuple(held_chunks(capsule).values())
        self.found: dict[str, list[Mapping[str, JsonValue]]] = {}
        for data in capsule.of("search"):
            if isinstance(data, dict):
                self.found.setdefault(_text(data["key"]), []).append(data)

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """The recorded answer of this search; a repeated search gives the recorded ones in order, the last again.

        Raises:
            HandleError: this search was not recorded.
            VaultError: it failed when it was recorded.
        """
        key = _text(_search_key(query, lane, filters, limit))
        held = self.found.get(key)
        if not held:
            raise HandleError(f"the capsule holds no such search in the {lane} lane: {query.terms}")
        data = held.pop(0) if len(held) > 1 else held[0]
        if "error" in data:
            raise VaultError(_message(data["error"]))
        return _with_texts(data["answer"], self.chunks)


class ReplayModel:
    """A model that answers from a capsule, in the recorded order of its stage."""

    def __init__(self, capsule: Capsule) -> None:
        self.waiting = [data for data in capsule.of("ask") if isinstance(data, dict)]

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The recorded reply to the same request.

        Raises:
            HandleError: this request was not recorded: the prompts or the rules have changed since.
            ModelError: the call failed when it was recorded.
        """
        asked = _plain(request)
        for data in self.waiting:
            if data["request"] == asked:
                self.waiting.remove(data)
                if "error" in data:
                    raise _model_error(data["error"])
                return ModelReply.model_validate(data["reply"])
        raise HandleError(
            f"the capsule holds no reply to this {request.stage} request",
            next_step="Replay with the version that wrote the capsule.",
        )


def _message(error: JsonValue) -> str:
    return str(error.get("message", "")) if isinstance(error, dict) else str(error)


def _model_error(error: JsonValue) -> ModelError:
    code = str(error.get("code", "")) if isinstance(error, dict) else ""
    return _MODEL_ERRORS.get(code, ModelUnavailable)(_message(error))
