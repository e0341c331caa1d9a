"""Captions of a recorded meeting (VTT, SRT): who spoke and when, as text in which every passage knows its time.

A page is ten minutes; every minute is a heading, every turn begins with its time. It corrects no word of the captions.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from vault.readers.result import ReadResult
from vault.readers.text import decode, document_of
from vault.text.clean import clean, clean_line
from vault.text.patterns import lazy_regex
from vault.types import Page

__all__ = ["place_in", "read_captions"]

# "00:12:31.500 --> 00:12:34.000", "12:31,500 --> 12:34,000"
_CUE: Final = lazy_regex(r"^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3} ?--> ?[\d:.,]{5,14}", re.MULTILINE)
# "<v Ada Quill>Good evening", "</v>", "<c.yellow>", "<00:12:32.000>"
_VOICE: Final = lazy_regex(r"<v(?:\.[\w.]{1,40})? ([^<>]{1,80})>")
# "CHAIR LEE: ...", "Mr. Roe: ...", ">> ...": captions without voices say so who begins to speak
_LABEL: Final = lazy_regex(r">>|[A-Z][\w.'’-]{0,30}(?: [A-Z][\w.'’-]{0,30}){0,3}: ")
_MARK: Final = lazy_regex(r"</?[\w.: -]{0,80}>")
_SHOWN: Final = lazy_regex(r"^\[(\d\d:\d\d:\d\d)\]", re.MULTILINE)
_PAGE_S: Final = 600
_TURN_S: Final = 20
"""A turn of one speaker is broken after this long, so that a time stands near every word."""


class _Cue(NamedTuple):
    at_s: int
    speaker: str
    words: str


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def place_in(name: str, page: int, words: str = "") -> str:
    """What a link to a page adds to the address of a file: "#t=00:12:31" for captions, the time of the first turn of
    the page among the `words` of a passage, else of its beginning; "#page=7" for any other file."""
    if not name.lower().endswith((".vtt", ".srt")):
        return f"#page={page}"
    begin = _clock((page - 1) * _PAGE_S)
    return "#t=" + next((time for time in _SHOWN.findall(words) if time >= begin), begin)


def _cues(text: str) -> Iterator[_Cue]:
    marks = list(_CUE.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):  # a file without a cue has one end and no mark
        hours, minutes, seconds = int(mark[1] or 0), int(mark[2]), int(mark[3])
        lines = text[mark.end() : end].split("\n")[1:]
        while lines and (not lines[-1].strip() or lines[-1].strip().isdigit()):  # the number of the next cue
            lines.pop()
        body = "\n".join(lines)
        voice = _VOICE.search(body)
        words = clean_line(html.unescape(_MARK.sub("", body)))
        if words:
            yield _Cue(hours * 3600 + minutes * 60 + seconds, voice[1].strip() if voice else "", words)


def _turns(text: str) -> Iterator[_Cue]:
    """Cues of one speaker joined while they are close; a line that the scroll repeats is said once."""
    turn: _Cue | None = None
    last = ""
    for cue in _cues(text):
        if cue.words == last:
            continue
        words = cue.words.removeprefix(last).strip() if last and cue.words.startswith(last) else cue.words
        last = cue.words
        is_new = bool(cue.speaker and turn and cue.speaker != turn.speaker) or bool(_LABEL.match(words))
        is_same = turn is not None and not is_new and cue.at_s - turn.at_s < _TURN_S
        if turn is not None and is_same and cue.at_s // 60 == turn.at_s // 60:
            turn = turn._replace(words=f"{turn.words} {words}")
            continue
        if turn is not None:
            yield turn
        turn = cue._replace(words=words)
    if turn is not None:
        yield turn


def read_captions(data: bytes) -> ReadResult:
    """One document; page n holds the minutes from 10 (n - 1) to 10 n. No document when there are no cues."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    pages: dict[int, list[str]] = {}
    minute = -1
    for turn in _turns(text):
        lines = pages.setdefault(turn.at_s // _PAGE_S + 1, [])
        if turn.at_s // 60 != minute:
            minute = turn.at_s // 60
            lines += ["", f"## {_clock(minute * 60)}", ""]
        speaker = f"{turn.speaker}: " if turn.speaker else ""
        lines.append(f"[{_clock(turn.at_s)}] {speaker}{turn.words}")
    made = (Page(number=number, text=clean("\n".join(lines))) for number, lines in sorted(pages.items()))
    return document_of(made, empty="the captions hold no words")
