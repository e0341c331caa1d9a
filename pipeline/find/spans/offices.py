"""Who held an office, read from the roll calls among the passages: the answer to "who is the chair of …".

Reads titles beside names in the passages given, the newest first. It refuses to answer for a body the question does not
name, and to say more than that the newest record found says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pipeline.ask.phrases import initials
from pipeline.types import AnswerSpan, Evidence, IssueMap, PartAnswer
from vault.facts.dates import spoken_date
from vault.facts.meeting.officers import officers
from vault.facts.meeting.offices import OF_A_BODY, OFFICE, office_asked, office_of, title_in
from vault.facts.names import named_in
from vault.facts.types import Officer
from vault.store.keys import body_among
from vault.store.whole import page_at
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import content_words, words

__all__ = ["names_holder", "of_holders", "of_the_names", "told_office"]

_SURE, _LIKELY = 0.95, 0.8
"""How surely a roll call answers who holds an office, and a title before a name in a sentence. A roll call read wrongly
was not seen among those of 86 minutes; a title in a sentence may be another body's."""
_SPANS = 3
_SHORT = 80
"""Characters before and after a name up to which the whole list is quoted."""
_TITLE = lazy_regex(OFFICE, re.IGNORECASE)
_SENTENCE = 400
"""Characters of a sentence that may tell it."""
# "Town Clerk Audio Equipment ……… $53,000.00"
_TABLE = lazy_regex(r"\$\s?\d|…|\.{4}|\|")
_LONGEST = 60
"""Characters between a name and the title beside it."""
# "Ada Roy, Town Clerk", "Ada Roy was sworn in as the new town clerk", "Clerk: Ada Roy", "the moderator is Ada Roy"
_BESIDE = lazy_regex(
    r"[\s,:;/()“”\"–—-]*(?:(?:is|was|were|be|been|as|to|the|our|an?|new|in|for|elected|re-?elected|(?:re)?appointed"
    rf"|nominated|named|sworn|serv\w+)\b[\s,]*|{OFFICE}[\s,/]*)*",
    re.IGNORECASE,
)
# "to appoint Ada Roy as the pit regulator": whatever the office is called there
_APPOINTS = lazy_regex(r"\b(?:re)?(?:appoint|elect|nominat)\w*\s+\Z", re.IGNORECASE)


class _Told(NamedTuple):
    """The place of words of a passage that name an officer, and whether they surely do."""

    evidence: Evidence
    start: int
    end: int
    sure: bool


def _stretch(text: str, one: Officer) -> tuple[int, int]:
    """All that a list of members says, or a sentence; of a longer list the person's own entry with the title, from the
    head of the list where that is near."""
    name, start, end = one.slots[0], one.start, one.end
    if one.office == "member":
        return start, end
    ahead = text.find(one.title, max(start, name.start - _LONGEST), name.start) if one.title else -1
    behind = text.find(one.title, name.end, name.end + _LONGEST) if one.title and ahead < 0 else -1
    if name.start - start >= _SHORT:
        start = ahead if ahead >= 0 else name.start
    if end - name.end >= _SHORT:
        marks = (text.find(mark, max(name.end, behind), end) for mark in (",", ";", "\n", " and "))
        end = min((at for at in marks if at > 0), default=end)
    return start, end


def _of_body(item: Evidence, office: str, issue: IssueMap, names: Sequence[Sequence[str]]) -> bool:
    """Whether the record is of a body asked about; of one that the question names in more words ("the Lakes Region
    Planning Commission") those stand in its name, title or town."""
    board, about = item.chunk.board, set(words(f"{item.chunk.board} {item.chunk.title} {item.chunk.town}"))
    if office not in OF_A_BODY or not issue.boards:
        return True
    fits = [wanted for wanted in issue.boards if board and body_among((board,), wanted)]
    more = [set(name) - own for wanted in fits for name in names if (own := set(words(wanted))) < set(name)]
    return bool(fits) and all(one <= about for one in more)


def of_the_names(said: str, names: Sequence[Sequence[str]], issue: IssueMap) -> bool:
    """Whether a record that says so much meets every name of the question, given word by word, as the town or body
    asked about or in its own words: nobody's roll call tells the mayor of another city."""
    bodies = (*issue.boards, issue.town, *issue.other_towns)
    met = {
        *words(" ".join((said, *bodies))),
        *(short for body in bodies for short in initials(" ".join(content_words(body)))),
    }
    return met.issuperset(word for name in names for word in content_words(" ".join(name)))


def names_holder(office: str, text: str, *, whole: bool = False) -> bool:
    """Whether a text names a person beside the title of an office (its plain name), or one who is appointed; of members
    anybody; `whole` for the title in full: another chief may be meant. A line of a budget that says "Town Clerk" tells
    nobody who that is."""

    def titles_it(title: str) -> bool:
        return office_of(title) == office if whole else _is_title_of(title, office)

    persons = [one for one in named_in(text) if one.kind == "person" and not _is_no_person(one.text)]
    if office == "member":
        return bool(persons)
    titles = [found for found in _TITLE.finditer(text) if titles_it(found.group())]
    return any(
        (one.title and titles_it(one.title))
        or _APPOINTS.search(text[max(0, one.start - _LONGEST) : one.start])
        or any(_stands_by(text, (one.start, one.end), title.span()) for title in titles)
        for one in persons
    )


def _is_no_person(name: str) -> bool:
    """Whether words in capitals are a title or the field of one ("Tax Collector", "Zoning Enforcement") or greet
    somebody ("Dear Neighbors")."""
    return bool(title_in(name) or title_in(f"{name.split()[0]} Officer")) or name.startswith("Dear ")


def _is_title_of(title: str, office: str) -> bool:
    """Whether a title names the office asked about, in full or in short: "Clerk" for the town clerk, not the other of
    "Vice Chair" and "Chair"."""
    plain = office_of(title)
    return plain == office or (
        office not in OF_A_BODY and (office.endswith(f" {plain}") or plain.endswith(f" {office}"))
    )


def _stands_by(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    (_, end), (start, _) = sorted((one, other))
    return 0 <= start - end <= _LONGEST and bool(_BESIDE.fullmatch(text, end, start))


def _in_time(item: Evidence, issue: IssueMap) -> bool:
    date = item.chunk.date
    return (
        bool(date) and (not issue.date_from or date >= issue.date_from) and (not issue.date_to or date <= issue.date_to)
    )


def _named(
    office: str, issue: IssueMap, evidence: Sequence[Evidence], names: Sequence[Sequence[str]]
) -> Iterator[_Told]:
    for item in evidence:
        of_body = item.chunk.lane == "local" and _of_body(item, office, issue, names)
        chunk = item.chunk
        told = f"{chunk.town} {chunk.board} {chunk.title} {chunk.text}"
        if of_body and _in_time(item, issue) and of_the_names(told, names, issue):
            for one in officers(item.chunk.text):
                if one.office == office and one.slots:
                    yield _Told(item, *_stretch(item.chunk.text, one), sure=one.quality == "certain")


def _span(told: _Told, sure: float) -> AnswerSpan:
    chunk = told.evidence.chunk
    return AnswerSpan(
        chunk_id=chunk.id, start=told.start, end=told.end, text=chunk.text[told.start : told.end],
        page=page_at(chunk, told.start), probability=sure, label=told.evidence.label,
    )  # fmt: skip


def told_office(
    part: str, issue: IssueMap, evidence: Sequence[Evidence], names: Sequence[Sequence[str]] = ()
) -> PartAnswer | None:
    """The answer to a part that asks who holds an office: the newest roll call first, without one what names somebody
    beside the title; None for any other part, and where no passage names a holder.
    `names` are those of the question, word by word; a record that meets none of one
    is of another place."""
    office = office_asked(part)
    named = list(_named(office, issue, evidence, names)) if office else []
    found = named or (list(_titled(office, issue, evidence, names)) if office not in ("", "member") else [])
    if not found:
        return None
    newest = sorted(found, key=lambda one: (one.evidence.chunk.date, one.sure), reverse=True)
    later = _later_without(newest[0].evidence, evidence, issue) if office in OF_A_BODY else ""
    sure = _SURE if newest[0].sure and not later else _LIKELY
    spans = tuple(_span(one, sure if place == 0 else sure / 10) for place, one in enumerate(newest[:_SPANS]))
    verdict: Literal["answered", "likely"] = "answered" if sure == _SURE else "likely"
    return PartAnswer(part=part, spans=spans, probability=sure, verdict=verdict, near=later)


def _titled(
    office: str, issue: IssueMap, evidence: Sequence[Evidence], names: Sequence[Sequence[str]]
) -> Iterator[_Told]:
    """The sentences of records that name a person beside the title of the office, or as appointed to it."""
    for item in evidence:
        chunk = item.chunk
        said = f"{chunk.town} {chunk.board} {chunk.title} {chunk.text}"
        fits = chunk.lane == "local" and _of_body(item, office, issue, names) and of_the_names(said, names, issue)
        for one in sentences(chunk.text) if fits and _in_time(item, issue) else ():
            titled = any(office_of(found.group()) == office for found in _TITLE.finditer(one.text))
            reads = len(one.text) <= _SENTENCE and not _TABLE.search(one.text)
            if titled and reads and names_holder(office, one.text, whole=True):
                yield _Told(item, one.start, one.end, sure=False)


def _later_without(told: Evidence, evidence: Sequence[Evidence], issue: IssueMap) -> str:
    """Of which day an officer is named, where minutes of that body found are of a year and more later and name none:
    "May 2, 2031; the later minutes held, to June 3, 2040, name none"; "" else."""
    chunk = told.chunk
    in_time = (one.chunk for one in evidence if _in_time(one, issue))
    others = (one for one in in_time if (one.doc_type, one.board) == (chunk.doc_type, chunk.board))
    latest = max((one.date for one in others), default="")
    if not chunk.date or not latest or latest < f"{int(chunk.date[:4]) + 1}{chunk.date[4:]}":
        return ""
    return f"{spoken_date(chunk.date)}; the later minutes held, to {spoken_date(latest)}, name none"


def of_holders(answer: PartAnswer, issue: IssueMap) -> PartAnswer:
    """The answer to a part that asks who holds an office of a town, its spans only those that name somebody; open where
    none does. Any other answer as it is: law tells who sits on a board of every town."""
    office = office_asked(answer.part)
    if not office or not issue.town:
        return answer
    spans = tuple(one for one in answer.spans if names_holder(office, one.text))
    if spans:
        return answer.changed(spans=spans)
    return PartAnswer(part=answer.part, reason=answer.reason or "wrong_kind", near=answer.near)
