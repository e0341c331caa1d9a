"""How much of the gold an assistant gets to read in its first call, and at what size.

    python benchmarks/dossiers.py --vault VAULT --questions FILE [FILE ...] [--limit N] [--missed]

Calls `research` through the server as a connected assistant does (it writes itself, with the phrasings of the question
file) and looks for the gold quotations, word for word, in what comes back, in the passages the run holds, and among the
lines that point to what ranked below. `--missed` prints the gold that was held and not shown.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import anyio
from mcp import Client
from mcp.types import TextContent

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.retrieval_questions import AskedRow, Quote, read_rows
from mcp_server.app import Workshop
from mcp_server.config import Config
from mcp_server.server import build_server
from mcp_server.tools.runs import run_of, searched
from mcp_server.worker import Crew
from vault.text.words import words

__all__ = ["Laid", "main"]


class Laid(NamedTuple):
    """What one call laid on the table: per gold quotation whether it was shown, and whether a passage held it."""

    row: AskedRow
    shown: tuple[bool, ...]
    held: tuple[bool, ...]
    chars: int


def _flat(text: str) -> str:
    return f" {' '.join(words(text))} "


def _golds(row: AskedRow) -> list[Quote]:
    return [gold for gold in row.gold if gold.quote]


async def _laid(client: Client, shop: Workshop, row: AskedRow) -> Laid:
    given = {"question": row.question, "town": row.town or "", "queries": list(row.queries), "writer": "host"}
    result = await client.call_tool("research", {name: value for name, value in given.items() if value})
    text = "\n".join(block.text for block in result.content if isinstance(block, TextContent))
    identity = str((result.structured_content or {}).get("retrieval_id", ""))
    retrieval = searched(run_of(shop, identity)).retrieval if identity else None  # none: it asked back, or failed
    held = [_flat(one.chunk.text) for one in retrieval.merged] if retrieval else []
    read = _flat(text)
    wanted = [_flat(gold.quote) for gold in _golds(row)]
    found = tuple(any(want in one for one in held) for want in wanted)
    return Laid(row, tuple(want in read for want in wanted), found, len(text))


async def _all(vault: Path, rows: Sequence[AskedRow]) -> list[Laid]:
    config = Config(vault=vault)
    server = build_server(Crew(config))
    shop = Workshop(config)
    async with Client(server) as client:
        return [await _laid(client, shop, row) for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=0, help="every n-th question so that about so many are asked")
    parser.add_argument("--missed", action="store_true", help="print gold that was held and not shown")
    given = parser.parse_args()
    rows = [row for row in read_rows(given.questions) if _golds(row)]
    step = max(1, len(rows) // given.limit) if given.limit else 1
    laid = anyio.run(_all, given.vault, rows[::step])
    for one in laid if given.missed else ():
        for gold, seen, had in zip(_golds(one.row), one.shown, one.held, strict=True):
            if not seen:
                print(f"{'held' if had else 'LOST'} {one.row.id} {one.row.question}\n    {gold.doc_id}: {gold.quote}")
    golds = sum(len(one.shown) for one in laid)
    kept, shown = sum(sum(one.held) for one in laid), sum(sum(one.shown) for one in laid)
    whole = sum(all(one.shown) for one in laid)
    print(f"questions {len(laid)}, gold {golds}: held {kept / golds:.2f}, shown {shown / golds:.2f}")
    print(f"questions with all gold shown {whole / len(laid):.2f}")
    print(f"characters: median {statistics.median(one.chars for one in laid):.0f}, most {max(o.chars for o in laid)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
