"""What the answers without a model state: facts of the key, what is left open, wrong or irrelevant, and how fast.

    python benchmarks/offline_answers.py --vault VAULT --questions FILE [FILE ...] [--limit N] [--also] [--show WHAT]

Asks every question as a person does, or with the phrasings that an assistant would send (`--also`), and compares what
is quoted with the gold quotations and the facts of the key (`benchmarks/key_facts.py`). A quotation tells a gold one
when it holds six tenths of its words. What is said to be near is counted apart: it is not told as the
answer. Leads ("for you to judge") are counted by themselves, with the facts that stand in them and nowhere else.
`--show` prints the answers of one outcome (`told`, `part`, `wrong`, `open`, `false_yes`), or all. Where each fact of
the key ends, from the search to the answer, is printed too (`ENDS`).

Refuses to judge wording: a person reads what `--show` prints.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.key_facts import Facts, facts_of, form_of, stated
from benchmarks.retrieval_questions import AskedRow, read_rows
from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question, with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from pipeline.answer.telling import HELD, NEXT, TO_JUDGE, telling
from pipeline.types import PartAnswer, Retrieval
from vault.text.labels import labels_in
from vault.text.words import words

__all__ = ["ENDS", "Told", "ends_of", "judged", "main"]

_SHARE = 0.6
"""A quotation tells a gold one when it holds this share of its words: both are cut differently."""
_QUOTED = re.compile(r"“([^”]+)”")
_SENTENCE = re.compile(r"(?<=\])\.\s+|\n")
_NEAR = re.compile("|".join((NEXT, HELD, TO_JUDGE)))
_LIKELY = re.compile(r"\blikely\b", re.IGNORECASE)
_FIRST = 3
ENDS = (
    "told as certain", "told as likely", "shown as near", "page not held", "held, not among eight spans",
    "among eight, not three", "second or third span", "first span, part open", "first span, not told", "told, but cut",
)  # fmt: skip
"""Where a fact of the key may end, from the answer back to the search."""


class Told(NamedTuple):
    """One answer compared with its key."""

    row: AskedRow
    answer: str
    outcome: str
    """"told" (all gold), "part", "wrong" (quotes, no gold), "open"; without an answer "kept_open" or "false_yes"."""
    gold: int
    stray: int
    """Quotations that tell no gold and no fact of the key."""
    facts: tuple[int, int, int, int]
    """Facts of the key told as certain, told as the answer or its likely one, told anywhere, and in all."""
    misleading: bool
    """Whether what is told as certain holds no gold and less than half of the facts."""
    verified: bool
    cpu_s: float
    led: tuple[int, int] = (0, 0)
    """Leads shown, and those that hold a gold quotation or a fact of the key that is told nowhere else."""
    claims: Mapping[str, int] = MappingProxyType({})
    """Sentences of the answer by the verdict of the audit; those that cite nothing (what was not found) as "open"."""
    ends: tuple[str, ...] = ()
    """Of each fact of the key where it ends, of `ENDS`."""


def _firm(text: str, *, likely: bool) -> str:
    """What is told as the answer, with what is told as likely or without; never what is told as held beside it."""
    said = (one for one in _SENTENCE.split(text) if not _NEAR.search(one))
    return "\n".join(one for one in said if likely or not _LIKELY.search(one))


def _holds(quote: str, gold: str) -> bool:
    wanted = set(words(gold))
    return bool(wanted) and len(wanted & set(words(quote))) >= _SHARE * len(wanted)


def judged(
    row: AskedRow, text: str, *, verified: bool, cpu_s: float, claims: Mapping[str, int] = MappingProxyType({})
) -> Told:
    """The outcome of one answer, `text` its Markdown."""
    certain, likely = _firm(text, likely=False), _firm(text, likely=True)
    quotes, firm = _QUOTED.findall(text), _QUOTED.findall(likely)
    key = facts_of(row)
    golds = [own.quote for own in row.gold if own.quote]
    gold = [any(_holds(quote, own) for quote in quotes) for own in golds]
    stray = sum(not any(_holds(quote, own) for own in golds) and not stated(key, [quote]) for quote in quotes)
    facts = (stated(key, [certain]), stated(key, [likely]), stated(key, [text]), key.total)
    if row.answerable == "no":
        outcome = "false_yes" if firm else "kept_open"
    elif any(gold):
        outcome = "told" if all(gold) else "part"
    else:
        outcome = "wrong" if firm else "open"
    leads = [one for one in _SENTENCE.split(text) if TO_JUDGE in one]
    right = [any(_holds(one, own) for own in golds) or stated(key, [likely, one]) > facts[1] for one in leads]
    missed = not any(_holds(quote, own) for quote in _QUOTED.findall(certain) for own in golds)
    misleading = bool(_QUOTED.search(certain)) and missed and (not golds or 2 * facts[0] < max(1, facts[3]))
    led = (len(leads), sum(right))
    return Told(row, text, outcome, sum(gold), stray, facts, misleading, verified, cpu_s, led, claims)


def ends_of(row: AskedRow, text: str, found: Retrieval) -> tuple[str, ...]:
    """Where each fact of the key ends, of `ENDS`, in an answer (Markdown) from what was found. A page is held when it
    holds six tenths of a gold quotation; of a fact that several ways lose the nearest to the answer counts."""
    key, golds = facts_of(row), [own.quote for own in row.gold if own.quote]
    pages = [one.chunk.text for one in found.merged if any(_holds(one.chunk.text, own) for own in golds)]
    alone = (
        *(Facts((one,), (), frozenset()) for one in key.figures),
        *(Facts((), (one,), frozenset()) for one in key.names),
        *((Facts((), (), key.said),) if key.said else ()),
    )
    said = [_firm(text, likely=False), _firm(text, likely=True), text]
    return tuple(_end(fact, said, pages, found.answers, frozenset(labels_in(text))) for fact in alone)


def _end(
    fact: Facts, said: Sequence[str], pages: Sequence[str], answers: Sequence[PartAnswer], labels: frozenset[str]
) -> str:
    for name, told in zip(ENDS, said, strict=False):
        if stated(fact, [told]):
            return name
    if not stated(fact, pages):
        return "page not held"
    places = [
        (at, one, span)
        for one in answers
        for at, span in enumerate(one.spans)
        if stated(fact, [span.text])
    ]  # fmt: skip
    if not places:
        return "held, not among eight spans"
    at, part, span = min(places, key=lambda one: one[0])
    if at:
        return "second or third span" if at < _FIRST else "among eight, not three"
    if telling(part) == "open":
        return "first span, part open"
    return "told, but cut" if span.label in labels else "first span, not told"


async def _asked(shop: Workshop, row: AskedRow, *, also: bool) -> Told:
    began = time.process_time()
    queries = row.queries if also else ()
    ask = Ask(question=row.question, town=row.town or "", queries=queries, writer="extract")
    result = await answer_question(shop, ask)
    took = time.process_time() - began
    audit = result.audit
    claims = Counter(one.verdict if one.citations else "open" for one in audit.rows)
    text = result.answer.answer_markdown
    told = judged(row, text, verified=audit.passed, cpu_s=took, claims=claims)
    return told._replace(ends=ends_of(row, text, result.retrieval))


def _all(vault: Path, rows: Sequence[AskedRow], *, also: bool) -> list[Told]:
    async def work(shop: Workshop) -> list[Told]:
        return [await _asked(shop, row, also=also) for row in rows]

    return with_shop(Config(vault=vault), work)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f} ({part}/{whole})" if whole else "-"


def _line(group: Sequence[Told]) -> str:
    own = Counter(one.outcome for one in group)
    sure, told, shown, whole = (sum(one.facts[at] for one in group) for at in range(4))
    outcomes = ", ".join(f"{name} {own[name]}" for name in sorted(own))
    partly = sum(one.outcome == "wrong" and one.facts[1] > 0 for one in group)
    return f"facts {_share(told, whole)}, {sure} as certain, {shown} anywhere; {outcomes}; wrong with a fact {partly}"


def _print(told: Sequence[Told]) -> None:
    held = [one for one in told if one.row.answerable != "no"]
    gaps = [one for one in told if one.row.answerable == "no"]
    print(f"answerable {len(held)}: {_line(held)}")
    golds = sum(len([g for g in one.row.gold if g.quote]) for one in held)
    print(f"gold quotations told {_share(sum(one.gold for one in held), golds)}")
    leads, right = (sum(one.led[at] for one in held) for at in (0, 1))
    print(f"leads {leads}, right {right}; where nothing answers {sum(one.led[0] for one in gaps)} of {len(gaps)}")
    print(f"misleading {_share(sum(one.misleading for one in told), len(told))}")
    print(f"stray quotations an answer {sum(one.stray for one in told) / (len(told) or 1):.2f}")
    for name, group in (*_grouped(held, lambda one: one.row.group), *_grouped(held, lambda one: form_of(one.row))):
        print(f"  {name:12} {len(group):4} {_line(group)}")
    for kind, group in _grouped(gaps, lambda one: one.row.gap):
        kept = sum(one.outcome == "kept_open" for one in group)
        print(f"open when nothing answers, {kind:16} {_share(kept, len(group))}")
    print(f"audits passed {_share(sum(one.verified for one in told), len(told))}")
    claims = sum((Counter(one.claims) for one in told), Counter[str]())
    cited = claims.total() - claims["open"]
    print(f"claims that cite verified {_share(claims['verified'], cited)}; {dict(claims)}")
    ends = Counter(end for one in held for end in one.ends)
    print("where facts end: " + "; ".join(f"{name} {ends[name]}" for name in ENDS))
    took = sorted(one.cpu_s for one in told)
    print(f"CPU seconds: median {took[len(took) // 2]:.2f}, p95 {took[int(len(took) * 0.95)]:.2f}")


def _grouped(told: Iterable[Told], name: Callable[[Told], str]) -> list[tuple[str, list[Told]]]:
    groups: dict[str, list[Told]] = defaultdict(list)
    for one in told:
        groups[name(one)].append(one)
    return sorted(groups.items())


def _shown(one: Told) -> str:
    kind = f"{one.row.group} {one.row.gap} {form_of(one.row)}"
    return (
        f"--- {one.row.id} ({kind}) {one.outcome} {one.facts} {one.row.question}\nkey: {one.row.answer}\n"
        f"gold: {[own.quote for own in one.row.gold]}\n{one.answer}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=0, help="every n-th question so that about so many are asked")
    parser.add_argument("--first", type=int, default=0, help="begin at this question")
    parser.add_argument("--gaps", action="store_true", help="only the questions without an answer")
    parser.add_argument("--also", action="store_true", help="with the phrasings of the question file")
    parser.add_argument("--show", default="", help="print the answers of this outcome, or 'all'")
    given = parser.parse_args()
    rows = [row for row in read_rows(given.questions) if not given.gaps or row.answerable == "no"]
    step = max(1, len(rows) // given.limit) if given.limit else 1
    told = _all(given.vault, rows[given.first :: step], also=given.also)
    for one in told:
        if given.show in (one.outcome, "all"):
            print(_shown(one))
    _print(told)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
