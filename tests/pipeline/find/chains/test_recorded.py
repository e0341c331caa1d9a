"""Pages that the ledger names for the matters of a question. Records of the invented town Alder Falls."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
from fakes import a_document, vault_with
from retrieval_fakes import a_chunk, gathering_in

from pipeline.find.chains.recorded import MOST_RECORDED, MatterSought, pages_of
from pipeline.find.select import Rules
from pipeline.types import Question
from vault.ledger import Telling
from vault.types import Filters

SCOPE = Filters(towns=("Alder Falls",))


def telling(page: int, share: float = 1.0, date: str = "2025-05-06", doc_id: str = "af") -> Telling:
    return Telling(f"{doc_id}@1#{page}", doc_id, page, date, share)


def told(*found: Telling) -> list[str]:
    def ask(stems: Sequence[str], scope: Filters, limit: int) -> tuple[Telling, ...]:
        return found

    held = a_chunk(1, "The lamp fund.", doc_id="af", page_start=1, page_end=2)
    return list(pages_of([MatterSought(("lamp",), "2024", "2026")], ask, SCOPE, [held]))


def test_a_page_that_is_held_or_told_twice_is_not_brought() -> None:
    assert told(telling(2), telling(3), telling(3), telling(4)) == ["af@1#3", "af@1#4"]


def test_a_record_of_another_time_or_of_chance_words_is_not_brought() -> None:
    assert told(telling(3, date="2019-01-07"), telling(4, share=0.2), telling(5, date="")) == ["af@1#5"]


def test_no_more_than_a_few_pages_are_brought() -> None:
    assert len(told(*(telling(page) for page in range(3, 30)))) == MOST_RECORDED


def _kept(question: str, *, on: bool) -> set[str]:
    """Titles kept of a vault in which one page tells of the grader reserve in words of its own."""
    filler = "The trustees looked at the grader and at the reserve and spoke of both at length. " * 6
    pages = [a_document(f"af-{n}", f"{filler} Paper {n}.", title=f"Talk {n}") for n in range(14)]
    row = a_document("af-row", "Talk of roofs.\n\n21. Grader Reserve: $90,000.00\n", title="Worksheet")
    with vault_with([*pages, row]) as vault:
        gathering = gathering_in(vault, Question(text=question, town="Alder Falls"))
        gathering.rules = Rules(recorded=on)
        anyio.run(gathering.first_pass)
        return {item.chunk.title for item in gathering.result().local}


def test_the_row_of_a_matter_is_kept_beside_the_pages_that_talk_of_it() -> None:
    question = "What did the trustees say of the grader, and how large was the grader reserve?"
    assert "Worksheet" in _kept(question, on=True)
    assert _kept(question, on=False) <= _kept(question, on=True)


def test_a_question_of_one_part_asks_the_ledger_nothing() -> None:
    question = "How large was the grader reserve?"
    assert _kept(question, on=True) == _kept(question, on=False)
