"""What is known of a found passage beside its words: named figures, from which the fitted ranking takes its order.

How it was found (by which search, at which place), how it meets each of the asker's phrasings, what other evidence says
of it, what kind of record it is and how old. It refuses to know any question or document.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pipeline.ask.concepts import Alternative, Concept, Field, Match, Matcher, match_all, weigh
from pipeline.ask.phrases import content
from pipeline.find.answer_model import Fitted
from pipeline.find.brought import Facts
from pipeline.find.score import Scored
from pipeline.types import IssueMap, Question, ScopeHint
from vault.text.words import stem
from vault.types import Chunk, DocType, Lane

__all__ = ["LOOKED_AT", "Reader", "Searches", "Sight", "looked_at", "rank_figures", "reordered", "years_in"]

Figures = dict[str, float]

_PARTS = (
    "prior", "identifier", "date", "board", "doc_type", "aid", "topic", "recency", "bill", "reference", "number",
    "runs on", "town row", "table", "below the law",
)  # fmt: skip
"""Parts of the first score that are figures by themselves."""
_KINDS: tuple[DocType, ...] = (
    "statute", "rule", "ordinance", "minutes", "warrant", "results", "budget", "report", "form", "guidance", "bill",
    "court", "policy", "notice",
)  # fmt: skip
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_RANKS = 5.0
"""The k of reciprocal ranks, as in `pool`."""
_USUAL_CHARS = 1500.0


class Searches(NamedTuple):
    """What the searches of a lane found: for each, chunk ids with their scores, best first."""

    own: tuple[tuple[tuple[int, float], ...], ...]
    """The planned searches, in order; the first is the question's own words."""
    phrasings: tuple[tuple[tuple[int, float], ...], ...]
    """The asker's phrasings, in order."""


class Sight(NamedTuple):
    """What the figures of a lane are taken from."""

    lane: Lane
    issue: IssueMap
    searches: Searches
    matches: Mapping[int, tuple[Match, ...]]
    """Chunk id of a candidate that is looked at -> how it meets the words of the question and all phrasings together,
    then each phrasing."""
    years: frozenset[str] = frozenset()
    """Years that the question names."""
    newest_year: int = 0
    scope: ScopeHint = "mixed"


LOOKED_AT = 120
"""Candidates of a lane that are ordered anew; in the pools of the train questions the gold stands among the first 120 of
the first score or the first ten of a search."""
_FIRST_HITS = 10


def looked_at(order: Sequence[Scored], searches: Searches) -> list[Scored]:
    """The candidates worth a closer look: the best by the first score, and the first hits of every search."""
    first = {chunk_id for hits in (*searches.own, *searches.phrasings) for chunk_id, _ in hits[:_FIRST_HITS]}
    return [item for place, item in enumerate(order) if place < LOOKED_AT or item.chunk.id in first]


def reordered(order: Sequence[Scored], sight: Sight, model: Fitted) -> tuple[Scored, ...]:
    """The candidates in the order of the fitted ranking, with scores 0..1; those not looked at follow as they stood."""
    close = [item for item in order if item.chunk.id in sight.matches]
    figures = rank_figures(order, sight)
    scores = [1.0 / (1.0 + math.exp(-one)) for one in model.scores(figures)]
    best = sorted(zip(close, scores, strict=True), key=lambda pair: (-pair[1], pair[0].chunk.id))
    seen = {item.chunk.id for item in close}
    rest = [item for item in order if item.chunk.id not in seen]
    low, high = min(scores, default=1.0), max((item.score for item in rest), default=0.0) or 1.0
    far = [(item, low * max(item.score, 0.0) / high) for item in rest]
    return tuple(item.gained("fitted", score - item.score) for item, score in (*best, *far))


def concepts_said(texts: Sequence[str], facts: Facts) -> tuple[Concept, ...]:
    """The words of all texts as concepts, weighted by rarity and by the share of the texts that say each."""
    said = [dict.fromkeys(map(stem, content(text))) for text in texts]
    roots = dict.fromkeys(root for one in said for root in one)
    made = (
        Concept(
            name=root,
            alternatives=(Alternative(stems=(root,)),),
            factor=sum(root in one for one in said) / len(said),
        )
        for root in roots
    )
    return weigh(tuple(made), facts.df, facts.total)


class Reader:
    """Reads chunks for what was said: the question and its phrasings together, and each phrasing alone."""

    def __init__(self, question: Question, facts: Facts) -> None:
        texts = ((question.text, *question.queries), *((text,) for text in question.queries))
        self._matchers = [Matcher(concepts_said(one, facts), facts.mean_length) for one in texts]
        self._known: dict[int, tuple[Match, ...]] = {}

    def read(self, chunk_id: int, field: Field) -> tuple[Match, ...]:
        """How a chunk meets them; worked out once."""
        if chunk_id not in self._known:
            self._known[chunk_id] = match_all(self._matchers, field)
        return self._known[chunk_id]


def years_in(text: str) -> frozenset[str]:
    """The years that a text names."""
    return frozenset(_YEAR.findall(text))


class _Places(NamedTuple):
    """Where a chunk stands in the searches: reciprocal rank and share of the best score, for each that found it."""

    ranks: tuple[float, ...]
    shares: tuple[float, ...]


def rank_figures(order: Sequence[Scored], sight: Sight) -> list[Figures]:
    """The figures of the candidates of a lane that are looked at, in the order given, which is that of the first
    score."""
    if not order:
        return []
    top = order[0].score or 1.0
    own, phrased = _places(sight.searches.own), _places(sight.searches.phrasings)
    first = _places(sight.searches.own[:1])
    best, count = _documents(order)
    near = {(item.chunk.doc_id, item.chunk.ord): item.score for item in order}
    asked = {
        "phrasings": float(len(sight.searches.phrasings)),
        "salience": sight.issue.legal_salience,
        "scope_local": float(sight.scope == "local"),
        "scope_wide": float(sight.scope == "statewide"),
        "state": float(sight.lane == "state"),
        "top": top,
    }
    return [
        {
            **asked,
            **_scored(item, place, top),
            **_found(item.chunk.id, first, own, "own"),
            **_found(item.chunk.id, phrased, phrased, "phrased"),
            **_said(item.chunk.id, sight),
            **_record(item.chunk, sight),
            "doc_best": (best[item.chunk.doc_id][item.score == best[item.chunk.doc_id][0]]) / top,
            "doc_count": math.log1p(count[item.chunk.doc_id]),
            "before": near.get((item.chunk.doc_id, item.chunk.ord - 1), 0.0) / top,
            "after": near.get((item.chunk.doc_id, item.chunk.ord + 1), 0.0) / top,
        }
        for place, item in enumerate(order)
        if item.chunk.id in sight.matches
    ]


def _documents(order: Sequence[Scored]) -> tuple[dict[str, tuple[float, float]], Counter[str]]:
    """Document -> the best and the second score of its passages; and how many of them were found."""
    best: dict[str, tuple[float, float]] = {}
    for item in order:
        high, second = best.get(item.chunk.doc_id, (0.0, 0.0))
        best[item.chunk.doc_id] = (max(high, item.score), max(second, min(high, item.score)))
    return best, Counter(item.chunk.doc_id for item in order)


def _places(searches: Sequence[Sequence[tuple[int, float]]]) -> dict[int, _Places]:
    found: dict[int, _Places] = {}
    for hits in searches:
        top = hits[0][1] if hits else 1.0
        for place, (chunk_id, score) in enumerate(hits):
            ranks, shares = found.get(chunk_id, ((), ()))
            found[chunk_id] = _Places((*ranks, _RANKS / (_RANKS + place)), (*shares, score / top if top else 0.0))
    return found


def _found(chunk_id: int, first: Mapping[int, _Places], every: Mapping[int, _Places], name: str) -> Figures:
    """How the searches of one kind found a chunk."""
    held, lead = every.get(chunk_id), first.get(chunk_id)
    ranks, shares = held or ((), ())
    figures = {
        f"{name}_ranks": sum(ranks),
        f"{name}_rank": max(ranks, default=0.0),
        f"{name}_share": max(shares, default=0.0),
        f"{name}_shares": sum(shares),
        f"{name}_times": float(len(ranks)),
    }
    if name == "own":
        figures |= {"words_rank": max(lead.ranks) if lead else 0.0, "words_share": max(lead.shares) if lead else 0.0}
    return figures


def _scored(item: Scored, place: int, top: float) -> Figures:
    found = item.match
    return {
        "score": item.score,
        "score_share": item.score / top,
        "score_rank": _RANKS / (_RANKS + place),
        "match": found.score,
        "coverage": found.coverage,
        "focus": found.focus,
        "lead": found.lead_coverage,
        "met": float(len(found.matched)),
        **{name.replace(" ", "_"): item.parts.get(name, 0.0) for name in _PARTS},
    }


def _said(chunk_id: int, sight: Sight) -> Figures:
    """How a chunk meets the asker's phrasings, the best of them and all alike, and everything that was said."""
    pooled, *matches = sight.matches[chunk_id]
    figures: Figures = {}
    for name in ("score", "coverage", "focus", "lead_coverage"):
        values = [float(getattr(one, name)) for one in matches]
        figures[f"said_{name}"] = max(values, default=0.0)
        figures[f"said_{name}_mean"] = sum(values) / len(values) if values else 0.0
        figures[f"pooled_{name}"] = float(getattr(pooled, name))
    return figures


def _record(chunk: Chunk, sight: Sight) -> Figures:
    year = int(chunk.date[:4]) if chunk.date[:4].isdigit() else 0
    told = {year for year in sight.years if year in chunk.text or year in chunk.title or year == chunk.date[:4]}
    town = sight.issue.town.casefold()
    return {
        **{f"is_{kind}": float(chunk.doc_type == kind) for kind in _KINDS},
        "official": float(chunk.authority in ("rsa", "official")),
        "ocr": float(chunk.ocr),
        "length": math.log(max(len(chunk.text), 50) / _USUAL_CHARS),
        "page": math.log1p(chunk.page_start or 0),
        "opening": float(chunk.ord == 0),
        "section": float(bool(chunk.section)),
        "stale": float(chunk.status in ("stale", "repealed", "superseded")),
        "age": float(min(max(sight.newest_year - year, 0), 12)) if year and sight.newest_year else -1.0,
        "year_told": float(bool(told)),
        "year_of": float(chunk.date[:4] in sight.years),
        "other_year": float(bool(sight.years and year) and chunk.date[:4] not in sight.years),
        "asks_year": float(bool(sight.years)),
        "town": float(bool(town) and chunk.town.casefold() == town),
        "digits": sum(c.isdigit() for c in chunk.text) / max(len(chunk.text), 1),
        "noise": _noise(chunk.text),
    }


def _noise(text: str) -> float:
    """Share of the tokens of a text that hold a mark or a digit among letters: what a bad scan looks like."""
    tokens = text.split()
    odd = sum(not (bare := token.strip(".,;:()\"'$%“”’–-")).isalpha() and not bare.isdigit() for token in tokens)
    return odd / len(tokens) if tokens else 1.0
