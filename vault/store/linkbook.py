"""What one chunk links to: the names, numbers and citations of its text, resolved against the vault.

Reads the name table, sections and statute references; computes links and writes nothing. A name links within its
own jurisdiction and to the state lane; a citation links wherever the cited text is.
"""

from __future__ import annotations

import json
import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from vault.law.locators import LocatorIndex
from vault.store.link_names import LINKING_KINDS, find_names, identifiers
from vault.text import words as tokens
from vault.types import Link, LinkKind

__all__ = ["MAX_FANOUT", "MAX_LINKS_PER_CHUNK", "SCOPE_BITS", "LinkBook", "name_starts"]

MAX_FANOUT = 60
"""A name that more chunks share ("public comment") says nothing about any of them."""
MAX_LINKS_PER_CHUNK = 120
"""An index or a table of contents names everything; the first so many links are kept."""
SCOPE_BITS = 32
"""A chunk id is `scope_no << 32 | n` (decision 30)."""
MAX_STARTS = 400
"""Names looked at that begin with the same two words ("Zoning Board …"); more would be a list, not names."""
_PARAGRAPH = re.compile(r",\s*([IVXLC]+(?:-[a-z])?)\b")
"""The paragraph of a full reference: "II" in "RSA 91-A:3, II(c)"."""

_Start = tuple[tuple[str, ...], ...]


def name_starts(connection: sqlite3.Connection, first: str, second: str) -> _Start:
    """Word tuples of the names that begin with the two words, longest first, or are the first word alone.

    Names of all kinds, ties in alphabetical order, at most `MAX_STARTS`; empty when there are none.
    """
    rows = connection.execute(
        "SELECT DISTINCT name FROM names WHERE name IN (?1, ?2) OR (name > ?3 AND name < ?4) LIMIT ?5",
        (first, f"{first} {second}", f"{first} {second} ", f"{first} {second}!", MAX_STARTS),  # "!" follows the space
    )
    return tuple(sorted((tuple(name.split(" ")) for (name,) in rows), key=lambda name: (-len(name), name)))


def _begins_names(connection: sqlite3.Connection, word: str) -> bool:
    query = "SELECT EXISTS(SELECT 1 FROM names WHERE name = ? OR (name > ? AND name < ?))"
    return bool(connection.execute(query, (word, f"{word} ", f"{word}!")).fetchone()[0])


class LinkBook:
    """Resolves the names and citations of chunks against one vault, for the length of one relinking."""

    def __init__(self, connection: sqlite3.Connection, document_names: Mapping[str, str] | None = None) -> None:
        """`document_names` maps further names of documents to document ids; None reads the vault's own list."""
        self._connection = connection
        self._begins = lru_cache(maxsize=100_000)(partial(_begins_names, connection))
        self._starts = lru_cache(maxsize=200_000)(partial(name_starts, connection))
        self._targets = lru_cache(maxsize=100_000)(self._chunks_named)
        self._cited = lru_cache(maxsize=20_000)(self._chunks_cited)
        self._state_scopes = {no for (no,) in connection.execute("SELECT no FROM scopes WHERE lane = 'state'")}
        self._given = document_names if document_names is not None else _stored_names(connection)
        self._located: dict[int, LocatorIndex] = {}

    def links(self, chunk: tuple[int, int, str, str]) -> tuple[Link, ...]:
        """The links of a chunk given as (id, doc_no, section, body), by position then target; none to itself."""
        chunk_id, doc_no, section, body = chunk
        scanned = tokens.scan(body)
        best: dict[tuple[int, LinkKind], Link] = {}
        for link in self._all(chunk_id, doc_no, section, (body, scanned)):
            held = best.get((link.target, link.kind))
            if link.target != chunk_id and (held is None or link.position < held.position):
                best[link.target, link.kind] = link
        return tuple(sorted(best.values(), key=lambda k: (k.position, k.target, k.kind)))[:MAX_LINKS_PER_CHUNK]

    def _all(self, chunk_id: int, doc_no: int, section: str, text: tuple[str, tokens.Scan]) -> Iterator[Link]:
        body, scanned = text
        yield from self._named(chunk_id, body, scanned)
        for full, cite, offset in self._connection.execute(
            'SELECT "full", cite, position FROM chunk_refs WHERE chunk_id = ? ORDER BY position, "full"', (chunk_id,)
        ):
            targets = self._cited(full, cite)
            place = _word_at(scanned, offset)
            yield from (_link(chunk_id, t, "cite", (place, 1, len(targets))) for t in targets)
        scope = chunk_id >> SCOPE_BITS
        if scope not in self._located:
            self._located[scope] = self._load_located(scope)
        index = self._located[scope]
        for found in index.resolve(index.citations(body, str(doc_no), section)):
            place = _word_at(scanned, found.offset)
            yield _link(chunk_id, found.chunk_id, "cite", (place, 1, found.fanout))

    def _named(self, chunk_id: int, body: str, scanned: tokens.Scan) -> Iterator[Link]:
        mentions = [(m.position, m.length, m.name) for m in find_names(scanned, self._starting)]
        mentions += [(_word_at(scanned, offset), name.count(" ") + 1, name) for offset, name in identifiers(body)]
        for position, length, name in mentions:
            held = self._targets(name)
            near = [(t, kind) for t, kind in held if self._reaches(chunk_id, t)]
            if len(near) > MAX_FANOUT:
                continue
            for target, kind in near:
                yield _link(chunk_id, target, "name" if kind == "title" else "alias", (position, length, len(near)))

    def _reaches(self, source: int, target: int) -> bool:
        scope = target >> SCOPE_BITS
        return scope == source >> SCOPE_BITS or scope in self._state_scopes

    def _starting(self, first: str, second: str) -> _Start:
        return self._starts(first, second) if self._begins(first) else ()

    def _chunks_named(self, name: str) -> tuple[tuple[int, str], ...]:
        kinds = {kind: rank for rank, kind in enumerate(LINKING_KINDS)}
        best: dict[int, str] = {}
        rows = self._connection.execute("SELECT chunk_id, kind FROM names WHERE name = ? ORDER BY chunk_id", (name,))
        for chunk_id, kind in rows:
            if kind in kinds and (chunk_id not in best or kinds[kind] < kinds[best[chunk_id]]):  # type: ignore[index]
                best[chunk_id] = kind
        return tuple(best.items())

    def _chunks_cited(self, full: str, cite: str) -> tuple[int, ...]:
        rows = self._connection.execute(
            "SELECT id, body FROM chunks WHERE section = ? ORDER BY ord, id LIMIT ?", (cite, MAX_FANOUT)
        ).fetchall()
        paragraph = _PARAGRAPH.search(full[len(cite) :])
        if paragraph and len(rows) > 1:
            begins = re.compile(rf"^\s*{re.escape(paragraph[1])}\.", re.MULTILINE)  # "II. A public body may …"
            inside = tuple(chunk_id for chunk_id, body in rows if begins.search(body))
            if inside:
                return inside
        return tuple(chunk_id for chunk_id, _ in rows)

    def _load_located(self, scope: int) -> LocatorIndex:
        scopes = sorted({scope, *self._state_scopes})
        marks = ",".join("?" * len(scopes))
        docs = self._connection.execute(
            f"SELECT doc_no, doc_id, title FROM documents WHERE scope_no IN ({marks})"  # noqa: S608 (only question marks)
            " AND doc_type NOT IN ('statute', 'constitution')"
            " AND EXISTS(SELECT 1 FROM chunks WHERE chunks.doc_no = documents.doc_no AND section <> '')"
            " ORDER BY doc_no",
            scopes,
        ).fetchall()
        numbers = {doc_id: str(doc_no) for doc_no, doc_id, _ in docs}
        names = {title: str(doc_no) for doc_no, _, title in docs}
        names.update({name: numbers[doc_id] for name, doc_id in self._given.items() if doc_id in numbers})
        index = LocatorIndex(names)
        for doc_no, _, _ in docs:
            rows = self._connection.execute(
                "SELECT id, section FROM chunks WHERE doc_no = ? AND section <> '' ORDER BY ord", (doc_no,)
            )
            for chunk_id, section in rows:
                index.add(chunk_id, str(doc_no), section)
        return index


def _link(source: int, target: int, kind: LinkKind, place: tuple[int, int, int]) -> Link:
    position, length, fanout = place
    return Link(source=source, target=target, kind=kind, position=position, length=length, fanout=max(1, fanout))


def _word_at(scanned: tokens.Scan, offset: int) -> int:
    """The word that holds the character, 0 in a text without words."""
    return max(0, bisect_right(scanned.offset, offset) - 1)


def _stored_names(connection: sqlite3.Connection) -> dict[str, str]:
    row = connection.execute("SELECT value FROM meta WHERE key = 'document_names'").fetchone()
    if row is None:
        return {}
    held: object = json.loads(row[0])
    return {str(k): str(v) for k, v in held.items()} if isinstance(held, dict) else {}
