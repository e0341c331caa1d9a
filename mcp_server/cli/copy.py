"""`opencouncil copy VAULT TARGET`: a vault file brought into a cluster, and the proof that it arrived whole."""

from __future__ import annotations

import argparse
from pathlib import Path

from mcp_server.cli.terminal import ProgressBar, say
from mcp_server.config import Config
from vault.copying import copy_documents, differences
from vault.opensearch.address import address_of, credentials_of
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.shelf import ClusterShelf
from vault.store.index import VaultIndex

__all__ = ["run"]


def run(given: argparse.Namespace, _config: Config) -> int:
    """Copies what differs, reads all of it back and compares; 0 when it is the same, 1 when it is not."""
    with (
        VaultIndex.open(Path(given.source), read_only=True) as source,
        ClusterLibrary(address_of(given.target), credentials_of(), create=True) as target,
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
