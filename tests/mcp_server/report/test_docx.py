"""The Word file: whole, escaped, with footnotes, tables, pictures and what is said of them."""

from __future__ import annotations

import io
import zipfile
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree
from papers import pdf_lines

from mcp_server.report.docx import docx_of
from mcp_server.report.model import Footnote, PageReport, StatementRow, blocks_of
from mcp_server.report.pages import Leaf, page_leaf
from vault.readers.docx import read_docx
from vault.types import Page

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
HOSTILE = '</w:t></w:r><w:instrText>INCLUDETEXT "x"</w:instrText> & <b>\x07\ud800'


def _report(text: str, leaf: Leaf) -> PageReport:
    return PageReport(
        heading=text, about=text, strength=(text,), missing=(text,), searched=(text,), leaves=(leaf,),
        blocks=blocks_of(f"### {text}\n- {text} [L1]\n\n| Year | Fee |\n|--|--|\n| 2031 | **$12** [L1] |"),
        footnotes=(Footnote(label="L1", title=text, where="page 1"),),
        rows=(StatementRow(sentence=text, verdict="verified", words=text, where=text, against=(text,)),),
    )  # fmt: skip


def _parts(data: bytes) -> dict[str, Element]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.endswith((".xml", ".rels"))]
        return {name: ElementTree.fromstring(archive.read(name)) for name in names}


@pytest.fixture
def leaf(tmp_path_factory: pytest.TempPathFactory) -> Leaf:
    path = tmp_path_factory.mktemp("page") / "minutes.pdf"
    path.write_bytes(pdf_lines("The kennel fee is $12."))
    plain = Leaf(anchor="page-1", title="Minutes", where="page 1", quotes=("kennel fee",))
    return page_leaf(plain, str(path), Page(number=1, text="The kennel fee is $12."), drawn=True)


def test_every_citation_is_a_footnote_that_exists_and_every_picture_says_what_it_shows(leaf: Leaf) -> None:
    parts = _parts(docx_of(_report("words", leaf)))
    body, notes = parts["word/document.xml"], parts["word/footnotes.xml"]
    used = {one.get(f"{W}id") for one in body.iter(f"{W}footnoteReference")}
    assert used == {"2"}
    assert used <= {one.get(f"{W}id") for one in notes.iter(f"{W}footnote")}
    told = [one.get("descr") for one in body.iter() if one.tag.endswith("}docPr")]
    assert told == ["Picture of Minutes, page 1. Framed on it: kennel fee"]


def test_markup_of_a_document_changes_no_element(leaf: Leaf) -> None:
    clean, hostile = (_parts(docx_of(_report(text, leaf)))["word/document.xml"] for text in ("words", HOSTILE))
    assert [one.tag for one in hostile.iter()] == [one.tag for one in clean.iter()]


def test_a_reader_of_word_files_gets_the_words_back(leaf: Leaf) -> None:
    text = str(read_docx(docx_of(_report("Was the fee raised?", leaf))))
    assert "Was the fee raised?" in text
    assert "verified" in text
