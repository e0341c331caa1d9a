"""The four kinds of hop, each with its own machine: from an open part of a question to searches that may close it.

A machine reads what is held (the words that answer the other parts, the records they stand in, the chapters) and gives
candidates of its own pattern, best first. It refuses to invent: every word of a search stands in the question or in a
passage held.

    entity_expansion      a name, case, article or parcel number beside an answer, in other records
    temporal_progression  the same matter in the time the part names, each year with the autumn before it
    conceptual_deepening  the rest of the chapters held
    causal_chain          the record of the act and, for a reason, those of its board before it
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from hop_controller.parts import probability_of
from hop_controller.reading import Kind, NamedThing, meaning, mentions
from hop_controller.types import Candidate, HopQuery, HopState, Part, Pattern, Source
from vault.text.patterns import lazy_regex
from vault.text.words import content_words
from vault.types import LANES, Lane

__all__ = ["MACHINES", "afresh"]

Machine = Callable[[HopState, Part], Sequence[Candidate]]

_STARTS: Mapping[Kind, int] = {"number": 2, "program": 1, "person": 1, "place": 1, "name": 1}
"""Kinds of things a hop on a name may start from, with S4's specificity. Boards, sums and years stand anywhere."""
_SUBJECT_WORDS = 8
"""Words of a part beside a start: more would drown the start."""
_NEAR_CHARS = 1200
"""Of a passage that a caller names without its words, the head is read."""
_SURE = 0.4
"""Words that answer a part less surely than this are no start: what stands beside them is said of something else."""
_CHAPTERS, _ACTS = 2, 2
"""Chapters and records that a hop looks through."""
_NAMES = 4
"""Names of one part tried: the rest is said beside the answer by chance."""
_WINDOW_DAYS = 100
"""Days before or after a record in which its matter comes up again: three monthly meetings."""
_BEFORE_YEAR = ("-09-01", "-12-31")
"""A year's budget and warrant are made from September of the year before."""
_WHY = lazy_regex(r"\b(?:why|because|reasons?|caused?|led|concerns?|object\w*|justif\w+|explain\w*|purpose)\b", re.I)
_LAW = lazy_regex(
    r"\b(?:law|statute|legal|authority|must|may|require\w*|allow\w*|penalt\w+|exception\w*|state)\b", re.I
)


def _words_of(part: Part) -> str:
    return " ".join((part.subject or content_words(part.text))[:_SUBJECT_WORDS])


def _held(state: HopState, part: Part) -> tuple[tuple[str, Source], ...]:
    """(words, source) that answer the parts of the question best, this part's first."""
    by_label = {source.label: source for source in state.sources_so_far if source.label}
    ordered = (part, *(other for other in state.parts if other is not part))
    sure = (one for one in ordered if probability_of(one) >= _SURE and one.label in by_label)
    return tuple((one.answer, by_label[one.label]) for one in sure)


def _names(state: HopState, part: Part) -> Iterator[tuple[NamedThing, Source]]:
    """Names and numbers beside the answers that the question does not say itself, each once."""
    asked, seen = meaning(state.topic), set[str]()
    for words, source in _held(state, part):
        if source.section:
            continue  # law names nobody who comes up elsewhere
        for mention in mentions(words or source.text[:_NEAR_CHARS]):
            fresh = mention.key not in seen and not meaning(mention.text) <= asked | meaning(
                f"{source.place} {source.title}"
            )
            alone = mention.kind == "name" and " " not in mention.text  # "Refer", "SALES": a word of any page
            if mention.kind in _STARTS and fresh and meaning(mention.text) and not alone:
                seen.add(mention.key)
                yield mention, source


def entity(state: HopState, part: Part) -> Sequence[Candidate]:
    """Names and numbers beside an answer, in other records. Empty when nothing held answers anything."""
    named = list(_names(state, part))[:_NAMES]
    return [
        Candidate(
            pattern="entity_expansion",
            name=_named(mention.text),
            facet=part.text,
            specificity=_STARTS[mention.kind],
            mentions=_mentioned(state, mention.text),
            expects=f"other records that name {mention.text}",
            queries=(
                HopQuery(lane="local", words=f"{mention.text} {_words_of(part)}"),
                *_bridging(state, part, "local"),
            ),
        )
        for mention, _ in named
    ]


def temporal(_state: HopState, part: Part) -> Sequence[Candidate]:
    """The time the part names; a span of several years is asked year by year. Empty when it names none."""
    if not (part.since and part.until):
        return []
    first, last, whole, spans = part.since[:4], part.until[:4], _whole_years(part), _spans(part)
    said = first if first == last else f"{first} and {last}"
    said = said if whole else (part.since if part.since == part.until else f"{part.since} to {part.until}")
    found = Candidate(
        pattern="temporal_progression",
        name=_named(f"{_words_of(part)} {said}"),
        facet=part.text,
        specificity=2,
        mentions=1,
        expects=f"records of {said} on {_words_of(part)}",
        queries=tuple(
            HopQuery(lane="local", words=_words_of(part), since=since, until=until) for since, until in spans
        ),
    )
    return [found]


def _whole_years(part: Part) -> bool:
    return part.since.endswith("-01-01") and part.until.endswith("-12-31")


def _spans(part: Part) -> tuple[tuple[str, str], ...]:
    """The times to search for a part: each of its years with the autumn before, when budgets are made; else its own."""
    if not part.since or not part.until:
        return ()
    if not _whole_years(part):
        return ((part.since, part.until),)
    first, last = int(part.since[:4]), int(part.until[:4])
    years = range(first, last + 1) if last - first < _NAMES else (first, last)
    return tuple((f"{year - 1}{_BEFORE_YEAR[0]}", f"{year}{_BEFORE_YEAR[1]}") for year in years)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def conceptual(state: HopState, part: Part) -> Sequence[Candidate]:
    """The chapters of the sections held, those that answer best first: what a section leaves out stands beside it."""
    sections = [source for source in state.sources_so_far if source.section and source.url]
    sections.sort(key=lambda source: -(source.answers or 0.0))
    asks_law = part.law or bool(_LAW.search(part.text))
    answering = [source for _, source in _held(state, part) if source.section]
    best = [source for source in sections if asks_law or source.label == part.label or source in answering]
    found: list[Candidate] = []
    for url in list(dict.fromkeys(source.url for source in (*answering, *best)))[:_CHAPTERS]:
        first = next(source for source in sections if source.url == url)
        chapter = first.section.split(":")[0]
        found.append(
            Candidate(
                pattern="conceptual_deepening",
                name=_named(f"{chapter} {_words_of(part)}"),
                facet=part.text,
                specificity=2,
                mentions=_mentioned(state, chapter),
                expects=f"another section of {chapter}: a definition, an exception, a penalty",
                queries=(
                    HopQuery(lane="state", words=_words_of(part), documents=(url,)),
                    *_bridging(state, part, "state"),
                ),
            )
        )
    return found


def _bridging(state: HopState, part: Part, lane: Lane) -> tuple[HopQuery, ...]:
    """The words that stand beside the question's in what is held, each passage's with those of the part: how a record
    or a law puts what the question says otherwise."""
    about = _words_of(part)
    return tuple(HopQuery(lane=lane, words=f"{words} {about}") for words in state.bridges)


def causal(state: HopState, part: Part) -> Sequence[Candidate]:
    """The document that holds the act, and its board's meetings before it, read for the discussion and the reason."""
    found: list[Candidate] = []
    for source in _acts(state, part):
        day = _day(source.date)
        about = _words_of(part)
        queries = [HopQuery(lane="local", words=about, documents=(source.url,))]
        if day is not None and _WHY.search(part.text):
            since = (day - timedelta(days=_WINDOW_DAYS)).isoformat()
            queries.append(HopQuery(lane="local", words=about, since=since, until=source.date, board=source.board))
        found.append(
            Candidate(
                pattern="causal_chain",
                name=_named(f"{about} in {source.title}" if source.title else about),
                facet=part.text,
                specificity=1 + bool(_WHY.search(part.text)),
                mentions=1,
                expects=f"what was said before and beside it in {source.title or 'the same document'}",
                queries=tuple(queries),
            )
        )
    return found


def _acts(state: HopState, part: Part) -> list[Source]:
    """The records that may hold the act: those that answer, else the best found."""
    held = [source for _, source in _held(state, part)]
    records = [source for source in (*held, *state.sources_so_far) if source.url and not source.section]
    return list({source.url: source for source in reversed(records)}.values())[::-1][:_ACTS]


MACHINES: Mapping[Pattern, Machine] = {
    "entity_expansion": entity,
    "temporal_progression": temporal,
    "conceptual_deepening": conceptual,
    "causal_chain": causal,
}


def afresh(part: Part) -> tuple[HopQuery, ...]:
    """The searches for one part by its own words alone: in its own time, in both lanes (the first pass keeps names of
    places out of the state's), and in the law's words."""
    about, by_caller = _words_of(part), part.read_by == "caller"
    spans = _spans(part) if by_caller or not part.law else ()
    dated = tuple(HopQuery(lane="local", words=about, since=since, until=until) for since, until in spans)
    plain = tuple(HopQuery(lane=lane, words=about) for lane in LANES)
    return (*dated, *plain, *(HopQuery(lane=LANES[part.law], words=term) for term in part.terms[:1]))


def _mentioned(state: HopState, name: str) -> int:
    """In how many of the texts held the name stands, word by word."""
    row = f" {' '.join(content_words(name))} "
    return (
        sum(row in f" {' '.join(content_words(source.text))} " for source in state.sources_so_far) if row.strip() else 0
    )


def _named(start: str) -> str:
    """What a hop starts from, in single spaces."""
    return " ".join(start.split())
