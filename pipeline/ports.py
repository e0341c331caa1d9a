"""The seams of the system: a model that writes, an engine that searches, a second reader that may doubt.

Everything else in `pipeline` is ours and needs no seam. Adapters live in one file each; tests use a scripted
model and a real vault.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol

from vault.text.patterns import lazy_regex
from vault.types import Filters, Lane, Query, SearchAnswer
from vault.value import Value

__all__ = ["ForTurn", "Model", "ModelReply", "ModelRequest", "SearchEngine", "SecondReader", "Stage"]

Stage = Literal["plan", "synthesis", "repair"]
# "```json\n{…}\n```": one code fence around the whole reply
_FENCE = lazy_regex(r"\A\s*```(?:json)?\s*\n(?P<body>.*)\n\s*```\s*\Z", re.DOTALL)


class ModelRequest(Value):
    """One model call: the stage decides model name and temperature, `schema` what must come back (JSON schema)."""

    stage: Stage
    system: str
    prompt: str
    json_schema: Mapping[str, object] | None = None
    temperature: float
    deadline_s: float
    max_output_tokens: int = 4096


class ModelReply(Value):
    """Text of the reply (JSON when a schema was sent) and what it cost."""

    text: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None

    @property
    def body(self) -> str:
        """The text without a code fence around the whole of it."""
        fenced = _FENCE.match(self.text)
        return fenced["body"] if fenced else self.text


class Model(Protocol):
    """A model that answers one request. Raises `ModelError` for every failure; never returns empty text."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The reply to one request, within `request.deadline_s` seconds."""
        ...


class SearchEngine(Protocol):
    """Searches one lane. Raises `VaultError` or `ModelError` when the search failed: failed is not empty."""

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """At most `limit` hits of that lane, best first; with `explained` an empty answer says why."""
        ...


class SecondReader(Protocol):
    """Reads a verified claim once more against its words. Raises `InputError` when it cannot."""

    name: str

    def doubts(self, claim: str, words: str) -> bool:
        """Whether it doubts that the words of the record say what the claim says."""
        ...


class ForTurn(NamedTuple):
    """The model (None: none) and the engine of one question."""

    model: Model | None
    engine: SearchEngine
