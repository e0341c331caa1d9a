"""What is sent to the hosted models and what of their answers is believed: requests built, replies read.

Pure, and free of the client library: requests are plain values, replies are read from the plain data the library parsed
them into. It refuses a reply that was blocked, cut off or empty, and it never takes generated prose for evidence: of a
search only the retrieved passages are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from pipeline.errors import ModelBadOutput, ModelRefused
from pipeline.hosted.models import ModelCard
from pipeline.ports import ModelRequest, Stage
from vault.errors import InputError

__all__ = [
    "StorePassage", "Upload", "WireDocument", "WireOperation", "WireReply", "WireStore", "check_key",
    "generation_config", "passages_of", "search_config", "text_of", "tokens_of", "upload_config",
]  # fmt: skip

_THINKING: Mapping[Stage, str] = {"plan": "LOW", "synthesis": "MEDIUM", "repair": "LOW"}
"""A plan is a form to fill in, a repair a list of corrections; only the answer is worth thinking over."""
_ALLOWANCE: Mapping[str, int] = {"LOW": 2_048, "MEDIUM": 8_192}
"""Tokens added for thinking, which counts against the output limit; without them an answer is cut off."""
_BUDGET_TOKENS = 1_024
"""Thinking budget of the 2.5 models, which know no levels."""
_SEARCH_TOKENS = 3_072
"""Room for a line per passage and low thinking; the prose is thrown away."""
_SEARCH_SYSTEM = (
    "You are a search tool. Search the file store for the words you are given. For every passage that bears on them"
    " write one short line naming it, and cite it. Do not answer any question and do not leave a passage out."
)
_BLOCKED = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "MODEL_ARMOR", "ESCALATION"}
)
_ENDED = frozenset({"", "STOP", "FINISH_REASON_UNSPECIFIED"})


class _Wire(BaseModel):
    """Data of the service: fields we do not know are left out, everything may be missing."""

    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())


class WireMetadata(_Wire):
    """One key of a document with its value: a text or a number."""

    key: str = ""
    string_value: str | None = None
    numeric_value: float | None = None


class _Context(_Wire):
    title: str | None = None
    text: str | None = None
    page_number: int | None = None
    custom_metadata: list[WireMetadata] | None = None


class _GroundingChunk(_Wire):
    retrieved_context: _Context | None = None


class _Grounding(_Wire):
    grounding_chunks: list[_GroundingChunk] | None = None


class _Part(_Wire):
    text: str | None = None
    thought: bool | None = None


class _Content(_Wire):
    parts: list[_Part] | None = None


class _Candidate(_Wire):
    content: _Content | None = None
    finish_reason: str | None = None
    grounding_metadata: _Grounding | None = None


class _Feedback(_Wire):
    block_reason: str | None = None


class _Usage(_Wire):
    prompt_token_count: int | None = None
    tool_use_prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None


class WireReply(_Wire):
    """The parts of a generateContent answer that are used."""

    candidates: list[_Candidate] | None = None
    prompt_feedback: _Feedback | None = None
    usage_metadata: _Usage | None = None
    model_version: str | None = None


class WireStore(_Wire):
    """A File Search store."""

    name: str = ""
    display_name: str | None = None
    active_documents_count: int | None = None
    pending_documents_count: int | None = None
    failed_documents_count: int | None = None
    size_bytes: int | None = None
    embedding_model: str | None = None


class WireDocument(_Wire):
    """A document of a store."""

    name: str = ""
    state: str | None = None
    custom_metadata: list[WireMetadata] | None = None

    @property
    def facts(self) -> dict[str, str]:
        """Its metadata as texts, lists left out."""
        return _facts(self.custom_metadata)


class WireOperation(_Wire):
    """An upload under way: done or not, and what became of it."""

    name: str = ""
    done: bool | None = None
    error: Mapping[str, object] | None = None


class Upload(NamedTuple):
    """A text document for a store: its title, its bytes, its metadata entries as the service wants them."""

    title: str
    content: bytes
    metadata: tuple[Mapping[str, object], ...]
    chunk_tokens: int
    overlap_tokens: int


class StorePassage(NamedTuple):
    """A retrieved passage: the text the store holds, never what a model wrote about it."""

    title: str
    text: str
    page: int | None
    facts: Mapping[str, str]


class Tokens(NamedTuple):
    """Tokens in (prompt and retrieved passages) and out (text and thinking)."""

    input: int
    output: int


def check_key(key: str) -> None:
    """Raises `InputError` for a key that cannot stand in a request header; the message does not repeat it."""
    if not key.strip():
        raise InputError("The Gemini key is empty.", next_step="Set GEMINI_API_KEY, or go on without a key.")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InputError(
            "The Gemini key holds characters that no key has.", next_step="Copy GEMINI_API_KEY again, without spaces."
        )


def _thinking(card: ModelCard, level: str) -> dict[str, object]:
    if card.thinking == "level":
        return {"thinking_config": {"thinking_level": level}}
    if card.thinking == "budget":
        return {"thinking_config": {"thinking_budget": _BUDGET_TOKENS}}
    return {}


def generation_config(request: ModelRequest, card: ModelCard) -> dict[str, object]:
    """The settings of one model call. A temperature is sent only where the model honours it (decision 28)."""
    level = _THINKING[request.stage]
    config: dict[str, object] = {
        "system_instruction": request.system,
        "max_output_tokens": request.max_output_tokens + _ALLOWANCE[level],
        **_thinking(card, level),
    }
    if card.honours_temperature:
        config["temperature"] = request.temperature
    if request.json_schema is not None:
        config["response_mime_type"] = "application/json"
        config["response_json_schema"] = dict(request.json_schema)
    return config


def search_config(store: str, metadata_filter: str, *, top_k: int, card: ModelCard) -> dict[str, object]:
    """The settings of one store search. No JSON output: it is reported to switch the search off."""
    tool: dict[str, object] = {"file_search_store_names": [store], "top_k": top_k}
    if metadata_filter:
        tool["metadata_filter"] = metadata_filter
    return {
        "system_instruction": _SEARCH_SYSTEM,
        "max_output_tokens": _SEARCH_TOKENS,
        "tools": [{"file_search": tool}],
        **_thinking(card, "LOW"),
    }


def upload_config(upload: Upload) -> dict[str, object]:
    """The settings of one upload: title, kind, metadata and the size of the service's chunks."""
    return {
        "display_name": upload.title,
        "mime_type": "text/plain",
        "custom_metadata": list(upload.metadata),
        "chunking_config": {
            "white_space_config": {
                "max_tokens_per_chunk": upload.chunk_tokens,
                "max_overlap_tokens": upload.overlap_tokens,
            }
        },
    }


def _candidate(reply: WireReply, what: str) -> _Candidate:
    blocked = reply.prompt_feedback.block_reason if reply.prompt_feedback else None
    if blocked:
        raise ModelRefused(f"{what} was blocked by the service ({blocked}).", next_step="Put the question differently.")
    if not reply.candidates:
        raise ModelRefused(f"{what} came back without an answer.", next_step="Ask again.")
    candidate = reply.candidates[0]
    if (candidate.finish_reason or "") in _BLOCKED:
        raise ModelRefused(
            f"{what} was stopped by the service ({candidate.finish_reason}).",
            next_step="Put the question differently.",
        )
    return candidate


def _text(candidate: _Candidate) -> str:
    parts = candidate.content.parts if candidate.content else None
    return "".join(part.text or "" for part in parts or () if not part.thought)


def text_of(reply: WireReply, *, what: str) -> str:
    """The text of a reply; whether it has the shape asked for is judged by who asked.

    Raises:
        ModelRefused: blocked, stopped for its content, or no candidate.
        ModelBadOutput: cut off, ended for a reason we do not know, or empty.
    """
    candidate = _candidate(reply, what)
    ended = candidate.finish_reason or ""
    if ended == "MAX_TOKENS":
        raise ModelBadOutput(f"{what} was cut off at its length limit.", next_step="Ask again or ask for less.")
    if ended not in _ENDED:
        raise ModelBadOutput(f"{what} ended early ({ended[:40]}).", next_step="Ask again.")
    text = _text(candidate)
    if not text.strip():
        raise ModelBadOutput(f"{what} came back empty.", next_step="Ask again.")
    return text


def _facts(entries: Sequence[WireMetadata] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in entries or ():
        if entry.string_value is not None:
            found[entry.key] = entry.string_value
        elif entry.numeric_value is not None:
            found[entry.key] = f"{entry.numeric_value:g}"
    return found


def _passage(chunk: _GroundingChunk) -> StorePassage | None:
    context = chunk.retrieved_context
    if context is None or not (context.text or "").strip():
        return None
    return StorePassage(context.title or "", context.text or "", context.page_number, _facts(context.custom_metadata))


def passages_of(reply: WireReply, *, what: str) -> tuple[tuple[StorePassage, ...], bool]:
    """The passages a search cited, in its order, and whether it was cut off before the end.

    Raises:
        ModelRefused: the search was blocked.
        ModelBadOutput: no grounding at all: the model answered without searching, so nothing is known (not "nothing
            was found").
    """
    candidate = _candidate(reply, what)
    if candidate.grounding_metadata is None:
        raise ModelBadOutput(f"{what} gave no citations, so it is not known to have searched.", next_step="Ask again.")
    found = [_passage(chunk) for chunk in candidate.grounding_metadata.grounding_chunks or ()]
    return tuple(p for p in found if p is not None), (candidate.finish_reason or "") not in _ENDED


def tokens_of(reply: WireReply) -> Tokens:
    """What the call is billed for; 0 where the service did not say."""
    usage = reply.usage_metadata or _Usage()
    return Tokens(
        (usage.prompt_token_count or 0) + (usage.tool_use_prompt_token_count or 0),
        (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0),
    )
