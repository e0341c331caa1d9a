"""HTML, Markdown, Word and XML: what a reader sees stays, machinery goes. All content is invented."""

from __future__ import annotations

import pytest
from papers import docx

from vault.readers.docx import read_docx
from vault.readers.markup import read_html, read_xml
from vault.readers.result import FileFault
from vault.readers.text import read_markdown
from vault.types import Metadata, Section


def html_text(data: bytes) -> str:
    (document,) = read_html(data).documents
    return document.pages[0].text


def test_navigation_scripts_and_hidden_parts_are_left_out() -> None:
    page = b"""<html><head><title>Select Board notice</title><style>p {}</style></head><body>
    <nav><ul><li>Home<li>Contact</ul></nav><div class="breadcrumbs">Home &gt; News</div>
    <h1>Public <b>notice</b></h1><p>The board meets<br>on Monday.</p><script>alert(1)</script>
    <p style="display: none">invisible orders</p><p hidden>more of them</p>
    <ul><li>first item</li><li>second item</li></ul><footer>Page by Webmaker</footer></body></html>"""
    assert html_text(page) == "# Public notice\n\nThe board meets\non Monday.\nfirst item\nsecond item"
    assert read_html(page).documents[0].metadata.title == "Select Board notice"


def test_a_page_whose_title_is_one_word_is_called_by_its_first_heading_wherever_that_stands() -> None:
    page = (
        b"<html><head><title>lampcode</title></head><body><nav><h1>Title 9 Lamps</h1></nav><p>Text.</p></body></html>"
    )
    assert read_html(page).documents[0].metadata.title == "Title 9 Lamps"


def test_a_table_row_is_one_line() -> None:
    table = b"<table><tr><th>Town</th><th>Rate</th></tr><tr><td><p>Alder Falls</p></td><td>4.59</td></tr></table>"
    assert html_text(table) == "Town | Rate\nAlder Falls | 4.59"


@pytest.mark.parametrize(
    "page",
    [
        b'<meta http-equiv=Content-Type content="text/html; charset=windows-1252"><p>Chapter 9 \x97 Roads \xa7 1</p>',
        b"<p>Chapter 9 \x97 Roads \xa7 1</p>",
        b'<meta charset="iso-8859-1"><p>Chapter 9 \x97 Roads \xa7 1</p>',
        b'<meta charset="windows-1252"><p>Chapter 9 &mdash; Roads &sect; 1</p>',
        "<p>Chapter 9 — Roads § 1</p>".encode(),
    ],
)
def test_any_charset_gives_the_same_words(page: bytes) -> None:
    assert html_text(page) == "Chapter 9 — Roads § 1"


def test_a_page_that_shows_nothing_is_a_problem() -> None:
    assert read_html(b"<html><script>x</script></html>").problems == ("the page shows no text",)


def test_front_matter_of_markdown_becomes_metadata() -> None:
    facts = b"title: Select Board minutes\ntown: Alder Falls\ntype: minutes\ndate: 2025-01-06\ncolour: red\n"
    text = b"---\n" + facts + b"---\n# Minutes\n"
    (document,) = read_markdown(text).documents
    assert document.metadata == Metadata(
        title="Select Board minutes", town="Alder Falls", doc_type="minutes", date="2025-01-06"
    )
    assert document.pages[0].text == "# Minutes"


def test_a_wrong_value_in_front_matter_is_a_problem_with_the_choices() -> None:
    result = read_markdown(b"---\nlane: county\ntown: Alder Falls\n---\nSome words")
    assert result.documents[0].metadata == Metadata(town="Alder Falls")
    assert result.problems == ("front matter: lane cannot be 'county'; use one of local, state",)


def test_a_word_file_keeps_headings_tables_pages_and_drops_deleted_text() -> None:
    body = (
        '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Warrant</w:t></w:r></w:p>'
        "<w:p><w:r><w:t>Article 1 </w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Roads</w:t></w:r></w:p></w:tc>"
        "<w:tc><w:p><w:r><w:t>$5,000</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        '<w:p><w:r><w:br w:type="page"/><w:t>Article 2</w:t></w:r></w:p>'
    )
    (document,) = read_docx(docx(body)).documents
    assert [page.text for page in document.pages] == ["# Warrant\n\nArticle 1 new\nRoads | $5,000", "Article 2"]


def test_a_zip_bomb_in_a_word_file_is_refused() -> None:
    bomb = docx("x", parts={"word/footnotes.xml": b"<f>" + b" " * (65 * 1024 * 1024) + b"</f>"})
    with pytest.raises(FileFault, match="unpacks to more than"):
        read_docx(bomb)


def test_a_statute_in_xml_is_one_section_with_its_history() -> None:
    xml = b"""<section xmlns="https://code.example/lib" containing-doc="D.C. Code"><num>9-999</num>
    <heading>Sample heading.</heading><para><num>(a)</num><text>First <cite path="x">words</cite>:</text>
    <para><num>(1)</num><text>second words.</text></para></para>
    <annotations><annotation type="History">Jan. 1, 2020</annotation><annotation type="Note">left out</annotation>
    </annotations></section>"""
    (document,) = read_xml(xml).documents
    assert document.sections == (
        Section(
            cite="D.C. Code § 9-999",
            heading="Sample heading",
            text="(a) First words:\n(1) second words.",
            source_note="Jan. 1, 2020",
        ),
    )
    assert (document.metadata.lane, document.metadata.state, document.metadata.authority) == ("state", "DC", "official")
