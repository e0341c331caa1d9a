"""A vault with the sample town, made once; tests that write get a copy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from mcp_fakes import demo_vault


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def sample_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_vault(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def vault(sample_vault: Path, tmp_path: Path) -> Path:
    """A copy of the sample vault."""
    target = tmp_path / "vault.db"
    shutil.copy(sample_vault, target)
    return target
