"""Asking on: the conversation of the last question, why an answer says what it says, the cited page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question, print_answer, with_shop
from mcp_server.cli.main import main
from mcp_server.config import Config
from mcp_server.results.told import ON_RECORD, TurnText
from mcp_server.tools.arguments import Ask
from mcp_server.tools.told import told_of

FIRST = "What did the Alder Falls Planning Board decide about case #31-07-LM?"


def _ask(vault: Path, *words: str) -> int:
    return main(["--vault", str(vault), "ask", *words])


def test_a_follow_up_goes_on_about_the_matter_of_the_last_question(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _ask(vault, FIRST)
    capsys.readouterr()
    _ask(vault, "Who seconded it?", "--continue", "--why")
    shown = capsys.readouterr().out
    assert "31-07-LM" in shown or "merger" in shown
    assert "Planning Board" in shown


def test_a_second_follow_up_stays_with_the_first_matter(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _ask(vault, FIRST)
    _ask(vault, "Who seconded it?", "--continue")
    capsys.readouterr()
    _ask(vault, "And what was said about that?", "--continue", "--why")
    assert "31 07 lm" in capsys.readouterr().out.lower().replace("-", " ")


def test_there_is_nothing_to_continue_before_the_first_question(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _ask(vault, "Who seconded it?", "--continue") == 1
    assert "E_NO_CONVERSATION" in capsys.readouterr().err


def test_why_tells_parts_searches_and_what_was_left_out(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _ask(vault, FIRST, "--why")
    shown = capsys.readouterr().out
    assert shown.index("What was asked") < shown.index("What was searched:") < shown.index("Ended: ")
    assert "Search 1" in shown
    assert "% sure that it is held" in shown
    assert "%: “" in shown


def test_the_cited_page_is_opened_as_a_report_with_the_words_marked(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _ask(vault, FIRST, "--open")
    link = capsys.readouterr().err.split("The cited page: ")[1].split()[0]
    assert link.endswith("#page-1")
    page = Path(link.removeprefix("file://").removesuffix("#page-1")).read_text("utf-8")
    assert 'id="page-1"' in page
    assert "<mark>" in page


def test_the_command_that_adds_a_law_not_held_is_told(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _ask(vault, "What does RSA 677:2 say?")
    assert "opencouncil law add 677" in capsys.readouterr().out


def test_rows_on_record_stand_alone_but_hide_no_search_that_failed(
    vault: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_server.tools.told.acts_of", lambda *_, **__: ("A row of the ledger",))

    async def asked(shop: Workshop) -> None:
        result = await answer_question(shop, Ask(question=FIRST, writer="extract"))
        denial = {"answer_markdown": "No record found answers this.", "limitations": ("Local search failed.",)}
        open_ = result.changed(answer=result.answer.changed(**denial), retrieval=result.retrieval.changed(answers=()))
        print_answer(open_, told_of(shop, open_))
        alone = capsys.readouterr().out
        assert "A row of the ledger" in alone
        assert "No record found" not in alone
        receipts = tuple(one.changed(failed=True) for one in result.brief.retrieval.receipts)
        lost = result.brief.changed(retrieval=result.brief.retrieval.changed(receipts=receipts))
        print_answer(open_.changed(brief=lost), told_of(shop, open_.changed(brief=lost)))
        assert "Local search failed." in capsys.readouterr().out

    with_shop(Config(vault=vault), asked)


def test_a_list_that_is_asked_for_stands_in_every_form_and_no_likely_answer_beside_it(
    vault: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mcp_server.tools.told.listed_of", lambda *_: ("2 acts in the ledger:", "one act", "one more"))
    monkeypatch.setattr("mcp_server.tools.told.asks_yes_or_no", lambda _: True)
    assert _ask(vault, FIRST, "--writer", "extract") == 0
    printed = capsys.readouterr().out
    page = tmp_path / "answer.html"
    assert _ask(vault, FIRST, "--writer", "extract", "--json", "--html", str(page)) == 0
    told = json.loads(capsys.readouterr().out)
    text = page.read_text("utf-8").partition("</style>")[2]
    for form in (printed, told["answer_markdown"], text):
        assert "2 acts in the ledger" in form
        assert "one more" in form
        assert "“" not in form
    assert told["sources"] == []
    assert "sentence by sentence" not in text


@pytest.mark.parametrize("acts_first", [False, True])
@pytest.mark.parametrize("prose", [False, True])
def test_rows_of_the_ledger_are_printed_once_with_or_without_an_answer_beside_them(
    vault: Path, capsys: pytest.CaptureFixture[str], *, acts_first: bool, prose: bool
) -> None:
    told = TurnText(acts=("A row of the ledger",), acts_first=acts_first, prose=prose)

    async def asked(shop: Workshop) -> None:
        print_answer(await answer_question(shop, Ask(question=FIRST, writer="extract")), told)

    with_shop(Config(vault=vault), asked)
    shown = capsys.readouterr().out
    assert shown.count(ON_RECORD) == shown.count("- A row of the ledger") == 1
    assert ("Sources" in shown) is prose
    if prose:
        assert (shown.index(ON_RECORD) < shown.index("Sources")) is acts_first


def test_every_page_of_what_is_quoted_from_a_source_is_printed_with_it(
    vault: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"L1": (3, 1, 2), "L2": (5,)}
    monkeypatch.setattr("mcp_server.results.render.cited_pages", lambda *_: pages)

    async def asked(shop: Workshop) -> None:
        result = await answer_question(shop, Ask(question=FIRST, writer="extract"))
        assert {"L1", "L2"} <= {one.label for one in result.retrieval.local}
        both = result.answer.changed(answer_markdown="The minutes tell it [L1]. The report tells it too [L2].")
        print_answer(result.changed(answer=both))

    with_shop(Config(vault=vault), asked)
    first, second = (line for line in capsys.readouterr().out.splitlines() if line.startswith("  [L"))
    assert first.endswith(", pages 1, 2, 3")
    assert second.endswith(", page 5")
