"""A report as a Word file: headings, footnotes, tables and pictures with their words beside them.

Writes the few parts of WordprocessingML that this needs and nothing else: no macros, no links to the outside but those
of published sources. All text is escaped.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from mcp_server.report.model import Block, Footnote, Inline, PageReport, StatementRow
from mcp_server.report.pages import Leaf, Picture
from mcp_server.results.clean import clean_text

__all__ = ["docx_of"]

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_EMU_PER_CM = 360_000
_WIDTH_CM = 16.0
"""Of a picture: the text of an A4 or letter page with margins of an inch."""
_FIRST_NOTE = 2
"""Word keeps footnotes 0 and 1 for its own lines."""


def docx_of(report: PageReport) -> bytes:
    """The whole file. The same report gives the same bytes."""
    numbers = {note.label: at for at, note in enumerate(report.footnotes, _FIRST_NOTE)}
    pictures = [leaf.picture for leaf in report.leaves if leaf.picture]
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _relations([("rId1", "officeDocument", "word/document.xml")]),
        "word/document.xml": _document(report, numbers),
        "word/styles.xml": _STYLES,
        "word/footnotes.xml": _footnotes(report.footnotes),
        "word/_rels/document.xml.rels": _relations(
            [
                ("rIdStyles", "styles", "styles.xml"),
                ("rIdNotes", "footnotes", "footnotes.xml"),
                *((f"rIdPage{at}", "image", f"media/page{at}.png") for at, _ in enumerate(pictures, 1)),
            ]
        ),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode("utf-8"), zipfile.ZIP_DEFLATED)
        for at, picture in enumerate(pictures, 1):
            archive.writestr(zipfile.ZipInfo(f"word/media/page{at}.png"), picture.png)
    return buffer.getvalue()


def _run(text: str, *, bold: bool = False, mark: bool = False) -> str:
    marked = '<w:highlight w:val="yellow"/>' if mark else ""
    look = f"<w:rPr>{'<w:b/>' if bold else ''}{marked}</w:rPr>" if bold or mark else ""
    lines = "<w:br/>".join(
        f'<w:t xml:space="preserve">{escape(line)}</w:t>' for line in clean_text(text).replace("\t", " ").split("\n")
    )
    return f"<w:r>{look}{lines}</w:r>"


def _paragraph(*runs: str, style: str = "") -> str:
    look = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{look}{''.join(runs)}</w:p>"


def _heading(text: str, level: int) -> str:
    return _paragraph(_run(text), style=f"Heading{level}")


def _items(lines: Iterable[str]) -> str:
    return "".join(_paragraph(_run(f"• {line}"), style="Item") for line in lines)


def _document(report: PageReport, numbers: dict[str, int]) -> str:
    body = [_paragraph(_run(report.heading), style="Title"), _paragraph(_run(report.about), style="Quiet")]
    body += [_paragraph(_run(report.summary, bold=True))] if report.summary else []
    body += [_heading("Answer", 1), *(_block(block, numbers) for block in report.blocks)] if report.blocks else []
    for heading, lines in (("How sure this is", report.strength), ("What is missing", report.missing)):
        body += [_heading(heading, 1), _items(lines)] if lines else []
    body += [_heading("The pages", 1), *_leaves(report.leaves)] if report.leaves else []
    body += [_heading("Evidence, sentence by sentence", 1), _evidence(report.rows)] if report.rows else []
    body += [_heading("How it was searched", 1), _items(report.searched)] if report.searched else []
    body.append(_paragraph(_run("Made by OpenCouncil. Informational only, not legal advice."), style="Quiet"))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="{_W}" xmlns:r="{_R}"'
        ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
        ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
        ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">'
        f"<w:body>{''.join(body)}<w:sectPr/></w:body></w:document>"
    )


def _block(block: Block, numbers: dict[str, int]) -> str:
    if block.kind == "table":
        return _table([["".join(_inlines(cell, numbers)) for cell in row] for row in block.rows])
    runs = "".join(_inlines(block.inlines, numbers))
    if block.kind == "item":
        return _paragraph(_run("• "), runs, style="Item")
    return _paragraph(runs, style="Heading2" if block.kind == "heading" else "")


def _inlines(inlines: Sequence[Inline], numbers: dict[str, int]) -> Iterable[str]:
    for inline in inlines:
        number = numbers.get(inline.label)
        if number is None:
            yield _run(f"[{inline.label}]" if inline.label else inline.text, bold=inline.bold)
        else:
            yield (
                f'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="{number}"/></w:r>'
            )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """A table with its first row as the head; cells are runs."""
    width = max((len(row) for row in rows), default=0)
    edges = "".join(f'<w:{side} w:val="single" w:sz="4" w:color="999999"/>' for side in ("top", "bottom", "insideH"))
    made = [
        f"<w:tbl><w:tblPr><w:tblW w:w='5000' w:type='pct'/><w:tblBorders>{edges}</w:tblBorders></w:tblPr><w:tblGrid>"
    ]
    made += ["<w:gridCol/>" * width, "</w:tblGrid>"]
    for at, row in enumerate(rows):
        head = "<w:trPr><w:tblHeader/></w:trPr>" if at == 0 else ""
        cells = (f"<w:tc>{_paragraph(cell)}</w:tc>" for cell in (*row, *[""] * (width - len(row))))
        made.append(f"<w:tr>{head}{''.join(cells)}</w:tr>")
    return "".join((*made, "</w:tbl>", _paragraph()))


def _evidence(rows: Sequence[StatementRow]) -> str:
    head = [_run(name, bold=True) for name in ("Sentence", "Verdict", "Words of the record", "Where")]
    return _table([head, *map(_row, rows)])


def _row(row: StatementRow) -> list[str]:
    words = "\n".join([*([f"“{row.words}”"] if row.words else []), *row.beside])
    return [_run(row.sentence), _run(row.verdict, bold=True), _run(words), _run(row.where)]


def _leaves(leaves: Sequence[Leaf]) -> Iterable[str]:
    at = 0
    for leaf in leaves:
        yield _heading(leaf.heading, 2)
        if leaf.told:
            yield _paragraph(_run(leaf.told), style="Quiet")
        if leaf.picture is None:
            yield _paragraph(*_marked(leaf))
            continue
        at += 1
        told = f"Picture of {leaf.named}. Framed on it: {' … '.join(leaf.framed)}"
        yield _paragraph(_drawing(leaf.picture, at, told))
        yield "".join(_paragraph(_run(f"“{quote}”"), style="Quiet") for quote in leaf.framed)


def _marked(leaf: Leaf) -> Iterable[str]:
    at = 0
    for start, end in leaf.marks:
        yield _run(leaf.text[at:start])
        yield _run(leaf.text[start:end], mark=True)
        at = end
    yield _run(leaf.text[at:])


def _drawing(picture: Picture, number: int, told: str) -> str:
    across = round(_WIDTH_CM * _EMU_PER_CM)
    down = round(across * picture.height / max(1, picture.width))
    size = f'cx="{across}" cy="{down}"'
    named = f'id="{number}" name="Page {number}" descr={quoteattr(clean_text(told))}'
    return (
        f"<w:r><w:drawing><wp:inline><wp:extent {size}/><wp:docPr {named}/><a:graphic><a:graphicData"
        ' uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>'
        f'<pic:cNvPr {named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdPage{number}"/>'
        f"<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x='0' y='0'/><a:ext {size}/>"
        '</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>'
        "</wp:inline></w:drawing></w:r>"
    )


def _footnotes(notes: Sequence[Footnote]) -> str:
    lines = (("separator", 0), ("continuationSeparator", 1))
    own = (
        f'<w:footnote w:type="{kind}" w:id="{at}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>' for kind, at in lines
    )
    mark = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
    made = (
        f'<w:footnote w:id="{at}">{_paragraph(mark, _run(_told(note)))}</w:footnote>'
        for at, note in enumerate(notes, _FIRST_NOTE)
    )
    body = "".join((*own, *made))
    return f'<?xml version="1.0" encoding="UTF-8"?><w:footnotes xmlns:w="{_W}">{body}</w:footnotes>'


def _told(note: Footnote) -> str:
    return f" [{note.label}] " + ", ".join(part for part in (note.title, note.where, note.link) if part)


def _relations(rows: Iterable[tuple[str, str, str]]) -> str:
    made = (f'<Relationship Id="{key}" Type="{_R}/{kind}" Target="{target}"/>' for key, kind, target in rows)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{_PACKAGE}/relationships">{"".join(made)}'
        "</Relationships>"
    )


_TYPES = (
    f'<?xml version="1.0" encoding="UTF-8"?><Types xmlns="{_PACKAGE}/content-types">'
    f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_MAIN}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_MAIN}.styles+xml"/>'
    f'<Override PartName="/word/footnotes.xml" ContentType="{_MAIN}.footnotes+xml"/></Types>'
)


def _style(key: str, name: str, look: str, *, outline: int | None = None) -> str:
    level = f'<w:outlineLvl w:val="{outline}"/>' if outline is not None else ""
    space = f'<w:pPr><w:spacing w:before="120" w:after="80"/>{level}</w:pPr>'
    return (
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>{space}<w:rPr>{look}</w:rPr></w:style>'
    )


_STYLES = (
    f'<?xml version="1.0" encoding="UTF-8"?><w:styles xmlns:w="{_W}">'
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia"/><w:sz w:val="22"/>'
    '<w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults>'
    + _style("Title", "Title", '<w:b/><w:sz w:val="36"/>')
    + _style("Heading1", "heading 1", '<w:b/><w:sz w:val="28"/>', outline=0)
    + _style("Heading2", "heading 2", '<w:b/><w:sz w:val="24"/>', outline=1)
    + _style("Item", "List Paragraph", "")
    + _style("Quiet", "Subtitle", '<w:color w:val="555555"/><w:sz w:val="19"/>')
    + "</w:styles>"
)
