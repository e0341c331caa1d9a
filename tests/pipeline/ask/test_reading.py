"""The reading of a question: what its words say, taken once."""

import pytest

from pipeline.ask.reading import Reading, months_of, read


def test_a_reading_holds_the_words_names_times_and_numbers_of_the_question() -> None:
    found = read("Why did the Mill Lane bridge cost $18,400 in 2031, and who voted for it in 2030?")
    assert found.words[:4] == ("mill", "lane", "bridge", "cost")
    assert found.capitals == ("why", "mill", "lane")
    assert found.years == ("2031", "2030")
    assert found.numbers == ("18,400",)
    assert {"amount", "person", "reason", "outcome"} <= set(found.cues)


def test_a_part_may_begin_with_a_preposition_or_with_what_may_be_done() -> None:
    asked = "What colors may a turbine be painted, and within how many days must it be removed?"
    assert [part.text for part in read(asked).parts] == [
        "What colors may a turbine be painted",
        "within how many days must it be removed",
    ]
    assert len(read("How long are minutes kept, and may the town throw them out?").parts) == 2
    assert len(read("What was said of the wharf in April and May 2031?").parts) == 1
    assert len(read("Why did Mr. Roe and T.J. Poe mend the wharf on St. Olaf's Day?").parts) == 1


def test_a_question_of_two_clauses_has_two_parts_with_cues_of_their_own() -> None:
    first, second = read("How much did the bridge cost, and who decided it?").parts
    assert (first.text, second.text) == ("How much did the bridge cost", "who decided it")
    assert "amount" in first.cues
    assert "amount" not in second.cues
    assert "person" in second.cues


@pytest.mark.parametrize(
    ("question", "leaning"),
    [
        ("Who fills an empty seat, and for how long?", [False, True]),
        ("Who mends the wharf, and from where do planks come?", [False, True]),
        ("Who mends the wharf, and who pays for its new planks?", [False, False]),
        ("How long?", [False]),
    ],
)
def test_a_part_that_says_too_little_to_be_asked_alone_leans_on_the_one_before(
    question: str, leaning: list[bool]
) -> None:
    assert [part.leans for part in read(question).parts] == leaning


def test_a_tax_is_meant_by_the_words_of_the_whole_question() -> None:
    change = "The land use change tax may be abated."
    assert not read("Was a tax due, and how do I get an abatement?").means_tax(change)
    assert read("Was a tax due for my current use land, and how do I get an abatement?").means_tax(change)


def test_a_plain_question_is_its_own_only_part() -> None:
    assert [part.text for part in read("Who owns the wharf?").parts] == ["Who owns the wharf"]
    assert [part.text for part in read("").parts] == [""]


def test_an_everyday_phrase_comes_with_the_words_of_the_records() -> None:
    (said,) = [one for one in read("What vote is needed for a closed session?").lay if "session" in one.phrase]
    assert "nonpublic" in said.law


def test_months_are_those_of_the_question_and_its_phrasings_with_the_one_year_named() -> None:
    assert read("Whom did they name in January 2031, and what was done that May?").months == ("2031-01", "2031-05")
    assert read("What was said in October?", ("wharf minutes October 2031",)).months == ("2031-10",)
    assert read("What was said in October of the bids of 2030 and 2031?").months == ()
    assert read("What was decided on May 6, 2031?").months == ()
    assert read("What was decided on May 6?").months == ()


def test_a_part_places_what_it_asks_in_a_month_not_since_one() -> None:
    assert months_of("what did they do that May") == {"05"}
    assert months_of("what was decided on May 6") == {"05"}
    assert months_of("what was decided on May 6, 2031") == {"05"}
    assert months_of("what was decided in May 2031") == {"05"}
    assert months_of("what was decided in 2031") == set()
    assert months_of("How many were let since March 2031?") == set()
    assert months_of("May they do it?") == set()


def test_two_years_are_a_comparison_and_one_is_a_date() -> None:
    assert read("Tax rate of 2030 and 2031?").compared_years == ("2030", "2031")
    assert read("Tax rate of 2031 at 12031 Main Street?").compared_years == ()


def test_a_year_is_named_in_four_digits_a_fiscal_year_included() -> None:
    assert read("What is in the FY2031 budget?").names_year("2031")
    assert not read("What is in this year's budget?").names_year("2031")


ASKS = [
    ("asks_why", "Why was the wharf closed?", "When was the wharf closed?"),
    ("asks_event", "Did the voters change the fee?", "Who keeps the candy store?"),
    ("asks_last_meeting", "What happened at the selectmen's last meeting?", "What did the last town meeting vote?"),
    ("asks_now", "What is the current fee?", "What was the fee?"),
    ("asks_why", "How come the wharf is closed?", "Is a reasonable accommodation made at the wharf?"),
    ("asks_uploads", "What should I upload to get a better answer?", "What did the board decide?"),
    ("asks_uploads", "What else do you need?", "What else did the board decide?"),
    ("asks_tax_bill", "Why did property taxes go up?", "How high is the county tax rate?"),
    ("asks_tax_bill", "How was the tax bill split?", "When are tax abatements due?"),
    ("high_stakes", "Is the town exposed to a lawsuit?", "Is the town small?"),
]


@pytest.mark.parametrize(("asks", "yes", "no"), ASKS)
def test_a_question_says_what_it_asks_for(asks: str, yes: str, no: str) -> None:
    assert getattr(read(yes), asks)
    assert not getattr(read(no), asks)


def test_a_reading_is_stored_and_taken_up_unchanged() -> None:
    found = read("Who decided on 12 May 2031, and why?", ("road agent vote",))
    assert Reading.model_validate_json(found.model_dump_json()) == found


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("how late are polls open in pennsylvania", "Pennsylvania"),
        ("What signature threshold does Ohio law set?", "Ohio"),
        ("How many days before a Maine town meeting must the warrant be posted?", "Maine"),
        ("What notice does California's Open Records Act ask for in California's towns?", "California"),
        ("Did the board hire Maine Drilling?", ""),
        ("Who lives in Virginia Smith's house on Texas Road?", ""),
        ("Who is the clerk in Washington?", ""),
        ("Are the rules alike in Vermont and in Maine?", ""),
    ],
)
def test_the_state_asked_about_is_named_as_a_place_and_not_beside_other_names(text: str, state: str) -> None:
    assert read(text).state == state


def test_the_days_a_question_names_are_read_with_their_year() -> None:
    assert read("What passed on June 17, 2031, and on 7/1/2031?").days == ("2031-06-17", "2031-07-01")
    assert read("What passed on June 17, and in July 2031?").days == ()


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("On March 11, 2031 it was put off. Two nights later they met again. How did it end?",
         ("2031-03-11", "2031-03-13")),
        ("On May 28, 2031 it was tabled and a week later it passed. By how many votes?", ("2031-05-28", "2031-06-04")),
        ("On May 31, 2031 the wharf broke; the next day it was closed?", ("2031-05-31", "2031-06-01")),
        ("Was it signed ten days after the vote?", ()),
    ],
)  # fmt: skip
def test_days_that_a_question_counts_from_one_it_names_are_days_of_it(question: str, days: tuple[str, ...]) -> None:
    assert read(question).days == days


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Did the board vote for an electric bus?", [("electric", "bus")]),
        ("Did the new ladder truck arrive?", [("ladder", "truck")]),
        ("Was the library roof replaced in May?", [("library", "roof")]),
        ("Who spoke?", []),
    ],
)
def test_the_things_a_question_names_are_told_by_their_words(question: str, named: list[tuple[str, str]]) -> None:
    assert [pair for pairs in read(question).things for pair in pairs if "board" not in pair] == named
