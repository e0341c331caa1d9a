"""Any model of the `llm` library behind the model seam: local ones and other vendors', through its plugins.

An optional extra, loaded on first use. The library keeps the keys and knows the models; here the request is put, the
deadline kept and the reply held against its schema, as for every other model. It refuses to repeat what looks like a
key in a plugin's words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple, Protocol, cast

import anyio
import anyio.to_thread

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable
from pipeline.hosted.gemini_faults import redacted
from pipeline.ports import ModelReply, ModelRequest
from vault.errors import InputError, ModelError
from vault.text.patterns import lazy_regex

__all__ = ["LlmLibrary", "LlmModel"]

# "sk-proj-4fGh…", "AIzaSyB…": runs that only machines read
_SECRETLIKE = lazy_regex(r"[A-Za-z0-9_\-*]{20,}")
_ASK_JSON = "Reply with one JSON object of this JSON schema, and with nothing else:\n"


class _Usage(Protocol):
    input: int | None
    output: int | None


class _Options(Protocol):
    model_fields: Mapping[str, object]


class _Response(Protocol):
    def text(self) -> str: ...

    def usage(self) -> _Usage: ...


class _Known(Protocol):
    model_id: str
    supports_schema: bool
    Options: type[_Options]

    def prompt(
        self, prompt: str, *, system: str, schema: dict[str, object] | None, stream: bool, options: dict[str, object]
    ) -> _Response: ...


class LlmLibrary(Protocol):
    """The part of the `llm` library that is used: every plugin's models answer synchronously, not all otherwise."""

    def get_model(self, name: str) -> _Known:
        """The model of that name or alias. Raises the library's `UnknownModelError`."""
        ...


class _Asked(NamedTuple):
    """A request in the library's words."""

    prompt: str
    system: str
    schema: dict[str, object] | None
    options: dict[str, object]


def _asked(request: ModelRequest, model: _Known) -> _Asked:
    """The schema goes along where the model takes one, and into the system prompt where it does not."""
    options: dict[str, object] = {}
    if "temperature" in model.Options.model_fields:
        options["temperature"] = request.temperature
    if request.json_schema is None:
        return _Asked(request.prompt, request.system, None, options)
    schema = dict(request.json_schema)
    if model.supports_schema:
        return _Asked(request.prompt, request.system, schema, options)
    return _Asked(request.prompt, f"{request.system}\n\n{_ASK_JSON}{json.dumps(schema)}", None, options)


def _load() -> LlmLibrary:
    return cast(LlmLibrary, import_module("llm"))


def _error(error: Exception, name: str) -> ModelError:
    """The failure in our words; the plugin's own are cut and anything like a key is taken out."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if "ModuleNotFoundError" in names and getattr(error, "name", "") == "llm":
        return ModelUnavailable(
            "The library llm is not installed.", next_step="Install the extra: pip install 'opencouncil[llm]'."
        )
    if "UnknownModelError" in names:
        return ModelUnavailable(
            f"The library llm knows no model {name!r}.", next_step="`llm models` lists those it knows."
        )
    if "NeedsKeyException" in names:
        return ModelUnavailable(f"The model {name} needs a key.", next_step="Set it with `llm keys set`.")
    if any("Timeout" in kind for kind in names):
        return ModelTimeout(f"The model {name} did not answer in time.", next_step="Ask again later.")
    said = redacted(_SECRETLIKE.sub("[…]", str(error)), "")
    return ModelUnavailable(f"The model {name} failed ({type(error).__name__}: {said}).", next_step="Ask again later.")


class LlmModel:
    """One model of the library for every stage. `load` gives the library, on first use."""

    def __init__(self, name: str, load: Callable[[], LlmLibrary] = _load) -> None:
        if not name.strip():
            raise InputError("The name of the llm model is empty.", next_step="`llm models` lists the names.")
        self._name = name.strip()
        self._load = load

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The model's reply. Its price is not known.

        Raises:
            ModelUnavailable: no library, no such model, no key, or the plugin failed.
            ModelTimeout: past `request.deadline_s`.
            ModelBadOutput: empty.
        """
        what = f"The {request.stage} call of {self._name}"
        outcome: ModelReply | ModelError = ModelTimeout(
            f"{what} took longer than {request.deadline_s:g} s.", next_step="Ask again, or use a faster model."
        )
        with anyio.move_on_after(request.deadline_s):
            outcome = await anyio.to_thread.run_sync(self._tried, request, abandon_on_cancel=True)
        if isinstance(outcome, ModelError):
            raise outcome
        if not outcome.text.strip():
            raise ModelBadOutput(f"{what} came back empty.", next_step="Ask again.")
        return outcome

    def _tried(self, request: ModelRequest) -> ModelReply | ModelError:
        """What the model said, or what its exception means: the exception, which may quote a key, ends here."""
        try:
            model = self._load().get_model(self._name)
            asked = _asked(request, model)
            response = model.prompt(
                asked.prompt, system=asked.system, schema=asked.schema, stream=False, options=asked.options
            )
            text, usage = response.text(), response.usage()
        except Exception as error:  # a plugin may raise anything
            return _error(error, self._name)
        used = {"input_tokens": usage.input or 0, "output_tokens": usage.output or 0}
        return ModelReply(text=text, model=model.model_id, **used)
