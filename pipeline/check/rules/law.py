"""Rules about law: no statute without its own text, no procedure without a source, no verb turned, no dead section.

Holds pure rules (S3 audit, decision 23). A statute is named on the strength of a state source that is that section or
holds that reference, down to the subdivision; a local record that names a statute supports only the statement that it
does so, and only in a sentence that says it is the record speaking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.advice import is_advice
from pipeline.check.read.case import (
    AuditCase,
    Checked,
    SourceText,
    finding,
    refs_of,
    says_nothing_shown,
    stems_of,
)
from pipeline.check.rules.not_held import laws_not_held
from pipeline.check.rules.support import verbatim_in
from pipeline.quoting.locate import folded_text, quoted_spans, without_quotes
from pipeline.types import Finding, Severity
from vault.law.reference import StatuteRef, covers
from vault.law.references import parse_ref
from vault.law.subdivisions import has_subdivision
from vault.text.patterns import lazy_regex
from vault.text.words import stem

__all__ = [
    "absolute_claim", "bill_as_law", "procedure_uncited", "source_holds", "statute_currency", "statute_supported",
    "statute_unknown", "tier_c_statute", "untold_bill",
]  # fmt: skip

_RECORD = (
    r"\b(?:minutes|notice|warrant|agenda|ordinance|by-?laws?|regulations?|application|decision|report|record|memo\w*|"
    r"letter|document|excerpt|article|plan|policy|petition|motion|form|handbook|guide|contract|order|ruling|opinion|"
    r"bill|resolution|board|committee|council|commission|court|chair\w*|counsel|clerk|administrator|moderator)s?\b"
)
# The record speaks: "the minutes cite RSA 91-A:3", "as cited in the notice", or one in it: "she pointed to".
_ATTRIBUTES = lazy_regex(
    _RECORD + r"[^.;]{0,80}?\b(?:cit(?:e|es|ed|ing)|nam(?:e|es|ed|ing)|refer(?:s|red|ring|ences?|enced)?|"
    r"quot(?:e|es|ed|ing)|invok(?:e|es|ed|ing)|mention(?:s|ed|ing)?|record(?:s|ed)?|states?|stated|says?|said|reads?|"
    r"lists?|listed|shows?|(?:rests?|relies|is (?:based|grounded)) (?:up)?on)\b"
    r"|" + _RECORD + r"[^.;:]{0,60}:\s|\bread\b[^.;]{0,60}\binto (?:the )?(?:record|minutes)\b"
    r"|\b(?:he|she|they|(?-i:[A-Z])[\w'’-]+) (?:said|stated|noted|mentioned|explained|pointed (?:to|out))\b"
    r"|\b(?:as|is) (?:cited|named|quoted|stated|referenced|listed) (?:in|by)\b|\baccording to\b|\bcit(?:es|ing|ed)\b",
    re.IGNORECASE,
)
# A body acts and names its ground: "the board voted to enter nonpublic session under RSA 91-A:3, II(c)".
_ACTS_UNDER = lazy_regex(
    _RECORD + r"[^.;]{0,80}?\b(?:entered|voted|moved|adopted|met|relie[sd]|relying)\b", re.IGNORECASE
)
# What makes such a sentence a statement of law after all: "violated", "must", "is allowed".
_LEGAL_VERB = lazy_regex(
    r"\b(?:violat\w+|unlawful\w*|lawful\w*|illegal\w*|legal\w*|must|shall|requir\w+|oblig\w+|liab\w+|permit(?:s|ted)|"
    r"allow\w*|entitl\w+|prohibit\w*|compl(?:y|ied|ies|iance))\b",
    re.IGNORECASE,
)


def attributes_to_record(sentence: str) -> bool:
    """True when the sentence says that a record or a body names the law, or tells an act done under it and no more."""
    own = without_quotes(sentence)
    return bool(_ATTRIBUTES.search(own) or (_ACTS_UNDER.search(own) and not _LEGAL_VERB.search(own)))


def source_holds(source: SourceText, ref: StatuteRef) -> bool:
    """True when the source is that section, down to the subdivision, or its own text holds that reference."""
    section = source.chunk.section if source.chunk else ""
    own = parse_ref(section) if section else None
    if own and (covers(own, ref) or (covers(own, ref.changed(paragraph=())) and _prints(source, ref))):
        return True
    return any(covers(held, ref) for held in refs_of(source.text, section)) or _names_by_number(source, ref)


def _names_by_number(source: SourceText, ref: StatuteRef) -> bool:
    """Whether a section names another of its own code by its number alone: "§ 2-534" in "D.C. Code § 2-533"."""
    code, sign, number = ref.cite.partition("§")
    own = source.chunk.section if source.chunk else ""
    named = sign and own.startswith(f"{code}§")
    return bool(named) and re.search(rf"§\s*{re.escape(number.strip())}(?![\w-])", source.text) is not None


def _prints(source: SourceText, ref: StatuteRef) -> bool:
    """Whether the chunk prints the paragraph; a fragment's heading tells the paragraph it begins in ("... > II(c)")."""
    if has_subdivision(source.text, ref.paragraph):
        return True
    part = source.chunk.heading.rpartition(" > ")[2] if source.chunk and " > " in source.chunk.heading else ""
    path = tuple(re.findall(r"[A-Za-z0-9-]+", part.split(" to ")[0]))
    if path[: len(ref.paragraph)] == ref.paragraph:
        return True
    return bool(path) and has_subdivision(f"{path[0]}. \n{source.text}", ref.paragraph)


def statute_supported(case: AuditCase) -> Iterator[Finding]:
    """Every statute named has in its own sentence a source whose own text holds or is it (decision 23)."""
    for checked in case.claims:
        for ref in refs_of(checked.bare):
            problem = _problem(case, checked, ref)
            if problem:
                yield finding("statute_supported", "error", f"{ref.full}: {problem}", checked, _hint(case, ref))


# "RSA 900:4", "R.S.A. 812": written like a statute, but the code has no such chapter.
_LIKE_RSA = lazy_regex(r"\bR\.?S\.?A\.?s?\s+(?:ch(?:apter|\.)\s*)?\d[\w:.-]*", re.IGNORECASE)


def statute_unknown(case: AuditCase) -> Iterator[Finding]:
    """What is written like a statute's number is one, or the cited source writes it so too."""
    for checked in case.claims:
        refs = refs_of(checked.bare)
        for match in _LIKE_RSA.finditer(checked.bare):
            known = any(ref.start < match.end() and match.start() < ref.end for ref in refs)
            if not known and not any(
                match.group().rstrip(".") in " ".join(source.text.split()) for source in checked.own
            ):
                message = f"{match.group()} is no chapter of the code"
                yield finding("statute_unknown", "error", message, checked, f"Remove {match.group()}.")


def _problem(case: AuditCase, checked: Checked, ref: StatuteRef) -> str:
    if _is_said_absent(case, checked, ref) or is_advice(checked.bare):
        return ""
    state = [source for source in checked.own if source.is_state]
    if any(source_holds(source, ref) for source in state):
        return ""
    if case.format.law_only_from_state and not case.state_chunks:
        return "no statute may be named without state text"
    local = [source for source in checked.own if not source.is_state]
    holding = [source for source in local if source_holds(source, ref)]
    quoted = any(one.cite == ref.cite for span in quoted_spans(checked.bare) for one in refs_of(span.text))
    quoted |= any(verbatim_in(checked.bare, one).rung != "not_found" for one in holding)
    if holding and (quoted or attributes_to_record(checked.bare) or _is_act_under(checked.bare, ref, holding)):
        return ""
    if holding:
        return "a local record names it, so say that the record does"
    return "not in the text of the sources cited with it" if checked.own else "no source is cited in this sentence"


# "under RSA 31:39, RSA 41:11 and RSA 47:17"
_ACT_UNDER = lazy_regex(
    r"\b(?:under|pursuant to|per|in accordance with)\s+(?:the\s+)?(?:(?:and\s+)?[A-Z.]+ [\d:A-Z-]+,?\s+(?:and\s+)?)*\Z",
    re.IGNORECASE,
)
_TELLS_LAW = lazy_regex(
    r"\b(?:may|must|shall|can(?:not)?|requires?|allows?|permits?|forbids?|prohibits?|means?|says?|provides?|"
    r"ha(?:s|ve) to)\b",
    re.IGNORECASE,
)
_TELLS_ACT = lazy_regex(r"\b(?:was|were|met|held|went|took|gave|\w{3,}ed)\b", re.IGNORECASE)


def _is_act_under(text: str, ref: StatuteRef, holding: Sequence[SourceText]) -> bool:
    """Whether a sentence only tells an act of the record done under a statute, or in the record's own words ("moved to
    pursue RSA 31:899"), and says nothing of what the law says: "the session was entered under RSA 91-A:3, II(a)"."""
    words = " ".join(text[: ref.end].split()[-_OWN_WORDS - len(text[ref.start : ref.end].split()) :])
    named = _ACT_UNDER.search(text[: ref.start]) or any(words in " ".join(one.text.split()) for one in holding)
    return bool(named and _TELLS_ACT.search(text)) and not _TELLS_LAW.search(text)


_OWN_WORDS = 2
"""Words before a statute's number that must stand in the record too."""


_TEXT_ABSENT = """
    text word wording statute section law paragraph chapter vault record document source archive excerpt find found
    minutes warrant ordinance page packet form bill
    hold held show shown available include included contain contained name named cite cited read full own here itself
"""
_ABSENT = frozenset(stem(word) for word in _TEXT_ABSENT.split())
"""What a sentence may say of a law whose text is not held, and still say nothing of what the law says."""


# ", so it cannot show how many feet that law regulates", ", so whether it applies is not shown"
_TOLD = (
    r"(?:tell|told|shown?|said|say|quoted?|read|checked?|known?|settled?|decided?|answer(?:ed)?|confirm(?:ed)?|seen?)"
)
# "The records do not settle this:", ", so the present law cannot be confirmed here"
_THIS_NOT_TOLD = lazy_regex(
    r"\A\W*the (?:records?|documents?|sources?)(?: (?:held|found|here))? (?:cannot|do(?: not|n['’]t)) "
    rf"{_TOLD} (?:this|that|it)\s*[:;,]"
    r"|,\s*so (?:it|this|that|(?:the )?(?:\w+ )?(?:law|text|rule)) (?:cannot|is not|can['’]t)(?: be)? "
    rf"{_TOLD}(?: here)?(?=\W*\Z)",
    re.IGNORECASE,
)
_SO_NOT_TOLD = lazy_regex(
    rf",?\s*(?:so|and)\b(?=[^.]*\b(?:how|what|whether|who|when|which|where|if|text|wording)\b)[^.]*"
    rf"(?:\b(?:cannot|not)|n['’]t)(?: be)? {_TOLD}\b.*",
    re.DOTALL,
)
# "New Hampshire", "Massachusetts"
_PLACES = lazy_regex(r"\b[A-Z][a-z]+(?:\s[A-Z][a-z]+)*")


def _is_said_absent(case: AuditCase, checked: Checked, ref: StatuteRef) -> bool:
    """Whether the sentence says no more than that the text of a law is not held, and the run does not hold it."""
    held = any(source.chunk is not None and source.chunk.section == ref.cite for source in case.sources)
    if held or not says_nothing_shown(checked.bare):
        return False
    if ref.cite in case.absent and ref.cite in laws_not_held(checked.bare)[1]:
        return True
    rest = checked.bare
    for one in sorted(refs_of(checked.bare), key=lambda found: found.start, reverse=True):
        rest = rest[: one.start] + rest[one.end :]
    return stems_of(_PLACES.sub(" ", _SO_NOT_TOLD.sub("", _THIS_NOT_TOLD.sub(" ", rest)))) <= _ABSENT


def _hint(case: AuditCase, ref: StatuteRef) -> str:
    held = [source for source in case.sources if source_holds(source, ref)]
    law = next((one.label for one in held if one.is_state), "")
    if law or not held:
        untold = f"Remove {ref.full}, or say no more of it than that its text is not in the vault."
        return f"Cite [{law}], which holds it." if law else untold
    return f"Say that [{held[0].label}] names it, and cite that."


def tier_c_statute(case: AuditCase) -> Iterator[Finding]:
    """Tier C speaks of the framework in general; a statute number there deserves a second look (S3 tiers)."""
    for checked in case.claims:
        if case.tier == "C" and refs_of(checked.bare):
            yield finding("tier_c_statute", "note", "a statute is named on a thin record (tier C)", checked)


# "the Public Integrity Unit process is", "must file within 30 days", "statute of limitations", "the DOJ reviews".
_PROCEDURE = lazy_regex(
    r"\b(?:Public Integrity Unit|Attorney General(?:'s Office)?|Department of Justice|DOJ|Secretary of State"
    r"|Superior Court|Ombudsman|Housing Appeals Board|Board of Tax and Land Appeals|BTLA)\b[^.;]{0,80}"
    r"\b(?:process|procedure|requires?|reviews?|investigat\w+|complaints?|accepts?|appeals?|must|will|shall|may)\b"
    r"|\b(?:must|shall|may|can|has to|have to)\s+(?:\w+\s+){0,3}?(?:file|appeal|petition|request|apply|submit|notify)\b"
    r"[^.;]{0,60}\bwithin\b|\bstatute of limitations\b"
    r"|\bwithin\s+\w+(?:\s+\(\d+\))?\s+(?:business\s+|calendar\s+)?days\s+(?:of|after|to)\b",
    re.IGNORECASE,
)


def procedure_uncited(case: AuditCase) -> Iterator[Finding]:
    """A named procedure step has a state source, or a cited local record that itself describes it (S3, S2 §8)."""
    for checked in case.claims:
        match = _PROCEDURE.search(checked.bare)
        if not match or says_nothing_shown(checked.bare):
            continue
        wanted = stems_of(match.group())
        held = [source for source in checked.own if len(stems_of(source.text) & wanted) * 2 >= len(wanted)]
        if not held:
            message = f"procedure without a source that describes it: “{match.group()}”"
            yield finding("procedure_uncited", "error", message, checked, "Cite the [Sx] that describes it, or remove.")


# "is illegal", "will be liable", "must result in", "guaranteed", "definitely", "without a doubt".
_ABSOLUTE = lazy_regex(
    r"\b(?:is|are|was|were|be) (?:clearly |plainly |certainly )?(?:illegal|unlawful|against the law|guilty)\b"
    r"|\b(?:will|would|shall) (?:\w+ )?be (?:held )?liable\b|\bmust result in\b|\bguarantee[ds]?\b"
    r"|\b(?:will|would) (?:definitely|certainly|undoubtedly)\b|\b(?:definitely|undoubtedly|without (?:a )?doubt)\b"
    r"|\bautomatically (?:liable|responsible|void|invalid)\b|\b(?:violat(?:es|ed)|broke) the law\b",
    re.IGNORECASE,
)


_BE = lazy_regex(r"\b(?:shall be|must be|is|are|was|were|be)\b", re.IGNORECASE)
"""A law that says "shall be guilty" says what "is guilty" says."""


def absolute_claim(case: AuditCase) -> Iterator[Finding]:
    """No absolute legal claim unless a cited source says so in these very words (S3 hard rules)."""
    for checked in case.claims:
        for match in _ABSOLUTE.finditer(checked.bare):
            words = _BE.split(match.group().lower().replace(" not ", " "), maxsplit=1)
            said = re.compile(
                _BE.pattern.join(map(re.escape, words)), re.IGNORECASE
            )  # "no member shall be held liable"
            if any(said.search(folded_text(source.text)) for source in checked.own):
                continue
            message = f"absolute legal language: “{match.group()}”"
            yield finding("absolute_claim", "error", message, checked, "Say what the source says, hedged as it is.")


_SAYS_STATUS = {
    "repealed": lazy_regex(r"\brepeal\w*|\bno longer\b|\bformer(?:ly)?\b", re.I),
    "effective_later": lazy_regex(r"\beffective\b|\btakes? effect\b|\bwill\b|\bfrom \w+ \d", re.I),
    "stale": lazy_regex(r"\bas of\b|\bold(?:er)?\b|\b(?:19|20)\d\d\b", re.I),
    "superseded": lazy_regex(r"\bsupersed\w*|\breplaced\b|\bearlier\b", re.I),
    "draft": lazy_regex(r"\bdraft\b|\bunapproved\b|\bproposed\b", re.I),
}
_STATUS_TELLS: dict[str, tuple[Severity, str]] = {
    "repealed": ("error", "it is repealed"),
    "effective_later": ("error", "it is not yet in force"),
    "stale": ("warning", "the text held is old"),
    "superseded": ("warning", "a later version exists"),
    "draft": ("warning", "it is a draft, not approved"),
}


def statute_currency(case: AuditCase) -> Iterator[Finding]:
    """A repealed, coming, old, superseded or draft source is not used without saying what it is where its document is
    first cited."""
    said: set[tuple[str, str]] = set()
    for checked in case.claims:
        for source in checked.own or checked.cited:
            status, document = (source.chunk.status, source.chunk.doc_id) if source.chunk else ("unknown", "")
            told = _STATUS_TELLS.get(status)
            if told and _SAYS_STATUS[status].search(checked.bare):
                said.add((status, document))
            elif told and (status, document) not in said:
                message = f"[{source.label}] {told[1]}, and the sentence does not say so"
                yield finding("statute_currency", told[0], message, checked, f"Say that {told[1]}.")
                if told[0] == "warning":
                    said.add((status, document))


_SAYS_BILL = lazy_regex(r"\b(?:bills?|proposed?|introduced|would|not (?:the )?law|[HS]B\s?\d*)\b", re.IGNORECASE)


def untold_bill(checked: Checked, case: AuditCase) -> str:
    """The label of a bill that a sentence cites and that no sentence before it calls a bill; "" without."""
    bills = {one.label for one in checked.own if one.chunk and one.chunk.doc_type == "bill"}
    for before in case.claims if bills else ():
        if before is checked:
            break
        if _SAYS_BILL.search(before.bare):
            bills -= {one.label for one in before.own}
    return min(bills, default="")


def bill_as_law(case: AuditCase) -> Iterator[Finding]:
    """A bill is called a bill, not the law, where it is first cited."""
    for checked in case.claims:
        label = untold_bill(checked, case)
        if label and not _SAYS_BILL.search(checked.bare):
            message = f"[{label}] is a bill as introduced"
            later = any(_SAYS_BILL.search(one.bare) and label in (of.label for of in one.own) for one in case.claims)
            severity: Severity = "warning" if later else "error"
            yield finding("bill_as_law", severity, message, checked, "Say here that it is a bill.")
