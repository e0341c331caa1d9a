"""The operators of a search are read as they are documented, in one line."""

from __future__ import annotations

import pytest

from mcp_server.results.operators import Near, read_operators

TEXT = "The beach opens in June. After a long debate about parking the sticker fee was set at $40 for the year."


def test_phrases_pairs_and_unwanted_words_are_told_apart() -> None:
    found = read_operators('"default budget" fee NEAR/5 beach warrant -school')
    assert found.phrases == ("default budget",)
    assert found.near == (Near("fee", "beach", 5),)
    assert found.without == ("school",)
    assert found.query.must == ("default budget", "fee", "beach")
    assert set(found.query.terms) == {"warrant", "fee", "beach"}


@pytest.mark.parametrize(
    ("query", "held"),
    [
        ("sticker NEAR/1 fee", True),
        ("fees NEAR sticker", True),  # by stem, in either order
        ("beach NEAR/3 fee", False),
        ("beach NEAR/60 fee", True),
        ("fee NEAR fee", False),
        ("fee -parking", False),
        ('"Opens" beach', True),
        ('"open"', False),  # one word in quotes is meant as it is written
        ('"stick"', False),
        ('zebra OR "sticker fee" beach', True),
        ('(zebra OR "beach fee") beach', False),
        ("(stickers OR zebra) (June OR July)", True),
        ('"sticker fees"', True),  # a phrase by stems, as the index finds it
    ],
)
def test_a_text_is_let_through_when_the_pair_stands_near_and_no_unwanted_word_in_it(query: str, held: bool) -> None:
    assert read_operators(query).let_through(TEXT) is held


def test_near_in_small_letters_is_a_word() -> None:
    assert read_operators("houses near the beach").near == ()


def test_alternatives_are_no_words_of_their_own() -> None:
    found = read_operators('"tax rate" (ZBA OR "board of adjustment") hearing')
    assert found.either == (("ZBA", "board of adjustment"),)
    assert found.query.must == ("tax rate",)
    assert found.query.terms == ("hearing",)


@pytest.mark.parametrize(
    ("query", "text", "held"),
    [
        ('"$500"', "a fine of $500 each", True),
        ('"$500"', "a fine of $500.00 each", True),
        ('"$500"', "a fine of $2,500 each", False),
        ("500 OR penalty", "500,000 or 5,500 or 1.500", False),
        ('"2,500"', "it is $2,500.", True),
    ],
)
def test_a_figure_is_none_inside_a_longer_one(query: str, text: str, held: bool) -> None:
    assert read_operators(query).let_through(text) is held
