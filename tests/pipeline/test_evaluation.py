"""The scorer: what is asked is the denominator, an error is a zero."""

from pathlib import Path

import pytest
from retrieval_fakes import a_chunk

from pipeline.evaluation import (
    Gold,
    QuestionRow,
    QuestionScore,
    as_table,
    found,
    load_questions,
    score_question,
    summarise,
)
from vault.errors import InputError

ROW = QuestionRow(
    id="q1",
    question="What?",
    type="legal",
    gold=(Gold(doc_id="af-1", lane="local", page=2), Gold(doc_id="nh", lane="state", section="RSA 35:1")),
)


@pytest.mark.parametrize(
    ("start", "end", "page", "hit"), [(2, 2, 2, True), (1, 3, 2, True), (3, 3, 2, False), (None, None, 2, False)]
)
def test_a_page_is_found_when_a_chunk_covers_it(start: int | None, end: int | None, page: int, hit: bool) -> None:
    chunk = a_chunk(1, doc_id="af-1", page_start=start, page_end=end)
    assert found(Gold(doc_id="af-1", page=page), [chunk]) is hit
    assert not found(Gold(doc_id="af-2", page=page), [chunk])


def test_a_section_is_found_by_its_cite_and_a_document_without_pages_by_its_id() -> None:
    assert found(Gold(doc_id="x", section="RSA 35:1"), [a_chunk(1, section="RSA 35:1")])
    assert not found(Gold(doc_id="x", section="RSA 35:1"), [a_chunk(1, section="RSA 35:10")])
    assert found(Gold(doc_id="af-1"), [a_chunk(1, doc_id="af-1", page_start=None)])


def test_recall_is_of_what_was_asked() -> None:
    score = score_question(ROW, [a_chunk(1, section="RSA 35:1", lane="state")])
    assert (score.hits, score.recall, score.complete) == ((False, True), 0.5, False)
    assert score_question(ROW.model_copy(update={"gold": ()}), []).recall == 1.0


def test_an_error_is_a_zero_and_questions_without_an_answer_stand_apart() -> None:
    good = QuestionScore(id="a", type="legal", answerable="yes", hits=(True,), lanes=("state",))
    wrong = good.model_copy(update={"id": "b", "error": "E"})
    none = QuestionScore(id="c", type="trap", answerable="no", hits=(), lanes=())
    lines = {line.group: line for line in summarise([good, wrong, none])}
    assert (lines["all"].questions, lines["all"].recall) == (2, 0.5)
    assert lines["lane state"].all_gold == 0.5
    assert lines["lane local"].questions == 0
    assert lines["unanswerable"].questions == 1
    assert "type legal" in as_table({"ours": summarise([good, wrong, none])})


def test_a_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"id": "q1", "question": "What?", "extra": 1}\n\n{"id": 3}\n', "utf-8")
    with pytest.raises(InputError, match="line 3"):
        load_questions(path)
    with pytest.raises(InputError, match="cannot read"):
        load_questions(tmp_path / "nothing.jsonl")
    path.write_text('{"id": "q1", "question": "What?"}\n', "utf-8")
    assert [row.id for row in load_questions(path)] == ["q1"]
