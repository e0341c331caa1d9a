"""What came of a matter over time: the acts that changed a law, by its source note, and what records of several days
tell of one matter, oldest first.

It refuses to say what an act changed, for a note names acts and days and no words, and to tell a record that does not
name the matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pipeline.ask.cues import asks_course, asks_history
from pipeline.ask.kinds import is_routine
from pipeline.ask.names import find_identifiers, identifier_key, says_identifier
from pipeline.find.answers import ranked_spans
from pipeline.quoting.alike import base_of
from pipeline.quoting.cut import quote
from pipeline.types import Brief, Evidence, PartAnswer
from pipeline.write.extract.asking import things_of
from pipeline.write.extract.decided import decided_passages, lone_motion, matter_of_part
from pipeline.write.extract.outcomes import tells_decision, tells_result
from pipeline.write.extract.passages import Lines, Passage, answering_passages, readable, repeats
from pipeline.write.extract.spans import stem_set
from pipeline.write.extract.yes_no import LIGHT_VERBS
from vault.facts.dates import YEAR
from vault.facts.numerals import word_value
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex

__all__ = ["Changed", "course_of", "told_history"]

_POLAR = lazy_regex(r"\A\W*(?:did|has|have|was|were)\b", re.IGNORECASE)
_SINCE = lazy_regex(r"\b(?P<word>since|after)\s+(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
# "2008, 109:1, eff. July 27, 2008. 2021, 184:1-3"
_ACT = lazy_regex(r"(?<![\w,] )\b(?P<year>(?:1[89]|20)\d\d), (?:(?!\. (?:1[89]|20)\d\d, \d).)+", re.DOTALL)


class Changed(NamedTuple):
    """A sentence on the acts that changed a section, and the evidence it quotes."""

    text: str
    evidence: Evidence


def told_history(answer: PartAnswer, evidence: Sequence[Evidence]) -> Changed | None:
    """What the source note of the section a part is about says of its acts: that of the year asked about, with a yes or
    a no, else the last; None for any other part, and where no section with such a note answers."""
    section = _section(answer, evidence) if asks_history(answer.part) else None
    acts = [(one["year"], one.group().rstrip(". \n")) for one in _ACT.finditer(section.chunk.note)] if section else []
    if section is None or not acts:
        return None
    asked, cite = YEAR.findall(answer.part), section.chunk.section
    since = _SINCE.search(answer.part)
    least = f"{int(since['year']) + (since['word'].lower() == 'after')}" if since else ""
    fitting = [act for year, act in acts if (year >= least if since else year in asked)] if asked else []
    told = fitting or [act for _, act in acts[-1:]]
    opens = ("Yes. " if fitting else "") if asked and _POLAR.search(answer.part) else ""
    when = f"{since.group()}" if since else f"of {' or '.join(dict.fromkeys(asked))}"
    said = (
        f"The source note of {cite} names {quote(told)}"
        if fitting or not asked
        else f"The source note of {cite} names no act {when}; its last is {quote(told)}"
    )
    return Changed(f"{opens}{said} [{section.label}].", section)


def _section(answer: PartAnswer, evidence: Sequence[Evidence]) -> Evidence | None:
    """The section that a part names, else the surest of those that answer it, with a source note; no bill."""
    noted = {one.label: one for one in evidence if one.chunk.note and one.chunk.section}
    named = {ref.cite for ref in find_refs(answer.part)}
    by_name = next((one for one in noted.values() if one.chunk.section in named), None)
    return by_name or next((noted[one.label] for one in answer.spans if one.label in noted), None)


_COURSE = lazy_regex(
    r"\b(?:happen(?:ed|ing)|going on|became|become|came|status|latest|history|story|stand|end(?: up)?"
    r"|(?:turn|play|work) out)\b",
    re.IGNORECASE,
)
"""The words of those that name no matter."""
# who sat, and where, tells nothing of the matter
_PRESENT = lazy_regex(
    r"\b(?:in attendance|(?:members )?(?:present|absent|excused)|meeting was held|to order)\b", re.IGNORECASE
)
_RULES = frozenset(("ordinance", "policy", "rule", "form", "guidance"))
"""Kinds of records that tell what holds, and of nothing that happened."""
_MATTER, _MOST_OF_IT = 0.5, 0.66
"""Share of the words of a matter, the rarer the more, that a record must say with its rarest, and without."""
_HOURS = frozenset(("am", "pm", "noon", "midnight"))
_MOST_DAYS, _LEAST_DAYS = 4, 2
"""Records of different days that are told, the newest where there are more; one alone is an answer like any other."""
_COURSE_WORDS = 60
"""Words of what one record tells: a motion with its second and vote, or two sentences."""
_ENDED = 3.0
"""How many times as likely words are told that say what was decided as others of the same record."""


def course_of(lines: Lines, answer: PartAnswer, brief: Brief, rare: Callable[[str], float]) -> tuple[Passage, ...]:
    """What the records of a town tell of the matter of a part that asks what came of it, one passage for each day,
    oldest first; () for any other part, and where fewer than two days tell of it."""
    issue = brief.issue
    asked = bool(issue.town) and asks_course(answer.part)
    matter = matter_of_part(_COURSE.sub(" ", answer.part), issue) if asked else frozenset[str]()
    matter = frozenset(root for root in matter if not word_value(root) and base_of(root) not in LIGHT_VERBS)
    if all(root.isdigit() or root in _HOURS for root in matter):  # "6 pm" names no matter
        return ()
    own = matter.difference(*things_of(brief)) or matter
    keys = set(map(identifier_key, find_identifiers(answer.part)))
    held = [one for one in brief.retrieval.local if one.chunk.date and one.chunk.doc_type not in _RULES]
    spans = ranked_spans(brief.reading, issue, held)
    found = [
        one
        for one in answering_passages(lines, spans, room=_COURSE_WORDS)
        if _names(f"{one.surroundings} {one.spans[0].evidence.chunk.title}", matter, keys, rare)
        if own & stem_set(one.text)  # the place alone is not the matter at it
    ]
    alone = (one for item in held for one in lone_motion(lines.get(item.label, ())))
    found += [one for one in alone if _names(_before(one, held), matter, keys, rare)]
    minutes = {item.label: lines[item.label] for item in held if item.label in lines}
    moved = decided_passages(minutes, f"What was decided on {answer.part}", (), issue, brief.reading.years)
    days: dict[str, Passage] = {}
    for one in (*moved, *sorted(found, key=_weight, reverse=True)):
        day = one.spans[0].evidence.chunk.date
        told = _of_years(one, brief.reading.years) and readable(one)
        told = told and not (_PRESENT.search(one.text) or is_routine(answer.part, one.text))
        if told and day not in days and not any(repeats(one, other) for other in days.values()):
            days[day] = one
    newest = sorted(days)[-_MOST_DAYS:]
    return tuple(days[day] for day in newest) if len(newest) >= _LEAST_DAYS else ()


def _of_years(passage: Passage, years: Sequence[str]) -> bool:
    """Whether a passage is of a year that the question names, by its record or by its words."""
    return not years or any(year in f"{passage.spans[0].evidence.chunk.date} {passage.text}" for year in years)


def _before(passage: Passage, held: Sequence[Evidence]) -> str:
    """What stands before a passage in the record, as far as it was found, with its title."""
    chunk = passage.spans[0].evidence.chunk
    others = (one.chunk for one in held if one.chunk.doc_id == chunk.doc_id and one.chunk.id != chunk.id)
    earlier = " ".join(one.text for one in others if (one.page_start or 0) <= (chunk.page_start or 0))
    return f"{chunk.title} {earlier} {chunk.text[: passage.spans[-1].end]}"


def _weight(passage: Passage) -> float:
    """How likely the words of a passage are, the more where they say what was decided."""
    decided = tells_result(passage.text) or tells_decision(passage.text)
    return passage.score * (_ENDED if decided else 1.0)


def _names(text: str, matter: frozenset[str], keys: set[str], rare: Callable[[str], float]) -> bool:
    """Whether a text names the case, parcel or address of a matter, where it has one, else most of its words."""
    if keys:
        return says_identifier(text, keys)
    said = stem_set(text)
    weights = {root: rare(root) for root in matter}
    rarest = max(sorted(weights), key=lambda root: weights[root])
    share = sum(weights[root] for root in matter & said) / (sum(weights.values()) or 1.0)
    return share >= (_MATTER if rarest in said else _MOST_OF_IT)
