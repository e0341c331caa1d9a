"""The dossier over passages of the invented town Alder Falls: as long as it needs to be, and nothing twice."""

from __future__ import annotations

import pytest
from scripted_model import chunk, evidence, make_brief, make_retrieval

from pipeline.answer.dossier import dossier
from pipeline.find.answers import ranked_spans
from pipeline.find.places import nearest_places, rows_named
from pipeline.types import ADDED, AnswerSpan, Brief, Evidence, IssueMap, PartAnswer, PartVerdict, ScopeHint

SCOPES: tuple[ScopeHint, ...] = ("local", "mixed")
QUESTION = "What does a beach sticker cost in Alder Falls?"
FEE = "The beach sticker costs $40 for residents this season, the clerk said on the record."
FILLER = "The chair thanked the clerk for setting out the chairs and the coffee before the meeting began. "
OTHER = "The road agent reported that the culvert on Mill Road was cleared of branches after the storm. "


def a_brief(held: list[Evidence], law_gaps: tuple[tuple[str, str], ...] = (), absent: tuple[str, ...] = ()) -> Brief:
    gaps = [told for _, told in law_gaps]
    return make_brief(QUESTION, retrieval=make_retrieval(held, gaps=gaps, law_gaps=law_gaps, absent=absent))


def test_a_sentence_that_two_passages_of_a_document_hold_is_shown_once() -> None:
    held = [evidence("L1", f"{FILLER * 9}{FEE}"), evidence("L2", f"{FEE} {OTHER * 9}")]
    assert dossier(a_brief(held)).count("costs $40 for residents this season") == 1


def test_another_meeting_says_the_same_words_of_the_opposite() -> None:
    roll = "Present for the beach sticker hearing: {}, {}; {} was absent."
    held = [
        evidence("L1", f"{FILLER * 9}{roll.format('Osgood', 'Keyes', 'Webb')} {FEE}", doc_id="af-1"),
        evidence("L2", f"{FILLER * 9}{roll.format('Webb', 'Keyes', 'Osgood')} {FEE}", doc_id="af-2"),
    ]
    text = dossier(a_brief(held))
    assert "Webb was absent" in text
    assert "Osgood was absent" in text


def test_a_passage_that_hardly_answers_takes_one_line_however_much_room_there_is() -> None:
    held = [evidence("L1", f"{FILLER * 9}{FEE}"), evidence("L2", OTHER * 30, doc_id="af-2", title="Road report")]
    text = dossier(a_brief(held))
    assert FEE in text
    assert "culvert" not in text
    assert "Road report 2031-05-20: L2" in text
    assert len(text) < 2_000


def test_words_of_a_further_page_stand_under_the_number_of_that_page() -> None:
    first, second = FILLER * 9, f"{FEE} {OTHER * 9}"
    held = [evidence("L1", f"{first}\n{second}", page_start=3, page_end=4, page_turns=(len(first) + 1,))]
    text = dossier(a_brief(held))
    before = text[: text.index(FEE)]
    assert max(before.rfind("[p. 4]"), before.rfind("p. 4)")) > before.rfind("p. 3)")


def test_a_passage_that_ranked_below_is_pointed_at_only_when_it_may_answer() -> None:
    below = [
        ("P1", chunk(f"{OTHER * 3}", id=41, doc_id="af-41", title="Road report")),
        ("P2", chunk(f"{OTHER} Beach stickers cost residents $40.", id=42, doc_id="af-42", title="Beach rules")),
    ]
    text = dossier(a_brief([evidence("L1", f"{FILLER * 9}{FEE}")]), below)
    assert "P2 Beach rules" in text
    assert "P1" not in text


def test_a_law_that_is_not_held_is_named_once() -> None:
    gap = ("RSA 673:12", "No copy of RSA 673:12 is held, in words that any wording may take.")
    text = dossier(a_brief([evidence("L1", FEE)], (gap,), ("RSA 673:12", "RSA 675:6")))
    assert text.count("RSA 673:12") == 1
    assert "RSA 675:6" not in text


def test_a_case_told_again_in_nearly_the_same_words_is_told_once_unless_a_number_differs() -> None:
    case = "Cole Osgood of Alder Logging {} a variance from Article 34.2 because a beach sticker cost {} by default."
    held = [
        evidence("L1", f"{FILLER * 9}{case.format('was granted', '$40')}"),
        evidence("L2", f"{OTHER * 9}{case.format('was granted', '$40').replace('because', 'as')}"),
        evidence("L3", f"{OTHER * 9}{case.format('was granted', '$45')}"),
    ]
    text = dossier(a_brief(held))
    assert (text.count("cost $40 by default"), text.count("cost $45 by default")) == (1, 1)


def test_the_passage_likeliest_to_answer_stands_first() -> None:
    held = [evidence("L1", f"{OTHER * 9}The beach opens in June."), evidence("L2", f"{FILLER * 9}{FEE}", doc_id="af-2")]
    text = dossier(a_brief(held))
    assert -1 < text.index("[L2] ") < (text.find("[L1] ") if "[L1] " in text else len(text))


def test_where_no_town_is_named_few_towns_are_shown_and_the_others_are_told() -> None:
    towns = ("Alder Falls", "Pine Hollow", "Fernham", "Mill Bend", "Stone Ridge")
    held = [
        evidence(f"L{n}", f"{OTHER * 9}The beach sticker of {town} costs ${40 + n}.", doc_id=f"b-{n}", town=town)
        for n, town in enumerate(towns, 1)
    ]
    brief = make_brief("What does a beach sticker cost?", retrieval=make_retrieval(held), issue=IssueMap())
    text = dossier(brief)
    assert sum(f"sticker of {town} costs" in text for town in towns) == 3
    assert "records of 5 towns were found" in text
    named = make_brief("What does a beach sticker cost?", retrieval=make_retrieval(held))
    assert all(f"sticker of {town} costs" in dossier(named) for town in towns)


def test_a_row_comes_with_the_heads_of_its_columns_once() -> None:
    rows = "\n".join(f"Town{n} 11/0{n % 9 + 1}/25 4.{n} 1.12 9.{n}" for n in range(60))
    held = [
        evidence(
            f"L{n}", f"{rows}\nBeach sticker 10/29/25 1.6{n} 0.75 5.33", doc_id=f"r-{n}", heading="Day | Fee | Rate"
        )
        for n in (1, 2)
    ]
    assert dossier(a_brief(held)).count("(columns: Day | Fee | Rate)") == 1
    assert "(columns" not in dossier(a_brief([evidence("L1", FEE, heading="Day | Fee | Rate")]))


def test_the_row_of_the_town_asked_about_is_shown_without_those_of_other_towns() -> None:
    rows = "\n".join(f"Fernholt{n}\n2031\nQuarry{n}\n2030" for n in range(40))
    table = evidence("S1", f"Review cycle\nTown\nYear\n{rows}\nAlder Falls\n2029\nStonevale\n2028", doc_type="report")
    other = AnswerSpan(chunk_id="x", start=603, end=635, text="Fernholt20 2031 Quarry20 2030", label="S1")
    said = AnswerSpan(chunk_id="y", start=0, end=9, text="All of 2031 is told here.", label="S2")
    found, kept = rows_named(["Alder Falls"], [table, evidence("S2", FILLER)], [other, said])
    assert [row.text for row in found] == ["Alder Falls 2029"]
    assert kept == (said,)


def test_of_a_passage_far_from_the_likeliest_one_place_is_shown_on_the_line_of_its_name() -> None:
    prices = [
        f"The beach sticker for boat {n} costs $4{n} this season, the clerk said on the record." for n in range(6)
    ]
    held = [
        evidence(f"L{n}", f"{OTHER * 6}{price} {FILLER * 6}", doc_id=f"af-{n}") for n, price in enumerate(prices, 1)
    ]
    text = dossier(a_brief(held))
    tail = [line for line in text.splitlines() if line.startswith("[L") and ": … " in line]
    assert tail
    assert all(len(line) < 800 for line in tail)


def test_every_passage_that_is_held_is_named_those_of_one_document_together() -> None:
    rest = [evidence(f"L{n}", OTHER * 30, doc_id="af-2", title="Road report", page_start=n) for n in range(2, 12)]
    law = evidence("S1", OTHER * 30, doc_id="rsa", section="RSA 41:11-b", lane="state")
    text = dossier(a_brief([evidence("L1", f"{FILLER * 9}{FEE}"), *rest, law]))
    named = text[text.index("Also held") :]
    assert "RSA 41:11-b: S1" in named
    assert "Road report 2031-05-20: L2 p. 2, L3 p. 3, L4 p. 4" in named
    assert "L11 p. 11" in named


def test_of_records_held_besides_the_first_are_named_with_their_dates_and_every_law_is() -> None:
    title = "Alder Falls Zoning Board of Adjustment and Appeals minutes"
    rest = [evidence(f"L{n}", OTHER * 30, doc_id=f"z-{n}", title=title, date=f"2031-0{n}-06") for n in range(2, 8)]
    laws = [evidence(f"S{n}", OTHER * 30, doc_id="rsa", section=f"RSA 41:{n}", lane="state") for n in range(1, 6)]
    same = evidence("L8", OTHER * 30, doc_id="af", title="Fees", page_start=9)
    text = dossier(a_brief([evidence("L1", f"{FILLER * 9}{FEE}", doc_id="af", title="Fees"), *rest, same, *laws]))
    named = text[text.index("Also held") :]
    assert " 2031-02-06: L2" in named
    assert "as L1: L8 p. 9" in named
    assert "L5" not in named
    assert all(f"RSA 41:{n}: S{n}" in named for n in range(1, 6))


def test_a_short_law_that_says_the_words_of_the_asker_is_shown_whole() -> None:
    penalty = "Whoever parks at the beach without a sticker where no penalty is named is guilty of a violation."
    chat = [evidence(f"L{n}", f"{FILLER * 40}{FEE} Sale {n} began.", doc_id=f"af-{n}") for n in range(1, 9)]
    brief = a_brief([*chat, evidence("S1", penalty, doc_id="rsa", section="RSA 41:11-b", lane="state")])
    asked = brief.question.changed(queries=("violation penalty parking without sticker",))
    likely = PartAnswer(part=QUESTION, probability=0.6, verdict="likely")
    laid = brief.changed(question=asked, retrieval=brief.retrieval.changed(answers=(likely,)))
    assert penalty in dossier(laid)


def test_a_law_asked_for_that_is_not_held_is_told_before_the_passages() -> None:
    brief = a_brief([evidence("L1", f"{FEE} {FILLER * 9}")], absent=("RSA 669:7",))
    text = dossier(brief.changed(question=brief.question.changed(queries=("offices barred by RSA 669:7",))))
    assert text.count("RSA 669:7") == 1
    assert text.index("NOT in the vault: the text of RSA 669:7") < text.index("\nPASSAGES")


LIKELY = (
    PartAnswer(part=QUESTION, probability=0.9, verdict="likely"),
    PartAnswer(part=QUESTION, probability=0.6, verdict="likely"),
)
TOLD = "Webb asked that a sign be put up at the beach before June."
RIDER = "No sticker is refunded after the season has begun, said the collector at the desk."


def laid_with(part: PartAnswer, held: list[Evidence], *queries: str) -> str:
    brief = a_brief(held)
    asked = brief.question.changed(queries=queries)
    return dossier(brief.changed(question=asked, retrieval=brief.retrieval.changed(answers=(part,))))


def test_room_that_is_left_shows_further_places_with_the_words_of_the_asker_where_a_part_is_likely_answered() -> None:
    answer = evidence("L1", f"{FEE} {FILLER * 30}{RIDER} {OTHER * 30}")
    far = [evidence(f"L{n}", f"{OTHER * 9}{FEE} Sale {n} began. {FILLER * 20}", doc_id=f"af-{n}") for n in (2, 3)]
    far = [one.changed(score=0.5) for one in far]
    likely, unsure = (laid_with(part, [answer, *far], "refund of a sticker in the season") for part in LIKELY)
    assert RIDER in likely
    assert len(likely) > len(unsure)
    assert len(likely) < 9_700


def test_a_part_that_is_open_by_estimate_shows_as_much_as_one_that_may_be_answered() -> None:
    held = [
        evidence(f"L{n}", f"{OTHER * 9}{FEE} Sale {n} began. {FILLER * 20}", doc_id=f"af-{n}", title=f"Sale {n}")
        for n in range(1, 9)
    ]
    answers = [PartAnswer(part=QUESTION, probability=chance, reason="not_held") for chance in (0.5, 0.3, 0.1)]
    may, unsure, hardly = (laid_with(answer, held, "season sticker") for answer in answers)
    assert unsure.count(FEE) == may.count(FEE) > hardly.count(FEE)
    assert len(unsure) > 1.3 * len(hardly)


def test_a_place_that_says_less_than_half_of_what_the_nearest_says_is_no_further_place() -> None:
    said = [evidence("L1", f"{FEE} {FILLER * 9}"), evidence("L2", f"{OTHER * 9} The season began. {OTHER * 9}")]
    near, last = nearest_places(("beach sticker cost residents season clerk",), said)
    assert near[0].text == FEE
    assert all("season began" not in span.text for span in near)
    assert [span.text for span in last] == [FEE, "The season began."]


def test_of_records_that_are_only_named_the_words_nearest_to_those_asked_are_told() -> None:
    held = [evidence("L1", f"{FEE} {FILLER * 30}"), evidence("L2", f"{OTHER * 20}{TOLD} {OTHER * 20}", doc_id="af-2")]
    text = laid_with(LIKELY[0], held, "beach sticker cost for residents this season clerk")
    assert f"L2 p. 2 “{TOLD}”" in text[text.index("Also held, not shown") :]


def test_a_section_whose_heading_begins_with_its_cite_is_named_once() -> None:
    law = evidence("S1", f"{FEE} {FILLER * 9}", section="17 V.S.A. § 2", lane="state", heading="17 V.S.A. § 2 Stickers")
    assert "[S1] 17 V.S.A. § 2 Stickers" in dossier(a_brief([law]))


def test_the_room_of_heads_that_are_not_shown_is_used_for_passages() -> None:
    held = [
        evidence(
            f"L{n}", f"{OTHER * 9}{FEE[:-1]} of {n}. Sale {n} began. {FILLER * 9}", doc_id=f"af-{n}", title=OTHER[:-1]
        )
        for n in range(1, 20)
    ]
    assert 9_300 < len(laid_with(LIKELY[0], held, "beach sticker cost residents season clerk record")) <= 9_700


def test_a_section_of_law_that_the_asker_names_comes_before_other_further_places() -> None:
    law = evidence("S1", f"{FILLER * 9}Stickers may be sold. {OTHER * 9}", section="RSA 41:11-b", lane="state")
    said = [evidence("L1", f"{FEE} {FILLER * 9}"), law, evidence("S2", f"{FEE} {OTHER * 9}", section="RSA 41:11-c")]
    assert nearest_places(("beach sticker cost", "RSA 41:11-b stickers sold"), said)[0][0].label == "S1"
    assert nearest_places(("beach sticker cost", "stickers sold"), said)[0][0].label != "S1"


def test_records_stand_together_and_law_off_the_matter_behind_them() -> None:
    law = evidence("S1", f"{FEE} {OTHER * 9}", doc_id="rsa", section="RSA 1:1", lane="state")
    held = [evidence("L1", f"{FILLER * 9}{FEE}"), evidence("L2", f"{OTHER * 9}{FEE[:-2]} of $45.", doc_id="af-2"), law]
    text = dossier(a_brief(held))
    shown = [text.index(f"\n[{label}] ") for label in ("L1", "L2", "S1") if f"\n[{label}] " in text]
    assert len(shown) > 1
    assert "\n[S1] " not in text or text.index("\n[S1] ") == max(shown)


def test_law_and_records_that_ranked_far_below_the_best_take_no_room_unless_the_asker_names_or_added_them() -> None:
    answer = evidence("L1", f"{FEE} {FILLER * 9}")
    shared = "A boat that displays no season sticker of the clerk is put on record for residents."
    law = evidence("S1", f"{OTHER * 9}{shared} {OTHER * 9}", section="RSA 1:1", lane="state", heading="1:1 Boats")
    record = evidence("L2", f"{OTHER * 9}{shared[:-1]} of Webb. {OTHER * 9}", doc_id="af-2")
    said = "sticker season residents clerk record"
    held = [[answer, *(one.changed(score=share) for one in (law, record))] for share in (0.8, 0.3)]
    near, off = (laid_with(LIKELY[0], one, said) for one in held)
    named = laid_with(LIKELY[0], held[1], said, "RSA 1:1 boats")
    added = laid_with(LIKELY[0], [held[1][0], held[1][1].changed(why=ADDED)], said)
    assert all(f"\n[{label}] " in near and f"\n[{label}] " not in off for label in ("S1", "L2"))
    assert "S1" in off[off.index("Also held, not shown") :]
    assert all(shared in text for text in (named, added))


def test_what_is_nearest_to_two_parts_is_quoted_for_the_first_only() -> None:
    spans = [
        AnswerSpan(chunk_id="af@1#1", start=at, end=at + 9, text=text, page=1, probability=0.5, label="L1")
        for at, text in ((0, "The fee is $40."), (90, "A violation."))
    ]
    parts = [PartAnswer(part=name, spans=tuple(spans), probability=0.6, verdict="likely") for name in ("one", "two")]
    held = make_retrieval([evidence("L1", f"{FILLER * 9}{FEE}")]).changed(answers=tuple(parts))
    text = dossier(make_brief(QUESTION, retrieval=held))
    assert "1. one: likely: “The fee is $40.”" in text
    assert "2. two: likely: “A violation.”" in text


@pytest.mark.parametrize(
    ("whole", "best", "verdict", "told"),
    [
        (0.98, 0.9, "answered", "1. The question: answered: “The fee is $40.”"),
        (0.95, 0.7, "likely", "1. The question: likely: “The fee is $40.”"),
        (0.85, 0.3, "likely", "1. The question: perhaps in [L1 p. 1]"),
        (0.7, 0.3, "open", "1. The question: perhaps in [L1 p. 1]"),
        (0.3, 0.2, "open", "1. The question: unclear (no record held answers it?), nearest words: “The fee is $40.”"),
        (0.2, 0.1, "open", "1. The question: OPEN: no record held answers it."),
    ],
)
def test_how_surely_a_part_is_answered_is_told_by_how_far_its_best_words_lead(
    whole: float, best: float, verdict: PartVerdict, told: str
) -> None:
    span = AnswerSpan(chunk_id="af@1#1", start=0, end=9, text="The fee is $40.", page=1, probability=best, label="L1")
    part = PartAnswer(part="What is the fee?", spans=(span,), probability=whole, verdict=verdict)
    held = make_retrieval([evidence("L1", f"{FILLER * 9}{FEE}")]).changed(answers=(part,))
    assert told in dossier(make_brief(QUESTION, retrieval=held))


def a_dossier_of(*parts: tuple[str, list[tuple[str, float]]]) -> str:
    """The dossier of these parts, each with the words that may answer it and how likely they do."""
    text = " ".join(dict.fromkeys(words for _, found in parts for words, _ in found))

    def span(said: str, chance: float) -> AnswerSpan:
        at = text.index(said)
        return AnswerSpan(
            chunk_id="af@1#1", start=at, end=at + len(said), text=said, page=1, probability=chance, label="L1"
        )

    answers = tuple(
        PartAnswer(part=asked, probability=0.97, verdict="answered", spans=tuple(span(*one) for one in found))
        for asked, found in parts
    )
    held = make_retrieval([evidence("L1", text)]).changed(answers=answers)
    return dossier(make_brief(QUESTION, retrieval=held))


def test_words_are_shared_out_among_the_parts_by_what_they_answer_together() -> None:
    long, far = "A dock is 12 feet wide.", "It reaches 20 feet into the lake."
    text = a_dossier_of(("How big may it be", [(far, 0.93), (long, 0.9)]), ("how far out", [(far, 0.95), (long, 0.2)]))
    assert f"1. How big may it be: answered: “{long}”" in text
    assert f"2. how far out: answered: “{far}”" in text


def test_a_part_that_asks_for_a_day_is_not_answered_by_words_without_one() -> None:
    fee, raised = "The mooring fee is $9 upon approval.", "It was last raised in May 2029."
    assert "1. The question: perhaps in [L1 p. 1]" in a_dossier_of(("When was the fee last raised", [(fee, 0.95)]))
    assert f"1. The question: answered: “{raised}”" in a_dossier_of(
        ("When was the fee last raised", [(fee, 0.95), (raised, 0.9)])
    )


@pytest.mark.parametrize(
    ("question", "left_open"),
    [
        ("Did the voters pass the bridge article?", True),
        ("How did the Budget Committee vote on the article the voters will see?", False),
        ("Did residents pass the word on?", False),
    ],
)
def test_a_warrant_tells_no_vote_of_voters_but_what_boards_recommend(question: str, *, left_open: bool) -> None:
    text = "Article 9: to raise $40,000 for the bridge. Recommended by the Budget Committee 7-3."
    span = AnswerSpan(chunk_id="1", start=0, end=len(text), text=text, page=1, probability=0.95, label="L1")
    part = PartAnswer(part=question, spans=(span,), probability=0.97, verdict="answered")
    held = make_retrieval([evidence("L1", text, doc_type="warrant")]).changed(answers=(part,))
    shown = dossier(make_brief(question, retrieval=held))
    assert ("tells what voters are asked, not what they decided" in shown) is left_open
    results = evidence("L2", "Article 9: 240 to 31.", doc_id="af-results", doc_type="results")
    found = make_retrieval([evidence("L1", text, doc_type="warrant"), results]).changed(answers=(part,))
    told = dossier(make_brief(question, retrieval=found))
    assert "not what they decided" not in told
    assert ("1. The question: perhaps in [L1 p. 1]" in told) is left_open


def test_other_law_is_no_answer_where_the_law_named_is_not_held() -> None:
    law = "A lender shall not keep the deposit for a boat."
    rule = evidence("S1", law, lane="state", section="RSA 999:9", title="RSA Chapter 999", doc_id="law")
    span = AnswerSpan(chunk_id="1", start=0, end=len(law), text=law, page=1, probability=0.95, label="S1")
    part = PartAnswer(part="May the deposit be kept?", spans=(span,), probability=0.97, verdict="answered")
    held = make_retrieval([evidence("L1", FEE)], [rule]).changed(answers=(part,))
    brief = make_brief(QUESTION, retrieval=held)
    assert f"answered: “{law}”" in dossier(brief)
    named = brief.changed(
        question=brief.question.changed(queries=("RSA 540-A:7 deposit",)),
        retrieval=held.changed(absent=("RSA 540-A:7",)),
    )
    text = dossier(named)
    assert "perhaps in [S1]" in text
    assert "NOT in the vault: the text of RSA 540-A:7" in text


def test_law_is_less_likely_to_answer_a_local_question_than_one_of_both_lanes() -> None:
    law = evidence("S1", f"A beach sticker costs $50. {FILLER * 9}", doc_id="rsa", section="RSA 1:1", lane="state")
    brief = a_brief([evidence("L1", f"{FILLER * 9}{FEE}"), law])
    told = [ranked_spans(brief.reading, brief.issue, brief.retrieval.merged, scope=one) for one in SCOPES]
    local, mixed = (max(span.probability for span in spans if span.label == "S1") for spans in told)
    assert local < mixed


def test_of_a_law_that_is_not_held_the_passage_that_quotes_it_is_named() -> None:
    held = evidence("S1", f"RSA 673:12 says: the sticker costs $40. {FILLER * 9}", doc_id="opinion", lane="state")
    span = AnswerSpan(chunk_id="1", start=0, end=39, text=held.chunk.text[:39], page=5, probability=0.1, label="S1")
    part = PartAnswer(part=QUESTION, spans=(span,), probability=0.1, reason="law_missing")
    brief = a_brief([held], absent=("RSA 673:12",))
    asked = brief.issue.changed(statutes=("RSA 673:12",))
    text = dossier(brief.changed(issue=asked, retrieval=brief.retrieval.changed(answers=(part,))))
    assert "words held that name it: “RSA 673:12 says: the sticker costs $40.” [S1 p. 5]" in text


def test_the_words_that_answer_a_part_do_not_join_a_day_of_the_next_item() -> None:
    text = "Beach sticker forms are DUE\nMay 20, 2031 at the Mill House"
    flat = " ".join(text.split())
    span = AnswerSpan(chunk_id="1", start=0, end=len(text), text=flat, page=1, probability=0.9, label="L1")
    part = PartAnswer(part="When are the forms due?", spans=(span,), probability=0.95, verdict="likely")
    held = make_retrieval([evidence("L1", text)]).changed(answers=(part,))
    assert "“Beach sticker forms are DUE / May 20, 2031" in dossier(make_brief(QUESTION, retrieval=held))


@pytest.mark.parametrize(
    ("law", "board", "told"),
    [
        ("The mayor may veto a vote of the aldermen, who may pass it over by two thirds.", "Select Board", True),
        ("The mayor may veto a vote of the aldermen, who may pass it over by two thirds.", "City Council", False),
        ("The mayor of a city or the select board of a town may veto the vote of a fair.", "Select Board", False),
    ],
)
def test_a_law_of_cities_is_not_the_likely_answer_on_a_town(law: str, board: str, told: bool) -> None:
    rule = evidence("S1", law, lane="state", section="RSA 999:9", title="RSA Chapter 999", doc_id="law")
    local = evidence("L1", FEE, board=board)
    span = AnswerSpan(chunk_id="1", start=0, end=len(law), text=law, page=1, probability=0.89, label="S1")
    part = PartAnswer(part="May the vote be vetoed?", spans=(span,), probability=0.9, verdict="likely")
    held = make_retrieval([local], [rule]).changed(answers=(part,))
    text = dossier(make_brief(QUESTION, retrieval=held))
    assert ("(of a law of cities, not of towns)" in text) is told
    assert ("likely: “The mayor" in text) is not told


def test_a_sum_of_another_thing_answers_no_part() -> None:
    fee = "E. Mooring Permit Fee - $50.00 is due at once."
    assert "1. The question: perhaps in [L1 p. 1]" in a_dossier_of(
        ("how much an acre will that guarantee be", [(fee, 0.95)])
    )
    assert "1. The question: answered:" in a_dossier_of(("how much is the mooring permit", [(fee, 0.95)]))


@pytest.mark.parametrize(
    ("question", "left_open"), [("did it ever become law", True), ("how long must a child have lived there", False)]
)
def test_what_became_of_a_bill_is_not_shown_by_it(question: str, *, left_open: bool) -> None:
    text = "The minor child has lived with the keeper of the pier for 2 years."
    span = AnswerSpan(chunk_id="1", start=0, end=len(text), text=text, page=1, probability=0.95, label="S1")
    part = PartAnswer(part=question, spans=(span,), probability=0.97, verdict="answered")
    bill = evidence("S1", text, doc_type="bill", doc_id="hb-9", title="HB 9 (2031): relative to piers")
    shown = dossier(make_brief(question, retrieval=make_retrieval([bill]).changed(answers=(part,))))
    assert ("is the bill alone: what became of it is not shown" in shown) is left_open
