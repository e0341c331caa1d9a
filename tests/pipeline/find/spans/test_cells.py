"""The figure of a statewide table that a question asks for: the town's row, the column that says it, the year meant."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from fakes import a_document, vault_with
from turn_fakes import run_turn, services_of

from pipeline.ask.reading import read
from pipeline.find.spans.cells import cells_asked
from pipeline.types import IssueMap, Question
from vault.statewide import TableCell, table_cells

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
        question = Question(text="What is the total tax rate for 2031?", town="Pinfold")
        result = anyio.run(run_turn, question, services_of(vault))
        assert "Under “Total Tax Rate” it shows “9.85” [S1]." in result.answer.answer_markdown
        assert "Birch Dell" not in result.answer.answer_markdown
        assert result.audit.passed
