"""Why a part of a question is open: the likeliest reason, told more exactly where the vault says why."""

import pytest

from pipeline.find.spans.parts import Missing, reason_of
from pipeline.types import OpenReason

SHOWN = {"best_kind_none": 0.0, "high_kinds": 1.0}
NO_KIND = {"best_kind_none": 1.0, "high_kinds": 0.0}


@pytest.mark.parametrize(
    ("figures", "likeliest", "missing", "reason"),
    [
        (SHOWN, "other_matter", Missing(), "other_matter"),
        (NO_KIND, "other_matter", Missing(), "wrong_kind"),
        (SHOWN, "not_held", Missing(law=True), "law_missing"),
        (SHOWN, "not_held", Missing(page=True), "unread"),
        (NO_KIND, "other_matter", Missing(page=True), "unread"),
        (NO_KIND, "other_year", Missing(law=True, page=True), "other_year"),
        (NO_KIND, "other_town", Missing(), "other_town"),
    ],
)
def test_an_open_part_tells_what_is_held_instead_or_what_is_lacking(
    figures: dict[str, float], likeliest: OpenReason, missing: Missing, reason: OpenReason
) -> None:
    assert reason_of(figures, likeliest, missing) == reason
