"""The published output schemas, from a file: building them from the shapes at every start would cost a tenth of it.

A test holds the file to the shapes and writes it anew when it is told to (OPENCOUNCIL_WRITE_SNAPSHOTS=1).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import cast

from pydantic import JsonValue

__all__ = ["output_schema"]

FILE = "output_schemas.json"


@cache
def _all() -> dict[str, dict[str, JsonValue]]:
    text = (files("mcp_server") / "results" / FILE).read_text("utf-8")
    return cast("dict[str, dict[str, JsonValue]]", json.loads(text))


def output_schema(tool: str) -> dict[str, JsonValue] | None:
    """The schema of a tool's structured content, or None when the file has none (before it is first written)."""
    return _all().get(tool)
