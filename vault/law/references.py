"""References to law in any text: New Hampshire RSA, rules, session laws, constitution, federal law, other states.

The one grammar that ingest, search, the planner's guard and the audit share (decision 23). It reads references; it
does not know whether the section exists, and it never takes a vote, a clock, an amount, a date, a lot or a case number
for one.

Names of laws: well-known ones ("Right-to-Know Law") and what they stand for, from a data file.

Kept apart from the grammar on purpose: a name is a hint for search and planning, not a citation.

Finds references that are not RSA: state rules, session laws, the state constitution, U.S.C., C.F.R., other states.

A date with a clock ("January 9, 2024, 7:00 PM") is not a session law, "Article 31" is not the constitution, and a
form's revision year is not a rule. All gaps are bounded, so the time is linear in the text.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from functools import cache, lru_cache
from importlib.resources import files

from pydantic import Field

from vault.facts.dates import MONTH
from vault.law.reference import StatuteRef
from vault.law.rsa import find_rsa
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["find_nicknames", "find_refs", "parse_ref"]

_DIGIT = lazy_regex(r"\d")
"""Every reference names a number, but for those that a context gives ("this chapter")."""


def find_refs(text: str, *, chapter_context: str = "") -> tuple[StatuteRef, ...]:
    """Every reference in the text, in order of appearance, without overlaps; empty when there is none.

    Each member of a list or range is its own reference with its own span. `chapter_context` ("RSA 91-A" or
    "RSA 91-A:3") gives a meaning to "this chapter", "this section" and "paragraph II"; without it they are not
    references. Never raises. The references of a text are remembered: every round of a retrieval asks again.
    Decision 23.
    """
    return _found(text, chapter_context)


@lru_cache(maxsize=16_384)
def _found(text: str, chapter_context: str) -> tuple[StatuteRef, ...]:
    if not chapter_context and not _DIGIT.search(text):
        return ()
    others = sorted(find_other(text), key=lambda ref: (ref.start, -ref.end))
    kept = _without_overlaps(others)
    starts = [ref.start for ref in kept]
    state = [ref for ref in find_rsa(text, chapter_context) if not _touches(ref, starts, kept)]
    return tuple(sorted([*kept, *state], key=lambda ref: ref.start))


def parse_ref(text: str) -> StatuteRef | None:
    """The single reference a short text stands for ("RSA 91-A:3, II(c)", "40:13", "91-A"); None when it is none.

    A plain pair needs no context here, because the caller says that the text is a reference.
    """
    stripped = text.strip()
    if len(stripped) > 200:  # longer than the longest citation: prose, not a reference
        return None
    for candidate in (stripped, f"RSA {stripped}"):
        found = find_refs(candidate)
        if found and found[0].start == 0:
            shift = len(candidate) - len(stripped)
            return found[0].changed(end=max(0, found[0].end - shift), text=found[0].text[shift:], bare=bool(shift))
    return None


def _without_overlaps(refs: list[StatuteRef]) -> list[StatuteRef]:
    kept: list[StatuteRef] = []
    for ref in refs:
        if not kept or ref.start >= kept[-1].end:
            kept.append(ref)
    return kept


def _touches(ref: StatuteRef, starts: list[int], others: list[StatuteRef]) -> bool:
    """Whether the reference overlaps one of the others, which are sorted and apart."""
    before = bisect_left(starts, ref.end) - 1
    return before >= 0 and others[before].end > ref.start


class Nickname(Value):
    """A law called by name: what the name stands for, and where it stands in the text."""

    cite: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


@cache
def _table() -> tuple[re.Pattern[str], dict[str, str]]:
    raw = json.loads((files("vault") / "data" / "statute_nicknames.json").read_text(encoding="utf-8"))
    cites = {_key(row["name"]): str(row["cite"]) for row in raw["names"]}
    longest_first = sorted((row["name"] for row in raw["names"]), key=len, reverse=True)
    pattern = "|".join(_flexible(name) for name in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE), cites


def _flexible(name: str) -> str:
    """Hyphens and spaces are alike and may be line breaks ("Right-to-Know\\nLaw"); before a number they may lack."""
    first, *rest = (re.escape(word).replace("'", "['’]?") for word in re.split(r"[\s-]+", name))
    return first + "".join(rf"[\s-]{{{0 if word.isdigit() else 1},3}}{word}" for word in rest)


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def find_nicknames(text: str) -> tuple[Nickname, ...]:
    """Laws called by a well-known name, in order of appearance, the longest name at each place; may be empty."""
    pattern, cites = _table()
    return tuple(
        Nickname(cite=cites[_key(match.group())], start=match.start(), end=match.end())
        for match in pattern.finditer(text)
    )


_PARENS = r"(?P<parens>(?:\s?\([a-zA-Z0-9]{1,4}\)){0,5})"
_CODES = (
    "Adm|Agr|Asb|Att|Ban|Bat|Cub|Den|Ed|Ele|Elec|Emg|Eng|Fis|For|Geo|Hcp|Hes|Ins|Jus|Lab|Liq|Med|Nat|Nur|Opt|Par|Phy|"
    "Plc|Pod|Psyc|Puc|Rea|Ret|Rev|Sos|Tax|Tra|Trn|Vet"
)
"""Agencies of the New Hampshire Code of Administrative Rules whose code has no letter after it."""
_RULE = lazy_regex(
    rf"(?<![A-Za-z])(?P<code>(?:Env|Saf|He|Agr|Adm|Bus)-\s{{0,2}}[A-Z][A-Za-z]{{0,4}}|(?:{_CODES})(?=\.?\s))\.?\s{{1,3}}"
    rf"(?P<number>\d{{3,4}}(?:\.\d{{2,3}})?)(?!\d|,\d{3}|\.\d|-\d){_PARENS}"
)
"""Examples: "Env-Wt 307.03", "Saf-C 6000", "Cub 304.01(b)", "Rev 600"."""
_RULE_NEXT = lazy_regex(
    rf"\s{{0,3}}(?:,|;|and|or|&|through|to)\s{{0,3}}(?:and\s{{1,3}})?(?P<number>\d{{3,4}}\.\d{{2}})(?!\d){_PARENS}"
)
"""Example: " and 304.02" after "Cub 304.01"."""
_PLAIN_WORDS = frozenset({"Par", "For", "Tax", "Ban", "Rev", "Nat", "Med", "Opt", "Ret", "Lab"})
_LAW = lazy_regex(
    r"(?P<named>[Ll]aws\s{1,3}(?:of\s{1,3})?)?(?<![\d.])(?P<year>1[6-9]\d\d|20\d\d),\s{1,3}(?:[Cc]h(?:apter|\.)\s{0,3})?"
    r"(?P<law>\d{1,4})(?::(?P<part>\d{1,3}(?:-[a-z])?))?(?![\d:])(?P<para>(?:,\s{0,3}[IVXL]{1,7}(?:-[a-z])?(?![A-Za-z]))?)"
    + _PARENS
)
"""Examples: "2021, 184:1", "Laws of 2021, chapter 184", "1979, 410:2, III"."""
_LAW_NEXT = lazy_regex(
    r"(?:;|,|,?\s{1,3}and)\s{0,3}(?:(?P<law>\d{1,4}):(?P<part>\d{1,3}(?:-[a-z])?)(?![\d:])(?!\s?[ap]\.?\s?m\b)"
    r"|(?P<more>\d{1,3}(?:-[a-z])?)(?=[.,;](?:\s|\Z)))",
    re.IGNORECASE,
)
"""Examples: "; 338:2" in "1999, 17:14; 338:2.", ", 4" in "1848, 615:3, 4."."""
_CHAPTER_LAW = lazy_regex(
    r"[Cc]h(?:apter|\.)\s{1,3}(?P<law>\d{1,4})(?::(?P<part>\d{1,3}))?,?\s{1,3}(?:of\s{1,3}the\s{1,3})?(?:N\.?H\.?\s{1,2})?"
    r"[Ll]aws\s{1,3}of\s{1,3}(?:New\s{1,3}Hampshire\s{1,3})?(?P<year>1[6-9]\d\d|20\d\d)"
)
"""Example: "chapter 184 of the laws of 2021"."""
_MONTH_DAY = lazy_regex(rf"{MONTH}\s{{0,3}}\d{{1,2}}(?:st|nd|rd|th)?,?\s{{0,3}}\Z", re.IGNORECASE)
_LAW_BEFORE = lazy_regex(r"(?:\A|by\s|\.\s|;\s|Source\.\s|\(|\[|\n|[Ll]aws?\s(?:of\s)?|see\s|in\s)\s{0,2}\Z")
_CLOCK = lazy_regex(r"\s{0,2}[ap]\.?\s?m\b", re.IGNORECASE)
_CONSTITUTION = lazy_regex(
    r"(?<![A-Za-z])(?:N\.?\s?H\.?\s{1,2}(?:Const(?:itution|\.)),?\s{0,3})?(?:P(?:art|ART|t\.)|part|pt\.)\s{0,3}"
    r"(?P<part>First|Second|FIRST|SECOND|first|second|II|I|1|2)(?![A-Za-z0-9])\s{0,3},?\s{0,3}"
    r"(?:[Aa]rt(?:icles?|s?\.)?|ARTICLES?|ART\.)\s{0,3}(?P<article>\d{1,3}(?:\s?-\s?[A-Za-z](?![A-Za-z]))?)(?!\d)"
)
"""Examples: "Part I, Article 8", "pt. 2, art. 5-a", "Part Second, Article 83"."""
_CONSTITUTION_BACK = lazy_regex(
    r"(?<![A-Za-z])[Aa]rt(?:icle|\.)\s{0,3}(?P<article>\d{1,3}(?:\s?-\s?[A-Za-z](?![A-Za-z]))?)(?:,|\s{1,3}of)\s{1,3}"
    r"(?:P(?:art|t\.)|part|pt\.)\s{1,3}(?P<part>First|Second|first|second|II|I|1|2)(?![A-Za-z0-9])"
)
"""Examples: "Article 72-a of Part 2", "Art. 72-a, Part 2"."""
_PART_NUMBER = {"first": "I", "i": "I", "1": "I", "second": "II", "ii": "II", "2": "II"}
_USC = lazy_regex(
    r"(?<![\d.])(?P<title>\d{1,2})\s{1,3}(?:U\.\s?S\.\s?C\.(?:\s?A\.)?|USCA?(?![A-Za-z]))\s{0,3}"
    r"(?:(?:§{1,2}|[Ss]ec(?:tions?|s?\.))\s{0,3})?(?P<section>\d{1,5}[a-z]{0,2}(?:-\d{1,3}[a-z]?)?)(?![A-Za-z])"
    + _PARENS
)
"""Examples: "42 U.S.C. § 12132", "42 USC 12132", "20 U.S.C. § 1232g(a)"."""
_CFR = lazy_regex(
    r"(?<![\d.])(?P<title>\d{1,2})\s{1,3}(?:C\.\s?F\.\s?R\.|CFR(?![A-Za-z]))\s{0,3}"
    r"(?:(?:§{1,2}|[Ss]ec(?:tions?|\.)|[Pp]arts?|[Pp]ts?\.|PART)\s{0,3})?(?P<section>\d{1,4}(?:\.\d{1,5}[a-z]?)?)(?![A-Za-z\d])"
    + _PARENS
)
"""Examples: "28 C.F.R. § 35.151", "28 CFR Part 35"."""
_STATES = (
    (
        "VT",
        lazy_regex(
            r"(?<![\d.])(?P<chapter>\d{1,2}[A-Z]?)\s{1,3}V\.\s?S\.\s?A\.?\s{0,3}(?:§{1,2}\s{0,3})?(?P<section>\d{1,5}[a-z]{0,2})(?![A-Za-z\d])"
            + _PARENS
        ),
    ),
    (
        "ME",
        lazy_regex(
            r"(?<![\d.])(?P<chapter>\d{1,2}(?:-[A-Z])?)\s{1,3}M\.\s?R\.\s?S\.(?:\s?A\.)?\s{0,3}§{1,2}\s{0,3}(?P<section>\d{1,5}(?:-[A-Z])?)(?![A-Za-z\d])"
            + _PARENS
        ),
    ),
    (
        "DC",
        lazy_regex(
            r"D\.\s?C\.\s{0,3}(?:Official\s{1,3})?Code,?\s{0,3}§{0,2}\s{0,3}(?P<section>\d{1,2}[A-Z]?-\d{1,4}(?:\.\d{1,3})?[a-z]?)(?![\d])"
            + _PARENS
        ),
    ),
    (
        "OR",
        lazy_regex(
            r"(?<![A-Za-z])(?:ORS|O\.R\.S\.)\s{1,3}(?:(?:[Cc]hapter|§{1,2})\s{0,3})?(?P<section>\d{1,3}[A-C]?(?:\.\d{3,4})?)(?![\d])"
            + _PARENS
        ),
    ),
    (
        "MA",
        lazy_regex(
            r"(?<![A-Za-z.])(?:M\.?\s?)?G\.?\s?L\.?,?\s{0,3}(?:[Cc]h?(?:apter|\.)?\s{0,3})(?P<chapter>\d{1,3}[A-Z]{0,2})(?:,?\s{0,3}(?:§{1,2}|[Ss]ec(?:tions?|s?\.)|s{1,2}\.)\s{0,3}(?P<section>\d{1,4}[A-Z]{0,2}(?:[½])?))?(?![A-Za-z\d])"
            + _PARENS
        ),
    ),
)
"""Examples: "1 V.S.A. § 313", "D.C. Code § 2-575", "ORS 192.660(2)", "M.G.L. c. 39, § 23B"."""


_STATE_MARKS = {"VT": ("V.",), "ME": ("M.",), "DC": ("Code",), "OR": ("ORS", "O.R.S."), "MA": ("GL", "G.", "G L")}
"""Letters without which no reference to that state's code can stand in a text: most texts have none of them."""
_YEAR_AND_COMMA = lazy_regex(r"\d{4},\s")


def find_other(text: str) -> list[StatuteRef]:
    """References outside the RSA, in no particular order; spans never overlap within one system."""
    return [*_rules(text), *_laws(text), *_constitution(text), *_federal(text), *_other_states(text)]


def _parts(parens: str | None) -> tuple[str, ...]:
    return tuple(re.findall(r"\(([^)]*)\)", parens or ""))


def _squash(written: str) -> str:
    return re.sub(r"\s", "", written)


def _rules(text: str) -> list[StatuteRef]:
    found: list[StatuteRef] = []
    for match in _RULE.finditer(text):
        code, number = _squash(match["code"]), match["number"]
        if code in _PLAIN_WORDS and re.fullmatch(r"(?:19|20)\d\d", number):
            continue  # "Tax 2024" is a year
        if code in _PLAIN_WORDS and "." not in number and not number.endswith("00"):
            continue  # "Tax 452" is as likely an amount or a form
        found.append(_ref("nh_rule", (code, number), match, match["parens"]))
        found.extend(_more_rules(text, code, match.end()))
    return found


def _more_rules(text: str, code: str, pos: int) -> list[StatuteRef]:
    found: list[StatuteRef] = []
    while (match := _RULE_NEXT.match(text, pos)) is not None and len(found) < 40:
        ref = _ref("nh_rule", (code, match["number"]), match, match["parens"])
        start = match.start("number")
        found.append(ref.changed(start=start, text=text[start : match.end()]))
        pos = match.end()
    return found


def _laws(text: str) -> list[StatuteRef]:
    found: list[StatuteRef] = []
    for match in _LAW.finditer(text) if _YEAR_AND_COMMA.search(text) else ():
        if not _is_law(text, match):
            continue
        part = match["part"] or ""
        paragraph = (*re.findall(r"[IVXL]+(?:-[a-z])?", match["para"]), *_parts(match["parens"]))
        ref = _ref("nh_laws", (f"{match['year']}, {match['law']}", part), match, "")
        found.append(ref.changed(paragraph=paragraph if part else ()))
        if part:
            found.extend(_more_laws(text, ref, match.end()))
    chapters = _CHAPTER_LAW.finditer(text) if "aws" in text else ()
    found.extend(_ref("nh_laws", (f"{m['year']}, {m['law']}", m["part"] or ""), m, "") for m in chapters)
    return found


def _is_law(text: str, match: re.Match[str]) -> bool:
    """A year with chapter:section is a session law unless a month and day stand before it or a clock mark after it."""
    start = match.start("year")
    if match["named"]:
        return True
    if "Annotated" in text[max(0, start - 16) : start]:
        return False  # "Revised Statutes Annotated, 1983, Chapter 676:1" is the RSA with its year of print
    before = text[max(0, start - 24) : start]
    if not match["part"]:
        return "ch" in match.group().lower() and not _MONTH_DAY.search(before)
    if _MONTH_DAY.search(before) or _CLOCK.match(text, match.end("part")):
        return False
    return int(match["law"]) > 12 or len(match["part"]) != 2 or _LAW_BEFORE.search(before) is not None


def _more_laws(text: str, first: StatuteRef, pos: int) -> list[StatuteRef]:
    """Further sections of the same year: of another chapter ("; 338:2") or of the same one (", 4")."""
    found: list[StatuteRef] = []
    year, law = first.chapter.split(", ")
    while (match := _LAW_NEXT.match(text, pos)) is not None and len(found) < 40:
        law, part = match["law"] or law, match["part"] or match["more"]
        start = match.start("law" if match["law"] else "more")
        ref = _ref("nh_laws", (f"{year}, {law}", part), match, "")
        found.append(ref.changed(start=start, text=text[start : match.end()]))
        pos = match.end()
    return found


def _constitution(text: str) -> list[StatuteRef]:
    return [
        _ref("nh_constitution", (_PART_NUMBER[m["part"].lower()], _squash(m["article"]).lower()), m, "")
        for pattern in (_CONSTITUTION, _CONSTITUTION_BACK)
        for m in pattern.finditer(text)
    ]


def _federal(text: str) -> list[StatuteRef]:
    usc = _USC.finditer(text) if "USC" in text or "U." in text else ()
    cfr = _CFR.finditer(text) if "CFR" in text or "C." in text else ()
    found = [_ref("usc", (m["title"], m["section"]), m, m["parens"]) for m in usc]
    return found + [_ref("cfr", (m["title"], m["section"]), m, m["parens"]) for m in cfr]


def _other_states(text: str) -> list[StatuteRef]:
    found: list[StatuteRef] = []
    for state, pattern in _STATES:
        for match in pattern.finditer(text) if any(mark in text for mark in _STATE_MARKS[state]) else ():
            groups = match.groupdict()
            ref = _ref(
                "other_state", (groups.get("chapter") or "", groups.get("section") or ""), match, match["parens"]
            )
            found.append(ref.changed(state=state))
    return found


def _ref(system: str, number: tuple[str, str], match: re.Match[str], parens: str | None) -> StatuteRef:
    return StatuteRef.model_validate(
        {
            "system": system,
            "chapter": number[0],
            "section": number[1],
            "paragraph": _parts(parens),
            "start": match.start(),
            "end": match.end(),
            "text": match.group(),
        }
    )
