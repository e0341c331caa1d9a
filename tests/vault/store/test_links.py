"""Names and links of a small vault of the invented towns Alder Falls and Pine Hollow."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from fakes import a_document, a_statute, vault_with
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.retrieval_sets import store_documents
from vault.law.locators import Citation, LocatorIndex, locator_key
from vault.ports import LinksAsk, NamesAsk
from vault.store.index import VaultIndex
from vault.store.link_names import find_names, identifiers, index_names, names_of
from vault.store.read import chunk_names
from vault.text import words as tokens
from vault.types import Document, Section

DISTRICT = a_document(
    "water-district",
    "Alder Falls Water District (also known as the Mill District) keeps the pumps.",
    title="Alder Falls Water District",
    doc_type="report",
)
DAM = a_document(
    "dam", "The Mill Pond Dam is owned by the Alder Falls Water District.", title="Mill Pond Dam", doc_type="report"
)


def linked(vault: VaultIndex) -> set[tuple[str, str, str]]:
    ids = _every(vault)
    document = {chunk.id: chunk.doc_id for chunk in vault.get(ids)}
    links = (link for many in vault.links.out_of(ids).values() for link in many)
    return {(document[link.source], document[link.target], link.kind) for link in links}


def _every(vault: VaultIndex) -> list[str]:
    with vault.reading() as connection:
        return list(chunk_names(connection, [i for (i,) in connection.execute("SELECT id FROM chunks")]).values())


def test_a_text_that_names_a_document_links_to_it() -> None:
    with vault_with([DISTRICT, DAM]) as vault:
        assert ("dam", "water-district", "name") in linked(vault)


def test_a_document_that_comes_later_is_linked_from_the_texts_that_already_name_it() -> None:
    with vault_with([DAM]) as vault:
        assert linked(vault) == set()
        store_documents(vault, [DISTRICT])
        assert ("dam", "water-district", "name") in linked(vault)


def test_linking_in_any_order_gives_the_same_links() -> None:
    with vault_with([DISTRICT, DAM]) as first, vault_with([DAM]) as second:
        store_documents(second, [DISTRICT])
        assert linked(first) == linked(second)


def test_a_removed_document_leaves_no_links() -> None:
    with vault_with([DISTRICT, DAM]) as vault:
        vault.delete_document("water-district")
        assert linked(vault) == set()


def test_names_do_not_cross_from_one_town_to_another() -> None:
    other = a_document(
        "pine", "Pine Hollow also buys from the Alder Falls Water District.", title="Pine notes", town="Pine Hollow"
    )
    with vault_with([DISTRICT, other]) as vault:
        assert not any(source == "pine" for source, _, _ in linked(vault))


def test_strangers_names_hide_none_of_a_town_however_many_they_are() -> None:
    fund = a_document("fund", "It pays for gravel.", title="Town of Alder Falls Road Fund")
    minutes = a_document("minutes", "They read the Town of Alder Falls Road Fund Report aloud.")
    far = a_document("far", "It is dry.", title="Town of Alder Falls Road Fund Report", town="Pine Hollow")
    with vault_with([far, fund, minutes]) as vault:
        with vault.writing() as connection:
            (row,) = connection.execute(
                "SELECT c.id FROM chunks AS c JOIN documents USING(doc_no) WHERE doc_id = 'far'"
            ).fetchone()
            connection.executemany(
                "INSERT INTO names(scope_no, name, chunk_id, kind) VALUES (?, ?, ?, 'title')",
                [
                    (
                        row >> 32,
                        f"town of aa{number:04}",
                        row,
                    )
                    for number in range(450)
                ],
            )
        assert linked(vault) == {("minutes", "fund", "name")}


def test_a_statute_reference_links_to_its_section() -> None:
    law = a_statute("chapter", ("RSA 31:95-b", "Placeholder", "Placeholder text, not law."))
    minutes = a_document("minutes", "The board accepted the gift under RSA 31:95-b after a hearing.")
    with vault_with([law, minutes]) as vault:
        assert ("minutes", "chapter", "cite") in linked(vault)


def test_a_section_that_comes_later_is_linked_from_the_texts_that_cite_it() -> None:
    law = a_statute("chapter", ("RSA 31:95-b", "Placeholder", "Placeholder text, not law."))
    minutes = a_document("minutes", "The board accepted the gift under RSA 31:95-b after a hearing.")
    with vault_with([minutes]) as vault:
        store_documents(vault, [law])
        assert ("minutes", "chapter", "cite") in linked(vault)


def test_a_name_shared_by_very_many_chunks_makes_no_link() -> None:
    many = [
        a_document(f"m{i}", f"Budget talk number {i}, with words of its own like item{i}.", title="Public Comment")
        for i in range(70)
    ]
    asking = a_document("asking", "See Public Comment for more.", title="Index of talks")
    with vault_with([*many, asking]) as vault:
        assert not any(source == "asking" for source, _, _ in linked(vault))


def test_indexing_nothing_writes_nothing() -> None:
    with vault_with([DAM]) as vault, vault.writing() as connection:
        assert index_names(connection, []) == 0
        assert index_names(connection, [99]) == 0


def test_a_section_knows_the_records_and_the_sections_that_cite_it() -> None:
    law = a_statute("chapter", ("RSA 31:95-b", "Placeholder", "Placeholder text, not law."))
    minutes = a_document("minutes", "The board accepted the gift under RSA 31:95-b after a hearing.")
    with vault_with([law, minutes]) as vault:
        (section,) = vault.law(("RSA 31:95-b",))["RSA 31:95-b"]
        (record,) = vault.passages(("minutes",))["minutes"]
        assert vault.links.back_to([section.id, record.id]) == {section.id: (record.id,), record.id: ()}


def test_a_rule_knows_the_rules_that_name_its_number() -> None:
    rules = a_document("rules", title="Wetland Rules (WET)", doc_type="rule").model_copy(
        update={
            "pages": (),
            "sections": (
                Section(cite="4.3.1", text="A buffer is kept."),
                Section(cite="7.2", text="A fee is due where Rule 4.3.1 applies."),
            ),
        }
    )
    other = a_document("other", "The buffer of WET 4.3.1 was walked.", title="Site walk", doc_type="rule").model_copy(
        update={"pages": (), "sections": (Section(cite="1", text="The buffer of WET 4.3.1 was walked."),)}
    )
    with vault_with([rules, other]) as vault:
        place = {chunk.section: chunk.id for chunk in vault.get(_every(vault))}
        (citing,) = vault.links.back_to([place["4.3.1"]]).values()
        assert sorted(citing) == sorted((place["7.2"], place["1"]))


def test_rules_are_known_by_the_initials_of_their_title_unless_others_share_them() -> None:
    def rules(key: str, title: str, cite: str, text: str) -> Document:
        held = {"pages": (), "sections": (Section(cite=cite, text=text),)}
        return a_document(key, title=title, doc_type="rule").model_copy(update=held)

    lime = rules("lime", "Lime Kiln and Quarry Regulations 2031", "9.4", "A kiln is fenced.")
    boats = rules("boats", "Harbor Boat Rules", "9.4", "A boat is moored.")
    bells = rules("bells", "Hand Bell Rules", "9.4", "A bell is rung.")
    citing = rules("code", "Yard Code", "1.1", "As section 9.4 of the LKQR says; so does section 9.4 of the HBR.")
    with vault_with([lime, boats, bells, citing]) as vault:
        assert {pair for pair in linked(vault) if pair[0] == "code"} == {("code", "lime", "cite")}


def test_a_name_is_looked_up_as_it_is_folded() -> None:
    with vault_with([DISTRICT, DAM]) as vault:
        assert [one.kind for one in vault.links.named(NamesAsk(["mill pond dam"])).names] == ["title"]
        assert vault.links.named(NamesAsk(["mill pond dam is"])).names == ()


def test_the_texts_of_a_name_that_few_bear_come_with_it() -> None:
    others = [a_document(f"dam-{n}", f"Dam {n}.", title="Quarry Dam", date=f"2031-0{n}-01") for n in (1, 2)]
    with vault_with([DAM, *others]) as vault:
        found = vault.links.named(NamesAsk(["mill pond dam", "quarry dam", "nobody"], few=1, stems=["zebra"]))
        assert {one.name for one in found.names} == {"mill pond dam", "quarry dam"}
        assert {chunk.title for chunk in found.chunks} == {DAM.metadata.title}
        assert dict(found.frequencies) == vault.frequencies(("mill", "pond", "dam", "zebra"))
        assert vault.links.named(NamesAsk(["mill pond dam"])).chunks == ()


def test_links_bring_what_stands_around_and_how_often_the_words_of_names_occur() -> None:
    pages = ("The Alder Falls Water District met. " + "A boat is wet. " * 90, "The boats are dry. " * 90)
    minutes = a_document("minutes", *pages, title="Minutes of May 6")
    with vault_with([DISTRICT, minutes]) as vault:
        first, second, *_ = vault.passages(("minutes",))["minutes"]
        found = vault.links.linked(LinksAsk([first.id], 9, near=[first.id], reach=1, stems=("boat", "zebra")))
        assert found.near == {first.id: (second,)}
        asked = ("alder", "fall", "water", "district", "boat", "zebra")
        assert dict(found.frequencies) == vault.frequencies(asked)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Case #2025-14 was heard", "case 2025 14"),
        ("Case No. 2025-14 was heard", "case 2025 14"),
        ("Article 7 passed", "article 7"),
        ("HB 1307 was signed", "hb 1307"),
        ("Tax Map 12, Lot 40-1 on Mill Road", "map 12 lot 40 1"),
        ("Ordinance 2024-03 takes effect", "ordinance 2024 03"),
    ],
)
def test_numbered_matters_have_one_name_however_written(written: str, name: str) -> None:
    assert [found for _, found in identifiers(written)] == [name]


def test_a_passage_answers_to_title_lead_and_alias() -> None:
    found = {
        n.text: n.kind
        for n in names_of(
            title="Mill Pond (Alder Falls)", body="Mill Pond, also known as Upper Mill Water, lies north."
        )
    }
    assert found == {"mill pond alder falls": "title", "mill pond": "base", "upper mill water": "lead"}


def known(*names: str) -> object:
    def starting(first: str, second: str) -> Iterable[tuple[str, ...]]:
        split = [tuple(n.split()) for n in names]
        return sorted((n for n in split if n[0] == first and (len(n) == 1 or n[1] == second)), key=lambda n: -len(n))

    return starting


def test_a_longer_name_hides_the_shorter_one_inside_it() -> None:
    scanned = tokens.scan("They met on Pine Hollow Road in Pine Hollow.")
    found = find_names(scanned, known("pine hollow", "pine hollow road"))  # type: ignore[arg-type]
    assert [m.name for m in found] == ["pine hollow road", "pine hollow"]


def test_a_common_word_in_lower_case_is_no_name() -> None:
    scanned = tokens.scan("The bridge fell near Bridge.")
    assert [m.position for m in find_names(scanned, known("bridge"))] == [4]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("locator", "key"),
    [
        ("1.1.1.(1)", "1.1.1(1)"),
        ("Part 5.Chapter 2.84.(1)", "84(1)"),
        ("Article IV § 4.3.B", "4.3.B"),
        ("Schedule 1.3", "schedule1/3"),
        ("PART 5", "part5"),
        ("", ""),
    ],
)
def test_a_locator_is_reduced_to_its_place(locator: str, key: str) -> None:
    assert locator_key(locator) == key


ZONING, WETLANDS = "1", "2"


@pytest.fixture
def places() -> LocatorIndex:
    index = LocatorIndex({"Alder Falls Zoning Rules": ZONING, "AFZ": ZONING, "Wetland Rules": WETLANDS})
    for chunk, (document, locator) in enumerate(
        [
            (ZONING, "4.3"),
            (ZONING, "4.3.1"),
            (ZONING, "4.3.2(a)"),
            (ZONING, "4.3.2(b)"),
            (WETLANDS, "7"),
            (WETLANDS, "4.3"),
        ],
        start=1,
    ):
        index.add(chunk, document, locator)
    return index


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("as Rule 4.3.1 says", {2}),
        ("as section 7 of the Wetland Rules says", {5}),
        ("as AFZ 4.3 says", {1}),
        ("as Wetland Rules, section 4.3 says", {6}),
        ("under Rules 4.3.2(a) and (b)", {3, 4}),
        ("under Rule 4.3.2", {3, 4}),
        ("under section 7 of the Companies Act", set()),
        ("about 4.3 per cent of 7 lots", set()),
        ("in 1999 and 2004", set()),
    ],
)
def test_a_place_is_found_in_the_document_that_is_meant(places: LocatorIndex, text: str, chunks: set[int]) -> None:
    assert {found.chunk_id for found in places.resolve(places.citations(text, ZONING, "9.9"))} == chunks


def test_a_step_inside_the_own_section_is_resolved_from_where_it_stands(places: LocatorIndex) -> None:
    found = places.resolve(places.citations("subject to paragraph (b)", ZONING, "4.3.2(a)"))
    assert {f.chunk_id for f in found} - {3} == {4}  # 3 is where it stands


def test_a_place_the_document_lacks_is_looked_for_in_its_home_law(places: LocatorIndex) -> None:
    for _ in range(3):
        places.citations("see Wetland Rules 4.3", ZONING)
    assert {f.chunk_id for f in places.resolve([Citation(ZONING, "7", 0)])} == {5}


@given(st.text(max_size=200), st.text(max_size=20))
def test_odd_text_and_odd_locators_never_raise(text: str, locator: str) -> None:
    index = LocatorIndex({"Zoning Rules": "1"})
    index.add(1, "1", locator)
    index.resolve(index.citations(text, "1", locator))
    names_of(title=locator, heading=text, section=locator, body=text)
    identifiers(text)


def test_links_are_bounded_for_a_text_that_names_everything() -> None:
    named = [
        a_document(f"d{i}", f"Stone{i} road{i} wall{i}.", title=f"Pit A{i}", doc_type="report") for i in range(150)
    ]
    index = a_document("index", " ".join(f"Pit A{i};" for i in range(150)), title="Table of contents")
    with vault_with([*named, index]) as vault:
        assert max(map(len, vault.links.out_of(_every(vault)).values())) == 120
