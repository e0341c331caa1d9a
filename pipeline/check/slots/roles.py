"""Who does it to whom, from where to where: the two ends of a change or a gift, the one who acts in the passive.

Holds comparisons of the ends of one clause with the ends of one entry. An end is compared only by the words that keep
the two apart. It refuses to speak where the record names only one end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.check.read.evidence import Entry, Held, Said, matched, token_in
from pipeline.check.read.lexing import Token, same_word
from pipeline.check.read.reading import content
from pipeline.check.slots.acts import MOTION_WORDS
from pipeline.check.slots.turns import best_entry, shown
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from vault.facts.names import BODY_HEADS

__all__ = ["BE", "agent_conflicts", "route_conflicts"]

_REACH = 14
"""Tokens from "from" to "to" in which both ends of one change stand."""
_TEXT_BE = """
    be is are was were been being get gets got
"""
BE = frozenset(_TEXT_BE.split())
_TEXT_HELPERS = """
    may must shall will would should can could has have had do does did not also then to first
"""
_HELPERS = frozenset(_TEXT_HELPERS.split())
_NOBODYS = ["hold", "have", "make", "get", "multiply", "divide"]
_HELD = frozenset(base_of(word) for word in _NOBODYS)
"""Verbs of so many meanings that who does them tells nothing, "funds held by the town" and "the trustees hold it", and
those by which figures are reckoned: "divided by the days"."""
_GIVES = frozenset(
    base_of(word)
    for word in ["give", "donate", "present", "send", "transfer", "pay", "refund", "reimburse", "sell", "grant", "lend",
                 "write", "award", "return", "convey", "contribute"]
)  # fmt: skip
_TEXT_LINKS = """
    in on at under for with of during after before because since if when unless that which who where through until as
    than once over
"""
_LINKS = frozenset(_TEXT_LINKS.split())


_MODAL = frozenset(["may", "must", "shall", "will", "would", "should", "can", "could"])


class Ends(NamedTuple):
    """The content words of both ends of "from … to …" or of a giver and a receiver."""

    source: tuple[Token, ...]
    target: tuple[Token, ...]


def _until(tokens: Sequence[Token], at: int, stops: frozenset[str], reach: int) -> int:
    """Where the words from `at` end: at a boundary, one of the stop words, or after `reach` tokens."""
    end = at
    while end < len(tokens) and end < at + reach and not (tokens[end].kind == "break" and tokens[end].text != "\n"):
        if tokens[end].text.lower() in stops:
            break
        end += 1
    return end


def _routes(tokens: Sequence[Token]) -> Iterator[Ends]:
    """ "from A to B", "to B from A", "A gives … to B"."""
    for at, token in enumerate(tokens):
        low = token.text.lower()
        if low == "from":
            middle = _until(tokens, at + 1, frozenset(["to"]), _REACH)
            if middle < len(tokens) and tokens[middle].text.lower() == "to":
                end = _until(tokens, middle + 1, _LINKS | {"from"}, 6)
                yield Ends(content(tokens[at + 1 : middle]), content(tokens[middle + 1 : end]))
        elif token.kind == "word" and token.key[0] in _GIVES and not _is_passive(tokens, at):
            to = next((n for n in range(at + 1, min(len(tokens), at + _REACH)) if tokens[n].text.lower() == "to"), None)
            if to is not None and not any(one.text.lower() == "from" for one in tokens[at:to]):
                end = _until(tokens, to + 1, _LINKS | {"and"}, 8)
                yield Ends(_subject(tokens, at), content(tokens[to + 1 : end]))


def _is_passive(tokens: Sequence[Token], at: int) -> bool:
    return any(token.text.lower() in BE for token in tokens[max(0, at - 3) : at])


def _subject(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    """The content words before a verb, up to the boundary or link before them."""
    start = at
    while start and start > at - 9 and tokens[start - 1].kind != "ref":
        if tokens[start - 1].kind == "break" and tokens[start - 1].text != "\n":
            break
        if tokens[start - 1].text.lower() in (_LINKS - {"of"}) | {"and", "but", "lets", "let"}:
            break
        start -= 1
    return tuple(token for token in content(tokens[start:at]) if token.text.lower() not in _HELPERS)


def _apart(left: Sequence[Token], right: Sequence[Token]) -> tuple[Token, ...]:
    """The words of the left end that the right end does not have."""
    return tuple(token for token in left if token_in(token, right) is None)


def route_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A change or a gift told the other way round: "from $10 to $20" of what went from $20 to $10."""
    for clause in said.clauses:
        ours = list(_routes(clause))
        if not ours:
            continue
        entry, share = best_entry(clause, held)
        if entry is None or share < 0.4:
            continue
        for route, other in ((one, two) for one in ours for two in _routes(entry.sentence.tokens)):
            if _is_turned(route, other):
                yield Conflict("direction", " ".join(t.text for t in (*route.source, *route.target)), shown(entry))
                return


def _is_turned(ours: Ends, theirs: Ends) -> bool:
    source, target = _apart(ours.source, ours.target), _apart(ours.target, ours.source)
    held_source, held_target = _apart(theirs.source, theirs.target), _apart(theirs.target, theirs.source)
    crossed = bool(matched(source, held_target)) and bool(matched(target, held_source))
    return crossed and not matched(source, held_source) and not matched(target, held_target)


def agent_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """The one who does it is not the one after "by": "the board sets its pay" of pay that the town sets."""
    for clause in said.clauses:
        entry, share = best_entry(clause, held)
        if entry is None or share < 0.5:
            continue
        for at, token in enumerate(clause):
            once = sum(one.key == token.key for one in clause) == 1  # "duties performed by X shall be performed by Y"
            helps = token.text.lower() in BE | _HELPERS  # "be": the verb is the one that it helps
            plain = once and token.kind == "word" and len(token.key) == 1 and not helps
            plain = plain and not _is_done_too(entry, token)
            lines = [one for one in held.entries if plain and _opens(one, token)] or [entry]
            line, agent = lines[0], tuple(one for line in lines for one in _agents(line, token)) if plain else ()
            ours = _doer(clause, at) if agent else ()
            joined = (
                at > 0 and clause[at - 1].text.lower() == "or"
            )  # "requires or allows": who does both is before both
            if (
                ours
                and not joined
                and not matched(ours, agent)
                and not _is_bare(agent, ours)
                and _patient_kept(clause, at, line, token)
            ):
                yield Conflict("agent", " ".join(one.text for one in ours), shown(line))
                return


def _is_done_too(entry: Entry, verb: Token) -> bool:
    """Whether the sentence has the verb in another form than the passive as well: "as allowed by the city … allows"."""
    tokens = entry.sentence.tokens
    forms = [_by_after(tokens, at) for at, one in enumerate(tokens) if one.kind == "word" and one.key == verb.key]
    return len(forms) > 1 and not all(forms)


def _is_bare(agent: Sequence[Token], ours: Sequence[Token]) -> bool:
    """Whether a record calls its body by the kind alone that the claim names in full: "the Board", "Planning Board"."""
    kinds = {one.text.lower() for one in agent}
    return kinds <= BODY_HEADS and any(one.last in kinds for one in ours)


def _agents(entry: Entry, verb: Token) -> tuple[Token, ...]:
    """The words after every "by" behind this verb in the passive, wherever its sentence has it."""
    tokens = entry.sentence.tokens
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind != "word" or token.key != verb.key or token.key[0] in MOTION_WORDS:  # movers are compared as such
            continue
        by = _by_after(tokens, at)
        if by and _is_participle(token) and token.key[0] not in _HELD and _names_somebody(tokens, by + 1):
            found += content(tokens[by + 1 : _list_end(tokens, by + 1)])
    return tuple(found)


def _by_after(tokens: Sequence[Token], at: int) -> int:
    """Where the "by" of a participle stands, other participles of the same agent between: "appointed and may be removed
    by"; 0 when there is none."""
    for place in range(at + 1, min(len(tokens), at + 7)):
        low = tokens[place].text.lower()
        if low == "by":
            return place
        if low not in BE | _HELPERS | {"and", "or"} and not _is_participle(tokens[place]):
            return 0
    return 0


_TEXT_DETERMINERS = """
    the a an its their his her such each either any every
"""
_DETERMINERS = frozenset(_TEXT_DETERMINERS.split())
_HOW = frozenset(("vote", "ballot", "majority", "resolution", "motion", "petition", "section", "article"))


def _names_somebody(tokens: Sequence[Token], at: int) -> bool:
    """Whether "by" brings in who does it, not how: "by the board", never "by a vote of", "by ballot" or "by June 1"."""
    if at >= len(tokens) or any(token.worth or token.text.lower() in _HOW for token in tokens[at : at + 2]):
        return False
    return tokens[at].text.lower() in _DETERMINERS or any(token.capital for token in tokens[at : at + 3])


_TEXT_LIST_STOPS = """
    that which if at to upon for when unless shall must may is are be with
"""
_LIST_STOPS = frozenset(_TEXT_LIST_STOPS.split())


def _list_end(tokens: Sequence[Token], at: int) -> int:
    """Where a list of those who may do it ends: "by the mayor, by the selectmen of the town, or by the council"."""
    for end in range(at, min(len(tokens), at + 40)):
        if tokens[end].text.lower() in _LIST_STOPS or tokens[end].text[:1] in ".;:":
            return end
    return min(len(tokens), at + 40)


def _is_participle(token: Token) -> bool:
    return token.text.lower().endswith(
        ("ed", "en", "made", "paid", "held", "sent", "set", "built", "sold", "kept", "run", "led", "found")
    )


def _doer(clause: Sequence[Token], at: int) -> tuple[Token, ...]:
    """Who does it in the claim: after "by" in the passive, else the subject; () when neither is told."""
    following = clause[at + 1].text.lower() if at + 1 < len(clause) else ""
    if following == "by" and _names_somebody(clause, at + 2):
        return content(clause[at + 2 : _until(clause, at + 2, _LINKS | {"and", "to"}, 6)])
    if following in _MODAL and _is_participle(clause[at]):  # "a person aggrieved may apply"
        return ()
    if following == "by" or _is_passive(clause, at) or clause[at].text.lower().endswith("ing"):
        return ()
    subject = _subject(clause, at)
    beside = clause[at - 1].text.lower() if at else ""
    unnamed = next((one for one in reversed(clause[:at]) if one.text.lower() not in _HELPERS), None)
    qualifies = beside in _QUALIFIED or not any(word.kind == "word" for word in subject)
    if unnamed is not None and unnamed.text.lower() in _PRONOUNS:  # "the lowest value it has established"
        return ()
    return () if qualifies else tuple(word for word in subject if not word.text.lower().endswith("ly"))


def _opens(entry: Entry, verb: Token) -> bool:
    """Whether a line begins with the participle, so that its subject is the line before: "Sponsored by the board"."""
    first = next(iter(entry.sentence.tokens), None)
    return first is not None and first.key == verb.key and _is_participle(first)


_PRONOUNS = frozenset(["it", "he", "she", "they"])
_QUALIFIED = frozenset(["a", "an", "the", "another", "other", "any", "all", "each", "its", "such", "no"])
"""Words right before a participle that only qualifies a noun: "another approved format"."""


def _patient_kept(clause: Sequence[Token], at: int, entry: Entry, verb: Token) -> bool:
    """Whether the claim sets the verb beside the same thing as the record does; never where that thing stands before
    the verb on both sides and the claim, with a participle, tells no doer: "a value later found incorrect"."""
    if _opens(entry, verb):
        return True
    beside = [token for token in (*clause[max(0, at - 8) : at], *clause[at + 1 : at + 7]) if token.kind == "word"]
    tokens = entry.sentence.tokens
    place = next((n for n, t in enumerate(tokens) if t.kind == "word" and (t.key == verb.key or same_word(t, verb))), 0)
    by = [one.text.lower() for one in clause[at + 1 : at + 2]] == ["by"]
    same = matched(content(clause[max(0, at - _BESIDE) : at])[-1:], tokens[max(0, place - _BESIDE) : place])
    if same and _is_participle(clause[at]) and not by:
        return False
    return matched(content(beside), tokens[max(0, place - 14) : place]) >= 1


_BESIDE = 3
"""Words before a participle among which the thing that it qualifies stands."""
