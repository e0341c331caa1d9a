"""How readable a text is: words, names and figures count, the noise of a scan does not."""

from __future__ import annotations

import pytest

from vault.text.quality import POOR_QUALITY, read_right, text_quality

PROSE = """The Board of Selectmen met at the town hall on March 3, 2031. Motion by Ann Waterhouse to approve the minutes
of the last meeting, seconded by Cole Brindley. Vote 3-0. The road agent reported that the culvert on Larch Road is
blocked and asked for $4,250.00 from the highway fund."""
NOISE = """rn~ -l; wete tbe Jh ,,i| \\ _ ~« sclectrnen oi' ¢ lhc tovvn vv 1l ~~ }{ a e oO Ee ; . ™ = 4 bo i
WIL}T o0ee'srI$ Jee ‘OTL ‘ss Tes Tee‘s$ ses tes ‘S$ SLVALLSH NOLLVXVL AQ G4siva Aq OL jeoy jeyoL uoHeyues"""
TABLE = "Land Use Village Rural Lot Farm P SE P X Stable P P SE X Mill X X SE P Inn P P P X"


def test_prose_reads_well_and_noise_does_not() -> None:
    assert text_quality(PROSE) > 0.9
    assert text_quality(NOISE) < POOR_QUALITY


@pytest.mark.parametrize(
    "text",
    [
        "Map 12 Lot 4-A\n2031\t1,250.00\t15.5%\n2032\t980.25\t(3.1%)\nTotal ....... $2,230.25",
        "RSA 91-A:3, II(b) was read. Case #31-02-V, MS-737, Art. 4, 2nd reading at 6:30 p.m.",
        "Anne Tolland, Bertrand Quimby, Cole Brindley, Dorcas Penhallow, Enoch Sewall, Ida Thibodeau",
        TABLE,
        "",
    ],
    ids=["figures", "citations", "names", "codes of a table", "nothing"],
)
def test_figures_citations_names_and_tables_are_no_noise(text: str) -> None:
    assert text_quality(text) > 0.8


def test_a_few_strange_marks_do_not_make_a_bad_page() -> None:
    assert text_quality("SITE PLAN ~ {| _") > POOR_QUALITY


def test_leaders_rules_and_check_boxes_say_nothing_either_way() -> None:
    assert text_quality("Name: ________ ........ ☐ \uf06f — |") == text_quality("Name:")


def test_the_more_noise_the_lower() -> None:
    measured = [text_quality(PROSE + "\n" + " ".join(NOISE.split()[:n])) for n in (0, 15, 30)]
    assert measured == sorted(measured, reverse=True)
    assert measured[0] > measured[2]


def test_a_long_unknown_word_is_read_right_where_one_r_or_t_makes_it_known() -> None:
    assert [read_right(word) for word in ("Eldetly", "tecommended", "Assesor", "Carter", "elderly", "tate")] == [
        "Elderly", "recommended", "Assesor", "Carter", "elderly", "tate",
    ]  # fmt: skip
