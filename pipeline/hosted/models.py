"""Hosted models as data: names, prices, dates, what each one accepts; and which one serves which stage.

The table was true on `AS_OF`; a later date makes `doctor` say so. It refuses to guess: a name it does not know has no
price and gets only the request fields every model accepts.

Model calls under a budget and a deadline, counted.

Holds how many calls of each stage a question may cost (plan 1, synthesis 2, repair 1; decision 28). It refuses a call
past its budget with `ModelUnavailable`, turns a missed deadline into `ModelTimeout` and an empty reply into
`ModelBadOutput`, so no caller has to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

import anyio
from pydantic import Field, JsonValue

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable
from pipeline.ports import Model, ModelReply, ModelRequest, Stage
from pipeline.settings import settings_of
from pipeline.types import CallCount
from vault.types import SearchCost
from vault.value import Value

__all__ = [
    "AS_OF", "CARDS", "STORAGE_FACTOR", "TIERS_BYTES", "GeminiSettings", "MeteredModel", "ModelCard", "card_of",
    "cost_usd", "hosted_settings", "index_cost_usd", "model_warnings", "with_store_costs",
]  # fmt: skip

AS_OF = date(2026, 11, 21)
"""The day the names, prices and dates below were looked up."""
INDEX_USD_PER_MILLION = 0.15
"""Dollars per million tokens embedded when a document is put into a File Search store (gemini-embedding-001)."""
STORAGE_FACTOR = 3
"""A store is counted as its input and its embeddings: about three times the input."""
TIERS_BYTES: tuple[tuple[str, int], ...] = (("Free", 10**9), ("Tier 1", 10**10), ("Tier 2", 10**11), ("Tier 3", 10**12))
"""What all stores of one project may hold together, counted with `STORAGE_FACTOR`."""

State = Literal["current", "routed", "deprecated", "preview", "retired"]
Thinking = Literal["level", "budget", "none"]
"""How thinking is asked for: by level (3.x), by a token budget (2.5), or not at all (unknown models)."""


class Price(Value):
    """Dollars per million tokens in and out; from `next_from` on the next pair holds."""

    input_usd: float
    output_usd: float
    next_from: date | None = None
    next_input_usd: float = 0.0
    next_output_usd: float = 0.0


class ModelCard(Value):
    """What is known of one hosted model."""

    name: str
    state: State
    price: Price | None = None
    replaced_by: str = ""
    shutdown: date | None = None
    honours_temperature: bool = False
    """Later models ignore it and announce an error; only models that honour it are sent one (decision 28)."""
    thinking: Thinking = "level"
    api_version: Literal["v1", "v1beta"] = "v1"
    file_search: bool = True
    note: str = ""


_FLASH = Price(input_usd=0.75, output_usd=3.75, next_from=date(2027, 1, 1), next_input_usd=1.50, next_output_usd=7.50)
_LITE = Price(input_usd=0.30, output_usd=2.50)

CARDS: tuple[ModelCard, ...] = (
    ModelCard(name="gemini-3.8-flash", state="current", price=_FLASH),
    ModelCard(name="gemini-3.5-flash-lite", state="current", price=_LITE),
    ModelCard(name="gemini-3.6-flash", state="current", price=_FLASH, note="price as reported"),
    ModelCard(name="gemini-3.7-flash", state="routed", price=_FLASH, replaced_by="gemini-3.8-flash"),
    ModelCard(
        name="gemini-3.5-flash",
        state="routed",
        price=Price(input_usd=1.50, output_usd=9.00),
        replaced_by="gemini-3.6-flash",
    ),
    ModelCard(
        name="gemini-3.1-flash-lite",
        state="deprecated",
        replaced_by="gemini-3.5-flash-lite",
        shutdown=date(2027, 5, 7),
    ),
    ModelCard(name="gemini-3.1-pro-preview", state="preview", api_version="v1beta"),
    ModelCard(
        name="gemini-3-flash-preview",
        state="deprecated",
        replaced_by="gemini-3.6-flash",
        honours_temperature=True,
        api_version="v1beta",
    ),
    ModelCard(
        name="gemini-2.5-flash",
        state="deprecated",
        replaced_by="gemini-3.5-flash-lite",
        shutdown=date(2026, 12, 1),
        honours_temperature=True,
        thinking="budget",
        file_search=False,
        note="closed to keys that never used it; answers are routed to its replacement after the shutdown",
    ),
    ModelCard(
        name="gemini-2.5-pro",
        state="deprecated",
        replaced_by="gemini-3.8-flash",
        shutdown=date(2026, 12, 1),
        honours_temperature=True,
        thinking="budget",
        file_search=False,
    ),
    ModelCard(name="gemini-2.0-flash", state="retired", replaced_by="gemini-3.8-flash", shutdown=date(2026, 6, 1)),
    *(
        ModelCard(name=name, state="preview", api_version="v1beta", note="an alias that is re-pointed without warning")
        for name in ("gemini-flash-latest", "gemini-flash-lite-latest", "gemini-pro-latest")
    ),
)
_BY_NAME: Mapping[str, ModelCard] = {card.name: card for card in CARDS}


class GeminiSettings(Value):
    """How the hosted engine is used; the key is not part of it. An empty `store` means that no store is asked."""

    control_model: str = "gemini-3.5-flash-lite"
    """Plans. S0 named gemini-2.5-flash, whose named replacement this is."""
    synthesis_model: str = "gemini-3.8-flash"
    """Writes and repairs. S0 named gemini-3-flash-preview, deprecated since."""
    search_model: str = "gemini-3.8-flash"
    """Cites passages of the store; the Lite models are reported to be confused by the tool."""
    store: str = ""
    """Resource name ("fileSearchStores/…") or display name of the one File Search store."""
    base_url: str = ""
    """Another address of the service, for a gateway or a test; empty is the service itself."""
    trust_env: bool = True
    """Whether proxies of the environment are used."""
    attempts: int = Field(default=3, ge=1, le=6)
    """Requests per call at most; the deadline of the call bounds them too."""
    first_wait_s: float = Field(default=0.5, ge=0.0)
    """Wait before the second request; doubled for each one after, with jitter."""
    top_k_local: int = Field(default=12, ge=1, le=40)
    """S0 LOCAL_LANE_K: passages asked for in one search of the local lane."""
    top_k_state: int = Field(default=8, ge=1, le=40)
    """S0 STATE_LANE_K."""
    search_deadline_s: float = Field(default=20.0, gt=0)
    """A search is a generation with a tool: seconds, not milliseconds."""
    store_searches: int = Field(default=12, ge=0)
    """Store searches one question may cost: S3's budget of 6 + 6; further queries are the vault's alone."""
    ceiling_usd: float = Field(default=0.50, gt=0)
    """Dollars one question may cost; past them nothing more is asked. A question costs about a fifth of it."""

    def model_for(self, stage: Stage) -> str:
        """The model of a stage: control for the plan, synthesis for everything written."""
        return self.control_model if stage == "plan" else self.synthesis_model


_VARIABLES: Mapping[str, str] = {
    "control_model": "OPENCOUNCIL_CONTROL_MODEL",
    "synthesis_model": "OPENCOUNCIL_SYNTHESIS_MODEL",
    "search_model": "OPENCOUNCIL_SEARCH_MODEL",
    "store": "OPENCOUNCIL_STORE",
    "base_url": "OPENCOUNCIL_GEMINI_URL",
    "ceiling_usd": "OPENCOUNCIL_CEILING_USD",
}


def hosted_settings(environ: Mapping[str, str]) -> GeminiSettings:
    """The settings of the hosted engine named in an environment, defaults for the rest. Raises `InputError`."""
    plain = {name: value.strip().removeprefix("models/") for name, value in environ.items()}
    return settings_of(GeminiSettings, _VARIABLES, plain)


def card_of(name: str) -> ModelCard:
    """The card of a model; an unknown name gets an empty one: no price, no thinking field, v1beta for previews."""
    bare = name.removeprefix("models/")
    known = _BY_NAME.get(bare)
    if known is not None:
        return known
    early = "preview" in bare or bare.endswith("-latest") or "exp" in bare.split("-")
    return ModelCard(
        name=bare,
        state="preview" if early else "current",
        thinking="none",
        api_version="v1beta" if early else "v1",
        note="not in the table of models",
    )


def cost_usd(name: str, input_tokens: int, output_tokens: int, *, on: date) -> float | None:
    """Dollars for one call on that day; None when the price of the model is not known. Thinking counts as output."""
    price = card_of(name).price
    if price is None:
        return None
    later = price.next_from is not None and on >= price.next_from
    each_in = price.next_input_usd if later else price.input_usd
    each_out = price.next_output_usd if later else price.output_usd
    return (input_tokens * each_in + output_tokens * each_out) / 1_000_000


def index_cost_usd(tokens: int) -> float:
    """Dollars for putting so many tokens into a store, once."""
    return tokens * INDEX_USD_PER_MILLION / 1_000_000


def model_warnings(name: str, *, on: date, searches: bool = False) -> tuple[str, ...]:
    """What a user of this model should know on that day, as sentences; () when there is nothing to say.

    `searches` asks about its use with a File Search store as well.
    """
    card = card_of(name)
    found = [_state_warning(card, on)] if card.state != "current" else []
    if card.note == "not in the table of models":
        found.append(f"{card.name} is not in the table of models of {AS_OF.isoformat()}; its price is not known.")
    if searches and not card.file_search:
        found.append(f"{card.name} does not search File Search stores; use {card.replaced_by or 'gemini-3.8-flash'}.")
    return tuple(found)


def _state_warning(card: ModelCard, on: date) -> str:
    instead = f" Use {card.replaced_by} instead." if card.replaced_by else ""
    if card.shutdown is not None:
        verb = "was shut down" if on >= card.shutdown else "is shut down"
        return f"{card.name} {verb} on {card.shutdown.isoformat()}.{instead}"
    if card.state == "routed":
        return f"{card.name} is answered by {card.replaced_by} since its own servers were closed."
    if card.state == "preview":
        return f"{card.name} is a preview that may change or disappear without notice.{instead}"
    return f"{card.name} is {card.state}.{instead}"


BUDGET: dict[Stage, int] = {"plan": 1, "synthesis": 2, "repair": 1}
"""Calls one question may cost, by stage (decision 28, S3 T5)."""


@dataclass
class MeteredModel:
    """A model whose calls are counted and bounded; one per question."""

    model: Model
    replies: list[ModelReply] = field(default_factory=list)
    used: dict[Stage, int] = field(default_factory=lambda: {"plan": 0, "synthesis": 0, "repair": 0})

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The reply of the model.

        Raises:
            ModelError: the stage's budget is spent, the deadline passed, the reply is empty, or the model failed.
        """
        if self.used[request.stage] >= BUDGET[request.stage]:
            raise ModelUnavailable(f"the budget of {BUDGET[request.stage]} {request.stage} call(s) is spent")
        self.used[request.stage] += 1
        try:
            with anyio.fail_after(request.deadline_s):
                reply = await self.model.ask(request)
        except TimeoutError as late:
            raise ModelTimeout(f"the {request.stage} call took longer than {request.deadline_s:g} s") from late
        self.replies.append(reply)
        if not reply.text.strip():
            raise ModelBadOutput(f"the {request.stage} call gave an empty reply")
        return reply

    def count(self, searches: int = 0) -> CallCount:
        """Calls by stage, tokens and cost so far; the cost is None when no reply named one."""
        costs = [reply.cost_usd for reply in self.replies if reply.cost_usd is not None]
        return CallCount(
            plan=self.used["plan"],
            synthesis=self.used["synthesis"],
            repair=self.used["repair"],
            searches=searches,
            input_tokens=sum(reply.input_tokens for reply in self.replies),
            output_tokens=sum(reply.output_tokens for reply in self.replies),
            cost_usd=sum(costs) if costs else None,
        )


def with_store_costs(count: CallCount, searches: Sequence[JsonValue]) -> CallCount:
    """The count with what recorded searches cost at a hosted store; the same count when none was asked."""
    answers = [found.get("answer") for found in searches if isinstance(found, dict)]
    told = [answer.get("cost") for answer in answers if isinstance(answer, dict)]
    costs = [SearchCost.model_validate(cost) for cost in told if cost is not None]
    if not costs:
        return count
    dollars = [usd for usd in (count.cost_usd, *(cost.usd for cost in costs)) if usd is not None]
    return count.changed(
        store_searches=sum(cost.calls for cost in costs),
        input_tokens=count.input_tokens + sum(cost.input_tokens for cost in costs),
        output_tokens=count.output_tokens + sum(cost.output_tokens for cost in costs),
        cost_usd=sum(dollars) if dollars else None,
    )
