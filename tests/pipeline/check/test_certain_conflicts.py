"""A conflict is certain: true sentences in other words are never contradicted. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

_MASTS = "(3) Class 3 Masts - The greatest height is 100 feet. (4) Class 4 Masts - The greatest height is 140 feet."
_ARTICLE = (
    "ARTICLE 21: School Budget. To see if the town will vote the budget of the school. Sponsored by the Select Board."
)
TRUE = [
    ("The fee is due at least 7 days ahead.", "The fee shall be paid no less than 7 days before the hearing."),
    ("The house is 5.26 feet from the line.", "Setback: house 5.26ft. from the line; garage 5.28ft."),
    ("Fire came to 8 percent, water to 4 percent.", "Fire rose at 8 percent. Water rose at 4 percent."),
    ("Letters go out with 7 days' notice before the vote.", "The hearing is held at least 15 days before the vote."),
    ("East Fire's rate was 21 cents above that of West Fire.", "West Fire $0.68. East Fire $0.89."),
    ("The line goes up whether or not the barn is sold.", "The line must rise regardless of the sale of the barn."),
    ("Nothing may be moved to that purpose.", "No amount shall be moved to that purpose."),
    ("It lasts until specifically rescinded.", "It stands until specifically rescinded by the town at a meeting."),
    ("The bill is due in forty-five days.", "The bill shall be paid 45 days after its date. LSR 21-0752."),
    ("All budgets but the Library's are level.", "Every budget is level except the Library and the Clerk."),
    ("Ada Roy was Citizen of the Year.", "Selectman Fenn said Ada Roy is the Citizen of the Year."),
    ("Not more than one sign is permitted for each front.", "Only one sign is allowed for each front."),
    ("The hearing is held at least 25 days before it.", "A hearing shall be held not later than 25 days before it."),
    ("No old liens exceed $10,000.", "It finds that there are no old liens on the lot in excess of $10,000."),
    ("Such records may not be loaned except on duty.",
     "No officer of the town who has the custody of its public records or its documents shall loan such records except "
     "on duty."),
    ("Such notice is unnecessary if the day is told.", "Such notice is not required if the day is told."),
    ("Nobody may be admitted who was convicted.", "Bribery. No person shall be admitted who was convicted."),
    ("Notice is mailed at least 10 nor more than 15 days before.",
     "Notice shall be mailed not less than 10 nor more than 15 days before."),
    ("A stall may open only once it is inspected.", "No stall shall open until it has been inspected."),
    ("A stall may not open unless it is inspected.", "A stall may open only after it is inspected."),
    ("A member may not sign more than one list.", "No member shall sign more than one list."),
    ("Notice is given at least ten days ahead.", "Notice shall be given in the paper not\nless than ten days ahead."),
    ("No fewer than 2 of the directors shall live in town.", "At least 2 of the directors shall live in town."),
    ("Roy missed any money for books and for pens.", "Roy said that no money for books and no money for pens stood."),
    ("The sketch is optional.", "SKETCH REQUIREMENTS (OPTIONAL) Whoever files a sketch shall file five copies."),
    ("The council has five members: a mayor and four councilors.",
     "Two members may call the council. The council is a mayor and four councilors."),
    ("Ash continued stating that the budget is level.", "Roy made a motion to pass the budget. Fenn seconded. Ash "
     "continued stating that the budget is level. Motion passed."),
    ("The plan was approved with 28 conditions and tabled before.",
     "The plan had been tabled in May. Ash made a motion to approve the plan. Birch seconded. Motion passed."),
    ("No stall may open without an inspection.", "A stall may open only if an inspection was passed."),
    ("A voter without a ballot must ask the clerk.", "A voter shall ask the clerk if he has no ballot."),
    ("The plan goes to the council after the hearing.", "The hearing is held before the plan goes to the council."),
    ("The articles come to two million, one hundred five thousand dollars.", "The articles come to $2,105,000."),
    ("Road salt is $300, half of what was spent last year.",
     "Recommended: Road salt $300. Last year $600 was spent on road salt."),
    ("The Board agreed to switch the May 6 meeting for the May 13 meeting, Roy having advised he would be away on May "
     "6, 2031.", "Roy advised he would be away for a meeting on May 6, 2031. The Board agreed to switch the May 6 "
     "meeting for the May 13 meeting."),
    ("A Class 4 mast may be 140 feet high at most.",
     _MASTS),
    ("Article 21, on the school budget, is sponsored by the Select Board.",
     _ARTICLE),
    ("Citizens have met in the hall since 1649.", "Citizens have met in the hall since 1649. It was built in 1694."),
    ("Fewer people were using the lower dock since the town began keeping its gate shut.",
     "Roy also reported that the lower dock has seen less use now that the town is keeping the gate closed."),
    ("Where a lot carries a mortgage, the merger can be approved only with the written consent of each holder.",
     "If there is a mortgage on a lot, the applicant shall give written notice to each holder. The written consent of "
     "each holder shall be required as a condition of approval of the merger."),
    ("Anyone dumping trash in a barrel can be fined up to $300 or may put in as many as 30 hours picking up litter.",
     "A person who dumps trash in a barrel shall be fined not more than $300.00 or may work a total of not more than "
     "30 hours collecting trash or litter."),
    ("The authority must first have been adopted by the town at an annual meeting and lasts until rescinded.",
     "any town at an annual meeting may adopt an article authorizing, until specific rescission of such authority, the "
     "board to accept gifts"),
    ("The town must find that the land is in an isolated place and is uneconomic for farm use.",
     "Whenever a town may find that land in the town is in an isolated place and is uneconomic for farm use, the town "
     "may at any meeting vote such sums as it may judge necessary."),
    ("The council adopted it 5-0.",
     "Roy moved to adopt Ordinance 81-2031 with the changes discussed. Seconded by Tate. It passed 5-0."),
    ("When Ms. Roy asked about parking in the field, Mr. Webb stated that the field is too soft and floods.",
     "Ms. Roy questioned if there will be any parking in the field. Mr. Webb stated that the field is too soft and "
     "floods."),
    ("The board could not approve its May 6 minutes, because it lacked a quorum.",
     "Chairman Roy noted that without a quorum the approval of the minutes will take place at the June 3 meeting."),
]  # fmt: skip

FALSE = [
    ("The hearing was closed on Ash's motion with Fenn seconding.",
     "Ash made a motion to close the hearing. Birch seconded. Motion passed."),
    ("Article 21, on the school budget, is sponsored by the School Committee.",
     _ARTICLE),
    ("Citizens have met in the hall since 1694.", "Citizens have met in the hall since 1649."),
    ("The board may lower the fence without any finding on safety.",
     "The board may lower the fence if it finds that safety is kept."),
    ("The owner may keep bees regardless of the neighbors' consent.",
     "The owner may keep bees only if the neighbors consent in writing."),
    ("The clerk must mail the list, however great the cost to the town.",
     "The clerk shall mail the list, unless the cost to the town would be too great."),
    ("The board must waive the fee.", "If the applicant so requests the board may waive the fee."),
    ("The town must vote such sums to purchase the land.",
     "Whenever a town may find that land is isolated, the town may vote such sums to purchase the land."),
    ("The town must adopt the article at an annual meeting.",
     "any town at an annual meeting may adopt an article authorizing the board to accept gifts"),
    ("The hearing is held only once the plan has gone to the council.",
     "The hearing must be held before the plan is sent to the council."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "record"), FALSE)
def test_a_slot_filled_otherwise_a_condition_waived_or_an_order_turned_is_contradicted(claim: str, record: str) -> None:
    source = source_of("L1", a_chunk(1, record, doc_type="ordinance"))
    judged = judge(claim, (source,), (Support(source="L1", quote=record),))
    assert judged.verdict == "contradicted", judged.residue


@pytest.mark.parametrize(("claim", "record"), TRUE)
def test_a_true_sentence_in_other_words_is_not_contradicted(claim: str, record: str) -> None:
    source = source_of("L1", a_chunk(1, record, doc_type="minutes", board="Select Board", date="2031-05-06"))
    judged = judge(claim, (source,), (Support(source="L1", quote=record),))
    assert judged.verdict != "contradicted", judged.against


def test_swapped_figures_of_two_clauses_are_contradicted() -> None:
    record = "There are eight towns that have 3-man boards and six towns have 5-man boards."
    source = source_of("L1", a_chunk(1, record, doc_type="minutes", board="Select Board"))
    claim = "Six towns have 3-man boards and eight towns have 5-man boards."
    assert judge(claim, (source,), (Support(source="L1", quote=record),)).verdict == "contradicted"


FALSE = [
    ("A stall may open before it is inspected.", "No stall shall open until it has been inspected."),
    ("A stall may open without a permit.", "No stall shall open without a permit."),
    ("The hearing is held at most 25 days before it.", "A hearing shall be held not later than 25 days before it."),
    ("The fire budget was increased.", "The proposed fire budget of $6,700 is level funded."),
    ("The side yards grow by 10 feet for this lot.", "For this lot the side yards shrink 10 feet."),
    ("Signs must be three feet from a side lot line.",
     "Signs stand within three feet of a street front, or within five feet of a side lot line."),
    ("The council appoints these officers with the consent of the mayor.",
     "These officers shall be appointed and may be removed by the mayor with the consent of the council."),
    ("The sum was worked out from the 2031 equalized valuation.",
     "The sum is worked out from the 2029 equalized valuation."),
    ("All of the crew worked in the park.", "Roy praised some of the\ncrew who worked in the park."),
    ("A stall may open on a trial permit.", "No stall is allowed to open on a trial permit."),
    ("Replies have to be electronic.", "An electronic reply is not required."),
    ("There is a sixty-day appeal period.", "There is a 30-day appeal period."),
    ("Title reverts after three years without use.", "Title reverts after five consecutive years without use."),
    ("It needs two thirds of its members.", "It needs a favorable vote of 3/4 of its members."),
    ("A special meeting may be held earlier than ten hours after notice.",
     "A special meeting is called for a time not earlier than ten hours after notice."),
    ("Any number of signs is allowed for each street front.", "Only one sign is allowed for each street front."),
    ("Roy said he would be pleased with 46 votes.", "Ash Fenn said if Roy can win 46 votes it would please him."),
    ("The Fenns asked the Planning Board for a special exception.",
     "The Fenns are seeking a special exception from the Zoning Board of Adjustment."),
    ("Notes are a pledge of the state's faith.", "The notes shall not be deemed to be a pledge of the state's faith."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "record"), FALSE)
def test_a_rule_turned_round_is_contradicted(claim: str, record: str) -> None:
    source = source_of("L1", a_chunk(1, record, doc_type="minutes", board="Council"))
    assert judge(claim, (source,), (Support(source="L1", quote=record),)).verdict == "contradicted"
