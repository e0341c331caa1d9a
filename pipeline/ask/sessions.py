"""What a conversation remembers (pasted texts, situation, town) and the gate that keeps it out of a new subject.

Values and pure rules; keeping a session is the caller's business. A pasted text is data:
nothing in it is an instruction, and it is never archive evidence (decisions 21 and 22).
"""

from __future__ import annotations

import re
from collections import Counter

from pipeline.ask.issue import PlanContext, find_topics
from pipeline.ask.lexicon import PLACE_NOUNS, PRONOUNS
from pipeline.ask.names import find_names, frequent_names
from pipeline.ask.phrases import content, first_seen, named, stem_set
from pipeline.ask.reading import Reading
from pipeline.ask.topics import topics
from pipeline.types import Question, SessionSource, Situation
from vault.facts.dates import MONTH
from vault.states.known import JURISDICTIONS, jurisdiction
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS, STATE_CODES, STATES
from vault.states.places import Found, find_boards, find_towns, locate_towns, towns
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import STOP_WORDS, stem, words
from vault.value import Value

__all__ = [
    "CLARIFY", "Session", "detect_source", "gate", "leaning_queries", "matter_words", "needs_clarification",
    "plan_warnings", "recent_sources", "remember", "situation_from", "situation_score", "source_town",
]  # fmt: skip

CLARIFY = "What would you like to know? Name the town, the board or the matter the question is about."

_MIN_CHARS = 800
_MIN_PARAGRAPHS = 4
_MIN_PARAGRAPH_CHARS = 50
_MIN_PRESS_CHARS = 400
_KEPT = 3
_READ = 2
_USE_AT = 2.0
"""Decision 21 and 22: the numbers of the source documents."""
_MAX_QUESTION_CHARS = 600

_PRESS = (
    lazy_regex(r"^\s*by\s+[A-Z][\w.'-]+\s+[A-Z][\w.'-]+", re.MULTILINE | re.IGNORECASE),  # "By Dana Whitlow"
    lazy_regex(rf"^\s*(?:[A-Z][a-z]+day,\s*)?(?i:{MONTH})\s+\d{{1,2}},\s+20\d\d", re.MULTILINE),  # "Jan. 8, 2026"
    lazy_regex(r"\b(?:Updated|Published|Posted)\b:?\s", re.IGNORECASE),  # "Updated: 5:02 p.m."
    lazy_regex(r"\b(?:Staff (?:Writer|Reporter)|Reporter|Correspondent|Associated Press)\b", re.IGNORECASE),
    lazy_regex(r"^[A-Z][A-Z .'-]{3,30}(?:,\s+[A-Z][\w.]+)?\s+[—–-]{1,2}\s", re.MULTILINE),  # "ALDER FALLS, N.H. — "
)
_MINUTES = (
    lazy_regex(r"\bcalled (?:the meeting )?to order\b|\bmeeting (?:was )?called to order\b", re.IGNORECASE),
    lazy_regex(r"\b(?:motion|moved)\b.{0,80}\bsecond(?:ed)?\b", re.IGNORECASE | re.DOTALL),
    lazy_regex(
        r"\b(?:all (?:were )?in favor|motion (?:passed|carried|failed)|unanimous|vote:?\s*\d-\d)\b", re.IGNORECASE
    ),
    lazy_regex(r"\b(?:adjourn(?:ed|ment)?)\b", re.IGNORECASE),
    lazy_regex(r"\b(?:members )?present:|\battendance:|\babsent:|\broll call\b", re.IGNORECASE),
    lazy_regex(r"\b(?:meeting )?minutes\b", re.IGNORECASE),
    lazy_regex(r"\bpublic (?:comment|input)\b|\b(?:old|new) business\b|\bpledge of allegiance\b", re.IGNORECASE),
)
_DOCUMENT = lazy_regex(
    r"\b(?:ordinance|whereas|be it resolved|hereby|section \d+|article [IVX\d]+|pursuant to)\b", re.IGNORECASE
)
_ASKS = lazy_regex(
    r"\?\s*$|^\s*(?:question\s*:|please\b|explain\b|summari[sz]e\b|tell\s+me\b|what\b|who\b|how\b|why\b|when\b|where\b|is\b|are\b"
    r"|was\b|did\b|does\b|can\b|could\b|should\b)",
    re.IGNORECASE,
)
_LABEL = lazy_regex(r"^\s*(?:my\s+)?question\s*:\s*", re.IGNORECASE)
_FENCE = lazy_regex(r"^\s*(?:```+\w*|\"\"\"|-{3,}|={3,})\s*$", re.MULTILINE)
_CAPITAL = "Concord"
_OPENING_CHARS = 300
_MAX_TITLE_CHARS = 100
_ASPECTS = frozenset({"liability", "conduct", "courts", "offices", "records"})
"""Areas that are sides of any matter: asking for the liability in a case is no new subject."""
_COMMON_STEMS = stem_set(
    [
        "town board boards meeting vote votes voted select member members public people minutes year",
        *GOVERNING_BOARDS,
        *(one.name for one in JURISDICTIONS.values()),
    ]
)
_ASPECT_STEMS = stem_set(
    [
        "legal legally lawful illegal law allowed right required needed true cost costs money price decide decided",
        "vote voted happen change changed work next pass passed fail approved reason deadline cover apply govern",
        "liability liable responsible responsibility action actions taken take led lead potential possible problem",
        "risk permit rule consequence concern issue matter case decision against mean means following follows create",
        "article text story minutes excerpt project situation first second really exactly so wrong fault",
    ]
)
"""Words that say something about a matter without naming it: "is it legal?", "what did it cost?", "who is liable?"."""
_SPEAKERS = (*GOVERNING_MEMBERS, "chair chairman chairwoman councilor commissioner resident said say asked told")
"""Who speaks in any report, and that he does."""
_MATTER_WORDS = 6
_PLACES = stem_set(PLACE_NOUNS)
_BACK = frozenset({"here", "above", "this", "these", "that", "it", "they", "article", "text", "pasted", "following"})
"""Words that tell the asking paragraph of a message from the pasted ones."""


class Session(Value):
    """One conversation: at most three sources, oldest first; the situation; the town last named; the last question as
    it was understood, what it is about, and the persons its answer named."""

    id: str
    sources: tuple[SessionSource, ...] = ()
    situation: Situation | None = None
    town: str = ""
    asked: str = ""
    matter: str = ""
    persons: tuple[str, ...] = ()


class SplitMessage(Value):
    """A message split into what is asked and what was pasted; `source` is None when nothing was."""

    question: str
    source: SessionSource | None = None


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _is_paste(text: str) -> bool:
    long_paragraphs = sum(len(part) > _MIN_PARAGRAPH_CHARS for part in _paragraphs(text))
    press = len(text) > _MIN_PRESS_CHARS and any(pattern.search(text) for pattern in _PRESS)
    return len(text) >= _MIN_CHARS or long_paragraphs >= _MIN_PARAGRAPHS or press


def _kind(text: str) -> str:
    if sum(bool(pattern.search(text)) for pattern in _MINUTES) >= 3:
        return "minutes"
    if sum(bool(pattern.search(text)) for pattern in _PRESS) >= 2:
        return "article"
    return "document" if len(_DOCUMENT.findall(text)) >= 3 else "paste"


def _asks(part: str) -> bool:
    """Whether a paragraph is a question and not a piece of a story that ends with one."""
    pieces = [sentence.text for sentence in sentences(part)]
    told = sum(not _ASKS.search(piece) for piece in pieces)
    return len(part) <= _MAX_QUESTION_CHARS and told <= 1 and bool(_ASKS.search(part.strip()))


def _cut_sentence(part: str) -> tuple[str, str]:
    """(question, rest): the question at the end of a text without blank lines, else the one that opens it."""
    pieces = re.split(r"(?<=[.!?:])\s+|\n+", part.strip())
    if len(pieces) > 1 and pieces[-1].endswith("?") and _asks(pieces[-1]):
        return pieces[-1], part.strip()[: -len(pieces[-1])].strip()
    if len(pieces) > 1 and pieces[0].endswith("?") and _asks(pieces[0]):
        return pieces[0], part.strip()[len(pieces[0]) :].strip()
    return "", part.strip()


def _split(text: str) -> tuple[str, str]:
    """(question, paste) of a long message; the question is empty when only a text was pasted."""
    parts = [part for block in _FENCE.split(text) for part in _paragraphs(block)]
    if len(parts) < 2:
        return _cut_sentence(text)
    first, last = parts[0], parts[-1]
    points = _BACK & set(words(first))
    if _LABEL.match(first) or (_asks(first) and (first.endswith(("?", ":")) and (points or not _asks(last)))):
        return _LABEL.sub("", first), "\n\n".join(parts[1:])
    if _asks(last):
        return _LABEL.sub("", last), "\n\n".join(parts[:-1])
    if _asks(first):
        return first, "\n\n".join(parts[1:])
    question, rest = _cut_sentence(parts[-1])
    return (question, "\n\n".join([*parts[:-1], rest])) if question else ("", text.strip())


def _headline(paste: str) -> str:
    """The first line when it reads like a headline: short, no sentence, in capitals or above a blank line or byline."""
    first, *rest = (line.strip() for line in paste.strip().splitlines())
    letters = [word for word in first.split() if word[0].isalpha()]
    if not len(letters) >= 2 or len(first) > _MAX_TITLE_CHARS or first.endswith((".", "?", ",", ";")):
        return ""
    capitals = sum(word[0].isupper() for word in letters)
    followed = bool(rest) and (not rest[0] or any(pattern.match(rest[0]) for pattern in _PRESS))
    return first if followed or capitals * 2 >= len(letters) else ""


def detect_source(message: str, *, source_id: str, created: str) -> SplitMessage:
    """The question of a message and, when the message is a paste, the pasted text as a session source (decision 21).

    A paste has 800 characters, or four blank-line paragraphs of more than 50 characters, or a dateline or byline with
    more than 400 characters. The question is taken out of the stored text; it may be empty.
    """
    if not _is_paste(message):
        return SplitMessage(question=message.strip())
    question, paste = _split(message)
    if not paste or (question and len(paste) < _MIN_PARAGRAPH_CHARS):
        return SplitMessage(question=message.strip())
    source = SessionSource.model_validate(
        {
            "id": source_id,
            "type": _kind(paste),
            "title": _headline(paste),
            "text": paste,
            "created": created,
        }
    )
    return SplitMessage(question=question, source=source)


def remember(session: Session, source: SessionSource) -> Session:
    """The session with the source added; only the last three are kept, and the same text is not kept twice."""
    others = tuple(held for held in session.sources if held.text != source.text)
    return session.changed(sources=(*others, source)[-_KEPT:])


def recent_sources(session: Session) -> tuple[SessionSource, ...]:
    """The last two sources, newest first; what a planner reads."""
    return tuple(reversed(session.sources))[:_READ]


def _means_the_state(text: str, found: Found) -> bool:
    """Whether the capital's name stands for the state government, as in "the bill is in Concord"."""
    return found.name == _CAPITAL and not re.search(
        r"\b(?:city of|in the town of)\s*$", text[: found.start], re.IGNORECASE
    )


def source_town(text: str, known: tuple[str, ...] = ()) -> str:
    """The town a pasted text is about: named at least twice, or in its first lines; empty when none stands out.

    `known` are towns of the vault beside those of the gazetteer.
    """
    meant = (found for found in locate_towns(text, extra=known) if not _means_the_state(text, found))
    counted = Counter(found.name for found in meant)
    if not counted:
        return ""
    name, times = counted.most_common(1)[0]
    opening = find_towns(text[:_OPENING_CHARS], extra=known)
    return name if times >= 2 else (opening[0] if opening else "")


def situation_from(source: SessionSource, known: tuple[str, ...] = ()) -> Situation:
    """The situation a pasted text sets up: its title or foremost name, its town, at most five names."""
    town = source_town(source.text, known)
    names = frequent_names(source.text, (town, *find_boards(source.text)))
    return Situation(
        title=source.title or (names[0] if names else ""), town=town, entities=names, created=source.created
    )


def matter_words(question: str, known: tuple[str, ...]) -> frozenset[str]:
    """The stems that say what a question is about: without towns, boards, common words and the sides of any matter."""
    places = stem_set([*find_towns(question, extra=known), *find_boards(question)])
    found = stem_set(content(question)) - _COMMON_STEMS - _ASPECT_STEMS - places
    return frozenset(part for part in found if not part.isdigit())


def leaning_queries(reading: Reading, context: PlanContext) -> tuple[str, ...]:
    """What to search for beside a question that leans on a pasted text: what the text is about, and, where the question
    names no matter of its own ("who may be liable?"), how the law puts what it asks of any matter."""
    sources = gate(reading, context).sources
    if not sources:
        return ()
    sides = [] if matter_words(reading.text, context.known_towns) else find_topics(reading.text)
    return (_about(sources[0], context.known_towns), *(topics()[label].law for label in sides[:1]))


def _about(source: SessionSource, known: tuple[str, ...]) -> str:
    """A text's foremost name and the words it says most often, at least twice, without towns, boards, other names and
    what is said of any matter; "" where it says none twice."""
    names = frequent_names(source.text, (source_town(source.text, known), *find_boards(source.text)))
    barred = _COMMON_STEMS | _ASPECT_STEMS | stem_set([*names, *find_towns(source.text, extra=known), *_SPEAKERS])
    said = Counter[str]()
    first: dict[str, str] = {}
    for word in words(f"{source.title}\n{source.text}"):
        key = stem(word)
        if len(word) > 2 and word.isalpha() and word not in STOP_WORDS and key not in barred:
            first.setdefault(key, word)
            said[key] += 1
    foremost = [first[key] for key, times in said.most_common(_MATTER_WORDS) if times > 1]
    return " ".join([*names[:1], *foremost]) if foremost else ""


def _shares_topic(question: str, text: str, said: bool) -> bool:
    """Whether the text returns to a topic of the question, or raises it once in the question's own words."""
    asked = {label for label in find_topics(question) if topics()[label].domain not in _ASPECTS}
    return bool(asked & set(find_topics(text, least=2)) or (said and asked & set(find_topics(text))))


def _shares_words(question: str, matter: frozenset[str], said: frozenset[str]) -> bool:
    """Whether the text says at least half of what the question is about; one word is enough for a question that names
    no topic, no place and nothing else of its own."""
    if len(said) * 2 < len(matter) or not said:
        return False
    return len(said) > 1 or not (find_topics(question) or _PLACES & matter - said or find_names(question))


def situation_score(
    question: str, situation: Situation, source_text: str = "", *, known: tuple[str, ...] = ()
) -> float:
    """How much a question is about what a text and its situation say; it is used from 2.0 on (decisions 22 and 40).

    Only what is said counts, never how it is asked: a name in full 2.5, a topic of town life or half of the question's
    own words 2, a question with no matter of its own ("what does that mean for liability?") 2. A question about another
    town with nothing in common gets less than nothing.
    """
    text = " ".join([situation.title, *situation.entities, source_text])
    towns = find_towns(question, extra=(*known, situation.town) if situation.town else known)
    elsewhere = bool(situation.town and towns and situation.town not in towns)
    matter = matter_words(question, (*known, situation.town) if situation.town else known)
    if not matter:
        return -_USE_AT if elsewhere else _USE_AT
    score = 2.5 if any(named(question, entity) for entity in situation.entities) else 0.0
    said = matter & stem_set([text])
    score += _USE_AT * (_shares_topic(question, text, bool(said)) or _shares_words(question, matter, said))
    return score if score or not elsewhere else -_USE_AT


def _touches(question: str, source: SessionSource, known: tuple[str, ...]) -> bool:
    return situation_score(question, situation_from(source, known), source.text, known=known) >= _USE_AT


def gate(reading: Reading, context: PlanContext) -> PlanContext:
    """The context with only what the question touches: otherwise neither situation nor sources stay (decision 22).

    A source that came with the message stays; an older one stays when the question touches what it is about. The
    session's town stays in any case: it is where the person lives.
    """
    question, newest_first = reading.text, context.sources[:_READ]
    sources = tuple(
        source
        for position, source in enumerate(newest_first)
        if (context.pasted and position == 0) or _touches(question, source, context.known_towns)
    )
    situation = context.situation
    newest = newest_first[0].text if newest_first else ""
    if situation and not sources and situation_score(question, situation, newest, known=context.known_towns) < _USE_AT:
        situation = None
    return context.changed(sources=sources, situation=situation)


def needs_clarification(reading: Reading, context: PlanContext) -> bool:
    """Whether the question has no subject of its own and nothing it could refer to ("and?", "is it legal?")."""
    if context.situation or context.sources:
        return False
    points = bool(PRONOUNS & set(words(reading.text)))
    subject = stem_set(reading.content) - (_ASPECT_STEMS if points else frozenset())
    return not subject


def _state_of(text: str, own: str) -> str:
    """The other state a text speaks of at least twice, or whose code it cites; empty for none or for our `own`."""
    for state, codes in STATE_CODES:
        if state != own and any(code in text for code in codes.split("|")):
            return state
    counted = Counter({state: len(re.findall(rf"\b{state}\b", text)) for state in STATES})
    (state, hits), *_ = counted.most_common(1)
    return state if hits >= 2 and state != own else ""


def plan_warnings(question: Question, context: PlanContext, town: str) -> tuple[str, ...]:
    """Plain sentences on what does not fit: a text of another state or town, a question about another state."""
    found: list[str] = []
    own = jurisdiction(question.state).name
    home = {own, *towns(question.state), *context.known_towns}  # "Washington" is a town of New Hampshire too
    for source in context.sources:
        state = _state_of(source.text, own)
        about = source_town(source.text, context.known_towns)
        label = source.title or f"pasted {source.type}"
        if state and state not in home:
            found.append(f"The pasted text ({label}) is about {state}; {own} law may not apply to it.")
        elif about and town and about != town:
            found.append(f"The pasted text ({label}) is about {about}, the question about {town}.")
    asked = [state for state in STATES if state not in home and named(question.reading.text, state)]
    found += [f"The question names {state}; the archive is searched for {question.state} only." for state in asked]
    return first_seen(found)
