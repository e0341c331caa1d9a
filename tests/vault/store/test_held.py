"""The gap ledger: months held and missing."""

from __future__ import annotations

from fakes import a_document, vault_with

from vault.holdings import BoardMonths
from vault.types import Filters


def test_each_board_lists_the_months_it_has_and_the_months_it_lacks() -> None:
    documents = [
        a_document("a", "Words one.", date="2024-11-05"),
        a_document("b", "Words two.", date="2025-02-04"),
        a_document("c", "Words three.", date="2025-02-18"),
        a_document("d", "Words four.", date="2025"),
        a_document("e", "Words five.", date="2025-01", board="Select Board", town="Pine Hollow"),
        a_document("f", "State words.", lane="state", town="", board="Some Office", date="2025-01"),
    ]
    with vault_with(documents) as vault:
        assert vault.holdings() == (
            BoardMonths(
                town="Alder Falls",
                board="Planning Board",
                held=(("2024-11", 1), ("2025-02", 2)),
                missing=("2024-12", "2025-01"),
                undated=1,
                state="NH",
            ),
            BoardMonths(
                town="Pine Hollow", board="Select Board", held=(("2025-01", 1),), missing=(), undated=0, state="NH"
            ),
        )
        assert [b.town for b in vault.holdings(Filters(towns=("pine hollow",)))] == ["Pine Hollow"]


def test_an_empty_vault_holds_no_months() -> None:
    with vault_with([]) as vault:
        assert vault.holdings() == ()
