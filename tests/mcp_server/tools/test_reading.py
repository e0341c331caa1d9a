"""Reading as a reader needs it: a passage to the end of its discussion, nothing twice, the rows that say a word."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from fakes import a_document, a_statute, vault_with
from mcp_fakes import listed_ids, serving

from vault.types import Document

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]

NAMES = [
    "Aldham",
    "Birchby",
    "Cedarton",
    "Dunmere",
    "Elmsley",
    "Fernham",
    "Gorsedale",
    "Hollin",
    "Ivyfield",
    "Juniper",
    "Kestrel",
    "Larch",
]
TALK = "The clerk read the letter aloud and the members looked at the map of the shore for some time. "
PARAGRAPHS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII")
RULE = "I. The board may charge a fee for moorings."


def _minutes() -> str:
    """Long minutes with a matter at every mark."""
    matters = [f"• Matter {number}: the dock of lot {number} was discussed.\n{TALK * 9}\n" for number in range(1, 9)]
    return "Select Board minutes\nJune 3, 2031\n" + "".join(matters) + "Motion to adjourn passed 3-0."


def _transcript() -> str:
    turns = [f"[00:{number:02}:00] **Ann Poe:** Item {number} is next on our list today." for number in range(40)]
    turns[17] = "[00:17:00] **Lee Moss:** The kayak rack costs ninety dollars a year."
    return "\n\n".join(turns)


def _documents() -> Iterator[Document]:
    yield a_document("af-long", _minutes(), date="2031-06-03", board="Select Board")
    yield a_document("af-talk", _transcript(), date="2031-06-05", board="Select Board")
    yield a_document("af-list", "\n".join(NAMES), date="2031-06-07")
    cells = "\n".join(f"{name}\n11/12/30\n{number},705,370\n3.{number}" for number, name in enumerate(NAMES, 10))
    yield a_document("af-rates", f"Municipality\nDate\nValuation\nRate\n{cells}", date="2030-11-12")
    yield a_document("af-two", f"• Ferry: {TALK}", f"• Bridge: {TALK}", "• Tower: none.", date="2031-06-09")
    booklet = a_document("af-booklet", "Kiosk slides.", "Crane slides.", "Pump slides.", date="2031-06-11")
    held = (page.changed(number=number) for page, number in zip(booklet.pages, (1, 15, 16), strict=True))
    yield booklet.changed(pages=tuple(held))
    long = "\n".join(
        (
            *(f"{mark}. {TALK * 9}" for mark in PARAGRAPHS[:8]),
            "IX. The keeper of the lighthouse is paid.",
            *(f"{mark}. {TALK * 9}" for mark in PARAGRAPHS[8:]),
        )
    )
    sections = ("RSA 41:11-x", "Moorings", RULE), ("RSA 41:12-x", "Chairs", TALK), ("RSA 41:13-x", "Keepers", long)
    yield a_statute("nh-rsa-41", *sections)


@pytest.fixture
async def call(tmp_path: Path) -> AsyncIterator[Call]:
    with vault_with(_documents(), tmp_path):
        pass
    with serving(tmp_path / "v.db") as (server, _):

        async def one(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        yield one


async def _ids(call: Call, query: str) -> list[str]:
    """The ids of the passages of the long minutes that hold the words, in order."""
    found = await call("search_vault", query=query, exhaustive=True, limit=50)
    return [one for one in listed_ids(found) if "af-long" in one]


async def test_a_passage_is_read_to_the_end_of_its_matter_and_not_on_through_its_page(call: Call) -> None:
    first, second, *_ = await _ids(call, "letter shore")
    for name in (first, second):
        text = str((await call("read_source", id=name))["text"])
        assert len(text) < 2_900
        assert text.rstrip().endswith((".", "discussed."))
        assert "Motion to adjourn" not in text
    whole = str((await call("read_source", id="af-long", limit=24_000))["text"])
    assert str((await call("read_source", id=second))["text"]) in whole


async def test_neighbours_read_together_are_one_text_without_a_word_twice(call: Call) -> None:
    first, second, *_ = await _ids(call, "letter shore")
    both = str((await call("read_source", id=f"{first};{second}"))["text"])
    assert both.count("[Select Board minutes") + both.count("[af-long") <= 1
    assert first in both.partition("\n")[0]
    assert second in both.partition("\n")[0]
    assert all(both.count(f"Matter {number}:") <= 1 for number in range(1, 9))


async def test_pages_and_passages_on_them_are_given_once(call: Call) -> None:
    (name,) = listed_ids(await call("search_vault", query="Ferry", exhaustive=True))
    text = str((await call("read_source", id=f"af-two?page=1-2; af-two?page=2-3; {name}"))["text"])
    assert [text.count(word) for word in ("Ferry:", "Bridge:", "Tower:")] == [1, 1, 1]
    assert f"[{name}: on the pages above]" in text


async def test_a_page_that_is_not_held_is_told_with_those_that_are(call: Call) -> None:
    assert (await call("read_source", id="af-booklet?page=15"))["text"] == "Crane slides."
    refused = (await call("read_source", id="af-booklet?page=9"))["error"]
    assert isinstance(refused, dict)
    assert (refused["code"], refused["valid"]) == ("E_NO_PAGE", ["1", "15 to 16"])


async def test_what_a_cursor_names_of_joined_passages_is_read_on(call: Call) -> None:
    names = ";".join((await _ids(call, "letter shore"))[:2])
    other = "af-talk"
    whole = str((await call("read_source", id=names, limit=24_000))["text"]).partition("\n")[2]
    cut = await call("read_source", id=f"{names};{other}", limit=1_000)
    cursor = str(cut["next_cursor"]).split(";")[0].strip()
    rest = str((await call("read_source", cursor=cursor, limit=24_000))["text"])
    assert len(rest) > 1_000
    assert whole.endswith(rest)


async def test_a_cursor_among_ids_reads_on(call: Call) -> None:
    first = (await _ids(call, "letter shore"))[0]
    whole = str((await call("read_source", id=first, limit=24_000))["text"])
    cut = await call("read_source", id=first, limit=1_000)
    both = await call("read_source", id=f"{cut['next_cursor']};af-two?page=1", limit=24_000)
    text = str(both["text"])
    assert "Ferry:" in text
    assert whole[-200:] in text
    assert whole[:200] not in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Hollin", "1 of 12 rows says Hollin"), ("Osgood", "No row says Osgood (12 rows read).")],
)
async def test_whether_a_name_is_on_a_list_is_told_with_the_rows_read(call: Call, name: str, shown: str) -> None:
    found = await call("read_source", id="af-list", find=name)
    lines = str(found["text"]).splitlines()
    assert lines[0] == shown
    assert ("Gorsedale" in lines, "Aldham" in lines) == (name == "Hollin", False)
    assert found["kind"] == "paragraphs"


async def test_a_row_whose_cells_stand_on_lines_of_their_own_is_found_whole(call: Call) -> None:
    text = str((await call("read_source", id="af-rates", find="Fernham"))["text"])
    row = text.rsplit("Fernham\n", 1)[1].splitlines()
    assert row[:3] == ["11/12/30", "15,705,370", "3.15"]
    assert len(row) <= 4


async def test_of_a_transcript_the_turns_that_say_the_words_come_with_those_beside_them(call: Call) -> None:
    text = str((await call("read_source", id="af-talk", find="kayak rack"))["text"])
    assert text.startswith("1 of 40 paragraphs says kayak rack")
    assert [f"Item {number} is" in text for number in (15, 16, 18, 19)] == [False, True, True, False]
    apart = str((await call("read_source", id="af-talk", find="kayak zebra"))["text"])
    assert apart.startswith("No paragraph says kayak zebra (40 paragraphs read). That say each: kayak 1, zebra 0.")
    assert "ninety dollars" in apart


async def test_where_no_row_says_all_names_the_row_of_each_is_shown(call: Call) -> None:
    text = str((await call("read_source", id="af-list", find="Hollin Aldham"))["text"])
    assert text.startswith("No row says Hollin Aldham (12 rows read). That say each: hollin 1, aldham 1.")
    assert {"Hollin", "Aldham"} <= set(text.splitlines())


async def test_words_are_found_in_what_a_passage_a_page_a_chapter_or_several_stand_for(call: Call) -> None:
    (name, *_) = await _ids(call, '"lot 2"')
    text = str((await call("read_source", id=name, find='"lot 7"'))["text"])
    assert "Matter 7" in text
    pages = str((await call("read_source", id="af-two; af-talk", find="kayak OR tower"))["text"])
    assert "[af-two?page=3]" in pages
    assert "[af-talk?page=1]" in pages
    assert "says moorings" in str((await call("read_source", id="RSA 41", find="moorings"))["text"])
    assert "No paragraph" in str((await call("read_source", id="af-two?page=1-2", find="tower"))["text"])
    assert "E_UNKNOWN_SOURCE" in str(await call("read_source", id="nobody", find="tower"))


async def test_the_words_are_looked_for_in_all_of_a_long_section_of_law(call: Call) -> None:
    found = str((await call("read_source", id="RSA 41:13-x", find="lighthouse"))["text"])
    assert found.startswith("1 of ")
    assert "IX. The keeper of the lighthouse is paid." in found
    assert str((await call("read_source", id="RSA 41:13-x", find="ferry"))["text"]).startswith(
        "No paragraph says ferry"
    )


async def test_many_paragraphs_are_read_on_by_the_cursor(call: Call) -> None:
    whole = str((await call("read_source", id="af-talk", find="item", limit=24_000))["text"])
    first = await call("read_source", id="af-talk", find="item", limit=900)
    rest = await call("read_source", id="af-talk", find="item", cursor=first["next_cursor"], limit=24_000)
    assert str(first["text"]) + str(rest["text"]) == whole
