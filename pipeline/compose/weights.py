"""Weights of the figures by which a span is scored, fitted by `benchmarks/fit_extracts.py`; data, not code."""

from __future__ import annotations

__all__ = ["WEIGHTS"]

WEIGHTS: dict[str, float] = {
    "cov": 2.12,
    "rare": 2.09,
    "covrel": 1.43,
    "dens": 3.31,
    "key0": -0.45,
    "noname": 0.25,
    "pairs": 0.62,
    "near": 3.40,
    "before": 6.35,
    "about": 3.55,
    "cues": 1.23,
    "cue": 0.35,
    "amount": 0.67,
    "rule": 0.72,
    "measure": 1.35,
    "duration": 0.83,
    "short": -0.24,
    "length": 0.01,
    "verb": 0.42,
    "digit": 0.54,
    "colon": -1.10,
    "motion": 1.03,
    "motion_asked": 0.44,
    "score": 2.63,
    "first": 0.95,
    "other_board": -1.00,
    "other_year": -0.69,
    "state_local": -0.30,
    "state_wide": 1.70,
    "bill": -1.19,
    "stale": -0.33,
    "link": 3.80,
    "item": -1.10,
    "ident": 0.88,
    "secfirst": 1.00,
    "townrow": 5.84,
}
"""Name of a figure (see `features`) -> its weight in the log of the score."""
