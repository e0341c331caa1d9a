"""Services of a turn over a real vault: no model unless one is given, fixed clock, ids and timer."""

import itertools
from datetime import UTC, datetime
from pathlib import Path

from hop_controller.memory import VaultMemory
from pipeline.ask.issue import PlanContext
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.ports import Model
from pipeline.run import begin, result_of
from pipeline.services import Services
from pipeline.settings import Settings
from pipeline.turn import answered, evidence
from pipeline.types import Plan, Question, TurnResult
from vault.store.index import VaultIndex


def services_of(vault: VaultIndex, folder: Path | None = None, model: Model | None = None) -> Services:
    """The services; capsules are written to the folder `runs` in `folder`, if one is given."""
    numbers = itertools.count(1)
    facts = corpus_facts(vault)
    return Services(
        settings=Settings(),
        engine=VaultEngine(vault),
        facts=lambda: facts,
        memory=lambda retrieval, scopes: VaultMemory(vault, held=[e.chunk.id for e in retrieval.merged], scopes=scopes),
        clock=lambda: datetime(2031, 6, 1, tzinfo=UTC),
        new_id=lambda: f"run-{next(numbers)}",
        timer=lambda: 0.0,
        model=model,
        plain_search=vault.search_plainly,
        capsules=folder / "runs" if folder else None,
    )


async def run_turn(
    question: Question,
    services: Services,
    context: PlanContext | None = None,
    *,
    plan: Plan | None = None,
    foreign: tuple[str, ...] = (),
) -> TurnResult:
    """One whole turn by the steps that the product takes: begun, planned and searched, answered."""
    run, work = begin(question, context or PlanContext(), services, handed=plan, foreign=foreign)
    return result_of(await answered(await evidence(run, work), work), work)
