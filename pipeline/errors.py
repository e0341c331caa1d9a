"""The error tree of a turn: the vault's tree (see `vault.errors`) plus the kinds of model failure.

ModelError
├── ModelUnavailable    no key, no network, 5xx, 429 after retries, model gone; `retry_after_s` when told
│   └── StoreFull       the hosted stores hold no more; waiting does not help
├── ModelRefused        blocked, refused, no candidates
├── ModelTimeout        past the deadline
└── ModelBadOutput      not JSON, wrong shape, cut off
PlanRejected (InputError)   a plan handed in by a caller cannot be used
"""

from __future__ import annotations

from vault.errors import InputError, ModelError

__all__ = ["ModelBadOutput", "ModelRefused", "ModelTimeout", "ModelUnavailable", "PlanRejected", "StoreFull"]


class ModelUnavailable(ModelError):
    """The service cannot be used now."""

    code = "E_MODEL_UNAVAILABLE"

    def __init__(self, message: str, *, next_step: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, next_step=next_step)
        self.retry_after_s = retry_after_s


class StoreFull(ModelUnavailable):
    """The hosted stores of the project are full."""

    code = "E_STORE_FULL"


class ModelRefused(ModelError):
    """The model would not answer."""

    code = "E_MODEL_REFUSED"


class ModelTimeout(ModelError):
    """The call passed its deadline."""

    code = "E_MODEL_TIMEOUT"


class ModelBadOutput(ModelError):
    """The reply is not what the schema asked for."""

    code = "E_MODEL_OUTPUT"


class PlanRejected(InputError):
    """A plan handed in by a caller cannot be used."""

    code = "E_PLAN"
