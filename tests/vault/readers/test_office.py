"""What a clerk's folder holds besides PDF and Word: tables, slides, mail, captions, archives, pictures."""

from __future__ import annotations

import io
import shutil
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from papers import docx, pdf_lines

from vault.errors import UnreadableFile
from vault.readers.open import read_file
from vault.readers.result import ReadResult

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def _zip(parts: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _workbook() -> bytes:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>{name}</t></is></c><c r="B{n}"><v>{value}</v></c></row>'
        for n, (name, value) in enumerate((("Highway", "412500"), ("Library", "98210.5")), 1)
    )
    kinds = "http://schemas.openxmlformats.org/package/2006/content-types"
    return _zip(
        {
            "[Content_Types].xml": f'<Types xmlns="{kinds}"/>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" Type="{_REL}/officeDocument"'
            ' Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_REL}"><sheets>'
            '<sheet name="Budget 2031" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1"'
            f' Type="{_REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData></worksheet>',
        }
    )


def _slide(*lines: str) -> str:
    paragraphs = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    return f'<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:txBody>{paragraphs}</p:txBody></p:cSld></p:sld>'


def _read(folder: Path, name: str, data: bytes) -> ReadResult:
    path = folder / name
    path.write_bytes(data)
    return read_file(path)


def _texts(result: ReadResult) -> list[str]:
    return [page.text for page in result.documents[0].pages]


def test_a_workbook_has_a_page_for_each_sheet_and_a_line_for_each_row(tmp_path: Path) -> None:
    assert _texts(_read(tmp_path, "b.xlsx", _workbook())) == [
        "# Sheet Budget 2031\n\nHighway | 412500\nLibrary | 98210.5"
    ]


@pytest.mark.parametrize("data", [b"Fund,Balance\nRoads,1200\n", b"Fund;Balance\nRoads;1200\n"])
def test_a_table_of_cells_becomes_rows(tmp_path: Path, data: bytes) -> None:
    assert _texts(_read(tmp_path, "b.csv", data)) == ["Fund | Balance\nRoads | 1200"]


def test_slides_are_pages_in_their_order(tmp_path: Path) -> None:
    parts: dict[str, str | bytes] = {f"ppt/slides/slide{n}.xml": _slide(f"Part {n}", "The lamp") for n in (10, 2, 1)}
    result = _read(tmp_path, "s.pptx", _zip({"ppt/presentation.xml": "<p/>", **parts}))
    assert _texts(result) == ["# Part 1\nThe lamp", "# Part 2\nThe lamp", "# Part 10\nThe lamp"]


def test_an_open_document_keeps_headings_tables_and_page_marks(tmp_path: Path) -> None:
    body = (
        '<office:text><text:h text:outline-level="2">New Business</text:h><text:p>The <text:s/>lamp</text:p>'
        "<table:table><table:table-row><table:table-cell><text:p>Roads</text:p></table:table-cell><table:table-cell>"
        "<text:p>12</text:p></table:table-cell></table:table-row></table:table>"
        "<text:p><text:soft-page-break/>Page two</text:p></office:text>"
    )
    names = 'xmlns:office="o" xmlns:text="t" xmlns:table="b"'
    content = f"<office:document-content {names}><office:body>{body}</office:body></office:document-content>"
    result = _read(tmp_path, "m.odt", _zip({"content.xml": content}))
    assert _texts(result) == ["## New Business\n\nThe  lamp\nRoads | 12", "Page two"]


def test_rich_text_breaks_its_pages(tmp_path: Path) -> None:
    result = _read(tmp_path, "m.rtf", rb"{\rtf1\ansi The lamp is \b dark\b0 .\par It will be lit.\page Second page.}")
    assert [page.number for page in result.documents[0].pages] == [1, 2]
    assert "The lamp is dark." in _texts(result)[0]


MAIL = (
    b"From: Ada Quill <clerk@alderfalls.example>\r\nTo: board@alderfalls.example\r\n"
    b"Subject: The lamp on Quarry Lane\r\n"
    b"Date: Tue, 04 Mar 2031 09:00:00 -0500\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=xx\r\n\r\n"
    b"--xx\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>It is <b>dark</b> again.</p>\r\n--xx\r\n"
    b'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="bids.txt"\r\n\r\n'
    b"Two bids came in.\r\n--xx--\r\n"
)


def test_mail_gives_the_message_and_its_attachments(tmp_path: Path) -> None:
    message, bids = _read(tmp_path, "m.eml", MAIL).documents
    assert message.metadata.title == "The lamp on Quarry Lane"
    assert message.metadata.date == "2031-03-04"
    assert message.pages[0].text.endswith("Subject: The lamp on Quarry Lane\n\nIt is dark again.")
    assert (bids.key, bids.pages[0].text) == ("bids.txt", "Two bids came in.")


CAPTIONS = (
    b"WEBVTT\n\n1\n00:00:04.000 --> 00:00:06.000\n<v Ada Quill>Good evening.\n\n2\n00:00:06.500 --> 00:00:09.000\n"
    b"<v Ada Quill>We begin.\n\n3\n00:12:31.000 --> 00:12:33.000\n<v Ben Thorne>I move to &amp; approve.\n"
)


@pytest.mark.parametrize("name", ["m.vtt", "m.srt"])
def test_captions_keep_speaker_and_time(tmp_path: Path, name: str) -> None:
    data = CAPTIONS if name == "m.vtt" else CAPTIONS.replace(b"WEBVTT\n\n", b"").replace(b".000 -->", b",000 -->")
    pages = {page.number: page.text for page in _read(tmp_path, name, data).documents[0].pages}
    assert pages == {
        1: "## 00:00:00\n\n[00:00:04] Ada Quill: Good evening. We begin.",
        2: "## 00:12:00\n\n[00:12:31] Ben Thorne: I move to & approve.",
    }


def test_an_archive_gives_its_files_and_names_what_it_cannot_read(tmp_path: Path) -> None:
    inner = _zip({"x.txt": "Deeper."})
    result = _read(
        tmp_path,
        "a.zip",
        _zip({"pb/may.txt": "The lamp.", "may.pdf": pdf_lines("The culvert."), "n.docx": docx("The hedge."),
              "deep.zip": inner, "song.bin": b"\x00\x01", "__MACOSX/._may.txt": "junk"}),
    )  # fmt: skip
    assert {one.key: one.pages[0].text for one in result.documents} == {
        "pb/may.txt": "The lamp.", "may.pdf": "The culvert.", "n.docx": "The hedge.",
    }  # fmt: skip
    assert [problem.split(":")[0] for problem in result.problems] == ["deep.zip", "song.bin"]


def test_an_archive_that_unpacks_without_end_stops_at_the_limit(tmp_path: Path) -> None:
    bomb = _zip({f"{n}.txt": b"\n" * (100 << 20) for n in range(3)})
    assert any("unpacks to more than" in problem for problem in _read(tmp_path, "bomb.zip", bomb).problems)


def test_a_picture_without_the_program_is_an_unread_page(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\x00" * 40)
    (page,) = read_file(path, ocr=False).documents[0].pages
    assert (page.origin, "not installed" in page.reason) == ("unread", True)


def test_a_film_is_refused_with_what_can_be_read_of_it(tmp_path: Path) -> None:
    path = tmp_path / "meeting.mp4"
    path.write_bytes(b"\0\0\0\x18ftypmp42" + b"\0" * 60)
    with pytest.raises(UnreadableFile, match="captions of the film"):
        read_file(path)


@pytest.mark.skipif(shutil.which("antiword") is not None, reason="antiword is installed here")
def test_an_old_word_file_says_what_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "old.doc"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"))
    with pytest.raises(UnreadableFile, match="install antiword"):
        read_file(path)


def test_a_mail_of_too_many_parts_says_how_many_it_left_out(tmp_path: Path) -> None:
    part = "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nThe lamp.\n"
    path = tmp_path / "many.eml"
    path.write_text("From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + part * 250 + "--b--\n")
    assert read_file(path).problems[0] == "only the first 200 parts of the message were read, 51 were left out"


def test_of_a_header_without_end_the_beginning_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list.eml"
    path.write_text(
        "From: a@example.org\nTo: " + "b@example.org, " * 200_000 + "\nSubject: Lamp\n\nThe lamp is dark.\n"
    )
    (page,) = read_file(path).documents[0].pages
    assert (len(page.text) < 30_000, "Subject: Lamp" in page.text, "The lamp is dark." in page.text) == (True,) * 3


def test_a_message_attached_to_a_mail_keeps_who_wrote_it_and_when(tmp_path: Path) -> None:
    inner = "From: b@example.org\nSubject: Lamp bid\nDate: Mon, 5 May 2031 08:00:00 -0400\n\nThe low bid is $61.\n"
    path = tmp_path / "forward.eml"
    path.write_text(
        "From: a@example.org\nSubject: Fwd\nContent-Type: multipart/mixed; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nSee below.\n"
        f"--b\nContent-Type: message/rfc822\n\n{inner}--b--\n"
    )
    (page,) = read_file(path).documents[0].pages
    outer, _, attached = page.text.partition("From: b@example.org")
    assert ("See below." in outer, "Subject: Lamp bid" in attached, "$61" in attached) == (True, True, True)


def test_rows_of_rich_text_are_cells_between_bars(tmp_path: Path) -> None:
    head = rb"\trowd\cellx900\cellx1800 "
    rtf = rb"{\rtf1" + head + rb"Lot\cell Acres\cell\row" + head + rb"4-1\cell 2.10\cell\row\pard\par}"
    path = tmp_path / "lots.rtf"
    path.write_bytes(rtf)
    assert read_file(path).documents[0].pages[0].text == "Lot | Acres\n4-1 | 2.10"


def test_an_open_sheet_whose_cells_have_no_type_is_read(tmp_path: Path) -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = "".join(
        f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>"
        for row in (("Lamp", "Fee"), ("Oil", "12"))
    )
    space = 'xmlns:{0}="urn:oasis:names:tc:opendocument:xmlns:{0}:1.0"'
    spaces = " ".join(map(space.format, ("office", "table", "text")))
    table = f"<table:table table:name='A'>{rows}</table:table>"
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f"<office:document-content {spaces}>{body}</office:document-content>",
        "META-INF/manifest.xml": "<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>",
    }
    assert _texts(_read(tmp_path, "rates.ods", _zip(parts))) == ["Lamp | Fee\nOil | 12"]


def test_captions_that_name_the_speaker_in_words_begin_a_turn_with_each(tmp_path: Path) -> None:
    path = tmp_path / "board.srt"
    path.write_text(
        "1\n00:00:01,000 --> 00:00:03,000\nMR. ROE: I move the lamp order.\n\n"
        "2\n00:00:04,000 --> 00:00:05,000\nMS. FAY: Second.\n"
    )
    assert "order.\n[00:00:04] MS. FAY: Second." in read_file(path).documents[0].pages[0].text


def test_a_name_in_an_archive_that_climbs_is_read_and_what_programs_leave_is_not(tmp_path: Path) -> None:
    made = _zip({"../climbs.txt": "The lamp.", "__MACOSX/._a.txt": "x", "a/.DS_Store": "x", "~$b.docx": "x"})
    assert [one.key for one in _read(tmp_path, "packet.zip", made).documents] == ["../climbs.txt"]


def _fax(pictures: int, circle: bool = False) -> bytes:
    """A TIFF of one-pixel pictures, one directory after another; in a circle when asked."""
    body, at = b"II*\x00" + struct.pack("<I", 8), 8
    for number in range(pictures):
        tags = [(256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (273, 0), (277, 1), (278, 1), (279, 1)]
        after = at + 2 + 12 * len(tags) + 4
        last = number == pictures - 1
        body += struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
        body += struct.pack("<I", (8 if circle else 0) if last else after)
        at = after
    return body


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed here")
@pytest.mark.parametrize("circle", [False, True])
def test_a_fax_has_a_page_for_each_of_its_pictures(tmp_path: Path, circle: bool) -> None:
    found = _read(tmp_path, "fax.tif", _fax(3, circle))
    assert [page.number for page in found.documents[0].pages] == [1, 2, 3]
