"""What tells a span that answers a part of a question from the others: named figures of every span.

Each figure is of a general kind: words met and how rare they are, words met nearby, the kind of answer shown, whose
record of which year it is, how it was found. It refuses to know any document or question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pipeline.ask.cues import CUES, Cue
from pipeline.ask.names import identifier_key
from pipeline.ask.phrases import stem_set
from pipeline.ask.reading import QuestionPart, Reading
from pipeline.find.answer_text import Form, ReadPage, ReadSpan, form_of
from pipeline.types import IssueMap, ScopeHint
from vault.text.words import content_words, stem, words

__all__ = ["CANDIDATES", "Figures", "Setting", "Sought", "candidates", "page_figures", "setting_of", "sought_of"]

Figures = dict[str, float]

CANDIDATES = 60
"""Spans of the evidence that are looked at closely; the others share too few words with the question."""
_LEAST_WORDS = 2
"""A clause of fewer content words leans on the rest of the question."""
_FORM = 0.6
"""What another form of a word ("regulatory" for "regulation") is worth."""
_PREFIX = 5
"""Letters that two forms of one word share."""
_AROUND = (0.6, 0.35, 0.2)
"""What a word met one, two, three spans away is worth."""
_TITLE = 0.5
"""A word of the title or heading: the document is about it, this span need not be."""
_DIM = 0.35
"""Words that shape a question, and names of places and boards, that stand in every record."""
_ASKING_TEXT = (
    "decide decision happen tell know question answer mean say way thing go get need allow able ask find long much "
    "many must should would could use new make take give current year plan amount"
)
_ASKING = frozenset(_ASKING_TEXT.split())
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NAME = re.compile(r"\b[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*")
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_NO_NAME_TEXT = (
    "rsa new hampshire nh state article school district town board court county i january february march april may "
    "june july august september october november december what who when where which how why did does do is are was "
    "were can the a an in on at for if under has have must"
)
_NOT_NAMES = frozenset(_NO_NAME_TEXT.split())


class Setting(NamedTuple):
    """What the parts of a question share: rarity of words, the scope, the place and time asked for."""

    rarity: Callable[[str], float]
    issue: IssueMap
    scope: ScopeHint
    years: frozenset[str]
    names: frozenset[str]
    """Stems of capitalised names that the question says, towns among them."""
    numbers: frozenset[str]
    identifiers: tuple[str, ...]
    bodies: frozenset[str]
    negates: bool


class Sought(NamedTuple):
    """One part of a question: its words with their weights, the whole question's, other wordings, kinds of answer."""

    text: str
    own: Mapping[str, float]
    whole: Mapping[str, float]
    phrasings: tuple[Mapping[str, float], ...]
    lay: tuple[frozenset[str], ...]
    cues: tuple[Cue, ...]
    pairs: tuple[tuple[str, str], ...]


def setting_of(reading: Reading, issue: IssueMap, scope: ScopeHint, rarity: Callable[[str], float]) -> Setting:
    """What all parts of a question share."""
    boards = {stem(word) for board in issue.boards for word in words(board)}
    return Setting(
        rarity=rarity,
        issue=issue,
        scope=scope,
        years=frozenset(reading.years),
        names=frozenset(stem(word) for word in reading.capitals if word not in _NOT_NAMES),
        numbers=frozenset(reading.numbers),
        identifiers=tuple(key for key in map(identifier_key, issue.identifiers) if len(key) > 2),
        bodies=frozenset(boards - set(map(stem, ("board", "of", "the", "town", "committee")))),
        negates=reading.negates,
    )


def _weighed(said: Sequence[str], setting: Setting) -> dict[str, float]:
    issue = setting.issue
    dim = stem_set((issue.town, *issue.other_towns, *issue.boards, *_ASKING)) | setting.years
    return {root: setting.rarity(root) * (_DIM if root in dim else 1.0) for root in dict.fromkeys(map(stem, said))}


def sought_of(reading: Reading, setting: Setting) -> tuple[Sought, ...]:
    """The parts of a question, in order: its clauses, or the whole of it."""
    whole = _weighed(reading.words, setting)
    phrasings = tuple(_weighed(content_words(text), setting) for text in reading.phrasings)
    lay = tuple(frozenset(map(stem, content_words(one.law))) for one in reading.lay)
    return tuple(_part(one, whole, phrasings, lay, setting) for one in reading.parts)


def _part(
    asked: QuestionPart,
    whole: Mapping[str, float],
    phrasings: tuple[Mapping[str, float], ...],
    lay: tuple[frozenset[str], ...],
    setting: Setting,
) -> Sought:
    own = _weighed(asked.words, setting) if len(asked.content) > _LEAST_WORDS else whole
    return Sought(asked.text, own, whole, phrasings, lay, asked.cues, asked.pairs)


# ---- words met


class _Words:
    """Which stems of the evidence are the same word, or another form of it, as one that was asked for."""

    def __init__(self, pages: Sequence[ReadPage], wanted: Iterable[str]) -> None:
        held: dict[str, list[str]] = {}
        for root in frozenset().union(*(page.stems for page in pages)) if pages else ():
            held.setdefault(root[:_PREFIX], []).append(root)
        self.forms = {root: self._forms(root, held) for root in wanted}

    @staticmethod
    def _forms(root: str, held: Mapping[str, Sequence[str]]) -> frozenset[str]:
        if len(root) < _PREFIX:
            return frozenset()
        least = root[: max(_PREFIX, len(root) - 3)]
        return frozenset(one for one in held.get(root[:_PREFIX], ()) if one != root and (one.startswith(least)))

    def met(self, wanted: Iterable[str], stems: frozenset[str]) -> dict[str, float]:
        """Stem asked for -> 1 where it stands in the text, less where another form of it does."""
        found: dict[str, float] = {}
        for root in wanted:
            if root in stems:
                found[root] = 1.0
            elif not self.forms[root].isdisjoint(stems):
                found[root] = _FORM
        return found


def _share(weights: Mapping[str, float], met: Mapping[str, float]) -> float:
    total = sum(weights.values())
    return sum(weight * met[root] for root, weight in weights.items() if root in met) / total if total else 0.0


def _best(*parts: Mapping[str, float]) -> dict[str, float]:
    joined: dict[str, float] = {}
    for part in parts:
        for root, share in part.items():
            if share > joined.get(root, 0.0):
                joined[root] = share
    return joined


def _scaled(met: Mapping[str, float], by: float) -> dict[str, float]:
    return {root: share * by for root, share in met.items()}


# ---- figures of a page and of a span


def page_figures(page: ReadPage, setting: Setting, rank: int, top: float, newest: str) -> Figures:
    """What is the same for all spans of a page: how it was found, whose it is, of which year."""
    chunk, issue = page.evidence.chunk, setting.issue
    state = chunk.lane == "state"
    told = setting.years & page.years
    of_year = setting.years & page.own_years
    town = issue.town.casefold()
    start, end = issue.date_from, issue.date_to or issue.date_from
    dated = bool(start and chunk.date)
    inside = dated and start[: len(chunk.date)] <= chunk.date[: len(start)] and chunk.date <= end[: len(chunk.date)]
    board = {stem(word) for word in words(chunk.board)}
    return {
        "first": 1.0 / rank,
        "score": page.evidence.score / (top or 1.0),
        "state": float(state),
        "state_local": float(state and setting.scope == "local"),
        "state_wide": float(state and setting.scope == "statewide"),
        "year_of": float(bool(of_year)),
        "year_told": float(bool(told) and not of_year),
        "other_year": float(bool(setting.years) and not told and bool(page.own_years)),
        "inside": float(inside),
        "outside": float(dated and not inside),
        "older": float(bool(newest and chunk.date) and chunk.date[:4] < newest[:4] and not setting.years),
        "other_town": float(bool(town and chunk.town) and chunk.town.casefold() != town),
        "board": float(bool(setting.bodies & board)),
        "other_board": float(bool(setting.bodies and board) and not setting.bodies & board and not state),
        "kind": float(chunk.doc_type in issue.doc_types),
        "bill": float(chunk.doc_type == "bill" and "bill" not in issue.doc_types),
        "stale": float(chunk.status in ("stale", "repealed", "superseded")),
        "ocr": float(chunk.ocr),
        "section": float(bool(chunk.section)),
    }


class Candidate(NamedTuple):
    """A span that is looked at closely, with its figures; `unmet` are weights of question words not met near it."""

    page: ReadPage
    read: ReadSpan
    figures: Figures
    unmet: Mapping[str, float]


class _Met(NamedTuple):
    """What a span meets of the question, alone, with what stands near it, and with its title."""

    alone: dict[str, float]
    near: dict[str, float]
    about: dict[str, float]


def _mets(page: ReadPage, wanted: Sequence[str], known: _Words) -> list[_Met]:
    alone = [known.met(wanted, read.stems) for read in page.spans]
    title = known.met(wanted, page.about)
    found = []
    for at, own in enumerate(alone):
        around = [
            _scaled(alone[other], share)
            for step, share in enumerate(_AROUND, 1)
            for other in (at - step, at + step)
            if 0 <= other < len(alone)
        ]
        near = _best(own, *around)
        found.append(_Met(own, near, _best(near, _scaled(title, _TITLE))))
    return found


def candidates(part: Sought, pages: Sequence[ReadPage], setting: Setting) -> tuple[Candidate, ...]:
    """The spans worth a closer look for a part, with their figures, in reading order; () without evidence."""
    wanted = tuple(dict.fromkeys((*part.own, *part.whole, *(w for one in part.phrasings for w in one))))
    known = _Words(pages, wanted)
    tops: dict[str, float] = {}
    for page in pages:
        lane = page.evidence.chunk.lane
        tops[lane] = max(tops.get(lane, 0.0), page.evidence.score)
    newest = max((page.evidence.chunk.date for page in pages if page.evidence.chunk.lane == "local"), default="")
    ranks: Counter[str] = Counter()
    found: list[tuple[float, ReadPage, int, _Met, Figures]] = []
    for page in pages:
        lane = page.evidence.chunk.lane
        ranks[lane] += 1
        shared = page_figures(page, setting, ranks[lane], tops[lane], newest)
        shared["page"] = _share(part.whole, known.met(part.whole, page.stems))
        shared["page_phrased"] = max(
            (_share(one, known.met(one, page.stems)) for one in part.phrasings), default=shared["page"]
        )
        for at, met in enumerate(_mets(page, wanted, known)):
            rough = _rough(part, met) + 0.5 * shared["first"] + 0.3 * shared["page"]
            found.append((rough, page, at, met, shared))
    best = sorted(range(len(found)), key=lambda at: (-found[at][0], at))[:CANDIDATES]
    return tuple(_candidate(part, setting, *found[at][1:]) for at in sorted(best))


def _rough(part: Sought, met: _Met) -> float:
    texts = (part.own, part.whole, *part.phrasings)
    return max(_share(weights, met.alone) + 0.7 * _share(weights, met.about) for weights in texts)


def _candidate(part: Sought, setting: Setting, page: ReadPage, at: int, met: _Met, shared: Figures) -> Candidate:
    read = page.spans[at]
    form = form_of(read.span.text, row=read.span.row)
    figures = {
        **shared,
        **form.figures,
        **_word_figures(part, met, read),
        **_kind_figures(part, form),
        **_name_figures(setting, page, at, form),
        "opening": float(at == 0),
        "place": at / len(page.spans),
    }
    figures["motion_asked"] = figures["motion"] * float("outcome" in part.cues)
    figures["result_asked"] = figures["result"] * float("outcome" in part.cues)
    unmet = {root: weight * (1.0 - met.about.get(root, 0.0)) for root, weight in part.whole.items()}
    return Candidate(page, read, figures, unmet)


def _word_figures(part: Sought, met: _Met, read: ReadSpan) -> Figures:
    own, whole = part.own, part.whole
    phrased = [_share(one, met.alone) for one in part.phrasings]
    phrased_near = [_share(one, met.near) for one in part.phrasings]
    heaviest = max(whole, key=lambda root: whole[root], default="")
    near = {(a, b) for i, a in enumerate(read.order) for b in read.order[i + 1 : i + 4]}
    size = len(read.order) or 1
    cov = _share(own, met.alone)
    wanted = {*own, *(root for one in part.phrasings for root in one)}
    return {
        "cov": cov,
        "cov_whole": _share(whole, met.alone),
        "near": _share(own, met.near),
        "near_whole": _share(whole, met.near),
        "about": _share(whole, met.about),
        "rarest": met.about.get(heaviest, 0.0),
        "density": min(sum(root in wanted for root in read.order) / size, 0.6),
        "pairs": sum(p in near or p[::-1] in near for p in part.pairs) / (len(part.pairs) or 1),
        "phrased": max(phrased, default=cov),
        "phrased_mean": sum(phrased) / len(phrased) if phrased else cov,
        "phrased_near": max(phrased_near, default=_share(own, met.near)),
        "lay": max((len(law & read.stems) / len(law) for law in part.lay if law), default=0.0),
    }


def _kind_figures(part: Sought, form: Form) -> Figures:
    shown = [cue for cue in part.cues if cue in form.cues]
    figures = {
        "kinds": len(shown) / (len(part.cues) or 1),
        "kind_any": float(bool(shown)),
        "kind_none": float(bool(part.cues) and not shown),
        "kind_unasked": float(not part.cues),
    }
    return figures | {f"kind_{cue}": float(cue in shown) for cue in CUES}


def _name_figures(setting: Setting, page: ReadPage, at: int, form: Form) -> Figures:
    read = page.spans[at]
    around = frozenset().union(*(page.spans[i].stems for i in range(max(0, at - 2), min(len(page.spans), at + 3))))
    names, text = setting.names, read.span.text
    count = len(names) or 1
    key = identifier_key(text) if setting.identifiers else ""
    return {
        "names": len(names & read.stems) / count,
        "names_near": len(names & (around | page.about)) / count,
        "names_lost": float(bool(names)) * len(names - page.stems) / count,
        "ident": float(any(one in key for one in setting.identifiers)),
        "numbers": sum(number in text for number in setting.numbers) / (len(setting.numbers) or 1),
        "year_here": float(bool(setting.years & form.years)),
        "year_else": float(bool(setting.years and form.years) and not setting.years & form.years),
        "negation": float(setting.negates) * form.figures["negates"],
    }
