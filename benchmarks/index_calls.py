"""How often one question asks the engine: calls of `vault.ports.Library`, a batch of searches counted once.

python benchmarks/index_calls.py --vault VAULT --questions dev.jsonl
"""

from __future__ import annotations

import argparse
import json
import threading
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.config import read_config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.evaluation import QuestionRow, load_questions
from pipeline.run import begin
from pipeline.turn import evidence
from vault.ports import Archive, Library

P = ParamSpec("P")
T = TypeVar("T")


def counted(library: Library, calls: Counter[str]) -> Library:
    """The same library, every call of its methods counted by name; what a method calls of its own engine is no call."""
    within = threading.local()

    def counting(name: str, method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def call(*args: P.args, **named: P.kwargs) -> T:
            if getattr(within, "engine", False):
                return method(*args, **named)
            calls[name] += 1
            within.engine = True
            try:
                return method(*args, **named)
            finally:
                within.engine = False

        return call

    for part, offered in ((library.links, Archive), (library, Library)):
        for name in (name for name in vars(offered) if not name.startswith("_")):
            if callable(method := getattr(part, name)):
                setattr(part, name, counting(name, method))
    return library


async def calls_of(shop: Workshop, row: QuestionRow, calls: Counter[str], *, phrased: bool) -> Counter[str]:
    """The calls of one question, with its phrasings or without, from the reading of it to the last hop, by method."""
    calls.clear()
    asked = Ask(question=row.question, town=row.town or "", queries=row.queries if phrased else ())
    question, context = context_of(shop, asked)
    await evidence(*begin(question, context, shop.services(model=False)))
    return Counter(calls)


def main() -> None:
    """Prints the calls of every question, their spread, and the mean of each method."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--with-queries", action="store_true", help="ask with the phrasings of the file")
    given = parser.parse_args()
    rows = load_questions(given.questions)

    async def work(shop: Workshop) -> list[Counter[str]]:
        calls: Counter[str] = Counter()
        counted(shop.index, calls)
        return [await calls_of(shop, row, calls, phrased=given.with_queries) for row in rows]

    found = with_shop(read_config({}, vault=given.vault, read_only=True), work)
    for row, one in zip(rows, found, strict=True):
        print(f"{row.id}  {one.total():>3}  {json.dumps(one)}")
    totals = sorted(one.total() for one in found)
    middle, high = totals[len(totals) // 2], totals[len(totals) * 9 // 10]
    print(f"calls a question: {totals[0]} to {totals[-1]}, p50 {middle}, p90 {high}")
    means = sum(found, Counter[str]())
    print({name: round(n / len(found), 1) for name, n in means.most_common()})


if __name__ == "__main__":
    main()
