"""Files into the vault: outcomes, repeats, manifests, changes. All files are written here, about invented towns."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import corpus_dir, searched

from vault.errors import InputError, VaultBusy
from vault.intake.ingest import ingest
from vault.store.connections import ingest_lock
from vault.store.index import VaultIndex
from vault.types import Filters, IngestReport, Metadata, Query

MINUTES = (
    "Town of {town}\nPlanning Board\nMinutes of {day}\n\nThe chair opened the meeting at seven. The board heard a"
    " plan for a boathouse on Mill Pond Road. A neighbor asked about runoff and about the width of the lane. The"
    " applicant agreed to plant a hedge. Motion by Ada Quill to approve with two conditions, seconded by Ben Thorne."
    " All in favor. The board then turned to the cemetery fence and tabled it until June. Adjourned at nine.\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "records"
    made.mkdir()
    return made


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultIndex]:
    with VaultIndex.open(tmp_path / "v.db", create=True) as found:
        yield found


FORCED = Metadata(town="Alder Falls", lane="local", board="Planning Board", doc_type="minutes")


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def _rows(path: Path, *rows: object) -> Path:
    lines = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    path.write_bytes(gzip.compress(lines.encode()) if path.suffix == ".gz" else lines.encode())
    return path


def _row(doc_id: str, *pages: str, **facts: str) -> dict[str, object]:
    known = {"lane": "local", "state": "NH", "town": "Alder Falls", "doc_type": "minutes", "title": doc_id}
    return {"doc_id": doc_id, **known, **facts, "pages": list(pages)}


def _section(cite: str, text: str, **facts: str) -> dict[str, object]:
    number = cite.removeprefix("RSA ")
    return {
        "section_id": cite,
        "doc_id": f"rsa-{number.split(':')[0]}",
        "lane": "state",
        "state": "NH",
        "authority": "rsa",
        "chapter": number.split(":")[0],
        "section": number,
        "heading": "Placeholder",
        "text": text,
        "status": "current",
        "as_of": "2025-01-01",
        **facts,
    }


def _outcomes(report: IngestReport) -> dict[str, str]:
    return {Path(file.source).name: file.outcome for file in report.files}


def _ids(vault: VaultIndex) -> set[str]:
    return {document.doc_id for document in vault.documents()}


def test_a_folder_comes_in_sorted_and_without_hidden_files_links_and_manifests(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "b.txt", MINUTES.format(town="Alder Falls", day="May 20, 2025"))
    _write(folder, "a/z.txt", "A notice about the town lamp posts and their repair this summer.")
    _write(folder, ".hidden.txt", "Nobody reads this.")
    _write(folder, "~$minutes.docx", "A lock.")
    _write(folder, "Thumbs.db", "Small pictures.")
    _write(folder, ".git/x.txt", "Nor this.")
    _write(folder, "manifest.jsonl", "")
    (folder / "link.txt").symlink_to(folder / "b.txt")
    seen: list[tuple[int, int, str]] = []
    report = ingest(vault, [folder], forced=FORCED, progress=lambda *step: seen.append(step))
    assert _outcomes(report) == {"b.txt": "added", "z.txt": "added"}
    assert seen == [(1, 2, "b.txt"), (2, 2, "z.txt")]
    assert report.links == 1, "a link is counted, so that nothing is left out in silence"
    assert (report.documents, report.pages, report.chunks) == (2, 2, vault.counts().chunks)
    hit = searched(vault, Query(terms=("boathouse",))).hits[0].chunk
    assert (hit.town, hit.board, hit.doc_type, hit.lane) == ("Alder Falls", "Planning Board", "minutes", "local")
    assert hit.source.endswith("b.txt")


# covers: 4
def test_a_second_run_reads_nothing_and_changes_nothing(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "b.txt", MINUTES.format(town="Alder Falls", day="May 20, 2025"))
    first = ingest(vault, [folder], forced=FORCED)
    before = vault.documents()
    second = ingest(vault, [folder], forced=FORCED)
    assert [f.outcome for f in second.files] == ["unchanged"]
    assert (second.documents, second.chunks) == (0, 0)
    assert first.files[0].doc_ids == second.files[0].doc_ids
    assert vault.documents() == before


def test_a_file_with_another_time_but_the_same_bytes_is_unchanged(folder: Path, vault: VaultIndex) -> None:
    path = _write(folder, "b.txt", "The lamp on Quarry Lane is dark.")
    ingest(vault, [folder], forced=FORCED)
    os.utime(path, (1, 1))
    assert _outcomes(ingest(vault, [folder], forced=FORCED)) == {"b.txt": "unchanged"}


def test_a_changed_file_replaces_its_document_under_the_same_id(folder: Path, vault: VaultIndex) -> None:
    path = _write(folder, "b.txt", "The lamp on Quarry Lane is dark.")
    first = ingest(vault, [folder], forced=FORCED)
    path.write_text("The culvert on Quarry Lane is blocked.", "utf-8")
    second = ingest(vault, [folder], forced=FORCED)
    assert _outcomes(second) == {"b.txt": "updated"}
    assert first.files[0].doc_ids == second.files[0].doc_ids
    assert searched(vault, Query(terms=("lamp",))).hits == ()
    assert len(searched(vault, Query(terms=("culvert",))).hits) == 1
    assert vault.verify().ok


def test_other_facts_about_the_same_file_update_it(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "b.txt", "The lamp on Quarry Lane is dark.")
    ingest(vault, [folder], forced=FORCED)
    report = ingest(vault, [folder], forced=FORCED.model_copy(update={"town": "Pine Hollow"}))
    assert _outcomes(report) == {"b.txt": "updated"}
    assert vault.towns() == ("Pine Hollow",)


def test_reading_again_can_be_asked_for(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "b.txt", "The lamp on Quarry Lane is dark.")
    ingest(vault, [folder], forced=FORCED)
    assert _outcomes(ingest(vault, [folder], forced=FORCED, again=True)) == {"b.txt": "updated"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b""),
        ("old.doc", b"\xd0\xcf\x11\xe0" * 100),
        ("broken.pdf", b"%PDF-1.7\nnothing"),
        ("x.zip", b"PK\x03\x04\x00"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_the_rest_goes_on(
    folder: Path, vault: VaultIndex, name: str, content: bytes
) -> None:
    (folder / name).write_bytes(content)
    _write(folder, "zz.txt", "The lamp on Quarry Lane is dark.")
    report = ingest(vault, [folder], forced=FORCED)
    assert _outcomes(report) == {name: "refused", "zz.txt": "added"}
    assert name in report.files[0].reason
    assert _outcomes(ingest(vault, [folder], forced=FORCED)) == {name: "refused", "zz.txt": "unchanged"}
    assert vault.counts().refused_files == 1


def test_a_path_that_does_not_exist_is_refused_by_name(folder: Path, vault: VaultIndex) -> None:
    report = ingest(vault, [folder / "nothing.pdf"])
    assert report.files[0].outcome == "refused"
    assert "nothing.pdf" in report.files[0].reason


def test_a_byte_copy_is_a_duplicate_that_names_the_kept_document(folder: Path, vault: VaultIndex) -> None:
    text = MINUTES.format(town="Alder Falls", day="May 20, 2025")
    _write(folder, "a.txt", text)
    _write(folder, "copy/b.txt", text)
    report = ingest(vault, [folder], forced=FORCED)
    kept, repeat = report.files
    assert (kept.outcome, repeat.outcome) == ("added", "duplicate")
    assert repeat.doc_ids == kept.doc_ids
    assert kept.doc_ids[0] in repeat.reason
    again = ingest(vault, [folder], forced=FORCED)
    assert [f.outcome for f in again.files] == ["unchanged", "duplicate"]


def test_a_nearly_identical_text_of_the_same_town_is_a_duplicate(folder: Path, vault: VaultIndex) -> None:
    text = MINUTES.format(town="Alder Falls", day="May 20, 2025") * 3
    _write(folder, "a.txt", text)
    _write(folder, "b.txt", text.replace("a hedge", "one hedge", 1))
    assert _outcomes(ingest(vault, [folder], forced=FORCED)) == {"a.txt": "added", "b.txt": "duplicate"}


@pytest.mark.parametrize(
    ("old", "new", "facts"),
    [
        ("boathouse", "boathouse (lot 17)", {}),  # another number is another case
        ("a hedge", "one hedge", {"date": "2024-05-20"}),  # another year
        ("a hedge", "one hedge", {"status": "draft"}),  # the draft of the same minutes
    ],
)
def test_a_likeness_with_another_number_date_or_status_stays(
    folder: Path, vault: VaultIndex, old: str, new: str, facts: dict[str, str]
) -> None:
    text = MINUTES.format(town="Alder Falls", day="the board")
    known = {"date": "2025-05-20", "status": "approved", "board": "Planning Board"}
    _rows(folder / "x.jsonl", _row("one", text, **known), _row("two", text.replace(old, new), **{**known, **facts}))
    ingest(vault, [folder])
    assert _ids(vault) == {"one", "two"}


def test_one_form_filled_in_by_260_towns_stays_260_documents(folder: Path, vault: VaultIndex) -> None:
    form = (
        "Certificate of the assessors. We certify that the list of property in the town of {town} was completed with"
        " care, that every owner was asked, and that the sum stated below is true to the best of our knowledge. "
    ) * 2
    rows = [
        _row(f"form-{n}", form.format(town=f"Sample Town {n}"), town=f"Sample Town {n}", doc_type="form", date="2025")
        for n in range(260)
    ]
    report = ingest(vault, [_rows(folder / "forms.jsonl.gz", *rows)])
    assert (report.documents, vault.counts().documents, len(vault.towns())) == (260, 260, 260)
    hits = searched(vault, Query(terms=("certificate",)), Filters(lane="local", towns=("Sample Town 77",)))
    assert [hit.chunk.doc_id for hit in hits.hits] == ["form-77"]


def test_a_container_reports_counts_and_each_bad_row(folder: Path, vault: VaultIndex) -> None:
    path = _rows(
        folder / "x.jsonl",
        _row("one", "The lamp on Quarry Lane is dark.", date="2025-01-07"),
        "this is not JSON",
        _row("empty"),
        _row("two", "The culvert on Quarry Lane is blocked.", date="2025-02-04"),
        _row("three", "The lamp on Quarry Lane is dark.", date="2025-01-07"),
    )
    whole, *rows = ingest(vault, [path]).files
    assert (whole.outcome, whole.doc_ids) == ("partly_read", ("one", "two"))
    assert whole.reason == "3 documents: 2 added, 1 duplicate; 2 row(s) could not be read"
    assert [(Path(r.source).name, r.outcome) for r in rows] == [
        ("x.jsonl#row 2", "refused"),
        ("x.jsonl#row 3", "refused"),
        ("x.jsonl#three", "duplicate"),
    ]
    again = ingest(vault, [path])
    assert [(f.outcome) for f in again.files] == ["unchanged", "refused", "refused"]


def test_a_changed_container_touches_only_changed_rows_and_drops_missing_ones(folder: Path, vault: VaultIndex) -> None:
    path = folder / "x.jsonl"
    lamp, culvert, fence = "The lamp is dark.", "The culvert is blocked.", "The fence leans."
    _rows(path, _row("one", lamp, date="2025-01"), _row("two", culvert, date="2025-02"), _row("three", fence))
    ingest(vault, [path])
    kept = searched(vault, Query(terms=("lamp",))).hits[0].chunk.id
    _rows(path, _row("one", lamp, date="2025-01"), _row("two", "The culvert runs free.", date="2025-02"))
    report = ingest(vault, [path])
    assert report.files[0].reason == "2 documents: 1 unchanged, 1 updated"
    assert report.files[0].outcome == "updated"
    assert _ids(vault) == {"one", "two"}
    assert searched(vault, Query(terms=("lamp",))).hits[0].chunk.id == kept
    assert searched(vault, Query(terms=("fence",))).hits == ()
    assert vault.verify().ok


def test_two_sources_of_one_document_never_take_turns(folder: Path, vault: VaultIndex) -> None:
    _rows(folder / "a.jsonl", _row("pb", "The lamp on Quarry Lane is dark tonight.", date="2025-01-07"))
    _rows(folder / "b.jsonl", _row("pb", "The larnp on Quarry Lane is dark tonight!", date="2025-01-07"))
    first = ingest(vault, [folder])
    held = vault.document("pb")
    second = ingest(vault, [folder], again=True)
    third = ingest(vault, [folder])
    assert _outcomes(first) == {"a.jsonl": "added", "b.jsonl": "duplicate"}
    assert _outcomes(second) == {"a.jsonl": "updated", "b.jsonl": "duplicate"}
    assert _outcomes(third) == {"a.jsonl": "unchanged", "b.jsonl": "duplicate"}
    assert vault.document("pb") == held


def test_a_file_that_was_moved_keeps_its_document(folder: Path, vault: VaultIndex) -> None:
    path = _write(folder, "a.txt", MINUTES.format(town="Alder Falls", day="May 20, 2025"))
    first = ingest(vault, [folder], forced=FORCED)
    path.rename(folder / "b.txt")
    second = ingest(vault, [folder], forced=FORCED)
    assert [f.outcome for f in second.files] == ["unchanged"]
    assert "moved" in second.files[0].reason
    assert second.files[0].doc_ids == first.files[0].doc_ids
    assert _outcomes(ingest(vault, [folder], forced=FORCED)) == {"b.txt": "unchanged"}
    assert vault.counts().documents == 1


def test_deleting_the_kept_copy_lets_the_duplicate_in(folder: Path, vault: VaultIndex) -> None:
    text = MINUTES.format(town="Alder Falls", day="May 20, 2025")
    _write(folder, "a.txt", text)
    _write(folder, "b.txt", text)
    ingest(vault, [folder], forced=FORCED)
    (folder / "a.txt").write_text("Something else entirely: the lamp post list.", "utf-8")
    assert _outcomes(ingest(vault, [folder], forced=FORCED)) == {"a.txt": "updated", "b.txt": "added"}


def test_sections_held_in_the_same_or_a_later_edition_are_duplicates(folder: Path, vault: VaultIndex) -> None:
    _rows(folder / "a.jsonl", _section("RSA 500:1", "Placeholder one."), _section("RSA 500:2", "Placeholder two."))
    _rows(folder / "b.jsonl", _section("RSA 500:1", "Placeholder one, older.", as_of="2018-01-01"))
    first = ingest(vault, [folder])
    assert _outcomes(first) == {"a.jsonl": "added", "b.jsonl": "duplicate"}
    assert vault.law(("RSA 500:1",))["RSA 500:1"][0].text == "Placeholder one."
    assert _outcomes(ingest(vault, [folder], again=True))["b.jsonl"] == "duplicate"


def test_a_later_edition_of_a_section_replaces_the_earlier_one_for_good(folder: Path, vault: VaultIndex) -> None:
    old = [_section(f"RSA 500:{n}", f"Old placeholder {n}.", doc_id="handbook", as_of="2018-01-01") for n in (1, 2)]
    _rows(folder / "a.jsonl", *old)
    ingest(vault, [folder])
    _rows(folder / "b.jsonl", _section("RSA 500:2", "New placeholder."))
    second = ingest(vault, [folder])
    assert _outcomes(second)["b.jsonl"] == "added"
    assert [c.text for c in vault.law(("RSA 500:2",))["RSA 500:2"]] == ["New placeholder."]
    assert [c.text for c in vault.law(("RSA 500:1",))["RSA 500:1"]] == ["Old placeholder 1."]
    ingest(vault, [folder], again=True)
    assert [c.text for c in vault.law(("RSA 500:2",))["RSA 500:2"]] == ["New placeholder."]
    assert [c.text for c in vault.law(("RSA 500:1",))["RSA 500:1"]] == ["Old placeholder 1."]
    assert vault.verify().ok


def test_sections_that_only_the_second_source_has_come_in_under_an_id_of_their_own(
    folder: Path, vault: VaultIndex
) -> None:
    _rows(folder / "a.jsonl", _section("RSA 500:1", "Placeholder one."))
    _rows(folder / "b.jsonl", _section("RSA 500:1", "Placeholder one."), _section("RSA 500:3", "Placeholder three."))
    ingest(vault, [folder])
    for _ in range(2):
        assert [c.section for c in vault.law(("RSA 500",))["RSA 500"]] == ["RSA 500:1", "RSA 500:3"]
        assert len(_ids(vault)) == 2
        ingest(vault, [folder], again=True)


def test_a_manifest_beside_the_files_gives_facts_and_options_override_them(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "scan 1.txt", "The lamp on Quarry Lane is dark.")
    row = {
        "file": "scan 1.txt",
        "doc_id": "lamps",
        "town": "Pine Hollow",
        "body": "Select Board",
        "doc_type": "minutes",
        "date": "2025-03-04",
        "lane": "local",
    }
    _rows(folder / "manifest.jsonl", row)
    ingest(vault, [folder])
    known = vault.documents()[0]
    assert (known.doc_id, known.metadata.town, known.metadata.date) == ("lamps", "Pine Hollow", "2025-03-04")
    ingest(vault, [folder], forced=Metadata(town="Alder Falls"))
    assert vault.documents()[0].metadata.town == "Alder Falls"
    assert vault.documents()[0].metadata.date == "2025-03-04"


def test_a_named_manifest_knows_rows_of_a_container_by_their_id(
    folder: Path, tmp_path: Path, vault: VaultIndex
) -> None:
    manifest = _rows(tmp_path / "facts.jsonl", {"doc_id": "one", "town": "Pine Hollow", "lane": "local"})
    _rows(
        folder / "x.jsonl", {"doc_id": "one", "pages": ["The lamp is dark."]}, {"doc_id": "two", "pages": ["A list."]}
    )
    ingest(vault, [folder], manifest=manifest)
    towns = {d.doc_id: d.metadata.town for d in vault.documents()}
    assert towns == {"one": "Pine Hollow", "two": ""}


def test_a_changed_manifest_is_heeded_for_files_and_for_rows(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "a.txt", "The lamp is dark.")
    _rows(folder / "x.jsonl", _row("one", "The culvert is blocked."), _row("two", "The fence leans."))
    for town in ("Alder Falls", "Pine Hollow"):
        facts = {"lane": "local", "town": town}
        _rows(folder / "manifest.jsonl", {"file": "a.txt", **facts}, {"doc_id": "one", **facts})
        ingest(vault, [folder])
        towns = {d.source.rpartition("/")[2]: d.metadata.town for d in vault.documents()}
        assert towns == {"a.txt": town, "x.jsonl#one": town, "x.jsonl#two": "Alder Falls"}


def test_a_document_that_cannot_be_stored_is_refused_alone(folder: Path, vault: VaultIndex) -> None:
    path = _rows(
        folder / "x.jsonl",
        _row("one", "The lamp is dark."),
        _row("t\ud800", "The culvert is blocked.", url="\ud800"),
        _row("three", "The fence leans."),
    )
    report = ingest(vault, [path])
    assert _ids(vault) >= {"one", "three"}
    assert vault.counts().documents + sum(f.outcome == "refused" for f in report.files) == 3


def test_a_broken_manifest_that_was_named_is_an_error_with_its_line(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "a.txt", "The lamp is dark.")
    path = _rows(folder / "facts.jsonl", {"file": "a.txt"}, "oops")
    with pytest.raises(InputError, match="Line 2"):
        ingest(vault, [folder], manifest=path)


def test_of_a_broken_manifest_beside_the_files_the_good_lines_are_used(folder: Path, vault: VaultIndex) -> None:
    _write(folder, "a.txt", "The lamp is dark.")
    _rows(folder / "manifest.jsonl", {"file": "a.txt", "town": "Pine Hollow", "lane": "local"}, "oops")
    report = ingest(vault, [folder])
    assert _outcomes(report) == {"a.txt": "added", "manifest.jsonl": "refused"}
    assert "line 2 is not a JSON object" in report.files[1].reason
    assert vault.documents()[0].metadata.town == "Pine Hollow"


def test_two_rows_of_one_id_are_two_documents(folder: Path, vault: VaultIndex) -> None:
    path = _rows(folder / "x.jsonl", _row("one", "The lamp is dark."), _row("one", "The culvert is blocked."))
    assert ingest(vault, [path]).documents == 2
    assert ingest(vault, [path], again=True).documents == 2
    assert len(_ids(vault)) == 2


def test_two_jobs_never_run_at_once(folder: Path, vault: VaultIndex) -> None:
    with ingest_lock(vault.path), pytest.raises(VaultBusy, match="Another ingest"), ingest_lock(vault.path, wait_s=0.0):
        pass


def test_the_vault_itself_is_not_read_when_it_lies_in_the_folder(folder: Path) -> None:
    _write(folder, "a.txt", "The lamp is dark.")
    with VaultIndex.open(folder / "v.db", create=True) as vault:
        assert _outcomes(ingest(vault, [folder], forced=FORCED)) == {"a.txt": "added"}


def test_links_run_from_records_to_the_sections_they_name(folder: Path, vault: VaultIndex) -> None:
    _rows(folder / "a.jsonl", _row("pb", "The board acted under RSA 500:1 on the lamp.", date="2025-01-07"))
    _rows(folder / "b.jsonl", _section("RSA 500:1", "Placeholder one."))
    ingest(vault, [folder])
    (source,) = (hit.chunk.id for hit in searched(vault, Query(terms=("lamp",)), Filters(lane="local")).hits)
    (target,) = (chunk.id for chunk in vault.law(("RSA 500:1",))["RSA 500:1"])
    assert [(link.target, link.kind) for link in vault.links.out_of([source])[source]] == [(target, "cite")]


@pytest.mark.skipif(corpus_dir() is None, reason="the corpus of real records is not beside the repository")
def test_the_real_town_forms_of_one_state_warrant_are_all_held(vault: VaultIndex) -> None:
    corpus = corpus_dir()
    assert corpus is not None
    report = ingest(vault, [corpus / "other" / "marblehead_docs.jsonl.gz", corpus / "other" / "dc_sections.jsonl.gz"])
    assert [f.outcome for f in report.files] == ["added", "added"]
    again = ingest(vault, [corpus / "other" / "marblehead_docs.jsonl.gz", corpus / "other" / "dc_sections.jsonl.gz"])
    assert again.took_s < 0.05 * report.took_s
