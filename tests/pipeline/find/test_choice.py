"""Which invented chunks become evidence: caps, reserved places, one slot per passage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_fakes import a_chunk, a_scored

from pipeline.find.choice import (
    LaneChoice,
    LaneLimits,
    MergeLimits,
    distinct_documents,
    facet_share,
    lend_places,
    near_duplicate,
    pick,
    place_key,
    repeats,
    same_place,
    trim_merged,
)
from pipeline.find.score import ScoredChunk

LONG = "The select board of Alder Falls met in the town hall and accepted the bid for the footbridge on Mill Lane."


def ids(choice: LaneChoice) -> list[int]:
    return [int(item.chunk.id) for item in choice.chosen]


def lane(count: int, first: int = 1) -> list[ScoredChunk]:
    return [
        a_scored(a_chunk(number, f"Text number {number} of the town's records."), 100.0 - number)
        for number in range(first, first + count)
    ]


def both(local: int, state: int) -> tuple[LaneChoice, LaneChoice]:
    return LaneChoice(tuple(lane(local)), ()), LaneChoice(tuple(lane(state, 500)), ())


# covers: 29, 30, 61
def test_a_lane_keeps_no_more_than_its_cap_and_tells_why_the_rest_is_left() -> None:
    choice = pick(lane(14), LaneLimits(cap=10, per_document=4))
    assert ids(choice) == list(range(1, 11))
    assert {reason for _, reason in choice.left} == {"below the cap of the lane"}
    assert [dropped.chunk_id for dropped in choice.dropped(2)] == ["11", "12"]


# covers: 296, 412, 433
def test_the_same_text_of_one_document_takes_one_place() -> None:
    twice = [a_scored(a_chunk(n, LONG, doc_id="same", page_start=n), 9.0 - n) for n in (1, 2)]
    again = a_scored(a_chunk(3, LONG + " Adjourned.", doc_id="reprint"), 1.0)
    choice = pick([*twice, again], LaneLimits(cap=5, per_document=4))
    assert ids(choice) == [1]
    assert [reason for _, reason in choice.left] == ["the same text is already kept"] * 2


def test_two_towns_forms_are_two_texts() -> None:
    here, there = a_chunk(1, LONG), a_chunk(2, LONG, town="Pine Hollow")
    assert near_duplicate(here, a_chunk(3, LONG.upper()))
    assert not near_duplicate(here, there)
    assert not near_duplicate(a_chunk(4, "Short."), a_chunk(5, "Other."))


# covers: 412
def test_one_document_does_not_fill_a_lane_but_sections_of_a_chapter_may() -> None:
    pages = [a_scored(a_chunk(n, f"Page {n}.", doc_id="minutes", page_start=n), 9.0 - n) for n in range(1, 6)]
    assert ids(pick(pages, LaneLimits(cap=10, per_document=2))) == [1, 2]
    law = [a_scored(a_chunk(n, f"Law {n}.", doc_id="chapter", section=f"RSA 999:{n}"), 9.0 - n) for n in range(1, 6)]
    assert ids(pick(law, LaneLimits(cap=10, per_document=2))) == [1, 2, 3, 4, 5]


def test_a_slot_is_a_section_or_a_page() -> None:
    assert place_key(a_chunk(1, doc_id="d", section="RSA 999:1")) == ("d", "RSA 999:1")
    assert place_key(a_chunk(1, doc_id="d", page_start=3)) == ("d", "p3")
    same_page = [a_scored(a_chunk(n, f"Half {n}.", doc_id="d", page_start=3), 5.0 - n) for n in (1, 2)]
    assert ids(pick(same_page, LaneLimits(cap=5, per_document=4))) == [1]


def at(number: int, start: int, **facts: object) -> ScoredChunk:
    """A passage of one long record that begins at that character of it."""
    return a_scored(a_chunk(number, f"Passage {number}.", doc_id="d", start=start, **facts), 9.0 - number)


@pytest.mark.parametrize(
    ("starts", "facts", "kept"),
    [
        pytest.param((0, 40_000), {}, [1, 2], id="far apart in a record without pages"),
        pytest.param((40_000, 0), {}, [1, 2], id="far apart, the later first"),
        pytest.param((0, 2_000), {}, [1], id="near each other"),
        pytest.param((0, 40_000), {"section": "RSA 999:1"}, [1], id="of one section, however long"),
        pytest.param((0, 3_000, 40_000, 41_000), {}, [1, 3], id="one of each place"),
    ],
)
def test_a_long_record_without_pages_has_a_place_for_each_passage_far_from_the_others(
    starts: tuple[int, ...], facts: dict[str, object], kept: list[int]
) -> None:
    found = [at(n, start, **facts) for n, start in enumerate(starts, 1)]
    assert ids(pick(found, LaneLimits(cap=9, per_document=9))) == kept
    first, *_, last = (one.chunk for one in found)
    assert same_place(first, last) is (kept == [1])
    assert repeats(last, [first]) is (kept == [1])


def test_passages_near_each_other_of_two_pages_or_records_are_two_places() -> None:
    one = a_chunk(1, "One.", doc_id="d", page_start=1)
    assert not same_place(one, a_chunk(2, "Two.", doc_id="d", page_start=2))
    assert not same_place(one, a_chunk(2, "Two.", doc_id="e", page_start=1))


# covers: 296, 413
def test_documents_are_counted_not_passages() -> None:
    assert distinct_documents([a_chunk(1, doc_id="a"), a_chunk(2, doc_id="a"), a_chunk(3, doc_id="b")]) == 2


# covers: 300, 301, 302, 238
def test_reserved_chunks_come_in_whatever_their_score_and_stand_at_their_rank() -> None:
    choice = pick(lane(8), LaneLimits(cap=3, per_document=4, required=("8", "7")))
    assert ids(choice) == [1, 7, 8]


def test_each_facet_gets_its_best_chunk_before_score_decides() -> None:
    ranked = [
        a_scored(a_chunk(1, "One."), 9.0, "bridge"),
        a_scored(a_chunk(2, "Two."), 8.0, "bridge"),
        a_scored(a_chunk(3, "Three."), 1.0, "school", "tax"),
    ]
    assert ids(pick(ranked, LaneLimits(cap=2, per_document=4, facets=(("bridge",), ("school", "tax"))))) == [1, 3]
    far = LaneLimits(cap=2, per_document=4, facets=(("school", "tax"),), facet_score=0.5)
    assert ids(pick(ranked, far)) == [1, 2]


def test_a_facet_of_weighty_words_is_not_met_by_its_light_ones() -> None:
    item = a_scored(a_chunk(1), 1.0, "march", "2031")
    weights = {"march": 0.3, "2031": 0.3, "abatement": 3.0}
    assert facet_share(("march", "2031", "abatement"), item, weights) < 0.2
    assert facet_share(("march", "2031", "abatement"), item, {}) == pytest.approx(2 / 3)
    assert facet_share((), item, {}) == 0.0


def test_when_two_years_are_compared_each_gets_a_chunk_of_that_year() -> None:
    ranked = [a_scored(a_chunk(n, f"Rate {n}.", date="2031-11-01"), 9.0 - n) for n in range(1, 5)]
    ranked.append(a_scored(a_chunk(9, "Rate of old.", date="2030-11-01"), 0.5))
    assert ids(pick(ranked, LaneLimits(cap=3, per_document=4, years=("2030", "2031")))) == [1, 2, 9]
    assert ids(pick(ranked, LaneLimits(cap=3, per_document=4))) == [1, 2, 3]


def test_a_month_asked_about_has_a_record_of_its_own_of_the_body_asked_about() -> None:
    ranked = [a_scored(a_chunk(n, f"Pit {n}.", date="2031-01-07"), 9.0 - n) for n in range(1, 5)]
    other = a_scored(a_chunk(8, "Pits of May.", date="2031-05-13", board="Zoning Board of Adjustment"), 1.0)
    own = a_scored(a_chunk(9, "Pit of May.", date="2031-05-20", board="Planning Board"), 0.5)
    limits = LaneLimits(cap=3, per_document=4, months=("2031-05",), bodies=("Planning Board",))
    choice = pick([*ranked, other, own], limits)
    assert ids(choice) == [1, 2, 9]
    assert choice.held == {"9"}
    assert ids(pick([*ranked, other], limits)) == [1, 2, 8]
    assert ids(pick([*ranked, other, own], LaneLimits(cap=3, per_document=4))) == [1, 2, 3]


def test_where_it_is_asked_what_voters_decided_their_meeting_has_a_place_and_its_warrant_none() -> None:
    ranked = [a_scored(a_chunk(n, f"Plan {n}.", date="2031-01-07"), 9.0 - n) for n in range(1, 5)]
    asked = a_scored(a_chunk(8, "To see if.", board="Town Meeting", doc_type="warrant"), 1.0)
    told = a_scored(a_chunk(9, "Article 3 passed.", board="Town Meeting", doc_type="results"), 0.5)
    assert ids(pick([*ranked, asked, told], LaneLimits(cap=3, per_document=4, voted=True))) == [1, 2, 9]
    assert ids(pick([*ranked, asked, told], LaneLimits(cap=3, per_document=4))) == [1, 2, 3]


# covers: 198, 199
def test_only_eligible_chunks_are_kept_while_any_is_left_and_the_others_stay_on_record() -> None:
    choice = pick(lane(4), LaneLimits(cap=3, per_document=4, eligible=frozenset({"2", "4"})))
    assert ids(choice) == [2, 4]
    assert [int(item.chunk.id) for item, _ in choice.left] == [1, 3]


# covers: 195, 200
def test_when_nothing_is_eligible_the_normal_ranking_stands() -> None:
    assert ids(pick(lane(4), LaneLimits(cap=3, per_document=4, eligible=frozenset()))) == [1, 2, 3]


# covers: 32, 62, 129, 149
@pytest.mark.parametrize(
    ("state_first", "min_local", "min_state", "kept"),
    [
        (False, 2, 4, (10, 5)),
        (True, 2, 4, (7, 8)),
        (True, 9, 4, (9, 6)),
        (False, 2, 8, (7, 8)),
        (False, 12, 8, (10, 5)),
    ],
)
def test_both_lanes_together_keep_fifteen_and_each_its_minimum(
    state_first: bool, min_local: int, min_state: int, kept: tuple[int, int]
) -> None:
    limits = MergeLimits(cap=15, min_local=min_local, min_state=min_state, state_first=state_first)
    local, state = trim_merged(*both(10, 8), limits)
    assert (len(local.chosen), len(state.chosen)) == kept


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 40), st.integers(0, 10), st.integers(0, 8), st.booleans())
def test_the_merged_cap_holds_and_nothing_is_cut_without_need(
    local: int, state: int, cap: int, min_local: int, min_state: int, state_first: bool
) -> None:
    limits = MergeLimits(cap=cap, min_local=min_local, min_state=min_state, state_first=state_first)
    kept_local, kept_state = trim_merged(*both(local, state), limits)
    total = len(kept_local.chosen) + len(kept_state.chosen)
    assert total == min(cap, local + state)
    if min_local + min_state <= cap:
        assert len(kept_local.chosen) >= min(min_local, local)
        assert len(kept_state.chosen) >= min(min_state, state)


@pytest.mark.parametrize(
    ("state_score", "cap", "down_to", "kept"),
    [
        pytest.param(200.0, 15, 7, (7, 8), id="clearly better: the last three records give way"),
        pytest.param(200.0, 15, 9, (9, 6), id="no further down than the lane keeps"),
        pytest.param(200.0, 18, 7, (10, 8), id="where there is room nothing gives way"),
        pytest.param(90.1, 15, 7, (10, 5), id="hardly better: all stay"),
    ],
)
def test_the_local_lane_lends_its_last_places_to_law_that_clearly_outranks_them(
    state_score: float, cap: int, down_to: int, kept: tuple[int, int]
) -> None:
    law = [
        a_scored(a_chunk(n, f"Section {n} of the law.", section=f"RSA {n}:1", lane="state"), state_score)
        for n in range(500, 508)
    ]
    narrow, wide = (pick(law, LaneLimits(cap=most, per_document=2)) for most in (5, 8))
    limits = MergeLimits(cap=cap, lend_down_to=down_to)
    local, state = lend_places(pick(lane(10), LaneLimits(cap=10, per_document=10)), narrow, wide, limits)
    assert (len(local.chosen), len(state.chosen)) == kept
    assert ids(local) == list(range(1, kept[0] + 1))
    assert len(local.chosen) + len(local.left) == 10


def test_a_reserved_record_is_not_lent() -> None:
    law = [a_scored(a_chunk(n, f"Section {n}.", section=f"RSA {n}:1", lane="state"), 200.0) for n in range(500, 508)]
    narrow, wide = (pick(law, LaneLimits(cap=most, per_document=2)) for most in (5, 8))
    local = pick(lane(10), LaneLimits(cap=10, per_document=10, required=("10", "9")))
    kept, _ = lend_places(local, narrow, wide, MergeLimits(cap=15, lend_down_to=7))
    assert ids(kept) == [1, 2, 3, 4, 5, 9, 10]


def test_what_both_lanes_cut_is_never_a_reserved_chunk() -> None:
    local = pick(lane(12), LaneLimits(cap=10, per_document=4, required=("12",)))
    state = pick(lane(9, 500), LaneLimits(cap=8, per_document=4))
    kept, _ = trim_merged(local, state, MergeLimits(cap=10, min_local=2, state_first=True))
    assert ids(kept) == [1, 12]


def test_a_second_choice_from_the_same_lane_is_the_same() -> None:
    limits = LaneLimits(cap=5, per_document=2, required=("9",), years=("2031", "2030"))
    assert pick(lane(12), limits) == pick(lane(12), limits)
