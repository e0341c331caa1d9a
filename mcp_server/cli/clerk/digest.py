"""`opencouncil digest --since DATE`: what is new, by matter, as Markdown to send round.

Every line is an act of the ledger with its page; nothing is summarised in words of our own.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence

from mcp_server.cli.terminal import say, say_json
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.ledger import act_line, act_view, is_routine
from mcp_server.results.shapes import ActView
from vault.ledger import LedgerQuery, LedgerRow
from vault.ports import Ledger
from vault.store.arrivals import Arrival, arrivals
from vault.store.index import VaultIndex
from vault.text.patterns import lazy_regex

__all__ = ["run"]

_DAY = lazy_regex(r"\d{4}-\d{2}-\d{2}\Z")
_MOST = 5_000
"""Acts read for one digest; a year of one town has some hundreds."""
_OTHER = "Other business"


def _day(since: str) -> str:
    if not _DAY.match(since):
        raise TryInsteadError(f"{since!r} is no day.", code="E_DATE", next_step="Write it as 2025-03-11.")
    return since


def _matter(row: LedgerRow) -> str:
    """The name of the act's matter; acts of no named matter stand together."""
    named = [one.name for one in row.record.matters if one.kind != "subject"]
    return named[0] if named else _OTHER


def _acts(ledger: Ledger, new: Sequence[Arrival]) -> dict[tuple[str, str], dict[str, list[ActView]]]:
    """(Town, board) -> matter -> acts in order of time; routine acts (adjournments, minutes) are left out."""
    ids = tuple(one.doc_id for one in new if one.lane == "local")
    query = LedgerQuery(doc_ids=ids, kinds=("motion", "article", "notice"))
    grouped: dict[tuple[str, str], dict[str, list[ActView]]] = defaultdict(lambda: defaultdict(list))
    for row in ledger.rows(query, limit=_MOST, order="time").rows if ids else ():
        if not is_routine(row):
            grouped[row.town, row.board][_matter(row)].append(act_view(row))
    return grouped


def _print(new: Sequence[Arrival], acts: Mapping[tuple[str, str], Mapping[str, Sequence[ActView]]], since: str) -> None:
    say(f"# New since {since}\n")
    for (town, board), matters in sorted(acts.items()):
        say(f"## {', '.join(part for part in (town, board) if part) or 'No town'}\n")
        for matter, lines in sorted(matters.items(), key=lambda item: (item[0] == _OTHER, item[0])):
            say(f"### {matter}\n")
            for act in lines:
                say(act_line(act))
            say()
    say(f"## Documents ({len(new)})\n")
    for one in new:
        where = one.town or one.state
        say(f"- {one.title} ({where}, {one.doc_type}, {one.date or 'no date'})  [{one.doc_id}]")


def run(given: argparse.Namespace, config: Config) -> int:
    """Prints the digest as Markdown or JSON."""
    since = _day(given.since)
    with VaultIndex.open(config.vault, read_only=True) as index:
        new = arrivals(index, since, given.town)
        acts = _acts(index.ledger, new)
    if given.json:
        matters = [
            {"town": town, "board": board, "matter": matter, "acts": lines}
            for (town, board), found in sorted(acts.items())
            for matter, lines in sorted(found.items())
        ]
        say_json({"since": since, "matters": matters, "documents": new})
    else:
        _print(new, acts, since)
    return 0
