"""The escalation loop over invented documents: triggers, budget, replay, going on after a stop."""

import anyio
import pytest
from hop_fakes import FakeMemory
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st
from retrieval_fakes import ScriptedEngine, a_chunk, a_plan, gathering_of, retrieve

from hop_controller.confidence import DEPTHS
from hop_controller.types import Depth
from pipeline.ask.reading import read
from pipeline.find.hops import hop_state
from pipeline.find.retrieve import Gathering
from pipeline.find.rounds import escalate, second_pass_reason
from pipeline.settings import Settings
from pipeline.types import AnswerSpan, PartAnswer, Plan, Retrieval, Signals, Situation

ASK = "What did the board decide about the footbridge repair?"
PLAIN = "Who mowed the common?"
DEEP: tuple[Depth, ...] = ("quick", "standard", "deep", "exhaustive")


def held(chunks: int = 5, *, confidence: float = 0.9, alignment: float | None = None, drift: bool = False) -> Retrieval:
    from_chunks = gathering_of(ASK, a_plan(), ScriptedEngine([a_chunk(n, f"Text {n}") for n in range(1, chunks + 1)]))
    found = anyio.run(retrieve, from_chunks)
    changed = {"retrieval_confidence": confidence, "topic_alignment": alignment, "drift_detected": drift}
    return found.model_copy(update={"signals": Signals.model_validate({**found.signals.model_dump(), **changed})})


# covers: 167, 168, 169, 170, 171, 203, 207, 208, 217
@pytest.mark.parametrize(
    ("found", "question", "reason"),
    [
        (held(), PLAIN, ""),
        (held(3), PLAIN, "only 3 chunks"),
        (held(confidence=0.349), PLAIN, "retrieval confidence"),
        (held(confidence=0.35), PLAIN, ""),
        (held(alignment=0.29), PLAIN, "topic alignment"),
        (held(alignment=0.30), PLAIN, ""),
        (held(drift=True), PLAIN, "drift"),
        (held(), "Is there a permit for it?", "high-stakes"),
        (held(), "Whose issue is the Canada goose?", ""),
    ],
)
def test_each_trigger_of_a_second_pass_is_literal(found: Retrieval, question: str, reason: str) -> None:
    told = second_pass_reason(read(question), found, Settings())
    assert told.startswith(reason) if reason else told == ""


def texts(count: int) -> list[str]:
    return [
        f"The footbridge repair was heard as case 31-{n:02d}. Engineer Dana Holt{n} of the Mill Lane Trust spoke."
        for n in range(count)
    ]


def gathered(local: int, state: int, made: Plan | None = None, question: str = ASK) -> Gathering:
    engine = ScriptedEngine(
        [a_chunk(n + 1, text, authority="news", doc_type="news") for n, text in enumerate(texts(local))],
        [
            a_chunk(n + 500, text, lane="state", authority="other", doc_type="other")
            for n, text in enumerate(texts(state))
        ],
    )
    return gathering_of(question, made or a_plan(), engine)


def run(gathering: Gathering, depth: Depth = "standard") -> Retrieval:
    async def go() -> Retrieval:
        first = await retrieve(gathering, "r-1")
        return await escalate(gathering, first, depth=depth, memory=lambda _held, _scopes: FakeMemory())

    return anyio.run(go)


def timeless(result: Retrieval) -> str:
    batches = tuple(
        batch.model_copy(update={"queries": tuple(q.model_copy(update={"took_ms": 0.0}) for q in batch.queries)})
        for batch in result.batches
    )
    return result.model_copy(update={"batches": batches}).model_dump_json()


# covers: 78, 219
@tried(max_examples=40, deadline=None)
@given(st.integers(0, 12), st.integers(0, 12), st.sampled_from(DEEP), st.sampled_from([ASK, PLAIN]))
def test_the_loop_never_passes_its_depth_and_replays_identically(
    local: int, state: int, depth: Depth, question: str
) -> None:
    result = run(gathered(local, state, question=question), depth)
    assert 1 <= len(result.hops) <= max(2, DEPTHS[depth].max_hops)
    assert result.stop_reason
    assert len(result.decisions) == len(result.hops)
    assert timeless(result) == timeless(run(gathered(local, state, question=question), depth))


@tried(max_examples=25, deadline=None)
@given(st.integers(0, 10), st.integers(0, 10), st.sampled_from(DEEP))
def test_no_search_is_made_twice(local: int, state: int, depth: Depth) -> None:
    result = run(gathered(local, state), depth)
    hopped = [query for made in result.rounds for query in made.queries]
    assert len(hopped) == len(set(hopped))
    own = {(query.lane, query.words) for query in hopped}
    asked = [(trace.lane, trace.query) for batch in result.batches for trace in batch.queries]
    others = [one for one in asked if one not in own]
    assert len(others) == len(set(others))


# covers: 144, 203, 217
def test_a_weak_first_pass_is_widened_by_itself_and_the_reason_is_on_record() -> None:
    result = run(gathered(2, 0), "quick")
    assert result.used_second_pass
    assert len(result.hops) == 2
    assert any(batch.decision.startswith("second pass: only 2 chunks") for batch in result.batches)


# covers: 219
def test_a_first_pass_that_answers_every_part_is_not_widened() -> None:
    words = "The board decided to approve the footbridge repair by a vote of 3-0"
    local = [
        a_chunk(n, f"Day {n}. {words}. " + " ".join(f"remark{n}x{word}" for word in range(9)), authority="minutes")
        for n in range(1, 12)
    ]
    state = [
        a_chunk(
            n,
            f"Law {n}. {words}. " + " ".join(f"clause{n}x{word}" for word in range(9)),
            lane="state",
            authority="rsa",
            doc_type="statute",
            section=f"RSA 999:{n}",
        )
        for n in range(500, 508)
    ]
    result = run(
        gathering_of("What did the board decide about the footbridge repair?", a_plan(), ScriptedEngine(local, state))
    )
    answered = min(part.probability for part in result.answers) >= DEPTHS["standard"].confidence_target
    assert result.used_second_pass is not answered
    assert answered
    assert len(result.hops) == 1


# covers: 190, 191
def test_the_second_pass_adds_queries_to_both_lanes_and_repeats_none() -> None:
    result = run(gathered(2, 1), "quick")
    second = [trace for batch in result.batches for trace in batch.queries if trace.hop == 2]
    assert {trace.lane for trace in second} == {"local", "state"}
    first = {trace.query for batch in result.batches for trace in batch.queries if trace.hop == 1}
    assert not first & {trace.query for trace in second}


# covers: 193, 222, 221
def test_escalation_keeps_the_evidence_of_the_first_pass() -> None:
    first = anyio.run(retrieve, gathered(3, 0))
    result = run(gathered(3, 0))
    assert {item.chunk.id for item in first.merged} <= {item.chunk.id for item in result.merged}
    assert {receipt.lane for receipt in result.receipts} == {"local", "state"}


def test_hops_rounds_and_decisions_tell_the_same_story() -> None:
    result = run(gathered(6, 3), "deep")
    assert len(result.decisions) == len(result.hops)
    assert len(result.rounds) == len(result.hops) - 1
    searched = [[query.words for query in one.queries] for one in result.rounds]
    made = [(*words, *one.local, *one.state) for words, one in zip(searched, result.rounds, strict=True)]
    assert [hop.queries for hop in result.hops[1:]] == made
    assert all(hop.asked >= len(hop.queries) for hop in result.hops[1:])


def test_a_hop_that_brings_nothing_is_marked_so_that_its_pattern_may_be_tried_again() -> None:
    result = run(gathered(2, 0), "standard")
    assert all(hop.early_terminated == (hop.sources_kept == 0) for hop in result.hops[1:])


def test_the_reason_of_the_first_pass_stays_beside_the_reason_for_stopping() -> None:
    result = run(gathered(2, 0))
    assert result.early_exit_reason == "query budget used"
    assert result.stop_reason in {"target_met", "budget", "no_candidate", "loop", "early_terminated", "not_worth_it"}


def test_the_controller_is_told_the_parts_and_how_surely_each_is_answered() -> None:
    made = a_plan(facets=("footbridge repair", "school tax"))
    gathering = gathered(4, 0, made, "What of the footbridge repair and the school tax?")
    first = anyio.run(retrieve, gathering)
    state = hop_state(gathering, first, (), "standard")
    assert [part.text for part in state.parts] == [answer.part for answer in first.answers]
    pairs = tuple(zip(state.parts, first.answers, strict=True))
    assert all(part.probability < 0.6 for part, answer in pairs if answer.verdict == "open")
    assert all(0.0 < part.probability < 1.0 for part in state.parts)
    assert state.current_hop == 1


def test_the_words_for_a_next_hop_are_looked_up_only_where_one_may_follow() -> None:
    told = "The lamps by the mill were mended by Dana Winslow. The school tax was put off to the autumn meeting."
    made = a_plan(local=("school tax",), facets=("school tax", "harbor fee"))
    gathering = gathering_of("What of the school tax and the harbor fee?", made, ScriptedEngine([a_chunk(1, told)]))
    first = anyio.run(retrieve, gathering)
    assert hop_state(gathering, first, (), "standard").bridges
    assert hop_state(gathering, first, (), "quick").bridges == ()
    forced = hop_state(gathering, first, (), "quick", forced=True)
    assert forced.bridges == hop_state(gathering, first, (), "standard").bridges


# covers: 216
def test_nobody_has_to_ask_in_a_special_way() -> None:
    situation = Situation(title="Osgood Park boardwalk", entities=("boardwalk",))
    gathering = gathered(6, 2)
    gathering = gathering_of(ASK, gathering.plan, gathering.engine, situation=situation)  # type: ignore[arg-type]
    result = run(gathering, "quick")
    assert any("second pass: " in batch.decision for batch in result.batches)


def test_a_part_that_compares_years_is_open_while_one_of_them_is_not_told() -> None:
    gathering = gathered(6, 0)
    found = anyio.run(retrieve, gathering)
    first = found.merged[0]
    span = AnswerSpan(chunk_id=first.chunk.id, label=first.label, text="The mill cost $9.", start=0, end=17)
    told = PartAnswer(part="What did the mill cost in 2030?", spans=(span,), verdict="answered", probability=0.9)
    asked = told.model_copy(update={"part": "What did the mill cost in 2030 and in 2031?"})
    (part,) = hop_state(gathering, found.model_copy(update={"answers": (asked,)}), (), "standard").parts
    assert part.probability < 0.6
    assert (part.verdict, part.reason) == ("open", "other_year")
    (part,) = hop_state(gathering, found.model_copy(update={"answers": (told,)}), (), "standard").parts
    assert (part.verdict, part.reason != "other_year") == ("answered", True)


def test_a_part_is_no_surer_than_its_best_passage_stands_above_what_was_left() -> None:
    told = a_chunk(1, "Dana Winslow was appointed harbor master for a term of one year.")
    rival = "Ada Osgood was appointed harbor master by the select board in May, on a vote of 3-0."
    lamps = "The lamps on Gull Ledge were cleaned by the crew of the town, and a ditch was dug."
    sure: list[float] = []
    for other in (rival, lamps):
        engine = ScriptedEngine([told, a_chunk(2, other)])
        gathering = gathering_of("Who was appointed harbor master?", a_plan(local=("harbor master",)), engine)
        found = anyio.run(retrieve, gathering)
        answer = PartAnswer(part="Who was appointed harbor master", probability=0.99, verdict="answered")
        alone = tuple(item for item in found.local if item.chunk.id == told.id)
        held = found.model_copy(update={"answers": (answer,), "local": alone})
        sure.append(hop_state(gathering, held, (), "standard").parts[0].probability)
    assert sure[0] < sure[1] <= 0.99
