"""What is kept beside the evidence: pages that records cite, and what a hop finds, none of it twice."""

from __future__ import annotations

import anyio
from fakes import a_document, vault_with
from retrieval_fakes import a_chunk, gathering_in

from hop_controller.types import HopQuery
from pipeline.find.brought import best_found
from pipeline.find.choice import place_key, repeats, unlike
from pipeline.find.pool import HopFound, Pool
from pipeline.find.select import CorpusFacts
from pipeline.types import Question, Round
from vault.types import Chunk, Document, Section

TEXT = "The footbridge repair was put off until the engineer reports on the two stone piers of the Mill Lane crossing."


def law(*sections: tuple[str, str]) -> Document:
    """An invented code of these sections."""
    held = tuple(Section(cite=cite, text=text) for cite, text in sections)
    rules = a_document("code", title="Quarry Code", town="", board="", doc_type="rule")
    return rules.model_copy(update={"pages": (), "sections": held})


def of_page(number: int, page: int, text: str, start: int = 0) -> Chunk:
    """A passage of one document."""
    place = {"doc_id": "minutes", "page_start": page, "page_end": page, "start": start, "end": start + len(text)}
    return a_chunk(number, text, **place)


def test_another_passage_of_the_same_page_or_section_repeats_it() -> None:
    assert repeats(of_page(1, 3, "One."), [of_page(2, 3, "Two.", 900)])
    one, two = (a_chunk(n, f"Text {n}.", doc_id="code", section="RSA 9:1") for n in (1, 2))
    assert repeats(one, [two])


def test_a_passage_inside_a_page_read_whole_repeats_it_and_a_shared_edge_does_not() -> None:
    whole = of_page(1, 3, TEXT * 9)
    assert repeats(of_page(2, 4, TEXT, len(TEXT) * 7), [whole])
    assert not repeats(of_page(2, 4, "A lamp was bought. " * 9, len(whole.text) - 20), [whole])


def test_the_same_words_in_another_document_repeat_it_and_other_words_do_not() -> None:
    assert repeats(a_chunk(1, TEXT), [a_chunk(2, f"{TEXT} Adopted.")])
    assert not repeats(a_chunk(1, TEXT), [a_chunk(2, "The library opens at nine and closes at five on weekdays.")])


def test_the_place_of_a_repetition_goes_to_the_next() -> None:
    first, same, new = of_page(1, 1, "One."), of_page(2, 1, "Two.", 900), of_page(3, 2, "Three.", 1800)
    assert unlike([first, same, new], [], 2) == [first, new]
    assert unlike([first, same, new], [first], 2) == [new]


def test_a_hop_brings_neither_what_is_held_nor_one_page_twice() -> None:
    said = [
        of_page(1, 1, "The culvert was priced."),
        of_page(2, 1, "The culvert was priced again.", 900),
        of_page(3, 2, "The culvert was dug.", 1800),
        of_page(4, 2, "The culvert was dug up.", 2700),
        of_page(5, 3, "The culvert was filled.", 3600),
    ]
    pool = Pool()
    pool.add(said, "culvert", 2)
    search = HopFound(2, "local", "culvert", tuple(chunk.id for chunk in said))
    facts = CorpusFacts(df=lambda _: 5, total=100)
    brought = best_found(pool, [search], said[:1], facts, 4)
    assert [pool.chunks["local"][i].page_start for i in brought] == [2, 3]


def test_after_a_hop_no_page_stands_twice_and_what_was_held_stays() -> None:
    pages = [
        f"Meeting {n}. The footbridge repair on Mill Lane was heard. " + f"Plank number {n} was counted. " * 120
        for n in range(3)
    ]
    documents = [a_document(f"minutes-{n}", text, title=f"Minutes {n}") for n, text in enumerate(pages)]
    with vault_with(documents) as vault:
        gathering = gathering_in(vault, Question(text="What was said about the footbridge repair?"))

        async def hop() -> tuple[set[str], list[tuple[str, str]]]:
            await gathering.first_pass()
            before = {item.chunk.id for item in gathering.result().merged}
            await gathering.widen(Round(queries=(HopQuery(lane="local", words="plank number counted"),), why="hop"))
            held = gathering.result().merged
            assert before <= {item.chunk.id for item in held}
            return before, [place_key(item.chunk) for item in held]

        before, places = anyio.run(hop)
    assert before
    assert len(places) == len(set(places))


CITED = "The surety lodged by the operator returns to him once the inspector has signed."
ASKED = (
    "What does the permit of a quarry on Gull Ledge require of its holder, and when is his deposit paid back and why?"
)


def test_a_section_that_the_evidence_cites_is_kept_beside_it_though_it_shares_no_word_of_the_question() -> None:
    filler = [(f"9.{n}", f"A permit of kind {n} for a quarry on a ledge names its holder.") for n in range(10, 30)]
    code = law(
        ("9.1", "The permit of a quarry on Gull Ledge requires its holder to do as Rule 9.2 says."),
        ("9.2", CITED),
        *filler,
    )
    with vault_with([code]) as vault:
        gathering = gathering_in(vault, Question(text=ASKED))
        anyio.run(gathering.first_pass)
        picked = [item.chunk.section for item in gathering.view.merged().chosen]
        held = [item.chunk.section for item in gathering.kept().chosen]
    assert "9.1" in picked
    assert "9.2" in held
    assert set(picked) <= set(held)


def test_a_callers_own_search_comes_before_the_machines_searches() -> None:
    said = [of_page(n, n, f"The culvert was priced {n} times.", 900 * n) for n in range(1, 13)]
    wanted = said[-1]
    pool = Pool()
    pool.add(said, "culvert", 2)
    machines = [HopFound(2, "local", "culvert priced", tuple(one.id for one in said[:-1])) for _ in range(3)]
    own = HopFound(2, "local", "culvert priced", (wanted.id,), by_caller=True)
    facts = CorpusFacts(df=lambda _: 5, total=100)
    assert wanted.id not in best_found(pool, [*machines, own._replace(by_caller=False)], [], facts, 2)
    assert best_found(pool, [*machines, own], [], facts, 2)[0] == wanted.id
