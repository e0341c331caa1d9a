"""What a part of a question asks apart from what it says first, and where a new part begins; on invented matters."""

import pytest

from pipeline.ask.facets import asked_clause, split_clauses


@pytest.mark.parametrize(
    ("part", "asks"),
    [
        ("They took the raft. Was a hearing needed", "Was a hearing needed"),
        ("Roe drew the map. Poe signed it. Who keeps it", "Who keeps it"),
        ("If the raft is not sold this year, is the money lost", "is the money lost"),
        ("When the wharf closes, who keeps the key", "who keeps the key"),
        ("They took the raft. If it is lost, who pays for it", "who pays for it"),
    ],
)
def test_what_is_said_first_and_the_condition_are_no_part_of_what_is_asked(part: str, asks: str) -> None:
    assert asked_clause(part) == asks


@pytest.mark.parametrize(
    "part",
    [
        "Was a hearing needed",
        "When does the wharf close",
        "When is the raft sold, and to whom",
        "The board met. They took the raft",
    ],
)
def test_a_part_that_only_asks_or_ends_in_what_asks_nothing_stays_whole(part: str) -> None:
    assert asked_clause(part) == part


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("When must I ask for a mooring, and by when must they answer?", "by when must they answer"),
        ("Who rents the wharf and until when?", "until when"),
        ("Who mends the wharf, and from where do the planks come?", "from where do the planks come"),
    ],
)
def test_a_part_may_begin_with_a_preposition_before_when_or_where(question: str, second: str) -> None:
    assert split_clauses(question)[1:] == (second,)
