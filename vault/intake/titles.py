"""A title a person would write: body, kind and date; "RSA 32 Municipal Budget Law"; else the line that reads like one.

Looks at what was found out about a document and at its title lines. It never takes a letterhead, a department, a town's
name alone, a form's label or a line of figures for a title, and invents no words but the names of kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from vault.states.places import find_boards, find_towns
from vault.types import DocType, Metadata, Section

__all__ = ["made_title", "statute_title", "title_line"]

_TITLE_CHARS: Final = 160
_MIN_CHARS: Final = 8
_COLUMN_HEADS: Final = 5
_PROSE_WORDS: Final = 9
_TITLED: Final = 0.6
"""Share of words with a capital, or small ones, in a title as printed; prose has less than half."""
# "Rules of Procedure: 11/02/2016 Page 1 of 11"
_PAGE_MARK: Final = re.compile(
    r"(?::\s*\d{1,2}/\d{1,2}/\d{2,4}(?:[\s|–-]+page \d+ of \d+)?|[\s|–-]+page \d+ of \d+)\W*$", re.IGNORECASE
)
_ROMAN: Final = re.compile(r"[IVXLC]{2,}\W*")
_KINDS: Final[Mapping[DocType, str]] = {
    "minutes": "minutes", "agenda": "agenda", "warrant": "warrant", "results": "results", "budget": "budget",
    "report": "report", "policy": "policy", "form": "form", "notice": "notice", "ordinance": "ordinance",
    "news": "news",
}  # fmt: skip
# "CHAPTER 48", "CHAPTER 53-C: FRANCHISING ..."
_CHAPTER: Final = re.compile(r"^CHAPTER\s+(?P<number>\d+(?:-[A-Z]{1,3})?)\b[\s:.–-]*(?P<name>.*)$", re.IGNORECASE)
_NOT_A_TITLE: Final = re.compile(
    r"\b(?:page \d|approved|amended|revised|updated|p\.? ?o\.? box|phone|fax|www\.|https?:|@|"
    r"minutes (?:have been|were)|note:|printed|tel\.|zip\b)"
    r"|^\W*(?:adopted|effective|date[sd]?|to|from|re|subject|attn|cc|time|place|location|present|members|name|address|"
    r"total|account|balance|fund)\b\W*(?:[:|]|$|\d)"
    r"|^\W*(?:\w+ )?date:|^\W*(?:welcome to|notice: this opinion|(?:re)?turn to\b|exhibit \w{1,2}\W*$|urn to\b)"
    r"|,\s*[A-Z]{2}\.?\s+\d{5}\b|^\W*(?:\w+ )?(?:clerk|secretary|chair\w*|assessor|administrator|manager|director):"
    r"|^\W*(?:memorandum|memo|draft|copy|confidential|table of contents|contents|index|title [ivxlc]+[-a-z]*|"
    r"(?:part|section|article|chapter|page)\s+[\divxlc]+)\W*$",
    re.IGNORECASE,
)
# "STATE OF NEW HAMPSHIRE", "Department of Revenue Administration", "TOWN OF ALDER FALLS, NH", "Office of the ..."
_LETTERHEAD: Final = re.compile(
    r"^\W*(?:the\s+)?(?:(?:state|county) of \w+(?: \w+)?|(?:new hampshire |nh |n\.h\. |state )?(?:department|dept\.?|"
    r"office|bureau|division) of [\w ,&'’-]+|(?:town|city|village) of [\w '’-]+"
    r"(?:,? (?:nh|n\.h\.|new hampshire|\d{5}))?|"
    r"(?:town|city) hall|(?:[\w&'’-]+ ){1,5}(?:division|bureau|department|commission offices?))\W*$",
    re.IGNORECASE,
)
_STREET: Final = re.compile(
    r"^\W*\d{1,5}\s+\w+.*\b(?:street|st|road|rd|avenue|ave|route|highway|drive|lane)\b", re.IGNORECASE
)
_DATE_ONLY: Final = re.compile(
    r"[\W\d]*(?:page \d+ of \d+|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s*)?"
    r"[a-z]{3,9}\.? \d{1,2},? \d{4})?[\W\d]*",
    re.IGNORECASE,
)
_MIN_LETTERS: Final = 0.55
"""Share of letters among what is printed: a ledger line has fewer."""
_SMALL: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with"}
)
_ACRONYMS: Final = frozenset(
    {"rsa", "nh", "usa", "zba", "ms", "tif", "ada", "cip", "fy", "ii", "iii", "iv", "vi", "vii", "viii", "ix"}
)


def _cased(words: str) -> str:
    """ "CAPITAL RESERVE FUNDS OF CITIES" -> "Capital Reserve Funds of Cities"; mixed case stays as it is."""
    if not words.isupper():
        return words
    found = []
    for number, word in enumerate(words.split()):
        bare = re.sub(r"\W", "", word).lower()
        keeps = bare in _ACRONYMS or bool(_ROMAN.fullmatch(word)) or any(map(str.isdigit, word))
        small = bare in _SMALL and number > 0
        found.append(word if keeps else word.lower() if small else word[:1] + word[1:].lower())
    return re.sub(r"(?<=[-/(“\"])([a-z])", lambda match: match[1].upper(), " ".join(found))


def statute_title(sections: Sequence[Section], lines: Sequence[str]) -> str:
    """ "RSA 48 City Officers" for a printed chapter of New Hampshire; empty for sections of several chapters."""
    chapters = {section.cite.removeprefix("RSA ").partition(":")[0] for section in sections}
    if len(chapters) != 1 or not all(section.cite.startswith("RSA ") for section in sections):
        return ""
    (chapter,) = chapters
    for number, line in enumerate(lines):
        match = _CHAPTER.match(line.strip())
        if match and match["number"].upper() == chapter.upper():
            name = match["name"] or " ".join(_name_lines(lines[number + 1 :]))
            return f"RSA {chapter} {_cased(' '.join(name.split()))}".strip()
    return f"RSA {chapter}"


def _name_lines(lines: Sequence[str]) -> list[str]:
    """The lines in capitals that follow the number of a chapter: its name."""
    found: list[str] = []
    for line in lines[:3]:
        if not line.isupper() or ":" in line:
            break
        found.append(line.strip())
    return found


def _is_prose(line: str) -> bool:
    """Whether a line is the beginning of a sentence: many words, few of them with a capital."""
    said = re.findall(r"[A-Za-z]{2,}", line)
    capital = sum(word[0].isupper() or word.lower() in _SMALL for word in said)
    return len(said) > _PROSE_WORDS and capital < _TITLED * len(said)


def _repeats(line: str) -> bool:
    """Whether a line says a word twice as heads of columns do: "Budget Actual Budget"."""
    said = [word.lower() for word in re.findall(r"[A-Za-z]{4,}", line)]
    return len(said) <= _COLUMN_HEADS and len(set(said)) < len(said)


def _is_name_alone(line: str) -> bool:
    """Whether a line says only where or who: a town, a board, or both."""
    rest = line
    for name in (*find_towns(line), *find_boards(line)):
        rest = re.sub(re.escape(name), " ", rest, flags=re.IGNORECASE)
    words = re.findall(r"[A-Za-z]{3,}", rest)
    others = [word for word in words if word.lower() not in {"town", "city", "the", "new", "hampshire", "board", "and"}]
    return bool(find_towns(line) or find_boards(line)) and not others


def title_line(lines: Sequence[str]) -> str:
    """The first line that reads like a title, its capitals set small; empty when none does."""
    for line in lines:
        bare = " ".join(_PAGE_MARK.sub("", line).strip(" |:*_-–—‘'\"").split())
        letters = sum(map(str.isalpha, bare))
        if not _MIN_CHARS <= len(bare) <= _TITLE_CHARS or letters < _MIN_LETTERS * len(bare.replace(" ", "")):
            continue
        if _NOT_A_TITLE.search(bare) or _LETTERHEAD.match(bare) or _STREET.match(bare) or _DATE_ONLY.fullmatch(bare):
            continue
        if _is_name_alone(bare) or _repeats(bare) or _is_prose(bare) or len(bare.split()) < 2:
            continue
        return _cased(bare)
    return ""


def made_title(facts: Metadata, lines: Sequence[str], sections: Sequence[Section], name: str) -> str:
    """The title of a document whose facts are known; `name` is its file name in words, the last resort."""
    if sections:
        found = statute_title(sections, lines)
        if found:
            return found
    kind = _KINDS.get(facts.doc_type or "other", "")
    body = " ".join(part for part in (facts.town, facts.board) if part)
    if facts.doc_type in ("minutes", "agenda") and body:
        return f"{body} {kind}" + (f", {facts.date}" if facts.date else "")
    if facts.doc_type == "court" and facts.board:
        return f"{facts.board} decision" + (f", {facts.date}" if facts.date else "")
    line = title_line(lines)
    if line:
        year = facts.date[:4]
        return f"{line}, {facts.date}" if year and year not in line and facts.lane == "local" else line
    if body and kind:
        return f"{body} {kind}" + (f", {facts.date}" if facts.date else "")
    return name
