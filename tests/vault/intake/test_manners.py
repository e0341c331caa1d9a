"""Papers as towns of other states write them: who, what and when. All towns, people and texts are invented."""

from __future__ import annotations

import pytest

from vault.intake.classify import classify
from vault.types import Metadata, Page, RawDocument


def _told(text: str, origin: str = "text") -> tuple[str, str, str, str, str]:
    """Title, kind, town, state and date of a paper whose name says nothing."""
    page = Page.model_validate({"number": 1, "text": text, "origin": origin})
    facts = classify(RawDocument(pages=(page,)), "in/Scan0001.pdf", Metadata()).metadata
    return facts.title, facts.doc_type or "", facts.town, facts.state, facts.date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # two days in one line below: of posting and of the meeting; items of an agenda are no minutes
        (
            "Town of Pellbury\nPellbury, Vermont 05999\nRegular Selectboard Meeting\n1. Call to Order\n2. Roll Call\n"
            "3. Adjourn\nAgenda posted April 10, 2031 Meeting of April 14, 2031 Page 1 of 1",
            ("Pellbury Select Board agenda, 2031-04-14", "agenda", "Pellbury", "VT", "2031-04-14"),
        ),
        (
            "Harbor Commission\nTown of Cape Wend | Meeting Agenda | Thursday, April 3, 2031\n"
            "1. Approve minutes of March 6, 2031\n2. Moorings",
            ("Cape Wend Harbor Commission agenda, 2031-04-03", "agenda", "Cape Wend", "NH", "2031-04-03"),
        ),
        # a town that stands only before its board, and the day of a draft over that of the meeting
        (
            "DRAFT Rev. 2 3/20/2031\nWexcombe Finance Committee\nMinutes of Meeting -- March 11, 2031\n"
            "Ms. Dill called the meeting to order. Seconded.",
            ("Wexcombe Finance Committee minutes, 2031-03-11", "minutes", "Wexcombe", "NH", "2031-03-11"),
        ),
        (
            "CHARTER TOWNSHIP OF BELLROSE\nCOUNTY OF TRASK, STATE OF MICHIGAN\nTOWNSHIP BOARD - REGULAR MEETING\n"
            "TUESDAY, MAY 13, 2031\nThe Supervisor called the meeting to order. Carried, seconded by Orr.",
            ("Bellrose Township Board minutes, 2031-05-13", "minutes", "Bellrose", "MI", "2031-05-13"),
        ),
        # addresses and letterheads over the name of the thing
        (
            "City of Fallon Bridge\nBoard of Health\n10 Mill Plaza, Fallon Bridge, Massachusetts 01999\n"
            "ORDER TO CORRECT VIOLATIONS\nJuly 14, 2031",
            ("Order to Correct Violations, 2031-07-14", "other", "Fallon Bridge", "MA", "2031-07-14"),
        ),
        (
            "Town of Ashdown Conservation Commission\nTown Hall, 1 Common Street, Ashdown, MA\nORDER OF CONDITIONS\n"
            "Date of issuance: September 5, 2031",
            ("Order of Conditions, 2031-09-05", "other", "Ashdown", "MA", "2031-09-05"),
        ),
        # what is introduced on one day and adopted on another
        (
            "Ordinance 2031-18\nBOROUGH OF MARSH HAVEN\nCOUNTY OF PELL\nSTATE OF NEW JERSEY\n"
            "BOND ORDINANCE PROVIDING FOR ROAD IMPROVEMENTS\nIntroduced: June 10, 2031\nAdopted: July 8, 2031",
            (
                "Marsh Haven Ordinance 2031-18: Bond Ordinance Providing for Road Improvements",
                "ordinance",
                "Marsh Haven",
                "NJ",
                "2031-07-08",
            ),
        ),
        (
            "RESOLUTION 2031-09\nA RESOLUTION OF THE CITY OF MYRTLE FORK ADOPTING A BUDGET\nWHEREAS, it is due;\n"
            "PASSED this 12th day of May, 2031.",
            (
                "Myrtle Fork Resolution 2031-09: Adopting a Budget",
                "ordinance",
                "Myrtle Fork",
                "NH",
                "2031-05-12",
            ),
        ),
        (
            "VILLAGE OF OXBOW MILLS\nLOCAL LAW NO. 3 OF 2031\nA LOCAL LAW to regulate the parking of trailers\n"
            "Be it enacted as follows:",
            ("Local Law No. 3 of 2031: To regulate the parking of trailers", "ordinance", "Oxbow Mills", "NH", ""),
        ),
        # the ends of a fiscal year are no day of the paper
        (
            "TOWN OF MARL HARBOR\nGENERAL FUND EXPENDITURE BUDGET\nFiscal Year July 1, 2031 - June 30, 2032",
            ("General Fund Expenditure Budget, 2031", "budget", "Marl Harbor", "NH", "2031"),
        ),
        (
            "CITY OF MESQUITE BEND\nNOTICE OF A SPECIAL CALLED MEETING OF THE\nCITY COUNCIL OF MESQUITE BEND, TEXAS\n"
            "Notice is hereby given that a Special Called Meeting will be held on the 9th day of December, 2031.\n"
            "I certify that this notice was posted on December 5, 2031.",
            (
                "Notice of a Special Called Meeting of the City Council of Mesquite Bend, Texas, 2031-12-09",
                "notice",
                "Mesquite Bend",
                "TX",
                "2031-12-09",
            ),
        ),
        (
            "THE STATE OF NEW HAMPSHIRE\nTo the inhabitants of the Town of Quillby, in the County of Grafton in said "
            "State, qualified to vote in town affairs:\nYou are hereby notified to meet at the Quillby School on "
            "Tuesday, the 11th day of March, 2031",
            ("Quillby Town Warrant, 2031-03-11", "warrant", "Quillby", "NH", "2031-03-11"),
        ),
    ],
)  # fmt: skip
def test_who_what_and_when(text: str, expected: tuple[str, str, str, str, str]) -> None:
    assert _told(text) == expected


def test_a_town_named_once_before_its_board_is_none_where_a_scan_may_have_misread_it() -> None:
    text = "Wexcombe Finance Committee\nMinutes of March 11, 2031\nCalled the meeting to order. Seconded."
    assert (_told(text)[2], _told(text, "ocr")[2]) == ("Wexcombe", "")
