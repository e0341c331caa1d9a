"""The server over HTTP: loopback only by default, Host, Origin and token checked, bodies bounded."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from mcp import Client
from mcp_fakes import environment

from mcp_server.http import checked_address, is_loopback
from mcp_server.results.errors import TryInsteadError

START = "from mcp_server.cli.main import main; raise SystemExit(main())"
TOKEN = "0123456789abcdef0123456789abcdef"
INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip


@contextmanager
def _serving(vault: Path, **variables: str) -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, "-c", START, "--vault", str(vault), "serve", "--http", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**environment(), **variables},
        text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        yield int(line.split("://127.0.0.1:")[1].split("/")[0])
    finally:
        process.terminate()
        process.wait(10)
        if process.stderr is not None:
            process.stderr.close()


@pytest.fixture(scope="module")
def port(sample_vault: Path) -> Iterator[int]:
    with _serving(sample_vault) as found:
        yield found


def _post(port: int, body: bytes = b"", **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    known = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    try:
        connection.request("POST", "/mcp", body or json.dumps(INITIALIZE).encode(), {**known, **headers})
        return connection.getresponse().status
    except (BrokenPipeError, ConnectionResetError):
        return 413  # the server closed before the whole body was sent
    finally:
        connection.close()


def test_a_local_caller_is_served(port: int) -> None:
    assert _post(port) == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "localhost"}, 200),
        ({"Origin": "http://localhost:6274"}, 200),
    ],
)
def test_host_and_origin_are_checked(port: int, headers: dict[str, str], status: int) -> None:
    assert _post(port, **headers) == status


def test_a_body_over_four_megabytes_is_refused(port: int) -> None:
    assert _post(port, b'{"x": "' + b"a" * 5_000_000 + b'"}') == 413


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_are_served_over_http(port: int, mode: str) -> None:
    async with Client(f"http://127.0.0.1:{port}/mcp", mode=mode, read_timeout_seconds=20) as client:
        assert len((await client.list_tools()).tools) == 11
        found = await client.call_tool("search_vault", {"query": "footbridge"})
        assert not found.is_error


def test_with_a_token_every_request_needs_it(sample_vault: Path) -> None:
    with _serving(sample_vault, OPENCOUNCIL_TOKEN=TOKEN) as port:
        assert _post(port) == 401
        assert _post(port, Authorization="Bearer wrong") == 401
        assert _post(port, Authorization=f"Bearer {TOKEN}") == 200


@pytest.mark.parametrize(
    ("host", "allow", "token", "code"),
    [
        ("0.0.0.0", False, TOKEN, "E_REMOTE"),
        ("192.168.1.5", True, "", "E_TOKEN"),
        ("records.example", True, "short", "E_TOKEN"),
        ("records.example", False, TOKEN, "E_REMOTE"),
    ],
)
def test_an_address_beyond_loopback_needs_a_flag_and_a_token(host: str, allow: bool, token: str, code: str) -> None:
    with pytest.raises(TryInsteadError) as caught:
        checked_address(host, allow_remote=allow, token=token)
    assert caught.value.code == code


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "[::1]", "127.9.9.9"])
def test_loopback_needs_neither(host: str) -> None:
    assert is_loopback(host)
    checked_address(host, allow_remote=False, token="")
    checked_address("0.0.0.0", allow_remote=True, token=TOKEN)


def _get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()
    finally:
        connection.close()


def test_health_and_readiness_are_told_in_one_word_without_a_token(sample_vault: Path, tmp_path: Path) -> None:
    with _serving(sample_vault, OPENCOUNCIL_TOKEN=TOKEN) as port:
        assert _get(port, "/health") == (200, '{"status":"ok"}')
        assert _get(port, "/ready") == (200, '{"status":"ok"}')
        assert _get(port, "/mcp")[0] == 401
    with _serving(tmp_path / "absent.db") as port:
        assert _get(port, "/health")[0] == 200
        assert _get(port, "/ready") == (503, '{"status":"not ready"}')
