"""One reference to a law as a value, what it is called, and which reference supports which.

Holds the canonical spellings ("RSA 91-A:3, II(c)", "42 U.S.C. § 12132") and the order of section numbers. Finds
nothing in text (see `vault.law.references`) and does not know whether a section exists.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from pydantic import Field

from vault.law.subdivisions import ROMAN_LETTERS, roman_value
from vault.text.patterns import lazy_regex
from vault.types import StatuteSystem
from vault.value import Value

__all__ = [
    "BELOW_CHAPTER", "STATE_CODES", "StatuteRef", "covers", "names_section", "natural_key",
    "number_in_code", "official_url",
]  # fmt: skip

BELOW_CHAPTER = (":", " §", ".")
"""What follows a chapter in a section's cite: "RSA 41:8", "17 V.S.A. § 2640", "Saf-C 401.02"."""

_PART = lazy_regex(r"\d+|[A-Za-z]+")
_RSA_CITE = lazy_regex(
    r"\s*(?:RSA\s+)?(?P<chapter>\d{1,3}(?:-[A-Z]{1,2})?)(?::(?P<section>\d+(?:[.-]\d+)?(?:-[a-z]{1,3})?))?"
    r"(?=\s*(?:,|to\b|\Z))"
)
"""Example: "RSA 91-A:3, II(c)", "RSA 31:15 to 31:17"; only the first section is read."""
_OFFICIAL = "https://gc.nh.gov/rsa/html"


class StatuteRef(Value):
    """A reference found in a text.

    `start` and `end` are character offsets of the mention, `text` its words as written. `paragraph` runs from the
    outer to the inner subdivision ("II", "c"). `bare` says the mention does not name its code ("91-A:3").
    `through` is the `full` of the last member when this reference opens a range ("RSA 236:111 through :129").
    `section` is empty for a whole chapter.
    """

    system: StatuteSystem
    chapter: str
    section: str = ""
    paragraph: tuple[str, ...] = ()
    start: int = Field(default=0, ge=0)
    end: int = Field(default=0, ge=0)
    text: str = ""
    bare: bool = False
    through: str = ""
    state: str = ""
    """Jurisdiction of an `other_state` reference ("VT"), else empty."""

    @property
    def cite(self) -> str:
        """Canonical name of the section, or of the chapter when no section is given."""
        return _cite(self)

    @property
    def full(self) -> str:
        """`cite` with its subdivisions: "RSA 91-A:3, II(c)", "28 C.F.R. § 35.151(b)(1)"."""
        return self.cite + _subdivision_text(self)


STATE_CODES: tuple[StatuteSystem, ...] = ("rsa", "other_state")
"""Systems that are the code of a state: what a town's records and its state's law follow from section to section."""


def number_in_code(cite: str) -> str:
    """The number as the code prints it: "91-A:3" of "RSA 91-A:3"; a cite of any other code as it is."""
    return cite.removeprefix("RSA ")


def names_section(cite: str) -> bool:
    """Whether a canonical cite is of one section ("RSA 91-A:3", "24 V.S.A. § 871"), not of a chapter ("RSA 91-A")."""
    return ":" in cite or "§" in cite


def _cite(ref: StatuteRef) -> str:
    chapter, section = ref.chapter, ref.section
    if ref.system == "rsa":
        return f"RSA {chapter}:{section}" if section else f"RSA {chapter}"
    if ref.system == "nh_rule":
        return f"{chapter} {section}".strip()
    if ref.system == "nh_laws":
        return f"Laws {chapter}:{section}" if section else f"Laws {chapter}"
    if ref.system == "nh_constitution":
        return f"N.H. Const. pt. {chapter}, art. {section}" if section else f"N.H. Const. pt. {chapter}"
    if ref.system == "usc":
        return f"{chapter} U.S.C. § {section}" if section else f"{chapter} U.S.C."
    if ref.system == "cfr":
        return f"{chapter} C.F.R. § {section}" if "." in section else f"{chapter} C.F.R. pt. {section}"
    return _state_cite(ref.state, chapter, section)


def _state_cite(state: str, chapter: str, section: str) -> str:
    if state == "VT":
        return f"{chapter} V.S.A. § {section}"
    if state == "ME":
        return f"{chapter} M.R.S. § {section}"
    if state == "DC":
        return f"D.C. Code § {section}"
    if state == "OR":
        return f"ORS {section or chapter}"
    return f"M.G.L. c. {chapter}, § {section}" if section else f"M.G.L. c. {chapter}"


def _subdivision_text(ref: StatuteRef) -> str:
    if not ref.paragraph:
        return ""
    first, rest = ref.paragraph[0], ref.paragraph[1:]
    inner = "".join(f"({part})" for part in rest)
    roman = first[:1] in "IVX" and ref.system in ("rsa", "nh_laws")
    return (f", {first}" if roman else f"({first})") + inner


def natural_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key that puts 3 before 3-a before 4 before 10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in _PART.findall(number))


def covers(ref_of_text: StatuteRef, ref_claimed: StatuteRef) -> bool:
    """Whether a text that holds (or is) the first reference supports naming the second.

    The claim may be the same or broader: "RSA 91-A:3, II(c)" supports "RSA 91-A:3" and "RSA 91-A", never the other
    way round. A range supports the sections between its ends. Decision 23.
    """
    if (ref_of_text.system, ref_of_text.state) != (ref_claimed.system, ref_claimed.state):
        return False
    if ref_of_text.through and _in_range(ref_of_text, ref_claimed):
        return True
    if ref_of_text.chapter != ref_claimed.chapter:
        return False
    if not ref_claimed.section:
        return not ref_claimed.paragraph
    if ref_of_text.section != ref_claimed.section:
        return _rule_part_covers(ref_of_text, ref_claimed)
    return ref_of_text.paragraph[: len(ref_claimed.paragraph)] == ref_claimed.paragraph


def _rule_part_covers(held: StatuteRef, claimed: StatuteRef) -> bool:
    """A rule's section supports its part or chapter: Env-Wt 307.03 supports Env-Wt 307 and Env-Wt 300."""
    if held.system not in ("nh_rule", "cfr") or "." not in held.section or claimed.paragraph:
        return False
    part = held.section.split(".")[0]
    return claimed.section in (part, part[:-2] + "00" if held.system == "nh_rule" else part)


def _in_range(held: StatuteRef, claimed: StatuteRef) -> bool:
    """Whether the claim lies between the ends of the range; the ends are both inside."""
    end = _RSA_CITE.match(held.through)
    if end is None or held.system != "rsa":
        return False
    if held.paragraph and held.section == end["section"]:
        return _in_paragraph_range(held, claimed)
    if held.section and not claimed.section:
        return claimed.chapter in (held.chapter, end["chapter"])
    if claimed.paragraph:
        return False
    low = natural_key(held.chapter), natural_key(held.section)
    high = natural_key(end["chapter"]), natural_key(end["section"] or "") or ((2, 0, ""),)
    return low <= (natural_key(claimed.chapter), natural_key(claimed.section)) <= high


def _in_paragraph_range(held: StatuteRef, claimed: StatuteRef) -> bool:
    """I(a)(1)-(5): same section, same outer subdivisions, the last one between the ends."""
    if (held.chapter, held.section) != (claimed.chapter, claimed.section):
        return False
    depth = len(held.paragraph) - 1
    if len(claimed.paragraph) <= depth or held.paragraph[:depth] != claimed.paragraph[:depth]:
        return False
    last = re.findall(r"[A-Za-z0-9-]+", held.through)[-1]
    low, high, asked = (_level_key(part) for part in (held.paragraph[depth], last, claimed.paragraph[depth]))
    return len(claimed.paragraph) == depth + 1 and low <= asked <= high


def _level_key(part: str) -> tuple[int, str]:
    """Order of a subdivision label: roman by value with its letter, numbers by value, letters as they are."""
    head, _, tail = part.partition("-")
    if head.isdigit():
        return int(head), tail
    if head and all(letter in ROMAN_LETTERS for letter in head):
        return roman_value(head), tail
    return 0, part


@cache
def _titles() -> tuple[tuple[tuple[tuple[int, int, str], ...], tuple[tuple[int, int, str], ...], str], ...]:
    raw = json.loads((files("vault") / "data" / "rsa_titles.json").read_text(encoding="utf-8"))
    return tuple((natural_key(r["start"]), natural_key(r["end"]), str(r["title"])) for r in raw["ranges"])


def title_numeral(chapter: str) -> str:
    """Numeral of the RSA title that holds a chapter ("91-A" -> "VI"); empty when no title does."""
    key = natural_key(chapter)
    return next((title for start, end, title in _titles() if start <= key <= end), "")


def official_url(cite: str) -> str:
    """Address of the official text of an RSA section, or of its chapter's merged page.

    Empty when the cite is not a New Hampshire statute or its chapter belongs to no title. The rule is that of
    gc.nh.gov: /rsa/html/<title>/<chapter>/<chapter>-<section>.htm.
    """
    found = _RSA_CITE.match(cite)
    title = title_numeral(found["chapter"]) if found else ""
    if found is None or not title:
        return ""
    tail = found["section"] or "mrg"
    return f"{_OFFICIAL}/{title}/{found['chapter']}/{found['chapter']}-{tail}.htm"
