"""Names of bodies as a person says them."""

from __future__ import annotations

import pytest

from vault.store.keys import body_among

HELD = ("Budget Committee", "Planning Board", "Select Board", "Zoning Board of Adjustment")


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("ZBA", "Zoning Board of Adjustment"),
        ("Board of Selectmen", "Select Board"),
        ("planning", "Planning Board"),
        ("Town Budget Committee", "Budget Committee"),
        ("Board of the Town", ""),
        ("Library Trustees", ""),
    ],
)
def test_a_body_is_found_by_what_people_call_it(said: str, held: str) -> None:
    assert body_among(HELD, said) == held
