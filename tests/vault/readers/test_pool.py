"""Readers in processes of their own: same results, limits kept, a dead process is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from papers import docx, pdf_lines

from vault.errors import UnreadableFile
from vault.readers.open import read_file
from vault.readers.pool import ReaderPool, is_foreign

LINES = ("The lamp on Quarry Lane is dark.", "The culvert is blocked.")


def _saved(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "data"), [("a.pdf", pdf_lines(*LINES)), ("a.docx", docx(LINES[0])), ("a.html", b"<p>The lamp is dark.")]
)
def test_a_process_of_its_own_reads_what_the_reader_reads(tmp_path: Path, name: str, data: bytes) -> None:
    path = _saved(tmp_path, name, data)
    with ReaderPool() as pool:
        assert is_foreign(path)
        assert pool.read(path) == read_file(path)


def test_the_pages_of_a_file_are_told_as_they_begin(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    with ReaderPool() as pool:
        pool.read(_saved(tmp_path, "a.pdf", pdf_lines(*LINES)), tell=lambda page, pages: heard.append((page, pages)))
    assert heard == [(1, 2), (2, 2)]


def test_a_refusal_comes_back_in_the_words_of_the_reader(tmp_path: Path) -> None:
    path = _saved(tmp_path, "bad.docx", b"PK\x03\x04 this is no zip")
    with ReaderPool() as pool, pytest.raises(UnreadableFile, match="zip container is damaged") as caught:
        pool.read(path)
    assert caught.value.next_step


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_a_process_killed_between_files_costs_one_file_at_most(tmp_path: Path) -> None:
    good = _saved(tmp_path, "a.pdf", pdf_lines(*LINES))
    with ReaderPool() as pool:
        pool.read(good)
        for worker in pool._all:
            os.kill(worker._child.process.pid, signal.SIGKILL)
        with pytest.raises(UnreadableFile, match="ended by the system"):
            pool.read(good)
        assert len(pool.read(good).documents[0].pages) == 2


def test_plain_text_is_read_without_another_process(tmp_path: Path) -> None:
    with ReaderPool() as pool:
        pool.read(_saved(tmp_path, "a.txt", b"The lamp is dark."))
        assert pool._all == set()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are POSIX")
def test_a_host_that_limits_every_program_still_reads(tmp_path: Path) -> None:
    path = _saved(tmp_path, "a.pdf", pdf_lines(*LINES))
    code = (
        "import resource, sys; from pathlib import Path; from vault.readers.pool import ReaderPool\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (600, 600))\n"
        "resource.setrlimit(resource.RLIMIT_AS, (900 << 20, 900 << 20))\n"
        "with ReaderPool() as pool: print(len(pool.read(Path(sys.argv[1])).documents[0].pages))"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "2"
