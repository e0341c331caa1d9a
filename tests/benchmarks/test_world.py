"""The large world changes a town's records the same way everywhere, and leaves the law alone."""

import gzip
from pathlib import Path

from fakes import a_document, vault_with

from benchmarks.assistant.world import Disguise, main, surnames, towns

MINUTES = "Osgood moved to pay $12,000. Osgood asked. Osgood said no. Case 31-07-LM of Pond Road, 2031."


def test_the_towns_are_invented_and_all_different() -> None:
    made = list(towns(200))
    assert len(set(made)) == 200


def test_names_figures_and_dates_change_the_same_way_everywhere() -> None:
    names = surnames([MINUTES])
    assert names == ("Osgood",)
    one = Disguise("Alder Falls", "Fernham", names, 1)
    first, second = one.text("Osgood moved to pay $12,000 in 2031."), one.text("Osgood paid $12,000 in 2031.")
    assert "Osgood" not in first
    assert first.split()[0] == second.split()[0]
    assert first.split()[4] == second.split()[2] != "$12,000"
    assert one.date("2031-05-20")[4:] == "-05-20" != one.date("2031-05-20")


def test_a_line_of_law_keeps_its_figures() -> None:
    assert Disguise("Alder Falls", "Fernham", (), 1).text("RSA 35:3, $500 in 1993") == "RSA 35:3, $500 in 1993"


def test_the_world_is_written_as_files_to_ingest(tmp_path: Path) -> None:
    with vault_with([a_document("af-1", MINUTES)], tmp_path):
        pass
    given = ["--vault", str(tmp_path / "v.db"), "--town", "Alder Falls", "--towns", "3", "--out", str(tmp_path / "w")]
    assert main(given) == 0
    assert len(list((tmp_path / "w").glob("*.jsonl.gz"))) == 3


def test_a_town_may_get_a_part_of_the_records_only(tmp_path: Path) -> None:
    with vault_with([a_document(f"af-{number}", f"{MINUTES} Room {number}.") for number in range(4)], tmp_path):
        pass
    place = ["--vault", str(tmp_path / "v.db"), "--town", "Alder Falls", "--out", str(tmp_path / "w")]
    assert main([*place, "--towns", "1", "--documents", "2"]) == 0
    (made,) = (tmp_path / "w").glob("*.jsonl.gz")
    assert len(gzip.decompress(made.read_bytes()).splitlines()) == 2


def test_an_id_does_not_tell_the_real_town() -> None:
    disguise = Disguise("Alder Falls", "Fernham", (), 1)
    assert disguise.identity("nh-alder-falls-pb-1") == "nh-fernham-pb-1"
    assert disguise.identity("doc-7") == "fernham-doc-7"
