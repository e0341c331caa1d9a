"""Offices as records print them: which words name one, and the plain name under which every spelling is kept.

A table and its reading. It knows no person and no body.
"""

from __future__ import annotations

import re
from typing import Final

from vault.text.patterns import lazy_regex

__all__ = ["OFFICE", "OFFICE_HEAD", "OF_A_BODY", "SINGLE", "asks_any_holder", "office_asked", "office_of", "title_in"]

_BEFORE: Final = (
    r"(?:Acting|Interim|Deputy|Assistant|Asst\.?|Town|City|County|Village|District|Recording|Corresponding|Council|"
    r"Board|Finance|Planning|Public\s+Works|Police|Fire|Recreation|Highway|PW|Zoning|Code(?:\s+Enforcement)?|Building|"
    r"Land\s+Use|Health|School|Library|Tax|Parks?|Conservation|Select(?:m[ae]n|board))(?:[’']s|s[’']|s)?"
)
# "chaitman": recognition reads an r as a t
_HEAD: Final = (
    r"(?:Vice[- ]?Chai[rt](?:man|woman|person)?|Chai[rt](?:man|woman|person)?|(?:Alt\.|Alternates?)(?:\s+Member)?|"
    r"Ex[- ]?Officio|Rep(?:resentative|\.)?|Mayor|President|Council?l?(?:ors?|m[ae]n|wom[ae]n|members?)|"
    r"Alderm[ae]n|Moderator|Clerk|Treasurer|Secretary|Administrator|Manager|Officer|Director|Planner|Superintendent|"
    r"Commissioners?|Trustees?|Members?|Chief|Attorney|Counsel|Recorder|Engineer|Assessor|Collector|Inspector|Agent|"
    r"Harbor\s?master|Warden|Constable|Sexton|Librarian|Marshal|Registrar|"
    r"Select(?:m[ae]n|wom[ae]n|persons?)|(?:(?:Executive|Administrative)\s+)?Assistant|[ZC]EO|PWD)"
)
OFFICE: Final = rf"(?:(?:the\s+)?(?:{_BEFORE}[\s-]+){{0,3}}{_HEAD}(?!\w))"
"""The source of a pattern that matches the title of an office: "Vice-Chairman", "Selectmen's Rep.", "PW Director"."""
OFFICE_HEAD: Final = lazy_regex(
    r"Vice|Chai|Alt|Ex|Rep|Mayor|President|Counc|Counsel|Alderm|Moderator|Clerk|Treasurer|Secretary|Administrat|Manager|"
    r"Officer|Director|Planner|Superintendent|Commissioner|Trustee|Member|Chief|Attorney|Recorder|Engineer|Assessor|"
    r"Collector|Inspector|Agent|Harbor|Warden|Constable|Sexton|Librarian|Marshal|Registrar|Select|Assistant|ZEO|CEO|PWD"
)
"""How every head of `OFFICE` begins, as plain letters: a page of other words is passed over at once."""
_WHOLE: Final = lazy_regex(rf"{OFFICE}(?:/{OFFICE})*", re.IGNORECASE)
_SPELLINGS: Final = (
    ("vice chair", r"vice[- ]?chai[rt]"),
    ("acting chair", r"(?:acting|interim)[- ]?chair"),
    ("chair", r"chai[rt]"),
    ("alternate", r"alt"),
    ("ex officio", r"ex[- ]?officio|\brep"),
    ("council president", r"(?:council\s+)?president"),
    ("town administrator", r"town\s+administrator"),
    ("public works director", r"(?:public\s+works|pw)\s+director|pwd"),
    ("zoning officer", r"zoning\s+officer|zeo"),
)
_MEMBERS: Final = lazy_regex(
    r"(?:council\s+)?(?:council|alder|select|member|trustee|commissioner)(?:l?ors?|m[ae]n|wom[ae]n|persons?|members?|s)?",
    re.IGNORECASE,
)
SINGLE: Final = frozenset(
    {
        "chair",
        "vice chair",
        "acting chair",
        "mayor",
        "council president",
        "moderator",
        "town administrator",
        "treasurer",
    }
)
"""Offices one person holds at a time: whoever was named last holds it now, as far as the records go."""

OF_A_BODY: Final = frozenset({"chair", "vice chair", "acting chair", "alternate", "ex officio", "member", "secretary"})
"""Offices that every body has; any other is the town's, whichever body's roll call names it."""


def title_in(text: str) -> str:
    """The title a piece of text is, as printed; empty when it is more or less than a title."""
    words = " ".join(text.split()).strip(" ,.:–—-()")
    return words if words and (_WHOLE.fullmatch(words) or _WHOLE.fullmatch(f"{words}.")) else ""


def office_of(title: str) -> str:
    """The plain name of an office: "Chairman" and "Chairperson" are "chair"; any other title in small letters."""
    plain = " ".join(title.replace("’", "'").split()).lower().removeprefix("the ").rstrip(".")
    for name, spelling in _SPELLINGS:
        if re.search(spelling, plain):
            return name
    return "member" if _MEMBERS.fullmatch(plain) else plain


# "who is the chair of", "who's the current planning board chairman", "who served as moderator"
_WHO_HOLDS: Final = lazy_regex(
    rf"\bwho(?:['’]s|\s+(?:is|was|are|were|serve[sd]?|acts|acted))\b[^?.,;]{{0,60}}?\b(?P<title>{OFFICE})\b"
    rf"|\b(?:the\s+)?names?\s+of\b[^?.,;]{{0,40}}?\b(?P<named>{OFFICE})\b|\bwho\s+(?P<verb>chairs|chaired)\b"
    r"|\bwho(?:['’]s|\s+(?:is|was|are|were|sits|sat|serves|served))\s+(?:currently\s+)?on\s+the\b",
    re.IGNORECASE,
)
_ACTS: Final = lazy_regex(
    r"\b(?:vot|mov|second|said|ask|propos|request|appl|oppos|approv|den[iy]|sign|recus|abstain)\w*", re.I
)
# "Who chairs a joint hearing …" asks for a rule, not for the holder of an office
_ANY_BODY: Final = lazy_regex(r"\s+(?:of\s+)?(?:an?|any|each|every)\b", re.IGNORECASE)


# "our rep to the planning commission" sits on no board of the town
_SENT: Final = lazy_regex(r"\s+to\b", re.IGNORECASE)


def office_asked(question: str) -> str:
    """The office whose holder a question asks for, by its plain name ("chair", "member"); empty for one that asks for
    anything else, such as who voted or who spoke."""
    found = _WHO_HOLDS.search(question)
    if found is None or _ACTS.search(question) or asks_any_holder(question):
        return ""
    title = found["title"] or found["named"]
    office = office_of(title) if title else "chair" if found["verb"] else "member"
    return "" if office == "ex officio" and _SENT.match(question, found.end()) else office


def asks_any_holder(question: str) -> bool:
    """Whether a question asks who holds an office of any body of a kind ("who chairs a joint hearing"): a rule answers
    it, and no roll call does."""
    found = _WHO_HOLDS.search(question)
    return found is not None and bool(_ANY_BODY.match(question, found.end()))
