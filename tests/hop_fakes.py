"""A memory in memory for tests of the hop controller: notes and documents as strings, counted by plain containment."""

from __future__ import annotations

from collections.abc import Collection, Sequence

__all__ = ["FakeMemory"]


class FakeMemory:
    """`notes` and `documents` are texts; `unreachable` names no lane can answer; `broken` fails every query."""

    def __init__(
        self,
        *,
        notes: Collection[str] = (),
        documents: Collection[str] = (),
        unreachable: Collection[str] = (),
        broken: bool = False,
    ) -> None:
        self.notes, self.documents = tuple(notes), tuple(documents)
        self.unreachable, self.broken = frozenset(unreachable), broken
        self.asked: list[str] = []

    def prepare(self, phrases: Sequence[str]) -> None:
        """Nothing to look up."""

    def note_hits(self, phrase: str, limit: int) -> int | None:
        self.asked.append(phrase)
        return None if self.broken else _count(phrase, self.notes, limit)

    def related_notes(self, phrase: str, limit: int) -> int | None:
        return None if self.broken else _count(phrase, (*self.notes, *self.documents), limit)

    def retrievable(self, phrase: str) -> bool | None:
        return None if self.broken else phrase not in self.unreachable


def _count(phrase: str, texts: Collection[str], limit: int) -> int:
    return min(limit, sum(phrase.casefold() in text.casefold() for text in texts))
