"""Searching and reading the vault: a phrase must occur, excerpts show it, several places are read at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from mcp_fakes import listed_ids, serving

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]


@pytest.fixture
async def call(vault: Path) -> AsyncIterator[Call]:
    with serving(vault) as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        yield one


async def test_a_quoted_phrase_must_occur_beside_other_words(call: Call) -> None:
    loose = await call("search_vault", query="Mill Lane footbridge board vote")
    strict = await call("search_vault", query='"Mill Lane footbridge" board vote')
    assert 0 < int(str(strict["total"])) < int(str(loose["total"]))
    for passage in strict["passages"]:  # type: ignore[attr-defined]
        assert "mill lane footbridge" in " ".join(passage["text"].split()).lower()


async def test_an_excerpt_holds_a_word_that_was_searched_for(call: Call) -> None:
    found = await call("search_vault", query="footbridge")
    assert all("footbridge" in one["text"].lower() for one in found["passages"])  # type: ignore[attr-defined]


async def test_words_near_each_other_are_found_and_counted_whole(call: Call) -> None:
    beside = await call("search_vault", query="Mill NEAR/1 Lane footbridge", exhaustive=True)
    every = await call("search_vault", query="Mill Lane footbridge", exhaustive=True)
    assert 0 < int(str(beside["total"])) <= int(str(every["total"]))
    for document in beside["found"]:  # type: ignore[attr-defined]
        assert all("mill lane" in line.lower() for line in document["hits"])
    pair, listed = [await call("search_vault", query="Mill NEAR/1 Lane", limit=50, exhaustive=how) for how in (0, 1)]
    assert int(str(pair["total"])) == int(str(listed["total"])) == pair["shown"]
    either = await call("search_vault", query="zebra NEAR/2 giraffe OR Mill NEAR/1 Lane", exhaustive=True)
    assert either["total"] == (await call("search_vault", query="Mill NEAR/1 Lane", exhaustive=True))["total"]
    assert (await call("search_vault", query="footbridge NEAR/1 zebra"))["total"] == 0


async def test_one_of_two_words_or_phrases_must_occur(call: Call) -> None:
    one, either = [
        await call("search_vault", query=q) for q in ('"Mill Lane"', '"Mill Lane" OR zebra OR "no such run"')
    ]
    assert 0 < int(str(one["total"])) == int(str(either["total"]))
    listed = await call("search_vault", query='(zebra OR "Mill Lane") footbridge', exhaustive=True)
    assert 0 < int(str(listed["total"])) <= int(str(one["total"]))


async def test_words_that_are_held_apart_are_told_with_how_often_each_is(call: Call) -> None:
    apart = await call("search_vault", query='"Mill Lane" "charge nothing like this"')
    assert apart["total"] == 0
    assert "charge nothing like this: 0" in str(apart["zero_detail"])
    assert "Mill Lane: 0" not in str(apart["zero_detail"])


async def test_a_pair_that_nowhere_stands_so_near_is_shown_where_it_stands(call: Call) -> None:
    far = await call("search_vault", query="footbridge NEAR/1 adjourned")
    assert int(str(far["total"])) > 0
    assert "so near" in str(far["next_step"])


async def test_every_match_without_a_word_is_listed_with_its_true_total(call: Call) -> None:
    every = await call("search_vault", query="footbridge", exhaustive=True, limit=50)
    less = await call("search_vault", query="footbridge -contractor", exhaustive=True, limit=50)
    with_it = set(listed_ids(every)) - set(listed_ids(less))
    assert int(str(less["total"])) + len(with_it) == int(str(every["total"]))
    assert 0 < less["shown"] == less["total"]


async def test_several_places_are_read_in_one_call(call: Call) -> None:
    hits = await call("search_vault", query="footbridge", limit=2)
    first, second = (one["id"] for one in hits["passages"])  # type: ignore[attr-defined]
    both = await call("read_source", id=f"{first}; {second}")
    assert str(first) in str(both["text"])
    assert str(second) in str(both["text"])


async def test_the_same_text_under_two_names_is_sent_once(call: Call) -> None:
    hits = await call("search_vault", query="footbridge", limit=1)
    (first,) = (one["id"] for one in hits["passages"])  # type: ignore[attr-defined]
    once, twice = [len(str((await call("read_source", id=f"{first}{more}"))["text"])) for more in ("", f"; {first}")]
    assert twice < 1.5 * once


async def test_a_range_of_pages_is_read_with_its_numbers(call: Call) -> None:
    found = await call("read_source", id="sample-planning-board-2031-05-20?page=1-3")
    assert str(found["text"]).startswith("[page 1]")


async def test_what_stands_around_a_passage_is_read_with_another_of_its_document(call: Call) -> None:
    found = await call("two_lane_retrieve", question="What was bid for the footbridge?", limit=5)
    label = f"L1@{found['retrieval_id']}"
    both = await call("read_source", id=f"{label}?around;{label}")
    assert "error" not in both
    assert f"{label}?around" in str(both["text"])
    assert "not in the vault" not in str(both["text"])


async def test_labels_of_a_run_are_read_together_with_a_passage_and_what_stands_around_it(call: Call) -> None:
    run = await call("two_lane_retrieve", question="What was decided about the footbridge?")
    identity = run["retrieval_id"]
    hits = await call("search_vault", query="footbridge", limit=1)
    (first,) = (one["id"] for one in hits["passages"])  # type: ignore[attr-defined]
    both = await call("read_source", id=f"L1@{identity}; {first}?around")
    assert f"L1@{identity}" in str(both["text"])
    assert f"{first}?around]" in str(both["text"])


async def test_a_label_with_a_page_is_that_page_of_its_document(call: Call) -> None:
    run = await call("two_lane_retrieve", question="What was decided about the footbridge?")
    label = f"L1@{run['retrieval_id']}"
    page = await call("read_source", id=label, page=1)
    document = str(page["id"]).partition("?")[0]
    assert page["text"] == (await call("read_source", id=document, page=1))["text"]
    assert page["kind"] == "page"
    assert (await call("read_source", id=f"{label}?page=1"))["text"] == page["text"]


async def test_a_board_is_known_by_its_short_name(call: Call) -> None:
    known = await call("search_vault", query="motion", board="Planning Board")
    short = await call("search_vault", query="motion", board="planning")
    assert int(str(known["total"])) > 0
    assert short["total"] == known["total"]
