"""What a report holds, whatever file it becomes: words, verdicts and pages in the order in which they are read.

The Markdown of an answer is read into blocks here, as far as answers have it; nothing else of Markdown is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from mcp_server.report.pages import Leaf
from vault.text.labels import CITATION, labels_in
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["Block", "Footnote", "Inline", "PageReport", "StatementRow", "blocks_of"]


class Footnote(Value):
    """One cited source: its label, what it is, and the leaf that shows it ("" when none does)."""

    label: str
    title: str
    where: str = ""
    link: str = ""
    anchor: str = ""


class StatementRow(Value):
    """One sentence, its verdict, the words it was compared with and where they stand."""

    sentence: str
    verdict: str
    labels: tuple[str, ...] = ()
    words: str = ""
    where: str = ""
    anchor: str = ""
    residue: tuple[str, ...] = ()
    against: tuple[str, ...] = ()

    @property
    def beside(self) -> tuple[str, ...]:
        """What is told beside the words of the record: what is left over, and what the record says otherwise."""
        left = (f"Left over: {', '.join(self.residue)}",) if self.residue else ()
        return (*left, *(f"Said otherwise: {words}" for words in self.against))


class Inline(Value):
    """Words of one kind; `label` is set on a citation, whose text is then the label."""

    text: str
    bold: bool = False
    label: str = ""


class Block(Value):
    """A heading, a paragraph, a list item, or a table with its head first."""

    kind: Literal["heading", "paragraph", "item", "table"]
    inlines: tuple[Inline, ...] = ()
    rows: tuple[tuple[tuple[Inline, ...], ...], ...] = ()


_HEADING = lazy_regex(r"\s{0,3}#{1,6}\s*(.*?)[\s#]*\Z")  # "### Bottom line"
_ITEM = lazy_regex(r"\s*(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)(.*)\Z")  # "- The Board voted [L1]"
_ROW = lazy_regex(r"\s*\|(.*)\|\s*\Z")  # "| Year | Sum |"
_RULE = lazy_regex(r"[\s:|-]+\Z")  # "|--|--:|"
_BOLD = lazy_regex(r"\*\*([^*\n]+)\*\*")  # "**Bottom line**"


def blocks_of(markdown: str) -> tuple[Block, ...]:
    """The blocks of an answer in order; blank lines part paragraphs."""
    blocks: list[Block] = []
    open_paragraph = False
    for line in markdown.splitlines():
        block = _block(line)
        if block is None:
            open_paragraph = False
            continue
        if block.kind == "table" and blocks and blocks[-1].kind == "table":
            blocks[-1] = Block(kind="table", rows=(*blocks[-1].rows, *block.rows))
        elif block.kind == "paragraph" and open_paragraph:
            blocks[-1] = Block(kind="paragraph", inlines=(*blocks[-1].inlines, Inline(text=" "), *block.inlines))
        else:
            blocks.append(block)
        open_paragraph = block.kind == "paragraph"
    return tuple(blocks)


def _block(line: str) -> Block | None:
    heading, item, row = _HEADING.match(line), _ITEM.match(line), _ROW.match(line)
    if not line.strip():
        return None
    if heading and line.lstrip().startswith("#"):
        return Block(kind="heading", inlines=inlines_of(heading[1]))
    if item:
        return Block(kind="item", inlines=inlines_of(item[1]))
    if row:
        cells = (
            () if _RULE.match(line) else (tuple(inlines_of(cell.strip()) for cell in re.split(r"(?<!\\)\|", row[1])),)
        )
        return Block(kind="table", rows=cells)
    return Block(kind="paragraph", inlines=inlines_of(line.strip()))


def inlines_of(text: str) -> tuple[Inline, ...]:
    """The words of one line with its bold words and its citations apart."""
    found: list[Inline] = []
    at = 0
    for match in CITATION.finditer(text):
        found += _bold(text[at : match.start()].rstrip(" "))
        found += [Inline(text=label, label=label) for label in labels_in(match.group())]
        at = match.end()
    return (*found, *_bold(text[at:]))


def _bold(text: str) -> Iterator[Inline]:
    at = 0
    for match in _BOLD.finditer(text):
        yield from (Inline(text=text[at : match.start()]),) if text[at : match.start()] else ()
        yield Inline(text=match[1], bold=True)
        at = match.end()
    yield from (Inline(text=text[at:]),) if text[at:] else ()


class PageReport(Value):
    """An answer or an audit, ready to be set. Empty parts are left out of the file."""

    heading: str
    about: str = ""
    """One line under the heading: town, day, what made it."""
    summary: str = ""
    blocks: tuple[Block, ...] = ()
    strength: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    rows: tuple[StatementRow, ...] = ()
    graph: str = ""
    """The hop graph as SVG of our own making."""
    searched: tuple[str, ...] = ()
    """What was searched, one line each: what the graph shows, for those who cannot see it."""
