"""Articles of a warrant: number, title, the sum asked, who recommends it by what vote, and the result if it is printed.

Reads articles that ask the voters something. An article of an ordinance or a constitution is passed over.
"""

from __future__ import annotations

import re
from typing import Final

from vault.facts.numerals import word_value
from vault.facts.types import Article, Matter, Quality, Slot
from vault.text.patterns import lazy_regex

__all__ = ["articles"]

# "Article 22 Add to Bridge ETF", "ARTICLE 22:  Available Funds", "Article 7. To see", "WARRANT ARTICLE #12 –"
_HEAD: Final = lazy_regex(
    r"(?:^|(?<=\f))[ \t*#•·]*(?:WARRANT\s+|Warrant\s+)?(?:Article|ARTICLE|ART\.|Art\.)\s*(?:#|"
    r"No\.?)?\s*(?P<number>\d{1,3}[A-Z]?|[A-Z]{4,14}(?:-[A-Z]+)?)\b\s*[.:–—-]*[ \t]*(?P<title>[^\n]{0,140})",
    re.M,
)
# What an article of a warrant says first: "To see if the Town will vote", "Shall the Town", "To choose all officers"
_ASKS: Final = lazy_regex(
    r"\b(?:To\s+(?:see\s+(?:if|what|whether)|choose|elect|hear|raise|transact|act|bring|vote|determine)|"
    r"Shall\s+(?:the|we)|Are\s+you\s+in\s+favor)\b",
    re.I,
)
_SUM: Final = lazy_regex(
    r"(?:raise\s+and\s+appropriate|appropriat\w*|rescind|borrow|sum\s+(?:of|not\s+to\s+exceed)|amount\s+of|"
    r"gross\s+budget\s+of)\b[^$.]{0,80}?(?P<sum>\$\s?\d[\d,]*(?:\.\d\d)?)",
    re.I,
)
_BODY: Final = (
    r"(?:(?-i:(?:Board\s+of\s+)?[A-Z][\w’']+(?:\s+(?:of\s+)?[A-Z][\w’']+)*)|selectmen|board|committee|trustees)"
)
# "(Recommended by the Selectmen 3-0)", "Not recommended by the Budget Committee (2-8)", "The Selectmen recommend (3-0)"
_RECOMMENDED: Final = lazy_regex(
    r"\(?\b(?P<not>(?:do(?:es)?\s+)?not\s+)?recommend(?:ed|ations?|"
    rf"s)?\s+(?:by\s+)?(?:the\s+)?(?P<who>{_BODY})"
    r"\s*[:,(]?\s*(?P<vote>\d{1,2}\s?[-–]\s?\d{1,2}(?:\s?[-–]\s?\d{1,2})?)?\)?"
    rf"|\b(?P<who2>{_BODY})"
    r"(?:\s+voted(?:\s+[\w,-]+){0,3}\s+to)?\s+(?P<not2>(?:do(?:es)?\s+)?not\s+)?recommends?\b[^.\n(]{0,"
    r"60}\(?(?P<vote2>\d{1,2}\s?[-–]\s?\d{1,2}(?:[-–]\d{1,2})?)?\)?",
    re.I,
)  # fmt: skip
_RECOMMENDATION: Final = lazy_regex(r"\bRecommendation:\s*(?P<text>(?:[^.]|\.(?=\d)){5,160}(?:\$[\d,.]+[^.]{0,80})?)")
# "Article 12 passed", "PASSED", "Yes 312 No 45", "ADOPTED as read", "Motion carried"
_RESULT: Final = lazy_regex(
    r"\b(?P<word>PASSED|FAILED|ADOPTED|DEFEATED|(?i:article|motion|vote)\s+(?:\d+\s+)?(?:was\s+)?(?:passed|"
    r"passes|carried|failed|adopted|defeated)(?:\s+as\s+(?:amended|read|written))?|passed\s+over)\b|"
    r"\b(?i:yes):?\W{0,3}(?P<yes>\d+)\D{1,20}?\b(?i:no):?\W{0,3}(?P<no>\d+)",
)
# "(Majority vote required)", "(Recommended by Selectmen 3-0)": what ends an article; "(Fire)" in its title ends none
_CLOSES: Final = lazy_regex(
    r"\([^()]{0,140}(?:recommend|vote|majority|ballot|approp)[^()]{0,140}\)\.?|"
    r"recommended[^\n]{0,60}\)|vote required[.)]*",
    re.I,
)
_LONGEST: Final = 6000


def _end(body: str) -> int:
    """Where the article ends inside its stretch: after the last bracket or recommendation, else at its last word."""
    ends = [match.end() for match in (*_CLOSES.finditer(body), *_RECOMMENDATION.finditer(body))]
    return max(ends, default=len(body.rstrip()))


def _recommendations(body: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in _RECOMMENDED.finditer(body):
        who = " ".join((match["who"] or match["who2"]).split()).removeprefix("The ")
        word = "not recommended" if match["not"] or match["not2"] else "recommended"
        vote = re.sub(r"\s", "", match["vote"] or match["vote2"] or "").replace("–", "-")
        found.append(" ".join(part for part in (word, "by", who, vote) if part))
    stated = _RECOMMENDATION.search(body)
    if stated:
        found.append(" ".join(stated["text"].split()))
    return tuple(dict.fromkeys(found))


def _result(body: str) -> str:
    found = _RESULT.search(body)
    if found is None:
        return ""
    if found["yes"]:
        return f"yes {found['yes']}, no {found['no']}"
    return " ".join(found["word"].lower().split())


# "Article 4: Fire Truck Fund started last year and are asking for $100,000.00", "Article #16 / Add to the fund /
# Requesting $10,000", "Article #18 Paving S 600,000.00 $ 600,000.00", "Article #33 Petition Failed"
_LISTED: Final = lazy_regex(
    r"\s*(?P<title>[^$\n]{5,140}?)\s*(?:(?:\b(?:of|for)\b|[-–:=|])?\s*(?:\n\s*[Rr]equest(?:ing|ed)?:?\s)?\s*(?:\bS\s?)?"
    r"(?P<sum>\$\s?\d[\d,]*(?:\.\d\d)?|(?<=\s)\d{1,3}(?:,\d{3})+\.\d\d)(?:\s+S?\s?(?P<again>\$?\s?\d[\d,]*\.\d\d))?|"
    r"(?<=\s)(?P<result>Failed|Passed|Adopted|Defeated))[ \t]*\.?[ \t]*(?=\n|\Z)"
)


def _listed(text: str, head: re.Match[str], stop: int) -> Article | None:
    """An article as minutes list it: its number, its name and one sum or what came of it; None for any other."""
    found = _LISTED.match(text, head.start("title"), stop)
    marked = "#" in text[head.start() : head.start("number")] or text[head.end("number") : head.start("title")].strip()
    if found is None or not marked or not head["number"].isdigit():
        return None
    if found["again"] and re.sub(r"\D", "", found["again"]) != re.sub(r"\D", "", found["sum"]):
        return None  # two sums of which none is the article's alone
    end = found.end("sum") if found["sum"] else found.end("result")
    title = re.sub(r"^(?:Article|ARTICLE):?\s+", "", " ".join(found["title"].split())).strip(" .:*|")
    made = _made(
        text, head, end, number=head["number"], title=title, amount=found.span("sum") if found["sum"] else None
    )
    return made.changed(result=(found["result"] or "").lower())


def _made(
    text: str, head: re.Match[str], end: int, *, number: str, title: str, amount: tuple[int, int] | None
) -> Article:
    """The article from its head to `end`; `amount` is where its sum stands."""
    slots = [Slot(name="number", start=head.start("number"), end=head.end("number"))]
    slots += [Slot(name="amount", start=amount[0], end=amount[1])] if amount else []
    return Article(
        text=text[head.start() : end],
        start=head.start(),
        end=end,
        slots=tuple(slots),
        matters=(Matter(kind="article", name=f"Article {number}", key=f"article:{number}"),),
        number=number,
        title=title,
        amount=text[slice(*amount)] if amount else "",
    )


def _article(text: str, head: re.Match[str], stop: int) -> Article | None:
    stretch = text[head.start() : min(stop, head.start() + _LONGEST)]
    asks = _ASKS.search(stretch[: head.end() - head.start() + 200])
    if asks is None:
        return _listed(text, head, stop)
    end = head.start() + _end(stretch)
    body = text[head.start() : end]
    spelled = word_value(head["number"].lower()) if head["number"][:1].isalpha() else 0
    if not spelled and head["number"][:1].isalpha():
        return None
    number = str(spelled or head["number"])
    sum_ = _SUM.search(body)
    title = "" if _ASKS.match(head["title"].strip()) else " ".join(head["title"].split()).strip(" .:*")
    recommendations = _recommendations(body)
    sure: Quality = "certain" if sum_ and (recommendations or title) else "likely"
    amount = (head.start() + sum_.start("sum"), head.start() + sum_.end("sum")) if sum_ else None
    made = _made(text, head, end, number=number, title=title, amount=amount)
    return made.changed(quality=sure, recommendations=recommendations, result=_result(body))


def articles(text: str) -> tuple[Article, ...]:
    """The warrant articles of a text in order; () when none asks the voters anything. Never raises."""
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    found = (_article(text, head, end) for head, end in zip(heads, ends, strict=False))
    return tuple(one for one in found if one)
