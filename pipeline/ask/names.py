"""Proper names, places and identifiers in a text: what a question is about, in the writer's own words.

Pure functions. Everything returned is a slice of the text (blanks squeezed), never a guess; towns, boards, months and
statute references are found elsewhere and are not names here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache

from pipeline.ask.lexicon import NOT_NAMES, PLACE_NOUNS, STREET_NOUNS
from pipeline.ask.phrases import first_seen
from vault.facts.names import named_in
from vault.states.names import GOVERNING_BOARDS, STATES
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, fold

__all__ = [
    "find_identifiers", "find_names", "frequent_names", "identifier_key", "says_identifier",
    "state_asked", "street_spellings", "without_identifiers", "without_names",
]  # fmt: skip

_ALSO_TOWNS = frozenset({"Washington"})
"""Names of states that are towns elsewhere: only "Washington law" and "the state of Washington" are the state."""
# "Texas Road", "Maine Drilling": a capital after the name goes on with it
_NAME_GOES_ON = lazy_regex(r"\s+[A-Z][a-z]")
_STREET = "|".join(sorted(STREET_NOUNS, key=len, reverse=True))
_ADDRESS = lazy_regex(
    # "15 Quarry Hill Road", "1615 Route 16", "4 Spruce Ln"; the number is not a day ("6 PM Main Street" has none)
    rf"(?<![$\w])\d{{1,5}}[A-Z]?\s+(?:(?i:route|rte\.?|highway|hwy\.?|nh)\s+\d+[A-Z]?"
    rf"|(?:[A-Z][\w'’]+\s+){{1,3}}(?i:{_STREET})\b)"
)
_SHORT_STREETS = {
    "road": "rd", "street": "st", "lane": "ln", "avenue": "ave", "drive": "dr", "court": "ct", "highway": "hwy",
    "route": "rte",
}  # fmt: skip
_SPELT_STREETS = (
    *(("road", "rd"), ("street", "st"), ("lane", "ln"), ("avenue", "ave", "av"), ("drive", "dr"), ("court", "ct")),
    *(("highway", "hwy"), ("route", "rte", "rt"), ("circle", "cir"), ("terrace", "ter"), ("boulevard", "blvd")),
)
"""How records spell each word for a street, in full first."""
_STREETS = lazy_regex(rf"\b(?:{'|'.join(_SHORT_STREETS)})\b")
_IDENTIFIERS = (
    # "Map 34 Lot 12", "Tax Map 12, Lot 5-2"
    lazy_regex(r"\b(?:tax\s+)?map\s+#?[\w.-]+,?\s+(?:block\s+\w+,?\s+)?lots?\s+#?[\w.-]*\w", re.IGNORECASE),
    # "case #25-03-LM", "ZBA 24-07", "docket 2019-CV-0069"
    lazy_regex(r"(?<![\w:/$.-])#?\d{2,4}-(?:[A-Z]{1,4}-)?\d{1,5}(?:-[A-Z]{1,5})?(?![\w/:-])(?!\s*%)"),
    # "Article 31", "warrant articles 5"
    lazy_regex(r"\barticles?\s+#?\d{1,3}[A-Z]?\b", re.IGNORECASE),
    # "HB 164", "SB 2", "CACR 12", "House Bill 164"
    lazy_regex(
        r"\b(?:HB|SB|CACR|HCR|SCR|HR|House\s+Bill|Senate\s+Bill)\s*\d{1,4}(?:-FN(?:-[AL]){0,2})?\b", re.IGNORECASE
    ),
    # "case number 14", "docket no. 2021-0123"
    lazy_regex(
        r"\b(?:case|docket|permit|application|ordinance|resolution)\s+(?:no\.?|number|#)\s*#?[\w-]*\d[\w-]*",
        re.IGNORECASE,
    ),
)

_YEAR_RANGE = lazy_regex(r"(?:19|20)\d\d-(?:(?:19|20)?\d\d)|(?:19|20)\d\d-(?:0[1-9]|1[0-2])")
""" "2024-2025" and "2025-26" are years, "2025-10" a month: no case numbers."""

# "Route 16", "Ward 3": a word whose number belongs to the name
_NUMBERED = lazy_regex(r"\b(?:Route|Rte\.?|Highway|Hwy\.?|Phase|Precinct|District|Ward)\s+\d+[A-Z]?\b")
_PLAIN_PLACES = (
    "park", "pond", "lake", "river", "brook", "beach", "bridge", "dam", "cemetery", "trail", "mountain", "island",
    "harbor",
)  # fmt: skip
"""Nouns that make a name of the words before them even without capitals; "late property" is no place."""
_PLACE = lazy_regex(
    # "constitution park", "the mill brook bridge" written without capitals
    rf"\b((?:[a-z][\w'’]+\s+){{1,2}}(?:{'|'.join(_PLAIN_PLACES)}))\b"
)
_QUOTED = lazy_regex(r"[\"“]([^\"”\n]{3,60})[\"”]")
_GENERIC_TEXT = """
    town public new old local municipal state county city private real personal common fire police high middle
    elementary senior community voting polling transfer parking dog zoning building tax school road land water
    sewer planning select budget annual special village my our your this that own whole some any every each main
    said abandoned summer winter former existing town-owned property charter district parks total assessed
"""
_GENERIC = frozenset(_GENERIC_TEXT.split())


_NO_NAME = lazy_regex(r"[FfTt][Yy]\d+|[IVX]+|\w+['’](?:m|ve|re|ll|d|t)")
""" "FY2027" is a time and "VI" a number."""
_BODY_WORDS = frozenset(
    ("board", "committee", "commission", *GOVERNING_BOARDS, "council", "trustees", "zba", "department")
)


def _named(text: str) -> tuple[str, ...]:
    """The names of the text that are no body, without question words, in order."""
    found = [(one.start, one.text) for one in named_in(text) if one.kind != "body"]
    found += [(match.start(), match.group()) for match in _NUMBERED.finditer(text)]
    return tuple(name for _, run in sorted(found) if _is_name(name := _trim(run)))


def _is_name(run: str) -> bool:
    parts = [part for part in run.split() if part.lower() not in NOT_NAMES | STOP_WORDS and len(part) > 1]
    if not parts or _BODY_WORDS & set(run.lower().split()) or _NO_NAME.fullmatch(run):
        return False
    return not all(part.isdigit() or part.lower() in STREET_NOUNS for part in parts) or run.lower().startswith("route ")


def _trim(run: str) -> str:
    """The run without leading question words and trailing link words: "Did Mill Brook Park" -> "Mill Brook Park"."""
    parts = run.split()
    while parts and parts[0].lower() in NOT_NAMES - {"new", "select"}:
        parts = parts[1:]
    while parts and parts[-1].lower() in STOP_WORDS | {"&"}:
        parts = parts[:-1]
    return " ".join(parts)


def find_identifiers(text: str) -> tuple[str, ...]:
    """Case, article, bill, map and lot, docket numbers and street addresses as written, in order of appearance."""
    found: list[tuple[int, int, str]] = []
    for pattern in (_ADDRESS, *_IDENTIFIERS):
        for match in pattern.finditer(text):
            start, end, item = match.start(), match.end(), match.group()
            if _YEAR_RANGE.fullmatch(item) or any(start < e and s < end for s, e, _ in found):
                continue
            found.append((start, end, item))
    return first_seen(item for *_, item in sorted(found))


def without_identifiers(text: str) -> str:
    """The text with a blank for each of its case numbers, parcels and addresses."""
    for one in find_identifiers(text):
        text = text.replace(one, " ")
    return text


def _without(text: str, names: tuple[str, ...]) -> str:
    """The text with the names turned into breaks, unless a name opens a longer one ("Pine Hollow Road")."""
    nouns = "|".join((*PLACE_NOUNS, *STREET_NOUNS))
    for name in sorted(filter(None, names), key=len, reverse=True):
        pattern = rf"(?i:\b{re.escape(name)}\b)(?!\s+(?:[A-Z]\w+\s+)?(?:{nouns.title()})\b)"
        text = re.sub(pattern, " ; ", text)
    return text


def find_names(text: str, exclude: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Proper names and named places of the text, as written, in order, at most ten.

    `exclude` (towns, boards) are not returned; a name that only repeats one of them is left out too.
    """
    barred = {name.lower() for name in exclude}
    plain = _without(text, exclude)
    quoted = [match.group(1).strip(" .,") for match in _QUOTED.finditer(text)]
    places = [_place(match.group(1)) for match in _PLACE.finditer(plain)]
    found = first_seen([*_named(plain), *quoted, *places])
    kept = [name for name in found if name.lower() not in barred and _is_name(name)]
    return tuple(name for name in kept if not _inside_another(name, kept))[:10]


def _place(written: str) -> str:
    """A place written small, without the words that are no part of its name; empty when nothing is left of it."""
    parts = written.split()
    name = [part for part in parts[:-1] if part.lower() not in _GENERIC | STOP_WORDS | NOT_NAMES]
    return " ".join([*name, parts[-1]]) if name and written.endswith(" ".join([*name, parts[-1]])) else ""


def _inside_another(name: str, names: list[str]) -> bool:
    return any(name != other and f" {name.lower()} " in f" {other.lower()} " for other in names)


def _standing(name: str) -> int:
    """How well a name tells what a text is about: 0 a place, 1 another name of several words, 2 one word."""
    parts = name.lower().split()
    if len(parts) > 1:
        return 0 if parts[-1] in PLACE_NOUNS or parts[-1] in STREET_NOUNS or parts[0] == "route" else 1
    return 2


def frequent_names(text: str, exclude: tuple[str, ...] = (), limit: int = 5) -> tuple[str, ...]:
    """The names a longer text is about: places first, then other names of several words, the most frequent first.

    Single words (surnames, initials) come only when the text has no longer name. Empty for a text without names.
    """
    barred = {name.lower() for name in exclude} | {"mr", "ms", "mrs", "dr"}
    plain = _without(text, exclude)
    runs = [*_named(plain), *(_place(match.group(1)) for match in _PLACE.finditer(plain))]
    counted = Counter(run for run in runs if run and run.lower() not in barred and not (" " in run and run.isupper()))
    ranked = sorted(counted, key=lambda name: (_standing(name), -counted[name]))
    longer = [name for name in ranked if _standing(name) < 2]
    return tuple(first_seen(longer or ranked)[:limit])


def without_names(text: str, names: tuple[str, ...]) -> str:
    """The text without what only names say: "Charter Oak Cemetery" leaves "Cemetery", and no charter."""
    for name in names:
        *lead, last = name.split()
        rest = last if lead and last.lower() in PLACE_NOUNS else " "
        text = re.sub(rf"\b{re.escape(name)}\b", rest, text)
    return text


def identifier_key(text: str) -> str:
    """The text folded with everything but letters, digits, hyphens and colons removed ("# 25-03-LM" -> "25-03-lm"),
    streets in their short form ("4 Mill Road" -> "4millrd")."""
    return re.sub(r"[^a-z0-9:\-]", "", _short_streets(fold(text)))


def _short_streets(text: str) -> str:
    """A folded text with the words for streets as records shorten them ("mill road" -> "mill rd")."""
    return _STREETS.sub(lambda found: _SHORT_STREETS[found.group()], text)


def street_spellings(text: str) -> tuple[str, ...]:
    """A folded text as it is, then with the word for a street that it ends with (or begins with: "route 16") in each
    other spelling of records ("mill road", "mill rd")."""
    parts = text.split()
    found = [text]
    for place in (len(parts) - 1, 0) if len(parts) > 1 else ():
        same = next((one for one in _SPELT_STREETS if parts[place] in one), ())
        found += [" ".join((*parts[:place], word, *parts[place + 1 :])) for word in same]
    return tuple(dict.fromkeys(found))


def says_identifier(text: str, keys: Collection[str]) -> bool:
    """Whether a text names a case, parcel or address of these keys: "14 Mill Lane" is not "4 Mill Lane"."""
    if not keys:
        return False
    named, flat = set(map(identifier_key, find_identifiers(text))), identifier_key(text)
    return not named.isdisjoint(keys) or any(re.search(rf"(?<!\d){re.escape(key)}(?!\d)", flat) for key in keys)


def state_asked(text: str) -> str:
    """The state whose law or towns a question is about, by name: "under Ohio law", "in a Maine town", "polls in
    Vermont?"; "" for none, for several, and for a name that only stands beside others ("Texas Road")."""
    asked = {
        name
        for name in STATES
        for found in _of_state(name).finditer(text)
        if found["own"] or not _NAME_GOES_ON.match(text, found.end())
    }
    return asked.pop() if len(asked) == 1 else ""


@lru_cache(maxsize=64)
def _of_state(name: str) -> re.Pattern[str]:
    own = rf"{re.escape(name)}(?P<own>['’]s)?"
    law = r"(?:state |municipal )?(?:law|statutes?|code|rules?|constitution|towns?|cit(?:y|ies)|voters?|residents?)"
    before = "in|under" if name not in _ALSO_TOWNS else r"state of|in the state of"
    return re.compile(rf"(?<!\w)(?P<in>(?:{before})\s+(?:an?\s+)?)?{own}(?(in)(?!\w)|(?=\s+{law}\b))", re.IGNORECASE)
