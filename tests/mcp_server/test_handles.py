"""Handles hold across restarts and processes, expire, and work on a vault that must not be changed."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from mcp_fakes import environment, serving
from pydantic import JsonValue

from mcp_server.server import CouncilServer
from pipeline.ask.reading import read
from pipeline.run import Run
from pipeline.types import Question
from vault.store.books import Handles
from vault.store.index import VaultIndex

pytestmark = pytest.mark.anyio

QUESTION = "What is the fine for parking on Camp Road?"
START = "from mcp_server.cli.main import main; raise SystemExit(main())"


async def _call(server: CouncilServer, tool: str, **arguments: object) -> dict[str, JsonValue]:
    return dict((await server.call_tool(tool, arguments)).structured_content or {})


async def test_handles_are_valid_after_a_restart(vault: Path) -> None:
    with serving(vault) as (first, _):
        session = await _call(first, "add_session_source", text="A letter about parking on Camp Road.")
        found = await _call(first, "two_lane_retrieve", question=QUESTION)
        done = await _call(first, "research", question=QUESTION, writer="extract")
    with serving(vault) as (second, _):
        assert "error" not in await _call(second, "synthesize", retrieval_id=found["retrieval_id"])
        assert await _call(second, "research", run_id=done["run_id"]) == done
        more = await _call(
            second, "add_session_source", text="A second letter on it.", session_id=session["session_id"]
        )
        assert more["sources_held"] == 2


async def test_handles_of_one_process_are_valid_in_another(vault: Path) -> None:
    with serving(vault) as (server, _):
        found = await _call(server, "two_lane_retrieve", question=QUESTION)
        arguments = f'{{"retrieval_id": "{found["retrieval_id"]}"}}'
        done = subprocess.run(
            [sys.executable, "-c", START, "--vault", str(vault), "call", "synthesize", arguments],
            capture_output=True, text=True, env=environment(), check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "audit_passed: true" in done.stdout


async def test_two_servers_and_an_ingest_share_one_vault(vault: Path, tmp_path: Path) -> None:
    paper = tmp_path / "extra.md"
    paper.write_text(
        "# Town of Alder Falls, Select Board minutes, June 3, 2031\n\nThe zeppelin hangar was leased to the club.\n"
    )
    with serving(vault) as (first, _), serving(vault) as (second, _):
        assert (await _call(first, "search_vault", query="zeppelin"))["total"] == 0
        assert (await _call(second, "search_vault", query="zeppelin"))["total"] == 0
        ingest = subprocess.run(
            [sys.executable, "-c", START, "--vault", str(vault), "ingest", str(paper), "--town", "Alder Falls"],
            capture_output=True, text=True, env=environment(), check=False,
        )  # fmt: skip
        assert ingest.returncode == 0, ingest.stderr
        assert (await _call(first, "search_vault", query="zeppelin"))["total"] == 1
        assert (await _call(second, "search_vault", query="zeppelin"))["total"] == 1
        found = await _call(first, "two_lane_retrieve", question="Who leased the zeppelin hangar?")
        assert "error" not in await _call(second, "synthesize", retrieval_id=found["retrieval_id"])


async def test_a_read_only_server_changes_nothing_and_still_answers(vault: Path) -> None:
    before = vault.read_bytes()
    with serving(vault, read_only=True) as (server, _):
        session = await _call(server, "add_session_source", text="A letter about parking on Camp Road.")
        done = await _call(server, "research", question=QUESTION, session_id=session["session_id"], writer="extract")
        assert done["state"] == "done"
        assert (await _call(server, "vault_status"))["read_only"] is True
    assert vault.read_bytes() == before
    assert not vault.with_name(f"{vault.name}-runs").exists()


async def test_a_vault_in_a_folder_that_cannot_be_written_is_read(sample_vault: Path, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    target = folder / "vault.db"
    shutil.copy(sample_vault, target)
    target.chmod(stat.S_IRUSR)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with serving(target, read_only=True) as (server, _):
            assert int(str((await _call(server, "search_vault", query="fine"))["total"])) >= 1
    finally:
        folder.chmod(stat.S_IRWXU)


async def test_an_expired_handle_says_so_and_what_to_do(vault: Path) -> None:
    with serving(vault) as (server, _):
        found = await _call(server, "two_lane_retrieve", question=QUESTION)
        with VaultIndex.open(vault) as index:
            Handles(index).touch("run", str(found["retrieval_id"]), ttl_s=-1.0)
        error = (await _call(server, "synthesize", retrieval_id=found["retrieval_id"]))["error"]
    assert isinstance(error, dict)
    assert error["code"] == "E_HANDLE"
    assert "has expired" in str(error["message"])


async def test_a_handle_of_another_kind_is_refused(vault: Path) -> None:
    with serving(vault) as (server, _):
        session = await _call(server, "add_session_source", text="A letter about parking on Camp Road.")
        refused = await _call(server, "synthesize", retrieval_id=session["session_id"])
    assert refused["error"]["code"] == "E_HANDLE"  # type: ignore[index, call-overload]


async def test_a_run_whose_process_has_ended_is_gone_on_with_by_another(vault: Path) -> None:
    run = Run(id="", question=Question(text=QUESTION), reading=read(QUESTION))
    with VaultIndex.open(vault) as index:
        handles = Handles(index)
        lease = handles.create("lease", "", ttl_s=60.0)
        handle = handles.create("run", "{}", ttl_s=60.0)
        handles.replace("run", handle, run.changed(id=handle, lease=lease).model_dump_json())
        with serving(vault) as (server, _):
            assert (await _call(server, "research", run_id=handle, wait_s=0))["state"] == "running"
            handles.expire(lease)
            done = await _call(server, "research", run_id=handle, wait_s=25)
    assert done["state"] == "done"
    assert "answer_markdown" in str(done["answer"])


async def test_a_run_goes_on_where_another_process_brought_it(vault: Path) -> None:
    with serving(vault) as (first, _), serving(vault) as (second, _):
        found = await _call(first, "two_lane_retrieve", question=QUESTION)
        run = found["retrieval_id"]
        widened = await _call(second, "two_lane_retrieve", extend=run, queries=["parking fine"])
        assert "error" not in widened
        again = await _call(first, "two_lane_retrieve", extend=run, queries=["parking ordinance"])
        assert "error" not in again
        with VaultIndex.open(vault) as index:
            kept = Run.model_validate_json(Handles(index).get("run", str(run)))
    assert kept.steps.count("extend") == 2
