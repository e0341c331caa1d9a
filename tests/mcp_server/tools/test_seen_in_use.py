"""What cost an assistant its calls and characters in use: each with the behaviour that stands in its place."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from fakes import a_document, a_statute, vault_with
from mcp_fakes import serving

from vault.types import Document

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]

CHAT = "The chair thanked the clerk for setting out the chairs and the coffee before the meeting began. "
FEE = "Osgood moved to set the beach sticker fee at $40 for residents. Motion passed 3-0."
NOISE = "beacn st1cker fce ~~ bcach |_ stlckcr fcc )( rn1 beach stickcr ;; fcc 0l bcacn sticker fcc wlnn jlllk ~ "
MOORINGS = "The harbor master shall number each mooring and may order a derelict buoy removed."
NOTE = "1987, 12:3. 2029, 184:1-3, eff. Oct. 9, 2029."
RULE = "I. The governing body may charge a fee for beach stickers. II. The fee shall not exceed $50 for a resident."


def _documents() -> Iterator[Document]:
    for number in range(12):
        text = f"{CHAT * 12}{FEE if number == 3 else f'Beach sticker sales of week {number} were reported.'}{CHAT * 12}"
        yield a_document(f"af-sb-2031-05-{number + 10}", text, date=f"2031-05-{number + 10}", board="Select Board")
    pages = [f"{CHAT * 30}\n{'The ferry toll is $7.' if number == 2 else ''}\n{CHAT * 9}" for number in range(1, 4)]
    yield a_document("af-ferry", *pages, date="2031-06-09", board="Select Board")
    slips = f"Slip fees are due on May 1. {CHAT * 90} A late slip fee costs $12."
    yield a_document("af-slips", slips, date="2031-06-10", board="Select Board")
    yield a_document("af-quay", f"{CHAT * 30}Webb praised the ferry. Toll signs are old. {CHAT * 9}", date="2031-06-16")
    yield a_document("af-scan", NOISE * 12, date="2031-05-30", board="Select Board")
    yield a_document(
        "vt-rules", "The beach sticker fee is a matter of the town of Fernham.", state="VT", town="Fernham"
    )
    away = ("24 V.S.A. § 9", "Kites", "A kite may be flown by anyone.")
    yield a_statute("vt-vsa-24", away, state="VT")
    yield a_statute("nh-rsa-41", ("RSA 41:11-x", "Beach Stickers", RULE), ("RSA 41:12-x", "Chairs", CHAT))
    dated = a_statute("nh-rsa-43", ("RSA 43:5-x", "Moorings", MOORINGS))
    yield dated.changed(sections=(dated.sections[0].changed(source_note=NOTE),))


@pytest.fixture
async def call(tmp_path: Path) -> AsyncIterator[Call]:
    with vault_with(_documents(), tmp_path):
        pass
    with serving(tmp_path / "v.db") as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        yield one


ASKED = {"question": "What is the beach sticker fee for residents?", "town": "Alder Falls"}


def _passages(found: dict[str, object]) -> list[dict[str, object]]:
    return found["passages"]  # type: ignore[return-value]


async def test_the_first_page_of_a_retrieval_has_both_lanes(call: Call) -> None:
    lanes = [one["lane"] for one in _passages(await call("two_lane_retrieve", **ASKED))]
    assert lanes[:3] == ["local", "local", "state"]


async def test_the_window_holds_the_sentence_that_answers_and_what_came_of_it(call: Call) -> None:
    text = str((await call("research", **ASKED))["dossier"])
    assert "fee at $40 for residents. Motion passed 3-0." in text


async def test_a_detailed_retrieval_shows_more_of_each_passage(call: Call) -> None:
    found = [await call("two_lane_retrieve", **ASKED, response_format=how, limit=3) for how in ("concise", "detailed")]
    short, long = (sum(len(str(one["text"])) for one in _passages(one)) for one in found)
    assert long > 1.5 * short


async def test_a_scan_whose_text_is_noise_takes_no_room_in_the_dossier(call: Call) -> None:
    assert "st1cker" not in str((await call("research", **ASKED))["dossier"])


async def test_a_short_statute_is_shown_whole(call: Call) -> None:
    text = str((await call("research", **ASKED, queries=["governing body may charge fee beach stickers"]))["dossier"])
    assert RULE in text


async def test_a_chapter_is_read_as_the_table_of_its_sections_and_one_not_held_is_said_to_be(call: Call) -> None:
    chapter = str((await call("read_source", id="RSA 41"))["text"])
    assert "RSA 41:11-x Beach Stickers" in chapter
    missing = (await call("read_source", id="RSA 673:6"))["error"]
    assert "RSA 673:6 is not in the vault" in str(missing)


async def test_the_askers_state_comes_first_unless_another_is_named(call: Call) -> None:
    home = await call("search_vault", query="beach sticker fee", limit=50)
    assert all("Fernham" not in str(one.get("place")) for one in _passages(home))
    away = await call("search_vault", query="beach sticker fee Vermont", limit=50)
    assert any("Fernham" in str(one.get("place")) for one in _passages(away))


async def test_what_a_search_found_joins_the_run_and_its_citation_holds(call: Call) -> None:
    run = await call("two_lane_retrieve", question="Who chairs the planning board of Alder Falls?", town="Alder Falls")
    (hit,) = _passages(await call("search_vault", query='"fee at $40"'))
    await call("two_lane_retrieve", extend=run["retrieval_id"], add=[hit["id"]])
    held = _passages(await call("two_lane_retrieve", cursor=f"{run['retrieval_id']}.0", limit=50))
    label = next(one["label"] for one in held if one["id"] == hit["id"])
    claim = {"text": "The fee is $40.", "support": [{"source": label, "quote": "beach sticker fee at $40"}]}
    report = await call("audit", retrieval_id=run["retrieval_id"], claims=[claim])
    assert report["passed"] is True


async def test_a_claim_may_rest_on_a_document_and_is_read_on_the_page_that_says_its_words(call: Call) -> None:
    words = "The ferry toll is $7."
    claim = {"text": words, "support": [{"source": "af-ferry", "quote": words}]}
    report = await call("audit", claims=[claim])
    assert report["passed"] is True
    assert report["verdicts"] == {"verified": 1}


async def test_the_digits_of_an_id_in_a_claim_are_no_figures(call: Call) -> None:
    found = await call("search_vault", query="ferry toll", town="Alder Falls")
    name = next(one["id"] for one in found["passages"] if "$7" in one["text"])
    words = "The ferry toll is $7."
    claim = {"text": f"{words[:-1]} [{name}].", "support": [{"source": name, "quote": words}]}
    report = await call("audit", claims=[claim])
    assert report["passed"] is True
    assert report["verdicts"] == {"verified": 1}


async def test_a_label_is_read_without_what_stands_beside_it_unless_that_is_asked_for(call: Call) -> None:
    found = await call("research", question="What is the ferry toll?", town="Alder Falls")
    read = [await call("read_source", id=f"L1@{found['retrieval_id']}{mark}", limit=24_000) for mark in ("", "?around")]
    passage, around = (str(one["text"]) for one in read)
    assert "The ferry toll is $7." in passage
    assert len(passage) + 500 < len(around)


async def test_where_nothing_surely_answers_all_passages_with_rare_words_are_named_and_words_that_none_says(
    call: Call,
) -> None:
    asked = {"question": "Which company collects the ferry toll surcharge?", "town": "Alder Falls"}
    text = str(
        (
            await call(
                "research", **asked, queries=["governing body ferry toll company", "toll surcharge collected governing"]
            )
        )["dossier"]
    )
    told = text.split("ALL PASSAGES OF Alder Falls")[1]
    assert "“ferry toll”: [L1]\n" in told
    assert "In no passage and no law held: company, collects, surcharge\n" in told
    assert "beach" not in told
    queries = ["beach sticker fee residents", "set the beach sticker fee for residents"]
    sure = str((await call("research", **ASKED, queries=queries))["dossier"])
    assert "ALL PASSAGES OF Alder Falls" not in sure


async def test_a_label_is_read_on_to_its_end_by_its_cursor(call: Call) -> None:
    found = await call("research", question="What is the ferry toll?", town="Alder Falls")
    label = f"L1@{found['retrieval_id']}"
    whole = await call("read_source", id=label, limit=24_000)
    read, cursor = "", ""
    while not read or cursor:
        part = await call("read_source", id=label, limit=2_000, **({"cursor": cursor} if cursor else {}))
        read, cursor = f"{read}{part['text']}", str(part.get("next_cursor", ""))
    assert (len(read), read) == (whole["total_chars"], whole["text"])


async def test_law_of_other_states_is_told_where_no_place_is_named_and_nothing_surely_answers(call: Call) -> None:
    asked = "What does the law require of a weigher of coal?"
    told = "Law of Vermont was not searched: send `town`: 'Vermont'"
    assert told in str((await call("research", question=asked))["dossier"])
    assert told not in str((await call("research", question=asked, town="Alder Falls"))["dossier"])
    assert "was not searched" not in str((await call("research", question=asked, town="Vermont"))["dossier"])
    home = "What does New Hampshire's coal law require of a weigher?"
    queries = ["RSA 359 weigher of coal"]
    for named in ({"question": f"{asked} RSA 359:9?"}, {"question": asked, "queries": queries}, {"question": home}):
        assert "was not searched" not in str((await call("research", **named))["dossier"])


async def test_a_section_of_law_stands_under_its_own_cite_and_heading(call: Call) -> None:
    text = str((await call("research", **ASKED, queries=["governing body may charge fee beach stickers"]))["dossier"])
    assert "] RSA 41:11-x Beach Stickers" in text


async def test_what_an_extension_could_not_search_is_told_once_and_a_name_it_read_is_searched(call: Call) -> None:
    run = await call("two_lane_retrieve", **ASKED, queries=["fee moved by Quillon Varnley"])
    first = await call("two_lane_retrieve", extend=run["retrieval_id"], queries=["sticker motion Quillon Varnley"])
    again = await call("two_lane_retrieve", extend=run["retrieval_id"], queries=["sticker motion 3-0 $40"])
    assert "Quillon Varnley" in str(first["gaps"])
    assert not again.get("gaps")


async def test_words_of_one_page_that_stand_in_two_passages_rest_on_both(call: Call) -> None:
    text = "Slip fees are due on May 1 and a late slip fee costs $12."
    claim = {
        "text": text,
        "support": [{"source": "af-slips?page=1", "quote": "Slip fees are due on May 1 … late slip fee costs $12"}],
    }
    report = await call("audit", claims=[claim], detail="detailed")
    (row,) = report["rows"]  # type: ignore[misc]
    assert not report.get("findings")
    assert report["passed"] is True
    assert len(row["citations"]) == 2
    assert "not in a cited source" not in str(row)


async def test_a_sentence_that_cites_nothing_and_stands_nowhere_does_not_pass(call: Call) -> None:
    made_up = "The Alder Falls select board fined the harbor master $500 on May 13, 2031."
    for sent in ({"text": made_up}, {"claims": [{"text": made_up}]}):
        report = await call("audit", **sent)
        assert report["passed"] is False
        assert report["verdicts"] == {"not_held": 1}
        assert "$500" in str(report["rows"])
    report = await call("audit", text="The ferry toll is $7.")
    assert report["passed"] is True
    assert report["verdicts"] == {"verified": 1}


async def test_an_audit_that_fails_asks_for_no_second_one(call: Call) -> None:
    run = await call("two_lane_retrieve", **ASKED)
    quote = "Osgood moved to set the beach sticker fee at $40 for residents. Motion passed 3-0."
    label = next(one["label"] for one in _passages(run) if "at $40" in str(one["text"]))
    claim = {"text": "The beach sticker fee is $45 for residents.", "support": [{"source": label, "quote": quote}]}
    report = await call("audit", retrieval_id=run["retrieval_id"], claims=[claim])
    assert report["passed"] is False
    assert "that needs no second audit" in str(report["next_step"])


async def test_the_source_note_of_a_section_is_read_told_where_history_is_asked_for_and_quoted(call: Call) -> None:
    assert f"Source note: {NOTE}" in str((await call("read_source", id="RSA 43:5-x"))["text"])
    now = await call("research", question="Who numbers a mooring under state law?", town="Alder Falls")
    asked = await call("research", question="When did the law on numbering a mooring take effect?", town="Alder Falls")
    assert MOORINGS in str(now["dossier"])
    assert NOTE not in str(now["dossier"])
    assert f"Source note: {NOTE}" in str(asked["dossier"])
    for text, quote, passes in (
        (f'The source note of RSA 43:5-x reads "{NOTE}".', NOTE, True),
        ("RSA 43:5-x was last changed by chapter 184 of 2029.", "2029, 184:1-3, eff. Oct. 9, 2029.", True),
        ("RSA 43:5-x was changed by 2027, 184:1-3, eff. Oct. 9, 2027.", "2027, 184:1-3, eff. Oct. 9, 2027.", False),
    ):
        claim = {"text": text, "support": [{"source": "RSA 43:5-x", "quote": quote}]}
        assert (await call("audit", claims=[claim]))["passed"] is passes


async def test_each_of_several_ids_has_a_fair_part_and_one_cursor_reads_on_in_all_that_is_cut(call: Call) -> None:
    long = "af-ferry?page=1-3"
    whole = str((await call("read_source", id=long, limit=24_000))["text"])
    both = await call("read_source", id=f"{long}; RSA 43:5-x")
    assert MOORINGS in str(both["text"])
    assert f"cut: {len(whole)} characters" in str(both["text"])
    rest = await call("read_source", cursor=both["next_cursor"])
    assert str(rest["text"]) in whole
    halves = await call("read_source", id="af-ferry?page=1-2; af-slips")
    assert str(halves["next_cursor"]).count(";") == 1
    assert all(f"{name}, cut: " in str(halves["text"]) for name in ("af-ferry?page=1-2", "af-slips"))
    on = await call("read_source", cursor=halves["next_cursor"])
    assert all(name in str(on["text"]) for name in ("af-ferry?page=1-2", "af-slips"))
    assert str(halves["text"]).count("Slip fees are due on May 1.") == 1


async def test_a_search_of_law_for_a_town_is_of_the_law_of_its_state(call: Call) -> None:
    for town, shown in (
        ("Alder Falls", "RSA 41:11-x"),
        ("Fernham", "24 V.S.A. § 9"),
        ("Elsewhere, VT", "24 V.S.A. § 9"),
    ):
        found = await call("search_vault", query="kite OR stickers", town=town, lane="state")
        assert [one["section"] for one in _passages(found)] == [shown]


async def test_of_a_town_that_is_not_held_the_records_of_its_neighbours_are_looked_through(call: Call) -> None:
    asked = {"question": "What is the ferry toll in Quill Harbor?", "town": "Quill Harbor"}
    text = str((await call("research", **asked, queries=["the ferry toll is", "ferry toll of the harbor"]))["dossier"])
    assert "“ferry toll”: " in text
    assert "The ferry toll is $7." in text
    assert "ALL PASSAGES OF" not in text


async def test_what_is_held_of_several_ids_is_read_though_one_is_not(call: Call) -> None:
    read = str((await call("read_source", id="RSA 236:99; RSA 43:5-x"))["text"])
    assert MOORINGS in read
    assert "[RSA 236:99: not held" in read
    for none in ("nobody?page=1-3", "nobody; nothing"):
        assert "E_UNKNOWN_SOURCE" in str(await call("read_source", id=none))
