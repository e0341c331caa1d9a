"""What the lead-in of a list does to its items: "No person shall:" forbids "(b) keep goats".

Holds the judgement of lead-ins that negate, forbid, except or make a condition. It refuses to guess: a lead-in governs
its items when nothing stands between its negation or condition and the list, and an item that is a sentence of its own
is left alone unless the list completes an "if".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.quoting.list_heads import Hung, hung_on
from pipeline.quoting.turns import BARS, BUT, FINITE, HEADLESS, NO, NOT, TURN, has_finite_verb, stripped
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences

__all__ = ["head_left_out"]

# What may stand between "if" and the colon of a list of conditions: "if any of the following conditions is met:"
_POINTS = lazy_regex(
    r"\A[\s—–:-]*\Z|\b(?:following|either|both|any|all|each|one or more|at least \w+|one|two|these|below)\b|"
    r"\b(?:he|she|it|they|who|that|is|are|was|were|be|has|have|to|by|for|in|of|on)\s*[:—–-]*\s*\Z",
    re.IGNORECASE,
)
_PROVISO = r"(?:provided,?(?: however,?)?(?: that\b|(?=[\s:—–-]*\Z)|(?= the following))|except(?:ing)?(?: that)?)"
_HANGS = lazy_regex(
    rf"\b(?:unless|only if|other than|{_PROVISO}|if|when(?:ever)?|where(?:ver)?|until|only as follows|"
    rf"in (?:any|the following) cases?)\b",
    re.IGNORECASE,
)
# In a lead-in these bar or take out what the list names: "The following are exempt:", "It is a violation to:"
_BARS_LIST = lazy_regex(
    rf"\b(?:illegal|{BARS}|exempt(?:ed)?|exclu(?:ded?|ding|des)|ineligible|disqualif\w+|void|denied)\b"
    r"|\bgrounds for \w+al\b"
    r"|(?:\A\W*|\b(?:(?:following|only|these|considered|deemed|is|are|be)(?: an?)?) )"
    r"(?:violations?|offen[cs]es?|exceptions?|exemptions?|exclusions?)"
    r"(?=\W*\Z| (?:is|are|include|of|to|from|in|if|as)\b)",
    re.IGNORECASE,
)
_RULES = r"\b(?:shall|must|may|will|can|should)\b"
_RELATIVE = lazy_regex(r"\b(?:that|which|who|whom|whose|if|when|where|while|because|unless|until)\b", re.I)
# "who have", "if the owner does": what is negated next is not the lead-in itself
_IN_RELATIVE = lazy_regex(
    r"\b(?:that|which|who|whom|whose|if|when|where|whether|unless)\b(?:,[^,;:]{0,60},)?[^,;:]{0,80}\Z"
    r"|\bprovided,?(?: however,?)?(?: that)?\b[^:]*\Z",
    re.I,
)
_OPENING_CLAUSE = lazy_regex(
    r"\A\W*(?:if|when|where|unless|after|before|until|while|upon|in|on|at|for|under|notwithstanding|subject|to)\b", re.I
)
# "(a) If the clerk is away, the board may:" and "Unless the town votes otherwise, the clerk shall:"
_OPENS_BOUND = lazy_regex(rf"\W*(?:\([a-z\d]+\)\s*)?({BUT}|if|when|where)\b", re.IGNORECASE)
_BARE_VERB = lazy_regex(rf"(?:{_RULES}|\b(?:not|to|be|either|then))[\s,:—–-]*\Z", re.IGNORECASE)
# "No dogs on the beach", under "Prohibited:"
_OWN_NO = lazy_regex(rf"\W*(?:{NO}|not)\b", re.IGNORECASE)
_SUBJECT_WORDS = 8
_POINTING_WORDS = 10
"""Words between "if" and the colon that still do no more than point at the list."""
# "shall not be construed to limit the authority to fine:" takes nothing from the list under it
_WIDENS = lazy_regex(
    r"\b(?:not|nothing\b[^.;:]{0,60}) be (?:interpreted|construed|deemed|read)(?: \w+)? to "
    r"(?:limit|restrict|prohibit|prevent|preclude|affect)\b",
    re.I,
)
_NEXT_WORDS = 2
"""So near its end a lead-in's negation can only be that of the list: "… that does not adversely:"."""
_BARE_SUBJECT_WORDS = 5
"""Words of a bare subject between "if" and the colon: "if the owner of the land:"."""
_SHOWN_WORDS = 12
_ITEM_WORDS = 3
"""Fewer quoted words of a list item are a name: "Temporary lighting"."""
_TITLE_WORDS = 4
"""Fewer words than these before a full stop are the title of an item: "Goats."."""


class Governor(NamedTuple):
    """What in the lead-in of a list governs its items: those words ("No person shall:") and their place in the text.

    `certain` is false where the lead-in only opens with a condition ("If the clerk is away, the board may:").
    """

    words: str
    start: int
    end: int
    certain: bool = True


def _has_subject_and_verb(text: str) -> bool:
    for verb in FINITE.finditer(text):
        before = text[: verb.start()]
        if not before.strip(" ,;"):
            return False
        bound = list(_RELATIVE.finditer(before))
        between = before[bound[-1].end() :].split() if bound else []
        # "who keeps goats shall": the relative clause has had its verb
        if not bound or (len(between) > 1 and re.search(r"(?:[^s]s|ed)\Z", between[0])):
            return True
    return False


def _is_statement(item: str) -> bool:
    """Whether a list item is a sentence in its own right: a subject and a finite verb outside relative clauses."""
    bare = " ".join(item.split())
    if _OPENING_CLAUSE.match(bare):
        parts = re.split(r",\s+(?:then\s+)?", bare)[1:]
        verbs = ((part, FINITE.search(part)) for part in parts if not HEADLESS.match(part))
        return any(verb and 0 < len(part[: verb.start()].split()) <= _SUBJECT_WORDS for part, verb in verbs)
    return not HEADLESS.match(bare[:1].lower() + bare[1:]) and _has_subject_and_verb(bare)


def _shown(head: str, at: int) -> str:
    words = head[at:].split()
    if len(words) <= _SHOWN_WORDS:
        return " ".join(words)
    return f"{' '.join(words[: _SHOWN_WORDS - 4])} … {' '.join(words[-4:])}"


def _condition_of(head: str, item: str) -> int:
    """Where the condition or exception begins that the list itself completes ("…, if:"), or -1."""
    found = list(_HANGS.finditer(head))
    if not found:
        return -1
    last = found[-1]
    between = head[last.end() :].strip(" ,:—–-")
    if "," in between or (re.match(_PROVISO, last.group(), re.I) and re.search(_RULES, item) and _is_statement(item)):
        return -1  # "provided that: (a) The clerk shall be told": a rule of its own
    if not between or (_POINTS.search(between) and len(between.split()) <= _POINTING_WORDS):
        return last.start()
    return -1 if len(between.split()) > _BARE_SUBJECT_WORDS or _is_statement(item) else last.start()


def _verb_groups(text: str) -> int:
    """How many verbs a text has, "shall be" counting once."""
    places = [match.span() for match in FINITE.finditer(text)]
    return sum(1 for at, (start, _) in enumerate(places) if not at or text[places[at - 1][1] : start].strip())


def _bars(head: str, match: re.Match[str]) -> bool:
    """Whether a negation or prohibition reaches the end of the lead-in: no other clause begins after it."""
    before, rest = head[: match.start()], head[match.end() :]
    if rest.count(")") > rest.count("("):
        return False  # "(all may not apply)"
    if len(rest.split()) > _NEXT_WORDS and (_IN_RELATIVE.search(before) or re.search(r";\s|\.\s", rest)):
        return False
    if _BARS_LIST.fullmatch(match.group()):
        return not re.search(_RULES, rest) and not re.search(rf",[^,]*(?:{FINITE.pattern})", rest, re.I)
    return _negates(before, match.group().lower(), rest)


def _negates(before: str, word: str, rest: str) -> bool:
    """Whether "no" or "not" denies the verb that the list completes: "No person shall:", "does not thereby:"."""
    last = re.search(r"(\w+)\W*\Z", before)
    after_verb = bool(last and (FINITE.fullmatch(last[1]) or last[1].lower() in ("deemed", "considered")))
    if re.fullmatch(NO, word):
        return _verb_groups(rest) <= (0 if after_verb else 1)
    joined = word[1:] in ("'t", "’t")
    later = _verb_groups(re.sub(r"\A\s*(?:be|have|been)\b", "", rest))
    return bool(re.fullmatch(NOT, word)) and (after_verb or joined) and not later


def _bar_of(head: str) -> int:
    """Where the negation or prohibition stands that a lead-in lays on its list, or -1."""
    found = sorted((*TURN.finditer(head), *_BARS_LIST.finditer(head)), key=lambda match: match.start())
    return next((match.start() for match in found if _bars(head, match)), -1)


# "shall maintain the premises in a condition in which:": each item says only in which
_IN_WHICH = lazy_regex(r"\b(?:in|under|for|by|upon|on|of) (?:which|whom)\s*[:—–-]?\s*\Z", re.IGNORECASE)


def _governor(text: str, one: Hung, unit: str) -> Governor | None:
    raw = text[one.head_start : one.head_end].replace("\n", " ")
    head = _WIDENS.sub(lambda match: " " * len(match.group()), stripped(raw))
    at = _condition_of(head, unit)
    if at < 0 and (relative := _IN_WHICH.search(head)):
        at = min((match.start() for match in TURN.finditer(head)), default=relative.start())
    if at < 0 and _is_statement(unit):
        return None
    if at < 0 and not _OWN_NO.match(unit):
        at = _bar_of(head)
    certain = True
    if at < 0:
        opens = _OPENS_BOUND.match(head)
        if not opens or "," not in head or not _BARE_VERB.search(head):
            return None
        at, certain = opens.start(1), bool(re.fullmatch(BUT, opens[1], re.IGNORECASE))
    start = one.head_start + at
    return Governor(_shown(raw, at), start, start + len(raw[at:].split()[0]), certain)


def _unit_of(text: str, one: Hung) -> tuple[int, int]:
    """The first sentence of a list item, with the next one when the first is only its title ("Goats.")."""
    ends = [s.end for s in sentences(text) if one.start < s.end and s.start < one.end]
    for end in ends:
        said = text[one.start : min(end, one.end)]
        alone = re.match(r"[ \t]*\n[ \t]*\n", text[end:])
        if alone or len(said.split()) >= _TITLE_WORDS or has_finite_verb(said):
            return one.start, min(end, one.end)
    return one.start, one.end


def head_left_out(text: str, places: Sequence[tuple[int, int]]) -> Governor | None:
    """The lead-in that governs a quoted list item and that no quotation holds: "No person shall:" above "keep goats".

    `places` are where the quotations stand in a source text. A lead-in governs when it negates, forbids, excepts or
    makes a condition of what the list names; an item that is a sentence of its own under a lead-in that does not end in
    the condition itself stands alone. None when nothing is left out, and outside lists.
    """
    for start, end in sorted(places):
        at = start
        for one in hung_on(text, start) if len(text[start:end].split()) >= _ITEM_WORDS else ():
            low, high = _unit_of(text, one)
            if not low <= at < high:
                break
            found = _governor(text, one, text[low:high])
            if found and not any(s <= found.start and found.end <= e for s, e in places):
                return found
            at = one.head_start
    return None
