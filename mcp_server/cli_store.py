"""`opencouncil store`: the vault's copy in a hosted search store; a door to the adapter when it is installed."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import cast

from mcp_server.failures import NotReadyError
from mcp_server.late import exists, load
from mcp_server.wiring import Config

__all__ = ["ADAPTER", "run"]

ADAPTER = "mcp_server.store_commands"
"""Offers `run(given, config) -> int`."""


def run(given: argparse.Namespace, config: Config) -> int:
    """Hands over to the adapter; says what is missing when it cannot."""
    if config.gemini_key is None:
        raise NotReadyError("No key is set.", code="E_NO_MODEL", next_step="Set GEMINI_API_KEY.")
    if not exists(ADAPTER):
        raise NotReadyError(
            "The store adapter is not installed.", code="E_NO_STORE", next_step='pip install "opencouncil[gemini]"'
        )
    return cast(Callable[[argparse.Namespace, Config], int], load(f"{ADAPTER}:run"))(given, config)
