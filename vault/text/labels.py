"""How a text cites its sources: "[L1]", "[S12]", "[USER]", with the page as a dossier tells it, "[L1 p. 5]".

The one grammar of citation tokens, for whoever splits, reads or neutralises them. It refuses to know what a label
stands for.
"""

from __future__ import annotations

from vault.text.patterns import lazy_regex

__all__ = ["CITATION", "LABEL", "labels_in", "plain_label"]

LABEL = lazy_regex(r"[LS]\d{1,4}|USER")
"""A label alone."""
_PAGE = r"(?:,?\s*(?:pp?\.?|pages?)\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)?"
_ONE = rf"(?:[LS]\d{{1,4}}{_PAGE}|USER)"
CITATION = lazy_regex(rf"\[{_ONE}(?:\s*[,;]\s*{_ONE})*\]")
"""One citation token: a label, with its page or without, or several in one bracket: "[L1, S2]", "[L1; USER]"."""


def labels_in(text: str) -> tuple[str, ...]:
    """Citation labels of a text in order, repeats kept: "[L1 p. 5, S2]" gives ("L1", "S2"); none gives ()."""
    return tuple(label for token in CITATION.findall(text) for label in LABEL.findall(token))


def plain_label(source: str) -> str:
    """The label by which a source is named, without brackets and page ("[L1 p. 5]" gives "L1"); any other name as it
    is, trimmed."""
    labels = labels_in(f"[{source.strip().strip('[]')}]")
    return labels[0] if len(labels) == 1 else source.strip()
