"""What is told of a finished turn, the same on the terminal, as JSON and in reports.

A value and its one order in text; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["ANSWER_ALONE", "ON_RECORD", "TurnText"]

ON_RECORD = "On record (read off the pages; look at the page before you rely on one)"


class TurnText(NamedTuple):
    """`listed` is the list or total that was asked for: a line, then its rows; `lost` are meetings without minutes,
    `acts` rows on the matter, first where nothing is surely answered; `prose` tells whether the answer stands beside
    them: no denial does, and no likely answer beside the list."""

    listed: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    acts_first: bool = False
    prose: bool = True

    def markdown(self, answer: str) -> str:
        """All of it with the turn's answer, as the Markdown of one text."""
        return "\n\n".join(filter(None, self._blocks(answer)))

    def _blocks(self, answer: str) -> Iterator[str]:
        yield self.listed[0] if self.listed else ""
        yield "\n".join(f"- {line}" for line in self.listed[1:])
        yield from self.lost
        acts = "\n".join((f"{ON_RECORD}:\n", *(f"- {line}" for line in self.acts))) if self.acts else ""
        yield acts if self.acts_first else ""
        yield answer if self.prose else ""
        yield "" if self.acts_first else acts


ANSWER_ALONE: Final = TurnText()
"""The written answer and nothing beside it."""
