"""What a clerk does every week: watch a folder, see what is new, take the records along, mistype a word."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mcp_server.cli.clerk.completion import script
from mcp_server.cli.main import COMMANDS, main, parser
from vault.store.index import VaultIndex

MINUTES = """Town of Alder Falls
Planning Board
Minutes
March 11, 2031

Present: Ann Waterhouse, Cole Brindley, Enoch Sewall

Case #31-02-V: Application of Dorcas Penhallow for a variance on Quarry Lane.
Motion by Waterhouse to grant Case #31-02-V with two conditions, seconded by Brindley. Vote 3-0, motion passed.

Motion by Sewall to adjourn at 8:15 PM, seconded by Brindley. Vote 3-0.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "records"
    place.mkdir()
    (place / "pb-2031-03-11.txt").write_text(MINUTES)
    return place


def run(vault: Path, *words: str) -> int:
    return main(["--vault", str(vault), *words])


def test_watch_tells_what_came_in_changed_or_was_refused_and_tells_it_once(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = tmp_path / "v.db"
    look = ("watch", str(folder), "--once", "--town", "Alder Falls")
    assert run(vault, *look) == 0
    assert capsys.readouterr().out.startswith("added")
    assert run(vault, *look) == 0
    assert capsys.readouterr().out == ""
    (folder / "pb-2031-03-11.txt").write_text(MINUTES.replace("two conditions", "three conditions"))
    assert run(vault, *look) == 0
    assert capsys.readouterr().out.startswith("updated")
    assert run(vault, *look, "--json") == 0
    assert capsys.readouterr().out == ""


def test_watch_needs_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "v.db", "watch", str(tmp_path / "none")) == 1
    assert "is no folder" in capsys.readouterr().err


def test_the_digest_tells_acts_by_matter_and_leaves_routine_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = tmp_path / "v.db"
    run(vault, "ingest", str(folder), "--town", "Alder Falls", "--quiet")
    capsys.readouterr()
    assert run(vault, "digest", "--since", "2031-03-01") == 0
    told = capsys.readouterr().out
    assert "## Alder Falls, Planning Board" in told
    assert "31-02-V" in told
    assert "p. 1]" in told
    assert "adjourn" not in told
    assert run(vault, "digest", "--since", "2031-03-12", "--town", "Alder Falls", "--json") == 0
    assert json.loads(capsys.readouterr().out)["since"] == "2031-03-12"


def test_a_record_of_an_old_meeting_that_came_in_late_is_new(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = tmp_path / "v.db"
    run(vault, "ingest", str(folder), "--town", "Alder Falls", "--quiet")
    with VaultIndex.open(vault) as index, index.writing() as connection:
        connection.execute("UPDATE files SET seen = '2030-01-01T00:00:00+00:00'")
    late = MINUTES.replace("March 11, 2031", "June 4, 2019").replace("31-02-V", "19-07-V")
    (folder / "pb-2019-06-04.txt").write_text(late.replace("Quarry Lane", "Mill Pond Road"))
    run(vault, "ingest", str(folder), "--town", "Alder Falls", "--quiet")
    with VaultIndex.open(vault) as index, index.writing() as connection:
        connection.execute("UPDATE files SET seen = '2032-05-05T00:00:00+00:00' WHERE path LIKE '%2019%'")
    capsys.readouterr()
    assert run(vault, "digest", "--since", "2032-05-01") == 0
    told = capsys.readouterr().out
    assert "19-07-V" in told
    assert "31-02-V" not in told


def test_a_day_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "v.db", "digest", "--since", "last week") == 1
    assert "E_DATE" in capsys.readouterr().err


def test_nothing_is_new_since_tomorrow(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault = tmp_path / "v.db"
    run(vault, "ingest", str(folder), "--quiet")
    capsys.readouterr()
    assert run(vault, "digest", "--since", "2999-01-01") == 0
    assert "Documents (0)" in capsys.readouterr().out


def test_the_export_holds_every_document_and_every_act(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault, out = tmp_path / "v.db", tmp_path / "out"
    (folder / "costs.txt").write_text('=HYPERLINK("http://example.org") is no formula. Motion by Ann to pay. Vote 3-0.')
    run(vault, "ingest", str(folder), "--town", "Alder Falls", "--lane", "local", "--quiet")
    capsys.readouterr()
    assert run(vault, "export", str(out), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    papers = sorted((out / "documents").iterdir())
    assert told["documents"] == len(papers) == 2
    minutes = next(paper.read_text("utf-8") for paper in papers if "pb-" in paper.name)
    assert minutes.startswith("---\nid: ")
    assert 'town: "Alder Falls"' in minutes
    assert "to grant Case #31-02-V with two conditions" in minutes
    with (out / "ledger.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == told["acts"] > 0
    assert not any(value.startswith(("=", "+", "@")) for row in rows for value in row.values())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_knows_every_command_and_flag(shell: str) -> None:
    told = script(shell, parser(), {name: about for name, (_, about, _) in COMMANDS.items()})
    assert all(name in told for name in COMMANDS)
    assert "since" in told
    assert "fish" in told


@pytest.mark.parametrize(
    ("shell", "asked"),
    [
        (
            "zsh",
            "COMP_WORDS=(opencouncil digest --si); COMP_CWORD=2; emulate sh -c _opencouncil; print -- $COMPREPLY",
        ),
        ("fish", "complete -C 'opencouncil digest --si'"),
    ],
)
def test_the_scripts_of_other_shells_complete_where_they_are_found(
    shell: str, asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = shutil.which(shell)
    if not program:
        pytest.skip(f"no {shell} here")
    assert main(["completion", shell]) == 0
    script_of = capsys.readouterr().out
    done = subprocess.run([program, "-c", f"{script_of}\n{asked}"], capture_output=True, text=True, check=True)
    assert "--since" in done.stdout.split()
    assert done.stderr == ""


def test_the_bash_script_is_bash_and_completes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", "bash"]) == 0
    words = "COMP_WORDS=(opencouncil digest --si); COMP_CWORD=2; _opencouncil; echo ${COMPREPLY[@]}"
    done = subprocess.run(
        ["bash", "-c", capsys.readouterr().out + "\n" + words], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "--since"


@pytest.mark.parametrize(
    ("words", "near"),
    [(["serch", "lamp"], "search"), (["digest", "--sinse", "2031-01-01"], "--since"), (["law", "ad", "31"], "add")],
)
def test_a_wrong_word_is_answered_with_a_near_one(
    words: list[str], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert f"'{near}'" in capsys.readouterr().err.rpartition("error:")[2] or near == "--since"
