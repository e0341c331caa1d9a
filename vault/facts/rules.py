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
from vault.text.patterns import lazy_regex

__all__ = ["rules"]

Mode = Literal["shall", "shall not", "may", "may not", "must", "must not"]
_CONDITION: Final = lazy_regex(
    r"\b(?:if|when|whenever|where|upon|provided\s+(?:that|however)|in\s+the\s+event|so\s+long\s+as|after|"
    r"before)\b[^,;.]{4,200}",
    re.IGNORECASE,
)
_EXCEPTION: Final = lazy_regex(
    r"\b(?:except|unless|other\s+than|notwithstanding|but\s+not)\b[^,;.]{3,200}", re.IGNORECASE
)
_COUNTED: Final = (
    r"(?:calendar |business |clear |consecutive |full )?"
    r"(?:days?|weeks?|months?|years?|hours?|members?|voters?|votes?|signatures?|percent|feet|copies|times|persons?)"
)
# "within 5 business days", "two-thirds of the votes", "$1,000", "thirty (30) feet", "7-day", "10 percent"
_NUMBER: Final = lazy_regex(
    rf"\b(?:(?:within|at\s+least|not\s+less\s+than|no\s+(?:less|more|later)\s+than|not\s+more\s+than|"
    rf"not\s+later\s+than|up\s+to|minimum|maximum)\s+)?"
    rf"(?:(?:\d[\d,]*|two-thirds|three-fifths|three-fourths|{NUMBER_WORDS})\s+(?:\(\d+%?\)\s+)?(?:of\s+(?:the\s+)?)?{_COUNTED}\b"
    rf"|\d+-(?:day|week|month|year|hour|foot|member)\b|(?:{NUMBER_WORDS})\s+(?:percent\s+)?\(\d+%?\)(?:\s+[a-z.]+)?)"
    rf"|(?:minimum\s+)?\$\d[\d,]*(?:\.\d\d)?|\b\d+(?:\.\d+)?\s?%",
    re.IGNORECASE,
)
_NO_ONE: Final = lazy_regex(r"^\W*(?:no|neither)\s+", re.IGNORECASE)
_LONGEST: Final = 900
_SHORTEST_ACT: Final = 3


# "III. ", "b.: ", "4.2 ", "(c) ", "Section 5. ": the marks of an ordinance at the front of a line
_OUTLINE: Final = lazy_regex(
    r"(?:^|(?<=\f))[ \t*#>]*"
    r"(?:(?P<part>(?:ARTICLE|Article|SECTION|Section|CHAPTER|Chapter|§)\s*(?:[IVXL]+|\d+(?:\.\d+)*)\b)|"
    r"(?P<roman>[IVXL]{1,6})[.)]\**(?=\s)|(?P<number>\d{1,2}(?:\.\d{1,3}){0,3})[.)]?:?\**(?=\s+[A-Z*“\"])|"
    r"(?P<capital>[A-Z])[.)]:?\**(?=\s)|(?P<letter>[a-z])[.)]:?\**(?=\s)|\((?P<inner>[a-zA-Z]{1,3}|\d{1,2})\)\**(?=\s*[A-Z*“\"]))",
    re.MULTILINE,
)
_COUNTED_BEFORE: Final = lazy_regex(rf"\b(?:{NUMBER_WORDS})\s*\Z", re.IGNORECASE)
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


_MODAL: Final = lazy_regex(r"\b(?:shall|may|must)(?:\s+not)?\b(?!\s+\d)")
# "is strictly prohibited", "are not permitted", "A permit is required", "are required to", "are to conduct themselves"
_STATED: Final = lazy_regex(
    r"\b(?:is|are)\s+(?:(?:also|strictly|hereby|expressly|further|always)\s+)*(?:(?P<not>not\s+)?(?P<may>permitted|"
    r"allowed)|(?P<never>prohibited|forbidden)|(?P<must>required)(?:\s+to\b)?|(?P<to>to)(?=\s+[a-z]{2,}\b))"
)
_WILL: Final = lazy_regex(r"\bwill(?:\s+not)?\b")
"""A duty in ordinances and policies; in a statute "will" foretells."""
# "Whenever access is required across land": a condition, not a rule
_UNDER: Final = lazy_regex(
    r"\b(?:if|when(?:ever)?|where(?:ver)?|unless|as|because|since|until|that|which|who|how|whether)\b[^,;:]*\Z", re.I
)
_AS: Final = lazy_regex(r"\bas(?:\s+\w+){0,3}\s\Z", re.I)
"""Before the verb of "as the applicant may deem useful", which binds nobody."""
# "In no case shall the Town be responsible": the one bound stands behind the verb
_AROUND: Final = ' ,>*–—“"\n\t'
"""What may stand around the words of the one bound."""
# "The purpose of this section is to": it tells what for, and binds nobody
_AIM: Final = lazy_regex(r"\b(?:purpose|intent|goal|objective|aim|role|function)s?\b", re.I)
_NEVER: Final = lazy_regex(r"(?:in\s+no\s+(?:case|event)|under\s+no\s+circumstances?|at\s+no\s+time)\Z", re.I)
_TURNED: Final = lazy_regex(
    r"\s+(?P<actor>[^,;.]+?)\s+(?=(?:be|have|exceed|include|permit|allow|make|use|take|apply|remain|begin)\b)"
)
# "…, and the fee may be", "whereupon the clerk may", "public notice of which shall", "except that signs may"
_NEXT_CLAUSE: Final = lazy_regex(
    r"[,;:]\s*(?:and|but|or|nor)?\s*(?:provided,?\s+(?:however,?\s+)?(?:that\s+)?|except\s+that\s+|whereupon\s+|that\s+)?"
    r"|\s+(?:and|but)\s+(?:that\s+)?|\bwhereupon\s+|\bexcept\s+that\s+|\bprovided,?\s+(?:however,?\s+)?that\s+"
)
_RELATIVE: Final = lazy_regex(r"(?:.*\bof\s+)?(?:which|who|whom|that)\Z", re.DOTALL)
# "b.: Fees - ", "IV. ", "32:5 Budget Preparation. – ", "g.: Sign Movement - "
_HEADING: Final = lazy_regex(
    r"\W*(?:(?:Section|SECTION|Article|ARTICLE|§)\s*[\dIVXL.]+\W*|(?:[IVXL]+(?:-[a-z])?|[A-Za-z]|\d{1,2}(?:\.\d+)*)[.)]:?\s+|\([a-zA-Z0-9]{1,3}\)\s*|"
    r"(?:[A-Z][\w’'/-]*)(?:[ ][\w’'/&-]+){0,5}\s*(?:\s[-–—]|:)\s+)+"
)
_GIVEN: Final = lazy_regex(
    r"\A(?:If|When(?:ever)?|Where|Although|While|Since|Because|Until|Once|With|To|Under|Upon|After|Before|Unless|In\s+the\s+event|Notwithstanding|Except|At|For|In|By|On|During|"
    r"Within|Prior|Subject)\b.*?,\s+(?:then\s+)?(?=(?:(?:the|an?|any|no|each|every|all|such|said|these|those|it|he|she|they|public|"
    r"additional)\b|[a-z]+(?:\s[a-z]+){0,2}\s*\Z))",
    re.IGNORECASE | re.DOTALL,
)


def _modes(sentence: str, *, outline: bool) -> list[re.Match[str]]:
    """The verbs that bind or allow; "prohibited" and "required" count where no "shall", "may" or "must" does."""
    plain = [one for one in _MODAL.finditer(sentence) if not _AS.search(sentence[: one.start()])]
    if plain and not _is_subordinate(sentence, plain[0].start()):
        return plain
    stated = [*_STATED.finditer(sentence), *(_WILL.finditer(sentence) if outline else ())]
    main = sorted((one for one in stated if _binds(sentence, one)), key=re.Match.start)
    return plain if plain and not (main and main[0].start() < plain[0].start()) else main


def _binds(sentence: str, mode: re.Match[str]) -> bool:
    """Whether "is to", "is required" or "will" binds here: not in a condition, an aim, or "no X is required"."""
    before = sentence[: mode.start()]
    group = mode.groupdict()
    idle = (group.get("to") and _AIM.search(before)) or (group.get("must") and re.search(r"\bno\b", before, re.I))
    return not idle and not _is_subordinate(sentence, mode.start())


def _is_subordinate(sentence: str, at: int) -> bool:
    """Whether a verb stands in a clause of a condition or of a description; a subject may hold one ("who speaks")."""
    under = _UNDER.search(sentence[:at])
    if under is None:
        return False
    verbs = len(re.findall(r"\b(?:is|are|was|were|has|have|[a-z]{3,}s|[a-z]{3,}ed)\b", under.group()))
    return verbs == 0 or not re.match(r"who\b", under.group(), re.I)


def _mode_of(mode: re.Match[str]) -> Mode:
    """What a verb says, as one of the six modes: prohibited is "shall not", "not permitted" is "may not"."""
    group = mode.groupdict()
    if group.get("never"):
        return "shall not"
    if group.get("may"):
        return "may not" if group.get("not") else "may"
    if group.get("must"):
        return "must"
    if group.get("to"):
        return "shall"
    return cast(Mode, " ".join(mode.group().lower().replace("will", "shall").split()))


def _act_start(mode: re.Match[str]) -> int:
    """Where the act begins: behind the verb, at a participle that is what is said ("prohibited in parks")."""
    said = next((name for name in ("may", "never", "must") if mode.groupdict().get(name)), None)
    return mode.start(said) if said and not mode.group().endswith(" to") else mode.end()


def _bounds(sentence: str, *, outline: bool) -> Iterator[_Bound]:
    """The duties and leaves of a sentence in order; a second verb under one "shall" makes no new one."""
    modes = _modes(sentence, outline=outline)
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
        actor = _turned(sentence, begin, mode) or _actor(sentence, begin, mode.start())
        if actor is None:
            actor = first if first and not _RELATIVE.search(sentence[begin : mode.start()].strip()) else (begin, begin)
        first = first or actor
        kept.append((actor, mode))
    for place, (actor, mode) in enumerate(kept):
        end = kept[place + 1][1].start() if place + 1 < len(kept) else len(sentence)
        yield _Bound(actor, mode, end)


def _turned(sentence: str, begin: int, mode: re.Match[str]) -> tuple[int, int] | None:
    """Where the one bound stands in "in no case shall the Town be"; None in any other order."""
    if not _NEVER.search(sentence[begin : mode.start()].strip()):
        return None
    behind = _TURNED.match(sentence, mode.end())
    return behind.span("actor") if behind else None


def _actor(sentence: str, begin: int, end: int) -> tuple[int, int] | None:
    """Where the one bound stands, without a condition before it; None where the words name nobody anew."""
    given = _GIVEN.match(sentence[begin:end])
    begin += given.end() if given else 0
    raw = sentence[begin:end]
    words = re.sub(r"\s+(?:who|which|that)\Z", "", raw.strip(_AROUND))
    if not words or _RELATIVE.fullmatch(words) or re.match(r"(?:after|upon|before)\b", words, re.IGNORECASE):
        return None
    start = begin + len(raw) - len(raw.lstrip(_AROUND))
    return start, start + len(words)


def _rules_in(text: str, start: int, end: int, path: tuple[str, ...], *, outline: bool) -> Iterator[Rule]:
    """The rules of one sentence."""
    sentence = text[start:end]
    if len(sentence) > _LONGEST:
        return
    bound = list(_bounds(sentence, outline=outline))
    for each in bound:
        actor = " ".join(sentence[each.actor[0] : each.actor[1]].split())
        act = sentence[_act_start(each.mode) : each.end]
        if len(act.strip()) < _SHORTEST_ACT or (not actor and len(bound) == 1):
            continue
        yield _rule(text, start, end, path, each)


def _negated(mode: Mode, actor: str, *, turned: bool) -> Mode:
    """The mode with the "no" of its subject ("No person shall"), or of the words before it ("in no case shall")."""
    return cast(Mode, f"{mode} not") if (turned or _NO_ONE.match(actor)) and not mode.endswith("not") else mode


def _rule(text: str, start: int, end: int, path: tuple[str, ...], bound: _Bound) -> Rule:
    sentence = text[start:end]
    actor = " ".join(sentence[bound.actor[0] : bound.actor[1]].split())
    begin = max(_act_start(bound.mode), bound.actor[1] if bound.actor[0] >= bound.mode.end() else 0)
    act = sentence[begin : bound.end]
    turned = bound.actor[0] >= bound.mode.end()
    mode = _negated(_mode_of(bound.mode), actor, turned=turned)
    condition, exception = (pattern.search(sentence) for pattern in (_CONDITION, _EXCEPTION))
    number = _NUMBER.search(sentence, bound.mode.end(), bound.end) or _NUMBER.search(sentence, *bound.actor)
    place = start + begin + len(act) - len(act.lstrip())
    slots = [
        *([Slot(name="actor", start=start + bound.actor[0], end=start + bound.actor[1])] if actor else []),
        Slot(name="act", start=place, end=start + begin + len(act.rstrip())),
        *_slot("condition", condition, start),
        *_slot("exception", exception, start),
        *_slot("number", number, start),
    ]
    return Rule(
        text=sentence,
        start=start,
        end=end,
        quality="certain" if len(_MODAL.findall(sentence)) == 1 and actor and not turned else "likely",
        slots=tuple(slots),
        paragraph=path,
        actor=actor,
        mode=mode,
        act=" ".join(act.split()).rstrip(" .;,"),
        condition=" ".join(condition.group().split()) if condition else "",
        exception=" ".join(exception.group().split()) if exception else "",
        number=" ".join(number.group().split()) if number else "",
    )


# "II. Any voter may:", "The clerk shall do all of the following:"
_LEADS: Final = lazy_regex(
    r"(?P<actor>[A-Z(][^.;:]{1,160}?),?\s+(?P<mode>(?:shall|may|must)(?:\s+not)?|(?:is|are)\s+(?:strictly\s+|hereby\s+)?(?:prohibited|not\s+(?:permitted|allowed)))\b(?P<rest>[^.;:]{0,120}):\s*\Z",
    re.DOTALL,
)


_DEFINES: Final = lazy_regex(r"\b(?:mean|defin)", re.IGNORECASE)
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
    stated = _STATED.match(found["mode"])
    mode = _mode_of(stated) if stated else cast(Mode, " ".join(found["mode"].lower().split()))
    mode = _negated(mode, found["actor"], turned=False)
    actor = re.sub(r"^\W*(?:[IVXL]+(?:-[a-z])?\.|\([a-z0-9]+\))\s*", "", found["actor"])
    return _Lead(path, " ".join(actor.split()), mode, start + found.start("actor"), start + found.end("actor"))


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
            found += _rules_in(text, at + lead_space, stop, path, outline=outline)
            at = max(stop, at + 1)
        opened = _lead(text, start, end, path)
        if opened:
            leads.append(opened)
        elif len(found) == here and leads and text[start:end].strip():
            found.append(_item(text, start, start + len(text[start:end].rstrip()), path, leads[-1]))
    return tuple(found)
