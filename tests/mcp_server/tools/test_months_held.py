"""The months held of a board in `vault_status`: told where they are the shorter list."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

import pytest
from fakes import a_document, vault_with
from mcp_fakes import serving

from vault.holdings import months_between

pytestmark = pytest.mark.anyio


async def _board(folder: Path, dates: Iterable[str], **asked: object) -> dict[str, object]:
    """What the status tells of a board of which one record of each of those days is held."""
    with vault_with((a_document(f"af-{n}", "The pump ran.", date=day) for n, day in enumerate(dates)), folder):
        pass
    with serving(folder / "v.db") as (server, _):
        status = (await server.call_tool("vault_status", asked)).structured_content or {}
    (board,) = cast("list[dict[str, object]]", status["boards"])
    return board


async def test_of_a_sparse_board_the_months_held_are_told_with_their_number_where_it_is_several(tmp_path: Path) -> None:
    board = await _board(tmp_path, ["2031-01-07", "2031-06-03", "2031-06-17", "2031-09-02"])
    assert board["held"] == ["2031-01", "2031-06 (2)", "2031-09"]
    assert board["records"] == 4
    assert (board["first"], board["last"]) == ("2031-01", "2031-09")


@pytest.mark.parametrize(
    ("dates", "missing"),
    [
        (["2031-01-07", "2031-02-04", "2031-04-01"], ["2031-03"]),
        (["2031-01-07", "2031-04-01"], ["2031-02", "2031-03"]),
        (["2031-01-07"], []),
        (["2031"], []),
    ],
    ids=["more held than missing", "as many", "one month", "no month known"],
)
async def test_of_other_boards_only_the_months_missing_are_told(
    tmp_path: Path, dates: list[str], missing: list[str]
) -> None:
    board = await _board(tmp_path, dates)
    assert not board.get("held")
    assert board.get("missing", []) == missing


async def test_records_without_a_month_count_as_records_and_as_no_month_held(tmp_path: Path) -> None:
    board = await _board(tmp_path, ["2031-01-07", "2031", "2031-09-02"])
    assert board["held"] == ["2031-01", "2031-09"]
    assert (board["records"], board["undated"]) == (3, 1)


@pytest.mark.parametrize("detail", ["concise", "detailed"])
async def test_of_very_many_months_held_the_last_forty_are_told(tmp_path: Path, detail: str) -> None:
    months = months_between("2019-01", "2030-12")[::3]
    board = await _board(tmp_path, [f"{month}-05" for month in months], response_format=detail)
    assert len(months) > 40
    assert board["held"] == list(months[-40:])
    assert board["first"] == "2019-01"


async def test_of_one_town_its_own_documents_are_counted_with_their_days(tmp_path: Path) -> None:
    days = {"a": "2031-01-07", "b": "2031-09-02", "c": ""}
    documents = [a_document(name, f"The pump ran at {name}.", date=day) for name, day in days.items()]
    with vault_with([*documents, a_document("d", "The pump.", town="Plum Marsh", date="2032-01-01")], tmp_path):
        pass
    with serving(tmp_path / "v.db") as (server, _):
        status = (await server.call_tool("vault_status", {"town": "Alder Falls"})).structured_content or {}
    assert status["of_town"] == "3 documents, 2031-01-07 to 2031-09-02, 1 undated"
    assert status["documents"] == 4
