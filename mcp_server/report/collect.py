"""An answer or an audit gathered into a report (which words are shown on which page) and written into files.

Reads pages and sections of the vault by what the answer cites. It judges nothing: sentences, verdicts and pages are
those of the audit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mcp_server.report.docx import docx_of
from mcp_server.report.html import html_of
from mcp_server.report.model import Footnote, PageReport, StatementRow, blocks_of
from mcp_server.report.pages import Leaf, page_leaf, text_leaf
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.render import sources_of
from mcp_server.results.strength import open_lines, strength_lines, untold_limits
from mcp_server.results.told import ANSWER_ALONE, TurnText
from pipeline.answer.markdown import parse_answer
from pipeline.quoting.locate import quote_pieces, quoted_spans
from pipeline.quoting.pages import deep_link, page_of
from pipeline.record.hop_graph import hop_graph
from pipeline.types import AuditReport, EvidenceRow, Retrieval, TurnResult
from vault.ports import Library
from vault.text.labels import labels_in
from vault.text.patterns import lazy_regex
from vault.types import Chunk, ChunkId

__all__ = ["answer_report", "audit_report", "check_targets", "write_files"]

_MOST_PICTURES = 12
_MOST_PICTURE_BYTES = 3_000_000
"""A report is mailed: a dozen pages of 60 to 200 kB, the rest as text."""
_MOST_LEAVES = 40
_WRAPPED = lazy_regex(r"\n(?=[a-z])")
"""A line of a printed statute that goes on with a small letter continues the one before."""


class _Words(NamedTuple):
    """Words that are shown where they stand."""

    label: str
    chunk: Chunk
    page: int | None
    quote: str


def _place(chunk: Chunk, page: int | None) -> tuple[str, str]:
    """What one leaf shows: a page, a section, or the passage itself."""
    if chunk.section:
        return chunk.doc_id, chunk.section
    return chunk.doc_id, f"page {page}" if page else f"passage {chunk.id}"


def answer_report(result: TurnResult, index: Library, *, day: str, told: TurnText = ANSWER_ALONE) -> PageReport:
    """The report of an answer made on that day, with what is told beside it or in its place."""
    answer, held = result.answer, result.retrieval
    chunks = {item.label: item.chunk for item in held.merged}
    sources = sources_of(answer, result.brief) if told.prose else ()
    words = list[_Words]()
    if told.prose:
        words += [*_quoted(result, chunks), *_supporting(_paraphrased(result), {c.id: c for c in chunks.values()})]
    words += [_Words(line.label, chunks[line.label], line.page, "") for line in sources]
    leaves, anchors = _leaves(index, words)
    notes = tuple(
        Footnote(
            label=line.label,
            title=line.title,
            where=line.section or (f"page {line.page}" if line.page else ""),
            link=_public(line.link),
            anchor=anchors.get(_place(chunks[line.label], line.page), ""),
        )
        for line in sources
    )
    return PageReport(
        heading=result.brief.question.text,
        about=" · ".join(part for part in (result.plan.issue.town, day, result.run_id) if part),
        summary="" if result.audit.passed else "The audit did not pass: read the cited pages before you rely on this.",
        blocks=blocks_of(told.markdown(answer.answer_markdown)),
        strength=(*strength_lines(held.answers, answer), *untold_limits(answer)) if told.prose else (),
        missing=_missing(result) if told.prose else (),
        footnotes=notes,
        leaves=leaves,
        rows=_rows(result.audit.rows, words, anchors) if told.prose else (),
        graph=hop_graph("", held) if held.merged or held.batches else "",
        searched=_searched(held),
    )


def _missing(result: TurnResult) -> tuple[str, ...]:
    """Parts of the question that stay open, and what the vault does not hold of what answers it."""
    held = result.retrieval
    told = (gap for gap in held.gaps if gap in result.answer.limitations)
    return tuple(dict.fromkeys((*open_lines(held.answers), *result.brief.gaps, *told)))


def audit_report(report: AuditReport, index: Library, *, name: str, day: str) -> PageReport:
    """The report of the audit of a text by that name against the vault."""
    ids = dict.fromkeys(row.chunk_id for row in report.rows if row.chunk_id is not None)
    words = _supporting(report.rows, {chunk.id: chunk for chunk in index.get(tuple(ids))})
    leaves, anchors = _leaves(index, words)
    told = ", ".join(f"{count} {verdict.replace('_', ' ')}" for verdict, count in report.verdicts.items() if count)
    passed = "Nothing that the vault contradicts." if report.passed else "Not passed: see the sentences below."
    return PageReport(
        heading=f"Audit of {name}",
        about=day,
        summary=f"{passed} Of {len(report.rows)} sentences: {told or 'none judged'}. Checked mechanically: words are"
        " compared with words, truth is not judged.",
        missing=tuple(f"{one.message} {one.repair}".strip() for one in report.findings if one.severity != "note"),
        leaves=leaves,
        rows=_rows(report.rows, words, anchors),
    )


def _quoted(result: TurnResult, chunks: dict[str, Chunk]) -> list[_Words]:
    """Every quotation of the answer at the first of its cited sources that holds it."""
    found: list[_Words] = []
    for claim in parse_answer(result.answer.answer_markdown, result.brief.format).claims:
        pieces = [piece for span in quoted_spans(claim.text) for piece in quote_pieces(span.text)]
        cited = [(label, chunks[label]) for label in claim.scope if label in chunks]
        longest = max(pieces, key=len, default="")
        for piece in pieces:
            places = ((label, chunk, page_of(piece, chunk, longest)) for label, chunk in cited)
            held = next((one for one in places if one[2] is not None or _holds(one[1], piece)), None)
            found += [_Words(*held, piece)] if held else []
    return found


def _paraphrased(result: TurnResult) -> tuple[EvidenceRow, ...]:
    """The sentences of an answer whose words are shown though it does not quote them: those a model wrote, and those
    that the record contradicts. What an extract says beside its quotations rests on them."""
    own = result.answer.writer != "extract"
    rows = (row for row in result.audit.rows if not quoted_spans(row.sentence))
    return tuple(row for row in rows if own or row.verdict == "contradicted")


def _holds(chunk: Chunk, words: str) -> bool:
    return " ".join(words.split()) in " ".join(chunk.text.split())


def _supporting(rows: Sequence[EvidenceRow], chunks: dict[ChunkId, Chunk]) -> list[_Words]:
    """The words that the audit compared each sentence with."""
    return [
        _Words(row.citations[0] if row.citations else "", chunks[row.chunk_id], row.page, row.support)
        for row in rows
        if row.chunk_id in chunks and row.chunk_id is not None and row.support
    ]


def _leaves(index: Library, words: Sequence[_Words]) -> tuple[tuple[Leaf, ...], dict[tuple[str, str], str]]:
    """One leaf for each page in the order of first mention, and its anchor by place."""
    gathered: dict[tuple[str, str], list[_Words]] = {}
    for one in words:
        gathered.setdefault(_place(one.chunk, one.page), []).append(one)
    leaves: list[Leaf] = []
    room = _MOST_PICTURE_BYTES
    for number, held in enumerate(list(gathered.values())[:_MOST_LEAVES], 1):
        drawn = room > 0 and sum(leaf.picture is not None for leaf in leaves) < _MOST_PICTURES
        leaves.append(_leaf(index, f"page-{number}", held, drawn=drawn))
        room -= len(leaves[-1].picture.png) if leaves[-1].picture else 0
    return tuple(leaves), {place: leaf.anchor for place, leaf in zip(gathered, leaves, strict=False)}


def _leaf(index: Library, anchor: str, held: Sequence[_Words], *, drawn: bool) -> Leaf:
    chunk, page = held[0].chunk, held[0].page
    leaf = Leaf(
        anchor=anchor,
        title=chunk.title,
        where=chunk.section or (f"page {page}" if page else ""),
        link=_public(deep_link(chunk, page)),
        labels=tuple(dict.fromkeys(one.label for one in held if one.label)),
        quotes=_outermost(one.quote for one in held),
    )
    if chunk.section:
        whole = index.law((chunk.section,), (chunk.state,))[chunk.section] or (chunk,)
        return text_leaf(leaf, _WRAPPED.sub(" ", "\n".join(part.text for part in whole)))
    held_page = index.page(chunk.doc_id, page) if page else None
    if held_page is None:
        return text_leaf(leaf, chunk.text)
    return page_leaf(leaf, chunk.source, held_page, drawn=drawn)


def _outermost(quotes: Iterable[str]) -> tuple[str, ...]:
    """The quotations without those that stand within another."""
    pieces = (piece for quote in quotes for piece in quote_pieces(quote))
    held = list(dict.fromkeys(" ".join(piece.split()) for piece in pieces))
    return tuple(one for one in held if not any(one != other and one in other for other in held))


def _public(link: str) -> str:
    """The address of a published source; the path of a file on this machine is nobody else's business."""
    return link if link.startswith(("https://", "http://")) else ""


def _rows(
    rows: Sequence[EvidenceRow], words: Sequence[_Words], anchors: dict[tuple[str, str], str]
) -> tuple[StatementRow, ...]:
    chunks = {one.chunk.id: one.chunk for one in words}
    return tuple(_row(row, chunks.get(row.chunk_id) if row.chunk_id else None, anchors) for row in rows)


def _row(row: EvidenceRow, chunk: Chunk | None, anchors: dict[tuple[str, str], str]) -> StatementRow:
    where = (chunk.section if chunk else "") or (f"page {row.page}" if row.page else "")
    return StatementRow(
        sentence=row.sentence,
        verdict=row.verdict.replace("_", " "),
        labels=row.citations or labels_in(row.sentence),
        words=row.support,
        where=", ".join(part for part in (row.source, where) if part),
        anchor=anchors.get(_place(chunk, row.page), "") if chunk else "",
        residue=row.residue,
        against=row.against,
    )


def _searched(held: Retrieval) -> tuple[str, ...]:
    """One line for every hop: why, what was asked, what it brought."""
    lines: list[str] = []
    for number in range(1, max(1, len(held.hops)) + 1):
        traces = [trace for batch in held.batches for trace in batch.queries if trace.hop == number]
        brought = ", ".join(item.label for item in held.merged if item.hop == number)
        hop = held.hops[number - 1] if held.hops else None
        why = f" for “{hop.part}”" if hop and hop.part else ""
        asked = "; ".join(dict.fromkeys(trace.told for trace in traces))
        lines.append(f"Search {number}{why}: {len(traces)} queries ({asked}). Brought {brought or 'nothing new'}.")
    return (*lines, f"Ended: {(held.stop_reason or 'nothing more to search').replace('_', ' ')}.")


_WRITERS: Mapping[str, Callable[[PageReport], bytes]] = {
    "html": lambda report: html_of(report).encode("utf-8"),
    "docx": docx_of,
}


def check_targets(targets: Mapping[str, Path | None]) -> dict[str, Path]:
    """The files that were asked for by their kind, "html" or "docx".

    Raises `TryInsteadError` for one that cannot be written, so that nobody waits for an answer in vain.
    """
    asked = {kind: path for kind, path in targets.items() if path is not None}
    for kind, path in asked.items():
        if not path.absolute().parent.is_dir() or path.is_dir():
            step = f"Name a file in a folder that exists: --{kind} answer.{kind}"
            raise TryInsteadError(f"{path} cannot be written.", code="E_FILE", next_step=step)
    return asked


def write_files(report: PageReport, targets: Mapping[str, Path]) -> tuple[str, ...]:
    """Writes the report into every file; one line on each. Raises `TryInsteadError` when a disk refuses."""
    told: list[str] = []
    for kind, path in targets.items():
        data = _WRITERS[kind](report)
        try:
            path.write_bytes(data)
        except OSError as error:
            raise TryInsteadError(
                f"{path} cannot be written: {error.strerror}.", code="E_FILE", next_step="Name another file."
            ) from error
        told.append(f"Report: {path} ({max(1, len(data) // 1000)} kB)")
    return tuple(told)
