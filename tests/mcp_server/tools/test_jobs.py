"""Capsules of old runs go, the last fifty stay."""

from __future__ import annotations

import os
from pathlib import Path

from mcp_server.tools.jobs import prune_capsules


def test_the_last_fifty_capsules_stay_and_other_files_are_left_alone(tmp_path: Path) -> None:
    for number in range(60):
        path = tmp_path / f"run_{number}.jsonl"
        path.write_text("x")
        os.utime(path, (number, number))
    (tmp_path / "mine.txt").write_text("x")
    prune_capsules(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "mine.txt",
        *(f"run_{number}.jsonl" for number in range(10, 60)),
    }
    prune_capsules(tmp_path / "missing")
