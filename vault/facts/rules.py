"""Rules of law, one for each sentence that binds or allows: who, shall or may, what, on which condition, except when.

Reads a section paragraph by paragraph, so that I(c) is never I(d). It refuses to interpret: a slot is a stretch of the
sentence, and what the sentence does not say stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, cast

from vault.facts.lead_in import sentence_end
from vault.facts.numerals import NUMBER_WORDS
from vault.facts.types import Rule, Slot
from vault.law.subdivisions import subdivisions

__all__ = ["rules"]

Mode = Literal["shall", "shall not", "may", "may not", "must", "must not"]
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
# "within 5 business days", "two-thirds of the votes", "$1,000", "thirty (30) feet", "7-day", "10 percent"
_NUMBER: Final = re.compile(
    rf"\b(?:(?:within|at\s+least|not\s+less\s+than|no\s+(?:less|more|later)\s+than|not\s+more\s+than|"
    rf"not\s+later\s+than|up\s+to|minimum|maximum)\s+)?"
    rf"(?:(?:\d[\d,]*|two-thirds|three-fifths|three-fourths|{NUMBER_WORDS})\s+(?:\(\d+%?\)\s+)?(?:of\s+(?:the\s+)?)?{_COUNTED}\b"
    rf"|\d+-(?:day|week|month|year|hour|foot|member)\b|(?:{NUMBER_WORDS})\s+(?:percent\s+)?\(\d+%?\)(?:\s+[a-z.]+)?)"
    rf"|(?:minimum\s+)?\$\d[\d,]*(?:\.\d\d)?|\b\d+(?:\.\d+)?\s?%",
    re.IGNORECASE,
)
_NO_ONE: Final = re.compile(r"^\W*(?:no|neither)\s+", re.IGNORECASE)
_LONGEST: Final = 900
_SHORTEST_ACT: Final = 3


# "III. ", "b.: ", "4.2 ", "(c) ", "Section 5. ": the marks of an ordinance at the front of a line
_OUTLINE: Final = re.compile(
    r"^[ \t*#>]*(?:(?P<part>(?:ARTICLE|Article|SECTION|Section|CHAPTER|Chapter|§)\s*(?:[IVXL]+|\d+(?:\.\d+)*)\b)|"
    r"(?P<roman>[IVXL]{1,6})[.)]\**(?=\s)|(?P<number>\d{1,2}(?:\.\d{1,3}){0,3})[.)]?:?\**(?=\s+[A-Z*“\"])|"
    r"(?P<capital>[A-Z])[.)]:?\**(?=\s)|(?P<letter>[a-z])[.)]:?\**(?=\s)|\((?P<inner>[a-zA-Z]{1,3}|\d{1,2})\)\**(?=\s*[A-Z*“\"]))",
    re.MULTILINE,
)
_COUNTED_BEFORE: Final = re.compile(rf"\b(?:{NUMBER_WORDS})\s*\Z", re.IGNORECASE)
"""A number in words right before a mark: "thirty / (30) days" begins no paragraph."""
_Paragraph = tuple[tuple[str, ...], int, int]


def _paragraphs(text: str) -> list[_Paragraph]:
    """The paragraphs of a section of law, each with its path and place; what stands before the first has no path."""
    return _between(text, [(mark.path, mark.start) for mark in subdivisions(text) if not _counts(text, mark.start)])


def _counts(text: str, at: int) -> bool:
    return bool(_COUNTED_BEFORE.search(text[max(0, at - 24) : at]))


def _between(text: str, marks: Sequence[tuple[tuple[str, ...], int]]) -> list[_Paragraph]:
    starts = [start for _, start in marks]
    ends = [*starts[1:], len(text)] if starts else []
    head: list[_Paragraph] = [((), 0, starts[0] if starts else len(text))]
    return head + [(path, start, end) for (path, start), end in zip(marks, ends, strict=True)]


def _outlined(text: str) -> list[_Paragraph]:
    """The paragraphs of an ordinance: a kind of mark that comes first stands above those that come after it."""
    stack: list[tuple[str, str]] = []
    marks: list[tuple[tuple[str, ...], int]] = []
    for match in _OUTLINE.finditer(text):
        kind = str(match.lastgroup)
        label = re.sub(r"\s+", " ", match[kind])
        if _counts(text, match.start()):
            continue
        stack = [] if kind == "part" else stack
        kinds = [held for held, _ in stack]
        stack = [*stack[: kinds.index(kind)], (kind, label)] if kind in kinds else [*stack, (kind, label)]
        marks.append((tuple(name for _, name in stack), match.start()))
    return _between(text, marks)


def _slot(name: str, found: re.Match[str] | None, base: int) -> list[Slot]:
    return [Slot(name=name, start=base + found.start(), end=base + found.end())] if found else []


class _Bound(NamedTuple):
    """One duty or leave in a sentence: offsets of the one bound, of the mode, and of the act, into the sentence."""

    actor: tuple[int, int]
    mode: re.Match[str]
    end: int


_MODAL: Final = re.compile(r"\b(?:shall|may|must)(?:\s+not)?\b(?!\s+\d)")
# "…, and the fee may be", "whereupon the clerk may", "public notice of which shall", "except that signs may"
_NEXT_CLAUSE: Final = re.compile(
    r"[,;:]\s*(?:and|but|or|nor)?\s*(?:provided,?\s+(?:however,?\s+)?(?:that\s+)?|except\s+that\s+|whereupon\s+|that\s+)?"
    r"|\s+(?:and|but)\s+(?:that\s+)?|\bwhereupon\s+|\bexcept\s+that\s+|\bprovided,?\s+(?:however,?\s+)?that\s+"
)
_RELATIVE: Final = re.compile(r"(?:.*\bof\s+)?(?:which|who|whom|that)\Z", re.DOTALL)
# "b.: Fees - ", "IV. ", "32:5 Budget Preparation. – ", "g.: Sign Movement - "
_HEADING: Final = re.compile(
    r"\W*(?:(?:Section|SECTION|Article|ARTICLE|§)\s*[\dIVXL.]+\W*|(?:[IVXL]+(?:-[a-z])?|[A-Za-z]|\d{1,2}(?:\.\d+)*)[.)]:?\s+|\([a-zA-Z0-9]{1,3}\)\s*|"
    r"(?:[A-Z][\w’'/-]*)(?:[ ][\w’'/&-]+){0,5}\s*(?:\s[-–—]|:)\s+)+"
)
_GIVEN: Final = re.compile(
    r"\A(?:If|When(?:ever)?|Where|Upon|After|Before|Unless|In\s+the\s+event|Notwithstanding|Except|At|For|In|By|On|During|"
    r"Within|Prior|Subject)\b.*?,\s+(?=(?:(?:the|an?|any|no|each|every|all|such|said|these|those|it|he|she|they|public|"
    r"additional)\b|[a-z]+\s*\Z))",
    re.IGNORECASE | re.DOTALL,
)


def _bounds(sentence: str) -> Iterator[_Bound]:
    """The duties and leaves of a sentence in order; a second verb under one "shall" makes no new one."""
    modes = list(_MODAL.finditer(sentence))
    heading = _HEADING.match(sentence)
    floor = heading.end() if heading and heading.end() < (modes[0].start() if modes else 0) else 0
    first: tuple[int, int] | None = None
    kept: list[tuple[tuple[int, int], re.Match[str]]] = []
    for mode in modes:
        begin = floor
        if kept:
            parts = list(_NEXT_CLAUSE.finditer(sentence, kept[-1][1].end(), mode.start()))
            if not parts:
                continue
            begin = parts[-1].end()
        actor = _actor(sentence, begin, mode.start())
        if actor is None:
            actor = first if first and not _RELATIVE.search(sentence[begin : mode.start()].strip()) else (begin, begin)
        first = first or actor
        kept.append((actor, mode))
    for place, (actor, mode) in enumerate(kept):
        end = kept[place + 1][1].start() if place + 1 < len(kept) else len(sentence)
        yield _Bound(actor, mode, end)


def _actor(sentence: str, begin: int, end: int) -> tuple[int, int] | None:
    """Where the one bound stands, without a condition before it; None where the words name nobody anew."""
    given = _GIVEN.match(sentence[begin:end])
    begin += given.end() if given else 0
    raw = sentence[begin:end]
    words = raw.strip(" ,\n\t")
    if not words or _RELATIVE.fullmatch(words) or re.match(r"(?:after|upon|before)\b", words, re.IGNORECASE):
        return None
    start = begin + len(raw) - len(raw.lstrip(" ,\n\t"))
    return start, start + len(words)


def _rules_in(text: str, start: int, end: int, path: tuple[str, ...]) -> Iterator[Rule]:
    """The rules of one sentence."""
    sentence = text[start:end]
    if len(sentence) > _LONGEST:
        return
    bound = list(_bounds(sentence))
    for each in bound:
        actor = " ".join(sentence[each.actor[0] : each.actor[1]].split())
        act = sentence[each.mode.end() : each.end]
        if len(act.strip()) < _SHORTEST_ACT or (not actor and len(bound) == 1):
            continue
        yield _rule(text, start, end, path, each)


def _rule(text: str, start: int, end: int, path: tuple[str, ...], bound: _Bound) -> Rule:
    sentence = text[start:end]
    actor = " ".join(sentence[bound.actor[0] : bound.actor[1]].split())
    act = sentence[bound.mode.end() : bound.end]
    mode = " ".join(bound.mode.group().lower().split())
    if _NO_ONE.match(actor) and not mode.endswith("not"):
        mode += " not"
    condition, exception = (pattern.search(sentence) for pattern in (_CONDITION, _EXCEPTION))
    number = _NUMBER.search(sentence, bound.mode.end(), bound.end) or _NUMBER.search(sentence, *bound.actor)
    place = start + bound.mode.end() + len(act) - len(act.lstrip())
    slots = [
        *([Slot(name="actor", start=start + bound.actor[0], end=start + bound.actor[1])] if actor else []),
        Slot(name="act", start=place, end=start + bound.mode.end() + len(act.rstrip())),
        *_slot("condition", condition, start),
        *_slot("exception", exception, start),
        *_slot("number", number, start),
    ]
    return Rule(
        text=sentence,
        start=start,
        end=end,
        quality="certain" if len(_MODAL.findall(sentence)) == 1 and actor else "likely",
        slots=tuple(slots),
        paragraph=path,
        actor=actor,
        mode=cast(Mode, mode),
        act=" ".join(act.split()).rstrip(" .;,"),
        condition=" ".join(condition.group().split()) if condition else "",
        exception=" ".join(exception.group().split()) if exception else "",
        number=" ".join(number.group().split()) if number else "",
    )


# "II. Any voter may:", "The clerk shall do all of the following:"
_LEADS: Final = re.compile(
    r"(?P<actor>[A-Z(][^.;:]{1,160}?),?\s+(?P<mode>(?:shall|may|must)(?:\s+not)?)\b(?P<rest>[^.;:]{0,120}):\s*\Z",
    re.DOTALL,
)


_DEFINES: Final = re.compile(r"\b(?:mean|defin)", re.IGNORECASE)
"""A list of definitions binds nobody."""


class _Lead(NamedTuple):
    """Who is bound by the items under a paragraph that ends in a colon."""

    path: tuple[str, ...]
    actor: str
    mode: Mode
    start: int
    end: int


def _lead(text: str, start: int, end: int, path: tuple[str, ...]) -> _Lead | None:
    found = _LEADS.search(text[start:end].rstrip())
    if found is None or _DEFINES.search(found["rest"]):
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


def rules(text: str, *, outline: bool = False) -> tuple[Rule, ...]:
    """The rules of a section's text in order, each with the path of its paragraph; () when nothing binds or allows.

    `outline` reads the marks of ordinances ("IV.", "b.:", "4.2") in place of those of statutes. Never raises.
    """
    found: list[Rule] = []
    leads: list[_Lead] = []
    for path, start, end in _outlined(text) if outline else _paragraphs(text):
        leads = [lead for lead in leads if len(lead.path) < len(path) and path[: len(lead.path)] == lead.path]
        here = len(found)
        at = start
        while at < end:
            stop = min(sentence_end(text, at, semicolons=False), end)
            lead_space = len(text[at:stop]) - len(text[at:stop].lstrip())
            found += _rules_in(text, at + lead_space, stop, path)
            at = max(stop, at + 1)
        opened = _lead(text, start, end, path)
        if opened:
            leads.append(opened)
        elif len(found) == here and leads and text[start:end].strip():
            found.append(_item(text, start, start + len(text[start:end].rstrip()), path, leads[-1]))
    return tuple(found)
