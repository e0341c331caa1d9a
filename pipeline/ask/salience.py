"""How legal a question is, 0..1, computed from its words (decision 7).

Terms of two weights on word boundaries, and question forms. It refuses to guess: a word inside another word counts
for nothing, and no name of a place or case has a weight.
"""

from __future__ import annotations

import re

from pipeline.ask.lexicon import HIGH_STAKES, NEUTRAL_PHRASES, STRONG_TERMS, WEAK_TERMS
from pipeline.ask.phrases import contains_run, stem_words
from vault.text.patterns import lazy_regex
from vault.text.words import words

__all__ = ["high_stakes_terms", "legal_salience", "salience_terms", "without_neutral"]

_FIRST_STRONG = 0.40
"""One strong word with one question form passes 0.6; alone it stays below 0.5: "law enforcement" is no lawsuit."""
_MORE_STRONG = 0.12
_FIRST_WEAK = 0.12
"""Two weak words stay below 0.3: "variance" and "hearing" are words of plain questions about facts."""
_MORE_WEAK = 0.06
_WEAK_MAX = 0.24
_FORM = 0.25

_FORMS = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        # "led to potential liability", "risk of a lawsuit", "exposure to damages"
        r"\b(?:potential|possible|legal|personal|create|creates|created|led to|lead to|risk of|exposure|expose[sd]?)\b"
        r"(?:\W+\w+){0,3}?\W+(?:liabilit(?:y|ies)|liable|damages|lawsuits?|exposure|risk|penalt(?:y|ies))\b",
        # "personally sued", "could the town be sued"
        r"\b(?:be|being|been|get|personally)\W+(?:\w+\W+)?(?:sued|liable|prosecuted|held\W+(?:personally\W+)?(?:liable|responsible))\b",
        # "what RSA governs", "which law says", "what statute requires"
        r"\b(?:what|which)\W+(?:\w+\W+)?(?:rsas?|laws?|statutes?|legal\W+\w+)\b",
        # "was it legal", "is that lawful", "could they legally"
        r"\b(?:is|was|were|are|be)\W+(?:\w+\W+){0,4}?(?:legal|lawful|illegal|unlawful|constitutional|unconstitutional)\b",
        r"\b(?:can|could|may|did|do|does|would)\W+(?:\w+\W+){0,5}?(?:legally|lawfully)\b",
        # "within what state law allows", "required by law", "under what authority", "against the law", "broke the law"
        r"\b(?:state\W+laws?\W+(?:allows?|permits?|requires?|says?)|(?:required|allowed|permitted)\W+(?:by|under)\W+(?:\w+\W+)?law"
        r"|under\W+what\W+authority|against\W+the\W+law|(?:break|broke|violat\w+|follow\w*)\W+(?:the\W+)?(?:\w+\W+)?law)\b",
    )
)
_SOFT_FORM = 0.15
_SOFT_FORMS = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        # "was a hearing needed", "is a vote required"
        r"\b(?:is|was|were|are)\W+(?:an?|the)\W+(?:\w+\W+){1,3}(?:needed|required|necessary|mandatory)\b",
        # "could they have refused", "are they allowed to"
        r"\b(?:could|can|may)\W+(?:they|he|she|the\W+(?:\w+\W+){1,3})have\W+\w+ed\b|\ballowed\W+to\b|\bhave\W+the\W+(?:right|authority|power)\b",
        # "is a public body required to", "must the board"
        r"\brequired\W+to\b|\bmust\W+(?:the|a|they)\b|\bhave\W+to\b|\bhas\W+to\b",
        # "how is the default budget adopted", "how many signatures do I need"
        r"\bhow\W+(?:is|are)\W+(?:\w+\W+){1,5}(?:calculated|adopted|determined|filled|elected|appointed)\b",
    )
)


def _found(text: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    spoken, roots = words(text), stem_words(text)
    hits: dict[tuple[str, ...], str] = {}
    for term in terms:
        if contains_run(spoken, words(term)):
            hits.setdefault(stem_words(term), term)
    return tuple(term for key, term in hits.items() if contains_run(roots, key))


_NEUTRAL = lazy_regex(rf"\b(?:{'|'.join(NEUTRAL_PHRASES)})\b", re.IGNORECASE)


def without_neutral(text: str) -> str:
    """The text without phrases such as "legal fees" that only sound like law."""
    return _NEUTRAL.sub(" ", text)


def salience_terms(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The strong and the weak legal terms the text says, in table order; both empty for a plain text."""
    return _found(text, STRONG_TERMS), _found(text, WEAK_TERMS)


def high_stakes_terms(text: str) -> tuple[str, ...]:
    """Which of S1's twelve high-stakes words the text says, on word boundaries, in table order."""
    return tuple(term for term in HIGH_STAKES if contains_run(stem_words(text), stem_words(term)))


def legal_salience(text: str) -> float:
    """How legal the question is, 0..1, two decimals: terms of two weights plus question forms (decision 7)."""
    text = without_neutral(text)
    strong, weak = salience_terms(text)
    score = 0.0
    if strong:
        score += _FIRST_STRONG + _MORE_STRONG * (len(strong) - 1)
    if weak:
        score += min(_WEAK_MAX, _FIRST_WEAK + _MORE_WEAK * (len(weak) - 1))
    if any(form.search(text) for form in _FORMS):
        score += _FORM
    elif any(form.search(text) for form in _SOFT_FORMS):
        score += _SOFT_FORM
    return round(min(1.0, score), 2)
