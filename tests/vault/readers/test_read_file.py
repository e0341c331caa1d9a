"""`read_file`: content decides the reader, limits hold, refusals name the file and say what to do."""

from __future__ import annotations

import gzip
import json
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from papers import docx, pdf_lines

from vault.errors import UnreadableFile
from vault.readers.open import read_file
from vault.readers.result import MAX_FILE_BYTES, MAX_TEXT_BYTES

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
NOTICE = "Public notice\nThe Alder Falls Select Board meets on January 6, 2025."


def saved(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("notice.txt", NOTICE.encode()),
        ("notice", NOTICE.encode()),
        ("notice.md", NOTICE.encode()),
        ("notice.txt.gz", gzip.compress(NOTICE.encode(), mtime=0)),
        ("notice.html", b"<p>Public notice</p><p>The Alder Falls Select Board meets on January 6, 2025.</p>"),
        ("notice.doc", b"<html><p>Public notice<p>The Alder Falls Select Board meets on January 6, 2025.</html>"),
        ("notice.pdf", pdf_lines(NOTICE)),
        ("notice.bin", pdf_lines(NOTICE)),
        ("notice.docx", docx(NOTICE)),
        ("notice.doc", docx(NOTICE)),
        ("notice.json", json.dumps({"doc_id": "n", "text": NOTICE}).encode()),
        ("notice.jsonl", json.dumps({"doc_id": "n", "pages": [NOTICE]}).encode()),
        (
            "notice.xml",
            b"<note><head>Public notice</head><p>The Alder Falls Select Board meets on January 6, 2025.</p></note>",
        ),
        ("utf16.txt", NOTICE.encode("utf-16")),
    ],
)
def test_the_content_decides_the_reader(tmp_path: Path, name: str, data: bytes) -> None:
    (document,) = read_file(saved(tmp_path, name, data)).documents
    assert " ".join(document.pages[0].text.split()) == " ".join(NOTICE.split())


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("old.doc", OLE + b"\x00" * 600, "legacy Office file.*save it as DOCX or PDF"),
        ("old.ppt", OLE + "PowerPoint Document".encode("utf-16-le"), r"old PowerPoint presentation.*DOCX or PDF"),
        ("old.xls", OLE + "Workbook".encode("utf-16-le"), "the workbook is damaged"),
        ("mail.msg", OLE + "__properties_version1.0".encode("utf-16-le"), "an Outlook message"),
        ("empty.txt", b"", "it is empty"),
        ("song.mp3", b"ID3\x04\x00\x00", "binary file of an unknown kind.*convert it"),
        ("code.py", b"print('hello')", "no reader handles .py files"),
        ("cut.txt.gz", gzip.compress(b"hello" * 999, mtime=0)[:-12], "cut off"),
        ("bad.txt.gz", b"\x1f\x8b\x08\x00 this is no gzip data", "damaged"),
        ("bad.docx", b"PK\x03\x04 this is no zip", "zip container is damaged"),
        ("bad.xml", b"<a><b></a>", "not plain XML"),
        (
            "bomb.xml",
            b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
            "not plain XML .EntitiesForbidden",
        ),
        ("minutes.pdf", b"%PDF-1.4 and nothing else", "damaged or cut off"),
    ],
)
def test_a_refusal_names_the_file_and_says_what_to_do(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=rf"{name} was not read: .*{reason}") as caught:
        read_file(saved(tmp_path, name, data))
    assert caught.value.next_step


def test_an_e_book_is_refused_by_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "book.epub"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("META-INF/container.xml", "<container/>")
    with pytest.raises(UnreadableFile, match=r"it is an e-book\. To go on, convert it to PDF"):
        read_file(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="check the path"):
        read_file(tmp_path / "gone.pdf")
    with pytest.raises(UnreadableFile, match="not a regular file"):
        read_file(tmp_path)


def test_a_file_over_the_size_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.pdf"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)  # a hole: nothing is written
    with pytest.raises(UnreadableFile, match="more than 268,435,456"):
        read_file(path)


def test_a_gzip_bomb_is_refused(tmp_path: Path) -> None:
    pack = zlib.compressobj(1, wbits=31)
    head = pack.compress(b"x") + pack.flush(zlib.Z_FULL_FLUSH)
    block = pack.compress(bytes(1 << 24)) + pack.flush(zlib.Z_FULL_FLUSH)  # may be repeated: it looks back at nothing
    path = saved(tmp_path, "bomb.txt.gz", head + block * (MAX_TEXT_BYTES // (1 << 24) + 1))
    with pytest.raises(UnreadableFile, match="unpacks to more than"):
        read_file(path)


SEEDS = (
    pdf_lines(NOTICE),
    docx(NOTICE),
    gzip.compress(NOTICE.encode(), mtime=0),
    b'{"doc_id": "a", "text": "two words"}\n{"pages": 3}',
)


@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=6)), max_size=6),
    st.integers(0, 5000),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_bytes_are_read_or_refused_never_a_crash(
    tmp_path: Path, seed: bytes, edits: list[tuple[int, bytes]], cut: int
) -> None:
    data = bytearray(seed)
    for place, change in edits:
        at = place % (len(data) + 1)
        data[at : at + len(change)] = change
    path = saved(tmp_path, "damaged.jsonl", bytes(data[: max(1, len(data) - cut % len(data))]))
    outcome = ""
    try:
        outcome = f"damaged.jsonl {len(read_file(path, ocr=False).documents)}"
    except UnreadableFile as refused:
        outcome = refused.message
    assert outcome.startswith("damaged.jsonl ")


def test_a_zip_of_a_version_from_the_future_is_refused_with_its_reason(tmp_path: Path) -> None:
    data = bytearray(docx(NOTICE))
    directory = data.rindex(b"PK\x01\x02")
    data[directory + 6] = 64  # "version needed to extract"
    with pytest.raises(UnreadableFile, match="zip container is damaged"):
        read_file(saved(tmp_path, "notice.docx", bytes(data)), ocr=False)


def test_captions_without_a_cue_hold_no_words(tmp_path: Path) -> None:
    path = tmp_path / "meeting.vtt"
    path.write_text("WEBVTT\n\nNOTE the recording failed\n")
    found = read_file(path)
    assert (found.documents, found.problems) == ((), ("the captions hold no words",))
