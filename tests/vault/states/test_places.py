"""The gazetteer: which words are a town or a board, and which only look like one."""

from __future__ import annotations

import pytest

from vault.states.places import boards, canonical_board, canonical_town, find_boards, find_towns, state_bodies, towns


def test_every_municipality_of_new_hampshire_has_its_county() -> None:
    assert len(towns()) == 13 + 221 + 25  # cities, towns, unincorporated places
    assert towns()["Ossipee"] == "Carroll"
    assert len(set(towns().values())) == 10
    assert towns("VT") == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did the Ossipee Planning Board decide?", ("Ossipee",)),
        ("what did wolfeboro vote in march", ("Wolfeboro",)),
        ("TOWN OF CONWAY", ("Conway",)),
        ("New London met with New Hampton and Hampton Falls", ("New London", "New Hampton", "Hampton Falls")),
        ("Hales Location", ("Hale's Location",)),
        ("West Ossipee and North Conway, North Hampton", ("Ossipee", "Conway", "North Hampton")),
        ("Town of Alder Falls Planning Board", ("Alder Falls",)),
        ("TOWN OF ALDER FALLS", ("Alder Falls",)),
        ("Pine Hollow Village District", ("Pine Hollow Village District",)),
        ("the GWRSD budget", ("Governor Wentworth RSD",)),
        ("Governor Wentworth Regional School District", ("Governor Wentworth RSD",)),
        ("Pine Hollow Regional School District", ("Pine Hollow RSD",)),
        ("the Town of Lee and Hill, NH", ("Lee", "Hill")),
        ("a permit in Freedom", ("Freedom",)),
        ("Unity Select Board", ("Unity",)),
        ("Washington", ("Washington",)),
        ("Wolfeboro, Tuftonboro and Freedom", ("Wolfeboro", "Tuftonboro", "Freedom")),
        ("", ()),
    ],
)
def test_towns_are_found_on_word_boundaries_in_order(text: str, expected: tuple[str, ...]) -> None:
    assert find_towns(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Jonathan Warren moved, Lee seconded",
        "freedom of speech and unity",
        "Conway Road and Merrimack River",
        "Carroll County",
        "Mount Washington",
        "the District of Columbia",
        "a firm in Washington, D.C.",
        "a firm in Washington DC",
        "at the top of the hill",
        "the Bowling team's success",
        "Ossipeean",
        "Mr. Hill spoke for the variance",
        "Judge Lincoln",
        "Birch and Warren moved",
    ],
)
def test_common_words_surnames_and_streets_are_no_towns(text: str) -> None:
    assert find_towns(text) == ()


def test_names_a_vault_holds_are_found_as_well() -> None:
    assert find_towns("did alder falls vote?", extra=("Alder Falls",)) == ("Alder Falls",)
    assert find_towns("did alder falls vote?") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OSSIPEE", "Ossipee"),
        ("Town of Ossipee, NH", "Ossipee"),
        ("GWRSD", "Governor Wentworth RSD"),
        ("  Alder   Falls ", "Alder Falls"),
    ],
)
def test_a_town_has_one_spelling(text: str, expected: str) -> None:
    assert canonical_town(text) == expected


@pytest.mark.parametrize(
    "text", ["Board of Selectmen", "Selectboard", "select board", "the Selectmen", "BOS", "Board of Selectmen’s"]
)
def test_the_select_board_has_one_name(text: str) -> None:
    assert canonical_board(text) == "Select Board"


def test_an_unknown_board_keeps_its_own_wording() -> None:
    assert (
        canonical_board("Conway Branch Rail Trail Advisory Committee") == "Conway Branch Rail Trail Advisory Committee"
    )


def test_boards_are_found_in_order_and_acronyms_only_in_capitals() -> None:
    assert find_boards("The ZBA asked the selectmen and the Planning Board") == (
        "Zoning Board of Adjustment",
        "Select Board",
        "Planning Board",
    )
    assert find_boards("300 pb of lead; bc it was bos") == ()


def test_no_alias_means_two_boards() -> None:
    aliases = [alias.lower() for names in boards().values() for alias in names]
    assert len(aliases) == len(set(aliases))


def test_the_list_of_state_bodies_holds_no_town_department() -> None:
    names = {alias.lower() for aliases in state_bodies("NH").values() for alias in aliases}
    assert not names & {"fire department", "police department", "highway department", "department"}
    assert state_bodies("VT") == {}
