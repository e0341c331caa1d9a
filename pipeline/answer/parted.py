"""The parts of a question, and how surely each is answered by which of the words found: the first lines of a dossier.

Words are shared out among the parts, and quoted where they are likely to answer. It refuses to call words an answer
that do not say what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import product

from hop_controller.parts import WHY_OPEN
from pipeline.answer.brief import neutralised
from pipeline.answer.everywhere import FoundSaying
from pipeline.answer.telling import says_asked, sure, telling
from pipeline.answer.windows import lines_apart, one_line
from pipeline.ask.cues import asks_deed, cues_of
from pipeline.ask.phrases import stem_set
from pipeline.types import AnswerSpan, Brief, PartAnswer
from pipeline.write.extract.asking import tells_board_vote, tells_result
from vault.law.references import find_refs
from vault.states.names import TOWN_BOARD, VOTERS, speaks_of_cities
from vault.text.clean import shortened
from vault.text.patterns import lazy_regex
from vault.text.words import content_words
from vault.text.words import words as words_of

__all__ = ["FAIR", "HARDLY", "SURE", "flat", "part_lines", "told_open"]

SURE, FAIR, HARDLY = 0.7, 0.4, 0.2
"""How sure the best words of a part are where they are called likely (docs/assistant.md); and the probabilities of a
part below which it is open, and hardly anything is shown of the passages."""
_QUOTE_CHARS = 60
"""Of the words that answer a part, enough to find them in the passage below."""


def flat(text: str) -> str:
    """The words of a text between blanks, to be looked for in others."""
    return f" {' '.join(words_of(text))} "


def part_lines(brief: Brief, sections: Collection[str], lost: Sequence[FoundSaying] = ()) -> list[str]:
    """The parts of the question and what answers each, no words twice: what is nearest to one part is told once."""
    lines, answers = list[str](), brief.retrieval.answers
    for number, (part, best) in enumerate(zip(answers, _shared_out(answers), strict=True), 1):
        asked = f"{number}. {'The question' if len(answers) == 1 else one_line(part.part)}"
        named = next((one.words for one in lost if one.is_thing and flat(one.words) in flat(part.part)), "")
        lines.append(f"{asked}: {_answer_of(brief, part, best, sections, lost=named)}")
    return lines


_PERHAPS = "perhaps in"
"""Words that are no more likely are not quoted beside the part: read for its answer they were wrong leads."""


def _shared_out(parts: Sequence[PartAnswer]) -> tuple[AnswerSpan | None, ...]:
    """For each part the words told of it, none of two: those that together are the likeliest of the first few of each,
    where two parts may have the same ones first."""
    choices = [(*_of_kind(part), None) for part in parts[:_SHARED]]
    ways = (way for way in product(*choices) if len({(one.label, one.start) for one in way if one}) == _told(way))
    best = max(ways, key=lambda way: (_told(way), sum(one.probability for one in way if one)))
    return (*best, *(next(iter(part.spans), None) for part in parts[_SHARED:]))


def _of_kind(part: PartAnswer) -> Sequence[AnswerSpan]:
    """The first words of a part that say what it asks for (a day, a sum, who), all of them where none does."""
    first = part.spans[:_CHOICES]
    return [one for one in first if says_asked(part.part, one.text)] or first


def _told(way: Sequence[AnswerSpan | None]) -> int:
    return sum(one is not None for one in way)


_CHOICES, _SHARED = 3, 5
"""Words of a part of which one is told, and the parts among which they are shared out."""


def _answer_of(
    brief: Brief, part: PartAnswer, best: AnswerSpan | None, sections: Collection[str], *, lost: str = ""
) -> str:
    """How surely a part is answered, by which words; `sections` are the labels of statutes, which have no page, `lost`
    the thing it names of which nothing held speaks."""
    near = f" ({neutralised(part.near)})" if part.near else ""
    if best is None or part.probability <= HARDLY:
        naming = _span_on_law(brief, part) if part.reason == "law_missing" else None
        told = f"; words held that name it: {_quoted(brief, naming, sections)}" if naming else ""
        return f"OPEN: {WHY_OPEN.get(part.reason, WHY_OPEN['not_held'])}{near}{told}."
    how = "likely" if sure(part) >= SURE else _PERHAPS
    cells = "".join(f"; {one.head}: {one.value} [{one.label}]" for one in part.cells)
    also = ", ".join(dict.fromkeys(span.label for span in part.spans[:3] if span.label != best.label))
    fits = says_asked(part.part, best.text)
    told = "answered" if telling(part) == "certain" and fits else how if fits else _PERHAPS
    if told == "answered" and _is_of_another_sum(part.part, best.text):
        told = _PERHAPS
    if best.label in sections and (asks_deed(part.part) or _asked_other_law(brief, best)):
        told = _PERHAPS  # a law tells no deed: "did she take the town to court"
    of_cities = {item.label for item in brief.retrieval.state if speaks_of_cities(item.chunk.text)}
    if best.label in of_cities and any(item.chunk.board == TOWN_BOARD for item in brief.retrieval.local):
        told = "perhaps, nearest words (of a law of cities, not of towns)"
    if _BECOMES_LAW.search(part.part) and best.label in _bills(brief):
        return f"OPEN: {_place_of(best, sections)} is the bill alone: what became of it is not shown."
    asks_voters = _only_asks_voters(brief, part, best)
    if lost:
        told = f"no record and no law held says “{lost}”, nearest words"
    elif asks_voters and _voters_met(brief):
        told = _PERHAPS
    elif asks_voters:
        return f"OPEN: {_place_of(best, sections)} tells what voters are asked, not what they decided."
    elif told_open(part):
        told = f"unclear ({WHY_OPEN.get(part.reason, WHY_OPEN['not_held'])}{near}?), nearest words"
    where = f" {_place_of(best, sections)}" if told == _PERHAPS else f": {_quoted(brief, best, sections)}"
    return f"{told}{where}{cells}" + (f"; see {also}" if also else "")


def _asked_other_law(brief: Brief, best: AnswerSpan) -> bool:
    """Whether the asker names a law whose text is not held, and these words are of one that he does not name."""
    named = {ref.cite for ref in find_refs("; ".join((*brief.issue.statutes, *brief.question.queries)))}
    own = next((item.chunk.section for item in brief.retrieval.state if item.label == best.label), "")
    return not named.isdisjoint(brief.retrieval.absent) and own not in named


def _is_of_another_sum(part: str, text: str) -> bool:
    """Whether words say none of the things of which a part asks the sum: the fee of a permit is not how much an acre a
    bond comes to."""
    things = stem_set(word for word in content_words(part) if not cues_of(word))
    return "amount" in cues_of(part) and len(things) > 1 and things.isdisjoint(stem_set(words_of(text)))


# "did it ever become law", "was the bill passed"
_BECOMES_LAW = lazy_regex(
    r"\b(?:becom\w*|became) (?:a |the )?law\b|\b(?:pass(?:ed)?|enacted|adopted|signed|killed)\b(?=\W*\Z)", re.IGNORECASE
)


def _bills(brief: Brief) -> frozenset[str]:
    """The labels of the bills found."""
    return frozenset(item.label for item in brief.retrieval.merged if item.chunk.doc_type == "bill")


def _voters_met(brief: Brief) -> bool:
    """Whether a record of the voters' own meeting was found, which may tell how they decided."""
    return any(item.chunk.doc_type == "results" or VOTERS.search(item.chunk.board) for item in brief.retrieval.local)


def _only_asks_voters(brief: Brief, part: PartAnswer, best: AnswerSpan) -> bool:
    """Whether a part asks how voters decided, and the words likeliest to answer it are of a warrant that asks them, or
    of a report on it, and tell no result."""
    of_board = any(tells_board_vote(one.text) for one in brief.reading.parts)  # a warrant prints what boards recommend
    asked = brief.reading.asks_voters and not of_board and (asks_deed(part.part) or _COUNTED.search(part.part))
    kinds = (item.chunk.doc_type for item in brief.retrieval.local if item.label == best.label)
    return bool(asked) and not {"warrant", "report"}.isdisjoint(kinds) and not tells_result(best.text)


# "and what was the count", "by how many votes"
_COUNTED = lazy_regex(r"\b(?:count|votes?|margin|tally|result)\b", re.IGNORECASE)


def told_open(part: PartAnswer) -> bool:
    """Whether nothing held is likely to answer a part."""
    return part.probability < FAIR


def _quoted(brief: Brief, span: AnswerSpan, sections: Collection[str]) -> str:
    """The first words of a span with their place, the lines of a list apart as its passage has them."""
    printed = (item.chunk.text[span.start : span.end] for item in brief.retrieval.merged if item.label == span.label)
    words = next((text for text in printed if text.split() == span.text.split()), span.text)
    return f"“{shortened(' / '.join(map(one_line, lines_apart(words))), _QUOTE_CHARS)}” {_place_of(span, sections)}"


def _place_of(span: AnswerSpan, sections: Collection[str]) -> str:
    """The label and page of a span, the label alone in a statute: "[L1 p. 3]"."""
    return f"[{span.label}{f' p. {span.page}' if span.page and span.label not in sections else ''}]"


def _span_on_law(brief: Brief, part: PartAnswer) -> AnswerSpan | None:
    """The likeliest words of a passage that names the law asked for whose text is not held: a court may quote it."""
    absent = {*brief.issue.statutes} & {*brief.retrieval.absent}
    told = {item.label: find_refs(item.chunk.text) for item in brief.retrieval.merged}
    named = {label for label, refs in told.items() if absent & {ref.cite for ref in refs}}
    return next((span for span in part.spans if span.label in named), None)
