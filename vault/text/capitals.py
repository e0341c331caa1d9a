"""Words set in capitals as a person would write them: "RESERVE FUNDS OF CITIES" is "Reserve Funds of Cities"."""

from __future__ import annotations

import re
from typing import Final

from vault.text.patterns import lazy_regex

__all__ = ["ACRONYMS", "SMALL", "cased"]

_SHORT: Final = 2
"""Letters of an acronym that no list has, when none of them is a vowel."""
SMALL: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with"}
)
ACRONYMS: Final = frozenset(
    {"rsa", "nh", "usa", "zba", "ms", "tif", "ada", "cip", "fy", "ii", "iii", "iv", "vi", "vii", "viii", "ix"}
)
_ROMAN: Final = lazy_regex(r"[IVXLC]{2,}\W*")
_MOSTLY: Final = 0.6


def cased(words: str) -> str:
    """ "CAPITAL RESERVE FUNDS OF CITIES" -> "Capital Reserve Funds of Cities"; mixed case stays as it is."""
    head, bracket, inner = words.partition(" (")
    if bracket and head.isupper() and not inner.isupper():
        return f"{cased(head)}{bracket}{inner}"
    letters = sum(map(str.isalpha, words))
    if sum(map(str.isupper, words)) <= _MOSTLY * letters:
        return words
    found = []
    for number, word in enumerate(words.split()):
        bare = re.sub(r"\W", "", word).lower()
        keeps = bare in ACRONYMS or bool(_ROMAN.fullmatch(word)) or any(map(str.isdigit, word))
        numbered = " ".join(words.split()[number + 1 : number + 2])[:1].isdigit()
        keeps = keeps or (len(bare) + numbered > _SHORT and not set(bare) & set("aeiouy"))  # "GWRSD", "HB 315"
        small = bare in SMALL and number > 0
        loud = word.isupper() or (words.isupper() and len(bare) > 1)
        found.append(word if keeps or not loud else word.lower() if small else word[:1] + word[1:].lower())
    said = re.sub(r"\bby ?[–-] ?(?=Laws\b)", "By-", " ".join(found))
    return re.sub(r"(?<=[-/(“\"])(?!(?:to|of|the|in|and|by)\b)([a-z])", lambda match: match[1].upper(), said)
