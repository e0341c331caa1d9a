"""Cold start of `opencouncil serve` to an answered `initialize`, beside an empty MCPServer started the same way.

Prints the least and median wall and processor times of both and their ratios; the runs take turns, so that a busy
machine is busy for both, and find the byte code that an installed package has. And what a call costs over the bare
function: `python benchmarks/cold_start.py [RUNS] [VAULT]` (without a vault, one of the demo).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import anyio

from mcp_server.app import Workshop
from mcp_server.cli.demo import fill_demo_vault
from mcp_server.config import Config
from mcp_server.server import build_server
from mcp_server.tools.arguments import SearchAsk
from mcp_server.tools.search import search_vault
from mcp_server.worker import Crew

ROOT = Path(__file__).resolve().parents[1]
BYTE_CODE = str(Path(tempfile.gettempdir()) / "opencouncil-byte-code")
EMPTY = "from mcp.server import MCPServer; MCPServer('empty', log_level='WARNING').run()"
OURS = "from mcp_server.cli.main import main; raise SystemExit(main())"
FIRST = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}  # fmt: skip


def environment() -> dict[str, str]:
    """Variables of a process that writes and finds its byte code, as an installed one does."""
    own = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": BYTE_CODE}
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return own


def start(code: str, *words: str) -> tuple[float, float]:
    """(wall ms to the first reply, processor ms of the whole process)."""
    used = sum(os.times()[2:4])
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(FIRST).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    wall = time.perf_counter() - began
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return wall * 1000, (sum(os.times()[2:4]) - used) * 1000


async def overhead(vault: Path, calls: int = 300) -> tuple[float, float]:
    """Median ms of a search as a function, and as a tool call in one process."""
    crew, shop = Crew(Config(vault=vault)), Workshop(Config(vault=vault))
    server = build_server(crew, owns_crew=False)
    bare: list[float] = []
    called: list[float] = []
    for _ in range(calls):
        began = time.perf_counter()
        search_vault(shop.index, SearchAsk(query="footbridge"), deadline_s=10)
        bare.append(time.perf_counter() - began)
        began = time.perf_counter()
        await server.call_tool("search_vault", {"query": "footbridge"})
        called.append(time.perf_counter() - began)
    crew.close()
    shop.close()
    return statistics.median(bare) * 1000, statistics.median(called) * 1000


def main(runs: int, named: Path | None = None) -> None:
    """Measures and prints."""
    with tempfile.TemporaryDirectory() as folder:
        vault = named or Path(folder) / "vault.db"
        if named is None:
            fill_demo_vault(vault)
        start(EMPTY), start(OURS, "--vault", str(vault), "serve")  # writes the byte code
        empty, ours = [], []
        for _ in range(runs):
            empty.append(start(EMPTY))
            ours.append(start(OURS, "--vault", str(vault), "serve"))
        for name, times in (("empty", empty), ("opencouncil", ours)):
            walls, cpus = zip(*times, strict=True)
            middle = statistics.median(walls)
            print(f"{name:<12} wall min {min(walls):.0f} median {middle:.0f} ms, cpu min {min(cpus):.0f} ms")
        least = min(wall for wall, _ in ours) / min(wall for wall, _ in empty)
        usual = statistics.median(wall for wall, _ in ours) / statistics.median(wall for wall, _ in empty)
        spent = min(cpu for _, cpu in ours) / min(cpu for _, cpu in empty)
        print(f"ratio        wall min {least:.2f}, median {usual:.2f}, cpu {spent:.2f} (limit 1.15)")
        bare, called = anyio.run(overhead, vault)
        print(f"a search     {bare:.2f} ms as a function, {called:.2f} ms as a tool call")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
