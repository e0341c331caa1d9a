"""A large world: invented towns made from the records of a real one, so that tools and shell meet at a state's size.

    python benchmarks/assistant/world.py --vault VAULT --town Ossipee --towns 200 --out FOLDER
    opencouncil ingest --vault BIG.vault FOLDER

Each invented town has the same kinds of records with other names, figures, dates, case numbers and roads; within a town
a name or a figure is changed the same way everywhere, so that its records agree with each other. The real town is not
written out: add its records beside the folder. `--documents` gives each town so many of the records, drawn anew, where
all of them would be more than a machine can hold. The same seed gives the same world. Every document says in its title
that the town is invented.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from vault.store.index import VaultIndex
from vault.types import Document, Filters

__all__ = ["Disguise", "main", "surnames", "towns"]

_HEADS = (
    "Alder Birch Cedar Copper Crane Dun Elm Fern Gray Hollow Iron Kettle Lark Maple Marsh Oak Otter Pine Quarry Stone"
)
_TAILS = "bourne bridge brook bury dale field ford gate ham haven hill mere mill mont ridge stead ton vale water wick"
_PEOPLE = (
    "Abbott Aldrich Ames Atwood Barlow Beckwith Bliss Boyden Brackett Burbank Cady Chaffee Clough Colby "
    "Crandall Currier Dow Drury Eaton Estey Farnum Fiske Foss Gale Gilman Goss Hadley Hale "
    "Hobbs Hoyt Ide Jewett Kemp Kimball Ladd Leavitt Locke Lund Marden Merrow Nason Noyes "
    "Orcutt Paige Peaslee Pike Quimby Rand Sargent Shaw Stark Tenney Towle Upham Varnum Wadleigh "
    "Weare Wiggin Yeaton"
)
# "Mr. Colbath", "Smith moved", "motion by Keyes", "seconded by Ms. Seavey"
_SURNAME = re.compile(
    r"\b(?:Mr|Mrs|Ms|Chair(?:man)?|Selectman)\.? ([A-Z][a-z]{2,})\b|"
    r"\b([A-Z][a-z]{2,}) (?:moved|seconded|motioned|asked|said)\b"
)
_LEAST_MENTIONS = 3
_AMOUNT = re.compile(r"\$\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d\d)?")
_YEAR = re.compile(r"\b(19[5-9]\d|20[0-4]\d)\b")
_CASE = re.compile(r"\b(\d{2})-(\d{2})-(LM|V|SPR|SUP|SE|BLA|SUB)\b")
_ROAD = re.compile(r"\b([A-Z][a-z]+) (Road|Rd|Street|Lane|Pond|Lake)\b")
_LAW_LINE = re.compile(r"\bRSA\b|§|\bChapter\b")
"""Lines that cite law keep their figures: the law is the same in every town."""


def towns(count: int) -> Iterator[str]:
    """Names of invented towns, at most 400."""
    for number, tail in enumerate(_TAILS.split() * len(_HEADS.split())):
        if number >= count:
            return
        yield f"{_HEADS.split()[number // len(_TAILS.split())]}{tail}"


def surnames(texts: Sequence[str]) -> tuple[str, ...]:
    """Surnames that the texts use at least three times in the manner of minutes, most frequent first."""
    found = Counter(one or other for text in texts for one, other in _SURNAME.findall(text))
    return tuple(name for name, times in found.most_common() if times >= _LEAST_MENTIONS)


class Disguise:
    """Changes the texts of one town into those of an invented one, the same way everywhere."""

    def __init__(self, real: str, invented: str, names: Sequence[str], seed: int) -> None:
        chance = random.Random(f"{seed} {invented}")
        self._people = dict(
            zip(names, chance.sample(_PEOPLE * (len(names) // len(_PEOPLE) + 1), len(names)), strict=True)
        )
        self._factor = chance.uniform(0.55, 1.8)
        self._years = chance.choice([-6, -5, -4, -3, 1, 2, 3])
        self._cases = chance.randrange(1, 12)
        self._town, self._invented = real, invented
        self._roads = chance
        self._road_names: dict[str, str] = {}
        known = [re.escape(name) for name in (real, real.upper(), *names)]
        self._known = re.compile(rf"\b({'|'.join(sorted(known, key=len, reverse=True))})\b")

    def text(self, text: str) -> str:
        """The text with names, roads, amounts, years and case numbers changed."""
        return "\n".join(self._line(line) for line in text.split("\n"))

    def identity(self, doc_id: str) -> str:
        """The document's id with the invented town in it, so that no name of a file tells where it came from."""
        own = re.sub(re.escape(self._town.replace(" ", "-")), self._invented.lower(), doc_id, flags=re.IGNORECASE)
        return own if own != doc_id else f"{self._invented.lower()}-{doc_id}"

    def date(self, date: str) -> str:
        """An ISO date moved by the same number of years."""
        return f"{int(date[:4]) + self._years}{date[4:]}" if date[:4].isdigit() else date

    def _line(self, line: str) -> str:
        line = self._known.sub(self._name, line)
        line = _ROAD.sub(self._road, line)
        if _LAW_LINE.search(line):
            return line
        line = _CASE.sub(lambda m: f"{m[1]}-{(int(m[2]) + self._cases - 1) % 12 + 1:02d}-{m[3]}", line)
        line = _YEAR.sub(lambda m: str(int(m[0]) + self._years), line)
        return _AMOUNT.sub(self._amount, line)

    def _name(self, found: re.Match[str]) -> str:
        if found[0] == self._town:
            return self._invented
        return self._invented.upper() if found[0] == self._town.upper() else self._people[found[0]]

    def _road(self, found: re.Match[str]) -> str:
        if found[1] not in self._road_names:
            self._road_names[found[1]] = f"{self._roads.choice(_HEADS.split())}{self._roads.choice(_TAILS.split())}"
        return f"{self._road_names[found[1]]} {found[2]}"

    def _amount(self, found: re.Match[str]) -> str:
        changed = max(1, round(int(found[1].replace(",", "")) * self._factor))
        return f"${changed:,}{found[2] or ''}"


def _row(document: Document, disguise: Disguise, invented: str) -> dict[str, object]:
    facts = document.metadata
    return {
        "doc_id": disguise.identity(document.doc_id),
        "lane": "local",
        "state": facts.state,
        "town": invented,
        "body": facts.board,
        "doc_type": facts.doc_type,
        "title": f"{disguise.text(facts.title)} (invented town)",
        "date": disguise.date(facts.date),
        "pages": [disguise.text(page.text) for page in document.pages],
    }


def _drawn(documents: Sequence[Document], count: int, seed: str) -> Sequence[Document]:
    """So many of the documents, in their order and drawn by the seed; all of them for 0."""
    if not count or count >= len(documents):
        return documents
    drawn = set(random.Random(seed).sample(range(len(documents)), count))
    return [document for place, document in enumerate(documents) if place in drawn]


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes one JSON Lines file for each town."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--town", required=True)
    parser.add_argument("--towns", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=0, help="records of each town, 0 for all")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    with VaultIndex.open(given.vault) as index:
        held = index.documents(Filters(lane="local", towns=(given.town,)), 100_000)
        documents = [one for summary in held if (one := index.document(summary.doc_id)) is not None]
    names = surnames([page.text for document in documents for page in document.pages])
    for invented in towns(given.towns):
        disguise = Disguise(given.town, invented, names, given.seed)
        kept = _drawn(documents, given.documents, f"{given.seed} {invented}")
        rows = (json.dumps(_row(document, disguise, invented)) for document in kept)
        with gzip.open(given.out / f"{invented.lower()}.jsonl.gz", "wt", encoding="utf-8") as out:
            out.writelines(f"{row}\n" for row in rows)
    count = min(given.documents or len(documents), len(documents))
    print(f"{given.towns} towns of {count} documents in {given.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
