"""Who and what a text names: persons with their titles, bodies, places, programs and other proper names.

Holds the only grammar of names in running text. "Chair Ada Osgood of the Alder Falls Conservation Commission" names a
person (title "chair") and a body; a possessive, an initial or a title is no part of what two names are compared by.
It refuses to know any town or person: a name is read from its capitals and from words of the language.

Names of people as minutes print them before a verb: "Mr. Colbath", "K. Eldridge", "Councilor de la Cruz".

A pattern and its trimming, for grammars that look for an actor in front of a word. It knows no list of people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from vault.facts.dates import MONTH_NAMES, WEEKDAYS, dates_in
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS, GOVERNING_PLURALS
from vault.text.patterns import lazy_regex
from vault.text.quality import is_word
from vault.text.words import STOP_WORDS

__all__ = [
    "BODY_HEADS", "NAME", "NOT_NAMES", "OFFICE_WORDS", "PLACE_HEADS", "PROGRAM_HEADS", "SOLE_BODIES", "TITLES",
    "WRAPPED_NAME", "Named", "bare_name", "name_key", "named_in", "surname",
]  # fmt: skip

NamedKind = Literal["person", "body", "place", "program", "name"]

# "Osgood", "O'Brien", "Smith-Jones", "J.", "ZBA", "C++", "7-Eleven"; particles join: "van der Berg", "de la Cruz"
_NAME_WORD = (
    r"(?:[A-Z]\.(?=\s*[A-Z])|(?:Mr|Mrs|Ms|Dr|St|Rep|Sen|Rev|Hon|Lt|Sgt|Capt|Atty|Gov|Prof)\.(?=\s)"
    r"|[A-Z][A-Za-z0-9]*(?:['’&/\-][A-Za-z0-9]+)*(?:\+\+|#)?)"
)
_PARTICLE = r"(?:van\s+der|van\s+den|van|von|de\s+la|de|del|der|la|le|di|da|du)"
_NAME = lazy_regex(
    rf"(?<![\w$'’]){_NAME_WORD}(?:[ \t]*\n?[ \t]*(?:(?:of|for|and|on|&)\s+(?:the\s+)?|{_PARTICLE}\s+)?(?<=[\s.])"
    rf"{_NAME_WORD})*"
    r"(?:,?\s+(?:Jr|Sr|II|III|IV)\b\.?)?(?![\w])"
)
_JOINT = lazy_regex(r"\s+(?:of|for|and|on|&)(?:\s+the)?\s+")
# "Repairing East Dover Road costs": what is done to the thing named
_DOING = lazy_regex(r"([A-Z][a-z]+ing)\s+")
_SUFFIX = lazy_regex(r",?\s+(?:Jr|Sr|II|III|IV)\b\.?\Z")
_ABBREVIATION = lazy_regex(
    r"\b(?:No|Nos|Mr|Mrs|Ms|Dr|St|Rd|Ave|Inc|Co|Corp|Jr|Sr|Art|Sec|Ch|v|vs|Rev|Stat|Ann|Rep|Sen|Hon|Lt|Sgt|Capt|Atty"
    r"|R\.S|U\.S|N\.H|[A-Z])\.$"
)
"""A full stop that ends no sentence: "Case No. 24-07", "Mr. Alder", "J. Marsh"."""


_TITLE_TEXT = """
    mr mrs ms miss dr chair chairman chairwoman chairperson vice-chair vice-chairman representative rep senator
    sen councilor councillor alderman alderwoman mayor chief deputy director moderator attorney atty judge justice
    commissioner administrator manager clerk superintendent treasurer secretary trustee member alternate officer
    sergeant sgt lieutenant lt captain capt sheriff inspector engineer planner assessor collector agent
    coordinator president governor gov professor prof reverend rev honorable hon principal supervisor
"""
TITLES = frozenset((*_TITLE_TEXT.split(), *GOVERNING_MEMBERS))
"""Words before a person's name: "Chair Doerr", "Vice-Chair Roe"."""

_OFFICE_TEXT = """
    town city village county state police fire road vice select selectboard board planning zoning conservation budget
    tax code health building school library highway public works finance assistant acting interim former deputy
    recreation committee commission enforcement ex-officio emergency management human resources welfare
"""
OFFICE_WORDS = frozenset(_OFFICE_TEXT.split())
"""Words that make a longer title with one of `TITLES` after them: "Town Administrator", "Acting Police Chief"."""

_BODY_TEXT = """
    board committee commission department council court office bureau agency district association authority trust
    trustees police sheriff legislature senate house company co inc llc corp corporation
    cooperative zba society union university school library church foundation
"""
BODY_HEADS = frozenset((*_BODY_TEXT.split(), *GOVERNING_BOARDS))
"""Head words of bodies: "Planning Board", "Department of Public Works"."""

SOLE_BODIES = frozenset([*GOVERNING_BOARDS, "legislature", "senate"])
"""Bodies whose one word names them; "Board" alone does not."""

_PLACE_TEXT = """
    road rd street avenue ave lane ln drive highway route bridge pond lake river brook park forest beach dam mill hall
    cemetery village island hill mountain trail county town city hollow
"""
PLACE_HEADS = frozenset(_PLACE_TEXT.split())
"""Head words of places: "Mill Street"."""

_PROGRAM_TEXT = """
    program programme project plan fund initiative grant study survey act system software platform policy agreement
"""
PROGRAM_HEADS = frozenset(_PROGRAM_TEXT.split())
"""Head words of programs and projects: "Culvert Project"."""

_NOT_NAME_TEXT = """
    sept monday tuesday wednesday thursday friday saturday sunday article case map lot no yes motion present absent
    page section chapter paragraph rsa usc cfr hb sb lane motions minutes agenda meeting discussion vote voted members
    public member roll call am pm it approved amended adopted revised recommended nay aye total date time name
"""
_MONTHS = tuple(name.lower() for name in MONTH_NAMES)
NOT_NAMES = frozenset([*_NOT_NAME_TEXT.split(), *_MONTHS, *(name[:3] for name in _MONTHS)])
"""Capitalised words that name nothing on their own: months, days, list words of minutes, reference words."""


_OFFICES = BODY_HEADS | PROGRAM_HEADS | {"town", "city", "village", "county", "state"}
_LOOK_BACK = 12
"""Characters before a name that tell whether it opens a sentence; longer than any abbreviation and its quotes."""
# "ADA OSGOOD, Chair", "OSGOOD, Vice Chair": a shouted name with an office beside it is a person, not a heading
_OFFICE_AFTER = lazy_regex(
    r"\s*,\s*(?:(?:[A-Z][\w-]+|of|the)\s+){0,3}(?:Chair\w*|Clerk|Member|Secretary|Treasurer|Administrator"
    r"|Alternate|Select\w+)\b"
)
# After a name: "Osgood moved", "Osgood said"
_ACTS = lazy_regex(
    r"\s+(?:then\s+|also\s+)?(?:moved|seconded|said|stated|asked|noted|explained|reported|replied|told|abstained"
    r"|opposed"
    r"|motioned|voted|made a motion|recused|thanked|inquired)\b",
    re.IGNORECASE,
)


class Named(NamedTuple):
    """One thing named: kind, words as written (without title and possessive), the key it is compared by, the title in
    lower case (empty when none is written), and half-open offsets of the words."""

    kind: NamedKind
    text: str
    key: str
    title: str
    start: int
    end: int


def name_key(text: str) -> str:
    """The comparison key of a name: lower case, straight apostrophes, no possessive, no "No." or "#", single spaces."""
    plain = re.sub(r"\b(?:no\.?|number)\s+|#\s*(?=\d)|\bwarrant\s+(?=article)|\btax\s+(?=map)", "", text.casefold())
    plain = re.sub(r"'s?\Z", "", plain.replace("’", "'"))
    return " ".join(plain.replace(",", " ").split())


def surname(name: str) -> str:
    """The last word of a person's name in lower case: "J. Osgood Jr." gives "osgood"; "" for no word."""
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", _SUFFIX.sub("", name))
    return re.sub(r"['’]s\Z", "", words[-1]).lower() if words else ""


@lru_cache(maxsize=4096)
def named_in(text: str) -> tuple[Named, ...]:
    """Everything named in the text in order of place, no two overlapping; dates are not names. Empty for none."""
    dates = [(dated.start, dated.end) for dated in dates_in(text)]
    found: list[Named] = []
    for match in _NAME.finditer(text):
        for named in _names(match.group(), match.start(), text):
            if not any(named.start < end and start < named.end for start, end in dates):
                found.append(named)
    return tuple(found)


def _names(span: str, start: int, text: str) -> Iterator[Named]:
    """Names inside a run of capitalised words: titles and function words at the front go, lists are cut."""
    if _heading(span, text[start + len(span) :]):
        return
    for part, offset in _pieces(span):
        lead, title = _lead(part)
        at = start + offset + lead
        piece = re.sub(r"['’]s?$", "", part[lead:])  # "Osgood's" names Osgood
        doing = _DOING.match(piece) if _opens_sentence(text, at) else None
        if doing and is_word(doing[1]) and doing[1].casefold() not in OFFICE_WORDS:
            at, piece = at + doing.end(), piece[doing.end() :]
        words = _SUFFIX.sub("", piece).split()
        acts = _ACTS.match(text, start + len(span)) is not None
        shown = title or acts or _is_listed(text, at, start + len(span))
        if _is_name(words, _opens_sentence(text, at) and not shown):
            name = " ".join(piece.split())
            yield Named(_kind(words, title, acts), name, name_key(name), title, at, at + len(piece))


def _heading(span: str, after: str) -> bool:
    """True for shouted headings ("CALL TO ORDER"), which name nothing; an acronym ("ZBA") is not one."""
    return len(span.split()) > 1 and span.isupper() and not _OFFICE_AFTER.match(after)


def _lead(part: str) -> tuple[int, str]:
    """How many characters of function words, titles and shouted heading words stand before the name, and the title."""
    words = re.findall(r"\S+\s*", part)
    plain = [word.strip().rstrip(".").casefold() for word in words]
    shouted = len(words) > 2 and words[0].strip().isupper() and words[1].strip().isupper() and len(plain[0]) > 2
    shouted = shouted and not part.isupper()
    cut = 0
    while cut < len(words) - 1:
        initial = re.fullmatch(r"[A-Z]\.", words[cut].strip()) is not None
        shouting = shouted and all(word.strip().isupper() for word in words[: cut + 1])
        if not shouting and (initial or plain[cut] not in STOP_WORDS | TITLES):
            break
        cut += 1
    for at in range(len(words) - 1, 0, -1):  # "Town Administrator Ada Osgood", "Vice Chair Roe"
        if plain[at - 1] in TITLES and all(word in TITLES | OFFICE_WORDS | STOP_WORDS for word in plain[:at]):
            cut = max(cut, at)
            break
    title = " ".join(word for word in plain[:cut] if word in TITLES | OFFICE_WORDS)
    return sum(map(len, words[:cut])), title if any(word in TITLES for word in plain[:cut]) else ""


def _pieces(span: str) -> Iterator[tuple[str, int]]:
    """The names of a run with their offsets: "Planning Board | Flock Safety", "O'Brien | Pine Hollow Road".

    "of" binds only after a head word ("Board of Selectmen"); "and" only where one side is a single word ("Parks and
    Recreation Department").
    """
    at = 0
    for joint in _JOINT.finditer(span):
        left = [word for word in span[at : joint.start()].split() if word[0].isupper()]
        right = [word for word in span[joint.end() :].split() if word[0].isupper()]
        if joint.group().split()[0] in {"and", "&"}:
            both_single = len(left) == len(right) == 1 and "&" not in joint[0]  # "Marsh and Osgood"
            cut = both_single or (len(left) > 1 and len(right) > 1) or _titled(left) or _titled(right)
        else:
            cut = not left or left[-1].casefold() not in _OFFICES or _titled(left)
        if cut:
            yield span[at : joint.start()], at
            at = joint.end()
    yield span[at:], at


def _titled(words: list[str]) -> bool:
    return len(words) > 1 and words[0].casefold().rstrip(".") in TITLES


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - _LOOK_BACK) : start].rstrip(" \"'([“")
    return not before or (before[-1] in ".!?;:\n•*-" and not _ABBREVIATION.search(before))


def _is_listed(text: str, start: int, end: int) -> bool:
    """ "Present: Osgood, Marsh": the first of a list after a colon."""
    return text[:start].rstrip().endswith(":") and re.match(r",\s+[A-Z][a-z]", text[end:]) is not None


def _is_name(words: list[str], opens: bool) -> bool:
    """A name of several words, an acronym, an odd form ("C++", "O'Brien") or one capitalised word inside a sentence."""
    plain = [word.casefold().strip(".") for word in words]
    if not words or all(word in NOT_NAMES | STOP_WORDS | TITLES or word.isdigit() for word in plain):
        return False
    if len(words) == 1 and plain[0] in SOLE_BODIES:
        return True
    if len(words) == 1 and (plain[0] in BODY_HEADS | PLACE_HEADS | PROGRAM_HEADS or re.fullmatch("[IVX]+", words[0])):
        return words[0].isupper() and plain[0] in BODY_HEADS  # "ZBA"; not "Board", not the "II" of "91-A:3, II"
    if len(words) > 1:
        return sum(word not in NOT_NAMES for word in plain) > 1 or not opens
    odd = bool(re.search(r"[A-Z].*[A-Z]|\+|'|’", words[0]))
    return len(words[0]) > 1 and (odd or (not opens and len(words[0]) > 2))


def _kind(words: list[str], title: str, acts: bool) -> NamedKind:
    """Body, place or program by its head word; a titled name or a plain one of two or three words is a person."""
    kinds: tuple[tuple[NamedKind, frozenset[str]], ...] = (
        ("body", BODY_HEADS),
        ("program", PROGRAM_HEADS),
        ("place", PLACE_HEADS),
    )
    if (title and len(words) <= 4) or (acts and len(words) == 1 and not words[0].isupper()):
        return "person"
    if len(words) > 1 and words[-1].rstrip(".") in ("St", "Dr", "Cir", "Hwy"):
        return "place"
    for head in (words[-1].casefold().rstrip("."), words[0].casefold()):
        for kind, names in kinds:
            if head in names:
                return kind
    capitals = sum(word[0].isupper() for word in words)
    return "person" if 2 <= len(words) <= 4 and capitals >= 2 and not any(c.isdigit() for c in words[-1]) else "name"


_TITLE = (
    r"(?:(?:Mr|Mrs|Ms|Messrs|Dr|Rev|Hon|Rep|Sen|Atty|Supt|Lt|Capt|Sgt|Commr)\b\.?|"
    r"(?:Vice[- ])?Chair(?:man|woman|person)?|Councill?or|"
    r"Council(?:man|woman|member)|Commissioner|(?:Vice[- ])?Mayor(?:\sPro[- ]Tem)?|Select(?:man|woman|person|board)|"
    r"(?:Board\s|Committee\s)?[Mm]ember|"
    r"Trustee|Secretary|Treasurer|(?:Council\s)?President|Alder(?:man|woman|person)|Ald\.|"
    r"Supervisor|Moderator|Chief|Representative|Director|"
    r"Superintendent|Clerk)"
)
_PART = (
    r"(?:(?:Mc|Mac|O['’]|D['’])?[A-Z][A-Za-z'’]*[a-z](?:-[A-Z][A-Za-z'’]+)?|(?:[A-Z]\.){1,3}|"
    r"[A-Z]{2}(?=\s[A-Z])|[A-Z](?=\s[A-Z][a-z]))"
)
_LINK = r"(?:(?:de\s+la|de|del|della|la|le|du|van\s+der|van\s+den|van|von|der|den|di|da|dos|ter|ten|bin|St\.)\s+)"
NAME = rf"(?<![\w-])(?:{_TITLE}\s+){{0,2}}(?:{_LINK})?{_PART}(?:[ \t]+{_LINK}?{_PART}){{0,3}}"
"""A name with its titles, as the source of a regular expression; case matters in it. It begins no word's second half:
the "V." of "Case 25-02-V. Roy seconded" is no initial."""
WRAPPED_NAME = rf"(?:{NAME}[ \t]?\n{_PART}(?=\s*[,.;]|\s+(?:to|and|that|for)\b)|{NAME})"
"""A name after "by", whose last word may stand on the next line."""
_TITLES = lazy_regex(rf"^(?:{_TITLE}\s+)+")
_PLAIN_WORDS = frozenset([
    "a", "action", "adjournment", "after", "agenda", "all", "also", "am", "amendment", "an", "and", "any",
    "application", "approval", "article", "at", "attendance", "based", "before", "being", "board", "both", "budget",
    "business", "called", "case", "closing", "comments", "commission", "committee", "council", "court", "decision",
    "department", "discussion", "duly", "ensued", "following", "for", "further", "having", "he", "hearing", "his",
    "i", "i'd", "i'll", "if", "in", "into", "it", "it's", "let's", "meeting", "member", "members", "minutes",
    "motion", "moved", "new", "next", "no", "none", "note", "old", "on", "other", "out", "p", "page", "passed",
    "pm", "present", "properly", "public", "question", "resolution", "review", "roll", "second", "seeing", "she",
    "so", "someone", "that", "the", "then", "there", "these", "they", "this", "those", "to", "town", "trustees",
    "upon", "vote", "voting", "was", "we", "when", "which", "while", "with", "work",
    *GOVERNING_PLURALS, *MONTH_NAMES, *WEEKDAYS,
])  # fmt: skip

_AFTER_NAME = frozenset({"to", "that", "the", "motion", "vote", "second"})


def bare_name(text: str) -> str:
    """The name without titles and without a plain word at its front ("Discussion Roy"); empty when nothing is left."""
    parts = _TITLES.sub("", " ".join(text.split())).split()
    while parts and parts[0].lower().strip(",:") in _PLAIN_WORDS:
        parts.pop(0)
    while len(parts) > 1 and parts[-1].lower() in _AFTER_NAME:  # "Roe To approve"
        parts.pop()
    name = _TITLES.sub("", " ".join(parts)).strip(" ,")
    return "" if name.lower() in _PLAIN_WORDS else name
