"""The readable share of pages and chunks is stored, given to ranking and told in the status."""

from __future__ import annotations

from fakes import searched, vault_with

from vault.text.quality import POOR_QUALITY, text_quality
from vault.types import Document, Metadata, Page, Query

GOOD = "The selectmen voted to repair the culvert on Larch Road before the winter, at a cost of $4,250."
BAD = "tbe culvert rn~ -l; wete Jh ,,i| \\ _ ~« sclectrnen oi' ¢ lhc tovvn vv 1l ~~ }{ Ee ; ™ = oO jeoy jeyoL }T ¥ xx|"


def _scan(doc_id: str, text: str) -> Document:
    return Document(
        doc_id=doc_id,
        metadata=Metadata(
            title=doc_id, lane="local", state="NH", town="Dove Hill", doc_type="minutes", authority="minutes"
        ),
        pages=(Page(number=1, text=text, origin="ocr", reason="tesseract"),),
        content_hash=doc_id,
    )


def test_a_chunk_of_scan_noise_carries_its_low_quality_to_the_ranking() -> None:
    with vault_with([_scan("good", GOOD), _scan("bad", BAD)]) as vault:
        found = {hit.chunk.doc_id: hit.chunk.quality for hit in searched(vault, Query(terms=("culvert",))).hits}
        assert found == {"good": text_quality(GOOD), "bad": text_quality(BAD)}
        assert found["bad"] < POOR_QUALITY < found["good"]


def test_the_status_counts_scanned_pages_that_are_noise() -> None:
    with vault_with([_scan("good", GOOD), _scan("bad", BAD)]) as vault:
        assert vault.counts().poor_pages == 1
