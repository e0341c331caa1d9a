"""What a question asks for. All questions are about the invented town of Alder Falls."""

import pytest
from scripted_model import evidence, make_brief, make_retrieval

from pipeline.ask.cues import CUES, Cue
from pipeline.ask.names import identifier_key
from pipeline.types import Evidence, IssueMap
from pipeline.write.extract.asking import (
    Asked,
    Rarity,
    asked_of,
    issue_of,
    rarity_of,
    share_said,
    shares_said,
    voted_otherwise,
    weight_for,
)
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import spans_of


def asked(question: str, **issue: object) -> Asked:
    return asked_of(make_brief(question, issue=IssueMap.model_validate({"town": "Alder Falls", **issue})))


QUESTIONS: list[tuple[Cue, str]] = [
    ("amount", "How much was the bid for the footbridge?"),
    ("amount", "What does a dog licence cost?"),
    ("count", "How many lamps stand on the wharf?"),
    ("count", "What vote closed the bridge?"),
    ("duration", "How long is the wharf closed?"),
    ("duration", "How far ahead is a hearing posted?"),
    ("date", "When was the footbridge closed?"),
    ("date", "By what day is the toll due?"),
    ("rate", "What is the tax rate of the village?"),
    ("measure", "How tall is the lamp?"),
    ("measure", "What is the setback on Pond Road?"),
    ("person", "Who repaired the rail?"),
    ("person", "Which company repaired the rail?"),
    ("place", "Where do the carts wait?"),
    ("rule", "Can I cross at night?"),
    ("rule", "Am I allowed to fish there?"),
    ("reason", "Why was the wharf closed?"),
    ("outcome", "What did the board decide?"),
    ("outcome", "Was the merger approved?"),
    ("law", "Which RSA covers a nonpublic session?"),
    ("meaning", "What is a default budget?"),
    ("meaning", "How is the toll calculated?"),
]


@pytest.mark.parametrize(("cue", "question"), QUESTIONS)
def test_the_form_of_a_question_tells_the_kind_of_its_answer(cue: Cue, question: str) -> None:
    assert cue in asked(question).cues


@pytest.mark.parametrize(
    ("cue", "question"),
    [
        ("amount", "Who repaired the rail?"),
        ("date", "Who repaired the rail?"),
        ("person", "Where do the carts wait?"),
        ("reason", "When was the wharf closed?"),
        ("law", "Who repaired the rail?"),
        ("outcome", "Where do the carts wait?"),
        ("rule", "Who keeps the candy store?"),
    ],
)
def test_a_question_of_another_form_does_not_ask_for_it(cue: Cue, question: str) -> None:
    assert cue not in asked(question).cues


ANSWERS: list[tuple[Cue, str, str]] = [
    ("amount", "The bid is $ 400.", "The bid is high."),
    ("amount", "They paid ten dollars.", "They paid nothing."),
    ("amount", "Total 18,400", "Total 18"),
    ("count", "There are three lamps.", "There are lamps."),
    ("count", "A majority wished it.", "Some wished it."),
    ("duration", "It is closed for fourteen (14) consecutive days.", "It is closed."),
    ("duration", "The wharf shuts at 9:00 PM.", "The wharf shuts at night."),
    ("date", "It was closed on May 20.", "It was closed in spring."),
    ("date", "It is due within sixty days.", "It is due soon."),
    ("rate", "The rate is 11.60.", "The rate is high."),
    ("rate", "It is 25 percent.", "It is a quarter."),
    ("measure", "It is fifteen (15) feet wide.", "It is wide."),
    ("measure", "The limit is 25-mph.", "The limit is low."),
    ("measure", "A lot has 40,000 square feet.", "A lot has 40,000 stones."),
    ("person", "Ruth Pelham made it.", "It was made."),
    ("person", "The work went to Varney Timber LLC.", "The work went away."),
    ("place", "They wait at the mill.", "They wait."),
    ("rule", "No cart may cross.", "Carts crossed."),
    ("reason", "It was closed because of rot.", "It was closed."),
    ("outcome", "The motion carried.", "The clerk read."),
    ("law", "It was done pursuant to RSA 500:7.", "It was done."),
    ("meaning", "“Cart” means anything on wheels.", "A cart came."),
]


@pytest.mark.parametrize(("cue", "shows", "shows_not"), ANSWERS)
def test_an_answer_of_the_kind_shows_its_mark(cue: Cue, shows: str, shows_not: str) -> None:
    assert CUES[cue].search(shows)
    assert not CUES[cue].search(shows_not)


def test_every_kind_has_a_question_and_an_answer_here() -> None:
    assert {cue for cue, _ in QUESTIONS} == {cue for cue, *_ in ANSWERS} == set(CUES)


def test_words_of_place_board_and_asking_weigh_a_third() -> None:
    found = asked("What did the Planning Board of Alder Falls decide about the footbridge?", boards=("Planning Board",))
    assert found.stems["footbridg"] == 1.0
    assert {found.stems[root] for root in ("alder", "fall", "plan", "decid")} == {0.35}


def test_identifiers_are_read_without_blanks_and_marks() -> None:
    assert identifier_key("Case # 31-07-LM:") == "case31-07-lm:"
    assert asked("What of #31-07-LM?", identifiers=("# 31-07-LM", "7")).identifiers == ("31-07-lm",)


def test_everyday_words_bring_those_of_the_records() -> None:
    found = asked("Can I leave my camper on Mill Lane?")
    assert "vehicl" in found.kin
    assert not found.kin & set(found.stems)


def test_years_are_kept() -> None:
    assert asked("What is the default budget of 2031?").years == {"2031"}


def test_a_part_of_several_is_of_the_time_that_it_names_itself() -> None:
    whole = IssueMap(town="Alder Falls", date_from="2031-03-13", date_to="2031-05-31")
    brief = make_brief("What was moved on March 13, 2031, and what was granted in May 2031, and why?", issue=whole)
    spans = [issue_of(one.text, brief) for one in brief.reading.parts]
    assert [(one.date_from, one.date_to) for one in spans] == [
        ("2031-03-13", "2031-03-13"), ("2031-05-01", "2031-05-31"), ("2031-03-13", "2031-05-31"),
    ]  # fmt: skip
    assert issue_of("What was moved in May 2031", make_brief("What was moved in May 2031?", issue=whole)) == whole


def _otherwise(part: str, text: str, doc_type: str = "report") -> bool:
    item = evidence("L1", text, doc_type=doc_type, board="", title="Town Report")
    return voted_otherwise(Passage(spans_of(item)[:1], 0), part)


RECOMMENDED = "The Finance Committee voted unanimously to recommend article 9."


@pytest.mark.parametrize(
    "part", ["How did the town meeting vote on article 9?", "Did article 9 pass?", "Did the voters take the raft?"]
)
@pytest.mark.parametrize("text", [RECOMMENDED, "The selectmen recommend the raft."])
def test_what_a_committee_recommends_in_a_report_is_no_vote_of_the_town(part: str, text: str) -> None:
    assert _otherwise(part, text)
    assert _otherwise(part, text, "budget")


@pytest.mark.parametrize(
    ("part", "text", "doc_type"),
    [
        ("Did article 9 pass?", RECOMMENDED.replace("9.", "9, which passed."), "report"),
        ("Did article 9 pass?", "The article on the raft was read aloud.", "report"),
        ("Did article 9 pass?", RECOMMENDED, "minutes"),
        ("What did the finance committee decide on article 9?", RECOMMENDED, "report"),
        ("Do voters have to take the raft?", RECOMMENDED, "report"),
    ],
)
def test_a_recommendation_is_told_with_the_result_or_where_no_vote_of_the_town_is_asked(
    part: str, text: str, doc_type: str
) -> None:
    assert not _otherwise(part, text, doc_type)


FUND = "May the Heron Walk fund pay $900 for the repair of a pier, or three thousand?"
LAW = "A fund may pay for the repair of a pier."


def section(label: str, text: str) -> Evidence:
    return evidence(label, text, section="RSA 500:7", doc_type="statute", title="RSA")


def rarity(*state: Evidence) -> Rarity:
    local = evidence("L1", "The Heron Walk fund paid $900 for a pier.")
    issue = IssueMap(town="Alder Falls", boards=("Planning Board",))
    return rarity_of(make_brief(FUND, retrieval=make_retrieval([local], state), issue=issue))


def test_figures_weigh_nothing_in_law_and_as_much_as_other_words_in_records() -> None:
    rare = rarity(section("S1", LAW))
    assert [rare.of_law(root) for root in ("900", "1st", "three", "thousand")] == [0.0] * 4
    assert all(rare(root) > 0 for root in ("900", "1st", "three", "thousand"))


def test_names_weigh_nothing_in_law_that_no_law_found_says() -> None:
    rare = rarity(section("S1", LAW))
    assert [rare.of_law(root) for root in ("heron", "walk")] == [0.0] * 2
    assert rare("heron") > 0
    assert rare("walk") > 0
    told = rarity(section("S1", LAW), section("S2", "Every heron shall be let alone."))
    assert told.of_law("heron") == told("heron") > 0
    assert told.of_law("walk") == 0.0
    guided = rarity(section("S1", LAW), evidence("S2", "Every heron shall be let alone."))
    assert guided.of_law("heron") == 0.0  # a guide is no law


def test_all_other_words_weigh_in_law_what_they_weigh_in_records() -> None:
    rare = rarity(section("S1", LAW))
    assert all(rare.of_law(root) == rare(root) > 0 for root in ("pier", "repair", "fund"))
    assert rare.of_law("alder") == rare("alder") == rare("plan") == 0.0  # the town and its board stand everywhere


def test_words_weigh_as_in_law_only_for_a_section_of_law() -> None:
    rare, law, guide = rarity(), section("S1", LAW).chunk, evidence("S2", LAW).chunk
    assert weight_for(law, rare)("900") == 0.0
    assert weight_for(guide, rare)("900") == rare("900") > 0

    def even(_root: str) -> float:
        return 1.0

    assert weight_for(law, even) is even


def test_of_a_section_neither_sums_nor_names_of_the_town_are_wanted() -> None:
    law, guide = section("S1", LAW), evidence("S2", LAW, title="RSA")
    rare = rarity(law, guide)
    by_law, by_guide = (share_said(Passage(spans_of(one)[:1], 0), FUND, rare) for one in (law, guide))
    assert (by_law.beside, by_law.itself) == (1.0, 1.0)
    assert by_guide.beside < 0.7
    assert by_law.weight == pytest.approx(shares_said("fund pay repair pier", (LAW,), rare)[1])
