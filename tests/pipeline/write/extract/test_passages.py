"""Spans that belong together stay together, and no content is offered twice. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.types import AnswerSpan
from pipeline.write.extract.passages import Passage, Wants, answering_passages, choose, enumerated, passage_at
from pipeline.write.extract.spans import Span, spans_of


def line(text: str, label: str = "L1") -> tuple[Span, ...]:
    return spans_of(evidence(label, text, title="Record", board=""))


def best(text: str, at: int = 0, room: int = 60) -> Passage:
    spans = line(text)
    (passage,) = passage_at(spans, spans[at].start, spans[at].end, room=room)
    return passage


def texts(passage: Passage) -> list[str]:
    return [span.text for span in passage.spans]


def test_a_motion_keeps_its_second_and_its_result() -> None:
    found = best("Tibbetts moved to close the bridge. Varney seconded. All were in favor. The clerk read a letter.")
    assert texts(found) == ["Tibbetts moved to close the bridge.", "Varney seconded.", "All were in favor."]


def test_a_motion_keeps_its_vote_over_the_discussion() -> None:
    found = best(
        "Tibbetts moved to close the bridge. Varney seconded. Osgood asked how long the planks would last and who "
        "would pay for new ones if they did not. Pelham spoke of the rail. Motion passed 2-1. The clerk read a letter."
    )
    assert texts(found) == ["Tibbetts moved to close the bridge.", "Varney seconded.", "Motion passed 2-1."]


def test_the_next_motion_ends_the_search_for_a_result() -> None:
    found = best(
        "Tibbetts moved to close the bridge. Osgood asked about the planks. Pelham moved to light the wharf. "
        "Motion passed 3-0."
    )
    assert texts(found) == ["Tibbetts moved to close the bridge."]


@pytest.mark.parametrize(
    "opening", ["Case #31-08-V: A wharf was asked for.", "New Business: the wharf.", "Old matters:"]
)
def test_the_next_item_ends_the_search_for_a_result(opening: str) -> None:
    found = best(f"Tibbetts moved to close the bridge.\n\n{opening}\n\nAll were in favor.")
    assert texts(found) == ["Tibbetts moved to close the bridge."]


def test_a_case_number_is_no_vote() -> None:
    found = best("Tibbetts moved to close the bridge. Case papers #31-08 and #31-09-V were handed in by Osgood.")
    assert texts(found) == ["Tibbetts moved to close the bridge."]


def test_a_result_after_a_long_discussion_is_that_of_the_motion() -> None:
    talk = " ".join(f"Osgood spoke of plank {n}." for n in range(12))
    assert texts(best(f"Tibbetts moved to close the bridge. {talk} Motion passed 2-1.")) == [
        "Tibbetts moved to close the bridge.",
        "Motion passed 2-1.",
    ]


def test_a_sentence_that_leans_brings_the_one_before_it() -> None:
    found = best("The bridge needs new planks and a rail before winter. He said the cost is $400.", at=1)
    assert texts(found)[0].startswith("The bridge needs")
    assert found.best == 1


@pytest.mark.parametrize("parted", ["\n\n", "\n2 of 3\n"])
def test_a_leaning_sentence_brings_nothing_over_a_border(parted: str) -> None:
    found = best(f"The bridge needs new planks.{parted}He said the cost is high for a town of this size.", at=1)
    assert len(found.spans) == 1


def test_a_leaning_sentence_brings_nothing_there_is_no_room_for() -> None:
    long = "The bridge needs " + "very " * 60 + "new planks."
    assert len(best(f"{long} He said the cost is high for a town of this size.", at=1).spans) == 1


def test_an_announcement_brings_its_list() -> None:
    found = best("The bridge fees are the following:\n\nCarts pay ten cents.\n\nWalkers pay nothing.")
    assert texts(found)[1:] == ["Carts pay ten cents.", "Walkers pay nothing."]


def test_an_item_of_a_list_brings_what_leads_in() -> None:
    lead = "Carts of every kind are barred from these places:"
    found = best(f"{lead}\n(a) the footbridge on Mill Lane after dark and before the lamps are lit.", at=1)
    assert texts(found)[0] == lead


def test_a_sentence_brings_the_one_before_it_in_its_paragraph_and_all_of_a_short_one() -> None:
    def told(text: str) -> list[str]:
        spans = spans_of(evidence("L1", text))
        at = next(one for one in spans if one.text.startswith("Because"))
        (passage,) = passage_at(spans, at.start, at.end, room=60)
        return texts(passage)

    asked = ["The dog is ill.", "It needs other food, which is dear.", "Because of this, they sell shirts."]
    assert told(" ".join(asked)) == asked
    assert told(f"{asked[0]}\n\n{asked[2]}") == [asked[2]]
    assert told(f"{'The dog is ill today. ' * 20}{asked[1]} {asked[2]}") == asked[1:]
    assert told(f"Ames moved to buy a dog. {asked[2]}") == [asked[2]]


def test_a_sentence_brings_those_of_its_paragraph_that_go_on_with_it_up_to_a_motion() -> None:
    assert len(best("The bridge is old. It has been closed since May. Nobody minds.").spans) == 3
    assert len(best("The bridge is old.\n\nIt has been closed since May.").spans) == 1
    long = "The bridge on the lane by the old mill has been closed to all carts since May."
    assert texts(best(f"{long} Nobody minds. Ames moved to open it.")) == [long, "Nobody minds."]
    assert len(best(f"{long} {'Nobody minds that it is closed. ' * 20}").spans) == 13


def test_a_sentence_that_announces_brings_what_it_announces_however_that_reads() -> None:
    sums = "$11,844.70, $21,305.00, $40,778.00, and $120.80."
    spans = line(f"The board received four wharf warrants. They are as follows. {sums}")
    told = AnswerSpan(chunk_id="c", start=spans[0].start, end=spans[0].end, text=spans[0].text, label="L1")
    (found,) = answering_passages({"L1": spans}, [told], room=60, wants=Wants(thoughts=True))
    assert texts(found)[1:] == ["They are as follows.", sums]


def test_a_sentence_brings_the_motion_on_what_it_says_with_its_vote() -> None:
    says = "They are looking to appoint Ann Poe and Ed Roe to one-year terms as alternates."
    moved = "Ames makes a motion to approve. Poe seconded. All were in favor. Motion passed."
    assert answering(f"{says} {moved}\n\nThe roads are posted.", says).text.endswith("Motion passed.")
    other = "Ames moved to adjourn. Poe seconded. All were in favor. Motion passed."
    assert "adjourn" not in answering(f"{says} {other}", says).text


def test_a_motion_brings_who_abstained() -> None:
    moved = "Ames moved to hire Birch Paving. Roy seconded. All others voted in favor. Doyle abstained. Motion passed."
    assert "Doyle abstained." in texts(best(moved))


def passage(text: str, score: float, label: str = "L1") -> Passage:
    return Passage(line(text, label), 0, score)


def test_the_same_content_is_not_chosen_twice() -> None:
    one = passage("The footbridge on Mill Lane was closed in May.", 1.0)
    same = passage("In May the footbridge on Mill Lane was closed.", 0.9, "L2")
    other = passage("The wharf is lit by three lamps at night.", 0.2, "L3")
    assert choose([one, same, other], 2) == (one, other)
    assert choose([same, other], 2, already=[one]) == (other,)


def test_overlapping_passages_of_a_page_are_one() -> None:
    page = spans_of(evidence("L1", "Tibbetts spoke. Varney answered. Pelham left early.", title="Record", board=""))
    one, other = Passage(page[:2], 0), Passage(page[1:], 0, 0.9)
    assert choose([one, other], 2) == (one,)


def test_nothing_is_chosen_of_nothing() -> None:
    assert choose([], 3) == ()
    assert choose([passage("The bridge is old.", 1.0)], 0) == ()


BYLAW = (
    "The council may grant a dock permit where the following are met:\n\n1. The dock is made of wood.\n\n2. The dock "
    "lies forty feet from the next one.\n\n3. The owner keeps a lamp on it.\n\nAnother section speaks of boats."
)


def answering(text: str, words: str, *, lists: bool = False) -> Passage:
    at = text.index(words)
    span = AnswerSpan(chunk_id="c", start=at, end=at + len(words), text=words, probability=0.5, label="L1")
    (passage,) = answering_passages({"L1": line(text)}, [span], room=60, wants=Wants(lists))
    return passage


def test_what_stands_under_a_heading_answers_for_it() -> None:
    page = "13.1 LEAST WIDTH\n\nA wharf shall be at least nine feet wide.\n\nNobody minds."
    assert answering(page, "LEAST WIDTH").text == "A wharf shall be at least nine feet wide."


def test_an_item_brings_its_list_with_the_words_that_it_hangs_on_and_says_how_much_of_it_is_there() -> None:
    whole = answering(BYLAW, "The dock lies forty feet", lists=True)
    assert texts(whole)[0].startswith("The council may grant a dock permit")
    assert (whole.items, "lamp" in whole.text, "boats" in whole.text) == ((3, 3), True, False)
    assert answering(BYLAW, "The dock lies forty feet").items == (0, 0)


def test_of_a_long_list_the_first_items_and_the_one_that_answers_are_quoted() -> None:
    items = "\n\n".join(
        f"{n}. The owner of dock {n} {'keeps a lamp and a rope on it ' * 4}at night." for n in range(1, 10)
    )
    long = answering(f"Docks shall be held as follows:\n\n{items}", "The owner of dock 8", lists=True)
    assert ["dock 1 " in long.text, "dock 8 " in long.text, "dock 9 " in long.text] == [True, True, False]
    assert 3 <= long.items[0] < long.items[1] == 9


def test_paragraphs_that_a_label_opens_are_the_items_of_what_announces_them() -> None:
    bill = (
        "Here are the three parts of the bill:\n\nSchool: This is what the teachers are paid from. It is the largest."
        "\n\nCounty: This is what the sheriff is paid from in each of the towns.\n\nTown: This is for the wharf."
        "\n\nThe clerk is glad to answer any call."
    )
    whole = answering(bill, "This is what the sheriff", lists=True)
    assert (whole.items, "wharf" in whole.text, "glad" in whole.text) == ((3, 3), True, False)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The form consists of (1) a map; (2) a deed; and (3) a fee.", 3),
        ("Bring a) a map and b) a deed.", 2),
        ("See paragraph (2) and lot 17.", 0),
    ],
)
def test_items_that_a_sentence_counts_off_are_counted(text: str, count: int) -> None:
    assert enumerated(text) == count


def test_an_item_keeps_the_words_that_it_hangs_on() -> None:
    rule = "The wharf is open to all. No person shall:\n\n(a) light a fire;\n\n(b) keep goats on the wharf at night."
    assert texts(answering(rule, "keep goats on the wharf"))[0] == "No person shall:"


CONDITIONS = (
    "Roe made a motion to continue the dock permit of Ann Poe until May 2, pending the following conditions:\n"
    "1. A plan of the wharf\n2. A lamp on each dock\n3. A notice to the harbor master Bay seconded.\n"
    "No discussion.\nA unanimous vote was taken.\nMotion passed.\n"
    "Meeting Minutes: Roe made a motion to approve the minutes of April 2."
)


def test_a_motion_brings_the_conditions_that_it_announces_and_a_list_of_them_ends_with_its_vote() -> None:
    for lists in (True, False):
        told = answering(CONDITIONS, "Roe made a motion to continue", lists=lists).text
        assert all(one in told for one in ("1. A plan", "2. A lamp", "3. A notice", "Motion passed."))
        assert "minutes" not in told


CODES = "Property\nCodes\n44\nCommercial Space\nCOMS\nC\n45\nAirport Hangar Space\nHNGR\nI\n46\nRented Space"
ACCOUNTS = "Account\nExecutive Office Wages\n4130\nElection Office Wages\n4140\nFinance Office Wages\n4150"


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [
        (CODES, "Airport Hangar Space", "45 Airport Hangar Space HNGR I"),
        (
            "Sales\n\n23\nNo Stamp Required\n\n24\nSale Between Abutters",
            "Sale Between Abutters",
            "24 Sale Between Abutters",
        ),
        (ACCOUNTS, "Election Office Wages", "Election Office Wages 4140"),
        ("Notes\n7\nAirport Hangar Space\nof the town", "Airport Hangar Space", "Airport Hangar Space"),
    ],
)
def test_a_row_printed_down_the_page_keeps_its_number_and_its_other_cells(text: str, words: str, told: str) -> None:
    held = line(text)
    at = text.index(words)
    span = AnswerSpan(
        chunk_id=held[0].evidence.chunk.id, start=at, end=at + len(words), text=words, probability=0.9, label="L1"
    )
    (passage,) = answering_passages({"L1": held}, (span,), room=60)
    assert passage.text.startswith(told)


def test_an_item_that_says_all_brings_no_other_rule_but_the_next_one_where_both_answer() -> None:
    two = "g.: Height - No lamp shall exceed nine feet.\nh.: Place - No lamp faces a road."
    page = f"f.: Lamps - No lamp shall move.\n{two}"
    assert answering(page, "g.: Height - No lamp shall exceed nine feet.").text.endswith("exceed nine feet.")
    both = answering(page, two)
    assert both.text.endswith("No lamp faces a road.")


def test_a_lead_in_that_leans_on_the_sentence_before_it_brings_that_too() -> None:
    page = "The board may permit lamps off the site. These lamps shall:\n1. Not exceed nine feet;\n2. Not face a road."
    assert answering(page, "1. Not exceed nine feet;").text.startswith("The board may permit lamps off the site.")


def test_a_short_item_is_no_heading_of_what_stands_below_it() -> None:
    page = "The following is prohibited on the wharf:\na. Smoking in any shed.\nb. Children that are not attended."
    assert "Smoking in any shed." in answering(page, "a. Smoking in any shed.").text


def test_a_part_that_asks_why_brings_the_sentence_after_it_that_says_so() -> None:
    says = "The ferry budget proposed for the year of 2032 of $464 is an increase of $15 over that of 2031."
    page = f"{says} Ames explained the increase is per contract. Nobody minds."
    at = page.index(says)
    span = AnswerSpan(chunk_id="c", start=at, end=at + len(says), text=says, probability=0.5, label="L1")
    lanes = Wants(thoughts=False)
    (plain,) = answering_passages({"L1": line(page)}, [span], room=60, wants=lanes)
    (why,) = answering_passages({"L1": line(page)}, [span], room=60, wants=lanes._replace(reasons=True))
    assert "per contract" not in plain.text
    assert why.text.endswith("per contract.")


def test_the_heading_of_an_article_is_told_by_what_stands_below_it() -> None:
    head = "ARTICLE 14: Ferry Water Aid, Interest Free Loan, Wharf Works"
    page = f"{head}\n\nTo see if the Town will vote to borrow $3,500 for the wharf."
    assert answering(page, head).text.startswith("To see if the Town")
