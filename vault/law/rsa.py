"""Finds New Hampshire RSA references: prefixed, bare, lists, ranges, line-broken, with subdivisions.

A number pair such as 6:30 or 2:1 is never a statute by itself: it needs "RSA", a lettered chapter ("91-A:3"), a
lettered section ("41:14-a"), a word such as "section" or "pursuant to", or a place in a list begun by one of these.
All patterns have bounded gaps, so the time is linear in the text.

The patterns of New Hampshire RSA references, each with an example of the text it matches.

Holds compiled patterns only. Every gap is bounded, so matching stays linear in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from vault.law.reference import StatuteRef, natural_key
from vault.law.subdivisions import read_paragraph, read_parens, read_roman
from vault.text.patterns import lazy_regex

__all__ = ["find_rsa"]

_MAX_CHAPTER = 679  # the last chapter of the code
_FIRST_SAFE_CHAPTER = 25  # a smaller one before a colon may be an hour


@dataclass(frozen=True)
class _Place:
    """Where the scan stands, and whether the run named its code, in the plural, or goes on by numbers alone."""

    chapter: str = ""
    section: str = ""
    paragraph: tuple[str, ...] = ()
    bare: bool = False
    plural: bool = False
    loose: bool = False


def find_rsa(text: str, chapter_context: str) -> list[StatuteRef]:
    """RSA references in order of appearance; relative ones ("this chapter", "paragraph II") only with a context."""
    found: list[StatuteRef] = []
    context = _context(chapter_context)
    pos = 0
    while (head := HEAD.search(text, pos)) is not None:
        refs = _read(text, head, context)
        found.extend(refs)
        pos = max(refs[-1].end if refs else 0, head.end(), head.start() + 1)
        if not refs and head["bare"] is not None:
            pos = _skip_number(text, head.start())
    return found


def _skip_number(text: str, pos: int) -> int:
    while pos < len(text) and text[pos].isdigit():
        pos += 1
    return pos


def _context(named: str) -> _Place | None:
    found = NUMBER.search(named) if named else None
    if found is None:
        return None
    return _Place(_chapter(found["chapter"]), _section(found["section"] or ""))


def _read(text: str, head: re.Match[str], context: _Place | None) -> list[StatuteRef]:
    kind = head.lastgroup if head.lastgroup != "unit" else "this"
    if kind in ("rsa", "ann"):
        return _read_named(text, head)
    if kind == "chapter_word":
        return _read_chapter_word(text, head)
    if kind == "section_word":
        return _read_section_word(text, head)
    if kind == "para_word":
        return _read_paragraph_of(text, head, context)
    if kind == "this" or head["this"]:
        return _read_this(head, context)
    return _read_bare(text, head)


def _lead_end(text: str, pos: int) -> int:
    lead = LEAD.match(text, pos)
    return lead.end() if lead else pos


def _read_named(text: str, head: re.Match[str]) -> list[StatuteRef]:
    lead = LEAD.match(text, head.end())
    pos = lead.end() if lead else head.end()
    word = (lead["word"] or "").strip().lower() if lead else ""
    number = NUMBER.match(text, pos)
    if number is None or (
        lead and lead["comma"] in (",", ".") and not word and not (number["section"] or _lettered(number["chapter"]))
    ):
        return []
    plural = head.group().rstrip().endswith("s") or word.endswith(("s", "s."))
    return _read_run(text, head, _Place(plural=plural), pos)


def _read_chapter_word(text: str, head: re.Match[str]) -> list[StatuteRef]:
    pos = _lead_end(text, head.end())
    number = NUMBER.match(text, pos)
    if number is None or OF_LAWS.match(text, number.end()):
        return []
    lettered = _lettered(number["chapter"]) and "-" in number["chapter"] and number["chapter"][-1].isupper()
    refs = _read_run(text, head, _Place(bare=True, plural=head.group().lower().endswith("s")), pos)
    named = bool(refs) and OF_CODE.match(text, refs[-1].end) is not None
    if not (lettered or named or number["section"]):
        return []
    return [ref.changed(bare=not named) for ref in refs]


def _read_section_word(text: str, head: re.Match[str]) -> list[StatuteRef]:
    """ "section 676:17"; a small chapter number after the word is a town's own numbering ("Section 3:2")."""
    pos = _lead_end(text, head.end())
    number = NUMBER.match(text, pos)
    if number is None or not number["section"]:
        return []
    if not _lettered(number["chapter"]) and int(number["chapter"]) < _FIRST_SAFE_CHAPTER:
        return []
    return _read_run(text, head, _Place(bare=True), pos)


def _read_paragraph_of(text: str, head: re.Match[str], context: _Place | None) -> list[StatuteRef]:
    """ "paragraph II of RSA 91-A:3", or "paragraph II" alone when the section is known from the context."""
    parts, end = read_paragraph(text, head.end())
    if not parts:
        return []
    link = OF.match(text, end)
    inner = HEAD.match(text, link.end()) if link else None
    if inner is not None and inner.lastgroup in ("rsa", "ann", "section_word", "bare"):
        refs = _read(text, inner, context)
        if refs and refs[0].section and not refs[0].paragraph:
            start = head.start()
            joined = refs[0].changed(paragraph=parts, start=start, text=text[start : refs[0].end])
            return [joined, *refs[1:]]
        return refs
    if context is None or not context.section or (inner is not None and inner.lastgroup == "chapter_word"):
        return []
    place = replace(context, bare=True, paragraph=parts)
    return [_make(text, place, (head.start(), end))]


def _read_this(head: re.Match[str], context: _Place | None) -> list[StatuteRef]:
    unit = head["unit"]
    if context is None or unit == "subdivision" or (unit == "section" and not context.section):
        return []
    place = _Place(context.chapter, context.section if unit == "section" else "", bare=True)
    return [_make(head.string, place, head.span())]


def _read_bare(text: str, head: re.Match[str]) -> list[StatuteRef]:
    """A number pair with no code named: taken when its letters or the words around it make it a statute."""
    number = NUMBER.match(text, head.start())
    if number is None or not number["section"] or CLOCK_AHEAD.match(text, number.end()):
        return []
    if not _lettered(number["chapter"]) and not _is_suffixed(number) and not _has_context(text, number):
        return []
    return _read_run(text, head, _Place(bare=True), head.start())


def _is_suffixed(number: re.Match[str]) -> bool:
    """Whether a pair ends like a statute section ("41:14-a") and its chapter is no hour or book chapter ("3:16-a")."""
    ends = "-" in number["section"] and number["section"][-1].isalpha()
    return ends and int(number["chapter"]) >= _FIRST_SAFE_CHAPTER


def _has_context(text: str, number: re.Match[str]) -> bool:
    """Whether a plain 674:33 stands after statutory words, or heads a printed section ("41:2 Optional Officers. –").

    A small chapter may be an hour ("7:30 The meeting opened."), so its section title must have the printed dash.
    """
    small = int(number["chapter"]) < _FIRST_SAFE_CHAPTER
    if not small and CONTEXT_BEFORE.search(text[max(0, number.start() - 40) : number.start()]):
        return True
    before = text[max(0, number.start() - 8) : number.start()].rstrip(" ")
    title = SECTION_TITLE.match(text, number.end()) if not before or before[-1] in '\n\f]“"' else None
    return title is not None and (not small or title["dash"] is not None)


def _read_run(text: str, head: re.Match[str], place: _Place, pos: int) -> list[StatuteRef]:
    """The first member at `pos` and every list or range member after it."""
    first = _member(text, pos, place)
    if first is None:
        return []
    place, end = first
    refs = [_make(text, place, (head.start(), end))]
    while len(refs) < 60:  # a longer list is a table of contents, read on as new references
        step = _next_member(text, end, place)
        if step is None:
            break
        place, span, is_range = step
        end = span[1]
        refs = _append(refs, _make(text, place, span), is_range)
    return refs


def _append(refs: list[StatuteRef], ref: StatuteRef, is_range: bool) -> list[StatuteRef]:
    opened = [*refs[:-1], refs[-1].changed(through=ref.full)] if is_range else refs
    return [*opened, ref]


def _make(text: str, place: _Place, span: tuple[int, int]) -> StatuteRef:
    return StatuteRef(
        system="rsa",
        chapter=place.chapter,
        section=place.section,
        paragraph=place.paragraph,
        start=span[0],
        end=span[1],
        text=text[span[0] : span[1]],
        bare=place.bare,
    )


def _member(text: str, pos: int, place: _Place) -> tuple[_Place, int] | None:
    """A full number at `pos` ("91-A:3, II(c)") as a place, and the offset after it."""
    number = NUMBER.match(text, pos)
    if number is None or not 1 <= int(re.match(r"\d+", number["chapter"]).group()) <= _MAX_CHAPTER:  # type: ignore[union-attr]
        return None
    section, end = _section_of(text, number)
    if not section:
        end = number.end("chapter")
        if not _lettered(number["chapter"]) and UNIT_AHEAD.match(text, end):
            return None
        return replace(place, chapter=_chapter(number["chapter"]), section="", paragraph=()), end
    if CLOCK_AHEAD.match(text, end):
        return None
    paragraph, end = read_paragraph(text, end)
    return replace(place, chapter=_chapter(number["chapter"]), section=section, paragraph=paragraph), end


def _section_of(text: str, number: re.Match[str]) -> tuple[str, int]:
    """Section after a colon; after a dash or point only when it cannot be a range of chapters ("36A-4", "674.33")."""
    if number["section"]:
        written, end = number["section"], number.end("section")
        run = re.match(r"(\d+)-\d", written)
        if run and not _lettered(number["chapter"]):  # "31:95-100" is a range; only lettered codes have sections 9-313
            return run[1], number.start("section") + run.end(1)
        return _section(written), end
    if not number["loose"] or UNIT_AHEAD.match(text, number.end()):
        return "", 0
    smaller = _lettered(number["chapter"]) or natural_key(number["loose"]) < natural_key(number["chapter"])
    return (_section(number["loose"]), number.end("loose")) if smaller else ("", 0)


_Step = tuple[_Place, tuple[int, int], bool]


def _next_member(text: str, pos: int, place: _Place) -> _Step | None:
    """The next member of a list or range: place, span, and whether it closes a range."""
    connect = CONNECT.match(text, pos)
    if connect is None or connect.group().count("\n") > 1:  # a blank line ends a list
        return None
    is_range = connect["range"] is not None
    start = connect.end()
    inner = None if ";" in connect.group() else _next_subdivision(text, start, place)
    found = inner or _next_section(text, start, place, connect)
    if found is None:
        return None
    next_place, end = found
    return next_place, (start, end), is_range


def _next_subdivision(text: str, pos: int, place: _Place) -> tuple[_Place, int] | None:
    """ "(b)" after "II(a)," or "III" after "II and"."""
    if not place.paragraph:
        return None
    roman, after = read_roman(text, pos)
    if roman and place.paragraph[0][:1] in "IVX":
        parts, end = read_paragraph(text, pos)
        return replace(place, paragraph=parts), max(end, after)
    if text[pos : pos + 1] not in ("(", "{"):
        return None
    parts, end = read_parens(text, pos)
    depth = next((i for i in range(len(place.paragraph) - 1, -1, -1) if _alike(place.paragraph[i], parts)), None)
    if depth is None:
        return None
    return replace(place, paragraph=(*place.paragraph[:depth], *parts)), end


def _alike(part: str, parts: tuple[str, ...]) -> bool:
    """Whether a bracketed part may follow another on the same level: letter after letter, number after number."""
    if not parts or part[:1] in "IVX":
        return False
    return part.isdigit() == parts[0].isdigit() and part.isupper() == parts[0].isupper()


def _next_section(text: str, pos: int, place: _Place, connect: re.Match[str]) -> tuple[_Place, int] | None:
    is_range = connect["range"] is not None
    same = SAME_CHAPTER.match(text, pos)
    if same is not None and place.section:
        paragraph, end = read_paragraph(text, same.end())
        return replace(place, section=_section(same["section"]), paragraph=paragraph), end
    suffix = NEXT_SUFFIX.match(text, pos)
    if suffix is not None and not is_range and _follows(place.section, suffix["letter"]):
        return replace(place, section=f"{place.section[:-1]}{suffix['letter']}", paragraph=()), suffix.end()
    return _next_number(text, pos, place, is_range)


def _next_number(text: str, pos: int, place: _Place, is_range: bool) -> tuple[_Place, int] | None:
    prefix = NEXT_PREFIX.match(text, pos)
    named = bool(prefix and prefix.group().strip())
    if named and not is_range:
        return None  # "RSA 31:95-b and RSA 31:19" are two mentions, each with its own prefix
    at = prefix.end() if prefix else pos
    number = NUMBER.match(text, at)
    if number is None:
        return None
    if number["section"]:
        return _member(text, at, place) if _plausible_pair(text, number, place) else None
    if place.section:
        return _loose_section(text, at, place) if is_range or place.loose else None
    return _next_chapter(text, number, place, is_range)


def _plausible_pair(text: str, number: re.Match[str], place: _Place) -> bool:
    """Whether a pair in a list can be a section: 6:05 after a comma is a clock, 40:13 is not."""
    if CLOCK_AHEAD.match(text, number.end()):
        return False
    if _lettered(number["chapter"]) or int(number["chapter"]) >= _FIRST_SAFE_CHAPTER:
        return True
    minutes = re.fullmatch(r"[0-5]\d", number["section"]) is not None
    return not minutes or place.chapter == number["chapter"]


def _loose_section(text: str, pos: int, place: _Place) -> tuple[_Place, int] | None:
    """ "36" in "RSA 674:33-36": a later section of the same chapter."""
    found = LOOSE_SECTION.match(text, pos)
    if found is None or UNIT_AHEAD.match(text, found.end()):
        return None
    if text[pos - 1].isspace() and COUNTED.match(text, found.end()):
        return None  # "675:7 – 10 calendar days": a remark behind a dash, not a range
    if natural_key(found["section"]) <= natural_key(place.section):
        return None
    return replace(place, section=found["section"], paragraph=(), loose=True), found.end()


def _next_chapter(text: str, number: re.Match[str], place: _Place, is_range: bool) -> tuple[_Place, int] | None:
    """A further chapter: "676" in "RSAs 91-A and 676"."""
    chapter = number["chapter"]
    end = number.end("chapter")
    likely = _lettered(chapter) or place.plural or len(chapter) == 3
    if not likely or UNIT_AHEAD.match(text, end) or int(re.sub(r"\D", "", chapter)) > _MAX_CHAPTER:
        return None
    if is_range and natural_key(_chapter(chapter)) <= natural_key(place.chapter):
        return None
    return replace(place, chapter=_chapter(chapter), section="", paragraph=()), end


def _follows(section: str, letter: str) -> bool:
    return len(section) > 2 and section[-2] == "-" and ord(section[-1]) < ord(letter) <= ord(section[-1]) + 2


def _lettered(chapter: str) -> bool:
    return not chapter.strip().isdigit()


def _chapter(written: str) -> str:
    """ "91-\\na" and "91a" become "91-A"."""
    digits = re.match(r"\d+", written)
    letter = re.sub(r"[^A-Za-z]", "", written).upper()
    number = str(int(digits.group())) if digits else ""
    return f"{number}-{letter}" if letter else number


def _section(written: str) -> str:
    """ "14-\\nA" and "14a" become "14-a"; "8.30" and "9-313" stay."""
    compact = re.sub(r"\s", "", written)
    found = re.fullmatch(r"(\d+(?:[.-]\d+)?)-?([A-Za-z]{0,2})", compact)
    if found is None:
        return compact
    return f"{found[1]}-{found[2].lower()}" if found[2] else found[1]


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

HEAD = lazy_regex(
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
LEAD = lazy_regex(
    r"\s{0,4}(?:Annotated\s{0,3})?(?:\(RSA[’']?s?\)\s{0,3})?(?P<comma>[,.:#–-]?)\s{0,3}"
    r"(?P<word>(?:[Cc]hapters?|CHAPTERS?|[Cc]haps?\.|[Cc]hs?\.|[Ss]ections?|SECTIONS?|[Ss]ecs?\.|§{1,2})\s{0,3})?"
)
"""Example: " Chapter " in "RSA Chapter 91-A", " § " in "Rev. Stat. Ann. § 91-A:2"."""
NUMBER = lazy_regex(
    rf"{_CHAPTER}(?:{_COLON}{_SECTION}|(?P<dash>-(?=\d)|\.(?=\d{{1,3}}\b)){_SECTION.replace('section', 'loose')})?"
)
"""Examples: "91-A:3", "41:8C", "36A-4", "674.33", "155E"."""
CONNECT = lazy_regex(
    r"\s{0,3}(?P<range>[,;]?\s{0,3}(?:through|thru|to)\b|[-–—])\s{0,3}"
    r"|\s{0,3}(?P<list>[,;&]\s{0,3}(?:(?:and|or|and/or)\b)?|(?:and|or|and/or)\b|&)\s{0,3}"
)
"""Examples: ", ", " and ", " through ", "–"."""
SAME_CHAPTER = lazy_regex(rf"(?:RSA\s{{0,2}})?:\s?{_SECTION}")
"""Example: ":129" in "RSA 236:111 through :129"."""
NEXT_PREFIX = lazy_regex(r"(?:RSA|R\.S\.A\.|§{1,2}|[Ss]ections?)?\s{0,3}")
NEXT_SUFFIX = lazy_regex(r"-?(?P<letter>[b-z])(?![A-Za-z)’'.])")
"""Example: "b" in "RSA 72:39-a, b"."""
COUNTED = lazy_regex(r"\s{1,3}(?!and\b|or\b|of\b|shall\b|inclusive\b|as\b|is\b|are\b)[a-z]{2,}")
"""Example: " calendar" after a number that counts something."""
LOOSE_SECTION = lazy_regex(r"(?P<section>\d{1,4}(?:-[a-z]{1,2})?)(?![\d:.%/A-Za-z]|-\d)")
UNIT_AHEAD = lazy_regex(
    r"\s{0,3}(?:%|percent|days?|years?|months?|weeks?|hours?|minutes?|feet|foot|ft|acres?|members?|voters?|votes?|people|"
    r"copies|lots?|units?|inches|miles?|cents?|mills?|dollars?|million|[ap]\.?\s?m\b|[./:]\d|,\d{3})",
    re.IGNORECASE,
)
CLOCK_AHEAD = lazy_regex(r"\s{0,2}(?:[ap]\.?\s?m\b|o['’]clock)", re.IGNORECASE)
OF_CODE = lazy_regex(
    r",?\s{1,3}(?:of\s{1,3}(?:the\s{1,3})?(?:N\.?H\.?\s{0,3}|New\s{1,3}Hampshire\s{1,3})?)?(?:RSA|R\.S\.A\.|[Rr]evised\s{1,3}[Ss]tatutes)"
)
"""Example: " of the RSA" after "chapter 676"."""
OF_LAWS = lazy_regex(r",?\s{0,3}(?:of\s{1,3}the\s{1,3})?(?:N\.?H\.?\s{1,2})?[Ll]aws\s{1,3}of")
OF = lazy_regex(r"\s{1,3}(?:of|in|under)\s{1,3}")
CONTEXT_BEFORE = lazy_regex(
    r"(?:pursuant\s{1,3}to|under|per|in\s{1,3}accordance\s{1,3}with|provisions\s{1,3}of|authority\s{1,3}of|violation\s{1,3}of|"
    r"required\s{1,3}by|defined\s{1,3}in|statutes?|comply\s{1,3}with|see)\s{0,3}[:,]?\s{0,3}(?:NH\s|N\.H\.\s|State\s)?\Z",
    re.IGNORECASE,
)
"""Example: "pursuant to " before 674:33."""
SECTION_TITLE = lazy_regex(r"\s{1,3}[A-Z\[][^\n–.]{2,160}[.\]](?:\s{1,2}(?P<dash>–)|\s|\Z)")
"""Examples: " Optional Officers. –" after "41:2" in a printed chapter, " Fee Shifting." after "677:20" in a bill."""
