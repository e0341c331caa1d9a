"""The town is asked for where a client offers to ask, a town is needed and none is said; nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from mcp import Client
from mcp.types import ElicitRequestParams, ElicitResult
from mcp_fakes import serving

from mcp_server.cli.main import main

pytestmark = pytest.mark.anyio
QUESTION = "What did the Select Board decide about the culvert?"


class _Person:
    """Answers like a client's user and remembers what was asked."""

    def __init__(self, town: str) -> None:
        self.town = town
        self.asked: list[str] = []

    async def __call__(self, _: object, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params.message)
        return (
            ElicitResult(action="accept", content={"town": self.town}) if self.town else ElicitResult(action="decline")
        )


@pytest.fixture
def two_towns(tmp_path: Path) -> Path:
    for town in ("Alder Falls", "Birch Hollow"):
        (tmp_path / f"{town}.txt").write_text(
            f"Town of {town} Select Board minutes\nMay 6, 2031\nThe Board of {town} voted 3-0 to replace the culvert."
        )
        facts = ("--town", town, "--board", "Select Board", "--type", "minutes", "--lane", "local", "--quiet")
        main(["--vault", str(tmp_path / "vault.db"), "ingest", str(tmp_path / f"{town}.txt"), *facts])
    return tmp_path / "vault.db"


async def _dossier(
    vault: Path, person: _Person | None, mode: Literal["legacy", "auto"] = "legacy", **arguments: object
) -> str:
    with serving(vault) as (server, _):
        async with Client(server, elicitation_callback=person, mode=mode) as client:
            result = await client.call_tool("research", {"question": QUESTION, **arguments})
            return str(result.structured_content)


async def test_the_person_is_asked_once_and_the_answer_is_about_that_town(two_towns: Path) -> None:
    person = _Person("birch hollow")
    shown = await _dossier(two_towns, person)
    assert person.asked == ["Which town is this about? Held: Alder Falls, Birch Hollow"]
    assert "The Board of Birch Hollow voted" in shown
    assert "The Board of Alder Falls voted" not in shown


async def test_nobody_is_asked_when_the_town_is_said_or_the_client_does_not_offer_it(two_towns: Path) -> None:
    person = _Person("Birch Hollow")
    assert "The Board of Alder Falls voted" in await _dossier(two_towns, person, town="Alder Falls")
    assert person.asked == []
    assert "culvert" in await _dossier(two_towns, None)


async def test_who_declines_gets_an_answer_all_the_same(two_towns: Path) -> None:
    assert "culvert" in await _dossier(two_towns, _Person(""))


async def test_in_the_protocol_without_questions_of_the_server_there_is_an_answer_all_the_same(two_towns: Path) -> None:
    assert "culvert" in await _dossier(two_towns, _Person("Birch Hollow"), "auto")
