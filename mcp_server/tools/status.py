"""What the vault holds and what is missing, for `vault_status` and `opencouncil status`.

Counts only; the months without records are of the boards that have dated records at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from mcp_server.app import Workshop
from mcp_server.results.shapes import Detail, MonthsView, StatusView
from mcp_server.tools.arguments import cursor_of
from vault.holdings import BoardMonths
from vault.official.chapters import missing_chapters
from vault.types import Filters

__all__ = ["status_of"]

_BOARDS = {"concise": 8, "detailed": 30}
_MISSING = {"concise": 6, "detailed": 60}
_HELD = 40
"""Months held that are told of a board."""
_CHAPTERS = 10
"""Missing chapters named; `law missing` lists more."""
_TOWNS = {"concise": 20, "detailed": 400}


def _months(board: BoardMonths, most: int, towns: Sequence[str]) -> MonthsView:
    held = [month for month, _ in board.held]
    return MonthsView(
        board=board.board,
        town=told if (told := f"{board.town}, {board.state}") in towns else board.town,
        records=sum(number for _, number in board.held) + board.undated,
        first=held[0] if held else "",
        last=held[-1] if held else "",
        held=_sparse(board)[-_HELD:],
        missing=board.missing[-most:],
        undated=board.undated,
    )


def _sparse(board: BoardMonths) -> tuple[str, ...]:
    """The months held of a board of which more are missing: what is held is the shorter list."""
    if len(board.held) >= len(board.missing):
        return ()
    return tuple(f"{month} ({number})" if number > 1 else month for month, number in board.held)


def _lacks(shop: Workshop) -> tuple[str, ...]:
    counts = shop.library.counts()
    lacks = []
    if not counts.documents:
        lacks.append("The vault is empty: run `opencouncil ingest FOLDER`.")
    if counts.documents and not counts.local_documents:
        lacks.append("No local records are held: only the state lane can answer.")
    if counts.documents and not counts.state_documents:
        lacks.append("No state law or guidance is held: answers will name no statute.")
    if counts.unread_pages:
        lacks.append(f"{counts.unread_pages} pages could not be read (scans without OCR).")
    if counts.poor_pages:
        lacks.append(f"{counts.poor_pages} scanned pages are noise more than text: scan them anew if they matter.")
    if counts.refused_files:
        lacks.append(f"{counts.refused_files} files were refused.")
    missing = missing_chapters(shop.library, limit=_CHAPTERS)
    if missing:
        told = ", ".join(f"{one.chapter} ({one.documents})" for one in missing)
        command = f"opencouncil law add {' '.join(one.chapter for one in missing)}"
        lacks.append(f"Local records cite chapters of law that are not held: {told}. Run `{command}`.")
    return tuple(lacks)


def _towns(shop: Workshop) -> tuple[str, ...]:
    """Towns with local records, sorted; a name that two states have is told with each of them."""
    places = shop.library.places()
    return tuple(
        town if len(states) == 1 else f"{town}, {state}" for town, states in places.items() for state in states
    )


def _of_town(shop: Workshop, town: str) -> str:
    """How many documents of a town are held, from when to when."""
    held = shop.library.documents(Filters(lane="local", towns=(town,)))
    dates = sorted(one.metadata.date for one in held if one.metadata.date)
    span = f", {dates[0]} to {dates[-1]}" if dates else ""
    undated = f", {len(held) - len(dates)} undated" if len(dates) < len(held) else ""
    return f"{len(held)} document{'s'[: len(held) != 1]}{span}{undated}"


def status_of(shop: Workshop, *, town: str, detail: Detail, limit: int = 0, cursor: str = "") -> StatusView:
    """Counts, towns, and boards with their gaps; `ready` is false with the reason when there is no usable vault."""
    writer = "model" if shop.writes else "extracts or the connected assistant (no model key)"
    trouble = shop.readable()
    if trouble:
        return StatusView(
            ready=False,
            read_only=shop.config.read_only,
            writer=writer,
            missing=(trouble,),
            next_step="Run `opencouncil ingest FOLDER` (or `opencouncil demo` to try it).",
        )
    offset = cursor_of(cursor)[1] if cursor else 0
    counts = shop.library.counts()
    boards = shop.library.holdings(Filters(towns=(town,)) if town else Filters())
    size = limit or _BOARDS[detail]
    shown, towns = boards[offset : offset + size], _towns(shop)
    end = offset + len(shown)
    return StatusView.like(
        counts,
        ready=True,
        read_only=shop.config.read_only,
        writer=writer,
        doc_types=tuple(f"{name} {number}" for name, number in counts.doc_types),
        of_town=_of_town(shop, town) if town else "",
        towns=towns[: _TOWNS[detail]],
        boards=tuple(_months(board, _MISSING[detail], towns) for board in shown),
        missing=_lacks(shop),
        next_cursor=f"boards.{end}" if end < len(boards) else "",
        next_step="Ask with research, or search_vault for words.",
    )
