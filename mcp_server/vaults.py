"""The vault that a command reads, opened: the file, or the cluster that was named in its place.

For commands that do one thing and end; a server keeps its vault open in `mcp_server.app`. It holds no rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from mcp_server.config import Config
from mcp_server.late import load
from mcp_server.results.errors import TryInsteadError
from vault.errors import VaultError
from vault.opensearch.address import address_of, credentials_of
from vault.ports import Library, NoteBook
from vault.store.books import Notes
from vault.store.index import VaultIndex

if TYPE_CHECKING:
    from vault.opensearch.library import ClusterLibrary

__all__ = ["check_writable", "cluster_at", "opened_library", "opened_notes"]


def cluster_at(address: str, *, create: bool = False) -> ClusterLibrary:
    """The vault of a cluster, with the credentials of the environment. Raises `VaultError`."""
    opened = cast("type[ClusterLibrary]", load("vault.opensearch.library:ClusterLibrary"))  # most vaults are files
    return opened(address_of(address), credentials_of(), create=create)


def check_writable(config: Config) -> None:
    """Raises `TryInsteadError` where the vault may not be changed."""
    if config.read_only:
        raise TryInsteadError(
            "The vault is read-only here.", code="E_READ_ONLY", next_step="Unset OPENCOUNCIL_READ_ONLY."
        )


@contextmanager
def opened_library(config: Config) -> Iterator[Library]:
    """The vault for reading, closed afterwards. A file of an earlier version is brought up to date first, where it may
    be written. Raises `VaultError` when there is none or it cannot be read."""
    with cluster_at(config.cluster) if config.cluster else _file(config) as library:
        yield library


def _file(config: Config) -> VaultIndex:
    try:
        return VaultIndex.open(config.vault, read_only=True)
    except VaultError as error:
        if config.read_only or error.code != VaultError.code:
            raise
        VaultIndex.open(config.vault).close()
        return VaultIndex.open(config.vault, read_only=True)


@contextmanager
def opened_notes(config: Config, *, to_write: bool) -> Iterator[NoteBook]:
    """The notes of the vault, closed afterwards. Raises `VaultError` when it cannot be opened so."""
    if config.cluster:
        with cluster_at(config.cluster) as library:
            yield library.books.notes
        return
    with VaultIndex.open(config.vault, read_only=config.read_only or not to_write) as index:
        yield Notes(index)
