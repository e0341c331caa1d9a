"""Reading the vault for the tools: a page, a section, a passage or several of them by id.

Gives text as it stands in the vault, in stretches. It refuses paths and addresses: only ids of the vault are read.
"""

from __future__ import annotations

import hashlib
import re

from mcp_server.app import Workshop
from mcp_server.report.pages import page_picture
from mcp_server.results.errors import TryInsteadError
<<<<<<< HEAD
from mcp_server.results.render import EXCERPT_CHARS, passage_of
from mcp_server.results.shapes import Passage, SearchView, SourceView
from mcp_server.tools.arguments import ReadAsk, SearchAsk
from mcp_server.tools.bodies import body_among
from mcp_server.tools.outline import outline_of
from mcp_server.tools.retrieval import choice, cursor_of
=======
from mcp_server.results.outline import outline_of
from mcp_server.results.shapes import SourceView
from mcp_server.tools.arguments import ReadAsk, cursor_of
>>>>>>> main
from mcp_server.tools.runs import run_of, searched
from pipeline.quoting.pages import deep_link
from vault.errors import VaultError
from vault.law.references import parse_ref
from vault.store.index import VaultIndex
from vault.types import Chunk, Document, DocumentSummary, Filters, Page

__all__ = ["page_png", "read_source"]

_STRETCH = {"concise": 6_000, "detailed": 24_000}
"""Characters of one reading: 1,500 tokens fit beside the other fields of a default result."""
_MOST_IDS, _MOST_PAGES = 8, 12
"""Ids and pages read in one call; the text is cut into stretches all the same."""
_RANGE = re.compile(r"\d{1,5}-\d{1,5}\Z")  # "3-5"
_CHUNK_ID = re.compile(r"(?:chunk:)?(.+@\w*#\d{1,9})\Z")  # "chunk:af-pb-2031-05-12@9f86d081#4"
_LABELLED = re.compile(r"[LS]\d{1,4}@\S{1,80}\Z")  # "L3@run_1f2e"
_AROUND_MARK = "?around"


def read_source(shop: Workshop, ask: ReadAsk) -> SourceView:
    """One stretch of what the id names: "chunk:N", a document (its outline, or a page of it), a label of a retrieval
    ("L3@run_…") or "chunk:N?around" with what stands before and after, or a statute such as "RSA 91-A:3"."""
    identity, offset = ask.id.strip(), 0
    if ask.cursor:
        identity, offset = cursor_of(ask.cursor)
    if not identity:
        raise TryInsteadError(
            "id is empty.", next_step="Pass the id of a passage, a document, or a cite such as RSA 91-A:3."
        )
    found = _several(shop, identity) if ";" in identity else _one(shop, identity, ask.page)
    return _shown(found, offset, ask)


def _one(shop: Workshop, identity: str, page: int = 0) -> _Text:
    """What one id names."""
    if _LABELLED.match(identity):
        identity = _labelled(shop, identity)
    if identity.endswith(_AROUND_MARK):
        return _with_neighbours(shop.index, identity.removesuffix(_AROUND_MARK))
    name, _, number = identity.partition("?page=")
    if _RANGE.match(number):
        return _pages(shop.index, name, number)
    return _found(shop.index, name, page or (int(number) if number.isdigit() else 0))


def page_png(shop: Workshop, identity: str, page: int, quote: str) -> bytes:
    """The printed page of a document (or of a passage's document) as a PNG file, the quoted words framed on it. Raises
    `TryInsteadError` where there is no picture and says why."""
    passage = _CHUNK_ID.match(identity)
    chunks = shop.index.get([passage[1]]) if passage else ()
    doc_id = chunks[0].doc_id if chunks else identity
    held = shop.index.page(doc_id, page)
    document = shop.index.documents(Filters(doc_ids=(doc_id,)), 1)
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


def _labelled(shop: Workshop, identity: str) -> str:
    """The passage under a label of a retrieval, to be read with what stands around it."""
    label, _, run = identity.partition("@")
    held = searched(run_of(shop, run)).retrieval
    found = next((item.chunk for item in held.merged if item.label == label), None) if held else None
    if found is None:
        known = tuple(item.label for item in held.merged) if held else ()
        raise TryInsteadError(
            f"{label} is no label of that retrieval.", code="E_UNKNOWN_SOURCE", valid=known, next_step="Pass one."
        )
    return f"chunk:{found.id}{_AROUND_MARK}"


def _with_neighbours(index: VaultIndex, name: str) -> _Text:
    """A passage between the one before and the one after it in its document, pages numbered."""
    passage = _CHUNK_ID.match(name)
    chunks = index.get([passage[1]]) if passage else ()
    if not chunks:
        raise _unknown(index, name)
    around = sorted((*index.around((chunks[0].id,), 1, 1)[chunks[0].id], chunks[0]), key=lambda chunk: chunk.ord)
    parts: list[str] = []
    for chunk in around:
        if chunk.section in ("", chunks[0].section):
            parts.append(_paged(chunk))
    view = _facts(chunks[0])
    return _Text(view, "\n".join(parts), f"{name}{_AROUND_MARK}")


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


def _several(shop: Workshop, identity: str) -> _Text:
    """What several ids name, one after the other, each under its own line."""
    names = [part.strip() for part in identity.split(";") if part.strip()][:_MOST_IDS]
    found = [_one(shop, name) for name in names]
    texts = [
        f"[{one.view.section or one.view.title}, {name}]\n{one.text}" for name, one in zip(names, found, strict=True)
    ]
    return _Text(found[0].view.model_copy(update={"id": "; ".join(names)}), "\n\n".join(texts), "; ".join(names))


def _pages(index: VaultIndex, doc_id: str, pages: str) -> _Text:
    """The pages of a document from the first to the last named, each under its number."""
    first, _, last = pages.partition("-")
    numbers = range(int(first), min(int(last), int(first) + _MOST_PAGES - 1) + 1)
    found = [_page(index, doc_id, number) for number in numbers if number == int(first) or index.page(doc_id, number)]
    text = "\n\n".join(f"[page {number}]\n{one.text}" for number, one in zip(numbers, found, strict=False))
    return _Text(found[0].view.model_copy(update={"id": f"{doc_id}?page={pages}"}), text, f"{doc_id}?page={pages}")


def _heading(chunk: Chunk) -> str:
    """The heading of a section without its number and without the paragraphs of the passage."""
    return chunk.heading.partition(" > ")[0].removeprefix(chunk.section.rpartition(" ")[2]).strip()


def _chapter(chunks: tuple[Chunk, ...], cite: str) -> _Text:
    """The table of a chapter's sections that are held: each with its heading."""
    rows = dict.fromkeys(f"{chunk.section} {_heading(chunk)}".strip() for chunk in chunks if chunk.section)
    view = _facts(chunks[0]).model_copy(update={"kind": "section", "section": cite, "id": cite})
    return _Text(view, f"Sections of {cite} that are held; read one by its cite.\n" + "\n".join(rows), cite)


class _Text:
    """What was found: its facts and its whole text."""

    def __init__(self, view: SourceView, text: str, key: str) -> None:
        self.view, self.text, self.key = view, text, key


def _found(index: VaultIndex, name: str, page: int) -> _Text:
    passage = _CHUNK_ID.match(name)
    if passage:
        chunks = index.get([passage[1]])
        if chunks and not page:
            return _passage(chunks[0])
        if chunks:
            return _page(index, chunks[0].doc_id, page)
    cite = parse_ref(name)
    law = index.law((name,))[name] if cite is not None else ()
    if cite is not None and law:
        return _section(law) if cite.section or law[0].section == cite.cite else _chapter(law, cite.cite)
    held = index.documents(Filters(doc_ids=(name,)), 1)
    if held and not page and held[0].pages > 1:
        return _outline(index, held[0])
    if held:
        return _page(index, name, page or 1)
    raise _unknown(index, name)


def _unknown(index: VaultIndex, name: str) -> TryInsteadError:
    like = parse_ref(name)
    step = (
        f"The text of {like.cite} is not in the vault; search_vault may find records that name it."
        if like
        else "Use an id from two_lane_retrieve, search_vault or research."
    )
    return TryInsteadError(f"No source {name[:80]!r} is in the vault.", code="E_UNKNOWN_SOURCE", next_step=step)


def _facts(chunk: Chunk) -> SourceView:
    return SourceView(
        id=f"chunk:{chunk.id}",
        kind="passage",
        lane=chunk.lane,
        authority=chunk.authority,
        doc_type=chunk.doc_type,
        status="" if chunk.status == "unknown" else chunk.status,
        date=chunk.date,
        page=chunk.page_start,
        section=chunk.section,
        origin="ocr" if chunk.ocr else "text",
        title=chunk.title,
        link=deep_link(chunk),
    )


def _passage(chunk: Chunk) -> _Text:
    return _Text(_facts(chunk), _paged(chunk) if chunk.page_turns else chunk.text, f"chunk:{chunk.id}")


def _section(chunks: tuple[Chunk, ...]) -> _Text:
    text = "\n".join(chunk.text for chunk in chunks)
    view = _facts(chunks[0]).model_copy(update={"kind": "section"})
    return _Text(view, text, f"chunk:{chunks[0].id}" if len(chunks) == 1 else chunks[0].section)


def _outline(index: VaultIndex, summary: DocumentSummary) -> _Text:
    document = index.document(summary.doc_id)
    text = outline_of(index, document) if document else ""
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


def _page(index: VaultIndex, doc_id: str, number: int) -> _Text:
    summary: DocumentSummary = index.documents(Filters(doc_ids=(doc_id,)), 1)[0]
    page = index.page(doc_id, number)
    if page is None:
        if not summary.pages:
            return _whole(index, doc_id)
        raise TryInsteadError(
            f"The document has {summary.pages} pages; there is no page {number}.",
            code="E_NO_PAGE",
            valid=(f"1 to {summary.pages}",),
            next_step="Call read_source with a page in that range.",
        )
    view = _of_document(summary, page)
    return _Text(view, page.text or page.reason, f"{doc_id}?page={number}")


def _whole(index: VaultIndex, doc_id: str) -> _Text:
    """A document without pages (a statute file): its sections one after the other."""
    document: Document | None = index.document(doc_id)
    if document is None:
        raise VaultError(f"The document {doc_id} was removed meanwhile.", next_step="Search again.")
    text = "\n\n".join(f"{section.cite} {section.heading}\n{section.text}" for section in document.sections)
    known = document.metadata
    view = SourceView(
        id=doc_id, kind="section", lane=known.lane or "", authority=known.authority or "",
        doc_type=known.doc_type or "", date=known.date, title=known.title, link=known.url,
    )  # fmt: skip
    return _Text(view, text, doc_id)


def _shown(found: _Text, offset: int, ask: ReadAsk) -> SourceView:
    room = min(ask.limit, _STRETCH["detailed"]) or _STRETCH[ask.detail]
    text = found.text[offset : offset + room]
    end = offset + len(text)
    more = end < len(found.text)
    return found.view.model_copy(
        update={
            "text": text,
            "offset": offset,
            "total_chars": len(found.text),
            "sha256": hashlib.sha256(found.text.encode("utf-8", "replace")).hexdigest()[:12],
            "next_cursor": f"{found.key}.{end}" if more else "",
            "next_step": "Pass next_cursor to read on." if more else "",
        }
    )
<<<<<<< HEAD


def _filters(index: VaultIndex, ask: SearchAsk) -> Filters:
    lane = choice(ask.lane, ("local", "state"), "lane")
    for kind in ask.doc_types:
        choice(kind, DOC_TYPES, "doc_types")
    for name, day in (("date_from", ask.date_from), ("date_to", ask.date_to)):
        if day and not _DATE.match(day):
            raise TryInsteadError(f"{name} is no date.", code="E_DATE", valid=("2025", "2025-05", "2025-05-20"))
    held = index.boards(Filters(towns=(ask.town,)) if ask.town else Filters()) if ask.board else ()
    return Filters.model_validate(
        {
            "lane": cast("Lane | None", lane or None),
            "towns": (ask.town,) if ask.town else (),
            "boards": (body_among(held, ask.board) or ask.board,) if ask.board else (),
            "doc_types": ask.doc_types,
            "date_from": ask.date_from,
            "date_to": ask.date_to,
        }
    )


def _query(text: str) -> Query:
    """Quoted runs must stand side by side; a lone reference asks for its section; else any content word."""
    phrases = tuple(_PHRASE.findall(text))
    rest = _WITHOUT.sub(" ", _PHRASE.sub(" ", text))
    return Query(terms=content_words(rest), phrases=phrases, must=phrases)


def _home_first(index: VaultIndex, ask: SearchAsk, filters: Filters) -> Filters:
    """The filters kept to the asker's state, unless a town is asked for, a place elsewhere is named, or nothing of it
    matches."""
    query = _query(ask.query)
    if ask.town or not (query.terms or query.phrases) or any(named(ask.query, state) for state in STATES):
        return filters
    home = filters.model_copy(update={"states": (Question(text="").state,)})
    return home if index.scan(query, home, 0).total else filters


def search_vault(shop: Workshop, ask: SearchAsk) -> SearchView:
    """Ranked passages, or every match in order, with the number of all matches in the vault."""
    index, filters = shop.index, _home_first(shop.index, ask, _filters(shop.index, ask))
    if not ask.query.strip():
        raise TryInsteadError("query is empty.", next_step='Send words, or a "quoted phrase".')
    offset = cursor_of(ask.cursor)[1] if ask.cursor else 0
    limit = min(ask.limit or _HITS[ask.detail], _MOST_HITS)
    reference = parse_ref(ask.query.strip())
    if reference is not None and reference.section and not ask.exhaustive:
        held = index.law((reference.cite,))[reference.cite]
        if held:
            return _page_of(ask, held[offset : offset + limit], "section", (len(held), 1), offset)
    query, without = _query(ask.query), tuple(_WITHOUT.findall(_PHRASE.sub(" ", ask.query)))
    if ask.exhaustive and without:
        raise TryInsteadError(
            "A word can be left out of a ranked search only.",
            code="E_QUERY",
            next_step='Leave out "-word", or exhaustive.',
        )
    if ask.exhaustive:
        query = query.model_copy(update={"must": query.terms, "terms": ()})
        found = index.scan(query, filters, limit, offset=offset)
        return _page_of(ask, found.chunks, "exhaustive", (found.total, found.documents), offset)
    more = _SIEVED if without else 1
    deadline_s, most = shop.settings.search_deadline_s, more * (offset + limit)
    answer = answer_to(index, SearchRequest(query=query, filters=filters, limit=most, deadline_s=deadline_s))
    spread = facets_of(index, query, filters, without)
    chunks = tuple(hit.chunk for hit in answer.hits if not _holds_any(hit.chunk.text, without))[offset : offset + limit]
    view = _page_of(ask, chunks, "ranked", (spread.passages, spread.documents), offset)
    told: dict[str, object] = {
        "partial": answer.partial,
        "zero_reason": answer.zero_reason or "",
        "zero_detail": answer.zero_detail,
    }
    return view.model_copy(update=told | (_spread(spread) if view.next_cursor and not offset else {}))


def _holds_any(text: str, unwanted: Sequence[str]) -> bool:
    return bool(unwanted) and bool(stem_set(unwanted) & stem_set([text]))


def _spread(found: Facets) -> dict[str, tuple[str, ...]]:
    """The matches by document, year and body in a line each, to narrow a search that found more than is shown."""
    most = (("by_document", found.by_document), ("by_year", found.by_year), ("by_body", found.by_body))
    return {
        name: tuple(f"{value}: {count}" for value, count in counted[: _FACETS[name]])
        for name, counted in most
        if len(counted) > 1
    }


def _page_of(ask: SearchAsk, chunks: tuple[Chunk, ...], mode: str, totals: tuple[int, int], offset: int) -> SearchView:
    wanted, phrases = frozenset(stem_set([ask.query])), tuple(_PHRASE.findall(ask.query))
    end = offset + len(chunks)
    more = end < totals[0] and bool(chunks)
    return SearchView(
        mode=mode,
        total=totals[0],
        documents=totals[1],
        shown=len(chunks),
        passages=tuple(
            _paged_passage(chunk, _showing(chunk.text, phrases, wanted, EXCERPT_CHARS[ask.detail]), phrases, wanted)
            for chunk in chunks
        ),
        next_cursor=f"hits.{end}" if more else "",
        next_step="read_source gives the full text of a passage; pass next_cursor for more."
        if chunks
        else "Try other words, drop a filter, or call vault_status.",
    )


def _paged_passage(chunk: Chunk, shown: str, phrases: tuple[str, ...], wanted: frozenset[str]) -> Passage:
    """The passage with what is shown of it, on the page on which the words stand that were searched for."""
    if not chunk.page_turns:
        return passage_of(chunk, shown)
    told = [sentence.text for part in shown.split("…") for sentence in sentences(part)]
    best = max(told, key=lambda text: len(wanted & stem_set([text])), default="")
    placed = next((at for at in (_phrase_at(chunk.text, phrase) for phrase in phrases) if at >= 0), -1)
    return passage_of(chunk, shown, page=page_at(chunk, placed) if placed >= 0 else page_of(best, chunk))


def _phrase_at(text: str, phrase: str) -> int:
    """Where the words of the phrase stand side by side, whatever parts them; -1 when they do not."""
    match = re.search(r"\W+".join(map(re.escape, words(phrase))), text, re.IGNORECASE)
    return match.start() if match else -1


def _showing(text: str, phrases: tuple[str, ...], wanted: frozenset[str], room: int) -> str:
    """A stretch of the text that holds what was found: the phrase, else the run of sentences with most of the words,
    else the first of them."""
    for phrase in phrases:
        at = _phrase_at(text, phrase)
        if at >= 0:
            return _around(text, at, room)
    shown = excerpt(text, wanted, room)
    if wanted & stem_set([shown]):
        return shown
    at = next((match.start() for match in _WORD.finditer(text) if wanted & stem_set([match.group()])), 0)
    return _around(text, at, room)


def _around(text: str, at: int, room: int) -> str:
    """The characters around a place, cut at blanks, with an ellipsis where text is left out."""
    start = max(0, at - room // 3)
    start = text.find(" ", start) + 1 if start else 0
    end = min(len(text), start + room)
    end = end if end == len(text) else max(text.rfind(" ", start, end), start + 1)
    return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"
=======
>>>>>>> main
