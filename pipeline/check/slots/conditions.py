"""The condition that a claim leaves out, the paragraph of a law in which its words stand, and what the record is: a
proposal is no decision, a bill no law, a draft not approved.

Compares one claim with its entries. It refuses to say that a condition holds, or what became of a matter later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.check.read.case import refs_of
from pipeline.check.read.evidence import Entry, Held, Said, matched, said_of, token_in
from pipeline.check.read.lexing import FRAME, Token, lex
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content
from pipeline.check.slots.turns import SAME_MATTER, best_entry, shown
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from pipeline.quoting.turns import has_finite_verb
from vault.facts.dates import dates_in
from vault.law.reference import StatuteRef
from vault.law.references import parse_ref
from vault.law.subdivisions import Subdivision, subdivisions
from vault.text.patterns import lazy_regex

__all__ = [
    "WITHOUT_LEAVE", "condition_conflicts", "condition_left_out", "headed", "label_conflicts",
    "paragraph_conflicts", "proposed_by_bill", "status_conflicts",
]  # fmt: skip

WITHOUT_LEAVE = r"without\s+(?:\w+\s+){0,4}(?:consent|approval|permission|authorization|permit|licen[sc]e)\b"
"""What is denied without somebody's leave is allowed with it."""
_CONDITION = lazy_regex(
    r"\b(?:(?P<exception>unless|except(?:ing)?(?!ion)|(?<!is )(?<!are )(?<!was )(?<!be )subject to|other than"
    r"|but not(?! limited to)|provided,?(?: (?:however|further),?)? (?:that|they|s?he|it)\b"
    r"|(?<=[,;:(] )provided,?(?: however,?)?(?!\s+(?:by|in|for|to|with|under|at)\b|\s*[.;]|\s*\Z)"
    rf"|{WITHOUT_LEAVE})"
    r"|(?:(?<=, )|(?<=\bsaid )|(?<=\bthat ))if"
    r"|only if|only when|only after|so long as|contingent (?:up)?on|on condition|pending)\b[^.;]*",
    re.IGNORECASE,
)
"""Of an exception a claim that sets no condition says nothing, whatever words they share; another condition it may tell
in words of its own."""
_CONDITIONAL = lazy_regex(
    r"\b(?:unless|except|subject to|provided|only|if|when|until|other than|but not|contingent|condition|pending|"
    r"apart from|besides|save|once|outside|the exception|without(?! exceptions?\b)|"
    r"exempt\w*|(?:all|every\w*|any\w*|no(?!t\b)\w*)\b[^.;,]{1,30}\bbut)\b",
    re.IGNORECASE,
)
_UNIVERSAL = lazy_regex(
    r"\b(?:every(?! (?:\w+ )?(?:day|week|month|quarter|year)s?\b)|(?<!\bin )all|always|never|no exceptions?|whatever"
    r"|in any case|under any circumstances?)\b",
    re.IGNORECASE,
)
# "in all cases", "under no circumstances", "without exception": said of every case, whatever else the claim sets
_EMPHATIC = lazy_regex(
    r"\b(?:(?:in|under|at) (?:all|every|any|no|each) (?:cases?|circumstances?|events?|instances?|conditions?|times?)"
    r"|always|never|invariably|without (?:any )?exceptions?|no exceptions?|whatever|no matter (?:what|how|who))\b",
    re.IGNORECASE,
)
_SELDOM = lazy_regex(
    r"\b(?:occasionally|sometimes|usually|generally|normally|typically|often|rarely|seldom|in most cases|not always)\b",
    re.IGNORECASE,
)


def condition_left_out(said: Said, held: Held) -> str:
    """The condition the entries set to what is claimed and that the claim leaves out; "" when none."""
    return _left_out(said, held)[0]


def _left_out(said: Said, held: Held) -> tuple[str, tuple[Token, ...]]:
    """The condition that the claim leaves out, with the clause to which the entries set it; empty when none."""
    if _CONDITIONAL.search(said.text):
        return "", ()
    best = [(clause, *best_entry(clause, held)) for clause in said.clauses]
    least = _ALONE if held.given and len(held.entries) == 1 else _OF_CLAUSE
    told = [(clause, entry) for clause, entry, share in best if entry is not None and share >= least]
    for clause, entry in [*told, *((said.tokens, entry) for entry in _told_whole(said, held))]:
        for pattern in (_CONDITION, _OPENING):
            match = pattern.search(entry.flat)
            if match and (_is_told(match.group(), entry, said) or _is_of_other_part(match.start(), entry.flat, clause)):
                continue
            left = match and (match.groupdict().get("exception") or _is_left_out(match.group(), said))
            if match and left and not _is_repeated(match.group(), said):
                return " ".join(match.group().split()[:14]), clause
    return "", ()


_OF_CLAUSE, _ALONE = 0.5, 0.4
"""The share of a clause that an entry holds to tell it, and the only one that its writer named."""
_PARTS = lazy_regex(r";\s+|,\s+and\s+(?=(?:in|for|of|with|the|any|an?)\b)", re.IGNORECASE)


def _is_of_other_part(at: int, sentence: str, clause: Sequence[Token]) -> bool:
    """Whether the condition at a place of a sentence stands in a part that tells less of the clause than another part
    does: "in cities …, subject to the charter, and in towns by the selectmen" sets none to towns."""
    cuts = [0, *(match.end() for match in _PARTS.finditer(sentence)), len(sentence)]
    words = content(tuple(clause))
    parts = [(start <= at < end, matched(words, lex(sentence[start:end]))) for start, end in pairwise(cuts)]
    own = max((found for inside, found in parts if inside), default=0)
    return any(found > own + 1 for inside, found in parts if not inside)


def _told_whole(said: Said, held: Held) -> list[Entry]:
    """The entries that the claim tells whole up to their condition: "e. Alcohol" of "e. Alcohol (unless permitted)"."""
    parts = ((entry, content(lex(_CONDITION.split(entry.flat)[0]))) for entry in held.entries)
    return [entry for entry, words in parts if words and matched(words, said.tokens) == len(words)]


# "In any town electing this subdivision, …", "If the board so votes, …"
_OPENING = lazy_regex(
    r"(?:\A\W*|[“\"])(?:\([a-z0-9]+\)\s*|[IVX]+\.\s*)?(?:In (?:any|every|a|the event|case)|If|When|Where|Whenever|Upon|Once|Should)\b[^,.;]{8,160},"  # noqa: E501
)


def _is_told(condition: str, entry: Entry, said: Said) -> bool:
    """Whether a clause of the claim tells what a proviso says: all its words that the sentence holds stand there."""
    if not condition.lower().startswith(("provided", "except")) or not has_finite_verb(condition):
        return False
    inside = lex(condition)
    for clause in said.clauses:
        words = [word for word in content(clause) if token_in(word, entry.sentence.tokens)]
        if len(words) > 1 and matched(words, inside) >= len(words) - (len(words) >= _MANY):
            return True
    return False


_MANY = 6
"""Words of a clause that tells a proviso, one of which may be the proviso's subject, told before it."""


def _is_left_out(condition: str, said: Said) -> bool:
    """Whether the claim holds less than half of the condition's words."""
    words = [word for word in content(lex(condition)) if word.text.lower() not in _JOINTS]
    return matched(words, said.tokens) * 2 < len(words)


def _is_repeated(condition: str, said: Said) -> bool:
    """Whether the claim holds every word of the condition."""
    words = content(lex(condition))
    return len(words) > 1 and matched(words, said.tokens) == len(words)


_JOINTS = frozenset(["if", "when", "whenever", "where", "upon", "once", "shall", "any", "unless", "provided", "except"])
"""Words that lead a condition or carry its verb, and say nothing of what it is."""


# "without any finding", "regardless of the cost", "however great the hardship"
_WAIVED = lazy_regex(
    r"\b(?:without(?: (?:having|needing) to)?|regardless|irrespective|no matter|even (?:if|without)|whether or not|"
    r"however(?= \w+ (?:the|its|his|her|their|an?)\b))\b(?P<what>[^.;,]*)",
    re.IGNORECASE,
)
_SET = lazy_regex(rf"{_CONDITION.pattern}|\bif\b[^.;]*", re.IGNORECASE)


def _waived(said: Said, held: Held) -> Iterator[Conflict]:
    """A condition that the attached words set, and the claim says that none is needed."""
    waived = _WAIVED.search(said.text)
    shown_words = held.attached()
    if waived is None or not shown_words or _WAIVED.search(shown_words):
        return
    before = lex(said.text[: waived.start()])
    words = [word for word in content(lex(waived["what"])) if word.kind == "word" and word.key[0] not in FRAME]
    same = matched(content(before), lex(shown_words)) * 2 >= len(content(before)) and not any(map(negates, before))
    for match in _SET.finditer(shown_words) if words and same else ():
        condition = lex(match.group())
        denies = match.group()[:2].lower() == "if" and any(
            map(negates, condition)
        )  # "without acting": "if it does not"
        tells_which = waived.group().lower().startswith("without a") and match.group().lower().startswith("other than")
        if not (denies or tells_which) and matched(words, condition) * 2 >= len(words):
            yield Conflict("condition", waived.group(), match.group())
            return


def _bounded(said: Said, held: Held) -> Iterator[Conflict]:
    """What the claim says of every case, and the attached words with an exception that it does not tell, or of some."""
    emphatic, text = _EMPHATIC.search(said.text), held.attached()
    if emphatic is None or _EMPHATIC.search(text):
        return
    words = [word for word in said.words if not emphatic.start() <= word.start < emphatic.end()]
    bounds = [one.group() for one in _CONDITION.finditer(text) if one["exception"]]
    bounds = [one for one in bounds if matched(content(lex(one)), said.tokens) * 2 < len(content(lex(one)))]
    bounds += _SELDOM.findall(text)
    if bounds and matched(words, lex(text)) * 2 >= len(words):
        yield Conflict("condition", emphatic.group(), bounds[0])


def condition_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A rule said of every case that the record bounds, or without the condition that the record sets."""
    yield from _waived(said, held)
    yield from _bounded(said, held)
    left, clause = _left_out(said, held)
    bounds = (clause[0].start, clause[-1].end) if clause else (0, len(said.text))
    universal = _UNIVERSAL.search(said.text, *bounds)
    said_there = universal and any(
        re.search(rf"\b{re.escape(universal.group())}\b", entry.flat, re.IGNORECASE) for entry in held.entries
    )
    whole = bool(universal) and (best_entry(said.tokens, held)[1] >= SAME_MATTER or not held.given)
    if left and universal and whole and not said_there:
        yield Conflict("condition", universal.group(), left)


def paragraph_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """The words of a law stand in the very paragraph that is named, or in one of those that are."""
    for source in held.sources:
        own = parse_ref(source.chunk.section) if source.chunk and source.chunk.section else None
        named = [ref for ref in refs_of(said.text) if ref.paragraph and own is not None and own.cite == ref.cite]
        told = [_elsewhere(_naming(said, ref), held, source.text, ref.paragraph, source.label) for ref in named]
        if all(told):
            yield from (Conflict("paragraph", ref.full, conflict) for ref, conflict in zip(named, told, strict=True))


def _naming(said: Said, ref: StatuteRef) -> Said:
    """The clause of the claim that names a paragraph; its other clauses may be told by others. The claim itself where
    it has one clause."""
    parts = [said_of(said.text[clause[0].start : clause[-1].end]) for clause in said.clauses if clause]
    return next((part for part in parts if any(one.full == ref.full for one in refs_of(part.text))), said)


def _elsewhere(said: Said, held: Held, text: str, paragraph: tuple[str, ...], label: str) -> str:
    parts = subdivisions(text)
    if not parts:
        return ""
    words = [word for word in said.words if word.kind != "ref"]
    scores: list[tuple[int, int, str, tuple[str, ...]]] = []
    for number, part in enumerate(parts):
        end = parts[number + 1].start if number + 1 < len(parts) else len(text)
        own = text[part.start : end]
        scores.append((matched(words, lex(own)), -number, own, part.path))
    inside = [one for one in scores if one[3][: len(paragraph)] == paragraph]
    outside = [one for one in scores if one[3][: len(paragraph)] != paragraph and paragraph[: len(one[3])] != one[3]]
    if not inside:  # the source may hold only a part of the section
        return ""
    ours, best = max(one[0] for one in inside), max(outside, default=(0, 0, "", ()))
    spans = [(start, start + len(words)) for source, words, start in held.quotes if source.label == label]
    if spans and held.given:
        homes = {_path_at(parts, start) for start, _ in spans}
        homes |= {part.path for part in parts for start, end in spans if start < part.start < end}
        if all(home and home[: len(paragraph)] != paragraph and paragraph[: len(home)] != home for home in homes):
            home = next(iter(homes))
            return f"the words stand in paragraph {_path(home)}"
        if len(homes) == 1:
            return ""
        if any(home[: len(paragraph)] == paragraph for home in homes):
            best = max((one for one in outside if one[3] in homes), default=(0, 0, "", ()))
    if best[0] > ours and best[0] * 2 >= len(words):
        return f"paragraph {_path(best[3])}: {' '.join(best[2].split())[:200]}"
    return ""


class _Label(NamedTuple):
    """How a part is called in a claim and how it is headed in a text, each with the label as its group."""

    told: re.Pattern[str]
    heading: re.Pattern[str]


_LABELS = (
    # "Article 8" and "ARTICLE 9: Lease Purchase", "[Art.] 23."
    _Label(
        lazy_regex(r"\bArticle\s+(\d{1,3}|[IVX]+)\b(?!\.\d)"),
        lazy_regex(r"^[\W_]*(?:ARTICLE|Article|\[?Art\.\]?)\s+(\d{1,3}|[IVX]+)\b(?!\.\d)", re.MULTILINE),
    ),
    # "Section 3.1.6", "item 7.1" and "3.1.7. Rural District:"
    _Label(
        lazy_regex(r"\b(?:[Ss]ection|[Ii]tem|[Pp]aragraph|§)\s*(\d+(?:\.\d+)+)\b"),
        lazy_regex(r"^[\W_]*(?:Section\s+)?(\d+(?:\.\d+)+)\b", re.MULTILINE),
    ),
    # "Section V", "paragraph III" and "IV. SIGN ILLUMINATION"
    _Label(
        lazy_regex(r"\b(?:[Ss]ection|[Pp]aragraph|[Pp]art)\s+([IVX]+(?:-[a-z])?)\b"),
        lazy_regex(r"^[\W_]*([IVX]+(?:-[a-z])?)\.\s", re.MULTILINE),
    ),
    # "Paragraph F", "item 2.C" and "I. Before a permit"
    _Label(
        lazy_regex(r"\b(?:[Ss]ubsection|[Ii]tem|[Pp]aragraph)\s+(?:\d+\.)?([A-HJ-UWYZ])\b"),
        lazy_regex(r"^[\W_]*([A-Z])\.\s", re.MULTILINE),
    ),
)
_LABEL_REACH = 1_500
"""Characters under a heading that still belong to it."""


def label_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """The part that a claim names and the part under whose heading the attached words stand."""
    for told, over in _labels_told(said, held):
        if not any(_is_one_label(told[1], one) for one in over):
            yield Conflict("paragraph", f"{told[1]}", f"the words stand under {over[0]}")


def headed(said: Said, held: Held) -> frozenset[int]:
    """Where the labels of the claim start under whose heading all the attached words stand: "Article 9" of words below
    "ARTICLE 9"."""
    found = (told.start(1) for told, over in _labels_told(said, held) if set(over) == {told[1]})
    return frozenset(found)


def _labels_told(said: Said, held: Held) -> Iterator[tuple[re.Match[str], list[str]]]:
    """The one part of each kind that a claim names and the attached words do not, with the labels over and in them."""
    if not held.given or len(held.sources) != 1:
        return
    for label in _LABELS:
        quoted = " ".join(words for _, words, _ in held.quotes)
        told = [match for match in label.told.finditer(said.text) if match[1] not in label.told.findall(quoted)]
        over = [_heading_over(source.text, start, words, label.heading) for source, words, start in held.quotes]
        if len({match[1] for match in told}) == 1 and over and all(over):
            over += [match[1] for _, words, _ in held.quotes for match in label.heading.finditer(words)]
            yield told[0], over


def _heading_over(text: str, start: int, words: str, heading: re.Pattern[str]) -> str:
    """The label of the last heading before the words or at their beginning; "" when none is near."""
    line = text.rfind("\n", 0, start) + 1
    first = heading.match(words) or (heading.match(text[line:start]) if text[line:start].strip() else None)
    if first is not None:
        return first[1]
    found = list(heading.finditer(text, max(0, start - _LABEL_REACH), start))
    return found[-1][1] if found else ""


def _is_one_label(ours: str, theirs: str) -> bool:
    """Whether the two name one part, or one holds the other: "3.1" and "3.1.6"."""
    return ours == theirs or ours.startswith(f"{theirs}.") or theirs.startswith(f"{ours}.")


def _path_at(parts: Sequence[Subdivision], start: int) -> tuple[str, ...]:
    held = [part for part in parts if part.start <= start]
    return held[-1].path if held else ()


def _path(path: tuple[str, ...]) -> str:
    return path[0] + "".join(f"({part})" for part in path[1:]) if path else ""


_PROPOSES = lazy_regex(r"\bto see (?:if|whether)\b[^.]{0,40}\bwill\b", re.IGNORECASE)
_UNDONE = lazy_regex(
    r"\b(?:would|will|may|(?:was|were|is|are) to|if|whether|asks?|asked|"
    r"propos\w+|seeks?|sought|request\w*|recommend\w*|back(?:s|ed)|support\w*|"
    r"oppos\w+|to see|petition\w*|could|should|under consideration|against|article asks)\b",
    re.IGNORECASE,
)
_DONE = lazy_regex(
    r"\b(?:appropriated|raised|voted|approved|adopted|passed|established|created|bought|purchased|authorized|spent|"
    r"changed|set up|reduced|cut|granted|accepted|decided|agreed|discontinued|closed|enacted)\b",
    re.IGNORECASE,
)
_LAW = lazy_regex(r"\b(?:became law|is (?:now )?(?:the )?law|was enacted|enacted|law now|since)\b", re.I)
_DEMANDS = lazy_regex(r"\b(?:requires?|must|has to|have to|shall)\b", re.I)
_BILL = lazy_regex(
    r"\b(?:would|proposed?|proposes|as introduced|if (?:passed|enacted)|bill (?:would|proposes|seeks))\b", re.I
)
_DRAFT = lazy_regex(
    r"\b(?:approved|official|adopted|final)\s+(?:\w+\s+)?minutes\b|\bminutes\b[^.]{0,30}\bapproved\b", re.I
)


def _is_proposed(clause: Sequence[Token], entry: Entry) -> bool:
    """Whether the clause tells as done what an entry would have voted: "has repealed" of "will vote to repeal"."""
    asked = {to.key for at, to in pairwise(entry.sentence.tokens) if at.text == "to"}
    return any(one.text.lower().endswith("ed") and one.key in asked for one in clause)


_DAY_BEFORE = 24
"""Characters before "minutes" in which their day stands."""


def _names_other_day(text: str, day: str) -> bool:
    """Whether a text on minutes that were approved names another day than that of their record, `day`."""
    named = [one.value for one in dates_in(text)]
    return bool(named) and not any(day.endswith(one.lstrip("-")) for one in named)


def status_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A proposal is not a decision, a bill not the law, a draft not approved."""
    if not _UNDONE.search(said.text):
        for clause in said.clauses:
            entry, share = best_entry(clause, held)
            done = entry is not None and (_DONE.search(said.text) or _is_proposed(clause, entry))
            if entry is not None and done and share >= 0.4 and held.given and _PROPOSES.search(entry.flat):
                yield Conflict("status", "decided", f"only proposed: {shown(entry)}")
                break
    for source in held.sources:
        chunk = source.chunk
        if chunk is None:
            continue
        demands = _DEMANDS.search(said.text) and not re.search(r"\b(?:a|the|this) bill\b", said.text, re.I)
        told = "status" if _LAW.search(said.text) else "bill" if demands else ""
        if chunk.doc_type == "bill" and told and not _BILL.search(said.text):
            yield Conflict(told, "law", f"[{source.label}] is a bill as introduced: {chunk.title}")
        quoted = " ".join(words for one, words, _ in held.quotes if one == source)
        approved = _DRAFT.search(said.text)
        of_others = approved and _names_other_day(said.text[max(0, approved.start() - _DAY_BEFORE) :], chunk.date)
        if approved and not of_others and (chunk.status == "draft" or re.search(r"\bDRAFT\b", quoted)):
            yield Conflict("status", "approved minutes", f"[{source.label}] is a draft")


_PROPOSE = base_of("propose")


def proposed_by_bill(said: Said, held: Held) -> frozenset[int]:
    """Where the words of proposing start in a claim on a bill: whatever a bill says it proposes."""
    bill = any(one.chunk is not None and one.chunk.doc_type == "bill" for one in held.sources)
    return frozenset(one.start for one in said.tokens if bill and one.kind == "word" and one.key[0] == _PROPOSE)
