"""Noun phrases beside a figure: the one that ends before a word, the one that begins after it, and whether it says
what the figure is of.

Plain rules over words, without a tagger: determiners, prepositions and verbs end a phrase. It refuses times, people and
nouns such as "cost" that name a kind of sum only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from vault.facts.dates import MONTH
from vault.facts.numerals import NUMBER_WORDS
from vault.text.patterns import lazy_regex

__all__ = ["is_bare", "names", "phrase_after", "phrase_before", "tells"]

_LONGEST: Final = 12
"""Words a phrase has at most."""
_DETERMINERS: Final = frozenset(
    ["a", "an", "the", "this", "that", "these", "those", "their", "his", "her", "its", "our", "your", "my", "another",
     "each", "every", "any", "some", "no", "such"]
)  # fmt: skip
_LINKS: Final = frozenset(["of", "for", "to", "on", "in", "without", "&", "and"])
_BREAKS: Final = frozenset(
    ["it", "he", "she", "they", "we", "you", "i", "there", "who", "which", "what", "that", "this", "and", "or", "but",
     "so", "if", "when", "because", "while", "as", "since", "where", "than", "then", "not", "is", "are", "was", "were",
     "be", "been", "has", "have", "had", "will", "would", "shall", "should", "may", "can", "could", "must", "do",
     "did", "does", "us", "them", "him", "me", "one", "up", "down", "out", "about", "said", "says", "states", "made",
     "paid", "spent", "sold", "went", "got", "get", "gave", "put", "sought", "bought", "took", "yes", "requesting",
     "asking", "adding", "leaving", "including", "spending", "paying", "using", "getting", "looking", "being", "going",
     "having", "making", "buying", "taking", "versus", "vs", "plus", "minus", "also", "only", "just", "over", "under",
     "ask", "asks", "pay", "pays", "came", "come", "comes", "estimates", "believes", "thinks", "feels", "however",
     "presents", "present", "think", "know", "except", "instead", "another", "with", "by", "at", "from", "per",
     "after", "before", "until", "into", "why", "how", "whether", "very", "similar",
     "responsible", "subject", "eligible", "punishable"]
)  # fmt: skip
"""Words at which a phrase read backwards ends."""
_PARTICIPLES: Final = frozenset(
    ["proposed", "requested", "approved", "recommended", "estimated", "required", "unassigned"]
)
_SHORT_VERB: Final = lazy_regex(r"n['’]t\Z|['’](?:re|ve|ll|d|m)\Z")
_CONTRACTED: Final = lazy_regex(r"(?<=\bthat)['’]s\Z|(?<=\bit)['’]s\Z|(?<=\bthere)['’]s\Z")
_ADVERB: Final = lazy_regex(r"(?!supply|family|assembly|reply|anomaly)[a-z]+ly")
_SHORTENED: Final = lazy_regex(r"(?:[A-Z]|St|Rd|Mr|Mrs|Dr|No)\.")
_WHEN: Final = lazy_regex(
    r"\s+(?:(?:for\s+)?(?:this|last|next|each|per|every)\s+(?:year|month|week)|(?:in|for)\s+(?:19|20)\d\d|"
    r"now|today|alone|itself)\Z",
    re.I,
)
_AMOUNT_TAIL: Final = lazy_regex(r"\s+(?:in|for)\s+(?:amount|sum|total)\Z")
_NO_NOUN: Final = (
    r"(?:the|an?|this|that|these|his|her|its|their|our|it|we|they|he|she|you|i|who|which|"
    r"after|before|because|since|except|into|and|or|for|to|if|by|at|in|on|of|upon|per|as|under|from|with|but|so|while|"
    r"until|than|when|where|over|about|through|between|back|down|up|only|just|more|less|dollars|not|available|contingent|"
    r"was|is|are|were|be|has|have|had|would|will|can|could|may|might|must|shall|should)\b"
)
_AFTER: Final = lazy_regex(
    rf"(?P<label>(?:(?:19|20)\d\d\s+)?(?!{_NO_NOUN})[A-Za-z][\w'’/&-]*(?:\s+(?:of\s+(?:the\s+)?|"
    r"and\s+(?=[A-Z]|[a-z]+\s+(?:of|fees?|costs?|services?|system|program|funds?)\b)|"
    r"to\s+the\s+(?=[\w ]*\b(?:fund|account|reserve|trust)))?"
    rf"(?!{_NO_NOUN}|[a-z]+ed\b)[A-Za-z\d][\w'’/&-]*){{0,6}})"
)
_HANGS: Final = lazy_regex(r"\s(?:of|in|for|on)\s")
_BARE: Final = frozenset(
    ["cost", "costs", "price", "amount", "total", "sum", "figure", "number", "estimate", "proposed", "budget",
     "proposed budget", "request", "rest", "line", "line item", "item", "project", "expense", "value", "balance",
     "purchase price", "asking price", "total cost", "overall cost", "bottom line", "fee", "quote", "cap", "savings",
     "funding", "level funding", "warrant article", "article", "maximum", "minimum", "average"]
)  # fmt: skip
_ADJECTIVES: Final = lazy_regex(
    r"\A(?:(?:approximate|new|final|original|actual|current|full|estimated|total|overall|first|annual|initial|"
    r"proposed|requested|approved|(?:19|20)\d\d)\s+)*(?=\w)",
    re.I,
)
# "many years", "the rest", "last year's", "twenty-five", "May": times, people and words that say nothing of a sum
_NOTHING: Final = lazy_regex(
    r"(?:['’]s?|s['’])\Z|\A(?:(?:last|this|next)\s+)?(?:years?|months?|weeks?)\b|\A(?:FY\s?\d+|fiscal\s+year|purposes?)\b|"
    r"\b(?:years?|months?|weeks?|days?|hours?|seasons?|while|times?|money|people|residents?|more|less|minutes|meeting|"
    r"motion|vote|things?|way|example|excess|increase|decrease|difference|reduction|dollars?|ago|due|percent|million|"
    r"thousand)\Z|"
    r"\A(?:board|committee|council|town|city|village|district|department|order|rest|lot|majority|part|most|half|"
    r"same|now|again|instead|along|given|cents|since|the|level funded|"
    rf"{MONTH}|{NUMBER_WORDS})\Z|\A(?!(?:19|20)\d\d )\d|\A[a-z]+ed\Z",
    re.I,
)


def phrase_before(words: Sequence[str], *, infinitive: bool = False) -> tuple[str, str]:
    """The noun phrase at the end of some words, and the word before it in small letters; "" where there is none.

    "made a motion to accept the low bid" gives ("low bid", "accept"). With `infinitive`, "to rent a tractor" is one.
    """
    taken: list[str] = []
    words = _WHEN.sub("", " ".join(words)).split()
    for place in range(len(words) - 1, max(-1, len(words) - _LONGEST), -1):
        word, before = words[place], words[place - 1].lower() if place else ""
        lower = _CONTRACTED.sub("", word.lower().strip('("“'))
        if taken and word.rstrip("*")[-1:] in ",;:.!?-–—" and not _SHORTENED.fullmatch(word):
            return _joined(taken), word
        if taken and lower in _DETERMINERS:
            if before in _LINKS and before != "and":
                continue
            if infinitive and before.isalpha() and place >= 2 and words[place - 2].lower() == "to":
                return f"{before} {_joined(taken)}", "to"
            return _joined(taken), before
        if taken and lower in _LINKS:
            if not before or before in _BREAKS:
                return _joined(taken), before
            if lower == "and" and not _pairs(words[place - 1], taken[0]) and not _goes_back(words[:place]):
                return _joined(taken), before
            if lower == "to" and taken[0].islower() and words[place + 1].lower() not in _DETERMINERS:
                return _joined(taken[1:]), lower  # "to accept the bid": a verb
        elif not taken and _ADVERB.fullmatch(word):
            continue
        elif taken and all(part[:1].isupper() for part in (words[place - 1], word, taken[0])) and word != "I" and place:
            pass  # "School's Out Program": a small word inside a name
        elif _ends(word, lower, before) or (not taken and not re.search(r"[A-Za-z]", word)):
            return _joined(taken), lower
        taken.insert(0, word.strip('("“”,'))
    return _joined(taken), ""


def _pairs(one: str, other: str) -> bool:
    """Whether two words are parts of one name around "and": "Parks and Recreation"."""
    return one[:1].isupper() and other[:1].isupper()


def _goes_back(words: Sequence[str]) -> bool:
    """Whether the noun phrase before an "and" is one of several: it hangs on a preposition ("costs for workers and")
    or opens the sentence ("Salary and")."""
    label, ended = phrase_before(words)
    return bool(label) and not ended and (len(label.split()) == 1 or bool(_HANGS.search(label)))


def _ends(word: str, lower: str, before: str) -> bool:
    """Whether a word is a verb, a pronoun or a sum and so no part of a phrase; "the approved budget" holds no verb."""
    if lower in _BREAKS or lower in _LINKS or word[0] == "$" or _SHORT_VERB.search(word):
        return True
    return word.islower() and word.endswith("ed") and before not in _DETERMINERS and lower not in _PARTICIPLES


def _joined(taken: Sequence[str]) -> str:
    words = list(taken)
    while words and words[0].lower() in _LINKS:
        words.pop(0)
    while words and words[-1].lower() in _LINKS:
        words.pop()
    return _AMOUNT_TAIL.sub("", " ".join(words)).strip(" ,.;:-–•©")


def phrase_after(text: str, start: int = 0, *, bare: bool = False) -> str:
    """The noun phrase that begins at an offset, its blanks single; "" when none begins there or it says nothing. With
    `bare`, "fee" is one."""
    found = _AFTER.match(text, start)
    label = " ".join(found["label"].split()) if found else ""
    return label if names(label) or (bare and tells(label)) else ""


def tells(label: str) -> bool:
    """Whether a phrase holds a word that may say what a sum is of, be it "cost"."""
    return bool(re.search(r"[A-Za-z]{2}", label)) and not _NOTHING.search(label)


def is_bare(label: str) -> bool:
    """Whether a phrase names a kind of sum and not what it is of: "cost", "the total proposed budget"."""
    return _ADJECTIVES.sub("", label.lower()) in _BARE


def names(label: str) -> bool:
    """Whether a phrase says by itself what a sum is of."""
    return tells(label) and not is_bare(label)
