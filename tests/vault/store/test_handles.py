"""Handles are unguessable, expire, and hold across processes; capsules of runs are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import memory_vault

from vault.errors import HandleError
from vault.store.books import Handles
from vault.store.index import VaultIndex


class _Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def vault() -> Iterator[VaultIndex]:
    with memory_vault() as found:
        yield found


@pytest.fixture
def handles(vault: VaultIndex, clock: _Clock) -> Handles:
    return Handles(vault, clock=clock)


def test_a_handle_gives_its_payload_until_it_expires(handles: Handles, clock: _Clock) -> None:
    identity = handles.create("retrieval", '{"a": 1}', ttl_s=60)
    assert handles.get("retrieval", identity) == '{"a": 1}'
    clock.now += 60
    with pytest.raises(HandleError, match="has expired"):
        handles.get("retrieval", identity)


def test_handles_cannot_be_guessed(handles: Handles) -> None:
    made = {handles.create("session", "{}", ttl_s=60) for _ in range(50)}
    assert len(made) == 50
    assert all(len(identity) >= len("session_") + 22 for identity in made)


@pytest.mark.parametrize("identity", ["", "retrieval_x", "\ud800", "' OR 1=1 --", "x" * 10_000])
def test_an_unknown_handle_is_a_clear_error(handles: Handles, identity: str) -> None:
    with pytest.raises(HandleError, match="is unknown") as caught:
        handles.get("retrieval", identity)
    assert "Start again" in caught.value.next_step
    assert len(caught.value.message) < 200


def test_a_handle_of_another_kind_is_unknown(handles: Handles) -> None:
    identity = handles.create("session", "{}", ttl_s=60)
    with pytest.raises(HandleError, match="is unknown"):
        handles.get("retrieval", identity)


def test_touching_a_handle_prolongs_it(handles: Handles, clock: _Clock) -> None:
    identity = handles.create("session", "{}", ttl_s=60)
    clock.now += 50
    handles.touch("session", identity, ttl_s=60)
    clock.now += 50
    assert handles.get("session", identity) == "{}"
    clock.now += 50
    with pytest.raises(HandleError):
        handles.touch("session", identity, ttl_s=60)


def test_a_payload_can_be_replaced_while_the_handle_lives(handles: Handles) -> None:
    identity = handles.create("session", "1", ttl_s=60)
    handles.replace("session", identity, "2")
    assert handles.get("session", identity) == "2"
    assert handles.expire(identity)
    assert not handles.expire(identity)
    with pytest.raises(HandleError):
        handles.replace("session", identity, "3")


def test_expired_handles_are_cleared_away(vault: VaultIndex, handles: Handles, clock: _Clock) -> None:
    handles.create("session", "{}", ttl_s=10)
    clock.now += 20
    handles.create("session", "{}", ttl_s=10)
    with vault.reading() as connection:
        assert connection.execute("SELECT count(*) FROM handles").fetchone() == (1,)


def test_another_opening_of_the_vault_knows_the_handle(tmp_path: Path) -> None:
    with VaultIndex.open(tmp_path / "v.db", create=True) as first:
        identity = Handles(first).create("retrieval", "[]", ttl_s=3600)
        with VaultIndex.open(tmp_path / "v.db", read_only=True) as second:
            assert Handles(second).get("retrieval", identity) == "[]"
