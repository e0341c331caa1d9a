"""Sentences of town records: places are exact, citations stay with their claim, blocks are never crossed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.text.sentences import sentences

CASES = [
    ("The board met. It voted 3-0.", ["The board met.", "It voted 3-0."]),
    ("Mr. Osgood moved RSA 91-A:3, II(c). It passed.", ["Mr. Osgood moved RSA 91-A:3, II(c).", "It passed."]),
    ("It passed. [L1][S2] Then it closed. [L2]", ["It passed. [L1][S2]", "Then it closed. [L2]"]),
    ("A heading\n\nThe board met.", ["A heading", "The board met."]),
    ("Voted:\n- to close the road\n- to open it", ["Voted:", "- to close the road", "- to open it"]),
    ("The vote\nwas 3-0 on page\fone. Next.", ["The vote\nwas 3-0 on page", "one.", "Next."]),
    ("See Art. 12 of the warrant. It failed.", ["See Art. 12 of the warrant.", "It failed."]),
    ("It excludes holidays. RSA 91-A:3 lets it. So.", ["It excludes holidays.", "RSA 91-A:3 lets it.", "So."]),
    ("The T.A.N. has not been used. T.J. agreed.", ["The T.A.N. has not been used.", "T.J. agreed."]),
    ("They said No. The motion failed.", ["They said No.", "The motion failed."]),
    ("Within thirty\n(30) days it ends.", ["Within thirty\n(30) days it ends."]),
    ("It ends.; c. It begins.", ["It ends.;", "c. It begins."]),
    ("", []),
    ("  \n\f ", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in sentences(text)] == expected


@given(st.text(alphabet=" \n\f\r.!?-[]LS12abAB•#()", max_size=120))
def test_a_sentence_is_always_the_slice_it_claims_to_be_and_no_word_is_lost(text: str) -> None:
    found = sentences(text)
    assert all(text[s.start : s.end] == s.text and s.text.strip() == s.text for s in found)
    assert "".join("".join(s.text for s in found).split()) == "".join(text.split())
