"""The town's own rules that a record names by number, and what is known not to be told. All of it is invented."""

from __future__ import annotations

from audit_fakes import a_brief
from fakes import a_document, vault_with

from pipeline.answer.dossier import dossier
from pipeline.answer.own_rules import own_rules
from pipeline.answer.untold import untold
from pipeline.types import AnswerSpan, Brief, PartAnswer
from vault.store.index import VaultIndex
from vault.types import Document

CASE = "Roe asked leave for a paved yard of 32% of the lot, as required by Zoning Ordinance Article 20.2.3 (c)."
RULE = (
    "20.2.2. Storage\na) Salt piles.\n20.2.3. Other Uses of Lots\na) Pits.\nb) Ponds.\n"
    "c) Paving more than twenty percent of a lot.\nd) Leaving bare more than a third of it."
)
CONTENTS = "20.2.2. Storage ............ 41\n20.2.3. Other Uses of Lots ............ 42\n20.2.4. Roads ............ 43"
OTHER = "20.2.3 Moorings\na) Buoys.\nc) Chains of galvanised steel."


def _zoning(*pages: str, doc_id: str = "af-zoning", **facts: str) -> Document:
    return a_document(doc_id, *pages, doc_type="ordinance", **facts)


def _brief(vault: VaultIndex, question: str = "Why did Roe need leave?", doc_id: str = "af-minutes") -> Brief:
    """A brief in which the first passage of a document was found, whose first words are likely to answer."""
    (chunk, *_) = vault.passages([doc_id])[doc_id]
    local, state = ((chunk,), ()) if chunk.lane == "local" else ((), (chunk,))
    brief, label = a_brief(local, state, question=question), "L1" if local else "S1"
    end = min(40, len(chunk.text))
    span = AnswerSpan(chunk_id=chunk.id, start=0, end=end, text=chunk.text[:end], label=label, probability=0.9)
    answer = PartAnswer(part=question, spans=(span,), probability=0.9)
    return brief.changed(retrieval=brief.retrieval.changed(answers=(answer,)))


def _rules(*documents: Document) -> list[str]:
    with vault_with([a_document("af-minutes", CASE), *documents]) as vault:
        return own_rules(vault, _brief(vault))


def test_a_rule_named_by_its_number_is_told_with_its_place_and_its_item() -> None:
    (line,) = _rules(_zoning(CONTENTS, RULE))
    assert line.startswith("20.2.3 (c) is printed in af zoning [af-zoning p. 2]: “20.2.3. Other Uses of Lots")
    assert "c) Paving more than twenty percent of a lot." in line
    assert "Ponds" not in line
    assert "Leaving bare" not in line


def test_of_two_rules_with_one_number_the_one_that_speaks_of_the_matter_is_told() -> None:
    (line,) = _rules(_zoning(OTHER, doc_id="af-harbor"), _zoning(RULE))
    assert "[af-zoning p. 1]" in line


def test_no_rule_is_told_that_shares_no_word_that_another_town_made_or_that_is_but_listed() -> None:
    assert _rules(_zoning(OTHER, doc_id="af-harbor")) == []
    assert _rules(_zoning(RULE, town="Birch Hollow")) == []
    assert _rules(_zoning(CONTENTS)) == []


def test_a_longer_number_is_another_rule() -> None:
    assert _rules(_zoning(RULE.replace("20.2.3.", "20.2.31"))) == []
    assert _rules(_zoning(RULE.replace("20.2.3.", "20.2.3.1"))) == []


def test_the_dossier_shows_it() -> None:
    with vault_with([a_document("af-minutes", CASE), _zoning(RULE)]) as vault:
        brief = _brief(vault)
        text = dossier(brief, own_rules=own_rules(vault, brief))
    assert "RULES OF THE TOWN NAMED ABOVE\n20.2.3 (c) is printed in" in text


def _report(year: int, doc_id: str = "", **facts: str) -> Document:
    known = {"title": f"{year} Road Report", "lane": "state", "town": "", "board": "", "doc_type": "report", **facts}
    return a_document(
        doc_id or f"roads-{year}", f"In {year} Alder Falls kept 31 miles of road and Gilling 12.", **known
    )


def _untold(question: str, doc_id: str, *documents: Document) -> tuple[str, ...]:
    with vault_with([*documents]) as vault:
        return untold(vault, _brief(vault, question, doc_id))


def test_the_years_of_a_yearly_report_are_told_where_another_is_asked_for() -> None:
    held = (_report(2030), _report(2031))
    told = _untold("How many miles did Alder Falls keep in 2032?", "roads-2031", *held)
    assert "“2031 Road Report” and that of 2030 is held, none of it for 2032." in told


def test_of_the_year_asked_about_nothing_is_missing() -> None:
    held = (_report(2030), _report(2031))
    for year in (2030, 2031):
        assert not any("none of it" in line for line in _untold(f"How many miles in {year}?", f"roads-{year}", *held))
    assert not any("none of it" in line for line in _untold("How many miles?", "roads-2031", *held))


def test_a_town_without_records_of_its_own_is_shown_where_statewide_ones_name_it() -> None:
    told = _untold("How many miles does Alder Falls keep?", "roads-2031", _report(2031))
    assert "Statewide records that name Alder Falls: S1 p. 1." in told
    own = a_document("af-minutes", "The board met.")
    assert not any("Statewide" in line for line in _untold("How many miles?", "roads-2031", _report(2031), own))


def test_of_a_bill_that_likely_answers_it_is_told_that_its_fate_is_not_shown() -> None:
    bill = _report(2031, "sb-9", title="SB9 (2031): relative to roads.", doc_type="bill")
    assert _untold("Who would mend the roads?", "sb-9", bill)[-1] == (
        "Of SB9 (2031) the bill alone is held: what became of it is not shown."
    )
