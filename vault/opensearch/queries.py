"""Filters and words as queries of the cluster: conditions that score nothing, words weighed by their scope.

Pure. Words are stems of ours; no text of a caller ever becomes the cluster's query syntax.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vault.opensearch.cluster import Json
from vault.store.keys import place_key, plain_key, storable
from vault.store.search import idf, terms_of
from vault.text.words import stem, words
from vault.types import Filters, Query

__all__ = ["Run", "Runs", "conditions", "holds", "ranked_query", "runs_of", "scope_of", "stemmed_text"]

Run = tuple[str, ...]
"""Stems that stand side by side; one stem for a word."""
_MOST_RUNS = 64
"""Longest list of alternatives; a longer question keeps its first words."""


class Runs(NamedTuple):
    """A query as runs of stems: alternatives, and those that must all occur."""

    any_of: tuple[Run, ...]
    must: tuple[Run, ...]

    @property
    def every(self) -> tuple[Run, ...]:
        """All runs, each once."""
        return tuple(dict.fromkeys((*self.any_of, *self.must)))


def runs_of(query: Query) -> Runs:
    """The query cut into stems as the text is cut: "25-03-LM" becomes a run of three."""
    any_of, must = (tuple(tuple(map(stem, run)) for run in runs) for runs in terms_of(query))
    return Runs(any_of[:_MOST_RUNS], must)


def stemmed_text(text: str) -> str:
    """The stems of a text in order, as they are indexed."""
    return " ".join(stem(word) for word in words(text))


def holds(run: Run, field: str = "all", boost: float | None = None) -> Json:
    """The query that a passage holds the stems side by side."""
    more: Json = {} if boost is None else {"boost": boost}
    if len(run) == 1:
        return {"term": {field: {"value": run[0], **more}}}
    return {"match_phrase": {field: {"query": " ".join(run), **more}}}


def _terms(field: str, values: Iterable[str]) -> Json:
    return {"terms": {field: sorted({storable(one) for one in values})}}


def scope_of(filters: Filters) -> list[Json]:
    """The conditions of the scopes alone: lane, states and towns; a town's filter lets the state lane pass."""
    found: list[Json] = []
    if filters.lane:
        found.append({"term": {"lane": filters.lane}})
    if filters.states:
        found.append(_terms("state", (plain_key(one).upper() for one in filters.states)))
    if filters.towns:
        towns = _terms("place", map(place_key, filters.towns))
        found.append({"bool": {"should": [{"term": {"lane": "state"}}, towns], "minimum_should_match": 1}})
    return found


def conditions(filters: Filters) -> list[Json]:
    """The filters as conditions that all must hold and that score nothing."""
    found = scope_of(filters)
    if filters.towns:
        found.append(_terms("place", map(place_key, filters.towns)))
    if filters.boards:
        found.append(_terms("board_key", map(plain_key, filters.boards)))
    for field, values in (
        ("doc_type", filters.doc_types),
        ("authority", filters.authorities),
        ("doc_id", filters.doc_ids),
    ):
        if values:
            found.append(_terms(field, values))
    if filters.exclude_doc_types:
        found.append({"bool": {"must_not": [_terms("doc_type", filters.exclude_doc_types)]}})
    if filters.date_from:
        found.append({"bool": {"should": _not_before(plain_key(filters.date_from)), "minimum_should_match": 1}})
    if filters.date_to:
        found.append({"range": {"date": {"gt": "", "lte": f"{plain_key(filters.date_to)}~"}}})
    return found


def _not_before(day: str) -> list[Json]:
    """A partial date counts as any day within it: "2025" is not before "2025-05-20"."""
    parts = {day[:4], day[:7], day[:10]} - {""}
    return [{"range": {"date": {"gte": day}}}, {"terms": {"date": sorted(parts)}}]


def ranked_query(runs: Runs, among: Sequence[Json], known: Mapping[Run, int], total: int) -> Json:
    """The query that ranks the passages of a scope by the rarity of the runs they hold."""
    weighed = {run: holds(run, boost=idf(total, known.get(run, 0))) for run in runs.every}
    asked: Json = {"filter": list(among), "must": [weighed[run] for run in runs.must]}
    if runs.any_of:
        asked |= {"should": [weighed[run] for run in runs.any_of], "minimum_should_match": 1}
    return {"bool": asked}
