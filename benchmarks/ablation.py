"""What each rule of retrieval is worth: gold recall and all-gold-found with the rule off, against all rules on.

Runs the questions offline at 10 + 5 chunks, once with every rule, once without each, and once as plain BM25 in two
lanes. A negative delta is what is lost without the rule. It changes nothing and tunes nothing.

    python benchmarks/ablation.py QUESTIONS.jsonl... --vault VAULT [--only NAME...] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio

from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.evaluation import QuestionRow, QuestionScore, load_questions, score_question, summarise
from pipeline.find.retrieve import Gathering
from pipeline.find.score import RankWeights
from pipeline.find.select import CorpusFacts
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.settings import Settings
from pipeline.types import LanePlan, Plan, Question
from vault.ports import answer_to
from vault.store.index import VaultIndex
from vault.text.words import content_words
from vault.types import LANES, Chunk, Filters, Lane, Query, SearchRequest

__all__ = ["VARIANTS", "Line", "Switch", "Variant", "main", "nothing", "without"]

LOCAL, STATE = 10, 5
"""Chunks of each lane that are scored (S0)."""
_LANES: tuple[tuple[Lane, int], ...] = (("local", LOCAL), ("state", STATE))


Switch = Callable[[Gathering], None]
"""Takes a rule out of a gathering that has not searched yet."""


class Variant(NamedTuple):
    """A way to retrieve: the rule that is taken out, and how many planned queries of a lane are run (None: all)."""

    switch: Switch = lambda _gathering: None
    queries: int | None = None


class Line(NamedTuple):
    """One row of the table; deltas are against all rules on."""

    name: str
    recall: float
    all_gold: float
    recall_delta: float
    all_gold_delta: float


def without(name: str, instead: Callable[..., object]) -> Switch:
    """Puts another function in the place of that method of a gathering, or of its ranking ("view.references")."""

    def switch(gathering: Gathering) -> None:
        place, _, method = name.rpartition(".")
        setattr(gathering.view if place else gathering, method, instead)

    return switch


def _weighed(**weights: float) -> Variant:
    def switch(gathering: Gathering) -> None:
        view, context = gathering.view, gathering.view._context
        without("view._context", lambda lane: context(lane).changed(weights=RankWeights.model_validate(weights)))(
            gathering
        )
        view._begin(LANES)

    return Variant(switch)


def _unaided(gathering: Gathering) -> None:
    gathering.view.aided = {}
    gathering.view._begin(LANES)


def _without_facets(gathering: Gathering) -> None:
    limits = gathering.view._limits
    without("view._limits", lambda lane: limits(lane).changed(facets=(), years=()))(gathering)


async def nothing() -> None:
    """Does nothing."""


VARIANTS: dict[str, Variant] = {
    "coverage": _weighed(coverage=0.0),
    "focus": _weighed(focus=0.0),
    "lead": _weighed(lead=0.0),
    "identifier": _weighed(identifier=0.0),
    "date": _weighed(date=0.0, year=0.0),
    "board": _weighed(board=0.0),
    "doc type": _weighed(doc_type=0.0),
    "legal topic": _weighed(topic=0.0),
    "bill": _weighed(bill=0.0),
    "finding aid": Variant(_unaided),
    "references": Variant(without("view.references", dict)),
    "numbers": Variant(without("_numbers", list)),
    "town rows": Variant(without("_town_rows", list)),
    "next pages": Variant(without("_next_pages", nothing)),
    "facets and years": Variant(_without_facets),
    "reserved places": Variant(without("view._reserved", lambda *_: ())),
    "further queries": Variant(queries=1),
}
"""Rule -> retrieval without it."""


def _cut(made: Plan, queries: int | None) -> Plan:
    def lane(held: LanePlan) -> LanePlan:
        return held.model_copy(update={"queries": held.queries[:queries]})

    lanes = {"local": lane(made.retrieval.local), "state": lane(made.retrieval.state)}
    return made.model_copy(update={"retrieval": made.retrieval.model_copy(update=lanes)})


async def _ours(row: QuestionRow, index: VaultIndex, facts: CorpusFacts, variant: Variant) -> QuestionScore:
    question, settings = Question(text=row.question), Settings()
    gathering = Gathering(
        question=question,
        reading=read(question.text),
        plan=_cut(plan(question), variant.queries),
        engine=VaultEngine(index),
        facts=facts,
        settings=settings,
    )
    variant.switch(gathering)
    await gathering.first_pass()
    found = gathering.result()
    return score_question(row, [item.chunk for item in (*found.local[:LOCAL], *found.state[:STATE])])


def _bm25(row: QuestionRow, index: VaultIndex) -> QuestionScore:
    """Plain BM25 of the question's words: ten local and five state chunks, no plan, no scope but the lane."""
    query = Query(terms=content_words(row.question))
    kept: list[Chunk] = []
    for lane, limit in _LANES:
        kept += [
            hit.chunk
            for hit in answer_to(index, SearchRequest(query=query, filters=Filters(lane=lane), limit=limit)).hits
        ]
    return score_question(row, kept)


def _totals(scores: Sequence[QuestionScore]) -> tuple[float, float]:
    line = summarise(scores)[-1]
    return line.recall, line.all_gold


async def _table(rows: Sequence[QuestionRow], index: VaultIndex, names: Sequence[str]) -> list[Line]:
    facts = corpus_facts(index)
    base = _totals([await _ours(row, index, facts, Variant()) for row in rows])
    lines = [Line("all rules", *base, 0.0, 0.0)]
    for name in names:
        recall, complete = _totals([await _ours(row, index, facts, VARIANTS[name]) for row in rows])
        lines.append(Line(f"without {name}", recall, complete, recall - base[0], complete - base[1]))
    recall, complete = _totals([_bm25(row, index) for row in rows])
    return [*lines, Line("BM25 in two lanes", recall, complete, recall - base[0], complete - base[1])]


def _printed(lines: Sequence[Line], questions: int) -> str:
    head = f"{questions} questions, {LOCAL} + {STATE} chunks\n"
    head += f"{'':30} {'recall':>7} {'delta':>7} {'all gold':>9} {'delta':>7}"
    rows = [
        f"{line.name:30} {line.recall:7.3f} {line.recall_delta:+7.3f} {line.all_gold:9.3f} {line.all_gold_delta:+7.3f}"
        for line in lines
    ]
    return "\n".join([head, *rows])


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table, or JSON; 0 when done, 2 for an unknown rule."""
    parser = argparse.ArgumentParser(description="The worth of each rule of retrieval.")
    parser.add_argument("questions", nargs="+", type=Path)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="rules to switch off, one at a time; default all")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.only if name not in VARIANTS]
    if unknown:
        print(f"no rule {', '.join(unknown)}; there are: {', '.join(VARIANTS)}", file=sys.stderr)
        return 2
    rows = [row for path in given.questions for row in load_questions(path)]
    with VaultIndex.open(given.vault, read_only=True) as index:
        lines = anyio.run(_table, rows, index, given.only or list(VARIANTS))
    print(json.dumps([line._asdict() for line in lines]) if given.json else _printed(lines, len(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
