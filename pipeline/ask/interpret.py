"""What a question's words stand for when a text is matched with them: weighted concepts, facets and topic words.

Pure. The user's own words weigh most; words the tables add (lay term -> statutory words) weigh less. It refuses to add
a name, a number or a place that nobody said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pipeline.ask.concepts import Alternative, Concept, stemmed, weigh
from pipeline.ask.reading import Reading
from pipeline.ask.topics import topics
from pipeline.types import IssueMap
from vault.text.words import content_words, stem

__all__ = ["concepts_of", "facet_groups", "facet_words", "topic_keywords", "wants_bills"]

_OTHER_WORD = 0.5
"""What a word of records counts for that stands in for an everyday one."""
_ADDED = 0.4
"""Importance of a statutory word beside the user's own words."""
_TOPIC_ADDED = 0.12
"""The same for the words of a legal topic, which are fewer steps from a guess."""
_IDENTIFIER = 1.5
"""A case number or address says more than its digits' rarity."""
_DATE_WORD = 0.3
"""Words of a date that was resolved: the date of the record counts elsewhere, so "2025" in a running text hardly."""
_CONTEXT = 0.6
"""An entity of the conversation that the question itself does not name."""
_JURISDICTION = frozenset({"new", "hampshire", "nh"})
"""Words every record of the archive shares; the lane filter has dealt with them."""


def concepts_of(reading: Reading, issue: IssueMap, df: Callable[[str], int], total: int) -> tuple[Concept, ...]:
    """The concepts of a question, weighted by rarity, in a fixed order: its words, identifiers and addresses, names
    from the conversation, then words of the tables. Empty for a question without content words."""
    own = _own_words(reading, issue)
    added: dict[str, float] = {}
    for said, factor in ((reading.lay, _ADDED), (reading.topics, _TOPIC_ADDED)):
        for word in (word for one in said for word in content_words(one.law)):
            if stem(word) not in own:
                added[stem(word)] = max(added.get(stem(word), 0.0), factor)
    for one in reading.others:
        _may_stand_in(own, one.phrase, one.law)
    extra = [_word(f"+{part}", (part,), factor, "template") for part, factor in added.items()]
    return weigh([*own.values(), *_identifiers(issue), *_context(reading, issue), *extra], df, total)


def _word(name: str, parts: tuple[str, ...], factor: float, kind: str) -> Concept:
    return Concept.model_validate({"name": name, "alternatives": ({"stems": parts},), "factor": factor, "kind": kind})


def _own_words(reading: Reading, issue: IssueMap) -> dict[str, Concept]:
    dated = {part for hint in issue.time_hints for part in stemmed(hint)}
    towns = {part for town in (issue.town, *issue.other_towns) for part in stemmed(town)}
    own: dict[str, Concept] = {}
    for word in reading.content:
        part = stem(word)
        if word in _JURISDICTION or part in own:
            continue
        kind = "town" if part in towns else "word"
        own[part] = _word(part, (part,), _DATE_WORD if part in dated else 1.0, kind)
    return own


def _may_stand_in(own: dict[str, Concept], said: str, law: str) -> None:
    """Lets a word of records stand in for each word of what was said."""
    way = Alternative(stems=stemmed(law), weight=_OTHER_WORD)
    for part in stemmed(said):
        if part in own and way.stems != (part,):
            own[part] = own[part].changed(alternatives=(*own[part].alternatives, way))


def _identifiers(issue: IssueMap) -> list[Concept]:
    runs = {" ".join(stemmed(item)): stemmed(item) for item in issue.identifiers}
    return [_word(name, parts, _IDENTIFIER, "identifier") for name, parts in runs.items() if len(parts) > 1]


def _context(reading: Reading, issue: IssueMap) -> list[Concept]:
    """Names of the conversation (a follow-up leaves them out) as phrases."""
    asked = set(stemmed(reading.text))
    names = [entity for entity in issue.entities if not set(stemmed(entity)) & asked]
    return [_word(name, stemmed(name), _CONTEXT, "phrase") for name in names if stemmed(name)]


def topic_keywords(issue: IssueMap) -> Mapping[str, Sequence[str]]:
    """Legal topic -> the words that stand for it in a text; a topic the tables do not know stands for itself."""
    table = topics()
    return {topic: table[topic].keywords if topic in table else (topic,) for topic in issue.legal_topics}


def facet_groups(issue: IssueMap, concepts: Sequence[Concept]) -> tuple[tuple[str, ...], ...]:
    """For each facet the concept names that must all be met by a chunk that covers it; facets whose words are no
    concepts of the question are left out."""
    groups = (facet_words(facet, concepts) for facet in issue.facets)
    return tuple(dict.fromkeys(group for group in groups if group))


def facet_words(facet: str, concepts: Sequence[Concept]) -> tuple[str, ...]:
    """The names of the concepts that the words of a facet stand for, in order; () when there is none."""
    names = {concept.name.removeprefix("+"): concept.name for concept in concepts}
    return tuple(dict.fromkeys(names[part] for part in stemmed(facet) if part in names))


def wants_bills(issue: IssueMap) -> bool:
    """Whether a bill may stand beside the law: the question is about a bill or about a change of the law."""
    return "bill" in issue.doc_types
