"""Which words answer each part of a question, how surely, and why a part is open; on invented passages."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_fakes import a_chunk

from pipeline.ask.reading import read
from pipeline.find.answers import Lacks, answered, find_answers
from pipeline.find.spans.model import Fitted, Tree, fits, probability
from pipeline.types import Evidence, IssueMap, PartAnswer

FEE = "Fees of the planning board.\n\nThe fee for a site plan review is $200. The fee for a boundary change is $75."
MINUTES = "The chair opened the meeting.\n\nThe footbridge repair will cost $14,000. Ms. Ames thanked the crew."


def evidence(*texts: str, **facts: object) -> tuple[Evidence, ...]:
    chunks = (a_chunk(n, text, **facts) for n, text in enumerate(texts, 1))
    return tuple(Evidence(label=f"L{n}", chunk=chunk, score=1.0) for n, chunk in enumerate(chunks, 1))


def found(question: str, held: tuple[Evidence, ...], **issue: object) -> tuple[PartAnswer, ...]:
    return find_answers(read(question), IssueMap.model_validate(issue), held)


def test_each_part_of_a_question_is_answered_by_itself() -> None:
    parts = found("What does the footbridge repair cost, and who decides about it?", evidence(MINUTES))
    assert [part.part for part in parts] == ["What does the footbridge repair cost", "who decides about it"]


def test_the_sentence_that_says_it_stands_first_with_its_place() -> None:
    held = evidence("The library opens on Monday.", MINUTES)
    (part,) = found("What does the footbridge repair cost?", held)
    best = part.spans[0]
    assert best.text == "The footbridge repair will cost $14,000."
    assert (best.label, MINUTES[best.start : best.end], best.page) == ("L2", best.text, 1)


def test_the_fee_that_was_asked_for_stands_above_the_neighbouring_one() -> None:
    (part,) = found("What is the fee for a boundary change?", evidence(FEE))
    assert part.spans[0].text == "The fee for a boundary change is $75."


def test_a_section_under_which_the_question_is_filed_is_told_sooner_and_the_part_no_surer() -> None:
    crows, votes = evidence("Osgood asked for a second count of the crows.", "A recount is held within ten days.")
    held = (crows, votes.changed(chunk=votes.chunk.changed(section="RSA 9999:2")))
    reading = read("Who asked for a second count?")
    (plain,) = find_answers(reading, IssueMap(), held)
    (filed,) = find_answers(reading, IssueMap(), held, filed={"RSA 9999:2": 1.0})
    (hardly,) = find_answers(reading, IssueMap(), held, filed={"RSA 9999:2": 0.5})
    likely = [{span.label: span.probability for span in one.spans}["L2"] for one in (plain, filed)]
    assert likely[1] > 3 * likely[0]
    assert hardly == plain
    assert filed.probability == plain.probability


def test_two_parts_are_answered_by_two_sentences_where_each_says_one() -> None:
    held = evidence("Mr. Roy moved to adjourn the meeting of the fire wards. Ms. Ames seconded the motion.")
    matter = "to adjourn the meeting of the fire wards"
    moved, seconded = found(f"Who moved {matter}, and who seconded the motion {matter}?", held)
    assert moved.spans[0].text.startswith("Mr. Roy moved")
    assert seconded.spans[0].text == "Ms. Ames seconded the motion."


def test_a_sentence_and_the_next_that_may_answer_as_well_are_told_together() -> None:
    text = "The town must give notice before a cemetery is cleaned. It must ask the owner before a cemetery is cleaned."
    (part,) = found("What must the town do before a cemetery is cleaned?", evidence(f"{text} Fences are gray."))
    best = part.spans[0]
    assert (best.text, best.end - best.start) == (text, len(text))
    assert "Fences" not in best.text
    assert all(span.start >= best.end or span.end <= best.start for span in part.spans[1:])


def test_a_question_that_is_answered_is_surer_than_one_that_shares_its_words() -> None:
    held = evidence(MINUTES, FEE)
    (answer,) = found("What does the footbridge repair cost?", held)
    (other,) = found("What does the ski lift at the Grand Hotel cost?", held)
    assert answer.probability > other.probability + 0.3


def test_a_part_is_answered_only_where_some_words_stand_out_however_surely_something_held_answers_it() -> None:
    alike = [f"The fee for a boundary change was read as ${n}5 by the board at its hearing." for n in range(3, 11)]
    (one,) = found("What is the fee for a boundary change?", evidence(FEE))
    (many,) = found("What is the fee for a boundary change?", evidence(*alike))
    assert (one.verdict, many.verdict) == ("answered", "likely")
    assert many.probability > one.probability
    assert many.spans[0].probability < 0.4 < one.spans[0].probability


def test_a_question_from_elsewhere_is_open_with_a_reason() -> None:
    (part,) = found("Who won the chess final in Paris?", evidence(MINUTES, FEE))
    assert (part.verdict, part.reason) == ("open", "not_held")


def test_the_figure_of_another_year_is_less_sure_than_the_same_of_the_year_asked_for() -> None:
    held = evidence(MINUTES, date="2031-05-01")
    (same,) = found("What does the footbridge repair cost in 2031?", held)
    (other,) = found("What did the footbridge repair cost in 2024?", held)
    assert same.probability > other.probability


def test_nothing_held_leaves_every_part_open_without_a_span() -> None:
    (part,) = found("Who trims the hedges?", ())
    assert (part.verdict, part.reason, part.spans, part.probability) == ("open", "not_held", (), 0.0)


def test_how_surely_a_question_is_answered_is_the_mean_over_its_parts() -> None:
    parts = (PartAnswer(part="a", probability=0.9), PartAnswer(part="b", probability=0.1))
    assert answered(parts) == pytest.approx(0.5)
    assert answered(()) == 0.0


@given(st.floats(-1e6, 1e6))
def test_a_probability_is_a_share_whatever_the_figures(value: float) -> None:
    assert 0.0 <= probability(dict.fromkeys(fits().part.names, value)) <= 1.0


def test_a_probability_is_calibrated_for_the_way_to_ask() -> None:
    figures, scales = dict.fromkeys(fits().part.names, 0.2), fits().scales
    told = {}
    for way, phrased in (("own", 0.0), ("phrased", 1.0)):
        figures["best_phrasings"] = phrased
        slope, bias = scales[way]
        odds = slope * fits().part.scores([figures])[0] + bias
        told[way] = probability(figures)
        assert told[way] == pytest.approx(1 / (1 + math.exp(-odds)))
    assert scales["own"] != scales["phrased"]
    assert told["own"] != told["phrased"]


def test_a_fitted_function_adds_up_its_trees_and_weights() -> None:
    tree = Tree(figures=(1, 0), thresholds=(0.5, 2.0), below=(1, -1), above=(-3, -2), leaves=(1.0, 2.0, 4.0))
    model = Fitted(names=("a", "b"), trees=(tree, Tree(leaves=(0.5,))), weights=(10.0, 0.0), bias=0.25)
    rows = [{"a": 2.0, "b": 0.5}, {"a": 3.0, "b": 0.0}, {"a": 0.0, "b": 0.6}]
    assert model.scores(rows) == [pytest.approx(21.75), pytest.approx(32.75), pytest.approx(4.75)]


ROLL = "Call to Order: Chairman, {} opened the meeting.\nRoll Call: {} – Chairman, Kay Ames, Bo Roy\n\nThe end."


def test_the_newest_roll_call_answers_who_holds_an_office() -> None:
    older = evidence(ROLL.format("Max Poe", "Max Poe"), date="2024-03-05", board="Planning Board", lane="local")
    newer = evidence(ROLL.format("Ada Lee", "Ada Lee"), date="2025-03-04", board="Planning Board", lane="local")
    held = (older[0], newer[0].changed(label="L2"))
    (part,) = found("Who is the chair of the planning board?", held, boards=("Planning Board",))
    assert (part.verdict, part.spans[0].label) == ("answered", "L2")
    assert "Ada Lee" in part.spans[0].text
    (then,) = found("Who was chair of the planning board in 2024?", held, boards=("Planning Board",),
                    date_from="2024-01-01", date_to="2024-12-31")  # fmt: skip
    assert "Max Poe" in then.spans[0].text


def test_the_roll_call_of_another_body_answers_nothing_about_this_one() -> None:
    held = evidence(ROLL.format("Max Poe", "Max Poe"), date="2024-03-05", board="Budget Committee", lane="local")
    (part,) = found("Who is the chair of the planning board?", held, boards=("Planning Board",))
    assert part.verdict == "open"


def test_law_of_another_state_than_the_one_asked_for_is_no_answer() -> None:
    held = evidence("The polls shall be open until 8 o'clock in the evening.", lane="state", section="ASL 12:3")
    asked = read("How late shall the polls be open in Ohio?")
    here, there = (find_answers(asked, IssueMap(), held, lacks=lacks)[0] for lacks in (Lacks(), Lacks(state="Ohio")))
    assert there.probability < here.probability
    assert (there.verdict, there.reason, there.near) == ("open", "not_held", "nothing of Ohio is held in the vault")


def test_law_that_only_likely_answers_is_no_answer_of_a_town_of_which_nothing_is_held_unless_it_names_the_town() -> (
    None
):
    asked, issue = read("Who runs the ambulance service in Pinfold?"), IssueMap(town="Pinfold")
    text = "The ambulance service is run by a {}, as licensed by the commissioner."
    of_all, of_one = (
        evidence(text.format(body), lane="state", section="ASL 9:2") for body in ("district", "district of Pinfold")
    )
    lacking = Lacks(towns=("Pinfold",))
    (held,), (part,), (named,) = (
        find_answers(asked, issue, law, lacks=lacks)
        for law, lacks in ((of_all, Lacks()), (of_all, lacking), (of_one, lacking))
    )
    assert "open" not in (held.verdict, named.verdict)
    assert (part.verdict, part.reason, part.near) == ("open", "not_held", "nothing of Pinfold is held in the vault")


def test_who_chairs_any_hearing_of_a_kind_is_answered_by_a_rule_and_by_no_roll_call() -> None:
    roll = evidence("Present: Robin Osgood, Chair; Ruth Tibbetts.", board="Planning Board", date="2031-05-01")
    (part,) = found("Who chairs a joint hearing of the Planning Board?", roll, boards=("Planning Board",))
    assert part.probability < 0.8
    assert (part.verdict, part.reason) == ("open", "wrong_kind")
    law = evidence(
        "At a joint hearing the chair of the planning board shall preside.", lane="state", section="ASL 12:4"
    )
    (ruled,) = found("Who chairs a joint hearing of the Planning Board?", (*roll, law[0].changed(label="S1")))
    assert ruled.probability > part.probability
    assert ruled.spans[0].label == "S1"


def test_it_is_not_said_that_only_another_year_is_held_where_a_page_of_the_year_asked_about_speaks_of_it() -> None:
    newer = evidence("The youth derby at the mill pond is on May 10.", date="2031-04-28")
    older = evidence("A derby on the mill pond may be held by youth under this proposal.", date="2024-01-05")
    held = (*newer, older[0].changed(label="L2", chunk=older[0].chunk.changed(id="another")))
    asked = "Who won the youth derby on the mill pond in 2024?"
    (alone,), (both,) = found(asked, newer), found(asked, held)
    assert (alone.verdict, alone.reason) == ("open", "other_year")
    assert both.reason != "other_year"


NEXT = "The wardens asked for $900 for planks of the raft, and Roe spoke."


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What did the raft cost in the 2032 budget?", "other_matter"),
        ("What did the raft cost in fiscal 2032?", "other_matter"),
        ("What did the raft cost in 2032?", "other_year"),
        ("What did the raft cost in the 2033 budget?", "other_year"),
        ("What did the raft cost in the 2030 budget?", "other_year"),
    ],
)
def test_a_record_of_the_year_before_is_of_no_other_year_for_a_budget(question: str, reason: str) -> None:
    (part,) = found(question, evidence(NEXT, date="2031-10-08"))
    assert (part.verdict, part.reason) == ("open", reason)


def test_of_a_part_that_names_several_years_words_of_a_record_of_each_are_offered() -> None:
    many = [f"In the harbor the wardens painted the raft {color} by hand." for color in ("red", "gray", "blue") * 4]
    lone = "Osgood wrote of a raft."
    held = [*evidence(*(f"{text} Page {n}." for n, text in enumerate(many)), date="2031-05-20")]
    held.append(Evidence(label="L99", chunk=a_chunk(99, lone, date="2029-05-20"), score=1.0))
    asked = "What did the wardens do with the raft in {}?"
    (both,) = found(asked.format("2029 and 2031"), tuple(held))
    (single,) = found(asked.format("2031"), tuple(held))
    assert [one.text for one in both.spans if one.label == "L99"] == [lone]
    assert "L99" not in {one.label for one in single.spans}
    assert [one.label for one in both.spans[:1]] != ["L99"]
