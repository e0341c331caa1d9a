"""What became of a matter: the motions on it with their votes, for a part that asks what was decided and how, or who
moved it.

Takes the motions as the ledger reads them off the pages found, and the case, parcel or article by which they are
known; who moved, seconded or voted is told by the motion whose object holds the rarest of the part's words and most of
them. It refuses a motion on another matter, and one whose outcome the page does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.ask.names import find_identifiers, identifier_key
from pipeline.ask.phrases import content
from pipeline.write.extract.outcomes import tells_decision, tells_result
from pipeline.write.extract.passages import Lines, Passage, moved_on, passage_at
from pipeline.write.extract.spans import stem_set
from vault.facts.types import Action, Motion

__all__ = ["decided_passages"]

# "What did they decide", "who voted against it", "who moved it", "was it granted"
_DECISION = re.compile(
    r"\b(?:vote[sd]?|voted|against|moved|seconded|motion|decid\w+|decision|oppos\w+|abstain\w*|approve[sd]?|den(?:y|ied)|granted?|outcome"
    r"|became of|turned down|rul(?:ed|ing)|pass(?:ed)?|fail(?:ed)?)\b",
    re.IGNORECASE,
)
# "Who moved to raise the toll?", "who voted against it": only a motion names them
_MOVER = re.compile(r"\bwho\b.*\b(?:mov(?:ed?|ing)|motion\w*|second\w*|vot(?:ed?|ing)|oppos\w+|abstain\w*)\b", re.I)
_AGAINST = re.compile(r"\b(?:against|no|oppos\w+)\b", re.IGNORECASE)
_ANY_MATTER = stem_set("article warrant petition petitioned budget request proposal fund program")
"""What any motion may be on."""
_COVERED = 0.5
"""Share of the words of a part that the motion must hold of which it asks who moved it."""
_ROUTINE: frozenset[Action] = frozenset({"adjourn", "enter_nonpublic", "nominate"})
_ROOM = 90
"""Words of a motion with what became of it."""


def asks_decision(part: str) -> bool:
    """Whether a part asks what was decided, or who moved, seconded or voted."""
    return bool(_DECISION.search(part))


def decided_passages(
    lines: Lines, part: str, told: Sequence[Passage], years: Sequence[str] = ()
) -> tuple[Passage, ...]:
    """The decided motions on the matter that the part names, or that its best passage names, newest first, but those
    with a vote against them where that is asked.

    () for a part that asks no decision, for a record that tells one, but not who cast it, and where no matter has a
    name. `years` are those
    the question names: a motion of another year is left out.
    """
    best = told[0] if told else None
    told_by = best is not None and best.lane == "local" and (tells_result(best.text) or tells_decision(best.text))
    if not asks_decision(part) or (told_by and not _MOVER.search(part)):
        return ()
    pages = [(line, line[0].evidence.chunk) for line in filter(None, lines.values())]
    held = [(line, one, page) for line, page in pages for one in moved_on(page.text) if _of_years(page.date, years)]
    held = [(line, one, page) for line, one, page in held if one.outcome and one.action not in _ROUTINE]
    keys = set(map(identifier_key, find_identifiers(part)))
    keys = keys or (set(map(identifier_key, find_identifiers(best.text))) if best else set())
    found = [(page.date, line, one) for line, one, page in held if keys and _of_matter(one, keys)]
    if not found and _MOVER.search(part):
        words = stem_set(" ".join(word for word in content(part) if not _DECISION.fullmatch(word))) - _ANY_MATTER
        said = [(words & stem_set(one.object or one.text), page.date, line, one) for line, one, page in held]
        rarest = min(words, key=lambda root: (sum(root in own for own, *_ in said), root), default="")
        most = max((len(own) for own, *_ in said if rarest in own), default=0)
        least = max(most, _COVERED * len(words), 1)
        found = [(day, line, one) for own, day, line, one in said if rarest in own and len(own) >= least]
    against = bool(_AGAINST.search(part))
    newest = sorted(found, key=lambda one: (against and bool(one[2].vote.against), one[0]), reverse=True)
    score = best.score if best else 1.0
    passages = (passage for _, line, one in newest for passage in passage_at(line, one.start, one.end, room=_ROOM))
    return tuple(passage._replace(score=score) for passage in passages)


def _of_matter(motion: Motion, keys: set[str]) -> bool:
    named = {identifier_key(one) for matter in motion.matters for one in (matter.name, *find_identifiers(matter.name))}
    return not keys.isdisjoint(named)


def _of_years(day: str, years: Sequence[str]) -> bool:
    return not years or not day or day[:4] in years
