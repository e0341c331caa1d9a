"""What one chunk names or cites, and who cites it, resolved against the vault when it is asked.

Reads the name table, sections and statute references; keeps no links and writes nothing. A name links within its own
jurisdiction and to the state lane; a citation links wherever the cited text is.
"""

from __future__ import annotations

import json
import re
import sqlite3
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from vault.law.locators import LocatorIndex, locator_key
from vault.store.keys import SCOPE_BITS, tagged
from vault.store.link_names import LINKING_KINDS, find_names, identifiers
from vault.text import words as tokens
from vault.types import LinkKind

__all__ = [
    "MAX_CITING", "MAX_FANOUT", "MAX_LINKS_PER_CHUNK", "MAX_STARTS", "LinkBook", "Ranges", "RowLink",
    "of_paragraph", "word_at",
]  # fmt: skip

_T = TypeVar("_T")

MAX_FANOUT = 60
"""A name that more chunks share ("public comment") says nothing about any of them."""
MAX_LINKS_PER_CHUNK = 120
"""An index or a table of contents names everything; the first so many links are kept."""
MAX_CITING = 120
"""Citing chunks read of one section; a section cited more often than this says little about those that cite it."""
_BEARERS_READ = 8 * MAX_FANOUT
"""A chunk bears a name in a few kinds at most, so that this many rows are more chunks than a fanout."""
MIN_STEPS = 2
"""A number of one step ("12") stands in every text; "12.4" is a place."""
MIN_INITIALS = 3
"""Words of a title from which its initials are a name; two letters stand for anything."""
_WORDS_HELD = 100_000
"""Words of which a process remembers whether a name begins with them."""
MAX_STARTS = 400
"""Names of a scope looked at that begin with the same two words ("Zoning Board …"); more would be a list, not names."""
_PARAGRAPH = re.compile(r",\s*([IVXLC]+(?:-[a-z])?)\b")
"""The paragraph of a full reference: "II" in "RSA 91-A:3, II(c)"."""

_SHORT = re.compile(r"\s*\(([A-Z][A-Za-z]{1,11})\)\s*\Z")
"""A short name at the end of a title: "(WET)" in "Wetland Rules (WET)"."""


class RowLink(NamedTuple):
    """A link between two rows; see `vault.types.Link`."""

    source: int
    target: int
    kind: LinkKind
    position: int
    length: int
    fanout: int


_Start = tuple[tuple[str, ...], ...]
Ranges = tuple[tuple[int, int], ...]
"""Ranges of chunk rows, first and last."""
_STARTS = """
SELECT name FROM names WHERE scope_no = ?1 AND name IN (?2, ?3)
UNION SELECT * FROM (SELECT DISTINCT name FROM names WHERE scope_no = ?1 AND name > ?4 AND name < ?5 LIMIT ?6)
"""


def name_starts(connection: sqlite3.Connection, scopes: Sequence[int], first: str, second: str) -> _Start:
    """Word tuples of the names of these scopes that begin with the two words, longest first, or are the first word
    alone.

    Names of all kinds, ties in alphabetical order, at most `MAX_STARTS` of a scope; empty when there are none.
    """
    both = f"{first} {second}"
    names = {
        name
        for no in scopes
        for (name,) in connection.execute(_STARTS, (no, first, both, f"{both} ", f"{both}!", MAX_STARTS))  # "!" > " "
    }
    return tuple(sorted((tuple(name.split(" ")) for name in names), key=lambda name: (-len(name), name)))


_BEGIN = """
SELECT value, EXISTS(SELECT 1 FROM names WHERE scope_no IN ({scopes}) AND name = value) OR EXISTS(
  SELECT 1 FROM names WHERE scope_no IN ({scopes}) AND name > value || ' ' AND name < value || '!') FROM json_each(?)
"""
"""Each of many words with whether a name begins with it: one statement for a text, not one a word."""


class LinkBook:
    """Resolves the names and citations of chunks against one vault as it is; a changed vault needs a new one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._begins: dict[tuple[int, str], bool] = {}
        self._starts = lru_cache(maxsize=200_000)(partial(name_starts, connection))
        self._targets = lru_cache(maxsize=100_000)(self._chunks_named)
        self._cited = lru_cache(maxsize=20_000)(self._chunks_cited)
        self._state_scopes = {no for (no,) in connection.execute("SELECT no FROM scopes WHERE lane = 'state'")}
        self._located: dict[int, LocatorIndex] = {}

    def links(self, chunk: tuple[int, int, str, str]) -> tuple[RowLink, ...]:
        """The links of a chunk given as (id, doc_no, section, body), by position then target; none to itself."""
        chunk_id, doc_no, section, body = chunk
        scanned = tokens.scan(body)
        best: dict[tuple[int, LinkKind], RowLink] = {}
        for link in self._all(chunk_id, doc_no, section, (body, scanned)):
            held = best.get((link.target, link.kind))
            if link.target != chunk_id and (held is None or link.position < held.position):
                best[link.target, link.kind] = link
        return tuple(sorted(best.values(), key=lambda k: (k.position, k.target, k.kind)))[:MAX_LINKS_PER_CHUNK]

    def citing(self, chunk: tuple[int, int, str, str], inside: Ranges) -> tuple[int, ...]:
        """The chunks of these ranges that cite a section given as (id, doc_no, section, body), ascending; none for a
        chunk that is no section. A section cited by more than `MAX_CITING` is a hub: the first so many are read."""
        chunk_id, _, section, _ = chunk
        if not section:
            return ()
        found: set[int] = set()
        for low, high in inside:
            query = "SELECT DISTINCT chunk_id FROM chunk_refs WHERE cite = ? AND chunk_id BETWEEN ? AND ?"
            room = MAX_CITING - len(found)
            cited = self._connection.execute(f"{query} ORDER BY chunk_id LIMIT ?", (section, low, high, room))
            found.update(i for (i,) in cited)
        index = self._located_in(chunk_id >> SCOPE_BITS)
        for other, other_doc, place, body in self._naming(chunk_id >> SCOPE_BITS, section):
            places = index.resolve(index.citations(body, str(other_doc), place))
            if any(one.chunk_id == chunk_id for one in places):
                found.add(other)
        return tuple(sorted(i for i in found - {chunk_id} if any(low <= i <= high for low, high in inside)))

    def _naming(self, scope: int, section: str) -> list[tuple[int, int, str, str]]:
        """Chunks of the scope in which the number of a section stands ("6.9.10"); none for a number of one step."""
        steps = tokens.words(locator_key(section))
        if len(steps) < MIN_STEPS:
            return []
        return self._connection.execute(
            "SELECT id, doc_no, section, unpacked(body) FROM chunks WHERE section <> '' AND id IN"
            " (SELECT rowid FROM stems WHERE stems MATCH ? LIMIT ?)",
            (f'body : "{tagged(scope, " ".join(steps))}"', MAX_CITING),
        ).fetchall()

    def _all(self, chunk_id: int, doc_no: int, section: str, text: tuple[str, tokens.Scan]) -> Iterator[RowLink]:
        body, scanned = text
        yield from self._named(chunk_id, body, scanned)
        for full, cite, offset in self._connection.execute(
            'SELECT "full", cite, position FROM chunk_refs WHERE chunk_id = ? ORDER BY position, "full"', (chunk_id,)
        ):
            targets = self._cited(full, cite)
            place = word_at(scanned, offset)
            yield from (_link(chunk_id, t, "cite", (place, 1, len(targets))) for t in targets)
        index = self._located_in(chunk_id >> SCOPE_BITS)
        for found in index.resolve(index.citations(body, str(doc_no), section)):
            place = word_at(scanned, found.offset)
            yield _link(chunk_id, found.chunk_id, "cite", (place, 1, found.fanout))

    def _named(self, chunk_id: int, body: str, scanned: tokens.Scan) -> Iterator[RowLink]:
        scope = chunk_id >> SCOPE_BITS
        self._look_up_words(scope, scanned.words)
        mentions = [(m.position, m.length, m.name) for m in find_names(scanned, partial(self._starting, scope))]
        mentions += [(word_at(scanned, offset), name.count(" ") + 1, name) for offset, name in identifiers(body)]
        for position, length, name in mentions:
            near = self._targets(name, scope)
            if len(near) > MAX_FANOUT:
                continue
            for target, kind in near:
                yield _link(chunk_id, target, "name" if kind == "title" else "alias", (position, length, len(near)))

    def _near(self, scope: int) -> tuple[int, ...]:
        """The scopes whose names a chunk of this scope may mean: its own and the state lane."""
        return tuple(sorted({scope, *self._state_scopes}))

    def _starting(self, scope: int, first: str, second: str) -> _Start:
        return self._starts(self._near(scope), first, second) if self._begins[scope, first] else ()

    def _look_up_words(self, scope: int, words: tuple[str, ...]) -> None:
        """Learns of all the words at once whether a name begins with them."""
        if len(self._begins) > _WORDS_HELD:
            self._begins = {}
        fresh = {word for word in words if (scope, word) not in self._begins}
        if fresh:
            query = _BEGIN.format(scopes=", ".join(map(str, self._near(scope))))
            found = self._connection.execute(query, (json.dumps(sorted(fresh)),))
            self._begins.update(((scope, word), bool(begins)) for word, begins in found)

    def _chunks_named(self, name: str, scope: int) -> tuple[tuple[int, str], ...]:
        """The chunks of the scope and of the state lane that bear the name, ascending; one more than a fanout of each
        scope is enough to know that there are too many."""
        kinds: dict[str, int] = {kind: rank for rank, kind in enumerate(LINKING_KINDS)}
        best: dict[int, str] = {}
        for no in self._near(scope):
            rows = self._connection.execute(
                "SELECT chunk_id, kind FROM names WHERE scope_no = ? AND name = ? ORDER BY chunk_id LIMIT ?",
                (no, name, _BEARERS_READ),
            )
            for chunk_id, kind in rows:
                if kind in kinds and (chunk_id not in best or kinds[kind] < kinds[best[chunk_id]]):
                    best[chunk_id] = kind
        return tuple(best.items())

    def _chunks_cited(self, full: str, cite: str) -> tuple[int, ...]:
        rows = self._connection.execute(
            "SELECT id, unpacked(body) FROM chunks WHERE section = ? ORDER BY ord, id LIMIT ?", (cite, MAX_FANOUT)
        ).fetchall()
        return of_paragraph(full[len(cite) :], rows)

    def _located_in(self, scope: int) -> LocatorIndex:
        if scope not in self._located:
            self._located[scope] = self._load_located(scope)
        return self._located[scope]

    def _load_located(self, scope: int) -> LocatorIndex:
        scopes = self._near(scope)
        marks = ",".join("?" * len(scopes))
        docs = self._connection.execute(
            f"SELECT doc_no, title FROM documents WHERE scope_no IN ({marks})"  # noqa: S608 (only question marks)
            " AND doc_type NOT IN ('statute', 'constitution')"
            " AND EXISTS(SELECT 1 FROM chunks WHERE chunks.doc_no = documents.doc_no AND section <> '')"
            " ORDER BY doc_no",
            scopes,
        ).fetchall()
        index = LocatorIndex(_names_of({str(doc_no): title for doc_no, title in docs}))
        for doc_no, _ in docs:
            rows = self._connection.execute(
                "SELECT id, section FROM chunks WHERE doc_no = ? AND section <> '' ORDER BY ord", (doc_no,)
            )
            for chunk_id, section in rows:
                index.add(chunk_id, str(doc_no), section)
        return index


def of_paragraph(below: str, chunks: Sequence[tuple[_T, str]]) -> tuple[_T, ...]:
    """Of the chunks of a section, each with its text, those that hold the paragraph that a full reference names below
    its cite (", II(c)"); all of them where it names none or none holds it."""
    paragraph = _PARAGRAPH.search(below)
    if paragraph and len(chunks) > 1:
        begins = re.compile(rf"^\s*{re.escape(paragraph[1])}\.", re.MULTILINE)  # "II. A public body may …"
        inside = tuple(one for one, text in chunks if begins.search(text))
        if inside:
            return inside
    return tuple(one for one, _ in chunks)


def _link(source: int, target: int, kind: LinkKind, place: tuple[int, int, int]) -> RowLink:
    position, length, fanout = place
    return RowLink(source=source, target=target, kind=kind, position=position, length=length, fanout=max(1, fanout))


def word_at(scanned: tokens.Scan, offset: int) -> int:
    """The word that holds the character, 0 in a text without words."""
    return max(0, bisect_right(scanned.offset, offset) - 1)


def _names_of(titles: Mapping[str, str]) -> dict[str, str]:
    """Name -> document, of documents with their titles: what each is called, and the initials of its title where they
    are those of one alone ("FSMR" for "Financial Services and Markets Regulations 2015")."""
    shorts = {document: _initials(title) for document, title in titles.items()}
    times = Counter(shorts.values())
    alone = {short: document for document, short in shorts.items() if short and times[short] == 1}
    return {**alone, **{name: document for document, title in titles.items() for name in _called(title)}}


def _initials(title: str) -> str:
    """The first letters of the words of a title that carry meaning, without its bracket; empty below three."""
    said = [word for word in tokens.words(_SHORT.sub("", title)) if word not in tokens.STOP_WORDS and word.isalpha()]
    return "".join(word[0] for word in said).upper() if len(said) >= MIN_INITIALS else ""


def _called(title: str) -> tuple[str, ...]:
    """The title, the title without its bracket, and what stands in the bracket where that is a short name of its own:
    "Wetland Rules (WET)" goes by "Wetland Rules" and by "WET"."""
    short = _SHORT.search(title)
    return (title, title[: short.start()], short[1]) if short else (title,)
