"""The figure of a table that a part asks for: of the town's row in one of the state, the column whose head says what is
asked; of a line of the town's own accounts, the sums that are told of each year.

"What was the 2031 total tax rate" has one right cell among a page of numbers, and no words near it. It refuses a cell
where a word of what is asked stands neither in the head of its column nor in the title of its table, and where two
columns fit as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from pipeline.ask.cues import FIGURE_CUES, Cue, asks_parts
from pipeline.ask.kinds import asks_reason
from pipeline.ask.phrases import stem_set
from pipeline.ask.reading import QuestionPart, Reading
from pipeline.find.spans.subject import subject_of
from pipeline.types import AnswerCell, AnswerSpan, Evidence, IssueMap, OpenReason, PartAnswer
from vault.facts.dates import YEAR
from vault.states.known import jurisdiction
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS
from vault.statewide import ARTICLE, FEE, TableCell, holds_line, same_line
from vault.store.whole import page_at
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem
from vault.types import ChunkId

__all__ = [
    "asks_figure",
    "cells_asked",
    "line_asked",
    "named_line",
    "pages_asked",
    "told_bill",
    "told_cells",
    "told_near",
]

_SURE = 0.95
"""How surely the one cell that fits answers: of 1,630 questions twelve wordings were answered so, all with the figure
of the key (docs/finding.md)."""
_WHOLE = "total"
"""The stem that asks for the sum of the columns, though it shapes a question of any subject."""
_CORRECTED = r"(?:[ \t]*\([^()\n]{1,80}\))?"
"""What a line adds to its figure in brackets: "(corrected to $6,100)"."""
_BETWEEN = 120
"""Characters between the first cell of a row and the one asked for, where the row is printed down the page."""
_ASKS = lazy_regex(r"\b(?:what|which|how (?:much|many|high|large|big)|rates?|ratio|total)\b", re.IGNORECASE)
_SHAPING = stem_set(
    (
        "part parts share portion slice break broken breakdown down split divided component components composed"
        " consist consists makes made up my your our go goes going went",
    )
)
"""Words that ask for the parts of any figure."""
_LEAST_PARTS = 3
"""Columns of one row whose heads say what is asked, of a row that tells what it is made of."""
_UNSAID = stem_set((
    "property bill town city village change changes changed compare compared differ difference higher lower increase"
    " increased rise rose up",
))  # fmt: skip
"""Words of a question of rates that no head repeats: a bill is told by its rates, a change by those of two years."""


# "the library budget", "How much did the town spend on snow removal", "how much did voters approve for the police",
# "how much money goes to the library", "What does the library get"
_ASKS_LINE = lazy_regex(
    r"\b(?:budget(?:s|ed)?|appropriat\w+|spen[dt]|spending|fund(?:ed|ing)|allocat\w+|set aside|earmark\w*)\b"
    r"|\bcosts? (?:the )?(?:town|city|district|taxpayers?|us)\b|\bput(?:ting)? (?:in|aside|away|towards?|into)\b"
    r"|\b(?:town|city|voters|we|taxpayers)\b.*\b(?:gives?|gave|given|giving|contribut\w+|donat\w+|pa(?:y|ys|id)\b.*\bfor)\b"
    r"|\b(?:recommend|propos|request|approv|vot|rais|authoriz)\w*(?=.* (?:for|to)\b)"
    r"|\b(?:money|dollars)\b.*\b(?:go|goes|going|went|given?|gave|put)\b|\b(?:gets?|got|receiv\w+)\W*(?:(?:in|for|from)\b.*)?\Z",
    re.IGNORECASE,
)
# "What did they set aside for paving", "What was proposed for legal services"
_SET_ASIDE = lazy_regex(
    r"\A\W*what\b.*\b(?:(?:set aside|appropriat\w+|earmark\w*|allocat\w+)\b"
    r"|(?:budget|propos|recommend|request|approv|rais|authoriz)\w* for\b)",
    re.IGNORECASE,
)
_SPENT = lazy_regex(r"\bspent\b|\b(?:did|has|have)\b.*\bspend\b|\bactual|\bexpend", re.IGNORECASE)
_DECIDED = lazy_regex(r"\b(?:approv|vot|rais|appropriat|authoriz|adopt)\w*", re.IGNORECASE)
_OF_SPENDING = lazy_regex(r"\bactual|\bexpend", re.IGNORECASE)
# "over the last three years", "each year", "since 2031"
_SEVERAL = lazy_regex(r"\b(?:years|each year|every year|compared?|changed?|since|over time)\b", re.IGNORECASE)
_OTHERWISE: frozenset[Cue] = frozenset({"person", "reason", "date", "place", "law"})
_OF_BUDGETS = stem_set((
    "budget budgets budgeted appropriate appropriated appropriation spend spends spent spending recommend recommended"
    " propose proposed request requested approve approved vote voted actual expended department dept committee council"
    " town city year years annual yearly fiscal fy last past next each every since two three four five total line"
    " money dollars cost costs pay pays paid taxpayer contribute contributes contributed donate donates"
    " towards into being much many number"
    " current currently new change changed compare compared go goes going gone went put"
    " set aside ask amount fund funded funding allocate allocated earmark give given gave get gets got receive received"
    " raise raised authorize authorized voter voters taxpayer taxpayers resident residents people meeting",
    *GOVERNING_BOARDS, *GOVERNING_MEMBERS,
))  # fmt: skip
"""Words that ask for the sum of any line of accounts."""
_STAGES_OF = {"spent": {"actual", ""}, "voted": {"voted", "amended", "appropriation", ""}}
"""Stages of sums that were spent, and of those that were decided; of some the head tells none."""
_LATEST, _YEARS_BACK = 2, 3
"""Years told where none is named: the last decided and the next, or a run of them."""


# "and how does it compare with 2030", "what was it in 2030": the figure of the part before, for another year
_OF_ANOTHER_YEAR = lazy_regex(
    r"\A\W*(?:and |but )?(?:how (?:does|did|do) (?:it|that|this|they) (?:compare|differ)"
    r"|what (?:was|were|is) (?:it|that|they) (?:in|for)|(?:what|how) about"
    r"|(?:is|was) (?:it|that) (?:up|down|higher|lower|more|less))\b",
    re.IGNORECASE,
)


def line_asked(part: QuestionPart, issue: IssueMap) -> str:
    """The line of a town's accounts whose budget or spending a part asks for ("police"); "" where it asks for none."""
    asks_sum = "amount" in part.cues or _SET_ASIDE.search(part.text)
    if not issue.town or not asks_sum or not _OTHERWISE.isdisjoint(part.cues):
        return ""
    initials = "".join(word if word.isupper() else word[0] for word in issue.town.split())  # "GWRSD"
    known = _OF_BUDGETS | stem_set((issue.town, initials))
    words = YEAR.sub(" ", part.text)
    said = (word for word in content_words(words) if stem(word) not in known and not word.isdigit())
    return " ".join(dict.fromkeys(said)) if _ASKS_LINE.search(part.text) else ""


# "What is article 12 about?", "How much is Article #7 for", "What does warrant article 9 ask for", "Explain article 3"
_ARTICLE = lazy_regex(
    r"\A\W*(?:and |so )?(?:(?:what(?:['’]s)?|how much(?: money)?)(?: is| was| are| does| did| would| will)?"
    r"|explain|describe|tell me about)(?: the)?(?: (?:town |school )?warrant)? articles? (?:no\.? |number )?#? ?"
    r"(?P<number>\d{1,3}[A-Za-z]?)(?![\w.:-])(?!.*\b(?:ordinance|zoning|constitution|regulations?|by-?laws?|vote|pass)\b)",
    re.IGNORECASE,
)
# "How much is a sign permit", "What does it cost to appeal", "What is the deposit for a dock"
_PRICE = lazy_regex(
    r"\bhow much (?:is|are|does|do|would|will|was|were|did|must)\b|\bcosts?\b|\bfees?\b|\bpric\w+|\bdeposits?\b"
    r"|\bpay for\b",
    re.IGNORECASE,
)


_APPLY = stem_set(("apply applying charged",))
"""Words of a question of a fee that no schedule repeats."""


def named_line(part: QuestionPart, issue: IssueMap) -> str:
    """What the ledger files the figures of a part under: a line of accounts ("police"), the number of an article
    ("Article 12"), the thing whose price is asked for ("Fee of sign permit"); "" for any other part."""
    if not issue.town:
        return ""
    if article := _ARTICLE.search(part.text):
        return f"{ARTICLE}{article['number'].upper()}"
    if (line := line_asked(part, issue)) or asks_parts(part.text) or not _PRICE.search(part.text):
        return line
    towns = stem_set((issue.town, *issue.other_towns))
    words = [word for word in content_words(YEAR.sub(" ", part.text)) if stem(word) not in towns | _APPLY]
    roots = subject_of(dict.fromkeys(map(stem, words), 1.0), towns).weights
    thing = " ".join(dict.fromkeys(word for word in words if stem(word) in roots))
    return f"{FEE}{thing}" if thing and _OTHERWISE.isdisjoint(part.cues) else ""


def _of_line(part: QuestionPart, named: Sequence[str], cells: Sequence[TableCell], line: str) -> list[TableCell]:
    """The sums of a line for the years named, else for the newest ones; those spent where that is asked."""
    held = [one for one in cells if same_line(one.line, line)] or [one for one in cells if holds_line(one.line, line)]
    held = [one for one in held if not _SPENT.search(part.text) or _OF_SPENDING.search(one.head)] or held
    several = bool(_SEVERAL.search(part.text))
    told = sorted({one.year for one in held})
    if named and not (several and len(named) == 1):
        wanted = sorted(set(named))
    else:
        wanted = [year for year in told if not named or year >= named[0]][-(_YEARS_BACK if several else _LATEST) :]
    chosen = [one for one in held if one.year in wanted]
    return sorted(chosen, key=lambda one: one.year) if {one.year for one in chosen} == set(wanted) else []


def _other_stage(part: QuestionPart, cells: Sequence[TableCell]) -> str:
    """What the sums told of a line are, where another stage is asked for: "sums recommended, not voted"; "" else."""
    asked = "spent" if _SPENT.search(part.text) else "voted" if _DECIDED.search(part.text) else ""
    stages = {one.stage for one in cells if one.line}
    if not asked or len(stages) != 1 or stages <= _STAGES_OF[asked]:
        return ""
    return f"sums {stages.pop()}, not {asked}"


def asks_figure(part: QuestionPart) -> bool:
    """Whether a part may ask for a cell of a table: by its form, and not for a person, a rule or a reason."""
    if asks_parts(part.text):
        return _OTHERWISE.isdisjoint(part.cues)
    return bool(_ASKS.search(part.text)) and set(part.cues) <= {*FIGURE_CUES, "outcome"}


def cells_asked(
    part: QuestionPart, reading: Reading, issue: IssueMap, cells: Sequence[TableCell], *, of: Sequence[str] = ()
) -> list[TableCell]:
    """The cells that answer a part, one for each year that it names, else of the newest year; `of` are years that stand
    for those that it names. Of a line of accounts all that differ, and of what a figure is made of those of its row.
    [] where none fits or two fit as well, and for a part that asks for no figure."""
    years = tuple(of) or _years_of(part, reading)
    line = named_line(part, issue)
    if line.startswith((ARTICLE, FEE)):
        held = [one for one in cells if one.place == line]
        year = max((one.year for one in held if not years or one.year in years), default="")
        if year or line.startswith(ARTICLE):
            return [one for one in held if one.year == year]
    elif line:
        return _of_line(part, years, cells, line)
    if cells and _OF_ANOTHER_YEAR.search(part.text) and YEAR.search(part.text) and part is not reading.parts[0]:
        return _fitting(_Asked.of(reading.parts[0].text, issue), cells, years)
    if not cells or not asks_figure(part):
        return []
    if asks_parts(part.text):
        whole = " ".join(one.text for one in (part, *reading.parts))  # "and how is it made up?"
        return _of_row(_Asked.of(whole, issue), cells, years)
    otherwise = reading.phrasings if len(reading.parts) == 1 else ()
    found = (_fitting(_Asked.of(text, issue), cells, years) for text in (part.text, *otherwise))
    return next(filter(None, found), [])


def _years_of(part: QuestionPart, reading: Reading) -> tuple[str, ...]:
    return tuple(dict.fromkeys(YEAR.findall(part.text))) or reading.years


class _Asked(NamedTuple):
    """The stems of a wording that a head and a title must say, all of its stems, and how heads name the bodies that
    share a bill where it is asked."""

    subject: frozenset[str]
    said: frozenset[str]
    bodies: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, text: str, issue: IssueMap) -> _Asked:
        """What a wording asks for, but for the names of towns."""
        towns = stem_set((issue.town, *issue.other_towns))
        roots = [stem(word) for word in content_words(text) if not YEAR.fullmatch(word)]
        whole = {_WHOLE}.intersection(roots)
        subject = (frozenset(subject_of(dict.fromkeys(roots, 1.0), towns).weights) | whole) - towns
        bodies = jurisdiction(issue.state).parts_of_tax_bill
        return cls(subject - _UNSAID or subject, frozenset(roots) - towns, bodies)

    def says(self, cell: TableCell) -> frozenset[str]:
        """The stems of the head of a cell, and of the body whose part it is."""
        return stem_set((cell.head,)) | self.named(cell)

    def named(self, cell: TableCell) -> frozenset[str]:
        """The stems of the body that the head of a cell names."""
        return stem_set(tuple(name for name, told in self.bodies if re.search(told, cell.head, re.IGNORECASE)))

    def fits(self, cell: TableCell) -> bool:
        """Whether the head says a word of the subject, and the title of the table the rest."""
        head, subject = self.says(cell), self.subject - stem_set((cell.place,))
        return bool(subject & head) and subject <= head | stem_set((cell.about,))


def _fitting(asked: _Asked, cells: Sequence[TableCell], years: Sequence[str]) -> list[TableCell]:
    """The best cell of each year and of each place that the cells are of."""
    fit = [one for one in cells if asked.fits(one)]
    places = dict.fromkeys(one.place for one in fit)
    told = ({one.year for one in fit if one.place == place} for place in places)
    wanted = years or sorted(set.intersection(*told) if places else ())[-1:]
    sets = [[one for one in fit if (one.year, one.place) == of] for of in product(wanted, places)]
    chosen = [_best(asked, own) for own in sets]
    return [one for one in chosen if one is not None] if all(chosen) else []


def _best(asked: _Asked, cells: Sequence[TableCell]) -> TableCell | None:
    """The cell whose head says the most of what is asked and the least besides, the total before its parts; None where
    two with other values do."""

    def order(one: TableCell) -> tuple[int, int, int, bool]:
        head = {root for root in asked.says(one) if root.isalpha()}
        besides = {root for root in stem_set((one.head,)) if root.isalpha()} - asked.subject
        return -len(asked.subject & head), -len((asked.said - _UNSAID) & head), len(besides), _WHOLE not in head

    first = min(map(order, cells), default=None)
    best = [one for one in cells if order(one) == first]
    return best[0] if len({one.value for one in best}) == 1 else None


def _of_row(asked: _Asked, cells: Sequence[TableCell], years: Sequence[str]) -> list[TableCell]:
    """What a figure is made of: the cells of the one row most of whose heads say it, of the newest year asked about,
    the part of the body asked about first and the total last; [] where no row has three."""
    bodies = stem_set(tuple(name for name, _ in asked.bodies))
    subject = asked.subject - bodies - _SHAPING
    rows: dict[tuple[str, str, str], list[TableCell]] = {}
    for one in cells:
        if subject and subject <= stem_set((one.head,)) and (not years or one.year in years):
            rows.setdefault((one.year, one.chunk_id, one.row), []).append(one)
    told = [row for row in rows.values() if len(row) >= _LEAST_PARTS]
    best = max(told, key=lambda row: (row[0].year, len(row)), default=[])
    return sorted(best, key=lambda one: (not asked.said & asked.named(one), _WHOLE in stem_set((one.head,))))


def told_cells(
    part: QuestionPart, reading: Reading, issue: IssueMap, evidence: Sequence[Evidence], cells: Sequence[TableCell]
) -> PartAnswer | None:
    """The answer from the cells that a part asks for; None where none fits or its page is not among the evidence."""
    asked = cells_asked(part, reading, issue, cells)
    near = _other_stage(part, asked)
    return _told(asked, evidence, PartAnswer(part=part.text, probability=_SURE, verdict="answered", near=near))


def told_near(
    part: QuestionPart, reading: Reading, issue: IssueMap, evidence: Sequence[Evidence], cells: Sequence[TableCell]
) -> PartAnswer | None:
    """What is held of another year than the one asked about; None where nothing is, or where no year is asked about."""
    nearest, years = _nearest(part, reading, issue, cells), _years_of(part, reading)
    if not nearest or nearest[0].year in years:
        return None
    whole = asks_parts(part.text) or nearest[0].place.startswith(FEE)
    near = f"{nearest[0].year}, not {' or '.join(years)}"
    return _told(
        nearest if whole else nearest[:1],
        evidence,
        PartAnswer(part=part.text, reason="other_year", near=near),
    )


def told_bill(
    part: QuestionPart, reading: Reading, issue: IssueMap, evidence: Sequence[Evidence], cells: Sequence[TableCell]
) -> PartAnswer | None:
    """What makes up the tax rate of a town, of the year asked about or else the newest held, where it is asked why the
    taxes are what they are: it gives no reason, but each body's part; None for any other part."""
    row = _bill_row(part, reading, issue, cells)
    year = row[0].year if row else ""
    years = _years_of(part, reading)
    other = bool(years) and year not in years
    near = f"{year}, not {' or '.join(years)}" if other else f"the rates of {year}"
    reason: OpenReason = "other_year" if other else "other_matter"
    return _told(row, evidence, PartAnswer(part=part.text, reason=reason, near=near))


def _bill_row(part: QuestionPart, reading: Reading, issue: IssueMap, cells: Sequence[TableCell]) -> list[TableCell]:
    if not (reading.asks_tax_bill and asks_reason(part.text)):
        return []
    asked = _Asked.of("tax rate", issue)
    return _of_row(asked, cells, _years_of(part, reading)) or _of_row(asked, cells, ())


def _nearest(part: QuestionPart, reading: Reading, issue: IssueMap, cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells that answer a part for the held year next to the one it names, the older of two; [] where it names
    none."""
    for year in _years_of(part, reading)[:1]:
        held = sorted({one.year for one in cells if one.year.isdigit()})
        by_distance = sorted(held, key=lambda one: abs(int(one) - int(year)))
        found = (cells_asked(part, reading, issue, cells, of=(one,)) for one in by_distance)
        return next(filter(None, found), [])
    return []


def _told(asked: Sequence[TableCell], evidence: Sequence[Evidence], answer: PartAnswer) -> PartAnswer | None:
    pages = {item.chunk.id: item for item in evidence}
    told = [_placed(one, pages[one.chunk_id]) for one in asked if one.chunk_id in pages]
    placed = tuple(one for one in told if one)
    if not asked or len(placed) < len(asked):
        return None
    heads = zip(asked, placed, strict=True)
    return answer.changed(
        spans=placed,
        cells=tuple(
            AnswerCell(label=span.label, head=one.head, value=_printed(one), row=one.line or one.place)
            for one, span in heads
        ),
    )


def _printed(cell: TableCell) -> str:
    """The value as its row prints it: "$ 604,640" of a scan."""
    found = re.search(r"\s*".join(map(re.escape, cell.value.replace(" ", ""))), cell.row)
    return found.group() if found and found.group() else cell.value


def _placed(cell: TableCell, item: Evidence) -> AnswerSpan | None:
    """The row, to the end of the cell, in the text of its page; None where it does not stand there."""
    printed = _printed(cell)
    row, value = (r"\s+".join(map(re.escape, text.split())) for text in (cell.row, printed))
    down = "" if printed in cell.row else rf"[\s\S]{{0,{_BETWEEN}}}?{value}"
    found = re.search(rf"(?<!\w){row}{down}(?!\w){_CORRECTED}", item.chunk.text)
    if found is None:
        return None
    return AnswerSpan(
        chunk_id=item.chunk.id,
        start=found.start(),
        end=found.end(),
        text=" ".join(found.group().split()),
        page=page_at(item.chunk, found.start()),
        probability=_SURE,
        label=item.label,
    )


def pages_asked(reading: Reading, issue: IssueMap, cells: Sequence[TableCell]) -> Iterable[ChunkId]:
    """The passages on which the cells stand that the parts of a question ask for, or those of another year where none
    is of the year asked about, each once."""
    asked = (
        cells_asked(part, reading, issue, cells)
        or _nearest(part, reading, issue, cells)
        or _bill_row(part, reading, issue, cells)
        for part in reading.parts
    )
    return dict.fromkeys(one.chunk_id for found in asked for one in found)
