"""The objects a turn needs, built once from the configuration: vault, engine, sessions, handles, services.

The heavy half of the wiring. It opens the vault when it is first asked for, so that a server may start before there is
one. It holds no rule of the pipeline.

Which model writes, if any: the one place that turns a key or a model name into the model and engine of a question.

Without a key nothing of a vendor's library is imported, and every answer is made of verbatim extracts or written by
the connected assistant. It refuses to guess: a key that cannot be used is told when the first question is asked.
"""

from __future__ import annotations

import gc
import tempfile
import threading
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hop_controller.memory import VaultMemory
from mcp_server.config import Config
from mcp_server.late import load
from mcp_server.vaults import cluster_at
from pipeline.ask.sessions import Session
from pipeline.find.select import CorpusFacts
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.hosted.models import hosted_settings
from pipeline.ports import ForTurn, Model, SearchEngine, SecondReader
from pipeline.record.seal import keep_key
from pipeline.run import Work
from pipeline.services import Services
from pipeline.settings import settings_from
from pipeline.types import Retrieval
from vault.errors import HandleError, VaultError
from vault.holders import last_meeting, roll_calls
from vault.opensearch.library import ClusterLibrary
from vault.ports import HandleBook, Library, NoteBook
from vault.statewide import page_cells
from vault.store.books import Handles, Notes
from vault.store.index import VaultIndex
from vault.types import Chunk, Filters

if TYPE_CHECKING:
    from pipeline.hosted.gemini import GeminiService

__all__ = ["RUN_TTL_S", "Workshop", "build_service", "new_session"]

SESSION_TTL_S = 7 * 24 * 3600.0
"""A week: a person comes back to a matter, a stranger does not find it forever."""
RUN_TTL_S = 24 * 3600.0
"""A day for retrievals and runs: longer than any conversation, shorter than a vault's next ingest."""
_COLLECT_AT = (50_000, 20, 50)
"""Objects made before Python looks for rings of them, and how often it looks at older ones. A question makes some
100,000 small objects and hardly a ring; at Python's own 700 a tenth of its time went into looking."""
_IN_MEMORY = ("/dev/shm",)  # noqa: S108 - Linux keeps it in memory; elsewhere it is not there and passed over
_ROOM_BYTES = 1 << 18
"""What must fit into a folder for the handles and the runs of a session to begin."""
_MOST_READ = 500
"""Passages and pages read that are kept in mind, so that an answer need not repeat them."""
_FACTS_S = 5.0
"""Totals and places of the archive are asked anew after this long, so that an ingest beside the server is seen."""


class VaultSessions:
    """The sessions of one vault, kept as handles: unguessable, expiring, the same from every process."""

    def __init__(self, handles: HandleBook) -> None:
        self._handles = handles

    def load(self, session_id: str) -> Session | None:
        """The session, or None when it is unknown or expired."""
        try:
            return Session.model_validate_json(self._handles.get("session", session_id))
        except HandleError:
            return None

    def save(self, session: Session) -> None:
        """Keeps the session for another week. Raises `HandleError` for an id that was not given out."""
        self._handles.replace("session", session.id, session.model_dump_json())
        self._handles.touch("session", session.id, ttl_s=SESSION_TTL_S)


def new_session(handles: HandleBook) -> Session:
    """An empty session under a fresh id."""
    identity = handles.create("session", "{}", ttl_s=SESSION_TTL_S)
    session = Session(id=identity)
    handles.replace("session", identity, session.model_dump_json())
    return session


def _scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder of this process: where the system keeps such, or in memory where that disk is full or read-only."""
    for place in (None, *_IN_MEMORY):
        try:
            folder = tempfile.TemporaryDirectory(prefix="opencouncil-", dir=place)
        except OSError:
            continue
        try:
            Path(folder.name, "room").write_bytes(b"\0" * _ROOM_BYTES)
        except OSError:
            folder.cleanup()
            continue
        Path(folder.name, "room").unlink()
        return folder
    return tempfile.TemporaryDirectory(prefix="opencouncil-")  # says in its error where it looked


class Workshop:
    """Everything built from one configuration. Safe from several threads; `close` ends it."""

    def __init__(self, config: Config) -> None:
        gc.set_threshold(*_COLLECT_AT)  # the process is ours: a server or one command
        self.config = config
        self.settings = settings_from(dict(config.variables))
        self.hosted = Hosted(config)
        self._lock = threading.RLock()
        self._index: VaultIndex | None = None
        self._engine: VaultEngine | None = None
        self._facts: tuple[float, CorpusFacts] | None = None
        self._places: tuple[float, Mapping[str, tuple[str, ...]]] | None = None
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self._reader: SecondReader | None = None
        self._state: VaultIndex | None = None
        self._cluster: ClusterLibrary | None = None
        self._has_key = False
        self.works: dict[str, Work] = {}
        """Runs of this process that can be gone on with at once, oldest first."""
        self._read: dict[str, None] = {}

    def was_read(self, names: Iterable[str]) -> None:
        """Keeps in mind what was read in this process, a passage by its id, a page as "doc?page=3"; the last ones."""
        with self._lock:
            for name in names:
                self._read.pop(name, None)
                self._read[name] = None
            for name in list(self._read)[:-_MOST_READ]:
                del self._read[name]

    def has_read(self, chunk: Chunk) -> bool:
        """Whether the passage, or every page it stands on, was read in this process a while ago."""
        pages = [f"{chunk.doc_id}?page={number}" for number in chunk.pages]
        return chunk.id in self._read or (bool(pages) and all(name in self._read for name in pages))

    @property
    def library(self) -> Library:
        """The vault as pipeline and hops read it: the file, or the cluster that was named in its place."""
        return self._read_cluster() if self.config.cluster else self.index

    def _read_cluster(self) -> ClusterLibrary:
        with self._lock:
            if self._cluster is None:
                self._cluster = cluster_at(self.config.cluster)
            return self._cluster

    @property
    def index(self) -> VaultIndex:
        """The vault file. Raises `VaultMissing` while there is none (it is found as soon as it has been made), and
        `VaultError` where a cluster is read."""
        if self.config.cluster:
            raise VaultError(
                f"Only a vault file answers this; {self.config.cluster} is a cluster.",
                next_step="Ask a question with ask or research, or name a vault file.",
            )
        with self._lock:
            if self._index is None:
                self._index = self._opened()
            return self._index

    def _opened(self) -> VaultIndex:
        """The vault; where the disk is full it is opened for reading, and what the process keeps goes elsewhere."""
        try:
            return VaultIndex.open(self.config.vault, read_only=self.config.read_only)
        except VaultError as error:
            if self.config.read_only or error.code != VaultError.code:
                raise
            index = VaultIndex.open(self.config.vault, read_only=True)
            self.config = self.config.changed(read_only=True)
            return index

    @property
    def engine(self) -> VaultEngine:
        """The search engine over the vault."""
        with self._lock:
            if self._engine is None:
                self._engine = VaultEngine(self.library, self.settings.search_deadline_s)
            return self._engine

    @property
    def handles(self) -> HandleBook:
        """Handles in the vault itself, or in a file of this process when the vault is read-only."""
        if self.config.cluster and not self.config.read_only:
            return self._read_cluster().books.handles
        return Handles(self._state_index())

    @property
    def notes(self) -> NoteBook:
        """The notes of the vault."""
        return self._read_cluster().books.notes if self.config.cluster else Notes(self.index)

    @property
    def sessions(self) -> VaultSessions:
        """The sessions, kept as handles."""
        return VaultSessions(self.handles)

    @property
    def folder(self) -> Path:
        """Where the capsules of runs under way are written: beside the vault, or in the scratch folder."""
        if self.config.read_only:
            return self._scratch_folder()
        folder = self.config.vault.with_name(f"{self.config.vault.name}-runs")
        if self.config.cluster and self.config.seal_key is not None and not self._has_key:
            keep_key(folder, self.config.seal_key.get_secret_value())
            self._has_key = True
        return folder

    def _scratch_folder(self) -> Path:
        with self._lock:
            if self._scratch is None:
                self._scratch = _scratch()
            return Path(self._scratch.name)

    def _state_index(self) -> VaultIndex:
        if not self.config.read_only:
            index = self.index
            read_only: bool = self.config.read_only  # opening it tells whether it can be written
            if not read_only:
                return index
        with self._lock:
            if self._state is None:
                self._state = VaultIndex.open(self._scratch_folder() / "handles.db", create=True)
            return self._state

    def facts(self) -> CorpusFacts:
        """Totals and frequencies of the archive, at most five seconds old."""
        with self._lock:
            if self._facts is None or time.monotonic() - self._facts[0] > _FACTS_S:
                fresh = corpus_facts(self.library)
                if self._facts is None or self._facts[1].total != fresh.total:
                    self._facts = (time.monotonic(), fresh)
                self._facts = (time.monotonic(), self._facts[1])
            return self._facts[1]

    def places(self) -> Mapping[str, tuple[str, ...]]:
        """Town with local records, sorted, to the states of those records; at most five seconds old."""
        with self._lock:
            if self._places is None or time.monotonic() - self._places[0] > _FACTS_S:
                self._places = (time.monotonic(), self.library.places())
            return self._places[1]

    def services(self, *, model: bool = True, capsules: Path | None = None, run_id: str = "") -> Services:
        """The services of one turn; `model` False keeps every model out of it."""
        library = self.library
        turn = self.hosted.for_turn(library, self.engine) if model else ForTurn(None, self.engine)

        def memory(retrieval: Retrieval, scopes: Sequence[Filters]) -> VaultMemory:
            held = [item.chunk.id for item in retrieval.merged]
            return VaultMemory(library, held=held, scopes=scopes)

        return Services(
            settings=self.settings,
            engine=turn.engine,
            facts=self.facts,
            memory=memory,
            clock=lambda: datetime.now(UTC),
            new_id=(lambda: run_id) if run_id else (lambda: f"run_{uuid.uuid4().hex}"),
            timer=time.perf_counter,
            model=turn.model,
            texts=library.get,
            plain_search=library.search_plainly,
            cells=partial(page_cells, library.ledger),
            roll_calls=partial(roll_calls, library),
            last_meeting=partial(last_meeting, library),
            second_reader=self.second_reader,
            capsules=capsules,
        )

    def second_reader(self) -> SecondReader | None:
        """The local model that may doubt what was verified, opened once; None when none is named.

        Raises `InputError` when its file or its extra is missing.
        """
        with self._lock:
            if self._reader is None and self.config.second_opinion is not None:
                self._reader = build_reader(self.config.second_opinion)
            return self._reader

    @property
    def writes(self) -> bool:
        """Whether a model can write."""
        return self.hosted.writes

    def model(self) -> Model | None:
        """The model for one question, under its own ceiling; None when there is none."""
        return self.hosted.for_turn(self.library, self.engine).model if self.writes else None

    async def aclose(self) -> None:
        """Closes connections, then the vault."""
        await self.hosted.aclose()
        self.close()

    def close(self) -> None:
        """Closes the vault and removes what was kept for this process only; calling it twice is fine."""
        with self._lock:
            for opened in (self._index, self._state):
                if opened is not None:
                    opened.close()
            if self._cluster is not None:
                self._cluster.close()
            self._index = self._state = self._engine = self._cluster = None
            if self._scratch is not None:
                self._scratch.cleanup()
                self._scratch = None

    def readable(self) -> str:
        """Why the vault cannot be used now, in words; empty when it can."""
        try:
            self.library.figures()
        except VaultError as error:
            return f"{error.message} {error.next_step}".strip()
        return ""


def build_service(config: Config) -> GeminiService | None:
    """The hosted service of the key, None without one. Raises `InputError` for a key or setting that cannot be used."""
    if config.gemini_key is None:
        return None
    service = load("pipeline.hosted.gemini:GeminiService")(config.gemini_key, hosted_settings(dict(config.variables)))
    return cast("GeminiService", service)


def build_reader(path: Path) -> SecondReader:
    """The second reader of an ONNX file. Raises `InputError` when the file or the extra is missing."""
    return cast(SecondReader, load("pipeline.hosted.entailment:open_reader")(path))


class Hosted:
    """The hosted model of a process; one ceiling of dollars for each question."""

    def __init__(self, config: Config) -> None:
        self.service = build_service(config)
        named = dict(config.variables).get("OPENCOUNCIL_LLM_MODEL", "").strip()
        self._library = cast(Model, load("pipeline.hosted.llm:LlmModel")(named)) if named else None

    @property
    def writes(self) -> bool:
        """Whether any model can write."""
        return self.service is not None or self._library is not None

    def for_turn(self, index: Library, vault: SearchEngine) -> ForTurn:
        """Model and engine of one question; the hosted service goes before a model of the `llm` library."""
        if self.service is None:
            return ForTurn(self._library, vault)
        return cast(ForTurn, load("pipeline.hosted.engine:for_question")(self.service, index, vault))

    async def aclose(self) -> None:
        """Closes the connections."""
        if self.service is not None:
            await self.service.aclose()
