"""What a turn hears of its conversation: the pasted text goes into the session before anything is searched (S1), and
a follow-up becomes a question of its own.

Pure: the session comes in and goes out, keeping it is the caller's. It refuses to keep more than the last three texts
and to let a text into a turn that is not about it (the gate of `pipeline.ask.sessions` decides that later).
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pipeline.ask.follow_up import matter_of, resolved
from pipeline.ask.issue import PlanContext
from pipeline.ask.phrases import first_seen, stem_set
from pipeline.ask.sessions import Session, detect_source, matter_words, recent_sources, remember, situation_from
from pipeline.types import Question, SessionSource, TurnResult
from vault.facts.names import named_in

__all__ = ["Heard", "after_turn", "hear", "with_source", "with_town"]

_PERSONS = 3
_OPENING_CHARS = 300
"""A text pasted without a question is asked about by its opening."""


class Heard(NamedTuple):
    """A message as a turn sees it: the question without the paste, what surrounds it, the session, whether a text was
    pasted, and whether it goes on about what was asked before."""

    question: Question
    context: PlanContext
    session: Session
    pasted: bool
    followed: bool = False


def with_source(session: Session, source: SessionSource, known_towns: tuple[str, ...]) -> Session:
    """The session with a text added, and what it is about as the situation."""
    situation = situation_from(source, known_towns)
    return remember(session, source).changed(situation=situation, town=session.town or situation.town)


def with_town(session: Session, town: str) -> Session:
    """The session with the town a turn was about; unchanged for a turn about none."""
    return session.changed(town=town) if town else session


def after_turn(session: Session, result: TurnResult) -> Session:
    """The session with the town a turn was about and the persons its answer quotes: whom "she" means next."""
    cited = [part for line in result.answer.answer_markdown.split("“")[1:] for part in line.split("”")[:1]]
    persons = first_seen(one.text for part in cited for one in named_in(part) if one.kind == "person")
    return with_town(session, result.plan.issue.town).changed(persons=persons[:_PERSONS])


def hear(
    question: Question,
    session: Session,
    *,
    known_towns: tuple[str, ...],
    town_states: tuple[tuple[str, str], ...] = (),
    townless: bool = False,
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
        townless=townless,
        today=now.date().isoformat(),
        pasted=pasted,
    )
    text = split.question or question.text[:_OPENING_CHARS]
    own = matter_words(text, known_towns)
    if any(not own or own & stem_set([source.text]) for source in context.sources):
        asked, session = text, session.changed(asked=text, matter=matter_of(text))  # the text says what it is about
    else:
        asked, session = _followed(text, session, known_towns)
    return Heard(question.changed(text=asked), context, session, pasted, asked != text)


def _followed(text: str, session: Session, known: tuple[str, ...]) -> tuple[str, Session]:
    """The question with what it goes on about, and the session that remembers it as asked."""
    asked = resolved(text, session.asked, session.matter, names=session.persons, known=known)
    stays = bool(session.matter) and session.matter in asked
    return asked, session.changed(asked=asked, matter=session.matter if stays else matter_of(asked))
