"""Which body a rule speaks of: what the Planning Commission is to decide is not the Council's, though it passed it.

Holds the comparison of the body that acts in a claim with the one that acts in the sentence of its matter, in records
other than a body's own minutes, and of kinds of bodies. It refuses to speak where the attached words name both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.bind.places import is_rule
from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.reading import bodies_in
from pipeline.check.slots.acts import may_be
from pipeline.check.slots.turns import SAME_MATTER, best_entry, shown
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from vault.states.names import GOVERNING_MEMBERS
from vault.text.patterns import lazy_regex

__all__ = ["other_kind_of_body", "ruled_body_conflicts"]

_SUPPOSED = lazy_regex(r"\b(?:when|if|where|whenever|after|before|unless|once)\b[^,;]*\Z", re.IGNORECASE)
"""What is told of a body behind it is the case in which a rule holds, and not what the rule says."""


def ruled_body_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A body that acts in the claim where the attached words give the same act to another alone."""
    named = {name for _, _, name in bodies_in(held.attached())}
    for mention in said.named:
        body = mention.actor.body
        if not body or mention.role != "subject" or not named or any(may_be(body, one) for one in named):
            continue
        token = said.tokens[mention.first]
        clause = next((one for one in said.clauses if token in one), said.tokens)
        if _SUPPOSED.search(said.text[: token.start]):
            continue
        entry, share = best_entry([one for one in clause if one.start > token.start + len(token.text)] or clause, held)
        chunk = entry.source.chunk if entry is not None else None
        if entry is None or share < SAME_MATTER or (chunk is not None and chunk.doc_type == "minutes"):
            continue
        acting = {one.actor.body for one in entry.sentence.mentions if one.role == "subject" and one.actor.body}
        passive = {one.actor.body for one in entry.sentence.mentions if one.role == "by" and one.actor.body}
        if not acting and sum(one.text.lower() == "by" for one in entry.sentence.tokens) == 1:
            acting = passive  # "shall be filled by the selectmen"
        if len(acting) == 1:
            yield Conflict("body", mention.actor.text, shown(entry))
            return


_KINDS = frozenset(
    map(base_of, ("council", "commission", "committee", "trustees", "commissioners", "planners", *GOVERNING_MEMBERS))
)
"""Kinds of bodies of which one is not said for another; "the board" and "the panel" are said of each."""


def other_kind_of_body(said: Said, held: Held) -> list[str]:
    """A kind of body that the claim names without a name where the attached words, or the title of a record, name only
    one of another kind: "the trustees fill a vacancy" of "filled by the selectmen"."""
    shown = lex(held.attached())
    theirs = [one for one in shown if _kind_of(one)]
    own = (one for source in held.sources if not is_rule(source) for one in lex(source.about))  # whose record it is
    known = {_kind_of(one) for one in (*theirs, *own)}
    for token in said.words:
        if not token.capital and _kind_of(token) and _kind_of(token) not in known and theirs:
            return [f"({token.text}: the record: {theirs[0].text})"]
    return []


def _kind_of(token: Token) -> str:
    """The kind of body that a word names, "" for any other word."""
    last = base_of(token.last) if token.kind == "word" else ""
    return last if last in _KINDS else ""
