"""Weights of the figures by which a span is scored, fitted by `benchmarks/fit_extracts.py`; data, not code."""

from __future__ import annotations

__all__ = ["WEIGHTS"]

WEIGHTS: dict[str, float] = {
    "cov": 2.21,
    "rare": 2.09,
    "covrel": 1.39,
    "dens": 2.94,
    "key0": -0.55,
    "noname": 0.33,
    "pairs": 0.68,
    "near": 3.42,
    "before": 7.16,
    "before_law": 3.11,
    "about": 3.47,
    "cues": 1.13,
    "cue": 0.37,
    "amount": 0.64,
    "rule": 0.75,
    "measure": 1.42,
    "duration": 0.81,
    "date": -0.02,
    "short": -0.23,
    "length": 0.03,
    "verb": 0.43,
    "digit": 0.57,
    "motion": 1.07,
    "motion_asked": 0.45,
    "score": 2.52,
    "first": 0.98,
    "other_board": -1.04,
    "other_year": -0.64,
    "state_local": -0.16,
    "state_wide": 1.77,
    "bill": -1.56,
    "stale": -0.27,
    "link": 4.43,
    "item": -1.12,
    "ident": 1.22,
    "secfirst": 0.83,
    "townrow": 5.92,
}
"""Name of a figure (see `features`) -> its weight in the log of the score."""
