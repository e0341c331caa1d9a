"""Whether words may answer a part at all by what kind of text they are, beside the fitted score: a bill is no law, a
recital no rule, a definition no permission, and what is printed twice is one answer.

Reads the words and what they stand in. It refuses to count the words of the question that they hold.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

from pipeline.ask.cues import CUES, asks_bill, asks_by_rule, cues_of, measures_act
from pipeline.ask.facets import asked_clause
from pipeline.ask.phrases import stem_set
from pipeline.ask.reading import months_of
from pipeline.find.spans.figures import CandidateSpan
from pipeline.find.spans.sought import Sought
from pipeline.quoting.turns import has_finite_verb
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS, VOTERS
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, stem, words
from vault.types import Chunk

__all__ = [
    "aptness",
    "asks_otherwise",
    "of_another_board",
    "of_other_month",
    "said_once",
    "says_needed",
    "thing_needed",
]

_OFF_KIND = 3.0
"""By how much, in log odds, words fall that are not of the kind asked for (docs/finding.md: ablation)."""
_OTHERWISE = 1.5
"""The same of a definition where no meaning is asked for, and of law where it is asked what a town does."""
_SAYS_SO = 2.0
"""By how much words rise that put in the words of rules what is asked: whether a permit is needed, by when to apply,
where a paper is kept, what is allowed (docs/finding.md)."""
_KNOWN = 6.0
"""How far words fall that tell what was done where a rule on it is asked for: the question says it itself."""
_OTHER_RULE = 2.0
"""By how much words of another rule fall where the question names its own: "the sign ordinance"."""
_OTHER_MONTH = 5.0
"""The same of the minutes of another month where it is asked what was done in one: no nearer word makes up for it."""
# "WHEREAS, the City wishes", "> **WHEREAS**, gated communities", "# AN ORDINANCE AMENDING"
_RECITAL = lazy_regex(r"\A[\W_]*(?:WHEREAS\b|AN (?:ORDINANCE|ACT|RESOLUTION)\b)")
# "\"Dock\" means a structure", "shall have the following meanings", "is defined as", "do not meet this definition"
_DEFINITION = lazy_regex(
    r"[\"”’*]+[^.;]{0,40}\b(?:shall )?means?\b|\bhave the (?:following )?(?:respective )?meanings?\b"
    r"|\b(?:is|are) defined as\b|\b(?:do|does) not meet this definition\b",
    re.IGNORECASE,
)
_THING = r"permit|licen[cs]e|permission|variance|special exception|inspection|approval|hearing"
# "Do I need a permit to", "Is a license required", "Must I get a permit", "Can I build without a permit"
_ASKS_NEEDED = lazy_regex(
    rf"\b(?:need|requir\w+|have to (?:get|have|obtain)|must|without|supposed to (?:get|have))\b"
    rf"[^?]*?\b(?P<thing>{_THING})s?\b"
    rf"|\b(?P<other>{_THING})s?\b[^?]*\b(?:needed|required|necessary)\b",
    re.IGNORECASE,
)
_NAMED = 120
"""Characters between a permit and the words that say that it is required: the officers who issue it stand there."""
# "When is the deadline to", "by when must I", "What is the last day to", "How late can I file"
_ASKS_DEADLINE = lazy_regex(
    r"\bdeadline\b|\bby (?:when|what (?:date|day))\b|\blast day\b|\bhow late\b|\bdue\b", re.IGNORECASE
)
# "How long do I have to appeal", "When must we file", "the deadline to apply": what is to be done in time
_ASKS_IN_TIME = lazy_regex(
    r"\bhow (?:long|many days|much time)\b[^?]*\b(?:have|has|got|is there)\b[^?]*\bto (?P<act>\w+)"
    r"|\bdeadline\b[^?]*\b(?:to|for) (?P<due>\w+)|\bwhen (?:do|must|should|does) (?:\w+ ){1,2}?(?:have to |need to )?"
    r"(?P<must>file|apply|appeal|register|submit|ask|request|pay|return|renew|answer|reply|respond|decide|act)\b",
    re.IGNORECASE,
)
# "Where can I see the tax map", "where do people get the form"
_ASKS_WHERE = lazy_regex(
    r"\bwhere (?:can|do|could|would|should|may) (?:i|we|you|one|people|residents|voters)\b", re.IGNORECASE
)
_AVAILABLE = lazy_regex(
    r"\bavailable\b|\bopen to (?:the )?(?:public )?inspection"
    r"|\bmay be (?:obtained|inspected|seen|viewed|picked up|found)\b|\bon file\b"
    r"|\b(?:posted|kept|obtained) (?:at|on|in|from)\b|\bwebsite\b|\boffice of\b",
    re.IGNORECASE,
)
# "Can I keep chickens", "Am I allowed to", "is there a rule that": what is asked is a permission
_ASKS_LEAVE = lazy_regex(
    r"\A\W*(?:and |so )?(?:can|may|could|am i|are (?:we|you|they|people)|is (?:it|that) (?:ok|okay|legal|allowed))\b"
    r"|\ballowed\b|\bis there a (?:state |town |local )?(?:rule|law|limit|ordinance)\b",
    re.IGNORECASE,
)
_LEAVE = lazy_regex(
    r"\b(?:shall|may|must) not\b|\bno [\w -]{3,40}? shall\b|\bprohibited\b|\bunlawful\b|\bexempt\b"
    r"|\b(?:is|are|be)(?: not)? (?:allowed|permitted)\b",
    re.IGNORECASE,
)
_DEADLINE = lazy_regex(
    r"\b(?:no|not) later than\b|\bon or before\b|\bdeadline\b"
    r"|\b(?:prior to|before|by|until) (?:the )?(?:first|last|\d|(?-i:[A-Z]))"
    r"|\bwithin \S+ (?:\(\d+\) )?(?:\w+ )?(?:days|weeks|months|years)\b"
    r"|\b(?:no )?(?:later|less|fewer) than \S+ (?:\(\d+\) )?(?:\w+ )?(?:days|weeks|months)\b"
    r"|\bat least \S+ (?:\(\d+\) )?(?:\w+ )?(?:days|weeks|months)\b|\b(?:by|at|until) the end of\b|\bdue\b"
    r"|\b(?:days?|weeks?|months?) (?:after|before|from|prior to|following)\b",
    re.IGNORECASE,
)
# "the sign ordinance", "the zoning rules"
_NAMES_RULE = lazy_regex(
    r"\b(?P<what>[a-z]+(?:-[a-z]+)?) (?:ordinance|regulation|rule|by-?law|policy|code)s?\b", re.IGNORECASE
)
_ANY_RULE = STOP_WORDS | frozenset(
    ("town", "city", "local", "state", "new", "court", "courts", "judge", "board", "council", "committee", "commission")
)
# "Who did the selectmen appoint", "How did the board vote", "Has the committee met": what was done, which no law tells
_ASKS_DONE = lazy_regex(
    r"\A\W*(?:and |but |so )?(?:(?:who|whom|what|when|why|where|how(?: \w+){0,3}|which(?: \w+){1,4}) )?"
    r"(?:did|has|have|had)\b(?![^?]*\b(?:laws?|statutes?|rsa|legal(?:ly)?|allowed|required?|state|supposed|rights?)\b)",
    re.IGNORECASE,
)
# "What is the town doing about", "what has the board done about": an act, which no law tells
_ASKS_DOING = lazy_regex(r"\bwhat\b[^?]*\b(?:doing|done|going on|happening)\b[^?]*\b(?:about|with)\b", re.IGNORECASE)


def asks_otherwise(part: str, text: str, *, law: bool) -> bool:
    """Whether a part asks for something else than such a text can tell: what a town does about a matter, of a `law`, or
    what is allowed or due, of a definition."""
    meant = "meaning" in cues_of(part) or not _DEFINITION.search(text) or _names_term(part, text)
    return (law and bool(_ASKS_DOING.search(part))) or not meant


# "By-Laws", "Rules of Procedure", "Order of Business", "Meetings Public Input Policy"
_OWN_RULES = lazy_regex(r"\bby-?laws\b|\brules of procedure\b|\border of business\b|\bmeetings?\b", re.IGNORECASE)
_GOVERNING = stem_set((*GOVERNING_BOARDS, "select"))
_OF_ANY_BOARD = stem_set(("board committee commission council of the and town",))


def of_another_board(chunk: Chunk, boards: Collection[str]) -> bool:
    """Whether a text is the rules that a board gave itself, and other boards are asked about: those of the planning
    board do not say who speaks at the selectmen's meeting."""
    if not boards or not chunk.board or chunk.doc_type != "policy" or not _OWN_RULES.search(chunk.title):
        return False
    own, asked = stem_set((chunk.board,)), stem_set(boards)
    governs = bool(own & _GOVERNING) and bool(asked & _GOVERNING)
    return not governs and not (own - _OF_ANY_BOARD) & asked


# "\"Dock\" means a structure"
_TERM = lazy_regex(r"[\"“*]+(?P<term>[^\"“”*]{2,60})[\"”*]+[^.;\"]{0,40}\b(?:shall )?means?\b", re.IGNORECASE)


def _names_term(part: str, text: str) -> bool:
    """Whether a part names a term of several words that the text defines: what makes a thing one is told by its
    definition."""
    asked, terms = set(map(stem, words(part))), (set(map(stem, words(one["term"]))) for one in _TERM.finditer(text))
    return any(len(term) > 1 and term <= asked for term in terms)


def thing_needed(part: str) -> str:
    """The permit, license or approval of which a part asks whether it is needed; "" for any other."""
    asked = _ASKS_NEEDED.search(part)
    return (asked["thing"] or asked["other"]).lower() if asked else ""


def says_needed(thing: str, text: str) -> bool:
    """Whether a text says whether the thing is needed: "A permit … is required", "without first obtaining a permit"."""
    said = (
        rf"\b{thing}s?\b[^.;]{{0,{_NAMED}}}\b(?:is|are|be)\b[^.;]{{0,15}}\b(?:required|needed|necessary|obtained)\b"
        rf"|\b(?:requires?|obtain(?:ing|s|ed)?|need|have|secure|without)\b[^.;,]{{0,30}}\b{thing}s?\b"
        r"(?! (?:fee|application))"
        rf"|\bshall (?:hold|conduct|have)\b[^.;]{{0,30}}\b{thing}s?\b"
    )
    return bool(re.search(said, text, re.IGNORECASE))


# "How many addresses did they vote to change", "How much did the board approve for paving"
_ASKS_FIGURE_VOTED = lazy_regex(r"\bhow (?:many|much)\b[^?]*\b(?:vote[ds]?|decide[ds]?|agreed?|approved?)\b", re.I)
_VOTES = lazy_regex(r"\b(?:motion|moved|motioned|voted|approved)\b", re.IGNORECASE)


def _says_so(part: str, text: str) -> bool:
    """Whether a text says in the words of rules what a part asks: that a permit is needed, by when it is to be done,
    where it is kept, that it is allowed or not."""
    part = asked_clause(part)
    thing, in_time = thing_needed(part), _ASKS_IN_TIME.search(part)
    if in_time and _DEADLINE.search(text):
        act = stem(next(filter(None, in_time.groups())).lower())
        return (
            act in set(map(stem, words(text)))
            or bool(act in _APPLIES and _APPLYING.search(text))
            or bool(act in _ANSWERS and _ANSWERING.search(text))
        )
    return bool(
        (thing and says_needed(thing, text))
        or (_ASKS_FIGURE_VOTED.search(part) and CUES["count"].search(text) and _VOTES.search(text))
        or (_ASKS_DEADLINE.search(part) and _DEADLINE.search(text))
        or (_ASKS_WHERE.search(part) and _AVAILABLE.search(text))
        or (_ASKS_LEAVE.search(part) and _LEAVE.search(text))
    )


def _tells_no_time(part: str, text: str) -> bool:
    """Whether a part asks by when something is to be done, and a text names no day and no length of time."""
    asks = asked_clause(part)
    asked = _ASKS_IN_TIME.search(asks) or _ASKS_DEADLINE.search(asks)
    return bool(asked) and not (_DEADLINE.search(text) or CUES["date"].search(text))


def of_other_month(part: str, text: str, chunk: Chunk) -> bool:
    """Whether a part asks what was done in a month, and the minutes of another meeting say nothing of that month."""
    asked = months_of(part) if chunk.doc_type == "minutes" and chunk.date else frozenset()
    return bool(asked) and chunk.date[5:7] not in asked and not asked & months_of(text)


_APPLIES = frozenset(map(stem, ("file", "apply", "ask", "request", "submit")))
_ANSWERS = frozenset(map(stem, ("answer", "reply", "respond", "decide", "act")))
_ANSWERING = lazy_regex(
    r"\b(?:grant|approve|accept)\w*\b[^.;]{0,40}\bor (?:den|disapprov|reject|refus)\w*|\bdecision\b|\brespon[ds]\w*"
    r"|\bdecide\b|\b(?:act|rule) (?:up)?on\b|\bnotify\b",
    re.IGNORECASE,
)
_APPLYING = lazy_regex(r"\bappl(?:y|ie[ds]|ications?)\b|\bfil(?:e|ed|ing)\b|\bsubmit\w*", re.IGNORECASE)


# "Could the selectmen accept the gift without a hearing", "Was it legal to sell it"
_ASKS_POWER = lazy_regex(
    r"\A\W*(?:and |but |so )?(?:(?:can|could|may|must)\b"
    r"|(?:is|was|were|would) (?:it|that|this|they) (?:be )?(?:il)?(?:legal|lawful))",
    re.IGNORECASE,
)
_DEEDS = frozenset(("minutes", "agenda", "warrant", "budget", "notice"))
"""Kinds of records that tell what was done or proposed."""


# "How much did the selectmen spend on the machine", "What did the board approve"
_BOARD_ACTED = lazy_regex(
    rf"\b(?:{'|'.join((*GOVERNING_BOARDS, *GOVERNING_MEMBERS))}|board|council|commission|committee|trustees)\b"
    r"[^?]*\b(?:spen[dt]|pay|paid|approved?|award(?:ed)?"
    r"|buy|bought|purchased?|decided?|voted?)\b",
    re.IGNORECASE,
)


# "What did the court decide", "How did the Supreme Court rule": what a party argued is no ruling
_ASKS_RULING = lazy_regex(
    r"\b(?:courts?|judges?|justices?)\b[^?]*\b(?:decide[ds]?|rule[ds]?|ruling|h[eo]ld|find|found|order(?:ed)?|sa(?:y|id))\b"
    r"|\b(?:ruling|holding|judgment|verdict) (?:of|in|by)\b",
    re.IGNORECASE,
)
_RULING = lazy_regex(
    r"\b(?:affirmed|reversed|vacated|remanded|dismissed|so ordered|judgment (?:is|for)|unconstitutional)\b"
    r"|\b(?:court|we) (?:\w+ )?(?:affirms?|reverses?|vacates?|remands?|holds?|finds?|grants?|denies|deny|concludes?"
    r"|orders?|rules?|declares?)\b|\bis (?:hereby )?(?:granted|denied|declared)\b",
    re.IGNORECASE,
)


def aptness(part: Sought, one: CandidateSpan, boards: Collection[str] = ()) -> float:
    """By how much, in log odds, a span rises or falls by the kind of its text; 0 for most. `boards` are those asked
    about."""
    text, chunk, apt = " ".join(one.read.cut.text.split()), one.page.evidence.chunk, 0.0
    if not one.figures["of_kind"]:
        apt -= _OFF_KIND
    if _RECITAL.match(text) or (chunk.doc_type == "bill" and not asks_bill(part.text)):
        apt -= _OFF_KIND
    if asks_otherwise(part.text, text, law=bool(chunk.section)):
        apt -= _OTHERWISE
    if chunk.section and boards and _ASKS_DONE.search(part.text):
        apt -= _OFF_KIND
    if not part.means_tax(f"{chunk.heading} {text}"):
        apt -= _OFF_KIND
    if _says_so(part.text, text):
        apt += _SAYS_SO
    if chunk.doc_type == "court" and _ASKS_RULING.search(part.text):
        apt += _SAYS_SO if _RULING.search(text) else -_OTHERWISE
    if of_other_month(part.text, text, chunk):
        apt -= _OTHER_MONTH
    if _tells_no_time(part.text, text):
        apt -= _SAYS_SO
    by_rule = measures_act(part.text) or (part.leans and asks_by_rule(part.text))
    if chunk.doc_type in _DEEDS and not CUES["rule"].search(text):
        apt -= _KNOWN if by_rule else _OFF_KIND * bool(_ASKS_POWER.match(part.text))
    asked_of_board = chunk.doc_type == "warrant" and _BOARD_ACTED.search(part.text) and not VOTERS.search(part.text)
    if asked_of_board or of_another_board(chunk, boards):
        apt -= _OTHER_RULE
    named = _NAMES_RULE.search(part.text)
    if named and named["what"].lower() not in _ANY_RULE and stem(named["what"].lower()) not in one.page.about:
        apt -= _OTHER_RULE
    return apt


_LEAST_WORDS = 8
"""Fewer words are said of many things in the same way."""
_SAME = 0.8
"""Share of their words from which two spans are one text printed twice, when their figures are the same."""
_GONE = 30.0
"""By how much a second print falls: it is never told beside the first."""


def said_once(found: Sequence[CandidateSpan], scores: Sequence[float], order: Sequence[int]) -> list[float]:
    """The scores with what is printed more than once gathered where it is told, of the spans in `order`, best first: a
    rule that an amendment repeats is as likely as both. What two minutes say in the same words happened twice."""
    told, kept = list(scores), list[tuple[int, frozenset[str]]]()
    best = found[order[0]].page if order else None
    for at in order:
        said = frozenset(words(found[at].read.cut.text))
        place = next((n for n, (held, own) in enumerate(kept) if _same(found[held], own, found[at], said)), None)
        if place is None:
            kept.append((at, said))
            continue
        held = kept[place][0]
        own, other = sorted((held, at), key=lambda one: (_of_minutes(found[one]), found[one].page is not best))
        told[own] = math.log(math.exp(told[own]) + math.exp(told[other]))
        told[other] -= _GONE
        kept[place] = (own, kept[place][1])
    return told


def _same(one: CandidateSpan, said: frozenset[str], other: CandidateSpan, also: frozenset[str]) -> bool:
    few = min(len(said), len(also)) < _LEAST_WORDS or len(said & also) < _SAME * len(said | also)
    if few or not has_finite_verb(one.read.cut.text):  # the head of a letter is printed everywhere
        return False
    chunk, twin = one.page.evidence.chunk, other.page.evidence.chunk
    apart = _of_minutes(one) and _of_minutes(other) and chunk.doc_id != twin.doc_id
    figures = {word for word in said ^ also if any(map(str.isdigit, word))}
    return not apart and not figures and chunk.town == twin.town


def _of_minutes(one: CandidateSpan) -> bool:
    return one.page.evidence.chunk.doc_type == "minutes"
