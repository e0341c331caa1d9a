"""The acts on a matter: the motions that a part asks about, with mover, second and vote; and the meeting itself: when
it began and ended, how long it was, who was there and who was not.

Takes the motions as the ledger reads them off the pages found, and what the part is about: the case, parcel or
article it names, else the words that tell neither who acts nor what is done. It refuses a motion that holds less than
the most of them that any does, one before which nobody speaks of a name asked about, one whose outcome the page does
not tell, and of a meeting the record of another day or body.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.ask.cues import ACT_STEMS
from pipeline.ask.facets import asked_clause
from pipeline.ask.kinds import is_routine
from pipeline.ask.listing import named as listed
from pipeline.ask.names import find_identifiers, identifier_key, without_identifiers
from pipeline.ask.phrases import content, singular
from pipeline.quoting.alike import groups_of
from pipeline.types import IssueMap
from pipeline.write.extract.outcomes import tells_decision, tells_result
from pipeline.write.extract.passages import Lines, Passage, moved_on, passage_at
from pipeline.write.extract.spans import Span, stem_set
from vault.facts.dates import MONTH_NAMES, YEAR, dates_in
from vault.facts.figures import figures_in
from vault.facts.names import named_in
from vault.facts.numerals import word_value
from vault.facts.types import ACTIONS, Action, Motion
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS
from vault.store.keys import body_among
from vault.text.patterns import lazy_regex
from vault.text.words import fold, stem, words
from vault.types import Chunk

__all__ = [
    "DESIGNATORS",
    "asks_decision",
    "asks_mover",
    "attended",
    "decided_passages",
    "lone_motion",
    "matter_of_part",
    "sitting_passages",
]

_Held = tuple[Sequence[Span], Motion, Chunk]
"""A motion with the line of spans and the passage it stands in."""

# "What did they decide", "who voted against it", "who moved it", "was it granted", "Why did they continue it"
_DECISION = lazy_regex(
    r"\b(?:vote[sd]?|voted|against|moved|seconded|motion|decid\w+|decision|oppos\w+|abstain\w*|approve[sd]?|den(?:y|ied)"
    r"|granted?|outcome|became of|turned down|rul(?:ed|ing)|pass(?:ed)?|fail(?:ed)?|continued?|tabled?|postponed?"
    r"|appoint(?:ed)?|accept(?:ed)?|adopt(?:ed)?|happened|agreed?|authori[sz]ed?|hired?|award(?:ed)?|recus\w+)\b",
    re.IGNORECASE,
)
# acts that a motion tells in these very words
_SAID_SO = lazy_regex(r"\b(?:appoint|accept|adopt|authori[sz]e|hire|award)\w*", re.IGNORECASE)
# "Did the selectmen buy the truck", "has the council raised the fee": a body acts by motions
_BODY_ACTS = lazy_regex(
    r"\A\W*(?:did|has|have)\s+(?:the\s+)?(?:[\w’'-]+\s+){0,5}?"
    rf"(?:they|board|council|committee|commission|trustees|{'|'.join((*GOVERNING_BOARDS, *GOVERNING_MEMBERS))})\b",
    re.IGNORECASE,
)
# "Who moved to raise the toll?", "who voted against it": only a motion names them
_MOVER = lazy_regex(
    r"\bwho\b.*\b(?:mov(?:ed?|ing)|motion\w*|second\w*|vot(?:ed?|ing)|oppos\w+|abstain\w*|recus\w*)\b", re.I
)
# "who seconded it"; "who was raised to voting status" is told by no motion alone
_BY_NAME = lazy_regex(
    r"\bwho\s+(?:\w+\s+)?(?:moved|made (?:the|a) motion|seconded|voted|opposed|abstained|recused)\b", re.IGNORECASE
)
_AGAINST = lazy_regex(r"\b(?:against|no|oppos\w+)\b", re.IGNORECASE)
# "Did the board …", "was it …", "what happened": a rule is no act that was done
_DONE = lazy_regex(r"\b(?:did|was|were|has|have|had|happened|became|who)\b", re.IGNORECASE)
_WHO_ACTS = stem_set(" ".join((
    "board committee commission council town city trustees voter voters people resident residents taxpayer meeting",
    *GOVERNING_BOARDS, *GOVERNING_MEMBERS,
)))  # fmt: skip
_NO_MATTER = ACT_STEMS | stem_set("article warrant petition petitioned request proposal fund program happen use make")
"""Words in which any motion may be put."""
_MONTHS = stem_set(" ".join(MONTH_NAMES))
_OF_ITS_OWN: frozenset[str | None] = frozenset({"continue", "table", "nominate", "withdraw"})
_COVERED, _NEARLY = 0.5, 0.66
"""Share of the words of its matter that a motion must hold, and that it must hold with what was said before it where it
lacks the rarest of them."""
_PAIR = 2
_BEFORE_CHARS = 2_500
"""Characters before a motion in which it was talked about, since the last vote."""
_WORD = lazy_regex(r"[A-Za-z]+")
_ROUTINE: frozenset[Action] = frozenset({"adjourn", "enter_nonpublic"})
_ROOM = 90
"""Words of a motion with what became of it."""
_MOST = 2
"""Motions told of one matter, the newest."""


def asks_mover(part: str) -> bool:
    """Whether a part asks who moved, seconded or voted, which a motion on the matter tells and nothing else does."""
    return bool(_BY_NAME.search(part))


def asks_decision(part: str) -> bool:
    """Whether a part asks what was decided, or who moved, seconded or voted."""
    asks = asked_clause(part)
    return bool(_BODY_ACTS.search(asks) or (_DECISION.search(asks) and _DONE.search(asks)))


def decided_passages(
    lines: Lines,
    part: str,
    told: Sequence[Passage],
    issue: IssueMap,
    years: Sequence[str] = (),
    things: Sequence[frozenset[str]] = (),
) -> tuple[Passage, ...]:
    """The decided motions on the matter that the part names, newest first, but those with a vote against them where
    that is asked.

    () for a part that asks no decision, and for one of which a record tells the decision already, but not who cast it.
    `years` are those the question names: a motion of another year is left out; `things` the names in it, as stems.
    """
    best, kind = (told[0] if told else None), _done_to(part, issue)
    told_by = (
        best is not None
        and best.lane == "local"
        and (tells_result(best.text) or tells_decision(best.text))
        and not (kind and kind.isdisjoint(stem_set(best.text)))
    )
    if not asks_decision(part) or (told_by and not _MOVER.search(part)):
        return ()
    pages = [(line, line[0].evidence.chunk) for line in filter(None, lines.values())]
    since, until = (issue.date_from, issue.date_to) if issue.date_from[:7] == issue.date_to[:7] else ("", "")
    pages = [(line, page) for line, page in pages if _of_years(page.date, years)]
    pages = [(line, page) for line, page in pages if not since or since <= page.date <= until]
    pages = [(line, page) for line, page in pages if _of_bodies(page.board, issue.boards)]
    held = [(line, one, page) for line, page in pages for one in moved_on(page.text)]
    held = [(line, one, page) for line, one, page in held if one.outcome and one.action not in _ROUTINE]
    numbers = set(map(identifier_key, find_identifiers(part)))
    keys = numbers or (set(map(identifier_key, find_identifiers(best.text))) if best else set())
    found = [
        (page.date, line, one)
        for line, one, page in held
        if not kind.isdisjoint(stem_set(one.text)) and numbers <= _numbers_before((line, one, page))
    ] or [(page.date, line, one) for line, one, page in held if keys and _of_matter(one, keys)]
    if not found:
        matter = matter_of_part(part, issue) - stem_set(" ".join(issue.boards))
        held = [one for one in held if not numbers or numbers <= _numbers_before(one)]
        if len(matter) == 1 and not things:
            held = [one for one in held if _says_so(part, matter, one[1])]
        found = _about(_of_action(held, part), matter.difference(*things), things, by_name=asks_mover(part))
    against = bool(_AGAINST.search(part))
    newest = sorted(found, key=lambda one: (against and bool(one[2].vote.against), one[0]), reverse=True)[:_MOST]
    score = best.score if best else 1.0
    passages = (passage for _, line, one in newest for passage in passage_at(line, one.start, one.end, room=_ROOM))
    return tuple(passage._replace(score=score) for passage in passages)


DESIGNATORS = frozenset(("map", "lot", "tax", "case", "article", "number"))
"""What stands before the number of a matter, whatever is done about it."""
_NAMES_NO_MATTER = _NO_MATTER | stem_set(" ".join((*sorted(DESIGNATORS), "docket", "done", "happened")))


def _done_to(part: str, issue: IssueMap) -> frozenset[str]:
    """What a part that names a case or an address asks the decision of ("variance"): a permit for the same lot is no
    variance; nothing for a part that names none."""
    plain = without_identifiers(part)
    known = stem_set(" ".join(issue.boards)) | _NAMES_NO_MATTER
    return frozenset() if plain == part else matter_of_part(plain, issue) - known


def lone_motion(line: Sequence[Span]) -> tuple[Passage, ...]:
    """The one motion that a page decided on, where it decided on one alone: what was talked of there was its matter; ()
    for any other page."""
    text = line[0].evidence.chunk.text if line else ""
    moved = [one for one in moved_on(text) if one.outcome and one.action not in _ROUTINE]
    moved = [one for one in moved if not any(matter.kind == "minutes" for matter in one.matters)]
    moved = [one for one in moved if not is_routine("", f"{one.object} {one.text}")]
    return passage_at(line, moved[0].start, moved[0].end, room=_ROOM) if len(moved) == 1 else ()


def matter_of_part(part: str, issue: IssueMap) -> frozenset[str]:
    """Stems of what a part is about: its words but for who acts, what is done, where and when; those of a sum or of
    the body where nothing else is left, as of "the police department" or "the budget"."""
    towns = stem_set(" ".join((issue.town, *issue.other_towns)))
    words = (
        word
        for word in content(part)
        if not YEAR.fullmatch(word) and word not in _MONTHS and not _DECISION.fullmatch(word)
    )
    said = frozenset(root for word in words for root in stem_set(word)) - towns - _WHO_ACTS
    return said - _NO_MATTER - stem_set(" ".join(issue.boards)) or said - ACT_STEMS or said


def _says_so(part: str, matter: frozenset[str], motion: Motion) -> bool:
    """Whether a motion says the one word of a matter, in the form it is asked about where it is part of a name: of
    parking no motion on Mill Park tells."""
    asked = {singular(word) for word in words(part)}
    said = [one for one in _WORD.findall(motion.object or motion.text) if stem(one.lower()) in matter]
    return not said or any(one[0].islower() or singular(one.lower()) in asked for one in said)


def _of_action(held: Sequence[_Held], part: str) -> list[_Held]:
    """The motions of the action that a part names, where it names one that is done to no other end: a motion to appoint
    tells nothing of a hearing that was continued. Where it names an act ("hire") that some motions say, these alone."""
    named = {found for word in content(part) if (found := listed("action", word, ACTIONS)) in _OF_ITS_OWN}
    acts = stem_set(" ".join(_SAID_SO.findall(part)))
    said = [one for one in held if acts & stem_set(one[1].text)]
    return [one for one in said or held if not named or one[1].action in named]


class _Said(NamedTuple):
    """Of a motion the words of a matter that it holds itself, and those that it holds with what was said before it."""

    itself: frozenset[str]
    beside: frozenset[str]


def _about(
    held: Sequence[_Held], matter: frozenset[str], things: Sequence[frozenset[str]], *, by_name: bool
) -> list[tuple[str, Sequence[Span], Motion]]:
    """The motions on a matter: those that hold its rarest word and the most of it, at least half, or as much and nearly
    all of it with what was said before them; before each every thing is named. Who did something is told (`by_name`)
    by no motion that holds one of two words. A number alone ("five" of a five-member board) is no matter."""
    matter = frozenset(root for root in matter if not word_value(root))
    said = [(_said(one, page, matter, things), page.date, line, one) for line, one, page in held]
    named = matter.union(*things)
    said = [one for one in said if all(thing <= one[0].beside for thing in things)]
    rarest = min(matter, key=lambda root: (sum(root in own.itself for own, *_ in said), root), default="")
    most = max((len(own.itself) for own, *_ in said if rarest in own.itself), default=0)
    least = max(most, _COVERED * len(matter), 1)
    fewest = max(_COVERED * len(matter), min(_PAIR, len(matter)) if by_name else 1)

    def on_it(own: _Said) -> bool:
        itself = rarest in own.itself and len(own.itself) >= least
        return itself or (len(own.itself) >= fewest and len(own.beside) >= _NEARLY * len(named))

    found = [one for one in said if on_it(one[0])]
    best = max((len(own.itself) + len(own.beside) for own, *_ in found), default=0)
    return [(day, line, one) for own, day, line, one in found if len(own.itself) + len(own.beside) >= best]


def _said(motion: Motion, page: Chunk, matter: frozenset[str], things: Sequence[frozenset[str]]) -> _Said:
    """What a motion says of a matter, in its words or in others that may stand for them."""
    own = _met(matter, motion.object or motion.text)
    return _Said(own, own | (matter.union(*things) & stem_set(f"{page.title} {_talked_of(motion, page)}")))


def _talked_of(motion: Motion, page: Chunk) -> str:
    """What was said since the vote before a motion, with the motion itself."""
    decided = [one.end for one in moved_on(page.text) if one.outcome and one.end <= motion.start]
    return page.text[max((*decided[-1:], motion.start - _BEFORE_CHARS, 0)) : motion.end]


def _numbers_before(held: _Held) -> set[str]:
    """The numbers of matters that a motion names, or that were named before it."""
    _, motion, page = held
    return set(map(identifier_key, find_identifiers(_talked_of(motion, page))))


def _met(asked: frozenset[str], text: str) -> frozenset[str]:
    """The stems asked about that a text holds, in one of its words or in another for it ("purchase" for "buy")."""
    held = stem_set(text)
    plain = asked & held
    groups = frozenset[int]().union(*(groups_of((root,)) for root in held)) if plain else frozenset[int]()
    return plain | {root for root in asked - held if groups_of((root,)) & groups}


def _of_bodies(board: str, asked: Sequence[str]) -> bool:
    """Whether a record is of a body asked about, where the question names any: no other body made its motions."""
    return not asked or not board or any(body_among((board,), name) for name in asked)


def _of_matter(motion: Motion, keys: set[str]) -> bool:
    named = {identifier_key(one) for matter in motion.matters for one in (matter.name, *find_identifiers(matter.name))}
    return not keys.isdisjoint(named)


def _of_years(day: str, years: Sequence[str]) -> bool:
    return not years or not day or day[:4] in years


_MEETING = r"(?:meeting|hearing|session|work\W?session)s?"
# "When did the board adjourn", "what time did the meeting of March 3 end", "how late did the hearing go"
_ASKS_HOUR = lazy_regex(
    r"\b(?:when|what time|how late|at what hour)\b.*?\b"
    rf"(?:(?P<ended>adjourn\w*|{_MEETING}\b.*\b"
    r"(?:end|ended|over|finish\w*|clos\w+|wrap\w*|break|broke|let out|go))"
    rf"|{_MEETING}\b.*\b(?:start\w*|beg[iau]n|open\w*|called? to order|convene\w*))\b",
    re.IGNORECASE,
)
# "How long was the meeting of May 3", "how long did the hearing last"
_ASKS_LENGTH = lazy_regex(rf"\bhow long\s+(?:was|were|did)\b.*\b{_MEETING}\b", re.IGNORECASE)
# "Who was absent from", "who missed the meeting", "which members were excused"
_ASKS_ABSENT = lazy_regex(
    r"\b(?:who|which)\b.*\b(?:absent|missing|missed|excused|(?:not|\w+n['’]t) (?:at|there|present|show|come))\b",
    re.IGNORECASE,
)
# "Who was at the meeting of", "who attended", "who joined by phone"
_ASKS_PRESENT = lazy_regex(
    rf"\bwho\b.*\b(?:at(?= .*\b{_MEETING}\b)|attended|present|in attendance|joined|participated|called in)\b",
    re.IGNORECASE,
)
# "Was Ada Roy at the May meeting", "did Roe attend"
_ASKS_ONE = lazy_regex(
    rf"\A\W*(?:(?:was|were)\b.*\b(?:at(?= .*\b{_MEETING}\b)|present|absent|in attendance)"
    r"|did\b.*\b(?:attend|miss|show up))\b",
    re.IGNORECASE,
)
# "When did Doyle arrive at the meeting", "when did she leave"
_ASKS_COMING = lazy_regex(
    r"\b(?:when|what time)\s+did\b.*\b(?P<way>arrive|come|join|leave|get there|show up)\b", re.IGNORECASE
)
_MONTH_NAMED = lazy_regex(rf"\b(?:{'|'.join(MONTH_NAMES)})\b")
_FAR = lazy_regex(
    r"\b(?:(?:tele)?phone|remote\w*|online|zoom|virtual\w*|electronic\w*|digital\w*|video)\b", re.IGNORECASE
)
_SAYS_ABSENT = lazy_regex(r"\b(?:absent|excused|not (?:present|in attendance)|absence)\b", re.IGNORECASE)
_SAYS_PRESENT = lazy_regex(r"\b(?:present|in attendance|attendance|attending|attended|roll call)\b", re.IGNORECASE)
_SAYS_COMING = lazy_regex(r"\b(?:arriv|join|left|leav|came|depart|enter)\w*", re.IGNORECASE)
_ENDED = lazy_regex(r"\badjourn(?:ed|s)\b|\badjourn(?:ment)?\b(?=[^?!]{0,120}\d\s?[ap]\.?m)", re.IGNORECASE)
_BEGAN = lazy_regex(
    r"\b(?:call(?:ed)?(?: \w+){0,5} to order|call to order|(?<!re-)convened|opened|began|commenced)\b", re.IGNORECASE
)
_BESIDE, _BEFORE_IT = 120, 20
"""Characters between a word and the hour behind and before it: "adjourned by unanimous consent at 8:56"; "at 8:56 the
meeting was adjourned"."""
_ANY_BODY = stem_set("board committee commission council of the and")
_OPENING = 3_000
"""Characters of a record within which those present are listed."""
_LISTS_TOLD = 2
_CLAUSE = lazy_regex(r"[,;.\n(]|\band\b")


class _Spoken(NamedTuple):
    """A sentence of a record of the meeting asked about."""

    chunk: Chunk
    span: Span

    @property
    def place(self) -> tuple[str, int, int]:
        """Where it stands: the day, the page, the sentence."""
        return self.chunk.date, self.chunk.page_start or 0, self.span.start


def _asks_sitting(part: str) -> bool:
    """Whether a part asks when a meeting began or ended, how long it was, or who was there."""
    asks = (_ASKS_HOUR, _ASKS_LENGTH, _ASKS_ABSENT, _ASKS_PRESENT, _ASKS_ONE, _ASKS_COMING)
    return any(one.search(part) for one in asks)


def sitting_passages(lines: Lines, part: str, issue: IssueMap) -> tuple[Passage, ...]:
    """The sentences that tell what a part asks about a meeting itself, of the record of its day; () for any other part,
    where no day is named and where no record of it says so."""
    held = sorted(_of_meeting(lines, part, issue), key=lambda one: one.place) if _asks_sitting(part) else []
    found = _asked(part, held)
    return tuple(Passage((one.span,), 0) for one in found)


def _of_meeting(lines: Lines, part: str, issue: IssueMap) -> list[_Spoken]:
    """The sentences of the minutes of the day, or of the one month, that a part names, of the body that it names."""
    days = [one.value for one in dates_in(part) if one.kind == "day"]
    days = days or [issue.date_from] * bool(issue.date_from == issue.date_to != "")
    month = issue.date_from[:7] if issue.date_from[:7] == issue.date_to[:7] else ""
    named = _MONTH_NAMED.findall(part)
    months = [month] * bool(month) or [f"-{MONTH_NAMES.index(one) + 1:02d}" for one in named]
    bodies = stem_set(" ".join(issue.boards)) - _ANY_BODY

    def fits(chunk: Chunk) -> bool:
        of_day = any(chunk.date.endswith(day.lstrip("-")) for day in days)
        of_time = of_day if days else any(chunk.date[:7].endswith(one) for one in months)
        return of_time and chunk.doc_type == "minutes" and (not bodies or bool(bodies & stem_set(chunk.board)))

    spans = (span for line in lines.values() for span in line)
    held = [_Spoken(chunk, span) for span in spans if fits(chunk := span.evidence.chunk)]
    newest = max((one.chunk.date for one in held), default="")
    return [one for one in held if one.chunk.date == newest]


def _asked(part: str, held: Sequence[_Spoken]) -> tuple[_Spoken, ...]:
    if hour := _ASKS_HOUR.search(part):
        return _ends(held) if hour["ended"] else _begins(held)
    if _ASKS_LENGTH.search(part):
        began, ended = _begins(held), _ends(held)
        return (*began, *ended) if began and ended else ()
    if coming := _ASKS_COMING.search(part):
        who = _persons(part) - stem_set(coming["way"])
        return tuple(one for one in held if _tells_hour(one.span.text, _SAYS_COMING) and who & _names_in(one.span))[
            :_LISTS_TOLD
        ]
    return _lists(part, held)


def _lists(part: str, held: Sequence[_Spoken]) -> tuple[_Spoken, ...]:
    """What a record says of those present or absent: of one person where a part names one, of those who were absent
    where it asks for them, else the list of those present, which names nobody absent."""
    opening = [one for one in held if one.chunk.page_start in (0, 1, None) and one.span.start <= _OPENING]
    told = [one for one in opening if _SAYS_PRESENT.search(one.span.text) or _SAYS_ABSENT.search(one.span.text)]
    told = [one for one in told if any(name.kind == "person" for name in named_in(one.span.text))]
    absent = [one for one in told if _SAYS_ABSENT.search(one.span.text)]
    if _FAR.search(part):
        return tuple(one for one in told if _FAR.search(one.span.text))[:1]
    if _ASKS_ONE.search(part):
        who = _persons(part)
        return tuple(one for one in told if any(name in fold(one.span.text) for name in who))[:1]
    if _ASKS_ABSENT.search(part):
        return tuple(absent[:_LISTS_TOLD] or told[:_LISTS_TOLD])
    return tuple(told[:_LISTS_TOLD])


def attended(question: str, text: str) -> bool | None:
    """Whether a text says that the one asked about was at a meeting; None for any other question, and where it does not
    name that person."""
    if not _ASKS_ONE.search(question):
        return None
    who, low = _persons(question), fold(text)
    last = next((at for name in sorted(who) if (at := low.find(name)) >= 0), -1)
    if last < 0 or not (_SAYS_PRESENT.search(text) or _SAYS_ABSENT.search(text)):
        return None
    clause = _CLAUSE.split(text[last:], 1)[0]
    before = text[:last]
    away = bool(_SAYS_ABSENT.search(clause)) or _listed_absent(before)
    return away == bool(re.search(r"\b(?:absent|miss)\b", question, re.IGNORECASE))


def _listed_absent(before: str) -> bool:
    """Whether the list that a name stands in is of those absent: "Absent: Ada Roy, Ned Poe"."""
    heads = list(
        re.finditer(r"\b(?P<absent>absent|excused)\b\s*:|\b(?:present|attendance|attending)\b", before, re.IGNORECASE)
    )
    return bool(heads) and heads[-1]["absent"] is not None


def _persons(part: str) -> set[str]:
    """The last names of the persons that a part names, folded."""
    names = [one.text for one in named_in(part) if one.kind == "person"]
    capitals = re.findall(r"(?<!\A)\b[A-Z][\w’'-]+(?:\s+[A-Z][\w’'-]+)?", part)
    return {fold(name.split()[-1].removesuffix("'s")) for name in names or capitals[:1]}


def _names_in(span: Span) -> set[str]:
    return {fold(word) for word in words(span.text)}


def _ends(held: Sequence[_Spoken]) -> tuple[_Spoken, ...]:
    """The last sentence that tells when the meeting ended."""
    return tuple(one for one in held if _tells_hour(one.span.text, _ENDED))[-1:]


def _begins(held: Sequence[_Spoken]) -> tuple[_Spoken, ...]:
    """The first sentence that tells when the meeting began."""
    return tuple(one for one in held if _tells_hour(one.span.text, _BEGAN))[:1]


def _tells_hour(text: str, tells: re.Pattern[str]) -> bool:
    """Whether an hour stands beside the word that tells what happened at it."""
    hours = [figure for figure in figures_in(text) if figure.kind == "time"]
    return any(
        figure.start - word.end() <= _BESIDE and word.start() - figure.end <= _BEFORE_IT
        for word in tells.finditer(text)
        for figure in hours
    )
