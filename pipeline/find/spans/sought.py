"""What a part of a question seeks: its words with their weights, its names, numbers, times and kinds of answer.

Read once for a question, before any span is looked at. It refuses to know any document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import dropwhile
from typing import NamedTuple

from pipeline.ask.cues import Cue, cues_by_head
from pipeline.ask.facets import asked_clause
from pipeline.ask.names import identifier_key
from pipeline.ask.phrases import stem_set
from pipeline.ask.reading import QuestionPart, Reading
from pipeline.find.chains.asked import time_of
from pipeline.find.spans.met import Weights, share_met
from pipeline.find.spans.subject import Subject, subject_of
from pipeline.types import IssueMap, ScopeHint
from vault.facts.dates import YEAR
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem, words

__all__ = ["Setting", "Sought", "Times", "setting_of", "sought_of"]

_LEAST_WORDS = 2
"""A clause of fewer content words leans on the rest of the question."""
_LEAST_NEAR = 0.4
"""What a phrasing counts for a part of which it says no word."""
# "Can my dog …", "Did the article pass?"
_POLAR = lazy_regex(
    r"(?:can|could|may|must|is|are|was|were|do|does|did|has|have|had|should|will|would|am)\b", re.IGNORECASE
)
_DIM = 0.35
"""Words that shape a question, and names of places and boards, that stand in every record."""
_ASKING_TEXT = (
    "decide decision happen tell know question answer mean say way thing go get need allow able ask find long much "
    "many must should would could use new make take give current year plan amount"
)
_ASKING = frozenset(_ASKING_TEXT.split())
_NO_NAME_TEXT = (
    "rsa new hampshire nh state article school district town board court county i january february march april may "
    "june july august september october november december what who when where which how why did does do is are was "
    "were can the a an in on at for if under has have must"
)
_NOT_NAMES = frozenset(_NO_NAME_TEXT.split())


class Setting(NamedTuple):
    """What the parts of a question share: rarity of words, the scope, the place and time asked for."""

    rarity: Callable[[str], float]
    issue: IssueMap
    scope: ScopeHint
    years: frozenset[str]
    names: frozenset[str]
    """Stems of capitalised names that the question says, towns among them."""
    runs: tuple[str, ...]
    """Names of two words or more that the question says, folded, without towns and boards."""
    numbers: frozenset[str]
    identifiers: tuple[str, ...]
    holds: Callable[[str], bool]
    """Whether a stem stands anywhere in what is searched."""
    others: Mapping[str, frozenset[str]]
    """Stem that the question says -> stems of the words that records have for it."""


class Times(NamedTuple):
    """Years named in four digits, and the first and last day meant, as ISO dates; "" where there is none."""

    years: frozenset[str]
    since: str
    until: str


class Sought(NamedTuple):
    """One part of a question: its words with their weights, the whole question's, other wordings, kinds of answer."""

    text: str
    own: Weights
    whole: Weights
    pooled: Weights
    """The words of the part and of every phrasing: what more of them say, or those nearest to the part, weighs more."""
    phrasings: tuple[Weights, ...]
    cues: tuple[Cue, ...]
    cites: frozenset[str]
    """Sections that the part names."""
    subjects: tuple[Subject, ...]
    """What the part is about, then what each phrasing is."""
    polar: bool
    """Whether it asks for yes or no."""
    leans: bool
    """Whether it goes on from the part before it."""
    means_tax: Callable[[str], bool]
    """Whether a text on taxes is on the one that the question asks about."""
    times: Times
    """The time it names, else that of the whole question."""
    numbers: frozenset[str]
    """The numbers it says that are no years ("Ordinance 52"), else those of the whole question."""


def setting_of(
    reading: Reading,
    issue: IssueMap,
    scope: ScopeHint,
    rarity: Callable[[str], float],
    holds: Callable[[str], bool],
) -> Setting:
    """What all parts of a question share."""
    return Setting(
        rarity=rarity,
        issue=issue,
        scope=scope,
        years=frozenset(reading.years),
        names=frozenset(stem(word) for word in reading.capitals if word not in _NOT_NAMES),
        runs=_runs_of(reading, issue),
        numbers=frozenset(reading.numbers),
        identifiers=tuple(key for key in map(identifier_key, issue.identifiers) if len(key) > 2),
        holds=holds,
        others=_others(reading),
    )


def _others(reading: Reading) -> dict[str, frozenset[str]]:
    """Each word of an everyday phrase with all words of records that may stand for the phrase."""
    known: dict[str, set[str]] = {}
    for one in reading.others:
        for root in map(stem, content_words(one.phrase)):
            known.setdefault(root, set()).update(map(stem, content_words(one.law)))
    return {root: frozenset(said - {root}) for root, said in known.items()}


def _runs_of(reading: Reading, issue: IssueMap) -> tuple[str, ...]:
    known = {word for name in (issue.town, *issue.other_towns, *issue.boards) for word in words(name)} | _NOT_NAMES
    runs = (tuple(dropwhile(known.__contains__, run)) for run in reading.runs)
    return tuple(" ".join(run) for run in runs if len(run) > 1 and known.isdisjoint(run))


def _weighed(said: Sequence[str], setting: Setting) -> Weights:
    issue = setting.issue
    dim = stem_set((issue.town, *issue.other_towns, *issue.boards, *_ASKING)) | setting.years
    roots = dict.fromkeys(map(stem, said))
    return Weights({root: setting.rarity(root) * (_DIM if root in dim else 1.0) for root in roots})


def sought_of(reading: Reading, setting: Setting) -> tuple[Sought, ...]:
    """The parts of a question, in order: its clauses, or the whole of it."""
    whole = _weighed(reading.words, setting)
    phrasings = tuple(_weighed(content_words(text), setting) for text in reading.phrasings)
    return tuple(_part(one, whole, phrasings, setting, reading) for one in reading.parts)


def _times(part: str, reading: Reading, setting: Setting) -> Times:
    """The time that a part names, where the question has another part; else that of the question."""
    issue = setting.issue
    whole = Times(setting.years, issue.date_from, issue.date_to or issue.date_from)
    if len(reading.parts) == 1:
        return whole
    years = frozenset(YEAR.findall(part))
    since, until = time_of(part, " ".join(one.text for one in reading.parts), 0)
    return Times(years, since, until or since) if years or since else whole


def _part(
    asked: QuestionPart,
    whole: Weights,
    phrasings: tuple[Weights, ...],
    setting: Setting,
    reading: Reading,
) -> Sought:
    own = _weighed(asked.words, setting) if len(asked.content) > _LEAST_WORDS else whole
    nearest = [_LEAST_NEAR + share_met(own, dict.fromkeys(one, 1.0)) for one in phrasings]
    together: dict[str, float] = {}
    for one, near in ((own, 1.0), (whole, 1.0), *zip(phrasings, nearest, strict=True)):
        for root, weight in one.items():
            together[root] = together.get(root, 0.0) + near * weight
    pooled = Weights(together)
    cites = frozenset(ref.cite for ref in find_refs(asked.text))
    apart = _placed(setting)
    subjects = tuple(subject_of(one, apart) for one in (own, *phrasings))
    return Sought(
        text=asked.text,
        means_tax=reading.means_tax,
        own=own,
        whole=whole,
        pooled=pooled,
        phrasings=phrasings,
        cues=cues_by_head(asked.text, asked.cues),
        cites=cites,
        subjects=subjects,
        polar=bool(_POLAR.match(asked_clause(asked.text))),
        leans=asked.leans,
        times=_times(asked.text, reading, setting),
        numbers=frozenset(one for one in setting.numbers if one in asked.text) or setting.numbers,
    )


def _placed(setting: Setting) -> frozenset[str]:
    """Stems of the towns, boards and years asked for: every record of them holds them."""
    issue = setting.issue
    return stem_set((issue.town, *issue.other_towns)) | setting.years
