"""The values of the ledger: what was moved, voted, printed in a row, asked of the voters, ruled, said and announced.

Holds values only. A record keeps its words verbatim with their place, and the place of every slot in the same text; it
refuses to say more than these words: what is not stated stays empty.
"""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from vault.value import Value

__all__ = [
    "ACTIONS", "FATES", "KINDS", "OUTCOMES", "STATUSES", "Action", "Article", "Fate", "FigureStatus", "LedgerRecord",
    "Matter", "MatterKind", "MatterOutcome", "Motion", "Notice", "Officer", "Quality", "RecordKind", "RowFigure",
    "Rule", "Slot", "Utterance", "Vote",
]  # fmt: skip

RecordKind = Literal["motion", "figure", "article", "rule", "utterance", "notice", "officer"]
KINDS: tuple[RecordKind, ...] = get_args(RecordKind)
Quality = Literal["certain", "likely"]
"""Certain: every slot stands in plain words beside the others. Likely: something was inferred or the text is a scan."""
Action = Literal[
    "approve",
    "deny",
    "accept",
    "authorize",
    "recommend",
    "not_recommend",
    "amend",
    "table",
    "continue",
    "nominate",
    "withdraw",
    "adjourn",
    "enter_nonpublic",
    "other",
]
ACTIONS: tuple[Action, ...] = get_args(Action)
Fate = Literal["passed", "failed", "tied", "withdrawn", "died", "none"]
"""What became of the motion itself; `none` when the text does not say."""
FATES: tuple[Fate, ...] = get_args(Fate)
MatterOutcome = Literal[
    "granted",
    "denied",
    "accepted",
    "authorized",
    "recommended",
    "not recommended",
    "amended",
    "tabled",
    "continued",
    "appointed",
    "elected",
    "withdrawn",
    "adjourned",
    "sealed",
    "entered nonpublic",
    "re-entered public meeting",
    "done",
    "not granted",
    "not denied",
    "not accepted",
    "not authorized",
    "not amended",
    "not tabled",
    "not continued",
    "not appointed",
    "not adjourned",
    "not done",
    "",
]
"""What became of the matter: the action read with the fate; empty when no vote is told."""
OUTCOMES: tuple[MatterOutcome, ...] = get_args(MatterOutcome)
MatterKind = Literal[
    "case",
    "parcel",
    "article",
    "section",
    "resolution",
    "ordinance",
    "law",
    "fund",
    "budget",
    "minutes",
    "contract",
    "subject",
]
FigureStatus = Literal[
    "proposed",
    "requested",
    "recommended",
    "voted",
    "amended",
    "actual",
    "default",
    "fee",
    "rate",
    "bid",
    "payment",
    "balance",
    "appropriation",
    "",
]
STATUSES: tuple[FigureStatus, ...] = get_args(FigureStatus)


class Slot(Value):
    """Where one part of a record stands: half-open offsets into the text the record was read from."""

    name: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Matter(Value):
    """What an act or figure is about. `key` is equal for every spelling of one matter ("parcel:104-14-27")."""

    kind: MatterKind
    name: str
    key: str


class Vote(Value):
    """The count and the names of a vote; None where the text gives no number, () where it gives no name."""

    yes: int | None = None
    no: int | None = None
    abstained: int | None = None
    unanimous: bool = False
    against: tuple[str, ...] = ()
    abstaining: tuple[str, ...] = ()
    recused: tuple[str, ...] = ()


class Record(Value):
    """Common to all records. Offsets are into the document text, its pages joined by form feeds; for a statute section
    into the section's text. `text` is the slice between them."""

    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    page: int | None = None
    section: str = ""
    """Canonical cite of the statute section it stands in; empty for other documents."""
    quality: Quality = "likely"
    slots: tuple[Slot, ...] = ()
    matters: tuple[Matter, ...] = ()


class Motion(Record):
    """A motion with its mover, what it asks, and what became of it. `amount` is written as in the text."""

    kind: Literal["motion"] = "motion"
    mover: str = ""
    seconder: str = ""
    action: Action = "other"
    object: str = ""
    conditions: str = ""
    amount: str = ""
    vote: Vote = Vote()
    fate: Fate = "none"
    outcome: MatterOutcome = ""


class RowFigure(Record):
    """One figure bound to its row, its column and its year; `value` as written, `amount` as a number when it is one."""

    kind: Literal["figure"] = "figure"
    label: str
    column: str = ""
    period: str = ""
    unit: str = ""
    value: str
    amount: float | None = None
    status: FigureStatus = ""


class Article(Record):
    """An article of a warrant: number, title, the sum it asks, who recommends it by what vote, its result."""

    kind: Literal["article"] = "article"
    number: str
    title: str = ""
    amount: str = ""
    recommendations: tuple[str, ...] = ()
    result: str = ""


class Rule(Record):
    """One paragraph of law as a rule; `paragraph` is its path ("I", "c"). What it does not state stays empty."""

    kind: Literal["rule"] = "rule"
    paragraph: tuple[str, ...] = ()
    actor: str = ""
    mode: Literal["shall", "shall not", "may", "may not", "must", "must not"]
    """What it says in effect: "is prohibited" and "no … shall" are "shall not", "is not permitted" is "may not"."""
    act: str = ""
    condition: str = ""
    exception: str = ""
    number: str = ""
    """The first period, count or sum the rule sets ("14 days", "3 members")."""


class Utterance(Record):
    """What an official said, as the minutes report it. A resident who speaks is no record."""

    kind: Literal["utterance"] = "utterance"
    speaker: str
    verb: str = ""
    said: str = ""
    question: bool = False
    """Whether it was asked, not told."""


class Notice(Record):
    """A petition, hearing, deadline or announcement with its date (ISO, possibly without a year: "--03-12")."""

    kind: Literal["notice"] = "notice"
    what: Literal["hearing", "deadline", "meeting", "petition", "notice"]
    date: str = ""
    subject: str = ""


class Officer(Record):
    """Who held which office of the body at a meeting; `office` is its plain name ("chair"), `title` as printed."""

    kind: Literal["officer"] = "officer"
    person: str
    office: str
    title: str = ""
    present: bool = True
    """False for one told as absent or excused."""


LedgerRecord = Motion | RowFigure | Article | Rule | Utterance | Notice | Officer
