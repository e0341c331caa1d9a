"""Short sentences as an assistant writes them, each with a whole passage of an invented town as its words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from audit_fakes import a_chunk, judging

from pipeline.check.claims import Judged
from pipeline.check.read.case import says_nothing_shown, source_of

SIGN = (
    "Copeland made a motion to approve the request for a new sign at 12 Elm Street. Keyes seconded. All in favor. "
    "Motion passed."
)
MINUTES = (
    "Moss motioned to accept the minutes of April 22, 2031 as amended, seconded by Roe. Vote 4-0-1, Lunt abstained."
)
TABLED = (
    "Roe moved to table the site plan until June 3. Lunt seconded. Ash and Lunt in favor, Roe opposed. The motion "
    "carried 2-1."
)
NONPUBLIC = (
    "Moss made a motion to go into nonpublic session. Keyes seconded. Roll call vote: Moss - yes, Keyes - yes, "
    "Copeland - yes. Motion passed. The Board came out of nonpublic session at 6:42 PM. Moss made a motion to seal the "
    "minutes. Copeland seconded. All in favor."
)
ARTICLE = (
    "Article 12. To see if the Town will vote to raise and appropriate the sum of $45,000 to be placed in the Highway "
    "Equipment Capital Reserve Fund. Recommended by the Selectmen 3-0. Recommended by the Budget Committee 9-1."
)
RULE = (
    "No sign shall exceed 24 square feet. A permit is required before any sign is put up. Temporary signs may be "
    "displayed for no more than 30 days."
)
FUNDS = "Total Transferred…………………….$128,524.00 Balance Remaining………………..$315,476.00"
FINES = "1st offense - Warning 2nd offense - $50.00 fine 3rd offense - $250.00 fine 4th offense - Up to $1,000.00"
REHEARING = "Rehearing was requested by abutters Mr. and Mrs. Birch. The lot is on Elm Street."
LANGUAGE = (
    'Mayor Ash noted that the language of the ordinance, "The dock must be white or a neutral earth tone as allowed by '
    'the City," allows for some interpretation by the City.'
)
ALTERNATE = "An alternate not seated may speak but not vote or move."
FAILED = "Ash moved to reduce overtime by $6,000, Moss seconded. Failed 3-6."
OVERTIME = "The overtime line is up 18% over last year."
OPTIONS = "The ballots: two ballots protested by Ash: one allowed Dunn, one ruled void. Dunn declared elected."

Judging = Callable[[str, str], Judged]


@pytest.fixture(name="judged")
def of_any_passage() -> Judging:
    return lambda claim, words: judging(source_of("L1", a_chunk(1, words, date="2031-05-06")))(claim, words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The Select Board unanimously approved a new sign at 12 Elm Street.", SIGN),
        ("Yes. The Board approved it, all in favor.", SIGN),
        ("The April 22 minutes were approved 4-0-1.", MINUTES),
        ("The vote was 4 to 0 with one abstention.", MINUTES),
        ("The site plan was tabled until June 3 on a 2-1 vote.", TABLED),
        ("The Board postponed the site plan until June 3.", TABLED),
        ("Only Roe opposed the motion.", TABLED),
        ("The vote was 2-1.", TABLED),
        ("Moss, Keyes and Copeland all voted yes.", NONPUBLIC),
        ("Both the Selectmen and the Budget Committee recommended the article.", ARTICLE),
        ("A sign may not be larger than 24 square feet.", RULE),
        ("Signs are limited to 24 square feet.", RULE),
        ("The maximum sign size is 24 square feet.", RULE),
        ("Temporary signs may be displayed for at most 30 days.", RULE),
        ("The balance remaining was a little over $315,000.", FUNDS),
        ("The balance remaining was slightly more than $315,000.", FUNDS),
        ("The balance remaining was nearly $316,000.", FUNDS),
        ("The balance remaining was less than $400,000.", FUNDS),
        ("The total transferred was about $128,500.", FUNDS),
        ("A first offense is a warning, a third is a $250 fine and a fourth is up to $1,000.", FINES),
        ("Mr. and Mrs. Birch requested a rehearing.", REHEARING),
        ("The Birches requested a rehearing.", REHEARING),
        ("Mayor Ash noted that this language allows for some interpretation by the City.", LANGUAGE),
        ("An alternate may speak but not vote.", ALTERNATE),
        ("The motion failed 3-6.", FAILED),
    ],
)
def test_a_plain_true_sentence_is_verified(judged: Judging, claim: str, words: str) -> None:
    assert judged(claim, words).verdict == "verified", judged(claim, words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("No permit is needed for a sign.", RULE),
        ("A sign needs no permit.", RULE),
        ("A sign must be at least 24 square feet.", RULE),
        ("The balance remaining was $128,524.", FUNDS),
        ("The total transferred was $315,476.", FUNDS),
        ("The third offense costs $50.", FINES),
        ("An alternate may vote.", ALTERNATE),
        ("Overtime fell by 18 percent.", OVERTIME),
        ("Dunn protested two of the ballots.", OPTIONS),
        ("The Board denied the new sign at 12 Elm Street.", SIGN),
    ],
)
def test_a_plain_false_sentence_is_contradicted(judged: Judging, claim: str, words: str) -> None:
    assert judged(claim, words).verdict == "contradicted", judged(claim, words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The balance remaining was just under $315,000.", FUNDS),
        ("The balance remaining was nearly $315,000.", FUNDS),
        ("The balance remaining was more than $100,000.", FUNDS),
        ("The motion passed 6-3.", FAILED),
        ("Only Ash opposed the motion.", TABLED),
        ("Keyes voted no.", NONPUBLIC),
    ],
)
def test_a_sentence_on_the_wrong_side_of_its_figure_is_not_verified(judged: Judging, claim: str, words: str) -> None:
    assert judged(claim, words).verdict != "verified", judged(claim, words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The balance remaining was more than a quarter of a million dollars.", FUNDS),
        ("Ash lost by a vote of six to three.", FAILED),
        ("Neither side pays the other's costs.", "Each side bears its own costs."),
        ("A town can't set the credit higher than $750.", "An amount adopted by the town, not over $750."),
        ("New house permits start at $200.", "New dwelling $0.25/sf, min. $200. Addition $0.20/sf, min $75."),
        (
            "A town must give notice before it uses herbicide within fifty feet of a well.",
            "No town shall apply herbicide within 50 feet of a well without written notice.",
        ),
    ],
)
def test_a_true_sentence_in_other_words_is_not_contradicted(judged: Judging, claim: str, words: str) -> None:
    assert judged(claim, words).verdict != "contradicted", judged(claim, words)


def test_words_that_stand_far_apart_in_a_long_passage_verify_nothing(judged: Judging) -> None:
    passage = (
        "Trustees of the library. The treasurer reported a balance of $3,412.66, fines of $388 and book sales of $927. "
        "The librarian said that circulation was down four percent and that electronic books had doubled. Lunt moved "
        "to end fines on books for children. Webb seconded. They discussed lost income. The motion passed 4-1. "
        "Sunday hours: no action, a survey first. The furnace was cleaned for $165. The doors open at nine."
    )
    found = judged("The trustees voted to open the library on Sundays.", passage)
    assert found.verdict != "verified"
    assert "(its words stand far apart: attach the sentence that says it)" in found.residue or found.residue


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Afterwards the board approved the permit of Ann Roe.", "verified"),
        ("Before that, the board approved the permit of Ann Roe.", "verified"),
        ("Afterwards the board denied the permit of Ann Roe.", "contradicted"),
        ("The board approved the permit of Ann Roe, and no later word of it is held.", "verified"),
        ("The board approved the permit of Ann Roe; who owns the lot is not shown.", "verified"),
        ("The board approved the permit of Ann Roe, and no vote on it is shown.", "consistent"),  # it is: passed
    ],
)
def test_what_leads_back_or_tells_of_silence_holds_nothing_back(judged: Judging, claim: str, verdict: str) -> None:
    found = judged(claim, "Lee moved to approve the permit of Ann Roe. Tan seconded. Motion passed.")
    assert found.verdict == verdict, found


def test_no_stop_follows_the_number_of_an_ordinance_in_roman_letters(judged: Judging) -> None:
    found = judged("Ordinance No. XVI sets the term at two years.", "Ordinance XVI. The term shall be two years.")
    assert not any(one.startswith("(No") or one == "No" for one in found.residue), found


def test_one_voice_of_another_vote_does_not_refute_a_divided_one(judged: Judging) -> None:
    words = (
        "A motion by Pell to recommend the article for $2,500. Hale explained that the trustees unanimously voted on "
        "Monday to not take additional articles. Opposed was Goss, Emery, Doyle. Motion failed. (2-3-0)"
    )
    assert judged("The trustees had unanimously voted on Monday not to take additional articles.", words).verdict != (
        "contradicted"
    )
    assert judged("The motion to recommend the article for $2,500 was unanimous.", words).verdict == "contradicted"


@pytest.mark.parametrize(
    ("sentence", "silent"),
    [
        ("So whether the school part of the rate went up cannot be said.", True),
        ("How much was paid cannot be told.", True),
        ("Roe paid $5, and whether he was late cannot be said.", False),
        ("A permit cannot be said to be free.", False),
    ],
)
def test_what_cannot_be_said_needs_no_source(sentence: str, *, silent: bool) -> None:
    assert says_nothing_shown(sentence) is silent


def test_a_request_on_which_no_action_is_taken_is_granted_where_the_rule_denies_it(judged: Judging) -> None:
    words = "A waiver is granted by a majority. If no action is taken on a waiver, it shall be deemed to be denied."
    assert judged("A waiver on which no action is taken is deemed granted.", words).verdict != "verified"


LINES = (
    "Granted a line adjustment where the Otter Cove Land Trust\nwill transfer 7 acres to the Plodd Forest Society, "
    "thus making it 16 acres."
)


def test_who_gives_to_whom_is_read_over_the_end_of_a_line(judged: Judging) -> None:
    turned = "The Plodd Forest Society is to transfer 7 acres to the Otter Cove Land Trust."
    assert judged(turned, LINES).verdict == "contradicted"
    assert judged("The Otter Cove Land Trust will transfer 7 acres to the Plodd Forest Society.", LINES).verdict == (
        "verified"
    )


def test_a_fund_says_nothing_in_place_of_who_reports_of_it(judged: Judging) -> None:
    words = "Roe reported on the year; the General\nFund has 45.94 % of the budget remaining."
    found = judged("Roe told them that about 46 percent of the General Fund budget was still unspent.", words)
    assert found.verdict != "contradicted", found
