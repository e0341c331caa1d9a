"""What a short answer leaves out. All records are invented."""

from scripted_model import answering, evidence, make_brief, make_retrieval

from pipeline.types import IssueMap
from pipeline.write.extract.compose import extract


def test_rules_of_another_body_are_left_out() -> None:
    held = make_retrieval(
        [
            evidence("L1", "Vacancies in the Planning Board shall be filled by appointment for the unexpired term."),
            evidence("L2", "A vacancy among the library trustees shall be filled by the select board.", doc_id="b"),
        ]
    )
    issue = IssueMap(town="Alder Falls", boards=("Library Trustees",))
    brief = make_brief("Who fills a vacancy among the library trustees?", retrieval=held, issue=issue, scope="local")
    text = extract(brief).answer_markdown
    assert "library trustees" in text
    assert "Planning Board shall" not in text


def test_a_definition_nobody_asked_for_gives_way_to_the_rule() -> None:
    text = (
        "FOOTBRIDGES: Any bridge for walkers over water, and the land on which a footbridge stands.\n\n"
        "One footbridge per lot is allowed on private land.\n\nThe owner shall obtain a permit for a footbridge."
    )
    brief = make_brief(
        "Can I put a footbridge on my land, and do I need a permit?",
        retrieval=make_retrieval([evidence("L1", text)]), issue=IssueMap(), scope="local",
    )  # fmt: skip
    rules = ("One footbridge per lot is allowed on private land.", "The owner shall obtain a permit for a footbridge.")
    told = answering(brief, *rules)
    answer = extract(told).answer_markdown
    assert "shall obtain a permit" in answer
    assert "Any bridge for walkers" not in answer


def test_a_law_that_is_only_named_leads_when_a_law_is_asked_for() -> None:
    text = "Tibbetts moved to enter nonpublic session under RSA 91-A:3, II(c). Varney seconded. Motion passed."
    brief = make_brief(
        "What RSA governs a nonpublic session?", retrieval=make_retrieval([evidence("L1", text)], absent=["RSA 91-A:3"])
    )
    first = "The Planning Board minutes of May 20, 2031 [L1] name RSA 91-A:3; its own text is not in the vault. "
    assert extract(brief).answer_markdown.startswith(first)
