"""Lines of the ledger beside an answer: on the question's matter, none told for another."""

from __future__ import annotations

from pipeline.answer.acts import best_acts, holder_line, of_kind_asked, of_years
from vault.facts.types import Matter, Motion, Notice, Officer, RowFigure, Slot, Utterance
from vault.holders import office_holders
from vault.ledger import LedgerRow

_PLACE = {"title": "Minutes", "state": "NH", "town": "Alder Falls", "board": "Select Board", "doc_type": "minutes",
          "doc_status": "approved", "page": 1, "chunk_id": None, "source": "", "url": ""}  # fmt: skip


def _row(number: int, record: object, date: str = "2025-05-06") -> LedgerRow:
    return LedgerRow.model_validate({**_PLACE, "id": number, "record": record, "doc_id": f"d{number}", "date": date})


_AT = {"text": "x", "start": 0, "end": 1}
_BUDGET = _row(1, Motion.model_validate({**_AT, "action": "approve", "object": "Article 14 operating budget",
                                         "fate": "passed", "outcome": "granted", "mover": "Roy"}))  # fmt: skip
_FIREWORKS = _row(2, RowFigure.model_validate({**_AT, "label": "fireworks", "value": "$25,000"}))
_CASE = _row(
    3,
    Motion.model_validate(
        {**_AT, "object": "the variance", "action": "deny", "fate": "passed", "outcome": "denied",
         "matters": (Matter(kind="case", name="Case #25-02-V", key="case:25-2-v"),)}
    ),
)  # fmt: skip


def test_a_row_that_only_shares_the_words_of_voting_is_not_told() -> None:
    asked = {"decid": 0.35, "firework": 1.0, "budget": 1.0, "vote": 1.0}
    assert best_acts(asked, [_BUDGET, _FIREWORKS]) == (_FIREWORKS,)
    assert best_acts({"decid": 0.35, "skate": 1.0, "vote": 1.0}, [_BUDGET, _FIREWORKS]) == ()


def test_who_votes_or_pays_is_no_matter_of_a_row() -> None:
    asked = {"voter": 1.0, "approv": 1.0, "polic": 1.0}
    registration, police = (
        _row(number, RowFigure.model_validate({**_AT, "label": label, "value": "$40,000"}))
        for number, label in ((7, "Voter Registration"), (8, "Police Department"))
    )
    assert best_acts(asked, [registration, police]) == (police,)


def test_rows_of_another_year_are_told_as_such() -> None:
    assert of_years([_BUDGET], ("2025",)) == ((_BUDGET,), "")
    assert of_years([_BUDGET], ("2031",)) == ((_BUDGET,), "Of 2031 the ledger has no such row; of other years:")
    assert of_years([], ("2031",)) == ((), "")


def test_a_fund_in_short_is_the_fund_in_full_and_one_of_another_name_is_not_told() -> None:
    asked = {"plow": 1.0, "equip": 1.0, "capit": 1.0, "reserv": 1.0}
    short, other = (
        _row(number, RowFigure.model_validate({**_AT, "label": label, "value": "$40,000"}))
        for number, label in ((7, "Plow Equip CRF"), (8, "Library Capital Reserve Fund"))
    )
    assert best_acts(asked, [short, other]) == (short,)
    assert best_acts(asked, [other]) == ()


def test_one_rare_word_alone_is_not_the_matter() -> None:
    trucks = _row(9, Utterance.model_validate({**_AT, "speaker": "Roy", "said": "the dump trucks are loud"}))
    fee = _row(10, RowFigure.model_validate({**_AT, "label": "dump permit", "value": "$20"}))
    assert best_acts({"dump": 1.0, "permit": 1.0, "fee": 1.0}, [trucks, fee]) == (fee,)
    assert best_acts({"dump": 1.0, "permit": 1.0, "fee": 1.0}, [trucks]) == ()


def test_a_named_case_is_told_by_rows_that_name_it_only() -> None:
    other = _row(4, Motion.model_validate({**_AT, "object": "the variance of Case #25-09-V", "action": "deny"}))
    assert best_acts({"varianc": 1.0, "case": 1.0}, [other, _CASE], ("25-02-v",)) == (_CASE,)


def test_what_officials_said_is_no_act() -> None:
    words = [Utterance.model_validate({**_AT, "speaker": "Roy", "said": f"the bridge is old {n}"}) for n in range(4)]
    said = [_row(n, one) for n, one in enumerate(words, 5)]
    moved = _row(9, Motion.model_validate({**_AT, "object": "the bridge", "action": "approve"}))
    assert best_acts({"bridg": 1.0}, [*said, moved]) == (moved,)


def test_a_holder_is_told_with_first_and_last_day() -> None:
    slot = (Slot(name="person", start=0, end=1),)
    held = (("Ada Osgood", "2024-01-02"), ("Max Poe", "2025-01-07"), ("M. Poe", "2025-02-04"))
    rows = [
        _row(n, Officer(text="x", start=0, end=1, slots=slot, person=name, office="chair", quality="certain"), date)
        for n, (name, date) in enumerate(held)
    ]
    now, before = office_holders(rows)
    assert (now.person, now.current, before.person, before.current) == ("Max Poe", True, "Ada Osgood", False)
    assert holder_line(now) == (
        "Select Board: Max Poe, chair; named at 2 meetings held, 2025-01-07 to 2025-02-04 [d2 p. 1]"
    )


def test_one_person_written_with_and_without_an_initial_holds_an_office_once() -> None:
    slot = (Slot(name="person", start=0, end=1),)
    rows = [
        _row(n, Officer(text="x", start=0, end=1, slots=slot, person=name, office="chair", quality="certain"))
        for n, name in enumerate(("C. Ned Poe", "Ned Poe"), 1)
    ]
    (holder,) = office_holders(rows)
    assert holder_line(holder).startswith("Select Board: C. Ned Poe, chair; named at 1 meeting held, 2025-05-06 [")


def test_rows_are_of_the_kind_that_is_asked_for() -> None:
    notices = [
        _row(n, Notice.model_validate({**_AT, "what": "meeting", "date": day}), day)
        for n, day in ((7, "2025-06-03"), (8, "2025-07-01"))
    ]
    rows = [_BUDGET, _FIREWORKS, _CASE, *notices]
    assert of_kind_asked(rows, "Did the board table the fireworks?") == (_BUDGET, _CASE)
    assert of_kind_asked(rows, "How much are the fireworks?") == (_FIREWORKS,)
    assert of_kind_asked(rows, "When is the next meeting?") == (notices[1],)
    assert of_kind_asked(rows, "What did Roy say about the fireworks?") == ()
    assert of_kind_asked(rows, "When is the variance heard?") == tuple(rows)


def test_words_in_which_anything_is_asked_are_no_matter_of_a_row() -> None:
    made = _row(9, RowFigure.model_validate({**_AT, "label": "make repairs", "value": "$500"}))
    assert best_acts({"make": 1.0, "tax": 1.0, "rate": 1.0}, [made, _FIREWORKS]) == ()
