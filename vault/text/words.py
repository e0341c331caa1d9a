"""How text becomes words, stems and sentences, in step with the full text index.

Holds the one place where text is cut into words: the same cut, folding and Porter stems as the FTS5 tokenizer
`porter unicode61 remove_diacritics 2`, so that a stem computed here is a term of the index. It refuses to know
what a document is, to read files and to open a database.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import Stemmer  # type: ignore[import-not-found]

from vault.text.patterns import lazy_regex

__all__ = [
    "STOP_WORDS", "Scan", "content_words", "fold", "name_words", "scan", "spelled_out", "stands_as_word", "stem",
    "stems", "words",
]  # fmt: skip

_STOP_TEXT = """
    a about above after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further had has have having he
    her here hers him his how i if in into is it its just me more most my no nor not of off on once only or other
    our out over own same she should so some such than that the their them then there these they this those
    through to too under until up very was we were what when where which while who whom whose why will with would
    you your
"""
STOP_WORDS = frozenset(_STOP_TEXT.split())
"""Words that carry no subject: function words and question words ("who", "what")."""

_WORD = lazy_regex(r"[^\W_]+")
"""A run of letters and digits: "91", "A", "3" in "91-A:3"; FTS5's unicode61 cuts at the same places."""

_MARKS = "’“”‘–—§•…\u00a0"
"""Marks of print between words: without them nearly every English text is plain ASCII."""

_APART = bytes(code if code < 128 and chr(code).isalnum() else 32 for code in range(256))
"""ASCII letters and digits stay, all else becomes a space: a quarter of the cost of the pattern."""

_AUXILIARY = r"do|does|did|is|are|was|were|has|have|had|ca|could|would|should|might|wo|ai"
# "don't", "isn’t", "they've": a short form is the function words it stands for; its halves are no words of a matter
_SHORT_FORM = lazy_regex(rf"\b(?:{_AUXILIARY})n['’]t\b|(?<=[a-z])['’](?:ll|ve|re)\b", re.IGNORECASE)
# "Didn't they ask", "and isn't there a rule": a question of the same fact as without the "not"
_ASKED_SHORT = lazy_regex(
    rf"(?P<before>\A\W*|[.?!,;:]\s+|\b(?:and|but|so|then|or)\s+)(?P<verb>{_AUXILIARY})n['’]t"
    r"(?=\s+(?:(?:the|a|an|any|some|this|that|these|those|there|it|he|she|we|you|they|my|our|their|his|her|its)\b"
    r"|(?-i:[A-Z])))",
    re.IGNORECASE,
)
_NOT = lazy_regex(rf"\b(?P<verb>{_AUXILIARY})n['’]t\b", re.IGNORECASE)
_TAIL = lazy_regex(r"(?<=[A-Za-z])['’](?P<end>ll|ve|re)\b", re.IGNORECASE)
_IS = lazy_regex(r"\b(?P<word>what|who|where|when|why|how|that|there|it|he|she)['’]s\b", re.IGNORECASE)
_TAILS = {"ll": "will", "ve": "have", "re": "are"}
_VERBS = {"ca": "can", "wo": "will", "ai": "is"}

_HUMP = lazy_regex(r"(?<=[a-z])(?=[A-Z])")
_BETWEEN_WORDS = lazy_regex(r"[\W_]+")
"""Where a word of a file name ends: "DraftMinutes", "pb_minutes-3"."""

_VOWELS = frozenset("aeiou")
_LATIN_END = 0x250
"""Letters below this code point are Latin; FTS5 removes diacritics from these and keeps other scripts' marks."""

_STEMMER = Stemmer.Stemmer("porter")
_STEMMER_LOCK = threading.Lock()
"""The compiled stemmer keeps state while it works, so two threads must not use it at once."""


class Scan(NamedTuple):
    """A text cut into words, in order; the three tuples have one entry per word.

    `capital` tells whether the word begins with a capital letter as written, `offset` is its character offset in the
    scanned text.
    """

    words: tuple[str, ...]
    capital: tuple[bool, ...]
    offset: tuple[int, ...]


@lru_cache(maxsize=4096)
def _fold_letter(letter: str) -> str:
    lowered = letter.lower()
    if lowered == "ς":  # the index knows one sigma
        return "σ"
    kept = "".join(c for c in unicodedata.normalize("NFD", lowered) if not unicodedata.combining(c))
    return kept if kept and ord(kept[0]) < _LATIN_END else lowered


def fold(text: str) -> str:
    """The text in lower case without Latin diacritics ("Café" -> "cafe"); other scripts keep their marks."""
    if text.isascii():
        return text.lower()
    return "".join(map(_fold_letter, unicodedata.normalize("NFC", text)))


def words(text: str) -> tuple[str, ...]:
    """The words of the text in order, folded as the index folds them; empty for a text without letters or digits."""
    plain = text
    if not plain.isascii():
        for mark in _MARKS:
            plain = plain.replace(mark, " ")
        if not plain.isascii():
            return tuple(_WORD.findall(fold(text)))
    return tuple(plain.lower().encode().translate(_APART).decode().split())


def content_words(text: str) -> tuple[str, ...]:
    """The words that carry meaning, in order, each once: no stop words, no halves of short forms ("don't"), no single
    letters (single digits stay)."""
    whole = _SHORT_FORM.sub(" ", text) if "'" in text or "’" in text else text
    kept = (w for w in words(whole) if w not in STOP_WORDS and (len(w) > 1 or w.isdigit()))
    return tuple(dict.fromkeys(kept))


def spelled_out(text: str) -> str:
    """A question with its short forms written out: "What's due if I don't pay" -> "What is due if I do not pay". One
    that opens with a negated verb asks what it asks without: "Isn't there a rule" -> "Is there a rule"."""
    if "'" not in text and "’" not in text:
        return text
    plain = _ASKED_SHORT.sub(lambda one: one["before"] + _verb(one["verb"]), text)
    plain = _NOT.sub(lambda one: f"{_verb(one['verb'])} not", plain).replace("can not", "cannot")
    plain = _TAIL.sub(lambda one: f" {_TAILS[one['end'].lower()]}", plain)
    return _IS.sub(lambda one: f"{one['word']} is", plain)


def _verb(short: str) -> str:
    whole = _VERBS.get(short.lower(), short)
    return whole.capitalize() if short[0].isupper() else whole


def _measure(word: str) -> int:
    """Porter's m: how many times a vowel run is followed by a consonant run."""
    shape = ""
    for i, letter in enumerate(word):
        vowel = letter in _VOWELS or (letter == "y" and i > 0 and shape[-1] == "c")
        shape += "v" if vowel else "c"
    return shape.count("vc")


def _porter(word: str) -> str:
    with _STEMMER_LOCK:
        return str(_STEMMER.stemWord(word))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The Porter stem of one folded word, equal to the index's term.

    The index leaves words of one or two letters alone and knows two later rules of Porter's that the plain
    algorithm lacks: -bli (possibly) becomes -ble, -logi (ecology) becomes -log.
    """
    if len(word) < 3:
        return word
    root = _porter(word)
    if root.endswith("bli") and _measure(root[:-3]) > 0:
        return _porter(root[:-1] + "e")
    if root.endswith("logi") and not word.endswith("e") and _measure(root[:-4]) > 0:
        return root[:-1]
    return root


def stems(text_words: Iterable[str]) -> tuple[str, ...]:
    """The stems of folded words, in the same order."""
    return tuple(map(stem, text_words))


def scan(text: str) -> Scan:
    """The words of the text with what a reader of names needs: capital and character offset."""
    found = list(_WORD.finditer(text))
    return Scan(
        tuple(fold(match.group()) for match in found),
        tuple(match.group()[0].isupper() for match in found),
        tuple(match.start() for match in found),
    )


def name_words(name: str) -> str:
    """The words of a file name with single spaces between them: "PB-DraftMinutes_3-3" is "PB Draft Minutes 3 3"."""
    return _BETWEEN_WORDS.sub(" ", _HUMP.sub(" ", name)).strip()


def stands_as_word(name: str, text: str) -> bool:
    """Whole words only, so that "RV" is never found in "survey"; short capitals must be capitals."""
    flags = 0 if name.isupper() and len(name) <= 4 else re.IGNORECASE
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, flags))
