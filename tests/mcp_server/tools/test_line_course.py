"""What a line of accounts came to from year to year, told among the figures of a dossier. Town and records invented."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from audit_fakes import a_brief
from fakes import a_document, vault_with

from mcp_server.app import Workshop
from mcp_server.tools.course import line_course
from pipeline.types import AnswerSpan, PartAnswer
from vault.store.index import VaultIndex
from vault.types import Document, Filters, Query

HOW = "How has the money for the library moved from 2030 to 2032?"
PRINTED = "• Library the proposed 2032 budget of $40,000.00"


def _minutes(date: str, *lines: str) -> Document:
    text = "Budget Committee Meeting Minutes\n\n" + "\n".join(lines) + "\nThe meeting adjourned at 8:00 PM."
    return a_document(f"af-{date}", text, date=date, board="Budget Committee")


DOCUMENTS = (
    _minutes(
        "2029-11-06", "• Library the proposed 2030 budget of $31,000.00", "• Roads the proposed 2030 budget of $7.00"
    ),
    _minutes("2030-11-05", "• Library the proposed 2031 budget of $35,500.00 an increase of $4,500.00"),
    _minutes("2031-11-04", PRINTED, "• Library Roof the proposed 2032 budget of $9,000.00"),
)


def _told(vault: VaultIndex, question: str, printed: str = PRINTED) -> tuple[str, ...]:
    (page,) = [c for c in vault.scan(Query(terms=("library",)), Filters(), 9).chunks if c.doc_id == "af-2031-11-04"]
    brief = a_brief((page,), question=question)
    start = page.text.index(PRINTED)
    span = AnswerSpan(
        chunk_id=page.id, start=start, end=start + len(PRINTED), text=printed, page=page.page_start, label="L1"
    )
    part = PartAnswer(part=question, verdict="answered", probability=0.9, spans=(span,))
    brief = brief.changed(retrieval=brief.retrieval.changed(answers=(part,)))
    pages = [(page.doc_id, page.page_start or 1, "L1")]
    return line_course(cast("Workshop", SimpleNamespace(library=vault)), brief, pages)


def test_the_sums_of_the_line_are_told_by_year_and_no_other_line() -> None:
    with vault_with(DOCUMENTS) as vault:
        heading, *lines = _told(vault, HOW)
    assert heading == "Library, the sums on record, by year:"
    assert [next(sum_ for sum_ in ("$31,000", "$35,500", "$40,000") if sum_ in line) for line in lines] == [
        "$31,000", "$35,500", "$40,000",
    ]  # fmt: skip
    assert "[L1 p." in lines[-1]
    assert not any("Roof" in line or "$4,500" in line for line in lines)


@pytest.mark.parametrize(
    ("question", "printed"),
    [("What is the library to get in 2032?", PRINTED), (HOW, "The library is open on Mondays.")],
)
def test_nothing_is_told_where_no_change_is_asked_or_no_line_is_printed(question: str, printed: str) -> None:
    with vault_with(DOCUMENTS) as vault:
        assert _told(vault, question, printed) == ()


def test_sums_of_one_year_are_no_course() -> None:
    with vault_with(DOCUMENTS[-1:]) as vault:
        assert _told(vault, HOW) == ()
