"""The hop graph: every box readable, apart from the others and inside the picture, up to forty passages."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from retrieval_fakes import a_chunk

from hop_controller.types import HopRecord
from pipeline.record.hop_graph import hop_graph
from pipeline.types import AnswerSpan, Evidence, PartAnswer, Retrieval, Signals

SVG = "{http://www.w3.org/2000/svg}"
SIGNALS = Signals(
    retrieval_confidence=0.5,
    topic_alignment=None,
    drift_detected=False,
    legal_topic_coverage=0.0,
    facet_coverage=0.5,
    authoritative_state_present=False,
    distinct_local_docs=1,
    distinct_state_docs=0,
    local_retrieved=1,
    state_retrieved=0,
)


def a_retrieval(passages: int, hops: int = 3) -> Retrieval:
    """`passages` passages spread over `hops` hops, two parts, the first answered by every third passage."""
    evidence = tuple(
        Evidence(
            label=f"L{n}",
            chunk=a_chunk(n, f"Passage {n} <of> the dam & its repair", title=f"Minutes of the Dam Committee, part {n}"),
            score=1.0,
            hop=1 + n % hops,
        )
        for n in range(1, passages + 1)
    )
    spans = tuple(
        AnswerSpan(chunk_id=n, start=0, end=9, text=f"Passage {n}", label=f"L{n}", probability=0.8)
        for n in range(1, passages + 1, 3)
    )
    return Retrieval(
        local=evidence,
        signals=SIGNALS,
        hops=tuple(HopRecord(queries=("dam",), part="who paid", gained=0.2) for _ in range(hops)),
        answers=(
            PartAnswer(part="What did the repair cost", spans=spans, probability=0.8, verdict="answered"),
            PartAnswer(part="who paid for it " * 9, verdict="open", reason="not_held"),
        ),
        stop_reason="budget",
    )


def boxes(drawn: str) -> list[tuple[int, int, int, int]]:
    found = ElementTree.fromstring(drawn).iter(f"{SVG}g")
    rects = [group.find(f"{SVG}rect") for group in found]
    return [
        tuple(int(rect.attrib[key]) for key in ("x", "y", "width", "height"))  # type: ignore[misc]
        for rect in rects
        if rect is not None
    ]


@pytest.mark.parametrize("passages", [0, 1, 15, 40])
def test_no_box_covers_another_and_all_stand_inside(passages: int) -> None:
    drawn = hop_graph("What did the dam repair cost, and who paid for it?", a_retrieval(passages))
    root = ElementTree.fromstring(drawn)
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    placed = boxes(drawn)
    assert len(placed) == 2 + 3 + passages
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in placed)
    for at, (x, y, w, h) in enumerate(placed):
        for u, v, s, t in placed[at + 1 :]:
            assert x + w <= u or u + s <= x or y + h <= v or v + t <= y


def test_every_line_of_text_fits_its_box_and_the_whole_stands_in_the_tooltip() -> None:
    drawn = hop_graph("What did the dam repair cost?", a_retrieval(40))
    inside = re.findall(r"<g><title>(.*?)</title>(.*?)</g>", drawn, re.DOTALL)
    texts = [line for _, body in inside for line in re.findall(r"<text[^>]*>(.*?)</text>", body)]
    assert max(len(line) for line in texts) <= 40
    assert any("who paid for it who paid for it" in told for told, _ in inside)


def test_a_title_in_capitals_is_cut_earlier_and_why_it_ended_is_inside_the_picture() -> None:
    held = a_retrieval(1, hops=1)
    loud = held.local[0].chunk.model_copy(update={"title": "CHOICE AND DUTIES OF TOWN OFFICERS AND OTHERS"})
    drawn = hop_graph("W" * 400, held.model_copy(update={"local": (held.local[0].model_copy(update={"chunk": loud}),)}))
    (title,) = re.findall(r">(L1 .*?)</text>", drawn)
    assert len(title) <= 28
    assert max(len(line) for line in re.findall(r"<text[^>]*>(W+…)</text>", drawn)) * 9 <= 900


def test_a_line_leads_from_each_part_to_the_passages_that_answer_it() -> None:
    assert hop_graph("What did it cost?", a_retrieval(40)).count("<path") == 14


def test_a_retrieval_without_hops_is_drawn_too() -> None:
    bare = a_retrieval(2, hops=1).model_copy(update={"hops": (), "answers": ()})
    assert "Hop 1: first pass" in hop_graph("What did it cost?", bare)
