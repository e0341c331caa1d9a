"""The `analysis` answer from extracts: S2's five headings, bullets of twenty words, law cited from state text.

The bottom line and the bullets are what answers the parts of the question, each lane under its own heading. It refuses
a bullet that breaks off, and to fill a section with what answers nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pipeline.answer.format_rules import STATE_TEXT_MISSING, STATE_TEXT_MISSING_UNKNOWN
from pipeline.answer.markdown import count_words
from pipeline.quoting.locate import quoted_spans
from pipeline.quoting.turns import has_finite_verb
from pipeline.types import AnswerFormat, Evidence
from pipeline.write.extract.frame import short_name
from pipeline.write.extract.gaps import Gap, gaps_of, open_part
from pipeline.write.extract.lines import bullet, law_labels, sentence, sorted_by_date
from pipeline.write.extract.material import Desk
from pipeline.write.extract.passages import Passage, choose
from pipeline.write.extract.session import user_bullets
from pipeline.write.extract.simple import Composed
from pipeline.write.extract.yes_no import decided_by
from vault.text.patterns import lazy_regex

__all__ = ["compose_analysis"]

_BOTTOM_WORDS, _WHOLE_WORDS = 45, 200
"""S2 asks for one or two sentences; the bullet limit does not bind them, and a rule not to be cut stands whole."""
_LEAST_WORDS = 4
"""Quoted words of a bullet: "Keyes seconded" tells nothing."""
# "…, unless a town | has", "the board shall | keep": a condition or a verb that is cut off
_BREAKS_OFF = lazy_regex(
    r"\b(?:(?:unless|if|when|until|where|while|because)(?: [\w’']+){0,3}|shall|may|must|not)\Z", re.I
)
# What a decision brings about or hangs on: "held liable", "penalty", "takes effect", "subject to"
_EFFECT = lazy_regex(
    r"\b(?:liab\w+|penalt\w+|fined?|void|appeal\w*|effect(?:ive)?|rescind\w*|damages|lapse\w*|forfeit\w*|condition\w*"
    r"|subject to|provided that|expires?|unless|only if|deadline|no(?:t)? later than|as a result)\b",
    re.IGNORECASE,
)
_NO_ANSWER = "The documents found do not answer this question."
_YOURS = "No record found settles this; what the text you provided says of it is quoted below."
_NO_LOCAL = "No local record that tells what happened was found."
_ONLY_THERE = "The bottom line quotes the one passage found that tells it"
_NO_CHANGE = "The documents found do not state what this changes."
_NO_UNKNOWN = "Whether records outside the vault say more."
_NEAREST = "Found, but not settling the question:"


class _Sheet:
    """The lines of one answer as they are written, so that nothing is said twice."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.shown: list[Passage] = []

    def bottom(self) -> str:
        """A sentence of the surest record and one of the surest law that is no bill, else what is open."""
        roomy = self.desk.brief.format.changed(max_bullet_words=_WHOLE_WORDS)
        written: list[str] = []
        law = sorted(_of_law(self.desk.pick("state", 4)), key=self._leaves_open)
        for passages in (self.desk.pick("local", 4), law):
            told = next(filter(None, (self._first(one, roomy) for one in passages)), "")
            written += [told] if told else []
        if not written and self.desk.brief.sources:
            return _YOURS  # S2: the user's words stand under the facts heading alone
        opened = (open_part(answer, self.desk.asks).sentence for answer in self.desk.open)
        return " ".join([*written, *opened][:2]) or _NO_ANSWER

    def _leaves_open(self, passage: Passage) -> int:
        """0 for a law that says no to a part of the question, 1 for yes, 2 for one that only bears on it: a power that
        is given is soon found, what is barred is mostly meant."""
        said = {decided_by(part, passage, sure=True).word for part in self.desk.asks}
        return 0 if "no" in said else 1 if "yes" in said else 2

    def _first(self, passage: Passage, answer_format: AnswerFormat) -> str:
        text = sentence(passage, self.desk, answer_format, limit=_BOTTOM_WORDS)
        self.shown += [passage] if text else []
        return text

    def write(self, passages: Iterable[Passage], cap: int) -> list[str]:
        """At most `cap` bullets, each of a passage or of the best sentence of one, and whole."""
        written: list[str] = []
        for passage in choose(list(passages), cap, already=self.shown):
            text = next(filter(None, map(self._bullet, _forms(passage))), "")
            self.shown += [passage] if text else []
            written += [text] if text else []
        return written

    def _bullet(self, form: Passage) -> str:
        text = bullet(form, self.desk, self.desk.brief.format)
        said = [one.text.strip() for one in quoted_spans(text)]
        quoted = " ".join(said)
        whole = len(quoted.split()) >= _LEAST_WORDS and has_finite_verb(quoted) and not _BREAKS_OFF.search(said[-1])
        return text if whole else ""


def _of_law(passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages but those of bills, which are not the law."""
    return (one for one in passages if one.spans[0].evidence.chunk.doc_type != "bill")


def _forms(passage: Passage) -> Iterator[Passage]:
    """A passage whole, and its best sentence alone."""
    yield passage
    yield passage._replace(spans=(passage.spans[passage.best],), best=0)


def _happened(desk: Desk, sheet: _Sheet, cap: int) -> list[str]:
    user = list(user_bullets(desk, 2))
    lines = sheet.write(sorted_by_date(desk.lane("local")[: cap - len(user)]), cap - len(user))
    told = next((f"{_ONLY_THERE} [{p.label}]." for p in sheet.shown if p.lane == "local"), _NO_LOCAL)
    return [*user, *lines] or [told]


def _law(desk: Desk, sheet: _Sheet, cap: int) -> list[str]:
    """What state law answers; where it is less than the format asks for, the sections found by their names."""
    held = desk.brief.retrieval.state
    if not held:
        return [STATE_TEXT_MISSING]
    lines = sheet.write(desk.lane("state"), cap)
    lacking = desk.brief.format.min_law_citations - len(lines)
    used = {p.label for p in sheet.shown}
    rest = [e for e in held if e.label not in used] or list(held)
    return [*lines, _nearest((rest * lacking)[:lacking])] if lacking > 0 else lines


def _nearest(held: Sequence[Evidence]) -> str:
    named = " and ".join(f"{short_name(e.chunk)} [{e.label}]" for e in held)
    return f"{_NEAREST} {named}."


def _unknown(gap: Gap, desk: Desk) -> str:
    labels = law_labels(gap.sentence, desk.brief)
    if labels is None:
        return gap.unnamed
    cited = not labels or any(f"[{label}]" in gap.sentence for label in labels)
    text = gap.sentence if cited else f"{gap.sentence.rstrip('.')} [{labels[0]}]."
    return text if count_words(text) <= desk.brief.format.max_bullet_words else gap.unnamed


def _unknowns(desk: Desk, gaps: Sequence[Gap], cap: int) -> list[str]:
    listed = [] if desk.brief.retrieval.state else [STATE_TEXT_MISSING_UNKNOWN]
    listed += [line for line in (_unknown(gap, desk) for gap in gaps) if line]
    return list(dict.fromkeys(listed))[:cap] or [_NO_UNKNOWN]


def compose_analysis(desk: Desk) -> Composed:
    """S2's headings in order, every heading filled, every quoted bullet cited."""
    headings, caps = desk.brief.format.headings, desk.brief.format.bullet_caps
    sheet = _Sheet(desk)
    bottom = sheet.bottom()
    changes = sheet.write((p for p in desk.passages if _EFFECT.search(p.spans[p.best].text)), caps[3])
    law = _law(desk, sheet, caps[2])
    happened = _happened(desk, sheet, caps[1])
    gaps = gaps_of(desk.brief, sheet.shown)
    lists = (happened, law, changes or [_NO_CHANGE], _unknowns(desk, gaps, caps[4]))
    bodies = [bottom, *("\n".join(f"- {line}" for line in lines) for lines in lists)]
    text = "\n\n".join(f"### {heading}\n{body}" for heading, body in zip(headings, bodies, strict=True))
    return Composed(text, tuple(sheet.shown), gaps)
