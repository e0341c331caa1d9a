"""From a chosen hop to search queries in words, split over the two lanes (decision 13: six to ten of them).

Holds the fixed vocabulary of each pattern and the joining of it with the hop's start and the question's words. It
refuses to invent: no statute number, name or date stands in a query unless the hop or the question holds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hop_controller.reading import mentions
from hop_controller.types import NextHop, Pattern
from vault.text.words import content_words, words

__all__ = ["hop_queries"]

_LOCAL_WORDS: dict[Pattern, tuple[str, ...]] = {
    "entity_expansion": ("minutes vote decision", "application agreement contract", "report budget"),
    "temporal_progression": ("first proposed previous", "adopted amended", "current status update"),
    "conceptual_deepening": ("procedure steps", "requirements conditions", "details example"),
    "causal_chain": ("reason because concern", "background study problem", "result effect"),
}
_STATE_WORDS: dict[Pattern, tuple[str, ...]] = {
    "entity_expansion": ("authority duties", "requirements", "procedure"),
    "temporal_progression": ("current law", "effective amended", "deadline notice"),
    "conceptual_deepening": ("definition", "procedure requirements", "exceptions"),
    "causal_chain": ("duty liability", "grounds standard", "appeal remedy"),
}
"""What each pattern asks for, as records of a town and texts of law put it."""
_TOPIC_WORDS = 6
"""Words of the question beside the start: more would drown the start, which is the rare part."""
_MAX_LOCAL, _MAX_STATE = 6, 4  # ten in all (decision 13)


class HopQueries(NamedTuple):
    """Queries of the local and of the state lane, in order of use; together six to ten, none twice in a lane."""

    local: tuple[str, ...]
    state: tuple[str, ...]


def hop_queries(hop: NextHop, topic: str, *, place: str = "", jurisdiction: str = "") -> HopQueries:
    """Six to ten queries for the hop: its start alone, with the question, with the place, and in the pattern's words.

    The state lane gets the start only where law can know it (a statute, a concept, a part of the question); for a
    local name it gets the question's words. `jurisdiction` is a state's name ("New Hampshire") or empty.
    """
    subject = _joined(_beside(hop.from_, topic))
    local = [
        hop.from_,
        f"{hop.from_} {subject}",
        *(f"{hop.from_} {asked}" for asked in _LOCAL_WORDS[hop.pattern]),
        f"{place} {hop.from_}" if place else "",
    ]
    legal = hop.from_ if _law_can_know(hop.from_) or not content_words(topic) else _joined(_topic_words(topic))
    state = [f"{legal} {jurisdiction} law", *(f"{legal} {asked}" for asked in _STATE_WORDS[hop.pattern])]
    return HopQueries(_distinct(local)[:_MAX_LOCAL], _distinct(state)[:_MAX_STATE])


def _topic_words(topic: str) -> tuple[str, ...]:
    return content_words(topic)[:_TOPIC_WORDS]


def _beside(start: str, topic: str) -> tuple[str, ...]:
    """The question's words that the start does not hold already."""
    held = set(words(start))
    return tuple(word for word in content_words(topic) if word not in held)[:_TOPIC_WORDS]


def _law_can_know(start: str) -> bool:
    """True for a statute or for words without a proper name or number of their own."""
    return all(mention.kind in {"statute", "year"} for mention in mentions(start))


def _joined(parts: Iterable[str]) -> str:
    return " ".join(parts)


def _distinct(queries: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(flat for query in queries if (flat := " ".join(query.split()))))
