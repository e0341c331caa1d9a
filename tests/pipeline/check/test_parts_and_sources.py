"""Sentences on several sources: each part stands in its own source, and every source a sentence rests on is cited.

The town of Otter Cove, its boards and its figures are invented.
"""

from __future__ import annotations

import pytest
from audit_fakes import a_brief, a_chunk, an_answer

from pipeline.check.audit import audit
from pipeline.check.bind.joined import joined_sources
from pipeline.check.claims import GivenClaim, Judged, judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support, held_of, said_of
from pipeline.types import AuditReport, Finding

PLOW = "Roy moved to buy the plow for $9,000. Webb seconded. The motion passed 4-0."
CAME = "The clerk told the Board that the plow of Otter Works arrived on June 9, 2031."
BELL = "The bell of the town hall was repaired for $640."
FIRST, LATER = "The harbor budget is $40,000.", "The harbor budget is $41,500."
LOAN = "The loan for the plow is $6,200."
CHUNKS = (
    a_chunk(1, f"{PLOW} {FIRST}", date="2031-05-06"),
    a_chunk(2, f"{CAME} The shed was painted.", date="2031-06-17"),
    a_chunk(3, f"{BELL} {LATER}", date="2031-07-01"),
    a_chunk(4, LOAN, date="2031-05-06", doc_id="doc-1"),  # another passage of the minutes of May
)
SOURCES = tuple(source_of(f"L{number}", chunk) for number, chunk in enumerate(CHUNKS, 1))
TWO_SOURCES = "(put together from two sources)"


def resting(*words: str) -> tuple[Support, ...]:
    return tuple(Support(source=one.label, quote=quote) for quote in words for one in SOURCES if quote in one.text)


def judged(claim: str, *words: str) -> Judged:
    """The verdict on a claim that cites the sources of the words it rests on, and no other."""
    support = resting(*words)
    labels = {one.source for one in support}
    return judge(claim, [one for one in SOURCES if one.label in labels], support)


def audited(text: str, *words: str) -> AuditReport:
    claims = (GivenClaim(text=text, support=resting(*words)),) if words else ()
    return audit(an_answer(text).changed(writer="host"), a_brief(CHUNKS), claims=claims)


def cites_part(report: AuditReport) -> list[Finding]:
    return [one for one in report.findings if one.rule == "claim_cites_part"]


# "claim_cites_part": a source that a sentence rests on and does not cite


@pytest.mark.parametrize(
    ("text", "words", "unnamed"),
    [
        ("The bell of the town hall was repaired for $640 [L1].", (PLOW, BELL), "L3"),
        (
            "Roy moved to buy the plow for $9,000, and the bell of the town hall was repaired for $640 [L1].",
            (PLOW, BELL),
            "L3",
        ),
        (
            "Roy moved to buy the plow for $9,000, and the plow of Otter Works arrived on June 9, 2031 [L2].",
            (PLOW, CAME),
            "L1",
        ),
    ],
)
def test_a_figure_of_another_source_than_the_one_cited_is_true_and_wants_its_citation(
    text: str, words: tuple[str, ...], unnamed: str
) -> None:
    report = audited(text, *words)
    (found,) = cites_part(report)
    assert (found.severity, found.place) == ("warning", text)
    assert f"[{unnamed}]" in found.message
    assert f"[{unnamed}]" in found.repair
    assert report.passed
    assert report.rows[0].verdict == "verified"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Roy moved to buy the plow for $9,000, and the bell of the town hall was repaired for $640 [L1] [L3].",
         (PLOW, BELL)),
        ("Roy moved to buy the plow for $9,000 [L1].", (PLOW,)),
        ("The loan for the plow is $6,200 [L1].", (PLOW, LOAN)),  # one document, in two passages
        ("The bell of the town hall was repaired for $640.", (BELL,)),  # it cites nothing: that is told as such
    ],
)  # fmt: skip
def test_a_sentence_that_cites_all_or_none_of_what_it_rests_on_wants_no_other_citation(
    text: str, words: tuple[str, ...]
) -> None:
    report = audited(text, *words)
    assert not cites_part(report)
    assert report.rows[0].verdict == "verified"
    assert any(one.rule == "uncited_claim" for one in report.findings) is ("[" not in text)


def test_a_figure_of_a_source_that_is_neither_cited_nor_attached_is_an_error_and_no_missing_citation() -> None:
    report = audited("The bell of the town hall was repaired for $640 [L1].", PLOW)
    assert not cites_part(report)
    assert not report.passed
    assert any(one.severity == "error" and "$640" in one.message for one in report.findings)


def test_a_false_sentence_is_told_as_false_and_not_as_one_that_wants_a_citation() -> None:
    report = audited("Roy moved to buy the plow for $640 [L1].", PLOW, BELL)
    assert report.rows[0].verdict == "contradicted"
    assert not cites_part(report)


# two sources, part by part


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Roy moved to buy the plow for $9,000, and the bell of the town hall was repaired for $640.", (PLOW, BELL)),
        ("The bell was repaired for $640, and Webb seconded the motion to buy the plow.", (PLOW, BELL)),
        ("The motion to buy the plow passed 4-0, and the plow of Otter Works arrived on June 9, 2031.", (PLOW, CAME)),
        ("The plow of Otter Works arrived on June 9, 2031; the bell of the town hall was repaired for $640.",
         (CAME, BELL)),
        ("The harbor budget rose by $1,500, from $40,000 to $41,500.", (FIRST, LATER)),
    ],
)  # fmt: skip
def test_parts_that_stand_each_in_its_own_source_are_verified(claim: str, words: tuple[str, ...]) -> None:
    assert judged(claim, *words).verdict == "verified", judged(claim, *words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Roy moved to buy the plow for $9,000, and the bell of the town hall was repaired for $460.", (PLOW, BELL)),
        ("Roy moved to buy the plow for $8,500, and the bell of the town hall was repaired for $640.", (PLOW, BELL)),
        ("Webb moved to buy the plow for $9,000, and the bell of the town hall was repaired for $640.", (PLOW, BELL)),
        ("Roy moved to sell the plow for $9,000, and the bell of the town hall was repaired for $640.", (PLOW, BELL)),
        ("The motion to buy the plow passed 3-1, and the plow of Otter Works arrived on June 9, 2031.", (PLOW, CAME)),
        ("The motion to buy the plow passed 4-0, and the plow of Otter Works arrived on June 12, 2031.", (PLOW, CAME)),
    ],
)
def test_one_false_part_contradicts_a_sentence_of_two_sources(claim: str, words: tuple[str, ...]) -> None:
    assert judged(claim, *words).verdict == "contradicted", judged(claim, *words)


@pytest.mark.parametrize(
    ("claim", "words", "left"),
    [
        ("Roy moved to buy the plow for $9,000, and the lamp of the town hall was repaired for $640.", (PLOW, BELL),
         "lamp"),
        ("Roy moved to buy the plow for $9,000, and the bell of the town hall was sold for $640.", (PLOW, BELL),
         "sold"),
        ("The harbor budget rose by $2,500, from $40,000 to $41,500.", (FIRST, LATER), "$2,500"),
    ],
)  # fmt: skip
def test_a_part_that_no_source_tells_is_left_over(claim: str, words: tuple[str, ...], left: str) -> None:
    found = judged(claim, *words)
    assert found.verdict == "consistent", found
    assert left in found.residue


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Roy moved to buy the bell of the town hall for $9,000.", (PLOW, BELL)),
        ("Roy moved to buy the plow of Otter Works for $9,000.", (PLOW, CAME)),
        ("The motion to buy the plow of Otter Works passed 4-0.", (PLOW, CAME)),
        ("The plow of Otter Works was repaired for $640.", (CAME, BELL)),
        ("The bell of the town hall arrived on June 9, 2031.", (CAME, BELL)),
        ("On May 6, 2031, the shed was painted.", (PLOW, "The shed was painted.")),  # of another day than is told
    ],
)
def test_one_part_put_together_from_two_sources_is_told_and_not_verified(claim: str, words: tuple[str, ...]) -> None:
    found = judged(claim, *words)
    assert found.verdict == "consistent", found
    assert TWO_SOURCES in found.residue


@pytest.mark.parametrize(
    ("claim", "words", "left"),
    [
        ("The plow of Otter Works was repaired for $640.", (CAME, BELL), [TWO_SOURCES]),
        ("The plow arrived on June 9, 2031, and the bell was repaired for $640.", (CAME, BELL), []),
        ("The bell of the town hall was repaired for $640.", (BELL,), []),  # one source joins nothing
        ("The harbor budget rose by $1,500, from $40,000 to $41,500.", (FIRST, LATER), []),  # worked out from both
    ],
)
def test_only_a_part_that_neither_source_tells_alone_is_joined(
    claim: str, words: tuple[str, ...], left: list[str]
) -> None:
    support = resting(*words)
    sources = [one for one in SOURCES if one.label in {each.source for each in support}]
    said = said_of(claim)
    assert joined_sources(said, held_of(said, sources, support)) == left
