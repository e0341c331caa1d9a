"""Servers over small vaults for the tests of the MCP layer, and the schemas its shapes would publish."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import get_type_hints

from pydantic import BaseModel, JsonValue

import mcp_server
from mcp_server.cli.demo import fill_demo_vault
from mcp_server.config import Config
from mcp_server.server import CouncilServer, build_server
from mcp_server.tools.listed import Tools
from mcp_server.tools.validation import slim
from mcp_server.worker import Crew

__all__ = [
    "demo_vault",
    "environment",
    "listed_ids",
    "published_schemas",
    "serving",
    "tokens",
    "trusted_texts",
    "without_prose",
]


def listed_ids(found: Mapping[str, object]) -> list[str]:
    """The ids of the passages that an exhaustive search lists."""
    documents = found.get("found", [])
    return [f"{one['id']}{hit.partition(' ')[0]}" for one in documents for hit in one["hits"]]  # type: ignore[attr-defined]


def tokens(text: str) -> int:
    """How many tokens a text costs an assistant, estimated as characters / 4."""
    return -(-len(text) // 4)


def environment() -> dict[str, str]:
    """The environment of a process of its own: this checkout, none of the user's settings or keys."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("OPENCOUNCIL_", "GEMINI_", "GOOGLE_"))
    }
    return {**kept, "PYTHONPATH": str(Path(mcp_server.__file__).resolve().parents[1]), "NO_PROXY": "127.0.0.1"}


def demo_vault(folder: Path) -> Path:
    """A vault with the sample town in that folder."""
    vault = folder / "vault.db"
    fill_demo_vault(vault)
    return vault


@contextmanager
def serving(
    vault: Path, *, read_only: bool = False, second_opinion: Path | None = None
) -> Iterator[tuple[CouncilServer, Crew]]:
    """A server over the vault and its crew, closed afterwards."""
    crew = Crew(Config(vault=vault, read_only=read_only, second_opinion=second_opinion))
    try:
        yield build_server(crew, owns_crew=False), crew
    finally:
        crew.close()


def without_prose(schema: JsonValue) -> JsonValue:
    """The schema without the docstrings of the shapes; a property called description stays."""
    if isinstance(schema, list):
        return [without_prose(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: without_prose(held) for key, held in schema.items() if not (key == "description" and isinstance(held, str))
    }


def published_schemas() -> dict[str, JsonValue]:
    """Tool -> output schema, made from the return types of the tools."""
    made: dict[str, JsonValue] = {}
    for name, method in inspect.getmembers(Tools, inspect.iscoroutinefunction):
        shape = get_type_hints(method)["return"]
        if not name.startswith("_") and issubclass(shape, BaseModel):
            made[name] = without_prose(slim(shape.model_json_schema(by_alias=True)))
    return made


def trusted_texts(schema: Mapping[str, JsonValue], value: JsonValue) -> Iterator[str]:
    """Every text of a result that stands in a field its schema does not call untrusted."""
    yield from _trusted(schema, value, schema.get("$defs", {}))


def _trusted(schema: JsonValue, value: JsonValue, named: JsonValue) -> Iterator[str]:
    if not isinstance(schema, dict) or schema.get("x-trust") == "untrusted":
        return
    reference = str(schema.get("$ref", "")).rpartition("/")[2]
    if reference and isinstance(named, dict):
        yield from _trusted(named[reference], value, named)
    elif "anyOf" in schema:
        parts = schema["anyOf"] if isinstance(schema["anyOf"], list) else []
        if not any(isinstance(part, dict) and part.get("x-trust") == "untrusted" for part in parts):
            for part in parts:
                yield from _trusted(part, value, named)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for held in value:
            yield from _trusted(schema.get("items"), held, named)
    elif isinstance(value, dict):
        fields = schema.get("properties", {})
        for key, held in value.items():
            yield from _trusted(fields.get(key) if isinstance(fields, dict) else None, held, named)
