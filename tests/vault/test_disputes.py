"""Where records of one matter differ."""

from __future__ import annotations

from fakes import a_document, vault_with

from pipeline.find.vault_engine import disputes_among
from vault.text.words import stem
from vault.types import Document

MARCH = (
    "Planning Board\nMarch 4, 2031\n\nOsgood made a motion to continue the site plan for Case #31-02-SP, the "
    "boathouse, to April 1. Tilden seconded. Motion passed 3-0."
)
APRIL = (
    "Planning Board\nApril 1, 2031\n\nOsgood made a motion to approve the site plan for Case #31-02-SP, the boathouse. "
    "Tilden seconded. Motion passed {vote}."
)
OTHER = (
    "Planning Board\nMay 6, 2031\n\nTilden made a motion to approve Case #31-07-V. Osgood seconded. Motion passed 3-0."
)


def documents(*, draft_vote: str = "3-0") -> list[Document]:
    return [
        a_document("march", MARCH, date="2031-03-04"),
        a_document("april", APRIL.format(vote="3-0"), date="2031-04-01", status="approved"),
        a_document("april-draft", f"Draft. {APRIL.format(vote=draft_vote)}", date="2031-04-01", status="draft"),
        a_document("may", OTHER, date="2031-05-06"),
    ]


def disputes(asked: str, held: tuple[str, ...] = ("march",), **more: str) -> tuple[str, ...]:
    with vault_with(documents(**more)) as vault:
        chunks = [one for passages in vault.passages(held).values() for one in passages]
        return disputes_among(vault.ledger, chunks, [stem(word) for word in asked.lower().split()])


def test_a_draft_that_tells_another_vote_is_in_dispute_with_the_approved_minutes() -> None:
    (told,) = disputes("what became of case 31-02-SP", draft_vote="2-1")
    assert told.startswith("vote: ")
    assert "3-0" in told or "boathouse" in told
    assert disputes("what became of case 31-02-SP") == ()


def test_a_matter_that_the_question_does_not_name_is_not_followed() -> None:
    assert disputes("what is said of the culvert", draft_vote="2-1") == ()
    assert disputes("what became of case 31-02-SP", held=(), draft_vote="2-1") == ()
