"""One grammar of names: persons with titles, bodies, places and programs."""

from __future__ import annotations

import pytest
from language_rows import NAMES

from vault.facts.names import name_key, named_in, surname


@pytest.mark.parametrize(("text", "names"), NAMES)
def test_each_spelling_of_a_name_is_read(text: str, names: tuple[str, ...]) -> None:
    found = tuple(f"{one.kind}: {one.text}" + (f" ({one.title})" if one.title else "") for one in named_in(text))
    assert found == names
    assert all(text[one.start : one.end].split() == one.text.split() for one in named_in(text))


def test_the_key_of_a_name_has_no_marks() -> None:
    assert name_key("Case #24-07") == name_key("case no. 24-07")
    assert name_key("O’Brien's") == "o'brien"
    assert surname("W. van der Berg") == "berg"
