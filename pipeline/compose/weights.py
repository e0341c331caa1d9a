"""Weights of the figures by which a span is scored, fitted by `benchmarks/fit_extracts.py`; data, not code."""

from __future__ import annotations

__all__ = ["WEIGHTS"]

WEIGHTS: dict[str, float] = {
    "cov": 2.45,
    "rare": 1.96,
    "covrel": 1.40,
    "dens": 2.98,
    "key0": -0.53,
    "noname": 0.29,
    "pairs": 0.46,
    "near": 3.38,
    "before": 6.54,
    "about": 3.56,
    "cues": 1.13,
    "cue": 0.35,
    "amount": 0.68,
    "rule": 0.71,
    "measure": 1.42,
    "duration": 0.82,
    "date": 0.02,
    "short": -0.22,
    "length": 0.01,
    "verb": 0.43,
    "digit": 0.57,
    "motion": 1.06,
    "motion_asked": 0.48,
    "score": 2.53,
    "first": 0.96,
    "other_board": -0.98,
    "other_year": -0.65,
    "state_local": -0.29,
    "state_wide": 1.56,
    "bill": -1.30,
    "stale": -0.37,
    "link": 4.01,
    "item": -1.08,
    "ident": 1.23,
    "secfirst": 1.02,
    "townrow": 5.91,
}
"""Name of a figure (see `features`) -> its weight in the log of the score."""
