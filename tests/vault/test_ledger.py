"""Conflicts between records: a sum asked and voted otherwise, one year with two values, nothing where they agree."""

from __future__ import annotations

from vault.facts.types import Article, LedgerRecord, Matter, Motion, RowFigure
from vault.ledger import LedgerRow, disagreements, year_pairs

_PLACE = {"title": "Minutes", "state": "NH", "town": "Alder Falls", "doc_type": "minutes", "doc_status": "approved",
          "page": 1, "chunk_id": None, "source": "", "url": ""}  # fmt: skip
_AT = {"text": "x", "start": 0, "end": 1}
_FUND = (Matter(kind="fund", name="Bridge ETF", key="fund:bridge etf"),)


def _row(number: int, record: LedgerRecord, date: str, board: str = "Budget Committee") -> LedgerRow:
    return LedgerRow.model_validate(
        {**_PLACE, "id": number, "record": record, "doc_id": f"d{number}", "date": date, "board": board}
    )


def _motion(amount: str, outcome: str) -> Motion:
    return Motion.model_validate(
        {**_AT, "mover": "Roy", "object": f"the Bridge ETF of {amount}", "amount": amount, "fate": "passed",
         "action": "recommend" if outcome == "recommended" else "approve", "outcome": outcome, "matters": _FUND}
    )  # fmt: skip


def test_a_sum_voted_otherwise_than_recommended_is_told_with_both() -> None:
    rows = [
        _row(1, _motion("$100,000", "recommended"), "2025-01-08"),
        _row(2, _motion("$80,000", "granted"), "2025-03-11", "Town Meeting"),
    ]
    (pair,) = disagreements(rows)
    assert (pair.about, pair.one.id, pair.other.id) == ("proposal", 1, 2)


def test_a_sum_voted_as_asked_or_in_another_year_is_no_conflict() -> None:
    asked = _row(
        1, Article.model_validate({**_AT, "number": "7", "amount": "$100,000", "matters": _FUND}), "2025-02-01"
    )
    assert disagreements([asked, _row(2, _motion("$100,000", "granted"), "2025-03-11")]) == ()
    assert disagreements([asked, _row(3, _motion("$90,000", "granted"), "2026-03-10")]) == ()


def test_a_row_proposed_and_voted_in_one_year_with_other_sums_is_a_conflict() -> None:
    def row(status: str, amount: float) -> RowFigure:
        return RowFigure.model_validate(
            {**_AT, "label": "Library", "column": status, "period": "2025", "unit": "$", "value": f"${amount}",
             "amount": amount, "status": status}
        )  # fmt: skip

    (pair,) = disagreements([_row(1, row("proposed", 5.0), "2025-01-01"), _row(2, row("voted", 4.0), "2025-03-01")])
    assert pair.about == "proposal"


def test_what_a_board_approves_for_the_voters_is_still_asked_and_a_broken_sum_is_none() -> None:
    rows = [
        _row(1, _motion("$100,000", "recommended"), "2025-01-08"),
        _row(2, _motion("$80,000", "granted"), "2025-03-11", "Select Board"),
        _row(3, _motion("$200,00", "granted"), "2025-03-11", "Town Meeting"),
    ]
    assert disagreements(rows) == ()
    assert rows[2].amount is None


def test_years_are_compared_by_each_sum_once_at_its_furthest_stage() -> None:
    def row(number: int, column: str, period: str, amount: float, status: str = "") -> LedgerRow:
        figure = RowFigure.model_validate(
            {**_AT, "label": "Library", "column": column, "period": period, "unit": "$", "value": f"${amount}",
             "amount": amount, "status": status}
        )  # fmt: skip
        return _row(number, figure, "2025-02-11")

    pairs = year_pairs(
        [
            row(1, "2024 Budget", "2024", 10.0),
            row(2, "2025 Requested", "2025", 12.0, "requested"),
            row(3, "2025 Recommended", "2025", 12.0, "recommended"),
            row(4, "2025 Requested", "2025", 15.0, "requested"),
            row(5, "2025 (Not Recommended)", "2025", 0.0),
        ],
        "2024",
        "2025",
    )
    assert [(pair.column, pair.difference) for pair in pairs] == [("2025 Recommended", 2.0), ("2025 Requested", 5.0)]
