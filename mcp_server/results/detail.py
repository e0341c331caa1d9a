"""How much a result tells: the choice that every tool offers."""

from __future__ import annotations

from typing import Literal

__all__ = ["Detail"]

Detail = Literal["concise", "detailed"]
