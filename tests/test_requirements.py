"""The table of clauses, checked in both directions."""

from __future__ import annotations

from requirements import EXPLAINED, PENDING, SUPERSEDED, clauses, covered


def test_every_clause_is_covered_superseded_explained_or_pending() -> None:
    known = covered().keys() | SUPERSEDED.keys() | EXPLAINED.keys() | PENDING.keys()
    missing = sorted(clauses().keys() - known)
    assert not missing, f"clauses without a home: {missing}"


def test_every_number_named_anywhere_is_a_clause() -> None:
    named = covered().keys() | SUPERSEDED.keys() | EXPLAINED.keys() | PENDING.keys()
    assert sorted(named - clauses().keys()) == []


def test_no_clause_is_both_pending_and_covered() -> None:
    assert sorted(PENDING.keys() & covered().keys()) == []


def test_there_are_493_clauses() -> None:
    assert sorted(clauses()) == list(range(1, 494))
