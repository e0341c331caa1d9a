"""Where settings come from: flags and the environment, read once, into one frozen value.

Holds no vault, no model and no rule. It refuses to print a secret: keys and tokens stay inside `SecretStr`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path
from pydantic import SecretStr

from vault.opensearch.address import is_address
from vault.value import Value

__all__ = ["VERSION", "Config", "default_vault", "read_config"]

VERSION = "0.1.0"
"""Version of the package, kept equal to pyproject.toml by a test."""
_OWN = frozenset(
    {"OPENCOUNCIL_TOKEN", "OPENCOUNCIL_VAULT", "OPENCOUNCIL_READ_ONLY", "OPENCOUNCIL_ROOTS"}
    | {"OPENCOUNCIL_LAW_URL", "OPENCOUNCIL_SECOND_OPINION", "OPENCOUNCIL_SEAL_KEY"}
    | {"OPENCOUNCIL_OPENSEARCH_USER", "OPENCOUNCIL_OPENSEARCH_PASSWORD", "OPENCOUNCIL_OPENSEARCH_API_KEY"}
    | {"OPENCOUNCIL_OPENSEARCH_CA"}
)
_FALSE = frozenset({"", "0", "false", "no", "off"})


class Config(Value):
    """How this process was started. `vault` need not exist yet; `roots` empty means any folder may be ingested."""

    vault: Path
    cluster: str = ""
    """Address of a vault in a cluster (`vault.opensearch.address`) that is used in place of the file."""
    read_only: bool = False
    """Documents and notes are never changed; handles live in this process only."""
    roots: tuple[Path, ...] = ()
    """Folders outside which nothing is ingested."""
    law_url: str = ""
    """Where chapters of law are fetched from, instead of the legislature's own address; for a copy of its pages."""
    second_opinion: Path | None = None
    """ONNX file of a local entailment model that may doubt what the audit verified; None for none."""
    gemini_key: SecretStr | None = None
    http_token: SecretStr | None = None
    seal_key: SecretStr | None = None
    """Key, 64 hexadecimal digits, that seals the capsules of a cluster's vault, alike for every process."""
    variables: tuple[tuple[str, str], ...] = ()
    """The other OPENCOUNCIL_ variables (models, store, ceiling); the engine that knows them reads them."""


def default_vault() -> Path:
    """The vault in the user's data folder, where nothing else was named."""
    return user_data_path("opencouncil", appauthor=False) / "vault.db"


def _beside(cluster: str) -> Path:
    """Where a process keeps its capsules of a cluster's vault: as beside a file, in the user's data folder."""
    return default_vault().with_name(f"{cluster.rstrip('/').rpartition('/')[2]}.cluster")


def _secret(environ: Mapping[str, str], *names: str) -> SecretStr | None:
    values = (environ.get(name, "").strip() for name in names)
    found = next((value for value in values if value and not value.startswith("${")), "")  # a form field left empty
    return SecretStr(found) if found else None


def _is_closed(vault: Path) -> bool:
    """Whether there is a vault that cannot be written: a disk or folder for reading only still answers questions."""
    return vault.is_file() and not (os.access(vault, os.W_OK) and os.access(vault.parent, os.W_OK))


def read_config(
    environ: Mapping[str, str] | None = None, *, vault: Path | None = None, read_only: bool = False
) -> Config:
    """The configuration of this process; a flag goes before its variable, a variable before the default.

    Variables: OPENCOUNCIL_VAULT (a file or a cluster), OPENCOUNCIL_READ_ONLY, OPENCOUNCIL_ROOTS (separated like PATH),
    OPENCOUNCIL_TOKEN, OPENCOUNCIL_SEAL_KEY, OPENCOUNCIL_LAW_URL, OPENCOUNCIL_SECOND_OPINION, GEMINI_API_KEY or
    GOOGLE_API_KEY, and those of the hosted engine (see the README).
    """
    env = os.environ if environ is None else environ
    named = env.get("OPENCOUNCIL_VAULT", "").strip()
    cluster = named if is_address(named) and vault is None else ""
    chosen = vault or (_beside(cluster) if cluster else Path(named) if named else default_vault())
    roots = tuple(Path(part).expanduser() for part in env.get("OPENCOUNCIL_ROOTS", "").split(os.pathsep) if part)
    opinion = env.get("OPENCOUNCIL_SECOND_OPINION", "").strip()
    place = chosen.expanduser()
    return Config(
        vault=place,
        cluster=cluster,
        read_only=read_only or _is_closed(place) or env.get("OPENCOUNCIL_READ_ONLY", "").strip().lower() not in _FALSE,
        roots=roots,
        law_url=env.get("OPENCOUNCIL_LAW_URL", "").strip(),
        second_opinion=Path(opinion).expanduser() if opinion else None,
        gemini_key=_secret(env, "GEMINI_API_KEY", "GOOGLE_API_KEY"),
        http_token=_secret(env, "OPENCOUNCIL_TOKEN"),
        seal_key=_secret(env, "OPENCOUNCIL_SEAL_KEY"),
        variables=tuple(
            sorted((name, env[name]) for name in env if name.startswith("OPENCOUNCIL_") and name not in _OWN)
        ),
    )
