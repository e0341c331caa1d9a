"""The vault as the controller's memory, over a real vault file. Town, people and cases are invented."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from fakes import a_document, searched, vault_with

from hop_controller.decide import decide
from hop_controller.memory import VaultMemory
from hop_controller.types import HopState
from vault.errors import VaultError
from vault.store.books import Notes
from vault.store.index import VaultIndex
from vault.store.write import put_document
from vault.types import ChunkDraft, Document, Filters, Metadata, Page, Query, SearchAnswer, SearchRequest

ODD_NAMES = ("RSA 91-A", "O'Brien", "SC H.3456", "Flock-Safety", "Lot (rear) [b]", 'the "Annex"', "A AND B*")


MINUTES = (
    "The board heard J. O'Brien on the Mill Street Culvert. The Flock-Safety module in C++ and SC H.3456 were named, "
    "with RSA 91-A and Lot (rear) [b]."
)
LETTER = "The Mill Street Culvert is closed again this spring, see (c)."


@pytest.fixture
def index(tmp_path: Path) -> Iterator[VaultIndex]:
    with VaultIndex.open(tmp_path / "vault.db", create=True) as opened:
        with opened.writing() as connection:
            for name, text in (("minutes", MINUTES), ("letter", LETTER)):
                facts = Metadata(
                    title=f"Alder Falls {name}",
                    lane="local",
                    state="NH",
                    town="Alder Falls",
                    doc_type="minutes",
                    authority="minutes",
                    date="2024-05-07",
                    status="approved",
                )
                document = Document(doc_id=name, metadata=facts, pages=(Page(number=1, text=text),))
                draft = ChunkDraft(ord=0, page_start=1, page_end=1, start=0, end=len(text), text=text)
                put_document(connection, document, [draft], find=lambda chunk: ())
        yield opened


# covers: 450, 469
@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.parametrize("saved", [0, 2, 7])
def test_notes_on_odd_names_are_counted_up_to_five(index: VaultIndex, name: str, saved: int) -> None:
    notes = Notes(index)
    notes.save("Another matter", "A note on the letter C, on (c), on A and on B.")
    for number in range(saved):
        notes.save(f"Finding {number}", f"What the record says on {name} is short.")
    assert VaultMemory(index).note_hits(name, 5) == min(saved, 5)


def test_novelty_is_asked_of_notes_and_connectedness_of_notes_and_documents(index: VaultIndex) -> None:
    memory = VaultMemory(index)
    assert memory.note_hits("Mill Street Culvert", 5) == 0
    assert memory.related_notes("Mill Street Culvert", 3) == 2
    Notes(index).save("Culvert", "The Mill Street Culvert is old.")
    later = VaultMemory(index)
    assert later.note_hits("Mill Street Culvert", 5) == 1
    assert later.related_notes("Mill Street Culvert", 3) == 3


def test_a_long_specific_phrase_is_not_called_novel_for_its_length(index: VaultIndex) -> None:
    Notes(index).save("Culvert", "The Mill Street Culvert is old.")
    assert VaultMemory(index).note_hits("mill street culvert", 5) == 1


def test_a_phrase_found_only_in_what_is_held_reaches_nothing_new(index: VaultIndex) -> None:
    held = [hit.chunk.id for hit in searched(index, Query(phrases=("Mill Street Culvert",)), limit=10).hits]
    assert len(held) == 2
    assert VaultMemory(index, held=held[:1]).retrievable("Mill Street Culvert") is True
    assert VaultMemory(index, held=held).retrievable("Mill Street Culvert") is False
    assert VaultMemory(index).retrievable("Pine Hollow Bridge") is False
    assert VaultMemory(index, open_world=True).retrievable("Pine Hollow Bridge") is None


class CountedSearches(VaultIndex):
    """A vault that counts the searches of each call."""

    calls: tuple[int, ...] = ()

    def search(self, asks: Sequence[SearchRequest]) -> tuple[SearchAnswer | VaultError, ...]:
        self.calls += (len(asks),)
        return super().search(asks)


def test_what_is_prepared_is_asked_of_in_one_call(index: VaultIndex) -> None:
    with CountedSearches.open(index.path) as counted:
        memory = VaultMemory(counted, scopes=(Filters(lane="local"), Filters(lane="state")))
        names = ("Mill Street Culvert", "O'Brien", "C++")
        memory.prepare(names)
        assert [memory.related_notes(name, 5) for name in names] == [2, 1, None]
        assert [memory.note_hits(name, 5) for name in names] == [0, 0, None]
        assert [memory.retrievable(name) for name in names] == [True, True, None]
        assert counted.calls == (4,)


def test_a_name_the_index_cannot_spell_is_unknown(index: VaultIndex) -> None:
    memory = VaultMemory(index)
    assert (memory.note_hits("C++", 5), memory.related_notes("C++", 3), memory.retrievable("C++")) == (None,) * 3


def test_a_facet_is_reachable_by_its_words(index: VaultIndex) -> None:
    assert VaultMemory(index).retrievable("why was the culvert at Mill Street closed in spring") is True


def test_a_failed_query_is_unknown(index: VaultIndex) -> None:
    memory = VaultMemory(index)
    index.close()
    assert memory.note_hits("RSA 91-A", 5) is None
    assert memory.related_notes("RSA 91-A", 3) is None
    assert memory.retrievable("RSA 91-A") is None


def test_what_strangers_hold_makes_nothing_known_or_reachable() -> None:
    home = [a_document("one", "The Mill Street Culvert is closed.")]
    strangers = [a_document(f"s{n}", f"Mill Street Culvert {n}.", town="Pine Hollow") for n in range(6)]
    scopes = (Filters(lane="local", states=("NH",), towns=("Alder Falls",)), Filters(lane="state", states=("NH",)))
    found = []
    for documents in (home, [*strangers, *home]):
        with vault_with(documents) as vault:
            held = [hit.chunk.id for hit in searched(vault, Query(terms=("closed",))).hits]
            memory = VaultMemory(vault, held=held, scopes=scopes)
            name = "Mill Street Culvert"
            found.append((memory.related_notes(name, 5), memory.retrievable(name)))
    assert found == [(1, False)] * 2


@pytest.mark.parametrize("phrase", ["", "--", "  "])
def test_a_phrase_without_words_is_unknown(index: VaultIndex, phrase: str) -> None:
    memory = VaultMemory(index)
    assert (memory.note_hits(phrase, 5), memory.related_notes(phrase, 3), memory.retrievable(phrase)) == (None,) * 3


def test_a_decision_over_a_real_vault_prefers_what_no_note_covers(index: VaultIndex) -> None:
    for number in range(5):
        Notes(index).save(f"Culvert {number}", "The Mill Street Culvert is old.")
    texts = ("They named the Mill Street Culvert and SC H.3456.", "Both the Mill Street Culvert and SC H.3456 matter.")
    asked = HopState(topic="spring closure", current_hop=2, summaries_so_far=texts)
    made = decide(asked, VaultMemory(index))
    assert made.next_hop is not None
    assert made.next_hop.from_ == "SC H.3456"
    assert made.next_hop.candidate_score.novelty == 3
