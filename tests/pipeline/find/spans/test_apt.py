"""What kind of text may answer a part: rules, no bills, recitals or definitions. All records are invented."""

import pytest
from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.answers import find_answers
from pipeline.find.spans.apt import asks_otherwise, says_needed, thing_needed
from pipeline.types import Evidence, IssueMap, PartAnswer


def held(*texts: str, **facts: object) -> tuple[Evidence, ...]:
    chunks = (a_chunk(n, text, **facts) for n, text in enumerate(texts, 1))
    return tuple(Evidence(label=f"L{n}", chunk=chunk, score=1.0) for n, chunk in enumerate(chunks, 1))


def answer(question: str, evidence: tuple[Evidence, ...]) -> PartAnswer:
    (part,) = find_answers(read(question), IssueMap(), evidence)
    return part


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Do I need a permit to build a wharf?", "permit"),
        ("Is a license required for a ferry?", "license"),
        ("Can I build a wharf without a permit?", "permit"),
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
