"""The run capsule: chained, checked, replayed from itself alone, compared."""

import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import anyio
import pytest
from scripted_model import ScriptedModel
from scripted_model import chunk as a_passage

from pipeline.errors import ModelTimeout
from pipeline.ports import ModelRequest
from pipeline.record.capsule import (
    Capsule,
    CapsuleLog,
    RecordingEngine,
    RecordingModel,
    ReplayEngine,
    ReplayModel,
    export_capsule,
    held_chunks,
    read_capsule,
    verify,
)
from pipeline.record.lookups import counts
from pipeline.record.passages import FILE_NAME, PassageStore, kept_passage
from pipeline.record.seal import key_beside, key_path
from vault.errors import HandleError, InputError, VaultError
from vault.types import Chunk, Filters, Lane, Query, SearchAnswer

ASK = ModelRequest(stage="synthesis", system="s", prompt="p", temperature=0.2, deadline_s=1.0)
QUERY = Query(terms=("footbridge",))


class OneAnswer:
    """A search engine with one answer, or one failure."""

    def __init__(self, error: VaultError | None = None) -> None:
        self.error = error

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        if self.error:
            raise self.error
        return SearchAnswer(hits=(), mode="empty", zero_reason="not_in_vault", took_ms=3.5)


def capsule_of(log: CapsuleLog) -> Capsule:
    return Capsule(entries=tuple(log.entries))


def written(tmp_path: Path) -> Path:
    path = tmp_path / "runs" / "run-1.jsonl"
    log = CapsuleLog(path)
    for text in ("a", "b", "ü ¶"):
        log.add("note", text)
    return path


def test_a_written_capsule_reads_back_whole(tmp_path: Path) -> None:
    capsule = read_capsule(written(tmp_path))
    assert [entry.data for entry in capsule.entries] == ["a", "b", "ü ¶"]
    assert verify(capsule).whole


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: [lines[0], lines[1].replace('"b"', '"c"'), lines[2]], "content was changed"),
        (lambda lines: [lines[0], lines[2]], "stands at place 1"),
        (lambda lines: [lines[1], lines[0], lines[2]], "stands at place 0"),
        (lambda lines: [], "empty"),
    ],
)
def test_a_changed_capsule_is_found_out(tmp_path: Path, change: object, reason: str) -> None:
    path = written(tmp_path)
    assert callable(change)
    path.write_text("\n".join(change(path.read_text("utf-8").splitlines())), "utf-8")
    check = verify(read_capsule(path))
    assert not check.whole
    assert reason in check.reason


def rehashed(path: Path, change: tuple[str, str], *, keep_seals: bool) -> None:
    """The capsule edited by someone who knows the format: every hash set anew, the seals kept or taken off."""
    log = CapsuleLog()
    old = read_capsule(path).entries
    for entry in old:
        log.add(entry.kind, change[1] if entry.data == change[0] else entry.data)
    seals = [entry.seal if keep_seals else "" for entry in old]
    lines = [entry.changed(seal=seal).model_dump_json() for entry, seal in zip(log.entries, seals, strict=True)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_a_capsule_bears_the_seal_of_its_vault_whose_key_is_for_its_owner_only(tmp_path: Path) -> None:
    path = written(tmp_path)
    key = key_beside(path.parent, make=False)
    assert key is not None
    assert stat.S_IMODE(key_path(path.parent).stat().st_mode) == 0o600
    assert verify(read_capsule(path), key).genuine == "genuine"
    assert verify(read_capsule(path), bytes(32)).genuine == "edited"
    assert verify(read_capsule(path)).genuine == "no key"


@pytest.mark.parametrize(("keep_seals", "told"), [(True, "edited"), (False, "unsealed")])
def test_a_capsule_edited_and_hashed_anew_is_whole_but_not_genuine(tmp_path: Path, keep_seals: bool, told: str) -> None:
    path = written(tmp_path)
    rehashed(path, ("b", "c"), keep_seals=keep_seals)
    check = verify(read_capsule(path), key_beside(path.parent, make=False))
    assert check.whole
    assert check.genuine == told


def test_a_file_that_is_no_capsule_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}\n", "utf-8")
    with pytest.raises(InputError, match=r"line 1 of x\.jsonl"):
        read_capsule(path)
    with pytest.raises(InputError, match="cannot read"):
        read_capsule(tmp_path / "missing.jsonl")


def test_a_search_replays_from_the_capsule_alone() -> None:
    log = CapsuleLog()
    answer = anyio.run(RecordingEngine(OneAnswer(), log).search, QUERY, "local", Filters(), 5)
    replayed = anyio.run(ReplayEngine(capsule_of(log)).search, QUERY, "local", Filters(), 5)
    assert replayed == answer.model_copy(update={"took_ms": 0.0})


def a_run(tmp_path: Path, name: str = "run_1") -> tuple[Path, Chunk]:
    """A capsule whose one passage lies beside it."""
    path = tmp_path / "runs" / f"{name}.jsonl"
    chunk = a_passage("The footbridge was closed in May.")
    log = CapsuleLog(path)
    log.keep(chunk)
    log.add("step", {"do": "find", "given": {}})
    return path, chunk


def test_passages_lie_once_beside_the_capsules_and_come_back_with_each(tmp_path: Path) -> None:
    for name in ("run_1", "run_2"):
        path, chunk = a_run(tmp_path, name)
        assert "footbridge" not in path.read_text("utf-8")
        assert held_chunks(read_capsule(path)) == {chunk.id: chunk}
    with closing(sqlite3.connect(path.with_name(FILE_NAME))) as store:
        assert store.execute("SELECT count(*) FROM passages").fetchone() == (1,)


def test_a_passage_that_was_changed_or_taken_away_is_not_replayed_as_the_recorded_one(tmp_path: Path) -> None:
    path, chunk = a_run(tmp_path)
    other = kept_passage(chunk.changed(text="The footbridge was opened in May.")).packed
    with closing(sqlite3.connect(path.with_name(FILE_NAME))) as store, store:
        store.execute("UPDATE passages SET packed = ?", (other,))
    with pytest.raises(InputError, match="1 of the 1 passages"):
        held_chunks(read_capsule(path))
    path.with_name(FILE_NAME).unlink()
    with pytest.raises(InputError, match="1 of the 1 passages"):
        held_chunks(read_capsule(path))


def test_an_exported_capsule_needs_nothing_beside_it_and_a_change_in_it_is_found_out(tmp_path: Path) -> None:
    path, chunk = a_run(tmp_path)
    alone = tmp_path / "elsewhere.jsonl"
    export_capsule(read_capsule(path), alone)
    moved = read_capsule(alone)
    assert (held_chunks(moved), moved.entries) == ({chunk.id: chunk}, read_capsule(path).entries)
    alone.write_text(alone.read_text("utf-8").replace("closed in May", "opened in May"), "utf-8")
    with pytest.raises(InputError, match="1 of the 1 passages"):
        held_chunks(read_capsule(alone))


def test_passages_that_no_run_used_of_late_are_removed(tmp_path: Path) -> None:
    path, chunk = a_run(tmp_path)
    store = PassageStore(path.parent)
    digest = kept_passage(chunk).digest
    store.prune(0.0)
    assert store.get([digest]) == {digest: chunk}
    store.prune(time.time() + 1.0)
    assert store.get([digest]) == {}


def test_a_search_that_was_not_recorded_is_refused() -> None:
    log = CapsuleLog()
    anyio.run(RecordingEngine(OneAnswer(), log).search, QUERY, "local", Filters(), 5)
    with pytest.raises(HandleError, match="no such search"):
        anyio.run(ReplayEngine(capsule_of(log)).search, QUERY, "state", Filters(), 5)


def test_a_failed_search_fails_again_when_replayed() -> None:
    log = CapsuleLog()
    with pytest.raises(VaultError):
        anyio.run(RecordingEngine(OneAnswer(VaultError("disk gone")), log).search, QUERY, "local", Filters(), 5)
    with pytest.raises(VaultError, match="disk gone"):
        anyio.run(ReplayEngine(capsule_of(log)).search, QUERY, "local", Filters(), 5)


def test_model_replies_and_failures_replay_in_kind() -> None:
    log = CapsuleLog()
    model = RecordingModel(ScriptedModel("said", ModelTimeout("too slow")), log)
    assert anyio.run(model.ask, ASK).text == "said"
    with pytest.raises(ModelTimeout):
        anyio.run(model.ask, ASK)
    again = ReplayModel(capsule_of(log))
    assert anyio.run(again.ask, ASK).text == "said"
    with pytest.raises(ModelTimeout, match="too slow"):
        anyio.run(again.ask, ASK)
    with pytest.raises(HandleError, match="no reply to this synthesis request"):
        anyio.run(again.ask, ASK)


def test_a_lookup_is_recorded_once_and_replayed() -> None:
    log = CapsuleLog()
    count = counts("df").recorded(lambda words: {word: len(word) for word in words}, log)
    assert [count([word]) for word in ("road", "road", "pond lane")] == [{"road": 4}, {"road": 4}, {"pond lane": 9}]
    assert [entry.data for entry in log.entries] == [{"noted": {"road": 4, "pond lane": 9}}]
    assert counts("df").replayed(capsule_of(log))(["road", "never"]) == {"road": 4, "never": 0}
