"""Rules about facts: quotations word for word, figures and names in the cited source, copies without alteration.

Holds pure rules over claims that have a citation; a quotation also keeps the negation, the exception and the lead-in
that govern it. It refuses to guess: what is not in the cited source is reported,
what merely lacks words in common is called weak and never false.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.read.case import AuditCase, Checked, SourceText, finding, marks_of, over_a_turn, says_nothing_shown
from pipeline.check.read.lexing import lex
from pipeline.check.read.names import stands_in
from pipeline.check.rules.citations import names_missing
from pipeline.check.rules.not_held import untold_tail
from pipeline.check.rules.support import LEAD_IN, closest_copy, cut_negation, stands_in_metadata, verbatim_in
from pipeline.check.rules.wordings import one_wording, readable
from pipeline.quoting.lists import head_left_out
from pipeline.quoting.locate import (
    NOT_FOUND,
    Place,
    QuotedSpan,
    has_open_quotation,
    locate,
    nearest,
    quoted_spans,
    without_quotes,
)
from pipeline.quoting.negation import dropped_in_sentence
from pipeline.types import Finding, Severity
from vault.facts.figures import Figure, holds_figure, numbers_title
from vault.law.references import find_nicknames
from vault.text.patterns import lazy_regex

__all__ = [
    "altered_copy", "figures_in_source", "locate_in", "names_in_source", "quotation_drops_negation", "quotes_verbatim",
    "unanimity_in_source",
]  # fmt: skip

# S0's entity labels before a figure: "Town: ", "School district: ", "County:"
_ENTITY_LABEL = lazy_regex(r"\A\W*(?:Town|City|School|County|State|Village)\b[^:.]{0,20}:\s*")
_FRAMING_WORDS = 6
"""Fewer words around a quotation ("The record says") are too few to be a copy of anything."""


def locate_in(quote: str, sources: tuple[SourceText, ...]) -> tuple[Place, SourceText | None]:
    """Place of a quotation in the first source that holds it, or that it begins in and leaves over a page turn; session
    text and metadata count like any other."""
    for source in sources:
        place = locate(quote, source.text, ocr=source.ocr)
        if place.rung != "not_found":
            return place, source
    for source in sources:
        if locate(quote, source.about).rung != "not_found":
            return Place(rung="exact"), source
    turned = over_a_turn(quote, sources)
    return (Place(rung="exact"), turned[0][0]) if turned else (NOT_FOUND, None)


# "the budget of 2025, not the one for 2026", "3-0 rather than 5-0": what is set aside is not asserted
_SET_ASIDE = lazy_regex(
    r"(?:[,(–—]|\bbut)\s*(?:and\s+)?not\b[^,.;)]*|\b(?:rather than|instead of)\b[^,.;)]*", re.IGNORECASE
)


def _own_words(checked: Checked) -> str:
    return _ENTITY_LABEL.sub("", without_quotes(checked.bare))


_RATED_ON = lazy_regex(r"\bper\s+\$[\d,]*\d")
_BY_CUSTOM = lazy_regex(r"\bper\s+\$1,000(?![\d,.]*\d)")
"""What a tax rate is reckoned on, which a table of rates need not repeat."""


def _measured(checked: Checked) -> str:
    """The claim's own words without what is set aside or told to be shown nowhere, the number in a law's name ("SB 2")
    and the thousand dollars of a rate where no cited source names another unit."""
    text = _SET_ASIDE.sub(" ", untold_tail(_own_words(checked))[0])
    for law in reversed(find_nicknames(text)):
        text = f"{text[: law.start]} {text[law.end :]}"
    rated = any(_RATED_ON.search(source.text) for source in checked.cited)
    return text if rated else _BY_CUSTOM.sub(" ", text)


def quotes_verbatim(case: AuditCase) -> Iterator[Finding]:
    """Every quotation stands word for word in a source cited with it (exact, normalised, or scanned-page rung)."""
    for checked in case.claims:
        if has_open_quotation(checked.bare):
            message = "a quotation mark opens or closes nothing"
            yield finding("quotes_verbatim", "error", message, checked, "Close the quotation or remove the mark.")
        for span in quoted_spans(checked.bare):
            place, source = locate_in(span.text, checked.cited)
            if source is None:
                yield _misquoted(case, checked, span.text)
            elif place.pieces:
                yield from _quoted_against_its_sentence(checked, span, place, source)


def _misquoted(case: AuditCase, checked: Checked, quote: str) -> Finding:
    _, elsewhere = locate_in(quote, case.sources)
    if elsewhere is not None:
        turned = over_a_turn(quote, case.sources)
        labels = "] and [".join(one.label for one, _ in turned) or elsewhere.label
        hint = f"Cite [{labels}], where it stands."
    else:
        close = next(filter(None, (nearest(quote, source.text) for source in checked.cited)), "")
        hint = f"Quote to the letter: {close}" if close else "Remove the quotation marks or the quotation."
    return finding("quotes_verbatim", "error", f"not in the cited source: “{quote}”", checked, hint)


def _quoted_against_its_sentence(
    checked: Checked, span: QuotedSpan, place: Place, source: SourceText
) -> Iterator[Finding]:
    """A quotation that starts right after a negation needs that negation outside it: did not “approve the plan”."""
    cut = cut_negation(source.text, place.start)
    before = one_wording(checked.bare[: span.start]).lower().split()[-4:]
    if cut and not any(cut.lower() in word for word in before) and not says_nothing_shown(checked.bare[: span.start]):
        message = f"the source says “{readable(cut)}” right before the quotation"
        yield finding("quotes_verbatim", "error", message, checked, f"Begin the quotation with “{readable(cut)}”.")


def _held_marks(source: SourceText) -> tuple[Figure, ...]:
    heads = " | ".join(dict.fromkeys(f"{cell.head} {cell.year}" for cell in source.cells))
    return (*marks_of(source.text), *marks_of(source.about), *marks_of(heads))


def figures_in_source(case: AuditCase) -> Iterator[Finding]:
    """Each amount, date, time, vote, case number and count of a cited claim occurs in a source cited with it."""
    for checked in case.claims:
        if not checked.cited:
            continue
        for mark in marks_of(_measured(checked)):
            if any(holds_figure(_held_marks(source), mark, written=source.date) for source in checked.cited):
                continue
            if mark.kind == "counted" and _is_own_count(mark.text, checked.bare):
                continue
            if any(mark.text in re.split(r"[ :,]", source.chunk.section) for source in checked.cited if source.chunk):
                continue  # "Chapter 33-B" of "RSA 33-B:1"
            if _is_chapter_of_section(mark, checked):
                continue
            if any(numbers_title(mark.text, source.chunk.title) for source in checked.cited if source.chunk):
                continue
            if holds_figure(marks_of(case.question), mark):
                continue  # the asker's own: its claim is compared with the record
            beside = _is_year_beside(mark, checked, case) or _is_last_day_held(mark, checked)
            severity: Severity = "warning" if mark.kind == "counted" or beside else "error"
            labels = "] [".join(source.label for source in checked.cited)
            message = f"{mark.text} does not occur in [{labels}]"
            yield finding("figures_in_source", severity, message, checked, f"Correct or remove {mark.text}.")


# "The minutes held, which run to May 6, 2031, do not say": how far records go stands in none of them
_RUNS_TO = lazy_regex(
    r"\b(?:minutes|records?|documents)(?: held)?(?:,? (?:which|that))?"
    r"(?: (?:for|of) the(?: (?!that\b|records?\b|says?\b|notes?\b|states?\b)[\w’']+){1,4}?)?,? "
    r"(?:(?:are|is) held|runs?|goe?s?|reach(?:es)?|ends?) (?:only )?(?:to|until|up to|through|with|on)\s*\Z",
    re.IGNORECASE,
)


def _is_last_day_held(mark: Figure, checked: Checked) -> bool:
    return mark.kind == "date" and any(
        _RUNS_TO.search(checked.bare[: found.start()]) for found in re.finditer(re.escape(mark.text), checked.bare)
    )


def _is_year_beside(mark: Figure, checked: Checked, case: AuditCase) -> bool:
    """Whether a mark is the year before or after that of a cited record, another passage of which says it: the head of
    a column that a passage has lost."""
    dated = {source.chunk.doc_id: source.chunk.date[:4] for source in checked.cited if source.chunk}
    near = [
        one for one, year in dated.items() if year.isdigit() and mark.text in (str(int(year) - 1), str(int(year) + 1))
    ]
    others = (one for one in case.sources if one.chunk and one.chunk.doc_id in near)
    return mark.kind == "number" and any(holds_figure(marks_of(one.text), mark) for one in others)


_NOT_NAMED = lazy_regex(
    r"\b(?:do|does|did)(?: not|n['’]t) (?:name|mention|list|speak of|refer to)\b[^.;]*", re.IGNORECASE
)
"""What a source is said not to name stands in none."""


def _is_chapter_of_section(mark: Figure, checked: Checked) -> bool:
    """Whether a number names the chapter of a code of which a cited source prints a section: "39" of "§ 39-3"."""
    number = re.escape(mark.text)
    named = re.search(rf"\bchapter {number}\b", checked.bare, re.IGNORECASE)
    return bool(named) and any(re.search(rf"§ ?{number}-\d", source.text) for source in checked.cited)


def names_in_source(case: AuditCase) -> Iterator[Finding]:
    """Each proper name of a cited claim occurs in a source cited with it, its metadata included."""
    for checked in case.claims:
        if not checked.cited:
            continue
        own = checked.changed(bare=_NOT_NAMED.sub(" ", _own_words(checked)))
        for name in names_missing(own, checked.cited, case.known_names):
            labels = "] [".join(source.label for source in checked.cited)
            message = f"{name} does not occur in [{labels}]"
            beside = _beside(name, checked, case)
            repair = f"Cite [{beside}] as well, which has it." if beside else f"Correct or remove {name}."
            yield finding("names_in_source", "warning" if beside else "error", message, checked, repair)


def _beside(name: str, checked: Checked, case: AuditCase) -> str:
    """The label of another passage of a cited document that has the name: a scan may misread it in one."""
    documents = {source.chunk.doc_id for source in checked.cited if source.chunk and source.chunk.ocr}
    others = (one for one in case.sources if one.chunk and one.chunk.doc_id in documents)
    return next((one.label for one in others if stands_in(name, one.text)), "")


def altered_copy(case: AuditCase) -> Iterator[Finding]:
    """A claim that copies a sentence of its source copies its numbers, names, votes, modal verbs and negations too."""
    for checked in case.claims:
        own = LEAD_IN.sub("", _own_words(checked))
        framing = bool(quoted_spans(checked.bare))
        if not checked.cited or len(own.split()) < (_FRAMING_WORDS if framing else 3):
            continue
        places = [(verbatim_in(own, source), source) for source in checked.cited]
        standing = [(place, source) for place, source in places if place.rung != "not_found"]
        if standing:
            cuts = [cut_negation(source.text, place.start) for place, source in standing]
            if all(cuts):
                message = f"copied without the “{readable(cuts[0])}” before it"
                yield finding("altered_copy", "error", message, checked, "Copy the whole sentence.")
            continue
        if framing and any(stands_in_metadata(own, source) for source in checked.cited):
            continue  # the words around a quotation only name its source
        copy = closest_copy(own, checked.cited)
        for change in copy.alterations if copy else ():
            if change.kind == "number" and _is_own_count(change.claimed, own):
                continue
            held, claimed = readable(change.held) or "nothing", readable(change.claimed) or "nothing"
            message = f"the source has “{held}” where the claim has “{claimed}” ({change.kind})"
            repair = f"Restore “{held}”." if change.held else f"Remove “{claimed}”."
            yield finding("altered_copy", "error", message, checked, repair)
            break


_BETWEEN_ITEMS = lazy_regex(r",\s+(?:and\s+)?|\s+and\s+")


def _is_own_count(number: str, text: str) -> bool:
    """Whether a number only counts the list that the claim tells behind it: "Four waivers, for A, B, C and D, were".
    What goes on behind the list looks like one item more."""
    items = len(_BETWEEN_ITEMS.split(_ASIDE.split(text.partition(number)[2], maxsplit=1)[-1]))
    counted = (one.worth.number for one in lex(number) if one.worth is not None)
    return items > 2 and any(items - count in (0, 1) for count in counted)


_ASIDE = lazy_regex(r"[,:(]")
_UNANIMOUS = lazy_regex(r"\bunanimous(?:ly)?\b|\ball (?:were )?in favor\b|\bwithout (?:opposition|dissent)\b", re.I)


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


# No member “shall be held liable”: the writer gives the negation himself
_GIVEN = lazy_regex(r"\b(?:no|not|nor|never|neither|none|unless|except|only|without)\b|n['’]t\b", re.IGNORECASE)
# "The rules ban “keeping of goats”", "It applies when “construction begins”": so he does with the lead-in of a list
_LEAD_GIVEN = lazy_regex(
    r"\b(?:if|when|whenever|where|until|once|provided|conditions?|criteri\w+|require\w*|cases?|grounds?|counts? as|"
    r"ban(?:s|ned)?|bar(?:s|red)?|prohibit\w*|forbid\w*|forbidden|unlawful|illegal|violat\w+|exempt\w*|exclu\w+|"
    r"exceptions?|den(?:y|ied|ies|ials?)|refus\w+|disqualif\w+|ineligible)\b",
    re.IGNORECASE,
)


def _places(checked: Checked) -> Iterator[tuple[SourceText, tuple[tuple[int, int], ...]]]:
    """Each cited source with the places of all quotations of the claim that stand in it."""
    texts = [span.text for span in quoted_spans(checked.bare)]
    for source in checked.own or checked.cited:
        places = [locate(text, source.text, ocr=source.ocr) for text in texts]
        yield source, tuple(piece for place in places if place.rung != "not_found" for piece in place.pieces)


def quotation_drops_negation(case: AuditCase) -> Iterator[Finding]:
    """A quoted clause keeps the "no", "not", "unless" or "except" that governs it in its sentence or above its list."""
    for checked in case.claims:
        own = without_quotes(checked.bare)
        if not quoted_spans(checked.bare) or _GIVEN.search(own):
            continue
        for source, places in _places(checked):
            lost = dropped_in_sentence(source.text, places)
            if lost and _said_beside(case, checked, source, places):
                continue
            if lost:
                message = f"the quotation leaves out “{lost}”, which governs it"
                repair = "Quote the sentence with the words that negate or bound it."
                yield finding("quotation_drops_negation", "error", message, checked, repair)
            elif not _LEAD_GIVEN.search(own):
                yield from _out_of_its_list(checked, source, places)


_TURN_CHARS = 24
"""Before a quotation that stands beside another the turn between them may be told in other words: "provided that"."""


def _said_beside(case: AuditCase, checked: Checked, source: SourceText, places: tuple[tuple[int, int], ...]) -> bool:
    """Whether one of the two sentences before or after it quotes the rest, from the same source."""
    at = case.claims.index(checked)
    for other in case.claims[max(0, at - 2) : at + 3]:
        found = {one.label: pieces for one, pieces in _places(other)}.get(source.label, ())
        rest = [(max(0, start - _TURN_CHARS), end) for start, end in found]
        if other is not checked and rest and not dropped_in_sentence(source.text, (*places, *rest)):
            return True
    return False


def _out_of_its_list(checked: Checked, source: SourceText, places: tuple[tuple[int, int], ...]) -> Iterator[Finding]:
    head = head_left_out(source.text, places)
    if head:
        message = f"the quotation is an item of a list under “{head.words}”, which it leaves out"
        repair = f"Quote the lead-in too, or say it: “{head.words}”"
        yield finding("quotation_drops_negation", "error" if head.certain else "warning", message, checked, repair)
