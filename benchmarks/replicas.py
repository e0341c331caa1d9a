"""Several `serve --http` over one cluster: clients whose calls land on any of them, one of them killed meanwhile.

Every client goes round: it retrieves at one replica, has the answer written at another, begins a run at a third call's
replica and asks the next one for it until it is done. A call that a dead replica cut off is told and made again
elsewhere, as a balancer does. A run is lost when no replica can finish it.

    OPENCOUNCIL_VAULT=opensearch+http://127.0.0.1:9600/council python -m benchmarks.replicas --calls 2000 --clients 20
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from pydantic import JsonValue

__all__ = ["Front", "Replica", "go_round", "main"]

ROOT = Path(__file__).resolve().parents[1]
VERSION = "2026-07-28"
"""The era of the protocol in which every call stands alone, so that any replica can answer it."""
_META = "io.modelcontextprotocol/"
_QUESTIONS = (
    "What did the Planning Board decide about the lot merger?",
    "Who may call a special town meeting?",
    "What does the zoning ordinance say about campers?",
    "How much was raised for the highway department?",
    "When are minutes of a meeting available?",
)
_PATIENCE_S = 240.0
_POLLS = 40
_TRIES = 12


class Replica:
    """One server process of the vault that the environment names, with a data folder of its own."""

    def __init__(self, home: Path, name: str) -> None:
        self.name = name
        self.alive = True
        env = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "OPENCOUNCIL_SEAL_KEY": "5e" * 32}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mcp_server.cli.main", "serve", "--http", "0"],
            cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stderr is not None
        line = self._process.stderr.readline()
        if "://127.0.0.1:" not in line:
            raise SystemExit(f"a replica did not start: {line}")
        self.port = int(line.split("://127.0.0.1:")[1].split("/")[0])

    def kill(self) -> None:
        """Ends the process at once, as a lost machine does."""
        self.alive = False
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Replica:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(20)
        if self._process.stderr is not None:
            self._process.stderr.close()


class Front:
    """The one address: gives every call to the next replica that lives, and once more when it was cut off."""

    def __init__(self, replicas: Sequence[Replica]) -> None:
        self._replicas = replicas
        self._turns = itertools.count()
        self._lock = threading.Lock()
        self.told: Counter[str] = Counter()
        """What became of the calls: "ok", codes of errors, "cut off"."""
        self.took_s: list[float] = []

    def _next(self) -> Replica:
        for _ in self._replicas:
            one = self._replicas[next(self._turns) % len(self._replicas)]
            if one.alive:
                return one
        raise SystemExit("no replica lives")

    def _tell(self, what: str) -> None:
        with self._lock:
            self.told[what] += 1

    def call(self, tool: str, **arguments: JsonValue) -> dict[str, JsonValue]:
        """The structured result of a tool."""
        began = time.monotonic()
        for _ in range(_TRIES):
            replica = self._next()
            try:
                found = _called(replica.port, tool, arguments)
            except (OSError, http.client.HTTPException):
                self._tell("cut off")
                continue
            error = found.get("error")
            code = str(error.get("code")) if isinstance(error, dict) else "ok"
            self._tell(code)
            if code == "E_TIMEOUT":  # a busy server says so; a client asks again
                continue
            with self._lock:
                self.took_s.append(time.monotonic() - began)
            return found
        raise SystemExit("a call was not answered by any replica")


def _called(port: int, tool: str, arguments: dict[str, JsonValue]) -> dict[str, JsonValue]:
    info: JsonValue = {"name": "replicas", "version": "1"}
    meta: dict[str, JsonValue] = {
        f"{_META}protocolVersion": VERSION, f"{_META}clientInfo": info, f"{_META}clientCapabilities": {},
    }  # fmt: skip
    body = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments, "_meta": meta},
    }  # fmt: skip
    headers = {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": VERSION, "Mcp-Method": "tools/call", "Mcp-Name": tool,
    }  # fmt: skip
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        connection.request("POST", "/mcp", json.dumps(body), headers)
        text = connection.getresponse().read().decode("utf-8")
    finally:
        connection.close()
    line = next((one[5:] for one in text.splitlines() if one.startswith("data:")), text)
    result = json.loads(line).get("result") or {}
    found = result.get("structuredContent")
    return found if isinstance(found, dict) else {"error": {"code": "no result"}}


def go_round(front: Front, question: str, *, wait_s: float = 20.0) -> Iterator[str]:
    """The calls of one round, each at the next replica; yields "call" after each, and "lost" for a run that none can
    finish or a retrieval that none knows."""
    found = front.call("two_lane_retrieve", question=question)
    yield "call"
    if "retrieval_id" in found:
        written = front.call("synthesize", retrieval_id=found["retrieval_id"], writer="extract")
        yield "call"
        if "answer_markdown" not in written:
            yield "lost"
    begun = front.call("research", question=question, wait_s=0, writer="extract")
    yield "call"
    for _ in range(_POLLS):
        if begun.get("state") != "running":
            break
        begun = front.call("research", run_id=begun["run_id"], wait_s=wait_s)
        yield "call"
    if begun.get("state") != "done":
        yield "lost"


def _client(front: Front, number: int, made: itertools.count[int], calls: int) -> int:
    """Rounds until all clients together have made so many calls; how many were lost."""
    lost = 0
    for turn in itertools.count(number):
        for what in go_round(front, _QUESTIONS[turn % len(_QUESTIONS)]):
            lost += what == "lost"
            done = next(made) >= calls if what == "call" else False
        if done:
            return lost
    return lost


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what became of the calls; 0 when no run was lost."""
    parser = argparse.ArgumentParser(description="Replicas over one cluster, one of them killed.")
    parser.add_argument("--replicas", type=int, default=2)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--calls", type=int, default=2_000)
    given = parser.parse_args(arguments)
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        replicas = [stack.enter_context(Replica(home / str(n), f"replica {n}")) for n in range(given.replicas)]
        front, made, began = Front(replicas), itertools.count(), time.monotonic()
        with ThreadPoolExecutor(given.clients) as clients:
            lost = [clients.submit(_client, front, n, made, given.calls) for n in range(given.clients)]
            while sum(front.told.values()) < given.calls // 2 and not all(one.done() for one in lost):
                time.sleep(0.2)
            replicas[0].kill()
            print(f"{replicas[0].name} killed after {sum(front.told.values())} calls", flush=True)
            missing = sum(one.result() for one in lost)
        took, calls = time.monotonic() - began, sorted(front.took_s)
    print(f"{len(calls)} calls by {given.clients} clients in {took:.0f} s; lost runs: {missing}")
    print(f"p50 {calls[len(calls) // 2]:.2f} s, p95 {calls[int(len(calls) * 0.95)]:.2f} s")
    print(", ".join(f"{what}: {number}" for what, number in front.told.most_common()))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
