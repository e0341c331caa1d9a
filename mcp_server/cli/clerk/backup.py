"""`opencouncil backup`, `restore` and `copy`: the whole vault into one checked file, and back, or into a cluster.

Prints what was done; the work is the vault's.
"""

from __future__ import annotations

import argparse

from mcp_server.cli.terminal import ProgressBar, say, say_either
from mcp_server.config import Config
from mcp_server.vaults import check_writable, cluster_at
from vault.copying import copy_documents, differences
from vault.opensearch.shelf import ClusterShelf
from vault.store.care import back_up, restore_vault
from vault.store.index import VaultIndex

__all__ = ["run_backup", "run_copy", "run_restore"]

_MB = 1_000_000.0


def run_backup(given: argparse.Namespace, config: Config) -> int:
    """Copies the vault and says where the copy lies."""
    made = back_up(config.vault.absolute(), given.file)
    facts = {"path": str(made.path.absolute()), "documents": made.documents, "bytes": made.bytes}
    told = f"{made.path}: {made.documents} documents, {made.bytes / _MB:.1f} MB, checked and whole."
    say_either(facts, [told], as_json=given.json)
    return 0


def run_restore(given: argparse.Namespace, config: Config) -> int:
    """Puts a backup in the vault's place and says where the old vault lies."""
    check_writable(config)
    aside = restore_vault(config.vault.absolute(), given.file)
    facts = {"vault": str(config.vault.absolute()), "from": str(given.file), "aside": str(aside or "")}
    lines = [f"{config.vault.absolute()} is now the vault of {given.file}."]
    lines += [f"The vault that was there lies in {aside}."] if aside else []
    say_either(facts, lines, as_json=given.json)
    return 0


def run_copy(given: argparse.Namespace, _config: Config) -> int:
    """Copies what differs, reads all of it back and compares; 0 when it is the same, 1 when it is not."""
    with (
        VaultIndex.open(given.source, read_only=True) as source,
        cluster_at(given.target, create=True) as target,
    ):
        bar = ProgressBar()
        done = copy_documents(source, target, ClusterShelf(target), lambda now, of: bar(now, of, ""))
        bar.close()
        say(f"{done.documents} documents: {done.written} written, {done.removed} removed, the rest was there already.")
        wrong = differences(source, target)
    for line in wrong:
        say(f"  {line}")
    say("Read back and compared: every document and passage is the same." if not wrong else "The copy is not whole.")
    return 1 if wrong else 0
