"""What may answer one part of a question counts in the order of passages, beside the words of the whole question."""

from __future__ import annotations

import anyio
from retrieval_fakes import ScriptedEngine, a_chunk, a_plan, gathering_of, retrieve

from benchmarks.ablation import without
from pipeline.types import Evidence
from vault.types import Chunk

ASKED = "What fee did the board set for dock permits, and who was appointed harbor master?"
FEE = a_chunk(1, "The board voted to set the fee for dock permits at $40 a season. The vote was 3-0.")
HALF = a_chunk(2, "The harbor board met. Dock permits were discussed by the board, and a fee was mentioned.")


def kept(*, answers: bool) -> list[Evidence]:
    """What is kept, best first."""
    gathering = gathering_of(ASKED, a_plan(local=("dock permit",)), ScriptedEngine([HALF, FEE]))
    if not answers:
        without("_weigh_answers", lambda: None)(gathering)
    return list(anyio.run(retrieve, gathering, "r-1").local)


def test_words_that_answer_one_part_stand_above_words_of_the_question() -> None:
    assert [item.chunk.id for item in kept(answers=False)] == [HALF.id, FEE.id]
    assert [item.chunk.id for item in kept(answers=True)] == [FEE.id, HALF.id]


def test_a_passage_says_that_its_words_may_answer() -> None:
    assert "answers" in kept(answers=True)[0].why
    assert "answers" not in kept(answers=False)[0].why


def met_by(asked: str, *held: Chunk) -> tuple[str, ...]:
    """Which words of the question the last of the chunks held meets once the first pass is made."""
    gathering = gathering_of(asked, a_plan(local=("dock",)), ScriptedEngine(held))
    anyio.run(retrieve, gathering, "r-1")
    return next(item.match.matched for item in gathering.ranked("local") if item.chunk.id == held[-1].id)


def test_words_of_records_stand_in_only_where_no_passage_says_what_was_said() -> None:
    told = a_chunk(3, "Three complaints about the docks were read, and a complaint about the pier.")
    said = a_chunk(4, "Grumbles about the docks were heard.")
    assert "grumbl" in met_by("Which grumbles about the docks?", told)
    assert "grumbl" not in met_by("Which grumbles about the docks?", said, told)
