"""Closing a vault while other threads read it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from fakes import a_document, searched, vault_with

from vault.errors import VaultError
from vault.types import Query


def test_closing_waits_for_reads_of_other_threads_and_later_reads_are_refused(tmp_path: Path) -> None:
    with vault_with([a_document("af-1", "The footbridge on Mill Lane is closed.")], tmp_path) as index:
        inside, leave, seen = threading.Event(), threading.Event(), []

        def read() -> None:
            with index.reading() as connection:
                inside.set()
                leave.wait(5)
                seen.append(connection.execute("SELECT count(*) FROM documents").fetchone()[0])

        reader = threading.Thread(target=read)
        reader.start()
        assert inside.wait(5)
        closer = threading.Thread(target=index.close)
        closer.start()
        leave.set()
        reader.join(5)
        closer.join(5)
        assert seen == [1]
        with pytest.raises(VaultError, match="was closed"):
            searched(index, Query(terms=("footbridge",)))
