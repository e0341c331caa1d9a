"""The table of matters: how records put what people ask about."""

from pathlib import Path

import pytest

from pipeline.ask.matters import matters_of
from pipeline.ask.reading import read
from vault.states.places import find_towns
from vault.text.phrase_index import indexed, phrase_rows

DATA = Path(__file__).parents[3]
TABLE = DATA / "pipeline" / "data" / "matters.tsv"


def test_every_row_has_phrasings_and_questions_and_names_no_town() -> None:
    rows = phrase_rows(TABLE.read_text("utf-8"))
    assert len(rows) > 2_000
    for key, questions in rows.items():
        assert all(text.strip() for text in (*key.split("|"), *questions)), key
        assert len(questions) >= 3, key
        assert not find_towns(key), key


@pytest.mark.parametrize(
    "table",
    ["vault/data/plain_words", "vault/data/plain_words_dc", "vault/data/plain_words_vt", "pipeline/data/matters"],
)
def test_the_index_beside_a_table_is_that_of_its_words(table: str) -> None:
    text = (DATA / f"{table}.tsv").read_text("utf-8")
    made = indexed(text, keys=table.endswith("matters"))
    assert (DATA / f"{table}.stems").read_text("utf-8") == made, "run python scripts/index_phrases.py"


def test_an_everyday_question_is_filed_under_its_matter_in_the_words_of_records() -> None:
    matters = matters_of(read("How far must a manure pile be from my well?"))
    assert matters[0].sure >= 0.5
    assert any("manure storage" in phrasing for phrasing in matters[0].phrasings)


@pytest.mark.parametrize("question", ["", "Who designed the Golden Gate Bridge?", "zebra quagga okapi"])
def test_what_no_town_deals_with_is_filed_nowhere_surely(question: str) -> None:
    assert all(matter.sure < 0.5 for matter in matters_of(read(question)))


def test_at_most_two_matters_surest_first() -> None:
    matters = matters_of(read("May I keep hens behind my house, and how tall may my fence and my sign be?"))
    assert 0 < len(matters) <= 2
    assert [one.sure for one in matters] == sorted((one.sure for one in matters), reverse=True)
