"""The course of a matter: what boards did with a case at one meeting after another, where a question tells it by the
names and words it is opened with ("what became of the mulch yard"); and a line of accounts from year to year.

Holds which case or line is meant and the lines of the ledger on it. It refuses a case of whose opening the question
says less than two words, one a name, and a line that the likeliest words do not print.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from mcp_server.app import Workshop
from pipeline.answer.acts import line_of
from pipeline.ask.cues import asks_change
from pipeline.ask.kinds import is_routine
from pipeline.ask.phrases import stem_set
from pipeline.types import Brief
from vault.facts.matters import matters_in
from vault.facts.types import Matter, RowFigure
from vault.ledger import LedgerQuery, LedgerRow
from vault.text.patterns import lazy_regex

__all__ = ["case_course", "line_course"]

_READ = 10
"""Local passages that are looked at for the case, best first."""
_OPENING = 700
"""Characters behind the number of a case in which its people, lot and purpose are told."""
_DAYS = 2
_LEAST_WORDS = 2
"""Words of the question that the opening of its case must say."""
_SHOWN, _CHARS = 6, 100
"""Acts of a case that are told, the last ones, and the characters of each: in a dossier all have room."""


def case_course(
    shop: Workshop, brief: Brief, pages: Sequence[tuple[str, int, str]], *, most: int = _SHOWN
) -> tuple[str, ...]:
    """A heading and a line for each act on the case that the question means, the `most` last ones, oldest first; ()
    where it means none. `pages` are (document, page, label) of the passages that may be cited."""
    town = brief.issue.town
    case = _case_meant(brief) if town else None
    if case is None:
        return ()
    rows = shop.library.ledger.rows(
        LedgerQuery(town=town, key=case.key, kinds=("motion",)), limit=_SHOWN * 4, order="time"
    ).rows
    acts = [row for row in rows if not is_routine("", row.record.text)]
    if len({row.date for row in acts}) < _DAYS:
        acts = acts[-1:]  # one meeting's acts on it are found by what was decided
    if not acts:
        return ()
    return (
        f"{case.name}, the acts on record, oldest first:",
        *(line_of(row, pages, chars=_CHARS) for row in acts[-most:]),
    )


def line_course(shop: Workshop, brief: Brief, pages: Sequence[tuple[str, int, str]]) -> tuple[str, ...]:
    """A heading and a line for each sum that a town's records give a line of accounts, by year, where a question asks
    how it moved and the likeliest words print the line; () otherwise, and where all sums are of one year. `pages` as in
    `case_course`."""
    asks = len({*brief.reading.years}) > 1 or any(asks_change(part.text) for part in brief.reading.parts)
    name = _line_meant(shop, brief) if asks and brief.issue.town else ""
    if not name:
        return ()
    query = LedgerQuery(town=brief.issue.town, kinds=("figure",), words=name)
    rows = shop.library.ledger.rows(query, limit=_ROWS_READ, order="time").rows
    sums: dict[tuple[str, float | None, str], LedgerRow] = {}
    for row in rows:
        record = row.record
        if isinstance(record, RowFigure) and _is_sum_of(record, name):
            sums.setdefault((_year_of(record), record.amount, record.status), row)
    if len({year for year, _, _ in sums}) < _YEARS:
        return ()
    told = [row for _, row in sorted(sums.items(), key=lambda one: (one[0][0], one[1].date))][-_SUMS:]
    return (f"{name}, the sums on record, by year:", *(line_of(row, pages, chars=_CHARS) for row in told))


_ROWS_READ, _YEARS, _SUMS = 80, 2, 9
"""Rows of the ledger that are read, years that sums must be of, and sums that are told."""
_FOUR_DIGITS = lazy_regex(r"(?:19|20)\d\d")
_NO_LINE = lazy_regex(r"[\d\W_]+|\b(?:the|budgets?|expenses?|line|item|account)\b", re.IGNORECASE)
"""What a line of accounts is called with or without: "4153 Legal Expense" is "Legal"."""
_NO_SUM = lazy_regex(r"differ|increas|decreas|change|%|not recommended", re.IGNORECASE)


def _line_meant(shop: Workshop, brief: Brief) -> str:
    """The name of the first line of accounts that the likeliest words of a part print with its sum."""
    documents = {item.label: item.chunk.doc_id for item in brief.retrieval.local}
    for part in brief.retrieval.answers:
        for span in (one for one in part.spans[:1] if one.page and one.label in documents):
            for row in shop.library.ledger.on_pages([(documents[span.label], span.page or 1)]):
                record = row.record
                if isinstance(record, RowFigure) and record.unit == "$" and _prints(span.text, record):
                    return record.label
    return ""


def _prints(text: str, figure: RowFigure) -> bool:
    return bool(figure.label) and figure.label in text and figure.value in text


def _is_sum_of(figure: RowFigure, name: str) -> bool:
    """Whether a figure is a sum of the line itself: no part of it, no difference, nothing "not recommended"."""
    same = _bare(figure.label) == _bare(name)
    return same and figure.unit == "$" and bool(_year_of(figure)) and not _NO_SUM.search(figure.column)


def _bare(name: str) -> str:
    return " ".join(_NO_LINE.sub(" ", name).casefold().split())


def _year_of(figure: RowFigure) -> str:
    found = _FOUR_DIGITS.search(figure.period)
    return found[0] if found else ""


def _case_meant(brief: Brief) -> Matter | None:
    """The case whose opening says most of the question's own words, a name among them; None where none says enough."""
    places = stem_set((brief.issue.town, *brief.issue.boards))
    names = stem_set(word for run in brief.reading.runs for word in run) - places
    asked = stem_set(brief.reading.content) - places
    found: Counter[str] = Counter()
    cases: dict[str, Matter] = {}
    for case, opening in _opened(brief):
        said = stem_set((opening,)) & (asked | names)
        if said & names and len(said) >= _LEAST_WORDS:
            cases.setdefault(case.key, case)
            found[case.key] = max(found[case.key], len(said))
    best = found.most_common(2)
    return cases[best[0][0]] if best and (len(best) < 2 or best[0][1] > best[1][1]) else None


def _opened(brief: Brief) -> Iterator[tuple[Matter, str]]:
    """Each case that a local passage opens, with the words behind its number."""
    for item in brief.retrieval.local[:_READ]:
        text = item.chunk.text
        for _, end, matter in matters_in(text):
            if matter.kind == "case":
                yield matter, text[end : end + _OPENING]
