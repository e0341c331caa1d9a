"""Domain values as tool results: what is shown of a plan, a retrieval, an answer.

Pure functions. They shorten and number, and say what was left out and how to get it; they never judge.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from mcp_server.results.audits import finding_views
from mcp_server.results.passages import EXCERPT_CHARS, passage_of, safe_id, safe_section
from mcp_server.results.shapes import (
    Detail,
    DraftView,
    PassageView,
    PlanView,
    RetrievalView,
    SourceLine,
    SynthesisView,
)
from mcp_server.results.strength import told_tier
from pipeline.answer.brief import missing_lines
from pipeline.answer.dossier import named_once
from pipeline.answer.windows import Window, windows
from pipeline.find.answers import ranked_spans
from pipeline.quoting.pages import cited_pages, deep_link
from pipeline.types import ADDED, Answer, AuditReport, Brief, Evidence, Plan, Retrieval
from vault.text.clean import shortened
from vault.text.labels import labels_in
from vault.types import Chunk, ChunkId

__all__ = ["both_lanes", "extension_view", "plan_view", "retrieval_view", "sources_of", "synthesis_view", "trace_lines"]

T = TypeVar("T")
PASSAGES: dict[Detail, int] = {"concise": 10, "detailed": 8}


def plan_view(plan: Plan, detail: Detail = "concise") -> PlanView:
    """The issue map and the editable draft of a plan."""
    issue, lanes = plan.issue, plan.retrieval
    queries = {"local_queries": lanes.local.queries, "state_queries": lanes.state.queries}
    asked = bool(plan.clarification)
    return PlanView.like(
        plan.route,
        issue,
        plan,
        plan=DraftView.like(issue, lanes, lanes.must_include, **queries),
        situation=issue.situation_title,
        dropped=plan.dropped if detail == "detailed" else plan.dropped[:3],
        next_step="Ask the user the clarification." if asked else "Call two_lane_retrieve with the question.",
    )


def trace_lines(retrieval: Retrieval) -> tuple[str, ...]:
    """What a run decided, one line each: queries per lane, counts, signals, hops (on request only)."""
    lines = [
        f"{trace.lane} hop {trace.hop}: {trace.told} -> {trace.hits} hits"
        + (f" FAILED {trace.error}" if trace.error else "")
        for batch in retrieval.batches
        for trace in batch.queries
    ]
    lines += retrieval.signals.because
    lines += [
        f"decision after hop {one.current_hop}: {one.decision} {one.stop_reason or ''}" for one in retrieval.decisions
    ]
    lines += [f"left out: {dropped.title}: {dropped.reason}" for dropped in retrieval.dropped[:10]]
    return tuple(lines)


def _next_of(brief: Brief) -> str:
    if not brief.retrieval.merged:
        return "Nothing was found. Call vault_status to see what is held, or decide_next_hop to search on."
    return "Call decide_next_hop to judge the evidence, or synthesize with this retrieval_id."


_LEAST_CHARS = 200
"""Of each passage of a page so much is shown, also where it answers nothing."""


def _windowed(items: Sequence[Evidence], brief: Brief, room: int) -> tuple[PassageView, ...]:
    """Passages shown as windows around what answers, `room` characters each at the mean."""
    spans = ranked_spans(brief.reading, brief.issue, items, scope=brief.route.scope)
    return _passages_of(items, windows(items, spans, room * len(items), _LEAST_CHARS))


def _passages_of(items: Sequence[Evidence], laid: Mapping[str, Window]) -> tuple[PassageView, ...]:
    """Passages with what is shown of them and the page of those words."""
    return tuple(
        passage_of(item.chunk, laid[item.label].text, item.label, page=laid[item.label].page) for item in items
    )


def both_lanes(local: Sequence[T], state: Sequence[T]) -> tuple[T, ...]:
    """All of both, two of town records and then one of state law, so that what comes first has both lanes."""
    ours, laws = iter(local), iter(state)
    mixed: list[T] = []
    while len(mixed) < len(local) + len(state):
        mixed += [*islice(ours, 2), *islice(laws, 1)]
    return tuple(mixed)


def retrieval_view(brief: Brief, detail: Detail, *, offset: int, limit: int, session_id: str = "") -> RetrievalView:
    """One page of a retrieval's passages with its signals. `limit` 0 means the usual number."""
    held, strength = brief.retrieval, brief.strength
    count = limit or PASSAGES[detail]
    page = both_lanes(held.local, held.state)[offset : offset + count]
    end = offset + len(page)
    return RetrievalView.like(
        held,
        held.signals,
        strength,
        local=len(held.local),
        state=len(held.state),
        hops=max(1, len(held.hops)),
        passages=_windowed(page, brief, EXCERPT_CHARS[detail]),
        shown=len(page),
        total=len(held.merged),
        next_cursor=f"{held.retrieval_id}.{end}" if end < len(held.merged) else "",
        gaps=missing_lines(brief),
        trace=trace_lines(held) if detail == "detailed" else (),
        session_id=session_id,
        next_step=_next_of(brief),
    )


_ADDED_CHARS = 3_000
"""What a step of the asker brought is shown in so many characters, besides what they named."""
_NEW_SPANS = 2
"""Of what is new so many places are shown, however much nearer what was held is to the question."""
_ADDED_WHOLE = 4_000
"""A passage of so many characters that the asker named is shown uncut: an ellipsis would cost a call to read on."""
_READ_CHARS = 150
"""Of a passage that the asker read and then added: they need its label, not its words."""
_ADDED_WHOLE_ROOM = 9_600
"""Of several such passages, those that fit a dossier's room."""


def _uncut(new: Sequence[Evidence], named: Collection[str]) -> list[str]:
    """The labels of the short passages that the asker added by name, as many as fit."""
    left, labels = _ADDED_WHOLE_ROOM, list[str]()
    for item in new:
        size = len(item.chunk.text)
        if (item.why == ADDED or item.label in named) and size <= min(left, _ADDED_WHOLE):
            labels.append(item.label)
            left -= size
    return labels


def extension_view(
    brief: Brief,
    known: Collection[str],
    *,
    added: Sequence[ChunkId] = (),
    read: Mapping[ChunkId, Chunk] | None = None,
    session_id: str = "",
    not_searched: Sequence[str] = (),
) -> RetrievalView:
    """What is new in a run after a step of the asker: first each passage that they added, in their order, with its
    label; of one that they `read` a while ago the beginning. Then the passages with words that
    may answer, in little room, the others as one line. All else that was held is counted."""
    held, begun = brief.retrieval, read or {}
    by_id = {item.chunk.id: item for item in held.merged}
    asked = [by_id[name] for name in added if name in by_id]
    named = [item.label for item in asked if item.label in known]
    fresh = [item for item in held.merged if item.label not in known and item not in asked]
    new = [*(item for item in asked if item.chunk.id not in begun), *fresh]
    uncut = _uncut(new, [item.label for item in asked])
    reading, issue, scope = brief.reading, brief.issue, brief.route.scope
    among_all = ranked_spans(reading, issue, held.merged, scope=scope, likely=True)
    spans = (*among_all, *ranked_spans(reading, issue, new, scope=scope)[:_NEW_SPANS])
    room = _ADDED_CHARS + sum(len(item.chunk.text) for item in new if item.label in uncut)
    laid = windows(new, spans, room, whole=uncut)
    first = tuple(_added_of(item, laid, begun) for item in asked)
    shown = [item for item in fresh if laid[item.label].text]
    return RetrievalView(
        retrieval_id=held.retrieval_id,
        tier=brief.strength.tier,
        local=len(held.local),
        state=len(held.state),
        passages=(*first, *_passages_of(shown, laid)),
        shown=len(first) + len(shown),
        total=len(held.merged),
        gaps=tuple(not_searched),
        session_id=session_id,
        also=_also([item for item in fresh if item not in shown]),
        next_step=_next_of_extension(len(asked) - len(named), len(fresh), named),
    )


def _added_of(item: Evidence, laid: Mapping[str, Window], read: Mapping[ChunkId, Chunk]) -> PassageView:
    """A passage that the asker added: the beginning of one they read, else what the windows show of it."""
    window = laid.get(item.label)
    if window is None or not window.text:
        begun = read.get(item.chunk.id, item.chunk)
        return passage_of(item.chunk, shortened(begun.text, _READ_CHARS), item.label, page=begun.page_start)
    return passage_of(item.chunk, window.text, item.label, page=window.page)


def _also(items: Sequence[Evidence]) -> str:
    """The line that names passages without likely words."""
    return f"less near (read_source before citing): {named_once(items)}" if items else ""


def _next_of_extension(added: int, fresh: int, named: Sequence[str]) -> str:
    held = f"Held before, under the same label: {', '.join(named)}. " if named else ""
    if fresh:
        return f"{held}These passages are new; what was held before stays held under its labels."
    if added:
        return f"{held}Added under the labels shown; cite them by these. Nothing else is new."
    if named:
        return f"{held}Nothing else is new."
    return "Nothing new was found. Use other words, add a passage, or write with what is held."


def sources_of(answer: Answer, brief: Brief) -> tuple[SourceLine, ...]:
    """The cited sources of an answer, in label order."""
    cited = set(labels_in(answer.answer_markdown))
    pages = cited_pages(answer, brief)
    return tuple(
        SourceLine(
            label=item.label,
            id=safe_id(item.chunk),
            page=next(iter(pages.get(item.label, ())), None),
            more_pages=pages.get(item.label, ())[1:],
            section=safe_section(item.chunk),
            title=item.chunk.title,
            link=deep_link(item.chunk, next(iter(pages.get(item.label, ())), None)),
        )
        for item in brief.retrieval.merged
        if item.label in cited
    )


def synthesis_view(
    answer: Answer, report: AuditReport, brief: Brief, *, detail: Detail, degraded: str
) -> SynthesisView:
    """An audited answer with its cited sources."""
    serious = [found for found in report.findings if found.severity != "note" or detail == "detailed"]
    return SynthesisView.like(
        answer,
        format=brief.format.name,
        tier=told_tier(brief.strength.tier, answer, brief.retrieval.answers),
        audit_passed=report.passed,
        findings=finding_views(serious, detail),
        sources=sources_of(answer, brief),
        retrieval_id=brief.retrieval.retrieval_id,
        degraded=degraded,
        next_step="Show the answer with its citations; read_source gives the full text of a source.",
    )
