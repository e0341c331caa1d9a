"""Multi-hop search over one vault: words first, then the names and citations of what was found.

`MultiHopEngine.search` answers a question with ranked chunk ids and says why each is there; `expand` follows the
links of chunks that another search found. Deterministic: no model, no vectors, ties by chunk id. It reads the vault
and decides an order; it writes nothing and plans nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hop_controller.types import Depth
from pipeline.multihop.entities import EntityQueries
from pipeline.multihop.expand import Edge, follow_links
from pipeline.multihop.features import LINK, Beyond, Hits, direct_features, need_features
from pipeline.multihop.pick import pick
from pipeline.multihop.question import Anchor, QuestionTerms, anchors, match_any
from pipeline.multihop.score import Scores, chain_strength, open_gates, score, sigmoid, weigh
from pipeline.multihop.store import Passage, PassageStore
from pipeline.multihop.types import Expanded, HopSearch, HopTrace, How, Scope, ScoredChunk
from pipeline.multihop.weights import Vectors, Weights, load_weights

__all__ = ["REACH", "Collected", "MultiHopEngine", "Reach", "Start"]


class Reach(NamedTuple):
    """How far one depth goes: sources of the first and second expansion, phrase queries per source of each, and
    whether the phrase queries run even when the links gave a strong chain."""

    first: int
    second: int
    phrases: int
    phrases_second: int
    always: bool


REACH: Mapping[Depth, Reach] = {
    "quick": Reach(6, 3, 0, 0, False),
    "standard": Reach(6, 6, 3, 1, False),
    "deep": Reach(6, 6, 4, 2, False),
    "exhaustive": Reach(6, 6, 4, 2, True),
}
"""Budgets by depth. Queries of one search: 1 + first·(phrases·2 + 1) + second·(phrases_second·2 + 1) at most."""

_CANDIDATES = 30
"""Hits of the first query that are always looked at."""
_MOST_CANDIDATES = 100
_NEARLY_AS_GOOD = 0.45
"""Further hits are looked at while they score this share of the best: long questions have flat rankings."""
_RESIDUAL = LINK.index("residual")
_TOP_HITS = 3


class Start(NamedTuple):
    """What the words of the question found; `direct` grows while links are followed."""

    hits: list[tuple[int, float]]
    named: dict[int, Anchor]
    placed: Hits
    direct: dict[int, tuple[float, ...]]


class Collected(NamedTuple):
    """What a search looked at before anything was weighed."""

    question: QuestionTerms
    hits: list[tuple[int, float]]
    anchors: dict[int, Anchor]
    direct: dict[int, tuple[float, ...]]
    edges: list[Edge]
    need: tuple[float, ...]
    expanded: list[int]
    queries: list[str]


class MultiHopEngine:
    """Searches one vault through one connection; belongs to one thread."""

    def __init__(self, connection: sqlite3.Connection, weights: Weights | None = None) -> None:
        """`connection` is a vault reader (its term table is needed); None takes the shipped weights."""
        self.store = PassageStore(connection)
        held = weights or load_weights()
        self._weights = (held, Vectors.of(held))

    def search(self, question: str, *, k: int = 10, depth: Depth = "standard", scope: Scope = ()) -> HopSearch:
        """The best `k` chunks for the question, best first, within the scope; none for a question without words.

        Depth "quick" makes one FTS5 query and follows stored links; "standard" and "deep" add phrase queries when
        the best chain is weak, "exhaustive" always.
        """
        self.store.refresh()
        terms = QuestionTerms(question, self.store)
        if not terms.query_words or k < 1:
            return HopSearch(ranked=(), trace=HopTrace())
        reach = REACH[depth]
        begun = self.start(terms, scope)
        found = self.collect(
            terms, reach if reach.always else reach._replace(phrases=0, phrases_second=0), begun, scope
        )
        ranked, scores, strength, need = self._rank(found, k)
        stage = 2 if reach.always else 1
        if reach.phrases and stage == 1 and strength < self._weights[0].pick.stage_two_below:
            found, stage = self.collect(terms, reach, begun, scope), 2
            ranked, scores, strength, need = self._rank(found, k)
        trace = HopTrace(
            queries=tuple(found.queries),
            expanded=tuple(found.expanded),
            stage=stage,
            chain_strength=strength,
            hop_need=need,
            candidates=len(found.direct),
        )
        return HopSearch(ranked=tuple(self._explained(i, found, scores) for i in ranked), trace=trace)

    def expand(
        self, chunk_ids: Iterable[int], question: str, *, limit: int = 10, scope: Scope = ()
    ) -> tuple[Expanded, ...]:
        """Chunks that the given chunks name, cite or are cited by, best first, at most `limit`; never a given one.

        The score is the worth of the link for the question in log-odds. Unknown ids are passed over.
        """
        self.store.refresh()
        given = list(dict.fromkeys(chunk_ids))
        terms = QuestionTerms(question, self.store)
        best: dict[int, tuple[float, Edge]] = {}
        for edge in follow_links(terms, self.store, given, scope):
            worth = weigh(edge.features, self._weights[1].link)
            if edge.target not in given and (edge.target not in best or worth > best[edge.target][0]):
                best[edge.target] = (worth, edge)
        order = sorted(best, key=lambda i: (-best[i][0], i))[:limit]
        passages = self.store.passages([i for t in order for i in (t, best[t][1].source)])
        return tuple(
            Expanded(
                chunk_id=i,
                source=best[i][1].source,
                how=best[i][1].how,
                score=best[i][0],
                why=_why(best[i][1], passages),
            )
            for i in order
        )

    def start(self, terms: QuestionTerms, scope: Scope = ()) -> Start:
        """What the words of the question find: hits, named chunks and their features. One FTS5 query."""
        store = self.store
        hits = _worth_looking_at(store.ranked(match_any(terms.query_words), _MOST_CANDIDATES, scope))
        named = anchors(terms, store, scope)
        begun = Start(hits, named, Hits(hits, store.passages([i for i, _ in hits])), {})
        self._add(terms, begun, [i for i, _ in hits])
        self._add(terms, begun, sorted(named))
        return begun

    def _add(self, terms: QuestionTerms, begun: Start, ids: Iterable[int]) -> None:
        for i, passage in self.store.passages(j for j in ids if j not in begun.direct).items():
            begun.direct[i] = direct_features(terms, passage, begun.placed, begun.named.get(i))

    def collect(self, terms: QuestionTerms, reach: Reach, begun: Start, scope: Scope = ()) -> Collected:
        """Everything a search looks at: the start, and the links of the best sources in two rounds."""
        store = self.store
        begun = begun._replace(direct=dict(begun.direct))
        phrases = EntityQueries(terms, store, scope)
        likely = self._likely(begun.direct)
        first = sorted(likely, key=lambda i: (-likely[i], i))[: reach.first]
        edges = follow_links(terms, store, first, scope)
        edges += phrases.edges(first, reach.phrases) if reach.phrases else []
        self._add(terms, begun, sorted({e.target for e in edges}))
        second = self._second(begun.direct, edges, first, reach.second)
        more = follow_links(terms, store, second, scope)
        more += phrases.edges(second, reach.phrases_second) if reach.phrases_second else []
        self._add(terms, begun, sorted({e.target for e in more}))
        profiles = [terms.profile(p) for p in store.passages([i for i, _ in begun.hits[:5]]).values()]
        edges += more
        beyond = _beyond(begun, [e for e in edges if e.how in ("name", "alias", "cite", "cited_by")])
        need = need_features(terms, profiles, [b for _, b in begun.hits[:2]], beyond)
        queries = [match_any(terms.query_words), *phrases.queries]
        return Collected(terms, begun.hits, begun.named, begun.direct, edges, need, first + second, queries)

    def _likely(self, direct: Mapping[int, tuple[float, ...]]) -> dict[int, float]:
        held, vectors = self._weights
        return {i: sigmoid(weigh(f, vectors.source) + held.source_bias) for i, f in direct.items()}

    def _second(
        self, direct: Mapping[int, tuple[float, ...]], edges: Iterable[Edge], done: list[int], size: int
    ) -> list[int]:
        """Sources of the second expansion: the likeliest passages not yet expanded, links counted."""
        likely = self._likely(direct)
        reached = dict(likely)
        link = self._weights[1].link
        for edge in edges:
            lifted = sigmoid(weigh(edge.features, link) * likely[edge.source] + self._weights[0].source_bias)
            reached[edge.target] = max(reached[edge.target], lifted)
        return sorted((i for i in reached if i not in done), key=lambda i: (-reached[i], i))[:size]

    def _rank(self, found: Collected, k: int) -> tuple[list[int], Scores, float, float]:
        held, vectors = self._weights
        gates = open_gates(found.need, vectors)
        scores = score(found.direct, found.edges, gates, self._weights)
        strength = chain_strength(scores)
        chosen = pick(found.question, scores, self.store.passages(found.direct), (held.pick, gates.hop, strength, k))
        return chosen, scores, strength, gates.hop

    def _explained(self, chunk_id: int, found: Collected, scores: Scores) -> ScoredChunk:
        edge = scores.best_edge.get(chunk_id)
        value = scores.value.get(chunk_id, 0.0)
        if edge is not None:
            why = _why(edge, self.store.passages([edge.source]))
            return ScoredChunk(chunk_id=chunk_id, score=value, how=edge.how, source=edge.source, why=why)
        anchor = found.anchors.get(chunk_id)
        if anchor is not None and not anchor.inside:
            return ScoredChunk(chunk_id=chunk_id, score=value, how="named", why="the question names it")
        held = found.question.words_of(found.question.profile(self.store.passages([chunk_id])[chunk_id]).exact)
        return ScoredChunk(chunk_id=chunk_id, score=value, how="words", why="holds " + ", ".join(held))


def _beyond(begun: Start, edges: Iterable[Edge]) -> Beyond:
    """What names and stored links tell of the need to hop."""
    placed = begun.placed.placed
    linked = offer = 0.0
    known = list(edges)
    cites = sum(edge.how in ("cite", "cited_by") for edge in known)
    for edge in known:
        here, rank = placed.get(edge.source, (0.0, None))
        linked = max(linked, min(here, placed.get(edge.target, (0.0, None))[0]))
        if rank is not None and rank < _TOP_HITS:
            offer = max(offer, edge.features[_RESIDUAL])
    kinds = tuple(a.kind for a in begun.named.values() if not a.inside)
    return Beyond(kinds, linked, offer, cites / len(known) if known else 0.0, begun.placed.crowding())


def _worth_looking_at(hits: list[tuple[int, float]]) -> list[tuple[int, float]]:
    bar = _NEARLY_AS_GOOD * hits[0][1] if hits else 0.0
    return [hit for rank, hit in enumerate(hits) if rank < _CANDIDATES or hit[1] >= bar]


_REASONS: Mapping[How, str] = {
    "name": "named in",
    "alias": "named in",
    "cite": "cited in",
    "cited_by": "cites",
    "entity": "shares a name with",
    "title_phrase": "mentions",
}


def _why(edge: Edge, passages: Mapping[int, Passage]) -> str:
    source = passages.get(edge.source)
    return f"{_REASONS.get(edge.how, 'linked from')} “{source.title if source else edge.source}”"
