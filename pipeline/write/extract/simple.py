"""The `simple` answer from extracts: the parts of the question in order, each answered with cited words or said to be
open (S0, decision 33); figures of the ledger stand under their heads, several as a table.

One to five sentences. It refuses to show a sentence that answers nothing, to fill up to a length, to show a figure
whose head its page does not show.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pipeline.answer.telling import ALSO, COURSE, LIKELY, NEXT, THEN, telling
from pipeline.ask.kinds import has_kind, of_kind
from pipeline.quoting.cut import quote
from pipeline.quoting.locate import locate
from pipeline.types import AnswerCell, PartAnswer
from pipeline.write.extract.frame import long_name, verb
from pipeline.write.extract.gaps import Gap, gaps_of, held_of, leads_of, open_part, where_to_look
from pipeline.write.extract.history import told_history
from pipeline.write.extract.lines import sentence
from pipeline.write.extract.material import Desk, PartTold
from pipeline.write.extract.outcomes import tells_result
from pipeline.write.extract.passages import Passage, choose, figures_of, holds, repeats
from pipeline.write.extract.session import user_sentences, user_text_is_closer
from pipeline.write.extract.spans import spans_of, stem_set
from pipeline.write.extract.totals import counts_in
from pipeline.write.extract.yes_no import asks_yes_or_no, decided_by, opening
from vault.facts.meeting.offices import office_asked
from vault.statewide import ARTICLE
from vault.text.patterns import lazy_regex

__all__ = ["Composed", "beside", "compose_simple", "lead_of", "tells_itself", "told_cells"]

_ELSEWHERE = ("other_year", "other_town")

_SENTENCE_WORDS, _MOTION_WORDS = 110, 110
"""Words of a sentence. A motion with its vote has room for more, and a list what the format allows."""
_WHOLE_WORDS = 200
"""Words of a rule that is quoted whole: cut sooner it loses its condition, or what comes of it."""
_NAME_WORDS = 20
"""Words before a quotation that name its source, at most."""
_PER_PART = 3
"""Passages that tell a part at most: the first span answers in half of the parts, one of three in two thirds."""
_EVEN = 0.5
"""An open part that is answered with this probability is not told to be open beside its own best words."""
_FROM_USER = "No match was found in the archive, so this rests on the text you provided."


_AROUND_TABLE = lazy_regex(r" *\n\n *")


class Composed(NamedTuple):
    """Markdown of an answer, the passages it quotes and the gaps it names."""

    markdown: str
    shown: tuple[Passage, ...]
    gaps: tuple[Gap, ...]


class _Told(NamedTuple):
    """A sentence and the passage it quotes."""

    text: str
    passage: Passage
    figures: bool = False
    """Whether only the figures of its row are told, not its sentence."""


_MOST_HEADS = 9
"""Figures of one row that are told where none of them alone is asked for."""
_ROWS_OF_TABLE = 3
"""Figures that are told as a table; fewer are sentences."""


class _Figure(NamedTuple):
    """A cell as it is told: that its record reads or shows it, how its row is called, its head and value as quotations;
    `line` quotes a row that is a sentence of its own."""

    reads: str
    shows: str
    row: str
    head: str
    value: str
    line: str = ""

    @property
    def of_row(self) -> str:
        return f"{self.shows}, for {self.row}" if self.row else self.shows


def cells_of_row(answer: PartAnswer, passage: Passage, years: Sequence[str] = ()) -> tuple[AnswerCell, ...]:
    """The figures that a part asks for of the one row of a table that a passage is: under the head that says the year
    asked about, else a word of the part that no other head says, else the newest of figures that differ by their year
    alone; where several fit, those, and where none does, all of them. () for any other passage, and for a row without
    a figure of the years asked about."""
    held = figures_of(passage)
    if len(held) < 2 or len(held) > _MOST_HEADS:
        return ()
    asked = stem_set(answer.part)
    said = [stem_set(one.column) & asked for one in held]
    only = [one for one, own in zip(held, said, strict=True) if own and own == max(said, key=len)]
    newest = max((one.period for one in held), default="")
    differ = bool(newest) and len({one.period for one in held}) == len(held)
    dated = [one for one in held if (one.period in years if years else differ and one.period == newest)]
    if years and not dated and any(one.period for one in held):
        return ()
    fitting = next((found for found in (dated, only) if len(found) == 1), dated or held)
    return tuple(AnswerCell(label=passage.label, head=one.column, value=one.value, row=one.label) for one in fitting)


def told_cells(cells: Sequence[AnswerCell], passages: Sequence[Passage], *, tables: bool = True) -> str:
    """Figures of tables, each with its record, what its row is called and the head it stands under: as a table where
    there are three and `tables` may stand, else in sentences; "" where no page shows its head, and for one sum that a
    sentence tells (an article of a warrant), which is quoted instead."""
    held = [told for cell, one in zip(cells, passages, strict=True) if (told := _figure(cell, one))]
    if len(held) == 1 and cells[0].head.startswith(ARTICLE):
        return ""
    rows = tuple(dict.fromkeys((one.shows, one.row) for one in held))
    if len(held) < _ROWS_OF_TABLE or not tables:
        return " ".join(_sentence([one for one in held if (one.shows, one.row) == row]) for row in rows)
    lines = [(one.reads, one.row, one.head, one.value) for one in held]
    if len(rows) == 1:
        return f"{held[0].of_row} [{cells[0].label}]:" + _table(("Head", "Figure"), [one[2:] for one in lines])
    if len({shows for shows, _ in rows}) == 1:
        return f"{held[0].shows} [{cells[0].label}]:" + _table(("Row", "Head", "Figure"), [one[1:] for one in lines])
    return _table(("Record", "Row", "Head", "Figure"), lines)


def _sentence(held: Sequence[_Figure]) -> str:
    """The figures of one row in a sentence."""
    first = held[0]
    if first.line:
        return f"{first.line} {first.value.rpartition(' ')[2]}."
    return f"{first.of_row}{';'.join(f' under {one.head}: {one.value}' for one in held)}."


def _figure(cell: AnswerCell, passage: Passage) -> _Figure | None:
    """A cell as it is told; None where its page does not show the head."""
    page = passage.spans[0].evidence.chunk
    head, text = _head_of(cell, passage), passage.text.lstrip("•*- ")
    if not head:
        return None
    shown = locate(cell.row, page.text, ocr=page.ocr).rung != "not_found" if cell.row else False
    line = quote((text,)) if cell.head in text and cell.value in text else ""
    reads = f"{long_name(page)} {verb(page)}"
    shows = f"{long_name(page)} {'show' if page.doc_type == 'minutes' else 'shows'}"
    return _Figure(
        reads, shows, quote((cell.row,)) if shown else "", head, _valued(cell), f"{reads}: {line}" * bool(line)
    )


def _valued(cell: AnswerCell) -> str:
    return f"{quote((cell.value,))} [{cell.label}]"


def _head_of(cell: AnswerCell, passage: Passage) -> str:
    """The head of a cell as quotations, one for each of the lines it is printed on; "" where the page does not show all
    of it with the value."""
    source, said, left = passage.spans[0].evidence.chunk, list[str](), cell.head.split()
    while left and locate(cell.value, source.text, ocr=source.ocr).rung != "not_found":
        runs = (" ".join(left[:size]) for size in range(len(left), 0, -1))
        run = next((one for one in runs if locate(one, source.text, ocr=source.ocr).rung != "not_found"), "")
        if not run:
            return ""
        said.append(quote((run,)))
        left = left[len(run.split()) :]
    return " ".join(said)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = (heads, ["---"] * len(heads), *rows)
    return "\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"


class _Teller:
    """Sentences as they are written: no passage twice, a source named in full once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.told: list[_Told] = []
        self.settled = set[str]()

    @property
    def years(self) -> tuple[str, ...]:
        """The years that the question names."""
        return self._desk.brief.reading.years

    def has(self, part: PartTold) -> bool:
        """Whether a passage of the part was told, or the best words of an open one for another part."""
        best = part.answer.spans[:1] if part.answer.probability >= _EVEN else ()
        return part.answer.part in self.settled or any(
            any(repeats(passage, own) for own in part.passages) or any(holds(passage, span) for span in best)
            for passage in (one.passage for one in self.told if not one.figures)
        )

    def tell(self, passage: Passage, answer: PartAnswer, lead: str = "", total: str = "") -> bool:
        """Writes the passage as a sentence, with the `total` that it adds up to, and the row of a table as the figures
        of it that the part asks for; False when it cannot be quoted or was told before."""
        if any(repeats(passage, one.passage) for one in self.told if not one.figures):
            return False
        cells = () if total else cells_of_row(answer, passage, self.years)
        if cells and self.tell_cells(answer, cells, [passage] * len(cells), lead):
            return True
        again = bool(self.told) and lead in ("", ALSO, NEXT) and _source(self.told[-1].passage) == _source(passage)
        limit = 0 if passage.items[1] else _MOTION_WORDS if tells_result(passage.text) else _SENTENCE_WORDS
        whole = passage.spans[passage.best].words + _NAME_WORDS
        limit = max(limit, whole) if limit and whole <= _WHOLE_WORDS else limit
        text = sentence(passage, self._desk, self._desk.brief.format, again=again, limit=limit)
        if text:
            text = f"{lead}{text[0].lower()}{text[1:]}" if lead and again else f"{lead}{text}"
            text = f"{text} {total}".rstrip()
            self.told.append(_Told(text, passage))
        return bool(text)

    def tell_history(self, part: PartTold) -> bool:
        """Writes what the source note of a section says of the acts that changed it; False for a part that asks for no
        change of the law."""
        changed = told_history(part.answer, self._desk.brief.retrieval.merged)
        if changed:
            self.told.append(_Told(changed.text, Passage(spans_of(changed.evidence)[:1], 0)))
            self.settled.add(part.answer.part)
        return bool(changed)

    def tell_cells(
        self, answer: PartAnswer, cells: Sequence[AnswerCell], rows: Sequence[Passage], lead: str = ""
    ) -> bool:
        """Writes the figures asked for, of the records that tell them; False where none shows its head."""
        text = told_cells(cells, rows)
        if text:
            self.settled.add(answer.part)
            self.told += [_Told("" if place else f"{lead}{text}", one, figures=True) for place, one in enumerate(rows)]
        return bool(text)


def _source(passage: Passage) -> str:
    chunk = passage.spans[0].evidence.chunk
    return f"{chunk.doc_id} {chunk.section}"


def _tell_part(part: PartTold, teller: _Teller) -> None:
    """The surest passages of a part, none of which says what another does."""
    if teller.tell_history(part):
        return
    if part.course:
        for place, passage in enumerate(part.passages):
            teller.tell(passage, part.answer, THEN if place else COURSE)
        return
    count, said = 0, teller.has(part)
    cells = part.answer.cells  # of each year or town asked about
    of_other = f"{held_of(part.answer)}: " if part.answer.near and (cells or office_asked(part.answer.part)) else ""
    if cells and part.passages and teller.tell_cells(part.answer, cells, part.passages, of_other):
        return
    for passage in part.passages if cells else choose(part.passages, len(part.passages)):
        if count < _PER_PART:
            lead = of_other or lead_of(part.answer, passage, again=bool(count or said))
            count += teller.tell(passage, part.answer, lead, part.total.said if part.total else "")
            if count and passage.items[0] == passage.items[1] in counts_in(part.answer.part):
                return  # as many are told as the question says there are


def lead_of(answer: PartAnswer, passage: Passage, *, again: bool = False) -> str:
    """What stands before a passage told of a part: a yes or a no, or that it is only likely the answer; `again` for the
    second one."""
    sure = telling(answer) == "certain"
    if again:
        return "" if sure else ALSO
    return opening(answer.part, passage, sure=sure) or ("" if sure else LIKELY)


class _Opened(NamedTuple):
    """What is missing of a part, the sentences that say so, and those of what is held beside it."""

    gap: Gap
    said: tuple[str, ...]
    beside: tuple[str, ...]
    part: PartTold


def _open(desk: Desk, teller: _Teller) -> Iterator[_Opened]:
    """Of each part that nothing answers what is missing and what is held beside it, told as what it is: what may well
    be its answer, what comes nearest, or where it may stand."""
    for part in desk.parts:
        if not teller.has(part):
            before, gap, lead = len(teller.told), open_part(part.answer, desk.asks), beside(part, desk.asks)
            told = bool(part.answer.cells) and teller.tell_cells(part.answer, part.answer.cells, part.near, lead)
            for passage in () if told else choose(part.near, len(part.near)):
                told = teller.tell(passage, part.answer, NEXT if told else lead) or told
            unsaid = told and tells_itself(part)
            said = () if unsaid else (gap.sentence, "" if told else where_to_look(part.answer, desk.brief, part.apt))
            yield _Opened(gap, said, tuple(one.text for one in teller.told[before:]), part)


def _unless_shown(opened: _Opened, told: Sequence[_Told]) -> _Opened:
    """What is said of an open part, without its denial where the words shown for another part hold its own best ones,
    and those are of the kind asked for."""
    best, asked = opened.part.answer.spans[:1], opened.part.answer.part
    shown = any(holds(one.passage, span) for one in told for span in best) and of_kind(asked, best[0].text)
    of_time = opened.part.answer.reason not in _ELSEWHERE
    return opened._replace(said=()) if shown and of_time and not opened.beside and has_kind(asked) else opened


def beside(part: PartTold, asks: Sequence[str] = ()) -> str:
    """What stands before the passage nearest to an answer that is not held, or not surely; `asks` are the words of all
    the parts."""
    if part.answer.reason in _ELSEWHERE:
        return f"{held_of(part.answer)}: "
    return leads_of(part.answer, asks)[0 if part.may and not part.aside else 1]


def tells_itself(part: PartTold) -> bool:
    """Whether the words shown for an open part need no denial before them, which may be wrong: they are of the time and
    place asked about, and speak of what is asked; of a yes or a no it is told that they decide neither."""
    if part.answer.reason in (*_ELSEWHERE, "unread") or (part.answer.reason == "not_held" and part.answer.near):
        return False
    asked = part.answer.part
    rules = any(decided_by(asked, one, sure=True).word for one in part.near[:1])  # they may well decide it
    return not part.aside and (part.may or rules or not asks_yes_or_no(asked))


def _worth_telling(gap: Gap, desk: Desk, labels: Collection[str]) -> bool:
    """Whether a gap is told: a law that a quoted record names where law is asked for, and all that names no record."""
    return not gap.of_search and gap.label in labels and (not gap.label or "law" in desk.asked.cues)


def compose_simple(desk: Desk) -> Composed:
    """One to five sentences: what answers each part, then what is open. Without an answer it says so first. A text
    that the user gave comes before the records when it says more of the question's words."""
    teller = _Teller(desk)
    for part in desk.parts:
        _tell_part(part, teller)
    firm = tuple(teller.told)
    answered = [one.text for one in firm]
    near = tuple(_unless_shown(one, teller.told) for one in tuple(_open(desk, teller)))
    opened = tuple(one.gap for one in near if one.said)  # beside words that may answer it no denial is told
    shown = tuple(one.passage for one in teller.told)
    untold = [one.gap for one in near if not one.said]  # the words shown say how near they come
    gaps = tuple(gap for gap in (*opened, *gaps_of(desk.brief, shown)) if gap not in untold)
    if not firm:
        users = user_sentences(desk, 2)
        answered = [*users, _FROM_USER] if users else []
    elif user_text_is_closer(desk, [one.passage for one in firm]):
        answered = [*user_sentences(desk, 1), *answered]
    said = firm or not answered  # a text of the user answers where no record does
    lines = [*answered, *(text for one in near for text in (*(one.said if said else ()), *one.beside))]
    labels = {"", *(passage.label for passage in shown)}
    told = [gap for gap in gaps if answered or (gap.name and "law_missing" in (one.reason for one in desk.open))]
    rest = [gap.sentence for gap in told if gap not in opened and _worth_telling(gap, desk, labels)]
    of_law = "law" in desk.asked.cues and not any(one.passage.lane == "state" for one in firm)
    which = [gap.sentence for gap in gaps if gap.label][:1] if of_law else []
    first = () if desk.brief.issue.statutes else which  # which law it is may be what is asked
    sentences = list(dict.fromkeys(filter(None, [*first, *lines, *which, *rest])))[: desk.brief.format.max_sentences]
    return Composed(_AROUND_TABLE.sub("\n\n", " ".join(sentences)).strip(), shown, gaps)
