"""Signals of one retrieval and the strength of the record: tier A, B or C with the numbers behind it.

Pure. S1's three measures, S2's authority and distinct documents and its early exit, S3's coverage, and the rubric of
decision 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.ask.concepts import Concept, needle
from pipeline.find.answers import answered
from pipeline.find.choice import distinct_documents
from pipeline.find.score import ScoredChunk, field_of, holds_any, said_share
from pipeline.find.select import Picks, Ranking
from pipeline.settings import Settings
from pipeline.types import Evidence, IssueMap, PartAnswer, Plan, RecordStrength, RecordTier, Retrieval, Signals
from vault.types import Chunk

__all__ = ["drift_detected", "exit_reason", "grade", "retrieval_confidence", "signals"]

AUTHORITATIVE = frozenset({"rsa", "nhma", "official"})
_GOOD_COVERAGE = 0.5
"""A chunk that covers half the question's weight is a good hit."""
_TOLD_CHARS = 80
"""Of a part that is open so much is told."""
_GOOD_HITS = 5
"""Five good hits are full confidence; the sixth adds nothing a reader would use."""


def retrieval_confidence(selected: Sequence[ScoredChunk], concepts: Sequence[Concept] = ()) -> float:
    """S1 part B, 0..1: 0.6 x mean coverage of the five best + 0.4 x good hits out of five; 0 for no hits.

    Coverage is of the words somebody said (`concepts`).
    """
    if not selected:
        return 0.0
    best = sorted((said_share(item, concepts) for item in selected), reverse=True)[:_GOOD_HITS]
    good = sum(coverage >= _GOOD_COVERAGE for coverage in best)
    return min(1.0, 0.6 * sum(best) / len(best) + 0.4 * good / _GOOD_HITS)


def drift_detected(chunks: Sequence[Chunk], entities: Sequence[str], anchors: Sequence[str]) -> bool:
    """S1: at least two off-topic hits among the top chunks and no situation entity; False without a situation."""
    if not entities:
        return False
    fields = [field_of(chunk) for chunk in chunks]
    off_topic = sum(holds_any(field, anchors) for field in fields)
    on_topic = sum(holds_any(field, entities) for field in fields)
    return off_topic >= 2 and on_topic == 0


def topic_coverage(chunks: Sequence[Chunk], keywords: Mapping[str, Sequence[str]]) -> float:
    """Share of legal topics of which at least one keyword stands in a chunk; 1 when there is no topic."""
    if not keywords:
        return 1.0
    texts = [field_of(chunk) for chunk in chunks]
    joined = " ".join(field.body.text + field.heading.text + field.title.text for field in texts)
    met = sum(any(needle(word) in joined for word in words) for words in keywords.values())
    return met / len(keywords)


def _alignment(evidence: Sequence[Evidence], entities: Sequence[str]) -> float | None:
    if not entities:
        return None
    if not evidence:
        return 0.0
    return sum(holds_any(field_of(item.chunk), entities) for item in evidence) / len(evidence)


def signals(
    local: Sequence[Evidence],
    state: Sequence[Evidence],
    scored: Sequence[ScoredChunk],
    *,
    retrieved: tuple[int, int],
    entities: Sequence[str],
    anchors: Sequence[str],
    topics: Mapping[str, Sequence[str]],
    facet_coverage: float,
    concepts: Sequence[Concept] = (),
    answers: Sequence[PartAnswer] | None = None,
) -> Signals:
    """The measures of one retrieval, each with the numbers it came from.

    S1's retrieval confidence counts words, so it is never higher than the probability that the question is answered
    (decision 33); `answers` None means that nobody looked.
    """
    everything = [*local, *state]
    state_chunks = [item.chunk for item in state]
    authoritative = [item.label for item in state if item.chunk.authority in AUTHORITATIVE]
    worded = retrieval_confidence(scored, concepts)
    sure = worded if answers is None else answered(answers)
    confidence = min(worded, sure)
    alignment = _alignment(everything, entities)
    coverage = topic_coverage(state_chunks, topics)
    return Signals(
        retrieval_confidence=confidence,
        topic_alignment=alignment,
        drift_detected=drift_detected([item.chunk for item in everything], entities, anchors),
        legal_topic_coverage=coverage,
        facet_coverage=facet_coverage,
        authoritative_state_present=bool(authoritative),
        distinct_local_docs=distinct_documents([item.chunk for item in local]),
        distinct_state_docs=distinct_documents(state_chunks),
        local_retrieved=retrieved[0],
        state_retrieved=retrieved[1],
        because=(
            f"retrieval_confidence {confidence:.2f} from {len(scored)} chunks: words {worded:.2f}, answered {sure:.2f}",
            f"topic_alignment {'neutral, no situation' if alignment is None else format(alignment, '.2f')}",
            f"legal_topic_coverage {coverage:.2f} of {len(topics)} topics",
            f"authority from {', '.join(authoritative) or 'none'}",
        ),
    )


def grade(retrieval: Retrieval, issue: IssueMap, settings: Settings) -> RecordStrength:
    """The tier by S2's rubric and by the local rubric, whichever is better for a question of low salience; never better
    than what is answered allows (decision 35)."""
    legal, legal_why = _legal_tier(retrieval, settings)
    local, local_why = _local_tier(retrieval)
    use_local = issue.legal_salience < settings.high_salience and local < legal
    tier, why = (local, local_why) if use_local else (legal, legal_why)
    most, open_why = _allowed(retrieval.answers)
    if most == "C" and issue.legal_salience >= settings.high_salience and _governed(retrieval):
        most = "B"
    if most > tier:
        tier, why = most, open_why
    return RecordStrength.like(
        retrieval.signals,
        tier=tier,
        local_count=len(retrieval.local),
        state_count=len(retrieval.state),
        situation_alignment=retrieval.signals.topic_alignment,
        rubric="local" if use_local else "legal",
        because=why,
    )


def _allowed(answers: Sequence[PartAnswer]) -> tuple[RecordTier, str]:
    """The best tier that what is answered allows, with the reason: C when no part is, B when one is open."""
    still = [part for part in answers if part.verdict == "open"]
    if not still:
        return "A", ""
    told = "; ".join(f"{part.part[:_TOLD_CHARS]}: {part.reason.replace('_', ' ')}" for part in still)
    return ("C", f"nothing held answers ({told})") if len(still) == len(answers) else ("B", f"open: {told}")


def _governed(retrieval: Retrieval) -> bool:
    """Whether state text on the question's legal topics is held: it governs a matter that a pasted text may tell."""
    measured = retrieval.signals
    return measured.authoritative_state_present and measured.legal_topic_coverage > 0 and len(retrieval.state) >= 2


def _aligned(retrieval: Retrieval, least: float) -> bool:
    alignment = retrieval.signals.topic_alignment
    return alignment is None or alignment >= least


def _legal_tier(retrieval: Retrieval, settings: Settings) -> tuple[RecordTier, str]:
    count, measured = len(retrieval.state), retrieval.signals
    backed = measured.authoritative_state_present or measured.distinct_state_docs >= 2
    if count >= 4 and backed and _aligned(retrieval, settings.topic_alignment_threshold):
        return "A", f"{count} state chunks, {measured.distinct_state_docs} state documents, authority or two documents"
    if count >= 2:
        return "B", f"{count} state chunks; never C with two or more"
    return "C", f"{count} state chunks"


def _local_tier(retrieval: Retrieval) -> tuple[RecordTier, str]:
    count, documents = len(retrieval.local), retrieval.signals.distinct_local_docs
    if count >= 4 and documents >= 2 and _aligned(retrieval, 0.30):
        return "A", f"{count} local chunks from {documents} documents"
    if count >= 2:
        return "B", f"{count} local chunks from {documents} documents"
    return "C", f"{count} local chunks"


def exit_reason(view: Ranking, plan: Plan, settings: Settings) -> str:
    """S2 §6: enough selected, and for a legal question authority, minimum and topic coverage; else empty. What is
    selected counts when it covers half the question: a page of chance words is no reason to stop (S3)."""
    caps = plan.retrieval
    needed = min(settings.merged_context_cap, caps.local.cap + caps.state.cap)
    possible = min(view.good("local"), caps.local.cap) + min(view.good("state"), caps.state.cap)
    if possible < needed:
        return ""
    picks = view.lanes()
    good_state, selected = picks.state.good, len(picks.local.good) + len(picks.state.good)
    if selected < needed or not _on_situation(view, picks, settings):
        return ""
    if plan.issue.legal_salience < settings.high_salience:
        return f"{selected} good chunks"
    chunks = [item.chunk for item in good_state]
    backed = distinct_documents(chunks) >= 2 or any(chunk.authority in AUTHORITATIVE for chunk in chunks)
    covered = topic_coverage(chunks, view.topics) >= settings.early_exit_topic_coverage
    enough = len(good_state) >= caps.must_include.min_state
    return f"{selected} good chunks, authority and topics covered" if backed and covered and enough else ""


def _on_situation(view: Ranking, picks: Picks, settings: Settings) -> bool:
    """S3: an early exit needs good alignment; without a situation there is nothing to be aligned with."""
    if not view.entities or not picks.chosen:
        return True
    share = sum("situation" in item.parts for item in picks.chosen) / len(picks.chosen)
    return share >= settings.topic_alignment_threshold
