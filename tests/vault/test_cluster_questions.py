"""The development questions asked of a file and of the same vault in a cluster: as much of the gold in both.

Runs with a real node and a vault of the real records; `cluster_fakes` says how a node is named.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from cluster_fakes import fresh_cluster, needs_node
from fakes import corpus_dir

from mcp_server.app import Workshop
from mcp_server.cli.eval import engine_score
from mcp_server.config import Config
from pipeline.evaluation import load_questions
from vault.copying import copy_documents, differences
from vault.opensearch.shelf import ClusterShelf
from vault.store.index import VaultIndex

pytestmark = pytest.mark.anyio

CORPUS_VAULT = os.environ.get("OPENCOUNCIL_CORPUS_VAULT", "")
DEVELOPMENT = corpus_dir() / "qa" / "dev.jsonl" if corpus_dir() else None


@needs_node
@pytest.mark.skipif(not CORPUS_VAULT or DEVELOPMENT is None, reason="OPENCOUNCIL_CORPUS_VAULT names no vault")
async def test_a_cluster_finds_what_the_file_finds_but_for_one_passage(tmp_path: Path) -> None:
    assert DEVELOPMENT is not None
    rows, vault = load_questions(DEVELOPMENT), Path(shutil.copy(CORPUS_VAULT, tmp_path / "v.vault"))
    found: list[int] = []
    with VaultIndex.open(vault) as file, fresh_cluster() as cluster:
        copy_documents(file, cluster, ClusterShelf(cluster), lambda _now, _of: None)
        assert differences(file, cluster) == ()
        for address in ("", str(cluster.cluster.address)):
            shop = Workshop(Config(vault=vault, cluster=address))
            try:
                found.append(sum([sum((await engine_score(shop, row)).hits) for row in rows]))
            finally:
                await shop.aclose()
    assert found[1] >= found[0] - 1
