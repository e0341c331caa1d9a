"""What a next hop could start from, how it is counted and which points it earns. All names are invented."""

from __future__ import annotations

import pytest
from hop_fakes import FakeMemory

from hop_controller.candidates import (
    connectedness_band,
    find_candidates,
    frequency_band,
    novelty_band,
    score,
)
from hop_controller.reading import MOST_READ, mentions, sentences, years
from hop_controller.types import Candidate, HopState, Source
from vault.facts.names import name_key

TEXT = (
    "The Planning Board opened Case No. ZBA-24-07 on March 12, 2024. Mr. J. O'Brien of Pine Hollow Road said the "
    "Flock-Safety contract (C++ module) cost $1.2 million. SC H.3456, HB 1124 and RSA 91-A:3, II apply. Warrant "
    "Article 12 raised $50,000 in 2019. Map 12, Lot 34-1 belongs to Alder Falls Trust. The Culvert Project goes on."
)


def state(*summaries: str, topic: str = "license plate readers", **more: object) -> HopState:
    return HopState.model_validate({"topic": topic, "current_hop": 1, "summaries_so_far": summaries, **more})


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("body", "Planning Board"),
        ("number", "Case No. ZBA-24-07"),
        ("date", "March 12, 2024"),
        ("person", "J. O'Brien"),
        ("place", "Pine Hollow Road"),
        ("name", "Flock-Safety"),
        ("name", "C++"),
        ("amount", "$1.2 million"),
        ("number", "SC H.3456"),
        ("number", "HB 1124"),
        ("statute", "RSA 91-A:3"),
        ("number", "Warrant Article 12"),
        ("amount", "$50,000"),
        ("year", "2019"),
        ("number", "Map 12, Lot 34-1"),
        ("body", "Alder Falls Trust"),
        ("program", "Culvert Project"),
    ],
)
def test_people_bodies_places_programs_numbers_dates_and_sums_are_read(kind: str, name: str) -> None:
    assert (kind, name) in [(m.kind, m.text) for m in mentions(TEXT)]


def test_titles_months_headings_and_sentence_openings_are_no_names() -> None:
    text = "CALL TO ORDER The chair opened the meeting. Motion by Mr. Marsh. Tuesday was cold. Discussion followed."
    assert [m.text for m in mentions(text)] == ["Marsh"]


def test_an_abbreviation_ends_no_sentence() -> None:
    assert sentences("See Case No. 24-07. Mr. Marsh left.") == ("See Case No. 24-07.", "Mr. Marsh left.")


def test_spellings_of_one_matter_share_a_key() -> None:
    assert name_key("Warrant Article 12") == name_key("Article No. 12") == name_key("Article #12")
    assert years("On March 12, 2024 and in 2019, not $2,020 or 2021-04") == {"2024", "2019"}


# covers: 446, 468
def test_a_candidate_is_counted_by_the_summaries_that_mention_it() -> None:
    finds = find_candidates(state("Flock Safety signed. Flock Safety met.", "It shares with Flock Safety.", "None."))
    assert [(f.name, f.mentions) for f in finds] == [("Flock Safety", 2)]


def test_a_name_found_only_in_a_passage_is_a_candidate_without_mentions() -> None:
    held = (Source(tier="T1", text="The ruling cites Article 12."),)
    finds = find_candidates(state("Nothing is named here.", sources_so_far=held))
    assert [(f.name, f.mentions) for f in finds] == [("Article 12", 0)]


def test_without_summaries_the_passages_are_counted() -> None:
    held = (Source(text="It cites Article 12."), Source(text="See Article 12."))
    assert [(f.name, f.mentions) for f in find_candidates(state(sources_so_far=held))] == [("Article 12", 2)]


def test_the_words_of_the_question_are_no_candidates() -> None:
    finds = find_candidates(state("The Alder Falls Culvert failed under Article 12.", topic="Alder Falls culvert"))
    assert [f.name for f in finds] == ["Article 12"]


def test_a_concept_needs_two_texts() -> None:
    once = find_candidates(state("They discussed retention periods at length."))
    twice = find_candidates(state("A retention period applies.", "The retention period is short."))
    assert [f.name for f in once] == []
    assert [(f.name, f.kind, f.specificity) for f in twice] == [("retention period", "concept", 0)]


def test_a_part_of_a_longer_name_is_left_out() -> None:
    finds = find_candidates(state("The firm Flock is known. It calls itself Flock Safety Systems."))
    assert [f.name for f in finds] == ["Flock Safety Systems"]


# covers: 468
@pytest.mark.parametrize(("mentioned", "band"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (50, 3)])
def test_frequency_bands(mentioned: int, band: int) -> None:
    assert frequency_band(mentioned) == band


# covers: 470, 471, 472, 473
@pytest.mark.parametrize(("hits", "band"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (9, 0), (None, 0)])
def test_novelty_bands_and_an_unknown_is_never_novel(hits: int | None, band: int) -> None:
    assert novelty_band(hits) == band


# covers: 474
@pytest.mark.parametrize(("related", "band"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 2), (None, 0)])
def test_connectedness_bands(related: int | None, band: int) -> None:
    assert connectedness_band(related) == band


def test_passages_of_one_document_are_one_text() -> None:
    pages = [Source(url="a", text=f"Page {n}: Approved by Marsh & Sons.") for n in range(4)]
    finds = find_candidates(state(sources_so_far=[*pages, Source(url="b", text="Heard by Marsh & Sons.")]))
    assert [(f.name, f.mentions) for f in finds] == [("Marsh & Sons", 2)]


def test_a_word_that_is_also_written_small_is_no_name() -> None:
    assert find_candidates(state("They asked the Applicant. The applicant left.")) == ()


def test_a_possessive_and_a_line_break_leave_the_name_as_it_is() -> None:
    found = mentions("They read Flock\nSafety’s letter.")
    assert [(m.text, m.key) for m in found] == [("Flock Safety", "flock safety")]


@pytest.mark.parametrize("text", ["They paid $40,000 in all.", "It is so in New Hampshire too."])
def test_a_sum_and_a_state_start_no_hop(text: str) -> None:
    assert find_candidates(state(text)) == ()


def test_of_very_many_sources_the_first_are_read() -> None:
    many = tuple(
        Source(tier="T4", url=f"u{n}", text=f"The Mill Road Bridge was seen {n} times.") for n in range(10_000)
    )
    held = HopState(topic="What did it cost?", current_hop=2, sources_so_far=many)
    assert next(iter(find_candidates(held))).mentions == MOST_READ


# covers: 475
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("It cites HB 1124 today.", 2),
        ("It closed on May 7, 2024 early.", 2),
        ("They heard Jane Doerr speak.", 1),
        ("They met the Budget Committee there.", 1),
    ],
)
def test_specificity_is_high_for_numbers_and_data_and_medium_for_names(text: str, points: int) -> None:
    assert [f.specificity for f in find_candidates(state(text))] == [points]


ODD_NAMES = ["RSA 91-A", "O'Brien", "SC H.3456", "C++", "Flock-Safety", "Lot (rear) [b]", 'the "Annex"', "A AND B*"]


# covers: 450, 467, 469
@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.parametrize(("notes", "novelty"), [(0, 3), (1, 2), (3, 1), (6, 0)])
def test_odd_names_reach_the_memory_as_they_are(name: str, notes: int, novelty: int) -> None:
    memory = FakeMemory(notes=[f"A note on {name} and more."] * notes)
    candidate = Candidate(name=name, pattern="entity_expansion", specificity=1, mentions=2)
    got = score(candidate, memory)
    assert memory.asked == [name]
    assert got.score.novelty == novelty
    assert got.score.total == 1 + novelty + got.score.connectedness + 1


def test_a_failed_query_is_unknown_and_earns_nothing() -> None:
    candidate = Candidate(name="RSA 91-A", pattern="entity_expansion", specificity=2, mentions=5)
    got = score(candidate, FakeMemory(broken=True))
    assert got.unknown
    assert (got.score.novelty, got.score.connectedness, got.score.total) == (0, 0, 5)
