"""Sentences that say that something is not held: of a place nothing at all, of a law its text.

Holds which place or law a sentence says it of, and the clause that ends a sentence with what no record tells. It
refuses one that says anything else beside it, and looks nothing up.
"""

from __future__ import annotations

import re

from pipeline.check.read.case import says_nothing_shown
from pipeline.quoting.alike import base_of
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex

__all__ = ["HOLDING", "LAW_WORD", "PLACE_NAME", "laws_not_held", "place_not_held", "untold_lead", "untold_tail"]

_TEXT_HOLDING = """
    nothing none no not neither nor any record document minutes law statute code text file source page material i we
    is are was were be been there here do does did don't doesn't has have had hold held include contain cover found
    find of from for in the this that a an vault archive collection run town city village state at all whatever either
    so far and or its their
"""
HOLDING = frozenset(base_of(word) for word in _TEXT_HOLDING.split())
_NONE = lazy_regex(r"\b(?:nothing|none|no|not|never|neither)\b|n['’]t\b", re.IGNORECASE)
PLACE_NAME = lazy_regex(r"[A-Z][\w'’.-]*(?:\s+(?:of\s+)?[A-Z][\w'’.-]*)*(?:,\s+[A-Z]\w+(?:\s+[A-Z]\w+)?)?")


LAW_WORD = lazy_regex(r"\b(?:laws?|statutes?|codes?)\b", re.IGNORECASE)
_RECORDS = lazy_regex(
    r"\b(?:nothing|none|records?|documents?|minutes|files?|materials?|pages?|sources?)\b", re.IGNORECASE
)


_SO_ASK = lazy_regex(
    r",?\s+so (?:please )?(?:(?:ask|check|call|see|look|read)\b[^.;]*"
    r"|whether\b[^.;“”\"\d]{3,200} (?:must|has to|have to|can only) be asked of [^.;\d]{3,90})"
    r"(?=\W*\Z)",
    re.IGNORECASE,
)
"""What a reader is told to do about it."""
# "I cannot answer either part: …", "…, neither its ordinance nor any minutes of its board"
_CANNOT = lazy_regex(
    r"\A\W*(?:I|we) (?:cannot|can['’]t|could not) (?:answer|tell|say)\b(?: \w+){0,3}?(?::|;|,? because|,? since)\s+",
    re.I,
)
_NEITHER = lazy_regex(
    r",\s+neither (?:its|their|the|any) [^.;:,\d]{3,60} nor (?:its|their|the|any) [^.;:,\d]{3,60}\W*\Z", re.I
)


def place_not_held(text: str) -> tuple[str, bool]:
    """The place of which a sentence says that nothing at all is held ("nothing of New York is held"), and whether it
    says so of its law alone; ("", False) for any other sentence, one that also says what is missing included."""
    bare = _NEITHER.sub("", _SO_ASK.sub("", _CANNOT.sub("", text))).strip(" .")
    plain = bare[:1].lower() + bare[1:]
    names = PLACE_NAME.findall(plain)
    words = re.findall(r"[\w'’]+", PLACE_NAME.sub(" ", plain))
    only = len(names) == 1 and all(base_of(word.lower()) in HOLDING for word in words)
    of_law = bool(LAW_WORD.search(plain)) and not _RECORDS.search(plain)
    return (names[0], of_law) if only and _NONE.search(plain) else ("", False)


_OWN_TEXT = frozenset(base_of(word) for word in ("own", "text", "texts", "their", "its"))


_CLAUSES = lazy_regex(r";|,\s+(?:and|but)\s+")


def laws_not_held(text: str) -> tuple[str, tuple[str, ...]]:
    """What a sentence says before its last clause, and the laws whose text that clause says is not held ("…; its own
    text is not in the vault", ", and RSA 9:9 is not held"), named in it or before it; ("", ()) for a clause that says
    anything else."""
    text = _SO_ASK.sub("", text)
    clause = _CLAUSES.split(text)[-1]
    before = text[: len(text) - len(clause)].rstrip(" ;,")
    before = re.sub(r",?\s(?:and|but)\Z", "", before)
    here = find_refs(clause)
    bare = "".join(" " if any(ref.start <= at < ref.end for ref in here) else one for at, one in enumerate(clause))
    said = [base_of(word.lower()) for word in re.findall(r"[\w'’]+", bare)]
    own = here or {*said} & _OWN_TEXT
    if not _NONE.search(bare) or not own or any(word not in HOLDING | _OWN_TEXT for word in said):
        return "", ()
    return before, tuple(ref.cite for ref in here or find_refs(before))


# "…, and no later vote on it is held", "…; the count of the vote is not shown", "…; these records do not show who paid"
_UNTOLD_TAIL = lazy_regex(
    r"(?:;|,)\s+(?:(?:and|but|though|while)\s+)?(?P<tail>(?:"
    r"no (?:[\w'’-]+ ){1,12}?(?:is|are|was|were)|"
    r"(?:the|its|their|any|who|whom|how|why|when|whether|what|which|where) (?:[\w'’-]+ ){1,14}?(?:is|are|was|were) not"
    r") (?:held|shown|in (?:the|these) (?:records?|minutes)(?: held)?)(?: here)?"
    r"(?:, (?:where|in which) (?:the |its |their )?[\w'’ ]{3,40} (?:minutes|records?|documents)"
    r" (?:end|stop|go|run|reach)\b[\w ,]{0,30})?"
    r"|(?:these|the) (?:records?|minutes|passages?|documents?)(?: (?:held|shown))? (?:do|does) not "
    r"(?:show|say|tell|state) (?:who|whom|how|why|when|whether|if|what|which|where) [^.;,:]{3,90}?"
    r"|which (?:these|the) (?:records?|minutes|passages?|documents?)(?: (?:held|shown))? (?:do|does) not "
    r"(?:spell out|say|tell|state|name|explain|describe|detail))\W*\Z",
    re.IGNORECASE,
)


def untold_tail(text: str) -> tuple[str, str]:
    """What a sentence says before a last clause that only tells what no record held or shown says ("…, and no later
    vote on it is held"), and that clause; (text, "") for any other sentence."""
    match = _UNTOLD_TAIL.search(text)
    return (text[: match.start()], match["tail"]) if match and len(text[: match.start()].split()) > 3 else (text, "")


# "The records held do not show a cost: the minutes say only that …", "No fee is given in the text held; it says that …"
_UNTOLD_LEAD = lazy_regex(
    r"\A(?P<lead>(?:no|nothing|(?:the|these|its) (?:[\w’'-]+ ){0,3}(?:minutes|records?|documents?|text|bill|section))\b"
    r"[^:;.“\"\d]{8,140})[:;]\s+"
    r"(?:(?:it|they|(?:the|these|its) (?:minutes|records?|text|bill|section)) (?:only )?"
    r"(?:says?|shows?|tells?|adds?|records?)(?: only)?(?: that)?\s+)?(?P<rest>\S.{20,})\Z",
    re.IGNORECASE | re.DOTALL,
)


def untold_lead(text: str) -> tuple[str, str]:
    """A first clause without a figure that only tells what is not shown, and what a sentence says behind it; ("", text)
    for any other sentence."""
    match = _UNTOLD_LEAD.match(text)
    bare = match is not None and says_nothing_shown(match["lead"]) and not _GRANTED.search(match["lead"])
    return (match["lead"], match["rest"]) if match and bare else ("", text)


# "do not show the bribes": a thing that is taken for granted
_GRANTED = lazy_regex(
    r"(?:\bnot|n['’]t) (?:show|say|give|tell|state|name|hold|print|record|list|mention|explain)\s+"
    r"(?:the|its|their|his|her|this|that|these|those)\b",
    re.IGNORECASE,
)
