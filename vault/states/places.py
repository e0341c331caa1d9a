"""Gazetteer: New Hampshire towns with their counties, school districts, and the boards of local government.

Finds names in text by rule and table, on word boundaries, and gives each one spelling. It looks nothing up elsewhere,
guesses no town from a postcode or a person's name, and leaves an ambiguous name alone unless the words around it
speak of a place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

from vault.text.patterns import lazy_regex

__all__ = [
    "Found", "board_places", "boards", "canonical_board", "canonical_town", "find_boards", "find_towns", "is_ambiguous",
    "locate_towns",
    "state_bodies", "town_before_board", "towns",
]  # fmt: skip


class Found(NamedTuple):
    """A name found in a text: its canonical spelling and where the words stand."""

    name: str
    start: int
    end: int


# "Conway Road", "Merrimack River", "Carroll County", "Warren Avenue": a street, water or county, not the town.
_NOT_A_TOWN: Final = lazy_regex(
    r",?\s+d\.?\s?c\b|\s+(?:road(?!\s+agent)|rd|street|st|avenue|ave|drive|dr|lane|ln|way|circle|court|county|river|lake|pond|brook|mountains?|"
    r"mtn|highway|hwy|turnpike|tpke|bank|university|college|amendment|associates|law office|& sons?|llc|inc)\b",
    re.IGNORECASE,
)
# "Mount Washington", "Lake Wentworth", "Governor Wentworth", "Mr. Hill", "District of Columbia"
_NOT_BEFORE: Final = lazy_regex(
    r"\b(?:district\s+of|mount|mt\.?|lake|fort|camp|governor|gov\.?|mr\.?|mrs\.?|ms\.?|dr\.?|attorney|atty\.?|chief|selectman|chairman|"
    r"chair|chairperson|member|officer|sgt\.?|rep\.?|senator|judge|justice)\s+\Z",
    re.IGNORECASE,
)
# "in Freedom", "Town of Lee", "City of Dover"
_PLACE_BEFORE: Final = lazy_regex(
    r"(?:\b(?:town|city|village|towns|cities|residents|voters|selectmen|assessors)\s+of|\b(?:in|of|from|at|near|to|for))"
    r"\s+(?:the\s+)?\Z",
    re.IGNORECASE,
)
_STRONG_BEFORE: Final = lazy_regex(r"\b(?:town|city|village)\s+of\s+(?:the\s+)?\Z", re.IGNORECASE)
# "Lee, NH", "Freedom's planning board", "Hill Select Board", "Unity town meeting"
_PLACE_AFTER: Final = lazy_regex(
    r"(?:,?\s+(?:nh\b|n\.h\.|new hampshire\b)|(?:['’]s)?\s+(?:select\s?board|selectm[ae]n|planning board|zoning|zba\b|"
    r"budget|town\b|city (?:hall|council)|conservation|school|board\b|police|fire\b|highway|residents|voters|ordinance|"
    r"warrant|minutes))",
    re.IGNORECASE,
)
_STATE_AFTER: Final = lazy_regex(r",?\s+(?:nh\b|n\.h\.|new hampshire\b)", re.IGNORECASE)
# "Ossipee, Effingham and Freedom"
_LIST_JOINT: Final = lazy_regex(r"\s*(?:,\s*(?:and\s+|&\s*)?|and\s+|&\s*|or\s+)", re.IGNORECASE)
# "West Ossipee", "North Conway": a village of the town, unless the whole is a town itself ("North Hampton").
_VILLAGE: Final = r"(?:(?:north|south|east|west|center|centre|upper|lower)\s+)?"
# "Town of Alder Falls": a town the list does not know, said to be one.
_DECLARED: Final = lazy_regex(
    r"\b(?:Town|City|Village|Borough|Township|TOWN|CITY|VILLAGE|BOROUGH|TOWNSHIP)\s+(?:of|OF)\s+((?:[A-Z][A-Za-z'’-]+)(?:\s+[A-Z][a-zA-Z'’-]+)?)"
)
# "Pine Hollow Village District", "Wolfeboro Water Precinct"
_DISTRICT: Final = lazy_regex(
    r"\b((?:[A-Z][A-Za-z'’-]+\s+){1,4}(?:Village District|(?:Water|Fire|Lighting|Village) Precinct|"
    r"(?:Regional |Cooperative )?School District))\b"
)
# "Rivergrove City Council Meeting Minutes", "by the Rivergrove City Council"
_TOWN_BEFORE_BOARD: Final = lazy_regex(
    r"(?:^\W*|\b(?:[Tt]he|[Bb]y) )(?P<town>[A-Z][A-Za-z'’]+(?: [A-Z][A-Za-z'’]+)?) \Z"
)
_BODY_CHARS: Final = 40
"""Characters after a town's name in which a body's name ends."""
_NO_TOWN: Final = lazy_regex(
    r"\b(?:the|of|and|for|town|city|village|county|regular|special|joint|public|draft|approved|final|annual|municipal|"
    r"meeting|session|hearing|advisory|new|by|minutes|agenda|work|workshop|local|region(?:al)?|full|entire|said)\b",
    re.IGNORECASE,
)
_LINE_WORDS: Final = frozenset(
    {"planning", "zoning", "board", "select", "town", "meeting", "minutes", "ordinance", "budget", "new", "nh", "of"}
    | {"the", "selectmen", "warrant", "school", "county", "state", "municipal", "code", "charter", "city", "council"}
)


@cache
def _data(name: str) -> Mapping[str, object]:
    loaded: object = json.loads(files("vault").joinpath("data", name).read_text(encoding="utf-8"))
    return MappingProxyType(loaded) if isinstance(loaded, dict) else MappingProxyType({})


def _table(name: str, key: str = "") -> Mapping[str, tuple[str, ...]]:
    table: object = _data(name).get(key, {}) if key else _data(name)
    if not isinstance(table, Mapping):
        return {}
    return {str(k): tuple(map(str, v)) for k, v in table.items() if isinstance(v, (list, tuple))}


@cache
def towns(state: str = "NH") -> Mapping[str, str]:
    """Municipality to county of a state, alphabetical; empty for a state whose list is not held.

    Two places of one name (the town of Carroll, Carroll County) are told apart by their county only.
    """
    if state.upper() != "NH":
        return MappingProxyType({})
    pairs = sorted((name, county) for county, names in _table("places.json", "NH").items() for name in names)
    return MappingProxyType(dict(pairs))


@cache
def boards() -> Mapping[str, tuple[str, ...]]:
    """Canonical board name to the ways it is written, lower case except acronyms (which match in capitals only).

    A name of several words is one of them; a single word ("Treasurer") says too little to be taken for a body.
    """
    table = _table("boards.json").items()
    return MappingProxyType({name: ((name.lower(),) if " " in name else ()) + others for name, others in table})


@cache
def state_bodies(state: str = "NH") -> Mapping[str, tuple[str, ...]]:
    """The closed list of a state's official bodies and the ways they are written; empty if not held."""
    return MappingProxyType(dict(_table("state_bodies.json", state.upper())))


@cache
def _ambiguous() -> frozenset[str]:
    names = _data("places.json").get("ambiguous", [])
    return frozenset(map(str, names)) if isinstance(names, list) else frozenset()


def is_ambiguous(town: str) -> bool:
    """Whether a town's name is also a common word, a surname or a place elsewhere ("Freedom", "Warren")."""
    return town in _ambiguous()


@cache
def _district_names() -> Mapping[str, str]:
    table = _table("places.json", "districts").items()
    return {alias.lower(): name for name, aliases in table for alias in (name, *aliases, *_spoken_districts(name))}


def _spoken_districts(name: str) -> tuple[str, ...]:
    """What people call a district: "Governor Wentworth RSD" -> "Governor Wentworth school district", "... schools"."""
    stem = re.sub(r"\s+(?:RSD|Coop SD|SD)$", "", name)
    kinds = ("school district", "regional school district", "school board", "schools", "district")
    return tuple(f"{stem} {kind}" for kind in kinds) if stem != name else ()


def _alternatives(names: Iterable[str]) -> str:
    ordered = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", r"\s+").replace("'", "['’]?") for name in ordered)


@cache
def _place_pattern(extra: tuple[str, ...]) -> re.Pattern[str]:
    names = [*towns(), *extra]
    districts = _alternatives(_district_names())
    return re.compile(
        rf"\b(?:(?P<district>{districts})|(?P<side>{_VILLAGE})(?P<town>{_alternatives(names)}))\b", re.IGNORECASE
    )


@lru_cache(maxsize=16)
def _further(extra: tuple[str, ...]) -> tuple[str, ...]:
    """Those that are no towns of the tables, sorted; thousands are sorted once."""
    return tuple(sorted(set(extra) - set(towns())))


def find_towns(text: str, *, extra: Iterable[str] = ()) -> tuple[str, ...]:
    """Canonical names of towns and districts in `text`, each once, in order of appearance; longest match wins.

    `extra` are further known names, such as those a vault holds. An ambiguous name counts only in the context of a
    place ("Town of Lee", "in Freedom", "Hill, NH", "Unity Planning Board"). Empty when none is named.
    """
    return tuple(dict.fromkeys(found.name for found in locate_towns(text, extra=extra)))


def locate_towns(text: str, *, extra: Iterable[str] = ()) -> tuple[Found, ...]:
    """As `find_towns`, every mention with its place in `text`."""
    known = _further(tuple(extra))
    found: list[Found] = []
    for match in _place_pattern(known).finditer(text):
        hit = _place(text, match, known) or _listed(text, match, found)
        if hit:
            found.append(hit)
    taken = {index for hit in found for index in range(hit.start, hit.end)}
    for match in _DECLARED.finditer(text):
        if match.start(1) not in taken:
            name = _declared_name(match[1], text[match.end() : match.end() + _BODY_CHARS])
            if name:
                found.append(Found(name, match.start(1), match.start(1) + len(name)))
    for match in _DISTRICT.finditer(text):
        if match.start(1) not in taken and match.end() - 1 not in taken:
            found.append(Found(_short_district(" ".join(match[1].split())), *match.span(1)))
    return tuple(sorted(found, key=lambda hit: hit.start))


def _listed(text: str, match: re.Match[str], found: list[Found]) -> Found | None:
    """An ambiguous name that goes on a list of towns: "Wolfeboro, Tuftonboro and Freedom"."""
    if not found or not match["town"] or not match["town"][0].isupper():
        return None
    between = text[found[-1].end : match.start()]
    after = text[match.end() : match.end() + 20]
    if not _LIST_JOINT.fullmatch(between) or _NOT_A_TOWN.match(after) or re.match(r"\s+[A-Z][a-z]", after):
        return None
    return Found(_canonical(match["town"]), *match.span())


def _declared_name(words: str, after: str) -> str:
    """ "ALDER FALLS" -> "Alder Falls"; a second word that belongs to the sentence ("Lee Planning") is dropped, or to
    what goes on in capitals after it ("LEE PARK ADVISORY COUNCIL")."""
    first, _, second = " ".join(words.split()).partition(" ")
    if first.lower().endswith(("'s", "’s")):  # "Rivergrove's Land Code"
        first, second = first[:-2], ""
    goes_on = re.match(r"[ \t]+(?!\w+ING\b)([A-Z]{2,})\b", after) if words.isupper() else None
    is_longer = goes_on is not None and goes_on[1].lower() not in _LINE_WORDS
    is_longer = is_longer or bool(_board_pattern().match(second + after))  # "Alder Conservation Commission"
    kept = first if is_longer or second.lower() in _LINE_WORDS else f"{first} {second}".strip()
    return kept.title().replace("'S", "'s").replace("’S", "’s") if first.lower() not in _LINE_WORDS else ""


def town_before_board(line: str) -> str:
    """The name before a board, at the beginning of a line ("Rivergrove City Council Minutes") or after an article.

    It may be any name: whoever asks looks whether the text says it again.
    """
    before = (_TOWN_BEFORE_BOARD.search(line[: board.start()]) for board in _board_pattern().finditer(line))
    match = next(filter(None, before), None)
    name = match["town"].title() if match else ""
    return "" if _NO_TOWN.search(name) else name


def _short_district(name: str) -> str:
    return name.replace("Regional School District", "RSD").replace("Cooperative School District", "Coop SD")


def _place(text: str, match: re.Match[str], known: tuple[str, ...]) -> Found | None:
    if match["district"]:
        return Found(_district_names()[" ".join(match["district"].lower().split())], *match.span())
    name = _canonical(match["town"], known)
    whole = _canonical(match["side"] + match["town"], known)
    if whole in towns():
        name = whole
    before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 40]
    if _NOT_A_TOWN.match(after) or _NOT_BEFORE.search(before):
        return None
    if is_ambiguous(name) and not _speaks_of_place(before, after, match.group()):
        return None
    return Found(name, *match.span())


def _speaks_of_place(before: str, after: str, words: str) -> bool:
    if not before.strip() and not after.strip():
        return True  # the whole text is the name: an argument, a folder
    if _STRONG_BEFORE.search(before) or _STATE_AFTER.match(after):
        return True
    if not words[0].isupper():
        return False  # "the top of hill" is not Hill
    # A capitalised word before ("Jonathan Warren") makes it a surname, unless that word leads to a place.
    if re.search(r"[A-Z][a-z]+\.?\s+\Z", before) and not _PLACE_BEFORE.search(before):
        return False
    if re.match(r"\s+[A-Z][a-z]+", after) and not _PLACE_AFTER.match(after):
        return False
    return bool(_PLACE_BEFORE.search(before) or _PLACE_AFTER.match(after))


@cache
def _spellings(known: tuple[str, ...]) -> Mapping[str, str]:
    return {_key(name): name for name in (*known, *towns())}


def _key(name: str) -> str:
    return " ".join(name.lower().replace("'", "").replace("’", "").split())


def _canonical(words: str, known: tuple[str, ...] = ()) -> str:
    return _spellings(known).get(_key(words), " ".join(words.split()))


def canonical_town(name: str) -> str:
    """The list's spelling of a town or district ("OSSIPEE", "Town of Ossipee" -> "Ossipee"); else `name` trimmed."""
    bare = re.sub(r"^(?:the\s+)?(?:town|city)\s+of\s+", "", " ".join(name.split()), flags=re.IGNORECASE)
    bare = re.sub(r",?\s+(?:NH|N\.H\.|New Hampshire)$", "", bare, flags=re.IGNORECASE)
    district = _district_names().get(bare.lower())
    return district or _canonical(bare)


@cache
def _board_pattern() -> re.Pattern[str]:
    words = [alias for aliases in boards().values() for alias in aliases if not alias.isupper()]
    acronyms = [alias for aliases in boards().values() for alias in aliases if alias.isupper()]
    return re.compile(rf"\b(?:(?i:{_alternatives(words)})|(?:{_alternatives(acronyms)}))\b")


@cache
def _board_names() -> Mapping[str, str]:
    return {alias.lower(): name for name, aliases in boards().items() for alias in (name, *aliases)}


def find_boards(text: str) -> tuple[str, ...]:
    """Canonical names of boards in `text`, each once, in order of appearance; acronyms count in capitals only."""
    return tuple(dict.fromkeys(name for name, _, _ in board_places(text)))


def board_places(text: str) -> tuple[tuple[str, int, int], ...]:
    """Each mention of a board in `text` by its canonical name, with where it begins and ends."""
    found = ((_board_names().get(_spaced(match.group())), *match.span()) for match in _board_pattern().finditer(text))
    return tuple((name, start, end) for name, start, end in found if name)


def canonical_board(text: str) -> str:
    """The one name of a board: "Board of Selectmen", "Selectboard", "BOS" -> "Select Board"; else `text` trimmed.

    Only a whole name is translated: "Planning Board Subcommittee" stays as it is.
    """
    bare = re.sub(r"^the\s+", "", _spaced(text, lower=False), flags=re.IGNORECASE)
    return _board_names().get(bare.lower().removesuffix("'s"), bare)


def _spaced(text: str, *, lower: bool = True) -> str:
    words = " ".join(text.replace("’", "'").split())
    return words.lower() if lower else words
