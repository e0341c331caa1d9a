"""A report as one HTML file that needs nothing else: no script, no network, pictures inside.

Every word that is not ours passes `Html` escaping; there is no other way into the file. Built for a phone, a desk and
paper, and for people who listen: headings in order, pictures with their words beside them, nothing told by colour only.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape

from mcp_server.report.model import Block, Footnote, Inline, PageReport, StatementRow
from mcp_server.report.pages import Leaf
from mcp_server.results.clean import clean_text

__all__ = ["html_of"]


class Html(str):
    """Markup of our own; any other text is escaped where it enters."""

    __slots__ = ()


def _safe(part: str) -> str:
    return part if isinstance(part, Html) else escape(clean_text(part), quote=True)


def _el(name: str, *parts: str, **attributes: str) -> Html:
    """An element; attributes with an empty value are left out, `class_` is `class`, `aria_label` is `aria-label`."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_safe(value)}"' for key, value in attributes.items() if value
    )
    return Html(f"<{name}{told}>{''.join(map(_safe, parts))}</{name}>")


def _all(parts: Iterable[str]) -> Html:
    return Html("".join(map(_safe, parts)))


def html_of(report: PageReport) -> str:
    """The whole file as text. Parts without content are left out, headings and their anchors with them."""
    body = _all(
        (
            _el("header", _el("h1", report.heading), _el("p", report.about, class_="about")),
            _el("main", *(part for part in _parts(report) if part)),
            _el("footer", _el("p", _FOOT)),
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; style-src'
        " 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{_el('title', report.heading[:200])}\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


_FOOT = (
    "Made by OpenCouncil from the records named here, without a hand in between. Informational only, not legal advice."
)


def _parts(report: PageReport) -> Iterable[Html]:
    notes = {note.label: note for note in report.footnotes}
    if report.summary:
        yield _el("p", report.summary, class_="summary", role="status")
    if report.blocks:
        yield _section("Answer", _all(_blocks(report.blocks, notes)))
    if report.strength:
        yield _section("How sure this is", _list(report.strength))
    if report.missing:
        yield _section("What is missing", _list(report.missing))
    if report.footnotes:
        yield _section("Sources", _el("ul", *map(_footnote, report.footnotes), class_="notes"))
    yield _evidence(report.rows)  # before the pages: on paper a page picture would leave half of the first sheet empty
    if report.leaves:
        yield _section("The pages", *map(_leaf, report.leaves))
    if report.graph or report.searched:
        yield _section("How it was searched", _graph(report.graph), _list(report.searched))


def _evidence(rows: Sequence[StatementRow]) -> Html:
    if not rows:
        return Html()
    return _section("Evidence, sentence by sentence", _el("p", _VERDICTS, class_="about"), _table(rows))


_VERDICTS = (
    "Verified: a quotation, or every word is bound to the words shown. Consistent: nothing contradicts it, but what is"
    " left over must be read against them. Contradicted: the record says otherwise. Uncited: no source is named. Not"
    " held: the vault holds nothing on it."
)


def _section(heading: str, *parts: str) -> Html:
    name = "".join(letter if letter.isalnum() else "-" for letter in heading.lower())
    return _el("section", _el("h2", heading, id=name), *parts, aria_labelledby=name)


def _list(lines: Sequence[str]) -> Html:
    return _el("ul", *(_el("li", line) for line in lines)) if lines else Html()


def _blocks(blocks: Sequence[Block], notes: dict[str, Footnote]) -> Iterable[Html]:
    items: list[Html] = []
    for block in blocks:
        if items and block.kind != "item":
            yield _el("ul", *items)
            items = []
        if block.kind == "item":
            items.append(_el("li", *_inlines(block.inlines, notes)))
        elif block.kind == "table":
            yield _words_table(block, notes)
        else:
            yield _el("h3" if block.kind == "heading" else "p", *_inlines(block.inlines, notes))
    if items:
        yield _el("ul", *items)


def _words_table(block: Block, notes: dict[str, Footnote]) -> Html:
    head, *rows = block.rows
    return _el(
        "div",
        _el(
            "table",
            _el("thead", _el("tr", *(_el("th", *_inlines(cell, notes), scope="col") for cell in head))),
            _el("tbody", *(_el("tr", *(_el("td", *_inlines(cell, notes)) for cell in row)) for row in rows)),
        ),
        class_="wide",
        tabindex="0",
        role="region",
        aria_label="Table of the answer",
    )


def _inlines(inlines: Sequence[Inline], notes: dict[str, Footnote]) -> Iterable[str]:
    for inline in inlines:
        note = notes.get(inline.label)
        if note is not None:
            told = f"Source {note.label}: {note.title}, {note.where}".rstrip(", ")
            yield _el("sup", _el("a", note.label, href=f"#source-{note.label}", aria_label=told, title=told))
        elif inline.label:
            yield _el("sup", inline.label)
        else:
            yield _el("strong", inline.text) if inline.bold else inline.text


def _footnote(note: Footnote) -> Html:
    shown = (" · ", _el("a", "see the page", href=f"#{note.anchor}")) if note.anchor else ()
    named = ", ".join(part for part in (note.title, note.where) if part)
    linked = (" · ", _el("a", "published source", href=note.link, rel="noreferrer")) if note.link else ()
    return _el("li", _el("b", note.label), " ", named, *shown, *linked, id=f"source-{note.label}")


def _leaf(leaf: Leaf) -> Html:
    linked = (_el("p", _el("a", "Published source", href=leaf.link, rel="noreferrer")),) if leaf.link else ()
    told = (_el("p", leaf.told, class_="about"),) if leaf.told else ()
    missed = (_el("p", _MISSED, *(f" “{quote}”" for quote in leaf.missed), class_="about"),) if leaf.missed else ()
    return _el("article", _el("h3", leaf.heading), *told, _shown(leaf), *missed, *linked, id=leaf.anchor)


_MISSED = "Not found on the page as it is shown here:"


def _shown(leaf: Leaf) -> Html:
    named = leaf.named
    if leaf.picture is None:
        return _el("div", *_marked(leaf), class_="page", role="document", aria_label=f"Text of {named}")
    data = base64.b64encode(leaf.picture.png).decode("ascii")
    framed = leaf.framed
    told = f"Picture of {named}." + (" Framed on it: " + " … ".join(framed) if framed else "")
    picture = _el(
        "div",
        Html(
            f'<img src="data:image/png;base64,{data}" width="{leaf.picture.width}" height="{leaf.picture.height}"'
            f' alt="{_safe(told)}">'
        ),
        class_="wide picture",
        tabindex="0",
        role="region",
        aria_label=f"{named}, may be moved sideways",
    )
    words = (_el("blockquote", quote) for quote in framed)
    return _el("figure", picture, _el("figcaption", "Framed on the page:" if framed else "", *words))


def _marked(leaf: Leaf) -> Iterable[str]:
    at = 0
    for start, end in leaf.marks:
        yield leaf.text[at:start]
        yield _el("mark", leaf.text[start:end])
        at = end
    yield leaf.text[at:]


_SIGNS = {"verified": "✓", "consistent": "≈", "contradicted": "✗", "uncited": "?", "not held": "–"}


def _table(rows: Sequence[StatementRow]) -> Html:
    heads = ("Sentence", "Verdict", "Words of the record", "Where")
    head = _el("tr", *(_el("th", name, scope="col", role="columnheader") for name in heads), role="row")
    return _el(
        "table",
        _el("caption", "Each sentence with the words it was compared with"),
        _el("thead", head, role="rowgroup"),
        _el("tbody", *map(_row, rows), role="rowgroup"),
        class_="evidence",
        role="table",
    )


def _row(row: StatementRow) -> Html:
    sign = _SIGNS.get(row.verdict, "")
    where = _el("a", row.where or "see the page", href=f"#{row.anchor}") if row.anchor else row.where
    cells = (
        ("Sentence", (row.sentence, *(_el("sup", label) for label in row.labels))),
        ("Verdict", (_el("span", f"{sign} {row.verdict}", class_=f"verdict {row.verdict.replace(' ', '-')}"),)),
        ("Words of the record", (_el("q", row.words) if row.words else "", *(_el("p", told) for told in row.beside))),
        ("Where", (where,)),
    )
    return _el("tr", *(_el("td", *parts, role="cell", data_label=name) for name, parts in cells), role="row")


def _graph(svg: str) -> Html:
    if not svg:
        return Html()
    return _el(
        "div",
        Html(svg.replace("<svg ", '<svg role="img" aria-label="Parts of the question, searches and passages" ', 1)),
        class_="wide",
        tabindex="0",
        role="region",
        aria_label="Hop graph; its words follow as a list",
    )


_STYLE = """
:root{color-scheme:light;--ink:#1b1b1b;--quiet:#555;--line:#b8b8b8;--link:#0b4f8a}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1rem;font:1.0625rem/1.55 Georgia,'Times New Roman',serif;color:var(--ink);
background:#fff;overflow-wrap:break-word}
h1,h2,h3,th,.about,.verdict,caption,footer,.notes,td::before{font-family:system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:2px solid var(--ink);padding-bottom:.15rem}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p,ul{margin:.5rem 0}ul{padding-left:1.25rem}li{margin:.3rem 0}
a{color:var(--link)}a:focus,[tabindex]:focus{outline:3px solid var(--link);outline-offset:2px}
sup{line-height:0;margin-left:.15em;font-family:system-ui,sans-serif;font-size:.72em}
.about,footer,caption{color:var(--quiet);font-size:.9rem}
.summary{border-left:4px solid var(--ink);padding:.3rem .8rem;background:#f4f4f0}
.notes{font-size:.95rem}
article{margin:1rem 0 2rem;scroll-margin-top:1rem}
figure{margin:0}img{display:block;width:100%;height:auto}
figcaption{font-size:.9rem;color:var(--quiet);font-family:system-ui,sans-serif;margin-top:.4rem}
blockquote{margin:.3rem 0;padding-left:.7rem;border-left:3px solid #b00020;color:var(--ink);
font-family:Georgia,serif}
.page{white-space:pre-wrap;border:1px solid var(--line);padding:1rem;font-size:.95rem;line-height:1.45;
background:#fdfdfb}
mark{background:#ffe97a;color:inherit;outline:2px solid #b00020;outline-offset:1px;
-webkit-box-decoration-break:clone;box-decoration-break:clone}
.wide{overflow-x:auto;border:1px solid var(--line)}.wide svg{display:block;max-width:none}
table{border-collapse:collapse;width:100%}caption{text-align:left;padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.4rem .5rem;border-bottom:1px solid var(--line);font-size:.92rem}
.evidence{table-layout:fixed}.evidence th:nth-child(2){width:8.5rem}.evidence th:nth-child(4){width:9rem}
.verdict{font-weight:600}.verified{color:#0a5c2b}.contradicted{color:#9c001c}.uncited,.not-held{color:#7a4300}
q{quotes:'“' '”'}
footer{margin-top:2.5rem;border-top:1px solid var(--line)}
@media (max-width:36rem){
.picture img{width:42rem;max-width:none}
.evidence thead{position:absolute;left:-999rem}
.evidence,.evidence caption,.evidence tbody,.evidence tr,.evidence td{display:block;width:100%}
.evidence tr{border:1px solid var(--line);margin:.7rem 0;padding:.2rem .3rem}
.evidence td{border:0;padding:.2rem .3rem}.evidence td:empty{display:none}
.evidence td::before{content:attr(data-label);display:block;font-size:.75rem;color:var(--quiet)}
}
@media print{
body{max-width:none;padding:0;font-size:10.5pt}a{color:inherit;text-decoration:none}
h2,h3{break-after:avoid}tr,blockquote{break-inside:avoid}
figure img{width:auto;max-width:100%;max-height:18.5cm}
.wide{overflow:visible;border:0}.wide svg{width:100%;height:auto}
.page{border:0;border-left:2px solid var(--line);background:none}
mark,.summary{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
"""
