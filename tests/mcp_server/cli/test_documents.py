"""Documents one by one: listed, shown, set right for good, taken out for good, brought back."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_server.cli.main import main
from vault.store.index import VaultIndex


@pytest.fixture
def vault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "Scan0001.txt").write_text("The lamp on Quarry Lane is dark. The board asked for a new one by June.")
    (folder / "Scan0002.txt").write_text("The culvert under Mill Pond Road is blocked with ice since January.")
    path = tmp_path / "v.db"
    assert main(["--vault", str(path), "ingest", str(folder), "--town", "Alder Falls", "--lane", "local"]) == 0
    capsys.readouterr()
    return path


def _id(vault: Path, word: str) -> str:
    with VaultIndex.open(vault) as index:
        return next(one.doc_id for one in index.documents() if word in one.source)


def test_the_list_names_each_document_and_show_gives_its_pages(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--vault", str(vault), "documents", "list"]) == 0
    listed = capsys.readouterr().out
    assert main(["--vault", str(vault), "documents"]) == 0
    assert capsys.readouterr().out == listed
    assert _id(vault, "0001") in listed
    assert "2 documents." in listed
    assert main(["--vault", str(vault), "documents", "show", _id(vault, "0002")]) == 0
    assert "culvert under Mill Pond Road" in capsys.readouterr().out


def test_an_unknown_document_is_an_error_that_names_near_ones(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--vault", str(vault), "documents", "show", "scan0001"]) == 1
    assert "documents list" in capsys.readouterr().err


def test_what_was_taken_out_stays_out_until_it_is_brought_back(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = _id(vault, "0001")
    folder = str(vault.parent / "papers")
    assert main(["--vault", str(vault), "documents", "remove", gone, "--yes"]) == 0
    assert main(["--vault", str(vault), "ingest", folder, "--again", "--town", "Alder Falls"]) == 0
    with VaultIndex.open(vault) as index:
        assert index.document(gone) is None
    assert main(["--vault", str(vault), "documents", "restore", gone]) == 0
    with VaultIndex.open(vault) as index:
        assert index.document(gone) is not None
    assert "Taken out" in capsys.readouterr().out


def test_a_correction_is_kept_when_the_file_is_read_again(vault: Path) -> None:
    wrong = _id(vault, "0001")
    words = ["--title", "Letter about the lamp", "--town", "Pine Hollow", "--date", "2025-04-01"]
    assert main(["--vault", str(vault), "fix", wrong, *words]) == 0
    (vault.parent / "papers" / "Scan0001.txt").write_text("The lamp on Quarry Lane is lit again.")
    assert main(["--vault", str(vault), "ingest", str(vault.parent / "papers")]) == 0
    with VaultIndex.open(vault) as index:
        document = index.document(wrong)
    assert document is not None
    assert "lit again" in document.pages[0].text
    facts = document.metadata
    assert (facts.title, facts.town, facts.date) == ("Letter about the lamp", "Pine Hollow", "2025-04-01")


def test_a_backup_comes_back(vault: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert main(["--vault", str(vault), "backup", str(copy)]) == 0
    assert main(["--vault", str(vault), "documents", "remove", _id(vault, "0001"), "--yes"]) == 0
    assert main(["--vault", str(vault), "restore", str(copy)]) == 0
    assert _id(vault, "0001")


def test_the_doctor_finds_and_mends_a_broken_index(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with VaultIndex.open(vault) as index, index.writing() as connection:
        connection.execute("UPDATE chunks SET title = 'altered'")
    assert main(["--vault", str(vault), "doctor", "--full"]) == 1
    assert "doctor --repair" in capsys.readouterr().out
    assert main(["--vault", str(vault), "doctor", "--repair"]) == 0


def test_the_name_of_a_file_that_stands_once_is_enough_and_a_part_of_it_is_answered_with_the_id(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--vault", str(vault), "documents", "show", "Scan0001.txt"]) == 0
    assert "Quarry Lane" in capsys.readouterr().out
    assert main(["--vault", str(vault), "documents", "show", "Scan0001"]) == 1
    assert f"Did you mean {_id(vault, '0001')}?" in capsys.readouterr().err
