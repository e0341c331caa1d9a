"""PDF pages: text, rows of tables, scans, garbled layers, forms, damage. All towns and people are invented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from papers import form_pdf, pdf, pdf_lines, scan

from vault.errors import UnreadableFile
from vault.readers.ocr import Ocr, find_ocr, recognize
from vault.readers.pdf import read_pdf
from vault.types import Page

PATH = Path("minutes.pdf")
MINUTES = (
    "Town of Alder Falls\nSelect Board minutes\nJanuary 6, 2025\n"
    "The board voted 3-0 to table the de-\npartment request."
)
needs_tesseract = pytest.mark.skipif(find_ocr() is None, reason="the tesseract program is not installed")


def pages_of(data: bytes, *, ocr: Ocr | None = None) -> tuple[Page, ...]:
    (document,) = read_pdf(data, PATH, ocr).documents
    return document.pages


def test_every_page_is_read_with_its_number_and_joined_words() -> None:
    first, second = pages_of(pdf_lines(MINUTES, "Adjourned at 8:10 PM."))
    assert (first.number, first.origin) == (1, "text")
    assert first.text.endswith("The board voted 3-0 to table the department request.")
    assert (second.number, second.text) == (2, "Adjourned at 8:10 PM.")


def test_a_table_written_column_by_column_comes_back_row_by_row() -> None:
    towns = ["Alder Falls", "Pine Hollow", "Birch Landing", "Otter Notch", "Cedar Gore", "Loon Harbor"]
    names = [(72.0, 700.0 - 14 * n, town) for n, town in enumerate(towns)]
    rates = [(300.0, 700.0 - 14 * n, f"{n + 4}.5{n} 1,23{n},000") for n in range(len(towns))]
    heading = [(72.0, 730.0, "Municipality"), (300.0, 730.0, "Rate and valuation")]
    (page,) = pages_of(pdf([[*heading, *names, *rates]]))
    assert "Birch Landing 6.52 1,232,000" in page.text.split("\n")
    assert len(page.text.split("\n")) == len(towns) + 1


def test_two_columns_of_prose_are_left_in_reading_order() -> None:
    left = [(72.0, 700.0 - 14 * n, f"the left column line {n} goes on") for n in range(12)]
    right = [(330.0, 700.0 - 14 * n, f"the right column line {n} too") for n in range(12)]
    (page,) = pages_of(pdf([[*left, *right]]))
    lines = page.text.split("\n")
    assert lines[0] == "the left column line 0 goes on"
    assert lines.index("the right column line 0 too") > lines.index("the left column line 11 goes on")


def test_a_scanned_page_is_unread_with_the_reason_when_there_is_no_ocr_program() -> None:
    (page,) = pages_of(scan(pdf_lines(MINUTES)))
    assert (page.origin, page.text) == ("unread", "")
    assert page.reason == "it has no text layer; the tesseract program is not installed"


@needs_tesseract
def test_a_scanned_page_is_recognised_and_marked() -> None:
    (page,) = pages_of(scan(pdf_lines(MINUTES, size=14)), ocr=find_ocr())
    assert page.origin == "ocr"
    assert "Select Board minutes" in page.text
    assert re.match(r"tesseract [\d.]+, mean word confidence \d+$", page.reason)


@needs_tesseract
def test_a_page_scanned_on_its_side_is_turned() -> None:
    upright = pdf_lines("\n".join([MINUTES] * 4), size=14)
    (page,) = pages_of(scan(upright, rotation=90), ocr=find_ocr())
    assert "Select Board minutes" in page.text


@needs_tesseract
def test_a_garbled_text_layer_is_replaced_by_recognition() -> None:
    garbled = [(72.0, 700.0 - 14 * n, "& 2 / / ( & 7 , 9 ( % $ 5 * $ , 1 , 1 *") for n in range(8)]
    (page,) = pages_of(scan(pdf_lines(MINUTES, size=14), layer=[garbled]), ocr=find_ocr())
    assert page.origin == "ocr"
    assert "Select Board" in page.text
    assert "( & 7" not in page.text


def test_a_garbled_text_layer_is_never_passed_on_as_text() -> None:
    garbled = [(72.0, 700.0 - 14 * n, "& 2 / / ( & 7 , 9 ( % $ 5 * $ , 1 , 1 *") for n in range(8)]
    (page,) = pages_of(pdf([garbled]))
    assert page.origin == "unread"
    assert page.reason.startswith("its text layer holds symbols instead of letters")


def test_a_good_text_layer_of_a_scan_is_kept_and_marked_as_recognised() -> None:
    layer = [
        [
            (72.0, 700.0 - 16 * n, f"{n} {line} and so the members said at some length")
            for n, line in enumerate(MINUTES.split("\n"))
        ]
    ]
    (page,) = pages_of(scan(pdf_lines(MINUTES), layer=layer))
    assert (page.origin, page.reason) == ("ocr", "text layer of a scan")


def test_a_blank_page_keeps_its_number_and_is_not_a_gap() -> None:
    blank, second = pages_of(pdf([[], [(72, 700, "The second page.")]]))
    assert (blank.number, blank.origin, blank.reason) == (1, "text", "blank page")
    assert (second.number, second.text) == (2, "The second page.")


def test_values_of_a_filled_form_are_text_of_the_page() -> None:
    (page,) = pages_of(form_pdf({"Applicant": "Maribel Oakes", "Map and lot": "", "Zone": "Rural"}))
    assert page.text.split("\n")[1:] == ["Applicant: Maribel Oakes", "Zone: Rural"]


def test_a_file_cut_off_after_its_root_is_read_as_far_as_it_goes() -> None:
    whole = pdf_lines(MINUTES, "Second page of the minutes.", "Third page of the minutes, with the vote on the budget.")
    cut = whole[: whole.index(b"(Third page")]
    result = read_pdf(cut, PATH, None)
    texts = [page.text for page in result.documents[0].pages]
    assert texts[1] == "Second page of the minutes."
    assert result.problems == ("the file is damaged or cut off; what is left of it was read",)
    assert result.documents[0].pages[2].origin == "unread" or texts[2] == ""


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnothing more", b"%PDF-1.4\n1 0 obj\n<</Type/Page>>\nendobj\n"])
def test_damage_beyond_repair_is_refused_with_what_to_do(data: bytes) -> None:
    with pytest.raises(
        UnreadableFile, match=r"minutes\.pdf was not read: it is damaged or cut off.*print it to a new PDF"
    ):
        read_pdf(data, PATH, None)


def test_an_ocr_program_that_cannot_be_started_is_a_reason_not_a_crash(tmp_path: Path) -> None:
    gone = Ocr(program=str(tmp_path / "tesseract"), name="tesseract")
    assert recognize(gone, b"P5\n1 1\n255\n\x00").error.startswith("tesseract could not be started")
    (page,) = pages_of(scan(pdf_lines(MINUTES)), ocr=gone)
    assert page.origin == "unread"
    assert "could not be started" in page.reason
