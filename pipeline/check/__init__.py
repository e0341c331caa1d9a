"""The audit: small pure rules over an answer and the evidence it cites (S2 §3, S3, decision 24)."""

from pipeline.check.audit import FORM_RULES, audit, preference, should_repair
from pipeline.check.claims import GivenClaim, Support
from pipeline.check.outside_text import audit_text
from pipeline.check.rules.must_pass import RULES, describe_rules
from pipeline.check.second import second_read
from pipeline.check.table import to_markdown

__all__ = [
    "FORM_RULES",
    "RULES",
    "GivenClaim",
    "Support",
    "audit",
    "audit_text",
    "describe_rules",
    "preference",
    "second_read",
    "should_repair",
    "to_markdown",
]
