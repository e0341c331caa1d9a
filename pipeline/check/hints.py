"""What a finding tells the writer to read: the words of the record, and where else in the run the missing ones stand.

Holds the search for a passage that says what a claim has too much, and the one line that names it. A hint leads to the
record's words; it refuses to say how a sentence could pass without being true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.case import AuditCase, Checked, SourceText, marks_of, pieces_of, stems_of
from pipeline.quoting.pages import page_of
from pipeline.types import EvidenceRow
from vault.facts.figures import holds_figure

__all__ = ["hint"]

_SHOWN = 220
"""Characters of a passage that a hint shows: one sentence of minutes."""
_OWN = 2
"""Other words of the claim that a passage must hold beside the missing ones: fewer speak of another matter."""
# "(left out: unless the board so votes)", "who: Ada Roy", "decided: approved": a slot, and what stands in it
_SLOT = re.compile(r"\A\(?(?P<slot>left out|who|decided|done|corrected in the record)\s*:?\s*(?P<words>.*?)\)?\Z")
_REMARKS = {
    "(may, must or must not)": "keep the record's own may, must or must not",
    "(put together from separate places)": "say as two sentences what stands in two places, each with its own words",
    "(words left out of the quotation)": "quote the words without a gap",
    "(a bill as introduced)": "say that it is a bill",
}


def hint(row: EvidenceRow, checked: Checked, case: AuditCase) -> str:
    """What to say or read about a claim that is contradicted or not bound: the ready sentence or the words it was
    compared with first, then where the rest stands."""
    lead = "The record says" if row.verdict == "contradicted" else "Read it against"
    told = [f"Say: {row.say}"] if row.say else [f"{lead}: “{row.support}”"] if row.support else []
    told += dict.fromkeys(_advised(row.residue))
    found = _elsewhere(row, checked, case)
    if found:
        told.append(found)
    return "; ".join(told) or "Quote the words it rests on."


def _advised(residue: Sequence[str]) -> Iterator[str]:
    """What the remarks among the residue ask for, in words."""
    for one in residue:
        slot = _SLOT.match(one)
        if one in _REMARKS:
            yield _REMARKS[one]
        elif slot is None:
            continue
        elif slot["slot"] == "left out":
            yield f"the record adds “{slot['words']}”: say it too"
        elif slot["slot"] == "who":
            yield f"these words do not name {slot['words']}: name whom they name"
        elif slot["slot"] in ("decided", "done"):
            yield f"these words do not show it {slot['words']}: tell what they show"


def _missing(row: EvidenceRow, checked: Checked) -> str:
    """The words of a claim that the compared words lack: its residue, or, contradicted, the words not among them."""
    if row.verdict == "contradicted":
        held = stems_of(row.support) | frozenset(mark.text for mark in marks_of(row.support))
        words = re.findall(r"\$?[\w.,:/-]*\w", checked.bare)
        return " ".join(
            word for word in words if not stems_of(word) <= held or (not stems_of(word) and word[0].isdigit())
        )
    return " ".join(
        match["words"] if (match := _SLOT.match(one)) else "" if one[:1] == "(" else one for one in row.residue
    )


def _elsewhere(row: EvidenceRow, checked: Checked, case: AuditCase) -> str:
    """The passage of the run that holds what is missing beside other words of the claim; "" when none does."""
    missing = _missing(row, checked)
    wanted, rest = stems_of(missing), stems_of(checked.bare) - stems_of(missing)
    figures = marks_of(missing)
    if not wanted and not figures:
        return ""
    best: tuple[int, str, SourceText] | None = None
    for source in case.sources:
        for piece in pieces_of(source.text):
            stems = stems_of(piece.text)
            found, own = len(wanted & stems), len(rest & stems)
            if found * 3 < 2 * len(wanted) or own < _OWN or found + own <= (best[0] if best else 0):
                continue
            text = " ".join(piece.text.split())
            held = all(holds_figure(marks_of(piece.text), figure, written=source.date) for figure in figures)
            if held and not (text in row.support or row.support in text):
                best = (found + own, text, source)
    if best is None:
        return ""
    _, text, source = best
    page = page_of(text, source.chunk) if source.chunk else None
    place = f"[{source.label}]{f', p. {page}' if page else ''}"
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    return f"“{missing.strip()[:60]}” stands in {place}: “{shown}”: rest it on these words if they are meant"
