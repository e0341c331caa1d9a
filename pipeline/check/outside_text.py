"""The audit of any text against the vault: a letter, an article, a chatbot's answer; no brief, no labels.

What in the text states anything is read (the clauses of a long sentence, a passage cut to size), then each sentence is
looked up once and what was found is checked: statutes, quotations, figures, names. It refuses to call a sentence
unsupported because the vault holds nothing about it: that is "not_held", and a different thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain

from pipeline.answer.formats import format_for
from pipeline.answer.markdown import Claim, count_words, parse_answer, without_citations
from pipeline.check.claims import judge
from pipeline.check.read.case import (
    AuditCase,
    Checked,
    SourceText,
    finding,
    marks_of,
    says_nothing_shown,
    source_of,
    stems_of,
)
from pipeline.check.read.evidence import said_of, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.names import names_of
from pipeline.check.rules.citations import names_missing
from pipeline.check.rules.facts import locate_in
from pipeline.check.rules.law import source_holds
from pipeline.check.rules.must_pass import TEXT_RULES
from pipeline.check.rules.support import SUPPORTED_SHARE, best_support
from pipeline.quoting.cut import clip
from pipeline.quoting.locate import nearest, quote_pieces, quoted_spans, without_quotes
from pipeline.quoting.pages import deep_link, page_of
from pipeline.quoting.turns import has_finite_verb
from pipeline.types import AuditReport, EvidenceRow, Finding, Severity, Verdict
from vault.facts.figures import holds_figure
from vault.law.reference import StatuteRef
from vault.law.references import find_refs
from vault.ports import Library, answer_to
from vault.text.patterns import lazy_regex
from vault.text.words import content_words
from vault.types import Query, SearchRequest, Section
from vault.value import Value

__all__ = ["Stamp", "audit_text", "stamp_of"]

_MAX_SENTENCES = 400
"""A longer text is audited up to here and the rest is reported, so that a pasted book cannot hold up a server."""
_HITS = 6
"""Passages looked at for a sentence: BM25 has a truly supporting one among the first five for 98 % of claims."""
_TOPIC_HELD = 0.34
"""Share of words below which the vault holds nothing on the sentence's matter."""
_SURE = 0.8
"""Share of words above which a passage speaks of the very same matter, so that another figure in it contradicts; below
it may be another meeting's, and a difference is only a warning."""
_FIGURES = lazy_regex(r"\$?\d[\w,.:/-]*")
_PHRASE_WORDS = 8
_LEAST_STEMS = 3
"""A sentence of fewer content words is about nothing that a passage could be matched by."""
_LIKE_NAME = 0.8
_DOUBTS = frozenset({"figure_not_found", "name_not_found", "altered_copy", "claim_contradicted"})
"""A sentence with such a finding, be it a warning, is not called consistent: the passage may be of another matter."""
_LEAST_HELD = 0.5
"""Share of a sentence's words that one passage must hold, with its figures: several passages that hold a word each say
nothing of it."""


class _Looked:
    """The answers of the vault for one text, each section asked for once."""

    def __init__(self, vault: Library) -> None:
        self._vault = vault
        self._sections: dict[str, tuple[SourceText, ...]] = {}

    def law(self, ref: StatuteRef) -> tuple[SourceText, ...]:
        """The held text of the section or chapter."""
        if ref.cite not in self._sections:
            chunks = self._vault.law((ref.cite,))[ref.cite]
            self._sections[ref.cite] = tuple(source_of("S", chunk) for chunk in chunks)
        return self._sections[ref.cite]

    def stamp(self, ref: StatuteRef) -> Stamp | None:
        """The currency of a held section."""
        chunk = next((source.chunk for source in self.law(ref) if source.chunk), None)
        document = self._vault.document(chunk.doc_id) if chunk and ref.section else None
        return stamp_of(chunk.section, document.sections) if chunk and document else None

    def about(self, text: str) -> tuple[tuple[SourceText, ...], bool]:
        """Passages on the matter of a sentence, and whether the vault says that unread pages may hold it."""
        terms = content_words(text)
        quotes = [" ".join(piece.split()[:_PHRASE_WORDS]) for s in quoted_spans(text) for piece in quote_pieces(s.text)]
        queries = [Query(phrases=(phrase,)) for phrase in quotes] + ([Query(terms=terms)] if terms else [])
        requests = [SearchRequest(query=query, limit=_HITS) for query in queries]
        answers = [answer_to(self._vault, request) for request in requests]
        chunks = {hit.chunk.id: hit.chunk for answer in answers for hit in answer.hits}
        unread = any(answer.zero_reason == "unread_pages" for answer in answers)
        return tuple(source_of("S" if chunk.lane == "state" else "L", chunk) for chunk in chunks.values()), unread


_SHOWN_WORDS = 45
"""A passage of more words is shown by the parts that speak of the matter."""
_CLAUSE_WORDS = 4
# "Dear Members of the Board,", "Sincerely, Ada Osgood", "To whom it may concern:"
_COURTESY = lazy_regex(
    r"\A\W*(?:dear\b|hello\b|hi\b|greetings\b|good (?:morning|afternoon|evening)|to whom it may concern|"
    r"(?:yours |very |most )*(?:sincerely|truly|respectfully)\b|(?:with |best |kind |warm )*regards\b|best wishes\b|"
    r"thank(?:s| you)\b|great question|good question|let me know\b|feel free\b|i hope (?:this|you|that helps)\b|"
    r"here (?:is|are) (?:a|an|the|some|your)\b[^.]{0,60}\b(?:summary|overview|answer|draft|letter)\b|"
    r"(?:sure|certainly|of course|absolutely)[!,.])",
    re.IGNORECASE,
)
# "Let me know | if you have questions", "I hope this helps | you to decide what you need"
_OFFER = lazy_regex(r"(?:if|whether|when|should|to|you|for)\b", re.IGNORECASE)
_MARKUP = lazy_regex(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|`")
# "At the meeting of January 6, 2031, Osgood moved": what is copied begins after it
_OCCASION = lazy_regex(
    r"\A(?:at|in|during) (?:the|its|their) [^,]{0,40}\b(?:meeting|minutes|session|hearing)s?"
    r"(?: (?:of|on|held on) [A-Z]\w+ \d{1,2}, \d{4})?,\s+",
    re.IGNORECASE,
)
_BORDER = lazy_regex(r"(?:[,;]\s+(?:and|but|while|so)\s+|;\s+|\s[—–]\s)")


def plain(text: str) -> str:
    """The sentence without the marks of bold, italic and code type."""
    return _MARKUP.sub("", text).strip()


def states_something(text: str) -> bool:
    """False for a greeting, a closing and a chatbot's courtesy, which state nothing that a record could hold.

    What goes on after the courtesy is judged: "Of course, the board voted for it", and so is all with a figure.
    """
    courtesy = _COURTESY.match(text)
    if not courtesy or quoted_spans(text) or any(map(str.isdigit, text)):
        return True
    rest = text[courtesy.end() :].strip(" ,.!")
    return len(rest.split()) >= _CLAUSE_WORDS and _has_verb(rest) and not _OFFER.match(rest)


def clauses_of(text: str) -> tuple[str, ...]:
    """The coordinate clauses of a sentence, each with a verb and four words; the sentence itself when it is one.

    A sentence that says two things copies two places of a record, and neither as a whole. The occasion that opens it
    ("At the meeting of January 6, 2031,") is left out.
    """
    if quoted_spans(text):
        return (text,)
    text = _OCCASION.sub("", text)
    parts = [part.strip() for part in _BORDER.split(text)]
    whole = all(len(part.split()) >= _CLAUSE_WORDS and _has_verb(part) for part in parts)
    return tuple(parts) if whole else (text,)


def _has_verb(text: str) -> bool:
    return has_finite_verb(text) or bool(re.search(r"\b[a-z]{3,}ed\b", text))


def shown(passage: str, claim: str) -> str:
    """The passage on one line, a long one cut to what it says of the claim's matter and with its negation kept."""
    flat = " ".join(passage.split())
    if len(flat.split()) <= _SHOWN_WORDS:
        return flat
    pieces = clip(flat, _SHOWN_WORDS, stems_of(claim)).pieces
    return " … ".join(pieces) or flat


class _Judged:
    """One sentence with its sources and what is to be said of it."""

    def __init__(self, claim: Claim, looked: _Looked) -> None:
        claim = claim.changed(text=plain(claim.text))
        bare = without_citations(claim.text)
        refs = find_refs(bare)
        law = tuple(source for ref in refs for source in looked.law(ref))
        found, self.unread = looked.about(bare)
        sources = tuple({(s.chunk.id if s.chunk else ""): s for s in (*law, *found)}.values())
        self.refs = refs
        self.law_held = bool(law)
        self.support = best_support(bare, sources)
        self.checked = Checked(claim=claim, bare=bare, own=sources, cited=sources)

    @property
    def topic_held(self) -> bool:
        """True when some passage of the vault is about the matter."""
        told = self.support.verbatim or len(stems_of(self.checked.bare)) >= _LEAST_STEMS
        return told and self.support.share >= _TOPIC_HELD


def audit_text(text: str, vault: Library) -> AuditReport:
    """The report on any text: statutes, quotations, figures and names checked against the vault, one row per sentence.

    An error is something the vault contradicts: a quotation that is not the held record's, a figure or name altered,
    a paragraph a held section does not print. What no passage found says is a note and the verdict "not_held". Each
    statute gets a currency note. Blank text gives an empty report that passes.
    """
    claims = [one for one in parse_answer(text, format_for("simple")).claims if states_something(one.text)]
    looked = _Looked(vault)
    judged = [_Judged(claim, looked) for claim in claims[:_MAX_SENTENCES]]
    findings = [*chain.from_iterable(_findings(one, looked) for one in judged), *_stamps(judged, looked)]
    findings += _by_rules([one for one in judged if one.topic_held])
    if len(claims) > _MAX_SENTENCES:
        message = f"only the first {_MAX_SENTENCES} of {len(claims)} sentences were checked"
        findings.append(finding("text_length", "warning", message, None, "Send the rest separately."))
    unique = tuple(dict.fromkeys(findings))
    wrong = {one.place for one in unique if one.severity == "error"}
    doubted = {one.place for one in unique if one.rule in _DOUBTS}
    rows = tuple(
        _row(one, wrong=one.checked.claim.text in wrong, doubted=one.checked.claim.text in doubted) for one in judged
    )
    return AuditReport(
        passed=not any(one.severity == "error" for one in unique),
        findings=unique,
        rows=rows,
        word_count=count_words(text),
    )


def _by_rules(judged: Sequence[_Judged]) -> Iterator[Finding]:
    for one in judged:
        yield from _against(one)
        for part, share in _parts(one):
            case = AuditCase(claims=(part,), format=format_for("simple"))
            for found in chain.from_iterable(rule.check(case) for rule in TEXT_RULES):
                rounded = any(mark.rough for mark in marks_of(part.bare))  # "about $228,000" may be what it rounds
                doubtful = found.rule == "altered_copy" and (share < _SURE or rounded)
                yield found.changed(
                    severity="warning" if doubtful else found.severity,
                    place=one.checked.claim.text,
                    repair=_cut_repair(found.repair, part.bare),
                )


def _against(one: _Judged) -> Iterator[Finding]:
    """What the best passage's own record says against the sentence; others may have decided a like matter otherwise."""
    source, words = one.support.source, without_quotes(one.checked.bare)
    if source is None or one.support.verbatim or one.support.share < SUPPORTED_SHARE:
        return
    severity: Severity = "error" if one.support.share >= _SURE else "warning"
    for told in judge(words, (source,)).against:
        repair = f"The record: {shown(one.support.text, words)}"
        yield finding("claim_contradicted", severity, told, one.checked, repair)


def _parts(one: _Judged) -> Iterator[tuple[Checked, float]]:
    """The sentence, or each of its clauses, with the share of its words that its best passage holds, figures aside: a
    wrong figure is no sign of another matter."""
    clauses = clauses_of(one.checked.bare)
    for clause in clauses:
        share = best_support(_FIGURES.sub(" ", clause), one.checked.cited).share
        if len(clauses) == 1 or share >= SUPPORTED_SHARE:
            yield one.checked.changed(bare=clause), share


def _cut_repair(repair: str, claim: str) -> str:
    """The hint with the passage it gives cut to size: "Use the verb of the source: …"."""
    lead, colon, passage = repair.partition(": ")
    return f"{lead}: {shown(passage, claim)}" if colon else repair


def _findings(one: _Judged, looked: _Looked) -> Iterator[Finding]:
    yield from _statutes(one, looked)
    yield from _quotes(one)
    if not says_nothing_shown(one.checked.bare):
        yield from _figures_and_names(one)


def _statutes(one: _Judged, looked: _Looked) -> Iterator[Finding]:
    for ref in one.refs:
        held = looked.law(ref)
        if not held:
            message = f"the vault does not hold the text of {ref.cite}: not checked"
            yield finding("statute_not_held", "note", message, one.checked, "Add the section to the vault.")
        elif not any(source_holds(source, ref) for source in held):
            message = f"the held text of {ref.cite} prints no {ref.full.removeprefix(ref.cite).strip(', ')}"
            yield finding("statute_paragraph", "error", message, one.checked, "Correct the paragraph.")
    written = re.findall(r"\bRSAs?\s+\d[\w:-]*", one.checked.bare)
    if written and not one.refs:
        message = f"{written[0]}: the code has no such chapter"
        yield finding("statute_unknown", "error", message, one.checked, "Correct it.")


def _quotes(one: _Judged) -> Iterator[Finding]:
    for span in quoted_spans(one.checked.bare):
        if locate_in(span.text, one.checked.cited)[1] is not None:
            continue
        close = next(filter(None, (nearest(span.text, source.text) for source in one.checked.cited)), "")
        # words that come close are a misquotation; words about something else are simply not in the vault
        if close and len(stems_of(close) & stems_of(span.text)) * 10 >= 7 * len(stems_of(span.text)):
            message = f"misquoted: “{span.text}”"
            repair = f"The record has: {shown(close, span.text)}"
            yield finding("quotes_verbatim", "error", message, one.checked, repair)
        else:
            message = f"not found in the vault: “{span.text}”"
            yield finding("quote_not_held", "note", message, one.checked, "Check it against its source.")


def _figures_and_names(one: _Judged) -> Iterator[Finding]:
    """Figures and names of a sentence whose matter the vault holds; strict only where a passage clearly matches."""
    if not one.topic_held:
        return
    severity: Severity = "error" if one.support.share >= _SURE else "warning"
    own = one.checked.changed(bare=without_quotes(one.checked.bare))
    closest = shown(one.support.text, own.bare)
    for mark in marks_of(own.bare):
        if mark.kind == "counted":
            continue
        if not any(_holds(source, mark.text) for source in one.checked.cited):
            severity = "warning" if mark.rough else severity
            message = f"{mark.text} is not in the passages found; the closest reads: {closest}"
            yield finding("figure_not_found", severity, message, one.checked, "Check the figure.")
    for name in names_missing(own, one.checked.cited, ""):
        written = {held for source in one.checked.cited for held in names_of(source.text)}
        like = get_close_matches(name, sorted(written), 1, _LIKE_NAME)
        message = f"{name} is not in the passages found" + (f"; they have {like[0]}" if like else "")
        yield finding("name_not_found", "warning", message, one.checked, "Check the name.")


def _holds(source: SourceText, figure: str) -> bool:
    held = (*marks_of(source.text), *marks_of(source.about))
    return all(holds_figure(held, mark, written=source.date) for mark in marks_of(figure) if mark.kind != "counted")


def _stamps(judged: Sequence[_Judged], looked: _Looked) -> Iterator[Finding]:
    """One note per statute section: as of when its text is held. A repealed or coming one is a warning."""
    for cite, ref in {ref.cite: ref for one in judged for ref in one.refs}.items():
        stamp = looked.stamp(ref)
        if stamp is not None:
            told = stamp.status in ("repealed", "effective_later", "stale", "superseded")
            yield Finding(rule="currency", severity="warning" if told else "note", message=stamp.words, place=cite)


def _row(one: _Judged, *, wrong: bool, doubted: bool) -> EvidenceRow:
    source = one.support.source if one.topic_held else None
    chunk = source.chunk if source else None
    page = page_of(one.support.text, chunk) or chunk.page_start if chunk else None
    found = _verdict(one)
    lacking = _lacking(one) if one.topic_held and found != "verified" else []
    if found == "consistent" and (doubted or _says_more(one, lacking)):
        found = "not_held"
    return EvidenceRow(
        sentence=one.checked.bare,
        support=one.support.text if chunk else "",
        source=chunk.title if chunk else "",
        page=page,
        chunk_id=chunk.id if chunk else None,
        link=deep_link(chunk, page) if chunk else "",
        verdict="contradicted" if wrong and one.topic_held else found,
        residue=tuple(dict.fromkeys(word.text for word in min(lacking, key=len, default=()))),
    )


def _lacking(one: _Judged) -> list[tuple[Token, ...]]:
    """For each passage found, the words of the sentence that do not stand in it."""
    words = said_of(without_quotes(one.checked.bare)).words
    return [
        tuple(word for word in words if token_in(word, (*_read(source.text), *_read(source.about))) is None)
        for source in one.checked.cited
    ]


def _says_more(one: _Judged, lacking: Sequence[Sequence[Token]]) -> bool:
    """Whether a sentence says what the passage that holds most of it does not: a figure, half of its words; or a thing
    that it names ("a submarine", "the old ferry") and no passage found does."""
    text = without_quotes(one.checked.bare)
    left = min(lacking, key=len)
    if any(word.worth is not None for word in left) or len(left) > (1 - _LEAST_HELD) * len(said_of(text).words):
        return True
    nowhere = [word for word in left if all(word in words for words in lacking)]
    things = (rf"\b(?:an?|the)\s+(?:\w+\s+)?{re.escape(word.text)}\b" for word in nowhere)
    return any(re.search(thing, text, re.IGNORECASE) for thing in things)


_read = lru_cache(maxsize=1024)(lex)


def _verdict(one: _Judged) -> Verdict:
    spans = [span.text for span in quoted_spans(one.checked.bare)]
    quoted = bool(spans) and all(locate_in(span, one.checked.cited)[1] is not None for span in spans)
    if (quoted or one.support.verbatim) and any(_verifies(one, source) for source in one.checked.cited):
        return "verified"
    if not one.topic_held or (one.refs and not one.law_held):
        return "not_held"
    return "consistent"


def _verifies(one: _Judged, source: SourceText) -> bool:
    """Whether the passage holds every quotation of the sentence, or its words, and binds all that it says."""
    spans = [span.text for span in quoted_spans(one.checked.bare)]
    holds = all(locate_in(span, (source,))[1] is not None for span in spans) if spans else source is one.support.source
    return holds and judge(one.checked.bare, (source,)).verdict == "verified"


_YEAR = lazy_regex(r"\b(1[89]\d\d|20\d\d)\b(?=\s*,\s*\d|[^\d]|\Z)")
"""A session year in a source note: "1979, 410:2, II. 2021, 81:1, eff. Aug. 30, 2021."."""
_TELLS = {
    "repealed": "repealed",
    "effective_later": "not yet in force",
    "stale": "an old text; a later one may exist",
    "superseded": "superseded",
    "draft": "a draft",
}


class Stamp(Value):
    """What is known of a section's currency. `last_changed` is the latest year of its source note, "" when none."""

    cite: str
    as_of: str = ""
    status: str = "unknown"
    effective: str = ""
    last_changed: str = ""
    url: str = ""

    @property
    def words(self) -> str:
        """The stamp in one line: "RSA 40:13: text as of 2025-12-29, last changed 2023"."""
        parts = [f"text as of {self.as_of}" if self.as_of else "date of the text not known"]
        if self.status in _TELLS:
            parts.append(_TELLS[self.status])
        if self.effective:
            parts.append(f"a change takes effect {self.effective}")
        if self.last_changed:
            parts.append(f"last changed {self.last_changed}")
        return f"{self.cite}: {', '.join(parts)}"


def stamp_of(cite: str, sections: Sequence[Section]) -> Stamp | None:
    """The stamp of the section of that name among the sections of a document; None when it is not among them."""
    held = next((section for section in sections if section.cite == cite), None)
    if held is None:
        return None
    years = [match.group(1) for match in _YEAR.finditer(held.source_note)]
    return Stamp(
        cite=held.cite, as_of=held.as_of, status=held.status, effective=held.effective,
        last_changed=max(years, default=""), url=held.url,
    )  # fmt: skip
