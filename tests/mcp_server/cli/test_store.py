"""`opencouncil store` as a person runs it, as a process of its own against the loopback server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import a_document, vault_with
from gemini_fakes import CANARY
from loopback_server import LoopbackServer, refusal

pytest.importorskip("google.genai", reason="the hosted engine is an optional extra")

START = "from mcp_server.cli.main import main; raise SystemExit(main())"
ROOT = Path(__file__).resolve().parents[3]
PAPERS = (a_document("af-pb", "Varney moved to approve the lot merger."), a_document("af-sb", "The mill was sold."))


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Path]:
    with vault_with(PAPERS, tmp_path) as index:
        yield index.path


def store(server: LoopbackServer, vault: Path, *words: str, code: int = 0) -> str:
    """What the command prints; its exit code is held against `code`."""
    done = subprocess.run(
        [sys.executable, "-c", START, "store", *words, "--vault", str(vault)],
        cwd=ROOT,
        env={**os.environ, "GEMINI_API_KEY": server.key, "OPENCOUNCIL_GEMINI_URL": server.url, "NO_PROXY": "127.0.0.1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code, done.stderr
    assert CANARY not in done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_store_is_planned_with_its_price_synced_shown_and_deleted(vault: Path) -> None:
    with LoopbackServer(CANARY) as server:
        first = store(server, vault, "sync", "--yes")
        again = store(server, vault, "sync")
        status = store(server, vault, "status")
        gone = store(server, vault, "delete", "--yes")
        assert server.stores == {}
    assert "2 documents to upload, 0 in step already" in first
    assert "$0.00 for indexing" in first
    assert "may be used to improve products" in first
    assert "2 added, 0 replaced" in first
    assert "OPENCOUNCIL_STORE=fileSearchStores/store-" in first
    assert "Nothing to do." in again
    assert "2 active, 0 pending" in status
    assert "with 2 documents" in gone


@pytest.mark.parametrize("action", ["sync", "delete"])
def test_nothing_is_uploaded_or_deleted_without_a_yes(vault: Path, action: str) -> None:
    with LoopbackServer(CANARY) as server:
        server.add_document("fileSearchStores/s", "t", "x")
        said = store(server, vault, action, code=1)
        assert server.calls("POST|DELETE") == []
    assert "Say --yes" in said


def test_a_refused_key_is_told_in_words(vault: Path) -> None:
    with LoopbackServer(CANARY) as server:
        server.fail(".", *[refusal(401, f"bad key {CANARY}")] * 5)
        said = store(server, vault, "status", code=1)
    assert "does not accept the Gemini key" in said
    assert "Set GEMINI_API_KEY" in said
