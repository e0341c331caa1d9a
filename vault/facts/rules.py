"""Rules of law, one for each sentence that binds or allows: who, shall or may, what, on which condition, except when.

Reads a section paragraph by paragraph, so that I(c) is never I(d). It refuses to interpret: a slot is a stretch of the
sentence, and what the sentence does not say stays empty.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, cast

from vault.facts.lead_in import sentence_end
from vault.facts.types import Rule, Slot
from vault.law.subdivisions import subdivisions

__all__ = ["rules"]

Mode = Literal["shall", "shall not", "may", "may not", "must", "must not"]
# "The selectmen shall not", "Any voter may", "No person shall", "The clerk, upon request, shall within 5 days"
_BINDS: Final = re.compile(
    r"(?P<actor>[A-Z(][^.;:]{1,160}?),?\s+(?P<mode>(?:shall|may|must)(?:\s+not)?)\b\s+(?P<act>[^;]{3,600})", re.DOTALL
)
_CONDITION: Final = re.compile(
    r"\b(?:if|when|whenever|where|upon|provided\s+(?:that|however)|in\s+the\s+event|so\s+long\s+as|after|"
    r"before)\b[^,;.]{4,200}",
    re.IGNORECASE,
)
_EXCEPTION: Final = re.compile(
    r"\b(?:except|unless|other\s+than|notwithstanding|but\s+not)\b[^,;.]{3,200}", re.IGNORECASE
)
_COUNTED: Final = (
    r"(?:calendar |business |clear |consecutive |full )?"
    r"(?:days?|weeks?|months?|years?|hours?|members?|voters?|votes?|signatures?|percent|feet|copies|times|persons?)"
)
# "within 5 business days", "at least 14 days", "not less than 3 members", "two-thirds of the votes", "$1,000"
_NUMBER: Final = re.compile(
    rf"\b(?:(?:within|at\s+least|not\s+less\s+than|no\s+(?:less|more|later)\s+than|not\s+more\s+than|"
    rf"not\s+later\s+than|up\s+to)\s+)?"
    rf"(?:\d[\d,]*|two-thirds|three-fifths|three-fourths|one|two|three|four|five|six|seven|eight|nine|ten|"
    rf"fifteen|twenty|thirty|"
    rf"sixty|ninety)\s+(?:\(\d+\)\s+)?(?:of\s+(?:the\s+)?)?{_COUNTED}\b|\$\d[\d,]*",
    re.IGNORECASE,
)
_NO_ONE: Final = re.compile(r"^\W*(?:no|neither)\s+", re.IGNORECASE)
_LONGEST: Final = 900


def _paragraphs(text: str) -> list[tuple[tuple[str, ...], int, int]]:
    marks = subdivisions(text)
    starts = [mark.start for mark in marks]
    ends = [*starts[1:], len(text)] if starts else []
    head: list[tuple[tuple[str, ...], int, int]] = [((), 0, starts[0] if starts else len(text))]
    return head + [(mark.path, mark.start, end) for mark, end in zip(marks, ends, strict=True)]


def _slot(name: str, found: re.Match[str] | None, base: int) -> list[Slot]:
    return [Slot(name=name, start=base + found.start(), end=base + found.end())] if found else []


def _rule(text: str, start: int, end: int, path: tuple[str, ...]) -> Rule | None:
    sentence = text[start:end]
    binds = _BINDS.search(sentence)
    if binds is None or len(sentence) > _LONGEST:
        return None
    mode = " ".join(binds["mode"].lower().split())
    if _NO_ONE.match(binds["actor"]) and not mode.endswith("not"):
        mode += " not"
    condition, exception, number = (pattern.search(sentence) for pattern in (_CONDITION, _EXCEPTION, _NUMBER))
    slots = [
        Slot(name="actor", start=start + binds.start("actor"), end=start + binds.end("actor")),
        Slot(name="act", start=start + binds.start("act"), end=start + binds.end("act")),
        *_slot("condition", condition, start),
        *_slot("exception", exception, start),
        *_slot("number", number, start),
    ]
    return Rule(
        text=sentence,
        start=start,
        end=end,
        quality="certain" if len(re.findall(r"\b(?:shall|may|must)\b", sentence)) == 1 else "likely",
        slots=tuple(slots),
        paragraph=path,
        actor=" ".join(binds["actor"].split()),
        mode=cast(Mode, mode),
        act=" ".join(binds["act"].split()).rstrip(" ."),
        condition=" ".join(condition.group().split()) if condition else "",
        exception=" ".join(exception.group().split()) if exception else "",
        number=" ".join(number.group().split()) if number else "",
    )


# "II. Any voter may:", "The clerk shall do all of the following:"
_LEADS: Final = re.compile(
    r"(?P<actor>[A-Z(][^.;:]{1,160}?),?\s+(?P<mode>(?:shall|may|must)(?:\s+not)?)\b(?P<rest>[^.;:]{0,120}):\s*\Z",
    re.DOTALL,
)


class _Lead(NamedTuple):
    """Who is bound by the items under a paragraph that ends in a colon."""

    path: tuple[str, ...]
    actor: str
    mode: Mode
    start: int
    end: int


def _lead(text: str, start: int, end: int, path: tuple[str, ...]) -> _Lead | None:
    found = _LEADS.search(text[start:end].rstrip())
    if found is None:
        return None
    mode = " ".join(found["mode"].lower().split())
    if _NO_ONE.match(found["actor"]) and not mode.endswith("not"):
        mode += " not"
    actor = re.sub(r"^\W*(?:[IVXL]+(?:-[a-z])?\.|\([a-z0-9]+\))\s*", "", found["actor"])
    return _Lead(
        path, " ".join(actor.split()), cast(Mode, mode), start + found.start("actor"), start + found.end("actor")
    )


def _item(text: str, start: int, end: int, path: tuple[str, ...], lead: _Lead) -> Rule:
    """An item of a list as a rule of the one its lead-in binds."""
    sentence = text[start:end]
    act = re.sub(r"^\W*(?:\([a-zA-Z0-9]+\)|[IVXL]+\.)\s*", "", " ".join(sentence.split())).rstrip(" .;")
    condition, exception, number = (pattern.search(sentence) for pattern in (_CONDITION, _EXCEPTION, _NUMBER))
    return Rule(
        text=sentence,
        start=start,
        end=end,
        slots=(Slot(name="actor", start=lead.start, end=lead.end), Slot(name="act", start=start, end=end)),
        paragraph=path,
        actor=lead.actor,
        mode=lead.mode,
        act=act,
        condition=" ".join(condition.group().split()) if condition else "",
        exception=" ".join(exception.group().split()) if exception else "",
        number=" ".join(number.group().split()) if number else "",
    )


def rules(text: str) -> tuple[Rule, ...]:
    """The rules of a section's text in order, each with the path of its paragraph; () when nothing binds or allows."""
    found: list[Rule] = []
    leads: list[_Lead] = []
    for path, start, end in _paragraphs(text):
        leads = [lead for lead in leads if len(lead.path) < len(path) and path[: len(lead.path)] == lead.path]
        here = len(found)
        at = start
        while at < end:
            stop = min(sentence_end(text, at, semicolons=False), end)
            lead_space = len(text[at:stop]) - len(text[at:stop].lstrip())
            rule = _rule(text, at + lead_space, stop, path)
            if rule:
                found.append(rule)
            at = max(stop, at + 1)
        opened = _lead(text, start, end, path)
        if opened:
            leads.append(opened)
        elif len(found) == here and leads and text[start:end].strip():
            found.append(_item(text, start, start + len(text[start:end].rstrip()), path, leads[-1]))
    return tuple(found)
