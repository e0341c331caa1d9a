"""Resources and completions: documents, pages and runs by address, names of towns, boards and documents to choose from.

An extra way to what the tools give; never the only one. Text passes the same builder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    Resource,
    ResourceTemplateReference,
    TextContent,
)

from mcp_server.results.build import build
from mcp_server.results.clean import clean_text
from mcp_server.tools.arguments import ReadAsk
from mcp_server.worker import Crew
from vault.errors import OpenCouncilError

if TYPE_CHECKING:
    from mcp_server.results.shapes import Shape
    from vault.types import DocumentSummary

__all__ = ["add_completions", "add_resources", "newest_documents"]

_MOST = 100
"""The protocol allows at most 100 values."""
_NEWEST = 20
"""Documents listed: what was decided lately; the others are found by search."""
_DIGITS = 6


def _text(shape: Shape) -> str:
    block = build(shape).content[0]
    return block.text if isinstance(block, TextContent) else ""


async def _read(crew: Crew, identity: str, page: int) -> str:
    ask = ReadAsk(id=identity, page=page, detail="detailed")
    try:
        return _text(await crew.do(lambda tools: tools.read(ask)))
    except OpenCouncilError as error:
        raise ResourceNotFoundError(clean_text(f"{error.message} {error.next_step}").strip()) from error


def _number(text: str) -> int:
    if not text.isdigit() or len(text) > _DIGITS:
        raise ResourceNotFoundError(f"{text[:20]!r} is no page number.")
    return int(text)


async def newest_documents(crew: Crew) -> list[Resource]:
    """The newest documents as resources to choose from; none while there is no vault."""
    try:
        found = await crew.do(lambda tools: tools.newest(_NEWEST))
    except OpenCouncilError:
        return []
    return [
        Resource(
            uri=f"vault://document/{quote(one.doc_id, safe='')}",
            name=clean_text(one.doc_id),
            title=clean_text(one.metadata.title),
            description=clean_text(", ".join(part for part in _facts(one) if part)),
            mime_type="text/plain",
        )
        for one in found
    ]


def _facts(one: DocumentSummary) -> tuple[str, ...]:
    known = one.metadata
    return known.town, known.board, known.doc_type or "", known.date, f"{one.pages} pages" if one.pages else ""


def add_resources(server: MCPServer[Crew], crew: Crew) -> None:
    """Registers vault://document/{id}, its pages as text and as pictures, and run://{id}."""

    @server.resource(
        "vault://document/{id}/page/{n}.png{?quote}",
        title="Page as a picture",
        description="One printed page as a picture; the words of `quote` are framed on it.",
        mime_type="image/png",
    )
    async def picture(id: str, n: str, quote: str = "") -> bytes:  # noqa: A002
        try:
            return await crew.do(lambda tools: tools.picture(id, _number(n), quote))
        except OpenCouncilError as error:
            raise ResourceNotFoundError(clean_text(f"{error.message} {error.next_step}").strip()) from error

    @server.resource("vault://document/{id}", title="Document", description="Outline of a document, or a passage.")
    async def document(id: str) -> str:  # noqa: A002 - the name in the address
        return await _read(crew, id, 0)

    @server.resource("vault://document/{id}/page/{n}", title="Page", description="One page of a document.")
    async def page(id: str, n: str) -> str:  # noqa: A002
        return await _read(crew, id, _number(n))

    @server.resource("run://{id}", title="Research run", description="State and answer of a research run.")
    async def run(id: str) -> str:  # noqa: A002
        try:
            return _text(await crew.do(lambda tools: tools.wait(id, 0.0, "detailed")))
        except OpenCouncilError as error:
            raise ResourceNotFoundError(clean_text(f"{error.message} {error.next_step}").strip()) from error


def add_completions(server: MCPServer[Crew], crew: Crew) -> None:
    """Registers completions for towns, boards and document ids."""

    @server.completion()  # type: ignore[no-untyped-call, untyped-decorator]
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion | None:
        kinds = {"town": "town", "board": "board"} if isinstance(ref, PromptReference) else {"id": "document"}
        kind = kinds.get(argument.name)
        if kind is None or (isinstance(ref, ResourceTemplateReference) and ref.uri.startswith("run:")):
            return None
        try:
            found = await crew.do(lambda tools: tools.names(kind, argument.value))
        except OpenCouncilError:
            return None
        values = [clean_text(name) for name in found]
        return Completion(values=values[:_MOST], total=len(values), has_more=len(values) > _MOST)
