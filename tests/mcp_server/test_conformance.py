"""Every scenario the official conformance suite may fail on is listed with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
def test_every_scenario_left_out_of_conformance_has_a_reason(revision: str) -> None:
    lines = (ROOT / "scripts" / f"conformance-{revision}.yml").read_text("utf-8").splitlines()
    entries = [line for line in lines if line.startswith("  - ")]
    assert entries
    assert all(line.partition("  # ")[2] for line in entries)
