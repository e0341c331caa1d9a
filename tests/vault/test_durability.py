"""What survives: killed writers, readers beside a writer, a full disk, a damaged file. The sample is made here."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import a_document, searched, vault_with

from benchmarks.retrieval_sets import store_documents
from vault.errors import VaultBusy, VaultDamaged, VaultError
from vault.intake.ingest import ingest
from vault.store.connections import mapped
from vault.store.index import VaultIndex
from vault.types import Query

ROOT = Path(__file__).resolve().parents[2]
FILES, ROWS = 12, 8

CHILD = """
import sys
from pathlib import Path
from vault.store.index import VaultIndex
from vault.intake.ingest import ingest

with VaultIndex.open(sys.argv[1], create=True) as vault:
    print("start", flush=True)
    ingest(vault, [Path(sys.argv[2])], progress=lambda done, total, name: print(name, flush=True))
print("end", flush=True)
"""


def _words(chance: random.Random, count: int) -> str:
    nouns = ("lamp", "culvert", "fence", "ledger", "ballot", "hedge", "bridge", "meadow", "quarry", "parcel", "mill")
    return " ".join(f"{chance.choice(nouns)} {chance.randrange(1000)}" for _ in range(count))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve container files of eight invented documents each."""
    chance = random.Random(7)
    made = tmp_path / "records"
    made.mkdir()
    for number in range(FILES):
        rows = [
            {
                "doc_id": f"f{number}-d{row}",
                "lane": "local",
                "state": "NH",
                "town": "Alder Falls",
                "doc_type": "minutes",
                "title": f"Minutes {number}.{row}",
                "pages": [_words(chance, 120) for _ in range(3)],
            }
            for row in range(ROWS)
        ]
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (made / f"f{number}.jsonl").write_text(lines, "utf-8")
    return made


def _killed_after(vault: Path, folder: Path, lines: int, pause_s: float) -> set[str]:
    """Starts an ingest, kills it a moment after it has reported `lines` files, and returns the files reported."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(vault), str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    with child.stdout as out:
        seen = [out.readline().strip() for _ in range(lines + 1)]
        moment = threading.Event()
        moment.wait(pause_s)  # the random point of the kill, not a wait for anything
        child.send_signal(signal.SIGKILL)
        seen += [line.strip() for line in out]
    child.wait()
    return {line for line in seen if line.endswith(".jsonl")}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_a_killed_ingest_leaves_a_whole_vault_and_the_next_run_completes_it(folder: Path, tmp_path: Path) -> None:
    chance = random.Random(11)
    path = tmp_path / "v.db"
    reported: set[str] = set()
    for _ in range(10):
        reported |= _killed_after(path, folder, chance.randrange(0, 2), chance.random() * 0.08)
        if not path.exists():
            continue
        with VaultIndex.open(path, create=True) as vault:
            assert vault.verify().ok
            held = {document.doc_id for document in vault.documents()}
            missing = {f"{Path(name).stem}-d{row}" for name in reported for row in range(ROWS)} - held
            assert not missing
            for document in vault.documents():
                whole = vault.document(document.doc_id)
                assert whole is not None
                assert len(whole.pages) == 3  # no document is half there
    with VaultIndex.open(path, create=True) as vault:
        report = ingest(vault, [folder])
        assert vault.counts().documents == FILES * ROWS
        assert {file.outcome for file in report.files} <= {"added", "updated", "unchanged"}
        assert vault.verify().ok
        assert {file.outcome for file in ingest(vault, [folder]).files} == {"unchanged"}


def test_readers_go_on_while_one_writes(tmp_path: Path) -> None:
    with vault_with([a_document("first", "The lamp of the first record.")], tmp_path) as vault:
        stop = threading.Event()
        found: list[int] = []
        failures: list[BaseException] = []

        def look() -> None:
            with VaultIndex.open(vault.path, read_only=True) as reader:
                try:
                    while not stop.is_set():
                        found.append(len(searched(reader, Query(terms=("lamp",)), limit=100).hits))
                except BaseException as error:
                    failures.append(error)

        readers = [threading.Thread(target=look) for _ in range(2)]
        for reader in readers:
            reader.start()
        for number in range(40):
            store_documents(vault, [a_document(f"d{number}", f"The lamp number {number} of the lane.")])
        stop.set()
        for reader in readers:
            reader.join()
        assert failures == []
        assert found
        assert len(searched(vault, Query(terms=("lamp",)), limit=100).hits) == 41


def test_a_second_writer_waits_and_then_says_who_is_in_the_way(tmp_path: Path) -> None:
    with vault_with([a_document("first", "The lamp.")], tmp_path) as vault:
        other = sqlite3.connect(vault.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with vault.reading() as connection:
            connection.execute("SELECT 1")
        writer = sqlite3.connect(vault.path, timeout=0, isolation_level=None)
        with pytest.raises(VaultBusy, match="another process"), mapped(vault.path):
            writer.execute("BEGIN IMMEDIATE")
        writer.close()
        other.execute("ROLLBACK")
        other.close()
        assert vault.delete_document("first")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[VaultIndex]:
    """A vault that may not grow past a few pages, as on a full disk."""
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        store_documents(vault, [a_document("first", "The lamp of the first record.")])
        with vault.writing() as connection:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
        with vault.writing() as connection:
            connection.execute(f"PRAGMA max_page_count = {pages + 4}")
        yield vault


def test_a_full_disk_is_a_clear_error_and_leaves_nothing_half_written(small_disk: VaultIndex) -> None:
    chance = random.Random(3)
    pages = [_words(chance, 2000) for _ in range(20)]
    with pytest.raises(VaultError, match="disk") as caught:
        store_documents(small_disk, [a_document("large", *pages)])
    assert "Free some space" in caught.value.next_step
    assert [d.doc_id for d in small_disk.documents()] == ["first"]
    assert len(searched(small_disk, Query(terms=("lamp",))).hits) == 1
    assert small_disk.verify().ok


def _change_and_fail(vault: VaultIndex) -> None:
    with vault.writing() as connection:
        connection.execute("UPDATE documents SET title = 'changed'")
        connection.execute("DELETE FROM absent")


def test_an_error_inside_a_transaction_takes_all_of_it_back(tmp_path: Path) -> None:
    with vault_with([a_document("first", "The lamp.")], tmp_path) as vault:
        with pytest.raises(VaultError, match="absent"):
            _change_and_fail(vault)
        assert vault.documents()[0].metadata.title == "first"
        assert vault.delete_document("first")  # the writer goes on


def test_a_damaged_page_is_found_by_the_check(tmp_path: Path) -> None:
    chance = random.Random(5)
    documents = [a_document(f"d{n}", _words(chance, 300)) for n in range(60)]
    with vault_with(documents, tmp_path) as vault:
        path = vault.path
        with vault.writing() as connection:
            (size,) = connection.execute("PRAGMA page_size").fetchone()
            (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'chunks'").fetchone()
        vault.close()
    data = bytearray(path.read_bytes())
    data[(root - 1) * size : root * size] = bytes(chance.randrange(256) for _ in range(size))
    path.write_bytes(data)
    with VaultIndex.open(path) as vault:
        found = vault.verify()
        assert not found.ok
        assert found.problems
        with pytest.raises(VaultDamaged, match="damaged"):
            searched(vault, Query(terms=("lamp",)))


def test_an_index_that_disagrees_with_its_table_is_found_by_the_check(tmp_path: Path) -> None:
    with vault_with([a_document("first", "The lamp.")], tmp_path) as vault:
        with vault.writing() as connection:
            connection.execute("UPDATE chunks SET body = 'other words'")  # behind the index's back
        assert not vault.verify().ok


def test_the_log_is_cut_back_when_it_has_grown(tmp_path: Path) -> None:
    with vault_with([a_document("first", "The lamp.")], tmp_path) as vault:
        log = vault.path.with_name(vault.path.name + "-wal")
        with vault.writing() as connection:
            connection.execute("INSERT INTO meta VALUES ('large', hex(randomblob(9000000)))")
        assert log.stat().st_size > 16 * 1024 * 1024
        vault.trim_log()
        assert log.stat().st_size == 0
