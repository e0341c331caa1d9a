"""One cluster: its client on a loop of its own, its replies as values, its failures as coded errors.

The client is asynchronous; the seam blocks, so calls run on the loop of one thread and several of them at once. It
holds no query and no mapping.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from anyio.from_thread import BlockingPortal, start_blocking_portal
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from vault.errors import InputError, QueryTimeout, VaultDenied, VaultError, VaultReadOnly, VaultUnreachable
from vault.opensearch.address import Address, Credentials

__all__ = ["Cluster", "Json", "Reply", "StoredRow"]

Json = dict[str, object]
"""A JSON object on its way to the cluster."""
_PATIENCE_S = 30.0
"""A call that takes longer is given up: a bulk of a few megabytes takes one or two seconds."""
_PART = 500_000
"""Characters from which a bulk call is full: its client takes a megabyte at once."""
_MISSING, _UNAVAILABLE = 404, 503


class StoredRow(BaseModel):
    """One stored object that a search or a look-up by id found."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(alias="_id")
    found: bool = True
    score: float | None = Field(default=None, alias="_score")
    source: dict[str, JsonValue] = Field(default_factory=dict, alias="_source")
    sort: tuple[JsonValue, ...] = ()


class _Total(BaseModel):
    value: int = 0


class _Hits(BaseModel):
    total: _Total = _Total()
    hits: tuple[StoredRow, ...] = ()


class _Shards(BaseModel):
    total: int = 0
    successful: int = 0


class Reply(BaseModel):
    """The reply to one search: rows, the true total where it was asked for, aggregations as they came."""

    hits: _Hits = _Hits()
    timed_out: bool = False
    shards: _Shards = Field(default=_Shards(), alias="_shards")
    aggregations: dict[str, JsonValue] = Field(default_factory=dict)
    error: JsonValue = None
    status: int = 200

    @property
    def partial(self) -> bool:
        """Whether some shard did not answer, or not in time: a lost one is counted in no failure, only in the total."""
        return self.timed_out or self.shards.successful < self.shards.total


class _Transport(Protocol):
    async def perform_request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, object] | None = None,
        body: object = None,
        timeout: float | None = None,
    ) -> object: ...


class _Client(Protocol):
    transport: _Transport

    async def close(self) -> None: ...


def _client(address: Address, who: Credentials) -> _Client:
    try:
        module = import_module("opensearchpy")
    except ImportError as error:
        raise InputError(
            "The client of OpenSearch is not installed.", next_step="Run pip install 'opencouncil[opensearch]'."
        ) from error
    key = who.api_key.get_secret_value()
    named: Json = {"headers": {"Authorization": f"ApiKey {key}"}} if key else {}
    if who.user and not key:
        named = {"http_auth": (who.user, who.password.get_secret_value())}
    if who.authority:
        named |= {"ca_certs": who.authority}
    made = module.AsyncOpenSearch(
        hosts=[address.url], verify_certs=True, max_retries=2, retry_on_timeout=False, **named
    )
    return cast(_Client, made)


def lines_of(rows: Sequence[Json]) -> str:
    """The rows as the lines that bulk and many-search calls take."""
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def _parts(rows: Sequence[Json]) -> Iterator[str]:
    """The lines of a bulk call in parts that a client sends without holding up its loop; an action stays with the
    object it writes."""
    part, size = list[str](), 0
    for row in rows:
        line = lines_of((row,))
        is_action = row.keys() <= {"index", "delete"}
        if part and is_action and size > _PART:
            yield "".join(part)
            part, size = [], 0
        part.append(line)
        size += len(line)
    if part:
        yield "".join(part)


class Cluster:
    """One open cluster. Safe from several threads; `close` ends it."""

    def __init__(self, address: Address, who: Credentials) -> None:
        self.address = address
        self._running = start_blocking_portal("asyncio")
        self._portal: BlockingPortal = self._running.__enter__()
        self._client: _Client | None = None
        self._who = who
        self._closed = False

    def close(self) -> None:
        """Closes the client and its loop; calling it twice is fine."""
        if not self._closed:
            self._closed = True
            self._portal.call(self._end)
            self._running.__exit__(None, None, None)

    async def _end(self) -> None:
        if self._client is not None:
            await self._client.close()

    def call(
        self, method: str, path: str, body: object = None, params: Mapping[str, object] | None = None
    ) -> dict[str, JsonValue]:
        """The reply to one request; {} where there is nothing at that path. Raises `VaultError` and its kinds."""
        if self._closed:
            raise VaultError("The vault was closed.", next_step="Open it again.")
        return self._portal.call(self._ask, method, path, body, dict(params or {}))

    async def _ask(self, method: str, path: str, body: object, params: dict[str, object]) -> dict[str, JsonValue]:
        if self._client is None:
            self._client = _client(self.address, self._who)
        kind = "application/x-ndjson" if isinstance(body, str) else "application/json"
        try:
            reply = await self._client.transport.perform_request(
                method, path, headers={"Content-Type": kind}, params=params, body=body, timeout=_PATIENCE_S
            )
        except Exception as error:
            if getattr(error, "status_code", None) == _MISSING and method in ("GET", "HEAD", "DELETE"):
                return {}
            raise self._told(error) from error
        return cast("dict[str, JsonValue]", reply) if isinstance(reply, dict) else {}

    def search_all(self, searches: Sequence[tuple[str, Json]]) -> tuple[Reply, ...]:
        """The replies to several searches (index pattern, body) in one request, in their order."""
        if not searches:
            return ()
        rows: list[Json] = []
        for index, body in searches:
            rows += [{"index": index, "ignore_unavailable": True, "allow_partial_search_results": True}, body]
        reply = self.call("POST", "/_msearch", lines_of(rows))
        answers = reply.get("responses")
        found = tuple(Reply.model_validate(one) for one in answers) if isinstance(answers, list) else ()
        if len(found) != len(searches):
            raise VaultError("The cluster's reply could not be read.", next_step="Ask again.")
        return found

    def rows(self, wanted: Sequence[Json]) -> tuple[StoredRow, ...]:
        """The stored objects of these ids (`_index`, `_id`, `routing`), in order; missing ones are left out.

        Raises `VaultError` when the cluster could not look: what it cannot read is not missing.
        """
        if not wanted:
            return ()
        reply = self.call("POST", "/_mget", {"docs": list(wanted)})
        held = reply.get("docs")
        found = [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []
        for one in found:
            if "error" in one and "index_not_found_exception" not in json.dumps(one["error"]):
                raise self.error_of(one["error"], _UNAVAILABLE)
        rows = (StoredRow.model_validate(one) for one in found)
        return tuple(row for row in rows if row.found and row.source)

    def bulk(self, rows: Sequence[Json], *, seen: bool = False) -> None:
        """Writes the rows; with `seen` searches find them when this returns. Raises `VaultError` unless every one of
        them was taken."""
        for part in _parts(rows):
            self._bulk(part, {"refresh": "true"} if seen else {})

    def _bulk(self, lines: str, params: Mapping[str, object]) -> None:
        reply = self.call("POST", "/_bulk", lines, params)
        items = reply.get("items")
        if reply.get("errors") and isinstance(items, list):
            refused = [
                one
                for item in items
                if isinstance(item, dict)
                for one in item.values()
                if isinstance(one, dict) and "error" in one
            ]
            raise (
                self.error_of(refused[0].get("error"), _number(refused[0].get("status")))
                if refused
                else VaultError("The cluster refused a write.")
            )

    def error_of(self, told: JsonValue, status: int) -> VaultError:
        """What an error of the cluster means here, and what to do about it."""
        words = json.dumps(told, ensure_ascii=False)[:300]
        if "cluster_block_exception" in words and ("read-only" in words or "FORBIDDEN" in words):
            return VaultReadOnly(
                f"{self.address} takes no writes: an index is read-only, as when a disk is nearly full.",
                next_step="Free disk space, lift the block (index.blocks.read_only_allow_delete: null) and ask again.",
            )
        if status in (401, 403):
            return VaultDenied(
                f"{self.address} refused the credentials ({status}).",
                next_step="Set OPENCOUNCIL_OPENSEARCH_USER and _PASSWORD, or OPENCOUNCIL_OPENSEARCH_API_KEY.",
            )
        if status in (429, 503) or "no_shard_available" in words or "all shards failed" in words:
            return VaultUnreachable(
                f"{self.address} cannot answer now ({status}): {words}",
                next_step="See the cluster's health: a red index has lost a shard; nothing was taken for empty.",
            )
        return VaultError(f"{self.address} answered with an error ({status}): {words}", next_step="Ask again.")

    def _told(self, error: Exception) -> VaultError:
        status = getattr(error, "status_code", None)
        if isinstance(status, int):
            return self.error_of(cast(JsonValue, getattr(error, "info", None) or str(error)), status)
        name = type(error).__name__
        if "Timeout" in name:
            return QueryTimeout(f"{self.address} did not answer within {_PATIENCE_S:.0f} s.", next_step="Ask again.")
        if name == "SSLError" or "certificate" in str(error).lower():
            return VaultUnreachable(
                f"{self.address} shows a certificate that is not trusted here; nothing was sent to it.",
                next_step="Set OPENCOUNCIL_OPENSEARCH_CA to the file (PEM) of the authority that signed it.",
            )
        return VaultUnreachable(
            f"{self.address} cannot be reached ({name}).", next_step="Check that the cluster runs, and its address."
        )


def _number(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0
