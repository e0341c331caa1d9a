"""Rows of the ledger as the answer: a list with its sum, a row under its heads. All records are invented."""

from scripted_model import evidence

from pipeline.write.extract.figures import asks_sum, listed, told_rows
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import spans_of

TAXES = (
    "Smith presented three Excavation Tax Warrants:\n\n• Map 26 Lot 7 for $1,510.28\n• Map 12 Lot 25 for $666.80\n"
    "• Map 13 Lot 10 for $182.50\n\nSmith motioned to approve the warrants."
)
ASK = "What is the total of the three excavation tax warrants?"


def passage(text: str, words: str) -> Passage:
    spans = spans_of(evidence("L1", text, title="Record", board=""))
    return Passage((next(span for span in spans if words in span.text),), 0)


def test_a_list_is_told_row_by_row_with_its_sum_when_it_has_as_many_rows_as_the_question_says() -> None:
    found = listed(ASK, passage(TAXES, "Lot 25"))
    assert found is not None
    assert [value for _, value in found.rows] == ["$1,510.28", "$666.80", "$182.50"]
    assert found.total == "$2,359.58"
    table = told_rows(found)
    assert "| “Map 12 Lot 25 for” | “$666.80” [L1] |" in table or "| “Map 12 Lot 25” | “$666.80” [L1] |" in table
    assert table.rstrip().endswith("come to $2,359.58 [L1].")


def test_a_list_of_another_length_is_not_added_up() -> None:
    assert listed(ASK.replace("three", "four"), passage(TAXES, "Lot 25")) is None
    assert listed(ASK.replace("three ", ""), passage(TAXES, "Lot 25")) is None


def test_only_a_sum_adds_up() -> None:
    assert asks_sum(ASK)
    assert listed("Who presented the warrants?", passage(TAXES, "Lot 25")) is None
