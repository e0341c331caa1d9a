"""The benchmark of hops runs the product's loop on an invented vault and counts what each hop brought."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes import a_document, vault_with

from benchmarks import hops
from hop_controller.gains import gains
from hop_controller.types import PATTERNS

ROW = {
    "id": "q1",
    "question": "What did the footbridge repair cost in Alder Falls, and who was the lowest bidder?",
    "town": "Alder Falls",
    "type": "multi-hop",
    "gold": [{"doc_id": "af-1", "page": 1, "lane": "local"}],
}


def a_hop(gold: int, *, kind: str = "law", pattern: str = "causal_chain") -> hops.HopRow:
    return hops.HopRow.model_validate(
        {
            "pattern": pattern,
            "start": "x",
            "part": "p",
            "kind": kind,
            "sure": 0.1,
            "searches": 4,
            "added": 1,
            "gold": gold,
        }
    )


def a_run(*made: hops.HopRow, wanted: int = 2, before: int = 1) -> hops.QuestionRun:
    return hops.QuestionRun.model_validate(
        {
            "id": "q",
            "question": "?",
            "type": "multi-hop",
            "answerable": "yes",
            "gap": "",
            "wanted": wanted,
            "before": before,
            "after": before + sum(hop.gold for hop in made),
            "confidence": 0.5,
            "confidence_before": 0.4,
            "decisions": ("continue", "stop"),
            "stop_reason": "budget",
            "reasons": (),
            "searches": 9,
            "hops": made,
        }
    )


def test_the_loop_is_run_and_its_figures_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps(ROW) + "\n", "utf-8")
    with vault_with([a_document("af-1", "The footbridge repair cost $9,000."), a_document("af-2", "Dogs.")], tmp_path):
        pass
    records = tmp_path / "records.jsonl"
    assert hops.main(["--vault", str(tmp_path / "v.db"), "--questions", str(questions), "--records", str(records)]) == 0
    assert "all gold, multi-hop: 1.000 -> 1.000 of 1" in capsys.readouterr().out
    assert hops.QuestionRun.model_validate_json(records.read_text("utf-8")).after == 1


def test_a_pattern_that_brings_gold_is_worth_more_and_one_that_brings_none_less() -> None:
    before = gains()["law"]["causal_chain"]
    assert hops.fitted([a_run(a_hop(1))] * 20)["law"]["causal_chain"] > before
    assert hops.fitted([a_run(a_hop(0))] * 20)["law"]["causal_chain"] < before


def test_hops_that_could_bring_nothing_are_not_counted() -> None:
    assert hops.fitted([a_run(a_hop(0), wanted=1, before=1)] * 20) == gains()


def test_every_kind_of_part_has_a_gain_for_every_pattern() -> None:
    assert {kind: set(row) for kind, row in gains().items()} == {
        kind: set(PATTERNS) for kind in ("why", "law", "dated", "plain")
    }
    assert all(0.0 <= gain <= 1.0 for row in gains().values() for gain in row.values())
