"""What a board has before it: open matters, the last meeting, the days to come, from rows with their pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.types import TextContent
from mcp_fakes import serving

from benchmarks.retrieval_sets import store_documents
from vault.store.index import VaultIndex
from vault.types import Document, Metadata, Page

pytestmark = pytest.mark.anyio

_MAY = (
    "Case #25-01-V: a fence.\n\n"
    "Osgood moved to continue Case #25-01-V to June 3, 2025. Tilden seconded. Motion passed.\n\n"
    "Case #25-02-V: a sign.\n\nOsgood moved to continue Case #25-02-V. Tilden seconded. Motion passed.\n\n"
    "Osgood moved to adjourn. Tilden seconded. Motion passed."
)
_JUNE = (
    "Case #25-02-V: a sign.\n\nOsgood moved to deny Case #25-02-V. Tilden seconded. Motion passed 2-1.\n\n"
    "The public hearing will be held on July 8, 2025."
)


def _minutes(day: str, text: str) -> Document:
    facts = Metadata.model_validate(
        {"doc_id": f"m-{day}", "title": "Minutes", "lane": "local", "state": "NH", "town": "Alder Falls",
         "board": "Zoning Board", "doc_type": "minutes", "date": day, "authority": "minutes", "status": "approved"}
    )  # fmt: skip
    return Document(
        doc_id=facts.doc_id, metadata=facts, pages=(Page(number=1, text=text),), source=day, content_hash=day
    )


@pytest.fixture
def board_vault(tmp_path: Path) -> Path:
    path = tmp_path / "board.db"
    with VaultIndex.open(path, create=True) as index:
        store_documents(index, [_minutes("2025-05-06", _MAY), _minutes("2025-06-03", _JUNE)])
    return path


async def _prompt(vault: Path, **given: str) -> str:
    with serving(vault) as (server, _):
        got = await server.get_prompt("meeting_brief", given)
    block = got.messages[0].content
    assert isinstance(block, TextContent)
    return block.text


def _part(text: str, title: str) -> str:
    return text.split(f"### {title}", 1)[1].split("###", 1)[0]


async def test_the_brief_lists_what_is_open_what_was_decided_and_what_is_to_come(board_vault: Path) -> None:
    text = await _prompt(board_vault, town="alder falls", board="zoning board")
    still_open = _part(text, "Continued or tabled")
    assert "25-01-V" in still_open
    assert "25-02-V" not in still_open  # it was denied in June
    last = _part(text, "Decided at the last meeting held (2025-06-03)")
    assert "denied; 2-1" in last
    assert "[m-2025-06-03 p. 1]" in last
    assert "2025-07-08: hearing" in _part(text, "Hearings, deadlines")
    assert "adjourn" not in text
    assert "2 meetings with minutes held" in text


async def test_a_topic_has_its_own_part_and_nobody_is_looked_up(board_vault: Path) -> None:
    text = await _prompt(board_vault, town="Alder Falls", board="Zoning Board", topics="25-02-V; a lighthouse")
    assert _part(text, "On record about 25-02-V").count("\n- ") == 2
    assert "- none on record" in _part(text, "On record about a lighthouse")


async def test_a_town_that_is_not_held_is_told_in_the_prompt(board_vault: Path) -> None:
    text = await _prompt(board_vault, town="Nowhere", board="Zoning Board")
    assert "No records of 'Nowhere' are held. Pass one of the towns held: Alder Falls." in text
