"""The whole turn on a real vault of the invented town: with no model, with good and bad models, replayed, bounded."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from fakes import a_document, vault_with
from scripted_model import ScriptedModel, envelope
from turn_fakes import run_turn, services_of

from pipeline.ask.conversation import hear, with_town
from pipeline.ask.issue import PlanContext
from pipeline.ask.sessions import Session
from pipeline.errors import ModelTimeout
from pipeline.find.vault_engine import VaultEngine
from pipeline.record.capsule import read_capsule, verify
from pipeline.record.replay import replay
from pipeline.services import Services
from pipeline.types import Question, TurnResult
from vault.errors import InputError, VaultError
from vault.store.index import VaultIndex
from vault.types import Filters, Lane, Query, SearchAnswer

BRIDGE = (
    "Osgood moved to accept the bid of $18,400 from Varney Timber for the Mill Lane footbridge. Tibbetts seconded. "
    "All were in favor. Motion passed 3-0. The footbridge stays closed until the repair is done."
)
MERGER = (
    "Case #31-07-LM: Osgood Timber LLC is requesting a three lot, Lot Merger. Tibbetts made a motion to approve the "
    "lot merger for case # 31-07-LM. Pelham seconded. All were in favor. Motion passed."
)
GUIDE = (
    "A town may accept a bid for the repair of a public bridge at a posted meeting. This guide explains in plain words "
    "how towns buy repairs; it is not the text of a law."
)
ASK = Question(text="How much is the bid for the Mill Lane footbridge in Alder Falls?")

AROUND: Any = {"known_towns": ("Alder Falls",), "now": datetime(2031, 6, 1, tzinfo=UTC)}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultIndex]:
    documents = [
        a_document("af-sb-2031-05-12", BRIDGE, board="Select Board", date="2031-05-12", title="Select Board minutes"),
        a_document("af-pb-2031-05-20", MERGER, date="2031-05-20", title="Planning Board minutes"),
        a_document(
            "nh-guide-bridges",
            GUIDE,
            lane="state",
            town="",
            board="State bridge office",
            doc_type="guidance",
            authority="official",
            title="Guide to bridge repairs",
        ),
    ]
    with vault_with(documents, tmp_path) as index:
        yield index


# covers: 1, 5, 7, 8, 10, 11, 12, 14, 18, 23, 24, 82, 126, 226, 354, 355, 356
def test_a_question_is_answered_offline_with_cited_verbatim_words(vault: VaultIndex, tmp_path: Path) -> None:
    result = anyio.run(run_turn, ASK, services_of(vault, tmp_path))
    assert "accept the bid of $18,400 from Varney Timber" in result.answer.answer_markdown
    assert "[L1]" in result.answer.answer_markdown
    assert result.audit.passed
    assert (result.calls.plan, result.calls.synthesis, result.calls.repair) == (0, 0, 0)
    assert result.calls.searches > 0
    assert result.stop_reason


# covers: 177, 228
def test_the_same_question_gives_the_same_bytes(vault: VaultIndex, tmp_path: Path) -> None:
    first = anyio.run(run_turn, ASK, services_of(vault, tmp_path / "a"))
    second = anyio.run(run_turn, ASK, services_of(vault, tmp_path / "b"))
    assert first.answer.model_dump_json() == second.answer.model_dump_json()


def test_a_run_is_recorded_and_replays_to_the_same_answer_without_the_vault(vault: VaultIndex, tmp_path: Path) -> None:
    result = anyio.run(run_turn, ASK, services_of(vault, tmp_path))
    capsule = read_capsule(tmp_path / "runs" / f"{result.run_id}.jsonl")
    vault.close()
    again = anyio.run(replay, capsule)
    assert verify(capsule).whole
    assert again.same
    assert again.result.audit == result.audit


def test_a_run_with_a_model_replays_its_replies(vault: VaultIndex, tmp_path: Path) -> None:
    good = envelope("The board accepted the bid of $18,400 from Varney Timber [L1]. The motion passed 3-0 [L1].")
    model = ScriptedModel("{}", good)
    result = anyio.run(run_turn, ASK, services_of(vault, tmp_path, model))
    again = anyio.run(replay, read_capsule(tmp_path / "runs" / f"{result.run_id}.jsonl"))
    assert result.answer.writer == "model"
    assert again.same


def test_a_changed_capsule_is_not_replayed(vault: VaultIndex, tmp_path: Path) -> None:
    result = anyio.run(run_turn, ASK, services_of(vault, tmp_path))
    path = tmp_path / "runs" / f"{result.run_id}.jsonl"
    path.write_text(path.read_text("utf-8").replace("18,400", "81,400"), "utf-8")
    with pytest.raises(InputError, match="not whole"):
        anyio.run(replay, read_capsule(path))


# covers: 126, 331, 348
def test_a_model_that_always_fails_costs_its_budget_and_the_user_still_gets_extracts(
    vault: VaultIndex, tmp_path: Path
) -> None:
    model = ScriptedModel(ModelTimeout("slow"), ModelTimeout("slow"))
    result = anyio.run(run_turn, ASK, services_of(vault, tmp_path, model))
    assert result.answer.writer == "extract"
    assert "$18,400" in result.answer.answer_markdown
    assert result.audit.passed
    assert "E_MODEL_TIMEOUT" in " ".join(result.answer.limitations)
    assert (result.calls.plan, result.calls.synthesis, result.calls.repair) == (1, 1, 0)


# covers: 227, 231, 241, 330
@pytest.mark.parametrize(
    "reply",
    [
        "",
        "not json",
        envelope(""),
        envelope("I'm sorry, I cannot help."),
        envelope("The bid was $99,999 [L1]. The motion failed 0-3 [L1]."),
        envelope("RSA 234:5 requires it. You may wish to consult counsel."),
        envelope("### Summary\n- The bid was $18,400 [L9]\n"),
        envelope("word " * 900),
    ],
)
def test_however_a_model_misbehaves_the_shown_answer_passes_its_audit(
    vault: VaultIndex, tmp_path: Path, reply: str
) -> None:
    model = ScriptedModel("{}", reply, reply)
    result: TurnResult = anyio.run(run_turn, ASK, services_of(vault, tmp_path, model))
    assert result.audit.passed
    assert result.calls.repair <= 1
    assert "$99,999" not in result.answer.answer_markdown
    assert result.answer.answer_markdown.strip()


class HalfBroken:
    """An engine whose state lane fails."""

    def __init__(self, engine: VaultEngine) -> None:
        self.engine = engine

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        if lane == "state":
            raise VaultError("the disk is gone")
        return await self.engine.search(query, lane, filters, limit)


def test_a_failed_lane_is_told_and_the_other_lane_answers(vault: VaultIndex, tmp_path: Path) -> None:
    services = services_of(vault, tmp_path)
    broken = Services(**{**services.__dict__, "engine": HalfBroken(VaultEngine(vault))})
    result = anyio.run(run_turn, ASK, broken)
    assert "$18,400" in result.answer.answer_markdown
    assert any("state law and guidance failed" in line for line in result.answer.limitations)


def test_an_empty_follow_up_is_asked_back_and_costs_nothing(vault: VaultIndex, tmp_path: Path) -> None:
    result = anyio.run(run_turn, Question(text="and?"), services_of(vault, tmp_path, ScriptedModel()))
    assert result.answer.answer_markdown == result.plan.clarification
    assert result.calls.searches == 0
    assert not result.audit.complete


def test_a_question_the_vault_cannot_answer_says_so(vault: VaultIndex, tmp_path: Path) -> None:
    result = anyio.run(run_turn, Question(text="When does the Pine Hollow library open?"), services_of(vault, tmp_path))
    assert result.audit.passed
    assert "no record found answers this" in result.answer.answer_markdown.lower()


# covers: 155, 143, 147, 156
def test_a_pasted_text_is_stored_before_the_search_and_read_in_the_next_turn() -> None:
    article = "\n\n".join(
        f"Paragraph {n}: the select board of Alder Falls spoke at length about the Mill Lane footbridge."
        for n in range(9)
    )
    first = hear(Question(text=f"{article}\n\nHow much will the footbridge cost?"), Session(id="s-1"), **AROUND)
    assert first.question.text == "How much will the footbridge cost?"
    assert len(first.session.sources) == 1
    session = with_town(first.session, "Alder Falls")
    later = hear(Question(text="When does the footbridge open?"), session, **AROUND)
    assert later.context.session_town == "Alder Falls"
    assert len(later.context.sources) == 1
    assert later.session.sources == session.sources
    assert later.session.asked == "When does the footbridge open?"


# covers: 205, 206, 218
def test_pasted_text_answers_when_the_archive_has_nothing(tmp_path: Path) -> None:
    told = "\n\n".join(
        ["The ferry at Pelham Landing will stop on October 3, the harbor master told a crowd on Monday evening."]
        + [f"Residents spoke for {n} hours about the ferry at Pelham Landing and its old engine." for n in range(2, 9)]
    )
    with vault_with([a_document("af-pb", MERGER)], tmp_path) as empty:
        services = services_of(empty, tmp_path)
        heard = hear(Question(text=f"{told}\n\nWhen will the ferry at Pelham Landing stop?"), Session(id=""), **AROUND)
        result = anyio.run(run_turn, heard.question, services, heard.context)
    assert "No relevant documents" not in result.answer.answer_markdown
    assert isinstance(heard.context, PlanContext)
    assert result.audit.passed


ARTICLE = """ALDER FALLS — The select board voted 2-1 on Monday to release the last payment for the Heron Marsh walk.

By Dana Whitlow, Staff Reporter. Chair Ruth Pelham said the inspector had found that the boardwalk ramp has no handrail.

Member Osgood voted against the payment and asked who would be liable if a visitor fell from the boardwalk ramp.

Member Tibbetts said the contractor had built what the town asked for and that the board had acted in good faith."""
LIABILITY = (
    "A town may be liable for negligence when it knows that a public walkway is unsafe and does not repair it. A "
    "member of a select board who votes in good faith is as a rule not liable in person. This guide explains in plain "
    "words, "
    "and is not the text of a law."
)
ACCESS = (
    "Public walkways built by a town must meet accessibility rules. A ramp needs a handrail on both sides, and a "
    "public walkway that does not meet the rules may create liability for the town. This guide is an explanation."
)
BARN = (
    "The select board spoke about the Wexford horse barn and its manure. The Wexford horse barn owner was told to move "
    "the manure. The select board may be liable for nothing, said Wexford."
)


@pytest.fixture
def marsh(tmp_path: Path) -> Iterator[VaultIndex]:
    guide = {"lane": "state", "town": "", "board": "State office", "doc_type": "guidance", "authority": "official"}
    documents = [
        a_document("af-sb-barn", BARN, board="Select Board", date="2031-02-03", title="Select Board minutes"),
        a_document("nh-guide-liability", LIABILITY, **guide, title="Guide to municipal liability"),
        a_document("nh-guide-access", ACCESS, **guide, title="Guide to accessible walkways"),
    ]
    with vault_with(documents, tmp_path) as index:
        yield index


# covers: 125, 202, 203, 204, 232, 211, 212, 213, 214, 216, 217, 233, 238, 342, 343, 344, 346, 352, 353, 423, 424
# covers: 425, 426, 427, 429
def test_a_pasted_article_and_a_liability_question_get_state_law_and_no_other_matter(
    marsh: VaultIndex, tmp_path: Path
) -> None:
    services = services_of(marsh, tmp_path)
    ask = "What actions taken by the select board led to potential liability?"
    heard = hear(Question(text=f"{ARTICLE}\n\n{ask}"), Session(id=""), **AROUND)
    result = anyio.run(run_turn, heard.question, services, heard.context)
    markdown = result.answer.answer_markdown
    law = markdown.split("What the law generally requires")[1].split("##")[0]
    happened = markdown.split("What happened")[1].split("##")[0]
    assert result.plan.route.format == "analysis"
    assert result.audit.passed
    assert result.audit.word_count <= 500
    assert law.count("[S") >= 2
    assert "[USER]" in happened
    assert "[USER]" not in markdown.replace(happened, "")
    assert "RSA" not in markdown
    assert "barn" not in law
    assert result.strength.tier in ("A", "B")
    assert result.retrieval.used_second_pass
    assert "No relevant documents" not in markdown
    assert not any(tail in markdown.lower() for tail in ("next step", "pull next", "consult", "upload"))


def test_a_full_name_of_another_matter_that_the_search_met_is_an_audit_error(tmp_path: Path) -> None:
    other = "Harold Brown asked for a variance for his barn. Harold Brown said the boardwalk ramp is nobody's barn."
    documents = [a_document(f"af-zba-{n}", f"{other} It was case {n}.", board="Zoning Board") for n in (1, 2, 3)]
    heard = hear(Question(text=f"{ARTICLE}\n\nWhat was said of the boardwalk ramp?"), Session(id=""), **AROUND)
    model = ScriptedModel(
        "{}", envelope("Harold Brown asked for a variance for his barn [L1]."), envelope("Nothing [L1].")
    )
    with vault_with(documents, tmp_path) as index:
        services = services_of(index, tmp_path, model)
        result = anyio.run(run_turn, heard.question, services, heard.context)
    assert "Harold Brown" in result.retrieval.strangers
    assert "Harold Brown" not in result.answer.answer_markdown
    assert "Stay in the current situation" in model.requests[-1].system + model.requests[-1].prompt


# covers: 239, 345
def test_without_state_text_a_liability_question_names_no_statute_and_says_what_is_missing(tmp_path: Path) -> None:
    with vault_with([a_document("af-sb-barn", BARN, board="Select Board")], tmp_path) as bare:
        services = services_of(bare, tmp_path)
        question = Question(text="Could the select board be liable for the horse barn?", format="analysis")
        result = anyio.run(run_turn, question, services)
    assert "RSA" not in result.answer.answer_markdown
    assert "state statute text was not found" in result.answer.answer_markdown
    assert result.audit.passed
