"""Whether the persons of a claim are those of its entries: who acts, under which name, and whose verb it is.

Holds the doubts about persons; each names whom it doubts. It refuses to contradict.
"""

from __future__ import annotations

import re
from itertools import pairwise

from pipeline.check.bind.chosen import only_act
from pipeline.check.read.evidence import Entry, Held, Said, is_verbish
from pipeline.check.read.reading import Mention, content, is_person
from pipeline.check.slots.acts import deciding, kept_out, out_of
from pipeline.check.slots.roles import BE
from pipeline.check.slots.speakers import SPEECH, caller
from vault.facts.names import TITLES

__all__ = ["joined_names", "namesakes", "singular", "strangers"]


def joined_names(said: Said, held: Held) -> list[str]:
    """A name of two words that stand beside each other nowhere in the sources: "Ada Birch" of Ada Roy and Tom Birch."""
    text = "\n".join(f"{source.text}\n{source.about}" for source in held.sources)
    left = []
    for one in said.named:
        words = [word for word in re.findall(r"[^\W\d_]+", one.actor.text.removesuffix("'s")) if len(word) > 1]
        if one.actor.body or {"and", "the"} & set(words) or len(words) < 2:
            continue
        pairs = pairwise(words)
        if not all(re.search(rf"\b{a}\b\W+(?:\w\b\W+)?{b}(?:e?s)?\b", text, re.IGNORECASE) for a, b in pairs):
            left.append(f"who: {one.actor.text}")
    return left


def strangers(said: Said, held: Held) -> list[str]:
    """Persons who act in the claim and do nothing in its entries; of whom it tells what they are, or what is done to
    them, those whom the entries do not name. Whom the attached words name in full and nobody reads as a person there
    is no stranger."""
    text = "\n".join(source.text for source in held.sources)
    named = [one.actor for entry in held.entries for one in entry.sentence.mentions]
    acting = [one.actor for entry in held.entries for one in entry.sentence.mentions if one.role in ("subject", "by")]
    acting += [entry.sentence.subject for entry in held.entries if entry.sentence.subject is not None]
    acting += [one.actor for entry in held.entries for one in entry.sentence.mentions if _is_to_act(one, entry)]
    acting += [
        actor for entry in held.entries for token in entry.sentence.tokens for actor in caller(entry.sentence, token)
    ]
    passive = _spoken_of(said)
    shown, motion = held.attached(), deciding(said, held)
    out = kept_out(said.text) & out_of(motion) if motion is not None else frozenset()
    return [f"who: {name}" for name in only_act(said, held)] + [
        f"who: {one.actor.text}"
        for one in said.named
        if one.role in ("subject", "by") and is_person(one.actor, text) and not one.actor.words & out
        if not any(one.actor.is_same(other) for other in (named if one.last in passive else acting))
        if any(one.actor.is_same(other) for other in named) or not re.search(rf"\b{re.escape(one.actor.text)}\b", shown)
    ]


def _is_to_act(mention: Mention, entry: Entry) -> bool:
    """Whether a person is named as the one who is to do it: "have Ada complete it", "for Tom Roy to speak"."""
    tokens, first, last = entry.sentence.tokens, mention.first, mention.last
    led = [one.text.lower() for one in tokens[max(0, first - 1) : first]]
    return led in (["have"], ["let"]) or (
        led == ["for"] and [one.text for one in tokens[last + 1 : last + 2]] == ["to"]
    )


_RECEIVES = ("gets", "got", "receives", "received", "won", "wins", "became", "becomes")


def _spoken_of(said: Said) -> set[int]:
    """Where the names end of whom the claim tells what is done to them, or what they are or are to do: "was granted",
    "Roy, Ash and Lunt were opposed", "Tom Roy Jr. is to speak"."""
    found: set[int] = set()
    for one in reversed(said.named):
        behind = [token for token in said.tokens[one.last + 1 : one.last + 3] if token.text != "."]
        low = behind[0].text.lower() if behind else ""
        following = (other for other in said.named if one.last < other.first <= one.last + 3)
        joined = low in (",", "and") and any(other.last in found for other in following)
        if low.split()[:1] and (low.split()[0] in BE or low in _RECEIVES or joined):
            found.add(one.last)
    return found


def namesakes(said: Said, held: Held) -> list[str]:
    """Persons whose surname the entries hold behind another first name alone, or whose verb follows there on another's
    name alone: "Ada Roy" of words on Tom Roy; "Roy nominated" of "Webb nominated Ash, seconded by Roy"."""
    entries = [one.actor for entry in held.entries for one in entry.sentence.mentions if not one.actor.body]
    left = []
    for one in said.named:
        first, last = _full_name(one.actor.text)
        others = [other for other in entries if _full_name(other.text)[1] == last]
        theirs = {_full_name(other.text)[0] for other in others}  # of "Recorder Ada Roy" the office
        own = any(first.lower() in other.words for other in others)
        strange = not own and "" not in theirs and not any(_is_short(first, x) for x in theirs)
        namesake = bool(first) and bool(theirs) and strange
        if not one.actor.body and (namesake or _done_by_others(said, one, held)):
            left.append(f"(another person: {one.actor.text})")
    return left


def _full_name(name: str) -> tuple[str, str]:
    """First name and surname without titles and possessive; "" for a name of one word or an initial."""
    words = [word for word in re.findall(r"[^\W\d_]+", singular(name)) if word.lower() not in TITLES]
    return (words[0] if len(words) > 1 and len(words[0]) > 1 else "", words[-1].lower() if words else "")


def _is_short(one: str, other: str) -> bool:
    """Whether two first names may be one: "Tim" and "Timothy"."""
    return one[:2].lower() == other[:2].lower()


def _done_by_others(said: Said, mention: Mention, held: Held) -> bool:
    """Whether each place of the entries that holds the verb behind a name has another person's name right before it."""
    verb, after = [*said.tokens[mention.last + 1 : mention.last + 3], None, None][:2]
    if (
        verb is None
        or (after and after.text.lower() == "by")
        or verb.kind != "word"
        or not is_verbish(verb)
        or not content((verb,))
    ):
        return False
    doers = []
    if verb.key[0] in SPEECH and any(_speaks(mention, entry) for entry in held.entries):
        return False
    for entry in held.entries:
        ends = {one.last + 1: one.actor for one in entry.sentence.mentions}
        doers += [ends.get(n) for n, token in enumerate(entry.sentence.tokens) if token.text == verb.text]
    return bool(doers) and all(one is not None and not one.body and not one.is_same(mention.actor) for one in doers)


def _speaks(mention: Mention, entry: Entry) -> bool:
    """Whether an entry tells that a person said something, in whatever verb."""
    tokens = entry.sentence.tokens
    mine = [one for one in entry.sentence.mentions if one.actor.is_same(mention.actor) and not one.actor.body]
    return any(
        word.kind == "word" and word.key[0] in SPEECH for one in mine for word in tokens[one.last + 1 : one.last + 2]
    )


def singular(name: str) -> str:
    """A name without its possessive or the plural of a family: "Koliases" is "Kolias"."""
    bare = name.removesuffix("'s").removesuffix("’s")
    return bare.removesuffix("es") if bare.endswith("ses") else bare
