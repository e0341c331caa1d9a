"""How readable a text is: the share of its tokens that are words, names or figures and not the noise of a scan; and
whether it is rows of a table, figures more than words.

Holds the measures and nothing that acts on them. It refuses to judge what a text means: a page of figures in rows reads
as well as a page of prose, and a text of a few tokens is not held against anybody.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from typing import Final
from unicodedata import category

from vault.text.patterns import lazy_regex
from vault.text.words import fold, stem

__all__ = ["POOR_QUALITY", "in_table", "is_row", "is_word", "read_right", "text_quality"]

POOR_QUALITY: Final = 0.7
"""Below this a reader gives up: clean scans measure .86 to .99, a page too faint, turned or blurred .28 to .56
(decision 60)."""

_FILLER: Final = lazy_regex(r"[\W_]+\Z")
_LEADER: Final = lazy_regex(r"[.·…_\-–—=*|•▪◦●☐☒✓§&/:+%$#@<>\"'“”‘’(),;!?]+\Z")
"""Dot leaders, rules to write on, bullets and plain marks: they say nothing either way."""
# "$1,250.00", "3-0-1", "6:30", "12/31/2024", "(15%)", "#4", "2.5"
_FIGURE: Final = lazy_regex(r"[#$(\[+-]*\d[\d,./:;%)\]*-]*\Z")
# "91-A:3", "2nd", "FY25", "MS-737", "R-1", "4(b)", "p.m", "U.S": letters and figures as print joins them
_NUMBERED: Final = lazy_regex(
    r"[(\[]*(?:\d+(?:st|nd|rd|th|s|k|am|pm)?|[A-Z]{1,4}\d{1,6}|[A-Z]{1,4}-\d{1,5}[A-Za-z]?|\d{1,4}-?[A-Za-z])"
    r"(?:[:.(-][\w.()-]{0,8})*\W*\Z",
    re.IGNORECASE,
)
_INITIAL: Final = lazy_regex(r"\(?[A-Za-z][.):]+\Z|(?:[A-Za-z]\.)+[A-Za-z]?\W*\Z")
_LETTERS: Final = lazy_regex(r"[^\W\d_]+")
_STRANGE_RUN: Final = lazy_regex(r"[bcdfghjklmnpqrstvwxz]{5}|[aeiou]{4}|(.)\1\1", re.IGNORECASE)
_VOWEL: Final = lazy_regex(r"[aeiouy]", re.IGNORECASE)
_SMALL_TEXT = "st rd dr mr jr sr co nh pm am ft sq lb oz hr ss vs et al eg ie pp cf"
_SMALL: Final = frozenset(_SMALL_TEXT.split())
"""Words of two letters that no dictionary lists."""

_NAME: Final = 0.8
"""An unknown capitalised word that can be spoken is most likely a name."""
_RARE: Final = 0.35
"""An unknown word in small letters is more often a misread word than a rare one."""
_TRUST_TOKENS: Final = 6
"""A text counts as if it held this many readable tokens more: three odd marks on a map are no bad page."""

_CODE_TIMES, _CODE_LETTERS = 3, 3
"""Capitals that come so often are the codes of a table: "P", "SE"."""


@lru_cache(maxsize=1)
def _known_stems() -> frozenset[str]:
    text = files("vault").joinpath("data", "english_stems.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


@lru_cache(maxsize=100_000)
def _word_value(word: str) -> float:
    """How surely a run of letters is a word: 1 in the dictionary, less for what only looks like one."""
    folded = fold(word)
    if len(folded) == 1:
        return 1.0 if word in {"a", "A", "I"} else 0.0
    if stem(folded) in _known_stems() or folded in _SMALL:
        return 1.0
    well_cased = word.islower() or word.isupper() or (word[0].isupper() and word[1:].islower())
    if len(folded) == 2:
        return _RARE if word.isupper() else 0.0
    if not well_cased or not _VOWEL.search(folded) or _STRANGE_RUN.search(folded):
        return _RARE if word.isupper() and len(folded) <= 5 else 0.0
    return _RARE if word.islower() else _NAME


def is_word(letters: str) -> bool:
    """Whether a run of letters is in the dictionary, in any of its forms."""
    return _word_value(letters) == 1.0


_LONG: Final = 6
"""Letters from which an unknown word that becomes a known one by one letter is taken for a misread one."""
_MISREAD: Final = {"r": "t", "t": "r"}


@lru_cache(maxsize=100_000)
def read_right(word: str) -> str:
    """The only dictionary word that an unknown long word is with one r for a t, or one t for an r, as scans misread
    them ("eldetly", "tecommended"); the word as it stands otherwise."""
    if len(word) < _LONG or not word.isalpha() or is_word(word):
        return word
    right = [
        spelled
        for at, letter in enumerate(word.lower())
        if letter in _MISREAD and is_word(spelled := f"{word[:at]}{_MISREAD[letter]}{word[at + 1 :]}")
    ]
    return right[0] if len(right) == 1 else word


@lru_cache(maxsize=100_000)
def _token_value(token: str) -> float | None:
    """0..1 for a token, None for one that says nothing."""
    if _LEADER.match(token) or (len(token) == 1 and category(token) == "Co"):  # a check box of a symbol font
        return None
    if _FILLER.match(token):
        return 0.0
    if _FIGURE.match(token) or _INITIAL.match(token) or _NUMBERED.match(token):
        return 1.0
    parts = _LETTERS.findall(token)
    if not parts:
        return 0.5
    value = sum(map(_word_value, parts)) / len(parts)
    marks = sum(not char.isalnum() and char not in ".,;:'’\"“”()-–—/&" for char in token)
    return value if marks == 0 or len(token) > 4 * marks else value / 2


def text_quality(text: str) -> float:
    """The readable share of the text, 0..1, to two places; 1.0 for an empty text.

    A token that comes again counts by the root of its number: the words of a text repeat, noise does not.
    Linear in the length of the text.
    """
    good = total = float(_TRUST_TOKENS)
    for token, count in Counter(text.split()).items():
        is_code = count >= _CODE_TIMES and len(token) <= _CODE_LETTERS and token.isupper()
        value = 1.0 if is_code else _token_value(token)
        if value is not None:
            good += value * sqrt(count)
            total += sqrt(count)
    return round(good / total, 2)


_TABLE_REACH, _TABLE_SHARE = 200, 0.4
"""Of the words within so many characters, this share with digits makes a table: of one only the row and its neighbours
are shown; whole tables of other places' rates took a third of some dossiers."""


def is_row(text: str) -> bool:
    """Whether a text is figures more than words."""
    tokens = text.split()
    return sum(any(map(str.isdigit, token)) for token in tokens) >= _TABLE_SHARE * max(1, len(tokens))


def in_table(text: str, start: int, end: int) -> bool:
    """Whether what stands around a place is figures more than words: the rows of a table."""
    return is_row(text[max(0, start - _TABLE_REACH) : end + _TABLE_REACH])
