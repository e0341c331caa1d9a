"""A state is a value: what it adds to searches, how its law is cited, and which state a text names."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from turn_fakes import run_turn, services_of

from pipeline.ask.issue import PlanContext, state_of_question
from pipeline.ask.queries import second_pass_queries, state_queries
from pipeline.ask.reading import read
from pipeline.types import IssueMap, Question
from vault.intake.ingest import ingest
from vault.states.known import JURISDICTIONS, jurisdiction, place_and_state, state_named
from vault.states.names import DEFAULT_STATE
from vault.store.index import VaultIndex

ROWS = (
    '{"section_id": "24 V.S.A. § 9871", "doc_id": "vt-vsa-title-24", "lane": "state", "state": "VT",'
    ' "authority": "statute", "heading": "Organization of selectboard", "text": "After it is elected the selectboard'
    ' shall organize and choose a chair, and it shall appoint a tree warden.", "status": "current"}\n'
    '{"section_id": "24 V.S.A. § 9872", "doc_id": "vt-vsa-title-24", "lane": "state", "state": "VT",'
    ' "authority": "statute", "heading": "Fence viewers", "text": "The selectboard may appoint fence viewers for one'
    ' year.", "status": "current"}\n'
)
MINUTES = """Town of Larkspur, Vermont
Selectboard Minutes
June 16, 2031

Osgood was elected chair, 3-0. Fry said that 24 V.S.A. § 9871 tells how the board organizes.
"""


def test_each_known_state_brings_all_that_searches_need() -> None:
    assert DEFAULT_STATE in JURISDICTIONS
    for code, one in JURISDICTIONS.items():
        assert (one.code, one.state_anchors != (), one.law_query != "") == (code, True, True)
        assert all(one.name.split()[0] in text or "{" in text for text in one.state_templates)


@pytest.mark.parametrize(
    ("place", "read"),
    [
        ("Larkspur", ("Larkspur", "")),
        ("Larkspur, Vermont", ("Larkspur", "VT")),
        ("Alder Falls, NH", ("Alder Falls", "NH")),
        ("Alder Falls NH", ("Alder Falls", "NH")),
        ("Alder Falls, N.H.", ("Alder Falls", "NH")),
        ("Washington, D.C.", ("", "DC")),
        ("Washington DC", ("", "DC")),
        ("Washington, District of Columbia", ("", "DC")),
        ("Washington, NH", ("Washington", "NH")),
        ("Washington", ("Washington", "")),
        ("D.C.", ("", "DC")),
        ("vermont", ("", "VT")),
        ("Alder Falls, Upper Village", ("Alder Falls, Upper Village", "")),
        ("Alder Falls TV", ("Alder Falls TV", "")),
        ("", ("", "")),
    ],
)
def test_a_place_is_read_as_a_town_and_its_state(place: str, read: tuple[str, str]) -> None:
    assert place_and_state(place) == read


def test_an_unknown_state_adds_nothing_to_a_search() -> None:
    assert jurisdiction("zz").state_anchors == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("What does RSA 91-A:3 say?", "NH"),
        ("What does 24 V.S.A. § 871 say?", "VT"),
        ("How do towns in Vermont appoint a tree warden?", "VT"),
        ("When must a D.C. public body post its notice?", "DC"),
        ("Who sits on the council of the District of Columbia?", "DC"),
        ("how long does dc have to answer me", "DC"),
        ("can a vt town sell its pound", "VT"),
        ("Is the lamp fed with DC power?", ""),
        ("Compare RSA 91-A with 1 V.S.A. § 313.", ""),
        ("Who is the road agent?", ""),
    ],
)
def test_a_text_names_a_state_by_its_name_or_its_code(text: str, code: str) -> None:
    assert state_named(text) == code


def test_the_state_of_a_question_is_that_of_its_town() -> None:
    context = PlanContext(
        known_towns=("Larkspur", "Alder Falls"), town_states=(("Alder Falls", "NH"), ("Larkspur", "VT"))
    )
    asked = {text: state_of_question(Question(text=text), context) for text in (
        "Who chairs the Larkspur selectboard?", "Who chairs the board of Alder Falls?", "What is the law in Vermont?",
        "Who is the road agent?",
    )}  # fmt: skip
    assert list(asked.values()) == ["VT", "NH", "VT", "NH"]
    assert state_of_question(Question(text="Did Alder Falls hire a Vermont firm?"), context) == "VT"
    ours = PlanContext(known_towns=("Alder Falls",), town_states=(("Alder Falls", "NH"),))
    assert state_of_question(Question(text="Did Alder Falls hire a Vermont firm?"), ours) == "NH"
    assert state_of_question(Question(text="What is the law in Vermont?", town="Alder Falls"), ours) == "VT"
    assert state_of_question(Question(text="Who posts the notice?", state="DC"), ours) == "DC"


def test_queries_of_another_state_name_its_law_and_never_ours() -> None:
    text = "Is the selectboard liable for negligence?"
    issue = IssueMap(state="VT", legal_topics=("municipal liability",), legal_salience=0.9)
    asked = " ".join((*state_queries(read(text), issue, 6), *second_pass_queries(read(text), issue)[1]))
    assert "Vermont" in asked
    assert "RSA" not in asked
    assert "Hampshire" not in asked


def test_minutes_and_statutes_of_another_state_come_in_as_its_own(tmp_path: Path) -> None:
    (tmp_path / "vt.jsonl").write_text(ROWS, "utf-8")
    (tmp_path / "larkspur-selectboard-minutes.md").write_text(MINUTES, "utf-8")
    with VaultIndex.open(tmp_path / "v.vault", create=True) as vault:
        ingest(vault, [tmp_path / "vt.jsonl", tmp_path / "larkspur-selectboard-minutes.md"])
        assert vault.places() == {"Larkspur": ("VT",)}
        (chunk,) = vault.law(("24 V.S.A. § 9871",), ("VT",))["24 V.S.A. § 9871"]
        assert (chunk.lane, chunk.state, chunk.authority) == ("state", "VT", "official")


def test_a_town_of_another_state_is_answered_with_its_own_law(tmp_path: Path) -> None:
    (tmp_path / "vt.jsonl").write_text(ROWS, "utf-8")
    (tmp_path / "larkspur-selectboard-minutes.md").write_text(MINUTES, "utf-8")
    with VaultIndex.open(tmp_path / "v.vault", create=True) as vault:
        ingest(vault, [tmp_path / "vt.jsonl", tmp_path / "larkspur-selectboard-minutes.md"])
        context = PlanContext(known_towns=vault.towns(), town_states=(("Larkspur", "VT"),))
        question = Question(text="How does the Larkspur selectboard organize, and what must it appoint?")
        result = anyio.run(run_turn, question, services_of(vault), context)
    assert [item.chunk.section for item in result.retrieval.state][:1] == ["24 V.S.A. § 9871"]
    assert {item.chunk.state for item in result.retrieval.merged} == {"VT"}
    assert any(span.label == "S1" for part in result.retrieval.answers for span in part.spans)
    assert "RSA" not in result.answer.answer_markdown
