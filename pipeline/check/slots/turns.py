"""What turns a statement round: negation, may and must, words of opposite meaning, which way a measure went.

Holds comparisons of one claim with its entries. It refuses to compare what does not speak of the same matter.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from pipeline.check.read.evidence import Entry, Held, Said, matched, span_text, token_in, written_on
from pipeline.check.read.lexing import FRAME, Token, lex, within_words
from pipeline.check.read.negation import EMPTY_VERBS, NEGATIONS, denied, limits, negates
from pipeline.check.read.reading import content
from pipeline.check.rules.wordings import LEFT_FREE
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from vault.states.names import GOVERNING_MEMBERS
from vault.text.patterns import lazy_regex

__all__ = [
    "SAME_MATTER", "attached_other_way", "best_entry", "denied_in_view", "denies_in_a_word", "in_condition",
    "is_no_rule", "measure_conflicts", "modal_conflicts", "modes_of", "modes_shared",
    "negation_conflicts", "other_way_round", "shown", "tells_alike",
]  # fmt: skip


def shown(entry: Entry) -> str:
    """The words of an entry on one line, cut where they are long."""
    flat = entry.flat
    return flat if len(flat) <= 280 else f"{flat[:279]}…"


def denied_in_view(tokens: Sequence[Token], at: int, entry: Entry, held: Held) -> bool:
    """Whether the negation before a word of an entry stands in the attached words, or right before a part of them."""
    place = next((n for n in range(at - 1, -1, -1) if negates(tokens[n])), 0)
    near = [one.start for one in tokens[place : place + 2]]
    spans = [(start, start + len(words)) for source, words, start in held.quotes if source.label == entry.source.label]
    return not held.given or any(start <= one < end for start, end in spans for one in near)


def best_entry(clause: Sequence[Token], held: Held) -> tuple[Entry | None, float]:
    """The entry that shares most content with a clause, its negations left out, with the share."""
    words = [one for one in content(tuple(clause)) if not negates(one)]
    scored = [
        (matched(words, entry.sentence.tokens, written_on(entry.source)) / len(words), -number, entry)
        for number, entry in enumerate(held.entries)
        if words
    ]
    if not scored:
        return None, 0.0
    share, _, entry = max(scored, key=lambda one: one[:2])
    return entry, share


SAME_MATTER = 0.6
"""Share of a clause's words from which an entry says something of the same matter."""


def negation_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What the record denies is not claimed, nor the reverse. What a claim denies may follow from
    what the record does not say or says in another word: of 773 true sentences seven were contradicted for it, so it
    counts only where no other word is left over (`bind/proposition.py`)."""
    for clause in said.clauses:
        entry, share = best_entry(clause, held)
        if entry is None or share < SAME_MATTER or other_way_round(said, entry):
            continue
        if denies_in_a_word(said.text) or denies_in_a_word(entry.flat):
            continue
        tokens = entry.sentence.tokens
        if _denies(clause) and _denies(tokens):
            continue  # both deny something: which word each negation turns, a reader decides
        for at, token in enumerate(clause):
            if token.kind != "word" or token not in content((token,)) or token.text.lower() in NEGATIONS:
                continue
            places = [n for n, other in enumerate(tokens) if other.kind == "word" and other.key == token.key]
            if _is_supposed(clause, at) or any(_is_supposed(tokens, n) for n in places):
                continue
            if _contrasts(clause, at) or _tells_which(clause, at):
                continue
            if any(denied(tokens, n) and not denied_in_view(tokens, n, entry, held) for n in places):
                continue  # "No update" of a line before
            if _is_wanted(clause, at) and all(_is_missing(tokens, n) for n in places):
                continue  # there is none, and one is needed
            ours, theirs = denied(clause, at), [denied(tokens, n) for n in places]
            if any(tells_alike(clause, token, one, ours=ours) for one in held.entries if one is not entry):
                continue
            if places and _leads(clause, tokens, at, places) and all(one != ours for one in theirs):
                yield Conflict("denial" if ours else "negation", _phrase(clause, at), shown(entry))
                return


def tells_alike(clause: Sequence[Token], word: Token, entry: Entry, *, ours: bool) -> bool:
    """Whether another entry of the clause's matter has the word with the negation, or without it, as the claim."""
    tokens = entry.sentence.tokens
    words = content(tuple(clause))
    if any(one.capital and one.kind == "word" and token_in(one, tokens) is None for one in words):
        return False  # what another says is not what he says whom the claim names
    alike = any(denied(tokens, n) == ours for n, other in enumerate(tokens) if other.key == word.key)
    return alike and matched(words, tokens, written_on(entry.source)) >= SAME_MATTER * len(words)


def _is_supposed(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands in what is only supposed: "if the operator has not agreed"."""
    return any(one.text.lower() in ("if", "unless", "whether", "until") for one in tokens[max(0, at - 7) : at])


def _is_wanted(tokens: Sequence[Token], at: int) -> bool:
    """Whether the claim says that a thing is needed or required."""
    return any(one.kind == "word" and one.key[-1] in _WANTS for one in tokens[at + 1 : at + 4])


_WANTS = frozenset(base_of(word) for word in ("need", "require"))


def _is_missing(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands behind "there is no"."""
    return any(one.key == ("there", "be") for one in tokens[max(0, at - 4) : at])


def _tells_which(clause: Sequence[Token], at: int) -> bool:
    """Whether the negation before a word tells which things are meant: "boats that do not moor there"."""
    turn = next((n for n in range(at - 1, max(-1, at - 4), -1) if negates(clause[n])), 0)
    led = [one.text.lower() for one in clause[max(0, turn - 2) : turn]]
    if not led or clause[turn].text.lower() in ("no", "none", "nor", "neither"):
        return False
    return led[-1] in _RELATIVES or (led[0] in _RELATIVES and led[-1] in _HELPING)


_RELATIVES = ("that", "who", "which")
_HELPING = ("is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "may", "shall", "will", "can")


def _denies(tokens: Sequence[Token]) -> bool:
    """Whether a negation stands anywhere; the "No" of a count of votes ("Yes 312 No 45") is none."""
    return any(
        negates(token)
        and not limits(tokens, at)
        and not (token.text == "No" and any(one.worth for one in tokens[at + 1 : at + 2]))
        for at, token in enumerate(tokens)
    )


def _contrasts(clause: Sequence[Token], at: int) -> bool:
    """Whether the negation before a word only sets one thing against another: "the county, not the town, pays"."""
    place = next((n for n in range(at - 1, max(-1, at - 5), -1) if negates(clause[n])), 0)
    return place > 0 and clause[place].text.lower() == "not" and clause[place - 1].text in (",", "and", "but")


_DENIES = lazy_regex(
    r"\b(?:fail(?:s|ed|ure)?|lack\w*|absen\w*|refus\w+|declin\w+|den(?:y|ied|ies|ial)|reject\w*|exempt\w*|unless|"
    r"except\w*|other than|rather than|instead of|without|unable|un\w{4,}ed|non-?\w+|prevent\w*|stop\w*|"
    r"dis(?:approv|allow|continu|miss|qualif|agree|satisf|charg|regard|pens)\w*|"
    r"only|hardly|vacan\w+|forb[ia]d\w*|prohibit\w*|bar(?:s|red|ring)|ban(?:s|ned|ning)?|exclud\w+|in no event|"
    r"withdr\w+|neither|cancel\w*|ceas\w+|avoid\w*|omit\w*|revok\w+|repeal\w*|waiv\w+|withh\w+|free of|"
    r"turn(?:s|ed)? (?:down|away)|keep(?:s|ing)? out|"
    r"doubt\w*|unlikely|un(?:known|clear|paid|sold|safe|fit|used)|unnecessary|needless|miss(?:es|ed|ing)?|"
    r"but not|opposed?)\b|\bno discussion\b|\bnot only\b",
    re.IGNORECASE,
)


def denies_in_a_word(text: str) -> bool:
    """Whether a text denies in a word of its own ("was absent", "failed to"): then "not" alone tells nothing."""
    return _DENIES.search(text) is not None


def _leads(clause: Sequence[Token], tokens: Sequence[Token], at: int, places: Sequence[int]) -> bool:
    """Only a word directly under a negation tells: "not paid", never a word further on."""
    near = [_just_before(clause, at), *(_just_before(tokens, n) for n in places)]
    return any(negates(one) for part in near for one in part)


def _just_before(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The two words before this one, and those before the verbs that say nothing: "not be deemed to be a pledge"."""
    first = at
    while first and at - first < 8 and tokens[first - 1].text.lower() in EMPTY_VERBS:
        first -= 1
    return (*tokens[max(0, first - 1) : first], *tokens[max(0, at - 2) : at])


def _phrase(tokens: Sequence[Token], at: int) -> str:
    return " ".join(token.text for token in tokens[max(0, at - 2) : at + 2] if token.kind != "break")


_OBLIGES = (
    lazy_regex(
        r"\b(?:must|shall|(?:has|have|had) to|needs? to|"
        r"(?:(?:is|are|be|['’](?:re|s)) (?:hereby )?|\A)(?:required|obliged|obligated) to)\s+"
        r"(?!(?:also |then |still )?not\b)"
        r"(?!be\s+(?:entitled|allowed|permitted|authorized|empowered|free)\b)(?!have\s+(?:the\s+)?(?:authority|power|right|option|standing)\b)"
        r"(?:be\s+)?",
        re.I,
    ),
    lazy_regex(r"\b(?:requir|oblig)es?\s+(?:that\s+)?(?:the\s+|a\s+|an\s+)?(?:[\w-]+\s+){1,3}?to\s+", re.I),
)
_PERMITS = (
    lazy_regex(
        r"\b(?:may|can|could)\s+(?!not\b)(?:be\s+)?|\b(?:is|are|be) (?:hereby )?(?:allowed|permitted|authorized|empowered|free|entitled) to\s+|\breserves? the right\b[^.;]{0,30}?\bto\s+",  # noqa: E501
        re.I,
    ),
    lazy_regex(
        r"(?<!\ba )(?<!\bthe )(?<!\bor )(?<!\bof )(?<!\bany )\b(?:lets?|allows?|permits?|authorizes?|empowers?|enables?)\s+(?!no\b)(?:the\s+|a\s+|an\s+)?(?:[\w-]+\s+){1,4}?(?:to\s+)?(?=\w)",  # noqa: E501
        re.I,
    ),
    lazy_regex(
        r"\b(?:authority|power|right|option|standing|days?|weeks?|months?) to\s|\bright of\s|\bday\s(?=\w+ period\b)",
        re.I,
    ),
)
_FORBIDS = (
    # "may speak but not vote"
    lazy_regex(r"\b(?:may|can|could)\s(?:[\w'’-]+\s){1,8}?but\s(?:may\s|can\s)?(?:not|never)\s(?:be\s)?", re.I),
    lazy_regex(
        r"\b(?:shall|may|must|can)(?:\s+(?:also |then |still )?not|not|\s+neither)\s+(?:in any way\s+)?(?:be\s+)?|\b(?:cannot|(?:ca|sha|must)n['’]t|nor (?:shall|may|must|can))\s+(?:be\s+)?|\b(?:never(?!\s+(?:under|over|below|above|less|more|fewer)\b)|barred from|prohibited from|forbidden to)\s+",  # noqa: E501
        re.I,
    ),
    lazy_regex(
        r"(?<!\bhas )(?<!\bhave )(?<!\bwith )(?<!\bis )\bno\b"
        r"(?!\s+(?:fewer|less|more|later|earlier|sooner|longer|greater)\s+than)"
        r"(?!\s+(?:(?!\b(?:who|which|that|shall|may|must)\b)[^,.;:]){1,80},\s+(?:and\s+)?(?:the|an?|such|it|they)\b)"
        r"(?:(?!, but\b)[^.;:]){1,110}?"
        r"\b(?:shall|may|must|(?:is|are) (?:allowed|permitted) to)\s+(?:be\s+)?",
        re.I,
    ),
    # "no member of …, no officer of …, including … shall be held": a list stands between
    lazy_regex(
        rf"\bno (?:member|person|officer|official|employee|{'|'.join(GOVERNING_MEMBERS)})s?\b[^.;]{{1,1500}}?"
        r"\b(?:shall|may|must)\s+(?:be\s+)?",
        re.I,
    ),
    lazy_regex(
        r"\b(?:(?:nothing|nobody|none|no one|neither)\b|neither\b[^.;:]{1,120}?\bnor\b)[^.;:]{0,40}?"
        r"\b(?:shall|may|must|can)\s+(?:be\s+)?",
        re.I,
    ),
    lazy_regex(r"\b(?:forbids?|bars?|prohibits?|bans?)\s+", re.I),
    lazy_regex(
        r"\b(?:do|does|did)(?:\s+not|n['’]t)\s+have\s+(?:the\s+|any\s+)?(?:authority|power|right)\s+to\s+(?:be\s+)?",
        re.I,
    ),
    lazy_regex(r"\b(?:is|are|be)\s+not\s+(?:allowed|permitted)\b\s*(?:to\s+)?|(?:\A|[.;:]\s*)Do not\s+", re.I),
)
_EXEMPTS = (
    lazy_regex(
        r"\bneed(?:s|ed)?\s+not\s+(?:be\s+)?|\b(?:does|do|did)(?:\s+not|n['’]t)\s+(?:have|need)\s+to\s+(?:be\s+)?"
        r"|\b(?:not|never|isn['’]t|aren['’]t|wasn['’]t)\s+(?:be\s+)?(?:required|obliged|obligated|mandatory)\b(?:\s+to)?\s*(?:be\s+)?"
        r"|\bnever\s+(?:has|have|had|needs?)\s+to\s+(?:be\s+)?"
        r"|\bno(?:body|\sone)?\s+(?:[\w-]+\s+){0,3}?(?:has|have|had|needs?)\s+to\s+(?:be\s+)?"
        r"|\b(?:in no (?:case|event) shall\b[^.;:]{1,60}?|(?:shall|will) not )"
        r"\bbe (?:responsible|liable|obliged|required) (?:to|for)\s+"
        r"|\bno\s+(?:need|obligation|duty)\s+to\s+|\bnothing\s+(?:requir|oblig)es\s|\b(?:is|are|be)\s+exempt\w*\s+from\s",
        re.I,
    ),
)
_MODES = (
    ("permits", (LEFT_FREE,)),
    ("exempts", _EXEMPTS),
    ("forbids", _FORBIDS),
    ("demands", _OBLIGES),
    ("permits", _PERMITS),
)
_AGREE = frozenset({("permits", "exempts"), ("exempts", "permits"), ("forbids", "exempts"), ("exempts", "forbids")})
"""Modes that may stand side by side: what one may do one need not do, and "not required" is at times said of a ban."""
_TEXT_SKIPPED = """
    first also only then always so not be have do make cause take any way engage person
"""
_SKIPPED = frozenset(base_of(word) for word in _TEXT_SKIPPED.split())


def modes_of(text: str, reach: int = 90) -> list[tuple[str, tuple[Token, ...], int]]:
    """(mode, the first content words it governs, where) for each modal of a text."""
    found = []
    taken: list[tuple[int, int]] = []
    text = _ASIDE.sub(lambda match: match[1].ljust(len(match.group())), text)
    flat = within_words(text)
    for mode, patterns in _MODES:
        for pattern in patterns:
            for match in pattern.finditer(flat):
                if any(a < match.end() and match.start() < b for a, b in taken) or _is_noun(text, match.start()):
                    continue
                taken.append((match.start(), match.end()))
                after = text[match.end() : match.end() + reach]
                after = re.split(r"[.;:]|(?<=\w{4}), |\s(?:even )?if\s", after)[0]
                words = tuple(t for t in content(lex(after)) if t.kind == "word" and t.key[-1] not in _SKIPPED)
                if mode == "exempts" and not words:  # "An electronic response is not required"
                    before = re.split(r"[.;:]", text[max(0, match.start() - reach) : match.start()])[-1]
                    words = tuple(t for t in content(lex(before)) if t.kind == "word" and t.key[-1] not in _SKIPPED)
                found.append((mode, words, match.start()))
    return found


# "may, if it wishes, elect", "shall: (a) Execute": what stands between the modal and its verb
_ASIDE = lazy_regex(r"\b(may|shall|must)(?:,[^.;:]{1,90}?,|:\s*(?:\(\w\))?)\s*", re.IGNORECASE)
_PERMIT = lazy_regex(
    r"permits?\s+(?:fees?|costs?|applications?|holders?|for|in|of|and|or|is|are|was|were|must|may|shall|will|would|could"
    r"|can|had|has|last|valid"
    r"|to \W?\d)",
    re.IGNORECASE,
)


def _is_noun(text: str, at: int) -> bool:
    """ "the Permit fee", "a permit for": the word is no verb."""
    opens = text[:at].rstrip()[-1:] in (":", ".", ";", "•")
    denies = re.match(r"No(?:body|ne|thing)?\b|Neither\b", text[at : at + 8])
    named = at and text[at].isupper() and not opens and not denies
    singular = text[at : at + 7].lower().strip() == "permit" and _A_THING.search(text, 0, at) is not None
    return bool(named) or singular or _PERMIT.match(text, at) is not None


_A_THING = lazy_regex(
    r"\b(?:the|an?|this|that|each|any|his|her|its|their|your|our|my)\s+(?:[\w-]+\s+){0,3}\Z", re.IGNORECASE
)


_EXCEPTED = lazy_regex(
    r"\b(?:without|unless|except|other than)\b"
    r"|(?:\b(?:not?|never|none|neither|nobody|nothing|cannot|forbid\w*|prohibit\w*|bar(?:s|red)?)\b|n['’]t\b)[^;]{0,200}?"
    r"\b(?:until|before|prior to)\b",
    re.IGNORECASE,
)
"""A time sets a condition only to what is denied: "must be held before the vote" bounds no act to come after it."""
_BOUNDED = lazy_regex(
    r"\b(?:only|(?<!at )once|after|when|if|provided|so long as|as long as|subject to|condition of)\b"
    r"|\b(?:before|prior to)\b[^.;]{1,90}\b(?:may|can)\b[^;]{1,200}\b(?:shall|must)\b",
    re.IGNORECASE,
)


def other_way_round(said: Said, entry: Entry) -> bool:
    """Whether one side sets a condition and the other an exception: "may open only after approval" and "shall not open
    until approved" say the same; "may open before approval" does not."""
    return _is_turned_round(said.text, entry.flat)


def attached_other_way(said: Said, held: Held) -> bool:
    """The same of the words that the writer attached; without any of an entry."""
    if not held.given:
        return any(other_way_round(said, entry) for entry in held.entries)
    return _is_turned_round(said.text, held.attached())


def _is_turned_round(ours: str, theirs: str) -> bool:
    if _EXCEPTED.search(ours):
        return bool(_BOUNDED.search(theirs)) and not (_EXCEPTED.search(theirs) and not _BOUNDED.search(ours))
    return bool(_BOUNDED.search(ours) and _EXCEPTED.search(theirs))


def modal_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """May is not must, and must not is neither: of the same act."""
    ours = modes_of(said.text)
    if not ours:
        return
    entries = [(entry, _modes_shown(entry, held)) for entry in held.entries]
    for mode, words, at in ours:
        if not words or _MEASURES.match(said.text, at) or any(other_way_round(said, entry) for entry in held.entries):
            continue
        if is_no_rule(said.text, at) or in_condition(said.text, at):
            continue
        head = words[0]
        found = [
            (matched(words[:4], heads[:4]), entry, other)
            for entry, modes in entries
            for other, heads, _ in modes
            if _governs(heads[:3], head) and _is_same_rule(said, entry, given=held.given)
        ]
        most = max((score for score, _, _ in found), default=0)  # "shall name a warden … and may name officers"
        same = [(entry, other) for score, entry, other in found if score == most]
        if _ENTITLED.match(said.text, at) and not any(other == "forbids" for _, other in same):
            continue  # what one is entitled to another must give
        if mode == "forbids" and any(_denies_word(head, entry) for entry, _ in same):
            continue  # "none of whom may be an official" of "who are not officials"
        told = {mode, *_modes_of(head, ours)}  # "may be filed after notice and must be filed by May 1"
        if same and all(other not in told and (mode, other) not in _AGREE for _, other in same):
            yield Conflict("modality", f"{mode}: {head.text}", shown(same[0][0]))
            return


def _denies_word(word: Token, entry: Entry) -> bool:
    """Whether a sentence denies a word without a modal of its own."""
    tokens = entry.sentence.tokens
    return any(denied(tokens, n) for n, one in enumerate(tokens) if one.key == word.key)


_ENTITLED = lazy_regex(r"(?:is|are|be) entitled\b", re.IGNORECASE)
_SPAN_TO = lazy_regex(r"(?:days?|weeks?|months?|years?) to\b", re.IGNORECASE)


def _modes_of(head: Token, modes: Iterable[tuple[str, tuple[Token, ...], int]]) -> set[str]:
    """Every mode under which a text sets an act."""
    return {mode for mode, words, _ in modes if words and words[0].key == head.key}


def is_no_rule(text: str, at: int) -> bool:
    """Whether a modal sets a limit or a condition, as what lets it in other words does too: "can be fined up to $5",
    "can be sold only with consent", "must first have been adopted", "have 15 days to file"."""
    return any(pattern.match(text, at) for pattern in (_LIMITS_IT, _ONLY_SO, _SPAN_TO))


def in_condition(text: str, at: int) -> bool:
    """Whether a modal stands in a condition: "whenever a town may find that …"."""
    return _WHERE_SO.search(text[:at]) is not None


_MEASURES = lazy_regex(r"\w+ be \S*\d")
"""A modal that sets a measure, of which the other is said as well: "may be 5 feet at most", "shall be 5 feet"."""
_OF_NONE = lazy_regex(r"(?:\A|,)\W*(?:\w{1,4}[.)]\W+)?(?:(?:and|or|nor) )?no\b", re.IGNORECASE)


def _modes_shown(entry: Entry, held: Held) -> list[tuple[str, tuple[Token, ...], int]]:
    """The modes of the words shown of an entry; the first of a span forbids, where the sentence before it begins with
    "No member" and has no modal of its own."""
    words = " ".join(span_text(entry, held).split()) if held.given else entry.flat
    before = entry.flat.partition(words)[0]
    of_none = before != entry.flat and _OF_NONE.search(before) is not None and not modes_of(before)
    found = [one for one in modes_of(words) if not in_condition(words, one[2])]
    first = min((at for _, _, at in found), default=0)
    return [("forbids" if of_none and at == first else mode, ruled, at) for mode, ruled, at in found]


def _is_same_rule(said: Said, entry: Entry, *, given: bool) -> bool:
    """Whether a sentence speaks of the rule claimed: half of the words with a span, without one seven in ten."""
    found = matched(said.words, entry.sentence.tokens)
    return found * 2 >= len(said.words) if given else found * 10 >= 7 * len(said.words)


def modes_shared(said: Said, held: Held, otherwise: Container[str] = (), *, granted: bool = False) -> bool:
    """False when the claim lets, demands or forbids something and no entry does the same of it; `otherwise` are words
    that the record tells in others, `granted` tells that the entries let it by a motion that passed."""
    theirs = [
        (mode, _item(entry, held), ruled) for entry in held.entries for mode, ruled, _ in _modes_shown(entry, held)
    ]
    modes = modes_of(said.text)
    for mode, governed, at in modes:
        words = tuple(one for one in governed if one.key[0] not in FRAME | _TELLS and one.text not in otherwise)
        is_limit = bool(words) and words[0].text.lower() in _LIMITING
        is_limit |= _LIMITS_IT.match(said.text, at) is not None
        turned = any(other_way_round(said, entry) for entry in held.entries)
        bound = _CONDITIONED.search(said.text[max(0, at - _BOUND_REACH) : at])
        if is_limit or turned or bound or in_condition(said.text, at) or (granted and mode == "permits"):
            continue  # a limit is compared as one, a condition is no rule of its own
        also = {mode, *_modes_of(governed[0], modes)} if governed else {mode}
        also |= {"permits", "demands"} if _SPAN_TO.match(said.text, at) else set()  # "have 15 days to tell"
        same = [tokens for other, tokens, _ in theirs if other in also]
        if mode == "exempts" and not same and any(_MAY_OR_NOT.search(entry.flat) for entry in held.entries):
            continue
        if mode == "demands" and not same and any(_WANTED.search(entry.flat) for entry in held.entries):
            continue
        head = words[:5]
        # "may provide that one person shall": of what it provides
        tells = governed[:1] and governed[0].key[0] in _TELLS
        if tells and any(other in also and ruled[:1] and ruled[0].key[0] in _TELLS for other, _, ruled in theirs):
            continue
        # "must present the papers and may provide a tent" demands no tent
        ruling = {other for other, _, ruled in theirs if matched(words[:1], ruled[:2])}
        likewise = max((matched(head, ruled[:5]) for other, _, ruled in theirs if other in also), default=0)
        if ruling and not ruling & also and likewise < _LIKEWISE:
            return False
        told = governed[:1] and governed[0].text in otherwise  # the verb, in other words
        if (likewise >= _LIKEWISE and ruling & also) or (likewise and told and not ruling - also):
            continue
        if not same or (head and max(matched(head, held) for held in same) * 2 < len(head)):
            return False
    return True


_LIKEWISE = 2
"""Words that a rule of the record and one of the claim share, the verb and what it governs, to be the same one."""
_ITEM = 3
"""Sentences between a rule and what it lists, or what "it" stands for in it."""


def _item(entry: Entry, held: Held) -> tuple[Token, ...]:
    """The tokens of an entry and of those of its source beside it."""
    near = [one for one in held.entries if one.source == entry.source and 0 < abs(one.number - entry.number) <= _ITEM]
    beside = [one for one in near if not _modes_shown(one, held)]  # what it rules itself is not ruled here
    return tuple(token for one in (entry, *beside) for token in one.sentence.tokens)


_MAY_OR_NOT = lazy_regex(r"\bmay or may not\b", re.IGNORECASE)
_TELLS = frozenset(base_of(word) for word in ("say", "state", "provide", "according", "add", "explain", "under"))
_LIMITING = frozenset(["more than", "less than", "fewer than", "exceed", "not exceed", "greater than"])
_BOUND_REACH = 60
"""Characters before a modal within which "unless" or "if" makes it a part of a condition."""
_CONDITIONED = lazy_regex(r"\b(?:(?:unless|except (?:as|when|where)|only if)\b[^,;]*|so that (?:it|they)\s*)\Z", re.I)
_WANTED = lazy_regex(
    r"\b(?:deadline|due (?:date|by|on)|no(?:t)? later than|on or before|(?<!not )requir(?:es?|ing)|(?:is|are) to be|"
    r"directed to|exempt\b[^.;]* but not from)\b",
    re.IGNORECASE,
)
# "can be approved only with consent"; "must first have been adopted"
_ONLY_SO = lazy_regex(
    r"(?:may|can|could) [^.;]{0,60}\bonly (?:with|if|when|once|after|upon|on|by|where|under|for)\b"
    r"|(?:must|has to|needs? to) (?:\w+ )?have (?:been|\w+ed)\b",
    re.IGNORECASE,
)
# "Whenever a town may find that …", "asked how much the town may hold": a condition or a question
_WHERE_SO = lazy_regex(
    r"\b(?:(?:whenever|when|where|if|in case|before)\s+(?:[\w'’-]+\s+){1,5}(?:of\s+(?:an?|the)\s+\w+\s+)?"
    r"|(?:whether|should|how)\s+(?:[\w-]+\s+){1,8})\Z",
    re.IGNORECASE,
)
# "may cover at most 5", "can be no wider than", "could bring a fine of up to $500"
_LIMITS_IT = lazy_regex(
    r"\w+(?: \w+){0,5} (?:at (?:most|least)|up to|no \w+er than|no(?:t)? (?:more|less) than"
    r"|(?:(?:\w{2,}er|more|less) than|exceed) (?:an? )?"
    r"\S*(?:\d|(?:half|one|two|three|four|five|six|seven|eight|nine|ten)\b))",
    re.IGNORECASE,
)


def _governs(heads: Sequence[Token], head: Token) -> bool:
    """Whether one of the first words under a modal is this one; further on a participle is told by its form, for "shall
    be held at the call of the chair" calls nothing."""
    like = (one for n, one in enumerate(heads) if one.key == head.key and not (n and _is_noun_of(one, head)))
    return not any(one.key[0] == "deem" for one in heads) and next(like, None) is not None


def _is_noun_of(one: Token, participle: Token) -> bool:
    return participle.text.lower().endswith("ed") and not one.text.lower().endswith("ed")


_ROSE = r"(?:increas\w+|ris(?:e|es|ing)|rose|rais\w+|grew|grow\w*|decreas\w+|fell|fall\w*|cut|reduc\w+|dropp\w+|declin\w+|went (?:up|down))"  # noqa: E501


def measure_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A level is not a change."""
    for token in said.tokens:
        worth = token.worth
        if worth is None:
            continue
        before = said.text[max(0, token.start - 40) : token.start]
        if worth.kind == "amount" and re.search(
            rf"\b{_ROSE}\s+(?:\w+\s+){{0,2}}?by\s+(?:about\s+|nearly\s+|almost\s+)?\Z", before, re.I
        ):
            yield from _not_a_change(token, held)


def _not_a_change(token: Token, held: Held) -> Iterator[Conflict]:
    for entry in held.entries:
        found = token_in(token, entry.sentence.tokens)
        if found is None:
            continue
        text = entry.source.text
        around = text[max(0, found.start - 60) : found.start] + "#" + text[found.end : found.end + 14]
        near = rf"\b(?:{_ROSE}|difference|change)\b(?:[^#]{{,20}}|[^#]*\bby\s+\S{{,2}})#|#\s*(?:{_ROSE})\b"
        change = re.search(near, around, re.IGNORECASE)
        if not change and re.search(rf"\b{_ROSE}\b", entry.flat, re.IGNORECASE):
            yield Conflict("measure", f"by {token.text}", shown(entry))
            return
