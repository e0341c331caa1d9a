"""What a command on the command line loads before it works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def _loaded(code: str, *words: str) -> set[str]:
    """Names of the modules that a fresh process has loaded when `code` is done."""
    told = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", told, *words], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_command_starts_without_the_protocol_library(command: str) -> None:
    loaded = _loaded(f"import mcp_server.cli.{command}")
    assert not {name for name in loaded if name.split(".")[0] in ("mcp", "mcp_types")}


def test_a_search_loads_nothing_of_a_turn_and_no_library_that_only_a_migration_needs(vault: Path) -> None:
    code = "from mcp_server.cli.main import main; main()"
    loaded = _loaded(code, "--vault", str(vault), "search", "footbridge")
    assert "mcp_server.tools.search" in loaded
    heavy = {
        "numpy",
        "sqlite_utils",
        "pipeline.run",
        "pipeline.turn",
        "pipeline.check",
        "pipeline.write",
        "mcp_server.app",
    }
    assert not heavy & loaded


def test_an_answer_loads_no_library_that_only_a_migration_needs() -> None:
    assert not {"sqlite_utils"} & _loaded("import mcp_server.cli.ask")


def test_a_server_answers_its_host_before_it_loads_the_vault_or_the_pipeline() -> None:
    loaded = _loaded(
        "from mcp_server.cli.serve import build_server, Crew, run\nfrom mcp_server.config import read_config"
    )
    assert not {
        name for name in loaded if name.startswith(("pipeline.", "vault.store.index", "vault.types", "vault.facts"))
    }
