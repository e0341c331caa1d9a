"""The chains of one question: the passages it names, what the best passages name and cite, and what shares their names.

Reads names and links of the vault and remembers what it has read. It asks for nothing but chunks and links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pipeline.ask.concepts import ChunkFields
from pipeline.find.chains.asked import AskedTerms, Naming, named_chunks
from pipeline.find.chains.lift import CITED_SHARE, NOTHING, Stone, lifts, likelihood
from pipeline.find.chains.steps import LinkMention, Step, best_targets, described, mentions_of, named_parts
from pipeline.find.score import ScoredChunk, field_of
from pipeline.find.select import AROUND, NAMED
from vault.errors import VaultError
from vault.facts.names import Named, named_in
from vault.ports import ANY, Archive, Bearers, Linked, LinksAsk
from vault.text.words import stem, words
from vault.types import Chunk, ChunkId, Filters, Query, SearchAnswer, SearchRequest

__all__ = ["Chains"]

_FIRST, _FIRST_RULES = 6, 30
"""Sources whose links are followed; of rules more, for most name no other and few name many (docs/hops.md)."""
_SHARING, _NAMES, _HOLDERS = 2, 12, 6
"""Sources whose names are looked for, names of a source, and passages looked at that hold one."""
_LOOKED_AT = 32
"""Links of one source that a first pass looks at: 120 brought no more of the gold (docs/finding.md)."""
_UNNAMED = Naming(0.0, 0.0, 0.0)
_HOME = 4.0
"""The place figure falls to a half at the fifth passage."""

Search = Callable[[Sequence[SearchRequest]], Sequence[SearchAnswer | VaultError]]


class _Held(NamedTuple):
    chunk: Chunk
    field: ChunkFields


class Chains:
    """What is known of the chains of one question. `bearers` are the chunks that answer to words of it, `allowed` says
    which are in scope, `scopes` where names and citations are looked up, so that no other town's records count, and
    `search` answers ranked searches."""

    def __init__(
        self,
        asked: AskedTerms,
        archive: Archive,
        bearers: Bearers,
        allowed: Callable[[Chunk], bool],
        scopes: Sequence[Filters] = (ANY,),
        *,
        search: Search,
    ) -> None:
        self._search = search
        self._scopes = tuple(scopes)
        self._asked = asked
        self._archive = archive
        self._bearers = bearers
        self._allowed = allowed
        self._held: dict[ChunkId, _Held] = {}
        self._named: tuple[Chunk, ...] | None = None
        self._sources: dict[ChunkId, Stone] = {}
        self._expanded: dict[ChunkId, list[Step]] = {}
        self._sharing: dict[ChunkId, list[Step]] = {}
        self.named: dict[ChunkId, Naming] = {}
        self.near: dict[ChunkId, tuple[Chunk, ...]] = {}
        """What stands around passages, as far as it was asked for with links."""

    def name(self) -> tuple[Chunk, ...]:
        """The chunks that the question names, the surest first; worked out once."""
        if self._named is None:
            few = self._bearers.rare(NAMED)
            ids = dict.fromkeys(one.chunk_id for one in few)
            self._take(chunk for chunk in self._bearers.chunks if chunk.id in ids)
            titles = {i: self._held[i].field.title.stems for i in ids if i in self._held}
            self.named = named_chunks(self._asked, few, titles)
            order = sorted(self.named, key=lambda i: (-self.named[i].worth, i))
            self._named = tuple(self._held[i].chunk for i in order[:NAMED])
        return self._named

    def _take(self, chunks: Iterable[Chunk]) -> None:
        """Holds those of the chunks that are in scope."""
        for chunk in chunks:
            if chunk.id not in self._held and self._allowed(chunk):
                self._held[chunk.id] = _Held(chunk, field_of(chunk))

    def expand(
        self, ranked: Sequence[Sequence[ScoredChunk]], *, by_shared_names: bool, near: Sequence[ChunkId] = ()
    ) -> None:
        """Follows the links of the likeliest stepping stones of each ranked lane, and with `by_shared_names` looks for
        what else holds the names in them; what stands around `near` is asked for in the same call. Following what they
        lead to as well brought nothing in 214 questions and cost two calls of the engine and more (docs/finding.md)."""
        self._sources = {}
        for lane in ranked:
            best = lane[0].score if lane and lane[0].score > 0 else 1.0
            for place, item in enumerate(lane):
                named = self.named.get(item.chunk.id, _UNNAMED)
                self._sources[item.chunk.id] = Stone(
                    place=1 / (1 + place / _HOME),
                    share=max(0.0, item.score / best),
                    named=named.capitals,
                    one_of=named.one_of,
                    title=named.share,
                )
                self._held.setdefault(item.chunk.id, _Held(item.chunk, field_of(item.chunk)))
        likely = {i: likelihood(source) for i, source in self._sources.items()}
        order = sorted(likely, key=lambda i: (-likely[i], i))
        held = [(place, i, self._held[i].chunk) for place, i in enumerate(order[:_FIRST_RULES])]
        stones = [i for place, i, chunk in held if place < _FIRST or (chunk.lane == "local" and chunk.section)]
        sharing = [i for i in order[:_SHARING] if not self._held[i].chunk.section] if by_shared_names else []
        asks = [(i, one) for i in sharing if i not in self._sharing for one in self._names_in(i)]
        stems = [stem(word) for _, one in asks for word in words(one.text)]
        fresh = [i for i in stones if i not in self._expanded]
        self._follow(LinksAsk(fresh, _LOOKED_AT, near=near, reach=AROUND, stems=stems))
        self._look_for_names(asks)

    def _follow(self, ask: LinksAsk) -> None:
        found, fresh = self._archive.linked(ask, self._scopes) if ask.ids else Linked(), ask.ids
        self.near.update(found.near)
        self._asked.told(found.frequencies)
        self._take(found.chunks)
        fields = {i: one.field for i, one in self._held.items()}
        mentioned: dict[ChunkId, dict[ChunkId, list[LinkMention]]] = {}
        for i in fresh:
            if i not in self._held:
                continue
            links, citing = found.out.get(i, ()), found.back.get(i, ())
            every = mentions_of(links, citing, self._held)
            outward = best_targets(self._asked, i, (k.target for k in links), fields)
            back = best_targets(self._asked, i, citing, fields)
            mentioned[i] = {target: every[target] for target in dict.fromkeys((*outward, *back)) if target in every}
        self._describe(mentioned, fields, self._expanded)

    def _describe(
        self,
        mentioned: Mapping[ChunkId, Mapping[ChunkId, Sequence[LinkMention]]],
        fields: Mapping[ChunkId, ChunkFields],
        into: dict[ChunkId, list[Step]],
    ) -> None:
        """The steps from each source to what it mentions; the words all of them weigh are looked up at once."""
        self._asked.learn([part for i, kept in mentioned.items() for part in named_parts(fields[i], kept)])
        for i, kept in mentioned.items():
            into[i] = described(self._asked, self._held[i].chunk, kept, self._held)

    def _look_for_names(self, asks: Sequence[tuple[ChunkId, Named]]) -> None:
        """Searches for each name in a source together with what the source leaves open of the question: what answers it
        often bears a title of its own and only speaks of the one named."""
        answers = self._search([self._request(i, one) for i, one in asks]) if asks else ()
        reached: dict[ChunkId, dict[ChunkId, list[LinkMention]]] = {i: {} for i, _ in asks}
        for (i, one), answer in zip(asks, answers, strict=True):
            found = [] if isinstance(answer, VaultError) else [hit.chunk for hit in answer.hits if hit.chunk.id != i]
            self._take(found)
            position, length = len(words(self._held[i].chunk.text[: one.start])), len(words(one.text))
            mention = LinkMention("shared", position, length, 1 / (1 + len(found)))
            for chunk in found:
                reached[i].setdefault(chunk.id, []).append(mention)
        fields = {i: one.field for i, one in self._held.items()}
        best = {i: {k: every[k] for k in best_targets(self._asked, i, every, fields)} for i, every in reached.items()}
        self._describe(best, fields, self._sharing)

    def _names_in(self, source: ChunkId) -> list[Named]:
        """The names in a source that the question does not hold, each once, in order."""
        found = {one.key: one for one in reversed(named_in(self._held[source].chunk.text))}
        asked = self._asked.stems
        return [one for one in reversed(found.values()) if not asked.issuperset(map(stem, words(one.text)))][:_NAMES]

    def _request(self, source: ChunkId, one: Named) -> SearchRequest:
        """The search for a name beside the words of the question that the source lacks."""
        query = Query(must=(one.text,), terms=self._asked.lacking(source, self._held[source].field))
        return SearchRequest(query=query, filters=self._scopes[0], limit=_HOLDERS, explained=False)

    def lifts(self, least_share: float = CITED_SHARE) -> dict[ChunkId, float]:
        """How far chains lift every passage; a citation counts whose other end holds `least_share` of the question."""
        steps = [step for held in (self._expanded, self._sharing) for many in held.values() for step in many]
        return lifts({**{step.source: NOTHING for step in steps}, **self._sources}, steps, least_share)

    def chunk(self, chunk_id: ChunkId) -> Chunk:
        """A chunk that was read."""
        return self._held[chunk_id].chunk
