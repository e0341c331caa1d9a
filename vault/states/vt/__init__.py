"""Vermont as a `Jurisdiction`: the Vermont Statutes Annotated, selectboards, town meeting in March.

Sources of the words: 24 V.S.A. § 871 (organization of the selectboard), 17 V.S.A. § 2640 (annual meetings in March),
24 V.S.A. § 1683 (fiscal year), 32 V.S.A. § 3651 (grand list as of April 1), 1 V.S.A. § 51 (how the code is cited).
"""

from __future__ import annotations

from vault.facts.periods import CivicCalendar
from vault.states.jurisdiction import Jurisdiction

__all__ = ["VERMONT"]

VERMONT = Jurisdiction(
    code="VT",
    name="Vermont",
    written=("vermont", "vt.", "vt"),
    code_name="V.S.A.",
    code_marks=("V.S.A.", "VSA", "Vt. Stat. Ann."),
    statute_system="other_state",
    finding_aid="plain_words_vt.tsv",
    calendar=CivicCalendar(fiscal_begins=(7, 1), tax_begins=(4, 1), meeting_months=(1, 3)),
    legislature="Vermont General Assembly",
    state_anchors=(
        "Vermont Statutes Annotated",
        "Vermont law",
        "administrative rules",
        "open meeting",
        "public records",
    ),
    state_templates=(
        "{legal_topic} Vermont Statutes",
        "municipal liability negligence Vermont",
        "ADA public facilities guidance Vermont",
        "sovereign immunity municipality Vermont",
    ),
    law_query="Vermont Statutes V.S.A.",
    statewide_phrases=("vsa", "v.s.a.", "vermont law", "vermont statutes"),
    parts_of_tax_bill=(("town", r"\b(?:town|municipal|selectboard)\b"), ("school", r"\beducation\b|\bschool\b")),
)
