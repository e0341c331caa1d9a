"""A sentence of the record in its own words and order is verified, whatever articles and tenses differ; another word,
another order or a dropped condition is not. The record is invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import Support, judge
from pipeline.check.read.case import source_of

from audit_fakes import a_chunk  # isort: skip

TEXT = (
    "Ada Roy explained the plan of the Harbor Trust. She said that the dredge will arrive in three weeks and that the "
    "trust is not paying for it. The lessee shall not store fuel on the pier. Birch wrote to Roy about the crane. The "
    "clerk was thanked. The permit shall lapse in June unless the board extends it. The fee may be waived."
)
SOURCE = source_of("L1", a_chunk(1, TEXT, doc_type="minutes", board="Harbor Commission", date="2031-05-06"))


def verdict(claim: str, quote: str) -> str:
    return judge(claim, (SOURCE,), (Support(source="L1", quote=quote),)).verdict


DREDGE = "She said that the dredge will arrive in three weeks and that the trust is not paying for it."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Ada Roy said the dredge would arrive in 3 weeks and the trust isn't paying for it.", DREDGE),
        ("On May 6, 2031, she noted that the dredge will arrive in three weeks.", DREDGE),
        ("According to the minutes, a lessee may not store fuel on the pier.", "The lessee shall not store fuel"),
        ("Birch wrote to Roy about a crane.", "Birch wrote to Roy about the crane."),
    ],
)
def test_a_sentence_that_keeps_the_words_and_their_order_is_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Roy wrote to Birch about the crane.", "Birch wrote to Roy about the crane."),
        ("The clerk thanked the commission.", "The clerk was thanked."),
        ("The permit must lapse in June.", "The permit shall lapse in June unless the board extends it."),
        ("The fee must be waived.", "The fee may be waived."),
        ("Birch said that the dredge will arrive in three weeks.", DREDGE),
        ("The trust is paying for it.", DREDGE),
    ],
)
def test_a_sentence_that_changes_a_word_that_counts_is_not_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) != "verified"
