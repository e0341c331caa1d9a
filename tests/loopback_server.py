"""A small server on the loopback interface that speaks the hosted service's wire format, for tests only.

Stores, documents, uploads, operations, model look-ups and generateContent, with toy retrieval by shared words. Every
request is recorded; any request can be made to fail in the ways networks and services fail. It proves plumbing and
nothing about the real service.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

from pydantic import JsonValue

__all__ = ["Answer", "Fake", "Filter", "LoopbackServer", "Sent", "refusal", "reply_with"]

Json = dict[str, JsonValue]
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    408: "DEADLINE_EXCEEDED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
_MODELS = ("gemini-3.8-flash", "gemini-3.6-flash", "gemini-3.5-flash-lite")
_EARLY = ("gemini-3-flash-preview", "gemini-flash-latest")


@dataclass(frozen=True)
class Sent:
    """One request as it arrived. `body` is its JSON with camelCase keys, {} when it had none."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Json
    raw: bytes

    @property
    def line(self) -> str:
        """Method and path, what faults are matched against."""
        return f"{self.method} {self.path}"


@dataclass
class Answer:
    """What to answer: a status and a body (JSON, or text and bytes as they are), or a way of failing."""

    body: JsonValue | bytes = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    """Close the connection without an answer."""
    drip_s: float = 0.0
    """Send one byte after another with this pause between."""
    hang: bool = False
    """Never answer, until the server is closed."""
    gather: threading.Barrier | None = None
    """Wait for other requests to be in flight as well."""


@dataclass
class Fake:
    """A document in a store."""

    name: str
    title: str
    text: str
    metadata: list[Json]
    state: str = "STATE_PENDING"
    polls: int = 0
    failed: bool = False


def refusal(status: int, message: str, *details: Json, headers: dict[str, str] | None = None) -> Answer:
    """An error in the service's own form."""
    error: Json = {"code": status, "message": message, "status": _STATUS.get(status, "UNKNOWN")}
    if details:
        error["details"] = list(details)
    return Answer({"error": error}, status, headers or {})


def reply_with(text: str, *, finish: str = "STOP", **more: JsonValue) -> Json:
    """A generateContent answer with one text part; `more` are further fields of the candidate."""
    words = len(text.split())
    candidate: Json = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": finish, **more}
    return {
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": 100,
            "candidatesTokenCount": words,
            "thoughtsTokenCount": 7,
            "totalTokenCount": 107 + words,
        },
    }


def _camel(value: JsonValue) -> JsonValue:
    """snake_case keys as camelCase; the service takes both, and the client sends a mixture."""
    if isinstance(value, list):
        return [_camel(part) for part in value]
    if not isinstance(value, dict):
        return value
    found: Json = {}
    for key, part in value.items():
        name = re.sub(r"_([a-z0-9])", lambda m: m[1].upper(), key)
        found[name] = part if name in ("responseJsonSchema", "responseSchema") else _camel(part)
    return found


def _value(entry: Json) -> str | float:
    number = entry.get("numericValue")
    return float(number) if isinstance(number, int | float) else str(entry.get("stringValue", ""))


class Filter:
    """A metadata filter: comparisons joined by AND, with OR binding tighter, and parentheses (AIP-160)."""

    _TOKEN = re.compile(r'\s*(?:(\(|\))|(<=|>=|=)|"((?:[^"\\]|\\.)*)"|([^\s()<>="]+))')

    def __init__(self, text: str) -> None:
        self.tokens = [m.group(1) or m.group(2) or m.group(4) or f'"{m.group(3)}' for m in self._TOKEN.finditer(text)]
        self.at = 0

    def admits(self, facts: dict[str, str | float]) -> bool:
        """Whether a document with these facts passes."""
        self.at = 0
        return self._all(facts) if self.tokens else True

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _all(self, facts: dict[str, str | float]) -> bool:
        held = self._any(facts)
        while self._peek() == "AND":
            self._take()
            held = self._any(facts) and held
        return held

    def _any(self, facts: dict[str, str | float]) -> bool:
        held = self._one(facts)
        while self._peek() == "OR":
            self._take()
            held = self._one(facts) or held
        return held

    def _one(self, facts: dict[str, str | float]) -> bool:
        if self._peek() == "(":
            self._take()
            held = self._all(facts)
            self._take()
            return held
        key, sign, wanted = self._take(), self._take(), self._take()
        have = facts.get(key)
        if wanted.startswith('"'):
            return sign == "=" and have == re.sub(r"\\(.)", r"\1", wanted[1:])
        if not isinstance(have, float):
            return False
        number = float(wanted)
        return {"=": have == number, ">=": have >= number, "<=": have <= number}[sign]


class LoopbackServer:
    """The server; use it in a `with` block. `key` is the only key it accepts."""

    def __init__(self, key: str = "test-key", *, polls: int = 1, storage_limit: int = 10**9, page: int = 20) -> None:
        self.key, self.polls, self.storage_limit, self.page = key, polls, storage_limit, page
        self.sent: list[Sent] = []
        self.stores: dict[str, tuple[str, dict[str, Fake]]] = {}
        self.closing = threading.Event()
        self._faults: list[tuple[re.Pattern[str], bytes, list[Answer | None]]] = []
        self._writer: Callable[[Sent], Answer] = lambda sent: Answer(reply_with("pong"))
        self._uploads: dict[str, tuple[str, Json]] = {}
        self._lock = threading.RLock()
        self._count = 0
        handler = type("Handler", (_Handler,), {"server_of": self})
        self._http = _Server(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(timeout=5)

    # ---- what a test says

    def fail(self, pattern: str, *answers: Answer | None, holding: str = "") -> None:
        """The next requests whose "METHOD /path" matches and whose body holds these words get these answers, one each
        (None: the ordinary one); then all is well again."""
        self._faults.append((re.compile(pattern), holding.encode(), list(answers)))

    def write(self, writer: Callable[[Sent], Answer]) -> None:
        """Who answers generateContent without a tool."""
        self._writer = writer

    def calls(self, pattern: str) -> list[Sent]:
        """The requests whose line matches, in the order they came."""
        return [sent for sent in list(self.sent) if re.search(pattern, sent.line)]

    def add_document(self, store: str, title: str, text: str, **metadata: str | float) -> None:
        """Puts a finished document into a store, making the store when it is new."""
        entries: list[Json] = [
            {"key": key, "numericValue" if isinstance(value, float) else "stringValue": value}
            for key, value in metadata.items()
        ]
        _, held = self.stores.setdefault(store, (store, {}))
        name = f"{store}/documents/{self._next('doc')}"
        held[name] = Fake(name, title, text, entries, "STATE_ACTIVE")

    def documents(self, store: str) -> list[Fake]:
        """The documents of a store."""
        return list(self.stores[store][1].values())

    # ---- how it answers

    def answer(self, sent: Sent) -> Answer:
        """The answer to a request."""
        with self._lock:
            self.sent.append(sent)
            for pattern, holding, answers in self._faults:
                meant = answers and pattern.search(sent.line) and holding in sent.raw
                fault = answers.pop(0) if meant else None
                if fault is not None:
                    return fault
        if not sent.path.startswith("/bytes/") and sent.headers.get("x-goog-api-key") != self.key:
            reason: Json = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
            return refusal(400, "API key not valid. Please pass a valid API key.", reason)
        with self._lock:
            return self._routed(sent)

    def _routed(self, sent: Sent) -> Answer:
        for pattern, act in _ROUTES:
            match = re.fullmatch(pattern, sent.line)
            if match:
                return act(self, sent, match)
        return refusal(404, f"no route {sent.line}")

    def _next(self, stem: str) -> str:
        self._count += 1
        return f"{stem}-{self._count:06d}"

    def _store(self, name: str) -> dict[str, Fake] | None:
        return self.stores[name][1] if name in self.stores else None

    def model(self, sent: Sent, match: re.Match[str]) -> Answer:
        """models.get"""
        if match["model"] in _MODELS or (match["model"] in _EARLY and match["version"] == "v1beta"):
            return Answer({"name": f"models/{match['model']}"})
        version = match["version"]
        return refusal(404, f"models/{match['model']} is not found for API version {version}, or is not supported.")

    def generate(self, sent: Sent, match: re.Match[str]) -> Answer:
        """generateContent: a search when there is a tool, else what the writer says."""
        known = self.model(sent, match)
        tools = sent.body.get("tools")
        if known.status != 200:
            return known
        if not isinstance(tools, list) or not tools:
            return self._writer(sent)
        tool = tools[0]
        search = tool.get("fileSearch") if isinstance(tool, dict) else None
        assert isinstance(search, dict)
        names, most = search.get("fileSearchStoreNames"), search.get("topK", 5)
        assert isinstance(names, list)
        assert isinstance(most, int)
        if self._store(str(names[0])) is None:
            return refusal(404, f"Requested entity was not found: {names[0]}")
        return Answer(self._search(str(names[0]), _prompt(sent), str(search.get("metadataFilter", "")), most))

    def _search(self, store: str, prompt: str, metadata_filter: str, most: int) -> Json:
        wanted = set(re.findall(r"\w{3,}", prompt.lower()))
        found: list[tuple[int, Json]] = []
        keeps = Filter(metadata_filter)
        for held in self.documents(store):
            facts = {str(entry["key"]): _value(entry) for entry in held.metadata}
            shared = len(wanted & set(re.findall(r"\w{3,}", held.text.lower())))
            if shared and held.state == "STATE_ACTIVE" and keeps.admits(facts):
                context: Json = {"title": held.title, "text": held.text, "fileSearchStore": store}
                found.append((shared, {"retrievedContext": {**context, "customMetadata": list(held.metadata)}}))
        found.sort(key=lambda pair: -pair[0])
        chunks: list[JsonValue] = [chunk for _, chunk in found[:most]]
        return reply_with(
            "Invented prose that must not become evidence.", groundingMetadata={"groundingChunks": chunks}
        )

    def stores_route(self, sent: Sent, match: re.Match[str]) -> Answer:
        """fileSearchStores: create and list."""
        if sent.method == "POST":
            name = f"fileSearchStores/{self._next('store')}"
            self.stores[name] = (str(sent.body.get("displayName", "")), {})
            return Answer(self._described(name))
        return self._paged("fileSearchStores", [self._described(name) for name in self.stores], sent)

    def _described(self, name: str) -> Json:
        title, held = self.stores[name]
        active = sum(fake.state == "STATE_ACTIVE" for fake in held.values())
        size = sum(len(fake.text.encode()) for fake in held.values())
        counts: Json = {"activeDocumentsCount": str(active)} if active else {}
        return {"name": name, "displayName": title, **counts, **({"sizeBytes": str(size)} if size else {})}

    def _paged(self, key: str, items: list[Json], sent: Sent) -> Answer:
        size, start = min(int(sent.query.get("pageSize", "10")), self.page), int(sent.query.get("pageToken") or 0)
        part: list[JsonValue] = [*items[start : start + size]]
        after: Json = {"nextPageToken": str(start + size)} if start + size < len(items) else {}
        return Answer({**({key: part} if part else {}), **after})

    def store_route(self, sent: Sent, match: re.Match[str]) -> Answer:
        """fileSearchStores/x: get and delete."""
        held = self._store(match["store"])
        if held is None:
            return refusal(404, f"Requested entity was not found: {match['store']}")
        if sent.method == "GET":
            return Answer(self._described(match["store"]))
        if held and sent.query.get("force", "").lower() != "true":
            return refusal(400, "Cannot delete non-empty FileSearchStore")
        del self.stores[match["store"]]
        return Answer({})

    def documents_route(self, sent: Sent, match: re.Match[str]) -> Answer:
        """fileSearchStores/x/documents: list."""
        held = self._store(match["store"])
        if held is None:
            return refusal(404, f"Requested entity was not found: {match['store']}")
        return self._paged("documents", [_document(fake) for fake in held.values()], sent)

    def document_route(self, sent: Sent, match: re.Match[str]) -> Answer:
        """fileSearchStores/x/documents/y: get and delete."""
        held = self._store(match["store"]) or {}
        if match["name"] not in held:
            return refusal(404, "Document not found")
        if sent.method == "GET":
            return Answer(_document(held[match["name"]]))
        del held[match["name"]]
        return Answer({})

    def upload_start(self, sent: Sent, match: re.Match[str]) -> Answer:
        """The first half of an upload: metadata in, an address for the bytes out."""
        metadata = sent.body.get("customMetadata")
        if isinstance(metadata, list) and len(metadata) > 20:
            return refusal(400, "A Document can have a maximum of 20 CustomMetadata.")
        if self._store(match["store"]) is None:
            return refusal(404, f"Requested entity was not found: {match['store']}")
        upload = self._next("up")
        self._uploads[upload] = (match["store"], sent.body)
        return Answer({}, headers={"x-goog-upload-url": f"{self.url}/bytes/{upload}", "x-goog-upload-status": "active"})

    def upload_bytes(self, sent: Sent, match: re.Match[str]) -> Answer:
        """The second half: the bytes in, an operation out."""
        store, body = self._uploads[match["upload"]]
        used = sum(len(fake.text.encode()) for _, held in self.stores.values() for fake in held.values())
        if used + len(sent.raw) > self.storage_limit:
            # With this header the client does not repeat the bytes, which would take it seven seconds.
            final = {"x-goog-upload-status": "cancelled"}
            return refusal(429, f"Corpus has reached the storage limit of {self.storage_limit} bytes.", headers=final)
        name = f"{store}/documents/{self._next('doc')}"
        metadata = body.get("customMetadata")
        entries = [entry for entry in metadata if isinstance(entry, dict)] if isinstance(metadata, list) else []
        made = Fake(name, str(body.get("displayName", "")), sent.raw.decode(), entries, polls=self.polls)
        self.stores[store][1][name] = made
        answer = self._progress(made, f"{store}/upload/operations/{name.rsplit('/', 1)[-1]}")
        answer.headers = {"x-goog-upload-status": "final"}
        return answer

    def _progress(self, fake: Fake, operation: str) -> Answer:
        if fake.polls > 0:
            fake.polls -= 1
            return Answer({"name": operation})
        if fake.failed:
            fake.state = "STATE_FAILED"
            return Answer({"name": operation, "done": True, "error": {"code": 3, "message": "Failed to count tokens."}})
        fake.state = "STATE_ACTIVE"
        return Answer({"name": operation, "done": True, "response": {"documentName": fake.name}})

    def operation(self, sent: Sent, match: re.Match[str]) -> Answer:
        """operations.get"""
        held = self._store(match["store"]) or {}
        fake = held.get(f"{match['store']}/documents/{match['doc']}")
        return self._progress(fake, f"{match['store']}/upload/operations/{match['doc']}") if fake else refusal(404, "?")


def _prompt(sent: Sent) -> str:
    return " ".join(re.findall(r'"text": "((?:[^"\\]|\\.)*)"', json.dumps(sent.body.get("contents"))))


def _document(fake: Fake) -> Json:
    metadata: list[JsonValue] = [*fake.metadata]
    return {"name": fake.name, "displayName": fake.title, "state": fake.state, "customMetadata": metadata}


_S = r"/v1(?:beta)?/(?P<store>fileSearchStores/[\w-]+)"
_ROUTES: tuple[tuple[str, Callable[[LoopbackServer, Sent, re.Match[str]], Answer]], ...] = (
    (r"POST /(?P<version>v1|v1beta)/models/(?P<model>[\w.-]+):generateContent", LoopbackServer.generate),
    (r"GET /(?P<version>v1|v1beta)/models/(?P<model>[\w.-]+)", LoopbackServer.model),
    (r"(?:GET|POST) /v1/fileSearchStores", LoopbackServer.stores_route),
    (rf"(?:GET|DELETE) {_S}", LoopbackServer.store_route),
    (rf"GET {_S}/documents", LoopbackServer.documents_route),
    (
        r"(?:GET|DELETE) /v1/(?P<name>(?P<store>fileSearchStores/[\w-]+)/documents/[\w-]+)",
        LoopbackServer.document_route,
    ),
    (rf"GET {_S}/upload/operations/(?P<doc>[\w-]+)", LoopbackServer.operation),
    (
        r"POST /upload/v1(?:beta)?/(?P<store>fileSearchStores/[\w-]+):uploadToFileSearchStore",
        LoopbackServer.upload_start,
    ),
    (r"POST /bytes/(?P<upload>[\w-]+)", LoopbackServer.upload_bytes),
)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64  # the default of 5 lets bursts of connections wait a second


class _Handler(BaseHTTPRequestHandler):
    server_of: LoopbackServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else every answer waits for a delayed acknowledgement
    wbufsize = 1 << 16

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Says nothing."""

    def _serve(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        parts = urlsplit(self.path)
        body: JsonValue = {}
        if raw and not parts.path.startswith("/bytes/"):
            body = _camel(json.loads(raw))
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        headers = {key.lower(): value for key, value in self.headers.items()}
        sent = Sent(self.command, parts.path, query, headers, body if isinstance(body, dict) else {}, raw)
        self._send(self.server_of.answer(sent))

    def _send(self, answer: Answer) -> None:
        closing = self.server_of.closing
        if answer.gather is not None:
            answer.gather.wait(timeout=10)
        if answer.hang:
            closing.wait()
        if answer.drop or answer.hang:
            self.close_connection = True
            return
        data = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        try:
            self.send_response_only(answer.status)  # a Date header is the test's to give
            for name, value in {"content-type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            for byte in data if answer.drip_s else b"":
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if closing.wait(answer.drip_s):
                    return
            self.wfile.write(b"" if answer.drip_s else data)
        except OSError:
            self.close_connection = True

    do_GET = do_POST = do_DELETE = _serve  # noqa: N815 - the names of the base class
