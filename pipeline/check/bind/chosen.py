"""Who is named to an office, who names him, and whom a motion is about: never the one who only moved or seconded it.

Holds the comparison of those whom a claim calls appointed, elected, nominated or named, and of those who did it, with
those of its entries. It refuses to speak of one whom the entries do not name at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.reading import THINGS
from pipeline.check.slots.turns import shown
from pipeline.check.slots.values import Conflict
from vault.facts.names import BODY_HEADS, TITLES
from vault.text.patterns import lazy_regex

__all__ = ["chosen_conflicts", "only_act"]

_ONE = r"(?:[A-Z][a-z]{0,8}\.\s)?[A-Z][\w'’-]+(?:\s(?:[A-Z]\.?\s)?[A-Z][\w'’-]+){0,3}"
_SOME = rf"{_ONE}(?:(?:,\s(?:and\s)?|\sand\s){_ONE}){{0,6}}"
_VERB = r"(?:re)?(?:appoint|nominat|elect|design|nam|cho[os]s)"
_NAMES = lazy_regex(rf"\b(?i:{_VERB})(?:e|ed|s|es|en|ing|ated?|ates|ating)?\s(?i:of\s)?(?P<who>{_SOME})")
"""One named behind the verb: "to appoint Ash", "nominated Ada Roy and Tom Ash"."""
_NAMED = lazy_regex(
    rf"\b(?P<who>{_SOME})\s(?:was|were|is|are|has been|have been|had been|be)\s(?:[a-z]+ly\s)?{_VERB}(?:e?d|en|ated)\b"
    rf"(?:(?:(?!second|mov|motion)[^.;]){{0,60}}?\sby\s(?P<by>{_ONE}))?"
)
"""One named before it: "Ash was appointed as steward by Roy"."""
_NAMER = lazy_regex(rf"\b(?P<by>{_ONE})\s(?:then\s|also\s)?nominate[sd]\s(?P<who>{_SOME})")
_MOVER = lazy_regex(
    rf"\b(?P<by>{_ONE})\s(?:made\s(?:a\s|the\s)?motion|moved|motioned)\sto\s(?:re)?nominate|"
    rf"\b[Bb]y:?\s(?P<of>{_ONE})\sto\s(?:re)?nominate"
)


_Name = tuple[str, ...]
"""The words of a person's name, in lower case."""


class _Chosen(NamedTuple):
    """Those named to an office, and those who nominated them."""

    named: tuple[_Name, ...]
    namers: tuple[_Name, ...]


def chosen_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """One who is named to an office in the claim, or who nominates, and in the entries another is."""
    ours = _chosen(said.text)
    if not ours.named:
        return
    text = " ".join(entry.flat for entry in held.entries)
    theirs = _chosen(text)
    others = theirs.named if len(theirs.namers) == 1 else ()
    for mine, known, turned in ((ours.named, theirs.named, ()), (ours.namers, theirs.namers, others)):
        wrong = [one for one in mine if known and not _is_among(one, known)]
        wrong = [one for one in wrong if _is_among(one, turned) or any(_only_acts(word, text) for word in one)]
        if wrong:
            theirs_in = (
                one for one in held.entries if any(word in one.flat.lower() for name in known for word in name)
            )
            yield Conflict("person", " ".join(wrong[0]).title(), shown(next(theirs_in, held.entries[0])))
            return


def _is_among(name: _Name, others: Sequence[_Name]) -> bool:
    """Whether one of the others has a word of the name: "Roy" and "Ada" are both "Ada Roy"."""
    return any(not set(name).isdisjoint(other) for other in others)


def only_act(said: Said, held: Held) -> list[str]:
    """The persons who in the entries only move, second or speak, and of whom the claim tells no such thing: what it
    tells of them the record tells of whom its motion is about."""
    if not held.motions:
        return []
    text = " ".join(entry.flat for entry in held.entries)
    others = (one.actor for one in said.named if one.role != "subject" and not one.actor.body)
    named = [one.text for one in others if _names(one.text)]
    last = [(name, name.split()[-1].removesuffix("'s").removesuffix("’s")) for name in named]
    return [name for name, one in last if _only_acts(one, text) and not _acts(one, said.text)]


_BEFORE = lazy_regex(
    r"\b(?:by|favor|against|opposed|did|no|yes|nays?|ayes?|abstain\w*|were|was|only|but|and|(?:motion|second) from)\b"
    r"\W*(?:[A-Z][\w.’']*\s){0,3}\Z",
    re.IGNORECASE,
)
_BEHIND = lazy_regex(
    r"(?:['’]s)?\W*(?:[\w’']+\W+){0,3}?(?:motion\w*|mov(?:ed?|es|ing)|second\w*|vot\w+|abstain\w*|oppos\w+|against|"
    r"in favor|yes|no|nay|aye|dissent\w*|ask\w*|sa(?:id|ys?|ying)|told|agree\w*|put\b|propos\w+|question\w*|rais\w+|"
    r"made|offer\w*)\b",
    re.IGNORECASE,
)


def _acts(name: str, text: str) -> bool:
    """Whether a claim tells right beside a name that its bearer moves, seconds, votes or speaks."""
    places = [match.span() for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]
    return any(_BEFORE.search(text[:start]) or _BEHIND.match(text[end:]) for start, end in places)


# "Webb seconded", "Roy made a motion"
_ACTS = r"(?:made|moved|motioned|second\w*|voted|abstain\w*|asked|opposed|agreed|said)\b"


def _only_acts(name: str, text: str) -> bool:
    """Whether a name stands in a text, and each time as that of who moves, seconds or speaks."""
    places = len(re.findall(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))
    led = r"\b(?:moved|motion(?:ed)?|second(?:ed)?|made|offered)\W{1,3}by:?\s(?:[A-Z][\w.]*\s){0,3}"
    by = rf"{led}{re.escape(name)}\b"
    acts = re.findall(rf"{by}|\b{re.escape(name)}\s(?:then\s|also\s)?{_ACTS}", text, re.IGNORECASE)
    return 0 < places == len(acts)


def _chosen(text: str) -> _Chosen:
    named, namers = list[_Name](), list[_Name]()
    for pattern in (_NAMES, _NAMED, _NAMER, _MOVER):
        for match in pattern.finditer(text):
            parts = match.groupdict()
            named += _names(parts.get("who"))
            namers += [*_names(parts.get("by")), *_names(parts.get("of"))]
    return _Chosen(tuple(dict.fromkeys(named)), tuple(dict.fromkeys(namers)))


def _names(names: str | None) -> list[_Name]:
    """The persons of a list of names; no body, thing or office."""
    found = []
    for name in re.split(r",\s(?:and\s)?|\sand\s", names or ""):
        words = [word.removesuffix("'s").removesuffix("’s").lower() for word in re.findall(r"[\w'’-]+", name)]
        kept = tuple(word for word in words if len(word) > 1 and word not in TITLES and word not in ("jr", "sr"))
        if kept and (THINGS | BODY_HEADS).isdisjoint(kept):
            found.append(kept)
    return found
