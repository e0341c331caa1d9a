"""Who said it: the words that a claim gives to a person against those whose words they are in the record.

Holds comparisons of persons with their own words. It refuses to speak where the record names nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product, takewhile

from pipeline.check.read.evidence import Entry, Held, Said, is_verbish, matched, token_in, written_on
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.motions import (
    movers_in,
)
from pipeline.check.read.names import surnames_of
from pipeline.check.read.reading import THINGS, Actor, Mention, ReadSentence, content, is_acronym, is_person
from pipeline.check.slots.acts import MOTION_WORDS, kept_out
from pipeline.check.slots.turns import shown
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from vault.text.patterns import lazy_regex

__all__ = ["CAST", "SPEECH", "caller", "predicates_of", "speaker_conflicts", "spoken_by"]

_TEXT_SPEECH = """
    say state note explain report tell comment indicate inform advise mention clarify add remark announce observe ask
    inquire question describe respond reply answer express noted
"""
SPEECH = frozenset(base_of(word) for word in _TEXT_SPEECH.split())


def predicates_of(said: Said, held: Held) -> list[tuple[Actor, tuple[Token, ...]]]:
    """Each person who acts in the claim with the words said of him, up to the next who acts."""
    text = "\n".join(source.text for source in held.sources)
    acting = [one for one in said.named if one.role in ("subject", "by") or _is_quoted(said, one)]
    acting = [one for one in acting if is_person(one.actor, text) or _speaks(said, one, text)]
    towns = {word for one in held.sources if one.chunk for word in one.chunk.town.lower().split()}
    acting = [one for one in acting if not one.actor.words & towns]
    found = []
    for number, mention in enumerate(acting):
        if mention.role == "by":
            found.append((mention.actor, content(said.tokens[max(0, mention.first - 4) : mention.first - 1])))
            continue
        end = acting[number + 1].first if number + 1 < len(acting) else len(said.tokens)
        end = min(end, _predicate_end(said, mention), _asked_at(said, mention), _who_at(said, mention))
        words = tuple(
            token
            for token in content(said.tokens[mention.last + 1 : end])
            if not any(other.first <= said.tokens.index(token) <= other.last for other in said.named)
        )
        if not words and number + 1 < len(acting) and _is_joined(said, mention, acting[number + 1]):
            behind = said.tokens[acting[number + 1].last + 1 : acting[number + 1].last + _VERB]
            words = tuple(one for one in content(behind) if not one.capital)  # "Roy, Ash and Lunt were opposed"
        if words and not _said_before(said, mention):
            found.append((mention.actor, words))
    return found


def _who_at(said: Said, mention: Mention) -> int:
    """Where "who" goes on of another person named behind the verb: "Ash gave a plaque to Roe, who served until May"."""
    for one in said.named:
        behind = [token.text.lower() for token in said.tokens[one.last + 1 : one.last + 3] if token.text != ","]
        if one.first > mention.last + 1 and behind[:1] == ["who"]:
            return one.last + 1
    return len(said.tokens)


def _said_before(said: Said, mention: Mention) -> bool:
    """Whether what a person says stands before his name: "The road is closed, Roy said, and …"."""
    verb, after = (said.tokens[mention.last + n : mention.last + n + 1] for n in (1, 2))
    speaks = bool(verb) and verb[0].kind == "word" and verb[0].key[0] in SPEECH
    return speaks and mention.first > 0 and all(one.kind == "break" for one in after)


_VERB = 4


# "when asked whether it would rain", "in answer to Roy": what another said
_ASKED = lazy_regex(r"\b(?:(?:when|if|once|after|being|was) asked|in (?:answer|reply|response) to)\b", re.IGNORECASE)


def _asked_at(said: Said, mention: Mention) -> int:
    """Where the claim begins to tell what the person was asked; its end where it does not."""
    after = said.tokens[mention.last].end
    asked = _ASKED.search(said.text, after)
    places = (n for n, one in enumerate(said.tokens) if asked is not None and one.start >= asked.start())
    return next(places, len(said.tokens))


def _is_joined(said: Said, mention: Mention, following: Mention) -> bool:
    """Whether only a comma or "and" stands between two names."""
    return all(one.text.lower() in (",", "and") for one in said.tokens[mention.last + 1 : following.first])


def _is_quoted(said: Said, mention: Mention) -> bool:
    """Whether a person is said to tell it: "According to Roy, …"."""
    before = said.tokens[mention.first - 1].key if mention.first else ()
    return before[-2:] == (base_of("according"), "to") and not mention.actor.body


def _speaks(said: Said, mention: Mention, text: str) -> bool:
    """Whether the claim makes a name say something that the page shows in no act of its own, or nowhere."""
    following = said.tokens[mention.last + 1 : mention.last + 3]
    tells = _is_quoted(said, mention) or any(one.kind == "word" and one.key[0] in SPEECH for one in following)
    if mention.actor.body or not tells or mention.actor.words & THINGS:
        return False  # who speaks for a body or a house is named beside it
    names = [re.escape(word) for word in mention.actor.words if len(word) > 2]
    return bool(names) and not any(re.search(rf"\b{name}\b", text) for name in names)


def _predicate_end(said: Said, mention: Mention) -> int:
    """Where what is said of somebody ends: at the clause after which another subject begins ("Roy abstained, but Ash's
    motion carried"); a clause that begins with a verb goes on about him."""
    ends = 0
    for number, clause in enumerate(said.clauses):
        if not clause:
            continue
        ends = said.tokens.index(clause[-1]) + 1
        if ends <= mention.last or number + 1 == len(said.clauses):
            continue
        following = next(iter(said.clauses[number + 1]), None)
        if following is None or following.capital or following.worth or following.text.lower() in _NEW_SUBJECT:
            return ends
    return len(said.tokens)


_TEXT_NEW_SUBJECT = """
    the a an it its there this that these those they nobody no all both each every any only some another in on at under
"""
_NEW_SUBJECT = frozenset(_TEXT_NEW_SUBJECT.split())


def spoken_by(sentence: ReadSentence, token: Token) -> list[Actor]:
    """Who may be the one of whom a word of the sentence is said: the last subject before it, and whoever stands between
    (an object may be the subject of what follows)."""
    if token.kind == "break":
        return []
    told = caller(sentence, token) or _doer_after(sentence, token)
    if told:
        return told
    actors: list[Actor] = [sentence.subject] if sentence.subject is not None else []
    for mention in sentence.mentions:
        if sentence.tokens[mention.first].start > token.start:
            break
        if mention.role == "subject":
            actors = [mention.actor]
        elif mention.role == "object" or (mention.role == "oblique" and not actors):
            actors = [*actors, mention.actor]
        elif mention.role == "by":
            continue
    return _named_behind(sentence, token) or actors


CAST = ("yes", "no", "aye", "nay")
"""Votes of a roll call, each of which is that of the name before it: "Roy - yes, Ash - yes"."""


def caller(sentence: ReadSentence, token: Token) -> list[Actor]:
    """Whose vote of a roll call the word is: the name right before it and its dash; [] for another word."""
    if token.text.lower() not in CAST:
        return []
    at = sentence.tokens.index(token)
    dashed = at > 1 and sentence.tokens[at - 1].text in ("-", ":")
    return [one.actor for one in sentence.mentions if one.last == at - 2 and dashed]


def _doer_after(sentence: ReadSentence, token: Token) -> list[Actor]:
    """Who follows the "by" right behind a participle: "requested by abutters Mr. and Mrs. Roe"."""
    at = sentence.tokens.index(token)
    if [one.text.lower() for one in sentence.tokens[at + 1 : at + 2]] != ["by"]:
        return []
    reach = takewhile(lambda n: sentence.tokens[n].kind != "break", range(at + 2, len(sentence.tokens)))
    places = frozenset(list(reach)[:_DOER_REACH])
    return [one.actor for one in sentence.mentions if one.first in places]


_DOER_REACH = 8
"""Tokens behind a participle in which the names of those who did it stand."""
_WAS = ("was", "were", "are", "is")


def _named_behind(sentence: ReadSentence, token: Token) -> list[Actor]:
    """The names behind "was" or "were" where a clause begins with what is said of them: "Opposed were Roy and Ash"."""
    tokens = sentence.tokens
    at = tokens.index(token)
    start = next((n + 1 for n in range(at, -1, -1) if tokens[n].kind == "break"), 0)
    verb = next((n for n in range(at + 1, min(at + 5, len(tokens) - 1)) if tokens[n].text.lower() in _WAS), 0)
    found: list[Actor] = []
    reached = verb + 1
    for mention in sentence.mentions if verb else ():
        if mention.last < start:
            continue
        between = [one for one in tokens[reached : mention.first] if one.kind == "word" and one.text != "and"]
        if mention.first <= verb or any(one.text.lower() in _WAS or not one.capital for one in between):
            break  # the next list: ", Opposed was Ash"
        found.append(mention.actor)
        reached = mention.last + 1
    return found


_REPORTS = frozenset((*SPEECH, *map(base_of, ("bring", "point", "raise"))))
"""Verbs of who tells something, in a claim."""
_REPORTED = 0.8
"""Share of a claim's other words that the one sentence of another speaker holds."""


def _reported_by_another(said: Said, held: Held) -> Iterator[Conflict]:
    """Who is said to have told what, in the attached words, only one other person tells, in nearly the same words."""
    told_by = {one.text: (one, entry) for entry in held.entries for one in _speakers(entry)} if held.given else {}
    if len(told_by) != 1:
        return
    ((other, entry),) = told_by.values()
    if _begins_back(entry) or any(other.words & one.actor.words for one in said.named):
        return
    for one in said.named:
        if _is_misread(other, one.actor) or _is_retold(one.actor, entry) or _is_first_named(one.actor, entry, held):
            continue
        verb = said.tokens[one.last + 1 : one.last + 3]
        if one.actor.body or not any(token.key[0] in _REPORTS for token in verb):
            continue
        rest = [word for word in said.words if word not in said.tokens[: one.last + 3]]
        shown = [*entry.sentence.tokens, *(token for source in held.sources for token in lex(source.about))]
        spoken = " ".join(each.flat for each in held.entries)
        if rest and matched(rest, shown) >= _REPORTED * len(rest) and not _stands(one.actor.words, spoken):
            yield Conflict("speaker", one.actor.text, f"{other.text}: {entry.flat}")


def speaker_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What a person is said to have said or done is in the record another's."""
    yield from _reported_by_another(said, held)
    movers = {name for _, name in movers_in(said.text)}
    agents = [one.actor for one in said.named if one.role == "by"]
    for actor, words in predicates_of(said, held):
        if actor in agents or actor.words & THINGS:
            continue
        told = [word for word in words if word.kind != "word" or word.key[0] not in SPEECH | MOTION_WORDS]
        asks = any(word.kind == "word" and word.key[0] in _ASKS for word in words)
        if (movers | kept_out(said.text)) & actor.words or not _does(said, actor):
            continue
        if any(word.kind == "word" and word.key[0] in _VOTES for word in words) and _took_part(actor, held):
            continue  # who seconds a motion that another moved votes on it too
        if any(_is_misread(one, actor) for entry in held.entries for one in _speakers(entry)):
            continue
        if any(_is_retold(actor, entry) or _is_first_named(actor, entry, held) for entry in held.entries):
            continue
        stranger = _reported_of_another(actor, words, told, held) if told else ""
        if stranger:
            yield Conflict("speaker", actor.text, stranger)
            continue
        if len(told) < 2:
            continue
        others = _figures_of_others(actor, told, held)
        if others:
            yield Conflict("speaker", actor.text, others)
            continue
        own = _most(actor, told, held, same=True, asks=asks)
        other = _most(actor, told, held, same=False, asks=asks)
        if other[0] < 2 or other[1] is None or not _stands(other[1].words, other[3]):
            continue
        if not _in_the_same_words(told, other[3]):
            continue  # words like these may stand in what another said of another matter
        figures = [word for word in told if word.worth is not None]
        taken = bool(figures) and other[2] and not own[2]
        if (taken and other[0] >= own[0]) or (other[0] * 2 >= len(told) and other[0] - own[0] >= max(2, len(told) / 3)):
            yield Conflict("speaker", actor.text, f"{other[1].text}: {other[3]}")


_VOTES = frozenset(base_of(word) for word in ("vote", "support", "back", "favor", "oppose", "abstain"))
_LISTED_VOTES = lazy_regex(r"\b(?:in (?:favou?r|opposition)|opposed|abstain\w*|against)\b[^.;]*", re.IGNORECASE)


def _took_part(actor: Actor, held: Held) -> bool:
    """Whether somebody moved or seconded a motion that carried, or stands in a list of who voted how."""
    lists = _LISTED_VOTES.finditer(held.attached())
    if any(actor.words & {one.text.lower() for one in lex(listed[0])} for listed in lists):
        return True
    return any(motion.fate == "passed" and actor.words & {motion.mover, motion.seconder} for _, motion in held.motions)


_LISTENS = frozenset(base_of(word) for word in ("hear", "learn"))
"""Verbs of one to whom another tells it."""
_AT = frozenset(["at", "on", "in", "of", "to", "from", "for", "with", "by"])
"""Words behind a name that stands behind its verb: "there go Ash and Roy at ten"."""
_TEXT_NO_DEED = """
    was were is are be been became become had has against got gets received receives won
"""
_NO_DEED = frozenset(_TEXT_NO_DEED.split())


def _does(said: Said, actor: Actor) -> bool:
    """Whether the claim says that the person did or said something: a verb follows the name, other than "was" before
    what he is."""
    mention = next(one for one in said.named if one.actor == actor)
    following = [token for token in said.tokens[mention.last + 1 : mention.last + 4] if token.kind == "word"]
    if not following or said.tokens[mention.last + 1].text in ("(", ":"):
        return False
    rest = said.tokens[mention.last + 1 :]  # "Roe Builders, the low bidder: the board voted"
    heads = next((n for n, one in enumerate(rest) if one.text == ":"), 0)
    if heads and not any(one.kind == "word" and is_verbish(one) for one in rest[:heads]):
        return False
    if following[0].key[0] in _LISTENS or following[0].text.lower() in _AT:
        return False
    told = any(  # "was the elected official" tells what he is
        one.text.lower().endswith(("ing", "ed")) and before.text.lower() not in ("the", "a", "an")
        for before, one in pairwise(following)
    )
    return following[0].text.lower() not in _NO_DEED or told


_PRONOUNS = frozenset(["he", "she", "they", "it", "his", "her", "their", "this"])


def _reported_of_another(actor: Actor, words: Sequence[Token], told: Sequence[Token], held: Held) -> str:
    """The sentence of the spans that says it and reports it of somebody else, where this person speaks in none of them,
    even if he is spoken of: "Roy said that Ash can prove it" of a claim that Ash said so; "" otherwise."""
    if not held.given or not any(word.kind == "word" and word.key[0] in SPEECH for word in words[:2]):
        return ""
    speakers = [(entry, one) for entry in held.entries for one in _speakers(entry)]
    if any(one.is_same(actor) for _, one in speakers):
        return ""
    if any(_goes_back(entry) for entry in held.entries):
        return ""
    for entry, speaker in speakers:
        if matched(told, entry.sentence.tokens, written_on(entry.source)) * 2 >= max(2, len(told)):
            return f"{speaker.text}: {shown(entry)}"
    return ""


def _is_misread(one: Actor, other: Actor) -> bool:
    """Whether a long name is the other with an r for a t, as scans misread them."""
    pairs = product(one.words - other.words, other.words - one.words)
    return any(min(len(a), len(b)) >= _LONG and a.replace("t", "r") == b.replace("t", "r") for a, b in pairs)


def _is_retold(actor: Actor, entry: Entry) -> bool:
    """Whether a sentence gives back the words of this person: "Roy mentioned the comments from Ada Ash"."""
    names = "|".join(re.escape(word) for word in actor.words if len(word) > 2)
    return bool(names) and re.search(rf"{_WORDS.pattern}(?:{names})\b", entry.flat, re.IGNORECASE) is not None


def _is_first_named(actor: Actor, entry: Entry, held: Held) -> bool:
    """Whether somebody speaks in a sentence under the first name that the pages set before this surname."""
    pages = [source.text for source in held.sources]
    firsts = [next(iter(one.words)) for one in _speakers(entry) if len(one.words) == 1]
    return any(len(first) > 2 and surnames_of(first, pages) & actor.words for first in firsts)


_WORDS = lazy_regex(
    r"\b(?:comment|statement|remark|concern|letter|e-?mail|report|testimon|question)\w*\s+(?:from|of|by)\s+(?:[\w.]+\s+){0,2}"
)
_LONG = 6
"""Letters from which two names that differ by such a letter are one."""


def _speakers(entry: Entry) -> list[Actor]:
    """The persons of a sentence after whose name a verb of speech follows."""
    tokens = entry.sentence.tokens
    return [
        one.actor
        for one in entry.sentence.mentions
        if not one.actor.body
        and one.role != "oblique"  # "the Chart of Decibels states"
        and any(token.kind == "word" and token.key[0] in SPEECH for token in tokens[one.last + 1 : one.last + 3])
    ]


def _goes_back(entry: Entry) -> bool:
    """Whether a sentence begins with a word that stands for somebody named before it, or names no speaker at all."""
    return _begins_back(entry) or not _speakers(entry)


def _begins_back(entry: Entry) -> bool:
    first = next((token for token in entry.sentence.tokens if token.kind == "word"), None)
    return first is None or first.text.lower() in _PRONOUNS


def _stands(names: Iterable[str], text: str) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names)


def _figures_of_others(actor: Actor, told: Sequence[Token], held: Held) -> str:
    """The words of another person that hold a figure the claim gives to this one, who says it nowhere; "" otherwise."""
    for word in told:
        if word.worth is None or word.worth.kind == "date" or (not held.given and _tells(actor, word, held)):
            continue
        found: list[tuple[Entry, list[Actor]]] = []
        for entry in held.entries:
            token = token_in(word, entry.sentence.tokens, written_on(entry.source))
            near = matched(told, entry.sentence.tokens) * 10 >= (4 if held.given else 7) * len(told)
            if token is not None and _acts_in(actor, entry):
                found = []
                break  # he tells the figure himself
            if token is not None and near and not _is_question(entry):
                found.append((entry, list(spoken_by(entry.sentence, token))))
        strangers = all(who and not any(_is_no_stranger(one, actor) for one in who) for _, who in found)
        if found and strangers and all(_is_told(entry, who) for entry, who in found):
            return f"{found[0][1][-1].text}: {shown(found[0][0])}"
    return ""


def _is_no_stranger(one: Actor, actor: Actor) -> bool:
    """Whether who acts beside a figure is a body or a thing ("the General Fund has 45 %"), or the person himself."""
    return bool(one.body or one.words & THINGS) or one.is_same(actor)


def _in_the_same_words(told: Sequence[Token], text: str) -> bool:
    """Whether half of the words, three at least, stand in the text as they are, not as words like them."""
    keys = {token.key for token in lex(text)}
    found = sum(word.key in keys for word in told)
    return found >= 3 and found * 2 >= len(told)


def _tells(actor: Actor, figure: Token, held: Held) -> bool:
    """Whether a sentence of the page in which this person acts holds the figure."""
    return any(
        token_in(figure, entry.sentence.tokens, written_on(entry.source)) is not None and _acts_in(actor, entry)
        for entry in held.page()
    )


def _is_told(entry: Entry, who: Sequence[Actor]) -> bool:
    """Whether the sentence itself names one of these as who acts: a pronoun or a list may go back to somebody else, and
    letters are an office's ("DES")."""
    return any(
        one.actor.is_same(other) and not is_acronym(other.text)
        for one in entry.sentence.mentions
        if one.role in ("subject", "by")
        for other in who
    )


_ASKS = frozenset(base_of(word) for word in ["ask", "inquire", "question", "wonder"])


def _is_question(entry: Entry) -> bool:
    """Whether somebody only asks in the sentence: what was asked was not said."""
    return any(token.kind == "word" and token.key[0] in _ASKS for token in entry.sentence.tokens[:8])


def _acts_in(actor: Actor, entry: Entry) -> bool:
    """Whether the person acts in the sentence too, or stands there without being read as a person."""
    mine = [one for one in entry.sentence.mentions if one.actor.is_same(actor)]
    subject, opening = entry.sentence.subject, entry.sentence.tokens[:3]
    speaks = opening[0].text.lower() in _PRONOUNS and any(one.key[:1] and one.key[0] in SPEECH for one in opening)
    if subject is not None and subject.is_same(actor) and speaks:  # "He advised that Ash said …"
        return True
    words = {token.text.lower() for token in entry.sentence.tokens}
    full = {word for word in actor.words if len(word) > 1}
    return any(one.role == "subject" for one in mine) or (not mine and bool(full & words))


def _most(
    actor: Actor, told: Sequence[Token], held: Held, *, same: bool, asks: bool
) -> tuple[int, Actor | None, bool, str]:
    """The sentence with most of these words said of this person, or of another: count, who, whether a figure is among
    them, text."""
    best: tuple[int, Actor | None, bool, str] = (0, None, False, "")
    for entry in held.entries:
        written = written_on(entry.source)
        found = [(word, token_in(word, entry.sentence.tokens, written)) for word in told]
        hits = [(word, spoken_by(entry.sentence, token)) for word, token in found if token is not None]
        ours = [(word, who) for word, who in hits if any(one.is_same(actor) for one in who)]
        acts_here = _acts_in(actor, entry) or (not same and not asks and _is_question(entry))
        if not same:
            others = [(word, who) for word, who in hits if who and not any(one.is_same(actor) for one in who)]
            strangers = [one for _, who in others for one in who if not _is_no_stranger(one, actor)]
            persons = [one for one in strangers if _is_told(entry, [one])]
            if others and persons and len(others) > best[0] and not acts_here and not _begins_back(entry):
                best = (len(others), persons[-1], any(word.worth for word, _ in others), shown(entry))
        elif len(ours) > best[0]:
            best = (len(ours), actor, any(word.worth for word, _ in ours), shown(entry))
    return best
