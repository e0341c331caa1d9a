"""Whether the words that answer a yes/no question say yes or no, and how a question without a deciding word is met.

Reads the modal words of rules ("may", "shall not", "is required"), a denied form of what is asked, what became of a
motion, and a number asked about against the bound that a rule sets. It refuses to infer: where the words hold none of
these, or the question is turned round itself, nothing is decided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from pipeline.answer.telling import TURNS_ON
from pipeline.ask.cues import asks_history
from pipeline.ask.facets import asked_clause
from pipeline.ask.names import without_identifiers
from pipeline.find.spans.apt import says_needed, thing_needed
from pipeline.quoting.alike import base_of, groups_of, opposite
from pipeline.quoting.list_heads import hung_on
from pipeline.write.extract.decided import DESIGNATORS, attended
from pipeline.write.extract.passages import Passage, motions_of, of_a_board
from vault.facts.figures import figures_in
from vault.facts.types import MatterOutcome
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS, VOTERS
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import content_words, stem, words

__all__ = ["LIGHT_VERBS", "asks_yes_or_no", "decided_by", "opening", "rules_on", "tells_event"]

Word = Literal["yes", "no", ""]


class Decided(NamedTuple):
    """The word, and whether the words that decide bind it to something: "on a condition"."""

    word: Word = ""
    bound: bool = False


# "so can I …", "ok to keep …", "Is there …"
_POLAR = lazy_regex(
    r"\A\W*(?:(?:so|and|but|ok|okay|hey|then)\W+)?(?:can|could|may|must|is|are|was|were|do|does|did|has|have|had|will"
    r"|would|should|am|ok(?:ay)? to|legal to|allowed to|(?:any|some)(?:one|body) (?:allowed|know))\b",
    re.IGNORECASE,
)
_EVENT = lazy_regex(r"\A\W*(?:did|was|were|has|have|had)\b", re.IGNORECASE)
_PERMISSION = lazy_regex(
    r"\A\W*(?:(?:so|ok|okay|hey|then|and|but)\W+)?(?:(?:can|could|may)\b|(?:am|is|are|was"
    r"|were)\b(?=.*\b(?:allowed|permitted"
    r"|legal|able|ok(?:ay)?|exempt|eligible|liable)\b)|ok(?:ay)? to\b|legal to\b|allowed to\b)",
    re.IGNORECASE,
)
# "Do I need a permit", "Does the town require …", "Must I leave …", "Should I bring …", "do they have to"
_DUTY = lazy_regex(
    r"\A\W*(?:must|should)\b|\A\W*(?:do|does|will|would|is|are)\b(?=.*\b(?:need|have to|has to|require[ds]?|obliged"
    r"|supposed to|must)\b)",
    re.IGNORECASE,
)
# A question turned round itself: "without a vote", "not", "unless", or one that asks to go beyond: "more than it costs"
_TURNED = lazy_regex(
    r"\b(?:without|not|never|no|unless|except|only|until|before|refuse|stop|keep from|\w+ than)\b|n['’]t\b",
    re.I,
)
_BARS = lazy_regex(
    r"\b(?:shall|may|must|can|could|will|would|do|does|is|are)\s+(?:in no (?:case|event)\s+|legally\s+)?(?:not|never)\b"
    r"|\bcannot\b|\b(?:can|mustn|couldn)['’]t\b"
    r"|\b(?:no|neither|nor)\s+(?!more|less|later|fewer|longer)(?:\w+\s+){1,8}?(?:shall|may|can|will|is|are)\b"
    r"|\bno (?:member|person|officer|official|employee)s?\b[^.;]{0,900}?\bshall be (?:held )?(?:liable|responsible)\b"
    r"|\bin no (?:event|case)\b|\bprohibit\w*|\bforbidden\b"
    r"|\b(?:have|has|had|shall have) no\b|\bunlawful\b|\bban(?:s|ned)?\b",
    re.IGNORECASE,
)
_PROHIBITS = lazy_regex(r"\b(?:prohibit\w*|forbidden|unlawful|not (?:be )?(?:allowed|permitted))\b", re.IGNORECASE)
_ALLOWS = lazy_regex(
    r"\b(?:may|can|(?:is|are) (?:hereby )?(?:allowed|permitted|authori[sz]ed|entitled|exempt)|ha(?:ve"
    r"|s) the right to)\b",
    re.I,
)
_FREES = lazy_regex(
    r"\b(?:not (?:be )?(?:required?|necessary|needed|subject to|obliged)|need not|may or may not"
    r"|no \w+(?: \w+)? (?:is |are )?"
    r"(?:required|needed|necessary)|(?<!unless )(?<!specifically )(?<!non-)exempt\w*"
    r"|do(?:es)? not (?:need|require|have to|apply)|shall not apply"
    r"|will not be (?:using"
    r"|requir\w+))\b",
    re.IGNORECASE,
)
# "It shall be unlawful to erect any sign without a permit", "No excavation … without first obtaining a permit"
_ONLY_WITH = lazy_regex(
    r"\b(?:unlawful|prohibited|(?:shall|may) not|no)\b[^.;]{0,160}\b(?:without|unless|until)\b[^.;]{0,60}"
    r"\b(?:permi(?:t|ssion)|licen[cs]e|approv|consent)",
    re.IGNORECASE,
)
_BINDS = lazy_regex(
    r"\b(?:shall|must|(?:is|are|be) (?:required|obligated|responsible)|requires?|needs? to|ha(?:s|ve) to|mandatory)\b",
    re.I,
)
_BOUND = lazy_regex(
    r"\b(?:if|unless|except(?:ion)?s?|exempt\w*|as applicable|only|provided|until|when|where|subject to|without"
    r"|other than|but)\b",
    re.IGNORECASE,
)
_NO_PREDICATE = frozenset(("town", "board", "state", "year", "new", "law"))
_MODAL = lazy_regex(r"allowed|permitted|legal|able|need|require\w*|have|must|should|okay|supposed", re.IGNORECASE)
_ABOUT, _NEAR = 0.6, 0.1
"""Share of the question's words that a rule must hold, or it may be about something else: "meet in private" and a rule
on pay. Words that the finder holds for the answer need less to say no, which rules seldom say of anything else."""
_ASKED_ACT = lazy_regex(r"\b(?:approve|grant|adopt|accept|pass|authori[sz]e|agree|award|sign)\w*", re.IGNORECASE)
_ASKED_DENIAL = lazy_regex(r"\b(?:den(?:y|ied)|reject(?:ed)?|turn(?:ed)? down|fail(?:ed)?)\b", re.IGNORECASE)
_RECOMMENDED = lazy_regex(r"\b(?:recommend|support|back|endorse|favou?r|agree|vote|decide)\w*", re.IGNORECASE)
_DONE: frozenset[MatterOutcome] = frozenset({"granted", "accepted", "authorized"})
# "Did they agree to buy it", "vote to hire her": whatever a motion on it came to
_AGREED = lazy_regex(r"\b(?:agree|vote|decide)\w*", re.IGNORECASE)
_AS_MOVED: frozenset[MatterOutcome] = _DONE | {"done", "appointed", "recommended", "elected"}
_DENIED: frozenset[MatterOutcome] = frozenset({"denied", "not granted", "not accepted", "not authorized"})
_PUT_OFF: frozenset[MatterOutcome] = frozenset({"tabled", "continued"})
# "the article passed", "Tax Reduction Failed", "the recommendation was to reject"
_PASSED = lazy_regex(r"\b(?:passed|carried|adopted|approved|granted|accepted)\b", re.IGNORECASE)
_FAILED = lazy_regex(
    r"\b(?:fail(?:ed|s)?|defeated|denied|reject(?:ed)?|turned down|not (?:pass|approve|adopt|grant)\w*)\b", re.I
)
# "shall have no veto power", "will not be returned", "is no longer being brought forward"; not "no closer than"
_DENIED_WORDS = lazy_regex(r"\b(?:not|no|never|nor)\b(?!\W+\w+\W+than\b)((?:\W+\w+){1,4})", re.IGNORECASE)
_DID = lazy_regex(r"\A\W*did\b", re.IGNORECASE)
_HAS = lazy_regex(r"\A\W*(?:has|have|had|was|were)\b(?! there\b)", re.IGNORECASE)
_BODIES = frozenset(
    (*GOVERNING_BOARDS, *GOVERNING_MEMBERS, *["town", "board", "committee", "commission", "voters", "people"])
)
"""Who acts is told by the record itself."""
LIGHT_VERBS = frozenset(map(base_of, ("make", "get", "become", "go", "keep", "put", "let", "have", "do")))
"""Verbs that say what is done in another word: "made cheaper", "gone up"."""
_UP_OR_DOWN = lazy_regex(r"\b(?:up|down)\b")  # "gone up", "brought down": small words, and the verb is in them
_LEAST_ASKED = 2
"""A verb alone names no matter."""
_HEAD_CHARS = 400
"""A lead-in of more characters is a paragraph that says more than its items."""
_AT_MOST = lazy_regex(
    r"\b(?:not? (?:to )?(?:exceed\w*|more than|larger than|higher than|greater than|over|longer than)|(?:at"
    r"|up to a?) ?most"
    r"|maximum|up to|limit(?:ed)? (?:of|to))\b",
    re.IGNORECASE,
)
_AT_LEAST = lazy_regex(r"\b(?:not? (?:less|fewer|smaller) than|at least|minimum)\b", re.IGNORECASE)
# "neither … nor", "higher in May or in June": what asks to choose is answered by neither yes nor no
_EXCLUDES = lazy_regex(
    r"\b(?:nor|neither)\b|\b(?:higher|lower|more|less|larger|smaller|greater|longer|shorter|earlier|later|cheaper)\b[^?]*\bor\b",
    re.IGNORECASE,
)


def asks_yes_or_no(question: str) -> bool:
    """Whether a question, or a part of one, asks for yes or no by the word it begins with."""
    asks = asked_clause(question)
    return bool(_POLAR.match(asks)) and not _EXCLUDES.search(asks)


def decided_by(question: str, passage: Passage, *, sure: bool = False) -> Decided:
    """What the passage says to a yes/no question; no word for every other question and where in doubt.

    A rule need not repeat the words of the question where the finder is `sure` that it answers.
    """
    if not asks_yes_or_no(question) or asks_history(question):
        return Decided()
    question = asked_clause(question)
    head = _lead_in(passage)
    if (there := attended(question, passage.text)) is not None:
        return Decided("yes" if there else "no")
    if _EVENT.match(question):
        if VOTERS.search(question) and of_a_board(passage):
            return Decided()  # what a board voted is not what the voters decided
        done = _by_motion(question, passage)
        acted = _ASKED_ACT.search(question) or _ASKED_DENIAL.search(question)
        if done or acted:
            return Decided(done or _by_result(question, f"{head}{passage.text}"))
    text = f"{head}{passage.spans[passage.best].text}"  # what only goes on with the best words decides nothing
    about = _on_the_matter(question, text)
    if _turned(question, text) or about < (0.0 if sure or _PROHIBITS.search(text) else _NEAR):
        return Decided()
    compared = _by_number(question, text)
    word = compared or _by_rule(question, text)
    if word == "yes" and not (compared or sure) and not any(_rules(question, f"{head}{x.text}") for x in passage.spans):
        return Decided()  # a duty or a right is soon found, seldom that of the question
    return Decided(word, bool(word) and not compared and bool(_BOUND.search(text)))


def _turned(question: str, text: str) -> bool:
    """Whether a question is turned round by a word that the text does not turn itself round by: "may it be done
    without a vote" of a rule on what is done after one."""
    said = text.lower()
    return any(word.lower() not in said for word in _TURNED.findall(question))


def rules_on(question: str, passage: Passage) -> bool:
    """Whether the best words of a passage of no minutes lay down or forbid what a question asks, in most of its words;
    where it asks for a permit, of that."""
    text, thing = passage.spans[passage.best].text, thing_needed(question)
    said = _on_the_matter(question, f"{_lead_in(passage)}{text}") >= _ABOUT
    of_thing = not thing or says_needed(thing, text)
    rule = passage.spans[0].evidence.chunk.doc_type != "minutes"
    return rule and said and of_thing and bool(decided_by(question, passage).word)


def tells_event(question: str, passage: Passage) -> bool:
    """Whether a passage says yes or no to a question that asks what was done: rules on the matter then say nothing."""
    return bool(_EVENT.match(question)) and bool(decided_by(question, passage).word)


def opening(question: str, passage: Passage, *, sure: bool) -> str:
    """What stands before the passage that answers a yes/no question: the word, with what binds it, or that a reader
    must decide by it; "" for every other question."""
    if not asks_yes_or_no(question):
        return ""
    word, bound = decided_by(question, passage, sure=sure)
    if not word:
        return TURNS_ON if sure else f"Likely {TURNS_ON[0].lower()}{TURNS_ON[1:]}"
    bind = ", on a condition" if bound else ""
    return f"{word.capitalize()}{bind}. " if sure else f"Likely {word}{bind}. "


def _by_rule(question: str, text: str) -> Word:
    """Yes or no by the modal words of a rule; "" where it has none, or says both."""
    if _DUTY.match(question):
        thing = thing_needed(question)
        if _ONLY_WITH.search(text) or (thing and says_needed(thing, text) and not _FREES.search(text)):
            return "yes"
        return "no" if _FREES.search(text) else _one_of(_BINDS, _BARS, text)
    if _PERMISSION.match(question):
        if _BARS.search(text):
            return "" if _bars_less(question, text) else "no"
        return "yes" if _ALLOWS.search(text) else ""
    return "no" if _denies(question, text) else ""


# "docks are not allowed to be placed on piers", "campers shall not be rented as a short-term unit"
_BARRED = lazy_regex(
    r"\b(?:prohibited|forbidden|unlawful|not (?:be )?(?:allowed|permitted)|(?:shall|may|must) not)\b"
    r"(?P<what>[^.;,:]*)(?!:)(?=[.;,]|\Z)",
    re.IGNORECASE,
)
_PROVIDED = lazy_regex(r"\b(?:unless|except|without|until|other than|if|when|where|provided)\b.*", re.IGNORECASE)


def _bars_less(question: str, text: str) -> bool:
    """Whether a rule bars only a manner of what is asked, mostly in words that the question does not say: docks on
    piers of docks."""
    asked = set(map(stem, words(question)))
    barred = ([*map(stem, content_words(_PROVIDED.sub("", one["what"])))] for one in _BARRED.finditer(text))
    return any(2 * sum(root not in asked for root in what) > len(what) for what in barred)


def _denies(question: str, text: str) -> bool:
    """Whether a text denies a word of the question in so many words: "shall have no veto power"."""
    said = [word for word in content_words(question) if word not in _NO_PREDICATE | _BODIES]
    if _DID.match(question):
        said = said[:1]  # "did they raise": not raised, not no dump
    elif _HAS.match(question):
        done = [word for word in said if word.endswith("ed") or base_of(word) != stem(word)]
        said = done or said[-1:]  # "has the roof been replaced": not replaced, not no roof
    asked = set(map(stem, said))
    return any(not asked.isdisjoint(map(stem, words(found[1]))) for found in _DENIED_WORDS.finditer(text))


def _by_result(question: str, text: str) -> Word:
    """Yes or no by a result told in passing ("the article failed"), in a sentence on the matter asked about."""
    told = [one.text for one in sentences(text) if _on_the_matter(question, one.text) >= _ABOUT]
    passed, failed = (any(map(result.search, told)) for result in (_PASSED, _FAILED))
    if passed == failed:
        return ""
    return "yes" if passed != bool(_ASKED_DENIAL.search(question)) else "no"


def _one_of(yes: re.Pattern[str], no: re.Pattern[str], text: str) -> Word:
    return "yes" if yes.search(text) and not no.search(text) else ""


def _by_number(question: str, text: str) -> Word:
    """Yes or no where the question names a number and the rule one bound for the same kind of number."""
    asked = figures_in(question)
    bounds = [one for one in figures_in(text) if asked and one.kind == asked[0].kind]
    if len(asked) != 1 or len(bounds) != 1 or not _PERMISSION.match(question):
        return ""
    before = text[: bounds[0].start][-60:]
    compare: Callable[[float, float], bool] | None = (
        float.__le__ if _AT_MOST.search(before) else float.__ge__ if _AT_LEAST.search(before) else None
    )
    try:
        fits = compare(float(asked[0].value), float(bounds[0].value)) if compare else None
    except ValueError:
        return ""
    return "" if fits is None else "yes" if fits else "no"


def _by_motion(question: str, passage: Passage) -> Word:
    """Yes or no by what became of the one motion that the passage tells; "" where none, several or no vote is told, or
    it moved something else."""
    told = motions_of(passage)
    if len(told) != 1:
        return ""
    (motion,) = told
    denial = bool(_ASKED_DENIAL.search(question))
    if denial or _ASKED_ACT.search(question):
        done = _AS_MOVED if _AGREED.search(question) else _DONE
        if motion.outcome not in done | _DENIED | _PUT_OFF or not _moves_it(question, f"{motion.text} {passage.text}"):
            return ""
        return "no" if motion.outcome in _PUT_OFF else "yes" if (motion.outcome in _DENIED) == denial else "no"
    if motion.action == "recommend" and not _RECOMMENDED.search(question):
        return ""  # what was recommended was not therefore done
    way = _moved_way(question, f"{motion.text} {passage.text}") if motion.fate in ("passed", "failed") else ""
    if way == "same":
        return "yes" if motion.fate == "passed" else "no"
    return "no" if way and motion.fate == "passed" else ""  # what was not lowered was not therefore raised


def _moves_it(question: str, text: str) -> bool:
    """Whether a motion with the words beside it names what a question asks the granting or denying of: a deed of the
    same lot is no abatement."""
    plain = without_identifiers(question)
    asked = (word for word in content_words(_ASKED_DENIAL.sub(" ", _ASKED_ACT.sub(" ", plain))))
    wanted = {stem(word) for word in asked if word not in _BODIES | DESIGNATORS and not word[0].isdigit()}
    return not wanted or not wanted.isdisjoint(map(stem, words(text)))


def _moved_way(question: str, text: str) -> Literal["same", "opposite", ""]:
    """Whether a motion moved what a question asks by its own verb ("raise" of a motion "to increase"), or the opposite
    of it; "" where it says neither, or is about another matter."""
    said = (*content_words(question), *_UP_OR_DOWN.findall(question.lower()))
    asked = [word for word in said if not _MODAL.fullmatch(word) and word not in _BODIES]
    held = {(base_of(word),) for word in words(text)}
    groups = frozenset[int]().union(*(groups_of(key) for key in held))
    keys = [(base_of(word),) for word in asked]
    same = [key in held or bool(groups_of(key) & groups) for key in keys]
    verb = _verb(asked, passive=not _DID.match(question))
    if len(keys) < _LEAST_ASKED or sum(same) < _ABOUT * len(keys):
        return ""
    if any(opposite(verb, key) for key in held):
        return "" if verb in held else "opposite"
    return "same" if same[keys.index(verb)] else ""


def _verb(asked: Sequence[str], *, passive: bool) -> tuple[str]:
    """The base form of the verb among the words asked: the first of "did they raise the fee", the participle of "was
    the fee raised", the last word where it only says that something was made or went so."""
    bent = (word for word in asked if word.endswith(("ed", "en")) or base_of(word) != stem(word))
    first = next(bent, "") if passive else next(iter(asked), "")
    last = asked[-1] if asked else ""
    return (base_of(last if not first or base_of(first) in LIGHT_VERBS else first),)


def _rules(question: str, sentence: str) -> bool:
    """Whether one sentence, with its lead-in, lays down or allows something in the words of the question."""
    return bool(_ALLOWS.search(sentence) or _BINDS.search(sentence)) and _on_the_matter(question, sentence) >= _ABOUT


def _lead_in(passage: Passage) -> str:
    """The lead-in that the best words of a passage hang on ("The following are prohibited:"), "" without one."""
    best = passage.spans[passage.best]
    text = best.evidence.chunk.text
    head = next((text[one.head_start : one.head_end] for one in hung_on(text, best.end - 1)[:1]), "")
    return f"{head} " if 0 < len(head) <= _HEAD_CHARS else ""


def _on_the_matter(question: str, text: str) -> float:
    """The share of the words of a question that a rule holds, but for those that only ask; 1 where there are none."""
    asked = {
        stem(word)
        for word in content_words(question)
        if not _MODAL.fullmatch(word) and base_of(word) not in LIGHT_VERBS
    }
    held = {stem(word) for word in words(text)}
    return len(asked & held) / len(asked) if asked else 1.0
