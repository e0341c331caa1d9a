"""`opencouncil call`: one tool, called as an assistant would call it, without an assistant."""

from __future__ import annotations

import argparse
import json

import anyio
from mcp.types import CallToolResult, TextContent

from mcp_server.cli.terminal import say, say_json
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.server import CouncilServer, build_server
from mcp_server.worker import Crew

__all__ = ["run"]

_WAIT_S = 25.0
"""The longest wait that research takes."""


def _arguments(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TryInsteadError(
            f"The arguments are no JSON: {error}", next_step="""Write e.g. '{"query": "warrant"}'."""
        ) from error
    if not isinstance(found, dict):
        raise TryInsteadError("The arguments are no JSON object.", next_step="""Write e.g. '{"query": "warrant"}'.""")
    return found


async def _finished(server: CouncilServer, tool: str, arguments: dict[str, object]) -> CallToolResult:
    """The result of the call; a run under way is waited for, because it would end with this process."""
    result = await server.call_tool(tool, arguments)
    while tool == "research" and (result.structured_content or {}).get("state") == "running":
        again = {"run_id": (result.structured_content or {})["run_id"], "wait_s": _WAIT_S}
        result = await server.call_tool(tool, again)
    return result


async def _called(given: argparse.Namespace, config: Config) -> int:
    crew = Crew(config)
    try:
        server = build_server(crew, owns_crew=False)
        if not given.tool:
            for tool in await server.list_tools():
                say(f"{tool.name:<20} {(tool.description or '').splitlines()[0]}")
            return 0
        result = await _finished(server, given.tool, _arguments(given.arguments))
        if given.json:
            say_json(result.structured_content)
        else:
            say("\n".join(block.text for block in result.content if isinstance(block, TextContent)))
        return 1 if result.is_error else 0
    finally:
        crew.close()


def run(given: argparse.Namespace, config: Config) -> int:
    """Calls the tool and prints its result; 1 when it is an error."""
    return anyio.run(_called, given, config)
