"""Spans: sentences, list lines and table rows of the evidence, each with its place in the chunk it came from.

Holds the cutting of evidence into quotable pieces. It refuses to change a word: a span's `text` is the chunk's own text
with runs of white space made single spaces, which the published quote normalisation accepts, and nothing else.
Page furniture (page numbers, running heads, signature rules) is never part of a span.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.phrases import stem_words
from pipeline.quoting.turns import has_finite_verb
from pipeline.types import Evidence
from vault.facts.dates import spoken_date
from vault.states.names import GOVERNING_PLURALS
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import words
from vault.types import Chunk

__all__ = [
    "Cut", "Span", "cuts_of", "display", "figures_in", "leads_in", "numbered_row", "opens_item", "reads", "spans_of",
    "stem_set",
]  # fmt: skip


class Span(NamedTuple):
    """A quotable piece of one chunk: `chunk.text[start:end]` with single spaces is `text`; `ord` counts in the chunk.

    `block` numbers the runs between furniture and blank lines; `row` tells a table row or list line from a sentence.
    """

    evidence: Evidence
    ord: int
    block: int
    start: int
    end: int
    text: str
    row: bool = False

    @property
    def words(self) -> int:
        """Number of blank-separated words."""
        return len(self.text.split())


# "3 of 3", "Page 7", "- 12 -", "Page 2 of 9", a lone number of at most three digits
_PAGE_NUMBER = lazy_regex(r"^\W*(?:page\s*)?\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?\W*$", re.IGNORECASE)
# "06.16.2031 Select Board Meeting Minutes 3 of 3", "Town of Alder Falls  Page 4 of 9", "BC Approved: May 7, 2031",
# "PB Approved Amended: August 19, 2031"
_RUNNING_HEAD = lazy_regex(
    r"\b\d{1,3}\s*of\s*\d{1,3}\s*$|\bpage\s*\d{1,3}\s*$"
    r"|^(?:\w+ )?(?:(?:approved|amended|revised)\b ?)+(?:through)?:?\s+\S+(?: \d{1,2}, \d{4})?$|^minutes approved$",
    re.IGNORECASE,
)
# "________________", "-----", "……", "=====": a rule to sign on or to divide
_RULE = lazy_regex(r"^[\s_\-=.·…*~|]{3,}$")
# "Approved ____ Date ____": a blank to fill in
_BLANK_TO_FILL = lazy_regex(r"_{4,}")
# "Matter added to current law appears in bold italics.", "Be it Enacted by the Senate and House": the form of any bill
_OF_FORM = lazy_regex(
    r"^(?:explanation: *)?matter\b.*\bappears\b|^be it (?:hereby )?enacted\b|^in the year of our lord\b"
    r"|^state of [a-z ]+$|^\d\d[-/]\d\d(?:\d\d)?$",
    re.IGNORECASE,
)
_LIST_WORDS = 3
# "November 21, 2031", "Tuesday, May 20, 2031"
_DATE_ONLY = lazy_regex(r"^(?:\w+day,? )?[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}$")
_NUMERIC = lazy_regex(r"^[\s$()%.,\-–\d/*]+$")
_LIST_LINE_CHARS = 46
"""A line shorter than this, in a run of such lines, is a list line or a cell, not a broken sentence."""
_HEAD_LINE_WORDS = 14
"""A running head is one short line."""
_TITLE_SHARE = 0.8
_HEAD_WORDS = " ".join((
    "minutes meeting meetings regular of the and s select board page draft approved",
    *(form for plural in GOVERNING_PLURALS for form in (plural, f"{plural}s")),
))  # fmt: skip
"""Words of running heads beside the title's own."""
_TITLE_WORDS = 6
"""A line that ends with a colon and is longer leads into a list of the same item."""
_MAX_ROW_CELLS = 12
"""Cells joined to one row at most: the widest rate table of a state agency has eleven columns."""


def display(text: str) -> str:
    """The text on one line: every run of white space is one space, none at the ends."""
    return " ".join(text.split())


def figures_in(text: str) -> int:
    """How many words of a text hold a digit."""
    return sum(not token.isalpha() and any(map(str.isdigit, token)) for token in text.split())


def _is_furniture(line: str, about: frozenset[str]) -> bool:
    bare = line.strip()
    if not bare:
        return False
    if _PAGE_NUMBER.match(bare) or _RULE.match(bare) or _OF_FORM.match(bare) or _BLANK_TO_FILL.search(bare):
        return True
    return bool(len(bare.split()) <= _HEAD_LINE_WORDS and (_RUNNING_HEAD.search(bare) or _repeats_title(bare, about)))


def _repeats_title(bare: str, about: frozenset[str]) -> bool:
    """Whether a line holds little but the words of the document's title, board and date: a running head."""
    found = words(bare)
    return len(found) >= 3 and sum(word in about for word in found) >= _TITLE_SHARE * len(found)


def _about(chunk: Chunk) -> frozenset[str]:
    date = f"{chunk.date} {spoken_date(chunk.date)}"
    return frozenset(words(f"{chunk.title} {chunk.board} {chunk.town} {date} {_HEAD_WORDS}"))


def _lines(text: str) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        places.append((start, start + len(line)))
        start += len(line) + 1
    return places


def _blocks(text: str, about: frozenset[str]) -> list[list[tuple[int, int]]]:
    """Runs of lines between blank lines and furniture, as line places. A lone number inside numeric cells is kept."""
    places = _lines(text)
    blocks: list[list[tuple[int, int]]] = [[]]
    for number, (start, end) in enumerate(places):
        line = text[start:end]
        before = text[slice(*places[number - 1])] if number else ""
        in_cells = bool(_NUMERIC.match(line)) and bool(before.strip()) and bool(_NUMERIC.match(before))
        if not line.strip() or (_is_furniture(line, about) and not in_cells):
            blocks.append([])
        else:
            blocks[-1].append((start, end))
    return [block for block in blocks if block]


def _is_cells(text: str, block: list[tuple[int, int]]) -> bool:
    """Whether the block is a list or a table: most lines short and without an end mark."""
    if len(block) < 3:
        return False
    short = sum(1 for start, end in block if end - start < _LIST_LINE_CHARS)
    ended = sum(1 for start, end in block if text[start:end].rstrip().endswith((".", "?", "!", ";")))
    return short >= 0.7 * len(block) and ended <= 0.25 * len(block)


def _rows(text: str, block: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Lines of a list; a line of words followed by numeric cells is one row with them."""
    rows: list[tuple[int, int, int]] = []
    for start, end in block:
        numeric = bool(_NUMERIC.match(text[start:end]))
        if numeric and rows and rows[-1][2] < _MAX_ROW_CELLS:
            rows[-1] = (rows[-1][0], end, rows[-1][2] + 1)
        else:
            rows.append((start, end, 1))
    return [(start, end) for start, end, _ in rows]


def _pieces(text: str, block: list[tuple[int, int]]) -> list[tuple[int, int, bool]]:
    if _is_cells(text, block):
        return [(start, end, True) for start, end in _rows(text, block)]
    first, last = block[0][0], block[-1][1]
    return [(first + s.start, first + s.end, False) for s in sentences(text[first:last])]


_CODE = lazy_regex(r"(?<!\s)\s*\d{1,4}\s*")
_CELLS, _NEXT = 6, 8
"""Cells of a row that is printed down the page, at most; the number of the next row stands within so many lines, and is
no more than so much higher."""


def numbered_row(span: Span) -> Span | None:
    """The whole of a row that is printed down the page under its number ("45", then "Airport hangars", then "INDC"),
    where the span is its first cell; None for any other span, and where the number may be that of the row before."""
    chunk = span.evidence.chunk
    lines = _lines(chunk.text)
    said = [chunk.text[start:end] for start, end in lines]
    first, last = (sum(start <= place for start, _ in lines) - 1 for place in (span.start, span.end - 1))
    if first < 1 or has_finite_verb(span.text) or figures_in(span.text) or not _CODE.fullmatch(said[first - 1]):
        return None
    end = last
    while end + 1 < min(len(said), last + _CELLS) and said[end + 1].strip() and not _CODE.fullmatch(said[end + 1]):
        end += 1
    number = int(said[first - 1])
    above = [number - int(one) for one in said[max(0, first - 1 - _NEXT) : first - 1] if _CODE.fullmatch(one)]
    below = [int(one) - number for one in said[end + 1 : end + 1 + _NEXT] if _CODE.fullmatch(one)]
    shared = end == last and bool(said[end + 1 : end + 2]) and bool(_CODE.fullmatch(said[end + 1]))
    if shared or not any(0 < one <= _NEXT for one in (*above, *below)):
        return None
    start, stop = lines[first - 1][0], lines[end][1]
    return span._replace(start=start, end=stop, text=display(chunk.text[start:stop]), row=True)


def _is_bare_cell(shown: str) -> bool:
    """Whether a line of a list is a lone cell or column head: "Total", "May 20, 2031", "Commitment 2031"."""
    figures = figures_in(shown)
    letters = len(shown.split()) - figures
    return (letters < _LIST_WORDS and figures < 2) or not letters or bool(_DATE_ONLY.match(shown))


class Cut(NamedTuple):
    """Where a span stands in its chunk's text, and its words; `block` and `row` as in `Span`."""

    block: int
    start: int
    end: int
    text: str
    row: bool


@lru_cache(maxsize=1024)
def cuts_of(chunk: Chunk) -> tuple[Cut, ...]:
    """The pieces of a text in reading order; none when it is blank or all furniture. Remembered: every round of a
    retrieval, and who writes from it, cuts the same passages."""
    text = chunk.text
    found: list[Cut] = []
    for number, block in enumerate(_blocks(text, _about(chunk))):
        for start, end, row in _pieces(text, block):
            shown = display(text[start:end])
            if any(letter.isalnum() for letter in shown) and not (row and _is_bare_cell(shown)):
                found.append(Cut(number, start, end, shown, row))
    return tuple(found)


def spans_of(evidence: Evidence) -> tuple[Span, ...]:
    """The spans of one piece of evidence in reading order; none when its text is blank or all furniture."""
    return tuple(
        Span(evidence, number, cut.block, cut.start, cut.end, cut.text, cut.row)
        for number, cut in enumerate(cuts_of(evidence.chunk))
    )


def stem_set(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stem_words(text))


def opens_item(span: Span) -> bool:
    """Whether the span opens another item: "Case #25-02-BLA: …", "Article 12:", "New Business:"."""
    head = span.text[:40].lower().lstrip("•*-–# ")
    titled = span.text.endswith(":") and not leads_in(span)
    return titled or head.startswith(("case", "article", "old business", "new business"))


def leads_in(span: Span) -> bool:
    """Whether a sentence announces what stands next: "… are prohibited from the following:"."""
    return span.text.rstrip(" -").endswith(":") and span.words > _TITLE_WORDS


# ---- how well a span reads as a quotation, by its words alone

_HEADING, _CAPITALS, _WORDLESS, _BARE, _FURNITURE, _PARAGRAPH = 0.0, 0.35, 0.35, 0.55, 0.1, 0.9
"""What a heading mark, capitals, a table read as a line, a fragment, boilerplate and a long paragraph keep."""
_BARE_WORDS, _REPEATING, _LONG_WORDS = 5, 15, 70
_MOST = 0.6
"""Capital letters among all letters of a heading."""
_SAME_WORDS = 0.55
"""Distinct words among all in a table's heads read as a line: "Appropriations for Appropriations for …"."""
_FEW_WORDS = 0.45
"""Tokens without a small letter in a table read as a line: "Budget S 25,000.00 S$ 25,000.00 4711"."""
# "Conservation Commission: A. Smith, Chair", "Respectfully submitted", "Article 3 ...... 12"
_BOILERPLATE = lazy_regex(
    r"^\W*(?:disclaimer|respectfully|signed|attest|prepared by|phone|"
    r"table of contents|we,? the undersigned|the undersigned)\b|\.{4,}|\bcompleted as of\b|\brevised as of\b|"
    r"\brespectfully submitted\b|\bundersigned\b|^\W*amended \d{4}\b"
    r"|^\W*(?:pledge of allegiance|roll call:|(?:members |also |others )?(?:present|absent)\b)"
    r"|\bP\.? ?O\.? Box\b"
    r"|\bmotion to adjourn\b|\b(?:accept|approve) the (?:meeting )?minutes\b|\bmeeting adjourned\b|^\W*next meeting\b"
    r"|\bminutes (?:of|from)\b.{0,40}\bas written\b|\bminutes (?:were )?transcribed\b"
    r"|^(?:[A-Z][\w.]+ ){1,3}[A-Z]\w+, (?:\w+ ){0,2}(?:Director|Commissioner|Manager|Clerk|Secretary|Administrator)\b",
    re.IGNORECASE,
)

# "Chairman, Planning Board"; not "Chairman Roe stated that …"
_SIGNED_AS = lazy_regex(r"\A\W*(?:commissioner|chair(?:man|woman|person)?|director)\b", re.IGNORECASE)
_VERBAL = lazy_regex(r"\b[a-z]{2,}ed\b")  # "called", "clarified": what no signature says

# "[President of the Senate To Act When the Office is Vacant.]": the heading of a section, in the brackets of its editor
_TITLE = lazy_regex(r"\[(?![a-zA-Z0-9]{1,3}\])[^\[\]]+\]\W?")


def reads(span: Span) -> float:
    """Below 1 for what reads badly as a quotation: fragments, headings in capitals, signatures, long paragraphs."""
    return _reading(span.text, span.words, row=span.row)


@lru_cache(maxsize=16_384)
def _reading(text: str, words: int, *, row: bool) -> float:
    # "### Case #31-07-LM: ...": a heading of a Markdown record states nothing
    if text.startswith("#") or _TITLE.fullmatch(text):
        return _HEADING
    signed = _SIGNED_AS.search(text) and not (has_finite_verb(text) or _VERBAL.search(text))
    factor = _FURNITURE if signed or _BOILERPLATE.search(text) else 1.0
    if row:
        return factor
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > _MOST * len(letters):
        return factor * _CAPITALS
    if words < _BARE_WORDS:
        return factor * _BARE
    tokens = text.split()
    if sum(1 for token in tokens if not any(c.islower() for c in token)) > _FEW_WORDS * len(tokens):
        return factor * _WORDLESS
    heads = words > _REPEATING and not has_finite_verb(text)
    if heads and len(set(map(str.lower, tokens))) < _SAME_WORDS * len(tokens):
        return factor * _WORDLESS
    return factor if words <= _LONG_WORDS else factor * _PARAGRAPH
