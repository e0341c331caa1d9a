"""Weights of the figures by which a span is scored, fitted by `benchmarks/fit_extracts.py`; data, not code."""

from __future__ import annotations

__all__ = ["WEIGHTS"]

WEIGHTS: dict[str, float] = {
    "cov": 2.18,
    "rare": 2.01,
    "covrel": 1.53,
    "dens": 2.46,
    "key0": -0.49,
    "noname": 0.33,
    "pairs": 0.83,
    "near": 3.44,
    "before": 6.51,
    "about": 3.44,
    "cues": 1.21,
    "cue": 0.33,
    "amount": 0.68,
    "rule": 0.75,
    "measure": 1.41,
    "duration": 0.66,
    "short": -0.35,
    "length": -0.00,
    "verb": 0.45,
    "digit": 0.52,
    "colon": -1.04,
    "motion": 1.06,
    "motion_asked": 0.39,
    "score": 2.63,
    "first": 0.92,
    "other_board": -0.97,
    "other_year": -0.64,
    "state_local": -0.35,
    "state_wide": 1.68,
    "bill": -1.23,
    "stale": -0.40,
    "link": 4.01,
    "item": -1.12,
    "ident": 0.95,
    "secfirst": 0.99,
    "townrow": 4.50,
}
"""Name of a figure (see `features`) -> its weight in the log of the score."""
