"""The evidence table: one row per sentence with its citations, what holds it up, where that stands, and a verdict.

Holds rows and their Markdown. It says what was checked mechanically and refuses to say that anything is false.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.markdown import without_citations
from pipeline.check.absence import (
    NOWHERE,
    OutsideRun,
    found_after_all,
    found_elsewhere,
    looked_for,
    nearest_to,
    one_document,
    stands_somewhere,
    takes_for_granted,
)
from pipeline.check.claims import GivenClaim, Judged, judge
from pipeline.check.read.case import AuditCase, Checked, SourceText, says_nothing_shown
from pipeline.check.read.evidence import Support
from pipeline.check.rules.citations import needs_citation
from pipeline.check.rules.facts import locate_in
from pipeline.check.rules.law import untold_bill
from pipeline.check.rules.not_held import laws_not_held, place_not_held
from pipeline.check.say import say
from pipeline.check.slots.workings import only_works_out
from pipeline.quoting.locate import quoted_spans
from pipeline.quoting.pages import deep_link, page_of
from pipeline.types import EvidenceRow
from vault.law.references import find_refs
from vault.text.words import content_words

__all__ = ["bare_words", "rows_of", "support_of"]


def rows_of(
    case: AuditCase, claims: Sequence[GivenClaim] = (), outside: OutsideRun = NOWHERE
) -> tuple[EvidenceRow, ...]:
    """One row per sentence of the answer, in reading order, with the verdict on it; `outside` is the vault
    outside the run, for claims of absence."""
    supports = [support_of(checked.claim.text, claims) for checked in case.claims]
    told = [
        (checked.bare, " ".join(one.quote for one in support))
        for checked, support in zip(case.claims, supports, strict=True)
    ]
    return tuple(
        _row(checked, case, support, outside, told[max(0, at - _WORKED_FROM) : at])
        for at, (checked, support) in enumerate(zip(case.claims, supports, strict=True))
    )


_WORKED_FROM = 3
"""Sentences before one that works a figure out, with the words they rest on."""


def support_of(text: str, claims: Sequence[GivenClaim]) -> tuple[Support, ...]:
    """The words a sentence rests on: its own claim's, or those of the claims it is cut from or joined from."""
    given = {bare_words(one.text): one.support for one in claims}
    sentence = bare_words(text)
    if sentence in given or not sentence:
        return given.get(sentence, ())
    return tuple(
        dict.fromkeys(
            one for text, support in given.items() if text and (text in sentence or sentence in text) for one in support
        )
    )


def bare_words(text: str) -> str:
    """A sentence without labels, marks and blanks, by which a claim and its sentence find each other."""
    return "".join(re.findall(r"\w", without_citations(text).lower()))


def _row(
    checked: Checked,
    case: AuditCase,
    support: Sequence[Support],
    outside: OutsideRun,
    before: Sequence[tuple[str, str]],
) -> EvidenceRow:
    judged = _of_place(checked, outside) or _absent(checked, case, outside)
    if judged is None and not support and only_works_out(checked.bare, before):
        judged = Judged(verdict="verified")
    judged = judged or _judged(checked, case, support)
    if judged.verdict == "consistent" and not case.extracted and says_nothing_shown(checked.bare):
        judged = _looked_for(checked, judged, outside)
    source = next((one for one in case.sources if one.label == judged.source), None)
    text, chunk = judged.words, source.chunk if source else None
    spans = quoted_spans(checked.bare)
    if spans and judged.verdict == "verified":
        place, found = locate_in(spans[0].text, checked.cited)
        if found is not None and place.pieces:
            text, source, chunk = " ".join(found.text[place.start : place.end].split()), found, found.chunk
    page = page_of(text.partition(" … ")[0], chunk) or chunk.page_start if chunk else None
    looked = judged.verdict == "consistent" and not support and says_nothing_shown(checked.bare)
    hinted = not (case.extracted or looked) and bool(judged.residue or judged.verdict == "contradicted")
    return EvidenceRow(
        sentence=without_citations(checked.claim.text),
        citations=checked.claim.scope or tuple(one.label for one in checked.cited),
        support=text,
        source=chunk.title if chunk else (source.about or source.label if source else ""),
        page=page,
        chunk_id=chunk.id if chunk else None,
        link=deep_link(chunk, page) if chunk else "",
        verdict=judged.verdict,
        residue=judged.residue,
        against=judged.against,
        say=say(checked, case, support) if hinted else "",
    )


def _of_place(checked: Checked, outside: OutsideRun) -> Judged | None:
    """The verdict on a sentence that nothing of a place is held, by a look at the vault; None for any other."""
    place, of_law = ("", False) if checked.claim.scope else place_not_held(checked.bare)
    held = outside.holds(place, of_law) if place else None
    if held:
        return Judged(verdict="contradicted", against=(f"nothing of {place}: the vault holds some",))
    return None if held is None else Judged(verdict="verified")


def _of_laws(checked: Checked, case: AuditCase, support: Sequence[Support]) -> Judged | None:
    """The verdict on a sentence that says that the text of laws is not held, which were looked up, and what else it
    says of them: that a cited source names them; None for any other sentence."""
    before, named = laws_not_held(checked.bare)
    held = [law for law in named if law in case.present]
    if held:
        return Judged(verdict="contradicted", against=(f"not held: the vault holds the text of {held[0]}",))
    naming = {source.chunk.section for source in checked.cited if source.chunk}
    laws = [law for law in named if law not in naming]
    if not laws or any(law not in case.absent for law in laws):
        return None
    if not before:
        return Judged(verdict="verified")
    if not checked.cited and says_nothing_shown(before):
        # "the records do not show who was chosen, and RSA 9:9 is not held": what it says first is looked for
        return None
    if not checked.cited:  # "Roe took bribes, and RSA 9:9 is not in the vault"
        return Judged(verdict="uncited" if checked.claim.scope or content_words(before) else "verified")
    judged = judge(before, checked.cited, support)
    told = {ref.cite for source in checked.cited for ref in find_refs(source.text)}
    if judged.verdict == "consistent" and not judged.residue and told.issuperset(laws):
        return judged.changed(verdict="verified")
    return judged


def _absent(checked: Checked, case: AuditCase, outside: OutsideRun) -> Judged | None:
    """The verdict on a sentence that nothing speaks of a matter, where a look settles it; None for any other."""
    if case.extracted:
        return None
    settled = stands_somewhere(checked, case.sources, outside)
    if settled is not None:
        verdict, words = settled
        told = (f"nowhere: the record says: {words}",) if verdict == "contradicted" else ()
        return Judged(verdict=verdict, against=told, residue=(f"({words})",) if verdict == "consistent" else ())
    if not says_nothing_shown(checked.bare):
        return None
    one = one_document(checked, case.cited_sources())
    found = looked_for(checked.bare, one or checked.cited, case.sources, outside, alone=bool(one))
    verdict, words = found or ("consistent", "")
    if verdict == "contradicted":
        return Judged(verdict=verdict, against=(f"not shown: the record says: {words}",), words=words)
    return Judged(verdict=verdict) if verdict == "verified" else None


def _judged(checked: Checked, case: AuditCase, support: Sequence[Support]) -> Judged:
    """The verdict on one sentence: absence is looked for, a fact needs its source, the rest is compared."""
    absent = says_nothing_shown(checked.bare)
    if absent and (missing := _of_laws(checked, case, support)):
        return missing
    if absent and checked.cited:  # a quotation may itself say that something is missing
        copied = judge(checked.bare, checked.cited, support)
        if copied.verdict == "verified":
            return copied
    sources = checked.cited or ((one_document(checked, case.cited_sources()) or case.sources) if absent else ())
    if absent and not case.extracted:
        against = found_after_all(checked.bare, sources)
        if against:
            return Judged(verdict="contradicted", against=(f"not shown: the record says: {against}",), words=against)
    rests = bool(checked.cited and support)  # words are attached to it: "would not say whether" is an act of the record
    if (absent and not rests) or checked.bare.rstrip().endswith("?"):
        asked = SourceText(label="", text=f"{case.question}\n{case.known_names}")
        if not checked.claim.scope and takes_for_granted(checked.bare, (*case.sources, asked)):
            return Judged(verdict="uncited")
        near = nearest_to(checked.bare, checked.cited) if absent and not case.extracted else ""
        return Judged(verdict="consistent", residue=(f"(does this say it? “{near}”)",) if near else ())
    if not checked.cited:
        must = checked.claim.scope or _must_cite(checked, case)
        return Judged(verdict="uncited" if must else "consistent")
    if not any(source.text.strip() for source in checked.cited):
        return Judged(verdict="not_held")
    judged = judge(checked.bare, checked.cited, support)
    if judged.slots == ("bill",) and not untold_bill(checked, case):  # a sentence before calls it a bill
        return judged.changed(verdict="consistent", residue=(f"({judged.against[0]})",), against=())
    return judged


def _looked_for(checked: Checked, judged: Judged, outside: OutsideRun) -> Judged:
    """The verdict on an absence with what the vault holds outside the run: it must be read, it refutes nothing."""
    found = found_elsewhere(checked.bare, outside) if not checked.claim.scope else None
    if found is None:
        return judged
    chunk, words = found
    told = f"(outside this run: {chunk.title}{f', p. {chunk.page_start}' if chunk.page_start else ''})"
    return Judged(verdict="consistent", residue=(*judged.residue, told), words=words)


def _must_cite(checked: Checked, case: AuditCase) -> bool:
    """A fact or a law; under the last heading, where unknowns stand, a citation is wanted and not demanded (S2 §1)."""
    last = case.format.headings[-1] if case.format.headings else ""
    return needs_citation(checked) and not (last and checked.claim.heading == last)
