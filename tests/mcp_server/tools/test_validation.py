"""Strict tools: unknown arguments refused with a suggestion, usual names understood, every failure in words."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Annotated

import anyio
import pytest
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import Field, JsonValue

from mcp_server.results.errors import TryInsteadError
from mcp_server.results.shapes import SourceView
from mcp_server.tools.validation import StrictTool, closest, renamed, slim, strict_tool
from vault.errors import VaultBusy

pytestmark = pytest.mark.anyio


async def probe(
    question: str,
    title: Annotated[str, Field(description="a property called title")] = "",
    limit: Annotated[int, Field(ge=0, le=50)] = 0,
    boards: list[str] = [],  # noqa: B006
) -> SourceView:
    """Echo.

    Second paragraph.
    """
    if question == "bug":
        raise RuntimeError("secret words of a document")
    if question == "busy":
        raise VaultBusy("The vault is busy.", next_step="Wait.")
    if question == "choose":
        raise TryInsteadError("Not that.", code="E_CHOICE", valid=("a", "b"), next_step="Take a.")
    if question == "slow":
        await anyio.sleep(60)
    return SourceView(id="x", kind="page", text=f"{question}|{title}|{limit}|{boards}")


@pytest.fixture
def tool() -> StrictTool:
    return strict_tool(probe, title="Probe")


async def _call(tool: StrictTool, arguments: dict[str, object]) -> Mapping[str, JsonValue]:
    server = MCPServer("x", tools=[tool], log_level="CRITICAL")
    result = await tool.run(arguments, Context(mcp_server=server))
    result.model_dump_json()
    return result.structured_content or {}


async def test_free_text_that_looks_like_json_stays_text(tool: StrictTool) -> None:
    for text in ('{"k": 1}', "[1, 2]", "null", "12"):
        assert (await _call(tool, {"question": text}))["text"] == f"{text}||0|[]"


async def test_an_unknown_argument_is_refused_with_a_suggestion(tool: StrictTool) -> None:
    error = (await _call(tool, {"question": "q", "limti": 3}))["error"]
    assert error == {
        "code": "E_UNKNOWN_ARGUMENT",
        "message": "probe has no argument 'limti'. Did you mean 'limit'?",
        "valid": ["question", "title", "limit", "boards"],
        "next_call": "Call probe again with known arguments only.",
    }


@pytest.mark.parametrize("name", ["query", "q", "userQuestion", "user-question", "Question"])
async def test_usual_other_names_are_understood(tool: StrictTool, name: str) -> None:
    assert (await _call(tool, {name: "hello"}))["text"] == "hello||0|[]"


async def test_a_name_that_is_given_twice_keeps_its_own_value(tool: StrictTool) -> None:
    error = (await _call(tool, {"question": "own", "query": "other"}))["error"]
    assert isinstance(error, dict)
    assert error["code"] == "E_UNKNOWN_ARGUMENT"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "question: Field required"),
        ({"question": "q", "limit": 99}, "limit: Input should be less than or equal to 50"),
        ({"question": 5}, "question: Input should be a valid string"),
        ({"question": "q", "boards": 7}, "boards: Input should be a valid list"),
    ],
)
async def test_a_wrong_argument_is_told_in_one_line_without_its_value(
    tool: StrictTool, arguments: dict[str, object], told: str
) -> None:
    error = (await _call(tool, arguments))["error"]
    assert isinstance(error, dict)
    assert (error["code"], error["message"]) == ("E_ARGUMENT", told)


async def test_numbers_and_lists_sent_as_text_are_understood(tool: StrictTool) -> None:
    found = await _call(tool, {"question": "q", "limit": "5", "boards": '["ZBA"]'})
    assert found["text"] == "q||5|['ZBA']"


async def test_an_unforeseen_error_shows_a_number_and_not_its_text(
    tool: StrictTool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="opencouncil"):
        error = (await _call(tool, {"question": "bug"}))["error"]
    assert isinstance(error, dict)
    assert error["code"] == "E_INTERNAL"
    assert "secret" not in str(error)
    assert "doctor" in str(error["next_call"])
    assert "secret" in caplog.text


@pytest.mark.parametrize(("question", "code"), [("busy", "E_VAULT_BUSY"), ("choose", "E_CHOICE")])
async def test_errors_raised_on_purpose_keep_code_words_and_next_step(
    tool: StrictTool, question: str, code: str
) -> None:
    error = (await _call(tool, {"question": question}))["error"]
    assert isinstance(error, dict)
    assert error["code"] == code
    assert error["message"]
    assert error["next_call"]


async def test_a_call_ends_before_hosts_give_up(tool: StrictTool) -> None:
    tool.limit_s = 0.01
    error = (await _call(tool, {"question": "slow"}))["error"]
    assert isinstance(error, dict)
    assert error["code"] == "E_TIMEOUT"
    assert strict_tool(probe, title="Probe").limit_s < 30


def test_the_schema_is_strict_and_without_noise(tool: StrictTool) -> None:
    assert tool.parameters == {
        "additionalProperties": False,
        "type": "object",
        "required": ["question"],
        "properties": {
            "question": {"type": "string"},
            "title": {"type": "string", "description": "a property called title"},
            "limit": {"type": "integer", "minimum": 0, "maximum": 50},
            "boards": {"type": "array", "items": {"type": "string"}},
        },
    }
    assert tool.description == "Echo.\n\nSecond paragraph."


def test_slimming_keeps_properties_whatever_they_are_called() -> None:
    schema: JsonValue = {"type": "object", "title": "T", "properties": {"title": {"title": "Title", "type": "string"}}}
    assert slim(schema) == {"type": "object", "properties": {"title": {"type": "string"}}}


def test_the_closest_name_is_suggested_or_none() -> None:
    assert closest("retreival_id", ("retrieval_id", "limit")) == "retrieval_id"
    assert closest("zzz", ("retrieval_id", "limit")) == ""


def test_arguments_are_renamed_only_when_the_tool_does_not_know_them() -> None:
    assert renamed({"id": "1"}, ("id", "run_id")) == {"id": "1"}
    assert renamed({"id": "1"}, ("run_id",)) == {"run_id": "1"}
