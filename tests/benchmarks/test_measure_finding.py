"""The measures of finding: areas, calibration, spans that say a quote, and the drawing of reliability."""

import math
import xml.etree.ElementTree as ET

import pytest

from benchmarks.measure_finding import area, calibration_error, says
from benchmarks.reliability import Step, drawn, steps


def test_the_area_counts_how_often_an_answered_part_stands_above_an_open_one() -> None:
    assert area([0.9, 0.5], [0.5, 0.1]) == pytest.approx(3.5 / 4)
    assert math.isnan(area([], [0.5]))


def test_steps_tell_what_was_said_and_found_and_leave_empty_ones_out() -> None:
    assert steps([0.91, 0.99, 1.0, 0.12], [True, True, False, False]) == (
        Step(0.12, 0.0, 1),
        Step(pytest.approx(0.966667), pytest.approx(2 / 3), 3),
    )
    assert calibration_error([0.5, 0.5], [True, False]) == pytest.approx(0.0)
    assert calibration_error([0.9, 0.9], [True, False]) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("span", "quote", "told"),
    [
        ("The fee for a boundary change is $75.", "fee for a boundary change is $75", True),
        ("The fee for a site plan is $200.", "fee for a boundary change is $75", False),
        ("Passed.", "The motion passed with all in favor", False),
        ("$75", "$75", True),
    ],
)
def test_a_span_says_a_quote_when_half_of_either_stands_in_the_other(span: str, quote: str, told: bool) -> None:
    assert says(span, quote) is told


def test_the_diagram_is_well_formed_and_has_a_dot_for_every_step() -> None:
    svg = drawn([("phrasings", "#123456", steps([0.1, 0.9], [False, True]))], "note")
    assert sum(one.tag.endswith("circle") for one in ET.fromstring(svg).iter()) == 2
