"""Who issued a document of the state: bodies of a closed list, courts, the municipal association; and which state.

A body counts only where an issuer stands, in the file name or the title lines. A town's own department is not on the
list, and a text that quotes the state is not issued by it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from vault.states.names import STATES
from vault.states.places import state_bodies, towns
from vault.text.patterns import lazy_regex
from vault.types import Page

__all__ = ["Issuer", "is_of_another", "issuer_of", "names_state", "state_of"]

_TITLE_LINES: Final = 8
_NHMA: Final = lazy_regex(r"\bNHMA\b|\bNew Hampshire Municipal Association\b", re.IGNORECASE)
_COURT_LINE: Final = lazy_regex(
    r"^(?:the\s+)?(?:state of new hampshire\s+)?(?:superior|supreme|circuit)\s+court$|"
    r"\bthe supreme court of new hampshire\b|"
    r"\bthis opinion is subject to motions for rehearing\b",
    re.IGNORECASE,
)
_STATE_LAW: Final = lazy_regex(
    r"\brevised statutes\b|\bRSA\s+\d|\bNew Hampshire (?:law|statutes)\b|\bthe general court\b", re.IGNORECASE
)


class _Marks(NamedTuple):
    """What tells a state in a text: its names, citations that only its papers are full of, one citation of its code."""

    names: str
    code: str = ""
    cited: str = ""


_MAINE_CODE: Final = r"\bM\.R\.S\.(?:A\.)?"
_DC_CODE: Final = r"\bD\.C\. (?:Official )?Code\b"
_MARKS: Final = {
    "NH": _Marks(r"new hampshire|n\.h\.|nh"),
    "VT": _Marks("vermont", r"\bV\.\s?S\.\s?A\.|\bV\.S\. 1947\b", r"\b\d+ V\.\s?S\.\s?A\."),
    "MA": _Marks(
        "massachusetts",
        r"(?i:\bM\.?G\.?L\.?\b|\bCommonwealth of Massachusetts\b)",
        r"\bM\.?G\.?L\.? (?:c\.|ch)",
    ),
    "ME": _Marks("maine", _MAINE_CODE, _MAINE_CODE),
    "OR": _Marks("oregon", r"\bORS\s+\d{1,3}[A-C]?\.\d{3}\b|\b\d{3}\.\d{3}\s+[A-Z]", r"\bORS (?:Chapters? )?\d"),
    "CT": _Marks("connecticut", r"\bC\.G\.S\.|\bConnecticut General Statutes\b"),
    "RI": _Marks("rhode island", r"\bR\.I\. Gen\. Laws\b"),
    "NY": _Marks("new york"),
    "DC": _Marks("district of columbia", _DC_CODE, _DC_CODE),
}
# First words of file names that say a state: "vt-title-24"; not "or", "me", "in", which are words.
_NAME_STATES: Final = lazy_regex(r"^(nh|vt|ma|ct|ri|ny|dc)[\W_]", re.IGNORECASE)
_BY_NAME: Final = {name.lower(): code for name, code in STATES.items()}
# "Vermont" or "VT 05001" after the name of a place; a name may be a person's before another
_PLACED: Final = (
    rf"(?:(?i:({'|'.join(STATES)})\b)(?! [A-Z][a-z])|({'|'.join(STATES.values())})\b(?=\W+\d{{5}}\b|\s*(?:\n|\Z)))"
)
# "Source: New Hampshire General Court (https://...)": where someone else took it from.
_QUOTED_SOURCE: Final = lazy_regex(r"(?:source|retrieved from|adapted from|based on|copied from)\b", re.IGNORECASE)
_MIN_CODES: Final = 5
_MIN_NAMED: Final = 2
_HEAD_CHARS: Final = 20_000


class Issuer(NamedTuple):
    """The state body a document comes from (canonical name, empty when none) and how it is known."""

    name: str = ""
    in_name: bool = False
    is_court: bool = False
    is_nhma: bool = False
    speaks_of_state_law: bool = False
    line: int = 0
    """Index of the title line that names the body."""


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Canonical body and pattern; acronyms match in capitals only."""
    patterns: list[tuple[str, re.Pattern[str]]] = []
    for name, aliases in state_bodies("NH").items():
        words = "|".join(re.escape(alias).replace(r"\ ", r"\s+") for alias in aliases if not alias.isupper())
        acronyms = "|".join(re.escape(alias) for alias in aliases if alias.isupper())
        parts = [f"(?i:{words})"] * bool(words) + [acronyms] * bool(acronyms)
        patterns.append((name, re.compile(rf"\b(?:{'|'.join(parts)})\b")))
    return tuple(patterns)


@cache
def _name_tokens() -> dict[str, str]:
    tokens = {
        alias.lower(): name for name, aliases in state_bodies("NH").items() for alias in aliases if alias.isupper()
    }
    return {token: name for token, name in tokens.items() if " " not in token}


def issuer_of(name: str, lines: Sequence[str]) -> Issuer:
    """The issuer by file name, else by the first title lines; an empty one for a paper of no listed body."""
    lines = [line for line in lines if not _QUOTED_SOURCE.match(line)]
    words = re.split(r"[\W_]+", name.lower())
    head = " ".join(lines[:_TITLE_LINES])
    is_nhma = "nhma" in words or bool(_NHMA.search(" ".join(lines[:3])))
    law = bool(_STATE_LAW.search(" ".join(lines[:3])))
    courts = any(_COURT_LINE.search(line) for line in lines[:_TITLE_LINES])
    token = next((_name_tokens()[word] for word in words if word in _name_tokens()), "")
    if token and not courts:
        return Issuer(token, in_name=True, is_nhma=is_nhma, speaks_of_state_law=law)
    found = [(match.start(), body) for body, pattern in _patterns() if (match := pattern.search(head))]
    start, body = min(found) if found else (0, "")
    line = sum(start > len(" ".join(lines[:index])) for index in range(1, min(len(lines), _TITLE_LINES)))
    if is_nhma and not body:
        body = "NH Municipal Association"
    return Issuer(body, is_court=courts, is_nhma=is_nhma, speaks_of_state_law=law, line=line)


def names_state(state: str, pages: Sequence[Page]) -> bool:
    """Whether the first words of the pages name the state, or cite its law."""
    text = "\n".join(page.text for page in pages)[:_HEAD_CHARS]
    marks = _MARKS.get(state) or _Marks(next((name for name, code in STATES.items() if code == state), state))
    named = re.search(rf"\b(?:{marks.names})\b", text, re.IGNORECASE)
    return bool(named or (re.search(marks.cited, text) if marks.cited else _STATE_LAW.search(text)))


def is_of_another(state: str, pages: Sequence[Page]) -> bool:
    """Whether the first words of the pages name another state several times, and this one never."""
    text = "\n".join(page.text for page in pages)[:_HEAD_CHARS]
    named = Counter(STATES[found] for found in re.findall(rf"\b(?:{'|'.join(STATES)})\b", text))
    return state not in named and max(named.values(), default=0) > _MIN_NAMED


def state_of(name: str, pages: Sequence[Page], town: str = "") -> str:
    """Two-letter jurisdiction by file name, by what stands after the town, by the title lines or by the citations the
    text is full of; NH by default."""
    match = _NAME_STATES.match(name)
    if match:
        return match[1].upper()
    said = "\n".join(page.text for page in pages)[: 2 * _HEAD_CHARS]
    beside = Counter(map(_code, re.findall(rf"(?i:\b{re.escape(town)}),? {_PLACED}", said))) if town else Counter()
    if beside:
        return beside.most_common(1)[0][0]
    text = said[:_HEAD_CHARS]
    counts = {state: len(re.findall(marks.code, text)) for state, marks in _MARKS.items() if marks.code}
    best = max(counts, key=lambda state: counts[state])
    if counts[best] >= _MIN_CODES and not re.search(r"\bRSA\s+\d", text):
        return best
    head = text[:600]
    if re.search(rf"\b(?:{_MARKS['NH'].names})\b", head, re.IGNORECASE):
        return "NH"
    named = [state for state, marks in _MARKS.items() if re.search(rf"\b(?:{marks.names})\b", head, re.IGNORECASE)]
    return named[0] if len(named) == 1 else _only_state(text, "" if town in towns() else said)


def _code(found: tuple[str, ...]) -> str:
    """The letters of a state as `_PLACED` found it: its name or those letters."""
    return _BY_NAME.get(found[0].lower(), found[-1])


def _only_state(text: str, said: str) -> str:
    """The state of a text that cites one state's code, or names one state twice, and nowhere speaks of ours; or the one
    that all of what is `said` places something in ("State of Oregon", "Alder Falls, VT 05001")."""
    if re.search(rf"\bRSA\b|\b(?:{_MARKS['NH'].names})\b", text, re.IGNORECASE):
        return "NH"
    cited = [state for state, marks in _MARKS.items() if marks.cited and re.search(marks.cited, text)]
    named = [
        state
        for state, marks in _MARKS.items()
        if len(re.findall(rf"\b(?:{marks.names})\b", text, re.IGNORECASE)) >= _MIN_NAMED
    ]
    placed = list({_code(found) for found in re.findall(rf"\b(?:(?i:state of)|[A-Z][A-Za-z]+,) {_PLACED}", said)})
    return next((found[0] for found in (cited, named, placed) if len(found) == 1), "NH")
