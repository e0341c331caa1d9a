"""Matters a text names, with one key for every spelling."""

from __future__ import annotations

import pytest

from vault.facts.matters import matters_in, of_matter, spelled_out


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Tax Map: 093 Lot: 024", ["parcel:93-24"]),
        ("Map 93, Lot 24 Sub 007", ["parcel:93-24-7"]),
        ("for Case #: 25-02-SPR", ["case:25-2-spr"]),
        ("case no. 25-02-SPR", ["case:25-2-spr"]),
        ("Section 8.01 P & Section 9.06 B", ["section:8.01p", "section:9.06b"]),
        ("Article XXXV – Table 2", ["article:xxxv"]),
        ("Add to the Technology ETF", ["fund:technology"]),
        ("the Technology Expendable Trust Fund", ["fund:technology"]),
        ("the Police Department proposed 2025 budget", ["budget:police department"]),
        ("the minutes of March 4, 2025", ["minutes:2025-03-04"]),
        ("nothing of note", []),
    ],
)
def test_a_matter_has_one_key_however_it_is_written(text: str, keys: list[str]) -> None:
    assert [matter.key for _, _, matter in matters_in(text)] == keys


def test_a_short_form_is_explained_by_the_words_whose_initials_it_has() -> None:
    assert spelled_out("The Board read the Capital Improvement Plan (CIP) and the Rail Trail (East).") == (
        ("CIP", "Capital Improvement Plan"),
    )
    assert spelled_out("The Alder Falls Department of Public Works (DPW) met.") == (
        ("DPW", "Department of Public Works"),
    )
    assert spelled_out("The Select Board (CIP) met.") == ()


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Map 5 Lots 62, 63 and 64 and more", ["5-62", "5-63", "5-64"]),
        ("Map 231, Lot 001 and Map 267, Lots 001 & 002", ["231-1", "267-1", "267-2"]),
        ("Map 49 Lot 3 Subs 5, 1, and 6.", ["49-3-5", "49-3-1", "49-3-6"]),
        ("Tax Map: 251 Lot: 003 & 004 are", ["251-3", "251-4"]),
        ("Tax Map: 251 Lot: 003 & 004", ["251-3", "251-4"]),
        ("Map 5 Lot 12 and 3 others", ["5-12"]),
        ("Map 243 and nothing else", []),
        ("Map 5 Lots 12, 13 and 40 acres", ["5-12", "5-13"]),
    ],
)
def test_the_lots_of_a_list_are_each_a_parcel(text: str, keys: list[str]) -> None:
    assert [matter.key.removeprefix("parcel:") for _, _, matter in matters_in(text)] == keys


@pytest.mark.parametrize(
    ("asked", "text", "may"),
    [
        ("the abatement for Map 12 Lot 3", "deny the abatement for Map 021, Lot 003", False),
        ("the abatement for Map 12 Lot 3", "the abatement for Map 012, Lot 003, Sub lot 7", True),
        ("the abatement for Map 12 Lot 3", "Smith moved to deny the abatement", True),
        ("the abatement for Map 12 Lot 3", "Map 12 Lot 31", False),
        ("case 31-04-SPR on Map 12 Lot 3", "case #31-5-SPR, Map 12 Lot 3", False),
        ("What did they decide?", "case #31-5-SPR", True),
    ],
)
def test_a_text_on_another_number_of_the_kind_asked_about_is_on_another_matter(
    asked: str, text: str, may: bool
) -> None:
    assert of_matter(text, asked) is may
