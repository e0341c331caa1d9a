"""The `analysis` answer from extracts: S2's five headings, bullets of twenty words, law cited from state text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.compose.desk import Desk, spare_passages
from pipeline.compose.frame import short_name
from pipeline.compose.gaps import Gap, gaps_of
from pipeline.compose.lines import bullet, law_labels, sentence, sorted_by_date
from pipeline.compose.passages import Passage
from pipeline.compose.session import user_bullets
from pipeline.compose.simple import Composed
from pipeline.formats import STATE_TEXT_MISSING, STATE_TEXT_MISSING_UNKNOWN

__all__ = ["compose_analysis"]

_BOTTOM_WORDS = 45
"""S2 asks for one or two sentences; the bullet limit does not bind them."""
_LAW_FLOOR = 0.03
"""A passage scoring less than this share of the best is about something else; the law section keeps two citations."""
# What a decision brings about: "shall be held liable", "penalty", "void", "appeal", "takes effect", "rescinded"
_EFFECT = re.compile(
    r"\b(?:liab\w+|penalt\w+|fined?|void|valid\w*|appeal\w*|effect(?:ive)?|rescind\w*|immun\w+|damages|lapse\w*|"
    r"forfeit\w*|complian\w+|compl(?:y|ies))\b",
    re.IGNORECASE,
)
_CHANGE_FLOOR = 0.1
"""What a decision changes is told by a passage on the decision, not by one on something near it."""
_NO_ANSWER = "The documents found do not answer this question."
_NO_LOCAL = "No local record that tells what happened was found."
_NO_CHANGE = "The documents found do not state what this changes."
_NO_UNKNOWN = "Whether records outside the vault say more."
_UNDECIDED = "The state passages found do not settle the question"
_UNHELD = "The text of a statute that a local record names was not found in the archive excerpts."


def _lines(desk: Desk, passages: Sequence[Passage], cap: int, shown: list[Passage]) -> list[str]:
    written: list[str] = []
    for passage in passages:
        text = bullet(passage, desk, desk.brief.format) if len(written) < cap else ""
        if text:
            written.append(text)
            shown.append(passage)
    return written


def _bottom(desk: Desk, shown: list[Passage]) -> str:
    roomy = desk.brief.format.model_copy(update={"max_bullet_words": _BOTTOM_WORDS})
    written: list[str] = []
    for lane in ("local", "state"):
        for passage in desk.pick(lane, 3, already=shown):
            text = sentence(passage, desk, roomy)
            if text:
                written.append(text)
                shown.append(passage)
                break
    return " ".join(written) or _NO_ANSWER


def _law(desk: Desk, shown: list[Passage], cap: int) -> list[str]:
    if not desk.brief.retrieval.state:
        return [STATE_TEXT_MISSING]
    rules = desk.pick("state", cap + 2, already=shown, floor=_LAW_FLOOR)
    lines = _lines(desk, rules, cap, shown)
    need = desk.brief.format.min_law_citations - len(lines)
    if need > 0:
        lines += _lines(desk, spare_passages(desk, "state", shown), need, shown)
    named = [f"State passage found: {short_name(e.chunk)} [{e.label}]" for e in desk.brief.retrieval.state]
    spare = [line for line in named if line not in lines] + [f"{_UNDECIDED} [{desk.brief.retrieval.state[0].label}]"]
    return lines + spare[: max(0, desk.brief.format.min_law_citations - len(lines))]


def _changes(desk: Desk, shown: list[Passage], cap: int) -> list[str]:
    pool = [p for p in desk.passages if _EFFECT.search(p.spans[p.best].text)]
    chosen = desk._replace(passages=tuple(pool)).pick(None, cap + 2, already=shown, floor=_CHANGE_FLOOR)
    return _lines(desk, chosen, min(cap, 3), shown) or [_NO_CHANGE]


def _unknown(gap: Gap, desk: Desk) -> str:
    if law_labels(gap.sentence, desk.brief) is None:
        return _UNHELD
    return gap.sentence if len(gap.sentence.split()) <= desk.brief.format.max_bullet_words else ""


def _unknowns(desk: Desk, gaps: Sequence[Gap], cap: int) -> list[str]:
    listed = [] if desk.brief.retrieval.state else [STATE_TEXT_MISSING_UNKNOWN]
    listed += [line for line in (_unknown(gap, desk) for gap in gaps) if line]
    return list(dict.fromkeys(listed))[:cap] or [_NO_UNKNOWN]


def compose_analysis(desk: Desk) -> Composed:
    """S2's headings in order, every heading filled, every quoted bullet cited."""
    headings, caps = desk.brief.format.headings, desk.brief.format.bullet_caps
    shown: list[Passage] = []
    bottom = _bottom(desk, shown)
    user = list(user_bullets(desk, 2))
    local = sorted_by_date(
        desk.pick("local", caps[1] - len(user) + 2, already=shown, floor=_LAW_FLOOR)[: caps[1] - len(user)]
    )
    happened = [*user, *_lines(desk, local, caps[1] - len(user), shown)] or [_NO_LOCAL]
    law = _law(desk, shown, caps[2])
    changes = _changes(desk, shown, caps[3])
    gaps = gaps_of(desk.brief, shown)
    bodies = [bottom, *(_bulleted(lines) for lines in (happened, law, changes, _unknowns(desk, gaps, caps[4])))]
    text = "\n\n".join(f"### {heading}\n{body}" for heading, body in zip(headings, bodies, strict=True))
    return Composed(text, tuple(shown), gaps)


def _bulleted(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
