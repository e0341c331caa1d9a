"""Which of the passages found are told. Records of the invented town Alder Falls."""

from __future__ import annotations

import pytest
from scripted_model import answering, evidence, make_brief, make_retrieval

from pipeline.types import IssueMap
from pipeline.write.extract.compose import extract


def told(question: str, *texts: str, words: tuple[str, ...] = (), law: str = "") -> str:
    """The answer to a question that these texts, or the given words of them, answer, each of a record of its own."""
    held = [evidence(f"L{n}", text, doc_id=f"af-{n}") for n, text in enumerate(texts, 1)]
    state = [evidence("S1", law, section="RSA 500:7", doc_type="statute", title="RSA")] if law else []
    made = make_brief(question, retrieval=make_retrieval(held, state), issue=IssueMap(town="Alder Falls"))
    return extract(answering(made, *(words or texts), *([law] if law else []))).answer_markdown


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who bought the new raft of the harbor?", "Ada Osgood bought the new raft of the harbor for $900."),
        ("What did the wardens vote on the raft?", "The wardens voted to keep the raft."),
    ],
)
def test_that_a_meeting_was_adjourned_may_stand_before_the_words_that_answer(question: str, words: str) -> None:
    assert words.rstrip(".") in told(question, f"The meeting was adjourned. {words}", words=(words,))


def test_that_a_meeting_was_adjourned_answers_nothing_alone() -> None:
    adjourned = "The meeting on the raft was adjourned."
    assert "“" not in told("What did the wardens vote on the raft?", f"{adjourned} Roe spoke.", words=(adjourned,))


MILL = "Osgood said that the fence at 14 Mill Lane is seven feet tall."
OTHER = "Poe said that the fence of a neighbor is nine feet tall."
LAW = "A fence shall be no more than six feet tall."


def test_where_one_record_names_the_address_asked_about_no_record_that_does_not_is_told() -> None:
    answer = told("What height has the fence at 14 Mill Lane?", OTHER, MILL)
    assert MILL.rstrip(".") in answer
    assert "neighbor" not in answer


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What height has the fence?", (OTHER, MILL)),
        ("What height has the fence at 14 Mill Lane?", (OTHER,)),
    ],
)
def test_a_record_without_an_address_is_told_where_none_is_asked_about_or_none_names_it(
    question: str, texts: tuple[str, ...]
) -> None:
    assert OTHER.rstrip(".") in told(question, *texts)


def test_law_need_not_name_the_address_asked_about() -> None:
    answer = told("What height may the fence at 14 Mill Lane have?", OTHER, MILL, law=LAW)
    assert LAW.rstrip(".") in answer
    assert "neighbor" not in answer
