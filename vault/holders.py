"""Who holds which office of a body, as the roll calls held tell it: first and last day named, at how many meetings.

Arithmetic on rows of the ledger. It refuses to say that anybody holds an office today: the newest record is the limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher

from vault.facts.meeting.offices import OF_A_BODY, SINGLE
from vault.facts.names import surname
from vault.facts.types import Officer
from vault.ledger import LedgerQuery, LedgerRow
from vault.ports import Library
from vault.store.keys import body_among
from vault.types import ChunkId, Filters
from vault.value import Value

__all__ = ["OfficeHolder", "holders_of", "last_meeting", "office_holders", "roll_calls"]

_FIRST = ("mayor", "chair", "acting chair", "vice chair", "council president")
"""Offices in the order in which they are told; all others by name after them, members last."""
_MISREAD = 0.8
"""Likeness of two last names of which the rarer one is a misreading of the other ("Durant", "Dutant")."""
_RARE = 3  # a misreading stands in at most a third as many records as the name


_ROWS_READ = 400
"""Newest records of an office that are looked at: more than ten years of monthly meetings."""
_MOST_CALLS = 4


class OfficeHolder(Value):
    """One person in one office of one body. `current` means: named last, as far as the records go."""

    person: str
    office: str
    town: str
    body: str
    first: str
    last: str
    meetings: int
    current: bool
    latest: LedgerRow
    """The newest record that says so."""


class _Group(Value):
    """The rows that tell one person in one office of one body, oldest first."""

    name: str
    rows: tuple[LedgerRow, ...]

    @property
    def last(self) -> str:
        return self.rows[-1].date


def _alike(one: str, other: str) -> bool:
    """Whether two names may be one person's: one last name, or a misreading of it, and no other first initial."""
    a, b = surname(one), surname(other)
    first, second = one.split()[:-1], other.split()[:-1]
    if first and second and first[0][0] != second[0][0] and not set(first) & set(second):  # "C. Ned Poe" is "Ned Poe"
        return False
    return a == b or SequenceMatcher(None, a, b).ratio() >= _MISREAD


def _person(row: LedgerRow) -> str:
    return row.record.person if isinstance(row.record, Officer) else ""


def _groups(rows: Sequence[LedgerRow]) -> list[_Group]:
    """The rows by person: equal names first, then rare spellings with the name they misread."""
    by_name: dict[str, list[LedgerRow]] = defaultdict(list)
    for row in rows:
        by_name[_person(row)].append(row)
    groups: list[_Group] = []
    for name, mine in sorted(by_name.items(), key=lambda item: (-len(item[1]), item[0])):
        place = next((n for n, held in enumerate(groups) if _one_person(held, name, len(mine))), None)
        if place is None:
            groups.append(_Group(name=name, rows=tuple(mine)))
        else:
            held = groups[place]
            fuller = max((held.name, name), key=_fullness)
            groups[place] = _Group(name=fuller, rows=(*held.rows, *mine))
    return [group.changed(rows=tuple(sorted(group.rows, key=lambda row: (row.date, row.id)))) for group in groups]


def _fullness(name: str) -> tuple[int, int]:
    """How full a name is: "Max Poe" is fuller than "M. Poe", and that than "Poe"."""
    return len(name.split()), len(name)


def _one_person(held: _Group, name: str, times: int) -> bool:
    if not _alike(held.name, name):
        return False
    return surname(held.name) == surname(name) or _RARE * times <= len(held.rows)


def _rank(office: str) -> tuple[int, str]:
    if office in _FIRST:
        return _FIRST.index(office), ""
    return (len(_FIRST) + (office == "member"), office)


def office_holders(rows: Sequence[LedgerRow]) -> tuple[OfficeHolder, ...]:
    """The holders among rows of officers, body by body: leading offices first, those named last before earlier ones;
    () without such rows. A row without a day counts for nothing."""
    bodies: dict[tuple[str, str, str], list[LedgerRow]] = defaultdict(list)
    for row in rows:
        if isinstance(row.record, Officer) and row.date:
            bodies[row.state, row.town, row.board].append(row)
    found: list[OfficeHolder] = []
    for mine in bodies.values():
        found += _of_body(mine)
    return tuple(
        sorted(found, key=lambda one: (one.town, one.body, _rank(one.office), not one.current, _backwards(one.last)))
    )


def _backwards(date: str) -> tuple[int, ...]:
    """A key under which later days come first."""
    return tuple(-ord(sign) for sign in date)


def _of_body(rows: Sequence[LedgerRow]) -> list[OfficeHolder]:
    newest = max(row.date for row in rows)
    offices: dict[str, list[LedgerRow]] = defaultdict(list)
    for row in rows:
        if isinstance(row.record, Officer):
            offices[row.record.office].append(row)
    leading = {_person(row) for row in rows if isinstance(row.record, Officer) and row.record.office != "member"}
    offices["member"] = [row for row in offices["member"] if not any(_alike(_person(row), name) for name in leading)]
    found: list[OfficeHolder] = []
    for office, mine in offices.items():
        if not mine:
            continue
        groups = _groups(mine)
        now = [_last_of(groups)] if office in SINGLE else [group for group in groups if group.last == newest]
        found += [_holder(group, office, current=group in now) for group in groups]
    return found


def _last_of(groups: Sequence[_Group]) -> _Group:
    """Who held an office of one last: of the rows that are certain, when there are any, whom most of them name."""
    sure = [group for group in groups if any(row.record.quality == "certain" for row in group.rows)] or groups
    last = max(group.last for group in sure)
    return max((group for group in sure if group.last == last), key=lambda group: len(group.rows))


def _holder(group: _Group, office: str, *, current: bool) -> OfficeHolder:
    latest = group.rows[-1]
    return OfficeHolder(
        person=group.name,
        office=office,
        town=latest.town,
        body=latest.board,
        first=group.rows[0].date,
        last=group.last,
        meetings=len({row.date for row in group.rows}),
        current=current,
        latest=latest,
    )


def holders_of(library: Library, town: str, bodies: Sequence[str], office: str) -> tuple[OfficeHolder, ...]:
    """Who held an office, body by body; an office that is not of a body is looked for in all of the town's records."""
    held = library.boards(Filters(towns=(town,)) if town else Filters())
    asked = bodies if office in OF_A_BODY else ()
    wanted = [name for body in asked if (name := body_among(held, body))] if asked else [""]
    rows: list[LedgerRow] = []
    for body in wanted:
        query = LedgerQuery(town=town, body=body, kinds=("officer",), words=office)
        rows += library.ledger.rows(query, limit=_ROWS_READ).rows
    return office_holders([row for row in rows if isinstance(row.record, Officer) and row.record.office == office])


def roll_calls(library: Library, town: str, bodies: Sequence[str], office: str) -> tuple[ChunkId, ...]:
    """The passages that name the holders of an office last, at most four, the newest first; () when none is held."""
    found = [one for one in holders_of(library, town, bodies, office) if one.current]
    newest = sorted(found, key=lambda one: one.last, reverse=True)
    return tuple(dict.fromkeys(one.latest.chunk_id for one in newest if one.latest.chunk_id is not None))[:_MOST_CALLS]


def last_meeting(library: Library, town: str, bodies: Sequence[str]) -> str:
    """The day of the newest minutes held of a town's bodies, "" when none are."""
    filters = Filters(lane="local", towns=(town,), boards=tuple(bodies), doc_types=("minutes",))
    return next((one.metadata.date for one in library.documents(filters, 1)), "")
