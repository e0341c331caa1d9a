"""Why a part of a question is open: the rules on the figures of its best spans."""

import pytest

from pipeline.find.answer_parts import reason_of

NEAR = {
    "best_page_phrased": 0.9, "best_other_town": 0.0, "town_lost": 0.0, "best_other_year": 0.0, "year_lost": 0.0,
    "best_outside": 0.0, "best_kind_none": 0.0, "high_kinds": 1.0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("figures", "reason"),
    [
        ({}, "other_matter"),
        ({"best_page_phrased": 0.3}, "not_held"),
        ({"best_other_town": 1.0}, "other_town"),
        ({"town_lost": 1.0, "best_page_phrased": 0.2}, "not_held"),
        ({"best_other_town": 1.0, "best_other_year": 1.0}, "other_town"),
        ({"year_lost": 1.0}, "other_year"),
        ({"best_outside": 1.0}, "other_year"),
        ({"best_kind_none": 1.0, "high_kinds": 0.0}, "wrong_kind"),
    ],
)
def test_an_open_part_tells_what_is_held_instead(figures: dict[str, float], reason: str) -> None:
    assert reason_of({**NEAR, **figures}) == reason
