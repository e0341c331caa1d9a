"""What can be read off a text without a model: sentences, dates, amounts, identifying numbers and proper names.

Holds the patterns and the records they give. It refuses to judge: what counts as a candidate or as a contradiction
is decided in `candidates` and `contradictions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from hop_controller.lexicon import BODY_HEADS, MONTHS, NOT_NAMES, PLACE_HEADS, PROGRAM_HEADS, SOLE_BODIES, TITLES
from vault.law.references import find_refs
from vault.text.words import STOP_WORDS, content_words, stems

__all__ = [
    "Kind",
    "Mention",
    "key_of",
    "meaning",
    "mentions",
    "sentences",
    "years",
]

Kind = Literal["person", "body", "place", "program", "name", "number", "statute", "date", "year", "amount"]

_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS).replace("sep(", "sept?(")

_ABBREVIATION = re.compile(
    r"\b(?:No|Nos|Mr|Mrs|Ms|Dr|St|Rd|Ave|Inc|Co|Corp|Jr|Sr|Art|Sec|Ch|v|vs|Rev|Stat|Ann|R\.S|U\.S|N\.H|[A-Z])\.$"
)
"""A full stop that ends no sentence: "Case No. 24-07", "Mr. Alder", "J. Marsh"."""
_BREAK = re.compile(r"(?<=[.!?;])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9$])|\n\s*\n|\n\s*[-*•]\s+")
"""Between sentences, paragraphs and list items: "… tabled. The Board …"."""

_DATE = re.compile(
    rf"\b(?P<month>{_MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year>(?:1[6-9]|20)\d\d))?\b", re.I
)
"""A date in words: "March 12, 2024", "Mar. 12", "March 12th 2024"."""
_ISO_DATE = re.compile(r"\b(?P<year>(?:1[6-9]|20)\d\d)-(?P<month>[01]\d)-(?P<day>[0-3]\d)\b")
"""An ISO date: "2024-03-12"."""
_SLASH_DATE = re.compile(r"\b(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>(?:1[6-9]|20)\d\d)\b")
"""A date in figures, month first: "3/12/2024"."""
_YEAR = re.compile(r"(?<![\w$,.\-/:#])(?P<year>(?:1[89]|20)\d\d)(?![\w/:]|[-,.]\d)")
"""A bare year: "in 2019"; not the start of "2019-04", not a part of "$2019", not "Route 1625"."""
_AMOUNT = re.compile(r"\$\s?(?P<figure>\d[\d,]*(?:\.\d+)?)(?:\s?(?P<scale>thousand|million|billion|[KMB])\b)?")
"""Dollars: "$1,250,000", "$1.2 million", "$14.50"."""
_NUMBERS = (
    re.compile(
        r"\b(?:Case|Docket|Application|Permit|Appeal|File|Ordinance|Resolution|Contract|Grant)s?\s+"
        r"(?:No\.?\s*|Number\s+|#\s*)?[A-Z]{0,5}-?\d[\w\-]*(?:[.:]\d[\w\-]*)*"
    ),  # "Case No. ZBA-24-07", "Docket 2024-118", "Ordinance 14"
    re.compile(r"\b(?:Warrant\s+)?Article\s+(?:No\.?\s*|#\s*)?\d{1,3}[A-Z]?\b(?!\.\d)"),  # "Warrant Article 12"
    re.compile(r"\b(?:[A-Z]{2}\s)?(?:HB|SB|HCR|SCR|HJR|CACR|H\.\s?R\.|[HS]\.)\s?\d{1,5}\b"),  # "HB 1124", "SC H.3456"
    re.compile(r"\b(?:Tax\s+)?Map\s+\d+\w*[,/]?\s+(?:and\s+)?Lots?\s+\d[\w.\-]*\b"),  # "Map 12, Lot 34-1"
    re.compile(r"\b[A-Z]{2,5}-\d{2,4}-\d{1,4}\b"),  # "ZBA-24-07"
)
_NAME_WORD = r"(?:[A-Z]\.(?=\s+[A-Z])|[A-Z][A-Za-z0-9]*(?:['’&/\-][A-Za-z0-9]+)*(?:\+\+|#)?)"
_NAME = re.compile(rf"(?<![\w$'’]){_NAME_WORD}(?:\s+(?:(?:of|for|and|on|&)\s+(?:the\s+)?)?{_NAME_WORD})*(?![\w])")
"""A run of capitalised words: "Pine Hollow Road", "Board of Selectmen", "O'Brien", "Flock-Safety", "C++"."""
_JOINT = re.compile(r"\s+(?:of|for|and|on|&)(?:\s+the)?\s+")


class Mention(NamedTuple):
    """One thing named in a text: kind, words as written (a statute's canonical cite), comparison key and offsets."""

    kind: Kind
    text: str
    key: str
    start: int
    end: int


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of the text in order, in single spaces; an abbreviation ("No.") ends none. Empty for no text."""
    found: list[str] = []
    for piece in _BREAK.split(text):
        flat = " ".join(piece.split())
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] = f"{found[-1]} {flat}"
        elif flat:
            found.append(flat)
    return tuple(found)


@lru_cache(maxsize=20_000)
def meaning(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning; the unit in which phrases are compared. Empty for none."""
    return frozenset(stems(content_words(text)))


def key_of(text: str) -> str:
    """The comparison key of a name or number: lower case, no "No." or "#", single spaces ("Case #7" = "case no. 7")."""
    plain = re.sub(r"\b(?:no\.?|number)\s+|#\s*(?=\d)|\bwarrant\s+(?=article)|\btax\s+(?=map)", "", text.casefold())
    return " ".join(plain.replace("’", "'").replace(",", " ").split())


def years(text: str) -> frozenset[str]:
    """The four-digit years named in the text, alone or in a date."""
    dated = {m.key[:4] for m in mentions(text) if m.kind in {"date", "year"}}
    return frozenset(year for year in dated if year.isdigit())


@lru_cache(maxsize=4096)
def mentions(text: str) -> tuple[Mention, ...]:
    """Everything named in the text in order of place, no two overlapping; numbers win over names."""
    taken = bytearray(len(text))
    kept: list[Mention] = []
    for mention in _all_mentions(text):
        if not any(taken[mention.start : mention.end]):
            taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
            kept.append(mention)
    return tuple(sorted(kept, key=lambda m: m.start))


def _all_mentions(text: str) -> Iterator[Mention]:
    """Mentions of every kind, the more exact kinds first."""
    for ref in find_refs(text):
        yield Mention("statute", ref.cite, key_of(ref.cite), ref.start, ref.end)
    for pattern in _NUMBERS:
        for m in pattern.finditer(text):
            yield Mention("number", m.group().rstrip(".-"), key_of(m.group().rstrip(".-")), m.start(), m.end())
    for m in _AMOUNT.finditer(text):
        yield Mention("amount", m.group(), _dollars(m), m.start(), m.end())
    for pattern in (_ISO_DATE, _SLASH_DATE, _DATE):
        for m in pattern.finditer(text):
            yield Mention("date", m.group(), _iso(m), m.start(), m.end())
    for m in _YEAR.finditer(text):
        yield Mention("year", m.group(), m.group(), m.start(), m.end())
    for m in _NAME.finditer(text):
        yield from _names(m.group(), m.start(), text)


def _dollars(match: re.Match[str]) -> str:
    """The amount in whole cents, so that "$1.2 million" and "$1,200,000" are one value."""
    scale = {"t": 10**3, "k": 10**3, "m": 10**6, "b": 10**9}.get((match["scale"] or " ")[0].lower(), 1)
    return str(round(float(match["figure"].replace(",", "")) * scale * 100))


def _iso(match: re.Match[str]) -> str:
    """The date in ISO form; "????" stands for a year that is not said."""
    month = match["month"].lower()
    number = int(month) if month.isdigit() else 1 + next(i for i, m in enumerate(MONTHS) if m.startswith(month[:3]))
    return f"{match['year'] or '????'}-{number:02d}-{int(match['day']):02d}"


def _names(span: str, start: int, text: str) -> Iterator[Mention]:
    """Proper names inside a run of capitalised words: titles and function words at the front go, lists are cut."""
    if _heading(span):
        return
    for part, offset in _pieces(span):
        lead = _lead(part)
        at = start + offset + lead
        piece = re.sub(r"['’]s?$", "", part[lead:])  # "Selectmen's" names the selectmen
        if _is_name(piece.split(), _opens_sentence(text, at)):
            name = " ".join(piece.split())
            yield Mention(_name_kind(piece.split(), part), name, key_of(name), at, at + len(piece))


def _lead(part: str) -> int:
    """How many characters of function words, titles and shouted heading words stand before the name."""
    words = re.findall(r"\S+\s*", part)
    shouted = len(words) > 2 and words[0].strip().isupper() and words[1].strip().isupper() and not part.isupper()
    lead = 0
    for i, word in enumerate(words[:-1]):
        plain = word.strip().strip(".").casefold()
        heading = shouted and all(w.strip().isupper() for w in words[: i + 1])
        if not heading and plain not in STOP_WORDS | TITLES:
            break
        lead += len(word)
    return lead


def _pieces(span: str) -> Iterator[tuple[str, int]]:
    """The names of a run with their offsets: "Planning Board | Flock Safety", "O'Brien | Pine Hollow Road".

    "of" binds only after a head word ("Board of Selectmen"); "and" only where one side is a single word ("Parks and
    Recreation Department").
    """
    at = 0
    for joint in _JOINT.finditer(span):
        left = [word for word in span[at : joint.start()].split() if word[0].isupper()]
        right = [word for word in span[joint.end() :].split() if word[0].isupper()]
        heads = BODY_HEADS | PROGRAM_HEADS | {"town", "city", "village", "county", "state"}
        if joint.group().split()[0] in {"and", "&"}:
            cut = len(left) > 1 and len(right) > 1
        else:
            cut = not left or left[-1].casefold() not in heads
        if cut:
            yield span[at : joint.start()], at
            at = joint.end()
    yield span[at:], at


def _heading(span: str) -> bool:
    """True for shouted headings ("CALL TO ORDER"), which name nothing; an acronym ("ZBA") is not one."""
    return len(span.split()) > 1 and span.isupper()


_LOOK_BACK = 12
"""Characters before a name that tell whether it opens a sentence; longer than any abbreviation and its quotes."""


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - _LOOK_BACK) : start].rstrip(" \"'([“")
    return not before or (before[-1] in ".!?;:\n•*-" and not _ABBREVIATION.search(before))


def _is_name(words: list[str], opens: bool) -> bool:
    """A name of several words, an acronym, an odd form ("C++", "O'Brien") or one capitalised word inside a sentence."""
    plain = [word.casefold().strip(".") for word in words]
    if not words or all(word in NOT_NAMES | STOP_WORDS | TITLES or word.isdigit() for word in plain):
        return False
    if len(words) == 1 and plain[0] in SOLE_BODIES:
        return True
    if len(words) == 1 and (plain[0] in BODY_HEADS | PLACE_HEADS | PROGRAM_HEADS or re.fullmatch("[IVX]+", words[0])):
        return words[0].isupper() and plain[0] in BODY_HEADS  # "ZBA"; not "Board", not the "II" of "RSA 91-A:3, II"
    if len(words) > 1:
        return sum(word not in NOT_NAMES for word in plain) > 1 or not opens
    odd = bool(re.search(r"[A-Z].*[A-Z]|\+|'|’", words[0]))
    return len(words[0]) > 1 and (odd or (not opens and len(words[0]) > 2))


def _name_kind(words: list[str], span: str) -> Kind:
    """Body, place or program by its head word; a titled or two-to-three-word plain name is a person."""
    kinds: tuple[tuple[Kind, frozenset[str]], ...] = (
        ("body", BODY_HEADS),
        ("program", PROGRAM_HEADS),
        ("place", PLACE_HEADS),
    )
    heads = (words[-1].casefold().rstrip("."), words[0].casefold())
    for head in heads:
        for kind, names in kinds:
            if head in names:
                return kind
    titled = span.split()[0].casefold().strip(".") in TITLES
    return "person" if titled or (2 <= len(words) <= 3 and all(w[0].isupper() for w in words)) else "name"
