"""Loads a module by its name on first use, so that a process pays only for what it does.

The one place of the server that imports late: `serve` answers `initialize` before the pipeline is read, and `status`
never reads the protocol library. It refuses names outside the project.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

__all__ = ["load"]

_OURS = ("mcp_server.", "pipeline.", "vault.")


def load(place: str) -> Callable[..., object]:
    """The function or class at "module:name". Raises `ValueError` for a module that is not ours."""
    module, _, name = place.partition(":")
    if not module.startswith(_OURS):
        raise ValueError(f"{module} is not a module of this project")
    found = getattr(import_module(module), name)
    if not callable(found):
        raise TypeError(f"{place} is not callable")
    called: Callable[..., object] = found
    return called
