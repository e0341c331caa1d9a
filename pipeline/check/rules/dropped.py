"""The rule that a quotation keeps the negation, the exception and the lead-in that govern it in its source.

Holds one pure rule over quotations and their cited sources. It refuses to judge what the writer says in his own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.read.case import AuditCase, Checked, SourceText, finding
from pipeline.quoting.lists import head_left_out
from pipeline.quoting.locate import locate, quoted_spans, without_quotes
from pipeline.quoting.negation import dropped_in_sentence
from pipeline.types import Finding

__all__ = ["quotation_drops_negation"]

# No member “shall be held liable”: the writer gives the negation himself
_GIVEN = re.compile(r"\b(?:no|not|nor|never|neither|none|unless|except|only|without)\b|n['’]t\b", re.IGNORECASE)
# "The rules ban “keeping of goats”", "It applies when “construction begins”": so he does with the lead-in of a list
_LEAD_GIVEN = re.compile(
    r"\b(?:if|when|whenever|where|until|once|provided|conditions?|criteri\w+|require\w*|cases?|grounds?|counts? as|"
    r"ban(?:s|ned)?|bar(?:s|red)?|prohibit\w*|forbid\w*|forbidden|unlawful|illegal|violat\w+|exempt\w*|exclu\w+|"
    r"exceptions?|den(?:y|ied|ies|ials?)|refus\w+|disqualif\w+|ineligible)\b",
    re.IGNORECASE,
)


def _places(checked: Checked) -> Iterator[tuple[SourceText, tuple[tuple[int, int], ...]]]:
    """Each cited source with the places of all quotations of the claim that stand in it."""
    texts = [span.text for span in quoted_spans(checked.bare)]
    for source in checked.own or checked.cited:
        places = [locate(text, source.text, ocr=source.ocr) for text in texts]
        yield source, tuple(piece for place in places if place.rung != "not_found" for piece in place.pieces)


def quotation_drops_negation(case: AuditCase) -> Iterator[Finding]:
    """A quoted clause keeps the "no", "not", "unless" or "except" that governs it in its sentence or above its list."""
    for checked in case.claims:
        own = without_quotes(checked.bare)
        if not quoted_spans(checked.bare) or _GIVEN.search(own):
            continue
        for source, places in _places(checked):
            lost = dropped_in_sentence(source.text, places)
            if lost and _said_beside(case, checked, source, places):
                continue
            if lost:
                message = f"the quotation leaves out “{lost}”, which governs it"
                repair = "Quote the sentence with the words that negate or bound it."
                yield finding("quotation_drops_negation", "error", message, checked, repair)
            elif not _LEAD_GIVEN.search(own):
                yield from _out_of_its_list(checked, source, places)


def _said_beside(case: AuditCase, checked: Checked, source: SourceText, places: tuple[tuple[int, int], ...]) -> bool:
    """Whether the sentence before or after it quotes the rest, from the same source."""
    at = case.claims.index(checked)
    for other in case.claims[max(0, at - 1) : at + 2]:
        rest = {one.label: found for one, found in _places(other)}.get(source.label, ())
        if other is not checked and rest and not dropped_in_sentence(source.text, (*places, *rest)):
            return True
    return False


def _out_of_its_list(checked: Checked, source: SourceText, places: tuple[tuple[int, int], ...]) -> Iterator[Finding]:
    head = head_left_out(source.text, places)
    if head:
        message = f"the quotation is an item of a list under “{head.words}”, which it leaves out"
        repair = f"Quote the lead-in too, or say it: “{head.words}”"
        yield finding("quotation_drops_negation", "error" if head.certain else "warning", message, checked, repair)
