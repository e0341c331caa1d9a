"""What a document is: lane, jurisdiction, town, board, type, date, status, authority, title.

One pure function. What was given (a manifest, an option) outranks what the source said of itself, which outranks its
path and name, which outrank the first page. It never reads authority out of a text that merely names a statute.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from vault.facts.dates import dates_in
from vault.intake.doctypes import doc_type_in_name, doc_type_in_text, status_of, title_lines
from vault.intake.meeting_date import (
    adoption_date,
    date_in_name,
    meeting_date,
    order_date,
    other_event_dates,
    title_date,
    year_in,
)
from vault.intake.titles import body_in, case_name, is_name_alone, made_title
from vault.law.sections import parse_chapter, printed_date
from vault.states.issuers import Issuer, issuer_of, state_of
from vault.states.known import JURISDICTIONS, jurisdiction
from vault.states.names import DEFAULT_STATE, VOTERS_MEETING
from vault.states.places import (
    canonical_board,
    canonical_town,
    find_boards,
    find_towns,
    is_ambiguous,
    locate_towns,
    town_before_board,
    towns,
)
from vault.store.care import content_hash
from vault.store.keys import slug
from vault.text.clean import clean
from vault.text.patterns import lazy_regex
from vault.text.quality import is_word
from vault.text.words import name_words
from vault.types import Authority, DocStatus, DocType, Document, Lane, Metadata, Page, RawDocument, Section

__all__ = ["classify", "retitled"]

_STATE_TYPES: Final = frozenset({"statute", "constitution", "rule", "bill", "court"})
_DATED_BY_MEETING: Final = frozenset({"minutes", "agenda", "warrant", "results", "notice"})
_FOLDERS_READ: Final = 2  # "Ossipee/Planning Board/x.pdf"; folders further up belong to the computer, not the town
# "state", "statutes", "rsa", "local": folder names that say a lane
_LANE_FOLDERS: Final[dict[str, Lane]] = {
    **dict.fromkeys(("state", "statewide", "statutes", "rsa", "rsas", "nhma", "laws"), "state"),
    **dict.fromkeys(("local", "town", "towns", "city"), "local"),
}
# "bos", "pb", "zba" in a file name stand for the board whatever their case.
_NAME_BOARDS: Final = frozenset({"bos", "pb", "zba", "bc", "ttf", "edc", "hdc"})
_FILE_SUFFIX: Final = lazy_regex(r"\.[a-z][a-z0-9]{1,4}", re.IGNORECASE)
_SLUG_CHARS: Final = 60
_HASH_CHARS: Final = 8
_TITLE_CHARS: Final = 160
_YEAR_LINES: Final = 8
_MIN_MENTIONS: Final = 2
_HEAD_LINE_CHARS: Final = 70
_BODY_PAGES: Final = 4
_BODY_CHARS: Final = 12_000
_LIST_PAGES: Final = 30
_LIST_CHARS: Final = 20_000
_LEGISLATURES: Final = frozenset(one.legislature for one in JURISDICTIONS.values())
_MIN_DAYS, _NEARLY_ALL = 5, 0.8
"""Days of a table, and the share of them that is of one year, from which the year is the table's: fewer may be dates of
birth or of laws."""
_MIN_LISTED: Final = 12  # the largest school district of New Hampshire has nine towns
# "Docket No. 218-2031-CV-00411": what only a court's paper has at its head, or a board's that sits as one
_DOCKET: Final = lazy_regex(r"\bdocket no\b|\bcase no\.? \d+-c", re.IGNORECASE)
_HEAD_CHARS: Final = 1500
# "Town of Ossipee", "TOWN OF ALDER FALLS"
_DECLARED_TOWN: Final = lazy_regex(r"\b(?:town|city|village|borough|township)\s+of\s+[A-Z][^\n,]*", re.IGNORECASE)
# "Adopted by the Alder Falls City Council", "BEFORE THE CITY COUNCIL OF": whose an ordinance is
_ADOPTED_BY: Final = lazy_regex(r"\W*(?:(?:adopted|enacted|passed|approved) by|before the)\b", re.IGNORECASE)
# "Submitted pursuant to Act 44 of 2031": a year of a law
_OF_LAW: Final = lazy_regex(r"\b(?:pursuant|(?:act|chapter) \d+)\b", re.IGNORECASE)
# A chapter print gives each section its history or says that it is gone; a retelling gives neither.
_MIN_SOURCED: Final = 0.5


class _Clues(NamedTuple):
    """What the rules look at: the file's name and folders, the title lines, and what was told beforehand."""

    name: str
    folders: tuple[str, ...]
    lines: tuple[str, ...]
    pages: tuple[Page, ...]
    told: Metadata


def classify(raw: RawDocument, source: str, given: Metadata) -> Document:
    """The document with lane, state, type, authority and status set; town, board, date and title where they are known.

    `source` is the path, or path#key. Statute prints without sections are cut into sections. The id is the given one,
    the source's own, or a slug of the name with a short hash of where it lies. Never raises on content.
    """
    told = _over(given, raw.metadata)
    clues = _Clues(*_name_of(source), title_lines(raw.pages), raw.pages, told)
    issuer = issuer_of(clues.name, clues.lines)
    if not issuer.in_name and (told.state or state_of(clues.name, raw.pages)) != DEFAULT_STATE:
        issuer = issuer._replace(name="")  # "Superior Court" of another state
    sections = raw.sections or _sections(raw.pages, told)
    head = "\n".join(page.text for page in raw.pages[:2])
    is_code = told.lane != "local" and _is_chapter_of_code(raw.pages) and not _speaks_locally(clues.lines)
    shown = told.doc_type or ("statute" if sections or is_code else _doc_type(clues, issuer))
    case = case_name(head) if shown == "court" or _DOCKET.search(head[:_HEAD_CHARS]) else ""
    shown = "court" if case and not told.doc_type and not sections else shown
    lane = told.lane or _lane(clues, shown, issuer)
    # What a town calls rules or procedures binds its boards; what the state calls so explains.
    doc_type: DocType = "guidance" if lane == "state" and shown == "policy" and not told.doc_type else shown
    town = _town(clues) if lane == "local" else ""
    # A chapter print names other states often enough to be taken for one of theirs.
    is_print = bool(sections and not raw.sections)
    state = told.state or (DEFAULT_STATE if is_print else state_of(clues.name, raw.pages, town))
    # A bill names the offices that it charges; its own is the legislature.
    by = "" if doc_type == "bill" else issuer.name
    board = _board(clues, doc_type) if lane == "local" else (told.board or by)
    date = _date(clues, doc_type)
    shown_facts = Metadata(lane=lane, state=state, town=town, board=board, doc_type=doc_type, date=date)
    # A web page may be called "Select Board", or "Section 12:3" where the law has a better name.
    is_bare = is_name_alone(told.title) or (sections and re.match(r"(?:chapter|section) \d", told.title, re.IGNORECASE))
    titled = given.title or ("" if is_bare else told.title)
    title = titled or made_title(shown_facts, clues.lines, sections, _words(clues.name), case)
    metadata = shown_facts.changed(
        doc_id=told.doc_id or _derived_id(source.removesuffix(f"#{raw.key}"), raw.key),
        title=title,
        authority=_authority(told, shown_facts, issuer),
        status=told.status or _status(clues, doc_type, sections),
        as_of=told.as_of or (printed_date(raw.pages) if sections else ""),
        url=told.url,
        note=told.note,
    )
    return Document(
        doc_id=metadata.doc_id,
        metadata=metadata,
        pages=raw.pages,
        sections=sections,
        source=source,
        content_hash=content_hash(raw.pages, sections),
    )


def retitled(document: Document, facts: Metadata) -> Document:
    """The document with other facts, and with the title that they make where its own was made from the old ones."""
    lines, name = title_lines(document.pages), _words(_name_of(document.source)[0])
    made = made_title(document.metadata, lines, document.sections, name)
    is_own = document.metadata.title != made
    title = document.metadata.title if is_own else made_title(facts, lines, document.sections, name)
    return document.changed(metadata=facts.changed(title=title))


def _over(first: Metadata, second: Metadata) -> Metadata:
    """`first` with what it leaves open taken from `second`; names in their canonical spelling."""
    merged = first.over(second)
    return merged.changed(
        town=canonical_town(merged.town) if merged.town else "",
        board=canonical_board(merged.board) if merged.board else "",
        title=" ".join(clean(merged.title).split()),
    )


def _name_of(source: str) -> tuple[str, tuple[str, ...]]:
    """The name of a document without its ending, and the folders it lies in, the nearest first."""
    path, _, key = source.partition("#")
    parts = PurePath(path)
    inside = PurePath(key)
    name = parts.name.split(".gz")[0].rsplit(".", 1)[0]
    if key:  # a row's own key, or the name of a file inside a file
        name = inside.stem if _FILE_SUFFIX.fullmatch(inside.suffix) else key
    return name, () if key else tuple(reversed(parts.parts[:-1][-_FOLDERS_READ:]))


def _sections(pages: tuple[Page, ...], told: Metadata) -> tuple[Section, ...]:
    """Sections of a printed RSA chapter; none for a text that only looks like one."""
    if told.doc_type not in {None, "statute"} or told.state not in {"", DEFAULT_STATE} or told.lane == "local":
        return ()
    sections = parse_chapter(pages, as_of=told.as_of or printed_date(pages))
    sourced = sum(bool(section.source_note) or section.status == "repealed" for section in sections)
    if told.doc_type == "statute" or (sections and sourced >= _MIN_SOURCED * len(sections)):
        return sections
    return ()


def _doc_type(clues: _Clues, issuer: Issuer) -> DocType:
    named = doc_type_in_name(clues.name)
    shown = doc_type_in_text(clues.pages, clues.lines)
    if issuer.is_court:
        return "court"
    if named == "court" or (named == "constitution" and shown != "constitution"):
        named = None  # a town may discuss a court case; only a court's own paper is one
    if named in {"minutes", "bill", "notice"} and shown in {"warrant", "agenda"}:
        return shown
    return named or shown or ("minutes" if _is_board_and_day(clues.name) or _is_recording(clues) else "other")


def _is_recording(clues: _Clues) -> bool:
    """Whether the pages are captions ("[00:12:31] Chair Lee: ...") of a meeting of a board they name."""
    return any(line.startswith("[00:") for line in clues.lines) and any(map(find_boards, clues.lines))


def _is_board_and_day(name: str) -> bool:
    """ "zba-2025-03-11": a board and a full date in a name, and nothing else known, are minutes."""
    words = _words(name)
    return bool(date_in_name(name)) and bool(find_boards(words) or _NAME_BOARDS & set(words.lower().split()))


def _lane(clues: _Clues, doc_type: DocType, issuer: Issuer) -> Lane:
    for folder in clues.folders:
        if folder.lower() in _LANE_FOLDERS:
            return _LANE_FOLDERS[folder.lower()]
    if doc_type in _STATE_TYPES:
        return "state"
    if _towns_in_name(clues):
        return "local"
    # A town's form may name the department that prescribes it, but below the town's own letterhead.
    if issuer.name and (issuer.in_name or not _speaks_locally(clues.lines[: issuer.line])):
        return "state"
    is_headed = any(map(_OF_STATE.fullmatch, clues.lines[:_STATE_LINES])) and not _speaks_locally(clues.lines)
    if is_headed or _is_statewide_list(clues.pages):
        return "state"
    return "state" if issuer.speaks_of_state_law and not _town(clues) else "local"


def _speaks_locally(lines: Sequence[str]) -> bool:
    return bool(_DECLARED_TOWN.search("\n".join(lines))) or any(map(find_boards, lines))


# "STATE OF VERMONT" over the name of one of its offices
_OF_STATE: Final = lazy_regex(r"(?:the )?(?:state|commonwealth) of \w+(?: \w+)?", re.IGNORECASE)
_STATE_LINES: Final = 2


def _is_statewide_list(pages: tuple[Page, ...]) -> bool:
    """Whether the head of a document names more towns than any one town's paper has reason to."""
    text = "\n".join(page.text for page in pages[:_LIST_PAGES])[:_LIST_CHARS]
    return len(set(find_towns(text)) & set(towns())) >= _MIN_LISTED


# "838.005 Definitions", "NRS 838.005 ...": a line of contents of a chapter of state law; towns write "10.04.010"
_CODE_LINE: Final = lazy_regex(r"^[ \t]*(?:[A-Z]{2,5} )?(\d{1,3}[A-C]?)\.\d{3,4}\.?[ \t]+[A-Z]", re.MULTILINE)

_MIN_CODE_LINES: Final = 5  # a paper that quotes a section or two is no chapter


def _is_chapter_of_code(pages: tuple[Page, ...]) -> bool:
    """Whether the first page is headed as a chapter and lists its sections as a state's code numbers them."""
    text = pages[0].text[:_LIST_CHARS] if pages else ""
    headed = re.match(r"(?i)\W*(?:[A-Z]{2,5}\s+)?chapter\s+(\d{1,3}[A-C]?)\b", text)
    return headed is not None and _CODE_LINE.findall(text).count(headed[1]) >= _MIN_CODE_LINES


def _words(name: str) -> str:
    """A file name as words with capitals, so that names are found in it: "ossipee-bos" -> "Ossipee Bos"."""
    spaced = name_words(name)
    return " ".join(word if word.isupper() else word.capitalize() for word in spaced.split())


def _towns_in_name(clues: _Clues) -> tuple[str, ...]:
    """Towns of the file name, then those that are the whole name of a folder beside it."""
    words = re.sub(r"^(?:NH|Nh)\s+", "", _words(clues.name))
    found = find_towns(words)
    first = find_towns(words.split(" ", 1)[0]) if words else ()  # "warren-minutes": the first word may be ambiguous
    whole = [
        town
        for depth, folder in enumerate(clues.folders)
        for town in find_towns(_words(folder))
        if _is_town_folder(town, folder, depth)
    ]
    return tuple(dict.fromkeys([*found, *first, *whole]))


def _is_town_folder(town: str, folder: str, depth: int) -> bool:
    """Whether a folder is named after a town: an ambiguous name must be all of it and stand right above the file."""
    if not is_ambiguous(town):
        return True
    words = _words(folder).lower().replace("town of ", "").removesuffix(" nh")
    return depth == 0 and words == town.lower()


def _town(clues: _Clues) -> str:
    if clues.told.town:
        return clues.told.town
    named = _towns_in_name(clues)
    if named:
        return named[0]
    declared = _DECLARED_TOWN.search("\n".join(clues.lines))
    # a long line is a sentence, and a town in it may be where somebody went
    head = "\n".join(line for line in clues.lines if len(line) <= _HEAD_LINE_CHARS)
    for part in (declared[0] if declared else "", head):
        found = [town for town in find_towns(part) if _is_sure(town, clues)]
        if found:
            return found[0]
    return _before_its_board(clues) or _most_named(clues)


def _before_its_board(clues: _Clues) -> str:
    """The town of "the Ossipee Select Board" in any of the first lines; of "Rivergrove City Council Minutes", on no
    list, when the first pages name it again or it is no word; else empty."""
    for line in clues.lines[:_YEAR_LINES]:
        for found in locate_towns(line):
            if found.name in towns() and town_before_board(line[found.start :]).lower() == found.name.lower():
                return found.name
    is_read = any(page.origin == "ocr" for page in clues.pages[:_BODY_PAGES])
    for name in filter(None, map(town_before_board, clues.lines[:_YEAR_LINES])):
        if _body(clues).count(name.lower()) >= _MIN_MENTIONS or not (
            is_read or any(map(is_word, re.split(r"\W", name)))
        ):
            return name
    return ""


def _body(clues: _Clues) -> str:
    return "\n".join(page.text for page in clues.pages[:_BODY_PAGES])[:_BODY_CHARS].lower()


def _is_sure(town: str, clues: _Clues) -> bool:
    """Whether a name is a town: on the list, or spelled alike twice where recognition of a scan may have misread it."""
    if town in towns() or not any(page.origin == "ocr" for page in clues.pages[:_BODY_PAGES]):
        return True
    return _body(clues).count(town.lower()) >= _MIN_MENTIONS


def _most_named(clues: _Clues) -> str:
    """The town named most often on the first pages, if it is named twice."""
    body = "\n".join(page.text for page in clues.pages[:_BODY_PAGES])[:_BODY_CHARS]
    counts = Counter(found.name for found in locate_towns(body)).most_common(2)
    if not counts or counts[0][1] < _MIN_MENTIONS or (len(counts) > 1 and counts[0][1] == counts[1][1]):
        return ""
    return counts[0][0]


def _board(clues: _Clues, doc_type: DocType) -> str:
    if clues.told.board:
        return clues.told.board
    words = _words(clues.name)
    tokens = [canonical_board(word) for word in words.lower().split() if word in _NAME_BOARDS]
    by_whom = sorted(clues.lines, key=lambda line: not (doc_type == "ordinance" and _ADOPTED_BY.match(line)))
    titled = [board for line in by_whom for board in find_boards(line)]
    if doc_type in {"warrant", "results"}:
        return VOTERS_MEETING if "School District" not in titled else "School District"
    found = [*tokens, *find_boards(words), *titled]
    return found[0] if found else body_in(clues.lines)


def _date(clues: _Clues, doc_type: DocType) -> str:
    if doc_type == "statute":
        return next((year_in(line) for line in clues.lines if re.fullmatch(r"\d{4} edition", line, re.IGNORECASE)), "")
    if clues.told.date:
        return clues.told.date
    named = date_in_name(clues.name)
    if doc_type in _DATED_BY_MEETING:
        held = meeting_date(clues.pages)
        # A name may carry the day of approval; the page then says which meeting it was.
        return held if not named or (held and named in other_event_dates(clues.pages)) else named
    if doc_type == "court":
        return named or order_date(clues.pages) or year_in(_words(clues.name))
    return named or _undated(clues, is_yearly=doc_type in {"report", "budget", "bill"})


def _undated(clues: _Clues, *, is_yearly: bool) -> str:
    """The date of a paper whose name tells no day: of its title, the year it is for, or the day it was adopted."""
    year = year_in(_words(clues.name)) or (_first_year(clues) if is_yearly else "")
    titled = title_date(clues.lines)
    if titled and titled.startswith(year):
        return titled
    adopted = adoption_date(clues.pages)
    return year or adopted if is_yearly else adopted or year


def _first_year(clues: _Clues) -> str:
    """The year among the first lines, else the one day a table tells, or the year of nearly all; empty without any."""
    text = next((page.text for page in clues.pages if page.text.strip()), "")
    lines = [line for line in text.split("\n") if line.strip()][:_YEAR_LINES]
    told = (line for line in lines if len(line) < _TITLE_CHARS and not _OF_LAW.search(line))
    said = next((year for line in told if (year := year_in(line))), "")
    alone = re.search(r"^\s*[\d/]{6,10}\s*$", text, re.MULTILINE)
    days = [one.value for one in dates_in(text[:_LIST_CHARS]) if one.day]
    if not said and alone and len(days) == 1:
        return days[0]
    often, count = Counter([day[:4] for day in days] or [""]).most_common(1)[0]
    return said or (often if count >= max(_MIN_DAYS, _NEARLY_ALL * len(days)) else "")


def _authority(told: Metadata, kind: Metadata, issuer: Issuer) -> Authority:
    """`rsa` for statutes of New Hampshire, `official` for a closed list of state bodies, and so on."""
    if kind.lane == "local":
        if told.authority in {"minutes", "news", "other"}:
            return told.authority
        return "minutes" if kind.doc_type == "minutes" else "news" if kind.doc_type == "news" else "other"
    if kind.doc_type == "statute":
        return jurisdiction(kind.state).statute_authority
    if told.authority and told.authority != "rsa":
        return told.authority
    if issuer.is_nhma:
        return "nhma"
    if kind.doc_type in {"bill", "news"}:
        return "news" if kind.doc_type == "news" else "other"
    # The legislature issues statutes and bills; anything else that bears its name tells of them.
    issued = bool(issuer.name) and issuer.name not in _LEGISLATURES
    return "official" if issued or kind.doc_type in {"constitution", "court"} else "other"


def _status(clues: _Clues, doc_type: DocType, sections: tuple[Section, ...]) -> DocStatus:
    if sections:
        return "repealed" if all(section.status == "repealed" for section in sections) else "current"
    return status_of(clues.name, clues.lines, doc_type)


def _derived_id(path: str, key: str) -> str:
    """A readable id that stays the same while the file stays where it is: "budget-2025-1f0c9a3e"."""
    mark = hashlib.sha256(f"{Path(path).absolute()}#{key}".encode("utf-8", "replace")).hexdigest()[:_HASH_CHARS]
    return f"{slug(key or PurePath(path).name.split('.', 1)[0], _SLUG_CHARS) or 'document'}-{mark}"
