"""The analysis answer: bullets that say their point, a law section without strays. Alder Falls is invented."""

from __future__ import annotations

import re

from scripted_model import answering, evidence, make_brief, make_retrieval

from pipeline.check.audit import audit
from pipeline.types import Brief, Evidence
from pipeline.write.extract.compose import extract

MINUTES = (
    "Tibbetts moved to release the bridge deposit of $9,000 to the contractor. Varney seconded. Motion passed. "
    "The contractor said the bridge railing was not built to the plan. Keane adjourned the meeting at 8 PM."
)
RULE = (
    "No member of a governing board shall be held liable for damages for a vote made in good faith. "
    "The contractor of a bridge shall be liable for damages unless the board accepts the work."
)
STRAY = "Every person interested in a burial ground may apply to the cemetery trustees for leave to mend a wall."
TOLD = (
    "Tibbetts moved to release the bridge deposit of $9,000 to the contractor.",
    "The contractor said the bridge railing was not built to the plan.",
    "No member of a governing board shall be held liable for damages for a vote made in good faith.",
    "The contractor of a bridge shall be liable for damages unless the board accepts the work.",
)
QUESTION = "Could board members be liable for damages over the vote to release the bridge deposit to the contractor?"


def section(label: str, text: str, cite: str) -> Evidence:
    return evidence(label, text, doc_id="rsa", lane="state", doc_type="statute", section=cite, board="", title="RSA")


def brief() -> Brief:
    held = make_retrieval(
        [evidence("L1", MINUTES)], [section("S1", RULE, "RSA 31:104"), section("S2", STRAY, "RSA 289:14-a")]
    )
    return answering(make_brief(QUESTION, name="analysis", retrieval=held), *TOLD)


def part(markdown: str, heading: str) -> list[str]:
    body = re.split(r"^### ", markdown, flags=re.MULTILINE)
    return next(p.split("\n", 1)[1] for p in body if p.startswith(heading)).strip().split("\n")


def test_the_bottom_line_tells_the_decision_with_its_outcome() -> None:
    (bottom,) = part(extract(brief()).answer_markdown, "Bottom line")
    assert "release the bridge deposit of $9,000" in bottom
    assert "Motion passed" in bottom


def test_a_statute_about_something_else_is_not_quoted_in_the_law_section() -> None:
    law = part(extract(brief()).answer_markdown, "What the law generally requires")
    assert not any("burial ground" in line for line in law)
    assert len(re.findall(r"\[S\d\]", " ".join(law))) >= 2


def test_no_bullet_stops_in_a_condition_or_before_its_verb() -> None:
    markdown = extract(brief()).answer_markdown
    quotes = re.findall(r"^- .*“([^”]*)” \[", markdown, flags=re.MULTILINE)
    assert quotes
    assert not any(re.search(r"\b(?:unless|if|when)(?: \w+){0,3}$|\bshall$", quote) for quote in quotes)


def test_no_bullet_is_said_twice() -> None:
    bullets = [line for line in extract(brief()).answer_markdown.split("\n") if line.startswith("- ")]
    assert len(bullets) == len(set(bullets))


def test_the_second_and_the_adjournment_are_no_bullets_of_what_happened() -> None:
    happened = part(extract(brief()).answer_markdown, "What happened")
    assert not any("adjourned" in line or line.endswith("“Varney seconded” [L1]") for line in happened)


def test_a_law_not_held_is_an_unknown_with_the_section_that_names_it() -> None:
    named = section("S3", "The provisions of RSA 507-B on actions for damages shall apply to the works.", "RSA 31:125")
    gap = "RSA 31:125 [S3] names RSA 507-B; its own text is not in the vault."
    first = brief().retrieval
    held = make_retrieval(
        first.local, (*first.state, named), absent=["RSA 507-B"], named_by=[("RSA 507-B", "RSA 31:125")]
    )
    told = make_brief(QUESTION, name="analysis", retrieval=held)
    answer = extract(told)
    assert f"- {gap}" in answer.answer_markdown
    report = audit(answer, told)
    assert report.passed
    assert [row.verdict for row in report.rows if "507-B" in row.sentence] == ["verified"]


def test_a_record_that_names_a_law_without_state_text_is_told_without_its_number() -> None:
    minutes = MINUTES.replace("Varney seconded.", "Varney seconded, citing RSA 507-B:2.")
    held = make_retrieval([evidence("L1", minutes)], brief().retrieval.state, absent=["RSA 507-B:2"])
    told = answering(make_brief(QUESTION, name="analysis", retrieval=held), *TOLD)
    unknowns = part(extract(told).answer_markdown, "Unknowns that matter")
    assert unknowns == ["- The record [L1] names a statute whose text is not in the vault."]


HEAD = (
    "No member of a governing board shall be held liable for damages for a vote to release a bridge deposit to a "
    "contractor, and the town shall pay what a court may ask of the member"
)
LONG = (
    f"{HEAD}; the town shall not pay damages for a member who was told in writing that the bridge was not built to the "
    "plan, or who was himself a contractor of the bridge at the time of the vote."
)


def bottom_line(*doubted: str) -> str:
    held = make_retrieval([evidence("L1", MINUTES)], [section("S1", LONG, "RSA 500:7")])
    made = answering(make_brief(QUESTION, name="analysis", retrieval=held), TOLD[0], LONG)
    (bottom,) = part(extract(made, doubted=doubted).answer_markdown, "Bottom line")
    return bottom


CUT, WHOLE = (f"RSA 500:7 provides: “{words}” [S1]." for words in (HEAD, LONG.rstrip(".")))


def test_a_rule_whose_cut_form_an_audit_doubted_is_quoted_whole() -> None:
    assert bottom_line().endswith(CUT)
    assert bottom_line(CUT).endswith(WHOLE)


def test_a_rule_that_an_audit_doubted_as_a_whole_is_not_quoted() -> None:
    assert "RSA 500:7" not in bottom_line(CUT, WHOLE)


POWER = "A governing board may sell a bridge of the town at a public sale."
BAR = "No governing board shall sell a bridge of the town that is older than the town hall."
BEARS = "A bridge of the town is looked at by an engineer once in each year before any sale of it."


def first_law(*laws: str, question: str = "May the governing board sell the bridge of the town?") -> str:
    """Which of these sections, the surest first, is told in the bottom line."""
    local = [evidence("L1", "Tibbetts moved to sell the bridge. Varney seconded. Motion passed.")]
    state = [section(f"S{n}", text, f"RSA 500:{n}") for n, text in enumerate(laws, 1)]
    made = make_brief(question, name="analysis", retrieval=make_retrieval(local, state))
    told = answering(made, "Tibbetts moved to sell the bridge.", *laws)
    (bottom,) = part(extract(told).answer_markdown, "Bottom line")
    return laws[int(re.findall(r"\[S(\d)\]", bottom)[0]) - 1]


def test_the_law_that_bars_is_told_before_the_one_that_gives_a_power_and_both_before_what_bears_on_it() -> None:
    assert first_law(POWER, BAR) == first_law(BAR, POWER) == BAR
    assert first_law(BEARS, POWER) == first_law(POWER, BEARS) == POWER
    assert first_law(BEARS, POWER, BAR) == BAR


def test_where_no_yes_or_no_is_asked_the_surest_law_is_told_first() -> None:
    asked = "What does the law say of the sale of the bridge of the town by a governing board?"
    assert first_law(POWER, BAR, question=asked) == POWER
