"""The one result builder: compact text and structured content that say the same, scrubbed and size-checked.

Everything a tool, a resource or a prompt sends passes here. It refuses to send what would break the wire: lone
surrogates, NaN, control and bidirectional characters, or more than hosts accept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from mcp.types import CallToolResult, ResourceLink, TextContent
from pydantic import JsonValue

from mcp_server.results.clean import clean_text

if TYPE_CHECKING:
    from mcp_server.results.shapes import Shape

__all__ = ["MAX_CHARS", "build", "problem", "render", "scrubbed"]

MAX_CHARS = 48_000
"""Hosts write results over 50,000 characters to a file or drop them; one field is shortened before that."""
_MAX_DEPTH = 12
"""No shape of ours is deeper than 5; more would be a fault."""


def scrubbed(value: JsonValue, depth: int = 0) -> JsonValue:
    """The JSON value with clean texts, floats of four digits (more would show binary noise) without NaN or infinity
    (null), and no deeper than twelve levels."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    if depth >= _MAX_DEPTH:
        return None
    if isinstance(value, Mapping):
        return {clean_text(str(key)): scrubbed(held, depth + 1) for key, held in value.items()}
    if isinstance(value, Sequence):
        return [scrubbed(held, depth + 1) for held in value]
    return value


def _scalar(value: JsonValue) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)


_PROVENANCE = ("lane", "doc_type", "authority", "status", "date", "section", "page", "title", "place", "sha256")
_HEAD = ("label", "id", *_PROVENANCE)
"""The fields of a passage that stand on one line: a line each cost a searching assistant more than the excerpts."""


def _head(passage: Mapping[str, JsonValue]) -> str:
    """The provenance of a passage on one line; what its title or its kind says already is not said again."""
    held = {key: _scalar(passage[key]) for key in _HEAD if key in passage}
    title = held.get("title", "")
    bare = title.replace(",", "")
    again = [key for key in ("date", "place", "section") if held.get(key, "").replace(",", "") in bare]
    again += ["authority"] if held.get("authority") in (held.get("doc_type"), "other") else []
    told = held | {"label": f"[{held.get('label')}]", "page": f"p. {held.get('page')}"}
    return " | ".join(told[key] for key in held if held[key] and key not in again)


def _found_head(found: Mapping[str, JsonValue]) -> str:
    """A document with its matches, on one line; a date that its title says is not said again."""
    told = [_scalar(held) for key, held in found.items() if key != "hits"]
    return " | ".join(one for number, one in enumerate(told) if one and one not in " ".join(told[number + 1 :]))


def _lines(value: JsonValue, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping) and {"id", "lane", "authority"} <= value.keys():
        yield f"{indent}{_head(value)}"
        yield from _lines({key: held for key, held in value.items() if key not in _HEAD}, indent)
    elif isinstance(value, Mapping) and {"id", "hits"} <= value.keys():
        yield f"{indent}{_found_head(value)}"
        hits = value["hits"]
        yield from (f"{indent}{_scalar(hit)}" for hit in (hits if isinstance(hits, list) else ()))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _field(key, held, indent)
    elif isinstance(value, list):
        for held in value:
            first, *rest = [*_lines(held, indent + "  ")] or [""]
            yield f"{indent}- {first.strip()}"
            yield from rest
    else:
        yield f"{indent}{_scalar(value)}"


def _field(key: str, held: JsonValue, indent: str) -> Iterator[str]:
    if isinstance(held, list) and held and not any(isinstance(item, Mapping | list) for item in held):
        yield f"{indent}{key}: {' | '.join(_scalar(item) for item in held)}"
    elif isinstance(held, Mapping | list):
        yield f"{indent}{key}:"
        yield from _lines(held, indent if isinstance(held, list) else indent + "  ")
    else:
        yield f"{indent}{key}: {_scalar(held)}"


def render(value: JsonValue) -> str:
    """The structured content as lines of text: every field and every value of it, in the same order."""
    return "\n".join(_lines(value, ""))


def _longest(value: JsonValue) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return max((_longest(held) for held in value.values()), default=0)
    return max((_longest(held) for held in value), default=0) if isinstance(value, list) else 0


def _cut(value: JsonValue, limit: int) -> JsonValue:
    if isinstance(value, str) and len(value) > limit:
        return f"{value[:limit]}… (cut: {len(value) - limit} characters more)"
    if isinstance(value, Mapping):
        return {key: _cut(held, limit) for key, held in value.items()}
    return [_cut(held, limit) for held in value] if isinstance(value, list) else value


def _fitted(value: JsonValue) -> tuple[JsonValue, str]:
    """The value and its text, with its longest fields shortened until the text fits."""
    text = render(value)
    while len(text) > MAX_CHARS and _longest(value) > 200:
        value = _cut(value, max(200, _longest(value) * 3 // 4))
        text = render(value)
    return value, text


def build(shape: Shape) -> CallToolResult:
    """The result of a tool call: the shape's fields as structured content, and the same as text.

    Fields that hold their default are left out of both: absent and empty mean the same in every shape, but for those a
    shape names in `shown_when_null`.
    """
    fields: dict[str, JsonValue] = shape.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    fields |= {name: None for name in shape.shown_when_null() if name not in fields}
    value, text = _fitted(scrubbed(fields))
    structured = value if isinstance(value, dict) else {}
    links = tuple(_links(shape))
    return CallToolResult(content=[TextContent(type="text", text=text), *links], structured_content=structured)


def _links(shape: Shape) -> Iterator[ResourceLink]:
    """The page of each passage that a result shows, for hosts that open pages."""
    for one in getattr(shape, "passages", ()):
        if one.page and not one.section:
            named = " ".join(part for part in (one.label, f"page {one.page}") if part)
            yield ResourceLink(
                type="resource_link", uri=f"vault://document/{quote(one.id, safe='')}/page/{one.page}", name=named
            )


def problem(code: str, message: str, *, valid: Sequence[str] = (), next_call: str = "") -> CallToolResult:
    """A failure the caller can act on: a stable code, what was wrong, the valid choices and the next call."""
    fields: dict[str, JsonValue] = {"code": code, "message": message, "valid": list(valid), "next_call": next_call}
    error = scrubbed({name: held for name, held in fields.items() if held})
    return CallToolResult(
        content=[TextContent(type="text", text=render(error))],
        structured_content={"error": error},
        is_error=True,
    )
