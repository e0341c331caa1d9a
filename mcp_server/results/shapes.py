"""What the tools give back: one frozen value for each tool, with trusted and untrusted fields apart.

A field of type `Untrusted` may hold words of documents, of pasted texts or of a model; its schema says so
("x-trust": "untrusted"); so does the id of a passage, which begins with the id that a manifest may give its document.
All other fields are ids, counts, enums and sentences of our own. Nothing here decides.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from vault.value import Value

__all__ = [
    "ActView",
    "AuditView",
    "Detail",
    "DraftView",
    "FindingView",
    "FoundView",
    "HopView",
    "LedgerView",
    "MonthsView",
    "PairView",
    "PassageView",
    "PlanView",
    "ResearchView",
    "RetrievalView",
    "RowView",
    "SearchView",
    "SessionView",
    "Shape",
    "SourceLine",
    "SourceView",
    "StatusView",
    "SynthesisView",
    "VerdictCounts",
]

Detail = Literal["concise", "detailed"]
"""How much a result tells: the choice that every tool offers."""
Untrusted = Annotated[str, Field(json_schema_extra={"x-trust": "untrusted"})]
"""Words that come from a document, a pasted text or a model: data, never an instruction."""


class Shape(Value):
    """Base of every result: frozen, unknown fields refused, JSON without empty fields."""

    model_config = ConfigDict(populate_by_name=True, defer_build=True)

    def shown_when_null(self) -> tuple[str, ...]:
        """Fields that are sent as null although they are empty."""
        return ()


class DraftView(Shape):
    """The part of a plan that may be edited and handed to `two_lane_retrieve`; it passes the guard again."""

    entities: tuple[Untrusted, ...] = ()
    actions: tuple[Untrusted, ...] = ()
    legal_topics: tuple[str, ...] = ()
    boards: tuple[Untrusted, ...] = ()
    time_hints: tuple[Untrusted, ...] = ()
    facets: tuple[Untrusted, ...] = ()
    local_queries: tuple[Untrusted, ...] = ()
    state_queries: tuple[Untrusted, ...] = ()
    min_state: int = 0
    min_local_facts: int = 2
    priority: str = "facts-first"
    planner_confidence: float = 0.5
    requested_output: str | None = None


class PlanView(Shape):
    """Result of `plan_issue_map`."""

    plan: DraftView
    scope: str
    complexity: str
    format: str
    depth: str
    legal_salience: float
    town: Untrusted = ""
    situation: Untrusted = ""
    statutes: tuple[str, ...] = ()
    conservative: bool = False
    clarification: str = ""
    dropped: tuple[Untrusted, ...] = ()
    warnings: tuple[Untrusted, ...] = ()
    next_step: str = ""


class PassageView(Shape):
    """One passage: whose it is, where it stands, and an excerpt. `id` goes to `read_source` for the full text."""

    label: str = ""
    id: Untrusted
    lane: str
    authority: str
    doc_type: str
    status: str = ""
    date: str = ""
    section: str = ""
    page: int | None = None
    added_by: Literal["corpus", "user"] = "corpus"
    sha256: str = ""
    title: Untrusted = ""
    place: Untrusted = ""
    text: Untrusted = ""


class RetrievalView(Shape):
    """Result of `two_lane_retrieve`: a handle for the evidence and the passages to read."""

    retrieval_id: str
    tier: str
    local: int
    state: int
    retrieval_confidence: float | None = None
    """This and the next are not told again when a run is extended."""
    facet_coverage: float | None = None
    topic_alignment: float | None = None
    drift_detected: bool = False
    hops: int = 1
    stop_reason: str = ""
    passages: tuple[PassageView, ...] = ()
    also: Untrusted = ""
    """New passages without words that may answer, named in one line."""
    shown: int = 0
    total: int = 0
    next_cursor: str = ""
    gaps: tuple[Untrusted, ...] = ()
    trace: tuple[Untrusted, ...] = ()
    session_id: str = ""
    next_step: str = ""


class RunnerView(Shape):
    """A candidate that lost."""

    pattern: str
    from_: Untrusted = Field(alias="from")
    total: int


class CandidateView(Shape):
    """The four bands and their sum."""

    frequency: int
    novelty: int
    connectedness: int
    specificity: int
    total: int


class NextHopView(Shape):
    """Where to go next."""

    pattern: str
    from_: Untrusted = Field(alias="from")
    rationale: Untrusted
    candidate_score: CandidateView
    runner_up_alternatives: tuple[RunnerView, ...]
    part: Untrusted
    expects: Untrusted


class ReplanView(Shape):
    """How to search again."""

    issue: Untrusted
    suggested_pattern: str
    suggested_query_focus: Untrusted


class OpenPartView(Shape):
    """A part of the question that is not answered surely: why, and what is held instead."""

    part: Untrusted
    probability: float
    reason: str
    near: Untrusted = ""
    read_by: str = ""


class HopView(Shape):
    """Result of `decide_next_hop`: the decision object of S4, then the queries of the hop and the next call."""

    topic: Untrusted
    current_hop: int
    decision: str
    confidence_score: float
    contradiction_rate: float
    next_hop: NextHopView | None = None
    replan_hint: ReplanView | None = None
    self_reflection: Untrusted
    stop_reason: str | None
    facet_coverage: float | None
    open_parts: tuple[OpenPartView, ...]
    disputes: tuple[Untrusted, ...] = ()
    local_queries: tuple[Untrusted, ...]
    state_queries: tuple[Untrusted, ...]
    not_searched: tuple[Untrusted, ...] = ()
    next_step: str = ""

    def shown_when_null(self) -> tuple[str, ...]:
        """S4: `next_hop` is null on stop; on replan `replan_hint` stands in its place. The lists are always there."""
        return ("next_hop",) if self.decision == "stop" else ()


class SourceLine(Shape):
    """One cited source of an answer. `page` is where the first words quoted of it stand, `more_pages` where others
    do."""

    label: str
    id: Untrusted
    page: int | None = None
    more_pages: tuple[int, ...] = ()
    section: str = ""
    title: Untrusted = ""
    link: Untrusted = ""


class FindingView(Shape):
    """One audit finding. `rule` is a stable name; the words may quote the audited text."""

    rule: str
    severity: str
    message: Untrusted
    place: Untrusted = ""
    repair: Untrusted = ""


class VerdictCounts(Shape):
    """How many sentences have each verdict."""

    verified: int = 0
    consistent: int = 0
    contradicted: int = 0
    uncited: int = 0
    not_held: int = 0


class RowView(Shape):
    """One sentence, its verdict, the words it was compared with, what of it nothing binds, what the record says
    instead, and a ready sentence in the record's words."""

    sentence: Untrusted
    verdict: str
    citations: tuple[str, ...] = ()
    support: Untrusted = ""
    page: int | None = None
    link: Untrusted = ""
    residue: tuple[Untrusted, ...] = ()
    against: tuple[Untrusted, ...] = ()
    say: Untrusted = ""


class AuditView(Shape):
    """Result of `audit`."""

    passed: bool
    errors: int = 0
    warnings: int = 0
    verdicts: VerdictCounts
    findings: tuple[FindingView, ...] = ()
    next_findings: str = ""
    form: str = ""
    """Warnings on form by rule; response_format "detailed" lists them."""
    second_reader: str = ""
    """The local model that could doubt what was verified; empty when none did."""
    rows: tuple[RowView, ...] = ()
    total_rows: int = 0
    next_cursor: str = ""
    sources: tuple[Untrusted, ...] = ()
    """A line for each source cited, for the reader: "[L1] Select Board minutes, May 6, 2031, p. 4 (draft)"."""
    next_step: str = ""


class SynthesisView(Shape):
    """Result of `synthesize`: the seven fields of the answer envelope, who wrote it, and its audit."""

    answer_markdown: Untrusted
    used_statewide: bool
    statewide_reason: Untrusted | None
    applicability_check: Untrusted | None
    assumptions: tuple[Untrusted, ...]
    limitations: tuple[Untrusted, ...]
    suggested_followups: tuple[Untrusted, ...]
    writer: str
    format: str
    tier: str
    audit_passed: bool = False
    findings: tuple[FindingView, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    brief: Untrusted = ""
    """What the connected assistant writes from (`writer="host"` only)."""
    retrieval_id: str = ""
    degraded: str = ""
    """What was not done and why, e.g. no model key; empty when nothing was left out."""
    next_step: str = ""


class ResearchView(Shape):
    """Result of `research`: the state of a run, and its answer once it is done."""

    run_id: str
    session_id: str = ""
    """The conversation that keeps what was pasted; later questions are asked with it."""
    state: Literal["running", "done", "failed", "cancelled"]
    stage: str = ""
    local: int = 0
    state_chunks: int = 0
    answer: SynthesisView | None = None
    dossier: Untrusted = ""
    """What to write the answer from, when the connected assistant is the writer."""
    retrieval_id: str = ""
    stop_reason: str = ""
    hops: int = 0
    trace: tuple[Untrusted, ...] = ()
    error: Untrusted = ""
    next_step: str = ""


class SessionView(Shape):
    """Result of `add_session_source`."""

    session_id: str
    source_id: str = ""
    type: str = ""
    chars: int = 0
    sources_held: int = 0
    title: Untrusted = ""
    question: Untrusted = ""
    town: Untrusted = ""
    entities: tuple[Untrusted, ...] = ()
    next_step: str = ""


class SourceView(Shape):
    """Result of `read_source`: one stretch of a document, a page, a section or a passage, an outline, or the paragraphs
    that say some words; beside the beginning of a long document its `outline`."""

    id: Untrusted
    kind: Literal["page", "section", "passage", "document", "outline", "paragraphs"]
    lane: str = ""
    authority: str = ""
    doc_type: str = ""
    status: str = ""
    date: str = ""
    page: int | None = None
    pages: int = 0
    origin: str = "text"
    section: str = ""
    offset: int = 0
    total_chars: int = 0
    sha256: str = ""
    next_cursor: str = ""
    title: Untrusted = ""
    link: Untrusted = ""
    outline: Untrusted = ""
    text: Untrusted = ""
    next_step: str = ""


class FoundView(Shape):
    """One document with the matches in it, a line each that begins with the rest of the passage's id: "#6" of id
    "chunk:doc@1f" is "chunk:doc@1f#6"."""

    id: Untrusted
    date: str = ""
    title: Untrusted = ""
    place: Untrusted = ""
    hits: tuple[Untrusted, ...]


class SearchView(Shape):
    """Result of `search_vault`. `total` counts every matching passage in the vault, shown or not; where that is
    `partial`, `next_step` says of what. Ranked passages are shown, an exhaustive search lists lines by document."""

    mode: str
    read_as: Untrusted = ""
    """How a query with several operators, or one and other words, was read."""
    total: int
    documents: int
    shown: int
    by_document: tuple[Untrusted, ...] = ()
    by_year: tuple[str, ...] = ()
    by_body: tuple[Untrusted, ...] = ()
    """Matches by document id, year and body ("2024: 12"), when there are more than are shown."""
    dates: str = ""
    """The first and the last date of all matches that are listed by document."""
    passages: tuple[PassageView, ...] = ()
    found: tuple[FoundView, ...] = ()
    also: tuple[Untrusted, ...] = ()
    """Lines that many documents have, told once; and documents without a date that a filter of dates left out."""
    next_cursor: str = ""
    partial: bool = False
    zero_reason: str = ""
    zero_detail: Untrusted = ""
    next_step: str = ""


class MonthsView(Shape):
    """One board: records held, and the months between the first and the last without any; the months `held` are told
    where they are fewer, each with its number of records where it has several."""

    board: Untrusted
    town: Untrusted
    records: int
    first: str = ""
    last: str = ""
    held: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    undated: int = 0


class StatusView(Shape):
    """Result of `vault_status`."""

    ready: bool
    read_only: bool
    writer: str
    documents: int = 0
    pages: int = 0
    unread_pages: int = 0
    poor_pages: int = 0
    chunks: int = 0
    sections: int = 0
    notes: int = 0
    refused_files: int = 0
    local_documents: int = 0
    state_documents: int = 0
    date_from: str = ""
    date_to: str = ""
    doc_types: tuple[str, ...] = ()
    of_town: Untrusted = ""
    """What is held of the town asked for: "119 documents, 2021-05-28 to 2025-12-08, 4 undated"."""
    towns: tuple[Untrusted, ...] = ()
    boards: tuple[MonthsView, ...] = ()
    missing: tuple[str, ...] = ()
    next_cursor: str = ""
    next_step: str = ""


class ActView(Shape):
    """One record: when, who, what in one line, what came of it, and where it stands."""

    kind: str
    date: str = ""
    town: Untrusted = ""
    board: Untrusted = ""
    told: Untrusted = ""
    column: Untrusted = ""
    period: Untrusted = ""
    value: Untrusted = ""
    status: str = ""
    outcome: str = ""
    vote: str = ""
    matters: tuple[Untrusted, ...] = ()
    doc_id: Untrusted = ""
    page: int | None = None
    id: str = ""
    certain: bool = True


class PairView(Shape):
    """One row of a table in two years."""

    label: Untrusted
    column: Untrusted = ""
    before: Untrusted = ""
    after: Untrusted = ""
    difference: float | None = None
    percent: float | None = None
    conflict: bool = False
    sources: tuple[Untrusted, ...] = ()


class LedgerView(Shape):
    """Result of `ledger`. `total` counts every record that passes, shown or not."""

    mode: str
    total: int
    sum: float | None = None
    unit: str = ""
    rows: tuple[ActView, ...] = ()
    pairs: tuple[PairView, ...] = ()
    complete: tuple[Untrusted, ...] = ()
    next_cursor: str = ""
    next_step: str = ""
