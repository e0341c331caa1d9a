"""Offices told by roll calls, titles and elections; guests hold none."""

from __future__ import annotations

import pytest

from vault.facts.meeting.officers import elected_in, officers
from vault.facts.meeting.offices import office_of
from vault.facts.motions import motions


def _told(text: str) -> dict[str, str]:
    return {one.person: one.office + ("" if one.present else ", absent") for one in officers(text)}


def test_a_roll_call_with_titles_behind_the_names_tells_each_office() -> None:
    text = (
        "Call to Order: Chairman, Ada Osgood called the meeting to order at 7:00 pm.\n"
        "Roll Call: Ada Osgood – Chairman, Ruth “Rue” Tilden – Vice Chairman, Kay Ames, Bo Roy (Council’s "
        "Ex-Officio),\nSam Doe (Alternate) and Lee Park, ZEO.\nAbsent: Max Poe\nAttendees: Jane Resident, Joe Visitor\n"
        "Meeting Minutes: Review to approve."
    )
    assert _told(text) == {
        "Ada Osgood": "chair",
        "Ruth Tilden": "vice chair",
        "Kay Ames": "member",
        "Bo Roy": "ex officio",
        "Sam Doe": "alternate",
        "Lee Park": "zoning officer",
        "Max Poe": "member, absent",
    }


def test_titles_before_the_names_belong_to_the_names_after_them() -> None:
    text = (
        "Members Present by Roll Call: - Chairman - Dan Poe, Vice-Chairman, Roy Barr, Kay Ames, "
        "Lee Park-Absent\n\nNext."
    )
    assert _told(text) == {
        "Dan Poe": "chair", "Roy Barr": "vice chair", "Kay Ames": "member", "Lee Park": "member, absent",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Present:** Mayor Heather Poe, Councilors Bo Roy and Kay Ames.\n",
         {"Heather Poe": "mayor", "Bo Roy": "member"}),
        ("Chair, Ada Osgood opened the hearing at 6 pm.", {"Ada Osgood": "chair"}),
        ("Attendance by Roll Call: – Joe Goss, Sue Mac –\nDoyle, Pat Roe, Jr. (Town Administrator)\n",
         {"Joe Goss": "member", "Sue Mac-Doyle": "member", "Pat Roe Jr": "town administrator"}),
        ("Respectfully submitted,\nAlec Good\nChair, Finance Committee\n", {"Alec Good": "chair"}),
    ],
)  # fmt: skip
def test_other_ways_to_tell_an_office(text: str, told: dict[str, str]) -> None:
    assert told.items() <= _told(text).items()


def test_of_other_attendees_only_the_titled_hold_an_office_and_a_joined_title_is_two() -> None:
    text = (
        "Other Attendees:\n• Ada Osgood, Town Clerk/Tax Collector\n• Bo Roy – Public Attendee\n"
        "• Kay Ames for the Pantry\n• Lee Park – Fire Chief\nMeeting Minutes: Review to approve."
    )
    told = {(one.person, one.office) for one in officers(text)}
    assert told == {("Ada Osgood", "town clerk"), ("Ada Osgood", "tax collector"), ("Lee Park", "fire chief")}
    assert _told("Other Attendees: Police Chief, Dan Poe, Roy Barr, and Sue Mac.\n") == {"Dan Poe": "police chief"}


def test_the_chair_of_another_body_spoken_of_is_not_the_chair_here() -> None:
    text = "Roll Call: Ada Osgood – Chairman, Kay Ames\nMinutes: none.\n\nChairman Goss presented the budget."
    assert _told(text) == {"Ada Osgood": "chair", "Kay Ames": "member"}


def test_an_election_that_passed_gives_the_office_and_one_that_failed_does_not() -> None:
    text = "Roy nominated Ada Osgood as Chairman. Ames seconded. Motion {}."
    (one,) = elected_in(motions(text.format("passed 3-0")))
    assert (one.person, one.office) == ("Ada Osgood", "chair")
    assert list(elected_in(motions(text.format("failed 1-2")))) == []


def test_guests_and_speakers_from_the_public_hold_no_office() -> None:
    assert officers("Guests: Jane Resident, Joe Visitor\nPublic Input: Jane Resident asked about dogs.") == ()


@pytest.mark.parametrize(
    ("title", "office"),
    [("Chairperson", "chair"), ("Vice-Chaitman", "vice chair"), ("Councilor", "member"),
     ("PW Director", "public works director"), ("Town Clerk", "town clerk")],
)  # fmt: skip
def test_every_spelling_of_an_office_has_one_name(title: str, office: str) -> None:
    assert office_of(title) == office
