"""What is told of a turn beside its answer. All records are invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question
from mcp_server.config import Config
from mcp_server.results.told import TurnText
from mcp_server.tools.arguments import Ask
from mcp_server.tools.told import told_of

pytestmark = pytest.mark.anyio

DEED = "What did the Alder Falls Planning Board decide about rafts in 2029?"
LOST = "No minutes of 2029 are held."
DENIED, QUOTED = "No record found answers this.", "The minutes record: “Rafts were talked of” [L1]."


async def _told(vault: Path, question: str, markdown: str) -> TurnText:
    shop = Workshop(Config(vault=vault))
    try:
        result = await answer_question(shop, Ask(question=question, writer="extract"))
        open_ = result.changed(answer=result.answer.changed(answer_markdown=markdown))
        return told_of(shop, open_)
    finally:
        await shop.aclose()


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows of the ledger on the matter, none at first; minutes of the year asked about are not held."""
    found: list[str] = []
    monkeypatch.setattr("mcp_server.tools.told.acts_of", lambda *_, **__: tuple(found))
    monkeypatch.setattr("mcp_server.tools.told.listed_of", lambda *_: ())
    monkeypatch.setattr("mcp_server.tools.told.meetings_not_held", lambda *_: (LOST,))
    return found


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("question", "lost"),
    [
        (DEED, (LOST,)),
        ("Who moored a raft at night, and what did the Planning Board vote on rafts in 2029?", (LOST,)),
        ("What may the Alder Falls Planning Board decide about rafts in 2029?", ()),
        ("How much was the raft fee of Alder Falls in 2029?", ()),
        ("What did the Alder Falls Planning Board decide about rafts?", ()),
    ],
)
async def test_meetings_without_minutes_are_told_only_where_a_deed_of_a_year_is_asked_for(
    vault: Path, question: str, lost: tuple[str, ...]
) -> None:
    assert (await _told(vault, question, DENIED)).lost == lost


async def test_meetings_without_minutes_are_not_told_beside_words_of_a_record_or_rows_of_the_ledger(
    vault: Path, rows: list[str]
) -> None:
    assert (await _told(vault, DEED, QUOTED)).lost == ()
    rows.append("A row of the ledger")
    told = await _told(vault, DEED, DENIED)
    assert (told.acts, told.lost) == (("A row of the ledger",), ())
