"""What the tools ask of the toolbox: the arguments of one call as one frozen value.

How a choice and a cursor are read stands here, too. What the values mean is the toolbox's work. Empty means "not said".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from mcp_server.results.errors import TryInsteadError

if TYPE_CHECKING:
    from pydantic import JsonValue

    from mcp_server.results.shapes import Detail

__all__ = [
    "Ask", "HopAsk", "LedgerAsk", "LedgerKind", "LedgerMode", "ReadAsk", "SearchAsk", "WriterChoice", "choice",
    "cursor_of",
]  # fmt: skip

LedgerKind = Literal["", "motion", "figure", "article", "officer", "utterance", "notice", "rule"]
LedgerMode = Literal["list", "count", "sum", "compare", "timeline"]
WriterChoice = Literal["auto", "extract", "model", "host"]


@dataclass(frozen=True, kw_only=True)
class _Ask:
    detail: Detail = "concise"
    limit: int = 0
    cursor: str = ""


@dataclass(frozen=True, kw_only=True)
class Ask(_Ask):
    """A question with its settings."""

    question: str = ""
    town: str = ""
    boards: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    prefer_recent: bool = False
    scope_hint: str = ""
    session_id: str = ""
    format: str = ""
    depth: str = ""
    plan: Mapping[str, JsonValue] = field(default_factory=dict)
    extend: str = ""
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    writer: WriterChoice = "auto"
    claims: tuple[Mapping[str, JsonValue], ...] = ()


@dataclass(frozen=True, kw_only=True)
class HopAsk(_Ask):
    """A state for the hop controller: of a retrieval, or as a caller keeps it."""

    retrieval_id: str = ""
    state: Mapping[str, JsonValue] = field(default_factory=dict)
    vault_path: str = ""
    answered: Mapping[str, str] = field(default_factory=dict)
    open: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SearchAsk(_Ask):
    """A search of the vault."""

    query: str
    town: str = ""
    board: str = ""
    lane: str = ""
    doc_types: tuple[str, ...] = ()
    date_from: str = ""
    date_to: str = ""
    exhaustive: bool = False


@dataclass(frozen=True, kw_only=True)
class ReadAsk(_Ask):
    """A source to read."""

    id: str = ""
    page: int = 0
    find: str = ""


@dataclass(frozen=True, kw_only=True)
class LedgerAsk(_Ask):
    """The arguments of one call; empty means not said."""

    do: LedgerMode = "list"
    town: str = ""
    state: str = ""
    body: str = ""
    kind: str = ""
    matter: str = ""
    words: str = ""
    person: str = ""
    action: str = ""
    outcome: str = ""
    status: str = ""
    article: str = ""
    years: str = ""
    date_from: str = ""
    date_to: str = ""
    amount: str = ""
    """A sum or a range: "500", "1000-5000", "1000-" for at least, "-500" for at most."""


def choice(value: str, known: tuple[str, ...], name: str) -> str:
    """The value when it is one of the known ones or empty. Raises `TryInsteadError` with the choices."""
    if value and value not in known:
        raise TryInsteadError(f"{name} cannot be {value[:40]!r}.", code="E_CHOICE", valid=known)
    return value


def cursor_of(cursor: str) -> tuple[str, int]:
    """(handle, offset) of a cursor. Raises `TryInsteadError` for one that was not given out."""
    handle, dot, number = cursor.strip().rpartition(".")
    if not dot or not number.isdigit() or len(number) > 9:
        raise TryInsteadError(
            "cursor is not one of ours.",
            code="E_CURSOR",
            next_step="Pass next_cursor exactly as it came, or leave it out.",
        )
    return handle, int(number)
