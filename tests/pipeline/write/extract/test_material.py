"""Which of the passages found are told. Records of the invented town Alder Falls."""

from __future__ import annotations

import pytest
from scripted_model import answering, evidence, make_brief, make_retrieval

from pipeline.answer.telling import LIKELY, MAY_ANSWER, NEAREST, TO_JUDGE, TURNS_ON
from pipeline.ask.reading import read
from pipeline.check.audit import audit
from pipeline.types import AnswerSpan, Evidence, IssueMap, PartAnswer, PartVerdict
from pipeline.write.extract.compose import extract


def told(question: str, *texts: str, words: tuple[str, ...] = (), law: str = "") -> str:
    """The answer to a question that these texts, or the given words of them, answer, each of a record of its own."""
    held = [evidence(f"L{n}", text, doc_id=f"af-{n}") for n, text in enumerate(texts, 1)]
    state = [evidence("S1", law, section="RSA 500:7", doc_type="statute", title="RSA")] if law else []
    made = make_brief(question, retrieval=make_retrieval(held, state), issue=IssueMap(town="Alder Falls"))
    return extract(answering(made, *(words or texts), *([law] if law else []))).answer_markdown


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who bought the new raft of the harbor?", "Ada Osgood bought the new raft of the harbor for $900."),
        ("What did the wardens vote on the raft?", "The wardens voted to keep the raft."),
    ],
)
def test_that_a_meeting_was_adjourned_may_stand_before_the_words_that_answer(question: str, words: str) -> None:
    assert words.rstrip(".") in told(question, f"The meeting was adjourned. {words}", words=(words,))


def test_that_a_meeting_was_adjourned_answers_nothing_alone() -> None:
    adjourned = "The meeting on the raft was adjourned."
    assert "“" not in told("What did the wardens vote on the raft?", f"{adjourned} Roe spoke.", words=(adjourned,))


MILL = "Osgood said that the fence at 14 Mill Lane is seven feet tall."
OTHER = "Poe said that the fence of a neighbor is nine feet tall."
LAW = "A fence shall be no more than six feet tall."


def test_where_one_record_names_the_address_asked_about_no_record_that_does_not_is_told() -> None:
    answer = told("What height has the fence at 14 Mill Lane?", OTHER, MILL)
    assert MILL.rstrip(".") in answer
    assert "neighbor" not in answer


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What height has the fence?", (OTHER, MILL)),
        ("What height has the fence at 14 Mill Lane?", (OTHER,)),
    ],
)
def test_a_record_without_an_address_is_told_where_none_is_asked_about_or_none_names_it(
    question: str, texts: tuple[str, ...]
) -> None:
    assert OTHER.rstrip(".") in told(question, *texts)


def test_law_need_not_name_the_address_asked_about() -> None:
    answer = told("What height may the fence at 14 Mill Lane have?", OTHER, MILL, law=LAW)
    assert LAW.rstrip(".") in answer
    assert "neighbor" not in answer


def near(
    question: str,
    *held: Evidence,
    words: str = "",
    chances: tuple[float, ...] = (0.2,),
    probability: float = 0.5,
    verdict: PartVerdict = "open",
) -> str:
    """The answer to a question whose first part these texts may answer, or the given words of the first: so surely
    each, and so surely any of them."""
    told = (words or held[0].chunk.text, *(one.chunk.text for one in held[1:]))
    spans = tuple(
        AnswerSpan(
            chunk_id=one.chunk.id,
            start=one.chunk.text.index(text),
            end=one.chunk.text.index(text) + len(text),
            text=text,
            probability=chance,
            label=one.label,
        )
        for one, text, chance in zip(held, told, chances, strict=False)
    )
    first, *others = (part.text for part in read(question).parts)
    part = PartAnswer(
        part=first,
        spans=spans,
        probability=probability,
        verdict=verdict,
        reason="not_held" if verdict == "open" else "",
    )
    rest = (PartAnswer(part=one, reason="not_held") for one in others)
    local, state = ([one for one in held if one.label.startswith(lane)] for lane in "LS")
    retrieval = make_retrieval(local, state).changed(answers=(part, *rest))
    brief = make_brief(question, retrieval=retrieval, issue=IssueMap(town="Alder Falls"))
    answer = extract(brief)
    assert audit(answer, brief).passed
    return answer.answer_markdown


def a_bill(text: str) -> Evidence:
    return evidence("S1", text, doc_type="bill", title="HB 12 (2031): relative to rafts")


MOORED = "An owner may moor a raft overnight at a wharf."
MAY_MOOR = "May an owner moor a raft overnight?"
OF_BILL = "HB 12, a bill as introduced and not the law, proposed: “"


@pytest.mark.parametrize("question", [MAY_MOOR, "Can a raft be moored overnight by an owner?"])
@pytest.mark.parametrize(
    ("chance", "probability", "verdict"), [(0.2, 0.3, "open"), (0.05, 0.1, "open"), (0.7, 0.8, "likely")]
)
def test_the_words_of_a_bill_are_nearest_to_a_yes_or_no_that_no_law_found_says(
    question: str, chance: float, probability: float, verdict: PartVerdict
) -> None:
    told = near(question, a_bill(MOORED), chances=(chance,), probability=probability, verdict=verdict)
    assert told.startswith(f"{NEAREST}{TO_JUDGE}{OF_BILL}{MOORED.rstrip('.')}”")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What may an owner moor overnight?", MOORED),
        ("What fee does an owner pay to moor a raft?", "An owner shall pay a fee of $50 to moor a raft."),
        (MAY_MOOR, "A raft may be painted red by the warden."),
        ("May an owner moor a raft overnight beside a school, a mill or a ferry?", MOORED),
    ],
)
def test_no_bill_is_near_where_something_else_is_asked_or_it_says_little_of_it(question: str, text: str) -> None:
    assert "HB 12" not in near(question, a_bill(text))


def test_of_several_bills_the_likeliest_is_shown_and_none_beside_what_is_told() -> None:
    other = evidence(
        "S2",
        "A raft that its owner did moor on ice is not to stay there overnight.",
        doc_type="bill",
        title="HB 13 (2031): on rafts",
    )
    both = near(MAY_MOOR, a_bill(MOORED), other, chances=(0.3, 0.2))
    assert "HB 12" in both
    assert "HB 13" not in both
    rule = evidence("L1", "No raft of an owner shall be moored overnight at a wharf.", doc_type="ordinance")
    told = near(MAY_MOOR, rule, a_bill(MOORED), chances=(0.9, 0.02), probability=0.95, verdict="answered")
    assert told.startswith("No. ")
    assert "HB 12" not in told


def test_a_bill_is_nearer_than_a_record_that_only_may_answer() -> None:
    rule = evidence("L1", "The owner of a boat shall keep its lamp clean overnight.", doc_type="ordinance")
    told = near(MAY_MOOR, rule, a_bill(MOORED), chances=(0.5, 0.3), probability=0.8, verdict="likely")
    assert OF_BILL in told
    assert "lamp" not in told


LIES = "Ada Osgood lit the raft at the pond."
OTHERS = (
    evidence("L2", "Roe spoke of a warden.", doc_id="af-2"),
    evidence("L3", "Poe spoke of harbor paint at night.", doc_id="af-3"),
)


def likely(question: str, text: str) -> str:
    return near(question, evidence("L1", text), *OTHERS, chances=(0.9,), probability=0.95, verdict="likely")


def test_words_that_decide_neither_yes_nor_no_and_say_little_of_it_are_not_told_as_what_it_turns_on() -> None:
    asked = "Is the raft of the harbor warden painted at night?"
    assert likely(asked, LIES).startswith(f"{MAY_ANSWER}it{TO_JUDGE}")
    much = LIES.replace("at the pond", "of the harbor warden")
    assert likely(asked, much).startswith(f"Likely {TURNS_ON[0].lower()}{TURNS_ON[1:]}")


def test_words_that_decide_or_that_answer_another_form_are_likely_told_though_they_say_as_little() -> None:
    assert likely("Who painted the raft of the harbor warden at night?", LIES).startswith(LIKELY)
    barred = likely("Can the raft of the harbor warden be painted at night?", "No raft shall be painted at the pond.")
    assert barred.startswith("Likely no. ")


RED = evidence("L1", "Osgood painted the raft red in the spring.", date="2031-05-20")
GRAY = evidence("L2", "Roe painted the raft gray in the fall.", doc_id="af-2", date="2029-09-20")


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("How was the raft painted in 2029 and 2031?", True),
        ("How was the raft painted in 2029, 2030 and 2031?", False),
        ("How was the raft painted in the end?", False),
        ("How was the raft painted in 2029 and 2031, and who keeps its lamp?", False),
    ],
)
def test_of_a_part_that_names_several_years_the_best_record_of_each_is_told(question: str, *, both: bool) -> None:
    told = near(question, RED, GRAY, chances=(0.9, 0.04), probability=0.95, verdict="answered")
    assert "raft red" in told
    assert ("raft gray" in told) is both


def test_of_several_records_of_a_year_one_is_told() -> None:
    blue = evidence("L3", "Poe painted the raft blue in the summer.", doc_id="af-3", date="2031-07-20")
    asked = "How was the raft painted in 2029 and 2031?"
    told = near(asked, RED, GRAY, blue, chances=(0.8, 0.04, 0.1), probability=0.95, verdict="answered")
    assert "raft red" in told
    assert "raft gray" in told
    assert "raft blue" not in told


ASKED_FOR = "Osgood asked for the mooring of his raft at the north wharf."
BETWEEN = "The clerk read a letter. The lamp is red. A boat went by. It was cold."
VOTED = "Roe moved to grant it for one year. Poe seconded. Motion passed 3-0."


@pytest.mark.parametrize(
    ("question", "page", "shown"),
    [
        (
            "What was decided about the mooring of the raft at the wharf?",
            f"{ASKED_FOR} {BETWEEN} {VOTED}",
            True,
        ),
        ("Who moved to grant the mooring of the raft?", f"{ASKED_FOR} {BETWEEN} {VOTED}", True),
        ("What did the board hear of the mooring of the raft at the wharf?", f"{ASKED_FOR} {BETWEEN} {VOTED}", False),
        (
            "Who moved to grant the mooring of the raft?",
            f"{ASKED_FOR} {BETWEEN} Roe moved to grant it for one year. It rained.",
            False,
        ),
        ("Who moved to grant the mooring of the raft?", f"Osgood asked for a lamp. {BETWEEN} {VOTED}", False),
    ],
)
def test_a_vote_that_says_little_of_its_matter_is_near_what_was_decided(
    question: str, page: str, *, shown: bool
) -> None:
    told = near(question, evidence("L1", page), words="Roe moved to grant it for one year.", chances=(0.05,))
    assert ("Roe moved to grant it for one year" in told) is shown


APPEAL = "Any person aggrieved by a raft permit may appeal to the court within 30 days."


@pytest.mark.parametrize(
    ("question", "aside"),
    [
        ("They denied the raft permit. What can the owner do?", False),
        ("They denied the raft permit. How do I get it?", False),
        ("They denied the raft permit. Who paid the owner?", True),
    ],
)
def test_steps_are_not_aside_though_they_say_only_what_the_sentence_before_the_question_does(
    question: str, *, aside: bool
) -> None:
    told = near(question, evidence("L1", APPEAL, doc_type="ordinance"), chances=(0.45,), probability=0.7)
    assert told.startswith("No record found answers this clearly. " if aside else NEAREST)
    assert APPEAL.rstrip(".") in told
