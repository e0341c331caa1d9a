"""The assistant harness runs a scripted model against our tools and against a shell, and counts what it did."""

import json
import sys
from pathlib import Path

import pytest
from mcp_fakes import demo_vault

from benchmarks.assistant import harness

ROW = {
    "id": "q1",
    "question": "Who petitioned for article 7?",
    "town": "Alder Falls",
    "answer_key": ["Ada Osgood, 25 names"],
}
MODEL = """
import json, sys
opening = json.loads(sys.stdin.readline())
first = opening["tools"][0]["name"]
call = {"command": "ls | head -n 3"} if first == "shell" else {"query": "article"}
print(json.dumps({"tool": "shell" if first == "shell" else "search_vault", "arguments": call}), flush=True)
told = json.loads(sys.stdin.readline())
print(json.dumps({"answer": 'Ada Osgood and 25 names. "' + " ".join(told["result"].split()[:6]) + '"'}), flush=True)
"""


@pytest.mark.parametrize("bench", ["tools", "shell"])
def test_a_model_command_is_put_through_a_question_and_scored(
    bench: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault, out = demo_vault(tmp_path), tmp_path / "out.jsonl"
    (tmp_path / "model.py").write_text(MODEL, "utf-8")
    (tmp_path / "q.jsonl").write_text(json.dumps(ROW) + "\n", "utf-8")
    model = f"{sys.executable} {tmp_path / 'model.py'}"
    given = ["--vault", str(vault), "--questions", str(tmp_path / "q.jsonl"), "--with", bench, "--model", model]
    assert harness.main([*given, "--export", str(tmp_path / "text"), "--out", str(out)]) == 0
    row = json.loads(out.read_text("utf-8"))
    assert [call["failed"] for call in row["calls"]] == [False]
    assert row["calls"][0]["chars"] > 20
    assert harness.main(["score", str(out)]) == 0
    assert "1/1" in capsys.readouterr().out


def test_a_fact_needs_its_numbers_and_most_of_its_words() -> None:
    assert harness.facts_stated(["Fee is $1,250.00 for a variance"], "A variance fee of $1,250 is charged") == 1
    assert harness.facts_stated(["Fee is $1,250 for a variance"], "A variance fee of $1,520 is charged") == 0
    assert harness.facts_stated(["denied by the zoning board"], "The Zoning Board denied it") == 1


def test_a_quotation_holds_only_where_its_words_were_read() -> None:
    assert harness.quotes_held('It says "the motion passed by a vote".', "…the Motion passed, by a vote of 3") == (1, 1)
    assert harness.quotes_held('It says "the motion failed by a vote".', "the motion passed by a vote") == (0, 1)


def test_quotations_are_paired_by_their_marks_and_not_by_their_number() -> None:
    said = 'The key is 3" wide; it "was made of "old brass" in 1990" [L1] (the 4" one) and “holds the gate shut”.'
    assert harness.quotations(said) == ['was made of "old brass" in 1990', "holds the gate shut"]
    assert harness.quotations('The "harbor line is\n\nA word between "two of them" here') == []


@pytest.mark.parametrize(
    "quote",
    [
        "the gate [of the yard] shall stay shut",
        "the gate shall stay … and the key be kept",
        "shall stay shut and the key be kept by the clerk",
        "the clerk of the town",
        "[T]he gate shall stay shut ...",
        "the town shall answer",
    ],
)
def test_words_left_out_or_over_the_end_of_a_line_are_no_fault_of_a_quotation(quote: str) -> None:
    read = (
        "a.txt:3:the gate shall stay shut and\na.txt-4-the key be kept by\n[p. 7] the clerk\nPage 2\nof the town\n"
        "a.txt:9 p55: shall answer\n"
    )
    assert harness.quotes_held(f'It says "{quote}".', read) == (1, 1)


def test_a_quotation_that_does_not_hold_is_told_with_the_nearest_words() -> None:
    read = "Present were two. The board voted to deny the petition on Monday. Adjourned at nine."
    [(quote, near)] = harness.quotes_missing('They "voted to deny a petition" that day.', read)
    assert (quote, near) == ("voted to deny a petition", "voted to deny the petition")


@pytest.mark.parametrize("command", ["python -c 1", "cat /etc/passwd", "cat ../x", "awk 'BEGIN{system(\"id\")}'", ""])
def test_the_shell_starts_nothing_else_and_stays_in_its_folder(command: str, tmp_path: Path) -> None:
    assert harness.shell(command, tmp_path)[1]
