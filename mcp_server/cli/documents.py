"""`opencouncil documents`, `fix`: what the vault holds, one by one; taken out, brought back, opened, set right.

Prints and asks; files are never changed. What is said with `fix` is kept when the file is read again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from mcp_server.cli.ingest import forced_metadata, summary
from mcp_server.cli.terminal import agreed, say, say_either
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.vaults import check_writable, opened_library
from vault.facts.dates import ISO_DATE
from vault.intake.ingest import ingest
from vault.ports import Library
from vault.readers.captions import place_in
from vault.readers.regular import shown_path
from vault.store.filebook import Removed, forget_removal, remove_document, removed_documents, set_facts
from vault.store.index import VaultIndex
from vault.types import Document, DocumentSummary, Filters, Metadata

__all__ = ["run", "run_fix"]

_NEAR = 5


def _unknown(library: Library, doc_id: str) -> TryInsteadError:
    words = Path(doc_id).stem.lower()  # a file's name serves as well as the beginning of an id
    alike = [
        one.doc_id
        for one in library.documents()
        if words in f"{one.doc_id} {one.metadata.title} {Path(one.source).name}".lower()
    ]
    return TryInsteadError(
        f"The vault holds no document {doc_id!r}.",
        code="E_DOCUMENT",
        valid=tuple(alike[:_NEAR]),
        next_step=(f"Did you mean {', '.join(alike[:_NEAR])}? " if alike else "")
        + "Run `opencouncil documents list`; its first column is the id.",
    )


def _document(library: Library, target: str) -> Document:
    """The document of this id, or of the file whose name stands once. Raises `TryInsteadError`."""
    found = library.document(target)
    if found is None:
        named = [one.doc_id for one in library.documents() if Path(one.source.partition("#")[0]).name == target]
        found = library.document(named[0]) if len(named) == 1 else None
    if found is None:
        raise _unknown(library, target)
    return found


def _line(one: DocumentSummary) -> str:
    facts = one.metadata
    where = ", ".join(part for part in (facts.town or facts.state, facts.board) if part)
    unread = f", {one.unread_pages} unread" if one.unread_pages else ""
    about = f"{where} · {facts.doc_type} · {facts.date or 'no date'} · {one.pages} pages{unread}"
    return f"{one.doc_id}\n    {facts.title}\n    {about}"


def _list(library: Library, given: argparse.Namespace) -> int:
    filters = Filters(
        towns=(given.town,) if given.town else (),
        boards=(given.board,) if given.board else (),
        doc_types=(given.doc_type,) if given.doc_type else (),
    )
    found = library.documents(filters, given.limit)
    out = _taken_out(library)
    gone = [f"{one.doc_id}\n    {one.title}\n    taken out on {one.day}" for one in out]
    count = f"{len(found)} documents" + (f", {len(out)} taken out" if out else "") + "."
    say_either(found, [*map(_line, found), *gone, count], as_json=given.json)
    return 0


def _taken_out(library: Library) -> tuple[Removed, ...]:
    """What was taken out of a vault file; a cluster remembers none."""
    if not isinstance(library, VaultIndex):
        return ()
    with library.reading() as connection:
        return removed_documents(connection)


def _show(library: Library, given: argparse.Namespace) -> int:
    document = _document(library, given.target)
    if given.json:
        say(document.model_dump_json(indent=1))
        return 0
    facts = document.metadata
    for name in ("title", "town", "board", "doc_type", "date", "status", "authority", "lane", "as_of", "url", "note"):
        value = getattr(facts, name)
        if value:
            say(f"{name.replace('_', ' '):<10} {value}")
    say(f"{'file':<10} {document.source}")
    for page in document.pages:
        if given.page in (0, page.number):
            say(f"\n--- page {page.number} " + (f"({page.reason}) " if page.reason else "") + "---\n" + page.text)
    for section in document.sections:
        if not given.page:
            say(f"\n--- {section.cite} {section.heading} ---\n{section.text}")
    return 0


def _open(library: Library, given: argparse.Namespace) -> int:
    document = _document(library, given.target)
    place = Path(document.source.partition("#")[0])
    if not place.is_file():
        if document.metadata.url:
            say(document.metadata.url)
            return 0
        raise TryInsteadError(
            f"{place} is not there any more.", code="E_GONE", next_step="`opencouncil documents show` has its text."
        )
    link = place.resolve().as_uri() + (place_in(place.name, given.page) if given.page else "")
    say(link)
    if sys.stdout.isatty():
        _hand_over(place, link)
    return 0


def _hand_over(place: Path, link: str) -> None:
    """Asks the desktop to open the file; where there is none, the printed link is enough."""
    if sys.platform == "win32":
        os.startfile(place)  # noqa: S606 - a file of the user's own vault
        return
    command = ["open" if sys.platform == "darwin" else "xdg-open", link]
    try:
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    except OSError:
        return


def _remove(index: VaultIndex, given: argparse.Namespace) -> int:
    document = _document(index, given.target)
    if not agreed(f"Take {document.metadata.title!r} out of the vault? Its file stays.", yes=given.yes):
        return 1
    with index.writing() as connection:
        remove_document(connection, document.doc_id)
    told = f"Taken out. `opencouncil documents restore {document.doc_id}` brings it back."
    say_either({"removed": document.doc_id}, [told], as_json=given.json)
    return 0


def _restore(index: VaultIndex, given: argparse.Namespace) -> int:
    with index.writing() as connection:
        removed = forget_removal(connection, given.target)
    if removed is None:
        raise TryInsteadError(
            f"No document {given.target!r} was taken out.",
            code="E_DOCUMENT",
            next_step="See `opencouncil documents list`.",
        )
    report = ingest(index, [Path(removed.path)])
    say_either(report, [summary(report)], as_json=given.json)
    return 0 if index.document(removed.doc_id) else 1


_READ = {"list": _list, "show": _show, "open": _open}
_CHANGE = {"remove": _remove, "restore": _restore}


def run(given: argparse.Namespace, config: Config) -> int:
    """Lists, shows, opens, takes out or brings back."""
    if given.action != "list" and not given.target:
        raise TryInsteadError("Which document?", next_step=f"opencouncil documents {given.action} ID")
    if given.action in _READ:
        with opened_library(config) as library:
            return _READ[given.action](library, given)
    with _writable(config) as index:
        return _CHANGE[given.action](index, given)


def _writable(config: Config) -> VaultIndex:
    """The vault file, to be changed. Raises `TryInsteadError` where it may not be, and for a cluster."""
    if config.cluster:
        raise TryInsteadError(
            f"{config.cluster} is a copy of a vault file.",
            code="E_CLUSTER",
            next_step="Change the file that it was copied from, then run opencouncil copy again.",
        )
    check_writable(config)
    return VaultIndex.open(config.vault)


def _file_of(index: VaultIndex, target: str) -> Path:
    """The file that a path or a document id names. Raises `TryInsteadError`."""
    with index.reading() as connection:
        row = connection.execute(
            "SELECT path FROM documents WHERE doc_id = ? OR path = ? LIMIT 1",
            (target, shown_path(os.path.abspath(target))),
        ).fetchone()
        if row is None:
            return _file_of(index, _document(index, target).doc_id)
        (held,) = connection.execute("SELECT count(*) FROM documents WHERE path = ?", row).fetchone()
    if held > 1:
        raise TryInsteadError(
            f"{row[0]} holds {held} documents.",
            code="E_CONTAINER",
            next_step="Say what is known of each in a manifest.jsonl beside it, by its doc_id.",
        )
    return Path(row[0])


def _is_of(one: DocumentSummary, place: Path) -> bool:
    """Whether the document came from this file."""
    return one.source.partition("#")[0] == str(place) or Path(one.source).absolute() == place


def run_fix(given: argparse.Namespace, config: Config) -> int:
    """Keeps what is said of one file and reads it again with it."""
    facts = forced_metadata(given).changed(title=given.title, date=whole_date(given.date))
    if facts == Metadata():
        raise TryInsteadError(
            "What is to be set right?", next_step="Say --town, --title, --board, --type, --date or --lane."
        )
    with _writable(config) as index:
        place = _file_of(index, given.target)
        with index.writing() as connection:
            set_facts(connection, place, facts)
        ingest(index, [place], again=True)
        fixed = [one for one in index.documents() if _is_of(one, place)]
    say_either(fixed, map(_line, fixed), as_json=given.json)
    return 0


def whole_date(text: str) -> str:
    """The date as the vault keeps it; empty stays empty. Raises `TryInsteadError` for what is no ISO date."""
    if text and not ISO_DATE.fullmatch(text):
        raise TryInsteadError(f"{text!r} is no date.", next_step="Write it as 2025-03-11, 2025-03 or 2025.")
    return text
