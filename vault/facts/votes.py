"""How a vote is told: counts, roll calls, "all in favor", abstentions, and what became of the motion.

Reads the words after a motion. It adds up nothing but a roll call: without numbers or names there is no count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from vault.facts.lead_in import sentence_end
from vault.facts.names import NAME, bare_name
from vault.facts.numerals import UNITS
from vault.facts.types import Fate, Vote
from vault.text.patterns import lazy_regex

__all__ = ["Told", "told_vote"]

# "Motion passed", "the vote passed 3-0", "It passed 4-0", "Article 12 failed", "motion does not carry"
_FATE = lazy_regex(
    r"\b(?P<what>motion(?:s|ed)?|nomination|vote|votes|it|article\s+\w+|amendment|question|"
    r"resolution|ordinance|main motion)\b\W{0,5}"
    r"(?:as\s+\w+\s+)?(?:(?:was|were|has|then|has been|so|therefore|duly|was so)\s+)*"
    r"(?P<word>pas{1,2}e[sd]|carrie[sd]|carry|approved|adopted|prevailed|prevails|did\s+not\s+(?:pass|carry)|"
    r"does\s+not\s+(?:pass|carry)|fail(?:ed|s)|defeated|lost|den(?:ied)|unanimous(?:ly)?|withdrawn|died|dies|dead)\b(?!\s+(?:along|on\s+to|out|away|over)\b)",
    re.I,
)
# "Unanimously approved.", "So voted", "and unanimously approved", "Passed 5-0", "(4-1 vote)", "All in favor."
_PASSED = lazy_regex(
    r"\bunanimous(?:ly)?\s+(?:approved|carried|passed|voted|adopted|accepted)\b(?!\s+(?:at|last|in)\s)|\b(?:approved|carried|passed|"
    r"adopted)\s+unanimously"
    r"|\bso\s+(?:voted|ordered)\b|\bM/C\b|\bpassed\s+(?:by\s+)?(?:a\s+vote\s+of\s+)?\(?\d|\bunanimous\s+(?:vote|"
    r"approval|consent)|\bvote\s+(?:was\s+)?unanimous"
    r"|\bvoted\s+(?:unanimously\s+|\(?\d{1,2}\s?[-–]\s?\d{1,2}(?:\s?[-–]\s?\d{1,2})?\)?,?\s+)?(?:to\s+approve|in\s+favou?r)\b|\bvoted\s+unanimously\b"
    r"|(?:\A\s*|(?<=[.;,]\s)|(?<=[.;,]\n)|(?<=[.;,]\s\s))(?:passed|carried|approved|adopted|unan)(?=\s*(?:[.;(,]|\Z|\d))"
    r"|\b(?:passed|carried)\s+(?:by|on)\s+(?:a\s+)?(?:majority|two-thirds|voice|show|card|hand)|\s[–—-]\s+(?:approved|passed|carried)\b(?!\s+(?:by|at|in)\s)",
    re.I,
)
_UNANIMOUS = lazy_regex(
    r"\bunanimous(?:ly)?\b(?!\s+voted\s+(?:at|last|in)\s)|\ball\s+(?:were\s+|wete\s+|was\s+|members\s+|voted\s+|(?:present|in\s+attendance)\s+(?:were\s+|voted\s+)?|"
    r"those\s+)*(?:in\s+favo[u]?[rt](?:ed)?|aye|yes)\b|\bunan\b"
    r"|\ball\s+(?:ayes|approved|agreed|in\s+favour)\b|\bayes\W{1,3}all\b|\bnone\s+opposed\b",
    re.I,
)
# "passed 10- 0", "passed (6-0-0)", "vote 3-0-1", "voted 4-1", "carried 4–0"
_COUNT = lazy_regex(
    r"(?:pas{1,2}e[sd]|carrie[sd]|fail(?:ed|s)|lost|approved|adopted|defeated|denied|vote[ds]?|voting|tally|count|"
    r"unanimous(?:ly)?|favo[u]?r|"
    r"seconded|seconds|recommended|granted)\b(?:\s+(?:was|of|is|by|a|vote|unanimously|with|on|taken))*\W{0,6}"
    r"(?<!\d)(?P<y>\d{1,4})\s?(?:[-–—]|\bto\b|/(?=0\b))\s?(?P<n>\d{1,4})(?:\s?[-–—]\s?(?P<a>\d{1,3}))?(?![\d/-]|\.\d)",
    re.I,
)
# "Roe moved to approve the warrant. 3-0."
_ALONE = lazy_regex(r"[.;]\s+\(?(?P<y>\d{1,2})(?:-|/(?=0\b))(?P<n>\d{1,2})(?:-(?P<a>\d))?\)?\s*(?=[.;]|\Z|\n)")
_ALONE_REACH = 240
_MOST_IN_WORDS = 15
"""No board of a town has more members who vote: larger counts stand in figures."""
_WORDS = {word: number for word, number in UNITS.items() if number <= _MOST_IN_WORDS} | {"none": 0, "no": 0}
_NUMBER = rf"(?<![\w.,$])(?<!no\s)(?!0\d)(?P<{{0}}>\d{{{{1,4}}}}|{'|'.join(_WORDS)})"
# "by a vote of four to one", "The motion passes? Five to zero."
_SPELLED = lazy_regex(
    rf"\b(?:votes?|voted|pass(?:ed|es)|carried|failed)\b\W{{1,4}}(?:(?:was|of|by|a|vote)\s+)*(?P<y>{'|'.join(_WORDS)})\s?"
    rf"(?:to|-)\s?(?P<n>{'|'.join(_WORDS)})(?=\s*(?:[.,;)]|\Z|with\b|in\b|and\b))",
    re.I,
)
# "three in favor, two opposed, one abstention", "3 yes and 2 no", "Yes 312 No 45"
_IN_FAVOR = lazy_regex(
    _NUMBER.format("y")
    + r"\s+(?:votes?\s+|members?\s+(?:voted\s+)?)?(?:in\s+favou?r|yes\b|yeas?\b|ayes?\b|for\b|affirmative)",
    re.I,
)
_OPPOSED = lazy_regex(
    _NUMBER.format("n") + rf"\s+(?:\((?P<who>(?-i:{NAME}))\)\s+)?"
    r"(?:votes?\s+|members?\s+)?(?:opposed|against|nays?|no\b|negative)",
    re.I,
)
_ABSTAINED = lazy_regex(_NUMBER.format("a") + r"\s+(?:members?\s+)?(?:abstain\w*|abstention\w*)", re.I)
_YES_NO = lazy_regex(
    r"(?<!\d\s)\b(?:yes|yeas?|ayes?|in\s+favou?r|for)\W{0,4}(?P<y>\d{1,5})\b\D{0,25}?\b(?:no|noes|nays?|opposed|against)\W{0,4}"
    r"(?P<n>\d{1,5})\b(?:\D{0,12}?\babst\w*\W{0,4}(?P<a>\d{1,3})\b)?",
    re.I,
)
_ROLL = lazy_regex(
    r"\b(?P<who>(?-i:[A-Z])[A-Za-z.'’-]+?(?:\s(?-i:[A-Z])[\w.'’-]+?)?)(?:\s\([^()\n]{3,30}\))?\s{0,3}[-–:,]{0,2}\s{0,3}(?:voted\s+|answe[rt]ed[.,]?\s+|said\s+)?"
    r"(?:\b|(?<=[a-z]{4})(?=yes))(?P<word>yes|aye|yea|nay|no|abstain(?:ed|s)?|abs)\b(?!\s+(?:further|discussion|one|other|issues?|public))",
    re.I,
)
_NEXT_ANSWER = lazy_regex(r"[\s,;.]{1,3}(?:and\s+)?")
# "AYES: Roe, Lee NOES: Tan", "Ayes: Roe and Lee. Nays: None.", "Roe, Lee and Tan abstained", "Abstained: Roe & Lee"
_NAMES = rf"(?:none|{NAME}(?: – [A-Z][a-z]+)?(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+){NAME}(?: – [A-Z][a-z]+)?)*)"
_SOME = rf"(?:(?:(?<=[.;]\s)|(?<=\()|(?<=with\s))(?:{NAME},\s+)+)?{NAME}(?:,?\s+(?:and|&)\s+{NAME})?"
_WHO_ABSTAINED = lazy_regex(
    rf"(?P<who>{_SOME}),?\s+(?:ha[sd]\s+|was\s+|were\s+|[–—-]\s+)?(?P<how>(?i:abstain(?:ed|s|ing)?|recus\w+))\b(?!:)"
    rf"|\b(?P<how_then>(?i:abstain\w*|recused)):\s*(?P<then>{_NAMES})"
)
_WHO_OPPOSED = lazy_regex(
    rf"(?P<who>{_SOME}),?\s+(?:was\s+|were\s+|[–—-]\s+)?(?:[Oo]pposed|opposing|"
    rf"vot(?:ed|ing)\s+(?:no|nay|against|in\s+opposition|in\s+the\s+negative)|"
    r"dissent(?:ed|ing)|against(?=\W*(?:[.;)]|\Z))|in\s+(?:opposition|the\s+negative))\b(?!\s+w(?:as|ere)\b)"
    rf"|\b(?i:(?:opposed|opposition|against)\s+(?:were|was):?|nays?:)\s+(?P<then>{_NAMES})\b(?!\s+[Aa]bstain)"
)
_LISTED = lazy_regex(
    rf"\b(?i:ayes?|yeas?|yes|(?:voting\s+)?in\s+favou?r|for)\s?[:–—-]\s*(?P<yes>(?i:none|all\b)|{_NAMES})"
    rf"\W+(?i:noes?|nays?|no|opposed|against)\s?[:–—-]\s*(?P<no>(?i:none)|{_NAMES})"
)
# "Roe, Lee, and Tan voted in favor"
_IN_FAVOR_BY_NAME = lazy_regex(
    rf"(?P<yes>{NAME}(?:,\s+{NAME})+,?\s+and\s+{NAME})\s+vot(?:ed|ing)\s+(?:in\s+favou?r|yes|aye)\b"
)
# "was seconded by Lee and lost, 2-3"
_LOST = lazy_regex(r"\band\s+(?:was\s+)?(?:lost|failed|defeated)(?=\W{0,3}(?:by\b|on\b|\d))", re.I)
_TIED = lazy_regex(r"\btie(?:d)?\s+vote\b|\bvote\s+(?:was\s+)?(?:a\s+)?tied?\b", re.I)
_DEAD = lazy_regex(r"\b(?:for\s+)?(?:lack|want)\s+of\s+a\s+second\b|\bno\s+second\b|\bwas\s+not\s+seconded\b", re.I)
_WITHDRAWN = lazy_regex(
    r"\b(?:withdr[ea]w(?:n|s)?|retract(?:s|ed)|rescind(?:s|ed))\s+(?:his|her|their|the|that)?\s*(?:motion|second)|\bmotion\s+(?:was\s+)?withdrawn",
    re.I,
)
_IF = lazy_regex(r"\b(?:if|when|unless|once|should)\s+(?:the\s+)?$", re.I)
_ALL_OPPOSED = lazy_regex(r"\ball\s+(?:were\s+|members\s+)?opposed\b(?!\s*[:?])", re.I)
_NOT = lazy_regex(r"fail|defeat|lost|not\s+(?:pass|carry)|denied", re.I)
_ROLL_REACH = 500
"""Characters after "Motion passed." in which a roll call is told."""
_TRAILING = lazy_regex(
    rf"\s*[*]*\s*(?:(?:{NAME})\s+(?:abstain|opposed|voted|second|recus)|\(|\d{{1,3}}\s?-|Motion\b|"
    rf"The\s+motion\s+|Vote\b|Roll)"
)


_BRACKET = lazy_regex(r"[ \t]*\n?[ \t*]*\(\d{1,3}\s?[-–]\s?\d{1,3}(?:\s?[-–]\s?\d{1,3})?\)\.?")
"""A count that stands alone after the result: "Motion failed. (2-6-0)"."""
_ANSWER_NEXT = lazy_regex(rf"[\s;,.:]{{1,4}}(?:and\s+)?{NAME}\s?[-–:,]\s?(?i:yes|aye|yea|nay|no|abstain(?:ed)?)\b")
_ROLL_NEXT = lazy_regex(r"\s*(?:A\s+)?roll\s?-?\s?call\b", re.I)
_LINE_END = lazy_regex(r"\s?\(?(?:\d{1,3}(?:\s?[-–]\s?\d{1,3}){1,2}\)?)?[ \t]*(?=\n\s*[A-Z•\d$])")
_REST = lazy_regex(r"\W{1,4}(?:absent|excused|abstain\w*|abstentions?|recused|nays?|noes|opposed)\s?[:–—-][^\n]*", re.I)
"""Lines that go on with a list of names: "ABSENT: None", "Nay: Ald. Roe"."""


class Told(NamedTuple):
    """A vote as told, the fate of its motion, where the telling ends, and whether the fate is in plain words."""

    vote: Vote
    fate: Fate
    start: int
    end: int
    plain: bool


def _number(word: str | None) -> int | None:
    if not word:
        return None
    return int(word) if word.isdigit() else _WORDS.get(word.lower())


def _roll_call(text: str) -> tuple[int, int, int, tuple[str, ...], int] | None:
    """Yes, no, abstained, who said no, and the end of a roll call; None when fewer than two answers are listed.

    Without the words "roll call" the answers must stand one right after another ("Roe aye, Lee aye")."""
    begin = re.search(r"\broll\s?-?\s?call\b|\bpolled\b", text, re.I)
    found = [match for match in _ROLL.finditer(text, begin.end() if begin else 0) if bare_name(match["who"])]
    if begin is None:
        close = (one for one, after in pairwise(found) if _NEXT_ANSWER.fullmatch(text, one.end(), after.start()))
        first = next(close, None)
        found = found[found.index(first) :] if first else []
    answers: dict[str, str] = {}
    end = begin.end() if begin else found[0].start() if found else 0
    for match in found:
        if match.start() - end > (90 if begin else 8):  # the list has ended
            break
        answers[bare_name(match["who"])] = match["word"].lower()
        end = match.end()
    if len(answers) < 2:
        return None
    no = tuple(name for name, word in answers.items() if word in ("no", "nay"))
    held = sum(word.startswith("abs") for word in answers.values())
    return len(answers) - len(no) - held, len(no), held, no, end


def _first_fate(text: str) -> tuple[Fate, int, int]:
    """The first telling in plain words of what became of the motion ("Motion passed"): fate and place."""
    best: tuple[int, Fate, int] | None = None
    plain = _FATE.search(text)
    while plain and _IF.search(text[max(0, plain.start() - 14) : plain.start()]):
        plain = _FATE.search(text, plain.end())
    if plain:
        word = plain["word"].lower()
        fate: Fate = "failed" if _NOT.search(word) else "passed"
        fate = "withdrawn" if word == "withdrawn" else "died" if word in ("died", "dies", "dead") else fate
        best = (plain.start(), fate, plain.end())
    for pattern, named in (
        (_PASSED, "passed"),
        (_LOST, "failed"),
        (_DEAD, "died"),
        (_WITHDRAWN, "withdrawn"),
        (_TIED, "tied"),
    ):
        match = pattern.search(text)
        if match and (best is None or match.start() < best[0] - (200 if named == "passed" else 0)):
            best = (match.start(), named, match.end())  # type: ignore[assignment]
    return (best[1], best[0], best[2]) if best else ("none", 0, 0)


def _counts(text: str) -> tuple[int | None, int | None, int | None, int]:
    """Yes, no, abstained as printed in numbers or words, and where the last of them ends."""
    match = _COUNT.search(text) or _YES_NO.search(text) or _SPELLED.search(text) or _ALONE.search(text, 0, _ALONE_REACH)
    if match:
        groups = match.groupdict()
        return _number(match["y"]), _number(match["n"]), _number(groups.get("a")), match.end()
    yes, no = _IN_FAVOR.search(text), _OPPOSED.search(text)
    if yes or (no and _number(no["n"])):
        held = _ABSTAINED.search(text)
        end = max(m.end() for m in (yes, no, held) if m)
        return (
            _number(yes["y"]) if yes else None,
            _number(no["n"]) if no else None,
            _number(held["a"]) if held else None,
            end,
        )
    return None, None, None, 0


def _counted(text: str) -> tuple[int, int, int]:
    """Yes, no, and where the telling ends, of a roll call, a printed count or a list of names; an end of 0 for none."""
    roll = _roll_call(text)
    if roll:
        return roll[0], roll[1], roll[4]
    yes, no, _, end = _counts(text)
    if end:
        return yes or 0, no or 0, end
    listed = _LISTED.search(text)
    return (len(_listed(listed["yes"])), len(_listed(listed["no"])), listed.end()) if listed else (0, 0, 0)


def told_vote(text: str) -> Told:
    """The vote told in a text that follows a motion; fate `none` when it tells none. Offsets are into `text`."""
    fate, start, end = _first_fate(text)
    plain = fate != "none"
    favor = _UNANIMOUS.search(text)
    if fate == "none" and favor:
        fate, start, end = "passed", favor.start(), favor.end()
    if fate == "none":
        yes, no, end = _counted(text)
        if not end:
            return Told(Vote(), "none", 0, 0, False)
        fate = "passed" if yes > no else "failed" if no > yes else "tied"
        start = end
    stop = _extended(text, _line_end(text, end))
    vote = _vote(text[:stop])
    against = vote.yes is not None and vote.no is not None and vote.no > vote.yes
    opposed = _ALL_OPPOSED.search(text[:stop])
    if fate == "passed" and (against or opposed):
        fate, plain = "failed" if opposed else fate, False  # the words and the count disagree
    return Told(vote, fate, start, stop, plain)


def _tells(piece: str) -> bool:
    """Whether words tell more of a vote: a result, a count, who was against it or did not vote."""
    return any(form.search(piece) for form in (_WHO_ABSTAINED, _WHO_OPPOSED, _FATE, _COUNT))


def _line_end(text: str, end: int) -> int:
    """The end of the sentence that tells the vote; of the line where its full stop is left out and another begins."""
    stop = sentence_end(text, end)
    line = _LINE_END.match(text, end, stop)
    if line is None or _tells(text[line.end() : stop]) or _UNANIMOUS.search(text, line.end(), stop):
        return stop
    return line.end()


def _extended(text: str, end: int) -> int:
    """The end of the telling with what follows at once: "Councilor Roy abstained.", "(4-1 vote)", a roll call."""
    roll = _roll_call(text[end : end + _ROLL_REACH]) if _ROLL_NEXT.match(text, end) else None
    end = sentence_end(text, end + roll[4]) if roll else end
    for _ in range(3):
        while more := _BRACKET.match(text, end) or _ANSWER_NEXT.match(text, end) or _REST.match(text, end):
            end = more.end()
        if not _TRAILING.match(text, end):
            return end
        after = sentence_end(text, end + 1)
        piece = text[end:after]
        counted = re.match(r"\s*[*]*\s*\(?\d{1,3}\s?[-–]\s?\d", piece)
        if not (counted or _tells(piece)) or len(piece) > 130 or re.search(r"\bmotion (?:to|by)\b|\bmoved\b", piece):
            return end
        end = after
    return end


def _listed(names: str) -> tuple[str, ...]:
    """The names of a list; () for "none"."""
    return tuple(filter(None, (bare_name(name) for name in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+", names))))


def _vote(text: str) -> Vote:
    roll = _roll_call(text)
    yes, no, held, _ = _counts(text)
    against: Sequence[str] = ()
    if roll and yes is None:
        yes, no, held, against = roll[0], roll[1], roll[2] or None, roll[3]
    listed = _LISTED.search(text)
    if listed and yes is None and listed["yes"].lower() != "all":
        yes, no, against = len(_listed(listed["yes"])), len(_listed(listed["no"])), _listed(listed["no"])
    favored = _IN_FAVOR_BY_NAME.search(text)
    if favored and yes is None:
        yes = len(_listed(favored["yes"]))
    holding = [
        ((match["how"] or match["how_then"]).lower(), _listed(match["who"] or match["then"]))
        for match in _WHO_ABSTAINED.finditer(text)
    ]
    against = tuple(against) or tuple(n for m in _WHO_OPPOSED.finditer(text) for n in _listed(m["who"] or m["then"]))
    abstaining = tuple(n for how, names in holding for n in names if how.startswith("abst") and n not in against)
    recused = tuple(name for how, names in holding for name in names if how.startswith("recus"))
    against = against or tuple(bare_name(match["who"]) for match in _OPPOSED.finditer(text) if match["who"])
    if favored and no is None:
        no = len(against)
    if held is None and abstaining:
        held = len(abstaining)
    clear = bool(_UNANIMOUS.search(text)) or (yes is not None and yes > 0 and no == 0)
    return Vote(
        yes=yes,
        no=no,
        abstained=held,
        unanimous=clear and not against and not no and not held,
        against=against,
        abstaining=abstaining,
        recused=recused,
    )
