"""Which words may stand for one another, which turn a statement round: two tables and the base form of a word.

Holds the reading of `same_words.tsv` and `opposite_words.tsv` and the irregular forms of English verbs. It refuses to
guess: a word that no table knows is only itself in another inflection.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from importlib.resources import files

from vault.states.names import GOVERNING_PLURALS
from vault.text.words import fold, stem

__all__ = ["base_of", "groups_of", "opposite", "phrases"]

_IRREGULAR_TEXT = """
go went gone goes|hold held|pay paid|say said|give gave given|make made|take took taken|buy bought|sell sold
leave left|keep kept|meet met|run ran|rise rose risen|fall fell fallen|send sent|tell told|speak spoke spoken
write wrote written|choose chose chosen|build built|bring brought|think thought|feel felt|begin began begun
do did done does|see saw seen|know knew known|get got gotten|lose lost|win won|spend spent|lend lent|lead led
find found|cut cutting|put putting|set setting|let letting|child children|person persons|man men|woman women
foot feet|add added adding|come came|become became|draw drew drawn|drive drove driven|break broke broken
stand stood|understand understood|hear heard|hurt hurting|lay laid|grow grew grown|throw threw thrown
show shown shows|withdraw withdrew withdrawn|strike struck|seek sought|teach taught|forgive forgave forgiven
forbid forbade forbidden|shrink shrank shrunk|have has had having|be is are was were been being am|bear bore borne
mean meant|deny denied denies denying denial|carry carried carries|apply applied applies|vary varied|occur occurred
"""
_IRREGULAR = {
    form: line.split()[0] for line in _IRREGULAR_TEXT.replace("\n", "|").split("|") if line for form in line.split()
} | GOVERNING_PLURALS


@lru_cache(maxsize=65536)
def base_of(word: str) -> str:
    """The base form of one word: "went" is "go", "approved" is what "approve" is; folded and stemmed."""
    low = fold(word).replace("’", "'")
    low = low.removesuffix("'s").removesuffix("'")
    return stem(_IRREGULAR.get(low, low))


def _phrase_key(phrase: str) -> tuple[str, ...]:
    return tuple(base_of(word) for word in phrase.replace("_", " ").replace("-", " ").split())


@cache
def _tables() -> tuple[dict[tuple[str, ...], frozenset[int]], dict[tuple[str, ...], set[tuple[int, int]]]]:
    data = files("pipeline") / "data"
    groups: dict[tuple[str, ...], set[int]] = defaultdict(set)
    sides: dict[tuple[str, ...], set[tuple[int, int]]] = defaultdict(set)
    for number, line in enumerate((data / "same_words.tsv").read_text("utf-8").splitlines()):
        if line and not line.startswith("#"):
            for phrase in line.split("\t"):
                groups[_phrase_key(phrase)].add(number)
    for number, line in enumerate((data / "opposite_words.tsv").read_text("utf-8").splitlines()):
        if line and not line.startswith("#"):
            for side, words in enumerate(line.split("\t")):
                for word in words.split():
                    sides[_phrase_key(word)].add((number, side))
    return {key: frozenset(held) for key, held in groups.items()}, sides


@cache
def phrases() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases of two or more words in the tables, by their first base form, longest first."""
    groups, sides = _tables()
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for key in dict.fromkeys((*groups, *sides)):
        if len(key) > 1:
            found[key[0]].append(key)
    return {first: tuple(sorted(held, key=lambda key: (-len(key), key))) for first, held in found.items()}


@lru_cache(maxsize=65536)
def groups_of(key: tuple[str, ...]) -> frozenset[int]:
    """The groups of the table that hold this word or phrase of base forms; none for most words."""
    return _tables()[0].get(key, frozenset())


@lru_cache(maxsize=65536)
def opposite(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """True when the table of opposites sets the two on different sides of one line, and none on the same side."""
    sides = _tables()[1]
    ours, theirs = sides.get(left, set()), sides.get(right, set())
    facing = any(a == c and b != d for a, b in ours for c, d in theirs)
    return facing and not (groups_of(left) & groups_of(right)) and not (ours & theirs)
