"""Who held which office at a meeting: roll calls, lists of those present and absent, and titles before a name.

Reads lists that are headed as the body's own ("Roll Call", "Members Present", "Absent"). It refuses guests, attendees
and everybody whose office is not told: a private person is never an officer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from vault.facts.meeting.offices import OFFICE, OFFICE_HEAD, SINGLE, office_of, title_in
from vault.facts.names import NAME, bare_name, surname
from vault.facts.types import Motion, Officer, Quality, Slot
from vault.text.patterns import lazy_regex
from vault.text.windows import windows

__all__ = ["elected_in", "officers"]

# "Attendance by Roll Call: – ", "Members Present by Roll Call: -", "**Present:**", "with the following present:"
_LIST: Final = lazy_regex(
    r"(?P<head>\b(?:Attendance(?:\s+by\s+Roll\s+Call)?|Roll\s+Call(?:\s+Attendance)?|(?:Members|Board\s+Members|[A-Z][a-z]+men|"
    r"Council(?:ors)?|Trustees|Commissioners|Those|Also|All)?\s*[Pp]resent(?:\s+by\s+Roll\s+Call)?|"
    r"with\s+the\s+following\s+(?:members\s+)?present|[Ii]n\s+attendance(?:\s+were)?|Others?\s+(?:Attendees|Present|in\s+Attendance))|"
    r"(?P<away>\b(?:Members\s+)?(?:Absent|Excused|ABSENT)))(?P<close>\**\s*[:–—-]+[*\s:–—-]*)"
)
# "Alec Goolsby, Chair", "Pat Franklin\nVice Chair, Finance Committee": how a report is signed
_SIGNED: Final = lazy_regex(
    rf"^[ \t]*(?P<who>{NAME})(?:,[ \t]*|[ \t]*\n[ \t]*)(?P<title>(?:Vice[- ])?Chair(?:man|woman|person)?)\b"
    r"(?=[ \t]*(?:,|\n|$))",
    re.MULTILINE,
)
# "Chairman, Ash Roy called the meeting to order", "Chairman Goss stated": a title before the name of one who acts
_ACTING: Final = lazy_regex(
    rf"(?<![\w’'] )(?<![\w’'])(?P<title>(?:Vice[- ])?Chair(?:man|woman|person)?|Mayor|Council\s+President),?\s+"
    rf"(?P<who>(?:{NAME}))\s+(?P<verb>[a-z]+ed\b|said\b|led\b|asks\b)(?P<rest>[^.\n]{{0,60}})"
)
# "Selectman Susan Doe was in attendance", "Matt Roe Jr., Town Administrator was also in attendance"
_ATTENDED: Final = lazy_regex(
    rf"(?:(?P<title>{OFFICE})\s+(?P<who>{NAME})|(?P<who2>{NAME})\.?,\s+(?P<title2>{OFFICE}),?)\s+"
    r"(?:was|is)\s+(?:also\s+)?(?:in\s+attendance|present|absent|excused)"
)
_OPENS: Final = lazy_regex(r"\b(?:meeting|hearing|session)\b", re.IGNORECASE)
# What follows a list: another label at the front of a line, a bullet, a heading
_NEXT: Final = lazy_regex(
    r"\n\s*\n|\n[ \t]*(?:[•▪#]|\**[A-Z][A-Za-z’' ]{2,40}\**(?::|\s–\s[a-z]))|\n(?=[A-Z][A-Z ]{6,})|"
    r"\b(?:Guests?|Attendees|Public|Others?|Visitors?|Audience|Absent|Excused|Also\s+[Pp]resent|Staff)\**\s*[:–]"
)
_LONGEST: Final = 700
_BEFORE: Final = 160  # a name with its titles, and the words before the head of an office
_AFTER: Final = 200  # a name with its titles, its verb, and what it opened
_NICKNAME: Final = lazy_regex(r"\s*[“\"(]\s?[A-Z][a-z]+\s?[”\"]\s*|\s*[“\"][A-Z][a-z]+[”\"]\s*")
_SIDE: Final = lazy_regex(
    r"(?<=[a-z])present\s*$|\b(?:in\s+person|via\s+\w+|by\s+(?:phone|zoom|telephone)|remotely|(?:is|was|were)\s+(?:also\s+)?(?:present|absent)|"
    r"present|arrived\b.*|left\b.*|joined\b.*)\s*$|\s+was\s+also\s*$",
    re.IGNORECASE,
)
_AWAY: Final = lazy_regex(r"\b(?:absent|excused)\b", re.IGNORECASE)
_DASH: Final = lazy_regex(r"\s*[–—]\s*|\s+-\s*|\s*-\s+|(?<!Vice)-(?=(?:[Aa]bsent|Excused|[Pp]resent|Chair|Vice)|\s*$)")
_PERSON: Final = lazy_regex(
    r"(?:[A-Z][a-z]?\.?\s+)?[A-Z][\w’'.-]*[a-z.](?:\s+(?:de|la|van|der|von|del|di|St\.)){0,2}(?:\s+[A-Z][\w’'.-]*){0,3}"
    r"(?:,?\s+(?:Jr|Sr|II|III)\.?)?"
)
_TITLED: Final = lazy_regex(rf"(?P<title>{OFFICE})[,:]?\s+(?P<who>[A-Z].*)", re.DOTALL)
# "• Ada Roe, Town Clerk/Tax Collector": on a line of its own the title is that of the name before it
_BULLETED: Final = lazy_regex(rf"((?:\A|\n)[ \t]*[•*-][^\n,]+),(?=[ \t]+{OFFICE}(?:/{OFFICE})*[ \t]*(?:\n|\Z))")
# "• Ada Roe, Chief\n• Bo Poe\n": the lines of such a list
_BULLETS: Final = lazy_regex(r"(?:•[^\n]*(?:\n\s*|\Z))+")
_NOBODY: Final = frozenset(
    ["none", "all", "everyone", "quorum", "board", "members", "minutes", "pledge", "via", "zoom", "public", "n/a", "na"]
)


class _Item(NamedTuple):
    """One entry of a list: a name, a title, or both, with the offset of the name and whether the entry says absent."""

    who: str
    title: str
    at: int
    away: bool
    bracketed: bool


def _entries(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The entries of a list with their places: cut at commas, semicolons and "and" outside brackets."""
    joined = re.sub(r",(\s+(?:Jr|Sr|II|III)\b)", r" \1", text)  # same length
    joined = _BULLETED.sub(r"\1–", joined)
    depth, at = 0, 0
    for cut in re.finditer(r"[()]|[,;]|\band\b|\n(?=[ \t]*[-•*])|\Z", joined):
        if cut.group() == "(":
            depth += 1
        elif cut.group() == ")":
            depth = max(0, depth - 1)
        elif depth == 0 or not cut.group():
            if joined[at : cut.start()].strip(" \n*.-–•"):
                yield joined[at : cut.start()], start + at
            at = cut.end()


def _item(text: str, start: int) -> _Item | None:
    """What one entry says; None when it names nobody and no office."""
    bracket = re.search(r"\(([^()]*)\)?", text)
    bracketed = title_in(bracket[1]) if bracket else ""
    away = bool(_AWAY.search(text))
    plain = _NICKNAME.sub(" ", text)
    plain = re.sub(r"\([^()]*\)?", " ", plain)
    who, title = "", bracketed
    for part in _DASH.split(_AWAY.sub(" ", plain)):
        words = _SIDE.sub("", " ".join(part.split()).strip(" .:*•")).strip(" .:*")
        if not words:
            continue
        if title_in(words):
            title = title or title_in(words)
        elif not who:
            who = words
        elif re.fullmatch(r"[A-Z][a-z]+", words):
            who = f"{who}-{words}"  # "McGuire – Doyle"
    front = _TITLED.fullmatch(who)
    if front:
        who, title = front["who"], title or front["title"]
    if who and (not _PERSON.fullmatch(who) or who.lower() in _NOBODY or not bare_name(who)):
        return None
    lead = len(text) - len(text.lstrip())
    return _Item(who, title, start + lead, away, bool(bracketed)) if who or title else None


def _people(text: str, start: int) -> Iterator[_Item]:
    """The people of a list, each with the office that stands at it.

    A title by itself belongs to the name after it when the list puts titles first, else to the name before it; one in
    the plural ("Selectmen, …") to all names up to the next.
    """
    items = [item for entry in _entries(text, start) if (item := _item(*entry))]
    first = next((item for item in items if item.title), None)
    leading = first is not None and (not first.who or _puts_title_first(text, start, first))
    shared = ""
    for place, item in enumerate(items):
        if not item.who:
            if item.title and item.title.lower().endswith("men"):
                shared = item.title
            continue
        title = item.title
        if not title and leading and place and not items[place - 1].who:
            title = items[place - 1].title
        if not title and not leading and place + 1 < len(items) and not items[place + 1].who:
            title = items[place + 1].title
        yield item._replace(title=title or shared)


def _puts_title_first(text: str, start: int, item: _Item) -> bool:
    """Whether an entry prints its title before its name: "Chairman - Ada Roy"."""
    entry = text[item.at - start : item.at - start + 60]
    return bool(re.match(rf"[\s*]*{OFFICE}\s*[-–—,:]", entry)) and not item.bracketed


def _listed(text: str) -> Iterator[Officer]:
    for head in _LIST.finditer(text):
        begin = head.end()
        stop, bulleted = _NEXT.search(text, begin, begin + _LONGEST), _BULLETS.match(text, begin, begin + _LONGEST)
        end = min(stop.start() if stop else len(text), _sentence(text, begin))
        end = bulleted.end() if bulleted else end
        away, only_titled = bool(head["away"]), (head["head"] or "").startswith(("Also", "Those", "Other"))
        for item in _people(text[begin:end], begin):
            if only_titled and not item.title:
                continue
            for title in item.title.split("/"):
                office = office_of(title) if title else "member"
                yield _officer(text, item.who, office, title, (head.start(), end), item.at,
                               present=not (away or item.away), sure=True)  # fmt: skip


def _sentence(text: str, start: int) -> int:
    """Where the sentence of a list ends: at a full stop that follows a whole word, else after the longest list."""
    stop = re.compile(r"(?<=[a-z)]{2})\.(?=\s+[A-Z*\n]|\s*$)(?<!Jr\.)(?<!Rep\.)").search(text, start, start + _LONGEST)
    return stop.start() if stop else min(len(text), start + _LONGEST)


def _officer(
    text: str, who: str, office: str, title: str, span: tuple[int, int], at: int, *, present: bool, sure: bool
) -> Officer:
    start, end = span
    quality: Quality = "certain" if sure else "likely"
    person = " ".join(who.split()).strip(" ,")
    return Officer(
        text=text[start:end],
        start=start,
        end=end,
        quality=quality,
        slots=(Slot(name="person", start=at, end=min(at + len(who), len(text))),),
        person=person,
        office=office,
        title=" ".join(title.split()),
        present=present,
    )


def _titled(text: str) -> Iterator[Officer]:
    """Titles in sentences: of the one who opens the meeting surely, of one who speaks only likely."""
    near = list(windows(text, OFFICE_HEAD, _BEFORE, _AFTER))
    for form in (_ACTING, _ATTENDED, _SIGNED):
        for match in (hit for low, high in near for hit in form.finditer(text, low, high)):
            told = match.groupdict()
            title, group = (told["title"], "who") if told["title"] else (told["title2"], "who2")
            who = bare_name(told[group])
            if not who or (form is _SIGNED and len(who.split()) < 2):
                continue
            opens = told.get("verb") in ("called", "opened", "convened") and bool(_OPENS.search(told["rest"]))
            away = form is _ATTENDED and bool(_AWAY.search(match.group()))
            yield _officer(text, who, office_of(title), title, match.span(), match.start(group),
                           present=not away, sure=opens or form is _ATTENDED)  # fmt: skip


def _same(one: str, other: str) -> bool:
    """Whether a last name alone, or a name with its initial, may be this person."""
    if surname(one).lower() != surname(other).lower():
        return False
    a, b = one.split(), other.split()
    return len(a) == 1 or len(b) == 1 or a[0][0] == b[0][0]


def officers(text: str, elected: Iterable[Officer] = ()) -> tuple[Officer, ...]:
    """The officers a text tells, each person and office once, in order of place; () when it tells none. Never raises.

    `elected` are those whom its motions put into office. A name told by its last word is given in full where one list
    of the text has it in full.
    """
    listed = list(_listed(text))
    names = list(dict.fromkeys(one.person for one in listed))
    kept: list[Officer] = []
    for one in [*listed, *_titled(text), *elected]:
        full = [name for name in names if _same(name, one.person)]
        if one.quality == "likely" and names and not full:
            continue  # the chair of another body is spoken of
        person = full[0] if len(full) == 1 and len(full[0]) > len(one.person) else one.person
        _keep(kept, one.changed(person=person))
    sure = {one.office for one in kept if one.quality == "certain"} & SINGLE
    kept = [one for one in kept if one.quality == "certain" or one.office not in sure]
    special = [one.person for one in kept if one.office != "member"]
    found = [one for one in kept if one.office != "member" or not any(_same(one.person, who) for who in special)]
    return tuple(sorted(found, key=lambda one: (one.start, one.slots[0].start)))


def _keep(kept: list[Officer], one: Officer) -> None:
    """Adds an officer, or makes the one held surer or its name fuller."""
    for place, held in enumerate(kept):
        if held.office == one.office and _same(held.person, one.person):
            better = held.quality == "likely" and one.quality == "certain"
            name = max((held.person, one.person), key=len)
            kept[place] = (one if better else held).changed(person=name)
            return
    kept.append(one)


# "Ada Osgood as Chairman", "David Roy to continue as Chair", "Ada Roy to be vice-chairman"
_ELECTED: Final = lazy_regex(
    rf"(?P<who>{NAME})(?:\s*[“\"][^”\"]+[”\"]\s*(?P<rest>[A-Z][\w’'-]+))?\s+(?:as|for|to\s+be|to\s+continue\s+as|to\s+serve\s+as)\s+"
    rf"(?:the\s+|our\s+)?(?P<title>{OFFICE})",
)


def elected_in(motions: Iterable[Motion]) -> Iterator[Officer]:
    """Those whom a motion that passed put into an office: "Roy nominated Ada Osgood as Chairman. … Motion passed."."""
    for motion in motions:
        found = _ELECTED.search(motion.text) if motion.outcome in ("appointed", "elected") else None
        if found is None:
            continue
        who = bare_name(found["who"]) + (f" {found['rest']}" if found["rest"] else "")
        at = motion.start + found.start("who")
        slot = Slot(name="person", start=at, end=motion.start + found.end("who"))
        yield Officer(
            text=motion.text, start=motion.start, end=motion.end, quality=motion.quality, slots=(slot,),
            person=who, office=office_of(found["title"]), title=found["title"],
        )  # fmt: skip
