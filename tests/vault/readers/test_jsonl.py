"""JSON Lines: documents, sections grouped by document, bad rows named and left out. All content is invented."""

from __future__ import annotations

import json

import pytest

from vault.readers.jsonl import read_jsonl
from vault.readers.records import doc_type_of, metadata_of_record
from vault.types import Metadata, Page, RawDocument, Section


def lines(*rows: object) -> bytes:
    return b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows)


def test_a_row_with_pages_is_a_document_with_page_numbers_and_its_facts() -> None:
    row = {
        "doc_id": "af-bos-1",
        "lane": "local",
        "state": "NH",
        "town": "Alder Falls",
        "body": "Board of Selectmen",
        "doc_type": "minutes",
        "authority": "minutes",
        "title": "Minutes",
        "date": "2025-01-06",
        "ocr_pages": [2],
        "pages": ["First\r\npage", "Second page", "", "Fourth"],
        "approved": "January 20, 2025",
    }
    assert read_jsonl(lines(row)).documents == (
        RawDocument(
            key="af-bos-1",
            pages=(
                Page(number=1, text="First\npage"),
                Page(number=2, text="Second page", origin="ocr"),
                Page(number=4, text="Fourth"),
            ),
            metadata=Metadata(
                doc_id="af-bos-1",
                title="Minutes",
                lane="local",
                state="NH",
                town="Alder Falls",
                board="Board of Selectmen",
                doc_type="minutes",
                authority="minutes",
                date="2025-01-06",
                status="approved",
            ),
        ),
    )


def test_rows_of_sections_become_one_document_per_chapter() -> None:
    def section(number: str, **more: str) -> dict[str, str]:
        return {
            "section_id": f"RSA {number}",
            "doc_id": "nh-rsa-999",
            "state": "NH",
            "authority": "rsa",
            "chapter": "999",
            "chapter_name": "SAMPLE",
            "section": number,
            "text": f"{number} Sample heading. – The words of a sample.",
            "heading": "Sample heading",
            "as_of": "2025-12-29",
            **more,
        }

    (document,) = read_jsonl(lines(section("999:1"), section("999:2", status="repealed"))).documents
    assert document.key == "nh-rsa-999"
    assert document.metadata == Metadata(
        doc_id="nh-rsa-999",
        title="RSA Chapter 999 SAMPLE",
        lane="state",
        state="NH",
        doc_type="statute",
        authority="rsa",
        status="current",
        as_of="2025-12-29",
    )
    assert document.sections == (
        Section(cite="RSA 999:1", heading="Sample heading", text="The words of a sample.", as_of="2025-12-29"),
        Section(
            cite="RSA 999:2",
            heading="Sample heading",
            text="The words of a sample.",
            as_of="2025-12-29",
            status="repealed",
        ),
    )


def test_sections_printed_inside_another_publication_never_replace_it() -> None:
    row = {"section_id": "RSA 999-A:1", "chapter": "999-A", "authority": "rsa", "doc_id": "nh-handbook", "text": "a b"}
    book = {"doc_id": "nh-handbook", "pages": ["The handbook itself"]}
    assert [document.key for document in read_jsonl(lines(book, row)).documents] == [
        "nh-handbook",
        "nh-handbook-rsa-999-a",
    ]


def test_a_coming_repeal_is_kept_as_a_note_with_its_date() -> None:
    text = "[RSA 999:3 repealed by 2025, 1:1, effective July 1, 2026.] 999:3 Sample. – Sample words."
    (document,) = read_jsonl(lines({"section_id": "RSA 999:3", "doc_id": "d", "text": text})).documents
    (section,) = document.sections
    assert (section.text, section.effective, section.status) == ("Sample words.", "2026-07-01", "current")
    assert section.source_note == "[RSA 999:3 repealed by 2025, 1:1, effective July 1, 2026.]"


def test_bad_rows_are_named_and_the_others_kept() -> None:
    good = {"doc_id": "good", "text": "Some words"}
    result = read_jsonl(
        lines(good, b"{not json", [1, 2], {"doc_id": "hollow"}, b"", {"doc_id": "two", "text": "More words"})
    )
    assert [document.key for document in result.documents] == ["good", "two"]
    assert [problem.split(":")[0] for problem in result.problems] == ["row 2", "row 3", "row 4"]
    assert result.problems[1:] == ("row 3: not an object", "row 4: no text in `pages`, `text` or `section`")


def test_every_row_has_a_key_of_its_own() -> None:
    rows = [{"text": "one word"}, {"doc_id": "a", "text": "one word"}, {"doc_id": "a", "text": "two words"}]
    assert [document.key for document in read_jsonl(lines(*rows)).documents] == ["row-1", "a", "a-2"]


def test_a_manifest_row_that_names_a_text_file_is_no_document() -> None:
    result = read_jsonl(lines({"doc_id": "m", "text": "nh/docs.jsonl.gz", "pages": 35}))
    assert result.documents == ()
    assert len(result.problems) == 1


def test_lone_surrogates_and_nul_in_a_row_are_cleaned() -> None:
    (document,) = read_jsonl(rb'{"doc_id": "s", "text": "a \ud800 b\u0000 c"}').documents
    assert document.pages[0].text == "a  b c"


# covers: 272
@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"authority": "rsa", "lane": "state", "state": "NH"}, ("statute", "rsa")),
        ({"authority": "statute", "lane": "state", "state": "VT"}, ("statute", "official")),
        ({"authority": "rsa", "lane": "state", "state": "VT"}, ("statute", "official")),
        ({"authority": "bill_not_law", "lane": "state"}, ("bill", "other")),
        ({"authority": "constitution", "lane": "state"}, ("constitution", "official")),
        ({"authority": "court", "lane": "state"}, ("court", "official")),
        ({"authority": "ordinance", "lane": "local"}, ("ordinance", "other")),
        ({"authority": "official", "lane": "local", "doc_type": "fee_schedule"}, ("policy", "other")),
        ({"authority": "official", "lane": "state", "doc_type": "handbook"}, ("guidance", "official")),
        ({"authority": "minutes", "lane": "local"}, ("minutes", "minutes")),
        ({"authority": "nhma", "lane": "state"}, (None, "nhma")),
        ({"authority": "gospel", "lane": "state"}, (None, None)),
    ],
)
def test_words_of_other_collections_map_to_our_types(
    row: dict[str, str], expected: tuple[str | None, str | None]
) -> None:
    metadata = metadata_of_record(row)
    assert (metadata.doc_type, metadata.authority) == expected


def test_a_print_date_of_a_statute_is_not_its_date() -> None:
    metadata = metadata_of_record({"doc_type": "rsa_chapter", "date": "2025-12-29"})
    assert (metadata.date, metadata.as_of) == ("", "2025-12-29")


@pytest.mark.parametrize(("word", "expected"), [("Fee Schedule", "policy"), ("court-opinion", "court"), ("poem", None)])
def test_document_types_are_known_by_many_words(word: str, expected: str | None) -> None:
    assert doc_type_of(word) == expected
