"""Whether words are of the kind that a part of a question asks for; on invented sentences."""

import re

import pytest
from retrieval_fakes import a_chunk

from pipeline.ask.cues import (
    CUES,
    HOUR,
    asks_bill,
    asks_by_rule,
    asks_deed,
    asks_history,
    cues_by_head,
    cues_of,
    means_tax,
    measures_act,
    sole_kind,
)
from pipeline.ask.kinds import of_kind, unnamed
from pipeline.ask.reading import read
from pipeline.find.answers import find_answers
from pipeline.types import Evidence, IssueMap


@pytest.mark.parametrize(
    ("part", "answer", "other"),
    [
        ("What did the footbridge repair cost", "It cost $14,000.", "The footbridge was repaired in two weeks."),
        ("How many acres are in current use", "24,200 acres are.", "In 2031 the assessor spoke of Article 12."),
        ("When must the form be filed", "Not later than 30 days after the vote.", "The clerk keeps the form."),
        ("Until what date was the approval extended", "It will expire on April 4, 2032.", "The board granted it."),
        ("Who plows the library lot", "The contract went to Alder Plowing LLC.", "the lot is plowed after a storm"),
        ("Who has to shovel the walk", "The owner shall clear it.", "it shall be cleared"),
        ("When is the next town meeting", "It is on March 14 at 7:00 p.m.", "1/4 of voters may apply 60 days before."),
        ("When does the board meet", "The first Tuesday of each month.", "It may meet within 30 days after notice."),
        ("When was the fee last raised", "It went up in May 2029.", "It is $9 upon approval of the board."),
        ("When does the council meet", "Every second Monday at 7 pm.", "Minutes from the May 14, 2031 Council Meeting"),
        ("What are the office hours of the clerk", "Open 9 am to noon.", "It is posted 72 hours ahead."),
        ("How do I get my tax lowered", "Any owner may apply in writing.", "If it is lowered, it shall be noted."),
        (
            "How do I get on the planning board",
            "Members are appointed by the council.",
            "It may adopt rules of its own.",
        ),
        ("How can voters add an article", "The petition of 25 voters shall be filed.", "Articles shall be read aloud."),
        ("What do I need to do to rent the hall", "Please fill in the form.", "The hall was rented twice."),
        ("Why was a variance needed", "Because the use is not listed.", "A variance was granted."),
        ("What did the board decide on the barn", "The request was denied.", "Ames moved to adjourn; all in favor."),
    ],
)
def test_an_answer_is_of_the_kind_asked_for_and_a_neighbouring_sentence_is_not(
    part: str, answer: str, other: str
) -> None:
    assert (of_kind(part, answer), of_kind(part, other)) == (True, False)


def test_the_running_of_a_meeting_is_told_to_those_who_ask_for_it() -> None:
    assert of_kind("When did they adjourn", "Ames moved to adjourn at 8:15 pm.")
    assert not of_kind("What did the board vote", "Ames moved to adjourn at 8:15 pm.")


def test_a_part_whose_form_tells_no_kind_may_be_answered_by_anything() -> None:
    sections = "The applicant pays for the studies of Sections 6.12 and 6.13."
    assert not of_kind("What does a shop permit cost", sections)
    assert unnamed(f"{sections} It was 9.50.").endswith("Sections x.xx and x.xx. It was 9.50.")
    assert of_kind("What is a home shop", "A shop in a dwelling.")


def test_words_of_another_kind_stand_behind_those_of_the_kind_asked_for() -> None:
    text = "The ice rink fee was talked about for the ice rink.\n\nSkaters pay $4 for the ice rink."
    held = (Evidence(label="L1", chunk=a_chunk(1, text), score=1.0),)
    (part,) = find_answers(read("How much is the ice rink fee?"), IssueMap(), held)
    assert part.spans[0].text == "Skaters pay $4 for the ice rink."


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("What does a building permit cost", ("amount",)),
        ("Who decides how the fund is spent", ("person",)),
        ("When must the budget hearing be held", ("date",)),
        ("May I burn leaves without a permit", ("rule",)),
        ("What happens if I do not pay my property tax on time", ("rule",)),
    ],
)
def test_the_words_a_question_begins_with_decide_the_kind_of_answer(question: str, kinds: tuple[str, ...]) -> None:
    assert cues_by_head(question, cues_of(question)) == kinds


@pytest.mark.parametrize(
    "part",
    [
        "Did the selectmen approve a skate park bond?",
        "Why did the selectmen move the May 5 meeting?",
        "Who was absent from the August meeting?",
        "What time did the meeting start?",
        "What happened with the dog complaint?",
        "How did Roe vote on the culvert?",
        "Are we on a default budget?",
        "So is the town in debt?",
    ],
)
def test_what_somebody_did_is_told_by_no_law(part: str) -> None:
    assert asks_deed(part)


@pytest.mark.parametrize(
    "part",
    [
        "Did the board have to hold a hearing?",
        "Was it legal to meet in private?",
        "How many members must be present?",
        "How many seats does the board have",
        "Who may vote at town meeting?",
        "What does a permit cost?",
    ],
)
def test_a_rule_may_answer_what_had_to_be_done(part: str) -> None:
    assert not asks_deed(part)


def test_a_well_known_name_of_a_law_asks_for_no_bill() -> None:
    assert not asks_bill("What is an SB 2 town")
    assert asks_bill("What does SB 83 change")


@pytest.mark.parametrize("text", ["7:30", "at 7:30 PM", "17:30", "from 9:00 to 24:00"])
def test_an_hour_is_read_as_a_clock_shows_it(text: str) -> None:
    assert re.search(HOUR, text)
    assert all(CUES[cue].search(text) for cue in ("date", "duration"))


@pytest.mark.parametrize(
    "text", ["RSA 7:30", "76:17", "RSA 40:13, 31:39-a", "10:15-a", "12-7:30", "25:00", "7:61", "7:300"]
)
def test_the_citation_of_a_law_is_no_hour(text: str) -> None:
    assert not re.search(HOUR, text)
    assert not any(CUES[cue].search(text) for cue in ("date", "duration"))


@pytest.mark.parametrize(
    "part",
    [
        "Did the law on rafts change in 2031?",
        "When was RSA 40:13 last amended?",
        "Has the statute been amended since 2019?",
        "Have New Hampshire laws on rafts been revised?",
        "Was that section repealed?",
    ],
)
def test_whether_and_when_a_law_changed_is_known_by_its_form(part: str) -> None:
    assert asks_history(part)


@pytest.mark.parametrize(
    "part",
    [
        "Did the law apply when the fee was changed?",
        "Was the law kept because the fee changed?",
        "Has the board changed the raft fee?",
        "When may the law be amended?",
        "Did the law on rafts help?",
    ],
)
def test_a_change_of_something_else_is_no_change_of_a_law(part: str) -> None:
    assert not asks_history(part)


@pytest.mark.parametrize(
    ("part", "rule", "measured"),
    [
        ("They took the gift. Was a hearing needed", True, True),
        ("She was refused. What can she do next", True, True),
        ("If the board refuses, what can I do", True, True),
        ("They took the gift. Who voted for it", False, False),
        ("Was a hearing needed", True, False),
        ("The gift may be taken. Who voted for it", True, False),
    ],
)
def test_an_act_is_measured_where_it_is_said_first_and_a_rule_is_asked_for(
    part: str, *, rule: bool, measured: bool
) -> None:
    assert (asks_by_rule(part), measures_act(part)) == (rule, measured)


def test_the_kind_of_answer_is_that_of_what_is_asked_and_not_of_what_is_said_first() -> None:
    assert sole_kind("They took the raft. How much did it cost") == "amount"
    assert sole_kind("How much they took. Was it fair") is None


@pytest.mark.parametrize(
    ("question", "text", "means"),
    [
        ("How do I get a tax abatement?", "An abatement of the land use change tax may be asked for.", False),
        ("How is land taxed that leaves current use?", "The land use change tax is due.", True),
        ("What tax is due when land is subdivided?", "The land use change tax is due.", True),
        ("How do I appeal my assessment?", "The yield tax may be appealed.", False),
        ("What tax is due on logs?", "The timber tax is due.", True),
        ("How is my tax paid?", "The excavation activity tax is paid to the clerk.", False),
        ("What tax is due on gravel?", "The excavation tax is due.", True),
        ("How is my tax paid?", "The property tax is paid to the clerk.", True),
        ("Who pays the fee?", "The owner pays the timber tax.", True),
        (
            "What tax is due when land comes out of current use?",
            "The assessor told of two property tax abatements.",
            False,
        ),
        ("What tax is due when land comes out of current use?", "A land use change tax was abated.", True),
        ("What tax is due when land comes out of current use?", "The tax is 10% of the value.", True),
    ],
)
def test_a_tax_on_one_doing_is_meant_only_where_the_question_speaks_of_it(
    question: str, text: str, *, means: bool
) -> None:
    assert means_tax(question, text) is means


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The override passed, yes 410, no 395.", True),
        ("The question failed at the June election.", True),
        ("The committee voted to recommend the override, which would go on the ballot.", False),
        ("If approved by the voters, the override would pay for the trash.", False),
    ],
)
def test_how_a_vote_turned_out_is_told_by_its_result_alone(text: str, *, tells: bool) -> None:
    assert of_kind("How did the June override vote turn out?", text) is tells
