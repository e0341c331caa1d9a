"""Proper names in a sentence, and whether they stand in a text.

The names are those of `vault.facts.names`. It refuses to know any town or person: what it takes for granted are words
of the language (months, titles, kinds of bodies), never a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from pipeline.quoting.locate import folded_text
from vault.facts.names import BODY_HEADS, NOT_NAMES, TITLES, named_in
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS

__all__ = ["COMMON_CAPITALS", "misread_in", "names_of", "stands_in", "surnames_of"]

_COMMON_TEXT = """
    town city state states federal new hampshire nh us united county village precinct district region select
    act article articles amendment constitution code statute statutes rule rules chapter title part section law laws
    local statewide record records notice warrant budget ordinance bylaw bylaws report reports default annual special
    regular public hearing session sessions nonpublic right know general municipal school fire highway
    street road lane drive avenue route the a an i ii iii iv v vi vii viii ix x am pm yea nay aye informational
    outside inside beyond across beside besides despite unlike throughout along according regarding
    nobody none everyone everybody nothing neither every each only since
    january february assumption total fiscal year fy tax taxes rate land use board boards
"""
COMMON_CAPITALS = frozenset(_COMMON_TEXT.split()) | BODY_HEADS | TITLES | NOT_NAMES | STOP_WORDS
"""Capitalised words of the trade that name nothing on their own."""

# A word with its inner marks: "Osgood", "O'Brien", "Smith-Jones", "J.", "ZBA"
_WORD = lazy_regex(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@lru_cache(maxsize=8192)
def names_of(text: str) -> tuple[str, ...]:
    """The words of proper names, each once, in order, without the possessive s; () when there is none."""
    words = (re.sub(r"['’]s\Z", "", word) for one in named_in(folded_text(text)) for word in _WORD.findall(one.text))
    named = (word for word in words if word[0].isupper() and len(word) > 1 and word.lower() not in COMMON_CAPITALS)
    return tuple(dict.fromkeys(named))


def surnames_of(first: str, texts: Iterable[str]) -> frozenset[str]:
    """The lower-case surnames that stand behind a first name in the texts: "roy" of "Ada Roy" and "Ada L. Roy"."""
    pattern = re.compile(rf"\b(?i:{re.escape(first)})\s+(?:[A-Z]\.?\s+)?([A-Z][^\W\d_]+(?:['’-][A-Z][^\W\d_]+)*)")
    return frozenset(match[1].lower() for text in texts for match in pattern.finditer(text))


@lru_cache(maxsize=2048)
def _held(text: str) -> tuple[frozenset[str], str]:
    folded = folded_text(text)
    words = [re.sub(r"['’]s\Z", "", word) for word in _WORD.findall(folded)]
    initials = "".join(word[0] if word[0].isupper() else " " for word in words if word.lower() not in ("of", "the"))
    return frozenset(part for word in words for part in (word.lower(), *word.lower().split("-"))), initials


def stands_in(name: str, text: str) -> bool:
    """True when the name, or each part of a hyphenated one, is a word of the text; an acronym may stand as its words
    ("ZBA" in "Zoning Board of Adjustment")."""
    held, initials = _held(text)
    low = name.lower()
    if low in held or all(part in held for part in low.split("-")):
        return True
    if f"{low}s" in held:  # "Notice of Decision" of "Notices of Decisions"
        return True
    if any(low.endswith(end) and low.removesuffix(end) in held for end in ("s", "es")):  # "the Marshes", "the Fenns"
        return True
    if name.isupper() and len(name) == 2:  # "RV" of "Recreational vehicles"
        return re.search(rf"\b{name[0]}[a-z]+ (?i:{name[1]})[a-z]+", text) is not None
    return name.isupper() and len(name) > 2 and name in initials


_LONG, _LOST = 8, 3
"""Letters of a word of which a scan doubles or loses some, and how many: of a shorter word they make another."""


def misread_in(name: str, text: str) -> bool:
    """Whether a text read from a scan has a long word with a few letters doubled or lost and none exchanged
    ("Assiststance", never "Pedersen" of "Petersen")."""
    low = name.lower()
    held, _ = _held(text)
    likes = (word for word in held if word[:2] == low[:2] and 0 < abs(len(word) - len(low)) <= _LOST)
    return len(low) >= _LONG and any(_is_within(*sorted((low, word), key=len)) for word in likes)


def _is_within(short: str, long: str) -> bool:
    """Whether all letters of the shorter word stand in the longer one in their order."""
    letters = iter(long)
    return all(letter in letters for letter in short)
