"""The fitted weights of the answer finder, read from a data file: sums of weighted figures and nothing else.

`benchmarks/fit_answers.py` writes the file. It refuses to know what a figure means.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from vault.types import Value

__all__ = ["Weights", "probability", "span_score", "weights"]


class Weights(Value):
    """Name of a figure -> weight: `span` in the log odds of being the span that answers, `part` (with `bias`) in the
    log odds of the part being answered at all."""

    span: dict[str, float]
    part: dict[str, float]
    bias: float


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights shipped with the package."""
    return Weights.model_validate(json.loads(files("pipeline").joinpath("data", "answers.json").read_text("utf-8")))


def span_score(figures: Mapping[str, float]) -> float:
    """The score of a span; only differences between spans of one part mean anything."""
    known = weights().span
    return sum(weight * figures[name] for name, weight in known.items())


def probability(figures: Mapping[str, float]) -> float:
    """The probability that a part with these figures is answered by what is held."""
    fitted = weights()
    odds = fitted.bias + sum(weight * figures[name] for name, weight in fitted.part.items())
    return 1.0 / (1.0 + math.exp(-max(min(odds, 30.0), -30.0)))
