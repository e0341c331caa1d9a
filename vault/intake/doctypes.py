"""What kind of document is it? Rules over a file name and the head of the first page.

Each rule is a pattern and a type, tried in order; the file name outranks the page. A statute is never recognised by
the words "RSA 12": only by the printed chapter form, which `vault.intake.classify` checks by cutting it into sections.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Final

from vault.intake.titles import names_kind, title_line
from vault.states.names import GOVERNING_BOARD
from vault.text.patterns import lazy_regex
from vault.text.words import name_words
from vault.types import DocStatus, DocType, Page

__all__ = ["doc_type_in_name", "doc_type_in_text", "status_of", "title_lines"]

_Rule = tuple[re.Pattern[str], DocType]


def _rules(*pairs: tuple[str, DocType]) -> tuple[_Rule, ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), doc_type) for pattern, doc_type in pairs)


# Over a name with its marks turned into spaces: "nh ossipee pb rules of procedure".
_NAME_RULES: Final = _rules(
    (r"\bconstitution\b", "constitution"),
    (r"\b(?:minutes|mins|transcript)\b", "minutes"),
    (r"\bagendas?\b", "agenda"),
    (r"\b(?:fee schedules?|by ?laws?|order of business|polic(?:y|ies)|rules|procedures|handbook)\b", "policy"),
    (r"\b(?:application|worksheet|certificate|permit|form|pa ?28|waiver|release)\b", "form"),
    (r"\b(?:ordinances?|regulations?|charter|(?:ord|res|resolution)(?: no)? \d+)\b", "ordinance"),
    (r"\b(?:proposal|rulemaking|env [a-z]{1,2} \d+)\b", "rule"),
    (r"\b(?:opinion|superior court|supreme court|court|superior|supreme|docket|order \d{4}|court order)\b", "court"),
    (
        r"\b(?:faqs?|guide|guidance|handout|explainer|understanding|synopsis|manual|standards|packet|codes|how to)\b",
        "guidance",
    ),
    (r"\b(?:study procedures|what is|q ?and ?a)\b", "guidance"),
    (
        r"\b(?:default budget|proposed budget|budget|ledger|expenditures?|appropriations|ms ?7\d\d|staff requests?)\b",
        "budget",
    ),
    (r"\b(?:warrant results?|election results?|ballot results?|results)\b", "results"),
    (r"\b(?:education tax warrants?|tax warrants?)\b", "report"),
    (r"\bwarrants?\b", "warrant"),
    (r"\b(?:notice|posting)\b", "notice"),
    (
        r"\b(?:annual report|town report|report|survey|rates?|ratio|table|summary|schedule|apportionment|list)\b",
        "report",
    ),
    (r"\b(?:hb|sb|cacr|hr|scr|hcr) ?\d{1,4}\b(?! \d{1,2}\b)", "bill"),  # "SB 2026-03-02" is a Select Board's
    (r"\b(?:press release|news|article)\b", "news"),
    (r"\b(?:hearing|meeting)\b", "minutes"),
)
# Over the first lines of the first page, one line at a time.
_LINE_RULES: Final = _rules(
    (r"^(?:the )?(?:new hampshire constitution|constitution of (?:the state of )?new hampshire)$", "constitution"),
    (
        r"^minutes\b(?! and | available| per )|\bminutes of\b|\b(?:meeting|hearing|session|board|committee|commission|"
        rf"council|trustees|{GOVERNING_BOARD}|draft|approved|public|non-?public)['’]?s? minutes\b|\bminutes approved\b",
        "minutes",
    ),
    (r"^(?:.{0,40}\s)?agenda\s*(?:$|[|,:–—-])", "agenda"),
    (r"^(?:for immediate|press) release\b", "news"),
    # "yin RESOLUTION NO. 27": what recognition saw before it
    (
        r"^\W*(?:[a-z]{1,4}\s+(?=(?-i:[OR][A-Z]{7})))?(?:ordinance|resolution)\s*(?:no\b|number|#)?"
        r"\W*(?:no\W*)?(?:[\dlIOQ]+[-.\d]|[XVI]+$)",
        "ordinance",
    ),
    (r"^\W*(?:the )?charter of the (?:city|town|village)\b", "ordinance"),
    (r"\b(?:fee schedule|by ?[–-]? ?laws|rules (?:of|and) procedures?|order of business|policy)\b", "policy"),
    (r"\b(?:readopt with amendment|initial proposal|final proposal)\b", "rule"),
    (
        r"\bthis opinion is subject to\b|^.{0,40}\b(?:(?:superior|supreme) court|court of (?:appeals|common pleas))"
        r".{0,20}$",
        "court",
    ),
    (r"\b(?:education tax warrant|tax warrant)\b", "report"),
    (r"\b(?:town|school district|village district|city) warrant\b|\bto the inhabitants of the town\b", "warrant"),
    (
        r"^\W*to (?:any|either|one) (?:of the )?constables?\b|\bwarn (?:and give notice to )?the inhabitants\b",
        "warrant",
    ),
    (
        r"\b(?:public notice|notice of (?:\w+ ){0,4}(?:hearing|meeting|intent)|legal notice)\b|^notice of decision\b",
        "notice",
    ),
    (
        r"\bapplication\b|\bworksheet\b|\bdata certificate\b|\brequest form\b|\bform\s+[A-Z]{1,4}-?\d|\brelease\b",
        "form",
    ),
    (r"\b(?:ordinance|regulations)\b|\blocal law no\b|^title \d+ [-–—] ", "ordinance"),
    (
        r"\b(?:procedures?|guidelines?)$|^(?:description|overview|explanation|introduction|guide) (?:of|to)\b",
        "guidance",
    ),
    (
        r"\bas introduced\b|^[HS]B \d|\bhouse bill \d|\bsenate bill \d|"
        r"^an act (?:to|relative|relating|concerning|amending)\b",
        "bill",
    ),
    (
        r"\b(?:default|proposed|operating) budget\b|\bbudget (?:hearing|summary|report)\b|"
        r"^(?:\w+ ){1,5}budget$|^expenses\b|\bbudget proposed\b|\bstaff requests\b|^\d{4} budget\b",
        "budget",
    ),
    (r"\b(?:town report|annual report|report|survey|ratio|tax rates?|review cycle|summary)\b", "report"),
    (
        r"\bunderstanding\b|\bguide\b|\bstandards\b|\bfaqs?\b|\bfrequently asked\b|\bmanual\b|\bbooklet\b|\bsynopsis\b",
        "guidance",
    ),
    (r"\b(?:official|election) results\b", "results"),
    (r"\bpacket\b|\bexplained\b|\bhow to\b|\bcodes\b", "guidance"),
)
# "The meeting was called to order at 7:00 PM", "Smith moved ... Jones seconded": what only minutes say so often.
_PROCEEDINGS: Final = lazy_regex(
    r"\bcall(?:ed)?\s+(?:the\s+meeting\s+)?to\s+order\b|\bseconded\b|\bmotion (?:passed|carried|by)\b|\broll call\b|"
    r"\bconvened at\b|\bmeeting adjourned\b|\bminutes were (?:transcribed|taken|recorded)\b",
    re.IGNORECASE,
)
_MIN_PROCEEDINGS: Final = 2
# "1. Call to Order": what an agenda lists, and minutes tell
_AGENDA_ITEM: Final = lazy_regex(
    r"(?:\d{1,2}|[IVX]+|[A-Z])[.)]\s*(?:call to order|roll call|approv\w+ (?:of )?(?:\w+ )?minutes|adjourn)",
    re.IGNORECASE,
)
_LISTED: Final = frozenset(("call to order", "roll call"))
# Rules of a board speak of motions and roll calls as much as its minutes do; their title tells.
_RULES_TITLE: Final = lazy_regex(r"\b(?:rules of procedure|order of business|by ?[–-]? ?laws)\b", re.IGNORECASE)
_RULES_LINES: Final = 6
_DRAFT: Final = lazy_regex(r"\bdraft\b", re.IGNORECASE)
_DRAFT_LINE: Final = lazy_regex(
    r"^\W*(?:un(?:official|approved)\s+)?draft\b|\bdraft minutes\b|[-–—(:]\s*draft\b|\b(?-i:DRAFT)\b|\bunapproved\b|"
    r"\bsubject to (?:approval|review)",
    re.IGNORECASE,
)
_SUPERSEDED: Final = lazy_regex(r"\b(?:superseded|obsolete|replaced by)\b", re.IGNORECASE)
# "Minutes Approved as Amended March 11, 2025", "ADOPTED: 5/19/15"; "Approved: ______" is a line still to be filled.
_APPROVED: Final = lazy_regex(
    r"\bminutes\s+(?:were\s+)?(?:approved|accepted|adopted)\b|\b(?:approved|adopted)(?:\s+as\s+(?:written|amended))?\s*[:–-]?"
    r"\s*(?:on\s+)?(?:\d{1,2}/\d{1,2}/\d{2,4}|[A-Z][a-z]+\.?\s+\d{1,2},?\s+\d{4})",
    re.IGNORECASE,
)
_TITLE_LINES: Final = 14
_MIN_RUNNING, _RUNNING_PAGES = 3, 12
"""Pages that repeat a line before it counts as running over them, and the pages looked at."""
_FILLED: Final = lazy_regex(r"\{\{\w+:([^{}]*)\}\}")
# "Alder Village" over "$2.39": the label of a row, a figure below it
_CELL_BELOW: Final = lazy_regex(r"^[^\n]*\n(?=\s*\$\s?[\d.,]+\s*$)", re.MULTILINE)
# "TAX REDUCTION FORM" over "(Demolition Permit)": the rest of the title
_IN_BRACKETS: Final = lazy_regex(r"\n(?=\((?=[^()\n]*[ /])[A-Z][A-Za-z /&,-]{5,60}\)[ \t]*$)", re.MULTILINE)
# "Approved by the Board of Harbors - May 4, 2031", right below the name of what was approved
_ADOPTED: Final = lazy_regex(r"(?:approved|adopted|enacted) by\b", re.IGNORECASE)
_HEAD_OF: Final = lazy_regex(r" [(–-]")
_MIN_BLANKS: Final = 4
"""Lines to be filled in among the first: "Property Owner:", "Date ______"."""
_LINE_CHARS: Final = 600
"""A paragraph that is one line says what it is in its first words."""
_HEAD_CHARS, _PAGE_CHARS = 6000, 20_000
"""Characters that tell how a paper speaks, and those of a page that are looked at for a title."""
_MARK_CHARS: Final = 100  # "Economic Development Council Minutes for May 12, 2025 - DRAFT"; longer lines are prose
_ENTRY: Final = lazy_regex(r"\W*(?:article|chapter|rule|section) \d+\W|(?:\d{1,2}|[IVX]+)\.\s", re.IGNORECASE)
"""An entry of a table of contents, or an item of a list."""
_LONG_LINE: Final = 110  # a sentence of the body, not a title


def title_lines(pages: Sequence[Page]) -> tuple[str, ...]:
    """The first lines that hold words, of the first page that has any, at most fourteen, after the line of capitals
    over the one that tells who adopted the paper ("2031 REVIEW STANDARDS" at its foot). Where none of them is a title,
    those that may be follow: lines below that end in the name of a kind, and lines that most pages repeat."""
    text = next((page.text[:_PAGE_CHARS] for page in pages if page.text.strip()), "")
    lines = [_bare_line(line) for line in _IN_BRACKETS.sub(" ", _CELL_BELOW.sub("", text)).split("\n")]
    lines = [line for line in lines if re.search(r"[A-Za-z]{2}", line)]
    if lines and lines[0].startswith("Sheet "):  # the name of a sheet is a title where nothing on it is
        lines = [*lines[1:_TITLE_LINES], lines[0].removeprefix("Sheet ")]
    adopted = (
        one
        for one, below in pairwise(lines[_TITLE_LINES:])
        if one.isupper() and names_kind(one) and _ADOPTED.match(below)
    )
    first = (*islice(adopted, 1), *lines[:_TITLE_LINES])
    if title_line(first):
        return first
    named = [
        line
        for line in lines[_TITLE_LINES:]
        if _HEAD_OF.split(line)[0].isupper() and names_kind(_HEAD_OF.split(line)[0])
    ] or _running_lines(pages)
    return (*first, *[line for line in named if line not in first][:_TITLE_LINES])


def _bare_line(line: str) -> str:
    """A line without the marks of Markdown; of what a transcriber filled in ("{{filled:72}}") the words alone."""
    return " ".join(_FILLED.sub(r"\1", line[:_LINE_CHARS]).strip(" #*_|").split())


def _running_lines(pages: Sequence[Page]) -> list[str]:
    """Lines that at least half of three pages or more repeat: what runs over or under them."""
    if len(pages) < _MIN_RUNNING:
        return []
    read = pages[:_RUNNING_PAGES]
    counts = Counter(line for page in read for line in dict.fromkeys(map(_bare_line, page.text.split("\n"))))
    often = max(_MIN_RUNNING, len(read) // 2)
    return [line for line, count in counts.items() if count >= often and re.search(r"[A-Za-z]{2}", line)]


def doc_type_in_name(name: str) -> DocType | None:
    """Type named by a file name (without folders), such as "PB-Minutes-3-3-25"; None when it names none."""
    words = name_words(name)
    return next((doc_type for pattern, doc_type in _NAME_RULES if pattern.search(words)), None)


def doc_type_in_text(pages: Sequence[Page], lines: Sequence[str]) -> DocType | None:
    """Type the first page shows: by its title, else by another of its title lines, else minutes by the way they speak;
    None when it shows none."""
    title = title_line(lines).partition(":")[
        0
    ]  # what comes after is the subject: "Ordinance 9: Amending the Fee Schedule"
    named = next((doc_type for pattern, doc_type in _LINE_RULES if pattern.search(title)), None)
    if named:
        return named
    text = "\n".join(page.text for page in pages[:2])[:_HEAD_CHARS]
    short = (line for line in lines if len(line) <= _LONG_LINE or line.lower().startswith("to the inhabitants"))
    titles = [line for line in short if not _ENTRY.match(line)]
    if any(_RULES_TITLE.search(line) for line in titles[:_RULES_LINES]):
        return "policy"
    said = set(map(str.lower, _PROCEEDINGS.findall(text)))
    is_listed = any(_AGENDA_ITEM.match(line) for line in lines)
    if len(said) >= _MIN_PROCEEDINGS and not (is_listed and said <= _LISTED):
        return "minutes"
    for pattern, doc_type in _LINE_RULES:
        if any(pattern.search(line) for line in titles):
            return doc_type
    if is_listed:
        return "agenda"
    if sum(line.endswith(":") or "____" in line for line in lines) >= _MIN_BLANKS:
        return "form"
    return None


def status_of(name: str, lines: Sequence[str], doc_type: DocType) -> DocStatus:
    """Draft, approved or superseded as the name or the head says; "current" for law in force, else "unknown".

    A word "draft" counts in a file name, or in a title line of its own; not inside a sentence of the body.
    """
    words = name_words(name)
    if _SUPERSEDED.search(words) or any(_SUPERSEDED.search(line) for line in lines[:4]):
        return "superseded"
    if _DRAFT.search(words) or any(_DRAFT_LINE.search(line) for line in lines if len(line) <= _MARK_CHARS):
        return "draft"
    if doc_type in {"statute", "constitution"}:
        return "current"
    head = "\n".join(lines)
    if doc_type == "minutes" and _APPROVED.search(head):
        return "approved"
    return "unknown"
