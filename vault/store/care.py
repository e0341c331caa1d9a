"""Looking after a vault file: is every text what was stored, is every index complete; mending, copying, bringing back.

Works on files by their path. A check changes nothing; a repair rebuilds indexes and marks documents whose text is
damaged to be read again; a copy is checked before it is called one. What a restore replaces is put aside.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from vault.errors import InputError, VaultDamaged, VaultError, VaultMissing
from vault.store.connections import ingest_lock, mapped
from vault.store.schema import add_functions, check_version, migrate, prepare_writer, seal_of
from vault.store.statistics import Verdict
from vault.store.write import INDEXES, check_indexes, load_document
from vault.text.packing import unpacked
from vault.types import Document, Page, Section

__all__ = ["back_up", "check_vault", "content_hash", "repair_vault", "restore_vault"]

_BESIDE = ("-wal", "-shm", "-journal")
_DIGEST_CHARS = 64
_TOLD = 20
"""Damaged documents named; more are counted."""


def content_hash(pages: Sequence[Page], sections: Sequence[Section]) -> str:
    """sha256 of text, page by page and section by section; how a page was read does not count."""
    digest = hashlib.sha256()
    for page in pages:
        digest.update(f"\x00{page.number}\x01{page.text}".encode("utf-8", "replace"))
    for section in sections:
        digest.update(f"\x02{section.cite}\x01{section.status}\x01{section.text}".encode("utf-8", "replace"))
    return digest.hexdigest()


# --- checking ---------------------------------------------------------------------------------------------------------


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    add_functions(connection)
    return connection


def _reading(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    add_functions(connection)
    return connection


@contextmanager
def _writable(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that may run the index checks: to the file itself, or to a copy where the file cannot be written."""
    if not path.is_file():
        raise VaultMissing(f"There is no vault at {path}.", next_step="Ingest documents first.")
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        with closing(_connected(path)) as connection:
            yield connection
        return
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, "copy.vault")
        shutil.copyfile(path, copy)
        with closing(_connected(copy)) as connection:
            yield connection


def check_vault(path: Path) -> Verdict:
    """Whether the file is whole: its pages, its indexes against their tables, each text against what was stored.

    Reads everything, so seconds on a large vault. Raises `VaultError` when the file cannot be opened at all.
    """
    with mapped(path), _writable(path) as connection:
        check_version(connection, path)
        try:
            problems = tuple(_problems(connection))
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            problems = (f"the file is damaged ({error})",)
    return Verdict(not problems, problems)


def _problems(connection: sqlite3.Connection) -> Iterator[str]:
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(10)")]
    if found != ["ok"]:
        yield from found
    yield from _index_problems(connection)
    damaged = _damaged(connection)
    yield from (f"{doc_id} is not what was stored ({why})" for doc_id, why in damaged[:_TOLD])
    if len(damaged) > _TOLD:
        yield f"the same is true of {len(damaged) - _TOLD} more documents"


def _index_problems(connection: sqlite3.Connection) -> Iterator[str]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        check_indexes(connection)
    except sqlite3.DatabaseError as error:
        yield f"the full text index does not hold what the documents say ({error}): run `opencouncil doctor --repair`"
    finally:
        connection.execute("ROLLBACK")


class _Fault(NamedTuple):
    doc_id: str
    why: str


def _damaged(connection: sqlite3.Connection) -> list[_Fault]:
    faults: list[_Fault] = []
    sealed = any(row[1] == "seal" for row in connection.execute("PRAGMA table_info(documents)"))  # schema 6 and later
    rows = connection.execute("SELECT doc_id, doc_no, chunks FROM documents ORDER BY doc_no").fetchall()
    for doc_id, doc_no, chunks in rows:
        try:
            document = load_document(connection, doc_id)
            why = _text_fault(document) or _passage_fault(connection, document, doc_no, chunks) if document else ""
            why = why or (_seal_fault(connection, doc_no) if sealed else "")
        except (zlib.error, ValueError, sqlite3.DatabaseError) as error:
            why = f"it cannot be unpacked: {error}"[:120]
        faults += [_Fault(doc_id, why)] if why else []
    return faults


def _seal_fault(connection: sqlite3.Connection, doc_no: int) -> str:
    """What contradicts the seal kept with the document's facts."""
    (seal,) = connection.execute("SELECT seal FROM documents WHERE doc_no = ?", (doc_no,)).fetchone()
    return "" if seal == seal_of(connection, doc_no) else "its title, date, place or other facts were changed"


def _text_fault(document: Document) -> str:
    """What contradicts the digest kept with the document; sections may have left it for a later edition."""
    known = document.content_hash
    if document.sections or len(known) != _DIGEST_CHARS or content_hash(document.pages, ()) == known:
        return ""
    return "its digest differs"


def _passage_fault(connection: sqlite3.Connection, document: Document, doc_no: int, chunks: int) -> str:
    whole = "\f".join(page.text for page in document.pages)
    texts = {section.cite: section.text for section in document.sections if section.text.strip()}
    # of a repealed section only the heading is left: its passage is that and has no place in a text
    bare = {section.cite: section.heading or section.cite for section in document.sections if not section.text.strip()}
    rows = connection.execute(
        'SELECT section, start, "end", unpacked(body) FROM chunks WHERE doc_no = ?', (doc_no,)
    ).fetchall()
    if len(rows) != chunks:
        return f"{chunks - len(rows)} of its {chunks} passages are gone"
    for section, start, end, body in rows:
        if section in bare:
            if body != bare[section]:
                return "a passage differs from its section"
            continue
        text = texts.get(section, "") if section else whole
        if text[start:end].replace("\f", "\n") != body:
            return "a passage differs from its page"
    return ""


# --- mending ----------------------------------------------------------------------------------------------------------


class Repaired(NamedTuple):
    """What was mended: indexes built anew, and documents that the next ingest reads again from their files."""

    indexes: int
    to_read_again: tuple[str, ...]


def repair_vault(path: Path) -> Repaired:
    """Builds every index anew from the tables and marks damaged documents to be read again.

    Raises `VaultDamaged` when the pages of the file itself are broken: then only a backup or a new ingest helps.
    """
    if not path.is_file():
        raise VaultMissing(f"There is no vault at {path}.", next_step="Ingest documents first.")
    with (
        ingest_lock(path),
        mapped(path),
        closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as connection,
    ):
        check_version(connection, path)
        prepare_writer(connection)
        migrate(connection, path)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("REINDEX")
        connection.create_function("readable", 1, _readable)
        connection.execute("UPDATE chunks SET body = '' WHERE NOT readable(body)")  # else no index can be built of it
        for table in INDEXES:
            connection.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")  # noqa: S608 - names of ours
        damaged = [doc_id for doc_id, _ in _damaged(connection)]
        _read_again(connection, damaged)
        connection.execute("COMMIT")
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
    if found != ["ok"]:
        raise VaultDamaged(
            f"{path} is damaged beyond its indexes ({found[0]}).",
            next_step="Bring back a backup with `opencouncil restore FILE`, or ingest the documents into a new vault.",
        )
    return Repaired(len(INDEXES), tuple(damaged))


def _readable(value: bytes | str) -> bool:
    """Whether a packed text can be unpacked."""
    try:
        unpacked(value)
    except (zlib.error, ValueError):
        return False
    return True


def _read_again(connection: sqlite3.Connection, doc_ids: Sequence[str]) -> None:
    for doc_id in doc_ids:
        connection.execute("UPDATE documents SET content_hash = '' WHERE doc_id = ?", (doc_id,))
        connection.execute(
            "UPDATE files SET size = -1, sha256 = '' WHERE path IN (SELECT path FROM documents WHERE doc_id = ?)",
            (doc_id,),
        )


# --- copying ----------------------------------------------------------------------------------------------------------


class BackedUp(NamedTuple):
    """A copy that was checked: where it lies, its size, and how many documents it holds."""

    path: Path
    bytes: int
    documents: int


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def _whole_copy(path: Path) -> int:
    """How many documents the file holds; raises `VaultDamaged` when it is not whole."""
    verdict = check_vault(path)
    if not verdict.ok:
        raise VaultDamaged(f"{path} is not whole: {verdict.problems[0]}.", next_step="Use another copy.")
    with mapped(path), closing(_reading(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM documents").fetchone()[0])


def back_up(path: Path, target: Path | None = None) -> BackedUp:
    """Copies the vault, as it is at this moment, into one new file and checks the copy; readers and writers go on.

    Without a target the copy lies beside the vault, with the time in its name. Raises `InputError` when the target is
    there already, `VaultDamaged` when the vault is not whole.
    """
    if not path.is_file():
        raise VaultMissing(f"There is no vault at {path}.", next_step="Ingest documents first.")
    place = target or path.with_name(f"{path.name}.backup-{_stamp()}")
    place = place / f"{path.name}.backup-{_stamp()}" if place.is_dir() else place
    if os.path.lexists(place):
        raise InputError(f"{place} is there already.", next_step="Name a new file; a backup replaces none.")
    part = place.with_name(place.name + ".part")
    place.parent.mkdir(parents=True, exist_ok=True)
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with mapped(path), closing(_reading(path)) as connection:
            check_version(connection, path)
            connection.execute("VACUUM INTO ?", (str(part),))
        documents = _whole_copy(part)
        os.replace(part, place)
    finally:
        for name in ("", *_BESIDE):
            part.with_name(part.name + name).unlink(missing_ok=True)
    return BackedUp(place, place.stat().st_size, documents)


def restore_vault(path: Path, backup: Path) -> Path | None:
    """Puts a backup in the vault's place, after checking it; returns where the old vault lies now, None when there was
    none.

    The old file goes aside together with its log: a log left beside another file would destroy that file. A server that
    has the vault open goes on with the new one. Raises `VaultDamaged` when the backup is not whole.
    """
    if not backup.is_file():
        raise InputError(f"There is no file {backup}.", next_step="Name the backup to bring back.")
    if path.exists() and os.path.samefile(path, backup):
        raise InputError("The backup is the vault itself.", next_step="Name the backup to bring back.")
    _whole_copy(backup)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.restore-{os.getpid()}")
    with ingest_lock(path):
        try:
            with (
                mapped(backup),
                closing(_reading(backup)) as connection,
            ):
                os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                connection.execute("VACUUM INTO ?", (str(part),))
            aside = _put_aside(path)
            os.replace(part, path)
        except OSError as error:
            raise VaultError(
                f"{path} could not be replaced ({error.strerror}).", next_step="Check the disk."
            ) from error
        finally:
            part.unlink(missing_ok=True)
    return aside


def _put_aside(path: Path) -> Path | None:
    """Moves the vault and what lies beside it out of the way, the log first, so that no moment mixes two vaults."""
    if not any(path.with_name(path.name + name).exists() for name in ("", *_BESIDE)):
        return None
    aside = path.with_name(f"{path.name}.before-restore-{_stamp()}")
    with_log = [name for name in (*_BESIDE, "") if path.with_name(path.name + name).exists()]
    for name in with_log:
        os.replace(path.with_name(path.name + name), aside.with_name(aside.name + name))
    return aside
