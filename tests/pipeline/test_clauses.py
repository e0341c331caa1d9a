"""Clauses of the source documents whose former tests would not have noticed their removal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from fakes import a_document, vault_with
from pydantic import ValidationError
from retrieval_fakes import ScriptedEngine, a_chunk, a_plan, gathering_of
from scripted_model import GUIDE, ScriptedModel, answering, envelope, evidence, make_brief, make_retrieval
from turn_fakes import run_turn, services_of

from pipeline.ask.conversation import hear
from pipeline.ask.issue import PlanContext
from pipeline.ask.sessions import Session
from pipeline.find.retrieve import Gathering
from pipeline.settings import Settings
from pipeline.types import Question, Retrieval, TurnResult
from pipeline.write.extract.compose import extract

TAX = "Osgood said the town rate of the property tax went up in 2031 because of the culvert on Mill Lane."
COUNTY = "The county apportionment of Alder Falls is $812,000 after the new jail."
WHY = "What did Osgood say of the culvert on Mill Lane in Alder Falls, and who runs the ferry at Pelham Landing?"
WHO = "What did Osgood say of the culvert on Mill Lane in Alder Falls?"


def _asked(folder: Path, question: str, model: ScriptedModel | None = None) -> TurnResult:
    documents = [
        a_document("af-sb", TAX, board="Select Board", date="2031-05-12", title="Select Board minutes"),
        a_document("af-county", COUNTY, date="2031-06-01", title="County apportionment"),
    ]
    with vault_with(documents, folder) as vault:
        return anyio.run(run_turn, Question(text=question), services_of(vault, folder, model), PlanContext())


def _gates(result: TurnResult) -> list[str]:
    return [batch.decision for batch in result.retrieval.batches if batch.decision.startswith("missing facet")]


# covers: 15, 28, 76, 77, 78, 79, 80, 128
def test_the_gate_asks_once_for_parts_that_are_missing_and_never_when_none_is(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    missing, whole = _asked(tmp_path / "a", WHY), _asked(tmp_path, WHO)
    assert len(_gates(missing)) == 1
    (asked,) = (batch.queries for batch in missing.retrieval.batches if batch.decision in _gates(missing))
    assert {one.lane for one in asked if "ferry" in one.query} == {"local", "state"}
    assert "who runs the ferry at Pelham Landing" in _gates(missing)[0]
    assert _gates(whole) == []


# covers: 81
def test_after_the_gate_one_synthesis_reads_what_it_brought(tmp_path: Path) -> None:
    model = ScriptedModel("{}", envelope("The town rate went up because of the culvert [L1]."), envelope(""))
    result = _asked(tmp_path, WHY, model)
    assert len(_gates(result)) == 1
    assert result.calls.synthesis == 1
    written = [request.prompt for request in model.requests if "because of the culvert" in request.prompt]
    assert written, "the writer saw no evidence"


# covers: 31
def test_no_setting_lets_more_than_forty_passages_together() -> None:
    with pytest.raises(ValidationError):
        Settings(merged_context_cap=41)
    words = ("culvert", "bridge", "fence", "dog", "pond", "mill", "road", "tree", "barn", "lamp")
    many = [
        a_chunk(n, f"The {words[n % 10]} of footbridge repair number {n} is new in lot {n * 7}.") for n in range(90)
    ]
    law = [
        one.changed(id=str(900 + n), lane="state", doc_id=f"law-{n}", doc_type="guidance") for n, one in enumerate(many)
    ]
    settings = Settings(merged_context_cap=40, local_context_cap=40, state_context_cap=40)
    gathering = gathering_of("footbridge repair", a_plan(caps=(40, 40)), ScriptedEngine(many, law), settings)
    assert len(_first_pass(gathering).merged) == 40, "of the seventy that the lanes would keep"


def _first_pass(gathering: Gathering) -> Retrieval:
    async def held() -> Retrieval:
        await gathering.first_pass()
        return gathering.result("run-1")

    return anyio.run(held)


# covers: 67
def test_a_short_answer_speaks_of_state_law_only_when_it_quotes_some() -> None:
    question = "Is a public hearing needed for a voluntary lot merger?"
    held = make_retrieval([], [evidence("S1", GUIDE)])
    state = answering(make_brief(question, retrieval=held, scope="statewide"), GUIDE.split(". ")[0])
    local = make_brief(scope="local")
    assert "[S1]" in extract(state).answer_markdown
    assert "[S" not in extract(local).answer_markdown
    assert "statewide" not in extract(local).answer_markdown.lower()


# covers: 214
def test_a_pasted_text_is_quoted_where_the_archive_holds_nothing_of_it(tmp_path: Path) -> None:
    told = "\n\n".join(
        ["The ferry at Pelham Landing will stop on October 3, the harbor master told a crowd on Monday evening."]
        + [f"Residents spoke for {n} hours about the ferry at Pelham Landing and its old engine." for n in range(2, 9)]
    )
    asked = Question(text=f"{told}\n\nWhen will the ferry at Pelham Landing stop?")
    heard = hear(asked, Session(id=""), known_towns=(), now=datetime(2031, 6, 1, tzinfo=UTC))
    with vault_with([a_document("af-county", COUNTY)], tmp_path) as vault:
        result = anyio.run(run_turn, heard.question, services_of(vault), heard.context)
    markdown = result.answer.answer_markdown
    assert "October 3" in markdown
    assert "[USER]" in markdown
    assert "No relevant documents" not in markdown
    assert "do not answer" not in markdown


# covers: 297
def test_a_lane_is_cut_by_the_engines_score_and_then_ordered_by_ours() -> None:
    plain = [a_chunk(n, f"The footbridge was painted on day {n} by a crew of {n} hands.") for n in range(1, 9)]
    meant = a_chunk(500, "The footbridge repair at Mill Lane was put off by the board.", title="Select Board minutes")
    asked = "What of the footbridge repair at Mill Lane?"
    held = _first_pass(gathering_of(asked, a_plan(), ScriptedEngine([*plain, meant])))
    assert len(held.local) > 1, "the engine's first ones are kept, too"
    assert held.local[0].chunk.id == meant.id
    far = [a_chunk(n, f"The footbridge was painted on day {n} by a crew of {n} hands.") for n in range(1, 200)]
    late = _first_pass(gathering_of(asked, a_plan(), ScriptedEngine([*far, meant])))
    assert late.local, "the first ones of the engine are kept"
    assert meant.id not in {item.chunk.id for item in late.local}
