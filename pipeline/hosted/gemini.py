"""The hosted models of Google: the one place that talks to their client library, loaded on first use.

Holds one client, calls it under a total deadline with few retries, and turns every failure of it, of either HTTP
library and of what stands between into an error of our tree. It refuses to repeat the key in any message, log or
representation, and to let an exception of the library out.

Which of the configured models the service has, and what a user should know of each.

Asks one free look-up per model. It refuses to spend tokens to find out.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar, cast

import anyio
import anyio.to_thread
from pydantic import BaseModel, SecretStr

from pipeline.errors import ModelTimeout
from pipeline.hosted.gemini_faults import Failure, Fault, error_of, failure_of, fault_of
from pipeline.hosted.gemini_wire import (
    Upload,
    WireDocument,
    WireOperation,
    WireReply,
    WireStore,
    check_key,
    generation_config,
    text_of,
    tokens_of,
    upload_config,
)
from pipeline.hosted.models import AS_OF, GeminiSettings, card_of, cost_usd, model_warnings
from pipeline.ports import ModelReply, ModelRequest
from vault.errors import ModelError
from vault.value import Value

if TYPE_CHECKING:
    from google import genai
    from google.genai import types

__all__ = ["Call", "GeminiModel", "GeminiService", "ModelCheck", "Outside"]

Got = TypeVar("Got")
Plain = TypeVar("Plain", bound=BaseModel)
_REPLY_FIELDS = {"candidates", "prompt_feedback", "usage_metadata", "model_version"}
_LONGEST_WAIT_S = 30.0
"""A server that asks for more is answered with the error at once; nobody waits that long for a reply."""
_GRACE_S = 1.0
"""How much later than our deadline the library's own limit on one read falls, so that ours is the one that is told."""
_PAGE = 20
"""Stores and documents of one list request: the most the service gives."""
_STORES = "v1"
"""Version of the store routes; both versions have them."""


@dataclass(frozen=True)
class Outside:
    """What a call takes from the world: waiting, chance and the day."""

    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    chance: Callable[[], float] = random.random
    """A number from 0 to 1."""
    today: Callable[[], date] = date.today


class Call(Value):
    """One call: what it is in words, how long it may take in all, and what it asks, so that a 404 can be explained."""

    what: str
    deadline_s: float
    model: str = ""
    store: str = ""
    api_version: str = _STORES
    attempts: int | None = None
    """Requests at most; None is the setting."""
    listing: bool = False
    """Whether the library itself may repeat single pages: only for lists, which change nothing."""


class GeminiService:
    """One key, one client. Safe from several tasks; `aclose` ends it. Raises `ModelError` for every failure."""

    def __init__(self, key: SecretStr, settings: GeminiSettings, outside: Outside = Outside()) -> None:
        check_key(key.get_secret_value())
        self.settings = settings
        self._key = key
        self._outside = outside
        self._held: genai.Client | None = None
        self._lock = threading.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections; calling it twice is fine, and a later call opens new ones."""
        held, self._held = self._held, None
        if held is not None:
            await held.aio.aclose()
            held.close()

    def today(self) -> date:
        """The day prices are read for."""
        return self._outside.today()

    async def pause(self, seconds: float) -> None:
        """Waits, for those who ask the service again and again."""
        await self._outside.sleep(seconds)

    # ---- the client

    def _client(self) -> genai.Client:
        """The client, made on first use. It takes half a second and blocks, so it is called in a thread."""
        with self._lock:
            if self._held is None:
                from google import genai  # noqa: PLC0415 - half a second that only users of a key pay

                environment = {"trust_env": self.settings.trust_env}
                options: dict[str, object] = {
                    "api_version": _STORES,
                    "client_args": dict(environment),
                    "async_client_args": dict(environment),
                }
                if self.settings.base_url:
                    options["base_url"] = self.settings.base_url
                self._held = genai.Client(
                    api_key=self._key.get_secret_value(),
                    enterprise=False,  # else the user's environment may switch to a backend without stores
                    http_options=cast("types.HttpOptionsDict", options),
                )
            return self._held

    async def _ready(self, call: Call) -> genai.Client | Fault:
        try:
            return await anyio.to_thread.run_sync(self._client) if self._held is None else self._held
        except ImportError:
            return Fault(
                message="The library google-genai is not installed.",
                next_step="Install the extra: pip install 'opencouncil[gemini]'.",
            )
        except Exception as error:  # the library's own checks of keys, addresses and proxies
            told = failure_of(error, self._key.get_secret_value()).message
            return Fault(message=f"{call.what} could not begin: {told}")

    async def _call(self, call: Call, act: Callable[[genai.Client, types.HttpOptionsDict], Awaitable[Got]]) -> Got:
        """What `act` gives, within the deadline of the call and at most so many requests.

        `act` gets the client and the HTTP options of the request. The library is told to repeat nothing, because it
        neither reads `Retry-After` nor knows our deadline.
        """
        fault: Fault | None = None
        with anyio.move_on_after(call.deadline_s) as scope:
            client = await self._ready(call)
            if isinstance(client, Fault):
                raise error_of(client)
            for attempt in range(call.attempts or self.settings.attempts):
                if fault is not None:
                    await self._outside.sleep(self._wait_s(fault, attempt))
                value, failure = await self._attempt(act, client, self._http(call))
                if failure is None:
                    return cast(Got, value)
                fault = fault_of(failure, what=call.what, model=call.model, store=call.store)
                if not self._again(fault, attempt + 1, scope.deadline):
                    break
        if fault is None or scope.cancelled_caught:
            raise _late(call, fault)
        raise error_of(fault)

    async def _attempt(
        self,
        act: Callable[[genai.Client, types.HttpOptionsDict], Awaitable[Got]],
        client: genai.Client,
        http: types.HttpOptionsDict,
    ) -> tuple[Got | None, Failure | None]:
        """One request: a value or the facts of a failure; the exception itself, which may quote the key, ends here."""
        try:
            return await act(client, http), None
        except Exception as error:
            return None, failure_of(error, self._key.get_secret_value())

    def _http(self, call: Call) -> types.HttpOptionsDict:
        repeats = self.settings.attempts if call.listing else 1
        return {
            "api_version": call.api_version,
            "timeout": int((call.deadline_s + _GRACE_S) * 1000),
            "retry_options": {"attempts": repeats, "initial_delay": self.settings.first_wait_s, "max_delay": 8.0},
        }

    def _wait_s(self, fault: Fault, attempt: int) -> float:
        if fault.wait_s is not None:
            return fault.wait_s
        return self.settings.first_wait_s * 2.0 ** (attempt - 1) * (0.5 + self._outside.chance() / 2.0)

    def _again(self, fault: Fault, attempt: int, deadline: float) -> bool:
        """Whether another try may help and its wait ends before the deadline does."""
        left = deadline - anyio.current_time()
        return fault.again and self._wait_s(fault, attempt) <= min(left, _LONGEST_WAIT_S)

    # ---- models

    async def generate(self, call: Call, prompt: str, config: Mapping[str, object]) -> WireReply:
        """The answer of a model, unjudged. `call.model` and `call.api_version` say which."""

        async def act(client: genai.Client, http: types.HttpOptionsDict) -> WireReply:
            whole = cast("types.GenerateContentConfigDict", {**config, "http_options": http})
            response = await client.aio.models.generate_content(model=call.model, contents=prompt, config=whole)
            return _plain(response, WireReply, _REPLY_FIELDS)

        return await self._call(call, act)

    async def reach_model(self, name: str, deadline_s: float) -> None:
        """Asks the service whether it has the model; costs nothing. Raises `ModelUnavailable` when it has not."""
        version = card_of(name).api_version
        call = Call(what=f"The look-up of {name}", deadline_s=deadline_s, model=name, api_version=version)
        await self._call(call, lambda client, http: client.aio.models.get(model=name, config={"http_options": http}))

    # ---- stores

    async def create_store(self, display_name: str) -> WireStore:
        """A new, empty store."""
        made = await self._call(
            Call(what="The making of a store", deadline_s=30.0, attempts=1),
            lambda client, http: client.aio.file_search_stores.create(
                config={"display_name": display_name, "http_options": http}
            ),
        )
        return _plain(made, WireStore)

    async def stores(self) -> tuple[WireStore, ...]:
        """All stores this key sees, in the service's order."""

        async def act(client: genai.Client, http: types.HttpOptionsDict) -> tuple[WireStore, ...]:
            pager = await client.aio.file_search_stores.list(config={"page_size": _PAGE, "http_options": http})
            return tuple([_plain(found, WireStore) async for found in pager])

        call = Call(what="The list of stores", deadline_s=60.0, attempts=1, listing=True)
        return await self._call(call, act)

    async def store(self, name: str) -> WireStore:
        """One store by its resource name. Raises `ModelUnavailable` when there is none."""
        found = await self._call(
            Call(what="The look-up of the store", deadline_s=30.0, store=name),
            lambda client, http: client.aio.file_search_stores.get(name=name, config={"http_options": http}),
        )
        return _plain(found, WireStore)

    async def delete_store(self, name: str) -> None:
        """Deletes a store with all its documents."""
        await self._call(
            Call(what="The deletion of the store", deadline_s=60.0, store=name),
            lambda client, http: client.aio.file_search_stores.delete(
                name=name, config={"force": True, "http_options": http}
            ),
        )

    async def documents(self, store: str) -> tuple[WireDocument, ...]:
        """All documents of a store, in the service's order."""

        async def act(client: genai.Client, http: types.HttpOptionsDict) -> tuple[WireDocument, ...]:
            pager = await client.aio.file_search_stores.documents.list(
                parent=store, config={"page_size": _PAGE, "http_options": http}
            )
            return tuple([_plain(found, WireDocument) async for found in pager])

        what = "The list of the store's documents"
        return await self._call(Call(what=what, deadline_s=300.0, store=store, attempts=1, listing=True), act)

    async def delete_document(self, name: str) -> None:
        """Deletes a document and its chunks from its store."""
        await self._call(
            Call(what="The deletion of a document", deadline_s=30.0),
            lambda client, http: client.aio.file_search_stores.documents.delete(
                name=name, config={"force": True, "http_options": http}
            ),
        )

    async def upload(self, store: str, upload: Upload) -> WireOperation:
        """Begins to put a document into a store; the operation tells when it is there.

        The bytes come from memory under a title of ours, so no local path is disclosed.
        """
        facts = upload_config(upload)
        begun = await self._call(
            Call(what="The upload", deadline_s=120.0, store=store),
            lambda client, http: client.aio.file_search_stores.upload_to_file_search_store(
                file_search_store_name=store,
                file=BytesIO(upload.content),
                config=cast("types.UploadToFileSearchStoreConfigDict", {**facts, "http_options": http}),
            ),
        )
        return _plain(begun, WireOperation)

    async def operation(self, name: str) -> WireOperation:
        """How far an upload is."""

        async def act(client: genai.Client, http: types.HttpOptionsDict) -> WireOperation:
            from google.genai import types  # noqa: PLC0415 - loaded already by the client

            asked = types.UploadToFileSearchStoreOperation.model_validate({"name": name})
            return _plain(await client.aio.operations.get(asked, config={"http_options": http}), WireOperation)

        return await self._call(Call(what="The look-up of an upload", deadline_s=30.0), act)


def _plain(value: BaseModel, kind: type[Plain], fields: set[str] | None = None) -> Plain:
    """A value of the library as one of ours, by way of plain data."""
    return kind.model_validate(value.model_dump(mode="json", include=fields, exclude_none=True, warnings=False))


def _late(call: Call, fault: Fault | None) -> ModelTimeout:
    before = f" Before that: {fault.message}" if fault is not None else ""
    return ModelTimeout(
        f"{call.what} took longer than {call.deadline_s:g} s.{before}", next_step="Ask again, or set a longer deadline."
    )


class GeminiModel:
    """The hosted models behind the model seam: one for plans, one for answers and repairs."""

    def __init__(self, service: GeminiService) -> None:
        self.service = service

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The reply of the stage's model with tokens and cost.

        Raises:
            ModelUnavailable: no connection, key, quota or such model; a 5xx or 429 that stayed.
            ModelRefused: blocked or no candidate.
            ModelTimeout: past `request.deadline_s`, retries and waits included.
            ModelBadOutput: cut off or empty.
        """
        name = self.service.settings.model_for(request.stage)
        card = card_of(name)
        what = f"The {request.stage} call of {name}"
        call = Call(what=what, deadline_s=request.deadline_s, model=name, api_version=card.api_version)
        config = generation_config(request, card)
        reply = await self.service.generate(call, request.prompt, config)
        tokens, answered = tokens_of(reply), reply.model_version or name
        return ModelReply(
            text=text_of(reply, what=what),
            model=answered,
            input_tokens=tokens.input,
            output_tokens=tokens.output,
            cost_usd=cost_usd(answered, tokens.input, tokens.output, on=self.service.today()),
        )


_DEADLINE_S = 15.0
_STALE_DAYS = 120
"""Models are announced, re-routed and shut down within months; after four the table needs a look."""


class ModelCheck(Value):
    """One configured model: what it is used for, whether the service has it, and what to know of it."""

    model: str
    used_for: tuple[str, ...]
    reachable: bool
    error: str = ""
    next_step: str = ""
    warnings: tuple[str, ...] = ()


def _uses(service: GeminiService) -> dict[str, tuple[str, ...]]:
    """Every configured model once, with what it is used for, in the order plans, answers, store searches."""
    settings = service.settings
    uses = [(settings.control_model, "plans"), (settings.synthesis_model, "answers and repairs")]
    uses += [(settings.search_model, "store searches")] if settings.store else []
    return {name: tuple(purpose for other, purpose in uses if other == name) for name, _ in uses}


async def check_models(service: GeminiService) -> tuple[ModelCheck, ...]:
    """The check of every configured model, in order; never raises `ModelError`."""
    uses = _uses(service)
    checks: dict[str, ModelCheck] = {}

    async def one(name: str) -> None:
        checks[name] = await _checked(service, name, uses[name])

    async with anyio.create_task_group() as group:
        for name in uses:
            group.start_soon(one, name)
    return tuple(checks[name] for name in uses)


async def _checked(service: GeminiService, name: str, purposes: tuple[str, ...]) -> ModelCheck:
    warnings = list(model_warnings(name, on=service.today(), searches="store searches" in purposes))
    if (service.today() - AS_OF).days > _STALE_DAYS:
        warnings.append(f"The table of models and prices is of {AS_OF.isoformat()}; prices may have changed.")
    try:
        await service.reach_model(name, _DEADLINE_S)
    except ModelError as error:
        known = {"error": error.message, "next_step": error.next_step}
        return ModelCheck(model=name, used_for=purposes, reachable=False, warnings=tuple(warnings), **known)
    return ModelCheck(model=name, used_for=purposes, reachable=True, warnings=tuple(warnings))
