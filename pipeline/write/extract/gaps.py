"""What the documents do not show: sentences for the reader, made from fixed wording and from what is missing.

Statutes named without their text, lanes that failed or found nothing and why, a decision without its reason. It
refuses to say what the missing text would hold.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pipeline.answer.telling import HELD, MAY_ANSWER, NEAREST, TO_JUDGE, WORTH_READING, WOULD_STAND
from pipeline.ask.cues import CUES, GIVES_REASON, asks_parts, asks_rule
from pipeline.ask.issue import towns_asked
from pipeline.ask.kinds import asks_reason
from pipeline.ask.matters import matters_of
from pipeline.find.gaps import matter_of, on_the_matter
from pipeline.find.spans.parts import names_any
from pipeline.types import Brief, Evidence, LaneReceipt, PartAnswer
from pipeline.write.extract.frame import long_name
from pipeline.write.extract.passages import Passage, holds
from pipeline.write.extract.spans import figures_in
from pipeline.write.extract.yes_no import asks_yes_or_no
from vault.facts.dates import spoken_date
from vault.facts.meeting.offices import office_asked
from vault.law.references import find_refs, parse_ref
from vault.states.known import jurisdiction
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import content_words, stem
from vault.types import Lane

__all__ = [
    "WORTH_A_LOOK",
    "Gap",
    "gaps_of",
    "held_of",
    "law_belongs",
    "leads_of",
    "missing_statutes",
    "open_part",
    "part_of",
    "where_to_look",
]  # fmt: skip

# "2031-05-20": a date of the plan, which no reader asked for in these words
_ISO_DATE = lazy_regex(r"\b\d{4}-\d{2}-\d{2}\b")
# the cue of a reason also has "need" or "concern", which only surround one
_GIVES_REASON = lazy_regex(rf"\b(?:{GIVES_REASON})\b", re.IGNORECASE)
_BEFORE = 8
"""Sentences before a quotation: a clerk names the statute, says that it was read, and then writes it down."""
_ROW_FIGURES = 4
"""A row with a figure for each of the four bodies."""
_ZERO_REASONS: dict[str, str] = {
    "not_in_vault": "the vault holds nothing on it",
    "other_town": "the vault holds matches only for another town",
    "other_years": "the vault holds matches only for other years",
    "unread_pages": "pages that may hold it could not be read",
    "filtered_out": "the filters left nothing",
    "no_words": "the question held no word to search for",
}


class Gap(NamedTuple):
    """One missing thing: the full sentence, and the few words that name it for a follow-up question.

    `label` is the citation of the record that names it, empty when none does; `unnamed` the same sentence without the
    statute's number, for a format that names no statute without state text. `of_search` marks what a search did not
    find, which is nothing to tell beside an answer.
    """

    sentence: str
    name: str = ""
    label: str = ""
    unnamed: str = ""
    of_search: bool = False


@cache
def _parts_of_bill(state: str) -> Mapping[str, re.Pattern[str]]:
    """How records name each body that shares a property tax bill where the question is asked (S0: the four of New
    Hampshire); empty where the jurisdiction tells none."""
    told = jurisdiction(state).parts_of_tax_bill
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in told}


def part_of(text: str, brief: Brief) -> str:
    """Which body's figure a text gives ("School", "County", "State"), or "" when it names none or several."""
    found = [
        name for name, named in _parts_of_bill(brief.question.state).items() if name != "town" and named.search(text)
    ]
    return found[0].capitalize() if len(found) == 1 else ""


def missing_statutes(brief: Brief, shown: Sequence[tuple[str, Evidence]]) -> tuple[Gap, ...]:
    """Statutes the vault does not hold, in order: those that quoted local records name, those that any local record
    names on the matter asked about, those that a section found names as governing it, and those of the question.

    One gap for each record, and no statute twice. What a statute names in passing is not counted: every section names
    others.
    """
    absent = frozenset(brief.retrieval.absent)
    named: dict[str, tuple[Evidence, list[str]]] = {}
    told: set[str] = set()
    for text, evidence in (*shown, *_leant_on(brief)):
        for cite in (ref.cite for ref in find_refs(text) if evidence.chunk.lane == "local"):
            if cite in absent and cite not in told:
                told.add(cite)
                named.setdefault(evidence.label, (evidence, []))[1].append(cite)
    found = [_named(cites, evidence) for evidence, cites in named.values()]
    found += [gap for gap in _elsewhere(brief) if not gap.name or gap.name not in told]
    told |= {gap.name for gap in found}
    asked = [ref.cite for ref in map(parse_ref, brief.issue.statutes) if ref is not None and ref.cite in absent]
    if any(cite not in told for cite in asked):
        listed = ", ".join(asked)
        bare = "The text of a statute that the question names is not in the vault."
        found.append(Gap(f"The text of {listed}, which the question names, is not in the vault.", listed, unnamed=bare))
    return tuple(found)


def _leant_on(brief: Brief) -> tuple[tuple[str, Evidence], ...]:
    """Sentences of the local records found that are about the matter and may name a law, when law is asked for."""
    if brief.route.scope == "local" or not asks_rule(brief.reading.cues):
        return ()
    in_records = (content_words(said) for matter in matters_of(brief.reading) for said in matter.phrasings)
    matters = [matter_of(brief.reading, brief.issue), *([{stem(one)} for one in said] for said in in_records)]
    found = brief.retrieval.local
    return tuple((one, e) for matter in matters for e in found for one in on_the_matter(e.chunk.text, matter))


def _with_item(passage: Passage) -> tuple[tuple[str, Evidence], ...]:
    """The quoted spans, and of minutes the sentences beside them, which name the statute read or cited."""
    evidence = passage.spans[0].evidence
    run = list(sentences(evidence.chunk.text))
    first, last = passage.spans[0].start, passage.spans[-1].end
    inside = [at for at, one in enumerate(run) if one.end > first and one.start < last]
    beside = (
        run[max(0, inside[0] - _BEFORE) : inside[-1] + 2] if inside and evidence.chunk.doc_type == "minutes" else []
    )
    return (*((span.text, evidence) for span in passage.spans), *((one.text, evidence) for one in beside))


def _elsewhere(brief: Brief) -> tuple[Gap, ...]:
    """Laws that a section found names as governing the matter, each with the label of that section."""
    labels = {e.chunk.section: e.label for e in brief.retrieval.state if e.chunk.section}
    return tuple(
        Gap(f"{section} [{labels[section]}] names {cite}; its own text is not in the vault.", cite, labels[section])
        for cite, section in brief.retrieval.named_by
        if section in labels
    )


def _named(cites: list[str], evidence: Evidence) -> Gap:
    listed = f"{', '.join(cites[:-1])} and {cites[-1]}" if len(cites) > 1 else cites[0]
    own = "their own texts are" if len(cites) > 1 else "its own text is"
    minutes = evidence.chunk.doc_type == "minutes"
    source = (
        f"{long_name(evidence.chunk)} [{evidence.label}] name" if minutes else f"The document [{evidence.label}] names"
    )
    bare = f"The record [{evidence.label}] names a statute whose text is not in the vault."
    return Gap(f"{source} {listed}; {own} not in the vault.", listed, evidence.label, bare)


def _shows_part(named: re.Pattern[str], passage: Passage) -> bool:
    """Whether a quoted passage gives the figure of a part: by name, or as a table row under a head that names it."""
    amount = CUES["amount"].search(passage.text)
    if amount and named.search(passage.text):
        return True
    figures = figures_in(passage.text)
    chunk = passage.spans[0].evidence.chunk
    return figures >= _ROW_FIGURES and bool(named.search(chunk.text) or "tax rates" in chunk.title.lower())


def _told(brief: Brief, year: str) -> tuple[str, ...]:
    """ "<school>" for each part whose figure a sentence of the evidence gives, of that year where one is asked for."""
    return tuple(
        f"<{name}>"
        for evidence in brief.retrieval.merged
        for one in sentences(evidence.chunk.text)
        if CUES["amount"].search(one.text) and year in f"{one.text} {evidence.chunk.date}"
        for name, named in _parts_of_bill(brief.question.state).items()
        if re.search(r"\btax\b", one.text, re.IGNORECASE) and named.search(one.text)
    )


def _missing_parts(brief: Brief, shown: Sequence[Passage]) -> tuple[Gap, ...]:
    """The bodies whose part of a tax bill is not shown, where it is asked what makes it up or why it is what it is."""
    year = next(iter(brief.reading.years), "")  # the first that the question names
    when = f" for {year}" if year else ""
    dated = [p for p in shown if year in f"{p.text} {p.spans[0].evidence.chunk.title}"]
    said = brief.reading.asks_why or any(asks_parts(part.text) for part in brief.reading.parts)
    of_row = any(answer.cells for answer in brief.retrieval.answers)  # all its columns are told
    asked = brief.reading.asks_tax_bill and said and not of_row
    told = " ".join(_told(brief, year)) if asked else ""
    parts = _parts_of_bill(brief.question.state) if asked else {}
    open_parts = [name for name, named in parts.items() if not any(_shows_part(named, p) for p in dated)]
    missing = [name for name in open_parts if f"<{name}>" not in told]
    return tuple(
        Gap(
            f"The {name} part of the tax{when} is not shown in the documents found.",
            f"the {name} part of the tax{when}",
        )
        for name in missing
    )


def law_belongs(brief: Brief) -> bool:
    """Whether state law belongs in the answer: it is asked for, alone or by its name, or the format has a place for it.
    Else a reader of what a town's own rule says is told nothing of laws that were found, missed or named beside it."""
    by_name = "law" in brief.reading.cues or bool(brief.issue.statutes)
    return by_name or brief.route.scope == "statewide" or brief.format.name != "simple"


def _receipt(receipt: LaneReceipt, *, unasked: Collection[Lane]) -> Gap | None:
    lane = "local records" if receipt.lane == "local" else "state law and guidance"
    if receipt.failed:
        return Gap(f"The search of {lane} failed, so they are not part of this answer.")
    if receipt.kept or receipt.lane in unasked:
        return None
    reason = _ZERO_REASONS.get(receipt.zero_reason, "nothing in the vault matches")
    return Gap(f"No {lane} on this were found: {reason}.", of_search=True)


def _reason(brief: Brief, shown: Sequence[Passage]) -> Gap | None:
    if not brief.reading.asks_why or any(_GIVES_REASON.search(p.text) for p in shown):
        return None
    why = [one for one in brief.retrieval.answers if asks_reason(one.part)]
    if any(one.verdict != "open" and any(holds(p, one.spans[0]) for p in shown) for one in why if one.spans):
        return None  # what is told as likely gives it in words of its own
    return Gap("The documents found do not say why.", "the reason for the decision")


def _listed(brief: Brief) -> tuple[Gap, ...]:
    """The gaps that retrieval reports, but those on statutes, which are named from what is quoted; and a day without a
    record only where the question is what happened on it."""
    event = brief.reading.asks_event
    texts = (text for text in brief.retrieval.gaps if not find_refs(text))
    return tuple(
        Gap(_ISO_DATE.sub(lambda day: spoken_date(day.group()), text), of_search=True)
        for text in texts
        if event or not _ISO_DATE.search(text)
    )


_OPEN: dict[str, str] = {
    "other_year": "No record found answers {part} for {wanted}",
    "other_town": "No record found answers {part} for {wanted}",
    "wrong_kind": "No record found gives the answer to {part}",
    "unread": "Pages that may answer {part} could not be read{near}",
}
_ELSEWHERE = {"other_year": "the time asked about", "other_town": "the place asked about"}
"""Reasons that tell where the answer would be of, and what is asked about where the question does not name it."""
_UNANSWERED, _UNDECIDED = "No record found answers {part} clearly", "The records found do not decide {part}"
_LOOK_IN, WORTH_A_LOOK = 2, 0.45
"""Records in which a part may be answered, at most, and how surely it must be for its likeliest words or these to be
shown: five of forty questions on elsewhere reach it, and of 109 open parts of four authors that have an answer 95."""
_PLACES = ("first", "second", "third", "fourth", "fifth")
_PART_WORDS = 24
"""Words of a part that are repeated to name it; a longer one is known by its place."""


def open_part(answer: PartAnswer, parts: Sequence[str] = ()) -> Gap:
    """The sentence for a part that nothing held answers, with the reason.

    Where the question has other `parts`, it is named by its place and its words, but never by the name of a statute,
    which would be a statement of law without its source.
    """
    near = f" ({answer.near})" if answer.near else ""
    wanted = _spoken(answer.near.partition(_NOT)[2])
    if not wanted or (_DAY_OF_MONTH.search(wanted) and wanted[-4:] not in answer.part):  # "in April" names no day
        wanted = _ELSEWHERE.get(answer.reason, "")
    if answer.reason == "not_held" and answer.near:
        return Gap(f"{answer.near[0].upper()}{answer.near[1:]}.")
    if office := office_asked(answer.part) if answer.reason not in _ELSEWHERE else "":
        return Gap(f"No record found names the {'members' if office == 'member' else office}.")
    told = _OPEN.get(answer.reason, _UNDECIDED if asks_yes_or_no(answer.part) else _UNANSWERED)
    return Gap(f"{told.format(part=_named_part(answer, parts), near=near, wanted=wanted)}.")


_NOT = ", not "
_DAY_OF_MONTH = lazy_regex(r"[A-Z]\w+ \d{1,2}, \d{4}\Z")


def _spoken(text: str) -> str:
    return _ISO_DATE.sub(lambda day: spoken_date(day.group()), text)


def held_of(answer: PartAnswer) -> str:
    """ "What is held is of 2030": of which other time, place or stage that is which stands near a part."""
    held, _, wanted = answer.near.partition(_NOT)
    return f"{HELD}{_spoken(held if answer.reason in _ELSEWHERE and wanted else answer.near)}"


def leads_of(answer: PartAnswer, parts: Sequence[str]) -> tuple[str, str]:
    """What stands before words that may well answer a part, and before those that come nearest, for the reader to
    judge; among several by its place."""
    place = _place_of(answer, parts)
    return f"{MAY_ANSWER}{place or 'it'}{TO_JUDGE}", f"{NEAREST}{f' to {place}' if place else ''}{TO_JUDGE}"


def where_to_look(answer: PartAnswer, brief: Brief, apt: Collection[str]) -> str:
    """The records in which a part of which no words are sure may be answered, of the labels that are `apt`, and that
    they are only worth reading where it is open; of which other time or place is what is held; "" where too little
    speaks for any."""
    if answer.reason in _ELSEWHERE:
        label = _held_in(answer, brief)
        return f"{held_of(answer)} [{label}]." if answer.near and label else ""
    held = {one.label: one.chunk for one in brief.retrieval.merged if one.label in apt}
    towns = () if brief.retrieval.local else towns_asked(brief.issue)
    printed = any(names_any(chunk, towns) for chunk in held.values())  # by a bill or a table: no record is its own
    if (answer.reason == "not_held" and answer.near) or (answer.probability < WORTH_A_LOOK and not printed):
        return ""
    chances = {one: sum(span.probability for span in answer.spans if span.label == one) for one in held}
    named: dict[str, str] = {}
    for label in sorted(filter(chances.get, held), key=lambda one: -chances[one]):
        named.setdefault(re.sub(r"\AThe\b", "the", long_name(held[label])), label)
    told = [f"{name} [{label}]" for name, label in named.items()][:_LOOK_IN]
    lead = WORTH_READING if answer.verdict == "open" else WOULD_STAND
    return f"{lead}{' or '.join(told)}." if told else ""


def _held_in(answer: PartAnswer, brief: Brief) -> str:
    """The label of the passage nearest to a part that is of the time or place which is held; "" where none is."""
    held = answer.near.partition(_NOT)[0]
    chunks = {one.label: one.chunk for one in brief.retrieval.merged}
    near = dict.fromkeys((*(span.label for span in answer.spans), *chunks))
    told = ((one, chunks[one]) for one in near if one in chunks)
    return next((label for label, one in told if held and held in f"{one.date} {one.title} {one.town} {one.text}"), "")


def _place_of(answer: PartAnswer, parts: Sequence[str]) -> str:
    """ "the second part of the question"; "" where there is one."""
    if len(parts) < 2 or answer.part not in parts:
        return ""
    at = parts.index(answer.part)
    return f"the {_PLACES[at] if at < len(_PLACES) else 'last'} part of the question"


def _named_part(answer: PartAnswer, parts: Sequence[str]) -> str:
    place = _place_of(answer, parts)
    if not place:
        return "this"
    asked = [one.text for one in sentences(answer.part)][-1].strip().rstrip("?.! ")
    short = asked[:1].lower() + asked[1:] if asked[1:2].islower() else asked
    if find_refs(asked) or len(asked.split()) > _PART_WORDS:
        return place
    return f"{place} ({short})"


def gaps_of(brief: Brief, shown: Sequence[Passage]) -> tuple[Gap, ...]:
    """Every gap worth telling, most telling first, none twice; () when nothing is known to be missing."""
    quotes = [pair for passage in shown for pair in _with_item(passage)]
    unasked: tuple[Lane, ...] = () if brief.route.scope != "local" and law_belongs(brief) else ("state",)
    parts: list[Gap | None] = [
        *missing_statutes(brief, quotes),
        *_missing_parts(brief, shown),
        *(_receipt(receipt, unasked=unasked) for receipt in brief.retrieval.receipts),
        _reason(brief, shown),
        *_listed(brief),
    ]
    unique: dict[str, Gap] = {}
    for gap in parts:
        if gap is not None and not (gap.name and any(gap.name in other for other in unique)):
            unique.setdefault(gap.sentence, gap)
    return tuple(unique.values())
