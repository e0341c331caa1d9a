"""An assistant steers one run: a dossier to write from, words, passages added or dropped; nothing is sent twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp_fakes import serving

from mcp_server.app import Workshop
from mcp_server.config import Config
from mcp_server.tools.runs import keep, run_of
from opencouncil import ingest, open_vault
from pipeline.answer.dossier import DOSSIER_CHARS

pytestmark = pytest.mark.anyio

QUESTION = "How much will the repair of the Mill Lane footbridge in Alder Falls cost, and who was the contractor?"
Call = Callable[..., Awaitable[dict[str, object]]]


@pytest.fixture
async def call(vault: Path) -> AsyncIterator[Call]:
    with serving(vault) as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        yield one


def _labels(found: dict[str, object]) -> list[str]:
    passages = found.get("passages", [])
    return [str(one["label"]) for one in passages]  # type: ignore[attr-defined]


async def test_research_without_a_key_lays_out_a_dossier_of_at_most_ten_thousand_characters(call: Call) -> None:
    done = await call("research", question=QUESTION, queries=["footbridge bid accepted contractor"])
    text = str(done["dossier"])
    assert done["state"] == "done"
    assert "answer" not in done
    assert len(text) <= DOSSIER_CHARS
    assert "PARTS OF THE QUESTION\n1." in text
    assert "$18,400" in text
    assert "[L1]" in text
    assert "audit with this retrieval_id" in str(done["next_step"])


async def test_a_part_that_nothing_answers_is_called_open(call: Call) -> None:
    done = await call("research", question="Who designed the Golden Gate Bridge?")
    assert ": OPEN:" in str(done["dossier"])


async def test_what_was_laid_out_is_not_sent_again_when_the_host_writes(call: Call) -> None:
    done = await call("research", question=QUESTION)
    brief = str((await call("synthesize", retrieval_id=done["retrieval_id"], writer="host"))["brief"])
    assert "Sent before in this run, still citable: L1" in brief
    assert "$18,400" not in brief.split("PASSAGES")[1]


async def test_added_passages_join_the_run_and_can_be_cited(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION, limit=15)
    handle = found["retrieval_id"]
    first = next(one for one in found["passages"] if "…" in str(one["text"]) and "$18,400" in str(one["text"]))  # type: ignore[attr-defined]
    await call("two_lane_retrieve", extend=handle, drop=[first["label"]])
    more = await call("two_lane_retrieve", extend=handle, add=[first["id"]])
    (label,) = _labels(more)
    (sent,) = more["passages"]  # type: ignore[misc, attr-defined]
    whole = str((await call("read_source", id=first["id"]))["text"])
    assert sent["text"].split() == whole.split()  # named by the asker: shown uncut
    assert label not in _labels(found)
    assert more["total"] == found["total"]
    report = await call("audit", retrieval_id=handle, text=f"The bid was $18,400 [{label}].")
    assert "$18,400" not in str(report.get("findings", ""))


async def test_words_of_the_asker_widen_a_run_and_labels_stay(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION, limit=15)
    handle = found["retrieval_id"]
    more = await call("two_lane_retrieve", extend=handle, queries=["parking prohibited fine Camp Road"])
    assert "error" not in more
    assert not set(_labels(more)) & set(_labels(found))
    again = await call("two_lane_retrieve", cursor=f"{handle}.0", limit=15)
    kept = {one["label"]: one["id"] for one in again["passages"]}  # type: ignore[attr-defined]
    assert all(kept[one["label"]] == one["id"] for one in found["passages"] if one["label"] in kept)  # type: ignore[attr-defined]


async def test_a_dropped_passage_is_gone_and_its_label_is_not_given_again(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION, limit=15)
    handle, last = found["retrieval_id"], [label for label in _labels(found) if label[0] == "L"][-1]
    await call("research", run_id=handle)
    dropped = await call("two_lane_retrieve", extend=handle, drop=[last])
    assert dropped["total"] == int(str(found["total"])) - 1
    report = await call("audit", retrieval_id=handle, text=f"It is so [{last}].")
    assert report["passed"] is False


@pytest.mark.parametrize("name", ["P99", "L77", "chunk:1", "no-such-document", "RSA 999:1"])
async def test_what_is_not_in_the_vault_cannot_be_added(call: Call, name: str) -> None:
    found = await call("two_lane_retrieve", question=QUESTION)
    refused = await call("two_lane_retrieve", extend=found["retrieval_id"], add=[name])
    assert refused["error"]["code"] == "E_UNKNOWN_SOURCE"  # type: ignore[index]


async def test_extending_with_nothing_says_with_what(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION)
    refused = await call("two_lane_retrieve", extend=found["retrieval_id"])
    assert refused["error"]["code"] == "E_NO_HOP"  # type: ignore[index]
    assert "queries" in str(refused["error"])


async def test_a_passage_added_that_was_held_is_shown_whole_under_the_label_it_has(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION, limit=15)
    first = found["passages"][0]  # type: ignore[index]
    more = await call("two_lane_retrieve", extend=found["retrieval_id"], add=[first["id"]])
    whole = str((await call("read_source", id=first["id"]))["text"])
    (sent,) = more["passages"]  # type: ignore[misc, attr-defined]
    assert (sent["label"], sent["text"].split()) == (first["label"], whole.split())
    assert f"Held before, under the same label: {first['label']}" in str(more["next_step"])


async def test_what_was_read_and_then_added_comes_first_with_its_labels_and_its_beginning_alone(call: Call) -> None:
    found = await call("two_lane_retrieve", question="What is the fine on Camp Road?", limit=15)
    hits = await call("search_vault", query="footbridge", limit=10)
    first, second, unread, *_ = (one["id"] for one in hits["passages"])  # type: ignore[attr-defined]
    whole = str((await call("read_source", id=f"{second};{first}"))["text"])
    names = [second, unread, first]
    more = await call("two_lane_retrieve", extend=found["retrieval_id"], add=names, queries=["footbridge bid awarded"])
    sent = more["passages"][:3]  # type: ignore[index]
    assert [one["id"] for one in sent] == names
    assert len({one["label"] for one in sent}) == 3
    assert [len(one["text"]) <= 150 for one in sent] == [True, False, True]
    assert " ".join(sent[0]["text"].split()[:5]) in " ".join(whole.split())
    assert not any(one["label"] in str(more.get("also")) for one in sent)
    report = await call("audit", retrieval_id=found["retrieval_id"], text=f"Nobody spoke [{sent[2]['label']}].")
    assert "E_" not in str(report)


async def test_every_passage_that_a_page_added_stands_for_is_listed_with_its_label(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION, limit=15)
    name = "sample-planning-board-2031-05-20?page=1"
    more = await call("two_lane_retrieve", extend=found["retrieval_id"], add=[name, "L1"])
    labels = [one["label"] for one in more["passages"]]  # type: ignore[attr-defined]
    assert labels[-1] == "L1"
    assert len(labels) == 2
    assert all(str(one["text"]).strip() for one in more["passages"])  # type: ignore[attr-defined]


async def test_how_surely_a_question_is_answered_does_not_change_when_the_evidence_does_not(call: Call) -> None:
    found = await call("two_lane_retrieve", question="What is the fee for a zeppelin licence?", limit=15)
    handle, first = found["retrieval_id"], found["passages"][0]  # type: ignore[index]
    before = (await call("decide_next_hop", retrieval_id=handle))["open_parts"]
    await call("two_lane_retrieve", extend=handle, add=[first["id"]])
    assert before
    assert (await call("decide_next_hop", retrieval_id=handle))["open_parts"] == before


async def test_a_claim_may_rest_on_a_passage_that_it_names_by_its_id_with_a_retrieval_and_without(call: Call) -> None:
    found = await call("two_lane_retrieve", question=QUESTION, limit=15)
    first = found["passages"][0]  # type: ignore[index]
    held = str((await call("read_source", id=first["id"]))["text"])
    quote = next(line for line in held.splitlines() if "$18,400" in line)
    claims = [{"text": "The bid was $18,400.", "support": [{"source": first["id"], "quote": quote}]}]
    for handle in (found["retrieval_id"], ""):
        report = await call("audit", retrieval_id=handle, claims=claims)
        assert report["total_rows"] == 1
        assert "contradicted" not in str(report["verdicts"])
        assert f"{first['id']} is [L" in str(report["next_step"])


async def test_a_sentence_may_cite_a_passage_by_its_id_where_it_names_no_words(call: Call) -> None:
    first = (await call("two_lane_retrieve", question=QUESTION, limit=15))["passages"][0]  # type: ignore[index]
    for claims in ([], [{"text": f"The bid was $18,401 [{first['id']}].", "support": []}]):
        report = await call("audit", text="" if claims else f"The bid was $18,401 [{first['id']}].", claims=claims)
        (row,) = report["rows"]  # type: ignore[misc]
        assert "$18,401" in f"{row.get('against')} {row.get('residue')}"
        assert row["sentence"] == "The bid was $18,401."
        assert f"{first['id']} is [L" in str(report["next_step"])


async def test_words_of_the_next_passage_of_the_cited_document_are_found_there(vault: Path, tmp_path: Path) -> None:
    said = [f"Item {n}. Webb spoke of the quarry road and of its culvert number {n} for a while." for n in range(60)]
    text = "\n\n".join(
        ["# Alder Falls Select Board, Minutes, June 3, 2031", *said, "The quarry gate stays shut in May."]
    )
    (tmp_path / "quarry.md").write_text(text, "utf-8")
    with open_vault(vault) as held:
        ingest(held, [tmp_path / "quarry.md"])
    with serving(vault) as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, Any]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        last = (await one("search_vault", query='"gate stays shut"'))["passages"][0]
        first = (await one("search_vault", query='"culvert number 1" -gate'))["passages"][0]
        assert first["id"] != last["id"]
        handle = (await one("two_lane_retrieve", question=QUESTION))["retrieval_id"]
        added = await one("two_lane_retrieve", extend=handle, add=[first["id"]])
        label = next(row["label"] for row in added["passages"] if row["id"] == first["id"])
        words = "The quarry gate stays shut in May."
        for quoted, passed in ((words, True), ("The quarry gate stays open in May.", False)):
            claim = {"text": f'"{quoted}" [{label}]', "support": [{"source": label, "quote": quoted}]}
            assert (await one("audit", retrieval_id=handle, text=claim["text"]))["passed"] is passed
            assert (await one("audit", retrieval_id=handle, claims=[claim]))["passed"] is passed


async def test_a_label_without_its_retrieval_and_a_source_of_nothing_are_told(call: Call) -> None:
    for source, code in (("L2", "E_HANDLE"), ("chunk:none@0#1", "E_UNKNOWN_SOURCE")):
        claims = [{"text": "The bid was $18,400.", "support": [{"source": source, "quote": "the bid"}]}]
        assert code in str(await call("audit", claims=claims))


async def test_claims_that_begin_with_a_figure_or_a_quotation_are_judged_each_by_itself(call: Call) -> None:
    handle = (await call("two_lane_retrieve", question=QUESTION))["retrieval_id"]
    texts = (
        "The footbridge in Alder Falls was closed. [L1]",
        "911 calls were not counted. [L1]",
        "“Nobody” opposed it. [L1]",
    )
    claims = [{"text": text, "support": [{"source": "L1", "quote": "footbridge"}]} for text in texts]
    assert (await call("audit", retrieval_id=handle, claims=claims))["total_rows"] == len(texts)


async def test_the_source_of_a_claim_may_be_the_label_with_its_page(call: Call) -> None:
    handle = (await call("two_lane_retrieve", question=QUESTION))["retrieval_id"]
    audited = [
        await call(
            "audit",
            retrieval_id=handle,
            claims=[{"text": "The footbridge was closed.", "support": [{"source": name, "quote": "footbridge"}]}],
        )
        for name in ("L1", "[L1]", "L1 p. 1", "[L1, page 1]")
    ]
    assert audited[0]["total_rows"] == 1
    assert audited == [audited[0]] * len(audited)


async def test_claims_without_a_text_are_not_judged_on_its_form(call: Call) -> None:
    handle = (await call("two_lane_retrieve", question=QUESTION))["retrieval_id"]
    await call("synthesize", retrieval_id=handle, writer="host", format="analysis")
    claims = [{"text": "The bid was $18,400. [L1]", "support": [{"source": "L1", "quote": "$18,400"}]}]
    assert "form" not in await call("audit", retrieval_id=handle, claims=claims)
    assert "heading_missing" in str(await call("audit", retrieval_id=handle, text="The bid was $18,400. [L1]"))


async def test_a_claim_that_the_text_does_not_say_is_judged_beside_it(call: Call) -> None:
    handle = (await call("two_lane_retrieve", question=QUESTION))["retrieval_id"]
    support = [{"source": "L1", "quote": "footbridge"}]
    claims = [{"text": text, "support": support} for text in ("The footbridge was closed.", "Nobody opposed it.")]
    report = await call("audit", retrieval_id=handle, text="The footbridge was closed [L1].", claims=claims)
    assert report["total_rows"] == 2


async def test_words_that_bring_nothing_near_are_told_in_few_characters(call: Call) -> None:
    found = await call("research", question=QUESTION)
    more = await call("two_lane_retrieve", extend=found["retrieval_id"], queries=["parking prohibited Camp Road"])
    assert len(str(more)) < 4_500


async def test_an_assistant_is_asked_for_headings_only_where_the_user_asked_for_them(call: Call) -> None:
    two = "Who bid on the footbridge and what law lets a town meeting raise the money for it under RSA 32?"
    assert str((await call("research", question=two))["dossier"]).startswith("TO ANSWER (simple: 1 to 5 sentences")
    day = "By what day did the footbridge have to be legally closed?"
    assert str((await call("research", question=day))["dossier"]).startswith("TO ANSWER (simple: 1 to 5 sentences")
    asked = await call("research", question=two, format="overview")
    assert "headings At a glance" in str(asked["dossier"])


async def test_a_meeting_of_which_nothing_is_held_is_named_with_the_nearest_that_is(call: Call) -> None:
    day = "What did the Alder Falls Planning Board decide at its meeting of June 9, 2031?"
    text = str((await call("research", question=day))["dossier"])
    assert "No minutes of the Alder Falls Planning Board of 2031-06-09 are held; nearest: 2031-05-20." in text
    body = "What did the Alder Falls Library Trustees talk about in May 2031?"
    assert "No minutes of the Alder Falls Library Trustees are held." in str(
        (await call("research", question=body))["dossier"]
    )
    both = "What did the Alder Falls Planning Board say in May 2031 about what the town meeting had voted?"
    assert "Town Meeting of 2031-05" not in str((await call("research", question=both))["dossier"])
    held = "What did the Alder Falls Planning Board decide on May 20, 2031?"
    assert "No minutes of" not in str((await call("research", question=held))["dossier"])


async def test_a_label_of_the_last_lines_of_a_dossier_may_be_cited(call: Call, vault: Path) -> None:
    done = await call("research", question=QUESTION)
    shop = Workshop(Config(vault=vault))
    run = run_of(shop, str(done["retrieval_id"]))
    chunk = run.retrieval.merged[0].chunk  # type: ignore[union-attr]
    keep(shop, run.changed(pointers=(chunk.id,)))
    words = " ".join(chunk.text.split()[:8])
    text = f"The record reads: “{words}” [P1]."
    claim = {"text": text, "support": [{"source": "P1", "quote": words}]}
    report = await call("audit", retrieval_id=run.id, text=text, claims=[claim])
    assert report["passed"], report
    assert "P1 is [L1]" in str(report["next_step"])
    await shop.aclose()


async def test_a_law_that_a_phrasing_names_and_that_is_not_held_is_told(call: Call) -> None:
    done = await call("research", question=QUESTION, queries=["RSA 540-A:7 deposit of a contractor"])
    assert "NOT in the vault: the text of RSA 540-A:7" in str(done["dossier"])
