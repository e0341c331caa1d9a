"""Words, stems and sentences agree with the full text index."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.text import words as tokens

SAMPLE = """
The Select Board of Alder Falls possibly apologized for the technology ordinance; its Café licences, biology
notices, assemblies and 1s were tabled. RSA 91-A:3, II(c) governs nonpublic sessions. Rezoning Lot 12-40 humbly
requires relational hopping, ties, skies, dying, agreed, feed, sized, filing, failing, happy, sky, US, is, as.
Ångström façade naïve coöperate Ærø Łódź γλώσσας 91 A 3 conditional rational vietnamization predication operator
feudalism decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize
electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible
irritant replacement adjustment dependent adoption homologous communism activate angularity effective bowdlerize
probate rate cease controlling rolling caresses ponies cats plastered bled motoring sing conflated troubled
"""


def indexed_terms(texts: list[str]) -> list[list[str]]:
    db = sqlite3.connect(":memory:")
    db.execute("create virtual table f using fts5(x, tokenize='porter unicode61 remove_diacritics 2')")
    db.execute("create virtual table v using fts5vocab('f', 'instance')")
    db.executemany("insert into f(rowid, x) values (?, ?)", enumerate(texts))
    found: list[list[str]] = [[] for _ in texts]
    for term, row in db.execute("select term, doc from v order by doc, offset"):
        found[row].append(term)
    db.close()
    return found


def test_stems_are_the_terms_of_the_index() -> None:
    assert indexed_terms([SAMPLE]) == [list(tokens.stems(tokens.words(SAMPLE)))]


@given(st.text(alphabet=st.characters(codec="ascii", categories=("L", "N", "P", "Z")), max_size=60))
def test_words_are_cut_where_the_index_cuts_them(text: str) -> None:
    assert len(indexed_terms([text])[0]) == len(tokens.words(text))


def test_folding_keeps_other_scripts_and_drops_latin_marks() -> None:
    assert tokens.fold("Café Ångström Белый 10분") == "cafe angstrom белый 10분"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who signed the contract for the boardwalk?", ("signed", "contract", "boardwalk")),
        ("What is it?", ()),
        ("What if I don't pay, and they’ve won't I isn’t", ("pay",)),
        ("Article 7 a b", ("article", "7")),
        ("", ()),
    ],
)
def test_content_words_leave_out_function_words_and_repeats(text: str, expected: tuple[str, ...]) -> None:
    assert tokens.content_words(text) == expected


def test_a_scan_knows_capital_and_place_of_every_word() -> None:
    text = "Pine Hollow voted. Article 7 failed."
    found = tokens.scan(text)
    assert found.words == ("pine", "hollow", "voted", "article", "7", "failed")
    assert found.capital == (True, True, False, True, False, False)
    assert [text[o] for o in found.offset] == ["P", "H", "v", "A", "7", "f"]


@given(st.text(max_size=80))
def test_odd_text_never_raises(text: str) -> None:
    found = tokens.scan(text)
    assert len(found.words) == len(found.capital) == len(found.offset)
    tokens.stems(tokens.words(text))


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("What's due if I don't pay?", "What is due if I do not pay?"),
        ("Isn't there a rule? And didn’t Poe ask?", "Is there a rule? And did Poe ask?"),
        ("Why didn't the board act, which can't act?", "Why did not the board act, which cannot act?"),
        ("They’re late; I'll ask O'Brien's clerk.", "They are late; I will ask O'Brien's clerk."),
        ("no short form", "no short form"),
    ],
)
def test_a_question_is_read_with_its_short_forms_written_out(asked: str, plain: str) -> None:
    assert tokens.spelled_out(asked) == plain
