"""That the text of a law is not held is looked up: true absence passes, and false absence is contradicted.

The laws are placeholders about an invented footbridge code; town and people are invented.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from audit_fakes import a_brief, a_chunk, an_answer

from pipeline.check.absence import OutsideRun
from pipeline.check.audit import audit
from pipeline.check.rules.not_held import laws_not_held, place_not_held
from pipeline.types import AuditReport
from vault.types import Chunk

PAGE = a_chunk(1, "The board acted under RSA 31:897 and met again in June. Marsh read RSA 31:895 aloud.")
SECTION = a_chunk(2, "I. A footbridge may be closed.", lane="state", section="RSA 31:899", title="Footbridges")
HELD = {"RSA 31:899": True, "RSA 31:895": True, "RSA 31:897": False, "RSA 31:896": False}
"""What the vault knows of; of RSA 31:894 it is not known whether it is held."""


def audited(text: str, *state: Chunk, asked: list[str] | None = None) -> AuditReport:
    def law_held(cites: Sequence[str]) -> Mapping[str, bool]:
        if asked is not None:
            asked.extend(cites)
        return {cite: HELD[cite] for cite in cites if cite in HELD}

    answer = an_answer(text).changed(writer="host")
    return audit(answer, a_brief((PAGE,), state), outside=OutsideRun(law_held=law_held))


@pytest.mark.parametrize(
    "text",
    [
        "RSA 31:896 is not in the vault.",
        "The text of RSA 31:896 is not held.",
        "The vault does not hold RSA 31:896.",
        "Neither RSA 31:896 nor RSA 31:897 is in the vault.",
        "The minutes [L1] name RSA 31:897; its own text is not in the vault.",
        "The board acted under RSA 31:897 [L1], and its text is not in the vault.",
    ],
)
def test_that_a_law_is_not_held_is_verified_by_a_look(text: str) -> None:
    report = audited(text)
    assert [row.verdict for row in report.rows] == ["verified"], report.rows
    assert report.passed, report.findings


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("RSA 31:895 is not in the vault.", "RSA 31:895"),
        ("The text of RSA 31:895 is not held.", "RSA 31:895"),
        ("The vault does not hold RSA 31:895.", "RSA 31:895"),
        ("Neither RSA 31:896 nor RSA 31:895 is in the vault.", "RSA 31:895"),
        ("The minutes [L1] name RSA 31:895; its own text is not in the vault.", "RSA 31:895"),
    ],
)
def test_that_a_held_law_is_not_held_is_contradicted_and_the_law_is_named(text: str, held: str) -> None:
    report = audited(text)
    assert [row.verdict for row in report.rows] == ["contradicted"], report.rows
    assert report.rows[0].against == (f"not held: the vault holds the text of {held}",)
    assert not report.passed


def test_a_law_that_the_run_itself_shows_is_not_said_to_be_missing() -> None:
    report = audited("RSA 31:899 is not in the vault.", SECTION)
    assert report.rows[0].verdict == "contradicted"
    assert not report.passed


@pytest.mark.parametrize("text", ["RSA 31:894 is not in the vault.", "The text of RSA 31:894 is not held."])
def test_a_law_of_which_nothing_is_known_is_neither_missing_nor_held(text: str) -> None:
    assert audited(text).rows[0].verdict == "consistent"


def test_without_a_vault_to_look_in_absence_is_not_verified() -> None:
    report = audit(an_answer("RSA 31:896 is not in the vault.").changed(writer="host"), a_brief((PAGE,)))
    assert report.rows[0].verdict == "consistent"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The board met again in July [L1], and RSA 31:897 is not in the vault.", "July"),
        ("The board acted under RSA 31:897 in haste [L1], and its text is not in the vault.", "haste"),
    ],
)
def test_what_a_sentence_says_beside_a_true_absence_is_judged_on_its_own(text: str, left: str) -> None:
    row = audited(text).rows[0]
    assert row.verdict == "consistent"
    assert left in row.residue


@pytest.mark.parametrize("text", ["RSA 31:896 is not in force.", "RSA 31:896 is in the vault."])
def test_a_law_of_which_something_else_is_said_is_not_looked_up_and_not_let_pass(text: str) -> None:
    asked: list[str] = []
    report = audited(text, asked=asked)
    assert not asked
    assert not report.passed


def test_only_the_laws_that_are_said_to_be_missing_are_looked_up_each_once() -> None:
    asked: list[str] = []
    audited(
        "The board acted under RSA 31:897 [L1]. RSA 31:896 is not held. The text of RSA 31:896 is not in the vault.",
        asked=asked,
    )
    assert asked == ["RSA 31:896"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("RSA 31:896 is not in the vault.", ("", ("RSA 31:896",))),
        ("Neither RSA 31:896 nor RSA 31:897 is held.", ("", ("RSA 31:896", "RSA 31:897"))),
        ("The minutes name RSA 31:896; its own text is not held.", ("The minutes name RSA 31:896", ("RSA 31:896",))),
        ("The board met, and RSA 31:896 is not held.", ("The board met", ("RSA 31:896",))),
        ("The board met, but RSA 31:896 is not held.", ("The board met", ("RSA 31:896",))),
        ("RSA 31:896 is in the vault.", ("", ())),
        ("RSA 31:896 is not in force.", ("", ())),
        ("RSA 31:896 is not held, so the town must pay.", ("", ())),
        ("The bridge plan is not in the vault.", ("", ())),
        ("", ("", ())),
    ],
)
def test_which_laws_a_sentence_says_are_not_held_and_what_it_says_before(
    text: str, found: tuple[str, tuple[str, ...]]
) -> None:
    assert laws_not_held(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nothing of Otter Cove is held.", ("Otter Cove", False)),
        ("No records of Otter Cove are held.", ("Otter Cove", False)),
        ("No law of Vermont is held.", ("Vermont", True)),
        ("No law and no records of Vermont are held.", ("Vermont", False)),
        ("The vault holds records of Otter Cove.", ("", False)),  # nothing is denied
        ("Nothing of Otter Cove or Alder Falls is held.", ("", False)),  # two places
        ("Nothing of Otter Cove is held, and its board took bribes.", ("", False)),
        ("No fee of Otter Cove is held.", ("", False)),
        ("I cannot answer either part: nothing of Otter Cove is held.", ("Otter Cove", False)),
        ("Nothing of Otter Cove is held, neither its charter nor any minutes of its board.", ("Otter Cove", False)),
        (
            "Nothing of Otter Cove is held, so whether goats are allowed must be asked of its clerk.",
            ("Otter Cove", False),
        ),
        ("Nothing of Otter Cove is held, so why its board took bribes must be asked of its clerk.", ("", False)),
        ("Nothing of Otter Cove is held, so whether 3 goats are allowed must be asked of its clerk.", ("", False)),
    ],
)
def test_of_which_place_a_sentence_says_that_nothing_is_held(text: str, found: tuple[str, bool]) -> None:
    assert place_not_held(text) == found
