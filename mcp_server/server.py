"""The MCP server: tools, prompts, resources and completions over one crew.

`build_server` gives a fresh server every time, so that a test has its own. It opens no vault and reads no environment.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, GetPromptResult, Resource
from mcp.types import Tool as ToolDefinition

from mcp_server.config import VERSION
from mcp_server.late import load
from mcp_server.resources import add_completions, add_guides, add_resources, instructions_for, newest_documents
from mcp_server.results.build import problem
from mcp_server.results.clean import clean_text
from mcp_server.tools.validation import closest
from mcp_server.worker import Crew

if TYPE_CHECKING:
    from mcp_server.tools.listed import Tools

__all__ = ["CouncilServer", "build_server"]

_INVALID_PARAMS = -32602
_GREETINGS = frozenset({"initialize", "server/discover", "ping"})
_LISTS_MS = 3_600_000
"""Tools, prompts and templates change with the program only: an hour."""


class CouncilServer(MCPServer[Crew]):
    """The SDK's server with failures in words: unknown tools and prompts name the known ones. Its resources are the
    newest documents; its tools are made when a host first asks for them, after the greeting."""

    crew: Crew | None = None
    full = False
    _made: Mapping[str, Tool] = {}

    def _tools(self) -> Mapping[str, Tool]:
        if self.crew is not None and not self._made:
            made = cast("Tools", load("mcp_server.tools.listed:Tools")(self.crew, full=self.full))
            self._made = {tool.name: tool for tool in made.listed()}
        return self._made

    async def list_tools(self) -> list[ToolDefinition]:
        """The tools of the set."""
        return [
            ToolDefinition(
                name=tool.name,
                title=tool.title,
                description=tool.description,
                input_schema=tool.parameters,
                output_schema=tool.output_schema,
                annotations=tool.annotations,
            )
            for tool in self._tools().values()
        ]

    async def list_resources(self) -> list[Resource]:
        """The newest documents; the others are read by the templates."""
        held = await super().list_resources()
        return held + (await newest_documents(self.crew) if self.crew is not None else [])

    async def call_tool(
        self, name: str, arguments: dict[str, object], context: Context[Crew, object] | None = None
    ) -> CallToolResult:
        """The result of a tool call; an unknown tool is a structured error with a suggestion."""
        tools = self._tools()
        if name not in tools:
            like = closest(name, tuple(tools))
            hint = f" Did you mean {like!r}?" if like else ""
            return problem(
                "E_UNKNOWN_TOOL",
                f"There is no tool {clean_text(name)[:60]!r}.{hint}",
                valid=tuple(tools),
                next_call="tools/list",
            )
        given: Context[Crew, object] = context or Context(mcp_server=self)
        result = await tools[name].run(arguments, given)
        if not isinstance(result, CallToolResult):
            return problem("E_INTERNAL", f"{name} gave no result.")
        return result

    async def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, object] | None = None,
        context: Context[Crew, object] | None = None,
    ) -> GetPromptResult:
        """The prompt; a wrong name or argument is a protocol error that says so."""
        prompts = {prompt.name: prompt for prompt in await self.list_prompts()}
        if name not in prompts:
            raise MCPError(
                code=_INVALID_PARAMS, message=f"There is no prompt {clean_text(name)[:60]!r}; known: {sorted(prompts)}"
            )
        wanted = prompts[name].arguments or []
        missing = [one.name for one in wanted if one.required and not str((arguments or {}).get(one.name, "")).strip()]
        unknown = sorted(set(arguments or {}) - {one.name for one in wanted})
        if missing or unknown:
            told = f"{name}: missing {missing}, unknown {unknown}; arguments are {[one.name for one in wanted]}"
            raise MCPError(code=_INVALID_PARAMS, message=clean_text(told)[:400])
        result = await super().get_prompt(name, dict(arguments or {}), context)
        if not isinstance(result, GetPromptResult):
            raise MCPError(code=_INVALID_PARAMS, message=f"{name} gave no text")
        return result


def build_server(crew: Crew, *, owns_crew: bool = True, full: bool = False) -> CouncilServer:
    """A server over the crew, closed at its end when owned; `full` shows the controller's inner steps as tools."""

    @asynccontextmanager
    async def lifespan(_: MCPServer[Crew]) -> AsyncIterator[Crew]:
        try:
            yield crew
        finally:
            if owns_crew:
                crew.close()

    async def warm_up(ctx: ServerRequestContext[Crew, object], call_next: CallNext) -> HandlerResult:
        """Loads the toolbox once the host has its first answer, so that the first question does not pay for it."""
        result = await call_next(ctx)
        if ctx.method not in _GREETINGS:
            crew.warm()
        return result

    server = CouncilServer(
        "opencouncil",
        title="OpenCouncil",
        description="Cited answers about local government from town records and state law.",
        instructions=instructions_for(crew.config),
        version=VERSION,
        lifespan=lifespan,
        log_level="WARNING",
        middleware=[warm_up],
        cache_hints={
            "tools/list": CacheHint(ttl_ms=_LISTS_MS, scope="public"),
            "prompts/list": CacheHint(ttl_ms=_LISTS_MS, scope="public"),
            "resources/templates/list": CacheHint(ttl_ms=_LISTS_MS, scope="public"),
        },
    )
    server.crew, server.full = crew, full
    add_guides(server, crew)
    add_resources(server, crew)
    add_completions(server, crew)
    return server
