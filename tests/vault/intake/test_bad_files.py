"""Files that stop a careless program: each is one refusal with its reason, and the rest comes in."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import searched
from papers import endless_form, pdf_lines, stream_bomb

from vault.intake.admit import KEPT
from vault.intake.ingest import ingest
from vault.readers.open import read_file
from vault.readers.pool import ReaderPool
from vault.readers.result import MAX_FILE_BYTES
from vault.store.index import VaultIndex
from vault.types import IngestReport, Metadata, Query

GOOD = "Town of Alder Falls\nPlanning Board\nMinutes of May 20, 2025\n\nThe board heard a plan for a boathouse."
FORCED = Metadata(town="Alder Falls", lane="local", board="Planning Board", doc_type="minutes")
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes and limits of processes are POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "records"
    made.mkdir()
    (made / "good.txt").write_text(GOOD)
    (made / "zz.pdf").write_bytes(pdf_lines("The lamp on Quarry Lane is dark and has been since March."))
    return made


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultIndex]:
    with VaultIndex.open(tmp_path / "v.db", create=True) as found:
        yield found


def _told(report: IngestReport) -> dict[str, str]:
    return {Path(file.source).name: file.reason for file in report.files if file.outcome == "refused"}


def _came_in(report: IngestReport) -> set[str]:
    return {Path(file.source).name for file in report.files if file.outcome in ("added", "unchanged")}


@posix_only
@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("endless.pdf", endless_form(), "crashed or needed more than|took more than"),
        ("bomb.pdf", stream_bomb(900), "crashed or needed more than|needs more than"),
    ],
)
def test_a_file_that_would_take_all_memory_is_one_refusal(
    folder: Path, vault: VaultIndex, name: str, data: bytes, reason: str
) -> None:
    (folder / name).write_bytes(data)
    report = ingest(vault, [folder], forced=FORCED)
    assert list(_told(report)) == [name]
    assert any(part in _told(report)[name] for part in reason.split("|"))
    assert _came_in(report) == {"good.txt", "zz.pdf"}
    assert list(_told(ingest(vault, [folder], forced=FORCED))) == [name], "the next run goes past it, too"


@posix_only
def test_a_pipe_is_refused_without_waiting_for_it(folder: Path, vault: VaultIndex) -> None:
    os.mkfifo(folder / "a-pipe.pdf")
    os.mkfifo(folder / "manifest.jsonl")
    report = ingest(vault, [folder], forced=FORCED)
    assert set(_told(report)) == {"a-pipe.pdf", "manifest.jsonl"}
    assert "not a regular file" in _told(report)["a-pipe.pdf"]
    assert _came_in(report) == {"good.txt", "zz.pdf"}


def test_a_huge_sparse_file_is_refused_by_its_size_alone(folder: Path, vault: VaultIndex) -> None:
    with (folder / "huge.pdf").open("wb") as file:
        file.truncate(MAX_FILE_BYTES * 4096)  # a hole of a terabyte: reading it would take an hour
    report = ingest(vault, [folder], forced=FORCED)
    assert "more than 268,435,456" in _told(report)["huge.pdf"]
    assert _came_in(report) == {"good.txt", "zz.pdf"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names themselves")
def test_a_name_that_is_no_text_is_shown_escaped_and_read(folder: Path, vault: VaultIndex) -> None:
    with open(os.fsencode(folder) + b"/B\xf6rse.txt", "w") as file:
        file.write("The culvert on Mill Pond Road is blocked with ice.")
    for outcome in ("added", "unchanged"):
        report = ingest(vault, [folder], forced=FORCED)
        assert {Path(file.source).name: file.outcome for file in report.files}["B\\xf6rse.txt"] == outcome
    assert searched(vault, Query(terms=("culvert",))).hits[0].chunk.source.endswith("B\\xf6rse.txt")


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder of ours, as a user whom closed folders are closed to: root may open every folder, so it steps aside."""
    place = Path(tempfile.mkdtemp())
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(place, 65534, 65534)
        os.seteuid(65534)
    try:
        yield place
    finally:
        if is_root:
            os.seteuid(0)
        shutil.rmtree(place)


@posix_only
def test_a_closed_folder_and_a_path_inside_one_are_named(nobody: Path) -> None:
    closed = nobody / "records" / "closed"
    (closed / "below").mkdir(parents=True)
    (nobody / "records" / "good.txt").write_text(GOOD)
    closed.chmod(0)
    with VaultIndex.open(nobody / "v.db", create=True) as vault:
        report = ingest(vault, [nobody / "records", closed / "below" / "x.pdf"], forced=FORCED)
    closed.chmod(0o700)
    assert set(_told(report)) == {"closed", "x.pdf"}
    assert "The folder was not read: Permission denied" in _told(report)["closed"]
    assert _came_in(report) == {"good.txt"}


@pytest.mark.parametrize("bad", [b"", b"%PDF-1.4 and nothing else"], ids=["empty", "broken"])
def test_good_text_stays_when_its_file_goes_bad_and_is_marked(folder: Path, vault: VaultIndex, bad: bytes) -> None:
    path = folder / "zz.pdf"
    good = path.read_bytes()
    ingest(vault, [folder], forced=FORCED)
    path.write_bytes(bad)
    assert "The text of the last good copy is kept" in _told(ingest(vault, [folder], forced=FORCED))["zz.pdf"]
    hit = searched(vault, Query(terms=("quarry",))).hits[0].chunk
    document = vault.document(hit.doc_id)
    assert document is not None
    assert document.metadata.note == KEPT
    assert vault.counts().refused_files == 1
    path.write_bytes(good)
    ingest(vault, [folder], forced=FORCED)
    document = vault.document(hit.doc_id)
    assert document is not None
    assert document.metadata.note == ""


def test_a_cut_off_copy_does_not_replace_a_whole_one(folder: Path, vault: VaultIndex) -> None:
    path = folder / "long.pdf"
    whole = pdf_lines(*(f"Page {n} tells of the quarry and of lamp number {n}, which is dark." for n in range(1, 9)))
    path.write_bytes(whole)
    ingest(vault, [folder], forced=FORCED)
    path.write_bytes(whole[: len(whole) // 2])
    report = ingest(vault, [folder], forced=FORCED)
    assert "The text of the last good copy is kept" in _told(report)["long.pdf"]
    assert len(searched(vault, Query(terms=("quarry",)), limit=50).hits) >= 2


def test_a_refused_file_is_tried_again_when_the_program_has_other_readers(
    folder: Path, vault: VaultIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "old.wpd").write_bytes(b"\xffWPC" + bytes(range(256)) * 9)
    seen = []
    monkeypatch.setattr(ReaderPool, "read", lambda _, path, **__: seen.append(path.name) or read_file(path))
    for readers in ("first", "first", "second"):
        monkeypatch.setattr("vault.store.filebook._readers", lambda readers=readers: readers)
        ingest(vault, [folder])
    assert seen.count("old.wpd") == 2
