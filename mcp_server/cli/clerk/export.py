"""`opencouncil export FOLDER`: the records as Markdown, one file for each document, and the ledger as CSV.

Writes into the folder it is given and nowhere else; files of the same name there are written anew.
"""

from __future__ import annotations

import argparse
import csv
import json

from mcp_server.cli.terminal import ProgressBar, say
from mcp_server.config import Config
from mcp_server.results.clean import clean_text
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.ledger import act_view
from mcp_server.results.shapes import ActView
from mcp_server.vaults import opened_library
from vault.types import Document, Filters

__all__ = ["COLUMNS", "as_cell", "as_cells", "run"]

COLUMNS = (
    *("date", "town", "board", "kind", "told", "outcome", "vote", "column", "period", "value", "status", "doc_id"),
    *("page", "id", "certain"),
)
"""Columns of the ledger as CSV."""
_RISKY = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would run as a formula at the beginning of a cell."""
_FACTS = ("title", "town", "state", "board", "doc_type", "date", "status", "authority", "as_of", "url")


def as_markdown(document: Document) -> str:
    """The document with its facts at the head and a heading for each page or section."""
    facts = document.metadata
    head = [
        f"{name}: {json.dumps(str(getattr(facts, name)), ensure_ascii=False)}"
        for name in _FACTS
        if getattr(facts, name)
    ]
    lines = ["---", f"id: {json.dumps(document.doc_id)}", *head, "---", "", f"# {facts.title}"]
    for page in document.pages if not document.sections else ():
        lines += ["", f"## Page {page.number}", "", page.text or f"*Not read: {page.reason}*"]
    for section in document.sections:
        note = f"\n\n*Source: {section.source_note}*" if section.source_note else ""
        lines += ["", f"## {section.cite} {section.heading}", "", section.text + note]
    return clean_text("\n".join(lines)) + "\n"


def _name(document: Document, taken: set[str]) -> str:
    name = (
        "".join(one if one.isalnum() or one in "-_." else "-" for one in document.doc_id).strip(".")[:120] or "document"
    )
    free, number = name, 1
    while free.lower() in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free.lower())
    return f"{free}.md"


def as_cell(value: object) -> object:
    """A value as a cell of CSV: text that a spreadsheet would run as a formula is told to be text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_RISKY) else value


def as_cells(view: ActView) -> list[object]:
    """A row of the ledger as cells of `COLUMNS`."""
    return [as_cell(getattr(view, column)) for column in COLUMNS]


def run(given: argparse.Namespace, config: Config) -> int:
    """Exports and says what was written."""
    folder = given.folder.absolute()
    try:
        (folder / "documents").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TryInsteadError(
            f"{folder} cannot be made: {error.strerror}.", next_step="Name another folder."
        ) from error
    filters = Filters(towns=(given.town,) if given.town else ())
    bar, taken = ProgressBar(), set[str]()
    acts = 0
    with opened_library(config) as library, (folder / "ledger.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        listed = library.documents(filters, 100_000)
        for number, one in enumerate(listed, 1):
            document = library.document(one.doc_id)
            if document is not None:
                (folder / "documents" / _name(document, taken)).write_text(as_markdown(document), "utf-8", "replace")
            rows = library.ledger.of_document(one.doc_id)
            table.writerows(as_cells(act_view(row)) for row in rows)
            acts += len(rows)
            bar(number, len(listed), one.doc_id)
    bar.close()
    if given.json:
        say(json.dumps({"folder": str(folder), "documents": len(listed), "acts": acts}))
    else:
        say(f"{len(listed)} documents and {acts} rows of the ledger in {folder}")
    return 0
