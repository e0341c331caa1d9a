"""What a turn is given: settings, the two seams, the memory of the vault, clock, id maker, capsule folder.

Holds references and no rules. Everything is built in one place (`mcp_server.config`); nothing here builds anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from hop_controller.memory import Memory
from pipeline.find.select import CorpusFacts
from pipeline.ports import Model, SearchEngine, SecondReader
from pipeline.settings import Settings
from pipeline.types import Retrieval
from vault.statewide import TableCell
from vault.types import Chunk, ChunkId, Filters, Query

__all__ = ["Services"]


@dataclass(frozen=True)
class Services:
    """The services of a turn.

    `facts` and `memory` are asked anew for every turn, so that an ingest in between is seen. `model` None means that
    nothing is asked of a model. `capsules` None keeps the run's record in memory only.
    """

    settings: Settings
    engine: SearchEngine
    facts: Callable[[], CorpusFacts]
    memory: Callable[[Retrieval, Sequence[Filters]], Memory]
    """What is held and the scopes that are searched -> what the controller may ask of these scopes."""
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    timer: Callable[[], float]
    """Seconds from any fixed point, never going back."""
    model: Model | None = None
    texts: Callable[[Sequence[ChunkId]], Sequence[Chunk]] = lambda _ids: ()
    """Chunk ids -> the chunks that are held; what a stored run needs to be taken up again."""
    plain_search: Callable[[Query, Filters, int], Sequence[Chunk]] = lambda _query, _filters, _limit: ()
    """The best passages for plain words, at once: where an absence that an answer claims is looked for."""
    roll_calls: Callable[[str, Sequence[str], str], Sequence[ChunkId]] = lambda _town, _bodies, _office: ()
    """Town, bodies and office -> the passages that name its holders last."""
    cells: Callable[[Sequence[tuple[str, int]], str], Sequence[TableCell]] = lambda _pages, _text: ()
    """Pages, each a document and a number, and a text -> the figures of their tables whose rows the text names."""
    last_meeting: Callable[[str, Sequence[str]], str] = lambda _town, _bodies: ""
    """Town and bodies -> the day of the newest minutes held of them, "" when none are."""
    second_reader: Callable[[], SecondReader | None] = lambda: None
    """Who reads verified claims once more, opened on first use; None for nobody."""
    capsules: Path | None = field(default=None)
    """Folder for run capsules, one file per run."""
