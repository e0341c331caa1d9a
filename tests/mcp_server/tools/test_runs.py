"""The tool path is the path of `ask`: the same evidence, hops, tier and words; the operator's settings hold on it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from fakes import corpus_dir
from mcp_fakes import serving
from turn_fakes import run_turn

from mcp_server.app import Workshop
from mcp_server.cli.main import main
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask, HopAsk
from mcp_server.tools.retrieval import context_of, decide_hop, made_plan, retrieve_lanes
from mcp_server.tools.runs import brief_of_run, run_of
from mcp_server.tools.write import written

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parents[2] / "golden" / "alder_falls.jsonl"
QUESTIONS = [json.loads(line)["question"] for line in GOLDEN.read_text("utf-8").splitlines()]


async def _same_by_ask_and_by_tools(shop: Workshop, ask: Ask) -> None:
    """The whole turn at once, and its steps as an assistant calls them: search, decide until it says stop, write."""
    asked, context = context_of(shop, ask)
    whole = await run_turn(asked, shop.services(model=False, run_id="run_whole"), context)
    found = await retrieve_lanes(shop, ask)
    identity = found.retrieval_id
    decision = await decide_hop(shop, HopAsk(retrieval_id=identity))
    held = run_of(shop, identity)
    assert decision.decision == whole.retrieval.decisions[-1].decision
    assert decision.stop_reason == whole.retrieval.decisions[-1].stop_reason
    answer = await written(shop, identity, ask)
    brief = brief_of_run(shop, held)
    assert held.reading == whole.brief.reading
    assert answer.answer_markdown == whole.answer.answer_markdown
    assert brief.retrieval.merged == whole.retrieval.merged
    assert brief.retrieval.hops == whole.retrieval.hops
    assert brief.retrieval.rounds == whole.retrieval.rounds
    assert brief.strength == whole.strength
    assert answer.audit_passed == whole.audit.passed


@pytest.mark.parametrize("question", QUESTIONS[::3])
async def test_ask_and_the_tools_give_the_same_to_the_byte(vault: Path, question: str) -> None:
    shop = Workshop(Config(vault=vault))
    try:
        await _same_by_ask_and_by_tools(shop, Ask(question=question, writer="extract"))
    finally:
        await shop.aclose()


async def test_the_places_held_are_remembered_and_are_those_of_the_vault(vault: Path) -> None:
    shop = Workshop(Config(vault=vault))
    try:
        assert shop.places() == shop.library.places() != {}
        assert shop.places() is shop.places()
    finally:
        await shop.aclose()


CORPUS_VAULT = os.environ.get("OPENCOUNCIL_CORPUS_VAULT", "")
"""A vault of the real records, made by `opencouncil ingest`; it is copied before it is used."""
DEVELOPMENT = corpus_dir() / "qa" / "dev.jsonl" if corpus_dir() else None
EVERY = int(os.environ.get("OPENCOUNCIL_EVERY", "8"))


@pytest.mark.skipif(not CORPUS_VAULT or DEVELOPMENT is None, reason="OPENCOUNCIL_CORPUS_VAULT names no vault")
async def test_ask_and_the_tools_give_the_same_on_real_records(tmp_path: Path) -> None:
    assert DEVELOPMENT is not None
    rows = [json.loads(line) for line in DEVELOPMENT.read_text("utf-8").splitlines()][::EVERY]
    shop = Workshop(Config(vault=Path(shutil.copy(CORPUS_VAULT, tmp_path / "v.vault"))))
    try:
        for row in rows:
            await _same_by_ask_and_by_tools(
                shop, Ask(question=row["question"], town=row["town"] or "", writer="extract")
            )
    finally:
        await shop.aclose()


async def test_a_plan_handed_in_obeys_the_operators_settings(vault: Path) -> None:
    variables = (("OPENCOUNCIL_LOCAL_CONTEXT_CAP", "3"), ("OPENCOUNCIL_MERGED_CONTEXT_CAP", "5"))
    shop = Workshop(Config(vault=vault, variables=variables))
    try:
        question = "What was decided about the Mill Lane footbridge in Alder Falls?"
        draft = (await made_plan(shop, Ask(question=question))).plan.model_dump()
        found = await retrieve_lanes(shop, Ask(question=question, plan=draft))
    finally:
        await shop.aclose()
    assert 0 < found.local <= 3
    assert found.total <= 5


@pytest.mark.parametrize("wait_s", [0, 3, 25])
def test_research_called_from_the_command_line_ends_with_its_answer(
    vault: Path, wait_s: int, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = json.dumps({"question": QUESTIONS[1], "wait_s": wait_s, "writer": "extract"})
    assert main(["--vault", str(vault), "call", "research", arguments, "--json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert done["state"] == "done"
    assert "$18,400" in done["answer"]["answer_markdown"]


ARTICLE = (
    "Heron Park boardwalk reopens without a permit\n\nBy Dana Whitlow\n\nALDER FALLS, N.H. — On March 6, 2031 the"
    " select board voted 2-1 to reopen the boardwalk at Heron Park in Alder Falls.\n\nThe building inspector had told"
    " the board that no building permit was ever issued for the repair, and the ramp too steep for a wheelchair.\n\n"
    "A resident asked who would pay if somebody fell. Robin Osgood, who chairs the board, said the boardwalk would be"
    " inspected again in the spring by an engineer. The board took no further questions on the boardwalk that evening."
)
ABOUT_IT = ("What actions taken by the select board led to potential liability?", "When is the boardwalk inspected?")
NOT_ABOUT_IT = ("What is the fine for parking on Camp Road?", "What is the town budget?")


async def test_what_is_pasted_in_one_call_is_used_in_the_next_when_the_question_is_about_it(vault: Path) -> None:
    with serving(vault) as (server, _):

        async def call(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        first = await call("two_lane_retrieve", question=f"{ABOUT_IT[0]}\n\n{ARTICLE}")
        session = first["session_id"]
        assert session
        for question in (*ABOUT_IT, *NOT_ABOUT_IT):
            found = await call("two_lane_retrieve", question=question, session_id=session)
            brief = await call("synthesize", retrieval_id=found["retrieval_id"], writer="host")
            assert ("[USER] Heron Park" in str(brief["brief"])) is (question in ABOUT_IT), question


async def test_a_session_that_is_not_known_is_refused(vault: Path) -> None:
    with serving(vault) as (server, _):
        done = await server.call_tool("two_lane_retrieve", {"question": ABOUT_IT[0], "session_id": "session_x"})
    assert dict(done.structured_content or {})["error"]["code"] == "E_HANDLE"  # type: ignore[index, call-overload]
