"""A rehearing or a continued hearing opens its case: what is moved under it is of that case, in text and ledger."""

from __future__ import annotations

import pytest
from fakes import a_document, vault_with

from vault.facts.lead_in import lead_in
from vault.facts.motions import motions
from vault.ledger import LedgerQuery

BEFORE = "Case #31-05-V: Bo Park seeks a Variance for a kennel.\n\nLee moved to approve it. Tan seconded. So voted.\n\n"
MOVED = "New facts were told.\n\nTan moved to grant the rehearing. Lee seconded. Motion passed 3-0."


def _cases(text: str) -> list[list[str]]:
    """The keys of the cases of each motion, in the order of the text."""
    return [[matter.key for matter in one.matters if matter.kind == "case"] for one in motions(text)]


@pytest.mark.parametrize(
    "heading",
    [
        "Rehearing of Case #31-02-V: Ada Roe, a barn.",
        "Rehearing on Case #31-02-V: Ada Roe, a barn.",
        "Request for Rehearing for Case #31-02-V: Ada Roe, a barn.",
        "Request for a Rehearing of Case #31-02-V: Ada Roe, a barn.",
        "Motion for Rehearing on Case #31-02-V: Ada Roe, a barn.",
        "Petition for Rehearing in Case #31-02-V: Ada Roe, a barn.",
        "Application for a Rehearing for Case No. 31-02-V",
        "Rehearing - Case #31-02-V: Ada Roe, a barn.",
        "Request for Rehearing, Case #31-02-V: Ada Roe, a barn.",
        "Rehearing Request for Case #31-02-V: Ada Roe, a barn.",
        "Request to Rehear Case #31-02-V: Ada Roe, a barn.",
        "Request for rehearing for Case #31-02-V: Ada Roe, a barn.",
        "REQUEST FOR REHEARING FOR Case #31-02-V: Ada Roe, a barn.",
        "1. Request for Rehearing for Case #31-02-V: Ada Roe, a barn.",
        "Continued Case #31-02-V: Ada Roe, a barn.",
        "Continuation of Case #31-02-V: Ada Roe, a barn.",
    ],
)
def test_what_is_moved_under_a_rehearing_is_of_its_case_and_not_of_the_case_before(heading: str) -> None:
    assert _cases(f"{BEFORE}{heading}\n\n{MOVED}") == [["case:31-5-v"], ["case:31-2-v"]]


@pytest.mark.parametrize(
    "aside",
    [
        "Lee had read the Request for Rehearing for Case #31-02-V last week.",
        "Mr. Roe filed a Request for Rehearing for Case #31-02-V.",
    ],
)
def test_a_rehearing_that_a_sentence_speaks_of_opens_no_case(aside: str) -> None:
    assert _cases(f"{BEFORE}{aside}\n\nTan moved to close the hearing. Lee seconded. So voted.")[1] == ["case:31-5-v"]


def test_the_next_case_ends_a_rehearing_and_other_business_too() -> None:
    opened = f"Request for Rehearing for Case #31-02-V: Ada Roe.\n\n{MOVED}\n\n"
    assert _cases(f"{opened}{BEFORE}") == [["case:31-2-v"], ["case:31-5-v"]]
    assert _cases(f"{opened}New Business:\n\nTan moved to buy a shed. Lee seconded. So voted.")[1] == []


def test_a_rehearing_keeps_the_kind_of_the_case_and_lends_its_name_where_the_number_tells_no_kind() -> None:
    def told(heading: str) -> list[str]:
        text = f"{heading}\n\nTan moved"
        return [matter.name for matter in lead_in(text, text.index("Tan"), 0, leaning=False).context]

    assert told("Rehearing of Case #31-02-V: Ada Roe sought a variance.") == ["Case #31-02-V (variance)"]
    assert told("Request for Rehearing for Case #31-02-V: Ada Roe.") == ["Case #31-02-V"]
    assert told("Request for Rehearing for Case #31-02: Ada Roe.") == ["Case #31-02 (rehearing)"]


def test_the_ledger_lists_a_rehearing_under_the_case_it_reopens() -> None:
    first = "Case #31-02-V: Ada Roe seeks a Variance.\n\nTan moved to deny the variance. Lee seconded. So voted."
    again = f"{BEFORE}Request for Rehearing for Case #31-02-V: Ada Roe.\n\n{MOVED}"
    documents = [a_document("af-1", first, date="2031-04-01"), a_document("af-2", again, date="2031-05-06")]
    with vault_with(documents) as vault:
        rows = vault.ledger.rows(
            LedgerQuery(town="Alder Falls", key="case:31-2-v", kinds=("motion",)), limit=9, order="time"
        ).rows
    assert [(row.date, "rehearing" in row.record.text) for row in rows] == [("2031-04-01", False), ("2031-05-06", True)]
