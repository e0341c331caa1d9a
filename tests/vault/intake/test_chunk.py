"""Chunking: nothing lost, exact offsets, sizes, pages, heading paths, rows, forms, and statutes cut at paragraphs.

Every text is about the invented town of Alder Falls.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.intake.chunk import chunk_document
from vault.types import ChunkDraft, Document, Metadata, Page, PageOrigin, Section

SENTENCE = "The selectmen of Alder Falls heard the road agent about the culvert on Mill Lane. "


def document(*texts: str, origins: tuple[PageOrigin, ...] = (), sections: tuple[Section, ...] = ()) -> Document:
    pages = tuple(
        Page(number=i, text=text, origin=origins[i - 1] if origins else "text") for i, text in enumerate(texts, 1)
    )
    return Document(doc_id="alder-falls", metadata=Metadata(), pages=pages, sections=sections)


def paragraph(words: int) -> str:
    return (SENTENCE * (words // 15 + 1)).strip()


def visible(text: str) -> str:
    return "".join(text.split())


def assert_faithful(doc: Document, chunks: tuple[ChunkDraft, ...]) -> None:
    whole = "\f".join(page.text for page in doc.pages)
    assert [chunk.ord for chunk in chunks] == list(range(len(chunks)))
    position = 0
    for chunk in chunks:
        assert chunk.text == whole[chunk.start : chunk.end].replace("\f", "\n")
        assert chunk.start >= position
        position = chunk.end
    read = "".join(page.text for page in doc.pages if page.origin != "unread")
    assert "".join(visible(chunk.text) for chunk in chunks) == visible(read)


def test_a_small_document_is_one_chunk() -> None:
    (chunk,) = chunk_document(document("Minutes of Alder Falls.\nThe bridge was discussed."))
    assert (chunk.page_start, chunk.page_end, chunk.start) == (1, 1, 0)


def test_an_empty_document_and_an_unread_page_give_no_chunk() -> None:
    assert chunk_document(document("", "  \n ")) == ()
    assert chunk_document(document("words that nobody read", origins=("unread",))) == ()


def test_a_chunk_never_runs_over_an_unread_page() -> None:
    doc = document("Page one.", "", "Page three.", origins=("text", "unread", "text"))
    assert [(c.page_start, c.page_end, c.text) for c in chunk_document(doc)] == [
        (1, 1, "Page one."),
        (3, 3, "Page three."),
    ]


def test_a_paragraph_that_runs_over_a_page_end_stays_together() -> None:
    first = paragraph(150) + "\nThe board then voted to send the letter to the owner of"
    doc = document(first, "the old mill, who had asked for it.\n" + paragraph(400))
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert any(
        chunk.page_start == 1 and chunk.page_end == 2 and "the owner of\nthe old mill" in chunk.text for chunk in chunks
    )


def test_chunks_otherwise_end_at_page_ends() -> None:
    doc = document(*(f"Page {i} begins here.\n" + paragraph(260) for i in range(1, 6)))
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert all(chunk.page_start == chunk.page_end for chunk in chunks)


def test_a_chunk_begins_at_a_heading_and_carries_its_path() -> None:
    text = "\n\n".join(
        f"ARTICLE {i} - SIGNS OF ALDER FALLS\n\n{i}.1 Purpose\n\n{paragraph(260)}\n\n{i}.2 Sizes\n\n{paragraph(260)}"
        for i in range(1, 4)
    )
    doc = document(text)
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert all("ARTICLE" in chunk.heading for chunk in chunks)
    assert any(chunk.heading == "ARTICLE 2 - SIGNS OF ALDER FALLS > 2.2 Sizes" for chunk in chunks)
    assert not any(chunk.text.rstrip().endswith(("Purpose", "Sizes", "ALDER FALLS")) for chunk in chunks)


def test_a_number_on_its_own_line_belongs_to_the_title_below_it() -> None:
    doc = document("\n\n".join(f"{i}.2\nNOISE IN ALDER FALLS\n\n{paragraph(240)}" for i in range(3, 7)))
    headings = [chunk.heading for chunk in chunk_document(doc)]
    assert "4.2 NOISE IN ALDER FALLS" in headings


def test_agenda_items_and_cases_head_their_discussion() -> None:
    text = "TOWN OF ALDER FALLS\n\nNew Business:\n\n" + "\n\n".join(
        f"Case #25-0{i}-V: Pine Hollow Farm\n\n{paragraph(230)}" for i in range(1, 5)
    )
    doc = document(text)
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert any(chunk.heading.endswith("New Business > Case #25-03-V: Pine Hollow Farm") for chunk in chunks)


def test_copies_of_a_one_page_form_are_one_chunk_each() -> None:
    form = "EDUCATION NOTICE\n\nTo the assessors of {}\nYou are to raise the sum of ${}.\n\nJ. Doe, Director\nDivision"
    doc = document(*(form.format(f"Place {i}", 1000 + i) for i in range(12)))
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert [(chunk.page_start, chunk.page_end) for chunk in chunks] == [(i, i) for i in range(1, 13)]


def test_a_table_is_cut_at_rows_and_its_column_heads_are_repeated() -> None:
    rows = "\n".join(f"Account {chr(65 + i % 26)}{i} 1,{i:03d}.00 2,{i:03d}.00 {i}.5" for i in range(200))
    doc = document(f"Account Name\nBudget Spent Percent\n{rows}")
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert len(chunks) > 3
    assert all(chunk.text.startswith("Account ") for chunk in chunks)
    assert all("Budget Spent Percent" in chunk.heading for chunk in chunks[1:])


def test_a_table_printed_one_cell_a_line_is_cut_before_a_label() -> None:
    rows = "\n".join(f"Parish{chr(97 + i % 26)}\n10/28/24\n1,{i:03d},117\n4.59" for i in range(200))
    chunks = chunk_document(document(f"Municipality\nDate\nValuation\nRate\n{rows}"))
    assert all(chunk.text.startswith(("Parish", "Municipality")) for chunk in chunks)
    assert all("Valuation" in chunk.heading for chunk in chunks[1:])


def test_the_scanned_flag_comes_from_the_pages_of_the_chunk() -> None:
    doc = document(paragraph(300), paragraph(300), origins=("text", "ocr"))
    assert [chunk.ocr for chunk in chunk_document(doc)] == [page == 2 for page in (1, 2)]


def statute(text: str, *, source_note: str = "") -> Section:
    return Section(
        cite="RSA 999:13",
        heading="Use of the Sample Bell",
        text=text,
        page_start=4,
        page_end=6,
        source_note=source_note,
    )


def test_a_short_section_is_one_chunk_with_cite_heading_and_pages() -> None:
    (chunk,) = chunk_document(document(sections=(statute("I. The bell of Alder Falls rings.\nII. At noon."),)))
    assert (chunk.section, chunk.heading) == ("RSA 999:13", "999:13 Use of the Sample Bell")
    assert (chunk.page_start, chunk.page_end, chunk.start, chunk.end) == (4, 6, 0, 46)


def test_a_long_section_is_cut_at_its_paragraphs_and_each_part_says_where_it_stands() -> None:
    numerals = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
    text = "\n".join(f"{numeral}. {paragraph(270)}" for numeral in numerals)
    section = statute(text)
    chunks = chunk_document(document(sections=(section,)))
    assert len(chunks) == 10
    assert all(chunk.text == section.text[chunk.start : chunk.end] for chunk in chunks)
    assert all(chunk.text.split(".")[0] in numerals for chunk in chunks)
    assert visible("".join(chunk.text for chunk in chunks)) == visible(text)
    assert [chunk.heading for chunk in chunks] == [f"999:13 Use of the Sample Bell > {part}" for part in numerals]


def test_a_repealed_section_keeps_a_chunk_that_says_so() -> None:
    section = Section(cite="RSA 999:1", heading="Repealed by 1979, 410:2", text="", status="repealed")
    (chunk,) = chunk_document(document(sections=(section,)))
    assert (chunk.section, chunk.text) == ("RSA 999:1", "Repealed by 1979, 410:2")


def test_a_coming_repeal_is_told_in_the_heading() -> None:
    note = "[RSA 999:13 repealed by 2025, 276:13, effective July 1, 2026.] 2001, 1:1."
    (chunk,) = chunk_document(document(sections=(statute("The bell rings.", source_note=note),)))
    assert chunk.heading.endswith("[RSA 999:13 repealed by 2025, 276:13, effective July 1, 2026.]")


_LINES = st.sampled_from(
    (
        *("New Business:", "ARTICLE 4 - SIGNS", "4.2", "NOISE", "4.9.2 Accessory Uses", "", "", "  ", "• a bullet"),
        *(
            "Parish",
            "10/28/24",
            "1,144,240,117",
            "Page 2 of 6",
            SENTENCE * 12,
            SENTENCE,
            "and so it goes on",
            "x" * 3000,
        ),
        *("Case #25-02-V: Pine Hollow", "Account 12 1,000.00 2,000.00", "I. First", "(a) inner", "RSA 91-A:3, II(c)."),
    )
)
_PAGE = st.lists(_LINES, max_size=40).map("\n".join) | st.text(max_size=300)
_ORIGIN = st.sampled_from(("text", "ocr", "unread"))


@given(st.lists(st.tuples(_PAGE, _ORIGIN), max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_visible_character_is_lost_and_no_chunk_is_too_long(drawn: list[tuple[str, PageOrigin]]) -> None:
    doc = document(*(text for text, _ in drawn), origins=tuple(origin for _, origin in drawn))
    chunks = chunk_document(doc)
    assert_faithful(doc, chunks)
    assert all(0 < len(chunk.text) <= 2_400 for chunk in chunks)
    assert chunks == chunk_document(doc)


@given(st.lists(_LINES, min_size=30, max_size=120))
@settings(max_examples=60, deadline=None)
def test_no_chunk_of_a_longer_page_is_a_scrap(lines: list[str]) -> None:
    doc = document("\n".join(lines))
    chunks = chunk_document(doc)
    assert len(chunks) <= 1 or min(len(chunk.text) for chunk in chunks) >= 200


@given(st.lists(_LINES, min_size=1, max_size=60).map("\n".join).filter(lambda text: bool(text.strip())))
@settings(max_examples=60, deadline=None)
def test_a_section_of_any_text_keeps_every_visible_character(text: str) -> None:
    section = statute(text)
    chunks = chunk_document(document(sections=(section,)))
    assert visible("".join(chunk.text for chunk in chunks)) == visible(text)
    assert all(chunk.text == text[chunk.start : chunk.end] and len(chunk.text) <= 2_400 for chunk in chunks)


@pytest.mark.parametrize("text", ["NEW\n" * 20_000, "a\n\n" * 30_000, "1,000\n" * 20_000, "x" * 100_000])
def test_hostile_pages_are_cut_without_loss(text: str) -> None:
    doc = document(text)
    assert_faithful(doc, chunk_document(doc))
