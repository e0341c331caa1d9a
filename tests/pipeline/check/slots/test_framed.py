"""Another value in the very words of the record, or two exchanged, is contradicted; its own never. Invented records."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

TEXT = (
    "No sign may stand within three feet of the street line, or within five feet of a side line.\n"
    "The clerk is paid at a rate equal to $1,000 less than the annual pay of the treasurer.\n"
    "The hearing is on the first Monday evening in March at the Grange Hall.\n"
    "Refunds of the dog fee are at the sole discretion of the Alder Falls Board of Selectmen.\n"
    "Ash sent a letter about the funds for the former Birch mill recently sold to Crane.\n"
    "The loan shall be approved by 2/3 of all the voters present and voting.\n"
    "Notice is given within 14 days of the hearing."
)
judged = judging(source_of("L1", a_chunk(1, TEXT, doc_type="ordinance", board="", date="2031-01-01")))
LINES = TEXT.splitlines()


@pytest.mark.parametrize(
    ("claim", "line", "told"),
    [
        ("No sign may stand within five feet of the street line or within three feet of a side line.", 0, "five"),
        ("The clerk is paid at a rate equal to $1,000 more than the annual pay of the treasurer.", 1, "more than"),
        ("The hearing is held on the first Tuesday evening in March at the Grange Hall.", 2, "Tuesday"),
        ("Refunds of the dog fee are at the sole discretion of the Harbor Director.", 3, "Harbor Director"),
        ("Ash sent a letter about the funds for the former Crane mill, which was recently sold to Birch.", 4, "Crane"),
        ("The loan is approved by a simple majority of the voters present and voting.", 5, "majority"),
    ],
)
def test_another_value_in_the_same_words_is_contradicted(claim: str, line: int, told: str) -> None:
    found = judged(claim, LINES[line])
    assert found.verdict == "contradicted"
    assert found.against[0].startswith(told), found.against


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("No sign may stand within three feet of the street line or within five feet of a side line.", 0),
        ("The clerk is paid $1,000 less than the annual pay of the treasurer.", 1),
        ("The hearing is held on the first Monday evening in March at the Grange Hall.", 2),
        ("Refunds of the dog fee are at the sole discretion of the Select Board.", 3),
        ("Ash sent a letter about the funds for the former Birch mill, which was recently sold to Crane.", 4),
        ("The loan is approved by two thirds of the voters present and voting.", 5),
        ("Notice is given within two weeks of the hearing.", 6),
    ],
)
def test_the_records_own_value_in_its_words_is_not(claim: str, line: int) -> None:
    assert judged(claim, LINES[line]).verdict != "contradicted"
