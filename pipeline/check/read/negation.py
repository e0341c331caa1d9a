"""Which words are denied: negations, what they reach, and those that only set a limit.

Holds readings of tokens alone. It refuses to say whether a denial of the record is one of a claim's matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pipeline.check.read.lexing import Token
from vault.text.patterns import lazy_regex

__all__ = ["EMPTY_VERBS", "NEGATIONS", "denied", "limits", "negates"]

_NO_DENIAL = frozenset(("than", "later", "only", "exceed"))
NEGATIONS = frozenset(("not", "no", "never", "none", "nor", "neither", "nobody", "nothing", "without", "cannot"))


def denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether a negation stands within the three words before this one, in the same clause."""
    first, place = max(0, at - 4), at
    while place > first:
        place -= 1
        token = tokens[place]
        if token.text.lower() in EMPTY_VERBS:  # "shall not be deemed to be a pledge"
            first = max(0, first - 1)
        if token.kind == "break" and token.text != "\n":
            return False
        if negates(token):  # "whether or not" denies nothing, "not to exceed" is a limit
            if token.text.lower() == "not" and _is_open(tokens[place + 1 :]):
                return False
            answers = token.text == "No" and tokens[place + 1].text == "\n"  # the next line begins anew
            return not (answers or (place and tokens[place - 1].text.lower() == "or") or limits(tokens, place))
    return False


def _is_open(behind: Sequence[Token]) -> bool:
    """Whether "not" opens a list: "including but not limited to"."""
    return next((one.text.lower() for one in behind if one.text != "\n"), "") == "limited to"


_TEXT_LIMITED = """
    exceed exceeding exceeds more less fewer later earlier sooner longer greater over higher larger smaller
"""
_LIMITED = frozenset(_TEXT_LIMITED.split())
EMPTY_VERBS = frozenset(
    ("be", "been", "being", "deemed", "considered", "construed", "regarded", "to", "a", "an", "the", "as")
)
_LIMIT_REACH = 14
"""Tokens behind a negation in which the limit stands that it sets: "no sign in the district shall exceed 24 feet"."""
# "exceed", "be larger than"
_BEYOND = lazy_regex(
    r"exceed(?:s|ing)?|(?:more|great|larg|bigg|high|long|wid|tall|deep|old|heavi|lat|few|less|small|short|narrow)(?:er)?"
    r"(?: than)?",
    re.IGNORECASE,
)


def limits(tokens: Sequence[Token], at: int) -> bool:
    """Whether a negation only sets a limit: "not to exceed 5", "no fewer than 2", "not be more than"."""
    reach = 2 if tokens[at].text.lower() == "no" else 4  # "no liens exceed" denies liens
    following = [token for token in tokens[at + 1 : at + _LIMIT_REACH] if token.text != "\n"]
    if any(_is_limit(following, n) for n in range(min(reach - 1, len(following)))):
        return True
    pairs = ((n, one) for n, (led, one) in enumerate(pairwise((tokens[at], *following))) if _led(led))
    beyond = next((n for n, one in pairs if _BEYOND.fullmatch(one.text)), len(following))
    return any(one.worth is not None for one in following[beyond + 1 : beyond + 4])


def _is_limit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is "exceed", or compares with what follows: "later than", "over 5", never "any more petitions"."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    compares = after is not None and (after.worth is not None or after.first == "than")
    return tokens[at].text.lower() in _LIMITED and (tokens[at].text.lower().startswith("exceed") or compares)


def _led(before: Token) -> bool:
    """Whether what follows is the verb under a modal, or what a thing is to be: "shall exceed", "may be larger", "run
    longer"."""
    return before.last in _LEADING


_LEADING = frozenset(("shall", "may", "must", "can", "will", "should", "be", "is", "are", "to", "not", "run", "last"))


def negates(token: Token) -> bool:
    """ "not", "isn't", "in no event"; never a limit such as "not less than"."""
    return token.kind == "word" and _is_negation(token.text)


@lru_cache(maxsize=65536)
def _is_negation(text: str) -> bool:
    words = text.lower().split()
    if not _NO_DENIAL.isdisjoint(words):
        return False
    return any(word in NEGATIONS or word.endswith(("n't", "n’t")) for word in words)
