"""Faults on purpose: kills during ingest, flipped bytes, hostile files, random bytes for readers. Prints JSON counts.

    python -m benchmarks.faults kills --times 60
    python -m benchmarks.faults flips --times 40
    python -m benchmarks.faults fuzz --times 6000
    python -m benchmarks.faults many --times 10000

All input is made here from a seed; nothing outside a temporary folder is touched.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from vault.errors import OpenCouncilError, UnreadableFile
from vault.intake.ingest import ingest
from vault.readers.open import read_file
from vault.store.care import check_vault, repair_vault
from vault.store.index import VaultIndex
from vault.types import Query, SearchAnswer, SearchRequest

Counts = dict[str, int | float]
_NOUNS = ("lamp", "culvert", "fence", "ledger", "ballot", "hedge", "bridge", "meadow", "quarry", "parcel", "mill")
_CHILD = """
import sys
from pathlib import Path
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex
with VaultIndex.open(sys.argv[1], create=True) as vault:
    ingest(vault, [Path(sys.argv[2])], progress=lambda done, total, name: print(done, name, flush=True))
"""


def _words(chance: random.Random, count: int) -> str:
    return " ".join(f"{chance.choice(_NOUNS)} {chance.randrange(1000)}" for _ in range(count))


def _folder(place: Path, chance: random.Random, files: int) -> Path:
    """Records of an invented town; each holds a word that only it has."""
    folder = place / "records"
    folder.mkdir()
    for number in range(files):
        text = f"Town of Alder Falls\nPlanning Board\nMinutes\n\nmark{number:05}word {_words(chance, 120)}"
        (folder / f"m{number:05}.txt").write_text(text)
    return folder


def _found(vault: VaultIndex, number: int) -> bool:
    (answer,) = vault.search([SearchRequest(query=Query(terms=(f"mark{number:05}word",)), limit=1)])
    return isinstance(answer, SearchAnswer) and bool(answer.hits)


def kills(times: int, seed: int) -> Counts:
    """Writers killed at a random moment; what had been reported must be found, and the vault whole, each time."""
    chance, counts = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as scratch:
        folder = _folder(Path(scratch), chance, 60)
        for number in range(times):
            vault = Path(scratch) / f"v{number}.db"
            child = subprocess.Popen([sys.executable, "-c", _CHILD, vault, folder], stdout=subprocess.PIPE, text=True)
            assert child.stdout is not None
            stop_after, told = chance.randrange(1, 55), [line for line, _ in zip(child.stdout, range(1), strict=False)]
            told += [line for line, _ in zip(child.stdout, range(stop_after), strict=False)]
            child.send_signal(signal.SIGKILL)
            child.wait()
            child.stdout.close()
            done = max((int(line.split()[0]) for line in told), default=0)
            with VaultIndex.open(vault) as opened:
                counts["kills"] += 1
                counts["reported"] += done
                counts["lost"] += sum(not _found(opened, one) for one in range(done))
                counts["damaged"] += not opened.verify().ok
    return dict(counts)


def _sound(place: Path, chance: random.Random) -> Path:
    path = place / "sound.db"
    with VaultIndex.open(path, create=True) as vault:
        ingest(vault, [_folder(place, chance, 25)])
        with vault.writing() as connection:
            connection.execute("DELETE FROM handles")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")  # no empty pages: a flip should hit something
    return path


def flips(times: int, seed: int) -> Counts:
    """A byte (or a run of them) of a vault changed; found means that `doctor --full` names a problem or it refuses.

    A flip that changes nothing that is stored (free space of a page) is counted as harmless: every row is as it was.
    """
    chance, counts = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as scratch:
        path = _sound(Path(scratch), chance)
        before, content = path.read_bytes(), _content(path)
        for _ in range(times):
            data = bytearray(before)
            at, run = chance.randrange(100, len(data) - 64), chance.choice((1, 8, 64))
            data[at : at + run] = bytes(one ^ chance.randrange(1, 256) for one in data[at : at + run])
            hurt = Path(scratch) / "hurt.db"
            hurt.write_bytes(data)
            try:
                found = not check_vault(hurt).ok
            except OpenCouncilError:
                found = True
            changed = _content(hurt)
            counts["flips"] += 1
            counts["found"] += found
            if not found and changed == content:
                counts["harmless"] += 1
            elif not found:
                counts["missed"] += 1
                tables = [now.split(" ")[0] for now, was in zip(changed, content, strict=False) if now != was]
                counts[f"missed in {tables[0] if tables else '?'}"] += 1
            for extra in Path(scratch).glob("hurt.db*"):
                extra.unlink()
        counts["repaired_indexes"] += _repaired(path)
    return dict(counts)


def _content(path: Path) -> tuple[str, ...]:
    """Every row of every table, as a reader would be given them."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").fetchall()
        return tuple(f"{name} {connection.execute(f'SELECT * FROM {name}').fetchall()}" for (name,) in names)
    except (sqlite3.Error, ValueError) as error:  # whatever a damaged file does to a reader
        return (type(error).__name__,)
    finally:
        connection.close()


def _repaired(path: Path) -> bool:
    with VaultIndex.open(path) as vault, vault.writing() as connection:
        connection.execute("INSERT INTO stems(stems) VALUES ('delete-all')")
    emptied = not check_vault(path).ok
    repair_vault(path)
    return emptied and check_vault(path).ok


_KINDS = (
    *(".txt", ".html", ".xml", ".md", ".csv", ".jsonl", ".eml", ".vtt", ".rtf", ".docx", ".xlsx", ".zip", ".pdf"),
    ".gz",
)
_HEADS = (
    *(b"", b"%PDF-1.7\n", b"PK\x03\x04", b"<html><body>", b"<?xml version='1.0'?><a>", b"{\\rtf1 ", b"\x1f\x8b\x08"),
    b"WEBVTT\n\n",
)
_PIECES = (
    *(b"<", b">", b"<b>", b"</p>", b"\x00", b"\xff\xfe", b"[[", b"{", b"}", b'"', b"\\u'", b"\f", b"\r", b"  "),
    *(b"1 0 obj", b"endobj", b"stream", b"<<", b">>", b"00:00:01.000 --> 00:00:02.000", b"From: a@b", b"\n\n"),
    *(b"Section 41:2", b"RSA 1:1"),
)


def fuzz(times: int, seed: int) -> Counts:
    """Random bytes with heads and pieces of real formats; a reader may read or refuse, nothing else."""
    chance, counts = random.Random(seed), Counter[str]()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(times):
            path = Path(scratch) / f"f{chance.choice(_KINDS)}"
            body = b"".join(
                chance.choice(_PIECES) if chance.random() < 0.6 else chance.randbytes(chance.randrange(1, 30))
                for _ in range(chance.randrange(1, 120))
            )
            path.write_bytes(chance.choice(_HEADS) + body)
            begun = time.process_time()
            try:
                read_file(path, ocr=False)
                counts["read"] += 1
            except UnreadableFile:
                counts["refused"] += 1
            except Exception as error:
                counts[f"failed {path.suffix} {type(error).__name__}"] += 1
            slowest = max(slowest, time.process_time() - begun)
            path.unlink()
            counts["files"] = number + 1
    return {**counts, "slowest_cpu_s": round(slowest, 2)}


def many(times: int, seed: int) -> Counts:
    """A folder of so many files: CPU seconds and memory of the first run, of a second one that changes nothing."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = _folder(Path(scratch), chance, times)
        with VaultIndex.open(Path(scratch) / "v.db", create=True) as vault:
            begun = time.process_time()
            first = ingest(vault, [folder])
            middle = time.process_time()
            second = ingest(vault, [folder])
            end = time.process_time()
            wrong = sum(not _found(vault, chance.randrange(times)) for _ in range(100))
    return {
        "files": len(first.files),
        "documents": first.documents,
        "first_cpu_s": round(middle - begun, 1),
        "again_cpu_s": round(end - middle, 1),
        "unchanged": sum(one.outcome == "unchanged" for one in second.files),
        "not_found_of_100": wrong,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


_TRIALS: dict[str, Callable[[int, int], Counts]] = {"kills": kills, "flips": flips, "fuzz": fuzz, "many": many}


def main() -> None:
    """Runs one trial and prints its counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=tuple(_TRIALS))
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    print(json.dumps(_TRIALS[given.trial](given.times, given.seed)))


if __name__ == "__main__":
    main()
