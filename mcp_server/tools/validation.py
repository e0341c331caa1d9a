"""Tools that refuse what they do not know, forgive what is meant, and fail in words a caller can act on.

`strict_tool` turns an async method into a tool: unknown arguments are refused with a suggestion, common other names
are accepted, titles are stripped from the schemas, every failure is a structured error with a stable code, every call
ends before hosts give up. It refuses to let an exception's own text reach a caller.
"""

from __future__ import annotations

import difflib
import inspect
import json
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar, cast

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import JsonValue, ValidationError

from mcp_server.results.build import build, problem
from mcp_server.results.clean import clean_text
from mcp_server.results.errors import TryInsteadError
from vault.errors import OpenCouncilError
from vault.text.patterns import lazy_regex

if TYPE_CHECKING:
    from mcp_server.results.shapes import Shape

__all__ = ["StrictTool", "closest", "renamed", "slim", "strict_tool"]

CALL_LIMIT_S = 28.0
"""Hosts cut a call at 30 to 60 seconds and drop what comes later."""
ALIASES: Mapping[str, tuple[str, ...]] = {
    "question": ("query", "q", "user_question", "prompt", "text", "topic"),
    "query": ("question", "q", "search", "terms", "words", "keywords"),
    "text": ("content", "body", "answer", "answer_markdown", "draft", "source"),
    "town": ("town_preference", "municipality", "city", "place"),
    "boards": ("board", "committee"),
    "board": ("boards", "committee"),
    "retrieval_id": ("retrieval", "id", "handle"),
    "session_id": ("session", "conversation_id"),
    "run_id": ("run", "id", "job_id"),
    "id": ("doc_id", "document_id", "source_id", "cite", "section", "uri"),
    "limit": ("k", "top_k", "max_results", "n"),
    "cursor": ("next_cursor", "page_token", "offset"),
    "doc_types": ("doc_type", "type", "document_type"),
    "scope_hint": ("scope",),
    "prefer_recent": ("recent",),
    "response_format": ("verbosity", "detail"),
    "wait_s": ("timeout", "wait"),
}
"""What models send for a parameter; used only when the tool does not know the name itself."""
_HUMP = lazy_regex(r"(?<=[a-z0-9])(?=[A-Z])")  # "userQuestion" -> "user_question"
_TITLED = ("type", "anyOf", "allOf", "$ref", "enum", "const")
"""Keys whose text or list value tells a schema from a table of properties."""
_LINE_END = lazy_regex(r"(?<!\n)\n(?!\n)")  # the end of a line that is not the end of a paragraph
LifespanT = TypeVar("LifespanT")
RequestT = TypeVar("RequestT")
_log = logging.getLogger("opencouncil")


def _snake(name: str) -> str:
    return _HUMP.sub("_", name).replace("-", "_").lower()


def closest(name: str, known: Sequence[str]) -> str:
    """The known name most like this one, or ""."""
    found = difflib.get_close_matches(_snake(name), known, n=1, cutoff=0.6)
    return found[0] if found else ""


def slim(schema: JsonValue) -> JsonValue:
    """The schema without generated titles and without defaults; a *property* called title stays.

    A host shows every word of it to its model in every conversation; a parameter that is not required has a default.
    """
    if isinstance(schema, list):
        return [slim(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    dropped = ("title", "default") if any(isinstance(schema.get(key), str | list) for key in _TITLED) else ()
    return {key: slim(held) for key, held in schema.items() if key not in dropped}


def renamed(arguments: Mapping[str, object], known: Sequence[str]) -> dict[str, object]:
    """The arguments under the names the tool knows: camel case and common other names are understood."""
    found: dict[str, object] = {}
    for name, value in arguments.items():
        plain = _snake(name)
        meant = [own for own in known if plain in ALIASES.get(own, ()) and own not in arguments]
        target = name if name in known else plain if plain in known else next(iter(meant), name)
        found.setdefault(target, value)
    return found


def _unknown(tool: str, name: str, known: Sequence[str]) -> CallToolResult:
    like = closest(name, known)
    hint = f" Did you mean {like!r}?" if like else ""
    shown = clean_text(name)[:60]
    return problem(
        "E_UNKNOWN_ARGUMENT",
        f"{tool} has no argument {shown!r}.{hint}",
        valid=known,
        next_call=f"Call {tool} again with known arguments only.",
    )


def problem_of(error: Exception, place: str, log: logging.Logger, known: Sequence[str] = ()) -> CallToolResult:
    """The failure as a structured result: of wrong arguments the first faults without the values, which are the
    caller's own. Unforeseen errors are logged in full and reported by a number only."""
    again = f"Correct the arguments and call {place} again."
    if isinstance(error, TryInsteadError):
        return problem(error.code, error.message, valid=error.valid, next_call=error.next_step or again)
    if isinstance(error, OpenCouncilError):
        return problem(error.code, error.message, next_call=error.next_step or again)
    if isinstance(error, ValidationError):
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}" for fault in faults[:4]]
        return problem("E_ARGUMENT", "; ".join(lines), valid=known, next_call=again)
    if isinstance(error, anyio.BrokenResourceError | anyio.ClosedResourceError):
        return problem("E_CLOSING", "The server is shutting down.", next_call="Start it again.")
    number = uuid.uuid4().hex[:8]
    log.exception("%s failed (%s)", place, number)
    return problem(
        "E_INTERNAL",
        f"{place} failed in a way that was not foreseen (fault {number}); the server's log has the details.",
        next_call="Run `opencouncil doctor`; if it is clean, report the fault with its log lines.",
    )


class StrictTool(Tool):
    """A tool whose every failure is a result with a code; see `strict_tool`."""

    limit_s: float = CALL_LIMIT_S

    async def run(
        self, arguments: dict[str, object], context: Context[LifespanT, RequestT], convert_result: bool = False
    ) -> CallToolResult:
        """The result of the call; only protocol errors of the SDK are raised."""
        known = tuple(self.parameters.get("properties", {}))
        given = renamed(arguments, known)
        strangers = [name for name in given if name not in self.fn_metadata.arg_model.model_fields]
        if strangers:
            return _unknown(self.name, strangers[0], known)
        try:
            validated = self.fn_metadata.validate_arguments(given)
        except ValidationError as error:
            return problem_of(error, self.name, _log, known)
        except (RecursionError, UnicodeError, ValueError):
            return problem("E_ARGUMENT", "The arguments cannot be read.", valid=known)
        if self.context_kwarg is not None:
            validated[self.context_kwarg] = context
        return await self._answer(validated)

    async def _answer(self, arguments: Mapping[str, object]) -> CallToolResult:
        try:
            with anyio.fail_after(self.limit_s):
                shape: Shape = await self.fn(**arguments)
            return build(shape)
        except TimeoutError:
            return problem(
                "E_TIMEOUT",
                f"{self.name} did not finish within {self.limit_s:.0f} seconds.",
                next_call="Ask for less (a town, a smaller limit), or use research, which hands out a run_id.",
            )
        except Exception as error:
            return problem_of(error, self.name, _log)


def _without(schema: dict[str, JsonValue], hidden: Collection[str]) -> dict[str, JsonValue]:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    return {**schema, "properties": {name: held for name, held in properties.items() if name not in hidden}}


def strict_tool(
    function: Callable[..., Awaitable[Shape]],
    *,
    title: str,
    read_only: bool = True,
    idempotent: bool = True,
    hidden: Collection[str] = (),
) -> StrictTool:
    """The tool of an async method: its docstring is the description, its return type the output schema. Arguments that
    are `hidden` are understood and cost no host a word.

    No tool of this server destroys anything or reaches out of the machine on its own, so those two hints are fixed.
    """
    tool = StrictTool.from_function(
        function,
        structured_output=False,
        title=title,
        description=_LINE_END.sub(" ", inspect.cleandoc(function.__doc__ or "")),
        annotations=ToolAnnotations(
            title=title,
            read_only_hint=read_only,
            destructive_hint=False,
            idempotent_hint=idempotent,
            open_world_hint=False,
        ),
    )
    schema = slim({"additionalProperties": False, **tool.parameters})
    tool.parameters = _without(schema if isinstance(schema, dict) else {}, hidden)
    tool.fn_metadata.output_schema = output_schemas().get(function.__name__)
    return cast(StrictTool, tool)


@cache
def output_schemas() -> dict[str, dict[str, JsonValue]]:
    """Tool -> the schema of its structured content; a tool is lacking until the file is first written."""
    text = (files("mcp_server") / "results" / "output_schemas.json").read_text("utf-8")
    return cast("dict[str, dict[str, JsonValue]]", json.loads(text))
