"""Steps from passages found to the passages they name or cite, each described in numbers.

Keeps at most a fixed number of steps a source: those whose target answers most of what the source leaves open. It
weighs nothing and asks no vault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from pipeline.ask.concepts import ChunkFields
from pipeline.find.chains.asked import AskedTerms
from vault.types import Chunk, ChunkId, Link

__all__ = ["FIGURES", "LinkMention", "Step", "best_targets", "described", "mentions_of", "named_parts"]

How = Literal["name", "alias", "cite", "cited_by", "shared"]
"""Why a target is reached: its title, another of its names, a citation of it, its citation of the source, a name that
stands in both."""

FIGURES = (
    "name", "cite", "cited_by", "rarity", "residual", "residual_bm25", "early", "one_of", "names_back", "repeats",
    "same_document", "shared",
)  # fmt: skip
"""residual: share of the terms the source lacks that the target holds; early: how near the head of the source the
mention stands; one_of: one over what the name could mean; repeats: share of the question the target holds."""

MOST_STEPS = 16
"""Steps kept of one source in each direction."""
_RARITY_CAP = 30.0
_SENTENCE = 25
"""Words of a sentence: a mention in the first counts most."""


class LinkMention(NamedTuple):
    """Where and how a source mentions a target; `position` is None where the place is not known."""

    how: How
    position: int | None
    length: int
    one_of: float


class Step(NamedTuple):
    """A step from a source to a target (chunk ids), with `FIGURES` in their order."""

    source: ChunkId
    target: ChunkId
    how: How
    figures: tuple[float, ...]


def mentions_of(
    links: Sequence[Link], citing: Sequence[ChunkId], held: Mapping[ChunkId, object]
) -> dict[ChunkId, list[LinkMention]]:
    """Target -> every mention of it, from the links out of a source and the chunks that cite it; held targets only."""
    found: dict[ChunkId, list[LinkMention]] = {}
    for link in links:
        if link.target in held:
            found.setdefault(link.target, []).append(
                LinkMention(link.kind, link.position, link.length, 1 / link.fanout)
            )
    for other in citing:
        if other in held:
            found.setdefault(other, []).append(LinkMention("cited_by", None, 0, 1 / len(citing)))
    return found


def best_targets(
    asked: AskedTerms, source: ChunkId, targets: Iterable[ChunkId], fields: Mapping[ChunkId, ChunkFields]
) -> list[ChunkId]:
    """The targets that answer most of what the source leaves open, in order of finding unless some are left out."""
    found = [target for target in dict.fromkeys(targets) if target in fields and target != source]
    if len(found) > MOST_STEPS:
        open_terms = asked.all & ~asked.holding(source, fields[source]).exact
        found.sort(key=lambda t: (-asked.weight(asked.holding(t, fields[t]).exact & open_terms), t))
    return found[:MOST_STEPS]


def described(
    asked: AskedTerms,
    source: Chunk,
    mentioned: Mapping[ChunkId, Sequence[LinkMention]],
    held: Mapping[ChunkId, tuple[Chunk, ChunkFields]],
) -> list[Step]:
    """One step per target: its rarest and earliest mention."""
    field = held[source.id][1]
    asked.learn(named_parts(field, mentioned))
    return [
        _step(
            asked,
            (source, field),
            (held[target][0], held[target][1]),
            [(one, _facts(asked, field, one)) for one in many],
        )
        for target, many in mentioned.items()
    ]


def named_parts(field: ChunkFields, mentioned: Mapping[ChunkId, Sequence[LinkMention]]) -> list[str]:
    """The stems of all these mentions, as they stand in the source: what their rarity is asked of."""
    return [part for many in mentioned.values() for one in many for part in _named_by(field, one)]


def _facts(asked: AskedTerms, field: ChunkFields, mention: LinkMention) -> tuple[float, float]:
    """(rarity, early) of a mention."""
    if mention.position is None:
        return 0.0, 0.0
    return sum(map(asked.rarity_of, _named_by(field, mention))), 1 / (1 + mention.position // _SENTENCE)


def _named_by(field: ChunkFields, mention: LinkMention) -> Sequence[str]:
    """The stems of a mention by name; none of a citation, or where its place is not known."""
    if mention.position is None or mention.how == "cite":
        return ()
    return field.body.stems[mention.position : mention.position + mention.length]


def _step(
    asked: AskedTerms,
    source: tuple[Chunk, ChunkFields],
    target: tuple[Chunk, ChunkFields],
    mentions: Sequence[tuple[LinkMention, tuple[float, float]]],
) -> Step:
    here, there = asked.holding(source[0].id, source[1]), asked.holding(target[0].id, target[1])
    open_terms = asked.all & ~here.exact
    whole = asked.weight(open_terms) or 1.0
    best, (rarity, _) = max(mentions, key=lambda one: one[1][0])
    figures = (
        float(best.how == "name"),
        float(best.how == "cite"),
        float(best.how == "cited_by"),
        min(rarity, _RARITY_CAP) / 15,
        asked.covered(there, open_terms) / whole,
        asked.bm25(there, open_terms) / (2.2 * whole),
        max(early for _, (_, early) in mentions),
        best.one_of,
        float(_names(target[1], source[0], source[1])),
        asked.weight(there.exact) / asked.total,
        float(source[0].doc_id == target[0].doc_id),
        float(best.how == "shared"),
    )
    return Step(source[0].id, target[0].id, best.how, figures)


def _names(field: ChunkFields, other: Chunk, other_field: ChunkFields) -> bool:
    """Whether a passage holds the title of another, word by word."""
    return bool(other_field.title.stems) and other.title != "" and other_field.title.text in field.body.text
