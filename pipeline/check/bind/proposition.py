"""The one condition every contradiction must meet: what stands against a claim is said of the very thing it says.

Holds how much of a claim must be bound beside the slot in conflict. It refuses to look for conflicts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.check.read.evidence import Held, Said, is_wide, matched, speaks_of, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.reading import content
from pipeline.check.slots.values import Conflict
from vault.text.patterns import lazy_regex

__all__ = ["is_of_claim"]

_LEFT = 2
"""Words of the claim beside the slot that nothing binds, with which the slot still decides. On 420 true and 420 false
statements that no rule had seen, 92 % of the false ones contradicted had so few, and two thirds of the true ones."""
_MOST_LEFT = {"opposite": 0, "agent": 0, "denial": 0, "body": 1, "modality": 1}
"""For slots whose words are those of many a sentence: the rest of the claim tells whether it is this one."""
_TOLD_OF_OTHERS = frozenset({"date", "limit", "role", "outcome"})
"""Slots of which, where the attached words tell the claimed value too, a second word left over may be another matter's:
so of five of 39 true statements of unread authors that were contradicted, and of three of 1,159 false ones."""
_ONE_OF_MANY = frozenset({"negation", "denial", "role"})
_PLAIN_CLAIM = 9
"""Words beside such a slot in a claim that tells one thing. In a longer one the slot turns one of many: six of the 39
true ones were longer, none of 36 false ones that nothing else contradicted."""
_DENIED = 0.7
"""Share of a claim's words that must stand in the one place of the record which denies a word of it, or does not deny
it: of eleven true statements of unread authors that were contradicted for it eight shared fewer, of three false one."""
_UNPLACED = 0.45
"""The same for a figure, where no words are attached that say which place is meant: of 26 such true statements 19
shared fewer, of 51 false ones 18."""
_LEFT_UNPLACED = 4
"""Words left over with which a slot still decides there, one fewer for a figure. With both bounds 36 of 71 true
statements of unread authors are contradicted no longer, and 19 of 177 false ones."""
_VALUES = frozenset({"date", "number", "pair", "ordinal", "fraction", "body", "speaker"})
"""Slots whose claimed value the attached words may tell of something else."""
_REMARK = lazy_regex(r"\(|\w+: |(?:may|must|shall|can)\Z", re.IGNORECASE)
"""What follows from the conflict itself, or is compared as a whole: "(may, must or must not)", "may", "who: Roy"."""
_FIGURES = frozenset({"number", "amount", "percent", "pair", "ordinal", "fraction"})
_ROWS = frozenset({"amount", "percent"})
"""Slots of rows of figures, which hold few words; which row is meant is compared there."""


def is_of_claim(conflict: Conflict, said: Said, held: Held, residue: Sequence[str]) -> bool:
    """Whether what stands against the claim speaks of its matter: half of its words stand there, in the entries or in
    the metadata. With attached words little of it may be left over beside the slot, less where they tell the claimed
    value too; a denial turns no claim of many words; half of its plain words stand in them, and where they tell the
    claimed value, they tell less of the claim beside it than beside the other. In doubt nothing is contradicted."""
    if not conflict.refutes or not _same_matter(conflict, said, held) or not _in_its_place(conflict, said, held):
        return False
    if not held.given and conflict.slot == "denial":
        # six true statements of 1,660 were contradicted for one word of many, and five false ones
        left_over = any(_is_left(one, lex(conflict.claimed)) for one in residue)
        return not (left_over or _NO_THING.search(conflict.claimed))
    if not held.given:
        return len(residue) + (conflict.slot in _FIGURES) <= _LEFT_UNPLACED
    if conflict.slot in _VALUES | _ROWS | {"outcome"} and is_wide(held) and not _speaks_of_it(conflict, said):
        return False
    slot, shown = lex(conflict.claimed), [one.tokens for _, one in held.segments()]
    claimed, others = ([word for word in said.words if bool(token_in(word, slot)) == own] for own in (True, False))
    near = [token for entry in held.near for token in entry.sentence.tokens] if conflict.slot == "outcome" else ()
    left = sum(_is_left(one, (*slot, *near)) for one in residue)
    own = [tokens for tokens in shown if any(token_in(word, tokens) for word in claimed)]
    absent = conflict.slot in _VALUES | _ROWS and not own  # another value stands in its place
    elsewhere = conflict.slot in _TOLD_OF_OTHERS and bool(own)
    if left > _MOST_LEFT.get(conflict.slot, _LEFT) + absent - elsewhere:
        return False
    if conflict.slot in _ONE_OF_MANY and len(others) > _PLAIN_CLAIM:
        return False
    if (
        conflict.slot in _VALUES and own and left > (conflict.slot == "number")
    ):  # "three feet" of two sides in a sentence
        return max(matched(others, tokens) for tokens in own) < matched(others, lex(conflict.held))
    plain = [word for word in others if word.kind == "word" and not word.capital]
    told = [
        *(token for tokens in shown for token in tokens),
        *(token for one in held.sources for token in lex(one.about)),
    ]
    return left < 2 or conflict.slot in _ROWS or matched(plain, told) * 2 >= len(plain)


_NO_THING = lazy_regex(r"\bno\b", re.IGNORECASE)
"""That there is none of a thing, no sentence refutes that only speaks of it."""


def _in_its_place(conflict: Conflict, said: Said, held: Held) -> bool:
    """Whether the very place that stands against the claim says enough of it, for slots that many a place fills."""
    least = _DENIED if conflict.slot == "negation" else _UNPLACED if conflict.slot in _FIGURES and not held.given else 0
    return not least or matched(said.words, lex(conflict.held)) >= least * len(said.words)


def _is_left(word: str, beside: Sequence[Token]) -> bool:
    """Whether a word of the residue is no remark on the conflict itself, nor stands in its slot or near it."""
    return not (_REMARK.match(word) or token_in(lex(word)[0], beside))


def _speaks_of_it(conflict: Conflict, said: Said) -> bool:
    """Whether what stands in a wide quotation against a claim is of the matter of the clause that it turns."""
    slot = lex(conflict.claimed)
    clauses = [clause for clause in said.clauses if any(token_in(one, slot) for one in clause)]
    return any(speaks_of(content(clause), lex(conflict.held)) for clause in clauses or (said.tokens,))


def _same_matter(conflict: Conflict, said: Said, held: Held) -> bool:
    if held.given and conflict.slot == "paragraph":
        return True  # the attached words stand in another paragraph, whatever else they say
    around = held.page() if held.given and conflict.slot == "outcome" else held.near  # its matter was named before it
    near = (token for entry in around for token in entry.sentence.tokens)
    shown = (*lex(conflict.held), *held.tokens(), *near, *(token for one in held.sources for token in lex(one.about)))
    return matched(said.words, shown) * 2 >= len(said.words)
