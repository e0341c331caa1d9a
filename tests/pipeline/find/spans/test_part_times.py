"""A part of a question has its own time and numbers where it names them."""

from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.spans.figures import CandidateSpan, EvidenceSeen, candidates
from pipeline.find.spans.parts import near_of
from pipeline.find.spans.sought import setting_of, sought_of
from pipeline.find.spans.text import read_page
from pipeline.types import Evidence, IssueMap

ASKED = "What did the plow cost in 2030, and which mower did Ordinance 52 allow in 2031?"


def pages(*held: tuple[str, str, str]) -> list[tuple[CandidateSpan, ...]]:
    evidence = [
        Evidence(label=f"L{n}", chunk=a_chunk(n, text, title=title, date=date), score=1.0)
        for n, (title, date, text) in enumerate(held, 1)
    ]
    reading = read(ASKED)
    issue = IssueMap(date_from="2030-01-01", date_to="2031-12-31")
    setting = setting_of(reading, issue, "local", lambda _stem: 1.0, lambda _stem: True)
    sought = sought_of(reading, setting)
    seen = EvidenceSeen(tuple(map(read_page, evidence)), sought, setting)
    return [candidates(part, seen, setting) for part in sought]


def test_a_record_of_the_other_parts_year_is_outside_the_time_of_this_part() -> None:
    first, second = pages(("Minutes", "2030-05-01", "The plow cost $9,000."), ("Minutes", "2031-05-01", "A mower."))
    plow, mower = ({one.page.evidence.label: one.figures["inside"] for one in part} for part in (first, second))
    assert plow == {"L1": 1.0, "L2": 0.0}
    assert mower == {"L1": 0.0, "L2": 1.0}


def test_the_number_that_a_part_names_may_stand_in_a_title() -> None:
    _, second = pages(("Ordinance 52", "2031-05-01", "A mower is allowed."), ("Ordinance 76", "2031-05-01", "A mower."))
    assert {one.page.evidence.label: one.figures["numbers_title"] for one in second} == {"L1": 1.0, "L2": 0.0}


def test_a_line_of_a_table_of_contents_is_no_candidate() -> None:
    contents = "Plow cost ............ 12 Mower ............ 28"
    (first, _) = pages(("Plan", "2030-05-01", f"{contents}\n\nThe plow cost $9,000."))
    assert [one.read.cut.text for one in first] == ["The plow cost $9,000."]


def test_this_year_is_not_told_as_a_year() -> None:
    held = Evidence(label="L1", chunk=a_chunk(1, "A mower.", title="Minutes", date="2031-05-01"), score=1.0)
    told = []
    for asked in ("What does the plow cost this year?", "What did the plow cost in 2029?"):
        reading = read(asked)
        setting = setting_of(reading, IssueMap(), "local", lambda _stem: 1.0, lambda _stem: True)
        told.append(near_of("other_year", sought_of(reading, setting)[0], setting, read_page(held)))
    assert told == ["2031", "2031, not 2029"]
