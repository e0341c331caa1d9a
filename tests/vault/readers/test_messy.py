"""Real files that have broken readers before, against their written expectations; skipped without the corpus."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fakes import corpus_dir

from vault.errors import UnreadableFile
from vault.intake.classify import classify
from vault.readers.ocr import find_ocr
from vault.readers.open import read_file
from vault.readers.result import ReadResult
from vault.text.clean import fold
from vault.types import Metadata

_SCANS = (
    "nh-ossipee-bos-2025-10-28",
    "nh-ossipee-town-meeting-budget-2025",
    "nh-ossipee-bos-hearing-2025-03-03",
)


_LONG_SCANS = ("nh-ossipee-warrant-2025", "nh-dra-2024-county-apportionment")


def _expectations() -> list[dict[str, Any]]:
    corpus = corpus_dir()
    file = corpus / "messy" / "expectations.jsonl" if corpus else Path("absent")
    return [json.loads(line) for line in file.read_text().splitlines()] if file.is_file() else []


ROWS = _expectations()
pytestmark = pytest.mark.skipif(not ROWS, reason="the corpus of real documents is not beside the repository")


@cache
def _read(file: str) -> ReadResult:
    corpus = corpus_dir()
    assert corpus is not None
    return read_file(corpus / file)


def _text(result: ReadResult) -> str:
    texts = [page.text for document in result.documents for page in document.pages]
    texts += [
        f"{section.cite} {section.heading}\n{section.text}" for doc in result.documents for section in doc.sections
    ]
    return "\n".join(texts)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["file"].rsplit("/", 1)[-1]) for row in ROWS])
def test_a_messy_file_behaves_as_expected(row: dict[str, Any]) -> None:
    stem = Path(row["file"]).stem
    if stem in _SCANS + _LONG_SCANS and find_ocr() is None:
        pytest.skip("the tesseract program is not installed")
    if stem in _LONG_SCANS and not os.environ.get("OPENCOUNCIL_SLOW_TESTS"):
        pytest.skip("ten and twenty scanned pages take a minute; set OPENCOUNCIL_SLOW_TESTS=1")
    try:
        result = _read(row["file"])
    except UnreadableFile:
        result = None
    outcomes = {"reject": {True}, "ok_or_unsupported": {True, False}}
    assert (result is None) in outcomes.get(row["expect"], {False})
    if result is None:
        return
    text = fold(_text(result)).text
    assert [words for words in row["must_contain"] if fold(words).text not in text] == []
    assert [words for words in row["must_not_contain"] if words in text] == []


def test_a_cut_off_file_says_which_pages_were_lost() -> None:
    result = _read("messy/files/truncated-recoverable-garbled.pdf")
    origins = {page.number: page.origin for page in result.documents[0].pages}
    assert [number for number, origin in origins.items() if origin == "unread"] == list(range(2, 14))
    assert result.problems


def test_near_identical_pages_of_many_towns_are_all_kept() -> None:
    (document,) = _read("nh/raw/nh-dra-education-tax-warrants-ty2025.pdf").documents
    assert len(document.pages) == len({page.text for page in document.pages}) == 260


def test_figures_of_a_table_stand_on_the_line_of_their_town() -> None:
    lines = _text(_read("nh/raw/nh-dra-2024-municipal-tax-rates.pdf")).split("\n")
    (monroe,) = [line for line in lines if line.startswith("Monroe ")]
    assert monroe.split()[1:3] == ["10/16/24", "141,213,993"]
    assert "10.66" in monroe.split()


@pytest.mark.skipif(find_ocr() is None, reason="the tesseract program is not installed")
def test_a_budget_scan_keeps_figures_beside_their_line() -> None:
    lines = _text(_read("nh/raw/nh-ossipee-town-meeting-budget-2025.pdf")).split("\n")
    assert any("Elections" in line and "5,950.00" in line for line in lines)


# covers: 402
@pytest.mark.parametrize(
    ("file", "lane", "doc_type", "authority", "date"),
    [
        ("messy/files/PSEUDO-rsa-91-a-llm-paraphrase.txt", "state", "other", "other", ""),
        ("nh/raw/nh-ossipee-pb-2025-02-18.pdf", "local", "minutes", "minutes", "2025-02-18"),
        ("nh/raw/nh-ossipee-bos-hearing-2025-03-03.pdf", "local", "minutes", "minutes", "2025-03-03"),
        ("nh/raw/nh-rsa-39.pdf", "state", "statute", "rsa", ""),
        ("nh/raw/nh-rsa-51.pdf", "state", "statute", "rsa", ""),
        ("nh/raw/nh-btla-abatement-application.pdf", "state", "form", "official", ""),
    ],
)
def test_real_traps_are_classified(file: str, lane: str, doc_type: str, authority: str, date: str) -> None:
    (raw,) = _read(file).documents
    metadata = classify(raw, file, Metadata()).metadata
    assert (metadata.lane, metadata.doc_type, metadata.authority) == (lane, doc_type, authority)
    assert date in {metadata.date, ""}
