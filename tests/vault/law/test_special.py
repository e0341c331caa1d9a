"""A chapter of law says in its title for which kind of body it is made."""

import pytest

from vault.law.names import made_for
from vault.text.words import stem


@pytest.mark.parametrize(
    ("title", "bodies"),
    [
        ("ASL Chapter 953-G WATER DISTRICTS", {"district"}),
        ("ASL Chapter 944 CITIES AND WARDS", {"city", "ward"}),
        ("ASL Chapter 932 MUNICIPAL BUDGETS", set()),
        ("ASL Chapter 935 RESERVE FUNDS OF COUNTIES, TOWNS AND DISTRICTS", set()),
        ("ASL Chapter 989 CEMETERIES", set()),
    ],
)
def test_a_title_that_names_no_town_tells_the_bodies_it_is_for(title: str, bodies: set[str]) -> None:
    assert made_for(title) == set(map(stem, bodies))
