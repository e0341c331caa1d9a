"""Builders for the audit tests: chunks, briefs and answers about the invented town of Alder Falls.

State texts here are placeholders about an invented footbridge code and are no law of any state.
"""

from __future__ import annotations

from collections.abc import Callable

from pipeline.answer.formats import format_for
from pipeline.ask.reading import read
from pipeline.check.claims import Judged, judge
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Support
from pipeline.types import (
    Answer,
    Brief,
    Evidence,
    FormatName,
    IssueMap,
    Question,
    RecordStrength,
    Retrieval,
    Route,
    SessionSource,
    Signals,
)
from vault.types import Chunk, Lane

__all__ = ["a_brief", "a_chunk", "an_answer", "judging"]


def judging(source: SourceText) -> Callable[[str, str], Judged]:
    """What the audit says of a claim, given the words of that source (L1) it rests on."""
    return lambda claim, quote: judge(claim, (source,), (Support(source="L1", quote=quote),))


def a_chunk(number: int, text: str, lane: Lane = "local", **facts: object) -> Chunk:
    """A chunk of that text; `facts` override its metadata."""
    known: dict[str, object] = {
        "id": number, "doc_id": f"doc-{number}", "ord": 0, "lane": lane, "state": "NH",
        "town": "Alder Falls" if lane == "local" else "", "board": "Select Board" if lane == "local" else "",
        "doc_type": "minutes" if lane == "local" else "statute", "authority": "minutes" if lane == "local" else "rsa",
        "status": "approved" if lane == "local" else "current", "title": f"Document {number}", "date": "2025-01-06",
        "heading": "", "section": "", "page_start": 2, "page_end": 2, "start": 0, "end": len(text), "text": text,
        "ocr": False, "source": f"records/doc-{number}.pdf", "url": "",
    }  # fmt: skip
    return Chunk.model_validate({**known, **facts})


def a_brief(
    local: tuple[Chunk, ...] = (), state: tuple[Chunk, ...] = (), *, form: FormatName = "simple", pasted: str = "",
    question: str = "What did the board decide?", tier: str = "B", event: str = "",
) -> Brief:  # fmt: skip
    """A brief whose evidence is those chunks, labelled L1.. and S1.. in order."""
    issue = IssueMap(town="Alder Falls", event_label=event)
    signals = Signals(
        retrieval_confidence=0.5, topic_alignment=None, drift_detected=False, legal_topic_coverage=0.5,
        facet_coverage=0.5, authoritative_state_present=bool(state), distinct_local_docs=len(local),
        distinct_state_docs=len(state), local_retrieved=len(local), state_retrieved=len(state),
    )  # fmt: skip
    strength = RecordStrength(
        tier=tier, local_count=len(local), state_count=len(state), situation_alignment=None, legal_topic_coverage=0.5,
        authoritative_state_present=bool(state), distinct_local_docs=len(local), distinct_state_docs=len(state),
        rubric="local", because="test",
    )  # type: ignore[arg-type]  # fmt: skip
    return Brief(
        question=Question(text=question, town="Alder Falls"),
        reading=read(question),
        issue=issue,
        route=Route(scope="mixed", complexity="simple", format=form, depth="quick", reason="test"),
        retrieval=Retrieval(
            local=tuple(Evidence(label=f"L{n}", chunk=c, score=1.0) for n, c in enumerate(local, 1)),
            state=tuple(Evidence(label=f"S{n}", chunk=c, score=1.0) for n, c in enumerate(state, 1)),
            signals=signals,
        ),
        strength=strength,
        sources=(SessionSource(id="u1", type="article", text=pasted, created="2025-01-07"),) if pasted else (),
        format=format_for(form, issue),
    )


def an_answer(markdown: str, *, used_statewide: bool | None = None) -> Answer:
    """An answer with that text; `used_statewide` follows the citations unless given."""
    used = "[S" in markdown if used_statewide is None else used_statewide
    return Answer(answer_markdown=markdown, used_statewide=used)
