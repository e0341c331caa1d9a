"""The course of a case, told among the acts of a dossier where a question asks what came of it by names and words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from audit_fakes import a_brief
from fakes import a_document, vault_with
from mcp_fakes import serving

from mcp_server.app import Workshop
from mcp_server.tools.course import case_course
from vault.store.index import VaultIndex
from vault.types import Document, Filters, Query

pytestmark = pytest.mark.anyio
Ask = Callable[[str], Awaitable[str]]

CHAT = "The chair thanked the clerk for setting out the chairs and the coffee before the meeting began. "
OPENED = "Case #31-02-V: Wenzel Tarkington, Lot 4-17 on Husk Road, seeks a Variance for a mulch yard."
AGAIN = "Case #31-02-V: Wenzel Tarkington, mulch yard on Husk Road."
KENNEL = "Case #31-05-V: Odile Bramhall seeks a Variance for a kennel."
HEADING = "Case #31-02-V, the acts on record, oldest first:"
BECAME = "What became of the mulch yard of Wenzel Tarkington?"


def _minutes(date: str, case: str, moved: str, **facts: str) -> Document:
    """Minutes of that day in which one thing was moved under one case."""
    text = f"{CHAT}\n\n{case}\n\nDust was talked of. Osgood moved to {moved}. Tilden seconded. Motion passed 3-0."
    return a_document(
        facts.pop("doc_id", f"af-{date}"), text, date=date, **{"board": "Zoning Board of Adjustment"} | facts
    )


def _documents() -> Iterator[Document]:
    yield _minutes("2031-05-06", f"Request for Rehearing for {AGAIN}", "grant the rehearing")
    yield _minutes("2031-03-04", OPENED, "continue the hearing to April 1")
    yield _minutes("2031-04-01", f"Continued {AGAIN}", "deny the variance")
    yield _minutes("2031-06-03", KENNEL, "approve the variance")
    yield _minutes("2031-04-08", AGAIN, "approve a fence", town="Plum Marsh", doc_id="pm-2031-04-08")


@contextmanager
def _told(*documents: Document) -> Iterator[Callable[[str], tuple[str, ...]]]:
    """What is told of the case that a question means, where all passages of these documents were found."""
    with vault_with(documents) as vault:
        yield lambda question: _course(vault, question)


def _course(vault: VaultIndex, question: str) -> tuple[str, ...]:
    found = vault.scan(Query(terms=("case",)), Filters(towns=("Alder Falls",)), 10).chunks
    brief = a_brief(tuple(found), question=question)
    pages = [(one.chunk.doc_id, page, one.label) for one in brief.retrieval.local for page in one.chunk.pages]
    return case_course(cast("Workshop", SimpleNamespace(library=vault)), brief, pages[:1])


@pytest.fixture(scope="module")
def one_case(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("case")
    with vault_with(_documents(), folder):
        return folder / "v.db"


@pytest.fixture
async def ask(one_case: Path) -> AsyncIterator[Ask]:
    with serving(one_case, read_only=True) as (server, _):

        async def one(question: str) -> str:
            """The acts that the dossier on a question tells, "" where it tells none."""
            found = await server.call_tool("research", {"question": question, "town": "Alder Falls", "writer": "host"})
            text = str((found.structured_content or {})["dossier"])
            return text.partition("ACTS AND FIGURES ON RECORD")[2].partition("\n\n")[0]

        yield one


async def test_a_question_for_the_course_tells_every_act_on_the_case_oldest_first(ask: Ask) -> None:
    _, heading, *lines = (await ask(BECAME)).splitlines()
    assert heading == HEADING
    assert [line[:10] for line in lines] == ["2031-03-04", "2031-04-01", "2031-05-06"]
    assert [line.partition("=> ")[2].partition(";")[0] for line in lines] == ["continued", "denied", "granted"]
    assert all(line.endswith(" p. 1]") for line in lines)


@pytest.mark.parametrize(
    "question",
    [
        "Who asked for the mulch yard of Wenzel Tarkington?",
        "What did the board decide about the mulch yard of Wenzel Tarkington on April 1, 2031?",
    ],
)
async def test_a_plain_question_on_the_same_case_tells_no_course(ask: Ask, question: str) -> None:
    assert "oldest first" not in await ask(question)


def test_the_case_told_is_the_one_whose_people_and_purpose_are_asked_for() -> None:
    with _told(*_documents()) as told:
        assert told(BECAME)[0] == HEADING
        assert told("What became of Odile Bramhall's kennel?")[0].startswith("Case #31-05-V, ")


@pytest.mark.parametrize(
    "question",
    [
        "What became of the mulch yard?",
        "What became of Tarkington?",
        "What became of the Ferncliff ferry slip?",
        "What became of Wenzel Ferncliff's barn?",
    ],
    ids=["no name", "a name alone", "none of its words", "half a name and another purpose"],
)
def test_where_the_question_says_too_little_of_any_case_none_is_meant(question: str) -> None:
    with _told(*_documents()) as told:
        assert told(question) == ()


def test_of_two_cases_that_say_as_much_of_the_question_neither_is_meant() -> None:
    twin = AGAIN.replace("31-02-V", "31-09-V")
    with _told(_minutes("2031-03-04", AGAIN, "deny it"), _minutes("2031-09-02", twin, "approve it")) as told:
        assert told(BECAME) == ()
        assert told("What became of the mulch yard of Wenzel Tarkington, Husk Road?") == ()


def test_of_acts_at_one_meeting_only_the_last_is_told() -> None:
    both = "continue the hearing to June 3. Tilden seconded. Motion passed 3-0.\n\nRoe moved to deny the variance"
    with _told(_minutes("2031-05-06", OPENED, both)) as told:
        heading, line = told(BECAME)
    assert heading.endswith("the acts on record, oldest first:")
    assert "=> denied" in line


def test_of_many_meetings_the_last_six_acts_are_told() -> None:
    days = [f"2031-{month:02}-04" for month in range(2, 11)]
    with _told(*(_minutes(day, AGAIN, f"deny waiver {n}") for n, day in enumerate(days))) as told:
        _, *lines = told(BECAME)
    assert [line[:10] for line in lines] == days[-6:]


def test_an_act_is_cited_by_the_label_of_its_page_where_it_may_be_and_else_by_its_document() -> None:
    with _told(*(one for one in _documents() if "06-03" not in one.doc_id)) as told:
        _, *lines = told(BECAME)
    cited = [line.rpartition(" [")[2] for line in lines]
    assert sorted(cited)[:1] == ["L1 p. 1]"]
    assert all(
        place == "L1 p. 1]" or place == f"af-{line[:10]} p. 1]" for place, line in zip(cited, lines, strict=True)
    )


def test_acts_of_another_town_on_a_case_of_the_same_number_are_not_told() -> None:
    with _told(*_documents()) as told:
        assert "fence" not in str(told(BECAME))


@pytest.mark.parametrize("moved", ["approve the minutes of May 6", "enter nonpublic session", "take a recess"])
def test_what_only_runs_a_meeting_is_no_act_on_the_case_before_the_board(moved: str) -> None:
    with _told(*list(_documents())[:3], _minutes("2031-06-03", AGAIN, moved)) as told:
        assert [line[:10] for line in told(BECAME)[1:]] == ["2031-03-04", "2031-04-01", "2031-05-06"]
