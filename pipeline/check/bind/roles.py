"""Whether bound words play the part the record gives them: asked or said, of which article, counted or numbered.

Every word of a claim may stand in its entries and the claim still be false: "lot 215" as 215 lots. Holds these last
checks; each names the words it doubts. It refuses to contradict.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from pipeline.check.bind.paraphrase import carried
from pipeline.check.read.evidence import Entry, Held, Said, token_in
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import Actor, content
from pipeline.check.slots.rows import numbered_rows
from pipeline.check.slots.workings import identifier_before
from pipeline.quoting.alike import base_of, groups_of

__all__ = ["keeping_bodies", "misbound"]


def keeping_bodies(said: Said, boards: Container[str]) -> list[tuple[int, int]]:
    """Where the claim names the body whose record it cites as the one that acts; such a name needs no words beside."""
    return [
        (said.tokens[one.first].start, said.tokens[one.last].end)
        for one in said.named
        if one.actor.body in boards and one.actor.body and one.role != "object"
    ]


def misbound(said: Said, held: Held) -> tuple[str, ...]:
    """The words of the claim that the record holds in another part, as residue; () when each plays its own."""
    found = (*_asked(said, held), *_of_other_row(said, held), *_twice_denied(said, held))
    return tuple(dict.fromkeys(found))


def _twice_denied(said: Said, held: Held) -> Iterator[str]:
    """A word said for what the record denies, and denied once more: "not unused" of "not used"."""
    otherwise = carried(said, held)
    for at, token in enumerate(said.tokens):
        word = next(iter(content(said.tokens[at + 1 : at + 4])), None) if negates(token) else None
        if word is not None and any(negates(one) for one in otherwise.get(word.start, ())):
            yield f"({token.text} … {word.text})"


_SAYS = groups_of((base_of("say"),))
_ASKS = groups_of((base_of("inquire"),))


def _asked(said: Said, held: Held) -> Iterator[str]:
    """Who only asks in the record and asserts it in the claim."""
    for one in said.named:
        verb = said.tokens[one.last + 1] if one.last + 1 < len(said.tokens) else None
        if one.role != "subject" or verb is None or not verb.groups & _SAYS or verb.groups & _ASKS:
            continue
        own = [entry.sentence for entry in held.entries if _acts(one.actor, entry)]
        verbs = [[token for token in sentence.tokens if token.groups & (_SAYS | _ASKS)] for sentence in own]
        if own and all(found and found[0].groups & _ASKS and not found[0].groups & _SAYS for found in verbs):
            yield f"who: {one.actor.text} (the record: {verbs[0][0].text})"


def _acts(actor: Actor, entry: Entry) -> bool:
    return entry.sentence.subject is not None and actor.is_same(entry.sentence.subject)


def _of_other_row(said: Said, held: Held) -> Iterator[str]:
    """Words that the record sets beside another article, case or lot than the one the claim names."""
    for at, token in enumerate(said.tokens):
        kind = identifier_before(said.tokens, at)
        if not kind or token.worth is None:
            continue
        rows = numbered_rows([one for entry in held.entries for one in entry.sentence.tokens], kind)
        own = [row.tokens for row in rows if row.number == token.worth.number]
        others = [row.tokens for row in rows if row.number != token.worth.number]
        if not own or not others:
            continue
        for word in said.words:
            if any(token_in(word, row) for row in others) and not any(token_in(word, row) for row in own):
                yield f"(beside another {said.tokens[at - 1].text}: {word.text})"
