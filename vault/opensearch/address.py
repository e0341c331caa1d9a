"""Where a vault in a cluster lies: `opensearch+https://host:9200/prefix`, and who may open it.

Credentials come from the environment and never from the address, which is shown and logged. Plain HTTP is for this
machine alone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import SecretStr

from vault.errors import InputError
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["Address", "Credentials", "address_of", "credentials_of", "is_address"]

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PREFIX = lazy_regex(r"[a-z0-9][a-z0-9_-]{0,60}\Z")  # "council", "nh-towns"
_FORM = "Write it as opensearch+https://HOST:9200/PREFIX (opensearch+http for this machine only)."


class Address(Value):
    """A cluster and the prefix of the vault's indexes in it."""

    url: str
    """"https://host:9200"."""
    prefix: str

    def __str__(self) -> str:
        return f"opensearch+{self.url}/{self.prefix}"


class Credentials(Value):
    """A user with a password, or an API key, or nobody; and the file of the authority whose certificates are trusted,
    empty for those of the system."""

    user: str = ""
    password: SecretStr = SecretStr("")
    api_key: SecretStr = SecretStr("")
    authority: str = ""


def is_address(text: str) -> bool:
    """Whether the text is meant as a cluster and not as a file."""
    return text.startswith("opensearch+")


def address_of(text: str) -> Address:
    """The address. Raises `InputError` for another form, for words of secrets in it, or for HTTP to another machine."""
    parts = urlsplit(text.removeprefix("opensearch+"))
    prefix = parts.path.strip("/")
    if not is_address(text) or parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"{text!r} is no address of a cluster.", next_step=_FORM)
    if parts.username or parts.password:
        raise InputError(
            "An address must not hold a password: addresses are shown.",
            next_step="Set OPENCOUNCIL_OPENSEARCH_USER and OPENCOUNCIL_OPENSEARCH_PASSWORD instead.",
        )
    if not _PREFIX.match(prefix):
        raise InputError(f"{prefix!r} cannot begin the name of an index.", next_step=_FORM)
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise InputError(f"{parts.hostname} is another machine; plain HTTP is not used there.", next_step=_FORM)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return Address(url=f"{parts.scheme}://{host}:{parts.port or 9200}", prefix=prefix)


def credentials_of(environ: Mapping[str, str] | None = None) -> Credentials:
    """OPENCOUNCIL_OPENSEARCH_USER with _PASSWORD, or _API_KEY, nobody when none is set; OPENCOUNCIL_OPENSEARCH_CA.

    Raises `InputError` when the file of the authority is not there."""
    env = os.environ if environ is None else environ
    authority = env.get("OPENCOUNCIL_OPENSEARCH_CA", "")
    if authority and not os.path.isfile(authority):
        raise InputError(
            f"There is no certificate at {authority}.",
            next_step="Name the authority's file in OPENCOUNCIL_OPENSEARCH_CA.",
        )
    return Credentials(
        authority=authority,
        user=env.get("OPENCOUNCIL_OPENSEARCH_USER", ""),
        password=SecretStr(env.get("OPENCOUNCIL_OPENSEARCH_PASSWORD", "")),
        api_key=SecretStr(env.get("OPENCOUNCIL_OPENSEARCH_API_KEY", "")),
    )
