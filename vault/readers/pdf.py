"""PDF files page by page: the text layer where it is text, optical recognition where it is not.

Rules tell words from a garbled or broken text layer. A page that cannot be read is recorded as unread with the reason;
nothing is invented for it and no page is dropped, so page numbers are those a reader sees.

A second chance for a PDF that was cut off: rebuild its page tree from the objects that are still there.

It reorders nothing and invents no text: objects packed in object streams are written out, the pages found are hung
under a new root, and PDFium reads the result. Without the document's own root object there is no telling what the
file was, and the file is refused.
"""

from __future__ import annotations

import os
import re
import zlib
from collections import Counter, deque
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from vault.errors import UnreadableFile
from vault.readers.ocr import OCR_DPI, Ocr, OcrText, recognize
from vault.readers.pdfium import PDFIUM_LOCK, PdfFile, PdfiumFault, PdfPage, is_blank, rows_of, worth_measuring
from vault.readers.result import MAX_PAGES, ReadResult, Tell, untold
from vault.readers.text import left_out
from vault.text.clean import clean
from vault.text.patterns import lazy_regex
from vault.types import Page, RawDocument

__all__ = ["read_pdf"]

_WORKERS: Final = max(1, min(4, os.cpu_count() or 1))
_FEW_CHARS: Final = 200
"""A scan with less text than this in its layer has a stamp or a page number there, not its text."""
_POOR_CONFIDENCE: Final = 55.0
"""Below this the page may lie on its side; upright office scans measure 84 to 96, handwriting about 40."""
_MISSING_OCR: Final = "the tesseract program is not installed"


class _Draft(NamedTuple):
    """What is known of a page before recognition: its usable text, or why it needs recognition (`need`)."""

    text: str
    need: str
    is_scan: bool
    picture: bytes = b""


def read_pdf(data: bytes, path: Path, ocr: Ocr | None, tell: Tell = untold) -> ReadResult:
    """One document with every page of a PDF, unread pages included (`origin="unread"` with the reason).

    Without `ocr` pages that need recognition are unread. A cut-off file is rebuilt from what is left of it and said to
    be so in the problems. Raises `UnreadableFile` for a password, for damage beyond repair and when no page at all has
    text and none could be recognized for want of content.
    """
    with PDFIUM_LOCK:
        pdf, problems = _open(data, path)
        try:
            pages = _pages(pdf, ocr, tell, was_cut_off=bool(problems))
            problems += left_out(pdf.page_count())
        finally:
            pdf.close()
    if not pages:
        raise UnreadableFile(f"{path.name} was not read: it has no pages.", next_step="print it to a new PDF")
    return ReadResult(documents=(RawDocument(pages=pages),), problems=problems)


def _open(data: bytes, path: Path) -> tuple[PdfFile, tuple[str, ...]]:
    try:
        return PdfFile(data), ()
    except PdfiumFault as error:
        if error.password:
            step = "save a copy without the password and ingest that"
            raise UnreadableFile(
                f"{path.name} was not read: it needs a password. To go on, {step}.", next_step=step
            ) from error
        rebuilt = repaired(data)
        if rebuilt is not None:
            try:
                return PdfFile(rebuilt), ("the file is damaged or cut off; what is left of it was read",)
            except PdfiumFault:
                pass
        step = "download it again, or print it to a new PDF"
        message = f"{path.name} was not read: it is damaged or cut off, and no page can be recovered. To go on, {step}."
        raise UnreadableFile(message, next_step=step) from error


def _pages(pdf: PdfFile, ocr: Ocr | None, tell: Tell, *, was_cut_off: bool) -> tuple[Page, ...]:
    done: list[Page] = []
    waiting: deque[tuple[int, _Draft, Future[OcrText]]] = deque()
    with ThreadPoolExecutor(max_workers=_WORKERS) as workers:
        count = min(pdf.page_count(), MAX_PAGES)
        for index in range(count):
            tell(index + 1, count)
            draft = _draft(pdf, index, wants_picture=ocr is not None)
            if ocr is None or not draft.picture:
                done.append(_without_ocr(index + 1, draft, was_cut_off=was_cut_off))
                continue
            waiting.append((index, draft, workers.submit(recognize, ocr, draft.picture)))
            if len(waiting) > 2 * _WORKERS:
                done.append(_recognized(pdf, ocr, waiting.popleft()))
        while waiting and ocr is not None:
            tell(count - len(waiting) + 1, count)
            done.append(_recognized(pdf, ocr, waiting.popleft()))
    return tuple(sorted(done, key=lambda page: page.number))


def _draft(pdf: PdfFile, index: int, *, wants_picture: bool) -> _Draft:
    try:
        page = pdf.page(index)
    except PdfiumFault as error:
        return _Draft(text="", need=str(error), is_scan=False)
    try:
        if not page.has_content():
            return _Draft(text="", need="", is_scan=False)
        return _judged(page, wants_picture=wants_picture)
    finally:
        page.close()


def _judged(page: PdfPage, *, wants_picture: bool) -> _Draft:
    raw = page.text()
    fault = layer_fault(raw)
    is_scan = page.is_scan()
    text = "" if fault else _layer_text(page, raw, is_scan=is_scan)
    need = fault or ("it has no text layer" if not text else "")
    if not need and is_scan and (len(text) < _FEW_CHARS or is_broken_scan_layer(raw)):
        need = "the text layer of the scan is poor"
    if not need:
        return _Draft(text=text, need="", is_scan=is_scan)
    picture = page.picture(OCR_DPI) if wants_picture else b""
    if picture and is_blank(picture):
        return _Draft(text=text, need="", is_scan=is_scan)
    return _Draft(text=text, need=need, is_scan=is_scan, picture=picture)


def _layer_text(page: PdfPage, raw: str, *, is_scan: bool) -> str:
    # Positions in a scanner's own text layer drift: rows built from them would put figures beside the wrong names.
    measured = not is_scan and worth_measuring(raw)
    text = "\n".join(rows_of(page.pieces())) if measured else raw
    fields = [f"{name}: {value}" if name else value for name, value in page.fields()]
    return clean("\n".join([text, *fields]))


def _without_ocr(number: int, draft: _Draft, *, was_cut_off: bool) -> Page:
    if draft.text:
        return Page(
            number=number,
            text=draft.text,
            origin="ocr" if draft.is_scan else "text",
            reason="text layer of a scan" if draft.is_scan else "",
        )
    if draft.need:
        return Page(number=number, text="", origin="unread", reason=f"{draft.need}; {_MISSING_OCR}")
    if was_cut_off:
        return Page(number=number, text="", origin="unread", reason="its content was lost when the file was cut off")
    return Page(number=number, text="", reason="blank page")


def _recognized(pdf: PdfFile, ocr: Ocr, task: tuple[int, _Draft, Future[OcrText]]) -> Page:
    index, draft, future = task
    found = future.result()
    if not found.error and found.confidence < _POOR_CONFIDENCE:
        found = _best_turned(pdf, ocr, (index, found))
    if len(found.text) < len(draft.text) * _KEPT_SHARE:
        return _without_ocr(index + 1, draft, was_cut_off=False)
    if found.text:
        reason = f"{ocr.name}, mean word confidence {found.confidence:.0f}"
        return Page(number=index + 1, text=found.text, origin="ocr", reason=reason)
    why = found.error or "OCR found no words"
    return Page(number=index + 1, text="", origin="unread", reason=f"{draft.need}; {why}")


_KEPT_SHARE: Final = 0.6
"""A fresh recognition with less text than this share of the poor layer has missed something; the layer is kept."""


def _best_turned(pdf: PdfFile, ocr: Ocr, first: tuple[int, OcrText]) -> OcrText:
    """The recognition of the page upright or turned by a quarter, a half, three quarters: the surest with most text."""
    index, best = first
    try:
        page = pdf.page(index)
    except PdfiumFault:
        return best
    try:
        for rotation in (90, 270, 180):
            turned = recognize(ocr, page.picture(OCR_DPI, rotation))
            if turned.confidence > max(best.confidence, _POOR_CONFIDENCE) and len(turned.text) > len(best.text) / 2:
                best = turned
                break
    finally:
        page.close()
    return best


_MIN_CHARS: Final = 40
"""Below this a page is a heading or a page number, too little to judge."""
_MAX_STRANGE: Final = 0.1
_MIN_READABLE: Final = 0.35
_MIN_WORDS: Final = 40
_MIN_STOP_SHARE: Final = 0.01
_MIN_VOWELS: Final = 0.25  # English has 0.38; capitals shifted by a font table have 0.1 to 0.2
_MAX_SINGLE: Final = 0.6
# Dot leaders, rules to write on, and table lines say nothing either way.
_FILLER: Final = lazy_regex(r"[\s._\-–—|:…•*=]+")
_WORD: Final = lazy_regex(r"[A-Za-z]+")
_COMMON: Final = frozenset(
    {
        "the", "of", "and", "to", "a", "in", "for", "is", "on", "that", "by", "with", "or", "as", "at", "be", "this",
        "was",
    }
)  # fmt: skip
_SHORT_LINE: Final = 14
_MIN_BROKEN_LINES: Final = 40
_BROKEN_SHARE: Final = 0.5


def layer_fault(raw: str) -> str:
    """Why the text layer `raw` (as the PDF gives it, before cleaning) is no text, in a few words; empty when it is.

    "& 2 / / ( & 7 , 9 (" is what a font without a character table gives: symbols, single letters, or letters without
    vowels. Tables of figures and pages in any language with an alphabet pass.
    """
    visible = _FILLER.sub("", raw)
    if len(visible) < _MIN_CHARS:
        return ""
    counts = Counter(visible).items()
    strange = (not char.isprintable() or char == "\ufffd" or "\ue000" <= char <= "\uf8ff" for char, _ in counts)
    if sum(count for (_, count), is_odd in zip(counts, strange, strict=True) if is_odd) > _MAX_STRANGE * len(visible):
        return "its text layer holds unreadable characters"
    if sum(count for char, count in counts if char.isalnum()) < _MIN_READABLE * len(visible):
        return "its text layer holds symbols instead of letters"
    tokens = raw.split()
    singles = sum(len(token) == 1 and not token.isdigit() for token in tokens)
    if len(tokens) >= _MIN_WORDS and singles > _MAX_SINGLE * len(tokens):
        return "its text layer holds single letters instead of words"
    return _without_words(raw)


def _without_words(raw: str) -> str:
    words = _WORD.findall(raw.lower())
    if len(words) < _MIN_WORDS or sum(word in _COMMON for word in words) > _MIN_STOP_SHARE * len(words):
        return ""
    letters = "".join(words)
    if sum(map(letters.count, "aeiou")) < _MIN_VOWELS * len(letters):
        return "its text layer holds letters that form no words"
    return ""


def is_broken_scan_layer(text: str) -> bool:
    """Whether the text layer of a scanned page fell apart into cells: most of its many lines are a few characters."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) >= _MIN_BROKEN_LINES and sum(len(line) < _SHORT_LINE for line in lines) > _BROKEN_SHARE * len(
        lines
    )


# "651 0 obj"
_OBJECT: Final = re.compile(rb"(?<![0-9])([0-9]{1,8})\s+([0-9]{1,5})\s+obj\b")
_CATALOG: Final = re.compile(rb"/Type\s*/Catalog\b")
_PAGE: Final = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_PARENT: Final = re.compile(rb"/Parent\s+[0-9]+\s+[0-9]+\s+R")
_OBJECT_STREAM: Final = re.compile(rb"/Type\s*/ObjStm\b")
_COUNT: Final = re.compile(rb"/N\s+([0-9]{1,7})")
_FIRST: Final = re.compile(rb"/First\s+([0-9]{1,9})")
_STREAM: Final = re.compile(rb"stream\r?\n")
_KIDS: Final = re.compile(rb"/Kids\s*\[([^\[\]]*)\]")
_REFERENCE: Final = re.compile(rb"([0-9]{1,8})\s+[0-9]{1,5}\s+R")
_MAX_UNPACKED: Final = 64 * 1024 * 1024  # all object streams of a file: they hold small objects; more is a bomb
_BLOCK: Final = 64 * 1024
_LETTER_PAGE: Final = b"[0 0 612 792]"  # US Letter, for pages whose inherited size was lost


def repaired(data: bytes) -> bytes | None:
    """`data` with a rebuilt page tree appended, or None when there is no root object or no page to hang on it."""
    if b"/Encrypt" in data:
        return None
    objects = _objects(data)
    catalog = next((number for number, body in objects.items() if _CATALOG.search(body)), None)
    pages = _page_order(objects)
    if catalog is None or not pages:
        return None
    root, tree = max(objects) + 1, max(objects) + 2
    parts = [data, b"\nendstream\nendobj\n"]
    hung = set(pages)
    for number, body in objects.items():
        if number in hung:
            body = _PARENT.sub(b"/Parent %d 0 R" % tree, body)
        elif b"stream" in body:
            continue  # streams stay where they are in the original bytes
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    parts.append(
        b"%d 0 obj\n<</Type/Pages/Count %d/MediaBox%s/Kids[%s]>>\nendobj\n" % (tree, len(pages), _LETTER_PAGE, kids)
    )
    parts.append(b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n" % (root, tree))
    parts.append(b"trailer\n<</Root %d 0 R/Size %d>>\nstartxref\n0\n%%%%EOF\n" % (root, tree + 1))
    return b"".join(parts)


def _objects(data: bytes) -> dict[int, bytes]:
    """Object number to body (dictionary and, for a stream, the word `stream`), packed objects included."""
    objects: dict[int, bytes] = {}
    room = _MAX_UNPACKED
    matches = list(_OBJECT.finditer(data))
    ends = [following.start() for following in matches[1:]] + [len(data)]
    for match, end in zip(matches, ends, strict=False):
        body = data[match.end() : end]
        head, stream, _ = body.partition(b"stream")
        body = head + stream if stream else body.partition(b"endobj")[0]
        if _OBJECT_STREAM.search(head):
            found = _unpacked(data, match.end(), head, room)
            room -= sum(map(len, found.values()))
            objects.update(found)
        elif stream or body.rstrip().endswith((b">>", b"]")):
            objects[int(match[1])] = body.strip()
    return objects


def _inflated(data: bytes, at: int, room: int) -> bytes:
    """What the stream that begins at `at` unpacks to, at most `room` bytes, as far as it is whole."""
    unzip, parts = zlib.decompressobj(), list[bytes]()
    while room > 0 and at < len(data) and not unzip.eof:
        parts.append(unzip.decompress(data[at : at + _BLOCK], room))
        room -= len(parts[-1])
        at += _BLOCK
    return b"".join(parts)


def _unpacked(data: bytes, at: int, head: bytes, room: int) -> dict[int, bytes]:
    """Objects of one object stream; as many as can be inflated."""
    count, first = _COUNT.search(head), _FIRST.search(head)
    stream = _STREAM.search(data, at, at + len(head) + _BLOCK)
    if not (count and first and stream) or b"FlateDecode" not in head:
        return {}
    try:
        plain = _inflated(data, stream.end(), room)
    except zlib.error:
        return {}
    start = int(first[1])
    numbers = [int(word) for word in plain[:start].split()[: 2 * int(count[1])] if word.isdigit()]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    ends = [offset for _, offset in pairs[1:]] + [len(plain) - start]
    return {
        number: plain[start + offset : start + end].strip() for (number, offset), end in zip(pairs, ends, strict=True)
    }


def _page_order(objects: dict[int, bytes]) -> list[int]:
    """Page object numbers: those named by surviving page tree nodes in their order, then the others as they stand."""
    pages = dict.fromkeys(number for number, body in objects.items() if _PAGE.search(body))
    named = [
        int(reference)
        for body in objects.values()
        for kids in _KIDS.findall(body)
        for reference in _REFERENCE.findall(kids)
    ]
    order = dict.fromkeys(number for number in named if number in pages)
    return list(dict.fromkeys([*order, *pages]))
