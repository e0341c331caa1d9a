"""Names and citations followed out of the passages found, over invented passages without a town."""

from __future__ import annotations

import anyio
import pytest
from fakes import a_document, vault_with
from hypothesis import given, settings
from hypothesis import strategies as st
from retrieval_fakes import a_chunk, gathering_in, retrieve

from benchmarks.ablation import nothing, without
from pipeline.ask.reading import read, written
from pipeline.find.chains.asked import AskedTerms, spans
from pipeline.find.chains.lift import Stone, counts_in_order, lifts
from pipeline.find.chains.steps import FIGURES, Step
from pipeline.types import Question, Retrieval
from vault.types import Document, Section

FOUNDER = "Who founded the company that owns the Ashlar Works?"
PASSAGES = {
    "Ashlar Works": "The Ashlar Works is a stone yard in the north, owned by Brack Holdings since it was built.",
    "Brack Holdings": "Brack Holdings is a maker of kerbs. It was founded by Odo Lindqvist in the year of the flood.",
    "Odo Lindqvist": "Odo Lindqvist (died young) was a mason who painted birds.",
    **{
        f"Yard {n}": f"Yard {n} is a company that works in stone and owns {n} carts, founded long ago."
        for n in range(9)
    },
}


def passage(title: str, text: str) -> Document:
    return a_document(title.lower().replace(" ", "-"), text, title=title, town="", board="", doc_type="other")


def found(documents: list[Document], question: str, *, chains: bool = True) -> list[str]:
    with vault_with(documents) as vault:
        gathering = gathering_in(vault, Question(text=question))
        if not chains:
            without("_chained", nothing)(gathering)
        held: Retrieval = anyio.run(retrieve, gathering)
        return [item.chunk.section or item.chunk.title for item in held.merged]


def test_the_passage_that_a_found_passage_names_comes_second() -> None:
    documents = [passage(title, text) for title, text in PASSAGES.items()]
    assert found(documents, FOUNDER)[:2] == ["Ashlar Works", "Brack Holdings"]
    assert found(documents, FOUNDER, chains=False)[:2] != ["Ashlar Works", "Brack Holdings"]


def test_a_question_that_names_a_passage_is_not_ranked_by_what_may_answer() -> None:
    with vault_with([passage(title, text) for title, text in PASSAGES.items()]) as vault:
        named, unnamed = (
            anyio.run(retrieve, gathering_in(vault, Question(text=text)))
            for text in (FOUNDER, "Who was a mason who painted birds?")
        )
    assert not any("answers" in item.why for item in named.merged)
    assert any("answers" in item.why for item in unnamed.merged)


def test_the_rule_that_a_found_rule_cites_is_brought() -> None:
    rules = a_document("rules", title="Quarry Rules", town="", board="", doc_type="rule").model_copy(
        update={
            "pages": (),
            "sections": (
                Section(
                    cite="3.2", text="A blasting licence lapses when the blaster moves away, save as Rule 9.4 says."
                ),
                Section(cite="9.4", text="Thirty days of grace run from the date of a notice of departure."),
                *(Section(cite=f"5.{n}", text=f"A cart of {n} tons bears a lamp and a date.") for n in range(1, 9)),
            ),
        }
    )
    question = "When does a blasting licence lapse if the blaster moves away, and what days of grace are given?"
    assert {"3.2", "9.4"} <= set(found([rules], question)[:2])


def test_one_passage_that_answers_is_not_displaced_by_what_it_names() -> None:
    documents = [passage(title, text) for title, text in PASSAGES.items()]
    assert found(documents, "In which year was Brack Holdings founded?")[0] == "Brack Holdings"


def test_a_related_word_is_worth_less_than_the_word_itself() -> None:
    asked = AskedTerms(written(read("director of the film")), lambda _: 1.0, 100.0)
    assert asked.terms == ("director", "film")
    assert next(name for _, _, name in spans(asked)) == "director of the film"


def a_step(source: int, target: int, **figures: float) -> Step:
    return Step(source, target, "name", tuple(figures.get(name, 0.0) for name in FIGURES))


SURE = Stone(1.0, 1.0, 1.0, 1.0, 1.0)


def test_a_chain_of_two_steps_lifts_its_end_less_than_its_middle() -> None:
    steps = [a_step(1, 2, name=1.0, residual=1.0), a_step(2, 3, name=1.0, residual=1.0)]
    lifted = lifts({1: SURE, 2: Stone(0.0, 0.0, 0.0, 0.0, 0.0)}, steps)
    assert lifted[2] > lifted[3] > 0


def test_a_passage_stands_higher_for_what_it_leads_to() -> None:
    both = {1: SURE, 2: SURE}
    assert lifts(both, [a_step(1, 2, name=1.0, residual=1.0)])[1] > 0


def test_two_citations_lift_a_passage_more_than_one() -> None:
    first, second = (a_step(n, 9, cite=1.0, residual=1.0, repeats=0.2)._replace(how="cite") for n in (1, 2))
    sources = {1: SURE, 2: SURE}
    assert lifts(sources, [first, second])[9] > lifts(sources, [first])[9]


def test_a_passage_that_only_speaks_of_the_one_named_is_found() -> None:
    work = passage("Low Tide (etching)", "Low Tide is an etching of 1911 by Odo Lindqvist.")
    kin = passage(
        "Harbour Painters", "The Harbour Painters met weekly; Odo Lindqvist and his wife Vera kept the books."
    )
    others = [passage(f"Guild {n}", f"Guild {n} has {n} members, and every wife is one.") for n in range(60)]
    asked = "Who was the wife of the maker of Low Tide?"
    assert "Harbour Painters" in found([work, kin, *others], asked)[:3]
    assert "Harbour Painters" not in found([work, kin, *others], asked, chains=False)[:3]


@pytest.mark.parametrize("steps", [[], [a_step(9, 1, name=1.0)], [a_step(1, 2, repeats=1.0)]])
def test_a_step_from_nowhere_or_to_a_repetition_lifts_nothing(steps: list[Step]) -> None:
    assert lifts({1: SURE}, steps) == {}


def test_a_ring_of_links_ends() -> None:
    ring = [a_step(n, (n + 1) % 5, name=1.0, residual=1.0) for n in range(5)]
    assert set(lifts(dict.fromkeys(range(5), SURE), ring)) == set(range(5))


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_asked(text: str) -> None:
    asked = AskedTerms(written(read(text)), lambda _: 1.0, 100.0)
    assert len(asked.terms) <= 60
    assert all(name for _, _, name in spans(asked))


@pytest.mark.parametrize(
    ("facts", "lift", "named", "counts"),
    [
        ({}, 3.0, 0.0, False),
        ({}, 6.5, 0.0, True),
        ({}, 3.0, 0.5, True),
        ({"section": "4.2", "doc_type": "rule"}, 3.0, 0.0, True),
        ({"lane": "state", "section": "RSA 9:1", "town": ""}, 9.0, 0.9, False),
    ],
)
def test_a_chain_counts_in_the_order_only_where_it_is_sure(
    facts: dict[str, object], lift: float, named: float, counts: bool
) -> None:
    assert counts_in_order(a_chunk(1, **facts), lift, named) is counts
