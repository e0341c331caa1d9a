"""`opencouncil backup` and `restore`: the whole vault into one checked file, and back.

Prints what was done; the work is the vault's.
"""

from __future__ import annotations

import argparse

from mcp_server.cli.terminal import say
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from vault.store.care import back_up, restore_vault

__all__ = ["run_backup", "run_restore"]

_MB = 1_000_000.0


def run_backup(given: argparse.Namespace, config: Config) -> int:
    """Copies the vault and says where the copy lies."""
    made = back_up(config.vault.absolute(), given.file)
    say(f"{made.path}: {made.documents} documents, {made.bytes / _MB:.1f} MB, checked and whole.")
    return 0


def run_restore(given: argparse.Namespace, config: Config) -> int:
    """Puts a backup in the vault's place and says where the old vault lies."""
    if config.read_only:
        raise TryInsteadError("The vault is read-only here.", code="E_READ_ONLY")
    aside = restore_vault(config.vault.absolute(), given.file)
    say(f"{config.vault.absolute()} is now the vault of {given.file}.")
    if aside:
        say(f"The vault that was there lies in {aside}.")
    return 0
