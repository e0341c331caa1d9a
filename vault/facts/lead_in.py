"""What a motion leans on: the sentence or heading before it that names the matter of "moved to approve it".

Finds the words in the same paragraph, else the heading over it. It refuses to reach past the motion before.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final, NamedTuple

from vault.facts.dates import MONTH_NAMES
from vault.facts.matters import matters_in
from vault.facts.types import Matter
from vault.text.patterns import lazy_regex

__all__ = ["LeadIn", "heading_over", "lead_in", "run_in_head", "sentence_end", "sentence_start"]

# A full stop that ends no sentence: "Mr.", "No.", "K. Eldridge", "St.", "Rd.", "p.m.", "T.J.", "Jan."
_NO_STOP: Final = lazy_regex(
    rf"(?:\b(?:{'|'.join(month[:3] for month in MONTH_NAMES if len(month) > 4)}|Sept|"
    r"Mr|Mrs|Ms|Messrs|Dr|St|Rd|Ave|Ln|Blvd|Hwy|No|Nos|Rte|Sec|Art|Jr|Sr|vs|Inc|Co|Rev|Lt|Capt|Atty|approx|ft|Ch|a\.m|p\.m|i\.e|e\.g)|\b[A-Z])\.$"
)
_STOP: Final = lazy_regex(
    r"[.;](?=[”\"*)]*(?:\s|$))|\n\s*\n(?!\s*[a-z]{2})|\f|\n(?=\s*(?:[•▪*#]|[-–]\s|\d{1,2}[.)]\s))"
)
# "presented", "received", "reviewed", "submitted", "is requesting": the sentence that brings a matter before the board
_BROUGHT: Final = lazy_regex(
    r"\b(?:present(?:ed|s)|receiv(?:ed|es)|submitted|requests?(?:ed|ing)?|review(?:ed|s)|read|introduced|"
    r"recommend(?:ed|s)|appl(?:ied|ication)|"
    r"asked\s+for|looking\s+(?:for|to)|propos(?:ed|es|al)|in\s+the\s+amount|total|was\s+asked|explained|"
    r"need(?:s|ed))\b",
    re.I,
)
# "Technology ETF- Total is", "Case #25-02-BLA: JG Trust", "Meeting Minutes:"
_HEAD: Final = lazy_regex(r"^\W*(?P<head>[A-Z][^.:\n]{2,90}?)\s*(?:[-–—:]\s|[-–—:]$)", re.M)
# "The Board received a tax. This is for Map 9 in the amount of $5", "received five requests. They are as follows"
_POINTS: Final = lazy_regex(r"\W*(?:This|These|They|It|That|Those)\b")
_GOES_ON: Final = lazy_regex(r"\s*[&a-z0-9(,]")
"""How the rest of a sentence begins that recognition has broken by a blank line."""
_BACK: Final = 700  # characters a motion may lean back for its matter
# "Case #31-02-V: …", "Request for Rehearing for Case #31-02-V: …"
_CASE: Final = lazy_regex(
    r"(?:^\W*(?:(?:[a-z]|\d{1,2}[.)])\s)?(?:(?i:(?:(?:Request|Motion|Petition|Application)\s+(?:for|to)\s+(?:an?\s+)?)?"
    r"(?:Rehearing(?:\s+Request)?(?:\s+(?:for|of|on|in)|\s*[-–—,:])?|Rehear))\s+"
    r"|Continu\w+\s+(?:of\s+)?)?|(?<=:)[ \t]+)Case\s*#?[^\n]{0,40}",
    re.M,
)


# "TOWN HALL WATER SYSTEM", "### 1. Adoption of Resolution 254-2017", "Scholarships:" on a line of its own
_HEADING: Final = lazy_regex(
    r"^[ \t]*(?:#{1,6}[ \t]+(?P<mark>[^\n]{3,140})|"
    r"(?P<caps>[A-Z][A-Z0-9 ,.’'/&()–-]{7,90}(?:\n[A-Z][A-Z0-9 ,.’'/&()–-]{7,90}){0,4})|"
    r"(?P<colon>[A-Z][^.\n:$]{2,60}):)[ \t]*$",
    re.M,
)
_HEADING_REACH: Final = 5000
_TELLS: Final = lazy_regex(
    r"\b(?i:seconded|moved|motion(?:ed)?|vote|voted)\b|^\W*(?:[A-Z][\w.]*\s){1,2}[a-z]+ed\s+[a-z]"
)
"""A line that tells of a motion or act ("Roe seconded and a roll call vote was taken:") is no heading."""


_PAGE_LINE: Final = lazy_regex(r"\W*[^\n]{0,240}\b\d{1,3}\s+of\s+\d{1,3}\W*")
"""The line at the head or foot of a page: "3.31.2031 Select Board Minutes 3 of 3"."""


class LeadIn(NamedTuple):
    """The words a motion leans on, their place, the matters they name, and the matter of the whole stretch (a case)."""

    text: str
    start: int
    end: int
    matters: tuple[Matter, ...]
    context: tuple[Matter, ...] = ()


def heading_over(text: str, at: int) -> tuple[Matter, ...]:
    """The matters of the nearest heading before a place, else the heading itself as a subject; () without a heading."""
    last = None
    for found in _HEADING.finditer(text, max(0, at - _HEADING_REACH), at):
        last = last if _TELLS.search(found.group()) else found
    if last is None:
        return ()
    return _about((last["mark"] or last["caps"] or last["colon"]).strip("*# "))


def _about(text: str) -> tuple[Matter, ...]:
    """The matters that the words of a heading name, else the words themselves as a subject."""
    words = " ".join(text.split())
    subject = re.sub(r"^\d+[.)]\s*", "", words)
    named = tuple(matter for _, _, matter in matters_in(words))
    return named or (Matter(kind="subject", name=subject, key=f"subject:{subject.lower()}"),)


# "Patriotic Purposes- Smith advised that": the matter at the front of a paragraph
_RUN_IN: Final = lazy_regex(r"\W{0,4}(?P<head>[A-Z][\w&’'/, ]{3,60}?)\s?[-–—]\s")


def run_in_head(text: str, at: int) -> tuple[Matter, ...]:
    """The matters of the words that open the paragraph around a place with a dash; () when it opens otherwise."""
    start = _paragraph(text, at, max(0, at - 2 * _BACK))
    found = _RUN_IN.match(text, start, at)
    return _about(found["head"]) if found else ()


def sentence_end(text: str, at: int, *, semicolons: bool = True) -> int:
    """Where the sentence around `at` ends, after its full stop; a blank line or a list item ends it too."""
    for match in _STOP.finditer(text, at):
        if match.group() == ";" and not semicolons:
            continue
        if match.group() != "." or not _NO_STOP.search(text[max(0, match.start() - 8) : match.end()]):
            return match.end() if match.group() in ".;" else match.start()
    return len(text)


def sentence_start(text: str, at: int, floor: int) -> int:
    """Where the sentence around `at` begins, not before `floor`; blanks before it are left out."""
    begin = floor
    for match in _STOP.finditer(text, floor, at):
        if match.group() not in ".;" or not _NO_STOP.search(text[max(floor, match.start() - 8) : match.end()]):
            begin = match.end()
    return begin + len(text[begin:at]) - len(text[begin:at].lstrip())


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = start
    while at < end:
        stop = min(sentence_end(text, at, semicolons=False), end)
        if text[at:stop].strip():
            lead = len(text[at:stop]) - len(text[at:stop].lstrip())
            found.append((at + lead, stop))
        at = max(stop, at + 1)
    return found


def _paragraph(text: str, at: int, floor: int) -> int:
    """Where the paragraph around `at` begins, not before `floor`."""
    begin = max(text.rfind("\n\n", floor, at), text.rfind("\f", floor, at))
    while begin > floor and _GOES_ON.match(text, begin) and text[floor:begin].rstrip()[-1:] not in ".:;!?":
        begin = max(text.rfind("\n\n", floor, begin), text.rfind("\f", floor, begin))
    return floor if begin < 0 else begin + 1


# "New Business:", "Any Other Business Which May Come Before", "Next Meeting:": the case before is over
_AGENDA: Final = lazy_regex(
    r"^\W*(?:(?:any\s+)?(?:new|old|other|unfinished)\s+business|(?:meeting\s+)?minutes|correspondence|communications|"
    r"unsatisfied\s+conditions|informal\s+discussions?|next\s+meeting|adjournment|public\s+input)\b[^\n]{0,40}?(?::|$)",
    re.I | re.M,
)
# What a case asks for, told after its number: "seeks a Variance", "for a Special Use Permit"
_SOUGHT: Final = lazy_regex(
    r"\b(variance|special\s+exception|special\s+use\s+permit|conditional\s+use\s+permit|site\s+plan(?:\s+review)?|"
    r"boundary\s+line\s+adjust\w+|lot\s+line\s+adjust\w+|subdivision|lot\s+merger|equitable\s+waiver|rehearing)\b",
    re.I,
)
_SOUGHT_REACH: Final = 600  # a case is opened in a paragraph: owners, lot, and what is asked


def _case(text: str, at: int) -> tuple[Matter, ...]:
    """The case under which a place stands, with what it asks for; () when no line before it opens one."""
    floor = max([max(0, at - 12_000), *(item.end() for item in _AGENDA.finditer(text, max(0, at - 12_000), at))])
    opened = list(_CASE.finditer(text, floor, at))
    named = [(m, one.start()) for one in opened for _, _, m in matters_in(one.group()) if m.kind == "case"]
    if not named:
        return ()
    case, begin = named[-1]
    told = _SOUGHT.finditer(text, begin, begin + _SOUGHT_REACH)
    kinds = (" ".join(one[1].lower().split()) for one in told)
    kind = next((f" ({one})" for one in kinds if _may_be(case.name, one)), "")
    return (case.changed(name=f"{case.name}{kind}"),)


def _may_be(case: str, sought: str) -> bool:
    """Whether the letters of a case, if it has any, stand for what is sought: SPR for a site plan, V for a variance."""
    letters = "".join(re.findall(r"[a-z]", case.lower().rpartition("#")[2]))
    initials = "".join(word[0] for word in sought.split())
    return sought.startswith(letters) or (len(initials) > 1 and letters.startswith(initials))


def lead_in(text: str, at: int, floor: int, *, leaning: bool) -> LeadIn:
    """What the motion at `at` leans on, reaching back to `floor`; without words when it does not lean.

    The case of the stretch is given in both events.
    """
    context = _case(text, at)
    if not leaning:
        return LeadIn("", 0, 0, (), context)
    start = _paragraph(text, at, floor)
    if (_POINTS.match(text, start) or not re.search(r"\w", text[start:at])) and start > floor:
        start = _paragraph(text, max(start - 1, floor), floor)  # the heading or paragraph before
    spans = [span for span in _sentences(text, start, at) if not _PAGE_LINE.fullmatch(text, *span)]
    if not spans:
        return LeadIn("", 0, 0, (), context)
    first, last = _chosen(text, spans)
    piece = text[first:last].strip()
    listed = [span for span in spans if text[span[0]] in "•▪"]
    head = _HEAD.match(text[slice(*(listed or spans[:1])[-1])])
    named = tuple(m for _, _, m in matters_in(text[first:last])) or tuple(
        m for _, _, m in matters_in(text[last:at]) if m.kind in ("case", "parcel")
    )
    if head and not named and len(head["head"].split()) <= 9:
        named = _about(head["head"])
    return LeadIn(" ".join(piece.split()), first, last, named, context)


def _chosen(text: str, spans: list[tuple[int, int]]) -> tuple[int, int]:
    """The sentences that bring the matter: the last that presents something, with its paragraph's head."""
    for place in range(len(spans) - 1, -1, -1):
        first, last = spans[place]
        if _BROUGHT.search(text[first:last]):
            head = _HEAD.match(text[spans[0][0] : spans[0][1]])
            begin = spans[0][0] if head and place <= 4 else _back(text, spans, place)
            if _POINTS.match(text, begin):
                begin = max((start for start, _ in spans if start < begin), default=begin)
            after = takewhile(lambda span: _POINTS.match(text, span[0]), spans[place + 1 :])
            return begin, max([last, *(end for _, end in after)])
    return _back(text, spans, max(0, len(spans) - 2)), spans[-1][1]


def _back(text: str, spans: list[tuple[int, int]], place: int) -> int:
    """The start of the sentence at `place`, moved back to one that names a matter; a list is taken from its opening."""
    end = spans[place][1]
    for first, _ in reversed(spans[: place + 1]):
        if end - first > _BACK:
            break
        if matters_in(text[first:end]):
            return first
    return spans[place][0]
