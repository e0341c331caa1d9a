"""What the controller reads of a retrieval: parts with the short forms that records use."""

from __future__ import annotations

from fakes import a_document, vault_with

from pipeline.ask.plan import plan
from pipeline.find.hops import parts_of_run
from pipeline.find.vault_engine import corpus_facts
from pipeline.types import PartAnswer, Question


def short_forms(part: str, *texts: str) -> tuple[str, ...]:
    issue = plan(Question(text=part)).issue
    with vault_with([a_document(f"d{n}", text) for n, text in enumerate(texts)]) as vault:
        return parts_of_run([PartAnswer(part=part)], issue, corpus_facts(vault))[0].short


def test_an_abbreviation_that_records_use_stands_for_its_words() -> None:
    texts = ("The library CRF holds $900.", "A capital reserve fund was made.", "The capital reserve fund grew.")
    assert short_forms("what is in the capital reserve fund", *texts) == ("crf",)


def test_a_common_word_is_no_abbreviation() -> None:
    texts = ("The lamp was turned off.", "The off road was mown.", "Our fire folks met.")
    assert short_forms("what did our fire folks say", *texts) == ()
    assert short_forms("what did Ossipee fire folks say", *texts) == ()
