"""Fits the weights of the multi-hop engine on retrieval sets and cross-validates them on halves.

    python benchmarks/fit_multihop.py --sets DIR [DIR ...] --out weights.json [--halves]
        [--weigh SET=FACTOR ...] [--exhaustive SET ...] [--start weights.json]

Needs numpy, which the project itself does not. Every question is collected once through the engine; then all
weights are fitted together by gradient descent on a listwise loss (a gold passage against all that are not gold),
through the three rounds in which links carry likelihood. Only development questions belong here. Halves are only
honest when --start was not fitted on the same questions.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]

from retrieval_sets import build, open_reader, read_questions  # noqa: E402

from pipeline.multihop.engine import REACH, MultiHopEngine  # noqa: E402
from pipeline.multihop.features import DIRECT, LINK, NEED  # noqa: E402
from pipeline.multihop.question import QuestionTerms  # noqa: E402
from pipeline.multihop.score import ROUNDS  # noqa: E402
from pipeline.multihop.weights import Weights, load_weights  # noqa: E402

STEPS = 400
RATE = 0.05
PULL = 2e-4
"""Weight decay towards zero; the features are all about 0..1."""


class Batch(NamedTuple):
    """Collected questions as flat arrays; `question` numbers the question of each passage."""

    direct: np.ndarray
    question: np.ndarray
    gold: np.ndarray
    need: np.ndarray
    source: np.ndarray
    target: np.ndarray
    link: np.ndarray
    share: np.ndarray


def collect(engine: MultiHopEngine, questions: list, ids: dict[str, int], depth: str) -> list[tuple]:
    """Per question: passage features, gold marks, need features, edges as (source, target, features)."""
    rows = []
    for asked in questions:
        terms = QuestionTerms(asked.text, engine.store)
        found = engine.collect(terms, REACH[depth], engine.start(terms))
        place = {i: n for n, i in enumerate(found.direct)}
        gold = {ids[g] for g in asked.gold if g in ids}
        marks = np.array([i in gold for i in found.direct], dtype=np.float32)
        edges = [e for e in found.edges if e.source in place and e.target in place]
        rows.append(
            (
                np.array(list(found.direct.values()), dtype=np.float32).reshape(-1, len(DIRECT)),
                marks,
                np.array(found.need, dtype=np.float32),
                np.array([place[e.source] for e in edges], dtype=np.int64),
                np.array([place[e.target] for e in edges], dtype=np.int64),
                np.array([e.features for e in edges], dtype=np.float32).reshape(-1, len(LINK)),
            )
        )
    return rows


def stack(groups: list[tuple[float, list[tuple]]]) -> Batch:
    """All questions in flat arrays; a group weighs as the fourth root of its size, times its factor."""
    direct, question, gold, need, source, target, link, share = [], [], [], [], [], [], [], []
    offset = 0
    for factor, group in groups:
        for features, marks, needs, a, b, edge in group:
            if not marks.any() or marks.all():
                continue
            direct.append(features)
            question.append(np.full(len(features), len(need)))
            gold.append(marks)
            source.append(a + offset)
            target.append(b + offset)
            link.append(edge)
            share.append(factor * len(group) ** -0.75)
            need.append(needs)
            offset += len(features)
    shares = np.array(share, dtype=np.float32)
    order = np.argsort(np.concatenate(target), kind="stable")
    return Batch(
        np.concatenate(direct),
        np.concatenate(question),
        np.concatenate(gold),
        np.array(need),
        np.concatenate(source)[order],
        np.concatenate(target)[order],
        np.concatenate(link)[order],
        shares / shares.sum(),
    )


def sigmoid(x: np.ndarray) -> np.ndarray:
    """The logistic function, cut off as in the engine."""
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def loss_and_gradient(weights: dict[str, np.ndarray], data: Batch) -> tuple[float, dict[str, np.ndarray]]:
    """The listwise loss and its gradient for every weight vector."""
    parts, hop = sigmoid(data.need @ weights["parts"]), sigmoid(data.need @ weights["hop"])
    g, h = parts[data.question], hop[data.question]
    single = data.direct @ weights["single"] + weights["single_bias"]
    direct = data.direct @ weights["direct"] + weights["direct_bias"]
    likely = sigmoid(data.direct @ weights["source"] + weights["source_bias"])
    worth = np.maximum(data.link @ weights["link"], 0)
    starts = np.flatnonzero(np.r_[True, data.target[1:] != data.target[:-1]])
    owners = data.target[starts]
    history = []
    for _ in range(ROUNDS):
        carried = likely[data.source] * worth
        peak = np.maximum.reduceat(carried, starts)
        lift = np.zeros(len(g), dtype=np.float32)
        lift[owners] = peak
        segment = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(carried)]))
        at_peak = np.flatnonzero(carried == peak[segment])
        _, first = np.unique(segment[at_peak], return_index=True)
        history.append((likely, at_peak[first]))
        value = (1 - g) * single + g * direct + h * lift
        likely = sigmoid(value)
    loss, up = listwise(value, data)
    out = {name: np.zeros_like(w) for name, w in weights.items()}
    d_worth = np.zeros(len(worth), dtype=np.float32)
    d_parts, d_hop = np.zeros(len(parts), dtype=np.float32), np.zeros(len(hop), dtype=np.float32)
    for past, chosen in reversed(history):
        out["single"] += data.direct.T @ (up * (1 - g))
        out["single_bias"] += (up * (1 - g)).sum()
        out["direct"] += data.direct.T @ (up * g)
        out["direct_bias"] += (up * g).sum()
        lift = np.zeros(len(g), dtype=np.float32)
        lift[data.target[chosen]] = past[data.source[chosen]] * worth[chosen]
        d_parts += np.bincount(data.question, up * (direct - single), minlength=len(parts)).astype(np.float32)
        d_hop += np.bincount(data.question, up * lift, minlength=len(hop)).astype(np.float32)
        down = up[data.target[chosen]] * h[data.target[chosen]]
        d_worth[chosen] += down * past[data.source[chosen]]
        d_past = np.bincount(data.source[chosen], down * worth[chosen], minlength=len(g)).astype(np.float32)
        up = d_past * past * (1 - past)
    out["source"] += data.direct.T @ up
    out["source_bias"] += up.sum()
    out["link"] += data.link.T @ (d_worth * (worth > 0))
    out["parts"] += data.need.T @ (d_parts * parts * (1 - parts))
    out["hop"] += data.need.T @ (d_hop * hop * (1 - hop))
    return loss, out


def listwise(value: np.ndarray, data: Batch) -> tuple[float, np.ndarray]:
    """Mean over questions of -log(gold / (gold + all not gold)) per gold passage, and its gradient by value."""
    count = len(data.share)
    rest = np.where(data.gold > 0, -1e9, value)
    top = np.full(count, -1e9, dtype=np.float32)
    np.maximum.at(top, data.question, rest)
    top = np.maximum(top, -50)[data.question]
    others = np.bincount(data.question, np.exp(np.minimum(rest - top, 0)), minlength=count)[data.question]
    golds = np.bincount(data.question, data.gold, minlength=count)[data.question]
    per = data.share[data.question] / np.maximum(golds, 1)
    margin = value - top - np.log(others + 1e-9)
    lost = sigmoid(-margin)
    loss = float((data.gold * per * np.logaddexp(0, -margin)).sum())
    up = -data.gold * per * lost
    pushed = np.bincount(data.question, data.gold * per * lost, minlength=count)[data.question]
    up = up + np.where(data.gold > 0, 0, pushed * np.exp(np.minimum(rest - top, 0)) / (others + 1e-9))
    return loss, up.astype(np.float32)


def fit(data: Batch, start: Weights, steps: int = STEPS) -> dict[str, np.ndarray]:
    """Adam over all weights from the given start."""
    weights = unpack(start)
    first = {n: np.zeros_like(w) for n, w in weights.items()}
    second = {n: np.zeros_like(w) for n, w in weights.items()}
    for step in range(1, steps + 1):
        loss, gradient = loss_and_gradient(weights, data)
        rate = RATE * (1 if step < steps * 0.6 else 0.3 if step < steps * 0.85 else 0.1)
        for name, g in gradient.items():
            g = g + PULL * weights[name]
            first[name] = 0.9 * first[name] + 0.1 * g
            second[name] = 0.99 * second[name] + 0.01 * g * g
            move = (first[name] / (1 - 0.9**step)) / (np.sqrt(second[name] / (1 - 0.99**step)) + 1e-8)
            weights[name] = weights[name] - rate * move
        if step % 100 == 0 or step == 1:
            print(f"step {step} loss {loss:.4f}", file=sys.stderr, flush=True)
    return weights


def unpack(start: Weights) -> dict[str, np.ndarray]:
    """The weights as arrays."""

    def vector(held: dict[str, float], names: tuple[str, ...]) -> np.ndarray:
        return np.array([held.get(n, 0.0) for n in names], dtype=np.float32)

    return {
        "source": vector(start.source, DIRECT),
        "direct": vector(start.direct, DIRECT),
        "single": vector(start.single, DIRECT),
        "link": vector(start.link, LINK),
        "parts": vector(start.parts, NEED),
        "hop": vector(start.hop, NEED),
        **{n: np.array(getattr(start, n), dtype=np.float32) for n in ("source_bias", "direct_bias", "single_bias")},
    }


def pack(weights: dict[str, np.ndarray], start: Weights) -> dict[str, object]:
    """The arrays as the weights file, rounded to two places."""

    def named(key: str, names: tuple[str, ...]) -> dict[str, float]:
        return {n: round(float(x), 2) for n, x in zip(names, weights[key], strict=True) if abs(x) >= 0.01}

    held: dict[str, object] = {key: named(key, DIRECT) for key in ("source", "direct", "single")}
    held |= {
        "link": named("link", LINK),
        "parts": named("parts", NEED),
        "hop": named("hop", NEED),
        "pick": start.pick.model_dump(),
    }
    held |= {key: round(float(weights[key]), 2) for key in ("source_bias", "direct_bias", "single_bias")}
    return held


def main() -> None:
    """Collect, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", type=Path, required=True)
    parser.add_argument("--questions", default="dev.jsonl.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--halves", action="store_true", help="also write OUT.first and OUT.second, fitted on a half")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--weigh", nargs="*", default=[], metavar="SET=FACTOR", help="let a set count more or less")
    parser.add_argument("--exhaustive", nargs="*", default=[], metavar="SET", help="also collect with phrase queries")
    parser.add_argument(
        "--start", type=Path, help="weights to start from and to collect with; the shipped ones if not given"
    )
    given = parser.parse_args()
    start = Weights.model_validate(json.loads(given.start.read_text())) if given.start else load_weights()
    factors = {name: float(factor) for name, _, factor in (pair.partition("=") for pair in given.weigh)}
    groups = []
    for folder in given.sets:
        with tempfile.TemporaryDirectory() as scratch:
            built = build(folder, Path(scratch) / "vault.db")
            engine = MultiHopEngine(open_reader(built.path), start)
            asked = list(read_questions(folder / given.questions))
            for depth in ("quick", "exhaustive") if folder.name in given.exhaustive else ("quick",):
                groups.append((factors.get(folder.name, 1.0), collect(engine, asked, dict(built.chunk_of), depth)))
            print(folder.name, len(asked), file=sys.stderr, flush=True)
    runs = {given.out: groups}
    if given.halves:
        runs[given.out.with_suffix(".first.json")] = [(f, g[: len(g) // 2]) for f, g in groups]
        runs[given.out.with_suffix(".second.json")] = [(f, g[len(g) // 2 :]) for f, g in groups]
    for path, part in runs.items():
        fitted = fit(stack(part), start, given.steps)
        path.write_text(json.dumps(pack(fitted, start), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
