"""Motions as minutes tell them: every slot, the fate, and what became of the matter."""

from __future__ import annotations

import pytest

from vault.facts.extract import records_in_text
from vault.facts.motions import motions
from vault.facts.outcomes import outcome_of, result_of, told
from vault.facts.rows import Context
from vault.facts.types import Motion


def _one(text: str) -> Motion:
    found = motions(text)
    assert len(found) == 1, [each.text for each in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "mover", "seconder"),
    [
        ("Osgood made a motion to approve it. Tilden seconded. All in favor. Motion passed.", "Osgood", "Tilden"),
        ("A Motion by K. Osgood to approve the lease. Tilden seconded. Motion passed 3-0.", "K. Osgood", "Tilden"),
        ("Mr. Osgood moved, seconded by Ms. Tilden, to approve the lease. The motion carried.", "Osgood", "Tilden"),
        ("Councilor de la Cruz moved to approve it. Mayor O'Neil seconded. It passed 4-0.", "de la Cruz", "O'Neil"),
        ("It was moved by Osgood and seconded by Tilden to approve the lease. Motion passed.", "Osgood", "Tilden"),
        ("Motion by A. Osgood, seconded by McGuire-Tilden, to approve it. Vote 5-0.", "A. Osgood", "McGuire-Tilden"),
        ("Osgood presented a lease and motioned to approve it. Tilden seconded. Motion passed.", "Osgood", "Tilden"),
        ("Roy Osgood made motion to approve the lease. Seconded by Van Tilden. So voted.", "Roy Osgood", "Van Tilden"),
        ("Moved by Osgood, supported by Tilden, to adopt Resolution 24-15. Ayes: Roe. Nays: None.", "Osgood", "Tilden"),
        ("On motion of Osgood, duly seconded by Tilden, the minutes were approved.", "Osgood", "Tilden"),
        ("A. Osgood motioned and B. Tilden seconded to approve it. Vote: 4 yes, 1 no (Roe).", "A. Osgood", "B. Tilden"),
        ("Motion (Osgood), second (Tilden) to approve the lease. Passed unanimously.", "Osgood", "Tilden"),
        ("Osgood/Tilden moved to approve the warrant. 3-0.", "Osgood", "Tilden"),
        ("The motion to approve the plan was made by Osgood, seconded by Ms. Tilden. So voted.", "Osgood", "Tilden"),
        ("Mr. Osgood made a motion, which was seconded by Ms. Tilden, to approve it. It passed.", "Osgood", "Tilden"),
        ("Motion to approve as presented: Osgood. Second: Tilden. Vote: Aye - 5, Nay - 0.", "Osgood", "Tilden"),
        ("Osgood moves to approve, Tilden seconds. 5-0-0.", "Osgood", "Tilden"),
        ("Roe called for a motion to approve it. Osgood so moved, seconded by Tilden. Carried.", "Osgood", "Tilden"),
        ("Motion by: Osgood Seconded by: Tilden To approve the abatement. All in favor.", "Osgood", "Tilden"),
        ("Vote to approve the minutes: Osgood moved, Tilden seconded, passed 3-0.", "Osgood", "Tilden"),
        ("By unanimous consent the Board approved the agenda.", "", ""),
        ("A motion was offered by Osgood, seconded by Tilden, to approve it. It passed 3-0.", "Osgood", "Tilden"),
        ("The Board, upon motion of Osgood and second of Tilden, approved it by a vote of 4-0.", "Osgood", "Tilden"),
        ("Motion by Osgood, support by Tilden, to approve the agenda. Carried.", "Osgood", "Tilden"),
        ("Osgood moved approval of the bills. Tilden supported. Motion carried.", "Osgood", "Tilden"),
        ("A motion was made (Osgood) and seconded (Tilden) to approve it. Vote was 4-0.", "Osgood", "Tilden"),
        ("Osgood moved to approve the lease. Second – Tilden. All in favor.", "Osgood", "Tilden"),
        ("It was agreed by consensus to approve the lease.", "", ""),
        ("The Committee approved the transfer by a vote of 6-1.", "", ""),
        ("It was the consensus of the Board to approve the lease.", "", ""),
    ],
)  # fmt: skip
def test_a_motion_is_read_however_minutes_tell_it(text: str, mover: str, seconder: str) -> None:
    motion = _one(text)
    assert (motion.mover, motion.seconder, motion.action, motion.fate) == (mover, seconder, "approve", "passed")
    assert motion.outcome == "granted"


@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        ("to deny the variance. Tilden seconded. Motion passed 3-2.", "denied"),
        ("to deny the variance. Tilden seconded. Motion failed 2-3.", "not denied"),
        ("to approve the variance. Tilden seconded. The motion failed.", "not granted"),
        ("to table the plan. Tilden seconded. All were in favor. Motion passed.", "tabled"),
        ("to continue the hearing to May 6. Tilden seconded. Motion carried.", "continued"),
        ("to give the waiver for the side yard. Tilden seconded. All were in favor. Motion passed.", "granted"),
        ("to not recommend Article 9. Tilden seconded. Motion passed 6-4.", "not recommended"),
        ("to approve the variance. The motion died for lack of a second.", "not granted"),
        ("to approve the variance. Tilden seconded. Discussion followed.", ""),
    ],
)
def test_the_matter_follows_from_the_action_and_the_fate(told: str, outcome: str) -> None:
    assert _one(f"Osgood made a motion {told}").outcome == outcome


@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        ("Osgood made a motion to seal the minutes. Tilden seconded. Motion passed.", "sealed"),
        ("Osgood moved to go into non-public session. Tilden seconded. Motion passed.", "entered nonpublic"),
        ("Osgood moved to re-enter the public meeting. Tilden seconded. Motion passed.", "re-entered public meeting"),
        ("Osgood nominated Ada Tilden as Chairman. Ames seconded. All were in favor. Motion passed.", "elected"),
        ("Osgood moved to add Ada Tilden to the Trail Council. Ames seconded. Motion passed.", "appointed"),
    ],
)
def test_acts_of_procedure_have_outcomes_of_their_own(told: str, outcome: str) -> None:
    assert _one(told).outcome == outcome


def test_a_failed_motion_against_is_no_recommendation() -> None:
    assert outcome_of("not_recommend", "failed") == ""
    assert outcome_of("enter_nonpublic", "tied") == outcome_of("withdraw", "died") == "not done"
    assert outcome_of("table", "failed") == "not tabled"


@pytest.mark.parametrize(
    "text",
    [
        "The Chairman called for a motion to adjourn.",
        "There is already a motion on the floor.",
        "The office will be moved to the new building.",
        "Osgood moved on to the next item.",
        "If the motion passed, the town would pay.",
    ],
)
def test_a_motion_that_is_only_spoken_of_is_none(text: str) -> None:
    assert motions(text) == ()


def test_the_vote_is_counted_only_where_numbers_or_names_are_printed() -> None:
    roll = _one(
        "Osgood moved to approve it. Tilden seconded. Roll call vote: Osgood-yes, Tilden-yes, Ames-no. Motion passed."
    )
    assert (roll.vote.yes, roll.vote.no, roll.vote.against) == (2, 1, ("Ames",))
    plain = _one("Osgood moved to approve the lease. Tilden seconded. All were in favor. Motion passed.")
    assert (plain.vote.yes, plain.vote.no, plain.vote.unanimous) == (None, None, True)
    words = _one("Osgood moved to approve the lease. Tilden seconded. Three in favor, one opposed. Motion passed.")
    assert (words.vote.yes, words.vote.no, words.vote.unanimous) == (3, 1, False)
    held = _one("Osgood moved to approve the lease. Tilden seconded. It passed 3-0. Councilor Ames abstained.")
    assert (held.vote.yes, held.vote.abstained, held.vote.abstaining) == (3, 1, ("Ames",))


def test_a_motion_that_leans_takes_matter_and_sum_from_the_sentence_before() -> None:
    text = (
        "Osgood presented a tax warrant for Map 12, Lot 004 in the amount of $250. Osgood motioned to approve it. "
        "Tilden seconded and the vote passed 3-0."
    )
    motion = _one(text)
    assert motion.amount == "$250"
    assert [matter.key for matter in motion.matters] == ["parcel:12-4"]
    assert motion.quality == "likely"


def test_several_things_have_no_single_sum() -> None:
    text = (
        "The Board received abatements. Map 1, Lot 2 in the amount of $30. Map 1, Lot 3 in the amount of $40. "
        "Osgood made a motion to approve these. Tilden seconded. All were in favor. Motion passed."
    )
    assert _one(text).amount == ""


def test_every_slot_points_at_its_words() -> None:
    text = "Minutes.\n\nMr. Osgood moved, seconded by Ms. Tilden, to pay Ames Paving $1,250.00. Motion carried."
    motion = _one(text)
    assert text[motion.start : motion.end] == motion.text
    places = {slot.name: text[slot.start : slot.end] for slot in motion.slots}
    assert places["mover"] == "Osgood"
    assert "Tilden" in places["seconder"]
    assert "$1,250.00" in places["amount"]
    assert "carried" in places["vote"]


def test_a_vote_belongs_to_the_last_motion_before_it() -> None:
    text = (
        "Osgood moved to approve the lease. Tilden seconded. Ames moved to table the lease. Tilden seconded. "
        "Motion passed 3-0."
    )
    first, second = motions(text)
    assert (first.fate, second.fate, second.outcome) == ("none", "passed", "tabled")


def test_a_second_with_a_vote_tells_a_motion_without_its_mover() -> None:
    motion = _one("Osgood presented an abatement for Map 3 Lot 9 for $80. Tilden seconded and the motion passed.")
    assert (motion.mover, motion.seconder, motion.outcome, motion.amount) == ("", "Tilden", "granted", "$80")


def test_the_passage_at_the_foot_of_a_resolution_is_an_act() -> None:
    motion = _one(
        "# Resolution No. 12-2024\n\nFees change.\n\nPassed at the April 8, 2024 Alder Falls Meeting (4-1 vote)"
    )
    assert (motion.vote.yes, motion.vote.no, motion.outcome) == (4, 1, "granted")
    assert motion.matters[0].key == "resolution:12-2024"


_CASE = "A Motion by Osgood for Case 25-02-V: Ames of 8 Mill Rd. 16B. Map 9\nto Grant Approval."


@pytest.mark.parametrize(
    ("text", "seconder", "action", "outcome"),
    [
        (
            "MOTION was made by Roy Osgood and seconded by Ada Tilden to pay it.",
            "Ada Tilden",
            "authorize",
            "authorized",
        ),
        ("Roy Osgood made a MOTION, seconded by Ada\nTilden to pay it.", "Ada Tilden", "authorize", "authorized"),
        ("Osgood moved that it be continued to May 6. Tilden seconded.", "Tilden", "continue", "continued"),
        (f"{_CASE} Tilden seconded.", "Tilden", "approve", "granted"),
        ("Osgood moved to accept Case 25-02-V. Tilden seconded.", "Tilden", "accept", "accepted"),
    ],
)
def test_forms_that_wrap_or_ask_in_the_passive_keep_their_slots(
    text: str, seconder: str, action: str, outcome: str
) -> None:
    motion = _one(f"{text} Motion passed.")
    assert (" ".join(motion.seconder.split()), motion.action, motion.outcome) == (seconder, action, outcome)


def test_a_motion_that_the_next_one_takes_back_is_withdrawn() -> None:
    first, second = motions(
        "A Motion by Osgood to approve the plan. Tilden seconded. A Motion by Osgood to withdraw the previous motion. "
        "Tilden seconded. Motion passed."
    )
    assert (first.fate, first.outcome) == ("withdrawn", "")
    assert second.outcome == "done"


def test_who_moved_to_a_town_made_no_motion() -> None:
    assert motions("Ms. Slater is new to the area and moved to Cedarton in 2015. She likes it.") == ()


def test_an_ordinance_tells_its_own_passage_and_no_day_is_a_vote() -> None:
    context = Context(doc_type="ordinance")
    foot = "Passed at the April 8, 2024 Alder Falls meeting (4-1 vote)"
    text = f"ORDINANCE NO. 76-2008\nThe City moved to Section 5.\n{foot}"
    (passed,) = (one for one in records_in_text(text, context) if one.kind == "motion")
    assert (passed.vote.yes, passed.vote.no) == (4, 1)
    day = "ORDINANCE NO. 76-2008\nPassed by the Council on 6-9-08"
    assert not [one for one in records_in_text(day, context) if one.kind == "motion"]


def test_the_last_of_those_in_favor_is_not_the_one_opposed_after_the_comma() -> None:
    told = "Roe made a motion to pave Mill Lane. Lee seconded. Voted to approve were Roe, Lee, K. Ames, {} (3-1-0)"
    assert _one(told.format("Opposed was Tan.")).vote.against == ("Tan",)


def test_the_one_who_voted_against_is_named_in_brackets() -> None:
    motion = _one("Osgood made a motion to join the chamber, seconded by Tilden. 5 in favor, 1 (Ames) against.")
    assert (motion.vote.yes, motion.vote.no, motion.vote.against) == (5, 1, ("Ames",))


def test_what_was_asked_ends_before_who_moved_and_seconded() -> None:
    motion = _one("Motion to approve the minutes of July 14 by Ash Osgood, seconded by\nBo Tilden. Unanimous approval.")
    assert (motion.mover, motion.seconder, motion.object) == ("Ash Osgood", "Bo Tilden", "the minutes of July 14")


def test_a_sum_with_cents_is_no_vote() -> None:
    assert _one("Osgood moved to approve $8000.00 for the tabulator. Tilden seconded.").vote.yes is None


def test_a_quotation_that_is_never_closed_hides_no_motion() -> None:
    assert (
        _one("the “old rate was raised. Osgood moved to approve it. Tilden seconded. Motion passed.").mover == "Osgood"
    )


def test_a_vote_told_against_its_result_is_never_certain() -> None:
    motion = _one("Osgood moved to approve the lease. Tilden seconded. All were opposed. Motion passed.")
    assert (motion.fate, motion.outcome, motion.quality) == ("failed", "not granted", "likely")


def test_an_application_is_that_of_the_case_that_is_open_not_of_what_was_said_last() -> None:
    (motion,) = motions(
        "Case #25-01-LM: a merger of lots.\n\nAmes advised that the deeds were read. Osgood made a motion to "
        "accept the application as complete. Tilden seconded. Motion passed."
    )
    assert motion.object.startswith("the application as complete – Case #25-01-LM")
    assert "deeds" not in motion.object


def test_the_hour_before_a_mover_is_no_part_of_the_name() -> None:
    assert _one("At 9:30 AM Osgood motioned to adjourn. Tilden seconded. Motion passed.").mover == "Osgood"


def test_a_bare_sum_is_for_what_opens_its_paragraph() -> None:
    motion = _one(
        "Patriotic Purposes- Ames advised that this is for flags. Osgood asked for more.\n"
        "Osgood made a motion to approve this for $28,000. Tilden seconded. Motion passed."
    )
    assert motion.object == "Patriotic Purposes: this for $28,000"
    assert [matter.name for matter in motion.matters] == ["Patriotic Purposes"]


def test_a_parcel_between_the_request_and_the_motion_is_its_matter() -> None:
    motion = _one(
        "The Board received a Water Warrant in the amount of $40.00. This is for Map 093, Lot 005 to turn it off. "
        "Osgood made a motion to approve. Tilden seconded. Motion passed."
    )
    assert [matter.key for matter in motion.matters] == ["parcel:93-5"]


_FORMS = {
    "Upon motion duly made and seconded, it was VOTED: to approve the warrant.": ("", "", "approve", "passed"),
    "Motion (Roe/Lee) to approve the plan. Carried 4-1.": ("Roe", "Lee", "approve", "passed"),
    "Roe moved, Lee seconded, to table the request. Motion carried.": ("Roe", "Lee", "table", "passed"),
    "Motion: Roe. Second: Lee. To approve the lease. Vote: All in favor.": ("Roe", "Lee", "approve", "passed"),
    "MOTION - To allocate $50 a month moved by Jo Roe, seconded by Al Lee. Unanimous approval.": (
        "Jo Roe",
        "Al Lee",
        "authorize",
        "passed",
    ),
    "It was moved that we write a letter by Jo Roe. Seconded by Al Lee. Unanimously approved.": (
        "Jo Roe",
        "Al Lee",
        "authorize",
        "passed",
    ),
    "Adjournment: Motion at 8:12 pm to adjourn by Jo Roe, seconded by Al Lee. Unanimous Approval": (
        "Jo Roe",
        "Al Lee",
        "adjourn",
        "passed",
    ),
    "The Board voted 3-0 to approve the warrant for Map 12 Lot 3.": ("", "", "approve", "passed"),
    "Roe moved we accept the donation of $500. Lee seconded. Motion carried.": ("Roe", "Lee", "accept", "passed"),
    "Roe asked for a motion to adjourn; so moved by Lee, seconded by Tan. All in favor.": (
        "Lee",
        "Tan",
        "adjourn",
        "passed",
    ),
    "Roe moved to conditionally approve the plan. Lee seconded. Motion carried 4-0-1.": (
        "Roe",
        "Lee",
        "approve",
        "passed",
    ),
    "Ada Roe said that the job is done and she made a motion to release $14. Lee seconded. Motion passed.": (
        "Ada Roe",
        "Lee",
        "authorize",
        "passed",
    ),
    "Ada Roe: motion to approve prior minutes. Lee second.  Approved, Bo Tan abstained.": (
        "Ada Roe",
        "Lee",
        "approve",
        "passed",
    ),
    "Roe made a motion to have Ada complete the form. Lee seconded. Motion carried.": (
        "Roe",
        "Lee",
        "authorize",
        "passed",
    ),
    "MOTION - Jo Roe requested reimbursement of $70.84, seconded by Al Lee. Unanimous approval.": (
        "Jo Roe",
        "Al Lee",
        "authorize",
        "passed",
    ),
    "MOTION for the council to join the chamber by Jo Roe, seconded by Al Lee. Approved.": (
        "Jo Roe",
        "Al Lee",
        "other",
        "passed",
    ),
    "Ada Roe gave a report. She moved to deny the permit. Lee seconded. Motion passed.": (
        "Ada Roe",
        "Lee",
        "deny",
        "passed",
    ),
}


@pytest.mark.parametrize("text", _FORMS)
def test_a_motion_is_read_in_the_forms_of_other_towns(text: str) -> None:
    found = motions(text)
    assert [(one.mover, one.seconder, one.action, one.fate) for one in found] == [_FORMS[text]]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Roe moved to approve it. Lee seconded. Vote: Roe aye, Lee aye, Tan nay.", (2, 1, None)),
        ("Motion by Jo Roe, second by Al Lee to pay. Carried by Jo Roe yea, Al Lee yea, and Bo Tan yea.", (3, 0, None)),
        ("Roe moved to accept it. Lee seconded. Roe, Tan, and Osgood voted in favor. Approved.", (3, 0, None)),
        ("Roe moved to accept it. Lee seconded. Others for it. Tan, Osgood, Day abstained. Carried.", (None, None, 3)),
        ("Roe moved to accept it. Lee seconded. Others for it. A. Tan and B. Day Abstained. Carried.", (None, None, 2)),
        ("Roe moved to accept it. Lee seconded. Abstained: Al Tan and Bo Day. Motion passed.", (None, None, 2)),
        ("Roe moved to approve the plan of Lot: 002 for a shed. Lee seconded. Motion passed.", (None, None, None)),
        ("Roe moved to approve it. Lee seconded. Carried. The 2031 Year End report came.", (None, None, None)),
    ],
)  # fmt: skip
def test_votes_are_counted_however_names_stand(text: str, counts: tuple[int | None, int | None, int | None]) -> None:
    vote = _one(text).vote
    assert (vote.yes, vote.no, vote.abstained) == counts
    assert _one(text).fate == "passed"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Jo Roe offered a resolution, supported by Al Lee to give the Clerk the right to apply. Motion passed.",
            ("Jo Roe", "Al Lee", "authorize", "passed"),
        ),
        (
            "Motion by Jo Roe, second by Al Lee for Bo Tan to print the forms. Motion carried.",
            ("Jo Roe", "Al Lee", "authorize", "passed"),
        ),
        (
            "It was moved that AFTC should write a letter to the State by Jo Roe. Seconded by Al Lee. Carried.",
            ("Jo Roe", "Al Lee", "authorize", "passed"),
        ),
        ("Closing\nMotion to adjourn the meeting at 7:30 pm.", ("", "", "adjourn", "none")),
        ("Motion and second to appoint Bo Tan as judge. Carried.", ("", "", "nominate", "passed")),
    ],
)  # fmt: skip
def test_forms_of_small_towns(text: str, told: tuple[str, str, str, str]) -> None:
    one = _one(text)
    assert (one.mover, one.seconder, one.action, one.fate) == told


def test_a_motion_that_was_asked_for_is_none() -> None:
    assert motions("The Clerk requested a motion to approve the judges. Roe spoke. Lee seconded that view.") == ()


def test_a_motion_leans_on_the_list_above_in_the_plural_too() -> None:
    listed = "Roe presented two exemptions:\n-19 Dorr Rd\n-25 Main St"
    text = f"{listed}\nRoe made a motion to approve the exemptions. Lee seconded. Carried."
    assert "19 Dorr Rd" in f"{_one(text).object} {_one(text).matters}"


def test_a_motion_inside_a_quotation_was_not_made_here() -> None:
    text = (
        "Page 2 should read “A Motion by Roe to write a letter to the Chief.” A Motion by Lee to adjourn. Tan seconded."
    )
    assert [one.mover for one in motions(text)] == ["Lee"]


def test_a_vote_of_the_board_after_a_motion_is_the_vote_of_that_motion() -> None:
    found = motions("Roe moved to approve the lease. Lee seconded. The Board voted 4-1 to approve.")
    assert [(one.mover, one.fate, one.vote.yes, one.vote.no) for one in found] == [("Roe", "passed", 4, 1)]


def test_a_vote_of_an_earlier_meeting_is_no_motion() -> None:
    assert motions("The Board voted to approve the lease at its last meeting.") == ()


@pytest.mark.parametrize(
    ("told", "against", "abstaining"),
    [
        ("All those voting in opposition were Ames, Osgood, Day and Park abstained. Motion failed 1-3-1.",
         ("Ames", "Osgood", "Day"), ("Park",)),
        ("Ames, Osgood voted for it. Opposed were Bo Day, A. Park, and J. Tan. Motion failed 2-3.",
         ("Bo Day", "A. Park", "J. Tan"), ()),
        ("All others voted in favor. A. Day – Opposed. Motion passed 4-1.", ("A. Day",), ()),
        ("All others voted in favor. Day Opposed. Park – Abstained. Motion passed 3-1-1.", ("Day",), ("Park",)),
    ],
)  # fmt: skip
def test_those_against_and_those_abstaining_are_named(
    told: str, against: tuple[str, ...], abstaining: tuple[str, ...]
) -> None:
    vote = _one(f"A Motion by Roe to recommend the budget. Lee seconded. {told}").vote
    assert (vote.against, vote.abstaining) == (against, abstaining)


@pytest.mark.parametrize(("case", "named"), [("25-03-SPR", ""), ("25-03-V", " (variance)"), ("25-03", " (variance)")])
def test_a_case_is_not_called_by_what_its_letters_do_not_stand_for(case: str, named: str) -> None:
    text = f"Case #{case}: Ada Roe had a variance in May.\n\nTan moved to approve it. Lee seconded. Motion passed 3-0."
    assert [matter.name for matter in _one(text).matters if matter.kind == "case"] == [f"Case #{case}{named}"]


def test_the_names_of_a_listed_vote_are_counted() -> None:
    found = motions("Motion by Roe, seconded by Lee, to deny the appeal. AYES: Roe, Lee NOES: Tan. Motion carried.")
    assert (found[0].vote.yes, found[0].vote.no, found[0].vote.against) == (2, 1, ("Tan",))


def test_a_motion_that_names_a_case_itself_is_not_of_the_case_opened_before() -> None:
    text = (
        "Case #25-02-SUBD: Ada Roe seeks a subdivision.\n\nTan spoke.\n\n"
        "Lee moved to approve Case #25-05-SPR: Bo Park. Tan seconded. Motion passed 3-0.\n\nNew Business:\n\n"
        "Lee moved to send a letter to the clerk. Tan seconded. Motion passed 3-0."
    )
    first, second = motions(text)
    assert [matter.key for matter in first.matters] == ["case:25-5-spr"]
    assert "case:25-2-subd" not in {matter.key for matter in second.matters}


def test_a_fund_is_one_under_its_shortened_name() -> None:
    keys = [motions(f"Lee moved to approve the {name} of $5. Tan seconded.")[0].matters[0].key for name in _FUNDS]
    assert len(set(keys)) == 1


_FUNDS = ("Highway Equip CRF", "Highway Equipment CRF")


def test_a_transcript_moves_and_seconds_in_the_first_person() -> None:
    (moved,) = motions(
        "[00:12:31] Selectman Lee: I make a motion to buy salt for $14,200.\n"
        "[00:12:41] Chair Roe: I second. Motion passed 3-0."
    )
    assert (moved.mover, moved.seconder, moved.amount, moved.outcome) == ("Lee", "Roe", "$14,200", "authorized")


def test_moving_on_to_review_a_plan_is_no_motion() -> None:
    assert motions("Chairman Roe moved to review the plan noting the lights.") == ()


def test_a_motion_in_words_says_what_is_not_told() -> None:
    by_second = _one("Osgood presented the lease of the mill. Tilden seconded and the motion passed.")
    assert told(by_second).startswith("moved to approve, by whom is not told, Tilden seconding: ")
    assert result_of(by_second.changed(outcome="", fate="none")) == "no result told"
    assert result_of(by_second.changed(outcome="", fate="withdrawn")) == "the motion withdrawn"


def test_a_roll_call_told_after_the_result_is_counted() -> None:
    vote = _one(
        "Roe made a motion to enter a nonpublic session. Lee seconded. Motion passed. Roll call vote was taken. "
        "Lee answered yes. Tan answered. yes. Roe answered no. The room was cleared."
    )
    assert (vote.vote.yes, vote.vote.no, vote.vote.against) == (2, 1, ("Roe",))
    assert vote.text.endswith("Roe answered no.")


@pytest.mark.parametrize(
    ("after", "end", "abstained"),
    [
        ("\nOPERATING TOTAL: $7,932,516.00\nNext.", "passed 4-0", None),
        ("\n• Sewer - $30", "passed 4-0", None),
        ("\nTan abstained.", "Tan abstained.", 1),
        (" with Mr.\nTan abstaining. Next.", "Tan abstaining.", 1),
    ],
)
def test_a_vote_ends_with_its_line_where_another_begins(after: str, end: str, abstained: int | None) -> None:
    found = _one(f"A Motion by Roe to recommend the budget. Lee seconded. Motion passed 4-0{after}")
    assert (found.text.endswith(end), found.vote.abstained) == (True, abstained)


def test_a_vote_that_the_chair_calls_for_is_an_act_where_the_motion_is_told_to_pass() -> None:
    called = "Chairman Roe called for a vote to accept the 2031 precinct budgets."
    found = _one(f"{called} Lee and Tan voted in favor. Day – Opposed. Motion passed. (7-1-0)")
    assert (found.mover, found.action, found.outcome, found.vote.yes) == ("", "accept", "accepted", 7)
    assert motions(f"{called} Lee and Tan discussed it.") == ()
    moved = motions(f"Lee moved to accept the budgets. Tan seconded. {called} Motion passed 3-0.")
    assert [one.vote.yes for one in moved] == [3]


def test_a_sentence_broken_by_a_blank_line_goes_on() -> None:
    found = _one("Roe made the motion to approve the June 9, 2031 meeting\n\nminutes, seconded by Lee, passed 3-0.")
    assert [matter.key for matter in found.matters] == ["minutes:2031-06-09"]


def test_a_sentence_before_a_list_is_no_heading() -> None:
    found = motions(
        "Roe presented three tax warrants:\n• Map 9 Lot 1 for $5\n• Map 9 Lot 2 for $6\n\n"
        "Roe moved to approve them. Lee seconded and the motion passed 3-0.\n"
        "Roe presented a water warrant for $40 and moved to approve it. Lee seconded and the motion passed 3-0."
    )
    assert not [matter for matter in found[-1].matters if matter.kind == "subject"]


def test_a_motion_under_a_bullet_is_about_the_bullet() -> None:
    found = _one(
        "TO BE RAISED - $5,497,931.00\n2.79%\n• Alder Precinct - $636,590.00\nThe chair explained the total.\n"
        "A Motion by Roe to recommend it. Lee seconded. Motion passed 9-0."
    )
    assert [matter.name for matter in found.matters] == ["Alder Precinct"]


def test_a_sentence_that_points_back_brings_the_one_before_it() -> None:
    one = _one(
        "The Board received a Land Use Change Tax. This is for 15 Mill Road, Map 75, Lot 16 in the amount of $7,500."
        "\n\nRoe made a motion to approve. Lee seconded. Motion passed."
    )
    assert one.object.startswith("The Board received a Land Use Change Tax. This is for 15 Mill Road")
    assert one.amount == "$7,500"
    several = _one(
        "The Board received a Land Use Change Tax for Map 75, Lot 16 in the amount of $7,500.\n\nThese are all on Mill "
        "Road. Roe made a motion to approve. Lee seconded. Motion passed."
    )
    assert ("Land Use Change Tax" in several.object, several.amount) == (True, "")


@pytest.mark.parametrize("asked", ["approve it for 230 Mill Road", "approve as the contract assessor recommended"])
def test_a_motion_of_it_names_what_was_presented(asked: str) -> None:
    found = _one(
        f"Roe presented a Veterans Tax Credit, seen by the assessor.\nRoe moved to {asked}. Lee seconded. Passed 3-0."
    )
    assert "Veterans Tax Credit" in found.object


def test_a_second_and_a_result_alone_are_a_motion_only_where_none_is_open() -> None:
    text = "Roe presented the lease of the mill. Lee seconded and the motion passed 3-0."
    found = _one(text)
    assert (found.text, found.seconder, found.action, found.vote.yes) == (text, "Lee", "approve", 3)
    long = "Tan spoke of the mill. " * 60
    assert len(motions(f"Roe moved to approve the lease. {long}Lee seconded and the motion passed.")) == 1


def test_a_name_that_ends_in_yes_is_no_answer() -> None:
    roll = "Roe moved to approve the lease. Lee seconded. Roll call vote was taken: {} Motion passed."
    assert _one(roll.format("Roe – YES Lee – YES. Hayes joined by telephone.")).vote.yes == 2
    assert _one(roll.format("Hayesyes, Roe-yes, Lee-no.")).vote.yes == 2  # a scan lost the mark between


def test_a_line_of_a_budget_is_amended() -> None:
    moved = "Roe moved to {}. Lee seconded. Motion passed 3-0."
    assert _one(moved.format("add $20,000 to the retirement line item")).outcome == "amended"
    assert _one(moved.format("adjust the fire department budget to $90,000")).action == "amend"
    assert _one(moved.format("add a bench to the park")).action == "other"


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        (
            "Osgood moved to add $20,000.00 to the Heating line item. Tilden seconded. It passed.",
            ("amend", "$20,000.00"),
        ),
        ("Osgood moved to approve the purchase for $9,500. Tilden seconded. It passed.", ("approve", "$9,500")),
        (
            "Ames presented a deed for Map 9, Lot 2, where taxes of $1,058.32 were paid. Osgood moved to approve it. "
            "Tilden seconded. It passed.",
            ("approve", ""),
        ),
        (
            "Ames presented a deed for Map 9, Lot 2, at $1,058.32. Osgood moved to approve it. Tilden seconded.",
            ("approve", "$1,058.32"),
        ),
    ],
)
def test_what_is_asked_and_its_sum(text: str, slots: tuple[str, str]) -> None:
    assert (_one(text).action, _one(text).amount) == slots


def test_this_and_a_noun_lean_on_the_sentence_before() -> None:
    motion = _one(
        "The Board received a tax credit for 5 Quarry Lane. Osgood moved to approve this Tax Credit. Ames seconded."
    )
    assert "5 Quarry Lane" in motion.object


def test_a_roll_call_may_say_how_one_takes_part() -> None:
    vote = _one("Osgood moved to adjourn. Ames seconded. Roll call vote: Ames (by telephone) – YES\nOsgood – YES").vote
    assert (vote.yes, vote.no) == (2, 0)


def test_those_in_favor_by_name_leave_only_those_told_against() -> None:
    told = "Osgood moved to approve the plan. Ames seconded. Roe, Lee, and Tan voted in favor. {} Motion passed."
    assert (_one(told.format("")).vote.yes, _one(told.format("")).vote.no) == (3, 0)
    against = _one(told.format("Orr opposed.")).vote
    assert (against.yes, against.no, against.against) == (3, 1, ("Orr",))


def test_a_motion_that_its_mover_retracts_is_withdrawn() -> None:
    assert (
        _one("Osgood made a motion to seal session 2. It was session 1. Osgood retracted his motion.").fate
        == "withdrawn"
    )


def test_an_item_put_elsewhere_is_no_motion() -> None:
    assert motions("Chairman Osgood moved discussion of the plan to the end of the meeting.") == ()


def test_the_case_is_the_last_one_named_also_after_a_heading() -> None:
    text = "Case #31-02-V: Roe seeks a Variance.\n(Case continued from May 6)\nOsgood moved to dismiss. Ames seconded."
    assert [matter.key for matter in _one(text).matters] == ["case:31-2-v"]
    text = "Unsatisfied Conditions: Case # 31-03-SUBD-There was talk. Osgood moved to accept the bounds. Ames seconded."
    assert [matter.key for matter in _one(text).matters] == ["case:31-3-subd"]


def test_an_act_is_counted_once_where_a_motion_is_moved_again_right_after() -> None:
    text = "Chair Osgood made a motion to adjourn.\n\nAdjournment:\nA Motion by Lee to adjourn the meeting. {}"
    assert _one(text.format("Tilden seconded. Motion passed.")).mover == "Lee"
    other = "Osgood made a motion to approve Case #30-01-V. Lee made a motion to deny Case #30-01-V. Motion passed."
    assert [one.action for one in motions(other)] == ["approve", "deny"]
