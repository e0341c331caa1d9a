"""The three formats: what keeps them, what breaks them, and what shortening may do. Towns and people are invented."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.answer.format_rules import (
    STATE_TEXT_MISSING,
    FormatContext,
    says_state_text_missing,
    validate_answer_format,
)
from pipeline.answer.formats import OVERVIEW_HEADINGS, format_for
from pipeline.answer.markdown import answer_sentences, count_words, parse_answer
from pipeline.types import FormatName, IssueMap
from pipeline.write.repair import TRUNCATABLE_RULES, shorten, truncate
from vault.text.labels import labels_in

ANALYSIS = format_for("analysis", IssueMap(event_label="Jan 6 vote"))
LEGAL = FormatContext(tier="B", local_chunks=3, state_chunks=3)
GOOD = """## Bottom line
The Alder Falls Select Board voted 2-1 to close the footbridge [L1]. State law lets a board regulate town ways [S1].

## What happened
- The board voted 2-1 on January 6, 2025 to close the footbridge [L1].
- The article says a resident fell in December [USER].

## What the law generally requires
- A select board may make bylaws for town property [S1].
- Meetings need notice of twenty-four hours [S2].

## What the Jan 6 vote changes
- The footbridge stays closed until the inspection [L1].

## Unknowns that matter
- The inspection report is not in the excerpts.
"""
OVERVIEW = """### At a glance
- The tax rate rose to $21.40 [L1].
- The school part rose most [L2].
- The county part fell [L3].

### Local details
- The warrant article for the school budget passed [L2].

### Key facts and numbers
- Town: $6.10 [L1].

### What is not shown in the available documents
- Why the county part fell.
"""
SIMPLE = "The Alder Falls Select Board approved the minutes 3-0 [L1]. No appeal is shown in the excerpts."


def rules_of(markdown: str, context: FormatContext = LEGAL, name: FormatName = "analysis") -> set[str]:
    answer_format = ANALYSIS if name == "analysis" else format_for(name)
    return {finding.rule for finding in validate_answer_format(markdown, answer_format, context)}


# covers: 364, 366, 373, 374, 375, 376, 377, 384, 385, 386, 387, 388, 423, 424, 434
def test_an_answer_that_keeps_the_analysis_format_has_no_finding() -> None:
    assert validate_answer_format(GOOD, ANALYSIS, LEGAL) == ()


# covers: 104, 105, 106, 107, 108
def test_an_overview_keeps_the_five_headings_of_the_two_lane_prompt() -> None:
    assert format_for("overview").headings == OVERVIEW_HEADINGS
    unused = FormatContext(local_chunks=3, used_statewide=False)
    assert rules_of(OVERVIEW, unused, "overview") == set()


# covers: 110
def test_a_simple_answer_is_one_to_five_sentences() -> None:
    assert rules_of(SIMPLE, name="simple") == set()
    assert rules_of("Only one sentence here [L1].", name="simple") == set()
    assert rules_of(" ".join(f"The board met in room {n} [L1]." for n in range(6)), name="simple") == {"sentence_cap"}


# covers: 376
@pytest.mark.parametrize(
    ("label", "heading"),
    [
        ("Jan 6 vote", "What the Jan 6 vote changes"),
        ("the April 14, 2026 hearing", "What the April 14, 2026 hearing changes"),
        ("", "What this changes"),
        ("vote\n## Extra heading", "What this changes"),
        ("a very long label that is rather a sentence than a name", "What this changes"),
    ],
)
def test_the_fourth_heading_is_named_after_the_event_and_never_a_constant(label: str, heading: str) -> None:
    assert format_for("analysis", IssueMap(event_label=label)).headings[3] == heading


BROKEN = [
    ("word_limit", GOOD.replace("- The article says", "- " + "word " * 470 + "\n- The article says")),
    ("heading_missing", GOOD.replace("## Unknowns that matter\n- The inspection report is not in the excerpts.\n", "")),
    ("heading_missing", GOOD.replace("- The inspection report is not in the excerpts.\n", "")),
    ("heading_missing", GOOD.replace("## Bottom line", "## Bottom Line")),
    (
        "heading_order",
        re.sub(r"(## What happened.*?)(## What the law.*?)(## What the Jan)", r"\2\1\3", GOOD, flags=re.S),
    ),
    ("extra_section", GOOD + "\n## Sources\n- The minutes [L1]\n"),
    ("extra_section", "Here is my answer.\n\n" + GOOD),
    (
        "bullet_cap",
        GOOD.replace(
            "## What the law", "".join(f"- Fact {n} of the day [L1].\n" for n in range(4)) + "\n## What the law"
        ),
    ),
    ("bullet_cap", GOOD + "".join(f"- Unknown {n} matters.\n" for n in range(4))),
    ("sentence_cap", GOOD.replace("town ways [S1].", "town ways [S1]. A third one follows [L1].")),
    (
        "bullet_length",
        GOOD.replace("closed until the inspection", "closed " + "and watched " * 8 + "until the inspection"),
    ),
    ("law_citations", GOOD.replace("hours [S2]", "hours [L2]")),
    ("user_misplaced", GOOD.replace("until the inspection [L1]", "until the inspection [USER]")),
    (
        "tail",
        GOOD.replace("- The inspection report is not in the excerpts.", "- Consult counsel about the inspection."),
    ),
    ("tail", GOOD.replace("- The inspection report is not in the excerpts.", "- Next steps depend on the report.")),
    ("tail", GOOD.replace("- The inspection report is not in the excerpts.", "- You may wish to ask; I recommend it.")),
    (
        "upload_suggestion",
        GOOD.replace("- The inspection report is not in", "- Upload the inspection report missing from"),
    ),
    (
        "repeated_point",
        GOOD.replace(
            "- The footbridge stays closed until the inspection",
            "- The board voted 2-1 on January 6, 2025 to close the footbridge",
        ),
    ),
    ("empty", "   \n"),
]


# covers: 365, 366, 367, 368, 369, 370, 371, 381, 382, 384, 385, 386, 387, 388, 390, 415, 416, 417, 425, 426
@pytest.mark.parametrize(("rule", "markdown"), BROKEN)
def test_every_breach_of_the_format_is_an_error_with_a_repair_hint(rule: str, markdown: str) -> None:
    found = [finding for finding in validate_answer_format(markdown, ANALYSIS, LEGAL) if finding.rule == rule]
    assert found
    assert all(finding.severity == "error" and finding.repair for finding in found)


# covers: 106
def test_statewide_context_stands_exactly_when_statewide_text_was_used() -> None:
    used = FormatContext(local_chunks=3, state_chunks=1, used_statewide=True)
    assert "statewide_unused" in rules_of(OVERVIEW, used, "overview")
    with_context = OVERVIEW.replace(
        "### Key", "### Statewide context\n- The state sets the county part [S1].\n\n### Key"
    )
    assert rules_of(with_context, used, "overview") == set()
    assert "statewide_unused" in rules_of(with_context, used.model_copy(update={"used_statewide": False}), "overview")


# covers: 317, 345, 418
def test_without_state_text_the_law_section_must_say_so() -> None:
    no_state = FormatContext(tier="C", local_chunks=2)
    said = re.sub(r"- A select board may.*?\n- Meetings.*?\n", f"- {STATE_TEXT_MISSING}\n", GOOD)
    assert "state_missing_unsaid" in rules_of(GOOD, no_state)
    assert "state_missing_unsaid" not in rules_of(said, no_state)
    assert says_state_text_missing("The archive excerpts do not include the statute; no state law text was found.")
    assert not says_state_text_missing("State law requires notice.")


# covers: 370, 383, 390
@pytest.mark.parametrize(
    ("context", "allowed"),
    [
        (FormatContext(tier="C"), True),
        (FormatContext(tier="C", local_chunks=1), False),
        (FormatContext(tier="C", state_chunks=1), False),
        (FormatContext(tier="B"), False),
    ],
)
def test_tails_are_allowed_only_in_tier_c_without_any_archive_excerpt(context: FormatContext, allowed: bool) -> None:
    answer = "The excerpts show nothing on this. You may wish to ask the clerk."
    assert ("tail" not in rules_of(answer, context, "simple")) is allowed


# covers: 381, 383
def test_upload_hints_need_tier_c_and_a_question_that_asks_for_them() -> None:
    answer = "The archive has no minutes of that day. Upload the January minutes."
    assert "upload_suggestion" in rules_of(answer, FormatContext(tier="C"), "simple")
    assert "upload_suggestion" not in rules_of(answer, FormatContext(tier="C", asked_uploads=True), "simple")


def test_a_tail_phrase_inside_a_quotation_belongs_to_the_record() -> None:
    quoted = "The minutes read “the board discussed next steps for the bridge” [L1]. No vote is shown."
    assert "tail" not in rules_of(quoted, name="simple")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- The board met [L1].", 3),
        ("1. The board met [L1][S2] [USER].", 3),
        ("## Bottom line\nThe board met.", 3),
        ("**Bottom line**\nThe board met.", 3),
        ("Bottom line\nThe board met — at 7:00 p.m.", 6),
        ("* one [L1, S2; USER] two", 2),
        ("", 0),
        ("— … •", 0),
    ],
)
def test_list_marks_headings_and_citations_are_not_words(text: str, words: int) -> None:
    assert count_words(text, ANALYSIS.headings) == words


def test_a_bullet_of_exactly_twenty_words_with_citations_is_not_too_long() -> None:
    twenty = "- " + " ".join(["word"] * 20) + " [L1][L2]."
    answer = GOOD.replace("- The footbridge stays closed until the inspection [L1].", twenty)
    assert "bullet_length" not in rules_of(answer)
    assert "bullet_length" in rules_of(answer.replace(twenty, twenty.replace("word word", "word word word", 1)))


def test_prose_in_a_section_of_bullets_counts_against_the_cap() -> None:
    prose = " ".join(f"Fact {n} stands in the minutes [L1]." for n in range(6))
    assert "bullet_cap" in rules_of(GOOD.replace("- The board voted 2-1 on", f"{prose}\n- The board voted 2-1 on"))


def test_sentences_of_a_bullet_share_its_citations_and_prose_sentences_do_not() -> None:
    bullets = parse_answer("## What happened\n- The board met. It voted [L1].", ANALYSIS).claims
    assert [claim.scope for claim in bullets] == [("L1",), ("L1",)]
    prose = parse_answer("## Bottom line\nThe board met. It voted [L1].", ANALYSIS).claims
    assert [claim.scope for claim in prose] == [(), ("L1",)]


def test_numbered_and_bold_headings_are_read_as_headings() -> None:
    parsed = parse_answer("1) **Bottom line** The board met [L1].\n2) **What happened**\n- It voted [L1].", ANALYSIS)
    assert [section.heading for section in parsed.sections] == ["Bottom line", "What happened"]
    assert parsed.sections[0].items[0].text == "The board met [L1]."


# covers: 392
@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("The board voted 3-0 to close Mill Road, and the chair thanked the public for coming out [L1][L2].", 9,
         "The board voted 3-0 to close Mill Road [L1][L2]."),
        ("The board may close the road, unless the state objects in writing within thirty days [S1].", 8, ""),
        ("The motion to raise $1,250,000 for the school, after a long debate with many voices, failed [L1].", 9, ""),
        ("The board read “a notice of the closing, signed, dated and posted” aloud to those in the hall [L1].", 9, ""),
        ("Short enough [L1].", 5, "Short enough [L1]."),
        ("", 5, ""),
    ],
)  # fmt: skip
def test_shortening_keeps_citations_and_never_drops_a_condition(text: str, limit: int, expected: str) -> None:
    assert shorten(text, limit) == expected


# covers: 392
def test_truncation_drops_whole_bullets_from_the_end_and_keeps_the_law_citations() -> None:
    long_law = GOOD.replace(
        "- A select board may make",
        "".join(f"- Local rule {n} applies [L2].\n" for n in range(5)) + "- A select board may make",
    )
    cut = truncate(long_law, ANALYSIS)
    assert validate_answer_format(cut, ANALYSIS, LEGAL) == ()
    law = parse_answer(cut, ANALYSIS).section("What the law generally requires")
    assert law is not None
    assert len(law.items) == 5
    assert {"S1", "S2"} <= set(law.labels)


def test_truncation_leaves_a_good_answer_in_place() -> None:
    assert truncate(GOOD, ANALYSIS).split() == GOOD.split()


PIECES = st.sampled_from(
    [
        "## Bottom line", "**What happened**", "## What the law generally requires", "## What this changes", "- ",
        "## Unknowns that matter", "### At a glance", "## Extra", "The board voted 3-0", " [L1]", "[S2][USER]", ". ",
        "RSA 91-A:3, II(c)", "“a quoted run of words”", "\n", "\n\n", "\r\n", " unless it rains", "; and he wrote",
        "1) ", ", ",
        "$1,250.00", "word " * 25, "next steps", "#", "*", "\u2028", "\x0c", "[", "”", "é", "1.", "a", "?",
    ]
)  # fmt: skip
MESSES = st.lists(PIECES, max_size=60).map("".join)
FORMATS = st.sampled_from([format_for("simple"), format_for("overview"), format_for("analysis")])


@settings(max_examples=150, deadline=None)
@given(MESSES, FORMATS)
def test_truncation_of_anything_keeps_every_rule_that_shortening_can_keep(text: str, answer_format) -> None:  # type: ignore[no-untyped-def]
    cut = truncate(text, answer_format)
    broken = {finding.rule for finding in validate_answer_format(cut, answer_format)}
    assert not broken & TRUNCATABLE_RULES
    assert truncate(cut, answer_format) == cut
    assert set(labels_in(cut)) <= set(labels_in(text))
    assert cut.count("“") == cut.count("”") or text.count("“") != text.count("”")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), FORMATS)
def test_the_validator_never_raises_on_any_text(text: str, answer_format) -> None:  # type: ignore[no-untyped-def]
    validate_answer_format(text, answer_format)
    truncate(text, answer_format)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["vote", "3-0", "“road”", "[L1]", "—", "RSA"]), max_size=30))
def test_the_word_count_does_not_depend_on_white_space_or_citations(tokens: list[str]) -> None:
    plain = count_words(" ".join(tokens))
    assert count_words("  \r\n".join(tokens)) == plain
    assert count_words(" ".join(token + "[S4]" for token in tokens)) == plain
    assert plain == sum(1 for token in tokens if any(letter.isalnum() for letter in token) and token != "[L1]")


def test_a_table_is_one_item_of_its_cells_without_its_head_and_its_rule() -> None:
    table = "| Row | Figure |\n| --- | --- |\n| “a” | “$1” [L1] |\n| “b” | “$2” [L1] |"
    (section,) = parse_answer(f"The minutes record it [L1].\n\n{table}\n\nSo.", format_for("simple")).sections
    told = ["The minutes record it [L1].", "“a” “$1” [L1]; “b” “$2” [L1]", "So."]
    assert [item.text for item in section.items] == told


def test_a_quotation_that_ends_in_a_figure_is_closed_and_kept_whole() -> None:
    text = 'They read "a sum of $520.00", and "Marsh moved. Webb seconded." [L1]. A board 6" wide. It is long.'
    told = [one.text for one in answer_sentences(text)]
    assert told == [text[: text.index(" A board")], 'A board 6" wide.', "It is long."]
