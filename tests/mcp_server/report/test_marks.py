"""Quoted words found on a page by their letters, whatever breaks the lines."""

from __future__ import annotations

import pytest
from papers import pdf_lines

from mcp_server.report.pages import boxes_of, marked_spans
from vault.readers.pdfium import PDFIUM_LOCK, Letter, PdfFile

TEXT = "The Board of Alder Falls met.\nMotion to approve the assess-\nment of $1,250 passed 3-0.\nThey adjourned."


@pytest.mark.parametrize(
    ("quote", "marked"),
    [
        ("approve the assessment of $1,250", ["approve the assess-\nment of $1,250"]),
        ("Board of Alder Falls … They adjourned", ["Board of Alder Falls", "They adjourned"]),
        ("approve the assessmeut of $1,250 passed", ["approve the assess-\nme", "t of $1,250 passed"]),
        ("deny the petition of the library", []),
        ("…", []),
    ],
)
def test_words_are_marked_across_line_ends_and_misread_letters_and_nothing_else(quote: str, marked: list[str]) -> None:
    assert [TEXT[start:end] for start, end in marked_spans(TEXT, [quote])] == marked


def test_a_quotation_over_two_lines_has_one_box_for_each_line() -> None:
    with PDFIUM_LOCK:
        letters = PdfFile(pdf_lines("The Board met at noon.\nIt voted to repair\nthe bridge.")).page(0).letters()
    ((first, second),) = boxes_of(["voted to repair the bridge"], letters)
    assert first.bottom < second.top
    assert (round(second.left, 2), first.left > second.left) == (0.12, True)


def test_no_box_is_drawn_for_words_that_are_not_on_the_page() -> None:
    letters = [Letter(letter, 0.1, 0.1, 0.2, 0.2) for letter in "themotionpassed"]
    assert boxes_of(["the petition was denied by the judge"], letters) == ((),)


def test_words_that_stand_several_times_are_marked_after_the_longest_quotation_beside_them() -> None:
    text = "Tibbetts seconded. Motion passed. Osgood moved to repair the footbridge. Tibbetts seconded. Motion passed."
    spans = marked_spans(text, ["Osgood moved to repair the footbridge", "Tibbetts seconded", "Motion passed"])
    assert spans[0][0] == text.index("Osgood")
    assert len(spans) == 3
