"""Three dossiers of the sample town, whole: what a connected assistant reads first, to be looked at when it changes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from mcp_fakes import serving

pytestmark = pytest.mark.anyio
SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("OPENCOUNCIL_WRITE_SNAPSHOTS") == "1"


@pytest.mark.parametrize(
    ("name", "question", "queries"),
    [
        ("answered", "What did the Planning Board decide about the footbridge?", ["footbridge motion passed"]),
        ("law", "How many voters must sign a petition for a special meeting?", ["petition registered voters"]),
        ("open", "Who designed the Golden Gate Bridge?", []),
    ],
)
async def test_a_dossier_is_that_of_its_snapshot(vault: Path, name: str, question: str, queries: list[str]) -> None:
    with serving(vault) as (server, _):
        result = await server.call_tool("research", {"question": question, "queries": queries, "writer": "host"})
    text = str((result.structured_content or {})["dossier"])
    shown = re.sub(r"EVIDENCE [0-9a-f]{8}", "EVIDENCE mark", text) + "\n"
    path = SNAPSHOTS / f"dossier_{name}.txt"
    if WRITE:
        path.write_text(shown, "utf-8")
    assert path.read_text("utf-8") == shown, f"{path.name} changed: look, then OPENCOUNCIL_WRITE_SNAPSHOTS=1 pytest"
