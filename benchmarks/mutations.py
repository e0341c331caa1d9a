"""Does the audit let an altered sentence pass, and does it let an untouched one pass?

Takes real sentences from a corpus given at run time, changes one thing in each (a digit, a negation, a surname, a vote,
a section number, a citation label) and audits it against the chunk it came from, quoted and unquoted. Prints, per kind,
how many were accepted: 0 of the altered, all of the untouched, also when the source is spelled with CRLF, ligatures,
broken words and no-break spaces. Holds no text of its own.

Usage: python benchmarks/mutations.py [CORPUS] [--each 1000] [--seed 7] [--show 5]
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.paraphrases import brief_with
from pipeline.answer.format_rules import FORMAT_RULES
from pipeline.check.audit import audit
from pipeline.check.read.reading import persons_in
from pipeline.quoting.lists import head_left_out
from pipeline.quoting.locate import locate
from pipeline.types import (
    Answer,
    Brief,
    Evidence,
)
from vault.intake.chunk import chunk_document
from vault.law.references import find_refs
from vault.readers.jsonl import read_jsonl
from vault.text.clean import fold
from vault.text.sentences import sentences
from vault.text.words import STOP_WORDS, stem, words
from vault.types import Chunk, Document, Lane

__all__ = ["MUTATIONS", "VARIANTS", "Case", "accepts", "brief_for", "cases_of", "claim_of", "mutants", "run"]

_ROUNDS = 4
"""Passes over the corpus for one kind: some records hold fewer than a thousand votes, but each can be altered anew."""
FORMAT_IDS = frozenset(FORMAT_RULES) | {"empty", "sentence_minimum", "bullet_minimum"}
"""Findings on form do not count here: a source sentence may be long or speak of next steps."""


_PLAIN_WORDS = 3
"""Words in small letters that tell a sentence from a row of a table."""


# "q) Marsh voted", "b. Roads": never "J. Osgood"
_LIST_MARK = re.compile(r"\w{1,4}\)|[a-z]{1,3}\.\s")


class Case(NamedTuple):
    """A sentence, the chunk it stands in, and a chunk of another document that does not hold it."""

    sentence: str
    chunk: Chunk
    decoy: Chunk


T = TypeVar("T")
Mutation = Callable[[Case, random.Random], str]


def _swap(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def one_digit(case: Case, rng: random.Random) -> str:
    """One digit is another digit."""
    places = [i for i, letter in enumerate(case.sentence) if letter.isdigit() and letter.isascii()]
    if not places:
        return ""
    at = rng.choice(places)
    return _swap(case.sentence, at, at + 1, rng.choice([d for d in "0123456789" if d != case.sentence[at]]))


_VERB = re.compile(r"\b(?:shall|may|must|will|was|were|is|are|has|have|can|did|does)\b(?! not)")
_NOT = re.compile(r"\b(?:not|no|never) (?=\w)")


def one_negation(case: Case, rng: random.Random) -> str:
    """A negation is taken out, or one is put in after a verb."""
    out = list(_NOT.finditer(case.sentence))
    put = list(_VERB.finditer(case.sentence))
    if out and (not put or rng.random() < 0.5):
        match = rng.choice(out)
        return _swap(case.sentence, match.start(), match.end(), "")
    if not put:
        return ""
    match = rng.choice(put)
    return _swap(case.sentence, match.end(), match.end(), " not")


_PERSON = re.compile(r"\b(?:Mr|Mrs|Ms|Dr)\.? (?:[A-Z]\. ?)?([A-Z][a-z]{2,})\b|\b[A-Z]\. ([A-Z][a-z]{2,})\b")


@lru_cache(maxsize=8192)
def surnames_in(text: str) -> tuple[str, ...]:
    """Names of people in a text: who acts, stands on a roll, or is called Mr., Ms. or by an initial."""
    acting = {name.capitalize() for name in persons_in(text) if name.isalpha() and len(name) > 2}
    titled = {match[1] or match[2] for match in _PERSON.finditer(text)}
    people = (name for name in acting | titled if name.lower() not in STOP_WORDS)
    return tuple(sorted(name for name in people if re.search(rf"\b{name}\b", text)))


def one_surname(case: Case, rng: random.Random) -> str:
    """A surname is another surname, of the same chunk or of another document."""
    names = [name for name in surnames_in(case.chunk.text) if re.search(rf"\b{name}\b", case.sentence)]
    others = [*surnames_in(case.chunk.text), *surnames_in(case.decoy.text)]
    others = [name for name in others if name.lower() not in case.sentence.lower()]
    old = rng.choice(names) if names else ""
    others = [name for name in others if stem(name.lower()) != stem(old.lower())]
    if not others or not old:
        return ""
    match = re.search(rf"\b{old}\b", case.sentence)
    return _swap(case.sentence, match.start(), match.end(), rng.choice(others)) if match else ""


_OPPOSITES = {
    "passed": "failed", "failed": "passed", "approved": "denied", "denied": "approved", "adopted": "rejected",
    "granted": "denied", "favor": "opposition", "opposed": "in favor", "aye": "nay", "yes": "no", "approve": "deny",
    "accepted": "rejected", "carried": "failed", "unanimously": "narrowly", "unanimous": "split", "accept": "reject",
}  # fmt: skip
_VOTE = re.compile(r"(?<![\w./-])(\d{1,3})\s?(-|–|to)\s?(\d{1,3})(?![\w./-])")
_OUTCOME = re.compile(rf"\b(?:{'|'.join(_OPPOSITES)})\b", re.IGNORECASE)


def one_vote(case: Case, rng: random.Random) -> str:
    """A tally is turned round or counted otherwise, or an outcome is its opposite."""
    tallies = [match for match in _VOTE.finditer(case.sentence) if match[1] != match[3]]
    if tallies and re.search(r"vot|motion|pass|carr|favor|approv", case.sentence, re.IGNORECASE):
        match = rng.choice(tallies)
        turned = f"{match[3]}{match[2]}{match[1]}" if rng.random() < 0.5 else f"{int(match[1]) + 1}{match[2]}{match[3]}"
        return _swap(case.sentence, match.start(), match.end(), turned)
    outcomes = list(_OUTCOME.finditer(case.sentence))
    if not outcomes:
        return ""
    match = rng.choice(outcomes)
    new = _OPPOSITES[match.group().lower()]
    return _swap(case.sentence, match.start(), match.end(), new.capitalize() if match.group()[0].isupper() else new)


def one_section(case: Case, rng: random.Random) -> str:
    """A statute section is another section."""
    refs = [ref for ref in find_refs(case.sentence) if ref.section and ref.section in ref.text]
    if not refs:
        return ""
    ref = rng.choice(refs)
    at = case.sentence.index(ref.section, ref.start + ref.text.index(ref.section))
    number = re.match(r"\d+", ref.section)
    new = str(int(number.group()) + rng.randint(1, 9)) + ref.section[number.end() :] if number else ""
    return _swap(case.sentence, at, at + len(ref.section), new) if new else ""


MUTATIONS: dict[str, Mutation] = {
    "digit": one_digit, "negation": one_negation, "surname": one_surname, "vote": one_vote, "section": one_section,
}  # fmt: skip

_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"))


def _ligatures(text: str) -> str:
    for plain, joined in _LIGATURES:
        text = text.replace(plain, joined)
    return text


def _broken(text: str) -> str:
    """Every seventh long lower-case word is broken at a line end."""
    words = re.split(r"(\b[a-z]{7,}\b)", text)
    return "".join(f"{w[:3]}-\n{w[3:]}" if i % 14 == 1 else w for i, w in enumerate(words))


VARIANTS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "ligatures": _ligatures,
    "broken words": _broken,
    "no-break": lambda text: text.replace(" ", "\u00a0"),
    "typographic": lambda text: text.replace("'", "’").replace(" - ", " – "),
}


def brief_for(case: Case, text: str | None = None) -> Brief:
    """A brief with the case's chunk as L1 or S1 and the decoy as L2 or S2; `text` replaces the chunk's text."""
    chunk = case.chunk if text is None else case.chunk.model_copy(update={"text": text})
    kept = tuple(Evidence(label=f"{_mark(c)}{n}", chunk=c, score=1.0) for n, c in enumerate((chunk, case.decoy), 1))
    return brief_with(kept)


def _mark(chunk: Chunk) -> str:
    return "S" if chunk.lane == "state" else "L"


def claim_of(case: Case, sentence: str, *, quoted: bool, label: str = "") -> str:
    """The sentence as a claim: quoted, or in the open; a local sentence that names a statute says that it is a record's
    (decision 23)."""
    cited = label or f"{_mark(case.chunk)}1"
    if quoted:
        return f"The record says “{sentence}” [{cited}]."
    lead = "According to the record: " if case.chunk.lane == "local" and find_refs(sentence) else ""
    return f"{lead}{sentence.rstrip('.')} [{cited}]."


def accepts(brief: Brief, claim: str) -> tuple[str, ...]:
    """Why the claim is not accepted as verified: rules that reject it, form aside, and verdicts; () when it is."""
    report = audit(Answer(answer_markdown=claim), brief)
    rules = tuple(f.rule for f in report.findings if f.severity == "error" and f.rule not in FORMAT_IDS)
    return (*rules, *(row.verdict for row in report.rows if row.verdict != "verified"))


def cases_of(chunks: Sequence[Chunk], rng: random.Random) -> Iterator[Case]:
    """Sentences of 5 to 45 words, each with its chunk and a chunk of another document.

    Left out: sentences with quotation marks or brackets of their own, those that begin with a list mark or a heading
    mark, which in an answer would be read as such, and list items whose lead-in governs them: quoted alone they are
    refused for that, altered or not, and would prove nothing.
    """
    for chunk in chunks:
        for sentence in sentences(chunk.text):
            flat = " ".join(sentence.text.split())
            size = len(flat.split())
            if (
                not flat[0].isalpha()
                or _LIST_MARK.match(flat)
                or sum(1 for word in flat.split() if word.isalpha() and word.islower() and len(word) > 2) < _PLAIN_WORDS
                or not 5 <= size <= 45
                or re.search(r"[“”\"\[\]…]|\.\.\.", flat)
                or len(sentences(flat)) != 1
            ):
                continue
            if head_left_out(chunk.text, [(sentence.start, sentence.end)]):
                continue
            decoy = rng.choice(chunks)
            same = decoy.doc_id == chunk.doc_id or decoy.lane != chunk.lane
            if not same and locate(flat, decoy.text, ocr=decoy.ocr).rung == "not_found":
                yield Case(flat, chunk, decoy)


def mutants(cases: Iterable[Case], kind: str, rng: random.Random) -> Iterator[tuple[Case, str]]:
    """Altered sentences of a kind.

    One whose words stand in the chunk all the same, in a row, is true of it and left out; "the vote passed" and "the
    motion passed" are the same words here, and nothing else is.
    """
    for case in cases:
        changed = MUTATIONS[kind](case, rng)
        if changed and changed != case.sentence and _run_of(changed) not in _words_of(case.chunk.text):
            yield case, changed


@lru_cache(maxsize=8192)
def _words_of(text: str) -> str:
    return _run_of(fold(text).text)


def _run_of(text: str) -> str:
    """The words in a row, with blanks at both ends so that only whole words are found."""
    return f" {' '.join('motion' if word == 'vote' else word for word in words(text))} "


class Tally(NamedTuple):
    """How many were tried and accepted, and the accepted (or wrongly rejected) ones to look at."""

    name: str
    tried: int
    accepted: int
    odd: tuple[str, ...]


def run(chunks: Sequence[Chunk], each: int, seed: int) -> Iterator[Tally]:
    """Tallies per kind of change and per spelling of the source; `each` claims of every kind, quoted and open."""
    rng = random.Random(seed)
    shuffled = list(chunks)
    rng.shuffle(shuffled)
    for quoted in (True, False):
        how = "quoted" if quoted else "open"
        for name, spell in VARIANTS.items():
            yield _untouched(
                f"untouched, {name}, {how}", list(_take(cases_of(shuffled, rng), each)), spell, quoted=quoted
            )
        for kind in MUTATIONS:
            claims = (
                (case, claim_of(case, changed, quoted=quoted))
                for _ in range(_ROUNDS)
                for case, changed in mutants(cases_of(shuffled, rng), kind, rng)
            )
            yield _altered(f"{kind}, {how}", _take(claims, each))
        labels = (
            (case, claim_of(case, case.sentence, quoted=quoted, label=f"{_mark(case.chunk)}{rng.choice((2, 2, 9))}"))
            for case in cases_of(shuffled, rng)
        )
        yield _altered(f"label, {how}", _take(labels, each))


def _take(items: Iterable[T], count: int) -> Iterator[T]:
    for number, item in enumerate(items):
        if number >= count:
            return
        yield item


def _untouched(name: str, cases: Sequence[Case], spell: Callable[[str], str], *, quoted: bool) -> Tally:
    odd = []
    for case in cases:
        rules = accepts(brief_for(case, spell(case.chunk.text)), claim_of(case, case.sentence, quoted=quoted))
        if rules:
            odd.append(f"{rules}: {case.sentence}")
    return Tally(name, len(cases), len(cases) - len(odd), tuple(odd))


def _altered(name: str, claims: Iterable[tuple[Case, str]]) -> Tally:
    tried, odd = 0, []
    for case, claim in claims:
        tried += 1
        if not accepts(brief_for(case), claim):
            odd.append(f"{claim}   <-   {case.sentence}")
    return Tally(name, tried, len(odd), tuple(odd))


def load_chunks(corpus: Path) -> list[Chunk]:
    """Chunks of the corpus' town records and statute sections, cut as the vault cuts them."""
    chunks: list[Chunk] = []
    for path in sorted(corpus.glob("nh/*s.jsonl.gz")):
        for raw in read_jsonl(gzip.decompress(path.read_bytes())).documents:
            meta = raw.metadata
            document = Document(doc_id=meta.doc_id or raw.key, metadata=meta, pages=raw.pages, sections=raw.sections)
            lane: Lane = "state" if raw.sections or meta.lane == "state" else "local"
            for draft in chunk_document(document):
                facts = draft.model_dump() | {
                    "id": len(chunks), "doc_id": document.doc_id, "lane": lane, "state": "NH", "town": meta.town,
                    "board": meta.board, "doc_type": "statute" if raw.sections else "other", "status": "current",
                    "authority": "rsa" if raw.sections else "other", "title": meta.title, "date": meta.date,
                    "source": document.doc_id, "url": "",
                }  # fmt: skip
                chunks.append(Chunk.model_validate(facts))
    return chunks


def main() -> None:
    """Run the suite on a corpus and print one line per kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", default=str(Path(__file__).resolve().parents[2] / "shared" / "corpus"))
    parser.add_argument("--each", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    chunks = load_chunks(Path(options.corpus))
    if not chunks:
        sys.exit(f"{options.corpus} holds no documents: name the folder of a corpus (nh/*.jsonl.gz).")
    print(f"{len(chunks)} chunks")
    start = time.perf_counter()
    for tally in run(chunks, options.each, options.seed):
        took = time.perf_counter() - start
        print(f"{tally.name:38} tried {tally.tried:5}  accepted {tally.accepted:5}   {took:6.1f} s", flush=True)
        print("".join(f"    {line}\n" for line in tally.odd[: options.show]), end="")
        rules = Counter(line.split(":")[0] for line in tally.odd) if "untouched" in tally.name else Counter[str]()
        print("".join(f"    {count} {rule}\n" for rule, count in rules.most_common(6)), end="")


if __name__ == "__main__":
    main()
