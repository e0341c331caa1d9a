"""Hostile files, each between two good ones: what the product says of it, and what it cost. Prints a line a file.

    python -m benchmarks.hostile [--only WORD] [--markdown]

A file is handled when the two beside it are found afterwards, the file itself was read or refused with a reason, a
second run ends as well, and neither run took more than 1 GB or 20 seconds of computing in any of its processes
together. All files are made here; nothing outside a temporary folder is touched.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from vault.store.index import VaultIndex
from vault.types import Query, SearchAnswer, SearchRequest

ROOT = Path(__file__).resolve().parents[1]
MOST_MB = 1024
MOST_CPU_S = 20.0
_HOUR_S = 3600
_MEGABYTE = 1 << 20
_GOOD = "Town of Alder Falls\nPlanning Board\nMinutes of May 20, 2025\n\nThe board heard a plan for a {} by the pond."
_BESIDE = {"aa-first.txt": "boathouse", "zz-last.txt": "footbridge"}
_RUN = """
import json, resource, sys
from pathlib import Path
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
with VaultIndex.open(sys.argv[1], create=True) as vault:
    report = ingest(vault, [Path(sys.argv[2])])
print(json.dumps([[Path(one.source).name, one.outcome, one.reason] for one in report.files]))
"""


# --- PDF --------------------------------------------------------------------------------------------------------------


def _stream(head: bytes, data: bytes) -> bytes:
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (head, len(data), data)


def _pdf(*objects: bytes, trailer: bytes = b"/Root 1 0 R") -> bytes:
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer<<%s/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(objects) + 1, len(data))
    return data + head + table + end


_CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
_ONE_PAGE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def _page_pdf(content: bytes, more: bytes = b"", box: bytes = b"0 0 612 792", *others: bytes) -> bytes:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R%s>>" % (box, more)
    return _pdf(_CATALOG, _ONE_PAGE, page, content, *others)


def _self_drawing() -> bytes:
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</X 5 0 R/Y 5 0 R>>>>"
    more = b"/Resources<</XObject<</X 5 0 R>>>>"
    return _page_pdf(_stream(b"", b"/X Do"), more, b"0 0 612 792", _stream(form, b"/X Do /Y Do " * 8))


def _deflated(block: bytes, times: int) -> bytes:
    pack = zlib.compressobj(9)
    return b"".join(pack.compress(block) for _ in range(times)) + pack.flush()


def _stream_bomb() -> bytes:
    body = _deflated(b"0 0 m 1 1 l S\n" * 74_898, 900)
    return _page_pdf(_stream(b"/Filter/FlateDecode", body))


def _picture_pdf(width: int, height: int) -> bytes:
    head = b"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8" % (width, height)
    image = _stream(head + b"/Filter/FlateDecode", _deflated(b"\xff" * _MEGABYTE, 64))
    content = _stream(b"", b"q 612 0 0 792 0 0 cm /I Do Q")
    return _page_pdf(content, b"/Resources<</XObject<</I 5 0 R>>>>", b"0 0 612 792", image)


def _many_pages(count: int, *, broken: bool) -> bytes:
    kids = b" ".join(b"%d 0 R" % (3 + number) for number in range(count))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>"
    whole = _pdf(_CATALOG, b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count), *[page] * count)
    return whole[: whole.rindex(b"xref\n0")] if broken else whole


def _locked_pdf() -> bytes:
    words = b"/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O(%s)/U(%s)>>/ID[(a)(a)]" % (b"x" * 32, b"y" * 32)
    return _pdf(_CATALOG, _ONE_PAGE, b"<</Type/Page/Parent 2 0 R>>", trailer=b"/Root 1 0 R" + words)


def _words_pdf() -> bytes:
    text = b"BT /F1 11 Tf 72 700 Td (The lamp on Quarry Lane is dark and has been since March.) Tj ET"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return _page_pdf(_stream(b"", text), b"/Resources<</Font<</F1 5 0 R>>>>", b"0 0 612 792", font)


def _glyph_storm() -> bytes:
    text = b"BT /F1 1 Tf " + b"1 0 0 1 7 7 Tm (lamp) Tj " * 400_000 + b" ET"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    body = zlib.compress(text, 9)
    more = b"/Resources<</Font<</F1 5 0 R>>>>"
    return _page_pdf(_stream(b"/Filter/FlateDecode", body), more, b"0 0 612 792", font)


_PDFS: dict[str, Callable[[], bytes]] = {
    "form-draws-itself.pdf": _self_drawing,
    "stream-bomb.pdf": _stream_bomb,
    "filters-nested.pdf": lambda: _page_pdf(
        _stream(b"/Filter[/FlateDecode/FlateDecode]", zlib.compress(_deflated(b"\0" * _MEGABYTE, 2000), 9))
    ),
    "glyph-storm.pdf": _glyph_storm,
    "picture-100000-wide.pdf": lambda: _picture_pdf(100_000, 100_000),
    "page-of-two-miles.pdf": lambda: _page_pdf(_stream(b"", b"0 0 m 9 9 l S"), b"", b"0 0 9000000 9000000"),
    "pages-60000-broken.pdf": lambda: _many_pages(60_000, broken=True),
    "pages-60000.pdf": lambda: _many_pages(60_000, broken=False),
    "page-tree-in-a-circle.pdf": lambda: _pdf(_CATALOG, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"),
    "brackets-2-million.pdf": lambda: _page_pdf(b"[" * 2_000_000),
    "password.pdf": _locked_pdf,
    "head-only.pdf": lambda: b"%PDF-1.7\n",
    "cut-in-half.pdf": lambda: (whole := _many_pages(200, broken=False))[: len(whole) // 2],
    "random-after-head.pdf": lambda: b"%PDF-1.4\n" + bytes(range(256)) * 4000,
}


# --- archives and office ----------------------------------------------------------------------------------------------


def _zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _spread(name: str, head: bytes, block: bytes, times: int, tail: bytes) -> bytes:
    """A zip whose one member is head, a block so many times, and tail; written without holding it unpacked."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w", force_zip64=True) as out,
    ):
        out.write(head)
        for _ in range(times):
            out.write(block)
        out.write(tail)
    return buffer.getvalue()


def _with(base: bytes, **members: bytes) -> bytes:
    buffer = io.BytesIO(base)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


_WORD = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
_WORD_END = b"</w:body></w:document>"
_PARAGRAPH = b"<w:p><w:r><w:t>The lamp on Quarry Lane is dark.</w:t></w:r></w:p>"
_LAUGHS = (
    b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY a0 'lamp lamp lamp'>"
    + b"".join(b"<!ENTITY a%d '%s'>" % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 11))
    + b"]>"
)
_SHEET_SPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATIONS = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _workbook(head: bytes, block: bytes, times: int) -> bytes:
    """An xlsx whose one sheet holds head and then a block so many times."""
    base = _spread(
        "xl/worksheets/sheet1.xml",
        b"<worksheet %s>%s<sheetData>" % (_SHEET_SPACE, head),
        block,
        times,
        b"</sheetData></worksheet>",
    )
    book = b'<workbook %s xmlns:r="%s"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>'
    relation = (
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        b'<Relationship Id="r1" Type="%s/%s" Target="%s"/></Relationships>'
    )
    kinds = b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    return _with(
        base,
        **{
            "xl/workbook.xml": book % (_SHEET_SPACE, _RELATIONS),
            "xl/_rels/workbook.xml.rels": relation % (_RELATIONS, b"worksheet", b"worksheets/sheet1.xml"),
            "_rels/.rels": relation % (_RELATIONS, b"officeDocument", b"xl/workbook.xml"),
            "[Content_Types].xml": kinds,
        },
    )


def _open_sheet() -> bytes:
    cell = b'<table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p>'
    body = (
        b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:'
        b'oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
        b'<office:body><office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated='
        b'"1048576">' + cell + b"</table:table-cell></table:table-row></table:table></office:spreadsheet>"
        b"</office:body></office:document-content>"
    )
    mime = b"application/vnd.oasis.opendocument.spreadsheet"
    manifest = b'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return _zipped(**{"mimetype": mime, "content.xml": body, "META-INF/manifest.xml": manifest})


def _locked_member() -> bytes:
    """A zip whose member says that it has a password."""
    data = bytearray(_zipped(**{"minutes.txt": b"The lamp is dark."}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    return bytes(data)


def _nested_zip(depth: int) -> bytes:
    data = _spread("bomb.txt", b"", b"lamp " * 200_000, 300, b"")
    for level in range(depth):
        data = _zipped(**{f"level-{level}-{copy}.zip": data for copy in range(4)})
    return data


def _locked_office() -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 4000


def _tar_gz() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        info = tarfile.TarInfo("minutes.txt")
        info.size = 5
        archive.addfile(info, io.BytesIO(b"lamp "))
    return buffer.getvalue()


_PACKED: dict[str, Callable[[], bytes]] = {
    "bomb.docx": lambda: _spread("word/document.xml", _WORD, _PARAGRAPH * 10_000, 1500, _WORD_END),
    "entities.docx": lambda: _zipped(
        **{"word/document.xml": _LAUGHS + _WORD + b"<w:p><w:r><w:t>&a10;</w:t></w:r></w:p>" + _WORD_END}
    ),
    "deep.docx": lambda: _zipped(**{"word/document.xml": _WORD + b"<w:p>" * 300_000 + b"</w:p>" * 300_000 + _WORD_END}),
    "no-main-part.docx": lambda: _zipped(**{"word/other.xml": b"<a/>", "[Content_Types].xml": b"<a/>"}),
    "rows-500000.xlsx": lambda: _workbook(b"", b'<row><c t="inlineStr"><is><t>lamp</t></is></c></row>' * 1000, 500),
    "last-cell-of-all.xlsx": lambda: _workbook(
        b'<dimension ref="A1:XFD1048576"/>',
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        1,
    ),
    "columns-16384.xlsx": lambda: _workbook(b"", b"<row>" + b"<c><v>1</v></c>" * 16_384 + b"</row>", 2000),
    "entities.xlsx": lambda: _with(
        _workbook(b"", b'<row><c t="s"><v>0</v></c></row>', 1),
        **{"xl/sharedStrings.xml": _LAUGHS + b"<sst %s><si><t>&a10;</t></si></sst>" % _SHEET_SPACE},
    ),
    "password.xlsx": _locked_office,
    "repeated-17-billion-cells.ods": _open_sheet,
    "bomb.odt": lambda: _with(
        _spread("content.xml", b"<a><body>", b"<p>lamp</p>" * 100_000, 400, b"</body></a>"),
        mimetype=b"application/vnd.oasis.opendocument.text",
    ),
    "slides-20000.pptx": lambda: _zipped(
        **{"ppt/presentation.xml": b"<a/>"},
        **{f"ppt/slides/slide{n}.xml": b"<a><p><t>lamp %d</t></p></a>" % n for n in range(1, 20_001)},
    ),
    "bomb.zip": lambda: _spread("big.txt", b"", b"lamp " * 200_000, 1500, b""),
    "zip-in-zip-in-zip.zip": lambda: _nested_zip(3),
    "members-70000.zip": lambda: _zipped(**{f"{n}.txt": b"lamp" for n in range(70_000)}),
    "names-that-climb.zip": lambda: _zipped(**{"../../etc/passwd.txt": b"The lamp.", "/abs.txt": b"The hedge."}),
    "password.zip": _locked_member,
    "cut.zip": lambda: _zipped(**{"a.txt": b"lamp " * 90_000})[:300],
    "bomb.txt.gz": lambda: gzip.compress(b"lamp " * 60_000_000, 9),
    "gzip-in-gzip.gz": lambda: gzip.compress(gzip.compress(gzip.compress(b"lamp " * 900_000))),
    "cut.txt.gz": lambda: gzip.compress(os.urandom(90_000))[:4000],
    "a-tar.tar.gz": _tar_gz,
    "noise.doc": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le") + b"\x55" * 90_000,
    "noise.xls": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le") + b"\xff" * 90_000,
}


# --- text of all sorts ------------------------------------------------------------------------------------------------


def _mail(parts: bytes) -> bytes:
    head = b"From: a@example.org\nSubject: lamp\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    return head + parts + b"--b--\n"


_ATTACHED = b"--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a%d.txt\n\nThe lamp %d.\n"
_RFC822 = b"From: a@b\nContent-Type: message/rfc822\n\n"


def _captions(cues: int) -> bytes:
    return b"WEBVTT\n\n" + b"00:00:01.000 --> 00:00:02.000\n<v Ann Cole>The lamp is dark.\n\n" * cues


def _png(width: int, height: int) -> bytes:
    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", _deflated(b"\0" * 9000, 60_000)) + part(b"IEND", b"")
    )


def _circular_tiff() -> bytes:
    """A TIFF whose only directory says that it is followed by itself."""
    entries = ((256, 4, 8), (257, 4, 8), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (278, 4, 8), (279, 4, 64))
    rows = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in entries)
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", len(entries)) + rows + struct.pack("<I", 8)


_TEXTS: dict[str, Callable[[], bytes]] = {
    "empty.pdf": lambda: b"",
    "spaces-4-million.txt": lambda: b"lamp" + b" " * 4_000_000 + b"hedge",
    "one-line-of-20-megabytes.txt": lambda: b"lamp hedge " * 1_900_000,
    "form-feeds-2-million.txt": lambda: b"\f" * 2_000_000,
    "zeros.txt": lambda: b"\0" * 4_000_000,
    "marks-of-direction-and-escape.txt": lambda: "\u202e\x1b[2J\x1b]0;x\x07 The lamp\u0300 is dark. ".encode() * 9000,
    "accents-on-one-letter.txt": lambda: ("e" + "\u0301" * 1_000_000).encode(),
    "tags-never-closed.html": lambda: b"<html>" + b"<a " * 200_000,
    "parts-never-closed.html": lambda: b"<html>" + b"<nav><b>" * 200_000,
    "divs-300000-deep.html": lambda: b"<html>" + b"<div>" * 300_000 + b"lamp",
    "attributes-500000.html": lambda: b"<html><p " + b"a=b " * 500_000 + b">lamp</p>",
    "tables-in-tables.html": lambda: b"<html>" + b"<table><tr><td>lamp" * 60_000,
    "entities.xml": lambda: _LAUGHS + b"<a>&a10;</a>",
    "entity-of-a-file.xml": lambda: b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a>&x;</a>",
    "deep.xml": lambda: b"<?xml version='1.0'?>" + b"<a>" * 500_000 + b"</a>" * 500_000,
    "columns-1-million.csv": lambda: b"lamp," * 1_000_000 + b"\n" + b"1," * 1_000_000,
    "quotation-never-closed.csv": lambda: b'a,b\n"' + b"lamp,hedge\n" * 2_000_000,
    "row-of-1-million-pages.jsonl": lambda: b'{"pages":[' + b'"lamp",' * 999_999 + b'"lamp"]}\n',
    "rows-300000-bad.jsonl": lambda: b"{not json}\n" * 300_000,
    "deep.json": lambda: b'{"a":' + b"[" * 1_000_000,
    "number-of-10-million-digits.json": lambda: b'{"text": "lamp", "n": ' + b"9" * 10_000_000 + b"}",
    "front-matter-without-end.md": lambda: b"---\n" + b"title: lamp\n" * 400_000,
    "links-never-closed.md": lambda: b"[" * 300_000 + b"](" * 300_000,
    "attachments-10000.eml": lambda: _mail(b"".join(_ATTACHED % (n, n) for n in range(10_000))),
    "mail-in-mail-1000-deep.eml": lambda: _RFC822 * 1000 + b"Subject: lamp\n\nThe lamp.",
    "boundary-without-end.eml": lambda: _mail(b"--b\n" * 600_000),
    "header-of-5-megabytes.eml": lambda: b"From: a@b\nTo: " + b"a@b, " * 1_000_000 + b"\nSubject: x\n\nThe lamp.",
    "cues-400000.vtt": lambda: _captions(400_000),
    "times-of-no-clock.srt": lambda: b"1\n99:99:99,999 --> 00:00:00,000\nThe lamp\n\n" * 2000,
    "groups-1-million-deep.rtf": lambda: b"{\\rtf1 " + b"{" * 1_000_000 + b"lamp",
    "bin-of-2-gigabytes.rtf": lambda: b"{\\rtf1 \\bin2147483647 lamp}",
    "picture-60000-wide.png": lambda: _png(60_000, 60_000),
    "cut.jpg": lambda: b"\xff\xd8\xff\xe0\0\x10JFIF\0" + b"\x11" * 4000,
    "directory-in-a-circle.tif": _circular_tiff,
    "no-known-kind.xyz": lambda: b"\x00\x01\x02" * 40_000,
}


# --- things of the file system ----------------------------------------------------------------------------------------


def _sparse(folder: Path) -> None:
    with (folder / "sparse-terabyte.pdf").open("wb") as file:
        file.truncate(1 << 40)


def _bad_name(folder: Path) -> None:
    with open(os.fsencode(folder) + b"/name-\xff\xfe.txt", "wb") as file:
        file.write(b"The culvert is blocked.")


def _loop(folder: Path) -> None:
    (folder / "loop").symlink_to(folder)
    (folder / "nowhere.pdf").symlink_to(folder / "gone.pdf")
    (folder / "self.pdf").symlink_to(folder / "self.pdf")


def _device(folder: Path) -> None:
    (folder / "zero.txt").symlink_to("/dev/zero")


def _odd_names(folder: Path) -> None:
    for name in (
        "a\nb.txt",
        "lamp \N{ELECTRIC LIGHT BULB}.txt",
        "x" * 250 + ".txt",
        "-rf.txt",
        "MINUTES.TXT",
        "minutes.txt",
    ):
        (folder / name).write_text(f"The culvert is blocked, says {len(name)} {name[:3]!r}.")


def _broken_manifest(folder: Path) -> None:
    (folder / "manifest.jsonl").write_bytes(b"\xff\xfe{not json\n" * 200)


def _manifest_folder(folder: Path) -> None:
    (folder / "manifest.jsonl").mkdir()


_THINGS: dict[str, Callable[[Path], None]] = {
    "a pipe": lambda folder: os.mkfifo(folder / "pipe.pdf"),
    "a sparse terabyte": _sparse,
    "a name that is no text": _bad_name,
    "links in a circle": _loop,
    "a link to a device": _device,
    "odd names": _odd_names,
    "a broken manifest": _broken_manifest,
    "a folder named as the manifest": _manifest_folder,
}


class Told(NamedTuple):
    """What became of one hostile thing."""

    name: str
    handled: bool
    outcome: str
    reason: str
    peak_mb: int
    cpu_s: float


def _makers() -> Iterator[tuple[str, Callable[[Path], None]]]:
    for name, made in {**_PDFS, **_PACKED, **_TEXTS}.items():
        yield name, lambda folder, name=name, made=made: (folder / f"m-{name}").write_bytes(made())  # type: ignore[misc]
    yield from _THINGS.items()


def _found(vault: VaultIndex, word: str) -> bool:
    (answer,) = vault.search([SearchRequest(query=Query(terms=(word,)), limit=1)])
    return isinstance(answer, SearchAnswer) and bool(answer.hits)


def _ingested(vault: Path, folder: Path) -> tuple[list[list[str]], int, float, int]:
    """What the run told, the largest of its processes in MB, its seconds of computing, and how it ended."""
    child = subprocess.Popen(
        [sys.executable, "-c", _RUN, vault, folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    assert child.stderr is not None
    said, trouble = child.stdout.read(), child.stderr.read().decode("utf-8", "replace")
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    child.stderr.close()
    told = json.loads(said) if said else [["", "crashed", trouble[-160:]]]
    return told, used.ru_maxrss // 1024, used.ru_utime + used.ru_stime, child.returncode


def trial(name: str, make: Callable[[Path], None], scratch: Path) -> Told:
    """One hostile thing between two good files, ingested twice."""
    folder = scratch / "records"
    folder.mkdir()
    for beside, word in _BESIDE.items():
        (folder / beside).write_text(_GOOD.format(word))
    make(folder)
    vault = scratch / "v.db"
    told, peak_mb, cpu_s, code = _ingested(vault, folder)
    again, peak_again, cpu_again, code_again = _ingested(vault, folder)
    with VaultIndex.open(vault, create=True) as index:
        beside_found = all(_found(index, word) for word in _BESIDE.values())
    rows = [row for row in told if row[0] not in _BESIDE] or [["", "passed over", ""]]
    silent = any(row[1] in ("refused", "crashed") and not row[2] for row in (*rows, *again))
    peak_mb, cpu_s = max(peak_mb, peak_again), max(cpu_s, cpu_again)
    whole = not code and not code_again and beside_found and not silent
    shutil.rmtree(folder)
    return Told(name, whole and peak_mb <= MOST_MB and cpu_s <= MOST_CPU_S, rows[0][1], rows[0][2], peak_mb, cpu_s)


def main() -> int:
    """Tries every hostile thing, or those whose name holds a word; 1 when one was not handled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only names that hold this word")
    parser.add_argument("--markdown", action="store_true", help="print a table for the notes")
    given = parser.parse_args()
    found: list[Told] = []
    for name, make in _makers():
        if given.only in name:
            with tempfile.TemporaryDirectory() as scratch:
                one = trial(name, make, Path(scratch))
            found.append(one)
            mark = "ok " if one.handled else "BAD"
            cost = f"{one.peak_mb} MB | {one.cpu_s:.1f} s"
            if given.markdown:
                print(f"| {name} | {one.outcome} | {cost} |", flush=True)
            else:
                print(f"{mark} {name:<36} {one.outcome:<12} {cost:<18} {one.reason[:150]}", flush=True)
    print(
        f"{sum(one.handled for one in found)} of {len(found)} handled; at most {max(one.peak_mb for one in found)} MB "
        f"and {max(one.cpu_s for one in found):.1f} s"
    )
    return int(not all(one.handled for one in found))


if __name__ == "__main__":
    raise SystemExit(main())
