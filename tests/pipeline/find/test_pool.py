"""The pool of a turn: it merges, keeps lanes and states apart, and knows failed from empty."""

import anyio
import pytest
from retrieval_fakes import FailingLane, HeldOpen, ScriptedEngine, a_chunk

from pipeline.find.pool import Job, Pool, query_of
from vault.types import Filters, Lane


def a_job(lane: Lane, words: str = "footbridge repair", **facts: object) -> Job:
    known: dict[str, object] = {"lane": lane, "words": words, "filters": Filters(lane=lane, states=("NH",)), "limit": 9}
    return Job.model_validate({**known, **facts})


def run(engine: ScriptedEngine, *jobs: Job) -> Pool:
    pool = Pool()
    anyio.run(pool.run, engine, jobs)
    return pool


# covers: 293, 294
def test_a_query_is_words_a_lone_citation_asks_for_its_section_and_a_number_for_its_words_together() -> None:
    assert query_of("How is the footbridge repaired?").terms == ("footbridge", "repaired")
    assert query_of("RSA 91-A:3, II(c)").phrases
    assert query_of("RSA 91-A:3").phrases == ("RSA 91-A:3",)
    assert query_of("RSA 91-A:3 nonpublic session").terms
    assert query_of("Case #31-07-LM", phrase=True).phrases == ("Case #31-07-LM",)


# covers: 13, 20, 295
def test_all_queries_of_both_lanes_are_under_way_at_the_same_time() -> None:
    engine = HeldOpen(4, ScriptedEngine([a_chunk(1)], [a_chunk(2, lane="state")]))
    jobs = [a_job("local"), a_job("local", "dogs"), a_job("state"), a_job("state", "dogs")]
    with anyio.from_thread.start_blocking_portal() as portal:
        pool = Pool()
        portal.start_task_soon(pool.run, engine, jobs).result(timeout=20)
    assert engine.most == 4
    assert engine.lanes == {"local", "state"}
    assert [len(pool.chunks[lane]) for lane in ("local", "state")] == [1, 1]


# covers: 126
def test_a_lane_that_fails_is_not_an_empty_lane_and_the_other_answers() -> None:
    pool = run(FailingLane("state", ScriptedEngine([a_chunk(1)])), a_job("local"), a_job("state"), a_job("state", "b"))
    state, local = pool.receipt("state", 0), pool.receipt("local", 1)
    assert state.failed
    assert "too long" in state.error
    assert (local.failed, local.hits) == (False, 1)
    assert [trace.error != "" for trace in pool.batches[0].queries] == [False, True, True]


def test_an_empty_lane_says_why_it_is_empty() -> None:
    receipt = run(ScriptedEngine(), a_job("local")).receipt("local", 0)
    assert not receipt.failed
    assert receipt.zero_reason == "other_town"
    assert "Pine Hollow" in receipt.zero_detail


def test_a_lane_of_which_one_query_failed_has_not_failed() -> None:
    pool = run(ScriptedEngine([a_chunk(1)]), a_job("local"))
    anyio.run(pool.run, FailingLane("local", ScriptedEngine()), [a_job("local", "dogs")])
    assert pool.failed("local") == ""
    assert pool.receipt("local", 1).hits == 1


# covers: 193, 222, 296
def test_what_comes_later_is_added_and_never_replaces() -> None:
    pool = run(ScriptedEngine([a_chunk(1, "First.")]), a_job("local"))
    anyio.run(pool.run, ScriptedEngine([a_chunk(1, "Changed."), a_chunk(2)]), [a_job("local", "dogs", hop=2)])
    assert sorted(pool.chunks["local"]) == ["1", "2"]
    assert pool.chunks["local"]["1"].text == "First."
    assert pool.found_by == {"1": ("footbridge repair", 1), "2": ("dogs", 2)}


@pytest.mark.parametrize("facts", [{"state": "VT"}, {"lane": "local"}])
def test_text_of_another_state_or_lane_is_not_kept(facts: dict[str, object]) -> None:
    stranger = a_chunk(7, **{"lane": "state", **facts})
    pool = run(ScriptedEngine([], [stranger, a_chunk(8, lane="state")]), a_job("state"))
    assert list(pool.chunks["state"]) == ["8"]
    assert not pool.chunks["local"]


def test_a_section_that_is_not_held_is_remembered() -> None:
    pool = run(ScriptedEngine(), a_job("state", "RSA 41:9"), a_job("local", "Case 7", phrase=True))
    assert list(pool.absent) == ["RSA 41:9"]


# covers: 56
def test_a_chunk_stays_in_its_lane_however_it_was_found() -> None:
    pool = Pool()
    pool.add([a_chunk(1), a_chunk(2, lane="state")], "next passage", 1)
    assert (list(pool.chunks["local"]), list(pool.chunks["state"])) == (["1"], ["2"])
    assert set(pool.fields("local")) == {"1"}


def test_a_local_search_that_finds_no_record_does_not_make_a_statute_absent() -> None:
    assert not run(ScriptedEngine([], []), a_job("local", "RSA 41:9")).absent
