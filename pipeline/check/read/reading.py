"""A passage read once for comparison: its sentences as tokens, who acts in each, which words each figure belongs to.

Holds the reading of a record's prose. Who acts is said only where the words say it: a pronoun goes back to the person
named before, a name after a verb or a preposition is not the one who acts. It refuses to compare.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.names import COMMON_CAPITALS
from vault.facts.dates import MONTH_NAMES
from vault.facts.names import BODY_HEADS, PLACE_HEADS, PROGRAM_HEADS
from vault.states.names import GOVERNING_MEMBERS, GOVERNING_PLURALS
from vault.states.places import boards, towns
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS

__all__ = [
    "THINGS", "Actor", "Mention", "ReadSentence", "bodies_in", "body_in", "content", "fields_of", "is_acronym",
    "is_person", "mentions", "persons_in", "read_sentences",
]  # fmt: skip


class Actor(NamedTuple):
    """Who acts: a person by the lower-case words of the name, or a body by its canonical name."""

    words: frozenset[str] = frozenset()
    body: str = ""
    text: str = ""

    def is_same(self, other: Actor) -> bool:
        """True for the same body, or persons that share a name of more than a letter."""
        if self.body or other.body:
            return self.body == other.body
        return bool({word for word in self.words if len(word) > 1} & other.words)


class Mention(NamedTuple):
    """An actor in a sentence: token positions, and whether he stands as subject, after "by", or otherwise."""

    actor: Actor
    first: int
    last: int
    role: str


class ReadSentence(NamedTuple):
    """One sentence or row: tokens, the persons or bodies in it, the one who acts (its subject, or the person a pronoun
    goes back to), and half-open offsets into the passage."""

    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    subject: Actor | None
    start: int
    end: int


_TEXT_SHORT = """
    mr mrs ms dr st rd ave dr ln no nos art sec ch rte jr sr inc co ltd hon rep sen gov lt capt sgt dept approx
    est vs etc govt bldg amt acct mt ft min max abt avg incl mtg bd comm cmte sel treas eff orig prop
"""
_SHORT = frozenset(_TEXT_SHORT.split())
_SENTENCE_MARK = lazy_regex(r"[.;!?•▪·◦…]")


def _ends(tokens: tuple[Token, ...], at: int, text: str) -> bool:
    """Whether the break at this place ends a sentence or a row."""
    token = tokens[at]
    if token.text == "\n" or not token.text.strip():
        return _line_ends(tokens, at, text)
    if not _SENTENCE_MARK.search(token.text):
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.text == "." and after is not None and after.text.startswith("$"):
        return False  # "min. $200": no sentence begins with a sum
    if token.text == "." and before is not None and before.kind == "word":
        if len(before.text) == 1 or before.text.lower() in _SHORT:
            return False
        if after is not None and after.kind == "word" and not after.capital:
            return False
    joined = after is not None and after.text in ("and", "or", "but")  # "the price is $7,500.00. and the rent $500.00"
    return not (token.text == "." and joined)


def _line_ends(tokens: tuple[Token, ...], at: int, text: str) -> bool:
    """A line's end parts rows and list items; inside running prose it is only where the line was full."""
    written = text[tokens[at].start : tokens[at].end]
    if written.count("\n") > 1:
        return True
    before, after = (tokens[at - 1] if at else None), (tokens[at + 1] if at + 1 < len(tokens) else None)
    if before is None or after is None:
        return True
    line = text.rfind("\n", 0, tokens[at].start) + 1
    short = tokens[at].start - line < 40
    return (before.kind == "value" and (after.capital or after.kind == "value")) or (short and after.capital)


_TITLE = (
    r"(?:Mr|Mrs|Ms|Dr|Chair(?:man|woman|person)?|Vice[- ]Chair\w*|Select(?:man|woman|person)|Councilor|Commissioner|Chief|"  # noqa: E501
    r"Trustee|Resident|Attorney|Rep|Sen|Representative|Senator|Director|Moderator|Clerk|Administrator|Manager|Secretary|"
    r"Treasurer|Member)\.?"
)
_FULL = r"((?:[A-Z]\.?\s?){0,2}[A-Z][\w'’-]+(?:\s+(?:[A-Z]\.\s*)?[A-Z][\w'’-]+)?)"
_PERSONAL = (
    "said|says|stated|states|asked|asks|noted|notes|explained|reported|replied|told|commented|indicated|informed|advised|"
    "mentioned|suggested|questioned|described|clarified|added|thanked|moved|seconded|motioned|made|answered|agreed|"
    "abstained|voted|read|presented|called|wants|wanted|felt|believes|believed|thinks|thought|inquired|expressed|spoke|"
    "responded|reviewed|opened|recommended|wished|requested|discussed|concurs|concurred|arrived|left|complained|welcomed|"
    "looked|announced|gave|is requesting|would like|has|had|who"
)
_TITLED_NAME = lazy_regex(rf"\b{_TITLE}\s+{_FULL}")
_ACTING_NAME = lazy_regex(rf"\b{_FULL}(?:,?\s+[JS]r\.?)?\s+(?:then\s+|also\s+)?(?:{_PERSONAL})\b")
# "Ada Roy confirmed that", "Ada Roy – yes", of a first and a last name any past tense is an act
_FULL_ACTING = lazy_regex(
    r"(?:\A|[.!?:;•]\s+|\n)\s*([A-Z][a-z'’]+\s+(?:[A-Z]\.\s*)?[A-Z][\w'’-]+)(?:\s+(?:also\s+|then\s+)?[a-z]+ed\b|\s*[-–—:]\s*(?:yes|no|aye|nay|abstain)\b)",
    re.MULTILINE,
)
_BY_NAME = lazy_regex(rf"\b[Bb]y:?\s+(?:{_TITLE}\s+)?{_FULL}")
_ROLL = lazy_regex(r"\b(?:present|attendance|attending|absent|members?)\b[^\n:]{0,40}:\s*([^\n]{3,400})", re.IGNORECASE)
_PAIR_OF_NAMES = lazy_regex(r"\b([A-Z][a-z'’-]+\s+(?:[A-Z]\.\s*)?[A-Z][a-z'’-]+)\b")


@lru_cache(maxsize=1024)
def persons_in(text: str) -> frozenset[str]:
    """Words of persons' names in a text, in lower case: who bears a title, speaks, moves, or stands on a roll."""
    flat = text.replace("\n", " ")
    sure = {match[1] for match in _TITLED_NAME.finditer(flat)}
    for match in _ROLL.finditer(text):
        sure |= {pair[1] for pair in _PAIR_OF_NAMES.finditer(match[1])}
    likely = {m[1] for pattern in (_ACTING_NAME, _BY_NAME) for m in pattern.finditer(flat)}
    likely |= {match[1] for match in _FULL_ACTING.finditer(text)}
    plain = set(re.findall(r"(?<![\w'’-])[a-z][a-z'’-]+", flat))
    words = {word for name in sure for word in _name_words(name)}
    persons = (one for one in map(_name_words, likely) if len(one) == 1 or (one[-1:] and one[-1] not in THINGS))
    words |= {word for name in persons for word in name if word not in plain}
    return frozenset(words)


def _name_words(name: str) -> list[str]:
    found = [word.lower() for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", name)]
    return [word for word in found if len(word) > 1 and word not in COMMON_CAPITALS and word not in _TITLED]


def is_person(actor: Actor, text: str) -> bool:
    """True when the text shows the actor as a person, or the name is a first and a last name of no place."""
    if actor.body:
        return False
    if actor.words & persons_in(text):
        return True
    plain = set(re.findall(r"(?<![\w'’-])[a-z][a-z'’-]+", text))
    full = [word for word in actor.words if len(word) > 1]
    return len(full) >= 2 and not actor.words & THINGS and not (actor.words & plain) and not _heads_row(actor, text)


_TEXT_OF_THINGS = """
    center centre east west north south upper lower estates village museum ministries ministry club farm farms light
    fire services service coalition pantry station precinct youth camp campground store market historical county
"""
THINGS = frozenset(_TEXT_OF_THINGS.split()) | PLACE_HEADS | BODY_HEADS | PROGRAM_HEADS
"""Words in the names of places and bodies, and seldom in those of persons."""


def _heads_row(actor: Actor, text: str) -> bool:
    """Whether the name heads a row of figures or an item: "Alder Falls* $5.42", "ALDER FALLS: requested"."""
    name = r"\s+".join(re.escape(word) for word in actor.text.split() if word.lower() in actor.words)
    return bool(name) and re.search(rf"\b{name}\*?\s+\$?\d|\b{name.upper()}[^\n:]{{0,20}}:", text) is not None


# "Osgood noted the following:": the items after it are his words
_OPENS_LIST = lazy_regex(r"\bfollowing\W*\Z")


@lru_cache(maxsize=1024)
def read_sentences(text: str) -> tuple[ReadSentence, ...]:
    """The sentences and rows of a passage in order, each with who acts in it."""
    tokens = lex(text)
    persons = persons_in(text)
    found: list[ReadSentence] = []
    start, person, listing = 0, None, False
    for at in range(len(tokens) + 1):
        if at < len(tokens) and not (tokens[at].kind == "break" and _ends(tokens, at, text)):
            continue
        part = tokens[start:at]
        start = at + 1
        if not any(token.kind != "break" for token in part):
            continue
        held = tuple(one for one in mentions(part, text) if one.actor.body or one.actor.words & persons)
        subject = _subject(part, held, person)
        if subject is None and listing:
            subject = person
        if subject is not None and not (subject.body or is_acronym(subject.text)):
            person = subject
        opens = person is not None and _OPENS_LIST.search(text, part[0].start, part[-1].end) is not None
        listing = opens or (listing and subject is person)
        found.append(ReadSentence(part, held, subject, part[0].start, max(one.end for one in part)))
    return tuple(found)


def is_acronym(name: str) -> bool:
    """Whether a name is an office by its letters ("DES"), to which no "he" goes back."""
    return name.isupper() and len(name) <= 5


def _subject(part: tuple[Token, ...], held: tuple[Mention, ...], person: Actor | None) -> Actor | None:
    first = next((mention for mention in held if mention.role == "subject"), None)
    lead = next((token for token in part if token.kind == "word" and token.text.lower() not in _LEADS), None)
    if lead is not None and lead.text.lower() in ("he", "she") and (first is None or part.index(lead) < first.first):
        return person
    if first is not None and all(token.kind != "word" or _opens(token) for token in part[: first.first]):
        return first.actor
    by = next((mention for mention in held if mention.role == "by"), None)
    return by.actor if by is not None and by.first < 6 else None


_TEXT_LEADS = """
    then also however but and so furthermore moreover additionally
"""
_LEADS = frozenset(_TEXT_LEADS.split())
_TEXT_OPENERS = """
    the a an then also at on in after before when while as so and but however however
"""
_OPENERS = frozenset(_TEXT_OPENERS.split())


def _opens(token: Token) -> bool:
    return token.text.lower() in _OPENERS or token.capital


@cache
def _aliases() -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern of all ways bodies are written, longest first (acronyms in capitals only), and whose each is."""
    whose = {alias if alias.isupper() else alias.lower(): name for name, held in boards().items() for alias in held}
    whose |= {name.lower(): name for name in boards()}
    ordered = sorted(whose, key=lambda alias: (-len(alias), alias))
    parts = [re.escape(alias) if alias.isupper() else f"(?i:{re.escape(alias)})" for alias in ordered]
    return re.compile(rf"\b(?:{'|'.join(parts)})\b"), whose


# "the Finance Committee", "Heritage Commission": a body that no table names
_UNLISTED = lazy_regex(
    r"\b((?:[A-Z][\w'’&-]+\s+(?:(?:of|and|for|&)\s+(?:the\s+)?)?){1,4}(?:Committee|Commission|Council|Board|Trustees|Authority))\b"
)


_BARE = ("Board", "Committee", "Commission", "Council", "Trustees")
"""What a body is called behind "the" where the page says which it is."""


@lru_cache(maxsize=8192)
def bodies_in(text: str) -> tuple[tuple[int, int, str], ...]:
    """(start, end, canonical name) of every body named in the text; "the Board" alone names none, nor does that of a
    town: "the Conway Board"."""
    found: list[tuple[int, int, str]] = []
    taken = [False] * len(text)

    def add(start: int, end: int, name: str) -> None:
        if not any(taken[start:end]):
            taken[start:end] = [True] * (end - start)
            found.append((start, end, name))

    pattern, whose = _aliases()
    for match in pattern.finditer(text):
        add(match.start(), match.end(), whose.get(match.group()) or whose[match.group().lower()])
    for match in _UNLISTED.finditer(text):
        name = re.sub(r"\A(?:The|A|Our)\s+", "", match[1])
        of_town, _, kind = name.rpartition(" ")
        if kind not in _BARE or (of_town and (kind != "Board" or of_town not in towns())):
            add(match.start(1), match.end(1), name)
    return tuple(sorted(found))


def body_in(text: str) -> str:
    """The canonical name of the first body a text names; "" when it names none."""
    return next((name for _, _, name in bodies_in(text)), "")


_TEXT_TITLED = """
    mr mrs ms dr chair chairman chairwoman chairperson vice councilor
    commissioner member director chief officer trustee resident attorney secretary clerk treasurer representative
    rep sen mayor president captain sergeant superintendent administrator manager
"""
_TITLED = frozenset((*_TEXT_TITLED.split(), *GOVERNING_MEMBERS, *GOVERNING_PLURALS))
_MONTHS = frozenset(name.lower() for name in MONTH_NAMES)
_TEXT_PREPOSITIONS = """
    to from with of for against about at in on into under over per near between
"""
_PREPOSITIONS = frozenset(_TEXT_PREPOSITIONS.split())
_NAME = lazy_regex(r"[A-Z][^\W\d_]*(?:['’-][^\W\d_]+)*\Z")


def _is_name(tokens: tuple[Token, ...], at: int) -> bool:
    token = tokens[at]
    low = token.text.lower().removesuffix("'s").removesuffix("’s")
    if (
        token.kind != "word"
        or not _NAME.match(token.text)
        or low in COMMON_CAPITALS
        or low in _TITLED
        or low in _MONTHS
    ):
        return False
    return not (token.text.isupper() and len(token.text) > 3)


def mentions(tokens: tuple[Token, ...], text: str) -> tuple[Mention, ...]:
    """The persons and bodies named among these tokens of a text, in order, each with its role."""
    base = tokens[0].start if tokens else 0
    part = text[base : tokens[-1].end] if tokens else ""
    spots = {start + base: (end + base, name) for start, end, name in bodies_in(part)}
    found: list[Mention] = []
    led_by: dict[int, int] = {}
    at = 0
    while at < len(tokens):
        end = at
        if tokens[at].start in spots:
            limit, name = spots[tokens[at].start]
            while end + 1 < len(tokens) and tokens[end + 1].start < limit:
                end += 1
            actor = Actor(body=name, text=" ".join(token.text for token in tokens[at : end + 1]))
        elif _is_name(tokens, at) and not (found and _is_apposed(tokens, found[-1].last, at)):
            while end + 1 < len(tokens) and (_is_name(tokens, end + 1) or _joins(tokens, end + 1)):
                if tokens[end + 1].start in spots or tokens[end].text.endswith(("'s", "’s")):
                    break  # "the Alder Falls Finance Committee", "Alder's Resolution"
                end += 1
            words = [token.text.lower().removesuffix("'s").removesuffix("’s") for token in tokens[at : end + 1]]
            kept = frozenset(word for word in words if word not in ("and", ".", "&"))
            heads = tokens[end + 1] if end + 1 < len(tokens) else tokens[end]
            led = at > 0 and tokens[at - 1].text.lower() == "the" and heads.start in spots
            if led or (heads.capital and heads.text.lower() in PLACE_HEADS):
                led_by[end + 1] = at  # "the Alder Falls Finance Committee" is a body, "East Dover Road" is nobody
                at = end + 1
                continue
            actor = Actor(words=kept, text=" ".join(token.text for token in tokens[at : end + 1] if token.text != "."))
        else:
            at += 1
            continue
        found.append(Mention(actor, at, end, _role(tokens, led_by.get(at, at), end)))
        at = end + 1
    return tuple(found)


def _is_apposed(tokens: tuple[Token, ...], last: int, at: int) -> bool:
    """Whether letters right after a name and a comma tell his office: "TJ Roy, PWD explained"."""
    return at == last + 2 and tokens[at - 1].text == "," and is_acronym(tokens[at].text) and len(tokens[at].text) > 1


def _joins(tokens: tuple[Token, ...], at: int) -> bool:
    """An initial's full stop, or the "and" of "William and Karen Linehan"."""
    following = at + 1 < len(tokens) and _is_name(tokens, at + 1)
    if tokens[at].kind == "break" and tokens[at].text == ".":
        return following and len(tokens[at - 1].text) <= 2
    return following and tokens[at].text.lower() == "and" and at + 2 < len(tokens) and _is_name(tokens, at + 2)


def _role(tokens: tuple[Token, ...], first: int, last: int) -> str:
    before = first - 1
    while before >= 0 and (tokens[before].text.lower() in _TITLED or tokens[before].text.lower() in ("the", ".")):
        before -= 1 + (tokens[before - 1].text.lower() == "and" and tokens[before - 2].text.lower() in _TITLED)
    lead = tokens[before].text.lower() if before >= 0 else ""
    possessive = tokens[last].text.endswith(("'s", "’s", "s'", "s’"))
    called = [one.text.lower() for one in tokens[max(0, before - 2) : before + 1] if one.text.lower() != "the"]
    if lead == "by" or (called[-2:-1] == ["by"] and _WHAT_ONE_IS.search(lead)):
        return "by"
    left = {one.text.lower() for one in tokens[max(0, before - 2) : before]} & _LEAVES if lead == "to" else None
    if left and tokens[last + 1 : last + 2] and tokens[last + 1].text.lower() == "to":
        return "subject"  # "it is up to the trustees to fill", "leaves it to the board to decide"
    if lead in _PREPOSITIONS or possessive:
        return "oblique"
    if (
        before < 0
        or tokens[before].kind == "break"
        or (not before and len(lead) == 1)  # "e Ada Roy made a motion": a bullet as a scanner reads it
        or lead in ("and", "that", "but", "then", "as", "because", "since", "when", "while", "if", "where", "which")
    ):
        return "subject"
    return "object" if tokens[before].kind == "word" and not tokens[before].capital else "oblique"


_LEAVES = frozenset(("up", "leave", "leaves", "left"))
# "by abutters Mr. and Mrs. Roe", "by the owner Ada Roy"
_WHAT_ONE_IS = lazy_regex(r"(?:[eo]rs?|[ae]nts?|men|man|ees?|ians?)\Z")
_TEXT_TELLING = """
    no not nor never only before after until all any each every both most few against more because if up down
"""
_EMPTY = STOP_WORDS - frozenset(_TEXT_TELLING.split())


def content(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens that carry meaning: no boundaries, no function words; figures and references stay."""
    return tuple(
        token
        for token in tokens
        if token.kind in ("value", "ref")
        or (
            (token.kind == "word" and (len(token.key) > 1 or token.text.lower().removesuffix("'s") not in _EMPTY))
            and (token.kind != "word" or len(token.text) > 1)
        )
    )


def fields_of(tokens: tuple[Token, ...], kinds: tuple[str, ...]) -> list[tuple[Token, tuple[Token, ...]]]:
    """Each figure of these kinds with the words it belongs to: those before it up to the figure before, or, where a
    row begins with a figure or figures count things, those after it; a lone figure has all words. "FY31" heads a
    column and is no figure of a row."""
    figures = (at for at, token in enumerate(tokens) if token.worth is not None and token.worth.kind in kinds)
    places = [at for at in figures if tokens[at].text[:2].upper() != "FY"]
    if kinds == ("number",):
        return [(tokens[at], content(tokens[at + 1 : _field_end(tokens, at)])) for at in places]
    if len(places) <= 1:
        return [(tokens[at], content(tokens[:at] + tokens[at + 1 :])) for at in places]
    after = not content(tokens[: places[0]])
    found: list[tuple[Token, tuple[Token, ...]]] = []
    for number, at in enumerate(places):
        if after:
            end = places[number + 1] if number + 1 < len(places) else len(tokens)
            part = tokens[at + 1 : end]
        else:
            start = places[number - 1] + 1 if number else 0
            tail = tokens[at + 1 :] if number + 1 == len(places) else tokens[at + 1 : at + 2]
            part = (*tokens[start:at], *tail)
            aside = bool(content(tail)) and any(one.text == "," for one in tokens[start:at])  # ", about $5 more"
            bounds = all(one.text.lower() in _BOUNDS for one in content(tokens[start:at]))  # "$0.25/sf, min. $200"
            if number and bounds and not aside:  # figures of one row share its label
                found.append((tokens[at], found[-1][1]))
                continue
            if number:  # the word right after a figure is its own: "$50.00 fine 3rd offense"
                part = part[1:]
        found.append((tokens[at], content(part)))
    return found


_BOUNDS = frozenset(("min", "max", "minimum", "maximum", "sf", "sq", "ft", "each", "ea"))
"""What stands between a figure and the least or most that the same row sets."""


def _field_end(tokens: tuple[Token, ...], at: int) -> int:
    """What a count counts stands in the words right after it."""
    end = at + 1
    while end < len(tokens) and end < at + 9 and not _is_count(tokens[end]):
        end += 1
    return end


def _is_count(token: Token) -> bool:
    return token.worth is not None and token.worth.kind == "number"
