"""The retrieval benchmarks run on an invented vault and print what they promise."""

import json
from pathlib import Path

import pytest
from fakes import a_document, vault_with

from benchmarks import ablation, retrieval_time

ROW = {
    "id": "q1",
    "question": "What was voted about the footbridge repair in Alder Falls?",
    "type": "simple",
    "gold": [{"doc_id": "af-1", "page": 1, "lane": "local"}],
}


@pytest.fixture
def given(tmp_path: Path) -> list[str]:
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps(ROW) + "\n", "utf-8")
    with vault_with([a_document("af-1", "The footbridge repair was voted."), a_document("af-2", "Dogs.")], tmp_path):
        pass
    return [str(questions), "--vault", str(tmp_path / "v.db")]


def test_the_ablation_gives_each_rule_s_delta_and_the_baseline(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ablation.main([*given, "--only", "focus", "finding aid", "--json"]) == 0
    lines = {line["name"]: line for line in json.loads(capsys.readouterr().out)}
    assert list(lines) == ["all rules", "without focus", "without finding aid", "BM25 in two lanes"]
    assert lines["all rules"]["recall"] == 1.0
    assert lines["all rules"]["recall_delta"] == 0.0


def test_an_unknown_rule_is_named(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert ablation.main([*given, "--only", "magic"]) == 2
    assert "magic" in capsys.readouterr().err


def test_the_time_is_given_beside_a_bare_query(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval_time.main([*given, "--warm", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["questions"] == 1
    assert figures["retrieve_p95_ms"] >= figures["retrieve_p50_ms"] > 0
    assert figures["queries_mean"] > 0


@pytest.mark.parametrize(("values", "share", "found"), [([], 0.5, 0), ([3, 1, 2], 0.5, 2), ([1, 2, 3, 4], 0.95, 4)])
def test_a_percentile_is_one_of_the_values(values: list[float], share: float, found: float) -> None:
    assert retrieval_time.percentile(values, share) == found
