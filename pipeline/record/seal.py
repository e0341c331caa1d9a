"""The key of a vault, and the seals it sets on the lines of its capsules.

A hash shows that a line fits the line before it; anybody can compute one. A seal can be set only by who holds the key,
which stands in a file beside the vault for its owner alone. It refuses to say who wrote a line without the key.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from vault.errors import InputError
from vault.text.patterns import lazy_regex

__all__ = ["is_sealed_by", "keep_key", "key_beside", "key_path", "seal_of"]

_KEY_BYTES = 32
"""As long as the digest of the seal (RFC 2104)."""
_RUNS = "-runs"
_WRITTEN = lazy_regex(r"[0-9a-fA-F]{64}\Z")


def key_path(folder: Path) -> Path:
    """The key file of the vault whose capsules lie in `folder`: "town.vault-runs" gives "town.vault.key"."""
    return folder.with_name(f"{folder.name.removesuffix(_RUNS)}.key")


def key_beside(folder: Path, *, make: bool) -> bytes | None:
    """The key of the vault whose capsules lie in `folder`, made (mode 600) when `make` and there is none.

    None when there is no key or it cannot be read or written: capsules then stay unsealed.
    """
    path = key_path(folder)
    try:
        if make:
            _made(path)
        held = bytes.fromhex(path.read_text("ascii").strip())
    except (OSError, ValueError):
        return None
    return held if len(held) == _KEY_BYTES else None


def keep_key(folder: Path, key: str) -> None:
    """Puts a given key where `key_beside` finds it; where nothing can be written, capsules stay unsealed.

    Raises `InputError` for a key that is not 64 hexadecimal digits.
    """
    if not _WRITTEN.match(key):
        raise InputError(
            "The key of the capsules must be 64 hexadecimal digits.",
            next_step="Set OPENCOUNCIL_SEAL_KEY to the output of `openssl rand -hex 32`.",
        )
    path = key_path(folder)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="ascii") as out:
            out.write(key.lower())
        fresh.replace(path)


def _made(path: Path) -> None:
    """Makes the key once; of two processes at once the first one's stays."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secrets.token_hex(_KEY_BYTES))


def seal_of(digest: str, key: bytes | None) -> str:
    """The seal of a line by its digest, 64 hexadecimal digits; "" without a key."""
    return hmac.new(key, digest.encode("ascii"), hashlib.sha256).hexdigest() if key is not None else ""


def is_sealed_by(digest: str, seal: str, key: bytes) -> bool:
    """Whether this key set the seal on the line with that digest."""
    return hmac.compare_digest(seal_of(digest, key), seal)
