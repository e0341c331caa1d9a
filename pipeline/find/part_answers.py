"""What of some evidence answers each part of a planned question, with all that is known of the archive around it.

The one way from a plan and its evidence to `find_answers`: a first pass, a hop and an asker's own additions are judged
by the same words, scope and holdings. It refuses to search.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pipeline.ask.issue import towns_asked, towns_not_held
from pipeline.ask.reading import Reading
from pipeline.find.answers import Lacks, Words, find_answers
from pipeline.find.select import CorpusFacts
from pipeline.types import Evidence, PartAnswer, Plan
from vault.states.names import STATES

__all__ = ["lacks_of", "missing_towns", "part_answers"]


def missing_towns(plan: Plan, known_towns: Collection[str]) -> tuple[str, ...]:
    """The towns of a question on local matters of which nothing is held; () for a question of law alone."""
    return towns_not_held(plan.issue, known_towns) if plan.route.scope != "statewide" else ()


def lacks_of(
    reading: Reading,
    plan: Plan,
    evidence: Sequence[Evidence],
    *,
    absent: Collection[str] = (),
    known_towns: Collection[str] = (),
) -> Lacks:
    """What the vault lacks for the question; `absent` are cites of laws looked up in vain."""
    unread = frozenset(item.chunk.doc_id for item in evidence if item.chunk.unread_pages)
    missing = missing_towns(plan, known_towns)
    towns = missing if missing == towns_asked(plan.issue) else ()
    held = not reading.state or any(item.chunk.state == STATES[reading.state] for item in evidence)
    return Lacks(frozenset(absent), unread, towns, "" if held else reading.state)


def part_answers(
    reading: Reading, plan: Plan, evidence: Sequence[Evidence], facts: CorpusFacts, lacks: Lacks
) -> tuple[PartAnswer, ...]:
    """For every part of the question, in order, what answers it. `facts` are those of the question's scopes."""
    return find_answers(
        reading,
        plan.issue,
        evidence,
        scope=plan.route.scope,
        words=Words(facts.rarity, lambda stem: facts.df(stem) > 0),
        lacks=lacks,
    )
