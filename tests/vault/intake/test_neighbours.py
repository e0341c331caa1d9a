"""The town of a record that names none: that of the records it lies among, where these agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from vault.intake.ingest import ingest
from vault.intake.neighbours import NEIGHBOURS
from vault.store.index import VaultIndex

WORDS = ("boathouse", "footbridge", "culvert", "quarry", "hedge", "ballot")
MINUTES = (
    "{head}Minutes of May {day}, 2025\n\nThe meeting was called to order. Ann Cole seconded a plan for the {word}."
)


def _record(folder: Path, day: int, head: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"scan{day:04}.txt").write_text(MINUTES.format(head=head, day=day, word=f"{WORDS[day % 6]} {day}"))


def _titles(vault: VaultIndex) -> dict[str, str]:
    return {Path(one.source).name: one.metadata.title for one in vault.documents()}


def test_minutes_without_a_town_get_that_of_the_same_board_in_their_folder(tmp_path: Path) -> None:
    for day in (1, 2):
        _record(tmp_path / "box", day, "Town of Alder Falls\nPlanning Board\n")
    _record(tmp_path / "box", 3, "Town of Mill Pond\nSelect Board\n")
    _record(tmp_path / "box", 4, "Planning Board\n")
    _record(tmp_path / "box", 5, "Budget Committee\n")
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [tmp_path / "box"])
        found = {Path(one.source).name: one.metadata for one in vault.documents()}
        assert found["scan0004.txt"].town == "Alder Falls"
        assert found["scan0004.txt"].title == "Alder Falls Planning Board minutes, 2025-05-04"
        assert found["scan0004.txt"].note == NEIGHBOURS
        assert found["scan0005.txt"].town == "", "two towns lie here, and no other record is of that board"
        assert all(one.outcome == "unchanged" for one in ingest(vault, [tmp_path / "box"]).files)
        assert vault.verify().ok


@pytest.mark.parametrize(("named", "town"), [(3, "Alder Falls"), (2, "")])
def test_a_folder_of_one_town_settles_what_lies_in_it_when_enough_say_so(tmp_path: Path, named: int, town: str) -> None:
    for day in range(1, 1 + named):
        _record(tmp_path / "box", day, "Town of Alder Falls\nPlanning Board\n")
    _record(tmp_path / "box", 9, "Budget Committee\n")
    _record(tmp_path / "other", 8, "Budget Committee\n")
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [tmp_path / "box", tmp_path / "other"])
        found = {Path(one.source).name: one.metadata.town for one in vault.documents()}
    assert found["scan0009.txt"] == town
    assert found["scan0008.txt"] == "", "another folder"


@pytest.mark.parametrize("named", ["whole", "relative"])
def test_a_record_that_comes_in_later_is_settled_by_those_that_lay_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    box = tmp_path / "box"
    for day in (1, 2, 3):
        _record(box, day, "Town of Alder Falls\nPlanning Board\n")
    monkeypatch.chdir(box)
    place = box if named == "whole" else Path()
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [place])
        _record(box, 9, "Budget Committee\n")
        ingest(vault, [place / "scan0009.txt"])
        found = {Path(one.source).name: one.metadata.town for one in vault.documents()}
    assert found["scan0009.txt"] == "Alder Falls"


def test_a_folder_below_that_of_the_towns_records_is_of_the_town_and_a_paper_of_another_state_is_not(
    tmp_path: Path,
) -> None:
    for day in (1, 2, 3):
        _record(tmp_path / "box", day, "Town of Alder Falls\nPlanning Board\n")
    (tmp_path / "box" / "Boards").mkdir()
    _record(tmp_path / "box" / "Boards" / "2025", 4, "Budget Committee\n")
    (tmp_path / "box" / "code.txt").write_text(
        "Ordinance of Lamps\n\nThe law of Georgia rules; so says Georgia. Georgia."
    )
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [tmp_path / "box"])
        found = {Path(one.source).name: one.metadata.town for one in vault.documents()}
    assert (found["scan0004.txt"], found["code.txt"]) == ("Alder Falls", "")


@pytest.mark.parametrize(("named", "town"), [(3, "Alder Falls"), (2, "")])
def test_a_town_that_several_records_are_of_is_known_by_its_name_before_a_board(
    tmp_path: Path, named: int, town: str
) -> None:
    for day in range(1, 1 + named):
        _record(tmp_path / "box", day, "Town of Alder Falls\nPlanning Board\n")
    _record(tmp_path / "other", 8, "The clerk of the Alder Falls Budget Committee keeps the lamp.\n")
    _record(tmp_path / "other", 9, "The clerk of the Budget Committee went to Alder Falls.\n")
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [tmp_path / "box", tmp_path / "other"])
        found = {Path(one.source).name: one.metadata.town for one in vault.documents()}
    assert (found["scan0008.txt"], found["scan0009.txt"]) == (town, "")


def test_a_record_of_a_town_that_names_no_state_gets_the_one_its_other_records_name(tmp_path: Path) -> None:
    for day in (1, 2):
        _record(tmp_path / "box", day, "City of Alder Falls, Oregon\nPlanning Commission\n")
    _record(tmp_path / "box", 3, "City of Alder Falls\nPlanning Commission\n")
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [tmp_path / "box"])
        assert {one.metadata.state for one in vault.documents()} == {"OR"}
        assert all(one.outcome == "unchanged" for one in ingest(vault, [tmp_path / "box"]).files)


def test_one_record_tells_the_state_of_a_town_on_no_list_and_no_town_goes_to_a_paper_that_names_another(
    tmp_path: Path,
) -> None:
    _record(tmp_path / "box", 1, "City of Alder Falls, Oregon\nPlanning Commission\n")
    for day in (2, 3, 4):
        _record(tmp_path / "box", day, "City of Alder Falls\nPlanning Commission\n")
    _record(tmp_path / "box", 5, "Lamp Office, Montpelier, VT 05602\nPlanning Commission\nThe State of Vermont.\n")
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        ingest(vault, [tmp_path / "box"])
        found = {Path(one.source).name: (one.metadata.town, one.metadata.state) for one in vault.documents()}
    assert found.pop("scan0005.txt") == ("", "VT")
    assert set(found.values()) == {("Alder Falls", "OR")}


def test_a_copy_of_a_record_that_was_given_its_town_stays_one_at_the_next_run(tmp_path: Path) -> None:
    for day in (1, 2, 3):
        _record(tmp_path / "box", day, "Town of Alder Falls\nPlanning Board\n")
    for name in ("a.txt", "b.txt"):
        (tmp_path / "box" / name).write_text("Budget Committee\nMinutes of May 9, 2025\n\nMs. Cole moved the lamp.")
    with VaultIndex.open(tmp_path / "v.db", create=True) as vault:
        runs = [{Path(one.source).name: one.outcome for one in ingest(vault, [tmp_path / "box"]).files} for _ in "12"]
    assert [(run["a.txt"], run["b.txt"]) for run in runs] == [("added", "duplicate"), ("unchanged", "duplicate")]
