"""Any text is audited against a vault: contradicted is an error, not held is "unread" and no error.

Town and people are invented; the section's text is a placeholder about footbridges and not law.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakes import a_document, a_statute, vault_with

from pipeline.audit import audit_text
from vault.index import VaultIndex

MINUTES = a_document(
    "alder-falls-2025-01-06",
    "Select Board of Alder Falls, January 6, 2025. Chair Ada Osgood opened the meeting. Motion by Marsh, seconded by "
    "Webb, to close Mill Road until June 30, 2025. Vote 3-0. The board approved $12,500 for the footbridge repair.",
    date="2025-01-06",
    board="Select Board",
)
CODE = a_statute(
    "placeholder-31",
    ("RSA 31:899", "Footbridges", "I. The governing body may regulate footbridges.\nII. A footbridge is a way."),
    as_of="2025-12-29",
)


@pytest.fixture(scope="module")
def vault() -> Iterator[VaultIndex]:
    with vault_with([MINUTES, CODE]) as held:
        yield held


def found(text: str, vault: VaultIndex, severity: str = "error") -> set[str]:
    return {one.rule for one in audit_text(text, vault).findings if one.severity == severity}


# covers: 335
def test_a_true_letter_passes_and_every_row_says_where_it_stands(vault: VaultIndex) -> None:
    letter = (
        "The minutes say “The board approved $12,500 for the footbridge repair”. Motion by Marsh, seconded by Webb."
    )
    report = audit_text(letter, vault)
    assert report.passed, report.findings
    assert [row.verdict for row in report.rows] == ["quoted", "quoted"]
    assert report.rows[0].page == 1
    assert report.rows[0].link.endswith("alder-falls-2025-01-06.txt")


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("quotes_verbatim", "They wrote “The board approved $15,500 for the footbridge repair”."),
        ("figure_not_found", "The board approved $15,500 for the footbridge repair."),
        ("statute_paragraph", "Under RSA 31:899, IV the governing body may regulate footbridges."),
        ("statute_unknown", "Under RSA 999:4 the governing body may regulate footbridges."),
        ("altered_copy", "The board did not approve $12,500 for the footbridge repair."),
        ("absolute_claim", "Closing Mill Road until June 30, 2025 is illegal."),
    ],
)
def test_what_the_vault_contradicts_is_an_error(rule: str, text: str, vault: VaultIndex) -> None:
    assert rule in found(text, vault)


def test_what_the_vault_does_not_hold_is_unread_and_not_wrong(vault: VaultIndex) -> None:
    report = audit_text("Zebras graze on the savanna under RSA 36:4, and “nobody minds the lions there”.", vault)
    assert report.passed
    assert [row.verdict for row in report.rows] == ["unread"]
    assert {one.rule for one in report.findings} == {"statute_not_held", "quote_not_held"}


def test_every_statute_gets_a_currency_stamp(vault: VaultIndex) -> None:
    stamps = [f.message for f in audit_text("RSA 31:899 lets the governing body regulate.", vault).findings]
    assert any("RSA 31:899: text as of 2025-12-29" in stamp for stamp in stamps)


def test_an_empty_text_gives_an_empty_report(vault: VaultIndex) -> None:
    report = audit_text("  \n", vault)
    assert report.passed
    assert report.rows == ()
