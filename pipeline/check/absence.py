"""Claims of absence: "the minutes do not show who seconded" is looked for, and what such a sentence asserts is judged.

Only the clause of absence needs no citation. What a "why" or "that" clause takes for granted is an assertion: "it is
unclear why the board took bribes" asserts bribes. An absence is verified only by a
look: no sentence holds its words. It refuses to conclude that nothing says it otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pipeline.check.read.case import Checked, SourceText, source_of, stems_of
from pipeline.check.read.evidence import Entry, Held, Said, held_of, matched, said_of, token_in, written_on
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.motions import MotionRead, claimed_results, motions_in, result_of
from pipeline.check.read.reading import bodies_in
from pipeline.check.rules.not_held import HOLDING, LAW_WORD, PLACE_NAME
from pipeline.check.slots.acts import deciding
from pipeline.check.slots.workings import identifier_before, is_year
from pipeline.quoting.alike import base_of
from pipeline.types import Verdict
from vault.states.names import VOTERS
from vault.statewide import TableCell
from vault.text.patterns import lazy_regex
from vault.text.words import content_words
from vault.types import Chunk

__all__ = [
    "NOWHERE", "OutsideRun", "found_after_all", "found_elsewhere", "looked_for", "nearest_to",
    "one_document", "stands_somewhere", "takes_for_granted", "told_after_all",
]  # fmt: skip


class OutsideRun(NamedTuple):
    """The vault outside the run: `look` gives the passages that speak of words, or of phrases of several, best first,
    `law` those of the law alone; `holds` tells whether a place's records (or, where asked, its law alone) are held,
    None where the name may be no place's; `cells` gives the rows that the tables of some pages hold of a text;
    `law_held` tells for cites of law whether their text is held, and nothing of those of which that is not known."""

    look: Callable[[Sequence[str]], Sequence[Chunk]] = lambda _words: ()
    holds: Callable[[str, bool], bool | None] = lambda _place, _of_law: None
    law: Callable[[Sequence[str]], Sequence[Chunk]] = lambda _words: ()
    cells: Callable[[Sequence[tuple[str, int]], str], Sequence[TableCell]] = lambda _pages, _text: ()
    law_held: Callable[[Sequence[str]], Mapping[str, bool]] = lambda _cites: {}


NOWHERE = OutsideRun()
"""Finds nothing: where there is no vault to look in."""

_ASKED = lazy_regex(
    r"\b(?P<word>who|whom|whose|whether|what|which|how much|how many|how long|how|when|where|why|that|if)\b(?P<rest>.*)\Z",  # noqa: E501
    re.IGNORECASE | re.DOTALL,
)
_FIGURED = {
    "how much": ("amount", "percent", "number"), "how many": ("number", "pair"), "when": ("date", "time"),
    "how long": ("number", "time"),
}  # fmt: skip
_ANYBODYS = frozenset(("", "how much", "how many", "how long"))
"""Questions of which one word more says nothing of the matter: "how many were against it"."""
_HELD = 0.6
"""Share of the words taken for granted that the sources must hold."""
_TEXT_FRAME = """
    minutes record document source page excerpt show say state name give unclear known not no do does did is are
    mention record explain identify specify indicate unknown missing whether available
"""
_FRAME = frozenset(map(base_of, _TEXT_FRAME.split()))
_BECAUSE = lazy_regex(r"\b(?:because|since|due to|as a result|the reason|so that|in order to|for the purpose)\b", re.I)


def _asked(text: str) -> tuple[str, str]:
    match = _ASKED.search(text)
    return (match["word"].lower(), match["rest"]) if match else ("", text)


def _wanted(rest: str) -> Said:
    return said_of(rest.strip(" .?!"))


def takes_for_granted(text: str, sources: Sequence[SourceText]) -> bool:
    """True when the sentence of absence, or the question, takes for granted what no source speaks of."""
    word, rest = _asked(text)
    if word not in ("why", "how"):
        if not text.rstrip().endswith("?"):
            return False
        rest = text
    words = [token for token in _wanted(rest).words if token.kind == "word"]
    if len(words) < 2 or not sources:
        return False
    left = words
    for source in sources:  # most speak of it in the first few
        tokens = lex(source.text)
        left = [word for word in left if token_in(word, tokens) is None]
        if len(words) - len(left) >= _HELD * len(words):
            return False
    return True


def found_after_all(text: str, sources: Sequence[SourceText]) -> str:
    """The words of a source that answer what the sentence says is not shown; "" when none do."""
    word, rest = _asked(text)
    said = _wanted(rest)
    words = [token for token in said.words if token.key[0] not in _FRAME]
    if len(words) < (2 if word in _ANYBODYS else 1) or not sources:  # "the date" alone is anybody's
        return ""
    wanted = stems_of(rest)  # most sources speak of other matters, and are not read
    held = held_of(said, [one for one in sources if 2 * len(wanted & stems_of(one.text)) >= len(wanted)], ())
    if word in ("who", "whom"):
        return _mover(text, said, held) or _doer(said, words, held)
    if word in ("whether", "if", "how") and _decision(said, held):
        return _decision(said, held)
    for entry in held.entries:
        tokens = entry.sentence.tokens
        if matched(words, tokens, written_on(entry.source)) < len(words):
            continue
        shown = entry.flat
        if _answers(word, text, tokens, shown):
            return shown[:300]
    return ""


def told_after_all(text: str, sources: Sequence[SourceText]) -> bool:
    """Whether a sentence of the sources holds the words of what is said not to be shown, or all but one of them ("do
    not show a vote on the pier" of "The Board voted 3-0 on the pier"), or the text says that a thing was not done."""
    words = [token for token in said_of(text).words if not {*token.key} & (_FRAME | HOLDING)]
    entries = held_of(said_of(""), sources, ()).page()
    most = max((matched(words, one.sentence.tokens, written_on(one.source)) for one in entries), default=0)
    return _NOT_DONE.search(text) is not None or most >= max(2, len(words) - 1)


# "no vote was taken"; "no vote was recorded" tells what is shown
_NOT_DONE = lazy_regex(
    r"\b(?:was|were|did|had|has|have)\b(?!(?: been)? (?:not )?(?:recorded|shown|found|held|given|named|stated|told)\b)",
    re.IGNORECASE,
)


def nearest_to(text: str, sources: Sequence[SourceText]) -> str:
    """The sentence of the sources that says most of what the sentence calls not shown, and the one after it, for a
    reader to judge whether they do; "" where none says a word of it."""
    word, rest = _asked(text)
    said = _wanted(rest)
    words = [token for token in said.words if token.key[0] not in _FRAME]
    entries = held_of(said, sources, ()).page() if words else ()
    holding = [
        {n for n, one in enumerate(entries) if token_in(word, one.sentence.tokens, written_on(one.source))}
        for word in words
    ]

    def told(n: int) -> tuple[float, bool]:
        rare = sum(1 / len(places) for places in holding if n in places)  # what few sentences say counts more
        return rare, _answers(word, text, entries[n].sentence.tokens, entries[n].flat)

    best = max(range(len(entries)), key=told, default=0)
    shown = ". ".join(one.flat for one in entries[best : best + 2])
    return shown[:_NEAREST_CHARS] if entries and told(best)[0] else ""


_NEAREST_CHARS = 300


# "the records do not show", "nothing in the vault"; "the minutes do not say" speaks of these minutes only
_EVERYWHERE = lazy_regex(
    r"\b(?:records?|documents?|archives?|vault|sources|excerpts|files|nothing|nowhere|search\w*|"
    r"no (?:text|page|minutes|source|passage|law|statute))\b",
    re.IGNORECASE,
)


def found_elsewhere(text: str, outside: OutsideRun) -> tuple[Chunk, str] | None:
    """A passage outside the run and its words that answer what the sentence says no record shows; None when the
    sentence speaks of one record only, or nothing is found."""
    _, rest = _asked(text)
    if not _EVERYWHERE.search(text):
        return None
    words = [word for word in content_words(rest) if base_of(word) not in _FRAME]
    for chunk in outside.look(words) if len(words) >= 2 else ():
        found = found_after_all(text, (source_of("", chunk),))
        if found:
            return chunk, found
    return None


# "The bill does not name …": of one document, which the answer cites
_ONE = lazy_regex(
    r"\A\W*(?:the|this|that)\s+(?:[\w’'-]+\s+){0,3}?(?P<kind>bill|minutes|warrant|ordinance|by-?laws|form|policy|"
    r"report|resolution|packet|booklet|handbook|agreement|contract|statute|section)\b[^.;]{0,40}?"
    r"(?:\b(?:not|no|nothing|never)\b|n['’]t)",
    re.IGNORECASE,
)


def one_document(checked: Checked, sources: Sequence[SourceText]) -> tuple[SourceText, ...]:
    """The sources of the one document of which alone a sentence says that it does not show something; () for any other
    sentence, and where none of the `sources` is of its kind. What the sentence cites itself comes first."""
    told = _ONE.match(checked.bare)
    if told is None:
        return ()
    kind = told["kind"].lower().replace("-", "").rstrip("s")
    of_kind = (
        one for one in sources
        if kind in one.about.lower().replace("-", "") or (one.chunk and one.chunk.section and kind in _LAWS)
    )  # fmt: skip
    return checked.cited or tuple(of_kind)


_LAWS = ("section", "statute")
# "on this page", "the cited passage": no other page need be looked at
_HERE = lazy_regex(r"\b(?:this|that|the cited|the quoted)\s+(?:page|passage|section|excerpt|text|entry)s?\b", re.I)
_NO_VOTE = lazy_regex(r"\b(?:no (?:vote|motion|decision)|nothing) (?:is|was) (?:recorded|voted|decided|moved)\b", re.I)
_SPEAKS = (
    r"(?:mentions?|speaks? (?:of|about)|names?|lists?|refers? to|discuss(?:es)?|shows?|covers?|tells? (?:of|about)|"
    r"holds?|contains?|says? (?:anything |nothing )?(?:about|of|on)|(?:is|are|was) about)"
)
_TOPIC = r"(?P<topic>[^.;,:]{3,80}?)(?:\s+(?:here|(?:in|on) (?:this|that|the|any)\b[^.;,]*))?[\s.]*\Z"
# "No record mentions a casino", "The vault holds nothing on casinos", "No casino is mentioned", "… do not mention any"
_MISSING = tuple(
    lazy_regex(rf"{frame}\s+{tail}", re.IGNORECASE)
    for frame, tail in (
        (rf"\A\W*(?:no \w+|nothing)(?: (?:held|here|found))?(?: (?:in|on|of) \w+ \w+)?(?: held)? {_SPEAKS}", _TOPIC),
        (rf"\A[^.;,:]{{3,60}}\b(?:do|does)(?: not|n['’]t) {_SPEAKS}(?: any)?", _TOPIC),
        (rf"\A[^.;,:]{{3,60}}\b{_SPEAKS} (?:no|nothing (?:about|on|of))", _TOPIC),
        (
            r"\A(?:[^.;,:]{3,40} )?(?:nothing|no (?:record|mention|word)s?) (?:about|on|of)",
            r"(?P<topic>[^.;,:]{3,80}?)(?: (?:is|was|are) (?:held|found|shown|recorded|mentioned)\b[^.;,]*)?[\s.]*\Z",
        ),
    )
)


# "do not name the consultant": that a record speaks of one names nobody
_UNNAMED = lazy_regex(r"\b(?:not|n['’]t) (?:name|identify) (?:the|an?|its|their|his|her|any)\b", re.IGNORECASE)


def looked_for(
    text: str, cited: Sequence[SourceText], held: Sequence[SourceText], outside: OutsideRun, *, alone: bool = False
) -> tuple[Verdict, str] | None:
    """The verdict on "no record mentions a dog park" by a look at the cited pages or, unless it speaks of these
    `alone`, at all that the run holds and the vault, with the words that decide; None for any other sentence, where
    there is nowhere to look, and where most of the words stand together: of these a reader decides."""
    sources = tuple(cited)
    alone |= bool(sources) and _HERE.search(text) is not None
    if alone and _NO_VOTE.search(text):
        voted = next((motion for one in sources for motion in motions_in(one.text) if result_of(motion)), None)
        return ("contradicted", " ".join(voted.text.split())[:300]) if voted else ("verified", "")
    match = next((found for pattern in _MISSING if (found := pattern.search(text))), None)
    topic = said_of(match["topic"]).words if match is not None and _ASKED.search(text) is None else ()
    if not topic or any(word.text.lower().endswith("ed") for word in topic) or _UNNAMED.search(text):
        return None
    if not alone:
        if outside.look is NOWHERE.look:
            return None
        beyond = () if _OF_MINUTES.search(text) else outside.look([word.text for word in topic])
        sources = (*held, *(source_of("", chunk) for chunk in beyond))
    if _OF_MINUTES.search(text):
        sources = tuple(one for one in sources if one.chunk and one.chunk.doc_type == "minutes")
    entries = held_of(said_of(""), sources, ()).page()
    priced = _PRICED.search(match["topic"]) if match is not None else None  # a fee is shown by its amount
    counts = [matched(topic, one.sentence.tokens) - bool(priced and not _has_amount(one)) for one in entries]
    most = max(counts, default=0)
    if most == len(topic):
        return "contradicted", entries[counts.index(most)].flat[:300]
    return ("verified", "") if most < max(2, len(topic) - 1) else None


# "Those minutes do not name the amount": what a statute says of amounts is nothing against it
_OF_MINUTES = lazy_regex(r"\b(?:the|these|those|its|their|both) (?:\w+ )?minutes\b", re.IGNORECASE)


_TEXT_SAYING = """
    say mention use name word phrase term appear occur stand nowhere anywhere passage excerpt search speak bring
    brought give gave nor neither them those these
"""
_SAYING = HOLDING | frozenset(base_of(word) for word in _TEXT_SAYING.split())


def stands_somewhere(checked: Checked, held: Sequence[SourceText], outside: OutsideRun) -> tuple[Verdict, str] | None:
    """The verdict on a sentence that says that quoted words stand nowhere, by a look at the cited pages or, where it
    speaks of everything, at what the run holds and all of the vault: contradicted where they stand there to the
    letter, consistent where it speaks of some year or matter only, each with the words around them; None for any other
    sentence, and where there is nowhere to look."""
    text, cited = checked.bare, checked.cited
    everywhere = _EVERYWHERE.search(text) is not None and not _HERE.search(text)
    if not checked.sought or not (cited or everywhere):
        return None
    looks = ((outside.look, outside.law) if LAW_WORD.search(text) else (outside.look,)) if everywhere else ()
    for words in checked.sought:
        spelled = r"\s+".join(map(re.escape, words.split()))
        letters = re.compile(rf"(?<!\w){spelled}(?!\w)", re.IGNORECASE)
        beyond = (source_of("", chunk) for look in looks for chunk in look([words]))
        for source in (*(held if everywhere else cited), *beyond):
            found = letters.search(source.text)
            if found:
                shown = " ".join(source.text[max(0, found.start() - _AROUND) : found.end() + _AROUND].split())
                name = source.about.partition(". ")[0]
                page = f", p. {source.chunk.page_start}" if source.chunk and source.chunk.page_start else ""
                clause = next((one for one in re.split(r"[;:]", text) if words in one), text)
                verdict: Verdict = "consistent" if _names_more(clause, checked.sought) else "contradicted"
                return verdict, f"“{words}” stands in {name}{page}: … {shown} …"
    unlooked = everywhere and outside.look is NOWHERE.look
    return None if unlooked or _names_more(text, checked.sought) else ("verified", "")


_AROUND = 120
"""Characters shown before and behind words that were said to stand nowhere."""


def _names_more(text: str, sought: Sequence[str]) -> bool:
    """Whether a text says or names anything beside places and that words stand nowhere: a year, a matter."""
    for words in sought:
        text = text.replace(words, " ")
    left = re.findall(r"[\w'’]+", PLACE_NAME.sub(" ", text[:1].lower() + text[1:]))
    return any(base_of(word.lower()) not in _SAYING for word in left)


_PRICED = lazy_regex(r"\b(?:cost|amount|price|fee|total|salary|budget)\b", re.IGNORECASE)


def _has_amount(entry: Entry) -> bool:
    return any(one.worth is not None and one.worth.kind in ("amount", "percent") for one in entry.sentence.tokens)


_LEAST_DONE = 2
"""Words of a deed that a sentence must hold, every one of them, before its doer answers "who"."""


def _doer(said: Said, words: Sequence[Token], held: Held) -> str:
    """The sentence that tells the whole deed asked about, with a person before its verb whom the question does not
    name; "" when none does."""
    if len(words) < _LEAST_DONE:
        return ""
    for entry in held.entries:
        tokens = entry.sentence.tokens
        done = token_in(words[0], tokens)
        if done is None or matched(words, tokens, written_on(entry.source)) < len(words):
            continue
        acting = [one for one in entry.sentence.mentions if one.role == "subject" and not one.actor.body]
        if any(
            tokens[one.last].end <= done.start <= tokens[one.last].end + _BESIDE
            and not any(one.actor.is_same(other.actor) for other in said.named)
            for one in acting
        ):
            return " ".join(entry.source.text[entry.sentence.start : entry.sentence.end].split())[:300]
    return ""


_BESIDE = 12
"""Characters between a name and its verb: "Roy then read"."""


def _mover(text: str, said: Said, held: Held) -> str:
    motion = deciding(said, held)
    if motion is None:
        return ""
    low = text.lower()
    named = motion.seconder if "second" in low else motion.mover if re.search(r"\bmoved?\b|\bmotion", low) else ""
    return " ".join(motion.text.split())[:300] if named else ""


def _decision(said: Said, held: Held) -> str:
    decided = claimed_results(said.tokens) or any(t.key[0] in ("vote", "pass", "approv", "carri") for t in said.tokens)
    motion = deciding(said, held) if decided else None
    if motion is not None and not (_is_of_it(said, motion, held) and _tells_it(said, motion)):
        return ""
    by_name = re.search(r"\bby name\b|\beach\b|\broll call\b|\bindividual", said.text, re.IGNORECASE)
    return " ".join(motion.text.split())[:300] if motion is not None and result_of(motion) and not by_name else ""


def _tells_it(said: Said, motion: MotionRead) -> bool:
    """Whether a motion settles what is asked: a vote to hold hearings leaves open whether the rule was adopted."""
    shown = result_of(motion)
    return shown is None or shown[0] != "done" or not {act for act, _, _ in claimed_results(said.tokens)} - {"done"}


def _is_of_it(said: Said, motion: MotionRead, held: Held) -> bool:
    """Whether a motion is of the body and the figures that the absence speaks of: what a committee did tells nothing of
    the voters, and a motion on a budget nothing of $28,000."""
    figures = [token for token in said.tokens if token.worth is not None and token.worth.kind in ("amount", "pair")]
    own = lex(f"{motion.text} {motion.matter}")
    if any(token_in(figure, own) is None for figure in figures):
        return False
    keepers = " ".join(f"{source.chunk.board} {source.about}" for source in held.sources if source.chunk)
    if VOTERS.search(said.text):
        return bool(VOTERS.search(f"{keepers} {motion.text}"))
    named = {name for _, _, name in bodies_in(said.text)}
    acting = _TO_A_BODY.sub(" ", motion.text)  # "and send it to the Conservation Commission"
    return not named or bool(named & {name for _, _, name in bodies_in(f"{keepers}. {acting}")})


_TO_A_BODY = lazy_regex(r"\bto the (?:[A-Z][\w'’-]+ (?:(?:of|and) )?){1,5}")


def _answers(word: str, text: str, tokens: Sequence[Token], shown: str) -> bool:
    if word == "why":
        return bool(_BECAUSE.search(shown))
    if word in _FIGURED:
        kinds = _FIGURED[word]
        return any(
            one.worth is not None and one.worth.kind in kinds and not (is_year(one) or identifier_before(tokens, at))
            for at, one in enumerate(tokens)
        )
    if _PRICED.search(text):
        return any(token.worth is not None and token.worth.kind in ("amount", "percent") for token in tokens)
    return False  # what a "what" asks for may be any word: that the record speaks of the matter answers nothing
