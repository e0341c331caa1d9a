"""What other towns hold changes nothing of what is found for a town: its passages, their order, the hops decided."""

from __future__ import annotations

from collections.abc import Iterator

import anyio
from fakes import a_document, a_statute, vault_with
from turn_fakes import services_of

from pipeline.ask.issue import PlanContext
from pipeline.run import begin, brief_of
from pipeline.settings import Settings
from pipeline.turn import evidence
from pipeline.types import Question, Retrieval
from vault.store.index import VaultIndex
from vault.types import Document

ASK = Question(
    text="Who repaired the Mill Lane footbridge, what did the Varney Timber contract cost and which law allows it?",
    town="Alder Falls",
)
BRIDGE = (
    "Osgood moved to accept the bid of Varney Timber for the Mill Lane footbridge under RSA 500:1. Motion passed 3-0."
)
CONTRACT = "The Varney Timber Contract: $18,400 for the footbridge. Case 31-07-LM stays open. See the Road Fund Report."
FUND = "The Road Fund pays for bridges. Varney Timber was paid in June."


def home() -> list[Document]:
    return [
        a_document("sb", BRIDGE, board="Select Board", date="2031-05-12", title="Select Board minutes"),
        a_document("contract", CONTRACT, date="2031-05-20", title="Varney Timber Contract", doc_type="report"),
        a_document("fund", FUND, date="2030-01-02", title="Town of Alder Falls Road Fund", doc_type="report"),
        a_statute("law", ("RSA 500:1", "Bridges", "A town may accept a bid for a footbridge. Placeholder, not law.")),
    ]


def strangers() -> Iterator[Document]:
    for place in ("Pine Hollow", "Birch Gap", "Cedar Notch"):
        for n in range(9):
            text = (BRIDGE, CONTRACT, FUND)[n % 3] * (1 + n % 2)
            yield a_document(f"{place[:4]}-{n}", text, title=f"Road Fund Report {n}", town=place, date="2032-02-03")


def found(vault: VaultIndex) -> Retrieval:
    around = PlanContext(known_towns=tuple(vault.places()))
    run, work = begin(ASK, around, services_of(vault))

    async def gathered() -> Retrieval:
        return brief_of(await evidence(run, work), Settings()).retrieval

    return anyio.run(gathered)


def test_strangers_change_no_passage_and_no_hop_of_a_town() -> None:
    with vault_with(home()) as alone, vault_with([*strangers(), *home()]) as crowded:
        ours, theirs = found(alone), found(crowded)
    assert [item.chunk.doc_id for item in ours.merged]
    assert [(item.chunk.id, item.score) for item in ours.merged] == [
        (item.chunk.id, item.score) for item in theirs.merged
    ]
    assert (ours.decisions, ours.hops, ours.answers) == (theirs.decisions, theirs.hops, theirs.answers)
