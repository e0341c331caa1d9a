"""Everything that finding is measured by, on question files, through the product: one command, nothing fitted.

    python benchmarks/measure_finding.py --vault VAULT --questions FILE [FILE ...] [--limit N] [--svg FILE]

For every question, once with its phrasings and once without, the first pass is made as a turn makes it. Printed are:
gold recall and all gold at 10 + 5 and 20 + 10 per type beside BM25; of parts whose gold is kept, the share whose first
span, and one of whose first three, says a gold quote; the area under the curve of "answered" for parts whose gold is
kept against parts of questions without an answer, per kind of gap; calibration error and Brier score; the share of
reasons told right; tiers; milliseconds. Questions of other states are asked as they are worded.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import anyio

from benchmarks.key_facts import tells_key
from benchmarks.reliability import drawn, steps
from benchmarks.retrieval_questions import (
    AskedRow,
    Outcome,
    Quote,
    bm25_outcome,
    marks_of,
    picked,
    read_rows,
    table,
)
from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.evaluation import found
from pipeline.find.strength import grade
from pipeline.run import begin, gathering_for, plan
from pipeline.settings import Settings
from pipeline.types import AnswerSpan, Evidence, PartAnswer
from vault.text.words import words

__all__ = ["Asked", "PartSeen", "area", "asked", "main"]

SAID = 0.5
"""A span says a quote when it holds half of the quote's pairs of neighbouring words, or the quote half of its own."""
LEAST_WORDS = 4
REASONS = {"neighbouring_fee": "other_matter", "elsewhere": "not_held"}
"""Kinds of gap that are told by another name."""
TOLD_AS = {"wrong_kind": "other_matter", "law_missing": "not_held", "unread": "not_held"}
"""Reasons that say more exactly what an author calls by a wider name."""


class PartSeen(NamedTuple):
    """What the finder says of one part: how surely it is answered, why not, and where the first gold span stands."""

    probability: float
    verdict: str
    reason: str
    gold_kept: bool
    rank: int | None
    """Place of the first span that says a gold quote; None when none of those kept does."""
    tells: bool
    """Whether the first span says a gold quote, or every figure and name of the key in other words or another place."""


class Asked(NamedTuple):
    """What one first pass gives for a question."""

    row: AskedRow
    outcome: Outcome
    parts: tuple[PartSeen, ...]
    tier: str


def share_said(quote: str, text: str) -> float:
    """Share of a quote's pairs of neighbouring words that stand in a text."""
    sought, held = words(quote), words(text)
    if len(sought) < 3:
        return float(bool(sought) and f" {' '.join(sought)} " in f" {' '.join(held)} ")
    pairs, there = list(pairwise(sought)), set(pairwise(held))
    return sum(pair in there for pair in pairs) / len(pairs)


def says(text: str, quote: str) -> bool:
    """Whether a span's text says a gold quote."""
    part = share_said(text, quote) if len(text.split()) >= LEAST_WORDS else 0.0
    return max(share_said(quote, text), part) >= SAID


def _of_place(span: AnswerSpan, gold: Quote, evidence: Sequence[Evidence]) -> bool:
    chunk = next((one.chunk for one in evidence if one.label == span.label), None)
    return chunk is not None and (chunk.section == gold.section if gold.section else chunk.doc_id == gold.doc_id)


def _told(answer: PartAnswer, row: AskedRow) -> str:
    """The reason as a reader gets it: "nothing of Alder Falls is held" says of a question on a town that is not held
    what its author calls the other town."""
    names_town = answer.reason == "not_held" and bool(answer.near)
    return "other_town" if names_town and row.gap == "other_town" else answer.reason


def _seen(answers: Sequence[PartAnswer], row: AskedRow, evidence: Sequence[Evidence]) -> tuple[PartSeen, ...]:
    """The parts with their gold: each its own where ours are as many as the author's, else any."""
    quotes = [gold for gold in row.gold if gold.quote]
    apart = len(answers) > 1 and len(answers) == len({quote.part for quote in quotes})
    made = []
    for number, answer in enumerate(answers):
        mine = [quote for quote in quotes if quote.part == number or not apart]
        ranks = (
            place
            for place, span in enumerate(answer.spans)
            if any(_of_place(span, gold, evidence) and says(span.text, gold.quote) for gold in mine)
        )
        kept = any(found(gold, [one.chunk for one in evidence]) for gold in mine)
        rank = next(ranks, None)
        tells = rank == 0 or any(tells_key(row, span.text) for span in answer.spans[:1])
        made.append(PartSeen(answer.probability, answer.verdict, _told(answer, row), kept, rank, tells))
    return tuple(made)


async def _ask(shop: Workshop, row: AskedRow) -> Asked:
    question, context = context_of(shop, Ask(question=row.question, town=row.town or "", queries=row.queries))
    run, work = begin(question, context, shop.services(model=False))
    gathering = gathering_for(await plan(run, work), work)
    began = time.perf_counter()
    await gathering.first_pass()
    held = gathering.result()
    took = (time.perf_counter() - began) * 1000
    return Asked(
        row=row,
        outcome=Outcome(row.group, marks_of(row, picked(gathering)), took),
        parts=_seen(held.answers, row, held.merged),
        tier=grade(held, gathering.plan.issue, Settings()).tier,
    )


def asked(vault: Path, rows: Sequence[AskedRow]) -> tuple[list[Outcome], dict[str, list[Asked]]]:
    """BM25's outcome for every answerable question, and name of a way to ask -> what each question gets."""

    async def work(shop: Workshop) -> tuple[list[Outcome], dict[str, list[Asked]]]:
        ways: dict[str, list[Asked]] = {"phrasings": [], "own words": []}
        plain = []
        for row in rows:
            if row.answerable == "yes":
                plain.append(await anyio.to_thread.run_sync(bm25_outcome, shop, row))
            ways["phrasings"].append(await _ask(shop, row))
            ways["own words"].append(await _ask(shop, row.model_copy(update={"queries": ()})))
        return plain, ways

    return with_shop(Config(vault=vault), work)


# ---- measures


def area(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often a positive stands above a negative, ties half; nan without one of either."""
    if not positive or not negative:
        return float("nan")
    above = sum((one > other) + 0.5 * (one == other) for one in positive for other in negative)
    return above / (len(positive) * len(negative))


def calibration_error(sure: Sequence[float], true: Sequence[bool]) -> float:
    """The mean distance of stated from found share, over ten equal steps."""
    return sum(one.cases * abs(one.said - one.found) for one in steps(sure, true)) / (len(sure) or 1)


def _span_line(name: str, parts: Sequence[PartSeen]) -> str:
    ranks, count = [part.rank for part in parts], len(parts) or 1
    first, three = (sum(rank is not None and rank < most for rank in ranks) / count for most in (1, 3))
    told = sum(part.tells for part in parts) / count
    return (
        f"  {name:10} {len(ranks):4d} parts whose gold is kept: first span {first:.3f}, one of three {three:.3f},"
        f" first tells the fact {told:.3f}"
    )


def finder_lines(held: Sequence[Asked]) -> list[str]:
    """The measures of the answer finder for one way to ask."""
    yes = [(one, part) for one in held if one.row.answerable == "yes" for part in one.parts if part.gold_kept]
    no = [(one, part) for one in held if one.row.answerable == "no" for part in one.parts]
    lines = [
        _span_line(style or "all", [part for one, part in yes if style in ("", one.row.style)])
        for style in ("", "plain", "lay")
    ]
    sure = [part.probability for _, part in yes]
    kinds = sorted({one.row.gap for one, _ in no})
    gaps = {"near misses": [gap for gap in kinds if gap != "elsewhere"], **{gap: [gap] for gap in kinds}}
    for name, meant in gaps.items():
        against = [part.probability for one, part in no if one.row.gap in meant]
        lines.append(f"  answered against {name:17} {len(against):4d}: AUROC {area(sure, against):.3f}")
    stated, true = [*sure, *(part.probability for _, part in no)], [True] * len(yes) + [False] * len(no)
    brier = sum((one - fact) ** 2 for one, fact in zip(stated, true, strict=True)) / (len(stated) or 1)
    lines.append(f"  calibration error {calibration_error(stated, true):.3f}, Brier {brier:.3f} ({len(stated)} parts)")
    told = [(part.reason, REASONS.get(one.row.gap, one.row.gap)) for one, part in no if part.verdict == "open"]
    right = sum(TOLD_AS.get(said, said) == meant for said, meant in told)
    lines.append(f"  reason right {right} of {len(told)} open parts ({right / (len(told) or 1):.2f})")
    return lines


def tier_lines(held: Sequence[Asked]) -> list[str]:
    """Tiers of answerable questions, of those without an answer, and of those from elsewhere."""
    kinds: dict[str, Callable[[Asked], bool]] = {
        "answerable": lambda one: one.row.answerable == "yes",
        "without an answer": lambda one: one.row.answerable == "no",
        "from elsewhere": lambda one: one.row.gap == "elsewhere",
    }
    lines = []
    for name, fits in kinds.items():
        counts = Counter(one.tier for one in held if fits(one))
        total = sum(counts.values()) or 1
        shares = ", ".join(f"{tier} {counts[tier] / total:.2f}" for tier in "ABC")
        lines.append(f"  {name:18} {sum(counts.values()):4d}: {shares}")
    return lines


def report(plain: Sequence[Outcome], ways: dict[str, list[Asked]]) -> str:
    """All tables as text."""
    answerable = {name: [one.outcome for one in held if one.row.answerable == "yes"] for name, held in ways.items()}
    lines = ["gold recall / all gold", table({"bm25": list(plain), **answerable})] if plain else []
    for name, held in ways.items():
        times = sorted(one.outcome.took_ms for one in held)
        spent = (
            f"first pass with answers p50 {times[len(times) // 2]:.0f} ms, p95 {times[int(0.95 * len(times))]:.0f} ms"
        )
        lines += [f"\n{name}: answer finder", *finder_lines(held), "  tiers", *tier_lines(held), f"  {spent}"]
    return "\n".join(lines)


def _diagram(ways: dict[str, list[Asked]]) -> str:
    lines, notes = [], []
    for (name, held), colour in zip(ways.items(), ("#1f6f8b", "#c8553d"), strict=True):
        told = [
            (part.probability, one.row.answerable == "yes")
            for one in held
            for part in one.parts
            if part.gold_kept or one.row.answerable == "no"
        ]
        sure, true = [value for value, _ in told], [fact for _, fact in told]
        brier = sum((value - fact) ** 2 for value, fact in told) / (len(told) or 1)
        lines.append((name, colour, steps(sure, true)))
        notes.append(f"{name}: ECE {calibration_error(sure, true):.3f}, Brier {brier:.3f}")
    return drawn(lines, "; ".join(notes))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the report; 0 when done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", required=True, nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="every n-th question, so that about so many are asked")
    parser.add_argument("--svg", type=Path, help="where the reliability diagram is written")
    given = parser.parse_args(arguments)
    rows = read_rows(given.questions)
    rows = rows[:: max(1, len(rows) // given.limit)] if given.limit else rows
    plain, ways = asked(given.vault, rows)
    print(report(plain, ways))
    if given.svg:
        given.svg.write_text(_diagram(ways), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
