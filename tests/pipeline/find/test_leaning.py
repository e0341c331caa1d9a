"""A part that leans on the one before it is answered beside the answer of that part; on invented passages."""

from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.answers import find_answers
from pipeline.types import Evidence, IssueMap, PartAnswer

SEAT = "Who fills an empty seat of the harbor wardens, and for how long?"
MOORING = "When must I ask for a mooring, and by when must they answer?"


def second(question: str, *texts: str) -> PartAnswer:
    """The answer of the second part of a question, from pages L1, L2 and so on."""
    held = tuple(Evidence(label=f"L{n}", chunk=a_chunk(n, text), score=1.0) for n, text in enumerate(texts, 1))
    _, answer = find_answers(read(question), IssueMap(), held)
    return answer


def test_a_leaning_part_of_another_kind_is_answered_by_the_sentence_that_answers_the_part_before() -> None:
    both = "An empty seat of the harbor wardens is filled by the council until the next town election."
    told = second(SEAT, both, "The empty seat of the harbor wardens was talked of for three long days.")
    assert told.spans[0].text == both


def test_a_leaning_part_is_answered_by_another_sentence_of_the_page_that_answers_the_part_before() -> None:
    page = "The council fills an empty seat of the harbor wardens. It does so for three years."
    told = second(SEAT, page, "A seat of the harbor wardens lasts for how long the law says, three years.")
    assert (told.spans[0].label, told.spans[0].text) == ("L1", "It does so for three years.")


def test_words_of_another_kind_gain_nothing_beside_the_answer_of_the_part_before() -> None:
    page = "The council fills an empty seat of the harbor wardens. How long the wardens sit is told by the council."
    assert second(SEAT, page, "A clerk sits for three years.").spans[0].label == "L2"


def test_a_leaning_part_of_the_same_kind_is_not_answered_by_the_sentence_that_answers_the_part_before() -> None:
    asked = "You must ask for a mooring by May 1."
    told = second(MOORING, f"{asked} The wardens shall answer them within ten days.")
    likely = {span.text: span.probability for span in told.spans}
    assert told.spans[0].text == "The wardens shall answer them within ten days."
    assert likely[asked] < 0.2


def test_by_when_they_must_answer_is_told_on_the_page_that_says_when_to_ask() -> None:
    page = "Ask for a mooring no later than May 1. The wardens shall grant or deny it within ten days."
    told = second(MOORING, page, "The council must answer a petition on lamps by June 5.")
    assert told.spans[0].text == "The wardens shall grant or deny it within ten days."
    assert told.spans[0].probability > 0.6


def test_a_leaning_part_whose_form_tells_no_kind_gains_nothing_on_the_page_of_the_part_before() -> None:
    sold, fair = "Ada Roe sold the raft to Osgood. The raft is red.", "It was said to be a fair price for a raft."
    assert second("Who sold the raft, and was it fair?", sold, fair).spans[0].text == fair


def test_a_part_that_says_enough_itself_is_answered_wherever_it_is() -> None:
    sold, paid = "Ada Roe sold the raft to Osgood.", "The planks of the wharf were paid for ten years."
    question = "Who sold the raft, and how long did the planks of the wharf last?"
    assert second(question, f"{sold} The planks last for three years.", paid).spans[0].text == paid
