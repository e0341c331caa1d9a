"""A quotation is cited on the page where its words stand. All documents are invented."""

from pathlib import Path

import pytest
from fakes import a_document, searched, vault_with
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.check.audit import audit
from pipeline.quoting.pages import cited_pages
from pipeline.types import Answer
from vault.store.whole import page_at, turns_in, turns_told
from vault.text.packing import PassageText
from vault.types import Filters, Query

FIRST = "Osgood asked for a merger of three lots on Mill Lane.\n2 of 3"
SECOND = "Tibbetts moved to approve the merger.\nVarney seconded."
TEXT = f"{FIRST}\n{SECOND}"


@pytest.mark.parametrize(("quoted", "page"), [("Osgood asked for a merger", 2), ("Tibbetts moved to approve", 3)])
def test_the_cited_page_is_that_of_the_words(quoted: str, page: int) -> None:
    item = evidence("L1", TEXT, page_end=3, page_turns=(len(FIRST) + 1,))
    brief = make_brief(retrieval=make_retrieval([item]))
    answer = Answer(answer_markdown=f"The minutes record: “{quoted}” [L1]. Nothing else was found.")
    assert cited_pages(answer, brief) == {"L1": (page,)}
    row = audit(answer, brief).rows[0]
    assert (row.page, row.link) == (page, f"af-pb-2031-05-20.pdf#page={page}")


def test_every_page_of_what_is_quoted_from_one_source_is_cited() -> None:
    item = evidence("L1", TEXT, page_end=3, page_turns=(len(FIRST) + 1,))
    both = "The minutes record: “Tibbetts moved to approve”; “Osgood asked for a merger” [L1]. “Varney seconded” [L1]."
    brief = make_brief(retrieval=make_retrieval([item]))
    assert cited_pages(Answer(answer_markdown=both), brief) == {"L1": (3, 2)}


def test_page_turns_are_found_in_the_page_texts() -> None:
    pages = {3: SECOND + "\nThe meeting ended."}
    assert turns_in(turns_told(PassageText("", 2, 3, TEXT), pages)) == (len(FIRST) + 1,)
    assert turns_in(turns_told(PassageText("", 2, 3, TEXT), {})) == ()
    assert turns_in(turns_told(PassageText("", 1, 3, TEXT), pages)) == (len(FIRST) + 1,) * 2  # no page 2, as captions
    assert page_at(evidence("L1", TEXT, page_start=None, page_end=None).chunk, 5) is None


def test_a_chunk_read_from_the_vault_knows_where_its_pages_turn(tmp_path: Path) -> None:
    with vault_with([a_document("af-pb", FIRST, SECOND)], tmp_path) as vault:
        hits = searched(vault, Query(terms=("tibbetts",)), Filters(), 3).hits
    chunk = next(hit.chunk for hit in hits if "Tibbetts" in hit.chunk.text)
    assert page_at(chunk, chunk.text.index("Tibbetts")) == 2
