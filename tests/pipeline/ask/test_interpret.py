"""What the words of an invented question stand for."""

from pipeline.ask.interpret import concepts_of, facet_groups, facet_words, topic_keywords, wants_bills
from pipeline.ask.reading import read
from pipeline.types import IssueMap


def concepts(question: str, issue: IssueMap | None = None) -> dict[str, tuple[str, float]]:
    found = concepts_of(read(question), issue or IssueMap(), lambda stem: 5, 100)
    return {concept.name: (concept.kind, concept.weight) for concept in found}


def test_the_words_of_the_question_weigh_more_than_words_the_tables_add() -> None:
    found = concepts("Can I put my camper on my lot?")
    added = [weight for name, (kind, weight) in found.items() if kind == "template"]
    assert found["camper"][0] == "word"
    assert added
    assert max(added) < found["camper"][1]


def test_the_state_s_own_name_is_no_concept() -> None:
    assert not {"new", "hampshir", "nh"} & set(concepts("What does New Hampshire (NH) law say about footbridges?"))


def test_words_of_a_resolved_date_weigh_little() -> None:
    found = concepts("What did the board vote in 2031?", IssueMap(time_hints=("2031",)))
    assert found["2031"][1] < 0.5 * found["board"][1]


def test_a_case_number_is_one_concept_that_weighs_more_than_a_word() -> None:
    found = concepts("What about case 31-07-LM?", IssueMap(identifiers=("31-07-LM",)))
    kind, weight = found["31 07 lm"]
    assert kind == "identifier"
    assert weight > found["case"][1]


def test_a_follow_up_takes_the_names_of_the_conversation_as_phrases() -> None:
    issue = IssueMap(entities=("Mill Lane footbridge", "Varney Timber"))
    found = concepts("Who repairs the footbridge?", issue)
    assert found["Varney Timber"][0] == "phrase"
    assert "Mill Lane footbridge" not in found


def test_the_town_is_told_apart_so_that_the_state_lane_can_leave_it_out() -> None:
    found = concepts("What is the tax rate in Alder Falls?", IssueMap(town="Alder Falls"))
    assert found["alder"][0] == found["fall"][0] == "town"


def test_a_facet_is_the_concepts_its_words_stand_for_each_once() -> None:
    issue = IssueMap(facets=("bridge repair repair", "unknown zebra"))
    found = concepts_of(read("Who pays the bridge repair?"), issue, lambda stem: 5, 100)
    assert facet_words("bridge repair repair", found) == ("bridg", "repair")
    assert facet_groups(issue, found) == (("bridg", "repair"),)


# covers: 268
def test_a_legal_topic_has_keywords_and_one_unknown_stands_for_itself() -> None:
    words = topic_keywords(IssueMap(legal_topics=("cemeteries", "moon law")))
    assert len(words["cemeteries"]) > 1
    assert words["moon law"] == ("moon law",)


def test_bills_stand_beside_the_law_only_when_asked_for() -> None:
    assert wants_bills(IssueMap(doc_types=("bill",)))
    assert not wants_bills(IssueMap(doc_types=("minutes",)))
