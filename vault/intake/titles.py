"""A title a person would write: body, kind and date; "RSA 32 Municipal Budget Law"; else the line that reads like one.

Looks at what was found out about a document and at its title lines. It never takes a letterhead, a department, a town's
name alone, a form's label or a line of figures for a title, and invents no words but the names of kinds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from vault.states.known import cite_prefix
from vault.states.names import STATES
from vault.states.places import boards, find_boards, find_towns
from vault.text.capitals import ACRONYMS, SMALL, cased
from vault.text.patterns import lazy_regex
from vault.text.quality import is_word, text_quality
from vault.types import Metadata, Section

__all__ = ["body_in", "case_name", "is_name_alone", "made_title", "names_kind", "statute_title", "title_line"]

_TITLE_CHARS: Final = 160
_MIN_CHARS: Final = 8
_COLUMN_HEADS: Final = 5
_HEAD_WORDS: Final = 2
_HEADS_AROUND: Final = 4
"""Lines of one or two words that stand together: the heads of the columns of a table, one below the other."""
_READABLE: Final = 0.85
"""Below this a line is noise of a scan: "R eC sutts" has .7, a line of names .93, one of acronyms .88."""
_MORE_LINES: Final = 2
_SUBJECT_CHARS: Final = 220
"""Longest subject of an act: acts that amend several laws name each."""
# "Rules of Procedure: 11/02/2016 Page 1 of 11"
_PAGE_MARK: Final = lazy_regex(
    r"(?::\s*\d{1,2}/\d{1,2}/\d{2,4}(?:[\s|–-]+page \d+ of \d+)?|[\s|–-]+page \d+ of \d+)\W*$", re.IGNORECASE
)
_KINDS: Final = frozenset(
    ("minutes", "agenda", "warrant", "results", "budget", "report", "policy", "form", "notice", "ordinance", "news")
)
# "CHAPTER 48", "CHAPTER 53-C: FRANCHISING ..."
_CHAPTER: Final = lazy_regex(r"^CHAPTER\s+(?P<number>\d+(?:-[A-Z]{1,3})?)\b[\s:.–-]*(?P<name>.*)$", re.IGNORECASE)
_NOT_A_TITLE: Final = lazy_regex(
    r"\b(?:page \d|approved|amended|revised(?! statutes)|updated|p\.? ?o\.? box|phone|fax|www\.|https?:|@|"
    r"minutes (?:have been|were)|note:|printed|tel\.|zip\b)"
    r"|^\W*(?:adopted|effective|date[sd]?|to|from|re|subject|attn|cc|time|place|location|present|members|name|address|"
    r"total|account|balance|fund)\b\W*(?:[:|]|$|\d)"
    r"|^\W*(?:dear|mr|mrs|ms|dr)\b\.? "
    r"|^\W*(?:\w+ )?date:|^\W*(?:welcome to|notice: this opinion|(?:re)?turn to\b|exhibit \w{1,2}\W*$|urn to\b)"
    r"|^\W*(?:for immediate release|press release|attorneys at law)\b"
    r"|[, ](?:p\.?l\.?l\.?c|l\.?l\.?[cp]|p\.?[ac]|esq)\.?\W*$"
    rf"|,\s*(?:[A-Z]{{2}}|{'|'.join(STATES)})\.?,?\s+\d{{5}}\b"
    r"|^\W*(?:\w+ )?(?:clerk|secretary|chair\w*|assessor|administrator|manager|director):"
    r"|^\W*(?:memorandum|memo|draft|copy|confidential|table of contents|contents|index|title [ivxlc]+[-a-z]*|"
    r"(?:part|section|article|chapter|page)\s+[\divxlc]+)\W*$"
    r"|^\W*(?:part|section|sec\.|article)\s+[\divxlc]+[.:,]\s|^\W*rule\s+\d+\b|^\W*section number\b"
    r"|^\W*\d+:\s|^[•●▪◦]|\.\s?(?:jpe?g|pdf|docx?|png|tiff?)\b"
    r"|^\W*(?:originally|last|first|re-?)\W*(?:adopted|amended|revised|approved)\b|:\W*$|\$\s?\d"
    r"|\bto read(?: as follows)?\W*$|,\s*ss\b\.?|\s%\s|(?-i:[a-z]{4}\. [A-Z])"
    r"|^\W*(?:the )?(?:commonwealth|state) of \w+(?: \w+)?\W*$|^\W*greetings?\b"
    r"|^\[\d\d:\d\d:\d\d\]|^\W*(?:adopted|approved|prepared|submitted|issued) (?:by|on|at)\b"
    r"|^\W*(?:pursuant to|in accordance with|whereas|be it|now,? (?:therefore|comes?)\b|this|these|to the|we,)\b|"
    r"^(?-i:[a-z]{2})",
    re.IGNORECASE,
)
# "Intents to Excavate are available at the Town Hall": a sentence; "What is a Lamp District?" is a title
_VERB: Final = lazy_regex(
    r"(?<=[a-z\d] )(?:is|are|was|were|be|been|has|have|had|shall|must|will|may|can|should|does)(?= )"
)
_ASKS: Final = lazy_regex(r"^\W*(?:how|what|when|where|who|why)\b", re.IGNORECASE)
# "STATE OF NEW HAMPSHIRE", "Department of Revenue Administration", "TOWN OF ALDER FALLS, NH", "Office of the ..."
_LETTERHEAD: Final = lazy_regex(
    r"^\W*(?:the\s+)?(?!.*\b(?:ordinance|regulations?|by-?laws|charter|code|plan|report|budget|policy|rules|warrant|"
    r"schedule|application|manual|guide|order)\b(?! (?:assistant|committee|office)))"
    r"(?:(?:new hampshire |nh |n\.h\. |state )?(?:department|dept\.?|office|bureau|division|agency|commission|board) of"
    r"(?: [\w ,&'’-]+)?|(?:state|county|town|city|village|borough|(?:charter )?township) of"
    r" [\w '’-]+(?:,? (?:n\.h\.|[\w ]+))?|(?:town|city) hall|(?:[\w'’-]+ ){1,3}sch(?:ool)? dist(?:rict)?|"
    r"(?:[\w&'’-]+ ){1,5}(?:division|bureau|county|department|library|offices?|schools))\W*$",
    re.IGNORECASE,
)
_STREET: Final = lazy_regex(
    r"^(?:[\w ]+,)?\W*\d{1,5}\s+\w+.*\b(?:street|st|road|rd|avenue|ave|route|highway|drive|lane)\b", re.IGNORECASE
)
_DATE_ONLY: Final = lazy_regex(
    r"[\W\d]*(?:page \d+ of \d+|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s*)?"
    r"[a-z]{3,9}\.? \d{1,2},? \d{4})?[\W\d]*",
    re.IGNORECASE,
)
_MIN_LETTERS: Final = 0.55
"""Share of letters among what is printed: a ledger line has fewer."""


# "v." alone or between two parties; "Plaintiffs," below a party; "In re Lamp Lot", which has none
_VERSUS: Final = lazy_regex(r"(?:^|(?<=[\w.,)] ))(?:v|vs)\.?(?:$| (?=[A-Z]))")
_ROLE: Final = lazy_regex(
    r"on appeal from.*|"
    r"[\W\d]*(?:(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|intervenor)s?\W*(?:and)?\W*)+",
    re.IGNORECASE,
)
_NO_PARTIES: Final = lazy_regex(
    r"(?:in re:?|(?:in the )?matter of|appeal of|petition of|estate of)\W+\w", re.IGNORECASE
)
_MORE_PARTIES: Final = lazy_regex(r",.*|\s(?:&|and) a\.?$|\set al.*|(?<=[a-z])\d+$", re.IGNORECASE)
# "[1]" of a footnote, "rev. 09/03/2019", "Adopted by the Board ...": what stands after a title on its line
_AFTER_TITLE: Final = lazy_regex(
    r"\s*\[\d{1,2}\]$|\s+\*[A-Z]\w+$|\s+(?-i:TOWN OF [A-Z]+(?:, [A-Z]{2})?)$|\s+(?:from|as of) date\b.*$|"
    r"\s+[–-]\s*\d{1,2}/\d{4}$|[\s,;(–-]+(?:rev(?:ised|ision)?\b\.?:?|updated:?|amended:?|effective:?)\s*\(?\d[\d/.-]*\W*$"
    r"|(?<=\w{3})\s+(?:adopted|approved|prepared|submitted) (?:by|on)\b.*$|\s+[–-]\s*as (?:introduced|amended)\b.*$",
    re.IGNORECASE,
)
_OF_WHOM: Final = r"(?:of the (?:city|town|village|county) of [\w ]{3,30}? (?=\w+ing\b))?"
# "AN ORDINANCE AMENDING THE SIGN ORDINANCE": what an ordinance or a resolution is about
_SUBJECT: Final = lazy_regex(
    rf"^\W*an?\s+(?:bond )?(?:ordinance|resolution|order|by-?law|local law|act)\s+(?:that\s+(?=\w+s\b))?{_OF_WHOM}"
    r"(?P<about>(?:\w+ing|\w+s|to|relative to)\b.*)",
    re.IGNORECASE,
)
_SUBJECT_END: Final = lazy_regex(
    r"^\W*(?:whereas|submitted|adopted|approved|sponsors?|committee|section|be it|the (?:city|town|people)|date\b)",
    re.IGNORECASE,
)
_SUBJECT_DONE: Final = lazy_regex(
    r",?\s+and (?:declaring|repealing|providing|establishing)\b|(?<!\bNo)[.;]\s", re.IGNORECASE
)
_BILL: Final = r"(?:[HS]\.?B\.?|(?:house|senate) bill) \d+[-A-Z]*"
_NUMBERED_ACT: Final = lazy_regex(
    rf"\b(?:ordinance|resolution|local law)\b.*\d|\b(?:ordinance|resolution) no|^{_BILL}", re.IGNORECASE
)
_ACT_ALONE: Final = lazy_regex(rf"(?:ordinance|resolution)\s*(?:no\.?|number|#)\s*[\d.-]+|{_BILL}", re.IGNORECASE)
_ACT_LINES: Final = 5
"""Lines below the number of an act among which its subject stands: a session, a sponsor or a stamp may be between."""
# "Ordinance No. 61-98 an Ordinance Amending ...": a number and a subject that stood on two lines
_SAYS_ITSELF: Final = lazy_regex(rf"(?<=\d) an? (?:ordinance|resolution) {_OF_WHOM}(?=\w+ing\b)", re.IGNORECASE)
# "Resolution No. Q2": a number that recognition misread
_MISREAD: Final = lazy_regex(r"^(Ordinance|Resolution)\W* No\W* (?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{2,3}(?=$|:)")
# the last word of a title that goes on from the line above: "2031 MUNICIPAL ASSESSMENT" / "DATA CERTIFICATE"
_JOINTS: Final = frozenset({"and", "for", "in", "including", "of", "on", "or", "to", "with"})
_ALONE: Final = frozenset({"bylaws", "warrant", "charter", "agenda", "regulations"})
_KIND_TEXT = """agenda application booklet budget bylaws certificate charter form manual minutes notice ordinance packet
permit plan policy procedure regulations report resolution schedule standards warrant"""
_KIND_WORDS: Final = frozenset(_KIND_TEXT.split())
# words that say what kind of paper it is, and not which
_GENERAL_TEXT = """a agenda an and annual application ballot budget bylaws by city charter decision default draft
election fee fees final for form hearing laws legal meeting minutes no notice number of officers operating ordinance
plan policy procedure proposed public regular regulations report resolution results rules schedule special summary
the town warrant"""
_GENERAL: Final = frozenset(_GENERAL_TEXT.split())
# "CONWAY BRANCH TRAIL ADVISORY COMMITTEE": the last word of a body that is on no list
_BODY_NOUNS: Final = frozenset(
    ("committee", "commission", "council", "board", "trustees", "authority", "association", "force")
)
_BODY_WORDS: Final = 8
_BODY_LINES: Final = 6
_TELLING_WORDS: Final = 3
_CASE_CHARS: Final = 3000


def statute_title(sections: Sequence[Section], lines: Sequence[str]) -> str:
    """ "RSA 48 City Officers" for a printed chapter whose cites name it; empty for sections of several chapters."""
    prefix = cite_prefix(sections[0].cite) if sections else ""
    chapters = {section.cite.removeprefix(prefix).partition(":")[0] for section in sections}
    if not prefix or len(chapters) != 1 or not all(section.cite.startswith(prefix) for section in sections):
        return ""
    (chapter,) = chapters
    if len(sections) == 1 and sections[0].heading:
        return f"{sections[0].cite} {sections[0].heading.rstrip('.')}"
    for number, line in enumerate(lines):
        match = _CHAPTER.match(line.strip())
        if match and match["number"].upper() == chapter.upper():
            name = match["name"] or " ".join(_name_lines(lines[number + 1 :]))
            return f"{prefix}{chapter} {cased(' '.join(name.split()))}".strip()
    return f"{prefix}{chapter}"


def _name_lines(lines: Sequence[str]) -> list[str]:
    """The lines in capitals that follow the number of a chapter: its name."""
    found: list[str] = []
    for line in lines[:3]:
        if not line.isupper() or ":" in line:
            break
        found.append(line.strip())
    return found


def _repeats(line: str) -> bool:
    """Whether a line is heads of columns: it says a word twice ("Budget Actual Budget")."""
    said = [word.lower() for word in re.findall(r"[A-Za-z]{4,}|(?<!\d)\d{4}(?!\d)", line)]
    return len(said) <= _COLUMN_HEADS and len(set(said)) < len(said)


def is_name_alone(line: str) -> bool:
    """Whether a line says only where or who: a town, a board, or both."""
    rest = line
    for name in (*find_towns(line), *find_boards(line)):
        rest = re.sub(re.escape(name), " ", rest, flags=re.IGNORECASE)
    words = re.findall(r"[A-Za-z]{3,}", rest)
    places = {"town", "city", "the", "new", "hampshire", "board", "and", "statutes"}
    others = [word for word in words if word.lower() not in places]
    # "Alder Falls Zoning Board": the name before the board is of a town on no list
    stands_before = rest != line and rest.endswith(" ") and len(others) <= _HEAD_WORDS and rest.istitle()
    return not others or stands_before


def _is_column_head(lines: Sequence[str], number: int) -> bool:
    """Whether a short line stands among others as short: "Municipal", "Tax Rate", "County", "Tax", "Rate"."""
    short = [len(line.split()) <= _HEAD_WORDS for line in lines]
    if not short[number]:
        return False
    before = next((n for n in range(number, -1, -1) if not short[n]), -1)
    after = next((n for n in range(number, len(lines)) if not short[n]), len(lines))
    return after - before > _HEADS_AROUND


def _is_row(lines: Sequence[str], number: int) -> bool:
    """Whether a line is one of a table: bars part as many cells in the one above or below it ("Vendor | Price")."""
    bars = lines[number].count(" | ")
    return bars > 0 and any(line.count(" | ") == bars for line in (*lines[:number][-1:], *lines[number + 1 :][:1]))


def _whole(lines: Sequence[str], number: int) -> str:
    """The line with those that it runs on into: it ends in "of the", or the next begins with "of"."""
    found = lines[number].strip()
    below = [*lines[number + 1 : number + 1 + _MORE_LINES], "", ""]
    for line in below:
        last, first = found.split()[-1:], line.split()[:1]
        runs_on = found.endswith(",") or any(word.lower() in SMALL for word in last)
        joint = first[0].lower() if first and found.isupper() and line.isupper() else "".join(first)
        runs_on = runs_on or (names_kind(line) and not names_kind(found) and found.isupper() and line.isupper())
        runs_on = runs_on or (_is_open(found) and _goes_on(line))
        if not first or not (runs_on or joint in _JOINTS) or len(found) + len(line) > _TITLE_CHARS:
            break
        found = f"{found} {line.strip()}"
    return found


def _is_loud(line: str) -> bool:
    """Whether a line is set in capitals, but for small words: "RULES or ORDERS"."""
    return all(word.isupper() or word in SMALL for word in re.findall(r"[A-Za-z]+", line))


def _is_open(line: str) -> bool:
    """Whether a title in capitals may say more of its matter on the next line: "RULES FOR USE OF TOWN"; below that of
    a form stand its fields."""
    words = {word.lower() for word in line.split()}
    return _is_loud(line) and bool(words & _JOINTS) and not names_kind(line) and not words & {"application", "form"}


def _goes_on(line: str) -> bool:
    """Whether a line in capitals may be the rest of a title: no field to be filled in, no title's opposite."""
    return line[:1].isalpha() and "_" not in line and _is_loud(line) and not _is_no_title(_bare(line))


def names_kind(line: str) -> bool:
    """Whether the last word of a line, brackets behind it left out, is the name of a kind of paper."""
    words = line.partition(" (")[0].split()
    return any(re.sub(r"\W", "", word).lower() in _KIND_WORDS for word in words[-1:])


def _bare(line: str) -> str:
    """A line without what stands around a title: page marks, footnotes, days of revision, marks at its ends."""
    bare = _PAGE_MARK.sub("", " ".join(line.split()))
    for _ in range(2):
        bare = _AFTER_TITLE.sub("", bare)
    bare = re.sub(r"(?i)\b(no),\s*(?=\d)", r"\1. ", bare)
    bare = re.sub(r"(?i)\b(ordinance|resolution)[.,:] (?=no\b)", r"\1 ", bare)
    head, of, _ = bare.partition(" Town of ")
    bare = head if of and names_kind(head) else bare
    bare = re.sub(r"(?<=\s)[‘“](?=\w)(?![^’”]*[’”])", "", bare)  # a mark that recognition saw
    return " ".join(bare.strip(" ,;.|:*_-–—‘'\"").split())


def _is_no_title(bare: str) -> bool:
    """Whether a bare line is something else: a letterhead, a street, a date, a name alone, a sentence, noise."""
    if re.sub(r"\W", "", bare).lower() in _ALONE or _ACT_ALONE.fullmatch(bare):
        return False
    letters = sum(map(str.isalpha, bare))
    if bare.count(" | ") > 1:  # the heads of a table of cells
        return True
    if not _MIN_CHARS <= len(bare) <= _TITLE_CHARS or letters < _MIN_LETTERS * len(bare.replace(" ", "")):
        return True
    if _NOT_A_TITLE.search(bare) or _LETTERHEAD.match(bare) or _STREET.match(bare) or _DATE_ONLY.fullmatch(bare):
        return True
    if _VERB.search(bare) and not _ASKS.match(bare):
        return True
    if text_quality(bare) < _READABLE or len(bare.split()) < 2:
        return True
    return is_name_alone(bare) or _repeats(bare)


def title_line(lines: Sequence[str]) -> str:
    """The first line that reads like a title, with those it runs on into, its capitals set small; empty when none does.

    What an ordinance or a resolution is about is added to its number.
    """
    lines = [line[: 2 * _TITLE_CHARS] for line in lines]  # what is longer is no title, whatever it holds
    for number, line in enumerate(lines):
        above = lines[number - 1].rstrip() if number else ""
        whole = _bare(_whole(lines, number))
        if _is_row(lines, number) or line.rstrip().endswith(":") or _is_no_title(_bare(line)):
            continue
        if _is_column_head(lines, number) and not names_kind(whole):
            continue
        if _LETTERHEAD.match(above) and above.lower().endswith((" of", " and")):
            continue  # "Department of" goes on here
        title = cased(_bare(line) if _is_no_title(whole) else whole)
        if title.split()[-1].lower() in SMALL:
            continue  # it breaks off: "Gm pistons RTMENT On"
        about = _subject(lines[number + 1 :]) if _NUMBERED_ACT.search(title) else ""
        title = _SAYS_ITSELF.sub(": ", _MISREAD.sub(r"\1", title))
        about = "" if about.lower() in title.lower() else about
        return f"{title}: {about}" if about else title
    return ""


def _subject(lines: Sequence[str]) -> str:
    """ "Amending the Sign Ordinance" of lines that go on "AN ORDINANCE AMENDING THE SIGN ORDINANCE"; else empty."""
    lines = lines[next((at for at, line in enumerate(lines[:_ACT_LINES]) if not _LETTERHEAD.match(line)), 0) :]
    at = next((number for number, line in enumerate(lines[:_ACT_LINES]) if _SUBJECT.match(line)), None)
    if at is None:  # "RESOLUTION NO. 22" over "CITIZEN INVOLVEMENT PROGRAM"
        loud = lines and _is_loud(lines[0]) and not _SUBJECT_END.match(lines[0]) and not _is_no_title(_bare(lines[0]))
        return cased(_bare(_whole(lines, 0))) if loud else ""
    lines = lines[at:]
    match = _SUBJECT.match(lines[0])
    found = match["about"].strip() if match else ""
    for line in lines[1:]:
        if _SUBJECT_END.match(line) or len(found) > _SUBJECT_CHARS:
            break
        found = f"{found} {line.strip()}"
    found = _SUBJECT_DONE.split(found)[0]
    if len(found) > _SUBJECT_CHARS:
        found = found[:_SUBJECT_CHARS].rsplit(" ", 1)[0]
    said = cased(found).strip(" .,;:")
    return said[:1].upper() + said[1:]


def case_name(text: str) -> str:
    """ "Lamp School District v. State of New Hampshire" of the head of a court's paper, the first party of each side;
    "In re Lamp Lot"; empty where it names no case."""
    stripped = (re.split(r"\s{3,}|\s+\)", line.strip(" \t)(|§:*_"))[0] for line in text[:_CASE_CHARS].split("\n"))
    lines = [line for line in stripped if line and not _ROLE.fullmatch(line)]
    for at, line in enumerate(lines):
        if _NO_PARTIES.match(line) and len(line) < _TITLE_CHARS:
            return cased(_bare(line))
        between = _VERSUS.search(line) if len(line) < _TITLE_CHARS else None
        if not between:
            continue
        first = at if between.start() else at - 1
        while first > 0 and (lines[first - 1].endswith(",") or re.match(r"(?i)and\b", lines[first])):
            first -= 1
        one = line[: between.start()] if first == at else lines[max(first, 0)]
        sides = (one, line[between.end() :] or "".join(lines[at + 1 : at + 2]))
        named = [cased(re.sub(r"(?i)^the ", "", _MORE_PARTIES.sub("", side.strip()))) for side in sides]
        if all(re.match(r"[A-Z]\w", name) for name in named):
            return " v. ".join(named)
    return ""


def body_in(lines: Sequence[str]) -> str:
    """The body that is alone on a title line and that no list knows ("Trail Advisory Committee"); else empty."""
    for line in lines[:_BODY_LINES]:
        said = _bare(line).split() if len(line) <= _TITLE_CHARS else []
        named = all(word[:1].isupper() or word in SMALL for word in said)
        is_body = named and said and said[-1].lower() in _BODY_NOUNS and not _NOT_A_TITLE.search(line)
        if 1 < len(said) <= _BODY_WORDS and is_body:
            return cased(" ".join(said)).removeprefix("The ")
    return ""


def _is_general(title: str) -> bool:
    """Whether a title says only what kind of paper it is: "Fee Schedule", "Ordinance No. 16", "2025 Town Warrant"."""
    said = re.findall(r"[A-Za-z]{2,}", title.partition(":")[0])
    return all(word.lower() in _GENERAL or (word.isupper() and len(word) < _HEADS_AROUND) for word in said)


def _is_telling(name: str) -> bool:
    """Whether a file's name says what the file is, as "budget hearing notice" does and "Scan 0001" does not."""
    said = [word for word in re.findall(r"[A-Za-z]{3,}", name) if is_word(word)]
    return len(said) >= _TELLING_WORDS


def _name_title(name: str) -> str:
    """A file's name as a title: "Nh Dra Towns Using Pa28" -> "NH DRA Towns Using PA28"."""
    loud = ACRONYMS | {alias.lower() for aliases in boards().values() for alias in aliases if alias.isupper()}
    return " ".join(
        word.upper() if word.lower() in loud or any(map(str.isdigit, word)) else word for word in name.split()
    )


def made_title(facts: Metadata, lines: Sequence[str], sections: Sequence[Section], name: str, case: str = "") -> str:
    """The title of a document whose facts are known; `name` is its file name in words, the last resort, `case` that of
    the case of a court's paper."""
    if sections:
        found = statute_title(sections, lines)
        if found:
            return found
    kind = facts.doc_type if facts.doc_type in _KINDS else ""
    body = " ".join(_missing(facts, ""))
    dated = f", {facts.date}" if facts.date else ""
    if facts.doc_type in ("minutes", "agenda") and body:
        return f"{body} {kind}{dated}"
    if facts.doc_type == "court" and (case or facts.board):
        court = facts.board if case else f"{facts.board} decision"
        return ", ".join(filter(None, (case, court, facts.date)))
    line = title_line(lines)
    if facts.doc_type == "warrant" and facts.town and "warrant" not in line.lower():
        return f"{facts.town} Town Warrant{dated}"  # it begins as a letter to the constable
    if line:
        is_yearly = facts.lane == "local" or facts.doc_type in ("report", "budget")
        # "Default Budget - For FY 2027" says its year, whatever year the paper is of
        said = facts.date[:4] in line or (facts.date.isdigit() and re.search(r"\b(?:19|20)\d\d\b", line))
        return _with_body(line, facts) + (dated if is_yearly and not said else "")
    if _is_telling(name):
        return _name_title(name)
    if body and not kind:
        return f"{body} paper ({name})"
    made = f"{body} {kind}{dated}".strip()
    return made[:1].upper() + made[1:] if kind else name


def _with_body(title: str, facts: Metadata) -> str:
    """A title that says only the kind of paper, with the town and the body it is of before it."""
    if facts.lane != "local" or not _is_general(title):
        return title
    of_all = facts.doc_type in ("ordinance", "warrant", "results")  # the town's, whoever passed it
    return " ".join([*_missing(facts.changed(board="") if of_all and facts.town else facts, title), title])


def _missing(facts: Metadata, title: str) -> list[str]:
    """The town and the body as far as the title, or the body's own name, does not say them."""
    said = f"{title} {facts.board}".lower()
    town = [facts.town] if facts.town and facts.town.lower() not in said else []
    return [*town, *([facts.board] if facts.board and facts.board.lower() not in title.lower() else [])]
