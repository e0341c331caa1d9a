"""Steering a run: what an assistant adds, takes off, or searches for in its own words.

Turns what is named (a label, a pointer, a passage, a page, a section, a chapter) into passages of the vault. It refuses
anything that is not an id of the vault: evidence never comes in through a caller's words (decision 27).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from mcp_server.app import Workshop
from mcp_server.results.errors import TryInsteadError
from mcp_server.tools.arguments import Ask
from mcp_server.tools.runs import keep, run_of, searched, work_of
from pipeline.check.claims import GivenClaim, Support
from pipeline.quoting.locate import locate, quote_pieces, quoted_spans
from pipeline.run import Run, add, drop, extend, hop
from pipeline.types import Evidence
from vault.ids import CHUNK_ID
from vault.law.references import parse_ref
from vault.ports import Library
from vault.text.labels import LABEL, labels_in
from vault.text.patterns import lazy_regex
from vault.text.words import content_words
from vault.types import Chunk, ChunkId, Filters, Query

__all__ = [
    "cited_on",
    "claims_on",
    "ids_added",
    "is_label",
    "names_cited",
    "pointers_cited",
    "quoted_on",
    "relabelled",
    "steered",
]

_MOST_ADDED = 12
"""Passages one name may stand for: a long section, or the first sections of a chapter."""
_PAGE_WORDS, _MOST_OF_A_DOCUMENT = 24, 400
"""The passages of a page are found by its own words among those of its document."""
_POINTER = lazy_regex(r"P(\d{1,3})\Z")  # "P7"
_POINTED = lazy_regex(r"\[P(\d{1,3})(?=[,;\]]| p)")  # "[P7]", "[P7 p. 3]"
_LABEL = lazy_regex(r"[LS]\d{1,3}\Z")  # "L3"
_PAGE = lazy_regex(r"(.+?)(?:\?page=|#| page )(\d{1,6})\Z")  # "doc-1?page=3", "doc-1#3"
_IN_BRACKETS = lazy_regex(r"\[([^\[\]]{3,200})\]")


async def steered(shop: Workshop, ask: Ask) -> Run:
    """The run after what the call asks, in this order: drop, add, the asker's words, else the hop decided last."""
    run = searched(run_of(shop, ask.extend))
    work = work_of(shop, run)
    if ask.drop:
        run = await drop(run, work, [number for name in ask.drop for number in _ids_named(shop, run, name)])
    if ask.add:
        run = await add(run, work, ids_added(shop, run, ask))
    if ask.queries:
        run = await extend(run, work, ask.queries)
    if not (ask.drop or ask.add or ask.queries):
        if run.waiting is None:
            raise TryInsteadError(
                "There is nothing to extend with.",
                code="E_NO_HOP",
                valid=("queries", "add", "drop"),
                next_step="Send queries of your own, or add what read_source or search_vault found.",
            )
        run = await hop(run, work)
    return keep(shop, run)


def ids_added(shop: Workshop, run: Run, ask: Ask) -> list[ChunkId]:
    """The chunk ids that the names to add stand for in this run, in their order, each once. Raises `TryInsteadError`
    for a name that stands for nothing held."""
    return list(dict.fromkeys(number for name in ask.add for number in _ids_named(shop, run, name)))


def _ids_named(shop: Workshop, run: Run, name: str) -> list[ChunkId]:
    """The chunk ids a name stands for in this run. Raises `TryInsteadError` for one that stands for nothing held."""
    plain = name.strip().strip("[]")
    pointer = _POINTER.match(plain)
    if pointer and 0 < int(pointer[1]) <= len(run.pointers):
        return [run.pointers[int(pointer[1]) - 1]]
    if _LABEL.match(plain) and run.retrieval is not None:
        held = [item.chunk.id for item in run.retrieval.merged if item.label == plain]
        if held:
            return held
    found = passages_named(shop.library, plain)
    if not found:
        raise TryInsteadError(
            f"No passage {plain[:80]!r} is in the vault.",
            code="E_UNKNOWN_SOURCE",
            valid=("P7", "L3", "chunk:doc-1@9f86d081#4", "a document id with ?page=3", "RSA 40:13", "RSA 40"),
            next_step="Use a label, an id, or a cite whose text is held; search_vault finds ids.",
        )
    return [chunk.id for chunk in _one_a_place(found)[:_MOST_ADDED]]


def passages_named(library: Library, name: str) -> tuple[Chunk, ...]:
    """The passages of a chunk id, a page of a document, a section, a chapter or a document; () when none is held."""
    passage = CHUNK_ID.match(name)
    if passage:
        return library.get([passage[1]])
    if parse_ref(name) is not None:
        return library.law((name,))[name]
    page = _PAGE.match(name)
    doc_id, wanted = (page[1], int(page[2])) if page else (name, 1)
    held = library.page(doc_id, wanted)
    if held is None:
        return ()
    found = Query(terms=content_words(held.text)[:_PAGE_WORDS])
    chunks = library.scan(found, Filters(doc_ids=(doc_id,)), _MOST_OF_A_DOCUMENT).chunks
    return tuple(chunk for chunk in chunks if wanted in chunk.pages)


def _one_a_place(chunks: Sequence[Chunk]) -> list[Chunk]:
    """One passage for each page or section: each is read as a whole."""
    places: dict[tuple[str, str], Chunk] = {}
    for chunk in chunks:
        places.setdefault((chunk.doc_id, chunk.section or f"p{chunk.page_start}"), chunk)
    return list(places.values())


# ---- what claims rest on


def is_label(source: str) -> bool:
    """Whether a claim names its source by a label of a retrieval."""
    return bool(LABEL.fullmatch(source))


async def claims_on(
    shop: Workshop, run: Run, claims: Sequence[GivenClaim]
) -> tuple[Run, tuple[GivenClaim, ...], dict[str, str]]:
    """The run with every passage in it that the claims name, the claims by its labels, and the label of each name;
    words that stand in other passages of the document that they are cited from rest on those, each place on its own.
    Raises `TryInsteadError` for a name that stands for nothing held."""
    found = {one: _ids_rested_on(shop, run, one) for claim in claims for one in claim.support}
    named = {one: ids for one, ids in found.items() if ids}
    run = await _with_passages(shop, run, [name for names in named.values() for name in names])
    held = {item.chunk.id: item for item in (run.retrieval.merged if run.retrieval else ())}
    labels: dict[str, str] = {}
    resolved: list[GivenClaim] = []
    for claim in claims:
        support = list[Support]()
        for one in claim.support:
            rests = _placed(one, [held[name] for name in named[one] if name in held]) if one in named else (one,)
            support += rests
            if one in named and not is_label(one.source):
                labels[one.source] = rests[0].source
        resolved.append(claim.changed(text=relabelled(claim.text, labels), support=tuple(support)))
    return run, tuple(resolved), labels


def names_cited(shop: Workshop, text: str) -> dict[str, tuple[Chunk, ...]]:
    """The passages of each id, page or section that a text cites in brackets where others set a label."""
    names = dict.fromkeys(name for name in _IN_BRACKETS.findall(text) if not labels_in(f"[{name}]"))
    return {name: found for name in names if (found := passages_named(shop.library, name))}


def pointers_cited(shop: Workshop, run: Run, text: str) -> dict[str, tuple[Chunk, ...]]:
    """The passages of each label of the dossier's last lines ("P3") that a text cites."""
    numbers = {f"P{number}": int(number) - 1 for number in _POINTED.findall(text)}
    ids = {name: run.pointers[at] for name, at in numbers.items() if 0 <= at < len(run.pointers)}
    held = {chunk.id: chunk for chunk in shop.library.get([*ids.values()])}
    return {name: (held[number],) for name, number in ids.items() if number in held}


async def cited_on(shop: Workshop, run: Run, cited: Mapping[str, Sequence[Chunk]]) -> tuple[Run, dict[str, str]]:
    """The run with the passages that a text cites by their ids, and the label of each name."""
    ids = {name: [one.id for one in _one_a_place(found)[:_MOST_ADDED]] for name, found in cited.items()}
    run = await _with_passages(shop, run, [one for named in ids.values() for one in named])
    held = {item.chunk.id: item.label for item in (run.retrieval.merged if run.retrieval else ())}
    return run, {name: held[named[0]] for name, named in ids.items() if named[0] in held}


async def quoted_on(shop: Workshop, run: Run, text: str) -> Run:
    """The run with the passage in it that holds what the text quotes, where that stands in a document that the text
    cites and in no passage of the run."""
    held = {item.label: item.chunk for item in (run.retrieval.merged if run.retrieval else ())}
    quotes = [span.text for span in quoted_spans(text)]
    missing = [one for one in quotes if not any(_holds(chunk, one) for chunk in held.values())]
    documents = {held[label].doc_id: held[label].section for label in labels_in(text) if label in held}
    passages = shop.library.passages(tuple(documents)) if missing else {}
    beside = [
        chunk.id
        for doc_id, section in documents.items()
        for chunk in passages.get(doc_id, ())
        if chunk.section == section and any(_holds(chunk, one) for one in missing)
    ]
    return await _with_passages(shop, run, beside[:_MOST_ADDED])


def relabelled(text: str, labels: Mapping[str, str]) -> str:
    """The text with the label of each passage that it cites by its id: the digits of an id are no figures."""
    for name, label in labels.items():
        document = name.removeprefix("chunk:").partition("@")[0]
        text = re.sub(rf"\[(?:{re.escape(name)}|{re.escape(document)})(?=[,;\]]| p)", f"[{label}", text)
    return text


def _ids_rested_on(shop: Workshop, run: Run, support: Support) -> tuple[ChunkId, ...]:
    """The passages a claim names; of a section or a document named without a page those with the quotation, if any has
    it. Of a label, () unless its passage lacks the words and another of its document holds them."""
    if is_label(support.source):
        held = run.retrieval.merged if run.retrieval else ()
        return _beside(shop, next((item.chunk for item in held if item.label == support.source), None), support)
    plain = support.source.strip().strip("[]")
    whole = shop.library.passages((plain,)).get(plain, ()) or passages_named(shop.library, plain)
    beside = _beside(shop, whole[0], support) if len(whole) == 1 else ()
    return beside or tuple(_holding(whole, support.quote)[:_MOST_ADDED] or _ids_named(shop, run, support.source))


def _beside(shop: Workshop, cited: Chunk | None, support: Support) -> tuple[ChunkId, ...]:
    """A cited passage and the others of its document that hold the words: the page was read on, its name not. () where
    it holds them all, or no other does."""
    missing = [] if cited is None else [one for one in quote_pieces(support.quote) if not _holds(cited, one)]
    if cited is None or not missing or _holds(cited, support.quote):
        return ()
    others = [
        one for one in shop.library.passages((cited.doc_id,)).get(cited.doc_id, ()) if one.section == cited.section
    ]
    beside = dict.fromkeys(name for piece in missing for name in _holding(others, piece)[:1])
    return (*([cited.id] if len(missing) < len(quote_pieces(support.quote)) else ()), *beside) if beside else ()


def _holding(chunks: Sequence[Chunk], quote: str) -> list[ChunkId]:
    """The passages that hold the words, or, where none holds them whole, the first that holds each of their places."""
    whole = [chunk.id for chunk in chunks if quote.strip() and _holds(chunk, quote)]
    if whole:
        return whole
    first = [next((chunk.id for chunk in chunks if _holds(chunk, piece)), None) for piece in quote_pieces(quote)]
    return list(dict.fromkeys(name for name in first if name is not None))


def _holds(chunk: Chunk, quote: str) -> bool:
    return locate(quote, chunk.noted, ocr=chunk.ocr).rung != "not_found"


def _placed(support: Support, items: Sequence[Evidence]) -> tuple[Support, ...]:
    """The support by the label of the passage that holds it; where none holds it whole, each place by its own."""
    whole = next((item.label for item in items if support.quote.strip() and _holds(item.chunk, support.quote)), "")
    first = items[0].label if items else ""
    pieces = quote_pieces(support.quote)
    if whole or len(pieces) < 2:
        return (support.changed(source=whole or first),)
    places = defaultdict[str, list[str]](list)
    for piece in pieces:
        places[next((item.label for item in items if _holds(item.chunk, piece)), first)].append(piece)
    return tuple(support.changed(source=label, quote=" … ".join(held)) for label, held in places.items())


async def _with_passages(shop: Workshop, run: Run, wanted: Sequence[ChunkId]) -> Run:
    held = {item.chunk.id for item in (run.retrieval.merged if run.retrieval else ())}
    fresh = [name for name in dict.fromkeys(wanted) if name not in held]
    return keep(shop, await add(searched(run), work_of(shop, run), fresh)) if fresh else run
