"""Who names or cites whom in a vault in a cluster: names stand with each passage, links are worked out when asked for.

The rules are those of the file (`vault.store.link_names`, `vault.store.linkbook`) but for places inside a rulebook
("Rule 3.4.2"), which are not followed here. It refuses to rank and to decide which link is followed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vault.opensearch.cluster import Json, StoredRow
from vault.opensearch.queries import any_of, any_scope, buckets, chunk_of, is_current, references_of
from vault.ports import ANY, Bearers, Linked, LinksAsk, NamesAsk
from vault.store.keys import place_key
from vault.store.link_names import LINKING_KINDS, find_names, identifiers, names_of
from vault.store.linkbook import MAX_CITING, MAX_FANOUT, first_of, of_paragraph, stems_beside, word_at
from vault.text import words as tokens
from vault.types import Chunk, ChunkId, Filters, Link, LinkKind, NamedChunk, Reference

if TYPE_CHECKING:
    from vault.opensearch.library import ClusterLibrary

__all__ = ["ClusterLinks", "names_told"]

_MOST_NAMES = 10_000
"""Names looked at that begin as some words of a text do; of more the rarest would be of no help."""
_MOST_BEARERS = 200
"""Several times what a question looks at of one name: a name of that many says nothing."""
_IN_ORDER: list[Json] = [{"doc_id": "asc"}, {"ord": "asc"}]


def names_told(chunks: Sequence[Chunk], cited: Mapping[ChunkId, Sequence[Reference]]) -> dict[ChunkId, Json]:
    """What stands with each passage of a document: the names it answers to, how they begin, and what it cites."""
    headings = {chunk.ord: chunk.heading for chunk in chunks}
    found: dict[ChunkId, Json] = {}
    for chunk in chunks:
        shown = "" if headings.get(chunk.ord - 1) == chunk.heading else chunk.heading
        names = names_of(title=chunk.title, heading=shown, section=chunk.section, body=chunk.text, opens=chunk.ord == 0)
        refs = cited.get(chunk.id, ())
        found[chunk.id] = {
            "names": [name.text for name in names],
            "starts": sorted({_start(name.text) for name in names}),
            "kinds": [name.kind for name in names],
            "cites": sorted({one.cite for one in refs}),
            "refs": [list(one) for one in refs],
        }
    return found


def _start(name: str) -> str:
    """The first two words of a name, or its one word."""
    return " ".join(name.split(" ")[:2])


_Key = tuple[ChunkId, ChunkId, int, int]
"""Which link: its source, its target, where it stands and of how many words."""


class _Read(NamedTuple):
    """A passage whose links are wanted, cut into words, and what it cites."""

    chunk: Chunk
    scanned: tokens.Scan
    refs: tuple[Reference, ...]


class ClusterLinks:
    """The links of one vault in a cluster: `vault.ports.Archive`."""

    def __init__(self, library: ClusterLibrary) -> None:
        self._library = library

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = (ANY,)) -> Bearers:
        """The chunks of the scopes that answer to any of the names (folded words, single spaces), by name, the texts of
        those whose name few bear, and what else is asked for."""
        wanted = list(dict.fromkeys(ask.names))
        searches = [self._bearing([name], any_scope(scopes), _MOST_BEARERS) for name in wanted]
        replies = self._library.found_all(searches)
        current = self._current([row for reply in replies for row in reply.hits.hits])
        found = [
            NamedChunk(name, chunk.id, kind)
            for name, reply in zip(wanted, replies, strict=True)
            for row in reply.hits.hits
            if (chunk := current.get(row.id)) is not None
            for kind in _kinds_of(row, name)
        ]
        held = Bearers(tuple(sorted(found)))
        texts = {chunk.id: chunk for chunk in current.values()}
        chunks = tuple(texts[one] for one in dict.fromkeys(bearer.chunk_id for bearer in held.rare(ask.few)))
        stems = stems_beside(chunks, ask.stems)
        return held._replace(chunks=chunks, frequencies=self._library.frequencies(stems, scopes) if stems else {})

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """What these chunks name and cite, at most so many links of each and none to itself, who cites them, the chunks
        at the other end, and what else is asked for."""
        read = [_read(row) for row in self._library.stored(ask.ids)]
        (named, names), cited = self._by_name(read), self._by_cite(read)
        out = {
            one.chunk.id: first_of(one.chunk.id, [*named[one.chunk.id], *cited[one.chunk.id]])[: ask.most]
            for one in read
        }
        found = Linked(out=out, back=self._citing([one.chunk for one in read], scopes))
        ends = dict.fromkeys(end for name in ask.ids for end in found.ends(name))
        said = dict.fromkeys(names[key] for many in out.values() for one in many if (key := _key(one)) in names)
        stems = dict.fromkeys((*(tokens.stem(word) for name in said for word in name.split()), *ask.stems))
        return found._replace(
            chunks=self._library.get(list(ends)),
            near=self._library.around(ask.near, ask.reach, ask.reach) if ask.near else {},
            frequencies=self._library.frequencies(list(stems), scopes) if stems else {},
        )

    # --- names --------------------------------------------------------------------------------------------------

    def _by_name(self, read: Sequence[_Read]) -> tuple[dict[ChunkId, list[Link]], dict[_Key, str]]:
        """The links of the names that stand in each text, and the name of each."""
        places = defaultdict[str, list[_Read]](list)
        for one in read:
            places[place_key(one.chunk.town) if one.chunk.lane == "local" else ""].append(one)
        found: dict[ChunkId, list[Link]] = {one.chunk.id: [] for one in read}
        said: dict[_Key, str] = {}
        for place, texts in places.items():
            lane: list[Json] = [{"term": {"lane": "state"}}]
            near = [any_of([*lane, {"term": {"place": place}}] if place else lane)]
            mentions = self._mentions(texts, near)
            names = sorted({name for many in mentions.values() for _, _, name in many})
            bearers = self._bearers(names, near)
            for source, many in mentions.items():
                for position, length, name in many:
                    targets = bearers.get(name, [])
                    links = [_link(source, target, kind, (position, length, len(targets))) for target, kind in targets]
                    found[source] += links
                    said.update(dict.fromkeys(map(_key, links), name))
        return found, said

    def _mentions(self, texts: Sequence[_Read], near: Sequence[Json]) -> dict[ChunkId, list[tuple[int, int, str]]]:
        """Where names that are known nearby, and numbered matters, stand in each text."""
        starts = sorted({start for one in texts for start in _starts(one.scanned.words)})
        among: Json = {"bool": {"filter": [*near, {"terms": {"starts": starts}}]}}
        counted: Json = {"names": {"terms": {"field": "names", "size": _MOST_NAMES}}}
        (reply,) = self._library.found_all(
            [(self._library.names.every_chunk, {"size": 0, "query": among, "aggs": counted})]
        )
        known = defaultdict[str, list[tuple[str, ...]]](list)
        for one in buckets(reply, "names"):
            name = str(one.get("key"))
            known[_start(name)].append(tuple(name.split(" ")))
        for many in known.values():
            many.sort(key=lambda words: (-len(words), words))

        def starting(first: str, second: str) -> list[tuple[str, ...]]:
            return [*known.get(f"{first} {second}", ()), *known.get(first, ())]

        return {
            one.chunk.id: [
                *((m.position, m.length, m.name) for m in find_names(one.scanned, starting)),
                *(
                    (word_at(one.scanned, offset), name.count(" ") + 1, name)
                    for offset, name in identifiers(one.chunk.text)
                ),
            ]
            for one in texts
        }

    def _bearers(self, names: Sequence[str], near: Sequence[Json]) -> dict[str, list[tuple[ChunkId, LinkKind]]]:
        """The chunks nearby that bear each name in a kind that makes links, in order; none of a name that more than a
        fanout of them share."""
        replies = self._library.found_all([self._bearing([name], near, MAX_FANOUT + 1) for name in names])
        current = self._current([row for reply in replies for row in reply.hits.hits])
        found: dict[str, list[tuple[ChunkId, LinkKind]]] = {}
        for name, reply in zip(names, replies, strict=True):
            held = [
                (current[row.id].id, kinds[0])
                for row in reply.hits.hits
                if row.id in current and (kinds := [k for k in LINKING_KINDS if k in _kinds_of(row, name)])
            ]
            if held and len(reply.hits.hits) <= MAX_FANOUT:
                found[name] = [(target, "name" if kind == "title" else "alias") for target, kind in held]
        return found

    def _bearing(self, names: Sequence[str], among: Sequence[Json], most: int) -> tuple[str, Json]:
        query: Json = {"bool": {"filter": [*among, {"terms": {"names": list(names)}}]}}
        return self._library.names.every_chunk, {"size": most, "sort": _IN_ORDER, "query": query}

    # --- citations ----------------------------------------------------------------------------------------------

    def _by_cite(self, read: Sequence[_Read]) -> dict[ChunkId, list[Link]]:
        """The links of the law that each text cites."""
        cites = sorted({ref.cite for one in read for ref in one.refs})
        index = self._library.names.every_chunk
        replies = self._library.found_all(
            [(index, {"size": MAX_FANOUT, "sort": _IN_ORDER, "query": {"term": {"section": cite}}}) for cite in cites]
        )
        current = self._current([row for reply in replies for row in reply.hits.hits])
        held = {
            cite: [(chunk.id, chunk.text) for row in reply.hits.hits if (chunk := current.get(row.id)) is not None]
            for cite, reply in zip(cites, replies, strict=True)
        }
        found: dict[ChunkId, list[Link]] = {}
        for one in read:
            links = found.setdefault(one.chunk.id, [])
            for ref in one.refs:
                targets = of_paragraph(ref.full[len(ref.cite) :], held[ref.cite])
                place = (word_at(one.scanned, ref.position), 1, len(targets))
                links += [_link(one.chunk.id, target, "cite", place) for target in targets]
        return found

    def _citing(self, chunks: Sequence[Chunk], scopes: Sequence[Filters]) -> dict[ChunkId, tuple[ChunkId, ...]]:
        """For each chunk the chunks of the scopes that cite its section."""
        laws = [chunk for chunk in chunks if chunk.section]
        searches: list[tuple[str, Json]] = []
        for chunk in laws:
            query: Json = {"bool": {"filter": [*any_scope(scopes), {"term": {"cites": chunk.section}}]}}
            searches.append((self._library.names.every_chunk, {"size": MAX_CITING, "sort": _IN_ORDER, "query": query}))
        replies = self._library.found_all(searches)
        current = self._current([row for reply in replies for row in reply.hits.hits])
        found: dict[ChunkId, tuple[ChunkId, ...]] = {chunk.id: () for chunk in chunks}
        for chunk, reply in zip(laws, replies, strict=True):
            citing = (current[row.id].id for row in reply.hits.hits if row.id in current)
            found[chunk.id] = tuple(one for one in citing if one != chunk.id)
        return found

    def _current(self, rows: Sequence[StoredRow]) -> dict[str, Chunk]:
        """Stored id -> the passage, of those that readers see."""
        heads = self._library.heads(str(row.source.get("doc_id")) for row in rows)
        return {row.id: chunk_of(row) for row in rows if is_current(row, heads)}


def _read(row: StoredRow) -> _Read:
    chunk = chunk_of(row)
    return _Read(chunk, tokens.scan(chunk.text), references_of(row))


def _starts(words: Sequence[str]) -> Iterator[str]:
    """Every word of a text, and every two that stand side by side."""
    yield from words
    yield from (f"{one} {two}" for one, two in pairwise(words))


def _kinds_of(row: StoredRow, name: str) -> list[str]:
    """The kinds in which a stored passage bears a name."""
    names, kinds = row.source.get("names"), row.source.get("kinds")
    pairs = zip(names, kinds, strict=False) if isinstance(names, list) and isinstance(kinds, list) else ()
    return [str(kind) for one, kind in pairs if one == name]


def _key(link: Link) -> _Key:
    return link.source, link.target, link.position, link.length


def _link(source: ChunkId, target: ChunkId, kind: LinkKind, place: tuple[int, int, int]) -> Link:
    position, length, fanout = place
    return Link(source=source, target=target, kind=kind, position=position, length=length, fanout=max(1, fanout))
