"""Why a search found nothing: of alternatives as of single words, and of a board of which nothing is held."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from fakes import a_document, vault_with
from mcp_fakes import serving

pytestmark = pytest.mark.anyio
Call = Callable[..., Awaitable[dict[str, object]]]

WICK = {"town": "Cobble Wick", "board": "Select Board"}
MARSH = {"town": "Plum Marsh", "board": "Harbor Commission"}


@pytest.fixture(scope="module")
def two_towns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("towns")
    documents = (
        a_document("cw-1", "The mulch yard on Husk Road was closed.", date="2031-01-05", **WICK),
        a_document("cw-2", "The bandstand needs paint.", date="2031-05-05", **WICK),
        a_document("pm-1", "The ferry slip was dredged.", date="2030-05-19", **MARSH),
    )
    with vault_with(documents, folder):
        return folder / "v.db"


@pytest.fixture
async def search(two_towns: Path) -> AsyncIterator[Call]:
    with serving(two_towns, read_only=True) as (server, _):

        async def one(query: str, **arguments: object) -> dict[str, object]:
            found = await server.call_tool("search_vault", {"query": query, **arguments})
            return dict(found.structured_content or {})

        yield one


@pytest.mark.parametrize("exhaustive", [False, True], ids=["ranked", "exhaustive"])
@pytest.mark.parametrize(
    ("query", "filters", "reason", "detail"),
    [
        ('zebra OR "no such run"', {}, "not_in_vault", "None of these words occurs in the vault."),
        (
            '"ferry slip" OR zebra',
            {"town": "Cobble Wick"},
            "other_town",
            "The records of Cobble Wick do not have these words; they occur in records of Plum Marsh.",
        ),
        (
            '"ferry slip" OR zebra',
            {"town": "Birch Gap"},
            "other_town",
            "The vault holds no records of Birch Gap; they occur in records of Plum Marsh.",
        ),
        (
            "zebra OR bandstand",
            {"date_to": "2030"},
            "other_years",
            "Nothing in the years asked for; the words occur in records of 2031.",
        ),
        (
            "zebra OR bandstand",
            {"doc_types": ["budget"]},
            "filtered_out",
            "The words occur only outside the filters, in documents of type minutes.",
        ),
    ],
)
async def test_of_alternatives_that_are_found_nowhere_the_reason_is_told(
    search: Call, query: str, filters: dict[str, object], reason: str, detail: str, *, exhaustive: bool
) -> None:
    found = await search(query, **filters, exhaustive=exhaustive)
    assert (found["total"], found["zero_reason"], found["zero_detail"]) == (0, reason, detail)


async def test_where_one_alternative_is_found_no_reason_is_told(search: Call) -> None:
    found = await search("zebra OR bandstand", town="Cobble Wick")
    assert found["total"] == 1
    assert not found.get("zero_reason")
    assert not found.get("zero_detail")


async def test_where_no_alternative_stands_beside_a_word_that_is_held_there_is_a_reason_still(search: Call) -> None:
    found = await search("(zebra OR giraffe) bandstand")
    assert found["total"] == 0
    assert found["zero_reason"] in ("not_in_vault", "held_apart")


async def test_two_groups_of_alternatives_that_no_passage_holds_together_are_told_apart(search: Call) -> None:
    found = await search("(zebra OR bandstand) (giraffe OR ferry)")
    assert found["zero_reason"] == "held_apart"
    assert "zebra OR bandstand: 1, giraffe OR ferry: 1" in str(found["zero_detail"])


async def test_what_stands_near_nothing_has_its_reason_too(search: Call) -> None:
    assert (await search("zebra NEAR/2 giraffe"))["zero_reason"] == "not_in_vault"
    away = await search("ferry NEAR/2 slip", town="Cobble Wick")
    assert (away["total"], away["zero_reason"]) == (0, "other_town")


@pytest.mark.parametrize("query", ["bandstand", "bandstand OR zebra", '"bandstand needs"'])
@pytest.mark.parametrize(
    ("place", "detail"),
    [
        (
            {"town": "Cobble Wick", "board": "Harbor Commission"},
            "No record of the Harbor Commission of Cobble Wick is held.",
        ),
        ({"board": "Sewer Commission"}, "No record of the Sewer Commission is held."),
    ],
    ids=["held of another town", "held of no town"],
)
async def test_a_board_of_which_nothing_is_held_is_the_reason(
    search: Call, query: str, place: dict[str, str], detail: str
) -> None:
    found = await search(query, **place)
    assert (found["total"], found["zero_reason"], found["zero_detail"]) == (0, "filtered_out", detail)


@pytest.mark.parametrize(
    ("query", "place", "reason"),
    [
        ("zebra", WICK, "not_in_vault"),
        ("bandstand", {**WICK, "date_to": "2030"}, "other_years"),
        ("bandstand", MARSH, "filtered_out"),
        ("bandstand", {"board": "Harbor Commission"}, "filtered_out"),
    ],
)
async def test_a_board_that_is_held_is_never_said_not_to_be(
    search: Call, query: str, place: dict[str, str], reason: str
) -> None:
    found = await search(query, **place)
    assert (found["total"], found["zero_reason"]) == (0, reason)
    assert "No record of" not in str(found["zero_detail"])


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("(zebra OR giraffe) bandstand", "zebra OR giraffe. Passages with each other: bandstand: 1."),
        ('"no such run" bandstand slip', "no such run. Passages with each other: bandstand: 1, slip: 1."),
    ],
)
async def test_only_the_words_that_occur_nowhere_are_said_to(search: Call, query: str, told: str) -> None:
    found = await search(query)
    assert found["total"] == 0
    assert found["zero_detail"] == f"In no passage of the vault: {told}"


@pytest.mark.parametrize(
    ("query", "exhaustive", "told"),
    [
        ('bandstand OR "husk road" paint', True, '(bandstand OR "husk road") AND paint'),
        ('bandstand OR "husk road" paint', False, '(bandstand OR "husk road") AND paint'),
        ('bandstand OR "husk road" zebra', False, '(bandstand OR "husk road"), ranked by: zebra'),
        ('"husk road" -paint', False, '"husk road" AND NOT paint'),
        ('yard NEAR/5 husk "mulch yard"', False, '"mulch yard" AND yard NEAR/5 husk'),
        ("bandstand OR slip", True, None),
        ('"husk road"', False, None),
        ("mulch yard", True, None),
    ],
)
async def test_a_query_with_operators_and_more_is_told_as_it_was_read(
    search: Call, query: str, exhaustive: bool, told: str | None
) -> None:
    assert (await search(query, exhaustive=exhaustive)).get("read_as") == told
