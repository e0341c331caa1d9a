"""Does the audit call a true statement verified after one of its facts was changed?

Takes true statements about real pages with the words they rest on (the format of `benchmarks/paraphrases.py`), changes
one thing in each (a figure for another of the same words, two names for one another, an added reason, a dropped
condition, may for must, another paragraph), mostly with words that stand in the record itself, and audits it with the
same words attached. Prints per kind how many edits were made and how they were judged: of all edits under 1 % may be
*verified*. An edit may by chance stay true; such a one counts all the same. Holds no text of its own.

Usage: python benchmarks/edits.py --vault VAULT [--cases FILE] [--ids even|odd|all] [--seed 5] [--show KIND] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.paraphrases import PLACEHOLDER, audited, passage_of
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import is_verbish
from pipeline.check.read.lexing import Token, lex, worth_matches
from pipeline.check.read.names import COMMON_CAPITALS
from pipeline.check.read.reading import bodies_in, content, persons_in
from vault.store.index import VaultIndex

__all__ = ["EDITS", "Stated", "edits_of", "stated"]

_STATEMENTS = Path(__file__).with_name("labels") / "statements.jsonl"


class Stated(NamedTuple):
    """A true statement: its text with placeholders, the same with them blanked, its spans and the pages it is about."""

    text: str
    bare: str
    spans: str
    page: str


Edit = Callable[[Stated, random.Random], Iterator[str]]


def stated(case: dict[str, Any], vault: VaultIndex) -> Stated | None:
    """The statement of a case with its pages; None where a page is not in the vault or no words are given."""
    keys = list(dict.fromkeys(PLACEHOLDER.findall(case["text"])))
    chunks = [passage_of(vault, case["passages"][key]) for key in keys]
    spans = "\n".join(words for words in case["spans"].values() if words)
    if not spans or not chunks or None in chunks:
        return None
    page = "\n".join(source_of("L1", chunk).text for chunk in chunks if chunk is not None)
    bare = PLACEHOLDER.sub(lambda match: " " * len(match[0]), case["text"])
    return Stated(case["text"], bare, spans, page)


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _exchanged(text: str, first: tuple[int, int], second: tuple[int, int]) -> str:
    (a, b), (c, d) = sorted((first, second))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _kind(token: Token) -> str:
    """The kind of a figure, years apart from other numbers; "" of a word."""
    worth = token.worth
    if worth is None:
        return ""
    return "year" if worth.kind == "number" and worth.text.isdigit() and 1900 <= worth.number <= 2100 else worth.kind


def _is_other(left: Token, right: Token) -> bool:
    if left.worth is None or right.worth is None or _kind(left) != _kind(right):
        return False
    a, b = left.worth, right.worth
    return not worth_matches(a, b) and not worth_matches(b, a) and bool(a.date[2]) == bool(b.date[2])


def _figures(given: Stated, text: str, rng: random.Random, years: bool) -> Iterator[str]:
    for token in lex(given.bare):
        others = [one for one in lex(text) if _is_other(token, one) and one.text not in given.text]
        if others and (_kind(token) == "year") == years and not _stands(token, given):
            yield _put(given.text, token.start, token.end, rng.choice(others).text)


def _stands(token: Token, given: Stated) -> bool:
    """Whether the figure is a part of a name or a reference: "RSA 41", "Route 16"."""
    return bool(re.search(r"(?:RSA|Route|Rt\.?|section|chapter)\s*\Z", given.bare[: token.start], re.IGNORECASE))


def figure_of_span(given: Stated, rng: random.Random) -> Iterator[str]:
    """A figure is another figure of the same kind in the words it rests on: of another row, column or thing."""
    yield from _figures(given, given.spans, rng, years=False)


def figure_of_page(given: Stated, rng: random.Random) -> Iterator[str]:
    """A figure is another figure of the same kind on the page."""
    yield from _figures(given, given.page, rng, years=False)


def figure_made_up(given: Stated, rng: random.Random) -> Iterator[str]:
    """The last digit that is not zero is another digit."""
    for token in lex(given.bare):
        digit = re.search(r"[1-9](?=[0,.]*\D*\Z)", token.text)
        if token.worth is not None and digit and not _stands(token, given) and _kind(token) != "date":
            new = str((int(digit.group()) + rng.randint(3, 5)) % 9 + 1)
            if new != digit.group():
                yield _put(given.text, token.start + digit.start(), token.start + digit.end(), new)


def year_exchanged(given: Stated, rng: random.Random) -> Iterator[str]:
    """A year is another year of the page, or the one before."""
    yield from _figures(given, given.page, rng, years=True)
    for token in lex(given.bare):
        if token.worth is not None and _kind(token) == "year":
            yield _put(given.text, token.start, token.end, str(int(token.worth.number) - 1))


_CAPITALS = re.compile(r"\b(?<!^)[A-Z][\w'’-]+(?:\s+(?:[A-Z]\.\s*)?[A-Z][\w'’-]+)*", re.MULTILINE)


def _names(text: str) -> list[tuple[int, int]]:
    found = [match.span() for match in _CAPITALS.finditer(text)]
    return [(a, b) for a, b in found if text[a:b].lower() not in COMMON_CAPITALS and not text[a:b].isupper()]


def names_exchanged(given: Stated, rng: random.Random) -> Iterator[str]:
    """Two names of the statement change places: who does it to whom."""
    names = _names(given.bare)
    pairs = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
    pairs = [(a, b) for a, b in pairs if given.bare[slice(*a)] != given.bare[slice(*b)]]
    joined = [(a, b) for a, b in pairs if given.bare[a[1] : b[0]].strip(" ,") not in ("and", "&", "", "or")]
    if joined:
        yield _exchanged(given.text, *rng.choice(joined))


def person_exchanged(given: Stated, rng: random.Random) -> Iterator[str]:
    """A person is another person of the page: mover, speaker, owner."""
    persons = sorted(name for name in persons_in(given.page) if len(name) > 3)
    for match in re.finditer(r"\b[A-Z][a-z]{3,}\b", given.bare):
        others = [name.title() for name in persons if name.title() not in given.text]
        if match.group().lower() in persons and others:
            yield _put(given.text, match.start(), match.end(), rng.choice(others))


_BODIES = ("Planning Board", "Budget Committee", "Conservation Commission", "Board of Selectmen", "School Board")


def body_exchanged(given: Stated, rng: random.Random) -> Iterator[str]:
    """A body is another body, of the page where it names one."""
    for start, end, name in bodies_in(given.bare):
        others = [one for one in {held for _, _, held in bodies_in(given.page)} | set(_BODIES) if one != name]
        told = (given.text.lower(), name.lower())
        others = [one for one in sorted(others) if one.lower() not in told[0] and "elect" not in told[1]]
        if others:
            yield _put(given.text, start, end, rng.choice(others))


_LED = re.compile(r"\b(?:the|an?|its|their|his|her)\s+\Z", re.IGNORECASE)


def _nouns(text: str) -> list[Token]:
    """Words in small letters right after an article that carry meaning and are no verbs by their form."""
    return [
        token
        for token in lex(text)
        if token.kind == "word" and not token.capital and len(token.key) == 1 and len(token.text) > 3
        and _LED.search(text[: token.start]) and content((token,)) and not is_verbish(token)
        and not token.text.endswith(("ly", "ing"))
    ]  # fmt: skip


def nouns_exchanged(given: Stated, rng: random.Random) -> Iterator[str]:
    """Subject and object change places: the first and the last noun after an article."""
    led = _nouns(given.bare)
    if len(led) >= 2 and led[0].key != led[-1].key:
        yield _exchanged(given.text, (led[0].start, led[0].end), (led[-1].start, led[-1].end))


def noun_of_page(given: Stated, rng: random.Random) -> Iterator[str]:
    """A noun of the record is another noun of the same page."""
    shown = {token.key for token in lex(given.spans)}
    nouns = [token for token in _nouns(given.bare) if token.key in shown]
    claimed = lex(given.bare)
    others = [
        token for token in _nouns(given.page)
        if not any(token.key == one.key or token.groups & one.groups for one in claimed)
    ]  # fmt: skip
    if nouns and others:
        old = rng.choice(nouns)
        yield _put(given.text, old.start, old.end, rng.choice(others).text)


_ADDED = {
    "adverb_added": ("unanimously", "reluctantly", "immediately", "twice", "privately"),
    "quantifier_added": ("only", "most of", "half of"),
    "reason_added": ("because the budget was short", "in order to lower taxes", "since the law requires it"),
    "consequence_added": ("which saved the town money", "so taxes will rise", "and that ended the matter"),
}


def adverb_added(given: Stated, rng: random.Random) -> Iterator[str]:
    """How it was done is added before a past tense."""
    match = re.search(r"(?<=\w )[a-z]{3,}ed\b", given.bare)
    if match:
        yield _put(given.text, match.start(), match.start(), f"{rng.choice(_ADDED['adverb_added'])} ")


def quantifier_added(given: Stated, rng: random.Random) -> Iterator[str]:
    """ "only", "most of" or "half of" is put before a "the" inside the statement."""
    places = [match.start() for match in re.finditer(r"(?<=\w )the (?=\w)", given.bare)]
    if places:
        at = rng.choice(places)
        yield _put(given.text, at, at, f"{rng.choice(_ADDED['quantifier_added'])} ")


def _appended(given: Stated, words: str, joint: str) -> str:
    match = re.search(r"\s*\{\w+\}[^{}]*\Z", given.text)
    at = match.start() if match else len(given.text)
    return f"{given.text[:at]}{joint}{words}{given.text[at:]}"


def reason_added(given: Stated, rng: random.Random) -> Iterator[str]:
    """A reason is added at the end."""
    yield _appended(given, rng.choice(_ADDED["reason_added"]), " ")


def consequence_added(given: Stated, rng: random.Random) -> Iterator[str]:
    """A consequence is added at the end."""
    yield _appended(given, rng.choice(_ADDED["consequence_added"]), ", ")


_CONDITION = re.compile(
    r",?\s+\b(?:unless|if|when|until|except|provided|subject to|only if|as long as|without)\b[^.;{]*?(?=,|\s*\{|\.|\Z)"
)


def condition_dropped(given: Stated, rng: random.Random) -> Iterator[str]:
    """The condition is left out."""
    match = _CONDITION.search(given.text)
    if match and len(given.text[: match.start()].split()) > 4:
        yield _put(given.text, match.start(), match.end(), "")


_VERB = re.compile(r"\b(?:was|were|is|are|may|must|shall|will|would|did|has|had|can)\b(?! not)")


def negated(given: Stated, rng: random.Random) -> Iterator[str]:
    """A "not" is put after a verb, or taken out."""
    match = _VERB.search(given.bare)
    if match:
        yield _put(given.text, match.end(), match.end(), " not")
    out = re.search(r"\bnot ", given.bare)
    if out:
        yield _put(given.text, out.start(), out.end(), "")


_TURNED = {
    "modality_turned": {"must": "may", "shall": "may", "may": "must", "can": "must", "has to": "may", "have to": "may",
                        "needs": "can do without", "lets": "requires", "required to": "allowed to"},
    "outcome_turned": {"approved": "denied", "granted": "denied", "denied": "granted", "passed": "failed",
                       "failed": "passed", "adopted": "rejected", "tabled": "approved", "carried": "failed",
                       "accepted": "rejected", "agreed": "refused", "put off": "approved", "turned down": "granted"},
    "order_turned": {"before": "after", "after": "before", "at least": "at most", "at most": "at least",
                     "more": "less", "less": "more", "rose": "fell", "increase": "decrease", "up": "down",
                     "down": "up", "first": "last", "no more than": "no less than", "opened": "closed"},
}  # fmt: skip


def _turned(given: Stated, rng: random.Random, table: dict[str, str]) -> Iterator[str]:
    found = [(old, match) for old in table for match in re.finditer(rf"\b{old}\b", given.bare)]
    if found:
        old, match = rng.choice(found)
        yield _put(given.text, match.start(), match.end(), table[old])


def modality_turned(given: Stated, rng: random.Random) -> Iterator[str]:
    """May for must, must for may."""
    yield from _turned(given, rng, _TURNED["modality_turned"])


def outcome_turned(given: Stated, rng: random.Random) -> Iterator[str]:
    """What was granted was denied."""
    yield from _turned(given, rng, _TURNED["outcome_turned"])


def order_turned(given: Stated, rng: random.Random) -> Iterator[str]:
    """Before is after, at least is at most, a rise a fall."""
    yield from _turned(given, rng, _TURNED["order_turned"])


_LETTER = re.compile(r"(?<=, )[IVX]+\b|(?<=\()[a-h](?=\))")


def paragraph_exchanged(given: Stated, rng: random.Random) -> Iterator[str]:
    """The paragraph named is another."""
    match = _LETTER.search(given.bare)
    if match:
        others = ["I", "II", "III", "IV"] if match.group().isupper() else ["a", "b", "c", "d"]
        yield _put(given.text, match.start(), match.end(), rng.choice([one for one in others if one != match.group()]))


EDITS: dict[str, Edit] = {
    edit.__name__: edit
    for edit in (
        figure_of_span, figure_of_page, figure_made_up, year_exchanged, names_exchanged, person_exchanged,
        body_exchanged, nouns_exchanged, noun_of_page, adverb_added, quantifier_added, reason_added,
        consequence_added, condition_dropped, negated, modality_turned, outcome_turned, order_turned,
        paragraph_exchanged,
    )
}  # fmt: skip


def edits_of(given: Stated, rng: random.Random) -> Iterator[tuple[str, str]]:
    """(kind, edited statement with its placeholders) for every edit the statement allows."""
    for kind, edit in EDITS.items():
        for text in dict.fromkeys(edit(given, rng)):
            if text != given.text:
                yield kind, text


def _run(vault: VaultIndex, cases: Sequence[dict[str, Any]], seed: int, show: str) -> dict[str, Counter[str]]:
    rng = random.Random(seed)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        given = stated(case, vault)
        for kind, text in edits_of(given, rng) if given else ():
            outcome = audited(vault, {**case, "text": text}, with_spans=True)
            counts[kind][outcome.verdict] += 1
            if show in (kind, "all") and outcome.verdict == "verified":
                words = " / ".join(case["spans"].values())
                print(f"{case['id']} {kind}\n  was {case['text']}\n  now {text}\n  on  {words}")
    return counts


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--cases", type=Path, default=_STATEMENTS)
    parser.add_argument("--ids", choices=("all", "even", "odd"), default="even")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--show", default="", help="print the verified edits of a kind, or all")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    given = parser.parse_args()
    cases = [json.loads(line) for line in given.cases.read_text("utf-8").splitlines() if line.strip()]
    wanted = {"even": (0,), "odd": (1,), "all": (0, 1)}[given.ids]
    cases = [case for case in cases if case["truth"] and case["id"] % 2 in wanted]
    with VaultIndex.open(given.vault, read_only=True) as vault:
        counts = _run(vault, cases, given.seed, given.show)
    total = sum(counts.values(), Counter[str]())
    if given.json:
        print(json.dumps({**{kind: dict(held) for kind, held in counts.items()}, "all": dict(total)}, indent=1))
        return
    for kind, held in (*counts.items(), ("all", total)):
        print(f"{kind:20} edits {held.total():5}  verified {held['verified']:4}  consistent {held['consistent']:5}"
              f"  contradicted {held['contradicted']:5}")  # fmt: skip
    print(f"verified: {total['verified'] / max(1, total.total()):.2%} of {total.total()} edits (under 1 % wanted)")


if __name__ == "__main__":
    _main()
