"""An entailment model of a few hundred bytes, written here byte by byte: it doubts every pair that holds one word."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

__all__ = ["a_model"]


def _varint(number: int) -> bytes:
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def _field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protocol buffer: a whole number, or bytes with their length before them."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    held = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(held)) + held


def _node(kind: str, given: Sequence[str], made: str, attributes: bytes = b"") -> bytes:
    return b"".join(_field(1, name) for name in given) + _field(2, made) + _field(4, kind) + attributes


def _constant(name: str, values: Sequence[float]) -> bytes:
    return _field(1, len(values)) + _field(2, 1) + _field(8, name) + _field(9, struct.pack(f"<{len(values)}f", *values))


def _port(name: str, kind: int, width: int | str) -> bytes:
    dimension = _field(1, width) if isinstance(width, int) else _field(2, width)
    shape = _field(1, _field(1, 1)) + _field(1, dimension)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def model_bytes(outputs: Sequence[float], ids: str = "input_ids") -> bytes:
    """An ONNX model: (0.5 - the highest token number) times each of `outputs`."""
    real, whole = 1, 7  # the numbers by which ONNX names its types
    to_float = _field(5, _field(1, "to") + _field(3, real) + _field(20, 2))
    rows = _field(5, _field(1, "axes") + _field(8, 1) + _field(20, 7))
    nodes = (
        _node("Cast", [ids], "real", to_float),
        _node("ReduceMax", ["real"], "highest", rows),
        _node("Sub", ["border", "highest"], "sign"),
        _node("Mul", ["sign", "outputs"], "logits"),
    )
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, "stub")
    graph += _field(5, _constant("border", [0.5])) + _field(5, _constant("outputs", outputs))
    graph += _field(11, _port(ids, whole, "length")) + _field(12, _port("logits", real, len(outputs)))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def a_model(
    folder: Path,
    outputs: Sequence[float] = (1.0,),
    *,
    labels: Sequence[str] = (),
    ids: str = "input_ids",
    doubted: str = "unless",
) -> Path:  # fmt: skip
    """A model file that doubts every pair with one word, its tokenizer, and its labels when they are given."""
    vocabulary = {"[UNK]": 0, doubted: 1}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None,
        "decoder": None, "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }  # fmt: skip
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), "utf-8")
    if labels:
        (folder / "config.json").write_text(json.dumps({"id2label": dict(enumerate(labels))}), "utf-8")
    path = folder / "reader.onnx"
    path.write_bytes(model_bytes(outputs, ids))
    return path
