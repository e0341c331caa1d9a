"""The course of a case: what boards did with it at one meeting after another, where a question tells the case by the
names and words it is opened with ("what became of the mulch yard") and not by its number.

Holds which case is meant and the lines of the ledger on it. It refuses a case of whose opening the question says less
than two words, one a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mcp_server.app import Workshop
from pipeline.answer.acts import line_of
from pipeline.ask.kinds import is_routine
from pipeline.ask.phrases import stem_set
from pipeline.types import Brief
from vault.facts.matters import matters_in
from vault.facts.types import Matter
from vault.ledger import LedgerQuery

__all__ = ["case_course"]

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
