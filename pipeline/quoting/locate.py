"""Where a quotation stands in a source text, and by which rung it was found.

Rungs: `exact` (the very characters), `normalised` (the same after the one published folding, `vault.text.clean.fold`),
`ocr` (only for scanned pages: letters a scanner confuses, never digits, never a negation), `not_found` with the nearest
passage as a suggestion. It refuses to accept what is merely similar: a near miss is reported, never passed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from vault.text.clean import EMPHASIS, Folded, fold
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import words
from vault.value import Value

__all__ = [
    "NOT_FOUND", "Place", "QuotedSpan", "folded_text", "has_open_quotation", "locate", "nearest",
    "quote_pieces", "quoted_spans", "with_outer_marks", "without_quotes",
]  # fmt: skip

Rung = Literal["exact", "normalised", "ocr", "not_found"]


class QuotedSpan(Value):
    """A quotation in a text: offsets of what stands between the marks, and those words."""

    start: int
    end: int
    text: str


class Place(Value):
    """Where a quotation stands: rung, and offsets into the source text; (0, 0) when it was not found.

    `pieces` holds one span per piece of a quotation with elisions.
    """

    rung: Rung
    start: int = 0
    end: int = 0
    pieces: tuple[tuple[int, int], ...] = ()


NOT_FOUND = Place(rung="not_found")

# “curly”, "straight", «guillemets»; a straight mark opens only before a character that is not a blank.
_QUOTED = lazy_regex(r"“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|(?<![\w\"])\"(?=\S)([^\"]*)\"")
# "the board … approved", "[...]", "[…]", ". . ."
_ELISION = lazy_regex(r"\s*(?:\[\s*(?:…|\.\.\.|\. \. \.)\s*\]|…|\.\.\.+|\. \. \.)\s*")
# 6", 24”: inches
_INCHES = lazy_regex(r"(?<=\d)[\"”](?!\w)")
# What stands between two quotations that are one: "” … “".
_JOINED = lazy_regex(r"[”\"»]\s*(?:…|\.\.\.)\s*[“\"«]")
# "[T]he board", "The board" of "the board": one letter changed to fit the sentence, in brackets or plainly.
_FIRST_LETTER = lazy_regex(r"\A(?:\[([A-Za-z])\]|([A-Za-z])(?=[a-z]))")
# Words in the gap of an elision that would turn the sentence round if left out.
_TURNING = lazy_regex(
    r"\b(?:not|no|nor|never|none|neither|without|unless|except|only|cannot|fail(?:ed|s)?|den(?:y|ied))\b|n't\b", re.I
)
# "non- conforming": a word broken at a line end, copied with a blank for the end
_LINE_END = lazy_regex(r"(?<=[^\W_])- (?=[^\W_])")
_CLOSING = ",.;:"
"""Marks that American usage pulls inside the closing quotation mark; one of them may be the writer's."""


def quoted_spans(text: str) -> tuple[QuotedSpan, ...]:
    """Every quotation in double marks, in order, empty ones left out. Single marks are apostrophes and are not read.

    Quotations joined by an ellipsis, “one” … “other”, are one quotation with an elision.
    """
    found: list[QuotedSpan] = []
    for match in _QUOTED.finditer(_with_primes(text)):
        group = next(number for number in range(1, 5) if match.group(number) is not None)
        start, end = match.span(group)
        if not any(map(str.isalnum, text[start:end])):
            continue
        if found and _JOINED.fullmatch(text, found[-1].end, start):
            joined = f"{found[-1].text} … {text[start:end]}"
            found[-1] = QuotedSpan(start=found[-1].start, end=end, text=joined)
        else:
            found.append(QuotedSpan(start=start, end=end, text=text[start:end]))
    return tuple(found)


def without_quotes(text: str) -> str:
    """The text with its quotations blanked to an ellipsis, so that what is the writer's own remains."""
    for span in reversed(quoted_spans(text)):
        text = f"{text[: span.start]} … {text[span.end :]}"
    return text


def has_open_quotation(text: str) -> bool:
    """True when a quotation mark stands in the text that opens or closes nothing; inches (6", 24”) are no mark."""
    return bool(re.search(r"[“„«»]|(?<!\d)[\"”]", _QUOTED.sub(" ", text))) and _with_primes(text) == text


_MOST_MARKS = 12
"""Straight marks of a sentence up to which nested quotations are looked for."""


def with_outer_marks(text: str, sources: Sequence[str]) -> str:
    """The text with curly marks around a quotation that holds straight ones ("the name "Alder" shall …"), where the
    whole of it stands in a source; as it was where its marks pair off, or nothing of it stands there."""
    marks = [at for at, one in enumerate(text) if one == '"']
    if not 4 <= len(marks) <= _MOST_MARKS or not has_open_quotation(text):
        return text
    for n, first in enumerate(marks):
        for last in reversed(marks[n + 3 :]):
            inner = text[first + 1 : last]
            if inner.count('"') % 2 == 0 and any(locate(inner, source).rung != "not_found" for source in sources):
                return f"{text[:first]}“{inner}”{with_outer_marks(text[last + 1 :], sources)}"
    return text


def _with_primes(text: str) -> str:
    """The text with the marks behind figures as primes, where a mark opens or closes nothing and so none does: a
    quotation that holds inches."""
    read = _INCHES.sub("″", text) if re.search(r"[\"“”„«»]", _QUOTED.sub(" ", text)) else text
    return text if read == text or re.search(r"[\"“”„«»]", _QUOTED.sub(" ", read)) else read


def quote_pieces(quote: str) -> tuple[str, ...]:
    """The runs of a quotation between its elision marks, blank ones left out."""
    return tuple(piece.strip() for piece in _ELISION.split(quote) if any(map(str.isalnum, piece)))


@lru_cache(maxsize=1024)
def locate(quote: str, source: str, *, ocr: bool = False) -> Place:
    """Where the quotation stands in the source, by the first rung that holds; `NOT_FOUND` otherwise.

    Whole words and whole numbers only: "202" does not stand in "2025", nor "$50" in "$50,000". A quotation with
    elisions stands when its pieces follow each other in one source and no negation or condition is left out between.
    """
    if not any(map(str.isalnum, quote)):
        return NOT_FOUND
    for candidate in _spellings(quote):
        place = _whole(candidate, source, ocr=ocr)
        if place.rung != "not_found":
            return place
    pieces = quote_pieces(quote)
    return _elided(pieces, source, ocr=ocr) if len(pieces) > 1 or pieces != (quote.strip(),) else NOT_FOUND


def nearest(quote: str, source: str) -> str:
    """The sentence of the source that shares most words with the quotation, or "" when none shares half of them.

    A suggestion for the writer, never a proof.
    """
    wanted = set(words(quote))
    best, best_share = "", 0.5
    for sentence in sentences(source):
        held = set(words(sentence.text))
        share = len(wanted & held) / len(wanted) if wanted else 0.0
        if share > best_share or (share == best_share and not best):
            best, best_share = " ".join(sentence.text.split()), share
    return best


def _spellings(quote: str) -> tuple[str, ...]:
    bare = quote.strip()
    spelled = [bare]
    if bare[-1:] in _CLOSING:
        spelled.append(bare[:-1].rstrip())
    if _LINE_END.search(bare):
        spelled += [_LINE_END.sub("-\n", one) for one in spelled]
    fitted = [
        f"{either}{one[letter.end() :]}"
        for one in spelled
        if (letter := _FIRST_LETTER.match(one))
        for either in (letter[letter.lastindex or 0].lower(), letter[letter.lastindex or 0].upper())
    ]
    return tuple(dict.fromkeys((*spelled, *fitted)))


# A word broken at a line end, a back-tick, a control character: folding such a text is more than folding its words
_ODD = lazy_regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f`]|[-\u2010\u2011\u00ad][ \t]*\r?\n")
_BLANK = lazy_regex(r"[ \t\r\n]+")


@lru_cache(maxsize=16384)
def folded_text(text: str) -> str:
    """`fold(text).text`, remembered, and without the offsets, which most comparisons have no use for."""
    if text.isascii() and not _ODD.search(text):
        return " ".join(EMPHASIS.sub("", text).split())
    if _ODD.search(text) or EMPHASIS.search(text):
        return fold(text).text
    words = (word if word.isascii() else _folded_word(word) for word in _BLANK.split(text))
    return " ".join(filter(None, words))


@lru_cache(maxsize=8192)
def _folded_word(word: str) -> str:
    return fold(word).text


@lru_cache(maxsize=512)
def _folded(source: str) -> Folded:
    """A source is folded once for the many quotations looked up in it; a brief has at most some forty sources."""
    return fold(source)


@lru_cache(maxsize=512)
def _scanned_source(folded: str) -> str:
    return _scanned(folded)


def _whole(quote: str, source: str, *, ocr: bool) -> Place:
    at = _find(quote, source, 0)
    if at >= 0:
        return Place(rung="exact", start=at, end=at + len(quote), pieces=((at, at + len(quote)),))
    plain, needle = folded_text(source), folded_text(quote)
    at = _find(needle, plain, 0) if needle else -1
    rung: Rung = "normalised"
    if at < 0 and ocr and needle:
        at, rung = _find(_scanned(needle), _scanned_source(plain), 0), "ocr"
    if at < 0:
        return NOT_FOUND
    start, end = _folded(source).span(at, at + len(needle))
    return Place(rung=rung, start=start, end=end, pieces=((start, end),))


def _find(needle: str, text: str, start: int) -> int:
    """Index of the first place where the needle stands on whole words and whole numbers, or -1."""
    at = text.find(needle, start)
    while at >= 0:
        if _edge_is_free(text, at, needle[0], -1) and _edge_is_free(text, at + len(needle) - 1, needle[-1], 1):
            return at
        at = text.find(needle, at + 1)
    return -1


def _edge_is_free(text: str, edge: int, character: str, step: int) -> bool:
    outside = text[edge + step : edge + step + 1] if edge + step >= 0 else ""
    if not character.isalnum() or not outside:
        return True
    if outside.isalnum() or outside == "_":
        return False
    beyond = text[edge + 2 * step : edge + 2 * step + 1] if edge + 2 * step >= 0 else ""
    if character.isdigit():  # "$50" in "$50,000", "3" in "3-0", "91" in "91-A"
        return not (outside in ".,:-/" and beyond.isalnum())
    return not (outside in "'’" and beyond.isalpha() and step > 0)  # "can" in "can't"


def _elided(pieces: Sequence[str], source: str, *, ocr: bool) -> Place:
    spans: list[tuple[int, int]] = []
    rungs: list[Rung] = []
    at = 0
    for piece in pieces:
        place = next(
            (p for p in (_whole(s, source[at:], ocr=ocr) for s in _spellings(piece)) if p.rung != "not_found"),
            NOT_FOUND,
        )
        if place.rung == "not_found" or (spans and not _gap_is_harmless(source, spans[-1], at + place.start)):
            return NOT_FOUND
        spans.append((at + place.start, at + place.end))
        rungs.append(place.rung)
        at = spans[-1][1]
    if not spans:
        return NOT_FOUND
    worst = max(rungs, key=("exact", "normalised", "ocr").index)
    return Place(rung=worst, start=spans[0][0], end=spans[-1][1], pieces=tuple(spans))


# ", no member of any other board", ", and no officer": a list that repeats the negation of its first member
_REPEATED_NO = lazy_regex(r"[,;]\s*(?:and |or |nor )?no\b", re.IGNORECASE)


def _gap_is_harmless(source: str, before: tuple[int, int], end: int) -> bool:
    """No turning word in the left-out words of the sentences that the two pieces belong to, but a repeated "no"."""
    gap = source[before[1] : end]
    if re.search(r"\bno\b", source[slice(*before)], re.IGNORECASE):
        gap = _REPEATED_NO.sub(",", gap)
    gap = re.sub(r"\b(?:but )?not limited to\b", "", gap)
    parts = [sentence.text for sentence in sentences(gap)]
    near = gap if len(parts) < 3 else f"{parts[0]} {parts[-1]}"
    return not _TURNING.search(near)


# A run of letters in which a scanner may have put a 1 or a | for an l: "counci1", "E|ection"; never "1st" nor "91".
_LETTERS = lazy_regex(r"(?<![^\W_])[A-Za-z][A-Za-z1|]*[A-Za-z|1](?![^\W_])")
_CONFUSED = str.maketrans({"r": "t", "R": "T", "I": "l", "1": "l", "|": "l"})
_ALIKE = str.maketrans({"I": "l", "1": "l", "|": "l"})
"""In a word with a capital only what looks the same is forgiven: "Carter" and "Catter" may be two people."""
_NEVER_TOLERATED = frozenset(
    {"not", "nor", "no", "non", "never", "none", "neither", "without", "unless", "cannot", "or", "all", "for", "to"}
)
"""Words whose meaning hangs on one letter, and negations: a scan must have them letter by letter."""


def _scanned(folded: str) -> str:
    """The text with the letters that scanners confuse made one, of the same length; digits and short words stay."""

    def one(match: re.Match[str]) -> str:
        word = match.group()
        plain = word.lower().replace("1", "l").replace("|", "l")
        certain = sum(1 for letter in plain if letter not in "rtil")
        digits = sum(1 for letter in word if letter == "1")
        if certain < 2 or digits > 1 or plain in _NEVER_TOLERATED or plain.endswith("n't"):
            return word
        return word.translate(_ALIKE if word[0].isupper() and word[0] != "I" else _CONFUSED)

    return _LETTERS.sub(one, folded)
