"""Makes small PDF and Word files for tests: text at given places, scans of such pages, forms. All is invented."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from vault.readers.pdfium import PdfFile

__all__ = ["docx", "endless_form", "form_pdf", "pdf", "pdf_lines", "scan", "stream_bomb"]

Spot = tuple[float, float, str]
_LETTER = (612, 792)


def pdf(pages: Sequence[Sequence[Spot]], *, size: int = 11) -> bytes:
    """A PDF whose pages hold text at (x, y) points from the lower left corner, written in the given order."""
    contents = [_text_stream(spots, size) for spots in pages]
    return _assemble(contents, "/Font<</F1 3 0 R>>", [b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"])


def pdf_lines(*pages: str, size: int = 11) -> bytes:
    """A PDF with the lines of each text set from top to bottom."""
    return pdf([[(72, 720 - 16 * n, line) for n, line in enumerate(text.split("\n"))] for text in pages], size=size)


def scan(document: bytes, *, layer: Sequence[Sequence[Spot]] = (), rotation: int = 0) -> bytes:
    """A PDF whose pages are pictures of the pages of `document`, with `layer` as an invisible text layer over them."""
    opened = PdfFile(document)
    images: list[bytes] = []
    contents: list[bytes] = []
    for index in range(opened.page_count()):
        picture = opened.page(index).picture(150, rotation)
        header, _, pixels = picture.partition(b"\n255\n")
        width, height = header.split(b"\n")[1].split()
        head = b"<</Type/XObject/Subtype/Image/Width %s/Height %s/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>"
        images.append(_stream(head % (width, height, len(pixels)), pixels))
        text = _text_stream(layer[index], 11, hidden=True) if index < len(layer) else b""
        contents.append(b"q %d 0 0 %d 0 0 cm /I%d Do Q\n" % (*_LETTER, index) + text)
    opened.close()
    names = "".join(f"/I{n} {4 + n} 0 R" for n in range(len(images)))
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return _assemble(contents, f"/Font<</F1 3 0 R>>/XObject<<{names}>>", [font, *images])


def form_pdf(fields: Mapping[str, str]) -> bytes:
    """A one-page PDF form with filled text fields."""
    numbers = range(6, 6 + len(fields))
    references = b" ".join(b"%d 0 R" % n for n in numbers)
    content = _text_stream(
        [(72, 720, "Application for a permit, Town of Alder Falls, to be returned to the clerk")], 11
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[%s]/DR<</Font<</F1 3 0 R>>>>/DA(/F1 11 Tf 0 g)>>>>"
        % references,
        b"<</Type/Pages/Kids[4 0 R]/Count 1>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>/Annots[%s]>>"
        % references,
        _stream(b"<</Length %d>>" % len(content), content),
    ]
    for name, value in fields.items():
        pair = (_quoted(name), _quoted(value))
        objects.append(
            b"<</Type/Annot/Subtype/Widget/FT/Tx/T(%s)/V(%s)/Rect[72 600 300 620]/F 4/P 4 0 R/DA(/F1 11 Tf 0 g)>>"
            % pair
        )
    return _file(objects)


def docx(body: str, *, parts: Mapping[str, bytes] | None = None) -> bytes:
    """A Word file whose body holds this WordprocessingML; plain lines without "<" become paragraphs."""
    if "<" not in body:
        body = "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in body.split("\n"))
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    document = f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'.encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"word/document.xml": document, **(parts or {})}.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _quoted(text: str) -> bytes:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252")


def _text_stream(spots: Sequence[Spot], size: int, *, hidden: bool = False) -> bytes:
    mode = b"3 Tr " if hidden else b""
    shown = (b"1 0 0 1 %.1f %.1f Tm (%s) Tj" % (x, y, _quoted(text)) for x, y, text in spots)
    return b"BT /F1 %d Tf %s" % (size, mode) + b"\n".join(shown) + b" ET"


def _stream(head: bytes, data: bytes) -> bytes:
    return head + b"\nstream\n" + data + b"\nendstream"


def _assemble(contents: Sequence[bytes], resources: str, shared: Sequence[bytes]) -> bytes:
    first = 3 + len(shared)
    kids = b" ".join(b"%d 0 R" % (first + 2 * n) for n in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/MediaBox[0 0 612 792]/Kids[%s]/Count %d>>" % (kids, len(contents)),
        *shared,
    ]
    for n, content in enumerate(contents):
        body = b"/Contents %d 0 R" % (first + 2 * n + 1) if content else b""
        objects.append(b"<</Type/Page/Parent 2 0 R/Resources<<%s>>%s>>" % (resources.encode(), body))
        objects.append(_stream(b"<</Length %d>>" % len(content), content))
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    data = b"%PDF-1.4\n"
    offsets: list[int] = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return data + head + table + b"trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(data))


def endless_form() -> bytes:
    """A small PDF whose one drawing draws itself twice: a reader without limits never ends."""
    form = b"<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</X 4 0 R/Y 4 0 R>>>>/Length %d>>"
    body = b"/X Do /Y Do " * 8
    return _file(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</X 4 0 R>>>>/Contents 5 0 R>>",
            _stream(form % len(body), body),
            _stream(b"<</Length 5>>", b"/X Do"),
        ]
    )


def stream_bomb(megabytes: int) -> bytes:
    """A PDF whose page unpacks to this many megabytes of drawing."""
    pack = zlib.compressobj(9)
    head = pack.compress(b" ") + pack.flush(zlib.Z_FULL_FLUSH)
    block = pack.compress(b"0 0 m 1 1 l S\n" * 74_899) + pack.flush(zlib.Z_FULL_FLUSH)  # looks back at nothing
    body = head + block * megabytes + pack.flush()
    return _file(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>",
            _stream(b"<</Filter/FlateDecode/Length %d>>" % len(body), body),
        ]
    )
