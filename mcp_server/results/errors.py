"""Failures of a call that name what to do instead.

Holds the error types that tools and commands raise; `results.faults` turns them into results of the protocol. It loads
no protocol library: a command on the command line starts without it.
"""

from __future__ import annotations

from vault.errors import OpenCouncilError

__all__ = ["NotReadyError", "TryInsteadError"]


class TryInsteadError(OpenCouncilError):
    """The call cannot be served as asked; says which choices there are and what to call."""

    code = "E_INPUT"

    def __init__(
        self, message: str, *, code: str = "E_INPUT", valid: tuple[str, ...] = (), next_step: str = ""
    ) -> None:
        super().__init__(message, next_step=next_step)
        self.code = code
        self.valid = valid


class NotReadyError(TryInsteadError):
    """Something that was asked for is not installed or not allowed in this process."""
