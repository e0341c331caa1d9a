"""Numbers written in words and in figures: "twenty-five", "three hundred and twelve", "seventeenth", "1,250.50".

Holds the arithmetic of number words, nothing else. It refuses to decide what is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = [
    "DECIMAL", "NUMBER_WORDS", "ONE_WORD", "ORDINAL_WORDS", "UNITS", "canonical_number", "number_runs", "ordinal_value",
    "word_value",
]  # fmt: skip

_UNIT_TEXT = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
UNITS = {word: value for value, word in enumerate((*_UNIT_TEXT.split(), "seventeen", "eighteen", "nineteen"))}
_TEN_TEXT = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 20 + 10 * number for number, word in enumerate(_TEN_TEXT.split())}
_SIZES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SCALE_EXPONENTS = {"hundred": 2, "thousand": 3, "k": 3, "million": 6, "m": 6, "billion": 9, "b": 9}
"""Powers of ten of the words and letters that scale a figure: "$1.2 million", "$40K"."""

_ORDINAL_UNITS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip
_ORDINALS = {word: value for value, word in enumerate(_ORDINAL_UNITS)} | {"twentieth": 20, "thirtieth": 30}

DECIMAL = r"(?!0)\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
"""A number in figures: "1,250.50", "14", ".5"."""
ONE_WORD = "|".join(sorted((*UNITS, *_TENS), key=len, reverse=True))
"""A number of one word below a hundred: "three", "forty"."""
_SIZE_WORD = "|".join((*_SIZES, "dozen"))
_SMALLER = rf"(?<=million),\s+(?=(?:(?:{ONE_WORD}|hundred|and)[-\s]+)+thousand\b)"
NUMBER_WORDS = (
    rf"(?:(?:{ONE_WORD})|a(?=\s+(?:{_SIZE_WORD})\b))(?:(?:[-\s]+|\s+and\s+|{_SMALLER})(?:{ONE_WORD}|{_SIZE_WORD})\b)*"
)
"""A number in words: "three", "twenty-five", "a hundred", "three hundred and twelve", "two thousand twenty-four"."""
ORDINAL_WORDS = (
    rf"(?:(?:{'|'.join(_TENS)})[-\s](?:{'|'.join(_ORDINAL_UNITS[1:10])})|"
    rf"{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
)
"""A place in an order, in words: "first", "seventeenth", "twenty-seventh"."""


def word_value(text: str) -> int | None:
    """The number that words say ("three hundred and twelve" -> 312); None when they say none ("five six")."""
    total = part = 0
    last = 10**12
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in ("and", "a"):
            part += word == "a"
        elif word == "hundred":
            part, last = (part or 1) * 100, 100
        elif word == "dozen":
            part, last = (part or 1) * 12, 0
        elif word in _SIZES:
            total, part, last = total + (part or 1) * _SIZES[word], 0, 10**12
        else:
            value = UNITS.get(word, _TENS.get(word, 0))
            if value >= last or (part % 100 and (value >= 10 or part % 10)) or (part % 100 in range(1, 20)):
                return None
            part, last = part + value, value if value >= 20 else 1
    return total + part


def number_runs(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end and value of each number of a text that matches `NUMBER_WORDS`: "seven and eight" holds two."""
    words = list(re.finditer(r"[a-z]+", text, re.IGNORECASE))
    first = 0
    while first < len(words):
        for last in range(len(words), first, -1):
            start, end = words[first].start(), words[last - 1].end()
            value = word_value(text[start:end])
            if value is not None and words[first][0].lower() != "and" != words[last - 1][0].lower():
                yield start, end, value
                first = last
                break
        else:
            first += 1


def ordinal_value(text: str) -> int | None:
    """The number of an ordinal in words or figures ("twenty-first" and "21st" -> 21); None for anything else."""
    figure = re.fullmatch(r"(\d+)(?:st|nd|rd|th)?", text.strip().lower())
    if figure:
        return int(figure[1])
    tens, _, unit = text.lower().replace("-", " ").rpartition(" ")
    if unit not in _ORDINALS:
        return None
    return _TENS.get(tens.strip(), 0) + _ORDINALS[unit]


def canonical_number(number: str, scale: str | None = None) -> str:
    """Canonical digits: no commas, no trailing zeros after the point, scale words multiplied out ("1.2", "million" ->
    "1200000")."""
    whole, _, part = number.replace(",", "").partition(".")
    shift = _SCALE_EXPONENTS.get((scale or "").lower(), 0)
    digits = part.ljust(shift, "0")
    whole, part = whole + digits[:shift], digits[shift:].rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole
