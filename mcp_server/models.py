"""Which model writes, if any: the one place that turns a key into a `Model`.

Without a key nothing of a vendor's library is imported, and every answer is made of verbatim extracts or written by
the connected assistant. It refuses to guess a model when the adapter is not installed.
"""

from __future__ import annotations

from typing import cast

from mcp_server.late import exists, load
from mcp_server.wiring import Config
from pipeline.ports import Model

__all__ = ["ADAPTER", "build_model"]

ADAPTER = "pipeline.gemini"
"""Module of the hosted model; it offers `build_model(key)`."""


def build_model(config: Config) -> Model | None:
    """The hosted model when a key is set and the adapter is installed, else None."""
    if config.gemini_key is None or not exists(ADAPTER):
        return None
    return cast(Model, load(f"{ADAPTER}:build_model")(config.gemini_key.get_secret_value()))
