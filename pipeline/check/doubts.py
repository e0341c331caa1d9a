"""Why a claim without left-over words is still not verified: its words are bound, but not as the record binds them.

Holds the last look before `verified`: whether the words stand together in one place, in the record's own words and
order, said of the one the record says them of, under no condition the claim leaves out. It refuses to contradict.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from pipeline.check.bind.crossed import crossed
from pipeline.check.bind.forms import UNTIL
from pipeline.check.bind.joined import scattered
from pipeline.check.bind.otherwise import bound_otherwise
from pipeline.check.bind.paraphrase import carried, light
from pipeline.check.bind.persons import joined_names, namesakes, singular, strangers
from pipeline.check.bind.places import apart, exchanged, is_rule, misplaced, other_compounds, reordered
from pipeline.check.bind.roles import keeping_bodies, misbound
from pipeline.check.deeds import DECISION_WORDS
from pipeline.check.read.evidence import Held, Said, is_unit_mark, is_verbish, matched, token_in, written_on
from pipeline.check.read.lexing import FRAME, JOINTS, REFERENTS, Token, Worth, lex, worth_matches
from pipeline.check.read.names import COMMON_CAPITALS
from pipeline.check.read.negation import denied, limits, negates
from pipeline.check.read.reading import content
from pipeline.check.residue import is_harmless, is_pronoun, sums_up
from pipeline.check.slots.acts import deciding, told_by_record
from pipeline.check.slots.contrary import SINCE_WHEN, other_reason
from pipeline.check.slots.rows import limit_of, quantity
from pipeline.check.slots.turns import attached_other_way, denies_in_a_word, other_way_round
from pipeline.check.slots.ways import ways_told
from pipeline.check.slots.workings import is_working, is_year, times_it, way_of, works_out
from pipeline.check.turned import turned_round
from pipeline.quoting.alike import base_of, opposite
from pipeline.quoting.turns import TURN
from vault.facts.dates import MONTH_NAMES
from vault.text.patterns import lazy_regex

__all__ = ["doubts", "kind_of_text"]

_MOTION_WORDS = frozenset(
    base_of(word) for word in ["move", "motion", "second", "vote", "pass", "carry", "approve", "grant", "board"]
)
_CALENDAR = frozenset((*(name.lower() for name in MONTH_NAMES), "morning", "afternoon", "evening", "night", "noon"))
"""Words that only spell a date or time, whose values are compared."""


def doubts(said: Said, held: Held, *, quoted: bool = False) -> tuple[str, ...]:
    """The doubts about a claim whose words are all bound, each as residue; () when it may be called verified. `quoted`
    tells that the claim quotes, so that its verb may stand in the quotation."""
    found = [doubt for check in _CHECKS for doubt in check(said, held)]
    found += [] if quoted else _no_assertion(said)
    if deciding(said, held) is None and any(is_rule(source) for source in held.sources):
        found += reordered(said, held)
    return tuple(dict.fromkeys(found))


_TEXT_PLAIN_VERBS = """
    come go make give take hold keep pay cost get stand serve need want agree ask move meet run say sit remain include
    require apply own use stay become begin end open close live work vote pass carry total equal receive charge let put
    cut set read sought brought drew led knew
"""
_PLAIN_VERBS = frozenset(("cannot", *(base_of(word) for word in _TEXT_PLAIN_VERBS.split())))
"""Verbs that a plural subject leaves without an ending: "Roads and Library come to $20,500"."""


def _no_assertion(said: Said) -> list[str]:
    """A claim without a verb states nothing that could be bound."""
    words = [token for token in said.tokens if token.kind == "word" and not token.capital]
    stated = any(is_verbish(one) or way_of(one) or {one.text.lower(), one.key[0]} & _PLAIN_VERBS for one in words)
    return [] if stated else ["(no statement: a verb is missing)"]


_LEAD = lazy_regex(r"[^:;.]{1,40}:\s")
"""The answer before the sentence that says it."""


def _told_twice(said: Said, held: Held) -> list[str]:
    """A figure that the claim tells oftener than its words hold it: "$75 and $75" of "$75 and $210"."""
    shown = [one.worth for one in _once_told(lex(held.attached())) if one.worth is not None]
    lead = _LEAD.match(said.text)  # "Six months: one must have lived there for six months"
    counted = Counter(
        token.worth._replace(text="", about=False, places=0, way=0, near=False)
        for token in _once_told(said.tokens)
        if token.start >= (lead.end() if lead else 0)
        and token.worth
        and not is_year(token)
        and not is_pronoun(said.tokens, said.tokens.index(token))
    )
    rough = [
        f"(told twice: {one.text})"
        for one in said.tokens
        if one.worth is not None
        and one.worth.kind == "amount"
        and any(_is_rougher(other.worth, one.worth) for other in said.tokens if other.worth is not None)
        and sum(worth_matches(one.worth, held_one) for held_one in shown) == 1
    ]
    return rough + [
        f"(told {times} times: {worth.number:g})"
        for worth, times in counted.items()
        if times > 1 and worth.kind != "code" and sum(worth_matches(worth, one) for one in shown) < times
    ]


def _once_told(tokens: Iterable[Token]) -> list[Token]:
    """The tokens without brackets and without a number that only says the one before it over: "two (2)"."""
    line = [one for one in tokens if one.text not in "()"]
    return [
        one
        for before, one in zip((None, *line), line, strict=False)
        if not (
            before
            and before.worth
            and one.worth
            and before.worth.kind == "number"
            and before.worth.number == one.worth.number
        )
    ]


def _is_rougher(rough: Worth, exact: Worth) -> bool:
    """Whether a figure is another one told roughly: "$1.13 million" of "$1,127,133"."""
    return rough.number != exact.number and rough.places > exact.places and worth_matches(rough, exact)


def _of_several(said: Said, held: Held) -> list[str]:
    """A figure told as the whole that is one of several of its kind in the attached words, which tell no whole."""
    if not _WHOLE.search(said.text) or _WHOLE.search(held.attached()):
        return []
    shown = [one for one in lex(held.attached()) if one.worth is not None and not is_year(one)]
    left = []
    for one in said.tokens:
        if one.worth is None or (one.worth.kind != "amount" and not 0 < one.worth.places < 1):
            continue
        kind = [other for other in shown if other.worth is not None and other.worth.kind == one.worth.kind]
        alone = sum(other.worth is not None and other.worth.kind == one.worth.kind for other in said.tokens) == 1
        if alone and len(kind) > 1 and token_in(one, kind):
            left.append(f"(the whole: {one.text})")
    return left


_WHOLE = lazy_regex(
    r"\b(?:in all|altogether|total\w*|combined|together|sum|add(?:s|ed)? up|between them|c[oa]mes? to)\b", re.IGNORECASE
)


# "because the road was wet", "…, so taxes will rise", "…, and that ended the matter", "…, which saved the town money"
_WHY = lazy_regex(
    rf"\b(?:because|since (?!{SINCE_WHEN})|in order to|so as to|so that|thanks to|on account of|owing to)\b"
    r"|,\s+(?:so|and\s+(?:that|this|it)|which(?!\s+(?:is|was|makes|made)\s+(?:only\s+|about\s+)?\$?\d\S*\s+(?:more|less)))\b",
    re.IGNORECASE,
)


def _reasons(said: Said, held: Held) -> list[str]:
    """A reason or a consequence that the claim gives in words that the entries do not hold."""
    why = _WHY.search(said.text)
    worked = {start for start, rightly in ways_told(said, held).items() if rightly}
    otherwise = carried(said, held).keys() | told_by_record(said, held) | worked
    if why and not why.group().startswith(","):  # a consequence is not told by light words
        otherwise |= light(said, held)
    about = [token for source in held.sources for token in lex(f"{source.about}. {source.text}")]
    given = [word for word in said.words if why and word.start >= why.end() and word.start not in otherwise]
    words = [word for word in given if word.kind == "word" and word.key[0] not in JOINTS | {"there"}]
    denies = any(map(negates, held.tokens()))
    words = [
        word for word in words
        if not (word.key[-1] in REFERENTS and token_in(word, about)) and not (negates(word) and denies)
    ]  # fmt: skip
    strange = [word for word in words if token_in(word, held.tokens()) is None] or other_reason(said, held)
    return [f"(why, or what came of it: {' '.join(word.text for word in strange)})"] if strange else []


def _other_limit(said: Said, held: Held) -> list[str]:
    """A figure that the claim sets a limit to, and no entry the same one: "at least 30" of "not more than 30"."""
    left = []
    for token in said.tokens:
        ours = limit_of(said.text, token) if token.worth is not None else ""
        theirs = {
            limit_of(entry.source.text, one)
            for entry in held.entries
            for one in entry.sentence.tokens
            if token_in(token, (one,), written_on(entry.source)) is not None
        }
        if ours and theirs and (theirs.isdisjoint({ours, ""}) or _is_of_other_step(said, token, ours, held)):
            left.append(f"(at {ours} {token.text})")
    return left


def _is_of_other_step(said: Said, limit: Token, ours: str, held: Held) -> bool:
    """Whether a figure of the claim stands in a scale beside the step that ends at the claim's limit, not beside the
    one that begins there: "over 25: 3" of "over 10 but less than 25: 3, over 25: 4"."""
    others = [one for one in said.tokens if one.worth is not None and one is not limit]
    for entry in held.entries:
        tokens = entry.sentence.tokens
        ends = [(n, limit_of(entry.source.text, one)) for n, one in enumerate(tokens) if token_in(limit, (one,))]
        own, turned = [n for n, told in ends if told == ours], [n for n, told in ends if told not in (ours, "")]
        for other in others if own and turned else ():
            places = [n for n, one in enumerate(tokens) if token_in(other, (one,))]
            nearest = min(((abs(n - at), at in turned) for n in places for at in (*own, *turned)), default=(0, False))
            if nearest[1]:
                return True
    return False


def _over_all(said: Said, held: Held) -> list[str]:
    """A thing of which the claim speaks without exception and the record only with what tells which: "every sign" of
    "all signs of shops"."""
    town = [token for source in held.sources if source.chunk for token in lex(source.chunk.town)]
    for at, token in enumerate(said.tokens):
        if quantity(said.tokens, at) != "all" or not content((token,)) or token.text.endswith("ed"):
            continue
        if any(sums_up(n, said) for n in range(max(0, at - 2), at)):  # "Roy and Ash all voted yes"
            continue
        for entry in held.entries:
            tokens = entry.sentence.tokens
            for n, one in enumerate(tokens[:-1]):
                named = bool(_names(tokens[n : n + 2]))
                if one.key == token.key and named and quantity(tokens, n) != "all":
                    return [f"(all: the record: {one.text} {tokens[n + 1].text} …)"]
                which = content(tokens[n + 2 : n + 6])[:2] if tokens[n + 1].text.lower() in _TELLING_WHICH else ()
                if (
                    token_in(token, (one,))
                    and quantity(tokens, n) == "all"
                    and which
                    and not matched(which, (*said.words, *town))
                    and not any(word.text.lower() == "manner" for word in which)
                ):
                    return [f"(left out: {tokens[n + 1].text} {' '.join(word.text for word in which)})"]
    return []


_TELLING_WHICH = ("of", "in", "on", "with", "that", "which", "who", "for", "used", "located")
_DENIALS = lazy_regex(
    r"\b(?:fail|refus|declin|den[iy]|reject|absent|oppos|exempt(?!ion)|except|exclud|unless|forbid|prohibit|lack|avoid)\w*",
    re.IGNORECASE,
)


def _denied_more(said: Said, held: Held) -> list[str]:
    """A claim that denies oftener than its words do: "is not just a porch and will not block the way"."""
    recorded = told_by_record(said, held)
    ours = [
        token
        for at, token in enumerate(said.tokens)
        if negates(token)
        and not limits(said.tokens, at)
        and token.text.lower() != "nor"  # it only goes on denying
        and token.start not in recorded
        and not (at and token.text == "no" and _ticks(said.tokens, at))
    ]
    shown = lex(held.attached())  # "No discussion" denies nothing, nor the "No" of a count or a box
    theirs = sum(
        negates(one) and not limits(shown, at) and not (one.text.lower() == "no" and _ticks(shown, at))
        for at, one in enumerate(shown)
    )
    words = held.attached()
    turned = {one.text.lower()[:5] for at, one in enumerate(said.tokens) if denied(said.tokens, at)}  # "is not exempt"
    theirs += sum(one.group()[:5].lower() not in turned for one in _DENIALS.finditer(words)) + len(_BANS.findall(words))
    return [f"({ours[-1].text}: the record denies less)"] if len(ours) > theirs else []


def _ticks(tokens: Sequence[Token], at: int) -> bool:
    """Whether a "No" only counts, answers or ends a motion."""
    after = next(iter(tokens[at + 1 : at + 2]), None)
    return after is None or after.kind != "word" or after.capital or after.text.lower() == "discussion"


_BANS = lazy_regex(r"\bNo [^.;:]{1,60}? (?:shall|may|must|can)\b")
_FAILS = lazy_regex(r"fail|refus|declin|neglect|lack|unable|without|avoid", re.IGNORECASE)
_BUT = lazy_regex(r"\b(?:unless|only|except|other than)\b", re.IGNORECASE)


_LIMITS = lazy_regex(r"\b(?:exceed\w*|(?:less|more|fewer|later|earlier|sooner) than)\b", re.IGNORECASE)


def _limit_turned(said: Said, held: Held) -> list[str]:
    """A limit that the attached words only deny, and the claim does not: "less than 20" of "not less than 20"."""
    ours, theirs = ({(one.group().lower(), _is_turned_limit(text, one.start())) for one in _LIMITS.finditer(text)}
                    for text in (said.text, held.attached()))  # fmt: skip
    told = [word for word, turned in ours if not turned and (word, True) in theirs and (word, False) not in theirs]
    return [f"(the record: not {word})" for word in told]


def _is_turned_limit(text: str, at: int) -> bool:
    return re.search(r"\b(?:not?|never|nor|cannot)\s(?:\w+\s){0,2}\Z", text[:at], re.IGNORECASE) is not None


def _denied_otherwise(said: Said, held: Held) -> list[str]:
    """A word that the claim, which denies less, tells straight, and the attached words only denied."""
    shown = lex(held.attached())
    turned, otherwise = any(other_way_round(said, entry) for entry in held.entries), carried(said, held)
    ours, theirs = sum(map(negates, said.tokens)), sum(map(negates, shown))
    if denies_in_a_word(_BUT.sub("", said.text)) or turned or (ours and ours >= theirs):
        return []
    for at, token in enumerate(said.tokens):
        if token.kind != "word" or token not in said.words or _is_denied(said.tokens, at):
            continue
        if ours and token.text.lower() in UNTIL:  # "not … until" of "no … until"
            continue
        likes = (token, *otherwise.get(token.start, ()))
        places = [n for n, one in enumerate(shown) if any(token_in(like, (one,)) for like in likes)]
        if places and not any(map(negates, likes)) and all(_is_denied(shown, n) for n in places):
            return [f"(not {token.text} in the record)"]
    return []


def _denied_beside(said: Said, held: Held) -> list[str]:
    """A sentence of the attached words that forbids or denies, where the claim denies nothing and a word of it stands
    there alone: "full time in the Elm plan" of "full time in the Oak plan. In the Elm plan he shall not be so"."""
    if any(map(negates, said.tokens)) or denies_in_a_word(said.text):
        return []
    for entry in held.entries:
        forbids = _FORBIDS.search(_WHY.split(entry.flat)[0])
        others = [token for other in held.entries if other is not entry for token in other.sentence.tokens]
        alone = [word for word in said.words if token_in(word, entry.sentence.tokens) and not token_in(word, others)]
        if forbids and alone and any(token_in(word, others) for word in said.words):
            return [f"({forbids.group()}: the record, of {alone[0].text})"]
    return []


_FORBIDS = lazy_regex(r"\b(?:(?:shall|may|must|can|is|are|was|were) not|cannot)\b", re.IGNORECASE)


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether a negation or a word that denies stands before this one."""
    behind = [one.text.lower() for one in tokens[at + 1 : at + 2]]  # "knew nobody"
    return (
        denied(tokens, at)
        or any(_FAILS.match(one.text) for one in tokens[max(0, at - 3) : at])
        or (is_verbish(tokens[at]) and behind[:1] in (["nobody"], ["nothing"], ["none"]))
    )


_EXCEPT = lazy_regex(r"\b(?:except|unless)\b", re.IGNORECASE)
_JOINED_WITHIN = 14
"""Tokens of the record between two things that one word joins."""


def _joined_otherwise(said: Said, held: Held) -> list[str]:
    """Two things that the claim joins by "or", and the attached words, which deny neither, by "and": "at least 2 % or 8
    sales" of "at least 2 %; and have at least 8 sales"."""
    shown = lex(held.attached())
    for at, token in enumerate(said.tokens):
        excepted = _EXCEPT.search(said.text[: token.start]) and _EXCEPT.search(held.attached())
        joins = token.text.lower() == "or" and not excepted  # either exception frees
        sides = (content(said.tokens[:at])[-1:], content(said.tokens[at + 1 :])[:1]) if joins else ((), ())
        if not all(sides) or denied(said.tokens, at):
            continue
        first, second = ([n for n, one in enumerate(shown) if token_in(side[0], (one,))] for side in sides)
        between = [
            {one.text.lower() for one in shown[min(a, b) + 1 : max(a, b)]}
            for a in first
            for b in second
            if 0 < abs(a - b) <= _JOINED_WITHIN
        ]
        if any("and" in words for words in between) and not any("or" in words for words in between):
            return ["(or: the record: and)"]
    return []


def _day_of_record(said: Said, held: Held) -> list[str]:
    """A day that only dates the record, where its words name another day, which the claim does not tell."""
    days = [
        token
        for token in held.tokens()
        if token.worth is not None and token.worth.kind == "date" and token.worth.date[2]
        and token_in(token, said.tokens) is None
    ]  # fmt: skip
    return [
        f"(the record: {days[0].text})"
        for token in said.tokens
        if token.worth is not None and token.worth.kind == "date" and token.worth.date[2] and days
        and not any(token_in(token, entry.sentence.tokens, written_on(entry.source)) for entry in held.entries)
    ]  # fmt: skip


def _far(said: Said, held: Held) -> list[str]:
    """Words that stand only near the entries or elsewhere on the page, not in them or in the metadata of the source."""
    tokens = held.tokens()
    about = [token for source in held.sources for token in lex(source.about)]
    boards = {source.chunk.board for source in held.sources if source.chunk}
    bodies = keeping_bodies(said, boards)
    otherwise = carried(said, held)
    free = bound_otherwise(said, held) | frozenset(ways_told(said, held))
    turned = attached_other_way(said, held)
    worked = works_out(said, held) or times_it(said, held)
    heads = [token for entry in held.near for token in entry.sentence.tokens] if worked else []
    return [
        word.text
        for word in [word for word in said.words if word.kind == "word"]
        if word.key[0] not in FRAME | _MOTION_WORDS
        and word.key != ("be", "to")
        and (not is_harmless(word) or word.key[0] in _DEEDS)
        and not (word.key[0] in REFERENTS and any(token_in(word, _split(read)) for read in (tokens, about)))
        and not any(start <= word.start < end for start, end in bodies)
        and token_in(word, (*tokens, *heads)) is None
        and not (worked and is_working(word))
        and word.start not in otherwise
        and word.start not in free
        and token_in(word, about) is None
        and not negates(word)
        and not (turned and word.text.lower() in ("only", "only once"))
        and not is_unit_mark(word, held)
        and not (word.capital and any(singular(word.text) in source.text for source in held.sources))
        and word.text.lower() not in _CALENDAR
    ]


_DEEDS = frozenset(map(base_of, ("set", "state", "whole")))
"""Words that report in one place and tell a deed, a state or a quantity in another."""


def _other_verb(said: Said, held: Held) -> list[str]:
    """A word of the claim that the record holds too, but sets its opposite or a denial of it beside what follows: "also
    covers county taxes" of "shall apply to town taxes and shall exclude county taxes"; "passed" of "never passed"."""
    left, told = [], {token.key for token in said.tokens}
    for at, token in enumerate(said.tokens):
        if not (token.kind == "word" and is_verbish(token) and content((token,))):
            continue
        denied = any(map(negates, said.tokens[max(0, at - 2) : at]))
        following = content(said.tokens[at + 1 : at + _BEHIND])
        for tokens in (entry.sentence.tokens for entry in held.entries):
            like = [n for n, one in enumerate(tokens) if token_in(token, (one,))]
            unlike = [
                n for n, one in enumerate(tokens)
                if one.kind == "word" and opposite(token.key, one.key) and one.key not in told
            ]  # fmt: skip
            last = max((n for n, one in enumerate(tokens) if token_in(one, following)), default=0)
            nearest = max((n for n in (*like, *unlike) if n < last), default=-1)
            never = [n for n in like if any(one.text.lower() in _NEVER for one in tokens[max(0, n - 2) : n])]
            turned = [nearest] if like and nearest in unlike else never if token.key[-1] in DECISION_WORDS else []
            if turned and not denied:
                left.append(f"(the record: {' '.join(one.text for one in tokens[turned[0] - 1 : turned[0] + 2])} …)")
                break
    return left


_NEVER = ("never", "not")
_BEHIND = 6
"""Words behind a verb that it is said of."""


_EACH = ("all", "every", "each", "any", "no")


def _others(said: Said, held: Held) -> list[str]:
    """What is said of all where the record says it of all others: "every owner must" of "all other owners must"."""
    left = []
    for every, noun in pairwise(said.tokens):
        if every.text.lower() not in _EACH or noun.kind != "word":
            continue
        runs = [entry.sentence.tokens for entry in held.entries]
        places = [(tokens, at) for tokens in runs for at in range(2, len(tokens)) if token_in(noun, (tokens[at],))]
        before = {tokens[at - 1].text.lower() for tokens, at in places if tokens[at - 2].text.lower() in _EACH}
        if "other" in before and not any(tokens[at - 1].text.lower() == every.text.lower() for tokens, at in places):
            left.append(f"(of all others: {every.text} {noun.text})")
    return left


def _split(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The last words of phrases on their own: "committee" of "budget committee"."""
    return tuple(token._replace(key=token.key[-1:]) for token in tokens if len(token.key) > 1)


_CORRECTED = lazy_regex(
    r"\A[\s.\d]*\W{0,3}\b(?:corrected|amended|revised|changed|reduced|since)\b(?!\s+[A-Z]\w+ \d{1,2}, \d{4})",
    re.IGNORECASE,
)
_FIRST = lazy_regex(r"\b(?:from|first|original\w*|before|initial\w*|at first)\b", re.IGNORECASE)


def _superseded(said: Said, held: Held) -> list[str]:
    """Figures that the record corrects right after: "$12,000 (corrected to $9,000)"."""
    if _FIRST.search(said.text):
        return []
    return [
        f"(corrected in the record: {token.text})"
        for token in said.tokens
        if token.worth is not None and token.worth.kind in ("amount", "percent", "number", "date")
        for entry in held.entries
        if (one := token_in(token, entry.sentence.tokens)) is not None
        and _CORRECTED.match(entry.source.text[one.end : one.end + 40])
    ]


def _names(tokens: Sequence[Token]) -> list[Token]:
    """Capitalised words inside a sentence that name something."""
    return [
        token
        for n, token in enumerate(tokens)
        if token.kind == "word"
        and token.capital
        and len(token.text) > 1
        and n
        and tokens[n - 1].kind != "break"
        and token.text.lower().removesuffix("'s") not in COMMON_CAPITALS | _CALENDAR
    ]


def kind_of_text(said: Said, held: Held) -> list[str]:
    """A bill is no law, and another state's law is that state's: the claim must say so itself."""
    left = []
    for source in held.sources:
        chunk = source.chunk
        if chunk is None:
            continue
        if chunk.doc_type == "bill" and not _BILL.search(said.text):
            left.append("(a bill as introduced)")
    return left


_BILL = lazy_regex(
    r"\b(?:bill|would|propos\w+|introduced|if (?:passed|enacted)|seeks|[HS]B|CACR)(?:\b|(?=\s?\d))", re.IGNORECASE
)

# "every year", "yearly", "annually"; "every 2 years", "every other week"
_EVERY_ONE = lazy_regex(
    r"\b(?:every|each)\s+(day|week|month|quarter|year)\b|\b(dai|week|month|quarter|year|annual)ly\b", re.I
)
_EVERY_FEW = lazy_regex(
    r"\bevery\s+(?:other|second|third|fourth|\d+|two|three|four|five|six|ten)\s+(day|week|month|quarter|year)s?\b", re.I
)
_UNIT = {"dai": "day", "annual": "year"}


def _every_few(said: Said, held: Held) -> list[str]:
    """A thing of every year that the record has of every second: the number between is no other word."""
    few = {found[1].lower(): found.group() for found in _EVERY_FEW.finditer(held.attached())}
    each = [(found[1] or found[2]).lower() for found in _EVERY_ONE.finditer(held.attached())]
    told = [(found[1] or found[2]).lower() for found in _EVERY_ONE.finditer(said.text)]
    units = {_UNIT.get(one, one) for one in told} - {_UNIT.get(one, one) for one in each}
    return [f"(the record: {few[unit]})" for unit in sorted(units & few.keys())]


_BODY_VOTED = lazy_regex(r"\b(?:board|committee|commission|council|\w+s|it|they)\s+(?:\w+ly\s+)?voted\b", re.IGNORECASE)
_OF_A_VOTE = lazy_regex(
    r"\b(?:mo(?:tion|ved?)\w*|vot\w+|carri\w+|pass\w*|approv\w+|adopt\w+|second\w*|favor|unanim\w+|articles?|ballots?|grant\w*"
    r"|den(?:y|ied)|accept\w*|elect\w*|appoint\w*|ayes?|yeas?|nays?|yes|\d-\d)\b",
    re.IGNORECASE,
)


def _never_voted(said: Said, held: Held) -> list[str]:
    """A vote that the attached words do not tell of: who talked of a thing has not voted it."""
    voted = held.given and _BODY_VOTED.search(said.text) and not _OF_A_VOTE.search(held.attached())
    return ["voted"] if voted else []


_MUST_NOT = lazy_regex(r"\b(?:must|shall|may|should|need|can|could|will)(?:\s+not|n['’]t)\b|\bcannot\b", re.IGNORECASE)


def _forbids(said: Said, held: Held) -> list[str]:
    """What the claim forbids or excuses where nothing in the attached words denies or bars anything."""
    denied = held.given and _MUST_NOT.search(said.text)
    return [denied.group()] if denied and not TURN.search(held.attached()) else []


# "received a request from Plodd & Sons"
_ASKED_FROM = lazy_regex(
    r"\b(?:request|letter|e-?mail|application|petition)s?\s+(?:\w+\s+){0,2}from\s+(?:the\s+)?(?P<name>[A-Z][\w’'-]+)"
)


def _asked_back(said: Said, held: Held) -> list[str]:
    """Who is said to be asked, of whom the record has the request: "the trustees asked Plodd & Sons"."""
    names = (found["name"] for found in _ASKED_FROM.finditer(held.attached()))
    asked = r"\b(?:ask|request|urg|invit|tell|told)\w*\s+(?:that\s+)?(?:the\s+)?(?:[A-Z][\w.’'-]+\s+)?"
    return [f"(who asked: {name})" for name in dict.fromkeys(names) if re.search(rf"{asked}{name}\b", said.text)]


_CHECKS: tuple[Callable[[Said, Held], Sequence[str]], ...] = (
    _of_several, _far, apart, scattered, exchanged, strangers, misplaced, _superseded, kind_of_text, _told_twice,
    joined_names, _over_all,
    _denied_more, _denied_otherwise, _limit_turned, _other_limit, other_compounds, _reasons,
    _day_of_record,
    misbound, _every_few, _never_voted, _forbids, _asked_back, _joined_otherwise, crossed, _denied_beside, namesakes,
    _others, _other_verb, turned_round,
)  # fmt: skip
