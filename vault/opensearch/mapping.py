"""The indexes of a vault in a cluster: their names, their shape, and the check of who wrote them.

One index of passages for each state, routed by place, so that a town's question touches one shard; heads of documents,
their pages, the records of the ledger and what a process keeps stand in four more. Every index has a version in its
name and in its mapping and is reached through an alias without it. Our own stems are indexed as they are: nothing is
analysed by the cluster.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Literal

from pydantic import JsonValue

from vault.errors import VaultError, VaultReadOnly, VaultTooNew
from vault.opensearch.cluster import Cluster, Json

__all__ = ["Names", "bring_up_to_date", "check_mapping", "make_index"]

VERSION = 2
"""Version of the mappings that this code reads and writes."""
Kind = Literal["chunks", "heads", "parts", "records", "books"]
_LOOKS_EVERY_S = 0.2
"""Between two looks at a copy under way; a million passages take minutes."""
_LAST_READERS_S = 2.0
"""What a reader that found the old index before the turn may still take; a search takes less than half of it."""

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
        **dict.fromkeys(("section", "names", "starts", "cites"), _KEY),
        "all": _WORDS,
        "text": {"type": "text", "analyzer": "whitespace", "norms": False},
        "chunk": {"type": "object", "enabled": False},
    },
    "heads": {
        **_FACTS,
        **{name: {"type": "integer"} for name in ("pages", "unread", "poor", "chunks", "sections", "records")},
        "cites": _KEY,
        "summary": {"type": "object", "enabled": False},
    },
    "parts": {"doc_id": _KEY, "gen": _KEY, "part": {"type": "object", "enabled": False}},
    "records": {
        **_FACTS,
        **dict.fromkeys(("doc_date", "kind", "action", "fate", "outcome", "status", "period"), _KEY),
        **dict.fromkeys(("stems", "plain", "matters", "people"), _KEY),
        "number": {"type": "integer"},
        "page": {"type": "integer"},
        "amount": {"type": "double"},
        "row": {"type": "object", "enabled": False},
    },
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


def _body(kind: Kind) -> Json:
    return {
        "settings": _SETTINGS,
        "mappings": {"dynamic": False, "_meta": {"opencouncil": VERSION}, "properties": _SHAPES[kind]},
    }


def _index_of(prefix: str, alias: str) -> str:
    """The index behind an alias ("council.v1-chunks-nh"). No pattern of aliases fits its name, so that nobody reads an
    index that is being filled."""
    return f"{prefix}.v{VERSION}-{alias.removeprefix(f'{prefix}-')}"


def make_index(cluster: Cluster, alias: str, kind: Kind) -> None:
    """Makes an index under its alias where there is none; two processes may try at once."""
    if cluster.call("GET", f"/_alias/{alias}"):
        return
    try:
        cluster.call("PUT", f"/{_index_of(cluster.address.prefix, alias)}", {**_body(kind), "aliases": {alias: {}}})
    except VaultError as error:
        if "resource_already_exists" not in error.message:
            raise


def bring_up_to_date(cluster: Cluster) -> int:
    """Writes every index of an earlier mapping anew under the present one; returns how many there were.

    Readers never pause: they read the old index until one step turns the alias to the new one, and those who were
    reading it then may finish. Writers are refused meanwhile (`VaultReadOnly`). Broken off, it is simply begun again.
    Raises `VaultError` when a copy is not whole; the old index then stays.
    """
    prefix = cluster.address.prefix
    held = cluster.call("GET", f"/{prefix}-*")
    earlier = {name: _alias_of(told) for name, told in held.items() if _version(told) in range(VERSION)}
    for old, alias in sorted(earlier.items()):
        new = _index_of(prefix, alias)
        _write_anew(cluster, old, new, _kind_of(alias, prefix))
        turned = [{"remove": {"index": old, "alias": alias}}, {"add": {"index": new, "alias": alias}}]
        cluster.call("POST", "/_aliases", {"actions": turned})
    if earlier:
        time.sleep(_LAST_READERS_S)
    for old in earlier:
        cluster.call("DELETE", f"/{old}")
    return len(earlier)


def _alias_of(told: JsonValue) -> str:
    aliases = told.get("aliases") if isinstance(told, dict) else None
    return next(iter(aliases), "") if isinstance(aliases, dict) else ""


def _kind_of(alias: str, prefix: str) -> Kind:
    told = alias.removeprefix(f"{prefix}-")
    kinds: tuple[Kind, ...] = ("heads", "parts", "records", "books")
    return next((kind for kind in kinds if kind == told), "chunks")


def _write_anew(cluster: Cluster, old: str, new: str, kind: Kind) -> None:
    cluster.call("PUT", f"/{old}/_settings", {"index.blocks.write": True})
    if not cluster.call("GET", f"/{new}"):
        cluster.call("PUT", f"/{new}", _body(kind))
    copied: Json = {"source": {"index": old}, "dest": {"index": new}}
    task = cluster.call("POST", "/_reindex", copied, {"wait_for_completion": "false"}).get("task")
    while cluster.call("GET", f"/_tasks/{task}").get("completed") is False:  # a task that is lost is not waited for
        time.sleep(_LOOKS_EVERY_S)
    cluster.call("POST", f"/{new}/_refresh")
    counts = [cluster.call("GET", f"/{name}/_count").get("count") for name in (old, new)]
    if counts[0] != counts[1]:
        raise VaultReadOnly(
            f"{old} could not be copied whole into {new} ({counts[1]} of {counts[0]}).",
            next_step="Look at the cluster's health and run the same command again; readers still have the old index.",
        )


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
                next_step="Run `opencouncil ingest` or `opencouncil copy VAULT TARGET` once: both write its indexes"
                " anew while others read.",
            )
    return bool(held)


def _version(told: JsonValue) -> int | None:
    mappings = told.get("mappings") if isinstance(told, dict) else None
    meta = mappings.get("_meta") if isinstance(mappings, dict) else None
    version = meta.get("opencouncil") if isinstance(meta, dict) else None
    return version if isinstance(version, int) else None
