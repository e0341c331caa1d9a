"""Pages as pictures with the quoted words framed, and what is shown when there is no picture."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from papers import pdf_lines, scan

from mcp_server.report.pages import Leaf, Picture, page_leaf, page_picture, text_leaf
from vault.readers.ocr import find_ocr
from vault.types import Page

WORDS = "Town of Alder Falls\n\nThe Board granted the variance to Dana Whitlow.\n\nThe meeting ended at nine."
PAGE = Page(number=1, text=WORDS)
_FRAME = 32  # the palette's last colour


def _rows(picture: Picture) -> list[bytes]:
    """Palette numbers of every row of pixels."""
    at = picture.png.index(b"IDAT")
    (length,) = struct.unpack(">I", picture.png[at - 4 : at])
    raw = zlib.decompress(picture.png[at + 4 : at + 4 + length])
    return [raw[row * (picture.width + 1) + 1 : (row + 1) * (picture.width + 1)] for row in range(picture.height)]


def _framed_share(picture: Picture) -> tuple[float, float]:
    """Where frames begin and end, as shares of the height."""
    rows = [number for number, row in enumerate(_rows(picture)) if _FRAME in row]
    return rows[0] / picture.height, rows[-1] / picture.height


def _pdf(folder: Path, data: bytes) -> str:
    (folder / "minutes.pdf").write_bytes(data)
    return str(folder / "minutes.pdf")


def test_the_quoted_line_is_framed_and_no_other(tmp_path: Path) -> None:
    picture = page_picture(_pdf(tmp_path, pdf_lines(WORDS)), PAGE, ["granted the variance", "flew to the moon"])
    assert isinstance(picture, Picture)
    assert picture.framed == (True, False)
    top, bottom = _framed_share(picture)
    line = 1 - (720 - 2 * 16) / 792  # the third line of the sheet, from the top
    assert top < line < bottom
    assert bottom - top < 0.03


@pytest.mark.skipif(find_ocr() is None, reason="the tesseract program is not installed")
def test_a_scan_without_text_is_read_for_the_places_of_the_words(tmp_path: Path) -> None:
    picture = page_picture(_pdf(tmp_path, scan(pdf_lines(WORDS, size=14))), PAGE, ["granted the variance"])
    assert isinstance(picture, Picture)
    assert picture.framed == (True,)


@pytest.mark.parametrize(
    ("name", "told"), [("gone.pdf", "gone.pdf is not where it was"), ("rows.jsonl.gz#m1", "not a printed page")]
)
def test_without_a_printed_page_its_text_is_shown_and_the_reason_told(tmp_path: Path, name: str, told: str) -> None:
    leaf = Leaf(anchor="page-1", title="Minutes", quotes=("granted the variance",))
    shown = page_leaf(leaf, str(tmp_path / name), PAGE, drawn=True)
    assert shown.picture is None
    assert told in shown.told
    assert [shown.text[start:end] for start, end in shown.marks] == ["granted the variance"]


def test_a_damaged_file_is_told_and_not_raised(tmp_path: Path) -> None:
    assert "cannot be shown" in str(page_picture(_pdf(tmp_path, b"%PDF-1.4 broken"), PAGE, []))


def test_a_page_that_the_file_has_no_longer_is_told(tmp_path: Path) -> None:
    told = page_picture(_pdf(tmp_path, pdf_lines(WORDS)), Page(number=4, text="x"), [])
    assert told == "The file has 1 pages now; the text as it was read is shown."


def test_of_a_long_text_the_paragraphs_around_the_words_are_shown() -> None:
    text = "\n".join(f"Line {number} of a long report." for number in range(1_000))
    shown = text_leaf(Leaf(anchor="page-1", title="Report", quotes=("Line 500 of a long report",)), text)
    assert [shown.text[start:end] for start, end in shown.marks] == ["Line 500 of a long report"]
    assert shown.text.startswith("[…]\n")
    assert shown.text.endswith("\n[…]")
    assert len(shown.text) < 2_500
