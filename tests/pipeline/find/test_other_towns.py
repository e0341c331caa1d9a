"""What other towns hold changes nothing for a town: the same passages, in the same order, with the same scores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import anyio
import pytest
from fakes import a_document
from retrieval_fakes import gathering_in, retrieve

from benchmarks.retrieval_sets import store_documents
from pipeline.ask.issue import PlanContext
from pipeline.types import Question
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex
from vault.types import Document

SAMPLE = Path(str(files("mcp_server").joinpath("sample")))
GOLDEN = Path(__file__).parents[2] / "golden" / "alder_falls.jsonl"
QUESTIONS = [json.loads(line)["question"] for line in GOLDEN.read_text("utf-8").splitlines() if line.strip()]


def strangers() -> Iterator[Document]:
    """Records of forty invented towns made of the words of the sample, later than anything in it."""
    texts = [path.read_text("utf-8").split("\n\n") for path in sorted(SAMPLE.glob("*-2031*.md"))]
    for n in range(40):
        town = f"Heron {chr(65 + n % 26)}{chr(97 + n // 26)} Falls"
        for k, parts in enumerate(texts):
            body = "\n\n".join(part for i, part in enumerate(parts) if (i + n) % 3).replace("Alder Falls", town)
            yield a_document(f"stranger-{n}-{k}", body, title=f"Record {k}", town=town, date=f"2035-0{k + 1}-01")


@pytest.fixture(scope="module")
def vaults(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[VaultIndex, VaultIndex]]:
    folder = tmp_path_factory.mktemp("towns")
    with (
        VaultIndex.open(folder / "alone.vault", create=True) as alone,
        VaultIndex.open(folder / "crowded.vault", create=True) as crowded,
    ):
        store_documents(crowded, strangers())
        for index in (alone, crowded):
            ingest(index, [SAMPLE])
        yield alone, crowded


# covers decision 41
@pytest.mark.parametrize("text", [text for text in QUESTIONS if "Alder Falls" in text])
def test_a_town_gets_the_same_passages_whatever_else_the_vault_holds(
    vaults: tuple[VaultIndex, VaultIndex], text: str
) -> None:
    found = []
    for index in vaults:
        held = anyio.run(retrieve, gathering_in(index, Question(text=text), PlanContext(known_towns=index.towns())))
        found.append([(e.label, e.chunk.doc_id, e.chunk.ord, round(e.score, 9)) for e in held.merged])
    assert found[0] == found[1]
    assert found[0]
