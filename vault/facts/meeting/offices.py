"""Offices as records print them: which words name one, and the plain name under which every spelling is kept.

A table and its reading. It knows no person and no body.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["OFFICE", "SINGLE", "office_of", "title_in"]

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
    r"Select(?:m[ae]n|wom[ae]n|persons?)|(?:(?:Executive|Administrative)\s+)?Assistant|[ZC]EO|PWD)"
)
OFFICE: Final = rf"(?:(?:the\s+)?(?:{_BEFORE}[\s-]+){{0,3}}{_HEAD}(?!\w))"
"""The source of a pattern that matches the title of an office: "Vice-Chairman", "Selectmen's Rep.", "PW Director"."""
_WHOLE: Final = re.compile(OFFICE, re.IGNORECASE)
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
_MEMBERS: Final = re.compile(
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
