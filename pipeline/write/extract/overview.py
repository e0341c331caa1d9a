"""The `overview` answer from extracts: S0's five headings, parts of a mixed question listed, missing ones named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.answer.telling import telling
from pipeline.ask.cues import CUES
from pipeline.types import Brief
from pipeline.write.extract.frame import long_name
from pipeline.write.extract.gaps import gaps_of, held_of, open_part, part_of
from pipeline.write.extract.lines import bullet, sorted_by_date
from pipeline.write.extract.material import Desk, PartTold
from pipeline.write.extract.passages import Passage, choose, overlap
from pipeline.write.extract.session import user_bullets
from pipeline.write.extract.simple import Composed, beside, lead_of, tells_itself, told_cells

__all__ = ["compose_overview"]

_LOCAL_FLOOR, _FIGURE_FLOOR = 0.05, 0.15
_STATE_FLOOR = {"local": 0.1, "mixed": 0.05, "statewide": 0.03}
"""Shares of the best score below which a passage is left out. A local question takes state text only when it answers
well enough (S0: statewide only when it clearly applies)."""
_PER_PART = 2
"""Passages that tell a part at a glance at most; S0 has three to five bullets there."""
_LINE_WORDS, _GLANCE_WORDS = 45, 80
"""Words of a line, where the quotation can be cut so; the answer itself has room for a rule with its conditions."""
_FIGURE_WORDS = 28
"""A figure needs its noun and its year, not the paragraph around it."""
_NOTHING = "No passage that answers this was found."
_ALL_SHOWN = "Whether records outside the vault say more is not shown."
_NO_LOCAL = "No local record that bears on this was found."
_NO_FIGURES = "No further figures were found in these documents."
_RECORDS, _RULES = 4, 3
"""Lines of local records and of state law beside those at a glance: with the figures about 400 words."""


class _Sheet:
    """Bullets written so far, so that no line is said twice."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.lines: set[str] = set()
        self.shown: list[Passage] = []

    def told(self, line: str, passages: Sequence[Passage]) -> list[str]:
        """The line that tells these passages, unless it is written already."""
        fresh = [line] if line not in self.lines else []
        self.shown += passages
        self.lines.add(line)
        return fresh

    def write(
        self, passages: Iterable[Passage], *, limit: int = _LINE_WORDS, owners: bool = False, lead: str = ""
    ) -> list[str]:
        """Bullets of the passages; with `owners` each says whose figure it is, else the first begins with `lead`."""
        written: list[str] = []
        for passage in passages:
            owner = _owner(passage, self.desk.brief) if owners else ""
            opening = f"{owner}: " if owner else lead if not written else ""
            text = bullet(passage, self.desk, self.desk.brief.format, limit=limit, lead=opening)
            if text and text not in self.lines:
                self.shown.append(passage)
                written.append(text)
                self.lines.add(text)
        return written


def _owner(passage: Passage, brief: Brief) -> str:
    """Whose figure it is (S0: town, school, county, state), from the passage or from the record's lane."""
    chunk = passage.spans[0].evidence.chunk
    if chunk.section:
        return ""
    return part_of(passage.text, brief) or ("Town" if chunk.lane == "local" and chunk.town else "")


def _section(heading: str, lines: Sequence[str]) -> str:
    return f"### {heading}\n" + "\n".join(f"- {line}" for line in lines)


def _figures(desk: Desk, already: Sequence[Passage], count: int) -> tuple[Passage, ...]:
    kinds = [CUES[cue] for cue in ("amount", "date") if cue in desk.asked.cues] or [CUES["amount"]]
    good = [p for p in desk.passages if p.score >= _FIGURE_FLOOR * desk.best]
    pool = [p for p in good if any(k.search(p.spans[p.best].text) for k in kinds)]
    taken = list(already)
    kept: list[Passage] = []
    for passage in pool:
        if len(kept) < count and not any(overlap(passage, t) for t in taken):
            kept.append(passage)
            taken.append(passage)
    return tuple(kept)


def _glance(desk: Desk, sheet: _Sheet) -> list[str]:
    """The surest passages of each part, or that it is open with what stands near."""
    written: list[str] = []
    for part in desk.parts:
        shown = tuple(p for p in choose(part.passages, _PER_PART) if not any(overlap(p, q) for q in sheet.shown))
        figure = told_cells(part.answer.cells, part.passages) if part.answer.cells and part.passages else ""
        if figure and "\n" not in figure:  # a table of three rows is no bullet
            written += sheet.told(figure, part.passages)
        elif part.answer.cells and part.near:
            row = told_cells(part.answer.cells, part.near, tables=False)
            written += [open_part(part.answer, desk.asks).sentence]
            written += sheet.told(f"{held_of(part.answer)}: {row}", part.near) if row else []
        elif desk.brief.reading.asks_tax_bill:
            written += sheet.write(shown[:1], limit=_GLANCE_WORDS, owners=True)
        elif part.passages:
            for place, passage in enumerate(shown[: _told_of(part)]):
                lead = lead_of(part.answer, passage, again=place > 0)
                written += sheet.write([passage], limit=_GLANCE_WORDS, lead=lead)
        else:
            lead = beside(part, desk.asks)
            near = sheet.write(part.near[:1], limit=_GLANCE_WORDS, lead=lead)
            unsaid = near and tells_itself(part)
            written += near if unsaid else [open_part(part.answer, desk.asks).sentence, *near]
    return written


def _told_of(part: PartTold) -> int:
    """How many passages tell a part: a second one beside an unsure one."""
    return _PER_PART if telling(part.answer) == "likely" else 1


def _lines(desk: Desk, sheet: _Sheet) -> tuple[list[str], list[str], list[str], list[str]]:
    """The cited lines at a glance, of the local records, of state law, and the figures, none said twice."""
    parts = desk.brief.reading.asks_tax_bill
    glance = _glance(desk, sheet)
    records = desk.pick("local", _RECORDS, already=sheet.shown, floor=_LOCAL_FLOOR)
    local = [*user_bullets(desk, 2), *sheet.write(sorted_by_date(records))]
    floor = _STATE_FLOOR[desk.brief.route.scope]
    rules = desk.pick("state", _RULES, already=sheet.shown, floor=floor)
    state = sheet.write(rules)
    figures = sheet.write(_figures(desk, sheet.shown, _RECORDS), limit=_FIGURE_WORDS, owners=parts)
    if not state:
        state = _law_above(sheet)
    return glance, local, state, figures


def _law_above(sheet: _Sheet) -> list[str]:
    """Where state text was quoted under another heading, its own heading says so."""
    named = {p.label: long_name(p.spans[0].evidence.chunk) for p in sheet.shown if p.lane == "state"}
    return [f"Quoted above: {name} [{label}]" for label, name in named.items()]


def compose_overview(desk: Desk) -> Composed:
    """S0's headings with cited bullets; "Statewide context" stands only when a state passage is quoted under it."""
    sheet = _Sheet(desk)
    glance, local, state, figures = _lines(desk, sheet)
    gaps = gaps_of(desk.brief, sheet.shown)
    opened = [open_part(answer, desk.asks) for answer in desk.open]
    bodies = (
        glance or [_NOTHING],
        local or [_NO_LOCAL],
        state,
        figures or [_NO_FIGURES],
        [gap.sentence for gap in gaps if gap not in opened] or [_ALL_SHOWN],
    )
    rows = zip(desk.brief.format.headings, desk.brief.format.bullet_caps, bodies, strict=True)
    text = "\n\n".join(_section(heading, lines[:cap]) for heading, cap, lines in rows if lines)
    return Composed(text, tuple(sheet.shown), (*opened, *gaps))
