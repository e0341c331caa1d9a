"""A vault as strangers' towns are added to it: evidence, time, memory, size and start at each size, in one run.

Grows worlds of a base vault (or of the sample) with invented towns: eight through the product's own ingest, made of
the sample's paragraphs, then twins of these (`benchmarks.twins`), kept in a folder and used again. Every question is
then asked of each world, the worlds taking turns at being first, so that a busy machine is busy for all. Times are
milliseconds of processor time, wall time beside them; in brackets stands the ratio to the first world. A vault in a
cluster is asked in the same turns when its address is given.

    python -m benchmarks.scale [--vault VAULT] [--questions FILE] [--worlds FOLDER] [--sizes 10000 100000 1000000]
                               [--rows build evidence adding size start memory] [--limit N] [--cluster ADDRESS]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import anyio

from benchmarks.cold_start import EMPTY, OURS, environment, start
from benchmarks.twins import grow, town_name
from mcp_server.app import Workshop
from mcp_server.config import Config
from mcp_server.server import build_server
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import context_of
from mcp_server.worker import Crew
from pipeline.evaluation import QuestionRow, found, load_questions
from pipeline.run import begin, find, gathering_for, plan, result_of
from pipeline.turn import answered
from pipeline.types import Evidence
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex

__all__ = ["World", "main", "strangers"]

ROOT = Path(__file__).resolve().parents[1]
SAMPLE, SAMPLE_TOWN = Path(str(files("mcp_server").joinpath("sample"))), "Alder Falls"
_DOCUMENTS, _PAGES, _PARAGRAPHS = 60, 4, 7
"""Records of one invented town, pages of one and paragraphs of a page (about as much as minutes hold)."""
_PATTERNS = 8
"""Towns that are ingested; the others are their twins."""
_LATE = 7_000
"""Numbers of the towns that are added to measure what adding one costs: twins have lower ones."""
_CALLS = 500
ROWS = ("build", "evidence", "adding", "size", "start", "memory")


class World(NamedTuple):
    """A vault of one size: its name and where it lies, a file or a cluster."""

    name: str
    place: Path
    cluster: str = ""

    def config(self, folder: Path) -> Config:
        """How it is read; what a process of a cluster keeps lies in the folder."""
        return Config(vault=folder / "cluster.vault" if self.cluster else self.place, cluster=self.cluster)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


# ---- worlds


def strangers(number: int) -> Iterator[dict[str, object]]:
    """The records of invented town `number`, as rows of a JSON Lines file; the same for the same number."""
    chance, town = random.Random(number), town_name(number)
    texts = (path.read_text("utf-8") for path in sorted(SAMPLE.rglob("*.md")))
    parts = [part.strip() for text in texts for part in text.split("\n\n") if len(part) > 80]
    for record in range(_DOCUMENTS):
        day = f"20{chance.randrange(10, 40)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 28):02}"
        pages = []
        for _ in range(_PAGES):
            chosen = chance.sample(parts, min(_PARAGRAPHS, len(parts)))
            said = [f"{text.replace(SAMPLE_TOWN, town)} Matter {chance.randrange(10**6)}." for text in chosen]
            pages.append("\n\n".join(said))
        yield {
            "doc_id": f"t{number}-{record}",
            "title": f"{town} record {record}, {day}",
            "town": town,
            "board": chance.choice(["Select Board", "Planning Board"]),
            "lane": "local",
            "doc_type": chance.choice(["minutes", "report", "ordinance"]),
            "date": day,
            "pages": pages,
        }


def _add(index: VaultIndex, number: int) -> int:
    """Ingests an invented town; how many pages it has."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / f"town-{number:05}.jsonl"
        place.write_text("".join(json.dumps(row) + "\n" for row in strangers(number)), "utf-8")
        return ingest(index, [place]).pages


def _copied(old: Path, new: Path) -> None:
    with (
        closing(sqlite3.connect(f"{old.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(new)) as target,
    ):
        source.backup(target)


def _begun(base: Path | None, place: Path) -> None:
    """The base with eight towns that were ingested."""
    if base is not None:
        _copied(base, place)
    with VaultIndex.open(place, create=True) as index:
        if base is None:
            ingest(index, [SAMPLE])
        for number in range(_PATTERNS):
            _add(index, number)


def built(base: Path | None, folder: Path, sizes: Sequence[int]) -> list[World]:
    """The worlds, grown one from the other where they are not in the folder yet."""
    worlds: list[World] = []
    for size in sizes:
        place, part = folder / f"world-{size}.vault", folder / f"world-{size}.part"
        if not place.exists():
            part.unlink(missing_ok=True)
            if worlds:
                shutil.copyfile(worlds[-1].place, part)
            else:
                _begun(base, part)
            with VaultIndex.open(part) as index:
                for held in grow(index, size):
                    print(f"{size}: {held}", end="\r", file=sys.stderr, flush=True)
            part.rename(place)
        worlds.append(World(f"{size:,}", place))
    return worlds


def _sample_questions() -> tuple[QuestionRow, ...]:
    rows = load_questions(ROOT / "tests" / "golden" / "alder_falls.jsonl")
    return tuple(row.changed(town=SAMPLE_TOWN) if SAMPLE_TOWN in row.question else row for row in rows)


# ---- rows


class Asked(NamedTuple):
    """One question in one world: processor and wall milliseconds by what was done, its evidence after the first pass
    and after all rounds, and which gold was found."""

    cpu: dict[str, float]
    wall: dict[str, float]
    first: tuple[tuple[str, int], ...]
    evidence: tuple[tuple[str, int], ...]
    marks: tuple[bool, ...]


def _named(evidence: Sequence[Evidence]) -> tuple[tuple[str, int], ...]:
    return tuple((one.chunk.doc_id, one.chunk.ord) for one in evidence)


async def _ask(shop: Workshop, row: QuestionRow) -> Asked:
    """A first pass, then a whole turn of its own: all rounds and the answer without a model."""
    cpu: dict[str, float] = {}
    wall: dict[str, float] = {}

    def lap(name: str, since: tuple[float, float]) -> None:
        wall[name], cpu[name] = (time.perf_counter() - since[0]) * 1000, (time.process_time() - since[1]) * 1000

    question, context = context_of(shop, Ask(question=row.question, town=row.town or ""))
    began = time.perf_counter(), time.process_time()
    run, work = begin(question, context, shop.services(model=False))
    gathering = gathering_for(await plan(run, work), work)
    await gathering.first_pass()
    first = gathering.result().merged
    lap("first pass", began)
    began = time.perf_counter(), time.process_time()
    run, work = begin(question, context, shop.services(model=False))
    run = await find(await plan(run, work), work)
    lap("all rounds", began)
    result = result_of(await answered(run, work), work)
    lap("answer", began)
    held = result.retrieval.merged
    return Asked(cpu, wall, _named(first), _named(held), tuple(found(g, [e.chunk for e in held]) for g in row.gold))


async def _evidence(worlds: Sequence[World], rows: Sequence[QuestionRow], folder: Path) -> list[list[Asked]]:
    """For each world, what each question got; the first question warms each world and is asked again."""
    async with AsyncExitStack() as stack:
        shops = []
        for world in worlds:
            shops.append(Workshop(world.config(folder)))
            stack.push_async_callback(shops[-1].aclose)
            await _ask(shops[-1], rows[-1])
        asked: list[list[Asked]] = [[] for _ in worlds]
        for turn, row in enumerate(rows):
            for step in range(len(worlds)):
                number = (turn + step) % len(worlds)
                asked[number].append(await _ask(shops[number], row))
            print(f"question {turn + 1} of {len(rows)}", end="\r", file=sys.stderr, flush=True)
        return asked


def _line(name: str, values: Sequence[float], unit: str = "ms", digits: int = 0) -> str:
    told = [f"{value:,.{digits}f}" for value in values]
    cells = (f"{one} ({value / values[0]:.2f})" if values[0] else one for one, value in zip(told, values, strict=True))
    return f"{name:44}" + "".join(f"{cell:>20}" for cell in cells) + f"  {unit}"


def _evidence_lines(asked: Sequence[Sequence[Asked]], rows: Sequence[QuestionRow]) -> Iterator[str]:
    groups = {"of a town": [n for n, row in enumerate(rows) if row.town]}
    groups["of no town"] = [n for n, row in enumerate(rows) if not row.town]
    for group, numbers in groups.items():
        if not numbers:
            continue
        for what in ("first pass", "all rounds", "answer"):
            for share in (0.5, 0.95):
                name = f"{what} {group} ({len(numbers)}), p{share * 100:.0f}"
                yield _line(name, [percentile([world[n].cpu[what] for n in numbers], share) for world in asked])
                walls = [percentile([world[n].wall[what] for n in numbers], share) for world in asked]
                yield _line(f"{name}, wall", walls)
        for name in ("first", "evidence"):
            same = [sum(getattr(world[n], name) == getattr(asked[0][n], name) for n in numbers) for world in asked]
            told = "after the first pass" if name == "first" else "after all rounds"
            yield _line(f"the same passages, in order, {told}", same, f"of {len(numbers)}")
    gold = [n for n, row in enumerate(rows) if row.gold]
    if gold:
        shares = [[sum(world[n].marks) / len(world[n].marks) for n in gold] for world in asked]
        yield _line(f"recall after all rounds ({len(gold)})", [sum(own) / len(own) for own in shares], "", 3)
        yield _line("all gold", [sum(one == 1 for one in own) / len(own) for own in shares], "", 3)


def _spent_s() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _adding(worlds: Sequence[World]) -> Iterator[str]:
    """What adding a town of 240 pages costs, three towns in turns, in copies of the worlds."""
    spent, rates = defaultdict(list), defaultdict(list)
    with tempfile.TemporaryDirectory(dir=worlds[0].place.parent) as folder:
        copies = [Path(folder) / world.place.name for world in worlds]
        for world, copy in zip(worlds, copies, strict=True):
            shutil.copyfile(world.place, copy)
        for late in range(_LATE, _LATE + 3):
            for copy in copies:
                with VaultIndex.open(copy) as index:
                    began, wall = _spent_s(), time.perf_counter()
                    pages = _add(index, late)
                    spent[copy].append(_spent_s() - began)
                    rates[copy].append(pages / (time.perf_counter() - wall))
    yield _line("adding a town, least of three", [min(spent[copy]) * 1000 for copy in copies])
    yield _line("pages a wall second, most of three", [max(rates[copy]) for copy in copies], "")


def _sizes(worlds: Sequence[World]) -> Iterator[str]:
    """What a vault takes, without the handles of those who asked it."""
    shares, each = [], []
    for world in worlds:
        with VaultIndex.open(world.place, read_only=True) as index, index.reading() as connection:
            text, passages = connection.execute(
                "SELECT sum(length(CAST(unpacked(body) AS BLOB))), count(*) FROM chunks"
            ).fetchone()
            (handles,) = connection.execute("SELECT sum(pgsize) FROM dbstat WHERE name = 'handles'").fetchone()
        size = world.place.stat().st_size - handles
        shares.append(size / text)
        each.append(size / passages)
    yield _line("bytes of the vault for a byte of text", shares, "", 2)
    yield _line("bytes of the vault for a passage", each, "")


def _least(measured: Callable[[World], float], worlds: Sequence[World], times: int) -> list[float]:
    """The least of so many measures of each world, in turns."""
    taken = [[measured(world) for world in worlds] for _ in range(times)]
    return [min(one[number] for one in taken) for number in range(len(worlds))]


def _search_ms(world: World, row: QuestionRow) -> float:
    before, named = os.times(), ["--town", row.town] if row.town else []
    command = [sys.executable, "-c", OURS, "--vault", str(world.place), "search", row.question, *named]
    subprocess.run(command, env=environment(), capture_output=True, check=True)
    after = os.times()
    return (after.children_user + after.children_system - before.children_user - before.children_system) * 1000


def _starts(worlds: Sequence[World], rows: Sequence[QuestionRow], times: int = 7) -> Iterator[str]:
    town = next((row for row in rows if row.town), rows[0])
    bare = next((row for row in rows if not row.town), rows[0])
    for name, row in (("a town", town), ("no town", bare)):
        yield _line(f"`search` of {name} as a process, cpu", _least(partial(_search_ms, row=row), worlds, times))
    empty = min(start(EMPTY)[1] for _ in range(times))
    cold = _least(lambda world: start(OURS, "--vault", str(world.place), "serve")[1], worlds, times)
    yield _line("cold start of `serve`, cpu", cold)
    yield _line("of an empty server's", [one / empty for one in cold], f"({empty:.0f} ms)", 2)


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _remembered(world: World, rows: Sequence[QuestionRow], folder: Path) -> list[float]:
    """Megabytes of the process after each hundred of 500 calls: searches, retrievals, and answers in turns."""
    crew = Crew(world.config(folder))
    server, held = build_server(crew, owns_crew=False), []
    for call in range(_CALLS):
        row = rows[call % len(rows)]
        if call % 10 == 0:
            await server.call_tool("research", {"question": row.question, "town": row.town or "", "writer": "extract"})
        elif call % 3 == 0:
            await server.call_tool("two_lane_retrieve", {"question": row.question, "town": row.town or ""})
        else:
            await server.call_tool("search_vault", {"query": row.question, "town": row.town or ""})
        if call % 100 == 99:
            held.append(_resident_mb())
    crew.close()
    return held


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table, each figure with its ratio to the first world; 0."""
    parser = argparse.ArgumentParser(description="One town in a growing vault.")
    parser.add_argument("--vault", type=Path, help="the home towns; without it, the sample")
    parser.add_argument("--questions", type=Path, help="JSON Lines, as `opencouncil eval` reads them")
    parser.add_argument("--worlds", type=Path, help="where worlds are kept; without it, they are not")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000], help="passages, ascending")
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=ROWS)
    parser.add_argument("--limit", type=int, help="every n-th question, so that about so many are asked")
    parser.add_argument("--cluster", default="", help="address of a cluster that holds the last world")
    given = parser.parse_args(arguments)
    rows = load_questions(given.questions) if given.questions else _sample_questions()
    rows = rows[:: max(1, len(rows) // given.limit)] if given.limit else rows
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.worlds or Path(scratch)
        worlds = built(given.vault, folder, sorted(given.sizes))
        asked = [*worlds, World("cluster", Path(), given.cluster)] if given.cluster else worlds
        print(f"{'passages':44}" + "".join(f"{world.name:>20}" for world in asked))
        for name in given.rows:
            if name == "evidence":
                got = anyio.run(_evidence, asked, rows, Path(scratch))
                print("\n".join(_evidence_lines(got, rows)), flush=True)
            elif name == "memory":
                held = [anyio.run(_remembered, world, rows, Path(scratch)) for world in worlds]
                for number, values in enumerate(zip(*held, strict=True), 1):
                    print(_line(f"memory after {number * 100} calls", values, "MB"), flush=True)
            elif name != "build":
                lines = {"adding": _adding(worlds), "size": _sizes(worlds), "start": _starts(worlds, rows)}[name]
                for line in lines:
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
