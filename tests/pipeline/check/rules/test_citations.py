"""Which sentences need no source: how far records are held, and nothing that is asserted beside it."""

from __future__ import annotations

import pytest

from pipeline.answer.markdown import Claim
from pipeline.check.read.case import Checked
from pipeline.check.rules.citations import needs_citation


def needs(text: str) -> bool:
    return needs_citation(Checked(claim=Claim(text=text), bare=text))


@pytest.mark.parametrize(
    "text",
    [
        "The board's minutes are held to May 13, 2031.",
        "Only pages 1 and 15 to 18 of the booklet are held.",
        "Only pages 1 and 15 to 18 of the booklet are held, and no ferry record after January 5, 2031.",
        "Not held: the booklet's pages 2 to 14, and any record later than January 5, 2031.",
        "The town's ferry office would be the one to ask; the board's minutes are held to May 13, 2031.",
        "Ferry Council minutes are held to May 13, 2031; Ada Quill at the Harbor Office would be the one to ask.",
        "The council's minutes are held to May 13, 2031, and T.J. Lunt (HBD) would know.",
        "The selectmen or HRPC would be the ones to ask for a figure.",
    ],
)
def test_how_far_records_are_held_needs_no_source(text: str) -> None:
    assert not needs(text)


@pytest.mark.parametrize(
    "text",
    [
        "Only pages 1 and 15 of the booklet are held, and the board took bribes.",
        "The board's minutes are held to May 13, 2031; the board took $900 in bribes.",
        "Ferry Council minutes are held to May 13, 2031; Ada Quill took bribes and would know.",
    ],
)
def test_what_is_asserted_beside_it_does(text: str) -> None:
    assert needs(text)
