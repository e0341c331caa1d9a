"""Why an answer says what it says: its parts, what was searched, what was left out and for what reason, in lines.

Every figure stands in the result; nothing is judged anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pipeline.types import PartAnswer, TurnResult
from vault.text.clean import shortened

__all__ = ["why_lines"]

_WORDS = 160
"""Characters of the words that answer a part."""
_MOST_LEFT_OUT = 12
_MOST_QUERIES = 4


def why_lines(result: TurnResult) -> tuple[str, ...]:
    """The story of a turn in reading order; headings end with a colon."""
    return (*_parts(result), *_searches(result), *_left_out(result), *_ended(result))


def _parts(result: TurnResult) -> Iterator[str]:
    if result.retrieval.answers:
        yield "What was asked, and what answers it:"
    for answer in result.retrieval.answers:
        yield f"  {answer.part}: {answer.verdict}" + _how_sure(answer)
        for span in answer.spans[:2]:
            page = f", page {span.page}" if span.page else ""
            yield f"    [{span.label}{page}] {span.probability:.0%}: “{shortened(span.text, _WORDS)}”"


def _how_sure(answer: PartAnswer) -> str:
    why = f", {answer.reason.replace('_', ' ')}" if answer.reason else ""
    near = f" ({answer.near})" if answer.near else ""
    return f" ({answer.probability:.0%} sure that it is held{why}{near})"


def _searches(result: TurnResult) -> Iterator[str]:
    held = result.retrieval
    yield "What was searched:"
    for number in range(1, max(1, len(held.hops)) + 1):
        queries = list(dict.fromkeys(t.told for b in held.batches for t in b.queries if t.hop == number))
        brought = ", ".join(item.label for item in held.merged if item.hop == number)
        shown = "; ".join(queries[:_MOST_QUERIES]) + ("; …" if len(queries) > _MOST_QUERIES else "")
        hop = held.hops[number - 1] if held.hops else None
        why = f", for “{hop.part}”" if hop and hop.part else ""
        yield f"  Search {number}{why}: {shown}"
        yield f"    brought {brought or 'nothing that was kept'}"
    for decision in held.decisions:
        yield f"  After search {decision.current_hop}: {decision.decision}. {decision.self_reflection}".rstrip()


def _left_out(result: TurnResult) -> Iterator[str]:
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for dropped in result.retrieval.dropped:
        reasons[dropped.reason].append(dropped.title)
    if reasons:
        yield "What was seen and left out:"
    for reason, titles in list(reasons.items())[:_MOST_LEFT_OUT]:
        named = list(dict.fromkeys(titles))
        more = f" and {len(named) - 3} more" if len(named) > 3 else ""
        yield f"  {reason}: {'; '.join(named[:3])}{more}"
    for told in result.plan.dropped:
        yield f"  not searched: {told}"


def _ended(result: TurnResult) -> Iterator[str]:
    yield f"Ended: {(result.retrieval.stop_reason or 'nothing more to search').replace('_', ' ')}."
    yield f"Record: {result.strength.because}"
