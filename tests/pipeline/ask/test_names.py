"""Names, identifiers and facets of questions about the invented town Alder Falls."""

from __future__ import annotations

import pytest

from pipeline.ask.facets import find_facets
from pipeline.ask.names import find_identifiers, find_names, frequent_names, identifier_key, says_identifier

TOWNS = ("Alder Falls", "Pine Hollow")


# covers: 253
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What was found at Heron Park in Alder Falls?", ("Heron Park",)),
        ("Who asked about the heron park footbridge?", ("heron park",)),
        ("Did Dana Whitlow's barn get a permit?", ("Dana Whitlow",)),
        ("Is Pine Hollow Road in Alder Falls a class VI road?", ("Pine Hollow Road",)),
        ("What is the speed limit on Route 16?", ("Route 16",)),
        ("What did the Planning Board of Alder Falls decide?", ()),
        ("Why did taxes go up?", ()),
        ("What is the penalty for late property tax? I'm asking.", ()),
        ('What does "Quiet Evenings" mean?', ("Quiet Evenings",)),
    ],
)
def test_names_are_slices_of_the_text_without_towns_and_boards(text: str, names: tuple[str, ...]) -> None:
    assert find_names(text, TOWNS) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("case #25-07-SP and ZBA 24-12", ("#25-07-SP", "24-12")),
        ("Article 31 and warrant article 5", ("Article 31", "article 5")),
        ("HB 164, SB 2 and House Bill 12", ("HB 164", "SB 2", "House Bill 12")),
        ("Tax Map 34, Lot 12-1", ("Tax Map 34, Lot 12-1",)),
        ("at 15 Quarry Hill Road and 1615 Route 16", ("15 Quarry Hill Road", "1615 Route 16")),
        ("docket 2019-CV-0069", ("2019-CV-0069",)),
        ("RSA 91-A:3 in 2024-2025 on 2025-10-28", ()),
        ("a $300 fine on Main Street", ()),
    ],
)
def test_identifiers_are_read_as_written(text: str, found: tuple[str, ...]) -> None:
    assert find_identifiers(text) == found


@pytest.mark.parametrize(
    ("text", "asked", "says"),
    [
        ("The fence at 4 Mill Lane is tall.", "4 Mill Lane", True),
        ("The fence at 14 Mill Lane is tall.", "4 Mill Lane", False),
        ("The fence at 4 Mill Lane is tall.", "14 Mill Lane", False),
        ("THE FENCE AT 4 MILL LANE.", "4 Mill Lane", True),
        ("Case #31-07-LM was heard.", "31-07-LM", True),
        ("Osgood (31 - 07 - LM) was heard.", "31-07-LM", True),
        ("Case #131-07-LM was heard.", "31-07-LM", False),
        ("Article 12 passed.", "Article 1", False),
        ("Article 1 passed.", "Article 1", True),
        ("On page 2, 4 Mill Lane is named.", "4 Mill Lane", True),
        ("The fence of 4 Mill Rd. is tall.", "4 Mill Road", True),
        ("The fence of 4 Mill Street is tall.", "4 Mill St.", True),
        ("The fence of 4 Mill St. is tall.", "4 Mill Road", False),
    ],
)
def test_a_text_names_an_identifier_whole_and_no_longer_one(text: str, asked: str, *, says: bool) -> None:
    assert says_identifier(text, {identifier_key(asked)}) is says


def test_where_nothing_is_named_no_text_names_it_and_of_several_one_is_enough() -> None:
    assert not says_identifier("The fence at 4 Mill Lane is tall.", ())
    keys = tuple(map(identifier_key, ("9 Pond Road", "31-07-LM", "2 Mill Lane")))
    assert says_identifier("Osgood (31 - 07 - LM) was heard.", keys)
    assert says_identifier("The fence at 2 Mill Lane is tall.", keys)


def test_the_names_of_a_longer_text_put_places_first_and_leave_out_surnames() -> None:
    text = "Dana Whitlow spoke. Heron Park is closed. Whitlow said Heron Park needs a rail. Mr. Osgood agreed."
    assert frequent_names(text) == ("Heron Park", "Dana Whitlow")


def test_tax_questions_have_the_four_components_as_facets() -> None:
    assert find_facets("Why did property taxes go up?", ("Alder Falls",)) == (
        "town tax",
        "school tax",
        "county tax",
        "state education tax",
    )


def test_two_towns_give_a_facet_each() -> None:
    assert find_facets("Do Alder Falls and Pine Hollow both ban dogs?", TOWNS) == (
        "Alder Falls ban dogs",
        "Pine Hollow ban dogs",
    )


def test_further_clauses_give_a_facet_each_that_keeps_the_subject() -> None:
    facets = find_facets("Who fills a vacancy among library trustees, and for how long?", ())
    assert len(facets) == 2
    assert "vacancy" in facets[1]


def test_a_plain_question_has_no_facets() -> None:
    assert find_facets("When is the transfer station open?", ("Alder Falls",)) == ()
