"""Long words that a scan misreads, by letters doubled or lost, and names that only look alike."""

from __future__ import annotations

import pytest

from pipeline.check.read.names import misread_in


@pytest.mark.parametrize(
    ("name", "text", "misread"),
    [
        ("Assistance", "General Assiststance $32", True),
        ("Assessment", "the Asesment of the wharf", True),
        ("Pedersen", "Petersen moved to adjourn", False),
        ("Peterson", "Petersen moved to adjourn", False),
        ("Webb", "Weebb moved", False),
    ],
)
def test_a_scan_doubles_and_loses_letters_of_a_long_word_and_exchanges_none(
    name: str, text: str, misread: bool
) -> None:
    assert misread_in(name, text) is misread
