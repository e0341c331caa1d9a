"""All passages that say two words side by side, each by its own label. Town and records are invented."""

from types import SimpleNamespace
from typing import cast

import pytest
from audit_fakes import a_brief, a_chunk

from pipeline.answer.dossier import dossier
from pipeline.answer.everywhere import said_everywhere, things_not_held
from pipeline.types import Brief
from vault.ports import Library
from vault.types import Chunk, Query

WORDS = "Parking on Husk Field was refused."
PAGES = [a_chunk(n, WORDS, doc_id="af-minutes", page_start=n, page_end=n) for n in (1, 2)]


def a_library(found: list[Chunk], **others: list[Chunk]) -> Library:
    """A library in which those passages say "husk field", the `others` what they are named for, and nothing else is
    said."""
    saying = {"husk field": found} | {name.replace("_", " "): said for name, said in others.items()}

    def mentions(pairs: list[str], _most: int, _scopes: object) -> dict[str, SimpleNamespace]:
        return {pair: SimpleNamespace(chunks=len(saying.get(pair, []))) for pair in pairs}

    known = SimpleNamespace(
        mentions=mentions,
        scan=lambda query, _place, _few: SimpleNamespace(chunks=saying.get(query.phrases[0], [])),
        frequencies=lambda stems, _scopes: dict.fromkeys(stems, 1),
    )
    return cast("Library", known)


def asked(*held: Chunk) -> Brief:
    brief = a_brief(held, question="Was parking on Husk Field refused?")
    return brief.changed(question=brief.question.changed(queries=("parking husk field vote",)))


def test_each_passage_of_a_document_bears_its_own_label() -> None:
    (saying,) = said_everywhere(a_library(PAGES), asked(*PAGES))
    assert saying.words == "husk field"
    assert saying.places == (("L1", WORDS), ("L2", WORDS))


def test_a_page_that_is_not_held_is_named_by_its_document_and_not_by_the_label_of_another_page() -> None:
    (saying,) = said_everywhere(a_library(PAGES), asked(PAGES[0]))
    assert saying.places == (("L1", WORDS), ("af-minutes?page=2", WORDS))


SAID = (
    "The stone footbridge was repaired. An electric pump is kept in the shed behind the hall on Mill Lane, and the bus "
    "barn was painted in June."
)


@pytest.mark.parametrize(
    ("question", "lost"),
    [
        ("Did the board vote for an electric bus?", ["electric bus"]),
        ("Was the stone footbridge repaired?", []),
        ("What became of the electric pump?", []),
        ("Did the old bus barn get a roof?", []),
    ],
)
def test_a_thing_of_whose_words_no_passage_says_two_together_is_told(question: str, lost: list[str]) -> None:
    page = a_chunk(1, SAID)

    def scan(query: Query, _scope: object, _most: int) -> SimpleNamespace:
        found = [page] if all(word in SAID.lower() for word in query.must) else []
        return SimpleNamespace(chunks=found, total=len(found))

    library = cast("Library", SimpleNamespace(scan=scan))
    assert [one.words for one in things_not_held(library, a_brief((page,), question=question))] == lost


@pytest.mark.parametrize(("phrasing", "lost"), [("electric bus purchase", ["electric bus"]), ("bus vote", [])])
def test_a_thing_that_no_phrasing_names_is_said_otherwise(phrasing: str, lost: list[str]) -> None:
    brief = a_brief((a_chunk(1, "Roads were paved."),), question="Has the town paid for an electric bus?")
    brief = brief.changed(question=brief.question.changed(queries=(phrasing,)))
    library = cast("Library", SimpleNamespace(scan=lambda *_: SimpleNamespace(chunks=(), total=0)))
    assert [one.words for one in things_not_held(library, brief)] == lost


def test_the_part_that_names_such_a_thing_says_so_and_little_is_shown() -> None:
    brief = a_brief((a_chunk(1, "Roads were paved."),), question="Has the town paid for an electric bus?")
    library = SimpleNamespace(scan=lambda *_: SimpleNamespace(chunks=(), total=0))
    (lost,) = things_not_held(cast("Library", library), brief)
    text = dossier(brief, said=(lost,))
    assert (lost.words, lost.is_thing) == ("electric bus", True)
    assert "In no passage and no law held: “electric bus”" in text


@pytest.mark.parametrize(
    ("asked_as", "told_as"),
    [("Husk Road", "Husk Rd."), ("Husk Rd", "Husk Road"), ("Husk Avenue", "Husk Ave."), ("Route Husk", "Rt. Husk")],
)
def test_a_street_is_found_in_every_spelling_of_its_word(asked_as: str, told_as: str) -> None:
    here = a_chunk(1, f"The culvert on {asked_as} was cleared.", doc_id="af-1", page_start=1, page_end=1)
    there = a_chunk(2, f"Parking on {told_as} was refused.", doc_id="af-2", page_start=1, page_end=1)
    both = {asked_as.lower().replace(" ", "_"): [here], told_as.lower().replace(".", "").replace(" ", "_"): [there]}
    brief = a_brief([here], question=f"Was parking on {asked_as} refused?")
    brief = brief.changed(question=brief.question.changed(queries=(f"parking {asked_as.lower()} vote",)))
    (saying,) = said_everywhere(a_library([], **both), brief)
    assert [place for place, _ in saying.places] == ["L1", "af-2?page=1"]
