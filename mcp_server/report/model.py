"""What a report holds, whatever file it becomes: words, verdicts and pages in the order in which they are read."""

from __future__ import annotations

from mcp_server.report.pages import Leaf
from mcp_server.report.prose import Block
from vault.value import Value

__all__ = ["Footnote", "PageReport", "StatementRow"]


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
