"""The table of audit rules: id, what it demands, and the function that checks it.

Holds the list and its printing. A rule is one pure function from a case to findings; adding one is adding a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pipeline.check.read.case import AuditCase
from pipeline.check.rules import citations, conduct, facts, law
from pipeline.types import Finding

__all__ = ["RULES", "TEXT_RULES"]

Check = Callable[[AuditCase], Iterator[Finding]]


class AuditRule(NamedTuple):
    """A rule: id, one sentence on what it demands with its source clause, and the check."""

    id: str
    demands: str
    check: Check


RULES: tuple[AuditRule, ...] = (
    AuditRule("citation_exists", "Every citation names a source of the brief (S3)", citations.citation_exists),
    AuditRule("user_text_exists", "[USER] is cited only with pasted text (S2 §1)", citations.user_text_exists),
    AuditRule("uncited_claim", "Every fact or law has a citation (S3)", citations.uncited_claim),
    AuditRule("uncited_details", "Figures without citation stand in some source (S3)", citations.uncited_details),
    AuditRule(
        "citation_points_right", "The cited source is the one that says it (S3)", citations.citation_points_right
    ),
    AuditRule("envelope_agrees", "used_statewide agrees with the citations (S0)", citations.envelope_agrees),
    AuditRule(
        "envelope_grounded", "Limitations and reasons name nothing that no source holds", citations.envelope_grounded
    ),
    AuditRule("quotes_verbatim", "Quotations stand word for word in the cited source", facts.quotes_verbatim),
    AuditRule("quotation_drops_negation", "A quotation keeps its no, not, unless", facts.quotation_drops_negation),
    AuditRule("figures_in_source", "Figures, dates, votes and case numbers occur in it", facts.figures_in_source),
    AuditRule("names_in_source", "Proper names occur in it", facts.names_in_source),
    AuditRule("altered_copy", "A copied sentence is not altered in a word that matters", facts.altered_copy),
    AuditRule("unanimity_in_source", "A vote is unanimous when the source shows it", facts.unanimity_in_source),
    AuditRule("statute_supported", "A statute named has its own text cited (decision 23)", law.statute_supported),
    AuditRule("statute_unknown", "What is written like a statute's number is one", law.statute_unknown),
    AuditRule("tier_c_statute", "Tier C speaks of the law in general (S3 tiers)", law.tier_c_statute),
    AuditRule("procedure_uncited", "A named procedure has a source that describes it (S3)", law.procedure_uncited),
    AuditRule("absolute_claim", "No absolute legal claim beyond the source's words (S3)", law.absolute_claim),
    AuditRule("statute_currency", "Repealed, coming, old or draft text says what it is", law.statute_currency),
    AuditRule("bill_as_law", "A bill is not called the law", law.bill_as_law),
    AuditRule("drift", "No names of other matters than the one asked about (S3)", conduct.drift),
    AuditRule("tier_language", "Language is as firm as the tier allows (S3 tiers)", conduct.tier_language),
    AuditRule("instruction_repeated", "Planted instructions are not repeated", conduct.instruction_repeated),
    AuditRule("foreign_link", "Links lead only where a source leads", conduct.foreign_link),
    AuditRule("conflict_not_shown", "Disagreeing sources are both shown", conduct.conflict_not_shown),
)
"""All rules on evidence, in the order in which findings are listed; the rules on format are `FORMAT_RULES`."""

TEXT_RULES: tuple[AuditRule, ...] = tuple(
    rule for rule in RULES if rule.id in {"absolute_claim", "instruction_repeated", "altered_copy"}
)
"""The rules that also make sense for a text from outside, which was not written to a format or from a brief."""
