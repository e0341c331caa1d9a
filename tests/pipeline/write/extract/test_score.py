"""What reads badly as a quotation is set back, and scores are the same every time. All records are invented."""

import pytest
from scripted_model import GUIDE, MINUTES, WARRANT, evidence, make_brief, make_retrieval

from pipeline.types import Brief, IssueMap
from pipeline.write.extract.asking import asked_of
from pipeline.write.extract.features import describe
from pipeline.write.extract.score import ScoredSpan, score_spans
from pipeline.write.extract.spans import spans_of
from pipeline.write.extract.weights import WEIGHTS

ASK = "What did the board do about the footbridge on Mill Lane?"


def scored(text: str, question: str = ASK) -> list[ScoredSpan]:
    page = evidence("L1", text, title="Record", board="")
    brief = make_brief(question, retrieval=make_retrieval([page]), issue=IssueMap(town="Alder Falls"))
    return list(score_spans((spans_of(page),), asked_of(brief), brief))


def kept(text: str) -> float:
    """What a span keeps of the score that its figures alone give it, beside a sound sentence on the same page."""
    sound = "The board closed the footbridge on Mill Lane because its planks are old and the rail is gone."
    page = evidence("L1", f"{sound}\n\n{text}", title="Record", board="")
    brief = make_brief(ASK, retrieval=make_retrieval([page]), issue=IssueMap(town="Alder Falls"))
    chunks, asked = (spans_of(page),), asked_of(brief)
    found = score_spans(chunks, asked, brief)
    raw = [sum(WEIGHTS[n] * v for n, v in one.figures.items()) for one in describe(chunks, asked, brief)]
    assert found[-1].span.text == " ".join(text.split())
    return found[-1].score / found[0].score * 2.718281828459045 ** (raw[0] - raw[-1])


SET_BACK = [
    "### Case #31-07-LM: the footbridge on Mill Lane",
    "THE FOOTBRIDGE ON MILL LANE AND ITS REPAIR",
    "Mill Lane footbridge repair",
    "Respectfully submitted, the footbridge committee of Mill Lane.",
    "Ruth Pelham, Footbridge Committee Secretary",
    "Prepared by the clerk of the footbridge committee on Mill Lane.",
    "Varney made a motion to adjourn from the footbridge on Mill Lane.",
    "Tibbetts moved to accept the minutes of the footbridge committee.",
    "Minutes of May 20 were approved as written by the footbridge committee.",
    "The footbridge on Mill Lane ........ 12",
    "The footbridge A 25,000.00 B$ 25,000.00 C$ 4711 D$ 12 on 7 Mill Lane",
    "Sums for Footbridge " * 6,
]


@pytest.mark.parametrize("text", SET_BACK[1:])
def test_what_reads_badly_keeps_little_of_its_score(text: str) -> None:
    assert 0 < kept(text) < 0.6


def test_a_heading_mark_is_never_quoted() -> None:
    assert kept(SET_BACK[0]) == 0.0


def test_a_sound_sentence_keeps_its_score_and_a_long_paragraph_most_of_it() -> None:
    assert kept("The road agent shall light the footbridge every night of the year.") == pytest.approx(1.0)
    long = "The board shall light it " + " ".join(f"if lamp{n} fails{n} or wick{n} burns{n}" for n in range(12))
    assert 0.6 < kept(long) < 1.0


def test_a_row_of_a_table_is_not_set_back_for_its_capitals() -> None:
    rows = "MILL LANE FOOTBRIDGE 12 14\nPOND ROAD WHARF 15 16\nHIGH STREET LAMPS 17 18"
    first, *_ = scored(rows)
    assert first.span.row
    assert first.score == pytest.approx(1.0)


def test_the_best_span_scores_one_and_none_more() -> None:
    found = scored("The board closed the footbridge on Mill Lane. The wharf was lit. The clerk read a letter.")
    assert max(one.score for one in found) == found[0].score == 1.0
    assert all(0 < one.score <= 1 for one in found)
    assert found[0].coverage > found[-1].coverage
    assert "footbridg" in found[0].shared


def a_brief() -> Brief:
    held = make_retrieval([evidence("L1", MINUTES), evidence("L2", WARRANT, doc_id="warrant")], [evidence("S1", GUIDE)])
    return make_brief(retrieval=held)


def test_the_same_brief_gives_the_same_scores() -> None:
    def scores(brief: Brief) -> tuple[ScoredSpan, ...]:
        return score_spans(tuple(map(spans_of, brief.retrieval.merged)), asked_of(brief), brief)

    first = scores(a_brief())
    assert first == scores(a_brief()) == scores(Brief.model_validate_json(a_brief().model_dump_json()))
    assert [one.span.evidence.label for one in first] == sorted(one.span.evidence.label for one in first)


def test_nothing_is_scored_without_a_span() -> None:
    brief = a_brief()
    assert score_spans((), asked_of(brief), brief) == ()
