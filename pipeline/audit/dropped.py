"""The rule that a quotation keeps the negation and the exception of the sentence it was cut from.

Holds one pure rule over quotations and their cited sources. It refuses to judge what the writer says in his own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.audit.case import AuditCase, Checked, SourceText, finding
from pipeline.compose.bounds import turn_left_out
from pipeline.quotes import locate, quoted_spans, without_quotes
from pipeline.types import Finding

__all__ = ["quotation_drops_negation"]

# "No member “shall be held liable”": the writer gives the negation himself
_GIVEN = re.compile(r"\b(?:no|not|nor|never|neither|none|unless|except|only|without)\b|n['’]t\b", re.IGNORECASE)


def _places(checked: Checked) -> Iterator[tuple[SourceText, tuple[tuple[int, int], ...]]]:
    """Each cited source with the places of all quotations of the claim that stand in it."""
    texts = [span.text for span in quoted_spans(checked.bare)]
    for source in checked.own or checked.cited:
        places = [locate(text, source.text, ocr=source.ocr) for text in texts]
        yield source, tuple(piece for place in places if place.rung != "not_found" for piece in place.pieces)


def quotation_drops_negation(case: AuditCase) -> Iterator[Finding]:
    """A quoted clause keeps the "no", "not", "unless" or "except" that governs it in its sentence."""
    for checked in case.claims:
        if not quoted_spans(checked.bare) or _GIVEN.search(without_quotes(checked.bare)):
            continue
        for source, places in _places(checked):
            lost = turn_left_out(source.text, places)
            if lost:
                message = f"the quotation leaves out “{lost}”, which governs it"
                repair = "Quote the sentence with the words that negate or bound it."
                yield finding("quotation_drops_negation", "error", message, checked, repair)
