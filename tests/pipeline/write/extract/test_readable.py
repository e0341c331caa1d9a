"""What reads badly as a quotation is set back. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.write.extract.spans import reads, spans_of


def kept(text: str) -> float:
    return reads(spans_of(evidence("L1", text, title="Record", board=""))[0])


SET_BACK = [
    "### Case #31-07-LM: the footbridge on Mill Lane",
    "THE FOOTBRIDGE ON MILL LANE AND ITS REPAIR",
    "Mill Lane footbridge repair",
    "Respectfully submitted, the footbridge committee of Mill Lane.",
    "Ruth Pelham, Footbridge Committee Secretary",
    "Prepared by the clerk of the footbridge committee on Mill Lane.",
    "Varney made a motion to adjourn from the footbridge on Mill Lane.",
    "Tibbetts moved to accept the minutes of the footbridge committee.",
    "Minutes of May 20 were approved as written by the footbridge committee.",
    "The footbridge on Mill Lane ........ 12",
    "The footbridge A 25,000.00 B$ 25,000.00 C$ 4711 D$ 12 on 7 Mill Lane",
    "Sums for Footbridge " * 6,
]


@pytest.mark.parametrize("text", SET_BACK[1:])
def test_what_reads_badly_is_set_back(text: str) -> None:
    assert 0 < kept(text) < 0.6


def test_a_heading_is_never_quoted() -> None:
    assert kept(SET_BACK[0]) == 0.0
    assert kept("[Clerk to Act as Keeper of the Wharf When the Office of Keeper Is Vacant.]") == 0.0


def test_a_long_sentence_with_a_verb_is_no_table_for_the_words_it_says_again() -> None:
    assert kept("The clerk and the keeper and the agent shall list the name and the pay and the start.") == 1.0


def test_a_sound_sentence_is_not_set_back_and_a_long_paragraph_little() -> None:
    assert kept("The road agent shall light the footbridge every night of the year.") == 1.0
    long = "The board shall light it " + " ".join(f"if lamp{n} fails{n} or wick{n} burns{n}" for n in range(12))
    assert 0.6 < kept(long) < 1.0


def test_a_row_of_a_table_is_not_set_back_for_its_capitals() -> None:
    assert kept("MILL LANE FOOTBRIDGE 12 14\nPOND ROAD WHARF 15 16\nHIGH STREET LAMPS 17 18") == 1.0


def test_a_chairman_who_speaks_is_no_signature() -> None:
    assert kept("Chairman Roe stated that the board does not make the list of moorings.") == 1.0
    assert kept("Director Poe clarified the matter of the old pier for the members.") == 1.0
    assert kept("Chairman, Harbor Board of the Port of Alder Cove") < 1.0


def test_the_forms_of_a_bill_are_no_sentences() -> None:
    bill = (
        "Explanation: Matter added to current law appears in bold italics.\n"
        "Matter which is either (a) all new or (b) repealed and reenacted appears in regular type.\n"
        "31-0527\nSTATE OF NEW HAMPSHIRE\nIn the Year of Our Lord Two Thousand Thirty One\n"
        "Be it Enacted by the Senate and House of Representatives in General Court convened:\n"
        "1 Ferries. The ferry at Mill Lane shall run once an hour."
    )
    told = " ".join(span.text for span in spans_of(evidence("S1", bill, lane="state", doc_type="bill", board="")))
    assert told == "1 Ferries. The ferry at Mill Lane shall run once an hour."
