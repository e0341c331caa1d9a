"""A list item is quoted with the lead-in that forbids, excepts or bounds it. All texts are invented (Alder Falls)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.check.audit import audit
from pipeline.quoting.list_heads import hung_on
from pipeline.quoting.lists import head_left_out
from pipeline.quoting.negation import turn_left_out
from pipeline.types import Answer

PARK = (
    "Park rules of Alder Falls. The following are prohibited on Mill Common:\n(a) Ball games after dark;\n"
    "(b) Keeping of goats within the fence. The warden shall post these rules.\n"
    "The warden may grant the use of the bandstand as follows:\n(a) To a school of the town; or\n(b) To a choir.\n"
)
OATH = (
    "IV. It is a breach of the keeper's oath to open the ledger, if:\n(a) The trustees properly voted to seal the "
    "ledger from the\npublic; or\n(b) The keeper knew that the ledger was sealed.\nV. The trustees shall meet monthly."
)
NESTED = (
    "No ferry shall leave the wharf unless:\n\n(1) The lamp is lit; and\n\n(2) The tide master has:\n\n"
    "a. Sounded the horn; or\n\nb. Raised the flag.\n\nTolls are set yearly."
)
WHARF = (
    "I. A tenant of the wharf does not thereby:\n(a) Gain a right to moor a second boat;\n(b) Become a warden.\n"
    "II. The agreement shall include but not be limited to the following:\n(a) The names of the boats.\n"
    "III. The wharf is leased at no cost to:\n(a) Ferrymen who live in the town;\n"
    "IV. Nothing herein shall be construed to limit the power to fine for the following:\n(a) Loud horns at night.\n"
    "V. The keeper shall pay out tolls, provided that:\n(a) The trustees shall be told of each sum.\n"
)
INLINE = "No person shall: (a) tie a boat to the bridge; (b) fish from the bridge at night; or (c) sell bait there."
MEANS = (
    "In this ordinance, unless the context otherwise requires:\nI. “Keeper” means the person who holds the keys.\n"
    "II. “Toll” means the fee that is paid at the bridge.\n"
)
AWAY = "If the keeper is away for a week, the trustees may:\n(a) Name a keeper for the time; or\n(b) Close the bridge."
BULLETS = "Exempt from the toll are:\n• Carts of the town farm\n• Any child who walks to school\n"


def place(text: str, quoted: str) -> tuple[int, int]:
    at = text.index(quoted)
    return at, at + len(quoted)


@pytest.mark.parametrize(
    ("text", "quoted", "words"),
    [
        (PARK, "Keeping of goats within the fence", "prohibited on Mill Common:"),
        (OATH, "The trustees properly voted to seal the ledger", "if:"),
        (OATH, "voted to seal the ledger from the\npublic", "if:"),
        (OATH, "The keeper knew that the ledger was sealed", "if:"),
        (NESTED, "The lamp is lit", "unless:"),
        (NESTED, "Raised the flag", "unless:"),
        (WHARF, "Gain a right to moor a second boat", "not thereby:"),
        (INLINE, "fish from the bridge at night", "No person shall:"),
        (BULLETS, "Any child who walks to school", "Exempt from the toll are:"),
    ],
)
def test_the_lead_in_that_turns_an_item_round_is_found(text: str, quoted: str, words: str) -> None:
    found = head_left_out(text, [place(text, quoted)])
    assert found is not None
    assert (found.words, found.certain) == (words, True)
    assert turn_left_out(text, [place(text, quoted)]) == words


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (PARK, "The warden shall post these rules"),
        (PARK, "To a school of the town"),
        (PARK, "The following are prohibited on Mill Common:\n(a) Ball games after dark"),
        (OATH, "The trustees shall meet monthly"),
        (OATH, "if:\n(a) The trustees properly voted to seal the ledger"),
        (NESTED, "Tolls are set yearly"),
        (WHARF, "The names of the boats"),
        (WHARF, "Ferrymen who live in the town"),
        (WHARF, "Loud horns at night"),
        (WHARF, "The trustees shall be told of each sum"),
        (INLINE, "No person shall: (a) tie a boat to the bridge"),
        (MEANS, "“Toll” means the fee that is paid at the bridge"),
    ],
)
def test_an_item_that_stands_alone_or_keeps_its_lead_in_is_left_in_peace(text: str, quoted: str) -> None:
    assert head_left_out(text, [place(text, quoted)]) is None


def test_the_lead_in_may_be_quoted_apart_from_its_item() -> None:
    places = [place(PARK, "The following are prohibited"), place(PARK, "Keeping of goats within the fence")]
    assert head_left_out(PARK, places) is None


def test_a_lead_in_that_only_opens_with_a_condition_is_doubtful() -> None:
    found = head_left_out(AWAY, [place(AWAY, "Name a keeper for the time")])
    assert found is not None
    assert not found.certain
    assert turn_left_out(AWAY, [place(AWAY, "Name a keeper for the time")]) == ""


def test_an_item_hangs_on_every_lead_in_above_it() -> None:
    heads = [" ".join(NESTED[one.head_start : one.head_end].split()) for one in hung_on(NESTED, NESTED.index("Raised"))]
    assert heads == ["The tide master has:", "No ferry shall leave the wharf unless:"]


@pytest.mark.parametrize(
    "text",
    [
        "(h) Horns shall not:\n(i) sound by night;\n(j) The keeper sleeps here.",
        "Not allowed:\n(c) Goats in the hall.",
        "Forbidden:\n(a) Goats.\n(b) Pigs.\n\n(b) Sheep are kept by the farm of the town.",
        "• A barn for the town farm\n",
        "",
    ],
)
def test_marks_that_do_not_count_up_from_a_lead_in_are_no_list(text: str) -> None:
    assert hung_on(text, max(0, len(text) - 3)) == ()


@pytest.mark.parametrize(
    ("claim", "severity"),
    [
        ("The rules of the common read: “Keeping of goats within the fence”", "error"),
        ("The rules forbid “Keeping of goats within the fence”", ""),
        ("The trustees have powers: “Name a keeper for the time”", "warning"),
        ("When the keeper is away, the trustees may “Name a keeper for the time”", ""),
    ],
)
def test_the_audit_tells_that_an_item_was_taken_out_of_its_list(claim: str, severity: str) -> None:
    brief = make_brief(retrieval=make_retrieval([evidence("L1", f"{PARK}\n\n{AWAY}")]))
    found = [f for f in audit(Answer(answer_markdown=f"{claim} [L1]."), brief).findings if "lead-in" in f.repair]
    assert [f.severity for f in found] == ([severity] if severity else [])


PARTS = [
    "No person shall:",
    " if:",
    "\n",
    "(a) ",
    "(i) ",
    "II-a. ",
    "• ",
    "1) ",
    "keep goats",
    "; or ",
    ". ",
    "The lamp is lit",
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=25), st.integers(0, 60), st.integers(0, 60))
def test_any_text_is_read_and_what_is_named_stands_in_it(parts: list[str], start: int, size: int) -> None:
    text = "".join(parts)
    place = (min(start, len(text)), min(start + size, len(text)))
    found = head_left_out(text, [place])
    assert found is None or text[found.start : found.end].strip()
    assert all(0 <= one.head_start < one.head_end <= one.start <= one.end for one in hung_on(text, place[0]))


RENTED = (
    "No keeper of a boathouse shall maintain it in a condition in which:\n"
    "I. The roof leaks;\n"
    "I-a. The floor is rotten and the keeper does not mend it;\n"
    "II. There is no ladder; or\n"
    "III. The lamps do not burn; or, when the keeper supplies oil, the hall is not lit at all hours of the night."
)


@pytest.mark.parametrize(
    "item", ["The floor is rotten", "There is no ladder", "when the keeper supplies oil, the hall"]
)
def test_an_item_of_what_may_not_be_hangs_on_that(item: str) -> None:
    """An item put in later ("I-a.") ends no list, and "in a condition in which" is completed by each item."""
    at = RENTED.index(item)
    left_out = head_left_out(RENTED, [(at, RENTED.index("\n", at) if "\n" in RENTED[at:] else len(RENTED))])
    assert left_out is not None
    assert left_out.words.startswith("No keeper")
    assert head_left_out(RENTED, [(0, len(RENTED))]) is None
