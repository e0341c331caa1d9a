"""Any text is audited against a vault: contradicted is an error, not held is "not_held" and no error.

Town and people are invented; the section's text is a placeholder about footbridges and not law.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakes import a_document, a_statute, vault_with

from pipeline.check.outside_text import audit_text
from vault.store.index import VaultIndex

MINUTES = a_document(
    "alder-falls-2025-01-06",
    "Select Board of Alder Falls, January 6, 2025. Chair Ada Osgood opened the meeting. Motion by Marsh, seconded by "
    "Webb, to close Mill Road until June 30, 2025. Vote 3-0. The board approved $12,500 for the footbridge repair.",
    date="2025-01-06",
    board="Select Board",
)
LETTER = a_document(
    "alder-falls-2025-02-03",
    "Select Board of Alder Falls, February 3, 2025. Webb asked that the gate of the footbridge at Mill Road be kept "
    "shut for 12 days. Marsh spoke of the budget of the library. The clerk read a letter. Lunt thanked the choir. A "
    "lamp was lent to the ferry for 30 days. Marsh said the wharf didn't leak and moved to lease the wharf of the "
    "ferry. Webb seconded. No discussion. Motion passed.",
    date="2025-02-03",
    board="Select Board",
)
CODE = a_statute(
    "placeholder-31",
    ("RSA 31:899", "Footbridges", "I. The governing body may regulate footbridges.\nII. A footbridge is a way."),
    (
        "RSA 31:898",
        "Keepers",
        "No keeper of the Mill Lane footbridge, no warden of any other bridge, and no clerk of the wharf, including "
        "but not limited to ferrymen, lamp tenders, toll takers, watchmen of the lower lock, boys of the upper lock "
        "and the tide master, shall be fined for any delay or closing ordered by said person in good faith.",
    ),
    as_of="2025-12-29",
)


@pytest.fixture(scope="module")
def vault() -> Iterator[VaultIndex]:
    with vault_with([MINUTES, LETTER, CODE]) as held:
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
    assert [row.verdict for row in report.rows] == ["verified", "verified"]
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
        (
            "altered_copy",
            "At the meeting of January 6, 2025, the board approved $15,500 for the footbridge repair, and the town "
            "was told of it by letter.",
        ),
        ("claim_contradicted", "The governing body must regulate footbridges."),
    ],
)
def test_what_the_vault_contradicts_is_an_error(rule: str, text: str, vault: VaultIndex) -> None:
    assert rule in found(text, vault)


def test_what_the_vault_does_not_hold_is_unread_and_not_wrong(vault: VaultIndex) -> None:
    report = audit_text("Zebras graze on the savanna under RSA 36:4, and “nobody minds the lions there”.", vault)
    assert report.passed
    assert [row.verdict for row in report.rows] == ["not_held"]
    assert {one.rule for one in report.findings} == {"statute_not_held", "quote_not_held"}


@pytest.mark.parametrize(
    "text",
    [
        "On January 6, 2025 the board of Alder Falls fined Ada Osgood $900.",
        "The clerk bought the choir a footbridge for the budget of the ferry.",
        "Marsh lent the library a lamp, and Webb lent it $40.",
    ],
)
def test_a_sentence_whose_words_stand_each_somewhere_else_is_not_consistent(text: str, vault: VaultIndex) -> None:
    assert {row.verdict for row in audit_text(text, vault).rows} <= {"not_held", "contradicted"}


def test_a_rounded_figure_is_no_altered_one(vault: VaultIndex) -> None:
    assert not found("The board approved about $12,000 for the footbridge repair.", vault)
    assert found("The board approved $12,000 for the footbridge repair.", vault)


def test_a_quotation_joined_from_two_sentences_verifies_no_sentence_around_it(vault: VaultIndex) -> None:
    text = "The minutes say Webb “asked that the gate … be lent to the ferry for 30 days”."
    assert [row.verdict for row in audit_text(text, vault).rows] != ["verified"]


def test_every_statute_gets_a_currency_stamp(vault: VaultIndex) -> None:
    stamps = [f.message for f in audit_text("RSA 31:899 lets the governing body regulate.", vault).findings]
    assert any("RSA 31:899: text as of 2025-12-29" in stamp for stamp in stamps)


def test_an_empty_text_gives_an_empty_report(vault: VaultIndex) -> None:
    report = audit_text("  \n", vault)
    assert report.passed
    assert report.rows == ()


def messages(text: str, vault: VaultIndex) -> str:
    return "\n".join(f"{one.severity} {one.message} {one.repair}" for one in audit_text(text, vault).findings)


def test_a_greeting_and_a_courtesy_state_nothing(vault: VaultIndex) -> None:
    letter = "Dear Members of the Board,\n\n**Great question!** The board met on Mill Road.\n\nSincerely,\nAda Lunt\n"
    assert [row.sentence for row in audit_text(letter, vault).rows] == ["The board met on Mill Road."]


@pytest.mark.parametrize(
    "text",
    [
        "Of course, the select board denied the request of the ferry.",
        "Thank you, the board approved $19,999 for the footbridge.",
        "Sure, RSA 31:899 allows it.",
    ],
)
def test_a_claim_after_a_courtesy_is_judged(text: str, vault: VaultIndex) -> None:
    assert [row.sentence for row in audit_text(text, vault).rows] == [text]


@pytest.mark.parametrize("text", ["Thank you for your patience.", "Let me know if you have any questions.", "Sure!"])
def test_a_courtesy_alone_is_not_judged(text: str, vault: VaultIndex) -> None:
    assert audit_text(text, vault).rows == ()


def test_a_figure_held_elsewhere_is_doubted_where_the_matter_has_another(vault: VaultIndex) -> None:
    text = "For 30 days, Webb asked, nobody should open that gate by Mill Road, at the footbridge."
    assert "warning 30: the record says: Webb asked that the gate" in messages(text, vault)
    assert messages(text.replace("30 days", "12 days"), vault) == ""


def test_a_motion_that_passed_is_not_told_as_failed(vault: VaultIndex) -> None:
    told = messages("The motion to lease the wharf of the ferry failed.", vault)
    assert "failed: the record says: Marsh said" in told
    assert "the record says" not in messages("The motion to lease the wharf of the ferry passed.", vault)


def test_a_name_spelled_otherwise_is_told_with_the_record_s_own(vault: VaultIndex) -> None:
    assert "Osgoode is not in the passages found; they have Osgood" in messages(
        "Chair Ada Osgoode opened the meeting of the Select Board of Alder Falls.", vault
    )


def test_a_sentence_with_an_error_is_not_called_supported(vault: VaultIndex) -> None:
    rows = audit_text("Under RSA 31:899, IV the governing body may regulate footbridges.", vault).rows
    assert [row.verdict for row in rows] == ["contradicted"]


def test_a_long_passage_is_shown_by_what_it_says_of_the_matter(vault: VaultIndex) -> None:
    told = messages("The keeper of the Mill Lane footbridge may be fined for any delay ordered in good faith.", vault)
    assert "permits: fined: the record says" in told
    assert "no keeper of the Mill Lane footbridge … shall be fined for any delay" in told.replace(
        "No keeper", "no keeper"
    )


def test_a_thing_that_occurs_nowhere_is_named_and_not_taken_for_another(vault: VaultIndex) -> None:
    true = audit_text("The board approved $12,500 for the repair of the footbridge.", vault).rows[0]
    false = audit_text("The board approved a submarine for the footbridge repair.", vault).rows[0]
    assert true.verdict in ("verified", "consistent")
    assert "submarine" not in true.residue
    assert false.verdict not in ("verified", "consistent")
    assert "submarine" in false.residue
