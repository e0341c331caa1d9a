"""Reading the vault for the tools: a passage, a page, a section, a document or several of them by id.

Gives text as it stands in the vault, in stretches and never twice in one answer; of a long document its outline beside
the beginning; or only the paragraphs that say some words. It refuses paths and addresses (only ids of the vault are
read), and to summarise.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mcp_server.app import Workshop
from mcp_server.report.pages import page_picture
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.outlines import fitting, outline_of
from mcp_server.results.said import NamedText, said_in
from mcp_server.results.shapes import SourceView
from mcp_server.results.stretches import Joined, joined_passages
from mcp_server.tools.arguments import ReadAsk, cursor_of
from mcp_server.tools.runs import run_of, searched
from pipeline.answer.dossier import named_section
from pipeline.quoting.pages import deep_link
from pipeline.types import Evidence
from vault.errors import VaultError
from vault.ids import CHUNK_ID
from vault.law.references import parse_ref
from vault.ports import Library
from vault.text.patterns import lazy_regex
from vault.types import Chunk, Document, DocumentSummary, Filters, Page

__all__ = ["page_png", "read_source"]

_STRETCH = {"concise": 6_000, "detailed": 24_000}
"""Characters of one reading: 1,500 tokens fit beside the other fields of a default result."""
_MOST_IDS, _MOST_PAGES, _LEAST_EACH = 8, 12, 2_500
"""Ids and pages read in one call, and the characters that each of several ids has at the least."""
_MUCH_LONGER, _OUTLINE_SHARE = 2, 3
"""A document so many times as long as what is given of it is outlined, in that part of the room."""
_HEADING_CHARS = 300
_WHOLE_CHARS, _MOST_SPANS = 2_400, 3
"""A labelled page of so many characters is read whole; of a longer one its passage and so many places that may
answer."""
_RANGE = lazy_regex(r"\d{1,5}-\d{1,5}\Z")  # "3-5"
_LABELLED = lazy_regex(r"[LS]\d{1,4}@\S{1,80}\Z")  # "L3@run_1f2e"
_JOINT = lazy_regex(r"\+(?=chunk:|[LS]\d{1,4}@)")  # "L3@run_1f2e+L4@run_1f2e", as a cursor names what it joined
_PAGES = lazy_regex(r"(.+)\?page=(\d{1,5})(?:-(\d{1,5}))?\Z")  # "doc?page=3", "doc?page=3-5"
_AROUND_MARK, _OUTLINE_MARK = "?around", "?outline"
_ON_IN_DOCUMENT = "Pass next_cursor to read on, `find` for the paragraphs with some words, or ?page=N."


class _Text:
    """What was found: its facts and its whole text; the outline of a document, made when it is wanted."""

    def __init__(self, view: SourceView, text: str, key: str, outline: Callable[[], str] | None = None) -> None:
        self.view, self.text, self.key, self.outline = view, text, key, outline


def read_source(shop: Workshop, ask: ReadAsk) -> SourceView:
    """One stretch of what the id names: "chunk:N" or a label of a retrieval ("L3@run_…") with what finishes its
    discussion, with "?around" the passages before and after; a document from its start, "?outline" or a page of it; a
    statute such as "RSA 91-A:3". With `find` only the paragraphs that say these words."""
    named = [_begun(one) for one in ask.id.split(";")]
    given = [cursor_of(one) for one in ask.cursor.split(";")] if ask.cursor and not ask.find.strip() else named
    wanted = [(name.strip(), offset) for name, offset in given if name.strip()][:_MOST_IDS]
    if not wanted:
        raise TryInsteadError(
            "id is empty.", next_step="Pass the id of a passage, a document, or a cite such as RSA 91-A:3."
        )
    room = min(ask.limit, _STRETCH["detailed"]) or max(_STRETCH[ask.detail], _LEAST_EACH * len(wanted))
    if ask.find.strip():
        return _said(shop, [name for name, _ in wanted], ask, room)
    if len(wanted) > 1:
        return _several(shop, wanted, room)
    name, offset = wanted[0]
    return _shown(_one(shop, name, ask.page), offset, room)


# "L3@run_1f2e.3195", "doc?page=3.2000": a next_cursor put among ids
_CURSOR = lazy_regex(r"(\s*(?:[LS]\d{1,4}@[\w-]+|chunk:[^;?]+?|[^;?]+\?page=[\d-]+)(?:\?around)?)\.(\d{1,9})\s*\Z")


def _begun(name: str) -> tuple[str, int]:
    """What an id names, and where in it to begin: a cursor among ids reads on."""
    cursor = _CURSOR.match(name)
    return (cursor[1], int(cursor[2])) if cursor else (name, 0)


def _one(shop: Workshop, identity: str, page: int = 0) -> _Text:
    """What one id names; with a page that page of its document."""
    label, paged, pages = identity.partition("?page=")
    if paged and _LABELLED.match(label):  # "L9@run_1f2e?page=2-3": pages of its document
        identity = f"{_labelled(shop, label).chunk.doc_id}?page={pages}"
    if _LABELLED.match(identity.removesuffix(_AROUND_MARK)) and (page or identity.endswith(_AROUND_MARK)):
        seed = f"chunk:{_labelled(shop, identity.removesuffix(_AROUND_MARK)).chunk.id}"
        identity = seed if page else f"{seed}{_AROUND_MARK}"
    if identity.endswith(_AROUND_MARK):
        return _with_neighbours(shop.library, identity.removesuffix(_AROUND_MARK))
    names = _JOINT.split(identity)
    if not page and _is_passage(names[0]):
        return _passages(shop, names)
    if identity.endswith(_OUTLINE_MARK):
        return _outlined(shop.library, identity.removesuffix(_OUTLINE_MARK))
    name, _, number = identity.partition("?page=")
    match = _PAGES.match(identity)
    found = (
        _pages(shop.library, name, number)
        if _RANGE.match(number)
        else _found(shop.library, name, page or (int(number) if number.isdigit() else 0))
    )
    shop.was_read(f"{name}?page={one}" for one in (_numbers(match) if match else ()))
    return found


def _is_passage(name: str) -> bool:
    return bool(_LABELLED.match(name) or CHUNK_ID.match(name))


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


def _labelled(shop: Workshop, identity: str) -> Evidence:
    """What a label of a retrieval names."""
    label, _, run = identity.partition("@")
    held = searched(run_of(shop, run)).retrieval
    found = next((item for item in held.merged if item.label == label), None) if held else None
    if found is None:
        known = tuple(item.label for item in held.merged) if held else ()
        raise TryInsteadError(
            f"{label} is no label of that retrieval.", code="E_UNKNOWN_SOURCE", valid=known, next_step="Pass one."
        )
    return found


class _Asked(NamedTuple):
    """A passage that is asked for: the chunk, and the places of its document (as offsets from the first character of
    `start`) that must be read beside it."""

    chunk: Chunk
    start: int = -1
    spans: tuple[tuple[int, int], ...] = ()


def _asked(shop: Workshop, name: str) -> _Asked:
    """The passage of an id or a label; of a label with the places on its page that may answer."""
    if _LABELLED.match(name):
        item = _labelled(shop, name)
        held = shop.library.get([item.chunk.id])
        if len(item.chunk.text) <= _WHOLE_CHARS:
            return _Asked(item.chunk if not held else held[0], item.chunk.start, ((0, len(item.chunk.text)),))
        retrieval = searched(run_of(shop, name.partition("@")[2])).retrieval
        spans = [
            (span.probability, (span.start, span.end))
            for part in (retrieval.answers if retrieval else ())
            for span in part.spans
            if span.label == item.label
        ]
        best = tuple(span for _, span in sorted(spans, reverse=True)[:_MOST_SPANS])
        return _Asked(held[0] if held else item.chunk, item.chunk.start, best)
    passage = CHUNK_ID.match(name)
    chunks = shop.library.get([passage[1]]) if passage else ()
    if not chunks:
        raise _unknown(name)
    return _Asked(chunks[0])


def _passages(shop: Workshop, names: Sequence[str]) -> _Text:
    """Passages of one document, or of one section of law, each with what finishes its discussion, no words twice."""
    asked = [_asked(shop, name) for name in names]
    first = asked[0].chunk
    stored = shop.library.passages((first.doc_id,)).get(first.doc_id, ())
    joined = joined_passages([one for one in stored if one.section == first.section])
    if any(one.chunk.id not in joined.places for one in asked):  # not of this vault's file any more
        joined = joined_passages([one.chunk for one in asked])
    begins = {one.start: joined.places[one.id][0] for one in stored if one.id in joined.places}
    shop.was_read(one.chunk.id for one in asked)
    spans = joined.merged(joined.widened(span) for one in asked for span in _spans(one, joined, begins))
    note = first.note if first.section and spans[-1][1] == len(joined.text) else ""
    text = joined.shown(spans) + (first.changed(text="").noted if note else "")
    page = joined.page_at(spans[0][0]) or first.page_start
    return _Text(_facts(first).changed(id="; ".join(names), page=page), text, "+".join(names))


def _spans(asked: _Asked, joined: Joined, begins: dict[int, int]) -> list[tuple[int, int]]:
    """Where the passage stands, and what must be read beside it."""
    base = begins.get(asked.start)
    beside = [(base + start, base + end) for start, end in asked.spans] if base is not None else []
    return [joined.places[asked.chunk.id], *beside]


def _with_neighbours(library: Library, name: str) -> _Text:
    """A passage between the one before and the one after it in its document, pages numbered."""
    passage = CHUNK_ID.match(name)
    chunks = library.get([passage[1]]) if passage else ()
    if not chunks:
        raise _unknown(name)
    around = sorted((*library.around((chunks[0].id,), 1, 1)[chunks[0].id], chunks[0]), key=lambda chunk: chunk.ord)
    joined = joined_passages([chunk for chunk in around if chunk.section in ("", chunks[0].section)])
    return _Text(_facts(chunks[0]), joined.shown([(0, len(joined.text))]), f"{name}{_AROUND_MARK}")


def _several(shop: Workshop, wanted: Sequence[tuple[str, int]], room: int) -> SourceView:
    """What several ids name from their offsets on, one after the other, each under its own line and with a fair part of
    the room: what the short ones leave is for the long ones. No words are given twice."""
    held = dict[str, tuple[_Text, int, str]]()  # what two names give alike is given once
    lost = dict[str, TryInsteadError]()
    grouped = _grouped(shop, _pages_once(wanted), lost)
    for names, offset in grouped:
        try:
            one = _one(shop, "+".join(names))
        except TryInsteadError as error:
            lost["; ".join(names)] = error
            continue
        told = ", ".join((one.view.section or one.view.title, *names))
        before = held.get(one.text[offset:])
        held[one.text[offset:]] = (one, offset, f"{before[2]}, {told}") if before else (one, offset, told)
    if not held:
        raise next(iter(lost.values()))
    left, shares = room, dict[str, int]()
    for number, text in enumerate(sorted(held, key=len)):
        shares[text] = min(len(text), left // (len(held) - number))
        left -= shares[text]
    views = [_shown(one, offset, shares[text]) for text, (one, offset, _) in held.items()]
    cuts = [f", cut: {view.total_chars} characters" if view.next_cursor else "" for view in views]
    named = (told for _, _, told in held.values())
    parts = [f"[{name}{cut}]\n{view.text}" for name, cut, view in zip(named, cuts, views, strict=True)]
    read = {*lost, *(name for names, _ in grouped for name in names)}
    parts += [f"[{name}: on the pages above]" for name, _ in wanted if _is_passage(name) and name not in read]
    parts += [f"[{name}: not held. {error}]" for name, error in lost.items()]
    cursor = "; ".join(view.next_cursor for view in views if view.next_cursor)
    text = "\n\n".join(parts)
    return views[0].changed(
        id="; ".join(name for name, _ in wanted), text=text, total_chars=sum(view.total_chars for view in views),
        sha256=_digest(text), next_cursor=cursor, outline="",
        next_step="Pass next_cursor to read on in all that is cut, or its part for one." if cursor else "",
    )  # fmt: skip


def _grouped(
    shop: Workshop, wanted: Sequence[tuple[str, int]], lost: dict[str, TryInsteadError]
) -> list[tuple[list[str], int]]:
    """The names with their offsets, passages of one document or section together; passages on pages that are asked for
    besides belong to these. What is not held is put among the `lost`."""
    pages = {(match[1], number) for name, _ in wanted if (match := _PAGES.match(name)) for number in _numbers(match)}
    found, groups = list[tuple[list[str], int]](), dict[tuple[str, str], list[str]]()
    for name, offset in wanted:
        if offset or not _is_passage(name) or name.endswith(_AROUND_MARK):
            found.append(([name], offset))
            continue
        try:
            chunk = _asked(shop, name).chunk
        except TryInsteadError as error:
            lost[name] = error
            continue
        if chunk.pages and all((chunk.doc_id, number) in pages for number in chunk.pages):
            continue
        group = groups.setdefault((chunk.doc_id, chunk.section), [])
        found += [(group, 0)] if not group else []
        group.append(name)
    return found


def _pages_once(wanted: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The names, without the pages of a document that a name before asks for."""
    given, found = set[tuple[str, int]](), list[tuple[str, int]]()
    for name, offset in wanted:
        match = None if offset else _PAGES.match(name)
        if match is None:
            found.append((name, offset))
            continue
        left = [number for number in _numbers(match) if (match[1], number) not in given]
        given |= {(match[1], number) for number in left}
        runs = [number for number in left if number - 1 not in left]
        ends = [number for number in left if number + 1 not in left]
        found += [
            (f"{match[1]}?page={first}" + (f"-{last}" if last > first else ""), 0)
            for first, last in zip(runs, ends, strict=True)
        ]
    return found


def _numbers(match: re.Match[str]) -> range:
    """The pages of a name of pages, as many as one call reads."""
    first = int(match[2])
    return range(first, min(int(match[3] or first), first + _MOST_PAGES) + 1)


def _said(shop: Workshop, names: Sequence[str], ask: ReadAsk, room: int) -> SourceView:
    """What of the documents, pages or sections says the words of `find`, with what stands beside it."""
    places, view = dict[str, NamedText](), None
    for name in names:
        shown, texts = _texts(shop, name, ask.page)
        view = view or shown
        places |= {one.name: one for one in texts if one.text.strip()}
    assert view is not None  # names are never empty
    text = said_in(tuple(places.values()), ask.find.strip())
    found = _Text(view.changed(id="; ".join(names), kind="paragraphs", page=None), text, "find")
    shown = _shown(found, cursor_of(ask.cursor)[1] if ask.cursor else 0, room)
    return shown.changed(next_step="Pass next_cursor with the same id and find." if shown.next_cursor else "")


def _texts(shop: Workshop, name: str, page: int) -> tuple[SourceView, list[NamedText]]:
    """The facts of what a name stands for and its pages or sections: of a passage those of its document."""
    library, plain = shop.library, name.removesuffix(_AROUND_MARK).removesuffix(_OUTLINE_MARK)
    pages = _PAGES.match(plain)
    if _is_passage(plain):
        chunk = _asked(shop, plain).chunk
        view, doc_id, cite = _facts(chunk), chunk.doc_id, chunk.section
    elif parse_ref(plain) is not None and (law := library.law((plain,))[plain]):
        sections = {one.section: [each for each in law if each.section == one.section] for one in law}
        texts = [NamedText(cite, _section(tuple(chunks)).text) for cite, chunks in sections.items()]
        return _facts(law[0]).changed(section=plain), texts
    else:
        doc_id, cite = (pages[1] if pages else plain), ""
        view = _found(library, doc_id, 0).view
    document = library.document(doc_id)
    if document is None:
        raise _unknown(plain)
    if document.sections and not document.pages:
        return view, [
            NamedText(one.cite, f"{one.heading}\n{one.text}") for one in document.sections if cite in ("", one.cite)
        ]
    wanted = (page,) if page else _numbers(pages) if pages else ()
    held = [one for one in document.pages if not wanted or one.number in wanted]
    return view, [NamedText(f"{doc_id}?page={one.number}", one.text) for one in held]


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


def _found(library: Library, name: str, page: int) -> _Text:
    passage = CHUNK_ID.match(name)
    chunks = library.get([passage[1]]) if passage else ()
    if chunks:
        return _page(library, chunks[0].doc_id, page)
    cite = parse_ref(name)
    law = library.law((name,))[name] if cite is not None else ()
    if cite is not None and law:
        return _section(law) if cite.section or law[0].section == cite.cite else _chapter(law, cite.cite)
    held = library.documents(Filters(doc_ids=(name,)), 1)
    if held and not page and held[0].pages > 1:
        return _document(library, held[0])
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


def _section(chunks: tuple[Chunk, ...]) -> _Text:
    text = "\n".join((*(chunk.text for chunk in chunks[:-1]), chunks[-1].noted))
    view = _facts(chunks[0]).changed(kind="section")
    return _Text(view, text, f"chunk:{chunks[0].id}" if len(chunks) == 1 else chunks[0].section)


def _document(library: Library, summary: DocumentSummary) -> _Text:
    """A document of several pages from its start, each page under its number."""
    document = library.document(summary.doc_id)
    pages = document.pages if document else ()
    text = "\n\n".join(f"[page {one.number}]\n{one.text or one.reason}" for one in pages)
    view = _of_document(summary, None).changed(kind="document")
    return _Text(view, text, summary.doc_id, lambda: outline_of(library, document) if document else "")


def _outlined(library: Library, name: str) -> _Text:
    """The whole outline of a document."""
    held = library.documents(Filters(doc_ids=(name,)), 1)
    document = library.document(name) if held else None
    if document is None:
        raise _unknown(name)
    return _Text(_of_document(held[0], None), outline_of(library, document), f"{name}{_OUTLINE_MARK}")


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
        document = library.document(doc_id)
        held = _runs([one.number for one in document.pages] if document else [])
        raise TryInsteadError(
            f"The vault holds {summary.pages} pages of the document; there is no page {number}.",
            code="E_NO_PAGE",
            valid=held,
            next_step="Call read_source with one of these pages.",
        )
    view = _of_document(summary, page)
    return _Text(view, page.text or page.reason, f"{doc_id}?page={number}")


def _runs(numbers: Sequence[int]) -> tuple[str, ...]:
    """Ascending numbers in runs: "1", "15 to 18"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(f"{one[0]} to {one[-1]}" if len(one) > 1 else str(one[0]) for one in runs)


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
    outlined = found.outline is not None and not offset and len(found.text) > _MUCH_LONGER * room
    return found.view.changed(
        text=text,
        outline=fitting(found.outline(), room // _OUTLINE_SHARE) if found.outline and outlined else "",
        offset=offset,
        total_chars=len(found.text),
        sha256=_digest(found.text),
        next_cursor=f"{found.key}.{end}" if more else "",
        next_step=(_ON_IN_DOCUMENT if found.outline else "Pass next_cursor to read on.") if more else "",
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
