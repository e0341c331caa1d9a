"""The score of invented chunks, part by part."""

import pytest
from retrieval_fakes import a_chunk, a_word

from pipeline.find.score import RankContext, ScoredChunk, field_of, holds_any, rank
from pipeline.types import IssueMap
from vault.types import Chunk, Lane

WORDS = (a_word("footbridge"), a_word("repair"))


def ranked(*chunks: Chunk, lane: Lane = "local", **context: object) -> list[ScoredChunk]:
    built = RankContext.model_validate({"lane": lane, "issue": IssueMap(), "concepts": WORDS, **context})
    return list(rank(chunks, built, {chunk.id: field_of(chunk) for chunk in chunks}, {}))


def order(*chunks: Chunk, lane: Lane = "local", **context: object) -> list[int]:
    return [int(item.chunk.id) for item in ranked(*chunks, lane=lane, **context)]


# covers: 57, 58
def test_the_page_about_the_matter_comes_before_the_page_full_of_one_word() -> None:
    about = a_chunk(2, "The repair of the footbridge on Mill Lane was approved.")
    full = a_chunk(1, "Repair, repair, repair of trucks and roads and fences.")
    assert order(full, about) == [2, 1]


def test_ties_are_decided_by_id_whatever_the_order_they_were_found_in() -> None:
    chunks = [a_chunk(number, "footbridge repair") for number in (3, 1, 2)]
    assert order(*chunks) == order(*reversed(chunks)) == [1, 2, 3]


# covers: 59
def test_a_section_of_law_comes_before_a_form_that_says_the_same() -> None:
    law = a_chunk(2, "footbridge repair", lane="state", doc_type="statute", section="RSA 999:1")
    form = a_chunk(1, "footbridge repair", lane="state", doc_type="form")
    assert order(form, law, lane="state") == [2, 1]


@pytest.mark.parametrize("extra", ["", " footbridge repair footbridge repair footbridge"])
def test_no_bill_stands_above_a_section_that_answers(extra: str) -> None:
    law = a_chunk(2, "The repair of a footbridge.", lane="state", doc_type="statute", section="RSA 999:1")
    bill = a_chunk(
        1, "footbridge repair" + extra, lane="state", doc_type="bill", title="footbridge repair", heading="repair"
    )
    assert order(bill, law, lane="state") == [2, 1]
    assert order(bill, law, lane="state", wants_bills=True) == [1, 2]


def test_a_bill_stays_above_a_section_about_something_else() -> None:
    law = a_chunk(2, "The dog licence.", lane="state", doc_type="statute", section="RSA 999:2")
    bill = a_chunk(1, "The footbridge repair fund.", lane="state", doc_type="bill")
    assert order(bill, law, lane="state") == [1, 2]


# covers: 60
def test_recent_records_come_first_only_when_recent_ones_are_asked_for() -> None:
    old = a_chunk(1, "footbridge repair", date="2020-05-01")
    new = a_chunk(2, "footbridge repair", date="2031-05-01")
    assert order(old, new, newest_year=2031) == [1, 2]
    assert order(old, new, newest_year=2031, prefer_recent=True) == [2, 1]


def test_the_asked_day_beats_the_asked_year_and_the_year_beats_another() -> None:
    issue = IssueMap(date_from="2031-05-12", date_to="2031-05-12")
    chunks = [a_chunk(1, "footbridge repair", date="2030-05-12"), a_chunk(2, "footbridge repair", date="2031-05-12")]
    assert order(*chunks, issue=issue) == [2, 1]
    year = IssueMap(date_from="2031-01-01", date_to="2031-12-31")
    (first, *_) = ranked(*chunks, issue=year)
    assert first.parts["date"] == pytest.approx(0.15)


def test_the_record_of_a_day_that_was_named_is_lifted_and_an_ordinance_of_that_day_is_not() -> None:
    issue = IssueMap(date_from="2031-05-12", date_to="2031-05-12")
    ordinance = a_chunk(1, "footbridge repair", date="2031-05-12", doc_type="ordinance")
    record = a_chunk(2, "footbridge", date="2031-05-12")
    by_id = {item.chunk.id: item for item in ranked(ordinance, record, issue=issue, days=("2031-05-12",))}
    assert by_id["2"].parts["day"] == pytest.approx(0.5)
    assert "day" not in by_id["1"].parts


def test_board_kind_and_number_that_were_asked_for_lift_a_record() -> None:
    plain = a_chunk(1, "footbridge repair")
    board = a_chunk(2, "footbridge repair", board="Select Board")
    kind = a_chunk(3, "footbridge repair", doc_type="budget")
    issue = IssueMap(boards=("select board",), doc_types=("budget",))
    assert order(plain, board, kind, issue=issue) == [3, 2, 1]
    numbered = a_chunk(4, "Article 31. footbridge repair")
    assert order(plain, numbered, numbers={"Article 31": 0.9}) == [4, 1]


def test_a_section_the_evidence_names_is_lifted_and_one_the_finding_aid_knows_too() -> None:
    chunks = [
        a_chunk(n, "footbridge repair", lane="state", doc_type="statute", section=f"RSA 999:{n}") for n in (1, 2, 3)
    ]
    found = order(*chunks, lane="state", references={"RSA 999:3": 1.0}, aided={"RSA 999:2": 0.5})
    assert found == [3, 2, 1]


# covers: 148, 194, 195, 305
def test_the_situation_is_a_prior_and_no_filter() -> None:
    other = a_chunk(1, "The footbridge repair.")
    own = a_chunk(2, "The footbridge repair at Osgood Park.")
    assert order(other, own, situation_entities=("Osgood Park",)) == [2, 1]
    assert order(other, own, situation_entities=("Harbor Walk",)) == [1, 2]


# covers: 197, 201, 215, 304
def test_a_chunk_of_another_matter_cannot_win_however_well_it_matches() -> None:
    foreign = a_chunk(
        1, "Brown: footbridge repair, cesspool, footbridge repair.", title="footbridge repair", heading="repair"
    )
    own = a_chunk(2, "A repair.")
    context = {"situation_entities": ("boardwalk",), "drift_anchors": ("Brown", "RV", "cesspool")}
    assert order(foreign, own) == [1, 2]
    assert order(foreign, own, **context) == [2, 1]


# covers: 165, 197
def test_another_matter_is_spared_when_it_holds_the_legal_topic_or_the_situation_or_only_looks_alike() -> None:
    context = {
        "situation_entities": ("boardwalk",),
        "drift_anchors": ("Brown", "RV"),
        "topic_words": ("municipal liability",),
    }
    by_topic = a_chunk(1, "Brown asked about municipal liability, footbridge repair.")
    by_name = a_chunk(2, "Brown asked about the boardwalk, footbridge repair.")
    alike = a_chunk(3, "The survey of the brownfield, footbridge repair.")
    drifting = a_chunk(4, "Brown asked about the footbridge repair.")
    penalties = {
        item.chunk.id: item.parts.get("drift", 0.0) for item in ranked(by_topic, by_name, alike, drifting, **context)
    }
    assert penalties == {"1": 0.0, "2": 0.0, "3": 0.0, "4": -3.0}


# covers: 305
def test_the_more_legal_the_question_the_more_a_keyword_of_its_topic_counts_in_state_text() -> None:
    chunk = a_chunk(1, "On governmental immunity.", lane="state")
    legal = IssueMap(legal_salience=0.9)
    (state,) = ranked(chunk, lane="state", issue=legal, topic_words=("governmental immunity",))
    (plain,) = ranked(chunk, lane="state", issue=IssueMap(), topic_words=("governmental immunity",))
    (local,) = ranked(chunk, issue=legal, topic_words=("governmental immunity",))
    assert state.score > plain.score
    assert "topic" not in local.parts


# covers: 220
def test_a_page_that_shares_only_a_generic_word_does_not_take_over() -> None:
    words = (a_word("footbridge", 3.0), a_word("repair", 2.0), a_word("liability", 1.0))
    generic = a_chunk(1, "Liability, liability, liability. The insurer spoke about liability.")
    about = a_chunk(2, "The footbridge repair was tabled.")
    assert order(generic, about, concepts=words) == [2, 1]


def test_a_town_s_row_of_a_statewide_table_takes_the_score_of_its_table() -> None:
    head = a_chunk(1, "footbridge repair grants by town", lane="state", doc_type="report", doc_id="table")
    row = a_chunk(2, "Alder Falls 12,400", lane="state", doc_type="report", doc_id="table", page_start=7)
    stray = a_chunk(3, "footbridge", lane="state", doc_type="report")
    assert order(head, row, stray, lane="state", issue=IssueMap(town="Alder Falls")) == [2, 1, 3]


def test_a_law_that_says_the_name_of_a_town_as_a_word_is_no_table_of_towns() -> None:
    law = a_chunk(1, "freedom of footbridge repair", lane="state", doc_type="constitution")
    (item,) = ranked(law, lane="state", issue=IssueMap(town="Freedom"))
    assert "town row" not in item.parts


def test_a_page_on_which_a_passage_runs_on_is_worth_a_share_of_it() -> None:
    first = a_chunk(1, "The footbridge repair was")
    second = a_chunk(2, "approved by all.")
    other = a_chunk(3, "A repair.")
    assert order(first, second, other, next_of={"2": "1"}) == [1, 2, 3]


def test_every_score_is_the_sum_of_its_parts() -> None:
    issue = IssueMap(date_from="2031-05-12", boards=("Select Board",), doc_types=("minutes",))
    chunk = a_chunk(1, "footbridge repair at Osgood Park", date="2031-05-12", board="Select Board")
    (item,) = ranked(chunk, issue=issue, situation_entities=("Osgood Park",), prefer_recent=True, newest_year=2031)
    assert item.score == pytest.approx(sum(item.parts.values()))


def test_a_name_stands_in_title_and_heading_too() -> None:
    field = field_of(a_chunk(1, "Text.", title="Osgood Park plan", heading="Harbor Walk"))
    assert holds_any(field, ("Osgood Park",))
    assert holds_any(field, ("Harbor Walk",))
    assert not holds_any(field, ("Plan Harbor", ""))
