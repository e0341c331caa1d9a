"""`opencouncil serve`: the server over stdio, or over streamable HTTP on loopback.

Standard output belongs to the protocol alone. It refuses an address beyond loopback without a flag and a token.
"""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from typing import cast

import anyio

from mcp_server.config import Config
from mcp_server.late import load
from mcp_server.server import build_server
from mcp_server.stdio import serve_stdio
from mcp_server.worker import Crew

__all__ = ["run"]


def run(given: argparse.Namespace, config: Config) -> int:
    """Serves until the host goes away."""
    crew = Crew(config)
    server = build_server(crew, full=given.toolset == "full")
    if given.http is None:
        anyio.run(serve_stdio, server)
    else:
        serve_http = cast(Callable[..., Awaitable[None]], load("mcp_server.http:serve_http"))
        anyio.run(serve_http, server, given, config)
    return 0
