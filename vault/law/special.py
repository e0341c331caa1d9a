"""Which kinds of body a chapter of law is made for, by its title: cities, communications districts, counties.

It refuses to say what a general law says: a chapter that names towns as well binds them too.
"""

from __future__ import annotations

from vault.text.words import stem, words

__all__ = ["made_for"]

_BODY_TEXT = """
    district city cities ward county counties village precinct authority bank compact regional school cooperative mayor
    alderman aldermen unincorporated
"""
_BODIES = frozenset(map(stem, _BODY_TEXT.split()))
_EVERY = frozenset(map(stem, ("town", "municipal", "municipality", "local")))
"""A chapter whose title has one of these is of every town as well."""


def made_for(title: str) -> frozenset[str]:
    """The stems of the kinds of body that a chapter with this title is made for alone; empty for a general one."""
    said = frozenset(map(stem, words(title)))
    return frozenset() if said & _EVERY else said & _BODIES
