"""Deterministic multi-hop retrieval: follows names and citations through the vault, with no model and no vectors."""

from __future__ import annotations

from pipeline.multihop.engine import MultiHopEngine
from pipeline.multihop.types import Expanded, HopSearch, HopTrace, Scope, ScoredChunk

__all__ = ["Expanded", "HopSearch", "HopTrace", "MultiHopEngine", "Scope", "ScoredChunk"]
