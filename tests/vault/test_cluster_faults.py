"""What a broken cluster tells: coded errors with the next step, and never an empty answer for a lost one.

Against a real node where one runs (see `test_contract`); nothing is faked but the refusal of credentials, which a node
without its security plugin cannot give.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cluster_fakes import NOBODY, fresh_address, needs_client, needs_node, wipe
from fakes import a_document, vault_with
from tls_fakes import behind_tls, needs_openssl

from vault.copying import copy_documents, differences, parcels_of
from vault.errors import InputError, VaultDenied, VaultError, VaultMissing, VaultReadOnly, VaultTooNew, VaultUnreachable
from vault.opensearch.address import Address, credentials_of
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.shelf import ClusterShelf
from vault.types import Query, SearchAnswer, SearchRequest

DOCUMENTS = [
    a_document("af-1", "The footbridge on Mill Lane was repaired.", date="2031-05-12"),
    a_document("lk-1", "The bandstand was painted.", town="Larkspur", state="VT", date="2030"),
]


def _filled(address: Address) -> ClusterLibrary:
    library = ClusterLibrary(address, NOBODY, create=True)
    with vault_with(DOCUMENTS) as source:
        copy_documents(source, library, ClusterShelf(library), lambda _now, _of: None)
        assert differences(source, library) == ()
    return library


@pytest.fixture
def library() -> Iterator[ClusterLibrary]:
    with _filled(fresh_address()) as made:
        yield made
        wipe(made)


def _set(library: ClusterLibrary, kind: str, body: dict[str, object]) -> None:
    library.cluster.call("PUT", f"/{library.cluster.address.prefix}-{kind}/_settings", body)


@needs_node
def test_a_prefix_without_a_vault_is_missing() -> None:
    with pytest.raises(VaultMissing, match="no vault at"):
        ClusterLibrary(fresh_address(), NOBODY)


@needs_client
def test_a_cluster_that_does_not_answer_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = Address(url=f"http://127.0.0.1:{taken.getsockname()[1]}", prefix="nobody")
        with pytest.raises(VaultUnreachable) as told:
            ClusterLibrary(address, NOBODY)
    assert told.value.next_step


class _Refusing(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b'{"error": "Unauthorized", "status": 401}'
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the library
        """Nothing is printed."""


@needs_client
def test_wrong_credentials_are_told_and_not_shown() -> None:
    server = HTTPServer(("127.0.0.1", 0), _Refusing)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        who = credentials_of({"OPENCOUNCIL_OPENSEARCH_USER": "me", "OPENCOUNCIL_OPENSEARCH_PASSWORD": "hush"})
        with pytest.raises(VaultDenied) as told:
            ClusterLibrary(Address(url=f"http://127.0.0.1:{server.server_port}", prefix="x"), who)
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
    assert "hush" not in f"{told.value.message} {told.value.next_step}"
    assert "OPENCOUNCIL_OPENSEARCH_USER" in told.value.next_step


@needs_node
@needs_openssl
def test_a_certificate_is_verified_and_its_authority_may_be_named(tmp_path: Path) -> None:
    plain = fresh_address()
    with behind_tls(tmp_path, urlsplit(plain.url).port or 0) as (port, authority):
        address = Address(url=f"https://127.0.0.1:{port}", prefix=plain.prefix)
        with pytest.raises(VaultUnreachable, match="not trusted") as told:
            ClusterLibrary(address, NOBODY, create=True)
        assert "OPENCOUNCIL_OPENSEARCH_CA" in told.value.next_step
        trusting = credentials_of({"OPENCOUNCIL_OPENSEARCH_CA": str(authority)})
        with ClusterLibrary(address, trusting, create=True) as library, vault_with(DOCUMENTS) as source:
            copy_documents(source, library, ClusterShelf(library), lambda _now, _of: None)
            assert differences(source, library) == ()
            wipe(library)
    with pytest.raises(InputError, match="no certificate at"):
        credentials_of({"OPENCOUNCIL_OPENSEARCH_CA": str(tmp_path / "none.pem")})


@needs_node
def test_a_read_only_index_refuses_the_write_and_keeps_what_is_there(library: ClusterLibrary) -> None:
    _set(library, "heads", {"index.blocks.read_only_allow_delete": True})
    with vault_with([a_document("af-1", "The footbridge was sold.")]) as source, pytest.raises(VaultReadOnly):
        copy_documents(source, library, ClusterShelf(library), lambda _now, _of: None)
    held = library.document("af-1")
    assert held is not None
    assert held.pages[0].text == DOCUMENTS[0].pages[0].text
    answers = library.search([SearchRequest(query=Query(terms=("repaired",)))])
    assert [hit.chunk.doc_id for one in answers if isinstance(one, SearchAnswer) for hit in one.hits] == ["af-1"]
    assert library.search([SearchRequest(query=Query(terms=("sold",)))])[0].hits == ()  # type: ignore[union-attr]


@needs_node
@pytest.mark.parametrize(("version", "kind"), [(99, VaultTooNew), (0, VaultError)])
def test_a_mapping_of_another_version_is_refused(library: ClusterLibrary, version: int, kind: type[VaultError]) -> None:
    address = library.cluster.address
    library.cluster.call("PUT", f"/{address.prefix}-heads/_mapping", {"_meta": {"opencouncil": version}})
    with pytest.raises(kind) as told:
        ClusterLibrary(address, NOBODY)
    assert told.value.next_step


@needs_node
def test_an_earlier_mapping_is_written_anew_by_a_writer_while_readers_go_on(library: ClusterLibrary) -> None:
    address, chunks = library.cluster.address, library.names.alias("chunks", "NH")
    (now,) = library.cluster.call("GET", f"/{chunks}")
    old = now.replace(".v2-", ".v0-")
    keys = {name: {"type": "keyword"} for name in ("doc_id", "gen", "state", "lane", "place", "town_key")}
    shape = {"dynamic": False, "_meta": {"opencouncil": 0}, "properties": {**keys, "ord": {"type": "integer"}}}
    library.cluster.call("PUT", f"/{old}", {"mappings": shape})  # without a field of words: nothing to search
    library.cluster.call("POST", "/_reindex", {"source": {"index": now}, "dest": {"index": old}}, {"refresh": "true"})
    turned = [{"remove_index": {"index": now}}, {"add": {"index": old, "alias": chunks}}]
    library.cluster.call("POST", "/_aliases", {"actions": turned})
    with pytest.raises(VaultError, match="earlier version"):
        ClusterLibrary(address, NOBODY)
    stop, read = threading.Event(), list[int]()

    def read_on() -> None:
        while not stop.is_set():
            read.append(len(library.passages(("af-1",))["af-1"]))

    reader = threading.Thread(target=read_on)
    reader.start()
    with ClusterLibrary(address, NOBODY, create=True) as writer:
        stop.set()
        reader.join()
        assert set(read) == {1}
        assert list(writer.cluster.call("GET", f"/{chunks}")) == [now]
        (found,) = writer.search([SearchRequest(query=Query(terms=("footbridge",)))])
        assert isinstance(found, SearchAnswer)
        assert [hit.chunk.doc_id for hit in found.hits] == ["af-1"]
        with vault_with([a_document("af-1", "The footbridge was sold."), DOCUMENTS[1]]) as source:
            copy_documents(source, writer, ClusterShelf(writer), lambda _now, _of: None)
            assert differences(source, writer) == ()


_SLOW = "String held = ''; for (int i = 0; i < 80000; i++) { held += 'x' } return held.length() > 0"
"""Painless that takes about a quarter of a second for each passage; a node looks at the clock five times a second."""


@needs_node
def test_a_slow_shard_is_told_as_partial_and_never_as_empty(library: ClusterLibrary) -> None:
    alias = library.names.alias("chunks", "VT")
    with vault_with(
        [a_document(f"lk-{n}", "The footbridge.", town="Larkspur", state="VT") for n in range(2, 9)]
    ) as more:
        for parcel in parcels_of(more, [f"lk-{n}" for n in range(2, 9)]):
            ClusterShelf(library).put((parcel,))
    (index,) = library.cluster.call("GET", f"/{alias}")
    slow = {"add": {"index": index, "alias": alias, "filter": {"script": {"script": {"source": _SLOW}}}}}
    library.cluster.call("POST", "/_aliases", {"actions": [slow]})
    (found, empty) = library.search(
        [SearchRequest(query=Query(terms=(word,)), deadline_s=0.05) for word in ("footbridge", "bandstand")]
    )
    assert isinstance(found, SearchAnswer)
    assert found.partial
    assert found.caveats
    assert "af-1" in [hit.chunk.doc_id for hit in found.hits]
    assert isinstance(empty, SearchAnswer)
    assert (empty.partial, empty.zero_reason) == (True, None)


@needs_node
def test_a_lost_shard_is_told_as_partial_or_as_an_error_and_never_as_empty(library: ClusterLibrary) -> None:
    prefix = library.cluster.address.prefix
    library.cluster.call(
        "PUT",
        f"/{prefix}-chunks-lost-v1",
        {
            "settings": {"number_of_replicas": 0, "index.routing.allocation.require._name": "nobody"},
            "mappings": {"_meta": {"opencouncil": 1}},
            "aliases": {f"{prefix}-chunks-lost": {}},
        },
        {"wait_for_active_shards": "0", "timeout": "1s"},
    )
    (found,) = library.search([SearchRequest(query=Query(terms=("footbridge",)))])
    assert isinstance(found, VaultError) or (found.hits and found.partial and found.caveats)
    (empty,) = library.search([SearchRequest(query=Query(terms=("zebra",)))])
    assert isinstance(empty, VaultError) or (empty.partial and empty.zero_reason is None)
    with pytest.raises(VaultError):
        library.frequencies(("footbridg",))
    with pytest.raises(VaultUnreachable):
        library.cluster.rows([{"_index": f"{prefix}-chunks-lost", "_id": "a passage on the lost shard"}])
