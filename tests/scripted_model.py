"""A model that says what it is told to say, and a small invented town to ask about.

Alder Falls, its people and its records are invented. The state guide texts are explanations in our own words; they
are not statute text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import anyio

from pipeline.answer.formats import format_for
from pipeline.ask.reading import read
from pipeline.ports import ModelReply, ModelRequest
from pipeline.types import (
    AnswerSpan,
    Brief,
    Complexity,
    Evidence,
    FormatName,
    IssueMap,
    LaneReceipt,
    PartAnswer,
    Question,
    RecordStrength,
    RecordTier,
    Retrieval,
    Route,
    ScopeHint,
    SessionSource,
    Signals,
)
from vault.errors import ModelError
from vault.types import Chunk

__all__ = [
    "GUIDE",
    "MINUTES",
    "WARRANT",
    "ScriptedModel",
    "answering",
    "chunk",
    "envelope",
    "evidence",
    "make_brief",
    "make_retrieval",
    "paste",
]

MINUTES = (
    "Case #31-07-LM: Osgood Timber LLC of Mill Lane is requesting a three lot, Lot Merger. Tibbetts asked whether the\n"
    "lots touch. Osgood said they do. Tibbetts made a motion to approve the lot merger for case # 31-07-LM.\n"
    "Varney seconded. All were in favor. Motion passed.\n\n"
    "Case #31-08-BLA: Ruth Pelham of Pond Road is requesting a Boundary Line Adjustment. Varney made a motion to\n"
    "continue the case to June. Tibbetts seconded. Motion passed 3-1."
)
WARRANT = (
    "Article 7. To see if the Town will vote to raise and appropriate the sum of $18,400 for the repair of the Mill\n"
    "Lane footbridge. Recommended by the Select Board 3-0. Recommended by the Budget Committee 6-2."
)
GUIDE = (
    "A planning board may approve a voluntary lot merger when the owner of adjoining lots asks for it, and no public\n"
    "hearing is needed. The merged lots may not be sold apart without subdivision approval. This guide is an\n"
    "explanation in plain words and not the text of a law. It applies to towns and cities."
)


def chunk(text: str, **fields: object) -> Chunk:
    """A chunk of the invented town; any field may be given."""
    values: dict[str, object] = {
        "id": 1,
        "doc_id": "af-pb-2031-05-20",
        "ord": 0,
        "lane": "local",
        "state": "NH",
        "town": "Alder Falls",
        "board": "Alder Falls Planning Board",
        "doc_type": "minutes",
        "authority": "minutes",
        "status": "unknown",
        "title": "Alder Falls Planning Board minutes, 2031-05-20",
        "date": "2031-05-20",
        "heading": "",
        "section": "",
        "page_start": 2,
        "page_end": 2,
        "start": 0,
        "end": len(text),
        "text": text,
        "ocr": False,
        "source": "af-pb-2031-05-20.pdf",
        "url": "",
    }
    return Chunk.model_validate(values | fields)


def evidence(label: str, text: str, **fields: object) -> Evidence:
    """Evidence with that label; labels with S are state guidance unless said otherwise."""
    if label.startswith("S"):
        state: dict[str, object] = {
            "lane": "state",
            "town": "",
            "board": "",
            "doc_type": "guidance",
            "authority": "official",
            "doc_id": f"guide-{label}",
            "title": f"State guide {label}",
            "date": "",
        }
        fields = state | fields
    number = int(label[1:])
    return Evidence(label=label, chunk=chunk(text, **({"id": number} | fields)), score=1.0 / number)


def make_retrieval(
    local: Sequence[Evidence] = (),
    state: Sequence[Evidence] = (),
    receipts: Sequence[LaneReceipt] = (),
    *,
    gaps: Sequence[str] = (),
    absent: Sequence[str] = (),
    law_gaps: Sequence[tuple[str, str]] = (),
    named_by: Sequence[tuple[str, str]] = (),
) -> Retrieval:
    """A retrieval with the given evidence and unremarkable signals."""
    signals = Signals(
        retrieval_confidence=0.7,
        topic_alignment=None,
        drift_detected=False,
        legal_topic_coverage=0.5,
        facet_coverage=1.0,
        authoritative_state_present=bool(state),
        distinct_local_docs=len(local),
        distinct_state_docs=len(state),
        local_retrieved=len(local),
        state_retrieved=len(state),
    )
    return Retrieval(
        retrieval_id="ret-1",
        local=tuple(local),
        state=tuple(state),
        signals=signals,
        receipts=tuple(receipts),
        gaps=tuple(gaps),
        absent=tuple(absent),
        law_gaps=tuple(law_gaps),
        named_by=tuple(named_by),
        archive_chunks_found=bool(local or state),
    )


def paste(text: str, title: str = "Footbridge vote") -> SessionSource:
    """Text the user pasted."""
    return SessionSource(id="src-1", type="article", title=title, text=text, created="2031-06-01T00:00:00Z")


def make_brief(
    question: str = "What did the planning board decide about case #31-07-LM?",
    *,
    name: FormatName = "simple",
    retrieval: Retrieval | None = None,
    sources: Sequence[SessionSource] = (),
    tier: RecordTier = "B",
    scope: ScopeHint = "mixed",
    complexity: Complexity = "simple",
    issue: IssueMap | None = None,
) -> Brief:
    """A brief about Alder Falls; by default two local pages and one state guide."""
    held = retrieval or make_retrieval(
        [
            evidence("L1", MINUTES),
            evidence(
                "L2",
                WARRANT,
                doc_id="af-warrant-2031",
                doc_type="warrant",
                board="",
                title="Alder Falls Town Meeting warrant",
                date="2031-02-11",
            ),
        ],
        [evidence("S1", GUIDE)],
    )
    mapped = issue or IssueMap(town="Alder Falls", identifiers=("#31-07-LM",))
    return Brief(
        question=Question(text=question, town="Alder Falls"),
        reading=read(question),
        issue=mapped,
        route=Route(scope=scope, complexity=complexity, format=name, depth="quick", reason="a test"),
        retrieval=held,
        strength=RecordStrength(
            tier=tier,
            local_count=len(held.local),
            state_count=len(held.state),
            situation_alignment=None,
            legal_topic_coverage=0.5,
            authoritative_state_present=bool(held.state),
            distinct_local_docs=len(held.local),
            distinct_state_docs=len(held.state),
            rubric="local",
            because="a test",
        ),
        sources=tuple(sources),
        format=format_for(name, mapped),
    )


def answering(brief: Brief, *told: str, probability: float = 0.9) -> Brief:
    """The brief with its question answered by the given words of its evidence, surest first."""
    spans = tuple(
        AnswerSpan(
            chunk_id=item.chunk.id,
            start=item.chunk.text.index(words),
            end=item.chunk.text.index(words) + len(words),
            text=words,
            page=item.chunk.page_start,
            probability=probability,
            label=item.label,
        )
        for words in told
        for item in brief.retrieval.merged
        if words in item.chunk.text
    )
    part = PartAnswer(part=brief.question.text, spans=spans, probability=probability, verdict="answered")
    return brief.model_copy(update={"retrieval": brief.retrieval.model_copy(update={"answers": (part,)})})


def envelope(markdown: str, **fields: object) -> str:
    """A well-formed reply with that answer."""
    values: dict[str, object] = {
        "answer_markdown": markdown,
        "used_statewide": "[S" in markdown,
        "statewide_reason": None,
        "applicability_check": None,
        "assumptions": [],
        "limitations": [],
        "suggested_followups": ["What else was decided that evening?"],
    }
    return json.dumps(values | fields)


class ScriptedModel:
    """Gives the queued replies in order: a text is a reply, an error is raised, a number is a pause in seconds.

    `requests` are the requests it got. An empty queue is a fault of the test.
    """

    def __init__(self, *script: str | ModelError | float) -> None:
        self.script = list(script)
        self.requests: list[ModelRequest] = []

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The next reply."""
        self.requests.append(request)
        said = self.script.pop(0)
        if isinstance(said, float):
            await anyio.sleep(said)
            return await self.ask(request)
        if isinstance(said, ModelError):
            raise said
        return ModelReply(text=said, model="scripted", input_tokens=10, output_tokens=5)
