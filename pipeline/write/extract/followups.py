"""Applicability, assumptions, limitations and follow-up questions: the envelope beside an extractive answer.

Everything is fixed wording around metadata and verbatim words. It refuses to advise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.quoting.cut import clip, quote
from pipeline.types import Brief, Evidence
from pipeline.write.extract.frame import long_name
from pipeline.write.extract.gaps import Gap, law_belongs
from pipeline.write.extract.outcomes import has_outcome
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import display
from vault.law.references import find_refs
from vault.states.names import GOVERNING_BOARD
from vault.text.patterns import lazy_regex

__all__ = ["NOT_ADVICE", "applicability", "assumptions", "followups", "limitations", "statewide_reason"]

# Words by which a law says whom it binds or when: "in any town", "towns which have adopted", "only if".
_CONDITION = lazy_regex(
    r"(?<![^.;])[^.;]*\b(?:only (?:in|to|if|where)|that (?:has|have) adopted|which (?:has|have) adopted|"
    r"if (?:it is )?adopted|shall apply (?:only )?(?:to|in)|adopts? the provisions|provided that)\b[^.;]*",
    re.IGNORECASE,
)
_ADDRESSEE = lazy_regex(
    r"\b(?:(?:any|every|each|all|a|the) )?(?:towns?(?: or cit(?:y|ies))?|municipalit(?:y|ies)|political subdivisions?|"
    rf"school districts?|village districts?|cities|{GOVERNING_BOARD}|governing body|public bod(?:y|ies)|"
    r"planning board|counties)\b",
    re.IGNORECASE,
)
_CONDITION_WORDS = 25
NOT_ADVICE = "Informational only, not legal advice."
_EXTRACT = "The quoted words are verbatim extracts chosen without a model; read the cited pages for their context."


def _state_shown(shown: Sequence[Passage]) -> tuple[Evidence, ...]:
    found = {p.label: p.spans[0].evidence for p in shown if p.spans[0].evidence.chunk.lane == "state"}
    return tuple(found.values())


def statewide_reason(shown: Sequence[Passage]) -> str | None:
    """Why statewide text was used, naming the sources; None when none was."""
    names = [f"{long_name(e.chunk)} [{e.label}]" for e in _state_shown(shown)]
    return f"Passages of {', '.join(names)} bear on the question." if names else None


def _applies(evidence: Evidence) -> str:
    text = display(evidence.chunk.text)
    name = f"{long_name(evidence.chunk)} [{evidence.label}]"
    if evidence.chunk.doc_type == "bill":
        return f"{name}: a proposal shows what was asked for, not what the law is."
    condition = _CONDITION.search(text)
    if condition:
        pieces = clip(condition.group().strip(), _CONDITION_WORDS, frozenset({"adopt", "appli"})).pieces
        return f"{name} is conditional: {quote(pieces)}; whether the condition is met must be shown by the record."
    addressee = _ADDRESSEE.search(text)
    if addressee:
        return f"{name} applies by its own words to {quote((addressee.group(),))}."
    return f"{name}: the passage does not say to whom it applies."


def applicability(shown: Sequence[Passage]) -> str | None:
    """Why each cited state source applies, from its own words, with its conditions; None without state sources."""
    parts = [_applies(evidence) for evidence in _state_shown(shown)]
    return " ".join(parts) or None


def assumptions(brief: Brief, shown: Sequence[Passage]) -> tuple[str, ...]:
    """What the answer takes for granted; () when nothing is."""
    found: list[str] = []
    towns = tuple(dict.fromkeys(p.spans[0].evidence.chunk.town for p in shown if p.spans[0].evidence.chunk.town))
    if not brief.issue.town and not brief.question.town and towns:
        found.append(f"No town was named; the local records quoted are of {' and '.join(towns)}.")
    if brief.reading.asks_now and shown:
        found.append("“Now” is read as the latest record found.")
    return tuple(found)


def limitations(brief: Brief, shown: Sequence[Passage], gaps: Sequence[Gap]) -> tuple[str, ...]:
    """What is missing or uncertain, then what kind of text this is. Never empty."""
    drafts = [p for p in shown if p.spans[0].evidence.chunk.status == "draft"]
    scanned = [p for p in shown if p.spans[0].evidence.chunk.ocr]
    law, labels = law_belongs(brief), {"", *(p.label for p in shown)}
    notes = [*brief.gaps, *(gap.sentence for gap in gaps if law or not shown or gap.label in labels)]
    if drafts:
        notes.append(f"{long_name(drafts[0].spans[0].evidence.chunk)} [{drafts[0].label}] are marked as a draft.")
    if scanned:
        notes.append("Some quoted pages were read from scans, so single letters may be wrong.")
    notes += [
        f"Of a list in [{p.label}] {p.items[0]} of {p.items[1]} items are quoted."
        for p in shown
        if 0 < p.items[0] < p.items[1]
    ]
    if brief.retrieval.state and not _state_shown(shown) and law:
        notes.append("Statewide passages were found but none clearly applies, so none is used.")
    return tuple(dict.fromkeys((*notes, *([_EXTRACT] if shown else []), NOT_ADVICE)))


def _inside(name: str) -> str:
    """The name of a source inside a sentence."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def followups(brief: Brief, shown: Sequence[Passage], gaps: Sequence[Gap]) -> tuple[str, ...]:
    """At most three questions: the missing parts first, then what the records found could still answer."""
    asked = [f"Which record shows {gap.name}?" for gap in gaps if gap.name and not find_refs(gap.name)]
    used = {p.label for p in shown}
    named = {ref.cite for p in shown for span in p.spans for ref in find_refs(span.text)}
    laws = [
        f"What does {e.chunk.section} say?"
        for e in brief.retrieval.state
        if e.chunk.section and e.label not in used and e.chunk.section in named
    ]
    votes = ["How did each member vote?"] if any(has_outcome(p.text) for p in shown) else []
    names = {long_name(p.spans[0].evidence.chunk) for p in shown}
    others = [
        f"Is there more on this in {_inside(long_name(e.chunk))}?"
        for e in brief.retrieval.local
        if e.label not in used and long_name(e.chunk) not in names
    ]
    return tuple(dict.fromkeys((*asked[:2], *laws[:1], *votes, *others)))[:3]
