"""Turns every failure into words a caller can act on; an unforeseen one becomes a code and a line in the log.

The one boundary where errors are caught. It refuses to pass on the text of an exception that was not raised on purpose.
"""

from __future__ import annotations

import logging
import uuid

import anyio
from mcp.types import CallToolResult
from pydantic import ValidationError

from mcp_server.results.build import problem
from mcp_server.results.errors import TryInsteadError
from vault.errors import OpenCouncilError

__all__ = ["problem_of"]


def problem_of(error: Exception, place: str, log: logging.Logger) -> CallToolResult:
    """The failure as a structured result. Unforeseen errors are logged in full and reported by a number only."""
    again = f"Correct the arguments and call {place} again."
    if isinstance(error, TryInsteadError):
        return problem(error.code, error.message, valid=error.valid, next_call=error.next_step or again)
    if isinstance(error, OpenCouncilError):
        return problem(error.code, error.message, next_call=error.next_step or again)
    if isinstance(error, ValidationError):
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults[:4]]
        return problem("E_ARGUMENT", "; ".join(lines), next_call=again)
    if isinstance(error, anyio.BrokenResourceError | anyio.ClosedResourceError):
        return problem("E_CLOSING", "The server is shutting down.", next_call="Start it again.")
    number = uuid.uuid4().hex[:8]
    log.exception("%s failed (%s)", place, number)
    return problem(
        "E_INTERNAL",
        f"{place} failed in a way that was not foreseen (fault {number}); the server's log has the details.",
        next_call="Run `opencouncil doctor`; if it is clean, report the fault with its log lines.",
    )
