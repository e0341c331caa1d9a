"""The ledger as an assistant and a user call it: lines with pages, true totals, refusals in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp_fakes import serving

from benchmarks.retrieval_sets import store_documents
from mcp_server.cli.main import main
from mcp_server.server import CouncilServer
from vault.store.index import VaultIndex
from vault.types import Document, Metadata, Page

pytestmark = pytest.mark.anyio

_MINUTES = (
    "Case #25-02-V: Edith Marlow of 8 Mill Road seeks a variance.\n\nOsgood made a motion to deny the "
    "variance of Edith Marlow for Case #25-02-V. Tilden seconded. Motion passed 2-1. Ames opposed.\n\n"
    "Osgood moved to pay Ames Paving $500.00. Tilden seconded. Vote 3-0."
)
_ROLL_CALL = (
    "Call to Order: Chairman, Ada Osgood called the meeting to order.\nRoll Call: Ada Osgood – Chairman, Bo Tilden\n"
    "Attendees: Edith Marlow\n\nMarlow said her fence is old. Tilden asked who built it."
)
_BUDGET = "Item 2024 2025\nLibrary $1,000 $1,200\nPolice $5,000 $4,000\nWater $300 $310"


def _document(facts: Metadata, text: str) -> Document:
    pages = (Page(number=1, text=text),)
    return Document(doc_id=facts.doc_id, metadata=facts, pages=pages, source=facts.doc_id, content_hash=facts.doc_id)


@pytest.fixture
def ledger_vault(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.db"
    facts = Metadata.model_validate(
        {"doc_id": "m1", "title": "Minutes", "lane": "local", "state": "NH", "town": "Alder Falls",
         "date": "2025-05-06", "board": "Select Board",
         "doc_type": "minutes", "authority": "minutes", "status": "approved"}
    )  # fmt: skip
    budget = facts.model_copy(update={"doc_id": "b1", "doc_type": "budget", "title": "Budget"})
    texts = ((facts, _MINUTES), (budget, _BUDGET))
    with VaultIndex.open(path, create=True) as index:
        store_documents(index, [_document(each, text) for each, text in texts])
    return path


async def _call(server: CouncilServer, **arguments: object) -> dict[str, object]:
    result = await server.call_tool("ledger", dict(arguments))
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def test_an_act_is_listed_with_outcome_vote_and_page(ledger_vault: Path) -> None:
    with serving(ledger_vault) as (server, _):
        found = await _call(server, town="Alder Falls", outcome="denied")
        assert found["total"] == 1
        row = found["rows"][0]  # type: ignore[index]
        assert (row["outcome"], row["vote"], row["doc_id"], row["page"]) == ("denied", "2-1; against: Ames", "m1", 1)
        assert "meetings" in str(found["complete"])


async def test_a_body_is_known_by_its_other_name_and_an_unknown_one_is_refused_with_the_known(
    ledger_vault: Path,
) -> None:
    with serving(ledger_vault) as (server, _):
        assert (await _call(server, town="Alder Falls", body="Board of Selectmen", do="count"))["total"] == 5 + 3
        refused = await _call(server, town="Alder Falls", body="Harbor Commission")
        assert "Select Board" in json.dumps(refused)


@pytest.mark.parametrize("asked", [{"person": "Edith Marlow"}, {"words": "Edith Marlow"}, {"matter": "Edith Marlow"}])
async def test_a_private_name_alone_is_refused_with_another_way(ledger_vault: Path, asked: dict[str, str]) -> None:
    with serving(ledger_vault) as (server, _):
        refused = await _call(server, town="Alder Falls", **asked)
        assert "E_PERSON" in json.dumps(refused)
        assert "matter" in json.dumps(refused)


@pytest.mark.parametrize(
    ("asked", "total"),
    [
        ({"action": "deny"}, 1),
        ({"action": "reject"}, 1),
        ({"outcome": "rejected"}, 1),
        ({"state": "NH", "kind": "motion"}, 2),
        ({"state": "VT", "kind": "motion"}, 0),
        ({"amount": "$1,000-1200", "words": "library"}, 2),
        ({"amount": "4500-", "kind": "figure"}, 1),
        ({"amount": "500", "kind": "motion"}, 1),
    ],
)
async def test_what_a_person_would_try_narrows_the_list(ledger_vault: Path, asked: dict[str, str], total: int) -> None:
    with serving(ledger_vault) as (server, _):
        assert (await _call(server, town="Alder Falls", do="count", **asked))["total"] == total


@pytest.mark.parametrize("asked", [{"action": "sing"}, {"outcome": "blue"}, {"amount": "a lot"}])
async def test_a_value_the_ledger_does_not_know_is_refused_with_what_it_takes(
    ledger_vault: Path, asked: dict[str, str]
) -> None:
    with serving(ledger_vault) as (server, _):
        refused = json.dumps(await _call(server, town="Alder Falls", **asked))
        assert "E_CHOICE" in refused
        assert "Pass" in refused


async def test_research_on_an_act_lays_its_record_beside_the_passages(ledger_vault: Path) -> None:
    with serving(ledger_vault) as (server, _):
        asked = {"question": "Was the variance of Case #25-02-V in Alder Falls denied, and by what vote?"}
        result = await server.call_tool("research", asked)
        text = str((result.structured_content or {})["dossier"])
        (line,) = (line for line in text.splitlines() if "Osgood moved to deny, Tilden seconding: " in line)
        assert "denied; 2-1; against: Ames" in line
        assert line.endswith("[L1 p. 1]")


async def test_research_that_asks_for_no_act_is_not_given_one(ledger_vault: Path) -> None:
    with serving(ledger_vault) as (server, _):
        result = await server.call_tool("research", {"question": "Where does Mill Road in Alder Falls begin?"})
        assert "ACTS AND FIGURES" not in str((result.structured_content or {})["dossier"])


async def test_a_call_without_a_filter_is_refused(ledger_vault: Path) -> None:
    with serving(ledger_vault) as (server, _):
        assert "Nothing is asked" in json.dumps(await _call(server))


async def test_a_list_of_two_years_is_refused_with_how_to_ask_for_each(ledger_vault: Path) -> None:
    with serving(ledger_vault) as (server, _):
        refused = json.dumps(await _call(server, town="Alder Falls", years="2024,2025"))
        assert "E_DATE" in refused
        assert "do='compare'" in refused


async def test_the_definition_is_short(ledger_vault: Path) -> None:
    with serving(ledger_vault) as (server, _):
        tool = next(tool for tool in await server.list_tools() if tool.name == "ledger")
        shown = {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
        assert len(json.dumps(shown, separators=(",", ":"))) <= 1320


@pytest.mark.parametrize(
    ("flags", "printed"),
    [
        (["--outcome", "denied"], "denied; 2-1; against: Ames"),
        (["--kind", "motion", "--count"], "2 in all."),
        (["library", "--compare", "2024,2025"], "$1,000 -> $1,200  +200.00 (+20.0 %)"),
        (["police", "--year", "2025", "--sum"], "Sum: 4,000.00 $"),
        (["--kind", "motion", "--csv"], "date,town,board,kind"),
        (["--matter", "Case 25-02-V", "--timeline", "--json"], '"mode": "timeline"'),
    ],
)
def test_the_command_prints_lines_sums_pairs_csv_and_json(
    ledger_vault: Path, capsys: pytest.CaptureFixture[str], flags: list[str], printed: str
) -> None:
    assert main(["--vault", str(ledger_vault), "ledger", "--town", "Alder Falls", *flags]) == 0
    assert printed in capsys.readouterr().out


@pytest.mark.parametrize(("outcome", "total"), [("passed", 2), ("carried", 2), ("failed", 0), ("denied", 1)])
async def test_the_fate_of_motions_is_asked_for_like_an_outcome(ledger_vault: Path, outcome: str, total: int) -> None:
    with serving(ledger_vault) as (server, _):
        assert (await _call(server, town="Alder Falls", kind="motion", do="count", outcome=outcome))["total"] == total


def test_an_answer_of_the_command_line_is_followed_by_what_is_on_record(
    ledger_vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--vault", str(ledger_vault), "ask", "Was the variance of Case #25-02-V in Alder Falls denied?"])
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("Yes. ")
    assert "On record" in told
    assert "denied; 2-1; against: Ames [m1 p. 1]" in told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which variances did Alder Falls deny in 2025?", "1 act in the ledger, of 1 day and 1 case: - 2025-05-06"),
        ("How many motions were made in Alder Falls?", "2 acts in the ledger, of 1 day"),
        ("Did Alder Falls ever deny a variance?", "Yes: 1 act in the ledger, of 1 day and 1 case: - 2025-05-06"),
        ("Were any motions in Alder Falls tabled?", "No such act is in the ledger. - 1 meetings with minutes held"),
        ("How many motions failed in Alder Falls?", "No such act is in the ledger. - 1 meetings with minutes held"),
        ("Which variances were denied on the bridge in Alder Falls?", "None says “bridge”; without that 1 act"),
        ("Who seconded the most motions in Alder Falls?", "who seconded, how often: - Tilden: 2"),
        ("Who voted against the variance in Alder Falls?", "1 act in the ledger, of 1 day and 1 case"),
        ("Has Cal Ames ever voted against a variance in Alder Falls?", "Yes: 1 act in the ledger, of 1 day"),
        ("Did Tilden ever vote against a variance in Alder Falls?", "No such act is in the ledger."),
        ("How often did Ms. Ames vote no in Alder Falls?", "1 act in the ledger, of 1 day"),
        ("What is the total of the motions made in Alder Falls?", "1 sum of $500.00 together"),
    ],
)
def test_a_question_for_a_list_is_answered_by_the_whole_list_with_pages(
    ledger_vault: Path, capsys: pytest.CaptureFixture[str], question: str, told: str
) -> None:
    main(["--vault", str(ledger_vault), "ask", question])
    shown = " ".join(capsys.readouterr().out.split())
    assert told in shown
    assert "1 meetings with minutes held from 2025-05-06 to 2025-05-06" in shown


def test_acts_on_another_matter_are_no_list_of_who_did_something(
    ledger_vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--vault", str(ledger_vault), "ask", "Who voted against the fire levy in Alder Falls?"])
    assert "in the ledger" not in capsys.readouterr().out


def test_whether_a_body_without_minutes_ever_acted_is_not_told_from_the_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.db"
    plain = {"doc_id": "r1", "lane": "local", "state": "NH", "town": "Alder Falls", "date": "2025-05-06",
             "doc_type": "policy", "authority": "other", "status": "current", "title": "By-Laws",
             "board": "Planning Board"}  # fmt: skip
    with VaultIndex.open(path, create=True) as index:
        store_documents(index, [_document(Metadata.model_validate(plain), "The board may deny a variance.")])
    main(["--vault", str(path), "ask", "Did the planning board of Alder Falls deny any variance?"])
    assert "No such act" not in capsys.readouterr().out


def test_beside_an_answer_stand_the_rows_of_its_matter_and_none_of_who_votes(
    ledger_vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--vault", str(ledger_vault), "ask", "How much did Alder Falls voters approve for the police in 2025?"])
    shown = capsys.readouterr().out
    rows = shown.split("On record")[-1]
    assert "Police" in rows
    assert "No record found" not in shown  # no denial stands beside rows that may be the answer
    assert "Library" not in rows


def test_what_something_costs_is_beside_no_motion_without_a_sum(
    ledger_vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--vault", str(ledger_vault), "ask", "Was the variance in Alder Falls denied?"])
    assert "denied; 2-1" in capsys.readouterr().out
    main(["--vault", str(ledger_vault), "ask", "How much does a variance cost in Alder Falls?"])
    shown = capsys.readouterr().out
    assert "denied; 2-1" not in shown
    assert "Statewide passages were found" not in shown


def test_a_body_may_be_called_by_part_of_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "council.db"
    plain = {"lane": "local", "state": "NH", "town": "Alder Falls", "date": "2025-05-06", "doc_type": "minutes",
             "authority": "minutes", "status": "approved", "title": "Minutes"}  # fmt: skip
    texts = [
        (Metadata.model_validate({**plain, "doc_id": "c1", "board": "Bridge Development Council"}), _MINUTES),
        (Metadata.model_validate({**plain, "doc_id": "s1", "board": "Select Board"}), _MINUTES),
    ]
    with VaultIndex.open(path, create=True) as index:
        store_documents(index, [_document(each, text) for each, text in texts])
    main(["--vault", str(path), "ask", "How many motions did the bridge council pass in Alder Falls?"])
    shown = capsys.readouterr().out
    assert "2 acts in the ledger" in shown
    assert "s1 p. 1" not in shown


async def test_a_town_is_known_with_its_state_and_an_unknown_one_is_refused_with_those_held(
    ledger_vault: Path,
) -> None:
    with serving(ledger_vault) as (server, _):
        assert (await _call(server, town="Alder Falls, NH", kind="motion", do="count"))["total"] == 2
        refused = json.dumps(await _call(server, town="Elder Halls"))
        assert "E_CHOICE" in refused
        assert "Alder Falls" in refused


@pytest.fixture
def roll_calls(tmp_path: Path) -> Path:
    path = tmp_path / "calls.db"
    plain = {"lane": "local", "state": "NH", "town": "Alder Falls", "doc_type": "minutes", "authority": "minutes",
             "board": "Planning Board", "title": "Minutes"}  # fmt: skip
    texts = {
        "2024-03-05": _ROLL_CALL.replace("Ada Osgood", "Max Poe"),
        "2025-05-06": _ROLL_CALL,
        "2025-06-03": _ROLL_CALL,
    }
    with VaultIndex.open(path, create=True) as index:
        store_documents(
            index,
            [_document(Metadata.model_validate({**plain, "doc_id": f"p{day}", "date": day}), text)
             for day, text in texts.items()],
        )  # fmt: skip
    return path


async def test_the_chair_is_who_was_named_last_with_first_and_last_day(roll_calls: Path) -> None:
    with serving(roll_calls) as (server, _):
        found = await _call(server, town="Alder Falls", body="Planning Board", kind="officer", words="chair")
        rows = [(row["told"], row["period"], row["doc_id"]) for row in found["rows"]]  # type: ignore[attr-defined]
        assert rows == [
            ("Ada Osgood, chair", "2025-05-06 to 2025-06-03", "p2025-06-03"),
            ("Max Poe, chair", "2024-03-05 to 2024-03-05", "p2024-03-05"),
        ]
        assert "named last on 2025-06-03" in str(found["rows"])


async def test_one_who_attended_or_spoke_from_the_public_is_in_no_record(roll_calls: Path) -> None:
    with serving(roll_calls) as (server, _):
        assert "E_PERSON" in json.dumps(await _call(server, town="Alder Falls", person="Marlow"))
        for kind in ("officer", "utterance"):
            assert "Marlow" not in json.dumps(await _call(server, town="Alder Falls", kind=kind))
        assert (await _call(server, town="Alder Falls", kind="utterance", person="Tilden", do="count"))["total"] == 3


def test_a_roll_call_without_a_verb_answers_who_holds_the_office(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "zoning.db"
    facts = Metadata.model_validate(
        {"doc_id": "z1", "title": "Minutes", "lane": "local", "state": "NH", "town": "Alder Falls",
         "date": "2025-05-13", "board": "Zoning Board of Adjustment", "doc_type": "minutes", "authority": "minutes"}
    )  # fmt: skip
    text = (
        "Call to Order: Max Poe called the meeting to order at 7 pm.\n\nMembers Present by Roll Call: - Chairman - "
        "Max Poe, Vice-Chairman, Roy Barr, Kay Ames, Lee Park-absent\n\nOld Business: the plans of the mill."
    )
    with VaultIndex.open(path, create=True) as index:
        store_documents(index, [_document(facts, text)])
    main(["ask", "--vault", str(path), "Who is vice chair of the Alder Falls zoning board of adjustment?"])
    assert "Roy Barr" in capsys.readouterr().out.split("Sources")[0]


def test_the_officers_of_this_town_are_not_told_of_another_place(
    roll_calls: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["call", "research", json.dumps({"question": "Who is the chair of the Planning Board of Atlantis?"}),
          "--vault", str(roll_calls)])  # fmt: skip
    elsewhere = capsys.readouterr().out
    assert "answered: " not in elsewhere
    assert "Ada Osgood, chair" not in elsewhere
    main(["call", "research", json.dumps({"question": "Who is the chair of the Alder Falls Planning Board?"}),
          "--vault", str(roll_calls)])  # fmt: skip
    assert "Ada Osgood, chair" in capsys.readouterr().out
