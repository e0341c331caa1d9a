"""How the Markdown of an answer is read: citation tokens, words, headings, bullets, sentences.

Holds the one parser and the one word count used by composer, validator, truncator and audit. It refuses to judge:
what is allowed is said by `pipeline.answer.formats`, what is true by `pipeline.check`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.quoting.locate import quoted_spans
from vault.text.labels import CITATION, labels_in
from vault.text.patterns import lazy_regex
from vault.text.sentences import Sentence, sentences
from vault.value import Value

if TYPE_CHECKING:  # a search cuts its excerpts here and needs none of the values of an answer
    from pipeline.types import AnswerFormat

__all__ = [
    "Claim", "Item", "ParsedAnswer", "ParsedSection", "count_words", "parse_answer",
    "without_citations",
]  # fmt: skip

# Citation tokens with the blank before them, and the mark that may follow: "closed [L1][S2]."; it never steps back.
_BEFORE_MARK = lazy_regex(rf"(?<![ \t])(?:[ \t]*{CITATION.pattern})++[ \t]*+(?P<mark>[.,;:!?])?")
# A list mark at the start of a line: "- ", "* ", "• ", "2. ", "3) ".
_BULLET = lazy_regex(r"[ \t]*(?:[-*+•‣▪–]|\d{1,2}[.)])[ \t]+(?=\S)")
# A Markdown heading line: "## Bottom line", "### 2) What happened ##".
_HASH_HEADING = lazy_regex(r"[ \t]{0,3}#{1,6}[ \t]*(?P<title>[^\n]*?)[ \t#]*\Z")
# Numbering that may precede the words of a heading: "1) ", "2. ".
_NUMBERING = lazy_regex(r"\A\d{1,2}[.)]\s*")
# A heading in bold, alone or with text after it: "1) **Bottom line** The board voted.", "**What happened:**".
_BOLD_HEADING = lazy_regex(
    r"[ \t]*(?:\d{1,2}[.)][ \t]*)?\*\*(?P<title>[^*\n]+?)(?P<colon>:?)\*\*:?[ \t]*(?P<rest>[^\n]*)\Z"
)


class Item(Value):
    """One bullet, or one sentence of prose under a heading; `text` is without its list mark and on one line."""

    text: str
    bullet: bool
    labels: tuple[str, ...] = ()
    words: int = 0


class ParsedSection(Value):
    """A heading and what stands under it. `heading` is the format's own spelling when it matched one, whatever the
    case in the answer; `exact` is false when the answer spelled it otherwise; `known` when the format has it."""

    heading: str
    written: str = ""
    known: bool = True
    items: tuple[Item, ...] = ()

    @property
    def exact(self) -> bool:
        """True when the words of the heading are exactly those of the format."""
        return self.written == self.heading

    @property
    def labels(self) -> tuple[str, ...]:
        """Every citation label in the section, in order, repeats kept."""
        return tuple(label for item in self.items for label in item.labels)


class Claim(Value):
    """One sentence of an answer with where it stands. `labels` are its own citations; `scope` adds those of its
    bullet, which hold up the sentences of a bullet together (S3: each paragraph with facts has a citation)."""

    text: str
    heading: str = ""
    bullet: bool = False
    labels: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()


class ParsedAnswer(Value):
    """An answer in sections. Text before the first heading is `preamble`; without headings all is one section."""

    sections: tuple[ParsedSection, ...] = ()
    preamble: tuple[Item, ...] = ()
    word_count: int = 0

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Every sentence in reading order."""
        parts = [("", self.preamble), *((section.heading, section.items) for section in self.sections)]
        return tuple(claim for heading, items in parts for item in items for claim in _claims_of(item, heading))

    def section(self, heading: str) -> ParsedSection | None:
        """The first section with that heading of the format, or None."""
        return next((section for section in self.sections if section.heading == heading), None)


def without_citations(text: str) -> str:
    """The text without its citation tokens; the blank before a token that stands before a mark goes with it."""
    return CITATION.sub("", _BEFORE_MARK.sub(lambda run: run["mark"] or run.group(), text)).strip()


def count_words(text: str, headings: Sequence[str] = ()) -> int:
    """Words of a Markdown text: runs of non-blank characters that hold a letter or a digit (decision 25).

    Headings, list marks and citation tokens are not words. `headings` are the format's, so that a heading written
    in bold or bare is known as one; lines with `#` always are.
    """
    return sum(_words(line) for line in _body_lines(text, headings))


def parse_answer(markdown: str, answer_format: AnswerFormat) -> ParsedAnswer:
    """Sections, bullets and sentences of an answer; blank text gives no section and no word. Never raises."""
    headings = answer_format.headings
    preamble: list[str] = []
    found: list[tuple[str, str, bool, list[str]]] = []
    for line in _lines(markdown):
        heading = _heading(line, headings)
        if heading is None:
            (found[-1][3] if found else preamble).append(line)
            continue
        title, written, known, rest = heading
        found.append((title, written, known, [rest] if rest else []))
    sections = tuple(
        ParsedSection(heading=title, written=written, known=known, items=_items(lines))
        for title, written, known, lines in found
    )
    before = _items(preamble)
    if not headings and before:
        sections = (ParsedSection(heading="", items=before), *sections)
        before = ()
    return ParsedAnswer(sections=sections, preamble=before, word_count=count_words(markdown, headings))


def _claims_of(item: Item, heading: str) -> tuple[Claim, ...]:
    return tuple(
        Claim(
            text=sentence.text,
            heading=heading,
            bullet=item.bullet,
            labels=labels_in(sentence.text),
            scope=labels_in(sentence.text) or (item.labels if item.bullet else ()),
        )
        for sentence in answer_sentences(item.text)
    )


def answer_sentences(text: str) -> tuple[Sentence, ...]:
    """Sentences of an answer, a quotation kept whole: “IX. Notice. It is posted.” does not end inside its marks.

    A mark that is never closed keeps nothing together; the audit reports it.
    """
    quotations = quoted_spans(text)
    joined: list[Sentence] = []
    for sentence in sentences(text):
        if joined and any(one.start < joined[-1].end <= one.end for one in quotations):
            start = joined.pop().start
            joined.append(Sentence(start, sentence.end, text[start : sentence.end]))
        else:
            joined.append(sentence)
    return tuple(joined)


def _lines(markdown: str) -> list[str]:
    return re.split(r"\r\n|[\n\r\f\v\u2028\u2029\x1c-\x1e\x85]", markdown)


def _body_lines(text: str, headings: Sequence[str]) -> list[str]:
    body: list[str] = []
    for line in _lines(text):
        heading = _heading(line, headings)
        body.append(line if heading is None else heading[3])
    return body


def _words(line: str) -> int:
    mark = _BULLET.match(line)
    bare = CITATION.sub(" ", line[mark.end() :] if mark else line)
    return sum(1 for word in bare.split() if any(character.isalnum() for character in word))


def _key(title: str) -> str:
    return " ".join(_NUMBERING.sub("", title).strip(" *_:").split()).casefold()


def _heading(line: str, headings: Sequence[str]) -> tuple[str, str, bool, str] | None:
    """(heading, as written, known to the format, text on the same line), or None for a line of text."""
    keys = {_key(heading): heading for heading in headings}
    hashed = _HASH_HEADING.match(line)
    if hashed:
        written = _NUMBERING.sub("", hashed["title"]).strip().strip("*_").strip()
        known = keys.get(_key(written))
        return known or written, written, known is not None, ""
    bold = _BOLD_HEADING.match(line)
    if bold and _key(bold["title"]) in keys:
        return keys[_key(bold["title"])], bold["title"].strip(), True, bold["rest"]
    bare = line.strip()
    if bare and _key(bare) in keys and not _BULLET.match(line):
        return keys[_key(bare)], bare, True, ""
    return None


def _item(text: str, *, bullet: bool) -> Item:
    flat = " ".join(text.split())
    return Item(
        text=flat, bullet=bullet, labels=labels_in(flat), words=_words(flat) if not bullet else _bare_words(flat)
    )


def _bare_words(text: str) -> int:
    return sum(1 for word in CITATION.sub(" ", text).split() if any(character.isalnum() for character in word))


def _without_tables(lines: Sequence[str]) -> Iterator[str]:
    """The lines with each table as one line of its own, its cells told one after the other; its head and its rule say
    nothing of the record."""
    rows: list[str] = []
    for line in (*lines, ""):
        if line.lstrip().startswith("|"):
            rows.append(line)
            continue
        body = rows[2:] if len(rows) > 1 and not any(map(str.isalnum, rows[1])) else rows
        if body:
            yield from ("", "; ".join(" ".join(row.replace("|", " ").split()) for row in body), "")
        rows.clear()
        yield line


def _items(lines: Sequence[str]) -> tuple[Item, ...]:
    items: list[Item] = []
    block: list[str] = []
    bullet = False

    def close() -> None:
        text = "\n".join(block).strip()
        block.clear()
        if not text:
            return
        parts = [text] if bullet else [sentence.text for sentence in answer_sentences(text)]
        items.extend(_item(part, bullet=bullet) for part in parts)

    for line in _without_tables(lines):
        mark = _BULLET.match(line)
        if mark or not line.strip():
            close()
            bullet = bool(mark)
        block.append(line[mark.end() :] if mark else line)
    close()
    return tuple(items)
