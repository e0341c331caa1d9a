"""What a part of a question names: years, days and proper names, so that an answer for each of two is told.

Reads the words of the part alone. It refuses to weigh: a text holds what is named or does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pipeline.types import IssueMap
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import stem_set
from vault.facts.dates import dates_in, spoken_date
from vault.text.words import STOP_WORDS, fold

__all__ = ["Named", "brings", "named_in"]

Named = frozenset[str]
"""The stems of one thing named: of "Krystal Eldridge", of "2031", of "March 3, 2031"."""
# "Krystal Eldridge", "the Technology ETF", "Map 12 Lot 4"; the first word of a question names nothing by its capital
_NAME = re.compile(r"(?<=[\w,;’'] )[A-Z][\w’'-]*(?: (?:[A-Z][\w’'-]*|#?\d[\w-]*))*")


def named_in(part: str, issue: IssueMap) -> tuple[Named, ...]:
    """Years, days and names of a part, each once; () where it names fewer than two of one kind."""
    dates = dates_in(part)
    days = dict.fromkeys(stem_set(spoken_date(one.value)) for one in dates if one.kind == "day")
    years = dict.fromkeys(stem_set(one.value) for one in dates if one.kind == "year")
    kinds = (tuple(days), tuple(years), tuple(dict.fromkeys(own_names(part, issue))))
    return tuple(one for kind in kinds if len(kind) > 1 for one in kind)


def own_names(part: str, issue: IssueMap) -> Iterator[Named]:
    """The names of a part but for those of places, boards, months and laws, which stand in every record."""
    known = stem_set(" ".join((issue.town, *issue.other_towns, *issue.boards, _EVERYWHERE)))
    dated = [(one.start, one.end) for one in dates_in(part)]
    for found in _NAME.finditer(part):
        if any(start < found.end() and found.start() < end for start, end in dated):
            continue
        name = stem_set(" ".join(word for word in found.group().split() if fold(word) not in STOP_WORDS)) - known
        if name:
            yield name


_EVERYWHERE = (
    "RSA NH New Hampshire state town city board committee commission council select selectmen selectboard planning"
    " zoning budget I"
)


def _told(passages: Collection[Passage]) -> Named:
    """Stems of what passages and the titles and days of their records say."""
    chunks = [one.spans[0].evidence.chunk for one in passages]
    return stem_set(" ".join((*(one.text for one in passages),
                              *(f"{chunk.title} {spoken_date(chunk.date)}" for chunk in chunks))))  # fmt: skip


def brings(passage: Passage, told: Sequence[Passage], named: Sequence[Named]) -> bool:
    """Whether a passage speaks of something named that none of those told speaks of."""
    before, own = _told(told), _told((passage,))
    return any(one <= own and not one <= before for one in named)
