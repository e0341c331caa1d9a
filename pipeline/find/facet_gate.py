"""The evidence gate after synthesis: which facet is still missing, and the narrow queries that name it (S0).

Pure rules. It refuses a round when nothing in particular is missing: most questions cost one round and one synthesis.
"""

from __future__ import annotations

from typing import NamedTuple

from pipeline.types import Brief
from pipeline.write.extract.gaps import open_facets

__all__ = ["FacetRound", "facet_round"]

_MOST = 2
"""S0: one or two extra retrievals; two facets are asked for at once, in both lanes."""


class FacetRound(NamedTuple):
    """The facets still missing and the queries of each lane that name them."""

    facets: tuple[str, ...]
    local: tuple[str, ...]
    state: tuple[str, ...]


def facet_round(brief: Brief) -> FacetRound | None:
    """The surgical round for the facets no evidence covers, or None when every facet has some.

    A local query names the town and the facet, a state query the facet alone.
    """
    facets = open_facets(brief)[:_MOST]
    if not facets or not brief.retrieval.merged:
        return None
    town = brief.issue.town
    return FacetRound(facets, tuple(f"{town} {facet}".strip() for facet in facets), facets)
