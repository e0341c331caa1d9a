"""Queries in words: the lane builders of S0, the templates of S1 part C, and the query lists of a plan (S3).

Pure functions. A query is words, never an engine's syntax. It holds the user's words, words of the session sources
or the situation, and words of fixed tables; no statute number is ever added.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

from pipeline.ask.lexicon import (
    LOCAL_HINTS,
    LOCAL_TAX_WORDS,
    LOCAL_TEMPLATES,
    PLACE_NOUNS,
    STATE_INSTRUCTION,
    STATE_TAX_WORDS,
    TAX_COMPONENTS,
)
from pipeline.ask.names import without_names
from pipeline.ask.phrases import content, first_said, first_seen, named, says, stem_set, stem_words, utterances
from pipeline.ask.reading import Reading
from pipeline.ask.topics import lay_terms, topics
from pipeline.types import IssueMap
from vault.states.known import jurisdiction
from vault.states.names import DEFAULT_STATE
from vault.text.words import stem, words

__all__ = [
    "build_local_lane_query", "build_state_lane_query", "law_words", "local_queries", "searchable",
    "second_pass_queries", "state_queries",
]  # fmt: skip

_SECOND_PASS_MAX = 10
"""S1: six to ten queries split across the lanes."""
_REWORDED_WORDS = 40
"""Words of a query in other words: each of ten words may be put in four ways."""
_STATE_RECORDS = frozenset({"court", "bill", "report", "guidance", "constitution", "rule"})
_LIABILITY_DOMAINS = frozenset({"liability", "building", "conduct", "recreation"})


def build_local_lane_query(text: str, issue: IssueMap, domains: tuple[str, ...] = ()) -> str:
    """S0's local lane query: the question, then town, boards, categories and the four document type hints."""
    return " ".join(first_seen([text, issue.town, *issue.boards, *domains, *LOCAL_HINTS]))


def build_state_lane_query(text: str, state: str = DEFAULT_STATE) -> str:
    """S0's state lane query: the question, the six anchors, and what to ignore."""
    return " ".join([text.strip(), *jurisdiction(state).state_anchors, STATE_INSTRUCTION]).strip()


def searchable(query: str) -> str:
    """A lane query as an engine should see it: without the instruction, which the lane filter carries out.

    Idempotent; a query without the instruction comes back with blanks squeezed.
    """
    return " ".join(query.replace(STATE_INSTRUCTION, " ").split())


@lru_cache(maxsize=128)
def law_words(text: str, *, alone: bool = True) -> tuple[str, ...]:
    """How records and statutes put what the text says in everyday words, the longest phrases first; may be empty.

    With `alone` false: mere other names, which join a query and never are one.
    """
    found: list[tuple[int, int, str]] = []
    for position, row in enumerate(lay_terms()):
        if row.alone is not alone or not first_said(text, row.said):
            continue
        sizes = [len(stem_words(phrase)) for phrase in row.said if says(text, phrase, close=True)]
        if sizes:
            found.append((-max(sizes), position, row.law))
    return tuple(law for *_, law in sorted(found))


def _without(parts: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    barred = {word for name in names for word in words(name)}
    return tuple(part for part in parts if part not in barred)


def _join(*parts: str) -> str:
    seen: dict[str, str] = {}
    for word in " ".join(parts).split():
        seen.setdefault(stem(word.lower()), word)
    return " ".join(seen.values())


def _unique(queries: list[str], limit: int) -> tuple[str, ...]:
    """The queries without empty ones and without two that hold the same word stems, in order, at most `limit`."""
    kept: dict[frozenset[str], str] = {}
    for query in queries:
        key = frozenset(stem_words(query))
        if key:
            kept.setdefault(key, " ".join(query.split()))
    return tuple(kept.values())[:limit]


def _years(issue: IssueMap) -> tuple[str, ...]:
    """The years of the temporal target, at most two: the first and the last."""
    return first_seen([issue.date_from[:4], issue.date_to[:4]])


def _names(text: str, issue: IssueMap) -> tuple[str, ...]:
    """The names the question itself says; for a follow-up that says none, the two foremost of what it follows on."""
    own = tuple(name for name in issue.entities if named(text, name))
    return own[:4] or issue.entities[:2]


def _subject(text: str, issue: IssueMap) -> tuple[str, ...]:
    """The question's content words without the names of towns; the situation's words when the question has none."""
    own = _without(content(text), (issue.town, *issue.other_towns))
    return own or content(" ".join([issue.situation_title, *issue.entities]))


def _asks_tax_components(issue: IssueMap) -> bool:
    return TAX_COMPONENTS[0] in issue.facets


def local_queries(reading: Reading, issue: IssueMap, limit: int) -> tuple[str, ...]:
    """The local lane's queries, most faithful first, at most `limit`: the question's own words, its names and numbers,
    the record's words for the same thing, one per facet, the board's minutes, and S0's builder last."""
    text = reading.text
    subject = " ".join(_subject(text, issue))
    names = " ".join([*issue.identifiers, *_names(text, issue)])
    law = law_words(without_names(text, issue.entities))
    queries = [_join(subject, issue.town), *_reworded(reading, issue, _subject(text, issue))]
    if names:
        queries.append(_join(names, " ".join(issue.actions[:2]), " ".join(_subject(text, issue)[:6])))
    queries += [_join(names, said) for said in law[:1]]
    facets = LOCAL_TAX_WORDS if _asks_tax_components(issue) else issue.facets[:4]
    queries += [_join(facet, names, *issue.time_hints[:1], issue.town) for facet in facets]
    if issue.boards or issue.actions:
        queries.append(_join(*issue.boards[:1], "minutes", *issue.actions[:2], names or subject, *issue.time_hints[:1]))
    queries += [_join(said) for said in law[1:2]]
    queries.append(build_local_lane_query(" ".join(_subject(text, issue)), issue))
    return _unique(queries, limit)


def _reworded(reading: Reading, issue: IssueMap, subject: tuple[str, ...]) -> tuple[str, ...]:
    """The subject in the words of records and statutes, as far as the table of other words has them, as one query; ()
    where it has none, or only in a name. The first word that may stand for each comes before the second of any."""
    plain = without_names(reading.text, issue.entities)
    rows: dict[str, list[str]] = {}
    for one in reading.others:
        if utterances(plain, one.phrase):
            rows.setdefault(one.phrase, []).append(one.law)
    if not rows:
        return ()
    said = stem_set(rows)
    rest = [word for word in subject if stem(word) not in said]
    others = [law for column in zip_longest(*rows.values(), fillvalue="") for law in column]
    return (" ".join(_join(*rest, *others).split()[:_REWORDED_WORDS]),)


def _state_subject(text: str, issue: IssueMap) -> tuple[str, ...]:
    """The question's words that could stand in a law: no local names, case numbers, sums, dates or hours. Where no town
    is named and the question is about a court, a bill or a state report, its names and years are the state's own."""
    if not issue.town and _STATE_RECORDS & set(issue.doc_types):
        return _subject(text, issue)
    local = (issue.town, *issue.other_towns, *issue.entities, *issue.identifiers, *issue.time_hints)
    kept = tuple(part for part in _without(content(text), local) if not part.isdigit())
    return kept or tuple(part for part in _subject(text, issue) if not part.isdigit())


def _topic_phrases(text: str, issue: IssueMap, subject: tuple[str, ...]) -> tuple[str, ...]:
    """The phrases that raised the topics ("tax rate"); the first words of the subject when there are none. A query with
    a town's name must be short, or its rarer words drown the name."""
    labels = (label for label in issue.legal_topics if label in topics())
    said = tuple(phrase for label in labels for phrase in topics()[label].asked if utterances(text, phrase))
    return said[:2] or subject[:3]


def state_queries(reading: Reading, issue: IssueMap, limit: int) -> tuple[str, ...]:
    """The state lane's queries, most faithful first, at most `limit`: the question without its local names, statutes
    named by the user, statutory words for lay ones, the same with the town's name, topics, further clauses, and S0's
    anchors last.
    """
    text = reading.text
    subject = _state_subject(text, issue)
    law = law_words(without_names(text, issue.entities))
    topic_law = [topics()[label].law for label in issue.legal_topics if label in topics()]
    clauses = [" ".join(_state_subject(clause.text, issue)) for clause in reading.parts]
    clause_queries = [_join(clause) for clause in clauses[1:] if len(clause.split()) > 1]
    other_names = law_words(text, alone=False)
    queries = [
        _join(" ".join(subject), *other_names[:1]),
        *_reworded(reading, issue, subject),
        *issue.statutes[:2],
        *law[:1],
    ]
    if issue.town:
        # State tables list every town by name: tax rates, valuations, approvals.
        queries.append(_join(issue.town, *issue.other_towns, *_topic_phrases(text, issue, subject), *_years(issue)))
        if _asks_tax_components(issue):
            queries += [_join(issue.town, said, *_years(issue)) for said in STATE_TAX_WORDS]
    queries += [*topic_law[:1], *clause_queries[:1]]
    for said, topic in zip_longest(law[1:3], topic_law[1:3], fillvalue=""):
        queries += [said, topic]
    held = _unique(queries, limit - 1)
    anchored = searchable(build_state_lane_query(" ".join(subject), issue.state))
    return _unique([*held, anchored], limit)


def _fill(template: str, issue: IssueMap, text: str) -> list[str]:
    """The template with every entity or topic it can take; empty when it asks for something the issue has not."""
    subject = " ".join(_without(_subject(text, issue), issue.entities)[:2])
    place = next((name for name in issue.entities if words(name) and words(name)[-1] in PLACE_NOUNS), "")
    filled: list[str] = []
    for entity, topic in zip_longest(issue.entities[:2] or ("",), issue.legal_topics[:2] or ("",), fillvalue=""):
        values = {"town": issue.town, "entity": entity, "legal_topic": topic, "place": place, "subject": subject}
        if all(values[key] for key in values if f"{{{key}}}" in template and key != "town"):
            filled.append(" ".join(template.format_map(values).split()))
    return filled


def _domains(issue: IssueMap) -> frozenset[str]:
    return frozenset(topics()[label].domain for label in issue.legal_topics if label in topics())


def second_pass_queries(reading: Reading, issue: IssueMap) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """S1 part C: (local, state) queries for a second pass, six to ten in all, appended to what ran and never replacing
    it. The general liability templates come first when the issue is one of liability, else they only fill up."""
    text = reading.text
    local: list[str] = []
    state: list[str] = []
    law = jurisdiction(issue.state)
    general = [template for template in law.state_templates if "{" not in template]
    for template in LOCAL_TEMPLATES:
        if "inspector" not in template or "building" in _domains(issue):
            local += _fill(template, issue, text)
    for template in law.state_templates:
        state += _fill(template, issue, text) if template not in general else []
    if _domains(issue) & _LIABILITY_DOMAINS or issue.legal_salience >= 0.6:
        state += general
    subject = " ".join(_state_subject(text, issue)[:6])
    state += [_join(said, law.law_query) for said in law_words(text)[:2]]
    state.append(_join(subject, "authority duties statute", law.law_query))
    local += [_join(issue.town, subject, hint) for hint in LOCAL_HINTS]
    return _share(_unique(local, _SECOND_PASS_MAX), _unique([*state, *general], _SECOND_PASS_MAX))


def _share(local: tuple[str, ...], state: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Half of the budget each, the rest of it to the lane that has more to ask."""
    half = _SECOND_PASS_MAX // 2
    kept_local = local[: max(half, _SECOND_PASS_MAX - len(state))]
    kept_state = state[: _SECOND_PASS_MAX - len(kept_local)]
    return kept_local, kept_state
