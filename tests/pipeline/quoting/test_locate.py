"""Quotations are found to the letter or not at all. All records are of the invented town of Alder Falls."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.quoting.locate import folded_text, locate, nearest, quoted_spans
from vault.text.clean import fold

SOURCE = (
    "Chair Osgood opened the hearing at 7:00 p.m. The board voted 3-0 to close Mill Road until June 30, 2025.\n"
    "The board shall not approve a plan, unless the applicant posts $50,000. The 2025 office of the first coun-\n"
    "cil can't be moved. See RSA 91-A:3, II(c)."
)


# covers: 334, 335
@pytest.mark.parametrize(
    ("quote", "rung"),
    [
        ("The board voted 3-0 to close Mill Road", "exact"),
        ("until June 30, 2025.", "exact"),
        ("until June 30, 2025,", "normalised"),
        ("The board shall not  approve\u00a0a plan", "normalised"),
        ("the ﬁrst council can’t be moved", "normalised"),
        ("[t]he board voted 3–0", "normalised"),
        ("the board voted 3-0", "exact"),
        ("Close Mill Road", "exact"),
        ("chair osgood opened", "not_found"),
        ("sEE RSA 91-A:3", "not_found"),
        ("The board voted 3-1 to close Mill Road", "not_found"),
        ("The board shall approve a plan", "not_found"),
        ("Chair Osgod opened the hearing", "not_found"),
        ("close Mill Road until June 30, 202", "not_found"),
        ("posts $50", "not_found"),
        ("See RSA 91", "not_found"),
        ("council can", "not_found"),
        ("pened the hearing", "not_found"),
        ("", "not_found"),
        ("—", "not_found"),
    ],
)
def test_a_quotation_is_found_to_the_letter_or_not_at_all(quote: str, rung: str) -> None:
    found = locate(quote, SOURCE).rung
    assert found == rung if rung == "not_found" or rung == "exact" else found in ("exact", "normalised")


def test_the_place_of_a_quotation_is_its_span_in_the_source() -> None:
    place = locate("the ﬁrst council can’t", SOURCE)
    assert SOURCE[place.start : place.end] == "the first coun-\ncil can't"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("The board voted 3-0 … until June 30, 2025", True),
        ("Chair Osgood opened [...] to close Mill Road", True),
        ("until June 30, 2025 … The board voted 3-0", False),
        ("The board shall … approve a plan", False),
        ("approve a plan … the applicant posts $50,000", False),
        ("The board … was abolished", False),
    ],
)
def test_an_elision_keeps_order_and_never_leaves_out_a_negation_or_condition(quote: str, found: bool) -> None:
    assert (locate(quote, SOURCE).rung != "not_found") is found


@pytest.mark.parametrize(
    ("quote", "source", "found"),
    [
        ("the town council", "the town counci1", True),
        ("the right of way", "the tight of way", True),
        ("Mr. Harter spoke", "Mr. Hatter spoke", False),
        ("Mr. William spoke", "Mr. Wil1iam spoke", True),
        ("paid 11 dollars", "paid l1 dollars", False),
        ("paid 115 dollars", "paid 175 dollars", False),
        ("shall not pass", "shall nor pass", False),
        ("Article III passed", "Article lll passed", False),
        ("the town council", "the town count", False),
    ],
)
def test_a_scanned_page_forgives_confused_letters_and_never_a_digit_or_a_negation(
    quote: str, source: str, found: bool
) -> None:
    assert locate(quote, source).rung == "not_found"
    assert (locate(quote, source, ocr=True).rung == "ocr") is found


def test_the_nearest_passage_is_offered_and_not_accepted() -> None:
    assert nearest("The board voted 3-1 to close Mill Road", SOURCE).startswith("The board voted 3-0")
    assert nearest("entirely unrelated words here", SOURCE) == ""


def test_quotations_joined_by_an_ellipsis_are_one() -> None:
    spans = quoted_spans('It says “no member shall” … “vote” and "stay", 6" wide, “”.')
    assert [span.text for span in spans] == ["no member shall … vote", "stay"]


@pytest.mark.parametrize(
    "variant",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("fi", "ﬁ").replace("ff", "ﬀ"),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace("hearing", "hear-\ning"),
        lambda text: text.replace("hearing", "hear\u00ading"),
        lambda text: text.replace("'", "’").replace("3-0", "3–0"),
    ],
    ids=["crlf", "ligature", "no-break", "hyphenation", "soft hyphen", "typographic"],
)
def test_an_untouched_quotation_is_found_through_every_spelling_of_the_source(variant) -> None:  # type: ignore[no-untyped-def]
    for quote in (
        "Chair Osgood opened the hearing at 7:00 p.m.",
        "The 2025 office of the first council can't be moved.",
    ):
        assert locate(quote, variant(SOURCE)).rung != "not_found"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.text(max_size=80), st.booleans())
def test_locating_never_raises_and_points_into_the_source(quote: str, source: str, ocr: bool) -> None:
    place = locate(quote, source, ocr=ocr)
    assert 0 <= place.start <= place.end <= len(source)
    assert (place.rung == "not_found") == (not place.pieces)


@settings(max_examples=300)
@given(
    st.text(alphabet=st.one_of(st.sampled_from(" \t\r\n-–“’`é\u0301\u00ad\u2010ﬁ…\u00a0\u200bab9."), st.characters()))
)
def test_folding_word_by_word_is_folding_the_text(text: str) -> None:
    assert folded_text(text) == fold(text).text


@pytest.mark.parametrize(
    "source",
    [
        "**Bench sign**—A sign on a bench.",
        "_Bench sign_—A sign **on** a bench.",
        "***Bench*** sign—A sign on a _bench_.",
    ],
)
def test_marks_of_emphasis_in_a_source_are_no_part_of_its_words(source: str) -> None:
    place = locate("Bench sign—A sign on a bench", source)
    assert place.rung == "normalised"
    assert source[place.start : place.end].endswith("bench")


def test_a_star_or_a_blank_that_is_no_emphasis_stays() -> None:
    assert fold("5 * 4, Name: ____ Date").text == "5 * 4, Name: ____ Date"
    assert locate("5 4", "5 * 4").rung == "not_found"
