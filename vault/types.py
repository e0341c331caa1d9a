"""The nouns of the vault: documents, pages, sections, chunks, hits and notes.

Holds values only. Nothing here reads a file, opens a database or decides anything; every value is frozen and
refuses unknown fields, so what one room hands to the next cannot be changed on the way.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field

from vault.value import Value

__all__ = [
    "DOC_STATUSES",
    "DOC_TYPES",
    "LANES",
    "Authority",
    "Chunk",
    "ChunkDraft",
    "ChunkId",
    "DocStatus",
    "DocType",
    "Document",
    "DocumentSummary",
    "Figures",
    "FileResult",
    "Filters",
    "Hit",
    "IngestReport",
    "Lane",
    "Link",
    "LinkKind",
    "Mentions",
    "Metadata",
    "NamedChunk",
    "Note",
    "Outcome",
    "Page",
    "PageOrigin",
    "Query",
    "RawDocument",
    "Reference",
    "ScanAnswer",
    "SearchAnswer",
    "SearchCost",
    "SearchHow",
    "SearchMode",
    "SearchRequest",
    "Section",
    "StatuteSystem",
    "Unit",
    "VaultCounts",
    "ZeroReason",
]  # fmt: skip

Unit = Annotated[float, Field(ge=0.0, le=1.0)]
"""A share or a confidence, 0..1."""

ChunkId = Annotated[str, Field(coerce_numbers_to_str=True)]
"""`doc_id@version#ord`: one passage of one version of a document, the same in every engine that holds it. A version is
the first eight digits of the document's content hash. Numbers of older capsules are read as text."""

Lane = Literal["local", "state"]
LANES: tuple[Lane, Lane] = ("local", "state")
Authority = Literal["rsa", "nhma", "official", "minutes", "news", "other"]
DocType = Literal[
    "constitution",
    "statute",
    "rule",
    "ordinance",
    "court",
    "guidance",
    "minutes",
    "agenda",
    "warrant",
    "results",
    "budget",
    "report",
    "policy",
    "form",
    "notice",
    "bill",
    "news",
    "other",
]
DOC_TYPES: tuple[DocType, ...] = get_args(DocType)
DocStatus = Literal["approved", "draft", "superseded", "current", "repealed", "effective_later", "stale", "unknown"]
DOC_STATUSES: tuple[DocStatus, ...] = get_args(DocStatus)
PageOrigin = Literal["text", "ocr", "unread"]
StatuteSystem = Literal["rsa", "nh_rule", "nh_laws", "nh_constitution", "usc", "cfr", "other_state"]


class Page(Value):
    """One page of a document; `number` is 1-based, `text` is cleaned (see `vault.text.clean`)."""

    number: int = Field(ge=1)
    text: str
    origin: PageOrigin = "text"
    reason: str = ""
    """Why the page is unread, or the OCR engine and version; empty for a text page."""


class Section(Value):
    """One section of a statute: the unit of state law.

    `cite` is canonical ("RSA 91-A:3", "1 V.S.A. § 313"); `text` is the operative text without heading and source
    note; pages are 1-based and None when the source has none.
    """

    cite: str
    heading: str = ""
    subdivision: str = ""
    text: str
    source_note: str = ""
    status: DocStatus = "current"
    as_of: str = ""
    """Date of the printed or published text, ISO, possibly partial; empty when unknown."""
    effective: str = ""
    """ISO date on which a coming change or repeal takes effect; empty when none is stated."""
    url: str = ""
    page_start: int | None = None
    page_end: int | None = None


class Metadata(Value):
    """What is known of a document before or after classification; empty string or None means not known."""

    doc_id: str = ""
    title: str = ""
    lane: Lane | None = None
    state: str = ""
    """Two-letter jurisdiction, "NH" by default after classification."""
    town: str = ""
    board: str = ""
    """Board, department or issuing body."""
    doc_type: DocType | None = None
    authority: Authority | None = None
    date: str = ""
    """Date of the meeting, adoption or decision (never of the print), ISO, possibly only a year."""
    status: DocStatus | None = None
    as_of: str = ""
    url: str = ""
    note: str = ""

    def over(self, other: Metadata) -> Metadata:
        """This with what it leaves open taken from the other."""
        return other.changed(**{name: value for name, value in self if value not in ("", None)})


class RawDocument(Value):
    """What a reader gives back: cleaned pages and whatever metadata the source itself carried."""

    pages: tuple[Page, ...]
    sections: tuple[Section, ...] = ()
    metadata: Metadata = Metadata()
    key: str = ""
    """Distinguishes documents of one container file (a JSON Lines row); empty for a plain file."""


class Document(Value):
    """A classified document, ready to store. `metadata` has lane, state, doc_type, authority and status set."""

    doc_id: str
    metadata: Metadata
    pages: tuple[Page, ...]
    sections: tuple[Section, ...] = ()
    source: str = ""
    """Path (or path#key) the document was read from, as given by the user."""
    content_hash: str = ""
    """sha256 hex of the cleaned pages and sections."""


class ChunkDraft(Value):
    """A chunk before it has an id. Offsets are into the document text: the pages joined by form feeds
    (`\\f`), so `text == document_text[start:end].replace("\\f", "\\n")` for a document without sections; for a
    statute section they are into the section text."""

    ord: int = Field(ge=0)
    page_start: int | None = None
    page_end: int | None = None
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    section: str = ""
    heading: str = ""
    text: str
    ocr: bool = False
    quality: Unit = 1.0
    """Share of its tokens that can be read (`vault.text.quality`)."""


class Chunk(Value):
    """A stored chunk with the facts of its document that a reader, ranker or auditor needs."""

    id: ChunkId
    doc_id: str
    ord: int
    lane: Lane
    state: str
    town: str
    board: str
    doc_type: DocType
    authority: Authority
    status: DocStatus
    title: str
    """Title of the document."""
    date: str
    heading: str
    section: str
    """Canonical cite of the statute section, empty for other documents."""
    page_start: int | None
    page_end: int | None
    start: int
    end: int
    text: str
    ocr: bool
    source: str
    url: str
    quality: Unit = 1.0
    """Share of its tokens that can be read (`vault.text.quality`): low for the noise of a scan."""
    page_turns: tuple[int, ...] = ()
    """Offsets into `text` at which its second and later pages begin; empty for one page."""
    unread_pages: int = 0
    """Pages of its document that could not be read."""
    note: str = ""
    """The source note of its section of law: the acts that made and changed it, with their days."""

    @property
    def noted(self) -> str:
        """The text with the source note of its section below it."""
        return f"{self.text}\nSource note: {self.note}" if self.note else self.text

    @property
    def pages(self) -> range:
        """The numbers of the pages it stands on; empty for a section without pages."""
        first = self.page_start
        return range(0) if first is None else range(first, (self.page_end or first) + 1)


class Query(Value):
    """What to look for, in words: never an engine's syntax (decision 31).

    `terms` are single words (any one may match), `phrases` runs of words that must stand together to match,
    `must` are words of which all must occur.
    """

    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    must: tuple[str, ...] = ()


class Filters(Value):
    """Scope of a search; an empty tuple or string means "any". Towns and boards match case-insensitively."""

    lane: Lane | None = None
    states: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    doc_types: tuple[DocType, ...] = ()
    authorities: tuple[Authority, ...] = ()
    date_from: str = ""
    date_to: str = ""
    doc_ids: tuple[str, ...] = ()
    exclude_doc_types: tuple[DocType, ...] = ()


SearchHow = Literal["auto", "any", "all"]
"""`any`: one word is enough. `all`: every word must occur. `auto`: all, and any when that finds nothing."""


class SearchRequest(Value):
    """One ranked question to an engine: at most `limit` hits within the filters, in at most `deadline_s` seconds.

    With `by_cite` the lone phrase is a canonical cite ("RSA 91-A:3", "RSA 91-A") and asks for the text of that section
    or chapter itself, not for passages that mention it.
    """

    query: Query
    filters: Filters = Filters()
    limit: int = 10
    mode: SearchHow = "any"
    deadline_s: float = 10.0
    by_cite: bool = False
    explained: bool = True
    """Whether an empty answer says why; the reason is looked for beyond the filters, in every place held."""
    counted: str = ""
    """A phrase whose mentions are told beside the hits (`SearchAnswer.mentions`), each kind counted up to five."""


SearchMode = Literal["strict", "relaxed", "section", "empty", "hosted", "fused"]
"""`hosted`: a hosted store was asked instead of the vault. `fused`: both were, and their hits are merged by rank."""
ZeroReason = Literal["not_in_vault", "other_town", "other_years", "unread_pages", "filtered_out", "no_words"]


class Hit(Value):
    """A found chunk; `score` is -bm25 (higher is better) and comparable only inside one answer."""

    chunk: Chunk
    score: float
    rank: int = Field(ge=1)


class SearchCost(Value):
    """What a search cost at a hosted service; `usd` is None when the price is not known."""

    calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    usd: float | None = None


class Mentions(NamedTuple):
    """How many chunks and how many notes hold some words side by side, each counted up to a limit."""

    chunks: int
    notes: int


class SearchAnswer(Value):
    """Hits best first, how they were found, and why there are none when there are none."""

    hits: tuple[Hit, ...]
    mode: SearchMode
    partial: bool = False
    zero_reason: ZeroReason | None = None
    zero_detail: str = ""
    took_ms: float = 0.0
    caveats: tuple[str, ...] = ()
    """What a reader of the answer must know of this search, as sentences: an engine that did not answer."""
    cost: SearchCost | None = None
    mentions: Mentions | None = None
    """Of the phrase that was to be counted within the filters, of which lane, states and towns count."""


class ScanAnswer(Value):
    """One page of an exhaustive search: chunks in id order, and the true totals whatever the page."""

    chunks: tuple[Chunk, ...]
    total: int = Field(ge=0)
    """Matching chunks in the vault."""
    documents: int = Field(ge=0)
    """Documents they belong to."""
    offset: int = Field(default=0, ge=0)


class Figures(Value):
    """What some scopes hold together: chunks, and the latest date of a document (ISO, empty when none has one)."""

    chunks: int = Field(ge=0)
    date_to: str = ""


class VaultCounts(Value):
    """Totals for a status report. Dates are ISO, empty when no document has one."""

    documents: int
    pages: int
    unread_pages: int
    poor_pages: int
    """Scanned pages of which hardly a word could be read."""
    chunks: int
    notes: int
    refused_files: int
    local_documents: int
    state_documents: int
    sections: int
    date_from: str
    date_to: str
    doc_types: tuple[tuple[str, int], ...]
    """Type and number of documents, most frequent first."""


class DocumentSummary(Value):
    """A stored document without its text: what a list or a status report shows."""

    doc_id: str
    metadata: Metadata
    source: str
    pages: int = Field(ge=0)
    unread_pages: int = Field(ge=0)
    chunks: int = Field(ge=0)


LinkKind = Literal["name", "cite", "alias"]


class Link(Value):
    """Chunk `source` names or cites chunk `target`; `position` is the word offset in the source, `fanout` how many
    chunks the same name or citation could mean."""

    source: ChunkId
    target: ChunkId
    kind: LinkKind
    position: int = 0
    length: int = 1
    fanout: int = 1


class Reference(NamedTuple):
    """One statute reference in a chunk: canonical section, the same with paragraph, and its character offset."""

    cite: str
    full: str
    position: int


class NamedChunk(NamedTuple):
    """A chunk that answers to a name, and what kind of name it is."""

    name: str
    chunk_id: ChunkId
    kind: str


class Note(Value):
    """A saved finding (Markdown with front matter outside the vault)."""

    id: str
    title: str
    body: str
    tags: tuple[str, ...] = ()
    created: str
    run_id: str = ""


Outcome = Literal["added", "unchanged", "updated", "duplicate", "partly_read", "refused"]


class FileResult(Value):
    """What became of one file (or one row of a container): outcome, documents, and the reason in plain words."""

    source: str
    outcome: Outcome
    doc_ids: tuple[str, ...] = ()
    reason: str = ""
    unread_pages: tuple[int, ...] = ()


class IngestReport(Value):
    """Every file of a run with its outcome, and the totals."""

    files: tuple[FileResult, ...]
    documents: int = 0
    pages: int = 0
    chunks: int = 0
    took_s: float = 0.0
    links: int = 0
    """Symbolic links that were not followed."""
