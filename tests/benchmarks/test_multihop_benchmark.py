"""The multi-hop benchmark stores a set as plain documents and asks the product's own retrieval."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks import multihop
from benchmarks.retrieval_sets import build, read_questions

PASSAGES = [
    {"id": "a", "title": "Ashlar Works", "text": "The Ashlar Works is a stone yard owned by Brack Holdings."},
    {"id": "b", "title": "Brack Holdings", "text": "Brack Holdings makes kerbs. It was founded by Odo Lindqvist."},
    {"id": "c", "title": "Odo Lindqvist", "text": "Odo Lindqvist was a mason."},
    {
        "id": "r",
        "title": "Q 3.2",
        "doc": 1,
        "docname": "Quarry Rules (Q)",
        "loc": "3.2",
        "text": "A cart bears a lamp.",
    },
]
QUESTION = {"id": "q", "question": "Who founded the company that owns the Ashlar Works?", "gold": ["a", "b"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with gzip.open(tmp_path / "corpus.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in PASSAGES)
    (tmp_path / "dev.jsonl").write_text(json.dumps(QUESTION) + "\n", "utf-8")
    return tmp_path


def test_every_passage_has_a_place_in_the_vault(folder: Path, tmp_path: Path) -> None:
    built = build(folder, tmp_path / "set.vault")
    assert built.place_of == {"a": ("a", ""), "b": ("b", ""), "c": ("c", ""), "r": ("1", "3.2")}


def test_each_method_gets_a_row_and_the_chain_is_found(folder: Path, tmp_path: Path) -> None:
    built = build(folder, tmp_path / "set.vault")
    rows = {row.method: row for row in multihop.measure("small", built, read_questions(folder / "dev.jsonl"))}
    assert list(rows) == list(multihop.METHODS)
    assert rows["opencouncil"].recall_2 == 100.0
    assert "opencouncil" in multihop.show(list(rows.values()))


def test_gold_that_the_set_does_not_hold_is_a_miss(folder: Path, tmp_path: Path) -> None:
    built = build(folder, tmp_path / "set.vault")
    asked = read_questions(folder / "dev.jsonl")[0]._replace(gold=("a", "gone"))
    assert {row.recall_10 for row in multihop.measure("small", built, [asked])} == {50.0}
