"""`opencouncil search`: passages found by words, printed for people or as JSON.

It reads the vault alone and loads nothing of a turn: a search answers in the time that it takes.
"""

from __future__ import annotations

import argparse

from mcp_server.cli.terminal import say_either, wrapped
from mcp_server.config import Config
from mcp_server.results.shapes import PassageView, SearchView
from mcp_server.tools.arguments import SearchAsk
from mcp_server.tools.search import search_vault
from mcp_server.vaults import opened_library
from pipeline.settings import settings_from

__all__ = ["run"]


def _told(number: int, passage: PassageView) -> tuple[str, str]:
    where = passage.section or (f"page {passage.page}" if passage.page else "")
    facts = ", ".join(part for part in (passage.lane, passage.doc_type, passage.date, where) if part)
    head = f"{number}. {passage.title} ({facts})  {passage.id}"
    return head, wrapped(" ".join(passage.text.split()), "   ")


def _listed(found: SearchView) -> list[str]:
    """The matches of an exhaustive search under their documents, and what many documents say in one line."""
    heads = [(f"{one.title} ({one.date})  {one.id}" if one.date else f"{one.title}  {one.id}") for one in found.found]
    under = ((head, *(f"   {hit}" for hit in one.hits)) for head, one in zip(heads, found.found, strict=True))
    lines = [line for block in under for line in block]
    return [*lines, *(f"{line[0].upper()}{line[1:]}" for line in found.also)]


def run(given: argparse.Namespace, config: Config) -> int:
    """Prints passages; 1 when there are none."""
    ask = SearchAsk(
        query=" ".join(given.query),
        town=given.town,
        board=given.board[0] if given.board else "",
        lane=given.lane,
        doc_types=tuple(given.doc_types),
        date_from=given.date_from,
        date_to=given.date_to,
        exhaustive=given.all,
        limit=max(1, given.limit),
    )
    deadline_s = settings_from(dict(config.variables)).search_deadline_s
    with opened_library(config) as library:
        found = search_vault(library, ask, deadline_s=deadline_s)
    lines = [line for at, passage in enumerate(found.passages, 1) for line in _told(at, passage)] + _listed(found)
    lines.append(f"{found.shown} of {found.total} passages in {found.documents} documents ({found.mode}).")
    lines += [f"Read as: {found.read_as}"] if found.read_as else []
    lines += filter(None, (found.next_step if found.partial else "", found.zero_detail))
    say_either(found, lines, as_json=given.json)
    return 0 if found.shown else 1
