"""Which words of the kept passages answer each part of a question, and how surely.

The one measure of "answered" (decision 33): strength, hops, windows and writers read it. Spans are ordered by a fitted
score, and the probability that a part is answered is calibrated on questions of which some have no answer. It refuses
to look at anything but the evidence given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import NamedTuple

from pipeline.ask.cues import CUES
from pipeline.ask.issue import towns_asked, towns_not_held
from pipeline.ask.kinds import has_kind, same_kind
from pipeline.ask.reading import QuestionPart, Reading, months_of
from pipeline.find.select import CorpusFacts
from pipeline.find.spans.apt import aptness, of_other_month, said_once
from pipeline.find.spans.cells import asks_figure, named_line, told_bill, told_cells, told_near
from pipeline.find.spans.definitions import told_definition
from pipeline.find.spans.figures import CandidateSpan, EvidenceSeen, Figures, candidates
from pipeline.find.spans.model import likeliest_reason, odds_alone, probability, span_scores
from pipeline.find.spans.offices import of_holders, told_office
from pipeline.find.spans.parts import (
    LOOKED_AT,
    Missing,
    best_first,
    held_figures,
    names_any,
    near_of,
    nothing_of,
    part_figures,
    reason_of,
)
from pipeline.find.spans.sought import Setting, Sought, setting_of, sought_of
from pipeline.find.spans.text import ReadPage, answer_span, read_page
from pipeline.types import AnswerSpan, Evidence, IssueMap, OpenReason, PartAnswer, PartVerdict, Plan, ScopeHint
from vault.facts.dates import YEAR
from vault.facts.meeting.offices import asks_any_holder
from vault.states.finding_aid import suggested_sections
from vault.states.names import STATES
from vault.statewide import TableCell
from vault.text.patterns import lazy_regex
from vault.types import Chunk

__all__ = [
    "Lacks",
    "answered",
    "cells_of",
    "find_answers",
    "lacks_of",
    "missing_towns",
    "part_answers",
    "ranked_spans",
]

_SPANS = 8
"""Spans kept for a part, best first: a list or a join of two meetings needs more than one."""
_SPANS_READ = 80
"""Spans of a part that are looked at when much can be shown: they hold 93 % of the gold that the passages of 69
training questions held, where one window around the best words of each passage held 74 %."""
_ANSWERED = 0.85
"""Probability from which a part counts as answered."""
_LIKELY = 0.75
"""Probability from which it is likely answered. Of authors left out two of three near misses lie below it in own words
and three of four with phrasings, and one in five and nine parts whose answer is held (docs/finding.md)."""

_OF_MATTER = 0.6
"""Share of the matter's words, the rarer the more, that the best words say with their heading where a part counts as
answered, unless they name its case or parcel: below it 21 of
30 such parts were answered by them, above it 165 of 185 (docs/finding.md)."""

_SPEAKS = 0.4
"""The same of a page that is said to speak of the matter at all."""

_STANDS_OUT = 0.4
"""Probability of its best words from which a part counts as answered: below it they were right for 53 of 116 parts, to
.5 for 22 of 31 and above for 121 of 128 (docs/finding.md)."""

_SECTIONS = 3
"""Sections under which a question may be filed: the right one is the first for 60 of 168 lay questions on New Hampshire
law, one of three for 90."""
_DISTRICTS = 3
"""Names of the question that are looked for as districts or villages in statewide tables."""
_OFF_KIND = 3.0
"""By how much, in log odds, words fall that are not of the kind asked for (docs/finding.md: ablation)."""
_EVEN, _FILED = 0.5, 5.0
"""By how much, in log odds, words rise of a section for each unit by which the finding aid files the question under it
more surely than that: everyday words for a section say what its own do not (docs/finding.md)."""
_TAKEN = 2.0
"""By how much words fall that surely answer another part: each of five authors left out, first spans .542 -> .556 with
phrasings and .451 -> .465 without; 1 and 3 bring less (docs/finding.md)."""
_BESIDE = 2.0
"""By how much words of the kind asked for rise for a part that leans on the one before, where they stand on the page
that answers that one."""
_AS_WELL = 1.5
"""How far below a span, in log odds, the sentence after it may stand to be told with it (docs/finding.md)."""
_ELSEWHERE = 0.1
"""What is left of the probability where nothing found is of the state asked for, or states the rule asked for."""
_UNHELD = 0.5
"""The same where nothing of the towns asked about is held and the law found only likely answers, without naming one: of
nine such parts of five authors none was answered (docs/finding.md)."""

_LIKELY_SHARE, _LIKELY_OF_BEST = 0.015, 0.15
"""A span worth reading: one hundredth of the probability, less where it is spread over many spans."""


class Lacks(NamedTuple):
    """What the vault says it does not hold: cites of laws, ids of documents with pages that could not be read, the
    towns of a local question when no record of any of them is held, and the state asked for when nothing found is of
    it: law of another state is no answer, however near."""

    laws: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    towns: tuple[str, ...] = ()
    state: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The state, else the towns, of which nothing is held."""
        return (self.state,) if self.state else self.towns


_NOTHING = Lacks()
_NOTHING_FILED: Mapping[str, float] = MappingProxyType({})


class Words(NamedTuple):
    """What is known of the words of an archive: the weight of a stem, larger for rarer ones, and whether any text that
    is searched holds it."""

    rarity: Callable[[str], float] = lambda _stem: 1.0
    holds: Callable[[str], bool] = lambda _stem: True


_ANY_WORDS = Words()


def find_answers(
    reading: Reading,
    issue: IssueMap,
    evidence: Sequence[Evidence],
    *,
    scope: ScopeHint = "mixed",
    words: Words = _ANY_WORDS,
    lacks: Lacks = _NOTHING,
    cells: Sequence[TableCell] = (),
    filed: Mapping[str, float] = _NOTHING_FILED,
) -> tuple[PartAnswer, ...]:
    """For every part of the question, in order, its best spans and the probability that it is answered.

    Without `words` all words weigh the same and are held. `cells` are the figures of the town in statewide tables.
    What the vault `lacks` is told as the reason of a part that nothing else answers; `filed` are the sections under
    which the finding aid files the question, each with how surely, 0..1.
    """
    pages = tuple(map(read_page, evidence))
    setting = setting_of(reading, issue, scope, words.rarity, words.holds)
    parts = sought_of(reading, setting)
    seen = EvidenceSeen(pages, parts, setting)
    held = () if lacks.places else evidence
    known = [
        told_office(part.text, issue, held, reading.runs)
        or told_definition(part.text, issue, held)
        or told_cells(asked, reading, issue, evidence, cells)
        for part, asked in zip(parts, reading.parts, strict=True)
    ]
    looks = [_filed(_looked(part, seen, setting), filed) for part, told in zip(parts, known, strict=True) if not told]
    answers = (of_holders(_answer(look, seen, setting, lacks), issue) for look in _apart(looks))
    return tuple(
        told or _unless_near(next(answers), _near(asked, reading, issue, evidence, cells))
        for told, asked in zip(known, reading.parts, strict=True)
    )


def _near(
    asked: QuestionPart, reading: Reading, issue: IssueMap, evidence: Sequence[Evidence], cells: Sequence[TableCell]
) -> PartAnswer | None:
    """Figures told beside a part that nothing answers: of another year, or what makes up the tax asked about."""
    return told_near(asked, reading, issue, evidence, cells) or told_bill(asked, reading, issue, evidence, cells)


def _unless_near(answer: PartAnswer, near: PartAnswer | None) -> PartAnswer:
    """The answer, or the figure of another year told as such where the answer is not sure or its words name no year."""
    named = any(YEAR.search(one.text) for one in answer.spans[:1])
    return near if near and not (answer.verdict == "answered" and named) else answer


def missing_towns(plan: Plan, known_towns: Collection[str]) -> tuple[str, ...]:
    """The towns of a question on local matters of which nothing is held; () for a question of law alone."""
    return towns_not_held(plan.issue, known_towns) if plan.route.scope != "statewide" else ()


def lacks_of(
    reading: Reading,
    plan: Plan,
    evidence: Sequence[Evidence],
    *,
    absent: Collection[str] = (),
    known_towns: Collection[str] = (),
) -> Lacks:
    """What the vault lacks for the question; `absent` are cites of laws looked up in vain."""
    unread = frozenset(item.chunk.doc_id for item in evidence if item.chunk.unread_pages)
    missing = missing_towns(plan, known_towns)
    towns = missing if missing == towns_asked(plan.issue) else ()
    held = not reading.state or any(item.chunk.state == STATES[reading.state] for item in evidence)
    return Lacks(frozenset(absent), unread, towns, "" if held else reading.state)


def cells_of(reading: Reading, plan: Plan, facts: CorpusFacts) -> tuple[TableCell, ...]:
    """What statewide tables tell of the towns and the districts of a question that asks for a figure, and the towns'
    own accounts, warrants and schedules of the lines, articles and fees it asks about; else ()."""
    states = plan.retrieval.state_filters.states[:1]
    lines = [line for part in reading.parts if (line := named_line(part, plan.issue))]
    asked_for = lines or reading.asks_tax_bill or any(map(asks_figure, reading.parts))
    towns = towns_asked(plan.issue) if asked_for else ()
    known = {place.lower() for place in towns}
    runs = (" ".join(run) for run in reading.runs if len(run) > 1)
    names = [name for name in runs if name not in known][:_DISTRICTS] if towns else []
    asked = (*towns, *names, *(f"{line} | {town}" for line in lines for town in towns))
    places = [f"{place}, {state}" for place in asked for state in states]
    return tuple(cell for found in facts.cells(places).values() for cell in found) if places else ()


def part_answers(
    reading: Reading, plan: Plan, evidence: Sequence[Evidence], facts: CorpusFacts, lacks: Lacks
) -> tuple[PartAnswer, ...]:
    """For every part of the question, in order, what answers it. `facts` are those of the question's scopes."""
    return find_answers(
        reading,
        plan.issue,
        evidence,
        scope=plan.route.scope,
        words=Words(facts.rarity, lambda stem: facts.df(stem) > 0),
        lacks=lacks,
        cells=cells_of(reading, plan, facts),
        filed=suggested_sections(reading.roots, _SECTIONS, next(iter(plan.retrieval.state_filters.states), "")),
    )


def ranked_spans(
    reading: Reading,
    issue: IssueMap,
    evidence: Sequence[Evidence],
    *,
    scope: ScopeHint = "mixed",
    likely: bool = False,
) -> tuple[AnswerSpan, ...]:
    """The spans of all the evidence in the order in which to read them when there is little room: the best of each part
    of the question, then the second best of each, and so on; at most eighty a part, none twice. Their probability is
    that of being the answer if the part has one; with `likely` those are left out for which it is too small."""
    pages = tuple(map(read_page, evidence))
    setting = setting_of(reading, issue, scope, *_ANY_WORDS)
    parts = sought_of(reading, setting)
    seen = EvidenceSeen(pages, parts, setting)
    columns: list[tuple[AnswerSpan, ...]] = []
    for part in parts:
        look = _looked(part, seen, setting)
        spans = _spans(look.found, look.told, _SPANS_READ, 1.0)
        least = min(_LIKELY_SHARE, _LIKELY_OF_BEST * spans[0].probability) if likely and spans else 0.0
        columns.append(tuple(span for span in spans if span.probability >= least))
    rows = (span for row in zip_longest(*columns) for span in row if span is not None)
    return tuple({(span.label, span.start): span for span in rows}.values())


def answered(answers: Sequence[PartAnswer]) -> float:
    """How surely the question is answered, 0..1: the mean over its parts; 0 for none."""
    return sum(part.probability for part in answers) / len(answers) if answers else 0.0


def _verdict(sure: float, *, stands_out: bool) -> PartVerdict:
    if sure >= _ANSWERED and stands_out:
        return "answered"
    return "likely" if sure >= _LIKELY else "open"


class _Look(NamedTuple):
    """The candidates of a part with their scores, and the scores by which the words that answer it are chosen."""

    part: Sought
    found: tuple[CandidateSpan, ...]
    scores: list[float]
    told: list[float]


def _looked(part: Sought, seen: EvidenceSeen, setting: Setting) -> _Look:
    found = candidates(part, seen, setting)
    scores = span_scores([one.figures for one in found])
    return _Look(part, found, scores, _apt(part, found, scores, setting.issue.boards))


def _filed(look: _Look, filed: Mapping[str, float]) -> _Look:
    """The candidates, those of sections under which the question is surely filed told sooner."""
    sure = [max(0.0, filed.get(one.page.evidence.chunk.section, 0.0) - _EVEN) for one in look.found]
    return look._replace(told=[score + _FILED * more for score, more in zip(look.told, sure, strict=True)])


def _apart(looks: Sequence[_Look]) -> list[_Look]:
    """The parts of a question, each with the words that rather answer another part set back: most questions of two
    parts are answered by two sentences. A part that leans on the one before is rather answered beside its answer in
    words of the kind asked for, where it asks for another kind by the same sentence as well."""
    likely = [
        {one.place: chance for one, chance in zip(look.found, _chances(look.told), strict=True)} for look in looks
    ]
    apart = []
    for number, look in enumerate(looks):
        others = likely[:number] + likely[number + 1 :]
        taken = [max((other.get(one.place, 0.0) for other in others), default=0.0) for one in look.found]
        more = [-_TAKEN * chance for chance in taken]
        if look.part.leans and number:
            before, after = _by_page(likely[number - 1]), _just_after(likely[number - 1])
            asks, another = look.part.text, not same_kind(look.part.text, looks[number - 1].part.text)
            fitting = [has_kind(asks) and bool(one.figures["of_kind"]) for one in look.found]
            more = [
                less * (not (fits and another))
                + _BESIDE * fits * (before.get(one.place[0], 0.0) + after.get((one.place[0], one.at), 0.0))
                for one, fits, less in zip(look.found, fitting, more, strict=True)
            ]
        apart.append(look._replace(told=[score + by for score, by in zip(look.told, more, strict=True)]))
    return apart


_GOES_ON = 3
"""Sentences behind the answer to a part in which that to one that leans on it rather stands."""


def _just_after(likely: Mapping[tuple[str, int], float]) -> dict[tuple[str, int], float]:
    """The places right behind the words that likely answer, with the probability of these."""
    (label, at), chance = max(likely.items(), key=lambda one: one[1], default=(("", 0), 0.0))
    return {(label, at + further): chance for further in range(1, _GOES_ON + 1)}


def _by_page(likely: Mapping[tuple[str, int], float]) -> dict[str, float]:
    """The probability of each page to hold the words that answer, by those of its spans."""
    pages: dict[str, float] = {}
    for (label, _), chance in likely.items():
        pages[label] = pages.get(label, 0.0) + chance
    return pages


def _chances(scores: Sequence[float]) -> list[float]:
    """The probability of each span to be the one that answers, if one does."""
    high = max(scores, default=0.0)
    worth = [math.exp(score - high) for score in scores]
    total = sum(worth)
    return [one / total for one in worth]


def _answer(look: _Look, seen: EvidenceSeen, setting: Setting, lacks: Lacks) -> PartAnswer:
    part, found, scores, told = look
    if not found:
        return PartAnswer(part=part.text, reason="not_held", near=nothing_of(lacks.places))
    rows = [one.figures for one in found]
    order = best_first(scores)
    alone = odds_alone([rows[at] for at in order[:LOOKED_AT]])
    figures = part_figures(part.text, rows, scores, alone, held_figures(part, setting, seen.pages))
    stated = (CUES["rule"].search(found[at].read.cut.text) for at in order[:LOOKED_AT])  # nobody's roll call does
    rule_lost = asks_any_holder(part.text) and not any(stated)
    sure = probability(figures) * (_ELSEWHERE if lacks.state or rule_lost else 1.0)
    best = best_first(told)[0]
    spans = _spans(found, told, _SPANS, sure, (*_of_each_year(part, found, told), *_of_month(part, found, told)))
    of_matter = max(rows[best][name] for name in ("told_line", "ident"))
    verdict = _verdict(sure, stands_out=of_matter >= _OF_MATTER and spans[0].probability >= _STANDS_OUT)
    if verdict == "answered" and of_other_month(part.text, found[best].read.cut.text, found[best].page.evidence.chunk):
        verdict = "likely"
    if verdict == "likely" and lacks.towns and not names_any(found[best].page.evidence.chunk, lacks.towns):
        verdict, sure = "open", sure * _UNHELD
        spans = _spans(found, told, _SPANS, sure)
    nearest = found[order[0]].page
    reason = _reason(figures, nearest.evidence.chunk, setting, lacks) if verdict == "open" else ""
    if reason == "other_year" and _of_next_budget(part, nearest.evidence.chunk):
        reason = "other_matter"
    of_time = _of_time(part, seen.pages) if reason == "other_year" else []
    if of_time and not part.times.years & nearest.own_years:
        told = [score - _OFF_KIND * (one.page not in of_time) for one, score in zip(found, told, strict=True)]
        spans, nearest, reason = _spans(found, told, _SPANS, sure), of_time[0], "other_matter"
    reason = "wrong_kind" if rule_lost and not lacks.places else reason
    named = any(names_any(page.evidence.chunk, lacks.towns) for page in seen.pages)
    missing = () if named and not lacks.state else lacks.places
    return PartAnswer(
        part=part.text,
        spans=spans,
        probability=round(sure, 4),
        verdict=verdict,
        reason=reason,
        near=near_of(reason, part, setting, nearest, missing) if reason else "",
    )


# "the fiscal 2027 budget", "in FY27"
_OF_BUDGET = lazy_regex(r"\b(?:fiscal|FY|budget(?:ed|s)?)\b|\bFY\W?\d\d", re.IGNORECASE)


def _of_next_budget(part: Sought, chunk: Chunk) -> bool:
    """Whether a part asks about the budget of the year after a record: it is talked of the year before."""
    following = str(int(chunk.date[:4]) + 1) if chunk.date[:4].isdigit() else ""
    return following in part.times.years and bool(_OF_BUDGET.search(part.text))


def _of_time(part: Sought, pages: Sequence[ReadPage]) -> list[ReadPage]:
    """The pages of a year that a part names which speak of its matter: where one is held, it is not so that only
    another year's are."""
    return [one for one in pages if part.times.years & one.own_years and _speaks(part, one) >= _SPEAKS]


def _speaks(part: Sought, page: ReadPage) -> float:
    """The share of what a part is about that a page says, the rarer the more, in the wording it says most of."""
    said = (
        sum(weight for root, weight in one.weights.items() if root in page.stems) / one.total
        for one in part.subjects
        if one.total
    )
    return max(said, default=0.0)


def _apt(part: Sought, found: Sequence[CandidateSpan], scores: Sequence[float], boards: Collection[str]) -> list[float]:
    """The scores of the candidates, the best of them by what kind of text they are, each text once."""
    told, order = list(scores), best_first(scores)[:_SPANS_READ]
    for at in order:
        told[at] += aptness(part, found[at], boards)
    return said_once(found, told, sorted(order, key=lambda at: -told[at]))


def _reason(figures: Figures, nearest: Chunk, setting: Setting, lacks: Lacks) -> OpenReason:
    missing = Missing(
        law=any(cite in lacks.laws for cite in setting.issue.statutes), page=nearest.doc_id in lacks.documents
    )
    reason = reason_of(figures, likeliest_reason(figures), missing)
    if lacks.state:
        return "not_held"
    if lacks.towns and reason not in ("law_missing", "unread") and not names_any(nearest, lacks.towns):
        reason = "other_town"  # whatever is near is of another place, or of nobody's
    return "not_held" if reason == "other_town" and nearest.lane == "state" else reason  # state law is nobody else's


def _of_each_year(part: Sought, found: Sequence[CandidateSpan], scores: Sequence[float]) -> list[int]:
    """Of a part that names several years the place of the best span of a record of each."""
    years = sorted(part.times.years) if len(part.times.years) > 1 else []
    dated = [[at for at in best_first(scores) if found[at].page.evidence.chunk.date[:4] == year] for year in years]
    return [places[0] for places in dated if places]


def _of_month(part: Sought, found: Sequence[CandidateSpan], scores: Sequence[float]) -> list[int]:
    """Of a part that asks what was done in a month the place of the best span of minutes of that month."""
    asked, chunks = months_of(part.text), [one.page.evidence.chunk for one in found]
    dated = (at for at in best_first(scores) if chunks[at].doc_type == "minutes" and chunks[at].date[5:7] in asked)
    return list(dated)[:1]


def _spans(
    found: Sequence[CandidateSpan], scores: Sequence[float], most: int, sure: float, also: Sequence[int] = ()
) -> tuple[AnswerSpan, ...]:
    """The best spans, at most so many, and those told `also`; a span answers when the part is answered and it is the
    one that does. A sentence after which the next may answer as well is told with it, as surely as both, in the order
    of the better one."""
    chances = _chances(scores)
    places = {one.place: at for at, one in enumerate(found)}
    taken, made = set[int](), list[AnswerSpan]()
    for at in dict.fromkeys((*best_first(scores)[:most], *also)):
        if at in taken:
            continue
        one = found[at]
        last = places.get((one.place[0], one.at + 1), at)
        cut, then = one.read.cut, found[last].read.cut
        one_paragraph = cut.block == then.block and not (cut.row or then.row)
        if last in taken or scores[last] < scores[at] - _AS_WELL or not one_paragraph:
            last = at
        taken |= {at, last}
        made.append(answer_span(one.page, one.read, found[last].read, sure * sum(chances[each] for each in {at, last})))
    return tuple(made)
