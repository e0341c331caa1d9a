"""The figures of a span, one by one. All records are invented; the state texts are no law."""

import time

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.types import Brief, Evidence, IssueMap, ScopeHint
from pipeline.write.extract.asking import asked_of
from pipeline.write.extract.features import Described, describe, opens_item
from pipeline.write.extract.spans import spans_of
from pipeline.write.extract.weights import WEIGHTS

ASK = "How much does a permit for the footbridge on Mill Lane cost?"


def a_brief(question: str, *held: Evidence, scope: ScopeHint = "local", **issue: object) -> Brief:
    local = [one for one in held if one.chunk.lane == "local"]
    state = [one for one in held if one.chunk.lane == "state"]
    known = IssueMap.model_validate({"town": "Alder Falls", **issue})
    return make_brief(question, retrieval=make_retrieval(local, state), issue=known, scope=scope)


def described(question: str, *held: Evidence, scope: ScopeHint = "local", **issue: object) -> tuple[Described, ...]:
    brief = a_brief(question, *held, scope=scope, **issue)
    return describe(tuple(map(spans_of, brief.retrieval.merged)), asked_of(brief), brief)


def figure(name: str, question: str, *texts: str, **issue: object) -> list[float]:
    """The figure of every span when each text is a paragraph of one page."""
    page = evidence("L1", "\n\n".join(texts), title="Record", board="")
    return [one.figures[name] for one in described(question, page, **issue)]


def of_page(name: str, question: str, *held: Evidence, scope: ScopeHint = "local", **issue: object) -> dict[str, float]:
    """The figure of the first span of every piece of evidence, by its label."""
    found: dict[str, float] = {}
    for one in described(question, *held, scope=scope, **issue):
        found.setdefault(one.span.evidence.label, one.figures[name])
    return found


def test_every_figure_has_a_weight_and_every_weight_a_figure() -> None:
    (one, *_) = described(ASK, evidence("L1", "The permit for the footbridge is $20."))
    assert list(one.figures) == list(WEIGHTS)


def test_nothing_is_described_without_evidence() -> None:
    brief = a_brief(ASK)
    assert describe((), asked_of(brief), brief) == ()
    assert describe(((),), asked_of(brief), brief) == ()


# ---- words


@pytest.mark.parametrize("name", ["cov", "rare", "covrel", "dens", "near"])
def test_a_sentence_with_more_words_of_the_question_shows_more(name: str) -> None:
    few, more = figure(name, ASK, "The road agent came about a permit.", "A permit for the footbridge is $20.")
    assert more > few


def test_the_best_sentence_shows_all_of_what_can_be_shown() -> None:
    assert max(figure("covrel", ASK, "A permit is needed.", "The wharf is old.")) == 1.0


def test_a_sentence_without_a_key_word_of_the_question_is_marked() -> None:
    assert figure("key0", "What did they decide about the footbridge?", "The board decided it.", "A footbridge.") == [
        1,
        0,
    ]
    assert figure("key0", ASK, "The wharf was lit.", "The footbridge is old.") == [1.0, 0.0]


def test_a_name_of_the_question_must_stand_near() -> None:
    far = ["The wharf was lit at night."] * 12
    found = figure("noname", ASK, "Mill Lane is closed.", "It stays so.", *far)
    assert found[:2] == [0.0, 0.0]
    assert found[-1] == 1.0


def test_words_that_stand_side_by_side_in_the_question_are_looked_for_together() -> None:
    together, apart = figure(
        "pairs", "What is a default budget?", "The default budget was read.", "By default the old town budget stands."
    )
    assert together > apart == 0.0


def test_what_was_said_before_fades_with_the_distance() -> None:
    found = figure("before", ASK, "The footbridge permit was raised.", *["The clerk read the letter."] * 16)
    assert found[0] == 0.0
    assert found[1] > found[2] > found[3] > 0
    assert found[2] == pytest.approx(0.8 * found[1])
    assert found[-1] == 0.0


def test_an_item_border_halves_what_was_said_before() -> None:
    def after(between: str) -> float:
        return figure("before", ASK, "The footbridge permit was raised.", between, "The clerk read the letter.")[2]

    assert after("Case #31-08-V: The wharf.") == pytest.approx(after("They went on to the wharf.") / 2)


def test_what_was_said_before_counts_for_records_and_law_apart() -> None:
    text = "The footbridge permit was raised. The clerk read the letter."
    (record, law) = (
        described(ASK, page)[1].figures for page in (evidence("L1", text), a_section("S1", "RSA 500:7", text))
    )
    assert record["before"] > record["before_law"] == 0.0
    assert law["before_law"] > law["before"] == 0.0


def test_what_stands_after_a_sentence_is_near_it_too() -> None:
    first, *_ = figure("near", ASK, "Tibbetts asked about the fee.", "The footbridge permit was meant.")
    alone, *_ = figure("near", ASK, "Tibbetts asked about the fee.", "The wharf was meant.")
    assert first > alone


def test_the_title_tells_what_a_page_is_about_beyond_the_sentence() -> None:
    titled = evidence("L1", "The fee is $20.", title="Footbridge ordinance")
    other = evidence("L2", "The fee is $20.", title="Wharf ordinance", doc_id="b")
    found = of_page("about", ASK, titled, other)
    assert found["L1"] > found["L2"] == 0.0
    own = evidence("L1", "The footbridge fee is $20.", title="Footbridge ordinance")
    assert of_page("about", ASK, own)["L1"] == 0.0


def test_an_item_is_worth_what_its_sentences_show_together() -> None:
    found = figure(
        "item",
        ASK,
        "Case #31-07-V: The footbridge.",
        "A permit was asked for.",
        "Case #31-08-V: The wharf.",
        "It is old.",
    )
    assert found[0] == found[1] > found[2] == found[3]


# ---- identifiers


def test_an_identifier_reaches_to_the_end_of_its_item() -> None:
    found = figure(
        "ident",
        "What became of case #31-07-LM?",
        "The board met.",
        "Case #31-07-LM: A merger of lots.",
        "Tibbetts moved to approve.",
        "Varney seconded it.",
        "Case #31-08-V: A new wharf.",
        "Tibbetts moved to deny.",
        identifiers=("#31-07-LM",),
    )
    assert found == pytest.approx([0.0, 1.0, 0.7, 0.65, 0.0, 0.0])


def test_the_case_number_beside_an_identifier_is_followed() -> None:
    found = figure(
        "ident",
        "What became of tax map 12-044?",
        "Case #31-07-LM: The lot at tax map 12-044.",
        "Case #31-08-V: A new wharf.",
        "Tibbetts moved to approve case #31-07-LM.",
        identifiers=("12-044",),
    )
    assert found == pytest.approx([1.0, 0.0, 1.0])


# ---- the kind of answer and the form of the sentence

KINDS = [
    ("amount", ASK, "The fee is $20.", "The fee is small."),
    ("cue", ASK, "The fee is $20.", "The fee is small."),
    ("cues", ASK, "The fee is $20.", "The fee is small."),
    ("rule", "Can I cross the footbridge?", "No person shall cross.", "People cross."),
    ("measure", "How wide is the footbridge?", "It is six feet wide.", "It is wide."),
    ("measure", "What is the tax rate?", "It is 11.60 here.", "It is high."),
    ("duration", "How long is the footbridge closed?", "It is closed for 14 days.", "It is closed."),
    ("motion", ASK, "Tibbetts moved to close it.", "Tibbetts wished to close it."),
    ("motion_asked", "What did the board decide?", "Tibbetts moved to close it.", "Tibbetts wished to close it."),
    ("verb", ASK, "The board has closed it.", "Closed bridge on the lane"),
    ("digit", ASK, "It is 4 yards.", "It is four yards."),
    ("date", "When was it closed?", "It was closed on May 20.", "It was closed in spring."),
    ("short", ASK, "It is closed.", "It is closed from the first of May until the last of June."),
    ("length", ASK, "It is closed from the first of May until the last of June.", "It is closed."),
]


@pytest.mark.parametrize(("name", "question", "has", "has_not"), KINDS)
def test_a_sentence_of_the_kind_is_told_from_one_that_is_not(name: str, question: str, has: str, has_not: str) -> None:
    with_it, without = figure(name, question, has, has_not)
    assert with_it > without
    if name != "length":
        assert without == 0.0


@pytest.mark.parametrize(
    ("name", "text"),
    [("amount", "The fee is $20."), ("rule", "No one shall cross."), ("motion_asked", "Tibbetts moved to close it.")],
)
def test_a_kind_that_was_not_asked_for_counts_nothing(name: str, text: str) -> None:
    assert figure(name, "Where is the footbridge?", text) == [0.0]


# ---- the record


def test_the_score_and_the_place_of_the_evidence_count_within_its_lane() -> None:
    held = [evidence("L1", "One."), evidence("L2", "Two.", doc_id="b"), evidence("S1", "Three.")]
    assert of_page("score", ASK, *held) == {"L1": 1.0, "L2": 0.5, "S1": 1.0}
    assert of_page("first", ASK, *held) == {"L1": 1.0, "L2": 0.5, "S1": 1.0}


@pytest.mark.parametrize(
    ("board", "boards", "other"),
    [
        ("Alder Falls Planning Board", ("Select Board",), 1.0),
        ("Alder Falls Planning Board", ("Planning Board",), 0.0),
        ("Board of Selectmen", ("Select Board",), 0.0),
        ("Board of Selectmen", ("Board of Assessors",), 1.0),
        ("", ("Select Board",), 0.0),
        ("Alder Falls Planning Board", (), 0.0),
    ],
)
def test_the_record_of_a_board_that_was_not_asked_for_is_marked(
    board: str, boards: tuple[str, ...], other: float
) -> None:
    page = evidence("L1", "The footbridge is old.", board=board)
    assert of_page("other_board", ASK, page, boards=boards) == {"L1": other}


def test_a_state_record_is_of_no_other_board() -> None:
    page = evidence("S1", "A bridge may be closed.", board="Bridge office")
    assert of_page("other_board", ASK, page, boards=("Select Board",)) == {"S1": 0.0}


@pytest.mark.parametrize(
    ("question", "date", "text", "other"),
    [
        ("What did the footbridge cost in 2029?", "2031-05-20", "It cost $20.", 1.0),
        ("What did the footbridge cost in 2031?", "2031-05-20", "It cost $20.", 0.0),
        ("What did the footbridge cost in 2029?", "2031-05-20", "In 2029 it cost $20.", 0.0),
        ("What did the footbridge cost in 2029?", "", "It cost $20.", 0.0),
        ("What did the footbridge cost?", "2031-05-20", "It cost $20.", 0.0),
    ],
)
def test_the_record_of_another_year_is_marked(question: str, date: str, text: str, other: float) -> None:
    assert of_page("other_year", question, evidence("L1", text, date=date, title="Minutes")) == {"L1": other}


@pytest.mark.parametrize(
    ("scope", "local", "wide"), [("local", 1.0, 0.0), ("statewide", 0.0, 1.0), ("mixed", 0.0, 0.0)]
)
def test_the_state_lane_counts_by_the_scope(scope: ScopeHint, local: float, wide: float) -> None:
    held = [evidence("L1", "The footbridge is old."), evidence("S1", "A footbridge may be closed.")]
    assert of_page("state_local", ASK, *held, scope=scope) == {"L1": 0.0, "S1": local}
    assert of_page("state_wide", ASK, *held, scope=scope) == {"L1": 0.0, "S1": wide}


def test_a_bill_is_marked_unless_a_change_is_asked_for() -> None:
    bill = evidence("S1", "A footbridge may be closed.", doc_type="bill")
    assert of_page("bill", ASK, bill) == {"S1": 1.0}
    assert of_page("bill", "What would the bill change for the footbridge?", bill) == {"S1": 0.0}
    assert of_page("bill", ASK, evidence("S1", "A footbridge may be closed.")) == {"S1": 0.0}


@pytest.mark.parametrize(
    ("status", "stale"), [("repealed", 1.0), ("superseded", 1.0), ("stale", 1.0), ("current", 0.0)]
)
def test_law_that_no_longer_holds_is_marked(status: str, stale: float) -> None:
    assert of_page("stale", ASK, evidence("S1", "A footbridge may be closed.", status=status)) == {"S1": stale}


def a_section(label: str, section: str, text: str = "The owner pays. The rest is free.") -> Evidence:
    return evidence(label, text, section=section, doc_type="statute", doc_id=section)


def test_a_section_is_linked_by_the_sentence_of_a_record_that_names_it() -> None:
    local = evidence("L1", "The permit for the footbridge costs what RSA 500:7, II says.", title="Minutes")
    found = of_page("link", ASK, local, a_section("S1", "RSA 500:7"), a_section("S2", "RSA 500:70"))
    assert found["S1"] > 0
    assert found["S2"] == found["L1"] == 0.0


def test_a_link_is_worth_what_the_naming_sentence_shows() -> None:
    def link(text: str) -> float:
        return of_page("link", ASK, evidence("L1", text, title="Minutes"), a_section("S1", "RSA 500:7"))["S1"]

    assert link("The permit for the footbridge on Mill Lane: RSA 500:7.") > link("The clerk quoted RSA 500:7.")


def test_a_state_record_links_nothing() -> None:
    state = evidence("S2", "The permit for the footbridge costs what RSA 500:7 says.")
    assert of_page("link", ASK, state, a_section("S1", "RSA 500:7"))["S1"] == 0.0


def test_only_the_first_sentence_of_a_section_opens_it() -> None:
    found = [one.figures["secfirst"] for one in described(ASK, a_section("S1", "RSA 500:7"))]
    assert found == [1.0, 0.0]
    assert figure("secfirst", ASK, "The fee is $20.", "It is due in May.") == [0.0, 0.0]


ROWS = (
    "Town Rate Levy Share Base\nAlder Falls 11.60 4,711 31 90\nPine Hollow 12.10 5,022 28 90\n"
    "Alder Falls Town Hall 12 Mill Lane"
)


def test_a_row_of_the_town_has_figures() -> None:
    table = evidence("S1", ROWS, title="Rates of all towns")
    found = {one.span.text: one.figures["townrow"] for one in described("What is the tax rate?", table)}
    assert [text for text, value in found.items() if value] == ["Alder Falls 11.60 4,711 31 90"]
    assert len(found) == 4
    unnamed = described("What is the tax rate?", table, town="")
    assert not any(one.figures["townrow"] for one in unnamed)


# ---- what is shown, and how long it takes


def test_a_span_shows_its_words_and_those_near_it() -> None:
    one, other = described(ASK, evidence("L1", "The footbridge is old.\n\nThe permit is $20.", title="Record"))
    assert {"footbridg", "permit"} <= one.shown
    assert {"footbridg", "permit"} <= other.shown
    assert 0 < one.coverage <= 1


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("Case #31-08-V: The wharf.", True),
        ("• Article 12: To see if", True),
        ("New Business: none", True),
        ("The fees are:", True),
        ("The fees for the footbridge on Mill Lane are:", False),  # leads into a list
        ("In case of fire, the article fails.", False),
    ],
)
def test_an_item_is_opened_by_its_head(text: str, opens: bool) -> None:
    brief = a_brief(ASK, evidence("L1", text, title="Record"))
    (span, *_) = spans_of(brief.retrieval.local[0])
    assert opens_item(span) is opens


def test_fifteen_full_places_are_described_quickly() -> None:
    unit = "Tibbetts asked whether the footbridge on Mill Lane {0} needs a permit under RSA 500:{0}; Varney{0} said so."
    text = " ".join(unit.format(number) for number in range(75))[:8000]
    held = [evidence(f"L{number}", text, doc_id=f"d{number}") for number in range(1, 16)]
    brief = a_brief(ASK, *held)
    chunks, asked = tuple(map(spans_of, brief.retrieval.merged)), asked_of(brief)

    def seconds() -> float:
        began = time.process_time()
        describe(chunks, asked, brief)
        return time.process_time() - began

    assert min(seconds() for _ in range(3)) < 0.7
