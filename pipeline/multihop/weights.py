"""The engine's weights: loaded from package data, checked against the names of the features.

Fitted on public development questions (see benchmarks/fit_multihop.py); one file for every vault.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from pydantic import model_validator

from pipeline.multihop.features import DIRECT, LINK, NEED
from vault.types import Value

__all__ = ["PickWeights", "Vectors", "Weights", "load_weights"]


class PickWeights(Value):
    """Bonus and penalties of the greedy pick, in log-odds, and when the entity hops begin."""

    new_terms: float
    source_picked: float
    sibling: float
    stage_two_below: float
    """A best chain weaker than this starts the entity hops."""


class Weights(Value):
    """One number per feature name; `source` tells how likely a passage is a stepping stone; `direct` and
    `single` how good it is for a question of several parts and for one that a single passage answers; `parts` and `hop`
    are the gates."""

    source: dict[str, float]
    direct: dict[str, float]
    single: dict[str, float]
    link: dict[str, float]
    parts: dict[str, float]
    hop: dict[str, float]
    source_bias: float
    direct_bias: float
    single_bias: float
    pick: PickWeights

    @model_validator(mode="after")
    def _names_are_known(self) -> Weights:
        pairs = (
            (self.source, DIRECT),
            (self.direct, DIRECT),
            (self.single, DIRECT),
            (self.link, LINK),
            (self.parts, NEED),
            (self.hop, NEED),
        )
        for held, known in pairs:
            if unknown := sorted(set(held) - set(known)):
                raise ValueError(f"weights for unknown features {unknown}; known are {known}")
        return self


def _vector(weights: dict[str, float], names: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(weights.get(name, 0.0) for name in names)


class Vectors(Value):
    """The weights as tuples in feature order."""

    source: tuple[float, ...]
    direct: tuple[float, ...]
    single: tuple[float, ...]
    link: tuple[float, ...]
    parts: tuple[float, ...]
    hop: tuple[float, ...]

    @classmethod
    def of(cls, weights: Weights) -> Vectors:
        """The vectors of a set of weights; a feature without a weight counts nothing."""
        return cls(
            source=_vector(weights.source, DIRECT),
            direct=_vector(weights.direct, DIRECT),
            single=_vector(weights.single, DIRECT),
            link=_vector(weights.link, LINK),
            parts=_vector(weights.parts, NEED),
            hop=_vector(weights.hop, NEED),
        )


@cache
def load_weights() -> Weights:
    """The weights shipped with the package."""
    return Weights.model_validate(json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8")))
