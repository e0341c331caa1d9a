"""The other side of what the attached words set apart: this and not that, the first or the last, each case its own.

Holds comparisons of a claim with two sides of one sentence of the record. It refuses to speak where the attached words
name one side only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import JOINTS, Token, lex
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content
from pipeline.check.slots.framed import POLES
from pipeline.check.slots.turns import SAME_MATTER
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from vault.facts.dates import MONTH_NAMES
from vault.text.patterns import lazy_regex

__all__ = [
    "SINCE_WHEN", "case_conflicts", "choice_conflicts", "contrast_conflicts", "other_reason", "reason_conflicts",
    "side_conflicts",
]  # fmt: skip

_SHOWN_CHARS = 280
# "whichever occurs first", "the lesser of the two"
_CHOICE = lazy_regex(
    rf"\b(?:whichever (?:\w+ ){{0,3}}?(?P<one>{'|'.join(POLES)})|the (?P<two>[a-z]+er|less) of)\b", re.IGNORECASE
)


def choice_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Which of two things counts: "whichever is later" of "whichever occurs first"."""
    text = held.attached()
    ours, theirs = ({POLES.get((one["one"] or one["two"]).lower(), "") for one in _CHOICE.finditer(part)} - {""}
                    for part in (said.text, text))  # fmt: skip
    if len(ours) == len(theirs) == 1 and ours != theirs:
        yield Conflict("limit", " ".join(one.group() for one in _CHOICE.finditer(said.text)), text[:_SHOWN_CHARS])


class _Pair(NamedTuple):
    """Two sides of a sentence: what is so and what it is set against, a case and what holds in it."""

    one: tuple[Token, ...]
    other: tuple[Token, ...]


# "by mail rather than by posting", "built to town standards, not state ones"; "not by the town but by the county"
_SET_AGAINST = lazy_regex(r",?\s(?:rather than|instead of|as opposed to)\s|,\s(?:and )?not\s", re.IGNORECASE)
_NOT_BUT = lazy_regex(r"\bnot\s(?P<left>[^.;:,…]{1,80}),?\sbut\s(?P<kept>[^.;:,…]{1,80})", re.IGNORECASE)
_ENDS = lazy_regex(r"[.;:,…]|\s(?:and|but|so|because|when|if|who|which)\s")
_SIDE_CHARS = 160
"""Characters on either side of "rather than" that may tell its two sides."""


def _contrasts(text: str) -> list[_Pair]:
    """What a text says and what it sets it against, of each the words that the other does not have."""
    found = [(match["kept"], match["left"]) for match in _NOT_BUT.finditer(text)]
    for match in _SET_AGAINST.finditer(text):
        before = text[max(0, match.start() - _SIDE_CHARS) : match.start()]
        found.append((re.split("[.;:…]", before)[-1], _ENDS.split(text[match.end() :][:_SIDE_CHARS])[0]))
    pairs = [(content(lex(kept)), content(lex(left))) for kept, left in found]
    return [_Pair(_without(kept, left), _without(left, kept)) for kept, left in pairs]


def contrast_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What the record sets against another thing, told the other way round: "by posting rather than by mail"."""
    ours, text = _contrasts(said.text), held.attached()
    for mine, theirs in product(ours, _contrasts(text) if ours else ()):
        turned = (_without(theirs.other, mine.other), mine.one), (theirs.one, mine.other)
        if all(len(_without(words, side)) < len(words) for words, side in turned):
            yield Conflict("contrast", " ".join(word.text for word in mine.other), text[:_SHOWN_CHARS])
            return


# "(a) In the case of a town, the selectmen; (b) in any other case, the mayor", "in cities … and in towns …"
_ITEM = lazy_regex(
    r"\((?:[a-z]{1,3}|\d{1,2})\)|[;…]|\.\s|,?\s(?:and|or|but)\s(?=(?:in|for|if|when|where)\s)", re.IGNORECASE
)
_CASE = lazy_regex(
    r"\A\W*(?:and |or )?(?P<case>(?:in|if|for|when|where)\s[^,]{3,200}?)"
    r"(?:,\s|\s(?=(?:the|they|it|such|no)\s(?:\w+\s){0,4}(?:shall|may|must|is|are)\b))(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_MOST_CASES = 20
"""Cases of a list that are compared with each other."""


def case_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What the record says of another case of a list: of a town's officers "the mayor", who is a city's."""
    text = held.attached()
    found = [match for part in _ITEM.split(text) if (match := _CASE.match(part))][:_MOST_CASES]
    cases = [_Pair(content(lex(match["case"])), content(lex(match["what"]))) for match in found]
    for (case, what), (another, its) in permutations(cases, 2):
        mine, wrong = _without(case, another), _without(its, (*case, *what))
        right, theirs = _without(what, (*case, *its)), _without(another, (*case, *wrong))
        right = tuple(word for word in right if token_in(word, wrong) is None)  # "authorize" of "may"
        told = all(0 < len(words) >= 2 * len(_without(words, said.tokens)) for words in (mine, wrong))
        if told and len(_without(theirs, said.tokens)) == len(theirs) and not matched(right, said.tokens):
            yield Conflict("case", " ".join(word.text for word in wrong), text[:_SHOWN_CHARS])
            return


def _without(words: Sequence[Token], others: Sequence[Token]) -> tuple[Token, ...]:
    """The words of which the others hold no form; a town may stand against a city."""
    figures, keys = [one for one in others if one.worth is not None], {one.key for one in others}
    return tuple(one for one in words if not (token_in(one, figures) if one.worth is not None else one.key in keys))


_OPPOSED = lazy_regex(r"\b(?:against|oppos\w+|nays?|dissent\w*|fail\w*|defeat\w*|not|no)\b", re.IGNORECASE)


def side_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What was done or recommended, told as voted or advised against: "voted against recommending Article 29"."""
    text = held.attached()
    if not text or any(map(negates, said.tokens)):
        return
    for at, token in enumerate(said.tokens):
        if token.text.lower() != "against":
            continue
        before, after = said.tokens[max(0, at - _REACH) : at], said.tokens[at + 1 : at + 2]
        sides = [one for one in before if one.key[0] in _DECIDES]
        told = [one for one in (*before[-1:], *after) if one.key[0] in _ADVISES or one.text.lower().endswith("ing")]
        if sides and matched(told, lex(text)):
            yield Conflict("outcome", f"{sides[-1].text} against", text[:_SHOWN_CHARS], not _OPPOSED.search(text))
            return


_REACH = 3
"""Tokens from "voted" to "against": "voted unanimously against", "voted 3-0 against"."""
_ADVISES = frozenset(base_of(word) for word in ("recommend", "advise"))
_DECIDES = _ADVISES | {base_of(word) for word in ("vote", "decide", "rule")}


SINCE_WHEN = rf"(?:\w+ )?(?:\d|then\b|{'|'.join(MONTH_NAMES)})"
"""What follows a "since" that tells no reason."""
_REASON = lazy_regex(
    rf"\b(?:because|since (?!{SINCE_WHEN})|due to(?! be\b)|on account of|owing to|as a result of)\b"
    r"(?P<why>(?:(?!, and\b)[^.;…])*)",
    re.IGNORECASE,
)


def other_reason(said: Said, held: Held) -> tuple[Token, ...]:
    """The words of the reason that a claim gives, less than half of which the reasons given in the attached words hold;
    () where one of the two gives none."""
    ours = _REASON.search(said.text)
    theirs = [token for one in _REASON.finditer(held.attached()) for token in lex(one["why"])]
    words = [one for one in content(lex(ours["why"])) if one.key[0] not in JOINTS] if ours and theirs else []
    return tuple(words) if matched(words, theirs) * 2 < len(words) else ()


def reason_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A reason that shares no word with the reasons which the attached words give for the same."""
    words, ours, text = other_reason(said, held), _REASON.search(said.text), held.attached()
    if ours is None or len(words) < _TOLD:
        return
    theirs = [token for one in _REASON.finditer(text) for token in lex(one["why"])]
    begins = {one.text.lower()[:_FAMILY] for one in theirs}
    alike = matched(words, theirs) or any(one.text.lower()[:_FAMILY] in begins for one in words)
    head = content(lex(said.text[: ours.start()]))
    if not alike and matched(head, lex(text)) >= SAME_MATTER * len(head) > 0:
        yield Conflict("reason", ours.group(), text[:_SHOWN_CHARS])


_TOLD, _FAMILY = 2, 5
"""Words of a reason from which it is another one; letters by which a word and one made from it are alike."""
