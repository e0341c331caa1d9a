"""The page or section a passage stands on is read whole, and nothing beyond it. All texts are invented."""

from pathlib import Path

import anyio
from fakes import a_document, a_statute, searched, vault_with
from hypothesis import given, settings
from hypothesis import strategies as st
from retrieval_fakes import a_chunk
from turn_fakes import run_turn, services_of

from pipeline.record.capsule import read_capsule
from pipeline.record.replay import replay
from pipeline.types import Question
from vault.store.whole import WHOLE_CHARS, page_at, whole_place
from vault.types import Chunk, Query


def a_run(*texts: str, pages: tuple[tuple[int, int], ...] = (), **facts: object) -> list[Chunk]:
    """Chunks of one document in reading order, a line break between two; all on page 1 unless `pages` says more."""
    chunks, start = [], 0
    for at, text in enumerate(texts):
        first, last = pages[at] if pages else (1, 1)
        own = {
            "doc_id": "af",
            "ord": at,
            "start": start,
            "end": start + len(text),
            "page_start": first,
            "page_end": last,
        }
        chunks.append(a_chunk(at + 1, text, **(own | facts)))
        start += len(text) + 1
    return chunks


def whole(chunks: list[Chunk], at: int) -> Chunk:
    return whole_place(chunks[at], [one for one in chunks if one is not chunks[at]])


def test_the_chunks_of_a_page_are_joined_around_the_passage() -> None:
    chunks = a_run("Osgood came.", "Tibbetts moved.", "Varney seconded.")
    found = whole(chunks, 1)
    assert found.text == "Osgood came.\nTibbetts moved.\nVarney seconded."
    assert (found.id, found.title, found.ord) == ("2", "Record 2", 1)
    assert (found.start, found.end) == (0, len(found.text))


def test_a_blank_line_between_chunks_stays_one() -> None:
    one, other = a_run("Osgood came.", "Tibbetts moved.")
    far = other.model_copy(update={"start": one.end + 40, "end": one.end + 55})
    assert whole([one, far], 0).text == "Osgood came.\n\nTibbetts moved."
    near = other.model_copy(update={"start": one.end, "end": one.end + 15})
    assert whole([one, near], 0).text == "Osgood came.Tibbetts moved."


def test_a_passage_alone_on_its_page_comes_back_as_it_is() -> None:
    (chunk,) = a_run("Osgood came.")
    assert whole_place(chunk, ()) is chunk


def test_another_document_and_a_gap_are_not_joined() -> None:
    chunks = a_run("Osgood came.", "Tibbetts moved.", "Varney seconded.")
    assert whole_place(chunks[0], [chunks[1].model_copy(update={"doc_id": "other"})]) is chunks[0]
    assert whole_place(chunks[0], [chunks[2]]) is chunks[0]


def test_another_page_is_not_joined() -> None:
    chunks = a_run("Page one.", "Page two.", "Page three.", pages=((1, 1), (2, 2), (3, 3)))
    assert [whole(chunks, at).text for at in range(3)] == ["Page one.", "Page two.", "Page three."]


def test_a_page_is_read_from_where_it_begins_in_the_chunk_before() -> None:
    before, page, after = a_run("One.\nTwo begins", "and goes on.", "Three.", pages=((1, 2), (2, 2), (3, 3)))
    before = before.model_copy(update={"page_turns": (5,)})
    found = whole([before, page, after], 1)
    assert found.text == "One.\nTwo begins\nand goes on."
    assert (found.page_start, found.page_end) == (1, 2)
    assert [page_at(found, found.text.index(word)) for word in ("One", "Two", "goes")] == [1, 2, 2]


def test_the_later_chunk_of_a_joined_page_turns_where_it_turned() -> None:
    page, last = a_run("One.", "One ends.\nTwo begins.\nThree.", pages=((1, 1), (1, 3)))
    last = last.model_copy(update={"page_turns": (10, 22)})
    found = whole([page, last], 0)
    assert [page_at(found, found.text.index(word)) for word in ("One ends", "Two", "Three")] == [1, 2, 3]


def test_a_page_turn_that_was_not_found_is_made_up_for_at_the_next_chunk() -> None:
    chunks = a_run("One.\nTwo begins", "and goes on.", pages=((1, 2), (2, 2)))
    found = whole(chunks, 1)
    assert page_at(found, found.text.index("goes")) == 2


def test_another_section_is_not_joined_and_a_section_has_no_page_turns() -> None:
    first, more = a_run("The owner pays.", "The rest is free.", section="RSA 500:7", pages=((4, 4), (5, 5)))
    other = a_chunk(3, "Carts are free.", doc_id="af", ord=2, section="RSA 500:8", start=40, end=55)
    found = whole_place(first, [more, other])
    assert found.text == "The owner pays.\nThe rest is free."
    assert found.page_turns == ()
    assert whole_place(other, [first, more]) is other


def test_scanned_text_makes_the_whole_scanned() -> None:
    one, other = a_run("Osgood came.", "Tibbetts moved.")
    assert whole([one, other.model_copy(update={"ocr": True})], 0).ocr
    assert not whole([one, other], 0).ocr


def test_a_place_is_bounded_and_what_follows_comes_first() -> None:
    chunks = a_run(*("x" * 2000 for _ in range(9)))
    found = whole(chunks, 4)
    assert 3 * 2000 <= len(found.text) <= WHOLE_CHARS
    assert (found.start, found.end) == (chunks[3].start, chunks[5].end)
    long = a_run("y" * (WHOLE_CHARS - 2000), "x" * 2500, "x" * 1900)
    assert whole(long, 2).start == long[1].start
    assert whole(long, 1).end == long[2].end


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, 3000), min_size=1, max_size=10), st.data())
def test_a_place_holds_the_passage_and_keeps_to_its_bound(sizes: list[int], data: st.DataObject) -> None:
    chunks = a_run(*(chr(97 + at) * size for at, size in enumerate(sizes)))
    at = data.draw(st.integers(0, len(chunks) - 1))
    found = whole(chunks, at)
    assert chunks[at].text in found.text
    assert len(found.text) <= max(WHOLE_CHARS, len(chunks[at].text))
    assert found.text == "\n".join(one.text for one in chunks if found.start <= one.start < found.end)


PARAGRAPH = "The clerk read a letter about the wharf and the lamps of Pond Road, and it was put on file. "


def a_long_page(opening: str, ending: str) -> str:
    return f"{opening}\n\n" + "\n\n".join([PARAGRAPH * 6] * 6) + f"\n\n{ending}"


FIRST = a_long_page(
    "Osgood came about the footbridge on Mill Lane.", "Tibbetts moved to repair the footbridge for $18,400."
)


def test_a_page_of_the_vault_is_read_whole(tmp_path: Path) -> None:
    second = a_long_page("Varney seconded.", "The meeting ended.")
    with vault_with([a_document("af-sb", FIRST, second)], tmp_path) as vault:
        hits = searched(vault, Query(terms=("osgood",)), limit=1).hits
        chunk = hits[0].chunk
        found = whole_place(chunk, vault.around((chunk.id,), 5, 5)[chunk.id])
    assert "18,400" not in chunk.text
    assert "Osgood came" in found.text
    assert "18,400" in found.text
    assert "The meeting ended" not in found.text
    assert page_at(found, found.text.index("$18,400")) == 1


def test_a_section_of_the_vault_is_read_whole_and_alone(tmp_path: Path) -> None:
    body = "\n".join(f"{number}. {PARAGRAPH * 8}" for number in ("I", "II", "III", "IV", "V", "VI"))
    code = a_statute("placeholder", ("RSA 500:7", "Owners", body), ("RSA 500:8", "Carts", "Carts are free."))
    with vault_with([code], tmp_path) as vault:
        chunks = vault.law(("RSA 500:7",), ("NH",))["RSA 500:7"]
        found = whole_place(chunks[0], vault.around((chunks[0].id,), 5, 5)[chunks[0].id])
    assert len(chunks) > 1
    assert body.split()[: len(found.text.split())] == found.text.split()
    assert len(found.text) > len(chunks[0].text)
    assert "Carts are free" not in found.text


def test_a_run_replays_with_the_places_it_read(tmp_path: Path) -> None:
    asked = Question(text="What did Osgood say about the footbridge in Alder Falls?")
    with vault_with([a_document("af-sb", FIRST, board="Select Board", date="2031-05-12")], tmp_path) as vault:
        result = anyio.run(run_turn, asked, services_of(vault, tmp_path))
    capsule = read_capsule(tmp_path / "runs" / f"{result.run_id}.jsonl")
    again = anyio.run(replay, capsule)
    assert capsule.of("around")
    assert any({"Osgood", "$18,400"} <= set(one.chunk.text.replace(".", " ").split()) for one in result.retrieval.local)
    assert [one.chunk.text for one in again.result.retrieval.merged] == [
        one.chunk.text for one in result.retrieval.merged
    ]
    assert again.same
