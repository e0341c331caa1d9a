"""The sources of an answer with the pages of what is quoted of each. All records are invented."""

from __future__ import annotations

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from mcp_server.results.render import sources_of
from mcp_server.results.shapes import SourceLine
from pipeline.types import Answer

FIRST = "Osgood asked for a merger of three lots on Mill Lane."
SECOND = "Tibbetts moved to approve the merger."
THIRD = "The wardens left at nine."
TEXT = f"{FIRST}\n{SECOND}\n{THIRD}"
TURNS = (len(FIRST) + 1, len(FIRST) + len(SECOND) + 2)


def sources(markdown: str) -> tuple[SourceLine, ...]:
    held = [
        evidence("L1", TEXT, page_end=4, page_turns=TURNS),
        evidence("L2", "The lamp was lit.", doc_id="af-2", page_start=7, page_end=7),
    ]
    return sources_of(Answer(answer_markdown=markdown), make_brief(retrieval=make_retrieval(held)))


@pytest.mark.parametrize(
    ("quoted", "page", "more"),
    [
        ((FIRST,), 2, ()),
        ((THIRD,), 4, ()),
        ((SECOND, FIRST), 3, (2,)),
        ((FIRST, SECOND, THIRD), 2, (3, 4)),
        ((THIRD, THIRD, FIRST), 4, (2,)),
        ((), 2, ()),
    ],
)
def test_a_source_has_the_page_of_the_first_words_quoted_and_then_those_of_the_others(
    quoted: tuple[str, ...], page: int, more: tuple[int, ...]
) -> None:
    told = " ".join(f"The minutes record: “{one.rstrip('.')}” [L1]." for one in quoted) or "The minutes tell it [L1]."
    (line,) = sources(told)
    assert (line.label, line.page, line.more_pages) == ("L1", page, more)
    assert line.link.endswith(f"#page={page}")


def test_each_source_has_its_own_pages() -> None:
    one, other = sources(f"“{SECOND.rstrip('.')}” [L1]. “The lamp was lit” [L2]. “{FIRST.rstrip('.')}” [L1].")
    assert (one.page, one.more_pages) == (3, (2,))
    assert (other.page, other.more_pages) == (7, ())
