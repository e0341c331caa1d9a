"""Answers in a conversation about a text of the user's, all invented (Alder Falls): which of its words are quoted, and
what of the archive is kept out."""

from __future__ import annotations

from datetime import UTC, datetime

from scripted_model import evidence, make_brief, make_retrieval

from pipeline.ask.conversation import hear, with_source
from pipeline.ask.sessions import Session
from pipeline.types import Brief, FormatName, Question, SessionSource
from pipeline.write.extract.compose import extract

ARTICLE = (
    "Boardwalk stays closed. The select board met on Monday about the Heron Park boardwalk and heard from the public."
    " The harvest fair was moved to October. Chair Ada Osgood said the boardwalk railing is ten inches short."
    " A visitor fell from the boardwalk in August and broke her wrist. The board thanked the garden club."
)
THEATRES = "Towns may make bylaws on the licensing of open-air theatres and may fix fees before they open."


def told(question: str, name: FormatName, *laws: str) -> str:
    return extract(brief(question, name, *laws)).answer_markdown


def brief(question: str, name: FormatName, *laws: str) -> Brief:
    source = SessionSource(id="u1", type="article", title="", text=ARTICLE, created="2031-06-01")
    state = [evidence(f"S{at}", law, section=f"RSA 31:{at}") for at, law in enumerate(laws, start=1)]
    return make_brief(question, name=name, sources=(source,), retrieval=make_retrieval((), state))


def test_the_sentence_that_answers_is_quoted_and_not_the_one_with_most_words_of_the_matter() -> None:
    answer = told("What happened on the boardwalk in August?", "simple")
    assert "“A visitor fell from the boardwalk in August and broke her wrist” [USER]" in answer
    assert "garden club" not in answer


def test_an_analysis_without_records_points_from_its_first_line_to_the_users_words() -> None:
    answer = told("Is the town liable for the broken wrist?", "analysis")
    bottom, _, rest = answer.partition("### What happened")
    assert "quoted below" in bottom
    assert "- “A visitor fell from the boardwalk in August and broke her wrist” [USER]" in rest


def test_law_on_another_matter_is_no_answer_in_a_conversation() -> None:
    assert "theatres" not in told("What must they fix before it can open?", "simple", THEATRES)


def test_a_follow_up_on_what_the_text_does_not_say_goes_on_from_the_question_before() -> None:
    session = with_source(
        Session(id="s1"), SessionSource(id="u1", type="article", title="", text=ARTICLE, created="2031-06-01"), ()
    )
    now = datetime(2031, 6, 2, tzinfo=UTC)
    first = hear(Question(text="Who fell from the boardwalk?"), session, known_towns=(), now=now)
    assert first.question.text == "Who fell from the boardwalk?"
    later = hear(Question(text="What insurance covers her?"), first.session, known_towns=(), now=now)
    assert "boardwalk" in later.question.text
