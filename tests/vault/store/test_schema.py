"""Opening a vault: made once, upgraded only by a writer, refused when it is another program's or a later version's."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from fakes import a_document, vault_with

from vault.errors import VaultDamaged, VaultError, VaultMissing, VaultTooNew
from vault.store.index import VaultIndex
from vault.store.schema import APPLICATION_ID, LATEST, migrate


@pytest.fixture
def made(tmp_path: Path) -> Path:
    path = tmp_path / "a vault #1.db"
    VaultIndex.open(path, create=True).close()
    return path


def _run(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_missing_vault_is_named_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(VaultMissing, match="no vault at") as caught:
        VaultIndex.open(tmp_path / "none.db")
    assert "ingest" in caught.value.next_step
    assert not (tmp_path / "none.db").exists()


def test_a_reader_never_makes_a_vault(tmp_path: Path) -> None:
    with pytest.raises(VaultMissing):
        VaultIndex.open(tmp_path / "none.db", create=True, read_only=True)


def test_a_new_vault_has_the_latest_version_and_is_whole(made: Path) -> None:
    with VaultIndex.open(made) as vault:
        assert vault.verify().ok
        with vault.reading() as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (LATEST,)


# covers: 2
def test_one_full_text_index_serves_all_places_and_there_are_no_vectors() -> None:
    documents = [a_document("a", "Drains."), a_document("b", "Lamps."), a_document("c", "Ponds.", town="Pine Hollow")]
    with vault_with(documents) as vault, vault.reading() as connection:
        virtual = connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY 1")
        assert virtual.fetchall() == [("notes_fts",), ("scope_words",), ("stems",)]


def test_opening_again_changes_nothing(made: Path) -> None:
    connection = sqlite3.connect(made, isolation_level=None)
    before = connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall()
    assert not migrate(connection, made)
    assert connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall() == before
    connection.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_vault_of_a_later_version_is_refused(made: Path, read_only: bool) -> None:
    _run(made, f"PRAGMA user_version = {LATEST + 1}")
    with pytest.raises(VaultTooNew, match=f"schema {LATEST + 1}"):
        VaultIndex.open(made, read_only=read_only)


def test_a_reader_does_not_upgrade_an_earlier_file(made: Path) -> None:
    _run(made, "PRAGMA user_version = 0")
    with pytest.raises(VaultError, match="earlier version"):
        VaultIndex.open(made, read_only=True)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    _run(path, "CREATE TABLE songs(name)")
    with pytest.raises(VaultDamaged, match="another program"):
        VaultIndex.open(path, create=True)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("songs",)]
    connection.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_no_database_is_called_damaged(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are words, not a database. " * 100, "utf-8")
    with pytest.raises(VaultDamaged):
        VaultIndex.open(path, read_only=read_only)


def test_a_read_only_vault_cannot_be_written(made: Path) -> None:
    with VaultIndex.open(made, read_only=True) as vault:
        with pytest.raises(VaultError, match="reading only"):
            vault.delete_document("x")
        assert vault.verify().ok


def test_a_closed_vault_says_so(made: Path) -> None:
    vault = VaultIndex.open(made)
    vault.close()
    vault.close()
    with pytest.raises(VaultError, match="was closed"):
        vault.counts()


def test_a_failed_migration_leaves_no_half_made_tables(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("CREATE TABLE notes(x)")  # stands in the way of version 1
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, path)
    assert connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall() == [("notes",)]
    connection.close()
