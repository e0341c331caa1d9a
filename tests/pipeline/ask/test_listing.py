"""Which questions ask the ledger for a list or a total, and for which rows."""

from __future__ import annotations

import pytest

from pipeline.ask.listing import Listing, listing_of, named
from pipeline.ask.reading import read
from pipeline.types import IssueMap
from vault.facts.types import ACTIONS, OUTCOMES


def _of(text: str, *boards: str) -> Listing | None:
    return listing_of(read(text), IssueMap(town="Alder Falls", boards=boards))


@pytest.mark.parametrize(
    ("text", "mode", "asked", "words"),
    [
        ("Which abatements were denied?", "list", ("motion", "denied", None, None), ("abatements",)),
        ("Which cases did the ZBA continue?", "list", ("motion", None, "continue", "passed"), ()),
        ("How many motions failed?", "count", ("motion", None, None, "failed"), ()),
        ("How often did the board go into nonpublic session?", "count", ("motion", None, "enter_nonpublic", None), ()),
        ("Every variance since 2031", "list", ("motion", None, None, None), ("variance",)),
        ("List all appointments", "list", ("motion", None, "nominate", "passed"), ()),
        ("Which articles were amended from the floor?", "list", ("article", "amended", None, None), ("floor",)),
        ("What is the total of the articles?", "sum", ("article", None, None, None), ()),
        ("Who seconded the most motions?", "most", ("motion", None, None, None), ()),
        ("Did the board deny anyone's abatement?", "exists", ("motion", None, "deny", "passed"), ("abatement",)),
        ("Did anyone get a variance?", "exists", ("motion", "granted", None, None), ("variance",)),
        ("Were any waivers granted?", "exists", ("motion", "granted", None, None), ("waivers",)),
        ("Who voted against the paving?", "list", ("motion", None, None, None), ("paving",)),
    ],
)  # fmt: skip
def test_a_list_names_its_rows(text: str, mode: str, asked: tuple[str | None, ...], words: tuple[str, ...]) -> None:
    found = _of(text, *(("Zoning Board of Adjustment",) if "ZBA" in text else ()))
    assert found is not None
    query = found.query
    assert found.mode == mode
    assert (query.kinds[0], query.outcome, query.action, query.fate) == asked
    assert found.words == words


@pytest.mark.parametrize(
    "text",
    [
        "How many votes are needed to amend an ordinance?",
        "How many members must approve a variance?",
        "How many parking spaces does the lot have?",
        "What does a permit cost?",
        "Which departments have budgets over $500,000?",
        "Who denied the abatement?",
        "Who seconded the motion on the lease?",
        "Why were the articles amended?",
        "How many people voted in the last election?",
        "Did the board talk about any dogs?",
        "Did the board deny the abatement?",
        "Did the board get any complaints about dogs?",
        "Has anybody received an abatement?",
    ],
)
def test_other_questions_are_none_of_the_ledger_lists(text: str) -> None:
    assert _of(text) is None


def test_the_members_of_the_governing_board_stand_for_it_and_for_no_matter() -> None:
    found = _of("Did the selectmen deny any abatement?")
    assert found is not None
    assert (found.bodies, found.words) == (("Select Board",), ("abatement",))


def test_without_a_town_nothing_is_listed() -> None:
    assert listing_of(read("Which abatements were denied?"), IssueMap()) is None


def test_sums_of_at_least_so_much_are_asked_for() -> None:
    found = _of("Which articles of $250,000 or more were on the warrant?")
    assert found is not None
    assert found.query.amount_from == 250_000


def test_a_word_is_known_by_its_stem_and_by_what_people_say() -> None:
    assert named("action", "denying", ACTIONS) == "deny"
    assert named("action", "appointments", ACTIONS) == "nominate"
    assert named("outcome", "approved", OUTCOMES) == "granted"
    assert named("outcome", "painted", OUTCOMES) is None
