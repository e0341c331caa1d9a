"""The tools over the sample town: called in-process as assistants and the source documents call them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import anyio
import pytest
from mcp.types import TextContent
from mcp_fakes import listed_ids, serving, tokens
from pydantic import JsonValue

from mcp_server.config import Config
from mcp_server.server import CouncilServer
from mcp_server.tools.listed import Tools
from mcp_server.worker import Crew

pytestmark = pytest.mark.anyio

CASE = "What did the Alder Falls Planning Board decide about case #31-07-LM?"
PETITION = "How many signatures does a petitioned warrant article need?"
PASTE = (
    "Footbridge vote divides Alder Falls\n\nBy Dana Whitlow\n\n"
    "ALDER FALLS, N.H. — The Mill Lane footbridge will be repaired after a vote of town meeting on March 12, 2031.\n\n"
) + "The closing of the Mill Lane footbridge in January led to a debate about the cost of the floor beams. " * 8


@pytest.fixture
def server(vault: Path) -> Iterator[CouncilServer]:
    with serving(vault) as (made, _):
        yield made


async def _call(server: CouncilServer, tool: str, **arguments: object) -> dict[str, JsonValue]:
    result = await server.call_tool(tool, arguments)
    result.model_dump_json(by_alias=True)
    return dict(result.structured_content or {})


def _part(value: JsonValue, *path: str | int) -> JsonValue:
    for step in path:
        value = value[step]  # type: ignore[index, call-overload]
    return value


# covers: 33, 34, 36, 41, 42, 43, 44, 292
async def test_two_lanes_come_back_with_labels_provenance_and_a_handle(server: CouncilServer) -> None:
    found = await _call(server, "two_lane_retrieve", question=PETITION, town="Alder Falls")
    passages = found["passages"]
    assert isinstance(passages, list)
    assert str(found["retrieval_id"]).startswith("run_")
    assert {str(_part(one, "label"))[0] for one in passages} == {"L", "S"}
    assert all(_part(one, "sha256") and _part(one, "id") for one in passages)
    assert {_part(one, "lane") for one in passages} == {"local", "state"}
    assert found["total"] == found["local"] + found["state"]  # type: ignore[operator]


# covers: 35, 37, 38, 39, 40
async def test_every_input_of_the_two_lane_search_is_taken(server: CouncilServer) -> None:
    found = await _call(
        server, "two_lane_retrieve", question=CASE, town="Alder Falls", boards="Planning Board", domains=["zoning"],
        prefer_recent=True, scope_hint="local",
    )  # fmt: skip
    assert "error" not in found
    texts = " ".join(str(_part(one, "text")) for one in found["passages"])  # type: ignore[union-attr]
    assert "31-07-LM" in texts


async def test_an_assistant_can_drive_the_whole_loop_by_hand(server: CouncilServer) -> None:
    planned = await _call(server, "plan_issue_map", question=PETITION)
    found = await _call(server, "two_lane_retrieve", question=PETITION, plan=planned["plan"])
    handle = found["retrieval_id"]
    decided = await _call(server, "decide_next_hop", retrieval_id=handle)
    if decided["decision"] != "stop":
        widened = await _call(server, "two_lane_retrieve", extend=handle)
        assert widened["retrieval_id"] == handle
        assert int(str(widened["total"])) >= int(str(found["total"]))
    brief = await _call(server, "synthesize", retrieval_id=handle, writer="host")
    assert str(handle) in str(brief["next_step"])
    assert "<<<EVIDENCE" in str(brief["brief"])
    state = next(one for one in found["passages"] if _part(one, "lane") == "state")  # type: ignore[union-attr]
    draft = f"A petition needs 25 or more registered voters or 2 percent [{_part(state, 'label')}]. Not fewer than 10."
    report = await _call(server, "audit", retrieval_id=handle, text=draft)
    assert isinstance(report["passed"], bool)
    assert _part(report["rows"], 0, "verdict")


async def test_synthesis_gives_the_seven_fields_and_is_audited(server: CouncilServer) -> None:
    found = await _call(server, "two_lane_retrieve", question=CASE)
    answer = await _call(server, "synthesize", retrieval_id=found["retrieval_id"])
    for field in (
        "answer_markdown", "used_statewide", "statewide_reason", "applicability_check", "assumptions", "limitations",
        "suggested_followups",
    ):  # fmt: skip
        assert field in answer
    assert answer["audit_passed"] is True
    assert answer["writer"] == "extract"
    assert "key" in str(answer["degraded"])
    assert "[L1]" in str(answer["answer_markdown"])
    assert _part(answer["sources"], 0, "page") == 1


@pytest.mark.parametrize("name", ["simple", "overview", "analysis"])
async def test_a_caller_may_name_the_format(server: CouncilServer, name: str) -> None:
    found = await _call(server, "two_lane_retrieve", question=PETITION)
    answer = await _call(server, "synthesize", retrieval_id=found["retrieval_id"], format=name)
    assert answer["format"] == name
    assert answer["audit_passed"] is True


async def test_a_model_as_writer_without_a_key_is_refused_with_the_other_choices(server: CouncilServer) -> None:
    found = await _call(server, "two_lane_retrieve", question=CASE)
    refused = await _call(server, "synthesize", retrieval_id=found["retrieval_id"], writer="model")
    assert _part(refused, "error", "code") == "E_NO_MODEL"
    assert _part(refused, "error", "valid") == ["auto", "extract", "host"]


async def test_research_answers_in_one_call_and_its_evidence_can_be_audited(server: CouncilServer) -> None:
    done = await _call(server, "research", question=CASE, writer="extract")
    assert done["state"] == "done"
    assert "3-0-1" in str(done) or "31-07-LM" in str(done)
    handle = _part(done, "answer", "retrieval_id")
    report = await _call(server, "audit", retrieval_id=handle, text=str(_part(done, "answer", "answer_markdown")))
    assert report["passed"] is True


async def test_a_run_can_be_fetched_again_by_its_id(server: CouncilServer) -> None:
    done = await _call(server, "research", question=CASE, writer="extract")
    again = await _call(server, "research", run_id=done["run_id"])
    assert again == done


async def test_a_run_that_takes_longer_hands_out_its_id(server: CouncilServer) -> None:
    begun = await _call(server, "research", question=CASE, wait_s=0, writer="extract")
    assert begun["state"] in ("running", "done")
    done = await _call(server, "research", run_id=begun["run_id"], wait_s=20)
    assert done["state"] == "done"


async def test_a_run_can_be_cancelled(server: CouncilServer) -> None:
    begun = await _call(server, "research", question=CASE, wait_s=0, writer="extract")
    ended = await _call(server, "research", run_id=begun["run_id"], action="cancel")
    assert ended["state"] in ("cancelled", "done")
    assert (await _call(server, "vault_status"))["ready"] is True


# covers: 143, 204, 362
async def test_a_pasted_text_is_remembered_and_cited_as_the_users(server: CouncilServer) -> None:
    session = await _call(server, "add_session_source", text=PASTE)
    assert session["type"] == "article"
    assert session["town"] == "Alder Falls"
    question = "What does the article say about the Mill Lane footbridge vote, and is it legal?"
    planned = await _call(server, "plan_issue_map", question=question, session_id=session["session_id"])
    assert planned["town"] == "Alder Falls"
    done = await _call(server, "research", question=question, session_id=session["session_id"], writer="extract")
    assert done["state"] == "done"


async def test_text_in_the_shape_of_json_is_kept_word_for_word(server: CouncilServer) -> None:
    session = await _call(server, "add_session_source", text='{"minutes": ["The board met.", "It voted."]}')
    assert session["chars"] == 44


async def test_only_the_last_three_pasted_texts_are_kept(server: CouncilServer) -> None:
    first = await _call(server, "add_session_source", text="The first text the user pasted.")
    for number in range(4):
        last = await _call(
            server, "add_session_source", text=f"Text number {number} the user pasted.", session_id=first["session_id"]
        )
    assert last["sources_held"] == 3


async def test_a_source_is_read_by_passage_page_and_statute(server: CouncilServer) -> None:
    hits = await _call(server, "search_vault", query='"floor beams"')
    passage = await _call(server, "read_source", id=_part(hits["passages"], 0, "id"))
    page = await _call(server, "read_source", id="sample-select-board-2031-02-04", page=1)
    assert "floor beams" in str(passage["text"])
    assert page["pages"] == 1
    missing = await _call(server, "read_source", id="RSA 39:3")
    assert _part(missing, "error", "code") == "E_UNKNOWN_SOURCE"
    assert "RSA 39:3 is not in the vault" in str(_part(missing, "error", "next_call"))


async def test_a_long_source_is_read_in_stretches_that_join(server: CouncilServer) -> None:
    whole = str((await _call(server, "read_source", id="sample-planning-board-2031-05-20"))["text"])
    parts, arguments = [], {"id": "sample-planning-board-2031-05-20", "limit": 500}
    while True:
        part = await _call(server, "read_source", **arguments)
        parts.append(str(part["text"]))
        if "next_cursor" not in part:
            break
        arguments = {"cursor": str(part["next_cursor"]), "limit": 500}
    assert "".join(parts) == whole
    assert len(parts) > 2


async def test_search_tells_the_true_total_and_pages_through_all(server: CouncilServer) -> None:
    first = await _call(server, "search_vault", query="motion", exhaustive=True, limit=1)
    total = int(str(first["total"]))
    seen, cursor = listed_ids(first), first.get("next_cursor")
    while cursor:
        page = await _call(server, "search_vault", query="motion", exhaustive=True, limit=1, cursor=cursor)
        seen += listed_ids(page)
        cursor = page.get("next_cursor")
    assert len(seen) == len(set(map(str, seen))) == total > 1


async def test_an_empty_search_says_why(server: CouncilServer) -> None:
    found = await _call(server, "search_vault", query="zeppelin")
    assert (found["total"], found["shown"]) == (0, 0)
    assert found["zero_reason"] == "not_in_vault"


async def test_the_pages_of_a_retrieval_follow_one_another(server: CouncilServer) -> None:
    first = await _call(server, "two_lane_retrieve", question=PETITION, limit=2)
    rest = await _call(server, "two_lane_retrieve", cursor=first["next_cursor"], limit=50)
    labels = [_part(one, "label") for one in (*first["passages"], *rest["passages"])]  # type: ignore[misc]
    assert len(labels) == len(set(map(str, labels))) == first["total"]


async def test_the_status_names_towns_and_gaps(server: CouncilServer) -> None:
    status = await _call(server, "vault_status")
    assert status["towns"] == ["Alder Falls"]
    assert status["documents"] == 9
    assert _part(status["boards"], 0, "records")


# covers: 447, 448, 449, 450, 453, 482, 483, 485, 486, 487
async def test_the_hop_controller_takes_the_state_of_a_callers_own_research(server: CouncilServer) -> None:
    decided = await _call(
        server,
        "decide_next_hop",
        topic="Who pays for the Mill Lane footbridge?",
        depth="standard",
        current_hop=2,
        summaries_so_far=[
            "North Ridge Timberworks quoted the Mill Lane footbridge repair.",
            "North Ridge Timberworks again.",
        ],
        sources_so_far=[
            {"tier": "T2", "is_primary": False, "url": "https://example.org/1"},
            {"credibility_score": 0.75},
        ],
        hop_genealogy=[{"pattern": "causal_chain", "from": "the bridge", "sources_kept": 2}],
        seen_urls=["https://example.org/1"],
        contradiction_rate=0.22,
    )
    assert decided["decision"] == "continue"
    assert decided["contradiction_rate"] == 0.22
    hop = decided["next_hop"]
    score = _part(hop, "candidate_score")
    assert isinstance(score, Mapping)
    parts = [int(str(score[name])) for name in ("frequency", "novelty", "connectedness", "specificity")]
    assert sum(parts) == score["total"]
    assert len(str(decided["self_reflection"]).split()) <= 80


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("two_lane_retrieve", {"question": "  "}, "E_INPUT"),
        ("two_lane_retrieve", {"question": "and?"}, "E_NO_SUBJECT"),
        ("two_lane_retrieve", {"question": "x" * 70_000}, "E_TOO_LONG"),
        ("two_lane_retrieve", {"cursor": "nonsense"}, "E_CURSOR"),
        ("two_lane_retrieve", {"extend": "retrieval_none"}, "E_HANDLE"),
        ("two_lane_retrieve", {"question": "parking", "plan": {"querys": []}}, "E_PLAN"),
        ("two_lane_retrieve", {"question": "parking", "session_id": "session_none"}, "E_HANDLE"),
        ("decide_next_hop", {}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "sources_so_far": [{"tier": "T9"}]}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "sources_so_far": [{"credibility_score": float("nan")}]}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "contradiction_rate": float("nan")}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "contradiction_rate": 1.2}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "confidence_target": 0.99}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "max_hops": 99}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "max_hops": -1}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "hop_genealogy": [{"pattern": "guess"}]}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "hop_genealogy": [{"sources_kept": -4}]}, "E_INPUT"),
        ("decide_next_hop", {"topic": "t", "vault_index_path": "/elsewhere/other.vault"}, "E_CHOICE"),
        ("synthesize", {"retrieval_id": "retrieval_none"}, "E_HANDLE"),
        ("synthesize", {"retrieval_id": ""}, "E_HANDLE"),
        ("audit", {"text": "", "retrieval_id": ""}, "E_INPUT"),
        ("research", {"run_id": "run_none"}, "E_HANDLE"),
        ("research", {}, "E_INPUT"),
        ("read_source", {"id": "../../etc/passwd"}, "E_UNKNOWN_SOURCE"),
        ("read_source", {"id": "sample-warrant-2031", "page": 99}, "E_NO_PAGE"),
        ("search_vault", {"query": "x", "doc_types": ["minuets"]}, "E_CHOICE"),
        ("search_vault", {"query": "x", "date_from": "May"}, "E_DATE"),
        ("search_vault", {"query": '"'}, None),
        ("search_vault", {"query": "NEAR(a b) AND fts:x*"}, None),
        ("add_session_source", {"text": "short"}, "E_LENGTH"),
        ("vault_statsu", {}, "E_UNKNOWN_TOOL"),
    ],
)
async def test_every_foreseeable_failure_has_a_code_and_a_next_call(
    server: CouncilServer, tool: str, arguments: dict[str, object], code: str | None
) -> None:
    found = await _call(server, tool, **arguments)
    if code is None:
        assert "error" not in found
        return
    assert _part(found, "error", "code") == code
    assert _part(found, "error", "next_call")


S4_FIELDS = {
    "topic", "current_hop", "decision", "confidence_score", "contradiction_rate", "self_reflection", "stop_reason",
    "facet_coverage", "open_parts", "local_queries", "state_queries",
}  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        {"current_hop": 3},
        {"current_hop": 1, "sources_so_far": [{"tier": "T4"}]},
        {"current_hop": 2, "sources_so_far": [{"tier": "T3", "text": "The Mill Road Bridge was closed."}]},
        {"current_hop": 20, "depth": "exhaustive"},
        {"current_hop": 2, "hop_genealogy": [{"pattern": "causal_chain", "from": "Mill Road Bridge"}] * 60},
        {"current_hop": 2, "sources_so_far": [{"tier": "T1"}] * 500},
    ],
)
async def test_every_decision_has_every_field_of_s4(server: CouncilServer, given: dict[str, object]) -> None:
    found = await _call(server, "decide_next_hop", topic="What did the bridge cost?", **given)
    assert found.keys() >= S4_FIELDS
    step = "replan_hint" if found["decision"] == "replan" else "next_hop"
    assert step in found
    assert (found[step] is None) == (found["decision"] == "stop")


async def test_no_evidence_comes_back_in_through_an_argument(server: CouncilServer) -> None:
    for tool in await server.list_tools():
        names = set(tool.input_schema["properties"])
        assert not names & {"evidence", "chunks", "passages", "brief", "sources", "retrieval"}


async def test_default_results_fit_two_thousand_tokens(server: CouncilServer) -> None:
    """Counted as characters / 4, in the text and in the structured content each."""
    found = await _call(server, "two_lane_retrieve", question=PETITION)
    calls: list[tuple[str, dict[str, object]]] = [
        ("vault_status", {}),
        ("plan_issue_map", {"question": CASE}),
        ("two_lane_retrieve", {"question": PETITION}),
        ("decide_next_hop", {"retrieval_id": found["retrieval_id"]}),
        ("synthesize", {"retrieval_id": found["retrieval_id"]}),
        ("research", {"question": CASE, "writer": "extract"}),
        ("audit", {"text": PASTE}),
        ("add_session_source", {"text": PASTE}),
        ("read_source", {"id": "sample-planning-board-2031-05-20"}),
        ("search_vault", {"query": "motion vote board"}),
    ]
    for name, arguments in calls:
        result = await server.call_tool(name, arguments)
        assert not result.is_error, name
        block = result.content[0]
        assert isinstance(block, TextContent)
        compact = json.dumps(result.structured_content, ensure_ascii=False, separators=(",", ":"))
        assert tokens(block.text) <= 2000, name
        assert tokens(compact) <= 2000, name


async def test_methods_may_be_called_without_any_server(vault: Path) -> None:
    crew = Crew(Config(vault=vault))
    try:
        view = await Tools(crew).plan_issue_map(question=CASE)
        assert view.town == "Alder Falls"
    finally:
        crew.close()


async def test_a_missing_vault_is_a_clear_error_until_there_is_one(tmp_path: Path, sample_vault: Path) -> None:
    target = tmp_path / "later.db"
    with serving(target) as (server, _):
        missing = await _call(server, "search_vault", query="bridge")
        assert _part(missing, "error", "code") == "E_VAULT_MISSING"
        assert (await _call(server, "vault_status"))["ready"] is False
        target.write_bytes(sample_vault.read_bytes())
        assert int(str((await _call(server, "search_vault", query="bridge"))["total"])) > 0


async def test_cancelling_a_call_leaves_the_server_answering(server: CouncilServer) -> None:
    with anyio.move_on_after(0.01):
        await server.call_tool("two_lane_retrieve", {"question": PETITION})
    assert (await _call(server, "vault_status"))["ready"] is True
