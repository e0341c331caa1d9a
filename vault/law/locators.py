"""Citations by place inside a document: "Rule 3.4.2", "section 12(3)(b) of the Zoning Ordinance", "paragraph (2)".

Holds the grammar of locators and the index that turns a citation into chunks. Documents are known by the names
they are given (titles, codes); a citation that names no document means its own. It refuses to resolve a citation
of a document it does not hold and to know any document by heart. State statute references have their own grammar
elsewhere; what is here serves ordinances, rulebooks and manuals whose chunks carry a section.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from vault.text import words as tokens
from vault.text.patterns import lazy_regex

__all__ = ["Citation", "LocatorIndex", "locator_key"]

_NUMBER = r"[A-Z]?\d+[A-Z]{0,2}(?:\.(?:\d+[A-Z]{0,2}|[A-Z](?![A-Za-z])))*"
"""Numbered place: "3", "15.11A.1", "A10.2.18", "4.3.B"."""
_PARENS = r"\s?\([0-9A-Za-z]{1,4}\)"
"""A bracketed step down: "(3)", "(b)", "(iv)"."""
_PLACE = rf"{_NUMBER}(?:{_PARENS})*"
_KEYWORD = (
    r"(?:[Ss]ub-?)?(?:[Rr]ules?|[Ss]ections?|[Cc]hapters?|[Pp]arts?|[Pp]aragraphs?|[Rr]egulations?|[Aa]rticles?"
    r"|[Cc]lauses?|[Ss]chedules?|[Aa]ppendix|§§?)"
)
_JOIN = r"\s*(?:,\s*(?:and|or)?|and|or|to|through|&|[-–])\s*"
_CITED = lazy_regex(
    rf"(?:(?<![A-Za-z])(?P<word>{_KEYWORD})\s*)?(?<![\w.$(-])"
    rf"(?P<list>{_PLACE}(?:{_JOIN}(?:(?:{_KEYWORD}\s+)?{_PLACE}|{_PARENS}))*)(?!\w|\s?%|\s+per\s?cent)"
)
"""Example: "Rules 3.4.2 and 3.4.3(1)", "section 12(3)(b)", "7.1.4"."""
_INNER = lazy_regex(
    rf"(?:(?<![A-Za-z]){_KEYWORD}|\b[Ii]n|\b[Uu]nder|\b[Bb]y|\b[Oo]f|\b[Ww]ith|\b[Tt]o)\s+"
    rf"(?P<list>\([0-9A-Za-z]{{1,4}}\)(?:{_PARENS})*(?:{_JOIN}\([0-9A-Za-z]{{1,4}}\)(?:{_PARENS})*)*)"
)
"""A step inside the own section: "subsection (2)", "in (1)", "paragraphs (a) and (b)"."""
_ONE_PLACE = lazy_regex(rf"{_PLACE}|(?:{_PARENS})+")
_ONE_INNER = lazy_regex(rf"\([0-9A-Za-z]{{1,4}}\)(?:{_PARENS})*")
_RANGE_WORD = lazy_regex(rf"\s*(?:to|through|[-–])\s*(?:{_KEYWORD}\s+)?")
_TAIL_NUMBER = lazy_regex(r"(.*?)(\d+)(\)?)")
_AFTER = lazy_regex(r"\s*(?:,\s*)?(?:of|in|to|under)\s+(?:the\s+)?(?=[A-Z\"“])")
"""Before the name of the document cited: "section 4 of the …"."""
_FOREIGN = lazy_regex(
    r"(?:[A-Z][\w'’-]*,?\s+(?:and\s+|of\s+|the\s+)*){0,8}?(?:Act|Law|Code|Regulations?|Directive|Statutes|Constitution)\b"
)
"""A document by its kind, held or not: "Companies Act"."""
_CONTAINER = lazy_regex(
    r"(?:(?P<kind>PART|CHAPTER|SCHEDULE|APPENDIX|APP|TITLE|DIVISION|ARTICLE(?=\s+[IVXLC]+\b))S?\s*(?P<id>[0-9A-Z]*)(?![a-z])"
    r"|(?:SECTION|ARTICLE|RULE|§)S?)[\s.,:]*",
    re.IGNORECASE,
)
"""A container in front of a place: "Part 5." in "Part 5.Chapter 2.84.(1)"."""
_ANNEX = frozenset({"schedule", "appendix"})
"""Containers that begin their own numbering, so that paragraph 3 of Schedule 1 is not section 3."""
_HEADING_TAIL = lazy_regex(r"[A-Z][A-Za-z ,']{12,}.*$")
"""A heading glued to the locator: "4.2 Duties of the Trustee"."""
_STEP_UP = lazy_regex(r"(?:\.?Guidance.*|\.?Note.*|\([0-9A-Za-z]+\))$")
"""What one step up takes away: "(2)" of "3.4.2(2)", "Guidance.3" of "3.4.2.Guidance.3"."""

_LAST_WORD = lazy_regex(r"([^\W_]+)[ ,(\"'”]*\Z")
"""The word right before a place: "Rules" in "the Wetland Rules (", with nothing but quotes and commas between."""
_WORD_REACH = 40
_NAME_REACH = 120
"""Characters in which the name of a document is looked for, before or after the place."""
MAX_CHILDREN = 8
"""A citation of a section means its paragraphs too, unless it has more than this: then it points at a chapter."""
MIN_NAMED = 3
"""A document names its home law more often than this; fewer mentions may be in passing."""
MAX_RANGE = 25
"""A range longer than this ("sections 1 to 400") is a mention of the whole, not a list of places."""


class Citation(NamedTuple):
    """A citation in a text: document key, canonical place and character offset."""

    document: str
    place: str
    offset: int


class Located(NamedTuple):
    """A chunk that a citation means; `fanout` is how many it could mean."""

    chunk_id: int
    offset: int
    fanout: int


def locator_key(locator: str) -> str:
    """The canonical place of a locator: "Part 5.Chapter 2.84.(1)" -> "84(1)", "Schedule 1.3" -> "schedule1/3".

    Empty for a locator without a number. A locator that is only containers gives the last ("Part 5" -> "part5").
    """
    rest, annex, last = _HEADING_TAIL.sub("", locator.strip()), "", ""
    while match := _CONTAINER.match(rest):
        if match["kind"]:
            kind = match["kind"].lower().replace("appendix", "app").replace("app", "appendix")
            last = f"{kind}{match['id'].lower()}"
            annex = last if kind in _ANNEX else annex
        rest = rest[match.end() :]
    place = re.sub(r"\s+", "", rest).replace(".(", "(").strip(". )") if "(" not in rest else _tidy(rest)
    if not place:
        return last
    return f"{annex}/{place}" if annex and annex.startswith("schedule") else place


def _tidy(place: str) -> str:
    return re.sub(r"\s+", "", place).replace(".(", "(").strip(". ")


def _parents(key: str) -> Iterator[str]:
    while (shorter := _STEP_UP.sub("", key)) and shorter != key:
        key = shorter
        yield key


class LocatorIndex:
    """Places of the documents held, and the names the documents go by.

    `names` maps a name as written ("Zoning Ordinance", "ZO") to a document key. A name of one word counts only
    where it is written with a capital.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = {tokens.words(name): document for name, document in names.items() if tokens.words(name)}
        self._last_words = {name[-1] for name in self._names}
        self._longest = max(map(len, self._names), default=0)
        self._exact: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._under: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._named: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, chunk_id: int, document: str, locator: str) -> None:
        """Remember that the chunk stands at this place of the document; a locator without a place is passed over."""
        key = locator_key(locator)
        if not key:
            return
        self._exact[document, key].append(chunk_id)
        for parent in _parents(key):
            self._under[document, parent].append(chunk_id)

    def citations(self, text: str, document: str, locator: str = "") -> tuple[Citation, ...]:
        """Every citation of the text in order of offset, read as if standing at `locator` of `document`."""
        found: list[Citation] = []
        for match in _CITED.finditer(text):
            found.extend(self._numbered(text, match, (document, locator_key(locator))))
        for match in _INNER.finditer(text):
            found.extend(self._inner(match, document, locator_key(locator)))
        return tuple(sorted(set(found), key=lambda c: (c.offset, c.document, c.place)))

    def resolve(self, citations: Iterable[Citation]) -> tuple[Located, ...]:
        """The chunks the citations mean, in the order of the citations; those of unknown places are left out."""
        found: list[Located] = []
        for cited in citations:
            for meant in self._chunks(cited):
                found.extend(Located(i, cited.offset, len(meant)) for i in meant)
        return tuple(found)

    def companion(self, document: str) -> str:
        """The document that this one names most often in citations ("" below three times): its home law.

        A code of practice that says "section 92" and has no section 92 means the act it is about.
        """
        named = self._named.get(document)
        if not named:
            return ""
        name, times = min(named.items(), key=lambda item: (-item[1], item[0]))
        return name if times >= MIN_NAMED else ""

    def _chunks(self, cited: Citation) -> tuple[list[int], list[int]]:
        held = self._held(cited)
        if held[0] or held[1] or not (other := self.companion(cited.document)):
            return held
        return self._held(cited._replace(document=other))

    def _held(self, cited: Citation) -> tuple[list[int], list[int]]:
        under = self._under.get((cited.document, cited.place), [])
        exact = self._exact.get((cited.document, cited.place), [])
        if exact:
            return exact, under if len(under) <= MAX_CHILDREN else []
        for parent in _parents(cited.place):
            if "(" in cited.place and (held := self._exact.get((cited.document, parent), [])):
                return held, []
        return [], under[:MAX_CHILDREN]

    def _numbered(self, text: str, match: re.Match[str], here: tuple[str, str]) -> Iterator[Citation]:
        before = self._name_before(text, match.start()) or self._name_before(text, match.start("list"))
        after = _AFTER.match(text, match.end())
        named = before or (self._name_after(text[after.end() : after.end() + _NAME_REACH]) if after else None)
        if after and named is None and _FOREIGN.match(text, after.end()):
            return
        if not named and not match["word"] and "." not in match["list"]:
            return
        document = named or here[0]
        if named and named != here[0]:
            self._named[here[0]][named] += 1
        word = (match["word"] or "").lower().rstrip("s")
        annex = here[1].partition("/")[0] + "/" if "/" in here[1] and not named and word == "paragraph" else ""
        for place, start in _places(match["list"]):
            key = f"{word}{place}" if word in ("schedule", "appendix") else annex + place
            yield Citation(document, key, match.start("list") + start)
            if word in ("part", "chapter", "article"):
                yield Citation(document, f"{word}{place}", match.start("list") + start)

    def _inner(self, match: re.Match[str], document: str, here: str) -> Iterator[Citation]:
        section = here.partition("(")[0]
        if not section:
            return
        for inner in _ONE_INNER.finditer(match["list"]):
            steps = re.sub(r"\s", "", inner.group())
            yield Citation(document, section + steps, match.start("list") + inner.start())
            if "(" in here and not steps[1:2].isdigit():  # "(a)" said inside 12(3) may mean 12(3)(a)
                yield Citation(document, here + steps, match.start("list") + inner.start())

    def _name_before(self, text: str, end: int) -> str | None:
        """The document named right before the place; "Wetland Rules 4.3" ends in a word that may be its own keyword."""
        last = _LAST_WORD.search(text, max(0, end - _WORD_REACH), end)
        if last is None or tokens.fold(last[1]) not in self._last_words:
            return None
        before = text[max(0, end - _NAME_REACH) : end]
        found = tokens.scan(before)
        gap = before[found.offset[-1] + len(found.words[-1]) :] if found.words else "."
        if gap.strip(" ,(\"'”"):
            return None
        for size in range(min(self._longest, len(found.words)), 0, -1):
            document = self._names.get(found.words[-size:])
            if document and found.capital[-size]:
                return document
        return None

    def _name_after(self, after: str) -> str | None:
        found = tokens.scan(after)
        for size in range(min(self._longest, len(found.words)), 0, -1):
            document = self._names.get(found.words[:size])
            if document and found.capital[0]:
                return document
        return None


def _places(listed: str) -> Iterator[tuple[str, int]]:
    """Places of a list with their offsets, short ranges filled in: "3.1 to 3.3" -> 3.1, 3.2, 3.3."""
    found: list[tuple[str, int, int]] = []
    for match in _ONE_PLACE.finditer(listed):
        place = re.sub(r"\s", "", match.group())
        if place.startswith("("):  # the "(4)" of "9.1.1(3) or (4)"
            place = _sibling(found[-1][0], place)
        found.append((place, match.start(), match.end()))
    for number, (place, start, end) in enumerate(found):
        yield place, start
        if number + 1 < len(found) and _RANGE_WORD.fullmatch(listed, end, found[number + 1][1]):
            yield from ((between, start) for between in _between(place, found[number + 1][0]))


def _sibling(place: str, steps: str) -> str:
    """The place beside another: "(c)" beside "206(1)(b)" is "206(1)(c)", "(4)" beside "9.1.1(3)" is "9.1.1(4)"."""
    kept = place.split("(")
    while len(kept) > 1 and kept[-1][:1].isdigit() != steps[1].isdigit():
        kept.pop()
    return "(".join(kept[:-1] if len(kept) > 1 else kept) + steps


def _between(first: str, last: str) -> Iterator[str]:
    a, b = _TAIL_NUMBER.fullmatch(first), _TAIL_NUMBER.fullmatch(last)
    if a and b and (a[1], a[3]) == (b[1], b[3]) and 0 < int(b[2]) - int(a[2]) <= MAX_RANGE:
        for number in range(int(a[2]) + 1, int(b[2])):
            yield f"{a[1]}{number}{a[3]}"
