"""What is bound word by word and still says something else is not verified. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText, source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

RECORD = (
    "Marge Roy was worried about loose dogs at the park. Tom Birch thanked the Board. Marsh made a motion to approve "
    "the minutes of April 16, 2031. Webb seconded. No discussion. Motion passed. The fees are $75 and $210. The Ridge "
    "Foundation will transfer the land to the Alder Trust. The dam was inspected. The mast of the tower has a camera "
    "and the office a lamp. Work on the bridge will begin soon and is to be finished by May 2031. Of the sale "
    "$1,394 is to go to the Quay Line and $1,301 to the K9 Account. In the Oak plan, the reeve shall devote full time "
    "to the town. In the Elm plan, the reeve shall not be full-time in the town."
)
SOURCE = source_of("L1", a_chunk(1, RECORD, doc_type="minutes", board="Select Board", date="2031-05-06"))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Marge Birch was worried about loose dogs.", "Marge Roy was worried about loose dogs at the park."),
        ("The dam was not inspected.", "No discussion. Motion passed. … The dam was inspected."),
        ("The fees are $75 and $75.", "The fees are $75 and $210."),
        ("The minutes of May 6, 2031 were approved.", "Marsh made a motion to approve the minutes of April 16, 2031. "
         "Webb seconded. No discussion. Motion passed."),
        ("Fees: $210 and $75.", "The fees are $75 and $210."),
        ("The fees together come to $285, so the fees will rise.", "The fees are $75 and $210."),
        ("The fees together come to $285 in order to lower fees.", "The fees are $75 and $210."),
        ("The dam was not inspected.", "The dam was inspected."),
        ("The mast of the tower has a lamp and the office a camera.", "The mast of the tower has a camera and the "
         "office a lamp."),
        ("Work on the bridge is to begin in May 2031.", "Work on the bridge will begin soon and is to be finished by "
         "May 2031."),
        ("Of the sale, $1,301 goes to the Quay Line and $1,394 to the K9 Account.", "Of the sale $1,394 is to go to "
         "the Quay Line and $1,301 to the K9 Account."),
        ("The reeve shall devote full time to the town in the Elm plan.", "In the Oak plan, the reeve shall devote "
         "full time to the town. In the Elm plan, the reeve shall not be full-time in the town."),
        ("The Alder Trust will transfer the land to the Ridge Foundation.", "The Ridge Foundation will transfer the "
         "land to the Alder Trust."),
    ],
)  # fmt: skip
def test_words_bound_otherwise_than_the_record_binds_them_are_not_verified(claim: str, quote: str) -> None:
    assert judge(claim, (SOURCE,), (Support(source="L1", quote=quote),)).verdict != "verified"


def test_the_true_sentence_stays_verified() -> None:
    quote = "Marge Roy was worried about loose dogs at the park."
    assert judge("Ms. Roy was worried about loose dogs.", (SOURCE,), (Support(source="L1", quote=quote),)).verdict == (
        "verified"
    )


STEPS = (
    "A town with a population of over 10,000 but less than 25,000 shall have 3 members on the commission and a town "
    "with a population of over 25,000 shall have 4 members on the commission."
)


@pytest.mark.parametrize(("members", "verdict"), [("3", "consistent"), ("4", "verified")])
def test_a_step_of_a_scale_has_the_figure_beside_its_own_limit(members: str, verdict: str) -> None:
    law = source_of("L1", a_chunk(1, STEPS, doc_type="statute", board="", date="2031-05-06"))
    claim = f"A town with a population of over 25,000 shall have {members} members on the commission."
    assert judge(claim, (law,), (Support(source="L1", quote=STEPS),)).verdict == verdict


FORMS = source_of(
    "L1",
    a_chunk(
        2,
        "Harlan Osgood spoke for the Select Board. Osgood moved to deny the abatement. Webb seconded. Motion passed. "
        "The plan shall show the drains and the topographic lines. Only one sign is allowed on each street. A request "
        "is filed no later than three days prior to the hearing. The rehearing was asked by Mr. and Mrs. Kolas. Birch "
        "asked if the gate on Elm Road is locked at night. Marsh said yes, with a chain. No person shall keep a dog "
        "without a license.",
        doc_type="minutes", board="Select Board", date="2031-05-06",
    ),
)  # fmt: skip
DENIED = "Osgood moved to deny the abatement. Webb seconded. Motion passed."
ONE_SIGN = "Only one sign is allowed on each street."
FILED = "A request is filed no later than three days prior to the hearing."
LOCKED = "Birch asked if the gate on Elm Road is locked at night. Marsh said yes, with a chain."
TOLD_ALIKE = [
    ("The Board denied the abatement.", DENIED),
    ("The plan shall show the topography and drains.", "The plan shall show the drains and the topographic lines."),
    ("Not more than one sign is allowed on each street.", ONE_SIGN),
    ("A request is filed at least three days ahead of the hearing.", FILED),
    ("The rehearing was asked for by the Kolases.", "The rehearing was asked by Mr. and Mrs. Kolas."),
    ("Marsh said that the gate on Elm Road is locked at night with a chain.", LOCKED),
    ("A person may not keep a dog without a license.", "No person shall keep a dog without a license."),
]


@pytest.mark.parametrize(("claim", "quote"), TOLD_ALIKE)
def test_what_another_form_of_the_words_tells_is_verified(claim: str, quote: str) -> None:
    judged = judge(claim, (FORMS,), (Support(source="L1", quote=quote),))
    assert judged.verdict == "verified", judged


TOLD_OTHERWISE = [
    ("The Council denied the abatement.", DENIED),
    ("The plan shall show the tops and drains.", "The plan shall show the drains and the topographic lines."),
    ("Not less than one sign is allowed on each street.", ONE_SIGN),
    ("A request is filed at most three days ahead of the hearing.", FILED),
    ("A request is filed at least three days after the hearing.", FILED),
    ("A request is not filed at least three days ahead of the hearing.", FILED),
    ("A person may keep a dog without a license.", "No person shall keep a dog without a license."),
    ("Webb said that the gate on Elm Road is locked at night with a chain.", LOCKED),
]


@pytest.mark.parametrize(("claim", "quote"), TOLD_OTHERWISE)
def test_another_word_limit_order_or_speaker_is_no_form_of_it(claim: str, quote: str) -> None:
    assert judge(claim, (FORMS,), (Support(source="L1", quote=quote),)).verdict != "verified"


DENBY = source_of(
    "L1",
    a_chunk(
        3,
        "Mr. Ostrander advised that the state has asked the planning commission for projects and the Town of Denby has "
        "submitted two projects, one being East Denby Road and the other is a bridge for Denby Village. Mr. Ostrander "
        "explained that this road will cost about 10 million to fix.",
        town="Denby",
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    "claim",
    [
        "Denby sent the planning commission two projects, East Denby Road and the bridge of Denby Village, and "
        "Ostrander heard that the state has asked for them.",
        "Repairing East Denby Road would cost about 10 million, Ostrander said.",
    ],
)
def test_the_town_of_the_record_is_nobody_who_speaks(claim: str) -> None:
    assert judge(claim, (DENBY,), (Support(source="L1", quote=DENBY.text),)).verdict != "contradicted"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Of the sale, $1,394 goes to the Quay Line and $1,301 to the K9 Account.", "Of the sale $1,394 is to go to "
         "the Quay Line and $1,301 to the K9 Account."),
        ("The reeve shall devote full time to the town in the Oak plan.", "In the Oak plan, the reeve shall devote "
         "full time to the town."),
    ],
)  # fmt: skip
def test_the_same_words_bound_as_the_record_binds_them_are_verified(claim: str, quote: str) -> None:
    assert judge(claim, (SOURCE,), (Support(source="L1", quote=quote),)).verdict == "verified"


def verdict(claim: str, record: str, quote: str = "") -> str:
    source = source_of("L1", a_chunk(1, record, doc_type="minutes", board="Select Board", date="2031-05-06"))
    return judge(claim, (source,), (Support(source="L1", quote=quote or record),)).verdict


NUMBERED = (
    "Webb moved to accept the plan of Ada Roe of 60 Route 9. Tax Map: 093 Lot: 024 to add a fifth unit to the existing "
    "four-unit building. Marsh seconded. Motion passed."
)
RECOUNT = (
    "A voter may ask for a recount on any question, if the margin is less than five percent of the votes. The request "
    "shall be filed within 10 days after the vote."
)
RULES = (
    "The following is prohibited at all town parks: a. The use of firearms. b. Alcohol (unless the Select Board has "
    "granted permission)."
)
SALES = (
    "When there are less than 20 valid sales in a town's current year study, supplemental sales will be added to the "
    "sample. The study is printed in May. It is sent to the clerk. It is free. Supplemental sales will be added from "
    "the prior two equalization years."
)


@pytest.mark.parametrize(
    ("claim", "record", "quote"),
    [
        ("The council is proposing a 2032 budget request of seventy-eight hundred dollars.",
         "We spoke of our budget request for the 2032 year. The council is proposing a budget request of 7,800.", ""),
        ("Webb moved to accept the plan of Ada Roe for a fifth unit at the four-unit building, 60 Route 9.",
         NUMBERED, ""),
        ("The securities may not be worth more than 20 percent of the investments.",
         "The trustees may keep securities they were given, provided further, that the securities shall not be worth "
         "more than 20 percent of the investments.", ""),
        ("The trustees agreed to open the 3 new accounts.",
         "The Quay Bank provided the paperwork to open 3 new accounts. The trustees agreed to open the accounts.", ""),
        ("When a town has fewer than 20 valid sales in the current year, supplemental sales are added from the prior "
         "two equalization years.", SALES,
         "When there are less than 20 valid sales in a town's current year study, supplemental sales will be added … "
         "Supplemental sales will be added from the prior two equalization years"),
        ("The term is defined neither in Ordinance 12 nor in Ordinance 15.",
         "The term is not defined in Ordinance 12 or in Ordinance 15.", ""),
        ("When Webb asked about the timing of the dog tax, Ada answered that it comes around May 15.",
         "Selectmen Webb asked when we get the dog tax. Ada said around May 15.", ""),
        ("Banners and flyers are not allowed in the hall, nor may flyers be handed out in the hall.",
         "Banners or flyers are not permitted in the hall; flyers may not be handed out in the hall.", ""),
    ],
)  # fmt: skip
def test_a_true_sentence_in_other_words_is_verified(claim: str, record: str, quote: str) -> None:
    assert verdict(claim, record, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "record"),
    [
        ("Webb moved to accept the plan of Ada Roe for a fifth unit at the four-unit building, 93 Route 9.", NUMBERED),
        ("The board approved the tax of $6,250 on 20 lots of Map 75.",
         "Webb presented the tax of $6,250 for Map 75 Lot 20 and moved to approve it. Marsh seconded. Motion passed."),
        ("A voter may ask for a recount on any question, by filing within 10 days after the vote.", RECOUNT),
        ("Alcohol is prohibited at all town parks.", RULES),
    ],
)  # fmt: skip
def test_a_number_of_another_thing_and_a_condition_that_is_not_told_stay_doubts(claim: str, record: str) -> None:
    assert verdict(claim, record) != "verified"


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("Ada Roy asked for a longer trail.", "Tom Roy asked for a longer trail."),
        ("Mr. Roy nominated Ann Webb as chair.", "Ms. Dow nominated Ann Webb as chair, seconded by Mr. Roy."),
        ("Every owner must post a bond before cutting.", "All other owners must post a bond before cutting."),
        ("The exemption covers school taxes.", "The exemption shall cover town taxes and shall exclude school taxes."),
    ],
)
def test_another_person_all_others_and_an_opposite_beside_the_words_withhold_verified(text: str, record: str) -> None:
    source = SourceText(label="L1", text=f"The meeting was held. {record} It ended late.")
    support = (Support(source="L1", quote=record),)
    assert judge(text, [source], support).verdict != "verified"
    assert judge(record, [source], support).verdict == "verified"
