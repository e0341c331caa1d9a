"""Claims against the words they rest on: what is bound is verified, what is left over is told, what is otherwise is
contradicted. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.absence import found_after_all
from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText, source_of
from pipeline.check.read.evidence import Support
from pipeline.check.slots.turns import modes_of

from audit_fakes import a_chunk, judging  # isort: skip

MINUTES = (
    "Chair Ada Osgood opened the meeting at 7:00 p.m.\n\nMarsh made a motion to deny the abatement for Map 12, Lot 4. "
    "Webb seconded. All were in favor. Motion passed.\n\nRoy Fenn said the culvert costs $4,200. Dana Crane stated "
    "that the bridge costs $9,100 and may be closed.\n\nThe hearing will be held on May 20, 2031 unless it rains. "
    "Dogs shall not run loose. The clerk may waive the fee.\n\n• Roads - $12,500.00 for a 4.00% increase\n"
    "• Library - $8,000.00 for a 2.00% decrease"
)
SOURCE = source_of("L1", a_chunk(1, MINUTES, doc_type="minutes", board="Select Board", date="2031-05-06"))
SECTION = SourceText(label="S1", text="I. A town may keep goats.\nII. No town shall keep bears.", about="RSA 999:1")


judged = judging(SOURCE)
DENIAL = "Marsh made a motion to deny the abatement for Map 12, Lot 4. Webb seconded. All were in favor. Motion passed."
ROWS = "Roads - $12,500.00 for a 4.00% increase … Library - $8,000.00 for a 2.00% decrease"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The Select Board denied the abatement for Map 12, Lot 4.", DENIAL),
        ("Marsh moved to deny the abatement and Webb seconded.", DENIAL),
        ("Mr. Fenn noted that the culvert costs $4,200.", "Roy Fenn said the culvert costs $4,200."),
        ("The Library is at $8,000, down 2 percent.", ROWS),
        ("Roads and Library together come to $20,500.", ROWS),
    ],
)
def test_what_is_bound_to_its_words_is_verified(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict == "verified", judged(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote", "slot"),
    [
        ("The Board granted the abatement for Map 12, Lot 4.", DENIAL, "outcome"),
        ("Webb moved to deny the abatement and Marsh seconded.", DENIAL, "mover"),
        ("The Planning Board denied the abatement for Map 12, Lot 4.", DENIAL, "body"),
        ("Roy Fenn said the bridge costs $9,100.", "Dana Crane stated that the bridge costs $9,100", "speaker"),
        ("The Library is at $12,500.", ROWS, "amount"),
        ("The hearing will be held on May 28, 2031.", "The hearing will be held on May 20, 2031", "date"),
        ("The clerk must waive the fee.", "The clerk may waive the fee.", "modality"),
        ("Dogs may run loose.", "Dogs shall not run loose.", "modality"),
        ("Roads were increased by $12,500.", ROWS, "measure"),
    ],
)
def test_what_the_record_says_otherwise_is_contradicted_and_shown(claim: str, quote: str, slot: str) -> None:
    found = judged(claim, quote)
    assert found.verdict == "contradicted", found
    assert slot in found.slots
    assert found.against


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "Any taxpayer eligible to vote in the Village may petition the Water Court to declare whether the Village "
            "where he lives has spent public money in violation of an ordinance.",
            "any taxpayer eligible to vote in the Village, shall have standing to petition the Water Court to declare "
            "whether the Village in which the taxpayer lives has spent public money in violation of an ordinance",
        ),
        (
            "If equal numbers of votes make no choice, the balloting shall be continued till the requisite number of "
            "persons is chosen.",
            "and if persons receive an equal number of votes, so that no choice is made, the balloting shall be "
            "continued till the requisite number of persons is chosen",
        ),
    ],
)
def test_a_right_is_no_duty_and_a_denial_ends_with_its_clause(claim: str, quote: str) -> None:
    found = judging(source_of("L1", a_chunk(1, f"Of the Court. {quote}.", "state")))(claim, quote)
    assert found.verdict != "contradicted", found


def test_a_ban_with_a_clause_about_its_person_is_one() -> None:
    modes = modes_of("No member who is a candidate, the clerk tells, shall vote.")
    assert [mode for mode, _, _ in modes] == ["forbids"]


@pytest.mark.parametrize(
    ("claim", "quote", "left"),
    [
        ("The abatement was denied because the roof leaks.", DENIAL, "roof"),
        ("All dogs bark.", "Dogs shall not run loose.", "bark"),
        ("Roy Fenn said the culvert is a scandal.", "Roy Fenn said the culvert costs $4,200.", "scandal"),
    ],
)
def test_what_nothing_binds_is_consistent_and_told_in_the_claims_own_words(claim: str, quote: str, left: str) -> None:
    found = judged(claim, quote)
    assert found.verdict == "consistent", found
    assert left in found.residue


def test_without_the_words_it_rests_on_a_claim_is_at_most_consistent() -> None:
    assert judge("The Select Board denied the abatement for Map 12, Lot 4.", (SOURCE,)).verdict == "consistent"
    assert judge("The Board granted the abatement for Map 12, Lot 4.", (SOURCE,)).verdict == "contradicted"


def test_a_quotation_is_verified_and_a_false_one_contradicted() -> None:
    assert judge("The minutes say “Dogs shall not run loose.”", (SOURCE,)).verdict == "verified"
    assert judge("The minutes say “Dogs shall run loose.”", (SOURCE,)).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The likely answer: The minutes say “Dogs shall not run loose.”", "verified"),
        ("Also likely: the same minutes also record: “The clerk may waive the fee.”", "verified"),
        ("This may answer it, for you to judge: The minutes record: “The clerk may waive the fee.”", "verified"),
        (
            "This may answer the second part of the question, for you to judge: The minutes record: “The clerk may"
            " waive the fee.”",
            "verified",
        ),
        (
            "This may answer a bear, for you to judge: Minutes record: “The clerk may waive the fee.”",
            "consistent",
        ),
        (
            "The Select Board minutes of May 6, 2031 record: “Dogs shall not run loose. The clerk may waive the fee.”",
            "verified",
        ),
        ("The Select Board minutes of May 6, 2031 record: “Dogs shall run loose.”", "contradicted"),
        ("Likely yes: The minutes say “The clerk may waive the fee.”", "consistent"),
        ("The Select Board allows dogs: The minutes say “Dogs shall not run loose.”", "consistent"),
    ],
)
def test_how_surely_words_answer_and_where_they_stand_is_no_claim_of_its_own(claim: str, verdict: str) -> None:
    assert judge(claim, (SOURCE,)).verdict == verdict


def test_words_that_stand_in_no_source_are_told() -> None:
    found = judged("Dogs shall not run loose in town.", "Cats shall not run loose.")
    assert found.verdict == "consistent"
    assert any("not in a cited source" in left for left in found.residue)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The minutes say “Dogs … run loose.”", "Dogs shall not run loose."),
        ("The hearing will be held on May 20, 2031.", "The hearing will be held on May 20, 2031 unless it rains."),
    ],
)
def test_bound_words_are_not_verified_where_the_record_binds_them_otherwise(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict != "verified", judged(claim, quote)


def test_a_person_whom_the_words_do_not_name_is_not_bound_by_the_sentence_around_them() -> None:
    page = (
        "The board heard from the trustees' chair, Ada Eldred, asking them to appoint Tess Herne for a year. "
        "Mr. Roe moved it. Ms. Eldred said it was time. Ms. Herne thanked them."
    )
    source = source_of("L1", a_chunk(1, page, doc_type="minutes", board="Select Board", date="2031-05-06"))
    words = (Support(source="L1", quote="asking them to appoint Tess Herne for a year"),)
    assert "Eldred" in judge("They were asked to appoint Ada Eldred for a year.", (source,), words).residue
    assert "Herne" not in judge("They were asked to appoint Tess Herne for a year.", (source,), words).residue


def test_what_a_sentence_says_is_not_shown_is_not_contradicted_by_a_mention_of_it() -> None:
    brief_source = source_of("L1", a_chunk(1, "Dana Crane has to leave early due to a family matter at home."))
    assert not found_after_all("The minutes do not say what family matter Dana Crane had.", (brief_source,))


RULES = (
    "1. The fund is kept by the trustees of the town. The clerk shall send a notice to the owner. A board shall have "
    "3 or more members. Some of the members may vote by mail. Signs shall be taken down within 7 days.\n"
    "2. Article 3: Truck payment of $87,000. Article 4: Fire truck reserve of $100,000. Article 5: Station upkeep "
    "of $25,000.\nThe lagoons must close by 2031. The street light budget fell from $10,000 to $7,000. Ada Osgood "
    "inquired about the audit. The budget of $12,500 (corrected to $6,700) was shown."
)
BOOK = source_of("L1", a_chunk(2, RULES, doc_type="policy", board="Select Board", date="2029-05-06"))


@pytest.mark.parametrize(
    ("claim", "quote", "slot"),
    [
        ("The clerk keeps the fund.", "The fund is kept by the trustees of the town.", "agent"),
        ("A board shall have at most 3 members.", "A board shall have 3 or more members.", "limit"),
        ("All members may vote by mail.", "Some of the members may vote by mail.", "quantity"),
        ("The lagoons must close by 2030.", "The lagoons must close by 2031.", "year"),
        (
            "The street light budget went from $7,000 to $10,000.",
            "The street light budget fell from $10,000 to $7,000.",
            "direction",
        ),
        ("Roy Webb asked about the audit.", "Ada Osgood inquired about the audit.", "speaker"),
    ],
)
def test_a_claim_of_another_row_year_limit_or_doer_is_contradicted(claim: str, quote: str, slot: str) -> None:
    found = judge(claim, (BOOK,), (Support(source="L1", quote=quote),))
    assert slot in found.slots, found


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "The Select Board's meeting opened at seven in the evening.",
            "Chair Ada Osgood opened the meeting at 7:00 p.m.",
        ),
        ("Marsh's motion to deny the abatement was seconded by Webb.", DENIAL),
    ],
)
def test_times_and_motions_in_other_words_are_bound(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict == "verified", judged(claim, quote)


def test_a_figure_that_the_record_corrects_is_not_verified() -> None:
    quote = "The budget of $12,500 (corrected to $6,700) was shown."
    found = judge("The budget was $12,500.", (BOOK,), (Support(source="L1", quote=quote),))
    assert found.verdict == "consistent", found


def test_a_true_claim_with_no_longer_is_not_contradicted() -> None:
    source = SourceText(label="L1", text="The bank will not mail paper statements.", about="Minutes")
    found = judge("The bank will no longer mail paper statements.", (source,))
    assert found.verdict == "consistent", found


WHOLE = (
    "No article is put twice. Articles may be amended at the first session, subject to the following limitations:"
    "\n\n(a) not the one on officers;\n\n(b) none fixed by law. Heads of departments have the powers of the charter."
    "\n\nUnless the charter says otherwise, a term is three years.\n\n[Art.] 13. [Oaths.]  No clerk, who is sworn "
    "already, shall be sworn twice.\n\nThe moderator may admit to the hall:\n(a) Nobody who is not on the list."
)


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("Articles may be amended at the first session, subject to the following limitations:", "verified"),
        ("Heads of departments have the powers of the charter.", "verified"),
        ("No clerk, who is sworn already, shall be sworn twice.", "verified"),
        ("The moderator may admit to the hall:", "verified"),
        ("Articles may be amended at the first session", "consistent"),
        ("a term is three years.", "consistent"),
        ("a term is three years", "consistent"),
    ],
)
def test_a_lead_in_that_names_its_list_and_a_sentence_before_a_condition_of_the_next_are_whole(
    quote: str, verdict: str
) -> None:
    source = source_of("L1", a_chunk(9, WHOLE))
    assert judge(f"The record says “{quote}”", (source,)).verdict == verdict
    assert judge(quote, (source,)).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("State passage found: RSA 999:1.", "verified"),
        ("It would most likely stand in RSA 999:1.", "verified"),
        ("Found, but not settling the question: Record, RSA 999:1.", "verified"),
        ("Worth reading: RSA 999:1.", "verified"),
        ("It would most likely stand in RSA 999:2.", "consistent"),
        ("It would most likely stand in RSA 999:1, which bans bears.", "consistent"),
        ("The bottom line quotes the one passage found that tells it.", "verified"),
        ("State passage found: RSA 999:2.", "consistent"),  # the cited source is another section
        ("State passage found: RSA 999:1 allows bears.", "consistent"),  # it says something of the section
        ("RSA 999:1 (an old text; a later one may exist) provides: “A town may keep goats”.", "verified"),
    ],
)
def test_a_line_that_only_names_what_was_found_is_verified_by_its_name(claim: str, verdict: str) -> None:
    assert judge(claim, (SECTION,)).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The Select Board minutes of May 6, 2031 name RSA 91-A:3; its own text is not in the vault.", "verified"),
        ("The Select Board minutes of May 6, 2031 name RSA 91-A:3 and RSA 39:3.", "consistent"),
        ("The Select Board minutes of May 6, 2031 name RSA 91-A:4.", "consistent"),
        ("The Select Board minutes of May 6, 2031 name RSA 91-A:3 and the clerk.", "consistent"),
    ],
)
def test_which_law_a_record_names_is_verified_by_the_record_that_names_it_or_a_part_of_it(
    claim: str, verdict: str
) -> None:
    text = "Marsh moved to go into nonpublic session\nunder RSA 91-A:3 II (c). Webb seconded."
    source = source_of("L1", a_chunk(1, text, doc_type="minutes", board="Select Board", date="2031-05-06"))
    assert judge(claim, (source,)).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The Library Board is the planning agency of the town.", "The Mayor is the planning agency of the town."),
        ("Crane said a letter goes with the Fenn agreement.", "Crane said a letter goes with the Osgood agreement."),
        (
            "Every purchase is made by bidding without exception.",
            "Every purchase is made by bidding subject to exceptions that the board approves.",
        ),
        (
            "In any county an inspector may work for owners.",
            "An inspector may work for owners in any county other than the county of the inspector.",
        ),
    ],
)
def test_a_name_put_for_another_and_an_exception_left_out_are_not_verified(claim: str, quote: str) -> None:
    page = f"{quote} The Library Board met with Roy Fenn on his agreement."
    source = source_of("L1", a_chunk(1, page, doc_type="minutes", board="Select Board", date="2031-05-06"))
    assert judge(claim, (source,), (Support(source="L1", quote=quote),)).verdict != "verified"


def test_a_quotation_may_run_over_a_page_turn_between_two_sources_and_over_nothing_else() -> None:
    first = "The engineer was asked about floods. Ada Osgood explained that the panels can stand in"
    second = "PB approved June 3, 2031\nwater for two days and then shut down. Webb asked about fences."
    pages = [source_of(f"L{n}", a_chunk(n, text, doc_id="pages")) for n, text in ((1, first), (2, second))]
    said = "Ada Osgood explained that the panels “can stand in water for two days and then shut down”."
    assert judge(said, pages).verdict in ("verified", "consistent")
    assert judge(said, pages[:1]).slots == ("quotation",)
    assert judge(said, [pages[0], source_of("L3", a_chunk(3, f"{'Other words. ' * 40}{second}"))]).slots == (
        "quotation",
    )


def test_a_short_quotation_that_stands_under_several_motions_does_not_choose_another_than_the_words_given() -> None:
    text = f"Webb made a motion to approve the minutes. Crane seconded. All were in favor. Motion passed.\n\n{MINUTES}"
    source = source_of("L1", a_chunk(1, text, doc_type="minutes", board="Select Board", date="2031-05-06"))
    said = "“Marsh made a motion to deny the abatement”, seconded by Webb; “All were in favor. Motion passed.”"
    assert judge(said, [source], [Support(source="L1", quote=DENIAL)]).verdict != "contradicted"
