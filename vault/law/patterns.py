"""The patterns of New Hampshire RSA references, each with an example of the text it matches.

Holds compiled patterns only. Every gap is bounded, so matching stays linear in the text.
"""

from __future__ import annotations

import re

__all__ = [
    "CLOCK_AHEAD", "CONNECT", "CONTEXT_BEFORE", "COUNTED", "HEAD", "LEAD", "LOOSE_SECTION", "NEXT_PREFIX",
    "NEXT_SUFFIX", "NUMBER", "OF", "OF_CODE", "OF_LAWS", "SAME_CHAPTER", "SECTION_TITLE", "UNIT_AHEAD",
]  # fmt: skip

_CHAPTER = (
    r"(?P<chapter>\d{1,3}(?!\d)(?:\s?-\s{0,3}[A-Za-z](?![A-Za-z])|[A-Za-z](?![A-Za-z])"
    r"|\s?–\s?[A-Z](?=\s?:)|:[A-Z](?![A-Za-z0-9]))?)"
)
"""Examples: "91-A", "91-\\nA", "485a", "155 – E" before a colon, "155:E"."""
_BODY = r"\d{1,4}(?:\.\d{2}(?!\d)|-\d{3,4}(?![\d:]))?"
"""Examples: "3", "8.30" (RSA 293-A), "9-313" (RSA 382-A)."""
_SUFFIX = r"(?:\s?-\s{0,2}[a-zA-Z]{1,2}(?![A-Za-z])(?!\.\s?m\b)|[a-zA-Z](?![A-Za-z]))?"
_SECTION = rf"(?P<section>{_BODY}{_SUFFIX})"
_COLON = r"\s{0,2}:;?\s{0,3}"

HEAD = re.compile(
    r"(?:(?<![A-Za-z])(?=[NRrCcSsPpTt\d])|(?=[N§]))(?:"  # where one may begin: seven patterns at every letter are slow
    r"(?P<rsa>(?<![A-Za-z])(?:N\.?\s?H\.?\s?)?(?:RSA|R\.\s?S\.\s?A\.|rsa|Rsa)(?:[’']?s)?(?![A-Za-z]))"
    r"|(?P<ann>(?:N\.\s?H\.|New\s{1,3}Hampshire)\s{0,3}Rev(?:\.|ised)\s{0,3}Stat(?:\.|utes)(?:\s{0,3}Ann(?:\.|otated))?"
    r"|\bRevised\s{1,3}Statutes\s{1,3}Annotated)"
    r"|(?P<chapter_word>\b(?:[Cc]hapters?|CHAPTERS?|[Cc]h\.))(?=\s{1,3}\d)"
    r"|(?P<section_word>\b(?:[Ss]ections?|SECTIONS?|[Ss]ec\.|[Ss]tatutes?):?|§{1,2})(?=\s{0,3}\d{1,3}(?:\s?-?\s?[A-Z])?\s?:\s?\d)"
    r"|(?P<para_word>\b(?:[Ss]ub)?[Pp]ara(?:graphs?|s?\.))(?=\s{1,3}[(IVX])"
    r"|(?P<this>\b[Tt]his\s{1,3}(?P<unit>chapter|section|subdivision))\b"
    r"|(?P<bare>(?<![\w:.$/#-])(?=\d{1,3}(?:-\s{0,3}[A-Za-z]\s?:|\s?:\s?\d{1,4}-\s{0,2}[a-z]{1,2}(?![A-Za-z.])|:\d))))"
)
"""Examples: "RSA", "R.S.A.", "N.H. Rev. Stat. Ann.", "Chapter " before a number, "section " before 676:17, 91-A:3."""
LEAD = re.compile(
    r"\s{0,4}(?:Annotated\s{0,3})?(?:\(RSA[’']?s?\)\s{0,3})?(?P<comma>[,.:#–-]?)\s{0,3}"
    r"(?P<word>(?:[Cc]hapters?|CHAPTERS?|[Cc]haps?\.|[Cc]hs?\.|[Ss]ections?|SECTIONS?|[Ss]ecs?\.|§{1,2})\s{0,3})?"
)
"""Example: " Chapter " in "RSA Chapter 91-A", " § " in "Rev. Stat. Ann. § 91-A:2"."""
NUMBER = re.compile(
    rf"{_CHAPTER}(?:{_COLON}{_SECTION}|(?P<dash>-(?=\d)|\.(?=\d{{1,3}}\b)){_SECTION.replace('section', 'loose')})?"
)
"""Examples: "91-A:3", "41:8C", "36A-4", "674.33", "155E"."""
CONNECT = re.compile(
    r"\s{0,3}(?P<range>[,;]?\s{0,3}(?:through|thru|to)\b|[-–—])\s{0,3}"
    r"|\s{0,3}(?P<list>[,;&]\s{0,3}(?:(?:and|or|and/or)\b)?|(?:and|or|and/or)\b|&)\s{0,3}"
)
"""Examples: ", ", " and ", " through ", "–"."""
SAME_CHAPTER = re.compile(rf"(?:RSA\s{{0,2}})?:\s?{_SECTION}")
"""Example: ":129" in "RSA 236:111 through :129"."""
NEXT_PREFIX = re.compile(r"(?:RSA|R\.S\.A\.|§{1,2}|[Ss]ections?)?\s{0,3}")
NEXT_SUFFIX = re.compile(r"-?(?P<letter>[b-z])(?![A-Za-z)’'.])")
"""Example: "b" in "RSA 72:39-a, b"."""
COUNTED = re.compile(r"\s{1,3}(?!and\b|or\b|of\b|shall\b|inclusive\b|as\b|is\b|are\b)[a-z]{2,}")
"""Example: " calendar" after a number that counts something."""
LOOSE_SECTION = re.compile(r"(?P<section>\d{1,4}(?:-[a-z]{1,2})?)(?![\d:.%/A-Za-z]|-\d)")
UNIT_AHEAD = re.compile(
    r"\s{0,3}(?:%|percent|days?|years?|months?|weeks?|hours?|minutes?|feet|foot|ft|acres?|members?|voters?|votes?|people|"
    r"copies|lots?|units?|inches|miles?|cents?|mills?|dollars?|million|[ap]\.?\s?m\b|[./:]\d|,\d{3})",
    re.IGNORECASE,
)
CLOCK_AHEAD = re.compile(r"\s{0,2}(?:[ap]\.?\s?m\b|o['’]clock)", re.IGNORECASE)
OF_CODE = re.compile(
    r",?\s{1,3}(?:of\s{1,3}(?:the\s{1,3})?(?:N\.?H\.?\s{0,3}|New\s{1,3}Hampshire\s{1,3})?)?(?:RSA|R\.S\.A\.|[Rr]evised\s{1,3}[Ss]tatutes)"
)
"""Example: " of the RSA" after "chapter 676"."""
OF_LAWS = re.compile(r",?\s{0,3}(?:of\s{1,3}the\s{1,3})?(?:N\.?H\.?\s{1,2})?[Ll]aws\s{1,3}of")
OF = re.compile(r"\s{1,3}(?:of|in|under)\s{1,3}")
CONTEXT_BEFORE = re.compile(
    r"(?:pursuant\s{1,3}to|under|per|in\s{1,3}accordance\s{1,3}with|provisions\s{1,3}of|authority\s{1,3}of|violation\s{1,3}of|"
    r"required\s{1,3}by|defined\s{1,3}in|statutes?|comply\s{1,3}with|see)\s{0,3}[:,]?\s{0,3}(?:NH\s|N\.H\.\s|State\s)?\Z",
    re.IGNORECASE,
)
"""Example: "pursuant to " before 674:33."""
SECTION_TITLE = re.compile(r"\s{1,3}[A-Z\[][^\n–.]{2,160}[.\]](?:\s{1,2}(?P<dash>–)|\s|\Z)")
"""Examples: " Optional Officers. –" after "41:2" in a printed chapter, " Fee Shifting." after "677:20" in a bill."""
