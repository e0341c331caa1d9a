"""What a failure of the hosted service means: its kind, the sentence a user reads, and whether another try may help.

Pure. Failures arrive as plain facts (`Failure`), because the transport errors of two HTTP libraries and of a third
that may be installed beside them are told apart by their names, without importing any. It refuses to repeat a secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Literal

from pipeline.errors import ModelBadOutput, ModelRefused, ModelTimeout, ModelUnavailable, StoreFull
from pipeline.hosted.models import card_of
from vault.errors import ModelError
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["Failure", "Fault", "error_of", "failure_of", "fault_of", "redacted"]

Kind = Literal["unavailable", "refused", "timeout", "bad_output", "full"]
_WITHOUT = "Without a model the answer is made of verbatim extracts."
_SHOWN = 200
"""Characters of a service's own words shown to a user; the rest is boilerplate."""
_RETRIED = frozenset({408, 429, 500, 502, 503, 504})
_LATE = frozenset(
    {"TimeoutError", "ReadTimeout", "WriteTimeout", "PoolTimeout", "ServerTimeoutError", "TimeoutException"}
)
_UNREACHED = frozenset({"ConnectError", "ConnectTimeout", "ProxyError", "ClientConnectorError", "UnsupportedProtocol"})
_DROPPED = frozenset(
    {"RemoteProtocolError", "LocalProtocolError", "ReadError", "WriteError", "NetworkError", "ServerDisconnectedError"}
    | {"ClientPayloadError", "ClientOSError", "ConnectionResetError", "ClientError", "HTTPError", "TransportError"}
)
"""Names of the classes of the transport errors; a class is known by any name in its line of ancestors."""
# "Corpus has reached the storage limit of 1000000000 bytes.": a 429 that no waiting cures
_FULL = lazy_regex(r"storage limit", re.IGNORECASE)
# "GenerateRequestsPerDayPerProjectPerModel": the quota of the day
_DAILY = lazy_regex(r"per ?day", re.IGNORECASE)
_SPENT = lazy_regex(r"spend(?:ing)? (?:cap|limit)|prepa(?:id|yment)|billing", re.IGNORECASE)
_CONTROL = lazy_regex(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")
# "34s", "3.5s": google.rpc.RetryInfo
_DELAY = lazy_regex(r"\A(?P<seconds>\d+(?:\.\d+)?)s\Z")


class Failure(Value):
    """The facts of one failed request. `code` 0 means that there was no HTTP answer with an error status."""

    code: int = 0
    status: str = ""
    message: str = ""
    details: tuple[Mapping[str, object], ...] = ()
    """The `details` list of the service's error body."""
    headers: Mapping[str, str] = {}
    """Response headers, names in lower case."""
    names: tuple[str, ...] = ()
    """Class names of the exception, nearest first."""


class Fault(Value):
    """What a failure means. `again` is true when the same request may succeed later, `wait_s` what the service asks."""

    kind: Kind = "unavailable"
    message: str
    next_step: str = ""
    again: bool = False
    wait_s: float | None = None


def redacted(text: str, secret: str) -> str:
    """The text without the secret and without control characters, at most 200 characters."""
    clean = _CONTROL.sub(" ", text)
    if secret:
        clean = clean.replace(secret, "[key]")
    clean = " ".join(clean.split())
    return clean if len(clean) <= _SHOWN else f"{clean[: _SHOWN - 1]}…"


def error_of(fault: Fault) -> ModelError:
    """The fault as an error of our tree."""
    if fault.kind == "refused":
        return ModelRefused(fault.message, next_step=fault.next_step)
    if fault.kind == "timeout":
        return ModelTimeout(fault.message, next_step=fault.next_step)
    if fault.kind == "bad_output":
        return ModelBadOutput(fault.message, next_step=fault.next_step)
    known = StoreFull if fault.kind == "full" else ModelUnavailable
    return known(fault.message, next_step=fault.next_step, retry_after_s=fault.wait_s)


def failure_of(error: Exception, secret: str) -> Failure:
    """The facts of an exception of the client library, read by name, with the secret taken out."""
    names = tuple(kind.__name__ for kind in type(error).__mro__)
    code = getattr(error, "code", 0) if "APIError" in names else 0
    if not isinstance(code, int) or code < 400:
        return Failure(names=names, message=redacted(str(error), secret))
    body = getattr(error, "details", None)
    inner = body.get("error", body) if isinstance(body, dict) else {}
    details = inner.get("details") if isinstance(inner, dict) else None
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return Failure(
        code=code,
        status=redacted(str(getattr(error, "status", "") or ""), secret),
        message=redacted(str(getattr(error, "message", "") or ""), secret),
        details=tuple(d for d in details if isinstance(d, dict)) if isinstance(details, list) else (),
        headers={name.lower(): str(headers[name]) for name in headers if name.lower() in ("retry-after", "date")},
        names=names,
    )


def fault_of(failure: Failure, *, what: str, model: str = "", store: str = "") -> Fault:
    """What the failure of `what` ("the plan call of gemini-3.8-flash") means.

    `model` and `store` name what was asked, so that a 404 can say which of them is gone.
    """
    if failure.code:
        return _of_status(failure, what, model=model, store=store)
    return _of_transport(frozenset(failure.names), what)


def _of_transport(names: frozenset[str], what: str) -> Fault:
    if names & _UNREACHED:
        return Fault(
            message=f"{what} did not reach the service: no connection.",
            next_step=f"Check the network and proxy settings. {_WITHOUT}",
            again=True,
        )
    if names & _LATE:
        return Fault(kind="timeout", message=f"{what} got no answer in time.", next_step="Ask again later.")
    if names & _DROPPED:
        return Fault(
            message=f"{what} lost its connection before the answer was complete.",
            next_step=f"Ask again. {_WITHOUT}",
            again=True,
        )
    return Fault(
        kind="bad_output",
        message=f"{what} was answered with something that is not the service's format.",
        next_step="A proxy or a sign-in page may stand between; check the network.",
    )


def _of_status(failure: Failure, what: str, *, model: str, store: str) -> Fault:
    said = redacted(failure.message, "")
    if failure.code == 429:
        return _too_many(failure, what, said)
    if failure.code in (408, 504):
        message = f"{what} took the service too long ({failure.code})."
        return Fault(kind="timeout", message=message, next_step="Ask again later.", again=True)
    if failure.code >= 500:
        return Fault(
            message=f"{what} failed in the service ({failure.code} {failure.status}: {said}).",
            next_step=f"Ask again later. {_WITHOUT}",
            again=failure.code in _RETRIED,
            wait_s=_asked_wait(failure),
        )
    if failure.code == 404:
        return _gone(what, said, model=model, store=store)
    return _refused_request(failure, what, said)


def _too_many(failure: Failure, what: str, said: str) -> Fault:
    if _FULL.search(failure.message):
        return Fault(
            kind="full",
            message=f"The File Search stores of this project are full ({said}).",
            next_step="Delete a store or documents, or move the project to a higher tier; waiting does not help.",
        )
    texts = f"{failure.message} {failure.details}"
    if _SPENT.search(texts):
        return Fault(
            message=f"{what} was refused: the project's spending limit is reached ({said}).",
            next_step=f"Raise the limit in the project's billing settings. {_WITHOUT}",
        )
    if _DAILY.search(texts):
        return Fault(
            message=f"{what} was refused: the quota of the day is used up ({said}).",
            next_step=f"The quota starts anew at midnight Pacific time. {_WITHOUT}",
            wait_s=_asked_wait(failure),
        )
    wait_s = _asked_wait(failure)
    told = f" Try again in {wait_s:g} s." if wait_s is not None else " Try again in a minute."
    return Fault(
        message=f"{what} was refused: too many requests (429 {failure.status}).",
        next_step=f"{told.strip()} {_WITHOUT}",
        again=True,
        wait_s=wait_s,
    )


def _gone(what: str, said: str, *, model: str, store: str) -> Fault:
    if store and "models/" not in said:
        return Fault(
            message=f"The File Search store {store} does not exist, or this key may not see it.",
            next_step="Run `opencouncil store status`, or `opencouncil store sync` to make one.",
        )
    if model:
        other = card_of(model).replaced_by or "gemini-3.8-flash"
        return Fault(
            message=f"The service does not offer {model} (404).",
            next_step=f"Set another model, such as {other}; `opencouncil doctor` shows which are reachable. {_WITHOUT}",
        )
    return Fault(message=f"{what} asked for something the service does not have ({said}).")


def _refused_request(failure: Failure, what: str, said: str) -> Fault:
    reasons = {str(detail.get("reason", "")) for detail in failure.details}
    if failure.code == 401 or "API_KEY_INVALID" in reasons or "API key not valid" in failure.message:
        return Fault(
            message=f"The service does not accept the Gemini key ({failure.code}).",
            next_step=f"Set GEMINI_API_KEY to a valid key. {_WITHOUT}",
        )
    if failure.code == 403:
        return Fault(
            message=f"The Gemini key may not do this ({said}).",
            next_step=f"Check the key's restrictions and that the Gemini API is enabled for its project. {_WITHOUT}",
        )
    return Fault(
        message=f"{what} was refused by the service ({failure.code} {failure.status}: {said}).",
        next_step=_WITHOUT,
    )


def _asked_wait(failure: Failure) -> float | None:
    """Seconds the service asks to wait: the `Retry-After` header, else the RetryInfo of the error body; else None."""
    header = failure.headers.get("retry-after", "").strip()
    if header:
        return _header_seconds(header, failure.headers.get("date", ""))
    for detail in failure.details:
        match = _DELAY.match(str(detail.get("retryDelay", "")))
        if match:
            return float(match["seconds"])
    return None


def _header_seconds(header: str, sent: str) -> float | None:
    """ "7" or an HTTP date, which is read against the `Date` of the same answer, so that no clock is asked."""
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - parsedate_to_datetime(sent)).total_seconds()
        except (ValueError, TypeError):
            return None
    return seconds if 0.0 <= seconds < 86_400.0 else None  # a day or more is no waiting time
