"""When it is said of an open part that no record answers it, and when the words shown stand without. Records of the
invented town Alder Falls."""

from __future__ import annotations

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.answer.telling import NEAREST
from pipeline.ask.reading import read
from pipeline.types import AnswerSpan, Evidence, IssueMap, OpenReason, PartAnswer
from pipeline.write.extract.compose import extract

FIXED = "Ada Osgood fixed the old raft of the harbor for $900."
LAMP = "The lamp of the wharf is red."


def span(held: Evidence, text: str, chance: float) -> AnswerSpan:
    at = held.chunk.text.index(text)
    return AnswerSpan(
        chunk_id=held.chunk.id, start=at, end=at + len(text), text=text, probability=chance, label=held.label
    )


def told(question: str, held: Evidence, *answers: PartAnswer) -> str:
    retrieval = make_retrieval([held]).changed(answers=answers)
    return extract(make_brief(question, retrieval=retrieval, issue=IssueMap(town="Alder Falls"))).answer_markdown


def second(asked: str, best: str = FIXED, reason: OpenReason = "not_held", near: str = "") -> str:
    """The answer where who fixed the raft is told, and the given words are the best of another part that is open."""
    question = f"Who fixed the old raft, and {asked}?"
    one, other = (part.text for part in read(question).parts)
    held = evidence("L1", f"{FIXED} {LAMP}")
    firm = PartAnswer(part=one, spans=(span(held, FIXED, 0.9),), probability=0.95, verdict="answered")
    open_ = PartAnswer(part=other, spans=(span(held, best, 0.1),), probability=0.2, reason=reason, near=near)
    answer = told(question, held, firm, open_)
    assert FIXED.rstrip(".") in answer
    return answer


@pytest.mark.parametrize("reason", ["not_held", "wrong_kind", "other_matter"])
def test_it_is_not_denied_that_words_answer_a_part_which_are_shown_for_another_and_of_its_kind(
    reason: OpenReason,
) -> None:
    assert second("how much did it cost", reason=reason).endswith("[L1].")


@pytest.mark.parametrize(
    ("asked", "best", "reason", "near", "denial"),
    [
        pytest.param("when was it done", FIXED, "not_held", "", "No record found answers", id="of another kind"),
        pytest.param("how much did it cost", LAMP, "not_held", "", "No record found answers", id="without a sum"),
        pytest.param("what came of it", FIXED, "not_held", "", "No record found answers", id="of no kind"),
        pytest.param("is it fair", FIXED, "not_held", "", "The records found do not decide", id="yes or no"),
        pytest.param(
            "how much did it cost", FIXED, "other_year", "2030, not 2031", "No record found answers", id="another year"
        ),
        pytest.param(
            "how much did it cost", FIXED, "other_town", "Pine Hollow", "No record found answers", id="another town"
        ),
    ],
)
def test_it_is_said_that_no_record_answers_a_part_which_the_words_shown_do_not_either(
    asked: str, best: str, reason: OpenReason, near: str, denial: str
) -> None:
    assert f"{denial} the second part of the question ({asked})" in second(asked, best, reason, near)


def test_words_that_are_not_shown_for_another_part_do_not_keep_a_denial_away() -> None:
    question = "Who fixed the old raft, and how much did it cost?"
    one, other = (part.text for part in read(question).parts)
    held = evidence("L1", f"{LAMP} {FIXED}")
    firm = PartAnswer(part=one, spans=(span(held, LAMP, 0.01),), probability=0.1, reason="not_held")
    open_ = PartAnswer(part=other, spans=(span(held, FIXED, 0.1),), probability=0.2, reason="not_held")
    assert "No record found answers the second part" in told(question, held, firm, open_)


MAY_MOOR = "May an owner moor a raft overnight?"


def near(text: str, reason: OpenReason = "not_held", year: str = "") -> str:
    """The answer where these words are the nearest to what an owner may do."""
    held = evidence("L1", text, doc_type="ordinance", title="Harbor Rules")
    part = PartAnswer(
        part=MAY_MOOR.rstrip("?"), spans=(span(held, text, 0.2),), probability=0.6, reason=reason, near=year
    )
    return told(MAY_MOOR, held, part)


@pytest.mark.parametrize(
    "rule",
    ["No raft shall be moored overnight at a wharf.", "An owner may moor a raft overnight at a wharf of the town."],
)
def test_near_words_that_rule_on_what_is_asked_need_no_denial(rule: str) -> None:
    assert near(rule).startswith(NEAREST)


def test_near_words_that_decide_neither_yes_nor_no_stand_after_it_is_said_that_nothing_does() -> None:
    told_near = near("A raft that an owner will moor overnight is red.")
    assert told_near.startswith(f"The records found do not decide this. {NEAREST}")


def test_a_rule_of_another_year_is_told_as_that() -> None:
    rule = near("No raft shall be moored overnight at a wharf.", "other_year", "2030, not 2031")
    assert rule.startswith("No record found answers this for 2031. What is held is of 2030: ")
