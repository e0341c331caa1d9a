"""The parts of the engine: related words, scores, picking, weights."""

from __future__ import annotations

import pytest
from fakes import a_document, vault_with
from pydantic import ValidationError

from pipeline.multihop.expand import Edge
from pipeline.multihop.features import DIRECT, LINK
from pipeline.multihop.kin import kin_groups, kin_of, kin_words
from pipeline.multihop.pick import pick
from pipeline.multihop.question import QuestionTerms
from pipeline.multihop.score import Gates, Scores, chain_strength, score, sigmoid
from pipeline.multihop.store import PassageStore
from pipeline.multihop.weights import PickWeights, Vectors, Weights, load_weights
from vault.text.words import stem

FLAT = Weights(
    source={"bm25": 10.0},
    direct={"bm25": 1.0},
    single={"bm25": 1.0},
    link={"cite": 4.0},
    parts={},
    hop={},
    source_bias=-5.0,
    direct_bias=0.0,
    single_bias=0.0,
    pick=PickWeights(new_terms=1.0, source_picked=0.5, sibling=0.2, stage_two_below=0.5),
)


def features(share: float) -> tuple[float, ...]:
    return tuple(share if name == "bm25" else 0.0 for name in DIRECT)


def cites(source: int, target: int) -> Edge:
    return Edge(source, target, "cite", tuple(float(name == "cite") for name in LINK))


def test_related_words_meet_and_others_do_not() -> None:
    assert kin_of(stem("amended")) & kin_of(stem("repealed"))
    assert not kin_of(stem("granite"))
    assert kin_groups(frozenset([stem("ordinance"), "granit"])) == kin_of(stem("ordinance"))
    assert "bylaw" in kin_words(stem("ordinance"))


def test_a_cited_passage_is_lifted_by_a_likely_source_and_not_by_an_unlikely_one() -> None:
    direct = {1: features(1.0), 2: features(0.1), 3: features(0.0), 4: features(0.0)}
    scores = score(direct, [cites(1, 3), cites(2, 4)], Gates(0.5, 1.0), (FLAT, Vectors.of(FLAT)))
    assert scores.value[3] > scores.value[2] > scores.value[4] - 4
    assert scores.best_edge[3].source == 1
    assert scores.value[3] > scores.value[4]


def test_links_count_nothing_when_no_hop_is_needed() -> None:
    direct = {1: features(1.0), 3: features(0.0)}
    scores = score(direct, [cites(1, 3)], Gates(0.5, 0.0), (FLAT, Vectors.of(FLAT)))
    assert scores.value[3] == 0.0
    assert scores.best_edge == {}


def test_a_chain_of_two_links_carries() -> None:
    direct = {1: features(1.0), 2: features(0.0), 3: features(0.0)}
    scores = score(direct, [cites(1, 2), cites(2, 3)], Gates(0.5, 1.0), (FLAT, Vectors.of(FLAT)))
    assert scores.value[3] > 1.0


def test_a_chain_is_as_strong_as_its_weaker_end() -> None:
    scores = Scores({1: 2.0, 2: 1.0}, {1: 0.9, 2: 0.7}, {2: cites(1, 2)})
    assert chain_strength(scores) == 0.7
    assert chain_strength(Scores({1: 2.0}, {1: 0.9}, {})) == 0.0


def test_edges_to_passages_that_are_not_held_are_passed_over() -> None:
    scores = score({1: features(1.0)}, [cites(1, 9), cites(9, 1)], Gates(0.5, 1.0), (FLAT, Vectors.of(FLAT)))
    assert set(scores.value) == {1}


def test_the_likelihood_never_leaves_its_range() -> None:
    assert 0.0 < sigmoid(-1e9) < sigmoid(0.0) == 0.5 < sigmoid(1e9) < 1.0


def test_an_unknown_feature_in_the_weights_is_refused() -> None:
    with pytest.raises(ValidationError, match="unknown features"):
        Weights.model_validate({**FLAT.model_dump(), "link": {"charm": 1.0}})


def test_the_shipped_weights_are_complete() -> None:
    held = load_weights()
    assert set(held.link) <= set(LINK)
    assert 0 < held.pick.stage_two_below <= 1


def test_the_pick_prefers_what_covers_new_words_and_breaks_ties_by_id() -> None:
    texts = {"a": "granite dam", "b": "granite dam", "c": "timber bridge"}
    with vault_with(a_document(k, v + f" {k}{k}") for k, v in texts.items()) as vault, vault.reading() as connection:
        store = PassageStore(connection)
        rows = connection.execute("SELECT id FROM chunks ORDER BY id").fetchall()
        one, two, three = (i for (i,) in rows)
        question = QuestionTerms("granite dam or timber bridge", store)
        passages = store.passages([one, two, three])
        scores = Scores({one: 1.0, two: 1.0, three: 0.8}, {one: 0.7, two: 0.7, three: 0.6}, {})
        assert pick(question, scores, passages, (FLAT.pick, 1.0, 1.0, 3)) == [one, three, two]
        assert pick(question, scores, passages, (FLAT.pick, 1.0, 0.0, 3)) == [one, two, three]
        assert pick(question, scores, passages, (FLAT.pick, 1.0, 1.0, 1)) == [one]
