"""What one chunk names or cites, and who cites it, resolved against the vault when it is asked.

Reads the name table, sections and statute references; keeps no links and writes nothing. A name links within its own
jurisdiction and to the state lane; a citation links wherever the cited text is.

Who names or cites whom in the vault: names are kept at ingest, links are worked out when they are asked for.

A hop reads the links of a dozen passages, so that working them out costs milliseconds where a table of all links cost
two fifths of an ingest. It refuses to rank and to decide which link is followed.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple, TypeVar

from vault.law.locators import LocatorIndex, locator_key
from vault.ports import ANY, Bearers, Linked, LinksAsk, NamesAsk
from vault.store.keys import SCOPE_BITS, tagged
from vault.store.link_names import LINKING_KINDS, batches, find_names, identifiers, with_ids
from vault.store.read import ReadChunks, chunk_names, chunk_rows, chunks_around, chunks_of
from vault.store.scope_choice import KnownScopes, holders, numbers_in
from vault.store.search import Terms
from vault.store.statistics import generation
from vault.text import words as tokens
from vault.text.patterns import lazy_regex
from vault.types import Chunk, ChunkId, Filters, Link, LinkKind, NamedChunk

__all__ = ["MAX_CITING", "MAX_FANOUT", "Links", "first_of", "of_paragraph", "stems_beside", "word_at"]

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
_PARAGRAPH = lazy_regex(r",\s*([IVXLC]+(?:-[a-z])?)\b")
"""The paragraph of a full reference: "II" in "RSA 91-A:3, II(c)"."""

_SHORT = lazy_regex(r"\s*\(([A-Z][A-Za-z]{1,11})\)\s*\Z")
"""A short name at the end of a title: "(WET)" in "Wetland Rules (WET)"."""


class RowLink(NamedTuple):
    """A link between two rows; see `vault.types.Link`."""

    source: int
    target: int
    kind: LinkKind
    position: int
    length: int
    fanout: int
    name: str = ""
    """The name by which it is meant; empty of a citation."""


_Made = TypeVar("_Made", RowLink, Link)


def first_of(source: object, links: Iterable[_Made]) -> tuple[_Made, ...]:
    """Each target and kind once, where it is first named, by position; none to the source itself."""
    best: dict[tuple[object, LinkKind], _Made] = {}
    for link in links:
        held = best.get((link.target, link.kind))
        if link.target != source and (held is None or link.position < held.position):
            best[link.target, link.kind] = link
    return tuple(sorted(best.values(), key=lambda one: (one.position, one.target, one.kind)))[:MAX_LINKS_PER_CHUNK]


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
        return first_of(chunk_id, self._all(chunk_id, doc_no, section, (body, tokens.scan(body))))

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
                link = _link(chunk_id, target, "name" if kind == "title" else "alias", (position, length, len(near)))
                yield link._replace(name=name)

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


def stems_beside(chunks: Sequence[Chunk], stems: Sequence[str]) -> list[str]:
    """The stems, and those of the titles of these chunks, each once."""
    titles = dict.fromkeys(chunk.title for chunk in chunks)
    return list(dict.fromkeys((*stems, *(one for title in titles for one in tokens.stems(tokens.words(title))))))


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


_LINKS_KEPT = 2_000
"""Chunks whose links are remembered, some KB each: the sources of a hundred questions."""

_FEW_SCOPES = 64
"""Scopes looked up one by one; of more all names are read at once."""
_BEARERS = (
    "SELECT chunk_id, kind FROM json_each(?) CROSS JOIN names ON scope_no = value AND name = ?"
    " ORDER BY key, chunk_id, kind LIMIT ?"
)
_MOST_BEARERS = 200
"""Several times what a question looks at of one name: a name of that many says nothing."""

_Row = tuple[int, int, str, str]


class _Seen(threading.local):
    """What one thread has worked out, for the vault as it was at `version`."""

    connection: sqlite3.Connection | None = None
    version: int = -1
    book: LinkBook
    out: dict[int, tuple[RowLink, ...]]
    back: dict[tuple[int, Ranges], tuple[int, ...]]


class Links:
    """The links of one vault. Safe to use from several threads; each remembers what it worked out."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[sqlite3.Connection]],
        read: ReadChunks,
        known: KnownScopes,
        frequencies: Callable[[Sequence[str], Sequence[Filters]], Mapping[str, int]],
    ) -> None:
        self._reading = reading
        self._read = read
        self._known = known
        self._frequencies = frequencies
        self._seen = _Seen()

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = (ANY,)) -> Bearers:
        """The chunks of the scopes that answer to any of the names (folded words, single spaces), by name then chunk,
        the texts of those whose name few bear, and what else is asked for."""
        found: list[tuple[str, int, str]] = []
        with self._reading() as connection:
            inside = self._numbers(connection, scopes)
            for name in dict.fromkeys(ask.names):
                among = json.dumps(self._may_bear(connection, name) if inside is None else inside)
                rows = connection.execute(_BEARERS, (among, name, _MOST_BEARERS))
                found += [(name, int(row), kind) for row, kind in rows]
            names_of = chunk_names(connection, [row for _, row, _ in found])
            told = (NamedChunk(name, names_of[row], kind) for name, row, kind in sorted(found) if row in names_of)
            held = Bearers(tuple(told))
            rare = list(dict.fromkeys(one.chunk_id for one in held.rare(ask.few)))
            chunks = chunks_of(connection, rare, self._read.at(connection))
        return held._replace(chunks=chunks, frequencies=self._frequencies(stems_beside(chunks, ask.stems), scopes))

    def out_of(self, ids: Sequence[ChunkId], most: int = MAX_LINKS_PER_CHUNK) -> Mapping[ChunkId, tuple[Link, ...]]:
        """Chunk id -> the first of what its text names and cites, by position; unknown ids are left out."""
        found = self._out_of(ids, most)
        with self._reading() as connection:
            names_of = chunk_names(connection, [link.target for many in found.values() for link in many])
        return {name: tuple(_named_link(name, link, names_of) for link in many) for name, many in found.items()}

    def _out_of(self, ids: Sequence[ChunkId], most: int) -> dict[ChunkId, tuple[RowLink, ...]]:
        with self._reading() as connection:
            seen, places = self._current(connection), chunk_rows(connection, ids)
            for row in _rows(connection, [i for i in places.values() if i not in seen.out]):
                seen.out[row[0]] = seen.book.links(row)
            return {name: seen.out[i][:most] for name, i in places.items() if i in seen.out}

    def back_to(
        self, ids: Sequence[ChunkId], scopes: Sequence[Filters] = (ANY,)
    ) -> Mapping[ChunkId, tuple[ChunkId, ...]]:
        """Chunk id -> the chunks of the scopes that cite it, in the vault's order; unknown ids are left out."""
        with self._reading() as connection:
            seen, places = self._current(connection), chunk_rows(connection, ids)
            inside = self._ranges(connection, scopes)
            for row in _rows(connection, [i for i in places.values() if (i, inside) not in seen.back]):
                seen.back[row[0], inside] = seen.book.citing(row, inside)
            found = {name: seen.back[i, inside] for name, i in places.items() if (i, inside) in seen.back}
            names_of = chunk_names(connection, [i for many in found.values() for i in many])
        return {name: tuple(names_of[i] for i in many if i in names_of) for name, many in found.items()}

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """What these chunks name and cite, at most so many links of each and none to itself, who cites them, the chunks
        at the other end, and what else is asked for."""
        found = Linked(out=self.out_of(ask.ids, ask.most), back=dict(self.back_to(ask.ids, scopes)))
        ends = dict.fromkeys(end for name in ask.ids for end in found.ends(name))
        with self._reading() as connection:
            known = self._read.at(connection)
            chunks = chunks_of(connection, list(ends), known)
            near = chunks_around(connection, ask.near, ask.reach, ask.reach, known)
        names = dict.fromkeys(link.name for many in self._out_of(ask.ids, ask.most).values() for link in many)
        stems = dict.fromkeys((*(tokens.stem(word) for name in names for word in name.split()), *ask.stems))
        return found._replace(chunks=chunks, near=near, frequencies=self._frequencies(list(stems), scopes))

    def _current(self, connection: sqlite3.Connection) -> _Seen:
        version = generation(connection)
        seen = self._seen
        stale = (seen.connection, seen.version) != (connection, version)
        if stale or len(seen.out) > _LINKS_KEPT or len(seen.back) > _LINKS_KEPT:
            seen.connection, seen.version = connection, version
            seen.out, seen.back = {}, {}
            if stale:
                seen.book = LinkBook(connection)
        return seen

    def _numbers(self, connection: sqlite3.Connection, scopes: Sequence[Filters]) -> list[int] | None:
        """The numbers of these scopes, ascending; None where they are too many to be looked up one by one."""
        held = reduce(or_, (self._known.under(connection, one).every for one in scopes), 0)
        return numbers_in(held) if held.bit_count() <= _FEW_SCOPES else None

    def _may_bear(self, connection: sqlite3.Connection, name: str) -> list[int]:
        """The state's scopes, and the first few others that hold every word of a name."""
        state = self._known.under(connection, Filters(lane="state")).every
        words = Terms((), tuple((word,) for word in name.split()))
        return [*numbers_in(state), *holders(connection, self._known, Filters(lane="local"), words, _FEW_SCOPES)]

    def _ranges(self, connection: sqlite3.Connection, scopes: Sequence[Filters]) -> Ranges:
        """The ranges of rows that the chunks of these scopes lie in; the whole of them where nothing narrows."""
        numbers = self._numbers(connection, scopes)
        if numbers is None:
            return ((0, 2**63 - 1),)
        return tuple((no << SCOPE_BITS, (no + 1 << SCOPE_BITS) - 1) for no in numbers)


def _named_link(source: ChunkId, link: RowLink, names_of: Mapping[int, ChunkId]) -> Link:
    return Link.like(link, source=source, target=names_of[link.target])


def _rows(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[_Row]:
    for batch in batches(ids):
        yield from with_ids(
            connection, "SELECT id, doc_no, section, unpacked(body) FROM chunks WHERE id IN", batch
        ).fetchall()
