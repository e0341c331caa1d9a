"""Reading the vault for the tools: a page, a section, a passage or several of them by id.

Gives text as it stands in the vault, in stretches, and the outline of a document: its pages, the headings on them and
the acts recorded there. It refuses paths and addresses (only ids of the vault are read), and to summarise.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from mcp_server.app import Workshop
from mcp_server.report.pages import page_picture
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.shapes import SourceView
from mcp_server.tools.arguments import ReadAsk, cursor_of
from mcp_server.tools.runs import run_of, searched
from pipeline.answer.dossier import named_section
from pipeline.quoting.pages import deep_link
from vault.errors import VaultError
from vault.facts.outcomes import told
from vault.facts.types import LedgerRecord, Motion
from vault.ids import CHUNK_ID
from vault.law.references import parse_ref
from vault.ports import Library
from vault.text.clean import shortened
from vault.text.patterns import lazy_regex
from vault.types import Chunk, Document, DocumentSummary, Filters, Page

__all__ = ["page_png", "read_source"]

_STRETCH = {"concise": 6_000, "detailed": 24_000}
"""Characters of one reading: 1,500 tokens fit beside the other fields of a default result."""
_MOST_IDS, _MOST_PAGES, _LEAST_EACH = 8, 12, 2_500
"""Ids and pages read in one call, and the characters that each of several ids has at the least."""
_HEADING_CHARS = 300
_RANGE = lazy_regex(r"\d{1,5}-\d{1,5}\Z")  # "3-5"
_LABELLED = lazy_regex(r"[LS]\d{1,4}@\S{1,80}\Z")  # "L3@run_1f2e"
_AROUND_MARK = "?around"


def read_source(shop: Workshop, ask: ReadAsk) -> SourceView:
    """One stretch of what the id names: "chunk:N", a document (its outline, or a page of it), a label of a retrieval
    ("L3@run_…") or "chunk:N?around" with what stands before and after, or a statute such as "RSA 91-A:3"."""
    given = [cursor_of(one) for one in ask.cursor.split(";")] if ask.cursor else [(one, 0) for one in ask.id.split(";")]
    wanted = [(name.strip(), offset) for name, offset in given if name.strip()][:_MOST_IDS]
    if not wanted:
        raise TryInsteadError(
            "id is empty.", next_step="Pass the id of a passage, a document, or a cite such as RSA 91-A:3."
        )
    room = min(ask.limit, _STRETCH["detailed"]) or max(_STRETCH[ask.detail], _LEAST_EACH * len(wanted))
    if len(wanted) > 1:
        return _several(shop, wanted, room)
    name, offset = wanted[0]
    return _shown(_one(shop, name, ask.page), offset, room)


def _one(shop: Workshop, identity: str, page: int = 0) -> _Text:
    """What one id names; a label is read as its passage, with a page as that page of the document."""
    if _LABELLED.match(identity):
        chunk = _labelled(shop, identity.removesuffix(_AROUND_MARK))
        if not (page or identity.endswith(_AROUND_MARK)):
            return _passage(chunk, identity)  # wider than the passage of its id: the cursor goes on in the label
        identity = f"chunk:{chunk.id}" if page else f"chunk:{chunk.id}{_AROUND_MARK}"
    if identity.endswith(_AROUND_MARK):
        return _with_neighbours(shop.library, identity.removesuffix(_AROUND_MARK))
    name, _, number = identity.partition("?page=")
    if _RANGE.match(number):
        return _pages(shop.library, name, number)
    return _found(shop.library, name, page or (int(number) if number.isdigit() else 0))


def page_png(shop: Workshop, identity: str, page: int, quote: str) -> bytes:
    """The printed page of a document (or of a passage's document) as a PNG file, the quoted words framed on it. Raises
    `TryInsteadError` where there is no picture and says why."""
    passage = CHUNK_ID.match(identity)
    chunks = shop.library.get([passage[1]]) if passage else ()
    doc_id = chunks[0].doc_id if chunks else identity
    held = shop.library.page(doc_id, page)
    document = shop.library.documents(Filters(doc_ids=(doc_id,)), 1)
    if held is None or not document:
        raise TryInsteadError(
            f"No page {page} of {identity[:80]!r} is in the vault.",
            code="E_NO_PAGE",
            next_step="vault://document/{id} lists its pages.",
        )
    made = page_picture(document[0].source, held, [quote] if quote.strip() else [])
    if isinstance(made, str):
        raise TryInsteadError(made, code="E_NO_PICTURE", next_step=f"Read vault://document/{doc_id}/page/{page}.")
    return made.png


def _labelled(shop: Workshop, identity: str) -> Chunk:
    """The passage under a label of a retrieval."""
    label, _, run = identity.partition("@")
    held = searched(run_of(shop, run)).retrieval
    found = next((item.chunk for item in held.merged if item.label == label), None) if held else None
    if found is None:
        known = tuple(item.label for item in held.merged) if held else ()
        raise TryInsteadError(
            f"{label} is no label of that retrieval.", code="E_UNKNOWN_SOURCE", valid=known, next_step="Pass one."
        )
    return found


def _with_neighbours(library: Library, name: str) -> _Text:
    """A passage between the one before and the one after it in its document, pages numbered."""
    passage = CHUNK_ID.match(name)
    chunks = library.get([passage[1]]) if passage else ()
    if not chunks:
        raise _unknown(name)
    around = sorted((*library.around((chunks[0].id,), 1, 1)[chunks[0].id], chunks[0]), key=lambda chunk: chunk.ord)
    parts = [_paged(chunk) for chunk in around if chunk.section in ("", chunks[0].section)]
    return _Text(_facts(chunks[0]), "\n".join(parts), f"{name}{_AROUND_MARK}")


def _paged(chunk: Chunk) -> str:
    """The text with a line "[page N]" where each page of it begins; as it is for a section or a text without pages."""
    if chunk.section or chunk.page_start is None:
        return chunk.text
    starts = (0, *chunk.page_turns)
    ends = (*chunk.page_turns, len(chunk.text))
    pages = (
        f"[page {chunk.page_start + number}]\n{chunk.text[start:end].rstrip()}"
        for number, (start, end) in enumerate(zip(starts, ends, strict=True))
    )
    return "\n".join(pages)


def _several(shop: Workshop, wanted: Sequence[tuple[str, int]], room: int) -> SourceView:
    """What several ids name from their offsets on, one after the other, each under its own line and with a fair part of
    the room: what the short ones leave is for the long ones."""
    held: dict[str, tuple[_Text, int, list[str]]] = {}  # two labels of a short document read the same
    lost = dict[str, TryInsteadError]()
    for name, offset in wanted:
        try:
            one = _one(shop, name)
        except TryInsteadError as error:
            lost[name] = error
            continue
        held.setdefault(one.text[offset:], (one, offset, [one.view.section or one.view.title]))[2].append(name)
    if not held:
        raise next(iter(lost.values()))
    left, shares = room, dict[str, int]()
    for number, text in enumerate(sorted(held, key=len)):
        shares[text] = min(len(text), left // (len(held) - number))
        left -= shares[text]
    views = [_shown(one, offset, shares[text]) for text, (one, offset, _) in held.items()]
    cuts = [f", cut: {view.total_chars} characters" if view.next_cursor else "" for view in views]
    named = (", ".join(names) for _, _, names in held.values())
    told = [f"[{name}{cut}]\n{view.text}" for name, cut, view in zip(named, cuts, views, strict=True)]
    told += [f"[{name}: not held. {error}]" for name, error in lost.items()]
    cursor = "; ".join(view.next_cursor for view in views if view.next_cursor)
    text = "\n\n".join(told)
    return views[0].changed(
        id="; ".join(name for name, _ in wanted), text=text, total_chars=sum(view.total_chars for view in views),
        sha256=_digest(text), next_cursor=cursor,
        next_step="Pass next_cursor to read on in all that is cut, or its part for one." if cursor else "",
    )  # fmt: skip


def _pages(library: Library, doc_id: str, pages: str) -> _Text:
    """The pages of a document from the first to the last named, each under its number; of those between that are not
    held none."""
    first, _, last = pages.partition("-")
    document = library.document(doc_id)
    held = [one.number for one in document.pages if int(first) <= one.number <= int(last)] if document else []
    found = [_page(library, doc_id, number) for number in held[:_MOST_PAGES] or [int(first)]]
    text = "\n\n".join(f"[page {number}]\n{one.text}" for number, one in zip(held or [int(first)], found, strict=False))
    return _Text(found[0].view.changed(id=f"{doc_id}?page={pages}"), text, f"{doc_id}?page={pages}")


def _chapter(chunks: tuple[Chunk, ...], cite: str) -> _Text:
    """The table of a chapter's sections that are held: each with its heading."""
    rows = dict.fromkeys(named_section(chunk, _HEADING_CHARS) for chunk in chunks if chunk.section)
    view = _facts(chunks[0]).changed(kind="section", section=cite, id=cite)
    return _Text(view, f"Sections of {cite} that are held; read one by its cite.\n" + "\n".join(rows), cite)


class _Text:
    """What was found: its facts and its whole text."""

    def __init__(self, view: SourceView, text: str, key: str) -> None:
        self.view, self.text, self.key = view, text, key


def _found(library: Library, name: str, page: int) -> _Text:
    passage = CHUNK_ID.match(name)
    if passage:
        chunks = library.get([passage[1]])
        if chunks and not page:
            return _passage(chunks[0])
        if chunks:
            return _page(library, chunks[0].doc_id, page)
    cite = parse_ref(name)
    law = library.law((name,))[name] if cite is not None else ()
    if cite is not None and law:
        return _section(law) if cite.section or law[0].section == cite.cite else _chapter(law, cite.cite)
    held = library.documents(Filters(doc_ids=(name,)), 1)
    if held and not page and held[0].pages > 1:
        return _outline(library, held[0])
    if held:
        return _page(library, name, page or 1)
    raise _unknown(name)


def _unknown(name: str) -> TryInsteadError:
    like = parse_ref(name)
    step = (
        f"The text of {like.cite} is not in the vault; search_vault may find records that name it."
        if like
        else "Use an id from two_lane_retrieve, search_vault or research."
    )
    return TryInsteadError(f"No source {name[:80]!r} is in the vault.", code="E_UNKNOWN_SOURCE", next_step=step)


def _facts(chunk: Chunk) -> SourceView:
    return SourceView.like(
        chunk,
        id=f"chunk:{chunk.id}",
        kind="passage",
        status="" if chunk.status == "unknown" else chunk.status,
        page=chunk.page_start,
        origin="ocr" if chunk.ocr else "text",
        link=deep_link(chunk),
        pages=0,
        text="",
    )


def _passage(chunk: Chunk, key: str = "") -> _Text:
    return _Text(_facts(chunk), _paged(chunk) if chunk.page_turns else chunk.noted, key or f"chunk:{chunk.id}")


def _section(chunks: tuple[Chunk, ...]) -> _Text:
    text = "\n".join((*(chunk.text for chunk in chunks[:-1]), chunks[-1].noted))
    view = _facts(chunks[0]).changed(kind="section")
    return _Text(view, text, f"chunk:{chunks[0].id}" if len(chunks) == 1 else chunks[0].section)


def _outline(library: Library, summary: DocumentSummary) -> _Text:
    document = library.document(summary.doc_id)
    text = outline_of(library, document) if document else ""
    view = _of_document(summary, None)
    return _Text(view, f"Outline; read a page as {summary.doc_id}?page=N.\n{text}", summary.doc_id)


def _of_document(summary: DocumentSummary, page: Page | None) -> SourceView:
    """The facts of a document, of one page of it or (None) of its outline."""
    known = summary.metadata
    return SourceView(
        id=f"{summary.doc_id}?page={page.number}" if page else summary.doc_id,
        kind="page" if page else "outline",
        page=page.number if page else None,
        origin=page.origin if page else "text",
        lane=known.lane or "",
        authority=known.authority or "",
        doc_type=known.doc_type or "",
        status="" if known.status in (None, "unknown") else str(known.status),
        date=known.date,
        pages=summary.pages,
        title=known.title,
        link=known.url or summary.source,
    )


def _page(library: Library, doc_id: str, number: int) -> _Text:
    summary: DocumentSummary | None = next(iter(library.documents(Filters(doc_ids=(doc_id,)), 1)), None)
    if summary is None:
        raise _unknown(doc_id)
    page = library.page(doc_id, number)
    if page is None:
        if not summary.pages:
            return _whole(library, doc_id)
        raise TryInsteadError(
            f"The document has {summary.pages} pages; there is no page {number}.",
            code="E_NO_PAGE",
            valid=(f"1 to {summary.pages}",),
            next_step="Call read_source with a page in that range.",
        )
    view = _of_document(summary, page)
    return _Text(view, page.text or page.reason, f"{doc_id}?page={number}")


def _whole(library: Library, doc_id: str) -> _Text:
    """A document without pages (a statute file): its sections one after the other."""
    document: Document | None = library.document(doc_id)
    if document is None:
        raise VaultError(f"The document {doc_id} was removed meanwhile.", next_step="Search again.")
    text = "\n\n".join(f"{section.cite} {section.heading}\n{section.text}" for section in document.sections)
    known = document.metadata
    return _Text(SourceView.like(known, id=doc_id, kind="section", status="", link=known.url), text, doc_id)


def _shown(found: _Text, offset: int, room: int) -> SourceView:
    text = found.text[offset : offset + room]
    end = offset + len(text)
    more = end < len(found.text)
    return found.view.changed(
        text=text,
        offset=offset,
        total_chars=len(found.text),
        sha256=_digest(found.text),
        next_cursor=f"{found.key}.{end}" if more else "",
        next_step="Pass next_cursor to read on." if more else "",
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


_MOST_HEADINGS, _MOST_ACTS = 4, 6
"""Lines shown of one page."""
_ACT_CHARS = 110
_HEADINGS = (
    lazy_regex(r"[A-Z][A-Z0-9 ,.&'/()-]{4,70}\Z"),  # "OLD BUSINESS"
    lazy_regex(r"[A-Z][\w&'/-]*(?: [\w&'/-]+){0,6}:\Z"),  # "Public Input:"
    lazy_regex(r"(?:ARTICLE|Article|Section|CHAPTER|Chapter) [\w.-]+.{0,60}\Z"),  # "Section 4. Signs"
)


def outline_of(library: Library, document: Document) -> str:
    """One block for each page: number, length, headings, acts; for a statute file its sections."""
    if document.sections and not document.pages:
        return "\n".join(f"{section.cite} {section.heading}".strip() for section in document.sections)
    acts: dict[int | None, list[str]] = defaultdict(list)
    for row in library.ledger.of_document(document.doc_id):
        if row.record.kind in ("motion", "article"):
            acts[row.page].append(shortened(told(row.record), _ACT_CHARS) + _came(row.record))
    return "\n".join(_outlined(page, acts[page.number]) for page in document.pages)


def _outlined(page: Page, acts: list[str]) -> str:
    state = f"unread: {page.reason}" if page.origin == "unread" else f"{len(page.text)} characters"
    headings = [line for line in map(str.strip, page.text.splitlines()) if any(one.match(line) for one in _HEADINGS)]
    lines = [f"[page {page.number}] {state}" + (", scan" if page.origin == "ocr" else "")]
    lines += [f"  {heading}" for heading in list(dict.fromkeys(headings))[:_MOST_HEADINGS]]
    lines += [f"  - {act}" for act in acts[:_MOST_ACTS]]
    lines += [f"  - and {len(acts) - _MOST_ACTS} more acts" for _ in acts[_MOST_ACTS : _MOST_ACTS + 1]]
    return "\n".join(lines)


def _came(record: LedgerRecord) -> str:
    """What became of it, as far as the page says."""
    if not isinstance(record, Motion):
        return ""
    came = record.outcome or record.fate
    return f" -> {came}" if came else ""
