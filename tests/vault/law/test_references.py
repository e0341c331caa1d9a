"""The statute grammar: spellings, lists, ranges, subdivisions, scanning errors, and everything that is no statute."""

from __future__ import annotations

import importlib.util
import sys
import time
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.law.reference import covers, official_url
from vault.law.references import find_nicknames, find_refs, parse_ref
from vault.law.subdivisions import has_subdivision, subdivisions

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT.parent / "shared" / "corpus"


def full(text: str, *, chapter_context: str = "") -> list[str]:
    return [ref.full for ref in find_refs(text, chapter_context=chapter_context)]


# covers: 324
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("under RSA 91-A:3, II(c) the board", ["RSA 91-A:3, II(c)"]),
        ("under RSA 91-A:3 II (c) the board", ["RSA 91-A:3, II(c)"]),
        ("RSA 91-A:3,II,(c)", ["RSA 91-A:3, II(c)"]),
        ("RSA 21-J:11-a. I.(b)", ["RSA 21-J:11-a, I(b)"]),
        ("(RSA 72-B:1 I (a) )", ["RSA 72-B:1, I(a)"]),
        ("RSA 155-E:2 (II), shall", ["RSA 155-E:2, II"]),
        ("paragraph II of RSA 91-A:3", ["RSA 91-A:3, II"]),
        ("the second under 91-A:3, II(e).", ["RSA 91-A:3, II(e)"]),
        ("RSAs 91-A and 676.", ["RSA 91-A", "RSA 676"]),
        ("RSA chapters 193-E and 198.", ["RSA 193-E", "RSA 198"]),
        ("see Chapter 91-A", ["RSA 91-A"]),
        ("RSA Chapter 91-A, as amended", ["RSA 91-A"]),
        ("chapter 676 of the RSA", ["RSA 676"]),
        ("R.S.A. 91-A:4", ["RSA 91-A:4"]),
        ("N.H. Rev. Stat. Ann. § 91-A:2", ["RSA 91-A:2"]),
        ("N.H.R.S.A. 674:33", ["RSA 674:33"]),
        ("New Hampshire Revised Statutes Annotated, Chapter\n677, available", ["RSA 677"]),
        ("violates section 676:17", ["RSA 676:17"]),
        ("pursuant to 674:33", ["RSA 674:33"]),
        ("to read as follows:\n677:20 Sample Title. The board", ["RSA 677:20"]),
        ("Section one.\n3:2 Sample Officers. – Any town", ["RSA 3:2"]),
        ("RSA\n91-\nA:3", ["RSA 91-A:3"]),
        ("RSA 91-A:\n2, II)", ["RSA 91-A:2, II"]),
        ("rsa 91-a:3", ["RSA 91-A:3"]),
        ("RSA41:8c is", ["RSA 41:8-c"]),
        ("RSA 72:39A", ["RSA 72:39-a"]),
        ("RSA 485a.", ["RSA 485-A"]),
        ("RSA 293-A:8.30", ["RSA 293-A:8.30"]),
        ("RSA 382-A:9-313", ["RSA 382-A:9-313"]),
    ],
)
def test_every_spelling_of_a_state_statute_has_one_canonical_name(text: str, expected: list[str]) -> None:
    assert full(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RSA 39:3, 40:13 and 41:8", ["RSA 39:3", "RSA 40:13", "RSA 41:8"]),
        ("RSA 91-A:3, :4 and :5", ["RSA 91-A:3", "RSA 91-A:4", "RSA 91-A:5"]),
        ("RSA 72:39-a & b", ["RSA 72:39-a", "RSA 72:39-b"]),
        ("RSA 91-A:3, II(a), (b) and (e)", ["RSA 91-A:3, II(a)", "RSA 91-A:3, II(b)", "RSA 91-A:3, II(e)"]),
        ("RSA 72:15, I, V and XI", ["RSA 72:15, I", "RSA 72:15, V", "RSA 72:15, XI"]),
        ("RSA 79:1 II. (b)(1) &\n(b)(2))", ["RSA 79:1, II(b)(1)", "RSA 79:1, II(b)(2)"]),
    ],
)
def test_each_member_of_a_list_is_its_own_reference(text: str, expected: list[str]) -> None:
    refs = find_refs(text)
    assert [ref.full for ref in refs] == expected
    assert all(text[ref.start : ref.end] == ref.text for ref in refs)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("RSA 236:111 through :129", "RSA 236:111", "RSA 236:129"),
        ("RSA 654:25-654:31", "RSA 654:25", "RSA 654:31"),
        ("RSA 674:33-36", "RSA 674:33", "RSA 674:36"),
        ("RSA 672 through 677", "RSA 672", "RSA 677"),
        ("RSA 674:33, I(a)(1)-(5)", "RSA 674:33, I(a)(1)", "RSA 674:33, I(a)(5)"),
    ],
)
def test_a_range_names_both_its_ends(text: str, first: str, last: str) -> None:
    opening, closing = find_refs(text)
    assert (opening.full, opening.through, closing.full) == (first, last, last)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RSA 91-A:3, TI (a)", "RSA 91-A:3, II(a)"),
        ("RSA 91-A:3, IT (@)", "RSA 91-A:3, II(a)"),
        ("RSA 91-A:3, Il(c)", "RSA 91-A:3, II(c)"),
        ("RSA 91-A:3, II (I)", "RSA 91-A:3, II(l)"),
        ("RSA 91-A:;3, II (e)", "RSA 91-A:3, II(e)"),
    ],
)
def test_scanning_errors_are_understood_in_paragraph_position(text: str, expected: str) -> None:
    assert full(text) == [expected]


def test_a_scanned_department_name_is_not_a_paragraph() -> None:
    assert full("under RSA 91-A:3, IT staff were asked") == ["RSA 91-A:3"]


def test_the_pronoun_after_a_section_is_not_paragraph_one() -> None:
    assert full("under RSA 91-A:3, I move to enter") == ["RSA 91-A:3"]
    assert full("under RSA 91-A:3, I and II") == ["RSA 91-A:3, I", "RSA 91-A:3, II"]


def test_a_paragraph_on_the_next_line_is_not_part_of_the_citation() -> None:
    assert full("Referenced in RSA 79-A:25\n    I. A town or city may") == ["RSA 79-A:25"]
    assert full("pursuant to RSA 79-A:5, I.\n\n(d) For the year") == ["RSA 79-A:5, I"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Env-Wt 307.03(b)", ["Env-Wt 307.03(b)"]),
        ("Saf-C 6000, Cub 304.01 and 304.02", ["Saf-C 6000", "Cub 304.01", "Cub 304.02"]),
        ("Rev 600", ["Rev 600"]),
        ("Ed. 306", ["Ed 306"]),
        ("repealed by 2021, 184:1", ["Laws 2021, 184:1"]),
        ("Laws of 2021, chapter 184", ["Laws 2021, 184"]),
        ("chapter 184 of the laws of 2021", ["Laws 2021, 184"]),
        ("1999, 17:14; 338:2.", ["Laws 1999, 17:14", "Laws 1999, 338:2"]),
        ("1848, 615:3, 4. GS 40:5.", ["Laws 1848, 615:3", "Laws 1848, 615:4"]),
        ("1979, 410:2, III, eff.", ["Laws 1979, 410:2, III"]),
        ("Part I, Article 8", ["N.H. Const. pt. I, art. 8"]),
        ("N.H. Const. Pt. 2, Art. 5-B", ["N.H. Const. pt. II, art. 5-b"]),
        ("Article 72-a of Part 2", ["N.H. Const. pt. II, art. 72-a"]),
        ("42 U.S.C. § 12132", ["42 U.S.C. § 12132"]),
        ("42 USC 12132", ["42 U.S.C. § 12132"]),
        ("15 U.S.C. section 80a-1 et seq.", ["15 U.S.C. § 80a-1"]),
        ("28 C.F.R. § 35.151(b)", ["28 C.F.R. § 35.151(b)"]),
        ("28 CFR Part 35", ["28 C.F.R. pt. 35"]),
        ("1 V.S.A. § 313", ["1 V.S.A. § 313"]),
        ("D.C. Official Code § 2-575", ["D.C. Code § 2-575"]),
        ("ORS 192.660(2)", ["ORS 192.660(2)"]),
        ("M.G.L. c. 30A, § 21", ["M.G.L. c. 30A, § 21"]),
    ],
)
def test_rules_laws_constitution_federal_and_other_states_are_read(text: str, expected: list[str]) -> None:
    assert full(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The motion carried 3-0, later 2:1.",
        "Adjourned at 7:30 PM; resumed 6:00.",
        "January 9, 2024, 7:00 PM",
        "Notes\n7:30 The meeting opened. All rose.",
        "a 4:1 slope and a ratio of 1:15.5",
        "John 3:16 and Luke 14:28-30, also 3:16-a",
        "raised $32,000 in 1991",
        "Article 31 passed; Article 12.3",
        "Map 24-3 Lot 91-A, Case #25-03-LM",
        "call 603-555-0142 by 12/29/25",
        "Section 3: Function and Duties; Section 2 F: Wetland",
        "GS 40:5. GL 44:5. PS 46:5. RL 62:5.",
        "form Rev 2023, Tax 2024",
        "the RSA for the annual meeting is 14 days",
        "chapter 7 of the master plan",
    ],
)
def test_votes_clocks_money_verses_lots_and_town_sections_are_no_statutes(text: str) -> None:
    assert full(text) == []


def test_a_clock_after_a_statute_is_not_a_second_statute() -> None:
    assert full("under RSA 91-A:3, II(c) at 3:30PM and again, 6:05") == ["RSA 91-A:3, II(c)"]
    assert full("under RSA 91-A:3, 7:30 PM") == ["RSA 91-A:3"]


def test_a_remark_behind_a_dash_is_not_a_range() -> None:
    assert full("[RSA 675:3; 675:7 – 10 calendar days before]") == ["RSA 675:3", "RSA 675:7"]


def test_relative_references_need_a_context() -> None:
    text = "this chapter, this section and paragraph II"
    assert full(text) == []
    assert full(text, chapter_context="RSA 91-A") == ["RSA 91-A"]
    assert full(text, chapter_context="RSA 91-A:3") == ["RSA 91-A", "RSA 91-A:3", "RSA 91-A:3, II"]


def test_a_reference_without_its_code_is_marked_bare() -> None:
    named, bare = find_refs("RSA 91-A:3 differs. The second under 91-A:4.")
    assert (named.bare, bare.bare) == (False, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RSA 91-A:3, II(c)", "RSA 91-A:3, II(c)"),
        ("40:13", "RSA 40:13"),
        ("91-A", "RSA 91-A"),
        (" 42 U.S.C. § 12132 ", "42 U.S.C. § 12132"),
        ("boards", None),
        ("", None),
        ("RSA " * 100, None),
    ],
)
def test_a_single_reference_is_parsed_without_context(text: str, expected: str | None) -> None:
    ref = parse_ref(text)
    assert (ref.full if ref else None) == expected


@pytest.mark.parametrize(
    ("held", "claimed", "supported"),
    [
        ("RSA 91-A:3, II(c)", "RSA 91-A:3, II(c)", True),
        ("RSA 91-A:3, II(c)", "RSA 91-A:3, II", True),
        ("RSA 91-A:3, II(c)", "RSA 91-A:3", True),
        ("RSA 91-A:3, II(c)", "RSA 91-A", True),
        ("RSA 91-A:3, II", "RSA 91-A:3, II(c)", False),
        ("RSA 91-A", "RSA 91-A:3", False),
        ("RSA 91-A:3", "RSA 91-A:4", False),
        ("RSA 32", "RSA 32-A", False),
        ("RSA 236:111 through :129", "RSA 236:115", True),
        ("RSA 236:111 through :129", "RSA 236:130", False),
        ("RSA 236:111 through :129", "RSA 236", True),
        ("RSA 672 through 677", "RSA 674:33", True),
        ("RSA 674:33, I(a)(1)-(5)", "RSA 674:33, I(a)(3)", True),
        ("RSA 674:33, I(a)(1)-(5)", "RSA 674:33, I(a)(6)", False),
        ("Env-Wt 307.03", "Env-Wt 307", True),
        ("Env-Wt 307", "Env-Wt 307.03", False),
        ("RSA 42:1", "42 U.S.C. § 1", False),
    ],
)
def test_a_text_supports_a_claim_of_the_same_or_broader_place_only(held: str, claimed: str, supported: bool) -> None:
    asked = parse_ref(claimed)
    assert asked is not None
    assert covers(find_refs(held)[0], asked) is supported


@pytest.mark.parametrize(
    ("cite", "url"),
    [
        ("RSA 91-A:3, II(c)", "https://gc.nh.gov/rsa/html/VI/91-A/91-A-3.htm"),
        ("RSA 41:14-a", "https://gc.nh.gov/rsa/html/III/41/41-14-a.htm"),
        ("RSA 674", "https://gc.nh.gov/rsa/html/LXIV/674/674-mrg.htm"),
        ("42 U.S.C. § 12132", ""),
        ("RSA 60:1", ""),
    ],
)
def test_the_official_address_follows_title_chapter_and_section(cite: str, url: str) -> None:
    assert official_url(cite) == url


def test_well_known_names_stand_for_their_laws() -> None:
    text = "Under the Right-to-Know\nLaw and SB2 the municipal budget law applies."
    assert [(name.cite, text[name.start : name.end]) for name in find_nicknames(text)] == [
        ("RSA 91-A", "Right-to-Know\nLaw"),
        ("RSA 40:13", "SB2"),
        ("RSA 32", "municipal budget law"),
    ]
    assert find_nicknames("the right to know everything") == ()


def test_paragraph_marks_of_a_section_are_found_with_their_path() -> None:
    text = "I. First.\n(a) One.\n(1) Inner.\n(b) Two.\nII-a. Second.\nIII. (a) Third."
    assert [mark.path for mark in subdivisions(text)] == [
        ("I",),
        ("I", "a"),
        ("I", "a", "1"),
        ("I", "b"),
        ("II-a",),
        ("III",),
        ("III", "a"),
    ]
    assert has_subdivision(text, ("I", "b"))
    assert not has_subdivision(text, ("II-a", "b"))


_PARTS = st.sampled_from(
    (
        *("RSA ", "91-A", ":3", ", ", "II", "(c)", " and ", " through ", "7:30", "\n", "1", "-", "I", "(", ")", " "),
        *("Section ", "Laws of ", "2021, ", "184:1", "; ", "U.S.C. ", "42 ", "Part ", "Article ", "Env-Wt ", "307.03"),
        *("§", "paragraph ", "chapter ", "N.H. ", "of ", "©", "R.S.A. ", "TI", "a"),
    )
)


@given(st.lists(_PARTS, max_size=400).map("".join) | st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_ordered_references_whose_spans_are_exact(text: str) -> None:
    refs = find_refs(text, chapter_context="RSA 91-A:3")
    for ref in refs:
        assert text[ref.start : ref.end] == ref.text
    assert all(a.end <= b.start for a, b in pairwise(refs))
    parse_ref(text)
    find_nicknames(text)


@pytest.mark.parametrize(
    "unit", ["RSA ", "1", "RSA 1:1, ", " ", "1:1-a ", "I", "(a)", "91-A:3 and ", "2021, 1:1; ", "N.H. ", "Part 1, "]
)
def test_hostile_text_is_read_in_linear_time(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    began = time.perf_counter()
    find_refs(text)
    assert time.perf_counter() - began < 20  # a quadratic pattern takes hours at this length


def _benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("statute_grammar", ROOT / "benchmarks" / "statute_grammar.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["statute_grammar"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the real corpus is not beside the repository")
@pytest.mark.parametrize("half", ["held_out", "fresh"])
def test_hand_labelled_pages_are_read_well(half: str) -> None:
    bench = _benchmark()
    result = bench.score(bench.corpus_pages(CORPUS), half, bench.grammar)
    assert result.precision >= 0.97
    assert result.recall >= 0.95
