"""The slash commands: three prompts a person can start, each a text with slots from `guides_text`.

They tell a host which tools to call; the prompt for a meeting brings the rows of the ledger along.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from mcp.server import MCPServer
from pydantic import Field

from mcp_server.results.clean import clean_text
from mcp_server.worker import Crew
from prompts import Prompt, parse_prompt
from vault.errors import OpenCouncilError

__all__ = ["add_guides"]


@cache
def load_guide(name: str) -> Prompt:
    """The guide of that name, read once. Raises `PromptError` for a faulty file."""
    return parse_prompt((files("mcp_server") / "guides_text" / f"{name}.md").read_text("utf-8"), name=name)


def _told(name: str, **slots: str) -> str:
    return clean_text(load_guide(name).render({slot: text.strip() or "(not given)" for slot, text in slots.items()}))


def add_guides(server: MCPServer[Crew], crew: Crew) -> None:
    """Registers the three prompts; the one for a meeting holds the rows of the ledger it is about."""

    @server.prompt(title="Research a question", description="Answer a question about a town with citations.")
    async def research_question(
        question: Annotated[str, Field(description="e.g. Why did the 2025 tax rate rise?")],
        town: Annotated[str, Field(description="e.g. Ossipee")] = "",
    ) -> str:
        return _told("research_question", question=question, town=town)

    @server.prompt(title="Audit a text", description="Check a letter, an article or an answer against the vault.")
    async def audit_text(text: Annotated[str, Field(description="the text, word for word")]) -> str:
        return _told("audit_text", text=text)

    @server.prompt(title="Prepare a meeting brief", description="One page on what a board has before it.")
    async def meeting_brief(
        town: Annotated[str, Field(description="e.g. Ossipee")],
        board: Annotated[str, Field(description="e.g. Planning Board")],
        topics: Annotated[str, Field(description="e.g. lot mergers; camp road")] = "",
    ) -> str:
        try:
            rows = "\n".join(await crew.do(lambda tools: tools.brief(town, board, topics)))
        except OpenCouncilError as error:
            rows = f"(the ledger was not read: {error.message} {error.next_step})"
        return _told("meeting_brief", town=town, board=board, topics=topics, rows=rows)
