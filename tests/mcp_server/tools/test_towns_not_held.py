"""A question about a town of which the vault holds nothing: said so, and no other town's records stand in for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from mcp_fakes import serving

from pipeline.find.gaps import towns_missing

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]
FOOTBRIDGE = "What did the select board decide about the Mill Lane footbridge?"


@pytest.fixture
async def call(vault: Path) -> AsyncIterator[Call]:
    with serving(vault) as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        yield one


@pytest.mark.parametrize(
    ("town", "question"),
    [
        ("Concord", FOOTBRIDGE),
        ("", "What did Effingham decide about the Mill Lane footbridge?"),
        ("", "How do Concord and Effingham pay for a footbridge?"),
    ],
)
async def test_the_gap_names_the_town_and_the_local_lane_is_empty(call: Call, town: str, question: str) -> None:
    found = await call("two_lane_retrieve", question=question, town=town)
    assert "Nothing of Concord is held" in str(found) or "Nothing of Effingham is held" in str(found)
    assert found["local"] == 0
    assert "Alder Falls" not in str(found)


async def test_the_part_is_open_because_nothing_of_the_town_is_held(call: Call) -> None:
    found = await call("two_lane_retrieve", question=FOOTBRIDGE, town="Concord")
    decision = await call("decide_next_hop", retrieval_id=found["retrieval_id"])
    (part,) = decision["open_parts"]  # type: ignore[misc]
    assert (part["reason"], part["near"]) == ("not_held", "nothing of Concord is held in the vault")


async def test_the_answer_says_so(call: Call) -> None:
    found = await call("research", question=FOOTBRIDGE, town="Concord", writer="extract")
    assert str(found["answer"]["answer_markdown"]).startswith("Nothing of Concord is held in the vault.")  # type: ignore[index]


async def test_a_town_that_is_held_is_never_told_to_be_missing(call: Call) -> None:
    found = await call("two_lane_retrieve", question=FOOTBRIDGE, town="Alder Falls")
    assert found["local"]
    assert "Nothing of" not in str(found)


async def test_a_comparison_keeps_the_records_of_the_town_that_is_held(call: Call) -> None:
    found = await call("two_lane_retrieve", question="How do Alder Falls and Effingham pay for a footbridge?")
    assert found["local"]
    assert "Nothing of Effingham is held" in str(found)


async def test_a_question_of_law_alone_is_answered_whatever_town_asks(call: Call) -> None:
    found = await call("two_lane_retrieve", question="What does state law say on petitioned articles?", town="Concord")
    assert found["state"]
    assert "Nothing of Concord" not in str(found)


def test_a_statewide_record_that_names_the_town_is_told_beside_what_is_not_held() -> None:
    table = "Alder Falls 12.40\nEffingham 11.85\n"
    assert towns_missing(("Concord", "Effingham"), [table]) == (
        "Nothing of Concord is held in the vault.",
        "No record of Effingham's own is held in the vault; statewide records found here name it.",
    )


async def test_no_headings_stand_over_an_overview_of_which_nothing_is_told(call: Call) -> None:
    asked = "What did Concord and Effingham decide about the Mill Lane footbridge, who moved it and what did it cost?"
    found = await call("research", question=asked, writer="extract")
    text = str(found["answer"]["answer_markdown"])  # type: ignore[index]
    assert "Nothing of" in text
    assert "###" not in text


async def test_a_dossier_tells_to_which_day_the_minutes_of_its_bodies_are_held(call: Call) -> None:
    found = await call("research", question="Why was the footbridge closed?", town="Alder Falls", writer="host")
    assert "Minutes of the Alder Falls Select Board are held to 2031-02-04." in str(found["dossier"])
    assert "Minutes of the Alder Falls Planning Board are held to 2031-05-20." in str(found["dossier"])
