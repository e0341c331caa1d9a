"""The evidence table: one row per sentence with its citations, what holds it up, where that stands, and a verdict.

Holds rows and their Markdown. It says what was checked mechanically and refuses to say that anything is false.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pipeline.answer.markdown import without_citations
from pipeline.check.case import AuditCase, Checked
from pipeline.check.facts import locate_in
from pipeline.check.support import SUPPORTED_SHARE, best_support
from pipeline.quoting.locate import locate, quoted_spans
from pipeline.types import EvidenceRow, Verdict
from vault.store.page_turns import page_at
from vault.types import Chunk

__all__ = ["deep_link", "rows_of", "to_markdown"]


def deep_link(chunk: Chunk, page: int | None = None) -> str:
    """Where a reader can check: the official address for a statute section, else the file with its page
    ("minutes.pdf#page=7"); "" when neither is known. `page` is where the words stand, else the passage's first."""
    address = chunk.url or chunk.source
    if chunk.section and chunk.url:
        return chunk.url
    is_pdf = re.search(r"\.pdf\Z", address.partition("#")[0], re.IGNORECASE)
    shown = page or chunk.page_start
    if is_pdf and shown and "#" not in address:
        return f"{address}#page={shown}"
    return address


def rows_of(case: AuditCase) -> tuple[EvidenceRow, ...]:
    """One row per sentence of the answer, in reading order."""
    return tuple(_row(checked) for checked in case.claims)


def _row(checked: Checked) -> EvidenceRow:
    support = best_support(checked.bare, checked.cited)
    text, source = support.text, support.source
    verdict = _verdict(checked, share=support.share, verbatim=support.verbatim)
    spans = quoted_spans(checked.bare)
    if spans and verdict == "quoted":
        place, source = locate_in(spans[0].text, checked.cited)
        text = " ".join(source.text[place.start : place.end].split()) if source and place.pieces else text
    chunk = source.chunk if source else None
    page = _page(text, chunk) if chunk else None
    return EvidenceRow(
        sentence=without_citations(checked.claim.text),
        citations=checked.claim.scope,
        support=text,
        source=chunk.title if chunk else (source.about or source.label if source else ""),
        page=page,
        link=deep_link(chunk, page) if chunk else "",
        verdict=verdict,
    )


def _page(words: str, chunk: Chunk) -> int | None:
    """The page on which the words stand in the passage, else the page it begins on."""
    place = locate(words, chunk.text, ocr=chunk.ocr)
    return page_at(chunk, place.start) if place.rung != "not_found" else chunk.page_start


def _verdict(checked: Checked, *, share: float, verbatim: bool) -> Verdict:
    if not checked.claim.scope:
        return "uncited"
    if checked.cited and not any(source.text.strip() for source in checked.cited):
        return "unread"
    spans = quoted_spans(checked.bare)
    if spans:
        found = all(locate_in(span.text, checked.cited)[1] for span in spans)
        return "quoted" if found else "weak"
    if verbatim:
        return "quoted"
    return "supported" if share >= SUPPORTED_SHARE else "weak"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def to_markdown(rows: Sequence[EvidenceRow]) -> str:
    """The rows as a Markdown table with a line on what was checked; "" when there are none."""
    if not rows:
        return ""
    return "\n".join(_lines(rows))


def _lines(rows: Iterable[EvidenceRow]) -> Iterable[str]:
    yield "| Sentence | Cites | Best supporting passage | Source | Page | Verdict |"
    yield "|--|--|--|--|--|--|"
    for row in rows:
        source = f"[{_cell(row.source)}]({row.link})" if row.link and row.source else _cell(row.source or row.link)
        cells = (
            _cell(row.sentence), ", ".join(row.citations), _cell(row.support), source,
            str(row.page) if row.page else "", row.verdict,
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield (
        "Checked mechanically: citations, quotations, figures, names, statute references and word overlap. "
        "“weak” means few words in common with the source, not that the sentence is false."
    )
