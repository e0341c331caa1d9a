"""Searching the vault for words: ranked passages, or every match in order, each with an excerpt that shows the words.

What `search_vault` and `opencouncil search` share. It loads neither the pipeline nor a model, so that a search from the
command line answers at once; it refuses to guess: a filter it does not know is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from mcp_server.results.errors import TryInsteadError
from mcp_server.results.hits import found_views, matches_in, span_of
from mcp_server.results.operators import Operators, read_operators
from mcp_server.results.passages import EXCERPT_CHARS, passage_of
from mcp_server.results.shapes import PassageView, SearchView
from mcp_server.tools.arguments import SearchAsk, choice, cursor_of
from pipeline.ask.phrases import named, stem_set
from pipeline.quoting.cut import excerpt
from pipeline.quoting.pages import page_of
from vault.holdings import Facets
from vault.law.references import parse_ref
from vault.ports import Library, answer_to
from vault.states.known import place_and_state
from vault.states.names import DEFAULT_STATE, STATES
from vault.store.keys import body_among
from vault.store.whole import page_at
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.types import DOC_TYPES, Chunk, DocType, Filters, Lane, Query, SearchRequest

__all__ = ["search_vault"]

_HITS = {"concise": 8, "detailed": 12}
_LISTED, _MOST_HITS = 30, 50
"""Lines of an exhaustive search, and the most that either may be asked for."""
_FACETS = {"by_document": 5, "by_year": 8, "by_body": 6}
"""Lines of each: 19 short lines, about 150 tokens."""
_UNDATED_NAMED = 5
_TIMELESS: tuple[DocType, ...] = ("statute", "constitution")
_SIEVED = 4
"""Hits looked through for each one shown when a word is to be left out."""
_MOST_SIFTED = 2_000
"""Passages read one by one for words that stand near each other: under a second; beyond it the total is a part."""
_LATE = "Not all could be searched in time: ask for rarer words, or narrow by town, board or dates."
_UNCOUNTED = (
    "The places whose words fit best were searched and counted, {:,} more were not: name a town, or rarer words."
)
_LISTED_STEP = "read_source with an id and the number of a line, e.g. chunk:doc@1f#6; pass next_cursor for more."
_NOTHING_STEP = "Try other words, drop a filter, or call vault_status."
_WORD = lazy_regex(r"\w+")
_DATE = lazy_regex(r"\d{4}(?:-\d{2}(?:-\d{2})?)?\Z")  # "2025", "2025-05", "2025-05-20"


def _filters(library: Library, ask: SearchAsk) -> Filters:
    lane = choice(ask.lane, ("local", "state"), "lane")
    for kind in ask.doc_types:
        choice(kind, DOC_TYPES, "doc_types")
    for name, day in (("date_from", ask.date_from), ("date_to", ask.date_to)):
        if day and not _DATE.match(day):
            raise TryInsteadError(f"{name} is no date.", code="E_DATE", valid=("2025", "2025-05", "2025-05-20"))
    town, state = place_and_state(ask.town)
    states: tuple[str, ...] = (state,) if state else ()
    if town and lane == "state":  # a town has no documents there: the law of its state is meant
        held = {name.casefold(): found for name, found in library.places().items()}
        town, states = "", states or held.get(town.casefold(), (DEFAULT_STATE,))
    place = Filters(towns=(town,) if town else (), states=states)
    boards = library.boards(place) if ask.board else ()
    return Filters.model_validate(
        {
            "lane": cast("Lane | None", lane or None),
            "towns": place.towns,
            "states": place.states,
            "boards": (body_among(boards, ask.board) or ask.board,) if ask.board else (),
            "doc_types": ask.doc_types,
            "date_from": ask.date_from,
            "date_to": ask.date_to,
        }
    )


def _home_first(library: Library, ask: SearchAsk, query: Query, filters: Filters) -> Filters:
    """The filters kept to the asker's state, unless a town is asked for, a place elsewhere is named, or nothing of it
    matches."""
    if ask.town or not (query.terms or query.phrases) or any(named(ask.query, state) for state in STATES):
        return filters
    home = filters.changed(states=(DEFAULT_STATE,))
    return (
        home if answer_to(library, SearchRequest(query=query, filters=home, limit=1, explained=False)).hits else filters
    )


def search_vault(library: Library, ask: SearchAsk, *, deadline_s: float) -> SearchView:
    """Ranked passages, or every match in order, with the number of all matches in the vault; a ranked search that takes
    longer than `deadline_s` gives what it has and says so."""
    operators = read_operators(ask.query)
    filters = _home_first(library, ask, operators.query, _filters(library, ask))
    if not ask.query.strip():
        raise TryInsteadError("query is empty.", next_step='Send words, or a "quoted phrase".')
    offset = cursor_of(ask.cursor)[1] if ask.cursor else 0
    limit = min(ask.limit or (_LISTED if ask.exhaustive else _HITS[ask.detail]), _MOST_HITS)
    held = () if ask.exhaustive else _section(library, ask.query)
    if held:
        return _page_of(ask, operators, held[offset : offset + limit], "section", (len(held), 1), offset)
    page = (offset, limit, deadline_s)
    whole = ask.exhaustive
    if operators.near or operators.as_written or operators.either or (ask.exhaustive and operators.without):
        whole = whole or bool(operators.either and operators.rest.strip())  # 'wharf rent OR lease': all that is said
        view = _sifted(library, ask, operators, filters, page, all_words=whole)
        if whole and not ask.exhaustive and not view.total:
            whole, view = False, _sifted(library, ask, operators, filters, page, all_words=False)
    elif ask.exhaustive:
        view = _scanned(library, operators, filters, offset, limit)
    else:
        view = _ranked(library, ask, operators, filters, page)
    undated = _undated(library, operators, filters) if not offset else ()
    view = view.changed(read_as=operators.told(all_words=whole), also=(*view.also, *undated))
    return view if view.total else _explained(library, ask, operators, filters, view)


def _undated(library: Library, operators: Operators, filters: Filters) -> tuple[str, ...]:
    """A line on the documents that a filter of dates left out because they have none, though they hold all the words;
    law, which has no date, is none of them."""
    if not (filters.date_from or filters.date_to):
        return ()
    anytime = filters.changed(date_from="", date_to="", exclude_doc_types=(*filters.exclude_doc_types, *_TIMELESS))
    held = library.scan(operators.sieve(all_words=True), anytime, _MOST_SIFTED).chunks
    found = list(dict.fromkeys(one.doc_id for one in held if not one.date and operators.let_through(one.text)))
    more = ", …" if len(found) > _UNDATED_NAMED else ""
    told = f"undated, left out by the dates: {len(found)} ({', '.join(found[:_UNDATED_NAMED])}{more})"
    return (told,) if found else ()


def _explained(
    library: Library, ask: SearchAsk, operators: Operators, filters: Filters, view: SearchView
) -> SearchView:
    """The empty view with the reason: what is held apart, what stands nowhere, else what the engine says."""
    apart = _held_apart(library, operators.required(all_words=ask.exhaustive), filters)
    if apart:
        return view.changed(zero_reason="held_apart", zero_detail=apart)
    if not view.zero_reason:
        view = _engine_reason(library, operators, filters, view)
    lacking = _lacking(library, operators) if view.zero_reason == "not_in_vault" else ""
    return view.changed(zero_detail=lacking or view.zero_detail)


def _engine_reason(library: Library, operators: Operators, filters: Filters, view: SearchView) -> SearchView:
    query = operators.query  # of alternatives one must stand there
    query = Query(phrases=query.phrases) if operators.either else query
    nothing = answer_to(library, SearchRequest(query=query, filters=filters, limit=1))
    return view.changed(zero_reason=nothing.zero_reason or "", zero_detail=nothing.zero_detail)


def _lacking(library: Library, operators: Operators) -> str:
    """What of the words sought stands nowhere in the vault, where another of them does; "" otherwise."""
    counts = [(told, library.facets(query).passages) for told, query in operators.required(all_words=True)]
    missing = [told for told, count in counts if not count]
    held = ", ".join(f"{told}: {count}" for told, count in counts if count)
    return f"In no passage of the vault: {', '.join(missing)}. Passages with each other: {held}." if held else ""


def _held_apart(library: Library, required: Sequence[tuple[str, Query]], filters: Filters) -> str:
    """In how many passages each of several things occurs that no passage holds together; "" where none does."""
    counts = [(told, library.facets(query, filters).passages) for told, query in required]
    held = ", ".join(f"{told}: {count}" for told, count in counts)
    apart = len(counts) > 1 and any(count for _, count in counts)
    return f"No passage holds all that must occur; passages under these filters with each: {held}." if apart else ""


def _section(library: Library, query: str) -> Sequence[Chunk]:
    """The text of the section of law that the query is a citation of; () for other words."""
    reference = parse_ref(query.strip())
    return library.law((reference.cite,))[reference.cite] if reference is not None and reference.section else ()


def _ranked(
    library: Library, ask: SearchAsk, operators: Operators, filters: Filters, page: tuple[int, int, float]
) -> SearchView:
    """The best matches, and how all of them spread. `page` is the offset, the limit and the seconds it may take."""
    (offset, limit, deadline_s), query = page, operators.query
    more = _SIEVED if operators.without else 1
    wanted = SearchRequest(query=query, filters=filters, limit=more * (offset + limit), deadline_s=deadline_s)
    answer = answer_to(library, wanted)
    spread = library.facets(query, filters, operators.without)
    chunks = tuple(hit.chunk for hit in answer.hits if operators.let_through(hit.chunk.text))[offset : offset + limit]
    narrow = _LATE if answer.partial else _UNCOUNTED.format(spread.uncounted) if spread.uncounted else ""
    view = _page_of(ask, operators, chunks, "ranked", (spread.passages, spread.documents), offset, narrow)
    return view.changed(
        zero_reason=answer.zero_reason or "",
        zero_detail=answer.zero_detail,
        **(_spread(spread) if view.next_cursor and not offset else {}),
    )


def _scanned(library: Library, operators: Operators, filters: Filters, offset: int, limit: int) -> SearchView:
    """Every match in order, a line each; of very many those of the page alone are read."""
    sieve = operators.sieve(all_words=True)
    every = library.scan(sieve, filters, _MOST_SIFTED)
    if every.total <= _MOST_SIFTED:
        return _listed(operators, every.chunks, (every.total, every.documents), offset, limit)
    page = library.scan(sieve, filters, limit, offset=offset)
    more = offset + len(page.chunks) < page.total
    view = _listed(operators, page.chunks, (page.total, page.documents), 0, limit).changed(dates="")
    return view.changed(next_cursor=f"hits.{offset + len(page.chunks)}" if more and page.chunks else "")


def _listed(
    operators: Operators, chunks: Sequence[Chunk], totals: tuple[int, int], offset: int, limit: int, narrow: str = ""
) -> SearchView:
    """A page of the matches by document; what many documents say in the same line is told once, on the first page."""
    matches, once = matches_in(chunks, operators)
    shown = matches[offset : offset + limit]
    end = offset + len(shown)
    return SearchView(
        mode="exhaustive",
        total=totals[0],
        documents=totals[1],
        shown=len(shown),
        dates=span_of(chunks),
        found=found_views(shown),
        also=once if not offset else (),
        next_cursor=f"hits.{end}" if shown and end < len(matches) else "",
        partial=bool(narrow),
        next_step=narrow or (_LISTED_STEP if chunks else _NOTHING_STEP),
    )


def _sifted(
    library: Library,
    ask: SearchAsk,
    operators: Operators,
    filters: Filters,
    page: tuple[int, int, float],
    *,
    all_words: bool,
) -> SearchView:
    """The matches that meet what no index asks for, read one by one: counted whole, best first or, exhaustively, in
    order; where no pair stands so near, those that hold it. `page` is the offset, the limit and the seconds a ranked
    search may take; with `all_words` those beside the operators must occur as well."""
    offset, limit, deadline_s = page
    every = library.scan(operators.sieve(all_words=all_words), filters, _MOST_SIFTED)
    kept = {chunk.id: chunk for chunk in every.chunks if operators.let_through(chunk.text)}
    farther = bool(operators.near) and not kept
    if farther:
        loose = operators._replace(near=())
        kept = {chunk.id: chunk for chunk in every.chunks if loose.let_through(chunk.text)}
    documents = len({chunk.doc_id for chunk in kept.values()})
    if not ask.exhaustive:
        wanted = SearchRequest(query=operators.query, filters=filters, limit=_MOST_SIFTED, deadline_s=deadline_s)
        ranked = [hit.chunk.id for hit in answer_to(library, wanted).hits if hit.chunk.id in kept]
        kept = {name: kept[name] for name in dict.fromkeys((*ranked, *kept))}
    far = "In no passage do they stand so near; these hold both words." if farther and kept else ""
    narrow = f"{every.total} passages hold the words, {_MOST_SIFTED} were compared: narrow by town, board or dates."
    told, totals = (narrow if every.total > _MOST_SIFTED else far), (len(kept), documents)
    if ask.exhaustive:
        return _listed(operators, tuple(kept.values()), totals, offset, limit, told)
    chunks = tuple(kept.values())[offset : offset + limit]
    return _page_of(ask, operators, chunks, "ranked", totals, offset, told)


def _spread(found: Facets) -> dict[str, tuple[str, ...]]:
    """The matches by document, year and body in a line each, to narrow a search that found more than is shown."""
    most = (("by_document", found.by_document), ("by_year", found.by_year), ("by_body", found.by_body))
    return {
        name: tuple(f"{value}: {count}" for value, count in counted[: _FACETS[name]])
        for name, counted in most
        if len(counted) > 1
    }


def _page_of(
    ask: SearchAsk,
    operators: Operators,
    chunks: Sequence[Chunk],
    mode: str,
    totals: tuple[int, int],
    offset: int,
    narrow: str = "",
) -> SearchView:
    """One page of what was found; `narrow` says why the totals are a part and what to do."""
    end = offset + len(chunks)
    more = end < totals[0] and bool(chunks)
    return SearchView(
        mode=mode,
        total=totals[0],
        documents=totals[1],
        shown=len(chunks),
        passages=tuple(_passage(chunk, operators, EXCERPT_CHARS[ask.detail]) for chunk in chunks),
        next_cursor=f"hits.{end}" if more else "",
        partial=bool(narrow),
        next_step=narrow
        or ("read_source gives the full text of a passage; pass next_cursor for more." if chunks else _NOTHING_STEP),
    )


def _passage(chunk: Chunk, operators: Operators, room: int) -> PassageView:
    """The passage with a stretch of its text that holds what was found, on the page on which those words stand."""
    placed = operators.place(chunk.text)
    shown = _showing(chunk.text, placed, operators.wanted, room)
    if not chunk.page_turns:
        return passage_of(chunk, shown)
    if placed >= 0:
        return passage_of(chunk, shown, page=page_at(chunk, placed))
    told = [sentence.text for part in shown.split("…") for sentence in sentences(part)]
    best = max(told, key=lambda text: len(operators.wanted & stem_set([text])), default="")
    return passage_of(chunk, shown, page=page_of(best, chunk))


def _showing(text: str, placed: int, wanted: frozenset[str], room: int) -> str:
    """A stretch of the text that holds what was found: the phrase or the pair that is `placed` (-1 for none), else the
    run of sentences with most of the words, else the first of them."""
    if placed >= 0:
        return _around(text, placed, room)
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
