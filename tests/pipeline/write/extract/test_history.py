"""What came of a law and of a matter over time. The town, its records and its law are invented."""

from __future__ import annotations

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.answer.telling import COURSE, THEN
from pipeline.check.audit import audit
from pipeline.find.answers import find_answers
from pipeline.types import AnswerSpan, Brief, Evidence, IssueMap, PartAnswer
from pipeline.write.extract.compose import extract
from pipeline.write.extract.decided import lone_motion
from pipeline.write.extract.history import course_of, told_history
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import spans_of

NOTE = "Source. 2012, 45:1. 2018, 109:1, eff. July 27, 2018. 2024, 184:1-3."
FIRST, SECOND, THIRD = "“2012, 45:1”", "“2018, 109:1, eff. July 27, 2018”", "“2024, 184:1-3”"
NAMES = "The source note of RSA 500:7 names"


def section(label: str = "S1", cite: str = "RSA 500:7", note: str = NOTE) -> Evidence:
    text = "A raft on a pond shall be lit at night."
    return evidence(label, text, doc_id="rsa", lane="state", doc_type="statute", section=cite, title="RSA", note=note)


def history(part: str, *held: Evidence, answering: str = "S1") -> str:
    """What is told of the acts that changed a law, where words of one source answer the part."""
    spans = tuple(
        AnswerSpan(chunk_id=one.chunk.id, start=0, end=len(one.chunk.text), text=one.chunk.text, label=one.label)
        for one in held
        if one.label == answering
    )
    changed = told_history(PartAnswer(part=part, spans=spans), held)
    return changed.text if changed else ""


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("Did the law on rafts change in 2018?", f"Yes. {NAMES} {SECOND} [S1]."),
        ("Was RSA 500:7 amended in 2012 or 2024?", f"Yes. {NAMES} {FIRST} … {THIRD} [S1]."),
        ("When was the law on rafts changed in 2018?", f"{NAMES} {SECOND} [S1]."),
    ],
)
def test_the_act_of_the_year_asked_about_is_told_with_a_yes_where_yes_or_no_is_asked(part: str, told: str) -> None:
    assert history(part, section()) == told


def test_no_act_of_the_year_asked_about_is_said_with_the_last_one_and_no_denial() -> None:
    told = history("Did the law on rafts change in 2020?", section())
    assert told == f"{NAMES} no act of 2020; its last is {THIRD} [S1]."


@pytest.mark.parametrize("word", ["since", "after"])
def test_since_a_year_every_later_act_is_told(word: str) -> None:
    part = "Has the law on rafts changed {} {}?"
    assert history(part.format(word, 2017), section()) == f"Yes. {NAMES} {SECOND} … {THIRD} [S1]."
    none = f"{NAMES} no act {word} 2025; its last is {THIRD} [S1]."
    assert history(part.format(word, 2025), section()) == none


def test_an_act_of_a_year_is_no_act_after_it() -> None:
    assert history("Has the law on rafts changed after 2024?", section()).startswith(f"{NAMES} no act after 2024;")
    assert history("Has the law on rafts changed since 2024?", section()) == f"Yes. {NAMES} {THIRD} [S1]."


def test_without_a_year_the_last_act_is_told_with_no_yes() -> None:
    assert history("When was the law on rafts last amended?", section()) == f"{NAMES} {THIRD} [S1]."
    assert history("Has the law on rafts been amended?", section()) == f"{NAMES} {THIRD} [S1]."


@pytest.mark.parametrize("part", ["What shall be lit at night?", "Did the board change the raft fee in 2018?"])
def test_no_act_is_told_for_a_part_that_asks_for_no_change_of_a_law(part: str) -> None:
    assert history(part, section()) == ""


def test_the_section_that_a_part_names_stands_before_the_one_that_answers_it() -> None:
    other = section("S2", "RSA 500:8", "2031, 5:2.")
    assert history("When was RSA 500:8 last amended?", section(), other).endswith("500:8 names “2031, 5:2” [S2].")
    assert history("When was the law on rafts amended?", section(), other, answering="S2").endswith("[S2].")


@pytest.mark.parametrize("note", ["", "Repealed."])
def test_a_section_whose_note_names_no_act_tells_no_history(note: str) -> None:
    assert history("When was RSA 500:7 last amended?", section(note=note)) == ""


def test_a_text_that_is_no_section_and_one_that_does_not_answer_tell_no_history() -> None:
    assert history("When was the law on rafts amended?", section(cite="")) == ""
    assert history("When was the law on rafts amended?", section(), answering="S2") == ""


def answered(question: str, issue: IssueMap, *held: Evidence) -> Brief:
    """The brief of a question with what the records held answer."""
    local = [one for one in held if one.chunk.lane == "local"]
    retrieval = make_retrieval(local, [one for one in held if one.chunk.lane == "state"])
    brief = make_brief(question, retrieval=retrieval, issue=issue)
    return brief.changed(retrieval=retrieval.changed(answers=find_answers(brief.reading, issue, held)))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Did RSA 500:7 change in 2018?", f"Yes. {NAMES} {SECOND} [S1]."),
        ("When was RSA 500:7 last amended?", f"{NAMES} {THIRD} [S1]."),
    ],
)
def test_the_answer_tells_the_act_alone_and_passes_its_audit(question: str, told: str) -> None:
    brief = answered(question, IssueMap(), section())
    answer = extract(brief)
    assert answer.answer_markdown == told
    assert audit(answer, brief).passed


def test_the_answer_tells_each_change_of_a_law_and_what_else_is_asked() -> None:
    question = "Did RSA 500:7 change in 2018, and was RSA 500:7 amended since 2023?"
    told = extract(answered(question, IssueMap(), section())).answer_markdown
    assert told.startswith(f"Yes. {NAMES} {SECOND} [S1].")
    assert f"Yes. {NAMES} {THIRD} [S1]." in told
    assert "No record" not in told


ASKED = "What happened with the boathouse?"
MAY = ("2031-05-20", "Osgood asked the board for a boathouse. The board wanted a map of the boathouse.")
JUNE = (
    "2031-06-17",
    "Osgood showed his map of the boathouse. Roe moved to approve the boathouse. Poe seconded. Motion passed 3-0.",
)
JULY = ("2031-07-15", "The boathouse was looked at by the warden of the harbor.")
APPROVED = "Roe moved to approve the boathouse. Poe seconded. Motion passed 3-0."
GRANTED = "Roe moved to grant it for one year. Poe seconded. Motion passed 3-0."
LAMP = "Dow moved to buy a lamp. Poe seconded. Motion passed 3-0."
MINUTES = "Roe moved to accept the minutes of May as written. Poe seconded. Motion passed 3-0."


def of_days(question: str, *days: tuple[str, str], town: str = "Alder Falls", **facts: object) -> Brief:
    """The brief of a question with one page of minutes for each day, or the pages of one where days repeat."""
    pages = [day for day, _ in days]
    held = []
    for n, (day, text) in enumerate(days, 1):
        number = 1 + pages[: n - 1].count(day)
        known = {"doc_id": f"af-{day}", "date": day, "page_start": number, "page_end": number, **facts}
        held.append(evidence(f"L{n}", text, title="Harbor Board minutes", board="Harbor Board", **known))
    return answered(question, IssueMap(town=town), *held)


def course(question: str, *days: tuple[str, str], town: str = "Alder Falls", **facts: object) -> list[Passage]:
    """What the records of some days tell of the matter of a question."""
    brief = of_days(question, *days, town=town, **facts)
    lines = {one.label: spans_of(one) for one in brief.retrieval.local}
    return list(course_of(lines, brief.retrieval.answers[0], brief, lambda _stem: 1.0))


def months(told: list[Passage]) -> list[str]:
    return [one.spans[0].evidence.chunk.date[5:7] for one in told]


@pytest.mark.parametrize(
    "question",
    [
        ASKED,
        "What has been done with the boathouse?",
        "What became of Osgood's boathouse?",
        "What's the status of the boathouse?",
        "Where does the boathouse stand?",
        "What is the latest on the boathouse?",
        "How did the boathouse request end?",
    ],
)
def test_what_came_of_a_matter_is_told_day_by_day_oldest_first(question: str) -> None:
    told = course(question, JULY, JUNE, MAY)
    assert months(told) == ["05", "06", "07"]


def test_of_a_day_that_decided_on_the_matter_its_decision_is_told() -> None:
    assert [one.text for one in course(ASKED, MAY, JUNE)][1] == APPROVED


def test_the_motion_on_a_matter_stands_before_what_was_said_of_it_that_day() -> None:
    talk = "The boathouse was what happened that evening, and the boathouse with its roof was talked of."
    moved = "Roe moved that the plan of Osgood's boathouse be approved. Poe seconded. Motion passed 3-0."
    told = course(ASKED, MAY, ("2031-06-17", f"{talk} {LAMP} Tea was served. {moved}"))
    assert [one.text for one in told][1:] == [moved]


def test_what_was_decided_stands_before_what_is_as_likely_and_decides_nothing() -> None:
    pages = ("The board looked at the boathouse and at what happened there.", "Osgood was granted the boathouse.")
    told = course(ASKED, MAY, ("2031-06-17", "\n\nThe lamp is lit. The clerk was there.\n\n".join(pages)))
    assert [one.text for one in told][1:] == [pages[1]]


@pytest.mark.parametrize("question", ["Who asked for the boathouse?", "What happened?", "Was the boathouse built?"])
def test_no_course_is_told_for_a_part_that_does_not_ask_what_came_of_a_matter(question: str) -> None:
    assert course(question, MAY, JUNE, JULY) == []


def test_one_day_alone_is_no_course() -> None:
    lamp = ("2031-07-15", "The lamp on the wharf was looked at by the warden of the harbor.")
    assert course(ASKED, JUNE) == []
    assert course(ASKED, JUNE, lamp) == []
    assert course(ASKED, MAY, ("2031-06-17", MAY[1])) == []  # the same words again
    assert course(ASKED, MAY, ("", JULY[1])) == []


def test_of_many_days_the_newest_four_are_told() -> None:
    texts = (
        "Osgood asked for a boathouse.",
        "The warden drew a map of the boathouse.",
        "Neighbors spoke against the noise of the boathouse.",
        "The boathouse needs a new roof, said Poe.",
        "The boathouse was painted red by Osgood.",
    )
    days = [(f"2031-0{month}-10", text) for month, text in enumerate(texts, 1)]
    assert months(course(ASKED, *days)) == ["02", "03", "04", "05"]


def test_no_course_is_told_without_a_town_or_from_ordinances() -> None:
    assert course(ASKED, MAY, JUNE, town="") == []
    assert course(ASKED, MAY, JUNE, doc_type="ordinance") == []


def test_where_a_case_is_named_no_record_that_does_not_name_it_is_told() -> None:
    told = course(
        "What happened with case #31-07-LM?",
        ("2031-05-20", "Case #31-07-LM: Osgood asks for a lot merger of his lots."),
        ("2031-06-17", "Case #31-08-LM: Pelham asks for a lot merger of her lots."),
        ("2031-07-15", "Roe moved to approve case #31-07-LM. Poe seconded. Motion passed 3-0."),
    )
    assert months(told) == ["05", "07"]


def test_who_was_present_tells_nothing_of_a_matter() -> None:
    assert (
        course(ASKED, MAY, ("2031-08-19", "In attendance for the boathouse: Osgood and Roe were there for it.")) == []
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GRANTED, [GRANTED]),
        (f"{GRANTED} {MINUTES} Poe moved to adjourn. Roe seconded. Motion passed 3-0.", [GRANTED]),
        (f"{GRANTED} {LAMP}", []),
        (MINUTES, []),
        ("Roe moved to approve the May 20 minutes. Poe seconded. Motion passed 3-0.", []),
        ("Roe moved to seal the minutes. Poe seconded. Motion passed 3-0.", []),
        ("Roe moved to adjourn. Poe seconded. Motion passed 3-0.", []),
        ("Roe moved to grant it for one year. Nobody seconded it.", []),
    ],
)
def test_the_one_motion_that_a_page_decided_on_is_known_among_those_of_every_meeting(
    text: str, told: list[str]
) -> None:
    assert [one.text for one in lone_motion(spans_of(evidence("L1", text)))] == told
    assert lone_motion(()) == ()


def test_a_lone_motion_is_on_the_matter_that_the_record_speaks_of_before_it() -> None:
    page = ("2031-06-17", "The next matter of the evening was Osgood's boathouse.")
    told = course(ASKED, MAY, page, ("2031-06-17", GRANTED))
    assert [one.text for one in told][1:] == [GRANTED]
    lamp = course(ASKED, MAY, ("2031-06-17", "The next matter was the lamp."), ("2031-06-17", GRANTED))
    assert lamp == []


def test_that_minutes_were_approved_is_told_of_no_matter() -> None:
    page = "The next matter of the evening was Osgood's boathouse."
    told = course(ASKED, MAY, ("2031-06-17", page), ("2031-06-17", MINUTES))
    assert [one.text for one in told][1:] == [page]
    alone = course(ASKED, MAY, ("2031-06-17", f"Osgood was there. {MINUTES}"))
    assert alone == []


def test_the_answer_tells_the_course_of_a_matter_and_passes_its_audit() -> None:
    brief = of_days(ASKED, JULY, JUNE, MAY)
    answer = extract(brief)
    told = answer.answer_markdown
    assert told.startswith(f"{COURSE}The Harbor Board minutes of May 20, 2031 record: “Osgood asked the board")
    assert told.count(THEN) == 2
    assert told.index("[L3]") < told.index("[L2]") < told.index("[L1]")
    assert audit(answer, brief).passed


def test_no_rules_of_a_board_tell_what_became_of_a_matter() -> None:
    assert course(ASKED, MAY, JUNE, doc_type="policy") == []


def test_a_number_or_the_place_alone_is_not_the_matter() -> None:
    asked = "What became of the petition to make the harbor board five members?"
    days = (
        ("2031-05-20", "The shed has stood for five years and somebody must make a new one."),
        ("2031-06-17", "For five years the wardens said so of the lamp."),
    )
    assert course(asked, *days) == []
    fair = ("2031-08-19", "The fair will be at Alder Park on Saturday.")
    told = course("What happened with the boathouse at Alder Park?", MAY, JUNE, fair)
    assert "08" not in months(told)


def test_an_hour_alone_names_no_matter() -> None:
    said = "The meetings of the board are moved to 6 PM by the petition. The lamp {} was lit."
    evenings = [(f"2031-0{month}-05", said.format(month)) for month in (5, 6, 7)]
    assert course("What came of the petition to move the board's meetings to 6 PM?", *evenings) == []
