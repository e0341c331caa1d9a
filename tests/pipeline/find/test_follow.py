"""What invented records point at: sections, numbers, the page a passage runs on to."""

import pytest
from retrieval_fakes import a_chunk, a_scored

from pipeline.find.follow import followed_numbers, followed_references, governing_references, naming_chunk, runs_on


def test_a_section_a_record_relies_on_is_followed_as_strongly_as_the_record_matches() -> None:
    good = a_scored(a_chunk(1, "Voted pursuant to RSA 35:1."), 2.0, coverage=0.8)
    weak = a_scored(a_chunk(2, "See RSA 41:9."), 1.0, coverage=0.2)
    found = followed_references([good, weak], (), {})
    assert found["RSA 35:1"] > found["RSA 41:9"] > 0


def test_a_section_the_user_named_is_certain() -> None:
    assert followed_references([], ("RSA 91-A:3",), {}) == {"RSA 91-A:3": 1.0}


def test_many_sections_in_one_text_share_its_strength_and_its_own_is_not_followed() -> None:
    one = followed_references([a_scored(a_chunk(1, "Under RSA 35:1."))], (), {})
    many = followed_references([a_scored(a_chunk(1, "Under RSA 35:1, RSA 35:2, RSA 35:3 and RSA 35:4."))], (), {})
    assert many["RSA 35:1"] < one["RSA 35:1"]
    law = a_scored(a_chunk(2, "As RSA 35:1 and RSA 35:9 say.", section="RSA 35:1", lane="state"))
    assert set(followed_references([law], (), {})) == {"RSA 35:9"}


def test_a_text_is_read_once() -> None:
    item = a_scored(a_chunk(1, "Under RSA 35:1."))
    assert "RSA 35:7" in followed_references([item], (), {"1": ("RSA 35:7",)})


def test_strength_is_never_above_one() -> None:
    items = [a_scored(a_chunk(n, "Under RSA 35:1.")) for n in range(1, 11)]
    assert followed_references(items, (), {})["RSA 35:1"] == 1.0


def test_the_number_of_a_heading_is_followed_and_one_in_running_text_is_not() -> None:
    items = [a_scored(a_chunk(1, "See Article 7.", heading="Article 31: Footbridge"), coverage=0.9)]
    assert followed_numbers(items) == {"Article 31": pytest.approx(0.9)}


@pytest.mark.parametrize(
    ("text", "following", "facts", "goes_on"),
    [
        ("The motion to repair the", "footbridge passed.", {}, True),
        ("The motion passed.", "Next the board spoke of dogs.", {}, False),
        ("The motion passed.", "Next.", {"ord": 5}, False),
        ("The motion passed.", "Next.", {"doc_id": "other"}, False),
    ],
)
def test_a_passage_runs_on_when_its_sentence_is_not_finished(
    text: str, following: str, facts: dict[str, object], goes_on: bool
) -> None:
    after = {"doc_id": "m", "ord": 1, **facts}
    assert runs_on(a_chunk(1, text, doc_id="m"), a_chunk(2, following, **after)) is goes_on


def test_a_passage_runs_on_under_the_same_case_number() -> None:
    first = a_chunk(1, "Heard.", doc_id="m", heading="Case #31-07-LM")
    assert runs_on(first, a_chunk(2, "Decided.", doc_id="m", ord=1, heading="Case #31-07-LM"))
    assert not runs_on(first, a_chunk(3, "Decided.", doc_id="m", ord=1, heading="Case #31-08-LM"))


LIABLE = {"municipal liability": ("liability", "civil action")}


def test_a_law_whose_provisions_shall_apply_to_the_topic_governs_it() -> None:
    text = "The provisions of RSA 507-B relative to injury actions shall apply to such works."
    laws = [
        a_scored(a_chunk(n, text, section=f"RSA 31:{n}", heading="Limit on Liability", lane="state")) for n in (1, 2)
    ]
    (found,) = governing_references(laws, LIABLE)
    assert (found.cite, found.witness.section, found.times) == ("RSA 507-B", "RSA 31:1", 2)


def test_a_law_that_one_sentence_names_in_passing_governs_nothing() -> None:
    law = a_scored(a_chunk(1, "Forms under RSA 21:35 are kept.", section="RSA 31:1", heading="Liability", lane="state"))
    assert governing_references([law], LIABLE) == ()


def test_the_section_that_names_a_law_is_found_and_a_local_record_is_none() -> None:
    minutes = a_scored(a_chunk(1, "Voted under RSA 91-A:3."))
    law = a_scored(a_chunk(2, "As RSA 91-A:3 provides.", section="RSA 42:1-a", lane="state"))
    assert naming_chunk("RSA 91-A:3", [minutes, law]) == law.chunk
    assert naming_chunk("RSA 91-A:3", [minutes]) is None
