"""What in a source holds up a claim: the best sentence, the share of words, and what was altered in a near copy.

Holds measures only. A share of words can find invention but not partial truth (0.905 against 0.759 area under the curve
on public claims), so it says "supported" or "weak" and refuses to say "false". An altered copy is another matter: a
sentence that is the source's but for a number, a name, a negation or a modal verb misquotes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from pipeline.check.read.case import SourceText, marks_of, pieces_of, stems_of
from pipeline.check.read.lexing import lex, worth_matches
from pipeline.check.rules.wordings import EXEMPTION, LIMITS, PROHIBITION, one_wording
from pipeline.quoting.locate import NOT_FOUND, Place, folded_text, locate
from vault.facts.dates import MONTH_NAMES
from vault.facts.figures import holds_figure
from vault.facts.names import TITLES
from vault.states.names import GOVERNING_BOARDS
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, stem
from vault.text.words import fold as fold_word
from vault.value import Value

__all__ = [
    "LEAD_IN",
    "SUPPORTED_SHARE", "BestPassage", "best_support", "closest_copy", "cut_negation", "near_copy", "stands_in_metadata",
    "verbatim_in",
]  # fmt: skip

SUPPORTED_SHARE = 0.55
"""Share of a claim's content words that its best passage must hold to be called supported."""


class BestPassage(Value):
    """The passage that holds up a claim best: its words verbatim, its source, the share 0..1, whether the claim
    stands there word for word."""

    text: str = ""
    source: SourceText | None = None
    share: float = 0.0
    verbatim: bool = False


class Alteration(Value):
    """One critical word that differs between a near copy and its source: what kind, what is claimed, what is held."""

    kind: str
    claimed: str
    held: str


class NearCopy(Value):
    """A claim that copies a sentence: words in common, what was altered, and whether the sentence holds every number,
    name, negation, modal verb and outcome of the claim."""

    matched: int
    alterations: tuple[Alteration, ...] = ()
    holds_all: bool = False


# "According to the minutes of May 6: ", "As recorded in the warrant, ": the sentence that is copied comes after it
LEAD_IN = lazy_regex(r"\A\W*(?:According to|As \w+ (?:in|by)|Per) [^:,“\"]{1,60}[:,]\s+", re.IGNORECASE)


def verbatim_in(claim: str, source: SourceText) -> Place:
    """Where the claim stands word for word in the source, its final mark aside; `NOT_FOUND` otherwise."""
    bare = claim.strip().rstrip(".;:,").strip('“”"').strip()
    return locate(bare, source.text, ocr=source.ocr) if len(bare.split()) > 2 else NOT_FOUND


def best_support(claim: str, sources: Sequence[SourceText]) -> BestPassage:
    """The best passage among the sources: one sentence, or two that follow each other when both are needed."""
    wanted = stems_of(claim)
    best = BestPassage()
    for source in sources:
        for text, share in _passages(wanted, source):
            if share > best.share:
                best = BestPassage(text=text, source=source, share=share)
    for source in sources:
        place = verbatim_in(claim, source)
        if place.rung != "not_found":
            text = _sentence_around(source.text, place.start)
            return BestPassage(text=text, source=source, share=1.0, verbatim=True)
    return best


def _sentence_around(text: str, offset: int) -> str:
    held = [piece for piece in pieces_of(text) if piece.start <= offset < piece.end]
    return " ".join(held[0].text.split()) if held else ""


def _passages(wanted: frozenset[str], source: SourceText) -> Iterator[tuple[str, float]]:
    about = stems_of(source.about)
    pieces = pieces_of(source.text)
    found = [wanted & stems_of(piece.text) for piece in pieces]
    for number, held in enumerate(found):
        if not held:
            continue
        text = " ".join(pieces[number].text.split())
        yield text, _share(held, wanted, about)
        if number + 1 < len(found) and found[number + 1] - held:
            both = f"{text} {' '.join(pieces[number + 1].text.split())}"
            # a little less than the sum, so that one sentence that says it all is preferred
            yield both, _share(held | found[number + 1], wanted, about) - 0.001


def _share(held: frozenset[str], wanted: frozenset[str], about: frozenset[str]) -> float:
    """Share of the wanted stems that stand in the passage; those in the metadata count, but not by themselves."""
    return len((held | about) & wanted) / len(wanted) if wanted and held else 0.0


# "$1,250.50", "25-03-LM", "91-A:3", "can't", "Osgood"; "yes-it" and "co-chair" are two words
_TOKEN = lazy_regex(r"\$?\d[\w.,:/-]*\w|\$?\d|[^\W\d_]+(?:['’][^\W\d_]+)*")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NO_NAMES = STOP_WORDS | TITLES
_INTERCHANGEABLE = _set("board select member members motion vote voters town") | frozenset(GOVERNING_BOARDS)
"""Capitalised words that a writer may put for one another without naming somebody or something else."""
_NEGATIONS = _set("no not never none nor neither without cannot") | {PROHIBITION, EXEMPTION}
_CONDITIONS = _set("unless except only until if before after")
_OBLIGES, _PERMITS = _set("must shall required"), _set("may can might could permitted authorized")
_MODALS = _OBLIGES | _PERMITS | _set("will should would prohibited forbidden")


def _stemmed(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


_WON = _stemmed("passed approved adopted granted carried accepted upheld favor yes yea yeas aye ayes supported allowed")
_LOST = _stemmed(
    "failed denied rejected defeated disapproved declined overturned opposed opposition against nay nays withdrawn"
)
_OUTCOMES = (
    _WON
    | _LOST
    | _stemmed(
        "tabled unanimous unanimously split narrowly increase decrease raise lower above below more less over under "
        "open close include exclude forbid"
    )
)
_NUMBER_WORDS = _set(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million first second "
    "third fourth fifth sixth seventh eighth ninth tenth half"
)
_MONTHS = {name[:3].lower(): name.lower() for name in MONTH_NAMES}
_NEAR_COPY = 0.6  # share of the claim's words that stand in the same order; below it the claim is a paraphrase
_SMALL = 6  # words of a changed run; a longer run is a rewriting, which the other rules judge


@lru_cache(maxsize=16384)
def _tokens(text: str) -> tuple[str, ...]:
    plain = _TIME.sub(_one_time, _NUMBER_SIGN.sub("", folded_text(text)))
    return tuple(_TOKEN.findall(one_wording(plain)))


# "Ordinance No. 12": the sign of a number, no negation
_NUMBER_SIGN = lazy_regex(r"\bNos?\.\s?(?=\d)")


# "7 p.m.", "7:00 PM": one token, "7:00pm"
_TIME = lazy_regex(r"\b(\d{1,2})(?::(\d\d))?\s?([ap])\.?\s?m\b\.?", re.IGNORECASE)


def _one_time(match: re.Match[str]) -> str:
    return f"{match[1]}:{match[2] or '00'}{match[3].lower()}m"


def _kind(token: str) -> str:
    low = token.lower()
    if any(character.isdigit() for character in token) or low in _NUMBER_WORDS:
        return "number"
    if low in _NEGATIONS or low.endswith("n't"):
        return "negation"
    if low in LIMITS:
        return "limit"
    if low in _CONDITIONS:
        return "condition"
    if low in _MODALS:
        return "modal"
    if stem(low) in _OUTCOMES:
        return "outcome"
    is_name = token[:1].isupper() and len(token) > 1 and low not in _NO_NAMES  # "E." marks an item of a list
    return "name" if is_name else ""


@lru_cache(maxsize=65536)
def _key(token: str) -> str:
    """What makes two tokens the same word: the stem, the digits of a sum without its marks, the month."""
    low = _ENDING.sub("", token.lower().replace("’", "'"))
    if low[-1:].isdigit():
        return low.lstrip("$").replace(",", "")
    if low[:3] in _MONTHS and low in (*_MONTHS.values(), low[:3], "sept"):
        return low[:3]
    if low in _OBLIGES or low in _PERMITS:
        return "shall" if low in _OBLIGES else "may"
    return low if _kind(token) in ("modal", "negation", "limit", "condition") else stem(fold_word(low))


_ENDING = lazy_regex(r"'s\Z|(?<=\ws)es\Z")
"""The possessive, and the plural of a name that ends in s: "the Marses", "the Mars's"."""


def _side(tokens: Sequence[str]) -> str:
    """Which way a run of words decides: "won", "lost" or neither; a negation turns it round."""
    keys = {stem(token.lower()) for token in tokens}
    won, lost = bool(keys & _WON), bool(keys & _LOST)
    turned = any(_kind(token) == "negation" for token in tokens)
    return "" if won == lost else "won" if won != turned else "lost"


def near_copy(claim: str, sentence: str) -> NearCopy | None:
    """How the claim copies the sentence, with every critical word changed, added or left out; None for a paraphrase."""
    ours, theirs = _tokens(claim), _tokens(sentence)
    our_keys, their_keys = [_key(token) for token in ours], [_key(token) for token in theirs]
    matcher = SequenceMatcher(None, our_keys, their_keys, autojunk=False)
    matched = sum(block.size for block in matcher.get_matching_blocks())
    if matched < 2 or matched < _NEAR_COPY * len(ours) or _scattered(matcher, matched):
        return None
    found: list[Alteration] = []
    for operation, i1, i2, j1, j2 in matcher.get_opcodes():
        if operation == "replace":
            left, right = _facing(ours[i1:i2], theirs[j1:j2], at_start=not i1, at_end=i2 == len(ours))
            if max(len(left), len(right)) <= _SMALL:
                found.extend(_replaced(left, right))
        elif operation == "insert" and i1 < len(ours):
            # inside the copy a short gap is read whole; before it, or across a long gap, only what touches it
            left_out = theirs[j1:j2] if i1 and j2 - j1 <= _SMALL else theirs[max(j1, j2 - 2) : j2]
            found.extend(_negated(left_out, dropped=True))
        elif operation == "delete" and i2 - i1 <= _SMALL // 2:
            found.extend(_negated(ours[i1:i2], dropped=False))
    critical = {_key(token) for token in ours if _kind(token)}
    return NearCopy(matched=matched, alterations=tuple(found), holds_all=critical <= set(their_keys))


def _scattered(matcher: SequenceMatcher[str], matched: int) -> bool:
    """Whether the common words lie so far apart in the source that they are no copy of anything."""
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    return blocks[-1].b + blocks[-1].size - blocks[0].b > 2 * matched + _SMALL


def _facing(
    ours: tuple[str, ...], theirs: tuple[str, ...], *, at_start: bool, at_end: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that face each other where a copy begins or ends and one side runs on: "According to the record:
    Osgood" against "Marsh" is Osgood against Marsh."""
    size = min(len(ours), len(theirs))
    cut = (*ours[:-size], *theirs[:-size]) if at_start else (*ours[size:], *theirs[size:])
    if size > 2 or at_start == at_end or any(_kind(token) == "number" for token in cut):
        return ours, theirs
    return (ours[-size:], theirs[-size:]) if at_start else (ours[:size], theirs[:size])


def stands_in_metadata(claim: str, source: SourceText) -> bool:
    """True when every critical word of the claim stands in the metadata of the source: framing such as "The minutes
    of May 20, 2025 record", which copies no sentence of the text."""
    held = {_key(token) for token in _tokens(source.about)}
    return all(_key(token) in held for token in _tokens(claim) if _kind(token))


def closest_copy(claim: str, sources: Sequence[SourceText]) -> NearCopy | None:
    """The copy with most words in common among the sentences of the sources; None when the claim copies none.

    An unaltered copy clears the claim only when it holds every critical word of it.
    """
    wanted = stems_of(claim)
    copies = [
        copy
        for source in sources
        for piece in pieces_of(source.text)
        if len(stems_of(piece.text) & wanted) * 3 >= len(wanted) and (copy := near_copy(claim, piece.text))
    ]
    return max(copies, key=_rank, default=None)


def _rank(copy: NearCopy) -> tuple[int, bool, int]:
    # Among copies of equal length one that holds every critical word clears the claim; failing that, one that shows
    # what was altered tells more than one that merely goes on differently.
    return copy.matched, copy.holds_all and not copy.alterations, len(copy.alterations)


def _replaced(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[Alteration]:
    yield from _figures_replaced(" ".join(ours), " ".join(theirs))
    if _side(ours) and _side(ours) == _side(theirs):
        return  # "rejected" for "did not approve", "approved" for "adopted"
    our_keys, their_keys = set(map(_key, ours)), set(map(_key, theirs))
    for kind in ("modal", "limit", "condition", "outcome", "name"):
        new = [token for token in ours if _kind(token) == kind and _key(token) not in their_keys]
        gone = [token for token in theirs if _kind(token) == kind and _key(token) not in our_keys]
        if kind == "name" and {token.lower() for token in (*new, *gone)} <= _INTERCHANGEABLE:
            continue
        if new and gone and (kind != "name" or max(len(ours), len(theirs)) <= _SMALL // 2):
            yield Alteration(kind=kind, claimed=" ".join(new), held=" ".join(gone))
    if len(ours) == len(theirs) == 1 and _kind(ours[0]) and _kind(theirs[0]) and _kind(ours[0]) != _kind(theirs[0]):
        yield Alteration(kind=_kind(theirs[0]), claimed=ours[0], held=theirs[0])
    bound = [token for token in theirs if token.lower() in ("if", "unless", "only")]
    if bound and len(theirs) <= 2 and not any(_kind(token) for token in ours):
        yield Alteration(kind="condition", claimed="", held=" ".join(bound))  # "said" for "asked if"
    turned = [token for token in ours if _kind(token) == "negation"]
    straight = [token for token in theirs if _kind(token) == "negation"]
    lets = [EXEMPTION in side for side in (turned, straight)]
    if bool(turned) != bool(straight) or lets[0] != lets[1]:
        yield Alteration(kind="negation", claimed=" ".join(turned), held=" ".join(straight))


def _figures_replaced(ours: str, theirs: str) -> Iterator[Alteration]:
    """Figures that stand where the source has others; a spelling of the same figure is no change."""
    held = marks_of(theirs)
    new = [
        mark.text
        for mark in marks_of(ours)
        if held and not holds_figure(held, mark) and not _is_rounded(mark.text, ours, theirs)
    ]
    if new:
        yield Alteration(kind="number", claimed=" ".join(new), held=" ".join(mark.text for mark in held))
    elif not held or not marks_of(ours):
        # section numbers, ordinals and numbers in letters are no figures to `marks_of`
        plain = [token for token in ours.split() if _kind(token) == "number"]
        other = [token for token in theirs.split() if _kind(token) == "number"]
        if plain and other and {_key(token) for token in plain}.isdisjoint(map(_key, other)):
            yield Alteration(kind="number", claimed=" ".join(plain), held=" ".join(other))


def _is_rounded(figure: str, ours: str, theirs: str) -> bool:
    """Whether a figure is one of theirs as far as the writer rounds it: "roughly $1.6 million" of $1,596,650."""
    told = [token.worth for token in lex(ours) if token.worth is not None and token.text in figure]
    held = [token.worth for token in lex(theirs) if token.worth is not None]
    return bool(told) and all(any(worth_matches(one, other) for other in held) for one in told)


def _negated(tokens: Sequence[str], *, dropped: bool) -> Iterator[Alteration]:
    turning = " ".join(token for token in tokens if _kind(token) == "negation")
    if turning:
        yield Alteration(kind="negation", claimed="" if dropped else turning, held=turning if dropped else "")


def cut_negation(text: str, start: int) -> str:
    """The negation that stands at most two words before `start` in the same sentence of a source, or ""."""
    piece = next((piece for piece in pieces_of(text) if piece.start <= start < piece.end), None)
    before = text[piece.start : start] if piece else ""
    if "\n" in before[-3:] and text[start : start + 1].isupper():
        return ""  # a new line that begins with a capital is a new entry of a list
    clause = re.split(r"[.:;!?]\s|\n\s*\n", before)[-1]
    found = next((token for token in _tokens(clause)[-2:] if _kind(token) == "negation"), "")
    ticked = found == "No" and text[start : start + 1].isupper()  # "Yes  No  Describe any building": a box to tick
    return "" if ticked else found
