"""The server under load and on a bad disk: counts and figures, one line a trial.

    python -m benchmarks.server_faults [TRIAL ...] [--disk FOLDER]

Starts `opencouncil serve` on the small invented vault of the demonstration, over HTTP on loopback or over stdio, and
does to it what hosts, networks and disks do. Nothing outside a temporary folder is touched, but the folder named with
`--disk`, a small file system of its own (`mount -t tmpfs -o size=24m tmpfs FOLDER`): the trial `full` fills it.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from mcp_server.cli.demo import fill_demo_vault
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex

ROOT = Path(__file__).resolve().parents[1]
_CODE = "from mcp_server.cli.main import main; raise SystemExit(main())"
_CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
Figures = dict[str, int | float | str | bool]


def _message(number: int, method: str, params: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


def _search(number: int, words: str = "footbridge") -> bytes:
    return _message(number, "tools/call", {"name": "search_vault", "arguments": {"query": words}})


@contextmanager
def _http(vault: Path) -> Iterator[int]:
    child = subprocess.Popen(
        [sys.executable, "-c", _CODE, "--vault", str(vault), "serve", "--http", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stderr is not None
    try:
        yield int(child.stderr.readline().split("://127.0.0.1:")[1].split("/")[0])
    finally:
        child.terminate()
        child.wait()
        child.stderr.close()


class _Stdio:
    """A server spoken to in lines."""

    def __init__(self, vault: Path, **variables: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-c", _CODE, "--vault", str(vault), "serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        )  # fmt: skip
        self.ask(_message(0, "initialize", _CLIENT), 0)
        self.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')

    def send(self, line: bytes) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(line + b"\n")
        self.child.stdin.flush()

    def ask(self, line: bytes, number: int) -> str:
        """The reply to the request with this number, as text."""
        assert self.child.stdout is not None
        self.send(line)
        while True:
            reply = self.child.stdout.readline()
            if not reply or json.loads(reply).get("id") == number:
                return reply.decode()

    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mb(self) -> int:
        lines = Path(f"/proc/{self.child.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) // 1024

    def close(self) -> None:
        for pipe in (self.child.stdin, self.child.stdout):
            if pipe:
                pipe.close()
        self.child.wait()


def _post(port: int, body: bytes, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        connection.request("POST", "/mcp", body, {**_HEADERS, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except OSError:
        return -1
    finally:
        connection.close()


def _session(port: int) -> dict[str, str]:
    """The headers of a session that was begun."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/mcp", _message(0, "initialize", _CLIENT), _HEADERS)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return {"Mcp-Session-Id": answer.headers.get("mcp-session-id", ""), "MCP-Protocol-Version": "2025-11-25"}


def calls(vault: Path) -> Figures:
    """200 calls at once over HTTP, each on a connection of its own."""
    with _http(vault) as port, ThreadPoolExecutor(200) as pool:
        opened = Counter(pool.map(lambda n: _post(port, _message(n, "initialize", _CLIENT)), range(200)))
        session = _session(port)
        asked = Counter(pool.map(lambda n: _post(port, _search(n), **session), range(200)))
    return {"initialize": str(dict(opened)), "search_vault": str(dict(asked)), "503": opened[503] + asked[503]}


def heads(vault: Path) -> Figures:
    """100 heads that never end: when they are closed, and whether a caller is answered meanwhile."""
    with _http(vault) as port:
        half = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
        for one in half:
            one.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        begun = time.monotonic()
        meanwhile = _post(port, _message(1, "initialize", _CLIENT))
        answered_s = time.monotonic() - begun
        closed = 0
        for one in half:
            one.settimeout(max(0.1, 40 - (time.monotonic() - begun)))
            try:
                while one.recv(4096):
                    continue
                closed += 1
            except OSError:
                closed += one.fileno() >= 0 and isinstance(sys.exc_info()[1], ConnectionResetError)
            one.close()
        closed_s = time.monotonic() - begun
    return {
        "meanwhile": meanwhile,
        "answered_s": round(answered_s, 2),
        "closed": closed,
        "closed_s": round(closed_s, 1),
    }


def lines(vault: Path) -> Figures:
    """Long lines over stdio: seconds of computing for 10 and for 40 MB; linear is four times."""
    server, found = _Stdio(vault), Figures()
    for megabytes in (10, 40):
        begun = server.cpu_s()
        reply = server.ask(
            _message(7, "tools/call", {"name": "audit", "arguments": {"text": "x" * (megabytes << 20)}}), 7
        )
        found[f"{megabytes} MB, cpu s"] = round(server.cpu_s() - begun, 2)
        found[f"{megabytes} MB, said"] = reply[:90]
    found["answers after"] = "result" in server.ask(_search(8), 8)
    server.close()
    return found


def memory(vault: Path) -> Figures:
    """Resident memory after 50, 250 and 500 calls of mixed tools."""
    server, found = _Stdio(vault), Figures()
    asks: tuple[tuple[str, dict[str, str]], ...] = (
        ("search_vault", {"query": "footbridge"}),
        ("research", {"question": "What did the Planning Board decide about the footbridge?"}),
        ("audit", {"text": "The Planning Board approved the footbridge under RSA 41:8."}),
        ("vault_status", {}),
        ("ledger", {"kind": "motion"}),
    )
    for number in range(1, 501):
        name, arguments = asks[number % len(asks)]
        server.ask(_message(number, "tools/call", {"name": name, "arguments": arguments}), number)
        if number in (50, 250, 500):
            found[f"MB after {number}"] = server.resident_mb()
    server.close()
    return found


def replaced(vault: Path) -> Figures:
    """A vault that another one is put in the place of, while a server has it open."""
    other, record = vault.with_name("other.db"), vault.with_name("other.txt")
    record.write_text("Town of Mill Pond\nPlanning Board\nMinutes of May 20, 2025\n\nThe zeppelin mast was approved.")
    with VaultIndex.open(other, create=True) as index:
        ingest(index, [record])
    server = _Stdio(vault)
    before = "zeppelin mast" in server.ask(_search(1, "zeppelin"), 1)
    for extra in ("-wal", "-shm"):
        vault.with_name(vault.name + extra).unlink(missing_ok=True)
    os.replace(other, vault)
    after = "zeppelin mast" in server.ask(_search(2, "zeppelin"), 2)
    server.close()
    return {"found before": before, "found after": after}


def full(vault: Path) -> Figures:
    """A disk without a byte left, its temporary folder on it as well: reading and asking still work."""
    with (vault.parent / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        for size in (1 << 20, 1):
            with contextlib.suppress(OSError):
                while filler.write(b"x" * size):
                    continue
    server, found = _Stdio(vault, TMPDIR=str(vault.parent)), Figures()
    for number, (name, arguments) in enumerate(
        (
            ("search_vault", {"query": "footbridge"}),
            ("research", {"question": "What did the Planning Board decide about the footbridge?"}),
            ("vault_status", {}),
            ("add_session_source", {"text": "The footbridge is closed. " * 40}),
        ),
        1,
    ):
        reply = json.loads(server.ask(_message(number, "tools/call", {"name": name, "arguments": arguments}), number))
        result = reply.get("result", {})
        text = " ".join(part.get("text", "") for part in result.get("content", []))
        found[name] = ("error: " if result.get("isError") else "answered: ") + " ".join(text.split())[:110]
    server.close()
    return found


_TRIALS: dict[str, Callable[[Path], Figures]] = {
    "calls": calls, "heads": heads, "lines": lines, "memory": memory, "replaced": replaced, "full": full,
}  # fmt: skip


def main() -> None:
    """Runs the trials named, or all, each on a vault of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", nargs="*", choices=[*_TRIALS, []], default=[])
    parser.add_argument("--disk", type=Path, help="a small file system; without it the trial `full` is left out")
    given = parser.parse_args()
    for name in given.trials or _TRIALS:
        if name == "full" and given.disk is None:
            continue
        with tempfile.TemporaryDirectory(dir=given.disk if name == "full" else None) as scratch:
            vault = Path(scratch) / "vault.db"
            fill_demo_vault(vault)
            print(name, json.dumps(_TRIALS[name](vault)), flush=True)


if __name__ == "__main__":
    main()
