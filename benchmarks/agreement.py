"""Agreement of records with labels: words in common, pairs of label and record, and the counts that come of them.

Holds no rule of any kind of record; `benchmarks.ledger` and `benchmarks.ledger_words` do.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Label", "Report", "Tally", "aligned", "f1", "held", "tokens"]

Label = Mapping[str, Any]


class Tally(NamedTuple):
    """What one page gave for one kind of record: gold, found, and found rightly."""

    gold: int
    found: int
    right: int


def tokens(text: str) -> list[str]:
    """The words and numbers of a text in small letters."""
    return re.findall(r"[a-z0-9]+", text.lower().replace("’", "").replace("'", ""))


def f1(one: str, other: str) -> float:
    """Token F1 of two texts; 1 for two empty ones."""
    a, b = Counter(tokens(one)), Counter(tokens(other))
    if not a and not b:
        return 1.0
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values()))


def held(words: str, text: str) -> float:
    """Share of the words that stand in the text; 1 for no words."""
    wanted = set(tokens(words))
    return len(wanted & set(tokens(text))) / len(wanted) if wanted else 1.0


def aligned(labels: Sequence[Label], texts: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of label and record with the most words in common, each used once."""
    scored = sorted(
        (
            (f1(str(label["span"]), text) - abs(i - j) / 100, -i, -j)
            for i, label in enumerate(labels)
            for j, text in enumerate(texts)
        ),
        reverse=True,
    )
    used: set[tuple[str, int]] = set()
    pairs: list[tuple[int, int]] = []
    for score, i, j in scored:
        if score >= 0.3 and ("l", -i) not in used and ("t", -j) not in used:
            used |= {("l", -i), ("t", -j)}
            pairs.append((-i, -j))
    return pairs


class Report:
    """Counts by set of pages and kind of record, with what went wrong when asked for."""

    def __init__(self, *, verbose: bool) -> None:
        self.counts: dict[tuple[str, str], list[Tally]] = defaultdict(list)
        self.slots: dict[str, Counter[str]] = defaultdict(Counter)
        self.verbose = verbose

    def say(self, *words: object) -> None:
        """Prints a fault when faults were asked for."""
        if self.verbose:
            print("   ", *words)

    def add(self, origin: str, kind: str, tally: Tally) -> None:
        """Adds a page's counts."""
        self.counts[(origin, kind)].append(tally)

    def print(self) -> None:
        """One line per origin and kind: gold, found, precision, recall."""
        for (origin, kind), tallies in sorted(self.counts.items()):
            gold, found, right = (sum(column) for column in zip(*tallies, strict=True))
            precision, recall = right / found if found else 1.0, right / gold if gold else 1.0
            print(
                f"{origin:5} {kind:22} gold {gold:4} found {found:4} right {right:4}  P {precision:.3f}  R {recall:.3f}"
            )
        for origin, slots in sorted(self.slots.items()):
            of = slots.pop("of", 0)
            print(
                f"{origin:5} slots of {of} aligned motions: " + ", ".join(f"{n} {c / of:.3f}" for n, c in slots.items())
            )
