"""Whether a part of a question is answered at all: named figures of the part's best spans, and why it is open.

The figures go into a probability (`model`); the reasons are rules on the same figures. It refuses to count the
words of a question or its parts: how a question is asked says nothing about what is held.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.ask.cues import sole_kind
from pipeline.find.spans.figures import Figures
from pipeline.find.spans.met import Weights
from pipeline.find.spans.sought import Setting, Sought
from pipeline.find.spans.text import ReadPage
from pipeline.types import OpenReason
from vault.text.words import stands_as_word, words
from vault.types import Chunk

__all__ = [
    "LOOKED_AT", "Missing", "best_first", "held_figures", "names_any", "near_of", "nothing_of", "part_figures",
    "reason_of",
]  # fmt: skip

_OF_BEST = (
    "kinds", "kind_any", "kind_none", "about", "near", "cov", "phrased", "phrased_near", "page",
    "page_phrased", "names", "names_near", "names_lost", "year_of", "year_told", "other_year", "inside", "outside",
    "rarest", "year_here", "year_else", "ident", "first", "score", "density", "digit", "numbers", "pooled",
    "pooled_near", "pooled_about", "bound", "page_pooled", "before", "lead", "fresh", "phrasings", "title",
    "subject_here", "subject_line", "subject_close", "subject_about", "subject_pairs", "told_here", "told_line",
    "told_about", "told_pairs", "value_own", "value_told", "value_led", "value_precise", "state", "state_local",
    "state_wide", "money", "polar", "length", "over_before", "over_after", "of_page", "place", "home", "of_kind",
    "focused", "new_names", "year_led", "numbers_title", "fresh_share", "nil", "opening", "kind_person",
    "kind_amount", "kind_date", "kind_outcome",
)  # fmt: skip
"""Figures taken from the best span."""
_HIGHEST = (
    "about", "near", "cov", "phrased", "phrased_near", "page", "page_phrased", "names", "kinds",
    "numbers", "ident", "bound", "pooled", "pooled_near", "page_pooled", "subject_here", "subject_line",
    "subject_close", "subject_about", "subject_pairs", "told_here", "told_line", "told_about", "told_pairs",
    "value_own", "value_told", "value_led", "value_precise", "focused", "year_led", "numbers_title",
)  # fmt: skip
"""Figures of which the highest among all candidates counts."""
_FEW = 3
LOOKED_AT = 8
"""Best spans that are judged alone as well."""
_YEAR_CHARS = 4
_FAR = 6.0
"""How far below the best span the right one is taken to be when no span is of the right year and names."""


class Missing(NamedTuple):
    """What the vault says it lacks: the text of a law that the question names; pages of the nearest document."""

    law: bool = False
    page: bool = False


def best_first(scores: Sequence[float]) -> list[int]:
    """Places of the scores, the highest first; of equal ones the first."""
    return sorted(range(len(scores)), key=lambda at: (-scores[at], at))


def _sole_figures(found: Sequence[Figures], order: Sequence[int], text: str) -> Figures:
    """Whether the best spans show the kind of answer that the part begins by asking for, and whether one that shows it
    speaks of the subject; all 0 where the part leaves the kind open."""
    sole = sole_kind(text)
    shown = [found[at][f"kind_{sole}"] > found[at]["nil"] for at in order] if sole else []
    showing = [found[at] for at, one in zip(order, shown, strict=False) if one]
    return {
        "sole_asked": float(sole is not None),
        "sole_lost_first": float(bool(shown) and not shown[0]),
        "sole_lost_three": float(bool(shown) and not any(shown[:_FEW])),
        "sole_lost_all": float(bool(shown) and not any(shown)),
        "sole_shown_led": max((one["value_led"] for one in showing), default=0.0),
        "sole_shown_own": max((one["subject_close"] for one in showing), default=0.0),
    }


def part_figures(
    text: str, found: Sequence[Figures], scores: Sequence[float], alone: Sequence[float], held: Figures
) -> Figures:
    """Figures of one part from those of its candidates, which must not be empty, and their scores in the same order;
    `text` is the part, `alone` are the log odds of the `LOOKED_AT` best candidates, best first, and `held` the figures
    of `held_figures`."""
    order = best_first(scores)
    top = order[0]
    best, high = found[top], scores[top]
    right = [score for one, score in zip(found, scores, strict=True) if _fits(one)]
    figures = {
        "top": high,
        "gap": high - scores[order[min(1, len(order) - 1)]],
        "gap5": high - scores[order[min(5, len(order) - 1)]],
        "spread": math.log(sum(math.exp(score - high) for score in scores)),
        "joint": max(one["phrased_near"] * one["kinds"] for one in found),
        "right": max(right) - high if right else -_FAR,
        **_sole_figures(found, order, text),
        "alone_most": max(alone),
        "alone_first": alone[0],
        "alone_any": 1.0 - math.prod(1.0 / (1.0 + math.exp(min(odds, _FAR))) for odds in alone),
        "kind_subject_close": max(one["subject_close"] * one["kinds"] for one in found),
        **{f"best_{name}": best[name] for name in _OF_BEST},
        **{f"high_{name}": max(one[name] for one in found) for name in _HIGHEST},
        **held,
    }
    return {name: float(value) for name, value in figures.items()}


def _fits(figures: Figures) -> bool:
    return not (figures["other_year"] or figures["outside"] or figures["names_lost"])


_MOST_ABSENT = 0.5
"""Share of a question's weight beyond which what stands nowhere tells that nothing of it is held; some everyday words
stand nowhere in any vault."""


def held_figures(part: Sought, setting: Setting, pages: Sequence[ReadPage]) -> Figures:
    """What is held at all, whatever the spans say: how much of the question stands nowhere, and whether anything is of
    its names, year and town."""
    whole, names = part.whole, len(setting.names) or 1
    stems = frozenset().union(*(page.stems for page in pages))
    lost = [weight for root, weight in whole.items() if root not in stems]
    asked = setting.issue.town.casefold()
    towns = {page.evidence.chunk.town.casefold() for page in pages}
    named = (names_any(page.evidence.chunk, (asked,)) for page in pages)
    years = part.times.years
    held = any(years & page.own_years for page in pages)
    absent = min(_absent(one, setting) for one in (whole, *part.phrasings))
    return {
        "lost_share": sum(lost) / (sum(whole.values()) or 1.0),
        "lost_heaviest": max(lost, default=0.0),
        "names_best": max((len(setting.names & page.stems) / names for page in pages), default=0.0),
        "year_held": float(held),
        "year_lost": float(bool(years) and not held),
        "town_lost": float(bool(asked) and asked not in towns and not any(named)),
        "statewide": float(setting.scope == "statewide"),
        "local": float(setting.scope == "local"),
        "absent_share": absent,
        "absent_most": max(absent - _MOST_ABSENT, 0.0),
        "runs_lost": _runs_lost(setting, pages),
        "law_named": float(bool(setting.issue.statutes)),
        "law_found": float(any(page.evidence.chunk.section in setting.issue.statutes for page in pages)),
    }


def _runs_lost(setting: Setting, pages: Sequence[ReadPage]) -> float:
    """The share of the names of two words or more ("Golden Gate Bridge") whose words stand side by side nowhere."""
    runs = [f" {run} " for run in setting.runs]
    if not runs:
        return 0.0
    texts = [
        f" {' '.join(words(f'{one.title} {one.heading} {one.text}'))} " for one in (p.evidence.chunk for p in pages)
    ]
    return sum(not any(run in text for text in texts) for run in runs) / len(runs)


def _absent(wording: Weights, setting: Setting) -> float:
    """How much of a wording stands nowhere in what is searched."""
    absent = sum(weight for root, weight in wording.items() if not setting.holds(root))
    return absent / (wording.total or 1.0)


def reason_of(figures: Figures, likeliest: OpenReason, missing: Missing) -> OpenReason:
    """Why a part with these figures is open: the likeliest reason, told more exactly where the vault says why."""
    if likeliest in ("not_held", "other_matter"):
        if missing.law:
            return "law_missing"
        if missing.page:
            return "unread"
    if likeliest == "other_matter" and figures["best_kind_none"] and not figures["high_kinds"]:
        return "wrong_kind"
    return likeliest


def names_any(chunk: Chunk, towns: Sequence[str]) -> bool:
    """Whether a statewide record (a bill, a table of all towns, a judgment), no text of law, names one of the towns."""
    of_all = chunk.lane == "state" and not chunk.section
    return of_all and any(stands_as_word(town, f"{chunk.title} {chunk.text}") for town in towns)


def nothing_of(towns: Sequence[str]) -> str:
    """ "nothing of Alder Falls is held in the vault", of Alder Falls or Pine Hollow; empty for no town."""
    return f"nothing of {' or '.join(towns)} is held in the vault" if towns else ""


def near_of(reason: OpenReason, part: Sought, setting: Setting, best: ReadPage, missing: Sequence[str] = ()) -> str:
    """What is held instead, in a few words, or that nothing is of the towns that are `missing`; else empty."""
    chunk = best.evidence.chunk
    if reason == "other_year":
        held = chunk.date or next(iter(sorted(best.own_years, reverse=True)), "")
        years, since = part.times.years, part.times.since
        since = since if since < "9999" else ""  # "this year" names none
        wanted = " or ".join(sorted(years)) or since
        shown = held[:4] if held[:4] not in years else held
        told = wanted if len(shown) == _YEAR_CHARS else since or wanted
        return f"{shown}, not {told}" if shown and told else shown
    if reason == "other_town" and chunk.town:
        return f"{chunk.town}, not {setting.issue.town}" if setting.issue.town else chunk.town
    if reason == "not_held":
        return nothing_of(missing)
    if reason in ("other_matter", "wrong_kind"):
        return chunk.section or chunk.title
    return ""
