"""Figures of a document: in the rows of its tables and in sentences of the form "X was $Y".

Reads page by page; the heads of a table go on to the next page. Sums of plain sentences are
read elsewhere; here are the forms that lists and budgets have.
"""

from __future__ import annotations

import re
from typing import Final

from vault.facts.cells import Cell, Line, amount_of
from vault.facts.heads import period_in
from vault.facts.matters import matters_in
from vault.facts.prose.sums import MONEY, sums
from vault.facts.tables import Heads, figure, table_figures
from vault.facts.types import RowFigure, Slot
from vault.value import Value

__all__ = ["Context", "figures"]


class Context(Value):
    """What is known of the document a figure stands in."""

    doc_type: str = "other"
    date: str = ""
    title: str = ""


# "Elections - $5,950.00 which is a decrease of $15,650.00 or 2.5%", "Treasurer - Level Funded at $8,395.00"
_BULLET: Final = re.compile(
    rf"^[ \t•▪*o-]*(?:\d{{1,3}}[.)]?[ \t]+)?(?P<label>[A-Z][^$\n]{{1,70}}?)\s*[-–—:=]\s+"
    rf"(?:(?P<level>[Ll]evel\s+[Ff]unded\s+at)\s+)?(?P<v"
    rf"alue>{MONEY})"
    rf"(?:\s+which\s+is\s+an?\s+(?P<way>increase|"
    rf"decrease)\s+of\s+(?P<change>{MONEY})(?:\s+or\s+(?P<share>[\d.]+\s?%))?)?",
    re.M,
)
# "Highway Equipment CRF- Total is $200,000", "Bridge ETF- … Total is $100,000"
_TOTAL: Final = re.compile(
    rf"^[ \t•*]*(?P<label>[A-Z][^$\n.:]{{2,60}}?)\s*[-–—]\s+(?P<between>(?:(?!\n\s*\n)[^$]){{0,400}}?)\b(?P<col"
    rf">Total|Cost|Amount)\s+(?:is|was|of)\s+(?P<value>{MONEY})",
    re.M,
)
# "• Sewer Department: Requested funding for the 2025 budget of $273,630", "24 Add to Bridge ETF\nRequesting $9",
# "37 Create Rail Trail ETF $25,000" alone on its line
_REQUESTED: Final = re.compile(
    rf"^[^\w$\n]*(?:(?:Article\s*#?\s*)?\d{{1,3}}[.)]?\s+)?(?P<label>[A-Z][^$\n:]{{2,70}}?)\s*(?:[:–—-]\s*)?\s"
    rf"(?P<column>Request(?:ed|ing))\b:?(?P<between>[^$.\n]{{0,60}}?)\s*(?P<value>{MONEY})",
    re.M,
)
_NUMBERED: Final = re.compile(
    rf"^[^\w$\n]*\d{{1,3}}[.)]?\s+(?P<label>[A-Z][^$\n.:]{{3,70}}?)(?:[ \t]+|[ \t]*\n[ \t]*)(?P<value>{MONEY})[ \t]*$",
    re.M,
)
# "the proposed 2026 budget of $18,500.00 an increase of $12,550.00 or 210.92 %"
_PROPOSED: Final = re.compile(
    rf"^[ \t•▪*o-]*(?P<label>[A-Z][^$\n]{{1,70}}?)[ \t]+(?:the[ \t]+)?proposed\s+(?P<year>(?:19|20)\d\d)\s+budget\s+of"
    rf"\s+"
    rf"(?P<value>{MONEY})(?:\s*,?\s*(?:which\s+is\s+)?an?\s+(?P<way>increase|decrease)\s+of\s+(?P<change>{MONEY})"
    rf"(?:\s+or\s+(?P<share>[\d.]+\s?%))?)?",
    re.M,
)
# "A Motion by Roy to recommend the Library proposed 2025 budget of", broken between two lines
_RECOMMENDED: Final = re.compile(
    r"\b(?:recommend|approve)\s+(?:the\s+)?(?:Adding\s+to\s+)?(?P<label>[A-Z][^$.;]{2,90}?)(?:\s+the)?\Z"
)
# "Street Lights budget has decreased from $10,000 to $7,000", "… has increased by $1,500 bring it up to $6,500"
_CHANGED: Final = re.compile(
    rf"\b(?:(?:has|have|had|was|were|is|are|will|would|should|been|be)\s+){{0,2}}"
    rf"(?P<way>increas|decreas|reduc|rais|lower|cut|amend|correct|revis|chang|adjust)(?:e[ds]?|ed)?(?:\s+(?:by\s+)?(?P<change>{MONEY}|[\d.]+\s?%))?"
    rf"(?:\s+or\s+(?P<share>[\d.]+\s?%))?(?:\s+from\s+(?P<from>{MONEY}))?"
    rf"(?:,?\s+(?:(?:down|up)\s+|bring(?:ing|s)?\s+it\s+(?:up|down)\s+)?to\s+(?P<to>{MONEY}))?"
    rf"(?:\s+for\s+a\s+total\s+(?:proposed\s+)?budget\s+of\s+(?P<total>{MONEY}))?",
    re.I,
)
# "is level funded at $1,500", "is budgeted for $74,000", "was set at $50"
_SET_AT: Final = re.compile(
    rf"\b(?:is|are|was|were|remains?|stays?)\s+(?:all\s+)?(?:level[- ]funded|budgeted|set|capped|listed)\s+"
    rf"(?:at|for)\s+"
    rf"(?P<value>{MONEY})"
)
# What a clause begins with: "Water and Sewer is …", "Rescue Supplies for medical supplies has …"
_OPENS: Final = re.compile(
    r"[\s•▪*o-]*(?:(?:the|so|and|but|specifically|however)\s+)*"
    r"(?P<label>(?!(?:since|because|if|when|while|after|as)\b)[A-Za-z][\w'’/&-]*(?:[ \t\n]+"
    r"(?!(?:for|is|are|was|were|has|have|had|will|would|should|if|increased|decreased)\b)[\w'’/&()-]+){0,7})"
    r"\s+(?:for|increased|decreased|is|are|was|were|has|have|had|will|would|should|if)\b",
    re.IGNORECASE,
)
_SAID: Final = re.compile(r"^.*\b(?:stated|said|noted|explained|advised|reported)\s+(?:that\s+)?(?:the\s+)?", re.I)
_VERB_REACH: Final = 12
"""Characters of the verb behind a subject: "increased" and its blank."""
_CLAUSE_END: Final = re.compile(r"[.;:]\s|,\s+(?=[A-Z])|\s+so\s+(?=the\b)|\n\s*\n|\n(?=[A-Z•])")
_NO_SUBJECT: Final = frozenset(
    [
        "budget", "proposed", "proposed budget", "line", "line item", "item", "that line item", "it", "this",
        "amount", "total", "they", "he", "she", "that", "there",
    ]
)  # fmt: skip
_WAYS: Final = {
    "increas": "increase", "rais": "increase", "amend": "", "correct": "", "revis": "", "chang": "", "adjust": "",
}  # fmt: skip
"""What the sum of a change is called; one that was corrected went neither up nor down."""
# "1) Training: Increased from": the words of the line before a colon
_HEAD_OF_LINE: Final = re.compile(r"(?:^|\n)\W*(?:\d{1,2}[.)]\s*)?(?P<label>[A-Z][\w'’/& -]{2,50}):\s*\Z")
# "Map 029, Lot 001, Sub lot 369 in the amount of $33.00", "Map 34, lot 11 (8 Spur Road), with a refund of $911.56"
_PARCEL: Final = re.compile(
    rf"(?P<label>(?:[Tt]ax\s+)?Map:?\s*\d+[^$\n.]{{0,90}}?)(?:[,:;]?\s*)(?:in\s+the\s+amount\s+(?:of\s+)?|"
    rf"with\s+an?\s+(?P<col>\w+)\s+of\s+|"
    rf"(?P<col2>Refund|Amount|Abatement|Credit)\s*(?:of|:)\s+|for\s+)(?P<value>{MONEY})"
)
# "The Board received 7 Clerical Abatements.", "presented two land use change taxes", "presented four Warrants:"
_ANNOUNCED: Final = re.compile(
    r"(?:received|presented|reviewed|submitted)\s+(?:an?|the|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+"
    r"(?P<what>[A-Za-z]\w+(?:\s+[A-Za-z]\w+){0,4}?)(?=[.:,]|\s+(?:for|that|on|from|as)\b)"
)
_LIST_REACH: Final = 1500
"""Characters a list of parcels runs on under the sentence that announces it."""
_BUDGET_YEAR: Final = re.compile(r"\b(?:proposed\s+)?((?:19|20)\d\d)\s+(?:proposed\s+)?budget\b")


def _made(
    text: str, match: re.Match[str], label: str, *, column: str, group: str = "value", base: int, hint: str
) -> RowFigure:
    cell = Cell(
        match[group].rstrip(",."), base + match.start(group), base + match.start(group) + len(match[group].rstrip(",."))
    )
    line = Line(text[match.start() : match.end()], base + match.start())
    made = figure(
        label,
        cell,
        line,
        column=column,
        period=period_in(hint),
        quality="likely",
        hint=hint,
    )
    return made.changed(matters=tuple(m for _, _, m in matters_in(label))) if "Map" in label else made


def _bullets(text: str, base: int) -> list[RowFigure]:
    found: list[RowFigure] = []
    years = {match[1] for match in _BUDGET_YEAR.finditer(text)}
    only = years.pop() if len(years) == 1 else ""
    for match in _BULLET.finditer(text):
        label = " ".join(match["label"].split()).strip(" -–:")
        status = "proposed" if match["way"] or match["level"] else ""
        year = _budget_year(text, match.end()) or (only if status else "")
        found.append(_made(text, match, label, column="", base=base, hint=f"{status} {year}"))
        for group in ("change", "share"):
            if match[group]:
                found.append(_made(text, match, label, column=match["way"], group=group, base=base, hint=year))
    return found


def _proposed(text: str, base: int) -> list[RowFigure]:
    """ "Election the proposed 2026 budget of $18,500 an increase of $12,550 or 210.92 %": the sum and its change."""
    found: list[RowFigure] = []
    for match in _PROPOSED.finditer(text) if "roposed" in text else ():
        label = re.sub(r"\s+the$", "", " ".join(match["label"].split()).strip(" -–:"))
        named = _RECOMMENDED.search(text, max(0, match.start() - 120), match.end("label"))
        label = " ".join(named["label"].split()) if named else label
        head = f"proposed {match['year']} budget"
        parts = [("value", head, head), ("change", match["way"], match["year"]), ("share", match["way"], match["year"])]
        found += [
            _made(text, match, label, column=name, group=group, base=base, hint=hint)
            for group, name, hint in parts
            if match[group]
        ]
    return found


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


def _totals(text: str, base: int) -> list[RowFigure]:
    """ "Highway Equipment Fund- … Total is $200,000": the head of a paragraph and the sum told in it."""
    return [
        _made(text, match, " ".join(match["label"].split()), column=match["col"], base=base, hint="")
        for match in _TOTAL.finditer(text)
    ]


def _told_in_sentences(text: str, base: int) -> list[RowFigure]:
    return [
        RowFigure(
            text=text[told.sentence : told.end],
            start=base + told.sentence,
            end=base + told.end,
            slots=(Slot(name="value", start=base + told.start, end=base + told.end),),
            label=told.label,
            column=told.column,
            period=period_in(told.words),
            unit="$",
            value=text[told.start : told.end],
            amount=amount_of(text[told.start : told.end]),
            status=told.status,
        )
        for told in sums(text)
    ]


def _opening(text: str, at: int, *, again: bool = True) -> str:
    """The subject of the clause around a place; where it names nothing ("The budget has …"), that of the one before."""
    floor = max(0, at - 400)
    cuts = [match.end() for match in _CLAUSE_END.finditer(text, floor, at)]
    begin = cuts[-1] if cuts else floor
    opened = _OPENS.match(text, begin, min(len(text), at + _VERB_REACH))
    label = _SAID.sub("", " ".join(opened["label"].split())) if opened else ""
    label = re.sub(
        r"^(?:the\s+)?(?:budget|line(?:\s+item)?|cost|amount)\s+(?:for|of)\s+|\s+budget$", "", label, flags=re.I
    )
    headed = _HEAD_OF_LINE.search(text, floor, at) if not label else None
    if headed:
        return " ".join(headed["label"].split())
    if label.lower().removeprefix("the ") in _NO_SUBJECT:
        return _opening(text, begin - 2, again=False) if again and begin > 2 else ""
    return label


def _changes(text: str, base: int) -> list[RowFigure]:
    """ "X has increased by $1 from $2 to $3", "X is level funded at $4": the sums with what they are."""
    found: list[RowFigure] = []
    for match in _SET_AT.finditer(text):
        label = _opening(text, match.start())
        if label:
            found.append(_made(text, match, label, column="", base=base, hint=match.group()))
    for match in _CHANGED.finditer(text):
        label = _opening(text, match.start()) if any(match[group] for group in ("change", "from", "to")) else ""
        way = _WAYS.get(match["way"].lower(), "decrease")
        parts = (("change", way), ("share", way), ("from", "from"), ("to", "to"), ("total", "total"))
        found += [
            _made(text, match, label, column=name, group=group, base=base, hint="")
            for group, name in parts
            if label and match[group]
        ]
    return found


def _prose(text: str, base: int, taken: set[int]) -> list[RowFigure]:
    """Figures of sentences, each place once; the more telling form goes first."""
    kept: list[RowFigure] = []
    told = (_parcels, _proposed, _requested, _bullets, _changes, _totals, _told_in_sentences)
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
        found += rows
        found += _prose(page, base, taken) if "$" in page else []
        base += len(page) + 1
    return tuple(sorted(found, key=lambda one: one.slots[0].start if one.slots else one.start))
