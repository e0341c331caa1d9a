"""What reading and ingesting files cost: pages a second of computing by format, and how many cores an ingest uses.

    python -m benchmarks.ingest_speed FOLDER [--against TREE] [--turns 3]

Reads every file of a folder (no recognition of scans) in a process of its own, of this tree and of another one, and
text PDFs with `pdftotext -layout`; then ingests the folder into a new vault and looks twenty times a second how many of
its processes compute or wait for a core. On a shared machine seconds of the clock say little; processes at work say
whether both cores were asked for. Needs /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_TICK_S: Final = 0.05
_READ: Final = """
import json, sys, time
from pathlib import Path
from vault.readers.open import read_file
files, turns = [Path(name) for name in sys.argv[2:]], int(sys.argv[1])
read_file(files[0], ocr=False)
least = 1e9
for _ in range(turns):
    begun = time.process_time()
    pages = sum(len(one.pages) for file in files for one in read_file(file, ocr=False).documents)
    least = min(least, time.process_time() - begun)
print(json.dumps([pages, least]))
"""
_INGEST: Final = """
import sys
from pathlib import Path
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex
with VaultIndex.open(sys.argv[1], create=True) as vault:
    print(sum(one.outcome in ("added", "partly_read") for one in ingest(vault, [Path(sys.argv[2])]).files))
"""


def _read(tree: Path, files: list[Path], turns: int) -> tuple[int, float]:
    """Pages of the files and the least seconds of computing of some turns, in a process of the tree."""
    said = subprocess.run(
        [sys.executable, "-c", _READ, str(turns), *map(str, files)],
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    pages, spent = json.loads(said)
    return pages, spent


def _pdftotext(files: list[Path], turns: int) -> float:
    least = float("inf")
    for _ in range(turns):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for file in files:
            subprocess.run(["pdftotext", "-layout", file, os.devnull], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def _family(first: int) -> list[tuple[str, int]]:
    """The state ("R" computes or waits for a core) and the pages of memory of a process and of all that it started."""
    parents, spent = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                facts = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(facts[1])
            spent[int(entry.name)] = (facts[0], int(facts[21]))
    found = {first}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return [spent[one] for one in found if one in spent]


def _ingested(tree: Path, folder: Path) -> str:
    """Cores kept busy by an ingest of a folder, its processes at work at once, and the largest of them."""
    with tempfile.TemporaryDirectory() as scratch:
        begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        child = subprocess.Popen(
            [sys.executable, "-c", _INGEST, str(Path(scratch, "v.db")), str(folder)],
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdout=subprocess.PIPE,
        )
        at_once: Counter[int] = Counter()
        most = together = 0
        while child.poll() is None:
            now = _family(child.pid)
            at_once[sum(state == "R" for state, _ in now)] += 1
            sizes = [pages * resource.getpagesize() >> 20 for _, pages in now]
            most, together = max([most, *sizes]), max(together, sum(sizes))
            time.sleep(_TICK_S)
        wall, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    looks = sum(at_once.values()) - at_once[0]
    two = sum(count for working, count in at_once.items() if working > 1)
    return (
        f"{spent:.1f} s of computing in {wall:.1f} s ({spent / wall:.2f} cores), two or more processes at work in "
        f"{two / max(looks, 1):.0%} of {looks} looks, at most {max(at_once)} at once, "
        f"largest {most} MB, all {together} MB"
    )


def main() -> int:
    """Prints a line a format, then one of the ingest for each tree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path, help="the root of another tree of this repository")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    trees = [ROOT, *([given.against] if given.against else [])]
    kinds: dict[str, list[Path]] = {}
    for file in sorted(given.folder.rglob("*")):
        if file.is_file():
            kinds.setdefault(file.suffix.lower(), []).append(file)
    for suffix, files in kinds.items():
        parts = []
        for tree in trees:
            pages, spent = _read(tree, files, given.turns)
            parts.append(f"{pages / max(spent, 1e-6):,.0f} pages/s")
        if suffix == ".pdf":
            parts.append(f"pdftotext {pages / _pdftotext(files, given.turns):,.0f}")
        print(f"{suffix}: {len(files)} files, {pages} pages: {'; '.join(parts)}", flush=True)
    for tree in trees:
        print(_ingested(tree, given.folder), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
