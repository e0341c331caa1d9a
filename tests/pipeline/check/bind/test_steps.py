"""Sums of the steps of a list are bound to their steps. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

LIST = "1st offense - Warning 2nd offense - $50.00 fine 3rd offense - $250.00 fine 4th offense - Up to $1,000.00"
PROSE = "A first offense is fined $40, a second $90 and a third $200."


def _verdict(claim: str, text: str) -> str:
    source = source_of("L1", a_chunk(1, text, doc_type="ordinance", board="", title="Dog Ordinance"))
    return judge(claim, (source,), (Support(source="L1", quote=text),)).verdict


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The fine for the 2nd offense is $250.00 and for the 3rd offense $50.00.", LIST),
        ("The third offense brings a fine of $1,000.00.", LIST),
        ("A first offense is fined $90, a second $40 and a third $200.", PROSE),
        ("The third offense is fined $40.", PROSE),
    ],
)
def test_a_sum_of_another_step_is_contradicted(claim: str, text: str) -> None:
    assert _verdict(claim, text) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The fine for the second offense is $50.00; the first brings a warning, the third a $250.00 fine and the "
         "fourth up to $1,000.00.", LIST),
        ("The second offense is fined $90.", PROSE),
        ("A fine of $40 is for the first offense, $90 for the second and $200 for the third.", PROSE),
    ],
)  # fmt: skip
def test_each_step_with_its_own_sum_is_not(claim: str, text: str) -> None:
    assert _verdict(claim, text) != "contradicted"


def test_steps_and_sums_that_do_not_go_in_turn_tell_nothing() -> None:
    text = "The second bid was $90, the last one $12, and the first reading is on May 8."
    assert _verdict("The second bid was $90.", text) != "contradicted"
