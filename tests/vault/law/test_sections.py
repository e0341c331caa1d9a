"""Printed statute chapters: marks, headings, source notes, pages, furniture, and whether a section is in force.

The chapter is set like the state's printed pages; its words are about an invented town and are no statute.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from vault.law.sections import parse_chapter, printed_date
from vault.text.clean import clean
from vault.types import Page, Section

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus"

FOOT = "12/29/25, 11:42 AM\nChapter 999 SAMPLE CHAPTER OF ALDER FALLS\nhttps://example.org/999-mrg.htm\n{}/3"

PAGE_ONE = """TITLE XCIX
SAMPLES FOR TESTS
Chapter 999
SAMPLE CHAPTER OF ALDER FALLS
Keeping the Mill
Section 999:1
    999:1 Sample Heading of the First Mill-Keeper. – The keeper of the invented mill of Alder Falls rings the bell
at noon, see RSA 999:2.
Source. 1846, 384:14. 1855, 1699:16.
1979, 410:2, eff. July 1, 1979.
Section 999:1-a
    999:1-a Repealed by 1979, 410:2, III, eff. July 1, 1979. –
Crossing the Bridge
Section 999:2
"""

PAGE_TWO = """[RSA 999:2 repealed by 2025, 276:13, I, effective July 1, 2026.]
    999:2 Bridge. –
I. The sample bridge is crossed on foot.
(a) By day.
(b) By night.
II. [Repealed.]
Source. 2010, 262:9, eff. Sept. 4, 2010.
Section 999:3 to 999:9
    999:3 to 999:9 Repealed by 2014, 46:1, II, eff. July 26, 2014. –
Section 999:10
[Section effective January 1, 2027.]
    999:10 Later. – The sample lamp will be lit
"""

PAGE_THREE = """at dusk.
Source. 2025, 1:1, eff. Jan. 1, 2027.
"""


def chapter(*, with_foot: bool = True) -> tuple[Page, ...]:
    texts = (PAGE_ONE, PAGE_TWO, PAGE_THREE)
    return tuple(Page(number=i, text=text + (FOOT.format(i) if with_foot else "")) for i, text in enumerate(texts, 1))


def by_cite(sections: tuple[Section, ...]) -> dict[str, Section]:
    return {section.cite: section for section in sections}


def test_a_chapter_is_cut_at_its_section_marks_in_order() -> None:
    assert [s.cite for s in parse_chapter(chapter())] == [
        "RSA 999:1",
        "RSA 999:1-a",
        "RSA 999:2",
        "RSA 999:3 to 999:9",
        "RSA 999:10",
    ]


def test_a_section_has_heading_text_and_source_note_apart() -> None:
    first = parse_chapter(chapter())[0]
    assert first.heading == "Sample Heading of the First Mill-Keeper"
    assert first.text == "The keeper of the invented mill of Alder Falls rings the bell\nat noon, see RSA 999:2."
    assert first.source_note == "1846, 384:14. 1855, 1699:16. 1979, 410:2, eff. July 1, 1979."
    assert first.subdivision == "Keeping the Mill"


def test_print_dates_running_titles_and_addresses_never_enter_a_section() -> None:
    text = "".join(s.text + s.source_note + s.subdivision for s in parse_chapter(chapter()))
    assert "11:42" not in text
    assert "example.org" not in text
    assert "SAMPLE CHAPTER" not in text


def test_a_footer_on_one_line_is_dropped_too() -> None:
    foot = "12/29/25, 11:42 AM Chapter 999 SAMPLE CHAPTER\nhttps://example.org/999-mrg.htm 3/3"
    pages = (*chapter()[:2], Page(number=3, text=PAGE_THREE + foot))
    assert parse_chapter(pages)[-1].source_note.endswith("2025, 1:1, eff. Jan. 1, 2027.")


def test_a_repealed_section_is_marked_repealed() -> None:
    sections = by_cite(parse_chapter(chapter()))
    for cite in ("RSA 999:1-a", "RSA 999:3 to 999:9"):
        assert sections[cite].status == "repealed"
        assert sections[cite].text == ""
        assert sections[cite].heading.startswith("Repealed by")


@pytest.mark.parametrize(
    ("as_of", "status", "effective"),
    [("2025-12-29", "current", "2026-07-01"), ("2026-07-01", "repealed", ""), ("2027-02-01", "repealed", "")],
)
def test_a_bracketed_repeal_counts_from_its_date(as_of: str, status: str, effective: str) -> None:
    bridge = by_cite(parse_chapter(chapter(), as_of=as_of))["RSA 999:2"]
    assert (bridge.status, bridge.effective) == (status, effective)
    assert bridge.source_note.startswith("[RSA 999:2 repealed by 2025")
    assert bridge.text.startswith("I. The sample bridge")


@pytest.mark.parametrize(
    ("as_of", "status", "effective"), [("2025-12-29", "effective_later", "2027-01-01"), ("2027-01-01", "current", "")]
)
def test_a_section_that_begins_later_is_not_in_force_before(as_of: str, status: str, effective: str) -> None:
    later = by_cite(parse_chapter(chapter(), as_of=as_of))["RSA 999:10"]
    assert (later.status, later.effective) == (status, effective)


def test_pages_of_a_section_begin_with_its_text_and_end_with_its_last_line() -> None:
    sections = by_cite(parse_chapter(chapter()))
    assert (sections["RSA 999:2"].page_start, sections["RSA 999:2"].page_end) == (2, 2)
    assert (sections["RSA 999:10"].page_start, sections["RSA 999:10"].page_end) == (2, 3)


def test_a_subdivision_heading_belongs_to_the_sections_after_it() -> None:
    sections = by_cite(parse_chapter(chapter()))
    assert sections["RSA 999:1-a"].subdivision == "Keeping the Mill"
    assert sections["RSA 999:2"].subdivision == "Crossing the Bridge"
    assert sections["RSA 999:10"].subdivision == "Crossing the Bridge"


def test_the_print_date_dates_the_text_unless_the_caller_knows_better() -> None:
    assert printed_date(chapter()) == "2025-12-29"
    assert {s.as_of for s in parse_chapter(chapter())} == {"2025-12-29"}
    assert {s.as_of for s in parse_chapter(chapter(), as_of="2026-01-05")} == {"2026-01-05"}
    assert {s.as_of for s in parse_chapter(chapter(with_foot=False))} == {""}


def test_pages_without_section_marks_give_no_sections() -> None:
    assert parse_chapter(()) == ()
    assert parse_chapter((Page(number=1, text="Minutes of Alder Falls. Section 4 was discussed."),)) == ()


def squeezed(text: str) -> str:
    return re.sub(r"[\s-]+", "", clean(text))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the real corpus is not beside the repository")
def test_the_printed_chapters_of_the_corpus_give_the_sections_of_the_corpus() -> None:
    with gzip.open(CORPUS / "nh" / "rsa_sections.jsonl.gz", "rt", encoding="utf-8") as rows:
        expected = {row["section_id"]: row for row in map(json.loads, rows) if row["status"] != "stale_2018"}
    found: dict[str, Section] = {}
    with gzip.open(CORPUS / "nh" / "docs.jsonl.gz", "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            if row["doc_type"] == "rsa_chapter":
                pages = [Page(number=i, text=clean(text)) for i, text in enumerate(row["pages"], 1)]
                found.update(by_cite(parse_chapter(pages)))
    assert found.keys() == expected.keys()
    for cite, row in expected.items():
        section = found[cite]
        assert section.status == row["status"], cite
        assert section.url == row["url"], cite
        assert squeezed(section.source_note).endswith(squeezed(row["source_note"] or "")), cite
        whole = squeezed(row["text"].split("] ", 1)[-1] if row["text"].startswith("[") else row["text"])
        name = squeezed(f"{row['section']}{section.heading}")
        assert whole.startswith(name), cite
        assert whole.endswith(squeezed(section.text)), cite
    coming = {cite: section.effective for cite, section in found.items() if section.effective}
    assert coming == {"RSA 47:22": "2026-07-01"}
