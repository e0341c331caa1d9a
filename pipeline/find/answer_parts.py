"""Whether a part of a question is answered at all: named figures of the part's best spans, and why it is open.

The figures go into a probability (`answer_model`); the reasons are rules on the same figures. It refuses to count the
words of a question or its parts: how a question is asked says nothing about what is held.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pipeline.find.answer_figures import Candidate, Figures, Setting, Sought
from pipeline.find.answer_text import ReadPage
from pipeline.types import OpenReason

__all__ = ["near_of", "part_figures", "reason_of"]

_OF_BEST = (
    "kinds", "kind_any", "kind_none", "about", "near", "cov", "phrased", "phrased_near", "phrased_mean", "page",
    "page_phrased", "names", "names_near", "names_lost", "year_of", "year_told", "other_year", "inside", "outside",
    "other_town", "rarest", "pairs", "year_here", "year_else", "ident", "first", "score", "density", "section",
    "other_board", "digit", "asks", "result", "numbers", "older",
)  # fmt: skip
"""Figures taken from the best span."""
_HIGHEST = (
    "about", "near", "cov", "phrased", "phrased_near", "phrased_mean", "pairs", "page", "page_phrased", "names",
    "kinds", "numbers", "ident",
)  # fmt: skip
"""Figures of which the highest among all candidates counts."""
_FAR = 6.0
"""How far below the best span the right one is taken to be when no span is of the right year and names."""
_NEAR_TOWN = 0.6
_NEAR_MATTER = 0.8
"""From this share of a wording of the question on, a page of another town or another matter is near; below, nothing of
it is held. Told right for 61 of 100 open parts; what authors call "not held" and "another matter" overlaps."""


def part_figures(
    part: Sought, setting: Setting, found: Sequence[Candidate], scores: Sequence[float], pages: Sequence[ReadPage]
) -> Figures:
    """Figures of one part; `found` must not be empty, `scores` are of the candidates in their order."""
    order = sorted(range(len(found)), key=lambda at: -scores[at])
    top = order[0]
    best, high = found[top], scores[top]
    right = [score for one, score in zip(found, scores, strict=True) if _fits(one.figures)]
    figures = {
        "top": high,
        "gap": high - scores[order[min(1, len(order) - 1)]],
        "gap5": high - scores[order[min(5, len(order) - 1)]],
        "spread": math.log(sum(math.exp(score - high) for score in scores)),
        "joint": max(one.figures["phrased_near"] * one.figures["kinds"] for one in found),
        "right": max(right) - high if right else -_FAR,
        **{f"best_{name}": best.figures[name] for name in _OF_BEST},
        **{f"high_{name}": max(one.figures[name] for one in found) for name in _HIGHEST},
        **_unmet(part, best, pages),
        **_place(setting, pages),
    }
    return {name: float(value) for name, value in figures.items()}


def _fits(figures: Figures) -> bool:
    return not (figures["other_year"] or figures["outside"] or figures["names_lost"])


def _unmet(part: Sought, best: Candidate, pages: Sequence[ReadPage]) -> Figures:
    """How much of the question stands nowhere near the best span, and nowhere in the evidence."""
    whole = part.whole
    total, heaviest = sum(whole.values()) or 1.0, max(whole.values(), default=0.0) or 1.0
    stems = frozenset().union(*(page.stems for page in pages))
    lost = [weight for root, weight in whole.items() if root not in stems]
    return {
        "unmet_heaviest": max(best.unmet.values(), default=0.0) / heaviest,
        "unmet_share": sum(best.unmet.values()) / total,
        "lost_share": sum(lost) / total,
        "lost_heaviest": max(lost, default=0.0),
    }


def _place(setting: Setting, pages: Sequence[ReadPage]) -> Figures:
    names = len(setting.names) or 1
    asked = setting.issue.town.casefold()
    towns = {page.evidence.chunk.town.casefold() for page in pages}
    held = any(setting.years & page.own_years for page in pages)
    return {
        "names_best": max((len(setting.names & page.stems) / names for page in pages), default=0.0),
        "year_held": float(held),
        "year_lost": float(bool(setting.years) and not held),
        "town_lost": float(bool(asked) and asked not in towns),
        "statewide": float(setting.scope == "statewide"),
        "local": float(setting.scope == "local"),
    }


def reason_of(figures: Mapping[str, float]) -> OpenReason:
    """Why a part with these figures is open."""
    near = figures["best_page_phrased"]
    if figures["best_other_town"] or figures["town_lost"]:
        return "other_town" if near >= _NEAR_TOWN else "not_held"
    if figures["best_other_year"] or figures["year_lost"] or figures["best_outside"]:
        return "other_year"
    if near < _NEAR_MATTER:
        return "not_held"
    if figures["best_kind_none"] and not figures["high_kinds"]:
        return "wrong_kind"
    return "other_matter"


def near_of(reason: OpenReason, setting: Setting, best: ReadPage) -> str:
    """What is held instead, in a few words; empty when nothing near is."""
    chunk = best.evidence.chunk
    if reason == "other_year":
        held = chunk.date or next(iter(sorted(best.own_years, reverse=True)), chunk.title)
        wanted = " or ".join(sorted(setting.years)) or setting.issue.date_from
        shown = held[:4] if held[:4] not in setting.years else held
        return f"{shown}, not {wanted if shown != held else setting.issue.date_from or wanted}"
    if reason == "other_town" and chunk.town:
        return f"{chunk.town}, not {setting.issue.town}" if setting.issue.town else chunk.town
    if reason in ("other_matter", "wrong_kind"):
        return chunk.section or chunk.title
    return ""
