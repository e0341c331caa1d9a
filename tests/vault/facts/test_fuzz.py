"""Torn tables, swapped columns, odd names, noise: nothing crashes, places hold, what is torn is not certain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vault.facts.articles import articles
from vault.facts.extract import records_in_text
from vault.facts.motions import motions
from vault.facts.rows import Context, figures
from vault.facts.types import RowFigure

_NAMES = st.sampled_from(
    [
        "Osgood",
        "Mr. Tilden",
        "K. Ames",
        "de la Cruz",
        "van der Berg",
        "O'Neil",
        "McGuire-Doyle",
        "T.J. Roy",
        "St. Pierre",
    ]
)
_VERBS = st.sampled_from(["approve", "deny", "table", "continue", "accept", "recommend", "adjourn", "amend"])
_VOTES = st.sampled_from(
    ["Motion passed 3-0.", "Motion failed 1-2.", "All were in favor. Motion passed.", "Three in favor, none opposed.",
     "Roll call: Osgood-yes, Ames-no. Motion tied.", "The motion died for lack of a second.", "", "Vote 2-2."]
)  # fmt: skip
_CELL = st.sampled_from(["$1,000", "$0", "-", "12.5%", "(300)", "4", "", "$o"])


@given(st.text(max_size=400))
def test_any_text_is_read_without_failing(text: str) -> None:
    for record in records_in_text(text, Context()):
        assert text[record.start : record.end] == record.text or isinstance(record, RowFigure)


@given(_NAMES, _VERBS, _NAMES, _VOTES)
def test_a_made_motion_has_its_action_and_points_at_its_words(mover: str, verb: str, seconder: str, vote: str) -> None:
    text = f"{mover} made a motion to {verb} the plan. {seconder} seconded. {vote}"
    found = motions(text)
    assert [motion.action for motion in found] == [verb]
    assert found[0].mover
    assert found[0].mover in mover
    assert text[found[0].start : found[0].end] == found[0].text
    assert not (found[0].fate == "none" and (found[0].outcome or found[0].quality == "certain"))


@given(st.lists(st.lists(_CELL, min_size=1, max_size=6), min_size=1, max_size=8))
def test_a_torn_table_gives_nothing_certain(rows: list[list[str]]) -> None:
    text = "\n".join(f"Row {'abcdefgh'[n]} {' '.join(row)}" for n, row in enumerate(rows))
    found = figures(text, Context())
    assert all(figure.quality == "likely" for figure in found)  # no heads are printed
    for figure in found:
        assert text[figure.slots[0].start : figure.slots[0].end] == figure.value


@given(st.permutations(["2024", "2025", "2026"]), st.lists(st.integers(1, 999), min_size=3, max_size=3))
def test_swapped_columns_keep_their_own_year(years: list[str], sums: list[int]) -> None:
    row = " ".join(f"${each},000" for each in sums)
    text = f"Item {' '.join(years)}\n" + "\n".join(f"{name} {row}" for name in ("Library", "Police", "Water"))
    found = [figure for figure in figures(text, Context()) if figure.label == "Library"]
    assert [(figure.period, figure.value) for figure in found] == [
        (year, f"${each},000") for year, each in zip(years, sums, strict=True)
    ]


@given(st.text(alphabet="ARTICLE articl0123456789 :.\n$,()-ToseifhTwn", max_size=300))
def test_scraps_of_a_warrant_are_read_without_failing(text: str) -> None:
    for article in articles(text):
        assert text[article.start : article.end] == article.text
