"""The paragraphs and rows of a text that say some words, each with what stands beside it, as `grep -C` gives them.

Counts what was read, so that "no row says it" can be said. It refuses to rank: what says the words comes in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mcp_server.results.operators import Operators, read_operators
from pipeline.ask.phrases import stem_set
from pipeline.quoting.cut import excerpt
from vault.text.paragraphs import Paragraph, around, paragraphs
from vault.text.words import content_words, words

__all__ = ["NamedText", "said_in"]

_MOST_TOLD = 6
"""Words told one by one where no paragraph says all."""
_MOST_SHOWN = 4
"""Paragraphs shown then."""
_HIT_CHARS, _BESIDE_CHARS = 900, 300
"""Of a paragraph that says the words, and of one beside it, so much is shown: a spoken turn may take a page."""


class NamedText(NamedTuple):
    """A page, a section or a text without pages, under the name that it is read by."""

    name: str
    text: str


class _Read(NamedTuple):
    """A place with its paragraphs, and the numbers of those that say the words."""

    place: NamedText
    parts: tuple[Paragraph, ...]
    hits: tuple[int, ...]
    wanted: frozenset[str]


def said_in(places: Sequence[NamedText], wanted: str) -> str:
    """A line that counts, then what says the words under the name of its place. Where no paragraph says them all, how
    many say each, and those that say most of them."""
    operators, needed = read_operators(wanted), _needed(wanted)
    read = [_read(place, operators, needed) for place in places]
    hits = sum(len(one.hits) for one in read)
    count = sum(len(one.parts) for one in read)
    unit = "row" if 2 * sum(part.row for one in read for part in one.parts) > count else "paragraph"
    if hits:
        return "\n\n".join((f"{hits} of {_many(count, unit)} {_say(hits)} {wanted}", *_told(read)))
    each = {word: [_read(place, read_operators(word), _needed(word)) for place in places] for word in needed}
    counts = {word: sum(len(one.hits) for one in found) for word, found in each.items()}
    lead = f"No {unit} says {wanted} ({_many(count, unit)} read)."
    if len(needed) < 2 or not any(counts.values()):
        return lead
    told = ", ".join(f"{word} {counts[word]}" for word in list(counts)[:_MOST_TOLD])
    most = _saying_most(read, each, counts)
    return "\n\n".join((f"{lead} That say each: {told}. Those that say most of them:", *_told(most)))


def _saying_most(read: Sequence[_Read], each: Mapping[str, Sequence[_Read]], counts: Mapping[str, int]) -> list[_Read]:
    """The fewest paragraphs that together say every word that is said, what few say first, a row for each name; then of
    every other document that was asked for the one that says most."""
    said: dict[tuple[int, int], set[str]] = {}
    for word, found in each.items():
        for place, one in enumerate(found):
            for number in one.hits:
                said.setdefault((place, number), set()).add(word)
    left, chosen = {word for word in counts if counts[word]}, list[tuple[int, int]]()

    def telling(at: tuple[int, int], words: set[str]) -> tuple[float, int, tuple[int, int]]:
        return sum(1 / counts[word] for word in said[at] & words), len(said[at]), (-at[0], -at[1])

    while left and len(chosen) < _MOST_SHOWN:
        best = max(said, key=lambda at: telling(at, left))
        chosen.append(best)
        left -= said[best]
    known, every = [one.place.name.partition("?")[0] for one in read], set(counts)
    for name in dict.fromkeys(known[at] for at, _ in sorted(said)):
        if len(chosen) < _MOST_SHOWN and name not in {known[at] for at, _ in chosen}:
            chosen.append(max((at for at in said if known[at[0]] == name), key=lambda at: telling(at, every)))
    return [
        one._replace(hits=tuple(sorted(number for at, number in chosen if at == place)))
        for place, one in enumerate(read)
    ]


def _needed(wanted: str) -> tuple[str, ...]:
    """The words outside phrases and alternatives; of words that are all light ("may be") every one."""
    rest = read_operators(wanted).rest
    return tuple(dict.fromkeys(content_words(rest) or words(rest)))


def _many(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _say(hits: int) -> str:
    return "says" if hits == 1 else "say"


def _read(place: NamedText, operators: Operators, needed: Sequence[str]) -> _Read:
    parts, stems = paragraphs(place.text), frozenset(stem_set(needed))
    hits = tuple(
        number
        for number, one in enumerate(parts)
        if stems <= stem_set([text := place.text[one.start : one.end]]) and operators.holds(text)
    )
    return _Read(place, parts, hits, operators.wanted | stems)


def _told(read: Sequence[_Read]) -> list[str]:
    """What says the words with its context, each run of paragraphs once."""
    return [f"[{one.place.name}]\n{_runs(one)}" for one in read if one.hits]


def _runs(read: _Read) -> str:
    runs = list[tuple[int, int]]()
    for first, last in (around(read.place.text, read.parts, number) for number in read.hits):
        if runs and first <= runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], max(last, runs[-1][1]))
        else:
            runs.append((first, last))
    return "\n…\n".join("\n".join(_part(read, number, run) for number in range(run[0], run[1] + 1)) for run in runs)


def _part(read: _Read, number: int, run: tuple[int, int]) -> str:
    """A paragraph of a run: one that says the words as far as they are said, one beside it as far as it is near."""
    one = read.parts[number]
    text = read.place.text[one.start : one.end].strip()
    if number in read.hits:
        return text if len(text) <= _HIT_CHARS else excerpt(text, read.wanted, _HIT_CHARS)
    if len(text) <= _BESIDE_CHARS:
        return text
    if number == run[0]:
        return f"…{text[-_BESIDE_CHARS:].partition(' ')[2]}"
    return f"{text[:_BESIDE_CHARS].rpartition(' ')[0]}…"
