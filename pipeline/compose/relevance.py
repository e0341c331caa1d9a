"""What a passage is worth to the reader: which words of the question it shows, and whether it adds to what is shown.

Pure arithmetic on passages. It refuses to know any document: a passage is set back for its form (a definition nobody
asked for, another board's rules), and left out when another already shows all that it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pipeline.compose.asking import CUES, Asked
from pipeline.compose.passages import Passage
from pipeline.compose.score import stem_set
from pipeline.types import IssueMap
from vault.tokens import stem, words

__all__ = ["adds", "decided_first", "outshone", "refit", "shows"]

_SHAPING = frozenset(map(stem, ("rsa", "law", "laws", "statute", "governs", "govern", "state", "legal", "legally")))
"""Words that ask for a law and do not say what about."""
# "CAMPING GROUNDS: Land rented …", "“Contracts” as used in this subdivision means …"
_DEFINITION = re.compile(r"^\W*(?:[A-Z][A-Z ,&-]{3,}[:.]|[\"“][^\"”]{2,40}[\"”]\s+(?:as used|means|shall mean))")
# "Conservation Commission: A. Smith, Chair", "Respectfully submitted", "Note: This warrant …", "Article 3 ...... 12"
_BOILERPLATE = re.compile(
    r"^\W*(?:note|notes|disclaimer|respectfully|signed|attest|prepared by|commissioner|chair(?:man)?|director|phone|"
    r"table of contents|we,? the undersigned|the undersigned)\b|\.{4,}|\bcompleted as of\b|\brevised as of\b|"
    r"\brespectfully submitted\b|\bundersigned\b|^\W*to the selectmen or assessors\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:motion (?:passed|carried|failed)|granted?|denied|approved|adopted|affirmed|reversed|remanded|defeated|"
    r"carried unanimously|passed \d|voted \d|failed|unconstitutional|opposed)\b",
    re.IGNORECASE,
)
_UNASKED, _OTHER_BOARD, _FURNITURE = 0.6, 0.65, 0.35
"""What a definition, another board's record and boilerplate keep of their score."""
_EXACT = 0.06
"""A word of the question in its very form ("permit", not "permitted") counts a little more."""
_SHOWN_WEIGHT = 0.1
"""A tenth of a passage's score depends on how much of the question it shows next to the best one."""


def _keys(asked: Asked) -> frozenset[str]:
    full = frozenset(root for root, weight in asked.stems.items() if weight >= 1 or root in asked.bodies) - _SHAPING
    return full or frozenset(asked.stems)


def shows(passage: Passage, asked: Asked) -> frozenset[str]:
    """The full words of the question, as stems, that the passage or the heading it stands under shows."""
    chunk = passage.spans[0].evidence.chunk
    held = stem_set(f"{passage.text} {chunk.heading.split('>')[-1]} {chunk.title if chunk.lane == 'local' else ''}")
    own = held & _keys(asked)
    return own | (frozenset({"~"}) if held & asked.kin else frozenset())


def _other_board(passage: Passage, issue: IssueMap) -> bool:
    chunk = passage.spans[0].evidence.chunk
    if not issue.boards or not chunk.board or chunk.lane != "local":
        return False
    own = {stem(word) for word in words(chunk.board)} - {stem(w) for w in ("board", "town", "of", *words(chunk.town))}
    named = {stem(word) for board in issue.boards for word in words(board)}
    alike = {stem("selectmen"), stem("select"), stem("selectman"), stem("selectboard")}
    return bool(own) and not own & named and not (own & alike and named & alike)


def _form(passage: Passage, asked: Asked, issue: IssueMap) -> float:
    factor = _OTHER_BOARD if _other_board(passage, issue) else 1.0
    text = passage.spans[passage.best].text
    if _BOILERPLATE.search(text):
        factor *= _FURNITURE
    return factor * (_UNASKED if _DEFINITION.search(text) and "meaning" not in asked.cues else 1.0)


def _fit(passage: Passage, share: float, asked: Asked) -> float:
    exact = len(asked.words & frozenset(words(passage.spans[passage.best].text)))
    return (1 - _SHOWN_WEIGHT + _SHOWN_WEIGHT * share) * (1 + _EXACT * exact)


def refit(passages: Sequence[Passage], asked: Asked, issue: IssueMap, *, few: bool = False) -> tuple[Passage, ...]:
    """The passages with scores that count their form, best first.

    With `few`, for an answer of a few sentences, what they show of the question counts too.
    """
    shown = [len(shows(passage, asked)) for passage in passages]
    most = max(shown, default=0) or 1
    fits = [_fit(p, held / most, asked) if few else 1.0 for p, held in zip(passages, shown, strict=True)]
    fitted = [p._replace(score=p.score * fit * _form(p, asked, issue)) for p, fit in zip(passages, fits, strict=True)]
    return tuple(sorted(fitted, key=lambda p: -p.score))


def _cues(passages: Iterable[Passage], asked: Asked) -> set[str]:
    return {cue for cue in asked.cues for passage in passages if CUES[cue].search(passage.text)}


def adds(passage: Passage, shown: Sequence[Passage], asked: Asked) -> bool:
    """Whether a passage shows a word of the question, or a kind of answer, that none of the shown ones has."""
    if not shown:
        return True
    seen = frozenset().union(*(shows(p, asked) for p in shown))
    return bool(shows(passage, asked) - seen or _cues((passage,), asked) - _cues(shown, asked))


def outshone(passage: Passage, others: Iterable[Passage], asked: Asked) -> bool:
    """Whether another source shows what this one shows of the question, one word at most, and more, or names
    the body asked about where this one does not."""
    own = shows(passage, asked) - {"~"}
    source = passage.spans[0].evidence.chunk
    for other in others:
        chunk, held = other.spans[0].evidence.chunk, shows(other, asked) - {"~"}
        elsewhere = (chunk.doc_id, chunk.section) != (source.doc_id, source.section)
        names_body = not own & asked.bodies and held & asked.bodies
        if elsewhere and (names_body or (own < held and len(own) <= 1 < len(held))):
            return True
    return False


def decided_first(passages: Sequence[Passage], asked: Asked) -> tuple[Passage, ...]:
    """The passages with those that tell a decision in front when a decision is asked for."""
    if "outcome" not in asked.cues:
        return tuple(passages)
    return tuple(sorted(passages, key=lambda p: not _DECISION.search(p.text)))
