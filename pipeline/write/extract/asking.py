"""What the sentences of an answer are measured by: the weighted words of the question, its identifiers and its cues;
and the time of a part.

The words come from the reading of the question. It refuses to know any particular question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.ask.cues import Cue
from pipeline.ask.lexicon import STREET_NOUNS
from pipeline.ask.names import identifier_key
from pipeline.find.chains.asked import time_of
from pipeline.types import Brief, IssueMap
from pipeline.write.extract.spans import stem_set
from vault.facts.dates import MONTH_NAMES, spoken_date
from vault.text.words import STOP_WORDS, content_words, stem, words

__all__ = ["Asked", "asked_of", "issue_of", "names_wanted", "of_places", "scope_of", "things_of"]

_ASKING_TEXT = """
    decide decision happen tell know question answer mean say way thing please go get need allowed able ask find long
    much many what whats whether must should would could
"""
_ASKING_WORDS = frozenset(_ASKING_TEXT.split())
"""Words that shape the question and seldom stand in the answer."""
_FULL_NAME = 2
"""Words of a person's name; minutes go on with the last one alone."""
_PLACES = frozenset(map(stem, STREET_NOUNS))
"""What a place is called after its name, which records leave out or shorten: "the Mill property", "Mill Rd."."""
_DIM, _COMMON = 0.35, 0.5
"""What the words of place, board and asking weigh, and those that every record of a town holds."""
_COMMON_WORDS = frozenset(("town", "towns", "property", "state", "public", "municipal", "local", "people", "person"))


class Asked(NamedTuple):
    """Weighted stems of the question, its exact identifiers (folded, without blanks) and the cues of its answer.

    `kin` are stems of the words in which records put what the question says in everyday words.
    """

    stems: dict[str, float]
    kin: frozenset[str]
    identifiers: tuple[str, ...]
    cues: tuple[Cue, ...]
    years: frozenset[str] = frozenset()


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


def asked_of(brief: Brief) -> Asked:
    """What the question of the brief asks for; town and board names and asking words weigh about a third."""
    reading = brief.reading
    weights = _weights(brief)
    kin = {stem(word) for one in reading.lay for word in content_words(one.law)}
    return Asked(
        stems=weights,
        kin=frozenset(kin - weights.keys()),
        identifiers=tuple(key for key in map(identifier_key, brief.issue.identifiers) if len(key) > 2),
        cues=reading.cues,
        years=frozenset(reading.years),
    )


def issue_of(part: str, brief: Brief) -> IssueMap:
    """What surrounds a part: the time that it names, where the question has another part, else that of the question."""
    parts = [one.text for one in brief.reading.parts]
    since, until = time_of(part, " ".join(parts), 0) if len(parts) > 1 else ("", "")
    return brief.issue.changed(date_from=since, date_to=until or since) if since else brief.issue


def scope_of(issue: IssueMap) -> frozenset[str]:
    """Stems of the town, the bodies and the day that a question names: they are those of every act of the meeting."""
    return stem_set(" ".join((issue.town, *issue.boards, spoken_date(issue.date_from), spoken_date(issue.date_to))))


def of_places(brief: Brief) -> frozenset[str]:
    """Stems of the towns, bodies and months: names that tell no matter."""
    return stem_set(" ".join((brief.issue.town, *brief.issue.other_towns, *brief.issue.boards, *MONTH_NAMES)))


def things_of(brief: Brief) -> list[frozenset[str]]:
    """The names in a question but for towns, bodies and months, each as its stems: "the Technology fund", "Boggs"; its
    first word has a capital whatever it is."""
    known, places = STOP_WORDS.union(words(brief.reading.parts[0].text)[:1]), of_places(brief)
    said = ((word for word in run if word not in known and not word.isdigit()) for run in brief.reading.runs)
    return [name for run in said if (name := frozenset(map(stem, run)) - places)]


def names_wanted(brief: Brief) -> tuple[frozenset[str], ...]:
    """Of each name in a question the stems that words on its matter must say: of one of two words that a record found
    writes just so ("Ada Roy") the last, else all of them, as of a shop that no record names."""
    texts = [" ".join(words(one.chunk.text)) for one in brief.retrieval.local]

    def written(run: Sequence[str]) -> bool:
        return len(run) == _FULL_NAME and any(" ".join(run) in text for text in texts)

    last = {stem(run[-1]): frozenset(map(stem, run)) for run in brief.reading.runs if written(run)}
    short = {whole: frozenset({root}) for root, whole in last.items()}
    return tuple(short.get(thing) or thing - _PLACES or thing for thing in things_of(brief))
