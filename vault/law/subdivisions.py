"""Where the paragraphs of a statute section begin: I., II-a., (a), (1), (A), with the path of each.

Reads marks at line starts, and the mark that follows another mark on the same line ("IV. (a) ..."). It does not
judge whether a paragraph is in force and never invents a level that is not printed.

Reads the subdivision that follows a section number: ", II(c)", " II (c)", ",II,(c)", ". I.(b)", "(a)(1)".

Refuses a lone pronoun ("RSA 91-A:3, I move to ..."). Letters that a scanner mistakes for roman numerals ("TI", "IT",
"Il" for II) are understood here, in paragraph position, and nowhere else.
"""

from __future__ import annotations

import re

from pydantic import Field

from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = [
    "ROMAN_LETTERS", "Subdivision", "has_subdivision", "read_paragraph", "read_parens", "read_roman", "roman_value",
    "subdivisions",
]  # fmt: skip

_MARK = lazy_regex(
    r"[ ]{0,12}(?:(?P<roman>[IVXL]{1,8}(?:-[a-z]{1,2})?)\.(?=\s|\[)|\((?P<letter>[a-z]{1,2}(?:-\d)?)\)"
    r"|\((?P<number>\d{1,2}(?:-[a-z])?)\)|\((?P<capital>[A-Z]{1,2})\))[ ]?"
)
"""Examples: "II-a. ", "(a) ", "(1) ", "(A) "."""
_ROMAN = lazy_regex(r"[ivx]+\Z")
ROMAN_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50}
_MAX_STEP = 40  # a numeral that jumps further than a long repealed run is a letter, not a paragraph


class Subdivision(Value):
    """One printed paragraph mark: its path from the outer level ("IX", "a") and its offset in the section text."""

    path: tuple[str, ...]
    start: int = Field(ge=0)


def subdivisions(text: str) -> tuple[Subdivision, ...]:
    """Paragraph marks of a section in order; empty when the section has none."""
    found: list[Subdivision] = []
    stack: list[tuple[int, str]] = []
    pos = 0
    while pos <= len(text):
        start = pos
        while (mark := _MARK.match(text, start)) is not None:
            level = _level(mark, stack)
            if level is None:
                break
            label = mark["roman"] or mark["letter"] or mark["number"] or mark["capital"]
            stack = [*(step for step in stack if step[0] < level), (level, label)]
            found.append(Subdivision(path=tuple(step[1] for step in stack), start=start))
            start = mark.end()
        line_end = text.find("\n", pos)
        if line_end < 0:
            break
        pos = line_end + 1
    return tuple(found)


def has_subdivision(text: str, paragraph: tuple[str, ...]) -> bool:
    """Whether a section's own text prints that paragraph ("II", "c"); an empty path is the section itself."""
    if not paragraph:
        return True
    return any(part.path[: len(paragraph)] == paragraph for part in subdivisions(text))


def _level(mark: re.Match[str], stack: list[tuple[int, str]]) -> int | None:
    """Depth of a mark by its kind: roman 0, letter 1, number 2, capital 3, small roman 4; None when it is no mark."""
    if mark["roman"]:
        last = next((label for level, label in stack if level == 0), "")
        step = roman_value(mark["roman"].split("-")[0]) - (roman_value(last.split("-")[0]) if last else 0)
        return 0 if 0 <= step <= _MAX_STEP else None
    if mark["number"]:
        return 2
    if mark["capital"]:
        return 3
    return _letter_level(mark["letter"], stack)


def _letter_level(letter: str, stack: list[tuple[int, str]]) -> int:
    """(i) is a letter after (h), and a small roman below a number or capital."""
    if not _ROMAN.match(letter):
        return 1
    current = next((label for level, label in stack if level == 1), "")
    if len(letter) == 1 and current and ord(current[0]) + 1 == ord(letter):
        return 1
    deeper = any(level >= 2 for level, _ in stack)
    return 4 if deeper or (current and letter in ("i", "ii", "iii")) else 1


def roman_value(numeral: str) -> int:
    """What a numeral of the letters I, V, X and L counts. Raises `KeyError` for another letter."""
    values = [ROMAN_LETTERS[letter] for letter in numeral]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


_WORD = r"(?:(?:sub)?(?:paragraphs?|par\.|sections?)|¶{1,2})"
_ROMAN_HEAD = lazy_regex(
    rf"(?P<sep>\s{{0,3}}[,.;:]?\s{{0,3}}(?:{_WORD}\s{{0,3}})?)(?P<open>\(?)(?P<roman>[IVXLTUl1|]{{1,7}})"
    r"(?P<letter>\s?-\s{0,2}[a-z]{1,2}(?![A-Za-z]))?(?![A-Za-z0-9'’])"
)
"""Examples: ", II" in "91-A:3, II(c)"; " IV-a" in "79-A:7 IV-a"; ", paragraph II"; " (I)"."""
_PAREN = lazy_regex(r"[ ]{0,2}[,.]?[ ]{0,2}\n?[ ]{0,2}(?:[({]\s?(?P<part>[a-zA-Z]{1,3}|\d{1,2}|@)\s?[)}]|(?P<sign>©))")
"""Examples: "(c)", " (c)", ",(c)", ".(b)", "(@)" where a scan read an a as @, "©" as word processors write (c)."""
_NUMERAL = lazy_regex(r"X{0,3}(?:IX|IV|V?I{0,3})\Z")
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
_NEXT_WORD = lazy_regex(r"(?P<gap>\s{0,3})(?P<mark>[^\sA-Za-z]?)(?P<word>[A-Za-z'’]{0,20})")


def read_roman(text: str, pos: int) -> tuple[str, int]:
    """The roman paragraph at `pos` with its letter ("II-a") and the offset after it; ("", pos) when there is none."""
    found = _ROMAN_HEAD.match(text, pos)
    if found is None:
        return "", pos
    raw, end = found["roman"], found.end()
    roman = raw if _NUMERAL.match(raw) else _SCANNED.get(raw, "")
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
