"""The error tree. Callers may catch the base and only the base.

OpenCouncilError
├── InputError          the caller's words, file or argument are wrong; says what to do
├── VaultError          the vault file cannot be used
│   ├── VaultMissing    there is no vault at that path
│   ├── VaultDamaged    integrity check failed
│   ├── VaultBusy       another process holds the write lock for too long
│   ├── VaultTooNew     written by a later version
│   ├── VaultDenied     a cluster refused the credentials
│   ├── VaultReadOnly   a cluster takes no writes
│   ├── VaultUnreachable  a cluster cannot be reached or has lost a shard
│   └── QueryTimeout    a query passed its deadline
├── UnreadableFile      a file was refused; carries the reason
├── ModelError          a hosted model failed (see pipeline.errors for the kinds)
└── HandleError         a session, retrieval or run id is unknown or expired

Weak evidence is not an error. Every message says what was wrong, with the value, and what to do next.
"""

from __future__ import annotations

__all__ = [
    "HandleError", "InputError", "ModelError", "OpenCouncilError", "QueryTimeout", "UnreadableFile", "VaultBusy",
    "VaultDamaged", "VaultDenied", "VaultError", "VaultMissing", "VaultReadOnly", "VaultTooNew", "VaultUnreachable",
]  # fmt: skip


class OpenCouncilError(Exception):
    """Base of all errors raised on purpose. `code` is stable; `next_step` tells what to do."""

    code = "E_OPENCOUNCIL"

    def __init__(self, message: str, *, next_step: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step


class InputError(OpenCouncilError):
    """The caller's words, file or argument are wrong."""

    code = "E_INPUT"


class VaultError(OpenCouncilError):
    """The vault cannot be used."""

    code = "E_VAULT"


class VaultMissing(VaultError):
    """There is no vault at that path."""

    code = "E_VAULT_MISSING"


class VaultDamaged(VaultError):
    """The integrity check failed."""

    code = "E_VAULT_DAMAGED"


class VaultBusy(VaultError):
    """Another process kept the write lock past the waiting time."""

    code = "E_VAULT_BUSY"


class VaultTooNew(VaultError):
    """The file was written by a later schema."""

    code = "E_VAULT_TOO_NEW"


class VaultDenied(VaultError):
    """A cluster refused the credentials."""

    code = "E_VAULT_DENIED"


class VaultReadOnly(VaultError):
    """A cluster takes no writes, as when its disk is nearly full."""

    code = "E_VAULT_READ_ONLY"


class VaultUnreachable(VaultError):
    """A cluster cannot be reached, or has lost a shard."""

    code = "E_VAULT_UNREACHABLE"


class QueryTimeout(VaultError):
    """A query passed its deadline and was interrupted."""

    code = "E_QUERY_TIMEOUT"


class UnreadableFile(OpenCouncilError):
    """A file was refused; the message names it and says what to convert it to."""

    code = "E_UNREADABLE"


class ModelError(OpenCouncilError):
    """A hosted model failed or answered something that cannot be used."""

    code = "E_MODEL"


class HandleError(OpenCouncilError):
    """A session, retrieval or run id is unknown or expired."""

    code = "E_HANDLE"
