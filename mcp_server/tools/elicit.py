"""Asking the person behind a client for the town, only where the client offers to ask.

A client that cannot, a person who declines and a failure on the way all mean the same: no town is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from mcp import MCPError
from mcp.server.mcpserver import Context
from pydantic import BaseModel, Field

__all__ = ["asked_town", "may_ask"]

_NAMED = 12
"""Towns named in the message; any other may be typed."""


class TownAnswer(BaseModel):
    """What the person is asked for."""

    town: str = Field(default="", max_length=80, description="name of the town; empty: search all")


def may_ask(ctx: Context | None) -> bool:
    """Whether the client of this call offers to put a question to its user."""
    try:
        offered = ctx.client_capabilities if ctx is not None else None
    except ValueError:  # called outside a request, as the command line does
        return False
    return offered is not None and offered.elicitation is not None


async def asked_town(ctx: Context | None, towns: Sequence[str]) -> str:
    """The town the person names, as the vault spells it when it is one of `towns`; "" when none is named."""
    if ctx is None or not towns:
        return ""
    more = " …" if len(towns) > _NAMED else ""
    try:
        answer = await ctx.elicit(f"Which town is this about? Held: {', '.join(towns[:_NAMED])}{more}", TownAnswer)
    except (MCPError, ValueError, RuntimeError):
        return ""
    if answer.action != "accept":
        return ""
    said = answer.data.town.strip()
    return next((town for town in towns if town.casefold() == said.casefold()), said)
