"""What the vault cannot cover of a question, in plain sentences: texts not held, pages not read, dates not found.

Pure. It tells only what a search has shown; it refuses to say what the missing text would hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pipeline.ask.lexicon import COMMONPLACES
from pipeline.ask.reading import Reading
from pipeline.find.follow import naming_chunk
from pipeline.find.score import ScoredChunk
from pipeline.types import IssueMap
from vault.law.references import find_refs
from vault.text.sentences import sentences
from vault.text.words import content_words, stands_as_word, stem, words
from vault.types import Chunk

__all__ = [
    "governed_elsewhere", "laws_not_held", "leans_on", "matter_of", "missing_texts", "on_the_matter", "towns_missing",
    "undated", "unread_pages",
]  # fmt: skip

_STRONG = 0.25
"""A section that a record covering half the question names among two others; weaker ones are mentioned in passing."""
_MATTER_SHARE = 0.4
_SENTENCE = 70
"""Words from which a "sentence" is a page read without its breaks."""
_COMMON = " ".join((*COMMONPLACES, "new hampshire nh rsa statute select govern say public hearing hold"))
"""Words of nearly every question on a statute; they do not tell its matter."""
_MOST = 4
"""Sentences of one kind: a reader follows up two or three."""


def missing_texts(
    absent: Iterable[str], named: Sequence[str], strengths: Mapping[str, float]
) -> tuple[tuple[str, str], ...]:
    """Each section that was looked up in vain, and a sentence on it: those the user named, then those the evidence
    leans on most. `absent` are canonical cites."""
    looked = dict.fromkeys(absent)
    asked = [cite for cite in named if cite in looked]
    leant_on = [cite for cite in looked if cite not in asked and strengths.get(cite, 0.0) >= _STRONG]
    leant_on.sort(key=lambda cite: (-strengths[cite], cite))
    return (
        *((cite, f"The text of {cite}, which the question names, is not in the vault.") for cite in asked),
        *(
            (cite, f"The text of {cite}, which a record found here relies on, is not in the vault.")
            for cite in leant_on
        ),
    )[:_MOST]


def laws_named(texts: Iterable[str], matter: tuple[frozenset[str], ...]) -> tuple[str, ...]:
    """Cites of the laws that texts name where they speak of the matter, each once, in order."""
    told = (one for text in texts for one in on_the_matter(text, matter))
    return tuple(dict.fromkeys(ref.cite for text in told for ref in find_refs(text)))


def laws_not_held(
    texts: Iterable[str], matter: tuple[frozenset[str], ...], absent: Sequence[str], sections: Sequence[ScoredChunk]
) -> dict[str, Chunk]:
    """Of the `absent` cites those that texts name on the matter -> the section, best first, that names each."""
    named = {cite: naming_chunk(cite, sections) for cite in laws_named(texts, matter) if cite in absent}
    return {cite: chunk for cite, chunk in named.items() if chunk is not None}


def matter_of(reading: Reading, issue: IssueMap) -> tuple[frozenset[str], ...]:
    """The words of a question that tell its matter, each as the stems that stand for it in a record: its own, or those
    of the law's word for it. Town, boards and the words of every vote are left out."""
    common = {stem(w) for w in words(f"{issue.town} {' '.join((*issue.other_towns, *issue.boards))} {_COMMON}")}
    own = [frozenset((root,)) for root in dict.fromkeys(reading.roots) if root not in common]
    known = common.union(*own)
    lay = [frozenset(map(stem, content_words(one.law))) - known for one in reading.lay]
    return (*own, *(group for group in lay if group))


def leans_on(sentence: str, matter: Sequence[Collection[str]]) -> bool:
    """Whether a sentence of a record is about the matter: two fifths of its words, and two where it has so many."""
    said = words(sentence)
    found = {stem(word) for word in said} if len(said) <= _SENTENCE else frozenset()
    met = sum(not found.isdisjoint(group) for group in matter)
    return bool(matter) and met >= max(min(2, len(matter)), _MATTER_SHARE * len(matter))


def on_the_matter(text: str, matter: Sequence[Collection[str]]) -> Iterator[str]:
    """The sentences of a record that are about the matter (of `matter_of`), in order."""
    return (one.text for one in sentences(text) if leans_on(one.text, matter))


def governed_elsewhere(named: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Each law that a held section names and whose text is not held (cite -> the section's cite), and a sentence on
    it."""
    return tuple(
        (cite, f"The text of {cite}, which {section} names, is not in the vault.") for cite, section in named.items()
    )


def unread_pages(counts: Mapping[str, int]) -> tuple[str, ...]:
    """One sentence for each document title with pages that could not be read (title -> how many)."""
    unread = [(title, pages) for title, pages in counts.items() if pages]
    return tuple(f"{pages} page{'s' if pages > 1 else ''} of {title} could not be read." for title, pages in unread)[
        :_MOST
    ]


def towns_missing(towns: Sequence[str], statewide: Sequence[str] = ()) -> tuple[str, ...]:
    """One sentence for each town asked about of which no record is held, and whether one of the `statewide` texts that
    were found names it: a table of all towns may still answer."""
    printed = {town for town in towns if any(stands_as_word(town, text) for text in statewide)}
    return tuple(
        f"No record of {town}'s own is held in the vault; statewide records found here name it."
        if town in printed
        else f"Nothing of {town} is held in the vault."
        for town in towns[:_MOST]
    )


def undated(reading: Reading, issue: IssueMap, local: Sequence[ScoredChunk]) -> tuple[str, ...]:
    """A sentence when the question names a year and no local record found is of the time it asks for; else ()."""
    start, end = issue.date_from, issue.date_to or issue.date_from
    if not start or not reading.names_year(start[:4]) or not local or any("date" in item.parts for item in local):
        return ()
    if (start[4:], end[4:]) == ("-01-01", "-12-31"):
        start, end = start[:4], end[:4]
    span = start if start == end else f"{start} to {end}"
    return (f"No local record dated {span} was found.",)
