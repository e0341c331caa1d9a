"""How far a text meets a question: own words, near forms, misreadings, everyday words. All texts are invented."""

import pytest

from pipeline.write.extract.asking import Asked, LayWords
from pipeline.write.extract.features import stem_set
from pipeline.write.extract.meeting import Meeting, joined, less


def asked(*stems: str, lay: tuple[LayWords, ...] = ()) -> Asked:
    return Asked(stems=dict.fromkeys(stems, 1.0), kin=frozenset(), identifiers=(), cues=(), lay=lay)


def met(question: Asked, text: str, *others: str) -> dict[str, float]:
    texts = [stem_set(told) for told in (text, *others)]
    return Meeting(question, texts).met(texts[0])


def test_a_word_of_the_question_is_met_whole_and_other_words_are_not_met() -> None:
    assert met(asked("footbridg", "toll"), "The footbridge was closed.") == {"footbridg": 1.0}


def test_a_near_form_counts_half() -> None:
    assert met(asked("regul"), "The regulatory board met.") == {"regul": 0.5}


def test_the_word_itself_outweighs_its_near_form() -> None:
    assert met(asked("regul"), "The regulatory board met about a regulation.")["regul"] == 1.0


@pytest.mark.parametrize("other", ["The person came.", "Permeable ground drains.", "The wharf was lit."])
def test_another_word_with_the_same_first_letters_is_not_met(other: str) -> None:
    assert met(asked("permit", "wharfinger"), other) == {}


@pytest.mark.parametrize("misread", ["footbrldge", "fotbridge", "foootbridge"])
def test_a_word_never_found_is_met_by_one_that_differs_in_a_letter(misread: str) -> None:
    assert met(asked("footbridg"), f"The {misread} was closed.") == {"footbridg": 0.7}


def test_a_word_found_elsewhere_is_not_taken_for_misread() -> None:
    assert met(asked("paving"), "The saving was large.", "The paving began.") == {}


@pytest.mark.parametrize(
    ("question", "text"),
    [("dredging", "A dreggin lay there."), ("toll", "The tolk was paid."), ("bridge", "A ridges.")],
)
def test_two_letters_or_a_short_word_make_another_word(question: str, text: str) -> None:
    assert met(asked(question), text) == {}


LAY = LayWords(frozenset(["camper"]), frozenset(stem_set("recreational vehicle campsite permit")))


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("A recreational vehicle stands there.", 0.42),  # half the record's words
        ("A recreational vehicle on a campsite with a permit.", 0.7),
        ("A vehicle stands there.", 0.0),  # a quarter is no sign
    ],
)
def test_the_words_of_records_count_by_their_share(text: str, share: float) -> None:
    assert met(asked("camper", lay=(LAY,)), text).get("camper", 0.0) == pytest.approx(share)


def test_worth_is_a_share_and_a_rare_word_is_worth_more() -> None:
    texts = [stem_set(text) for text in ("board footbridge", "board", "board", "board")]
    meeting = Meeting(asked("board", "footbridg"), texts)
    common, rare, both = {"board": 1.0}, {"footbridg": 1.0}, {"board": 1.0, "footbridg": 1.0}
    assert 0 < meeting.worth(common) < meeting.worth(rare) < meeting.worth(both) == pytest.approx(1.0)
    assert meeting.rare_worth(both) == pytest.approx(1.0)
    assert meeting.rare_worth(rare) > meeting.worth(rare)
    assert meeting.worth({}) == 0.0


def test_worth_is_the_same_to_the_last_digit_in_whatever_order_words_are_met() -> None:
    roots = [f"word{number}" for number in range(40)]
    meeting = Meeting(asked(*roots), [frozenset(roots[number:]) for number in range(40)])
    shares = {root: 1 / (3 + at) for at, root in enumerate(roots)}
    orders = [dict(sorted(shares.items(), key=lambda item, by=by: hash(item[0][::by]))) for by in (1, -1, 2, 3)]
    assert len({tuple(order) for order in orders}) > 1
    assert len({meeting.worth(order) for order in orders}) == 1
    assert len({meeting.rare_worth(order) for order in orders}) == 1


def test_a_question_without_words_is_worth_nothing() -> None:
    meeting = Meeting(asked(), [frozenset(["board"])])
    assert meeting.worth(meeting.met(frozenset(["board"]))) == 0.0


def test_joined_keeps_the_best_and_less_what_is_beyond() -> None:
    one, other = {"a": 0.5, "b": 1.0}, {"a": 0.8, "b": 0.4}
    assert joined((one, other)) == {"a": 0.8, "b": 1.0}
    assert less(one, other) == {"b": 0.6}
