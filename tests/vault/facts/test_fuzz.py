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


@given(st.lists(st.tuples(_NAMES, st.sampled_from(["aye", "yea", "nay", "no"])), min_size=2, max_size=6))
def test_a_vote_told_name_by_name_counts_each_name_once(answers: list[tuple[str, str]]) -> None:
    told = ", ".join(f"{name.split()[-1]} {word}" for name, word in answers)
    found = motions(f"Osgood made a motion to approve the plan. Ames seconded. Vote: {told}.")
    assert len(found) == 1
    vote = found[0].vote
    if vote.yes is not None and vote.no is not None:
        assert vote.yes + vote.no == len({name.split()[-1] for name, _ in answers})
        assert (found[0].fate == "passed") == (vote.yes > vote.no)


@given(st.lists(st.sampled_from(["Alder", "Birch", "1,000", "200", "-", "NP", "$5", "2031", "Total"]), max_size=30))
def test_cells_one_a_line_without_heads_give_no_row(cells: list[str]) -> None:
    for figure in figures("\n".join(cells), Context()):
        assert figure.column or "$" in figure.value


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


_SUBJECTS = st.sampled_from(
    ["The bid", "their budget", "Mr. Ames said the fee", "a grant", "Map 9, Lot 2", "it", "and"]
)
_LINKS = st.sampled_from(
    [" was ", " is for ", " of ", " in the amount of ", " the proposed 2026 budget of ", "- Total is "]
)


@given(
    _SUBJECTS,
    _LINKS,
    st.integers(0, 10**7),
    st.sampled_from(["", ".", " for the mill", " in the loan fund and", " or 2%"]),
)
def test_a_sum_in_a_sentence_is_never_certain_and_stands_where_it_says(
    subject: str, link: str, sum_: int, rest: str
) -> None:
    text = f"{subject}{link}${sum_:,}{rest}"
    for found in figures(text, Context()):
        assert found.quality == "likely"
        assert text[found.slots[0].start : found.slots[0].end] == found.value


@given(
    st.lists(st.sampled_from(["FY25", "FY26", "BUDGET", "SPENT", "1", "2", "Item", "The town voted to", "$5", "7,000"]),
             max_size=30)
)  # fmt: skip
def test_scraps_of_a_table_one_cell_a_line_give_nothing_certain_without_years_and_heads(lines: list[str]) -> None:
    for found in figures("\n".join(lines), Context()):
        assert found.quality == "likely" or (found.column and found.period)


@given(st.permutations(["Clerk's", "Board's"]), st.integers(0, 3))
def test_a_row_torn_under_heads_over_the_last_columns_is_left_out(owners: list[str], torn: int) -> None:
    heads = f"{owners[0]} {owners[0]} {owners[1]} {owners[1]}\n12/31/2024 12/31/2024 (Yes) (No) (Yes) (No)\n"
    rows = [f"Part {n} " + " ".join(f"${n}{c},000" for c in range(1, 7)) for n in range(1, 5)]
    rows[torn] = rows[torn].rsplit(" ", 2)[0]
    found = figures(heads + "\n".join(rows), Context())
    assert not any(figure.label == f"Part {torn + 1}" for figure in found)
    assert {figure.quality for figure in found} <= {"likely"}


_NUMBERS = st.lists(st.lists(st.integers(1_000, 999_999), min_size=3, max_size=3), min_size=3, max_size=6)


@given(_NUMBERS, st.sets(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=5), st.integers(0, 9))
def test_a_kept_layout_with_holes_gives_no_figure_to_a_wrong_column(
    rows: list[list[int]], holes: set[tuple[int, int]], shift: int
) -> None:
    heads = f"{'Item':<14}{'2023':>12}{'2024':>12}{'2025':>12}"
    names = ["Library", "Police", "Water", "Roads", "Clerk", "Parks"]
    lines = []
    for at, row in enumerate(rows):
        cells = "".join(f"{'' if (at, place) in holes else f'${sum_:,}':>12}" for place, sum_ in enumerate(row))
        lines.append(f"{names[at]:<14}{cells}")
    if shift and len(lines) > 3:
        lines[3] = lines[3].replace("$", " " * shift + "$", 1)  # one row torn out of its columns
    found = figures("\n".join([heads, *lines]), Context())
    truth = {
        (names[at], str(2023 + place)): f"${sum_:,}" for at, row in enumerate(rows) for place, sum_ in enumerate(row)
    }
    for figure in found:
        if figure.quality == "certain":
            assert truth[figure.label, figure.period] == figure.value
