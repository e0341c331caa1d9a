"""A table that was read as one line is cut into its rows; prose with figures stays whole; the years of a page."""

import pytest
from retrieval_fakes import a_chunk

from pipeline.find.spans.text import ReadPage, ReadSpan, read_page
from pipeline.types import Evidence

ROWS = "Account Purpose Recommended 4550 Library 14 $265,000 $268,841 4583 Patriotic Purposes 14 $15,000 $14,000 4611 "
TABLE = ROWS + "Conservation Administration 14 $10,000 $10,350 4619 Other Conservation $0 $0 4631 Housing 14 $900 $950 "
LINE = (TABLE * 3).strip()
PROSE = "The board of Alder Falls voted to raise $20,000 for the bridge and to ask the state for the rest. " * 6


def spans(text: str) -> tuple[ReadSpan, ...]:
    return read_page(Evidence(label="L1", chunk=a_chunk(1, text), score=1.0)).spans


def test_a_row_of_a_table_read_as_one_line_ends_with_its_figures_and_stands_where_it_stood() -> None:
    found = spans(LINE)
    assert any("Patriotic Purposes" in one.cut.text and "Library" not in one.cut.text for one in found)
    assert all(LINE[one.cut.start : one.cut.end] == one.cut.text and one.cut.row for one in found)
    assert " ".join(one.cut.text for one in found) == LINE


def test_a_sentence_with_figures_is_not_cut() -> None:
    assert {one.cut.text for one in spans(PROSE)} == {PROSE[: PROSE.index(".") + 1]}


def test_a_row_that_ends_with_a_share_ends_there() -> None:
    rows = ("Legal Department $75,000 $100,000 $25,000 33.3%", "Planning Board of Alder $11,750 $11,900 $150 (1.3%)")
    found = [one.cut.text for one in spans(" ".join(rows * 8))]
    assert set(found) == set(rows)


def page(text: str, **facts: object) -> ReadPage:
    return read_page(Evidence(label="L1", chunk=a_chunk(1, text, **facts), score=1.0))


@pytest.mark.parametrize(
    "named", ["FY32", "FY 32", "FY2032", "FY-32", "fiscal year 2032", "Fiscal 32", "the fiscal years 2032 and on"]
)
def test_a_page_is_of_the_fiscal_year_that_it_names_and_of_its_date(named: str) -> None:
    found = page(f"The raft of {named} was talked of.", date="2031-10-08")
    assert found.own_years == found.years == {"2031", "2032"}
    titled = page("The raft was talked of.", date="2031-10-08", title=f"Raft of {named}")
    assert titled.own_years == {"2031", "2032"}


@pytest.mark.parametrize("named", ["a fiscal sum of 32", "fiscal 32,500", "FY 320", "fiscal matters", "age 32"])
def test_a_figure_that_is_no_fiscal_year_gives_a_page_no_year(named: str) -> None:
    found = page(f"The raft of {named} was talked of.", date="2031-10-08")
    assert found.own_years == found.years == {"2031"}


def test_a_year_that_is_only_spoken_of_is_not_that_of_the_page() -> None:
    found = page("The raft of 2032 was talked of.", date="2031-10-08")
    assert (found.own_years, found.years) == ({"2031"}, {"2031", "2032"})
