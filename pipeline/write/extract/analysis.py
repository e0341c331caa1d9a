"""The `analysis` answer from extracts: S2's five headings, bullets of twenty words, law cited from state text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.format_rules import STATE_TEXT_MISSING, STATE_TEXT_MISSING_UNKNOWN
from pipeline.answer.markdown import count_words
from pipeline.ask.cues import CUES, FIGURE_CUES
from pipeline.types import Evidence
from pipeline.write.extract.frame import short_name
from pipeline.write.extract.gaps import Gap, gaps_of, open_part
from pipeline.write.extract.lines import law_labels, sentence
from pipeline.write.extract.material import Desk
from pipeline.write.extract.outcomes import tells_decision, tells_result
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.session import user_bullets
from pipeline.write.extract.short_bullets import Sheet, direct, fitting, subject_stems
from pipeline.write.extract.simple import Composed
from vault.law.references import find_refs

__all__ = ["compose_analysis"]

_BOTTOM_WORDS = 45
"""S2 asks for one or two sentences; the bullet limit does not bind them."""
_RIVAL = 0.3
"""A passage that tells the decision is preferred to a better one that does not, when it scores this share of it."""
_MATTER_REACH = 14
"""Sentences around the decision in its record that still treat the matter."""
_OF_EACH = 2
"""Passages taken from each section that a quoted record names."""
_LOCAL_LAW = 0.5
"""A local question has law in its bottom line only when the state passage is nearly as good as the best."""
# What a decision brings about or hangs on: "held liable", "penalty", "takes effect", "subject to"
_EFFECT = re.compile(
    r"\b(?:liab\w+|penalt\w+|fined?|void|valid\w*|appeal\w*|effect(?:ive)?|rescind\w*|immun\w+|damages|lapse\w*|"
    r"forfeit\w*|complian\w+|compl(?:y|ies)|condition(?:s|al|ed)?|subject to|contingent|provided that|expires?|"
    r"unless|only if|deadline|no(?:t)? later than|in the event|as a result|so that|will (?:be|go|begin|start|have)|"
    r"indemnify)\b",
    re.IGNORECASE,
)
_FAINT = 0.03
"""An effect is seldom told in the words of the question: less of the best score will do."""
_RULE_EFFECTS = 2
_NO_ANSWER = "The documents found do not answer this question."
_YOURS = "No record found settles this; what the text you provided says of it is quoted below."
_NO_LOCAL = "No local record that tells what happened was found."
_ONLY_THERE = "The bottom line quotes the one passage found that tells it"
_NO_CHANGE = "The documents found do not state what this changes."
_NO_UNKNOWN = "Whether records outside the vault say more."
_LAW_THERE = "The bottom line quotes"
_NEAREST = "Found, but not settling the question:"


def _order(desk: Desk) -> tuple[Passage, ...]:
    """Local candidates for the bottom line: one that tells the decision before a slightly better one that does not."""
    subject = subject_stems(desk) | desk.asked.kin
    found = tuple(
        sorted(
            desk.pick("local", 4) or fitting(desk, "local")[:4], key=lambda p: -p.score * (1 + len(direct(p, subject)))
        )
    )
    if "outcome" not in desk.asked.cues or not found:
        return found
    near = [p for p in found if p.score >= _RIVAL * found[0].score]
    told = [p for p in near if tells_decision(p.text) or tells_result(p.text)]
    return tuple(dict.fromkeys((*told, *found)))


def _relied_on(desk: Desk, sheet: Sheet) -> tuple[Passage, ...]:
    """The best passages of the sections that a quoted local record names as its ground, in the order of its naming."""
    records = dict.fromkeys(p.spans[0].evidence.chunk for p in sheet.shown if p.lane == "local")
    cites = dict.fromkeys(ref.cite for chunk in records for ref in find_refs(chunk.text))
    subject = subject_stems(desk) | desk.asked.kin
    found: list[Passage] = []
    for cite in cites:
        own = [p for p in desk.lane("state") if p.spans[0].evidence.chunk.section == cite and direct(p, subject)]
        found += sorted(own, key=lambda p: -p.score * (1 + len(direct(p, subject))) * _weight(desk, p))[:_OF_EACH]
    return tuple(found)


def _weight(desk: Desk, passage: Passage) -> int:
    """More for a passage that shows the amount, time or rate asked for."""
    return 4 if any(CUES[cue].search(passage.text) for cue in desk.asked.cues if cue in FIGURE_CUES) else 1


def _rules(desk: Desk) -> tuple[Passage, ...]:
    """State candidates for the bottom line, but for bills, which are not the law; a local question takes one only when
    it answers nearly as well."""
    found = [p for p in fitting(desk, "state") if p.spans[0].evidence.chunk.doc_type != "bill"]
    scope = desk.brief.route.scope
    return tuple(p for p in found if scope != "local" or p.score >= _LOCAL_LAW * desk.best)


def _bottom(desk: Desk, sheet: Sheet) -> str:
    roomy = desk.brief.format.changed(max_bullet_words=_BOTTOM_WORDS)
    written: list[str] = []
    for passages in (_order(desk), _rules(desk)):
        said = ((sentence(passage, desk, roomy), passage) for passage in passages)
        text, passage = next(((text, passage) for text, passage in said if text), ("", None))
        if passage is not None:
            written.append(text)
            sheet.add(passage, text)
    if not written and desk.brief.sources:
        return _YOURS  # S2: the user's words stand under the facts heading alone
    return " ".join([*written, *(open_part(answer, desk.asks).sentence for answer in desk.open)][:2]) or _NO_ANSWER


def _in_time(desk: Desk, passage: Passage) -> bool:
    """False for a record more than a year from the time that the question names."""
    years = [int(year) for year in desk.asked.years]
    date = passage.spans[0].evidence.chunk.date[:4]
    return not years or not date.isdigit() or any(abs(int(date) - year) <= 1 for year in years)


def _of_the_matter(desk: Desk, sheet: Sheet) -> tuple[Passage, ...]:
    """Passages that stand near the one of the bottom line in its record and share a word with the question."""
    told = next((p for p in sheet.shown if p.lane == "local"), None)
    if told is None:
        return ()
    subject, at = subject_stems(desk), told.spans[told.best].ord
    return tuple(
        p
        for p in desk.lane("local")
        if p.label == told.label and direct(p, subject) and abs(p.spans[p.best].ord - at) <= _MATTER_REACH
    )


def _happened(desk: Desk, sheet: Sheet, cap: int) -> list[str]:
    user = list(user_bullets(desk, 2))
    pool = dict.fromkeys((*fitting(desk, "local"), *_of_the_matter(desk, sheet)))
    lines = sheet.write([p for p in pool if _in_time(desk, p)], cap - len(user))
    lines.sort(key=lambda line: (line.passage.spans[0].evidence.chunk.date or "9999", line.passage.label))
    told = next((f"{_ONLY_THERE} [{p.label}]." for p in sheet.shown if p.lane == "local"), _NO_LOCAL)
    return [*user, *(line.text for line in lines)] or [told]


def _nearest(held: Sequence[Evidence], count: int) -> str:
    """The sections found, by name: for a law section that no passage fills."""
    named = " and ".join(f"{short_name(e.chunk)} [{e.label}]" for e in held[:count])
    return f"{_NEAREST} {named}."


def _law(desk: Desk, sheet: Sheet, cap: int) -> list[str]:
    held = desk.brief.retrieval.state
    if not held:
        return [STATE_TEXT_MISSING]
    quoted = [p.spans[0].evidence for p in sheet.shown if p.lane == "state"]
    lines = [line for passage in _relied_on(desk, sheet)[:cap] for line in sheet.write([passage], 1)]
    lines += sheet.write(fitting(desk, "state"), cap - len(lines))
    if len(lines) < desk.brief.format.min_law_citations:
        lines += sheet.write(fitting(desk, "state"), 1, strict=False)
    texts = [line.text for line in lines]
    if len(texts) < desk.brief.format.min_law_citations and quoted:
        texts.append(f"{_LAW_THERE} {short_name(quoted[0].chunk)} [{quoted[0].label}].")
    lacking = desk.brief.format.min_law_citations - len(texts)
    if lacking > 0:
        used = {line.passage.label for line in lines} | {e.label for e in quoted}
        rest = [e for e in held if e.label not in used] or list(held)
        texts.append(_nearest((rest * lacking)[: max(lacking, 1)], lacking))
    return texts


def _of_the_rule(desk: Desk, sheet: Sheet) -> tuple[Passage, ...]:
    """Further passages of the sections quoted so far that share a word with the question: their conditions."""
    quoted, subject = {p.label for p in sheet.shown if p.lane == "state"}, subject_stems(desk)
    return tuple(p for p in desk.lane("state") if p.label in quoted and direct(p, subject))


def _changes(desk: Desk, sheet: Sheet, cap: int) -> list[str]:
    local = (*fitting(desk, "local", floor=_FAINT), *_of_the_matter(desk, sheet))
    state = (*fitting(desk, "state"), *_of_the_rule(desk, sheet))
    pool = [p for p in dict.fromkeys((*local, *state)) if _EFFECT.search(p.spans[p.best].text) and _in_time(desk, p)]
    lines = sheet.write([p for p in pool if p.lane == "local"], cap - 1)
    lines += sheet.write([p for p in pool if p.lane == "state"], min(cap - len(lines), _RULE_EFFECTS))
    return [line.text for line in lines] or [_NO_CHANGE]


def _unknown(gap: Gap, desk: Desk) -> str:
    labels = law_labels(gap.sentence, desk.brief)
    if labels is None:
        return gap.unnamed
    if labels and not any(f"[{label}]" in gap.sentence for label in labels):
        text = f"{gap.sentence.rstrip('.')} [{labels[0]}]."
    else:
        text = gap.sentence
    return text if count_words(text) <= desk.brief.format.max_bullet_words else gap.unnamed


def _unknowns(desk: Desk, gaps: Sequence[Gap], cap: int) -> list[str]:
    listed = [] if desk.brief.retrieval.state else [STATE_TEXT_MISSING_UNKNOWN]
    listed += [line for line in (_unknown(gap, desk) for gap in gaps) if line]
    return list(dict.fromkeys(listed))[:cap] or [_NO_UNKNOWN]


def compose_analysis(desk: Desk) -> Composed:
    """S2's headings in order, every heading filled, every quoted bullet cited."""
    headings, caps = desk.brief.format.headings, desk.brief.format.bullet_caps
    sheet = Sheet(desk)
    bottom = _bottom(desk, sheet)
    law = _law(desk, sheet, caps[2])
    changes = _changes(desk, sheet, caps[3])
    happened = _happened(desk, sheet, caps[1])
    gaps = gaps_of(desk.brief, sheet.shown)
    bodies = [bottom, *(_bulleted(lines) for lines in (happened, law, changes, _unknowns(desk, gaps, caps[4])))]
    text = "\n\n".join(f"### {heading}\n{body}" for heading, body in zip(headings, bodies, strict=True))
    return Composed(text, tuple(sheet.shown), gaps)


def _bulleted(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
