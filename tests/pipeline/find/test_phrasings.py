"""The asker's own phrasings, searched beside ours: what they find is ranked, kept and marked."""

import anyio
from retrieval_fakes import ScriptedEngine, a_chunk, a_plan, gathering_of, no_df, retrieve

from pipeline.ask.matters import matters_of
from pipeline.ask.reading import read
from pipeline.find.pool import query_of
from pipeline.find.retrieve import Gathering
from pipeline.find.select import CorpusFacts
from pipeline.types import Question, Retrieval

ASK = "Can I keep hens?"
PHRASING = "poultry permitted residential district"
HEN = a_chunk(1, "Nothing of the kind was said of hens.")
POULTRY = a_chunk(2, "Poultry is permitted as an accessory use in a residential district.")
ENGINE = ScriptedEngine([HEN], by_words={PHRASING: [POULTRY]})


def gathered(queries: tuple[str, ...]) -> Gathering:
    gathering = gathering_of(ASK, a_plan(local=("keep hens",)), ENGINE)
    gathering.question = Question(text=ASK, queries=queries)
    return gathering


def go(queries: tuple[str, ...] = ()) -> Retrieval:
    return anyio.run(retrieve, gathered(queries), "r-1")


def test_a_passage_that_only_a_phrasing_finds_is_kept_and_says_so() -> None:
    held = {item.chunk.id: item for item in go((PHRASING,)).local}
    assert "phrasing" in held[POULTRY.id].why
    assert held[POULTRY.id].query == PHRASING


def test_without_a_phrasing_the_question_is_searched_in_its_own_words() -> None:
    assert [item.chunk.id for item in go().local] == [HEN.id]


def test_each_phrasing_is_searched_in_both_lanes() -> None:
    asked = [(trace.lane, trace.query) for batch in go((PHRASING,)).batches for trace in batch.queries]
    assert {("local", PHRASING), ("state", PHRASING)} <= set(asked)


def test_what_was_searched_says_whose_words_it_was() -> None:
    told = {trace.told for batch in go((PHRASING,)).batches for trace in batch.queries}
    assert {f"{PHRASING} (asker's phrasing)", "keep hens"} <= told
    gathering = gathering_of(MANURE, a_plan(), ScriptedEngine())
    anyio.run(gathering.first_pass)
    of_matters = {phrasing for matter in matters_of(read(MANURE)) for phrasing in matter.phrasings}
    traces = [trace for batch in gathering.pool.batches for trace in batch.queries]
    assert {trace.query for trace in traces if trace.phrasing == "matter"} == of_matters
    assert all(trace.told.endswith("(as records put such matters)") for trace in traces if trace.phrasing)


def test_phrasings_that_agree_on_a_passage_lift_it_more_than_one_that_finds_it() -> None:
    gathering = gathered(())
    gathering.pool.phrased["local"] = {"one": ("1", "2"), "two": ("2", "3")}
    agreed = gathering.pool.agreed("local")
    assert agreed["2"] > agreed["1"] > agreed["3"]
    assert agreed["1"] == 1.0


MANURE = "How far must a manure pile be from my well?"


def test_how_records_put_a_matter_is_searched_and_counts_half_as_much_as_the_askers_own() -> None:
    (matter,) = [one for one in matters_of(read(MANURE)) if one.sure == 1.0][:1]
    stored, pump = a_chunk(1, "Manure storage shall stand off wells and lot lines."), a_chunk(2, "The well has a pump.")
    engine = ScriptedEngine(by_words={matter.phrasings[0]: [stored], "deep well pump": [pump]})
    gathering = gathering_of(MANURE, a_plan(local=("deep well pump",), state=()), engine)
    anyio.run(gathering.first_pass)
    asked = {(lane, query) for lane, query, _, _ in engine.asked}
    assert ("local", query_of(matter.phrasings[0])) in asked
    assert ("state", query_of(matter.phrasings[0])) not in asked
    assert gathering.pool.agreed("local") == {"1": 0.5}
    assert {one.chunk.id for one in gathering.ranked("local")} == {"1", "2"}


def test_whoever_phrases_the_question_knows_better_what_it_is_about() -> None:
    engine = ScriptedEngine()
    gathering = gathering_of("", a_plan(), engine, asked=Question(text=MANURE, queries=("setback of a dung heap",)))
    anyio.run(gathering.first_pass)
    held = {query for matter in matters_of(read(MANURE)) for query in map(query_of, matter.phrasings)}
    assert not held & {query for _, query, _, _ in engine.asked}


def test_among_the_records_of_a_whole_state_no_matter_is_searched() -> None:
    engine = ScriptedEngine()
    facts = CorpusFacts(df=no_df, total=1_000_000, newest_year=2031)
    anyio.run(gathering_of(MANURE, a_plan(), engine, facts=facts).first_pass)
    held = {query_of(phrasing) for matter in matters_of(read(MANURE)) for phrasing in matter.phrasings}
    assert held
    assert not held & {query for _, query, _, _ in engine.asked}
