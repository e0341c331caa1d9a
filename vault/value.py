"""The base of every value that crosses a border of the program, and answers that are asked for once.

Stands apart from the vault's own values so that reading settings loads nothing of a vault. It holds no field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

__all__ = ["AskedOnce", "Value"]

T = TypeVar("T")


class Value(BaseModel):
    """Base of every value: frozen, unknown fields refused; its validator is built when the first one is made."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def like(cls, *others: object, **told: object) -> Self:
        """The value with the fields that it has in common with others, the last one's first, and what is told besides.

        Raises pydantic's `ValidationError` for a field that is missing, does not exist or does not fit.
        """
        shared = {name: getattr(one, name) for one in others for name in cls.model_fields if hasattr(one, name)}
        return cls.model_validate({**shared, **told}, by_name=True)

    def changed(self, **fields: object) -> Self:
        """The value with these fields changed, each held to its type as at the start; the value itself stays.

        Raises pydantic's `ValidationError` for a field that does not exist or does not fit.
        """
        held = {name: getattr(self, name) for name in type(self).model_fields}
        return self.model_validate({**held, **fields}, by_name=True)


class AskedOnce(Generic[T]):
    """Answers about names: of each the question is put once, of all that are new at the same time."""

    def __init__(self, ask: Callable[[Sequence[str]], Mapping[str, T]]) -> None:
        self._ask = ask
        self._known: dict[str, T] = {}

    def learn(self, names: Sequence[str]) -> None:
        """Asks about those of the names that are not known yet."""
        fresh = [name for name in dict.fromkeys(names) if name not in self._known]
        if fresh:
            self._known.update(self._ask(fresh))

    def take(self, told: Mapping[str, T]) -> None:
        """Notes answers that came with another question."""
        self._known.update(told)

    def of(self, names: Sequence[str]) -> dict[str, T]:
        """The answer about each name that has one."""
        self.learn(names)
        return {name: self._known[name] for name in names if name in self._known}

    def one(self, name: str) -> T:
        """The answer about one name."""
        if name not in self._known:
            self.learn((name,))
        return self._known[name]
