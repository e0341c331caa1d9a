"""The gap ledger: months held and missing, unread pages, refused files."""

from __future__ import annotations

from fakes import a_document, vault_with

from vault.holdings import BoardMonths, UnreadPages
from vault.types import Document, Filters, Page


def _scan(doc_id: str) -> Document:
    pages = (
        Page(number=1, text="Readable words of the first page."),
        Page(number=2, text="", origin="unread", reason="no text layer, and tesseract is not installed"),
        Page(number=10, text="", origin="unread", reason="no text layer, and tesseract is not installed"),
    )
    return a_document(doc_id, town="Pine Hollow", board="", date="2025").model_copy(update={"pages": pages})


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
        ledger = vault.holdings()
        assert ledger.boards == (
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
        assert [b.town for b in vault.holdings(Filters(towns=("pine hollow",))).boards] == ["Pine Hollow"]


def test_unread_pages_are_listed_with_their_reason() -> None:
    with vault_with([_scan("scan")]) as vault:
        assert vault.holdings().unread == (
            UnreadPages(
                doc_id="scan",
                source="sample/scan.txt",
                pages=(2, 10),
                reason="no text layer, and tesseract is not installed",
            ),
        )
        assert vault.holdings(Filters(towns=("Alder Falls",))).unread == ()


def test_an_empty_vault_has_an_empty_ledger() -> None:
    with vault_with([]) as vault:
        ledger = vault.holdings()
        assert (ledger.boards, ledger.unread) == ((), ())
