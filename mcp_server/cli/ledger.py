"""`opencouncil ledger`: acts and figures listed, counted, added up, compared, told in order; CSV and JSON out."""

from __future__ import annotations

import argparse
import csv
import json
import sys

from mcp_server.app import Workshop
from mcp_server.cli.clerk.export import COLUMNS, as_cell, as_cells
from mcp_server.cli.terminal import say
from mcp_server.config import Config
from mcp_server.results.shapes import ActView, LedgerView, PairView
from mcp_server.tools.arguments import LedgerAsk, LedgerMode
from mcp_server.tools.ledger import ledger_of

__all__ = ["run"]


def _ask(given: argparse.Namespace) -> LedgerAsk:
    mode: LedgerMode = "compare" if given.compare else given.do or "list"
    return LedgerAsk(
        do=mode, town=given.town, state=given.state, body=given.body, kind=given.kind, matter=given.matter,
        words=" ".join(given.words), person=given.person, action=given.action, outcome=given.outcome,
        status=given.status, article=given.article, years=given.compare or given.years, date_from=given.date_from,
        date_to=given.date_to, amount=given.amount, limit=max(given.limit, 1),
    )  # fmt: skip


def _line(row: ActView) -> str:
    came = "; ".join(part for part in (row.outcome, row.vote, row.value if row.kind != "figure" else "") if part)
    figure = " | ".join(part for part in (row.column, row.period, row.value) if part) if row.kind == "figure" else ""
    mark = "" if row.certain else " (likely)"
    body = f"{row.told}{' -> ' + came if came else ''}{' = ' + figure if figure else ''}"
    return f"{row.date or '    -     '}  {row.board}: {body}{mark}  [{row.doc_id} p. {row.page}]"


def _pair_line(pair: PairView) -> str:
    change = "" if pair.difference is None else f"  {pair.difference:+,.2f}"
    share = "" if pair.percent is None else f" ({pair.percent:+.1f} %)"
    torn = "  several values are printed" if pair.conflict else ""
    label = f"{pair.label} ({pair.column})" if pair.column else pair.label
    return f"{label}: {pair.before or '-'} -> {pair.after or '-'}{change}{share}{torn}  [{'; '.join(pair.sources)}]"


def _csv(view: LedgerView) -> None:
    writer = csv.writer(sys.stdout)
    if view.pairs:
        writer.writerow(("label", "before", "after", "difference", "percent", "conflict", "sources"))
        for pair in view.pairs:
            change = (pair.difference, pair.percent, pair.conflict)
            cells = (pair.label, pair.before, pair.after, *change, "; ".join(pair.sources))
            writer.writerow([as_cell(cell) for cell in cells])
        return
    writer.writerow(COLUMNS)
    for row in view.rows:
        writer.writerow(as_cells(row))


def _print(view: LedgerView) -> None:
    for row in view.rows:
        say(_line(row))
    for pair in view.pairs:
        say(_pair_line(pair))
    shown = len(view.rows) + len(view.pairs)
    tail = f", {shown} shown" if shown < view.total and view.mode != "count" else ""
    say(f"\n{view.total} in all{tail}.")
    if view.sum is not None:
        say(f"Sum: {view.sum:,.2f} {view.unit}")
    for line in view.complete:
        say(line)


def run(given: argparse.Namespace, config: Config) -> int:
    """Asks the ledger and prints lines, CSV or JSON."""
    shop = Workshop(config)
    try:
        view = ledger_of(shop, _ask(given))
    finally:
        shop.close()
    if given.json:
        say(json.dumps(view.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, indent=2))
    elif given.csv:
        _csv(view)
    else:
        _print(view)
    return 0
