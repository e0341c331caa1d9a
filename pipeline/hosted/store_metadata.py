"""What a hosted store is told of a document, and how its passages become chunks again.

Pure: metadata entries and text on the way in, filters for a lane, chunks on the way out. A passage that does not say
which document it is from becomes nothing; a lane is what the metadata says, never the query that found it (decision
10). It refuses to put a user's words into a filter unquoted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from pydantic import ValidationError

from pipeline.hosted.gemini_wire import StorePassage
from vault.ids import chunk_id
from vault.store.keys import place_key, plain_key
from vault.text.clean import clean
from vault.text.patterns import lazy_regex
from vault.types import Chunk, Document, Filters, Lane

__all__ = ["SCHEMA", "admits", "chunk_of", "document_text", "metadata_entries", "store_filter"]

SCHEMA = "opencouncil-1"
"""Marks the documents put there by this program; others in the same store are left alone."""
_LONGEST = 512
_STATE_TYPES = ("statute", "rule", "guidance")
"""S0's "rsa, admin_rule, handbook" in our words."""
_MOST_IDS = 20
# "⟦page 7⟧", "⟦RSA 91-A:3⟧": where a page or a section begins; brackets that no record uses
_MARK = lazy_regex(r"[ \t]*⟦(?P<place>[^⟦⟧\n]{1,120})⟧[ \t]*\n?")
_PAGE = lazy_regex(r"page (?P<number>\d{1,6})\Z")
_YEAR = lazy_regex(r"\A(?P<year>\d{4})")


# ---- in


def _source_name(document: Document) -> str:
    """The file's name without its folders: a path says more about a computer than a reader needs."""
    path, _, key = document.source.partition("#")
    name = PurePath(path).name
    return f"{name}#{key}" if key else name


def metadata_entries(document: Document) -> tuple[Mapping[str, object], ...]:
    """The metadata of a document, at most 20 entries, empty ones left out.

    `scope` and `jurisdiction` are S0's filter keys; `town_key` and `board_key` are the names as they compare.
    """
    facts = document.metadata
    state_lane = facts.lane == "state"
    texts = {
        "schema": SCHEMA,
        "doc_id": document.doc_id,
        "content_hash": document.content_hash,
        "scope": "state" if state_lane else "local",
        "jurisdiction": facts.state if state_lane else "",
        "state": facts.state,
        "town": facts.town,
        "town_key": place_key(facts.town),
        "board": facts.board,
        "board_key": plain_key(facts.board),
        "doc_type": facts.doc_type or "other",
        "authority": facts.authority or "other",
        "status": facts.status or "unknown",
        "date": facts.date,
        "as_of": facts.as_of,
        "url": facts.url,
        "source": _source_name(document),
    }
    entries: list[Mapping[str, object]] = [
        {"key": key, "string_value": value[:_LONGEST]} for key, value in texts.items() if value
    ]
    year = _YEAR.match(facts.date)
    if year:
        entries.append({"key": "year", "numeric_value": int(year["year"])})
    return tuple(entries)


def document_text(document: Document) -> str:
    """The cleaned text as it is uploaded: sections or pages, each behind a mark that names it; unread pages left out.

    "" for a document without any text: there is nothing to put into a store.
    """
    if document.sections:
        parts = [(section.cite, f"{section.heading}\n{section.text}") for section in document.sections]
    else:
        parts = [(f"page {page.number}", page.text) for page in document.pages if page.origin != "unread"]
    return "\n\n".join(f"⟦{place}⟧\n{text.strip()}" for place, text in parts if text.strip())


# ---- asking


def _quoted(value: str) -> str:
    flat = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _any_of(key: str, values: Iterable[str]) -> str:
    parts = [f"{key} = {_quoted(value)}" for value in values]
    return f"({' OR '.join(parts)})" if len(parts) > 1 else "".join(parts)


def _scope(lane: Lane, states: Sequence[str]) -> str:
    if lane == "local":
        return 'scope = "local"'
    jurisdictions = [f"jurisdiction = {_quoted(plain_key(state).upper())}" for state in states]
    types = [f'doc_type = "{kind}"' for kind in _STATE_TYPES]
    joined = " OR ".join(['scope = "state"', *jurisdictions, *types])
    return f"({joined})"


def _years(filters: Filters) -> list[str]:
    first, last = _YEAR.match(filters.date_from), _YEAR.match(filters.date_to)
    found = [f"year >= {first['year']}"] if first else []
    return [*found, f"year <= {last['year']}"] if last else found


def store_filter(lane: Lane, filters: Filters) -> str:
    """The filter of a lane in the service's list syntax (OR binds tighter than AND there).

    Local: scope and town; state: scope, jurisdiction or kind of document (S0). Dates are narrowed to years, exclusions
    not sent at all: `admits` holds every hit against the whole filter again.
    """
    parts = [
        _scope(lane, filters.states),
        _any_of("state", [plain_key(state).upper() for state in filters.states]),
        _any_of("town_key", map(place_key, filters.towns)) if lane == "local" else "",
        _any_of("board_key", map(plain_key, filters.boards)),
        _any_of("doc_type", filters.doc_types),
        _any_of("authority", filters.authorities),
        _any_of("doc_id", filters.doc_ids[:_MOST_IDS]),
        *_years(filters),
    ]
    return " AND ".join(part for part in parts if part)


def admits(filters: Filters, chunk: Chunk) -> bool:
    """Whether the chunk passes the filters as the vault reads them, the town in the state lane left aside."""
    towns = () if chunk.lane == "state" and filters.lane == "state" else filters.towns
    return (
        filters.lane in (None, chunk.lane)
        and _among(chunk.state, filters.states)
        and (not towns or place_key(chunk.town) in map(place_key, towns))
        and _among(chunk.board, filters.boards)
        and _among(chunk.doc_type, filters.doc_types)
        and _among(chunk.authority, filters.authorities)
        and _among(chunk.doc_id, filters.doc_ids)
        and chunk.doc_type not in filters.exclude_doc_types
        and _in_time(chunk.date, filters)
    )


def _among(value: str, wanted: Sequence[str]) -> bool:
    return not wanted or plain_key(value) in map(plain_key, wanted)


def _in_time(date: str, filters: Filters) -> bool:
    """A date that is only a year or a month counts as any day within it, as in the vault."""
    if not (filters.date_from or filters.date_to):
        return True
    late_enough = not filters.date_from or f"{date}~" >= filters.date_from
    return bool(date) and late_enough and (not filters.date_to or date <= f"{filters.date_to}~")


# ---- out


def _places(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The marks in order, and the pieces of text with the mark each stands under ("" before the first)."""
    marks, pieces, place, at = [], [], "", 0
    for match in _MARK.finditer(text):
        pieces.append((place, text[at : match.start()]))
        place, at = match["place"], match.end()
        marks.append(place)
    pieces.append((place, text[at:]))
    return marks, [(where, piece.strip()) for where, piece in pieces if piece.strip()]


def _pages(marks: Sequence[str], pieces: Sequence[tuple[str, str]], told: int | None) -> tuple[int | None, int | None]:
    numbers = [int(match["number"]) for match in map(_PAGE.match, marks) if match]
    if not numbers:
        return told, told
    begins_before = bool(pieces) and not pieces[0][0] and numbers[0] > 1
    return numbers[0] - begins_before, numbers[-1]


def chunk_of(passage: StorePassage, place: int) -> Chunk | None:
    """The passage as a chunk with the facts of its document; None when it does not say which document it is from.

    The version in its id is made of document and text, so that it never meets an id of the vault. Of a passage that
    runs over several statute sections the longest piece is kept, because only of that it is known what it says.
    """
    facts = passage.facts
    marks, pieces = _places(passage.text)
    if not facts.get("doc_id") or not pieces:
        return None
    first_page, last_page = _pages(marks, pieces, passage.page)
    cites = [where for where, _ in pieces if where and not _PAGE.match(where)]
    section, text = max(pieces, key=lambda piece: len(piece[1])) if cites else ("", "\n".join(t for _, t in pieces))
    text = clean(text)
    digest = hashlib.sha256(f"{facts['doc_id']}\0{text}".encode("utf-8", "replace")).hexdigest()
    own: dict[str, object] = {
        "id": chunk_id(facts["doc_id"], f"store-{digest[:15]}", 0),
        "doc_id": facts["doc_id"],
        "ord": place,
        "title": passage.title or facts["doc_id"],
        "heading": "",
        "section": section,
        "page_start": first_page,
        "page_end": last_page,
        "start": 0,
        "end": len(text),
        "text": text,
        "ocr": False,
    }
    try:
        return Chunk.model_validate(own | _chunk_facts(facts))
    except ValidationError:
        return None


def _chunk_facts(facts: Mapping[str, str]) -> dict[str, object]:
    return {
        "lane": facts.get("scope", ""),
        "doc_type": facts.get("doc_type", ""),
        "authority": facts.get("authority", "other"),
        "status": facts.get("status", "unknown"),
        "source": facts.get("source", facts["doc_id"]),
        **{key: facts.get(key, "") for key in ("state", "town", "board", "date", "url")},
    }
