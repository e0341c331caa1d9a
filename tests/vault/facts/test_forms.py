"""Motions in forms that other regions write: who moved, who seconded, what was asked, how it was voted."""

from __future__ import annotations

import pytest

from vault.facts.motions import motions
from vault.facts.types import Vote

Counts = tuple[int | None, int | None, int | None, bool]
_NONE: Counts = (None, None, None, False)
_ALL: Counts = (None, None, None, True)

_FORMS: tuple[tuple[str, tuple[str, str, str, Counts, str]], ...] = (
    (
        "Board of Selectmen, Alder Falls\n\nMr. Roe moved to approve the minutes of May 3. Ms. Lee "
        "seconded. Roe aye, Lee aye, Tan nay. Motion carried.\n",
        ("Roe", "Lee", "approve", (2, 1, None, False), "passed"),
    ),
    (
        "On a motion by Mr. Roe, seconded by Ms. Lee, it was VOTED to approve the warrant in the amount "
        "of $4,200.\n\nVoted unanimously.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "On a motion by Ada Roe, seconded by Ben Lee, it was unanimously VOTED: To accept the gift of "
        "$500 from the Friends of the Library.\n",
        ("Ada Roe", "Ben Lee", "accept", _ALL, "passed"),
    ),
    (
        "MOTION: Roe moved to approve the site plan for 14 Mill Road.\nSECOND: Lee\nVOTE: 5-0-0\n",
        ("Roe", "Lee", "approve", (5, 0, 0, True), "passed"),
    ),
    (
        "MOTION: To approve the site plan for 14 Mill Road.\nMOVED BY: Roe\nSECONDED BY: Lee\nVOTE: 5-0-0, "
        "motion carries.\n",
        ("Roe", "Lee", "approve", (5, 0, 0, True), "passed"),
    ),
    (
        "MOTION by Roe to table Ordinance 12-2024. SECOND by Lee. VOTE: 3-2. MOTION CARRIED.\n",
        ("Roe", "Lee", "table", (3, 2, None, False), "passed"),
    ),
    (
        "Moved by Roe, supported by Lee, to approve the consent agenda as presented.\nAyes: Roe, Lee, "
        "Tan, Orr\nNays: None\nAbsent: Pike\nMotion carried.\n",
        ("Roe", "Lee", "approve", (4, 0, None, True), "passed"),
    ),
    (
        "Moved by Trustee Roe, seconded by Trustee Lee to adopt Resolution 24-07.\nYeas: Roe, Lee, Tan\n"
        "Nays: Orr\nMotion carried 3-1.\n",
        ("Roe", "Lee", "approve", (3, 1, None, False), "passed"),
    ),
    (
        "Councilmember Roe moved to adopt Ordinance No. 415. Councilmember Lee seconded the motion.\n\n"
        "Roll call vote: Roe, yes; Lee, yes; Tan, no; Orr, abstain. Motion passed 2-1-1.\n",
        ("Roe", "Lee", "approve", (2, 1, 1, False), "passed"),
    ),
    (
        "It was moved by Roe and seconded by Lee that the bid of Hill Paving for $88,000 be accepted. "
        "All ayes. Motion carried.\n",
        ("Roe", "Lee", "accept", _ALL, "passed"),
    ),
    (
        "Motion made by Roe, seconded by Lee, to go into executive session at 7:40 p.m. Roll call: Roe "
        "– aye, Lee – aye, Tan – aye.\n",
        ("Roe", "Lee", "enter_nonpublic", (3, 0, None, True), "passed"),
    ),
    (
        "Roe motioned, Lee seconded, to pay the bills as presented. Motion carried unanimously.\n",
        ("Roe", "Lee", "authorize", _ALL, "passed"),
    ),
    (
        "A motion was made by Roe to deny the application of Hill LLC. The motion was seconded by Lee "
        "and failed on a vote of 2 to 3.\n",
        ("Roe", "Lee", "deny", (2, 3, None, False), "failed"),
    ),
    (
        "The Town Administrator moved, and Mr. Lee seconded, to accept the report. Vote: 3 in favor, 0 opposed.\n",
        ("Administrator", "Lee", "accept", (3, 0, None, True), "passed"),
    ),
    (
        "The Chair moved to continue the public hearing to June 4, seconded by the Vice Chair. The vote was 4-0.\n",
        ("Chair", "Vice Chair", "continue", (4, 0, None, True), "passed"),
    ),
    (
        "Selectman Roe made a motion to sign the contract with Hill Paving; second by Selectman Lee; "
        "all in favor; so voted.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "VOTED: On a motion by Roe, seconded by Lee, to waive the reading of the minutes. 5-0\n",
        ("Roe", "Lee", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "Upon a motion made by Mr. Roe and seconded by Ms. Lee, the Board voted unanimously to grant "
        "the variance in Case 24-07.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "Upon motion duly made (Roe) and seconded (Lee), it was unanimously voted to adjourn at 9:02 PM.\n",
        ("Roe", "Lee", "adjourn", _ALL, "passed"),
    ),
    (
        "Roe moved approval of the minutes of March 4. Lee seconded. The motion passed 6-0 with Tan abstaining.\n",
        ("Roe", "Lee", "approve", (6, 0, 1, False), "passed"),
    ),
    (
        "ACTION: Motion to approve the liquor license (Roe/Lee). Passed 7-0.\n",
        ("Roe", "Lee", "approve", (7, 0, None, True), "passed"),
    ),
    (
        "Motion: Approve the variance for Lot 12. Moved: Roe. Seconded: Lee. Vote: Unanimous.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "M/S/C (Roe/Lee) to approve the minutes of June 2.\n",
        ("Roe", "Lee", "approve", _NONE, "passed"),
    ),
    (
        "M/S Roe/Lee to approve payment of $1,250 to Hill Paving. Motion carried 5-0.\n",
        ("Roe", "Lee", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "Roe moved, seconded by Lee, to approve the preliminary plat. Ayes all. Motion carried.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "Motion by Alderman Roe, second by Alderman Lee, to approve the claims in the amount of "
        "$12,345.67. Roll Call: Ayes – Roe, Lee, Tan. Nays – None. Motion carried.\n",
        ("Roe", "Lee", "approve", (3, 0, None, True), "passed"),
    ),
    (
        "Ms. Roe moved to recommend favorable action on Article 12. Mr. Lee seconded. The motion passed (7-1-1).\n",
        ("Roe", "Lee", "recommend", (7, 1, 1, False), "passed"),
    ),
    (
        "A. Roe made a motion to approve the abatement. Seconded by B. Lee. Vote 3-0.\n",
        ("A. Roe", "B. Lee", "approve", (3, 0, None, True), "passed"),
    ),
    (
        "Motion (Roe, Lee) to approve the agenda as amended. Vote: 5 ayes, 0 nays.\n",
        ("Roe", "Lee", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "Commissioner Roe moved to table the matter until July. Motion died for lack of a second.\n",
        ("Roe", "", "table", _NONE, "died"),
    ),
    (
        "Roe moved to approve the fence permit. Lee seconded. Yes: 3. No: 2. Motion carried.\n",
        ("Roe", "Lee", "approve", (3, 2, None, False), "passed"),
    ),
    (
        "Roe moved to approve the fence permit. Lee seconded. In favor: Roe, Lee, Tan. Opposed: Orr. "
        "The motion carried.\n",
        ("Roe", "Lee", "approve", (3, 1, None, False), "passed"),
    ),
    (
        "Mr. Roe moved that the Town Manager be authorized to sign the lease with Hill Paving. Second "
        "by Ms. Lee. Vote 5-0 in favor.\n",
        ("Roe", "Lee", "authorize", (5, 0, None, True), "passed"),
    ),
    (
        "On motion of Council Member Roe, seconded by Council Member Lee and carried unanimously, the "
        "Council approved the minutes of May 1.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "On a motion by Roe and a second by Lee, the Board approved the FY25 budget by a vote of 4-1, Tan opposed.\n",
        ("Roe", "Lee", "approve", (4, 1, None, False), "passed"),
    ),
    (
        "Lee seconded Roe's motion to extend the permit for 90 days. Passed 5-0.\n",
        ("Roe", "Lee", "other", (5, 0, None, True), "passed"),
    ),
    (
        "Motion to approve the minutes as corrected by Roe, second Lee. All approved.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "Motion to adjourn: Roe moved, Lee seconded, unanimous. Meeting ended 8:15.\n",
        ("Roe", "Lee", "adjourn", _ALL, "passed"),
    ),
    (
        "Mayor Pro Tem Roe made a motion to approve the second reading of Ordinance 24-9; Council "
        "Member Lee seconded the motion. The vote was as follows:\nRoe – Aye\nLee – Aye\nTan – Nay\nThe "
        "motion carried 2-1.\n",
        ("Roe", "Lee", "approve", (2, 1, None, False), "passed"),
    ),
    (
        "MOTION: Commissioner Roe moved to deny the rezoning. Commissioner Lee seconded.\nAYES: Roe, Lee\n"
        "NOES: Tan, Orr, Pike\nABSENT: None\nMOTION FAILED\n",
        ("Roe", "Lee", "deny", (2, 3, None, False), "failed"),
    ),
    (
        "It was moved (Roe), seconded (Lee), and voted 5-0 to accept the resignation of the clerk.\n",
        ("Roe", "Lee", "accept", (5, 0, None, True), "passed"),
    ),
    (
        "Roe made a motion to accept the agenda. 2nd by Lee. All yes.\n",
        ("Roe", "Lee", "accept", _ALL, "passed"),
    ),
    (
        "R. Roe MOVED to approve Case 24-11. B. Lee SECONDED. Discussion: none. VOTE: All in favor "
        "(5-0). MOTION APPROVED.\n",
        ("R. Roe", "B. Lee", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "Moved: Roe\nSeconded: Lee\nTo approve the purchase of a mower at a cost not to exceed $9,000.\n"
        "Vote: Yes 4 No 1\n",
        ("Roe", "Lee", "approve", (4, 1, None, False), "passed"),
    ),
    (
        "Roe moved the question. Lee seconded. Carried.\n",
        ("Roe", "Lee", "other", _NONE, "passed"),
    ),
    (
        "Roe moved Article 5 as printed. Seconded by Lee. Article 5 passed by voice vote.\n",
        ("Roe", "Lee", "approve", _NONE, "passed"),
    ),
    (
        "Director Roe moved adoption of Resolution 2024-3; seconded by Director Lee; motion passed "
        "4-0-1 (Tan abstained).\n",
        ("Roe", "Lee", "approve", (4, 0, 1, False), "passed"),
    ),
    (
        "Supervisor Roe moved to award the bid to Hill Paving. Supported by Supervisor Lee.\nRoll Call:\n"
        "Yeas: Roe, Lee, Tan\nNays: Orr\nAbsent: Pike\nMotion carried.\n",
        ("Roe", "Lee", "approve", (3, 1, None, False), "passed"),
    ),
    (
        "The Chair entertained a motion to approve the minutes of June 4. Motion by Orr, second by "
        "Pike. All in favor, none opposed.\n",
        ("Orr", "Pike", "approve", _ALL, "passed"),
    ),
    (
        "Councilor Orr made a motion, seconded by Councilor Pike, to schedule a public hearing for July "
        "8. VOTE: Unanimous in favor (7-0).\n",
        ("Orr", "Pike", "other", (7, 0, None, True), "passed"),
    ),
    (
        "6. Approval of Bills\nOrr moved, Pike seconded, to approve Warrant #24-31 in the amount of "
        "$18,220.14.\nVote:\nOrr – yes\nPike – yes\nDunn – absent\n",
        ("Orr", "Pike", "approve", (2, 0, None, True), "passed"),
    ),
    (
        "A motion to grant the special permit was made by Ms. Orr and seconded by Mr. Pike. The motion "
        "carried by a roll call vote: Orr – aye; Pike – aye; Dunn – aye; Vail – nay.\n",
        ("Orr", "Pike", "approve", (3, 1, None, False), "passed"),
    ),
    (
        "Alderperson Orr moved and Alderperson Pike seconded a motion to refer the matter to the "
        "Finance Committee. Motion carried 6-0.\n",
        ("Orr", "Pike", "other", (6, 0, None, True), "passed"),
    ),
    (
        "Motion by Orr to approve as presented, seconded by Pike. M/C.\n",
        ("Orr", "Pike", "approve", _NONE, "passed"),
    ),
    (
        "RESOLUTION 2024-18: Orr offered the following resolution and moved its adoption, seconded by "
        "Pike. Ayes 5, Nays 0. Adopted.\n",
        ("Orr", "Pike", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "On roll call, voting aye: Orr, Pike, Dunn. Voting nay: Vail. Motion by Orr, second by Pike to "
        "appoint Ada Quill to the Library Board.\n",
        ("Orr", "Pike", "nominate", _NONE, "none"),
    ),
    (
        "It was moved by Commissioner Orr, seconded by Commissioner Pike, and unanimously carried to "
        "approve the consent calendar.\n",
        ("Orr", "Pike", "approve", _ALL, "passed"),
    ),
    (
        "ACTION: Council Member Orr moved approval of Item 7. Council Member Pike seconded. The motion "
        "carried by the following vote:\nAYES: Orr, Pike, Dunn\nNOES: Vail\nABSENT: None\nABSTAIN: Yates\n",
        ("Orr", "Pike", "approve", (3, 1, 1, False), "passed"),
    ),
    (
        "Mrs. Orr moved to lay the matter on the table. Mr. Pike seconded the motion. Upon a show of "
        "hands, the motion failed 2-4.\n",
        ("Orr", "Pike", "table", (2, 4, None, False), "failed"),
    ),
    (
        "Orr motioned to go into Executive Session per 1 M.R.S. § 405(6)(A). Pike seconded. 4/0. In at 6:15.\n",
        ("Orr", "Pike", "enter_nonpublic", (4, 0, None, True), "passed"),
    ),
    (
        "Motion was made by D. Orr, seconded by J. Pike to approve the abatement of $212.40. Vote 3 yes 0 no.\n",
        ("D. Orr", "J. Pike", "approve", (3, 0, None, True), "passed"),
    ),
    (
        "MOTION: Orr/Pike to accept the treasurer's report. Vote 3-0.\n",
        ("Orr", "Pike", "accept", (3, 0, None, True), "passed"),
    ),
    (
        "Trustee Orr moved, with a second from Trustee Pike, to waive the hall rental fee. Motion carried, 5-0.\n",
        ("Orr", "Pike", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "Motion made by Orr and seconded by Pike that the Planning Board recommend approval of the "
        "rezoning. Motion passed 4-2 with Dunn and Vail voting no.\n",
        ("Orr", "Pike", "recommend", (4, 2, None, False), "passed"),
    ),
    (
        "Moved and seconded (Orr, Pike) to approve the payroll. Passed unanimously.\n",
        ("Orr", "Pike", "approve", _ALL, "passed"),
    ),
    (
        "Voted: 3-0 to approve the one-day liquor license for the Grange.\n",
        ("", "", "approve", (3, 0, None, True), "passed"),
    ),
    (
        "The Board, on a motion by Orr seconded by Pike, voted 3-0 to sign the deed.\n",
        ("Orr", "Pike", "approve", (3, 0, None, True), "passed"),
    ),
    (
        "Orr made a motion to award the contract to Dale Bros. for $44,000; Pike seconded.\nDiscussion: "
        "Dunn asked about the warranty.\nVote: 2-1 (Dunn opposed).\n",
        ("Orr", "Pike", "approve", (2, 1, None, False), "passed"),
    ),
    (
        "Ms. Orr moved to not approve the request. Mr. Pike seconded. Motion carried 5-0.\n",
        ("Orr", "Pike", "deny", (5, 0, None, True), "passed"),
    ),
    (
        "Motion to continue Case 24-09 to the August meeting.\nMade by: Orr\nSecond by: Pike\nIn favor: 5 "
        "Opposed: 0 Abstained: 0\n",
        ("Orr", "Pike", "continue", (5, 0, 0, True), "passed"),
    ),
    (
        "Orr moved to reconsider the vote on the sign permit. Pike seconded. The motion was defeated 1-4.\n",
        ("Orr", "Pike", "other", (1, 4, None, False), "failed"),
    ),
    (
        "Motion (Orr), second (Pike), to approve the plan subject to DOT approval; unanimous.\n",
        ("Orr", "Pike", "approve", _ALL, "passed"),
    ),
    (
        "President Orr called for a motion. Dunn: So moved. Vail: Second. Carried 4-0.\n",
        ("Dunn", "Vail", "other", (4, 0, None, True), "passed"),
    ),
    (
        "Moved by Ald. Orr, seconded by Ald. Pike to suspend the rules. Carried. Nay: Ald. Dunn.\n",
        ("Orr", "Pike", "other", _NONE, "passed"),
    ),
    (
        "Ms. Orr moved the Board approve the FY26 budget of $2,114,500. Mr. Pike seconded. VOTED 5-0.\n",
        ("Orr", "Pike", "approve", (5, 0, None, True), "passed"),
    ),
    (
        "Orr moves to adjourn at 8:47 PM; seconded Pike; vote 4-0-0.\n",
        ("Orr", "Pike", "adjourn", (4, 0, 0, True), "passed"),
    ),
    (
        "Motion by Councilman Orr to deny the variance; seconded by Councilman Pike. Roll Call Vote: "
        "Orr-yes, Pike-yes, Dunn-no, Vail-yes, Yates-no. Motion passes 3-2.\n",
        ("Orr", "Pike", "deny", (3, 2, None, False), "passed"),
    ),
    (
        "A motion by Orr to amend the main motion by striking $10,000 and inserting $8,000 was seconded "
        "by Pike and lost, 2-3.\n",
        ("Orr", "Pike", "amend", (2, 3, None, False), "failed"),
    ),
    (
        "Motion by Supervisor Roe, seconded by Councilman Lee, to approve Minutes #31-26.\n\n"
        "   Ayes: All        Noes: None        Motion Carried\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "A motion was made to enter nonpublic session at 6:01PM under RSA 91-A:3 II(a) by Selectwoman Roe, "
        "seconded by Selectman Lee. Roll call vote. All in favor. Motion passed 4-0.\n",
        ("Roe", "Lee", "enter_nonpublic", (4, 0, None, True), "passed"),
    ),
    (
        "On a motion made by Roe and seconded by Lee, the Board of Selectmen voted to adjourn at 7:06 p.m. "
        "(Roe – yes, Lee – yes)\n",
        ("Roe", "Lee", "adjourn", (2, 0, None, True), "passed"),
    ),
    (
        "MOTION by Commissioner Roe, seconded by Commissioner Lee recommending approval of the plat. "
        "MOTION carried unanimously.\n",
        ("Roe", "Lee", "recommend", _ALL, "passed"),
    ),
    (
        "Commissioner Roe moved, Commissioner Lee made a second, to approve the plat. Vote taken; Ayes, 6; Nays, 0.\n",
        ("Roe", "Lee", "approve", (6, 0, None, True), "passed"),
    ),
    (
        "Ms. Roe made a motion to approve both licenses. Mrs. Lee offered a second to the motion. It was so voted.\n",
        ("Roe", "Lee", "approve", _NONE, "passed"),
    ),
    (
        "On a motion by Ada, seconded by Ben, the permit was signed.\n",
        ("Ada", "Ben", "approve", _NONE, "passed"),
    ),
    (
        "On a Roe/Lee motion, the Board voted with 3 in favor and Mr. Tan abstaining to approve abatements.\n",
        ("Roe", "Lee", "approve", (3, None, 1, False), "passed"),
    ),
    (
        "MOTION by Selectman Roe, duly seconded by Chairman Lee: I move that the Board vote to approve the lease. "
        "Motion was approved 2-0.\n",
        ("Roe", "Lee", "approve", (2, 0, None, True), "passed"),
    ),
    (
        "Motion by Ada, second by Ben: to approve the Jan. 21, 2031 minutes; unanimous.\n",
        ("Ada", "Ben", "approve", _ALL, "passed"),
    ),
    (
        "MOTION: Ada moved and Ben seconded to approve the lease.\nVote was by roll call, all were in favor, "
        "no one opposed, no one abstained. Motion passed.\n",
        ("Ada", "Ben", "approve", _ALL, "passed"),
    ),
    (
        "VOTED: On the motion of Mrs. Roe, seconded by Mr. Lee, to approve a license. Unanimous.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
    (
        "Roe made the motion to award the bid; Lee seconded; motion passed by a vote of four to one.\n",
        ("Roe", "Lee", "approve", (4, 1, None, False), "passed"),
    ),
    (
        "So moved by Roe, seconded by Lee. Vote: 4 yes, 0 no, 1 abstain (Tan).\n",
        ("Roe", "Lee", "other", (4, 0, 1, False), "passed"),
    ),
    (
        "Motion to approve the site plan failed on a 2-3 vote (Aye: Roe, Tan; Nay: Upton, Vance, Webb).\n",
        ("", "", "approve", (2, 3, None, False), "failed"),
    ),
    (
        "The Board, by consensus, agreed to postpone the decision on the salt shed.\n",
        ("", "", "continue", _NONE, "passed"),
    ),
    (
        "Roe moved to appoint Ben North. Lee seconded. The motion passed with Roe, Lee and Tan voting in favor and "
        "Shaw against.\n",
        ("Roe", "Lee", "nominate", (3, 1, None, False), "passed"),
    ),
    (
        "Ada MOVED to vote favorable action on Article 13 with Ben seconding. The vote passed 5-3 with Cy, Dan and Eve "
        "voting no.\n",
        ("Ada", "Ben", "recommend", (5, 3, None, False), "passed"),
    ),
    (
        "On a motion by Commr. Roe, seconded by Commr. Lee and carried unanimously, the Board postponed the minutes.\n",
        ("Roe", "Lee", "continue", _ALL, "passed"),
    ),
    (
        "Roe brought the motion to approve a $10,000 check. Lee 2nd the motion. The motion passed unanimously.\n",
        ("Roe", "Lee", "approve", _ALL, "passed"),
    ),
)


@pytest.mark.parametrize(("text", "slots"), _FORMS)
def test_a_motion_is_read_with_all_its_slots_in_the_forms_of_many_regions(text: str, slots: object) -> None:
    told = [
        (one.mover, one.seconder, one.action, (*_counts(one.vote), one.vote.unanimous), one.fate)
        for one in motions(text)
    ]
    assert told == [slots]


def _counts(vote: Vote) -> tuple[int | None, int | None, int | None]:
    return vote.yes, vote.no, vote.abstained


def test_a_name_that_ends_like_an_answer_is_none() -> None:
    (moved,) = motions("Roe moved to approve it. Keyes seconded. Motion passed 3-0.\n\nKeyes spoke of the barn.")
    assert (moved.seconder, moved.vote.yes, moved.text[-4:]) == ("Keyes", 3, "3-0.")
