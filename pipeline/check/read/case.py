"""What a rule of the audit may see: the claims of an answer, each with the sources it cites, and nothing else.

Holds values and how they are made from an answer and its brief, the figures of their texts, and a quotation that runs
over a page turn between two sources. It refuses to judge; the rules do.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from pipeline.answer.markdown import Claim, parse_answer, without_citations
from pipeline.check.read.advice import without_advice
from pipeline.quoting.locate import Place, folded_text, locate, with_outer_marks
from pipeline.types import Answer, AnswerFormat, Brief, Finding, RecordTier, Severity
from vault.facts.dates import spoken_date
from vault.facts.figures import Figure, figures_in
from vault.law.reference import StatuteRef
from vault.law.references import find_refs
from vault.states.known import jurisdiction
from vault.states.names import DEFAULT_STATE
from vault.statewide import TableCell
from vault.text.clean import clean
from vault.text.patterns import lazy_regex
from vault.text.sentences import Sentence, sentences
from vault.text.words import content_words, stem
from vault.types import Chunk
from vault.value import Value

__all__ = [
    "AuditCase", "Checked", "SourceText", "case_of", "checked_claims", "finding", "marks_of", "over_a_turn",
    "pieces_of", "refs_of", "says_nothing_shown", "source_of", "stems_of",
]  # fmt: skip


class SourceText(Value):
    """One source a claim may cite: its label, text, the chunk it is (None for session text), and what its metadata
    says about it in words (title, heading, board, town, date, section)."""

    label: str
    text: str
    about: str = ""
    date: str = ""
    ocr: bool = False
    chunk: Chunk | None = None
    cells: tuple[TableCell, ...] = ()
    """The figures of the rows of its tables that the answer names, as the ledger reads them."""

    @property
    def is_state(self) -> bool:
        """True for a source of the state lane."""
        return self.label.startswith("S")


class Checked(Value):
    """A claim with the sources that hold it up. `own` are cited in the sentence itself, `cited` also in its bullet;
    `missing` are labels that belong to no source."""

    claim: Claim
    bare: str
    """The claim without citation tokens."""
    sought: tuple[str, ...] = ()
    """Words that the claim quotes to say that they stand nowhere."""
    own: tuple[SourceText, ...] = ()
    cited: tuple[SourceText, ...] = ()
    missing: tuple[str, ...] = ()


class AuditCase(Value):
    """Everything the rules read: checked claims, all sources, the words of the question, tier and format."""

    claims: tuple[Checked, ...]
    sources: tuple[SourceText, ...] = ()
    question: str = ""
    known_names: str = ""
    """Town, state and boards of the question: names that need no source."""
    tier: RecordTier = "B"
    format: AnswerFormat
    foreign: tuple[str, ...] = ()
    """Names of other matters than the one asked about (decision 12); data, never constants."""
    state_chunks: int = 0
    absent: tuple[str, ...] = ()
    """Laws that the run looked for, or the answer says are missing, and the vault does not hold."""
    present: tuple[str, ...] = ()
    """Laws of which the answer says that they are missing, and the vault holds them."""
    disputes: tuple[str, ...] = ()
    """Where records of the matters asked about differ, in words."""
    used_statewide: bool | None = None
    extracted: bool = False
    """Whether the answer was put together by our own composer: what it calls open, the answer finder has judged."""
    markdown: str = ""
    """The answer as written: what stands outside its sentences is looked at too."""
    envelope: tuple[str, ...] = ()
    """Sentences of the envelope beside the answer: reason, applicability, assumptions, limitations, follow-ups."""

    def cited_sources(self) -> tuple[SourceText, ...]:
        """Every source that some claim cites, in label order of first use."""
        used = {source.label: source for checked in self.claims for source in checked.cited}
        return tuple(used.values())


def finding(rule: str, severity: Severity, message: str, checked: Checked | None = None, repair: str = "") -> Finding:
    """A finding at the place of the claim."""
    return Finding(
        rule=rule, severity=severity, message=message, place=checked.claim.text if checked else "", repair=repair
    )


def pieces_of(text: str) -> tuple[Sentence, ...]:
    """The sentences of a source text, remembered because many claims cite one source."""
    return sentences(text)


@lru_cache(maxsize=4096)
def refs_of(text: str, section: str = "") -> tuple[StatuteRef, ...]:
    """The statute references of a text, remembered; `section` gives a meaning to "this chapter" in its own text."""
    return find_refs(text, chapter_context=section)


@lru_cache(maxsize=16384)
def stems_of(text: str) -> frozenset[str]:
    """Stems of the content words of a text."""
    return frozenset(stem(word) for word in content_words(folded_text(text)))


# "is not shown", "do not say", "no record of the vote was found", "nothing in the excerpts", "is unclear", "whether".
_NOTHING_SHOWN = lazy_regex(
    r"\b(?:not|nor|never)\b[^.;]{0,40}\b(?:shown?|found|stated?|named?|given?|give|includ\w+|mention\w*|say|says|said|"
    r"specif\w+|identif\w+|held|record\w*|read|contain\w*|explain\w*|list\w*|cover\w*|answer\w*|among|in the)\b"
    r"|\bno\b[^.;]{0,60}\b(?:shown|found|held|listed|recorded|mentioned|"
    r"in the (?:excerpts|documents|archive|vault|records?|sources))\b"
    r"|\A\W*no\b[^.;]{3,160}\b(?:is|are|was|were) (?:shown|found|held|listed|recorded|mentioned)\W*\Z"
    r"|\b(?:I|we) (?:have )?(?:found|find|saw|see|(?:was|were|am|are) (?:shown|given)) (?:no|nothing|none)\b"
    # "So whether the school part went up cannot be said."
    r"|\A\W*(?:so |thus |hence |therefore )?(?:whether|who|how (?:much|many|long))\b[^.;,]{3,160}"
    r"\b(?:cannot|can['’]t) be (?:said|told|seen|known)\W*\Z"
    r"|\bno (?:text|record|excerpt|document|minutes|source|information|page)\b"
    r"|\bnothing\b[^.;]{0,40}\b(?:shown?|found|in the|says?|mentions?|speaks?)\b"
    r"|\bnothing\b[^.;,]{0,40}\bheld(?=\W*\Z|,? (?:neither|nor|no)\b)"
    r"|\bsearch\w*\b[^.;]{0,120}\b(?:found|gave|brought) (?:no|nothing|none)\b"
    r"|\b(?:unclear|unknown|missing|silent on|unread)\b"
    r"|\b(?:documents?|excerpts?|records?|archive|vault|sources?|passages?|minutes|pages?|schedules?|tables?|lists?)\b"
    r"[^.;]{0,40}\b(?:shows?|says?|holds?|gives?|names?|lists?|mentions?|records?|tells?|contains?) "
    r"(?:no|nothing|neither)\b"
    # "the records do not hold how much …", "the vault does not tell whether"; never "do not hold the board to a date"
    r"|\b(?:documents?|excerpts?|records?|archive|vault|sources?|passages?|minutes|pages?)\b[^.;]{0,40}"
    r"\b(?:do|does|did)(?: not|n['’]t) (?:hold|tell|have|reveal|disclose|report|reach|settle)\b"
    r"(?=\s+(?:who|whom|whose|what|when|where|why|whether|how|which|that|if|any|an?)\b)"
    # "The records do not hold the date.", at the end of a sentence
    r"|\b(?:records?|documents?|sources?|minutes)\b[^.;]{0,30}\b(?:do|does|did)(?: not|n['’]t) (?:hold|have|give|tell)"
    r" (?:the|its|their|that) \w+(?: of \w+)?\W*\Z"
    # "The archive does not hold a rate for 2023", "the records I can search do not hold the fee"
    r"|\b(?:archive|vault|collection|(?:records?|documents?|files?) (?:held|found|here|provided|available"
    r"|(?:that )?(?:I|we) can (?:search|see|read)))\b[^.]{0,80}"
    r"\b(?:do|does)(?: not|n['’]t) (?:hold|have|contain|include|cover)\b"
    r"|\b(?:documents?|records?|sources?|passages?)(?: found| held)? (?:do|does|did) not decide"
    r"(?=\s+(?:it|this|that|whether|who|what|how|the (?:first|second|third|fourth|fifth))\b)"
    r"|\bcould not be (?:read|found)\b|\A\W*whether\b"
    r"|\b(?:I|we) (?:cannot|can['’]t|could not) (?:say|tell)\b"
    r"|\b(?:bears?|carries|carry|has|gives?) no (?:date|year|day)\b|\b(?:is|are) undated\b"
    r"|\b(?:lacks?|without) (?:a |any |the )?(?:record|text|document|page)",
    re.IGNORECASE,
)


def says_nothing_shown(text: str) -> bool:
    """True for a sentence that reports what the documents do not show; such a sentence needs no citation."""
    return bool(_NOTHING_SHOWN.search(text))


def _spoken(iso: str) -> str:
    """ "May 20, 2025" beside "2025-05-20", so that either spelling of the source's date is known."""
    spoken = spoken_date(iso)
    return iso if spoken == iso else f"{iso}; {spoken}"


_ACT = lazy_regex(r"\b(\d{4}), (\d{1,4})(?=:\d)")
"""An act in a source note: "2021, 184:1-3" is of chapter 184 of 2021."""


# "HB114-FN (2031): relative to …"
_BILL = lazy_regex(r"\A(?P<house>[HS])B ?(?P<number>\d+)(?P<note>-[A-Z-]+)?\b")


def _bill_named(title: str) -> str:
    """The ways in which a bill is called beside its title: "HB 114-FN. House Bill 114-FN"; "" for none."""
    one = _BILL.match(title)
    if one is None:
        return ""
    named = f"{one['number']}{one['note'] or ''}"
    return f"{one['house']}B {named}. {'House' if one['house'] == 'H' else 'Senate'} Bill {named}. Fiscal note"


def _about(chunk: Chunk) -> str:
    kind = chunk.doc_type.replace("_", " ")
    bill = _bill_named(chunk.title) if chunk.doc_type == "bill" else ""
    acts = _ACT.sub(r"chapter \2 of \1", chunk.note)
    state = jurisdiction(chunk.state).name if chunk.state != DEFAULT_STATE else ""
    parts = (
        chunk.title,
        chunk.heading,
        chunk.board,
        chunk.town,
        chunk.section,
        _spoken(chunk.date),
        kind,
        acts,
        state,
        bill,
    )
    return ". ".join(part for part in parts if part)


_clean = lru_cache(maxsize=4096)(clean)


def source_of(label: str, chunk: Chunk) -> SourceText:
    """A chunk as a citable source, its text through the one normalisation whatever put it into the brief."""
    return SourceText(
        label=label, text=_clean(chunk.noted), about=_about(chunk), date=chunk.date, ocr=chunk.ocr, chunk=chunk
    )


def _sources(brief: Brief) -> tuple[SourceText, ...]:
    archive = [source_of(evidence.label, evidence.chunk) for evidence in brief.retrieval.merged]
    if not brief.sources:
        return tuple(archive)
    pasted = "\n\n".join(_clean(source.text) for source in brief.sources)
    about = ". ".join(source.title for source in brief.sources if source.title)
    return (*archive, SourceText(label="USER", text=pasted, about=about))


# "Osgood." before "indicates asphalt": an abbreviation or a slip, never a sentence
_LONE_WORD = lazy_regex(r"\W*[A-Z]\w+\.\s*")


def _whole_claims(claims: Sequence[Claim]) -> Iterator[Claim]:
    """The claims, a lone word with a full stop joined to the small letter that goes on after it."""
    held: Claim | None = None
    for claim in claims:
        if held and claim.text[:1].islower() and (held.heading, held.bullet) == (claim.heading, claim.bullet):
            claim = claim.changed(text=f"{held.text} {claim.text}")
        elif held:
            yield held
        held = claim if _LONE_WORD.fullmatch(claim.text) else None
        if held is None:
            yield claim
    if held:
        yield held


def checked_claims(claims: Sequence[Claim], sources: Mapping[str, SourceText]) -> tuple[Checked, ...]:
    """Each claim with the sources its labels stand for."""
    return tuple(_checked(claim, sources) for claim in _whole_claims(claims))


_QUOTED = r"[“\"][^“”\"]{2,80}[”\"]"
_QUOTES = rf"(?:the (?:words?|phrases?|terms?|names?) )?{_QUOTED}(?:(?:,\s*|,?\s+)(?:(?:and|or|nor)\s+)?{_QUOTED})*"
_NO_TEXT = (
    r"\b(?:no \w+|nothing|none)\b[^.;“”\"]{0,80}?|\b(?:records?|documents?|passages?|laws?|pages?|texts?|minutes|"
    r"files?|statutes?|sections?|sources?|excerpts?|warrants?|ordinances?|archive|vault)\b[^.;“”\"]{0,40}?"
    r"\b(?:do|does|did)(?: not|n['’]t) "
)
_FOUND = r"(?:appears?|occurs?|stands?|found|named|mentioned|used)"
# "searches for “X” found nothing", "no passage says “X” or “Y”", "the word “X” appears nowhere"
_SOUGHT = lazy_regex(
    rf"\bsearch\w*\b[^.;“”\"]{{0,60}}\bfor (?P<searched>{_QUOTES})(?=[^.;“”\"]{{0,80}}\b(?:no|nothing|none)\b)"
    rf"|(?:{_NO_TEXT})(?:say|mention|use|contain|hold|name|include|speak of)s? (?P<unsaid>{_QUOTES})"
    r"(?=\W*\Z|[.;,:]|\s+(?:in|on|at|any|here|nor)\b)"
    rf"|(?P<nowhere>{_QUOTES}) (?:(?:is |are )?{_FOUND} (?:nowhere|in no)\b|(?:\w+(?: not|n['’]t)|nowhere) {_FOUND}\b)",
    re.IGNORECASE,
)


def _sought(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without the marks around words that it says stand nowhere, which quote no record, and these words."""
    found = [match.span(name) for match in _SOUGHT.finditer(text) for name, words in match.groupdict().items() if words]
    words = [quoted.strip('“”"') for start, end in found for quoted in re.findall(_QUOTED, text[start:end])]
    for start, end in reversed(found):
        text = text[:start] + re.sub('["“”]', "", text[start:end]) + text[end:]
    return text, tuple(words)


# "(p. 4)", ", pp. 3-4", "on page 12": where the cited words stand, no figure of theirs
_PAGES = lazy_regex(
    r"(?:,?\s*\(|,\s*|\s+(?:on|at)\s+)(?:pp?\.|pages?)\s?(\d{1,4})(?:\s?[-–]\s?(\d{1,4}))?(?:\)|\b)", re.I
)


def _without_pages(text: str, cited: Sequence[SourceText]) -> str:
    """The text without the pages that it says its cited words stand on, where a cited source stands on them."""
    pages = {page for one in cited if one.chunk for page in one.chunk.pages}
    return _PAGES.sub(lambda told: "" if {int(one) for one in told.groups() if one} <= pages else told.group(), text)


def _checked(claim: Claim, sources: Mapping[str, SourceText]) -> Checked:
    cited = tuple(sources[label] for label in dict.fromkeys(claim.scope) if label in sources)
    text, sought = _sought(without_advice(_without_pages(_clean(without_citations(claim.text)), cited)))
    return Checked(
        claim=claim,
        bare=with_outer_marks(text, [source.text for source in cited]),
        sought=sought,
        own=tuple(sources[label] for label in dict.fromkeys(claim.labels) if label in sources),
        cited=cited,
        missing=tuple(label for label in dict.fromkeys(claim.labels) if label not in sources),
    )


def case_of(answer: Answer, brief: Brief, foreign: tuple[str, ...] = ()) -> AuditCase:
    """The case of an answer against its brief; `foreign` are the names of other matters (decision 12)."""
    sources = _sources(brief)
    question = brief.question
    parsed = parse_answer(answer.answer_markdown, brief.format)
    return AuditCase(
        extracted=answer.writer == "extract",
        claims=checked_claims(parsed.claims, {source.label: source for source in sources}),
        sources=sources,
        question=brief.reading.text,
        known_names=" ".join((question.town, brief.issue.town, question.state, *question.boards, *brief.issue.boards)),
        tier=brief.strength.tier,
        format=brief.format,
        foreign=foreign,
        state_chunks=len(brief.retrieval.state),
        absent=brief.retrieval.absent,
        disputes=next((one.disputes for one in reversed(brief.retrieval.decisions)), ()),
        used_statewide=answer.used_statewide,
        markdown=answer.answer_markdown,
        envelope=tuple(_clean(text) for text in _beside(answer) if text.strip()),
    )


def _beside(answer: Answer) -> tuple[str, ...]:
    reasons = (answer.statewide_reason or "", answer.applicability_check or "")
    return (*reasons, *answer.assumptions, *answer.limitations, *answer.suggested_followups)


def marks_of(text: str) -> tuple[Figure, ...]:
    """Every figure of a text in order; () when it has none. Offsets are into the folded text. Never raises."""
    return figures_in(folded_text(text))


_LEAST_WORDS = 2
"""Words of the quotation on either side of the turn."""
_FOOT_CHARS = 300
"""What may stand between the quotation and the edge of the page: its foot, the head of the next one."""


def over_a_turn(quote: str, sources: Sequence[SourceText]) -> tuple[tuple[SourceText, str], ...]:
    """The two sources, or twice the one that holds both pages, with the words of the quotation that each holds; () for
    one that stands otherwise."""
    words = quote.split()
    for first, second in (*permutations(sources, 2), *((one, one) for one in sources)):
        turns = first.chunk.page_turns if first.chunk and first is second else ()
        if (
            first.chunk
            and second.chunk
            and first.chunk.doc_id == second.chunk.doc_id
            and (turns or first is not second)
        ):
            at = _held_by(words, first)
            head, tail = " ".join(words[:at]), " ".join(words[at:])
            if at < _LEAST_WORDS:
                continue
            end = _place(head, first).end
            edges = [(turn, turn) for turn in turns] if first is second else [(len(first.text), 0)]
            rest = _place(tail, second, after=end if first is second else 0)
            near = any(foot - end <= _FOOT_CHARS and rest.start - top <= _FOOT_CHARS for foot, top in edges)
            passed = first is not second or any(end <= turn + _SHIFT and turn <= rest.start + _SHIFT for turn in turns)
            if rest.rung != "not_found" and near and passed:
                return (first, head), (second, tail)
    return ()


_SHIFT = 40
"""By how much a page turn may lie elsewhere in the cleaned text than in the passage."""


def _held_by(words: Sequence[str], source: SourceText) -> int:
    """How many of the first words a source holds, all but the last few at most; whoever holds some holds fewer."""
    lengths = range(_LEAST_WORDS, len(words) - _LEAST_WORDS + 1)
    lacks = bisect_left(lengths, True, key=lambda at: _place(" ".join(words[:at]), source).rung == "not_found")
    return lengths.start + lacks - 1


def _place(words: str, source: SourceText, after: int = 0) -> Place:
    """Where the words stand in a source, behind a place of it."""
    found = locate(words, source.text[after:], ocr=source.ocr)
    if found.rung == "not_found" or not after:
        return found
    return found.changed(start=found.start + after, end=found.end + after)
