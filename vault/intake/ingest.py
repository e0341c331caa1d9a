"""Files into the vault: one job, every file with an outcome, one bad file never stopping the rest.

Holds the order of work: walk, skip what is settled, read, admit one document per transaction, book the file, link at
the end. It stops early only when the vault itself cannot be written (disk full, another writer); what was reported
before that is in the vault, and the next run goes on from there.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from vault.errors import OpenCouncilError, UnreadableFile
from vault.intake.admit import Admission, admit, is_unchanged
from vault.intake.documents import Classified, digest_of, documents_of, failure_words, given_mark, read_safely
from vault.intake.manifest import Manifest, merged, no_manifest, read_manifest
from vault.intake.prepare import prepared
from vault.intake.put import link_documents
from vault.intake.record import record_documents
from vault.intake.walk import MANIFEST, files_under
from vault.readers import ReadResult
from vault.store.filebook import Entry, Seen, find_entry, is_settled, record_file, reported, seen_now, touch_file
from vault.store.index import VaultIndex
from vault.store.lock import ingest_lock
from vault.store.statistics import refresh_common_df
from vault.store.write import delete_document
from vault.types import Document, FileResult, IngestReport, Metadata, Outcome

__all__ = ["Progress", "ingest"]

Progress = Callable[[int, int, str], None]
"""Called after each file with (files done, files in all, name of the file)."""

_NOTHING = Metadata()
_OPTIMIZE_SHARE = 5  # the index is rewritten when at least a fifth of it is new


def _silent(done: int, total: int, name: str) -> None:
    """Shows nothing."""


class _Tally(NamedTuple):
    """What a run has stored so far."""

    documents: int = 0
    pages: int = 0
    chunks: int = 0


class _Job:
    """One run: the vault, what the caller insists on, the manifests seen, and the running totals."""

    def __init__(self, index: VaultIndex, forced: Metadata, manifest: Manifest | None, *, again: bool) -> None:
        self.index = index
        self.forced = forced
        self.again = again
        self.tally = _Tally()
        self._manifest = manifest
        self._beside: dict[Path, Manifest] = {}

    def manifest_for(self, path: Path) -> Manifest:
        """The manifest named by the caller, else the one beside the file, else one that knows nothing."""
        if self._manifest is not None:
            return self._manifest
        folder = path.parent
        if folder not in self._beside:
            place = folder / MANIFEST
            self._beside[folder] = read_manifest(place) if place.is_file() else no_manifest()
        return self._beside[folder]

    def count(self, document: Document, chunks: int) -> None:
        """Adds a stored document to the totals."""
        done = self.tally
        self.tally = _Tally(done.documents + 1, done.pages + len(document.pages), done.chunks + chunks)


class _Row(NamedTuple):
    """One document of a file and what became of it."""

    source: str
    admission: Admission
    unread: tuple[int, ...]


def _admitted(job: _Job, documents: Iterable[Classified], path: Path) -> Iterator[_Row]:
    """Admits the documents one transaction each; yields a row once it is safely stored."""
    for source, document, failure in documents:
        if document is None:
            yield _Row(source, Admission("refused", "", failure), ())
            continue
        unread = tuple(page.number for page in document.pages if page.origin == "unread")
        try:
            yield _Row(source, _admit_one(job, document, path), unread)
        except OpenCouncilError:
            raise
        except Exception as error:  # a document nobody foresaw stops no other
            yield _Row(source, Admission("refused", "", failure_words(error)), ())


def _admit_one(job: _Job, document: Document, path: Path) -> Admission:
    with job.index.reading() as connection:
        held = "" if job.again else is_unchanged(connection, document, path)
    if held:
        return Admission("unchanged", held)
    ready = prepared(document)
    with job.index.writing() as connection:
        admission = admit(connection, ready, path)
    job.index.trim_log()
    if admission.outcome in ("added", "updated"):
        job.count(document, admission.chunks)
    return admission


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
        FileResult(source=f"{path}#{problem.partition(': ')[0]}", outcome="refused", reason=problem)
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


def _result(job: _Job, path: Path, rows: Sequence[_Row], problems: Sequence[str]) -> tuple[FileResult, ...]:
    """The file's result, and for a container those of its troubled rows after it."""
    troubled = bool(problems) or any(row.unread or row.admission.outcome == "refused" for row in rows)
    ids = tuple(dict.fromkeys(row.admission.doc_id for row in rows if row.admission.doc_id))
    outcome = _outcome_of(rows, troubled)
    if len(rows) == 1:
        reason, unread = _single(rows, problems, job.index)
        whole = FileResult(source=str(path), outcome=outcome, doc_ids=ids, reason=reason, unread_pages=unread)
        return (whole,)
    reason = _counted([row.admission.outcome for row in rows])
    if problems:
        reason += f"; {len(problems)} row(s) could not be read"
    whole = FileResult(source=str(path), outcome=outcome, doc_ids=ids, reason=reason)
    return (whole, *_problem_rows(path, rows, problems))


def _dropped(job: _Job, place: Path, kept: set[str]) -> None:
    """Removes documents that this file no longer holds."""
    with job.index.reading() as connection:
        rows = connection.execute("SELECT doc_id FROM documents WHERE path = ?", (str(place),)).fetchall()
    for (doc_id,) in rows:
        if doc_id not in kept:
            with job.index.writing() as connection:
                delete_document(connection, doc_id)


class _File(NamedTuple):
    """A file of this run: as named by the caller, in full, as it lies there, and what was said about it."""

    path: Path
    place: Path
    seen: Seen
    digest: str
    mark: str
    given: Metadata


def _book(job: _Job, file: _File, results: tuple[FileResult, ...]) -> tuple[FileResult, ...]:
    with job.index.writing() as connection:
        record_file(connection, file.place, Entry(file.digest, file.seen, file.mark, results[0], results[1:]))
    return results


def _read(job: _Job, file: _File) -> tuple[FileResult, ...]:
    """Reads and stores one file that is new or has changed."""
    try:
        found: ReadResult = read_safely(file.path)
    except UnreadableFile as error:
        _dropped(job, file.place, set())
        return _book(job, file, (FileResult(source=str(file.path), outcome="refused", reason=error.message),))
    manifest = job.manifest_for(file.path)
    documents = documents_of(found, file.path, manifest=manifest, given=file.given, forced=job.forced)
    rows = tuple(_admitted(job, documents, file.place))
    if all(row.admission.outcome != "refused" for row in rows):
        _dropped(job, file.place, {row.admission.doc_id for row in rows})
    results = _result(job, file.path, rows, found.problems)
    return _book(job, file, results)


def _again(entry: Entry, path: Path) -> tuple[FileResult, ...]:
    """What to say of a file that was not read again, with its refused rows."""
    return (reported(entry, str(path)), *(p for p in entry.problems if p.outcome == "refused"))


def _take(job: _Job, path: Path) -> tuple[FileResult, ...]:
    """What becomes of one file of the run: known by place, size and time, else by its digest, else read."""
    place = Path(os.path.abspath(path))
    manifest = job.manifest_for(path)
    seen = seen_now(path)
    with job.index.reading() as connection:
        entry = find_entry(connection, place)
    is_same = entry is not None and not job.again and entry.seen == seen
    try:
        digest = entry.sha256 if entry and is_same else digest_of(path)
    except UnreadableFile as error:
        return (FileResult(source=str(path), outcome="refused", reason=error.message),)
    given = manifest.for_file(path, digest) or _NOTHING
    mark = given_mark(merged(job.forced, given)) + manifest.mark_for(path)
    if entry and not job.again and entry.sha256 == digest and is_settled(entry, mark):
        if not is_same:
            with job.index.writing() as connection:
                touch_file(connection, place, seen)
        return _again(entry, path)
    return _read(job, _File(path, place, seen, digest, mark, given))


def _finish(job: _Job) -> None:
    """Links and tidies after a run that changed something."""
    record_documents(job.index)
    linked = link_documents(job.index)
    if not job.tally.chunks and not linked:
        return
    with job.index.writing() as connection:
        (total,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM documents").fetchone()
        if job.tally.chunks * _OPTIMIZE_SHARE >= total:
            connection.execute("INSERT INTO fts(fts) VALUES ('optimize')")
        else:
            connection.execute("INSERT INTO fts(fts, rank) VALUES ('merge', 500)")
        refresh_common_df(connection)


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
    job = _Job(index, forced, named, again=again)
    results: list[FileResult] = []
    with ingest_lock(index.path):
        files = files_under(paths, index.path)
        for done, path in enumerate(files, 1):
            results += _take(job, path)
            progress(done, len(files), path.name)
        _finish(job)
    return IngestReport(
        files=tuple(results),
        documents=job.tally.documents,
        pages=job.tally.pages,
        chunks=job.tally.chunks,
        took_s=time.perf_counter() - began,
    )
