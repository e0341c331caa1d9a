"""Slots that the attached words fill once: one count of a thing, one amount, one duty, one stage of a sum.

The words a writer attaches are those his claim rests on. Where they tell one count of what he counts, and he tells
another, nothing else can be meant. Holds these comparisons; it refuses to speak without attached words, and where they
fill a slot twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import Token, Worth, lex, worth_matches
from pipeline.check.read.reading import content
from pipeline.check.slots.rows import limit_of
from pipeline.check.slots.turns import modes_of, other_way_round
from pipeline.check.slots.values import Conflict, is_its_own_sum
from pipeline.check.slots.workings import computed, identifier_before, is_year, quoted_amounts

__all__ = ["count_conflicts", "duty_conflicts", "stage_conflicts", "sum_conflicts"]

_SHOWN_CHARS = 280


def _quoted(held: Held) -> str:
    """The attached words on one line; "" without."""
    return " … ".join(" ".join(words.split()) for _, words, _ in held.quotes) if held.given else ""


def count_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A count of what the attached words count once, and otherwise; an amount, where they tell no other figure."""
    text = _quoted(held)
    shown = lex(text)
    for at, token in enumerate(said.tokens):
        worth = token.worth
        if worth is None or token_in(token, shown) is not None or computed(worth, held):
            continue
        if is_its_own_sum(token, said.tokens):
            continue
        if worth.kind == "number" and not is_year(token) and not identifier_before(said.tokens, at):
            rivals = _counting(_unit(said.tokens, at), shown)
        elif worth.kind == "amount":
            rivals = [one for one in shown if one.worth is not None]
        else:
            continue
        one = next(iter(rivals), token)
        facing = len(rivals) == 1 and one.worth is not None and one.worth.kind == worth.kind
        if facing and _speaks_of_it(said, token, shown):
            yield Conflict(worth.kind, token.text, text[:_SHOWN_CHARS])


def _unit(tokens: Sequence[Token], at: int) -> Token | None:
    """The noun right behind a count: "minutes" of "five minutes"."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    counted = following is not None and following.kind == "word" and len(following.key) == 1 and content((following,))
    return following if counted else None


def _counting(unit: Token | None, tokens: Sequence[Token]) -> list[Token]:
    """The figures of the tokens that count this unit, each told once though it be written twice: "two (2) copies"."""
    if unit is None:
        return []
    found: list[Token] = []
    for at, token in enumerate(tokens):
        after = [one for one in tokens[at + 1 : at + 5] if one.kind != "break" and one.worth is None][:2]
        counts = token.worth is not None and token.worth.kind == "number" and any(one.key == unit.key for one in after)
        if counts and not any(one.worth and token.worth and one.worth.number == token.worth.number for one in found):
            found.append(token)
    return found


def _speaks_of_it(said: Said, figure: Token, shown: Sequence[Token]) -> bool:
    """Whether the attached words hold at least two other words of the claim, and half of them."""
    words = [word for word in said.words if word is not figure and word.worth is None]
    found = matched(words, shown)
    return found >= 2 and found * 2 >= len(words)


_ADDED = re.compile(
    r"\b(?:add(?:s|ed)? up to|sum(?:s|med)? to|total(?:s|ed|ing)?|c[oa]mes? to|amount(?:s|ed)? to|together|in all|"
    r"altogether|combined)\b",
    re.IGNORECASE,
)


_TORN = re.compile(r"\$\d{1,3}[,.] \d")
"""A sum torn apart by a scan: "$13, 962.38"."""


def sum_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A sum of so many things where the attached words tell just so many amounts and they add up otherwise."""
    amounts = quoted_amounts(held) if held.given else []
    claimed = [one for one in said.tokens if one.worth is not None and one.worth.kind == "amount"]
    counts = {one.worth.number for one in said.tokens if one.worth is not None and one.worth.kind == "number"}
    counts |= {2.0 for one in said.tokens if one.text.lower() == "both"}
    if len(claimed) != 1 or len(amounts) < 2 or len(amounts) not in counts or not _ADDED.search(said.text):
        return
    if _TORN.search(_quoted(held)):
        return
    total = round(sum(amounts), 2)
    worth = claimed[0].worth
    others = [entry for entry in held.page() if entry not in held.entries]
    printed = any(token_in(claimed[0], entry.sentence.tokens) for entry in others)
    if worth is not None and not printed and not worth_matches(worth, Worth("amount", total)):
        yield Conflict("amount", claimed[0].text, f"together ${total:,.2f}: {_quoted(held)}"[:_SHOWN_CHARS])


_AGAINST = frozenset([("demands", "permits"), ("demands", "exempts"), ("permits", "demands")])


def duty_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A duty where the attached words, which tell one modal, leave it free; and the reverse."""
    text = _quoted(held)
    ours, theirs = modes_of(said.text), modes_of(text)
    if len(ours) != 1 or len({mode for mode, _, _ in theirs}) != 1 or (ours[0][0], theirs[0][0]) not in _AGAINST:
        return
    if ours[0][0] == "permits" and not _FREE.search(said.text):
        return  # "voters can send it to the meeting" of what must then be done is no freedom to leave it
    limits = any(token.worth is not None and limit_of(said.text, token) for token in said.tokens)
    if limits or any(other_way_round(said, entry) for entry in held.entries):
        return
    if matched(said.words, lex(text)) * 2 >= len(said.words):
        yield Conflict("modality", f"{ours[0][0]}: {' '.join(one.text for one in ours[0][1][:2])}", text[:_SHOWN_CHARS])


_FREE = re.compile(
    r"\b(?:whether|choos\w+|decid\w+|option\w*|leave out|skip|need not|without|only|"
    r"if (?:it|they|he|she) (?:like|want|wish)\w*)\b",
    re.IGNORECASE,
)


# "received $5", "was given 7,800", "has put $5 into", "spent $5"
_DONE = re.compile(
    r"\b(?:received|(?:was|were|has been|have been) (?:given|granted|awarded|paid|approved)|"
    r"(?:has|have) (?:put|paid|spent|received)|got|spent|appropriated|approved|awarded|paid)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:request(?:s|ed|ing)?|propos(?:al|es|ed|ing)|ask(?:s|ed|ing)? (?:for|to)|seek(?:s|ing)?)\b", re.IGNORECASE
)
_SETTLED = re.compile(
    r"\b(?:approv\w+|grant(?:ed|s)|award\w*|receiv\w+|appropriat\w+|adopt\w+|vot\w+|pass(?:ed|es)|carried|paid|spent|"
    r"favor|in place|given|gave|got|reimburs\w+)\b",
    re.IGNORECASE,
)


def stage_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A sum told as given or spent, where the attached words and the lines beside them tell it only as asked for."""
    text = _quoted(held)
    done = _DONE.search(said.text)
    if not text or done is None or _ASKED.search(said.text) or re.search(r"\b(?:would|will)\b", said.text):
        return
    around = " ".join(entry.flat for entry in (*held.entries, *held.near))
    amounts = [one for one in said.tokens if one.worth is not None and one.worth.kind in ("amount", "number")]
    told = any(token_in(one, lex(text)) for one in amounts if not is_year(one))
    if told and _ASKED.search(text) and not _SETTLED.search(around):
        yield Conflict("stage", done.group(), text[:_SHOWN_CHARS])
