"""Fits the answer finder: the order of spans and the probability that a part of a question is answered.

    python benchmarks/fit_answers.py --vault VAULT --questions FILE [FILE ...] [--cache FILE] [--out answers.json]

Needs numpy, which the project itself does not. Every question is planned and retrieved once with its phrasings,
offline. A gold passage that was not found is put last, so that the choice of the span is learned from every question.
Spans are fitted by a listwise loss (spans that say a gold quote against all that say none), parts by a logistic
regression on figures that the spans' cross-fitted scores give: gold held against questions that have no answer.
Everything printed is cross-validated by question (five folds). Rows whose split is `test` are left out unless
`--measure` asks to measure the shipped weights on all rows given, and fit nothing.

Measured on 600 questions of train and tune (792 parts), cross-validated: first span gold .471, one of three .703 (plain
.50/.72, lay .43/.67; the composer's score before: .46/.64 on 125 plain questions). Answered against near misses .865
(neighbouring fee .96, other town .95, other year .84, other matter .85, not held .83), against questions from elsewhere
.990; calibration error .023, Brier score .076. Reasons told right: 61 of 100 (two thresholds were set on them).

Tried and left out: LightGBM's lambdarank for the spans (.49/.70 alone, .51/.73 blended with the linear score, against
.49/.71: not worth its trees); boosted trees for the parts (.878 against .866); how many words and parts a question has
(the questions without an answer were written shorter: it says nothing of what is held).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.retrieval_questions import AskedRow, Quote, read_rows
from mcp_server.app import Workshop
from mcp_server.cli.ask import with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from pipeline.ask.reading import read
from pipeline.find.answer_figures import Candidate, Setting, Sought, candidates, setting_of, sought_of
from pipeline.find.answer_model import probability, span_score, weights
from pipeline.find.answer_parts import part_figures, reason_of
from pipeline.find.answer_text import ReadPage, ReadSpan, read_page
from pipeline.find.vault_engine import corpus_facts
from pipeline.run import begin, gathering_for, plan
from pipeline.types import Evidence, IssueMap, Question, ScopeHint
from vault.store.index import VaultIndex
from vault.store.whole import whole_place
from vault.text.words import content_words, words
from vault.types import Chunk, Filters, Query

__all__ = ["Held", "Part", "collect", "fit_parts", "fit_spans", "main", "parts_of", "split_of"]

Vector = npt.NDArray[np.float64]
Rarity = Callable[[str], float]

FOLDS = 5
STEPS, RATE = 400, 0.05
PULL = 0.03
"""Weight decay of the spans' fit; 0.003 to 0.1 give the same cross-validation within its noise."""
PART_PULL = 30.0
"""Ridge of the parts' fit, in observations; 10 to 100 give the same area under the curve."""
SAID = 0.5
"""A span says a quote when it holds half of the quote's pairs of neighbouring words, or the quote half of its own."""
LEAST_WORDS = 4
TRAIN, TUNE = 154, 180
"""First bytes of the hash below which a row is of the train and of the tune part."""
REASONS = {"neighbouring_fee": "other_matter", "elsewhere": "not_held"}
"""Kinds of gap that are called by another name in a part's reason."""


def split_of(row: AskedRow) -> str:
    """The part a row belongs to: by the first gold document, by the question's id where nothing is gold."""
    key = row.gold[0].doc_id if row.gold else row.id
    first = hashlib.sha256(key.encode()).digest()[0]
    return "train" if first < TRAIN else "tune" if first < TUNE else "test"


class Held(NamedTuple):
    """A question as planned and what was found for it; `missed` are gold passages that were not."""

    row: AskedRow
    question: Question
    issue: IssueMap
    scope: ScopeHint
    evidence: tuple[Evidence, ...]
    missed: tuple[Chunk, ...]


class Part(NamedTuple):
    """One part of a question with its candidates, the figures of each, and which of them say each gold quote."""

    row: AskedRow
    sought: Sought
    setting: Setting
    pages: tuple[ReadPage, ...]
    found: tuple[Candidate, ...]
    names: tuple[str, ...]
    figures: Vector
    gold: tuple[frozenset[int], ...]

    @property
    def says(self) -> frozenset[int]:
        """Candidates that say any gold quote of the part."""
        return frozenset().union(*self.gold)


# ---- what was found


async def _held(shop: Workshop, row: AskedRow) -> Held:
    asked = Ask(question=row.question, town=row.town or "", queries=row.queries)
    question, context = context_of(shop, asked)
    run, work = begin(question, context, shop.services(model=False, capsules=None, run_id="fit"))
    run = await plan(run, work)
    gathering = gathering_for(run, work)
    await gathering.first_pass()
    evidence = gathering.result().merged
    missed = []
    for gold in row.gold:
        if gold.quote and not any(_is_place(gold, item.chunk) for item in evidence):
            held = _gold_chunk(shop, gold)
            missed += [whole_place(held, gathering.facts.around(held.id))] if held else []
    made = gathering.plan
    return Held(row, run.question, made.issue, made.route.scope, evidence, tuple(missed))


def _gold_chunk(shop: Workshop, gold: Quote) -> Chunk | None:
    if gold.section:
        return next(iter(shop.index.section(gold.section)), None)
    query = Query(terms=content_words(gold.quote))
    hits = shop.index.search(query, Filters(doc_ids=(gold.doc_id,)), 6).hits
    return next((hit.chunk for hit in hits if _covers(gold, hit.chunk)), None)


def _covers(gold: Quote, chunk: Chunk) -> bool:
    start = chunk.page_start
    return gold.page is None or start is None or start <= gold.page <= (chunk.page_end or start)


def collect(vault: Path, rows: Sequence[AskedRow]) -> tuple[list[Held], Rarity]:
    """What is found for every question, in order."""

    async def work(shop: Workshop) -> list[Held]:
        return [await _held(shop, row) for row in rows]

    return with_shop(Config(vault=vault), work), rarity_of(vault)


def rarity_of(vault: Path) -> Rarity:
    """The weight of a stem in the vault's archive; the vault stays open while the process lives."""
    return corpus_facts(VaultIndex.open(vault, read_only=True)).rarity


# ---- examples


def _is_place(quote: Quote, chunk: Chunk) -> bool:
    return chunk.section == quote.section if quote.section else chunk.doc_id == quote.doc_id and _covers(quote, chunk)


def _share_said(quote: str, text: str) -> float:
    sought, held = words(quote), words(text)
    if len(sought) < 3:
        return float(bool(sought) and f" {' '.join(sought)} " in f" {' '.join(held)} ")
    pairs, there = list(pairwise(sought)), set(pairwise(held))
    return sum(pair in there for pair in pairs) / len(pairs)


def _says(read: ReadSpan, quote: Quote) -> bool:
    span, chunk = read.span, read.span.evidence.chunk
    if chunk.section != quote.section if quote.section else chunk.doc_id != quote.doc_id:
        return False
    part = _share_said(span.text, quote.quote) if span.words >= LEAST_WORDS else 0.0
    return max(_share_said(quote.quote, span.text), part) >= SAID


def _with_missed(held: Held) -> tuple[Evidence, ...]:
    evidence = list(held.evidence)
    for chunk in held.missed:
        same = [item for item in evidence if item.chunk.lane == chunk.lane]
        low = min((item.score for item in same), default=1.0)
        label = f"{'L' if chunk.lane == 'local' else 'S'}{len(same) + 1}"
        evidence.append(Evidence(label=label, chunk=chunk, score=low))
    return tuple(sorted(evidence, key=lambda item: item.chunk.lane == "state"))


def parts_of(held: Held, rarity: Rarity) -> tuple[Part, ...]:
    """The parts of a question with candidates; where our parts are as many as the author's, each has its own gold."""
    pages = tuple(map(read_page, _with_missed(held)))
    reading = read(held.question.text, held.question.queries)
    setting = setting_of(reading, held.issue, held.scope, rarity)
    sought = sought_of(reading, setting)
    quotes = [quote for quote in held.row.gold if quote.quote]
    apart = len(sought) > 1 and len(sought) == len({quote.part for quote in quotes})
    made = []
    for number, part in enumerate(sought):
        found = candidates(part, pages, setting)
        mine = [quote for quote in quotes if quote.part == number or not apart]
        gold = (frozenset(at for at, one in enumerate(found) if _says(one.read, quote)) for quote in mine)
        names = tuple(found[0].figures) if found else ()
        figures = np.array([[one.figures[name] for name in names] for one in found])
        marks = tuple(dict.fromkeys(own for own in gold if own))
        made.append(Part(held.row, part, setting, pages, found, names, figures, marks))
    return tuple(part for part in made if part.found)


# ---- fitting


def fit_spans(parts: Sequence[Part]) -> Vector:
    """The weight of every figure by Adam on the mean of -log(share of the gold spans among a case's spans)."""
    every = np.concatenate([part.figures for part in parts])
    spread, mean = every.std(axis=0) + 1e-6, every.mean(axis=0)
    blocks, marks, sizes, share = [], [], [], []
    for part in parts:
        for own in part.gold:
            kept = [at for at in range(len(part.figures)) if at in own or at not in part.says]
            blocks.append((part.figures[kept] - mean) / spread)
            marks += [at in own for at in kept]
            sizes.append(len(kept))
            share.append(len(part.gold) ** -0.5)
    figures, is_gold = np.concatenate(blocks), np.array(marks, dtype=np.float64)
    starts, case = np.r_[0, np.cumsum(sizes)[:-1]], np.repeat(np.arange(len(sizes)), sizes)
    weight = np.array(share) / sum(share)
    w, first, second = (np.zeros(every.shape[1]) for _ in range(3))
    for step in range(1, STEPS + 1):
        value = figures @ w
        odds = np.exp(np.maximum(value - np.maximum.reduceat(value, starts)[case], -700))
        good = odds * is_gold
        missed = odds / np.add.reduceat(odds, starts)[case] - good / np.add.reduceat(good, starts)[case]
        slope = figures.T @ (weight[case] * missed) + PULL * w
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope * slope
        w = w - RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return np.asarray(w / spread)


def fit_parts(figures: Vector, is_answered: Vector) -> tuple[Vector, float]:
    """(weights, bias) of a ridge logistic regression on standardised figures, by Newton's method."""
    mean, spread = figures.mean(axis=0), figures.std(axis=0) + 1e-6
    x = np.c_[(figures - mean) / spread, np.ones(len(figures))]
    pull = np.r_[np.full(figures.shape[1], PART_PULL / 10.0), 0.0]
    w = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1.0 / (1.0 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (p - is_answered) + pull * w
        curve = (x * (p * (1 - p))[:, None]).T @ x + np.diag(pull + 1e-9)
        w = w - np.linalg.solve(curve, slope)
    scaled = w[:-1] / spread
    return np.asarray(scaled), float(w[-1] - scaled @ mean)


def _figures_of(part: Part, scores: Vector) -> dict[str, float]:
    return part_figures(part.sought, part.setting, part.found, list(map(float, scores)), part.pages)


# ---- measuring


def area(positive: Vector, negative: Vector) -> float:
    """Area under the curve: how often a positive stands above a negative, ties half."""
    if not len(positive) or not len(negative):
        return float("nan")
    above = (positive[:, None] > negative[None, :]).mean() + 0.5 * (positive[:, None] == negative[None, :]).mean()
    return float(above)


def calibration_error(sure: Vector, true: Vector, bins: int = 10) -> float:
    """Expected calibration error: the mean distance of stated from found share, over equal steps of probability."""
    which = np.minimum((sure * bins).astype(int), bins - 1)
    held = [which == number for number in range(bins)]
    return float(sum(m.mean() * abs(sure[m].mean() - true[m].mean()) for m in held if m.any()))


def span_lines(parts: Sequence[Part], scores: Sequence[Vector]) -> str:
    """Share of parts whose first span, and one of whose first three, is a gold one; by style."""
    lines = []
    for style in ("", "plain", "lay"):
        ranks = [
            min(list(np.argsort(-score, kind="stable")).index(at) for at in part.says)
            for part, score in zip(parts, scores, strict=True)
            if part.says and style in ("", part.row.style)
        ]
        first, three = (sum(rank < most for rank in ranks) / (len(ranks) or 1) for most in (1, 3))
        lines.append(f"spans {style or 'all':6} {len(ranks):5d}  first {first:.3f}  of three {three:.3f}")
    return "\n".join(lines)


def part_lines(parts: Sequence[Part], sure: Vector, figures: Sequence[dict[str, float]]) -> str:
    """Areas under the curve against each kind of gap, calibration, Brier score, share of reasons right."""
    yes = np.array([part.row.answerable == "yes" for part in parts])
    gaps = np.array([part.row.gap for part in parts])
    near = ~yes & (gaps != "elsewhere")
    lines = [
        f"answered {yes.sum()} against near misses {near.sum()}: {area(sure[yes], sure[near]):.3f}",
        *(
            f"  against {gap:16} {(gaps == gap).sum():4d}: {area(sure[yes], sure[gaps == gap]):.3f}"
            for gap in sorted(set(gaps) - {""})
        ),
        f"calibration error {calibration_error(sure, yes * 1.0):.3f}, Brier {((sure - yes) ** 2).mean():.3f}",
    ]
    told = [(reason_of(f), REASONS.get(gap, gap)) for f, gap in zip(figures, gaps, strict=True) if gap]
    right = sum(a == b for a, b in told) / (len(told) or 1)
    lines.append(f"reason right {right:.2f} of {len(told)} open parts")
    for number in range(10):
        m = np.minimum((sure * 10).astype(int), 9) == number
        if m.any():
            lines.append(f"  said {sure[m].mean():.2f} found {yes[m].mean():.2f} ({m.sum()})")
    return "\n".join(lines)


def _folds(parts: Sequence[Part]) -> npt.NDArray[np.int64]:
    ids = {row_id: at % FOLDS for at, row_id in enumerate(sorted({part.row.id for part in parts}))}
    return np.array([ids[part.row.id] for part in parts])


def crossed_scores(parts: Sequence[Part]) -> list[Vector]:
    """The score of every candidate by weights fitted without its question."""
    fold = _folds(parts)
    fitted = [fit_spans([p for p, f in zip(parts, fold, strict=True) if f != k and p.gold]) for k in range(FOLDS)]
    return [part.figures @ fitted[f] for part, f in zip(parts, fold, strict=True)]


def fitted(parts: Sequence[Part]) -> tuple[dict[str, object], str]:
    """The weights as written to the data file, and the cross-validated measures as text."""
    scores = crossed_scores(parts)
    told = [
        (part, _figures_of(part, score))
        for part, score in zip(parts, scores, strict=True)
        if part.gold or part.row.answerable == "no"
    ]
    names = list(told[0][1])
    figures = np.array([[one[name] for name in names] for _, one in told])
    yes = np.array([float(part.row.answerable == "yes") for part, _ in told])
    fold = _folds([part for part, _ in told])
    sure = np.zeros(len(told))
    for k in range(FOLDS):
        w, bias = fit_parts(figures[fold != k], yes[fold != k])
        sure[fold == k] = 1.0 / (1.0 + np.exp(-(figures[fold == k] @ w + bias)))
    text = span_lines(parts, scores) + "\n" + part_lines([p for p, _ in told], sure, [f for _, f in told])
    spans = fit_spans([part for part in parts if part.gold])
    w, bias = fit_parts(figures, yes)
    held = {
        "span": {name: round(float(v), 4) for name, v in zip(parts[0].names, spans, strict=True)},
        "part": {name: round(float(v), 4) for name, v in zip(names, w, strict=True)},
        "bias": round(bias, 4),
    }
    return held, text


def measured(parts: Sequence[Part]) -> str:
    """The measures of the shipped weights."""
    order = weights().span
    scores = [np.array([span_score(one.figures) for one in part.found]) for part in parts]
    told = [
        (part, _figures_of(part, score))
        for part, score in zip(parts, scores, strict=True)
        if part.gold or part.row.answerable == "no"
    ]
    sure = np.array([probability(one) for _, one in told])
    head = f"{len(order)} figures of a span, {len(weights().part)} of a part"
    return "\n".join([head, span_lines(parts, scores), part_lines([p for p, _ in told], sure, [f for _, f in told])])


def main(arguments: Sequence[str] | None = None) -> int:
    """Fits, prints the cross-validated measures and writes the file; with --measure only measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", required=True, type=Path)
    parser.add_argument("--questions", nargs="+", type=Path, default=[])
    parser.add_argument("--cache", nargs="+", type=Path, default=[], help="files of what was found; made when missing")
    parser.add_argument("--measure", action="store_true", help="measure the shipped weights on these rows")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(arguments)
    rows = [row for row in read_rows(given.questions) if given.measure or split_of(row) != "test"]
    if given.cache and all(path.is_file() for path in given.cache):
        found: list[Held] = [one for path in given.cache for one in pickle.loads(path.read_bytes())]
        rarity = rarity_of(given.vault)
    else:
        found, rarity = collect(given.vault, rows)
        if given.cache:
            given.cache[0].write_bytes(pickle.dumps(found))
    parts = [part for held in found for part in parts_of(held, rarity)]
    if given.measure:
        print(measured(parts))
        return 0
    held, text = fitted(parts)
    print(text)
    if given.out:
        given.out.write_text(json.dumps(held, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
