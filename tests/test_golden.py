"""The golden set: a dozen questions about the invented sample town, answered whole and offline, in every CI run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import anyio
import pytest
from turn_fakes import run_turn, services_of

from pipeline.ask.issue import PlanContext
from pipeline.types import Question, TurnResult
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parent / "golden" / "alder_falls.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultIndex]:
    folder = tmp_path_factory.mktemp("golden")
    with VaultIndex.open(folder / "sample.vault", create=True) as index:
        ingest(index, [Path(str(files("mcp_server").joinpath("sample")))])
        yield index


def answer(index: VaultIndex, question: str) -> TurnResult:
    return anyio.run(run_turn, Question(text=question), services_of(index), PlanContext(known_towns=index.towns()))


# covers: 139, 349, 361
@pytest.mark.parametrize("row", [row for row in GOLDEN if "known_miss" not in row], ids=lambda row: str(row["id"]))
def test_a_golden_question_is_answered_from_the_right_record_and_passes_its_audit(
    sample: VaultIndex, row: dict[str, object]
) -> None:
    result = answer(sample, str(row["question"]))
    shown = " ".join(result.answer.answer_markdown.split())
    assert result.audit.passed, [finding.message for finding in result.audit.findings]
    for words in row["must"]:  # type: ignore[attr-defined]
        assert words in shown, shown
    for words in row["must_not"]:  # type: ignore[attr-defined]
        assert words not in shown, shown
    letter = {"local": "[L", "state": "[S"}.get(str(row["lane"]), "")
    assert letter in shown
    assert result.audit.word_count <= 500


@pytest.mark.parametrize("row", [row for row in GOLDEN if "known_miss" in row], ids=lambda row: str(row["id"]))
def test_a_known_miss_is_still_a_miss_and_says_so(sample: VaultIndex, row: dict[str, object]) -> None:
    result = answer(sample, str(row["question"]))
    assert not all(str(words) in result.answer.answer_markdown for words in row["must"])  # type: ignore[attr-defined]
    assert all(part.verdict == "open" for part in result.retrieval.answers)


# covers: 9, 129
def test_the_golden_questions_stay_within_the_caps_of_both_lanes(sample: VaultIndex) -> None:
    for row in GOLDEN:
        retrieval = answer(sample, str(row["question"])).retrieval
        assert len(retrieval.local) <= 10
        assert len(retrieval.state) <= 8
        assert len(retrieval.merged) <= 15
        assert {receipt.lane for receipt in retrieval.receipts} == {"local", "state"}


# covers: 75, 291
def test_a_vague_question_gets_the_conservative_plan_and_still_both_lanes_a_tier_and_an_audit(
    sample: VaultIndex,
) -> None:
    result = answer(sample, "records")
    assert result.plan.conservative
    assert {receipt.lane for receipt in result.retrieval.receipts if receipt.queries} == {"local", "state"}
    assert result.strength.tier in ("A", "B", "C")
    assert result.audit.passed
