"""Altered sentences of invented minutes are never accepted, untouched ones always, in every spelling of the source.

The suite that the benchmark runs on real records, here on a few invented ones so that it runs everywhere.
"""

from __future__ import annotations

import random

import pytest
from audit_fakes import a_chunk

from benchmarks.mutations import MUTATIONS, VARIANTS, accepts, brief_for, cases_of, claim_of, mutants

TEXTS = (
    "Chair Osgood opened the hearing at 7:00 p.m. on January 6, 2025. Motion by Marsh, seconded by Webb, to approve "
    "the minutes of December 16, 2024. The motion passed 3-0. Mr. Abbott said the bridge may not be opened before "
    "June 30. The clerk was asked to file the offer with the office of the county. The board voted 4-1 to deny case "
    "25-03-LM. The session was closed under RSA 91-A:3, II(c) by roll call vote. Ms. Lunt is not a member of "
    "the board.",
    "Trustee Fenn reported a balance of $12,450.17 in the reserve fund. The trustees shall meet again on March 3, "
    "2025. Mr. Crane moved to accept a gift of $900 for the reading room. The motion failed 2-3. No fee was charged "
    "for the use of the hall. The fund was established under RSA 31:19-a and RSA 35:1 by the voters of Alder Falls.",
)
CHUNKS = [a_chunk(number, text, title=f"Minutes {number}") for number, text in enumerate(TEXTS, 1)]
CASES = [case for seed in range(4) for case in cases_of(CHUNKS, random.Random(seed))]


@pytest.mark.parametrize("quoted", [True, False], ids=["quoted", "open"])
@pytest.mark.parametrize("kind", sorted(MUTATIONS))
def test_no_altered_sentence_is_accepted(kind: str, quoted: bool) -> None:
    tried = list(mutants(CASES, kind, random.Random(5)))
    assert len(tried) >= 4
    for case, changed in tried:
        assert accepts(brief_for(case), claim_of(case, changed, quoted=quoted)), changed


@pytest.mark.parametrize("quoted", [True, False], ids=["quoted", "open"])
@pytest.mark.parametrize("label", ["L2", "L9", "S1", "USER"])
def test_no_wrong_label_is_accepted(label: str, quoted: bool) -> None:
    for case in CASES:
        assert accepts(brief_for(case), claim_of(case, case.sentence, quoted=quoted, label=label)), case.sentence


@pytest.mark.parametrize("quoted", [True, False], ids=["quoted", "open"])
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_untouched_sentence_is_accepted(variant: str, quoted: bool) -> None:
    assert len(CASES) >= 20
    for case in CASES:
        brief = brief_for(case, VARIANTS[variant](case.chunk.text))
        assert accepts(brief, claim_of(case, case.sentence, quoted=quoted)) == (), case.sentence
