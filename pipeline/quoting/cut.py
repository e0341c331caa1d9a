"""Cutting a span to a number of words at clause borders, so that what is left is verbatim and not turned round;
and a text to the run of whole sentences that fits and shares most with the words that are wanted.

A cut never falls inside a number, a date, a statute reference, a parenthesis or a name with initials; a clause whose
sentence is negated or bounded before it keeps that negation as a piece of its own. It refuses to add or change a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from pipeline.answer.markdown import count_words
from pipeline.ask.phrases import stem_set
from pipeline.quoting.negation import end_is_free, gap_is_free, start_is_free, subject_head
from pipeline.quoting.turns import has_finite_verb
from vault.facts.dates import MONTH
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import stem, words

__all__ = ["Clip", "clip", "excerpt", "quote"]


class Clip(NamedTuple):
    """Verbatim pieces of one span in order; `more` tells that the sentence goes on after the last piece."""

    pieces: tuple[str, ...]
    more: bool = False


# Kept whole: "RSA 91-A:3, II(c)", "$14,000", "3-0", "May 20, 2025", "No. 4", "Tax Map 212", "(30 days)", "J. Osgood"
_WHOLE = lazy_regex(
    r"(?:RSAs?|Chapters?|Sections?|Art(?:icle|\.)|Case|Lots?|Map|No\.|§+)\s*[#:]?\s*\d[\w:.\-]*"
    r"(?:,\s*(?:[IVXLC]+\b(?:-[a-z])?|\([a-z0-9]+\))(?:\s*\([a-z0-9]+\))*)*"
    rf"|\b(?i:{MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?"
    r"|\$?\s?\d[\d,.:/\-–]*\d(?:\s*(?:percent|%|dollars|days?|months?|years?|feet|minutes|a\.?m\.?|p\.?m\.?))?"
    r"|\b\d+\s+(?:percent|days?|months?|years?|feet|minutes|inches|acres|addresses)\b"
    r"|\b(?:Mr|Mrs|Ms|Dr|St|Rep|Sen|Atty|Capt|Lt)\.\s+[A-Z]\w+"
    r"|\([^()]{1,60}\)|\b[A-Z]\.\s+[A-Z][a-z]+|\b[A-Z][a-z]+(?:\s+(?:of|and|the)?\s*[A-Z][a-z]+)+",
)
# Where a clause ends or begins: after "," ";" ":" "." or a dash, before "and", "which", "unless" …
_STRONG = lazy_regex(
    r"(?<=[,;:.!?])\s+|\s+[—–-]\s+|\s+(?=(?:and|or|but|which|who|unless|except|if|when|where|because|provided|"
    r"until|after|before|while|so)\b)"
)
# Where a phrase begins: before "to", "in", "by" …; only when no clause border fits
_WEAK = lazy_regex(r"\s+(?=(?:that|for|to|in|by|with|at|on|from|as|shall|may|must)\b)")
# one sign or word at a time: a row of dashes has one way to be read
_LOOSE_END = lazy_regex(
    r"(?:[\s,;:—–-]|(?<=\s)(?:and|or|the|a|an|of|to|in|on|for|with|by|at|from|that|which|who|if|as|shall|may|must|be|"
    r"is|are|was|were|has|have|had|any|said|such|its|their|his|her|this))+\Z",
    re.IGNORECASE,
)
_LOOSE_START = lazy_regex(r"\A(?:[\s,;:—–-]+|(?:and|or|but|that|which)\s+)+", re.IGNORECASE)
# "(a) ", "IX. ", "A. ", "1) ", "• ", "– ": list marks and the dash after a section heading
# with what Markdown puts around them: "> > **c.** ", "E)** ", "### "
_MARK = lazy_regex(r"\A(?:[•▪◦‣*>#–—\ue000-\uf8ff-]\s*|\(?[A-Za-z0-9]{1,4}[.)]\*{0,2}\s+(?=\S)|e\s+(?=[A-Z]))+")
# "PERMIT TYPES** a. **Emergency Permit** - In emergency …", "> ¹ _See …_ > #### (c) EMERGENCIES > In emergency …": the
# marks and heads of a Markdown record before its sentence
_HEADED = lazy_regex(
    r"\A.{0,400}?(?:\*\*\s*[-–—:]\s+|#{2,6}\s+(?:\([a-z]\)\s+)?[A-Z][A-Z ,&-]{2,60}\s[\s>]*)(?=[A-Z][a-z])", re.S
)
_WEAK_COST = 1.6
"""A cut at a phrase costs nearly a question word: a clause that reads to its end is worth it."""
_FRAGMENT_COST = 2.0
"""A piece without a verb says nothing: worth less than one question word more."""
_SOUGHT_WORTH = 2.5
"""What the question asks for (an amount, a date) is worth more than one of its words."""
_VERB = lazy_regex(
    r"\b(?:is|are|was|were|be|been|shall|may|must|will|would|can|could|should|has|have|had|do|does|did|said|says|"
    r"\w{3,}ed|\w{3,}ing)\b",
    re.IGNORECASE,
)
_LONGEST = 4_000
"""Characters; what is longer is a list or a table that lost its stops, not a sentence, and each cut of it would be
weighed against all the rest."""
_HEADS = 3
"""So many heads of one clause are tried, shortest first."""
_HEAD_CHARS = 160
"""A subject of more characters leaves no room for what it does."""
_Pieces = tuple[tuple[int, int], ...]


def _borders(text: str) -> dict[int, float]:
    """Character places where the text may be cut, both ends included, with what a cut there costs."""
    whole = [match.span() for match in _WHOLE.finditer(text)]
    places: dict[int, float] = {}
    for pattern, cost in ((_WEAK, _WEAK_COST), (_STRONG, 0.0)):
        for match in pattern.finditer(text):
            if not any(start < match.start() < end or start < match.end() < end for start, end in whole):
                places[match.end()] = cost
    return dict(sorted((places | {0: 0.0, len(text): 0.0}).items()))


def _closed(piece: str) -> str:
    """The piece up to a bracket that nothing closes: "… not limited to, (i.e" loses its end."""
    opened = piece.rfind("(")
    return piece[:opened].rstrip(" ,;:") if opened > piece.rfind(")") and opened > 0 else piece


def _tidy(piece: str) -> str:
    piece = _closed(piece)
    return _LOOSE_START.sub("", _LOOSE_END.sub("", piece.strip())).strip()


class _Window(NamedTuple):
    start: int
    end: int
    cost: float


class _Aim(NamedTuple):
    wanted: frozenset[str]
    sought: tuple[re.Pattern[str], ...]


def _value(text: str, window: _Window, aim: _Aim) -> float:
    piece = text[window.start : window.end]
    found = list(map(stem, words(piece)))
    hits = len(aim.wanted & frozenset(found))
    shown = sum(1 for pattern in aim.sought if pattern.search(piece))
    figures = sum(1 for word in found if word.isdigit())
    opening = 1.0 if window.start == 0 else 0.0
    fragment = 0.0 if _VERB.search(piece) else _FRAGMENT_COST
    return (
        2.0 * hits
        + _SOUGHT_WORTH * shown
        + 0.5 * min(figures, 3)
        + opening
        + 0.03 * len(found)
        - window.cost
        - fragment
    )


def _windows(text: str, limit: int) -> Iterable[_Window]:
    costs = _borders(text)
    places = list(costs)
    before = [0, *accumulate(_size(text[a:b]) for a, b in pairwise(places))]
    for i, start in enumerate(places[:-1]):
        for k in range(i + 1, len(places)):
            size = before[k] - before[i]
            if size > limit:
                break
            if size >= min(4, limit):
                yield _Window(start, places[k], costs[start] + costs[places[k]])


def _size(text: str) -> int:
    return count_words(f"x {text}") - 1


def _hard(text: str, limit: int) -> str:
    run = text.split()
    for size in range(min(limit, len(run)), 0, -1):
        piece = " ".join(run[:size])
        end = len(piece)
        if not any(start < end < stop for start, stop in (m.span() for m in _WHOLE.finditer(text))):
            return _tidy(piece)
    return ""


def _best(text: str, limit: int, aim: _Aim) -> tuple[tuple[int, int], ...]:
    """The part, or the subject with its predicate, that says most within the limit and turns nothing round."""
    windows = [window for window in _windows(text, limit) if end_is_free(text, window.end)]
    free = {start: start_is_free(text, start) for start in {window.start for window in windows}}
    whole = [(_value(text, w, aim), -w.start, ((w.start, w.end),)) for w in windows if free[w.start]]
    found = whole + list(_paired(text, limit, [(_value(text, w, aim), w) for w in windows if not free[w.start]]))
    sound = [one for one in found if has_finite_verb(" ".join(text[s:e] for s, e in one[2]))]
    return max(sound, key=lambda one: (one[0], one[1]), default=(0.0, 0, ()))[2]


def _paired(text: str, limit: int, valued: Sequence[tuple[float, _Window]]) -> Iterable[tuple[float, int, _Pieces]]:
    """A bare subject or a whole condition with the clause it governs, what stands between them left out."""
    places = list(_borders(text))
    for start in sorted({window.start for _, window in valued}):
        heads = [(a, b) for a in places for b in places if a < b <= start and b - a <= _HEAD_CHARS]
        good = [h for h in heads if subject_head(text, h, start) and gap_is_free(text, h, start)]
        for head in sorted(good, key=lambda h: (h[1], h[0]))[:_HEADS]:
            size = _size(text[slice(*head)])
            for value, window in valued:
                if window.start == start and size + _size(text[window.start : window.end]) <= limit:
                    yield value, -start, (head, (window.start, window.end))


def _verbless(text: str, limit: int) -> tuple[str, ...]:
    """The beginning of a list line or table row that is too long; () for a sentence, which is not cut so."""
    if has_finite_verb(text):
        return ()
    cut = _hard(text, limit)
    return (cut,) if cut and end_is_free(text, text.find(cut) + len(cut)) else ()


def clip(text: str, limit: int, wanted: frozenset[str], sought: Sequence[re.Pattern[str]] = ()) -> Clip:
    """The part of a span of at most `limit` words that says most about the wanted stems, as verbatim pieces.

    `sought` are patterns of what an answer should show (an amount, a date): a part that shows one is worth more.
    A text that fits comes back whole, without its list mark. No piece at all means that nothing fits, or that the text
    is too long to be one sentence.
    """
    bare = _closed(_MARK.sub("", _HEADED.sub("", text)).strip())
    if _size(bare) <= limit:
        return Clip((bare,)) if bare else Clip(())
    if len(bare) > _LONGEST:
        return Clip((), True)
    found = _best(bare, limit, _Aim(wanted, tuple(sought)))
    if not found:
        return Clip(_verbless(bare, limit), True)
    pieces = tuple(_tidy(bare[start:end]) for start, end in found)
    return Clip(pieces, found[-1][1] < len(bare))


def quote(pieces: Iterable[str]) -> str:
    """The pieces as quotations: “one” … “other”. Curly marks inside become straight ones, which fold to the same."""
    marked = (f"“{piece.replace('“', chr(34)).replace('”', chr(34)).rstrip('.')}”" for piece in pieces if piece)
    return " … ".join(marked)


def excerpt(text: str, wanted: frozenset[str], limit: int) -> str:
    """At most `limit` characters of the text: all of it, or the run of whole sentences that shares most with `wanted`.

    An ellipsis marks each end that was cut. A single sentence longer than the limit is cut at a blank.
    """
    if len(text) <= limit:
        return text.strip()
    found = sentences(text)
    worth = [len(stem_set([s.text]) & wanted) for s in found]
    best, place = -1, (0, 0)
    last = 0
    for first in range(len(found)):
        last = max(last, first)
        while last < len(found) and found[last].end - found[first].start <= limit - 2:
            last += 1
        gain = sum(worth[first:last])
        if gain > best and last > first:
            best, place = gain, (found[first].start, found[last - 1].end)
    if best < 0:
        return f"{text[: limit - 1].rsplit(' ', 1)[0]}…"
    start, end = place
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text.rstrip()) else ''}"
