"""Documents of several pages through the tools: outlines, the page of every line, pictures, links, facets."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client
from mcp_fakes import serving, tokens
from papers import pdf_lines

from mcp_server.cli.main import main
from mcp_server.server import build_server

pytestmark = pytest.mark.anyio
FIRST = (
    "Town of Alder Falls Select Board minutes\nMay 6, 2031\n\nOLD BUSINESS\n\nThe culvert on Mill Lane was discussed"
)
SECOND = "and will be replaced in June.\n\nNEW BUSINESS\n\nDana Whitlow moved to approve the paving bid of $41,250."
THIRD = "Lee Ashdown seconded. Motion passed 3-0.\n\nThe kennel licence was tabled until the next meeting."


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    (tmp_path / "minutes.pdf").write_bytes(pdf_lines(FIRST, SECOND, THIRD))
    (tmp_path / "other.txt").write_text(
        "Town of Alder Falls Select Board minutes\nMarch 4, 2029\nThe paving was put off."
    )
    facts = ("--town", "Alder Falls", "--board", "Select Board", "--type", "minutes", "--lane", "local", "--quiet")
    for name in ("minutes.pdf", "other.txt"):
        assert main(["--vault", str(tmp_path / "vault.db"), "ingest", str(tmp_path / name), *facts]) == 0
    with serving(tmp_path / "vault.db") as (server, _):
        async with Client(server) as connected:
            yield connected


async def _call(client: Client, tool: str, **arguments: object) -> dict[str, object]:
    return dict((await client.call_tool(tool, arguments)).structured_content or {})


async def _minutes(client: Client) -> str:
    return next(one.name for one in (await client.list_resources()).resources if "minutes" in one.name)


async def test_a_document_is_read_from_its_start_and_its_outline_apart(client: Client) -> None:
    name = await _minutes(client)
    whole = await _call(client, "read_source", id=name)
    assert (whole["kind"], "outline" in whole, "next_cursor" in whole) == ("document", False, False)
    assert str(whole["text"]).startswith("[page 1]\nTown of Alder Falls")
    assert "Motion passed 3-0" in str(whole["text"])
    outline = await _call(client, "read_source", id=f"{name}?outline")
    text = str(outline["text"])
    assert outline["kind"] == "outline"
    assert [f"[page {number}]" in text for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert "OLD BUSINESS" in text
    assert "-> " in text.partition("paving bid")[2].partition("\n")[0]
    assert text.index("[page 2]") < text.index("NEW BUSINESS") < text.index("paving bid") < text.index("[page 3]")


async def test_of_a_document_much_longer_than_the_limit_the_beginning_comes_with_the_outline(client: Client) -> None:
    name = await _minutes(client)
    whole = str((await _call(client, "read_source", id=name))["text"])
    first = await _call(client, "read_source", id=name, limit=100)
    assert first["text"] == whole[:100]
    assert "[page 1]" in str(first["outline"])
    read, cursor = str(first["text"]), str(first["next_cursor"])
    while cursor:
        part = await _call(client, "read_source", cursor=cursor, limit=100)
        assert "outline" not in part
        read, cursor = read + str(part["text"]), str(part.get("next_cursor", ""))
    assert read == whole


async def test_words_are_cited_on_the_page_on_which_they_stand(client: Client) -> None:
    for words, page in (("culvert on Mill Lane", 1), ("paving bid of $41,250", 2), ("kennel licence was tabled", 3)):
        found = await _call(client, "search_vault", query=f'"{words}"')
        assert [one["page"] for one in found["passages"]] == [page], words  # type: ignore[attr-defined]


async def test_a_passage_over_several_pages_tells_the_page_of_every_line(client: Client) -> None:
    found = await _call(client, "search_vault", query="kennel")
    identity = found["passages"][0]["id"]  # type: ignore[index]
    for name in (identity, f"{identity}?around"):
        text = str((await _call(client, "read_source", id=name))["text"])
        assert text.index("[page 2]") < text.index("paving bid") < text.index("[page 3]") < text.index("kennel")


async def test_a_label_of_a_retrieval_is_read_with_what_stands_around_it(client: Client) -> None:
    found = await _call(client, "two_lane_retrieve", question="Was the paving bid approved in Alder Falls?")
    whole = await _call(client, "read_source", id=f"L1@{found['retrieval_id']}")
    assert "Motion passed 3-0" in str(whole["text"])
    wrong = await client.call_tool("read_source", {"id": f"L99@{found['retrieval_id']}"})
    assert "L1" in json.dumps(wrong.structured_content)


async def test_a_word_can_be_left_out_and_matches_are_counted_by_document_year_and_body(client: Client) -> None:
    every = await _call(client, "search_vault", query="paving", limit=1)
    assert (every["total"], every["by_year"]) == (2, ["2031: 1", "2029: 1"])
    assert len(list(every["by_document"])) == 2  # type: ignore[call-overload]
    less = await _call(client, "search_vault", query="paving -kennel")
    assert (less["total"], less["documents"], less["shown"]) == (1, 1, 1)
    assert "put off" in str(less["passages"])


async def test_a_page_is_a_picture_with_the_quoted_words_framed(client: Client) -> None:
    address = f"vault://document/{await _minutes(client)}/page/2"
    plain, framed = [
        base64.b64decode((await client.read_resource(f"{address}.png{tail}")).contents[0].blob)  # type: ignore[union-attr]
        for tail in ("", "?quote=paving%20bid%20of")
    ]
    assert plain[:8] == framed[:8] == b"\x89PNG\r\n\x1a\n"
    assert plain != framed
    assert "paving bid" in (await client.read_resource(address)).contents[0].text  # type: ignore[union-attr]


async def test_a_text_has_no_picture_and_says_where_it_is_read(client: Client) -> None:
    name = next(one.name for one in (await client.list_resources()).resources if "other" in one.name)
    with pytest.raises(Exception, match="not a printed page"):
        await client.read_resource(f"vault://document/{name}/page/1.png")


async def test_passages_come_with_links_to_their_pages(client: Client) -> None:
    result = await client.call_tool("search_vault", {"query": '"paving bid of"'})
    links = [block for block in result.content if block.type == "resource_link"]
    assert len(links) == 1
    assert "paving bid" in (await client.read_resource(links[0].uri)).contents[0].text  # type: ignore[union-attr]


async def test_the_newest_document_is_listed_first(client: Client) -> None:
    listed = (await client.list_resources()).resources
    assert [str(one.description).split(", ")[2:4] for one in listed] == [
        ["minutes", "2031-05-06"],
        ["minutes", "2029-03-04"],
    ]


async def test_the_full_tool_set_shows_the_state_that_both_understand(tmp_path: Path) -> None:
    with serving(tmp_path / "none.db") as (server, crew):
        full = build_server(crew, owns_crew=False, full=True)
        shown = {tool.name: tool.input_schema["properties"] for tool in await server.list_tools()}
        whole = {tool.name: tool.input_schema["properties"] for tool in await full.list_tools()}
        assert shown.keys() == whole.keys()
        assert whole["decide_next_hop"].keys() - shown["decide_next_hop"].keys() >= {"seen_urls", "current_hop"}
        assert tokens(json.dumps(shown)) < tokens(json.dumps(whole))
        answer = await server.call_tool("decide_next_hop", {"topic": "the kennel", "current_hop": 0})
        assert "current_hop" in json.dumps(answer.structured_content)
