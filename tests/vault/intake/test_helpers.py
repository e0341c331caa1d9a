"""Documents are prepared by other processes when there are many, with the same result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from fakes import a_document, a_statute

from vault.intake.ahead import Ahead
from vault.intake.documents import papers_of
from vault.intake.manifest import no_manifest
from vault.intake.prepare import Helpers, Paper, prepared
from vault.readers.result import ReadResult
from vault.types import Document, Metadata, RawDocument

DOCUMENTS = [
    a_document("one", "Case 25-03-LM was approved under RSA 674:33.", "A second page with 12 votes."),
    a_statute("law", ("RSA 500:1", "Plats", "Placeholder words, see RSA 500:2, not law.")),
    *(a_document(f"d{n}", f"Matter number{n} under RSA 31:{n}.") for n in range(1, 30)),
]


def paper_of(document: Document) -> Paper:
    """The document as it was read, with its facts told beforehand."""
    known = document.metadata
    return Paper(document.source, RawDocument(pages=document.pages, sections=document.sections), known)


PAPERS = [paper_of(document) for document in DOCUMENTS]
READY = [prepared(paper.classified()) for paper in PAPERS]


@pytest.fixture
def helpers() -> Iterator[Helpers]:
    found = Helpers(enough_chars=10)
    yield found
    found.close()


def warmed(helpers: Helpers) -> Helpers:
    """After the first document, when processes are started."""
    helpers.prepare(PAPERS[0]).result()
    return helpers


def test_a_small_ingest_starts_no_process() -> None:
    helpers = Helpers()
    assert [helpers.prepare(paper).result() for paper in PAPERS] == READY
    assert helpers.window == 0
    helpers.close()


def test_other_processes_prepare_the_very_same(helpers: Helpers) -> None:
    futures = [warmed(helpers).prepare(paper) for paper in PAPERS]
    assert helpers.window > 0
    assert [future.result() for future in futures] == READY


def test_a_process_that_dies_loses_no_document(helpers: Helpers) -> None:
    warmed(helpers).prepare(PAPERS[0]).result()
    for child in helpers._all:
        child.process.kill()
    assert [helpers.prepare(paper).result() for paper in PAPERS[:6]] == READY[:6]


def test_a_document_that_cannot_be_prepared_says_why_and_stops_no_other(helpers: Helpers) -> None:
    broken = Paper("broken", RawDocument.model_construct(pages=None, sections=()), Metadata())
    with pytest.raises(TypeError):
        helpers.prepare(broken).result()
    bad = warmed(helpers).prepare(PAPERS[0]._replace(raw=PAPERS[0].raw.model_copy(update={"pages": (None,)})))
    good = helpers.prepare(PAPERS[1])
    assert good.result() == READY[1]
    with pytest.raises(AttributeError):
        bad.result()


def test_files_are_read_and_prepared_before_their_turn_as_far_as_the_same_is_known_of_them(tmp_path: Path) -> None:
    files = [tmp_path / f"minutes{n}.txt" for n in range(6)]

    def papers(path: Path, found: ReadResult, town: str = "") -> tuple[Paper, ...]:
        return papers_of(found, path, manifest=no_manifest(), given=Metadata(town=town), forced=Metadata())

    with Ahead(lambda path, page, pages: None) as ahead:
        for number, path in enumerate(files):
            path.write_text(f"Town of Alder Falls\nPlanning Board\nMinutes of June {number + 1}, 2031\n\nA hedge.")
            ahead.begin(path, partial(papers, path))
        for path in files:
            (paper,) = papers(path, ahead.read(path))
            ready = ahead.preparing(paper)
            assert ready is not None
            assert ready.result() == prepared(paper.classified())
        ahead.begin(files[0], partial(papers, files[0]))
        assert ahead.preparing(*papers(files[0], ahead.read(files[0]), "Otter Bend")) is None
