"""Transcripts are read on behind the words that open a matter. Town and records are invented."""

from types import SimpleNamespace
from typing import cast

from audit_fakes import a_brief, a_chunk

from pipeline.answer.dossier import dossier
from pipeline.answer.talks import is_talk, with_talk_behind
from vault.ports import Library

OPENS = (
    "[00:10:00] **Ada Roy:** The pine in the park was cut. Is it a tree, did it need a permit? [00:10:20] **Tom Ash:** "
    "I asked about the pine in the park. [00:10:40] **Ada Roy:** And the permit for the pine?"
)
GOES_ON = "[00:11:00] **Tom Ash:** They call it a shrub, and shrubs never needed one."
ELSEWHERE = "Roads were paved on May 6 and the wharf was mended. Present: Roy, Ash. The minutes were approved."


def _library() -> Library:
    first = a_chunk(1, OPENS)
    behind = a_chunk(2, GOES_ON).changed(start=first.end, end=first.end + len(GOES_ON))
    return cast("Library", SimpleNamespace(around=lambda ids, _before, _after: dict.fromkeys(ids, (behind,))))


def test_a_transcript_is_told_by_who_speaks_and_when() -> None:
    assert is_talk(OPENS)
    assert not is_talk(ELSEWHERE)


def test_a_passage_of_a_transcript_is_read_on_and_other_records_are_not() -> None:
    brief = a_brief((a_chunk(1, OPENS), a_chunk(3, ELSEWHERE, doc_id="other")), question="Was the pine a tree?")
    first, second = with_talk_behind(_library(), brief).retrieval.local
    assert first.chunk.text == f"{OPENS}\n{GOES_ON}"
    assert second.chunk.text == ELSEWHERE


def test_the_dossier_shows_what_was_said_behind_the_question() -> None:
    question = "Did the pine in the park need a permit?"
    brief = with_talk_behind(_library(), a_brief((a_chunk(1, OPENS),), question=question))
    assert "They call it a shrub" in dossier(brief)


def test_heads_of_minutes_are_no_speakers() -> None:
    minutes = "Minutes: May 6, 2031\nApproved: May 20, 2031\nDiscussion: The board spoke of the roof.\n" * 3
    assert not is_talk(minutes)
    assert is_talk("Ada Roe: I think we should wait.\nJo Lin: You said that in May.\nAda Roe: I did, and we agreed.\n")
