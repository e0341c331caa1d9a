"""Claims that tell several things at once: what one of them has beside it contradicts no other, and a conflict that is
one still does. Beside them claims turned round in one word, which are never verified. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

RECORD = (
    "Present: Ada Marlow, Brenda Lunt, Copley, Fenwick, Tom Quill. Minutes Approved As Amended October 8, 2031.\n\n"
    "Fenwick noted that no reason was given as to why the ferry crew needs more time. The Board asked the clerk to "
    "write to Tom Quill and have him submit the reason for the extension, and the Board will review the answer at the "
    "next meeting on February 4.\n\n"
    "Brenda Lunt asked if they will guarantee that it will be quiet on her property. Fenwick said he can't guarantee "
    "anything.\n\n"
    "Copley made a motion to grant a one year extension for the slip of Tom Quill. The extension will expire on April "
    "4, 2032.\n\n"
    "Fenwick made a motion to adjourn. Lunt seconded. Meeting adjourned at 7:09 PM.\n\n"
    "Copley made a motion to approve the merger of 36 Mast Road. Quill seconded. All were in favor. Motion passed.\n\n"
    "Chief Marlow stated the wards are not going to use cots because there is not enough room. Quill stated that in "
    "six budget cycles we have never had one question about the pier.\n\n"
    "Adopted by the Ferry Board on April 6, 2031. Submitted to the Harbor Council on April 13, 2031. Adopted by the "
    "Harbor Council on April 13, 2031.\n\n"
    "The council chose the pilot. The lamps were paid, the oars were not. "
    "The crew is due to be paid in June. The nets were sold because of the rot.\n\n"
    "The party, rained out on June 28, is on Saturday at Elm Park.\n\n"
    "Being half through the year, the Pier Fund has 45.94 % of its budget remaining.\n\n"
    "Mooring plan, large (4+ slips): $200.00 application fee, $75.00 per slip.\n\n"
    "The pantry sent out approximately 700 bags at approximately $16.00 a bag.\n\n"
    "The web firm would charge $200 for August, then $400 per month September to December for a total $1800.\n\n"
    "The most that one application brings is $240,000, and what one owner may apply in a year is limited to "
    "$40,000.\n\n"
    "Refund of $1,281 plus interest. Refund of $1 plus interest. Refund of $126 plus interest. Refund of $132.53 plus "
    "interest. Refund of $36 plus interest. The clerk counted them.\n\n"
    "Mast 9 Lot 63 has a shed. Quill motioned to deny the $160 request of Map 91, Lot 36. The motion passed.\n\n"
    "The board received two levies: $786.97 for the pier and $827.50 for the mill."
)
LAW = (
    "Special meetings shall be held at the call of the Chair or by written request of a majority of the members. "
    "An amendment must be in writing. A motion can be amended so long as the amendment stays within its scope. "
    "A pilot shall not be required to own any boat to take passengers. "
    "In a port, other than a port that has adopted a charter, the question shall be put only by the harbor master. "
    "The trustees may lend the fund subject to at least quarterly review by the board. "
    "No new business will be taken up after 9:30 pm. A speaker who breaks the rules may be removed. "
    "It shall be the duty of each pilot, when he takes on a passenger, to fill in a certificate. "
    "No lamp may be lit at night, except that lamps may stay lit while the pier is open to the public. "
    "No person shall be hired unless the place is authorized by the council. "
    "A mast permit is granted by the Chair. Four wardens shall serve to the end of May. "
    "The first meeting of the panel shall be held within 45 days. The gate was closed on Friday. "
    "An operator under this chapter shall not be considered a public ferry. "
    "The fee for a slip is $30. Boats are counted once every 7 years."
)
MINUTES = source_of("L1", a_chunk(1, RECORD, doc_type="minutes", board="Select Board", date="2031-09-17"))
RULES = source_of("L1", a_chunk(1, LAW, doc_type="ordinance", board="", title="Harbor Rules"))


def _verdict(text: str, words: str) -> str:
    source = MINUTES if words.partition(" … ")[0] in MINUTES.text else RULES
    held = judge(text, (source,), (Support(source="L1", quote=words),) if words else ())
    return str(held.verdict)


TRUE = [
    ("Because no reason had been given for the extension, the board had its clerk ask Tom Quill for one and put the "
     "matter over to February 4.",
     "Fenwick noted that no reason was given as to why the ferry crew needs more time. The Board asked the clerk to "
     "write to Tom Quill and have him submit the reason for the extension, and the Board will review the answer at the "
     "next meeting on February 4."),
    ("No, Fenwick told Brenda Lunt that he could not guarantee anything when asked whether it would be quiet on her "
     "property.",
     "Brenda Lunt asked if they will guarantee that it will be quiet on her property. Fenwick said he can't guarantee "
     "anything."),
    ("Tom Quill got one more year, to April 4, 2032, for his slip.",
     "Copley made a motion to grant a one year extension for the slip of Tom Quill. The extension will expire on April "
     "4, 2032."),
    ("The Board went home at nine past seven, on a motion by Fenwick, and the merger of 36 Mast Road was approved with "
     "everyone in favor.",
     "Fenwick made a motion to adjourn. Lunt seconded. Meeting adjourned at 7:09 PM. … Copley made a motion to approve "
     "the merger of 36 Mast Road. Quill seconded. All were in favor. Motion passed."),
    ("The wards will not use cots, as there is too little room, Marlow said, and in six budget cycles nobody had one "
     "question about the pier, Quill said.",
     "Chief Marlow stated the wards are not going to use cots because there is not enough room. Quill stated that in "
     "six budget cycles we have never had one question about the pier."),
    ("The Harbor Council adopted it on 4/13/2031, a week later than the Ferry Board.",
     "Adopted by the Ferry Board on April 6, 2031. … Adopted by the Harbor Council on April 13, 2031."),
    ("The minutes of September 17 were approved, as amended, on 10/8/2031.",
     "Minutes Approved As Amended October 8, 2031"),
    ("The party, put off from June 28, was on Saturday at Elm Park, and the merger of 36 Mast Road was approved.",
     "The party, rained out on June 28, is on Saturday at Elm Park. … Copley made a motion to approve the merger of 36 "
     "Mast Road. Quill seconded. All were in favor. Motion passed."),
    ("The crew is due to be paid in June.",
     "The crew is due to be paid in June. The nets were sold because of the rot."),
    ("Half through the year, about 54 percent of the Pier Fund's budget was gone.",
     "Being half through the year, the Pier Fund has 45.94 % of its budget remaining."),
    ("For a large mooring plan of six slips the application and the fees per slip come to $650.",
     "Mooring plan, large (4+ slips): $200.00 application fee, $75.00 per slip."),
    ("The pantry's 700 bags came to something over $11,000.",
     "The pantry sent out approximately 700 bags at approximately $16.00 a bag."),
    ("The web firm would charge a total of eighteen hundred dollars.",
     "The web firm would charge $200 for August, then $400 per month September to December for a total $1800."),
    ("One application brings $240,000 at most, and no more than forty thousand dollars a year may be applied by an "
     "owner.",
     "The most that one application brings is $240,000, and what one owner may apply in a year is limited to $40,000."),
    ("The clerk counted them, and the five refunds came to $1,576.53 before interest.",
     "Refund of $1,281 plus interest. Refund of $1 plus interest. Refund of $126 plus interest. Refund of $132.53 plus "
     "interest. Refund of $36 plus interest. The clerk counted them."),
    ("A special meeting can be called by the Chair or requested in writing by a majority of the members.",
     "Special meetings shall be held at the call of the Chair or by written request of a majority of the members."),
    ("An amendment must be in writing, and stay within the scope of the motion.",
     "An amendment must be in writing. A motion can be amended so long as the amendment stays within its scope."),
    ("No pilot has to own a boat to take passengers.",
     "A pilot shall not be required to own any boat to take passengers."),
    ("In a port without a charter only the harbor master can put the question.",
     "In a port, other than a port that has adopted a charter, the question shall be put only by the harbor master."),
    ("The trustees must have the fund's loans reviewed at least every quarter.",
     "subject to at least quarterly review by the board"),
    ("The board takes up no new business after half past nine, and a speaker who breaks the rules may be removed.",
     "No new business will be taken up after 9:30 pm. A speaker who breaks the rules may be removed."),
    ("The rules give no penalty for a pilot who leaves the certificate off.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), TRUE)
def test_no_true_thing_is_contradicted_by_what_stands_beside_another(text: str, words: str) -> None:
    assert _verdict(text, words) != "contradicted"


FALSE = [
    ("The wards are going to use the cots.", "the wards are not going to use cots because there is not enough room"),
    ("The Harbor Council adopted it on April 6, 2031.",
     "Adopted by the Ferry Board on April 6, 2031. Submitted to the Harbor Council on April 13, 2031. Adopted by the "
     "Harbor Council on April 13, 2031."),
    ("Lunt made the motion to adjourn.", "Fenwick made a motion to adjourn. Lunt seconded."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), FALSE)
def test_a_false_thing_alone_is_still_contradicted(text: str, words: str) -> None:
    assert _verdict(text, words) == "contradicted"


TURNED = [
    ("No person may not be hired unless the place is authorized by the council.",
     "No person shall be hired unless the place is authorized by the council."),
    ("No one must be hired unless the place is authorized by the council.",
     "No person shall be hired unless the place is authorized by the council."),
    ("An operator under this chapter is not no public ferry.",
     "An operator under this chapter shall not be considered a public ferry."),
    ("Lamps may not stay lit at night, except while the pier is not open to the public.",
     "No lamp may be lit at night, except that lamps may stay lit while the pier is open to the public."),
    ("Four wardens shall not serve to the end of May.", "Four wardens shall serve to the end of May."),
    ("A mast permit must be granted by the Chair.", "A mast permit is granted by the Chair."),
    ("The Pier Fund has 54.06 percent of its budget remaining.",
     "Being half through the year, the Pier Fund has 45.94 % of its budget remaining."),
    ("The last meeting of the panel is held within 45 days.",
     "The first meeting of the panel shall be held within 45 days."),
    ("The two levies add up to $827.50.",
     "The board received two levies: $786.97 for the pier and $827.50 for the mill."),
    ("Quill moved to deny the $36 request of Map 91, Lot 36.",
     "Quill motioned to deny the $160 request of Map 91, Lot 36."),
    ("Quill moved to deny the $160 request of Map 36, Lot 36.",
     "Quill motioned to deny the $160 request of Map 91, Lot 36."),
    ("The $160 request of Map 91, Lot 36 was turned up on Quill's motion.",
     "Quill motioned to deny the $160 request of Map 91, Lot 36. The motion passed."),
    ("Quill moved to deny the $160 request of Map 91, Lot 36, since the law requires it.",
     "Quill motioned to deny the $160 request of Map 91, Lot 36."),
    ("Half of the wardens serve to the end of May.", "Four wardens shall serve to the end of May."),
    ("The gate was privately closed.", "The gate was closed on Friday."),
    ("The Library Trustees have a party on Saturday at Elm Park.",
     "The party, rained out on June 28, is on Saturday at Elm Park."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), TURNED)
def test_what_is_turned_round_in_one_word_is_not_verified(text: str, words: str) -> None:
    assert _verdict(text, words) != "verified"


TOLD = [
    ("Four wardens serve to the end of May.", "Four wardens shall serve to the end of May."),
    ("The first meeting of the panel is held within 45 days.",
     "The first meeting of the panel shall be held within 45 days."),
    ("No person may be hired unless the place is authorized by the council.",
     "No person shall be hired unless the place is authorized by the council."),
    ("Quill moved to deny the $160 request of Map 91, Lot 36.",
     "Quill motioned to deny the $160 request of Map 91, Lot 36."),
    ("The two levies add up to $1,614.47.",
     "The board received two levies: $786.97 for the pier and $827.50 for the mill."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), TOLD)
def test_what_is_told_as_it_stands_is_verified(text: str, words: str) -> None:
    assert _verdict(text, words) == "verified"
