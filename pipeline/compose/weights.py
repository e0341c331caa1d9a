"""Weights of the figures by which a span is scored, fitted by `benchmarks/fit_extracts.py`; data, not code."""

from __future__ import annotations

__all__ = ["WEIGHTS"]

WEIGHTS: dict[str, float] = {
    "cov": 2.12,
    "rare": 2.13,
    "covrel": 1.46,
    "dens": 3.25,
    "key0": -0.45,
    "noname": 0.26,
    "pairs": 0.46,
    "near": 3.32,
    "before": 6.45,
    "about": 3.58,
    "cues": 1.22,
    "cue": 0.35,
    "amount": 0.68,
    "rule": 0.70,
    "measure": 1.38,
    "duration": 0.83,
    "short": -0.24,
    "length": 0.02,
    "verb": 0.43,
    "digit": 0.55,
    "motion": 1.02,
    "motion_asked": 0.48,
    "score": 2.56,
    "first": 0.99,
    "other_board": -0.99,
    "other_year": -0.67,
    "state_local": -0.31,
    "state_wide": 1.70,
    "bill": -1.15,
    "stale": -0.34,
    "link": 3.77,
    "item": -1.14,
    "ident": 1.25,
    "secfirst": 0.99,
    "townrow": 5.85,
}
"""Name of a figure (see `features`) -> its weight in the log of the score."""
