"""Titles as a person would write them: never a letterhead, a department, a ledger line or a town's name alone."""

from __future__ import annotations

import pytest

from vault.intake.doctypes import title_lines
from vault.intake.titles import body_in, case_name, made_title, statute_title, title_line
from vault.types import Metadata, Page, Section


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
        (
            ("Standards of Lamps by the Department of", "Lamp Administration Adopted by the Lamp Board"),
            "Standards of Lamps by the Department of Lamp Administration",
        ),
        (("Level and Sort", "of Lamps"), "Level and Sort of Lamps"),
        # a second line of a title, and lines below one that are none
        (("LAMP SURVEY", "INCLUDING HEDGES"), "Lamp Survey Including Hedges"),
        (("Lamp Ordinance", "NH Route 9", "Route 9a"), "Lamp Ordinance"),
        (
            ("Lamp Ordinance", "Section 1 General", "Pursuant to the authority granted under " + 9 * "law "),
            "Lamp Ordinance",
        ),
        (
            ("Lamp Ordinance", "Ossipee, New Hampshire", "Pursuant to the authority granted under " + 9 * "law "),
            "Lamp Ordinance",
        ),
        (("Lamp Ordinance", "May 6, 2031", "Pursuant to the authority granted under " + 9 * "law "), "Lamp Ordinance"),
        (("Lamp Ordinance", "12 Mill Road", "Pursuant to the authority granted under " + 9 * "law "), "Lamp Ordinance"),
        (
            ("Lamp Ordinance", "Office of the Selectmen", "Pursuant to the authority granted under " + 9 * "law "),
            "Lamp Ordinance",
        ),
        (("Lamp Permit Application", "Property Owner", "Name and address of the owner"), "Lamp Permit Application"),
        (("Lamps to hedge are ready at the Town Hall", "Lamp Tax in Alder Falls"), "Lamp Tax in Alder Falls"),
        (("What is a Lamp District?",), "What is a Lamp District?"),
        (("RULES FOR USE OF TOWN", "LAMPS or HEDGES", "1. Lamps are lit."), "Rules for Use of Town Lamps or Hedges"),
        (("RULES FOR USE OF TOWN", "NOW COME(S) the Owner"), "Rules for Use of Town"),
        (("ORDINANCE # 68-2031", "Lamp Hearings: 10/16/2031"), "Ordinance # 68-2031"),
        (("Lamp Review Application rev. 09/03/2019 Page 1 of 8",), "Lamp Review Application"),
        (("Title 2 - LAMPS AND HEDGES [1]",), "Title 2 - Lamps and Hedges"),
        (("CITY OF ALDER FALLS MUNICIPAL SIGN ORDINANCE",), "City of Alder Falls Municipal Sign Ordinance"),
        (("2031 MUNICIPAL HEDGE", "DATA CERTIFICATE", "We, the undersigned"), "2031 Municipal Hedge Data Certificate"),
        (
            ("Originally Adopted 1989", "Property Owner(s):", "Hedge Clerk’s Office", "Use of the Hall"),
            "Use of the Hall",
        ),
        (("LAMP COMMISSION", "BY-LAWS"), "Lamp Commission By-Laws"),
        (("RULE 1: LAMPS 2", "Rule 11 (Reserved) 18", "Lamp 72. jpg"), ""),
        (("R eC sutts", "Lamp Accounts"), "Lamp Accounts"),
        (("Acworth Durham Landaff Plaistow", "Section Number"), ""),
        (("New Hampshire", "Department of", "Lamp Administration"), ""),
        (("Town Date Lamp Lamp", "With", "Hedges", "Town", "Tax Rate", "County", "Tax"), ""),
        (
            ("RESOLUTION. NO. Q2", "LAMP AND HEDGE PROGRAM", "‘OF THE CITY OF ALDER FALLS", "WHEREAS, the lamps"),
            "Resolution: Lamp and Hedge Program",
        ),
        (
            ("HB 7-FN - AS INTRODUCED", "2031 SESSION", "31-0533", "HOUSE BILL 7-FN", "AN ACT relative to town lamps."),
            "HB 7-FN: Relative to town lamps",
        ),
        (
            ("ORDINANCE NO, 9", "AN ORDINANCE AMENDING THE CITY OF ZUBROWKA LAMP ORDINANCE"),
            "Ordinance No. 9: Amending the City of Zubrowka Lamp Ordinance",
        ),
        (("2031 % Share of Lamps", "Lamp Count of Towns"), "Lamp Count of Towns"),
        (("Rounded for show. The lamps are counted twice", "Lamp Count of Towns"), "Lamp Count of Towns"),
        (("Hedge Input Policy Town of Alder Falls",), "Hedge Input Policy"),
        (
            ("ORDINANCE NO. 8-2031", "AN ORDINANCE THAT AMENDS ORDINANCE NO. 7 TO ALLOW LAMPS", "WHEREAS, a lamp"),
            "Ordinance No. 8-2031: Amends Ordinance No. 7 to Allow Lamps",
        ),
        (
            (
                "ORDINANCE NO. 9-2031",
                "AN ORDINANCE AMENDING THE ZUBROWKA SIGN ORDINANCE",
                "Adopted by Zubrowka",
            ),
            "Ordinance No. 9-2031: Amending the Zubrowka Sign Ordinance",
        ),
        (
            ("Ordinance No. 61-31 an Ordinance Amending Attachment Seven to the Lamp and Hedge Code",),
            "Ordinance No. 61-31: Amending Attachment Seven to the Lamp and Hedge Code",
        ),
        (("Alder Falls Zoning Board of Adjustment", "Notice of Decision"), "Notice of Decision"),
        (("Introductory Guide to Town Meeting", "• It lights the lamps"), "Introductory Guide to Town Meeting"),
        (("Vendor | Price", "Lamp Works | 61.20"), ""),
        (("GWRSD FY 2031 PROPOSED BUDGET",), "GWRSD FY 2031 Proposed Budget"),
        (("HEDGE BOARD BY – LAWS",), "Hedge Board By-Laws"),
        (("Rules of Hedges – 09/2031",), "Rules of Hedges"),
        (("58: Lamp Procedure",), ""),
        (("Gm lamps RTMENT On", "LAND GCs PchVATION", "Rules of Hedges"), "Rules of Hedges"),
        (("LAMPS LIT BY TOWNS From Date: 7/1/2031",), "Lamps Lit by Towns"),
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


@pytest.mark.parametrize(
    ("facts", "line", "title"),
    [
        (Metadata(lane="local", town="Alder Falls", board="Zoning Board of Adjustment", doc_type="policy"),
         "FEE SCHEDULE", "Alder Falls Zoning Board of Adjustment Fee Schedule"),
        (Metadata(lane="local", town="Alder", board="Alder Trail Committee", doc_type="notice"),
         "PUBLIC NOTICE", "Alder Trail Committee Public Notice"),
        (Metadata(lane="local", town="Alder Falls", board="City Council", doc_type="ordinance"),
         "Ordinance 80-2031", "Alder Falls Ordinance 80-2031"),
    ],
)  # fmt: skip
def test_a_title_that_says_only_the_kind_of_paper_says_whose_it_is(facts: Metadata, line: str, title: str) -> None:
    assert made_title(facts, (line,), (), "Scan 0001") == title


def test_a_body_that_no_list_knows_is_read_from_a_line_of_its_own() -> None:
    assert (
        body_in(("PUBLIC NOTICE", "ALDER BRANCH TRAIL ADVISORY COMMITTEE")) == "Alder Branch Trail Advisory Committee"
    )
    assert body_in(("The lamps were shown to the committee", "Lamp Report")) == ""


def test_a_warrant_that_begins_as_a_letter_to_the_constable_is_named_by_its_town() -> None:
    facts = Metadata(lane="local", town="Alder Falls", doc_type="warrant", date="2026-05-04")
    lines = ("County of Essex, ss", "To Any Constable in the Town of Alder Falls", "at 7:00 o'clock in the hall")
    assert made_title(facts, lines, (), "scan 1") == "Alder Falls Town Warrant, 2026-05-04"


def _title_of(*pages: str) -> str:
    return title_line(title_lines(tuple(Page(number=n, text=text) for n, text in enumerate(pages, 1))))


def test_a_table_that_begins_without_a_title_is_called_by_the_line_under_each_page() -> None:
    rows = ["\n".join(f"Lamp {n}{page} ${n}.30" for n in range(20)) for page in range(5)]
    pages = [f"Alder 12/{n}/2031\n{rows[n]}\nVillage Lamp Rates *Shared\n{n} of 4" for n in range(1, 5)]
    assert _title_of(*pages) == "Village Lamp Rates"
    assert _title_of(*pages[:2]) == ""  # two pages repeat by chance


def test_a_form_is_called_by_its_name_below_the_fields() -> None:
    fields = "\n".join(f"Field {n}: ______" for n in range(20))
    assert _title_of(f"{fields}\nLAMP REMOVAL FORM (Old Lamps)\nFee: $25") == "Lamp Removal Form (Old Lamps)"


def test_the_words_in_brackets_below_the_name_of_a_form_belong_to_it() -> None:
    assert _title_of("LAMP REMOVAL FORM\n(Old/New Lamps)\nFee: $25") == "Lamp Removal Form (Old/New Lamps)"


def test_a_title_that_says_a_year_is_given_no_other_one() -> None:
    facts = Metadata(lane="local", doc_type="budget", date="2030")
    assert made_title(facts, ("Default Lamp Budget for FY 2031",), (), "scan 1") == "Default Lamp Budget for FY 2031"


def test_what_a_transcriber_filled_in_is_read_without_its_braces() -> None:
    assert _title_of("# RESOLUTION NO. {{filled:72}}") == "Resolution No. 72"


def test_the_label_of_a_figure_is_no_title_and_what_runs_under_the_pages_is_one() -> None:
    heads = "New Hampshire\nMunicipality\nDate\nValuation\nTax\nRate\nCounty\nTax\nRate\nLocal\nTax\nRate\nTotal\nTax\n"
    pages = [Page(number=n, text=f"{heads}Alder {n * 'Upper '}Lamps*\n$2.39\nLamp Tax Rates\n") for n in (1, 2, 3)]
    assert title_line(title_lines(pages)) == "Lamp Tax Rates"


def test_a_sheet_is_titled_by_what_stands_on_it_else_by_its_name() -> None:
    told = Page(number=1, text="# Sheet Operating\n\n2031 Proposed Lamp Budget\nLamp | 2030 | 2031\nOil | 10 | 12")
    bare = Page(number=1, text="# Sheet Lamp Fees\n\nLamp | Fee\nOil | 10")
    assert [title_line(title_lines([page])) for page in (told, bare)] == ["2031 Proposed Lamp Budget", "Lamp Fees"]


def test_a_report_of_the_state_says_its_year_and_an_act_of_a_council_only_its_town() -> None:
    report = Metadata(lane="state", board="NH Lamp Board", doc_type="report", date="2031")
    act = Metadata(lane="local", town="Alder Falls", board="City Council", doc_type="ordinance")
    assert made_title(report, ("Lamp Survey",), (), "scan 1") == "Lamp Survey, 2031"
    assert made_title(act, ("Charter of Alder Falls",), (), "scan 1") == "Charter of Alder Falls"


@pytest.mark.parametrize(
    ("head", "case"),
    [
        (
            "THE SUPREME COURT\nNo. 2031-0500\nLAMP VALLEY SCHOOL DISTRICT & a.\nv.\nTHE STATE OF NEW HAMPSHIRE & a.",
            "Lamp Valley School District v. State of New Hampshire",
        ),
        (
            "SUPERIOR COURT\nLamp School District,\nHedge School District,\nand Ida Roe1\nv.\nTown of Alder,",
            "Lamp School District v. Town of Alder",
        ),
        ("IDA ROE, )\n  Plaintiff, )\n v. ) Docket 9\n", ""),
        ("IDA ROE, )\n  Plaintiff, )\n v. )\nTOWN OF ALDER, )\n  Defendant. )", "Ida Roe v. Town of Alder"),
        ("2031 VT 9\nTown of Alder v. Roe, et al.\nOn Appeal from the Court", "Town of Alder v. Roe"),
        ("APPEAL OF LAMP OIL COMPANY\n(Board of Tax and Land Appeals)", "Appeal of Lamp Oil Company"),
        ("Minutes of May 6\nThe board read section V. It is long.", ""),
        (
            "Lamp Association, Inc.      Supreme Court\n    On Appeal from\n  v.     Windsor Unit\nTown of Alder   May",
            "Lamp Association v. Town of Alder",
        ),
    ],
)
def test_a_courts_paper_names_its_case_by_the_first_party_of_each_side(head: str, case: str) -> None:
    assert case_name(head) == case


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("TOWN OF ALDER, MASSACHUSETTS\nOFFICE OF THE TOWN CLERK\nDOG LICENSE APPLICATION", "Dog License Application"),
        ("State of Vermont\nAgency of Lamps and Hedges\nReport on Town Lamps", "Report on Town Lamps"),
        ("STATE OF NEW HAMPSHIRE\nOFFICE OF LEGISLATIVE BUDGET ASSISTANT\nLAMP AUDIT REPORT", "Lamp Audit Report"),
        ("FOR IMMEDIATE RELEASE\nMay 6, 2031\nAlder Reopens Lamp Bridge", "Alder Reopens Lamp Bridge"),
        ("RESOLUTION. NO. Q2\nLAMP INVOLVEMENT PROGRAM", "Resolution: Lamp Involvement Program"),
        ("RESOLUTION NO. 22\nLAMP INVOLVEMENT PROGRAM", "Resolution No. 22: Lamp Involvement Program"),
    ],
)
def test_letterheads_of_every_state_and_misread_numbers_are_no_titles(text: str, title: str) -> None:
    assert _title_of(text) == title


def test_a_single_section_is_called_by_its_cite_and_its_heading() -> None:
    section = Section(cite="RSA 12-Z:3", heading="Grant of Lamps.", text="A placeholder.")
    assert statute_title((section,), ("Chapter 12-Z", "LAMPS")) == "RSA 12-Z:3 Grant of Lamps"


def test_a_decision_is_called_by_its_case_its_court_and_its_day() -> None:
    facts = Metadata(lane="state", board="NH Supreme Court", doc_type="court", date="2031-03-23")
    assert made_title(facts, ("NOTICE",), (), "scan 1", "Roe v. Alder") == "Roe v. Alder, NH Supreme Court, 2031-03-23"


def test_a_saved_page_of_a_chapter_is_called_by_it_and_not_by_a_heading_in_it() -> None:
    lines = ("NEW HAMPSHIRE REVISED STATUTES ANNOTATED CHAPTER 12-Z - LAMPS (RIGHT-TO-LIGHT LAW)", "PURPOSE OF LAMPS")
    assert title_line(lines) == "New Hampshire Revised Statutes Annotated Chapter 12-Z - Lamps (Right-to-Light Law)"


def test_the_name_over_the_line_that_tells_who_adopted_it_is_the_title() -> None:
    rules = "Every lamp shall be lit.\n" * 14
    texts = (f"Level of Lamps\n{rules}2031 LAMP STANDARDS\n{done} by the Lamp Board" for done in ("Approved", "Read"))
    pages = [Page(number=1, text=text) for text in texts]
    assert [title_line(title_lines([page])) for page in pages] == ["2031 Lamp Standards", "Level of Lamps"]
