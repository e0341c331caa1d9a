"""How surely each part of a question is told to be answered. Records of the invented town Alder Falls."""

from __future__ import annotations

import pytest

from mcp_server.results.strength import strength_lines
from pipeline.answer.telling import NEAREST, TO_JUDGE
from pipeline.types import Answer, AnswerSpan, OpenReason, PartAnswer, Writer

WHO, COST = "Who fixed the raft", "how much did it cost"
FIXED = "Ada Osgood fixed the raft."
PERHAPS = "Perhaps in the words or pages shown, read them: "


def part(asked: str, label: str, chance: float, reason: OpenReason = "") -> PartAnswer:
    spans = tuple(
        AnswerSpan(chunk_id=one, start=0, end=len(FIXED), text=FIXED, probability=chance / at, label=one)
        for at, one in enumerate((label, "L9"), 1)
    )
    return PartAnswer(
        part=asked, spans=spans, probability=chance, verdict="open" if reason else "answered", reason=reason
    )


def lines(markdown: str, reason: OpenReason = "not_held", label: str = "L1", writer: Writer = "extract") -> list[str]:
    """The lines of a part that is answered, and of one that is open whose best words stand in the given record."""
    parts = (part(WHO, "L1", 0.95), part(COST, label, 0.1, reason))
    return list(strength_lines(parts, Answer(answer_markdown=markdown, writer=writer)))


TOLD = f"The minutes record: “{FIXED.rstrip('.')}” [L1]."


@pytest.mark.parametrize("reason", ["not_held", "wrong_kind", "other_matter"])
def test_an_open_part_whose_best_words_are_shown_is_perhaps_answered_by_them(reason: OpenReason) -> None:
    assert lines(TOLD, reason) == [f"Answered: {WHO}", f"{PERHAPS}{COST}"]


@pytest.mark.parametrize(
    ("markdown", "reason", "label", "writer"),
    [
        pytest.param(TOLD, "other_year", "L1", "extract", id="of another year"),
        pytest.param(TOLD, "other_town", "L1", "extract", id="of another town"),
        pytest.param(TOLD, "not_held", "L2", "extract", id="of a record that is not quoted"),
        pytest.param(f"{TOLD} “A lamp” [L9].", "not_held", "L2", "extract", id="of which only the second is quoted"),
        pytest.param(TOLD, "not_held", "L1", "model", id="of an answer that is no extract"),
    ],
)
def test_an_open_part_whose_best_words_are_not_shown_is_open_and_told_why(
    markdown: str, reason: OpenReason, label: str, writer: Writer
) -> None:
    (_, second) = lines(markdown, reason, label, writer)
    assert second.startswith(f"Open: {COST} - ")


@pytest.mark.parametrize("reason", ["not_held", "other_year"])
def test_an_open_part_with_words_shown_as_the_nearest_to_it_is_perhaps_answered_by_them(reason: OpenReason) -> None:
    shown = f"{TOLD} {NEAREST} to the second part of the question{TO_JUDGE}“A lamp” [L2]."
    assert lines(shown, reason, "L3")[1] == f"{PERHAPS}{COST}"


def test_what_a_resident_tells_of_himself_before_he_asks_is_not_told_again() -> None:
    told = "I swim there every day. My aunt gave the lamp. Who fixed the raft"
    parts = (part(told, "L1", 0.95), part(COST, "L2", 0.1, "not_held"))
    first, second = strength_lines(parts, Answer(answer_markdown=TOLD, writer="extract"))
    assert first == f"Answered: {WHO}"
    assert second.startswith(f"Open: {COST}")
