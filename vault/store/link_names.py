"""What a chunk is called, and where those names stand in other texts.

Holds the rules that read names off a chunk (title, heading, the name its first sentence begins with, "also known
as" forms, article, case, bill and parcel numbers, places in a rulebook) and the finder of known names in a text.
It writes them into the name table as documents are stored, and refuses to decide what a name is worth.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

from vault.law.locators import locator_key
from vault.store.keys import SCOPE_BITS
from vault.text import words as tokens
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences

__all__ = [
    "LINKING_KINDS", "MAX_NAME_WORDS", "batches", "find_names", "forget_names", "identifiers", "index_names",
    "names_of", "with_ids",
]  # fmt: skip

_BATCH = 400
"""Ids per SQL statement, under the limit of 999 variables of old SQLite builds."""
_T = TypeVar("_T")

NameKind = Literal["title", "base", "lead", "heading", "number", "cite", "place"]
LINKING_KINDS: tuple[NameKind, ...] = ("title", "base", "lead", "heading", "number")
"""Kinds that make links when a text mentions them; "cite" and "place" serve questions, citations have a grammar."""

MAX_NAME_WORDS = 12
"""Longer names are looked up by their first words only in the index; nobody writes them out in running text."""
MAX_LEAD_WORDS = 6
"""A lead name or alias of more words is a sentence, not a name."""

_PARENTHESES = lazy_regex(r"\s*\([^)]*\)")
_LEAD_END = lazy_regex(r"\s*(?:\(|,|\bis\b|\bwas\b|\bwere\b|\bare\b|\bborn\b|\bmeans\b|;|:|–|\bdied\b|\bfl\b)")
"""Where the name at the head of a passage ends: "Alder Falls Water District is …", "Jane Roe (born …"."""
_ALSO = lazy_regex(
    r"(?:also known as|better known as|known professionally as|as|also called|formerly known as|sometimes known as"
    r"|or simply|abbreviated(?: as)?|nicknamed|credited as|stylized as|née|English title:?|hereafter|the)"
    r"\s*[\"“]\s*((?:[A-Z0-9][\w.'’-]*\s?(?:of |the |de |von |and )?){1,6})"
    r"|(?:also known as|better known as|known professionally as|also called|formerly known as|nicknamed|née)"
    r"\s+((?:[A-Z0-9][\w.'’-]*\s?(?:of |the |de |von |and )?){1,6})"
)
"""Another name: 'also known as Mill Pond', 'abbreviated as "AFWD"', '(hereafter "the Fund")'."""
_NUMBERED = lazy_regex(
    r"\b(?:(?P<article>[Aa]rticle|ARTICLE|[Ww]arrant [Aa]rticle)\s+(?:[Nn]o\.?\s*|#\s*)?(?P<a>\d{1,3}|[IVXLC]{1,6})\b"
    r"|(?P<case>[Cc]ase|CASE|[Aa]pplication|[Dd]ocket|[Ff]ile)\s*(?:[Nn]o\.?|[Nn]umber|#)?\s*#?\s*(?P<c>[A-Z]{0,4}-?\d{2,4}-\d{1,4})"
    r"|(?P<bill>HB|SB|HCR|SCR|CACR|HR|SR)\s?(?P<b>\d{1,4})\b"
    r"|(?:[Tt]ax\s+)?[Mm]ap\s*#?\s*(?P<map>[\dA-Z]{1,5})\s*,?\s*(?:and\s+)?(?:[Bb]lock\s*#?\s*[\dA-Z]+\s*,?\s*)?"
    r"[Ll]ots?\s*#?\s*(?P<lot>[\dA-Z.-]{1,9})"
    r"|(?P<order>[Oo]rdinance|[Rr]esolution|[Oo]rder)\s*(?:[Nn]o\.?|[Nn]umber|#)?\s*#?\s*(?P<o>\d{2,4}-\d{1,4}))"
)
"""Numbered matters: "Article 7", "Case No. 2025-14", "HB 1307", "Tax Map 12, Lot 40-1", "Ordinance 2024-03"."""
_NOT_LEADS = frozenset({"it", "he", "she", "the", "in", "this", "they", "his", "her", "these", "a", "an"})


class Name(NamedTuple):
    """A name of a chunk: folded words joined by single spaces."""

    text: str
    kind: NameKind


class NameMention(NamedTuple):
    """A known name in a text: word position, length in words, and the name."""

    position: int
    length: int
    name: str


def identifiers(text: str) -> tuple[tuple[int, str], ...]:
    """Numbered matters of the text as (character offset, canonical name), in order: "Case #2025-14" is
    "case 2025 14" however it is written."""
    found: list[tuple[int, str]] = []
    for match in _NUMBERED.finditer(text):
        if match["a"]:
            name = f"article {match['a']}"
        elif match["c"]:
            name = f"case {match['c']}"
        elif match["b"]:
            name = f"{match['bill']} {match['b']}"
        elif match["map"]:
            name = f"map {match['map']} lot {match['lot'].rstrip('.-')}"
        else:
            name = f"{match['order']} {match['o']}"
        found.append((match.start(), " ".join(tokens.words(name))))
    return tuple(found)


def names_of(
    *, title: str, heading: str = "", section: str = "", body: str = "", opens: bool = True
) -> tuple[Name, ...]:
    """The names of a chunk, each once, the most exact kind first.

    `opens` tells whether the chunk is the first of its document: only that one answers to the title and has a lead
    name. A chunk of a numbered section answers to its cite and place instead of a lead name.
    """
    found: dict[str, NameKind] = {}

    def put(text: str, kind: NameKind) -> None:
        name = " ".join(tokens.words(text)[:MAX_NAME_WORDS])
        if name and name not in tokens.STOP_WORDS:
            found.setdefault(name, kind)

    if opens or section:
        put(title, "title")
        base = _PARENTHESES.sub("", title).strip()
        put(base, "base")
        if "," in base and not section:
            put(base.partition(",")[0], "base")
    if section:
        put(section, "cite")
        place = locator_key(section)
        if place.count(".") >= 2:  # "6.9.10" says where; "3.1" is as often a quantity
            put(place, "place")
    elif opens:
        for alias in _leads(body):
            put(alias, "lead")
    if heading and not section:
        put(heading, "heading")
    lead = next((one.text for one in sentences(" ".join(body[:300].split()))), "")
    for _, number in identifiers(f"{title}\n{heading}\n{lead}"):
        found.setdefault(number, "number")
    return tuple(Name(name, kind) for name, kind in found.items())


def _leads(body: str) -> Iterator[str]:
    """Name at the head of the passage and its other names."""
    head = body[:400].replace("``", '"').replace("''", '"').lstrip('"“ ')
    match = _LEAD_END.search(head)
    if match and 0 < match.start() < 60:
        lead = head[: match.start()].strip('"“” ')
        written = lead.split()
        capitals = sum(w[0].isupper() for w in written)
        if lead[:1].isupper() and capitals >= max(1, len(written) / 2) and lead.lower() not in _NOT_LEADS:
            bare = lead.removeprefix("The ")  # "the Water District" is found by its name alone, "the River" is not
            yield from _sized(bare if " " in bare else lead)
    for also in _ALSO.finditer(head):
        yield from _sized((also[1] or also[2]).strip(' "“”'))


def _sized(name: str) -> Iterator[str]:
    found = tokens.words(name)
    if 1 < len(found) <= MAX_LEAD_WORDS or (
        len(found) == 1 and len(found[0]) > 3 and found[0] not in tokens.STOP_WORDS
    ):
        yield name


def find_names(
    scanned: tokens.Scan, starting: Callable[[str, str], Iterable[tuple[str, ...]]]
) -> Iterator[NameMention]:
    """Known names in a scanned text, in order of position.

    `starting(first, second)` gives the word tuples of the known names that begin with two words or are the first
    alone, longest first (the second word is empty at the end of the text). A longer name hides the shorter ones
    inside it, as a reader takes "Pine Hollow Road" for a road, not a town.
    Names of one word count only when written with a capital or as a number of three digits or more.
    """
    position, end = 0, len(scanned.words)
    while position < end:
        step = 1
        following = scanned.words[position + 1] if position + 1 < end else ""
        for name in starting(scanned.words[position], following):
            size = len(name)
            if scanned.words[position : position + size] == name and _may_stand(scanned, position, name):
                yield NameMention(position, size, " ".join(name))
                step = size
                break
        position += step


def _may_stand(scanned: tokens.Scan, position: int, name: tuple[str, ...]) -> bool:
    if len(name) > 1:
        return True
    word = name[0]
    return len(word) > 2 and word not in tokens.STOP_WORDS and (scanned.capital[position] or word.isdigit())


def index_names(connection: sqlite3.Connection, chunk_ids: Iterable[int]) -> int:
    """Fill `names` of these chunks and return how many names were written.

    Runs inside the caller's transaction. Unknown ids are passed over; an empty list writes nothing.
    """
    written = 0
    for ids in batches(chunk_ids):
        names = _names_in(connection, ids)
        connection.executemany("INSERT OR IGNORE INTO names(scope_no, name, chunk_id, kind) VALUES (?, ?, ?, ?)", names)
        written += len(names)
    return written


def forget_names(connection: sqlite3.Connection, chunk_ids: Iterable[int]) -> None:
    """Removes the names of these chunks, before the chunks go.

    They are worked out again rather than found by an index as large as the names. A name that this code would not give
    any more stays behind; it leads nowhere, since no id of a chunk is used twice.
    """
    for ids in batches(chunk_ids):
        connection.executemany(
            "DELETE FROM names WHERE scope_no = ? AND name = ? AND chunk_id = ? AND kind = ?",
            _names_in(connection, ids),
        )


def _names_in(connection: sqlite3.Connection, ids: Sequence[int]) -> list[tuple[int, str, int, str]]:
    """(Scope, name, chunk, kind) of these chunks."""
    rows = with_ids(
        connection,
        "SELECT c.id, c.title, c.heading, c.section, unpacked(c.body), c.ord, EXISTS(SELECT 1 FROM chunks p WHERE"
        " p.doc_no = c.doc_no AND p.ord = c.ord - 1 AND p.heading = c.heading) FROM chunks c WHERE c.id IN",
        ids,
    ).fetchall()
    names: list[tuple[int, str, int, str]] = []
    for chunk_id, title, heading, section, body, place, continued in rows:
        shown = "" if continued else heading
        called = names_of(title=title, heading=shown, section=section, body=body, opens=place == 0)
        names += [(chunk_id >> SCOPE_BITS, name.text, chunk_id, name.kind) for name in called]
    return names


def batches(ids: Iterable[_T]) -> Iterator[list[_T]]:
    """The ids in lists short enough for one statement."""
    rest = iter(ids)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def with_ids(connection: sqlite3.Connection, statement: str, ids: Sequence[int | str]) -> sqlite3.Cursor:
    """Runs a statement that ends in IN with these ids."""
    return connection.execute(f"{statement} ({','.join('?' * len(ids))})", ids)
