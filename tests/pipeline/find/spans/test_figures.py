"""The figures of spans: which phrasing is the part's own, the section it names, leads, values bound to words."""

from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.spans.figures import CandidateSpan, EvidenceSeen, candidates
from pipeline.find.spans.parts import held_figures
from pipeline.find.spans.sought import setting_of, sought_of
from pipeline.find.spans.text import read_page
from pipeline.types import Evidence, IssueMap

LIST = "The board set these fees:\n\n- Boundary change, $75\n\n- Site plan, $200\n\nMs. Ames thanked the clerk."
VOTE = "Tibbetts moved to buy the plow for $9,000.\n\nAll were in favor.\n\nThe plow is yellow."


def looked_at(
    question: str, *texts: str, phrasings: tuple[str, ...] = (), **facts: object
) -> list[tuple[CandidateSpan, ...]]:
    held = tuple(Evidence(label=f"S{n}", chunk=a_chunk(n, text, **facts), score=1.0) for n, text in enumerate(texts, 1))
    reading = read(question, phrasings)
    setting = setting_of(reading, IssueMap(), "mixed", lambda _stem: 1.0, lambda _stem: True)
    sought = sought_of(reading, setting)
    seen = EvidenceSeen(tuple(map(read_page, held)), sought, setting)
    return [candidates(part, seen, setting) for part in sought]


def figures(found: tuple[CandidateSpan, ...], words: str) -> dict[str, float]:
    return next(one.figures for one in found if words in one.read.cut.text)


def test_the_section_that_a_part_names_is_told_from_another() -> None:
    (found,) = looked_at("What does RSA 35:2 require?", "Notice shall be posted.", section="RSA 35:2", lane="state")
    assert (found[0].figures["cited"], found[0].figures["cites_other"]) == (1.0, 0.0)
    (other,) = looked_at("What does RSA 35:2 require?", "Notice shall be posted.", section="RSA 35:3", lane="state")
    assert (other[0].figures["cited"], other[0].figures["cites_other"]) == (0.0, 1.0)


def test_a_list_item_has_the_words_of_the_line_it_stands_under() -> None:
    (found,) = looked_at("Which fees did the board set for a site plan?", LIST)
    item, after = figures(found, "Site plan"), figures(found, "Ms. Ames")
    assert item["lead"] > 0.0
    assert item["joint"] > after["joint"]


def test_a_value_close_to_the_words_asked_for_is_bound_and_a_figure_of_the_question_is_none_that_answers() -> None:
    (found,) = looked_at("How much did the plow cost?", VOTE)
    assert figures(found, "$9,000")["bound"] > figures(found, "yellow")["bound"] == 0.0
    (asked,) = looked_at("How much did the plow cost, and not the $9,000?", VOTE)
    assert (figures(asked, "$9,000")["bound"], figures(asked, "$9,000")["kinds"]) == (0.0, 0.0)
    assert figures(asked, "$9,000")["asked_figures"] > 0.0


def test_a_name_of_two_words_that_stands_nowhere_side_by_side_is_lost() -> None:
    texts = ("The golden gate of the barn.", "The bridge is closed.")
    assert [held_of("Who designed the Golden Gate Bridge?", *texts)] == [1.0]
    assert [held_of("Who closed the Mill Pond Bridge?", "The Mill Pond Bridge is closed.")] == [0.0]


def held_of(question: str, *texts: str) -> float:
    held = tuple(Evidence(label=f"S{n}", chunk=a_chunk(n, text), score=1.0) for n, text in enumerate(texts, 1))
    reading = read(question)
    setting = setting_of(reading, IssueMap(), "mixed", lambda _stem: 1.0, lambda _stem: True)
    (part,) = sought_of(reading, setting)
    return held_figures(part, setting, tuple(map(read_page, held)))["runs_lost"]
