"""The acts on a matter: the motions that a part asks about, with mover, second and vote.

Takes the motions as the ledger reads them off the pages found, and what the part is about: the case, parcel or
article it names, else the words that tell neither who acts nor what is done; of a meeting on a day asked about also the
hour when it began or ended. It refuses a motion that holds less than
the most of them that any does, and one whose outcome the page does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.ask.cues import ACT_STEMS
from pipeline.ask.listing import named as listed
from pipeline.ask.names import find_identifiers, identifier_key
from pipeline.ask.phrases import content
from pipeline.types import IssueMap
from pipeline.write.extract.outcomes import tells_decision, tells_result
from pipeline.write.extract.passages import Lines, Passage, moved_on, passage_at
from pipeline.write.extract.spans import Span, stem_set
from vault.facts.dates import MONTH_NAMES, YEAR
from vault.facts.figures import figures_in
from vault.facts.numerals import word_value
from vault.facts.types import ACTIONS, Action, Motion
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS
from vault.types import Chunk

__all__ = ["asks_decision", "decided_passages", "matter_of_part"]

_Held = tuple[Sequence[Span], Motion, Chunk]
"""A motion with the line of spans and the passage it stands in."""

# "What did they decide", "who voted against it", "who moved it", "was it granted", "Why did they continue it"
_DECISION = re.compile(
    r"\b(?:vote[sd]?|voted|against|moved|seconded|motion|decid\w+|decision|oppos\w+|abstain\w*|approve[sd]?|den(?:y|ied)"
    r"|granted?|outcome|became of|turned down|rul(?:ed|ing)|pass(?:ed)?|fail(?:ed)?|continued?|tabled?|postponed?"
    r"|appoint(?:ed)?|accept(?:ed)?|adopt(?:ed)?|happened)\b",
    re.IGNORECASE,
)
# "Who moved to raise the toll?", "who voted against it": only a motion names them
_MOVER = re.compile(r"\bwho\b.*\b(?:mov(?:ed?|ing)|motion\w*|second\w*|vot(?:ed?|ing)|oppos\w+|abstain\w*)\b", re.I)
_AGAINST = re.compile(r"\b(?:against|no|oppos\w+)\b", re.IGNORECASE)
# "Did the board …", "was it …", "what happened": a rule is no act that was done
_DONE = re.compile(r"\b(?:did|was|were|has|have|had|happened|became|who)\b", re.IGNORECASE)
_WHO_ACTS = stem_set(" ".join((
    "board committee commission council town city trustees voter voters people resident residents taxpayer meeting",
    *GOVERNING_BOARDS, *GOVERNING_MEMBERS,
)))  # fmt: skip
_NO_MATTER = ACT_STEMS | stem_set("article warrant petition petitioned request proposal fund program happen use make")
"""Words in which any motion may be put."""
_MONTHS = stem_set(" ".join(MONTH_NAMES))
_ANY_BODY = stem_set("board committee commission council")
_OF_ITS_OWN: frozenset[str | None] = frozenset({"continue", "table", "nominate", "withdraw"})
_COVERED = 0.5
"""Share of the words of its matter that a motion must hold."""
_ROUTINE: frozenset[Action] = frozenset({"adjourn", "enter_nonpublic"})
_ROOM = 90
"""Words of a motion with what became of it."""
_MOST = 2
"""Motions told of one matter, the newest."""


# "When did the board adjourn", "what time did the meeting of March 3 end", "how late did the hearing go"
_ASKS_HOUR = re.compile(
    r"\b(?:when|what time|how late|at what hour)\b.*?\b"
    r"(?:(?P<ended>adjourn\w*|(?:meeting|hearing|session)s?\b.*\b"
    r"(?:end|ended|over|finish\w*|clos\w+|wrap\w*|break|broke|let out|go))"
    r"|(?:meeting|hearing|session)s?\b.*\b(?:start\w*|beg[iau]n|open\w*|called? to order|convene\w*))\b",
    re.IGNORECASE,
)
_ENDED = re.compile(r"\badjourn(?:ed|s)\b", re.IGNORECASE)
_BESIDE = 40
"""Characters between a word and the hour it has: "adjourned by unanimous consent at 8:56"."""
_BEGAN = re.compile(r"\b(?:call(?:ed)?(?: \w+){0,3} to order|(?:re)?convened|opened|began|commenced)\b", re.IGNORECASE)


def _hours(lines: Lines, part: str, issue: IssueMap) -> tuple[Passage, ...]:
    """The sentences of the records of the day asked about that tell the hour when the meeting ended, or began."""
    asked = _ASKS_HOUR.search(part)
    if asked is None or not issue.date_from or issue.date_from != issue.date_to:
        return ()
    tells, bodies = _ENDED if asked["ended"] else _BEGAN, stem_set(" ".join(issue.boards)) - _ANY_BODY
    found = [
        Passage((span,), 0)
        for line in lines.values()
        for span in line
        if span.evidence.chunk.date == issue.date_from
        and (not bodies or bodies & stem_set(span.evidence.chunk.board))
        and _tells_hour(span.text, tells)
    ]
    return tuple(found[: 1 if asked["ended"] is None else _MOST])


def _tells_hour(text: str, tells: re.Pattern[str]) -> bool:
    """Whether an hour stands beside the word that tells what happened at it."""
    hours = [figure for figure in figures_in(text) if figure.kind == "time"]
    return any(
        figure.start - word.end() <= _BESIDE and word.start() - figure.end <= _BESIDE
        for word in tells.finditer(text)
        for figure in hours
    )


def asks_decision(part: str) -> bool:
    """Whether a part asks what was decided, or who moved, seconded or voted."""
    return bool(_DECISION.search(part) and _DONE.search(part))


def decided_passages(
    lines: Lines, part: str, told: Sequence[Passage], issue: IssueMap, years: Sequence[str] = ()
) -> tuple[Passage, ...]:
    """The decided motions on the matter that the part names, newest first, but those with a vote against them where
    that is asked.

    () for a part that asks no decision, and for one of which a record tells the decision already, but not who cast it.
    `years` are those the question names: a motion of another year is left out.
    """
    if hours := _hours(lines, part, issue):
        return hours
    best = told[0] if told else None
    told_by = best is not None and best.lane == "local" and (tells_result(best.text) or tells_decision(best.text))
    if not asks_decision(part) or (told_by and not _MOVER.search(part)):
        return ()
    pages = [(line, line[0].evidence.chunk) for line in filter(None, lines.values())]
    since, until = (issue.date_from, issue.date_to) if issue.date_from[:7] == issue.date_to[:7] else ("", "")
    pages = [(line, page) for line, page in pages if _of_years(page.date, years)]
    pages = [(line, page) for line, page in pages if not since or since <= page.date <= until]
    held = [(line, one, page) for line, page in pages for one in moved_on(page.text)]
    held = [(line, one, page) for line, one, page in held if one.outcome and one.action not in _ROUTINE]
    keys = set(map(identifier_key, find_identifiers(part)))
    keys = keys or (set(map(identifier_key, find_identifiers(best.text))) if best else set())
    found = [(page.date, line, one) for line, one, page in held if keys and _of_matter(one, keys)]
    found = found or _about(_of_action(held, part), matter_of_part(part, issue) - stem_set(" ".join(issue.boards)))
    against = bool(_AGAINST.search(part))
    newest = sorted(found, key=lambda one: (against and bool(one[2].vote.against), one[0]), reverse=True)[:_MOST]
    score = best.score if best else 1.0
    passages = (passage for _, line, one in newest for passage in passage_at(line, one.start, one.end, room=_ROOM))
    return tuple(passage._replace(score=score) for passage in passages)


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


def _of_action(held: Sequence[_Held], part: str) -> list[_Held]:
    """The motions of the action that a part names, where it names one that is done to no other end: a motion to appoint
    tells nothing of a hearing that was continued."""
    named = {found for word in content(part) if (found := listed("action", word, ACTIONS)) in _OF_ITS_OWN}
    return [one for one in held if not named or one[1].action in named]


def _about(held: Sequence[_Held], matter: frozenset[str]) -> list[tuple[str, Sequence[Span], Motion]]:
    """The motions that hold the rarest word of a matter, and the most of it, at least half; a number alone ("five" of a
    five-member board) is no matter."""
    matter = frozenset(root for root in matter if not word_value(root))
    said = [(matter & stem_set(one.object or one.text), page.date, line, one) for line, one, page in held]
    rarest = min(matter, key=lambda root: (sum(root in own for own, *_ in said), root), default="")
    most = max((len(own) for own, *_ in said if rarest in own), default=0)
    least = max(most, _COVERED * len(matter), 1)
    return [(day, line, one) for own, day, line, one in said if rarest in own and len(own) >= least]


def _of_matter(motion: Motion, keys: set[str]) -> bool:
    named = {identifier_key(one) for matter in motion.matters for one in (matter.name, *find_identifiers(matter.name))}
    return not keys.isdisjoint(named)


def _of_years(day: str, years: Sequence[str]) -> bool:
    return not years or not day or day[:4] in years
