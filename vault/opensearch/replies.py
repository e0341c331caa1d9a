"""What the cluster's replies say: heads, passages, counts and buckets read out of rows and aggregations.

Pure. A reply of an unexpected shape counts as nothing held there; it is never guessed at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from vault.opensearch.cluster import Reply, StoredRow
from vault.opensearch.queries import Run
from vault.types import Chunk, DocumentSummary

__all__ = ["Head", "buckets", "chunk_of", "counts_of", "head_of", "is_current", "keys", "metric", "whole_number"]


class Head(NamedTuple):
    """The head of a document: its summary, the generation that readers see, and how many places it has."""

    summary: DocumentSummary
    gen: str
    version: str
    place: str
    places: int
    sections: int


def counts_of(found: Reply, runs: Sequence[Run]) -> dict[Run, int]:
    """How many passages hold each run; 0 where the reply does not say."""
    told = found.aggregations.get("runs")
    buckets = told.get("buckets") if isinstance(told, dict) else None
    if not isinstance(buckets, dict):
        return dict.fromkeys(runs, 0)
    counted = {at: one.get("doc_count") for at, one in buckets.items() if isinstance(one, dict)}
    return {run: whole_number(counted.get(str(at))) for at, run in enumerate(runs)}


def is_current(row: StoredRow, heads: Mapping[str, Head]) -> bool:
    """Whether the passage is of the generation that its document's head names."""
    head = heads.get(str(row.source.get("doc_id")))
    return head is not None and head.gen == row.source.get("gen")


def chunk_of(row: StoredRow) -> Chunk:
    """The passage of a stored row."""
    return Chunk.model_validate(row.source.get("chunk"))


def head_of(row: StoredRow) -> Head:
    """The head of a document of a stored row."""
    told = row.source
    return Head(
        summary=DocumentSummary.model_validate(told.get("summary")),
        gen=str(told.get("gen")),
        version=str(told.get("version")),
        place=str(told.get("place")),
        places=whole_number(told.get("places")),
        sections=whole_number(told.get("sections")),
    )


def whole_number(value: JsonValue) -> int:
    """The number as a whole one; 0 for anything else."""
    return int(value) if isinstance(value, (int, float)) else 0


def metric(found: Reply, name: str) -> int:
    """The value of a sum or count of that name; 0 when there is none."""
    told = found.aggregations.get(name)
    return whole_number(told.get("value")) if isinstance(told, dict) else 0


def buckets(found: Reply, name: str) -> list[dict[str, JsonValue]]:
    """The buckets of the aggregation of that name."""
    told = found.aggregations.get(name)
    buckets = told.get("buckets") if isinstance(told, dict) else None
    return [one for one in buckets if isinstance(one, dict)] if isinstance(buckets, list) else []


def keys(found: Reply, name: str) -> list[dict[str, JsonValue]]:
    """The composite keys of the aggregation of that name."""
    return [key for one in buckets(found, name) if isinstance(key := one.get("key"), dict)]
