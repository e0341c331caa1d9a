"""Figures and dates of a claim against those of its entries: the same value, on the same row, of the same thing.

A figure is bound when an entry holds it beside the words the claim sets it beside. It is contradicted when those words
stand beside another figure. What the tool can work out itself from the entries' figures (a sum, a difference, a share)
counts as held. It refuses to call a figure wrong that it merely cannot place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, matched, token_in, written_on
from pipeline.check.read.lexing import Token, Worth, lex, worth_matches
from pipeline.check.read.reading import content, fields_of
from pipeline.check.slots.measures import is_of_class, is_same_measure
from pipeline.check.slots.ways import keeps_limit
from pipeline.check.slots.workings import (
    identifier_before,
    is_listed_sum,
    is_worked_out,
    is_working,
    is_year,
    tells_way,
)
from pipeline.quoting.alike import base_of
from vault.text.patterns import lazy_regex

__all__ = [
    "Conflict", "date_conflicts", "fields_in", "is_its_own_sum", "misadded", "names_minutes", "value_conflicts",
]  # fmt: skip


class Conflict(NamedTuple):
    """A slot of a claim that the record fills otherwise: which, what is claimed, what the record says, and whether that
    refutes the claim or only calls for a reader."""

    slot: str
    claimed: str
    held: str
    refutes: bool = True


class Field(NamedTuple):
    """A figure of an entry with the words it belongs to and the sentence it stands in."""

    token: Token
    owned: tuple[Token, ...]
    sentence: tuple[Token, ...]
    text: str
    written: tuple[int, int, int]


def _kind(token: Token) -> str:
    return token.worth.kind if token.worth is not None else ""


def fields_in(held: Held, kind: str) -> list[Field]:
    """The figures of that kind in the entries; an amount may stand without its sign in a table."""
    found = []
    for source, sentence in held.segments():
        tokens = sentence.tokens
        signed = kind != "amount" or any(_kind(token) == "amount" for token in tokens)
        kinds = (kind,) if signed else ("amount", "number")
        text = " ".join(token.text for token in tokens)
        for token, owned in fields_of(tokens, kinds):
            if kind == "pair" and (identifier_before(tokens, at := tokens.index(token)) or _is_listed(tokens, at)):
                continue  # "Ordinance 91-2017" is no vote, nor are "Lots 236-1, 238-6"
            if kind == "pair" and {one.text.lower() for one in tokens[at + 1 : at + 2]} & {"am", "pm", "a", "p"}:
                continue  # "5-8 am"
            if kind != "amount" or _kind(token) == "amount" or _is_sum(token):
                found.append(Field(token, owned, tokens, text, written_on(source)))
    return found


def _is_listed(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pair stands in a list of others: numbers of lots."""
    beside = (*tokens[max(0, at - _LISTED) : at], *tokens[at + 1 : at + 1 + _LISTED])
    return any(one.text == "," for one in beside) and any(one.worth and one.worth.kind == "pair" for one in beside)


_LISTED = 2
"""Tokens on either side of a pair in which the next one of a list stands."""


def _is_sum(token: Token) -> bool:
    """A figure of a table that may be an amount without its sign."""
    worth = token.worth
    return worth is not None and not is_year(token) and ("," in worth.text or "." in worth.text or worth.number >= 1000)


def _labels(owned: Sequence[Token], fields: Sequence[Field]) -> tuple[Token, ...]:
    """The words beside a claimed figure that the entries speak of at all."""
    everywhere = [token for field in fields for token in field.sentence]
    plain = [token for token in owned if token.worth is None or token.worth.kind in ("number", "ordinal", "code")]
    found = tuple(token for token in plain if token_in(token, everywhere) is not None)
    return () if all(token.key[0] in _MEASURES for token in found) else found


_MEASURES = frozenset(base_of(word) for word in ("cost", "price", "pay", "charge", "amount", "sum"))
"""Words that every amount may have beside it: they do not tell which one it is."""


def value_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Amounts, percentages, counts, times and votes that the record gives otherwise."""
    for kind in ("amount", "percent", "number", "time", "pair", "fraction"):
        fields = fields_in(held, kind)
        if not fields:
            continue
        for clause in said.clauses:
            for token, owned in fields_of(clause, (kind,)):
                at = clause.index(token)
                if kind in ("number", "pair") and identifier_before(clause, at):
                    continue
                if kind == "number" and (is_year(token) or is_its_own_sum(token, said.tokens)):
                    continue
                if said.text[: token.start].lower().endswith("all but "):
                    continue  # "all but one" of three of four
                if kind == "number" and (is_same_measure(clause, at, held) or is_listed_sum(token, held)):
                    continue
                if kind == "number" and (is_of_class(clause, at, held)):
                    continue
                if _is_of_another_name(owned, held):
                    continue
                rivals = [one for one in fields if _is_same(token, one) or _may_face(token, one, said, clause, fields)]
                if any(keeps_limit(token, one.token, said.text) for one in rivals):
                    continue  # "more than $100,000" is no other figure than $315,000
                yield from _compared(kind, clause, at, owned, rivals, held)


def _is_of_another_name(owned: Sequence[Token], held: Held) -> bool:
    """Whether the names beside a claimed figure stand in no cited source: no row of theirs is that of the name."""
    names = [token.text.removesuffix("'s").removesuffix("’s") for token in owned if token.capital]
    shown = "\n".join(f"{source.text}\n{source.about}" for source in held.sources)
    return bool(names) and not any(name.casefold() in shown.casefold() for name in names)


def _is_same(token: Token, field: Field) -> bool:
    """Whether the field holds the claimed figure."""
    return bool(token.worth and field.token.worth and worth_matches(token.worth, field.token.worth, field.written))


def _tells(clause: Sequence[Token], field: Field) -> bool:
    """Whether the clause tells the figure of the field, as it is or rounded: "about $894,000" of "$894,014"."""
    return token_in(field.token, clause) is not None or any(_is_same(one, field) for one in clause)


def _may_face(token: Token, field: Field, said: Said, clause: Sequence[Token], fields: Sequence[Field]) -> bool:
    """Whether a figure of the record may stand against the claimed one: the claim does not tell that figure too, or
    tells it in another clause where one sentence of the record holds both, so that the two may be swapped: then that
    clause tells as many words beside the one as beside the other."""
    if _tells(clause, field) or _is_share_of(token, field, said):
        return False
    told = next((part for part in said.clauses if part is not clause and _tells(part, field)), None)
    turned = [one for one in fields if _is_same(token, one) and one.sentence == field.sentence]
    return told is None or any(matched(told, one.owned) >= matched(told, field.owned) for one in turned)


def _is_share_of(token: Token, field: Field, said: Said) -> bool:
    """Whether the claim calls the figure the very share of the other that it is: "$200, half of last year's"."""
    ours, theirs = token.worth, field.token.worth
    shares = [one.worth.number for one in said.tokens if one.worth is not None and one.worth.kind == "fraction"]
    return any(ours and theirs and worth_matches(ours, Worth("number", theirs.number * share)) for share in shares)


def _compared(
    kind: str, clause: Sequence[Token], at: int, owned: Sequence[Token], fields: Sequence[Field], held: Held
) -> Iterator[Conflict]:
    token = clause[at]
    worth = token.worth
    if worth is None:
        return
    labels = _labels(owned, fields)
    same = [one for one in fields if one.token.worth and worth_matches(worth, one.token.worth, one.written)]
    others = [one for one in fields if one not in same and _comparable(kind, token, clause, at, one)]
    if not others or any(map(_is_part_of_next, same)):
        return
    best = max((matched(labels, one.owned) for one in same), default=-1)
    if same and held.given and _belongs_to(clause, at, same, others):
        yield Conflict(kind, token.text, same[0].text)
        return
    if same and (best == len(labels) or kind == "time" or _is_of_last_part(clause, at, same, others)):
        return
    numbers = [one for n, one in enumerate(clause) if identifier_before(clause, n)]
    if numbers and any(matched(numbers, one.owned) == len(numbers) for one in same):
        return  # the row of that map and lot
    if any(_is_whole(clause, at) and _is_whole(one.sentence, _place(one)) for one in same):
        return  # "a total of $1,800" of "for a total $1,800"
    if any(_stands_among(labels, one) for one in same) and not any(_follows(labels, one) for one in others):
        return
    if any(_heads_row(clause, one) for one in same):
        return  # which column it stands in, the heads of the table say
    if (not same or any(map(tells_way, clause))) and is_worked_out(clause, worth, held):
        return
    if not same and token_in(token, held.tokens()):
        return
    works = not held.given and any(is_working(one) or tells_way(one) for one in clause)
    if not same and (works or _is_comparison(clause)):
        return
    if kind == "pair" and not same and any(_is_turned(worth, one) for one in others):
        if not is_failed_vote(clause, others):
            yield Conflict(kind, token.text, others[0].text)
        return
    rival = max(others, key=lambda one: (matched(labels, one.owned), _aligned(clause, at, one)))
    score = matched(labels, rival.owned)
    if _is_nearer(clause, at, same, rival) or _is_same_end(clause, at, same, rival):
        return
    if any(_is_framed_alike(clause, at, one) for one in same) and not _is_framed_alike(clause, at, rival):
        return
    if same:
        nearer = bool(labels) and score > best and score * 2 > len(labels)
        clear = score == len(labels) > max(best, 0) and not _is_told_as_well(clause, token, same, rival)
        clear = clear and (held.given or (score >= best + 2 and not _is_told_better(clause, same, rival)))
        swapped = kind == "number" and _swapped(clause, at, rival, same)
        if clear or swapped or (nearer and held.given):
            yield Conflict(kind, token.text, rival.text, clear or swapped)
        return
    labelled = labels and score * 5 >= 3 * len(labels) and (score > 1 or len(labels) == 1)
    counted = kind in ("number", "fraction")
    facing = _is_of_matter(clause, at, rival) or (held.given and _stands_nowhere(token, held))
    if not same and (labelled or _aligned(clause, at, rival)) and (not counted or facing):
        yield Conflict(kind, token.text, rival.text)


_FAILED = lazy_regex(
    r"\b(?:fail|lost|lose|defeat|reject|vot\w+ down|against|oppos|not recommend|den(?:y|ied))\w*", re.IGNORECASE
)


def is_failed_vote(clause: Sequence[Token], fields: Sequence[Field]) -> bool:
    """Whether a claim tells a lost vote with its larger side first: "lost six to three" of "Failed 3-6"."""
    told = " ".join(one.text for one in clause)
    return bool(_FAILED.search(told)) and any(_FAILED.search(one.text) for one in fields)


def _is_turned(worth: Worth, field: Field) -> bool:
    theirs = field.token.worth
    turned = theirs is not None and (worth.number, worth.other) == (theirs.other, theirs.number)
    return turned and worth.number != worth.other


def _is_comparison(clause: Sequence[Token]) -> bool:
    """Whether a clause sets one thing above another ("cheaper than Webb by $200"): its figure is a difference."""
    words = [word for one in clause for word in one.text.lower().split()]
    return any(after == "than" and one.endswith("er") and len(one) > _COMPARATIVE for one, after in pairwise(words))


_COMPARATIVE = 4
"""Letters of "over" and "other" at most; a comparative is longer."""


def _is_of_last_part(clause: Sequence[Token], at: int, same: Sequence[Field], others: Sequence[Field]) -> bool:
    """Whether the words from the last comma on to a figure are beside it in the record, and less beside any other: "a
    first offense is $50, a third is $250"."""
    start = max((n + 1 for n in range(at) if clause[n].text == ","), default=0)
    labels = _labels(content(clause[start:at]), [*same, *others]) if start else ()
    ours, theirs = (max((matched(labels, one.owned) for one in fields), default=0) for fields in (same, others))
    return ours > theirs


def _is_whole(tokens: Sequence[Token], at: int) -> bool:
    """Whether a figure is called a total right before it."""
    return any(one.text.lower().startswith("total") for one in tokens[max(0, at - 3) : at])


def _stands_among(labels: Sequence[Token], field: Field) -> bool:
    """Whether all words the claim sets beside a figure stand on both sides of it in the record, one right before it:
    "special permit $200 special permit fee, lot merger $25"."""
    tokens, at = field.sentence, _place(field)
    figures = [n for n, one in enumerate(tokens) if _is_kind(one, field.token)]
    start, end = max((n + 1 for n in figures if n < at), default=0), min((n for n in figures if n > at), default=None)
    return matched(labels, tokens[start:end]) == len(labels) > 1 and _follows(labels, field)


_PART_OF = frozenset(["portion", "part", "share", "balance", "remainder", "of", "the", "its", "a", "total"])


def _is_part_of_next(field: Field) -> bool:
    """Whether the field is told as a part of the figure after it, so that what follows that one tells what it is a part
    of: "the $1,600 portion of the $54,000 loan"."""
    after = field.sentence[_place(field) + 1 :]
    between = list(takewhile(lambda one: one.worth is None, after))
    said = {one.text.lower() for one in between}
    return len(between) < len(after) and "of" in said and len(said) > 1 and said <= _PART_OF


def _heads_row(clause: Sequence[Token], field: Field) -> bool:
    """Whether the name before the figures of a row, among which the field stands, is one of the clause: "Ashton 13.5"
    of "Birchley 10.8 Ashton 13.5"."""
    tokens = field.sentence
    start = _place(field)
    while start and tokens[start - 1].worth is not None:
        start -= 1
    name = list(takewhile(lambda one: one.capital, reversed(tokens[:start])))
    return bool(name) and not identifier_before(tokens, start) and matched(name, clause) == len(name)


def _is_kind(one: Token, other: Token) -> bool:
    return one.worth is not None and other.worth is not None and one.worth.kind == other.worth.kind


def _follows(labels: Sequence[Token], field: Field) -> bool:
    """Whether the last word before the figure is one of these."""
    last = content(field.sentence[: _place(field)])[-1:]
    return matched(last, labels) == 1


def _stands_nowhere(token: Token, held: Held) -> bool:
    """Whether no cited page holds the figure: what counts the same thing in the words named is then its true one."""
    return all(token_in(token, lex(source.text)) is None for source in held.sources)


_LEAST_APART = 2
"""Words of a claim that must stand nearer to another figure of the sentence: one may belong to both."""


def _belongs_to(clause: Sequence[Token], at: int, same: Sequence[Field], others: Sequence[Field]) -> bool:
    """Whether what follows the claimed figure follows another one in the record: "three feet from a side line" of
    "three feet of a street line, or five feet of a side line"."""
    following = [word for word in content(clause[at + 1 :]) if word.kind == "word"]
    if len(same) != 1 or any(token.worth is not None for token in clause[at + 1 :]):
        return False
    field = same[0]
    rivals = [one for one in others if one.sentence == field.sentence and _aligned(clause, at, one)]
    if len(rivals) != 1:
        return False
    mine, theirs = _behind(field), _behind(rivals[0])
    apart = [word for word in following if (token_in(word, mine) is None) != (token_in(word, theirs) is None)]
    return len(apart) >= _LEAST_APART and all(token_in(word, theirs) is not None for word in apart)


def _behind(field: Field) -> Sequence[Token]:
    """The tokens behind a figure of the record up to the next figure, one word of which may be before it, or up to the
    exception that the next one is of: "5 feet except in yards where 2 feet"."""
    place = field.sentence.index(field.token)
    behind = field.sentence[place + 1 :]
    ends = (n for n, one in enumerate(behind) if one.worth is not None or one.text.lower() in ("except", "unless"))
    return behind[: next(ends, len(behind))]


def _is_told_as_well(clause: Sequence[Token], token: Token, same: Sequence[Field], rival: Field) -> bool:
    """Whether a row with the claimed figure holds as many words of the clause as the rival's."""
    words = [word for word in content(clause) if word is not token]
    return max(matched(words, one.owned) for one in same) >= matched(words, rival.owned)


def _is_told_better(clause: Sequence[Token], same: Sequence[Field], rival: Field) -> bool:
    """Whether a sentence with the claimed figure holds a word of the clause that the rival's lacks: without a span the
    nearest words may be another row's."""
    words = [word for word in content(clause) if word.kind == "word" and token_in(word, rival.sentence) is None]
    return any(matched(words, one.sentence) for one in same)


def is_its_own_sum(figure: Token, tokens: Sequence[Token]) -> bool:
    """Whether the claim adds its other counts up to this one, a thing named with "a" counting one."""
    worth = figure.worth
    others = [one.worth.number for one in tokens if one is not figure and one.worth and one.worth.kind == "number"]
    single = sum(1 for one in tokens if one.start > figure.end and one.text.lower() in ("a", "an"))
    return worth is not None and bool(others) and worth.number in (sum(others), sum(others) + single)


def _is_of_matter(clause: Sequence[Token], at: int, rival: Field) -> bool:
    """Whether the rival's sentence speaks of what the clause counts: half of its words, the unit aside; "7 days'
    notice" is not the "15 days" of a hearing, and the "one" of "one clerk" counts nothing."""
    unit = _next_word(clause, at)
    words = [word for word in content((*clause[:at], *clause[at + 1 :])) if word is not unit and word.kind != "ref"]
    if rival.token.text.lower() in ("one", "a") and matched(words, rival.sentence) * 5 < 3 * len(words):
        return False
    return matched(words, rival.sentence) * 2 >= len(words)


def _comparable(kind: str, token: Token, clause: Sequence[Token], at: int, field: Field) -> bool:
    """A count is compared with a count of the same thing, or one that stands in the same words."""
    if kind not in ("number", "fraction"):
        return True
    place = field.sentence.index(field.token)
    if kind == "number" and (is_year(field.token) or identifier_before(field.sentence, place)):
        return False
    return _aligned(clause, at, field)


def _next_word(tokens: Sequence[Token], at: int) -> Token | None:
    following = content(tokens[at + 1 : at + 5])
    return next((word for word in following if word.text.lower() not in _COUNTED), next(iter(following), None))


_COUNTED = frozenset(["consecutive", "calendar", "business", "working", "full", "successive", "more", "additional"])
"""What stands between a count and its unit: "five consecutive years"."""


def _last_word(tokens: Sequence[Token], at: int) -> Token | None:
    return next(iter(reversed(content(tokens[max(0, at - 4) : at]))), None)


def _aligned(clause: Sequence[Token], at: int, field: Field) -> bool:
    """Whether the two figures count the same thing: the same word follows both, or the same limit leads both."""
    place = field.sentence.index(field.token)
    ours, theirs = _next_word(clause, at), _next_word(field.sentence, place)
    if ours is not None and theirs is not None and ours.kind == "word" and token_in(ours, (theirs,)):
        return True
    ours, theirs = _last_word(clause, at), _last_word(field.sentence, place)
    return (
        ours is not None and theirs is not None and len(ours.key) > 1 and ours.kind == "word" and ours.key == theirs.key
    )


def _is_nearer(clause: Sequence[Token], at: int, same: Sequence[Field], rival: Field) -> bool:
    """Whether the word next to the claimed figure stands nearer to the same figure than to the other."""
    words = [word for word in (_last_word(clause, at), _next_word(clause, at)) if word is not None]
    row = [one for one in same if one.sentence == rival.sentence]
    return any(_distance(word, one) < _distance(word, rival) for word in words if word.kind == "word" for one in row)


def _is_same_end(clause: Sequence[Token], at: int, same: Sequence[Field], rival: Field) -> bool:
    """Whether the figure is one end of a change whose other end is the rival, and the claim does not call it that other
    end: "raising it to $12", "considered $12", of "from $3 … to $12"."""
    end, other = (_end_of_change(*place) for place in ((clause, at), (rival.sentence, _place(rival))))
    own = {_end_of_change(one.sentence, _place(one)) for one in same if one.sentence == rival.sentence}
    return any({this, other} == {"from", "to"} and end in ("", this) for this in own)


def _is_framed_alike(clause: Sequence[Token], at: int, field: Field) -> bool:
    """Whether the words right before and behind the claimed figure stand right before and behind the field: "minimum of
    12 inches across"."""
    place = _place(field)
    ours = (_last_word(clause, at), _next_word(clause, at))
    theirs = (_last_word(field.sentence, place), _next_word(field.sentence, place))
    return all(a and b and a.kind == "word" and token_in(a, (b,)) for a, b in zip(ours, theirs, strict=True))


def _place(field: Field) -> int:
    return field.sentence.index(field.token)


def _end_of_change(tokens: Sequence[Token], at: int) -> str:
    """ "from" or "to" when the word stands right before the figure; "" otherwise."""
    before = tokens[at - 1].text.lower() if at else ""
    return before if before in ("from", "to") else ""


def _distance(word: Token, field: Field) -> int:
    place = field.sentence.index(field.token)
    return min((abs(n - place) for n, token in enumerate(field.sentence) if token_in(word, (token,))), default=99)


def _swapped(clause: Sequence[Token], at: int, rival: Field, same: Sequence[Field]) -> bool:
    """The sentence that says the rest of the clause has another figure in this place, and not the claimed one."""
    rest = content((*clause[:at], *clause[at + 1 :]))
    here = matched(rest, rival.sentence)
    there = max(matched(rest, one.sentence) for one in same)
    holds = any(one.sentence == rival.sentence for one in same)
    return _aligned(clause, at, rival) and here > there + 1 and not holds


_ACTED = lazy_regex(
    r"\b(?:approved|granted|denied|voted|adopted|tabled|accepted|moved|decided|agreed|met|awarded|appointed|closed|"
    r"enacted|authorized|rejected)\b",
    re.IGNORECASE,
)


def date_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Dates of a claim that the record gives otherwise: of another event, or of no event it tells."""
    fields = fields_in(held, "date")
    for clause in said.clauses:
        for token, owned in fields_of(clause, ("date",)):
            if token.worth is None:
                continue
            at = clause.index(token)
            if names_minutes(clause, at):
                continue
            same = [one for one in fields if _is_same(token, one)]
            labels = _labels(owned, fields)
            others = [
                one
                for one in fields
                if one not in same
                and one.token.worth
                and one.token.worth.date[2]
                and not any(_is_same(other, one) for other in clause)
                and not _is_of_other_clause(one, said, clause, matched(labels, one.owned))
            ]
            is_meeting = any(_of_meeting(token.worth, written_on(source)) for source in held.sources)
            best = max((matched(labels, one.owned) for one in same), default=0)
            conflict = _date_conflict(
                clause, at, labels, best, others, same=same, given=held.given, is_meeting=is_meeting
            )
            if conflict is not None:
                yield conflict
            elif not is_meeting:
                yield from _of_other_meeting(said, token, held, same)


def _is_of_other_clause(field: Field, said: Said, clause: Sequence[Token], least: int) -> bool:
    """Whether another clause of the claim tells a date of the record and more of its words than this clause does:
    "the permit was granted on May 6 and the hearing continued to June 3" has two dates."""
    for part in said.clauses:
        if part is not clause and any(_is_same(one, field) for one in part) and matched(field.owned, part) > least:
            return True
    return False


def names_minutes(tokens: Sequence[Token], at: int) -> bool:
    """Whether a date tells which minutes are meant: "its May 6 minutes" were approved on another day."""
    return [one.text.lower() for one in tokens[at + 1 : at + 2]] == ["minutes"]


def _of_meeting(worth: Worth, written: tuple[int, int, int]) -> bool:
    return bool(written[0]) and worth_matches(worth, Worth("date", date=written))


def _date_conflict(
    clause: Sequence[Token],
    at: int,
    labels: Sequence[Token],
    best: int,
    others: Sequence[Field],
    *,
    same: Sequence[Field],
    given: bool,
    is_meeting: bool,
) -> Conflict | None:
    if not others:
        return None
    rival = max(others, key=lambda one: matched(labels, one.owned))
    score = matched(labels, rival.owned)
    if same and not given:
        return None
    led = [one for one in others if _same_lead(clause, at, one) and matched(labels, one.owned) > max(1, best)]
    if led and not any(one.sentence == led[0].sentence for one in same):
        return Conflict("date", clause[at].text, led[0].text)
    if is_meeting or any(one.sentence == rival.sentence for one in same):
        return None  # one sentence with both dates: which is whose, a reader decides
    if _is_nearer(clause, at, same, rival):
        return None
    enough = score > best and score * 2 >= len(labels) and labels
    return Conflict("date", clause[at].text, rival.text) if enough else None


def _same_lead(clause: Sequence[Token], at: int, field: Field) -> bool:
    place = field.sentence.index(field.token)
    ours, theirs = _last_word(clause, at), _last_word(field.sentence, place)
    return ours is not None and theirs is not None and ours.kind == "word" and ours.key == theirs.key


def _of_other_meeting(said: Said, token: Token, held: Held, same: Sequence[Field]) -> Iterator[Conflict]:
    """ "approved on June 17" in minutes of another day, where June 17 is not the day of any act told."""
    if token.worth is None or not token.worth.date[2] or len(held.sources) != 1:
        return
    chunk, written = held.sources[0].chunk, written_on(held.sources[0])
    before = said.text[max(0, token.start - 45) : token.start]
    on = re.search(r"\b[Oo]n\s+(?:the\s+)?\Z", before)
    if not on or chunk is None or chunk.doc_type != "minutes" or not written[2]:
        return
    acted = _ACTED.search(before) or (token.start < 6 and _ACTED.search(said.text))
    told = any(_leads_on(one) for one in same)
    if acted and not told:
        yield Conflict("date", token.text, f"the record is of the meeting of {held.sources[0].date}")


def _leads_on(field: Field) -> bool:
    place = field.sentence.index(field.token)
    before = field.sentence[place - 1] if place else None
    return before is not None and (before.text.lower() in _LEADS_DAY or _ACTED.fullmatch(before.text) is not None)


_LEADS_DAY = ("on", "dated", "effective", "amended")


_TOTAL = lazy_regex(r"\b(?:together|total\w*|sums?|combined|altogether|in all|add(?:s|ed)? up)\b", re.IGNORECASE)


def misadded(said: Said, worth: Worth, held: Held) -> float:
    """What the rows that the claim names add up to, where it adds up two or more of them and tells another sum; 0
    where it names none, or adds up rightly."""
    fields = fields_in(held, "amount") if _TOTAL.search(said.text) else []
    shared = {
        word: sum(token_in(word, other.owned) is not None for other in fields)
        for word in said.words
        if word.worth is None and not is_working(word)
    }
    few = [word for word, rows in shared.items() if 2 * rows <= len(fields)]
    telling = few or [word for word, rows in shared.items() if rows < len(fields)]
    named = [one for one in fields if any(token_in(word, one.owned) is not None for word in telling)]
    told = {(one.text, one.token.worth.number) for one in named if one.token.worth is not None}  # two columns, one sum
    total = round(sum(number for _, number in told), 2)
    return total if len(told) > 1 and not worth_matches(worth, Worth("number", total)) else 0
