"""What is told of a turn: the ledger's rows where acts are asked for, the written answer where it says more than those,
and what stands before either. It writes no prose: lines are the ledger's, the answer is the turn's."""

from __future__ import annotations

from mcp_server.app import Workshop
from mcp_server.results.told import TurnText
from mcp_server.tools.ledger import listed_of
from mcp_server.tools.runs import acts_of, meetings_not_held
from pipeline.ask.cues import asks_deed
from pipeline.types import TurnResult
from pipeline.write.extract.yes_no import asks_yes_or_no

__all__ = ["told_of"]

_LISTED = 40
"""Rows of a list that is asked for."""
_ACTS_SHOWN = 4
"""Lines of the ledger beside an answer; the command `ledger` lists all."""
_QUOTES = "“"
"""Without one an answer holds no words of a record."""


def told_of(shop: Workshop, result: TurnResult) -> TurnText:
    """What is told of the turn."""
    brief, answers, written = result.brief, result.retrieval.answers, result.answer.answer_markdown
    sure = any(part.verdict == "answered" for part in answers)
    listed = listed_of(shop, brief, _LISTED)
    if listed and (not sure or any(asks_yes_or_no(part.text) for part in brief.reading.parts)):
        return TurnText(listed=listed, prose=False)
    by_cells = bool(answers) and all(part.cells for part in answers)
    acts = () if listed or by_cells else acts_of(shop, brief, labelled=False)[:_ACTS_SHOWN]
    quotes = _QUOTES in written
    deed = brief.reading.years and any(asks_deed(part.text) for part in brief.reading.parts)
    lost = meetings_not_held(shop, brief) if deed and not (acts or listed or quotes) else ()
    whole = result.audit.passed and not any(receipt.failed for receipt in brief.retrieval.receipts)
    return TurnText(listed=listed, lost=lost, acts=acts, acts_first=not sure, prose=not (acts and whole and not quotes))
