"""The audit: small pure rules over an answer and the evidence it cites (S2 §3, S3, decision 24)."""

from pipeline.audit.audit import audit, preference, should_repair
from pipeline.audit.rules import RULES, describe_rules
from pipeline.audit.table import deep_link, to_markdown
from pipeline.audit.text import Lookups, audit_text

__all__ = [
    "RULES",
    "Lookups",
    "audit",
    "audit_text",
    "deep_link",
    "describe_rules",
    "preference",
    "should_repair",
    "to_markdown",
]
