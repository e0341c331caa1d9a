"""Names, links and texts that a run looked up are in its capsule. Records of the invented town Alder Falls."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from scripted_model import evidence

from pipeline.record.capsule import Capsule, CapsuleLog
from pipeline.record.lookups import DISPUTES, FOUND, RecordingArchive, ReplayArchive
from vault.errors import HandleError, VaultError
from vault.ports import Bearers, Linked, LinksAsk, NamesAsk
from vault.types import Filters, Hit, Link, NamedChunk, Query, SearchAnswer, SearchRequest

ONE = evidence("L1", "The footbridge is named in the warrant.").chunk
OTHER = evidence("L2", "The warrant names the footbridge fund.", doc_id="af-2").chunk


class Archive:
    """Two passages, of which the first names the second."""

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = ()) -> Bearers:
        return Bearers(tuple(NamedChunk(name, OTHER.id, "title") for name in ask.names if name == "warrant"), (OTHER,))

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = ()) -> Linked:
        link = Link(source=ONE.id, target=OTHER.id, kind="name", position=5, fanout=2)
        near = dict.fromkeys(ask.near, (OTHER,))
        return Linked(out={ONE.id: (link,)}, back={OTHER.id: (ONE.id,)}, chunks=(OTHER, ONE), near=near)


def test_what_the_archive_answered_is_answered_again_without_it() -> None:
    log = CapsuleLog()
    live = RecordingArchive(Archive(), log)
    links = LinksAsk([ONE.id, OTHER.id], 9, near=[ONE.id], reach=1)
    names = NamesAsk(["warrant", "fund"], few=1)
    asked = (live.named(names), live.linked(links))
    held = ReplayArchive(Capsule(entries=tuple(log.entries)))
    assert (held.named(names), held.linked(links)) == asked


def test_what_was_not_asked_is_not_known_again() -> None:
    held = ReplayArchive(Capsule(entries=()))
    assert (held.named(NamesAsk(["warrant"])), held.linked(LinksAsk([ONE.id], 9, near=[ONE.id]))) == (
        Bearers(),
        Linked(),
    )


def test_where_records_differ_is_given_again_for_the_same_passages_only() -> None:
    log = CapsuleLog()
    DISPUTES.recorded(lambda chunks, stems: ("vote: …",), log)([ONE], ["footbridg"])
    held = DISPUTES.replayed(Capsule(entries=tuple(log.entries)))
    assert (held([ONE], ["footbridg"]), held([OTHER], ["footbridg"])) == (("vote: …",), ())


def test_searches_for_names_are_given_again_with_those_that_failed_and_none_that_was_not_made() -> None:
    log = CapsuleLog()
    asks = [SearchRequest(query=Query(must=(name,))) for name in ("Osgood", "Varney")]
    held = SearchAnswer(hits=(Hit(chunk=ONE, score=2.5, rank=1), Hit(chunk=OTHER, score=1.0, rank=2)), mode="strict")
    FOUND.recorded(lambda _: (held, VaultError("the vault is closed")), log)(asks)
    again = FOUND.replayed(Capsule(entries=tuple(log.entries)))
    first, second = again(asks)
    assert first == held
    assert isinstance(second, VaultError)
    assert str(second) == "the vault is closed"
    with pytest.raises(HandleError):
        again(asks[:1])
