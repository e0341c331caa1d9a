"""One town's questions in a growing vault: time, evidence, ingest and size, as ratios inside one run.

Builds a vault: the home town (the sample, or a folder with a question file) and eight invented towns made of its
paragraphs through the product's own ingest, then twins of these (`benchmarks.twins`), until each size is reached; at
each size the same questions are asked. The first size is the yardstick of the rest. Processor time is printed beside
wall time, because the machine may be shared.

    python -m benchmarks.scale [--sizes 10000 100000] [--folder FOLDER --questions FILE --town TOWN] [--json]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import anyio

from benchmarks.twins import grow, town_name
from pipeline.ask.issue import PlanContext
from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.find.retrieve import Gathering
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.settings import Settings
from pipeline.types import Question
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex

__all__ = ["Home", "Measured", "main", "strangers"]

ROOT = Path(__file__).resolve().parents[1]
_DOCUMENTS = 60
"""Records of one invented town; at four pages each about 250 passages."""
_PAGES = 4
_PARAGRAPHS = 7
"""Paragraphs of a page: about as much as a page of minutes holds."""
_PATTERNS = 8
"""Towns that are ingested; the others are their twins."""
_LATE = 7_000
"""Numbers of the towns that are added to measure what adding one costs: twins have lower ones."""


class Home(NamedTuple):
    """The town that is asked about: its files, its name and the questions."""

    folder: Path
    town: str
    questions: tuple[str, ...]


_Evidence = tuple[tuple[str, int], ...]
_Asked = tuple[float, float, _Evidence]
"""Wall and processor milliseconds of one question, and its passages."""


class Measured(NamedTuple):
    """What was measured at one size. Times are milliseconds, rates per second."""

    passages: int
    towns: int
    town_cpu_p50: float
    town_cpu_p95: float
    town_wall_p95: float
    all_cpu_p50: float
    all_cpu_p95: float
    all_wall_p95: float
    add_cpu_s: float
    """Processor time of adding one more town of the usual size."""
    pages_a_second: float
    """Of wall time, while the vault grew to this size."""
    bytes_a_text_byte: float
    search_wall_ms: float
    """`opencouncil search` as a process, the quickest of three."""
    same_evidence: float
    """Share of the home town's questions with the very passages, in the very order, of the first size."""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _paragraphs(home: Home) -> list[str]:
    texts = (path.read_text("utf-8") for path in sorted(home.folder.rglob("*.md")))
    return [part.strip() for text in texts for part in text.split("\n\n") if len(part) > 80]


def strangers(home: Home, number: int) -> Iterator[dict[str, object]]:
    """The records of invented town `number`, as rows of a JSON Lines file; the same for the same number."""
    chance = random.Random(number)
    town = town_name(number)
    parts = _paragraphs(home)
    for record in range(_DOCUMENTS):
        day = f"20{chance.randrange(10, 40)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 28):02}"
        pages = []
        for _ in range(_PAGES):
            chosen = chance.sample(parts, min(_PARAGRAPHS, len(parts)))
            said = [f"{text.replace(home.town, town)} Matter {chance.randrange(10**6)}." for text in chosen]
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


def _write_town(home: Home, number: int, folder: Path) -> Path:
    place = folder / f"town-{number:05}.jsonl"
    place.write_text("".join(json.dumps(row) + "\n" for row in strangers(home, number)), "utf-8")
    return place


def _spent_s() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


async def _ask(index: VaultIndex, texts: Sequence[str], towns: tuple[str, ...]) -> list[_Asked]:
    engine, settings = VaultEngine(index), Settings()
    found = []
    for text in texts:
        wall, cpu = time.perf_counter(), time.process_time()
        question = Question(text=text)
        gathering = Gathering(
            question=question,
            reading=read(question.text),
            plan=plan(question, PlanContext(known_towns=towns)),
            engine=engine,
            facts=corpus_facts(index),
            settings=settings,
        )
        await gathering.first_pass()
        held = gathering.result()
        took = ((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)
        found.append((*took, tuple((e.chunk.doc_id, e.chunk.ord) for e in held.merged)))
    return found


def _search_ms(home: Home, vault: Path) -> float:
    words = [sys.executable, "-m", "mcp_server.cli.main", "search", "--vault", str(vault), home.questions[0]]
    took = []
    for _ in range(3):
        began = time.perf_counter()
        subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
        took.append((time.perf_counter() - began) * 1000)
    return min(took)


def _text_bytes(index: VaultIndex) -> int:
    with index.reading() as connection:
        (size,) = connection.execute("SELECT sum(length(CAST(unpacked(body) AS BLOB))) FROM chunks").fetchone()
    return int(size or 1)


class _Growing:
    """The vault under way."""

    def __init__(self, home: Home, folder: Path) -> None:
        self.home, self.folder, self.vault, self.late = home, folder, folder / "scale.vault", _LATE
        self.first: list[_Evidence] = []

    def _add(self, index: VaultIndex, number: int) -> tuple[int, float]:
        place = _write_town(self.home, number, self.folder)
        began = time.perf_counter()
        report = ingest(index, [place])
        took = time.perf_counter() - began
        place.unlink()
        return report.pages, took

    def to(self, passages: int) -> Measured:
        """Grows to the size and measures."""
        with VaultIndex.open(self.vault, create=True) as index:
            pages, took = self._begin(index) if not index.figures().chunks else (0, 0.0)
            for _ in grow(index, passages):
                continue
            before = _spent_s()
            more, longer = self._add(index, self.late)
            self.late += 1
            return self._measured(index, _spent_s() - before, (pages + more) / (took + longer))

    def _begin(self, index: VaultIndex) -> tuple[int, float]:
        ingest(index, [self.home.folder])
        pages, took = 0, 0.0
        for number in range(_PATTERNS):
            more, longer = self._add(index, number)
            pages, took = pages + more, took + longer
        return pages, took

    def _measured(self, index: VaultIndex, added_s: float, rate: float) -> Measured:
        known = index.towns()
        bare = [
            text.replace(f" in {self.home.town}", "").replace(self.home.town, "the") for text in self.home.questions
        ]
        anyio.run(_ask, index, self.home.questions, known)  # warm
        town = anyio.run(_ask, index, self.home.questions, known)
        every = anyio.run(_ask, index, bare, ())
        evidence = [row[2] for row in town]
        self.first = self.first or evidence
        return Measured(
            passages=index.figures().chunks,
            towns=len(known),
            town_cpu_p50=percentile([row[1] for row in town], 0.5),
            town_cpu_p95=percentile([row[1] for row in town], 0.95),
            town_wall_p95=percentile([row[0] for row in town], 0.95),
            all_cpu_p50=percentile([row[1] for row in every], 0.5),
            all_cpu_p95=percentile([row[1] for row in every], 0.95),
            all_wall_p95=percentile([row[0] for row in every], 0.95),
            add_cpu_s=added_s,
            pages_a_second=rate,
            bytes_a_text_byte=self.vault.stat().st_size / _text_bytes(index),
            search_wall_ms=_search_ms(self.home, self.vault),
            same_evidence=sum(a == b for a, b in zip(evidence, self.first, strict=True)) / len(evidence),
        )


def _sample() -> Home:
    golden = ROOT / "tests" / "golden" / "alder_falls.jsonl"
    rows = [json.loads(line) for line in golden.read_text("utf-8").splitlines() if line.strip()]
    texts = tuple(row["question"] for row in rows if "Alder Falls" in row["question"])
    return Home(Path(str(files("mcp_server").joinpath("sample"))), "Alder Falls", texts)


def _table(found: Sequence[Measured]) -> str:
    lines = []
    for name in Measured._fields:
        values = [float(getattr(one, name)) for one in found]
        ratios = "".join(f"{value:14,.2f} ({value / values[0]:5.2f})" for value in values if values[0])
        lines.append(f"{name:20}{ratios}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table, each figure with its ratio to the first size, or JSON; 0."""
    parser = argparse.ArgumentParser(description="One town in a growing vault.")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000], help="passages, ascending")
    parser.add_argument("--folder", type=Path, help="records of the home town (Markdown) instead of the sample")
    parser.add_argument("--questions", type=Path, help="one question a line, for --folder")
    parser.add_argument("--town", default="", help="the home town of --folder")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    home = _sample()
    if given.folder:
        asked = tuple(line for line in given.questions.read_text("utf-8").splitlines() if line.strip())
        home = Home(given.folder, given.town, asked)
    with tempfile.TemporaryDirectory() as scratch:
        growing = _Growing(home, Path(scratch))
        found = [growing.to(size) for size in sorted(given.sizes)]
    print(json.dumps([one._asdict() for one in found]) if given.json else _table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
