"""The nouns of one research turn and the one way they flow.

    Question --plan--> Plan(IssueMap, RetrievalPlan) --retrieve--> Retrieval --grade--> RecordStrength
    Brief = (Question, sources, IssueMap, Retrieval, RecordStrength): all a writer may see
    Brief --synthesize--> Answer --audit against the Brief--> AuditReport --repair--> Answer
Values only, frozen, unknown fields refused. Labels: "L1", "S1" (archive), "USER" (session text).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import Field

from hop_controller.types import Depth, HopDecision, HopQuery, HopRecord, Pattern
from pipeline.ask.lexicon import RequestedOutput
from pipeline.ask.reading import Reading, read
from vault.states.names import DEFAULT_STATE
from vault.types import Chunk, ChunkId, Filters, Lane, Unit
from vault.value import Value

__all__ = [
    "ADDED", "Answer", "AnswerCell", "AnswerFormat", "AnswerSpan", "AuditReport", "BatchTrace", "Brief", "CallCount",
    "Complexity", "Dropped", "Evidence", "EvidenceRow", "Finding", "FormatName", "IssueMap", "LanePlan", "LaneReceipt",
    "MustInclude", "OpenReason", "PartAnswer", "PartVerdict", "Phrasing", "Plan", "Priority", "QueryTrace", "Question",
    "RecordStrength", "RecordTier", "Retrieval", "RetrievalPlan", "Round", "Route", "ScopeHint", "SessionSource",
    "Severity", "Signals", "Situation", "TurnResult", "Verdict", "Writer",
]  # fmt: skip

ScopeHint = Literal["local", "statewide", "mixed"]
Complexity = Literal["simple", "complex"]
FormatName = Literal["simple", "overview", "analysis"]
Priority = Literal["law-first", "facts-first", "process-first"]
RecordTier = Literal["A", "B", "C"]
Writer = Literal["extract", "model", "host"]
Severity = Literal["error", "warning", "note"]
PartVerdict = Literal["answered", "likely", "open"]
OpenReason = Literal["", "not_held", "other_year", "other_town", "other_matter", "wrong_kind", "law_missing", "unread"]
Verdict = Literal["verified", "consistent", "contradicted", "uncited", "not_held"]


class Question(Value):
    """What was asked, as the caller put it (S0 inputs). Empty means "not said"."""

    text: str
    town: str = ""
    boards: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    prefer_recent: bool = False
    scope_hint: ScopeHint | None = None
    format: FormatName | None = None
    depth: Depth | None = None
    state: str = DEFAULT_STATE
    queries: tuple[str, ...] = ()
    """The asker's own phrasings, at most six: how a record or a statute may put it. Guarded by `ask.phrasings` before
    a search sees them; searched beside ours in both lanes and marked as theirs in the receipts."""

    @property
    def reading(self) -> Reading:
        """What its words say: the one way from the text of a question to what is done with it."""
        return read(self.text, self.queries)


class SessionSource(Value):
    """Text the user pasted. Never archive evidence; cited as [USER] (decision 21)."""

    id: str
    type: Literal["article", "minutes", "document", "paste"]
    title: str = ""
    text: str
    created: str


class Situation(Value):
    """What the conversation is about: a title and the entities that belong to it."""

    title: str = ""
    town: str = ""
    entities: tuple[str, ...] = ()
    created: str = ""


class Route(Value):
    """The router's choice with its reason (S0 §1, decision 1)."""

    scope: ScopeHint
    complexity: Complexity
    format: FormatName
    depth: Depth
    reason: str


class IssueMap(Value):
    """What the question is about (S3). Every string stands in the user's words, a session source or the situation."""

    town: str = ""
    state: str = DEFAULT_STATE
    """Two-letter code of the state whose law is searched."""
    situation_title: str = ""
    entities: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    legal_topics: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    time_hints: tuple[str, ...] = ()
    requested_output: RequestedOutput | None = None
    legal_salience: Unit = 0.0
    planner_confidence: Unit = 0.0
    event_label: str = ""
    """Label of the dated decision the question turns on ("Jan 6 vote"), empty when there is none (decision 2)."""
    facets: tuple[str, ...] = ()
    """Parts of the question that each need their own evidence."""
    statutes: tuple[str, ...] = ()
    other_towns: tuple[str, ...] = ()
    """Statute references the user named, canonical; further towns named (comparisons), the first town excluded."""
    date_from: str = ""
    date_to: str = ""
    """Temporal target as ISO dates."""
    doc_types: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """Document types the question points at; case, article, bill, map-lot numbers, street addresses as written."""


class LanePlan(Value):
    """Queries in words, how many hits to fetch for each, and how many chunks to keep (S3)."""

    queries: tuple[str, ...]
    k: int = Field(ge=1, le=40)
    cap: int = Field(ge=0, le=40)


class MustInclude(Value):
    """Reserved places: at least so many state chunks and local facts, when they exist (decision 6)."""

    min_state: int = Field(default=0, ge=0, le=8)
    min_local_facts: int = Field(default=2, ge=0, le=10)


class RetrievalPlan(Value):
    """Lane plans, minimums and priority; `reason` is for the trace (S3)."""

    local: LanePlan
    state: LanePlan
    must_include: MustInclude = MustInclude()
    priority: Priority = "facts-first"
    reason: str = ""
    local_filters: Filters = Filters(lane="local")
    state_filters: Filters = Filters(lane="state")


class Plan(Value):
    """An issue map and a retrieval plan that passed the guard; `dropped` lists what the guard removed and why."""

    issue: IssueMap
    retrieval: RetrievalPlan
    route: Route
    dropped: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    clarification: str = ""
    """A question back to the user when there is nothing to search for (an empty follow-up); else empty."""
    conservative: bool = False


ADDED = "added"
"""Why a passage is held that the asker laid on the table."""


class Evidence(Value):
    """One selected chunk with its label, lane-local rank and the reason it was kept."""

    label: str
    chunk: Chunk
    score: float
    why: str = ""
    query: str = ""
    hop: int = Field(default=1, ge=1)


Phrasing = Literal["", "asker", "matter"]
"""Whose phrasing of the question a query is: the asker's own, how records put a matter of town life, or none."""
_WHOSE: Mapping[Phrasing, str] = {"": "", "asker": " (asker's phrasing)", "matter": " (as records put such matters)"}


class QueryTrace(Value):
    """One query that ran: lane, words, mode, hits, milliseconds, and an error when it failed."""

    lane: Lane
    query: str
    mode: str = ""
    hits: int = 0
    took_ms: float = 0.0
    error: str = ""
    hop: int = 1
    phrasing: Phrasing = ""

    @property
    def told(self) -> str:
        """The words for a reader, with whose they are where they are not the engine's."""
        return self.query + _WHOSE[self.phrasing]


class BatchTrace(Value):
    """Queries that ran at once and what was decided after them."""

    queries: tuple[QueryTrace, ...]
    decision: str = ""


class Dropped(Value):
    """A hit that was seen and not kept, and why."""

    chunk_id: ChunkId
    title: str
    reason: str


class Signals(Value):
    """The S1 and S3 measures of one retrieval, each with the numbers it came from in `because`."""

    retrieval_confidence: Unit
    topic_alignment: Unit | None
    """Share of selected chunks with at least one situation entity; None when there is no situation (neutral)."""
    drift_detected: bool
    legal_topic_coverage: Unit
    facet_coverage: Unit
    authoritative_state_present: bool
    distinct_local_docs: int
    distinct_state_docs: int
    local_retrieved: int
    state_retrieved: int
    because: tuple[str, ...] = ()


class LaneReceipt(Value):
    """What one lane searched, found, read and left out; `failed` is not the same as empty (decision 26)."""

    lane: Lane
    queries: tuple[str, ...]
    hits: int
    kept: int
    failed: bool = False
    error: str = ""
    zero_reason: str = ""
    zero_detail: str = ""


class AnswerSpan(Value):
    """Words of one kept passage that may answer a part of the question."""

    chunk_id: ChunkId
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    """Half-open character span into the text of the evidence with that label."""
    text: str
    """The words on one line; `text` of the evidence with runs of white space made single."""
    page: int | None = None
    probability: Unit = 0.0
    """That these very words answer the part."""
    label: str = ""


class AnswerCell(Value):
    """One figure of a table that answers a part, under the head of its column, in the passage with that label."""

    label: str
    head: str
    value: str
    row: str = ""
    """What its row is called."""


class PartAnswer(Value):
    """One part of the question and how surely what is held answers it."""

    part: str
    """The words of the question that ask it."""
    spans: tuple[AnswerSpan, ...] = ()
    """Best first; none when nothing was found."""
    cells: tuple[AnswerCell, ...] = ()
    """Of a part that asks for a figure of a statewide table: the cell that answers, for each span."""
    probability: Unit = 0.0
    """That this part is answered by what is held, calibrated on questions with known answers."""
    verdict: PartVerdict = "open"
    reason: OpenReason = ""
    """Why the part is open; empty when it is answered."""
    near: str = ""
    """What is held instead, in a few words ("2023, not 2025"); empty when there is nothing near."""


class Round(Value):
    """One widening after the first pass: the queries of both lanes, why, and the pattern it followed."""

    local: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    phrasings: tuple[str, ...] = ()
    """Further words of the asker, searched in both lanes."""
    why: str = ""
    pattern: Pattern | None = None
    start: str = ""
    part: str = ""
    """The part of the question it serves; empty for a round that serves the whole."""
    queries: tuple[HopQuery, ...] = ()
    """The hop's own searches, held to dates, boards and documents."""
    wanted: tuple[str, ...] = ()
    """The open parts for which what is found is read; empty for a round that only searches."""


class Retrieval(Value):
    """The evidence of a turn and how it came about. `retrieval_id` is the only handle a caller gets."""

    retrieval_id: str = ""
    local: tuple[Evidence, ...] = ()
    state: tuple[Evidence, ...] = ()
    signals: Signals
    receipts: tuple[LaneReceipt, ...] = ()
    batches: tuple[BatchTrace, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    rounds: tuple[Round, ...] = ()
    """The widenings made so far, in order: hops, and the one round for a missing facet."""
    hops: tuple[HopRecord, ...] = ()
    decisions: tuple[HopDecision, ...] = ()
    stop_reason: str = ""
    early_exit_reason: str = ""
    used_second_pass: bool = False
    archive_chunks_found: bool = True
    gaps: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    """Sentences on what the vault cannot cover and on searches that went wrong; cites named and not held."""
    law_gaps: tuple[tuple[str, str], ...] = ()
    """Laws that the question or the evidence leans on and that are not held, each with its sentence in `gaps`."""
    named_by: tuple[tuple[str, str], ...] = ()
    """Laws that are not held, each with the held section that names it as governing the matter."""
    strangers: tuple[str, ...] = ()
    """Names of other matters that the strongest passages speak of (decision 12); empty without a situation."""
    answers: tuple[PartAnswer, ...] = ()
    """For every part of the question, in order, the words that answer it and how surely."""

    @property
    def merged(self) -> tuple[Evidence, ...]:
        """Local then state evidence, in label order."""
        return self.local + self.state


class RecordStrength(Value):
    """How strong the record is (S3, S2 §4, decision 9); `because` says which rubric won."""

    tier: RecordTier
    local_count: int
    state_count: int
    situation_alignment: Unit | None
    legal_topic_coverage: Unit
    authoritative_state_present: bool
    distinct_local_docs: int
    distinct_state_docs: int
    rubric: Literal["legal", "local"]
    because: str


class AnswerFormat(Value):
    """One answer format as a value: read by prompt, composer, validator and truncator alike (decision 1)."""

    name: FormatName
    headings: tuple[str, ...]
    bullet_caps: tuple[int, ...]
    """Bullets allowed under each heading; 0 means sentences, not bullets."""
    max_words: int
    max_bullet_words: int
    min_sentences: int = 0
    max_sentences: int = 0
    law_heading: str = ""
    user_heading: str = ""
    """The only heading under which [USER] may be cited."""
    min_law_citations: int = 0
    bullet_minimums: tuple[int, ...] = ()
    """Bullets required under each heading; empty means one of anything."""
    optional_headings: tuple[str, ...] = ()
    """Headings that stand only when there is something to say under them ("Statewide context")."""
    law_only_from_state: bool = False
    """Whether a statute number needs state text beside it (S2 §8), even where a cited local record names it."""


class Brief(Value):
    """All that a writer may see, frozen."""

    question: Question
    reading: Reading
    issue: IssueMap
    route: Route
    retrieval: Retrieval
    strength: RecordStrength
    sources: tuple[SessionSource, ...] = ()
    format: AnswerFormat
    gaps: tuple[str, ...] = ()


class Answer(Value):
    """S0's seven-field envelope plus who wrote it."""

    answer_markdown: str
    used_statewide: bool = False
    statewide_reason: str | None = None
    applicability_check: str | None = None
    assumptions: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    suggested_followups: tuple[str, ...] = ()
    writer: Writer = "extract"


class Finding(Value):
    """One audit result: the rule that fired, where, how bad, and how to mend it."""

    rule: str
    severity: Severity
    message: str
    place: str = ""
    """The sentence or bullet concerned, verbatim from the answer."""
    repair: str = ""


class EvidenceRow(Value):
    """One sentence of the answer, its verdict, and the words it was compared with."""

    sentence: str
    citations: tuple[str, ...] = ()
    support: str = ""
    """The words the writer named, else the closest of the cited sources, verbatim."""
    source: str = ""
    page: int | None = None
    chunk_id: ChunkId | None = Field(default=None, exclude=True, repr=False)
    """The passage the words stand in; None when they stand in none of the vault."""
    link: str = ""
    """Deep link such as "file.pdf#page=7" or the official URL."""
    verdict: Verdict
    residue: tuple[str, ...] = ()
    """What of the sentence nothing binds, in its own words (consistent)."""
    against: tuple[str, ...] = ()
    """What is claimed and what the record says instead (contradicted)."""
    say: str = ""
    """A ready sentence in the record's own words, which the audit verifies; "" where it has none to offer."""


class AuditReport(Value):
    """Verdicts and findings. `passed` is true when no sentence is contradicted, uncited or rests on what is not held,
    and no statement of law or conduct fails a rule; form alone does not decide it."""

    passed: bool
    findings: tuple[Finding, ...] = ()
    rows: tuple[EvidenceRow, ...] = ()
    word_count: int = 0
    complete: bool = True
    """All headings present and none empty."""
    second_reader: str = ""
    """The local model that read what was verified once more and could only doubt it; "" when none did."""

    def count(self, verdict: Verdict) -> int:
        """How many sentences have that verdict."""
        return sum(row.verdict == verdict for row in self.rows)

    @property
    def verdicts(self) -> dict[str, int]:
        """Sentences by verdict, all five named."""
        return {verdict: self.count(verdict) for verdict in get_args(Verdict)}


class CallCount(Value):
    """Model calls and searches of a turn (`store_searches` at a hosted store), and their cost when it is known."""

    plan: int = 0
    synthesis: int = 0
    repair: int = 0
    searches: int = 0
    store_searches: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None


class TurnResult(Value):
    """The answer, its audit, and everything that was decided on the way."""

    run_id: str
    question: Question
    plan: Plan
    retrieval: Retrieval
    strength: RecordStrength
    answer: Answer
    audit: AuditReport
    repaired: bool = False
    answer_source: Literal["draft", "repair", "truncated", "minimal", "extract"] = "extract"
    stop_reason: str = ""
    calls: CallCount = CallCount()
    timings_ms: dict[str, float] = Field(default_factory=dict)
    brief: Brief = Field(exclude=True, repr=False)
    """What the writer saw."""
