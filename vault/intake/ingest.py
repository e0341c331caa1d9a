"""Files into the vault: one job, every file with an outcome, one bad file never stopping the rest.

Holds the order of work: walk, skip what is settled, read, admit one document per transaction, book the file. It stops
early only when the vault itself cannot be written (disk full, another writer); what was reported before that is in the
vault, and the next run goes on from there.

The ledger filled: documents stored since the last time are read for what was moved, voted and printed in rows.

Works document by document, one transaction each, so that a run that was killed is finished by the next. A vault filled
by earlier grammars is filled again.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import NamedTuple

from vault.errors import OpenCouncilError, UnreadableFile
from vault.facts.extract import GRAMMAR, records_of
from vault.facts.types import LedgerRecord
from vault.intake.admit import Admission, admit, documents_of_file, hashes_of_file, is_unchanged, is_worse, mark_kept
from vault.intake.ahead import WINDOW, Ahead
from vault.intake.documents import digest_of, failure_words, given_mark, named, papers_of
from vault.intake.manifest import MANIFEST, Manifest, files_under, found_manifest, no_manifest, read_manifest
from vault.intake.neighbours import settle_towns
from vault.intake.prepare import Paper, Prepared, prepared
from vault.readers.regular import shown_path
from vault.readers.result import FreeKeys, ReadResult
from vault.store.care import content_hash
from vault.store.connections import ingest_lock
from vault.store.filebook import (
    FileEntry,
    Seen,
    facts_for,
    find_entry,
    is_removed,
    is_settled,
    record_file,
    reported,
    seen_now,
    touch_file,
)
from vault.store.index import VaultIndex
from vault.store.records import put_records
from vault.store.scope_choice import refresh_scope_words
from vault.store.write import delete_document, load_document, tidy_index
from vault.types import Document, FileResult, IngestReport, Metadata, Outcome

__all__ = ["ingest"]

Progress = Callable[[int, int, str], None]
"""Called after each file, and while a long one is read, with (files done, files in all, what is being done)."""

_NOTHING = Metadata()
_TOLD_AT_ONCE = 3
"""Problems of a file of which nothing was read that fit on its own line."""


def _silent(done: int, total: int, name: str) -> None:
    """Shows nothing."""


class _Job:
    """One run: the vault, the readers, what the caller insists on, the manifests seen, and the running totals."""

    def __init__(
        self, index: VaultIndex, ahead: Ahead, forced: Metadata, manifest: Manifest | None, *, again: bool
    ) -> None:
        self.index = index
        self.ahead = ahead
        self.forced = forced
        self.again = again
        self.documents = self.pages = self.chunks = 0
        self.looked: dict[Path, _File] = {}
        self.folders: set[str] = set()
        self.links = 0
        self.manifest_problems: list[FileResult] = []
        self._manifest = manifest
        self._beside: dict[Path, Manifest] = {}

    def manifest_for(self, path: Path) -> Manifest:
        """The manifest named by the caller, else the one beside the file, else one that knows nothing."""
        if self._manifest is not None:
            return self._manifest
        folder = path.parent
        if folder not in self._beside:
            self._beside[folder] = self._found(folder / MANIFEST)
        return self._beside[folder]

    def _found(self, place: Path) -> Manifest:
        if not os.path.lexists(place):
            return no_manifest()
        found = found_manifest(place)
        if found.problem:
            source = shown_path(place)
            self.manifest_problems.append(FileResult(source=source, outcome="refused", reason=found.problem))
        return found.manifest

    def count(self, document: Document, chunks: int) -> None:
        """Adds a stored document to the totals."""
        self.documents += 1
        self.pages += len(document.pages)
        self.chunks += chunks


class _Row(NamedTuple):
    """One document of a file and what became of it."""

    source: str
    admission: Admission
    unread: tuple[int, ...]


class _File(NamedTuple):
    """A file of this run: as named by the caller, in full, as it lies there, and what was said about it."""

    path: Path
    place: Path
    seen: Seen
    digest: str
    mark: str
    given: Metadata


def _admitted(job: _Job, found: ReadResult, file: _File) -> Iterator[_Row]:
    """Admits the documents of a file one transaction each; yields a row once it is safely stored."""
    keys = FreeKeys()
    for paper, ready in _preparing(job, found, file):
        try:
            yield _admit_one(job, file, paper, ready, keys)
        except OpenCouncilError:
            raise
        except Exception as error:  # a document nobody foresaw stops no other
            yield _Row(paper.source, Admission("refused", "", failure_words(error)), ())


def _preparing(job: _Job, found: ReadResult, file: _File) -> Iterator[tuple[Paper, Future[Prepared] | None]]:
    """The documents in order, the next ones being prepared meanwhile; None with one that the vault seems to hold."""
    with job.index.reading() as connection:
        held = () if job.again else hashes_of_file(connection, file.place)
    waiting: deque[tuple[Paper, Future[Prepared] | None]] = deque()
    for paper in _papers(job, file, found):
        ready = job.ahead.preparing(paper)
        if ready is None and not (held and content_hash(paper.raw.pages, paper.raw.sections) in held):
            ready = job.ahead.helpers.prepare(paper)
        waiting.append((paper, ready))
        if len(waiting) > job.ahead.helpers.window:
            yield waiting.popleft()
    yield from waiting


def _papers(job: _Job, file: _File, found: ReadResult) -> tuple[Paper, ...]:
    manifest = job.manifest_for(file.path)
    return papers_of(found, file.path, manifest=manifest, given=file.given, forced=job.forced)


def _settled(job: _Job, document: Document, path: Path) -> Admission | None:
    """What to say of a document that need not be stored: taken out by hand, or held as it is; None for any other."""
    with job.index.reading() as connection:
        out = is_removed(connection, document.doc_id, document.content_hash)
        held = "" if job.again else is_unchanged(connection, document, path)
    if out:
        return Admission("unchanged", "", f"taken out of the vault on {out.day} as {out.doc_id}")
    return Admission("unchanged", held) if held else None


def _admit_one(job: _Job, file: _File, paper: Paper, preparing: Future[Prepared] | None, keys: FreeKeys) -> _Row:
    ready = preparing.result() if preparing else None
    document = named(ready.document if ready else paper.classified(), keys)
    unread = tuple(page.number for page in document.pages if page.origin == "unread")
    settled = _settled(job, document, file.place)
    if settled:
        return _Row(paper.source, settled, unread)
    ready = ready._replace(document=document) if ready else prepared(document)
    with job.index.writing() as connection:
        admission = admit(connection, ready, file.place)
    job.index.trim_log()
    if admission.outcome in ("added", "updated"):
        job.count(ready.document, admission.chunks)
        job.folders.add(str(file.place.parent))
    return _Row(paper.source, admission, unread)


def _counted(outcomes: Sequence[str]) -> str:
    counts = Counter(outcomes)
    return f"{len(outcomes)} documents: " + ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))


def _outcome_of(rows: Sequence[_Row], troubled: bool) -> Outcome:
    """One word for a whole file."""
    outcomes = {row.admission.outcome for row in rows} - {"refused"}
    stored = outcomes & {"added", "updated", "unchanged"}
    if troubled and stored:
        return "partly_read"
    if not stored:
        return "duplicate" if outcomes else "refused"
    if "updated" in stored or stored == {"added", "unchanged"}:
        return "updated"
    return "added" if "added" in stored else "unchanged"


def _unread_words(unread: Sequence[int], document: Document | None) -> str:
    reasons = {page.reason for page in document.pages if page.origin == "unread"} if document else set()
    why = f" ({'; '.join(sorted(r for r in reasons if r))})" if any(reasons) else ""
    return f"{len(unread)} page(s) could not be read{why}" if unread else ""


def _single(rows: Sequence[_Row], problems: Sequence[str], index: VaultIndex) -> tuple[str, tuple[int, ...]]:
    """Reason and unread pages of a file with one document."""
    row = rows[0]
    document = index.document(row.admission.doc_id) if row.unread else None
    words = (row.admission.reason, _unread_words(row.unread, document), *problems)
    return "; ".join(word for word in words if word), row.unread


def _problem_rows(path: Path, rows: Sequence[_Row], problems: Sequence[str]) -> tuple[FileResult, ...]:
    """One result for each row of a container that was refused, set aside or not read in full."""
    found = [
        FileResult(source=f"{shown_path(path)}#{problem.partition(': ')[0]}", outcome="refused", reason=problem)
        for problem in problems
    ]
    for row in rows:
        outcome = row.admission.outcome
        if outcome in ("duplicate", "refused") or row.unread:
            found.append(
                FileResult(
                    source=row.source,
                    outcome=outcome if outcome in ("duplicate", "refused") else "partly_read",
                    doc_ids=(row.admission.doc_id,) if row.admission.doc_id else (),
                    reason=row.admission.reason or _unread_words(row.unread, None),
                    unread_pages=row.unread,
                )
            )
    return tuple(found)


def _result(job: _Job, path: Path, rows: Sequence[_Row], found: ReadResult) -> tuple[FileResult, ...]:
    """The file's result, and for a container those of its troubled rows after it."""
    problems = found.problems
    troubled = bool(problems) or any(row.unread or row.admission.outcome == "refused" for row in rows)
    ids = tuple(dict.fromkeys(row.admission.doc_id for row in rows if row.admission.doc_id))
    outcome = _outcome_of(rows, troubled)
    if len(rows) == 1:
        reason, unread = _single(rows, problems, job.index)
        whole = FileResult(source=shown_path(path), outcome=outcome, doc_ids=ids, reason=reason, unread_pages=unread)
        return (whole,)
    if not rows and len(problems) <= _TOLD_AT_ONCE and not found.more_problems:
        return (_refused(path, "; ".join(problems)),)
    reason = _counted([row.admission.outcome for row in rows])
    if problems:
        reason += f"; {len(problems) + found.more_problems:,} row(s) could not be read"
    whole = FileResult(source=shown_path(path), outcome=outcome, doc_ids=ids, reason=reason)
    return (whole, *_problem_rows(path, rows, problems))


def _dropped(job: _Job, place: Path, kept: set[str]) -> None:
    """Removes documents that this file no longer holds."""
    with job.index.reading() as connection:
        gone = [doc_id for doc_id in documents_of_file(connection, place) if doc_id not in kept]
    for doc_id in gone:
        with job.index.writing() as connection:
            delete_document(connection, doc_id)


def _book(job: _Job, file: _File, results: tuple[FileResult, ...]) -> tuple[FileResult, ...]:
    with job.index.writing() as connection:
        record_file(connection, file.place, FileEntry(file.digest, file.seen, file.mark, results[0], results[1:]))
    return results


def _kept(job: _Job, file: _File, held: tuple[str, ...], reason: str) -> tuple[FileResult, ...]:
    """A bad copy of a file whose good text the vault holds: the text stays, marked."""
    with job.index.writing() as connection:
        mark_kept(connection, held)
    told = f"{reason.rstrip('.')}. The text of the last good copy is kept."
    return _book(job, file, (_refused(file.path, told, held),))


def _refused(path: Path, reason: str, held: tuple[str, ...] = ()) -> FileResult:
    return FileResult(source=shown_path(path), outcome="refused", reason=reason, doc_ids=held)


def _read(job: _Job, file: _File) -> tuple[FileResult, ...]:
    """Reads and stores one file that is new or has changed."""
    with job.index.reading() as connection:
        held = documents_of_file(connection, file.place)
    try:
        found = job.ahead.read(file.path)
    except UnreadableFile as error:
        if held:
            return _kept(job, file, held, error.message)
        return _book(job, file, (_refused(file.path, error.message),))
    with job.index.reading() as connection:
        worse = is_worse(connection, found, held)
    if worse:
        why = "; ".join(found.problems) or "some of its pages can no longer be read"
        return _kept(job, file, held, f"The new copy is damaged: {why}")
    rows = tuple(_admitted(job, found, file))
    if not found.problems and all(row.admission.outcome != "refused" for row in rows):
        _dropped(job, file.place, {row.admission.doc_id for row in rows})
    results = _result(job, file.path, rows, found)
    return _book(job, file, results)


def _again(entry: FileEntry, path: Path) -> tuple[FileResult, ...]:
    """What to say of a file that was not read again, with its refused rows."""
    return (reported(entry, shown_path(path)), *(p for p in entry.problems if p.outcome == "refused"))


def _place(path: Path) -> Path:
    """Where the file lies, in full, as the vault keeps it: always text that can be stored."""
    return Path(shown_path(os.path.abspath(path)))


def _looked_at(job: _Job, path: Path) -> _File:
    """The file as it lies there, with what was said about it. Raises `UnreadableFile`."""
    manifest, place, seen = job.manifest_for(path), _place(path), seen_now(path)
    with job.index.reading() as connection:
        entry = find_entry(connection, place)
        said = facts_for(connection, place)
    is_same = entry is not None and bool(entry.sha256) and not job.again and entry.seen == seen
    digest = entry.sha256 if entry and is_same else digest_of(path)
    given = said.over(manifest.for_file(path, digest) or _NOTHING)
    return _File(path, place, seen, digest, given_mark(job.forced.over(given)) + manifest.mark_for(path), given)


def _booked(job: _Job, file: _File) -> FileEntry | None:
    """What an earlier run said of the very file under the same facts; None when it is to be read."""
    with job.index.reading() as connection:
        entry = find_entry(connection, file.place)
    same = entry is not None and not job.again and entry.sha256 == file.digest and is_settled(entry, file.mark)
    return entry if same else None


def _look_ahead(job: _Job, path: Path) -> None:
    """Has a file read and prepared before its turn when it is new or has changed."""
    try:
        file = job.looked[path] = _looked_at(job, path)
        if not _booked(job, file):
            job.ahead.begin(path, partial(_papers, job, file))
    except Exception:  # its turn will tell
        return


def _lost(job: _Job, path: Path, error: UnreadableFile) -> tuple[FileResult, ...]:
    """A file whose bytes cannot be read at all: what the vault holds of it stays, marked."""
    with job.index.reading() as connection:
        entry = find_entry(connection, _place(path))
        held = documents_of_file(connection, _place(path))
    mark = entry.given.partition("|")[0] if entry else ""
    file = _File(path, _place(path), seen_now(path), "", mark, _NOTHING)
    if held:
        return _kept(job, file, held, error.message)
    refused = (_refused(path, error.message),)
    return _book(job, file, refused) if os.path.lexists(path) else refused


def _take(job: _Job, path: Path) -> tuple[FileResult, ...]:
    """What becomes of one file of the run: known by place, size and time, else by its digest, else read."""
    try:
        file = job.looked.pop(path, None) or _looked_at(job, path)
    except UnreadableFile as error:
        return _lost(job, path, error)
    entry = _booked(job, file)
    if entry is None:
        return _read(job, file)
    if entry.seen != file.seen:
        with job.index.writing() as connection:
            touch_file(connection, file.place, file.seen)
    return _again(entry, path)


def _taken_safely(job: _Job, path: Path) -> tuple[FileResult, ...]:
    """What became of the file; whatever goes wrong with it alone is its refusal."""
    try:
        return _take(job, path)
    except OpenCouncilError:
        raise  # the vault cannot be written: no file is to blame
    except Exception as error:
        return (_refused(path, failure_words(error)),)


def _finish(job: _Job) -> None:
    """Reads the records of acts and figures, and tidies after a run that changed something."""
    record_documents(job.index)
    if not job.chunks:
        return
    settle_towns(job.index, job.folders)
    with job.index.writing() as connection:
        tidy_index(connection, job.chunks)
        refresh_scope_words(connection)
    job.index.compact()


class _Shown:
    """Progress as the caller sees it: files done, and the page of the file whose turn it is."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._lock = threading.Lock()
        self._turn: tuple[int, int, Path] = (0, 0, Path())

    def turn(self, done: int, total: int, path: Path) -> None:
        """The next file begins."""
        with self._lock:
            self._turn = (done, total, path)

    def page(self, path: Path, page: int, pages: int) -> None:
        """A page of a file that is being read, shown when it is that file's turn."""
        with self._lock:
            done, total, now = self._turn
            if path == now:
                self._progress(done, total, f"{shown_path(path.name)}, page {page} of {pages}")

    def done(self, done: int, total: int, path: Path) -> None:
        """A file is finished."""
        with self._lock:
            self._progress(done, total, shown_path(path.name))


def _run(job: _Job, paths: Sequence[Path], shown: _Shown) -> list[FileResult]:
    """Every file in its turn, the next ones being read meanwhile; then folders and manifests that could not be used."""
    files, closed, job.links = files_under(paths, job.index.path)
    results: list[FileResult] = []
    looked = 0
    for number, path in enumerate(files):
        while looked < min(len(files), number + WINDOW):
            _look_ahead(job, files[looked])
            looked += 1
        shown.turn(number, len(files), path)
        results += _taken_safely(job, path)
        shown.done(number + 1, len(files), path)
    results += [_refused(place, f"The folder was not read: {reason}.") for place, reason in closed]
    return results + job.manifest_problems


def ingest(
    index: VaultIndex,
    paths: Sequence[Path],
    *,
    forced: Metadata = _NOTHING,
    manifest: Path | None = None,
    again: bool = False,
    progress: Progress = _silent,
) -> IngestReport:
    """Brings files and folders into the vault and reports each file with its outcome.

    Files in the order named, folders below in sorted order; rows of container files follow their file when they were
    refused, set aside or partly read. `forced` overrides what files and manifests say (town, board, lane, type),
    `again` reads files that have not changed. Raises `VaultBusy` when another job runs, `VaultError` when the vault
    cannot be written, `InputError` for a broken manifest; a bad document never raises.
    """
    began = time.perf_counter()
    named = read_manifest(manifest) if manifest else None
    shown = _Shown(progress)
    with ingest_lock(index.path), Ahead(shown.page) as ahead:
        record_documents(index)  # what an earlier program left unread, before anything new comes in
        job = _Job(index, ahead, forced, named, again=again)
        results = _run(job, paths, shown)
        _finish(job)
    return IngestReport(
        files=tuple(results),
        documents=job.documents,
        pages=job.pages,
        chunks=job.chunks,
        took_s=time.perf_counter() - began,
        links=job.links,
    )


def _renewed(connection: sqlite3.Connection) -> None:
    """Marks every document as unread by the ledger when the grammars have changed since it was filled."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'ledger_grammar'").fetchone()
    if row and row[0] == str(GRAMMAR):
        return
    connection.execute("INSERT OR IGNORE INTO unrecorded(doc_no) SELECT doc_no FROM documents")
    connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES ('ledger_grammar', ?)", (str(GRAMMAR),))


def _foreseen(document: Document) -> tuple[LedgerRecord, ...]:
    """The records of a document; () for one that no grammar foresaw, which must stop no other."""
    try:
        return records_of(document)
    except Exception:
        return ()


def record_documents(index: VaultIndex) -> int:
    """Reads the documents that wait for the ledger; returns how many records were stored."""
    with index.writing() as connection:
        _renewed(connection)
        waiting = connection.execute(
            "SELECT doc_no, doc_id FROM unrecorded JOIN documents USING(doc_no) ORDER BY doc_no"
        ).fetchall()
    stored = 0
    for doc_no, doc_id in waiting:
        with index.reading() as connection:
            document = load_document(connection, doc_id)
        records = _foreseen(document) if document else ()
        with index.writing() as connection:
            stored += put_records(connection, doc_no, records)
        index.trim_log()
    return stored
