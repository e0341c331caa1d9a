"""Care of a vault file: damage is found and mended, copies are whole, a restore mixes no two vaults."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import sys
from pathlib import Path

import pytest
from fakes import a_document, a_statute, searched, vault_with
from mcp_fakes import serving

from benchmarks.retrieval_sets import store_documents
from vault.errors import InputError, VaultDamaged
from vault.intake.ingest import ingest
from vault.store.care import back_up, check_vault, repair_vault, restore_vault
from vault.store.index import VaultIndex
from vault.types import Metadata, Query

WORDS = ("lamp", "culvert", "hedge", "quarry", "fence", "warrant", "budget", "plow", "bridge", "ledger")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A vault of forty documents and a statute, closed."""
    place = tmp_path / "v.db"
    chance = random.Random(11)
    with VaultIndex.open(place, create=True) as vault:
        texts = [" ".join(chance.choices(WORDS, k=120)) for _ in range(40)]
        store_documents(vault, [a_document(f"d{n}", text, f"page two {n}") for n, text in enumerate(texts)])
        store_documents(vault, [a_statute("law", ("RSA 31:9", "Placeholder", "A placeholder of a section."))])
    return place


def _changed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def _lamps(path: Path) -> int:
    with VaultIndex.open(path) as vault:
        return len(searched(vault, Query(terms=("lamp",)), limit=100).hits)


def test_a_whole_vault_is_called_whole(path: Path) -> None:
    assert check_vault(path).ok


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO stems(stems) VALUES ('delete-all')",
        "DELETE FROM stems_data WHERE id > 10 AND id % 3 = 0",
        "UPDATE chunks SET body = body || ' altered' WHERE id = (SELECT min(id) FROM chunks)",
        "UPDATE chunks SET title = 'another' WHERE id = (SELECT min(id) FROM chunks)",
    ],
    ids=["emptied", "a third gone", "text changed", "title changed"],
)
def test_an_index_that_does_not_hold_the_text_is_found(path: Path, statement: str) -> None:
    _changed(path, statement)
    assert not check_vault(path).ok


def test_a_changed_page_is_found_even_when_the_index_agrees(path: Path) -> None:
    _changed(
        path, "UPDATE pages SET packed = (SELECT packed FROM pages WHERE doc_no = 2 AND number = 1) WHERE doc_no = 1"
    )
    assert "d0 is not what was stored" in check_vault(path).problems[0]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE documents SET title = 'Minutes of another day' WHERE doc_no = 3",
        "UPDATE documents SET date = '2013-01-01' WHERE doc_no = 3",
        "UPDATE documents SET sketch = x'00' WHERE doc_no = 3",
        "UPDATE pages SET reason = 'torn' WHERE doc_no = 3 AND number = 2",
        "UPDATE chunks SET page_start = 2 WHERE doc_no = 3",
    ],
    ids=["title", "date", "sketch", "page", "place of a passage"],
)
def test_a_changed_fact_of_a_document_is_found(path: Path, statement: str) -> None:
    _changed(path, statement)
    problems = check_vault(path).problems
    assert len(problems) == 1
    assert "d2 is not what was stored" in problems[0]


def test_a_document_that_moved_or_lost_its_file_keeps_a_true_seal(tmp_path: Path) -> None:
    source = tmp_path / "notice.txt"
    source.write_text("The lamp on Quarry Lane is dark and the selectmen will have it mended before winter comes.")
    path = tmp_path / "v.db"
    with VaultIndex.open(path, create=True) as vault:
        ingest(vault, [source], forced=Metadata(town="Alder Falls", lane="local"))
        moved = source.rename(tmp_path / "moved.txt")
        ingest(vault, [moved], forced=Metadata(town="Alder Falls", lane="local"))
        moved.write_bytes(b"")
        ingest(vault, [moved], forced=Metadata(town="Alder Falls", lane="local"))
        assert vault.documents()[0].metadata.note
    assert check_vault(path).ok


def test_repair_brings_an_emptied_index_back(path: Path) -> None:
    before = _lamps(path)
    _changed(path, "INSERT INTO stems(stems) VALUES ('delete-all')")
    assert _lamps(path) < before
    repair_vault(path)
    assert _lamps(path) == before
    assert check_vault(path).ok


def test_repair_has_a_damaged_text_read_again_from_its_file(tmp_path: Path) -> None:
    source = tmp_path / "notice.txt"
    source.write_text("The lamp on Quarry Lane is dark.")
    path = tmp_path / "v.db"
    with VaultIndex.open(path, create=True) as vault:
        ingest(vault, [source], forced=Metadata(town="Alder Falls", lane="local"))
    _changed(path, "UPDATE chunks SET body = 'The lamp is bright.'")
    assert len(repair_vault(path).to_read_again) == 1
    with VaultIndex.open(path) as vault:
        ingest(vault, [source], forced=Metadata(town="Alder Falls", lane="local"))
        assert "dark" in searched(vault, Query(terms=("lamp",))).hits[0].chunk.text
    assert check_vault(path).ok


def _with_other_bytes(path: Path, table: str, column: str) -> None:
    """Changes a packed text within the file, as a failing disk does: SQLite itself sees nothing wrong."""
    connection = sqlite3.connect(path)
    (packed,) = connection.execute(f"SELECT max({column}) FROM {table}").fetchone()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = path.read_bytes()
    at = data.index(packed)
    path.write_bytes(data[: at + 2] + b"\xff" * 8 + data[at + 10 :])


@pytest.mark.parametrize(("table", "column"), [("chunks", "body"), ("pages", "packed")])
@pytest.mark.anyio
async def test_a_text_that_cannot_be_unpacked_is_told_as_damage_and_read_again(
    tmp_path: Path, table: str, column: str
) -> None:
    source, path = tmp_path / "notice.txt", tmp_path / "v.db"
    source.write_text("The lamp on Quarry Lane is dark and nobody knows when it will be mended.")
    facts = Metadata(town="Alder Falls", lane="local")
    with VaultIndex.open(path, create=True) as vault:
        ingest(vault, [source], forced=facts)
        doc_id = vault.documents()[0].doc_id
    _with_other_bytes(path, table, column)
    with serving(path) as (server, _):
        asked = ("read_source", {"id": f"{doc_id}?page=1"}) if table == "pages" else ("search_vault", {"query": "lamp"})
        told = (await server.call_tool(*asked)).structured_content or {}
    assert told["error"]["code"] == "E_VAULT_DAMAGED"
    assert "doctor --full" in str(told)
    assert "cannot be unpacked" in check_vault(path).problems[-1]
    assert repair_vault(path).to_read_again == (doc_id,)
    with VaultIndex.open(path) as vault:
        ingest(vault, [source], forced=facts)
        assert "dark" in searched(vault, Query(terms=("lamp",))).hits[0].chunk.text
    assert check_vault(path).ok


def test_a_backup_is_one_whole_file_that_only_its_owner_reads(path: Path) -> None:
    with VaultIndex.open(path) as vault:  # in use, with a log beside it
        store_documents(vault, [a_document("late", "The last lamp of all.")])
        made = back_up(path)
        assert made.documents == 42
    assert _lamps(made.path) == _lamps(path)
    assert sys.platform == "win32" or stat.S_IMODE(made.path.stat().st_mode) == 0o600
    with pytest.raises(InputError, match="is there already"):
        back_up(path, made.path)


def test_a_damaged_vault_makes_no_backup(path: Path) -> None:
    _changed(path, "UPDATE chunks SET body = 'altered' WHERE id = (SELECT min(id) FROM chunks)")
    with pytest.raises(VaultDamaged, match="is not whole"):
        back_up(path, path.with_name("copy.db"))
    assert not path.with_name("copy.db").exists()


def test_a_restore_beside_a_stale_log_gives_the_backup_and_puts_the_old_vault_aside(path: Path) -> None:
    backup = back_up(path).path
    with VaultIndex.open(path) as vault:
        store_documents(vault, [a_document("late", "The last lamp of all.")])
        for name in ("", "-wal"):  # as after a crash: a log that was never taken in
            shutil.copyfile(f"{path}{name}", f"{path}.crashed{name}")
    crashed = Path(f"{path}.crashed")
    aside = restore_vault(crashed, backup)
    assert check_vault(crashed).ok
    with VaultIndex.open(crashed) as vault:
        assert vault.document("late") is None
    assert aside is not None
    with VaultIndex.open(aside) as vault:
        assert vault.document("late") is not None, "the log went aside with its vault"


def test_an_open_vault_goes_on_with_the_file_that_replaced_it(path: Path) -> None:
    backup = back_up(path).path
    with VaultIndex.open(path) as vault:
        store_documents(vault, [a_document("late", "The last lamp of all.")])
        assert vault.document("late") is not None
        restore_vault(path, backup)
        assert vault.document("late") is None
        store_documents(vault, [a_document("later", "A new lamp.")])
        assert vault.document("later") is not None
    with VaultIndex.open(path) as vault:
        assert vault.document("later") is not None, "what was acknowledged is in the file that lies there"


def test_a_vault_of_no_bytes_is_no_empty_archive(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(VaultDamaged, match="0 bytes"):
        VaultIndex.open(path)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_new_vault_is_for_its_owner_only(tmp_path: Path) -> None:
    with VaultIndex.open(tmp_path / "new" / "v.db", create=True) as vault:
        store_documents(vault, [a_document("d", "The lamp.")])
        modes = {place.name: stat.S_IMODE(place.stat().st_mode) for place in (tmp_path / "new").glob("v.db*")}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs a folder closed to this user")
def test_a_vault_in_a_folder_that_cannot_be_written_is_read(path: Path) -> None:
    path.parent.chmod(0o755)
    path.chmod(0o644)
    for folder in (path.parent, *path.parent.parents):
        if not os.access(folder, os.X_OK, effective_ids=True):
            pytest.skip("the folder of the tests is closed")
    os.seteuid(65534)
    try:
        if not os.access(path, os.R_OK, effective_ids=True):
            pytest.skip("the folder of the tests is closed to others")
        with VaultIndex.open(path, read_only=True) as vault:
            assert searched(vault, Query(terms=("lamp",))).hits
    finally:
        os.seteuid(0)


def test_a_section_of_which_only_the_heading_is_left_is_whole(tmp_path: Path) -> None:
    repealed = a_statute("rsa-12-z", ("RSA 12-Z:1", "Repealed by 1983, 447:5", ""), ("RSA 12-Z:2", "Lamps", "One."))
    with vault_with([repealed], tmp_path) as vault:
        assert vault.verify().ok
        with vault.writing() as connection:
            connection.execute("UPDATE chunks SET body = 'In force' WHERE section = 'RSA 12-Z:1'")
        assert not vault.verify().ok
