"""The finding aid: everyday words for sections, searched and never shown."""

import pytest
from fakes import a_statute, searched, vault_with
from hypothesis import given
from hypothesis import strategies as st

from vault.law.references import parse_ref
from vault.states.finding_aid import aided_sections, plain_words, suggested_sections
from vault.text.words import content_words, stem
from vault.types import Query


def suggested(question: str, limit: int = 6, state: str = "NH") -> dict[str, float]:
    return suggested_sections(map(stem, content_words(question)), limit, state)


def test_every_row_names_a_section_by_its_canonical_cite_and_has_phrases() -> None:
    assert len(aided_sections()) > 500
    for cite, phrases in aided_sections().items():
        reference = parse_ref(cite)
        assert reference is not None, cite
        assert reference.cite == cite
        assert all(phrase.strip() for phrase in phrases), cite


def test_a_section_the_table_does_not_know_has_no_words() -> None:
    assert plain_words("RSA 9999:1") == plain_words("") == ""


@pytest.mark.parametrize("nothing", ["", "zebra quagga okapi", "the of and"])
def test_words_that_stand_nowhere_suggest_nothing(nothing: str) -> None:
    assert suggested(nothing) == {}


def test_a_question_of_one_state_is_filed_under_its_own_law_only() -> None:
    cite, (phrase, *_) = next((c, p) for c, p in aided_sections().items() if c.startswith("RSA ") and len(p[0]) > 30)
    assert cite in suggested(phrase, 20)
    assert cite not in suggested(phrase, 20, "VT")
    assert suggested(phrase, 20, "ME") == {}


def test_a_phrase_met_in_full_counts_more_than_its_words_scattered() -> None:
    cite, phrases = next((c, p) for c, p in aided_sections().items() if len(content_words(p[0])) >= 4)
    assert cite in suggested(phrases[0], 20)


@given(
    st.lists(st.sampled_from(sorted({w for p in aided_sections().values() for w in content_words(p[0])})), max_size=12)
)
def test_suggestions_are_shares_surest_first_and_few(words: list[str]) -> None:
    found = list(suggested_sections(map(stem, words), 5, "NH").values())
    assert len(found) <= 5
    assert all(0.0 <= sure <= 1.0 for sure in found)
    assert found == sorted(found, reverse=True)


def test_a_section_is_found_by_its_everyday_words_and_they_are_no_part_of_its_text() -> None:
    cite = next(iter(aided_sections()))
    everyday = plain_words(cite)
    with vault_with([a_statute("nh-law", (cite, "Heading", "Placeholder of the section, not law."))]) as vault:
        (hit,) = searched(vault, Query(terms=content_words(everyday)[:3])).hits
        assert hit.chunk.section == cite
        assert everyday not in hit.chunk.text
        assert vault.mentions((everyday.split(",")[0],)) == {everyday.split(",")[0]: (0, 0)}
