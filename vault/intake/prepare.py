"""From a document as it was read to one ready to store: facts, chunks, references, fingerprint, records, readability.

Pure work on one document; it touches no file and no database.

Processes that prepare documents (facts, chunks, references, records) while the one before is stored.

Preparing is pure and takes most of the time of an ingest, so all cores do it; one process writes. A small ingest starts
no process. A process that dies costs nothing but time: its document is prepared here. Results keep no order; callers
wait for the one whose turn it is.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, NamedTuple

from vault.child_process import ChildProcess, our_output, receive, send
from vault.facts.extract import records_of
from vault.facts.types import LedgerRecord
from vault.intake.chunk import chunk_document
from vault.intake.classify import classify
from vault.intake.duplicates import Fingerprint, fingerprint
from vault.law.references import find_refs
from vault.store.write import page_qualities
from vault.types import ChunkDraft, Document, Metadata, RawDocument, Reference

__all__ = ["Helpers", "Paper", "Prepared", "prepared"]


class Paper(NamedTuple):
    """One document of a file as it was read; `source` names it, `known` is what was said of it beforehand."""

    source: str
    raw: RawDocument
    known: Metadata

    def classified(self) -> Document:
        """The document with its facts; its id may be that of another document of the file."""
        return classify(self.raw, self.source, self.known)


class Prepared(NamedTuple):
    """A document with its chunks, its fingerprint, the statute references of each chunk (by the chunk's `ord`) and its
    records of acts and figures."""

    document: Document
    chunks: tuple[ChunkDraft, ...]
    print_: Fingerprint
    references: dict[int, tuple[Reference, ...]]
    records: tuple[LedgerRecord, ...]
    qualities: tuple[float, ...]
    """The readable share of each page, in page order."""


def prepared(document: Document) -> Prepared:
    """The document with its chunks, fingerprint, references, records and the readable share of each page."""
    chunks = chunk_document(document)
    references = {
        chunk.ord: tuple(
            Reference(ref.cite, ref.full, ref.start)
            for ref in find_refs(chunk.text, chapter_context=chunk.section)  # in a statute "this chapter" has a meaning
        )
        for chunk in chunks
    }
    return Prepared(
        document, chunks, fingerprint(document), references, tuple(records_of(document)), page_qualities(document.pages)
    )


_PROCESSES: Final = max(1, min(8, os.cpu_count() or 1))
_ENOUGH_CHARS: Final = 400_000
"""Text prepared here before processes are started: about two seconds of work; starting one takes half a second."""


def _asked(child: ChildProcess, paper: Paper) -> Prepared:
    """The document prepared by a process. Raises `OSError`, `EOFError`, `ValueError` or `pickle.PickleError` when it
    fails."""
    asking, answers = child.pipes
    send(asking, "paper", pickle.dumps(paper, protocol=pickle.HIGHEST_PROTOCOL))
    found = pickle.loads(receive(answers).payload)  # noqa: S301 - written by the other half of this module
    if not isinstance(found, Prepared):
        raise EOFError
    return found


class Helpers:
    """The helping processes of one ingest, started when it turns out to be a large one. `close` ends them."""

    def __init__(self, enough_chars: int = _ENOUGH_CHARS) -> None:
        """`enough_chars` of text are prepared here before processes are started."""
        self._enough_chars = enough_chars
        self._threads: ThreadPoolExecutor | None = None
        self._mine = threading.local()
        self._lock = threading.Lock()
        self._all: list[ChildProcess] = []
        self._closed = False
        self._done_chars = 0

    @property
    def window(self) -> int:
        """Documents to hand in before the first is waited for; none while no process runs."""
        return 3 * _PROCESSES if self._threads is not None else 0

    def prepare(self, paper: Paper) -> Future[Prepared]:
        """The document prepared, sooner or later; what preparing it raises is raised by the future."""
        if self._threads is None and self._done_chars > self._enough_chars and _PROCESSES > 1:
            self._threads = ThreadPoolExecutor(max_workers=_PROCESSES)
        if self._threads is not None:
            return self._threads.submit(self._elsewhere, paper)
        self._done_chars += sum(len(page.text) for page in paper.raw.pages)
        self._done_chars += sum(len(section.text) for section in paper.raw.sections)
        done: Future[Prepared] = Future()
        try:
            done.set_result(prepared(paper.classified()))
        except Exception as error:  # told by the future, as a process would
            done.set_exception(error)
        return done

    def _elsewhere(self, paper: Paper) -> Prepared:
        child: ChildProcess | None = getattr(self._mine, "child", None)
        if child is None:
            with self._lock:
                if self._closed:
                    raise EOFError
                child = self._mine.child = ChildProcess("vault.intake.prepare", {})
                self._all.append(child)
        try:
            return _asked(child, paper)
        except (OSError, EOFError, ValueError, pickle.PickleError):
            self._mine.child = None
            child.kill()
            return prepared(paper.classified())

    def close(self) -> None:
        """Ends the processes; what is still being prepared is given up."""
        with self._lock:
            self._closed = True
            for child in self._all:
                child.kill()
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)


def main() -> None:
    """Prepares documents until the input ends.

    A document that cannot be prepared is answered with None: the caller prepares it again and has the error.
    """
    output = our_output()
    while True:
        try:
            paper = pickle.loads(receive(sys.stdin.buffer).payload)  # noqa: S301 - from the other half of this module
        except EOFError:
            return
        try:
            found = prepared(paper.classified()) if isinstance(paper, Paper) else None
        except Exception:  # the other end meets and tells it
            found = None
        send(output, "prepared", pickle.dumps(found, protocol=pickle.HIGHEST_PROTOCOL))
