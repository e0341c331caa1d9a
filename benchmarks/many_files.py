"""A folder of many files through every command a clerk runs: seconds of computing and memory of each, side by side.

    python -m benchmarks.many_files 1000 10000

The files are minutes of invented boards with motions, votes and sums, and one in a hundred is hostile (empty, binary, a
broken PDF, a zip of a zip). Each command is a process of its own. No step may take more than in proportion: the last
column says how many times the first folder's computing the last one took. Prints a table.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
_BOARDS = ("Planning Board", "Select Board", "Budget Committee", "Conservation Commission", "Library Trustees")
_PEOPLE = ("Ann Cole", "Ida Sewall", "Cole Brindley", "Rufus Gale", "Nell Waterhouse", "Amos Pike")
_THINGS = ("lamp", "culvert", "footbridge", "hedge", "boathouse", "quarry", "ballot", "meadow", "parcel", "mill")
_HOSTILE = (("txt", b""), ("pdf", b"%PDF-1.4\nnothing"), ("xyz", b"\x00\x01" * 90), ("zip", b"PK\x03\x04 no zip"))
_CODE = "from mcp_server.cli.main import main; raise SystemExit(main())"


class Cost(NamedTuple):
    """What a command took: seconds of computing of all its processes, the largest in MB, and its exit code."""

    cpu_s: float
    peak_mb: int
    code: int


def _minutes(number: int, chance: random.Random) -> str:
    board, day = _BOARDS[number % len(_BOARDS)], f"2{number % 9 + 1:02}/{number % 27 + 1:02}"
    month, date = ("January", "March", "May", "June", "October")[number % 5], number % 27 + 1
    lines = [f"Town of Alder Falls\n{board}\nMinutes of {month} {date}, {2010 + number % 16}\n", f"Case {day}.\n"]
    for _ in range(chance.randrange(4, 12)):
        mover, second = chance.sample(_PEOPLE, 2)
        thing, sum_ = chance.choice(_THINGS), chance.randrange(100, 90_000)
        lines.append(
            f"{mover} moved to spend ${sum_:,} on the {thing} at parcel {chance.randrange(9999)}"
            f" under RSA 41:{number % 30 + 1}. "
            f"{second} seconded. The motion passed {chance.randrange(3, 6)}-0. "
            + " ".join(chance.choices(_THINGS, k=40))
        )
    return "\n\n".join(lines)


def fill(folder: Path, count: int) -> None:
    """So many files, one in a hundred hostile, fifty to a folder."""
    chance = random.Random(count)
    for number in range(count):
        place = folder / f"box{number // 50:04}"
        place.mkdir(exist_ok=True)
        if number % 100 == 50:
            suffix, data = _HOSTILE[number // 100 % len(_HOSTILE)]
            (place / f"m{number:06}.{suffix}").write_bytes(data)
        else:
            (place / f"m{number:06}.txt").write_text(_minutes(number, chance))


def cost(*words: str | Path, vault: Path) -> Cost:
    """Runs one command of ours."""
    child = subprocess.Popen(
        [sys.executable, "-c", _CODE, *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENCOUNCIL_VAULT": str(vault)},
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, child.returncode)


def _steps(scratch: Path) -> Iterator[tuple[str, tuple[str | Path, ...]]]:
    records, backup = scratch / "records", scratch / "copy.db"
    yield "ingest", ("ingest", "--quiet", records)
    yield "ingest again, nothing new", ("ingest", "--quiet", records)
    yield "watch --once", ("watch", "--once", records)
    yield "status", ("status",)
    yield "documents list", ("documents", "list", "--limit", "100000")
    yield "search", ("search", "culvert footbridge")
    yield "ask", ("ask", "What did the Planning Board spend on the culvert in 2019?")
    yield "ledger", ("ledger", "--town", "Alder Falls")
    yield "digest", ("digest", "--since", "2020-01-01")
    yield "doctor --full", ("doctor", "--full")
    yield "doctor --repair", ("doctor", "--repair")
    yield "backup", ("backup", backup)
    yield "restore", ("restore", backup)
    yield "export", ("export", scratch / "export")


def measured(count: int) -> list[tuple[str, Cost]]:
    """Every command over a folder of so many files."""
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        (scratch / "records").mkdir()
        fill(scratch / "records", count)
        found: list[tuple[str, Cost]] = []
        for name, words in _steps(scratch):
            found.append((name, cost(*words, vault=scratch / "v.db")))
            print(count, *found[-1], file=sys.stderr, flush=True)
        return found


def _row(name: str, costs: Sequence[Cost]) -> str:
    cells = [f"{one.cpu_s:.1f} s, {one.peak_mb} MB" + (f" (exit {one.code})" if one.code else "") for one in costs]
    times = f"{costs[-1].cpu_s / costs[0].cpu_s:.1f}"
    return f"| {name} | {' | '.join(cells)} | {times} |"


def main() -> None:
    """Measures folders of the sizes named and prints them side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=int, nargs="*", default=[1000, 10_000])
    given = parser.parse_args()
    columns = [measured(count) for count in given.files]
    print(f"| command | {' | '.join(f'{count:,} files' for count in given.files)} | times |")
    for rows in zip(*columns, strict=True):
        print(_row(rows[0][0], [one for _, one in rows]), flush=True)


if __name__ == "__main__":
    main()
