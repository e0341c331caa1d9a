"""The rare words that stand beside the question's own in what is held."""

from __future__ import annotations

import anyio
from fakes import a_document, vault_with
from retrieval_fakes import gathering_in

from hop_controller.machines import MACHINES
from hop_controller.types import HopQuery, HopState, Part
from pipeline.find.hops import bridges
from pipeline.types import Question, Retrieval, Round

ASKED = "What was done about the smelly ditch on Gull Ledge, and what did it cost the town?"
HELD = "The clerk opened the meeting. The ditch on Gull Ledge is smelly. Dana Winslow blames the penstock sluice there."
BILL = "Penstock sluice: the invoice of $4,310 was approved."
FILLER = [f"The board heard matter {n}. The clerk read the minutes of meeting {n} of the town." for n in range(40)]


def test_the_words_beside_those_of_the_question_are_the_rarest_that_stand_in_more_than_one_passage() -> None:
    documents = [a_document("ditch", HELD), a_document("bill", BILL), a_document("all", *FILLER)]
    with vault_with(documents) as vault:
        gathering = gathering_in(vault, Question(text=ASKED))

        async def first() -> Retrieval:
            await gathering.first_pass()
            return gathering.result()

        (words, *_) = bridges(ASKED, anyio.run(first), gathering.view.facts)
    assert {"penstock", "sluice"} <= set(words.split())
    assert not {"ditch", "winslow"} & set(words.split())  # said by the question; said once


def test_a_hop_brings_six_passages_of_what_it_found_and_of_what_was_left_and_keeps_all_that_was_held() -> None:
    rows = [f"Lamp {n} on Gull Ledge cost the town ${n} in the {n}th week of the work." for n in range(60)]
    with vault_with([a_document(f"row-{n}", text) for n, text in enumerate(rows)]) as vault:
        gathering = gathering_in(vault, Question(text=ASKED))

        async def hop() -> tuple[set[str], set[str]]:
            await gathering.first_pass()
            before = {item.chunk.id for item in gathering.result().merged}
            query = HopQuery(lane="local", words="lamp week")
            await gathering.widen(Round(queries=(query,), why="hop", wanted=("what did it cost the town",)))
            return before, {item.chunk.id for item in gathering.result().merged}

        before, after = anyio.run(hop)
    assert before < after
    assert len(after - before) == 6


def test_names_and_chapters_are_searched_beside_these_words_each_in_its_lane() -> None:
    part = Part(text="what did it cost", subject=("cost", "ditch"))
    held = {"section": "RSA 9:1", "url": "rsa-9", "label": "S1"}
    state = HopState.model_validate(
        {"topic": ASKED, "current_hop": 2, "parts": (part,), "bridges": ("penstock sluice",), "sources_so_far": (held,)}
    )
    (chapter,) = MACHINES["conceptual_deepening"](state, part.changed(law=True))
    assert HopQuery(lane="state", words="penstock sluice cost ditch") in chapter.queries
