"""Matters a text names, with one key for every spelling."""

from __future__ import annotations

import pytest

from vault.facts.matters import matters_in, spelled_out


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
