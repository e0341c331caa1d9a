"""Who holds an office is told from words that name somebody beside its title, and from no others."""

import pytest
from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.answers import find_answers
from pipeline.find.spans.offices import names_holder
from pipeline.types import Evidence, IssueMap, PartAnswer
from vault.facts.meeting.offices import office_asked

BUDGET = "Selectmen's Salary $ 20,840.00 Town Clerk/Tax Collector $ 362,825.00 Elections $ 5,950.00"
MAP = "The map is kept in the Alder Falls Town Hall and on file with the Town Clerk."
SWORN = "Ada Osgood was sworn in as Town Clerk at the close of the meeting."


def asked(question: str, *texts: str, lane: str = "local", town: str = "Alder Falls", date: str = "") -> PartAnswer:
    chunks = (
        a_chunk(n, text, lane=lane, town=town if lane == "local" else "", date=date) for n, text in enumerate(texts, 1)
    )
    held = [Evidence(label=f"{lane[0].upper()}{n}", chunk=chunk, score=1.0) for n, chunk in enumerate(chunks, 1)]
    (part,) = find_answers(read(question), IssueMap(town=town), held)
    return part


@pytest.mark.parametrize(
    ("office", "text"),
    [
        ("town clerk", "Ada Osgood, Town Clerk, read the warrant."),
        ("town clerk", "Clerk Osgood said that the list is posted."),
        ("town clerk", "TOWN CLERK: Ada Osgood"),
        ("tax collector", "Ada Osgood, Town Clerk/Tax Collector"),
        ("chair", "Durant nominated Ada Osgood as Chairman."),
        ("inspector", "Keyes made a motion to appoint Ada Osgood as the pit regulator."),
        ("member", "Present: Ada Osgood and Ruth Tibbetts."),
    ],
)
def test_a_person_beside_the_title_holds_the_office(office: str, text: str) -> None:
    assert names_holder(office, text)


@pytest.mark.parametrize(
    ("office", "text"),
    [
        ("town clerk", BUDGET),
        ("town clerk", MAP),
        ("town clerk", "Ruth Tibbetts called the Town Clerk about it."),
        ("chair", "Ada Osgood, Vice Chair; Ruth Tibbetts."),
        ("town administrator", "It has offices for Zoning Enforcement, Town Administrator, and Finance."),
        ("zoning officer", "A Zoning Officer does not supersede the Board of Selectmen's authority."),
    ],
)
def test_a_title_without_a_name_beside_it_tells_nobody(office: str, text: str) -> None:
    assert not names_holder(office, text)


def test_a_line_of_a_budget_is_no_answer_to_who_the_town_clerk_is_and_none_is_shown_near() -> None:
    part = asked("Who is the town clerk of Alder Falls?", BUDGET, MAP)
    assert (part.verdict, part.spans) == ("open", ())


def test_the_words_that_name_the_holder_are_told_without_those_that_do_not() -> None:
    part = asked("Who is the town clerk of Alder Falls?", BUDGET, MAP, SWORN)
    assert [span.text for span in part.spans] == [SWORN]


def test_law_still_tells_who_sits_on_a_board_where_no_town_is_asked_about() -> None:
    law = "The clerk, the treasurer and the tax collector shall be members of the records committee."
    part = asked("Who serves on the records committee?", law, lane="state", town="")
    assert [span.text for span in part.spans] == [law]


ROLL = (
    "Other Attendees:\n• Ada Osgood, Town Clerk/Tax Collector\n• Ruth Tibbetts, Town Administrator\n"
    "• Bo Durant, Public Works Director\n• Cal Meader, Finance Director\n• Fay Wentworth, Fire Chief\n"
    "Proposed Budgets: the chairman went through each department in the order of the list."
)
PRESENT = (
    "Members Present by Roll Call: Ada Osgood, Ruth Tibbetts, Bo Durant, Cal Meader, Fay Wentworth, Joan Nason, "
    "Walter Ames (Chairman), Dana Leach, Perry Hodge, Lena Colby, Silas Brackett, Nora Tuttle, Amos Kimball\n\n"
)


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("Who is the town clerk of Alder Falls?", ROLL, "Other Attendees: • Ada Osgood, Town Clerk/Tax Collector"),
        ("Who is the chairman in Alder Falls?", PRESENT, "Walter Ames (Chairman)"),
        ("Who are the members in Alder Falls?", PRESENT, PRESENT.strip()),
    ],
)
def test_one_office_is_told_by_its_own_entry_of_a_list_and_members_by_all_of_it(
    question: str, text: str, told: str
) -> None:
    assert " ".join(asked(question, text, date="2031-05-20").spans[0].text.split()) == told


def test_a_body_that_is_named_in_more_words_is_not_another_one_that_shares_two_of_them() -> None:
    roll = "Roll Call: Ada Osgood (Chairman), Ruth Tibbetts and Lin Varney."
    chunk = a_chunk(1, roll, town="Alder Falls", board="Planning Board", date="2031-05-20")
    held = [Evidence(label="L1", chunk=chunk, score=1.0)]
    issue = IssueMap(town="Alder Falls", boards=("Planning Board",))
    for question, sure in (
        ("Who is the chair of the Alder Falls Planning Board?", True),
        ("Who is the chair of the Misty Lakes Planning Board?", False),
    ):
        (part,) = find_answers(read(question), issue, held)
        assert (part.probability > 0.9) is sure


def test_who_is_sent_to_another_body_is_asked_of_no_roll_call() -> None:
    assert office_asked("Who is our new rep to the Misty Lakes Planning Commission?") == ""
    assert office_asked("Who is the selectmen's rep on the Planning Board?") == "ex officio"


def _of(date: str, text: str, number: int) -> Evidence:
    chunk = a_chunk(number, text, town="Alder Falls", board="Select Board", date=date)
    return Evidence(label=f"L{number}", chunk=chunk, score=1.0)


def test_an_officer_of_old_minutes_is_told_as_of_their_day_where_later_ones_name_none() -> None:
    old = _of("2015-04-28", "Roll Call: Ada Osgood (Chair), Ruth Tibbetts and Lin Varney.", 1)
    new = _of("2024-07-30", "Ruth Tibbetts moved to adjourn. Motion passed.", 2)
    issue = IssueMap(town="Alder Falls", boards=("Select Board",))
    (part,) = find_answers(read("Who is the chair of the select board?"), issue, [old, new])
    assert part.verdict == "likely"
    assert part.near == "April 28, 2015; the later minutes held, to July 30, 2024, name none"
    asked_then = issue.changed(date_from="2015-01-01", date_to="2015-12-31")
    (part,) = find_answers(read("Who was the chair of the select board in 2015?"), asked_then, [old, new])
    assert (part.verdict, part.near) == ("answered", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The loan fund is going well and they had met with Town Planner Ada Osgood.", True),
        ("Chief Osgood said that the planner would come.", False),
        ("Town Planner Audio Equipment Expense $53,000.00", False),
        ("MESSAGE FROM THE TOWN PLANNER Dear Neighbors: the map is new.", False),
    ],
)
def test_without_a_roll_call_a_sentence_with_the_whole_title_tells_who_holds_it(text: str, told: bool) -> None:
    part = asked("Who is the town planner of Alder Falls?", text, date="2031-05-20")
    assert (part.verdict == "likely") is told
