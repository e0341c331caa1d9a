"""Slots that the attached words fill otherwise: who acts, a body, a date, a count, an amount, a duty, a stage of a sum.

The words a writer attaches are those his claim rests on. Where among the same words they tell another of the kind that
he tells, nothing else can be meant. Holds these comparisons; it refuses to speak without attached words, and where they
leave open which of theirs is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.names import surnames_of
from pipeline.check.read.reading import THINGS, Actor, Mention, bodies_in, content, mentions, persons_in
from pipeline.check.slots.acts import may_be
from pipeline.check.slots.measures import is_of_class
from pipeline.check.slots.rows import limit_of
from pipeline.check.slots.turns import in_condition, is_no_rule, modes_of, other_way_round
from pipeline.check.slots.values import Conflict, is_its_own_sum, names_minutes
from pipeline.check.slots.ways import keeps_limit
from pipeline.check.slots.workings import is_worked_out, is_year, kind_at
from vault.facts.names import TITLES
from vault.text.patterns import lazy_regex

__all__ = ["duty_conflicts", "frame_conflicts", "stage_conflicts"]

_SHOWN_CHARS = 280


class _Slot(NamedTuple):
    """A person, body, office or figure among tokens: its kind ("body" for offices too), place, and what it names."""

    kind: str
    first: int
    last: int
    token: Token
    actor: Actor | None = None

    def is_same(self, other: _Slot) -> bool:
        """Whether both name one person or body, or tell one figure."""
        if self.actor is not None and other.actor is not None:
            return self.actor.is_same(other.actor)
        return bool(token_in(self.token, (other.token,)) or token_in(other.token, (self.token,)))


def _slots(tokens: Sequence[Token], named: Sequence[Mention], persons: frozenset[str]) -> list[_Slot]:
    found = [
        _Slot("body" if one.actor.body else "person", one.first, one.last, tokens[one.first], one.actor)
        for one in named
        if one.actor.body or (one.actor.words & persons and not one.actor.words & THINGS)
    ]
    taken = {at for one in found for at in range(one.first, one.last + 1)}
    for at, token in enumerate(tokens):
        if at not in taken and token.worth is not None:
            old = len(token.text) == 4 and token.text.isdigit() and tokens[at - 1].text.lower() in ("in", "since")
            kind = "year" if at and old else kind_at(tokens, at)
            found.append(_Slot(kind, at, at, token))
    return found


def _initials_shown(one: _Slot, text: str) -> bool:
    """Whether the text names a body by its initials: "2025 B. C." of the budget committee."""
    letters = [word[0] for word in (one.actor.text.split() if one.actor is not None else ()) if word[0].isalpha()]
    shown = r"\.?\s?".join(map(str.upper, letters))
    return len(letters) > 1 and re.search(rf"\b{shown}\b", text) is not None


# "but his authority shall", "He may call"
_OF_AN_OFFICER = lazy_regex(r"\W*(?:and |but |or )?(?:he|she|his|her)(?: or (?:she|her))? [a-z]", re.IGNORECASE)
_NEAR = 4
"""Tokens from a value to the words the claim sets it beside."""


def frame_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A person, body or figure that none of the attached words tell, where among the same words they tell another of
    its kind, which the claim does not tell."""
    text = held.attached()
    shown = lex(text)
    persons = frozenset().union(*(persons_in(source.text) for source in held.sources)) if text else frozenset()
    theirs = _slots(shown, mentions(shown, text), persons)
    ours = _slots(said.tokens, said.named, persons) if theirs else []
    towns = {word for one in held.sources if one.chunk for word in one.chunk.town.lower().split()}
    inside = {at for one in ours for at in range(one.first, one.last + 1)}
    words = [
        (at, [n for n, other in enumerate(shown) if token_in(token, (other,))])
        for at, token in enumerate(said.tokens)
        if ours and at not in inside and content((token,))
    ]
    bound = [(at, places) for at, places in words if places]
    for one in ours:
        if any(one.is_same(other) for other in theirs if other.kind == one.kind) or _is_told(one, said, held, text):
            continue
        if one.kind == "person" and one.actor is not None and one.actor.words & towns:
            continue
        if one.kind == "body" and (_OF_AN_OFFICER.match(text) or _initials_shown(one, text)):
            continue  # "his authority shall not extend to …": whose stands before the words
        if one.kind == "number" and is_of_class(said.tokens, one.last, held):
            continue
        if one.kind == "date" and names_minutes(said.tokens, one.last):
            continue
        rivals = [r for r in theirs if r.kind == one.kind and not any(o.is_same(r) for o in ours if o.kind == r.kind)]
        figure = said.tokens[one.last]
        if any(keeps_limit(figure, shown[r.last], said.text) for r in rivals):
            continue  # "at least $300,000" of $312,480
        beside = [*[p for at, p in bound if at < one.first][-2:], *[p for at, p in bound if at > one.last][:2]]
        apart = min((_apart(rival, beside) for rival in rivals), key=sum, default=[])
        near, share = sum(distance <= _NEAR for distance in apart), len(bound) / max(1, len(words))
        if len(bound) > 1 and _faces(one, len(rivals), near, share, said, held, all_near=near == len(apart) > 1):
            told = " ".join(token.text for token in said.tokens[one.first : one.last + 1])
            yield Conflict(one.kind, told, text[:_SHOWN_CHARS])


def _apart(rival: _Slot, beside: Sequence[Sequence[int]]) -> list[int]:
    """How far each of the words beside a claimed value stands from another value, in tokens up to 20."""
    return [min(20, *(min(abs(n - rival.first), abs(n - rival.last)) for n in places)) for places in beside]


def _faces(one: _Slot, rivals: int, near: int, share: float, said: Said, held: Held, *, all_near: bool) -> bool:
    """Whether the words beside a claimed value stand beside another, as surely as its kind calls for: one of them for
    each who may act, half of the claim's words for the only count of a thing, a third for a date."""
    if one.kind == "person":
        role = next((mention.role for mention in said.named if mention.first == one.first), "")
        follows = said.tokens[one.last + 1].text.lower() if one.last + 1 < len(said.tokens) else ""
        return share >= 0.5 and near >= rivals > 0 and (role in ("subject", "by") or follows == "who")
    if one.kind == "body":
        page = " … ".join(source.text for source in held.sources)
        afar = rivals == 1 and share >= 0.5 and one.actor and one.actor.body not in {n for _, _, n in bodies_in(page)}
        return share >= 0.3 and (near >= 1 or bool(afar))
    if one.kind in ("date", "year", "ordinal", "code", "percent", "pair"):
        return share >= 0.3 and rivals == 1
    if one.kind == "amount":
        return rivals == 1 and (all_near or (share >= 0.5 and _alone(held)))
    if one.kind == "number":
        told_once = _counted_once(said.tokens[one.last + 1 :], held, alone=all_near)
        return rivals == 1 and told_once and (share >= 0.5 or all_near)
    return False


def _alone(held: Held) -> bool:
    """Whether the attached words hold one figure and no other."""
    return sum(token.worth is not None for token in lex(held.attached())) == 1


def _is_told(one: _Slot, said: Said, held: Held, text: str) -> bool:
    """Whether the attached words tell a value in another form, the metadata tells it, or the claim works it out."""
    about = " ".join(source.about for source in held.sources)
    if one.actor is not None and one.actor.body:
        boards = [source.chunk.board for source in held.sources if source.chunk]
        if _is_called_by_kind(one.actor.text, text, " ".join((about, *(source.text for source in held.sources)))):
            return True
        shown = (name for _, _, name in bodies_in(f"{about}. {text}"))
        if one.actor.body.lower().endswith("meeting") and _ANY_MEETING.search(text):
            return True
        return any(may_be(one.actor.body, name) for name in (*boards, *shown))
    if one.actor is not None and "…" in text and any(token_in(one.token, own.sentence.tokens) for own in held.entries):
        return True  # it stands in what the attached words leave out of its sentence
    if one.actor is not None:
        words = [word for word in one.actor.words if len(word) > 2]
        return any(re.search(rf"\b{re.escape(word)}", text, re.I) for word in words) or _is_first_named(words, held)
    worth = one.token.worth
    told = worth is None or token_in(one.token, lex(f"{text} … {about}")) is not None
    return (
        told
        or (worth is not None and is_worked_out(said.tokens, worth, held))
        or is_its_own_sum(one.token, said.tokens)
    )


def _is_called_by_kind(name: str, text: str, pages: str) -> bool:
    """Whether the words name a body by its kind alone that the pages or their heading name in full: "the commission"
    of a chapter on energy commissions; never where they name another of the kind."""
    name = name.lower().removeprefix("the ")
    kind = name.split()[-1]
    bare = re.search(rf"\bthe {re.escape(kind)}\b", text, re.I) is not None
    others = any(other.lower().endswith(kind) for _, _, other in bodies_in(text))
    return bare and name != kind and not others and re.search(rf"\b{re.escape(name)}", pages, re.I) is not None


def _is_first_named(words: Sequence[str], held: Held) -> bool:
    """Whether the attached words call a person by the first name that the pages set before one of these surnames."""
    pages = [source.text for source in held.sources]
    firsts = {one.text for one in lex(held.attached()) if one.kind == "word" and one.capital and len(one.text) > 2}
    firsts = {first for first in firsts if first.lower() not in TITLES}
    return any(surnames_of(first, pages) & set(words) for first in firsts)


# "at an annual or special meeting in the case of a town": how it is called, not whose it is
_ANY_MEETING = lazy_regex(r"\b(?:annual|special|regular)(?:\s+or\s+(?:annual|special|regular))?\s+meetings?\b", re.I)


def _counted_once(following: Sequence[Token], held: Held, *, alone: bool) -> bool:
    """Whether the attached words count the noun behind a count once, though it be written twice ("two (2) copies");
    where none follows, whether they hold one count alone."""
    unit = next(iter(content(following[:1])), None)
    if unit is None or unit.kind != "word" or len(unit.key) > 1:
        return alone
    shown = [token for token in lex(held.attached()) if token.kind != "break"]
    counting = {
        one.worth.number
        for at, one in enumerate(shown)
        if one.worth is not None and one.worth.kind == "number"
        if any(word.key == unit.key for word in [word for word in shown[at + 1 : at + 4] if word.worth is None][:2])
    }
    return len(counting) == 1


_AGAINST = frozenset([("demands", "permits"), ("demands", "exempts"), ("permits", "demands")])


def duty_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A duty where the attached words leave just that free, whatever verb they use; and the reverse."""
    claim, text = said.text, held.attached()
    ours = modes_of(claim)
    if len(ours) != 1 or (ours[0][0] == "permits" and not _FREE.search(claim)):
        return  # "voters can send it to the meeting" of what must then be done is no freedom to leave it
    bounds = (one.worth and (limit_of(said.text, one) or _DUE.search(said.text[: one.start])) for one in said.tokens)
    if any(bounds) or any(other_way_round(said, entry) for entry in held.entries):
        return
    mode, _, at = ours[0]
    if is_no_rule(claim, at):
        return
    words = content(lex(_ruled(claim, at, ())))
    theirs = modes_of(text)
    places = [place for _, _, place in theirs]
    told = [
        (matched(words, lex(_ruled(text, place, places))), "condition" if in_condition(text, place) else other)
        for other, _, place in theirs
    ]
    first = ours[0][1][:_FIRST]
    same = [ruled[:_FIRST] for other, ruled, _ in theirs if other == mode and ruled]
    if any(matched(ruled, first) == len(ruled) for ruled in same):
        return  # the record demands, or leaves free, just that
    most = max((score for score, other in told if (mode, other) in _AGAINST), default=-1)
    alike = max((score for score, other in told if (mode, other) not in _AGAINST), default=-1)
    against = (most >= 0 > alike) or (most > max(1, alike) and most * 2 >= len(words))
    if against and matched(said.words, lex(text)) * 2 >= len(said.words):
        yield Conflict("modality", f"{mode}: {' '.join(one.text for one in words[:2])}", text[:_SHOWN_CHARS])


_FIRST = 2
"""Words behind a modal by which two rules are seen to rule the same."""
# "must be in by the first of March": what is wanted of whoever wants it
_DUE = lazy_regex(r"\bby\s+(?:the\s+)?(?:first of\s+)?\Z")


def _ruled(text: str, at: int, places: Sequence[int]) -> str:
    """What a modal governs: from its place to the next modal or the end of the sentence."""
    end = min((place for place in places if place > at), default=len(text))
    return re.split(r"[.;](?=\s)", text[at:end])[0]


_FREE = lazy_regex(
    r"\b(?:whether|choos\w+|decid\w+|option\w*|leave out|skip|need not|without|"
    r"if (?:it|they|he|she) (?:like|want|wish|see fit)\w*)\b",
    re.IGNORECASE,
)


# "received $5", "was given 7,800", "has put $5 into", "spent $5"
_DONE = lazy_regex(
    r"\b(?:received|(?:was|were|has been|have been) (?:given|granted|awarded|paid|approved)|"
    r"(?:has|have) (?:put|paid|spent|received)|got|spent|appropriated|approved|awarded|paid|budgeted)\b",
    re.IGNORECASE,
)
_ASKED = lazy_regex(
    r"\b(?:request(?:s|ed|ing)?|propos(?:al|es|ed|ing)|ask(?:s|ed|ing)? (?:for|to)|seek(?:s|ing)?)\b", re.IGNORECASE
)
_SETTLED = lazy_regex(
    r"\b(?:approv\w+|grant(?:ed|s)|award\w*|receiv\w+|appropriat\w+|adopt\w+|vot\w+|pass(?:ed|es)|carried|paid|spent|"
    r"favor|in place|given|gave|got|reimburs\w+)\b",
    re.IGNORECASE,
)


# the head of a column: "Budget Actual Proposed"
_SPENT = lazy_regex(r"\b(?:actuals?|expended|disbursed|ytd|year[- ]to[- ]date)\b", re.IGNORECASE)


def stage_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A sum told as given or spent, where the attached words and the lines beside them tell it only as asked for."""
    text = held.attached()
    done = _DONE.search(said.text)
    if not text or done is None or _ASKED.search(said.text) or re.search(r"\b(?:would|will)\b", said.text):
        return
    around = " ".join(entry.flat for entry in (*held.entries, *held.near))
    amounts = [one for one in said.tokens if one.worth is not None and one.worth.kind in ("amount", "number")]
    told = any(token_in(one, lex(text)) for one in amounts if not is_year(one))
    if told and _ASKED.search(text) and not (_SETTLED.search(around) or _SPENT.search(text)):
        yield Conflict("stage", done.group(), text[:_SHOWN_CHARS])
