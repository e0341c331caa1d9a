"""Words of a claim that only frame what it says and need no binding of their own: "the minutes show", "article"."""

from __future__ import annotations

from pipeline.quoting.alike import base_of

__all__ = ["FRAME", "JOINTS", "REFERENTS", "ROUNDING"]

_TEXT_FRAME = """
    minutes record records page document text show also too now still then thus would according total figure amount
    sum came number year matter item entry source say said note listed there here meeting mr mrs ms dr under own same
    section rsa law statute chapter paragraph article both all together combined sum differ half
    come go get put bring take make
"""
_TEXT_JOINTS = """
    though although whereas however instead either itself himself herself themselves ones whoever besides moreover
    respectively thing things something somebody someone apiece taken
"""
JOINTS = frozenset(base_of(word) for word in _TEXT_JOINTS.split())
"""Words that join or point and say nothing of their own: what they join is bound word by word."""
FRAME = frozenset(base_of(word) for word in _TEXT_FRAME.split()) | JOINTS
_TEXT_REFERENTS = """
    precinct committee department board council town city district commission trustee county agency group village
    association school meeting member
"""
REFERENTS = frozenset(base_of(word) for word in _TEXT_REFERENTS.split())
"""Who a record is of or speaks of all along: "the precinct" need not stand in the sentence itself."""
ROUNDING = frozenset(
    ["roughly", "nearly", "almost", "approximately", "about", "around", "close to", "some", "just under", "just over"]
)
"""Words before a figure that only round it; the figure itself is compared."""
