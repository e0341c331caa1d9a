"""Handles and notes do the same in every engine: the file always, a cluster where one runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from cluster_fakes import ENGINES, NOBODY, fresh_cluster
from fakes import memory_vault

from vault.errors import HandleError, InputError
from vault.opensearch.library import ClusterLibrary
from vault.ports import HandleBook, NoteBook
from vault.store.books import Handles, Notes


class Kept(NamedTuple):
    """The books of one engine, and the same books as another process finds them."""

    handles: HandleBook
    notes: NoteBook
    elsewhere: HandleBook


@pytest.fixture(scope="module", params=ENGINES)
def books(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "file":
        with memory_vault() as vault:
            yield Kept(Handles(vault), Notes(vault), Handles(vault))
        return
    with fresh_cluster() as first:
        first.books.notes.save("A first note", "makes the index")
        with ClusterLibrary(first.cluster.address, NOBODY) as second:
            yield Kept(first.books.handles, first.books.notes, second.books.handles)


def test_a_handle_gives_its_payload_in_every_process_until_it_expires(books: Kept) -> None:
    identity = books.handles.create("run", '{"a": "ß"}', ttl_s=60.0)
    assert books.elsewhere.get("run", identity) == '{"a": "ß"}'
    books.elsewhere.replace("run", identity, "[2]")
    assert books.handles.get("run", identity) == "[2]"
    books.handles.touch("run", identity, ttl_s=-1.0)
    with pytest.raises(HandleError, match="has expired"):
        books.elsewhere.get("run", identity)


def test_a_touched_handle_lasts_and_an_ended_one_is_gone(books: Kept) -> None:
    identity = books.handles.create("lease", "", ttl_s=0.0)
    with pytest.raises(HandleError):
        books.handles.touch("lease", identity, ttl_s=60.0)
    alive = books.handles.create("lease", "", ttl_s=60.0)
    books.elsewhere.touch("lease", alive, ttl_s=3_600.0)
    assert books.handles.get("lease", alive) == ""
    assert books.elsewhere.expire(alive)
    assert not books.handles.expire(alive)
    with pytest.raises(HandleError):
        books.handles.replace("lease", alive, "x")


@pytest.mark.parametrize("identity", ["", "run_x", "\ud800", "../_all", "x" * 10_000])
def test_an_unknown_handle_is_a_clear_error_in_every_engine(books: Kept, identity: str) -> None:
    with pytest.raises(HandleError, match="is unknown") as told:
        books.handles.get("run", identity)
    assert told.value.next_step
    assert not books.handles.expire(identity)


def test_a_note_is_no_handle_and_a_handle_no_note(books: Kept) -> None:
    note = books.notes.save("Culvert on Quarry Lane", "It washed out.")
    with pytest.raises(HandleError):
        books.handles.get("run", note.id)
    assert books.notes.get(books.handles.create("run", "{}", ttl_s=60.0)) is None


def test_notes_are_listed_by_their_tags(books: Kept) -> None:
    gazebo = books.notes.save("The gazebo", "Painted green in May.", tags=("parks", "paint"), run_id="run_1")
    other = books.notes.save("Roof", "The gazebo's roof leaks; the roofer comes.", tags=("parks",))
    assert books.notes.get(gazebo.id) == gazebo
    assert {note.id for note in books.notes.listed(tag="parks")} == {gazebo.id, other.id}
    assert [note.id for note in books.notes.listed(tag="paint")] == [gazebo.id]
    with pytest.raises(InputError):
        books.notes.save(" ", "text")
