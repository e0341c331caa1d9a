"""What tells a span that answers a part of a question from the others: named figures of every span.

Each figure is of a general kind: words met and how rare they are, words met nearby, the kind of answer shown, whose
record of which year it is, how it was found. It refuses to know any document or question.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.ask.cues import CUES, FIGURE_CUES, Cue
from pipeline.ask.kinds import of_kind
from pipeline.ask.names import identifier_key
from pipeline.ask.reading import months_of
from pipeline.find.spans.met import Met, SameWords, Shown, best_met, focused, scaled, share_met
from pipeline.find.spans.sought import Setting, Sought, Times
from pipeline.find.spans.subject import Around, subject_figures, value_figures
from pipeline.find.spans.text import Form, ReadPage, ReadSpan, form_of, places_shown
from vault.types import Chunk

__all__ = ["CANDIDATES", "CandidateSpan", "EvidenceSeen", "Figures", "candidates"]

Figures = dict[str, float]

CANDIDATES = 40
"""Spans of the evidence that are looked at closely; the others share too few words with the question. Among forty stand
.98 of the gold spans that stand among sixty with phrasings and .88 in own words (docs/finding.md)."""
_OF_MONTH = 3
"""Spans looked at beside them of records of a month that is asked about: few words of the question may stand there."""
_AROUND = (0.6, 0.35, 0.2)
"""What a word met one, two, three spans away is worth."""
_CLOSE = 8
"""Words between a value and the words it is bound to."""
_RELATIVE = (
    "pooled",
    "pooled_near",
    "phrased",
    "cov",
    "near",
    "about",
    "density",
    "bound",
    "joint",
)
"""Figures of which a span's share of the highest among the candidates tells more than the value."""
_LEAD = 0.8
"""A word of the heading or lead-in that a span stands under."""
_MOST_NEW = 3
"""Names that the question does not say; more say no more."""
_SMALL = 3
_LONG, _FRAGMENT, _CRUMB = 60, 6, 3
"""Words of a long span, of a fragment and of a crumb of one."""
_NO_KIND: Figures = {f"kind_{cue}": 0.0 for cue in CUES}
"""The figures of the kinds that are not asked for."""
_TITLE = 0.5
"""A word of the title or heading: the document is about it, this span need not be."""


# ---- figures of a page and of a span


def page_figures(page: ReadPage, setting: Setting, rank: int, top: float) -> Figures:
    """What is the same for all spans of a page: how it was found, whose it is, of which year."""
    chunk, issue = page.evidence.chunk, setting.issue
    state = chunk.lane == "state"
    town = issue.town.casefold()
    return {
        "first": 1.0 / rank,
        "score": page.evidence.score / (top or 1.0),
        "state": float(state),
        "state_local": float(state and setting.scope == "local"),
        "state_wide": float(state and setting.scope == "statewide"),
        "home": float(bool(town) and chunk.town.casefold() == town),
    }


def _timely(times: Times, page: ReadPage) -> Figures:
    """Of which year a record is, and whether it is of the days meant."""
    date, told = page.evidence.chunk.date, times.years & page.years
    of_year = times.years & page.own_years
    dated = bool(times.since and date)
    inside = dated and times.since[: len(date)] <= date[: len(times.since)] and date <= times.until[: len(date)]
    return {
        "year_of": float(bool(of_year)),
        "year_told": float(bool(told) and not of_year),
        "other_year": float(bool(times.years) and not told and bool(page.own_years)),
        "inside": float(inside),
        "outside": float(dated and not inside),
    }


class CandidateSpan(NamedTuple):
    """A span that is looked at closely, with its figures."""

    page: ReadPage
    read: ReadSpan
    figures: Figures
    at: int
    """Its place among the spans of its page."""

    @property
    def place(self) -> tuple[str, int]:
        """Where it stands: the label of its page, and its place there."""
        return self.page.evidence.label, self.at


class EvidenceSeen:
    """The evidence seen through all that was said: what every span meets of it. Made once for all parts."""

    def __init__(self, pages: Sequence[ReadPage], sought: Sequence[Sought], setting: Setting) -> None:
        wanted = dict.fromkeys((*(root for part in sought for root in part.pooled), *setting.names))
        known = SameWords(pages, wanted, setting.others)
        self.pages = tuple(pages)
        self.met = known.met
        self.alone = [[known.met(span.order) for span in page.spans] for page in pages]
        self.leads = [self._leads(page) for page in pages]
        self.titles = [known.met(page.about) for page in pages]
        self.whole = [known.met(page.stems) for page in pages]
        self.shared = self._shared(setting)

    def _leads(self, page: ReadPage) -> list[Met]:
        met = {lead: self.met(lead) for lead in {span.lead for span in page.spans}}
        return [met[span.lead] for span in page.spans]

    def _shared(self, setting: Setting) -> list[Figures]:
        tops, ranks = dict[str, float](), Counter[str]()
        for one in (page.evidence for page in self.pages):
            tops[one.chunk.lane] = max(tops.get(one.chunk.lane, 0.0), one.score)
        shared = []
        for page in self.pages:
            lane = page.evidence.chunk.lane
            ranks[lane] += 1
            shared.append(page_figures(page, setting, ranks[lane], tops[lane]))
        return shared


class _Rough(NamedTuple):
    """A span at its place, as page and span, with how well it promises to answer, cheaply told, and the shares of what
    is pooled that the spans of its page meet."""

    score: float
    number: int
    at: int
    shares: Sequence[float]


def _rough(part: Sought, seen: EvidenceSeen, timely: Sequence[Figures]) -> Iterator[_Rough]:
    """Every span of the evidence that is no line of a table of contents, in reading order.

    The weights are a listwise fit over the spans of fresh and tune questions, each set scored by the others
    (docs/finding.md).
    """
    figure_asked = any(cue in FIGURE_CUES for cue in part.cues)
    for number, page in enumerate(seen.pages):
        shares = [share_met(part.pooled, met) for met in seen.alone[number]]
        shared, time = seen.shared[number], timely[number]
        base = (
            0.65 * share_met(part.pooled, seen.titles[number])
            + 0.25 * share_met(part.pooled, seen.whole[number])
            + 0.15 * shared["first"]
            + 0.8 * shared["score"]
            + 0.3 * time["inside"]
            - 0.4 * time["other_year"]
            - 0.5 * shared["state_local"]
            + 0.9 * shared["state_wide"]
        )
        for at, (own, span) in enumerate(zip(shares, page.spans, strict=True)):
            if span.contents:
                continue
            length, digits = len(span.order), bool(span.figures) and not part.whole.keys() >= set(span.figures)
            low = max(0, at - 2)
            score = (
                base
                + own
                + 1.1 * max(shares[low : at + 2])
                + (0.2 * max(shares[low:at]) if at else 0.0)
                + (0.7 * share_met(part.pooled, seen.leads[number][at]) if span.lead else 0.0)
                + (0.3 if figure_asked else 0.12) * digits
                + 0.13 * min(length, _LONG) / _LONG
                - 0.2 * (length < _FRAGMENT)
                - 0.4 * (length < _CRUMB)
            )
            yield _Rough(score, number, at, shares)


def candidates(part: Sought, seen: EvidenceSeen, setting: Setting, most: int = CANDIDATES) -> tuple[CandidateSpan, ...]:
    """The spans worth a closer look for a part, at most `most` and a few of records of the month it asks about, with
    their figures, in reading order; () without evidence."""
    timely = [_timely(part.times, page) for page in seen.pages]
    rough = list(_rough(part, seen, timely))
    order = sorted(range(len(rough)), key=lambda place: (-rough[place].score, place))
    asked = months_of(part.text)
    of_month = [place for place in order if seen.pages[rough[place].number].evidence.chunk.date[5:7] in asked]
    places = [rough[place] for place in sorted({*order[:most], *of_month[:_OF_MONTH]})]
    shared = {
        number: seen.shared[number] | timely[number] | _page_words(part, seen, number)
        for number in dict.fromkeys(one.number for one in places)
    }
    found = [_candidate(part, setting, seen, place, shared[place.number]) for place in places]
    _relate(found)
    return tuple(found)


def _relate(found: Sequence[CandidateSpan]) -> None:
    """Adds to every candidate its share of the highest figures of all, and of its page."""
    for name in _RELATIVE:
        high = max((one.figures[name] for one in found), default=0.0) or 1.0
        for one in found:
            one.figures[f"of_{name}"] = one.figures[name] / high
    order = sorted(found, key=lambda one: -one.figures["joint"])
    best: dict[str, float] = {}
    for place, one in enumerate(order):
        one.figures["joint_rank"] = 1.0 / (1.0 + place)
        high = best.setdefault(one.page.evidence.label, one.figures["joint"])
        one.figures["of_page"] = one.figures["joint"] / high if high else 0.0


def _candidate(part: Sought, setting: Setting, seen: EvidenceSeen, rough: _Rough, shared: Figures) -> CandidateSpan:
    """The candidate at a place; `shared` is what is the same for all spans of the page."""
    _, number, at, shares = rough
    page, read = seen.pages[number], seen.pages[number].spans[at]
    form = form_of(read.cut.text)
    shown = _shown(part, read)
    alone, title = seen.alone[number], seen.titles[number]
    near = _near(alone, at)
    about = best_met(near, scaled(title, _TITLE), scaled(seen.leads[number][at], _LEAD))
    figures = {
        **shared,
        **form.figures,
        **_word_figures(part, read, (alone[at], near, about), shares[at]),
        **_beside(part, seen, rough),
        **_bound(part, shown, read, alone[at]),
        **_kind_figures(part, shown),
        **_name_figures(setting, part.numbers, seen, (number, at)),
        **_year_figures(part.times.years, form),
        "year_led": float(not part.times.years.isdisjoint(read.lead)),
        "of_kind": float(of_kind(part.text, read.cut.text)),
        "focused": focused(part.pooled, read.order, alone[at]),
        "new_names": min(len(form.names - part.whole.keys()), _MOST_NEW) / _MOST_NEW,
        **_cited(part, page.evidence.chunk),
        "phrasings": float(bool(part.phrasings)),
        "opening": float(at == 0),
        "place": at / len(page.spans),
        "spans": math.log1p(len(page.spans)),
    }
    beside = best_met(*alone[max(0, at - 1) : at + 2])
    line = best_met(alone[at], seen.leads[number][at])
    close = best_met(line, beside)
    around = Around(alone[at], line, close, best_met(close, title))
    places = list(shown.values())
    lead = seen.leads[number][at]
    figures |= subject_figures(part.subjects, around, read.order)
    figures |= value_figures(part.subjects, read.order, places, lead, seen.met)
    figures["polar"] = float(part.polar)
    return CandidateSpan(page, read, figures, at)


def _shown(part: Sought, read: ReadSpan) -> Shown:
    """The kinds asked for that the span shows; a figure that the question says already is no answer to it."""
    found: dict[Cue, Sequence[int]] = {}
    for cue in part.cues:
        places = places_shown(cue, read.cut.text)
        if cue in FIGURE_CUES:
            places = tuple([at for at in places if not _is_repeated(part, read.order[at : at + 2])])
        if places:
            found[cue] = places
    return found


def _is_repeated(part: Sought, figure: Sequence[str]) -> bool:
    digits = [one for one in figure if one[0].isdigit()]
    return bool(digits) and part.whole.keys() >= set(digits)


def _near(alone: Sequence[Met], at: int) -> Met:
    near = dict(alone[at])
    for step, share in enumerate(_AROUND, 1):
        for other in (at - step, at + step):
            if 0 <= other < len(alone):
                for root, met in alone[other].items():
                    near[root] = max(near.get(root, 0.0), met * share)
    return near


def _page_words(part: Sought, seen: EvidenceSeen, number: int) -> Figures:
    whole, title, chunk = seen.whole[number], seen.titles[number], seen.pages[number].evidence.chunk
    page = share_met(part.whole, whole)
    named = f"{chunk.title} {chunk.heading}"
    return {
        "page": page,
        "page_phrased": max((share_met(one, whole) for one in part.phrasings), default=page),
        "page_pooled": share_met(part.pooled, whole),
        "title": share_met(part.pooled, title),
        "numbers_title": sum(one in named for one in part.numbers) / (len(part.numbers) or 1),
    }


def _beside(part: Sought, seen: EvidenceSeen, rough: _Rough) -> Figures:
    """What the spans before and after meet, and the heading or lead-in; `joint` is the span with what leads here."""
    _, number, at, shares = rough
    alone, lead = seen.alone[number], seen.leads[number][at]
    before, after = shares[at - 1] if at else 0.0, shares[at + 1] if at + 1 < len(shares) else 0.0
    joined = best_met(alone[at], lead, scaled(alone[at - 1], 0.8) if at else {}, scaled(seen.titles[number], _TITLE))
    return {
        "before2": shares[at - 2] if at > 1 else 0.0,
        "before": before,
        "after": after,
        "over_before": shares[at] - before,
        "over_after": shares[at] - after,
        "lead": share_met(part.pooled, lead),
        "has_lead": float(bool(seen.pages[number].spans[at].lead)),
        "joint": share_met(part.pooled, joined),
    }


def _bound(part: Sought, shown: Shown, read: ReadSpan, alone: Met) -> Figures:
    """How much of what was said stands close to a value of the kind asked for; and how much of the span is new."""
    total = part.pooled.total or 1.0
    met = [(place, one) for place, one in enumerate(read.order) if one in alone] if shown else []
    best = 0.0
    for values in shown.values():
        for value in values:
            close = {one for place, one in met if abs(place - value) <= _CLOSE}
            best = max(best, math.fsum(part.pooled.get(one, 0.0) for one in close) / total)
    content = [one for one in dict.fromkeys(read.order) if len(one) > _SMALL]
    fresh = sum(one not in alone for one in content)
    said = sum(map(part.whole.__contains__, read.figures))
    return {
        "bound": best,
        "fresh": min(fresh, 30) / 30.0,
        "fresh_share": fresh / (len(content) or 1),
        "fresh_figures": min(len(read.figures) - said, 5) / 5.0,
        "asked_figures": min(said, 5) / 5.0,
    }


def _word_figures(part: Sought, read: ReadSpan, mets: tuple[Met, Met, Met], pooled: float) -> Figures:
    """`pooled`: the share that the span meets of the words pooled."""
    alone, near, about = mets
    own, whole = part.own, part.whole
    phrased = [share_met(one, alone) for one in part.phrasings]
    phrased_near = [share_met(one, near) for one in part.phrasings]
    size = len(read.order) or 1
    cov, own_near = share_met(own, alone), share_met(own, near)
    return {
        "cov": cov,
        "cov_whole": cov if own is whole else share_met(whole, alone),
        "near": own_near,
        "near_whole": own_near if own is whole else share_met(whole, near),
        "about": share_met(whole, about),
        "pooled": pooled,
        "pooled_near": share_met(part.pooled, near),
        "pooled_about": share_met(part.pooled, about),
        "met": min(len(alone), 12) / 12.0,
        "rarest": about.get(whole.heaviest, 0.0),
        "density": min(sum(map(alone.__contains__, read.order)) / size, 0.6),
        "phrased": max(phrased, default=cov),
        "phrased_near": max(phrased_near, default=own_near),
    }


def _kind_figures(part: Sought, shown: Shown) -> Figures:
    figures = {
        "kinds": len(shown) / (len(part.cues) or 1),
        "kind_any": float(bool(shown)),
        "kind_none": float(bool(part.cues) and not shown),
        "kind_unasked": float(not part.cues),
    }
    return figures | _NO_KIND | {f"kind_{cue}": 1.0 if cue in shown else -1.0 for cue in part.cues}


def _name_figures(setting: Setting, numbers: frozenset[str], seen: EvidenceSeen, place: tuple[int, int]) -> Figures:
    number, at = place
    names, alone, page = setting.names, seen.alone[number], seen.pages[number]
    here = names & alone[at].keys()
    around = here.union(*(names & one.keys() for one in alone[max(0, at - 2) : at + 3] if one)) if names else here
    count = len(names) or 1
    text = page.spans[at].cut.text
    key = identifier_key(text) if setting.identifiers else ""
    return {
        "names": len(here) / count,
        "names_near": len(around | (names & page.about)) / count,
        "names_lost": float(bool(names)) * len(names - page.stems) / count,
        "ident": float(any(one in key for one in setting.identifiers)),
        "numbers": sum(number in text for number in numbers) / (len(numbers) or 1),
    }


def _cited(part: Sought, chunk: Chunk) -> Figures:
    """Whether the part names this section, or another one."""
    named = bool(part.cites)
    return {
        "cited": float(named and chunk.section in part.cites),
        "cites_other": float(named and bool(chunk.section) and chunk.section not in part.cites),
        "cites": float(named),
    }


def _year_figures(asked: frozenset[str], form: Form) -> Figures:
    return {
        "year_here": float(bool(asked & form.years)),
        "year_else": float(bool(asked and form.years) and not asked & form.years),
    }
