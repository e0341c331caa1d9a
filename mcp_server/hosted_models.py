"""Which model writes, if any: the one place that turns a key or a model name into the model and engine of a question.

Without a key nothing of a vendor's library is imported, and every answer is made of verbatim extracts or written by
the connected assistant. It refuses to guess: a key that cannot be used is told when the first question is asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from mcp_server.config import Config
from mcp_server.late import load
from pipeline.hosted.models import hosted_settings
from pipeline.ports import ForTurn, Model, SearchEngine, SecondReader
from vault.ports import Library

if TYPE_CHECKING:
    from pipeline.hosted.gemini import GeminiService

__all__ = ["Hosted", "build_reader", "build_service"]


def build_service(config: Config) -> GeminiService | None:
    """The hosted service of the key, None without one. Raises `InputError` for a key or setting that cannot be used."""
    if config.gemini_key is None:
        return None
    service = load("pipeline.hosted.gemini:GeminiService")(config.gemini_key, hosted_settings(dict(config.variables)))
    return cast("GeminiService", service)


def build_reader(path: Path) -> SecondReader:
    """The second reader of an ONNX file. Raises `InputError` when the file or the extra is missing."""
    return cast(SecondReader, load("pipeline.hosted.entailment:open_reader")(path))


class Hosted:
    """The hosted model of a process; one ceiling of dollars for each question."""

    def __init__(self, config: Config) -> None:
        self.service = build_service(config)
        named = dict(config.variables).get("OPENCOUNCIL_LLM_MODEL", "").strip()
        self._library = cast(Model, load("pipeline.hosted.llm:LlmModel")(named)) if named else None

    @property
    def writes(self) -> bool:
        """Whether any model can write."""
        return self.service is not None or self._library is not None

    def for_turn(self, index: Library, vault: SearchEngine) -> ForTurn:
        """Model and engine of one question; the hosted service goes before a model of the `llm` library."""
        if self.service is None:
            return ForTurn(self._library, vault)
        return cast(ForTurn, load("pipeline.hosted.engine:for_question")(self.service, index, vault))

    async def aclose(self) -> None:
        """Closes the connections."""
        if self.service is not None:
            await self.service.aclose()
