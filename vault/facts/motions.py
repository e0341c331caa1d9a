"""Motions of minutes: who moved, who seconded, what was asked, how it was voted and what became of the matter.

Reads the ways minutes tell a motion ("X moved to", "A Motion by X to", "moved by X, seconded by Y", "X presented … Y
seconded and the motion passed") up to the next one. It refuses motions that are only spoken of ("called for a motion").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from vault.facts.lead_in import LeadIn, heading_over, lead_in, run_in_head, sentence_end
from vault.facts.matters import matters_in
from vault.facts.outcomes import action_of, asked_in, outcome_of
from vault.facts.people import NAME, WRAPPED_NAME, bare_name
from vault.facts.types import Action, Fate, Matter, MatterOutcome, Motion, Quality, Slot, Vote
from vault.facts.votes import Told, told_vote
from vault.text.windows import windows

__all__ = ["enactments", "motions"]

_SECOND_IN: Final = (
    rf"(?:,?\s*(?:and\s+)?(?:was\s+)?(?:2nd|[Ss]econd(?:ed|s)?)[,:]?\s+(?:by|of)[:\s]+"
    rf"(?P<second>{WRAPPED_NAME})[,;.]?)?"
)
_TO: Final = r"\s*,?\s*(?P<to>to\b|that\b|for\b|:|the\s+(?:Board|Committee|Council)\s+(?:voted\s+)?to\b)?"
_MADE: Final = rf"(?:A\s+|The\s+|the\s+|a\s+)?(?:[Mm]otion|MOTION)\s+(?:was\s+)?(?:made\s+)?[Bb]y\s+(?P<mover>{NAME})"
_FORMS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        # "Smith made a motion to approve", "Anna Roy made motion to", "Ms. Lee makes a motion, seconded by Mr. Roy, to"
        rf"(?P<mover>{NAME})\s+(?:then\s+|also\s+|next\s+)?(?:ma[dk]es?|offered|put\s+forth)\s+(?:(?:a|the|"
        rf"another)\s+)?(?:[a-z]+\s+)?"
        rf"(?:[Mm]otion|MOTION)\b{_SECOND_IN}{_TO}",
        # "A Motion by Emery for the Budget Committee to recommend", "Motion made by Roy, seconded by Lee, to"
        rf"{_MADE}(?:\s+for\s+the\s+(?:[A-Z]\w+\s+){{1,4}}(?=to\b))?{_SECOND_IN}{_TO}",
        # "Mr. Colbath moved, seconded by Mr. Roy, to designate", "Copeland motioned to accept", "Angela motion to"
        rf"(?P<mover>{NAME}),?\s+(?:then\s+|also\s+|next\s+)?\**(?:moves?|moved|motion(?:ed|"
        rf"s)?)\b\**(?!\s+(?:on|onto|into|in|from|out|forward|away|up|down|"
        rf"back|along|over|ahead|was|is|of|by|passe|carrie|fail|made|approved|were|under|to\s+(?:the|a|an|his|"
        rf"her|their|Article|item)\b))"
        rf"{_SECOND_IN}{_TO}",
        # "It was moved by Roy and seconded by Lee to", "Moved by Roy, seconded by Lee", "On a motion of Roy, voted to"
        rf"(?:[Ii]t\s+was\s+|\b)(?:\b[Mm]oved|\b[Oo]n\s+(?:a\s+)?[Mm]otion(?:\s+made)?)\s*(?:by|"
        rf"of)?[:\s]+(?P<mover>{NAME}){_SECOND_IN}"
        rf"(?:,?\s+(?:it\s+was\s+)?(?:unanimously\s+)?(?:VOTED|voted)[:,]?)?{_TO}",
        # "presented a land use change tax … and motioned to approve it"
        r"(?P<carried>\band\s+(?:then\s+)?(?:motioned|moved|made\s+a\s+motion))\s+(?P<to>to\b)(?!\s+(?:the|a)\b)",
        # "Ms. Seavey amended the motion, seconded by Mr. Roy, to"
        rf"(?P<mover>{NAME})\s+(?P<amends>amended)\s+(?:the|his|her|their)\s+motion\b{_SECOND_IN}{_TO}",
        # "Durant nominated Ada Osgood as Chairman. Doyle seconded."
        rf"(?P<mover>{NAME})\s+(?P<nominates>nominate[ds])\s+(?=[A-Z])",
        # "an adjournment motion to end the meeting was offered by Phil Villari"
        rf"\b[Aa]n?\s+(?:[a-z]+\s+)?motion\s+(?P<to>to\b)(?P<inside>[^.;\n]{{3,120}}?)\s+was\s+(?:made|"
        rf"offered)\s+by\s+(?P<mover>{NAME})",
        # "motion to accept the application as complete." whose mover stands on another page or nowhere
        r"(?P<bare>\b(?:[Mm]otion|MOTION)\**:?\**)\s*(?P<to>[Tt]o\b)(?!\s+(?:the|a|that|this)\b)",
    )
)  # fmt: skip
_HEARSAY: Final = re.compile(
    r"(?:\b(?:for|entertain|entertained|needs?|need\s+a|wants?|seek(?:ing)?|no|the|that|this|his|her|last|"
    r"previous|original|any|"
    r"another|said|prior|of|whether|if)\s+(?:a\s+|an\s+|the\s+|next\s+)?|/)$",
    re.I,
)
# "is new and moved to Rivergrove in 2015": somebody went somewhere
_WENT: Final = re.compile(r"[^\n]*\bmoved\s+to\s+[A-Z][a-z]+(?:\s+(?:in|from|to|when|because|and)\b|[.,])")
_WOULD: Final = re.compile(r"\b(?:would|like|wish(?:es)?|want(?:s|ed)?)\s+to\s+(?:make\s+)?(?:a\s+)?$", re.I)
_SECONDED: Final = re.compile(
    rf"(?P<who>{NAME}),?\s+(?:then\s+|also\s+|has\s+)?\**(?:[Ss]econd(?:ed|s)?|2nd(?:ed|s)?)\b(?!\**\s+by\b)\**"
    rf"|\b(?:[Ss]econd(?:ed)?|SECOND(?:ED)?|2nd)\**[:,]?\**\s*(?:was\s+)?(?:made\s+)?(?:by\b)?[:\s]+(?P<by>{NAME})"
    rf"|\*\*seconded\*\*\s+by\s+(?P<starred>{NAME})"
)
# "Keyes seconded and the motion passed.": a second and a fate without the words "moved" or "motion to" before them
_IMPLIED: Final = re.compile(
    rf"(?P<second>{NAME})\s+seconded\s+and\s+the\s+(?:motion|vote)\s+(?:passed|carried|failed)[^.\n]*\."
)
_AMOUNT: Final = re.compile(r"\$\s?\d[\d,]*(?:\.\d+)?(?:\s(?:million|thousand))?")
# "$100,000", "this for $28,000", "it in the amount of $40.00"
_BARE_SUM: Final = re.compile(r"(?:(?:this|it|that)\s+)?(?:(?:for|at|in\s+the\s+amount\s+of)\s+)?\$[\d,.]+", re.I)
_CONDITIONS: Final = re.compile(
    r"\b(?:with\s+the\s+(?:\w+\s+)?conditions?|subject\s+to|condition(?:ed|al)\s+(?:up)?on|contingent\s+(?:up)?on|"
    r"provided\s+that|on\s+the\s+condition)\b.*",
    re.I | re.S,
)
_TAIL: Final = re.compile(
    rf"[,;]?\s*(?:and\s+)?(?:seconded|2nd|second)\s+by\s+{NAME}.*$|,?\s+with\s+all\s+in\s+favor.*$|"
    rf",?\s+{NAME}\s+seconded.*$",
    re.S,
)
# "it", "these", "the request", "the tax", "as presented": the matter is named before the motion
_LEANS: Final = re.compile(
    r"^\W*(?:(?:it|is|this|these|them|that|those|same|both|all)?(?:\s+of\s+(?:these|them))?|(?:the|this|these|"
    r"said)\s+(?:\w+\s+){0,2}?"
    r"(?:request|tax|refund|application|applications|abatements?|motion|minutes|warrants?|plan|proposal|bid|"
    r"permit|article|waiver|"
    r"appointment|amendments?|exemption|petition|manifest|contract|agreement|amount|variance|letter|policy|"
    r"grant|intent|tabled|case|resolution))?"
    r"\s*(?:as\s+(?:presented|written|amended|submitted|is|read|complete|printed|stated|discussed)|"
    r"with\s+(?:the\s+)?(?:amendments?|corrections?|changes?))?\W*$",
    re.I,
)
_PRONOUN: Final = re.compile(r"^\W*(?:it|is|this|that|these|them|those|both|the\s+(?:request|motion))\W*$", re.I)
_DO_THAT: Final = re.compile(r"\W*do\s+(?:that|so|this|it)\W*\Z", re.I)
# "these", "both", "all three abatements": several things, and no single sum is the motion's
_SEVERAL: Final = re.compile(
    r"\b(?:these|them|those|both|all|two|three|four|five|six|seven|eight|nine|ten|\w+(?:ments|tions|rants|unds|"
    r"ests|mits|axes|fts))\b",
    re.I,
)
_SUBJECT: Final = re.compile(
    rf"(?:^|[.!?\n]\s+)(?P<who>{NAME})\s+(?:made|said|stated|noted|asked|explained|felt|added|advised|has|is|"
    rf"was|read)\b"
)
_WORD: Final = re.compile(r"\b(?:[Mm]o(?:ve[ds]|tion)|MO(?:VED|TION)|nominate[ds])")
_BEFORE: Final = 110  # a name with two titles and "then made an amended"
_AFTER: Final = 260  # ", seconded by" a name, "to", and "was offered by" a name
# "MOTION to adjourn at 8:01 pm by Ash Osgood, seconded by Ada Roy"
_BY: Final = re.compile(rf"\s+by\s+(?P<who>{NAME})(?=\s*,?\s*(?:and\s+)?second|\s*[,.;]|\s*$)")
_LIMIT: Final = 6000  # characters after a motion in which its vote is looked for: a long discussion on two pages


# "Case #25-02-V: …", "Article 12: …", "New Business: …", "Old matters:" on a line of its own: another item
_NEXT_ITEM: Final = re.compile(
    r"\n\W{0,4}(?:Case\s*#|Article\s+\d{1,3}\b\W|(?:New|Old)\s+Business\b|[A-Z][\w’'/& -]{2,40}:[ \t]*(?=\n))"
)


class _Moved(NamedTuple):
    """A place where something is moved: the match, its mover, and the form it was told in."""

    start: int
    end: int
    mover: str
    mover_at: tuple[int, int]
    match: re.Match[str]
    form: int


def _sentence_start(text: str, at: int) -> int:
    """Where the sentence around a place begins: after the last full stop or blank line, else at the text's start."""
    return max(0, *(place + 2 for mark in (". ", ".\n", "\n\n") if (place := text.rfind(mark, 0, at)) >= 0), 0)


def _subject(text: str, at: int) -> tuple[str, int, int]:
    """The name that begins the sentence around `at`; empty when it begins otherwise."""
    begin = _sentence_start(text, at)
    match = re.compile(rf"\s*(?P<who>{NAME})\s+[a-z]").match(text, begin)
    return (bare_name(match["who"]), match.start("who"), match.end("who")) if match else ("", begin, begin)


def _read_form(text: str, match: re.Match[str], form: int) -> _Moved | None:
    group = match.groupdict()
    if _WENT.match(text, match.start(), match.end() + 24) and not _SECONDED.search(
        text, match.end(), match.end() + 160
    ):
        return None
    if group.get("carried"):
        name, start, end = _subject(text, match.start())
        return _Moved(start, match.end(), name, (start, end), match, form)
    if group.get("bare"):
        return _bare(text, match, form)
    if group.get("nominates") and not _SECONDED.search(text, match.end(), match.end() + 160):
        return None
    name = bare_name(group["mover"] or "")
    begin = match.start()
    if _HEARSAY.search(text[max(0, begin - 24) : begin]):
        return None
    if not name:
        impersonal = group["mover"].lower() in ("it", "board", "the board", "committee", "he", "she", "they")
        if not impersonal or not re.search(r"motion|moved\s+to", match.group(), re.I):
            return None
    start, end = match.span("mover")
    return _Moved(begin, match.end(), name, (max(start, end - len(name)), end), match, form)


def _bare(text: str, match: re.Match[str], form: int) -> _Moved | None:
    """A motion told without its mover: kept when it opens the text or line, or a second follows soon."""
    before = text[max(0, match.start() - 30) : match.start()]
    if _HEARSAY.search(before) and not _WOULD.search(before):
        return None
    after = text[match.end() : match.end() + 700]
    seconded = _SECONDED.search(after)
    if not seconded or re.search(
        r"\bmotion\s+(?:by|to)\b|\bmoved\b|\bmade\s+a\s+motion\b", after[: seconded.start()], re.I
    ):
        return None
    begin = match.start()
    if not _WOULD.search(before):
        by = _BY.search(text, match.end(), min(sentence_end(text, match.end()), match.end() + 240))
        name = bare_name(by["who"]) if by else ""
        place = by.span("who") if by and name else (begin, begin)
        return _Moved(begin, match.end(), name, place, match, form)
    begin = _sentence_start(text, begin)
    speakers = list(_SUBJECT.finditer(text, max(0, begin - 300), match.start()))
    name = bare_name(speakers[-1]["who"]) if speakers else ""
    place = speakers[-1].span("who") if name else (begin, begin)
    return _Moved(begin, match.end(), name, place, match, form)


def _moved(text: str) -> list[_Moved]:
    """Places where something is moved, in order; of overlapping readings the first form wins."""
    found: list[_Moved] = []
    near = list(windows(text, _WORD, _BEFORE, _AFTER))
    for form, pattern in enumerate(_FORMS):
        for match in (hit for low, high in near for hit in pattern.finditer(text, low, high)):
            if any(one.match.start() < match.end() and match.start() < one.match.end() for one in found):
                continue
            moved = _read_form(text, match, form)
            if moved:
                found.append(moved)
    return sorted(found, key=lambda one: one.match.start())


class _Clause(NamedTuple):
    """What a motion asks: the words after "moved to" up to the end of their sentence, trimmed, with their place."""

    text: str
    start: int
    end: int


def _clause(text: str, moved: _Moved, stop: int) -> _Clause:
    inside = moved.match.groupdict().get("inside")
    if inside:
        start, end = moved.match.span("inside")
        return _Clause(" ".join(inside.split()), start, end)
    start = moved.end
    end = min(sentence_end(text, start), stop)
    raw = _TAIL.sub("", text[start:end])
    if moved.match.groupdict().get("bare"):
        raw = _BY.sub("", raw)
    kept = raw.rstrip(" \n\t.;,*")
    lead = len(kept) - len(kept.lstrip(" \n\t,:–—-*"))
    return _Clause(" ".join(kept.split()), start + lead, start + len(kept))


def _seconder(text: str, moved: _Moved, told: Told, stop: int) -> tuple[str, int, int]:
    """Who seconded, and where; the name in the motion itself, else the first one told up to the end of the vote."""
    inside = moved.match.groupdict().get("second")
    if inside:
        return (bare_name(inside), *moved.match.span("second"))
    reach = moved.match.end() + told.end if told.fate != "none" else min(stop, moved.match.end() + 1500)
    for match in _SECONDED.finditer(text, moved.match.end() if moved.match.end() < reach else moved.start, reach):
        which = "who" if match["who"] else "by" if match["by"] else "starred"
        name = bare_name(match[which])
        if name:
            return (name, *match.span(which))
    return "", 0, 0


def _object(clause: str) -> str:
    """The object of the clause: its words after the first verb."""
    parts = clause.split(None, 1)
    return parts[1] if len(parts) > 1 else ""


def _money(clause: _Clause, lead: LeadIn) -> tuple[str, int, int]:
    """The one sum the motion is about: in its own words, else in those it leans on; of several the stated total."""
    own = list(_AMOUNT.finditer(clause.text))
    if own:
        return own[0].group(), clause.start, clause.end
    several = bool(_SEVERAL.search(clause.text))
    sums = list(_AMOUNT.finditer(lead.text))
    named = {each.group() for each in sums}
    if len(named) == 1 and not several:
        return sums[0].group(), lead.start + sums[0].start(), lead.start + sums[0].end()
    total = [each for each in sums if re.search(r"\btotal\b[^.$]{0,40}$", lead.text[: each.start()], re.I)]
    last = total[-1] if total and not several else None
    return (last.group(), lead.start + last.start(), lead.start + last.end()) if last else ("", 0, 0)


def _unsplit(matters: Iterable[tuple[int, int, Matter]]) -> tuple[Matter, ...]:
    return tuple(matter for _, _, matter in matters)


def _just_before(text: str, moved: _Moved) -> LeadIn:
    """A sum that stands right before the mover: "$74,250.00 Angela made a motion to"."""
    found = re.search(r"\$\s?\d[\d,]*(?:\.\d\d)?\s*$", text[max(0, moved.start - 24) : moved.start])
    start = max(0, moved.start - 24) + found.start() if found else 0
    return LeadIn(text[start : moved.start].strip() if found else "", start, moved.start, ())


def _lead(text: str, moved: _Moved, floor: int, clause: _Clause, *, leaning: bool, named: bool) -> LeadIn:
    """What the motion leans on. One that names no matter itself may share its words with the sentence before it."""
    if moved.match.groupdict().get("carried"):
        piece = text[moved.start : moved.match.start()]
        return LeadIn(" ".join(piece.split()), moved.start, moved.match.start(), _unsplit(matters_in(piece)))
    lead = lead_in(text, moved.start, floor, leaning=leaning or not named)
    if leaning or named:
        return lead
    common = _long_words(clause.text) & _long_words(lead.text)
    return lead if common else LeadIn("", 0, 0, (), lead.context)


def _long_words(text: str) -> set[str]:
    return {word[:6] for word in re.findall(r"[a-z]{5,}", text.lower())} - {
        "approv",
        "motion",
        "accept",
        "meetin",
        "board",
        "recomm",
    }


def _motion(text: str, moved: _Moved, stop: int, floor: int, before: Motion | None) -> tuple[Motion, int]:
    """The motion and where its telling ends. `stop` is where the next one begins, `floor` where the last one ended."""
    after = moved.match.end()
    item = _NEXT_ITEM.search(text, sentence_end(text, after), min(stop, after + _LIMIT))
    told = told_vote(text[after : item.start() if item else min(stop, after + _LIMIT)])
    clause = _clause(text, moved, stop)
    second = _seconder(text, moved, told, stop)
    end = _end(text, clause, second, after + told.end if told.fate != "none" else 0, stop)
    groups = moved.match.groupdict()
    action = "amend" if groups.get("amends") else "nominate" if groups.get("nominates") else action_of(clause.text)
    if action == "other" and second[1] > clause.end:  # "for Case 3, Map 9 Lot 2. to grant approval. Roy seconded"
        action = action_of(" ".join(text[clause.start : second[1]].split()))
    wanted = _object(clause.text)
    own = matters_in(clause.text)
    leaning = action != "adjourn" and bool(_LEANS.match(wanted) or _LEANS.match(clause.text))
    lead = _lead(text, moved, floor, clause, leaning=leaning, named=bool(own))
    if action == "other" and _DO_THAT.match(clause.text):  # "asking them to appoint Roe. Lee made a motion to do that."
        action = asked_in(lead.text)
    amount, money_start, money_end = _money(clause, lead if leaning else _just_before(text, moved))
    matters = _unsplit(own) or lead.matters
    if not matters and before is not None and before.fate == "none" and leaning:
        matters = before.matters
    if not matters and action != "adjourn":
        matters = run_in_head(text, moved.start) or heading_over(text, moved.start)
    conditions = _CONDITIONS.search(clause.text)
    if not leaning and action in ("authorize", "other"):
        wanted = clause.text  # "send out payments": the verb is part of what is asked
    if matters and _BARE_SUM.fullmatch(wanted):  # "approve this for $28,000": the matter says for what
        wanted = f"{matters[0].name}: {wanted}"
    named = wanted if not leaning else " – ".join(part for part in (_PRONOUN.sub("", wanted), lead.text) if part)
    opened = run_in_head(text, moved.start) if leaning and lead.text else ()
    if (
        opened and opened[0].name.casefold() not in named.casefold()
    ):  # "Paving- … Total is $600,000. Roy moved to approve"
        named = f"{opened[0].name}: {named}"
    slots = _slots(
        ("mover", *moved.mover_at, moved.mover),
        ("seconder", second[1], second[2], second[0]),
        ("object", clause.start, clause.end, clause.text),
        ("amount", money_start, money_end, amount),
        ("vote", after + told.start, after + told.end, "vote" if told.fate != "none" else ""),
        ("matter", lead.start, lead.end, lead.text if leaning else ""),
    )
    return Motion(
        text=text[moved.start : end],
        start=moved.start,
        end=end,
        quality=_quality(moved, second[0], told, leaning),
        slots=slots,
        matters=() if action == "adjourn" else _with_case(matters, lead.context),
        mover=moved.mover,
        seconder=second[0],
        action=action,
        object=named,
        conditions=conditions.group() if conditions else "",
        amount=amount,
        vote=told.vote,
        fate=told.fate,
        outcome=outcome_of(action, told.fate, clause.text),
    ), end


def _with_case(matters: tuple[Matter, ...], case: tuple[Matter, ...]) -> tuple[Matter, ...]:
    """The matters of a motion with the case under which it was made, which is called as where it was opened."""
    opened = {matter.key: matter for matter in case}
    held = tuple(opened.get(matter.key, matter) for matter in matters)
    return (*held, *(m for m in case if m.key not in {x.key for x in matters}))


def _end(text: str, clause: _Clause, second: tuple[str, int, int], voted: int, stop: int) -> int:
    """Where the telling of a motion ends: after its vote, else after its second, else after its own sentence."""
    if voted:
        return max(voted, second[2])
    if second[0]:
        return min(sentence_end(text, second[2]), stop) if second[2] > clause.end else max(clause.end, second[2])
    return min(sentence_end(text, clause.end), stop)


def _quality(moved: _Moved, seconder: str, told: Told, leaning: bool) -> Quality:
    sure = moved.mover and seconder and told.fate != "none" and told.plain and not leaning
    return "certain" if sure else "likely"


def _slots(*found: tuple[str, int, int, str]) -> tuple[Slot, ...]:
    return tuple(Slot(name=name, start=start, end=end) for name, start, end, value in found if value and end > start)


def _implied(text: str, start: int, stop: int) -> tuple[Motion, ...]:
    """Motions of a stretch without "moved": "Roy presented an abatement. Lee seconded and the motion passed."."""
    found: list[Motion] = []
    floor = start
    for match in _IMPLIED.finditer(text, start, stop) if " seconded and the " in text[start:stop] else ():
        begin = (
            max(text.rfind("\n\n", floor, match.start()) + 2, floor) if "\n\n" in text[floor : match.start()] else floor
        )
        lead = lead_in(text, match.start(), begin, leaning=True)
        told = told_vote(text[match.end("second") : match.end()])
        if not lead.text or told.fate == "none":
            continue
        amount, money_start, money_end = _money(_Clause("", 0, 0), lead)
        found.append(
            Motion(
                text=text[lead.start : match.end()],
                start=lead.start,
                end=match.end(),
                slots=_slots(
                    ("seconder", *match.span("second"), "x"),
                    ("object", lead.start, lead.end, lead.text),
                    ("amount", money_start, money_end, amount),
                ),
                matters=lead.matters,
                seconder=bare_name(match["second"]),
                action="approve",
                object=lead.text,
                amount=amount,
                vote=told.vote,
                fate=told.fate,
                outcome=outcome_of("approve", told.fate),
            )
        )
        floor = match.end()
    return tuple(found)


# "Passed at the April 8, 2024 City of Alder Falls Meeting (4-1 vote)", "ADOPTED by the City Council on ..."
_ENACTED: Final = re.compile(
    r"^[*_#\s]*(?P<word>Passed|PASSED|Adopted|ADOPTED|Enacted|Approved|APPROVED)\b(?:\s+and\s+\w+)?\s+(?:at|by|"
    r"this|on)\b[^\n]{0,160}?"
    r"\(?(?P<yes>\d{1,2})\s?[-–]\s?(?P<no>\d{1,2})(?:\s?[-–]\s?(?P<abs>\d{1,2}))?\)?(?:\s+vote)?[^\n]*",
    re.M,
)


def enactments(text: str, taken: Sequence[Motion] = ()) -> tuple[Motion, ...]:
    """The passage told at the foot of an ordinance or resolution, with its number from the head; `taken` are motions
    whose words are told already. A day ("passed 6-9-08") is no vote."""
    head = [m for _, _, m in matters_in(text[:400]) if m.kind in ("resolution", "ordinance")]
    found: list[Motion] = []
    for match in _ENACTED.finditer(text) if head else ():
        if any(one.start < match.end() and match.start() < one.end for one in taken):
            continue
        if int(match["no"]) > int(match["yes"]):
            continue
        yes, no, held = int(match["yes"]), int(match["no"]), int(match["abs"]) if match["abs"] else None
        vote = Vote(yes=yes, no=no, abstained=held, unanimous=no == 0 and not held)
        start = match.start("word")
        found.append(
            Motion(
                text=text[start : match.end()].rstrip("* \n"),
                start=start,
                end=start + len(text[start : match.end()].rstrip("* \n")),
                matters=tuple(head[:1]),
                action="approve",
                object=head[0].name,
                vote=vote,
                fate="passed",
                outcome=outcome_of("approve", "passed"),
            )
        )
    return tuple(found)


def motions(text: str) -> tuple[Motion, ...]:
    """The motions of a text in order, without page numbers; () when nothing is moved. Never raises.

    A motion's words run from the mover to the end of its vote; the vote belongs to the last motion before it.
    """
    places = _moved(text)
    found: list[Motion] = []
    floor = 0
    for place, moved in enumerate(places):
        stop = places[place + 1].start if place + 1 < len(places) else len(text)
        found += _implied(text, floor, moved.start)
        motion, floor = _motion(text, moved, max(stop, moved.match.end()), floor, found[-1] if found else None)
        found.append(motion)
    found += _implied(text, floor, len(text))
    found += enactments(text, found)
    return tuple(_withdrawn(sorted(found, key=lambda one: one.start)))


# "to withdraw the previous motion", "rescinded his motion"
_TAKES_BACK: Final = re.compile(
    r"\b(?:withdraw|rescind|retract)\w*\s+(?:the|his|her|their)\s+(?:\w+\s+)?motion\b", re.I
)


def _withdrawn(found: list[Motion]) -> list[Motion]:
    """The motions with the fate "withdrawn" for one without a vote that the next one takes back."""
    for place, (before, after) in enumerate(pairwise(found)):
        if before.fate == "none" and after.fate in ("passed", "none") and _TAKES_BACK.search(after.text):
            found[place] = _with_fate(before, before.action, "withdrawn", "")
            found[place + 1] = _with_fate(after, "other", after.fate, "done" if after.fate == "passed" else "")
    return found


def _with_fate(motion: Motion, action: Action, fate: Fate, outcome: MatterOutcome) -> Motion:
    return motion.changed(action=action, fate=fate, outcome=outcome)
