"""What a turn hears of its conversation: the pasted text goes into the session before anything is searched (S1).

Pure: the session comes in and goes out, keeping it is the caller's. It refuses to keep more than the last three texts
and to let a text into a turn that is not about it (the gate of `pipeline.ask.sessions` decides that later).
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pipeline.answer.markdown import labels_in
from pipeline.ask.names import frequent_names
from pipeline.ask.phrases import content, first_seen
from pipeline.ask.plan import PlanContext
from pipeline.ask.sessions import Session, detect_source, recent_sources, refers_back, remember, situation_from
from pipeline.types import Question, SessionSource, Situation, TurnResult

__all__ = ["Heard", "after_turn", "follow_up_queries", "hear", "with_source", "with_town"]

_TITLE_CHARS = 200
_NAMES = 6
"""Names a conversation goes on about."""
_NAMES_SEARCHED = 3
_OPENING_CHARS = 300
"""A text pasted without a question is asked about by its opening."""


class Heard(NamedTuple):
    """A message as a turn sees it: the question without the paste, what surrounds it, the session, whether it grew."""

    question: Question
    context: PlanContext
    session: Session
    pasted: bool


def with_source(session: Session, source: SessionSource, known_towns: tuple[str, ...]) -> Session:
    """The session with a text added, and what it is about as the situation."""
    situation = situation_from(source, known_towns)
    return remember(session, source).changed(situation=situation, town=session.town or situation.town)


def with_town(session: Session, town: str) -> Session:
    """The session with the town a turn was about; unchanged for a turn about none."""
    return session.changed(town=town) if town else session


def after_turn(session: Session, result: TurnResult) -> Session:
    """The session with what a turn was about as its situation: what "it", "she" or "that vote" mean in the next one.

    A follow-up without a matter of its own stays with the matter of the question before it.
    """
    reading, issue = result.brief.reading, result.plan.issue
    before = session.situation
    cited = set(labels_in(result.answer.answer_markdown))
    titles = (item.chunk.title for item in result.retrieval.merged if item.label in cited)
    shown = " ".join([result.answer.answer_markdown, *titles])
    stays = before is not None and refers_back(reading.text, (issue.town,))
    names = first_seen([*issue.identifiers, *issue.entities, *frequent_names(shown, (issue.town, *issue.boards))])
    kept = before.entities if before and stays else ()
    title = before.title if before and stays else reading.text[:_TITLE_CHARS]
    situation = Situation(title=title, town=issue.town, entities=first_seen([*kept, *names])[:_NAMES])
    return Session(id=session.id, sources=session.sources, situation=situation, town=issue.town or session.town)


def follow_up_queries(question: str, session: Session) -> tuple[str, ...]:
    """A follow-up with the matter it goes on about, as phrasings that are searched beside it; () without a matter."""
    situation = session.situation
    if situation is None:
        return ()
    own = content(question)
    about = " ".join(first_seen([*content(situation.title), *own]))
    return first_seen([about, " ".join([*situation.entities[:_NAMES_SEARCHED], *own])])


def hear(
    question: Question,
    session: Session,
    *,
    known_towns: tuple[str, ...],
    town_states: tuple[tuple[str, str], ...] = (),
    now: datetime,
) -> Heard:
    """The question split from what was pasted, and the context of its session, which holds the pasted text."""
    split = detect_source(
        question.text, source_id=f"src-{len(session.sources) + 1}", created=now.isoformat(timespec="seconds")
    )
    pasted = split.source is not None
    if split.source is not None:
        session = with_source(session, split.source, known_towns)
    context = PlanContext(
        sources=recent_sources(session),
        situation=session.situation,
        session_town=session.town,
        known_towns=known_towns,
        town_states=town_states,
        today=now.date().isoformat(),
        pasted=pasted,
    )
    text = split.question or question.text[:_OPENING_CHARS]
    return Heard(question.changed(text=text), context, session, pasted)
