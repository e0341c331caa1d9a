"""The four kinds of hop, each with its own machine: from an open part of a question to searches that may close it.

A machine reads what is held (the words that answer the other parts, the records they stand in, the sections named) and
gives candidates of its own pattern, best first. It refuses to invent: every word of a search stands in the question,
in a passage held, or in the fixed words of its pattern.

    entity_expansion      a name, case, article or parcel number beside an answer, in other records
    temporal_progression  the same matter in the time the part names, at meetings before and after, before other bodies
    conceptual_deepening  the sections named, the rest of the chapter held (definition, exception), the law's word
    causal_chain          the pages before and after the best passages, and the discussion before the act, in the
                          record that holds it and in those of its time
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

from hop_controller.parts import probability_of
from hop_controller.reading import Kind, NamedThing, meaning, mentions
from hop_controller.types import Candidate, HopQuery, HopState, Part, Pattern, Source
from vault.facts.names import name_key
from vault.text.words import content_words

__all__ = ["MACHINES", "Machine", "afresh", "beside", "found", "linked", "rivalled"]

Machine = Callable[[HopState, Part], Sequence[Candidate]]

_STARTS: Mapping[Kind, int] = {"number": 2, "program": 1, "person": 1, "place": 1, "name": 1}
"""Kinds of things a hop on a name may start from, with S4's specificity. Boards, sums and years stand anywhere."""
_SUBJECT_WORDS = 8
"""Words of a part beside a start: more would drown the start."""
_NEAR_CHARS = 1200
"""Of a passage that a caller names without its words, the head is read."""
_SURE = 0.4
"""Words that answer a part less surely than this are no start: what stands beside them is said of something else."""
_CHAPTERS, _ACTS, _BODIES = 2, 2, 6
"""Chapters, records and bodies of one place that a hop looks through."""
_BESIDE = 5
"""Best passages whose neighbours are read: of the train and tune questions whose first pass missed gold, a tenth to a
quarter have it on the page before or after one of the first five."""
_LANES: tuple[Literal["local", "state"], ...] = ("local", "state")
_COURSE = 24
"""Passages on a matter's course that are read."""
_NAMES = 4
"""Names of one part tried: the rest is said beside the answer by chance."""
_WINDOW_DAYS = 100
"""Days before or after a record in which its matter comes up again: three monthly meetings."""
_BEFORE_YEAR = ("-09-01", "-12-31")
"""A year's budget and warrant are made from September of the year before."""
_LATER = re.compile(r"\b(?:after(?:wards?)?|later|then|next|since|eventually|finally|outcome|result\w*|became)\b", re.I)
_EARLIER = re.compile(r"\b(?:before|earlier|previous(?:ly)?|first|originally|prior|initially|led)\b", re.I)
_CHANGED = re.compile(r"\b(?:chang\w+|compar\w+|increas\w+|decreas\w+|differ\w*|more|less|between|both|each)\b", re.I)
_WHY = re.compile(r"\b(?:why|because|reasons?|caused?|led|concerns?|object\w*|justif\w+|explain\w*|purpose)\b", re.I)
_LAW = re.compile(
    r"\b(?:law|statute|legal|authority|must|may|require\w*|allow\w*|penalt\w+|exception\w*|state)\b", re.I
)
_ASIDES = {
    "conceptual_deepening": "definition means except unless",
    "causal_chain": "because concern reason discussion",
}
"""The words in which a definition, an exception, a reason are said."""


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
            if mention.kind in _STARTS and fresh and meaning(mention.text):
                seen.add(mention.key)
                yield mention, source


def entity(state: HopState, part: Part) -> Sequence[Candidate]:
    """Names and numbers beside an answer, in other records. Empty when nothing held answers anything."""
    named = list(_names(state, part))[:_NAMES]
    return [*_short_forms(part)] + [
        _candidate(
            "entity_expansion",
            mention.text,
            part,
            specificity=_STARTS[mention.kind],
            mentions=_mentioned(state, mention.text),
            expects=f"other records that name {mention.text}",
            queries=(
                HopQuery(lane="local", words=f"{mention.text} {_words_of(part)}"),
                HopQuery(lane="local", words=mention.text, phrase=True),
            ),
        )
        for mention, _ in named
    ]


def _short_forms(part: Part) -> Iterator[Candidate]:
    """The other spelling of the part's own matter, as records abbreviate it."""
    for short in part.short[:2]:
        yield _candidate(
            "entity_expansion",
            f"{short.upper()} ({_spelled(part, short)})",
            part,
            specificity=1,
            mentions=1,
            expects=f"records that call the matter {short.upper()}",
            queries=_in_short(part, short),
        )


def _spelled(part: Part, short: str) -> str:
    """What the initials stand for, in the part's own words."""
    said = content_words(part.text)
    runs = (said[at : at + len(short)] for at in range(len(said)))
    return " ".join(next((run for run in runs if "".join(word[0] for word in run) == short), (short,)))


def _in_short(part: Part, short: str) -> tuple[HopQuery, ...]:
    """The part's words with the abbreviation in place of what it stands for, in the part's own times."""
    said = part.subject or content_words(part.text)
    runs = (said[at : at + len(short)] for at in range(len(said) - len(short) + 1))
    full = next((run for run in runs if "".join(word[0] for word in run) == short), ())
    about = " ".join((short, *(word for word in said if word not in full)))
    return tuple(
        HopQuery(lane="local", words=about, since=since, until=until) for since, until in _spans(part) or (("", ""),)
    )


def temporal(state: HopState, part: Part) -> Sequence[Candidate]:
    """The part's own time, each year it names, and the meetings before or after the record that answers."""
    found = [*_own_time(part), *_around(state, part), *_before_others(state, part)]
    return list({name_key(one.name): one for one in reversed(found)}.values())[::-1]


def _own_time(part: Part) -> Iterator[Candidate]:
    """One candidate for the time the part names; a span of several years is asked year by year."""
    if not (part.since and part.until):
        return
    first, last, whole, spans = part.since[:4], part.until[:4], _whole_years(part), _spans(part)
    said = first if first == last else f"{first} and {last}"
    said = said if whole else (part.since if part.since == part.until else f"{part.since} to {part.until}")
    yield _candidate(
        "temporal_progression",
        f"{_words_of(part)} {said}",
        part,
        specificity=2,
        mentions=1,
        expects=f"records of {said} on {_words_of(part)}",
        queries=tuple(
            HopQuery(lane="local", words=_words_of(part), since=since, until=until, board=board)
            for since, until in spans
            for board in dict.fromkeys((part.board, ""))
        ),
    )


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


def _around(state: HopState, part: Part) -> Iterator[Candidate]:
    """The same matter at the meetings after or before the dated records that answer."""
    later, earlier = bool(_LATER.search(part.text)), bool(_EARLIER.search(part.text))
    if not (later or earlier or _CHANGED.search(part.text) or part.reason == "other_year"):
        return
    for _, source in _held(state, part)[:2]:
        day = _day(source.date)
        if day is None:
            continue
        reach = timedelta(days=_WINDOW_DAYS)
        spans = [(day + timedelta(days=1), day + reach)] if later or not earlier else []
        spans += [(day - reach, day - timedelta(days=1))] if earlier or not later else []
        side = "after" if later and not earlier else "before" if earlier and not later else "around"
        yield _candidate(
            "temporal_progression",
            f"{_words_of(part)} {side} {source.date}",
            part,
            specificity=2,
            mentions=1,
            expects=f"the same matter at the meetings {side} {source.date}",
            queries=tuple(
                HopQuery(lane="local", words=_words_of(part), since=a.isoformat(), until=b.isoformat())
                for a, b in spans
            ),
        )


def _before_others(state: HopState, part: Part) -> Iterator[Candidate]:
    """The same matter before the other bodies of the place, in the years the question names: a budget line goes from a
    committee to the board and to the voters, a case from one board to the next."""
    spans = [(one.since, one.until) for one in (part, *state.parts) if one.since and one.until]
    since, until = min((a for a, _ in spans), default=""), max((b for _, b in spans), default="")
    others = [body for body in state.bodies if body != part.board][:_BODIES]
    if part.law or not others:
        return
    yield _candidate(
        "temporal_progression",
        f"{_words_of(part)} before other bodies",
        part,
        specificity=1,
        mentions=1,
        expects=f"the same matter before {', '.join(others[:3])}",
        queries=tuple(
            HopQuery(lane="local", words=_words_of(part), board=body, since=since[:4], until=_year_after(until))
            for body in others
        ),
    )


def _year_after(day: str) -> str:
    """What was decided in a year is told in the minutes of the next."""
    return str(int(day[:4]) + 1) if day else ""


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def conceptual(state: HopState, part: Part) -> Sequence[Candidate]:
    """The sections that the question or the words that answer name, the other sections of the chapters that answer,
    the sections named elsewhere in what answers, and the law's word for an everyday one."""
    said = " ".join((state.topic, *(words for words, _ in _held(state, part))))
    first = [cite for cite in state.unread_laws if _number(cite) in said]
    told = [cite for cite in state.unread_laws if cite not in first and _is_told(state, part, cite)]
    return [
        *_named_laws(state, part, first),
        *_chapters(state, part),
        *_named_laws(state, part, told),
        *_terms(part),
    ]


def _is_told(state: HopState, part: Part, cite: str) -> bool:
    """Whether a source that answers something, or answers this part best, names the law: what a passing record cites
    is of another matter."""
    held = [source for _, source in _held(state, part)]
    held += [source for source in state.sources_so_far if source.label and source.label == part.label]
    return any(_number(cite) in source.text for source in held)


def _number(cite: str) -> str:
    """The cite without the name of its code: "31:95-b" of "RSA 31:95-b"."""
    return cite.split(" ", 1)[-1]


def _named_laws(state: HopState, part: Part, cites: Sequence[str]) -> Iterator[Candidate]:
    for cite in cites[:_NAMES]:
        yield _candidate(
            "conceptual_deepening",
            cite,
            part,
            specificity=2,
            mentions=_mentioned(state, cite),
            expects=f"the text of {cite}",
            queries=(HopQuery(lane="state", words=cite), HopQuery(lane="state", words=_words_of(part))),
        )


def _chapters(state: HopState, part: Part) -> Iterator[Candidate]:
    """The chapters of the sections held, those that answer best first: what a section leaves out stands beside it."""
    sections = [source for source in state.sources_so_far if source.section and source.url]
    sections.sort(key=lambda source: -(source.answers or 0.0))
    asks_law = part.law or bool(_LAW.search(part.text))
    answering = [source for _, source in _held(state, part) if source.section]
    best = [source for source in sections if asks_law or source.label == part.label or source in answering]
    for url in list(dict.fromkeys(source.url for source in (*answering, *best)))[:_CHAPTERS]:
        first = next(source for source in sections if source.url == url)
        chapter = first.section.split(":")[0]
        yield _candidate(
            "conceptual_deepening",
            f"{chapter} {_words_of(part)}",
            part,
            specificity=2,
            mentions=_mentioned(state, chapter),
            expects=f"another section of {chapter}: a definition, an exception, a penalty",
            queries=(
                HopQuery(lane="state", words=_words_of(part), documents=(url,)),
                HopQuery(lane="state", words=f"{_words_of(part)} {_ASIDES['conceptual_deepening']}", documents=(url,)),
            ),
        )


def _terms(part: Part) -> Iterator[Candidate]:
    for term in part.terms[:2]:
        yield _candidate(
            "conceptual_deepening",
            term,
            part,
            specificity=1,
            mentions=1,
            expects=f"the record's or the law's own words: {term}",
            queries=(HopQuery(lane="state", words=term), HopQuery(lane="local", words=term)),
        )


def beside(state: HopState) -> tuple[HopQuery, ...]:
    """Reading what stands next to the best passages of each lane, by the words of the question: it costs no search."""
    words = " ".join(content_words(state.topic))
    held = {lane: [one for one in state.sources_so_far if one.passage and one.lane == lane] for lane in _LANES}
    ids = {lane: tuple(one.passage for one in best)[:_BESIDE] for lane, best in held.items()}
    return tuple(HopQuery(lane=lane, words=words, reads="beside", of=ids[lane]) for lane in _LANES if ids[lane])


def found(state: HopState) -> tuple[HopQuery, ...]:
    """Taking up the passages that were found and left and that may answer a part as well as what is held: no search."""
    return tuple(
        HopQuery(lane=lane, words=_words_of(part), reads="found", of=ids)
        for part in state.parts
        for lane in _LANES
        if (ids := tuple(one.passage for one in part.rivals if one.lane == lane))
    )


def rivalled(state: HopState) -> Sequence[Candidate]:
    """For each part with rivals the hop that takes all of them up, in the pattern for which the likeliest stands: law
    beside a record, another page of the same record, the same matter at another meeting, another record."""
    return [
        _candidate(
            _relation(state, part),
            f"{_words_of(part)} in {part.rivals[0].section or part.rivals[0].title}",
            part,
            specificity=2,
            mentions=1,
            expects=f"what {_named(part.rivals)} {'say' if len(part.rivals) > 1 else 'says'} of it",
            queries=found(state),
        )
        for part in state.parts
        if part.rivals
    ]


def _named(sources: Sequence[Source]) -> str:
    return " and ".join(dict.fromkeys(one.section or one.title or one.passage for one in sources))


def _relation(state: HopState, part: Part) -> Pattern:
    rival, answer = part.rivals[0], next((one for one in state.sources_so_far if one.label == part.label), None)
    if rival.section:
        return "conceptual_deepening"
    if answer is None:
        return "entity_expansion"
    if rival.url == answer.url:
        return "causal_chain"
    return "temporal_progression" if rival.date and answer.date and rival.date != answer.date else "entity_expansion"


def _all_beside(state: HopState, part: Part) -> Iterator[Candidate]:
    """What stands next to the best passages: what led to an act is told before it, what came of it after."""
    queries = beside(state)
    if queries:
        yield _candidate(
            "causal_chain",
            f"{_words_of(part)} beside {state.sources_so_far[0].title}",
            part,
            specificity=1 + bool(_WHY.search(part.text)),
            mentions=1,
            expects="what is told right before and after the best passages",
            queries=queries,
        )


def causal(state: HopState, part: Part) -> Sequence[Candidate]:
    """The pages beside the best records; the document that holds the act, and its board's meetings before it, read for
    the discussion and the reason."""
    found = list(_all_beside(state, part))
    for source in _acts(state, part):
        day = _day(source.date)
        about = _words_of(part)
        queries = [
            HopQuery(lane="local", words=about, documents=(source.url,)),
            HopQuery(lane="local", words=f"{about} {_ASIDES['causal_chain']}", documents=(source.url,)),
        ]
        if day is not None and _WHY.search(part.text):
            since = (day - timedelta(days=_WINDOW_DAYS)).isoformat()
            queries.append(HopQuery(lane="local", words=about, since=since, until=source.date, board=source.board))
        found.append(
            _candidate(
                "causal_chain",
                f"{about} in {source.title}" if source.title else about,
                part,
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


def linked(state: HopState, part: Part, pattern: Pattern) -> tuple[HopQuery, ...]:
    """What a hop of the pattern reads along the links and the ledger, from what answers the part: no search.

    Entity: what the answering records name and what names them, and other records of the same matter. Temporal: the
    same matter at other meetings, those nearest to the part's time first. Conceptual: what the best sections cite and
    what cites them. Causal: the statutes and papers that the record of the act cites."""
    words = _words_of(part)
    held = [source for _, source in _held(state, part) if source.passage]
    records = [one for one in held if not one.section] or [one for one in _acts(state, part) if one.passage]
    sections = [one for one in held if one.section] or [one for one in state.sources_so_far if one.section]
    start = sections if pattern == "conceptual_deepening" else records
    reads: list[HopQuery] = []
    if start and pattern != "temporal_progression":
        ids = tuple(one.passage for one in start[:_ACTS])
        reads.append(HopQuery(lane=start[0].lane or "local", words=words, reads="links", of=ids))
    if pattern in ("entity_expansion", "temporal_progression"):
        later = _other_days(state, part) if pattern == "temporal_progression" else _other_records(state)
        reads += [HopQuery(lane="local", words=words, reads="records", of=later)] if later else []
    return tuple(reads)


def _other_days(state: HopState, part: Part) -> tuple[str, ...]:
    """Passages that record the matters held at other meetings: in the part's time, else the nearest in time."""
    days = {source.passage: source.date for source in state.sources_so_far}
    told = [(one, days.get(course.held, "")) for course in state.courses for one in course.others]
    other = [(one, day) for one, day in told if one.date and one.date != day]
    since, until = part.since[:4], _year_after(part.until)
    inside = [(one, day) for one, day in other if not since or since <= one.date[:4] <= until]
    near = sorted(inside or other, key=lambda pair: abs(_ordinal(pair[0].date) - _ordinal(pair[1])))
    return tuple(dict.fromkeys(one.chunk_id for one, _ in near))[:_COURSE]


def _other_records(state: HopState) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.chunk_id for course in state.courses for one in course.others))[:_COURSE]


def _ordinal(day: str) -> int:
    found = _day(day)
    return found.toordinal() if found else 0


MACHINES: Mapping[Pattern, Machine] = {
    "entity_expansion": entity,
    "temporal_progression": temporal,
    "conceptual_deepening": conceptual,
    "causal_chain": causal,
}


def afresh(part: Part) -> tuple[HopQuery, ...]:
    """The searches of a replan for one part: its own words alone, in its own time, and in the law's words."""
    about = _words_of(part)
    dated = (HopQuery(lane="local", words=about, since=since, until=until) for since, until in _spans(part))
    plain = (HopQuery(lane="local", words=about), HopQuery(lane="state", words=about))
    termed = (HopQuery(lane="state" if part.law else "local", words=term) for term in part.terms[:1])
    short = (query for one in part.short[:1] for query in _in_short(part, one))
    return (*short, *dated, *plain, *termed)


def _mentioned(state: HopState, name: str) -> int:
    """In how many of the texts held the name stands, word by word."""
    row = f" {' '.join(content_words(name))} "
    return (
        sum(row in f" {' '.join(content_words(source.text))} " for source in state.sources_so_far) if row.strip() else 0
    )


def _candidate(
    pattern: Pattern,
    name: str,
    part: Part,
    *,
    specificity: int,
    mentions: int,
    expects: str,
    queries: tuple[HopQuery, ...],
) -> Candidate:
    return Candidate(
        name=" ".join(name.split()),
        pattern=pattern,
        specificity=specificity,
        mentions=mentions,
        facet=part.text,
        queries=queries,
        expects=expects,
    )
