"""A row of a table as the answer. All records are invented."""

from scripted_model import evidence

from pipeline.write.extract.figures import listed, told_rows
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import spans_of

BUDGET = (
    "| Department | 2030 Actual | 2031 Budget | Change |\n| --- | --- | --- | --- |\n"
    "| Police | $410,000 | $422,500 | $12,500 |\n"
)


def passage(text: str, words: str) -> Passage:
    spans = spans_of(evidence("L1", text, title="Record", board=""))
    return Passage((next(span for span in spans if words in span.text),), 0)


def test_a_row_is_told_as_a_table_with_each_figure_under_its_head() -> None:
    found = listed("How much was the police budget in 2030 and in 2031?", passage(BUDGET, "Police"))
    assert found is not None
    assert [value for _, value in found.rows] == ["$410,000", "$422,500", "$12,500"]
    assert "| “2031 Budget” | “$422,500” [L1] |" in told_rows(found)


def test_who_asks_for_no_figure_gets_no_table() -> None:
    assert listed("Who leads the police?", passage(BUDGET, "Police")) is None
