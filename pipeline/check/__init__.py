"""The audit: small pure rules over an answer and the evidence it cites (S2 §3, S3, decision 24)."""

from pipeline.check.absence import OutsideRun
from pipeline.check.audit import FORM_RULES, audit, preference, should_repair
from pipeline.check.claims import GivenClaim, Support
from pipeline.check.outside_text import audit_text
from pipeline.check.rules.must_pass import RULES
from pipeline.check.second import second_read

__all__ = [
    "FORM_RULES",
    "RULES",
    "GivenClaim",
    "OutsideRun",
    "Support",
    "audit",
    "audit_text",
    "preference",
    "second_read",
    "should_repair",
]
