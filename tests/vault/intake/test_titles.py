"""Titles as a person would write them: never a letterhead, a department, a ledger line or a town's name alone."""

from __future__ import annotations

import pytest

from vault.intake.titles import made_title, statute_title, title_line
from vault.types import Metadata, Section


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (("TITLE III", "CHAPTER 12-Z", "LAMPS OF TOWNS", "Section 12-Z:1"), "RSA 12-Z Lamps of Towns"),
        (("CHAPTER 12-Z: LAMPS",), "RSA 12-Z Lamps"),
        (("TITLE III",), "RSA 12-Z"),
    ],
)  # fmt: skip
def test_a_chapter_is_named_by_its_number_and_its_name(lines: tuple[str, ...], title: str) -> None:
    sections = (Section(cite="RSA 12-Z:1", text="A placeholder."), Section(cite="RSA 12-Z:2", text="Another."))
    assert statute_title(sections, lines) == title


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (
            ("STATE OF NEW HAMPSHIRE", "Department of Revenue Administration", "Report of Lamps Lit"),
            "Report of Lamps Lit",
        ),
        (("TOWN OF OSSIPEE", "Ossipee Planning Board", "SIGN PERMIT APPLICATION"), "Sign Permit Application"),
        (("Adopted: 1989", "DATE: 5/6/2025", "Lamp and Hedge By-Laws"), "Lamp and Hedge By-Laws"),
        (
            ("Lamp and Hedge Bureau", "Alder Falls, NH 03999", "Welcome to the Town of Alder Falls", "Hedge Rules"),
            "Hedge Rules",
        ),
        (
            (
                "Budget Actual Budget",
                "Collection Date: June 9, 2031",
                "Exhibit A",
                "Return to: the Clerk",
                "Cost of Lamps",
            ),
            "Cost of Lamps",
        ),
        (("PLANNING BOARD", "Town Clerk: Ida Sewall", "Rules of Hedges: 11/02/2031 Page 1 of 11"), "Rules of Hedges"),
        (("This document describes how the lamps of the town are lit each year", "LAMP ORDER XVI"), "Lamp Order XVI"),
        (("01-4130-1 Lamps 12,500.00 11,800.00", "12 Mill Pond Road", "MEMORANDUM"), ""),
    ],
)
def test_the_line_that_reads_like_a_title_is_taken(lines: tuple[str, ...], title: str) -> None:
    assert title_line(lines) == title


def test_without_such_a_line_the_facts_make_the_title() -> None:
    facts = Metadata(lane="local", town="Alder Falls", board="Select Board", doc_type="notice", date="2031-05-06")
    assert made_title(facts, ("TITLE III",), (), "Scan 0001") == "Alder Falls Select Board notice, 2031-05-06"
    assert made_title(Metadata(), (), (), "Scan 0001") == "Scan 0001"


def test_a_decision_is_named_by_its_court_and_day() -> None:
    facts = Metadata(lane="state", board="NH Supreme Court", doc_type="court", date="2031-03-23")
    lines = ("NOTICE: This opinion is subject to motions for rehearing under Rule 22 as",)
    assert made_title(facts, lines, (), "Scan 0001") == "NH Supreme Court decision, 2031-03-23"
