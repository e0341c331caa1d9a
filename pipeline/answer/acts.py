"""Lines of the ledger for a question: what was moved, voted and printed in rows on the passages found, and the story of
the matter asked about.

Chooses among records it is given and writes one cited line for each. It asks no store, and it is silent when a question
asks neither for an act nor for a figure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from pipeline.answer.brief import neutralised
from pipeline.answer.windows import lines_apart, one_line
from pipeline.ask.cues import ACT_STEMS, asks_deed, cues_of
from pipeline.ask.names import identifier_key
from vault.facts.matters import in_full
from vault.facts.outcomes import came_of, said, told
from vault.facts.types import LedgerRecord, Matter, MatterKind, Motion, Notice, RecordKind
from vault.holders import OfficeHolder
from vault.ledger import LedgerRow
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem

__all__ = [
    "TOLD_KINDS",
    "asks_for_acts",
    "best_acts",
    "holder_line",
    "line_of",
    "matter_of",
    "of_kind_asked",
    "of_years",
    "once",
]

_ASKING = frozenset({"amount", "count", "rate", "outcome", "person", "date"})
"""Kinds of answer that acts and figures give."""
_OF_MATTER = 0.5
"""Share of the weight of its matter words, those that ask for no act, sum or day, that a record must hold."""
_OF_BEST, _OF_BEST_MATTER = 0.7, 0.85
"""Shares of the best row's: a fund of another name holds half the words of the one asked for."""
_ALL = 0.99
"""Share of the weight of all words that a record must hold where none of them names a matter."""
_WORDS_OF_MATTER = 2
"""Words of its matter at least: one rare word alone ("dump" trucks for a dump permit) is a chance."""
_ACTS = 6
"""Lines at most."""
TOLD_KINDS: tuple[RecordKind, ...] = ("motion", "figure", "article", "notice")
"""Records that tell what a question of the ordinary kind asks for; offices and rules have ways of their own, and what
somebody said on a page is no act."""
# "General Procedure. ………… 5": a line of a table of contents is no figure
_LEADERS = lazy_regex(r"[.…]{4,}")
_ANY_MATTER = frozenset(map(stem, ("make", "happen", "use", "go", "get", "much", "many", "did", "work")))
"""Words in which anything may be asked, and which in a row tell nothing."""
_LINE_CHARS = 210
_LASTING: frozenset[MatterKind] = frozenset({"case", "parcel", "resolution", "ordinance", "fund"})
"""Matters that come back at later meetings under the same name; an article number means another thing every year."""


def asks_for_acts(cues: Collection[str], identifiers: Collection[str]) -> bool:
    """Whether a question with these kinds of answer and designators asks for something a ledger lists: a vote, an
    actor, a sum, a rate, a number, a day."""
    return bool(identifiers) or not _ASKING.isdisjoint(cues)


def best_acts(
    asked: Mapping[str, float], rows: Sequence[LedgerRow], identifiers: Collection[str] = ()
) -> tuple[LedgerRow, ...]:
    """At most six rows whose words are most of the question's, best first, none told twice; () when none is near.

    `asked` maps the stems of the question to their weights; a stem that few rows hold weighs more. A row must hold half
    of the words of its matter, of which the name of its board is none ("budget" of a Budget Committee); where the
    question names a case, a lot or the like (`identifiers`, their keys) the row must name it."""
    rows = [row for row in rows if row.record.kind in TOLD_KINDS and not _LEADERS.search(row.record.text)]
    rows = [row for row in rows if not identifiers or _names(row, identifiers)]
    own = [_stems(row) for row in rows]
    texts = [text | {stem(word) for word in content_words(row.board)} for text, row in zip(own, rows, strict=True)]
    held = Counter(root for text in texts for root in text)
    asked = {root: weight for root, weight in asked.items() if root not in _ANY_MATTER}
    weights = {root: weight * math.log(1 + (len(rows) + 1) / (held[root] + 0.5)) for root, weight in asked.items()}
    matter = {
        root: weight
        for root, weight in weights.items()
        if asked[root] >= 1.0 and root not in ACT_STEMS and not root.isdigit()
    }
    shares = [_share(text, weights) for text in texts]
    on_matter = [_share(text, matter) for text in own]
    least_matter = max(_OF_MATTER, _OF_BEST_MATTER * max(on_matter, default=0.0))
    fewest = min(_WORDS_OF_MATTER, len(matter))
    about = [at for at, text in enumerate(own) if on_matter[at] >= least_matter and len(text & matter.keys()) >= fewest]
    least = _OF_BEST * max((shares[at] for at in about), default=0.0) if matter else _ALL  # "the tax rate"
    near = [rows[at] for at in sorted(about, key=lambda at: (-shares[at], rows[at].id)) if shares[at] >= least]
    return once(near)[:_ACTS]


# "What did Roe say about it", "why was it tabled": a row of the ledger holds no words and no reason
_TOLD_OTHERWISE = lazy_regex(
    r"\bwhat (?:did|does|do|was|were)\b.*\b(?:sa(?:y|id)|think|want|explain|suggest|tell|ask)\b"
    r"|\bhow long (?:was|did)\b",
    re.I,
)
_NEXT = lazy_regex(r"\bnext\b|\bupcoming\b", re.IGNORECASE)


def of_kind_asked(rows: Sequence[LedgerRow], asked: str) -> tuple[LedgerRow, ...]:
    """The rows that tell what a question asks for: motions and articles of what was done, rows with a sum of how much,
    the newest notice of what is next; none of what somebody said."""
    cues = cues_of(asked)
    if _TOLD_OTHERWISE.search(asked):
        return ()
    if "amount" in cues or "rate" in cues:
        return tuple(row for row in rows if row.amount or any(map(str.isdigit, getattr(row.record, "value", ""))))
    if asks_deed(asked):
        return tuple(row for row in rows if row.record.kind in ("motion", "article"))
    newest = max((row.date for row in rows if row.record.kind == "notice"), default="")
    if _NEXT.search(asked) and newest:
        return tuple(row for row in rows if row.record.kind == "notice" and row.date == newest)
    return tuple(rows)


def of_years(rows: Sequence[LedgerRow], years: Sequence[str]) -> tuple[tuple[LedgerRow, ...], str]:
    """The rows of the years asked about, of their column or their record; else all of them and a line that says
    so."""
    own = tuple(row for row in rows if not years or (_period(row) or row.date)[:4] in years)
    if own or not rows:
        return own, ""
    return tuple(rows), f"Of {' or '.join(years)} the ledger has no such row; of other years:"


def _period(row: LedgerRow) -> str:
    """Of a figure the year of its column; other records have none."""
    return str(getattr(row.record, "period", ""))


def _share(text: frozenset[str], weights: Mapping[str, float]) -> float:
    """The share of the weight that a text holds, 0..1; 1 where there is nothing to hold."""
    total = sum(weights.values())
    return sum(weights[root] for root in sorted(text & weights.keys())) / total if total else 1.0


def _names(row: LedgerRow, identifiers: Collection[str]) -> bool:
    """Whether a row names one of the designators, by their keys ("25-02-v")."""
    words = identifier_key(" ".join((row.record.text, *(matter.name for matter in row.record.matters))))
    return any(one in words for one in identifiers)


def once(rows: Sequence[LedgerRow]) -> tuple[LedgerRow, ...]:
    """The rows in order without those that tell what another one tells: a table printed twice, a sum that stands in a
    motion of the same page."""
    moved = {(row.doc_id, row.page, row.amount) for row in rows if isinstance(row.record, Motion) and row.amount}
    kept: dict[tuple[object, ...], LedgerRow] = {}
    times = Counter[tuple[str, ...]]()
    for row in rows:
        if isinstance(row.record, Motion) or (row.doc_id, row.page, row.amount) not in moved:
            act = (row.date, told(row.record).casefold(), came_of(row.record))
            times[row.doc_id, *act] += isinstance(row.record, Motion)  # a motion made twice at a meeting is two
            kept.setdefault((*act, times[row.doc_id, *act]), row)
    return tuple(kept.values())


def _stems(row: LedgerRow) -> frozenset[str]:
    names = " ".join(matter.name for matter in row.record.matters)
    record = row.record
    acted = f"motion moved seconded voted vote {record.action} {record.outcome}" if isinstance(record, Motion) else ""
    text = f"{said(record)} {names} {in_full(f'{said(record)} {names}')} {_period(row)} {acted} {row.date[:4]}"
    return frozenset(stem(word) for word in content_words(text))


def matter_of(acts: Sequence[LedgerRow]) -> Matter | None:
    """The matter whose story belongs to the answer: one that lasts and that the best row names; None without."""
    return next((matter for row in acts[:1] for matter in row.record.matters if matter.kind in _LASTING), None)


def line_of(row: LedgerRow, labels: Sequence[tuple[str, int, str]], *, chars: int = 0) -> str:
    """The row on one line with its citation: a label where its page is among the passages, given as (document, page,
    label), else document and page. Its words and result take at most `chars` characters, 0 for the usual number."""
    label = next((name for doc, page, name in labels if (doc, page) == (row.doc_id, row.page)), "")
    place = f"{label} p. {row.page}" if label else f"{row.doc_id} p. {row.page}"
    came = came_of(row.record)
    words = _words_of(row.record)
    room = (chars or _LINE_CHARS) - len(came)
    words = words if len(words) <= room else f"{words[:room].rsplit(' ', 1)[0]} …"
    sure = "" if row.record.quality == "certain" else " (likely)"
    head = " ".join(part for part in (row.date, row.board) if part)
    return neutralised(f"{head}: {words}{' => ' + came if came else ''}{sure}") + f" [{place}]"


def _words_of(record: LedgerRecord) -> str:
    """What a record tells on one line; the lines of an announcement stay apart."""
    if isinstance(record, Notice):
        return f"{record.what}: {' / '.join(map(one_line, lines_apart(record.text)))}"
    return one_line(told(record))


def holder_line(holder: OfficeHolder) -> str:
    """Who held which office from when to when, as the roll calls held say, with the newest page that says so."""
    row = holder.latest
    days = f"{holder.first} to {holder.last}" if holder.first != holder.last else holder.last
    times = f"named at {holder.meetings} meeting{'s'[: holder.meetings != 1]} held, {days}"
    sure = "" if row.record.quality == "certain" else " (likely)"
    return (
        f"{holder.body}: {neutralised(f'{holder.person}, {holder.office}')}; {times}{sure} [{row.doc_id} p. {row.page}]"
    )
