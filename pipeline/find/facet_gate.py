"""The evidence gate after synthesis: which facet is still missing, and the narrow queries that name it (S0).

Pure rules. It refuses a round when nothing in particular is missing: most questions cost one round and one synthesis.
"""

from __future__ import annotations

from typing import NamedTuple

from pipeline.types import Brief, PartAnswer

__all__ = ["facet_round"]

_MOST = 2
"""S0: one or two extra retrievals; two facets are asked for at once, in both lanes."""


_LEAST = 2
"""Parts of a question that has facets."""


class FacetRound(NamedTuple):
    """The facets still missing and the queries of each lane that name them."""

    facets: tuple[str, ...]
    local: tuple[str, ...]
    state: tuple[str, ...]


def _missing(part: PartAnswer) -> bool:
    return part.verdict == "open" and part.reason not in ("other_year", "other_town")


def facet_round(brief: Brief) -> FacetRound | None:
    """The surgical round for the parts of the question that no evidence answers, or None when there is none.

    A local query names the town and the part, a state query the part alone. A question of one part has no facet: its
    own words were searched. What is open because another year or town is held is not searched again.
    """
    answers = brief.retrieval.answers
    facets = tuple(part.part for part in answers if _missing(part))[:_MOST]
    if len(answers) < _LEAST or not facets or not brief.retrieval.merged:
        return None
    town = brief.issue.town
    return FacetRound(facets, tuple(f"{town} {facet}".strip() for facet in facets), facets)
