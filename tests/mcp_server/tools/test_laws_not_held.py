"""That a law is not in the vault, said in an answer, is looked up in the vault by the audit.

The sections are placeholders about footbridges and no law; the town is invented.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from fakes import a_document, a_statute, vault_with
from mcp_fakes import serving

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]
QUESTION = {"question": "What did the select board do about the Mill Lane footbridge?", "town": "Alder Falls"}
MINUTES = "Marsh moved to close the Mill Lane footbridge under RSA 31:897. Webb seconded. The motion passed 3-0."


@pytest.fixture
async def call(tmp_path: Path) -> AsyncIterator[Call]:
    papers = (
        a_document("af-sb-2031-05-06", MINUTES, date="2031-05-06", board="Select Board"),
        a_statute("nh-rsa-31", ("RSA 31:899", "Kites", "A kite may be flown by anyone on a holiday.")),
    )
    with vault_with(papers, tmp_path):
        pass
    with serving(tmp_path / "v.db") as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        yield one


@pytest.mark.parametrize(
    ("text", "verdict", "passed"),
    [
        ("RSA 31:897 is not in the vault.", "verified", True),
        ("RSA 31:899 is not in the vault.", "contradicted", False),  # held, though the run did not find it
        ("Neither RSA 31:897 nor RSA 31:899 is in the vault.", "contradicted", False),
    ],
)
async def test_absence_of_a_law_is_verified_or_contradicted_by_what_the_vault_holds(
    call: Call, text: str, verdict: str, *, passed: bool
) -> None:
    run = await call("two_lane_retrieve", **QUESTION)
    report = await call("audit", retrieval_id=run["retrieval_id"], answer=text)
    assert (report["verdicts"], report["passed"]) == ({verdict: 1}, passed)
    assert ("the vault holds the text of RSA 31:899" in str(report)) is (verdict == "contradicted")
