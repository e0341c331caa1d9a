"""The server as clients of both protocol eras see it: tools, schemas, prompts, resources, completions, greeting."""

from __future__ import annotations

import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError
from mcp.types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents
from mcp_fakes import published_schemas, serving, tokens

import mcp_server
from mcp_server.config import VERSION, Config
from mcp_server.resources import instructions_for

pytestmark = pytest.mark.anyio

PACKAGE = Path(mcp_server.__file__).parent
SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = bool(os.environ.get("OPENCOUNCIL_WRITE_SNAPSHOTS"))
TOOLS = [
    "research", "plan_issue_map", "two_lane_retrieve", "decide_next_hop", "synthesize", "audit", "add_session_source",
    "read_source", "search_vault", "ledger", "vault_status",
]  # fmt: skip


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, vault: Path) -> AsyncIterator[Client]:
    with serving(vault) as (server, _):
        async with Client(server, mode=request.param) as connected:
            yield connected


async def test_the_eleven_tools_are_listed_in_the_order_of_use(client: Client) -> None:
    assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS


async def test_every_tool_has_a_title_and_truthful_annotations(client: Client) -> None:
    for tool in (await client.list_tools()).tools:
        hints = tool.annotations
        assert hints is not None
        assert tool.title == hints.title
        assert hints.read_only_hint is (tool.name != "add_session_source")
        assert hints.destructive_hint is False
        assert hints.open_world_hint is False


async def test_a_definition_costs_at_most_395_tokens_and_all_of_them_2500(client: Client) -> None:
    """Name, title, description and input schema as compact JSON, characters / 4."""
    total = 0
    for tool in (await client.list_tools()).tools:
        shown = {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": tool.input_schema,
        }
        cost = tokens(json.dumps(shown, separators=(",", ":")))
        assert cost <= 395, tool.name  # decide_next_hop takes all inputs of S4, and a reading
        total += cost
    assert total <= 2500


async def test_every_argument_is_described_and_unknown_ones_are_forbidden(client: Client) -> None:
    for tool in (await client.list_tools()).tools:
        assert tool.input_schema["additionalProperties"] is False
        for name, schema in tool.input_schema["properties"].items():
            plain = name in (
                "prefer_recent",
                "date_to",
                "current_hop",
                "summaries_so_far",
                "seen_urls",
                "contradiction_rate",
            )
            assert "description" in schema or "enum" in schema or plain, f"{tool.name}.{name}"


async def test_results_keep_the_schema_they_publish(client: Client) -> None:
    schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
    found = await client.call_tool(
        "two_lane_retrieve", {"question": "How many signatures does a petitioned article need?"}
    )
    handle = (found.structured_content or {})["retrieval_id"]
    calls: list[tuple[str, dict[str, object]]] = [
        ("vault_status", {}),
        ("plan_issue_map", {"question": "What is the fine on Camp Road?"}),
        ("two_lane_retrieve", {"question": "What is the fine on Camp Road?", "response_format": "detailed"}),
        ("decide_next_hop", {"retrieval_id": handle}),
        ("synthesize", {"retrieval_id": handle}),
        ("synthesize", {"retrieval_id": handle, "writer": "host"}),
        ("audit", {"text": "The fine is $40."}),
        ("research", {"question": "What is the fine on Camp Road?"}),
        ("add_session_source", {"text": "A letter about the footbridge."}),
        ("read_source", {"id": "sample-warrant-2031"}),
        ("search_vault", {"query": "fine"}),
    ]
    for name, arguments in calls:
        result = await client.call_tool(name, arguments)
        assert not result.is_error, name
        Draft202012Validator(schemas[name] or {}).validate(result.structured_content)


def test_the_published_output_schemas_are_those_of_the_shapes() -> None:
    made = published_schemas()
    path = PACKAGE / "results" / "output_schemas.json"
    if WRITE:
        lines = ",\n".join(
            f"{json.dumps(name)}:{json.dumps(made[name], separators=(',', ':'))}" for name in sorted(made)
        )
        path.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    assert json.loads(path.read_text("utf-8")) == made


async def test_tool_definitions_are_those_of_the_snapshots(client: Client) -> None:
    for tool in (await client.list_tools()).tools:
        shown = (
            json.dumps(tool.model_dump(mode="json", by_alias=True, exclude_none=True), indent=1, sort_keys=True) + "\n"
        )
        path = SNAPSHOTS / f"{tool.name}.json"
        if WRITE:
            path.parent.mkdir(exist_ok=True)
            path.write_text(shown, "utf-8")
        assert path.read_text("utf-8") == shown, f"{tool.name} changed: look, then OPENCOUNCIL_WRITE_SNAPSHOTS=1 pytest"


async def test_prompts_are_filled_and_wrong_ones_are_told(client: Client) -> None:
    names = [prompt.name for prompt in (await client.list_prompts()).prompts]
    assert names == ["research_question", "audit_text", "meeting_brief"]
    got = await client.get_prompt("meeting_brief", {"town": "Alder Falls", "board": "Planning Board"})
    block = got.messages[0].content
    assert isinstance(block, TextContent)
    assert "the Planning Board of Alder Falls" in block.text
    with pytest.raises(MCPError, match="missing \\['board'\\]"):
        await client.get_prompt("meeting_brief", {"town": "Alder Falls"})
    with pytest.raises(MCPError, match="known: "):
        await client.get_prompt("nothing", {})


async def test_documents_pages_and_runs_are_resources(client: Client) -> None:
    done = await client.call_tool("research", {"question": "What is the fine on Camp Road?"})
    run = (done.structured_content or {})["run_id"]
    for address, words in (
        ("vault://document/sample-results-2031", "214 of 1,630"),
        ("vault://document/sample-results-2031/page/1", "214 of 1,630"),
        (f"run://{run}", "state: done"),
    ):
        content = (await client.read_resource(address)).contents[0]
        assert isinstance(content, TextResourceContents)
        assert words in content.text
    for wrong in ("vault://document/none", "vault://document/sample-results-2031/page/x", "run://run_none"):
        with pytest.raises(MCPError):
            await client.read_resource(wrong)


async def test_towns_boards_and_documents_are_completed(client: Client) -> None:
    async def values(reference: PromptReference | ResourceTemplateReference, name: str, begun: str) -> list[str]:
        return list((await client.complete(reference, {"name": name, "value": begun})).completion.values)

    brief = PromptReference(name="meeting_brief")
    assert await values(brief, "town", "al") == ["Alder Falls"]
    assert await values(brief, "board", "plan") == ["Planning Board"]
    assert "sample-warrant-2031" in await values(
        ResourceTemplateReference(uri="vault://document/{id}"), "id", "sample-w"
    )
    assert await values(brief, "topics", "x") == []


def test_the_greeting_is_short_and_true(sample_vault: Path, tmp_path: Path) -> None:
    greeting = instructions_for(Config(vault=sample_vault))
    assert "6 local and 3 state documents (1 places), dated 2028 to 2031." in greeting
    assert "No model key" in greeting
    assert len(greeting) < 1000
    assert "There is no vault yet" in instructions_for(Config(vault=tmp_path / "none.db"))
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no vault")
    assert "doctor" in instructions_for(Config(vault=broken))


async def test_the_server_names_itself_and_its_version(client: Client) -> None:
    assert client.server_info.name == "opencouncil"
    assert client.server_info.version == VERSION
    assert "research" in (client.instructions or "")


def test_the_version_is_that_of_the_package() -> None:
    project = (PACKAGE.parent / "pyproject.toml").read_text("utf-8")
    assert re.search(r'^version = "(.+)"$', project, re.MULTILINE)[1] == VERSION  # type: ignore[index]
