"""What a part of a question names is told for each of them. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.types import IssueMap
from pipeline.write.extract.named import brings, named_in
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import spans_of

ISSUE = IssueMap(town="Alder Falls", boards=("Select Board",))


def passage(text: str, label: str = "L1") -> Passage:
    return Passage(spans_of(evidence(label, text, title="Record", board="")), 0)


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ("What was the toll in 2030 and in 2031?", [{"2030"}, {"2031"}]),
        ("For how long were Ada Birch and Tom Roy appointed?", [{"ada", "birch"}, {"tom", "roi"}]),
        ("Was the toll higher on May 6, 2031 or May 20, 2031?", [{"mai", "6", "2031"}, {"mai", "20", "2031"}]),
        ("What did the Select Board of Alder Falls decide on Ada Birch?", []),
        ("What was the toll in 2031?", []),
    ],
)
def test_two_of_a_kind_are_named_but_no_town_nor_board(part: str, named: list[set[str]]) -> None:
    found = [set(one) for one in named_in(part, ISSUE)]
    assert len(found) == len(named)
    assert all(any(want <= one or one <= want for one in found) for want in named)


def test_a_passage_on_the_second_name_brings_something_and_one_on_the_first_does_not() -> None:
    named = named_in("For how long were Ada Birch and Tom Roy appointed?", ISSUE)
    told = [passage("Ada Birch was appointed for three years.")]
    assert brings(passage("Tom Roy was appointed for a year.", "L2"), told, named)
    assert not brings(passage("Ada Birch thanked the board.", "L3"), told, named)
