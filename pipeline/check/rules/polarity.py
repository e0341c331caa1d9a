"""Rules about what was decided: passed is not failed, "not" is not dropped, unanimous is what the record calls so.

Holds pure rules for claims in the writer's own words; copies of a sentence are compared word by word elsewhere. It
refuses to weigh a doubtful case: where the source's passages say both, nothing is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.read.case import AuditCase, Checked, finding, pieces_of, says_nothing_shown, stems_of
from pipeline.check.read.figures import marks_of
from pipeline.quoting.locate import only_introduces, without_quotes
from pipeline.types import Finding

__all__ = ["negation_turned", "outcome_turned", "unanimity_in_source"]

_YES = re.compile(r"\b(?:approved|passed|adopted|granted|carried|accepted|upheld|in favor of the motion)\b", re.I)
_NO = re.compile(
    r"\b(?:denied|failed|rejected|defeated|disapproved|declined|withdrawn|tabled|turned down|overturned|voted down)\b",
    re.I,
)
# "not", "no plan"; never the ballot's "No 45"
_NEGATED = re.compile(
    r"\b(?:not|never|no(?!\W{0,3}\d)|none|nobody|nothing|neither|nor|without|cannot|unless|except|only)\b|n['’]t\b",
    re.I,
)
# "the budget of 2025, not the one for 2026": a contrast denies nothing of the matter itself
_CONTRAST = re.compile(r"[,(–—]\s*(?:and\s+)?not\b[^,.;)]*", re.IGNORECASE)
_UNANIMOUS = re.compile(r"\bunanimous(?:ly)?\b|\ball (?:were )?in favor\b|\bwithout (?:opposition|dissent)\b", re.I)
_ALIKE, _VERY_ALIKE = 0.5, 0.7
"""Share of the claim's words from which a passage is about the same thing, and from which it says the same."""
_LEAST_STEMS = 2
"""Fewer words than this are about nothing in particular."""


def _near(checked: Checked, own: str, share: float) -> list[str]:
    """Sentences of the cited sources that hold at least that share of the claim's words."""
    wanted = {stem for stem in stems_of(own) if not stem.isdigit()}
    return [
        piece.text
        for source in checked.cited
        for piece in pieces_of(source.text)
        if len(wanted) >= _LEAST_STEMS and len(wanted & stems_of(piece.text)) >= share * len(wanted)
    ]


# "Marsh moved to close it", "MOTION by Marsh": its vote stands in a sentence after it
_MOTION = re.compile(r"\b(?:motion|moved|motioned)\b", re.IGNORECASE)
_VOTED_WITHIN = 4
"""So many sentences after a motion its outcome may stand, a second and a discussion between them."""


def _votes_on(texts: list[str], checked: Checked) -> list[str]:
    """For each passage that is a motion without its outcome, the outcome that follows before another motion."""
    found = []
    for pieces in (pieces_of(source.text) for source in checked.cited):
        for number, piece in enumerate(pieces):
            if piece.text not in texts or not _MOTION.search(piece.text) or _outcomes([piece.text]):
                continue
            for later in pieces[number + 1 : number + 1 + _VOTED_WITHIN]:
                if _outcomes([later.text]):
                    found.append(later.text)
                if _outcomes([later.text]) or _MOTION.search(later.text):
                    break
    return found


def _outcomes(texts: list[str]) -> set[str]:
    joined = " ".join(texts)
    return {name for name, pattern in (("yes", _YES), ("no", _NO)) if pattern.search(joined)}


def outcome_turned(case: AuditCase) -> Iterator[Finding]:
    """What failed did not pass, and the other way round: a claim's outcome is that of the passages it rests on."""
    for checked in case.claims:
        own = without_quotes(checked.bare)
        claimed = _outcomes([own])
        if not checked.cited or len(claimed) != 1 or _NEGATED.search(own):
            continue
        matter = _NO.sub(" ", _YES.sub(" ", own))
        texts = _near(checked, matter, _ALIKE)
        texts += _votes_on(texts, checked)
        held = _outcomes(texts)
        deciding = [text for text in texts if _outcomes([text])]
        if len(held) == 1 and held != claimed and not any(_NEGATED.search(text) for text in deciding):
            word = (_NO if held == {"no"} else _YES).search(" ".join(texts))
            message = f"the source says “{word.group() if word else ''}” of this"
            yield finding("outcome_turned", "error", message, checked, "State the outcome of the source.")


def negation_turned(case: AuditCase) -> Iterator[Finding]:
    """A claim that denies something rests on a passage that denies it."""
    for checked in case.claims:
        own = without_quotes(checked.bare)
        if not checked.cited or only_introduces(checked.bare) or says_nothing_shown(own):
            continue
        if not _NEGATED.search(_CONTRAST.sub(" ", own)):
            continue
        texts = _near(checked, own, _VERY_ALIKE)
        if texts and not any(_NEGATED.search(text) or _NO.search(text) for text in texts):
            message = "the claim denies what the source says"
            yield finding("negation_turned", "error", message, checked, f"The source: {' '.join(texts[0].split())}")


def unanimity_in_source(case: AuditCase) -> Iterator[Finding]:
    """A vote is called unanimous when the source calls it so or counts nobody against."""
    for checked in case.claims:
        if not checked.cited or not _UNANIMOUS.search(without_quotes(checked.bare)):
            continue
        shown = any(
            _UNANIMOUS.search(source.text)
            or any(mark.kind == "pair" and mark.value.endswith("-0") for mark in marks_of(source.text))
            or re.search(r"\b(?:all|every\w*)\b[^.]{0,30}\b(?:aye|yes|favor)|\bnone opposed\b", source.text, re.I)
            for source in checked.cited
        )
        if not shown:
            message = "the source does not show a unanimous vote"
            yield finding("unanimity_in_source", "error", message, checked, "Give the vote as the source does.")
