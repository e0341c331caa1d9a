"""HTML taken apart into tags and text, in time that grows with its length whatever it holds.

Forgiving as browsers are: a tag that is never closed is text, a comment that is never closed ends the page. It knows no
meaning of a tag but those whose content is no markup (scripts, styles, titles).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

__all__ = ["pieces_of"]

_RAW: Final = frozenset({"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is text up to their own end tag."""
_SPOKEN: Final = frozenset({"title", "textarea"})
"""Those of them in which character references count."""
_NAME: Final = re.compile(r"/?[A-Za-z][^\s/>]{0,60}")
# A tag up to its end; ">" inside quotes does not end it. Possessive: no way back, so no way to be slow.
_TAG_END: Final = re.compile(r"""(?>[^>"']++|"[^"]*+"|'[^']*+')*+>""")
_TAG_CHARS: Final = 2000
"""How far quotes in a tag are heeded; a longer tag ends at the next ">"."""
# 'class="x"', "hidden", "style = 'display: none'"
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z][\w:-]{0,40}+)(?:\s{0,9}=\s{0,9}("[^"]*+"|'[^']*+'|[^\s"'>]++))?""")
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
