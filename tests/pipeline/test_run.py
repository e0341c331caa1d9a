"""A run is one value: stored, taken up again, gone on with, and the same whichever way it is entered."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import anyio
import pytest
from fakes import a_document, vault_with
from retrieval_fakes import ScriptedEngine
from turn_fakes import run_turn, services_of

from pipeline.ask.issue import PlanContext
from pipeline.find.vault_engine import VaultEngine
from pipeline.record.capsule import CapsuleLog, read_capsule
from pipeline.record.recording import ServingEngine
from pipeline.record.replay import replay
from pipeline.run import Run, Work, add, begin, check, decide_hop, find, hop, plan, repair, take_up, write
from pipeline.services import Services
from pipeline.turn import answered, evidence
from pipeline.types import Question
from vault.errors import InputError
from vault.holders import last_meeting
from vault.store.index import VaultIndex
from vault.types import Filters, Lane, Query, SearchAnswer

ASK = Question(text="Is a permit required to repair the Mill Lane footbridge, and who decides?", town="Alder Falls")
TEXTS = (
    "Osgood moved to accept the bid of $18,400 from Varney Timber for the Mill Lane footbridge. Motion passed 3-0.",
    "The Mill Lane footbridge stays closed. Varney Timber asks who decides on the permit under Article 7.",
    "Article 7: to see if the town will vote to raise $20,000 to repair the Mill Lane footbridge. Passed.",
)
LAW = "A permit is required to repair a public footbridge. The select board decides on the permit within 30 days."


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultIndex]:
    local = [
        a_document(f"af-sb-2031-05-{day}", text, board="Select Board", date=f"2031-05-{day}", title=f"Minutes {day}")
        for day, text in zip((12, 19, 26), TEXTS, strict=True)
    ]
    law = a_document(
        "nh-guide", LAW, lane="state", town="", board="State office", doc_type="guidance", authority="official",
        title="Guide to repairs",
    )  # fmt: skip
    with vault_with([*local, law], tmp_path) as index:
        yield index


class Counting(VaultEngine):
    """Counts how often each search is made."""

    def __init__(self, index: VaultIndex) -> None:
        super().__init__(index)
        self.asked: list[tuple[Lane, Query, Filters, int]] = []

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        self.asked.append((lane, query, filters, limit))
        return await super().search(query, lane, filters, limit, explained=explained)


def counted(vault: VaultIndex, folder: Path | None = None) -> tuple[Services, Counting]:
    engine = Counting(vault)
    known = services_of(vault, folder)
    fields = {name: getattr(known, name) for name in known.__dataclass_fields__}
    return Services(**{**fields, "engine": engine, "texts": vault.get}), engine


async def _stored(run: Run) -> Run:
    return Run.model_validate_json(run.model_dump_json(by_alias=True))


def test_a_run_that_is_stored_after_each_step_ends_as_one_that_never_stopped(vault: VaultIndex) -> None:
    async def in_steps() -> Run:
        services, _ = counted(vault)
        run, work = begin(ASK, PlanContext(), services)
        run = await _stored(await plan(run, work))
        run = await _stored(await find(run, take_up(run, services)))
        run = await _stored(await write(run, take_up(run, services)))
        return await repair(run, take_up(run, services))

    whole = anyio.run(run_turn, ASK, counted(vault)[0])
    pieces = anyio.run(in_steps)
    assert pieces.answer == whole.answer
    assert pieces.report is not None
    assert pieces.report.model_dump_json() == whole.audit.model_dump_json()
    assert pieces.retrieval is not None
    assert pieces.retrieval.merged == whole.retrieval.merged
    assert pieces.retrieval.hops == whole.retrieval.hops


def test_a_stored_run_keeps_the_number_of_its_hops(vault: VaultIndex) -> None:
    async def made() -> tuple[Run, Run]:
        services, _ = counted(vault)
        run, work = begin(ASK, PlanContext(), services)
        run = await evidence(run, work)
        return run, await _stored(run)

    run, again = anyio.run(made)
    assert run.retrieval is not None
    assert len(run.retrieval.hops) == 2
    assert again == run


def test_a_run_taken_up_elsewhere_asks_nothing_twice(vault: VaultIndex) -> None:
    async def made() -> list[tuple[Lane, Query, Filters, int]]:
        services, engine = counted(vault)
        run, work = begin(ASK, PlanContext(), services)
        run = await _stored(await evidence(run, work))
        asked = list(engine.asked)
        run = await _stored(await decide_hop(run, take_up(run, services), "exhaustive"))
        assert engine.asked == asked
        if run.waiting is not None:
            await hop(run, take_up(run, services))
        return engine.asked

    asked = anyio.run(made)
    assert asked
    assert all(asked.count(one) == 1 for one in asked)


def test_a_hop_that_nobody_decided_is_refused(vault: VaultIndex) -> None:
    async def made() -> None:
        run, work = begin(ASK, PlanContext(), counted(vault)[0])
        await hop(await evidence(run, work), work)

    with pytest.raises(InputError, match="no hop is waiting"):
        anyio.run(made)


@pytest.mark.parametrize("step", [find, write, repair, decide_hop])
def test_a_step_out_of_order_says_what_comes_first(vault: VaultIndex, step: object) -> None:
    async def made() -> None:
        run, work = begin(ASK, PlanContext(), counted(vault)[0])
        await step(run, work)  # type: ignore[operator]

    with pytest.raises(InputError, match="yet"):
        anyio.run(made)


def test_a_run_made_in_several_processes_is_one_capsule_that_replays(vault: VaultIndex, tmp_path: Path) -> None:
    async def made() -> Run:
        services, _ = counted(vault, tmp_path)
        run, work = begin(ASK, PlanContext(), services)
        run = await _stored(await evidence(run, work))
        work = take_up(run, services)
        run = check(run, work, "The bid of $18,400 was accepted [L1].")
        run = await _stored(run)
        return await answered(run, take_up(run, services))

    run = anyio.run(made)
    capsule = read_capsule(tmp_path / "runs" / f"{run.id}.jsonl")
    vault.close()
    again = anyio.run(replay, capsule)
    assert again.same
    assert run.steps == ("plan", "find", "check", "write", "repair")


def test_the_last_meeting_of_a_board_is_that_of_its_newest_minutes(vault: VaultIndex, tmp_path: Path) -> None:
    async def made() -> Run:
        services, _ = counted(vault, tmp_path)
        known = replace(services, last_meeting=partial(last_meeting, vault))
        asked = Question(text="What happened at the last select board meeting?", town="Alder Falls")
        return await answered(*await _found(asked, known))

    async def _found(asked: Question, services: Services) -> tuple[Run, Work]:
        run, work = begin(asked, PlanContext(), services)
        return await evidence(run, work), work

    run = anyio.run(made)
    capsule = read_capsule(tmp_path / "runs" / f"{run.id}.jsonl")
    vault.close()
    assert run.plan is not None
    assert run.retrieval is not None
    assert "are of 2031-05-26" in run.plan.warnings[-1]
    assert {item.chunk.date for item in run.retrieval.local} == {"2031-05-26"}
    assert anyio.run(replay, capsule).same


def test_a_passage_that_was_added_by_its_id_alone_is_in_the_capsule(vault: VaultIndex, tmp_path: Path) -> None:
    async def made() -> Run:
        services, _ = counted(vault, tmp_path)
        run, work = begin(Question(text="Who may keep bees?", town="Pinfold"), PlanContext(), services)
        run = await evidence(run, work)
        (chunk,) = vault.passages(["af-sb-2031-05-19"])["af-sb-2031-05-19"]
        assert run.retrieval is not None
        assert chunk.id not in {item.chunk.id for item in run.retrieval.merged}
        return await answered(await add(run, work, [chunk.id]), work)

    run = anyio.run(made)
    assert run.retrieval is not None
    capsule = read_capsule(tmp_path / "runs" / f"{run.id}.jsonl")
    vault.close()
    again = anyio.run(replay, capsule)
    assert again.same
    assert [item.chunk.id for item in again.result.retrieval.merged] == [item.chunk.id for item in run.retrieval.merged]


def test_a_capsule_with_a_setting_that_is_gone_replays_and_says_so(vault: VaultIndex, tmp_path: Path) -> None:
    services, _ = counted(vault, tmp_path)
    result = anyio.run(run_turn, ASK, services)
    old, recorded = CapsuleLog(), read_capsule(tmp_path / "runs" / f"{result.run_id}.jsonl")
    for entry in recorded.entries:
        data = entry.data
        if entry.kind == "start":
            assert isinstance(data, dict)
            settings = data["settings"]
            assert isinstance(settings, dict)
            data = {**data, "settings": {**settings, "rerank_depth": 3}}
        old.add(entry.kind, data)
    again = anyio.run(replay, recorded.changed(entries=tuple(old.entries)))
    assert again.same
    assert again.gone == ("rerank_depth",)


def test_a_search_whose_passages_are_gone_is_made_anew(vault: VaultIndex) -> None:
    async def made() -> tuple[int, int]:
        engine = Counting(vault)
        serving = ServingEngine(engine, vault.get)
        query, filters = Query(terms=("footbridge",)), Filters(lane="local")
        first = await serving.search(query, "local", filters, 10)
        vault.delete_document("af-sb-2031-05-12")
        later = ServingEngine(engine, vault.get, serving.made)
        second = await later.search(query, "local", filters, 10)
        return len(first.hits), len(second.hits)

    assert anyio.run(made) == (3, 2)


def test_phrasings_that_may_not_be_searched_are_told_in_the_plan(vault: VaultIndex) -> None:
    async def made() -> Run:
        asked = ASK.model_copy(update={"queries": ("bridge permit", "bridge permit Mr. Quill")})
        return await plan(*begin(asked, PlanContext(), counted(vault)[0]))

    run = anyio.run(made)
    assert run.question.queries == ("bridge permit",)
    assert run.plan is not None
    assert any("Mr. Quill" in line for line in run.plan.dropped)


def test_scripted_engines_serve_too() -> None:
    async def made() -> int:
        engine = ScriptedEngine()
        serving = ServingEngine(engine, lambda ids: ())
        for _ in range(2):
            await serving.search(Query(terms=("bridge",)), "local", Filters(lane="local"), 5)
        return len(engine.asked)

    assert anyio.run(made) == 1
