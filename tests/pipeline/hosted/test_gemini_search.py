"""The store search over the loopback: what is sent, what is believed, and every way it fails. All papers invented."""

from __future__ import annotations

import threading
import time

import anyio
import pytest
from fakes import a_document, a_statute
from gemini_fakes import Waits, run_with_service, service_for
from loopback_server import Answer, LoopbackServer, refusal, reply_with

from pipeline.errors import ModelBadOutput, ModelRefused, ModelTimeout, ModelUnavailable
from pipeline.hosted.engine import StoreEngine, search_words
from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.store_metadata import document_text, metadata_entries
from vault.errors import ModelError
from vault.types import Document, Filters, Lane, Query, SearchAnswer

pytest.importorskip("google.genai", reason="the hosted engine is an optional extra")
# With aiohttp installed the client library subclasses a class of it that warns against that.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")

STORE = "fileSearchStores/alder-falls"
SEARCH = r"POST /v1/models/gemini-3.8-flash:generateContent"
MERGER = Query(terms=("lot", "merger"))
NH = Filters(states=("NH",), towns=("Alder Falls",))
MINUTES = a_document("af-pb", "Varney moved to approve the lot merger of Osgood.", date="2031-05-20")
ELSEWHERE = a_document("ph-pb", "A lot merger was approved in the other town.", town="Pine Hollow")
GUIDE = a_statute("guide-1", ("RSA 1:1", "Lot merger", "A placeholder about a lot merger, not law."))


def put(server: LoopbackServer, *documents: Document, **changes: str) -> None:
    """Documents as a sync puts them there."""
    for document in documents:
        entries = metadata_entries(document)
        facts = {str(e["key"]): float(str(e["numeric_value"])) for e in entries if "numeric_value" in e}
        texts = {str(e["key"]): str(e["string_value"]) for e in entries if "string_value" in e}
        server.add_document(STORE, document.metadata.title, document_text(document), **{**texts, **facts, **changes})


def search(service: GeminiService, lane: Lane = "local", asked: Filters = NH, limit: int = 96) -> SearchAnswer:
    """One search of the store."""

    async def act(held: GeminiService) -> SearchAnswer:
        return await StoreEngine(held).search(MERGER, lane, asked, limit)

    return run_with_service(service, act)


def failure(service: GeminiService) -> ModelError:
    """The error one search ends in."""
    with pytest.raises(ModelError) as caught:
        search(service)
    return caught.value


# covers: 2, 6, 19, 52, 53, 119, 120
@pytest.mark.parametrize(
    ("lane", "top_k", "found", "metadata_filter"),
    [
        ("local", 12, "af-pb", 'scope = "local" AND state = "NH" AND town_key = "alder falls"'),
        (
            "state",
            8,
            "guide-1",
            '(scope = "state" OR jurisdiction = "NH" OR doc_type = "statute" OR doc_type = "rule"'
            ' OR doc_type = "guidance") AND state = "NH"',
        ),
    ],
)
def test_each_lane_is_one_call_on_the_one_store_with_its_own_filter(
    lane: Lane, top_k: int, found: str, metadata_filter: str
) -> None:
    with LoopbackServer() as server:
        put(server, MINUTES, ELSEWHERE, GUIDE)
        answer = search(service_for(server, store=STORE), lane)
        assert [sent.path for sent in server.sent] == ["/v1/models/gemini-3.8-flash:generateContent"]
        body = server.sent[0].body
    assert body["contents"] == [{"parts": [{"text": "lot merger"}], "role": "user"}]
    assert body["tools"] == [
        {"fileSearch": {"fileSearchStoreNames": [STORE], "topK": top_k, "metadataFilter": metadata_filter}}
    ]
    assert body["generationConfig"] == {"maxOutputTokens": 3072, "thinkingConfig": {"thinkingLevel": "LOW"}}
    assert [hit.chunk.doc_id for hit in answer.hits] == [found]
    assert (answer.mode, answer.hits[0].rank, answer.hits[0].chunk.lane) == ("hosted", 1, lane)


def test_evidence_is_the_retrieved_text_and_never_the_prose_around_it() -> None:
    with LoopbackServer() as server:
        put(server, MINUTES)
        answer = search(service_for(server, store=STORE))
    assert [hit.chunk.text for hit in answer.hits] == ["Varney moved to approve the lot merger of Osgood."]
    assert "Invented prose" not in answer.model_dump_json()


def test_a_search_tells_what_it_cost() -> None:
    with LoopbackServer() as server:
        put(server, MINUTES)
        cost = search(service_for(server, store=STORE)).cost
    assert cost is not None
    assert (cost.calls, cost.input_tokens, cost.output_tokens) == (1, 100, 7 + 7)
    assert cost.usd == pytest.approx((100 * 0.75 + 14 * 3.75) / 1e6)


# covers: 51, 5
def test_both_lanes_are_in_flight_together() -> None:
    together = threading.Barrier(2)  # an answer waits until both requests are there
    with LoopbackServer() as server:
        put(server, MINUTES, GUIDE)
        grounded = reply_with("x", groundingMetadata={"groundingChunks": []})
        server.fail(SEARCH, Answer(grounded, gather=together), Answer(grounded, gather=together))

        async def act(service: GeminiService) -> None:
            engine = StoreEngine(service)
            async with anyio.create_task_group() as group:
                group.start_soon(engine.search, MERGER, "local", NH, 8)
                group.start_soon(engine.search, MERGER, "state", NH, 8)

        run_with_service(service_for(server, store=STORE), act)
        assert len(server.sent) == 2


def _cited(text: str, **metadata: str) -> dict[str, object]:
    entries = [{"key": key, "stringValue": value} for key, value in metadata.items()]
    return {"retrievedContext": {"title": "A paper", "text": text, "customMetadata": entries}}


def _own(**changes: str) -> dict[str, str]:
    known = {"doc_id": "af-pb", "scope": "local", "state": "NH", "town": "Alder Falls", "doc_type": "minutes"}
    return known | {"authority": "minutes"} | changes


@pytest.mark.parametrize(
    ("chunk", "traced"),
    [
        (_cited("words", **_own(doc_id="")), False),
        (_cited("words"), False),
        (_cited("words", **_own(scope="nowhere")), False),
        (_cited("words", **_own(authority="king")), False),
        ({"web": {"uri": "https://example.org"}}, None),
        ({"retrievedContext": {"title": "no text"}}, None),
        (_cited("words", **_own(town="Pine Hollow")), None),
        (_cited("words", **_own(scope="state")), None),
    ],
)
def test_a_citation_that_is_not_ours_or_not_asked_for_is_no_evidence(
    chunk: dict[str, object], traced: bool | None
) -> None:
    said = reply_with("x", groundingMetadata={"groundingChunks": [chunk, _cited("good words", **_own())]})  # type: ignore[list-item]
    with LoopbackServer() as server:
        server.fail(SEARCH, Answer(said))
        answer = search(service_for(server, store=STORE))
    assert [hit.chunk.text for hit in answer.hits] == ["good words"]
    assert bool(answer.caveats) is (traced is False)


NO_GROUNDING = Answer(reply_with("I know this without searching."))
BROKEN: tuple[tuple[str, Answer, type[ModelError], str], ...] = (
    ("no grounding", NO_GROUNDING, ModelBadOutput, "gave no citations"),
    ("nothing", Answer({}), ModelRefused, "without an answer"),
    ("safety", Answer(reply_with("x", finish="SAFETY")), ModelRefused, "SAFETY"),
    ("HTML", Answer(b"<html>"), ModelBadOutput, "not the service's format"),
    ("429", refusal(429, "slow"), ModelUnavailable, "too many requests"),
    ("403", refusal(403, "no"), ModelUnavailable, "may not do this"),
    ("store gone", refusal(404, "Requested entity was not found."), ModelUnavailable, "does not exist"),
    ("model gone", refusal(404, "models/x is not found"), ModelUnavailable, "does not offer gemini-3.8-flash"),
    ("dropped", Answer(drop=True), ModelUnavailable, "lost its connection"),
)


@pytest.mark.parametrize(("answer", "kind", "words"), [f[1:] for f in BROKEN], ids=[f[0] for f in BROKEN])
def test_a_search_that_failed_is_an_error_and_never_an_empty_answer(
    answer: Answer, kind: type[ModelError], words: str
) -> None:
    with LoopbackServer() as server:
        put(server, MINUTES)
        server.fail(SEARCH, *[answer] * 3)
        error = failure(service_for(server, store=STORE))
    assert type(error) is kind
    assert words in error.message


def test_a_search_cut_off_while_thinking_gives_what_it_cited_and_says_that_it_is_partial() -> None:
    chunks = {"groundingChunks": [_cited("good words", **_own())]}
    with LoopbackServer() as server:
        server.fail(SEARCH, Answer(reply_with("", finish="MAX_TOKENS", groundingMetadata=chunks)))  # type: ignore[arg-type]
        answer = search(service_for(server, store=STORE))
    assert (len(answer.hits), answer.partial) == (1, True)


def test_a_search_that_cites_nothing_is_empty_and_says_so() -> None:
    with LoopbackServer() as server:
        put(server, ELSEWHERE)
        answer = search(service_for(server, store=STORE))
    assert (answer.hits, answer.mode, answer.zero_reason) == ((), "empty", "not_in_vault")


def test_a_silent_store_takes_no_longer_than_its_deadline() -> None:
    with LoopbackServer() as server:
        server.fail(SEARCH, Answer(hang=True))
        service = service_for(server, store=STORE, search_deadline_s=0.4)

        async def act(held: GeminiService) -> float:
            await held.reach_model("gemini-3.8-flash", 30.0)
            began = time.monotonic()
            with pytest.raises(ModelTimeout):
                await StoreEngine(held).search(MERGER, "local", NH, 8)
            return time.monotonic() - began

        assert run_with_service(service, act) < 3.0


def test_a_store_may_be_named_by_its_display_name_and_is_looked_up_once() -> None:
    with LoopbackServer() as server:
        put(server, MINUTES)
        server.stores[STORE] = ("town papers", server.stores[STORE][1])

        async def act(service: GeminiService) -> list[int]:
            engine = StoreEngine(service)
            return [len((await engine.search(MERGER, "local", NH, 8)).hits) for _ in range(2)]

        assert run_with_service(service_for(server, store="town papers"), act) == [1, 1]
        assert len(server.calls("GET /v1/fileSearchStores")) == 1


@pytest.mark.parametrize(
    ("names", "words"), [((), "no File Search store called"), (("x", "x"), "2 File Search stores")]
)
def test_a_display_name_that_names_no_store_or_two_is_refused(names: tuple[str, ...], words: str) -> None:
    with LoopbackServer() as server:
        for number, name in enumerate(names):
            server.stores[f"fileSearchStores/s{number}"] = (name, {})
        assert words in failure(service_for(server, store="x")).message


def test_a_query_without_words_asks_nobody() -> None:
    with LoopbackServer() as server:

        async def act(service: GeminiService) -> SearchAnswer:
            return await StoreEngine(service).search(Query(), "local", NH, 8)

        answer = run_with_service(service_for(server, store=STORE), act)
        assert (answer.zero_reason, server.sent) == ("no_words", [])


def test_the_words_of_a_query_are_sent_with_phrases_in_quotation_marks() -> None:
    assert search_words(Query(terms=("merger",), phrases=("lot line",), must=("pond",))) == '"lot line" pond merger'


def test_waits_between_tries_end_within_the_search_deadline() -> None:
    waits = Waits()
    with LoopbackServer() as server:
        put(server, MINUTES)
        server.fail(SEARCH, refusal(503, "busy"), refusal(503, "busy"))
        assert len(search(service_for(server, waits, store=STORE)).hits) == 1
    assert waits.asked == [0.5, 1.0]
