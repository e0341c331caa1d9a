"""The audit of a long text costs as its length: twice the text is about twice the work."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from audit_fakes import a_brief, a_chunk, an_answer

from pipeline.check.audit import audit

BRIEF = a_brief((a_chunk(1, "The board met. Osgood moved to pay $1,200. Webb seconded. All were in favor."),))


def _work(text: str) -> int:
    """Calls made by an audit of the text, those of functions in C counted too."""
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    answer = an_answer(text).changed(writer="host")
    sys.setprofile(count)
    try:
        audit(answer, BRIEF)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "piece",
    [
        "The board paid ${number} to Osgood [L1]. ",
        "[L1]",
        "The board met Osgood Marsh Webb Fenn Crane ",
        "- Motion by Marsh to close Lot {number} [L1].\n",
    ],
)
def test_twice_the_text_is_about_twice_the_work(piece: str) -> None:
    short = "".join(piece.format(number=1000 + n) for n in range(150))
    long = "".join(piece.format(number=1000 + n) for n in range(300))
    _work("The board met Ada Roy on May 5, 2031 [L1].")  # tables are read once
    assert _work(long) < 2.6 * _work(short)
