"""What a turn remembers of its conversation: the pasted text is stored before anything is searched (S1).

Reads and writes one session through the store. It refuses to keep more than the last three texts and to let a text
into a turn that does not touch it (the gate of `pipeline.ask.sessions` decides that later).
"""

from __future__ import annotations

from typing import NamedTuple

from pipeline.ask.plan import PlanContext
from pipeline.ask.sessions import Session, detect_source, recent_sources, remember, situation_from
from pipeline.services import Services
from pipeline.types import Question

__all__ = ["Heard", "hear", "keep"]


class Heard(NamedTuple):
    """A message as a turn sees it: the question without the paste, what surrounds it, and the session to keep."""

    question: Question
    context: PlanContext
    session: Session | None


def hear(question: Question, services: Services, session_id: str = "") -> Heard:
    """The question split from what was pasted, and the context of its session; the paste is stored at once.

    Without a session id a paste serves this turn only. An unknown id begins a session under that id.
    """
    now = services.clock()
    held = services.sessions.load(session_id) if services.sessions and session_id else None
    session = held or Session(id=session_id or services.new_id())
    split = detect_source(question.text, source_id=services.new_id(), created=now.isoformat())
    if split.source is not None:
        situation = situation_from(split.source)
        session = remember(session, split.source).model_copy(update={"situation": situation})
        _save(session, services, session_id)
    context = PlanContext(
        sources=recent_sources(session),
        situation=session.situation,
        session_town=session.town,
        today=now.date().isoformat(),
        pasted=split.source is not None,
    )
    return Heard(question.model_copy(update={"text": split.question}), context, session if session_id else None)


def keep(heard: Heard, town: str, services: Services) -> None:
    """Remembers the town a turn was about; nothing without a session or a town."""
    if heard.session is not None and town and town != heard.session.town:
        _save(heard.session.model_copy(update={"town": town}), services, heard.session.id)


def _save(session: Session, services: Services, session_id: str) -> None:
    if services.sessions is not None and session_id:
        services.sessions.save(session)
