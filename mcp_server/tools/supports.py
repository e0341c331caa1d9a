"""The passages that claims rest on, laid on the table of a run: whatever a claim names can be audited under its label.

A claim may name a passage, a page or a section that no retrieval found; it then joins the run, or begins one. It
refuses a name that stands for nothing in the vault, and takes no words but the vault's for evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcp_server.app import Workshop
from mcp_server.results.errors import TryInsteadError
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import heard
from mcp_server.tools.runs import begun, keep, searched, work_of
from mcp_server.tools.steer import ids_named
from pipeline.check import GivenClaim
from pipeline.quoting.locate import locate
from pipeline.run import Run, add, find, plan
from pipeline.types import Evidence
from vault.types import ChunkId

__all__ = ["begun_for", "claims_on", "names_places"]

_LABEL = re.compile(r"\[?(?:[LS]\d{1,4}|USER)\]?\Z")  # "L3", "[S1]", "USER"
_QUESTION_CHARS = 300


def names_places(claims: Sequence[GivenClaim]) -> bool:
    """Whether a claim rests on a passage, page or section of the vault that it names by its id and not by a label."""
    return any(not _LABEL.match(one.source.strip()) for claim in claims for one in claim.support)


async def begun_for(shop: Workshop, claims: Sequence[GivenClaim]) -> Run:
    """A run on the matter of the claims, for those who have none. Raises `TryInsteadError` for a claim that rests on a
    label: no retrieval says whose it is."""
    labels = [one.source for claim in claims for one in claim.support if _LABEL.match(one.source.strip())]
    if labels:
        raise TryInsteadError(
            f"claims: {labels[0]!r} is a label, and no retrieval_id says of which retrieval.",
            code="E_HANDLE",
            next_step="Pass the retrieval_id with it, or name each source by its id, page or section.",
        )
    run, work = begun(shop, heard(shop, Ask(question=claims[0].text[:_QUESTION_CHARS])), model=False)
    return keep(shop, await find(await plan(run, work), work))


async def claims_on(
    shop: Workshop, run: Run, claims: Sequence[GivenClaim]
) -> tuple[Run, tuple[GivenClaim, ...], dict[str, str]]:
    """The run with every passage in it that the claims name, the claims by its labels, and the label of each name.
    Raises `TryInsteadError` for a name that stands for nothing held."""
    named = {
        one.source: tuple(ids_named(shop, run, one.source))
        for claim in claims
        for one in claim.support
        if not _LABEL.match(one.source.strip())
    }
    run = await _with(shop, run, [name for names in named.values() for name in names])
    held = {item.chunk.id: item for item in (run.retrieval.merged if run.retrieval else ())}
    labels: dict[str, str] = {}
    resolved: list[GivenClaim] = []
    for claim in claims:
        support = []
        for one in claim.support:
            label = one.source.strip().strip("[]")
            if one.source in named:
                label = _label([held[name] for name in named[one.source] if name in held], one.quote)
                labels[one.source] = label
            support.append(one.changed(source=label))
        resolved.append(claim.changed(support=tuple(support)))
    return run, tuple(resolved), labels


async def _with(shop: Workshop, run: Run, wanted: Sequence[ChunkId]) -> Run:
    held = {item.chunk.id for item in (run.retrieval.merged if run.retrieval else ())}
    fresh = [name for name in dict.fromkeys(wanted) if name not in held]
    return keep(shop, await add(searched(run), work_of(shop, run), fresh)) if fresh else run


def _label(items: Sequence[Evidence], quote: str) -> str:
    """The label of the passage that holds the quotation, else of the first."""
    holding = (item.label for item in items if quote.strip() and locate(quote, item.chunk.text) is not None)
    return next(holding, items[0].label if items else "")
