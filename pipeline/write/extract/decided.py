"""What became of a matter: the motions on it with their votes, for a part that asks what was decided and how.

Takes the motions as the ledger reads them off the pages found, and the case, parcel or article by which they are
known. It refuses a motion on another matter, and one whose outcome the page does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.ask.names import find_identifiers, identifier_key
from pipeline.write.extract.outcomes import tells_decision, tells_result
from pipeline.write.extract.passages import Lines, Passage, moved_on, passage_at
from vault.facts.types import Action, Motion

__all__ = ["decided_passages"]

# "What did they decide", "who voted against it", "who moved it", "was it granted"
_DECISION = re.compile(
    r"\b(?:vote[sd]?|voted|against|moved|seconded|motion|decid\w+|decision|approve[sd]?|den(?:y|ied)|granted?|outcome"
    r"|became of|turned down|rul(?:ed|ing)|pass(?:ed)?|fail(?:ed)?)\b",
    re.IGNORECASE,
)
_ROUTINE: frozenset[Action] = frozenset({"adjourn", "enter_nonpublic", "nominate"})
_ROOM = 90
"""Words of a motion with what became of it."""


def asks_decision(part: str) -> bool:
    """Whether a part asks what was decided, or who moved, seconded or voted."""
    return bool(_DECISION.search(part))


def decided_passages(
    lines: Lines, part: str, told: Sequence[Passage], years: Sequence[str] = ()
) -> tuple[Passage, ...]:
    """The decided motions on the matter that the part names, or that its best passage names, newest first.

    () for a part that asks no decision, for a passage that tells one, and where no matter has a name. `years` are those
    the question names: a motion of another year is left out.
    """
    best = told[0] if told else None
    if not asks_decision(part) or (best and (tells_result(best.text) or tells_decision(best.text))):
        return ()
    keys = set(map(identifier_key, find_identifiers(part)))
    keys = keys or (set(map(identifier_key, find_identifiers(best.text))) if best else set())
    score = best.score if best else 1.0
    found = [
        (line[0].evidence.chunk.date, passage._replace(score=score))
        for line in filter(None, lines.values())
        for motion in (moved_on(line[0].evidence.chunk.text) if keys else ())
        if _of_matter(motion, keys) and _of_years(line[0].evidence.chunk.date, years)
        for passage in passage_at(line, motion.start, motion.end, room=_ROOM)
    ]
    return tuple(passage for _, passage in sorted(found, key=lambda one: one[0], reverse=True))


def _of_matter(motion: Motion, keys: set[str]) -> bool:
    if not motion.outcome or motion.action in _ROUTINE:
        return False
    named = {identifier_key(one) for matter in motion.matters for one in (matter.name, *find_identifiers(matter.name))}
    return not keys.isdisjoint(named)


def _of_years(day: str, years: Sequence[str]) -> bool:
    return not years or not day or day[:4] in years
