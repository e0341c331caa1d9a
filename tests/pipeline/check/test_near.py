"""Sentences laid beside the words attached to them: what they only say in another form is verified, a word put for
another is not. Town, people and sections are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

CONSIDER = (
    "The Board of Selectmen shall consider the request within thirty (30) days of receipt of the full application."
)
AGREEMENT = (
    "In the event that the agreement does not establish a separate body to run the pier, the agreement shall, in "
    "addition to the items of paragraph II, contain the following: Provision for a joint board."
)
EXEMPT = (
    "The following shall be exempt from the requirements of these Rules: A. A dog used to assist a person with an "
    "impairment. B. A dog assisting law officers."
)
LAMPS = "The site plan proposes to add 8 lamps for a new total of 24 lamps."
FUND = "The trustees shall pay the interest of the fund to the warden by June 1."
OFFICE = "Upon taking any such job the office shall become vacant and shall be filled as provided by law."
SOURCE = source_of(
    "L1",
    a_chunk(
        1, "\n\n".join((CONSIDER, AGREEMENT, EXEMPT, LAMPS, FUND, OFFICE)), doc_type="ordinance",
        title="Pier Ordinance", town="Alder Falls",
    ),
)  # fmt: skip


def verdict(claim: str, quote: str) -> str:
    return judge(claim, (SOURCE,), (Support(source="L1", quote=quote),)).verdict


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "The Board of Selectmen must consider the request within 30 days of receiving the full application.",
            CONSIDER,
        ),
        (
            "If the agreement does not establish a separate body to run the pier, it shall contain “Provision for a "
            "joint board”.",
            AGREEMENT,
        ),
        (
            "A dog used to assist a person with an impairment and a dog assisting law officers are exempt from the "
            "requirements of the Rules.",
            EXEMPT,
        ),
        ("The site plan proposes to add 8 lamps for a new total of 24 lamps, which is 16 plus 8.", LAMPS),
        ("Upon taking any such job “the office shall become vacant”.", OFFICE),
    ],
)
def test_a_sentence_that_differs_in_nothing_that_counts_is_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The Board of Selectmen may consider the request within 30 days of receiving the full application.", CONSIDER),
        ("The Board of Selectmen must consider the request within 30 days of refusing the full application.", CONSIDER),
        ("The site plan proposes to add 8 lamps for a new total of 24 lamps, which is 15 plus 8.", LAMPS),
        ("The trustees shall pay the interest of half of the fund to the warden by June 1.", FUND),
        ("The trustees shall pay the interest of the warden to the fund by June 1.", FUND),
        ("The trustees shall pay the clerk of the fund to the warden by June 1.", FUND),
        ("The trustees may pay the interest of the fund to the warden by June 1.", FUND),
    ],
)
def test_a_word_put_for_another_is_never_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) != "verified"
