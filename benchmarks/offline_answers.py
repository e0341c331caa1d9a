"""What the answers without a model state: gold told, left open, wrong or irrelevant, and how fast.

    python benchmarks/offline_answers.py --vault VAULT --questions FILE [FILE ...] [--limit N] [--show WHAT]

Asks every question as a person does, without phrasings of an assistant, and compares the quotations of the answer with
the gold quotations and the key of the question file. A quotation tells a gold one when it holds six tenths of its
words; a number of the key is told when it stands in a quotation. `--show` prints the answers of one outcome: `told`,
`part`, `wrong`, `open`, `false_yes` (a question without an answer that got one).

Refuses to judge wording: a person reads what `--show` prints.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.retrieval_questions import AskedRow, read_rows
from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question, with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from pipeline.types import TurnResult
from vault.text.words import words

__all__ = ["Told", "judged", "main"]

_SHARE = 0.6
"""A quotation tells a gold one when it holds this share of its words: both are cut differently."""
_QUOTED = re.compile(r"“([^”]+)”")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


class Told(NamedTuple):
    """One answer compared with its key."""

    row: AskedRow
    answer: str
    outcome: str
    """"told" (all gold), "part", "wrong" (quotes, no gold), "open"; without an answer "kept_open" or "false_yes"."""
    gold: int
    stray: int
    """Quotations that tell no gold."""
    numbers: tuple[int, int]
    """Numbers of the key that stand in quotations, and in all."""
    verified: bool
    took_s: float


def _near(text: str) -> int:
    """Where the answer stops answering: what follows is told as what is held beside it."""
    at = re.search(r"(?:The nearest passage found|What is held is of)", text)
    return at.start() if at else len(text)


def _holds(quote: str, gold: str) -> bool:
    wanted = set(words(gold))
    return bool(wanted) and len(wanted & set(words(quote))) >= _SHARE * len(wanted)


def judged(row: AskedRow, result: TurnResult, took_s: float) -> Told:
    """The outcome of one answer."""
    text = result.answer.answer_markdown
    quotes = _QUOTED.findall(text)
    firm = _QUOTED.findall(text[: _near(text)])
    gold = [any(_holds(quote, own.quote) for quote in quotes) for own in row.gold if own.quote]
    stray = sum(not any(_holds(quote, own.quote) for own in row.gold) for quote in quotes)
    key = set(_NUMBER.findall(row.answer))
    held = key & {number for quote in quotes for number in _NUMBER.findall(quote)}
    if row.answerable == "no":
        outcome = "false_yes" if firm else "kept_open"
    elif gold and any(gold):
        outcome = "told" if all(gold) else "part"
    else:
        outcome = "wrong" if firm else "open"
    clean = result.audit.passed
    return Told(row, text, outcome, sum(gold), stray, (len(held), len(key)), clean, took_s)


async def _asked(shop: Workshop, row: AskedRow) -> Told:
    began = time.perf_counter()
    result = await answer_question(shop, Ask(question=row.question, town=row.town or "", writer="extract"))
    return judged(row, result, time.perf_counter() - began)


def _all(vault: Path, rows: Sequence[AskedRow]) -> list[Told]:
    async def work(shop: Workshop) -> list[Told]:
        return [await _asked(shop, row) for row in rows]

    return with_shop(Config(vault=vault), work)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f} ({part}/{whole})" if whole else "-"


def _print(told: Sequence[Told]) -> None:
    held = [one for one in told if one.row.answerable != "no"]
    gaps = [one for one in told if one.row.answerable == "no"]
    by = Counter(one.outcome for one in held)
    golds = sum(len([g for g in one.row.gold if g.quote]) for one in held)
    print(f"answerable {len(held)}: " + ", ".join(f"{name} {_share(by[name], len(held))}" for name in sorted(by)))
    print(f"gold quotations told {_share(sum(one.gold for one in held), golds)}")
    print(f"numbers of the key told {_share(sum(o.numbers[0] for o in held), sum(o.numbers[1] for o in held))}")
    print(f"stray quotations an answer {sum(one.stray for one in told) / (len(told) or 1):.2f}")
    for style, group in _grouped(held):
        own = Counter(one.outcome for one in group)
        print(f"  {style:12} {len(group):4} " + ", ".join(f"{name} {own[name]}" for name in sorted(own)))
    for kind, group in _grouped(gaps):
        print(
            f"open when nothing answers, {kind:12} {_share(sum(o.outcome == 'kept_open' for o in group), len(group))}"
        )
    print(f"audits passed {_share(sum(one.verified for one in told), len(told))}")
    took = sorted(one.took_s for one in told)
    print(f"seconds: median {took[len(took) // 2]:.2f}, p95 {took[int(len(took) * 0.95)]:.2f}")


def _grouped(told: Iterable[Told]) -> list[tuple[str, list[Told]]]:
    groups: dict[str, list[Told]] = defaultdict(list)
    for one in told:
        groups[one.row.gap or one.row.group].append(one)
    return sorted(groups.items())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=0, help="every n-th question so that about so many are asked")
    parser.add_argument("--show", default="", help="print the answers of this outcome")
    given = parser.parse_args()
    rows = read_rows(given.questions)
    step = max(1, len(rows) // given.limit) if given.limit else 1
    told = _all(given.vault, rows[::step])
    for one in told:
        if one.outcome == given.show:
            print(f"--- {one.row.id} ({one.row.group}{one.row.gap}) {one.row.question}\nkey: {one.row.answer}")
            print(f"gold: {[own.quote for own in one.row.gold]}\n{one.answer}\n")
    _print(told)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
