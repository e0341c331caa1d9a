"""The indexes of a vault in a cluster: their names, their shape, and the check of who wrote them.

One index of passages for each state, routed by place, so that a town's question touches one shard; heads of documents,
their pages and what a process keeps stand in three more. Every index has a version in its name and in its mapping and
is reached through an alias without it. Our own stems are indexed as they are: nothing is analysed by the cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import JsonValue

from vault.errors import VaultError, VaultTooNew
from vault.opensearch.cluster import Cluster, Json

__all__ = ["VERSION", "Kind", "Names", "check_mapping", "make_index"]

VERSION = 1
"""Version of the mappings that this code reads and writes."""
Kind = Literal["chunks", "heads", "parts", "books"]

_WORDS: Json = {"type": "text", "analyzer": "whitespace", "similarity": "scoped"}
_KEY: Json = {"type": "keyword"}
_SCOPED_BM25 = (
    "double k = 1.2 * (0.25 + 0.75 * doc.length / Math.max(1.0, 1.0 * field.sumTotalTermFreq / field.docCount));"
    " return query.boost * doc.freq * 2.2 / (doc.freq + k);"
)
"""BM25 with k1 1.2 and b 0.75, as FTS5 has it; a word's rarity comes with the query, since it is that of the scope
asked and not of the shard."""
_SETTINGS: Json = {
    "number_of_shards": 1,
    "auto_expand_replicas": "0-1",
    "similarity": {"scoped": {"type": "scripted", "script": {"source": _SCOPED_BM25}}},
}
_FACTS: Json = dict.fromkeys(
    ("doc_id", "gen", "lane", "state", "place", "town", "board", "board_key", "doc_type", "authority", "date"), _KEY
)
_SHAPES: Mapping[Kind, Json] = {
    "chunks": {
        **_FACTS,
        "ord": {"type": "integer"},
        "section": _KEY,
        "all": _WORDS,
        "text": {"type": "text", "analyzer": "whitespace", "norms": False},
        "chunk": {"type": "object", "enabled": False},
    },
    "heads": {
        **_FACTS,
        **{name: {"type": "integer"} for name in ("pages", "unread", "poor", "chunks", "sections")},
        "summary": {"type": "object", "enabled": False},
    },
    "parts": {"doc_id": _KEY, "gen": _KEY, "part": {"type": "object", "enabled": False}},
    "books": {
        "kind": _KEY,
        "expires": {"type": "double"},
        "created": _KEY,
        "tags": _KEY,
        "text": {"type": "text", "analyzer": "whitespace"},
        "payload": {"type": "object", "enabled": False},
    },
}


class Names:
    """The aliases of one vault."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def alias(self, kind: Kind, state: str = "") -> str:
        """The alias of an index; passages have one for each state ("council-chunks-nh")."""
        return f"{self._prefix}-{kind}" + (f"-{state.lower() or 'none'}" if kind == "chunks" else "")

    @property
    def every_chunk(self) -> str:
        """A pattern of the aliases of all states' passages."""
        return f"{self._prefix}-chunks-*"


def make_index(cluster: Cluster, alias: str, kind: Kind) -> None:
    """Makes an index under its alias where there is none; two processes may try at once."""
    if cluster.call("GET", f"/_alias/{alias}"):
        return
    body: Json = {
        "settings": _SETTINGS,
        "mappings": {"dynamic": False, "_meta": {"opencouncil": VERSION}, "properties": _SHAPES[kind]},
        "aliases": {alias: {}},
    }
    try:
        cluster.call("PUT", f"/{alias}-v{VERSION}", body)
    except VaultError as error:
        if "resource_already_exists" not in error.message:
            raise


def check_mapping(cluster: Cluster, prefix: str) -> bool:
    """Whether the cluster holds a vault under this prefix that this code may use.

    Raises `VaultTooNew` for a later version of the mappings, `VaultError` for an earlier one and for an index of
    another program.
    """
    held = cluster.call("GET", f"/{prefix}-*/_mapping")
    for name, told in held.items():
        version = _version(told)
        if version is None:
            raise VaultError(
                f"{name} is an index of another program.", next_step="Choose another prefix; it was not touched."
            )
        if version > VERSION:
            raise VaultTooNew(
                f"{name} was written by a later version (mapping {version}, this program knows {VERSION}).",
                next_step="Update OpenCouncil.",
            )
        if version < VERSION:
            raise VaultError(
                f"{name} was written by an earlier version (mapping {version}, now {VERSION}).",
                next_step="Copy the vault again under a new prefix: opencouncil copy VAULT TARGET.",
            )
    return bool(held)


def _version(told: JsonValue) -> int | None:
    mappings = told.get("mappings") if isinstance(told, dict) else None
    meta = mappings.get("_meta") if isinstance(mappings, dict) else None
    version = meta.get("opencouncil") if isinstance(meta, dict) else None
    return version if isinstance(version, int) else None
