"""Two servers over one cluster: what one began another goes on with, also when the first is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from cluster_fakes import NOBODY, fresh_address, needs_node, wipe
from fakes import a_document, a_statute, vault_with

from benchmarks.replicas import Front, Replica, go_round
from vault.copying import copy_documents
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.shelf import ClusterShelf

QUESTION = "When was the footbridge on Mill Lane repaired in Alder Falls?"
DOCUMENTS = [
    a_document("af-1", "The footbridge on Mill Lane was repaired on May 12, 2031 for $4,200.", date="2031-05-12"),
    a_statute("rsa-31", ("RSA 31:9", "Bridges", "Placeholder on the repair of a footbridge.")),
]


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Replica, Replica]]:
    address, home = fresh_address(), tmp_path_factory.mktemp("homes")
    before = dict(os.environ)
    with ClusterLibrary(address, NOBODY, create=True) as library:
        with vault_with(DOCUMENTS) as source:
            copy_documents(source, library, ClusterShelf(library), lambda _now, _of: None)
        os.environ["OPENCOUNCIL_VAULT"] = str(address)
        try:
            with Replica(home / "1", "first") as first, Replica(home / "2", "second") as second:
                yield first, second
        finally:
            os.environ.clear()
            os.environ.update(before)
            wipe(library)


@needs_node
def test_every_step_of_a_run_may_be_asked_of_another_server(replicas: tuple[Replica, Replica]) -> None:
    front = Front(replicas)
    assert "lost" not in list(go_round(front, QUESTION))
    assert set(front.told) == {"ok"}


@needs_node
def test_a_run_whose_server_was_killed_is_finished_by_the_other(replicas: tuple[Replica, Replica]) -> None:
    first, second = replicas
    begun = Front([first]).call("research", question=QUESTION, wait_s=0, writer="extract")
    first.kill()
    left = Front([second])
    for _ in range(6):  # a lease lasts half a minute; one call waits at most 25 seconds
        begun = left.call("research", run_id=begun["run_id"], wait_s=25)
        if begun["state"] != "running":
            break
    assert begun["state"] == "done"
    assert "Mill Lane" in str(begun["answer"])
