"""`opencouncil eval`: gold recall of the retrieval on a question file, with plain BM25 beside it.

The engine gets its first pass and its hops; the do-nothing baseline gets the question's words, ten local and five
state hits. Scoring is `pipeline.evaluation`'s; an error is a zero.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence

import anyio

from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.cli.terminal import ProgressBar, say
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.evaluation import QuestionRow, QuestionScore, as_table, load_questions, score_question, summarise
from pipeline.run import begin, brief_of
from pipeline.turn import evidence
from vault.errors import OpenCouncilError
from vault.text.words import content_words
from vault.types import Chunk, Filters, Lane, Query

__all__ = ["run"]

_CAPS: tuple[tuple[Lane, int], ...] = (("local", 10), ("state", 5))
"""S0's caps, for the engine and for the baseline alike."""


async def engine_score(shop: Workshop, row: QuestionRow) -> QuestionScore:
    """The score of the whole retrieval of one question; an error is a zero with its reason."""
    began = time.perf_counter()
    try:
        question, context = context_of(shop, Ask(question=row.question, town=row.town or "", queries=row.queries))
        run, work = begin(question, context, shop.services(model=False))
        held = brief_of(await evidence(run, work), shop.settings).retrieval
    except OpenCouncilError as error:
        return score_question(row, ()).changed(error=error.code)
    chunks = [item.chunk for item in held.local[: _CAPS[0][1]]] + [item.chunk for item in held.state[: _CAPS[1][1]]]
    took = (time.perf_counter() - began) * 1000
    queries = sum(len(batch.queries) for batch in held.batches)
    return score_question(row, chunks).changed(took_ms=took, queries=queries, hops=len(held.hops))


def baseline_score(shop: Workshop, row: QuestionRow) -> QuestionScore:
    """The score of plain BM25 with the question's words in each lane, without the finding aid."""
    chunks: list[Chunk] = []
    for lane, cap in _CAPS:
        chunks += shop.library.search_plainly(Query(terms=content_words(row.question)), Filters(lane=lane), cap)
    return score_question(row, chunks)


async def _scores(shop: Workshop, rows: Sequence[QuestionRow]) -> tuple[list[QuestionScore], list[QuestionScore]]:
    bar = ProgressBar()
    ours: list[QuestionScore] = []
    plain: list[QuestionScore] = []
    for number, row in enumerate(rows, 1):
        ours.append(await engine_score(shop, row))
        plain.append(await anyio.to_thread.run_sync(baseline_score, shop, row))
        bar(number, len(rows), row.id)
    bar.close()
    return ours, plain


def run(given: argparse.Namespace, config: Config) -> int:
    """Scores and prints the table."""
    rows = load_questions(given.questions)
    rows = rows[: given.limit] if given.limit else rows
    if given.without_queries:
        rows = tuple(row.changed(queries=()) for row in rows)
    ours, plain = with_shop(config, lambda shop: _scores(shop, rows))
    lines = {"opencouncil": summarise(ours), "bm25": summarise(plain)}
    if given.json:
        tables = {name: [line.model_dump() for line in table] for name, table in lines.items()}
        say(json.dumps({"summary": tables, "questions": [score.model_dump() for score in ours]}, indent=1))
        return 0
    say(as_table(lines))
    times = sorted(score.took_ms for score in ours)
    errors = sum(bool(score.error) for score in ours)
    say(f"median {times[len(times) // 2]:.0f} ms a question, {errors} errors" if times else "no questions")
    return 0
