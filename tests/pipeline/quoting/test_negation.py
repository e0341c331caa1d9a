"""A cut keeps what governs its clause; the audit refuses one that does not. All sentences are invented."""

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.check.audit import audit
from pipeline.quoting.cut import clip
from pipeline.quoting.negation import dropped_turn, end_is_free, start_is_free
from pipeline.types import Answer

LONG = (
    "Notwithstanding any provisions of law to the contrary, no keeper of the Mill Lane footbridge, no warden of any "
    "other bridge, and no clerk of the wharf, including but not limited to ferrymen, lamp tenders, and toll takers, "
    "shall be fined for any delay or closing ordered by said person in good faith."
)
TURNED = [
    (LONG, "toll takers, shall be fined for any delay", "no"),
    ("The board shall not, be warned, grant a permit to any dog.", "grant a permit to any dog", ""),
    ("The board shall not grant a permit to any dog.", "grant a permit to any dog", "not"),
    ("No keeper of a bridge may charge a toll.", "keeper of a bridge may charge a toll", "No"),
    ("Unless the town votes otherwise, the keeper may charge a toll.", "the keeper may charge a toll", "Unless"),
    ("The keeper may charge a toll unless the town votes otherwise.", "The keeper may charge a toll", "unless"),
    ("The motion to close the bridge was not adopted.", "The motion to close the bridge was", "not"),
    ("It is prohibited for any person to cross the bridge by night.", "to cross the bridge by night shall", ""),
    (
        "The keeper shall pay the toll, provided that the town has funds.",
        "The keeper shall pay the toll",
        "provided that",
    ),
    ("In no event shall the keeper open the bridge.", "shall the keeper open the bridge", "no"),
]
SOUND = [
    (LONG, LONG),
    ("Tibbetts did not come, and Varney moved to close the bridge.", "Varney moved to close the bridge"),
    ("No one spoke against it; Varney moved to close the bridge.", "Varney moved to close the bridge"),
    ("The vote on Article No. 4 was read and the moderator declared it passed.", "the moderator declared it passed"),
    ("Bridges, including but not limited to the footbridge, shall be lit.", "the footbridge, shall be lit"),
    ("No keeper may charge a toll.", "No keeper may charge a toll"),
    ("The board shall not grant a permit to any dog.", "any dog"),
]


@pytest.mark.parametrize(("sentence", "quoted", "lost"), TURNED)
def test_a_quotation_without_its_negation_or_exception_is_found(sentence: str, quoted: str, lost: str) -> None:
    at = sentence.find(quoted)
    assert dropped_turn(sentence, [(at, at + len(quoted))] if at >= 0 else []) == lost


@pytest.mark.parametrize(("sentence", "quoted"), SOUND)
def test_a_quotation_that_keeps_its_meaning_is_accepted(sentence: str, quoted: str) -> None:
    at = sentence.index(quoted)
    assert dropped_turn(sentence, [(at, at + len(quoted))]) == ""


@pytest.mark.parametrize(
    ("sentence", "at", "free"),
    [
        ("If the town votes, the keeper may charge a toll.", "the keeper", False),
        ("On May 20, 2031, the keeper charged a toll, which was small.", "the keeper", True),
        ("The keeper and the wardens shall open the bridge.", "shall open", False),
        ("Tibbetts asked for the books, and Varney said they were lost.", "Varney", True),
        ("Wardens, keepers, toll takers, and clerks shall open the bridge.", "toll takers", False),
    ],
)
def test_a_cut_begins_only_where_nothing_before_governs(sentence: str, at: str, free: bool) -> None:
    assert start_is_free(sentence, sentence.index(at)) is free


@pytest.mark.parametrize(
    ("sentence", "until", "free"),
    [
        ("The keeper shall open the bridge, except at night.", ",", False),
        ("The keeper shall open the bridge, but only by day.", ",", False),
        ("The keeper shall open the bridge; provided, however, that it is light.", ";", False),
        ("The keeper shall open the bridge, and the warden shall light it.", ",", True),
    ],
)
def test_a_cut_ends_only_where_nothing_after_takes_it_back(sentence: str, until: str, free: bool) -> None:
    assert end_is_free(sentence, sentence.index(until)) is free


@pytest.mark.parametrize("limit", [16, 20, 30, 40])
def test_a_long_subject_is_cut_to_its_negated_head(limit: int) -> None:
    pieces = clip(LONG, limit, frozenset({"fine", "delai"})).pieces
    assert pieces[0].startswith("no keeper")
    assert "shall be fined for any delay" in pieces[-1]


def test_a_sentence_that_cannot_be_cut_safely_is_not_quoted() -> None:
    text = "Unless the voters of the town decide otherwise by ballot at the next meeting, the keeper may charge a toll"
    assert clip(text, 8, frozenset({"toll"})).pieces == ()


@pytest.mark.parametrize(
    ("quoted", "found"),
    [
        ("“toll takers, shall be fined for any delay”", True),
        ("“no keeper of the Mill Lane footbridge” … “shall be fined for any delay”", False),
        ("Nobody: “no clerk of the wharf, including but not limited to ferrymen”", False),
    ],
)
def test_the_audit_calls_a_dropped_negation_an_error(quoted: str, found: bool) -> None:
    brief = make_brief(retrieval=make_retrieval([evidence("L1", LONG)]))
    report = audit(Answer(answer_markdown=f"The minutes record: {quoted} [L1]. Nothing else was found."), brief)
    assert any(f.rule == "quotation_drops_negation" and f.severity == "error" for f in report.findings) is found
