"""What the sentences of an answer are measured by: the weighted words of the question, its identifiers and its cues.

The words come from the reading of the question. It refuses to know any particular question.
"""

from __future__ import annotations

from typing import NamedTuple

from pipeline.ask.cues import Cue
from pipeline.ask.names import identifier_key
from pipeline.ask.reading import Reading
from pipeline.types import Brief
from vault.states.offices import GOVERNING_BOARDS
from vault.text.words import content_words, stem, words

__all__ = ["Asked", "LayWords", "asked_of"]

_ASKING_TEXT = """
    decide decision happen tell know question answer mean say way thing please go get need allowed able ask find long
    much many what whats whether must should would could
"""
_ASKING_WORDS = frozenset(_ASKING_TEXT.split())
"""Words that shape the question and seldom stand in the answer."""
_DIM, _COMMON = 0.35, 0.5
"""What the words of place, board and asking weigh, and those that every record of a town holds."""
_COMMON_WORDS = frozenset(("town", "towns", "property", "state", "public", "municipal", "local", "people", "person"))
_COMMON_BODIES = frozenset(map(stem, ("board", "select", *GOVERNING_BOARDS, "of", "the", "town", "committee")))
"""Words that name the usual body, whose records hold everything."""


class LayWords(NamedTuple):
    """Stems of an everyday phrase of the question, and those in which records and statutes say the same."""

    said: frozenset[str]
    law: frozenset[str]


class Asked(NamedTuple):
    """Weighted stems of the question, its exact identifiers (folded, without blanks) and the cues of its answer.

    `kin` are stems of the words in which records put what the question says in everyday words.
    """

    stems: dict[str, float]
    kin: frozenset[str]
    identifiers: tuple[str, ...]
    cues: tuple[Cue, ...]
    bodies: frozenset[str] = frozenset()
    """Stems that tell one body from another: "cemetery", "library", "trustee"."""
    lay: tuple[LayWords, ...] = ()
    names: frozenset[str] = frozenset()
    """Stems of the capitalised names of the question that are neither town nor board: "Deer", "Run"."""
    years: frozenset[str] = frozenset()
    pairs: tuple[tuple[str, str], ...] = ()
    """Neighbouring content words of the question, stemmed: ("default", "budget")."""


_NO_NAMES = frozenset(
    ("rsa", "new", "hampshire", "nh", "state", "article", "school", "district", "town", "board", "court", "county", "i")
)


def _known(brief: Brief) -> frozenset[str]:
    issue = brief.issue
    return frozenset(
        stem(w) for name in (issue.town, *issue.other_towns, brief.question.state, *issue.boards) for w in words(name)
    )


def _weights(brief: Brief) -> dict[str, float]:
    known = _known(brief)
    weights: dict[str, float] = {}
    for word in brief.reading.words:
        root = stem(word)
        dim = _DIM if root in known or word in _ASKING_WORDS else _COMMON if word in _COMMON_WORDS else 1.0
        weights[root] = max(weights.get(root, 0.0), dim)
    return weights


def _lay(reading: Reading, own: frozenset[str]) -> tuple[LayWords, ...]:
    return tuple(
        LayWords(
            said=frozenset(map(stem, content_words(one.phrase))) & own, law=frozenset(map(stem, content_words(one.law)))
        )
        for one in reading.lay
    )


def _names(brief: Brief) -> frozenset[str]:
    reading, known = brief.reading, _known(brief)
    named = reading.capitals[1 if reading.opens_with_capital else 0 :]
    found = {stem(word) for word in named if word not in _NO_NAMES and stem(word) not in known}
    return frozenset(found) & frozenset(reading.roots)


def asked_of(brief: Brief) -> Asked:
    """What the question of the brief asks for; town and board names and asking words weigh about a third."""
    reading = brief.reading
    weights = _weights(brief)
    own = frozenset(weights)
    lay = _lay(reading, own)
    bodies = {stem(word) for board in brief.issue.boards for word in words(board)} - _COMMON_BODIES
    return Asked(
        stems=weights,
        kin=frozenset().union(*(term.law for term in lay)) - own,
        identifiers=tuple(key for key in map(identifier_key, brief.issue.identifiers) if len(key) > 2),
        cues=reading.cues,
        bodies=own & bodies,
        lay=lay,
        names=_names(brief),
        years=frozenset(reading.years),
        pairs=reading.pairs,
    )
