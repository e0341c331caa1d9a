"""New Hampshire as a `Jurisdiction`: the Revised Statutes Annotated, selectmen, town meetings from March to May.

Sources of the words: S0 and S1 of the product's source documents (anchors, templates); RSA 21:34 (fiscal years),
RSA 76:2 (tax year from April 1), RSA 39:1 and 40:13 (annual meetings; warrants are posted from January), RSA 41:8
(selectmen); the property tax bill as the state's revenue department prints it (town, county, local and state school).
"""

from __future__ import annotations

from vault.facts.periods import CivicCalendar
from vault.states.jurisdiction import Jurisdiction

__all__ = ["NEW_HAMPSHIRE"]

NEW_HAMPSHIRE = Jurisdiction(
    code="NH",
    name="New Hampshire",
    written=("new hampshire", "n.h.", "nh"),
    code_name="RSA",
    code_marks=("RSA", "R.S.A.", "N.H. Rev. Stat."),
    statute_system="rsa",
    cite_prefix="RSA ",
    statute_authority="rsa",
    finding_aid="plain_words.tsv",
    calendar=CivicCalendar(fiscal_begins=(7, 1), tax_begins=(4, 1), meeting_months=(1, 5)),
    legislature="NH General Court",
    state_anchors=("New Hampshire RSA", "NH law", "administrative rules", "Right-to-Know", "NHMA", "AG guidance"),
    state_templates=(
        "{legal_topic} New Hampshire RSA",
        "municipal liability negligence New Hampshire",
        "ADA public facilities guidance New Hampshire",
        "governmental immunity RSA New Hampshire",
    ),
    law_query="New Hampshire RSA",
    statewide_phrases=("rsa", "rsas", "new hampshire", "nh law", "nh"),
    parts_of_tax_bill=(
        ("town", r"\b(?:town|municipal|selectmen|select board)\b"),
        ("school", r"\b(?:school (?:district|tax|budget|portion|part|rate|share)s?|local ed(?:ucation)?)\b"),
        ("county", r"\bcounty\b"),
        ("state", r"\b(?:state(?:wide)? ed(?:ucation)?|state property tax|SWEPT)\b"),
    ),
)
