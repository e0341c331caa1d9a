"""What kind of text may answer a part: rules, no bills, recitals or definitions. All records are invented."""

import pytest
from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.answers import find_answers
from pipeline.find.spans.apt import aptness, asks_otherwise, of_another_board, of_other_month, says_needed, thing_needed
from pipeline.find.spans.figures import EvidenceSeen, candidates
from pipeline.find.spans.sought import setting_of, sought_of
from pipeline.find.spans.text import read_page
from pipeline.types import Evidence, IssueMap, PartAnswer


def held(*texts: str, **facts: object) -> tuple[Evidence, ...]:
    chunks = (a_chunk(n, text, **facts) for n, text in enumerate(texts, 1))
    return tuple(Evidence(label=f"L{n}", chunk=chunk, score=1.0) for n, chunk in enumerate(chunks, 1))


def answer(question: str, evidence: tuple[Evidence, ...]) -> PartAnswer:
    (part,) = find_answers(read(question), IssueMap(), evidence)
    return part


def apt(question: str, text: str, boards: tuple[str, ...] = (), **facts: object) -> float:
    """How apt a text of one sentence is for the last part of a question."""
    reading = read(question)
    setting = setting_of(reading, IssueMap(), "mixed", lambda _stem: 1.0, lambda _stem: True)
    parts = sought_of(reading, setting)
    seen = EvidenceSeen(tuple(map(read_page, held(text, **facts))), parts, setting)
    (found,) = candidates(parts[-1], seen, setting)
    return aptness(parts[-1], found, boards)


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Do I need a permit to build a wharf?", "permit"),
        ("Is a license required for a ferry?", "license"),
        ("Can I build a wharf without a permit?", "permit"),
        ("They sold the wharf. Was a hearing needed?", "hearing"),
        ("What does a permit cost?", ""),
    ],
)
def test_a_question_whether_a_permit_is_needed_is_known_by_its_words(question: str, thing: str) -> None:
    assert thing_needed(question) == thing


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A permit from the harbor master (or a deputy of his) is required for each wharf.", True),
        ("No wharf shall be built without first obtaining a permit.", True),
        ("Buoys are exempt and do not require a permit.", True),
        ("All applications for wharf permits shall include a map.", False),
        ("The owner shall obtain the permit fee.", False),
    ],
)
def test_a_text_says_whether_a_permit_is_needed_or_only_names_one(text: str, says: bool) -> None:
    assert says_needed("permit", text) is says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The wardens shall hold a public hearing on each wharf.", True),
        ("The wardens shall conduct hearings.", True),
        ("The wardens may go to a hearing on the wharf.", False),
        ("The wardens shall hold the key. They like a hearing.", False),
    ],
)
def test_a_hearing_that_a_body_shall_hold_is_needed(text: str, *, says: bool) -> None:
    assert says_needed("hearing", text) is says


def test_words_that_say_whether_a_permit_is_needed_stand_before_those_that_only_name_it() -> None:
    names = "All wharf permits to build a wharf shall be applied for with a map of the wharf."
    part = answer("Do I need a permit to build a wharf?", held(f"{names}\n\nA permit is required for each wharf."))
    assert part.spans[0].text.startswith("A permit is required")


def test_the_day_until_which_one_may_apply_stands_before_other_days_of_the_matter() -> None:
    page = "Lamp credit: the owner has lived here since April 1.\n\nApply for the lamp credit no later than May 15."
    part = answer("When is the deadline to apply for the lamp credit?", held(page))
    assert part.spans[0].text.startswith("Apply for the lamp credit no later than May 15")


@pytest.mark.parametrize(
    ("question", "names", "says"),
    [
        (
            "Where can I see the lamp map?",
            "The scale of the lamp map shall be such that each lamp map lot of the town can be read.",
            "The lamp map is open to public inspection at the town office.",
        ),
        (
            "Can I moor a raft at the town wharf?",
            "A raft at the town wharf shall carry the name of the owner who moors the raft.",
            "No raft shall be moored at the wharf overnight.",
        ),
        (
            "How long do I have to appeal a wharf decision?",
            "The hearing on an appeal of a wharf decision takes 2 days, and the appeal names the wharf decision.",
            "A decision on a wharf may be appealed to the council within 10 days of it.",
        ),
    ],
)
def test_words_of_rules_that_say_what_is_asked_stand_before_those_that_share_its_words(
    question: str, names: str, says: str
) -> None:
    assert answer(question, held(f"{names}\n\n{says}")).spans[0].text == says


def test_a_rule_that_is_printed_twice_is_as_likely_as_both_and_two_minutes_are_two_events() -> None:
    rule = "The dock of each owner shall not exceed twelve feet in width."
    other = "The dock was looked at by the warden of the harbor in the spring."
    once = answer("How wide can a dock be?", held(rule, other, doc_type="ordinance")).spans[0]
    twice = answer("How wide can a dock be?", held(rule, rule, other, doc_type="ordinance")).spans
    assert twice[0].text == rule
    assert twice[0].probability >= 0.9 * once.probability
    assert max(one.probability for one in twice[1:]) < 0.5 * twice[0].probability


def test_a_definition_tells_no_permission_and_no_law_tells_what_a_town_does() -> None:
    meant = "“Dock” means a structure in the water."
    assert asks_otherwise("Can I build a dock?", meant, law=True)
    assert not asks_otherwise("What is considered a dock?", meant, law=True)
    assert asks_otherwise("What is the town doing about docks?", "A town may license docks.", law=True)
    assert not asks_otherwise("What is the town doing about docks?", "The board will license docks.", law=False)


def test_minutes_of_another_month_tell_nothing_of_what_was_done_in_one() -> None:
    named = "Ames moved to appoint Poe as the new wharf warden."
    january = a_chunk(1, named, doc_type="minutes", date="2031-01-07")
    asked = "what did they do about the same job that May"
    assert of_other_month(asked, named, january)
    assert not of_other_month(asked, named, january.changed(date="2031-05-20"))
    assert not of_other_month(asked, "The warden was named again in May 2031.", january)
    assert not of_other_month("what did they do about the job since March 2031", named, january)
    assert not of_other_month(asked, named, january.changed(doc_type="ordinance"))
    pages = [
        *held(named, doc_type="minutes", date="2031-01-07"),
        *(
            one.changed(label="L2")
            for one in held("Ames moved to appoint Poe as the wharf keeper.", doc_type="minutes", date="2031-05-20")
        ),
    ]
    part = answer("What did they do in May 2031 about the new wharf warden?", pages)
    assert part.spans[0].label == "L2"


def test_a_bill_is_set_back_where_no_bill_is_asked_about() -> None:
    bill = "The fine for an unlit lamp on a dock shall be $40."
    law = "The fine for an unlit lamp is $25."
    by_type = (*held(bill, doc_type="bill"), *(one.changed(label="L2") for one in held(law, doc_type="ordinance")))
    assert answer("How much is the fine for an unlit lamp on a dock?", by_type).spans[0].text == law
    assert answer("How much would the bill fine an unlit lamp on a dock?", by_type).spans[0].text == bill


@pytest.mark.parametrize(
    ("question", "otherwise"),
    [
        ("Which factors make a building a regional wharf?", False),
        ("How wide may a float be?", True),
        ("What does regional wharf mean?", False),
    ],
)
def test_a_definition_answers_what_makes_a_thing_the_term_that_it_defines(question: str, otherwise: bool) -> None:
    text = 'In this chapter "regional wharf" means any wharf that because of its size serves two towns.'
    assert asks_otherwise(question, text, law=True) is otherwise


RULES = {"doc_type": "policy", "title": "Rules of Procedure"}
BOARDS = ("Planning Board", "Library Trustees")


@pytest.mark.parametrize(
    ("board", "asked", "another"),
    [
        ("Planning Board", ("Library Trustees",), True),
        ("Planning Board", ("Zoning Board",), True),
        ("Planning Board", ("Library Trustees", "Planning Board"), False),
        ("Planning Board", (), False),
        ("", ("Library Trustees",), False),
        ("Board of Selectmen", ("Select Board",), False),
        ("Select Board", ("Planning Board",), True),
    ],
)
def test_the_rules_that_a_board_gave_itself_are_those_of_another_where_others_are_asked_about(
    board: str, asked: tuple[str, ...], *, another: bool
) -> None:
    assert of_another_board(a_chunk(1, board=board, **RULES), asked) is another


@pytest.mark.parametrize(
    ("title", "doc_type", "another"),
    [
        ("By-Laws of 2031", "policy", True),
        ("Meeting Public Input Policy", "policy", True),
        ("Order of Business", "policy", True),
        ("Mooring Policy", "policy", False),
        ("Rules of Procedure", "minutes", False),
    ],
)
def test_only_rules_by_which_a_board_meets_are_its_own_alone(title: str, doc_type: str, *, another: bool) -> None:
    chunk = a_chunk(1, board="Planning Board", title=title, doc_type=doc_type)
    assert of_another_board(chunk, ("Library Trustees",)) is another


def test_rules_of_another_board_stand_behind_those_of_the_one_asked_about() -> None:
    text = "Any resident may speak for 3 minutes."
    own, other = (apt("Who may speak?", text, (board,), board="Planning Board", **RULES) for board in BOARDS)
    assert own > other


def test_the_boards_asked_about_decide_whose_rules_answer() -> None:
    by_board = [held("Any resident may speak for 3 minutes.", board=board, **RULES)[0] for board in BOARDS]
    evidence = (by_board[0], by_board[1].changed(label="L2"))
    told = [find_answers(read("Who may speak?"), IssueMap(boards=(board,)), evidence) for board in BOARDS]
    assert [part.spans[0].label for (part,) in told] == ["L1", "L2"]


DEED = "The wardens took the raft at a hearing."


@pytest.mark.parametrize("doc_type", ["minutes", "agenda", "warrant", "budget", "notice"])
@pytest.mark.parametrize(
    "question", ["The wardens took the raft. Was a hearing needed?", "Who took the raft, and was it legal?"]
)
def test_a_deed_tells_no_rule_on_what_is_said_to_have_been_done(question: str, doc_type: str) -> None:
    assert apt(question, DEED, doc_type=doc_type) < apt(question, DEED, doc_type="ordinance") - 5


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Was a hearing needed for the raft?", DEED),
        ("Who took the raft, and did the wardens have to hold a hearing?", DEED),
        ("Who took the raft, and was it sold?", DEED),
        ("The wardens took the raft. Who sold it?", DEED),
        ("The wardens took the raft. Was a hearing needed?", "The wardens must hear all."),
    ],
)
def test_a_deed_loses_nothing_where_no_rule_is_asked_for_or_it_tells_one_itself(question: str, text: str) -> None:
    assert apt(question, text, doc_type="minutes") == apt(question, text, doc_type="ordinance")


@pytest.mark.parametrize(
    ("question", "behind"),
    [
        ("How much did the selectmen spend on the raft?", True),
        ("What did the harbor commission pay for the raft?", True),
        ("How much did the voters let the board spend on the raft?", False),
        ("How much was spent on the raft?", False),
    ],
)
def test_a_warrant_tells_no_deed_of_a_board(question: str, *, behind: bool) -> None:
    warrant, minutes = (apt(question, "To raise $900 for the raft.", doc_type=kind) for kind in ("warrant", "minutes"))
    assert (warrant < minutes) is behind


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("When do I have to ask for a mooring?", "Mooring forms are filed by the first of May."),
        ("When must I pay for a mooring?", "Pay not fewer than ten days ahead."),
        ("When must I pay for a mooring?", "Pay for it by the end of May."),
        ("When must I return the mooring?", "The return is due in May."),
        ("When must I return the mooring?", "Return it ten days after the vote."),
        ("When must I renew the mooring?", "Renew it at least ten days ahead."),
        ("When must I renew the mooring?", "Renew it within two years."),
        ("They denied the mooring. When must I appeal?", "Appeal within ten days."),
        ("When must the wardens answer?", "The wardens shall grant or deny it within ten days."),
        ("When must the wardens decide?", "The decision is due within ten days."),
        ("When must the wardens respond?", "The wardens shall notify the owner within ten days."),
    ],
)
def test_words_that_say_by_when_it_is_to_be_done_rise(question: str, says: str) -> None:
    assert apt(question, says, doc_type="ordinance") > 0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When must the wardens answer?", "The wardens shall meet within ten days."),
        ("When must I renew the mooring?", "Paint it within two years."),
        ("The wharves need a permit. Where is it kept?", "A permit is required for each wharf."),
    ],
)
def test_a_time_for_something_else_does_not_rise(question: str, text: str) -> None:
    assert apt(question, text, doc_type="ordinance") == 0


def test_a_time_to_come_falls_where_a_day_of_the_past_is_asked() -> None:
    assert apt("When was the mooring renewed?", "Renew it within two years.", doc_type="ordinance") < 0
    assert apt("When was the mooring renewed?", "It was renewed on May 6, 2029.", doc_type="minutes") >= 0


@pytest.mark.parametrize(
    ("question", "without", "day"),
    [
        ("When must I renew the mooring?", "Renew it before a storm.", "Paint it on May 5."),
        ("How long do I have to appeal?", "An appeal runs until it is heard.", "The court sits on May 5."),
        ("They built it. By what day is the toll due?", "The toll runs until dusk.", "The toll is of May 5, 2031."),
    ],
)
def test_words_without_a_day_or_a_length_of_time_fall_where_it_is_asked_by_when(
    question: str, without: str, day: str
) -> None:
    assert apt(question, without, doc_type="ordinance") < 0 <= apt(question, day, doc_type="ordinance")


def test_words_without_a_time_lose_nothing_where_no_time_is_asked_for() -> None:
    assert apt("Where do I renew the mooring?", "Renew it at the office.", doc_type="ordinance") == 0


def test_law_on_a_tax_on_one_doing_falls_where_the_question_is_on_another() -> None:
    asked, text = "How do I get a tax abatement?", "Any owner may apply for it."
    by_heading = {head: apt(asked, text, heading=head) for head in ("Land Use Change Tax", "Abatement")}
    assert by_heading["Land Use Change Tax"] < by_heading["Abatement"]


RULED = "What did the court decide about the raft?"


@pytest.mark.parametrize(
    "question",
    [
        RULED,
        "How did the Superior Court rule on the raft?",
        "What have the justices held about the raft?",
        "What did the judge order about the raft?",
        "What was the ruling of the court on the raft?",
        "What is the holding in the raft case?",
    ],
)
@pytest.mark.parametrize(
    "ruling",
    [
        "Affirmed as to the raft.",
        "We therefore conclude that the raft is lawful.",
        "The court finds for the owner of the raft.",
        "The petition on the raft is hereby granted.",
        "The ordinance on the raft is unconstitutional.",
    ],
)
def test_a_ruling_of_a_court_rises_and_what_a_party_said_falls(question: str, ruling: str) -> None:
    said = "The owner argues that the raft floats."
    assert apt(question, ruling, doc_type="court") > apt(question, ruling, doc_type="report")
    assert apt(question, said, doc_type="court") < apt(question, said, doc_type="report")


@pytest.mark.parametrize("question", ["Who owned the raft?", "What is the court for?", "Is the raft lawful?"])
@pytest.mark.parametrize("text", ["The owner argues that the raft floats.", "Affirmed as to the raft."])
def test_no_text_of_a_court_rises_or_falls_where_no_ruling_is_asked_for(question: str, text: str) -> None:
    assert apt(question, text, doc_type="court") == apt(question, text, doc_type="report")


@pytest.mark.parametrize(
    "question",
    [
        "Could the wardens take the raft?",
        "Can the wardens take the raft without a hearing?",
        "May they take the raft?",
        "Was it legal to take the raft?",
        "Would it be lawful to take the raft?",
        "Is that illegal?",
        "Who took the raft, and could they sell it?",
    ],
)
@pytest.mark.parametrize("doc_type", ["minutes", "warrant"])
def test_a_deed_loses_where_it_is_asked_whether_somebody_may(question: str, doc_type: str) -> None:
    assert apt(question, DEED, doc_type=doc_type) < apt(question, DEED, doc_type="ordinance")
    rule = "The wardens must hear all on the raft."
    assert apt(question, rule, doc_type=doc_type) == apt(question, rule, doc_type="ordinance")


def test_a_deed_loses_less_where_it_is_asked_whether_somebody_may_than_where_the_deed_is_measured() -> None:
    may = apt("Could the wardens take the raft?", DEED, doc_type="minutes")
    measured = apt("The wardens took the raft. Was a hearing needed?", DEED, doc_type="minutes")
    assert measured < may < 0


@pytest.mark.parametrize("question", ["Was the raft taken?", "Who could take the raft?", "What may the wardens take?"])
def test_a_deed_loses_nothing_where_it_is_not_asked_whether_somebody_may(question: str) -> None:
    assert apt(question, DEED, doc_type="minutes") == apt(question, DEED, doc_type="ordinance")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many lamps did the wardens vote to light?", "Roe moved to light three lamps."),
        ("How many lamps did they decide to light?", "They voted to light 12 lamps."),
        ("How many lamps were approved?", "Twelve lamps were approved."),
    ],
)
def test_a_figure_that_was_voted_rises_where_it_is_asked_for(question: str, text: str) -> None:
    assert apt(question, text) > 0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many lamps did the wardens vote to light?", "Roe saw three lamps."),
        ("How many lamps did the wardens vote to light?", "Roe moved to light the lamps."),
        ("How many lamps are lit?", "Roe moved to light three lamps."),
        ("Which lamps did the wardens vote to light?", "Roe moved to light three lamps."),
    ],
)
def test_no_figure_rises_that_nobody_voted_or_asked_for_as_voted(question: str, text: str) -> None:
    assert apt(question, text) <= 0


@pytest.mark.parametrize("text", ["Rafts do not meet this definition.", "A raft does not meet this definition."])
def test_what_a_definition_leaves_out_is_neither_allowed_nor_forbidden_by_it(text: str) -> None:
    assert asks_otherwise("Can I build a raft?", text, law=True)
    assert not asks_otherwise("What is considered a raft?", text, law=True)
    assert not asks_otherwise("Can I build a raft?", text.replace("this definition", "this rule"), law=True)
