"""Framing words: how a source is named in a sentence, from its metadata alone.

Holds no fact of its own: board, kind of document, date, title and section number come from the chunk's metadata. It
refuses to call a bill a law or a draft final.
"""

from __future__ import annotations

import re

from vault.facts.dates import spoken_date
from vault.text.patterns import lazy_regex
from vault.types import Chunk

__all__ = ["long_name", "short_name", "verb"]

_KINDS: dict[str, str] = {
    "minutes": "minutes",
    "agenda": "agenda",
    "warrant": "warrant",
    "results": "results",
    "ordinance": "ordinance",
    "budget": "budget",
    "report": "report",
    "policy": "policy",
    "form": "form",
    "notice": "notice",
    "guidance": "guidance",
    "court": "court decision",
    "rule": "rule",
    "bill": "bill",
    "news": "article",
}
_TITLE_WORDS = 9
"""A title is cut to so many words when it stands in a sentence."""
# Titles that are names of a kind of record take the article: "The Dog Ordinance", not "The Understanding Your Bill"
_TAKES_ARTICLE = lazy_regex(
    r"\b(?:minutes|agenda|warrant|results|ordinance|policy|by-?laws|plan|hearing|decision|order|constitution|handbook)\b",
    re.IGNORECASE,
)
_LAW_STATUS = {
    "repealed": " (repealed)",
    "stale": " (an old text; a later one may exist)",
    "superseded": " (superseded)",
    "effective_later": " (not yet in force)",
}
_STATUS = {"draft": "draft ", "superseded": "superseded "}


def _short_title(title: str) -> str:
    words = re.sub(r"\s*\([^)]*\)\s*", " ", re.split(r":(?!\d)|;", title, maxsplit=1)[0]).split()
    most = _TITLE_WORDS + (len(words) > _TITLE_WORDS and words[_TITLE_WORDS].isdigit())  # "June 5, | 2031"
    short = " ".join(words[:most]).replace(" ,", ",")
    return re.sub(r"\s*\([^)]*$", "", short).rstrip(" ,-–")


def _body(chunk: Chunk) -> str:
    """The board's name without the town's, so that "Alder Falls Planning Board" is the Planning Board."""
    return chunk.board.removeprefix(chunk.town).strip() or chunk.board


def _minutes(chunk: Chunk) -> str:
    kind = f"{_STATUS.get(chunk.status, '')}{_KINDS[chunk.doc_type]}"
    body = _body(chunk)
    name = f"{body} {kind}" if body else _short_title(chunk.title)
    return f"{name} of {spoken_date(chunk.date)}" if chunk.date else name


def _titled(chunk: Chunk) -> str:
    title = _short_title(chunk.title)
    return f"{title} ({spoken_date(chunk.date)})" if chunk.date and chunk.date[:4] not in title else title


def long_name(chunk: Chunk) -> str:
    """The source as a sentence names it, with "The" where English wants it: "The Planning Board minutes of May 20,
    2025", "RSA 39:3", "HB 164, a bill as introduced and not the law"."""
    if chunk.section:
        return f"{chunk.section}{_LAW_STATUS.get(chunk.status, '')}"
    if chunk.doc_type == "bill":
        return f"{_short_title(chunk.title)}, a bill as introduced and not the law,"
    name = _minutes(chunk) if chunk.doc_type in ("minutes", "agenda", "warrant", "results") else _titled(chunk)
    return f"The {name}" if _TAKES_ARTICLE.search(name) and not name.lower().startswith("the ") else name


def short_name(chunk: Chunk) -> str:
    """The source in as few words as tell it apart, for a bullet with a word limit: "Minutes, May 20, 2025"."""
    if chunk.section:
        return f"{chunk.section}{_LAW_STATUS.get(chunk.status, '')}"
    if chunk.doc_type == "bill":
        return "A bill, not law"
    kind = f"{_STATUS.get(chunk.status, '')}{_KINDS.get(chunk.doc_type, 'record')}"
    return f"{kind[:1].upper()}{kind[1:]}, {spoken_date(chunk.date)}" if chunk.date else f"{kind[:1].upper()}{kind[1:]}"


def verb(chunk: Chunk) -> str:
    """The verb that goes with the source: minutes record, a statute provides, a bill proposed, all else reads."""
    if chunk.doc_type == "minutes":
        return "record"
    if chunk.doc_type == "bill":
        return "proposed"
    return "provides" if chunk.section else "reads"
