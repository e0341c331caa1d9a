"""What a claim works out from the figures of its entries: a sum, a difference, a share, a product.

Holds the arithmetic and what may be added up. It refuses to weigh words: whether a figure belongs to the claim's matter
is judged elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import accumulate, chain, combinations, pairwise, permutations, product, takewhile

from pipeline.check.read.evidence import Held, Said, token_in, written_on
from pipeline.check.read.lexing import Token, Worth, lex, reads_as_year, same_word, worth_matches
from pipeline.check.read.reading import content
from pipeline.quoting.alike import base_of, groups_of
from vault.facts.names import PLACE_HEADS
from vault.text.patterns import lazy_regex

__all__ = [
    "CENT", "LEFT_OVER", "adds_up", "computed", "day_of", "identifier_before", "is_counted", "is_listed_sum",
    "is_passed", "is_timed", "is_times", "is_worked_out", "is_working", "is_year", "kind_at", "only_works_out",
    "summands", "tells_way", "times_it", "way_of", "worked_out", "working_words", "works_out",
]  # fmt: skip

_TEXT_NUMBERED = """
    article map lot sublot route rout chapter section case page precinct district item number box room phase fy sec
    paragraph form exhibit hb sb bill unit session footnote note code clause step class ordinance resolution part
"""
_NUMBERED = frozenset(_TEXT_NUMBERED.split())


_SHORT = 4


def identifier_before(tokens: Sequence[Token], at: int) -> str:
    """ "article" before "18": the figure names a thing and counts nothing; "" when it counts."""
    before = tokens[at - 1] if at else None
    led = tokens[at - 2].text.lower() if at > 1 else ""
    abbreviated = before is not None and before.text == "." and (0 < len(led) <= _SHORT or led in _NUMBERED)
    if at > 1 and before is not None and (before.text == ":" or abbreviated):  # "Lot: 029", "sec. 9", "Ordinance No. 9"
        before = tokens[at - 2]
    if before is None or before.kind != "word":
        return ""
    key = before.key[-1]
    return key if key in _NUMBERED or (before.text.lower().rstrip("s") in _NUMBERED) else ""


def is_year(token: Token) -> bool:
    """Whether a token reads as a year."""
    return token.worth is not None and reads_as_year(token.worth)


_ADDRESS_REACH = 4
"""Tokens behind the number of a house among which "Road" stands."""


def kind_at(tokens: Sequence[Token], at: int) -> str:
    """What a figure is, so that only like is set beside like: what it numbers ("lot", an "address"), a "year", else the
    kind of its value; "" of a word."""
    token, named = tokens[at], identifier_before(tokens, at)
    if token.worth is None or is_year(token):
        return "year" if token.worth is not None else ""
    if named or token.worth.kind != "number":
        return named or token.worth.kind
    behind = takewhile(lambda one: one.capital or _is_plain(one), tokens[at + 1 : at + 1 + _ADDRESS_REACH])
    if any(one.text.lower() in PLACE_HEADS for one in behind):
        return "address"
    before = at - 1 - (at > 1 and tokens[at - 1].text.lower() in ("and", "or", "through"))
    return (
        kind_at(tokens, before) if at and _is_plain(token) and _is_plain(tokens[before]) else "number"
    )  # "Lots 4 and 5"


def _is_plain(token: Token) -> bool:
    """Whether a token is a number as it names a house, a map or a lot: "049"."""
    return token.text.isdigit() and len(token.text) <= _ADDRESS_REACH and not is_year(token)


_LEAST_SUM = 13
"""Below it any count is the sum of two others on the page by chance."""


def computed(worth: Worth, held: Held) -> bool:
    """True when the figure is a sum, a difference or a share of figures that the entries hold."""
    if worth.kind in ("percent", "fraction"):
        return _is_share(worth, held) or _is_rest(worth, held)
    return next(worked_out(worth, held), None) is not None


def worked_out(worth: Worth, held: Held) -> Iterator[float]:
    """The sums, differences and products of figures of the entries that a claimed amount or number may be."""
    numbers = summands(held, votes=worth.kind != "amount")[:40]
    if worth.kind not in ("amount", "number") or len(numbers) < 2:
        return
    if worth.kind == "number" and worth.number < _LEAST_SUM and worth.places >= 1:
        return
    least = 1 if worth.kind == "amount" and worth.number >= 1 else 0
    rough = worth.about or worth.way != 0 or "illion" in worth.text
    wanted = worth._replace(kind="number", places=worth.places if rough else 0.0)
    pairs = (value for pair in combinations(numbers, 2) for value in (sum(pair), abs(pair[0] - pair[1])))
    whole = sum(_quoted_amounts(held) if worth.kind == "amount" else _quoted_measures(held))
    products = (rate * count for rate, count in product(*_rates_and_counts(held))) if worth.kind == "amount" else ()
    threes = combinations(numbers, 3) if len(numbers) <= _FEW_NUMBERS else ()
    of_three = (value for three in threes for value in (sum(three), 2 * max(three) - sum(three)))  # what two leave
    chosen = chain((one for one in pairs if one > least), (whole,), products, (one for one in of_three if one > least))
    yield from (value for value in chosen if worth_matches(wanted, Worth("number", round(value, 2))))


_FEW_NUMBERS = 12
"""Numbers of which three are added up; of more, any figure would be such a sum."""


_A_RATE = lazy_regex(
    r"\b(?:each|apiece|per|every|an? (?:hour|day|week|month|year|lot|unit|page)|hourly|daily|weekly|monthly"
    r"|annual\w*|times)\b|[/@×]",
    re.IGNORECASE,
)


def _rates_and_counts(held: Held) -> tuple[list[float], list[float]]:
    """The amounts of the entries and their plain numbers, where an entry tells an amount of each: a vote counts
    nothing."""
    if not any(_A_RATE.search(entry.text) for entry in held.entries):
        return [], []
    worths = [token.worth for token in held.tokens() if token.worth is not None]
    rates, counts = ([one.number for one in worths if one.kind == kind][:20] for kind in ("amount", "number"))
    return rates, counts


_EACH = frozenset(("each", "apiece", "per", "every"))


def is_worked_out(tokens: Sequence[Token], worth: Worth, held: Held) -> bool:
    """Whether the figure is computed, or a held rate times a count of the tokens, alone or beside a held amount ("$350
    for six" of "$200 and $25 each"), or what they tell of each is one held amount shared out by a held count: "$20
    apiece" of ten for $200."""
    if computed(worth, held) or _leaves(tokens, worth, held) or _is_run(worth, held):
        return True
    if worth.kind != "amount":
        return False
    numbers = summands(held, votes=False)[:40]
    counts = [one.worth.number for one in tokens if one.worth is not None and one.worth.kind == "number"]
    products = [rate * count for rate in numbers for count in counts if count > 1]
    rates, _ = _rates_and_counts(held)
    based = [base + rate * count for base, rate in permutations(rates, 2) for count in counts if count > 1]
    if any(abs(worth.number - one) < CENT for one in (*products, *based)) or _is_nearly(tokens, worth, products):
        return True
    each = any(one.text.lower() in _EACH for one in tokens)
    return each and any(abs(worth.number * min(pair) - max(pair)) < CENT for pair in combinations(numbers, 2))


def _is_run(worth: Worth, held: Held) -> bool:
    """Whether a figure is the sum of some amounts, or measures, that stand one after another in the attached words."""
    figures = (_quoted_amounts(held) if worth.kind == "amount" else _quoted_measures(held))[:_MOST_RUN]
    sums = (total for start in range(len(figures)) for total in list(accumulate(figures[start:]))[_LEAST_RUN - 1 :])
    return any(abs(total - worth.number) < CENT for total in sums)


_LEAST_RUN, _MOST_RUN = 4, 40
"""Figures of a list, more than three of which are added up in their order only."""


_NEAR_SHARE = 0.05


def _is_nearly(tokens: Sequence[Token], worth: Worth, sums: Sequence[float]) -> bool:
    """Whether the claim calls a round figure only near ("something over $11,000"), and one of the sums is."""
    rounded = any(one.worth == worth and one.led >= 0 for one in tokens)
    near = [one - worth.number for one in sums if abs(one - worth.number) <= _NEAR_SHARE * worth.number]
    return rounded and worth.places >= _ROUND and any(apart * worth.way >= 0 for apart in near)


_ROUND = 100
LEFT_OVER = lazy_regex(r"\b(?:remain\w*|rest|left|unspent|unexpended|unused|balance|available)\b", re.IGNORECASE)


def _leaves(tokens: Sequence[Token], worth: Worth, held: Held) -> bool:
    """Whether a percentage is what another one leaves of the whole, told of what is left on one side only: "54 percent
    was gone" of "45.94 % remain"."""
    if worth.kind != "percent":
        return False
    rest = [100 - one.worth.number for one in held.tokens() if one.worth is not None and one.worth.kind == "percent"]
    texts = (" ".join(one.text for one in tokens), " ".join(one.flat for one in held.entries))
    left = {LEFT_OVER.search(text) is not None for text in texts}
    return len(left) > 1 and any(abs(one - worth.number) < max(worth.places, CENT) for one in rest)


def adds_up(said: Said, at: int, held: Held) -> bool:
    """Whether an amount is the sum of all the other amounts of the claim, two at least, each held by a cited page, or
    of all the amounts that its writer quoted, or the difference of the two."""
    worth = said.tokens[at].worth
    if worth is None or worth.kind != "amount":
        return False
    parts = [one for one in said.tokens if one.worth is not None and one.worth.kind == "amount"]
    parts = [one for one in parts if one.worth is not None and one.worth.number != worth.number]
    whole = [token for entry in held.page() for token in entry.sentence.tokens] if len(parts) > 1 else []
    told = [one.worth.number for one in parts if one.worth is not None and token_in(one, whole) is not None]
    if len(parts) > 1 and len(told) == len(parts) and abs(sum(told) - worth.number) < CENT:
        return True
    quoted = _quoted_amounts(held)
    change = abs(quoted[0] - quoted[1]) if len(quoted) == 2 else 0.0
    right = len(quoted) > 1 and min(abs(sum(quoted) - worth.number), abs(change - worth.number)) < CENT
    return right and working_words(said, worth)


CENT = 0.01


def _quoted_amounts(held: Held) -> list[float]:
    """The amounts of the words that a writer attached, in order."""
    return [number for _, words, _ in held.quotes for number in _amounts(lex(" ".join(words.split())))]


def _quoted_measures(held: Held) -> list[float]:
    """The numbers with decimals of those words: acres, feet, shares; with them the others of the same unit."""
    tokens = lex(held.attached())
    pairs = [(one, after) for one, after in pairwise(tokens) if one.worth is not None and one.worth.kind == "number"]
    found = [(one.worth, after.key) for one, after in pairs if one.worth is not None]
    units = {key for worth, key in found if 0 < worth.places < 1}
    return [worth.number for worth, key in found if key in units]


def summands(held: Held, *, votes: bool = True) -> list[float]:
    """The figures of the entries that count something, `votes` among them: no years, no numbers of lots, articles or
    sections."""
    found: list[float] = []
    for entry in held.entries:
        for at, token in enumerate(entry.sentence.tokens):
            if token.worth is None or is_year(token) or identifier_before(entry.sentence.tokens, at):
                continue
            if token.worth.kind in ("amount", "number", "pair") and (votes or token.worth.kind != "pair"):
                found.append(abs(token.worth.number))
            if token.worth.kind == "pair" and votes:
                found.append(token.worth.other)
    return found


def _is_share(worth: Worth, held: Held) -> bool:
    share = worth.number / 100 if worth.kind == "percent" else worth.number
    numbers = [number for number in summands(held) if number][:30]
    if len(numbers) == 2:
        numbers.append(sum(numbers))
    near = 0.005 if worth.kind == "percent" and worth.places >= 1 else 0.0006 if worth.kind == "percent" else 0.01
    return any(
        abs(left / right - share) <= near or abs(abs(left - right) / right - share) <= near
        for left in numbers
        for right in numbers
        if left != right
    )


def _is_rest(worth: Worth, held: Held) -> bool:
    """Whether a percentage with decimals is what another one of the entries leaves of the whole."""
    rest = [100 - one.worth.number for one in held.tokens() if one.worth is not None and one.worth.kind == "percent"]
    return worth.kind == "percent" and 0 < worth.places < 1 and any(abs(one - worth.number) < CENT / 2 for one in rest)


_ROSE, _FELL = groups_of((base_of("increase"),)), groups_of((base_of("decrease"),))


def way_of(token: Token) -> str:
    """ "rose" for "increase", "higher", "grew"; "fell" for "decrease", "lower"; "" for other words."""
    up, down = bool(token.groups & _ROSE), bool(token.groups & _FELL)
    return "rose" if up and not down else "fell" if down and not up else ""


_MORE, _LESS = ("more", "more than", "up", "above", "over"), ("less", "less than", "fewer", "down", "below", "under")


def tells_way(token: Token) -> str:
    """ "rose" or "fell" for a word of change or of more and less: "above", "lower"; "" for other words."""
    low = token.text.lower().removeprefix("is ").removeprefix("was ").removeprefix("are ").removeprefix("were ")
    return way_of(token) or ("rose" if low in _MORE else "fell" if low in _LESS else "")


_TEXT_PLAIN = """
    that this they it these those which add be come make amount to my own sum year dollar about so then and or the
    a an of to in by for from than with page figure two three four five six all each
"""
_PLAIN = frozenset(base_of(word) for word in _TEXT_PLAIN.split())


def only_works_out(text: str, before: Sequence[tuple[str, str]]) -> bool:
    """Whether a sentence does nothing but work its sums out from those of the sentences `before` it, or of the words
    that these rest on: "That is $150 more.", "Together they come to $570." The whole of them, or the sum or difference
    of two; of a rise or a fall the later figure stands above or below the earlier one."""
    tokens = lex(text)
    figures = [one.worth for one in tokens if one.worth is not None and one.worth.kind in ("amount", "percent")]
    words = [one for one in content(tokens) if one.worth not in figures]
    plain = (is_working(one) or tells_way(one) or one.key[0] in _PLAIN for one in words)
    if not _amounts(tokens) or not all(plain):
        return False
    ways = {way for one in tokens if (way := tells_way(one))}
    known = [[number for each in texts for number in _amounts(lex(each))] for texts in zip(*before, strict=True)]
    return all(any(_follows(figure, numbers, ways) for numbers in known) for figure in figures)


def _amounts(tokens: Sequence[Token]) -> list[float]:
    return [one.worth.number for one in tokens if one.worth is not None and one.worth.kind == "amount"]


def _follows(figure: Worth, known: Sequence[float], ways: set[str]) -> bool:
    pairs = list(combinations(known, 2))
    if figure.kind == "percent":
        changes = [
            (first, last) for first, last in pairs if first and round(abs(last / first - 1) * 100) == figure.number
        ]
    else:
        changes = [(first, last) for first, last in pairs if abs(abs(first - last) - figure.number) < CENT]
    if ways or figure.kind == "percent":
        return any(ways <= {"rose" if last > first else "fell"} for first, last in changes)
    wholes = [sum(known), *map(sum, pairs)]
    return bool(changes) or (len(known) > 1 and any(abs(whole - figure.number) < CENT for whole in wholes))


def works_out(said: Said, held: Held) -> bool:
    """Whether a figure of the claim stands in no entry and is worked out from them."""
    return any(
        token.worth is not None and token_in(token, held.tokens()) is None and computed(token.worth, held)
        for token in said.tokens
    )


# "together", "a difference of", "$5 more than": the claim says that its figure is worked out
_ADDED_UP = (
    r"together|total\w*|sums?|combined|altogether|in all|add(?:s|ed|ing)? up|plus|minus|differ\w*|apart|gap|ris\w+|"
    r"rose|rais\w+|f[ae]ll\w*|increas\w+|decreas\w+|cut\w*|grew|grow\w*|dropp?\w*|c[oa]mes? to|half|third|quarter|"
    r"share|twice|doubl\w*|left|leav\w+|remain\w+|rest|had been|sav\w+|average|subtract\w*|exceed\w*|took|lasted|later|"
    r"runs? to|years|further|both|joint\w*|part|arithmetic|calculat\w+|margin|cast"
)
_WORKED_OUT = {
    "number": lazy_regex(rf"\b(?:{_ADDED_UP})\b", re.IGNORECASE),
    "amount": lazy_regex(
        rf"\b(?:{_ADDED_UP}|less|more|fewer|between|up|down|percent|times|each|per|above|below|over|under|higher|lower|"
        r"extra|additional|another|without|excluding|including|most|short|than|costs?|both|was|are)\b|%",
        re.IGNORECASE,
    ),
}


def is_working(token: Token) -> bool:
    """Whether the word or phrase only says that a figure is worked out: "together", "in all"."""
    return _WORKED_OUT["number"].fullmatch(token.text) is not None


def working_words(said: Said, worth: Worth) -> bool:
    """Whether the claim says that its figure is worked out: "together", "$5 more than". Of a rounded one only words
    that say nothing else: "costs nearly $400,000" adds nothing up."""
    rough = worth.kind == "amount" and (worth.about or worth.way != 0)
    counts = rough or (worth.kind == "number" and worth.places >= 1)
    return _WORKED_OUT["number" if counts else "amount"].search(said.text) is not None


_MOST_COUNTED = 12
"""Things a writer counts himself; more would be a figure of the record."""
_PER = {"minute": 1, "hour": 60, "day": 1, "week": 7}
"""Minutes in units of time, days in units of days."""


def is_counted(said: Said, at: int, held: Held) -> bool:
    """Whether a count is that of the places named, of the items they list, of the time between the two that they tell,
    or of the parts that the claim itself names."""
    worth = said.tokens[at].worth
    if worth is None or worth.kind != "number" or identifier_before(said.tokens, at):
        return False
    counted = next(iter(content(said.tokens[at + 1 : at + 5])), None)
    if counted is None or counted.kind != "word":
        return False
    if is_passed(said.tokens, at, held) or _passed(worth, counted, held) or is_listed_sum(said.tokens[at], held):
        return True
    return 2 <= worth.number <= _MOST_COUNTED and worth.number in {
        sum(same_word(counted, token) for token in held.tokens() if token.kind == "word"),
        len(held.quotes),
        sum(one.worth is not None and one.worth.kind == "amount" for one in held.tokens()),
        _listed(held),
        _days(said, held),
        _parts(said, at, held),
    }


def is_times(tokens: Sequence[Token], at: int, held: Held) -> bool:
    """Whether "six times" stands between two held amounts of which one is that many of the other."""
    worth, sums = tokens[at].worth, [one for one in tokens if one.worth is not None and one.worth.kind == "amount"]
    if worth is None or [one.text.lower() for one in tokens[at + 1 : at + 2]] != ["times"] or len(sums) != 2:
        return False
    first, second = (one.worth.number if one.worth and token_in(one, held.tokens()) else 0.0 for one in sums)
    return first > 0 and abs(second * worth.number - first) < CENT


def is_passed(tokens: Sequence[Token], at: int, held: Held) -> bool:
    """Whether a time lies between the only two hours, or days, of the words: "two hours and thirteen minutes" as a
    whole."""
    worth, unit = tokens[at].worth, next(iter(tokens[at + 1 : at + 2]), None)
    if worth is None or worth.kind != "number" or unit is None:
        return False
    own = _minutes(tokens, at)
    beside = _minutes(tokens, at + 3) + (_minutes(tokens, at - 3) if at > 2 else 0.0)
    whole = worth._replace(number=own + beside) if own and beside else worth
    return _passed(whole, unit._replace(text="minute") if whole is not worth else unit, held)


def _minutes(tokens: Sequence[Token], at: int) -> float:
    """The minutes that "two hours" or "thirteen minutes" come to; 0 for other words."""
    worth, unit = (tokens[at].worth if at < len(tokens) else None), next(iter(tokens[at + 1 : at + 2]), None)
    per = _PER.get(unit.text.lower().rstrip("s"), 0) if unit and unit.text.lower()[:3] in ("hou", "min") else 0
    return worth.number * per if worth is not None else 0.0


def _passed(worth: Worth, unit: Token, held: Held) -> bool:
    """Whether "fourteen minutes", "three days" lie between the only two times, or the only two days, of the words."""
    if unit.first in ("year", "years"):
        return worth.kind == "number" and worth.number in _years_apart(held)
    per = _PER.get(unit.text.lower().rstrip("s"), 0)
    kind = "time" if unit.text.lower().rstrip("s") in ("minute", "hour") else "date"
    told = {token.worth for _, words, _ in held.quotes for token in lex(words) if token.worth is not None}
    places = sorted({_place(one) for one in told if one.kind == kind})
    return per > 0 and len(places) == 2 and places[0] > 0 and worth.number * per == places[1] - places[0]


def _years_apart(held: Held) -> frozenset[float]:
    """The years between a year of the attached words and that of another of them, or of the record itself."""
    told = [token for _, words, _ in held.quotes for token in lex(words) if token.worth is not None]
    years = {float(one.worth.date[0]) for one in told if one.worth and one.worth.kind == "date"}
    years |= {one.worth.number for one in told if one.worth and is_year(one)}
    written = {float(written_on(source)[0]) for source in held.sources}
    return frozenset(abs(one - other) for one in years for other in years | written if one > 0 < other) - {0.0}


def is_timed(tokens: Sequence[Token], at: int, held: Held) -> bool:
    """Whether a count is that of the time between two hours or days of the words, or without attached words may be it:
    "took fourteen minutes"."""
    worth, unit = tokens[at].worth, next(iter(tokens[at + 1 : at + 2]), None)
    if worth is None or unit is None:
        return False
    return _passed(worth, unit, held) or (not held.given and any(map(is_working, tokens[:at])))


def times_it(said: Said, held: Held) -> bool:
    """Whether the claim tells the time between the two hours, or days, of the words: "lasted fourteen minutes"."""
    pairs = zip(said.tokens, said.tokens[1:], strict=False)
    return any(
        one.worth is not None and one.worth.kind == "number" and _passed(one.worth, unit, held) for one, unit in pairs
    )


def day_of(worth: Worth) -> int:
    """The number of a whole day; 0 for a part of one, and for other figures."""
    return _place(worth) if worth.kind == "date" else 0


def _place(worth: Worth) -> int:
    """A time in minutes, a day with its year in days; 0 for a date that is not whole."""
    if worth.kind == "time":
        return int(worth.number) + (12 * 60 if worth.other == 2 else 0)
    try:
        return date(*worth.date).toordinal()
    except ValueError:
        return 0


# "presentations to: Ossipee, Madison and Conway", "Absent: Roy (Clerk), Marsh and Ash"
_LIST = lazy_regex(r":\s+([^:.;]+)")
_ASIDE = lazy_regex(r"\([^)]*\)|,?\s+(?:Jr|Sr)\b\.?")
_COMMA = lazy_regex(r",?\s+and\s+|,\s+")


def _listed(held: Held) -> int:
    """How many items the list of the words holds; 0 without one list."""
    quoted = [_ASIDE.sub("", " ".join(words.split())) for _, words, _ in held.quotes]
    lists = [found[1] for words in quoted if (found := _LIST.search(words))]
    items = [item for item in _COMMA.split(lists[0]) if item.strip(" ,.")] if len(lists) == 1 else []
    return len(items) if len(items) > 1 else 0


# "(a) Three members of the council. (b) One person … (c) The clerk": the items of a list and what each begins with
_ITEM = lazy_regex(r"\(\w{1,4}\)\s+([A-Z]\w*(?:-\w+)?|\d+)\b")
_SINGLE = ("one", "the", "a", "an")


def is_listed_sum(count: Token, held: Held) -> bool:
    """Whether a count is that of all whom the attached words list, each item with its own number or one alone."""
    firsts = [match[1] for match in _ITEM.finditer(held.attached())]
    worths = [next((one.worth for one in lex(first) if one.worth is not None), None) for first in firsts]
    told = [
        1.0 if first.lower() in _SINGLE else worth.number if worth else 0.0
        for first, worth in zip(firsts, worths, strict=True)
    ]
    return count.worth is not None and len(told) > 1 and all(told) and sum(told) == count.worth.number


def _days(said: Said, held: Held) -> int:
    """How many days the attached words tell, where the claim tells them all: "two hearings, on May 6 and 7"; else 0."""
    days = [one for one in lex(held.attached()) if one.worth is not None and one.worth.kind == "date"]
    return len({one.worth for one in days}) if all(token_in(one, said.tokens) for one in days) else 0


def _parts(said: Said, at: int, held: Held) -> int:
    """The sum of the counts that the claim tells after this one, each held, "a" counting one: "a mayor and four"."""
    rest = said.tokens[at + 1 :]
    numbers = [one for one in rest if one.worth is not None and one.worth.kind == "number"]
    told = sum(int(one.worth.number) for one in numbers if one.worth and token_in(one, held.tokens()))
    single = sum(one.text.lower() in ("a", "an") for one in rest)
    return told + single if numbers and told else 0
