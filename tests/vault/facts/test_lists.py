"""Lists and tables whose heads stand in forms of their own: dashes, pairs of heads, heads of one line, contents."""

from __future__ import annotations

from vault.facts.cells import unit_of
from vault.facts.motions import motions
from vault.facts.rows import Context, figures

_Row = tuple[str, str, str, str]


def _rows(text: str) -> list[_Row]:
    return [(one.label, one.column, one.period, one.value) for one in figures(text, Context(title="Alder Falls"))]


def test_a_dash_between_label_and_sum_is_no_column_of_its_own() -> None:
    text = (
        "2031 Proposed Budgets:\nThe Chair read each line.\n"
        "• Legal - $75,000\n• Elections - $21,600\n• Library - $9,000\n"
    )
    assert _rows(text) == [
        ("Legal", "2031 Proposed Budgets:", "2031", "$75,000"),
        ("Elections", "2031 Proposed Budgets:", "2031", "$21,600"),
        ("Library", "2031 Proposed Budgets:", "2031", "$9,000"),
    ]
    assert {one.status for one in figures(text, Context())} == {"proposed"}


def test_the_numbers_of_sections_and_pages_of_a_table_of_contents_are_no_figures() -> None:
    sections = "".join(f"6.{number:02}\nPart {'x' * number} …… {number}\n" for number in range(1, 14))
    assert _rows(f"Regulations of 2031\nTABLE OF CONTENTS\n{sections}") == []
    pages = "Revised: July 2, 2031\nWaivers ........ 4\nFees ........ 9\nBonds ........ 12\n"
    assert _rows(pages) == []


def test_a_pair_of_heads_printed_again_heads_a_list() -> None:
    soils = "".join(f"{number}BH\n{number},000\n" for number in range(40, 52))
    rows = _rows(f"Rules (amended July 2, 2031)\nSoil Type\nLot Size\nSoil Type\nLot Size\n{soils}")
    assert rows[0] == ("40BH", "Lot Size", "", "40,000")
    assert len(rows) == 12


def test_heads_of_one_line_each_that_tell_a_kind_need_no_head_over_the_labels() -> None:
    rows = (
        "Deer Trail Fund\n$25,000\n$20,000\nMill Fund\n$9,000\n$8,000\nPaving\n$6,000\n$6,000\nBarn\n$4,000\n$1,000\n"
    )
    text = f"Warrant articles come to $40,000 for a rise of 2%.\nRequested\nBC Recommended\n{rows}"
    found = figures(text, Context())
    assert ("Mill Fund", "Requested", "$9,000", "requested") in {(f.label, f.column, f.value, f.status) for f in found}
    assert ("Mill Fund", "BC Recommended", "$8,000", "recommended") in {
        (f.label, f.column, f.value, f.status) for f in found
    }


def test_a_thousand_under_a_head_with_a_share_is_no_share() -> None:
    assert [unit_of(text, "Slope 8 – 15%") for text in ("44,000", "$9", "4.5")] == ["$", "$", "%"]


def test_what_a_sum_is_without_or_for_belongs_to_its_name() -> None:
    text = (
        "It is based on a rate of $1.12/1000 of the 2029 equalized valuation without utilities in the amount of "
        "$516,497,306. The assessment for wetland shall be $24 per acre."
    )
    assert [(one.label, one.period, one.value) for one in figures(text, Context())] == [
        ("rate", "", "$1.12"),
        ("valuation without utilities", "2029", "$516,497,306"),
        ("assessment for wetland", "", "$24"),
    ]


def test_a_number_inside_a_word_counts_no_votes() -> None:
    (moved,) = motions(
        "Roe moved to accept the minutes as written for May 3. Lee seconded. All in favor. Motion passed."
    )
    assert (moved.vote.yes, moved.vote.unanimous) == (None, True)


def test_a_name_printed_with_a_spaced_dash_is_one() -> None:
    (moved,) = motions(
        "Roe moved to pay. Lee seconded. Opposed were A. Orr, S. Pike – Dunn, and B. Vail. Failed 2-3-0."
    )
    assert moved.vote.against == ("A. Orr", "S. Pike – Dunn", "B. Vail")


def test_heads_whose_years_are_printed_after_their_words() -> None:
    rows = "".join(f"{name} Fund\n{number}\n$9,0{number}\n$8,000\n$7,000\n" for number, name in _FUNDS)
    found = _rows(f"as follows:\nActual\nVoted\nRequest\nDescription\nProject #\n2029\n2030\n2031\n{rows}")
    assert found[:3] == [
        ("Park Fund", "Actual 2029", "2029", "$9,041"),
        ("Park Fund", "Voted 2030", "2030", "$8,000"),
        ("Park Fund", "Request 2031", "2031", "$7,000"),
    ]
    assert len(found) == 3 * len(_FUNDS)  # the number of a project is no sum


_FUNDS = [(41, "Park"), (42, "Mill"), (43, "Gift"), (44, "Hall")]


def test_a_change_is_from_the_last_year_but_one_to_the_last() -> None:
    rows = "".join(f"{name}\n9,000\n8,000\n8,500\n500\n6.25%\n" for _, name in _FUNDS)
    head = "Budget\nActual\nSchool Board\nProposed New\nStaff\nVariance\n%\n2029\n2030\n2031\n"
    found = {(one.column, one.period, one.value) for one in figures(head + rows, Context())}
    assert found == {
        ("Budget 2029", "2029", "9,000"),
        ("Actual 2030", "2030", "8,000"),
        ("School Board Proposed New Staff 2031", "2031", "8,500"),
        ("Variance", "2030-2031", "500"),
        ("%", "2030-2031", "6.25%"),
    }


def test_the_line_at_the_head_of_a_page_is_not_what_a_motion_leans_on() -> None:
    (moved,) = motions(
        "3.31.2031 Select Board Minutes   3 of 3\n\nRoe moved to approve it. Lee seconded. It passed 3-0."
    )
    assert "Minutes" not in moved.object
    assert moved.matters == ()
