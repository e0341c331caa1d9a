"""Figures bound to their row, column and year, in every layout; what is torn is left out or never certain."""

from __future__ import annotations

import pytest

from vault.facts.rows import Context, figures
from vault.facts.tables import table_figures
from vault.facts.types import RowFigure

_PLAIN = Context()


def _cells(text: str) -> dict[tuple[str, str], str]:
    return {(figure.label, figure.column): figure.value for figure in figures(text, _PLAIN)}


def test_a_table_of_pipes_binds_each_cell() -> None:
    text = "| Fee Type | Old Fee | New Fee |\n|---|---|---|\n| Partition | $25 | $400 |\n| Appeal | $250 | $250 |"
    assert _cells(text)[("Partition", "New Fee")] == "$400"
    told = {figure.column: figure.quality for figure in figures(text, _PLAIN)}
    assert told == {"Old Fee": "likely", "New Fee": "certain"}  # the year of the old fee stands elsewhere


def test_a_sheet_in_whole_dollars_binds_each_cell_and_leaves_counts_and_days_out() -> None:
    text = (
        "2031 Lamp Budget\n| 2030 | 2031\nDepartment | Voted | Requested | Lamps | Lit on\n"
        "Library | 121400 | 128950 | 12 | 2030-05-01\nHighway | | 91500 | 40 | 2030-05-02\nPolice | 88000"
    )
    assert _cells(text) == {
        ("Library", "Voted"): "121400",
        ("Library", "Requested"): "128950",
        ("Highway", "Requested"): "91500",
        ("Police", "Voted"): "88000",
    }
    assert {figure.quality for figure in figures(text, _PLAIN)} == {"likely"}  # no dollar sign says that they are


def test_a_width_in_feet_between_bars_is_no_sum() -> None:
    text = "| Hedge | Width | Fee |\n|---|---|---|\n| Tall | 50 feet | $20 per hedge |"
    assert _cells(text) == {("Tall", "Fee"): "$20 per hedge"}


def test_rows_on_a_line_take_years_and_words_from_the_lines_over_them() -> None:
    text = (
        "2024 Budget As 2025 BOS 2025 BC 24-25\nDEPARTMENT Passed Recommends Recommends Difference | % Increase\n"
        "Library $1,000 $1,200 $1,100 $100 10.00%\nPolice $5,000 $5,000 $5,000 $0 0.00%\n"
        "Highway $7,000 $7,700 $7,700 $700 10.00%"
    )
    found = {(f.label, f.column): f for f in figures(text, _PLAIN)}
    assert found[("Library", "2025 BC Recommends")].value == "$1,100"
    assert found[("Library", "2025 BC Recommends")].period == "2025"
    assert found[("Library", "2025 BC Recommends")].status == "recommended"
    assert found[("Police", "2024 Budget As Passed")].status == "voted"


def test_one_cell_a_line_with_heads_row_by_row() -> None:
    text = (
        "Expense Object\nBudget\nProposed\nDefault\n2026\n2027\n2027\n100\nWages\n31,000\n\n32,000\n\n31,500\n\n"
        + "\n".join(
            f"{code}\n{name}\n1,00{n}\n\n2,00{n}\n\n3,00{n}\n"
            for n, (code, name) in enumerate([("211", "Health"), ("212", "Dental"), ("220", "Fica")])
        )
    )
    cells = _cells(text)
    assert cells[("100 Wages", "Proposed 2027")] == "32,000"
    assert cells[("212 Dental", "Default 2027")] == "3,001"


def test_one_cell_a_line_with_heads_column_by_column() -> None:
    text = "Municipality\nDate\nValuation\nMunicipal\nTax Rate\nTotal\nTax Rate\n" + "\n".join(
        f"{town}\n12/0{n}/24\n1,000,{n}00\n8.8{n}\n27.0{n}"
        for n, town in enumerate(["Alder Falls", "Birch", "Cedar", "Dell"], 1)
    )
    cells = _cells(text)
    assert cells[("Birch", "Municipal Tax Rate")] == "8.82"
    assert cells[("Dell", "Valuation")] == "1,000,400"


def test_heads_at_the_foot_of_a_page_bind_with_the_year_over_its_rows() -> None:
    rows = "\n".join(f"{town}\n1,000,{n}00\n27.0{n}" for n, town in enumerate(["Alder", "Birch", "Cedar"], 1))
    found = figures(f"2031 Base Values\n{rows}\nMunicipality\nAssessed\nValuation\nTotal\nTax Rate\n", _PLAIN)
    told = {(figure.label, figure.column): (figure.value, figure.period) for figure in found}
    assert told[("Birch", "Total Tax Rate")] == ("27.02", "2031")
    assert told[("Cedar", "Assessed Valuation")] == ("1,000,300", "2031")


def test_a_torn_row_is_left_out() -> None:
    text = (
        "Item 2024 2025\nLibrary $1,000 $1,200\nPolice $5,000 $5,100\nHighway $7,000\n"
        "Water $300 $310\nSewer $20 $30 $40\n"
    )
    labels = {figure.label for figure in figures(text, _PLAIN) if figure.column}
    assert "Sewer" not in labels
    assert {"Library", "Police", "Water"} <= labels


@pytest.mark.parametrize(
    "text",
    [
        "Library $1,000 $1,200\nPolice $5,000 $5,100\nWater $300 $310",
        "Alder\n1,000\n1,200\nBirch\n5,000\n5,100\nCedar\n300\n310\nDale\n400\n410",
        "Reports ........ 5\nRules ........ 9\nRates of the year ........ 12\nRoads ........ 14",
    ],
)
def test_figures_of_no_column_are_not_kept(text: str) -> None:
    assert figures(text, _PLAIN) == ()


def test_the_year_over_the_heads_of_a_table_of_one_cell_a_line_is_that_of_its_rows() -> None:
    text = (
        "2031 Base Values\nMunicipality\nLocal\nValuation\nInventory\nAdjustment\nBase for\nLimits\n"
        "Alder\n1,000\n200\n1,200\nBirch\n5,000\n100\n5,100\nCedar\n300\n10\n310\n"
    )
    rows = [(one.label, one.column, one.period, one.value) for one in figures(text, _PLAIN)]
    assert ("Birch", "Inventory Adjustment", "2031", "100") in rows
    assert ("Birch", "Base for Limits", "2031", "5,100") in rows


def test_heads_go_on_to_the_next_page_but_no_longer_as_certain() -> None:
    rows = "Library $1,000 $1,200\nPolice $5,000 $5,100\nWater $300 $310"
    found = figures(f"Item Proposed Voted\n{rows}\f{rows.replace('Library', 'Parks')}", _PLAIN)
    parks: list[RowFigure] = [figure for figure in found if figure.label == "Parks"]
    assert [figure.column for figure in parks] == ["Proposed", "Voted"]
    assert all(figure.quality == "likely" for figure in parks)


def test_leaders_and_fees_before_their_names() -> None:
    text = "Fiscal 2026 RESERVE FUND\nWindows........$36,000.00\nAudio.........$53,000.00\nBalance......$3,000.00"
    found = {figure.label: figure for figure in figures(text, _PLAIN)}
    assert (found["Audio"].value, found["Audio"].period) == ("$53,000.00", "Fiscal 2026")
    fees = "Site Plan Review\n$225.00 Application Fee\n$28.00 Recording Fee – payable to the county\n$25.00 Stamp"
    assert _cells(fees)[("Recording Fee", "Site Plan Review")] == "$28.00"


def test_a_sentence_gives_its_subject_the_figure() -> None:
    found = {
        figure.label: figure.value
        for figure in figures("The high bid was $102,000 and the low bid was $66,796.", _PLAIN)
    }
    assert found == {"high bid": "$102,000", "low bid": "$66,796"}


def test_days_and_page_numbers_are_no_figures() -> None:
    text = "PB Minutes: February 4, 2025\nPage 2 of 5\nApproved March 04, 2025\nAmended April 1, 2025\n"
    assert figures(text, _PLAIN) == ()


def test_each_figure_points_at_its_cell() -> None:
    text = "x\fItem Proposed Voted\nLibrary $1,000 $1,200\nPolice $5,000 $5,100\nWater $300 $310"
    for figure in figures(text, _PLAIN):
        assert text[figure.slots[0].start : figure.slots[0].end] == figure.value


def test_numbered_items_one_cell_a_line_keep_their_number_and_their_columns() -> None:
    heads = "FY2025\nFY2025\nFY2026\nBUDGET\nSPENT\nPROPOSED\n"
    rows = "".join(f"{n}\nItem {n}\n1,00{n}\n2,00{n}\n3,00{n}\n" for n in (1, 2, 4, 7, 8))
    found = {(f.label, f.column): f for f in figures(f"{heads}Library\n{rows}", _PLAIN)}
    assert found[("7 Item 7", "FY2025 SPENT")].value == "2,007"
    assert found[("7 Item 7", "FY2025 SPENT")].quality == "certain"


def test_words_of_a_sentence_over_a_table_are_no_heads() -> None:
    text = (
        "Comment: the board voted to recommend\nthat the sums be raised by the\ntown at the meeting.\nFY27\nFY27\n"
        + "\n".join(f"Part {name}\n1,00{n}\n2,00{n}" for n, name in enumerate("abcd"))
    )
    assert all("voted" not in figure.column and figure.quality == "likely" for figure in figures(text, _PLAIN))


def test_a_list_of_one_figure_a_label_takes_its_column_from_its_heading() -> None:
    text = "2024 Village Rates\n" + "\n".join(
        f"12/0{n}/24\nAlder {name}\n$1.0{n}" for n, name in enumerate("abcdefghi", 1)
    )
    found = {figure.label: figure for figure in figures(text, _PLAIN)}
    assert (found["Alder c"].value, found["Alder c"].column, found["Alder c"].period) == (
        "$1.03",
        "2024 Village Rates",
        "2024",
    )


def test_a_list_with_a_head_over_its_one_column_does_not_take_the_title() -> None:
    text = "Department\nAmount\n" + "\n".join(f"Alder {name}\n1{n}.0{n}" for n, name in enumerate("abcdefghi", 1))
    found = {figure.label: figure for figure in figures(text, Context(title="Report of Alder Falls 2031"))}
    assert (found["Alder c"].value, found["Alder c"].column, found["Alder c"].period) == ("13.03", "Amount", "")


def test_heads_over_the_last_columns_only_bind_but_are_never_certain() -> None:
    text = (
        "Clerk's Clerk's Board's Board's\nActual Sums for Sums for Sums for Sums for\n"
        "12/31/2024 12/31/2024 (Yes) (No) (Yes) (No)\n"
    ) + "\n".join(f"411{n} Part {n} $1,00{n} $2,00{n} $3,00{n} $4,00{n} $5,00{n} $6,00{n}" for n in range(4))
    found = {(f.label, f.column): f for f in figures(text, _PLAIN)}
    assert found[("4112 Part 2", "Board's Sums for (Yes)")].value == "$5,002"
    assert {figure.quality for figure in found.values()} == {"likely"}


def test_a_dollar_sign_that_was_read_as_a_letter_is_one() -> None:
    text = "Item 2024 2025\nLibrary S 1,000.00 $ 1,200.00\nPolice \u00a7 5,000.00 S$ 5,100.00\nWater $ 300.00 $ 310.00"
    assert _cells(text)[("Police", "2025")].endswith("5,100.00")


def test_a_sum_not_recommended_is_not_recommended() -> None:
    text = "Item (Recommended) (Not Recommended)\nLibrary $1,000 $0\nPolice $5,000 $0\nWater $0 $310"
    found = {(f.label, f.column): f.status for f in figures(text, _PLAIN)}
    assert found[("Water", "(Recommended)")] == "recommended"
    assert found[("Water", "(Not Recommended)")] == ""


def test_sentences_bind_a_sum_to_their_subject() -> None:
    told = {
        "Chairman Ames stated that their operating budget was $739,150.00 this year.": (
            "operating budget",
            "$739,150.00",
        ),
        "The scholarship was for $1,500.": ("scholarship", "$1,500"),
        "There is $157,000 in the loan fund and more.": ("loan fund", "$157,000"),
        "The town paid a mooring permit fee of $10.00.": ("mooring permit fee", "$10.00"),
        "It was $500.": None,
    }
    for text, wanted in told.items():
        found = [(figure.label, figure.value) for figure in figures(text, _PLAIN)]
        assert found == ([wanted] if wanted else []), text


def test_a_proposed_budget_told_in_a_line_has_its_year_and_its_change() -> None:
    text = "\u2022 Election the proposed 2026 budget of $18,500.00 an increase of $12,550.00 or 210.92 % increase."
    found = [(f.label, f.column, f.period, f.value) for f in figures(text, _PLAIN)]
    assert found == [
        ("Election", "proposed 2026 budget", "2026", "$18,500.00"),
        ("Election", "increase", "2026", "$12,550.00"),
        ("Election", "increase", "2026", "210.92 %"),
    ]


def test_a_list_of_parcels_is_headed_by_the_sentence_over_it() -> None:
    rows = "Map 29, Lot 1 for $356.00. Gone.\nMap 122, Lot 10 for $2.00."
    text = f"The Board received 2 Clerical Abatements. They are as follows.\n{rows}"
    assert {(f.column, f.value) for f in figures(text, _PLAIN)} == {
        ("Clerical Abatement", "$356.00"),
        ("Clerical Abatement", "$2.00"),
    }


_LAYOUT = """\
                          2024       2025     Percent
  Department            Budget   Proposed      Change
  Library              $61,000    $64,000       4.9%
  Police              $405,100   $398,000      -1.8%
  Water                 $3,000                  0.0%
  Roads                $99,000   $101,500       2.5%
"""


def test_a_table_that_keeps_its_layout_is_bound() -> None:
    found = {(one.label, one.column): one for one in figures(_LAYOUT, Context())}
    assert found["Police", "2025 Proposed"].value == "$398,000"
    assert (found["Library", "2024 Budget"].period, found["Library", "2024 Budget"].quality) == ("2024", "certain")


def test_a_row_with_a_blank_is_bound_to_no_column() -> None:
    assert [one for one in figures(_LAYOUT, Context()) if one.label == "Water"] == []


def test_lines_of_a_budget_name_what_is_asked_for() -> None:
    text = (
        "• Sewer Department: Requested funding for the 2025 budget of $273,630\n\n20\nLibrary CRF\nRequesting $20,000"
        "\n\n37 Create Rail Trail Fund $25,000\n"
    )
    found = {one.label: (one.value, one.status) for one in figures(text, Context(doc_type="minutes"))}
    assert found == {
        "Sewer Department": ("$273,630", "requested"),
        "Library CRF": ("$20,000", "requested"),
        "Create Rail Trail Fund": ("$25,000", ""),
    }


def test_a_sum_before_its_noun_and_a_change_without_an_auxiliary_are_bound() -> None:
    text = "The state gave a $60,000 grant. Mutual Aid Dues increased by $1,000 from $8,000 to $9,000."
    found = [(one.label, one.column, one.value) for one in figures(text, Context(doc_type="minutes"))]
    assert ("grant", "", "$60,000") in found
    assert ("Mutual Aid Dues", "to", "$9,000") in found


def test_a_sum_put_to_something_is_bound_to_it_with_its_year() -> None:
    text = "You are hereby required to assess the sum of $ 226,550 for the 2024 Education Tax."
    assert [(one.label, one.period, one.value) for one in figures(text, _PLAIN)] == [
        ("2024 Education Tax", "2024", "$ 226,550")
    ]


def test_a_change_under_a_head_of_its_own_is_bound_to_the_head() -> None:
    text = "1) Training: Increased from $12,000.00 to $14,000.00 because of new staff."
    assert [(one.label, one.column, one.value) for one in figures(text, _PLAIN)] == [
        ("Training", "from", "$12,000.00"),
        ("Training", "to", "$14,000.00"),
    ]


def test_words_that_tell_no_subject_bind_no_sum() -> None:
    for text in (
        "It has been at $300,000 for many years.",
        "They ask for $18,000 for the Board to spend.",
        "They will raise it to $100,000 in order to go on.",
        "Our budget for this year just for food is $365,000.",
        "Ada Roe stated the proposed budget is level funded at $30,000.",
        "The category of white pine shall be $74 to $110 per acre.",
    ):
        assert not figures(text, _PLAIN), text


def test_a_budget_broken_between_two_lines_keeps_its_name() -> None:
    text = "A Motion by Roe to recommend the Interest on\nLine of Credit proposed 2025 budget of $30,000."
    assert [one.label for one in figures(text, _PLAIN)] == ["Interest on Line of Credit"]


@pytest.mark.parametrize(("columns", "read"), [(200, True), (20_000, False)])
def test_a_row_too_wide_to_be_read_by_anybody_is_no_table(columns: int, *, read: bool) -> None:
    heads, sums = (" | ".join(f"{word}{n}" for n in range(columns)) for word in ("Head ", "$1,20"))
    found, _ = table_figures(f"Line | {heads}\nLibrary | {sums}\nRoads | {sums}\n", 0, "Budget 2031", None)
    assert bool(found) is read
