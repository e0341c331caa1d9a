"""How an answer says that a part is open, and what it shows beside. Records of the invented town Alder Falls."""

from __future__ import annotations

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from mcp_server.results.strength import strength_lines, told_tier
from pipeline.answer.telling import NEAREST, says_asked, sure, telling, worth
from pipeline.check.audit import audit
from pipeline.types import Answer, AnswerSpan, IssueMap, OpenReason, PartAnswer, SessionSource
from pipeline.write.extract import material
from pipeline.write.extract.compose import extract
from pipeline.write.extract.gaps import open_part
from pipeline.write.extract.passages import Passage, of_other_town
from pipeline.write.extract.spans import Span
from vault.states.places import towns
from vault.types import DocType

FEE = "Varney said that the fee for a beach sticker was looked at by the commission in the spring."
ASKED = "Who looks at the beach sticker?"
COST = "What does a beach sticker cost?"

STANDS = "It would most likely stand in the Planning Board minutes of May 20, 2031 [L1]."


def open_answer(probability: float, reason: OpenReason = "not_held", near: str = "") -> PartAnswer:
    held = evidence("L1", FEE)
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(FEE), text=FEE, probability=0.2, label="L1")
    return PartAnswer(part=ASKED, spans=(span,), probability=probability, verdict="open", reason=reason, near=near)


def answer_to(part: PartAnswer) -> str:
    retrieval = make_retrieval([evidence("L1", FEE)]).model_copy(update={"answers": (part,)})
    return extract(make_brief(ASKED, retrieval=retrieval)).answer_markdown


def test_what_comes_nearest_to_an_open_question_is_shown_as_such_without_a_denial() -> None:
    told = answer_to(open_answer(0.5))
    assert told.startswith("The nearest the records come, for you to judge: The Planning Board")
    assert "No record" not in told
    assert FEE.rstrip(".") in told


@pytest.mark.parametrize(("records", "told"), [(True, False), (False, True)])
def test_law_is_not_the_nearest_where_records_of_the_town_are_found(*, records: bool, told: bool) -> None:
    law = evidence("S1", FEE, lane="state", doc_type="statute", section="RSA 500:7", board="", title="RSA 500")
    span = open_answer(0.5).spans[0].changed(chunk_id=law.chunk.id, label="S1")
    part = open_answer(0.5).changed(spans=(span,))
    local = [evidence("L1", "The lamp on the wharf was lit.")] if records else []
    retrieval = make_retrieval(local, [law]).model_copy(update={"answers": (part,)})
    brief = make_brief(ASKED, retrieval=retrieval, issue=IssueMap(town="Alder Falls"))
    assert (FEE.rstrip(".") in extract(brief).answer_markdown) is told


def test_a_passage_that_hardly_answers_is_not_offered() -> None:
    assert FEE.rstrip(".") not in answer_to(open_answer(0.1))


def test_what_is_held_for_another_year_is_told_as_that() -> None:
    told = answer_to(open_answer(0.1, "other_year", "2030, not 2031"))
    assert told.startswith("No record found answers this for 2031. What is held is of 2030: The Planning Board")
    bare = open_part(open_answer(0.1, "other_year")).sentence
    assert bare == "No record found answers this for the time asked about."


def test_a_part_among_others_is_named_by_its_place_and_its_words_but_never_with_a_statute() -> None:
    part = open_answer(0.1)
    assert (
        open_part(part, ("Who sells it?", ASKED)).sentence
        == "No record found answers the second part of the question (who looks at the beach sticker) clearly."
    )
    of_law = part.changed(part="Who signs under RSA 36-A:5?")
    assert open_part(of_law).sentence == "No record found answers this clearly."
    told = open_part(of_law, (of_law.part, ASKED)).sentence
    assert told == "No record found answers the first part of the question clearly."


def test_a_near_passage_without_the_rare_words_of_the_question_is_not_shown() -> None:
    part = open_answer(0.5).changed(part="What did the town pay for its new fire boat?")
    assert "“" not in answer_to(part)


@pytest.mark.parametrize(("board", "told"), [("Library Trustees", False), ("Planning Board", True)])
def test_minutes_of_another_board_do_not_tell_what_a_board_did(board: str, *, told: bool) -> None:
    firm = open_answer(0.95).changed(verdict="answered", reason="")
    part = firm.changed(spans=(firm.spans[0].changed(probability=0.95),))
    retrieval = make_retrieval([evidence("L1", FEE)]).model_copy(update={"answers": (part,)})
    made = make_brief(ASKED, retrieval=retrieval, issue=IssueMap(town="Alder Falls", boards=(board,)))
    assert (FEE.rstrip(".") in extract(made).answer_markdown) is told


@pytest.mark.parametrize(
    ("probability", "reason", "named"),
    [(0.5, "wrong_kind", True), (0.1, "wrong_kind", False), (0.5, "other_town", False)],
)
def test_an_open_part_that_may_be_answered_names_where_to_read(
    probability: float, reason: OpenReason, *, named: bool
) -> None:
    part = open_answer(probability, reason).changed(part="What did the town pay for the beach sticker boat?")
    retrieval = make_retrieval([evidence("L1", FEE)]).model_copy(update={"answers": (part,)})
    brief = make_brief(part.part, retrieval=retrieval)
    told = extract(brief)
    assert ("Worth reading: the Planning Board minutes of May 20, 2031 [L1]." in told.answer_markdown) is named
    assert audit(told, brief).passed


def test_words_without_a_figure_neither_tell_what_something_costs_nor_stand_near_it() -> None:
    part = open_answer(0.95).changed(part=COST, verdict="answered", reason="")
    firm = part.changed(spans=(part.spans[0].changed(probability=0.95),))
    assert telling(firm) == "open"
    assert answer_to(firm) == f"No record found answers this clearly. {STANDS}"


def test_how_surely_words_answer_follows_from_the_part_and_from_their_lead() -> None:
    part = open_answer(0.9).changed(part="Who looked at it?", verdict="answered", reason="")
    told = [telling(part.changed(spans=(part.spans[0].changed(probability=p),))) for p in (0.1, 0.4, 0.85)]
    assert told == ["open", "likely", "certain"]
    assert sure(part.changed(spans=())) == 0.0


def test_an_honest_no_about_a_statute_passes_its_own_audit() -> None:
    part = open_answer(0.1).model_copy(update={"part": "Who signs under RSA 36-A:5?"})
    retrieval = make_retrieval([evidence("L1", FEE)]).model_copy(update={"answers": (part,)})
    brief = make_brief("Who signs under RSA 36-A:5?", retrieval=retrieval)
    assert audit(extract(brief), brief).passed


def test_a_sentence_that_is_not_sure_to_answer_is_the_nearest_passage_even_where_the_pages_likely_hold_one() -> None:
    part = open_answer(0.9).changed(part="Who looked at the beach sticker?", verdict="likely", reason="")
    unsure, firm = (
        part.changed(spans=(part.spans[0].changed(probability=probability),)) for probability in (0.05, 0.9)
    )
    assert NEAREST in answer_to(unsure)
    assert answer_to(firm).startswith("The likely answer: The Planning Board minutes")
    firm = firm.changed(verdict="answered")
    assert answer_to(firm).startswith("The Planning Board minutes")
    quoting = Answer(answer_markdown="Ada Roe of the Planning Board looked at it [L1].", writer="extract")
    unnamed = Answer(answer_markdown="it was looked at [L1].", writer="extract")
    silent = Answer(answer_markdown="No record found answers this clearly.", writer="extract")
    near = ("The pages found may hold the answer: `opencouncil ask --why` lists them.",)
    assert strength_lines([unsure], quoting) == strength_lines([firm], silent) == near
    assert strength_lines([firm], quoting) == ("The words cited answer the question.",)
    assert strength_lines([firm], unnamed) == near  # words that name nobody do not say who


def test_words_that_say_little_of_what_is_asked_are_for_the_reader_to_judge_and_phrasings_ask_for_less() -> None:
    asked = "Who looked at the beach kiosk for dogs?"
    beside = [evidence(f"L{n}", f"Roe signed page {n} on the beach.", doc_id=f"af-{n}") for n in range(2, 8)]
    part = open_answer(0.9).changed(part=asked, verdict="likely", reason="")

    def told(probability: float, asked: str = asked, *phrasings: str) -> str:
        answer = part.changed(part=asked, spans=(part.spans[0].changed(probability=probability),))
        retrieval = make_retrieval([evidence("L1", FEE), *beside]).changed(answers=(answer,))
        brief = make_brief(asked, retrieval=retrieval)
        return extract(brief.changed(reading=brief.reading.changed(phrasings=phrasings))).answer_markdown

    doubtful = told(0.25)
    assert doubtful.startswith("This may answer it, for you to judge: The Planning Board minutes")
    assert "No record found" not in doubtful
    near = ("The pages found may hold the answer: `opencouncil ask --why` lists them.",)
    answered = part.changed(spans=(part.spans[0].changed(probability=0.25),))
    assert strength_lines([answered], Answer(answer_markdown=doubtful, writer="extract")) == near
    assert told(0.2).startswith("The nearest the records come, for you to judge: ")
    assert told(0.75).startswith("The likely answer: ")
    assert told(0.45, "Who looked at the beach sticker?").startswith("The likely answer: ")
    assert told(0.45, asked, "beach sticker looked at in the spring").startswith("The likely answer: ")


def test_likely_words_found_with_phrasings_are_told_from_where_they_are_right_more_often_than_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    part = open_answer(0.9).changed(verdict="likely", reason="")
    part = part.changed(spans=(part.spans[0].changed(probability=0.9),))
    brief = make_brief(ASKED, retrieval=make_retrieval([evidence("L1", FEE)]).changed(answers=(part,)))
    brief = brief.changed(reading=brief.reading.changed(phrasings=("beach sticker looked at in the spring",)))
    for worth_told, begins in ((0.58, "This may answer it, for you to judge: "), (0.62, "The likely answer: ")):
        monkeypatch.setattr(material, "_worth", lambda *_, told=worth_told, **_how: told)
        assert extract(brief).answer_markdown.startswith(begins)


def test_a_part_likely_answered_without_sure_words_is_told_where_its_answer_would_stand() -> None:
    asked = "Who keeps chickens?"
    part = open_answer(0.9).changed(part=asked, verdict="likely", reason="")
    far = f"{FEE}{' The board met again.' * 40} Osgood keeps chickens."

    def told(answer: PartAnswer, text: str = far) -> str:
        brief = make_brief(asked, retrieval=make_retrieval([evidence("L1", text)]).changed(answers=(answer,)))
        answer_ = extract(brief)
        assert audit(answer_, brief).passed
        assert told_tier("A", answer_, [answer]) == "C"
        return answer_.answer_markdown

    part = part.changed(spans=(part.spans[0].changed(probability=0.1),))
    assert told(part) == f"No record found answers this clearly. {STANDS}"
    assert told(part, FEE) == "No record found answers this clearly."  # nothing there speaks of chickens
    assert "would most likely" not in told(part.changed(verdict="open", reason="other_matter"))


@pytest.mark.parametrize(("filed", "shown"), [(0.95, True), (0.6, False)])
def test_words_of_a_section_under_which_a_question_is_surely_filed_are_told_or_led_to(
    monkeypatch: pytest.MonkeyPatch, filed: float, *, shown: bool
) -> None:
    asked, rule = "How many folks mind the chest?", "The keepers of the purse shall be 3 to 5 persons."
    monkeypatch.setattr(material, "suggested_sections", lambda *_: {"ASL 7:2": filed})
    held = evidence("S1", f"{rule} Each keeper is sworn.")
    held = held.changed(chunk=held.chunk.changed(section="ASL 7:2"))
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(rule), text=rule, probability=0.45, label="S1")

    def told(**fields: object) -> str:
        part = open_answer(0.1, "other_matter").changed(part=asked.rstrip("?"), **{"spans": (), **fields})
        retrieval = make_retrieval(state=[held]).changed(answers=(part,))
        return extract(make_brief(asked, retrieval=retrieval)).answer_markdown

    assert (f"for you to judge: ASL 7:2 provides: “{rule.rstrip('.')}" in told()) is shown
    assert rule[:-1] not in told(reason="other_year")
    likely = told(spans=(span,), probability=0.9, verdict="likely", reason="")
    assert likely.startswith("The likely answer: ASL 7:2") is shown


def test_words_are_worth_more_the_more_of_the_rare_words_asked_they_say() -> None:
    part = open_answer(0.9).changed(verdict="likely", reason="")
    answer = part.changed(spans=(part.spans[0].changed(probability=0.45),))

    def told(share: float, weight: float) -> float:
        return worth(answer, share, weight, phrased=True)

    assert told(1.0, 1.0) > 0.65 > told(0.3, 1.1) > 0.5 > told(1.0, 0.2) > 0.3 > told(0.3, 0.5)
    assert told(1.0, 3.0) == told(1.0, 2.0)


def test_in_own_words_what_is_surely_said_is_told_though_it_shares_few_words_with_the_question() -> None:
    part = open_answer(0.9).changed(verdict="likely", reason="")
    faint, sure_of_it = (part.changed(spans=(part.spans[0].changed(probability=p),)) for p in (0.2, 0.75))
    assert worth(sure_of_it, 0.25, 0.8, phrased=False) > 0.65 > 0.5 > worth(faint, 0.25, 0.8, phrased=False)
    assert worth(sure_of_it, 0.25, 0.8, phrased=True) < 0.6


def test_an_answer_by_extracts_has_no_better_tier_than_what_it_tells() -> None:
    part = open_answer(0.9).changed(part="Who looked at it?", verdict="answered", reason="")
    parts = [part.changed(spans=(part.spans[0].changed(probability=p),)) for p in (0.1, 0.85, 0.85)]
    parts[1] = parts[1].changed(verdict="likely")
    held = make_retrieval([evidence("L1", FEE)])
    answers = [
        extract(make_brief("Who looked at it?", retrieval=held.model_copy(update={"answers": (one,)}))) for one in parts
    ]
    assert [told_tier("A", said, [one]) for said, one in zip(answers, parts, strict=True)] == ["C", "B", "A"]
    told = answers[2]
    assert told_tier("A", told, [parts[0], parts[2]]) == "B"
    assert told_tier("C", told, [parts[2]]) == "C"
    assert told_tier("A", told.model_copy(update={"writer": "host"}), [parts[0]]) == "A"


def test_where_the_evidence_likely_holds_an_answer_two_near_passages_are_shown_and_each_as_near() -> None:
    held = [
        evidence("L1", FEE),
        evidence(
            "L2", "Keyes looks at beach sticker designs of other lake towns each autumn for the report.", doc_id="af-2"
        ),
    ]
    spans = tuple(
        AnswerSpan(
            chunk_id=one.chunk.id, start=0, end=len(one.chunk.text), text=one.chunk.text, probability=p, label=label
        )
        for one, p, label in zip(held, (0.1, 0.08), ("L1", "L2"), strict=True)
    )
    part = PartAnswer(part=ASKED, spans=spans, probability=0.9, verdict="likely")
    retrieval = make_retrieval(held).changed(answers=(part,))
    told = extract(make_brief(ASKED, retrieval=retrieval)).answer_markdown
    assert NEAREST in told
    assert "Near it too: " in told
    assert "[L1]" in told
    assert "[L2]" in told


def test_in_a_conversation_about_a_pasted_text_a_record_on_another_matter_is_not_the_answer() -> None:
    pasted = "The footbridge is closed. The footbridge has no rail. Who closed the footbridge was not said."
    span = AnswerSpan(chunk_id="c", start=0, end=len(FEE), text=FEE, probability=0.9, label="L1")
    part = PartAnswer(part="What did the board do?", spans=(span,), probability=0.9, verdict="answered")
    brief = make_brief(
        "What did the board do?", retrieval=make_retrieval([evidence("L1", FEE)]).changed(answers=(part,))
    )
    source = SessionSource(id="u1", type="article", title="News", text=pasted, created="2031-06-01")
    assert FEE.rstrip(".") in extract(brief).answer_markdown
    assert FEE.rstrip(".") not in extract(brief.changed(sources=(source,))).answer_markdown


def told_by(question: str, text: str, words: str) -> str:
    """The answer when the finder says that these words of the text surely answer the question."""
    at = text.index(words)
    span = AnswerSpan(
        chunk_id="c", start=at, end=at + len(words), text=" ".join(words.split()), probability=0.9, label="L1"
    )
    part = PartAnswer(part=question, spans=(span,), probability=0.95, verdict="answered")
    retrieval = make_retrieval([evidence("L1", text)]).changed(answers=(part,))
    return extract(make_brief(question, retrieval=retrieval)).answer_markdown


def test_one_item_of_a_list_brings_the_whole_list_where_a_list_is_asked_for() -> None:
    text = (
        "An application needs the following:\n1. Copies of the deeds\n2. A plan of the lots\n3. The names of abutters\n"
    )
    whole = told_by("Which papers must an application have?", text, "A plan of the lots")
    assert [word in whole for word in ("application needs", "deeds", "plan", "abutters")] == [True] * 4
    one = told_by("Must an application have a plan?", text, "A plan of the lots")
    assert "abutters" not in one


def test_a_case_that_the_question_names_is_told_with_the_motion_that_decided_it() -> None:
    text = (
        "Case #31-04-V: Ada Osgood of 12 Mill Road asks for a Variance from Article 6.4. Hall opened the hearing. "
        "Nobody spoke against it. Tibbetts made a motion to grant the Variance for Case #31-04-V. Hall seconded. "
        "A unanimous vote was taken. Motion passed."
    )
    opening = "Case #31-04-V: Ada Osgood of 12 Mill Road asks for a Variance from Article 6.4."
    told = told_by("What was decided in Case #31-04-V?", text, opening)
    assert told.index("Tibbetts made a motion to grant") < told.index("Motion passed")


def test_who_moved_it_is_told_by_the_motion_and_not_by_what_was_said_of_the_matter() -> None:
    text = (
        "Osgood said the board was looking at the fee for a beach sticker. Some spoke for it. Tibbetts moved to raise "
        "the beach sticker fee to $20. Hall seconded. Motion passed 3-0. Roy moved to buy a plow. Motion passed 3-0."
    )
    said = "Osgood said the board was looking at the fee for a beach sticker."
    told = told_by("Who moved to raise the beach sticker fee?", text, said)
    assert told.split("“")[1].startswith("Tibbetts moved to raise the beach sticker fee")
    assert "plow" not in told


def test_words_that_name_another_year_are_near_and_no_answer() -> None:
    text = "The median ratio of the town for 2028 was 85.7 percent."
    assert told_by("What was the median ratio in 2026?", text, text).startswith("No record found answers this clearly.")
    assert told_by("What was the median ratio in 2028?", text, text).startswith("The Planning Board minutes")


def test_a_table_read_as_one_line_is_not_the_nearest_passage() -> None:
    figures = " ".join(f"{name} $ 5,840.00 $ 5,840.00" for name in ("Clerk", "Roads", "Police", "Fire", "Dump"))
    held = evidence("L1", f"Beach Sticker Look $ 20,840.00 {figures}")
    text = held.chunk.text
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(text), text=text, probability=0.2, label="L1")
    part = PartAnswer(part=ASKED, spans=(span,), probability=0.5, verdict="open", reason="not_held")
    retrieval = make_retrieval([held]).changed(answers=(part,))
    told = extract(make_brief(ASKED, retrieval=retrieval)).answer_markdown
    assert "“" not in told


def test_words_that_speak_of_nothing_asked_are_not_told_as_likely() -> None:
    part = open_answer(0.9).changed(verdict="likely", reason="")
    likely = part.changed(spans=(part.spans[0].changed(probability=0.75),))
    assert "likely answer" in answer_to(likely.changed(part="Who looked at the beach sticker?"))
    assert "likely answer" not in answer_to(likely.changed(part="Who keeps chickens?"))


@pytest.mark.parametrize(("second", "told"), [(0.07, False), (0.24, True)])
def test_what_is_left_without_the_best_span_is_told_only_where_it_is_likely_itself(
    second: float, *, told: bool
) -> None:
    asked = "Who signed the paper on the kiosk?"
    texts = (
        "Dana Roe and sixty others signed the paper on the pond.",
        "None who signed the kiosk paper came, Roe said.",
    )
    held = [evidence(f"L{n}", text, doc_id=f"af-{n}") for n, text in enumerate(texts, 1)]
    others = [evidence(f"L{n}", f"Roe signed page {n} on fish.", doc_id=f"af-{n}") for n in range(3, 7)]
    spans = tuple(
        AnswerSpan(chunk_id=one.chunk.id, start=0, end=len(text), text=text, probability=chance, label=one.label)
        for one, text, chance in zip(held, texts, (0.25, second), strict=True)
    )
    answers = (PartAnswer(part=asked, spans=spans, probability=0.83, verdict="likely"),)
    retrieval = make_retrieval([*held, *others]).changed(answers=answers)
    answer = extract(make_brief(asked, retrieval=retrieval)).answer_markdown
    assert (texts[1].rstrip(".") in answer and NEAREST not in answer) is told


def test_a_list_that_as_follows_announces_is_quoted_whole_with_the_motion_on_it() -> None:
    text = (
        "The Board received 3 abatement requests. They are as follows.\n\nMap 2, Lot 65, 4 Spruce Lane.\n\n"
        "Map 3, Lot 7, 79 Mill Road. The owner was not present.\nMap 9, Lot 1, 9 Pond Road.\n"
        "Varney made a motion to deny these. Tibbetts seconded. Motion passed. The board went on to the budget."
    )
    by_motion = told_by("Which properties had abatement requests denied?", text, "Varney made a motion to deny these.")
    by_head = told_by(
        "Which abatement requests did the board receive?", text, "The Board received 3 abatement requests."
    )
    wanted = ("as follows", "4 Spruce Lane", "79 Mill Road", "9 Pond Road")
    assert all(words in told for told in (by_motion, by_head) for words in wanted)
    assert "Motion passed" in by_motion
    assert not any("budget" in told for told in (by_motion, by_head))


def test_a_motion_that_decides_is_told_before_a_rule_that_shares_more_of_the_words() -> None:
    held = [
        evidence("L1", "No dump shall be kept in the town without a dump permit of the board."),
        evidence(
            "L2", "Varney motioned to increase the fee for the transfer station permit to $20. The motion passed 3-0."
        ),
    ]
    spans = tuple(
        AnswerSpan(chunk_id=one.chunk.id, start=0, end=len(text), text=text, probability=sure, label=one.label)
        for one, sure in zip(held, (0.27, 0.04), strict=True)
        for text in (one.chunk.text.split(". ")[0],)
    )
    asked = "Did the town raise the dump permit fee?"
    answers = (PartAnswer(part=asked, spans=spans, probability=0.86, verdict="likely"),)
    told = extract(make_brief(asked, retrieval=make_retrieval(held).changed(answers=answers))).answer_markdown
    assert told.startswith("Likely yes. ")
    assert "[L2]" in told
    assert "[L1]" not in told


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            "What is the fee for a short-term rental permit?",
            "There is $30,000 available for short term business loans.",
        ),
        (
            "Planning Board fee for a driveway permit?",
            "A driveway permit of the Planning Board is for 12 feet of width.",
        ),
        (
            "What is the fee for a public hearing notice?",
            "The fee for a hearing is $30, and the clerk puts up in the hall each public paper with its notice.",
        ),
        ("Where was the May 14 hearing on the driveway held?", "The driveway hearing of May 14 was held 7:00 p.m."),
    ],
)
def test_words_that_lack_what_is_asked_for_are_not_told_as_the_answer(asked: str, text: str) -> None:
    held = evidence("L1", text)
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(text), text=text, probability=0.62, label="L1")
    others = [evidence(f"L{n}", f"Page {n} on the pond and on fish.", doc_id=f"af-{n}") for n in range(2, 6)]
    answers = (PartAnswer(part=asked, spans=(span,), probability=0.75, verdict="likely"),)
    told = extract(
        make_brief(asked, retrieval=make_retrieval([held, *others]).changed(answers=answers))
    ).answer_markdown
    assert told.startswith(("No record found answers this", NEAREST))


def test_what_minutes_of_another_day_say_is_no_answer_on_the_day_named() -> None:
    held = evidence("L1", "Total fund payments were $150,341.", date="2031-03-25")
    asked = "What were the total fund payments on March 18, 2031?"
    text = held.chunk.text
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(text), text=text, probability=0.9, label="L1")
    answers = (PartAnswer(part=asked, spans=(span,), probability=0.95, verdict="answered"),)
    retrieval = make_retrieval([held]).changed(answers=answers)
    issue = {"date_from": "2031-03-18", "date_to": "2031-03-18"}

    def told(**issue: str) -> str:
        brief = make_brief(asked, retrieval=retrieval)
        return extract(brief.changed(issue=brief.issue.changed(**issue))).answer_markdown

    assert told(**issue).startswith("No record found answers this")
    assert told(date_from="2031-03-25", date_to="2031-03-25").startswith("The Planning Board minutes")


def test_a_motion_without_its_matter_is_quoted_with_the_sentence_that_names_it() -> None:
    text = (
        "The board met. The board received a request for a $166 abatement. Varney made a motion to approve. It passed."
    )
    told = told_by("Did the board approve the $166 abatement?", text, "Varney made a motion to approve.")
    assert "received a request for a $166 abatement. Varney made a motion to approve" in told


def test_a_motion_is_quoted_with_its_matter_though_a_sentence_stands_between_and_never_on_another_number() -> None:
    text = (
        "The board received an abatement for Map 12, Lot 3. The file explains it. Varney made a motion to approve."
        " Osgood seconded. Motion passed 3-0."
    )
    asked = "Did the board approve the abatement for Map {} Lot 3?"
    told = told_by(asked.format(12), text, "Varney made a motion to approve.")
    assert "received an abatement for Map 12, Lot 3" in told
    assert told.startswith("Yes")
    assert "“" not in told_by(asked.format(21), text, "The board received an abatement for Map 12, Lot 3.")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("When does the town office open?", "An office open to the public keeps a list under RSA 72:23 in the town."),
        ("Which budgets were approved on October 6, 2031?", "Monday, October 6, 2031"),
    ],
)
def test_neither_the_number_of_a_law_nor_the_day_asked_about_is_an_answer(asked: str, text: str) -> None:
    assert not says_asked(asked, text)


@pytest.mark.parametrize("asked", ["tax rate 2031 in Alder Falls", "How high is the toll?"])
def test_what_may_come_about_gives_no_figure(asked: str) -> None:
    said = "If we keep the budget within 3.00%, it should not change the 2031 tax rate or the toll by much."
    assert not says_asked(asked, said)
    assert says_asked(asked, "The 2031 tax rate and toll are $4.10.")
    assert says_asked(asked, "The 2031 tax rate and toll are $4.10. Roe asked if it was too late. A vote would help.")


def test_what_would_come_about_is_told_to_who_asks_what_would() -> None:
    assert says_asked("What interest would the town pay", "If it borrowed a million the interest would be $8,600.")


CARRIED = "The motion carried and the meeting ended at 4:30 PM. The clerk read the list of gifts for the fair."
BALLOT = "The petition on dog licenses carried by 40 votes to 12."


@pytest.mark.parametrize(("said", "told"), [(CARRIED, False), (BALLOT, True)])
def test_a_part_that_asks_of_it_is_answered_by_a_record_of_what_the_part_before_names(said: str, *, told: bool) -> None:
    asked = "What did the petition on dog licenses ask, and did it carry at the meeting?"
    first, second = (one.text for one in make_brief(asked).reading.parts)
    held = evidence("L1", said)
    end = said.index(".") + 1
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=end, text=said[:end], probability=0.9, label="L1")
    answers = (
        PartAnswer(part=first, probability=0.1, reason="not_held"),
        PartAnswer(part=second, spans=(span,), probability=0.95, verdict="answered"),
    )
    brief = make_brief(asked, retrieval=make_retrieval([held]).changed(answers=answers))
    assert extract(brief).answer_markdown.startswith("It turns on these words: ") is told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("How did the library trustees vote, and who looks at the beach sticker?", True),
        ("How did the Budget Committee vote, and what did the library trustees say of the beach sticker?", False),
    ],
)
def test_a_part_that_names_no_board_is_surely_answered_by_the_minutes_of_any(asked: str, *, told: bool) -> None:
    held, (first, second) = evidence("L1", FEE), (one.text for one in make_brief(asked).reading.parts)
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(FEE), text=FEE, probability=0.95, label="L1")
    answers = (
        PartAnswer(part=first, probability=0.1, reason="not_held"),
        PartAnswer(part=second, spans=(span,), probability=0.95, verdict="answered"),
    )
    issue = IssueMap(town="Alder Falls", boards=("Library Trustees",))
    brief = make_brief(asked, retrieval=make_retrieval([held]).changed(answers=answers), issue=issue)
    assert (FEE.rstrip(".") in extract(brief).answer_markdown) is told


def test_what_was_decided_at_the_meeting_of_a_day_is_not_told_by_minutes_of_another() -> None:
    text = "The board received the minutes of the meeting of May 6, 2031. Ames moved to buy a plow. Motion passed 3-0."
    held = evidence("L1", text, date="2031-05-20")
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=61, text=text[:61], probability=0.9, label="L1")
    part = PartAnswer(
        part="What was decided at the meeting of May 6, 2031?", spans=(span,), probability=0.95, verdict="answered"
    )
    issue = IssueMap(town="Alder Falls", date_from="2031-05-06", date_to="2031-05-06")
    retrieval = make_retrieval([held]).model_copy(update={"answers": (part,)})
    said = extract(make_brief(part.part, retrieval=retrieval, issue=issue)).answer_markdown
    assert said.startswith("No record found")


def test_a_part_that_the_answer_calls_open_is_not_told_to_be_likely() -> None:
    part = open_answer(0.9).changed(verdict="likely", reason="")
    part = part.changed(spans=(part.spans[0].changed(probability=0.6),))
    other = part.changed(part="Who sells it?")
    open_first = Answer(
        answer_markdown=f"The minutes record it [L1]. {open_part(part, (part.part, other.part)).sentence}",
        writer="extract",
    )
    first, second = strength_lines([part, other], open_first)
    assert first.startswith("Perhaps in the words or pages shown")
    assert not second.startswith("Perhaps in the words or pages shown")


def test_what_surely_answers_is_told_though_it_reads_as_a_heading_does() -> None:
    text = "RAFT PERMITS are DUE November 20, 2031, at the BOAT HOUSE.\n\nThe harbour opens late."
    told = told_by("When are the raft permits due?", text, "RAFT PERMITS are DUE November 20, 2031, at the BOAT HOUSE.")
    assert "RAFT PERMITS are DUE November 20, 2031" in told
    assert "harbour" not in told


def test_a_bill_is_no_answer_to_who_does_not_ask_about_one() -> None:
    text = "The fee for a raft license shall be $50, to be paid by the owner."
    held = evidence("S1", text, lane="state", doc_type="bill", title="HB 12 (2031): relative to rafts")

    def told(question: str) -> str:
        span = AnswerSpan(chunk_id="c", start=0, end=len(text), text=text, probability=0.9, label="S1")
        part = PartAnswer(part=question, spans=(span,), probability=0.95, verdict="answered")
        brief = make_brief(question, retrieval=make_retrieval([held]).changed(answers=(part,)))
        return extract(brief).answer_markdown

    assert told("What fee would HB 12 set for a raft license?").startswith(
        "HB 12, a bill as introduced and not the law,"
    )
    asked = told("What fee does an owner pay for a raft license?")
    assert asked == "No record found answers this clearly."


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("How many signatures does a raft petition need?", False),
        ("How many petitions came in?", True),
        ("How many people signed?", True),
    ],
)
def test_a_count_of_another_thing_that_the_question_names_is_no_answer(asked: str, told: bool) -> None:
    assert says_asked(asked, "The Board received 4 petitions on rafts.") is told


def test_who_voted_is_told_by_the_motion_on_the_matter_and_not_by_one_that_only_speaks_of_it() -> None:
    text = (
        "A Motion by Roy to recommend adding to the Mill Trail fund. Ames seconded. Lund asked whether it is the rail"
        " trail. A unanimous vote was taken. Motion passed 10-0.\n\n"
        "A Motion by Ames to recommend the Rail Trail. Roy seconded. Lund voted in opposition. Motion passed 9-1.\n\n"
        "Article 30 Create Rail Trail fund for walkers and riders"
    )
    told = told_by("Who voted against the rail trail article?", text, "Article 30 Create Rail Trail fund")
    assert "Lund voted in opposition" in told
    assert "10-0" not in told


def test_a_motion_to_appoint_tells_nothing_of_what_was_continued_and_a_body_is_no_matter() -> None:
    text = (
        "Ames moved to appoint Roy as gravel pit agent. Lund seconded. Motion passed 3-0.\n\n"
        "The pit hearing is at seven."
    )
    told = told_by("Who moved to continue the gravel pit hearing?", text, "The pit hearing is at seven")
    assert "Ames moved" not in told
    assert "Ames moved" in told_by("Who moved to appoint the gravel pit agent?", text, "The pit hearing is at seven")


def test_why_something_was_done_is_told_by_no_rule() -> None:
    text = "A hearing may be continued because notice must be posted in three places."
    question = "Why did the board continue the pit hearing?"
    span = AnswerSpan(chunk_id="c", start=0, end=len(text), text=text, probability=0.9, label="L1")
    part = PartAnswer(part=question, spans=(span,), probability=0.95, verdict="answered")
    for kind, is_told in (("ordinance", False), ("minutes", True)):
        held = evidence("L1", text, doc_type=kind)
        brief = make_brief(question, retrieval=make_retrieval([held]).changed(answers=(part,)))
        assert (text.rstrip(".") in extract(brief).answer_markdown) == is_told


def test_marks_of_markdown_are_no_words_of_a_quotation_and_a_page_that_ends_ends_the_thought() -> None:
    text = (
        "> **Form.** An application names the following, where applicable:\n> > - (a) A plan of the land;\n"
        "> > - (b) A list of abutters.\n\nThe museum is open on Fridays from ten to noon in summer. They has"
    )
    told = told_by("What does an application name?", text, "An application names the following, where applicable:")
    assert "A plan of the land" in told
    assert "> >" not in told
    assert "They has" not in told_by("When is the museum open?", text, "The museum is open on Fridays from ten to noon")


def test_a_figure_in_a_paper_titled_as_of_another_year_is_not_of_the_year_it_names() -> None:
    text = "You are required to assess $1,700 for the 2032 Raft Tax at $1.12 of the 2030 valuation."
    span = AnswerSpan(chunk_id="c", start=0, end=len(text), text=text, probability=0.9, label="S1")
    told = []
    for year in ("2032", "2030"):
        asked = f"What was the raft tax in {year}?"
        part = PartAnswer(part=asked, spans=(span,), probability=0.95, verdict="answered")
        held = evidence("S1", text, lane="state", title="Raft Tax Warrants for Tax Year 2032", date="2031-09-27")
        brief = make_brief(asked, retrieval=make_retrieval([held]).changed(answers=(part,)))
        told.append(extract(brief).answer_markdown.startswith("No record"))
    assert told == [False, True]


SIGNS = (
    "No sign may be larger than thirty square feet.",
    "A sign may stand twelve feet high.",
    "Each sign may have two faces.",
    "A sign on a barn may cover half of its gable.",
)


def told_of_signs(doc_type: DocType, between: str) -> str:
    text = between.join(SIGNS)
    held = evidence("L1", text, doc_type=doc_type, title="Sign Rules")
    spans = tuple(
        AnswerSpan(chunk_id=held.chunk.id, start=at, end=at + len(one), text=one, probability=0.13, label="L1")
        for at, one in ((text.index(one), one) for one in SIGNS)
    )
    part = PartAnswer(part="What are the rules for a sign?", spans=spans, probability=0.9, verdict="answered")
    retrieval = make_retrieval([held]).model_copy(update={"answers": (part,)})
    return extract(make_brief(part.part, retrieval=retrieval)).answer_markdown


def test_rules_of_which_none_leads_are_shown_together_and_not_as_the_answer() -> None:
    told = told_of_signs("ordinance", " ")
    assert told.startswith(NEAREST)
    assert all(one.rstrip(".") in told for one in SIGNS)


def test_sentences_far_apart_in_minutes_are_not_told_as_one_rule() -> None:
    between = " ".join(f"Varney spoke for item {number}." for number in ("one", "two", "three", "four", "five", "six"))
    assert "The likely answer" not in told_of_signs("minutes", f" {between} ")


LIVESTOCK = "A minimum of one acre shall be required to keep an animal defined as livestock."
COW = "How big a lot does a single cow need?"


def lead_to(probability: float) -> str:
    held = [evidence("L1", LIVESTOCK), evidence("L2", FEE, doc_id="af-2")]
    spans = tuple(
        AnswerSpan(chunk_id=one.chunk.id, start=0, end=len(text), text=text, probability=p, label=one.label)
        for one, text, p in zip(held, (LIVESTOCK, FEE), (probability, 0.02), strict=True)
    )
    part = PartAnswer(part=COW, spans=spans, probability=0.9, verdict="likely")
    brief = make_brief(COW, retrieval=make_retrieval(held).changed(answers=(part,)))
    answer = extract(brief)
    assert all(row.verdict == "verified" for row in audit(answer, brief).rows if row.citations)
    return answer.answer_markdown


def test_what_may_well_answer_in_other_words_is_shown_for_the_reader_to_judge() -> None:
    told = lead_to(0.6)
    assert told.startswith("The nearest the records come, for you to judge: The")
    assert "one acre" in told
    assert "[L2]" not in told  # far less likely, so no second lead


def test_of_words_that_hardly_answer_and_hardly_speak_of_it_only_the_record_is_named() -> None:
    assert lead_to(0.1).startswith("No record found answers this clearly. It would most likely stand in the")
    assert "“" not in answer_to(open_answer(0.4))


def test_what_was_next_when_a_record_was_written_is_a_lead_and_no_answer() -> None:
    asked, text = "When is the next town meeting?", "The next town meeting is on March 14, 2031 at 7:00 p.m."
    held = evidence("L1", text)
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(text), text=text, probability=0.9, label="L1")
    part = PartAnswer(part=asked, spans=(span,), probability=0.95, verdict="answered")
    told = extract(make_brief(asked, retrieval=make_retrieval([held]).changed(answers=(part,)))).answer_markdown
    assert told.startswith("The nearest the records come, for you to judge: The")


def test_an_open_part_of_two_sentences_is_named_by_its_last() -> None:
    part = open_answer(0.1).changed(part="There are three selectmen. Which one left in May?")
    told = open_part(part, (part.part, ASKED)).sentence
    assert told == "No record found answers the first part of the question (which one left in May) clearly."


TABLE = (
    "Permit | Fee 2030 | Fee 2031\nBuilding permit | $50 | $60\nSign permit | $20 | $25\nDriveway permit | $35 | $35\n"
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("How much is a sign permit in 2031?", "for “Sign permit” under “Fee 2031”: “$25”"),
        ("How much was a sign permit in 2030?", "for “Sign permit” under “Fee 2030”: “$20”"),
        ("What is the fee for a sign permit?", "for “Sign permit” under “Fee 2031”: “$25”"),
        ("How much was a sign permit in 2019?", ""),
    ],
)
def test_a_row_is_told_with_the_figure_under_the_head_of_the_year_asked_about(asked: str, told: str) -> None:
    answer = told_by(asked, TABLE, "Sign permit | $20 | $25")
    assert told in answer
    assert ("under" in answer) is bool(told)
    assert "“Sign permit | $20 | $25”" not in answer or not told


def test_a_row_is_told_with_the_figure_whose_head_says_what_is_asked() -> None:
    rows = (
        "Department | Voted | Requested",
        "Library | $41,200 | $43,900",
        "Highway | $2,000 | $9,500",
        "Roads | $9 | $8",
    )
    table = "\n".join(rows)
    row = "Library | $41,200 | $43,900"
    assert "for “Library” under “Requested”: “$43,900”" in told_by("What has the library requested?", table, row)


def test_a_row_none_of_whose_heads_is_asked_for_is_told_with_each_figure_under_its_head() -> None:
    rows = ("Department | Voted | Requested", "Library | $41,200 | $43,900", "Roads | $9 | $8", "Parks | $1 | $2")
    told = told_by("What is the library budget?", "\n".join(rows), "Library | $41,200 | $43,900")
    assert "for “Library” under “Voted”: “$41,200” [L1]; under “Requested”: “$43,900” [L1]" in told


def test_the_row_of_a_town_that_is_not_asked_about_is_never_shown() -> None:
    asked, other = tuple(towns("NH"))[:2]
    row, held = f"{other} 1,144,240 4.59", evidence("S1", f"{other} 1,144,240 4.59")
    statewide = held.changed(chunk=held.chunk.changed(town=""))
    passage = Passage((Span(statewide, 0, 0, 0, len(row), row, row=True),), 0, 1.0)
    assert of_other_town(passage, IssueMap(town=asked))
    assert not of_other_town(passage, IssueMap(town=other))
    assert not of_other_town(passage, IssueMap(town=asked, other_towns=(other,)))


FORM = "This form consists of (1) a map of the wharf; (2) a deed; and (3) the fee. Bring it to the clerk."
MOORINGS = "A mooring form is held by the clerk: (1) a red copy; and (2) a blue copy."


def counted(question: str, text: str, reason: OpenReason = "not_held") -> str:
    held = evidence("L1", text)
    words = text.split(". Bring")[0]
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(words), text=words, probability=0.1, label="L1")
    part = PartAnswer(part=question, spans=(span,), probability=0.8, verdict="open", reason=reason)
    brief = make_brief(question, retrieval=make_retrieval([held]).changed(answers=(part,)))
    answer = extract(brief)
    assert audit(answer, brief).passed
    return answer.answer_markdown


def test_a_list_of_as_many_items_as_are_asked_for_is_the_likely_answer_though_its_words_are_unsure() -> None:
    told = counted("Which three papers make up the wharf form?", FORM)
    assert told.startswith("The likely answer: The Planning Board")
    assert "(3) the fee" in told
    assert "likely answer" not in counted("Which four papers make up the wharf form?", FORM)
    assert "likely answer" not in counted("Which three papers make up the wharf form?", MOORINGS)
    assert "likely answer" not in counted("Which three papers make up the wharf form?", FORM, "other_town")


def test_the_text_of_a_law_that_is_not_held_is_told_after_the_rule_that_decides() -> None:
    rule = "Where these Regulations differ from RSA 155-E:4 on gravel the stricter applies."
    asked = "Do the gravel Regulations or RSA 155-E:4 win where they differ?"
    held = evidence("L1", rule, doc_type="ordinance")
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(rule), text=rule, probability=0.5, label="L1")
    part = PartAnswer(part=asked, spans=(span,), probability=0.6, verdict="open", reason="law_missing")
    retrieval = make_retrieval([held], absent=["RSA 155-E:4"]).model_copy(update={"answers": (part,)})
    brief = make_brief(asked, retrieval=retrieval)
    brief = brief.changed(issue=brief.issue.changed(statutes=("RSA 155-E:4",)))
    told = extract(brief).answer_markdown
    assert "that answers" not in told
    assert 0 <= told.index("the stricter applies") < told.index("RSA 155-E:4; its own text is not in the vault")


def test_words_that_speak_only_of_the_sentence_before_the_question_do_not_answer_it() -> None:
    asked = "The beach sticker was looked at in the spring; who paid for the barbecue?"
    held = evidence("L1", FEE)
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(FEE), text=FEE, probability=0.5, label="L1")
    part = PartAnswer(part=asked, spans=(span,), probability=0.6, verdict="open", reason="other_matter")
    retrieval = make_retrieval([held]).model_copy(update={"answers": (part,)})
    told = extract(make_brief(asked, retrieval=retrieval)).answer_markdown
    assert told.startswith(f"No record found answers this clearly. {NEAREST}")


def test_a_fund_named_beside_the_words_asked_for_stands_before_another_one_of_the_same_table() -> None:
    lines = (
        "The Trail Trust Fund names the Selectmen as agents to expend from it.",
        "The Library Trust Fund names the Trustees as agents to expend from it.",
    )
    held = [evidence(f"L{n}", one, doc_type="warrant", doc_id=f"af-{n}") for n, one in enumerate(lines, 1)]
    asked = "Who are the agents to expend for the Library fund?"
    spans = tuple(
        AnswerSpan(chunk_id=one.chunk.id, start=0, end=len(text), text=text, probability=p, label=one.label)
        for one, text, p in zip(held, lines, (0.6, 0.35), strict=True)
    )
    part = PartAnswer(part=asked, spans=spans, probability=0.95, verdict="likely")
    told = extract(make_brief(asked, retrieval=make_retrieval(held).changed(answers=(part,)))).answer_markdown
    assert "Trustees" in told
    assert "Trail" not in told


def test_why_a_board_did_something_is_told_neither_by_another_board_nor_by_what_somebody_asked() -> None:
    asked = "Why did the Library Trustees close the beach sticker office?"
    for text, board in (
        ("The Library Trustees closed the beach sticker office because it was cold.", "Planning Board"),
        ("Roe asked if anyone swam at the beach. Varney replied: no, because it was cold.", "Library Trustees"),
    ):
        held = evidence("L1", text, board=board)
        span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(text), text=text, probability=0.9, label="L1")
        part = PartAnswer(part=asked, spans=(span,), probability=0.95, verdict="answered")
        retrieval = make_retrieval([held]).model_copy(update={"answers": (part,)})
        issue = IssueMap(town="Alder Falls", boards=("Library Trustees",))
        told = extract(make_brief(asked, retrieval=retrieval, issue=issue)).answer_markdown
        assert "because it was cold" not in told


@pytest.mark.parametrize(("asked", "told"), [("the voters", False), ("the board", True)])
def test_what_a_board_moved_is_not_told_as_what_the_voters_did(asked: str, *, told: bool) -> None:
    said = "Varney moved to recommend the beach sticker budget of $900. Roy seconded. Motion passed 3-0."
    held, part = evidence("L1", said), f"What did {asked} decide about the beach sticker budget?"
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=60, text=said[:60], probability=0.9, label="L1")
    answer = PartAnswer(part=part.rstrip("?"), spans=(span,), probability=0.95, verdict="answered")
    brief = make_brief(part, retrieval=make_retrieval([held]).changed(answers=(answer,)))
    assert ("Varney moved" in extract(brief).answer_markdown) is told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Article 9: To see if the Town will vote to raise $900 for the beach stickers.", False),
        ("Article 9: To raise $900 for the beach stickers. Passed: yes 210, no 95.", True),
    ],
)
def test_what_a_warrant_asks_the_voters_is_not_told_as_what_they_decided(said: str, *, told: bool) -> None:
    held, part = evidence("L1", said, doc_type="warrant"), "Did the beach sticker article pass?"
    span = AnswerSpan(chunk_id=held.chunk.id, start=0, end=len(said), text=said, probability=0.9, label="L1")
    answer = PartAnswer(part=part.rstrip("?"), spans=(span,), probability=0.95, verdict="answered")
    brief = make_brief(part, retrieval=make_retrieval([held]).changed(answers=(answer,)))
    shown = extract(brief).answer_markdown
    assert ("beach stickers" in shown and "Near" not in shown and "near" not in shown) is told


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A mooring is let for fewer than 30 days.", False),
        ("Article 9: 312 Yes, 45 No.", True),
        ("It carried by a vote of 240 to 31.", True),
    ],
)
def test_a_count_of_votes_is_answered_by_votes_alone(text: str, *, says: bool) -> None:
    assert says_asked("How many votes did the mooring question get in Lindale", text) is says
