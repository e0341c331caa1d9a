"""How much a result tells: the choice that every tool offers."""

from __future__ import annotations

from typing import Literal

Detail = Literal["concise", "detailed"]
