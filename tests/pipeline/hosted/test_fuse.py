"""Vault and store asked at once: merged by rank, resolved to the vault's pages, and what is told when one fails."""

from __future__ import annotations

import anyio
import pytest
from fakes import a_document, a_statute, searched, vault_with

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable
from pipeline.find.vault_engine import VaultEngine
from pipeline.hosted.engine import FusedEngine, fused_hits, resolve_in_vault
from pipeline.hosted.gemini_wire import StorePassage
from pipeline.hosted.store_metadata import chunk_of, document_text, metadata_entries
from pipeline.ports import SearchEngine
from vault.errors import OpenCouncilError, VaultError
from vault.types import Chunk, Document, Filters, Hit, Lane, Query, SearchAnswer, SearchCost

BRIDGE = " ".join(f"The footbridge on Mill Lane was discussed for the {n}. time by the board." for n in range(40))
MINUTES = a_document(
    "af-sb", "Osgood opened the meeting and the roll was called.", f"Varney moved to repair the footbridge. {BRIDGE}"
)
GUIDE = a_statute("guide-1", ("RSA 1:1", "Bridges", "A placeholder about the repair of a footbridge, not law."))
ELSEWHERE = a_document("ph-sb", "Pine Hollow repaired a footbridge.", town="Pine Hollow")
BRIDGES = Query(terms=("footbridge", "repair"))
NH = Filters(states=("NH",), towns=("Alder Falls",))


def passage(document: Document, text: str) -> Chunk:
    """What a store search makes of a passage of the document."""
    facts = {str(e["key"]): str(e.get("string_value", "")) for e in metadata_entries(document)}
    chunk = chunk_of(StorePassage(document.metadata.title, text, None, facts), 0)
    assert chunk is not None
    return chunk


class Scripted:
    """An engine that gives the same answer, or fails, and remembers what it was asked."""

    def __init__(self, said: SearchAnswer | OpenCouncilError | tuple[Chunk, ...]) -> None:
        self.said = said
        self.asked: list[tuple[Query, Lane]] = []

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """The answer."""
        self.asked.append((query, lane))
        if isinstance(self.said, OpenCouncilError):
            raise self.said
        if isinstance(self.said, SearchAnswer):
            return self.said
        hits = tuple(Hit(chunk=chunk, score=1 / rank, rank=rank) for rank, chunk in enumerate(self.said, 1))
        return SearchAnswer(hits=hits, mode="hosted", cost=SearchCost(calls=1, input_tokens=9, usd=0.001))


def ask(engine: SearchEngine, query: Query = BRIDGES, lane: Lane = "local", asked: Filters = NH) -> SearchAnswer:
    """One search."""
    return anyio.run(engine.search, query, lane, asked, 10)


def test_a_store_passage_becomes_the_vault_s_own_chunk_with_its_page() -> None:
    opening = "Osgood opened the meeting and the roll was called; minutes of May were read. " * 25
    vote = "Varney moved to repair the footbridge for $18,400. Tibbetts seconded and all were in favor."
    document = a_document("af-sb-2", opening, vote)
    with vault_with([document]) as index:
        (own,) = resolve_in_vault(index, passage(document, f"⟦page 2⟧\n{vote[:80]}")).chunks
    assert "@store-" not in own.id
    assert own.page_end == 2
    assert vote in own.text


def test_a_passage_across_two_chunks_gives_both() -> None:
    with vault_with([MINUTES]) as index:
        text = MINUTES.pages[1].text
        cut = searched(index, BRIDGES, Filters(doc_ids=("af-sb",))).hits[0].chunk.end
        assert cut
        found = resolve_in_vault(index, passage(MINUTES, text))
        assert len(found.chunks) >= 2
        assert not found.outdated


@pytest.mark.parametrize("text", ["Varney moved to sell the footbridge to the highest bidder at auction.", "x"])
def test_a_text_the_vault_s_document_does_not_hold_is_outdated_and_no_evidence(text: str) -> None:
    with vault_with([MINUTES]) as index:
        found = resolve_in_vault(index, passage(MINUTES, text))
        assert (found.chunks, found.outdated) == ((), True)


def test_a_document_the_vault_does_not_hold_stays_as_the_store_gave_it() -> None:
    with vault_with([MINUTES]) as index:
        theirs = passage(ELSEWHERE, "Pine Hollow repaired a footbridge.")
        assert resolve_in_vault(index, theirs).chunks == (theirs,)


# covers: 22, 55
def test_one_passage_found_by_both_stands_once_and_before_what_one_found() -> None:
    both, vault_only = passage(MINUTES, "one"), passage(MINUTES, "two")
    store_only = passage(ELSEWHERE, "three")
    lists = [[(vault_only, 1), (both, 2)], [(store_only, 1), (both, 2)]]
    hits = fused_hits([[Hit(chunk=c, score=1.0, rank=r) for c, r in one] for one in lists], 10)
    assert [hit.chunk.text for hit in hits] == ["one", "two", "three"]
    assert [hit.rank for hit in hits] == [1, 2, 3]
    assert len(fused_hits([hits], 2)) == 2


def test_both_engines_answer_and_every_text_is_one_the_vault_can_check() -> None:
    extra = a_document("af-old", "A footbridge of 1902 is remembered.")
    with vault_with([MINUTES, GUIDE]) as index:
        store = Scripted(
            (passage(MINUTES, document_text(MINUTES)), passage(extra, "A footbridge of 1902 is remembered."))
        )
        answer = ask(FusedEngine(index, VaultEngine(index), store, store_searches=5))
        held = [hit.chunk for hit in answer.hits if "@store-" not in hit.chunk.id]
        assert {chunk.doc_id for chunk in held} == {"af-sb"}
        assert index.get([chunk.id for chunk in held]) == tuple(held)
    assert answer.mode == "fused"
    assert [hit.chunk.doc_id for hit in answer.hits if "@store-" in hit.chunk.id] == ["af-old"]
    assert answer.cost == SearchCost(calls=1, input_tokens=9, usd=0.001)
    assert answer.caveats == ()


def test_what_the_vault_knows_of_a_document_goes_before_what_the_store_says() -> None:
    moved = passage(ELSEWHERE, "Pine Hollow repaired a footbridge.").model_copy(update={"town": "Alder Falls"})
    with vault_with([MINUTES, ELSEWHERE]) as index:
        answer = ask(FusedEngine(index, VaultEngine(index), Scripted((moved,)), store_searches=5))
    assert "ph-sb" not in {hit.chunk.doc_id for hit in answer.hits}


def test_older_texts_in_the_store_are_left_out_and_the_reader_is_told() -> None:
    with vault_with([MINUTES]) as index:
        stale = passage(MINUTES, "Varney moved to sell the footbridge to the highest bidder.")
        answer = ask(FusedEngine(index, VaultEngine(index), Scripted((stale,)), store_searches=5))
    assert all("@store-" not in hit.chunk.id for hit in answer.hits)
    assert answer.caveats == ("The hosted store holds older texts than the vault; those passages were left out.",)


DOWN = (ModelUnavailable("down"), ModelTimeout("late"), ModelBadOutput("no citations"))


@pytest.mark.parametrize("error", DOWN, ids=[error.code for error in DOWN])
def test_with_the_store_down_the_vault_answers_and_the_answer_says_so(error: OpenCouncilError) -> None:
    with vault_with([MINUTES]) as index:
        alone = ask(VaultEngine(index))
        answer = ask(FusedEngine(index, VaultEngine(index), Scripted(error), store_searches=5))
    assert [hit.chunk for hit in answer.hits] == [hit.chunk for hit in alone.hits]
    assert answer.hits
    assert answer.caveats == (
        f"A search of the hosted store failed ({error.code}); there the answer rests on the local vault alone.",
    )


def test_with_the_vault_down_the_store_answers_and_the_answer_says_so() -> None:
    with vault_with([]) as index:
        store = Scripted((passage(MINUTES, "Varney moved."),))
        answer = ask(FusedEngine(index, Scripted(VaultError("disk gone")), store, store_searches=5))
    assert len(answer.hits) == 1
    assert "disk gone" in answer.caveats[0]


def test_with_both_down_the_search_has_failed() -> None:
    with vault_with([]) as index:
        engine = FusedEngine(index, Scripted(VaultError("disk gone")), Scripted(ModelTimeout("late")), store_searches=5)
        with pytest.raises(VaultError, match="disk gone"):
            ask(engine)


# covers: 126
@pytest.mark.parametrize(
    ("error", "lane_after", "asked"),
    [(ModelUnavailable("down"), "state", 2), (ModelBadOutput("no citations"), "state", 3)],
)
def test_a_store_that_failed_twice_is_left_alone_for_the_rest_of_the_question(
    error: OpenCouncilError, lane_after: Lane, asked: int
) -> None:
    with vault_with([MINUTES, GUIDE]) as index:
        store = Scripted(error)
        engine = FusedEngine(index, VaultEngine(index), store, store_searches=9)
        for _ in range(4):
            ask(engine)
        ask(engine, lane=lane_after, asked=Filters(states=("NH",)))
    assert len(store.asked) == asked


def test_a_question_asks_the_store_no_more_often_than_its_share() -> None:
    with vault_with([MINUTES]) as index:
        store = Scripted(())
        engine = FusedEngine(index, VaultEngine(index), store, store_searches=2)
        answers = [ask(engine) for _ in range(4)]
    assert len(store.asked) == 2
    assert [answer.mode for answer in answers] == ["fused", "fused", "relaxed", "relaxed"]


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (Query(phrases=("RSA 1:1",)), Filters(states=("NH",))),
        (Query(phrases=("case 31-07",)), NH),
        (BRIDGES, Filters(doc_ids=("af-sb",))),
    ],
)
def test_a_look_up_of_one_section_number_or_document_is_the_vault_s_alone(query: Query, asked: Filters) -> None:
    with vault_with([MINUTES, GUIDE]) as index:
        store = Scripted(())
        ask(FusedEngine(index, VaultEngine(index), store, store_searches=5), query, "state", asked)
    assert store.asked == []
