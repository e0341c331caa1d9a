"""Whether a model's reply has the JSON shape that was asked for.

A small reader of the JSON schemas this project sends (types, required, enum, items, anyOf, references, length of
lists). It exists because no client library is to be believed here: one says nothing when the shape is wrong. It repairs
nothing, and rules it does not know it does not enforce.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pydantic import JsonValue

__all__ = ["reply_fault", "shape_fault", "unfenced"]

# "```json\n{…}\n```": one code fence around the whole reply
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(?P<body>.*)\n\s*```\s*\Z", re.DOTALL)
_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def unfenced(text: str) -> str:
    """The text without a code fence around the whole of it."""
    fenced = _FENCE.match(text)
    return fenced["body"] if fenced else text


def reply_fault(text: str, schema: Mapping[str, object]) -> str:
    """Why the reply is not JSON of the schema, in a few words; "" when it is."""
    try:
        value = json.loads(text)
    except ValueError:
        return "it is not JSON"
    except RecursionError:
        return "it is nested too deeply"
    return shape_fault(value, schema, root=schema)


def shape_fault(
    value: JsonValue, schema: Mapping[str, object], *, root: Mapping[str, object], where: str = "reply"
) -> str:
    """The first place where the value departs from the schema, in a few words; "" when it nowhere does."""
    found = _resolved(schema, root)
    either = found.get("anyOf")
    if isinstance(either, list):
        faults = [shape_fault(value, part, root=root, where=where) for part in either if isinstance(part, dict)]
        return "" if not faults or "" in faults else faults[0]
    if not _of_kind(value, found.get("type")):
        return f"{where} is not {_named(found.get('type'))}"
    allowed = found.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        return f"{where} is none of {allowed}"
    if isinstance(value, dict):
        return _object_fault(value, found, root=root, where=where)
    if isinstance(value, list):
        return _array_fault(value, found, root=root, where=where)
    return ""


def _resolved(schema: Mapping[str, object], root: Mapping[str, object]) -> Mapping[str, object]:
    reference = schema.get("$ref")
    defined = root.get("$defs")
    if isinstance(reference, str) and isinstance(defined, dict):
        target = defined.get(reference.rsplit("/", 1)[-1])
        return target if isinstance(target, dict) else {}
    return schema


def _of_kind(value: JsonValue, kind: object) -> bool:
    kinds = [kind] if isinstance(kind, str) else kind if isinstance(kind, list) else []
    if not kinds:
        return True
    if isinstance(value, bool):  # a bool is an int to Python, not to JSON
        return "boolean" in kinds
    return any(isinstance(value, _KINDS.get(str(one), (object,))) for one in kinds)


def _named(kind: object) -> str:
    return " or ".join(map(str, kind)) if isinstance(kind, list) else f"of type {kind}"


def _object_fault(
    value: Mapping[str, JsonValue], schema: Mapping[str, object], *, root: Mapping[str, object], where: str
) -> str:
    required = schema.get("required")
    known = schema.get("properties")
    properties = known if isinstance(known, dict) else {}
    for name in required if isinstance(required, list) else ():
        if name not in value:
            return f"{where} has no {name}"
    for name, part in value.items():
        inner = properties.get(name)
        if isinstance(inner, dict):
            fault = shape_fault(part, inner, root=root, where=str(name))
            if fault:
                return fault
        elif schema.get("additionalProperties") is False:
            return f"{where} has an unknown field {str(name)[:40]!r}"
    return ""


def _array_fault(
    value: list[JsonValue], schema: Mapping[str, object], *, root: Mapping[str, object], where: str
) -> str:
    most = schema.get("maxItems")
    if isinstance(most, int) and len(value) > most:
        return f"{where} has {len(value)} items instead of at most {most}"
    items = schema.get("items")
    if not isinstance(items, dict):
        return ""
    faults = (shape_fault(part, items, root=root, where=f"{where}[{n}]") for n, part in enumerate(value))
    return next((fault for fault in faults if fault), "")
