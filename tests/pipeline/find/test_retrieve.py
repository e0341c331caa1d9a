"""Two lanes over invented documents: batches, exits, budgets, scope, what is kept and what is missing."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import anyio
import pytest
from fakes import a_document, a_statute, vault_with
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st
from retrieval_fakes import (
    FailingLane,
    HeldOpen,
    ScriptedEngine,
    a_chunk,
    a_plan,
    gathering_in,
    gathering_of,
    no_df,
    retrieve,
)

from pipeline.ask.issue import PlanContext
from pipeline.find.retrieve import Gathering
from pipeline.find.select import CorpusFacts
from pipeline.settings import Settings
from pipeline.types import MustInclude, Question, Retrieval, Round, Situation
from vault.store.index import VaultIndex
from vault.types import Chunk

ASK = "What does the footbridge repair cost?"
SIX = tuple(f"footbridge repair {word}" for word in ("bid", "vote", "cost", "date", "plan", "fund"))


def kept(retrieval: Retrieval) -> list[int]:
    return [int(item.chunk.id) for item in retrieval.merged]


def town(count: int, text: str = "The footbridge repair cost", first: int = 1, **facts: object) -> list[Chunk]:
    return [a_chunk(n, f"{text} {n}.", **facts) for n in range(first, first + count)]


def law(count: int, text: str = "The footbridge repair cost law", **facts: object) -> list[Chunk]:
    known: dict[str, object] = {"lane": "state", "town": "", "doc_type": "guidance", "authority": "official", **facts}
    return town(count, text, 500, **known)


def go(gathering: Gathering) -> Retrieval:
    return anyio.run(retrieve, gathering, "r-1")


def state_queries(retrieval: Retrieval) -> list[str]:
    return [t.query for b in retrieval.batches for t in b.queries if t.lane == "state" and "RSA" not in t.query]


# ---- batches, budget, early exit


# covers: 13, 14, 20, 33, 43, 293, 294, 295, 236
def test_the_first_batch_is_two_and_two_queries_in_flight_together() -> None:
    engine = HeldOpen(4, ScriptedEngine(town(3), law(3)))
    gathering = gathering_of(ASK, a_plan(local=SIX[:2], state=SIX[:2]), engine)
    with anyio.from_thread.start_blocking_portal() as portal:
        result = portal.start_task_soon(retrieve, gathering, "r-1").result(timeout=20)
    assert engine.most == 4
    assert engine.lanes == {"local", "state"}
    assert result.retrieval_id == "r-1"
    assert [t.lane for t in result.batches[0].queries] == ["local", "local", "state", "state"]


# covers: 236, 299, 406
def test_enough_good_chunks_end_the_search_after_the_first_batch_and_the_reason_is_kept() -> None:
    engine = ScriptedEngine(town(12), law(8))
    result = go(gathering_of(ASK, a_plan(local=SIX, state=SIX), engine))
    assert state_queries(result) == list(SIX[:2])
    assert result.early_exit_reason == "15 good chunks"
    assert len(result.merged) == 15


# covers: 298, 410, 411, 430
def test_without_enough_good_chunks_every_planned_query_runs() -> None:
    result = go(gathering_of(ASK, a_plan(local=SIX, state=SIX), ScriptedEngine(town(3), law(2))))
    assert state_queries(result) == list(SIX)
    assert result.early_exit_reason == "query budget used"


# covers: 225, 408, 414
def test_a_legal_question_goes_on_with_state_queries_until_its_minimum_is_there() -> None:
    few = law(2)
    made = a_plan(local=SIX, state=SIX, caps=(13, 8), minimums=MustInclude(min_state=4), legal_salience=0.9)
    result = go(gathering_of(ASK, made, ScriptedEngine(town(20), few)))
    assert state_queries(result) == list(SIX)
    later = [t.lane for b in result.batches[1:3] for t in b.queries]
    assert set(later) == {"state"}


# covers: 407, 428
def test_a_legal_question_goes_on_until_two_state_documents_or_authority() -> None:
    one_document = law(8, doc_id="one", authority="other", doc_type="statute")
    one_document = [c.model_copy(update={"section": f"RSA 999:{c.id}"}) for c in one_document]
    made = a_plan(local=SIX, state=SIX, caps=(10, 8), minimums=MustInclude(min_state=4), legal_salience=0.9)
    poor = go(gathering_of(ASK, made, ScriptedEngine(town(12), one_document)))
    rich = go(
        gathering_of(
            ASK, made, ScriptedEngine(town(12), [c.model_copy(update={"authority": "rsa"}) for c in one_document])
        )
    )
    assert len(state_queries(poor)) == 6
    assert len(state_queries(rich)) == 2
    assert "authority and topics covered" in rich.early_exit_reason


# covers: 409
def test_a_legal_question_goes_on_until_half_of_its_topics_are_covered() -> None:
    issue = {"legal_salience": 0.9, "legal_topics": ("moon law", "tide law", "star law")}
    made = a_plan(local=SIX, state=SIX, caps=(10, 8), minimums=MustInclude(min_state=4), **issue)
    without = go(gathering_of(ASK, made, ScriptedEngine(town(12), law(8))))
    covered = go(gathering_of(ASK, made, ScriptedEngine(town(12), law(8, "footbridge repair cost moon law, tide law"))))
    assert len(state_queries(without)) == 6
    assert len(state_queries(covered)) == 2


# covers: 299
def test_an_early_exit_needs_good_alignment() -> None:
    situation = Situation(title="Osgood Park boardwalk", entities=("boardwalk",))
    made = a_plan(local=SIX, state=SIX)
    stray = go(gathering_of(ASK, made, ScriptedEngine(town(12), law(8)), situation=situation))
    aligned = go(
        gathering_of(
            ASK, made, ScriptedEngine(town(12, "boardwalk footbridge repair cost"), law(8)), situation=situation
        )
    )
    assert len(state_queries(stray)) == 6
    assert len(state_queries(aligned)) == 2


# covers: 119, 120, 191, 192, 209, 210
def test_a_second_round_looks_four_deeper_in_each_lane() -> None:
    engine = ScriptedEngine(town(3), law(3))
    gathering = gathering_of(ASK, a_plan(), engine)

    async def both() -> None:
        await gathering.first_pass()
        await gathering.widen(Round(local=("second local",), state=("second state",), why="second pass"))

    anyio.run(both)
    depth = {(lane, " ".join(query.terms)): limit // 4 for lane, query, _, limit in engine.asked}
    assert depth["local", "footbridge repair"] == 12
    assert depth["state", "bridge repair law"] == 8
    assert depth["local", "second local"] == 16
    assert depth["state", "second state"] == 12


# covers: 193, 222
def test_a_second_round_keeps_what_the_first_found() -> None:
    engine = ScriptedEngine(by_words={"footbridge repair": town(2), "other words": town(2, first=50)})
    gathering = gathering_of(ASK, a_plan(state=()), engine)

    async def both() -> tuple[Retrieval, Retrieval]:
        first = await retrieve(gathering)
        await gathering.widen(Round(local=("other words",), why="second pass"))
        return first, gathering.result()

    first, second = anyio.run(both)
    assert set(kept(first)) == {1, 2}
    assert set(kept(second)) == {1, 2, 50, 51}
    assert {item.hop for item in second.local} == {1, 2}


def test_what_a_second_round_finds_stands_behind_what_the_first_kept_though_it_says_more_of_the_question() -> None:
    found = {"footbridge repair": town(2, "A footbridge"), "other words": town(2, first=50)}
    gathering = gathering_of(ASK, a_plan(state=()), ScriptedEngine(by_words=found))

    async def both() -> tuple[list[str], Retrieval]:
        await retrieve(gathering)
        await gathering.widen(Round(local=("other words",), why="second pass"))
        return [item.chunk.id for item in gathering.ranked("local")], gathering.result()

    ranked, second = anyio.run(both)
    assert set(ranked[:2]) == {"50", "51"}
    assert set(kept(second)[:2]) == {1, 2}
    assert set(kept(second)[2:]) == {50, 51}


@tried(max_examples=30, deadline=None)
@given(st.integers(0, 25), st.integers(0, 25), st.integers(1, 6), st.integers(1, 6), st.sampled_from([0.0, 0.55, 0.9]))
def test_budgets_and_caps_hold_whatever_is_found(
    local: int, state: int, asked_local: int, asked_state: int, salience: float
) -> None:
    made = a_plan(local=SIX[:asked_local], state=SIX[:asked_state], caps=(10, 8), legal_salience=salience)
    result = go(gathering_of(ASK, made, ScriptedEngine(town(local), law(state))))
    queries = [t for b in result.batches for t in b.queries]
    assert sum(t.lane == "local" for t in queries) <= asked_local
    assert len(state_queries(result)) <= asked_state
    assert len(result.local) <= 10
    assert len(result.state) <= 8
    assert len(result.merged) <= 15
    assert len(set(kept(result))) == len(result.merged)
    assert result.early_exit_reason


# ---- settings and limits


# covers: 63, 118, 127
def test_the_state_lane_can_be_switched_off() -> None:
    engine = ScriptedEngine(town(3), law(3))
    result = go(gathering_of(ASK, a_plan(), engine, Settings(enable_parallel_state_lane=False)))
    assert {lane for lane, *_ in engine.asked} == {"local"}
    assert result.state == ()


# covers: 29, 30, 32, 61, 62, 121, 122, 123
def test_ten_and_five_chunks_by_default_local_before_state() -> None:
    result = go(gathering_of(ASK, a_plan(), ScriptedEngine(town(30), law(30))))
    assert [item.label for item in result.merged] == [f"L{n}" for n in range(1, 11)] + [f"S{n}" for n in range(1, 6)]
    defaults = Settings()
    assert (defaults.local_context_cap, defaults.state_context_cap, defaults.merged_context_cap) == (10, 5, 15)


def test_a_salient_question_may_keep_eight_state_chunks_and_a_limit_of_ten_and_five_still_holds() -> None:
    question = Question(text="Who is liable for the footbridge, and what does the law say about negligence?")
    with vault_with([a_document("af-1", "The footbridge.")]) as vault:
        wide = gathering_in(vault, question).plan.retrieval
        narrow = gathering_in(vault, question, settings=Settings(state_context_cap_salient=5)).plan.retrieval
    assert (wide.state.cap, narrow.state.cap) == (8, 5)
    assert wide.must_include.min_state == 4


# ---- failures and gaps


# covers: 196
@pytest.mark.parametrize("lane", ["local", "state"])
def test_if_one_lane_fails_the_other_still_answers(lane: str) -> None:
    failing = "local" if lane == "local" else "state"
    engine = FailingLane("local" if lane == "local" else "state", ScriptedEngine(town(3), law(3)))
    result = go(gathering_of(ASK, a_plan(), engine))
    failed = {receipt.lane: receipt.failed for receipt in result.receipts}
    assert failed[failing]
    assert len(result.merged) == 3
    assert result.archive_chunks_found


# covers: 202
def test_nothing_found_is_said_to_be_nothing_found() -> None:
    result = go(gathering_of(ASK, a_plan(), ScriptedEngine()))
    assert not result.archive_chunks_found
    assert [receipt.zero_reason for receipt in result.receipts] == ["other_town", "other_town"]
    assert not any(receipt.failed for receipt in result.receipts)


# covers: 12, 239, 354
def test_a_statute_a_record_relies_on_is_looked_up_and_told_when_it_is_not_held() -> None:
    record = a_chunk(1, "The footbridge repair cost was voted pursuant to RSA 35:1 and RSA 35:15.")
    section = a_chunk(9, "Text.", lane="state", doc_type="statute", authority="rsa", section="RSA 35:1")
    engine = ScriptedEngine([record], [section], by_words={"bridge repair law": ()})
    result = go(gathering_of(ASK, a_plan(), engine))
    assert [item.chunk.section for item in result.state] == ["RSA 35:1"]
    assert result.gaps == ("The text of RSA 35:15, which a record found here relies on, is not in the vault.",)


def test_pages_of_kept_documents_that_nobody_could_read_are_told() -> None:
    first, second = town(2)
    unread = first.model_copy(update={"unread_pages": 2})
    result = go(gathering_of(ASK, a_plan(), ScriptedEngine([unread, second])))
    assert result.gaps == ("2 pages of Record 1 could not be read.",)


def test_the_page_a_passage_runs_on_to_is_brought() -> None:
    first = a_chunk(1, "The footbridge repair cost was", doc_id="m")
    second = a_chunk(2, "accepted by all.", doc_id="m", ord=1, page_start=2)
    facts = CorpusFacts(
        df=no_df, total=100, around=lambda ids: {name: (second,) if name == "1" else (first,) for name in ids}
    )
    result = go(gathering_of(ASK, a_plan(), ScriptedEngine([first]), facts=facts))
    assert kept(result) == [1, 2]
    assert "next passage" in result.local[1].query


# ---- the receipt


# covers: 41, 42, 44, 275, 306, 308, 337, 338
def test_the_receipt_tells_what_was_searched_found_kept_and_left_out() -> None:
    result = go(gathering_of(ASK, a_plan(), ScriptedEngine(town(30), law(3))))
    local, state = result.receipts
    assert (local.hits, local.kept) == (30, 10)
    assert (state.hits, state.kept) == (3, 3)
    assert local.queries == ("footbridge repair",)
    assert len(result.dropped) == 20
    first = result.local[0]
    assert (first.label, first.query, first.hop) == ("L1", "footbridge repair", 1)
    assert "coverage" in first.why
    assert first.chunk.title
    assert first.chunk.doc_id


def test_the_same_question_gives_the_same_bytes() -> None:
    def once() -> str:
        result = go(gathering_of(ASK, a_plan(local=SIX, state=SIX), ScriptedEngine(town(20), law(20))))
        timeless = [
            b.model_copy(update={"queries": tuple(q.model_copy(update={"took_ms": 0.0}) for q in b.queries)})
            for b in result.batches
        ]
        return result.model_copy(update={"batches": tuple(timeless)}).model_dump_json()

    assert once() == once()


# ---- a small vault of the invented town

BOARDWALK = (
    "The Select Board closed the rebuilt boardwalk at Osgood Park: no engineer had signed the plan and the ramp was "
    "too steep for wheelchairs. Whitcomb asked about liability."
)
BUDGET = "The proposed operating budget of Alder Falls for 2031 is $4,210,000, up from $4,020,000."
BROWN = (
    "Harold Brown spoke about the RV and the cesspool on his lot. The Select Board told Harold Brown to remove the RV."
)
GUIDE = (
    "A guide in plain words: a town may face municipal liability when it builds without a permit. The ADA asks for "
    "access to public facilities; the building code asks for a plan. It is not the text of a law."
)
LEAK = ("boardwalk", "osgood", "whitcomb", "ramp")


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultIndex]:
    state = {"lane": "state", "town": "", "board": "State office", "doc_type": "guidance", "authority": "official"}
    documents = [
        a_document(
            "af-boardwalk", BOARDWALK, board="Select Board", date="2031-05-12", title="Select Board minutes, May 12"
        ),
        a_document("af-budget", BUDGET, doc_type="budget", date="2031-02-01", title="Budget 2031"),
        a_document("af-brown-1", BROWN, board="Select Board", date="2030-05-12", title="Select Board minutes, 2030"),
        a_document(
            "af-brown-2",
            BROWN + " Liability was named.",
            board="Select Board",
            date="2030-06-12",
            title="Minutes, June",
        ),
        a_document(
            "ph-budget", BUDGET.replace("Alder Falls", "Pine Hollow"), town="Pine Hollow", title="Pine Hollow budget"
        ),
        a_document("nh-guide", GUIDE, title="Guide to liability", **state),
        a_document("vt-guide", GUIDE, title="Vermont guide", **{**state, "state": "VT"}),
        a_document(
            "nh-guide-budget", "A guide in plain words to the operating budget of a town.", title="Budgets", **state
        ),
    ]
    with vault_with(documents, tmp_path_factory.mktemp("retrieve")) as index:
        yield index


def titles(result: Retrieval) -> list[str]:
    return [item.chunk.title for item in result.merged]


# covers: 9, 10, 125, 230
def test_a_town_question_that_needs_law_gets_local_facts_and_state_text(vault: VaultIndex) -> None:
    question = Question(
        text="What liability did the select board create with the boardwalk in Alder Falls?", town="Alder Falls"
    )
    result = go(gathering_in(vault, question))
    assert result.local[0].chunk.doc_id == "af-boardwalk"
    assert "Guide to liability" in titles(result)


# covers: 8
def test_no_text_of_another_state_or_town_is_kept(vault: VaultIndex) -> None:
    question = Question(text="What is the operating budget of Alder Falls for 2031?", town="Alder Falls")
    result = go(gathering_in(vault, question))
    assert "Vermont guide" not in titles(result)
    assert "Pine Hollow budget" not in titles(result)
    assert result.local[0].chunk.doc_id == "af-budget"


SITUATION = Situation(
    title="Osgood Park boardwalk", town="Alder Falls", entities=("boardwalk", "Osgood Park", "Whitcomb")
)


# covers: 212, 213, 215, 234, 342
def test_a_conversation_about_the_boardwalk_does_not_drift_to_another_matter(vault: VaultIndex) -> None:
    question = Question(text="What liability could the select board face over the boardwalk?", town="Alder Falls")
    result = go(gathering_in(vault, question, PlanContext(situation=SITUATION)))
    assert result.local[0].chunk.doc_id == "af-boardwalk"
    assert "Guide to liability" in titles(result)
    brown = [place for place, item in enumerate(result.local) if item.chunk.doc_id.startswith("af-brown")]
    assert all(place > 0 for place in brown)
    assert not result.signals.drift_detected


# covers: 158
def test_a_budget_question_after_the_boardwalk_holds_nothing_of_the_boardwalk(vault: VaultIndex) -> None:
    question = Question(text="What is the operating budget for 2031?", town="Alder Falls")
    gathering = gathering_in(vault, question, PlanContext(situation=SITUATION, session_town="Alder Falls"))
    result = go(gathering)
    everything = " ".join(
        [
            gathering.plan.issue.model_dump_json(),
            gathering.plan.retrieval.model_dump_json(),
            *(trace.query for batch in result.batches for trace in batch.queries),
            *(item.chunk.text for item in result.merged),
        ]
    ).lower()
    assert not [word for word in LEAK if word in everything]
    assert result.signals.topic_alignment is None


# covers: 59, 303
def test_a_section_that_answers_stands_above_a_bill_in_a_real_vault(tmp_path: Path) -> None:
    words = "Placeholder about the footbridge toll of a town, not the text of a law."
    bill = a_document(
        "nh-bill",
        "This bill would double the footbridge toll. The footbridge toll is old. A footbridge toll is due.",
        title="A bill on the footbridge toll",
        lane="state",
        town="",
        board="Legislature",
        doc_type="bill",
        authority="official",
    )
    with vault_with([bill, a_statute("nh-chapter", ("RSA 999:1", "Toll", words))], tmp_path) as index:
        result = go(gathering_in(index, Question(text="What may a footbridge toll be?")))
    assert [item.chunk.doc_type for item in result.state] == ["statute", "bill"]


def test_the_page_of_a_named_meeting_that_shares_no_word_with_the_question_is_kept() -> None:
    others = [a_document(f"m-{n}", f"Minutes. The footbridge, page {n}.", date=f"2031-03-{n:02}") for n in range(1, 25)]
    first = "Minutes of the meeting. The chair spoke of the footbridge. " + "The crew was thanked. " * 150
    day = a_document("the-day", first, "Mr. Osgood was shocked at the price. " * 90, date="2031-04-14")
    with vault_with([day, *others]) as index:
        asked = Question(text="What did he say of the footbridge on April 14, 2031?", town="Alder Falls")
        found = anyio.run(retrieve, gathering_in(index, asked, PlanContext(known_towns=index.towns())))
    assert {("the-day", 1), ("the-day", 2)} <= {(one.chunk.doc_id, one.chunk.page_start) for one in found.local}


def test_a_town_of_which_nothing_is_held_is_looked_for_in_the_tables_of_the_state() -> None:
    facts = {"lane": "state", "town": "", "board": "", "doc_type": "report"}
    rows = a_document("rates", "Tamworth 18.20\nMadison 15.10", **facts)
    guides = [a_document(f"guide-{n}", f"What homeowners owe, part {n}.", **facts) for n in range(60)]
    with vault_with([rows, *guides, a_document("m-1", "Minutes.")]) as index:
        asked = Question(text="What did homeowners owe in Madison?", state="NH")
        found = anyio.run(retrieve, gathering_in(index, asked, PlanContext(known_towns=index.towns())))
    assert found.state[0].chunk.doc_id == "rates"


def test_a_record_is_found_by_the_words_it_puts_for_those_of_the_question() -> None:
    stray = [a_document(f"m-{n}", f"Minutes. The staff of the hall met, page {n}.") for n in range(60)]
    with vault_with([*stray, a_document("wanted", "The wages of the cemetery laborers were raised.")]) as index:
        asked = Question(text="Why did the graveyard staff earn more?", town="Alder Falls")
        found = anyio.run(retrieve, gathering_in(index, asked, PlanContext(known_towns=index.towns())))
    assert found.local[0].chunk.doc_id == "wanted"


def test_passages_far_down_are_not_read_where_none_could_come_before_those_read() -> None:
    gathering = gathering_of(ASK, a_plan(), ScriptedEngine())
    chunks = town(30)
    gathering.pool.add(chunks, "found", 1)
    read_now: list[str] = []

    class Reader:
        def each(self, _texts: Sequence[str], chunk: Chunk) -> float:
            read_now.append(chunk.id)
            return -2.0 if chunk is chunks[4] else -3.0

    gathering.__dict__["reader"] = Reader()
    worth = gathering._worth([ASK], {chunk.id: 3.0 - 0.3 * at for at, chunk in enumerate(chunks)})
    assert len(read_now) == len(worth) == 15
    assert max(worth, key=lambda name: worth[name]) == chunks[0].id
