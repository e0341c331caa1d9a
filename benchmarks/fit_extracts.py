"""Fits the weights by which the composer chooses sentences, and measures them by cross-validation.

    python benchmarks/fit_extracts.py --vault VAULT --questions FILE [FILE ...] [--out WEIGHTS.py]

Needs numpy, which the project itself does not. Every question is planned and retrieved once, offline; the spans of
its evidence are described by `pipeline.write.extract.features`, and the weights are fitted together by gradient
descent on a listwise loss: the spans that say a gold quote against all spans that say none. Quotes that the evidence
does not hold count nowhere: this measures the choice of sentences, not the retrieval. A question is scored by weights
that were fitted without it (five folds), beside two ways to choose without weights. Only development questions here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import pipeline.write.extract.weights as shipped
from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.evaluation import Gold, QuestionRow
from pipeline.run import begin, brief_of
from pipeline.turn import evidence
from pipeline.types import Brief
from pipeline.write.extract.asking import asked_of
from pipeline.write.extract.features import describe, stem_set
from pipeline.write.extract.spans import Span, spans_of
from vault.text.words import content_words, words
from vault.types import Chunk

__all__ = ["Example", "Measures", "QuotedRow", "cross_validated", "example_of", "fit", "main", "measure", "module_of"]

Vector = npt.NDArray[np.float64]

FOLDS = 5
STEPS, RATE = 600, 0.05
"""Steps of Adam and their length, in standard deviations of a figure; the loss no longer moves after 500."""
PULL = 0.1
"""Weight decay towards zero; 0.05 to 0.2 give the same cross-validation within its noise."""
SAID = 0.5
"""A span says a quote when it holds half of the quote's pairs of neighbouring words, or the quote half of its own."""
LEAST_WORDS = 4
"""A shorter span is not looked for in a quote: its two pairs may stand anywhere."""
HEAD = f'''"""{shipped.__doc__}"""

from __future__ import annotations

__all__ = ["WEIGHTS"]

WEIGHTS: dict[str, float] = {{
'''
FOOT = '''}
"""Name of a figure (see `features`) -> its weight in the log of the score."""
'''


class Quote(Gold):
    """A gold passage with the words that answer."""

    quote: str = ""


class QuotedRow(QuestionRow):
    """A question with the quotes that answer it; `alt_gold` say the same elsewhere."""

    gold: tuple[Quote, ...] = ()
    alt_gold: tuple[Quote, ...] = ()

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """All quotes that have words."""
        return tuple(quote for quote in (*self.gold, *self.alt_gold) if quote.quote)


class Example(NamedTuple):
    """One question: its spans in reading order, their figures (spans x names), the spans that say each quote held."""

    question: str
    spans: tuple[Span, ...]
    names: tuple[str, ...]
    figures: Vector
    gold: tuple[frozenset[int], ...]


class Measures(NamedTuple):
    """Shares 0..1: questions with a gold span in the first one and three, the mean reciprocal rank of the first gold
    span, and the quotes said within the first three and five spans."""

    hit_1: float
    hit_3: float
    mrr: float
    recall_3: float
    recall_5: float


# ---- examples


def _share_said(quote: str, text: str) -> float:
    """Share of the quote's pairs of neighbouring words that stand in the text, 0..1; a two-word quote stands or not."""
    sought, held = words(quote), words(text)
    if len(sought) < 3:
        return float(bool(sought) and f" {' '.join(sought)} " in f" {' '.join(held)} ")
    pairs, there = list(pairwise(sought)), set(pairwise(held))
    return sum(pair in there for pair in pairs) / len(pairs)


def _is_place(quote: Quote, chunk: Chunk) -> bool:
    return chunk.section == quote.section if quote.section else chunk.doc_id == quote.doc_id


def _says(span: Span, quote: Quote) -> bool:
    if not _is_place(quote, span.evidence.chunk):
        return False
    part = _share_said(span.text, quote.quote) if span.words >= LEAST_WORDS else 0.0
    return max(_share_said(quote.quote, span.text), part) >= SAID


def example_of(row: QuotedRow, brief: Brief) -> Example | None:
    """The spans of a brief with their figures and gold marks; None when none of them says a quote."""
    described = describe(tuple(map(spans_of, brief.retrieval.merged)), asked_of(brief), brief)
    spans = tuple(one.span for one in described)
    gold = (frozenset(at for at, span in enumerate(spans) if _says(span, quote)) for quote in row.quotes)
    held = tuple(dict.fromkeys(found for found in gold if found))
    if not held:
        return None
    names = tuple(described[0].figures)
    figures = np.array([[one.figures[name] for name in names] for one in described])
    return Example(row.question, spans, names, figures, held)


async def _brief_of(shop: Workshop, row: QuotedRow) -> Brief:
    """What a writer may see for the question, as the offline turn finds it."""
    question, context = context_of(shop, Ask(question=row.question, town=row.town or "", writer="extract"))
    run, work = begin(question, context, shop.services(model=False))
    return brief_of(await evidence(run, work), shop.settings)


def read_rows(path: Path) -> tuple[QuotedRow, ...]:
    """The questions of a JSON Lines file. Raises `ValidationError` for a line that is none."""
    lines = path.read_text("utf-8").splitlines()
    return tuple(QuotedRow.model_validate_json(line) for line in lines if line.strip())


def collect(vault: Path, rows: Sequence[QuotedRow]) -> tuple[Example, ...]:
    """The questions whose evidence says one of their quotes, in order."""

    async def work(shop: Workshop) -> list[Example | None]:
        return [example_of(row, await _brief_of(shop, row)) for row in rows]

    return tuple(example for example in with_shop(Config(vault=vault), work) if example is not None)


# ---- fitting


class _Batch(NamedTuple):
    """Cases one after the other: a case is a quote's spans against all spans that say no quote of its question."""

    figures: Vector
    is_gold: Vector
    starts: npt.NDArray[np.intp]
    case: npt.NDArray[np.intp]
    share: Vector


def _cases(example: Example) -> Iterator[tuple[list[int], list[bool]]]:
    every = frozenset().union(*example.gold)
    for own in example.gold:
        kept = [at for at in range(len(example.spans)) if at in own or at not in every]
        yield kept, [at in own for at in kept]


def _stacked(examples: Sequence[Example], mean: Vector, spread: Vector) -> _Batch:
    """All cases with standardised figures; a question weighs as the square root of its quotes."""
    figures, marks, sizes, share = [], [], [], []
    for example in examples:
        for kept, is_gold in _cases(example):
            figures.append((example.figures[kept] - mean) / spread)
            marks += is_gold
            sizes.append(len(kept))
            share.append(len(example.gold) ** -0.5)
    weights = np.array(share)
    return _Batch(
        figures=np.concatenate(figures),
        is_gold=np.array(marks, dtype=np.float64),
        starts=np.r_[0, np.cumsum(sizes)[:-1]],
        case=np.repeat(np.arange(len(sizes)), sizes),
        share=weights / weights.sum(),
    )


def _gradient(weights: Vector, data: _Batch) -> Vector:
    """Of the mean over cases of -log(share of the gold spans in the softmax over the case)."""
    value = data.figures @ weights
    top = np.maximum.reduceat(value, data.starts)
    odds = np.exp(np.maximum(value - top[data.case], -700))
    good = odds * data.is_gold
    missed = odds / np.add.reduceat(odds, data.starts)[data.case] - good / np.add.reduceat(good, data.starts)[data.case]
    pushed: Vector = data.figures.T @ (data.share[data.case] * missed)
    return pushed


def fit(examples: Sequence[Example], pull: float = PULL, steps: int = STEPS) -> Vector:
    """The weight of every figure, in its own unit, by Adam from zero. The examples must not be empty."""
    every = np.concatenate([example.figures for example in examples])
    spread = every.std(axis=0) + 1e-6
    data = _stacked(examples, every.mean(axis=0), spread)
    weights, first, second = (np.zeros(every.shape[1]) for _ in range(3))
    for step in range(1, steps + 1):
        slope = _gradient(weights, data) + pull * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope * slope
        weights = weights - RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return np.asarray(weights / spread)


def cross_validated(examples: Sequence[Example], folds: int = FOLDS) -> list[Vector]:
    """The score of every span of every example by weights fitted without that example."""
    weights = [fit([e for at, e in enumerate(examples) if at % folds != fold]) for fold in range(folds)]
    return [example.figures @ weights[at % folds] for at, example in enumerate(examples)]


# ---- measuring


def measure(examples: Sequence[Example], scores: Sequence[Vector]) -> Measures:
    """The measures of one way to score the spans; ties stand in reading order."""
    ranks: list[list[int]] = []
    for example, score in zip(examples, scores, strict=True):
        place = {int(at): rank for rank, at in enumerate(np.argsort(-score, kind="stable"))}
        ranks.append([min(place[at] for at in own) for own in example.gold])
    best, quotes = [min(own) for own in ranks], [rank for own in ranks for rank in own]
    return Measures(
        hit_1=sum(rank < 1 for rank in best) / len(best),
        hit_3=sum(rank < 3 for rank in best) / len(best),
        mrr=sum(1 / (rank + 1) for rank in best) / len(best),
        recall_3=sum(rank < 3 for rank in quotes) / len(quotes),
        recall_5=sum(rank < 5 for rank in quotes) / len(quotes),
    )


def _retrieved(example: Example) -> Vector:
    """First the first sentences in the order of retrieval, then the second ones."""
    rank = {label: at for at, label in enumerate(dict.fromkeys(span.evidence.label for span in example.spans))}
    return np.array([-float(span.ord * len(rank) + rank[span.evidence.label]) for span in example.spans])


def _worded(example: Example) -> Vector:
    """Share of the question's words that stand in the span, by their stems."""
    asked = stem_set(" ".join(content_words(example.question)))
    return np.array([len(asked & stem_set(span.text)) / (len(asked) or 1) for span in example.spans])


BASELINES: dict[str, Callable[[Example], Vector]] = {
    "retrieval order, first sentence": _retrieved,
    "share of question words": _worded,
}
"""Ways to choose without weights."""


def _table(examples: Sequence[Example], lines: dict[str, Measures]) -> str:
    quotes = sum(len(example.gold) for example in examples)
    head = f"{len(examples)} questions, {quotes} quotes held by the evidence\n"
    head += f"{'':32}" + "".join(f"{name.replace('_', '@'):>9}" for name in Measures._fields)
    rows = [f"{name:32}" + "".join(f"{value:9.3f}" for value in found) for name, found in lines.items()]
    return "\n".join([head, *rows])


def module_of(names: Sequence[str], weights: Vector) -> str:
    """The text of the weights module, rounded to two places."""
    lines = (f'    "{name}": {float(weight):.2f},\n' for name, weight in zip(names, weights, strict=True))
    return HEAD + "".join(lines) + FOOT


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the measures and writes the module; 0 when done, 2 with fewer questions than folds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", required=True, nargs="+", type=Path)
    parser.add_argument("--out", type=Path, help="the module to write; without it the weights are only measured")
    given = parser.parse_args(arguments)
    examples = collect(given.vault, [row for path in given.questions for row in read_rows(path)])
    if len(examples) < FOLDS:
        print(f"{len(examples)} questions have evidence that says a quote; {FOLDS} are needed", file=sys.stderr)
        return 2
    lines = {name: measure(examples, [way(e) for e in examples]) for name, way in BASELINES.items()}
    lines["fitted, cross-validated"] = measure(examples, cross_validated(examples))
    weights = fit(examples)
    lines["fitted, on its own questions"] = measure(examples, [e.figures @ weights for e in examples])
    print(_table(examples, lines))
    if given.out:
        given.out.write_text(module_of(examples[0].names, weights), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
