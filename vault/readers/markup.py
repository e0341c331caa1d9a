"""HTML pages: the words a reader sees, one block per line, headings marked with `#`.

Navigation, scripts, styles and hidden parts are left out; no link is followed and nothing is fetched. Forgiving as
browsers are, in time that grows with the length of the page whatever it holds: a tag that is never closed is text, a
comment that is never closed ends the page.

Statutes in XML (the `section / num / heading / para` form that the D.C. Council publishes) as sections.

Other XML is read as plain text, one block per element. No entity is resolved and no schema is fetched.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple
from xml.etree.ElementTree import Element

from vault.readers.docx import local_name, xml_root
from vault.readers.result import ReadResult
from vault.readers.text import decode, document_of, pages_of_text
from vault.text.clean import clean, clean_line
from vault.text.patterns import lazy_regex
from vault.types import DocStatus, Metadata, Page, RawDocument, Section

__all__ = ["read_html", "read_xml"]

# '<meta charset="utf-8">', 'content="text/html; charset=windows-1252"', "<?xml version='1.0' encoding='utf-8'?>"
_CHARSET: Final = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_HEAD_BYTES: Final = 4096  # browsers look for the charset in the first kilobyte; exporters write longer heads
_SKIPPED: Final = frozenset(
    {"script", "style", "nav", "noscript", "template", "svg", "head", "iframe", "select", "button", "footer", "aside"}
)
_VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr", "col", "area", "source", "embed"})
_BLOCKS: Final = frozenset(
    {"p", "div", "li", "tr", "table", "ul", "ol", "dl", "dt", "dd", "section", "article", "main", "header", "pre"}
    | {"blockquote", "form", "fieldset", "caption", "thead", "tbody", "figure", "figcaption", "address", "body", "hr"}
)
_HEADINGS: Final = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
# 'class="nav-menu"', 'id="breadcrumb"', 'role="navigation"'
_BOILERPLATE: Final = lazy_regex(r"\b(?:navigation|navbar|breadcrumbs?|site-?(?:footer|header|nav)|cookie-banner)\b")
# "display:none", "display: none"
_HIDDEN: Final = lazy_regex(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_WHITE: Final = lazy_regex(r"\s+")


def charset_of(data: bytes) -> str:
    """Charset named in the head of an HTML or XML file, lower case; empty when none is named.

    ISO-8859-1 is read as windows-1252, as every browser does.
    """
    match = _CHARSET.search(data[:_HEAD_BYTES])
    name = match[1].decode("ascii", "ignore").lower() if match else ""
    return "cp1252" if name in {"iso-8859-1", "latin-1", "latin1", "us-ascii"} else name


def read_html(data: bytes) -> ReadResult:
    """One document with one page: visible text in blocks, headings as Markdown headings, table rows with " | ".

    The title is taken from the page. No document and one problem when nothing is visible.
    """
    seen = _Visible()
    for kind, name, attributes in pieces_of(decode(data, charset_of(data))):
        if kind == "text":
            seen.take(name)
        elif kind == "start":
            seen.begin(name, attributes)
        else:
            seen.end(name)
    page = Page(number=1, text=clean(seen.text()))
    metadata = Metadata(title=next((title for title in map(clean_line, seen.titles()) if " " in title), ""))
    return document_of((page,), empty="the page shows no text", metadata=metadata)


class _Visible:
    """Collects visible text; `_skip` is the stack of open elements inside a skipped one."""

    def __init__(self) -> None:
        self._title: list[str] = []
        self._lines: list[str] = []
        self._line: list[str] = []
        self._skip: list[str] = []
        self._skipped: Counter[str] = Counter()
        self._in_title = False
        self._in_head = False
        self._heads: list[str] = []
        self._pre = 0
        self._heading = 0
        self._cells = 0

    def begin(self, tag: str, attrs: Sequence[tuple[str, str]]) -> None:
        """Opens a block, or begins to skip."""
        if tag == "title":
            self._in_title = True
        if tag == "h1" and not self._heads:
            self._in_head = True
        if tag in _VOID:
            if tag == "br" or tag == "hr":
                self._end_line()
            return
        if self._skip or _is_boilerplate(tag, attrs):
            if tag == "body":
                self._skip.clear()
                self._skipped.clear()
            else:
                self._skip.append(tag)
                self._skipped[tag] += 1
            return
        self._open_block(tag)

    def _open_block(self, tag: str) -> None:
        if tag in {"td", "th"}:
            if self._cells:
                self._line.append(" | ")
            self._cells += 1
        elif tag in _HEADINGS:
            self._end_line()
            self._lines.append("")
            self._heading = _HEADINGS[tag]
        elif tag in _BLOCKS:
            if not self._cells or tag == "tr":
                self._end_line()
            if tag == "tr":
                self._cells = 0
            self._pre += tag == "pre"

    def end(self, tag: str) -> None:
        """Closes a block, or ends skipping; a tag left open inside a skipped part closes with it."""
        if tag == "title":
            self._in_title = False
        if tag == "h1":
            self._in_head = False
        if self._skip:
            if self._skipped[tag]:
                self._leave(tag)
            return
        if tag in _HEADINGS:
            self._end_line()
            self._lines.append("")
            self._heading = 0
        elif tag in {"tr", "table"}:
            self._end_line()
            self._cells = 0
        elif tag in _BLOCKS and not self._cells:
            self._end_line()
            self._pre -= tag == "pre" and self._pre > 0

    def _leave(self, tag: str) -> None:
        """Closes the skipped part up to this tag."""
        while True:
            last = self._skip.pop()
            self._skipped[last] -= 1
            if last == tag:
                return

    def titles(self) -> tuple[str, str]:
        """The page's own title, and its first heading, wherever that stands; one of a single word ("vtcode", "index")
        names a file, not a document."""
        return "".join(self._title), "".join(self._heads)

    def take(self, data: str) -> None:
        """Text: to the title, to the line, or to nowhere."""
        if self._in_title:
            self._title.append(data)
            return
        if self._in_head:
            self._heads.append(data)
        if self._skip:
            return
        if self._pre:
            head, *rest = data.split("\n")
            self._line.append(head)
            for line in rest:
                self._end_line()
                self._line.append(line)
            return
        self._line.append(_WHITE.sub(" ", data))

    def _end_line(self) -> None:
        line = "".join(self._line)
        line = line.rstrip() if self._pre else _WHITE.sub(" ", line).strip(" |" if self._cells else " ")
        self._line.clear()
        if line:
            self._lines.append("#" * self._heading + " " + line if self._heading else line)

    def text(self) -> str:
        """The collected lines."""
        self._end_line()
        return "\n".join(self._lines)


def _is_boilerplate(tag: str, attrs: Sequence[tuple[str, str]]) -> bool:
    if tag in _SKIPPED:
        return True
    if tag in {"html", "body", "main", "article"}:
        return False
    for name, value in attrs:
        if name == "hidden" or (name == "aria-hidden" and value == "true"):
            return True
        if name == "style" and _HIDDEN.search(value):
            return True
        if name in {"class", "id", "role"} and _BOILERPLATE.search(value.lower()):
            return True
    return False


_RAW: Final = frozenset({"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is text up to their own end tag."""
_SPOKEN: Final = frozenset({"title", "textarea"})
"""Those of them in which character references count."""
_NAME: Final = lazy_regex(r"/?[A-Za-z][^\s/>]{0,60}")
# A tag up to its end; ">" inside quotes does not end it. Possessive: no way back, so no way to be slow.
_TAG_END: Final = lazy_regex(r"""(?>[^>"']++|"[^"]*+"|'[^']*+')*+>""")
_TAG_CHARS: Final = 2000
"""How far quotes in a tag are heeded; a longer tag ends at the next ">"."""
# 'class="x"', "hidden", "style = 'display: none'"
_ATTRIBUTE: Final = lazy_regex(r"""([A-Za-z][\w:-]{0,40}+)(?:\s{0,9}=\s{0,9}("[^"]*+"|'[^']*+'|[^\s"'>]++))?""")
_ATTRIBUTES: Final = 40


class TagPiece(NamedTuple):
    """A start tag with its attributes, an end tag, or text (in `name`, character references resolved)."""

    kind: Literal["start", "end", "text"]
    name: str
    attributes: tuple[tuple[str, str], ...] = ()


class _Finder:
    """`str.find` that remembers what is not there any more, so that looking again costs nothing."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._gone: set[str] = set()

    def find(self, needle: str, at: int) -> int:
        """Where the needle stands at or after `at`, -1 when nowhere; `at` must never go back."""
        if needle in self._gone:
            return -1
        found = self._text.find(needle, at)
        if found < 0:
            self._gone.add(needle)
        return found


def pieces_of(text: str) -> Iterator[TagPiece]:
    """Tags and text of a page in order; comments, declarations and instructions are left out."""
    finder = _Finder(text)
    at = 0
    while at < len(text):
        mark = finder.find("<", at)
        stop = mark if mark >= 0 else len(text)
        if stop > at:
            yield TagPiece("text", html.unescape(text[at:stop]))
        if mark < 0:
            return
        at, found = _after(text, mark, finder)
        yield from found
        name = found[-1].name if found and found[-1].kind == "start" else ""
        if name in _RAW:
            stop = _raw_end(text, at, name, finder)
            content = text[at:stop]
            yield TagPiece("text", html.unescape(content) if name in _SPOKEN else content)
            at = stop


def _raw_end(text: str, at: int, name: str, finder: _Finder) -> int:
    ends = [found for word in (name, name.upper(), name.capitalize()) if (found := finder.find(f"</{word}", at)) >= 0]
    return min(ends, default=len(text))


def _after(text: str, mark: int, finder: _Finder) -> tuple[int, tuple[TagPiece, ...]]:
    """Where reading goes on after the "<" at `mark`, and the pieces it opened."""
    if text.startswith("<!--", mark):
        end = finder.find("-->", mark + 4)
        return (end + 3 if end >= 0 else len(text)), ()
    if text.startswith("<![CDATA[", mark):
        end = finder.find("]]>", mark)
        return (end + 3, (TagPiece("text", text[mark + 9 : end]),)) if end >= 0 else (len(text), ())
    if text.startswith(("<!", "<?"), mark):
        end = finder.find(">", mark)
        return (end + 1 if end >= 0 else len(text)), ()
    name = _NAME.match(text, mark + 1)
    if name is None:
        return mark + 1, (TagPiece("text", "<"),)
    close = _TAG_END.match(text, name.end(), min(len(text), name.end() + _TAG_CHARS))
    end = close.end() - 1 if close else finder.find(">", name.end())
    if end < 0:
        return mark + 1, (TagPiece("text", "<"),)
    return end + 1, _tag(name.group().lower(), text[name.end() : min(end, name.end() + _TAG_CHARS)], text[end - 1])


def _tag(name: str, rest: str, last: str) -> tuple[TagPiece, ...]:
    if name.startswith("/"):
        return (TagPiece("end", name[1:]),)
    matches = (match for match, _ in zip(_ATTRIBUTE.finditer(rest), range(_ATTRIBUTES), strict=False))
    attributes = tuple((m[1].lower(), html.unescape((m[2] or "").strip("\"'"))) for m in matches)
    start = TagPiece("start", name, attributes)
    return (start, TagPiece("end", name)) if last == "/" else (start,)


_STATES: Final = {"D.C. Code": "DC"}
_REPEALED: Final = lazy_regex(r"\[?Repealed\b", re.IGNORECASE)
_INLINE: Final = frozenset({"cite", "em", "i", "b", "strong", "u", "sup", "sub", "span", "a", "code-cite", "def"})


def read_xml(data: bytes) -> ReadResult:
    """One document: its statute sections, or the plain text when the file holds none. Raises `FileFault`."""
    root = xml_root(data, "it")
    sections = tuple(_section(element) for element in root.iter() if _is_section(element))
    if not sections:
        return document_of(pages_of_text("\n".join(_lines(root))), empty="the file holds no text")
    state = _STATES.get(_code(root), "")
    title = sections[0].cite + " " + sections[0].heading if len(sections) == 1 else _code(root)
    metadata = Metadata(
        title=title,
        lane="state",
        state=state,
        doc_type="statute",
        authority="official" if state else None,
        status=sections[0].status if len(sections) == 1 else "current",
    )
    return ReadResult(documents=(RawDocument(pages=(), sections=sections, metadata=metadata),))


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local_name(child) == name), None)


def _is_section(element: Element) -> bool:
    return local_name(element) == "section" and _child(element, "num") is not None


def _code(element: Element) -> str:
    """Name of the code a section stands in, such as "D.C. Code"; empty when the file does not say."""
    return clean_line(element.get("containing-doc", ""))


def _section(element: Element) -> Section:
    number, heading = (_inline(_child(element, name)) for name in ("num", "heading"))
    code = _code(element)
    lines = [line for child in element if local_name(child) not in _NOT_TEXT for line in _paragraph(child)]
    status: DocStatus = "repealed" if _REPEALED.match(heading) else "current"
    return Section(
        cite=f"{code} § {number}" if code else f"§ {number}",
        heading=heading.rstrip("."),
        text=clean("\n".join(lines)),
        source_note=_history(element),
        status=status,
    )


_NOT_TEXT: Final = frozenset({"num", "heading", "annotations", ""})


def _paragraph(element: Element) -> list[str]:
    """Lines of one paragraph and those below it; a number stands before the text it counts: "(b) A meeting ..."."""
    kind = local_name(element)
    if kind in _NOT_TEXT - {"num"}:
        return []
    if not any(local_name(child) not in _INLINE for child in element):
        text = _inline(element)
        return [text] if text else []
    lines: list[str] = []
    label = ""
    for child in element:
        if local_name(child) == "num":
            label = _inline(child)
            continue
        found = _paragraph(child)
        if found and label:
            found[0] = f"{label} {found[0]}"
            label = ""
        lines.extend(found)
    return lines


def _history(element: Element) -> str:
    """The "History" annotations of a section, in order; comments of editors are left out."""
    notes = _child(element, "annotations")
    if notes is None:
        return ""
    return "; ".join(_inline(note) for note in notes if note.get("type") == "History")


def _inline(element: Element | None) -> str:
    return clean_line("".join(element.itertext())) if element is not None else ""


def _lines(element: Element) -> Iterator[str]:
    """Text of any XML, one line per element that holds text of its own."""
    if not any(local_name(child) not in _INLINE for child in element):
        yield _inline(element)
        return
    yield clean_line(element.text or "")
    for child in element:
        yield from _lines(child)
        yield clean_line(child.tail or "")
