"""What a motion asks, and what its fate makes of the matter: a motion to deny that passes denies.

Two tables and their reading: verbs to actions, action and fate to outcome. They hold no rule about who may move what.

A record in words: one line that a reader understands, the vote behind it, and the words it is found by.

Pure text. It refuses to say what the record does not hold, and to name anybody but those who acted in it.
"""

from __future__ import annotations

import re
from typing import Final

from vault.facts.names import SOLE_BODIES
from vault.facts.types import (
    OUTCOMES,
    Action,
    Article,
    Fate,
    LedgerRecord,
    MatterOutcome,
    Motion,
    Notice,
    Officer,
    RowFigure,
    Rule,
    Utterance,
    Vote,
)
from vault.text.patterns import lazy_regex

__all__ = ["action_of", "came_of", "object_of", "outcome_of", "result_of", "said", "told", "vote_words"]

_VERBS: Final[tuple[tuple[Action, str], ...]] = (
    ("not_recommend", r"(?:vote\s+)?unfavou?rable\s+action|"
                      r"not\s+(?:to\s+)?recommend|disapprove|recommend(?:\s+\w+){0,3}\s+(?:be\s+denied|against|"
                      r"denial|disapproval)"),
    ("deny", r"den(?:y|ied|ial)|reject|disallow|not\s+(?:approve|grant|accept|in\s+favou?r)|turn\s+down"),
    ("withdraw", r"withdraw|rescind|revoke"),
    ("adjourn", r"adjourn|end\s+(?:the\s+)?meeting|close\s+(?:the\s+)?meeting|(?:meeting\s+)?adjournment"),
    ("table", r"table|lay\b[^.;]{0,60}?\bon\s+the\s+table"),
    ("continue", r"continue|postpone|defer|carry\s+over|wait|hold\s+off"),
    ("nominate", r"nominat\w+|(?:re-?)?appoint(?:ment)?|(?:re-?)?elect\b|make\s+(?:that|the|this|an?)\s+appointment|"
                 r"add\s+(?-i:[A-Z]\w+\s+(?:[A-Z]\.\s+)?[A-Z]\w+)\s+to\s+the\s+(?:\w+\s+)?(?:council|board|committee|commission)\b"),
    ("amend", r"amend|(?:adjust|add|increase|decrease|reduce|change)\b(?:[^.;]|\.\d){0,70}\b(?:line\s+items?|"
              r"budget)\b"),
    ("recommend", r"(?:vote\s+)?favou?rable\s+action|recommend(?:ing)?|support(?:ing)?"),
    ("authorize", r"authori[sz]\w+|empower|direct|instruct|spend|expend\w*|purchase|buy|hire|"
                  r"release|designate|allocate|"
                  r"transfer|engage|enter\s+into|pay(?:ment)?|encumber|withhold|reimburse(?:ment)?|abate\b|"
                  r"(?:have|let)\s+(?:(?-i:[A-Z])\w*|(?:him|her)self|the\s)|"
                  r"(?:send|write|issue|give|use|offer|extend|increase|return|revert)\b[^.;]{0,40}?(?:\$|\b(?:payments?|checks?|funds?|money|refunds?|letters?|right|authority|permission)\b)"),
    ("accept", r"accept(?:ance)?|go\s+with|receive|acknowledge"),
    ("approve", r"allow|permit|waive|give\s+(?:an?\s+|the\s+)?(?:waiver|permission|variance|approval)|"
                r"approv\w*|app[tr]ove|grant(?:ed)?|adopt(?:ion)?|ratify|award|sign|pass\b|declare|enact|confirm|affirm|"
                r"endorse|concur|"
                r"certify|establish|raise(?=\s+(?:and\s+appropriate|the\s+sum|\$))|appropriate"),
)  # fmt: skip
# "enter into non-public session under RSA 91-A:3, II (a)", "go into executive session"
_NONPUBLIC: Final = lazy_regex(
    r"\W*(?:re-?)?(?:ente[rt]|go|move|convene|adjourn)\b[^.;]{0,30}\b(?:non-?\s?public|executive|"
    r"closed)\b(?![^.;]{0,30}\bclosed\s+hearing)",
    re.I,
)
_PATTERNS: Final = tuple((action, lazy_regex(rf"\W*(?:{verbs})(?:e?d)?\b", re.IGNORECASE)) for action, verbs in _VERBS)
# "approve sending the letter", "approve Matt to sign": leave is given to do something.
_LEAVE: Final = lazy_regex(
    r"\W*(?:(?:approve|accept)\s+(?:the\s+)?(?:sending|signing|hiring|spending|purchasing|paying|using|"
    r"advertis\w+|posting|"
    r"moving|giving|allowing|having)\b|(?:(?:approve|accept|for)\s+)?(?-i:[A-Z])[\w.]+(?:\s+(?-i:[A-Z])[\w.]+){0,2}\s+to\s+[a-z]+\b)",
    re.IGNORECASE,
)
# "for waiver request for Section 9.04", "Case #25-01-V: … is Granted a Variance", "is hereby denied"
_STATED: Final = (
    ("deny", lazy_regex(r"\b(?:is|be|are)\s+(?:hereby\s+)?denied\b|\bto\s+deny\b", re.IGNORECASE)),
    ("approve", lazy_regex(r"\b(?:is|be|are)\s+(?:hereby\s+)?(?:conditionally\s+)?(?:grant(?:ed)?|approved|adopted)\b|"
                           r"\bto\s+(?:conditional(?:ly)?\s+)?(?:\w+\s+)?(?:grant|approv(?:e|al)|waive)\b|"
                           r"^\W*(?:the\s+)?(?:waiver|"
                           r"approval)\b|\A\W*article\s+\w+(?:\s+as\s+\w+)?\W*\Z", re.IGNORECASE)),
    ("accept", lazy_regex(r"^\W*(?:the\s+)?acceptance\b", re.IGNORECASE)),
)  # fmt: skip

_SEAL: Final = lazy_regex(r"\W*seal\b", re.IGNORECASE)
# "re-enter the public meeting", "come out of non-public session", "return to public session"
_BACK_TO_PUBLIC: Final = lazy_regex(
    r"\W*(?:(?:re-?enter|return\s+to|reconvene|resume|go\s+back)\b[^.;]{0,20}\bpublic|(?:come|go)\s+out\s+of|"
    r"(?:exit|leave|end|close)\b[^.;]{0,12}\bnon-?\s?public)",
    re.IGNORECASE,
)

_PASSED: Final[dict[Action, MatterOutcome]] = {
    "approve": "granted", "deny": "denied", "accept": "accepted", "authorize": "authorized",
    "recommend": "recommended", "not_recommend": "not recommended", "amend": "amended", "table": "tabled",
    "continue": "continued", "nominate": "appointed", "withdraw": "withdrawn", "adjourn": "adjourned",
    "enter_nonpublic": "entered nonpublic", "other": "done",
}  # fmt: skip


# "we accept", "EDC should write", "voted to grant", "conditionally approve": words before the verb that asks
_BEFORE_VERB: Final = lazy_regex(
    rf"\W*(?:I\s+move\s+)?(?:that\s+)?(?:(?:we|(?-i:[A-Z]{{3,}})|(?:the\s+)?(?:(?-i:[A-Z])\w+\s+)?(?:town|city|village|district|board|committee|council|"
    rf"commission|{'|'.join(sorted(SOLE_BODIES))})(?:\s+of\s+\w+)?)\s+"
    r"(?:(?:should|shall|will|would|(?:unanimously\s+)?voted?(?:\s+unanimously)?\s+to)\s+)?|they\s+(?:were|are|should|would|will)\s+|voted\s+(?:unanimously\s+)?to\s+|(?:\w+ly|conditional)\s+)+",
    re.IGNORECASE,
)


def _asked(clause: str) -> str:
    """The clause from the verb that asks on."""
    before = _BEFORE_VERB.match(clause)
    return clause[before.end() :] if before else clause


def object_of(clause: str) -> str:
    """What the verb of a motion is about: the words after it; the whole clause where no verb of the table leads it."""
    asked = _asked(clause)
    if not any(pattern.match(asked) for _, pattern in _PATTERNS) and any(stated.search(asked) for _, stated in _STATED):
        return asked
    parts = re.sub(r"\A\W*not\s+(?:to\s+|in\s+(?=favou?r\b))?", "", asked).split(None, 1)
    return re.sub(r"\Aof\s+", "", parts[1]) if len(parts) > 1 else ""


def action_of(clause: str) -> Action:
    """The action a motion asks, from the words after "moved to"; `other` for a verb that is not in the table."""
    clause = _asked(clause)
    if _NONPUBLIC.match(clause):
        return "enter_nonpublic"
    if _BACK_TO_PUBLIC.match(clause) or _SEAL.match(clause):
        return "other"
    if _LEAVE.match(clause):
        return "authorize"
    for action, pattern in _PATTERNS:
        if pattern.match(clause):
            return action
    for named, pattern in _STATED:
        if pattern.search(clause):
            return named  # type: ignore[return-value]
    return _passive(clause)


# "that the hearing be continued to Monday", "the matter is hereby tabled", "that Roy be appointed"
_PASSIVE: Final = lazy_regex(r"\b(?:be|is|are|was|were)\s+(?:hereby\s+)?(?P<verb>[a-z]+(?:ed|n))\b", re.IGNORECASE)


def _passive(clause: str) -> Action:
    """The action of "that X be continued"; `other` when no verb of the table is asked in that form."""
    asked = _PASSIVE.search(clause)
    if asked is None:
        return "other"
    verb = asked["verb"].lower()
    for form in (verb, verb[:-1], verb[:-2]):
        action = next((action for action, pattern in _PATTERNS if pattern.fullmatch(form)), None)
        if action:
            return action
    return "other"


# "nominated Roe as Chairman", "Roe to be vice-chair": an office that a board fills from among its own
_OWN_OFFICE: Final = lazy_regex(
    r"\b(?:as|be|for|of)\s+(?:the\s+)?(?:(?:vice|co)[- ]?)?"
    r"(?:chai[rt](?:man|woman|person)?|secretary|treasurer|clerk|president)\b",
    re.IGNORECASE,
)


def outcome_of(action: Action, fate: Fate, clause: str = "") -> MatterOutcome:
    """What became of the matter; empty without a fate, or where a failed motion decides nothing."""
    if fate == "passed" and action == "other" and _SEAL.match(clause):
        return "sealed"
    if fate == "passed" and action == "other" and _BACK_TO_PUBLIC.match(clause):
        return "re-entered public meeting"
    if fate == "passed" and action == "nominate" and _OWN_OFFICE.search(clause):
        return "elected"
    if fate == "passed":
        return _PASSED[action]
    if fate not in ("failed", "tied", "died") or action == "not_recommend":
        return ""  # a failed motion against is no recommendation for
    return next((one for one in OUTCOMES if one == f"not {_PASSED[action]}"), "not done")


_ARTICLE_CHARS = 600
_ARTICLE_NAME = 140
"""Characters of its words by which an article without a title is called."""


def vote_words(vote: Vote) -> str:
    """ "3-1; against: Roy"; empty when no vote is told."""
    parts = []
    if vote.yes is not None and vote.no is not None:
        parts.append(f"{vote.yes}-{vote.no}" + (f"-{vote.abstained}" if vote.abstained is not None else ""))
    elif vote.unanimous:
        parts.append("unanimous, no count printed")
    return "; ".join([*parts, *(f"{word}: {', '.join(names)}" for word, names in _apart(vote) if names)])


def _apart(vote: Vote) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who did not vote with the others, by how."""
    return ("against", vote.against), ("abstained", vote.abstaining), ("recused", vote.recused)


def result_of(motion: Motion) -> str:
    """The outcome of a motion's matter, else what became of the motion; "no result told" where nothing says it."""
    return motion.outcome or ("no result told" if motion.fate == "none" else f"the motion {motion.fate}")


def told(record: LedgerRecord) -> str:
    """Who acted and on what, or the row's label, without what came of it."""
    if isinstance(record, Motion):
        act = "" if record.action == "other" else f" to {record.action.replace('_', ' ')}"
        who = f"{record.mover} moved{act}" if record.mover else f"moved{act}, by whom is not told"
        second = f", {record.seconder} seconding" if record.seconder else ""
        what = record.object or ("the meeting" if record.action == "adjourn" else record.text)
        return f"{who}{second}: {what}"
    if isinstance(record, Article):
        recommended = f" ({'; '.join(record.recommendations)})" if record.recommendations else ""
        name = record.title or " ".join(record.text.split())[:_ARTICLE_NAME]
        return f"Article {record.number} {name.removeprefix(f'Article {record.number}').strip()}{recommended}"
    if isinstance(record, Rule):
        place = ", ".join(part for part in (record.section, *record.paragraph) if part)
        return f"{place}: {record.text}" if place else record.text
    if isinstance(record, Notice):
        return f"{record.what}: {record.subject}"
    if isinstance(record, Officer):
        return f"{record.person}, {record.office}"
    if isinstance(record, Utterance):
        return f"{record.speaker} {record.verb}: {record.said}"
    return record.label


def came_of(record: LedgerRecord) -> str:
    """The outcome with its vote, or the value under its heads; empty when the record tells neither."""
    if isinstance(record, Motion):
        parts: tuple[str, ...] = (result_of(record), vote_words(record.vote), record.amount)
    elif isinstance(record, RowFigure):
        column = "" if record.period and record.column == record.period else record.column
        parts = (" | ".join(part for part in (column, record.period, record.value) if part),)
    elif isinstance(record, Article):
        parts = (record.amount, record.result)
    elif isinstance(record, Officer):
        parts = ("" if record.present else "absent",)
    else:
        parts = ()
    return "; ".join(part for part in parts if part)


def said(record: LedgerRecord) -> str:
    """The free words a record is found by; of a rule only whom it binds, for its section is found by its passages."""
    if isinstance(record, Motion):
        return " ".join((record.object, record.conditions, *(word for word, names in _apart(record.vote) if names)))
    if isinstance(record, RowFigure):
        return f"{record.label} {record.column}"
    if isinstance(record, Article):
        return f"{record.title} {record.text[:_ARTICLE_CHARS]}"
    if isinstance(record, Rule):
        return record.actor
    if isinstance(record, Officer):
        return f"{record.office} {record.title}"
    return record.said if isinstance(record, Utterance) else record.subject
