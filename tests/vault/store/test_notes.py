"""Notes are saved, listed, exported and counted; they never appear among documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import memory_vault, searched

from vault.errors import InputError
from vault.store.books import Notes, as_markdown, export_notes, file_name
from vault.store.index import VaultIndex
from vault.types import Note, Query


@pytest.fixture
def vault() -> Iterator[VaultIndex]:
    with memory_vault() as found:
        yield found


@pytest.fixture
def notes(vault: VaultIndex) -> Notes:
    return Notes(vault)


def test_a_saved_note_comes_back_whole(notes: Notes) -> None:
    saved = notes.save(
        "Culvert  on Quarry Lane", " It washed out in March. ", tags=("roads", "roads", " "), run_id="r1"
    )
    assert saved.changed(id="n1", created="") == Note(
        id="n1",
        title="Culvert on Quarry Lane",
        body="It washed out in March.",
        tags=("roads",),
        created="",
        run_id="r1",
    )
    assert notes.get(saved.id) == saved
    assert notes.get("n2") is None


@pytest.mark.parametrize(("title", "body"), [("", "text"), ("title", "  "), ("title", "x" * 1_000_001)])
def test_an_empty_or_endless_note_is_refused(notes: Notes, title: str, body: str) -> None:
    with pytest.raises(InputError):
        notes.save(title, body)


def test_notes_are_listed_newest_first_and_by_tag(notes: Notes) -> None:
    notes.save("One", "First.", tags=("roads",))
    notes.save("Two", "Second.", tags=("roads", "trees"))
    notes.save("Three", "Third.")
    assert [n.title for n in notes.listed()] == ["Three", "Two", "One"]
    assert [n.title for n in notes.listed(1)] == ["Three"]
    assert [n.title for n in notes.listed(tag="roads")] == ["Two", "One"]
    assert notes.listed(tag="road") == ()


# covers: 450, 469
def test_novelty_counts_notes_and_not_documents(vault: VaultIndex, notes: Notes) -> None:
    for number in range(7):
        notes.save(f"Note {number}", "The Mill Pond dam was inspected.")
    assert vault.mentions(("Mill Pond dam",), 5)["Mill Pond dam"] == (0, 5)
    assert vault.mentions(("dam Pond Mill",), 5)["dam Pond Mill"] == (0, 0)
    assert searched(vault, Query(terms=("dam",))).hits == ()


def test_a_note_is_exported_as_markdown_with_front_matter(notes: Notes) -> None:
    made = notes.save('The "dam"', "It was inspected.", tags=("dams", 'a "b"'))
    saved = made.changed(id="n1", created="2025-01-01T00:00:00+00:00")
    assert as_markdown(saved) == (
        '---\nid: "n1"\ncreated: "2025-01-01T00:00:00+00:00"\ntags: ["dams", "a \\"b\\""]\nrun_id: ""\n---\n\n'
        '# The "dam"\n\nIt was inspected.\n'
    )
    assert file_name(saved) == "n1.md"
    assert file_name(saved.model_copy(update={"id": "../../etc/passwd"})) == "etc-passwd.md"


def test_all_notes_are_exported_to_a_folder(notes: Notes, tmp_path: Path) -> None:
    first, second = notes.save("One", "First."), notes.save("Two", "Second.")
    files = tuple(tmp_path / "out" / file_name(note) for note in (second, first))
    for _ in range(2):
        assert export_notes(notes, tmp_path / "out") == files
    assert [file.read_text("utf-8") for file in files] == [as_markdown(second), as_markdown(first)]


def test_ids_made_by_default_are_readable_and_differ(vault: VaultIndex) -> None:
    notes = Notes(vault)
    one, two = notes.save("The Mill Pond Dam", "a"), notes.save("The Mill Pond Dam", "b")
    assert one.id.startswith("the-mill-pond-dam-")
    assert one.id != two.id
