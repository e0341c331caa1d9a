"""Models of the `llm` library behind the seam: with a scripted library, and with the real one when it is installed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

import anyio
import pytest

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable
from pipeline.hosted.llm import LlmLibrary, LlmModel
from pipeline.ports import ModelReply, ModelRequest
from vault.errors import InputError, ModelError

SCHEMA: dict[str, object] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
REQUEST = ModelRequest(
    stage="synthesis", system="Be brief.", prompt="How many?", json_schema=SCHEMA, temperature=0.2, deadline_s=5.0
)


class UnknownModelError(KeyError):
    """As the library calls it."""


class NeedsKeyException(Exception):
    """As the library calls it."""


class APITimeoutError(Exception):
    """As vendors' libraries call it."""


@dataclass
class Usage:
    input: int | None = 11
    output: int | None = None


class Options:
    model_fields: Mapping[str, object] = {"temperature": None}


class NoOptions:
    model_fields: Mapping[str, object] = {}


@dataclass
class Response:
    said: Callable[[], str]

    def text(self) -> str:
        return self.said()

    def usage(self) -> Usage:
        return Usage()


@dataclass
class Fake:
    """A model; `answer` is called for the text. `asked` are the arguments of its prompts."""

    answer: Callable[[], str]
    supports_schema: bool = True
    Options: type = Options
    model_id: str = "alder-1"
    asked: list[dict[str, object]] = field(default_factory=list)

    def prompt(self, prompt: str, **how: object) -> Response:
        self.asked.append({"prompt": prompt, **how})
        return Response(self.answer)


@dataclass
class Shelf:
    """A library with one model."""

    model: Fake

    def get_model(self, name: str) -> Fake:
        if name != "alder":
            raise UnknownModelError(name)
        return self.model


def ask(model: Fake, request: ModelRequest = REQUEST, name: str = "alder") -> ModelReply:
    """One reply."""
    shelf: LlmLibrary = Shelf(model)  # type: ignore[assignment]
    return anyio.run(LlmModel(name, lambda: shelf).ask, request)


def saying(text: str) -> Callable[[], str]:
    """A model that says that."""
    return lambda: text


def failing(error: Exception) -> Callable[[], str]:
    """A model that fails."""

    def answer() -> str:
        raise error

    return answer


def test_a_model_is_asked_with_system_schema_and_temperature() -> None:
    model = Fake(saying('{"n": 3}'))
    reply = ask(model)
    assert reply == ModelReply(text='{"n": 3}', model="alder-1", input_tokens=11)
    assert model.asked == [
        {
            "prompt": "How many?",
            "system": "Be brief.",
            "schema": SCHEMA,
            "stream": False,
            "options": {"temperature": 0.2},
        }
    ]


def test_a_model_that_takes_no_schema_gets_it_in_words() -> None:
    model = Fake(saying('```json\n{"n": 3}\n```'), supports_schema=False, Options=NoOptions)
    assert ask(model).body == '{"n": 3}'
    assert model.asked[0]["schema"] is None
    assert model.asked[0]["options"] == {}
    assert str(model.asked[0]["system"]).endswith(json.dumps(SCHEMA))


KEY = "sk-proj-4fGhJkLmNoPqRsTuVwXyZ"


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (saying(""), ModelBadOutput, "came back empty"),
        (failing(NeedsKeyException("no key")), ModelUnavailable, "needs a key"),
        (failing(APITimeoutError("late")), ModelTimeout, "did not answer in time"),
        (failing(ValueError(f"Incorrect API key provided: {KEY}")), ModelUnavailable, "failed (ValueError"),
    ],
)
def test_every_failure_of_a_plugin_is_one_of_ours_and_quotes_no_key(
    answer: Callable[[], str], kind: type[ModelError], words: str
) -> None:
    with pytest.raises(kind) as caught:
        ask(Fake(answer))
    assert words in caught.value.message
    assert KEY not in caught.value.message
    assert caught.value.__context__ is None


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(ModelUnavailable, match="knows no model 'birch'"):
        ask(Fake(saying("{}")), name="birch")


def test_a_model_that_is_silent_is_left_at_its_deadline() -> None:
    done = threading.Event()

    def silent() -> str:
        done.wait(10)
        return "late"

    with pytest.raises(ModelTimeout, match="took longer than"):
        ask(Fake(silent), REQUEST.model_copy(update={"deadline_s": 0.2}))
    done.set()


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(InputError, match="name of the llm model is empty"):
        LlmModel(" ")


@pytest.mark.skipif(find_spec("llm") is not None, reason="the llm library is installed")
def test_without_the_library_the_user_is_told_what_to_install() -> None:
    with pytest.raises(ModelUnavailable) as caught:
        anyio.run(LlmModel("any").ask, REQUEST)
    assert "opencouncil[llm]" in caught.value.next_step


@pytest.mark.filterwarnings("default")
def test_the_real_library_serves_a_plugin_s_model() -> None:
    llm = pytest.importorskip("llm", reason="the llm library is an optional extra")

    class Scripted(llm.Model):  # type: ignore[misc]
        model_id = "alder-scripted"
        supports_schema = True

        def execute(self, prompt, stream, response, conversation):  # type: ignore[no-untyped-def]
            response.set_usage(input=5, output=2)
            yield json.dumps({"n": len(prompt.prompt), "schema": None} if not prompt.schema else {"n": 3})

    class Plain(llm.Model):  # type: ignore[misc]
        model_id = "alder-plain"

        def execute(self, prompt, stream, response, conversation):  # type: ignore[no-untyped-def]
            yield "```json\n" + json.dumps({"n": len(prompt.system)}) + "\n```"

    class Plugin:
        @llm.hookimpl  # type: ignore[misc]
        def register_models(self, register):  # type: ignore[no-untyped-def]
            register(Plain())
            register(Scripted())

    plugin = Plugin()
    llm.plugins.pm.register(plugin, "alder")
    try:
        first = anyio.run(LlmModel("alder-scripted").ask, REQUEST)
        second = anyio.run(LlmModel("alder-plain").ask, REQUEST)
        with pytest.raises(ModelUnavailable, match="knows no model"):
            anyio.run(LlmModel("alder-none").ask, REQUEST)
    finally:
        llm.plugins.pm.unregister(plugin)
    assert (first.text, first.model, first.input_tokens, first.output_tokens) == ('{"n": 3}', "alder-scripted", 5, 2)
    assert json.loads(second.text)["n"] > len("Be brief.")
