"""Claims and their verdicts: one assertion each, the verbatim words it rests on, and what comparing the two gives.

    verified      a quotation, or every word of the claim is bound to what its entries say
    consistent    nothing contradicts it, but something is not bound: `residue`, in the claim's own words
    contradicted  a slot is bound to another value: `against` says what the record says

Without the words it rests on a claim is at most consistent. Holds the order in which a claim is judged; the
comparisons stand in their own modules. It refuses a number for how much is supported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pipeline.answer.telling import HEDGE, WORTH_READING, WOULD_STAND
from pipeline.check.absence import found_after_all, takes_for_granted, told_after_all
from pipeline.check.bind.bodies import ruled_body_conflicts
from pipeline.check.bind.chosen import chosen_conflicts
from pipeline.check.bind.proposition import is_of_claim
from pipeline.check.bind.steps import named_conflicts, step_conflicts
from pipeline.check.doubts import doubts
from pipeline.check.near import is_as_written, put_for_another
from pipeline.check.read.case import SourceText, over_a_turn
from pipeline.check.read.evidence import Held, Said, Support, held_of, said_of, token_in, written_on
from pipeline.check.read.lexing import lex
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import read_sentences
from pipeline.check.residue import left_over, only_reports
from pipeline.check.rules.not_held import untold_lead, untold_tail
from pipeline.check.rules.support import LEAD_IN, verbatim_in
from pipeline.check.slots.acts import (
    body_conflicts,
    direction_conflicts,
    mover_conflicts,
    order_conflicts,
    outcome_conflicts,
)
from pipeline.check.slots.conditions import (
    WITHOUT_LEAVE,
    condition_conflicts,
    label_conflicts,
    paragraph_conflicts,
    status_conflicts,
)
from pipeline.check.slots.contrary import (
    case_conflicts,
    choice_conflicts,
    contrast_conflicts,
    reason_conflicts,
    side_conflicts,
)
from pipeline.check.slots.counts import way_conflicts
from pipeline.check.slots.framed import framed_conflicts
from pipeline.check.slots.once import duty_conflicts, frame_conflicts, stage_conflicts
from pipeline.check.slots.opposites import opposite_conflicts
from pipeline.check.slots.roles import agent_conflicts, route_conflicts
from pipeline.check.slots.rows import (
    limit_conflicts,
    limit_of,
    quantifier_conflicts,
    unit_conflicts,
)
from pipeline.check.slots.speakers import speaker_conflicts
from pipeline.check.slots.tables import column_conflicts
from pipeline.check.slots.turns import measure_conflicts, modal_conflicts, negation_conflicts
from pipeline.check.slots.values import Conflict, date_conflicts, value_conflicts
from pipeline.check.turned import turned_round
from pipeline.quoting.locate import Place, locate, nearest, quoted_spans, without_quotes
from pipeline.quoting.negation import end_is_free, start_is_free
from pipeline.quoting.turns import NO, stripped
from pipeline.types import Verdict
from vault.law.reference import covers
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["GivenClaim", "Judged", "Support", "judge"]


class GivenClaim(Value):
    """A claim as a writer hands it in: one assertion, and the words it rests on, possibly in several places."""

    text: str
    support: tuple[Support, ...] = ()


class Judged(Value):
    """The verdict on one claim: what is left over in its own words, what the record says against it, and the words it
    was compared with."""

    verdict: Verdict
    residue: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    words: str = ""
    source: str = ""


_Check = Callable[[Said, Held], Iterator[Conflict]]
_CHECKS: tuple[_Check, ...] = (
    mover_conflicts, outcome_conflicts, body_conflicts, speaker_conflicts, direction_conflicts, order_conflicts,
    column_conflicts, value_conflicts, date_conflicts, measure_conflicts, modal_conflicts, negation_conflicts,
    opposite_conflicts, condition_conflicts, paragraph_conflicts, status_conflicts, route_conflicts, agent_conflicts,
    quantifier_conflicts, limit_conflicts, frame_conflicts, duty_conflicts, stage_conflicts,
    label_conflicts, unit_conflicts, framed_conflicts, choice_conflicts, contrast_conflicts, case_conflicts,
    side_conflicts, reason_conflicts, way_conflicts, chosen_conflicts,
    ruled_body_conflicts, named_conflicts, step_conflicts,
)  # fmt: skip
_SHOWN_CHARS = 600
_MOST_CHARS = 4_000
"""The longest sentence that is compared; a longer one asserts many things, and comparing costs its length squared."""


def _in_terms_of(text: str, sources: Sequence[SourceText], support: Sequence[Support]) -> str:
    """The claim without what only leads in to it, without its last clause of silence, and without what it says of the
    kind of its source, a draft, a bill or an old text; numbers as the words it rests on tell them."""
    text = _YET_TO.sub(r"\1 not yet", HEDGE.sub("", _LEADS_BACK.sub("", _YES_NO.sub("", text))))
    text = _WHO_IT_WAS.sub(r"\g<lead>\g<name> ", text)
    if any(_DISCUSSED.search(one.text) for one in sources):
        text = _AFTER_TALK.sub("", text)
    for board in sorted({one.chunk.board for one in sources if one.chunk is not None and one.chunk.board}):
        reports = (
            rf"(?:\b[Tt]he |\b[A-Z]\w+(?: [A-Z]\w+)?['’]s )?\b{re.escape(board)} (?:reports|records|notes) that (?=\w)"
        )
        text = re.sub(reports, "", text)
    text = _SAYS_ONLY.sub("", text)
    before, tail = untold_tail(text)
    if tail and not found_after_all(tail, sources) and not _tells_a_result(tail, support):
        text = before
    lead, behind = untold_lead(text)
    looks = (found_after_all, takes_for_granted, told_after_all)
    if lead and not any(look(lead, sources) for look in looks):
        text = behind
    if any(one.chunk is not None and one.chunk.status == "draft" for one in sources):
        text = _DRAFT_SAYS.sub("", _OF_DRAFT.sub(r"\1", _A_DRAFT.sub("", text)))
    if any(one.chunk is not None and one.chunk.status == "stale" for one in sources):
        text = _OF_OLD_TEXT.sub("", text)
    if any(one.chunk is not None and one.chunk.doc_type == "bill" for one in sources):
        text = _PROPOSES.sub("would", _INTRODUCED.sub("", _OF_BILL.sub(r"\1", text)))
    return _NUMBER.sub(partial(_spoken, heard=" ".join(one.quote for one in support)), text)


# "The minutes say only that …"
_SAYS_ONLY = lazy_regex(r"(?:(?<=\bsay )|(?<=\bsays )|(?<=\bshow ))only (?=that\b)")


def judge(text: str, sources: Sequence[SourceText], support: Sequence[Support] = ()) -> Judged:
    """The verdict on a claim (without its labels) against the sources it cites and the words it rests on."""
    text = _in_terms_of(text, sources, support)
    if len(text) > _MOST_CHARS:
        return Judged(verdict="consistent", residue=("(longer than one claim: split it)",))
    misquoted = next((span.text for span in quoted_spans(text) if _misquoted(span.text, sources)), "")
    if misquoted:
        close = next(filter(None, (nearest(misquoted, source.text) for source in sources)), "not there")
        against = f"“{misquoted}”: the record says: {close}"
        return Judged(verdict="contradicted", against=(against,), slots=("quotation",))
    quotes = tuple(
        Support(source=one.label, quote=span.text)
        for span in quoted_spans(text)
        for one in sources
        if locate(span.text, one.text, ocr=one.ocr).rung != "not_found"
    )
    turned = [part for span in quoted_spans(text) for part in over_a_turn(span.text, sources)]
    quotes = (*quotes, *(Support(source=one.label, quote=words) for one, words in turned))
    own = " ".join(without_quotes(_LEADS_ON.sub("says ", text)).split()) if quoted_spans(text) else text
    said = said_of(own)
    copied = _copied(text, sources)
    if copied is not None:
        return copied
    if quotes and (only_reports(said) or _only_names(own, sources)):
        return _quoted(quotes, sources)
    if _only_points(own, sources):
        return Judged(verdict="verified", source=sources[0].label)
    if not said.words:
        return Judged(verdict="consistent")
    placed = " ".join(one.quote for one in support)
    support = (*support, *(one for one in quotes if one.quote not in placed))  # the words given say which motion it is
    held = held_of(said, sources, support)
    astray = held.astray and not held.quotes  # its words stand in none of its sources: there is nothing to compare with
    found = [] if astray else [conflict for check in _CHECKS for conflict in check(said, held)]
    unbound = left_over(said, held, quoted=bool(quotes))
    conflicts = [one for one in found if is_of_claim(one, said, held, unbound) and not _is_quoted_limit(one, text)]
    words, label = _words(held)
    if conflicts:
        return Judged(
            verdict="contradicted",
            against=tuple(_told_once(conflicts).values()),
            slots=tuple(dict.fromkeys(one.slot for one in conflicts)),
            words=words, source=label,
        )  # fmt: skip
    left = _left_out(quotes, sources, own)
    left += [f"(read against: {one.held})" for one in found[:1]]
    told = " ".join(" ".join(one.quote for one in quotes).split())
    residue = tuple(  # what the claim quotes it does not leave out
        one for one in (*unbound, *left) if not (one.startswith("(left out: ") and one[11:-1] in told)
    )
    residue = _doubted(text, said, held, residue, quoted=bool(quotes)) if held.given else residue
    verdict: Verdict = "verified" if held.given and not residue else "consistent"
    return Judged(verdict=verdict, residue=residue, words=words, source=label)


def _told_once(conflicts: Sequence[Conflict]) -> dict[str, str]:
    """What the record says against each word of a claim, once: "Tom Roy" and "Roy" are one."""
    told: dict[str, str] = {}
    for one in conflicts:
        told.setdefault(one.claimed.lower().rpartition(" ")[2], f"{one.claimed}: the record says: {one.held}")
    return told


_NUMBER = lazy_regex(r"(?<![\d.,$])\d{4,6}(?![\d.,]*\d)")


def _spoken(number: re.Match[str], heard: str) -> str:
    """The number of a claim as a transcript tells it in two parts, as it is spoken: "6210" as "62 10"."""
    digits = number[0]
    parts = (f"{digits[:n]} {digits[n:]}" for n in range(1, len(digits) - 1))
    return digits if digits in heard else next((one for one in parts if one in heard), digits)


_MARKS = lazy_regex('[“”"«»]')
_LEFT_OUT = ("(left out", "(rounded", "(not in a cited", "(read against", "(words left", "done: ")
_OF_SOURCE = ("(corrected", "(a bill", "(why", "(the record:", "(left out", "(of all others", "(another person: ")
"""Residue and doubts that stand however near a claim is to the record's words."""


def _doubted(text: str, said: Said, held: Held, residue: tuple[str, ...], *, quoted: bool) -> tuple[str, ...]:
    """What is left of a claim after the last look: where all its words are bound, how they are; where it is nearly as
    written, only what that cannot answer."""
    whole = said_of(_MARKS.sub(" ", _LEADS_ON.sub("says ", text)))
    if not residue:
        residue = doubts(said, held, quoted=quoted) or tuple(put_for_another(whole, held))
    elif any(one.startswith(_LEFT_OUT) for one in residue):
        return residue
    if residue and is_as_written(whole, held, residue):
        kept = [one for one in doubts(said, held) if one.startswith(_OF_SOURCE) or one.endswith("other's place)")]
        return tuple(dict.fromkeys((*kept, *turned_round(said, held))))
    return residue


# "Yes, it must be white", "Yes to the garage: …", "Generally no: streets shall not be gated": what is asked is answered
# by the words after it
_YES_NO = lazy_regex(
    r"\A\W*(?:(?:generally|in general|in short|so),? )?(?:no|yes(?: to (?:the|both|that)(?: \w+){0,3})?)"
    r"(?:,|:|;|\.|\s?[-–—])\s+(?!(?:no|yes):)(?=\S+ \S+ \S)",
    re.IGNORECASE,
)
# "It was Roe who asked …": Roe asked
_WHO_IT_WAS = lazy_regex(
    r"(?P<lead>\A\W*|, )[Ii]t was (?P<name>(?:[A-Z][a-z]*\.? )*?[A-Z][\w'’-]+(?:,? (?:Jr|Sr|I+)\.?)?),? who (?=[a-z])"
)
# "Afterwards the board …", "Before that, …": the sentence before it is meant, which is judged by itself
_LEADS_BACK = lazy_regex(
    r"\A\W*(?:afterwards?|(?:after|before) (?:that|this)(?=,| (?:the|an?|it|he|she|they|[A-Z]))|in the end|later on|"
    r"(?i:the same|that) (?:same )?(?:evening|night|day|meeting)(?=,)|at the same meeting),?\s+(?=\w+ \w)",
    re.IGNORECASE,
)
# "After some discussion the board voted": where the record tells of one
_AFTER_TALK = lazy_regex(r"\A\W*(?:after|following) (?:(?:some|a|further|brief|much) )?discussion,?\s+(?=\S+ \S)", re.I)
_DISCUSSED = lazy_regex(r"\bdiscussion\b", re.IGNORECASE)
# "has yet to announce it": it has not yet
_YET_TO = lazy_regex(r"\b(has|have|had|is|are) yet to\b", re.IGNORECASE)


# "The draft minutes, not approved, record …": what the writer was asked to say of a draft denies nothing
_OF_DRAFT = lazy_regex(
    r"\bdraft(?:,? not (?:yet )?approved,?)? ((?:[\w,]+ ){0,4}?(?:minutes|record)\b(?: of \w+ \d{1,2}, \d{4})?)"
    r"(?:,? (?:which (?:is|are|have) )?not (?:yet )?(?:been )?approved,?)?",
    re.IGNORECASE,
)

_A_DRAFT = lazy_regex(r", a draft(?:,? (?:and )?not (?:yet )?approved)?(?=[,.;]|\Z)", re.IGNORECASE)
# "The draft adds that …", "The same draft says that …"
_DRAFT_SAYS = lazy_regex(r"\A\W*the (?:same )?draft (?:also )?(?:adds|says|records|goes on) that ", re.IGNORECASE)
# "By the state law as held here, an old text, …", "By the same old text …", "…, as of July 2018": what it is held as
_OF_OLD_TEXT = lazy_regex(
    r"\A\W*(?:by|under|in|according to) (?:(?:the|that|this) )?(?:state )?"
    r"(?:(?:law|text|statute|section)(?: as)? held(?: here)?,? (?:which is )?an old(?:er)? text,?"
    r"|(?:same )?old(?:er)? text(?: held(?: here)?)?,?)\s+"
    r"|, (?:by|under|in) (?:the|that|this) (?:same )?old(?:er)? text(?=,)"
    r"|,? \(?(?:as held here, )?an old(?:er)? text(?: (?:as )?of [\w ,]{4,20})?\)?(?=,)",
    re.IGNORECASE,
)

# "HB 1 is a bill, not law", "HB 1, a bill as introduced and not the law, …": what every bill is
_OF_BILL = lazy_regex(
    r"\b((?:is (?:only )?)?a (?:\d{4} )?bill(?: as introduced)?),? (?:and )?not (?:yet )?(?:the |a )?law\b",
    re.IGNORECASE,
)
# "HB 1, as introduced, proposed to require", "a bill introduced in 2021 would": as which a bill is held, and whatever
# it would do it proposes
_PROPOSES = lazy_regex(r"\bpropos(?:es|ed) to\b", re.IGNORECASE)
_INTRODUCED = lazy_regex(r",? (?:as )?introduced\b(?! by\b)", re.IGNORECASE)


# "The same paragraph adds that “…”", "it goes on: “…”": a verb that only hands over to the quotation
_LEADS_ON = lazy_regex(
    r"\b(?:also |then |further )?(?:adds|continues|goes on|reads|records?|provides|begins|ends|concludes)"
    r"(?: that)?[,:]?\s*(?=[“\"])"
)


# "The Harbor Ordinance, revised through March 11, 2031 reads:", "The draft minutes of May 6, 2031 also record:",
# "RSA 79-A:10 (an old text; a later one may exist) provides:", "Minutes, May 6, 2031:"
_NAMING = lazy_regex(
    r"\A\W*(?:The )?(?P<name>[^“\"]{3,160}?),?(?: (?:also )?(?:reads?|records?|provides|says|proposed)\b|(?=:))"
    r"(?:[\s:,;.…“”\"]|and)*\Z",
    re.IGNORECASE,
)
_TEXT_NAMES = """
    the same of and on in for to a draft minutes document section bill court decision as introduced not law an old text
    later one may exist
"""
_NAMES = frozenset(_TEXT_NAMES.split())
"""Words of a source's name that need not stand in its metadata; that a bill is not the law is always true."""


def _only_names(own: str, sources: Sequence[SourceText]) -> bool:
    """Whether what a claim says beside its quotations is the name of a cited source, in words of its metadata, and that
    it reads or records them; of a table row by row."""
    rows = [_NAMING.match(row) for row in re.split(r"; (?![^()]*\))", own) if any(map(str.isalnum, row))]
    about = [_words_of(source.about) | _NAMES for source in sources]
    return bool(rows) and all(named and any(_words_of(named["name"]) <= one for one in about) for named in rows)


# "State passage found: RSA 32:15", "Found, but not settling the question: RSA 31:104 and RSA 31:105", "The bottom
# line quotes the one passage found that tells it", "It would most likely stand in the Dog Ordinance or RSA 31:104":
# what was found, not what it says
_POINTER = lazy_regex(
    r"\A\W*(?:(?:State passage|Local record) found:|Found, but not settling the question:|The bottom line quotes"
    rf"|Quoted above:|{WOULD_STAND}|{WORTH_READING})"
    r"(?P<names>[^“\"]{0,300})\Z",
)
_POINTED = _NAMES | frozenset(["one", "passage", "found", "that", "tells", "it", "or", "record"])


# "The Select Board minutes of May 6, 2031 name RSA 91-A:3"
_LAW_NAMED = lazy_regex(
    r"\A\W*(?P<names>[^“\";]{3,160}?) names? (?P<laws>[A-Z\d§][^\s,;“\"]*(?:[\s,]+(?:and\b|[A-Z\d§(][^\s,;“\"]*))*)"
    r"(?:; (?:its own text is|their own texts are) not in the vault)?\W*\Z"
)


def _only_points(own: str, sources: Sequence[SourceText]) -> bool:
    """Whether a claim only tells which of its cited sources were found, or which law they name, by words of their
    metadata."""
    held = [ref for source in sources for ref in find_refs(source.text)]
    if _LAW_UNNAMED.match(own):
        return bool(held)
    pointed = _POINTER.match(own) or _LAW_NAMED.match(own)
    if pointed is None or not sources:
        return False
    laws = find_refs(pointed["laws"]) if "laws" in pointed.re.groupindex else None
    named = laws is None or (bool(laws) and all(any(covers(ref, law) for ref in held) for law in laws))
    return named and _words_of(pointed["names"]) - _POINTED <= frozenset().union(*(_words_of(x.about) for x in sources))


# where no statute may be named: "The record names a statute whose text is not in the vault"
_LAW_UNNAMED = lazy_regex(r"\A\W*The record\s+names a statute whose text is not in the vault\W*\Z")
_RESULT_WORD = lazy_regex(r"\b(?:vote|votes|count|tally|outcome|result|decision|motion|second)\b", re.IGNORECASE)
_TOLD_RESULT = lazy_regex(
    r"\b(?:passed|carried|failed|approved|adopted|denied|tabled|so voted|in favou?r|unanim\w+|seconded"
    r"|\d+\s?[-–]\s?\d+)\b",
    re.IGNORECASE,
)


def _tells_a_result(tail: str, support: Sequence[Support]) -> bool:
    """Whether the words a claim rests on tell how a vote came out where it says that no result is shown."""
    return bool(_RESULT_WORD.search(tail)) and any(_TOLD_RESULT.search(one.quote) for one in support)


def _words_of(text: str) -> frozenset[str]:
    return frozenset(token.text.casefold() for token in lex(text) if token.kind != "break")


def _is_quoted_limit(conflict: Conflict, text: str) -> bool:
    """Whether the claim itself quotes the limit that its count keeps: "Two lots: “3 Lots or Less”"."""
    quoted = "".join(re.findall(r"\w", " ".join(span.text for span in quoted_spans(text))))
    if conflict.slot != "number" or "".join(re.findall(r"\w", conflict.held)) not in quoted:
        return False
    told = [one.worth.number for one in lex(conflict.claimed) if one.worth]
    for one in lex(conflict.held):
        way, limit = (limit_of(conflict.held, one), one.worth.number) if one.worth else ("", 0.0)
        if (way == "most" and max(told, default=limit + 1) <= limit) or (
            way == "least" and min(told, default=0) >= limit
        ):
            return True
    return False


def _misquoted(quote: str, sources: Sequence[SourceText]) -> bool:
    return not over_a_turn(quote, sources) and all(
        locate(quote, source.text, ocr=source.ocr).rung == "not_found"
        and locate(quote, source.about).rung == "not_found"
        for source in sources
    )


# "…, until it is recorded (RSA 76:20)": the law that the sentence is copied from
_LAW_NAMED_LAST = lazy_regex(r"\s*\([^()]*\d[^()]*\)\s*\.?\s*\Z")
_BOUND = lazy_regex(r"\A[\s,]*(unless|except|provided|only if|but not|subject to)\b[^.;]*", re.IGNORECASE)


def _copied(text: str, sources: Sequence[SourceText]) -> Judged | None:
    """The verdict on a sentence that stands in a source word for word; None when it does not."""
    lead, law = LEAD_IN.match(text), _LAW_NAMED_LAST.search(text)
    named = find_refs(law.group()) if law else ()
    whole = text[lead.end() if lead else 0 :]
    for source in sources:
        bare, place = whole, verbatim_in(whole, source)
        if named and law and place.rung == "not_found":  # the law is named by the writer, not by the source
            bare = text[lead.end() if lead else 0 : law.start()]
            own = source.chunk.section if source.chunk else ""
            place = verbatim_in(bare, source)
            if any(ref.cite != own or ref.paragraph for ref in named):
                continue
        if place.rung == "not_found":
            continue
        end = place.end + (bare.rstrip().endswith(":") and source.text[place.end : place.end + 1] == ":")
        left = (*(_unnamed(lead.group(), source) if lead else ()), *_cut_off(source, place.start, end))
        return Judged(
            verdict="consistent" if left else "verified", residue=left, words=_passage(source, place.start, place.end),
            source=source.label,
        )  # fmt: skip
    return None


def _unnamed(lead: str, source: SourceText) -> list[str]:
    """The words of a lead-in that neither report nor stand in the source's metadata."""
    words = [word for word in said_of(lead).words if not only_reports(said_of(word.text))]
    return [word.text for word in words if token_in(word, lex(source.about), written_on(source)) is None]


_IF = lazy_regex(
    r"\b(?:if|unless|except|provided(?!\s*(?:[.;]|\Z|(?:by|in|for|under|herein|to)\b))"
    r"|whether(?! [\w-]+(?: [\w-]+)? or\b)|subject to)\b"
    rf"|\b{WITHOUT_LEAVE}",
    re.IGNORECASE,
)
_TURNS = lazy_regex(rf"\b(?:{NO}|not|never|cannot)\b|{_IF.pattern}", re.IGNORECASE)


def _cut_off(source: SourceText, start: int, end: int) -> list[str]:
    """What the sentence around a copied part says that may turn it: a condition after it, a negation or a condition
    anywhere in the rest of its sentence; [] when nothing does."""
    bound = _BOUND.match(source.text[end:])
    if bound and not (source.text[end - 1] in ".!?" and bound[1][0].isupper()):  # the next sentence's own condition
        return [f"(left out: {' '.join(bound.group().split()[:14])})"]
    if _is_whole(source.text, start, end):
        return []
    last = start + len(source.text[start:end].rstrip(" .;:,!?"))  # a sentence is read without its mark
    around = next((one for one in read_sentences(source.text) if one.start <= start and last <= one.end), None)
    if around is None:
        return []
    before = source.text[around.start : start]
    if "without" in before.lower().split()[-2:]:
        return ["(left out: without)"]
    rest = f"{before} … {stripped(source.text[last : around.end])}"
    turned = _TURNS.search(rest)
    if turned and re.fullmatch(rf"{NO}|not|never", turned.group(), re.IGNORECASE):
        whole = source.text[around.start : around.end].replace("\n", " ")
        if start_is_free(whole, start - around.start) and end_is_free(whole, last - around.start):
            turned = _IF.search(rest)  # "…, and there shall be no noise" takes nothing back
    return [f"(left out: {turned.group()})"] if turned else []


# "subject to the following limitations:", "by the date indicated below:": it says itself that a list goes on
_LEADS_LIST = lazy_regex(r"\b(?:following|below|as follows)\b[^.;:]{0,60}:\Z", re.IGNORECASE)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the part begins where a sentence, an item or a line does, and ends with its full stop."""
    before = text[:start].rstrip(' \t“"(')[-1:]
    begins = (not before or before in ".!?:;)]•▪·–—-\n") and text[start : start + 1].isupper()
    stops = any(mark in (".", "!", "?") for mark in (text[end - 1 : end], text[end : end + 1]))
    stops |= text[end - 1 : end] == ":"  # quoted with its colon it says itself that more follows
    return begins and (stops or _LEADS_LIST.search(text[start : end + 1].rstrip()) is not None)


def _quoted(quotes: Sequence[Support], sources: Sequence[SourceText]) -> Judged:
    """The verdict on quotations in a sentence that says nothing of its own: verified, unless one stops before its
    condition."""
    left = _left_out(quotes, sources)
    words = [_passage(source, place.start, place.end) for source, place in _places(quotes, sources)]
    return Judged(
        verdict="consistent" if left else "verified", residue=tuple(left), words=" … ".join(words)[:_SHOWN_CHARS],
        source=quotes[0].source,
    )  # fmt: skip


def _left_out(quotes: Sequence[Support], sources: Sequence[SourceText], own: str = "") -> list[str]:
    """What the quotations of a claim leave out of the sentences they are cut from and that may turn them; what the
    claim says in its `own` words it does not leave out."""
    told, denies = own.lower().split(), any(map(negates, lex(own)))
    said = [one for one in quotes if len(one.quote.split()) > _TERM]
    cut = [one for source, place in _places(said, sources) for one in _cut_off(source, place.start, place.end)]
    words = [(one, one.removeprefix("(left out: ").rstrip(")").lower()) for one in cut]
    left = [one for one, word in words if word not in told and not (denies and any(map(negates, lex(word))))]
    texts = {" ".join(source.text.split()) for source in sources}
    gaps = (one for one in quotes if re.search(r"…|\.\.\.", one.quote) and not any(one.quote in text for text in texts))
    return left + ["(words left out of the quotation)" for _ in gaps]


_TERM = 2
"""Words of a quotation that names a thing and says nothing of it: "“town” means"."""


def _places(quotes: Sequence[Support], sources: Sequence[SourceText]) -> list[tuple[SourceText, Place]]:
    by_label = {source.label: source for source in sources}
    held = [(by_label[one.source], one.quote) for one in quotes]
    return [(source, locate(words, source.text, ocr=source.ocr)) for source, words in held]


def _passage(source: SourceText, start: int, end: int) -> str:
    return " ".join(source.text[start:end].split())


def _words(held: Held) -> tuple[str, str]:
    """The words compared with, on one line: the spans as given, else the closest entries."""
    parts = [words for _, words, _ in held.quotes] or [entry.text for entry in held.entries]
    text = " … ".join(" ".join(part.split()) for part in parts)
    labels = [source.label for source, _, _ in held.quotes] or [entry.source.label for entry in held.entries]
    cut = text if len(text) <= _SHOWN_CHARS else f"{text[: _SHOWN_CHARS - 1]}…"
    return re.sub(r"\s+", " ", cut), labels[0] if labels else ""
