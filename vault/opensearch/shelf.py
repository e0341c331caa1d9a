"""Writing whole documents into a cluster: a reader sees the old one or the new one.

Passages and pages of the new generation are written and made visible to search first; then one write of the head turns
readers to them; then the old generation goes. Writing the same document again changes nothing, so that a broken run is
simply begun again and several writers may work at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from vault.errors import VaultError
from vault.ids import version_of
from vault.opensearch.cluster import Json, Reply
from vault.opensearch.ledger import stored_record
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.links import names_told
from vault.opensearch.mapping import make_index
from vault.opensearch.queries import buckets, stemmed_text, whole_number
from vault.ports import Parcel
from vault.states.finding_aid import plain_words
from vault.store.keys import place_key, plain_key
from vault.text.quality import POOR_QUALITY, text_quality
from vault.types import Chunk

__all__ = ["ClusterShelf"]

_TRIES = 3
"""Times a document is written again when another writer took passages of it away."""


def generation_of(parcel: Parcel) -> str:
    """What tells two states of a document apart: its facts, its text, its passages, its records and what it cites."""
    told = [parcel.document.model_dump_json(), *(chunk.model_dump_json() for chunk in parcel.chunks)]
    told += [json.dumps(refs) for refs in parcel.cited.values()]
    told += [row.model_dump_json(exclude={"id"}) for row in parcel.records]  # each file numbers them anew
    return hashlib.sha256("\x00".join(told).encode("utf-8", "replace")).hexdigest()[:16]


_TOLD = ("lane", "state", "town", "board", "doc_type", "authority", "date")
"""Facts of a document that stand with each of its passages."""


class ClusterShelf:
    """Writes into the vault of an open library."""

    def __init__(self, library: ClusterLibrary) -> None:
        self._library = library
        self._cluster, self._names = library.cluster, library.names

    def put(self, parcels: Sequence[Parcel]) -> int:
        """Stores the documents that are new or changed; returns how many were. Raises `VaultError`; what was not
        acknowledged is written again by the next call."""
        for kind in ("heads", "parts", "records", "books"):
            make_index(self._cluster, self._names.alias(kind), kind)
        for state in sorted({one.document.metadata.state for one in parcels}):
            make_index(self._cluster, self._names.alias("chunks", state), "chunks")
        before = self._library.heads(one.document.doc_id for one in parcels)
        gens = {one.document.doc_id: generation_of(one) for one in parcels}
        fresh = [
            one
            for one in parcels
            if one.document.doc_id not in before or before[one.document.doc_id].gen != gens[one.document.doc_id]
        ]
        waiting = fresh
        for _ in range(_TRIES):
            if not waiting:
                break
            self._write(waiting, gens)
            written = self._written(gens)
            waiting = [one for one in waiting if written.get(one.document.doc_id, 0) != len(one.chunks)]
        if waiting:
            raise VaultError(
                f"{waiting[0].document.doc_id} could not be written whole.", next_step="Run the same command again."
            )
        return len(fresh)

    def _write(self, parcels: Sequence[Parcel], gens: Mapping[str, str]) -> None:
        rows: list[Json] = []
        for one in parcels:
            rows += self._rows(one, gens[one.document.doc_id])
        self._cluster.bulk(rows)
        self._refresh()
        heads: list[Json] = []
        for one in parcels:
            heads += self._head(one, gens[one.document.doc_id])
        self._cluster.bulk(heads)
        self._refresh()
        self._drop_old({one.document.doc_id: gens[one.document.doc_id] for one in parcels})

    def _refresh(self) -> None:
        seen = (self._names.every_chunk, self._names.alias("heads"), self._names.alias("records"))
        self._cluster.call("POST", f"/{','.join(seen)}/_refresh")

    def _written(self, gens: Mapping[str, str]) -> dict[str, int]:
        """How many passages of its generation each document has; 0 is left out."""
        body: Json = {
            "size": 0,
            "query": {"bool": {"filter": [{"terms": {"doc_id": list(gens)}}, {"terms": {"gen": list(gens.values())}}]}},
            "aggs": {"documents": {"terms": {"field": "doc_id", "size": len(gens)}}},
        }
        reply = Reply.model_validate(self._cluster.call("POST", f"/{self._names.every_chunk}/_search", body))
        return {str(one.get("key")): whole_number(one.get("doc_count")) for one in buckets(reply, "documents")}

    def _drop_old(self, kept: Mapping[str, str]) -> None:
        """Removes the passages and parts of earlier generations of these documents."""
        same: list[Json] = [
            {"bool": {"filter": [{"term": {"doc_id": doc_id}}, {"term": {"gen": gen}}]}} for doc_id, gen in kept.items()
        ]
        old: Json = {"bool": {"filter": [{"terms": {"doc_id": list(kept)}}], "must_not": same}}
        self._delete(old)

    def _delete(self, query: Json) -> None:
        self._cluster.call("POST", f"/{self._names.alias('parts')}/_refresh")
        for index in (self._names.every_chunk, self._names.alias("parts"), self._names.alias("records")):
            self._cluster.call(
                "POST",
                f"/{index}/_delete_by_query",
                {"query": query},
                {"conflicts": "proceed", "refresh": "true", "ignore_unavailable": "true"},
            )

    def remove(self, doc_ids: Sequence[str]) -> int:
        """Takes documents out, heads first; returns how many were held."""
        held = self._library.heads(doc_ids)
        self._cluster.bulk([{"delete": {"_index": self._names.alias("heads"), "_id": doc_id}} for doc_id in held])
        self._refresh()
        if held:
            self._delete({"terms": {"doc_id": list(held)}})
        return len(held)

    # --- rows ---------------------------------------------------------------------------------------------------

    def _facts(self, parcel: Parcel, gen: str) -> Json:
        facts = parcel.document.metadata
        keys = {"place": place_key(facts.town), "board_key": plain_key(facts.board)}
        told = facts.model_dump(mode="json", include={*_TOLD})
        return {"doc_id": parcel.document.doc_id, "gen": gen, **keys, **told}

    def _rows(self, parcel: Parcel, gen: str) -> list[Json]:
        document, facts = parcel.document, self._facts(parcel, gen)
        index, route = self._names.alias("chunks", document.metadata.state), _route(parcel)
        rows: list[Json] = []
        names = names_told(parcel.chunks, parcel.cited)
        for chunk in parcel.chunks:
            place: Json = {"_index": index, "_id": f"{chunk.id}!{gen}", "routing": route}
            rows += [{"index": place}, facts | _words(chunk) | names[chunk.id]]
        named: list[tuple[str, object]] = [(f"p{page.number}", page.model_dump(mode="json")) for page in document.pages]
        named += [(f"s{at}", section.model_dump(mode="json")) for at, section in enumerate(document.sections)]
        numbers = [page.number for page in document.pages]  # an excerpt has pages 1, 15, 16
        named.append(("d", {"content_hash": document.content_hash, "pages": numbers}))
        for name, part in named:
            place = {"_index": self._names.alias("parts"), "_id": f"{document.doc_id}!{gen}!{name}"}
            rows += [{"index": place}, {"doc_id": document.doc_id, "gen": gen, "part": part}]
        for at, row in enumerate(parcel.records):
            place = {"_index": self._names.alias("records"), "_id": f"{document.doc_id}!{gen}!{at}", "routing": route}
            rows += [{"index": place}, facts | {"doc_date": facts["date"]} | stored_record(row, at)]
        return rows

    def _head(self, parcel: Parcel, gen: str) -> list[Json]:
        document = parcel.document
        head = self._facts(parcel, gen) | {
            "version": version_of(document.content_hash),
            "place": _route(parcel),
            "places": 1 + max((chunk.ord for chunk in parcel.chunks), default=-1),
            "pages": len(document.pages),
            "unread": sum(page.origin == "unread" for page in document.pages),
            "poor": sum(page.origin == "ocr" and text_quality(page.text) < POOR_QUALITY for page in document.pages),
            "chunks": len(parcel.chunks),
            "sections": len(document.sections),
            "records": len(parcel.records),
            "cites": sorted({ref.cite for refs in parcel.cited.values() for ref in refs}),
            "summary": parcel.summary.model_dump(mode="json"),
        }
        return [{"index": {"_index": self._names.alias("heads"), "_id": document.doc_id}}, head]


def _route(parcel: Parcel) -> str:
    """A town's passages stand on one shard, a state's law on another."""
    facts = parcel.document.metadata
    return place_key(facts.town) or f"{facts.state}-{facts.lane}"


def _words(chunk: Chunk) -> Json:
    """The stems of a passage. Title and heading are told twice, which weighs them as the index of the file does; the
    values of a list stand so far apart that no phrase runs over their borders."""
    title, heading, body = stemmed_text(chunk.title), stemmed_text(chunk.heading), stemmed_text(chunk.text)
    aid = stemmed_text(plain_words(chunk.section))
    return {
        "ord": chunk.ord,
        "section": chunk.section,
        "all": [title, title, heading, heading, body, aid],
        "text": [title, heading, body],
        "chunk": chunk.model_dump(mode="json"),
    }
