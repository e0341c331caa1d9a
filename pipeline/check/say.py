"""What a finding tells the writer to read, and the ready sentence: what the record says of a claim's matter, in the
record's words, verified beforehand.

Holds the choice of the sentences that bind what a claim asserts, the one way they are quoted, and the one line that
names where missing words stand. It refuses to offer
what the audit would not verify, and never mends a claim: a quotation with its source's name cannot make a falsehood
pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.answer.formats import format_for
from pipeline.answer.markdown import parse_answer
from pipeline.check.claims import judge
from pipeline.check.read.case import AuditCase, Checked, SourceText, checked_claims, marks_of, pieces_of, stems_of
from pipeline.check.read.evidence import Held, Said, Support, held_of, said_of, token_in, written_on
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.motions import motions_in
from pipeline.check.read.reading import ReadSentence, content, read_sentences
from pipeline.check.rules.must_pass import RULES
from pipeline.quoting.cut import clip, quote
from pipeline.quoting.pages import page_of
from pipeline.types import EvidenceRow
from pipeline.write.extract.frame import long_name, verb
from vault.facts.figures import holds_figure
from vault.text.patterns import lazy_regex

__all__ = ["hint", "say"]

_MOST_CHARS = 420
"""Characters quoted from one source: three sentences of minutes, a motion with its vote."""
_LONG = 240
"""A longer sentence is cut to the clauses that hold the claim's words."""
_LAW = 700
"""A sentence of law that holds its condition at its other end is quoted whole up to this length."""
_CLIPPED_WORDS = 40
_NEAR_BEFORE, _NEAR_AFTER = 8, 4
"""Sentences around the words compared in which the matter is named: the heading of an item stands before it."""
_LEAST_SHARE = 0.5
"""Of the weight of a claim's words, where its writer named no words of the record: less speaks of something else."""
_ONE_PLACE = 1_200
"""Characters within which the words offered stand, where the writer named none: further apart they are of two matters,
and "and" between their quotations joins what the record does not."""
# "Page 5 of 7", where a motion runs over the turn of a page
_FOOT = lazy_regex(r"\W*page\s+\d+(?:\s+of\s+\d+)?\W*\Z", re.IGNORECASE)
_FACT, _NAME, _WORD = 3, 2, 1
"""What holding a figure or reference, a name, another word of the claim is worth."""


def say(checked: Checked, case: AuditCase, support: Sequence[Support] = ()) -> str:
    """What the cited sources say of the claim, one verified sentence for each that holds some of it; "" when the words
    it rests on are too few to stand for it. `support` are the words its writer named."""
    said = said_of(checked.bare)
    held = held_of(said, checked.cited, support)
    told = [one for source in checked.cited if (one := _told(said, source, held, case))]
    return " ".join(told)


def _told(said: Said, source: SourceText, held: Held, case: AuditCase) -> str:
    """The sentence for one source: its name, its words, its label; the first that the audit verifies."""
    own = [entry.sentence for entry in held.entries if entry.source.label == source.label]
    tried = set[str]()
    for words in _quotable(said, source, own, held):
        quoted = " and ".join(quote((one,)) for one in words)
        if not quoted or quoted in tried:
            continue
        tried.add(quoted)
        for name in (_name(source, said.text), "The record says"):
            sentence = f"{name}: {quoted} [{source.label}]."
            if _stands(sentence, source, case):
                return sentence
    return ""


def _quotable(said: Said, source: SourceText, own: Sequence[ReadSentence], held: Held) -> Iterator[Sequence[str]]:
    """The runs of verbatim words to quote: the very words that the writer named, which read shortest, where each begins
    a sentence and no motion is cut; then sentences."""
    named = [(start, words) for of, words, start in held.quotes if of.label == source.label] if held.given else []
    starts = {one.start for one in own}
    if named and all(start in starts for start, _ in named) and _with_motions(source, own) == _ordered(own):
        yield [_flat(words) for _, words in named]
    for chosen, most in _choices(said, source, own, given=held.given):
        if held.given or (_share(said, source, chosen) >= _LEAST_SHARE and _reach(chosen) <= _ONE_PLACE):
            yield _slices(source, chosen, held, said.text, most)


def _reach(chosen: Sequence[ReadSentence]) -> int:
    """The characters between the first and the last of the sentences, in order."""
    return max(0, chosen[-1].start - chosen[0].end)


def _stands(sentence: str, source: SourceText, case: AuditCase) -> bool:
    """Whether the audit verifies the sentence and no rule has an error to tell of it."""
    claims = checked_claims(parse_answer(sentence, format_for("simple")).claims, {source.label: source})
    if any(judge(one.bare, (source,)).verdict != "verified" for one in claims):
        return False
    alone = case.changed(claims=claims, used_statewide=None, markdown=sentence, envelope=())
    return not any(found.severity == "error" for rule in RULES for found in rule.check(alone))


def _name(source: SourceText, claim: str) -> str:
    """The source as a sentence names it, with its town where the claim names that or a bare title needs it: "The Alder
    Falls minutes of May 6, 2031 record", "Message to Voters of Alder Falls reads"; a pasted text has no name."""
    chunk = source.chunk
    if chunk is None:
        return "The record says"
    name, town = long_name(chunk), chunk.town
    if town and town not in name and chunk.lane == "local":
        if not name.startswith("The "):
            name = f"{name} of {town}"
        elif town in claim:
            name = f"The {town} {name.removeprefix('The ')}"
    return f"{name} {verb(chunk)}"


def _choices(
    said: Said, source: SourceText, own: Sequence[ReadSentence], *, given: bool
) -> Iterator[tuple[tuple[ReadSentence, ...], int]]:
    """Sentences to quote, the fullest choice first (of a motion with what names its matter before it, without, the best
    alone), each with the length from which one is cut. Words that the writer named are all kept. What cannot be cut
    without turning it is quoted whole."""
    about = lex(source.about)
    needed = [word for word in said.words if token_in(word, about, written_on(source)) is None]
    best = _covering(needed, source, own)
    base = tuple(own) if given else best
    if not base:
        return
    whole = _with_motions(source, base)
    left = [word for word in needed if not _holds(whole, word, source) and _weight(word) > _WORD]
    is_motion = whole != _ordered(base)
    around = _covering(left, source, _around(source, whole)) if left and is_motion else ()
    for chosen, most in (((*whole, *around), _LONG), (whole, _LONG), (base, _LONG), (base, _LAW), (best, _LAW)):
        if chosen and sum(min(one.end - one.start, most) for one in chosen) <= 2 * _MOST_CHARS:
            yield _ordered(chosen), most


def _ordered(chosen: Sequence[ReadSentence]) -> tuple[ReadSentence, ...]:
    return tuple(sorted(dict.fromkeys(chosen), key=lambda one: one.start))


def _weight(word: Token) -> int:
    return _FACT if word.worth is not None or word.kind == "ref" else _NAME if word.capital else _WORD


def _holds(chosen: Sequence[ReadSentence], word: Token, source: SourceText) -> bool:
    return any(token_in(word, one.tokens, written_on(source)) is not None for one in chosen)


def _share(said: Said, source: SourceText, chosen: Sequence[ReadSentence]) -> float:
    """The share of the weight of a claim's words that the sentences or the source's metadata hold."""
    about = lex(source.about)
    held = sum(_weight(w) for w in said.words if _holds(chosen, w, source) or token_in(w, about, written_on(source)))
    return held / max(1, sum(map(_weight, said.words)))


def _covering(needed: Sequence[Token], source: SourceText, offered: Sequence[ReadSentence]) -> tuple[ReadSentence, ...]:
    """The fewest of the sentences that hold the words which any of them holds, those that hold most first; after the
    first only what holds a name, a figure or two words more."""
    left, chosen, room = list(needed), list[ReadSentence](), _MOST_CHARS
    while left:
        gains = [(sum(_weight(word) for word in left if _holds((one,), word, source)), one) for one in offered]
        gain, best = max(gains, key=lambda pair: (pair[0], -pair[1].start), default=(0, None))
        size = min(best.end - best.start, _LONG) if best is not None else 0
        if best is None or not gain or (chosen and (gain < _NAME or size > room)):  # one word more is chance
            break
        chosen.append(best)
        room -= size
        left = [word for word in left if not _holds((best,), word, source)]
    return tuple(chosen)


def _with_motions(source: SourceText, base: Sequence[ReadSentence]) -> tuple[ReadSentence, ...]:
    """The sentences with the rest of each motion they belong to: what was moved is not told without its fate."""
    spans = [
        (motion.start, motion.end)
        for motion in motions_in(source.text)
        if any(motion.start < one.end and one.start < motion.end for one in base)
    ]
    parts = [
        one
        for one in read_sentences(source.text)
        if any(start < one.end and one.start < end for start, end in spans)
        and not _FOOT.match(source.text[one.start : one.end])
    ]
    return _ordered((*base, *parts))


def _around(source: SourceText, chosen: Sequence[ReadSentence]) -> list[ReadSentence]:
    """The sentences near those chosen that say something: two words at least."""
    sentences = read_sentences(source.text)
    places = [number for number, one in enumerate(sentences) if one in chosen]
    first, last = min(places, default=0), max(places, default=0)
    near = sentences[max(0, first - _NEAR_BEFORE) : last + _NEAR_AFTER + 1]
    return [one for one in near if one not in chosen and len(content(one.tokens)) > 1]


def _slices(source: SourceText, chosen: Sequence[ReadSentence], held: Held, claim: str, most: int) -> list[str]:
    """The verbatim words to quote: neighbours as one run; of a sentence longer than `most` the words its writer named,
    else the clauses of the claim."""
    found: list[str] = []
    start, end = -1, -1  # the run of short sentences that goes on
    for one in chosen:
        if one.end - one.start > most:
            start, end = -1, -1
            found.extend(_cut(source, one, held, claim))
            continue
        goes_on = start >= 0 and not any(map(str.isalnum, source.text[end : one.start]))
        start, end = start if goes_on else _word_start(source.text, one.start), one.end
        found = [*(found[:-1] if goes_on else found), _flat(source.text[start:end])]
    return found


def _word_start(text: str, at: int) -> int:
    """Where the number that the place is in begins: after the stop of "8.03.1" no sentence begins."""
    if not re.match(r"\d\.\d", text[max(0, at - 2) : at + 1]):
        return at
    while at and not text[at - 1].isspace():
        at -= 1
    return at


def _flat(text: str) -> str:
    """The words on one line, without what closes the sentence before them, the marks of a list or of a heading that
    open them, and the source note behind a section."""
    return _OPENING.sub("", " ".join(_NOTE.split(text)[0].split()))


# "- **ii)** ", "> > **(a)** ", "A)** ", "}} "
_OPENING = lazy_regex(r"\A(?:[\s>*•·})\]”]|[–—-]\s)*(?:\(?\w{1,4}[).]\*\*[\s*]*)?")
_NOTE = lazy_regex(r"\s*(?<!\w)Source note: ")


def _cut(source: SourceText, sentence: ReadSentence, held: Held, claim: str) -> Sequence[str]:
    named = [
        _flat(source.text[max(start, sentence.start) : min(start + len(words), sentence.end)])
        for of, words, start in held.quotes
        if of.label == source.label and start < sentence.end and sentence.start < start + len(words)
    ]
    return named or clip(_flat(source.text[sentence.start : sentence.end]), _CLIPPED_WORDS, stems_of(claim)).pieces


_SHOWN = 220
"""Characters of a passage that a hint shows: one sentence of minutes."""
_OWN = 2
"""Other words of the claim that a passage must hold beside the missing ones: fewer speak of another matter."""
# "(left out: unless the board so votes)", "who: Ada Roy", "decided: approved": a slot, and what stands in it
_SLOT = lazy_regex(
    r"\A\(?(?P<slot>left out|who|decided|done|corrected in the record|other words beside)\s*:?\s*(?P<words>.*?)\)?\Z"
)
_REMARKS = {
    "(may, must or must not)": "keep the record's own may, must or must not",
    "(put together from separate places)": "say as two sentences what stands in two places, each with its own words",
    "(put together from two sources)": "say as two sentences what stands in two sources",
    "(in another order than the record)": "keep the record's order, and attach only the words that this sentence tells",
    "(words left out of the quotation)": "quote the words without a gap",
    "(a bill as introduced)": "say that it is a bill",
}


def hint(row: EvidenceRow, checked: Checked, case: AuditCase) -> str:
    """What to say or read about a claim that is contradicted or not bound: the ready sentence or the words it was
    compared with first, then where the rest stands."""
    lead = "The record says" if row.verdict == "contradicted" else "Read it against"
    told = [f"Say: {row.say}"] if row.say else [f"{lead}: “{row.support}”"] if row.support else []
    told += dict.fromkeys(_advised(row.residue))
    found = _elsewhere(row, checked, case)
    if found:
        told.append(found)
    return "; ".join(told) or "Quote the words it rests on."


def _advised(residue: Sequence[str]) -> Iterator[str]:
    """What the remarks among the residue ask for, in words."""
    for one in residue:
        slot = _SLOT.match(one)
        if one in _REMARKS:
            yield _REMARKS[one]
        elif slot is None:
            continue
        elif slot["slot"] == "left out":
            yield f"the record adds “{slot['words']}”: say it too"
        elif slot["slot"] == "who":
            yield f"these words do not name {slot['words']}: name whom they name"
        elif slot["slot"] == "other words beside":
            yield f"the record sets other words beside {slot['words']}: take them over"
        elif slot["slot"] in ("decided", "done"):
            yield f"these words do not show it {slot['words']}: tell what they show"


def _missing(row: EvidenceRow, checked: Checked) -> str:
    """The words of a claim that the compared words lack: its residue, or, contradicted, the words not among them."""
    if row.verdict == "contradicted":
        held = stems_of(row.support) | frozenset(mark.text for mark in marks_of(row.support))
        words = re.findall(r"\$?[\w.,:/-]*\w", checked.bare)
        return " ".join(
            word for word in words if not stems_of(word) <= held or (not stems_of(word) and word[0].isdigit())
        )
    return " ".join(
        match["words"] if (match := _SLOT.match(one)) else "" if one[:1] == "(" else one for one in row.residue
    )


def _elsewhere(row: EvidenceRow, checked: Checked, case: AuditCase) -> str:
    """The passage of the run that holds what is missing beside other words of the claim; "" when none does."""
    missing = _missing(row, checked)
    wanted, rest = stems_of(missing), stems_of(checked.bare) - stems_of(missing)
    figures = marks_of(missing)
    if not wanted and not figures:
        return ""
    best: tuple[int, str, SourceText] | None = None
    for source in case.sources:
        for piece in pieces_of(source.text):
            stems = stems_of(piece.text)
            found, own = len(wanted & stems), len(rest & stems)
            if found * 3 < 2 * len(wanted) or own < _OWN or found + own <= (best[0] if best else 0):
                continue
            text = " ".join(piece.text.split())
            held = all(holds_figure(marks_of(piece.text), figure, written=source.date) for figure in figures)
            if held and not (text in row.support or row.support in text):
                best = (found + own, text, source)
    if best is None:
        return ""
    _, text, source = best
    page = page_of(text, source.chunk) if source.chunk else None
    place = f"[{source.label}]{f', p. {page}' if page else ''}"
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    return f"“{missing.strip()[:60]}” stands in {place}: “{shown}”: rest it on these words if they are meant"
