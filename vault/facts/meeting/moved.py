"""Where minutes tell that something is moved: by whom, in which words, and where what is asked begins.

Reads the forms in which minutes tell a motion. It refuses motions that are only spoken of ("called for a motion"),
those inside a quotation, and a body's vote that only closes the motion before it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from vault.facts.lead_in import sentence_end
from vault.facts.names import NAME, SOLE_BODIES, WRAPPED_NAME, bare_name
from vault.facts.votes import told_vote
from vault.text.patterns import lazy_regex
from vault.text.windows import windows

__all__ = ["BY", "SECONDED", "Moved", "moved_in"]

_HEADS: Final = "|".join(
    ["Board", "Committee", "Council", "Commission", "Trustees", *map(str.title, sorted(SOLE_BODIES))]
)
# "seconded by", "2nd of", "supported by" as in the towns of Michigan
_BY_SECONDER: Final = (
    r"(?:with\s+)?(?:a\s+|duly\s+)?(?:2nd|[Ss]econd(?:ed|s)?|SECOND(?:ED)?|support(?:ed)?)[,:]?\s+(?:by|of|from)[:\s]+"
    r"(?:the\s+)?"
)
_SECOND_IN: Final = (
    rf"(?:[,;]?\s*(?:and\s+|which\s+)?(?:was\s+)?{_BY_SECONDER}(?P<second>{WRAPPED_NAME})[,;.]?"
    rf"|(?:,|,?\s+and)\s+(?P<second_then>{NAME})\s+(?:2nd|[Ss]econd(?:ed|s)|SECONDED|(?:made|offered)\s+a\s+second)(?:\s+(?:a|the)\s+motion)?[,;.]?)?"
)
_TO: Final = r"\s*,?\s*(?P<to>(?::\s*)?[Tt]o\b|that\b|for\b|:|the\s+(?:Board|Committee|Council)\s+(?:voted\s+)?to\b)?"
_VOTE: Final = (
    r"(?:unanimously|(?:by\s+(?:a\s+)?(?:vote\s+of\s+)?)?\(?\d{1,2}\s?[-–]\s?\d{1,2}(?:\s?[-–]\s?\d{1,2})?\)?)"
)
_VOTED: Final = (
    rf"(?:,?\s+(?P<voted>(?:and\s+)?(?:it\s+was\s+|(?:the\s+)?(?:{_HEADS})\s+)?"
    rf"(?:unanimously\s+)?(?:VOTED|voted|carried)(?:\s+{_VOTE},?|\s+with\s+[^;\n]{{3,80}}?(?=\s+to\b))?)[:,]?)?"
)
# The second half of a name printed with spaces: "Ada Roe – Lind to nominate"
_HALF: Final = r"(?:\s[–-]\s?[A-Z][a-z]+(?=\s+(?:to|for|that)\b|,))?"
_MADE: Final = (
    r"(?:A\s+|The\s+|the\s+|a\s+)?(?:[Mm]otion|MOTION)\s+(?:[-–—:]\s*)?(?:was\s+)?"
    rf"(?:(?:made|offered|introduced|put\s+forth)\s+)?[Bb]y\s+(?P<mover>{NAME}{_HALF})"
)
_BODY: Final = rf"(?:The\s+)?(?:[A-Z]\w+\s+){{0,3}}(?:{_HEADS})(?:\s+of\s+[A-Z]\w+){{0,2}}"
_DECIDED: Final = r"(?:approved|adopted|accepted|recommended|denied|granted|tabled|continued|authorized|appointed)"
_SENTENCE_FRONT: Final = r"(?:(?<=[.!?:]\s)|(?<=\n)|(?<=\A))"
_FORMS: Final = tuple(
    lazy_regex(pattern)
    for pattern in (
        # "Motion to approve the lease was made by Roe", "MOTION - To allocate $50 a month moved by Lee",
        # "an adjournment motion to end the meeting was offered by", "It was moved that we write by Roe, seconded"
        rf"(?:\b[Aa]n?\s+(?:[a-z]+\s+)?)?\b(?:[Mm]otion|MOTION)\s*(?:[-–—:]\s*)?(?P<to>[Tt]o\b|[Tt]hat\b)"
        rf"(?P<inside>[^.;\n]{{3,90}}(?:\n[^.;\n]{{3,90}})?)\s+(?:moved|was\s+(?:moved|made|offered|put\s+forth))\s+by\s+(?P<mover>{NAME}){_SECOND_IN}",
        rf"\b(?:[Ii]t\s+was\s+moved|(?:[Aa]\s+)?[Mm]otion\s+was\s+made)\s+(?P<to>to\b|that\b)(?P<inside>[^.;]{{3,180}}?)\s+by\s+(?P<mover>{NAME})"
        rf"[,;.]?\s+(?:and\s+)?{_BY_SECONDER}(?P<second>{WRAPPED_NAME})",
        # "Motion to approve as read: Roe. Second: Lee."
        rf"\b(?:[Mm]otion|MOTION)\s+(?P<to>[Tt]o\b)(?P<inside>[^.;:\n]{{3,90}}):\s*(?P<mover>{NAME})\s*[.,;]?\s+"
        rf"(?:[Ss]econd(?:ed)?|SECOND)(?:\s+[Bb]y)?:\s*(?P<second>{NAME})",
        # "MOTION: To approve the plan.\nMOVED BY: Roe\nSECONDED BY: Lee", "Motion: Pay it. Moved: Roe. Second: Lee"
        rf"\b(?:Motion|MOTION)(?:\s*:|(?=\s+[Tt]o\b))\s*(?P<to>[Tt]o\b)?(?P<inside>[^\n]{{3,200}}?(?:\n[^\n:]{{3,120}}?)?)[.,;]?\s+"
        rf"(?:(?:[Mm]oved|MOVED|[Mm]over|[Mm]ade)(?:\s+(?i:by))?:?)\s*(?P<mover>{NAME})\s*[.,;]?\s+"
        rf"(?:[Ss]econd(?:ed|er)?|SECOND(?:ED)?)(?:\s+(?i:by))?:?\s*(?P<second>{NAME})",
        # "Motion: Roe. Second: Lee. To approve", "Motion by: Roe Seconded by: Lee To approve",
        # "Motion Roe, second Lee, to", "Motion (Roe), second (Lee) to",
        # "Moved (Roe) and seconded (Lee) that", "M/Roe S/Lee to"
        rf"\b(?:(?:[Mm]otion|MOTION|[Mm]oved)(?:\s+(?:[Bb]y|(?:was\s+|duly\s+)?made))?|M)\s*[:/(]?\s*(?P<mover>{NAME})\)?\s*[.,;]?\s+(?:and\s+)?"
        rf"(?:(?:[Ss]econd(?:ed)?|SECOND|2nd)(?:\s+[Bb]y)?|S)\s*[:/(]?\s*"
        rf"(?P<second>{NAME})\)?(?:\s*[.,;])?{_VOTED}\s*:?\s*(?P<to>[Tt]o\b|[Tt]hat\b)?",
        # "Motion to approve the license (Roe/Lee)", "Lee seconded Roe's motion to extend the permit"
        rf"\b(?:[Mm]otion|MOTION)\s+(?P<to>[Tt]o\b)(?P<inside>[^.;\n(]{{3,160}})\s\((?P<mover>{NAME})\s*[/,]\s*(?P<second>{NAME})\)",
        rf"(?P<second>{NAME})\s+seconded\s+(?P<mover>{NAME})['’]s?\s+motion\s+(?P<to>to\b|that\b)",
        # "Roe/Lee moved to approve", "Motion (Roe/Lee) to approve", "M/S/C Roe/Lee to approve"
        rf"(?P<mover>{NAME})\s*/\s*(?P<second>{NAME})\s+(?:moved|motion(?:ed)?)\s+(?P<to>to\b|that\b)",
        # "Selectman Roe: I make a motion to approve", "**Ada Roe:** I move that we": what a transcript prints
        rf"(?P<mover>{NAME}):\**\s+(?:(?:Okay|OK|So|Yes|And|Well)[.,]?\s+){{0,2}}I(?:['’]ll|\s+will|['’]d\s+like\s+to|\s+would\s+like\s+to)?\s+"
        rf"(?:(?:make|made|offer)\s+(?:a|the|that)\s+motion|move|motion)\s+(?P<to>to\b|that\b|we\b)",
        # "On a Roe/Lee motion, the Board voted with 3 in favor to"
        rf"[Oo]n\s+a\s+(?P<mover>{NAME})\s?/\s?(?P<second>{NAME})\s+motion,?{_VOTED}{_TO}",
        # "Roe: So moved. Lee: Second."
        rf"(?P<mover>{NAME}):\**\s+So\s+moved[.,]?\s+(?P<second>{NAME}):\**\s+Second",
        # "MOTION - Roe requested reimbursement of $70"
        rf"\b(?:Motion|MOTION)\s*[-–—:]\s*(?P<mover>{NAME})\s+(?P<to>requested|proposed|recommended|suggested|asked)\b",
        rf"\b(?:(?:[Mm]otion|MOTION)\s*[:(]\s*|M/S(?P<voted>/[CPU])?:?\s+\(?)(?P<mover>{NAME})\s*[/,]\s*(?P<second>{NAME})\)?\s*,?\s*(?P<to>to\b|that\b|:)",
        # "Smith made a motion to approve", "Anna Roy made motion to", "Ms. Lee makes a motion, seconded by Mr. Roy, to"
        rf"(?P<mover>{NAME})\s+(?:then\s+|also\s+|next\s+)?(?:ma[dk]es?|offered|put\s+forth|brought)\s+(?:(?:a|the|"
        rf"another)\s+)?(?:[a-z]+\s+)?(?:[Mm]otion|MOTION)\b{_SECOND_IN}{_TO}",
        # "Roe offered a resolution, supported by Lee to", "Roe introduced the following ordinance, seconded by Lee"
        rf"(?P<mover>{NAME})\s+(?:offered|introduced|presented)\s+(?:a|the)\s+(?:following\s+)?(?:resolution|ordinance)"
        rf"(?:\s+and\s+moved\s+(?:its|the)\s+(?P<inside>adoption))?(?=[,;]?\s*(?:and\s+)?{_BY_SECONDER}){_SECOND_IN}{_TO}",
        # "A Motion by Emery for the Budget Committee to recommend", "Motion made by Roy, seconded by Lee, to"
        rf"{_MADE}(?:\s+for\s+the\s+(?:[A-Z]\w+\s+){{1,4}}(?=to\b))?{_SECOND_IN}{_VOTED}{_TO}",
        # "Mr. Colbath moved, seconded by Mr. Roy, to designate", "Copeland motioned to accept", "Angela motion to"
        rf"(?P<mover>{NAME})[,:]?\s+(?:then\s+|also\s+|next\s+|so\s+)?\**(?:moves?|moved|MOVED|MOTIONED|motion(?:ed|"
        rf"s)?)\b\**(?!\s+(?:on|onto|into|in|from|out|forward|away|up|down|"
        rf"back|along|over|ahead|was|is|of|by|passe|carrie|fail|made|approved|were|under|to\s+(?:the|a|an|his|"
        rf"her|their|Article|item)\b)){_SECOND_IN}{_TO}",
        # "It was moved by Roy and seconded by Lee to", "Moved by Roy, seconded by Lee", "On a motion of Roy, voted to"
        rf"(?:[Ii]t\s+was\s+|\b)(?:\b[Mm]oved|\b(?:[Uu]p)?[Oo]n\s+(?:a\s+|the\s+)?[Mm]otion(?:\s+made)?)\s*(?:by|"
        rf"of)?[:\s]+(?P<mover>{NAME}){_SECOND_IN}{_VOTED}{_TO}",
        # "Motion made and seconded to adjourn", "It was moved and seconded to", "Upon motion made and seconded"
        r"\b(?P<unnamed>(?:[Ii]t\s+was\s+(?:duly\s+)?)?(?:[Mm]oved|(?:[Uu]p)?[Oo]n\s+(?:a\s+)?motion(?:\s+(?:duly\s+)?made)?|[Mm]otion(?:\s+(?:was\s+)?"
        rf"(?:duly\s+)?made)?),?\s+and\s+(?:duly\s+)?second(?:ed)?)\b(?:\s+\((?P<mover>{NAME})\s*[/,]\s*(?P<second>{NAME})\))?{_VOTED}\s*,?\s*(?P<to>to\b|that\b|:\s*[Tt]o\b)",
        # "Chairman Roe called for a vote to accept the budgets. … Motion passed": nobody is named who moved it
        rf"{_SENTENCE_FRONT}(?P<unnamed>(?P<calls>(?:{NAME}|The\s+(?:Chair\w*|Moderator|Mayor))\s+called\s+for\s+(?:a|the)\s+(?:roll\s+call\s+)?vote))\s+(?P<to>to\b)(?=(?:(?!\b[Mm]otion\s+(?:by|to)\b)[\s\S]){{1,400}}?\b[Mm]otion\s+(?:passed|carried|failed))",
        # "presented a land use change tax … and motioned to approve it", "… and motion to approve it"
        r"(?P<carried>\band\s+(?:he\s+|she\s+)?(?:then\s+)?(?:motion(?:ed)?|moved|made\s+a\s+motion))\s+(?P<to>to\b)(?!\s+(?:the|a)\b)",
        # "Ms. Seavey amended the motion, seconded by Mr. Roy, to"
        rf"(?P<mover>{NAME})\s+(?P<amends>amended)\s+(?:the|his|her|their)\s+motion\b{_SECOND_IN}{_TO}",
        # "Durant nominated Ada Osgood as Chairman. Doyle seconded.", "Roe nominated himself as"
        rf"(?P<mover>{NAME})\s+(?P<nominates>nominate[ds])\s+(?=[A-Z]|(?:him|her)self\b)",
        # "motion to accept the application as complete." whose mover stands on another page or nowhere
        r"(?P<bare>\b(?:[Mm]otion|MOTION|Move(?=\s+for\b))\**:?\**)(?:\s+at\s+\d{1,2}:\d\d\s*(?:[ap]\.?m\.?)?)?\s*"
        r"(?P<to>[Tt]o\b(?!\s+(?:the|a|that|this)\b)|(?:(?<=Move\s)|(?<=MOTION\s))for\b)",
        # "Roe presented the lease. Lee seconded and the motion passed.": who moved is not told
        rf"(?P<unnamed>(?P<implied>(?P<second>{NAME})\s+seconded\s+and))(?=\s+the\s+(?:motion|vote)\s+(?:passed|carried|failed)\b)",
        # "It was the consensus of the Board to wait", "By consensus the Council agreed to waive the fee"
        rf"(?:[Ii]t\s+was\s+(?:the\s+|agreed\s+by\s+)|\b[Tt]he\s+|\b[Bb]y\s+)(?P<body>(?:general\s+|unanimous\s+)?consensus(?:\s+(?:of|from)\s+(?:the\s+)?{_BODY}(?:\s+(?:was|is))?"
        rf"|,?\s+(?:the\s+)?{_BODY}\s+(?:agreed|decided))?)\s+(?P<to>to\b(?!\s+be\b)|that\b)",
        # "By unanimous consent the Board approved", "The Council unanimously adopted",
        # "The Committee denied … by a vote of 6-1"
        rf"{_SENTENCE_FRONT}(?P<body>{_BODY},?\s+by\s+(?:general\s+)?consensus,?\s+(?:agreed|decided))\s+(?P<to>to\b)",
        rf"{_SENTENCE_FRONT}(?P<body>By\s+unanimous\s+(?:consent|vote),?\s+(?:the\s+)?(?:{_BODY})|{_BODY}\s+unanimously)(?P<to>\s+)(?={_DECIDED}\b)",
        rf"{_SENTENCE_FRONT}(?P<body>{_BODY})(?P<to>\s+)(?={_DECIDED}\b[^.;]{{3,160}}?\bvote\s+of\s+\(?\d{{1,2}}\s?[-–]\s?\d)",
        # "The Board voted 3-0 to approve", "VOTED: to approve", "All in favor to adjourn": no mover is told
        rf"{_SENTENCE_FRONT}(?P<body>{_BODY}\s+(?:unanimously\s+)?voted|VOTED:?|Voted(?::|(?=\s+\(?\d))|All\s+(?:were\s+|members\s+)?in\s+favor)(?P<voted>(?:\s+{_VOTE},?)?)\s+(?P<to>[Tt]o\b)(?!\s+be\b)",
    )
)  # fmt: skip
_HEARSAY: Final = lazy_regex(
    r"(?:\b(?:for|entertain(?:ed)?|needs?|need\s+a|request(?:s|ed)\s+an?|wants?|seek(?:ing)?|no|the|that|this|his|her|last|"
    r"previous|original|any|"
    r"another|said|prior|of|whether|if|seconded\s+by(?:\s+\w+)?)\s+(?:a\s+|an\s+|the\s+|next\s+)?|/)$",
    re.I,
)
_MAKES: Final = lazy_regex(r"\bma(?:de|kes?)\s+(?:the\s+)?\Z")
_SPOKEN: Final = lazy_regex(r"\s*\w+\s+and\s+a\s+second\b")
"""What a chair asks for: "a motion to approve and a second"."""
_TIMED: Final = lazy_regex(r"(?<=\n)[Mm]otion\s+to\s+adjourn\b[^.\n]{0,20}\bat\s+\d{1,2}:\d\d")
_RESULT: Final = lazy_regex(r"[^.;]{3,160}?\s(?:passed|carried|failed|died)\s+(?:on|by|for|unanimously)\b")
_OPENS: Final = lazy_regex(r"(?:A\s+)?(?:Motion|MOTION)\b")
# "is new and moved to Rivergrove in 2015", "moved to review the plan": somebody went somewhere, or on to the next thing
_WENT: Final = lazy_regex(
    r"[^\n]*\bmoved\s+to\s+(?:[A-Z][a-z]+(?:\s+(?:in|from|to|when|because|and)\b|[.,])|(?:review|discuss)\b)"
)
_WOULD: Final = lazy_regex(r"\b(?:would|like|wish(?:es)?|want(?:s|ed)?)\s+to\s+(?:make\s+)?(?:a\s+)?$", re.I)
SECONDED: Final = lazy_regex(
    rf"(?P<who>{NAME}),?\s+(?:then\s+|also\s+|has\s+)?\**(?:[Ss]econd(?:ed|s|ing)?|SECONDED|2nd(?:ed|s)?)\b(?!\**\s+by\b|(?<=second)\s+[A-Z])\**"
    rf"|(?P<gave>{NAME})\s+(?:made|offered|gave)\s+(?:a|the)\s+second\b"
    rf"|\b(?:[Ss]econd(?:ed)?|SECOND(?:ED)?|2nd|[Ss]upported(?=\s+by\b))\**\s*[:,–-]?\**\s*(?:was\s+)?(?:made\s+)?(?:by\b(?:\s+the\b)?)?[:\s]+(?P<by>{NAME})"
    rf"|(?P<backed>{NAME})(?:\s+supported(?=[.;])|:\**\s+(?:[A-Z][a-z]+[.,]\s+)?I(?:['’]ll|\s+will)?\s+second\b)"
    rf"|\*\*seconded\*\*\s+by\s+(?P<starred>{NAME})"
)
"""Who seconded, in one of five groups."""
_SUBJECT: Final = lazy_regex(
    rf"(?:^|[.!?\n]\s+)(?P<who>{NAME})\s+(?:[a-z]+ly\s+)?(?:[a-z]+(?:ed|s)|made|felt|read|gave|said|told|spoke|thought|brought|went|had)\b"
)
_WORD: Final = lazy_regex(
    r"\b(?:[Mm]o(?:ve[ds]|tion)|Move\s+for\b|MO(?:VED|TION)|nominate[ds]|[Vv]oted\b|VOTED\b|M/S|M/[A-Z]|consensus\b|"
    r"unanimous(?:ly)?\b|vote\s+(?:of|to)\b|seconded\s+and\b|in\s+favor\s+to\b|(?:offered|introduced)\b)"
)
_BEFORE: Final = 200  # a name with two titles and "then made an amended"
_AFTER: Final = 260  # ", seconded by" a name, "to", and "was offered by" a name
# "MOTION to adjourn at 8:01 pm by Ash Osgood, seconded by Ada Roy"
BY: Final = lazy_regex(rf"\s+by\s+(?P<who>{WRAPPED_NAME})(?=\s*,?\s*(?:and\s+)?second|\s*[,.;]|\s*$)")
"""Who moved, at the end of what is asked."""
_IMPERSONAL: Final = ("it", "board", "the board", "committee", "he", "she", "they")
_QUOTED_REACH: Final = 400
_CLOSES: Final = 700
"""Characters after a motion in which a body's "voted to" is its vote."""
_EARLIER: Final = lazy_regex(
    r"\b(?:at\s+(?:a|the|its|their)\s+(?:last|previous|prior|earlier)|last\s+(?:year|month|week|meeting)|"
    r"previously|ago|in\s+(?:19|20)\d\d)\b"
)


class Moved(NamedTuple):
    """A place where something is moved: the match, its mover, and where the mover is named."""

    start: int
    end: int
    mover: str
    mover_at: tuple[int, int]
    match: re.Match[str]

    def told(self, name: str) -> str:
        """The words of a named part of the form; empty when the form has no such part."""
        return self.match.groupdict().get(name) or ""


def _sentence_start(text: str, at: int) -> int:
    """Where the sentence around a place begins: after the last full stop or blank line, else at the text's start."""
    return max(0, *(place + 2 for mark in (". ", ".\n", "\n\n") if (place := text.rfind(mark, 0, at)) >= 0), 0)


def _opener(text: str, at: int) -> tuple[str, int, int]:
    """The name that begins the sentence around `at`; empty when it begins otherwise."""
    begin = _sentence_start(text, at)
    match = re.compile(rf"\s*(?P<who>{NAME})\s+[a-z]").match(text, begin)
    return (bare_name(match["who"]), match.start("who"), match.end("who")) if match else ("", begin, begin)


def _last_subject(text: str, at: int) -> tuple[str, int, int]:
    """The last name that began a sentence shortly before `at`: whom "he" or "she" stands for; empty without one."""
    found = [one for one in _SUBJECT.finditer(text, max(0, at - 300), at) if bare_name(one["who"])]
    last = found[-1] if found else None
    return (bare_name(last["who"]), *last.span("who")) if last else ("", at, at)


def _quoted(text: str, at: int) -> bool:
    """Whether a place stands inside a quotation; a mark that is never closed is noise of a scan."""
    before = text[max(0, at - _QUOTED_REACH) : at]
    return before.rfind("“") > before.rfind("”") and "”" in text[at : at + _QUOTED_REACH]


def _read_form(text: str, match: re.Match[str]) -> Moved | None:
    group = match.groupdict()
    if _is_only_spoken_of(text, match):
        return None
    if group.get("carried"):
        name, start, end = _opener(text, match.start())
        return Moved(start, match.end(), name, (start, end), match)
    if group.get("bare"):
        return _bare(text, match)
    if group.get("body") or (group.get("unnamed") and not group.get("mover")):
        return _nobody(text, match)
    if group.get("nominates") and not _is_seconded(text, match):
        return None
    return _by_name(text, match)


def _is_seconded(text: str, match: re.Match[str]) -> bool:
    return SECONDED.search(text, match.end(), match.end() + 160) is not None


def _is_only_spoken_of(text: str, match: re.Match[str]) -> bool:
    """Whether a form tells of a motion and makes none: in a quotation, of how one went, after "makes"."""
    if _quoted(text, match.start()):
        return True
    if _WENT.match(text, match.start(), match.end() + 24) and not _is_seconded(text, match):
        return True
    inside = match.groupdict().get("inside")
    return bool(inside and _MAKES.search(text[max(0, match.start() - 16) : match.start()]))


def _by_name(text: str, match: re.Match[str]) -> Moved | None:
    """A motion with a mover, by name or as "he" or "she"; None for one that is only reported."""
    name, begin = bare_name(match["mover"] or ""), match.start()
    if name.endswith(("’s", "'s")):  # "Roe's motion" is spoken of
        return None
    called = _HEARSAY.search(text[max(0, begin - 24) : begin]) and not _OPENS.match(text, begin)
    if called and not (match.groupdict().get("inside") and name):
        return None
    if not name:
        return _pronoun(text, match)
    start, end = match.span("mover")
    return Moved(begin, match.end(), name, (max(start, end - len(name)), end), match)


def _pronoun(text: str, match: re.Match[str]) -> Moved | None:
    """A motion of "he" or "she", moved by who was spoken of last; one of "it" or "the Board" has no mover."""
    who = match["mover"].lower()
    if who not in _IMPERSONAL or not re.search(r"motion|moved\s+to", match.group(), re.I):
        return None
    place = match.start("mover")
    name, start, end = _last_subject(text, place) if who in ("he", "she") else ("", place, place)
    return Moved(match.start(), match.end(), name, (start, end), match)


def _nobody(text: str, match: re.Match[str]) -> Moved | None:
    """A motion or vote told without its mover; None where a vote of an earlier day is recalled."""
    start = match.start()
    if _EARLIER.search(text, start, sentence_end(text, match.end())):
        return None
    return Moved(start, match.end(), "", (start, start), match)


def _bare(text: str, match: re.Match[str]) -> Moved | None:
    """A motion told without its mover: kept when it opens the text or line, or a second follows soon."""
    before = text[max(0, match.start() - 30) : match.start()]
    if _HEARSAY.search(before) and not _WOULD.search(before):
        return None
    after = text[match.end() : match.end() + 700]
    if _SPOKEN.match(after):
        return None
    begin, seconded = match.start(), SECONDED.search(after)
    if (
        not _TIMED.match(text, begin)
        and not _RESULT.match(text, match.end())
        and (
            not seconded
            or re.search(r"\bmotion\s+(?:by|to)\b|\bmoved\b|\bmade\s+a\s+motion\b", after[: seconded.start()], re.I)
        )
    ):
        return None
    if not _WOULD.search(before):
        by = BY.search(text, match.end(), min(sentence_end(text, match.end()), match.end() + 240))
        name = bare_name(by["who"]) if by else ""
        place = by.span("who") if by and name else (begin, begin)
        return Moved(begin, match.end(), name, place, match)
    name, start, end = _last_subject(text, begin)
    return Moved(_sentence_start(text, begin), match.end(), name, (start, end), match)


def _closes(text: str, moved: Moved, before: Moved | None) -> bool:
    """Whether "The Board voted to" tells only the vote of the motion before it."""
    alone = any(map(moved.told, ("body", "calls", "implied")))
    if before is None or not alone or (moved.start - before.end > _CLOSES and not moved.told("implied")):
        return False
    return told_vote(text[before.end : moved.start]).fate == "none"


def moved_in(text: str) -> list[Moved]:
    """Places where something is moved, in order; of overlapping readings the first form wins. Never raises."""
    found: list[Moved] = []
    near = list(windows(text, _WORD, _BEFORE, _AFTER))
    for pattern in _FORMS:
        for match in (hit for low, high in near for hit in pattern.finditer(text, low, high)):
            if any(one.match.start() < match.end() and match.start() < one.match.end() for one in found):
                continue
            moved = _read_form(text, match)
            if moved:
                found.append(moved)
    found.sort(key=lambda one: one.match.start())
    return [one for place, one in enumerate(found) if not _closes(text, one, found[place - 1] if place else None)]
