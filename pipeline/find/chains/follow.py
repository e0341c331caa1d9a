"""The chains of one question: the passages it names, what the best passages name and cite, and what shares their names.

Reads names and links of the vault and remembers what it has read. It asks for nothing but chunks and links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pipeline.ask.concepts import ChunkFields
from pipeline.find.chains.asked import AskedTerms, Naming, named_chunks, spans
from pipeline.find.chains.lift import CITED_SHARE, Lifts, Stone, lifts, likelihood
from pipeline.find.chains.steps import LinkMention, Step, best_targets, described, mentions_of, named_parts
from pipeline.find.score import ScoredChunk, field_of
from vault.ports import ANY, Archive, Linked
from vault.types import Chunk, ChunkId, Filters

__all__ = ["Chains"]

_FIRST = 6
"""Sources whose links are followed."""
_LOOKED_AT = 32
"""Links of one source that a first pass looks at: 120 brought no more of the gold (docs/finding.md)."""
_NAMED = 40
"""Chunks a question names that are looked at."""
_UNNAMED = Naming(0.0, 0.0, 0.0)
_HOME = 4.0
"""The place figure falls to a half at the fifth passage."""


class _Held(NamedTuple):
    chunk: Chunk
    field: ChunkFields


class Chains:
    """What is known of the chains of one question. `texts` gives chunks by id, `allowed` says which are in scope, and
    `scopes` where names and citations are looked up, so that no other town's records count."""

    def __init__(
        self,
        asked: AskedTerms,
        archive: Archive,
        texts: Callable[[Sequence[ChunkId]], Sequence[Chunk]],
        allowed: Callable[[Chunk], bool],
        scopes: Sequence[Filters] = (ANY,),
    ) -> None:
        self._scopes = tuple(scopes)
        self._asked = asked
        self._archive = archive
        self._texts = texts
        self._allowed = allowed
        self._held: dict[ChunkId, _Held] = {}
        self._bearers: tuple[Chunk, ...] | None = None
        self._sources: dict[ChunkId, Stone] = {}
        self._expanded: dict[ChunkId, list[Step]] = {}
        self.named: dict[ChunkId, Naming] = {}

    def name(self) -> tuple[Chunk, ...]:
        """The chunks that the question names, the surest first; looked up once."""
        if self._bearers is None:
            self._bearers = self._named()
        return self._bearers

    def _named(self) -> tuple[Chunk, ...]:
        held = self._archive.named(dict.fromkeys(name for _, _, name in spans(self._asked)), self._scopes)
        bearers: dict[str, set[ChunkId]] = {}
        for one in held:
            bearers.setdefault(one.name, set()).add(one.chunk_id)
        few = [one for one in held if len(bearers[one.name]) <= _NAMED]
        self._load(one.chunk_id for one in few)
        titles = {one.chunk_id: self._held[one.chunk_id].field.title.stems for one in few if one.chunk_id in self._held}
        self.named = named_chunks(self._asked, few, titles)
        order = sorted(self.named, key=lambda i: (-self.named[i].worth, i))
        return tuple(self._held[i].chunk for i in order[:_NAMED])

    def _load(self, ids: Iterable[ChunkId]) -> None:
        fresh = [i for i in dict.fromkeys(ids) if i not in self._held]
        self._take(self._texts(fresh) if fresh else ())

    def _take(self, chunks: Iterable[Chunk]) -> None:
        """Holds those of the chunks that are in scope."""
        for chunk in chunks:
            if chunk.id not in self._held and self._allowed(chunk):
                self._held[chunk.id] = _Held(chunk, field_of(chunk))

    def expand(self, ranked: Sequence[Sequence[ScoredChunk]]) -> None:
        """Follows the links of the likeliest stepping stones of each ranked lane. Following what they lead to as well
        brought nothing in 214 questions and cost two calls of the engine and more (docs/finding.md)."""
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
        self._follow(sorted(likely, key=lambda i: (-likely[i], i))[:_FIRST])

    def _follow(self, sources: Sequence[ChunkId]) -> None:
        fresh = [i for i in sources if i not in self._expanded]
        found = self._archive.linked(fresh, _LOOKED_AT, self._scopes) if fresh else Linked()
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
        self._asked.learn([part for i, kept in mentioned.items() for part in named_parts(fields[i], kept)])
        for i, kept in mentioned.items():
            self._expanded[i] = described(self._asked, self._held[i].chunk, kept, self._held)

    def lifts(self, least_share: float = CITED_SHARE) -> Lifts:
        """The best chain to every passage; a citation counts whose other end holds `least_share` of the question."""
        steps = [step for many in self._expanded.values() for step in many]
        return lifts(self._known_sources(steps), steps, least_share)

    def _known_sources(self, steps: Sequence[Step]) -> dict[ChunkId, Stone]:
        """The sources ranked, and the passages only reached by a step: nothing but the chain speaks for these."""
        nothing = Stone(0.0, 0.0, 0.0, 0.0, 0.0)
        return {**{step.source: nothing for step in steps}, **self._sources}

    def chunk(self, chunk_id: ChunkId) -> Chunk:
        """A chunk that was read."""
        return self._held[chunk_id].chunk
