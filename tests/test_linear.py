"""Twice the input, twice the work: inputs that once took a minute, each at two sizes eight times apart.

Work is counted as the processor time of this thread, as a ratio of the two sizes, so that a slow or busy machine
changes nothing: linear work gives eight, quadratic work sixty-four.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pipeline.answer.markdown import without_citations
from pipeline.check.read.case import over_a_turn, source_of
from pipeline.quoting.cut import clip
from vault.intake.classify import classify
from vault.intake.prepare import prepared
from vault.readers.markup import read_html
from vault.readers.result import MAX_CHARS, MAX_PAGES
from vault.readers.text import document_of, pages_of_text, read_text
from vault.text.clean import clean
from vault.text.quality import text_quality
from vault.types import Metadata, Page, RawDocument

from audit_fakes import a_chunk  # isort: skip

_TIMES = 8
_MOST = 24.0
"""Three times linear: caches warm up and memory moves; a quadratic step is far above."""
_FLOOR_S = 0.002
"""Below this a measurement is mostly the clock's."""


def _prepared(text: str) -> object:
    """A document of one long line: what it is, its title, its passages and its records."""
    raw = RawDocument(pages=(Page(number=1, text=clean(f"Lamp {text} x")),))
    return prepared(classify(raw, "lamp.txt", Metadata()))


PAGES = [source_of(f"L{n}", a_chunk(n, "Lamp and Hedge lit the lane. " * 40, doc_id="doc")) for n in (1, 2)]

CASES: dict[str, tuple[Callable[[str], object], str, int]] = {
    "a line of spaces": (clean, " ", 40_000),
    "a line of tabs and words": (clean, "a\t \t", 20_000),
    "tags that never close": (lambda text: read_html(text.encode()), "<a ", 3_000),
    "skipped parts that never close": (lambda text: read_html(text.encode()), "<nav><b>", 3_000),
    "comments that never close": (lambda text: read_html(text.encode()), "<!-- x ", 5_000),
    "labels without a stop": (without_citations, "[L1] ", 4_000),
    "blanks before no label": (without_citations, " \t", 20_000),
    "a list of names as one sentence": (
        lambda text: clip(text, 20, frozenset({"culvert"})),
        "Ann Waterhouse, Cole Brindley and ",
        300,
    ),
    "a quotation that stands on no page": (lambda text: over_a_turn(text, PAGES), "Lamp and culvert lane ", 300),
    "a page of noise": (text_quality, "rn~ l; wete |,i ", 5_000),
    **{
        f"a document that says {unit!r} again and again": (_prepared, unit, 250)
        for unit in (" ", ".", ",", "-", "(", "A", "; ", "and ", "of ", "| ", "$1 ", "State of ", "Lamp and Hedge ")
    },
}


def _spent(work: Callable[[str], object], text: str) -> float:
    """The least processor time of three runs, in seconds."""
    spent = []
    for _ in range(3):
        begun = time.thread_time()
        work(text)
        spent.append(time.thread_time() - begun)
    return max(min(spent), _FLOOR_S)


@pytest.mark.parametrize("name", CASES)
def test_eight_times_the_input_is_about_eight_times_the_work(name: str) -> None:
    work, unit, size = CASES[name]
    small = _spent(work, unit * size)
    assert _spent(work, unit * size * _TIMES) < _MOST * small


def test_no_reader_gives_more_pages_than_the_cap() -> None:
    assert len(pages_of_text("a\f" * (MAX_PAGES * 3))) == MAX_PAGES


def test_no_reader_gives_more_characters_than_the_cap_and_says_how_many_it_left_out() -> None:
    long, half = "lamp " * (MAX_CHARS // 5 + 2), "x" * (MAX_CHARS // 2)
    for found in (read_text(long.encode()), document_of((Page(number=n, text=half) for n in (1, 2, 3)), empty="")):
        assert sum(len(page.text) for page in found.documents[0].pages) <= MAX_CHARS
        assert found.problems[0].startswith(f"only the first {MAX_CHARS:,} characters were read")


def test_a_run_of_labels_before_a_stop_leaves_no_blank() -> None:
    assert without_citations("It passed [L1][S2] . Then [L1, S2], and [USER] more [L3]") == "It passed. Then, and  more"


def test_a_list_too_long_to_be_a_sentence_is_not_cut() -> None:
    made = clip("The board, Ann and Cole approved the culvert, " * 200, 20, frozenset({"culvert"}))
    assert (made.pieces, made.more) == ((), True)
