"""What a turn hears of its conversation: the pasted text goes into the session before anything is searched (S1).

Pure: the session comes in and goes out, keeping it is the caller's. It refuses to keep more than the last three texts
and to let a text into a turn that is not about it (the gate of `pipeline.ask.sessions` decides that later).
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pipeline.ask.plan import PlanContext
from pipeline.ask.sessions import Session, detect_source, recent_sources, remember, situation_from
from pipeline.types import Question, SessionSource

__all__ = ["Heard", "hear", "with_source", "with_town"]

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
