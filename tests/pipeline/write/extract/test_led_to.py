"""What a quotation only leads to: the reply, the sentence after the number of a matter. Records of an invented town."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from fakes import a_document, vault_with
from turn_fakes import run_turn, services_of

from pipeline.types import Question

_PADDING = "Tilden thanked the clerk for the coffee. The flag was saluted by all who were there. "
MINUTES = (
    f"{_PADDING}\n\nThe board received two clerical abatements for Pinfold.\n\nMap 9, Lot 2 for $18.10. The camper was "
    f"sold in May.\n\nMap 14, Lot 17 for $452.22. The value set on it is far above that of its neighbors.\n\n"
    f"{_PADDING}\n\nWebb inquired out of which account the lantern festival is paid. "
    f"Osgood said it comes out of the harbor fund.\n\n{_PADDING}"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Why the $452.22 abatement for Map 14, Lot 17?", "The value set on it is far above that of its neighbors"),
        ("Out of which account is the lantern festival paid?", "Osgood said it comes out of the harbor fund"),
    ],
)
def test_what_follows_the_words_found_is_quoted_with_them(tmp_path: Path, question: str, told: str) -> None:
    minutes = a_document("minutes", MINUTES, town="Pinfold", board="Select Board", date="2031-01-13")
    with vault_with((minutes,), tmp_path) as vault:
        result = anyio.run(run_turn, Question(text=question, town="Pinfold"), services_of(vault))
    assert told in result.answer.answer_markdown
    assert result.audit.passed
