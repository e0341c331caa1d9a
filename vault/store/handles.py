"""Handles: unguessable ids under which a run's results are kept.

A handle stands for evidence that was retrieved, so that evidence never has to come back through a caller's words
(decision 27). Payloads are JSON text the vault does not look into. Any process that opens the vault can redeem a
handle until it expires.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from vault.errors import HandleError
from vault.store.index import VaultIndex
from vault.store.keys import storable

__all__ = ["HANDLE_BYTES", "Handles", "unknown_handle"]

HANDLE_BYTES = 16
"""128 random bits: nobody finds a live handle by trying."""


class Handles:
    """The handles of one vault. `clock` gives seconds since the epoch and may be replaced in tests."""

    def __init__(self, vault: VaultIndex, *, clock: Callable[[], float] = time.time) -> None:
        self._vault = vault
        self._clock = clock

    def create(self, kind: str, payload: str, *, ttl_s: float) -> str:
        """A new handle for the payload, valid for `ttl_s` seconds; "retrieval" gives ids like "retrieval_3q…".

        Expired handles are removed on the way.
        """
        now = self._clock()
        identity = f"{kind}_{secrets.token_urlsafe(HANDLE_BYTES)}"
        with self._vault.writing() as connection:
            connection.execute("DELETE FROM handles WHERE expires <= ?", (now,))
            connection.execute(
                "INSERT INTO handles(id, kind, payload, created, expires) VALUES (?, ?, ?, ?, ?)",
                (identity, kind, payload, now, now + ttl_s),
            )
        return identity

    def get(self, kind: str, identity: str) -> str:
        """The payload. Raises `HandleError` for an id that is unknown, of another kind, or expired."""
        with self._vault.reading() as connection:
            row = connection.execute(
                "SELECT kind, payload, expires FROM handles WHERE id = ?", (storable(identity),)
            ).fetchone()
        if row is None or row[0] != kind or row[2] <= self._clock():
            raise unknown_handle(kind, identity, expired=row is not None and row[0] == kind)
        return str(row[1])

    def replace(self, kind: str, identity: str, payload: str) -> None:
        """Puts another payload under a live handle, as a session does when it grows. Raises `HandleError`."""
        self.get(kind, identity)
        with self._vault.writing() as connection:
            connection.execute("UPDATE handles SET payload = ? WHERE id = ?", (payload, identity))

    def touch(self, kind: str, identity: str, *, ttl_s: float) -> None:
        """Makes a live handle last `ttl_s` seconds from now. Raises `HandleError`."""
        self.get(kind, identity)
        with self._vault.writing() as connection:
            connection.execute("UPDATE handles SET expires = ? WHERE id = ?", (self._clock() + ttl_s, identity))

    def expire(self, identity: str) -> bool:
        """Ends a handle now; False when there was none."""
        with self._vault.writing() as connection:
            return connection.execute("DELETE FROM handles WHERE id = ?", (storable(identity),)).rowcount > 0


def unknown_handle(kind: str, identity: str, *, expired: bool) -> HandleError:
    """The error for an id that names nothing, or nothing any more."""
    shown = storable(identity)[:60]
    why = "has expired" if expired else "is unknown"
    return HandleError(
        f"The {kind} id {shown!r} {why}.", next_step=f"Start again and use the new {kind} id that comes back."
    )
