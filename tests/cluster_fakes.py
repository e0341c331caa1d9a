"""Where tests find a real OpenSearch node, and vaults of their own in it.

Set OPENCOUNCIL_TEST_OPENSEARCH to the address of a node (http://127.0.0.1:9600), as `scripts/opensearch.sh` prints it.
"""

from __future__ import annotations

import importlib.util
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from vault.opensearch.address import Address, credentials_of
from vault.opensearch.library import ClusterLibrary

NODE = os.environ.get("OPENCOUNCIL_TEST_OPENSEARCH", "")
CLIENT = importlib.util.find_spec("opensearchpy") is not None
NOBODY = credentials_of({})
needs_client = pytest.mark.skipif(not CLIENT, reason="opensearch-py is not installed")
needs_node = pytest.mark.skipif(
    not (NODE and CLIENT), reason="no OpenSearch node (OPENCOUNCIL_TEST_OPENSEARCH) or no opensearch-py"
)
ENGINES = ("file", pytest.param("cluster", marks=needs_node))


def fresh_address() -> Address:
    """A prefix that nobody used."""
    return Address(url=NODE, prefix=f"test-{uuid.uuid4().hex[:12]}")


def wipe(library: ClusterLibrary) -> None:
    """Removes every index under the prefix."""
    for name in library.cluster.call("GET", f"/{library.cluster.address.prefix}-*"):
        library.cluster.call("DELETE", f"/{name}")


@contextmanager
def fresh_cluster() -> Iterator[ClusterLibrary]:
    """An empty vault in the node, wiped afterwards."""
    with ClusterLibrary(fresh_address(), NOBODY, create=True) as library:
        yield library
        wipe(library)
