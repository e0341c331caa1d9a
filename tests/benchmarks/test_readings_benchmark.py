"""The benchmark of readings compares a reader's round with searching freely on an invented vault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes import a_document, vault_with

from benchmarks import readings

ROW = {
    "id": "q1",
    "question": "What did the footbridge repair cost in Alder Falls?",
    "town": "Alder Falls",
    "type": "multi-hop",
    "gold": [
        {"doc_id": "af-1", "page": 1, "lane": "local", "quote": "cost $9,000"},
        {"doc_id": "af-2", "page": 1, "lane": "local", "quote": "eleven planks"},
    ],
}


def test_what_a_reader_searches_for_is_found_in_a_round_and_by_searching(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, told = tmp_path / "q.jsonl", tmp_path / "r.jsonl"
    questions.write_text(json.dumps(ROW) + "\n", "utf-8")
    reading = {"id": "q1", "open": ["how many pieces of oak were laid"], "queries": ["oak planks laid"]}
    told.write_text(json.dumps(reading) + "\n", "utf-8")
    pages = [
        a_document("af-1", "The footbridge repair cost $9,000."),
        a_document("af-2", "They laid eleven oak planks."),
    ]
    with vault_with(pages, tmp_path):
        pass
    given = ["--vault", str(tmp_path / "v.db"), "--questions", str(questions), "--readings", str(told)]
    assert readings.main(given) == 0
    shown = capsys.readouterr().out
    assert "1 questions lacked gold" in shown
    shares = {line[:22].strip(): line.split()[-1] for line in shown.splitlines()[2:6]}
    assert shares["reader"] == shares["free search"] == "1.00"


def test_the_readings_are_of_tune_questions_and_search_for_each_open_part() -> None:
    folder = Path(readings.__file__).parent / "questions"
    tune = {json.loads(line)["id"] for line in (folder / "tune.jsonl").read_text("utf-8").splitlines()}
    held = [
        readings.Reading.model_validate(json.loads(line))
        for line in (folder / "readings.jsonl").read_text("utf-8").splitlines()
    ]
    assert len(held) >= 20
    assert all(one.id in tune and one.open and one.queries for one in held)
