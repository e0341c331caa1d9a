"""The last conversation of the command line: which session a follow-up belongs to, and what "it" and "she" mean there.

Kept as one file beside the vault, for its owner only; the session itself is a handle of the vault. A read-only vault
keeps none.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from mcp_server.app import Workshop, new_session
from mcp_server.results.errors import TryInsteadError
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import session_of
from pipeline.ask.conversation import after_turn
from pipeline.ask.sessions import Session
from pipeline.types import TurnResult
from vault.errors import HandleError

__all__ = ["continuing", "remember_turn"]


def _file(shop: Workshop) -> Path:
    return shop.folder / "last-session"


def continuing(shop: Workshop, ask: Ask) -> Ask:
    """The question as a follow-up of the last one. Raises `TryInsteadError` when there is none or a week has passed."""
    try:
        found = session_of(shop, _file(shop).read_text("utf-8"))
    except (OSError, HandleError):
        found = None
    if found is None:
        raise TryInsteadError(
            "There is no question to continue.", code="E_NO_CONVERSATION", next_step="Ask without --continue first."
        )
    return replace(ask, session_id=found.id)


def remember_turn(shop: Workshop, session: Session, result: TurnResult) -> None:
    """Keeps what the turn was about for the next question; `session` is the one it was heard in, without an id when a
    conversation begins."""
    if shop.config.read_only:
        return
    session = session.changed(id=session.id or new_session(shop.handles).id)
    shop.sessions.save(after_turn(session, result))
    shop.folder.mkdir(exist_ok=True, mode=0o700)
    handle = os.open(_file(shop), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(session.id)
