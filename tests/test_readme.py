"""What the README and the developer notes promise, kept true."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.config import PREFIX, Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
NOTES = (ROOT / "docs" / "developing.md").read_text("utf-8")


# covers: 137
def test_the_readme_tells_the_two_lanes_and_their_caps_as_they_are() -> None:
    settings = Settings()
    for name in ("LOCAL_LANE_K", "STATE_LANE_K", "LOCAL_CONTEXT_CAP", "STATE_CONTEXT_CAP", "MERGED_CONTEXT_CAP"):
        value = getattr(settings, name.lower())
        assert re.search(rf"`{name}`\s=\s{value}\b", README), f"{name} is {value}"
    assert PREFIX + "LOCAL_LANE_K" in README


def test_the_readme_begins_with_the_two_commands() -> None:
    assert "pip install . && opencouncil demo" in README
    assert 'pip install ".[dev]" && pytest' in README


# covers: 357
def test_the_developer_notes_name_files_that_exist() -> None:
    named = set(re.findall(r"`((?:pipeline|vault|hop_controller|mcp_server|tests|benchmarks)/[\w/]+\.\w+)`", NOTES))
    assert named, "the notes name no file"
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    for words in ("thresholds", "words", "state law"):
        assert words in NOTES
