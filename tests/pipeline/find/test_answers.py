"""Which words answer each part of a question, on invented passages."""

from retrieval_fakes import a_chunk

from pipeline.find.answers import find_answers, parts_of
from pipeline.types import Evidence, IssueMap, Question

TEXT = "The chair opened the meeting.\n\nThe footbridge repair will cost $14,000. Ms. Ames thanked the crew."


def evidence(*texts: str) -> tuple[Evidence, ...]:
    return tuple(Evidence(label=f"L{n}", chunk=a_chunk(n, text), score=1.0) for n, text in enumerate(texts, 1))


def test_each_part_of_a_question_is_answered_by_itself() -> None:
    parts = parts_of("What does the footbridge repair cost, and who decides about it?")
    assert parts == ("What does the footbridge repair cost", "who decides about it")


def test_the_sentence_that_says_it_stands_first_with_its_place() -> None:
    held = evidence("The library opens on Monday.", TEXT)
    (found,) = find_answers(Question(text="What does the footbridge repair cost?"), IssueMap(), held)
    best = found.spans[0]
    assert best.text == "The footbridge repair will cost $14,000."
    assert (best.label, TEXT[best.start : best.end]) == ("L2", best.text)


def test_a_part_without_words_in_the_evidence_is_open() -> None:
    (found,) = find_answers(Question(text="Who trims the hedges?"), IssueMap(), evidence(TEXT))
    assert found.verdict == "open"
    assert found.reason


def test_nothing_held_leaves_every_part_open_without_a_span() -> None:
    (found,) = find_answers(Question(text="Who trims the hedges?"), IssueMap(), ())
    assert (found.verdict, found.reason, found.spans) == ("open", "not_held", ())
