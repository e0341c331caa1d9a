"""The three answer formats as values (decision 1), and the one door to everything that reads them.

Holds headings, caps and citation places of `simple`, `overview` and `analysis`; parser, word count, validator and
truncator are offered from here so that prompt, composer and audit share them. It refuses to look at evidence.
"""

from __future__ import annotations

from pipeline.types import AnswerFormat, FormatName, IssueMap
from vault.text.patterns import lazy_regex

__all__ = ["OVERVIEW_HEADINGS", "format_for"]

ANALYSIS_FIXED_HEADINGS = ("Bottom line", "What happened", "What the law generally requires", "Unknowns that matter")
OVERVIEW_HEADINGS = (
    "At a glance",
    "Local details",
    "Statewide context",
    "Key facts and numbers",
    "What is not shown in the available documents",
)

_SIMPLE = AnswerFormat(
    name="simple",
    headings=(),
    bullet_caps=(),
    max_words=400,  # five sentences, two of them a rule or a motion quoted whole
    max_bullet_words=220,  # a rule or a list quoted whole; all else is held to fewer words by the composer
    min_sentences=1,  # S0 asks for 2-5; one honest sentence is not filled up (decision 33)
    max_sentences=5,
)
_OVERVIEW = AnswerFormat(
    name="overview",
    headings=OVERVIEW_HEADINGS,
    bullet_caps=(5, 8, 5, 8, 6),  # S0 caps only the first; the rest keep 32 bullets inside the word limit
    max_words=600,  # the target S0's answers were measured against was 400-600 words
    max_bullet_words=90,  # room for one motion with its vote, or one paragraph of law; S0 sets no limit
    law_heading="Statewide context",
    min_law_citations=1,
    bullet_minimums=(1, 1, 1, 1, 1),  # S0 asks for 3-5 at a glance; nothing is said to reach a number (decision 33)
    optional_headings=("Statewide context",),
)
_EVENT_WORDS = 8  # a label longer than this is a sentence, not a name for a decision
# An event label is words, digits, spaces and a few marks: "Jan 6 vote", "April 14, 2026 hearing", "Article 12 vote".
_EVENT_LABEL = lazy_regex(r"[\w][\w .,'’/&-]*\Z")


def format_for(name: FormatName, issue: IssueMap | None = None) -> AnswerFormat:
    """The format of that name; heading 4 of `analysis` carries the event label of the issue (decision 2).

    "Jan 6 vote" gives "What the Jan 6 vote changes"; no label, or one that is not a short plain name, gives
    "What this changes".
    """
    if name == "simple":
        return _SIMPLE
    if name == "overview":
        return _OVERVIEW
    first, happened, law, unknowns = ANALYSIS_FIXED_HEADINGS
    return AnswerFormat(
        name="analysis",
        headings=(first, happened, law, _change_heading(issue.event_label if issue else ""), unknowns),
        bullet_caps=(0, 5, 5, 4, 4),  # S2 §3
        max_words=500,  # S2 §1
        max_bullet_words=20,  # S2 §1
        min_sentences=1,  # S2 §1: Bottom line is 1-2 sentences
        max_sentences=2,
        law_heading=law,
        user_heading=happened,
        min_law_citations=2,  # S2 §3
        law_only_from_state=True,
    )


def _change_heading(label: str) -> str:
    flat = " ".join(label.split()).strip(" .,-")
    bare = flat[4:] if flat.lower().startswith("the ") else flat
    if not bare or len(bare.split()) > _EVENT_WORDS or not _EVENT_LABEL.match(bare):
        return "What this changes"
    return f"What the {bare} changes"
