"""Why a part of a question is open: the likeliest reason, told more exactly where the vault says why."""

from collections import defaultdict

import pytest
from audit_fakes import a_chunk

from pipeline.find.spans.figures import Figures
from pipeline.find.spans.parts import Missing, names_any, part_figures, reason_of
from pipeline.types import OpenReason
from vault.types import Lane

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


COST = "How much is a shed permit?"


def shown(**kinds: float) -> Figures:
    """The figures of a span that shows these kinds of answer; everything else is 0."""
    return defaultdict(float, kinds)


@pytest.mark.parametrize(
    ("question", "spans", "lost"),
    [
        (COST, [shown(), shown(kind_amount=1.0)], (1.0, 0.0)),
        (COST, [shown(kind_amount=1.0)], (0.0, 0.0)),
        (COST, [shown(kind_amount=1.0, nil=1.0)], (1.0, 1.0)),
        (COST, [shown(), shown()], (1.0, 1.0)),
        ("May I build a shed?", [shown()], (0.0, 0.0)),
    ],
)
def test_a_question_that_can_only_be_answered_by_a_sum_is_told_from_one_whose_spans_show_none(
    question: str, spans: list[Figures], lost: tuple[float, float]
) -> None:
    scores = [float(-at) for at in range(len(spans))]
    made = part_figures(question, spans, scores, scores, {})
    assert (made["sole_lost_first"], made["sole_lost_three"]) == lost


@pytest.mark.parametrize(
    ("lane", "section", "text", "named"),
    [
        ("state", "", "AN ACT relative to the bridge in Otter Cove.", True),
        ("state", "RSA 31:899", "The bridge in Otter Cove may be closed.", False),
        ("local", "", "Otter Cove sent a letter.", False),
        ("state", "", "AN ACT relative to bridges.", False),
        ("state", "", "AN ACT relative to notter coves.", False),
    ],
)
def test_a_bill_or_a_statewide_table_names_a_town_and_no_law_or_record_of_another_does(
    lane: Lane, section: str, text: str, *, named: bool
) -> None:
    assert names_any(a_chunk(1, text, lane, section=section), ("Otter Cove",)) is named
