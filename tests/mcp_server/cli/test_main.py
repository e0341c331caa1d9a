"""The command line as a person uses it: every command, its output and its exit code."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question, debug_lines, with_shop
from mcp_server.cli.demo import QUESTIONS
from mcp_server.cli.main import COMMANDS, main
from mcp_server.cli.terminal import ProgressBar, say_marked
from mcp_server.config import Config, default_vault, read_config
from mcp_server.tools.arguments import Ask
from pipeline.types import TurnResult

QUESTION = "What did the Alder Falls Planning Board decide about case #31-07-LM?"


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENCOUNCIL_VAULT", "OPENCOUNCIL_READ_ONLY", "OPENCOUNCIL_ROOTS"):
        monkeypatch.delenv(name, raising=False)


def _run(vault: Path, *words: str) -> int:
    return main(["--vault", str(vault), *words])


def test_the_demo_answers_both_questions_with_citations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert "invented town" in shown
    for question in QUESTIONS:
        assert question in shown
    assert "[L1]" in shown
    assert "[S1]" in shown
    assert "merger" in shown
    assert "25 or more registered" in " ".join(shown.split())


def test_ingest_reports_each_file_and_a_second_run_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "minutes.txt").write_text("Town of Alder Falls Select Board minutes of May 5, 2031. The fee is $12.")
    (folder / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0old word file")
    vault = tmp_path / "vault.db"
    assert _run(vault, "ingest", str(folder), "--town", "Alder Falls", "--type", "minutes") == 3
    first = capsys.readouterr().out
    assert "added" in first
    assert "refused" in first
    assert "old.doc" in first
    assert "Stored 1 documents" in first
    assert _run(vault, "ingest", str(folder), "--town", "Alder Falls", "--type", "minutes", "--json") == 3
    report = json.loads(capsys.readouterr().out)
    assert (report["documents"], sorted(one["outcome"] for one in report["files"])) == (0, ["refused", "unchanged"])


def test_ingest_of_nothing_readable_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path / "vault.db", "ingest", str(tmp_path / "none.pdf")) == 1
    assert "none.pdf" in capsys.readouterr().out


def test_nothing_outside_the_roots_is_ingested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text("A private letter of some length.")
    (inside / "link.txt").symlink_to(outside / "secret.txt")
    (inside / "up").symlink_to(outside)
    monkeypatch.setenv("OPENCOUNCIL_ROOTS", str(inside))
    for path in (
        outside / "secret.txt",
        inside / ".." / "out" / "secret.txt",
        inside / "link.txt",
        inside / "up" / "secret.txt",
    ):
        assert _run(tmp_path / "vault.db", "ingest", str(path)) == 1
        assert "E_OUTSIDE_ROOTS" in capsys.readouterr().err
    assert not (tmp_path / "vault.db").exists()


def test_ask_prints_the_answer_its_sources_and_its_limits(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "ask", QUESTION, "--town", "Alder Falls") == 0
    shown = capsys.readouterr().out
    assert "[L1]" in shown
    assert "page 1" in shown
    assert "not legal advice" in shown


def test_ask_as_json_holds_the_seven_fields(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "ask", QUESTION, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    fields = "answer_markdown used_statewide statewide_reason applicability_check assumptions limitations"
    assert set(f"{fields} suggested_followups".split()) <= set(answer)
    assert answer["listed"] == []
    assert _run(vault, "ask", "How many motions did the Planning Board table?", "--town", "Alder Falls", "--json") == 0
    assert any("in the ledger" in line for line in json.loads(capsys.readouterr().out)["listed"])
    assert answer["audit_passed"] is True


# covers: 319, 336, 337, 338, 339, 340, 341
def test_what_was_decided_is_shown_on_request_only(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "ask", QUESTION) == 0
    plain = capsys.readouterr()
    assert "strength:" not in plain.out + plain.err
    assert _run(vault, "ask", QUESTION, "--debug") == 0
    told = capsys.readouterr().err
    shown = ("issue:", "local hop 1:", "state hop 1:", "retrieval_confidence", "strength:", "repaired=False")
    for words in (*shown, "stopped:", "citations:"):
        assert words in told


# covers: 242, 308, 336, 337, 338, 339, 340, 341, 419, 420, 421, 422
def test_what_was_decided_tells_plan_lanes_tier_audit_and_why_it_stopped(vault: Path) -> None:
    async def work(shop: Workshop) -> TurnResult:
        return await answer_question(shop, Ask(question=QUESTION, format="overview", writer="extract"))

    result = with_shop(Config(vault=vault), work)
    told = "\n".join(debug_lines(result))
    for lane, kept in (("local", result.retrieval.local), ("state", result.retrieval.state)):
        assert (
            f"{lane}: {getattr(result.retrieval.signals, f'{lane}_retrieved')} retrieved, {len(kept)} selected" in told
        )
        assert " ".join(item.chunk.id for item in kept) in told
    assert all(one.query in told for batch in result.retrieval.batches for one in batch.queries)
    assert all(measure in told for measure in result.retrieval.signals.because)
    assert f"strength: {result.strength.tier} (" in told
    assert f"stopped: {result.stop_reason}" in told
    assert re.search(r"citations: \{'At a glance': [1-9]", told)
    assert f"repaired=False, {result.audit.word_count} words" in told
    assert "debug" not in result.answer.model_dump_json()


def test_an_answer_is_saved_as_a_note_listed_shown_and_exported(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _run(vault, "ask", QUESTION, "--save") == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("The bridge costs $18,400."))
    assert _run(vault, "notes", "save", "Footbridge", "--tag", "bridge") == 0
    assert _run(vault, "notes", "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("Footbridge" in line for line in lines)
    identity = next(line.split()[1] for line in lines if line.endswith("Footbridge"))
    assert _run(vault, "notes", "show", identity) == 0
    assert "$18,400" in capsys.readouterr().out
    assert _run(vault, "notes", "export", str(tmp_path / "notes")) == 0
    assert len(list((tmp_path / "notes").glob("*.md"))) == 2
    assert _run(vault, "notes", "show", "nothing") == 1


def test_a_run_is_replayed_to_the_byte(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "ask", QUESTION, "--json") == 0
    run = json.loads(capsys.readouterr().out)["run_id"]
    assert _run(vault, "replay", run) == 0
    shown = capsys.readouterr().out
    assert "to the byte" in shown
    assert "bears the seal of this vault" in shown
    assert _run(vault, "replay", "nothing.jsonl") == 1


def test_search_prints_passages_and_the_true_total(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "search", '"floor beams"') == 0
    shown = capsys.readouterr().out
    assert "1 of 1 passages" in shown
    assert _run(vault, "search", "floor", "beams") == 0
    assert _run(vault, "search", "zeppelin") == 1
    assert _run(vault, "search", "fine", "--type", "nonsense") == 1
    assert "E_CHOICE" in capsys.readouterr().err


def test_status_tells_what_is_held_and_a_missing_vault_is_no_crash(
    vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(vault, "status") == 0
    assert "9 documents (6 local, 3 state)" in capsys.readouterr().out
    assert _run(tmp_path / "none.db", "status") == 1
    assert "ingest" in capsys.readouterr().out
    assert _run(tmp_path / "none.db", "ask", "What is it?") == 1
    assert "E_VAULT_MISSING" in capsys.readouterr().err


def test_audit_checks_a_file(vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("The fine for parking on Camp Road is $400 for the first offense.")
    _run(vault, "audit", str(letter))
    assert "$400" in capsys.readouterr().out
    letter.write_text("The fine for parking a zeppelin on Camp Road is $400 for the first offense.")
    _run(vault, "audit", str(letter))
    assert "In no passage found: zeppelin" in capsys.readouterr().out
    assert _run(vault, "audit", str(tmp_path / "none.txt")) == 1


def test_call_calls_a_tool_and_lists_them(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "call", "vault_status", "--json") == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 9
    assert _run(vault, "call") == 0
    assert "two_lane_retrieve" in capsys.readouterr().out
    assert _run(vault, "call", "vault_statsu") == 1
    assert _run(vault, "call", "vault_status", "{broken") == 1


def test_call_waits_for_research_to_be_done(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "call", "research", json.dumps({"question": QUESTION, "wait_s": 0}), "--json") == 0
    done = json.loads(capsys.readouterr().out)
    assert done["state"] == "done"
    assert "<<<EVIDENCE" in done["dossier"]


def test_eval_scores_against_plain_bm25(vault: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "questions.jsonl"
    gold = [{"doc_id": "sample-planning-board-2031-05-20", "lane": "local", "page": 1}]
    questions.write_text(json.dumps({"id": "q1", "question": QUESTION, "type": "simple", "gold": gold}) + "\n")
    assert _run(vault, "eval", str(questions), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert set(report["summary"]) == {"opencouncil", "bm25"}
    assert report["questions"][0]["hits"] == [True]
    assert _run(vault, "eval", str(questions)) == 0
    assert "bm25 recall" in capsys.readouterr().out


def test_doctor_finds_nothing_wrong_and_prints_a_host_entry(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "doctor", "--full") == 0
    shown = capsys.readouterr().out
    assert "mcpServers" in shown
    assert "whole" in shown
    assert str(vault) in shown


def test_doctor_tells_a_damaged_vault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"SQLite format 3\x00" + b"junk" * 2000)
    assert _run(broken, "doctor") == 1
    assert "problem" in capsys.readouterr().out


def test_the_store_needs_a_key(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "store", "status") == 1
    assert "GEMINI_API_KEY" in capsys.readouterr().err


def test_serving_beyond_loopback_is_refused(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(vault, "serve", "--http", "0", "--host", "0.0.0.0") == 1
    assert "E_REMOTE" in capsys.readouterr().err


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
    assert "usage: opencouncil" in capsys.readouterr().out


def test_the_environment_is_read_once_and_flags_go_before_it(tmp_path: Path) -> None:
    environ = {
        "OPENCOUNCIL_VAULT": str(tmp_path / "a.db"), "OPENCOUNCIL_READ_ONLY": "yes", "GEMINI_API_KEY": "secret-key",
        "OPENCOUNCIL_LOCAL_LANE_K": "20", "OPENCOUNCIL_TOKEN": "t" * 20, "OTHER": "x",
        "OPENCOUNCIL_SECOND_OPINION": str(tmp_path / "reader.onnx"),
    }  # fmt: skip
    config = read_config(environ)
    assert (config.vault, config.read_only) == (tmp_path / "a.db", True)
    assert config.second_opinion == tmp_path / "reader.onnx"
    assert read_config({}).second_opinion is None
    assert config.variables == (("OPENCOUNCIL_LOCAL_LANE_K", "20"),)
    assert "secret-key" not in repr(config)
    assert read_config(environ, vault=tmp_path / "b.db").vault == tmp_path / "b.db"
    assert read_config({}).vault == default_vault()


# covers: 118, 119, 120, 121, 122, 123, 136
def test_a_setting_comes_from_its_variable_and_a_wrong_one_is_told(
    vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENCOUNCIL_ENABLE_PARALLEL_STATE_LANE", "false")
    assert _run(vault, "ask", QUESTION, "--debug") == 0
    assert "state hop" not in capsys.readouterr().err
    monkeypatch.setenv("OPENCOUNCIL_LOCAL_LANE_K", "many")
    assert _run(vault, "ask", QUESTION) == 1
    assert "OPENCOUNCIL_LOCAL_LANE_K" in capsys.readouterr().err


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_a_terminal_only_and_never_against_a_persons_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for stream, wish in ((_Terminal(), ""), (_Terminal(), "1"), (io.StringIO(), "")):
        monkeypatch.setattr("sys.stdout", stream)
        monkeypatch.setenv("NO_COLOR", wish)
        monkeypatch.setenv("TERM", "xterm")
        say_marked("refused", "bad", "a\x1b[32m.pdf", width=8)
        shown.append(stream.getvalue())
    assert shown == ["\x1b[31mrefused \x1b[0m a.pdf\n", "refused  a.pdf\n", "refused  a.pdf\n"]


def test_every_command_that_tells_a_result_tells_it_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault, note = tmp_path / "v.db", tmp_path / "n.md"
    note.write_text("The footbridge.")

    def told(*words: str) -> object:
        assert _run(vault, *words, "--json") == 0
        return json.loads(capsys.readouterr().out)

    def facts(*words: str) -> dict[str, object]:
        found = told(*words)
        assert isinstance(found, dict)
        return found

    def rows(*words: str) -> list[dict[str, object]]:
        found = told(*words)
        assert isinstance(found, list)
        return found

    assert [one["question"] for one in rows("demo", "--keep", str(vault))] == list(QUESTIONS)
    saved = facts("notes", "save", "Bridge", "--file", str(note))
    assert [one["id"] for one in rows("notes", "list")] == [saved["id"]]
    assert facts("notes", "show", str(saved["id"]))["body"] == "The footbridge."
    assert facts("notes", "export", str(tmp_path / "out"))["notes"] == 1
    assert facts("replay", next(vault.with_name("v.db-runs").glob("*.jsonl")).stem)["same"] is True
    copy = facts("backup", str(tmp_path / "copy"))
    assert facts("restore", str(copy["path"]))["vault"] == str(vault)
    gone = str(rows("documents", "list")[0]["doc_id"])
    assert facts("documents", "remove", gone, "--yes") == {"removed": gone}


def test_one_name_of_a_town_in_two_states_is_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault = tmp_path / "v.db"
    for state, day in (("NH", "2031-01-07"), ("VT", "2031-06-07")):
        folder = tmp_path / state
        folder.mkdir()
        (folder / "a.txt").write_text(
            f"The lamp on Quarry Lane was mended in the state of {state} after a long winter."
        )
        facts = {"path": "a.txt", "town": "Alder Falls", "state": state, "lane": "local", "board": "Select Board"}
        facts |= {"date": day, "doc_type": "minutes", "title": f"Minutes {state}", "doc_id": f"minutes-{state}"}
        (folder / "manifest.jsonl").write_text(json.dumps(facts))
        assert _run(vault, "ingest", str(folder)) == 0
    capsys.readouterr()
    assert _run(vault, "status", "--json") == 0
    status = json.loads(capsys.readouterr().out)
    assert status["towns"] == ["Alder Falls, NH", "Alder Falls, VT"]
    assert [(one["town"], one["missing"]) for one in status["boards"]] == [(name, []) for name in status["towns"]]


def test_time_left_is_told_once_it_can_be_judged() -> None:
    terminal = _Terminal()
    now = [0.0]
    bar = ProgressBar(terminal, clock=lambda: now[0])
    for now[0], done in ((1.0, 1), (10.0, 2), (60.0, 9)):
        bar(done, 10, "a.pdf")
    lines = terminal.getvalue().split("\r")[1:]
    assert [line.split("] ")[1].split(" a.pdf")[0] for line in lines] == ["1/10", "2/10 40 s left", "9/10 7 s left"]


def test_progress_is_a_bar_on_a_terminal_and_silent_elsewhere() -> None:
    terminal, file = _Terminal(), io.StringIO()
    for stream in (terminal, file):
        bar = ProgressBar(stream)
        bar(1, 2, "a.pdf")
        bar(2, 2, "\x1b[31mb.pdf")
        bar.close()
    assert "2/2 b.pdf" in terminal.getvalue()
    assert "\x1b" not in terminal.getvalue()
    assert file.getvalue() == ""
