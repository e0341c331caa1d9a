"""The numbers a passage and a link are judged by.

Pure functions from values to tuples of floats; the order of the numbers is the order of the names here and in the
weights file. No weight is known here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pipeline.multihop.question import Anchor, Profile, QuestionTerms, Run
from pipeline.multihop.store import Passage

__all__ = ["DIRECT", "LINK", "NEED", "Beyond", "Hits", "LinkFacts", "direct_features", "link_features", "need_features"]

_DIRECT = """
    bm25 rank own_bm25 named named_inside named_one_of cited title_share covered lead_covered related title_covered
    rarest pairs rare_pairs bridged runs length short around document
"""
DIRECT = tuple(_DIRECT.split())
"""bm25: share of the best; rank: 1/(1+rank/4); own_bm25: BM25 of the body against the question's best possible;
named: capitals of the name in the question; cited: the question cites the place; rarest: holds the rarest term;
pairs, bridged, runs: shares of the question's neighbouring words, of those around a function word and of its runs of
three that stand together here; short: a heading without text; around, document: hits near it and in its document."""

LINK = (
    "title", "cite", "cited_by", "entity", "rarity", "residual", "residual_bm25", "early", "one_of", "names_back",
    "repeats", "hub", "same_document", "near",
)  # fmt: skip
"""residual: share of the terms the source lacks that the target holds; early: 1/(1+sentence of the mention);
repeats: share of the question the target holds; hub: how many chunks link to the target; near: how close the mention
stands to words of the question that are not the source's own name ("directed by …")."""

NEED = (
    "bias", "best_covered", "margin", "named", "length", "spread", "cites", "asks", "joins", "linked_hits", "offer",
    "cite_share", "crowding",
)  # fmt: skip
"""best_covered: the largest share of the question one passage holds; margin: lead of the first hit over the second;
spread: share of the question that the best passages hold only together; asks, joins: question words and conjunctions;
linked_hits: the best link between two hits, by the lesser share; offer: the most that a link of a top hit would add;
cite_share: citations among the links; crowding: share of the hits in one document."""

_SHORT_WORDS = 12
"""A passage of fewer words is a heading or a stub."""
_RARITY_CAP = 30.0
_LENGTH_CAP = 20
_NEAR = 4
"""Chunks of a document this near one another treat the same matter."""


class Hits:
    """Where the hits of the question's words stand: their BM25 as a share of the best, their rank, their documents."""

    def __init__(self, ranked: Sequence[tuple[int, float]], passages: Mapping[int, Passage]) -> None:
        top = ranked[0][1] if ranked and ranked[0][1] > 0 else 1.0
        self.placed: dict[int, tuple[float, int | None]] = {i: (b / top, rank) for rank, (i, b) in enumerate(ranked)}
        self._documents: dict[int, list[tuple[int, float]]] = {}
        for i, b in ranked:
            if i in passages:
                self._documents.setdefault(passages[i].doc_no, []).append((i, b / top))
        self._whole = sum(share for held in self._documents.values() for _, share in held) or 1.0

    def crowding(self) -> float:
        """The share of the hits, by BM25, in the document that holds most."""
        return max((sum(share for _, share in held) for held in self._documents.values()), default=0.0) / self._whole

    def around(self, passage: Passage) -> float:
        """The best share among hits that stand near it in the same document, less with distance."""
        held = self._documents.get(passage.doc_no, ())
        near = (share / abs(i - passage.chunk_id) for i, share in held if 0 < abs(i - passage.chunk_id) <= _NEAR)
        return max(near, default=0.0)

    def of_document(self, passage: Passage) -> float:
        """The share of all hits, by BM25, that other chunks of its document hold."""
        held = self._documents.get(passage.doc_no, ())
        return sum(share for i, share in held if i != passage.chunk_id) / self._whole


class Beyond(NamedTuple):
    """What a search knows beyond the words: kinds of names in the question, and what the links between and out of
    the best hits promise, which share of the links are citations, and which share of the hits the document with most
    hits holds; 0..1 each."""

    anchor_kinds: tuple[str, ...]
    linked_hits: float
    offer: float
    cite_share: float
    crowding: float


class LinkFacts(NamedTuple):
    """A link before it is weighed; `sentence` is None where the place of the mention is not known."""

    kind: str
    rarity: float
    sentence: int | None
    one_of: float
    indegree: int
    near: float = 0.0


def direct_features(question: QuestionTerms, passage: Passage, hits: Hits, anchor: Anchor | None) -> tuple[float, ...]:
    """`DIRECT` of a passage among the hits of the question's words."""
    share, rank = hits.placed.get(passage.chunk_id, (0.0, None))
    profile = question.profile(passage)
    pairs = [pair for pair in question.pairs if pair.stands_in(profile, passage.flat)]
    cited = anchor is not None and anchor.kind in ("cite", "place", "number")
    return (
        share,
        1 / (1 + rank / 4) if rank is not None else 0.0,
        question.bm25(profile, question.all) / (2.2 * question.total),
        anchor.capitals if anchor else 0.0,
        float(anchor.inside) if anchor else 0.0,
        anchor.one_of if anchor else 0.0,
        float(cited),
        anchor.share if anchor else 0.0,
        question.weight(profile.exact) / question.total,
        question.weight(profile.lead) / question.total,
        question.weight(profile.soft) / question.total,
        question.weight(profile.title) / question.total,
        float(bool(profile.exact & question.rarest)),
        len(pairs) / len(question.pairs) if pairs else 0.0,
        sum(pair.rarity for pair in pairs) / question.total,
        _share_held(question.bridged, profile, passage.flat),
        _share_held(question.runs, profile, passage.flat),
        math.log1p(passage.length) / 5,
        float(passage.length < _SHORT_WORDS),
        hits.around(passage),
        hits.of_document(passage),
    )


def _share_held(runs: Sequence[Run], profile: Profile, text: str) -> float:
    return sum(run.stands_in(profile, text) for run in runs) / len(runs) if runs else 0.0


def link_features(question: QuestionTerms, source: Passage, target: Passage, facts: LinkFacts) -> tuple[float, ...]:
    """`LINK` of a link between two passages."""
    here, there = question.profile(source), question.profile(target)
    residual = question.all & ~here.exact
    whole = question.weight(residual) or 1.0
    named_back = bool(source.title_stems) and f" {' '.join(source.title_stems)} " in target.flat
    stored = facts.kind not in ("entity", "title_phrase")
    return (
        float(facts.kind == "name"),
        float(facts.kind == "cite"),
        float(facts.kind == "cited_by"),
        float(not stored),
        min(facts.rarity, _RARITY_CAP) / 15,
        question.covered(there, residual) / whole,
        question.bm25(there, residual) / (2.2 * whole),
        1 / (1 + facts.sentence) if facts.sentence is not None else 0.0,
        facts.one_of,
        float(named_back),
        question.weight(there.exact) / question.total,
        math.log1p(facts.indegree) / 5 if stored else 0.0,
        float(source.doc_no == target.doc_no),
        facts.near,
    )


_ASKING = frozenset(["who", "whom", "whose", "what", "which", "when", "where", "how", "why"])
_JOINING = frozenset(["and", "or", "while", "if", "also", "both", "including"])
_MANY = 4


def need_features(
    question: QuestionTerms, profiles: Sequence[Profile], scores: Sequence[float], beyond: Beyond
) -> tuple[float, ...]:
    """`NEED`: what tells a question that hops from one that a single passage answers.

    `profiles` and `scores` are those of the best hits in order (at most five count), both possibly empty.
    """
    best = max((question.weight(p.exact) for p in profiles[:5]), default=0.0) / question.total
    union = 0
    for profile in profiles[:5]:
        union |= profile.exact
    kinds = beyond.anchor_kinds
    margin = (scores[0] - scores[1]) / scores[0] if len(scores) > 1 and scores[0] > 0 else 0.0
    return (
        1.0,
        best,
        margin,
        float(any(kind in ("title", "base", "lead") for kind in kinds)),
        min(len(question.terms), _LENGTH_CAP) / _LENGTH_CAP,
        question.weight(union) / question.total - best,
        float(any(kind in ("cite", "place", "number") for kind in kinds)),
        min(sum(word in _ASKING for word in question.words), _MANY) / _MANY,
        min(sum(word in _JOINING for word in question.words), _MANY) / _MANY,
        beyond.linked_hits,
        beyond.offer,
        beyond.cite_share,
        beyond.crowding,
    )
