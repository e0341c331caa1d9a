"""What the hop controller reads of a retrieval, and the searches that its decisions stand for.

Fills the state from the answers (which part is answered, by which words, how surely), from the laws that are named and
not read, and from the records held. It decides nothing: `hop_controller.decide` does.

The rare words that stand beside the question's own in what is held: how records and laws put the matter.

A question in everyday words finds a passage that says part of it; that passage names the rest in its own words (a fund,
an office, a term of law), and these find what the question's words do not. It refuses to add a word that nobody wrote.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence

from hop_controller.confidence import DEPTHS, tier_and_primacy
from hop_controller.reading import meaning
from hop_controller.types import CallerSaid, Depth, HopQuery, HopRecord, HopState, Part, PartVerdict, Source
from pipeline.ask.facets import asks_law
from pipeline.ask.phrases import content, stem_set
from pipeline.ask.queries import law_words
from pipeline.find.chains.asked import subject_of, time_of
from pipeline.find.retrieve import WEIGHED, Gathering
from pipeline.find.select import CorpusFacts
from pipeline.find.spans.alone import NOTHING
from pipeline.types import Evidence, IssueMap, PartAnswer, Retrieval
from vault.facts.dates import YEAR
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import content_words, stem
from vault.types import LANES, Chunk

__all__ = ["hop_state", "topic_of"]

_SUMMARY_CHARS = 1200
"""What the controller reads of a chunk: the head of a page names its matter."""
# "when did Ossipee hold", "how was it changed": an act that a record tells
_DONE = lazy_regex(r"\b(?:did|was|were|had)\b", re.IGNORECASE)
_SEVERAL = 2
"""Years from which a part compares."""
_SURE = 0.7
_MARGIN, _BEST, _PHRASED, _EVEN = 0.32, 0.59, -0.168, -0.871
"""Log-odds that all of a part's gold is held: by how far its best passage held reads above the best that was left, by
the score of the best passage of all, and that the asker's phrasings raise that score (docs/hops.md)."""
_OPEN_AT_MOST = 0.59
"""What the answer finder calls open is below the target of every depth."""
_LEAST_READ = -6.0
"""Below this, passages that do not answer are alike."""
_NAMED = 0.6
"""Share of a caller's words that must stand in a part for the part to be meant."""


def topic_of(gathering: Gathering) -> str:
    """S4's topic: the question as it was put."""
    return gathering.reading.text


def hop_state(
    gathering: Gathering,
    retrieval: Retrieval,
    hops: Sequence[HopRecord],
    depth: Depth,
    said: CallerSaid | None = None,
    *,
    forced: bool = False,
) -> HopState:
    """What the controller reads after a hop: the kept chunks as sources, the parts and how surely each is answered.

    What a caller `said` of the passages it read stands above our estimate. The words for a next hop are looked up where
    the depth leaves one, or one is `forced`, which needs to know of no disagreement."""
    may_hop = forced or max(1, len(hops)) < DEPTHS[depth].max_hops
    sources = _sources(retrieval)
    texts = {item.label: f"{item.chunk.date} {item.chunk.text}" for item in retrieval.merged}
    law = frozenset(item.label for item in retrieval.state if item.chunk.section)
    answers = [_of_kind(_by_year(answer, texts), law, gathering) for answer in retrieval.answers]
    parts = _doubted(parts_of_run(answers, gathering.plan.issue, gathering.view.facts), retrieval, gathering)
    given = said or CallerSaid()
    parts = _as_said(parts, given, gathering) if said else parts
    return HopState(
        topic=topic_of(gathering),
        depth=depth,
        current_hop=max(1, len(hops)),
        summaries_so_far=tuple(item.chunk.text[:_SUMMARY_CHARS] for item in retrieval.merged),
        sources_so_far=sources,
        hop_genealogy=tuple(hops),
        seen_urls=tuple(dict.fromkeys(item.chunk.doc_id for item in retrieval.merged)),
        parts=parts,
        given=tuple(HopQuery(lane=lane, words=words, by_caller=True) for words in given.queries for lane in LANES),
        searched=tuple(query for made in gathering.rounds for query in made.queries),
        bridges=bridges(topic_of(gathering), retrieval, gathering.view.facts) if may_hop and _is_open(parts) else (),
        absent_laws=retrieval.absent,
        disputes=_disputes(parts, retrieval, gathering) if not forced and (said or _is_open(parts)) else (),
    )


def _doubted(parts: Sequence[Part], retrieval: Retrieval, gathering: Gathering) -> tuple[Part, ...]:
    """The parts, each as sure as its best passage stands above those that were found and left and as the best passage
    of all meets the question; what the answer finder calls open stays open."""
    kept = [item.chunk for item in retrieval.merged]
    if not kept:
        return tuple(parts)
    texts, left = [part.text for part in parts], gathering.not_held(kept, WEIGHED)
    both = zip(gathering.reader.odds(texts, kept), gathering.reader.odds(texts, left), strict=True)
    best = [tuple(max(_LEAST_READ, max(odds.values(), default=NOTHING)) for odds in pair) for pair in both]
    whole = _EVEN + _BEST * max(item.score for item in retrieval.merged)
    whole += _PHRASED * bool(gathering.question.queries)
    sure = (1 / (1 + math.exp(-(whole + _MARGIN * (held - other)))) for held, other in best)
    return tuple(_as_sure(part, round(most, 4)) for part, most in zip(parts, sure, strict=True))


def _as_sure(part: Part, sure: float) -> Part:
    """The part as sure as that, with "unsure" as the reason where it was none; an open one stays open."""
    if part.verdict == "open":
        return part.changed(probability=min(sure, _OPEN_AT_MOST))
    return part.changed(probability=sure, reason=part.reason or ("unsure" if sure < part.probability else ""))


def _is_open(parts: Sequence[Part]) -> bool:
    return any(part.probability < _SURE for part in parts)


def _disputes(parts: Sequence[Part], retrieval: Retrieval, gathering: Gathering) -> tuple[str, ...]:
    """Where records differ of the matters that the local evidence records and the parts name."""
    chunks = tuple(item.chunk for item in retrieval.local)
    stems = dict.fromkeys(stem(word) for part in parts for word in part.subject)
    return gathering.view.facts.disputes(chunks, tuple(stems)) if chunks and stems else ()


def _by_year(answer: PartAnswer, texts: Mapping[str, str]) -> PartAnswer:
    """The answer, open where its part asks for several years and the passages that answer best do not name them
    all: one year's figure answers half of "for 2025 and for 2026"."""
    years = set(YEAR.findall(answer.part))
    told = " ".join(texts.get(span.label, "") for span in answer.spans)
    if len(years) < _SEVERAL or all(year in told for year in years):
        return answer
    return answer.changed(verdict="open", reason="other_year")


def _of_kind(answer: PartAnswer, law: Collection[str], gathering: Gathering) -> PartAnswer:
    """The answer, open where its part asks what a place did and a section of law reads best: what the law
    provides is not what was done. `law` are the labels of sections."""
    best = answer.spans[0].label if answer.spans else ""
    told = bool(gathering.plan.issue.town) and bool(_DONE.search(answer.part)) and not asks_law(answer.part)
    if best not in law or not told:
        return answer
    return answer.changed(verdict="open", reason=answer.reason or "wrong_kind")


def _as_said(parts: Sequence[Part], said: CallerSaid, gathering: Gathering) -> tuple[Part, ...]:
    """The parts as the caller read them: those it found answered, and those it says are open, else our other parts."""
    told = [(text, label) for text, label in said.answered]
    answered = [_read(text, label, gathering, verdict="answered") for text, label in told]
    if said.still_open:
        return (*answered, *(_read(text, "", gathering, verdict="open") for text in said.still_open))
    rest = [part for part in parts if not any(_same(part.text, text) for text, _ in told)]
    return (*answered, *rest)


def _read(text: str, label: str, gathering: Gathering, *, verdict: PartVerdict) -> Part:
    answer = PartAnswer(part=text, verdict=verdict, probability=float(verdict == "answered"))
    whole = f"{topic_of(gathering)} {text}"
    part = _part(answer, whole, gathering.plan.issue, gathering.view.facts)
    law = part.law or asks_law(topic_of(gathering))  # a caller names the matter, the question what is asked of it
    return part.changed(read_by="caller", label=label, law=law)


def _same(part: str, told: str) -> bool:
    """Whether a caller's words name the part: most of their words stand in it."""
    wanted = stem_set(content(told))
    return len(wanted & stem_set(content(part))) >= _NAMED * len(wanted) if wanted else False


def parts_of_run(answers: Sequence[PartAnswer], issue: IssueMap, facts: CorpusFacts) -> tuple[Part, ...]:
    """The answers as the controller's parts, in order: with the time each names and the words it leans on."""
    whole = " ".join(answer.part for answer in answers)
    return tuple(_part(answer, whole, issue, facts) for answer in answers)


def _part(answer: PartAnswer, whole: str, issue: IssueMap, facts: CorpusFacts) -> Part:
    best = answer.spans[0] if answer.spans else None
    since, until = time_of(answer.part, whole, facts.newest_year)
    return Part.like(
        answer,
        text=answer.part,
        answer=best.text if best else "",
        label=best.label if best else "",
        since=since,
        until=until,
        subject=subject_of(answer.part, whole, issue),
        terms=law_words(answer.part)[:2],
        law=asks_law(answer.part),
    )


def _sources(retrieval: Retrieval) -> tuple[Source, ...]:
    """The kept chunks as sources, each with how likely it answers a part."""
    likely: dict[str, float] = {}
    for answer in retrieval.answers:
        for span in answer.spans:
            likely[span.label] = max(likely.get(span.label, 0.0), span.probability)
    return tuple(_source(item, likely.get(item.label, 0.0)) for item in retrieval.merged)


def _source(item: Evidence, likely: float) -> Source:
    chunk = item.chunk
    tier, primary = tier_and_primacy(chunk.authority, chunk.doc_type, chunk.lane)
    known = {"tier": tier, "is_primary": primary, "answers": likely, "label": item.label}
    return Source.like(chunk, url=chunk.doc_id, place=chunk.town, **known)


_PASSAGES, _LOCAL, _STATE = 4, 3, 2
"""Passages read for them: what answers the parts, then the best of each lane, four in all."""
_SENTENCES = 2
"""Sentences of a passage that say most of the question; read with those right before and after."""
_WORDS = 6
"""Words of a passage searched for together."""
_LEAST_LETTERS = 3


def bridges(topic: str, held: Retrieval, facts: CorpusFacts) -> tuple[str, ...]:
    """For each of the best passages held its rarest words beside those of the question, most telling first; a word that
    stands in one passage alone leads nowhere."""
    asked = meaning(topic)
    facts.learn(sorted(asked))
    beside = [_beside(asked, chunk, facts) for chunk in _bridging(held)]
    facts.learn([stem(word) for words in beside for word in words])
    found = (" ".join(_rarest(words, facts)) for words in beside)
    return tuple(dict.fromkeys(words for words in found if words))


def _rarest(words: Sequence[str], facts: CorpusFacts) -> list[str]:
    known = [word for word in words if facts.df(stem(word)) > 1]
    return sorted(known, key=lambda word: -facts.rarity(stem(word)))[:_WORDS]


def _bridging(held: Retrieval) -> list[Chunk]:
    by_label = {item.label: item for item in held.merged}
    best = [by_label[label] for label in dict.fromkeys(map(_label, held.answers)) if label in by_label]
    rest = (*_others(held.local, best)[:_LOCAL], *_others(held.state, best)[:_STATE])
    return [item.chunk for item in (*best, *rest)][:_PASSAGES]


def _label(answer: PartAnswer) -> str:
    return answer.spans[0].label if answer.spans else ""


def _others(lane: Sequence[Evidence], best: Sequence[Evidence]) -> list[Evidence]:
    return [item for item in lane if item not in best]


def _beside(asked: frozenset[str], chunk: Chunk, facts: CorpusFacts) -> list[str]:
    """The words that stand beside those of the question in the sentences that say most of it."""
    told = [one.text for one in sentences(chunk.text)]
    worth = [sum(facts.rarity(part) for part in meaning(one) & asked) for one in told]
    best = sorted(range(len(told)), key=lambda at: -worth[at])[:_SENTENCES]
    near = " ".join(told[at] for one in best for at in range(max(0, one - 1), min(len(told), one + 2)))
    found = (word for word in dict.fromkeys(content_words(near)) if not word.isdigit() and len(word) >= _LEAST_LETTERS)
    return [word for word in found if stem(word) not in asked]
