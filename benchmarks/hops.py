"""What the hops of the controller bring on questions with known passages, and how far its confidence can be trusted.

    python benchmarks/hops.py --vault VAULT --questions FILE [FILE ...] [--limit N] [--type multi-hop] [--phrased]
                              [--each] [--records FILE.jsonl] [--examples FILE.txt] [--fit hop_controller/gains.json]

Every question is planned and searched; then the loop of the product runs, hop by hop. A gold passage is held when it is
among all that is kept. For every hop: its pattern, what its part asks for, how sure the part was before, whether it
added a passage and a missing gold one. Printed: decisions and patterns by count, shares of hops that added, all gold
before and after, hops and searches a question, AUROC of the confidence for "all gold held", and for questions without
an answer the reason of the stop. `--each` tries the best hop of every pattern alone on each question that lacks a gold
passage, so that the gains are those of the patterns, not of the choice between them. `--fit`
writes the table of gains the controller reads.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from benchmarks.measure_finding import area  # noqa: E402
from benchmarks.retrieval_questions import AskedRow, read_rows  # noqa: E402
from hop_controller.gains import Kind, gains, kind_of  # noqa: E402
from hop_controller.machines import MACHINES  # noqa: E402
from hop_controller.types import PATTERNS, HopState, Pattern  # noqa: E402
from mcp_server.app import Workshop  # noqa: E402
from mcp_server.cli.ask import with_shop  # noqa: E402
from mcp_server.config import Config  # noqa: E402
from mcp_server.tools.arguments import Ask  # noqa: E402
from mcp_server.tools.retrieval import context_of  # noqa: E402
from pipeline.evaluation import found  # noqa: E402
from pipeline.find.hops import hop_state  # noqa: E402
from pipeline.find.rounds import decided, made_hop, next_round, with_first_hop  # noqa: E402
from pipeline.run import Run, Work, begin, depth_of, gathering_for, plan  # noqa: E402
from pipeline.types import Retrieval, Round  # noqa: E402
from vault.types import Chunk  # noqa: E402
from vault.value import Value  # noqa: E402

__all__ = ["HopRow", "QuestionRun", "fitted", "main", "planned", "runs", "table"]

_PRIOR = 8.0
"""The table in force counts as so many hops of each pair, so that a pair seen seldom keeps near it."""


class HopRow(Value):
    """One hop: what it was, what it cost, and what it brought."""

    pattern: Pattern | None
    start: str
    part: str
    kind: Kind
    sure: float
    """How surely its part was answered before."""
    searches: int
    added: int
    gold: int
    """Missing gold passages it brought."""
    brought: tuple[str, ...] = ()
    """Titles of the gold passages it brought."""


class QuestionRun(Value):
    """One question: gold passages held before and after its hops, the decisions, and why it stopped."""

    id: str
    question: str
    type: str
    answerable: str
    gap: str
    wanted: int
    before: int
    after: int
    confidence: float
    confidence_before: float
    decisions: tuple[str, ...]
    stop_reason: str
    reasons: tuple[str, ...]
    """Why the parts that stay open are open."""
    searches: int
    hops: tuple[HopRow, ...]


def _gold_of(row: AskedRow, held: Retrieval) -> frozenset[int]:
    chunks = [item.chunk for item in held.merged]
    return frozenset(place for place, gold in enumerate(row.gold) if found(gold, chunks))


def _kind(state: HopState, part: str) -> tuple[Kind, float]:
    served = next((one for one in state.parts if one.text == part), None) or min(
        state.parts, key=lambda one: one.probability, default=None
    )
    return (kind_of(served), served.probability) if served else ("plain", 0.0)


async def planned(shop: Workshop, row: AskedRow) -> tuple[Run, Work]:
    """The run of a question as the product begins it, up to its plan."""
    question, context = context_of(shop, Ask(question=row.question, town=row.town or "", queries=row.queries))
    run, work = begin(question, context, shop.services(model=False))
    return await plan(run, work), work


async def _run(shop: Workshop, row: AskedRow) -> QuestionRun:
    run, work = await planned(shop, row)
    gathering, depth = gathering_for(run, work), depth_of(run)
    await gathering.first_pass()
    held = with_first_hop(gathering.result())
    before, hops = _gold_of(row, held), list[HopRow]()
    while True:
        held = decided(gathering, held, depth=depth, memory=work.services.memory)
        following = next_round(gathering, held, depth=depth)
        if following.round is None:
            break
        kind, sure = _kind(hop_state(gathering, held, held.hops, depth), following.round.part)
        after = await made_hop(gathering, held, following.round)
        hops.append(_hop_row(row, (held, after), (kind, sure)))
        held = after
    return _run_of(row, held, len(before), tuple(hops)).changed(stop_reason=following.stop)


def _hop_row(row: AskedRow, around: tuple[Retrieval, Retrieval], asked: tuple[Kind, float]) -> HopRow:
    """The hop between two retrievals, for a part of that kind and sureness."""
    before, after = around
    ids = {item.chunk.id for item in before.merged}
    fresh = _gold_of(row, after) - _gold_of(row, before)
    new = [item.chunk for item in after.merged if item.chunk.id not in ids]
    brought = [_shown(chunk) for place in sorted(fresh) for chunk in new if found(row.gold[place], [chunk])]
    made = after.hops[-1]
    return HopRow(
        pattern=made.pattern,
        start=made.from_,
        part=made.part,
        kind=asked[0],
        sure=asked[1],
        searches=made.asked,
        added=len(new),
        gold=len(fresh),
        brought=tuple(brought),
    )


def _shown(chunk: Chunk) -> str:
    return chunk.section or f"{chunk.title}, page {chunk.page_start}"


def _run_of(row: AskedRow, held: Retrieval, before: int, hops: tuple[HopRow, ...]) -> QuestionRun:
    decisions = held.decisions
    return QuestionRun(
        id=row.id,
        question=row.question,
        type=row.type,
        answerable=row.answerable,
        gap=row.gap,
        wanted=len(row.gold),
        before=before,
        after=len(_gold_of(row, held)),
        confidence=decisions[-1].confidence_score if decisions else 0.0,
        confidence_before=decisions[0].confidence_score if decisions else 0.0,
        decisions=tuple(one.decision for one in decisions),
        stop_reason=held.stop_reason,
        reasons=tuple(one.reason for one in decisions[-1].open_parts) if decisions else (),
        searches=sum(len(batch.queries) for batch in held.batches),
        hops=hops,
    )


async def _each(shop: Workshop, row: AskedRow) -> QuestionRun | None:
    """Every pattern's best hop for the least sure part, each from the first pass; None when no gold is missing."""
    run, work = await planned(shop, row)
    hops: list[HopRow] = []
    first: tuple[int, Retrieval] | None = None
    for pattern in PATTERNS:
        gathering = gathering_for(run, work)
        await gathering.first_pass()
        held = with_first_hop(gathering.result())
        had = _gold_of(row, held)
        if len(had) == len(row.gold):
            return None
        state = hop_state(gathering, held, held.hops, depth_of(run))
        part = min(state.parts, key=lambda one: one.probability)
        first = first or (len(had), held)
        for one in MACHINES[pattern](state, part)[:1]:
            served = {"pattern": pattern, "start": one.name, "part": part.text, "queries": one.queries}
            further = Round.model_validate({**served, "why": pattern, "wanted": (part.text,)})
            after = await made_hop(gathering, held, further)
            own = {i for one in gathering.pool.hopped for i in one.ids}
            made = _hop_row(row, (held, _without(after, held, own)), (kind_of(part), part.probability))
            hops.append(made)
    if first is None:
        return None
    before, held = first
    return _run_of(row, held, before, tuple(hops))


def _without(after: Retrieval, held: Retrieval, own: Collection[str]) -> Retrieval:
    """The retrieval without what a hop took of the first pass's leavings: that is no merit of its pattern."""
    known = {item.chunk.id for item in held.merged} | set(own)
    kept = {lane: tuple(one for one in getattr(after, lane) if one.chunk.id in known) for lane in ("local", "state")}
    return after.changed(**kept)


def runs(vault: Path, rows: Sequence[AskedRow], *, each: bool = False) -> list[QuestionRun]:
    """Every question run to its end, in order; or with `each` every pattern tried alone where gold is missing."""

    async def work(shop: Workshop) -> list[QuestionRun]:
        if each:
            tried = [await _each(shop, row) for row in rows if row.gold]
            return [run for run in tried if run is not None]
        return [await _run(shop, row) for row in rows]

    return with_shop(Config(vault=vault), work)


class _Share(NamedTuple):
    hops: int
    added: float
    gold: float
    searches: float


def _share(hops: Sequence[HopRow]) -> _Share:
    count = len(hops) or 1
    return _Share(
        len(hops),
        sum(hop.added > 0 for hop in hops) / count,
        sum(hop.gold > 0 for hop in hops) / count,
        sum(hop.searches for hop in hops) / count,
    )


def table(held: Sequence[QuestionRun]) -> str:
    """The figures as text."""
    counted = Counter(decision for run in held for decision in run.decisions)
    stops = Counter(run.stop_reason for run in held)
    lines = [f"decisions {dict(counted)}, stops {dict(stops)}", "pattern               hops  added   gold  searches"]
    every = [hop for run in held for hop in run.hops]
    for name in (*PATTERNS, None):
        share = _share([hop for hop in every if hop.pattern == name])
        lines.append(
            f"{name or 'own words':20} {share.hops:5} {share.added:6.2f} {share.gold:6.2f} {share.searches:9.1f}"
        )
    for kind in ("all", *sorted({run.type for run in held})):
        asked = [run for run in held if run.wanted and kind in ("all", run.type)]
        if asked:
            first, last = (
                sum(getattr(run, when) == run.wanted for run in asked) / len(asked) for when in ("before", "after")
            )
            lines.append(f"all gold, {kind}: {first:.3f} -> {last:.3f} of {len(asked)}")
    asked = [run for run in held if run.wanted]
    if asked:
        whole = [run.confidence for run in asked if run.after == run.wanted]
        lacking = [run.confidence for run in asked if run.after != run.wanted]
        lines.append(
            f"AUROC of the confidence for all gold held: {area(whole, lacking):.3f}"
        )  # nan without one of either
    lines.append(
        f"hops a question {len(every) / (len(held) or 1):.2f}, searches"
        f" {sum(run.searches for run in held) / (len(held) or 1):.1f}"
    )
    for run in held:
        if not run.wanted:
            lines.append(f"no answer ({run.gap}): {run.id} {run.stop_reason} {run.reasons} conf {run.confidence:.2f}")
    return "\n".join(lines)


def fitted(held: Sequence[QuestionRun]) -> dict[str, dict[str, float]]:
    """What a part asks -> pattern -> share of hops that brought a missing gold passage, drawn to the table in
    force where few were made. Only hops of questions that lacked gold count: the others could bring none."""
    seen: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for run in held:
        for hop in run.hops:
            if hop.pattern and run.before < run.wanted:
                seen[hop.kind, hop.pattern].append(hop.gold > 0)
    kinds: tuple[Kind, ...] = ("why", "law", "dated", "plain")
    return {
        kind: {
            pattern: round((sum(seen[kind, pattern]) + _PRIOR * rate) / (len(seen[kind, pattern]) + _PRIOR), 3)
            for pattern, rate in gains()[kind].items()
        }
        for kind in kinds
    }


def examples(held: Sequence[QuestionRun]) -> str:
    """Every hop that brought a gold passage, by pattern."""
    lines: list[str] = []
    for pattern in PATTERNS:
        lines.append(f"== {pattern}")
        for run in held:
            lines += [
                f"{run.id}: {run.question}\n   part: {hop.part}\n   from: {hop.start}"
                f"\n   brought: {'; '.join(hop.brought)}"
                for hop in run.hops
                if hop.pattern == pattern and hop.gold
            ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; 0 when done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", required=True, nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="only the first so many questions")
    parser.add_argument("--type", default="", help="only questions of this type")
    parser.add_argument("--phrased", action="store_true", help="search by the phrasings of the questions too")
    parser.add_argument("--each", action="store_true", help="try every pattern alone where gold is missing")
    parser.add_argument("--records", type=Path, help="write every run as JSON Lines")
    parser.add_argument("--examples", type=Path, help="write the hops that brought gold")
    parser.add_argument("--fit", type=Path, help="write the table of gains")
    given = parser.parse_args(arguments)
    rows = [row for row in read_rows(given.questions) if given.type in ("", row.type)]
    rows = rows if given.phrased else [row.changed(queries=()) for row in rows]
    held = runs(given.vault, rows[: given.limit] if given.limit else rows, each=given.each)
    print(table(held))
    if given.records:
        given.records.write_text("".join(f"{run.model_dump_json()}\n" for run in held), "utf-8")
    if given.examples:
        given.examples.write_text(f"{examples(held)}\n", "utf-8")
    if given.fit:
        given.fit.write_text(f"{json.dumps(fitted(held), indent=1)}\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
