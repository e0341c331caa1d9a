"""Claims that say what the record says in nearly its own words are verified; their false twins never are. Town, people
and sections are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

MINUTES = source_of(
    "L1",
    a_chunk(
        1,
        "Selectman Roy stated that the work is done and he made a motion to release the funds of $14,000 to the mason. "
        "Webb said he agrees. Webb seconded. Fenn was opposed. Motion passed.\n\n"
        "e Ada Lunt made a motion to get a new proposal. Webb seconded, all were in favor. Motion carried.\n\n"
        "Fenn said the price\nis $7500.00. and the yearly rent is $500.00.\n\n"
        "Fenn met with officials. DES made it clear that the lagoons close. He said that the town will lose around "
        "$140,000 in revenue from the haulers.\n\n"
        "Webb made a motion to change 4 addresses. Roy seconded. Roll call vote was taken. Webb- yes, Roy- yes, Fenn- "
        "No.\n\nMatt Osgood Jr. discussed the cameras. He advised that Chief Marsh reached out to his contact and he "
        "said the brand has no known issues.",
        doc_type="minutes", board="Select Board", date="2031-05-06",
    ),
)  # fmt: skip
RULES = source_of(
    "L2",
    a_chunk(
        2,
        "Vehicles outside of the season must be in a road ready condition to include but not limited to awnings "
        "retracted.\nThe home trade shall be carried on only within the main house, and there shall be no noise in "
        "the area.\nA twin house is a building for two families, with the number of families not exceeding the number "
        "of units provided.\nAll dogs, whether restrained or unrestrained, are strictly prohibited from the beach.\n"
        "Along the brook no buildings, including sheds, are allowed within the meadow unless a study shows that the "
        "flood does not rise.\nTo see if the Town will vote to raise the sum of $25,000 to be added to the Boardwalk "
        "Fund.\nFive copies of the plan, no larger than 24\" X 36\", shall be submitted.\nThe chair may close the gate "
        "if it snows.\nThe fine is 1% of the tax and not less than $10 or more than $50.\nThe written consent of each "
        "holder shall be required as a condition of approval of the merger.",
        doc_type="ordinance", title="Rules of Alder Falls",
    ),
)  # fmt: skip
LAW = source_of(
    "S1",
    a_chunk(
        3, "No abatement of a tax is of any effect until recorded in the records of the selectmen.", "state",
        section="RSA 31:897", heading="31:897", title="RSA 31:897",
    ),
)  # fmt: skip
RELEASE = (
    "he made a motion to release the funds of $14,000 to the mason. Webb said he agrees. Webb seconded. Fenn was "
    "opposed. Motion passed."
)
ROLL = (
    "Webb made a motion to change 4 addresses. Roy seconded. Roll call vote was taken. Webb- yes, Roy- yes, Fenn- No."
)
VEHICLES = "Vehicles outside of the season must be in a road ready condition"
TRADE = "The home trade shall be carried on only within the main house"
TWIN = (
    "A twin house is a building for two families, with the number of families not exceeding the number of units "
    "provided."
)
MEADOW = "Along the brook no buildings, including sheds, are allowed within the meadow unless a study shows that the flood does not rise."  # noqa: E501
BOARDWALK = "To see if the Town will vote to raise the sum of $25,000 to be added to the Boardwalk Fund."
LOSS = "He said that the town will lose around $140,000 in revenue from the haulers."
CAMERAS = "He advised that Chief Marsh reached out to his contact and he said the brand has no known issues."
FINE = "The fine is 1% of the tax and not less than $10 or more than $50."
CONSENT = "The written consent of each holder shall be required as a condition of approval of the merger."


def verdict(claim: str, quote: str) -> str:
    source = next(one for one in (MINUTES, RULES, LAW) if " ".join(quote.split()) in " ".join(one.text.split()))
    return judge(claim, (source,), (Support(source=source.label, quote=quote),)).verdict


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Roy moved to release the funds of $14,000 to the mason, Webb seconded, Fenn was opposed, and it passed.",
         RELEASE),
        ("Ada Lunt made a motion to get a new proposal; Webb seconded, all in favor, motion carried.",
         "e Ada Lunt made a motion to get a new proposal. Webb seconded, all were in favor. Motion carried."),
        ("Fenn said the price is $7500.00 and the yearly rent is $500.00.",
         "Fenn said the price is $7500.00. and the yearly rent is $500.00."),
        ("Fenn said the town will lose around $140,000 in revenue from the haulers.", LOSS),
        ("On May 6, 2031 the board voted to change the 4 addresses, Webb yes, Roy yes, Fenn no.", ROLL),
        (f"{VEHICLES}.", VEHICLES),
        (f"{TRADE}.", TRADE),
        ("A twin house is a building for two families.", TWIN),
        ("They are “strictly prohibited from the beach”.", "strictly prohibited from the beach"),
        ("Along the brook no buildings are allowed unless a study shows that the flood does not rise.", MEADOW),
        ("The article asked to add $25,000 to the Boardwalk Fund.", BOARDWALK),
        ("Five copies of the plan, no larger than 24 by 36 inches, shall be submitted.",
         "Five copies of the plan, no larger than 24\" X 36\", shall be submitted."),
        ("No abatement of a tax is of any effect until recorded in the records of the selectmen (RSA 31:897).",
         LAW.text),
        ("The rules say the chair “may close the gate if it snows”.", "may close the gate if it snows"),
    ],
)  # fmt: skip
def test_nearly_the_records_words_are_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Fenn moved to release the funds of $14,000 to the mason, Webb seconded, and it passed.", RELEASE),
        ("Webb said the town will lose around $140,000 in revenue from the haulers.", LOSS),
        ("The board voted to change the 4 addresses, Webb yes, Roy no, Fenn yes.", ROLL),
        ("The chair may close the gate.", "The chair may close the gate"),
        ("Along the brook buildings are allowed unless a study shows that the flood does not rise.", MEADOW),
        ("The article added $25,000 to the Boardwalk Fund.", BOARDWALK),
        (
            "No abatement of a tax is of any effect until recorded in the records of the selectmen (RSA 31:898).",
            LAW.text,
        ),
        ("The fine is 1% of the tax, though never over $10.", FINE),
    ],
)
def test_their_false_twins_are_not(claim: str, quote: str) -> None:
    assert verdict(claim, quote) != "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Osgood reported that Chief Marsh's contact knew of no issues with the brand.", CAMERAS),
        ("The fine is 1% of the tax, though never under $10 or over $50.", FINE),
        ("A merger can't be approved unless each holder consents in writing.", CONSENT),
    ],
)
def test_what_is_said_the_other_way_round_is_not_contradicted(claim: str, quote: str) -> None:
    assert verdict(claim, quote) != "contradicted"


def test_a_law_that_the_record_itself_names_last_is_a_part_of_its_sentence() -> None:
    text = "Radio services licensed by the commission (see RSA 31:899)."
    source = source_of("L1", a_chunk(9, f"Exempt are:\n{text}\nOther matter.", doc_type="ordinance", board=""))
    assert judge(text, (source,)).verdict == "verified"
    assert judge(text.replace("899", "896"), (source,)).verdict != "verified"


def test_a_no_of_a_form_is_no_answer_that_leads_in() -> None:
    form = source_of(
        "L1", a_chunk(9, "Yes: No: Date of review: Is the report in this file?", doc_type="form", board="")
    )
    assert judge("No: No: Date of review: Is the report in this file?", (form,)).verdict != "verified"
