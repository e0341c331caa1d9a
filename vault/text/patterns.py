"""Patterns of text that are compiled when they are first used.

The grammars hold more than a thousand patterns, and one question needs a quarter of them: compiling all of them
while the modules are imported was most of the time a first answer took. It refuses to know what any pattern means.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

__all__ = ["lazy_regex"]

_BOUND: Final = (
    "findall",
    "finditer",
    "flags",
    "fullmatch",
    "groupindex",
    "groups",
    "match",
    "search",
    "split",
    "sub",
    "subn",
)
"""What is looked up on a pattern: bound once, so that later uses cost one look in the instance's own names."""


class _Lazy:
    """Stands for a compiled pattern; `pattern`, its source, is there without compiling."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update({bound: getattr(compiled, bound) for bound in _BOUND})
        return getattr(compiled, name)


def lazy_regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern of `source` with `re`'s flags, compiled at its first use.

    It takes the place of a compiled pattern of `re` in everything but `isinstance` and as an argument of `re`'s own
    functions. A source that is no pattern raises `re.error` at that first use; a test compiles every one.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))
