"""The server as a real process on standard input and output: clients, nonsense, hostile bytes, ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp_fakes import environment

from mcp_server.stdio import guarded_line

START = "from mcp_server.cli.main import main; raise SystemExit(main())"
INITIALIZE = {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
}  # fmt: skip


class Wire:
    """A running server spoken to in lines."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def read(self) -> dict[str, object]:
        assert self.process.stdout is not None
        found = json.loads(self.process.stdout.readline())
        assert isinstance(found, dict)
        return found

    def ask(self, identity: int | str, method: str, params: object = None) -> dict[str, object]:
        message = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params or {}}
        self.send(json.dumps(message).encode() + b"\n")
        return self.answer_to(identity)

    def answer_to(self, identity: int | str) -> dict[str, object]:
        """The reply with that id; notifications in between are passed over."""
        while True:
            found = self.read()
            if found.get("id") == identity:
                return found

    def call(self, identity: int | str, tool: str, arguments: object) -> dict[str, object]:
        return self.ask(identity, "tools/call", {"name": tool, "arguments": arguments})


@contextmanager
def _running(vault: Path, *flags: str) -> Iterator[Wire]:
    process = subprocess.Popen(
        [sys.executable, "-c", START, "--vault", str(vault), "serve", *flags],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(), cwd=vault.parent,
    )  # fmt: skip
    try:
        wire = Wire(process)
        wire.ask(0, "initialize", INITIALIZE)
        wire.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        yield wire
    finally:
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def wire(sample_vault: Path) -> Iterator[Wire]:
    with _running(sample_vault) as running:
        yield running


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_sdks_own_client_drives_every_step_over_real_pipes(vault: Path, mode: str) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-c", START, "--vault", str(vault), "serve"], env=environment()
    )
    question = "How many signatures does a petitioned warrant article need?"
    async with Client(server, mode=mode, read_timeout_seconds=30) as client:
        assert len((await client.list_tools()).tools) == 11
        found = (await client.call_tool("two_lane_retrieve", {"question": question})).structured_content or {}
        handle = found["retrieval_id"]
        for tool, arguments in (
            ("plan_issue_map", {"question": question}),
            ("decide_next_hop", {"retrieval_id": handle}),
            ("synthesize", {"retrieval_id": handle, "writer": "host"}),
            ("audit", {"retrieval_id": handle, "text": "It needs 25 signatures [S1]."}),
            ("research", {"question": question}),
            ("search_vault", {"query": "petition"}),
            ("read_source", {"id": "sample-warrant-2031"}),
            ("add_session_source", {"text": "A pasted letter about the bridge."}),
            ("vault_status", {}),
        ):
            assert not (await client.call_tool(tool, arguments)).is_error, tool


ARTICLE = """Heron Marsh boardwalk opens although its ramp has no handrail

By Dana Whitlow

ALDER FALLS, N.H. — The select board voted 2-1 on January 6, 2031 to open the Heron Marsh boardwalk in Alder Falls.

The building inspector told the board that the boardwalk ramp has no handrail and that no building permit was issued.

Chair Ruth Pelham voted against it. A resident asked who would be liable if a visitor fell from the boardwalk ramp."""


@pytest.mark.anyio
async def test_a_pasted_article_is_quoted_as_the_users_in_every_turn_that_is_about_it(vault: Path) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-c", START, "--vault", str(vault), "serve"], env=environment()
    )
    told: list[str] = []
    session = ""
    async with Client(server, read_timeout_seconds=60) as client:
        for question in (
            f"{ARTICLE}\n\nWas a building permit issued for the boardwalk?",
            "What actions taken by the select board led to potential liability?",
            "What is the fine for parking on Camp Road?",
        ):
            asked = {"question": question, "writer": "extract", "wait_s": 25, "session_id": session}
            done = (await client.call_tool("research", asked)).structured_content or {}
            session = session or done["session_id"]
            assert done["state"] == "done"
            assert done["answer"]["audit_passed"]
            told.append(done["answer"]["answer_markdown"])
    first, liability, parking = told
    assert "no building permit was issued” [USER]" in first
    law = liability.split("What the law generally requires")[1].split("##")[0]
    assert "[USER]" in liability.split("What the law")[0]
    assert "[USER]" not in law
    assert "Jan 6 vote" in liability
    assert "[USER]" not in parking


_CALL = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":'
_SEARCH = _CALL + b'{"name":"search_vault","arguments":{"query":'
_PLAN = _CALL + b'{"name":"two_lane_retrieve","arguments":{"question":"q","plan":'


@pytest.mark.parametrize(
    "line",
    [
        _SEARCH + rb'"\ud800 bridge"}}}',
        _SEARCH + b'"\xed\xa0\x80 \xff bridge"}}}',
        _SEARCH + b'"bridge","limit":NaN}}}',
        _CALL + b'{"name":"research","arguments":{"question":"q","wait_s":Infinity}}}',
        _CALL + b'{"name":"nothing","arguments":{}}}',
        _CALL + b'{"name":"audit","arguments":{"text":"x","frobnicate":1}}}',
        _CALL + b'{"name":"audit","arguments":[1,2]}}',
        _CALL + b'{"name":"audit"}}',
        _CALL + b"[1]}",
        b'{"jsonrpc":"2.0","id":%d,"method":"tools/nothing","params":{}}',
        b'{"jsonrpc":"2.0","id":%d,"method":7}',
        _PLAN + b"[" * 3000 + b"]" * 3000 + b"}}}",
        _PLAN + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}}}",
    ],
)
def test_every_call_is_answered_whatever_it_holds(wire: Wire, line: bytes) -> None:
    identity = abs(hash(line)) % 1_000_000 + 1000
    wire.send(line.replace(b"%d", str(identity).encode()) + b"\n")
    found = wire.answer_to(identity)
    assert "result" in found or "error" in found
    assert "result" in wire.call(identity + 1, "vault_status", {})


@pytest.mark.parametrize("line", [b"not json", b"", b"   ", b"[1]", b'{"half": ', b"\x00\xff\xfe", b"null", b'"text"'])
def test_lines_that_are_no_call_are_passed_over(wire: Wire, line: bytes) -> None:
    wire.send(line + b"\n")
    assert "result" in wire.ask(f"after {line!r}", "ping")


@pytest.mark.parametrize(
    ("tool", "field"), [("audit", "text"), ("add_session_source", "text"), ("research", "question")]
)
def test_twenty_megabytes_are_refused_in_words(wire: Wire, tool: str, field: str) -> None:
    found = wire.call(f"long {tool}", tool, {field: "bridge " * 3_000_000})
    assert "E_TOO_LONG" in json.dumps(found) or "E_LENGTH" in json.dumps(found)


def test_ids_of_any_kind_come_back(wire: Wire) -> None:
    for identity in ("text", "", -5, 2**53):
        assert wire.ask(identity, "ping")["id"] == identity


def test_many_calls_at_once_are_all_answered(wire: Wire) -> None:
    for number in range(40):
        arguments = {"query": "motion" if number % 2 else "bridge"}
        message = {"jsonrpc": "2.0", "id": f"many-{number}", "method": "tools/call",
                   "params": {"name": "search_vault", "arguments": arguments}}  # fmt: skip
        wire.send(json.dumps(message).encode() + b"\n")
    answered = {str(wire.read()["id"]) for _ in range(40)}
    assert answered == {f"many-{number}" for number in range(40)}


def test_the_process_ends_by_itself_when_its_input_ends(vault: Path) -> None:
    with _running(vault) as running:
        running.call(1, "search_vault", {"query": "bridge"})
        assert running.process.stdin is not None
        running.process.stdin.close()
        assert running.process.wait(10) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_an_idle_server_in_order(vault: Path, number: signal.Signals) -> None:
    with _running(vault) as running:
        running.call(1, "vault_status", {})
        running.process.send_signal(number)
        assert running.process.wait(10) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="parents are watched on POSIX")
def test_the_process_ends_when_its_host_dies_although_the_pipe_stays_open(vault: Path) -> None:
    host = (
        "import subprocess, sys, os, time\n"
        f"p = subprocess.Popen([sys.executable, '-c', {START!r}, '--vault', {str(vault)!r}, 'serve'],"
        " stdin=int(sys.argv[1]), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)\n"
        "print(p.pid, flush=True)\n"
        "p.stdout.readline()\n"
    )
    reading, writing = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", host, str(reading)], pass_fds=(reading,), stdout=subprocess.PIPE, env=environment()
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    first = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE}
    os.write(writing, json.dumps(first).encode() + b"\n")
    parent.wait(20)  # it read the answer and ended
    parent.stdout.close()
    try:
        assert _gone(child, 10)
    finally:
        os.close(reading)
        os.close(writing)


def _gone(process: int, seconds: float) -> bool:
    """Whether the process has ended, asked for so many seconds."""
    ended = subprocess.run(
        [sys.executable, "-c", _WAIT, str(process), str(seconds)],
        check=False,
        capture_output=True,
        timeout=seconds + 10,
    )
    return ended.returncode == 0


_WAIT = """
import os, sys, time
end = time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    try:
        os.kill(int(sys.argv[1]), 0)
        with open(f"/proc/{sys.argv[1]}/stat") as stat:
            if stat.read().rpartition(")")[2].split()[0] == "Z":
                sys.exit(0)
    except OSError:
        sys.exit(0)
    time.sleep(0.05)
sys.exit(1)
"""


def test_a_server_loads_no_tool_before_it_is_asked_and_nothing_of_the_vendor_without_a_key(vault: Path) -> None:
    code = (
        "import sys, anyio\n"
        "from pathlib import Path\n"
        "from mcp_server.worker import Crew\n"
        "from mcp_server.server import build_server\n"
        "from mcp_server.config import read_config\n"
        "crew = Crew(read_config({}, vault=Path(sys.argv[1])))\n"
        "server = build_server(crew)\n"
        "late = ('pipeline', 'hop_controller', 'mcp_server.tools.listed', 'mcp_server.results.shapes')\n"
        "assert not any(name.startswith(late) for name in sys.modules)\n"
        "anyio.run(server.call_tool, 'research', {'question': 'What is the fine on Camp Road?'})\n"
        "crew.close()\n"
        "assert not any(name.startswith('google.genai') for name in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(vault)], capture_output=True, text=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("line", "guarded"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'),
        (b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\ud83d\\ude00"}}',
         b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\ud83d\\ude00"}}\n'),
        (b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\udc00\\ud83d"}}',
         b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\ufffd\\ufffd"}}\n'),
        (b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\\\ud800"}}',
         b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\\\\ud800"}}\n'),
        (b'{"method":7,"id":"q","jsonrpc":"2.0"}', b'{"jsonrpc":"2.0","id":"q","method":"unreadable message"}\n'),
        (b'{"method":7,"jsonrpc":"2.0"}', b""),
        (b"nonsense", b""),
        (b"  ", b""),
    ],
)  # fmt: skip
def test_a_line_is_guarded(line: bytes, guarded: bytes) -> None:
    assert guarded_line(line) == guarded


def test_the_id_of_an_endless_line_is_found_at_either_end() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    wanted = b'{"jsonrpc":"2.0","id":42,"method":"unreadable message"}\n'
    assert guarded_line(b'{"jsonrpc":"2.0","id":42,"method":"x","params":' + deep + b"}") == wanted
    assert guarded_line(b'{"method":"x","params":' + deep + b',"jsonrpc":"2.0","id":42}') == wanted
