"""The District of Columbia as a `Jurisdiction`: the D.C. Official Code, the Council, advisory neighborhood commissions.

Sources of the words: D.C. Code § 1-204.01 (the Council), § 1-309.01 (advisory neighborhood commissions), § 1-204.41
(fiscal year from October 1), § 47-811 (tax year as the fiscal year), § 2-576 (how the code is cited in notices).
"""

from __future__ import annotations

from vault.facts.periods import CivicCalendar
from vault.states.jurisdiction import Jurisdiction

__all__ = ["DISTRICT_OF_COLUMBIA"]

DISTRICT_OF_COLUMBIA = Jurisdiction(
    code="DC",
    name="District of Columbia",
    written=("district of columbia", "d.c.", "dc"),
    code_name="D.C. Code",
    code_marks=("D.C. Code", "D.C. Official Code", "DC Code", "DC law", "DC Council"),
    statute_system="other_state",
    finding_aid="plain_words_dc.tsv",
    city="Washington",
    calendar=CivicCalendar(fiscal_begins=(10, 1), tax_begins=(10, 1)),
    legislature="Council of the District of Columbia",
    state_anchors=("D.C. Official Code", "D.C. law", "regulations", "open meetings", "public body"),
    state_templates=(
        "{legal_topic} D.C. Official Code",
        "public body open meetings District of Columbia",
        "freedom of information District of Columbia",
    ),
    law_query="D.C. Official Code",
    statewide_phrases=("d.c. code", "dc code", "d.c. law", "d.c. official code"),
)
