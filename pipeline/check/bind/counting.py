"""What a writer counts or measures himself: how many a list holds, how long it took, what parts make a whole.

Holds the counts that no record prints. It refuses to count what the words named do not hold in full.
"""

from __future__ import annotations

import re
from datetime import date

from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token, Worth, lex, same_word
from pipeline.check.read.reading import content
from pipeline.check.slots.workings import identifier_before

__all__ = ["is_counted", "times_it"]

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
    if _passed(worth, counted, held):
        return True
    return 2 <= worth.number <= _MOST_COUNTED and worth.number in {
        sum(same_word(counted, token) for token in held.tokens() if token.kind == "word"),
        len(held.quotes),
        sum(one.worth is not None and one.worth.kind == "amount" for one in held.tokens()),
        _listed(held),
        _parts(said, at, held),
    }


def _passed(worth: Worth, unit: Token, held: Held) -> bool:
    """Whether "fourteen minutes", "three days" lie between the only two times, or the only two days, of the words."""
    per = _PER.get(unit.text.lower().rstrip("s"), 0)
    kind = "time" if unit.text.lower().rstrip("s") in ("minute", "hour") else "date"
    told = {token.worth for _, words, _ in held.quotes for token in lex(words) if token.worth is not None}
    places = sorted({_place(one) for one in told if one.kind == kind})
    return per > 0 and len(places) == 2 and places[0] > 0 and worth.number * per == places[1] - places[0]


def times_it(said: Said, held: Held) -> bool:
    """Whether the claim tells the time between the two hours, or days, of the words: "lasted fourteen minutes"."""
    pairs = zip(said.tokens, said.tokens[1:], strict=False)
    return any(
        one.worth is not None and one.worth.kind == "number" and _passed(one.worth, unit, held) for one, unit in pairs
    )


def _place(worth: Worth) -> int:
    """A time in minutes, a day with its year in days; 0 for a date that is not whole."""
    if worth.kind == "time":
        return int(worth.number) + (12 * 60 if worth.other == 2 else 0)
    try:
        return date(*worth.date).toordinal()
    except ValueError:
        return 0


# "presentations to: Ossipee, Madison and Conway", "Absent: Roy (Clerk), Marsh and Ash"
_LIST = re.compile(r":\s+([^:.;]+)")
_ASIDE = re.compile(r"\([^)]*\)|,?\s+(?:Jr|Sr)\b\.?")
_COMMA = re.compile(r",?\s+and\s+|,\s+")


def _listed(held: Held) -> int:
    """How many items the list of the words holds; 0 without one list."""
    quoted = [_ASIDE.sub("", " ".join(words.split())) for _, words, _ in held.quotes]
    lists = [found[1] for words in quoted if (found := _LIST.search(words))]
    items = [item for item in _COMMA.split(lists[0]) if item.strip(" ,.")] if len(lists) == 1 else []
    return len(items) if len(items) > 1 else 0


def _parts(said: Said, at: int, held: Held) -> int:
    """The sum of the counts that the claim tells after this one, each held, "a" counting one: "a mayor and four"."""
    rest = said.tokens[at + 1 :]
    numbers = [one for one in rest if one.worth is not None and one.worth.kind == "number"]
    told = sum(int(one.worth.number) for one in numbers if one.worth and token_in(one, held.tokens()))
    single = sum(one.text.lower() in ("a", "an") for one in rest)
    return told + single if numbers and told else 0
