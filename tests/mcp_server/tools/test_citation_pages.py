"""The page of a citation is the page on which the words stand: 200 real passages that run over a page turn."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from fakes import a_document, corpus_dir, vault_with

from mcp_server.tools.arguments import SearchAsk
from mcp_server.tools.search import search_vault
from pipeline.answer.windows import windows
from pipeline.types import AnswerSpan, Evidence
from vault.store.index import VaultIndex
from vault.text.sentences import sentences
from vault.text.words import words
from vault.types import Chunk, Document, Filters, Query

CORPUS = corpus_dir()
PASSAGES = 200
DOCUMENTS = 70
"""Long enough together for 200 passages over a page turn."""

pytestmark = pytest.mark.skipif(CORPUS is None, reason="needs the real documents beside the repository")


class Placed(NamedTuple):
    """A sentence of a passage, and the only page of its document that has these words."""

    chunk: Chunk
    start: int
    text: str
    page: int


def _documents() -> Iterator[Document]:
    assert CORPUS is not None
    with gzip.open(CORPUS / "nh" / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["lane"] == "local" and len(row["pages"]) > 2]
    for row in rows[:DOCUMENTS]:
        yield a_document(row["doc_id"], *row["pages"], title=row["title"], town="Alder Falls")


def _placed(index: VaultIndex, chunk: Chunk) -> Placed | None:
    """The last sentence of the passage that stands on one page only and within one line."""
    document = index.document(chunk.doc_id)
    pages = [(page.number, words(page.text)) for page in document.pages] if document else []
    for one in reversed(sentences(chunk.text)):
        run = words(one.text)[:9]
        held = [number for number, said in pages if _holds(said, run)]
        if len(run) == 9 and len(held) == 1 and '"' not in one.text:
            return Placed(chunk, one.start, one.text, held[0])
    return None


def _holds(said: tuple[str, ...], run: tuple[str, ...]) -> bool:
    return any(said[at : at + len(run)] == run for at, word in enumerate(said) if run and word == run[0])


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultIndex]:
    with vault_with(_documents(), tmp_path_factory.mktemp("real")) as held:
        yield held


@pytest.fixture(scope="module")
def placed(index: VaultIndex) -> list[Placed]:
    every = index.scan(Query(terms=("the",)), Filters(), 10_000).chunks
    found = (one for chunk in every if chunk.page_turns and (one := _placed(index, chunk)) is not None)
    kept = [one for one, _ in zip(found, range(PASSAGES), strict=False)]
    assert len(kept) == PASSAGES
    return kept


def test_a_window_tells_the_page_of_the_words_it_shows(placed: list[Placed]) -> None:
    wrong = []
    for one in placed:
        span = AnswerSpan(
            chunk_id=one.chunk.id, start=one.start, end=one.start + len(one.text), text=one.text, label="L1"
        )
        window = windows([Evidence(label="L1", chunk=one.chunk, score=1.0)], [span], 4_000)["L1"]
        head = " ".join(one.text.split())[:40]
        before = " ".join(window.text.split()).partition(head)[0]
        marks = [int(number) for number in re.findall(r"\[p\. (\d+)\]", before)]
        told = marks[-1] if marks else window.page
        wrong += [(one.chunk.id, told, one.page)] if told != one.page else []
    assert not wrong


def test_a_search_for_quoted_words_names_their_page(index: VaultIndex, placed: list[Placed]) -> None:
    wrong, seen = [], 0
    for one in placed:
        phrase = " ".join(words(one.text)[:9])
        found = search_vault(index, SearchAsk(query=f'"{phrase}"', limit=20), deadline_s=10.0)
        pages = [passage.page for passage in found.passages if passage.id == f"chunk:{one.chunk.id}"]
        wrong += [(one.chunk.id, page, one.page) for page in pages if page != one.page]
        seen += len(pages)
    assert not wrong
    assert seen > 0.9 * len(placed)  # the others: words that stand in more than twenty passages
