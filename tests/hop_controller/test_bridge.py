"""The archive's words for a record turned into the controller's words for a source (decision 15)."""

from __future__ import annotations

import pytest

from hop_controller.confidence import tier_and_primacy
from vault.types import Authority, DocType, Lane


@pytest.mark.parametrize(
    ("authority", "doc_type", "lane", "tier", "primary"),
    [
        ("rsa", "statute", "state", "T1", True),
        ("official", "guidance", "state", "T1", True),
        ("minutes", "minutes", "local", "T1", True),
        ("other", "warrant", "local", "T1", True),
        ("other", "ordinance", "local", "T1", True),
        ("other", "agenda", "local", "T2", False),
        ("nhma", "guidance", "state", "T2", False),
        ("news", "news", "local", "T3", False),
        ("other", "other", "local", "T3", False),
        ("other", "report", "state", "T3", False),
    ],
)
def test_authority_and_kind_of_record_give_tier_and_primacy(
    authority: Authority, doc_type: DocType, lane: Lane, tier: str, primary: bool
) -> None:
    assert tier_and_primacy(authority, doc_type, lane) == (tier, primary)
