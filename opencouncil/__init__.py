"""OpenCouncil from Python: cited research in town records and state law, on one vault file.

    from opencouncil import ingest, open_vault, research

    with open_vault("town.vault", create=True) as vault:
        ingest(vault, ["minutes/"])
    result = research("town.vault", "What did the board decide about the footbridge?")
    print(result.answer.answer_markdown, result.strength.tier)

Thin: every function is one call on the rooms below, and the types are theirs. No key and no network is needed.
"""

from __future__ import annotations

from opencouncil.api import audit, decide, ingest, open_vault, research, retrieve
from pipeline.types import (
    Answer,
    AuditReport,
    Brief,
    Evidence,
    PartAnswer,
    Plan,
    Question,
    RecordStrength,
    Retrieval,
    TurnResult,
)
from vault.store.index import VaultIndex
from vault.types import Chunk, IngestReport

__all__ = [
    "Answer", "AuditReport", "Brief", "Chunk", "Evidence", "IngestReport", "PartAnswer", "Plan", "Question",
    "RecordStrength", "Retrieval", "TurnResult", "VaultIndex", "audit", "decide", "ingest", "open_vault", "research",
    "retrieve",
]  # fmt: skip
