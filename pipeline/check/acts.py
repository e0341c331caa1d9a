"""Who did it and what came of it: movers, speakers, bodies, outcomes and votes of a claim against its entries.

Holds comparisons of persons with their own words and of decisions with the motions of the record. It refuses to speak
where the record names nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.alike import base_of
from pipeline.check.evidence import Entry, Held, Said, matched, token_in, written_on
from pipeline.check.lexing import Token
from pipeline.check.motions import (
    Act,
    Motion,
    claimed_fate,
    claimed_results,
    movers_in,
    result_of,
)
from pipeline.check.reading import Actor, Sentence, bodies_in, content
from pipeline.check.values import Conflict

__all__ = [
    "SPEECH",
    "body_conflicts",
    "deciding",
    "mover_conflicts",
    "outcome_conflicts",
    "predicates_of",
    "speaker_conflicts",
    "spoken_by",
]

SPEECH = frozenset(
    base_of(word)
    for word in (
        "say state note explain report tell comment indicate inform advise mention clarify add remark announce observe "
        "ask inquire question describe respond reply answer respond express noted"
    ).split()
)


def _same_name(claimed: str, held: str) -> bool:
    return claimed == held or claimed.rstrip("s") == held or held in claimed.split("-") or claimed in held.split("-")


def deciding(said: Said, held: Held) -> Motion | None:
    """The motion of the entries that speaks of the claim's matter; None when there is none."""
    motions = [motion for _, motion in held.motions]
    quoted = [
        motion
        for source, motion in held.motions
        for quote_source, words, start in held.quotes
        if quote_source == source and motion.start < start + len(words) and start < motion.end
    ]
    pool = quoted or motions
    if not pool:
        return None
    scored = [(matched(said.words, _tokens_of(motion, held)), -number, motion) for number, motion in enumerate(pool)]
    score, _, best = max(scores for scores in scored)
    return best if score else None


def _tokens_of(motion: Motion, held: Held) -> tuple[Token, ...]:
    return tuple(
        token
        for entry in (*held.entries, *held.near)
        if entry.sentence.end > motion.start - 400 and entry.sentence.start < motion.end
        for token in entry.sentence.tokens
    )


def mover_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Who moved and who seconded."""
    claimed = movers_in(said.text)
    motion = deciding(said, held) if claimed else None
    if motion is None:
        return
    for act, name in claimed:
        right = motion.mover if act == "moved" else motion.seconder
        if right and not _same_name(name, right):
            yield Conflict("mover" if act == "moved" else "seconder", name.title(), _short(motion.text))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 280 else f"{flat[:279]}…"


_AGAINST: dict[Act, tuple[Act, ...]] = {
    "granted": ("denied", "tabled", "withdrawn"),
    "denied": ("granted", "tabled", "withdrawn", "done"),
    "tabled": ("granted", "denied", "done"),
    "withdrawn": ("granted", "denied", "done"),
    "done": (),
}


def outcome_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What was granted, denied, tabled or withdrawn; whether it passed; whether the vote was unanimous."""
    if not _unquoted(said.text):
        return
    motion = deciding(said, held)
    results = claimed_results(said.tokens)
    shown = result_of(motion) if motion is not None else None
    if motion is not None and shown is not None:
        yield from _against(results, shown, motion, said)
    elif results and held.given:
        yield from _worded_otherwise(said, results, held)
    fate = claimed_fate(said.text)
    if motion is not None and fate and motion.fate in ("passed", "failed") and fate != motion.fate:
        yield Conflict("outcome", fate, _short(motion.text))
    elif motion is None and fate and held.given:
        yield from _other_fate(fate, held)
    if motion is not None and motion.unanimous is False and re.search(r"\bunanimous", said.text, re.IGNORECASE):
        yield Conflict("vote", "unanimous", _short(motion.text))


def _unquoted(text: str) -> str:
    return re.sub(r"“[^”]*”", " ", text).strip()


def _against(
    results: Sequence[tuple[Act, bool, int]], shown: tuple[Act, bool], motion: Motion, said: Said
) -> Iterator[Conflict]:
    act, happened = shown
    for claimed, positive, at in results:
        if not positive:
            if claimed == act and happened and act != "done":
                yield Conflict("outcome", f"not {said.tokens[at].text}", _short(motion.text))
            continue
        if (happened and act in _AGAINST[claimed]) or (not happened and claimed == act and motion.fate == "failed"):
            yield Conflict("outcome", said.tokens[at].text, _short(motion.text))
            return


def _worded_otherwise(said: Said, results: Sequence[tuple[Act, bool, int]], held: Held) -> Iterator[Conflict]:
    """No motion is told: the outcome words of the spans decide, where they all say another thing."""
    words = [(act, entry) for entry in held.entries for act in _acts_named(entry.sentence)]
    named = {act for act, _ in words}
    for claimed, positive, at in results:
        if positive and named and claimed not in named and named & set(_AGAINST[claimed]):
            entry = next(entry for act, entry in words if act in _AGAINST[claimed])
            yield Conflict("outcome", said.tokens[at].text, _text(entry))


def _acts_named(sentence: Sentence) -> set[Act]:
    from_words = {act for act, positive, _ in claimed_results(sentence.tokens) if positive}
    suggested = re.search(r"\btabl(?:e|ed|ing)\b|\bpostpone", " ".join(t.text for t in sentence.tokens).lower())
    return from_words | ({"tabled"} if suggested else set())


def _text(entry: Entry) -> str:
    return _short(entry.source.text[entry.sentence.start : entry.sentence.end])


def _other_fate(fate: str, held: Held) -> Iterator[Conflict]:
    words = {"passed": r"\b(?:failed|defeated)\b", "failed": r"\b(?:passed|carried|adopted)\b"}[fate]
    for entry in held.entries:
        if re.search(words, _text(entry), re.IGNORECASE) and not claimed_fate(_text(entry)) == fate:
            yield Conflict("outcome", fate, _text(entry))
            return


_BODY_ACTS = re.compile(
    r"\b(?:approved|granted|denied|tabled|voted|reviewed|discussed|adopted|accepted|moved|decided|agreed|authorized|"
    r"rejected|appointed|heard|held|met|set|closed|opened|continued|recommended|considered|signed|received|asked|"
    r"requested|entered|went|put|gave|chose|wants?|plans?|expects?|turned|noted|said|awarded|elected|hired|named|backed|"
    r"opposed|supported|postponed|withdrew|sent|ordered|directed|passed|joined|instructed|required)\b",
    re.IGNORECASE,
)


def body_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """The body that acts is the body whose minutes these are, or one that the words name."""
    for mention in said.named:
        name = mention.actor.body
        if not name or mention.role != "subject" or name in ("Town Meeting", "School District"):
            continue
        after = " ".join(token.text for token in said.tokens[mention.last + 1 : mention.last + 4])
        if not _BODY_ACTS.search(after):
            continue
        about = [source for source in held.sources if source.chunk and source.chunk.doc_type == "minutes"]
        if not about or len(about) < len(held.sources):
            continue
        wanted = said.text.lower()
        if any(_may_be(name, source.chunk.board if source.chunk else "", wanted) for source in about):
            continue
        texts = [*(words for _, words, _ in held.quotes), *(_text(entry) for entry in held.entries)]
        if not any(_names_body(text, name) for text in texts):
            boards = ", ".join(dict.fromkeys(source.chunk.board for source in about if source.chunk))
            if boards:
                yield Conflict("body", mention.actor.text, f"these are minutes of the {boards}")


def _may_be(name: str, board: str, text: str) -> bool:
    if not board or name == board:
        return True
    return bool({word.lower() for word in re.findall(r"\w{4,}", board)} & {w.lower() for w in re.findall(r"\w{4,}", name)} - {"board", "committee", "commission", "council", "trustees", "trust", "town"})


def _names_body(text: str, name: str) -> bool:
    return any(found == name for _, _, found in bodies_in(text)) or name.lower() in text.lower()


def predicates_of(said: Said) -> list[tuple[Actor, tuple[Token, ...]]]:
    """Each person who acts in the claim with the words said of him, up to the next who acts."""
    acting = [mention for mention in said.named if not mention.actor.body and mention.role in ("subject", "by")]
    found = []
    for number, mention in enumerate(acting):
        if mention.role == "by":
            found.append((mention.actor, content(said.tokens[max(0, mention.first - 4) : mention.first - 1])))
            continue
        end = acting[number + 1].first if number + 1 < len(acting) else len(said.tokens)
        words = tuple(
            token
            for token in content(said.tokens[mention.last + 1 : end])
            if not any(other.first <= said.tokens.index(token) <= other.last for other in said.named)
        )
        if words:
            found.append((mention.actor, words))
    return found


def spoken_by(sentence: Sentence, token: Token) -> list[Actor]:
    """Who may be the one of whom a word of the sentence is said: the last subject before it, and whoever stands between
    (an object may be the subject of what follows)."""
    if token.kind == "break":
        return []
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
    return actors


def speaker_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What a person is said to have said or done is in the record another's."""
    for actor, words in predicates_of(said):
        told = [word for word in words if not (word.kind == "word" and word.key[0] in SPEECH)]
        if len(told) < 2:
            continue
        own = _most(actor, told, held, same=True)
        other = _most(actor, told, held, same=False)
        if other[0] < 2 or other[1] is None:
            continue
        figures = [word for word in told if word.worth is not None]
        taken = bool(figures) and other[2] and not own[2]
        if (taken and other[0] >= own[0]) or (other[0] * 2 >= len(told) and other[0] - own[0] >= max(2, len(told) / 3)):
            yield Conflict("speaker", actor.text, f"{other[1].text}: {other[3]}")


def _most(actor: Actor, told: Sequence[Token], held: Held, *, same: bool) -> tuple[int, Actor | None, bool, str]:
    """The sentence with most of these words said of this person, or of another: count, who, whether a figure is among
    them, text."""
    best: tuple[int, Actor | None, bool, str] = (0, None, False, "")
    for entry in held.entries:
        written = written_on(entry.source)
        found = [(word, token_in(word, entry.sentence.tokens, written)) for word in told]
        hits = [(word, spoken_by(entry.sentence, token)) for word, token in found if token is not None]
        ours = [(word, who) for word, who in hits if any(one.is_same(actor) for one in who)]
        if not same:
            others = [(word, who) for word, who in hits if who and not any(one.is_same(actor) for one in who)]
            persons = [one for _, who in others for one in who if not one.body]
            if others and persons and len(others) > best[0]:
                best = (len(others), persons[-1], any(word.worth for word, _ in others), _text(entry))
        elif len(ours) > best[0]:
            best = (len(ours), actor, any(word.worth for word, _ in ours), _text(entry))
    return best
