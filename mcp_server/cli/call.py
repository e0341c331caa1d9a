"""`opencouncil call`: one tool, called as an assistant would call it, without an assistant."""

from __future__ import annotations

import argparse
import json

import anyio
from mcp.types import TextContent

from mcp_server.cli.terminal import say
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.server import build_server
from mcp_server.worker import Crew

__all__ = ["run"]


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


async def _called(given: argparse.Namespace, config: Config) -> int:
    crew = Crew(config)
    try:
        server = build_server(crew, owns_crew=False)
        if not given.tool:
            for tool in await server.list_tools():
                say(f"{tool.name:<20} {(tool.description or '').splitlines()[0]}")
            return 0
        result = await server.call_tool(given.tool, _arguments(given.arguments))
        if given.json:
            say(json.dumps(result.structured_content, ensure_ascii=False, indent=1))
        else:
            say("\n".join(block.text for block in result.content if isinstance(block, TextContent)))
        return 1 if result.is_error else 0
    finally:
        crew.close()


def run(given: argparse.Namespace, config: Config) -> int:
    """Calls the tool and prints its result; 1 when it is an error."""
    return anyio.run(_called, given, config)
