"""The base of every value that crosses a border of the program.

Stands apart from the vault's own values so that reading settings loads nothing of a vault. It holds no field.
"""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

__all__ = ["Value"]


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
