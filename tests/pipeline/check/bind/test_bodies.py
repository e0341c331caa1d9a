"""Which body a rule names, and which one acts in minutes of its own. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

RULE = "The Planning Commission has the authority to determine the relevance of criteria and the scope of conditions."
ORDINANCE = source_of("L1", a_chunk(1, RULE, doc_type="ordinance", board="City Council", title="Ordinance 70"))
ACTED = "The Budget Committee recommended $5 for paving. Ash moved to accept the bid. Roy seconded. Motion passed."
MINUTES = source_of("L1", a_chunk(1, ACTED, doc_type="minutes", board="Planning Board", date="2031-05-06"))


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The Planning Commission has the authority to determine the relevance of criteria.", "verified"),
        ("The City Council has the authority to determine the relevance of criteria.", "contradicted"),
        ("The Zoning Board determines the scope of conditions.", "contradicted"),
    ],
)
def test_what_a_rule_gives_to_one_body_is_not_anothers(claim: str, verdict: str) -> None:
    assert judge(claim, (ORDINANCE,), (Support(source="L1", quote=RULE),)).verdict == verdict


def test_in_its_own_minutes_a_body_acts_beside_others_that_are_named() -> None:
    claim = "The Planning Board accepted the bid on Ash's motion."
    assert judge(claim, (MINUTES,), (Support(source="L1", quote=ACTED),)).verdict != "contradicted"


@pytest.mark.parametrize("body", ["planners", "Planning Board members"])
def test_the_members_of_a_body_are_the_body(body: str) -> None:
    claim = f"The bid was accepted on Ash's motion, {body} heard on May 6, 2031."
    quote = "Ash moved to accept the bid. Roy seconded. Motion passed."
    assert "heard" not in judge(claim, (MINUTES,), (Support(source="L1", quote=quote),)).residue
