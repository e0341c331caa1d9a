"""Figures of a document: in the rows of its tables and in sentences of the form "X was $Y".

Reads page by page; the heads of a table go on to the next page. Sums of plain sentences are
read elsewhere; here are the forms that lists and budgets have.
"""

from __future__ import annotations

import re
from typing import Final

from vault.facts.cells import Cell, Line, amount_of, unit_of
from vault.facts.heads import figure, period_in
from vault.facts.matters import matters_in
from vault.facts.prose.sums import MONEY, sums
from vault.facts.tables import Heads, table_figures
from vault.facts.types import RowFigure, Slot
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["Context", "figures"]


class Context(Value):
    """What is known of the document a figure stands in."""

    doc_type: str = "other"
    date: str = ""
    title: str = ""


# "• Sewer Department: Requested funding for the 2025 budget of $273,630", "24 Add to Bridge ETF\nRequesting $9",
# "37 Create Rail Trail ETF $25,000" alone on its line
_REQUESTED: Final = lazy_regex(
    rf"^[^\w$\n]*(?:(?:Article\s*#?\s*)?\d{{1,3}}[.)]?\s+)?(?P<label>[A-Z][^$\n:]{{2,70}}?)\s*(?:[:–—-]\s*)?\s"
    rf"(?P<column>Request(?:ed|ing))\b:?(?P<between>[^$.\n]{{0,60}}?)\s*(?P<value>{MONEY})",
    re.M,
)
_NUMBERED: Final = lazy_regex(
    rf"^[^\w$\n]*\d{{1,3}}[.)]?\s+(?P<label>[A-Z][^$\n.:]{{3,70}}?)(?:[ \t]+|[ \t]*\n[ \t]*)(?P<value>{MONEY})[ \t]*$",
    re.M,
)
# "Map 029, Lot 001, Sub lot 369 in the amount of $33.00", "Map 34, lot 11 (8 Spur Road), with a refund of $911.56"
_PARCEL: Final = lazy_regex(
    rf"(?P<label>(?:[Tt]ax\s+)?Map:?\s*\d+[^$\n.]{{0,90}}?)(?:[,:;]?\s*)(?:in\s+the\s+amount\s+(?:of\s+)?|"
    rf"with\s+an?\s+(?P<col>\w+)\s+of\s+|"
    rf"(?P<col2>Refund|Amount|Abatement|Credit)\s*(?:of|:)\s+|for\s+|(?=\$))(?P<value>{MONEY})"
)
# "The Board received 7 Clerical Abatements.", "presented two land use change taxes", "presented four Warrants:"
_ANNOUNCED: Final = lazy_regex(
    r"(?:received|presented|reviewed|submitted)\s+(?:an?|the|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+"
    r"(?P<what>[A-Za-z]\w+(?:\s+[A-Za-z]\w+){0,4}?)(?=[.:,]|\s+(?:for|that|on|from|as)\b)"
)
_LIST_REACH: Final = 1500
"""Characters a list of parcels runs on under the sentence that announces it."""
_BUDGET_YEAR: Final = lazy_regex(r"\b(?:proposed\s+)?((?:19|20)\d\d)\s+(?:proposed\s+)?budget\b")


def _made(text: str, match: re.Match[str], label: str, *, column: str, base: int, hint: str) -> RowFigure:
    value, start = match["value"].rstrip(",."), base + match.start("value")
    cell = Cell(value, start, start + len(value))
    line = Line(text[match.start() : match.end()], base + match.start())
    made = figure(label, cell, line, column=column, period=period_in(hint), quality="likely", hint=hint)
    return made.changed(matters=tuple(m for _, _, m in matters_in(label))) if "Map" in label else made


def _requested(text: str, base: int) -> list[RowFigure]:
    """Lines of a budget that name what is asked for and its sum."""
    found: list[RowFigure] = []
    for match in _REQUESTED.finditer(text) if "equest" in text else ():
        label = " ".join(match["label"].split()).strip(" -–:")
        hint = f"requested {match['between']}"
        found.append(_made(text, match, label, column=match["column"], base=base, hint=hint))
    for match in _NUMBERED.finditer(text):
        found.append(_made(text, match, " ".join(match["label"].split()), column="", base=base, hint=""))
    return found


def _budget_year(text: str, at: int) -> str:
    """The year of the "proposed 2025 budget" spoken of right after a line of a budget."""
    found = _BUDGET_YEAR.search(text, at, at + 400)
    return found[1] if found else ""


def _announced(text: str, at: int) -> str:
    """What the sums of a list of parcels are, as the sentence over it says: "received 7 Clerical Abatements."."""
    found = list(_ANNOUNCED.finditer(text, max(0, at - _LIST_REACH), at))
    if not found or re.search(r"\bmotion\b|\bmoved\b", text[found[-1].end() : at]):
        return ""
    return re.sub(r"(?<=[a-z])s$", "", " ".join(found[-1]["what"].split()))


def _parcels(text: str, base: int) -> list[RowFigure]:
    found: list[RowFigure] = []
    for match in _PARCEL.finditer(text) if "ap" in text else ():
        column = match["col"] or match["col2"] or _announced(text, match.start())
        label = re.sub(r"\s+for$", "", " ".join(match["label"].split()).strip(" ,;:"))
        found.append(_made(text, match, label, column=column, base=base, hint=""))
    return found


def _told_in_sentences(text: str, base: int) -> list[RowFigure]:
    years = {match[1] for match in _BUDGET_YEAR.finditer(text)}
    only = years.pop() if len(years) == 1 else ""
    return [
        RowFigure(
            text=text[told.sentence : told.end],
            start=base + told.sentence,
            end=base + told.end,
            slots=(Slot(name="value", start=base + told.start, end=base + told.end),),
            label=told.label,
            column=told.column,
            period=period_in(told.words) or (_budget_year(text, told.end) or only if told.is_planned else ""),
            unit=unit_of(text[told.start : told.end]),
            value=text[told.start : told.end],
            amount=amount_of(text[told.start : told.end]),
            status=told.status,
        )
        for told in sums(text)
    ]


def _prose(text: str, base: int, taken: set[int]) -> list[RowFigure]:
    """Figures of sentences, each place once; the more telling form goes first."""
    kept: list[RowFigure] = []
    told = (_parcels, _requested, _told_in_sentences)
    for made in [one for read in told for one in read(text, base)]:
        place = made.slots[0].start
        if place not in taken and amount_of(made.value) is not None:
            taken.add(place)
            kept.append(made)
    return kept


def figures(text: str, context: Context) -> tuple[RowFigure, ...]:
    """The figures of a document's text (pages joined by form feeds) in order; () when it has none. Never raises."""
    found: list[RowFigure] = []
    heads: Heads | None = None
    base = 0
    for page in text.split("\f"):
        rows, heads = table_figures(page, base, context.title, heads)
        taken = {slot.start for row in rows for slot in row.slots}
        found += [row for row in rows if row.label]  # a torn one only takes its place
        found += _prose(page, base, taken) if "$" in page or "%" in page else []
        base += len(page) + 1
    return tuple(sorted(found, key=lambda one: one.slots[0].start if one.slots else one.start))
