"""Precision and recall of the statute grammar on hand-labelled pages, beside the naive `RSA \\d+` pattern.

Run: python benchmarks/statute_grammar.py [--errors dev|held_out] [--corpus DIR]
The label file holds document, page, offsets and normalised references, never text; the pages come from the corpus.
A reference counts when its normalised form is right and its span overlaps the labelled one.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from vault.law.references import find_refs

__all__ = ["Score", "corpus_pages", "grammar", "labels", "main", "naive", "score"]

LABELS = Path(__file__).parent / "labels" / "statute_mentions.jsonl"
HALVES = ("dev", "held_out", "fresh")
"""Tuned on; labelled with dev but not tuned on before the first report; labelled after the grammar was finished."""
_NAIVE = re.compile(r"RSA\s+(\d+(?:-[A-Z])?)(?::(\d+(?:-[a-z]+)?))?")


class Mention(NamedTuple):
    """A reference in a page: offsets and the normalised form."""

    start: int
    end: int
    full: str


class Label(NamedTuple):
    """A hand-labelled page: every reference in it, and spans (running titles) that count neither way."""

    doc_id: str
    page: int
    half: str
    digest: str
    mentions: tuple[Mention, ...]
    ignored: tuple[tuple[int, int], ...]


class Score(NamedTuple):
    """Counts over labelled pages."""

    right: int
    found: int
    labelled: int

    @property
    def precision(self) -> float:
        """Share of found references that are right; 0 when none is found."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Share of labelled references that were found; 0 when none is labelled."""
        return self.right / self.labelled if self.labelled else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


Finder = Callable[[str], list[Mention]]


def labels(path: Path = LABELS) -> Iterator[Label]:
    """Labelled pages in file order."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        mentions = tuple(Mention(*item) for item in row["mentions"])
        ignored = tuple((start, end) for start, end in row["ignore"])
        yield Label(row["doc_id"], row["page"], row["half"], row["sha256"], mentions, ignored)


def corpus_pages(corpus: Path) -> dict[str, list[str]]:
    """Pages of each document of the corpus."""
    with gzip.open(corpus / "nh" / "docs.jsonl.gz", "rt", encoding="utf-8") as rows:
        return {row["doc_id"]: row["pages"] for row in map(json.loads, rows)}


def grammar(text: str) -> list[Mention]:
    """What the grammar finds."""
    return [Mention(ref.start, ref.end, ref.full) for ref in find_refs(text)]


def naive(text: str) -> list[Mention]:
    """What a plain pattern finds: "RSA", a number, perhaps a section."""
    found = []
    for match in _NAIVE.finditer(text):
        full = f"RSA {match[1]}:{match[2]}" if match[2] else f"RSA {match[1]}"
        found.append(Mention(match.start(), match.end(), full))
    return found


def compare(label: Label, found: list[Mention]) -> tuple[list[Mention], list[Mention], int]:
    """Wrongly found and missed mentions of a page, and how many are right; each label matches once."""
    kept = [m for m in found if not any(m.start < end and start < m.end for start, end in label.ignored)]
    open_labels = list(label.mentions)
    wrong: list[Mention] = []
    for mention in kept:
        hit = next(
            (x for x in open_labels if x.full == mention.full and x.start < mention.end and mention.start < x.end), None
        )
        if hit is None:
            wrong.append(mention)
        else:
            open_labels.remove(hit)
    return wrong, open_labels, len(kept) - len(wrong)


def score(pages: dict[str, list[str]], half: str, finder: Finder, *, show: bool = False) -> Score:
    """Score of a finder on one half; prints each error with its surroundings when asked."""
    right = found = labelled = 0
    for label in labels():
        if label.half != half:
            continue
        text = pages[label.doc_id][label.page - 1]
        if hashlib.sha256(text.encode()).hexdigest()[:16] != label.digest:
            raise ValueError(f"{label.doc_id} page {label.page} is not the text that was labelled")
        wrong, missed, hits = compare(label, finder(text))
        right, found, labelled = right + hits, found + hits + len(wrong), labelled + len(label.mentions)
        if show:
            for kind, mentions in (("WRONG", wrong), ("MISSED", missed)):
                for m in mentions:
                    print(kind, label.doc_id, label.page, m.full, repr(text[max(0, m.start - 30) : m.end + 20]))
    return Score(right, found, labelled)


def main() -> None:
    """Prints both halves for the grammar and the naive pattern, and the speed over the whole corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "corpus")
    parser.add_argument("--errors", choices=HALVES)
    options = parser.parse_args()
    pages = corpus_pages(options.corpus)
    for half in HALVES:
        for name, finder in (("grammar", grammar), ("naive RSA pattern", naive)):
            show = options.errors == half and finder is grammar
            s = score(pages, half, finder, show=show)
            print(
                f"{half:9} {name:18} P {s.precision:.3f}  R {s.recall:.3f}  F1 {s.f1:.3f}"
                f"  ({s.right} right, {s.found} found, {s.labelled} labelled)"
            )
    everything = ["\f".join(document) for document in pages.values()]
    began = time.perf_counter()
    count = sum(len(find_refs(text)) for text in everything)
    took = time.perf_counter() - began
    chars = sum(map(len, everything))
    print(
        f"whole corpus: {count:,} references in {chars:,} characters, {took:.2f} s,"
        f" {chars / took / 1e6:.2f} M characters/s"
    )


if __name__ == "__main__":
    main()
