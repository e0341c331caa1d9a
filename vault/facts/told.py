"""A record in words: one line that a reader understands, the vote behind it, and the words it is found by.

Pure text. It refuses to say what the record does not hold, and to name anybody but those who acted in it.
"""

from __future__ import annotations

from vault.facts.types import Article, LedgerRecord, Motion, Notice, Officer, RowFigure, Rule, Utterance, Vote

__all__ = ["came_of", "result_of", "said", "told", "vote_words"]

_ARTICLE_CHARS = 600
_ARTICLE_NAME = 140
"""Characters of its words by which an article without a title is called."""


def vote_words(vote: Vote) -> str:
    """ "3-1; against: Roy"; empty when no vote is told."""
    parts = []
    if vote.yes is not None and vote.no is not None:
        parts.append(f"{vote.yes}-{vote.no}" + (f"-{vote.abstained}" if vote.abstained is not None else ""))
    elif vote.unanimous:
        parts.append("unanimous, no count printed")
    return "; ".join([*parts, *(f"{word}: {', '.join(names)}" for word, names in _apart(vote) if names)])


def _apart(vote: Vote) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who did not vote with the others, by how."""
    return ("against", vote.against), ("abstained", vote.abstaining), ("recused", vote.recused)


def result_of(motion: Motion) -> str:
    """The outcome of a motion's matter, else what became of the motion; "no result told" where nothing says it."""
    return motion.outcome or ("no result told" if motion.fate == "none" else f"the motion {motion.fate}")


def told(record: LedgerRecord) -> str:
    """Who acted and on what, or the row's label, without what came of it."""
    if isinstance(record, Motion):
        who = f"{record.mover} moved" if record.mover else "moved, by whom is not told"
        second = f", {record.seconder} seconding" if record.seconder else ""
        what = record.object or ("the meeting" if record.action == "adjourn" else record.text)
        return f"{who}{second}: {record.action.replace('_', ' ')} – {what}"
    if isinstance(record, Article):
        recommended = f" ({'; '.join(record.recommendations)})" if record.recommendations else ""
        name = record.title or " ".join(record.text.split())[:_ARTICLE_NAME]
        return f"Article {record.number} {name.removeprefix(f'Article {record.number}').strip()}{recommended}"
    if isinstance(record, Rule):
        place = ", ".join(part for part in (record.section, *record.paragraph) if part)
        return f"{place}: {record.text}" if place else record.text
    if isinstance(record, Notice):
        return f"{record.what}: {record.subject}"
    if isinstance(record, Officer):
        return f"{record.person}, {record.office}"
    if isinstance(record, Utterance):
        return f"{record.speaker} {record.verb}: {record.said}"
    return record.label


def came_of(record: LedgerRecord) -> str:
    """The outcome with its vote, or the value under its heads; empty when the record tells neither."""
    if isinstance(record, Motion):
        parts: tuple[str, ...] = (result_of(record), vote_words(record.vote), record.amount)
    elif isinstance(record, RowFigure):
        column = "" if record.period and record.column == record.period else record.column
        parts = (" | ".join(part for part in (column, record.period, record.value) if part),)
    elif isinstance(record, Article):
        parts = (record.amount, record.result)
    elif isinstance(record, Officer):
        parts = ("" if record.present else "absent",)
    else:
        parts = ()
    return "; ".join(part for part in parts if part)


def said(record: LedgerRecord) -> str:
    """The free words a record is found by; of a rule only whom it binds, for its section is found by its passages."""
    if isinstance(record, Motion):
        return " ".join((record.object, record.conditions, *(word for word, names in _apart(record.vote) if names)))
    if isinstance(record, RowFigure):
        return f"{record.label} {record.column}"
    if isinstance(record, Article):
        return f"{record.title} {record.text[:_ARTICLE_CHARS]}"
    if isinstance(record, Rule):
        return record.actor
    if isinstance(record, Officer):
        return f"{record.office} {record.title}"
    return record.said if isinstance(record, Utterance) else record.subject
