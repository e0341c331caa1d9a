"""What a court's paper calls its case, by the parties at its head; no other paper has one."""

from __future__ import annotations

import re
from typing import Final

from vault.intake.titles import bared, cased

__all__ = ["case_name"]

_CASE_CHARS: Final = 3000
_LINE_CHARS: Final = 160
# "v." alone or between two parties; "Plaintiffs," below a party; "In re Lamp Lot", which has none
_VERSUS: Final = re.compile(r"(?:^|(?<=[\w.,)] ))(?:v|vs)\.?(?:$| (?=[A-Z]))")
_ROLE: Final = re.compile(
    r"on appeal from.*|"
    r"[\W\d]*(?:(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|intervenor)s?\W*(?:and)?\W*)+",
    re.IGNORECASE,
)
_NO_PARTIES: Final = re.compile(
    r"(?:in re:?|(?:in the )?matter of|appeal of|petition of|estate of)\W+\w", re.IGNORECASE
)
_MORE_PARTIES: Final = re.compile(r",.*|\s(?:&|and) a\.?$|\set al.*|(?<=[a-z])\d+$", re.IGNORECASE)


def case_name(text: str) -> str:
    """ "Lamp School District v. State of New Hampshire" of the head of a court's paper, the first party of each side;
    "In re Lamp Lot"; empty where it names no case."""
    stripped = (re.split(r"\s{3,}|\s+\)", line.strip(" \t)(|§:*_"))[0] for line in text[:_CASE_CHARS].split("\n"))
    lines = [line for line in stripped if line and not _ROLE.fullmatch(line)]
    for at, line in enumerate(lines):
        if _NO_PARTIES.match(line) and len(line) < _LINE_CHARS:
            return cased(bared(line))
        between = _VERSUS.search(line) if len(line) < _LINE_CHARS else None
        if not between:
            continue
        first = at if between.start() else at - 1
        while first > 0 and (lines[first - 1].endswith(",") or re.match(r"(?i)and\b", lines[first])):
            first -= 1
        one = line[: between.start()] if first == at else lines[max(first, 0)]
        sides = (one, line[between.end() :] or "".join(lines[at + 1 : at + 2]))
        named = [cased(re.sub(r"(?i)^the ", "", _MORE_PARTIES.sub("", side.strip()))) for side in sides]
        if all(re.match(r"[A-Z]\w", name) for name in named):
            return " v. ".join(named)
    return ""
