"""Bullets of a few words that still say their rule: which passages fit the question, and which clip of each is shown.

A passage is offered whole and by its single sentences; the form that keeps most of the question is taken, and one that
breaks off or loses its point is left out. It refuses to fill a section with what is about something else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.ask.cues import CUES, FIGURE_CUES
from pipeline.ask.lexicon import COMMONPLACES
from pipeline.quoting.locate import quoted_spans
from pipeline.quoting.turns import has_finite_verb
from pipeline.write.extract.lines import bullet
from pipeline.write.extract.material import Desk
from pipeline.write.extract.outcomes import tells_result
from pipeline.write.extract.passages import Passage, choose
from pipeline.write.extract.spans import stem_set
from vault.states.offices import GOVERNING_BOARDS, GOVERNING_MEMBERS
from vault.text.words import stem, words
from vault.types import Lane

__all__ = ["Sheet", "direct", "fitting", "subject_stems"]

_GENERAL_TEXT = "legal legally allow one own rule authority city municipality committee year"
_GENERAL = frozenset(map(stem, (*COMMONPLACES, *_GENERAL_TEXT.split(), *GOVERNING_BOARDS, *GOVERNING_MEMBERS)))
"""Words that half of all statutes and minutes hold: sharing one of them is no sign of the matter."""
_FLOOR = 0.05
"""Share of the lane's best score below which a passage is about something else."""
_SHARED = 1
"""Words of the matter a passage must show with its surroundings."""
_KEPT, _KEPT_RESULT = 0.35, 0.25
"""Share of the passage's question words that its clip must keep; less where it keeps the vote."""
_LEAST_WORDS = 4
"""Quoted words of a bullet: "Keyes seconded" tells nothing."""
_PER_SOURCE = 3
"""Bullets from one section or record: more would be that section again."""
_SAME = 0.6
"""Share of common words from which two clips say the same."""
_CANDIDATES = 16
# A clip that stops before one of these has lost what it was about to say: "the board | shall"
_GOES_ON = re.compile(
    r"\A\s*(?:(?:or|and)\s+(?:\w+\s+){1,5}?)?"
    r"(?:that|which|who|whose|shall|may|must|be|is|are|was|were)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"\b(?:any|authorizing|following|provided|including|pursuant|limited|thereof|not)\Z", re.IGNORECASE)
# "…, unless a town | has": a condition that is cut off
_OPEN_CONDITION = re.compile(r"\b(?:unless|if|when|until|where|while)(?: [\w’']+){0,3}\Z", re.IGNORECASE)
# "…, the last day | for the committee to deliver copies is": a subject whose verb is cut off
_VERB_LATER = re.compile(
    r"\A(?!\s*(?:and|but|so)\b)\s*(?:[\w’'-]+\s+){0,14}?(?:to|shall|may|must|will|is|are|was|were)\b", re.IGNORECASE
)
# "In order" … "may issue notes": an opening that is no subject
_NO_SUBJECT = re.compile(r"“(?:in|on|at|for|by|upon|under|with|as)(?: \w+){0,2}” … “", re.IGNORECASE)


def subject_stems(desk: Desk) -> frozenset[str]:
    """Stems of the question without town, boards, years and the words every law holds: what the matter is about."""
    issue = desk.brief.issue
    names = (issue.town, *issue.other_towns, *issue.boards, desk.brief.question.state)
    known = {stem(word) for name in names for word in words(name)}
    own = frozenset(s for s in desk.asked.stems if s not in known and not s.isdigit()) - _GENERAL
    return own or frozenset(desk.asked.stems)


def direct(passage: Passage, subject: frozenset[str]) -> frozenset[str]:
    """The stems of the matter that the passage's own words hold."""
    return stem_set(passage.text) & subject


def fitting(desk: Desk, lane: Lane, *, floor: float = _FLOOR) -> tuple[Passage, ...]:
    """The passages of a lane that are about the matter, best first; () when the lane has none."""
    pool, subject = desk.lane(lane), subject_stems(desk)
    best = max((p.score for p in pool), default=0.0)
    need = min(_SHARED, len(subject))
    good = [p for p in pool if p.score >= floor * best and len(p.shared & subject) >= need]
    return tuple(p for p in good if len(direct(p, subject)) >= (need if lane == "local" else 1))


class BulletLine(NamedTuple):
    """A bullet: the passage as far as it is quoted, the text, the share of the question it keeps, its quoted stems."""

    passage: Passage
    text: str
    kept: float
    said: frozenset[str]


class Sheet:
    """The bullets of one answer as they are written, so that nothing is said twice."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.shown: list[Passage] = []
        self._subject = subject_stems(desk)
        self._figures = tuple(cue for cue in desk.asked.cues if cue in FIGURE_CUES)
        self._said: list[frozenset[str]] = []

    def add(self, passage: Passage, text: str) -> None:
        """Notes a line written elsewhere."""
        self.shown.append(passage)
        self._said.append(stem_set(" ".join(span.text for span in quoted_spans(text))))

    def write(self, passages: Sequence[Passage], cap: int, *, strict: bool = True) -> list[BulletLine]:
        """At most `cap` bullets from the passages, best first, each saying its point within the format's words.

        Not `strict` takes also a clip that lost most of the question's words, for a section that would stay empty.
        """
        found: list[BulletLine] = []
        per: Counter[str] = Counter()
        for passage in choose(passages, _CANDIDATES, already=self.shown):
            source = _source(passage)
            line = self._best(passage, strict) if len(found) < cap and per[source] < _PER_SOURCE else None
            if line is not None:
                per[source] += 1
                found.append(line)
                self.shown.append(line.passage)
                self._said.append(line.said)
        return found

    def _best(self, passage: Passage, strict: bool) -> BulletLine | None:
        lines = [line for line in self._forms(passage) if not self._repeats(line.said)]
        good = [n for n in lines if n.kept >= (_KEPT_RESULT if tells_result(n.text) else _KEPT) or not strict]
        return max(good, key=lambda line: line.kept + (_KEPT_RESULT if tells_result(line.text) else 0), default=None)

    def _forms(self, passage: Passage) -> Iterator[BulletLine]:
        sought = self._subject | self.desk.asked.kin
        whole = direct(passage, sought)
        singles = (passage._replace(spans=(span,), best=0) for span in passage.spans if len(passage.spans) > 1)
        for form in (passage, *singles):
            text = bullet(form, self.desk, self.desk.brief.format)
            quoted = " ".join(span.text for span in quoted_spans(text))
            if len(quoted.split()) < _LEAST_WORDS or not has_finite_verb(quoted) or _breaks_off(text, form):
                continue
            said = stem_set(quoted)
            figure = form.lane == "state" and any(CUES[cue].search(quoted) for cue in self._figures)
            if said & sought or figure:
                yield BulletLine(form, text, len(said & whole) / len(whole) if whole and not figure else 1.0, said)

    def _repeats(self, said: frozenset[str]) -> bool:
        return any(len(said & other) >= _SAME * (len(said | other) or 1) for other in self._said)


def _source(passage: Passage) -> str:
    chunk = passage.spans[0].evidence.chunk
    return f"{chunk.doc_id} {chunk.section}" if chunk.section else passage.label


def _breaks_off(line: str, passage: Passage) -> bool:
    """Whether the last quotation stops in the middle of what it says."""
    pieces = [span.text for span in quoted_spans(line)]
    last = pieces[-1].strip() if pieces else ""
    if not last or _LOOSE.search(last):
        return True
    if _NO_SUBJECT.search(line):
        return True
    after = next((s.text.partition(last)[2] for s in reversed(passage.spans) if last in s.text), "")
    if after.strip(" .") and _OPEN_CONDITION.search(last):
        return True
    tail = last.rpartition(",")[2]
    return bool(_GOES_ON.match(after)) or (not has_finite_verb(tail) and "," in last and bool(_VERB_LATER.match(after)))
