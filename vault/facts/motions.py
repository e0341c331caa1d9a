"""Motions of minutes: who moved, who seconded, what was asked, how it was voted and what became of the matter.

Reads the ways minutes tell a motion ("X moved to", "A Motion by X to", "moved by X, seconded by Y", "X presented … Y
seconded and the motion passed") up to the next one. It refuses motions that are only spoken of ("called for a motion").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from typing import Final, NamedTuple

from vault.facts.lead_in import LeadIn, heading_over, lead_in, run_in_head, sentence_end
from vault.facts.matters import matters_in
from vault.facts.meeting.moved import BY, SECONDED, Moved, moved_in
from vault.facts.names import NAME, bare_name
from vault.facts.outcomes import action_of, object_of, outcome_of
from vault.facts.types import Action, Matter, Motion, Slot, Vote
from vault.facts.votes import Told, told_vote
from vault.text.patterns import lazy_regex

__all__ = ["enactments", "motions"]

_AMOUNT: Final = lazy_regex(r"\$\s?\d[\d,]*(?:\.\d+)?(?:\s(?:million|thousand))?(?![.,]?\d|\s(?:was|were)\s+paid\b)")
"""A sum as printed; one that was paid already is not what is asked."""
# "$100,000", "this for $28,000", "it in the amount of $40.00"
_BARE_SUM: Final = lazy_regex(r"(?:(?:this|it|that)\s+)?(?:(?:for|at|in\s+the\s+amount\s+of)\s+)?\$[\d,.]+", re.I)
_CONDITIONS: Final = lazy_regex(
    r"\b(?:with\s+the\s+(?:\w+\s+)?conditions?|subject\s+to|condition(?:ed|al)\s+(?:up)?on|contingent\s+(?:up)?on|"
    r"provided\s+that|on\s+the\s+condition)\b.*",
    re.I | re.S,
)
_TAIL: Final = lazy_regex(
    rf"[,;]?\s*(?:and\s+)?(?:the\s+motion\s+)?(?:was\s+)?(?:(?:seconded|SECONDED|2nd|second|SECOND)\s+by|,\s*(?:2nd|second|SECOND))\s+{NAME}.*$|"
    rf",?\s+with\s+all\s+in\s+favor.*$|[,;]?(?:\s+(?:and|with))?\s+{NAME}\s+(?:second(?:ed|s|ing)|SECONDED|2nd).*$|\s+was\s+made(?:\s+by\b.*)?$|"
    r"\s(?:passed|carried|failed|died)\s+(?:on|by|for|unanimously)\b.*$",
    re.S,
)
# "Roe made the motion", "Roe so moved": what is moved was said before
_SAYS_NOTHING: Final = lazy_regex(r"\b(?:the\s+motion|[Ss]o\s+moved)\b")
# "Roe moved, Lee seconded, passed 3-0": the result and nothing asked
_RESULT: Final = lazy_regex(
    r"\W*(?:\Z|(?:passed|carried|approved|adopted|failed|defeated|"
    r"all\s+in\s+favor|unanimous|so\s+voted)\b(?!\s+(?:the|an?|that|it)\b))",
    re.I,
)
# "On motion of Roe, seconded by Lee, the minutes were approved"
_ON_MOTION: Final = lazy_regex(r"\b(?:up)?on\s+(?:an?\s+|the\s+)?(?:[\w/]+\s+)?motion\b", re.I)
_DONE: Final = lazy_regex(r"[^.;]*?\b(?:was|were)\s+(?:\w+ly\s+)?[a-z]+ed\b")
_ADJOURNED: Final = lazy_regex(r"\bmeeting\s+(?:was\s+|stood\s+)?adjourned\b", re.I)
_CALL: Final = lazy_regex(r"\A(?:vote|motion|[^:]{0,40}\bmotion)\s+to\s+", re.I)
# "entertained a motion to adjourn; so moved by Roe": what was called for
_CALLED: Final = lazy_regex(
    r"\b[Mm]otion\s+(?:to\s+)?(?P<what>[a-z][^.;\n]{3,120})|(?:^|[.\n]\s*)(?P<head>[^.;\n]{4,120})\Z"
)
_CALLED_REACH: Final = 240
# "it", "these", "the request", "the tax", "as presented": the matter is named before the motion
_LEANS: Final = lazy_regex(
    r"^\W*(?:(?:it|is|this|these|them|that|those|same|both|all)?(?:\s+of\s+(?:these|them))?|"
    r"(?:this|these|said)(?:\s+[\w’'-]+){1,4}|the\s+(?:\w+\s+){0,2}?"
    r"(?:request|tax|refund|application|abatement|motion|minutes|warrant|plan|proposal|bid|permit|article|waiver|"
    r"appointment|amendment|exemption|petition|manifest|contract|agreement|amount|variance|letter|policy|"
    r"grant|intent|tabled|case|resolution)s?)?"
    r"\s*(?:as\s+(?:[\w’']+\s+){0,4}?(?:presented|written|amended|submitted|is|read|complete|printed|stated|discussed|"
    r"recommended)|"
    r"with\s+(?:the\s+)?(?:amendments?|corrections?|changes?)|(?<=it\s|em\s|is\s|se\s)(?:for|at|on)\s(?!\$)[^.;]*)?\W*$",
    re.I,
)
_PRONOUN: Final = lazy_regex(r"^\W*(?:it|is|this|that|these|them|those|both|the\s+(?:request|motion))\W*$", re.I)
# "these", "both", "all three abatements": several things, and no single sum is the motion's
_SEVERAL: Final = lazy_regex(
    r"\b(?:these|them|those|both|all|two|three|four|five|six|seven|eight|nine|ten|\w+(?:ments|tions|rants|unds|"
    r"ests|mits|axes|fts))\b",
    re.I,
)
_LIMIT: Final = 6000  # characters after a motion in which its vote is looked for: a long discussion on two pages


# "Case #25-02-V: …", "Article 12: …", "New Business: …", "Old matters:" on a line of its own: another item
_NEXT_ITEM: Final = lazy_regex(
    r"\n\W{0,4}(?:Case\s*#|Article\s+\d{1,3}\b\W|(?:New|Old)\s+Business\b|"
    r"(?!(?i:roll|[^\n]*\bvote|ayes|yeas|nays|no))[A-Z][\w’'/& -]{2,40}:[ \t]*(?=\n))"
)


class _Clause(NamedTuple):
    """What a motion asks: the words after "moved to" up to the end of their sentence, trimmed, with their place."""

    text: str
    start: int
    end: int


def _clause(text: str, moved: Moved, stop: int) -> _Clause:
    inside = moved.told("inside")
    if inside:
        start, end = moved.match.span("inside")
        return _Clause(" ".join(inside.split()), start, end)
    if moved.told("implied"):
        return _Clause("", moved.end, moved.end)
    if not moved.told("to") and (
        text[moved.start : moved.end].rstrip()[-1:] in (".", ";")
        or _SAYS_NOTHING.search(moved.match.group())
        or _RESULT.match(text, moved.end)
    ):
        return _called(text, moved)
    start = moved.end
    end = min(sentence_end(text, start), stop)
    raw = _TAIL.sub("", BY.sub("", text[start:end], count=1) if moved.told("bare") else text[start:end])
    kept = raw.rstrip(" \n\t.;,*")
    lead = len(kept) - len(kept.lstrip(" \n\t,:–—-*"))
    return _Clause(" ".join(kept.split()), start + lead, start + len(kept))


def _called(text: str, moved: Moved) -> _Clause:
    """What a mover answers to who says nothing more: the motion called for, or the words of the line before."""
    base = max(0, moved.match.start() - _CALLED_REACH)
    called = list(_CALLED.finditer(text, base, moved.match.start()))
    if not called:
        return _Clause("", moved.end, moved.end)
    found = called[-1]
    start, end = found.span("what" if found["what"] else "head")
    words = _CALL.sub("", text[start:end].strip(" \n\t,:–—-*"))
    start = text.find(words, start) if words else end
    return _Clause(" ".join(words.split()), start, start + len(words))


def _told(text: str, moved: Moved, stop: int) -> Told:
    """The vote told after a motion, up to the next one or another item; "voted to" in the motion is a vote itself."""
    after = moved.match.end()
    item = _NEXT_ITEM.search(text, sentence_end(text, after), min(stop, after + _LIMIT))
    told = told_vote(text[after : item.start() if item else min(stop, after + _LIMIT)])
    done = (
        _DONE.match(text, after)
        if told.fate == "none" and _ON_MOTION.search(text, max(0, moved.start - 9), moved.end)
        else None
    )
    if done:
        return Told(told.vote, "passed", 0, done.end() - after, plain=True)
    if not moved.told("body") and (told.fate != "none" or not moved.told("voted")):
        return told
    end = max(after, sentence_end(text, after))
    return Told(told_vote(text[moved.start : end]).vote, "passed", 0, end - after, plain=True)


def _seconder(text: str, moved: Moved, told: Told, stop: int) -> tuple[str, int, int]:
    """Who seconded, and where; the name in the motion itself, else the first one told up to the end of the vote."""
    for part in ("second", "second_then"):
        if moved.told(part):
            return (bare_name(moved.told(part)), *moved.match.span(part))
    reach = moved.match.end() + told.end if told.fate != "none" else min(stop, moved.match.end() + 1500)
    for match in SECONDED.finditer(text, moved.match.end() if moved.match.end() < reach else moved.start, reach):
        which = next(name for name in ("who", "gave", "by", "backed", "starred") if match[name])
        name = bare_name(match[which])
        if name:
            return (name, *match.span(which))
    return "", 0, 0


def _money(clause: _Clause, lead: LeadIn) -> tuple[str, int, int]:
    """The one sum the motion is about: in its own words, else in those it leans on; of several the stated total."""
    own = list(_AMOUNT.finditer(clause.text))
    if own:
        return own[0].group(), clause.start, clause.end
    several = bool(_SEVERAL.search(clause.text) or re.search(r"(?:^|\.\s)(?:These|They|Those)\b", lead.text))
    sums = list(_AMOUNT.finditer(lead.text))
    named = {each.group() for each in sums}
    if len(named) == 1 and not several:
        return sums[0].group(), lead.start + sums[0].start(), lead.start + sums[0].end()
    total = [each for each in sums if re.search(r"\btotal\b[^.$]{0,40}$", lead.text[: each.start()], re.I)]
    last = total[-1] if total and not several else None
    return (last.group(), lead.start + last.start(), lead.start + last.end()) if last else ("", 0, 0)


def _just_before(text: str, moved: Moved) -> LeadIn:
    """A sum that stands right before the mover: "$74,250.00 Angela made a motion to"."""
    found = re.search(r"\$\s?\d[\d,]*(?:\.\d\d)?\s*$", text[max(0, moved.start - 24) : moved.start])
    start = max(0, moved.start - 24) + found.start() if found else 0
    return LeadIn(text[start : moved.start].strip() if found else "", start, moved.start, ())


def _lead(text: str, moved: Moved, floor: int, clause: _Clause, *, leaning: bool, named: bool) -> LeadIn:
    """What the motion leans on. One that names no matter itself may share its words with the sentence before it."""
    if moved.told("carried"):
        piece = text[moved.start : moved.match.start()]
        return LeadIn(
            " ".join(piece.split()), moved.start, moved.match.start(), tuple(m for _, _, m in matters_in(piece))
        )
    lead = lead_in(text, moved.start, floor, leaning=leaning or not named)
    if leaning or named:
        return lead
    common = _long_words(clause.text) & _long_words(lead.text)
    return lead if common else LeadIn("", 0, 0, (), lead.context)


_OF_ANY_MOTION: Final = frozenset(["approv", "motion", "accept", "meetin", "board", "recomm"])
"""Beginnings of words that say nothing of what a motion is about."""


def _long_words(text: str) -> set[str]:
    return {word[:6] for word in re.findall(r"[a-z]{5,}", text.lower())} - _OF_ANY_MOTION


class _Asked(NamedTuple):
    """What a motion asks: the action, the words of it, and whether these lean on what was said before."""

    action: Action
    words: str
    leaning: bool


def _asked(text: str, moved: Moved, clause: _Clause, seconded_to: int) -> _Asked:
    """The action of the clause; for "for Case 3, Map 9. to grant approval. Roe seconded" of the words up to there."""
    meant: tuple[tuple[str, Action], ...] = (("amends", "amend"), ("nominates", "nominate"), ("implied", "approve"))
    action = next((verb for form, verb in meant if moved.told(form)), None) or action_of(clause.text)
    further: Action = "other"
    if action == "other" and seconded_to > clause.end:
        further = action_of(" ".join(text[clause.start : seconded_to].split()))
    words = clause.text if moved.told("nominates") or further != "other" else object_of(clause.text)
    action = action if further == "other" else further
    return _Asked(action, words, action != "adjourn" and bool(_LEANS.match(words) or _LEANS.match(clause.text)))


def _matters(
    text: str, moved: Moved, asked: _Asked, own: tuple[Matter, ...], lead: LeadIn, before: Motion | None
) -> tuple[Matter, ...]:
    """The matters a motion names, else those it leans on, else those of the motion before or of the heading over it."""
    matters = own or lead.matters
    if not matters and before is not None and before.fate == "none" and asked.leaning:
        matters = before.matters
    if not matters and asked.action != "adjourn":
        matters = run_in_head(text, moved.start) or heading_over(text, moved.start)
    return matters


def _named(text: str, moved: Moved, clause: _Clause, asked: _Asked, lead: LeadIn, matters: tuple[Matter, ...]) -> str:
    """What the motion is about in words that stand by themselves."""
    words = asked.words
    if not asked.leaning:
        if asked.action in ("authorize", "other"):
            words = clause.text  # "send out payments": the verb is part of what is asked
        # "approve this for $28,000": the matter says for what
        return f"{matters[0].name}: {words}" if matters and _BARE_SUM.fullmatch(words) else words
    if matters and _BARE_SUM.fullmatch(words):
        words = f"{matters[0].name}: {words}"
    said = lead.text if lead.matters or not lead.context else lead.context[0].name  # the case that is open
    leaned = said if re.search(r"\w{4}", said) and words not in said else ""
    named = " – ".join(part for part in (_PRONOUN.sub("", words), leaned) if part) or lead.text
    # "Paving- … Total is $600,000. Roy moved to approve"
    opened = run_in_head(text, moved.start) if lead.text else ()
    return f"{opened[0].name}: {named}" if opened and opened[0].name.casefold() not in named.casefold() else named


def _motion(text: str, moved: Moved, stop: int, floor: int, before: Motion | None) -> tuple[Motion, int]:
    """The motion and where its telling ends. `stop` is where the next one begins, `floor` where the last one ended."""
    after = moved.match.end()
    told = _told(text, moved, stop)
    clause = _clause(text, moved, stop)
    second = _seconder(text, moved, told, stop)
    end = _end(text, clause, second, after + told.end if told.fate != "none" else 0, stop)
    asked = _asked(text, moved, clause, second[1])
    own = tuple(matter for _, _, matter in matters_in(clause.text))
    lead = _lead(text, moved, floor, clause, leaning=asked.leaning, named=bool(own))
    if asked.action == "adjourn" and told.fate == "none" and _ADJOURNED.search(text, after, min(stop, after + 240)):
        told = told._replace(fate="passed")
    amount, money_start, money_end = _money(clause, lead if asked.leaning else _just_before(text, moved))
    matters = _matters(text, moved, asked, own, lead, before)
    conditions = _CONDITIONS.search(clause.text)
    start = lead.start if moved.told("implied") and lead.text else moved.start
    return Motion(
        text=text[start:end],
        start=start,
        end=end,
        quality="certain" if moved.mover and second[0] and told.plain and not asked.leaning else "likely",
        slots=_slots(
            ("mover", *moved.mover_at, moved.mover),
            ("seconder", second[1], second[2], second[0]),
            ("object", clause.start, clause.end, clause.text),
            ("amount", money_start, money_end, amount),
            ("vote", after + told.start, after + told.end, "vote" if told.fate != "none" else ""),
            ("matter", lead.start, lead.end, lead.text if asked.leaning else ""),
        ),
        matters=() if asked.action == "adjourn" else _with_case(matters, lead.context),
        mover=moved.mover,
        seconder=second[0],
        action=asked.action,
        object=_named(text, moved, clause, asked, lead, matters),
        conditions=conditions.group() if conditions else "",
        amount=amount,
        vote=told.vote,
        fate=told.fate,
        outcome=outcome_of(asked.action, told.fate, clause.text),
    ), end


def _with_case(matters: tuple[Matter, ...], case: tuple[Matter, ...]) -> tuple[Matter, ...]:
    """The matters of a motion with the case under which it was made, which is called as where it was opened."""
    if any(matter.kind == "case" for matter in matters) and not any(m.key in {x.key for x in case} for m in matters):
        return matters  # it names another case itself
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


def _slots(*found: tuple[str, int, int, str]) -> tuple[Slot, ...]:
    return tuple(Slot(name=name, start=start, end=end) for name, start, end, value in found if value and end > start)


# "Passed at the April 8, 2024 City of Alder Falls Meeting (4-1 vote)", "ADOPTED by the City Council on ..."
_ENACTED: Final = lazy_regex(
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
    places = moved_in(text)
    found: list[Motion] = []
    floor = 0
    for place, moved in enumerate(places):
        stop = places[place + 1].start if place + 1 < len(places) else len(text)
        motion, floor = _motion(text, moved, max(stop, moved.match.end()), floor, found[-1] if found else None)
        if (motion.object or not moved.told("implied")) and not _is_put_off(moved, motion):
            found.append(motion)
    found += enactments(text, found)
    return tuple(_told_once(_withdrawn(sorted(found, key=lambda one: one.start))))


def _is_put_off(moved: Moved, motion: Motion) -> bool:
    """Whether something was only put in another place ("moved the discussion to the end"): no second, no vote."""
    return not (moved.told("to") or motion.seconder or motion.fate != "none" or motion.action != "other")


def _told_once(found: Sequence[Motion]) -> list[Motion]:
    """The motions without one that got neither a second nor a vote and is moved again right after: "The chair made a
    motion to adjourn. A motion by Lee to adjourn. Roe seconded." is one act."""
    return [
        one
        for one, then in zip_longest(found, found[1:])
        if then is None or one.seconder or one.fate != "none" or not _again(one, then)
    ]


def _again(one: Motion, then: Motion) -> bool:
    """Whether two motions ask the same; what asks less or with amendments is another."""
    return one.action == then.action and (one.action == "adjourn" or one.object == then.object)


# "to withdraw the previous motion", "rescinded his motion"
_TAKES_BACK: Final = lazy_regex(
    r"\b(?:withdraw|rescind|retract)\w*\s+(?:the|his|her|their)\s+(?:\w+\s+)?motion\b", re.I
)


def _withdrawn(found: list[Motion]) -> list[Motion]:
    """The motions with the fate "withdrawn" for one without a vote that the next one takes back."""
    for place, (before, after) in enumerate(pairwise(found)):
        if before.fate == "none" and after.fate in ("passed", "none") and _TAKES_BACK.search(after.text):
            found[place] = before.changed(fate="withdrawn", outcome="")
            found[place + 1] = after.changed(action="other", outcome="done" if after.fate == "passed" else "")
    return found
