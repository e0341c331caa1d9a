"""What several sums come to is worked out only from a series that is surely the one meant. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.types import IssueMap, PartAnswer
from pipeline.write.extract.spans import spans_of
from pipeline.write.extract.totals import Total, asks_total, total_of

WARRANTS = (
    "Ada Roe opened the meeting. The Board received 3 Mooring Warrants. They are as follows. "
    "Pier 2, Berth 7 for $40.50. The float was sold. Pier 2, Berth 9 for $60. Pier 5, Berth 1 for $99.50. "
    "The float sank. Roe moved to approve them. Motion passed. The clerk paid $12 for stamps."
)
LOANS = "There is now $5,000 in the ferry fund and $1,200 in the quay fund for short loans. Nobody spoke."
RISEN = "The ferry budget of $5,000 is an increase of $200 for the ferry fund and the quay fund loans."


def total(
    question: str, *texts: str, days: tuple[str, str] = ("", ""), phrasings: tuple[str, ...] = ()
) -> Total | None:
    lines = {f"L{n}": spans_of(evidence(f"L{n}", text, title="Minutes", board="")) for n, text in enumerate(texts, 1)}
    answer = PartAnswer(part=question, verdict="open", probability=0.5)
    issue = IssueMap(date_from=days[0], date_to=days[1])
    return total_of(lines, answer, phrasings, issue, lambda _: 1.0)


@pytest.mark.parametrize(
    "question",
    [
        "What do the three mooring warrants add up to?",
        "What did the 3 mooring warrants total?",
        "Mooring warrants in all?",
    ],
)
def test_an_announced_series_is_added_up(question: str) -> None:
    found = total(question, LOANS, WARRANTS)
    assert found is not None
    assert found.amounts == (40.5, 60.0, 99.5)
    assert found.said == "Added up here, that comes to $200 in all."
    assert [span.text for span in found.passage.spans][:3] == [
        "The Board received 3 Mooring Warrants.", "They are as follows.", "Pier 2, Berth 7 for $40.50.",
    ]  # fmt: skip


def test_a_series_of_another_number_is_not_meant() -> None:
    assert total("What do the four mooring warrants add up to?", WARRANTS) is None


def test_sums_joined_in_a_sentence_are_added_up_and_a_rise_is_not() -> None:
    found = total("How much altogether for loans in the ferry fund and the quay fund?", LOANS)
    assert found is not None
    assert found.value == 6200
    assert total("How much altogether for loans in the ferry fund and the quay fund?", RISEN) is None


def test_sentences_that_name_what_is_asked_about_are_a_series_where_they_are_counted() -> None:
    deeds = "Roe presented a Deed for 12 Kelp Road with $31.10 due. Motion passed. A Deed for 12 Kelp Road, $10 due."
    found = total("How much altogether on the two Kelp Road deeds?", f"{deeds} Fines came to $7.")
    assert found is not None
    assert found.value == 41.1
    assert total("How much altogether on the Kelp Road deeds?", deeds) is None


@pytest.mark.parametrize(
    "question", ["What was the total appropriation for the ferry?", "How much is the mooring warrant for Pier 5?"]
)
def test_a_total_that_is_printed_is_no_sum_to_be_worked_out(question: str) -> None:
    assert not asks_total(question)


def test_a_record_of_another_day_is_not_added_up() -> None:
    assert total("What do the three mooring warrants add up to?", WARRANTS, days=("2019-01-01", "2019-01-31")) is None


def test_a_phrasing_may_say_which_series_is_meant() -> None:
    question = "What did folks owe altogether for the three places to tie up?"
    assert total(question, WARRANTS) is None
    assert total(question, WARRANTS, phrasings=("mooring warrants received by the Board",)) is not None


ROWS = "Roe presented three Berth Permits:\n-Pier 1 Berth 4 for $3\n-Pier 2 Berth 2 for $60\n-Pier 3 Berth 9 for $15.50"


def test_rows_under_a_head_are_a_list() -> None:
    found = total("What do the three berth permits come to?", ROWS)
    assert found is not None
    assert found.value == 78.5


def test_sums_that_the_question_names_one_by_one_are_added_up() -> None:
    paid = "The payroll is $90.50. Nobody spoke. The ferry fund paid $40. The quay fund paid $9.50. The clerk paid $12."
    asked = "How much altogether for the payroll, the ferry fund and the quay fund?"
    found = total(asked, paid)
    assert found is not None
    assert found.amounts == (90.5, 40.0, 9.5)
    assert total(asked, f"{paid} Later the payroll rose to $95.") is None


def test_items_of_unlike_words_with_a_sum_each_are_one_series() -> None:
    bills = "The board has 3 pump warrants. ‘They are as follows. Tank cleaning for $5. Monthly bill for $7. Pipes, $9."
    found = total("What did the three pump warrants come to?", bills)
    assert found is not None
    assert (found.value, found.passage.spans[0].text) == (21, "The board has 3 pump warrants.")


def test_a_sum_that_the_record_gives_is_not_added_to_its_parts() -> None:
    told = "The ferry budget is $50 for the boat plus $20 for the quay and $70 in all."
    assert total("How much altogether for the ferry boat and the quay?", told) is None
