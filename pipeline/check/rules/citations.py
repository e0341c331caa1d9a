"""Rules about citation tokens: they exist, they stand where a fact stands, and they point at the source that says it.

Holds pure rules. It refuses to read figures or law; other modules do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.answer.markdown import Claim, without_citations
from pipeline.check.read.advice import is_advice
from pipeline.check.read.case import (
    AuditCase,
    Checked,
    SourceText,
    finding,
    marks_of,
    refs_of,
    says_nothing_shown,
    stems_of,
)
from pipeline.check.read.names import misread_in, names_of, stands_in
from pipeline.check.rules.law import source_holds
from pipeline.check.rules.support import SUPPORTED_SHARE, best_support
from pipeline.quoting.locate import quoted_spans
from pipeline.types import Finding, Severity
from vault.facts.figures import holds_figure
from vault.text.labels import labels_in
from vault.text.patterns import lazy_regex

__all__ = [
    "citation_exists", "citation_points_right", "envelope_agrees", "envelope_grounded", "names_missing",
    "needs_citation", "uncited_claim", "uncited_details", "user_text_exists",
]  # fmt: skip

# Sentences about the answer itself: "This is information, not legal advice.", "Assumption: ...", "The records do not
# agree on the year.", "Of Quill Harbor the vault holds only minutes."
_ABOUT_ITSELF = lazy_regex(
    r"\b(?:not legal advice|informational only|information only)\b|\A\W*assum(?:ption|ing|ed)\b"
    r"|\A\W*the (?:records?|minutes|documents|sources)(?: held)? (?:do not agree|disagree|differ|conflict|changed)\b"
    r"|\A\W*(?:the|its|their) (?:wording|words|sentence|text|minutes|records?) leaves? (?:it )?open\b"
    r"|\bthe (?:vault|archive) holds (?:only|just)\b"
    # "The Select Board minutes held go to June 3, 2031"
    r"|\A\W*(?:the|its|their) (?:[\w'’]+ ){0,5}(?:minutes|records?|documents) held(?: here)? (?:only )?"
    r"(?:go|run|reach|end|stop)(?: only| no (?:further|later))? (?:to|until|in|with|at|than|through) [\w ,-]{4,20}\W*\Z"
    # "the board's minutes are held to May 13, 2031", "Only pages 1 and 15 to 18 of the booklet are held"
    r"|\A\W*(?:(?:the|its|their) )?(?:[\w'’]+ ){0,4}(?:minutes|records?|documents) are held (?:only )?"
    r"(?:to|until|up to|through) [\w ,-]{4,20}\W*\Z"
    r"|\A\W*only pages? [\d ,]+(?:(?:and|to|-) ?[\d ,]+)* ?of the [\w '’-]{3,60} (?:is|are) held"
    r"(?:,? (?:and|nor) (?:no|any) [\w ]{3,40} (?:after|later than) [\w ,]{4,20}?)?"
    r"(?:, so (?:the|your) [\w '’]{3,80} would have to say what (?:comes|came|follows|followed) after [\w -]{4,20})?"
    r"\W*\Z"
    # "The figures are read from a scan."
    r"|\A\W*(?:the|these|its|their) (?:figures?|numbers?|text|tables?|pages?|records?|minutes|words)\b[^.;,\d]{0,40}"
    r"\b(?:read|taken|comes?) from a scan(?:ned \w+)?\b[^.;\d]{0,50}\W*\Z",
    re.IGNORECASE,
)
# What marks an uncertainty: "whether", "which", "depends", "not", "may"
_OPEN = lazy_regex(
    r"\b(?:whether|which|who|what|when|why|how|if|depends?|may|might|could|not|no|unclear)\b", re.IGNORECASE
)
# "Town:", "School", "County part": a label without a statement
_LEAST_WORDS = 3


# "…; the clerk would know", "…, and the clerk would know"
_AND_ASK = lazy_regex(r";\s+|,\s+and\s+(?=[^,;]{3,60}\b(?:would|should)\b)", re.IGNORECASE)


def needs_citation(checked: Checked) -> bool:
    """True for a sentence that states a fact or a law; false for one that says what is not shown, or about itself."""
    text = checked.bare
    itself = all(_ABOUT_ITSELF.search(part) or is_advice(part) for part in _AND_ASK.split(text))
    if itself or checked.sought or says_nothing_shown(text) or text.endswith("?"):
        return bool(quoted_spans(text))
    return len(stems_of(text)) >= _LEAST_WORDS or bool(
        names_of(text) or marks_of(text) or refs_of(text) or quoted_spans(text)
    )


def citation_exists(case: AuditCase) -> Iterator[Finding]:
    """Every citation token names a source of the brief."""
    known = ", ".join(source.label for source in case.sources) or "none"
    for checked in case.claims:
        for label in checked.missing:
            if label != "USER":
                message = f"[{label}] is no source of this brief"
                yield finding("citation_exists", "error", message, checked, f"Cite one of: {known}.")


def user_text_exists(case: AuditCase) -> Iterator[Finding]:
    """[USER] is cited only when the user has pasted a text."""
    for checked in case.claims:
        if "USER" in checked.missing:
            yield finding("user_text_exists", "error", "[USER] without any pasted text", checked, "Remove the claim.")


def uncited_claim(case: AuditCase) -> Iterator[Finding]:
    """Every sentence with a fact or a law has a citation, its own or that of its bullet."""
    last = case.format.headings[-1] if case.format.headings else ""
    for checked in case.claims:
        if checked.claim.scope or not needs_citation(checked):
            continue
        if last and checked.claim.heading == last:  # S2 §1: "cite if possible", only uncertainties
            if not _OPEN.search(checked.bare):
                yield finding("uncited_claim", "warning", "states more than an unknown", checked, "Cite it, or ask it.")
            continue
        if checked.cited:  # its writer named the words it rests on: only the reader is not told where they stand
            told = "] [".join(source.label for source in checked.cited)
            yield finding(
                "uncited_claim", "warning", f"rests on [{told}], and does not say so", checked, f"Add [{told}]."
            )
            continue
        yield finding(
            "uncited_claim", "error", "a fact or law without citation", checked, "Cite [Lx] or [Sx], or remove."
        )


def uncited_details(case: AuditCase) -> Iterator[Finding]:
    """A figure or quotation in a sentence without citation stands at least in the question or in some source."""
    for checked in case.claims:
        if checked.claim.scope:
            continue
        yield from _figures_nowhere(case, checked)
        for name in () if is_advice(checked.bare) else names_of(checked.bare):
            if not any(stands_in(name, text) for text in _all_texts(case)):
                message = f"{name} stands in no source and not in the question"
                yield finding("uncited_details", "error", message, checked, f"Remove {name} or cite its source.")


def _all_texts(case: AuditCase) -> tuple[str, ...]:
    """What the question and the sources say, the short metadata first: most dates stand there already."""
    abouts, texts = (source.about for source in case.sources), (source.text for source in case.sources)
    return (case.question, case.known_names, *abouts, *texts)


def _figures_nowhere(case: AuditCase, checked: Checked) -> Iterator[Finding]:
    for mark in marks_of(checked.bare):
        if mark.kind != "counted" and not any(holds_figure(marks_of(text), mark) for text in _all_texts(case)):
            message = f"{mark.text} stands in no source and not in the question"
            coverage = _LAST_HELD if mark.kind == "date" else _PAGES_HELD
            severity: Severity = "warning" if coverage.search(checked.bare) else "error"
            yield finding("uncited_details", severity, message, checked, f"Remove {mark.text} or cite its source.")


# "the town's records end on December 8, 2031": the day up to which records are held stands in none of them
_LAST_HELD = lazy_regex(
    r"\b(?:records?|minutes|documents?|vault|archive)\b[^.;]{0,60}\b(?:ends?|stops?|"
    r"(?:held|run|go|reach)(?:e?s)? (?:only )?(?:to|through|until|up to)|no later|later than|after)\b"
    r"|\bno (?:later|\w+ (?:after|later than))\b",
    re.IGNORECASE,
)


# "Only pages 1 and 15 to 18 of the booklet are held", "Not held: pages 2 to 14"
_PAGES_HELD = lazy_regex(r"\bpages? \d[^.;]{0,80}\bheld\b|\bnot held\b[^.;]{0,60}\bpages? \d", re.IGNORECASE)


def envelope_grounded(case: AuditCase) -> Iterator[Finding]:
    """Reason, assumptions, limitations and follow-ups name no label, statute or figure that no source holds (S0)."""
    known = {source.label for source in case.sources}
    for text in case.envelope:
        beside = Checked(claim=Claim(text=text), bare=without_citations(text))
        gone = [f"[{label}]" for label in labels_in(text) if label not in known]
        for ref in refs_of(beside.bare):
            if not any(source_holds(source, ref) for source in case.sources) and ref.cite not in case.question:
                gone.append(ref.full)
        for what in gone:
            yield finding("envelope_grounded", "error", f"{what} stands in no source", beside, f"Remove {what}.")
        for found in () if case.extracted else _figures_nowhere(case, beside):  # our own counts ("13 of 40")
            yield found.changed(rule="envelope_grounded", severity="warning")


def citation_points_right(case: AuditCase) -> Iterator[Finding]:
    """The cited source says it, when some source does: a claim that another source holds is cited to that one."""
    for checked in case.claims:
        if not checked.cited or quoted_spans(checked.bare):
            continue  # a quotation is looked up word for word by its own rule
        others = [source for source in case.sources if source not in checked.cited]
        here, there = best_support(checked.bare, checked.cited), best_support(checked.bare, others)
        better = there.verbatim and not here.verbatim
        # 0.3: a paraphrase in one's own words may lose a word or two against a neighbouring source, not a third
        much_better = here.share < SUPPORTED_SHARE and there.share >= 0.8 and there.share - here.share >= 0.3
        if there.source and (better or much_better):
            message = f"[{there.source.label}] says this, not [{'] ['.join(s.label for s in checked.cited)}]"
            yield finding("citation_points_right", "error", message, checked, f"Cite [{there.source.label}].")


def envelope_agrees(case: AuditCase) -> Iterator[Finding]:
    """`used_statewide` says whether a state source is cited (S0)."""
    cited = any(source.is_state for source in case.cited_sources())
    if case.used_statewide is not None and cited != case.used_statewide:
        message = f"used_statewide is {case.used_statewide} but state sources are {'' if cited else 'not '}cited"
        yield finding("envelope_agrees", "warning", message, None, f"Set used_statewide to {str(cited).lower()}.")


def names_missing(checked: Checked, sources: tuple[SourceText, ...], known: str) -> tuple[str, ...]:
    """Names in the claim that stand in none of the sources and are not known otherwise."""
    support = " ".join((known, *(f"{source.text} {source.about}" for source in sources)))
    scans = [source.text for source in sources if source.ocr]
    missing = (name for name in names_of(checked.bare) if not stands_in(name, support))
    return tuple(name for name in missing if not any(misread_in(name, text) for text in scans))
