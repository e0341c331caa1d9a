"""Pasted texts, the situation and the gate, on texts about the invented towns Alder Falls and Pine Hollow."""

from __future__ import annotations

import pytest

from pipeline.ask.issue import PlanContext
from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.ask.sessions import (
    Session,
    detect_source,
    gate,
    leaning_queries,
    recent_sources,
    remember,
    situation_from,
    situation_score,
)
from pipeline.types import Question, SessionSource, Situation

KNOWN = ("Alder Falls", "Pine Hollow")
ARTICLE = """Alder Falls reopens boardwalk without a permit
By Dana Whitlow, Staff Reporter
Jan. 8, 2026

ALDER FALLS, N.H. — On Jan. 6 the select board voted 2-1 to reopen the boardwalk at Heron Park in Alder Falls.

The building inspector had told the board in December that no building permit was ever issued for the repair, and that
the ramp was too steep for a wheelchair.

"We know the boardwalk is not perfect," said Robin Osgood, who chairs the board. Osgood said the summer season would
not wait, and that the boardwalk would be inspected again in the spring by an engineer of the board's choice.

A resident of Heron Park Lane asked who would pay if somebody fell. The board took no further questions."""
QUESTION = "What actions taken by the select board led to potential liability?"
SITUATION = Situation(title="Heron Park boardwalk", town="Alder Falls", entities=("Heron Park", "Robin Osgood"))


def _source(text: str = ARTICLE, number: int = 1) -> SessionSource:
    return SessionSource(id=f"u{number}", type="article", text=text, created="2026-01-08")


def _context(**more: object) -> PlanContext:
    return PlanContext.model_validate({"known_towns": KNOWN, "today": "2026-11-21", **more})


# covers: 150, 152, 153, 154, 276, 143, 145
@pytest.mark.parametrize(
    ("message", "stored"),
    [
        (ARTICLE, True),
        ("word " * 160, True),
        ("word " * 150, False),
        ("\n\n".join(["A paragraph of more than fifty characters, about nothing at all."] * 4), True),
        ("\n\n".join(["A paragraph of more than fifty characters, about nothing at all."] * 3), False),
        ("By Dana Whitlow\nJan. 8, 2026\n" + "The board met and talked about the ramp. " * 10, True),
        ("Updated by a Reporter on Jan. 8: when is the meeting?", False),
        ("When is the annual meeting?", False),
    ],
)
def test_a_message_is_a_paste_by_length_paragraphs_or_dateline(message: str, stored: bool) -> None:
    assert (detect_source(message, source_id="u1", created="2026-01-08").source is not None) is stored


@pytest.mark.parametrize(
    "message",
    [
        f"{ARTICLE}\n\n{QUESTION}",
        f"Question: {QUESTION}\n\n{ARTICLE}",
        f"{QUESTION}\n\n---\n{ARTICLE}",
        f"{ARTICLE} {QUESTION}",
    ],
)
def test_the_question_is_split_from_the_paste(message: str) -> None:
    split = detect_source(message, source_id="u1", created="2026-01-08")
    assert split.question == QUESTION
    assert split.source is not None
    assert QUESTION not in split.source.text
    assert "reopen the boardwalk" in split.source.text


def test_a_paste_without_a_question_keeps_the_whole_text() -> None:
    split = detect_source(ARTICLE, source_id="u1", created="2026-01-08")
    assert (split.question, split.source and split.source.text) == ("", ARTICLE)


def test_the_kind_and_the_headline_are_read() -> None:
    source = detect_source(ARTICLE, source_id="u1", created="2026-01-08").source
    assert source is not None
    assert (source.type, source.title) == ("article", "Alder Falls reopens boardwalk without a permit")
    minutes = "The meeting was called to order. Motion by A, seconded by B. All in favor. Adjourned. " * 12
    held = detect_source(minutes, source_id="u2", created="2026-01-08").source
    assert held is not None
    assert held.type == "minutes"


# covers: 151, 277, 278
def test_three_sources_are_kept_and_the_last_two_are_read_newest_first() -> None:
    session = Session(id="s")
    for number in range(5):
        session = remember(session, _source(f"text {number}", number))
    assert [source.id for source in session.sources] == ["u2", "u3", "u4"]
    assert [source.id for source in recent_sources(session)] == ["u4", "u3"]


def test_the_same_text_is_not_kept_twice() -> None:
    session = remember(remember(Session(id="s"), _source("same", 1)), _source("same", 2))
    assert [source.id for source in session.sources] == ["u2"]


def test_a_pasted_text_sets_up_its_situation() -> None:
    situation = situation_from(_source(), KNOWN)
    assert situation.town == "Alder Falls"
    assert "Heron Park" in situation.entities
    assert "Robin Osgood" in situation.entities


@pytest.mark.parametrize(
    ("question", "used"),
    [
        ("What did the vote at Heron Park cost?", True),
        ("and?", True),
        ("what about it?", True),
        ("Is it legal?", True),
        ("Who voted against that decision?", True),
        ("What is the 2026 town budget?", False),
        ("How do I register my dog?", False),
        ("When is the election for road agent?", False),
        ("Why did Pine Hollow raise its dump fee?", False),
    ],
)
def test_the_situation_is_used_only_when_the_question_touches_it(question: str, used: bool) -> None:
    assert (situation_score(question, SITUATION, known=KNOWN) >= 2.0) is used


# covers: 142, 157, 174, 211, 280
def test_a_question_about_a_paste_takes_its_names_topics_and_event() -> None:
    context = _context(sources=(_source(),), pasted=True)
    made = plan(Question(text=QUESTION), context)
    assert made.route.format == "analysis"
    assert "Heron Park" in made.issue.entities
    assert "building permits" in made.issue.legal_topics
    assert made.issue.event_label == "Jan 6 vote"
    assert any("Heron Park" in query for query in made.retrieval.local.queries)


def test_a_budget_question_after_the_boardwalk_holds_nothing_of_the_boardwalk() -> None:
    context = _context(sources=(_source(),), situation=SITUATION, session_town="Alder Falls")
    made = plan(Question(text="What is the 2026 budget of the town?"), context)
    dumped = made.model_dump_json().lower()
    assert made.issue.situation_title == ""
    assert not [word for word in ("boardwalk", "heron", "osgood", "jan 6", "wheelchair") if word in dumped]


@pytest.mark.parametrize(
    ("question", "side"),
    [
        (QUESTION, True),  # it names no matter: the law is asked for what it says of any
        ("Who inspects the ramp of the boardwalk?", False),
    ],
)
def test_what_the_text_is_about_is_searched_for_beside_the_question(question: str, side: bool) -> None:
    found = leaning_queries(read(question), PlanContext(sources=(_source(),), known_towns=KNOWN))
    assert found[0].startswith("Heron Park ")
    assert {"boardwalk", "permit"} & set(found[0].split())
    assert "osgood" not in found[0].lower()
    assert (len(found) == 2 and "liability" in found[1]) is side


def test_nothing_is_searched_for_of_a_text_that_the_question_is_not_about() -> None:
    context = PlanContext(sources=(_source(),), known_towns=KNOWN)
    assert leaning_queries(read("When are dog licenses due?"), context) == ()
    assert leaning_queries(read(QUESTION), PlanContext(known_towns=KNOWN)) == ()


def test_an_older_source_that_the_question_does_not_touch_is_left_out() -> None:
    kept = gate(read("How do I register my dog?"), _context(sources=(_source(),), situation=SITUATION))
    assert (kept.sources, kept.situation) == ((), None)


def test_another_town_in_the_next_turn_switches_the_town_and_leaves_the_old_one_behind() -> None:
    context = _context(sources=(_source(),), situation=SITUATION, session_town="Alder Falls")
    made = plan(Question(text="Does Pine Hollow have a rule like this?"), context)
    assert made.issue.town == "Pine Hollow"
    assert "alder" not in " ".join(made.retrieval.local.queries).lower()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The Marblehead select board acted under M.G.L. c. 30A. " * 10, "Massachusetts"),
        ("A town in Vermont may do so. The Vermont statutes say it plainly. " * 10, "Vermont"),
        ("Pine Hollow voted. The Pine Hollow board met again. " * 10, "Pine Hollow"),
    ],
)
def test_a_text_of_another_state_or_town_is_named_as_such(text: str, word: str) -> None:
    context = _context(sources=(_source(text),), pasted=True)
    made = plan(Question(text="Could Alder Falls do this?"), context)
    assert any(word in warning for warning in made.warnings)


def test_a_question_about_another_state_says_what_is_searched() -> None:
    made = plan(Question(text="What does Vermont law say about town meeting warnings?"), _context())
    assert any("Vermont" in warning and "NH" in warning for warning in made.warnings)


def test_a_town_that_bears_the_name_of_a_state_is_the_town() -> None:
    asked = plan(Question(text="How many lots were merged in Washington last year?"), _context())
    text = "Washington voted for the bridge. The Washington board met again. " * 10
    pasted = plan(Question(text="Could Alder Falls do this?"), _context(sources=(_source(text),), pasted=True))
    assert not asked.warnings
    assert not any("is about Washington;" in warning for warning in pasted.warnings)
