"""What the words that answer a yes/no question say: yes, no, or nothing in so many words. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.write.extract.passages import Passage, passage_at
from pipeline.write.extract.spans import spans_of
from pipeline.write.extract.yes_no import asks_yes_or_no, decided_by, opening, rules_on, tells_event


def told(text: str, at: int = 0) -> Passage:
    spans = spans_of(evidence("L1", text, title="Record", board=""))
    (passage,) = passage_at(spans, spans[at].start, spans[at].end, room=60)
    return passage


def said(question: str, text: str, at: int = 0) -> tuple[str, bool]:
    found = decided_by(question, told(text, at))
    return found.word, found.bound


def test_a_rule_on_another_matter_says_neither_yes_nor_no() -> None:
    rule = told("A public body may pay the legal costs of an officer.")
    assert decided_by("May a public body pay the legal costs of an officer?", rule).word == "yes"
    assert decided_by("Is a public body allowed to meet in private about a worker?", rule).word == ""


@pytest.mark.parametrize(
    ("question", "motion", "word"),
    [
        ("Did the board approve the plan?", "Ames moved to deny the plan. Roy seconded. Motion passed 3-0.", "no"),
        ("Did the board approve the plan?", "Ames moved to approve the plan. Roy seconded. Motion failed 1-2.", "no"),
        ("Did the board approve the plan?", "Ames moved to approve the plan. Roy seconded. Vote 3-0.", "yes"),
        ("Was the plan denied?", "Ames moved to deny the plan. Roy seconded. Motion passed 3-0.", "yes"),
        ("Was the plan denied?", "Ames moved to approve the plan. Roy seconded. Motion passed 3-0.", "no"),
        ("Was the plan approved?", "Ames moved to table the plan. Roy seconded. All were in favor.", "no"),
        ("Was the abatement for Map 9 Lot 1 granted?", "Ames moved to approve the deed for Map 9 Lot 1. Vote 3-0.", ""),
        (
            "Was the variance for 9 Mill Road approved?",
            "Ames moved to approve the permit of 9 Mill Road. Vote 3-0.",
            "",
        ),
        ("Did the board approve the plan?", "Ames moved to approve the plan. Roy seconded.", ""),
        ("Did the board meet about the plan?", "Ames moved to approve the plan. Motion passed 3-0.", ""),
        ("Did the wharf petition pass?", "The petition on the wharf failed at town meeting.", "no"),
        ("Did the wharf article pass?", "He said the wharf article passed at town meeting.", "yes"),
        (
            "Did they repair the wharf?",
            "Ames moved to recommend $9 for the Wharf Repair Fund. Motion passed 3-0.",
            "",
        ),
        ("Was the wharf article passed?", "The wharf article asks for $9,000. The minutes were approved.", ""),
    ],
)
def test_yes_or_no_follows_what_became_of_the_matter(question: str, motion: str, word: str) -> None:
    assert decided_by(question, told(motion)).word == word


def test_what_a_board_voted_is_not_what_the_voters_decided() -> None:
    def word(text: str, question: str) -> str:
        spans = spans_of(evidence("L1", text, title="Budget Committee minutes", board="Budget Committee"))
        (passage,) = passage_at(spans, spans[0].start, spans[0].end, room=60)
        return decided_by(question, passage).word

    vote = "Ames moved to approve the wharf article. Roy seconded. Motion passed 3-0."
    assert word(vote, "Did the committee approve the wharf article?") == "yes"
    assert word(vote, "Did the town meeting approve the wharf article?") == ""
    assert word("The wharf article was approved by the voters.", "Did town meeting approve the wharf article?") == "yes"


@pytest.mark.parametrize(
    ("question", "rule", "word", "bound"),
    [
        ("Can I keep goats in the village?", "No person shall keep goats in the village.", "no", False),
        ("can i bring my dog to the wharf", "Dogs are allowed on the wharf.", "yes", False),
        ("Can I light a fire at the field?", "Fires are prohibited unless the chief gives leave.", "no", True),
        ("Are alternates allowed?", "The board may name no more than two persons as alternates.", "yes", False),
        ("Do I need a permit for a small shed?", "A shed of 80 square feet does not need a permit.", "no", False),
        ("Must I tell the clerk of a new dog?", "The owner shall tell the clerk of a new dog.", "yes", False),
        ("Does the mayor have veto power?", "The mayor shall have no veto power.", "no", False),
        ("Can a wharf be 30 feet long?", "A wharf shall not exceed 20 feet in length.", "no", False),
        ("Can a wharf be 15 feet long?", "A wharf shall not exceed 20 feet in length.", "yes", False),
        ("Can I sell without a permit?", "Peddlers may sell with a permit.", "", False),
        ("Can the town charge more than cost for keys?", "The town may charge for keys.", "", False),
        ("Can a wharf be longer than 20 feet?", "A wharf shall not exceed 20 feet in length.", "", False),
        ("Is leave needed to build closer to the line?", "Sheds may stand no closer than ten feet.", "", False),
        ("Is there a bin at the wharf?", "Take home what you bring.", "", False),
        ("What may a peddler sell?", "Peddlers may sell fruit.", "", False),
        ("Can the keeper enter a shed without leave?", "No keeper shall enter a shed without leave.", "no", True),
        ("Can the keeper enter a shed without leave?", "The keeper may enter a shed.", "", False),
    ],
)
def test_the_modal_words_of_a_rule_decide_and_what_binds_them_is_told(
    question: str, rule: str, word: str, bound: bool
) -> None:
    assert said(question, rule) == (word, bound)


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        (
            "Am I allowed to build a dock on the Reed?",
            "All docks float; they are not allowed to be set on piles.",
        ),
        ("Can I rent out my camp by the week?", "Tents and campers shall not be rented as a lodging unit."),
        ("May I keep a goat?", "Goats may not run at large in the village."),
    ],
)
def test_a_rule_that_bars_a_manner_of_it_does_not_say_no(question: str, rule: str) -> None:
    assert said(question, rule)[0] != "no"


def test_an_item_says_what_the_words_say_that_it_hangs_on() -> None:
    park = "The following are prohibited in the park:\n\n1. Open fires\n2. Diving from the old footbridge\n3. Camping"
    spans = spans_of(evidence("L1", park, title="Record", board=""))
    item = next(span for span in spans if "Diving" in span.text)
    passage = Passage((item,), 0)
    assert decided_by("Can kids dive from the footbridge?", passage).word == "no"


@pytest.mark.parametrize(
    ("question", "sure", "words"),
    [
        ("Can I light a fire?", True, "No, on a condition. "),
        ("Can I light a fire?", False, "Likely no, on a condition. "),
        ("Is the field mowed?", True, "It turns on these words: "),
        ("Who lights the fire?", True, ""),
        ("May my child sell lemonade?", True, "No, on a condition. "),
    ],
)
def test_an_answer_begins_with_the_word_or_says_that_it_turns_on_the_words(
    question: str, sure: bool, words: str
) -> None:
    assert opening(question, told("Fires are prohibited unless the chief gives leave."), sure=sure) == words


def test_a_permission_in_another_sentence_than_the_matter_is_no_yes() -> None:
    talk = "Roy put in the ambulance contract before he was selectman and had a vote on it. We can see how to bill it."
    assert decided_by("Can a selectman vote on his own contract?", told(talk)).word == ""


FEE = "Smith made a motion to increase the dump permit fee from $5 to $10. Keyes seconded and the motion passed 3-0."
TRUCK = "Ames moved to buy a new plow truck for $90,000. Roy seconded. The motion failed 1-2."


@pytest.mark.parametrize(
    ("question", "record", "word"),
    [
        ("Did they raise the dump permit fee?", FEE, "yes"),
        ("Has the dump permit fee gone up?", FEE, "yes"),
        ("Did the selectmen lower the dump permit fee?", FEE, "no"),
        ("Did they discuss the dump permit fee?", FEE, ""),
        ("Were dump permits made cheaper?", FEE, ""),
        ("Did the town raise the beach sticker fee?", FEE, ""),
        ("Did the board purchase the plow truck?", TRUCK, "no"),
        ("Did they sell the plow truck?", TRUCK, ""),
    ],
)
def test_a_motion_decides_whatever_verb_asks_for_it(question: str, record: str, word: str) -> None:
    assert said(question, record)[0] == word


def test_what_asks_to_choose_is_answered_by_neither_yes_nor_no() -> None:
    assert not asks_yes_or_no("Was the toll higher in May or in June?")


def test_a_motion_tells_what_was_done_and_a_rule_on_the_matter_does_not() -> None:
    assert tells_event("Did they raise the dump permit fee?", told(FEE))
    assert not tells_event(
        "Did they raise the dump permit fee?", told("No private dump shall be kept without a permit.")
    )
    assert not tells_event("Can they raise the dump permit fee?", told(FEE))


def test_a_motion_on_it_says_yes_to_what_was_agreed_and_grants_nothing_else() -> None:
    moved = "Roe moved to expend up to $900 for the purchase of two hand pumps. Poe seconded. Motion passed 3-0."
    assert said("Did the board agree to buy the hand pumps?", moved)[0] == "yes"
    beside = "Roe made a motion get the lawyer to attend the rehearing on the pumps. Poe seconded. Motion passed 3-0."
    assert said("Did the board grant the rehearing on the pumps?", beside)[0] == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It shall be unlawful to build any wharf without a permit unless exempted in Section 2.", ("yes", True)),
        ("A permit for a wharf is required except for those that do not float.", ("yes", True)),
        ("Wharves of farms are exempt from this rule and need no permit.", ("no", True)),
    ],
)
def test_whether_a_permit_is_needed_is_decided_by_the_rule_and_what_it_exempts(
    text: str, word: tuple[str, bool]
) -> None:
    assert said("Do I need a permit for a wharf?", text) == word


def test_a_rule_in_the_words_of_the_question_decides_it_and_one_that_only_names_the_permit_does_not() -> None:
    asked = "Do I need a permit to build a wharf?"
    rule, names = (
        "No person shall build a wharf without a permit.",
        "The clerk shall file all permits to build a wharf.",
    )
    lines = [spans_of(evidence("L1", text, doc_type="ordinance", board="")) for text in (rule, names)]
    found = [Passage(spans, 0) for spans in lines]
    assert [rules_on(asked, one) for one in found] == [True, False]


LISTED = (
    "No member of the harbor board, the wharf commission, the raft committee, the lamp trustees, or any other body that"
    " the town has set up by a vote at its annual meeting, with each clerk whom they pay, shall be {} for damages{}."
)
LIABLE = "Can a member of the harbor board be liable for damages?"


@pytest.mark.parametrize("held", ["held liable", "liable", "held responsible", "responsible"])
@pytest.mark.parametrize("whom", ["member", "person", "officers", "official", "employee"])
def test_that_nobody_of_a_long_list_shall_be_liable_is_a_no(whom: str, held: str) -> None:
    assert said(LIABLE, LISTED.format(held, "").replace("member", whom, 1)) == ("no", False)


def test_that_nobody_of_a_long_list_shall_be_liable_unless_is_a_no_on_a_condition() -> None:
    assert said(LIABLE, LISTED.format("held liable", " if the vote was in good faith")) == ("no", True)


@pytest.mark.parametrize(
    "text",
    [
        LISTED.format("held liable", "").replace("No member", "Any member"),
        LISTED.format("held at the wharf", ""),
        LISTED.format("held liable", "").replace(", the lamp trustees", "; the lamp trustees"),
    ],
)
def test_a_long_list_of_which_it_is_not_said_that_nobody_is_liable_is_no_no(text: str) -> None:
    assert said(LIABLE, text)[0] != "no"


@pytest.mark.parametrize(
    ("question", "text", "word"),
    [
        ("Has the library roof been replaced?", "The quote was $32 for the pump, not including the roof.", ""),
        ("Has the library roof been replaced?", "The library roof has not been replaced.", "no"),
        ("Was there a hearing on the wharf?", "There was no hearing on the wharf.", "no"),
    ],
)
def test_what_is_denied_of_a_thing_is_what_was_done_to_it(question: str, text: str, word: str) -> None:
    assert said(question, text)[0] == word
