"""Names and citations in a cluster: what the file links, but for places inside a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from cluster_fakes import fresh_cluster, needs_node
from fakes import a_document, a_statute, vault_with

from vault.copying import copy_documents
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.shelf import ClusterShelf
from vault.ports import Archive, LinksAsk, NamesAsk
from vault.store.index import VaultIndex
from vault.types import ChunkId, Filters

_DOCUMENTS = (
    a_document(
        "minutes", "The board spoke of the Quarry Lane Culvert and of Case #25-02-V. RSA 31:9, II asks for a plat.",
        title="Minutes of May 6", date="2025-05-06",
    ),
    a_document("culvert", "The culvert was built in 1931.", title="Quarry Lane Culvert", date="2024-01-02"),
    a_document("case", "Case #25-02-V: a porch on Mill Road.", title="Porch", date="2025-04-01"),
    a_document("elsewhere", "Of the same name.", title="Quarry Lane Culvert", town="Pine Hollow", date="2024-02-02"),
    a_document("later", "The plat under RSA 31:9 was signed.", title="Minutes of June 3", date="2025-06-03"),
    a_statute("rsa-31", ("RSA 31:9", "Plats", "I. A plat is kept.\nII. A plat is signed."), ("RSA 31:10", "Poll", "x")),
)  # fmt: skip
AF = (Filters(lane="local", towns=("Alder Falls",)), Filters(lane="state", states=("NH",)))


class Both(NamedTuple):
    """A vault in a file and the same in a cluster."""

    file: VaultIndex
    cluster: ClusterLibrary

    def ids(self) -> list[ChunkId]:
        """Every passage that is held."""
        names = [one.doc_id for one in self.file.documents()]
        return sorted(chunk.id for many in self.file.passages(names).values() for chunk in many)


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    with vault_with(_DOCUMENTS) as file, fresh_cluster() as cluster:
        copy_documents(file, cluster, ClusterShelf(cluster), lambda _now, _of: None)
        yield Both(file, cluster)


def _out(links: Archive, ids: list[ChunkId], most: int = 50) -> dict[ChunkId, set[tuple[object, ...]]]:
    found = links.linked(LinksAsk(ids, most), AF).out
    return {
        one: {(link.target, link.kind, link.position, link.length, link.fanout) for link in found[one]} for one in ids
    }


@needs_node
def test_what_a_passage_names_and_cites_is_what_the_file_says(both: Both) -> None:
    ids = both.ids()
    told, held = _out(both.cluster.links, ids), _out(both.file.links, ids)
    assert told == held
    minutes = next(one for one in ids if one.startswith("minutes@"))
    assert {(str(target).partition("@")[0], kind) for target, kind, *_ in told[minutes]} == {
        ("culvert", "name"), ("case", "alias"), ("rsa-31", "cite"),
    }  # fmt: skip


@needs_node
def test_who_cites_a_section_and_the_passages_at_the_other_end_are_those_of_the_file(both: Both) -> None:
    ids = both.ids()
    ask = LinksAsk(ids, 50, near=ids, reach=1, stems=("culvert", "plat"))
    told, held = both.cluster.links.linked(ask, AF), both.file.links.linked(ask, AF)
    assert (told.near, told.frequencies) == (held.near, held.frequencies)
    assert told.frequencies["culvert"] == 2
    assert {one: set(many) for one, many in told.back.items()} == {one: set(many) for one, many in held.back.items()}
    assert {chunk.id for chunk in told.chunks} == {chunk.id for chunk in held.chunks}
    section = next(one for one in ids if one.startswith("rsa-31@") and told.back[one])
    assert {one.partition("@")[0] for one in told.back[section]} == {"minutes", "later"}
    assert all(len(many) <= 1 for many in both.cluster.links.linked(LinksAsk(ids, 1), AF).out.values())
    assert both.cluster.links.linked(LinksAsk(["nobody@0#0"], 5)).out == {}


@needs_node
@pytest.mark.parametrize("scopes", [AF, (Filters(),), (Filters(lane="local", towns=("Pine Hollow",)),)])
def test_who_answers_to_a_name_is_who_answers_in_the_file(both: Both, scopes: tuple[Filters, ...]) -> None:
    names = ("quarry lane culvert", "case 25 02 v", "rsa 31 9", "nobody")
    ask = NamesAsk(names, few=1, stems=("culvert", "plat"))
    told, held = both.cluster.links.named(ask, scopes), both.file.links.named(ask, scopes)
    assert told.frequencies == held.frequencies
    assert set(told.names) == set(held.names)
    assert {chunk.id for chunk in told.chunks} == {chunk.id for chunk in held.chunks}
    assert told.names
