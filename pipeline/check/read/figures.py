"""The figures of a claim and of its sources as the one grammar reads them (`vault.facts.figures`), on folded text.

Holds no reading of its own: a figure of a claim and one of a source are compared by the rule of that grammar.
"""

from __future__ import annotations

from pipeline.quoting.locate import folded_text
from vault.facts.figures import Figure, figures_in

__all__ = ["marks_of"]


def marks_of(text: str) -> tuple[Figure, ...]:
    """Every figure of a text in order; () when it has none. Offsets are into the folded text. Never raises."""
    return figures_in(folded_text(text))
