"""The hosted models over the loopback: requests as sent, replies as believed, and every way of failing."""

from __future__ import annotations

import importlib.metadata
import json
import logging
import os
import socket
import subprocess
import sys
import time
import traceback
from pathlib import Path

import pytest
from gemini_fakes import CANARY, Waits, run_with_service, service_for
from loopback_server import Answer, LoopbackServer, refusal, reply_with
from pydantic import SecretStr

from pipeline.errors import ModelBadOutput, ModelRefused, ModelTimeout, ModelUnavailable
from pipeline.hosted.gemini import GeminiModel, GeminiService
from pipeline.hosted.models import GeminiSettings
from pipeline.ports import ModelReply, ModelRequest, Stage
from pipeline.write.model import ENVELOPE_SCHEMA
from vault.errors import InputError, ModelError

pytest.importorskip("google.genai", reason="the hosted engine is an optional extra")
# With aiohttp installed the client library subclasses a class of it that warns against that.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")

ENVELOPE = {
    "answer_markdown": "The board met. [L1]",
    "used_statewide": False,
    "statewide_reason": None,
    "applicability_check": None,
    "assumptions": [],
    "limitations": [],
    "suggested_followups": [],
}
GENERATE = r"POST /v1/models/.*:generateContent"


def request(stage: Stage = "synthesis", deadline_s: float = 5.0, **fields: object) -> ModelRequest:
    """A request with the answer schema."""
    known: dict[str, object] = {
        "stage": stage,
        "system": "Answer from the excerpts.",
        "prompt": "What did the board of Alder Falls decide?",
        "json_schema": ENVELOPE_SCHEMA,
        "temperature": 0.2,
        "deadline_s": deadline_s,
    }
    return ModelRequest.model_validate(known | fields)


def ask(service: GeminiService, asked: ModelRequest | None = None) -> ModelReply:
    """One reply of the model adapter."""

    async def act(held: GeminiService) -> ModelReply:
        return await GeminiModel(held).ask(asked or request())

    return run_with_service(service, act)


def failure(service: GeminiService, asked: ModelRequest | None = None) -> ModelError:
    """The error one call ends in."""
    with pytest.raises(ModelError) as caught:
        ask(service, asked)
    return caught.value


# covers: 16, 17
def test_the_plan_goes_to_the_control_model_and_everything_written_to_the_synthesis_model() -> None:
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))
        for stage in ("plan", "synthesis", "repair"):
            ask(service_for(server), request(stage))
        assert [sent.path for sent in server.sent] == [
            "/v1/models/gemini-3.5-flash-lite:generateContent",
            "/v1/models/gemini-3.8-flash:generateContent",
            "/v1/models/gemini-3.8-flash:generateContent",
        ]


def test_the_request_holds_schema_system_prompt_and_thinking_level_and_no_temperature() -> None:
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))
        ask(service_for(server))
        body = server.sent[0].body
    assert body["contents"] == [{"parts": [{"text": "What did the board of Alder Falls decide?"}], "role": "user"}]
    assert body["systemInstruction"] == {"parts": [{"text": "Answer from the excerpts."}], "role": "user"}
    assert body["generationConfig"] == {
        "maxOutputTokens": 4096 + 8192,
        "responseMimeType": "application/json",
        "responseJsonSchema": dict(ENVELOPE_SCHEMA),
        "thinkingConfig": {"thinkingLevel": "MEDIUM"},
    }
    assert "tools" not in body


# covers: 380
@pytest.mark.parametrize(("stage", "temperature"), [("synthesis", 0.2), ("repair", 0.15)])
def test_a_model_that_honours_a_temperature_is_sent_the_stage_s_own(stage: Stage, temperature: float) -> None:
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))
        service = service_for(server, synthesis_model="gemini-3-flash-preview")
        ask(service, request(stage, temperature=temperature))
        sent = server.sent[0]
    assert sent.path == "/v1beta/models/gemini-3-flash-preview:generateContent"
    config = sent.body["generationConfig"]
    assert isinstance(config, dict)
    assert config["temperature"] == temperature


def test_a_reply_carries_the_model_that_answered_its_tokens_and_its_price() -> None:
    said = reply_with(json.dumps(ENVELOPE)) | {"modelVersion": "gemini-3.8-flash-002"}
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(said))
        unknown = ask(service_for(server))
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))
        known = ask(service_for(server))
    words = len(json.dumps(ENVELOPE).split())
    assert (unknown.model, unknown.cost_usd) == ("gemini-3.8-flash-002", None)
    assert (known.model, known.input_tokens, known.output_tokens) == ("gemini-3.8-flash", 100, words + 7)
    assert known.cost_usd == pytest.approx((100 * 0.75 + (words + 7) * 3.75) / 1e6)


def test_a_fenced_reply_is_taken_without_its_fence() -> None:
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(f"```json\n{json.dumps(ENVELOPE)}\n```")))
        assert json.loads(ask(service_for(server)).body) == ENVELOPE


BLOCKED = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}
NO_PARTS = {"candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}]}
RETRY_INFO = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.4s"}
KEY_INVALID = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
DAILY = {"violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"}]}
TEXT = {"content-type": "text/html; charset=utf-8"}
FAULTS: tuple[tuple[str, Answer, type[ModelError], str, int], ...] = (
    ("400", refusal(400, "thinking_level is not supported"), ModelUnavailable, "refused by the service (400", 1),
    (
        "400 bad key",
        refusal(400, "API key not valid.", KEY_INVALID),
        ModelUnavailable,
        "does not accept the Gemini key",
        1,
    ),
    ("401", refusal(401, "Request had invalid credentials."), ModelUnavailable, "does not accept the Gemini key", 1),
    ("403", refusal(403, "Generative Language API is disabled"), ModelUnavailable, "may not do this", 1),
    ("404", refusal(404, "models/x is not found"), ModelUnavailable, "does not offer gemini-3.8-flash", 1),
    ("408", refusal(408, "late"), ModelTimeout, "too long (408)", 3),
    ("429", refusal(429, "slow down"), ModelUnavailable, "too many requests", 3),
    ("429 of the day", refusal(429, "quota", DAILY), ModelUnavailable, "quota of the day", 1),
    ("429 spent", refusal(429, "Your project has exceeded its spending cap."), ModelUnavailable, "spending limit", 1),
    ("500", refusal(500, "boom"), ModelUnavailable, "failed in the service (500", 3),
    ("503", refusal(503, "overloaded"), ModelUnavailable, "failed in the service (503", 3),
    ("503 text", Answer(b"upstream down", 503, TEXT), ModelUnavailable, "failed in the service (503", 3),
    ("HTML with 200", Answer(b"<html>Sign in</html>", 200, TEXT), ModelBadOutput, "not the service's format", 1),
    ("a list with 200", Answer([1, 2]), ModelRefused, "without an answer", 1),
    ("nothing with 200", Answer({}), ModelRefused, "without an answer", 1),
    ("empty candidates", Answer({"candidates": []}), ModelRefused, "without an answer", 1),
    ("blocked prompt", Answer(BLOCKED), ModelRefused, "PROHIBITED_CONTENT", 1),
    ("safety block", Answer(reply_with("I", finish="SAFETY")), ModelRefused, "SAFETY", 1),
    ("recitation", Answer(reply_with("I", finish="RECITATION")), ModelRefused, "RECITATION", 1),
    ("no parts", Answer(NO_PARTS), ModelBadOutput, "came back empty", 1),
    ("MAX_TOKENS", Answer(reply_with('{"answer_mark', finish="MAX_TOKENS")), ModelBadOutput, "cut off", 1),
    ("another end", Answer(reply_with("{}", finish="OTHER")), ModelBadOutput, "ended early (OTHER)", 1),
    ("dropped", Answer(drop=True), ModelUnavailable, "lost its connection", 3),
)


@pytest.mark.parametrize(("answer", "kind", "words", "requests"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_every_failure_of_the_service_is_told_in_our_words_and_nothing_is_asked_in_vain(
    answer: Answer, kind: type[ModelError], words: str, requests: int
) -> None:
    with LoopbackServer() as server:
        server.fail(GENERATE, *[answer] * 6)
        error = failure(service_for(server))
        assert len(server.sent) == requests
    assert type(error) is kind
    assert words in error.message
    assert error.next_step
    assert error.__cause__ is None
    assert error.__context__ is None


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_reason_for_ending_that_nobody_knows_yet_is_no_answer() -> None:
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE), finish="SOLAR_FLARE")))
        assert "SOLAR_FLARE" in failure(service_for(server)).message


def test_a_gone_model_names_its_replacement() -> None:
    with LoopbackServer() as server:
        error = failure(service_for(server, synthesis_model="gemini-2.5-flash"))
    assert "does not offer gemini-2.5-flash" in error.message
    assert "gemini-3.5-flash-lite" in error.next_step


@pytest.mark.parametrize(
    ("headers", "details", "wait"),
    [
        ({"Retry-After": "7"}, [], 7.0),
        ({"Retry-After": "Sat, 21 Nov 2026 10:00:09 GMT", "Date": "Sat, 21 Nov 2026 10:00:04 GMT"}, [], 5.0),
        ({}, [RETRY_INFO], 0.4),
        ({}, [], 0.5),
        ({"Retry-After": "soon"}, [], 0.5),
    ],
)
def test_a_refused_request_is_repeated_after_the_time_the_service_names(
    headers: dict[str, str], details: list[dict[str, str]], wait: float
) -> None:
    waits = Waits()
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))
        server.fail(GENERATE, refusal(429, "slow down", *details, headers=headers))
        ask(service_for(server, waits), request(deadline_s=20.0))
    assert waits.asked == [wait]


def test_a_wait_that_ends_after_the_deadline_is_not_begun_and_the_caller_is_told_how_long() -> None:
    waits = Waits()
    with LoopbackServer() as server:
        server.fail(GENERATE, refusal(429, "slow down", headers={"Retry-After": "60"}))
        error = failure(service_for(server, waits))
        assert len(server.sent) == 1
    assert isinstance(error, ModelUnavailable)
    assert (error.retry_after_s, waits.asked) == (60.0, [])
    assert "60 s" in error.next_step


@pytest.mark.parametrize("answer", [Answer({}, hang=True), Answer(reply_with("x" * 400), drip_s=0.05)])
def test_neither_silence_nor_a_slow_drip_lasts_longer_than_the_deadline(answer: Answer) -> None:
    with LoopbackServer() as server:
        service = service_for(server)

        async def act(held: GeminiService) -> tuple[ModelError, float, ModelReply]:
            await held.reach_model("gemini-3.8-flash", 30.0)  # loads the library, which is not what is measured
            server.fail(GENERATE, answer)
            began = time.monotonic()
            with pytest.raises(ModelTimeout) as caught:
                await GeminiModel(held).ask(request(deadline_s=0.4))
            spent = time.monotonic() - began
            server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))
            return caught.value, spent, await GeminiModel(held).ask(request())

        error, spent, after = run_with_service(service, act)
    assert "longer than 0.4 s" in error.message
    assert spent < 3.0
    assert json.loads(after.text) == ENVELOPE


def test_a_refused_connection_is_told_as_no_connection() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    settings = GeminiSettings(base_url=f"http://127.0.0.1:{port}", trust_env=False, attempts=1)
    error = failure(GeminiService(SecretStr("k"), settings))
    assert isinstance(error, ModelUnavailable)
    assert "no connection" in error.message


def _everything_said(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))


@pytest.mark.parametrize("answer", [f[1] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_the_key_is_in_no_message_no_traceback_no_log_and_no_representation(
    answer: Answer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with LoopbackServer(CANARY) as server:
        echo = refusal(answer.status if answer.status >= 400 else 400, f"Key {CANARY} is wrong", {"reason": CANARY})
        server.fail(GENERATE, answer, *[echo] * 5)
        service = service_for(server)
        said = [_everything_said(failure(service)), _everything_said(failure(service))]
        said += [repr(service), repr(GeminiModel(service)), repr(service.settings), str(vars(service))]
        assert server.sent[0].headers["x-goog-api-key"] == CANARY
        assert all(CANARY not in sent.path + str(sent.query) for sent in server.sent)
    printed = capfd.readouterr()
    said += [printed.out, printed.err, caplog.text]
    assert [text for text in said if CANARY in text] == []


def test_an_empty_key_is_refused_before_anything_is_loaded() -> None:
    with pytest.raises(InputError, match="key is empty"):
        GeminiService(SecretStr(" "), GeminiSettings())


@pytest.mark.parametrize("key", [f"{CANARY}\nX-Evil: 1", f"{CANARY} ", f"{CANARY}é"])
def test_a_key_that_cannot_stand_in_a_header_is_refused_without_repeating_it(key: str) -> None:
    with pytest.raises(InputError, match="characters that no key has") as caught:
        GeminiService(SecretStr(key), GeminiSettings())
    assert CANARY not in _everything_said(caught.value)


def test_the_client_can_be_closed_twice_and_used_again() -> None:
    with LoopbackServer() as server:
        server.write(lambda sent: Answer(reply_with(json.dumps(ENVELOPE))))

        async def act(service: GeminiService) -> ModelReply:
            model = GeminiModel(service)
            await model.ask(request())
            await service.aclose()
            await service.aclose()
            return await model.ask(request())

        assert run_with_service(service_for(server), act).text == json.dumps(ENVELOPE)


ONE_CALL = """
import sys, anyio
from pydantic import SecretStr
from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.models import GeminiSettings
settings = GeminiSettings(base_url=sys.argv[1], trust_env=False)
anyio.run(GeminiService(SecretStr("test-key"), settings).reach_model, "gemini-3.8-flash", 20.0)
"""
ROOT = Path(__file__).resolve().parents[3]


def _python(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


def test_an_environment_that_asks_for_the_enterprise_service_changes_nothing() -> None:
    with LoopbackServer() as server:
        _python(
            ONE_CALL,
            server.url,
            GOOGLE_GENAI_USE_ENTERPRISE="true",
            GOOGLE_GENAI_USE_VERTEXAI="true",
            GOOGLE_GENAI_API_VERSION="v1alpha",
            GOOGLE_API_KEY="another-key",
        )
        assert server.sent[0].path == "/v1/models/gemini-3.8-flash"
        assert server.sent[0].headers["x-goog-api-key"] == "test-key"


LAZY = """
import sys
from pydantic import SecretStr
from pipeline.hosted.gemini import GeminiModel, GeminiService, GeminiSettings
import pipeline.hosted.engine, pipeline.hosted.llm
import pipeline.hosted.models, pipeline.hosted.store_sync
GeminiModel(GeminiService(SecretStr("k"), GeminiSettings()))
heavy = ("google.genai", "google.auth", "httpx", "httpx2", "aiohttp", "llm", "requests")
print([name for name in heavy if name in sys.modules])
"""


def test_the_client_library_is_not_imported_before_the_first_call() -> None:
    assert _python(LAZY) == "[]"


def test_the_library_in_use_is_within_our_bounds() -> None:
    major, minor = (int(part) for part in importlib.metadata.version("google-genai").split(".")[:2])
    assert (2, 34) <= (major, minor) < (4, 0)
