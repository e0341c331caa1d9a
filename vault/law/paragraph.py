"""Reads the subdivision that follows a section number: ", II(c)", " II (c)", ",II,(c)", ". I.(b)", "(a)(1)".

Refuses a lone pronoun ("RSA 91-A:3, I move to ..."). Letters that a scanner mistakes for roman numerals ("TI", "IT",
"Il" for II) are understood here, in paragraph position, and nowhere else.
"""

from __future__ import annotations

import re

__all__ = ["read_paragraph", "read_parens", "read_roman"]

_WORD = r"(?:(?:sub)?(?:paragraphs?|par\.|sections?)|¶{1,2})"
_ROMAN_HEAD = re.compile(
    rf"(?P<sep>\s{{0,3}}[,.;:]?\s{{0,3}}(?:{_WORD}\s{{0,3}})?)(?P<open>\(?)(?P<roman>[IVXLTUl1|]{{1,7}})"
    r"(?P<letter>\s?-\s{0,2}[a-z]{1,2}(?![A-Za-z]))?(?![A-Za-z0-9'’])"
)
"""Examples: ", II" in "91-A:3, II(c)"; " IV-a" in "79-A:7 IV-a"; ", paragraph II"; " (I)"."""
_PAREN = re.compile(r"[ ]{0,2}[,.]?[ ]{0,2}\n?[ ]{0,2}(?:[({]\s?(?P<part>[a-zA-Z]{1,3}|\d{1,2}|@)\s?[)}]|(?P<sign>©))")
"""Examples: "(c)", " (c)", ",(c)", ".(b)", "(@)" where a scan read an a as @, "©" as word processors write (c)."""
_ROMAN = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})\Z")
_SCANNED = {
    **dict.fromkeys(
        ("TI", "IT", "Il", "lI", "ll", "Tl", "lT", "1I", "I1", "l1", "1l", "11", "TT", "|I", "I|", "||"), "II"
    ),
    **dict.fromkeys(("IIl", "Ill", "lll", "IlI", "lII", "llI", "IIT", "ITI", "TII", "Ul", "UI", "111", "II1"), "III"),
    **dict.fromkeys(("l", "1", "|", "T"), "I"),
    **dict.fromkeys(("lV", "1V", "TV"), "IV"),
    **dict.fromkeys(("Vl", "VT"), "VI"),
}
_AFTER_I = frozenset(
    (
        *("and", "or", "through", "thru", "to", "shall", "of", "by", "for", "in", "on", "with", "is", "may", "as"),
        *("that", "unless", "if", "until", "from", "at", "the", "provides", "requires", "states", "applies", "nor"),
        *("does", "reads", "but", "which"),
    )
)
"""Words that may follow paragraph I; any other lower-case word makes it the pronoun ("I move", "I would")."""
_NEXT_WORD = re.compile(r"(?P<gap>\s{0,3})(?P<mark>[^\sA-Za-z]?)(?P<word>[A-Za-z'’]{0,20})")


def read_roman(text: str, pos: int) -> tuple[str, int]:
    """The roman paragraph at `pos` with its letter ("II-a") and the offset after it; ("", pos) when there is none."""
    found = _ROMAN_HEAD.match(text, pos)
    if found is None:
        return "", pos
    raw, end = found["roman"], found.end()
    roman = raw if _ROMAN.match(raw) else _SCANNED.get(raw, "")
    if not roman or not _stands(text, found, raw):
        return "", pos
    if found["open"]:
        if text[end : end + 1] != ")":
            return "", pos
        end += 1
    letter = re.sub(r"\s", "", found["letter"] or "")
    return roman + letter, end


def _stands(text: str, found: re.Match[str], raw: str) -> bool:
    """Whether what follows lets the letters be a numeral: a doubtful reading needs a bracket or a mark behind it."""
    following = _NEXT_WORD.match(text, found.end())
    gap, mark, word = (following["gap"], following["mark"], following["word"]) if following else ("", "", "")
    bracket = mark in ("(", "{", "©")
    named = len(found["sep"].strip(" ,.;:\n")) > 0
    if mark == "." and not gap and "\n" in found["sep"] and "," not in found["sep"]:
        return False  # a new line that begins "I. A town may": a paragraph of its own, not part of the citation
    if "." in found["sep"] and not named:
        return bracket or (mark == "." and text[found.end() + len(gap) + 1 : found.end() + len(gap) + 2] == "(")
    if raw in ("l", "1", "|", "T", "11", "111", "TT"):
        return bracket and not found["open"]
    if raw in _SCANNED:
        return bracket or named or (not word and mark in ("", ",", ".", ";", ")", ":"))
    if raw == "I" and not found["open"] and not named and gap and not mark and word:
        return word.lower() in _AFTER_I and not word[0].isupper()
    return True


def _parenthesised(text: str, pos: int, depth: int) -> tuple[str, int]:
    """The bracketed part at `pos` ("(c)" gives "c") and the offset after it; `depth` 0 is the level below a roman.

    At that level letters are small in every New Hampshire statute, so "(C)" is c and a scanned "(I)" is l.
    """
    found = _PAREN.match(text, pos)
    if found is None:
        return "", pos
    part = found["part"] or "c"
    if part == "@":
        part = "a"
    if depth == 0 and part.isalpha():
        part = "l" if part == "I" else part.lower()
    if len(part) > 1 and part.isalpha() and len(set(part)) > 1 and not re.fullmatch(r"[ivx]+", part):
        return "", pos
    return part, found.end()


def read_paragraph(text: str, pos: int) -> tuple[tuple[str, ...], int]:
    """Subdivisions from the outer to the inner one after a section number, and the offset after them."""
    roman, after = read_roman(text, pos)
    if not roman:
        return _read_parens(text, pos, strict=True)
    if text[after : after + 1] == "." and text[after + 1 : after + 3].lstrip(" ")[:1] == "(":
        after += 1
    parts, after = _read_parens(text, after, strict=False)
    return (roman, *parts), after


def read_parens(text: str, pos: int) -> tuple[tuple[str, ...], int]:
    """A run of bracketed parts at `pos` ("(b)(2)") and the offset after it; ((), pos) when there is none."""
    return _read_parens(text, pos, strict=True)


def _read_parens(text: str, pos: int, *, strict: bool) -> tuple[tuple[str, ...], int]:
    """A run of bracketed parts; strictly adjacent ones only when no roman numeral stands before them."""
    parts: list[str] = []
    while len(parts) < 4:
        part, after = _parenthesised(text, pos, len(parts))
        between = text[pos:after].split("(")[0]
        if not part or ((strict or parts) and any(mark in between for mark in ",.\n")):
            break
        parts.append(part)
        pos = after
    return tuple(parts), pos
