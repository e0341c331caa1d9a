"""What the sentences of an answer are measured by: the weighted words of the question, its identifiers and its cues;
the time of a part; how rare its words are among the passages found, and what share of them a passage says; and whether
a passage may tell of the boards, the voters and the matter that a part asks about.

The words come from the reading of the question. It refuses to know any particular question.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.answer.telling import telling
from pipeline.ask.cues import Cue, asks_bill, asks_deed, cues_of
from pipeline.ask.interpret import topic_keywords
from pipeline.ask.kinds import asks_reason
from pipeline.ask.lexicon import STREET_NOUNS
from pipeline.ask.names import identifier_key
from pipeline.ask.phrases import content
from pipeline.find.chains.asked import time_of
from pipeline.find.spans.apt import asks_otherwise, of_another_board, thing_needed
from pipeline.quoting.turns import ASKS
from pipeline.types import Brief, IssueMap, PartAnswer
from pipeline.write.extract.outcomes import is_motion
from pipeline.write.extract.passages import Passage, of_a_board, of_other_town
from pipeline.write.extract.spans import stem_set
from vault.facts.dates import MONTH_NAMES, spoken_date
from vault.facts.matters import of_matter
from vault.facts.meeting.offices import OF_A_BODY, office_asked
from vault.facts.numerals import word_value
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS, VOTERS
from vault.states.places import find_boards
from vault.store.keys import body_among
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, content_words, stem, words
from vault.types import Chunk

__all__ = [
    "NO_ACTS", "Asked", "Rarity", "Shares", "asked_of", "fits_asker", "issue_of", "names_wanted", "of_places",
    "on_sources", "rarity_of", "scope_of", "share_said", "shares_said", "tells_board_vote", "tells_no_act",
    "tells_result", "things_of", "voted_otherwise", "weight_for",
]  # fmt: skip

_ASKING_TEXT = """
    decide decision happen tell know question answer mean say way thing please go get need allowed able ask find long
    much many what whats whether must should would could
"""
_ASKING_WORDS = frozenset(_ASKING_TEXT.split())
"""Words that shape the question and seldom stand in the answer."""
_FULL_NAME = 2
"""Words of a person's name; minutes go on with the last one alone."""
_PLACES = frozenset(map(stem, STREET_NOUNS))
"""What a place is called after its name, which records leave out or shorten: "the Mill property", "Mill Rd."."""
_DIM, _COMMON = 0.35, 0.5
"""What the words of place, board and asking weigh, and those that every record of a town holds."""
_COMMON_WORDS = frozenset(("town", "towns", "property", "state", "public", "municipal", "local", "people", "person"))


class Asked(NamedTuple):
    """Weighted stems of the question, its exact identifiers (folded, without blanks) and the cues of its answer.

    `kin` are stems of the words in which records put what the question says in everyday words.
    """

    stems: dict[str, float]
    kin: frozenset[str]
    identifiers: tuple[str, ...]
    cues: tuple[Cue, ...]
    years: frozenset[str] = frozenset()


def _known(brief: Brief) -> frozenset[str]:
    issue = brief.issue
    return frozenset(
        stem(w) for name in (issue.town, *issue.other_towns, brief.question.state, *issue.boards) for w in words(name)
    )


def _weights(brief: Brief) -> dict[str, float]:
    known = _known(brief)
    weights: dict[str, float] = {}
    for word in brief.reading.words:
        root = stem(word)
        dim = _DIM if root in known or word in _ASKING_WORDS else _COMMON if word in _COMMON_WORDS else 1.0
        weights[root] = max(weights.get(root, 0.0), dim)
    return weights


def asked_of(brief: Brief) -> Asked:
    """What the question of the brief asks for; town and board names and asking words weigh about a third."""
    reading = brief.reading
    weights = _weights(brief)
    kin = {stem(word) for one in reading.lay for word in content_words(one.law)}
    return Asked(
        stems=weights,
        kin=frozenset(kin - weights.keys()),
        identifiers=tuple(key for key in map(identifier_key, brief.issue.identifiers) if len(key) > 2),
        cues=reading.cues,
        years=frozenset(reading.years),
    )


def issue_of(part: str, brief: Brief) -> IssueMap:
    """What surrounds a part: the time that it names, where the question has another part, else that of the question."""
    parts = [one.text for one in brief.reading.parts]
    since, until = time_of(part, " ".join(parts), 0) if len(parts) > 1 else ("", "")
    return brief.issue.changed(date_from=since, date_to=until or since) if since else brief.issue


def scope_of(issue: IssueMap) -> frozenset[str]:
    """Stems of the town, the bodies and the day that a question names: they are those of every act of the meeting."""
    return stem_set(" ".join((issue.town, *issue.boards, spoken_date(issue.date_from), spoken_date(issue.date_to))))


def of_places(brief: Brief) -> frozenset[str]:
    """Stems of the towns, bodies and months: names that tell no matter."""
    return stem_set(" ".join((brief.issue.town, *brief.issue.other_towns, *brief.issue.boards, *MONTH_NAMES)))


def things_of(brief: Brief) -> list[frozenset[str]]:
    """The names in a question but for towns, bodies and months, each as its stems: "the Technology fund", "Boggs"; its
    first word has a capital whatever it is."""
    known, places = STOP_WORDS.union(words(brief.reading.parts[0].text)[:1]), of_places(brief)
    said = ((word for word in run if word not in known and not word.isdigit()) for run in brief.reading.runs)
    return [name for run in said if (name := frozenset(map(stem, run)) - places)]


def names_wanted(brief: Brief) -> tuple[frozenset[str], ...]:
    """Of each name in a question the stems that words on its matter must say: of one of two words that a record found
    writes just so ("Ada Roy") the last, else all of them, as of a shop that no record names."""
    texts = [" ".join(words(one.chunk.text)) for one in brief.retrieval.local]

    def written(run: Sequence[str]) -> bool:
        return len(run) == _FULL_NAME and any(" ".join(run) in text for text in texts)

    last = {stem(run[-1]): frozenset(map(stem, run)) for run in brief.reading.runs if written(run)}
    short = {whole: frozenset({root}) for root, whole in last.items()}
    return tuple(short.get(thing) or thing - _PLACES or thing for thing in things_of(brief))


@lru_cache(maxsize=1024)
def _said_in(text: str) -> frozenset[str]:
    """The stems of a text: a passage is asked about once for each part of the question and each way to tell it."""
    return frozenset(map(stem, words(text)))


class Rarity:
    """The weight of a stem by how few of the passages found hold it, 1 where one does; 0 for names of places and
    bodies, which stand in all of them."""

    def __init__(self, brief: Brief) -> None:
        issue = brief.issue
        self._texts = [_said_in(one.chunk.text) for one in brief.retrieval.merged]
        places = (issue.town, *issue.other_towns, brief.reading.state)
        self._known = frozenset(stem(word) for name in (*places, *issue.boards) for word in words(name))
        law = frozenset[str]().union(*(_said_in(one.chunk.text) for one in brief.retrieval.state if one.chunk.section))
        self._unsaid = frozenset[str]().union(*things_of(brief)) - law

    def __call__(self, root: str) -> float:
        held = sum(root in text for text in self._texts)
        known, count = root in self._known, len(self._texts)
        return 0.0 if known else math.log((count + 2) / (held + 1)) / math.log(count / 2 + 1)

    def of_law(self, root: str) -> float:
        """The same for a section of law: 0 for figures, and for names that no law found says. A statute speaks of no
        boardwalk and of no sum that a town took."""
        figure = root[:1].isdigit() or bool(word_value(root))
        return 0.0 if figure or root in self._unsaid else self(root)


def weight_for(chunk: Chunk, rare: Callable[[str], float]) -> Callable[[str], float]:
    """How rare words are for what a text may say: that of law where it is a section."""
    return rare.of_law if chunk.section and isinstance(rare, Rarity) else rare


def rarity_of(brief: Brief) -> Rarity:
    """How rare words are among the passages found for a question."""
    return Rarity(brief)


class Shares(NamedTuple):
    """The share of the rare words of a text that the text beside a passage holds with it and its title, and that it
    holds itself, both 1 where there are none; and how much those weigh."""

    beside: float
    itself: float
    weight: float


def share_said(passage: Passage, text: str, rare: Callable[[str], float]) -> Shares:
    """What a passage says of a part, or of a phrasing of the asker's."""
    chunk = passage.spans[0].evidence.chunk
    title = chunk.title
    rare = weight_for(chunk, rare)
    beside, own, total = shares_said(text, (f"{title} {passage.surroundings}", f"{title} {passage.text}"), rare)
    return Shares(beside, own, own * total)


def shares_said(text: str, held: Sequence[str], rare: Callable[[str], float]) -> tuple[float, ...]:
    """Of the rare words of a text the share that each of those `held` says, 1 where there are none; last their
    weight."""
    said = (word for word in content(text) if not cues_of(word))  # "cost" tells what is asked of it
    wanted = {root: rare(root) for root in map(stem, said)}
    total = sum(wanted.values())
    met = (sum(weight for root, weight in wanted.items() if root in _said_in(one)) for one in held)
    return (*(weight / total if total else 1.0 for weight in met), total)


NO_ACTS = frozenset({"policy", "form", "rule", "guidance"})
"""Kinds of document that tell no act of a town."""


def tells_no_act(chunk: Chunk, part: str, brief: Brief) -> bool:
    """Whether a text is a rule, and a part asks what was done in the town that the question names: only records tell
    that."""
    asked = bool(brief.issue.town) and not brief.issue.statutes and asks_deed(part)
    return asked and bool(chunk.section or chunk.doc_type in NO_ACTS)


# "Why did the board continue the hearing", "why was it denied"
_DID = lazy_regex(r"\b(?:did|was|were|ha(?:s|ve|d))\b", re.IGNORECASE)
_RULES = NO_ACTS | {"ordinance"}
_GOVERNING = stem_set(" ".join(("select", *GOVERNING_BOARDS)))
_OF_ANY_BOARD = stem_set("board committee commission council of the town and")


def fits_asker(passage: Passage, answer: PartAnswer, brief: Brief) -> bool:
    """Whether a passage may tell of the boards and the matter that the question names, is no bill where none is asked
    about, and where it is asked why something was done no rule and no minutes of another board."""
    chunk = passage.spans[0].evidence.chunk
    law = chunk.doc_type != "bill" or asks_bill(answer.part)
    why = asks_reason(answer.part) and bool(_DID.search(answer.part))
    sits = office_asked(answer.part) in OF_A_BODY and _of_no_governing(chunk, brief.issue.boards)
    if sits or tells_no_act(chunk, answer.part, brief) or voted_otherwise(passage, answer.part):
        return False
    if why and (chunk.section or chunk.doc_type in _RULES or _replies_otherwise(passage, answer.part, brief)):
        return False
    told = chunk.board if why else f"{chunk.board} {passage.surroundings}"
    best = passage.spans[passage.best].text
    if thing_needed(answer.part) not in passage.surroundings.lower():
        return False
    if asks_otherwise(answer.part, best, law=bool(chunk.section)) or of_another_board(chunk, brief.issue.boards):
        return False
    if not brief.reading.means_tax(f"{chunk.heading} {best}"):
        return False
    of_body = _of_body(chunk, told, _boards_asked(answer, brief)) and not of_other_town(passage, brief.issue)
    return law and of_body and of_matter(passage.text, answer.part)


def _of_body(chunk: Chunk, told: str, boards: Sequence[str]) -> bool:
    """Whether a passage may tell of the boards that the question names, where it names any: minutes of another board do
    so where the text `told` names one of them. What the trustees said stands in no minutes of the zoning board. The
    governing board goes by many names, and every board speaks of it."""
    if not boards or chunk.doc_type != "minutes" or not chunk.board or _GOVERNING & stem_set(" ".join(boards)):
        return True
    return any((stem_set(board) - _OF_ANY_BOARD) & stem_set(told) for board in boards)


def _boards_asked(answer: PartAnswer, brief: Brief) -> Sequence[str]:
    """The boards whose acts a part asks about: those of the question, but where its own words name none and another
    part does, what surely answers it may be of any."""
    elsewhere = len(brief.reading.parts) > 1 and telling(answer) == "certain"
    return find_boards(answer.part) or (() if elsewhere else brief.issue.boards)


def _of_no_governing(chunk: Chunk, boards: Sequence[str]) -> bool:
    """Whether a record is of another body where the governing board is asked about: its roll call names its own."""
    asked = bool(_GOVERNING & stem_set(" ".join(boards)))
    return asked and bool(chunk.board) and not any(body_among((chunk.board,), one) for one in boards)


def _replies_otherwise(passage: Passage, part: str, brief: Brief) -> bool:
    """Whether a passage is what somebody asked, and was replied, about something else than a part asks why: its
    question does not ask why, and it holds no more than half of the words."""
    asked = [one.text for one in passage.spans[: passage.best + 1] if ASKS.search(one.text)]
    wanted = set(map(stem, content(part))) - of_places(brief)
    return bool(asked) and not any(map(asks_reason, asked)) and 2 * len(wanted & stem_set(passage.text)) <= len(wanted)


# "Did article 9 pass", "was the bond article voted down"
_ARTICLE_VOTED = lazy_regex(
    r"\barticles?\b.*\b(?:pass(?:ed)?|fail(?:ed)?|approved|adopted|defeated|voted|turned down)\b", re.IGNORECASE
)
# "Passed: yes 210, no 95", "the article was adopted"
_RESULT = lazy_regex(
    r"\b(?:pass(?:ed|es)|fail(?:ed|s)|carried|defeated|declared|(?:was|were) (?:voted|adopted|approved))\b"
    r"|\b(?:yes|no)\W{1,3}\d",
    re.IGNORECASE,
)


def tells_result(text: str) -> bool:
    """Whether a text tells how a vote turned out."""
    return bool(_RESULT.search(text))


# "The Finance Committee voted unanimously to recommend"
_BOARD_VOTED = lazy_regex(
    rf"\b(?:board|committee|commission|council|trustees|{'|'.join(GOVERNING_BOARDS)})\b"
    r"[^.]{0,40}\b(?:voted?|recommend\w*)\b",
    re.IGNORECASE,
)


def tells_board_vote(text: str) -> bool:
    """Whether a text, or a question, speaks of how a board voted or what it recommends."""
    return bool(_BOARD_VOTED.search(text))


def voted_otherwise(passage: Passage, part: str) -> bool:
    """Whether a passage tells what a board moved or recommends, or what a warrant asks the voters, and a part asks what
    these did."""
    asked = asks_deed(part) and bool(VOTERS.search(part) or _ARTICLE_VOTED.search(part))
    kind = passage.spans[0].evidence.chunk.doc_type
    if asked and (kind == "warrant" or (kind != "minutes" and tells_board_vote(passage.text))):
        return not tells_result(passage.text)
    return asked and of_a_board(passage) and any(is_motion(one.text) for one in passage.spans)


_REPEATED = 3
"""A word that a pasted text says so often is what it is about; once less in a short one."""
_LONG_WORDS = 150
"""Content words of a text that is no short one: about a page of minutes."""
_OF_ANY_MEETING = (
    "board town vote motion chairman member members meeting minutes public said state law advised asked attend called"
    " discussed discussion explained going include make moved need present seconded mr ms"
)
_ANY_MATTER = stem_set(" ".join((_OF_ANY_MEETING, "select", *GOVERNING_BOARDS, *GOVERNING_MEMBERS)))
"""What any pasted report of a meeting repeats."""
_LEAST_STEM = 3


def _matter_of_sources(brief: Brief) -> frozenset[str]:
    """Stems of what the texts of the user are about: the words they repeat, but for town, bodies and their acts, and
    what the conversation is named after."""
    said = Counter(stem(word) for source in brief.sources for word in words(source.text) if word not in STOP_WORDS)
    towns = {stem(word) for word in content_words(f"{brief.issue.town} {brief.question.town}")}
    often = _REPEATED if said.total() >= _LONG_WORDS else _REPEATED - 1
    named = stem_set(brief.issue.situation_title) if brief.sources else frozenset[str]()
    repeated = {root for root, times in said.items() if times >= often and len(root) >= _LEAST_STEM}
    return frozenset(root for root in named | repeated if not root.isdigit()) - _ANY_MATTER - towns


def on_sources(passages: tuple[Passage, ...], brief: Brief) -> tuple[Passage, ...]:
    """The passages that speak of the matter of the user's texts, where they have one: a question in a conversation is
    about what the conversation is about. Law does so in its own words or by a legal topic of the question."""
    matter = _matter_of_sources(brief)
    topics = frozenset(
        map(stem, (word for said in topic_keywords(brief.issue).values() for word in content_words(" ".join(said))))
    )
    return tuple(
        passage
        for passage in passages
        if not matter
        or (
            (matter | topics) & stem_set(passage.text)
            if passage.lane == "state"
            else matter & stem_set(passage.surroundings)
        )
    )
