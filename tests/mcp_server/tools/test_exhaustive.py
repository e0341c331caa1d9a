"""Every match as a line under its document: the sentence with the words, the dates, a letterhead once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from fakes import a_document, a_statute, vault_with
from mcp_fakes import listed_ids, serving

from mcp_server.cli.main import main
from vault.types import Document

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]

TALK = "The clerk read the letter aloud and the members looked at the map of the shore for some time. "
HEADS = ("55 Elm Street, PO Box 6", "P.O. Box 6, 55 Elm Street")


def _documents() -> Iterator[Document]:
    for number in range(1, 7):
        said = "The culvert on Elm Street was cleared by the crew." if number == 3 else f"Item {number} was tabled."
        text = f"Town of Alder Falls\n{HEADS[number % 2]}\nMinutes\n{TALK * 4}{said} {TALK * 3}"
        yield a_document(f"af-{number}", text, f"{TALK * 20}\nPage two speaks of a kiosk.", date=f"2031-0{number}-02")
    yield a_document("af-form", "Form for a kiosk on the green.", doc_type="form")
    yield a_statute("nh-rsa-41", ("RSA 41:11-x", "Kiosks", "I. The board may license a kiosk."))


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("elm")
    with vault_with(_documents(), folder):
        return folder / "v.db"


@pytest.fixture
async def search(town: Path) -> AsyncIterator[Call]:
    with serving(town, read_only=True) as (server, _):

        async def one(query: str, **arguments: object) -> dict[str, object]:
            found = await server.call_tool("search_vault", {"query": query, "exhaustive": True, **arguments})
            return {"told": found.content[0].text, **dict(found.structured_content or {})}  # type: ignore[union-attr]

        yield one


async def test_matches_stand_in_a_line_each_under_their_documents_with_page_and_dates(search: Call) -> None:
    found = await search("kiosk")
    assert (found["total"], found["documents"], found["shown"]) == (8, 8, 8)
    assert found["dates"] == "2031-01-02 to 2031-06-02, 2 undated"
    documents = {one["title"]: one for one in found["found"]}  # type: ignore[attr-defined]
    (line,) = documents["af 3"]["hits"]
    assert line.endswith("p. 2: Page two speaks of a kiosk.")
    assert documents["nh-rsa-41"]["hits"] == ["#0 RSA 41:11-x: I. The board may license a kiosk."]
    assert all(len(hit) <= 200 for one in documents.values() for hit in one["hits"])
    assert f"\n  {line}\n" in str(found["told"])


async def test_a_listed_line_names_a_passage_that_can_be_read(search: Call, town: Path) -> None:
    (name,) = listed_ids(await search('"culvert on Elm Street"'))
    with serving(town, read_only=True) as (server, _):
        read = (await server.call_tool("read_source", {"id": name})).structured_content or {}
    assert "was cleared by the crew" in str(read["text"])


@pytest.mark.parametrize("query", ['"Elm Street"', "Elm Street"])
async def test_a_letterhead_is_told_once_in_whatever_order_it_says_the_address(search: Call, query: str) -> None:
    found = await search(query)
    assert found["shown"] == 1
    assert "The culvert on Elm Street was cleared by the crew." in str(found["found"])
    (line,) = found["also"]  # type: ignore[misc]
    assert line.startswith("the same line in 6 documents, not listed: “")
    assert "55 Elm Street" in line
    assert "”, e.g. chunk:af-" in line
    assert "next_cursor" not in found


@pytest.mark.parametrize("exhaustive", [True, False])
async def test_undated_documents_that_the_dates_leave_out_are_named_and_law_is_not(
    search: Call, *, exhaustive: bool
) -> None:
    found = await search("kiosk", date_from="2031-05", exhaustive=exhaustive)
    assert found["total"] == 2
    assert found["also"] == ["undated, left out by the dates: 1 (af-form)"]
    none = await search('"form for a kiosk"', date_from="2031-05", exhaustive=exhaustive)
    assert (none["total"], none["also"]) == (0, ["undated, left out by the dates: 1 (af-form)"])
    assert "also" not in await search("culvert", date_from="2031-01", exhaustive=exhaustive)


async def test_pages_of_the_list_follow_one_another(search: Call) -> None:
    seen, cursor = list[str](), ""
    while not seen or cursor:
        page = await search("kiosk", limit=3, **({"cursor": cursor} if cursor else {}))
        seen += listed_ids(page)
        cursor = str(page.get("next_cursor", ""))
    assert seen == listed_ids(await search("kiosk"))


async def test_a_search_with_forty_results_costs_little(search: Call) -> None:
    found = await search("letter", limit=40, response_format="detailed")
    assert int(str(found["shown"])) >= 12
    assert len(str(found["told"])) < 300 * int(str(found["shown"]))


def test_the_command_prints_the_same_lines(town: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--vault", str(town), "search", "--all", '"Elm Street"']) == 0
    said = capsys.readouterr().out
    assert "The culvert on Elm Street was cleared by the crew." in said
    assert "The same line in 6 documents" in said
    assert "1 of 9 passages in 6 documents" in said
