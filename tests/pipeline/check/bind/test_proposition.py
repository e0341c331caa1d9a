"""A contradiction is of the very thing a claim says: little else of it is left over, and its value stands elsewhere."""

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Support


def _judged(claim: str, quote: str) -> str:
    return judge(claim, (SourceText(label="L1", text=quote),), (Support(source="L1", quote=quote),)).verdict


BOND = "An insurer shall post a bond of $500 within 10 days. For a renewal the bond shall be $200."
MET = "Ash said the trustees meet on May 6. Birch said the town meeting is held on June 3."


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("For a renewal the bond is $200.", BOND, "verified"),
        ("For a renewal the bond is $900.", BOND, "contradicted"),
        ("The trustees meet on May 6.", MET, "verified"),
        ("The trustees meet on June 3.", MET, "contradicted"),
        ("The trustees meet on May 9.", MET, "contradicted"),
        ("The library's volunteers painted the barn on May 9 for a party.", MET, "consistent"),
    ],
)
def test_a_value_is_contradicted_by_another_of_the_same_matter_only(claim: str, quote: str, verdict: str) -> None:
    assert _judged(claim, quote) == verdict


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("The study needs at least 2% of the parcels or at least 8 sales.",
         "The study shall contain at least 2% of the parcels; and have at least 8 sales.", "consistent"),
        ("The study needs at least 2% of the parcels and at least 8 sales.",
         "The study shall contain at least 2% of the parcels; and have at least 8 sales.", "verified"),
        ("The value of land that changes to another class is changed at once.",
         "The value of the land, which has changed to another class, shall not be changed until May 1.", "consistent"),
        ("The power company has given the group approval for 12 poles.",
         "The group bought hardware for 12 poles and is working with the power company to get approval.", "consistent"),
        ("For a renewal the bond is $700.", BOND, "consistent"),
        ("Bonds can be sold only at public sale.",
         "Bonds may be sold at public sale after a notice.", "consistent"),
    ],
)  # fmt: skip
def test_what_joins_denies_or_only_seeks_is_bound_before_anything_is_verified(
    claim: str, quote: str, verdict: str
) -> None:
    assert _judged(claim, quote) == verdict


PIER = (
    "Ash explained that money meant for the people of Alder Falls pays for boats of 26 towns. The pier is rented for "
    "$400 a year. Each hut pays $90 a month."
)
OBEYED = (
    "Uses in the overlay are not subject to any special permit requirement of the district. Ash asked for lights and "
    "signs and parking in the overlay of the district."
)


def _unplaced(claim: str, text: str) -> str:
    return judge(claim, (SourceText(label="L1", text=text),)).verdict


@pytest.mark.parametrize(
    ("claim", "text", "verdict"),
    [
        ("The pier is rented for $700 a year.", PIER, "contradicted"),
        ("Each of the 26 towns pays $700 a month, Ash explained.", PIER, "consistent"),
        ("Uses in the overlay are subject to any special permit requirement of the district.", OBEYED, "contradicted"),
        ("Parking that Ash asked for in the overlay is subject to a special permit of the district.", OBEYED,
         "consistent"),
    ],
)  # fmt: skip
def test_without_attached_words_a_place_that_says_enough_of_the_claim_contradicts_it(
    claim: str, text: str, verdict: str
) -> None:
    assert _unplaced(claim, text) == verdict
