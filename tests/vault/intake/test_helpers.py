"""Documents are prepared by other processes when there are many, with the same result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakes import a_document, a_statute

from vault.intake.helpers import Helpers
from vault.intake.prepare import prepared
from vault.types import Document

DOCUMENTS = [
    a_document("one", "Case 25-03-LM was approved under RSA 674:33.", "A second page with 12 votes."),
    a_statute("law", ("RSA 500:1", "Plats", "Placeholder words, see RSA 500:2, not law.")),
    *(a_document(f"d{n}", f"Matter number{n} under RSA 31:{n}.") for n in range(1, 30)),
]


@pytest.fixture
def helpers() -> Iterator[Helpers]:
    found = Helpers(enough_chars=10)
    yield found
    found.close()


def warmed(helpers: Helpers) -> Helpers:
    """After the first document, when processes are started."""
    helpers.prepare(DOCUMENTS[0]).result()
    return helpers


def test_a_small_ingest_starts_no_process() -> None:
    helpers = Helpers()
    found = [helpers.prepare(document).result() for document in DOCUMENTS]
    assert found == [prepared(document) for document in DOCUMENTS]
    assert helpers.window == 0
    helpers.close()


def test_other_processes_prepare_the_very_same(helpers: Helpers) -> None:
    futures = [warmed(helpers).prepare(document) for document in DOCUMENTS]
    assert helpers.window > 0
    assert [future.result() for future in futures] == [prepared(document) for document in DOCUMENTS]


def test_a_process_that_dies_loses_no_document(helpers: Helpers) -> None:
    warmed(helpers).prepare(DOCUMENTS[0]).result()
    for helper in helpers._all:
        helper._child.process.kill()
    assert [helpers.prepare(document).result() for document in DOCUMENTS[:6]] == list(map(prepared, DOCUMENTS[:6]))


def test_a_document_that_cannot_be_prepared_says_why_and_stops_no_other(helpers: Helpers) -> None:
    broken = Document.model_construct(doc_id="broken", pages=None, sections=())
    with pytest.raises(TypeError):
        helpers.prepare(broken).result()
    bad = warmed(helpers).prepare(DOCUMENTS[0].model_copy(update={"pages": (None,)}))
    good = helpers.prepare(DOCUMENTS[1])
    assert good.result() == prepared(DOCUMENTS[1])
    with pytest.raises(AttributeError):
        bad.result()
