"""How surely each part of a question is answered, and what limits the answer, in words.

Why an answer says what it says: its parts, what was searched, what was left out and for what reason, in lines.

Every figure stands in the result; nothing is judged anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from hop_controller.parts import WHY_OPEN
from pipeline.answer.telling import telling
from pipeline.ask.kinds import has_kind, of_kind
from pipeline.types import Answer, PartAnswer, RecordTier, TurnResult
from pipeline.write.extract.followups import NOT_ADVICE
from pipeline.write.extract.gaps import leads_of, open_part
from vault.text.clean import shortened
from vault.text.labels import labels_in
from vault.text.sentences import sentences

__all__ = ["open_lines", "strength_lines", "told_tier", "untold_limits", "why_lines"]

_SURE: dict[str, str] = {
    "answered": "Answered",
    "likely": "Likely answered, read the cited page",
    "near": "Perhaps in the words or pages shown, read them",
    "open": "Open",
}
_ALONE: dict[str, tuple[str, ...]] = {
    "answered": ("The words cited answer the question.",),
    "likely": ("The words cited likely answer the question: read the cited page.",),
    "near": ("The pages found may hold the answer: `opencouncil ask --why` lists them.",),
    "open": (),
}


def strength_lines(answers: Sequence[PartAnswer], answer: Answer) -> tuple[str, ...]:
    """One line for each part of the question: answered, likely, or open and why.

    Of a question with one part an open one needs no line: the answer has begun with it.
    """
    if len(answers) == 1:
        return _ALONE[_sure(answers[0], answer)]
    asked = tuple(part.part for part in answers)
    told = [(part, _sure(part, answer, asked)) for part in answers]
    return tuple(f"{_SURE[sure]}: {_asks(one)}{_why_open(one) if sure == 'open' else ''}" for one, sure in told)


def _asks(part: PartAnswer) -> str:
    """The sentence of a part that asks: what a resident tells of himself before it need not be told again."""
    return [one.text for one in sentences(part.part)][-1].strip() if part.part.strip() else part.part


def told_tier(tier: RecordTier, answer: Answer, answers: Sequence[PartAnswer]) -> RecordTier:
    """The tier shown beside an answer: that of its evidence, and of an answer by extracts no better than what it tells:
    C where no part is told, B where any part is open or only likely."""
    if answer.writer != "extract" or not answers:
        return tier
    told = {_sure(one, answer, tuple(part.part for part in answers)) for one in answers}
    most: RecordTier = "A" if told == {"answered"} else "B" if told & {"answered", "likely"} else "C"
    return max(tier, most)


def _sure(part: PartAnswer, answer: Answer, asked: Sequence[str] = ()) -> str:
    """How the words of a part are told; "near" where the evidence likely holds an answer but no sentence is sure to be
    it, or none of them is quoted by an answer of extracts, or it says that this part of those `asked` is open or may be
    answered."""
    quoted = set(labels_in(answer.answer_markdown))
    unquoted = quoted.isdisjoint(span.label for span in part.spans)
    untold = any(one in answer.answer_markdown for one in (open_part(part, asked).sentence, *leads_of(part, asked)))
    lacking = has_kind(part.part) and not of_kind(part.part, answer.answer_markdown)  # "how they voted" without a vote
    left_out = answer.writer == "extract" and (unquoted or untold or lacking)
    told = "open" if left_out else telling(part)
    if told == "open":
        shown = answer.writer == "extract" and (
            any(one in answer.answer_markdown for one in leads_of(part, asked))
            or (part.reason not in ("other_year", "other_town") and any(one.label in quoted for one in part.spans[:1]))
        )
        return "near" if part.verdict != "open" or shown else "open"
    return "answered" if told == "certain" else "likely"


def open_lines(answers: Sequence[PartAnswer]) -> tuple[str, ...]:
    """One line for each part that nothing held answers, and why."""
    return tuple(f"{one.part}{_why_open(one)}" for one in answers if one.verdict == "open")


def _why_open(answer: PartAnswer) -> str:
    why = WHY_OPEN.get(answer.reason, "") if answer.verdict == "open" else ""
    near = (
        f" ({answer.near})" if why and answer.near and answer.reason in ("other_year", "other_town", "not_held") else ""
    )
    return f" - {why}{near}" if why else ""


def untold_limits(answer: Answer) -> tuple[str, ...]:
    """The limits of an answer that its own text has not told, and that do not stand below every answer."""
    return tuple(one for one in answer.limitations if one not in answer.answer_markdown and one != NOT_ADVICE)


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
