"""What is bound word by word and still says something else is not verified. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

RECORD = (
    "Marge Roy was worried about loose dogs at the park. Tom Birch thanked the Board. Marsh made a motion to approve "
    "the minutes of April 16, 2031. Webb seconded. No discussion. Motion passed. The fees are $75 and $210. The Ridge "
    "Foundation will transfer the land to the Alder Trust. The dam was inspected. The mast of the tower has a camera "
    "and the office a lamp."
)
SOURCE = source_of("L1", a_chunk(1, RECORD, doc_type="minutes", board="Select Board", date="2031-05-06"))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Marge Birch was worried about loose dogs.", "Marge Roy was worried about loose dogs at the park."),
        ("The dam was not inspected.", "No discussion. Motion passed. … The dam was inspected."),
        ("The fees are $75 and $75.", "The fees are $75 and $210."),
        ("The minutes of May 6, 2031 were approved.", "Marsh made a motion to approve the minutes of April 16, 2031. "
         "Webb seconded. No discussion. Motion passed."),
        ("Fees: $210 and $75.", "The fees are $75 and $210."),
        ("The fees together come to $285, so the fees will rise.", "The fees are $75 and $210."),
        ("The fees together come to $285 in order to lower fees.", "The fees are $75 and $210."),
        ("The dam was not inspected.", "The dam was inspected."),
        ("The mast of the tower has a lamp and the office a camera.", "The mast of the tower has a camera and the "
         "office a lamp."),
        ("The Alder Trust will transfer the land to the Ridge Foundation.", "The Ridge Foundation will transfer the "
         "land to the Alder Trust."),
    ],
)  # fmt: skip
def test_words_bound_otherwise_than_the_record_binds_them_are_not_verified(claim: str, quote: str) -> None:
    assert judge(claim, (SOURCE,), (Support(source="L1", quote=quote),)).verdict != "verified"


def test_the_true_sentence_stays_verified() -> None:
    quote = "Marge Roy was worried about loose dogs at the park."
    assert judge("Ms. Roy was worried about loose dogs.", (SOURCE,), (Support(source="L1", quote=quote),)).verdict == (
        "verified"
    )


STEPS = (
    "A town with a population of over 10,000 but less than 25,000 shall have 3 members on the commission and a town "
    "with a population of over 25,000 shall have 4 members on the commission."
)


@pytest.mark.parametrize(("members", "verdict"), [("3", "consistent"), ("4", "verified")])
def test_a_step_of_a_scale_has_the_figure_beside_its_own_limit(members: str, verdict: str) -> None:
    law = source_of("L1", a_chunk(1, STEPS, doc_type="statute", board="", date="2031-05-06"))
    claim = f"A town with a population of over 25,000 shall have {members} members on the commission."
    assert judge(claim, (law,), (Support(source="L1", quote=STEPS),)).verdict == verdict
