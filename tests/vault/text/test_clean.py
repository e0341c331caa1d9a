"""The one normalisation: what it joins, drops and keeps, that it is idempotent, and that folding can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.text.clean import clean, fold

MESSY = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab-A9 \n\r\t\x02\u00ad\u200b\u2010\ufb01\u00a0\ud800\udc00\x00\u0301\u2014’“½"),
        st.characters(exclude_categories=[]),
    )
)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("the de-\npartment met", "the department met"),
        ("the de\x02\r\npartment met", "the department met"),
        ("the coun\x02cil met", "the council met"),
        ("the coun\u00ad\ncil met", "the council met"),
        ("coun\u00adcil", "council"),
        ("RSA 91-\nA:3", "RSA 91-A:3"),
        ("RSA 91\x02\r\nA:3", "RSA 91-A:3"),
        ("fiscal 2024-\n2025", "fiscal 2024-2025"),
        ("self-\nemployed", "self-employed"),
        ("Alder-\nFalls", "Alder-Falls"),
        ("ﬁle the oﬀer", "file the offer"),
        ("RSA\u00a039:3", "RSA 39:3"),
        ("91\u2011A", "91-A"),
        ("a\u200bb\u202ec\ufeff", "abc"),
        ("nul\x00 bell\x07", "nul bell"),
        ("lone \ud800 half", "lone  half"),
        ("pair \ud83d\ude00", "pair \U0001f600"),
        ("e\u0301", "é"),
        ("½ acre", "½ acre"),
        ("trailing   \n\n\n\nnext", "trailing\n\nnext"),
        ("tab\there", "tab here"),
        ("page\fpage", "page\npage"),
        ("\uf0b7 item", "• item"),
        ("agenda --\nnext", "agenda --\nnext"),
        ("hidden\U000e0041text", "hiddentext"),
        ("", ""),
    ],
)
def test_cleaning_joins_drops_and_keeps(given: str, expected: str) -> None:
    assert clean(given) == expected


@given(MESSY)
@settings(max_examples=300, deadline=None)
def test_cleaning_is_idempotent(text: str) -> None:
    once = clean(text)
    assert clean(once) == once


@given(MESSY)
@settings(max_examples=300, deadline=None)
def test_clean_text_can_always_be_encoded_and_holds_no_control_character(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert not {char for char in cleaned if ord(char) < 32 and char != "\n"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("“Yes”  she\nsaid – ‘no’", "\"Yes\" she said - 'no'"),
        ("  edges  ", "edges"),
        ("the de-\npartment", "the department"),
        ("91-\nA", "91-A"),
        ("Ｆull", "Full"),
        ("Case Kept", "Case Kept"),
        ("", ""),
    ],
)
def test_folding_makes_spellings_of_one_quote_equal(given: str, expected: str) -> None:
    assert fold(given).text == expected


def test_a_quote_is_located_in_the_text_it_was_folded_from() -> None:
    page = "MOTION:  The Board’s vote — “to table the\nap-\nplication” — carried."
    folded, quote = fold(page), fold('to table the application" - carried').text
    at = folded.text.index(quote)
    assert page[slice(*folded.span(at, at + len(quote)))] == "to table the\nap-\nplication” — carried"
    assert folded.span(at, at) == (0, 0)


@given(MESSY)
@settings(max_examples=300, deadline=None)
def test_folding_keeps_one_offset_for_each_character_in_order(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.offsets) == len(folded.ends)
    assert list(folded.offsets) == sorted(folded.offsets)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.offsets, folded.ends, strict=True))


@given(MESSY)
@settings(max_examples=300, deadline=None)
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text).text
    assert fold(once).text == once


@given(MESSY)
@settings(max_examples=200, deadline=None)
def test_cleaning_before_folding_keeps_any_ascii_quote(text: str) -> None:
    assert "39:3" in fold(clean(text + " RSA 39:3 " + text)).text
