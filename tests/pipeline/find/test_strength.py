"""Signals and tiers of invented evidence, each with the numbers it comes from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_fakes import a_chunk, a_scored, a_word

from pipeline.find.score import ScoredChunk
from pipeline.find.strength import drift_detected, grade, retrieval_confidence, signals, topic_coverage
from pipeline.settings import Settings
from pipeline.types import Evidence, IssueMap, PartAnswer, PartVerdict, Retrieval, Signals
from vault.types import Chunk

PARK = ("boardwalk", "Osgood Park")
ANCHORS = ("Brown", "RV", "cesspool")


def evidence(*chunks: Chunk, letter: str = "L") -> tuple[Evidence, ...]:
    return tuple(Evidence(label=f"{letter}{n}", chunk=chunk, score=1.0) for n, chunk in enumerate(chunks, 1))


def measured(
    local: tuple[Evidence, ...] = (), state: tuple[Evidence, ...] = (), *, entities: tuple[str, ...] = ()
) -> Signals:
    scored = [a_scored(item.chunk) for item in (*local, *state)]
    return signals(
        local,
        state,
        scored,
        retrieved=(40, 30),
        entities=entities,
        anchors=ANCHORS,
        topics={"immunity": ("governmental immunity",), "records": ("public records",)},
        facet_coverage=0.5,
    )


def held(
    local: int, state: int, alignment: float | None = None, *, authority: bool = True, documents: int = 9
) -> Retrieval:
    """A retrieval of so many chunks with the measures a rubric reads."""
    return Retrieval(
        local=evidence(*(a_chunk(n) for n in range(1, local + 1))),
        state=evidence(*(a_chunk(n, lane="state") for n in range(100, 100 + state)), letter="S"),
        signals=Signals(
            retrieval_confidence=0.5,
            topic_alignment=alignment,
            drift_detected=False,
            legal_topic_coverage=0.5,
            facet_coverage=1.0,
            authoritative_state_present=authority,
            distinct_local_docs=min(documents, local),
            distinct_state_docs=min(documents, state),
            local_retrieved=local,
            state_retrieved=state,
        ),
    )


# covers: 159, 160, 162, 204
def test_confidence_counts_good_hits_and_how_much_of_the_question_the_best_hold() -> None:
    words = (a_word("footbridge"), a_word("repair"))
    all_of_it = [a_scored(a_chunk(n), 1.0, "footbridge", "repair") for n in range(5)]
    half = [a_scored(a_chunk(n), 1.0, "footbridge") for n in range(5)]
    none = [a_scored(a_chunk(n), 1.0) for n in range(5)]
    assert retrieval_confidence(all_of_it, words) == 1.0
    assert retrieval_confidence(half, words) == pytest.approx(0.7)
    assert retrieval_confidence(none, words) == 0.0
    assert retrieval_confidence([], words) == 0.0
    assert retrieval_confidence(all_of_it[:1], words) == pytest.approx(0.68)


def test_words_of_the_tables_do_not_make_a_good_hit_look_weak() -> None:
    words = (a_word("camper"), a_word("+vehicle", kind="template"))
    assert retrieval_confidence([a_scored(a_chunk(1), 1.0, "camper")], words) == pytest.approx(0.68)


@given(st.lists(st.floats(0, 1), max_size=20))
def test_confidence_is_a_share(coverages: list[float]) -> None:
    found: list[ScoredChunk] = [a_scored(a_chunk(n), coverage=c) for n, c in enumerate(coverages)]
    assert 0.0 <= retrieval_confidence(found) <= 1.0


# covers: 163, 164, 204, 268
def test_alignment_is_the_share_of_kept_chunks_with_a_name_of_the_situation() -> None:
    local = evidence(a_chunk(1, "The boardwalk."), a_chunk(2, "Dogs."), a_chunk(3, "At Osgood Park."))
    assert measured(local, entities=PARK).topic_alignment == pytest.approx(2 / 3)
    assert measured(local).topic_alignment is None
    assert measured(entities=PARK).topic_alignment == 0.0


# covers: 165, 166, 204
@pytest.mark.parametrize(
    ("texts", "drifts"),
    [
        (("Brown spoke.", "The RV of Brown."), True),
        (("Brown spoke.", "Dogs."), False),
        (("Brown spoke.", "The cesspool.", "The boardwalk."), False),
        (("The survey.", "The brownfield."), False),
    ],
)
def test_two_hits_of_other_matters_and_none_of_the_situation_are_drift(texts: tuple[str, ...], drifts: bool) -> None:
    chunks = [a_chunk(n, text) for n, text in enumerate(texts)]
    assert drift_detected(chunks, PARK, ANCHORS) is drifts
    assert not drift_detected(chunks, (), ANCHORS)


# covers: 269, 307
def test_coverage_is_the_share_of_legal_topics_with_a_keyword_in_the_evidence() -> None:
    topics = {"immunity": ("governmental immunity",), "records": ("public records", "minutes")}
    assert topic_coverage([a_chunk(1, "On governmental immunity.")], topics) == 0.5
    assert topic_coverage([a_chunk(1, "Governmental immunity and minutes.")], topics) == 1.0
    assert topic_coverage([], topics) == 0.0
    assert topic_coverage([], {}) == 1.0


# covers: 270, 396, 405, 307
@pytest.mark.parametrize(
    ("authority", "present"),
    [("rsa", True), ("nhma", True), ("official", True), ("minutes", False), ("news", False), ("other", False)],
)
def test_authority_is_what_a_state_chunk_is_not_what_it_mentions(authority: str, present: bool) -> None:
    text = "RSA 155-A says so."
    state = evidence(a_chunk(1, text, lane="state", authority=authority), letter="S")
    assert measured(state=state).authoritative_state_present is present
    town = evidence(a_chunk(2, text, authority="rsa"))
    assert not measured(local=town).authoritative_state_present


# covers: 41, 306, 394, 395, 413
def test_counts_are_of_documents_and_every_measure_tells_its_numbers() -> None:
    local = evidence(a_chunk(1, doc_id="a"), a_chunk(2, doc_id="a"), a_chunk(3, doc_id="b"))
    state = evidence(a_chunk(4, doc_id="c", lane="state"), a_chunk(5, doc_id="c", lane="state"), letter="S")
    found = measured(local, state)
    assert (found.distinct_local_docs, found.distinct_state_docs) == (2, 1)
    assert (found.local_retrieved, found.state_retrieved) == (40, 30)
    assert len(found.because) == 4


# covers: 266, 267, 397, 398, 399, 400, 429, 431
@pytest.mark.parametrize(
    ("state", "alignment", "authority", "documents", "tier"),
    [
        (4, 0.30, True, 1, "A"),
        (4, None, True, 1, "A"),
        (4, 0.29, True, 4, "B"),
        (4, None, False, 2, "A"),
        (4, None, False, 1, "B"),
        (2, 0.0, False, 1, "B"),
        (5, 0.1, False, 1, "B"),
        (1, None, True, 1, "C"),
        (0, None, False, 0, "C"),
    ],
)
def test_the_tier_of_a_legal_question_rests_on_state_text(
    state: int, alignment: float | None, authority: bool, documents: int, tier: str
) -> None:
    found = grade(
        held(10, state, alignment, authority=authority, documents=documents), IssueMap(legal_salience=0.9), Settings()
    )
    assert (found.tier, found.rubric, found.state_count) == (tier, "legal", state)


# covers: 401, 429, 431
@given(st.integers(2, 8), st.one_of(st.none(), st.floats(0, 1)), st.booleans(), st.floats(0.6, 1.0))
def test_two_state_chunks_are_never_tier_c(
    state: int, alignment: float | None, authority: bool, salience: float
) -> None:
    found = grade(held(0, state, alignment, authority=authority), IssueMap(legal_salience=salience), Settings())
    assert found.tier in ("A", "B")


@pytest.mark.parametrize(
    ("local", "documents", "tier", "rubric"),
    [(4, 2, "A", "local"), (4, 1, "B", "local"), (2, 1, "B", "local"), (1, 1, "C", "legal")],
)
def test_a_plain_question_may_earn_its_tier_on_local_records(
    local: int, documents: int, tier: str, rubric: str
) -> None:
    found = grade(held(local, 0, documents=documents), IssueMap(legal_salience=0.1), Settings())
    assert (found.tier, found.rubric) == (tier, rubric)
    assert found.because


@pytest.mark.parametrize(
    ("verdicts", "tier"),
    [
        (("answered",), "A"),
        (("likely", "answered"), "A"),
        (("answered", "open"), "B"),
        (("open",), "C"),
        (("open", "open"), "C"),
        ((), "A"),
    ],
)
def test_the_tier_is_never_better_than_what_is_answered(verdicts: tuple[PartVerdict, ...], tier: str) -> None:
    answers = tuple(PartAnswer(part="the fee", verdict=verdict, reason="") for verdict in verdicts)
    found = grade(held(5, 1).model_copy(update={"answers": answers}), IssueMap(), Settings())
    assert found.tier == tier


def test_law_that_governs_the_matter_keeps_a_legal_question_above_tier_c() -> None:
    part = PartAnswer(part="liability", verdict="open", reason="not_held")
    found = grade(held(1, 4).model_copy(update={"answers": (part,)}), IssueMap(legal_salience=0.9), Settings())
    assert found.tier == "B"


def test_the_confidence_of_a_retrieval_is_never_higher_than_what_is_answered() -> None:
    scored = [a_scored(a_chunk(n)) for n in range(5)]
    some = signals(
        (), (), scored, retrieved=(5, 0), entities=(), anchors=(), topics={}, facet_coverage=1.0,
        answers=(PartAnswer(part="the fee", probability=0.2),),
    )  # fmt: skip
    assert some.retrieval_confidence == pytest.approx(0.2)
