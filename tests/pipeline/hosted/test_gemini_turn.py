"""The whole turn with the hosted engine over the loopback: plan, two lanes in flight together, synthesis, repair.

Alder Falls and its papers are invented; the guide is an explanation in our own words.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from fakes import a_document, vault_with
from gemini_fakes import CANARY, service_for
from loopback_server import Answer, LoopbackServer, Sent, refusal, reply_with
from scripted_model import envelope
from turn_fakes import run_turn

from hop_controller.memory import VaultMemory
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.hosted.engine import for_question
from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.store_plan import plan_sync
from pipeline.hosted.store_sync import sync_store
from pipeline.record.capsule import read_capsule
from pipeline.record.replay import replay
from pipeline.services import Services
from pipeline.settings import Settings
from pipeline.types import Question, TurnResult
from vault.store.index import VaultIndex

pytest.importorskip("google.genai", reason="the hosted engine is an optional extra")
# With aiohttp installed the client library subclasses a class of it that warns against that.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")

BRIDGE = (
    "Osgood moved to accept the bid of $18,400 from Varney Timber for the Mill Lane footbridge. Tibbetts seconded. "
    "All were in favor. Motion passed 3-0. The footbridge stays closed until the repair is done."
)
GUIDE = (
    "A town may accept a bid for the repair of a public bridge at a posted meeting. This guide explains in plain words "
    "how towns buy repairs; it is not the text of a law."
)
PAPERS = (
    a_document("af-sb", BRIDGE, board="Select Board", date="2031-05-12", title="Select Board minutes"),
    a_document(
        "nh-guide",
        GUIDE,
        lane="state",
        town="",
        board="State bridge office",
        doc_type="guidance",
        authority="official",
        title="Guide to bridge repairs",
    ),
)
ASK = Question(text="How much is the bid for the Mill Lane footbridge in Alder Falls?", town="Alder Falls")
GOOD = (
    "The Select Board accepted a bid of $18,400 from Varney Timber for the Mill Lane footbridge [L1]. "
    "The motion passed 3-0 [L1]."
)
FALSE = "The Select Board accepted a bid of $99,999 from Varney Timber for the Mill Lane footbridge. It passed 9-0."
PLAN = {
    "entities": ["Mill Lane footbridge"],
    "planner_confidence": 0.9,
    "local_queries": ["Mill Lane footbridge bid"],
    "state_queries": ["bid footbridge"],
}
SEARCH = r"generateContent"
CONTROL, WRITER = "gemini-3.5-flash-lite", "gemini-3.8-flash"


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultIndex]:
    with vault_with(PAPERS, tmp_path) as index:
        yield index


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer(CANARY) as running:
        yield running


def stage_of(sent: Sent) -> str:
    """Which call of a turn a request is."""
    if "tools" in sent.body:
        return "search local" if "local" in str(sent.body["tools"]).split("metadataFilter")[1][:25] else "search state"
    if CONTROL in sent.path:
        return "plan"
    return (
        "repair" if "did not pass" in json.dumps(sent.body) or "rewrite" in json.dumps(sent.body).lower() else "write"
    )


def writer(*drafts: str) -> Callable[[Sent], Answer]:
    """Answers a plan with the plan, everything else with the next draft."""
    left = list(drafts)

    def write(sent: Sent) -> Answer:
        return Answer(reply_with(json.dumps(PLAN) if CONTROL in sent.path else left.pop(0)))

    return write


def services_of(vault: VaultIndex, service: GeminiService, folder: Path) -> Services:
    """The services of one question on that service."""
    numbers = itertools.count(1)
    facts = corpus_facts(vault)
    hosted = for_question(service, vault, VaultEngine(vault))
    return Services(
        settings=Settings(),
        engine=hosted.engine,
        facts=lambda: facts,
        memory=lambda retrieval, scopes: VaultMemory(vault, held=[e.chunk.id for e in retrieval.merged], scopes=scopes),
        clock=lambda: datetime(2031, 6, 1, tzinfo=UTC),
        new_id=lambda: f"run-{next(numbers)}",
        timer=lambda: 0.0,
        model=hosted.model,
        capsules=folder,
    )


def turn(server: LoopbackServer, vault: VaultIndex, folder: Path, **settings: object) -> TurnResult:
    """A sync, then the question."""

    async def run() -> TurnResult:
        async with service_for(server, **settings) as service:
            if settings.get("store"):
                plan = await plan_sync(vault, service)
                await sync_store(vault, service, plan, tell=lambda *_: None)
                server.sent.clear()
            return await run_turn(ASK, services_of(vault, service, folder))

    return anyio.run(run)


# covers: 5, 20, 23, 82, 126, 127
def test_a_whole_turn_with_model_and_store_is_one_plan_two_lanes_one_synthesis(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.write(writer(envelope(GOOD)))
    result = turn(server, vault, tmp_path / "runs", store="town papers")
    stages = [stage_of(sent) for sent in server.calls(SEARCH)]
    assert stages[0] == "plan"
    assert stages[-1] == "write"
    assert set(stages[1:-1]) == {"search local", "search state"}
    assert len(server.stores) == 1
    assert result.answer.answer_markdown == GOOD
    assert (result.audit.passed, result.repaired, result.answer_source) == (True, False, "draft")
    assert result.answer.limitations == ()
    assert {e.chunk.doc_id for e in result.retrieval.merged} == {"af-sb", "nh-guide"}
    assert all("@store-" not in e.chunk.id for e in result.retrieval.merged)
    calls = result.calls
    assert (calls.plan, calls.synthesis, calls.repair) == (1, 1, 0)
    assert calls.store_searches == len(stages) - 2
    assert calls.input_tokens == 100 * len(stages)
    assert calls.cost_usd is not None
    assert 0.0 < calls.cost_usd < 0.05


def test_the_bodies_of_plan_and_synthesis_hold_schema_and_evidence_and_the_searches_only_words(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.write(writer(envelope(GOOD)))
    turn(server, vault, tmp_path / "runs", store="town papers")
    by_stage = {stage_of(sent): sent.body for sent in server.calls(SEARCH)}
    for stage, field in (("plan", "local_queries"), ("write", "answer_markdown")):
        config = by_stage[stage]["generationConfig"]
        assert isinstance(config, dict)
        assert config["responseMimeType"] == "application/json"
        assert field in json.dumps(config["responseJsonSchema"])
        assert "temperature" not in config
    assert "$18,400 from Varney Timber" in json.dumps(by_stage["write"]["contents"])
    assert "$18,400" not in json.dumps(by_stage["plan"])
    search = by_stage["search local"]
    assert "responseJsonSchema" not in json.dumps(search)
    assert 'town_key = \\"alder falls\\"' in json.dumps(search)


def test_an_answer_that_fails_its_audit_is_sent_back_once_with_its_findings(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.write(writer(envelope(FALSE), envelope(GOOD)))
    result = turn(server, vault, tmp_path / "runs")
    repair = json.dumps(server.calls(SEARCH)[-1].body)
    assert "99,999" in repair
    assert (result.repaired, result.answer_source, result.answer.answer_markdown) == (True, "repair", GOOD)
    assert (result.calls.plan, result.calls.synthesis, result.calls.repair) == (1, 1, 1)


# covers: 51
def test_the_first_batch_of_a_turn_has_both_lanes_in_flight_at_the_store_together(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.add_document("fileSearchStores/s", "t", "x")
    together = threading.Barrier(4)  # 2 + 2 queries: each answer waits for the other three
    grounded = reply_with("x", groundingMetadata={"groundingChunks": []})
    server.write(writer(envelope(GOOD)))
    server.fail(f"{WRITER}:generateContent", *[Answer(grounded, gather=together)] * 4)
    result = turn_without_sync(server, vault, tmp_path / "runs")
    first = result.retrieval.batches[0].queries
    assert [trace.lane for trace in first] == ["local", "local", "state", "state"]
    assert not any(trace.error for trace in first)


def turn_without_sync(server: LoopbackServer, vault: VaultIndex, folder: Path) -> TurnResult:
    """The question with a store that is there already."""

    async def run() -> TurnResult:
        async with service_for(server, store="fileSearchStores/s") as service:
            return await run_turn(ASK, services_of(vault, service, folder))

    return anyio.run(run)


DOWN: tuple[tuple[str, Answer], ...] = (
    ("401", refusal(401, "no")),
    ("429", refusal(429, "slow down", headers={"Retry-After": "60"})),
    ("503", refusal(503, "busy")),
    ("HTML", Answer(b"<html>")),
    ("blocked", Answer({"promptFeedback": {"blockReason": "SAFETY"}})),
    ("MAX_TOKENS", Answer(reply_with("{", finish="MAX_TOKENS"))),
    ("not JSON", Answer(reply_with("Sure!"))),
    ("dropped", Answer(drop=True)),
)


@pytest.mark.parametrize("answer", [a for _, a in DOWN], ids=[name for name, _ in DOWN])
def test_whatever_the_service_does_the_user_gets_a_checked_answer_that_says_what_failed(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path, answer: Answer
) -> None:
    server.add_document("fileSearchStores/s", "t", "x")
    server.fail(SEARCH, *[answer] * 200)
    result = turn_without_sync(server, vault, tmp_path / "runs")
    assert (result.audit.passed, result.answer.writer) == (True, "extract")
    assert "$18,400" in result.answer.answer_markdown
    told = " ".join(result.answer.limitations)
    assert "A search of the hosted store failed (E_MODEL" in told
    assert "The planning model did not help (E_MODEL" in told
    assert "The model did not give a usable answer (E_MODEL" in told
    assert result.retrieval.receipts[0].failed is False
    assert CANARY not in result.model_dump_json()
    assert CANARY not in (tmp_path / "runs" / "run-1.jsonl").read_text("utf-8")


def test_with_the_store_down_the_model_s_own_answer_says_so_too(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.write(writer(envelope(GOOD)))
    server.fail(r"GET .*fileSearchStores", *[refusal(503, "busy")] * 200)

    async def run() -> TurnResult:
        async with service_for(server, store="town papers", first_wait_s=0.0) as service:
            return await run_turn(ASK, services_of(vault, service, tmp_path / "runs"))

    result = anyio.run(run)
    assert (result.answer.writer, result.audit.passed) == ("model", True)
    assert result.answer.limitations == (
        "A search of the hosted store failed (E_MODEL_UNAVAILABLE); there the answer rests on the local vault alone.",
    )


def test_a_question_stops_asking_at_its_ceiling_and_is_answered_all_the_same(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.write(writer(envelope(GOOD)))
    result = turn(server, vault, tmp_path / "runs", store="town papers", ceiling_usd=0.000001)
    assert [stage_of(sent) for sent in server.calls(SEARCH)] == ["plan"]
    assert (result.answer.writer, result.audit.passed) == ("extract", True)
    assert "$18,400" in result.answer.answer_markdown


def test_a_hosted_turn_is_replayed_from_its_capsule_without_the_service(
    server: LoopbackServer, vault: VaultIndex, tmp_path: Path
) -> None:
    server.write(writer(envelope(GOOD)))
    first = turn(server, vault, tmp_path / "runs", store="town papers")
    server.sent.clear()
    again = anyio.run(replay, read_capsule(tmp_path / "runs" / "run-1.jsonl"))
    assert (again.same, server.sent) == (True, [])
    assert again.result.calls == first.calls
