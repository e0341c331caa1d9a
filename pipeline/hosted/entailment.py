"""A local entailment model as the second reader: an ONNX file of the user's, its tokenizer beside it.

An optional extra, loaded on first use; nothing is fetched. The model is a classifier of pairs (the words of the record,
the claim) with one, two or more outputs. It refuses a file whose outputs it cannot tell apart.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from vault.errors import InputError

__all__ = ["open_reader"]

_VARIABLE = "OPENCOUNCIL_SECOND_OPINION"
_MOST_TOKENS = 512
"""Positions of the usual encoders; a longer pair is cut, which can only cost a verdict."""
_DOUBTED_BELOW = 0.5
"""Less likely entailed than not (decision 62)."""


class _Encoding(Protocol):
    ids: list[int]
    attention_mask: list[int]
    type_ids: list[int]


class _Tokenizer(Protocol):
    def enable_truncation(self, max_length: int) -> None: ...

    def encode(self, sequence: str, pair: str) -> _Encoding: ...


class _Array(Protocol):
    def tolist(self) -> list[list[float]]: ...


class _Node(Protocol):
    name: str


class _Session(Protocol):
    def get_inputs(self) -> Sequence[_Node]: ...

    def run(self, outputs: None, given: Mapping[str, object]) -> Sequence[_Array]: ...


_FEEDS: Mapping[str, Callable[[_Encoding], list[int]]] = {
    "input_ids": lambda read: read.ids,
    "attention_mask": lambda read: read.attention_mask,
    "token_type_ids": lambda read: read.type_ids,
}


class EntailmentReader:
    """Doubts a claim that the model takes to be less likely entailed by the words than not. `name` is the file's."""

    def __init__(self, name: str, session: _Session, tokenizer: _Tokenizer, entailed: int | None) -> None:
        self.name = name
        self._session = session
        self._tokenizer = tokenizer
        self._entailed = entailed
        self._inputs = [node.name for node in session.get_inputs()]
        self._array = cast("Callable[..., object]", import_module("numpy").array)
        strange = [one for one in self._inputs if one not in _FEEDS]
        if strange:
            raise InputError(
                f"{_VARIABLE}: {name} wants the input {strange[0]!r}, which a classifier of text pairs has not.",
                next_step=f"Export it for text classification; known inputs: {', '.join(_FEEDS)}.",
            )

    def doubts(self, claim: str, words: str) -> bool:
        """Whether the model doubts that the words entail the claim. Raises `InputError` for outputs it cannot read."""
        read = self._tokenizer.encode(words, claim)
        given = {name: self._array([_FEEDS[name](read)], dtype="int64") for name in self._inputs}
        try:
            logits = self._session.run(None, given)[0].tolist()[0]
        except Exception as error:  # the runtime raises classes of its own
            raise InputError(
                f"{_VARIABLE}: {self.name} could not read a claim ({type(error).__name__}).",
                next_step="Use the tokenizer.json that belongs to the model, or unset the variable.",
            ) from error
        return _chance(logits, self._entailed, self.name) < _DOUBTED_BELOW


def _chance(logits: Sequence[float], entailed: int | None, name: str) -> float:
    """The probability of entailment: of one output its sigmoid, of several the softmax at the place of entailment."""
    if len(logits) == 1:
        return 0.5 * (1 + math.tanh(logits[0] / 2))
    place = 1 if entailed is None and len(logits) == 2 else entailed
    if place is None or place >= len(logits):
        raise InputError(
            f"{_VARIABLE}: which of the {len(logits)} outputs of {name} means entailment is not known.",
            next_step='Put the model\'s config.json beside it, with "id2label".',
        )
    powers = [math.exp(one - max(logits)) for one in logits]
    return powers[place] / sum(powers)


def open_reader(path: Path) -> EntailmentReader:
    """The reader of an ONNX file with `tokenizer.json` and, for more than two outputs, `config.json` beside it.

    Raises `InputError` for a file or an extra that is missing, and for files that cannot be read.
    """
    for needed in (path, path.with_name("tokenizer.json")):
        if not needed.is_file():
            raise InputError(
                f"{_VARIABLE}: there is no file {needed}.",
                next_step="Name an ONNX file with its tokenizer.json beside it, or unset the variable.",
            )
    session_of, tokenizer_of = _libraries()
    try:
        session = session_of(str(path), providers=["CPUExecutionProvider"])
        tokenizer = tokenizer_of(str(path.with_name("tokenizer.json")))
        entailed = _entailed(path.with_name("config.json"))
    except Exception as error:  # both libraries raise classes of their own
        raise InputError(
            f"{_VARIABLE}: {path.name} or a file beside it cannot be read ({type(error).__name__}).",
            next_step="Export the model to ONNX again, or unset the variable.",
        ) from error
    tokenizer.enable_truncation(_MOST_TOKENS)
    return EntailmentReader(path.name, session, tokenizer, entailed)


def _libraries() -> tuple[Callable[..., _Session], Callable[[str], _Tokenizer]]:
    try:
        session = cast("Callable[..., _Session]", import_module("onnxruntime").InferenceSession)
        return session, cast("Callable[[str], _Tokenizer]", import_module("tokenizers").Tokenizer.from_file)
    except ModuleNotFoundError as error:
        raise InputError(
            f"{_VARIABLE} is set, and the library {error.name} is not installed.",
            next_step="Install the extra: pip install 'opencouncil[opinion]', or unset the variable.",
        ) from error


def _entailed(config: Path) -> int | None:
    """The place of the output that means entailment, by the model's own labels; None when they do not say."""
    labels = json.loads(config.read_text("utf-8")).get("id2label", {}) if config.is_file() else {}
    named = (int(place) for place, label in labels.items() if str(label).lower().startswith(("entail", "support")))
    return next(named, None)
