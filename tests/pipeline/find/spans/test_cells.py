"""The figure of a statewide table that a question asks for: the town's row, the column that says it, the year meant."""

from __future__ import annotations

import re
from pathlib import Path

import anyio
import pytest
from fakes import a_document, vault_with
from retrieval_fakes import a_chunk
from turn_fakes import run_turn, services_of

from pipeline.ask.reading import read
from pipeline.find.spans.cells import cells_asked, line_asked, named_line, pages_asked, told_bill
from pipeline.types import Evidence, IssueMap, PartAnswer, Question
from vault.ledger import LedgerQuery
from vault.statewide import TableCell, line_cells, page_cells, table_cells

_TITLE = "Municipal Tax Rates Revenue Office"


def _cell(head: str, value: str, year: str = "2031", about: str = _TITLE) -> TableCell:
    return TableCell("rates@1#0", "Pinfold", f"Pinfold {value}", head, year, value, f"{year} {about}")


CELLS = (
    _cell("Valuation", "310,400"),
    _cell("Valuation Including Utilities", "322,900"),
    _cell("County Tax Rate", "0.61"),
    _cell("Total Tax Rate", "9.85"),
    _cell("Total Tax Rate", "9.15", "2030"),
    _cell("Price-Related Differential (PRD)", "1.02", about="Ratio Report"),
)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What was Pinfold's total tax rate in 2031?", ["9.85"]),
        ("What was the tax rate of Pinfold for 2030, as set by the Revenue Office?", ["9.15"]),
        ("What is the tax rate?", ["9.85"]),
        ("What were the total tax rates of Pinfold in 2030 and 2031?", ["9.15", "9.85"]),
        ("What is the total valuation?", []),
        ("How high is the county tax rate?", ["0.61"]),
        ("What is the 2031 valuation of Pinfold?", ["310,400"]),
        ("What was Pinfold's price-related differential?", ["1.02"]),
        ("What was the total tax rate in 2029?", []),
        ("What is the dog licence tax?", []),
        ("Who sets the tax rate?", []),
        ("Why did the tax rate rise?", []),
        ("What is the school tax rate?", []),
    ],
)
def test_a_part_asks_for_the_cell_whose_head_and_table_say_all_of_it(question: str, values: list[str]) -> None:
    reading = read(question)
    found = cells_asked(reading.parts[0], reading, IssueMap(town="Pinfold"), CELLS)
    assert [one.value for one in found] == values


def test_two_columns_that_fit_as_well_answer_nothing() -> None:
    reading = read("What is the tax rate?")
    alike = (_cell("County Tax Rate", "0.61"), _cell("School Tax Rate", "4.20"))
    assert cells_asked(reading.parts[0], reading, IssueMap(town="Pinfold"), alike) == []


_TABLE = (
    "2031 Municipal Tax Rates\n\n| Municipality | Valuation | Municipal Tax Rate | Total Tax Rate |\n"
    "| Birch Dell | 210,400 | 3.10 | 7.20 |\n| Pinfold | 310,400 | 4.10 | 9.85 |\n"
    "| Quarry Hill | 110,400 | 1.10 | 3.20 |\n"
)


def test_a_town_without_records_is_answered_from_its_row_with_the_head_of_the_figure(tmp_path: Path) -> None:
    rates = a_document(
        "rates", _TABLE, title="2031 Municipal Tax Rates", lane="state", town="", board="Revenue Office",
        doc_type="report", date="2031", authority="official",
    )  # fmt: skip
    minutes = a_document("minutes", "Osgood said the tax rate should not change by much.", town="Birch Dell")
    with vault_with((rates, minutes), tmp_path) as vault:
        held = [(one.head, one.value) for one in table_cells(vault.ledger, "Pinfold", "NH")]
        assert ("Total Tax Rate", "9.85") in held
        named = LedgerQuery(state="NH", of_no_town=True)
        assert {row.doc_id for row in vault.ledger.rows(named, limit=99).rows} == {"rates"}
        question = Question(text="What is the total tax rate for 2031?", town="Pinfold")
        result = anyio.run(run_turn, question, services_of(vault))
        assert "for “Pinfold” under “Total Tax Rate”: “9.85” [S1]." in result.answer.answer_markdown
        assert "Birch Dell" not in result.answer.answer_markdown
        assert result.audit.passed


def test_the_rows_of_a_page_that_a_text_names_come_with_their_heads(tmp_path: Path) -> None:
    priced = re.sub(r"(\d+\.\d\d)", r"$\1", _TABLE)
    rates = a_document("rates", priced, title="2031 Municipal Tax Rates", lane="state", town="", date="2031")
    with vault_with((rates,), tmp_path) as vault:
        (page,) = {(row.doc_id, row.page or 0) for row in vault.ledger.rows(LedgerQuery(), limit=99).rows}
        named = page_cells(vault.ledger, [page], "Pinfold's total rate is $9.85.")
        assert {one.place for one in named} == {"Pinfold"}
        assert ("Total Tax Rate", "$9.85") in [(one.head, one.value) for one in named]
        by_figure = page_cells(vault.ledger, [page], "The town's rate is 3.20.")
        assert {one.place for one in by_figure} == {"Quarry Hill"}
        assert page_cells(vault.ledger, [("other", 1)], "Pinfold") == ()


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How much is the library budget for 2031?", "library"),
        ("What did we budget for the police department over the last three years?", "police"),
        ("How much did the town spend on snow removal?", "snow removal"),
        ("How much did the selectmen recommend for legal in 2031?", "legal"),
        ("How much did voters approve for the police department in 2031?", "police"),
        ("How much money goes to the library?", "library"),
        ("How much did the town set aside for cemeteries?", "cemeteries"),
        ("How much did the library get in 2031?", "library"),
        ("How much does the ambulance cost the town?", "ambulance"),
        ("How much does the town give to the food pantry?", "food pantry"),
        ("How much is being put towards the boat ramp?", "boat ramp"),
        ("Why did the police budget go up?", ""),
        ("Who raised money for the library?", ""),
        ("Who presented the library budget?", ""),
        ("How much is a dog licence?", ""),
    ],
)
def test_a_line_of_accounts_is_what_a_question_of_budget_or_spending_is_about(question: str, line: str) -> None:
    assert line_asked(read(question).parts[0], IssueMap(town="Pinfold")) == line


_BUDGET = (
    "2031 Town Warrant\n\n| Department | 2030 Budget As Passed | 2031 Selectboard Recommends |\n"
    "| Library | $61,200 | $64,900 |\n| Police Department | $210,000 | $224,500 |\n"
    "| Police Special Duty | $5,000 | $7,000 |\n"
)
_ASKED = (
    "Sturtevant presented the figures.\n\n• Police Department the proposed 2032 budget of $231,000.00\n\n"
    "• Library the proposed 2032 budget of $66,000.00\n"
)


def _pinfold(question: str, folder: Path) -> str:
    """The answer from a warrant of 2031 and minutes on the budget of 2032."""
    warrant = a_document(
        "warrant", _BUDGET, town="Pinfold", title="2031 Town Warrant", doc_type="warrant", date="2031-02-11"
    )
    minutes = a_document("minutes", _ASKED, town="Pinfold", board="Budget Committee", date="2031-10-08")
    with vault_with((warrant, minutes), folder) as vault:
        told = [(one.year, one.value) for one in line_cells(vault.ledger, "police", "Pinfold", "NH")]
        assert told == [("2030", "$210,000"), ("2031", "$224,500"), ("2032", "$231,000.00")]
        result = anyio.run(run_turn, Question(text=question, town="Pinfold"), services_of(vault))
        assert result.audit.passed
        assert all(row.verdict == "verified" for row in result.audit.rows if row.citations)
        return result.answer.answer_markdown


def test_what_was_set_aside_is_told_by_the_article_of_the_warrant(tmp_path: Path) -> None:
    text = (
        "Article 9 Add to the Plow Truck ETF\n\nTo see if the Town will vote to raise and appropriate the sum of"
        " $42,000 to be added to the Plow Truck ETF. (Recommended by the Selectmen 3-0) (Majority vote required.)\n\n"
        "Article 10 Paving\n\nTo see if the Town will vote to raise and appropriate the sum of $90,000 for paving.\n"
    )
    warrant = a_document("w", text, town="Pinfold", title="2031 Town Warrant", doc_type="warrant", date="2031-02-11")
    with vault_with((warrant,), tmp_path) as vault:
        cells = line_cells(vault.ledger, "plow truck", "Pinfold", "NH")
        assert [(one.head, one.year, one.value, one.stage) for one in cells] == [
            ("Article 9", "2031", "$42,000", "recommended")
        ]
        asked = Question(text="What did Pinfold set aside for paving in 2031?", town="Pinfold")
        told = anyio.run(run_turn, asked, services_of(vault)).answer.answer_markdown
    assert "Article 10 Paving To see if the Town will vote to raise and appropriate the sum of $90,000" in told
    assert "it shows" not in told  # its sentence tells the sum
    assert "$42,000" not in told


def test_several_years_of_a_line_are_a_table_of_what_was_voted_recommended_and_proposed(tmp_path: Path) -> None:
    told = _pinfold("What did we budget for the police department over the last three years?", tmp_path)
    rows = [row.split(" | ")[1:] for row in told.splitlines() if "“" in row]
    assert [row[1] for row in rows] == [
        "“2030 Budget As Passed”", "“2031 Selectboard Recommends”", "“proposed 2032 budget”"
    ]  # fmt: skip
    assert [row[2].split("”")[0] for row in rows] == ["“$210,000", "“$224,500", "“$231,000.00"]


def test_a_sum_of_another_year_is_told_as_of_that_year(tmp_path: Path) -> None:
    told = _pinfold("What was the library budget in 2024?", tmp_path)
    held = "What is held is of 2030: The Planning Board warrant of February 11, 2031 shows"
    assert told.startswith(f"No record found answers this for 2024. {held}")
    assert "“$61,200”" in told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "How much did voters approve for the police department in 2031?",
            "sums recommended, not voted",
        ),
        (
            "How much did the town spend on the police department in 2031?",
            "sums recommended, not spent",
        ),
        ("What is the police budget for 2031?", ""),
    ],
)
def test_a_sum_of_another_stage_than_the_one_asked_about_is_told_as_such(
    question: str, told: str, tmp_path: Path
) -> None:
    answer = _pinfold(question, tmp_path)
    assert answer.startswith(f"What is held is of {told}: " if told else "The Planning Board warrant")
    assert "“2031 Selectboard Recommends”: “$224,500”" in answer


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What did PHSD propose for Legal Services in FY2031?", "legal services"),
        ("What was requested for plowing in 2031?", "plowing"),
        ("What did the board decide about plowing in 2031?", ""),
    ],
)
def test_what_is_proposed_for_a_line_asks_for_its_sum_of_a_fiscal_year(question: str, line: str) -> None:
    asked = read(question)
    assert line_asked(asked.parts[0], IssueMap(town="Pine Hollow SD")) == line
    assert asked.years == ("2031",)


_PARTS = (
    _cell("Municipal Tax Rate", "3.10"),
    _cell("County Tax Rate", "0.61"),
    _cell("State Education Tax Rate", "1.05"),
    _cell("Local Education Tax Rate", "5.09"),
    _cell("Total Tax Rate", "9.85"),
)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What was the 2031 local education tax rate?", ["5.09"]),
        ("What was the state education tax rate?", ["1.05"]),
        ("What is the school tax rate?", ["5.09"]),
        ("What is the property tax rate?", ["9.85"]),
        ("How is the 2031 tax rate broken down?", ["3.10", "0.61", "1.05", "5.09", "9.85"]),
        ("What makes up the tax rate?", ["3.10", "0.61", "1.05", "5.09", "9.85"]),
        ("How much of my tax bill goes to the school?", ["5.09", "3.10", "0.61", "1.05", "9.85"]),
        ("What is the town's share of the tax rate?", ["3.10", "0.61", "1.05", "5.09", "9.85"]),
        ("How is the 2029 tax rate broken down?", []),
        ("What makes up a quorum?", []),
    ],
)
def test_what_a_rate_is_made_of_is_told_by_the_columns_of_its_row(question: str, values: list[str]) -> None:
    reading = read(question)
    cells = tuple(one._replace(row="Pinfold 3.10 0.61 1.05 5.09 9.85") for one in _PARTS)
    found = cells_asked(reading.parts[0], reading, IssueMap(town="Pinfold"), cells)
    assert [one.value for one in found] == values


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What are the tax rates of Pinfold and Birch Dell?", ["9.15", "7.20"]),
        ("How did the tax rate of Pinfold change from 2030 to 2031?", []),
        ("What was the tax rate of Pinfold and Birch Dell in 2030?", ["9.15", "7.20"]),
    ],
)
def test_of_two_towns_the_rates_of_the_newest_year_that_both_have_are_told(question: str, values: list[str]) -> None:
    reading = read(question)
    other = _cell("Total Tax Rate", "7.20", "2030")._replace(place="Birch Dell")
    issue = IssueMap(town="Pinfold", other_towns=("Birch Dell",))
    found = cells_asked(reading.parts[0], reading, issue, (*CELLS, other))
    assert [one.value for one in found] == values


def test_a_change_is_told_by_the_rates_of_both_years() -> None:
    reading = read("How did the tax rate change from 2030 to 2031?")
    found = cells_asked(reading.parts[0], reading, IssueMap(town="Pinfold"), CELLS)
    assert [one.value for one in found] == ["9.15", "9.85"]


@pytest.mark.parametrize(
    "asked", ["how does it compare with 2030", "what was it in 2030", "what about 2030", "was it lower in 2030"]
)
def test_a_part_that_leans_on_the_one_before_asks_for_the_same_figure_of_its_year(asked: str) -> None:
    reading = read(f"What was Pinfold's total tax rate in 2031, and {asked}?")
    found = cells_asked(reading.parts[-1], reading, IssueMap(town="Pinfold"), CELLS)
    assert [one.value for one in found] == ["9.15"]


def test_both_years_of_a_comparison_are_told_by_row_and_head_in_an_overview(tmp_path: Path) -> None:
    papers = [
        a_document(
            f"rates{year}", _TABLE.replace("2031", year).replace("9.85", rate).replace("10,400", tail),
            title=f"{year} Municipal Tax Rates", lane="state", town="", board="Revenue Office", doc_type="report",
            date=year, authority="official",
        )
        for year, rate, tail in (("2031", "9.85", "10,400"), ("2030", "9.15", "02,988"))
    ]  # fmt: skip
    with vault_with(papers, tmp_path) as vault:
        asked = "What is Pinfold's 2031 total tax rate and how does it compare with 2030?"
        question = Question(text=asked, town="Pinfold", format="overview")
        result = anyio.run(run_turn, question, services_of(vault))
    lines = [line.partition(" [")[0] for line in result.answer.answer_markdown.splitlines()[1:3]]
    assert lines == [
        "- 2031 Municipal Tax Rates shows, for “Pinfold” under “Total Tax Rate”: “9.85”",
        "- 2030 Municipal Tax Rates shows, for “Pinfold” under “Total Tax Rate”: “9.15”",
    ]
    assert result.audit.passed


def test_the_parts_of_a_rate_are_a_table_of_heads_and_figures_after_the_name_of_the_row(tmp_path: Path) -> None:
    table = (
        "2031 Municipal Tax Rates\n\n| Municipality | Municipal Tax Rate | County Tax Rate | Total Tax Rate |\n"
        "| Birch Dell | 3.10 | 0.50 | 7.20 |\n| Pinfold | 4.10 | 0.61 | 9.85 |\n| Quarry Hill | 1.10 | 0.70 | 3.20 |\n"
    )
    rates = a_document(
        "rates", table, title="2031 Municipal Tax Rates", lane="state", town="", doc_type="report", date="2031"
    )
    with vault_with((rates,), tmp_path) as vault:
        question = Question(text="How is the 2031 tax rate broken down?", town="Pinfold")
        result = anyio.run(run_turn, question, services_of(vault))
    assert result.answer.answer_markdown.splitlines()[:7] == [
        "2031 Municipal Tax Rates shows, for “Pinfold” [S1]:",
        "",
        "| Head | Figure |",
        "| --- | --- |",
        "| “Municipal Tax Rate” | “4.10” [S1] |",
        "| “County Tax Rate” | “0.61” [S1] |",
        "| “Total Tax Rate” | “9.85” [S1] |",
    ]
    assert all(row.verdict == "verified" for row in result.audit.rows if row.citations)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What is article 12 about?", "Article 12"),
        ("How much is Article #7 for?", "Article 7"),
        ("What does warrant article 9 ask for?", "Article 9"),
        ("Did article 9 pass?", ""),
        ("What is article 9.2 about?", ""),
        ("What does article 9 of the zoning ordinance say?", ""),
        ("How much is a sign permit?", "Fee of sign permit"),
        ("What does it cost to appeal a decision?", "Fee of appeal"),
        ("Who pays the fee for a sign permit?", ""),
        ("How much of the rate goes to schools?", ""),
        ("What is the library budget?", "library"),
    ],
)
def test_articles_and_fees_are_looked_up_under_their_number_and_their_thing(question: str, line: str) -> None:
    assert named_line(read(question).parts[0], IssueMap(town="Pinfold")) == line


def test_what_an_article_is_about_is_told_by_the_newest_warrant_that_has_it(tmp_path: Path) -> None:
    old = "Article 7 Paving\n\nTo see if the Town will vote to raise and appropriate the sum of $90,000 for paving.\n"
    new = "Article 7 Grader\n\nTo see if the Town will vote to raise and appropriate the sum of $57,000 for a grader.\n"
    papers = (
        a_document("w30", old, town="Pinfold", title="2030 Town Warrant", doc_type="warrant", date="2030-02-11"),
        a_document("w31", new, town="Pinfold", title="2031 Town Warrant", doc_type="warrant", date="2031-02-11"),
        a_document("m31", "Article 7 Hydrants $12,000 was read.", town="Pinfold", date="2031-10-01"),
    )
    with vault_with(papers, tmp_path) as vault:
        for asked, sum_ in (
            ("How much is article 7 for?", "$57,000"),
            ("What was article 7 of 2030 about?", "$90,000"),
        ):
            result = anyio.run(run_turn, Question(text=asked, town="Pinfold"), services_of(vault))
            told = result.answer.answer_markdown
            assert f"reads: “Article 7 {'Grader' if '57' in sum_ else 'Paving'} To see if the Town will vote" in told
            assert sum_ in told


def test_a_fee_is_told_by_the_newest_schedule_of_fees_under_its_heads(tmp_path: Path) -> None:
    old = "Fees\n\n| Permit | Fee |\n|---|---|\n| Sign permit | $20 |\n| Dock permit | $35 |\n| Wall permit | $5 |\n"
    new = (
        "Fees\n\n| Permit | Previous Fee | New Fee |\n|---|---|---|\n| Sign permit | $20 | $45 |\n"
        "| Dock permit | $35 | $60 |\n| Wall permit | $5 | $9 |\n"
    )
    papers = (
        a_document("f30", old, town="Pinfold", title="2030 Fees", doc_type="ordinance", date="2030-02-11"),
        a_document("f31", new, town="Pinfold", title="2031 Fees", doc_type="ordinance", date="2031-02-11"),
        a_document("m31", "A sign permit fee of $99 was proposed.", town="Pinfold", date="2031-10-01"),
    )
    with vault_with(papers, tmp_path) as vault:
        result = anyio.run(run_turn, Question(text="How much is a sign permit?", town="Pinfold"), services_of(vault))
    told = result.answer.answer_markdown
    assert "for “Sign permit” under “Previous Fee”: “$20” [L" in told
    assert "; under “New Fee”: “$45” [L" in told
    assert "$99" not in told
    assert all(row.verdict == "verified" for row in result.audit.rows if row.citations)


_WHY = "Why did my property taxes go up{}?"
_BILL = "Pinfold 3.10 0.61 1.05 5.09 9.85"


def _cells_of_bill(*years: str, heads: int = len(_PARTS)) -> tuple[TableCell, ...]:
    """The parts of the rate of each year, each year on a page of its own."""
    return tuple(
        one._replace(chunk_id=f"rates{year}", row=_BILL, year=year) for year in years for one in _PARTS[-heads:]
    )


def _bill(question: str, *years: str, heads: int = len(_PARTS), held: str = _BILL) -> list[PartAnswer | None]:
    """What is told of each part of a question beside why taxes are what they are, from the rates of these years."""
    reading = read(question)
    pages = [
        Evidence(label=f"S{n}", chunk=a_chunk(n, f"Rates\n{held}\n").changed(id=f"rates{year}"), score=1.0)
        for n, year in enumerate(years, 1)
    ]
    issue, cells = IssueMap(town="Pinfold"), _cells_of_bill(*years, heads=heads)
    return [told_bill(part, reading, issue, pages, cells) for part in reading.parts]


@pytest.mark.parametrize(
    ("year", "label", "reason", "near"),
    [
        ("", "S2", "other_matter", "the rates of 2031"),
        (" in 2031", "S2", "other_matter", "the rates of 2031"),
        (" in 2030", "S1", "other_matter", "the rates of 2030"),
        (" in 2033", "S2", "other_year", "2031, not 2033"),
    ],
)
def test_beside_why_taxes_rose_what_makes_up_the_rate_is_told_of_the_year_asked_about_or_else_the_newest(
    year: str, label: str, reason: str, near: str
) -> None:
    (told,) = _bill(_WHY.format(year), "2030", "2031")
    assert told is not None
    assert (told.verdict, told.reason, told.near) == ("open", reason, near)
    assert [one.value for one in told.cells] == ["3.10", "0.61", "1.05", "5.09", "9.85"]
    assert {one.label for one in (*told.cells, *told.spans)} == {label}


@pytest.mark.parametrize(
    "question",
    ["How much is my property tax bill?", "Why did the wharf sink?", "Who sends the tax bills?", "Why is it so?"],
)
def test_what_makes_up_the_rate_is_told_beside_no_other_part(question: str) -> None:
    assert _bill(question, "2031") == [None]


def test_of_two_parts_only_the_one_that_asks_why_has_the_rates_beside_it() -> None:
    told = _bill("Why did my property taxes go up, and who sets the rate?", "2031")
    assert [one is None for one in told] == [False, True]


def test_a_row_of_two_figures_or_one_that_its_page_does_not_show_makes_up_no_rate() -> None:
    assert _bill(_WHY.format(""), "2031", heads=2) == [None]
    assert _bill(_WHY.format(""), "2031", heads=3) != [None]
    assert _bill(_WHY.format(""), "2031", held="Pinfold 9.85") == [None]
    assert _bill(_WHY.format("")) == [None]


@pytest.mark.parametrize(
    ("question", "pages"),
    [
        (_WHY.format(" in 2030"), ["rates2030"]),
        (_WHY.format(" in 2033"), ["rates2031"]),
        ("Why did the wharf sink?", []),
    ],
)
def test_the_page_of_what_makes_up_the_rate_is_read_where_it_is_asked_why_taxes_rose(
    question: str, pages: list[str]
) -> None:
    assert [*pages_asked(read(question), IssueMap(town="Pinfold"), _cells_of_bill("2030", "2031"))] == pages


_WHOLE_TABLE = (
    "2031 Municipal Tax Rates\n\n| Municipality | Municipal Tax Rate | County Tax Rate | Total Tax Rate |\n"
    "| Birch Dell | 3.10 | 0.50 | 7.20 |\n| Pinfold | 4.10 | 0.61 | 9.85 |\n| Quarry Hill | 1.10 | 0.70 | 3.20 |\n"
)


@pytest.mark.parametrize(
    ("year", "denial", "of"), [("", "clearly", "the rates of 2031"), (" in 2033", "for 2033", "2031")]
)
def test_an_overview_tells_what_makes_up_the_rate_in_one_line_beside_why_taxes_rose(
    year: str, denial: str, of: str, tmp_path: Path
) -> None:
    rates = a_document(
        "rates", _WHOLE_TABLE, title="2031 Municipal Tax Rates", lane="state", town="", doc_type="report", date="2031"
    )
    with vault_with((rates,), tmp_path) as vault:
        question = Question(text=_WHY.format(year), town="Pinfold", format="overview")
        result = anyio.run(run_turn, question, services_of(vault))
    lines = result.answer.answer_markdown.splitlines()
    assert lines[:3] == [
        "### At a glance",
        f"- No record found answers this {denial}.",
        f"- What is held is of {of}: 2031 Municipal Tax Rates shows, for “Pinfold” under “Municipal Tax Rate”: “4.10”"
        " [S1]; under “County Tax Rate”: “0.61” [S1]; under “Total Tax Rate”: “9.85” [S1].",
    ]
    assert sum("“9.85”" in line for line in lines) == 1
    assert result.audit.passed
