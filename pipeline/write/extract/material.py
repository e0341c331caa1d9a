"""The composer's desk: the passages of a brief by lane, and what they leave unanswered.

Built once per answer and read by the three formats. It refuses to choose headings or to write Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.answer.telling import says_asked, sure, telling, worth
from pipeline.ask.cues import ACT_STEMS, FIGURE_CUES, cues_of
from pipeline.ask.facets import asked_clause
from pipeline.ask.interpret import wants_bills
from pipeline.ask.issue import towns_asked
from pipeline.ask.kinds import asks_reason, has_kind, of_kind
from pipeline.ask.matters import matters_of
from pipeline.ask.names import find_identifiers, identifier_key, says_identifier
from pipeline.ask.phrases import content
from pipeline.find.answers import find_answers
from pipeline.find.spans.apt import asks_otherwise, of_another_board
from pipeline.find.spans.parts import names_any
from pipeline.find.spans.subject import subject_of
from pipeline.quoting.turns import has_finite_verb
from pipeline.types import Brief, Evidence, IssueMap, OpenReason, PartAnswer
from pipeline.write.extract.asking import (
    Asked,
    asked_of,
    fits_asker,
    issue_of,
    names_wanted,
    of_places,
    on_sources,
    rarity_of,
    scope_of,
    share_said,
    shares_said,
    tells_no_act,
    things_of,
    voted_otherwise,
    weight_for,
)
from pipeline.write.extract.decided import asks_decision, asks_mover, decided_passages, sitting_passages
from pipeline.write.extract.gaps import WORTH_A_LOOK, law_belongs
from pipeline.write.extract.history import course_of
from pipeline.write.extract.outcomes import tells_result
from pipeline.write.extract.passages import (
    AS_LIKELY,
    Lines,
    Passage,
    Wants,
    answering_passages,
    best_two,
    choose,
    holds,
    of_time,
    readable,
    row_passages,
)
from pipeline.write.extract.spans import spans_of, stem_set
from pipeline.write.extract.totals import Total, asks_list, counted_list, total_of
from pipeline.write.extract.yes_no import asks_yes_or_no, decided_by, rules_on, tells_event
from vault.facts.dates import dates_in, spoken_date
from vault.facts.meeting.offices import office_asked
from vault.facts.numerals import word_value
from vault.states.finding_aid import suggested_sections
from vault.states.names import GOVERNING_MEMBERS
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem, words
from vault.types import Chunk, Lane

__all__ = ["Desk", "PartTold", "lay_out"]

# "What was decided at the meeting of …", "what did people say when it held its … session"
_AT_MEETING = lazy_regex(r"\b(?:meeting|session|hearing)\b", re.IGNORECASE)
# "When is the next town meeting": what was next when a record was written may be long past
_TO_COME = lazy_regex(r"\bwhen\b[^?,]*\b(?:next|upcoming)\b", re.IGNORECASE)
# "did it carry at the 2031 meeting", "who voted against them"
_BACK = lazy_regex(r"\b(?:it|they|them|this|these|those)\b", re.IGNORECASE)
# a word or a number: "III. C. 1. b." says nothing
_SAYS = lazy_regex(r"[^\W\d]{4}|\d{2}")
# "Two of three sat; was that enough", "Voters want more. How far over can they go"
_CLAUSES = lazy_regex(r"[;.]\s+(?=\S)")
# "How do I get permission", "what can he do": the steps of a rule seldom say a word of it
_STEPS = lazy_regex(r"\b(?:how|what) (?:do|can|could|would|should|may|must)\b", re.IGNORECASE)
_PASSAGE_WORDS = 60
"""Words of a passage before it is fitted: a motion with its second and vote, or two sentences."""
_SHOWN = 0.25
"""Beside the surest sentence of an answered part another is offered when it has this share of its probability."""
_PAIR, _TOGETHER = 2, 6
"""Two words that belong together stand so near each other."""
_SAID = 0.2
"""Of what is likely the answer, or near it, the text beside it holds this share at least: where nothing found speaks of
chickens, no passage is on them."""
_ALL_SAID = 0.9
"""The same for a rule in the words of the question to be told as its likely yes or no."""
_APT, _APT_LAW = 0.1, 0.5
"""Share of a part's rare words that a record says at least to be pointed to: of the records rightly pointed to on three
labelled sets .15 loses 3."""
_NEAR_ENOUGH = 0.2
"""The probability that a part is answered times the share of its matter that the nearest words hold: of 225 right ones
of seven authors 208 are shown with it, of 297 strays 242, of 92 where nothing answers 73 (docs/finding.md)."""
_EVEN_ODDS = 0.5
"""Below it, and where a sum is asked for, the likely answer must hold the rarest word of the part as well
(docs/finding.md)."""
_TOLD, _TOLD_PHRASED, _MAY, _WORTH_SHOWING = 0.65, 0.6, 0.5, 0.3
"""What words of a part that is likely answered must be worth (`telling.worth`) to be told as its likely answer, without
and with phrasings; below, to be shown as what may answer it, and as the nearest (docs/finding.md)."""
_SURE_ENOUGH = 0.6
"""How sure the words of a part asked in own words must be to be told as its likely answer: of 200 everyday questions
none of the ten below was right, and of 160 of two authors none stood below (docs/finding.md)."""
_MUCH, _MOST_OF_IT = 0.4, 0.6
"""Share of the rare words of a part that words must say with the text beside them which are told to decide it without
saying yes or no, and that those of a bill must say themselves to be shown."""
_DOUBTFUL = 3
"""So many of them are shown."""
_FILED, _FILED_LAW = 0.9, 0.5
"""How surely the finding aid must file a question under a section for its likely words to be told, and to be led to
where nothing else is shown; less leads to it in a question of law alone (docs/finding.md)."""
_LACKING: frozenset[OpenReason] = frozenset(("law_missing", "other_town", "other_year"))
"""Reasons for which no section that is held can answer."""
_NEAR_SHOWN, _AS_NEAR = 2, 0.6
"""Where no sentence is sure to be the answer so many are shown, a second one with this share of the first one's
probability: of four askings it tells 13 facts more for 15 strays (docs/finding.md)."""
_NEAR_BEST = 0.1
"""A passage scoring less than this share of the best one is about something else."""


class PartTold(NamedTuple):
    """One part of the question: what the finder says of it, and the passages that answer it, best first."""

    answer: PartAnswer
    passages: tuple[Passage, ...]
    near: tuple[Passage, ...] = ()
    """Of an open part: what is held of another year or town, or the passage that comes nearest to an answer."""
    may: bool = False
    """Whether it is right about as often as wrong, so that it is not said that nothing answers."""
    course: bool = False
    """Whether the passages are what records of several days tell of one matter, oldest first."""
    total: Total | None = None
    """Of a part that asks what several sums come to: those that its passage lists."""
    aside: bool = False
    """Whether what stands near is of another time, or speaks only of the sentence before the question."""
    apt: frozenset[str] = frozenset()
    """Labels of the records found that are of the time asked about and speak of the matter."""


class Desk(NamedTuple):
    """The parts of the question, and the passages of both lanes that answer one of them, surest first."""

    brief: Brief
    asked: Asked
    passages: tuple[Passage, ...]
    parts: tuple[PartTold, ...] = ()
    doubted: tuple[str, ...] = ()
    """Sentences that an audit could not verify: none is written again."""

    @property
    def wanted(self) -> frozenset[str]:
        """Stems of the question."""
        return frozenset(self.asked.stems)

    @property
    def best(self) -> float:
        """Score of the best passage, 0 without one."""
        return max((p.score for p in self.passages), default=0.0)

    @property
    def asks(self) -> tuple[str, ...]:
        """The words of each part."""
        return tuple(part.answer.part for part in self.parts)

    @property
    def open(self) -> tuple[PartAnswer, ...]:
        """The parts that nothing held answers."""
        return tuple(part.answer for part in self.parts if not part.passages)

    def lane(self, lane: Lane) -> tuple[Passage, ...]:
        """The passages of one lane, best first."""
        return tuple(p for p in self.passages if p.lane == lane)

    def pick(
        self, lane: Lane | None, count: int, *, already: Sequence[Passage] = (), floor: float = _NEAR_BEST
    ) -> tuple[Passage, ...]:
        """At most `count` passages of a lane (or of both) that score at least `floor` of the best: of the best of that
        lane, or of all where the question does not ask for state law."""
        pool = self.passages if lane is None else self.lane(lane)
        alone = lane == "state" and self.brief.route.scope == "local" and self.brief.format.name != "analysis"
        best = self.best if alone else max((p.score for p in pool), default=0.0)
        least = floor * best
        return choose([p for p in pool if p.score >= least], count, already=already)


def lay_out(brief: Brief) -> Desk:
    """The desk of a brief; without evidence it has no passages."""
    asked = asked_of(brief)
    lines = {evidence.label: spans_of(evidence) for evidence in brief.retrieval.merged}
    answers = brief.retrieval.answers or find_answers(brief.reading, brief.issue, brief.retrieval.merged)
    lanes = brief.format.name == "analysis"
    told = (_part_told(lines, answer, brief, asked, lanes=lanes) for answer in answers)
    parts = tuple(one._replace(aside=_aside(one, brief), apt=_apt(one.answer, brief, asked)) for one in told)
    found = sorted((p for part in parts for p in part.passages), key=lambda p: -p.score)
    return Desk(brief, asked, tuple(dict.fromkeys(found)), parts)


def _aside(part: PartTold, brief: Brief) -> bool:
    """Whether the words near a part are of another day or year than it names, or say nothing of what its last clause
    asks that the clauses before it do not: "Two of three sat; was that enough" is not answered by who sat."""
    issue = issue_of(part.answer.part, brief)
    day, years = issue.date_from if issue.date_from == issue.date_to else "", brief.reading.years
    *before, asks = _CLAUSES.split(part.answer.part)
    own = set(map(stem, content(asks))) - set(map(stem, content(" ".join(before))))

    def fits(one: Passage) -> bool:
        chunk = one.spans[0].evidence.chunk
        of_year = not years or any(year in f"{chunk.date} {chunk.title} {one.text}" for year in years)
        of_day = not day or not _is_of_another_day(one, day, at_meeting=True)
        told = bool(_STEPS.search(asks)) and has_kind(asks) and of_kind(asks, one.text)
        return of_year and of_day and (not before or told or bool(own & stem_set(one.text)))

    return bool(part.near) and not any(map(fits, part.near))


def _apt(answer: PartAnswer, brief: Brief, asked: Asked) -> frozenset[str]:
    """Labels of the records that a part may be looked up in: of a year that the question names, where it names one, in
    force, and with a word of its matter in one of the wordings or a thing that it names; no bills."""
    rare, years = rarity_of(brief), brief.reading.years
    asks = asked_clause(answer.part)
    wordings = (asks if len(content(asks)) >= _PAIR else answer.part, *_wordings(answer, brief, asked)[1:])
    things = frozenset[str]().union(*things_of(brief))
    law, towns = law_belongs(brief), towns_asked(brief.issue)

    def of_law(chunk: Chunk) -> bool:
        return chunk.lane == "state" and not law and not names_any(chunk, towns)

    held = brief.retrieval.merged
    printed = () if brief.retrieval.local else tuple(one for one in held if names_any(one.chunk, towns))
    pages = [
        (one, f"{one.chunk.date} {one.chunk.title} {one.chunk.text}")
        for one in printed or held
        if (one.chunk.doc_type != "bill" or wants_bills(brief.issue)) and one.chunk.status != "superseded"
        if not asks_otherwise(answer.part, "", law=bool(one.chunk.section))
        if not tells_no_act(one.chunk, answer.part, brief)
        if not of_another_board(one.chunk, brief.issue.boards)
    ]
    return frozenset(
        one.label
        for one, text in pages
        if (not years or one.chunk.section or any(year in text for year in years))
        and (
            things & stem_set(text)
            or any(
                shares_said(said, (text,), rare)[0] >= (_APT_LAW if of_law(one.chunk) else _APT) for said in wordings
            )
        )
    )


def _wordings(answer: PartAnswer, brief: Brief, asked: Asked) -> tuple[str, ...]:
    """A part, the phrasings of the asker, and the words in which records put what it says in everyday ones."""
    return (answer.part, *brief.reading.phrasings, *((" ".join(sorted(asked.kin)),) if asked.kin else ()))


def _known(lines: Lines, answer: PartAnswer, brief: Brief) -> PartTold | None:
    """What is told of a part by the ledger, by the record of a meeting, by a sum or by a list; None where none is."""
    if answer.cells:
        rows = row_passages(brief.retrieval.merged, answer.spans)
        return PartTold(answer, (), rows) if answer.verdict == "open" else PartTold(answer, rows)
    if course := course_of(lines, answer, brief, rarity_of(brief)):
        return PartTold(answer, course, course=True)
    if sat := sitting_passages(lines, answer.part, issue_of(answer.part, brief)):
        return PartTold(answer, sat)
    if total := total_of(lines, answer, brief.reading.phrasings, brief.issue, rarity_of(brief)):
        return PartTold(answer, (total.passage,), total=total)
    lists = () if answer.reason in _LACKING else counted_list(lines, answer, room=_PASSAGE_WORDS)
    counted = tuple(one for one in lists if fits_asker(one, answer, brief) and of_time(one, brief.reading.years))
    return PartTold(answer, counted) if counted else None


def _speaking(
    found: tuple[Passage, ...],
    answer: PartAnswer,
    brief: Brief,
    said: Sequence[str],
    rare: Callable[[str], float],
) -> tuple[Passage, ...]:
    """Of what may be likely the passages that speak of the matter in one of the wordings."""
    found = tuple(one for one in found if any(share_said(one, text, rare).beside >= _SAID for text in said))
    if not brief.reading.phrasings and (sure(answer) < _EVEN_ODDS or "amount" in cues_of(answer.part)):
        found = tuple(one for one in found if _says_rarest(one, answer.part, said[1:], rare))
        scope = scope_of(brief.issue)
        found = tuple(one for one in found if any(_says_together(text, one, scope) for text in said))
    return found if _still_likely(found, answer) else ()


def _part_told(lines: Lines, answer: PartAnswer, brief: Brief, asked: Asked, *, lanes: bool) -> PartTold:
    """What is told of a part: the passages that answer it, else those that stand near."""
    if known := _known(lines, answer, brief):
        return known
    found = on_sources(_answering(lines, answer, lanes=lanes), brief)
    said, rare, before = _wordings(answer, brief, asked), rarity_of(brief), _meant_by(answer.part, brief)
    found = tuple(one for one in found if fits_asker(one, answer, brief))
    found = led = tuple(one for one in found if not before or _on(before, one, rare))
    if not brief.reading.phrasings:
        idioms = brief.reading.says_idioms_of
        found = tuple(one for one in found if idioms(answer.part, stem_set(one.surroundings)))
    found = _of_thing(found, lines, answer.part, brief)
    events = tuple(one for one in found if _is_event(answer.part, one, asked, brief.issue))
    found = _speaking(found, answer, brief, said, rare) if telling(answer) == "likely" else found
    timed = tuple(one for one in found if of_time(one, brief.reading.years))
    passages = events or _of_each_year(timed, brief) or _sure_enough(timed, answer, lanes=lanes)
    at_meeting = brief.reading.asks_event and bool(_AT_MEETING.search(answer.part))
    issue = issue_of(answer.part, brief)
    passages = _of_day(passages, issue, at_meeting=at_meeting)
    moved = decided_passages(lines, answer.part, passages, issue, brief.reading.years, names_wanted(brief))
    decided = tuple(one for one in moved if not voted_otherwise(one, answer.part))
    ruled = tuple(
        one
        for one in passages
        if telling(answer) == "likely" and rules_on(answer.part, one)
        if any(share_said(one, text, rare).beside >= _ALL_SAID for text in said)
    )
    passages = ruled or passages
    enough = _TOLD_PHRASED if brief.reading.phrasings else _TOLD
    worthy = [_worth(one, answer, said, rare, phrased=bool(brief.reading.phrasings)) for one in passages]
    filed = _filed(brief, _FILED)
    of_filed = bool(passages) and passages[0].spans[0].evidence in filed
    likely = worthy[:1] >= [enough] and not asks_mover(answer.part)  # who moved something else is no answer
    likely = likely and (lanes or not passages or _turns_on(answer.part, passages[0], said, rare))
    unsure = not brief.reading.phrasings and sure(answer) < _SURE_ENOUGH
    told = decided or events or (not unsure and (ruled or of_filed or likely))
    doubtful = telling(answer) == "likely" and not told
    if passages and _TO_COME.search(answer.part):
        return PartTold(answer, (), best_two(passages))
    local = bool(brief.issue.town) and not law_belongs(brief)
    fitting = [
        (one, held)
        for one, held in zip(passages, worthy, strict=True)
        if _speaks_of(one, answer, said, rare, local=local)
    ]
    apt = (span.probability for span in answer.spans if not (local and span.label.startswith("S")))
    least = AS_LIKELY * max(apt, default=0.0)
    leads = [(one, held) for one, held in fitting if held >= _WORTH_SHOWING and one.score >= least][:_DOUBTFUL]
    bill = () if told else _of_bill(lines, answer, said, rare)
    if leads and doubtful and not bill:
        return PartTold(answer, (), tuple(one for one, _ in leads), may=any(held >= _MAY for _, held in leads))
    if (passages and not doubtful) or decided:
        return PartTold(answer, (*decided, *passages))
    if led and led[0].spans[0].evidence in filed:
        return PartTold(answer, led[:1])
    under = () if answer.reason in _LACKING else _filed_words(lines, answer, brief)
    in_records = (text for matter in matters_of(brief.reading) for text in matter.phrasings)
    wordings, near = (*said, *in_records), () if under else _near(lines, answer, brief)
    near = tuple(one for one in near if _speaks_of(one, answer, wordings, rare, local=local))
    return PartTold(answer, (), _of_records(under or bill or near, brief) if local else under or bill or near)


def _of_records(near: tuple[Passage, ...], brief: Brief) -> tuple[Passage, ...]:
    """What stands near a question of a town's own records, without law where records are found: it decides nothing
    there."""
    return tuple(one for one in near if not (brief.retrieval.local and one.spans[0].evidence.chunk.section))


def _of_bill(
    lines: Lines, answer: PartAnswer, said: Sequence[str], rare: Callable[[str], float]
) -> tuple[Passage, ...]:
    """The words of a bill that say most of what an open part asks of the law by a yes or a no, where a bill has them:
    it is not the law, but what became of it may be."""
    labels = {label for label, line in lines.items() if line and line[0].evidence.chunk.doc_type == "bill"}
    spans = [one for one in answer.spans if one.label in labels] if asks_yes_or_no(answer.part) else []
    found = [one for one in answering_passages(lines, spans, room=_PASSAGE_WORDS) if readable(one)]
    return tuple(one for one in found if any(share_said(one, text, rare).itself >= _MOST_OF_IT for text in said))[:1]


def _of_each_year(found: Sequence[Passage], brief: Brief) -> tuple[Passage, ...]:
    """The best passage of a record of each year, where one part names several and each has one: "in 2029 and 2031"; ()
    else."""
    years = brief.reading.compared_years if len(brief.reading.parts) == 1 else ()
    held = [[one for one in found if one.spans[0].evidence.chunk.date[:4] == year] for year in years]
    return tuple(one[0] for one in held) if held and all(held) else ()


def _turns_on(part: str, passage: Passage, said: Sequence[str], rare: Callable[[str], float]) -> bool:
    """Whether a passage that is told to decide a yes or a no, and says neither, says with the text beside it much of
    what is asked in one of the wordings; for any other part."""
    if not asks_yes_or_no(part) or decided_by(part, passage).word:
        return True
    return any(share_said(passage, text, rare).beside >= _MUCH for text in said)


def _meant_by(part: str, brief: Brief) -> str:
    """The part before one that leans on it, which says what "it" is: "did it carry" asks of the petition named there;
    "" for any other part."""
    parts = brief.reading.parts
    at = next((at for at, one in enumerate(parts) if one.text == part), 0)
    return parts[at - 1].text if at and (parts[at].leans or _BACK.search(part)) else ""


def _on(before: str, passage: Passage, rare: Callable[[str], float]) -> bool:
    """Whether a record speaks of what the part `before` is on; law need not, which speaks of no matter of a town."""
    return bool(passage.spans[0].evidence.chunk.section) or share_said(passage, before, rare).beside >= _SAID


def _of_thing(found: tuple[Passage, ...], lines: Lines, part: str, brief: Brief) -> tuple[Passage, ...]:
    """The passages but those that name nothing of a thing which the question names, where another sentence found says
    it beside all words of the part that they say: the agents of the rail trail's fund are not the technology fund's.
    Where one names the case, parcel or address of the part, no record that does not."""
    keys = set(map(identifier_key, find_identifiers(part)))
    numbered = [one for one in found if says_identifier(one.surroundings, keys)]
    if numbered:
        found = tuple(one for one in found if one in numbered or one.lane == "state")
    things = things_of(brief)
    wanted = {stem(word) for word in content(part) if not cues_of(word)} - of_places(brief).union(*things)
    kept = []
    for one in found:
        about = stem_set(f"{one.spans[0].evidence.chunk.title} {one.text}")
        lost, said = [name for name in things if not name & about], wanted & stem_set(one.text)
        stems = (stem_set(span.text) for line in lines.values() for span in line) if lost else ()
        rival = (said <= held and any(name & held for name in lost) for held in stems)
        if not (lost and len(said) >= _PAIR and any(rival)):
            kept.append(one)
    return tuple(kept)


def _speaks_of(
    passage: Passage, answer: PartAnswer, wordings: Iterable[str], rare: Callable[[str], float], *, local: bool
) -> bool:
    """Whether a passage is near enough to be shown: the text beside it speaks of the matter in one of the wordings, and
    so does it itself, the more the less sure it is that anything held answers. What is likely by itself need not, nor
    what is held of another year or town, which must say the rarest word of the part."""
    wordings = tuple(wordings)
    said = [share_said(passage, text, rare) for text in wordings]
    if answer.reason in ("other_year", "other_town"):
        return _says_rarest(passage, answer.part, wordings[1:], rare)
    voted = asks_decision(answer.part) and tells_result(passage.text)  # a motion says little of its matter
    near = voted or passage.score >= AS_LIKELY or answer.probability * max(one.itself for one in said) >= _NEAR_ENOUGH
    least = _ALL_SAID if local and passage.lane == "state" else _SAID
    return near and any(one.beside >= least for one in said)


def _filed(brief: Brief, least: float) -> tuple[Evidence, ...]:
    """The section held under which the finding aid files a question of law at least so surely; () where it files
    none."""
    aided = suggested_sections(brief.reading.roots, 1, brief.question.state) if brief.route.scope != "local" else {}
    return tuple(one for one in brief.retrieval.state if aided.get(one.chunk.section, 0.0) >= least)[:1]


def _filed_words(lines: Lines, answer: PartAnswer, brief: Brief) -> tuple[Passage, ...]:
    """The words of the section under which a question is filed that come nearest to what a part asks, and the first
    there that say anything of the kind: a section begins with its rule, which everyday words seldom name."""
    filed = _filed(brief, _FILED_LAW if brief.route.scope == "statewide" else _FILED)
    for told in find_answers(brief.reading, brief.issue, filed) if filed else ():
        if told.part == answer.part:
            found = answering_passages(lines, told.spans, room=_PASSAGE_WORDS)
            said = [one for one in found if _says_asked(answer.part, one) and readable(one)]
            said = [one for one in said if fits_asker(one, answer, brief)]
            first = min(said, key=lambda one: one.spans[0].start, default=None)
            return tuple(dict.fromkeys((*said[:1], *(one for one in said if one is first))))
    return ()


def _sure_enough(found: Sequence[Passage], answer: PartAnswer, *, lanes: bool) -> tuple[Passage, ...]:
    """The passages with a share of the probability of the surest span of all, or with `lanes` of their own lane."""
    best: dict[str, float] = {}
    for span in answer.spans:
        lane = span.label[:1] if lanes else ""
        best[lane] = max(best.get(lane, 0.0), span.probability)
    return tuple(one for one in found if one.score >= _SHOWN * best[one.label[:1] if lanes else ""])


def _still_likely(found: Sequence[Passage], answer: PartAnswer) -> bool:
    """Whether the best span that is left is likely the answer by itself: those left out say nothing for it."""
    left = tuple(span for span in answer.spans if any(holds(one, span) for one in found))
    return telling(answer.changed(spans=left)) != "open"


def _of_day(passages: tuple[Passage, ...], issue: IssueMap, *, at_meeting: bool) -> tuple[Passage, ...]:
    """Where the question names one day and a record of that day answers, those of that day alone: the payroll of the
    week after is no answer."""
    day = issue.date_from if issue.date_from == issue.date_to else ""
    own = tuple(one for one in passages if day and one.spans[0].evidence.chunk.date == day)
    return own or tuple(one for one in passages if not day or not _is_of_another_day(one, day, at_meeting=at_meeting))


def _is_of_another_day(passage: Passage, day: str, *, at_meeting: bool) -> bool:
    """Whether a passage stands in minutes of another day that do not speak of the day; what was decided at the meeting
    of a day no minutes of another tell."""
    chunk = passage.spans[0].evidence.chunk
    dated = chunk.doc_type == "minutes" and chunk.date not in ("", day)
    spoken = {day, f"-{day[4:]}"}
    return dated and (at_meeting or not any(one.value in spoken for one in dates_in(passage.surroundings)))


def _worth(
    passage: Passage, answer: PartAnswer, asked: Sequence[str], rare: Callable[[str], float], *, phrased: bool
) -> float:
    """That a passage told of a part which is likely answered is its answer, by what it says of the texts `asked`."""
    said = [share_said(passage, text, rare) for text in asked]
    return worth(answer, max(one.itself for one in said), max(one.weight for one in said), phrased=phrased)


def _says_rarest(passage: Passage, part: str, otherwise: Sequence[str], rare: Callable[[str], float]) -> bool:
    """Whether a passage with the text beside it holds the rarest word of a part, or says enough of it in the words of
    records: loans for a short term are no answer on short-term rentals."""
    roots = (stem(word) for word in content(part) if not cues_of(word))
    chunk = passage.spans[0].evidence.chunk
    weigh = weight_for(chunk, rare)
    matter = subject_of({root: weigh(root) for root in roots}, ())
    about = f"{chunk.title} {chunk.town} {chunk.board} {spoken_date(chunk.date)}"
    beside = stem_set(f"{passage.surroundings} {about}")
    said = not matter.rarest or matter.rarest in beside
    return said or any(share_said(passage, text, rare).beside >= _SAID for text in otherwise)


def _is_event(part: str, passage: Passage, asked: Asked, issue: IssueMap) -> bool:
    """Whether a passage tells whether that was done which a part asks about, in half of its words or in those in which
    records put them; the day and the body asked about are those of every act of the meeting."""
    wanted = stem_set(" ".join(content_words(part))) - scope_of(issue) - stem_set(" ".join(GOVERNING_MEMBERS))
    told = stem_set(passage.text) & (wanted | asked.kin)
    matter = any(not word_value(root) for root in told - ACT_STEMS)  # "five" of a five-member board is none
    return matter and 2 * len(told) >= len(wanted) and tells_event(part, passage)


def _says_together(text: str, passage: Passage, scope: frozenset[str]) -> bool:
    """Whether a passage holds two neighbouring words of a part near each other, where the part has two beside those of
    its `scope`: "boats" and, a line below, "fire" is nothing about a fire boat."""
    asked = [root for word in content_words(text) if not cues_of(word) and (root := stem(word)) not in scope]
    held = [stem(word) for word in words(passage.surroundings)]
    near = {frozenset((one, other)) for at, one in enumerate(held) for other in held[at + 1 : at + _TOGETHER]}
    return len(asked) < _PAIR or any(frozenset(pair) in near for pair in pairwise(asked))


def _answering(lines: Lines, answer: PartAnswer, *, lanes: bool) -> tuple[Passage, ...]:
    """The passages that answer a part, surest first; with `lanes` each lane keeps its own surest, for an answer that
    tells what happened and what the law says. The surest stays however badly it reads: of 23 such that
    were left out for it alone 15 were the answer (docs/finding.md)."""
    if telling(answer) == "open":
        return ()
    if office_asked(answer.part):  # the entry of a roll call answers without a verb, and without the other entries
        return row_passages((line[0].evidence for line in lines.values() if line), answer.spans)
    wants = Wants(asks_list(answer.part), thoughts=not lanes, reasons=asks_reason(answer.part))
    found = answering_passages(lines, answer.spans, room=_PASSAGE_WORDS, wants=wants)
    said = (one for one in found if _says_asked(answer.part, one))
    return tuple(one for one in said if one is found[0] or readable(one))


def _says_asked(part: str, passage: Passage) -> bool:
    """Whether a passage, or its best words alone, say something of the kind asked for: that a meeting was adjourned may
    stand before them."""
    return any(says_asked(part, text) for text in (passage.text, passage.spans[passage.best].text))


def _near(lines: Lines, answer: PartAnswer, brief: Brief) -> tuple[Passage, ...]:
    """The words likeliest to answer a part of which none are sure, for the reader to judge, or what is held of another
    year or town; () where too little is near, where they give nothing of the kind asked for or read badly, and of an
    office: what only speaks of it says nothing of who holds it."""
    elsewhere = answer.reason in ("other_year", "other_town")
    if asks_reason(answer.part) and (named := _naming(lines, brief)):
        return named
    if office_asked(answer.part) or (not answer.near if elsewhere else answer.probability < WORTH_A_LOOK):
        return ()
    wants = Wants(lists=asks_list(answer.part))
    best = [one for one in answer.spans[:_NEAR_SHOWN] if one.probability >= _AS_NEAR * answer.spans[0].probability]
    found = on_sources(answering_passages(lines, best, room=_PASSAGE_WORDS, wants=wants), brief)
    figures = not frozenset(FIGURE_CUES).isdisjoint(cues_of(answer.part))
    found = tuple(one for one in found if figures or not one.spans[one.best].row or has_finite_verb(one.text))
    said = (one for one in found if _says_asked(answer.part, one) and readable(one) and _SAYS.search(one.text))
    fitting = tuple(one for one in said if fits_asker(one, answer, brief))
    if answer.reason == "other_year":  # a law that stands is of no year
        return tuple(one for one in fitting if not one.spans[0].evidence.chunk.section)
    return tuple(one for one in fitting if elsewhere or of_time(one, brief.reading.years))


_FEW_NAMING = 2
"""Sentences that name a numbered matter, beyond which it is talked of at length and the first says no reason."""


def _naming(lines: Lines, brief: Brief) -> tuple[Passage, ...]:
    """The sentence that names the numbered matter of the question, with the one after it, where it stands once or
    twice in all: "Map 4, Lot 17 for $452. The value is too high." () where no number names the matter."""
    keys = asked_of(brief).identifiers
    held = (
        (line, at)
        for line in lines.values()
        for at, span in enumerate(line)
        if any(key in identifier_key(span.text) for key in keys)
    )
    found = [Passage(tuple(line[at : at + 2]), 0) for line, at in held] if keys else []
    return tuple(found[:1]) if 0 < len(found) <= _FEW_NAMING else ()
